"""What can be read off a handful of dice or cards, one face at a time, from the highest face down.

A reading is a small automaton: `first` is its state before any face was looked at, `step` takes a face,
how many show it and how many were seen before, `end` turns the last state into a value. Faces with the same
`key` are alike to it and are swept as one. `stop` (if any) is the number of pieces after which nothing changes.
"""

# mypy: disable-error-code="override"
# Some readings work out what others hold as a constant.

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from typing import Any

Named = tuple[str, dict[str, Any]]
"""The name of a formula of the catalogue, and the values of its letters."""


MANY = 8
"""A list in words counts what is alike when it is longer than this."""


class Reading:
    """What every reading has; see the module."""

    first: Any = 0
    stop: int | None = None
    upward = False
    """Whether it sweeps from the lowest face up."""
    anyhow = False
    """Whether the order of the faces makes no difference."""
    whole = True
    """Whether its values are whole numbers whatever the faces are."""
    text: str
    method = "Exact: face by face, equal intermediate results counted together."
    """How the ways are counted where the sweep isn't needed."""

    def key(self, face: Any) -> Hashable:
        return face

    def downward(self, n: int) -> Reading:
        """The same reading from the highest face down."""
        return self

    def step(self, state: Any, face: Any, count: int, seen: int) -> Any:
        raise NotImplementedError

    def end(self, state: Any, n: int) -> Any:
        """The value, once all `n` pieces were seen."""
        return state

    def states(self, n: int, faces: Sequence[Any]) -> int:
        """It has no more states than this with n pieces."""
        raise NotImplementedError

    def said(self, low: Any, high: Any, of: str) -> str:
        """The words of the event: this reading, of a handful, from `low` to `high`."""
        return f"{self.text}{of} is {bounds(low, high)}"

    def why(self, low: Any, high: Any) -> list[str]:
        """What it takes, in words."""
        return []


def bounds(low: int | None, high: int | None) -> str:
    """A range in words.

    >>> bounds(2, None), bounds(None, 3), bounds(4, 4), bounds(1, 3)
    ('at least 2', 'at most 3', '4', 'from 1 to 3')
    """
    if low is None:
        return "any number of" if high is None else f"at most {high}"
    if high is None:
        return f"at least {low}"
    return f"{low}" if low == high else f"from {low} to {high}"


@dataclass(frozen=True)
class Total(Reading):
    """The sum of all that is shown."""

    text: str = "the total"
    anyhow, whole = True, False
    method = "Exact: the ways to every total, by the recurrence of its generating function."

    def step(self, state: Any, face: Any, count: int, seen: int) -> Any:
        return state + face * count

    def states(self, n: int, faces: Sequence[Any]) -> int:
        return _sums(n, faces)


@dataclass(frozen=True)
class Count(Reading):
    """How many of the pieces show one of these faces."""

    faces: frozenset[Any]
    what: str
    anyhow = True
    method = "Exact: a sum of products of binomial coefficients."

    @property
    def text(self) -> str:
        return f"the number with {self.what}"

    def key(self, face: Any) -> Hashable:
        return face in self.faces

    def step(self, state: int, face: Any, count: int, seen: int) -> int:
        return state + count if face in self.faces else state

    def states(self, n: int, faces: Sequence[Any]) -> int:
        return n + 1


@dataclass(frozen=True)
class Kept(Reading):
    """The sum of the pieces from rank `start` to before `stop`, the highest having rank 0."""

    stop: int = 1
    start: int = 0
    text: str = "the highest"
    upward: bool = False
    whole = False

    def downward(self, n: int) -> Reading:
        return Kept(n - self.start, n - self.stop, self.text) if self.upward else self

    def step(self, state: Any, face: Any, count: int, seen: int) -> Any:
        kept = min(seen + count, self.stop) - max(seen, self.start)
        return state + face * kept if kept > 0 else state

    def states(self, n: int, faces: Sequence[Any]) -> int:
        return _sums(self.stop - self.start, faces)


