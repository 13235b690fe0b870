"""Questions as sentences, answers as equations: `P` and `E`, and the `Answer` that they give."""

# mypy: disable-error-code="override"
# What an answer says is worked out when it is looked at, so properties stand for fields.

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property
from html import escape
from math import prod, sqrt
from random import Random
from typing import TYPE_CHECKING, Any, NoReturn

from beastlab.odds.arguments import shown, whole
from beastlab.odds.distribution import Distribution
from beastlab.odds.events import Event, Every, Leaf, Names, Quantity, Within, every
from beastlab.odds.exhibits import Z95, Check, Lines, Table, wilson
from beastlab.odds.readings import listed, ordinal
from beastlab.odds.sweep import all_ways, kinds_of, law, outcomes, ways
from beastlab.odds.texts import (
    bar,
    decimal_text,
    equation,
    fraction_text,
    gauge,
    number_tex,
    one_in_text,
    percent_text,
    readable,
    whole_text,
)
from beastlab.odds.throws import pieces, play

if TYPE_CHECKING:
    import altair

    from beastlab.odds.handfuls import Handful
    from beastlab.odds.readings import Named

PLAIN = "tex2jax_ignore mathjax_ignore"
"""Text in which a $ stays a $."""
MOST_THROWN = 20_000_000
"""A simulation throws no more dice and cards than this (some ten seconds)."""


