"""When the next Nemesis comes: Prompts in the piles of the Monster Deck.

A pile is a pair (cards, Prompts among them), the uppermost first; a Monster Deck on the table stands for its piles.
A Prompt is equally likely to lie anywhere in its pile (queen.setup.prompt-position).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from beastlab.core.deck import Deck
from beastlab.games.by_order_of_the_queen.table import PROMPT
from beastlab.odds import at_least, draws_until, hand, law, stacked
from beastlab.odds.arguments import several, shown, whole
from beastlab.odds.distribution import Distribution
from beastlab.odds.hands import Stack
from beastlab.odds.readings import ordinal

Piles: TypeAlias = "Deck | Iterable[tuple[int, int]]"

STANDARD = ((14, 0), (14, 1), (14, 1))
"""The Monster Deck of 40 Monsters and two Prompts before the first card is drawn [queen.setup.monster-piles]."""
MOST_PILES = 60
"""No Monster Deck has more piles, or cards in one pile."""


def piles_of(piles: Piles) -> tuple[tuple[int, int], ...]:
    """The piles of a Monster Deck as pairs (cards, Prompts among them), the uppermost first.

    >>> from beastlab.games import by_order_of_the_queen as queen
    >>> piles_of(queen.lay(queen.Options(hard_three_nemeses=True)).monsters)
    ((10, 0), (11, 1), (11, 1), (11, 1))
    """
    if isinstance(piles, Deck):
        return tuple((unknown + len(known), known.count(PROMPT)) for unknown, known in piles.segments)
    found = []
    for place, pile in enumerate(several("piles", piles, MOST_PILES, "pairs (cards, Prompts)"), 1):
        if not isinstance(pile, tuple) or len(pile) != 2:
            raise ValueError(
                f"pile {place} is {shown(pile)}; give its cards and how many Prompts are among them, as in (14, 1)"
            )
        cards = whole(f"the number of cards in pile {place}", pile[0], 0, MOST_PILES)
        found.append((cards, whole(f"the number of Prompts in pile {place}", pile[1], 0, cards)))
    return tuple(found)


def _stack(piles: tuple[tuple[int, int], ...]) -> Stack:
    monsters = sum(cards - prompts for cards, prompts in piles)
    return stacked(
        {"Monster": monsters}, *((cards, {"Prompt": prompts}) for cards, prompts in piles if cards)
    )


def next_prompt(piles: Piles = STANDARD, nth: int = 1) -> Distribution[int]:
    """How many Monster Cards are drawn until the next Prompt comes, or the `nth` one.

    In the Event Phase as many are drawn as the Growing Enemy demands; a Prompt that comes then or on a turn brings its
    Nemesis in step 4 (queen.event.spawn-nemesis).

    >>> law = next_prompt()
    >>> law.cdf(14), law.cdf(15), law.cdf(20), next_prompt(nth=2).cdf(35)
    (Fraction(0, 1), Fraction(1, 14), Fraction(3, 7), Fraction(1, 2))
    """
    checked = piles_of(piles)
    left = sum(prompts for _, prompts in checked)
    if whole("nth", nth, 1) > left:
        raise ValueError(
            f"{left} Prompt{'s are' if left != 1 else ' is'} left in these piles, so no {ordinal(nth)} one comes"
        )
    return draws_until(_stack(checked), at_least(nth, "Prompt"))


def prompts_in(draws: int, piles: Piles = STANDARD) -> Distribution[int]:
    """How many Prompts are among the next so many Monster Cards.

    >>> prompts_in(20)[1], prompts_in(4, [(3, 0), (14, 1)])
    (Fraction(3, 7), Distribution(0: 13/14, 1: 1/14))
    """
    checked = piles_of(piles)
    draws = whole("draws", draws, 0, sum(cards for cards, _ in checked))
    return law(hand(draws, _stack(checked)).count("Prompt"))
