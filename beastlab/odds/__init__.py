"""Exact probability that knows no game: distributions, dice, draws, absorbing chains, formulas.

>>> from beastlab.odds import d6
>>> (2 * d6)[7], (4 * d6).at_least(15)
(Fraction(1, 6), Fraction(575, 1296))
"""

from beastlab.odds.answer import E, P
from beastlab.odds.catalogue import FORMULAS
from beastlab.odds.chains import Chain
from beastlab.odds.dice import Exploding, d4, d6, d8, d10, d12, d20, die, explode, reroll
from beastlab.odds.distribution import Distribution, joint, mix
from beastlab.odds.draws import at_least_one, hypergeometric, position
from beastlab.odds.events import law
from beastlab.odds.formulas import Formula
from beastlab.odds.hands import at_least, at_most, draws_until, exactly, hand, stacked
from beastlab.odds.rerolls import best, following
from beastlab.odds.rolls import roll, total

__all__ = [
    "FORMULAS",
    "Chain",
    "Distribution",
    "E",
    "Exploding",
    "Formula",
    "P",
    "at_least",
    "at_least_one",
    "at_most",
    "best",
    "d4",
    "d6",
    "d8",
    "d10",
    "d12",
    "d20",
    "die",
    "draws_until",
    "exactly",
    "explode",
    "following",
    "hand",
    "hypergeometric",
    "joint",
    "law",
    "mix",
    "position",
    "reroll",
    "roll",
    "stacked",
    "total",
]