class Answer:
    """An exact answer, and all that shows why it is so.

    In a notebook it displays the question, the equation with its numbers, favourable ways over all ways, fraction,
    percent, "1 in N" and a bar. `P`, `E` and `best` make answers; a game makes them for the moves of a live table.

    `value` is the exact probability (or mean, if `chance` is False). `ways` of `all` equally likely ways are
    favourable. `law` is what can happen, and `good` tells which of it counts. `formula` is LaTeX with the
    numbers filled in, `method` how it was computed, `assumes` what it takes for granted, `size` how many cases were
    gone through one by one, `others` the value of other choices.
    """

    question: str
    value: Fraction | None
    chance: bool = True
    ways: int | None = None
    all: int | None = None
    formula: str = ""
    method: str = ""
    size: int = 0
    assumes: tuple[str, ...] = ()
    law: Distribution[Any] | None = None
    others: tuple[tuple[str, Fraction], ...] = ()

    axis = "outcome"
    """What the outcomes of `law` are called."""

    def good(self, outcome: Any) -> bool:
        """Whether this outcome of `law` counts as favourable."""
        return outcome == "yes"

    def why(self) -> Lines:
        """The steps from the question to the number."""
        return Lines([self.method, *self.assumes])

    def play(self, rng: Random) -> Any:
        """One simulated play: True or False for a chance, else a number."""
        raise ValueError("this answer can't be simulated here; play the move on forks of the match instead")

    # --- joining ---------------------------------------------------------------------------

    def __eq__(self, other: object) -> NoReturn:
        raise TypeError(
            "answers are not compared by ==, which could mean 'both happen' or 'equally likely'; for the first write "
            "P(a & b), for the second compare P(a).value with P(b).value"
        )

    __hash__ = object.__hash__

    def __and__(self, other: Any) -> Answer:
        return self._joined(other, "&")

    def __or__(self, other: Any) -> Answer:
        return self._joined(other, "|")

    def __invert__(self) -> Answer:
        return self._joined(None, "~")

    __rand__, __ror__ = __and__, __or__

    def _joined(self, other: Any, sign: str) -> Answer:
        raise TypeError(f"only answers of P join with {sign}; ask P about the events joined, as in P(a & b)")

    def __copy__(self) -> Answer:  # it never changes, and is about the same dice
        return self

    def __deepcopy__(self, _: Any) -> Answer:
        return self

    def _no_number(self, _: Any) -> NoReturn:
        raise TypeError(
            "answers are not calculated with or compared; take their numbers: P(a).value + P(b).value"
        )

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _no_number
    __lt__ = __le__ = __gt__ = __ge__ = _no_number

    def __bool__(self) -> NoReturn:
        raise TypeError("an answer is neither true nor false; look at its .value, or join answers with & | ~")

    def __float__(self) -> float:
        return float(self._known())

    @property
    def pieces(self) -> Fraction:
        """How many dice or cards fall for one simulated play on average, at least 1."""
        return Fraction(1)

    def _known(self) -> Fraction:
        if self.value is None:
            if self.law is None:
                raise ValueError(f"there is no number ({self.question}: {self._unvalued})")
            raise ValueError(
                f"no number was asked for here ({self.question}); look at .law for what can happen"
            )
        return self.value

    # --- looking at it ---------------------------------------------------------------------

    def table(self, title: str = "") -> Table:
        """What can happen, with the ways, the chances, and what counts."""
        if self.law is None:
            raise ValueError("this answer has no table: nothing but its value is known")
        rows = [(outcome, self._ways_to(outcome), p, self.good(outcome)) for outcome, p in self.law.items()]
        return Table(title or self.question, rows, marked=self.chance)

    def _ways_to(self, outcome: Any) -> int | None:
        return None if self.law is None else self.law.weights[outcome]

    def chart(self, **options: Any) -> altair.Chart:
        """A bar for everything that can happen; what counts as favourable is filled and named in the legend."""
        from beastlab.charts import bars

        if self.law is None:
            raise ValueError("this answer has no chart: nothing but its value is known")
        good = self.good if self.chance else None
        return bars(self.law, **{"title": self.question, "outcome": self.axis, "good": good, **options})

    def check(self, n: int = 10_000, seed: int = 1) -> Check:
        """Play it `n` times at random: the share (or mean) with its 95 % interval beside the exact value.

        >>> from beastlab.odds import d6, roll
        >>> P(roll(2 * d6).total >= 9).check(10_000, seed=1).agrees
        True
        """
        most, exact = int(MOST_THROWN / self.pieces), self._known()
        if not most:
            raise ValueError(
                "the condition holds too rarely to be simulated in short time; trust the exact value"
            )
        n = whole("n", n, 1 if self.chance else 2, most)
        rng = Random(whole("seed", seed))
        if self.chance:
            hits = sum(1 for _ in range(n) if self.play(rng))
            return Check(exact, Fraction(hits, n), wilson(hits, n), n, seed, True)
        played = [self.play(rng) for _ in range(n)]
        mean = Fraction(sum(played)) / n
        spread = sqrt(sum((float(x) - float(mean)) ** 2 for x in played) / max(n - 1, 1) / n) * Z95
        return Check(exact, mean, (float(mean) - spread, float(mean) + spread), n, seed, False)

    @property
    def said(self) -> str:
        """The value in words: ways, fraction, percent, 1 in N."""
        value = self.value
        if value is None:
            return self._unvalued
        if not self.chance:
            exact = fraction_text(value)
            return (
                exact
                if value.denominator == 1 or exact.startswith("about")
                else f"{exact}, about {decimal_text(value)}"
            )
        counted = self.ways is not None and self.all is not None
        ways = f"{whole_text(self.ways)} of {whole_text(self.all)} ways = " if counted else ""  # type: ignore[arg-type]
        return f"{ways}{fraction_text(value)} = {percent_text(value)}, {one_in_text(value)}"

    @property
    def _unvalued(self) -> str:
        return "no number was asked for"

    def __repr__(self) -> str:
        notes = f" [{' '.join(self.assumes)}]" if self.assumes else ""
        return f"{self.question}: {self.said}{notes}"

    def _repr_html_(self) -> str:
        parts = [f"<div class='{PLAIN}'><strong>{escape(self.question)}</strong></div>"]
        if self.formula:
            parts.append(
                f"<div style='overflow-x:auto;padding:0.3em 0'>$\\displaystyle {escape(self.formula)}$</div>"
            )
        if self.value is not None:
            parts.append(f"<div>{escape(self.said)}</div>{gauge(self.value) if self.chance else ''}")
        parts += self._more_html()
        fine = " ".join([self.method, *self.assumes]).strip()
        parts.append(
            f"<div class='{PLAIN}' style='font-size:90%;opacity:0.8;max-width:50em'>{escape(fine)}</div>"
        )
        return f"<div class='beastlab-answer'>{''.join(parts)}</div>"

    def _more_html(self) -> list[str]:
        """What else the display shows: the other choices, if any."""
        if not self.others:
            return []
        rows = "".join(
            f"<tr><th scope='row' style='text-align:left'>{escape(label)}</th>"
            f"<td style='text-align:left;white-space:nowrap'>"
            f"{percent_text(p) + bar(p, 10) if self.chance else escape(fraction_text(p))}</td></tr>"
            for label, p in self.others
        )
        caption = "<caption style='caption-side:top;text-align:left'>In comparison</caption>"
        return [f"<table>{caption}<tbody>{rows}</tbody></table>"]

    def _repr_latex_(self) -> str | None:
        return f"$\\displaystyle {self.formula}$" if self.formula else None


