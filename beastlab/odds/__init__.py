"""Exact probability that knows no game: distributions, dice, draws, absorbing chains, formulas.

>>> from beastlab.odds import d6, total
>>> (2 * d6)[7], total(4).at_least(15)
(Fraction(1, 6), Fraction(575, 1296))
"""

from beastlab.odds.chains import Chain
from beastlab.odds.dice import d6, total
from beastlab.odds.distribution import Distribution, joint, mix
from beastlab.odds.draws import at_least_one, hypergeometric, position
from beastlab.odds.formulas import Formula

__all__ = [
    "Chain",
    "Distribution",
    "Formula",
    "at_least_one",
    "d6",
    "hypergeometric",
    "joint",
    "mix",
    "position",
    "total",
]
