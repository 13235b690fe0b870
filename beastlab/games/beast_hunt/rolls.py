"""Rolls that are no fights: Hero effects and the roll for the first player."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Literal, NamedTuple

from beastlab.odds.arguments import chance, one_of, whole
from beastlab.odds.dice import at_least, total
from beastlab.odds.distribution import Distribution


def hero_roll(value: int, colour: Literal["green", "red"] = "green", modifier: int = 0) -> Fraction:
    """P(a Hero's effect roll succeeds): green at or above the number, red at or below it.

    The final result counts (hunt.hero.final-result), so a positive modifier helps a green Hero and
    hinders a red one (hunt.hero.green, hunt.hero.red).

    >>> hero_roll(8), hero_roll(7, "red"), hero_roll(7, "red", modifier=1)
    (Fraction(5, 12), Fraction(7, 12), Fraction(5, 12))
    """
    natural = whole("value", value) - whole("modifier", modifier)
    if one_of("colour", colour, ("green", "red")) == "green":
        return at_least(2, natural)
    return 1 - at_least(2, natural + 1)


class Retries(NamedTuple):
    """A Hero tried until it succeeds: the chance that it does, and the actions this costs on average."""

    success: Fraction
    expected_actions: Fraction


def hero_retries(q: Fraction | str | int, actions: int) -> Retries:
    """The same Hero tried again after a failure, for an action each, at most `actions` times.

    Only under `hero_limit_counts` success (hunt.hero.limit-counts). `q` is the chance of one roll.

    >>> hero_retries(hero_roll(8), actions=3)
    Retries(success=Fraction(1385, 1728), expected_actions=Fraction(277, 144))
    """
    q = chance("q", q)
    actions = whole("actions", actions, least=0)
    fails = (1 - q) ** actions
    return Retries(1 - fails, (1 - fails) / q if q else Fraction(actions))


def first_roll(players: int, dice: int = 2) -> Distribution[int]:
    """How many players share the highest roll for the first choice of a champion.

    The leaders roll again while there is more than one (hunt.setup.first-roll-tie); `dice` is 2, or 1
    under `first_roll_dice` one_die (hunt.setup.first-roll-dice).

    >>> first_roll(2)[1], 1 - first_roll(4)[1]
    (Fraction(575, 648), Fraction(81349, 419904))
    """
    players, law = whole("players", players, least=1), total(whole("dice", dice, least=1))
    leaders: dict[int, int] = dict.fromkeys(range(1, players + 1), 0)
    below = 0
    for ways in law.weights.values():
        for k in leaders:
            leaders[k] += comb(players, k) * ways**k * below ** (players - k)
        below += ways
    return Distribution(leaders)


def first_roll_unique(players: int, dice: int = 2) -> Fraction:
    """P(one player alone rolls highest, so that nobody has to roll again) (hunt.setup.first-chooser).

    >>> first_roll_unique(3)
    Fraction(4345, 5184)
    """
    return first_roll(players, dice)[1]