# --- of moves on a live table --------------------------------------------------------------------------


class MoveAnswer(Answer):
    """What a move on a live table can lead to; the `explain` of a game makes it.

    `law` says what can happen, in plain words, `wanted` which of it the move is for, and `value` how likely that is
    (None where nothing is rolled). `notes` say what else is worth knowing, `illustrative` that the answer depends on
    decks that the rulebook does not print. `others` are the other moves that need luck, worked out when
    looked at; `check` plays the move so often on matches that the seat can't tell from this one.
    """

    def __init__(
        self,
        move: Any,
        question: str,
        law: Distribution[str] | None = None,
        value: Fraction | None = None,
        formula: str = "",
        method: str = "",
        notes: Iterable[str] = (),
        *,
        wanted: Iterable[str] = (),
        size: int = 0,
        all_ways: int | None = None,
    ) -> None:
        self.move, self.question, self.law, self.value = move, question, law, value
        self.formula, self.method, self.notes, self.size = formula, method, tuple(notes), size
        self.wanted, self.illustrative = frozenset(wanted), False
        self.compared: Callable[[], Iterable[tuple[str, Fraction]]] = tuple
        self.played: Callable[[Random], str] | None = None
        if value is not None and all_ways:
            self.ways, self.all = int(value * all_ways), all_ways

    @property
    def assumes(self) -> tuple[str, ...]:
        return (*self.notes, *(["Illustrative deck."] if self.illustrative else []))

    @cached_property
    def others(self) -> tuple[tuple[str, Fraction], ...]:
        return tuple(self.compared())

    @property
    def _unvalued(self) -> str:
        """Where nothing is known of what can happen, `method` says why."""
        if self.law is not None or not self.method:
            return super()._unvalued
        return self.method[:1].lower() + self.method[1:].rstrip(".")

    def good(self, outcome: Any) -> bool:
        return outcome in self.wanted

    def check(self, n: int = 1_000, seed: int = 1) -> Check:
        return super().check(n, seed)

    def play(self, rng: Random) -> bool:
        return super().play(rng) if self.played is None else self.played(rng) in self.wanted

    def _ways_to(self, outcome: Any) -> int | None:
        return None if self.all is None or self.law is None else int(self.law[outcome] * self.all)

    def _more_html(self) -> list[str]:
        table = (
            [self.table("What can happen")._repr_html_()]
            if self.law is not None and len(self.law) > 1
            else []
        )
        return [*table, *super()._more_html()]


# --- of events and quantities ------------------------------------------------------------------------