@dataclass(frozen=True)
class Covered(Reading):
    """The most icons that can be covered: each by one die that shows its number or more.

    Hall's theorem: with m icons, as many stay uncovered as the largest, over all numbers t, of (icons that
    need t or more) - (dice that show t or more), or none.
    """

    icons: tuple[int, ...]
    method = "Exact: Hall's condition, number by number from the highest, without going through single rolls."

    @property
    def stop(self) -> int:
        return len(self.icons)

    @property
    def text(self) -> str:
        return f"the number of icons covered among {listed(self.icons)}"

    @cached_property
    def wants(self) -> dict[int, int]:
        """For each number on an icon, from the highest down: how many icons need that or more."""
        found: dict[int, int] = {}
        for done, icon in enumerate(sorted(self.icons, reverse=True), 1):
            found[icon] = done
        return found

    def key(self, face: Any) -> Hashable:
        return max((icon for icon in self.wants if icon <= face), default=None)

    def step(self, state: int, face: Any, count: int, seen: int) -> int:
        for icon, want in self.wants.items():
            if icon <= face:
                break
            state = max(state, want - seen)  # all dice that show this icon or more were seen
        return state

    def end(self, state: int, n: int) -> int:
        return min(len(self.icons) - state, n)  # every die covers the icons below the lowest face

    def states(self, n: int, faces: Sequence[Any]) -> int:
        return len(self.icons) + 1

    def said(self, low: Any, high: Any, of: str) -> str:
        if low == len(self.icons) and high is None:
            return f"the dice{of} cover {listed(self.icons)}"
        return f"{bounds(low, high)} of the icons {listed(self.icons)} can be covered{of and ' by the dice' + of}"

    def why(self, low: Any, high: Any) -> list[str]:
        if low != len(self.icons) or high is not None:
            return ["A die covers one icon whose number it reaches; the count is of the most icons at once."]
        if not self.icons:
            return ["There is no icon to be covered."]
        steps = [
            f"at least {want} {'die reaches' if want == 1 else 'dice reach'} {icon}"
            for icon, want in self.wants.items()
        ]
        return ["All icons can be covered exactly when " + ", ".join(steps) + " (Hall's condition)."]


@dataclass(frozen=True)
class Cleared(Reading):
    """The most groups of icons (whole Monsters) of which every icon is covered at once, no die used twice."""

    groups: tuple[tuple[int, ...], ...]

    @property
    def stop(self) -> int:
        return sum(map(len, self.groups))

    def states(self, n: int, faces: Sequence[Any]) -> int:
        return prod(most + 1 for most in self.levels.values())

    @cached_property
    def first(self) -> tuple[int, ...]:
        return (0,) * len(self.levels)

    @property
    def text(self) -> str:
        return "the number of groups cleared among " + ("; ".join(map(listed, self.groups)) or "none")

    @cached_property
    def levels(self) -> dict[int, int]:
        """For each number on an icon, from the highest down: how many icons need that or more."""
        return Covered(tuple(icon for group in self.groups for icon in group)).wants

    @cached_property
    def _subsets(self) -> list[tuple[int, tuple[int, ...]]]:
        """Sets of groups, the largest first: how many there are, and the dice needed at each level."""
        found: dict[tuple[int, ...], int] = {}
        for chosen in range(1 << len(self.groups)):
            groups = [group for i, group in enumerate(self.groups) if chosen >> i & 1]
            needs = tuple(sum(icon >= level for group in groups for icon in group) for level in self.levels)
            found[needs] = max(found.get(needs, 0), len(groups))
        return sorted(((size, needs) for needs, size in found.items()), reverse=True)

    def key(self, face: Any) -> Hashable:
        return max((icon for icon in self.levels if icon <= face), default=None)

    def step(self, state: tuple[int, ...], face: Any, count: int, seen: int) -> tuple[int, ...]:
        now = seen + count
        return tuple(
            min(most, now) if level <= face else have
            for have, (level, most) in zip(state, self.levels.items(), strict=True)
        )

    def end(self, state: tuple[int, ...], n: int) -> int:
        return next(
            size
            for size, needs in self._subsets
            if all(have >= n for have, n in zip(state, needs, strict=True))
        )

    def why(self, low: Any, high: Any) -> list[str]:
        return [
            f"A set of groups can be cleared when, for each number, enough dice reach it; "
            f"{len(self._subsets)} different sets are tried, the largest first."
        ]


@dataclass(frozen=True)
class Distinct(Reading):
    """How many different faces are shown."""

    text: str = "the number of different faces"
    anyhow = True

    def states(self, n: int, faces: Sequence[Any]) -> int:
        return min(n, len(faces)) + 1

    def step(self, state: int, face: Any, count: int, seen: int) -> int:
        return state + (count > 0)


@dataclass(frozen=True)
class Alike(Reading):
    """The largest number of pieces that show the same face."""

    text: str = "the largest number alike"
    anyhow = True

    def step(self, state: int, face: Any, count: int, seen: int) -> int:
        return max(state, count)

    def states(self, n: int, faces: Sequence[Any]) -> int:
        return n + 1


def _sums(n: int, faces: Sequence[Any]) -> int:
    """How many different sums n pieces can have, at most."""
    if not faces:
        return 1
    span = faces[-1] - faces[0]
    return int(n * span) + 1 if all(isinstance(face, int) for face in faces) else comb(n + len(faces) - 1, n)


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, ...

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    ending = "th" if 10 < n % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def listed(things: Any) -> str:
    """Things as a list in words; of many, those that are alike are counted.

    >>> listed((2, 3, 3)), listed(["a"]), listed([6] * 18 + [5])
    ('2, 3 and 3', 'a', '18 times 6 and 5')
    """
    words = [str(thing) for thing in things]
    if len(words) > MANY:
        numbers = Counter(words)
        words = [f"{count} times {word}" if count > 1 else word for word, count in numbers.items()]
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "nothing"
