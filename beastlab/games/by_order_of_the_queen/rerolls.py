"""Favors in fights: which die to reroll, one at a time and no die twice, for aims in a stated order.

A fight is won in several ways at once: Monsters defeated, icons covered, Heroes kept. So a roll is worth a tuple of
whole numbers, and of two plays the better one is that with the higher mean in the first place in which the means
differ. Backward induction over (dice that may still fall anew, dice that may not, Favors left), in whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
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
        # how many dice show a face, and may fall anew or may not, are digits of one number
        self._fresh = [_BASE**n for n in range(len(self._weights))]
        self._spent = [unit * _BASE ** len(self._weights) for unit in self._fresh]
        self._known: dict[int, dict[int, tuple[int, int | None]]] = {}
        self._ends: dict[int, tuple[T, int]] = {}
        self._count = 0  # of the aims

    def law(self, dice: int, favors: int) -> Distribution[T]:
        """What comes of a roll of so many dice, with best use of so many Favors."""
        left, faces = min(favors, dice), len(self._weights)
        self._affordable(dice, [comb(n + faces - 1, n) for n in range(dice + 1)], left)
        return Distribution(self._follow(self._rolls(dice), left))

    def options(self, roll: Faces, favors: int, spent: Iterable[int] = ()) -> list[Reroll[T]]:
        """All that may be done with a roll, best first; of equals the one that spends no Favor, then the lowest die.

        `spent` are those dice of the roll that were rerolled before.
        """
        free, fixed = list(roll), roll_of("spent", spent)
        for face in fixed:
            if face not in free:
                raise ValueError(
                    f"a {face} was spent, and no die of the roll shows it; give dice of the roll"
                )
            free.remove(face)
        left, fresh = min(favors, len(free)), [self._level(face) for face in free]
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
        state = sum(self._fresh[self._level(face)] for face in free)
        state += sum(self._spent[self._level(face)] for face in fixed)
        if face is None:
            sums, ways = self._value(state, 0)[0], self._follow({state: 1}, 0)
        else:
            place = self._level(face)
            sums = self._again(place, state, left)
            ways = self._follow(self._thrown(place, state), left - 1)
        scale = 6**left
        means = [Fraction(sums >> _WIDTH * n & (1 << _WIDTH) - 1, scale) for n in range(self._count)]
        return Reroll(face, tuple(means[::-1]), Distribution(ways))

    def _rolls(self, dice: int) -> dict[int, int]:
        """All rolls in which faces that are alike count as one, with the ways to each."""
        found = {0: 1}
        for _ in range(dice):
            more: dict[int, int] = {}
            for state, ways in found.items():
                for unit, (_low, width) in zip(self._fresh, self._weights, strict=True):
                    more[state + unit] = more.get(state + unit, 0) + ways * width
            found = more
        return found

    def _level(self, face: int) -> int:
        """The place of the number from which on a die does what this face does."""
        return next(place for place, level in enumerate(self._levels) if level <= face)

    def _value(self, state: int, left: int) -> tuple[int, int | None]:
        """The sum of the aims over all that may still fall (6 to the power of `left`), and the die to reroll."""
        known = self._known.setdefault(left, {})
        found = known.get(state)
        if found is None:
            sums, best = self._end(state)[1] * 6**left, None
            for place, unit in enumerate(self._fresh) if left else ():
                if state // unit % _BASE:
                    again = self._again(place, state, left)
                    if again > sums:
                        sums, best = again, place
            known[state] = found = sums, best
        return found

    def _thrown(self, place: int, state: int) -> dict[int, int]:
        """What there is after such a die fell anew, with the ways to it."""
        state -= self._fresh[place]
        return {state + unit: width for unit, (_low, width) in zip(self._spent, self._weights, strict=True)}

    def _again(self, place: int, state: int, left: int) -> int:
        known, sums = self._known.setdefault(left - 1, {}), 0
        state -= self._fresh[place]
        for unit, (_low, width) in zip(self._spent, self._weights, strict=True):
            found = known.get(state + unit) or self._value(state + unit, left - 1)
            sums += width * found[0]
        return sums

    def _follow(self, states: dict[int, int], left: int) -> dict[T, int]:
        """The ways to each end with best play, for these ways to each roll and so many Favors."""
        ends: dict[T, int] = {}
        while states:
            later: dict[int, int] = {}
            for state, ways in states.items():
                place = self._value(state, left)[1]
                if place is None:
                    end = self._end(state)[0]
                    ends[end] = ends.get(end, 0) + ways * 6**left
                    continue
                for then, width in self._thrown(place, state).items():
                    later[then] = later.get(then, 0) + ways * width
            states, left = later, left - 1
        return ends

    def _end(self, state: int) -> tuple[T, int]:
        """What a roll comes to, and its aims as one number: the first counts most."""
        spent = self._spent[0]
        counts = state % spent + state // spent  # no digit overflows: there are few dice
        if counts not in self._ends:
            faces: list[int] = []
            for unit, level in zip(self._fresh, self._levels, strict=True):
                faces += [level] * (counts // unit % _BASE)
            end = self._outcome(tuple(faces))
            aims = self._aims(end)
            self._count, together = len(aims), 0
            for aim in aims:
                together = (together << _WIDTH) + aim
            self._ends[counts] = end, together
        return self._ends[counts]


_BASE = 32
_WIDTH = 64
"""The bits of one aim: no sum has as many (36 tokens times 6 to the power of 15 rerolls)."""
