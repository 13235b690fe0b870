"""Cards drawn without replacement: how many wanted ones come, and when."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from beastlab.odds.arguments import whole
from beastlab.odds.distribution import Distribution

MOST_CARDS = 2_000
"""No deck is larger than this: the work grows with its cube (a fifth of a second here)."""


def hypergeometric(wanted: int, unseen: int, draws: int) -> Distribution[int]:
    """How many of `wanted` cards come in so many draws from `unseen` shuffled cards.

    >>> hypergeometric(wanted=3, unseen=12, draws=4)[1]
    Fraction(28, 55)
    """
    wanted, unseen, draws = _cards(wanted, unseen, draws)
    few, many = max(0, draws - (unseen - wanted)), min(wanted, draws)
    return Distribution._of(
        {i: comb(wanted, i) * comb(unseen - wanted, draws - i) for i in range(few, many + 1)}
    )


def at_least_one(wanted: int, unseen: int, draws: int) -> Fraction:
    """P(at least one of `wanted` cards comes): one minus the chance that all draws miss.

    >>> at_least_one(wanted=3, unseen=12, draws=4)
    Fraction(41, 55)
    """
    wanted, unseen, draws = _cards(wanted, unseen, draws)
    return 1 - Fraction(comb(unseen - wanted, draws), comb(unseen, draws))


def position(wanted: int, unseen: int, r: int = 1) -> Distribution[int]:
    """The position of the r-th of `wanted` cards among `unseen` shuffled cards, counted from 1.

    With r = 1 it is the number of draws until the first one comes. The law is the negative
    hypergeometric one: r - 1 wanted cards lie before that place, the other wanted cards after it.

    >>> position(wanted=3, unseen=21, r=3)[5]
    Fraction(3, 665)
    """
    wanted, unseen, _ = _cards(wanted, unseen, 0)
    if not wanted:
        raise ValueError("wanted is 0, so no wanted card ever comes; give a number from 1")
    if not 1 <= whole("r", r) <= wanted:
        raise ValueError(f"a card number {r} of {wanted} wanted ones never comes; give r from 1 to {wanted}")
    last = unseen - (wanted - r)
    return Distribution._of(
        {j: comb(j - 1, r - 1) * comb(unseen - j, wanted - r) for j in range(r, last + 1)}
    )


def _cards(wanted: int, unseen: int, draws: int) -> tuple[int, int, int]:
    unseen = whole("unseen", unseen, 0, MOST_CARDS)
    return whole("wanted", wanted, 0, unseen), unseen, whole("draws", draws, 0, unseen)
