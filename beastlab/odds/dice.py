"""Sums of equal fair dice."""

from __future__ import annotations

from functools import lru_cache

from beastlab.odds.arguments import whole
from beastlab.odds.distribution import Distribution
from beastlab.odds.series import window_power

MOST_FACES = 60_000
"""`total` refuses more dice times sides than this: the work grows with its square (seconds here)."""
KEPT = 600
"""Only the laws of so many faces in all are kept in memory: one of the largest takes 160 MB."""


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
    return _total(dice, sides) if dice * sides <= KEPT else _total.__wrapped__(dice, sides)


@lru_cache(maxsize=128)
def _total(dice: int, sides: int) -> Distribution[int]:
    return Distribution._of({dice + i: ways for i, ways in enumerate(window_power(sides, dice))})


d6 = total(1)
"""One six-sided die."""
