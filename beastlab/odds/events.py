"""Quantities and events of handfuls, and the one sweep that finds their exact joint law."""

# mypy: disable-error-code="override"
# A plain reading and its events work out what others hold.

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, comb, floor, prod
from operator import add, mul, sub
from typing import TYPE_CHECKING, Any, NoReturn

from beastlab.odds.arguments import number, shown
from beastlab.odds.distribution import Distribution
from beastlab.odds.readings import Reading

if TYPE_CHECKING:
    from beastlab.odds.handfuls import Handful

Leaf = tuple["Handful", Reading]
Values = Mapping[Leaf, Any]

MOST_STEPS = 4_000_000
"""A sweep of more steps than this (a few seconds) is refused."""


class Quantity:
    """A number read off rolls and hands; it keeps its value wherever it appears.

    Compare it with a number or another quantity to get an event, add, subtract and multiply it, `map` it.
    `law(quantity)` is its distribution, `E(quantity)` its mean.

    >>> from beastlab.odds import P, d6, roll
    >>> crew, rival = roll(2 * d6), roll(2 * d6)
    >>> P(crew.total > rival.total).value, P(crew.total + crew.total == 14).value
    (Fraction(575, 1296), Fraction(1, 6))
    """

    __slots__ = ("_say", "leaves", "of")
    leaves: tuple[Leaf, ...]
    """What has to be read off which handful to know it."""
    of: Callable[[Values], Any]
    """The value, given what was read."""

    def __init__(self, leaves: tuple[Leaf, ...], of: Callable[[Values], Any], say: Callable[[], str]) -> None:
        self.leaves, self.of, self._say = leaves, of, say

    @property
    def text(self) -> str:
        """What it is, in words."""
        return self._say()

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def map(self, function: Callable[[Any], Any], text: str = "") -> Quantity:
        """`function` of the value; `text` says what it is.

        >>> from beastlab.odds import d6, law, roll
        >>> law(roll(2 * d6).total.map(lambda total: total % 3))[0]
        Fraction(1, 3)
        """
        return Quantity(
            self.leaves, lambda values: function(self.of(values)), lambda: text or f"f({self.text})"
        )

    def _with(self, other: Any, function: Callable[[Any, Any], Any], sign: str) -> Quantity:
        if isinstance(other, Event):
            raise TypeError(
                "an event is no number; join events with & | ~, or count them with event.map(int)"
            )
        if isinstance(other, Quantity):
            leaves = tuple(dict.fromkeys(self.leaves + other.leaves))
            return Quantity(
                leaves,
                lambda values: function(self.of(values), other.of(values)),
                lambda: f"({self.text} {sign} {other.text})",
            )
        value = _exact(other)
        return self.map(lambda mine: function(mine, value), f"({self.text} {sign} {value})")

    def __add__(self, other: Any) -> Quantity:
        return self._with(other, add, "+")

    __radd__ = __add__

    def __sub__(self, other: Any) -> Quantity:
        return self._with(other, sub, "-")

    def __rsub__(self, other: Any) -> Quantity:
        return -1 * self + other

    def __mul__(self, other: Any) -> Quantity:
        return self._with(other, mul, "times")

    __rmul__ = __mul__

    # --- events ----------------------------------------------------------------------------

    def between(self, low: Any, high: Any) -> Event:
        """The value is from `low` to `high`, both included."""
        return (self >= low) & (self <= high)

    def is_in(self, values: Iterable[Any]) -> Event:
        """The value is one of these.

        >>> from beastlab.odds import P, d6, roll
        >>> P(roll(2 * d6).total.is_in([7, 11])).value
        Fraction(2, 9)
        """
        wanted = frozenset(values)
        words = ", ".join(sorted(map(str, wanted)))
        return Event(
            self.leaves, lambda values: self.of(values) in wanted, lambda: f"{self.text} is one of {words}"
        )

    def __ge__(self, other: Any) -> Event:
        return self._against(other, "at least", lambda x: (x, None), lambda a, b: a >= b)

    def __gt__(self, other: Any) -> Event:
        return self._against(other, "more than", lambda x: (floor(x) + 1, None), lambda a, b: a > b)

    def __le__(self, other: Any) -> Event:
        return self._against(other, "at most", lambda x: (None, x), lambda a, b: a <= b)

    def __lt__(self, other: Any) -> Event:
        return self._against(other, "less than", lambda x: (None, ceil(x) - 1), lambda a, b: a < b)

    def __eq__(self, other: object) -> Event:
        return self._against(other, "equal to", lambda x: (x, x), lambda a, b: a == b)

    def __ne__(self, other: object) -> Event:
        return ~(self == other)

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        kind = "an event is" if isinstance(self, Event) else "a quantity is"
        raise TypeError(
            f"{kind} neither true nor false before the dice fall; ask P(event), join events with & | ~ instead of "
            "'and', 'or', 'not', and write q.between(7, 9) for 7 <= q <= 9"
        )

    def _against(
        self,
        other: Any,
        words: str,
        bounds: Callable[[Any], tuple[Any, Any]],
        holds: Callable[[Any, Any], bool],
    ) -> Event:
        """The event of a comparison; `bounds` are the least and greatest whole number for which it holds."""
        if isinstance(other, Event):
            raise TypeError(
                "an event has no size; compare quantities with numbers, and join events with & | ~"
            )
        if isinstance(other, Quantity):
            both = self._with(other, holds, words)
            return Event(both.leaves, both.of, lambda: f"{self.text} is {words} {other.text}")
        value = other if type(other) is int else _exact(other)
        return Event(
            self.leaves,
            lambda values: holds(self.of(values), value),
            lambda: f"{self.text} is {words} {value}",
        )


