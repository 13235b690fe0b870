"""Sums of equal fair dice."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from beastlab.odds.arguments import whole
from beastlab.odds.distribution import Distribution
from beastlab.odds.series import window_power

MOST_FACES = 60_000
"""`total` refuses more dice times sides than this: the work grows with its square (seconds here)."""


@lru_cache(maxsize=128)
def total(dice: int, sides: int = 6) -> Distribution[int]:
    """The total of so many fair dice.

    >>> total(2)[7], total(4).at_least(15)
    (Fraction(1, 6), Fraction(575, 1296))
    """
    dice, sides = whole("dice", dice, least=0), whole("sides", sides, least=1)
    if dice * sides > MOST_FACES:
        raise ValueError(
            f"the exact law of {dice} dice with {sides} sides would take long; up to {MOST_FACES} faces "
            "in all are fine, and for one number of a larger sum a normal approximation is close"
        )
    return Distribution._of({dice + i: ways for i, ways in enumerate(window_power(sides, dice))})


d6 = total(1)
"""One six-sided die."""


def at_least(dice: int, target: int, sides: int = 6) -> Fraction:
    """P(the total of so many fair dice >= target).

    A few dice by the alternating sum of binomials that counts the rolls below the target by
    inclusion and exclusion; many dice from their whole law.

    >>> at_least(2, 9), at_least(4, 15)
    (Fraction(5, 18), Fraction(575, 1296))
    """
    dice, sides = whole("dice", dice, least=0), whole("sides", sides, least=1)
    target = whole("target", target)
    if target <= dice:
        return Fraction(1)
    if target > dice * sides:
        return Fraction(0)
    if dice > 20:
        return total(dice, sides).at_least(target)
    below = sum(
        (-1) ** k * comb(dice, k) * comb(target - 1 - sides * k, dice)
        for k in range((target - 1 - dice) // sides + 1)
    )
    return 1 - Fraction(below, sides**dice)
