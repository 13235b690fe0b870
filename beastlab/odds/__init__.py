"""Exact probability that knows no game: ask in a sentence, and the answer is an equation.

>>> from beastlab.odds import P, d6, roll
>>> crew = roll(3 * d6)
>>> P(crew.covers(4, 5), given=crew.any(6)).value, (2 * d6)[7]
(Fraction(64, 91), Fraction(1, 6))

Dice are laws (`d6`, `2 * d6`); `roll` and `hand` let them fall once. `P`, `E` and `best` ask about what fell;
`law` gives all of it as a `Distribution`. Races, chains and choices come from `Chain`, `duel`, `roll_off`, `assign`
and others; `FORMULAS` are the closed forms by name.
"""

from beastlab.odds.answer import E, P
from beastlab.odds.catalogue import FORMULAS
from beastlab.odds.chains import Chain
from beastlab.odds.choices import assign, best_play, clear, cover, programme
from beastlab.odds.dice import Exploding, d4, d6, d8, d10, d12, d20, die, explode, reroll
from beastlab.odds.distribution import Distribution, joint, mix
from beastlab.odds.draws import at_least_one, hypergeometric, position
from beastlab.odds.formulas import Formula
from beastlab.odds.hands import at_least, at_most, draws_until, exactly, hand, stacked
from beastlab.odds.races import draws_to_see, duel, first_success, majority, roll_off, seen
from beastlab.odds.rerolls import best, following
from beastlab.odds.rolls import roll, total
from beastlab.odds.sweep import law

__all__ = [
    "FORMULAS",
    "Chain",
    "Distribution",
    "E",
    "Exploding",
    "Formula",
    "P",
    "assign",
    "at_least",
    "at_least_one",
    "at_most",
    "best",
    "best_play",
    "clear",
    "cover",
    "d4",
    "d6",
    "d8",
    "d10",
    "d12",
    "d20",
    "die",
    "draws_to_see",
    "draws_until",
    "duel",
    "exactly",
    "explode",
    "first_success",
    "following",
    "hand",
    "hypergeometric",
    "joint",
    "law",
    "majority",
    "mix",
    "position",
    "programme",
    "reroll",
    "roll",
    "roll_off",
    "seen",
    "stacked",
    "total",
]
