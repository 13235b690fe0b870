"""What can be read off a handful of dice or cards, one face at a time, from the highest face down.

A reading is a small automaton: `first` is its state before any face was looked at, `step` takes a face,
how many show it and how many were seen before, `end` turns the last state into a value. Faces with the same
`key` are alike to it and are swept as one. `stop` (if any) is the number of pieces after which nothing changes.
`direct` counts the ways to a value from `low` to `high` in closed form, where there is one, and `formula` names it.
"""

# mypy: disable-error-code="override"
# Some readings work out what others hold as a constant.

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beastlab.odds.handfuls import Handful

Named = tuple[str, dict[str, Any]]
"""The name of a formula of the catalogue, and the values of its letters."""


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
    """How `law` and `direct` count."""

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

    def law(self, handful: Handful) -> dict[Any, int] | None:
        """The ways to every value, where there is a shorter way than the sweep."""
        return None

    def direct(self, handful: Handful, low: int | None, high: int | None) -> int | None:
        """The ways to a value from `low` to `high` (None: no bound) in closed form, where there is one."""
        return None

    def formula(self, handful: Handful, low: int | None, high: int | None) -> Named | None:
        return None

    def said(self, handful: Handful, low: int | None, high: int | None) -> str:
        """The words of the event: this reading, from `low` to `high`."""
        return f"{self.text} is {bounds(low, high)}"

    def why(self, low: int | None, high: int | None) -> list[str]:
        """What it takes, in words."""
        return []


def bounds(low: int | None, high: int | None) -> str:
    """A range in words.

    >>> bounds(2, None), bounds(None, 3), bounds(4, 4), bounds(1, 3)
    ('at least 2', 'at most 3', '4', 'from 1 to 3')
    """
    if low is None:
        return f"at most {high}"
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

    def law(self, handful: Handful) -> dict[Any, int] | None:
        return handful.sum_law()

    def direct(self, handful: Handful, low: int | None, high: int | None) -> int | None:
        law = handful.sum_law()
        if law is None:
            return None
        return sum([w for x, w in law.items() if (low is None or x >= low) and (high is None or x <= high)])

    def formula(self, handful: Handful, low: int | None, high: int | None) -> Named | None:
        fair = handful.fair_dice()
        if fair is None:
            return None
        n, s = fair
        if high is None and low is not None and n < low <= n * s:
            return "sum-at-least", {"n": n, "s": s, "t": low}
        if low is None and high is not None and n <= high < n * s:
            return "sum-at-most", {"n": n, "s": s, "t": high}
        if low is not None and low == high and n <= low <= n * s:
            return "sum-exactly", {"n": n, "s": s, "t": low}
        return None


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

    def law(self, handful: Handful) -> dict[Any, int] | None:
        return handful.count_law(self.faces)

    def direct(self, handful: Handful, low: int | None, high: int | None) -> int | None:
        return handful.count_ways(self.faces, low, high)

    def formula(self, handful: Handful, low: int | None, high: int | None) -> Named | None:
        return handful.count_formula(self.faces, low, high)

    def said(self, handful: Handful, low: int | None, high: int | None) -> str:
        one, many, shows = handful.words(self.what)
        if low == 1 and high is None:
            return f"some {one} {shows}s {self.what}"
        if low == handful.size and handful.size > 1:
            return f"every {one} {shows}s {self.what}"
        if not low and high == 0:
            return f"no {one} {shows}s {self.what}"
        return f"{bounds(low or None, high)} {many} {shows} {self.what}"


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

    def law(self, handful: Handful) -> dict[Any, int] | None:
        return handful.highest_law(self.stop) if not (self.upward or self.start) else None

    def formula(self, handful: Handful, low: int | None, high: int | None) -> Named | None:
        if self.stop != self.start + 1 or low is None or high is not None:
            return None
        q = handful.chance(lambda face: face >= low)
        if q is None or not 0 < q < 1:
            return None
        n = handful.size
        k = n - self.start if self.upward else self.start + 1
        return ("any", {"n": n, "q": q}) if k == 1 else ("kth-highest-at-least", {"k": k, "n": n, "q": q})


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

    def law(self, handful: Handful) -> dict[Any, int] | None:
        return handful.covered_law(self.wants)

    def direct(self, handful: Handful, low: int | None, high: int | None) -> int | None:
        if low is None or low < len(self.icons) or high is not None:
            return None
        return handful.cover_ways(self.wants) if low == len(self.icons) else 0

    def said(self, handful: Handful, low: int | None, high: int | None) -> str:
        if low == len(self.icons) and high is None:
            return f"the dice cover {listed(self.icons)}"
        return f"{bounds(low, high)} of the icons {listed(self.icons)} covered"

    def why(self, low: int | None, high: int | None) -> list[str]:
        if low != len(self.icons) or high is not None:
            return ["A die covers one icon whose number it reaches; the count is of the most icons at once."]
        steps = [
            f"at least {want} {'die shows' if want == 1 else 'dice show'} {icon}"
            + " or more" * bool(icon < 6)
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
        return "the number of groups cleared among " + "; ".join(map(listed, self.groups))

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

    def why(self, low: int | None, high: int | None) -> list[str]:
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

    def formula(self, handful: Handful, low: int | None, high: int | None) -> Named | None:
        fair = handful.fair_dice()
        if fair is None or low is None:
            return None
        n, s = fair
        if low == s and high in (None, s):
            return "all-faces", {"n": n, "s": s}
        return ("all-different", {"n": n, "s": s}) if low == n and high in (None, n) else None


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


def listed(things: Any) -> str:
    """Things as a list in words.

    >>> listed((2, 3, 3)), listed(["a"])
    ('2, 3 and 3', 'a')
    """
    words = [str(thing) for thing in things]
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "nothing"


def binomial_ways(n: int, wanted: int, other: int, low: int, high: int) -> int:
    """Ways in which from `low` to `high` of n dice show one of `wanted` faces, the others one of `other`.

    >>> binomial_ways(3, 2, 4, 1, 3) == 6**3 - 4**3
    True
    """
    low, high = max(low, 0), min(high, n)
    if low > high:
        return 0
    if high - low + 1 > n + 1 - (high - low + 1):  # the other side is shorter
        all_ways = (wanted + other) ** n
        return all_ways - sum(
            comb(n, j) * wanted**j * other ** (n - j) for j in (*range(low), *range(high + 1, n + 1))
        )
    return sum(comb(n, j) * wanted**j * other ** (n - j) for j in range(low, high + 1))