class Read(Quantity):
    """What one reading finds on one handful."""

    __slots__ = ("handful", "reading")

    def __init__(self, handful: Handful, reading: Reading) -> None:
        self.handful, self.reading = handful, reading

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return ((self.handful, self.reading),)

    def of(self, values: Values) -> Any:
        return values[self.handful, self.reading]

    @property
    def text(self) -> str:
        return f"{self.reading.text} of {self.handful.text}"

    def between(self, low: Any, high: Any) -> Event:
        return Within(self, None if low is None else _exact(low), None if high is None else _exact(high))

    def _against(self, other: Any, words: str, bounds: Any, holds: Any) -> Event:
        if type(other) is not int:
            if isinstance(other, Quantity):
                return super()._against(other, words, bounds, holds)
            other = _exact(other)
        if not self.reading.whole and not self.handful.whole:
            return super()._against(other, words, bounds, holds)
        return Within(self, *bounds(other))


class Event(Quantity):
    """What may be so or not: a condition on rolls and hands. Ask `P(event)`; join events with `&`, `|`, `~`.

    >>> from beastlab.odds import P, d6, roll
    >>> crew = roll(2 * d6)
    >>> P(crew.any(5) & ~crew.any(6)).value
    Fraction(1, 4)
    """

    __slots__ = ()

    def __and__(self, other: Any) -> Event:
        return every([self, other]) if isinstance(other, Event) else self._refused(other)

    def __or__(self, other: Any) -> Event:
        if not isinstance(other, Event):
            return self._refused(other)
        leaves = tuple(dict.fromkeys(self.leaves + other.leaves))
        return Event(
            leaves,
            lambda values: bool(self.of(values) or other.of(values)),
            lambda: f"({self.text}) or ({other.text})",
        )

    def __invert__(self) -> Event:
        return Event(self.leaves, lambda values: not self.of(values), lambda: f"not ({self.text})")

    def _refused(self, other: Any) -> Any:
        if isinstance(other, Quantity):
            raise TypeError(f"{other!r} is a quantity; compare it first, as in (roll.total >= 9)")
        return NotImplemented

    def _with(self, other: Any, function: Any, sign: str) -> NoReturn:
        raise TypeError("an event is no number; join events with & | ~, or count them with event.map(int)")

    def _against(self, other: Any, words: str, bounds: Any, holds: Any) -> NoReturn:
        raise TypeError(
            f"events are not compared (this asked for '{words}'); for 'both happen' write a & b, for 'both or neither' "
            "(a & b) | (~a & ~b), and compare chances by P(a).value and P(b).value"
        )


class Within(Event):
    """What was read lies from `low` to `high` (None: no bound)."""

    __slots__ = ("high", "low", "read")

    def __init__(self, read: Read, low: Any, high: Any) -> None:
        self.read, self.low, self.high = read, low, high

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return self.read.leaves

    def of(self, values: Values) -> bool:
        found = self.read.of(values)
        return (self.low is None or found >= self.low) and (self.high is None or found <= self.high)

    @property
    def text(self) -> str:
        return self.read.handful.said(self.read.reading, self.low, self.high)

    def __invert__(self) -> Event:
        if self.read.reading.whole or self.read.handful.whole:
            if self.high is None:
                return Within(self.read, None, ceil(self.low) - 1)
            if self.low is None:
                return Within(self.read, floor(self.high) + 1, None)
        return super().__invert__()


