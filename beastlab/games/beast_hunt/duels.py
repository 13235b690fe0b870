"""Defiance duels: two totals, ties rolled again, with standing modifiers and Enchants.

The user of Defiance rolls first; what counts is the difference, user minus target, and the user
needs the higher result (hunt.defiance.higher-wins, hunt.defiance.tie). Two readings matter: whether
Enchants of a tied pair count on (`tie_enchants`, hunt.defiance.tie-enchants: spent or carry), and
whether natural ties are repeated before any Enchant (`duel_tie`, hunt.defiance.tie-when: final or
natural_first).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Literal, TypeAlias

from beastlab.odds.arguments import one_of, whole
from beastlab.odds.dice import total
from beastlab.odds.distribution import Distribution

TieEnchants: TypeAlias = Literal["spent", "carry"]
DuelTie: TypeAlias = Literal["final", "natural_first"]
Card: TypeAlias = tuple[int, ...]
Hand: TypeAlias = tuple[Card, ...]

DIFFERENCE: Distribution[int] = total(2) - total(2)
"""Two dice minus two dice: the law of four dice, minus 14."""

MOST_STATES = 5_000
"""`duel_with_enchants` refuses hands with more positions than this (about a second)."""


def duel(
    modifier: int = 0, enchant: int = 0, tie_enchants: TieEnchants = "spent", duel_tie: DuelTie = "final"
) -> Fraction:
    """P(the user of Defiance wins).

    `modifier` stands for every pair of rolls (minus what the target has); `enchant` is put on the
    first pair that may be enchanted, in any case.

    >>> duel(), duel(modifier=1), duel(enchant=2), duel(enchant=2, tie_enchants="carry")
    (Fraction(1, 2), Fraction(721, 1156), Fraction(1847, 2592), Fraction(861, 1171))
    """
    return _duel(modifier, enchant, tie_enchants, duel_tie)[0]


def duel_rounds(
    modifier: int = 0, enchant: int = 0, tie_enchants: TieEnchants = "spent", duel_tie: DuelTie = "final"
) -> Fraction:
    """The expected number of pairs of rolls until the duel is decided.

    >>> duel_rounds(), duel_rounds(modifier=3)
    (Fraction(648, 575), Fraction(162, 149))
    """
    return _duel(modifier, enchant, tie_enchants, duel_tie)[1]


def _duel(
    modifier: int, enchant: int, tie_enchants: TieEnchants, duel_tie: DuelTie
) -> tuple[Fraction, Fraction]:
    """(chance to win, expected pairs of rolls): geometric series over the ties."""
    modifier, enchant = whole("modifier", modifier), whole("enchant", enchant)
    _readings(tie_enchants, duel_tie)
    standing = modifier + (enchant if tie_enchants == "carry" else 0)
    again_win, again_rounds = _standing(standing)
    repeated = DIFFERENCE[-modifier] if enchant and duel_tie == "natural_first" else Fraction(0)
    opened = DIFFERENCE.given(lambda d: d != -modifier) if repeated else DIFFERENCE
    win = opened.P(lambda d: d + modifier + enchant > 0)
    tied = opened[-modifier - enchant]
    return win + tied * again_win, 1 / (1 - repeated) + tied * again_rounds


def _standing(modifier: int) -> tuple[Fraction, Fraction]:
    decisive = 1 - DIFFERENCE[-modifier]
    return DIFFERENCE.at_least(1 - modifier) / decisive, 1 / decisive


def _readings(tie_enchants: str, duel_tie: str) -> None:
    one_of("tie_enchants", tie_enchants, ("spent", "carry"))
    one_of("duel_tie", duel_tie, ("final", "natural_first"))


def cards(values: Iterable[int | Sequence[int]]) -> Hand:
    """Enchants as tuples of values, sorted: 3 and (2, -2) are cards with one and with two values.

    >>> cards([3, (2, -2)])
    ((2, -2), (3,))
    """
    hand = [(card,) if isinstance(card, int) else tuple(card) for card in values]
    for card in hand:
        if not 1 <= len(card) <= 2 or 0 in card:
            raise ValueError(f"{card} is no Enchant; give one or two values other than 0, as in (2, -2)")
    return tuple(sorted(hand))


def duel_with_enchants(
    user: Iterable[int | Sequence[int]] = (),
    target: Iterable[int | Sequence[int]] = (),
    modifier: int = 0,
    tie_enchants: TieEnchants = "spent",
    duel_tie: DuelTie = "final",
    *,
    difference: int | None = None,
) -> Fraction:
    """P(the user of Defiance wins) if both play their Enchants as well as they can, hands open.

    After both rolls the duellists are asked in turn, the user first, for one Enchant or a pass, until
    both pass in a row (hunt.defiance.enchant-order); a value may be put on either roll
    (hunt.defiance.enchant-target). With a `difference` (user minus target, without modifier) the dice
    have been rolled, and the answer is the chance from there.

    Exact minimax: hands are solved from the smallest up, for a tie that costs a card leads to a
    smaller hand. A tie that costs none comes back to the same hands, whose value x is then the one
    solution of x = (sum over other differences) + P(tie) * median(least, x, most).

    >>> 1 - duel_with_enchants(target=[1]), 1 - duel_with_enchants(target=[1], duel_tie="natural_first")
    (Fraction(791, 1296), Fraction(129, 230))
    >>> duel_with_enchants(user=[2], difference=-1), duel_with_enchants(user=[2], difference=-3)
    (Fraction(1, 1), Fraction(0, 1))
    """
    modifier = whole("modifier", modifier)
    _readings(tie_enchants, duel_tie)
    mine, theirs = cards(user), cards(target)
    natural = duel_tie == "natural_first"
    standing: dict[tuple[Hand, Hand, int], Fraction] = {}  # before the rolls: hands, standing modifier
    window: dict[tuple[Hand, Hand, int, int, bool], Fraction] = {}  # ... and result, is the user asked?

    def played(hand: Hand) -> list[tuple[Hand, int]]:
        """Every way to play one card: what is left, and the change of the difference."""
        return [
            (hand[:i] + hand[i + 1 :], sign * value)
            for i, card in enumerate(hand)
            if card not in hand[:i]
            for value in card
            for sign in (1, -1)
        ]

    def bounds(u: Hand, t: Hand, m: int, result: int) -> tuple[Fraction, Fraction]:
        """What the user gets at least by playing a card now, and what the target concedes at most."""
        kept = (lambda change: m + change) if tie_enchants == "carry" else (lambda change: m)
        least = [window[left, t, kept(c), result + c, False] for left, c in played(u)]
        most = [window[u, left, kept(c), result + c, True] for left, c in played(t)]
        return max(least, default=Fraction(0)), min(most, default=Fraction(1))

    def opened(asked: bool, least: Fraction, most: Fraction, end: Fraction) -> Fraction:
        """The value of a window whose end (both pass) is worth `end`; plays are worth the bounds."""
        return max(least, min(most, end)) if asked else min(most, max(least, end))

    states = [
        (u, t, modifier + change)
        for u, t in sorted(product(_parts(mine), _parts(theirs)), key=lambda pair: len(pair[0] + pair[1]))
        for change in (_changes(_gone(mine, u) + _gone(theirs, t)) if tie_enchants == "carry" else (0,))
    ]
    if len(states) > MOST_STATES:
        raise ValueError(
            f"{len(mine)} and {len(theirs)} Enchants make {len(states)} positions, too many to solve at "
            f"once (up to {MOST_STATES}); leave out the cards that matter least"
        )
    for u, t, m in states:
        spread = 10  # results differ by so much from m: the dice, and what was played in this window
        if tie_enchants == "spent":
            spread += sum(max(map(abs, card)) for card in _gone(mine, u) + _gone(theirs, t))
        span = range(m - spread, m + spread + 1)
        limits = {result: bounds(u, t, m, result) for result in span}
        for result in span:
            for asked in (True, False) if result else ():
                window[u, t, m, result, asked] = opened(asked, *limits[result], Fraction(result > 0))
        decided = sum(
            (p * window[u, t, m, d + m, True] for d, p in DIFFERENCE.items() if d + m),
            Fraction(0),
        )
        tie = DIFFERENCE[-m]
        value = decided / (1 - tie)
        if not natural and tie:
            nearest = opened(True, *limits[0], value)
            if nearest != value:
                value = decided + tie * nearest
        standing[u, t, m] = value
        if 0 in span:
            for asked in (True, False):
                window[u, t, m, 0, asked] = opened(asked, *limits[0], value)
    if difference is None:
        return standing[mine, theirs, modifier]
    difference = whole("difference", difference, least=-10, most=10)
    if natural and difference + modifier == 0:
        return standing[mine, theirs, modifier]
    return window[mine, theirs, modifier, difference + modifier, True]


def _parts(hand: Hand) -> set[Hand]:
    """Every hand that is left when some cards have been played."""
    parts: set[Hand] = {()}
    for card in hand:
        parts |= {(*part, card) for part in parts}
    return parts


def _gone(hand: Hand, left: Hand) -> Hand:
    gone = list(hand)
    for card in left:
        gone.remove(card)
    return tuple(gone)


def _changes(gone: Hand) -> list[int]:
    """Every change of the difference that played cards may have made."""
    changes = {0}
    for card in gone:
        changes = {change + sign * value for change in changes for value in card for sign in (1, -1)}
    return sorted(changes)
