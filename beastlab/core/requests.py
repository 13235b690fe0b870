"""What a rule asks of the world: requests, and the events that it tells as it goes.

A rule is a generator function that reads like the rulebook. Where the rulebook says "roll", "draw" or
"choose", the rule *yields a request* and goes on with the answer. Nothing in a rule knows who answers:
play takes chance from a seed and choices from people and bots; exact maths takes every outcome with its weight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from types import MappingProxyType
from typing import Any, TypeAlias

Seats: TypeAlias = frozenset[int] | None
"""Who sees something: a set of seats, or None for everybody."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll `count` dice; the answer is the faces as a sorted tuple.

    >>> Roll(2).outcomes()[(1, 2)]        # 1-2 and 2-1
    2
    """

    count: int
    sides: int = 6
    seen_by: Seats = None

    def outcomes(self) -> Mapping[tuple[int, ...], int]:
        """Each distinct roll with the number of ordered rolls that look like it."""
        return _rolls(self.count, self.sides)


@dataclass(frozen=True, slots=True)
class Total:
    """Roll `count` dice where only their total matters: 11 outcomes for two dice, not 21.

    >>> Total(2).outcomes()[7]
    6
    """

    count: int
    sides: int = 6
    seen_by: Seats = None

    def outcomes(self) -> Mapping[int, int]:
        """Each total with the number of ordered rolls that give it."""
        return _totals(self.count, self.sides)


@dataclass(frozen=True, slots=True)
class Totals:
    """Find the total of `count` dice `times` times; the answer is the totals as a sorted tuple.

    >>> Totals(2).outcomes()[(2, 3)]      # 1-1 then 1-2 or 2-1, or the other way round
    4
    """

    times: int
    count: int = 2
    sides: int = 6
    seen_by: Seats = None

    def outcomes(self) -> Mapping[tuple[int, ...], int]:
        """Each sorted tuple of totals with the number of ordered rolls that give it."""
        return _repeated_totals(self.times, self.count, self.sides)


@dataclass(frozen=True, slots=True)
class Draw:
    """Take one of several things at random: a card from a deck, a card from a hand.

    `weights` is a snapshot, so a request never changes after it was made. `seen_by` says who sees
    what was taken; the weights themselves follow from the true table and are shown to nobody.
    """

    weights: tuple[tuple[Hashable, int], ...]
    seen_by: Seats = None

    def outcomes(self) -> Mapping[Any, int]:
        """Each thing that can be taken, with its integer weight."""
        return dict(self.weights)


@dataclass(frozen=True, slots=True)
class Move:
    """Something a seat may do. `key` is unique among the options, and is what saved games hold."""

    key: str
    label: str
    piece: Any = field(default=None, compare=False)
    cost: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Refused:
    """A move that a player might expect and may not make: the rule's id, and why in one sentence."""

    move: Move
    rule: str
    why: str


class Choose:
    """`seat` picks one of `options`; `refused` are the moves shown greyed out, each with its reason.

    In a response `window` every seat is asked in turn, whatever it holds: a seat that can only pass
    passes by itself, and its pass looks like any other. Asking only those who could respond would give
    their hands away. The first option of a window is always to pass. Where even a pass that comes by itself would
    tell something, a window is put `always`: also to a seat that can only pass.

    `refuse` computes the refused moves when somebody looks at them: play by bots never does.
    """

    __slots__ = ("_refuse", "_refused", "always", "options", "prompt", "rule", "seat", "window")

    def __init__(
        self,
        seat: int,
        prompt: str,
        options: tuple[Move, ...],
        refuse: Callable[[], Iterable[Refused]] | None = None,
        *,
        window: bool = False,
        always: bool = False,
        rule: str = "",
    ) -> None:
        self.seat, self.prompt, self.options, self.window, self.rule = seat, prompt, options, window, rule
        self.always = always
        self._refuse = refuse
        self._refused: tuple[Refused, ...] | None = None if refuse else ()

    @property
    def refused(self) -> tuple[Refused, ...]:
        if self._refused is None:
            assert self._refuse is not None
            self._refused = tuple(self._refuse())
        return self._refused

    @property
    def forced(self) -> bool:
        """A window in which nothing but a pass is possible: it answers itself."""
        return self.window and len(self.options) == 1 and not self.always

    def __repr__(self) -> str:
        kind = "window" if self.window else "choice"
        return f"<{kind} of seat {self.seat}: {self.prompt!r}, {len(self.options)} options>"


@dataclass(frozen=True, slots=True)
class Here:
    """ "From here on only `key` matters": play ignores it, exact maths merges equal futures with it.

    A rule that comes back to the same key (a tie rolled again) is a loop with a geometric series, and
    `explore` sums it instead of following it for ever. The key speaks for one call of the sub-rule that
    yields it: everything that changed since the call, and that matters to what the sub-rule will still do
    or return, belongs in it. What the caller does afterwards need not. So a loop must be a loop: a rule
    that calls itself again starts a new call, and never merges.
    """

    key: Hashable