class Every(Event):
    """All of these events at once."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[Event]) -> None:
        self.parts = parts

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return tuple(dict.fromkeys(leaf for part in self.parts for leaf in part.leaves))

    def of(self, values: Values) -> bool:
        return all(part.of(values) for part in self.parts)

    @property
    def text(self) -> str:
        return " and ".join(
            part.text if isinstance(part, Within) else f"({part.text})" for part in self.parts
        )


def every(events: list[Event]) -> Event:
    """All of these events at once."""
    parts = [part for event in events for part in (event.parts if isinstance(event, Every) else [event])]
    return parts[0] if len(parts) == 1 else Every(parts)


def _exact(value: Any) -> int | Fraction:
    exact = number("a number", value)
    return exact.numerator if exact.denominator == 1 else exact


# --- the exact joint law -------------------------------------------------------------------------------


def law(*quantities: Quantity, given: Event | None = None) -> Distribution[Any]:
    """The exact law of a quantity, or of several taken together as tuples; `given` an event, if you like.

    >>> from beastlab.odds import d6, roll
    >>> crew = roll(3 * d6)
    >>> law(crew.count_at_least(3), crew.count(1))[2, 1]
    Fraction(2, 9)
    >>> law(crew.total, given=crew.all_at_least(5)).mean
    Fraction(33, 2)
    """
    for asked in (*quantities, *([] if given is None else [given])):
        if not isinstance(asked, Quantity):
            raise TypeError(
                f"{shown(asked)} is not read off a roll or a hand; give one as in law(roll(2 * d6).total)"
            )
    if not quantities:
        raise ValueError("no quantity is given; write law(roll(2 * d6).total)")
    if given is not None and not isinstance(given, Event):
        raise TypeError(f"{given!r} is a quantity; compare it with a number to get a condition")
    if given is None and len(quantities) == 1 and isinstance(read := quantities[0], Read):
        short = read.handful.law_of(read.reading)
        if short is not None:
            return Distribution._of(dict(short))
    every_one = (*quantities, given) if given is not None else quantities
    found: dict[Any, int] = {}
    for values, ways in outcomes(tuple(dict.fromkeys(leaf for q in every_one for leaf in q.leaves))):
        if given is None or given.of(values):
            outcome = (
                quantities[0].of(values) if len(quantities) == 1 else tuple(q.of(values) for q in quantities)
            )
            found[outcome] = found.get(outcome, 0) + ways
    if not found:
        raise ValueError(
            f"the condition never holds ({'' if given is None else given.text}); nothing can be said given it"
        )
    return Distribution._of(found)


def ways(event: Event) -> int:
    """In how many ways it happens, out of `all_ways(event.leaves)`: a sum where there is one, else the sweep."""
    if isinstance(event, Within):
        direct = event.read.handful.ways_of(event.read.reading, event.low, event.high)
        if direct is not None:
            return direct
    elif isinstance(event, Every) and (kinds := kinds_of(event)):
        separate = kinds[0].separate_ways(kinds[1])
        if separate is not None:
            return separate
    return sum(ways for values, ways in outcomes(event.leaves) if event.of(values))


def all_ways(leaves: tuple[Leaf, ...]) -> int:
    """All ways in which the handfuls of these readings can fall."""
    return prod(handful.ways for handful in dict.fromkeys(handful for handful, _ in leaves))


def kinds_of(event: Every) -> tuple[Handful, list[tuple[Reading, Any, Any]]] | None:
    """The one handful, and (reading, low, high) of every part, where the parts say no more than that."""
    parts = [part for part in event.parts if isinstance(part, Within)]
    handful = parts[0].read.handful if parts else None
    if handful is None or len(parts) < len(event.parts) or any(p.read.handful is not handful for p in parts):
        return None
    return handful, [(part.read.reading, part.low, part.high) for part in parts]


def outcomes(leaves: tuple[Leaf, ...]) -> list[tuple[dict[Leaf, Any], int]]:
    """What can be read, each with its ways: readings of one handful together, handfuls independent."""
    by_handful: dict[Handful, list[Reading]] = {}
    for handful, reading in leaves:
        by_handful.setdefault(handful, []).append(reading)
    parts = [
        [
            ({(handful, reading): value for reading, value in zip(readings, found, strict=True)}, ways)
            for found, ways in swept(handful, readings).items()
        ]
        for handful, readings in by_handful.items()
    ]
    if prod(map(len, parts)) > MOST_STEPS:
        raise ValueError(
            f"together these handfuls show {prod(map(len, parts)):,} different things, too many to go through; ask "
            "about each alone, or map what is read to fewer values (an event instead of a number)"
        )
    if len(parts) == 1:
        return parts[0]
    return [
        ({leaf: value for values, _ in row for leaf, value in values.items()}, prod(ways for _, ways in row))
        for row in product(*parts)
    ]


def swept(handful: Handful, readings: Sequence[Reading]) -> dict[tuple[Any, ...], int]:
    """The joint law of the readings of one handful: a tuple of values, each with its ways.

    Faces that are alike to all readings are one class. Class by class, states that are equal are merged; when so
    many pieces were seen that nothing changes any more, all that may follow is counted at once.
    """
    found: dict[tuple[Any, ...], int] = {}
    for factor, case in handful.cases():
        for values, ways in _sweep(case, readings).items():
            found[values] = found.get(values, 0) + factor * ways
    return found


def _sweep(handful: Handful, readings: Sequence[Reading]) -> dict[tuple[Any, ...], int]:
    if len(readings) == 1 and (law := handful.law_of(readings[0])) is not None:
        return {(value,): ways for value, ways in law.items()}
    n = handful.size
    upward = all(reading.upward or reading.anyhow for reading in readings)
    if not upward:
        readings = [reading.downward(n) for reading in readings]
    classes: dict[Any, list[Any]] = {}
    for face in handful.faces if upward else reversed(handful.faces):
        classes.setdefault(tuple([reading.key(face) for reading in readings]), []).append(face)
    sizes = handful.sizes(list(classes.values()))
    stops = [reading.stop for reading in readings]
    stop = n + 1 if None in stops else max(stop for stop in stops if stop is not None)
    _affordable(handful, readings, len(classes), stop)
    start = handful.start()
    states: dict[tuple[Any, ...], int] = {(start, *(reading.first for reading in readings)): 1}
    found: dict[tuple[Any, ...], int] = {}
    steps = [reading.step for reading in readings]

    def settle(state: tuple[Any, ...], ways: int) -> None:
        values = tuple([reading.end(s, n) for reading, s in zip(readings, state[1:], strict=True)])
        found[values] = found.get(values, 0) + ways

    for place, (face, *_) in enumerate(classes.values()):
        later, below, last = sizes[place:], sizes[place + 1 :], place == len(sizes) - 1
        splits: dict[Any, list[tuple[int, Any, int]]] = {}
        onward: dict[tuple[Any, ...], int] = {}
        for state, ways in states.items():
            left = state[0]
            if left not in splits:
                splits[left] = handful.split(sizes[place], left, last)
            seen = n - handful.unseen(later, left)
            enough, settled = stop - seen, 0
            for count, then, times in splits[left]:
                if count >= enough:
                    settled += times * handful.rest(below, then)
                    continue
                moved = [step(s, face, count, seen) for step, s in zip(steps, state[1:], strict=True)]
                key = (then, *moved)
                onward[key] = onward.get(key, 0) + ways * times
            if settled:
                moved = [step(s, face, enough, seen) for step, s in zip(steps, state[1:], strict=True)]
                settle((left, *moved), ways * settled)
        states = onward
    for state, ways in states.items():
        settle(state, ways)
    return found


def _affordable(handful: Handful, readings: Sequence[Reading], classes: int, stop: int) -> None:
    """Refuse a sweep of too many steps before it starts."""
    most = min(stop, handful.size)
    vectors = comb(most + classes, classes)
    merged = (most + 1) * prod(reading.states(most, handful.faces) for reading in readings)
    steps = classes * min(vectors, merged) * (most + 2) // 2
    if steps > MOST_STEPS:
        raise ValueError(
            f"going through {handful.text} for this would take some {steps:,} steps (up to {MOST_STEPS:,} are fine); "
            "ask about fewer pieces or fewer things at once, or about a number of faces instead of a sum"
        )
