"""Rolls that are no fights: Hero effects and the roll for the first player."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Literal

from beastlab.odds.arguments import one_of, whole
from beastlab.odds.dice import d6
from beastlab.odds.distribution import Distribution

MOST_PLAYERS = 300


def hero_roll(value: int, colour: Literal["green", "red"] = "green", modifier: int = 0) -> Fraction:
    """P(a Hero's effect roll succeeds): green at or above the number, red at or below it.

    The final result counts (hunt.hero.final-result), so a positive modifier helps a green Hero and
    hinders a red one (hunt.hero.green, hunt.hero.red).

    >>> hero_roll(8), hero_roll(7, "red"), hero_roll(7, "red", modifier=1)
    (Fraction(5, 12), Fraction(7, 12), Fraction(5, 12))
    """
    natural = whole("value", value) - whole("modifier", modifier)
    if one_of("colour", colour, ("green", "red")) == "green":
        return (2 * d6).at_least(natural)
    return (2 * d6).cdf(natural)


def first_roll(players: int) -> Distribution[int]:
    """How many players share the highest roll for the first choice of a champion.

    One alone chooses at once; several roll again (hunt.setup.first-chooser, hunt.setup.first-roll-tie).

    >>> first_roll(2)[1], 1 - first_roll(4)[1]
    (Fraction(575, 648), Fraction(81349, 419904))
    """
    players = whole("players", players, 1, MOST_PLAYERS)
    leaders: dict[int, int] = dict.fromkeys(range(1, players + 1), 0)
    below = 0
    for ways in (2 * d6).weights.values():
        for k in leaders:
            leaders[k] += comb(players, k) * ways**k * below ** (players - k)
        below += ways
    return Distribution(leaders)