class Event:
    """Something that happened, told in a sentence: the ledger id of the rule that did it, and who sees it.

    `cards` are the cards whose faces the sentence shows, `data` what a test or a board may want to read.
    """

    __slots__ = ("cards", "data", "rule", "seen_by", "text")

    def __init__(
        self,
        rule: str,
        text: str,
        cards: tuple[Any, ...] = (),
        seen_by: Seats = None,
        **data: Any,
    ) -> None:
        self.rule, self.text, self.cards, self.seen_by, self.data = rule, text, cards, seen_by, data

    def seen(self, seat: int) -> bool:
        """Whether `seat` sees it."""
        return self.seen_by is None or seat in self.seen_by

    def __repr__(self) -> str:
        return f"<{self.rule}: {self.text}>"


Chance: TypeAlias = Roll | Total | Totals | Draw
Request: TypeAlias = Chance | Choose | Here | Event
Rule: TypeAlias = Generator[Request, Any, Any]


class IllegalMove(ValueError):
    """A move or an answer that the rules forbid; nothing on the table has changed."""


class Unknowable(LookupError):
    """A question whose exact answer needs more than a seat knows, or than is worked out here; it says which."""


def name_of(request: Request, answer: Any) -> Any:
    """The name under which a save holds `answer`: a move's key, a total, faces, or a thing drawn."""
    if isinstance(request, Choose):
        return answer.key
    if isinstance(request, Roll | Totals):
        return list(answer)
    if isinstance(request, Draw):
        return {"draw": getattr(answer, "code", answer)}
    return answer


def answer_named(request: Request, name: Any) -> Any:
    """The answer that `name` stands for; IllegalMove with what is allowed when there is none.

    >>> answer_named(Total(2), 13)
    Traceback (most recent call last):
    ...
    beastlab.core.requests.IllegalMove: 13 can't be the total of 2 dice; it is a number from 2 to 12
    """
    if isinstance(request, Choose):
        if not isinstance(name, str):
            raise IllegalMove(
                f"{_brief(name)} is not an answer to {request.prompt!r}; play an option, or its key"
            )
        for option in request.options:
            if option.key == name:
                return option
        for refused in request.refused:
            if refused.move.key == name:
                raise IllegalMove(f"{refused.why} [{refused.rule}]")
        raise IllegalMove(
            f"{_brief(name)} is not an answer to {request.prompt!r}; legal: {_some(request.options)}"
        )
    if isinstance(request, Roll | Totals):
        numbers = isinstance(name, list | tuple) and all(type(number) is int for number in name)
        if numbers and (found := tuple(sorted(name))) in request.outcomes():
            return found
        wanted = (
            f"{request.count} face{'s' * (request.count != 1)} from 1 to {request.sides}"
            if isinstance(request, Roll)
            else f"{request.times} totals from {request.count} to {request.count * request.sides}"
        )
        raise IllegalMove(f"{_brief(name)} can't be rolled; give {wanted}")
    if isinstance(request, Total):
        if type(name) is int and name in request.outcomes():
            return name
        low, high = request.count, request.count * request.sides
        raise IllegalMove(
            f"{_brief(name)} can't be the total of {low} dice; it is a number from {low} to {high}"
        )
    if isinstance(request, Draw):
        thing = name.get("draw") if isinstance(name, dict) else getattr(name, "code", name)
        for outcome, weight in request.weights if isinstance(thing, str | int) else ():
            if weight and getattr(outcome, "code", outcome) == thing:
                return outcome
        raise IllegalMove(
            f"{_brief(thing)} can't be drawn here; it is not among the {len(request.weights)} that can"
        )
    raise TypeError(f"{request!r} takes no answer")


@cache
def _repeated_totals(times: int, count: int, sides: int) -> Mapping[tuple[int, ...], int]:
    once = _totals(count, sides)
    weights = {}
    for totals in combinations_with_replacement(once, times):
        weight = factorial(times)
        for total, repeats in Counter(totals).items():
            weight = weight // factorial(repeats) * once[total] ** repeats
        weights[totals] = weight
    return MappingProxyType(weights)


def _brief(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."


def _some(options: tuple[Move, ...]) -> str:
    keys = [option.key for option in options[:6]]
    return ", ".join(keys) + (f" and {len(options) - 6} more" if len(options) > 6 else "")


@cache
def _rolls(count: int, sides: int) -> Mapping[tuple[int, ...], int]:
    weights = {}
    for faces in combinations_with_replacement(range(1, sides + 1), count):
        weight = factorial(count)
        for repeats in Counter(faces).values():
            weight //= factorial(repeats)
        weights[faces] = weight
    return MappingProxyType(weights)  # cached: nobody may change it


@cache
def _totals(count: int, sides: int) -> Mapping[int, int]:
    weights = {0: 1}
    for _ in range(count):
        longer: Counter[int] = Counter()
        for total, weight in weights.items():
            for face in range(1, sides + 1):
                longer[total + face] += weight
        weights = dict(longer)
    return MappingProxyType(weights)
