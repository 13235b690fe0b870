"""What is asked of handfuls: quantities, compared with numbers or each other to get events."""

# mypy: disable-error-code="override"
# A plain reading and its events work out what others hold.

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import ceil, floor
from operator import add, floordiv, mod, mul, sub
from typing import TYPE_CHECKING, Any, NoReturn

from beastlab.odds.arguments import number, several, shown
from beastlab.odds.readings import Reading, listed

if TYPE_CHECKING:
    from beastlab.odds.handfuls import Handful

Leaf = tuple["Handful", Reading]
Values = Mapping[Leaf, Any]
Names = Mapping["Handful", str]
"""What the handfuls are called, where several are spoken of."""


class Quantity:
    """A number read off rolls and hands; it keeps its value wherever it appears.

    Compare it with a number or another quantity to get an event; calculate with it, or `map` it.
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

    def __init__(
        self, leaves: tuple[Leaf, ...], of: Callable[[Values], Any], say: Callable[[Names], str]
    ) -> None:
        self.leaves, self.of, self._say = leaves, of, say

    def told(self, names: Names) -> str:
        """What it is, in words."""
        return self._say(names)

    @property
    def text(self) -> str:
        """What it is, in words."""
        return self.told({})

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __copy__(self) -> Quantity:  # it never changes, and another one would be about other dice
        return self

    def __deepcopy__(self, _: Any) -> Quantity:
        return self

    def __reduce__(self) -> Any:
        raise TypeError(f"{self!r} can't be pickled; pickle the roll or hand, and ask again")

    def map(self, function: Callable[[Any], Any], text: str = "") -> Quantity:
        """`function` of the value; `text` says what it is.

        >>> from beastlab.odds import d6, law, roll
        >>> law(roll(2 * d6).total.map(lambda total: total % 3))[0]
        Fraction(1, 3)
        """
        if not callable(function):
            raise TypeError(f"{shown(function)} can't be applied; give a function of one value")
        return Quantity(
            self.leaves,
            lambda values: function(self.of(values)),
            lambda names: text or f"f({self.told(names)})",
        )

    def _with(self, other: Any, function: Callable[[Any, Any], Any], sign: str) -> Quantity:
        if isinstance(other, Event):
            raise TypeError(
                "an event is no number; join events with & | ~, or count them with event.map(int)"
            )
        if isinstance(other, Quantity):
            return Quantity(
                tuple(dict.fromkeys(self.leaves + other.leaves)),
                lambda values: function(self.of(values), other.of(values)),
                lambda names: f"({self.told(names)} {sign} {other.told(names)})",
            )
        value = _exact(other)
        return Quantity(
            self.leaves,
            lambda values: function(self.of(values), value),
            lambda names: f"({self.told(names)} {sign} {value})",
        )

    def __add__(self, other: Any) -> Quantity:
        return self._with(other, add, "+")

    __radd__ = __add__

    def __sub__(self, other: Any) -> Quantity:
        return self._with(other, sub, "-")

    def __rsub__(self, other: Any) -> Quantity:
        value = _exact(other)
        return Quantity(
            self.leaves,
            lambda values: value - self.of(values),
            lambda names: f"({value} - {self.told(names)})",
        )

    def __neg__(self) -> Quantity:
        return 0 - self

    def __mul__(self, other: Any) -> Quantity:
        return self._with(other, mul, "times")

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Quantity:
        return self._with(other, lambda a, b: Fraction(a) / b, "/")

    def __floordiv__(self, other: Any) -> Quantity:
        return self._with(other, floordiv, "//")

    def __mod__(self, other: Any) -> Quantity:
        return self._with(other, mod, "mod")

    # --- events ----------------------------------------------------------------------------

    def between(self, low: Any, high: Any) -> Event:
        """The value is from `low` to `high`, both included."""
        if _exact(low) > _exact(high):
            raise ValueError(f"between({low}, {high}) holds for nothing; give the smaller number first")
        return (self >= low) & (self <= high)

    def is_in(self, values: Iterable[Any]) -> Event:
        """The value is one of these.

        >>> from beastlab.odds import P, d6, roll
        >>> P(roll(2 * d6).total.is_in([7, 11])).value
        Fraction(2, 9)
        """
        wanted = frozenset(several("the values", values, 100_000, "values, as in [7, 11]"))
        try:
            words = listed(sorted(wanted))
        except TypeError:
            words = listed(sorted(map(str, wanted)))
        return Event(
            self.leaves,
            lambda values: self.of(values) in wanted,
            lambda names: f"{self.told(names)} is one of {words}",
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

        def compare(a: Any, b: Any) -> bool:
            for value in (a, b):
                if not isinstance(value, int | Fraction):
                    raise TypeError(
                        f"{self.text} gives {shown(value)}, which is no exact number; let map give ints or Fractions, "
                        "and ask is_in([...]) for other values"
                    )
            return holds(a, b)

        if isinstance(other, Quantity):
            both = self._with(other, compare, words)
            return Event(
                both.leaves, both.of, lambda names: f"{self.told(names)} is {words} {other.told(names)}"
            )
        value = other if type(other) is int else _exact(other)
        return Event(
            self.leaves,
            lambda values: compare(self.of(values), value),
            lambda names: f"{self.told(names)} is {words} {value}",
        )


class Read(Quantity):
    """What one reading finds on one handful."""

    __slots__ = ("handful", "reading")

    def __init__(self, handful: Handful, reading: Reading) -> None:
        self.handful, self.reading = handful, reading

    def __reduce__(self) -> Any:
        return Read, (self.handful, self.reading)

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return ((self.handful, self.reading),)

    def of(self, values: Values) -> Any:
        return values[self.handful, self.reading]

    def told(self, names: Names) -> str:
        return f"{self.reading.text} of {names.get(self.handful, self.handful.text)}"

    def between(self, low: Any, high: Any) -> Event:
        least, most = _exact(low), _exact(high)
        if least > most:
            raise ValueError(f"between({low}, {high}) holds for nothing; give the smaller number first")
        if self.reading.whole or self.handful.whole:
            least, most = ceil(least), floor(most)
        return Within(self, least, most)

    def _against(self, other: Any, words: str, bounds: Any, holds: Any) -> Event:
        if type(other) is not int:
            if isinstance(other, Quantity):
                return super()._against(other, words, bounds, holds)
            other = _exact(other)
        low, high = bounds(other)
        whole = self.reading.whole or self.handful.whole
        if not whole or (low is not None and low == high != floor(low)):
            return super()._against(other, words, bounds, holds)
        return Within(self, None if low is None else ceil(low), None if high is None else floor(high))


class Event(Quantity):
    """What may be so or not: a condition on rolls and hands. Ask `P(event)`; join events with `&`, `|`, `~`, `^`.

    >>> from beastlab.odds import P, d6, roll
    >>> crew = roll(2 * d6)
    >>> P(crew.any(5) & ~crew.any(6)).value, P(crew.any(5) ^ crew.any(6)).value
    (Fraction(1, 4), Fraction(1, 2))
    """

    __slots__ = ()

    def __and__(self, other: Any) -> Event:
        return every([self, other]) if isinstance(other, Event) else self._refused(other)

    def __or__(self, other: Any) -> Event:
        return some([self, other]) if isinstance(other, Event) else self._refused(other)

    def __xor__(self, other: Any) -> Event:
        return (self & ~other) | (~self & other) if isinstance(other, Event) else self._refused(other)

    def __invert__(self) -> Event:
        return Event(
            self.leaves, lambda values: not self.of(values), lambda names: f"not ({self.told(names)})"
        )

    def _refused(self, other: Any) -> Any:
        if isinstance(other, Quantity):
            raise TypeError(f"{other!r} is a quantity; compare it first, as in (roll.total >= 9)")
        if hasattr(other, "event"):
            return NotImplemented  # an answer knows how to join
        raise TypeError(
            f"{shown(other)} is no event; join events with & | ~ ^, as in (roll.total >= 9) & roll.any(6)"
        )

    def _with(self, other: Any, function: Any, sign: str) -> NoReturn:
        raise TypeError("an event is no number; join events with & | ~, or count them with event.map(int)")

    def __rsub__(self, other: Any) -> NoReturn:
        self._with(other, sub, "-")

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

    def __reduce__(self) -> Any:
        return Within, (self.read, self.low, self.high)

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return self.read.leaves

    def of(self, values: Values) -> bool:
        found = self.read.of(values)
        return (self.low is None or found >= self.low) and (self.high is None or found <= self.high)

    def told(self, names: Names) -> str:
        handful = self.read.handful
        return handful.said(self.read.reading, self.low, self.high, names.get(handful, ""))

    def __invert__(self) -> Event:
        if self.read.reading.whole or self.read.handful.whole:
            if self.high is None:
                return Within(self.read, None, self.low - 1)
            if self.low is None:
                return Within(self.read, self.high + 1, None)
        return super().__invert__()


class Joined(Event):
    """Several events joined: `Every` or `Some`."""

    __slots__ = ("parts",)
    word: str

    def __init__(self, parts: list[Event]) -> None:
        self.parts = parts

    def __reduce__(self) -> Any:
        return type(self), (self.parts,)

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return tuple(dict.fromkeys(leaf for part in self.parts for leaf in part.leaves))

    def told(self, names: Names) -> str:
        return f" {self.word} ".join(
            part.told(names) if isinstance(part, Within) else f"({part.told(names)})" for part in self.parts
        )


class Every(Joined):
    """All of these events at once."""

    __slots__ = ()
    word = "and"

    def of(self, values: Values) -> bool:
        return all(part.of(values) for part in self.parts)


class Some(Joined):
    """At least one of these events."""

    __slots__ = ()
    word = "or"

    def of(self, values: Values) -> bool:
        return any(part.of(values) for part in self.parts)


def every(events: list[Event]) -> Event:
    """All of these events at once."""
    parts = [part for event in events for part in (event.parts if isinstance(event, Every) else [event])]
    return parts[0] if len(parts) == 1 else Every(parts)


def some(events: list[Event]) -> Event:
    """At least one of these events."""
    return Some([part for event in events for part in (event.parts if isinstance(event, Some) else [event])])


def _exact(value: Any) -> int | Fraction:
    if hasattr(value, "weights"):
        raise TypeError("a law has no value before it is rolled; write roll(2 * d6).total, or total(2 * d6)")
    exact = number("a number", value)
    return exact.numerator if exact.denominator == 1 else exact