class Chance(Answer):
    """The probability of an event; made by `P`."""

    value: Fraction
    ways: int
    all: int

    def __init__(self, event: Event, given: Event | None) -> None:
        self.event, self.given = event, given
        if given is None:
            self.ways, self.all = ways(event), all_ways(event.leaves)
        else:
            both = every([event, given])
            self.all = self._ways_in_all(given, both.leaves)
            if not self.all:
                raise ValueError(f"the condition never holds ({given.text}); nothing can be said given it")
            self.ways = ways(both)
        self.value = Fraction(self.ways, self.all)

    @staticmethod
    def _ways_in_all(given: Event, leaves: tuple[Leaf, ...]) -> int:
        """The ways of the condition, with every handful that the event brings in falling as it may."""
        return ways(given) * (all_ways(leaves) // all_ways(given.leaves))

    @cached_property
    def question(self) -> str:
        names = called(self._handfuls)
        given = "" if self.given is None else f", given that {self.given.told(names)}"
        return f"P({self.event.told(names)}{given}), for {listed(named(self._handfuls))}"

    @property
    def _handfuls(self) -> list[Handful]:
        return handfuls_of(self.event, self.given)

    @cached_property
    def named(self) -> Named | None:
        """The formula of the catalogue that gives the value, and the values of its letters."""
        if self.given is not None:
            return None
        if isinstance(self.event, Within):
            event = self.event
            return event.read.handful.formula_of(event.read.reading, event.low, event.high)
        if isinstance(self.event, Every) and (kinds := kinds_of(self.event)):
            return kinds[0].kinds_formula(*kinds[1:])
        return None

    @cached_property
    def formula(self) -> str:
        if self.named:
            from beastlab.odds.catalogue import FORMULAS

            name, at = self.named
            return equation(["P", *FORMULAS[name].steps(**at)], self.value)
        if self.given is not None:
            head, down = (
                [r"P(A \mid B)", r"\frac{\text{ways of } A \text{ and } B}{\text{ways of } B}"],
                self.all,
            )
            counted = rf"\frac{{{number_tex(Fraction(self.ways))}}}{{{number_tex(Fraction(down))}}}"
        else:
            head = ["P", r"\frac{\text{favourable ways}}{\text{all ways}}"]
            every_way = r" \cdot ".join(handful.all_tex() for handful in self._handfuls)
            counted = rf"\frac{{{number_tex(Fraction(self.ways))}}}{{{every_way}}}"
        sign = "" if readable(Fraction(self.ways)) else r"\approx "
        return equation([*head, sign + counted], self.value)

    @cached_property
    def method(self) -> str:
        if self.named:
            return f'A closed formula: FORMULAS["{self.named[0]}"].'
        if self.size:
            single = whole_text(prod(handful.ways for handful in self._handfuls))
            return f"Exact: {self.size:,} different cases were weighed instead of {single} single ones."
        assert isinstance(self.event, Within)
        return self.event.read.reading.method

    @cached_property
    def size(self) -> int:
        if self.named:
            return 0
        if self.given is None and isinstance(self.event, Within):
            event = self.event
            if event.read.handful.ways_of(event.read.reading, event.low, event.high) is not None:
                return 0
        both = self.event if self.given is None else every([self.event, self.given])
        return len(outcomes(both.leaves))

    @cached_property
    def assumes(self) -> tuple[str, ...]:
        return assumed(self._handfuls)

    @cached_property
    def law(self) -> Distribution[Any]:
        if isinstance(self.event, Within):
            try:
                return law(self.event.read, given=self.given)
            except ValueError:
                pass  # too long to go through: what is known is yes or no
        chances = {"yes": self.ways, "no": self.all - self.ways}
        return Distribution({outcome: n for outcome, n in chances.items() if n})

    @property
    def axis(self) -> str:
        return (
            self.event.read.reading.text
            if isinstance(self.event, Within) and "yes" not in self.law
            else "is it so?"
        )

    def good(self, outcome: Any) -> bool:
        if isinstance(outcome, str) or not isinstance(self.event, Within):
            return outcome == "yes"
        low, high = self.event.low, self.event.high
        return (low is None or outcome >= low) and (high is None or outcome <= high)

    def why(self) -> Lines:
        lines, names = list(self.assumes), called(self._handfuls)
        if isinstance(self.event, Within):
            lines += self.event.read.reading.why(self.event.low, self.event.high)
        if self.given is not None:
            lines.append(
                f"Only what fits the condition is left: {whole_text(self.all)} ways ({self.given.text})."
            )
        else:
            lines.append(f"There are {whole_text(self.all)} equally likely ways in all.")
        lines.append(f"In {whole_text(self.ways)} of them it is so: {self.event.told(names)}.")
        lines.append(self.method)
        lines.append(f"{whole_text(self.ways)} / {whole_text(self.all)} = {fraction_text(self.value)}.")
        return Lines(lines)

    @property
    def pieces(self) -> Fraction:
        return pieces(self.event, self.given)

    def play(self, rng: Random) -> bool:
        return bool(play(self.event, self.given, rng))

    def _joined(self, other: Any, sign: str) -> Answer:
        if sign == "~":
            return Chance(~self.event, self.given)
        event = other if isinstance(other, Event) else getattr(other, "event", None)
        if not isinstance(event, Event):
            return super()._joined(other, sign)
        if getattr(other, "given", self.given) is not self.given:
            raise TypeError(
                "the two answers have different conditions; ask P(a & b, given=...) with one of them"
            )
        return Chance(self.event & event if sign == "&" else self.event | event, self.given)


def handfuls_of(asked: Quantity, given: Event | None) -> list[Handful]:
    """The handfuls that a question is about."""
    leaves = asked.leaves if given is None else asked.leaves + given.leaves
    return list(dict.fromkeys(handful for handful, _ in leaves))


def assumed(handfuls: list[Handful]) -> tuple[str, ...]:
    """What is taken for granted about them."""
    told = list(dict.fromkeys(handful.assumes for handful in handfuls if handful.assumes))
    if len(handfuls) > 1:
        told.append("What falls in one has no influence on the other.")
    return tuple(told)


def named(handfuls: list[Handful]) -> list[str]:
    """What they are called, two that would be called alike told apart."""
    return list(called(handfuls).values()) or [handful.text for handful in handfuls]


def called(handfuls: list[Handful]) -> Names:
    """What several handfuls are called, so that no two are called alike; nothing for a single one."""
    names: dict[Handful, str] = {}
    for handful in handfuls if len(handfuls) > 1 else []:
        text, again = handful.text, 1
        while text in names.values():
            again += 1
            text = f"the {ordinal(again)} {handful.text.removeprefix('the ')}"
        names[handful] = text
    return names


class Mean(Answer):
    """The expected value of a quantity; made by `E`."""

    value: Fraction
    law: Distribution[Any]
    chance = False

    def __init__(self, quantity: Quantity, given: Event | None) -> None:
        self.quantity, self.given = quantity, given
        self.law = law(quantity, given=given)
        self.value = self.law.mean

    @property
    def _handfuls(self) -> list[Handful]:
        return handfuls_of(self.quantity, self.given)

    @cached_property
    def question(self) -> str:
        names = called(self._handfuls)
        condition = "" if self.given is None else f", given that {self.given.told(names)}"
        text = self.quantity.told(names)
        if text.startswith("(") and text.endswith(")") and text.count("(") == 1:
            text = text[1:-1]
        unsaid = [name for name in named(self._handfuls) if name not in text + condition]
        return f"E({text}{condition})" + f", for {listed(unsaid)}" * bool(unsaid)

    @cached_property
    def formula(self) -> str:
        values = [
            number_tex(Fraction(x)) if x >= 0 else rf"\left({number_tex(Fraction(x))}\right)"
            for x in self.law
        ]
        terms = [rf"{x} \cdot {number_tex(p)}" for x, (_, p) in zip(values, self.law.items(), strict=True)]
        if len(terms) > 7:
            terms = [*terms[:3], r"\dots", terms[-1]]
        sign = "" if all(map(readable, self.law.to_dict().values())) else r"\approx "
        return equation(["E", r"\sum_x x \, P(x)", sign + " + ".join(terms)], self.value)

    @property
    def axis(self) -> str:
        return self.quantity.text

    @cached_property
    def size(self) -> int:
        return len(self.law)

    @property
    def method(self) -> str:
        return f"Exact: every value times its probability, over {self.size:,} values."

    @cached_property
    def assumes(self) -> tuple[str, ...]:
        return assumed(self._handfuls)

    @property
    def pieces(self) -> Fraction:
        return pieces(self.quantity, self.given)

    def play(self, rng: Random) -> Any:
        return play(self.quantity, self.given, rng)


def P(event: Event, given: Event | None = None) -> Chance:
    """The exact probability of an event, or of an event given another.

    >>> from beastlab.odds import d6, roll
    >>> P(roll(2 * d6).total >= 9)
    P(the total is at least 9), for the roll of 2d6: 10 of 36 ways = 5/18 = 27.78 %, 1 in 3.6 \
[The dice of the roll of 2d6 fall independently of each other.]
    >>> crew = roll(12 * d6)
    >>> P(crew.any(5), given=crew.all_at_least(2)).value
    Fraction(227363409, 244140625)

    TypeError for what is no event, ValueError for a condition that never holds and for what would take too long.
    """
    given_ones: tuple[Any, ...] = (event,) if given is None else (event, given)
    for asked in given_ones:
        if not isinstance(asked, Event):
            advice = "compare it with a number, as in P(roll.total >= 9), or ask E(...) for its mean"
            if not isinstance(asked, Quantity):
                advice = "give an event, as in P(roll(2 * d6).total >= 9)"
            raise TypeError(f"{shown(asked)} is no event; {advice}")
    return Chance(event, given)


def E(quantity: Quantity, given: Event | None = None) -> Mean:
    """The exact expected value of a quantity, or given an event.

    >>> from beastlab.odds import d6, roll
    >>> E(roll(4 * d6).highest(3)).value
    Fraction(15869, 1296)
    """
    return Mean(quantity, given)
