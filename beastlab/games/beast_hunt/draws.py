"""Cards of the Main Deck and the Beast Deck: what comes, and when.

The counts that stand as defaults are those of the illustrative decks, not of printed cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from beastlab.odds.arguments import flag, whole, wholes
from beastlab.odds.dice import d6
from beastlab.odds.distribution import Distribution
from beastlab.odds.draws import MOST_CARDS, at_least_one, hypergeometric, position

MAIN_DECK = 120
MALICE = 4
LESSER_DEFEATS = (7, 7, 8, 8, 9, 9)
ARMS = 6
BEASTS = 18
SHARDS = 3
FIELD = 3
"""Beasts that lie face up (hunt.setup.reveal-three)."""
NEEDED = 3
"""Shards that start the countdown (hunt.shard.third); Ancient Arms that are used together."""
MOST_LESSER = 60
"""`lesser_odds` takes no more Lesser Beasts than this (a second)."""


def third_shard(
    beasts: int = BEASTS, shards: int = SHARDS, setup: bool = True, shown: int = 0
) -> Distribution[int]:
    """How many Beasts have to be defeated until the third Shard shows; 0 is at setup.

    The Beast Deck holds so many `beasts` and `shards`, and `shown` Shards lie in the row already.
    With `setup` the three Beasts of the field are still to be laid out, and Shards met then stay in
    the row (hunt.setup.shards-in-first-reveal); without it the field is full, as later in a game.

    >>> law = third_shard()
    >>> law[0], law.cdf(4), law.cdf(12)
    (Fraction(1, 133), Fraction(6, 95), Fraction(68, 133))
    >>> third_shard(beasts=10, shards=1, setup=False, shown=2)[1]
    Fraction(1, 11)
    """
    flag("setup", setup)
    beasts, shards = whole("beasts", beasts, 0, MOST_CARDS // 2), whole("shards", shards, 0, MOST_CARDS // 2)
    missing = NEEDED - whole("shown", shown, least=0, most=NEEDED - 1)
    if shards < missing:
        raise ValueError(
            f"a deck of {shards} Shards with {shown} in the row never shows a third; give at least {missing}"
        )

    def defeats(place: int) -> int:
        before = place - missing  # Beasts that come before the third Shard
        return max(0, before - FIELD + 1) if setup else before + 1

    return position(shards, beasts + shards, missing).map(defeats)


def shards_at_setup(beasts: int = BEASTS, shards: int = SHARDS) -> Distribution[int]:
    """How many Shards lie in the row after setup: those before the third Beast.

    >>> shards_at_setup()[0]
    Fraction(408, 665)
    """
    beasts = whole("beasts", beasts, FIELD, MOST_CARDS // 2)
    return position(beasts, beasts + whole("shards", shards, 0, MOST_CARDS // 2), FIELD) - FIELD


def draw_chance(wanted: int, unseen: int, draws: int, at_least: int = 1) -> Fraction:
    """P(at least so many of `wanted` cards come in `draws` draws from `unseen` cards) (hunt.term.draw).

    Exact while nothing is known of where the unseen cards lie: then the deck and the other hands are
    one pool. A card that must be played when drawn (Malice, Lesser Beast) is likelier in the deck than
    its share, once its owners have had a turn: leave the other hands out of `unseen` for those.

    >>> draw_chance(wanted=10, unseen=120, draws=5)
    Fraction(3788139, 10587668)
    """
    if whole("at_least", at_least, least=0) == 1:
        return at_least_one(wanted, unseen, draws)
    return hypergeometric(wanted, unseen, draws).at_least(at_least)


def third_arm(held: int = 2, unseen: int = 115, draws: int = 6, arms: int = ARMS) -> Fraction:
    """P(three Ancient Arms in hand) after so many more cards, `held` being there (hunt.arms.three).

    >>> third_arm()
    Fraction(1350089, 6913340)
    """
    arms, unseen = whole("arms", arms, 0, MOST_CARDS), whole("unseen", unseen, 0, MOST_CARDS)
    held = whole("held", held, max(0, arms - unseen), arms)
    return draw_chance(arms - held, unseen, draws, at_least=max(0, NEEDED - held))


def clean_start(
    deck: int = MAIN_DECK, malice: int = MALICE, lesser: int = len(LESSER_DEFEATS), hand: int = 5
) -> Fraction:
    """P(a starting hand holds neither Malice nor Lesser Beast) (hunt.setup.deal-five).

    >>> clean_start(), clean_start(deck=116, malice=0)
    (Fraction(6799529, 10587668), Fraction(61195761, 80194744))
    """
    deck = whole("deck", deck, 0, MOST_CARDS)
    bad = whole("malice", malice, 0, deck)
    bad += whole("lesser", lesser, 0, deck - bad)
    return 1 - at_least_one(bad, deck, whole("hand", hand, 0, deck))


def lesser_odds(
    defeats: Sequence[int] = LESSER_DEFEATS, unseen: int = MAIN_DECK, draws: int = 1, modifier: int = 0
) -> Distribution[int]:
    """How many Lesser Beasts are defeated in so many draws: the actions won (hunt.lesser.extra-action).

    `defeats` are the defeat values of all Lesser Beasts among the unseen cards, one total each
    (hunt.lesser.orb); no Enchants. A generating function over the Lesser Beasts counts those drawn
    and those defeated; the other draws are any other cards.

    >>> lesser_odds().mean
    Fraction(23, 1080)
    """
    defeats, modifier = wholes("defeats", defeats, MOST_LESSER), whole("modifier", modifier)
    unseen = whole("unseen", unseen, len(defeats), MOST_CARDS)
    draws = whole("draws", draws, 0, unseen)
    drawn: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}  # (drawn, defeated): weight
    for defeat in defeats:
        q = (2 * d6).at_least(defeat - modifier)
        following = dict(drawn)
        for (met, beaten), weight in drawn.items():
            for key, p in (((met + 1, beaten + 1), q), ((met + 1, beaten), 1 - q)):
                following[key] = following.get(key, Fraction(0)) + weight * p
        drawn = following
    hands = comb(unseen, draws)
    law: dict[int, Fraction] = {}
    for (met, beaten), weight in drawn.items():
        if met <= draws:
            ways = weight * comb(unseen - len(defeats), draws - met)
            law[beaten] = law.get(beaten, Fraction(0)) + ways / hands
    return Distribution(law)


def first_turn_actions(
    defeats: Sequence[int] = LESSER_DEFEATS, deck: int = MAIN_DECK, hand: int = 5
) -> Distribution[int]:
    """How many actions the first turn has: three, and one for each Lesser Beast of the hand defeated.

    Malice that changes the hand before is left out (hunt.lesser.start-extra-action).

    >>> first_turn_actions().mean
    Fraction(671, 216)
    """
    defeats = wholes("defeats", defeats, MOST_LESSER)
    deck = whole("deck", deck, len(defeats), MOST_CARDS)
    return lesser_odds(defeats, deck, whole("hand", hand, 0, deck)) + 3


def pull_chance(wanted: int, hand: int, pulls: int = 1) -> Fraction:
    """P(at least one wanted card) in so many Pulls at random from one hand (hunt.term.pull).

    >>> pull_chance(wanted=2, hand=7, pulls=2)
    Fraction(11, 21)
    """
    hand = whole("hand", hand, 0, MOST_CARDS)
    return at_least_one(wanted, hand, whole("pulls", pulls, 0, hand))
