"""Favors in fights: which die to reroll, one at a time and no die twice, for aims in a stated order.

A fight is won in several ways at once: Monsters defeated, icons covered, Heroes kept. So a roll is worth a tuple of
whole numbers, and of two plays the better one is that with the higher mean in the first place in which the means
differ. Backward induction over (dice that may still fall anew, dice that may not, Favors left), in whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import Generic, TypeAlias, TypeVar

from beastlab.odds.arguments import whole, wholes
from beastlab.odds.distribution import Distribution

T = TypeVar("T", bound=Hashable)
Faces: TypeAlias = tuple[int, ...]
"""Dice from the highest to the lowest."""

MOST_DICE = 15
"""A fight is rolled with no more dice than this."""
MOST_ROLLS = 150_000
"""With Favors, no more different rolls than this are valued (three seconds)."""


@dataclass(frozen=True)
class Reroll(Generic[T]):
    """What may be done with the roll that lies there: reroll a die that shows `face`, or nothing (None).

    `means` are those of the aims, in their order, and `law` is what comes of it, both with best play afterwards.
    """

    face: int | None
    means: tuple[Fraction, ...]
    law: Distribution[T]


def roll_of(name: str, roll: Iterable[int]) -> Faces:
    """The faces of a roll, from the highest.

    >>> roll_of("the roll", [2, 5])
    (5, 2)
    """
    faces = wholes(name, roll, MOST_DICE)
    for face in faces:
        whole(f"a die of {name}", face, 1, 6)
    return tuple(sorted(faces, reverse=True))


class Rerolls(Generic[T]):
    """Best rerolls in one fight: what a roll leads to (`outcome`), and what of that is wanted (`aims`).

    `levels` are the numbers from which on a die does something else, the lowest 1: faces between two of them are
    alike. Aims are whole numbers, more is better.

    >>> sixes = Rerolls([1, 6], lambda faces: faces.count(6), lambda n: (n,))
    >>> sixes.law(2, favors=1)[0]
    Fraction(125, 216)
    """

    def __init__(
        self, levels: Iterable[int], outcome: Callable[[Faces], T], aims: Callable[[T], tuple[int, ...]]
    ) -> None:
        self._levels = sorted({1, *levels}, reverse=True)
        bounds = [7, *self._levels]
        self._weights = [(low, high - low) for high, low in zip(bounds, bounds[1:], strict=False)]
        self._outcome, self._aims = outcome, aims
        self._known: dict[tuple[Faces, Faces, int], tuple[tuple[int, ...], dict[T, int]]] = {}
        self._ends: dict[Faces, tuple[T, tuple[int, ...]]] = {}

    def law(self, dice: int, favors: int) -> Distribution[T]:
        """What comes of a roll of so many dice, with best use of so many Favors."""
        left, faces = min(favors, dice), len(self._weights)
        self._affordable(dice, [comb(n + faces - 1, n) for n in range(dice + 1)], left)
        ways: dict[T, int] = {}
        for roll, times in self._rolls(dice):
            for end, count in self._value(roll, (), left)[1].items():
                ways[end] = ways.get(end, 0) + times * count
        return Distribution(ways)

    def options(self, roll: Faces, favors: int, spent: Sequence[int] = ()) -> list[Reroll[T]]:
        """All that may be done with a roll, best first; of equals the one that spends no Favor, then the lowest die.

        `spent` are those dice of the roll that were rerolled before.
        """
        free, fixed = list(roll), roll_of("the dice spent", spent)
        for face in fixed:
            if face not in free:
                raise ValueError(
                    f"a {face} was spent, and no die of the roll shows it; give dice of the roll"
                )
            free.remove(face)
        left, fresh = min(favors, len(free)), self._alike(tuple(free))
        parts = [1]  # how many different handfuls of so many dice there are among those that may fall anew
        for face in set(fresh):
            most = fresh.count(face)
            parts = [sum(parts[max(0, n - most) : n + 1]) for n in range(len(parts) + most)]
        self._affordable(len(free), parts, left)
        found = [self._option(None, tuple(free), fixed, 0)]
        found += [
            self._option(face, tuple(free), fixed, left) for face in (sorted(set(free)) if left else ())
        ]
        return sorted(found, key=lambda option: option.means, reverse=True)

    def _affordable(self, dice: int, handfuls: list[int], favors: int) -> None:
        """Refuse what would take long: `handfuls[n]` rolls of n dice that may fall anew, for each use of Favors."""
        faces = len(self._weights)
        rolls = sum(handfuls[dice - used] * comb(used + faces - 1, used) for used in range(favors + 1))
        if rolls > MOST_ROLLS:
            raise ValueError(
                f"{dice} dice with {favors} Favors make {rolls:,} different rolls, which would take long to value "
                f"(up to {MOST_ROLLS:,} are fine); give fewer dice or Favors"
            )

    def _option(self, face: int | None, free: Faces, fixed: Faces, left: int) -> Reroll[T]:
        fresh, spent = self._alike(free), self._alike(fixed)
        if face is None:
            sums, ways = self._value(fresh, spent, 0)
        else:
            sums, ways = self._again(self._level(face), fresh, spent, left)
        scale = 6**left
        return Reroll(face, tuple(Fraction(n, scale) for n in sums), Distribution(ways))

    def _rolls(self, dice: int) -> Iterator[tuple[Faces, int]]:
        """All rolls in which faces that are alike count as one, with the ways to each."""
        for picks in combinations_with_replacement(self._weights, dice):
            ways, run, last = factorial(dice), 0, 0
            for low, width in picks:
                run = run + 1 if low == last else 1
                ways, last = ways * width // run, low  # never a remainder: it is a multinomial
            yield tuple(low for low, _ in picks), ways

    def _level(self, face: int) -> int:
        return next(level for level in self._levels if level <= face)

    def _alike(self, faces: Faces) -> Faces:
        return tuple(self._level(face) for face in faces)

    def _value(self, fresh: Faces, spent: Faces, left: int) -> tuple[tuple[int, ...], dict[T, int]]:
        """Sums of the aims, and ways to each end, over all that may still fall: 6 to the power of `left`."""
        key = fresh, spent, left
        if key not in self._known:
            end, aims = self._end(tuple(sorted(fresh + spent, reverse=True)))
            scale = 6**left
            best: tuple[tuple[int, ...], dict[T, int]] = tuple(aim * scale for aim in aims), {end: scale}
            for face in dict.fromkeys(fresh) if left else ():
                found = self._again(face, fresh, spent, left)
                if found[0] > best[0]:
                    best = found
            self._known[key] = best
        return self._known[key]

    def _again(
        self, face: int, fresh: Faces, spent: Faces, left: int
    ) -> tuple[tuple[int, ...], dict[T, int]]:
        place = fresh.index(face)
        rest = fresh[:place] + fresh[place + 1 :]
        later = min(left - 1, len(rest))
        sums: list[int] = []
        ways: dict[T, int] = {}
        for new, width in self._weights:
            means, ends = self._value(rest, tuple(sorted((*spent, new), reverse=True)), later)
            sums = [n + width * m for n, m in zip(sums or [0] * len(means), means, strict=True)]
            for end, count in ends.items():
                ways[end] = ways.get(end, 0) + width * count
        return tuple(sums), ways

    def _end(self, faces: Faces) -> tuple[T, tuple[int, ...]]:
        if faces not in self._ends:
            end = self._outcome(faces)
            self._ends[faces] = end, self._aims(end)
        return self._ends[faces]
