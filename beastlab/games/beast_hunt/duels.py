"""Defiance duels: two totals, ties rolled again, with standing modifiers and Enchants.

The user of Defiance rolls first; what counts is the difference, user minus target, and the user
needs the higher result (hunt.defiance.higher-wins, hunt.defiance.tie). Two readings matter: whether
Enchants of a tied pair count on (`tie_enchants`, hunt.defiance.tie-enchants: spent or carry), and
whether natural ties are repeated before any Enchant (`duel_tie`, hunt.defiance.tie-when: final or
natural_first).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Literal, TypeAlias

from beastlab.odds.arguments import one_of, several, shown, whole
from beastlab.odds.dice import d6
from beastlab.odds.distribution import Distribution

TieEnchants: TypeAlias = Literal["spent", "carry"]
DuelTie: TypeAlias = Literal["final", "natural_first"]
Card: TypeAlias = tuple[int, ...]
Hand: TypeAlias = tuple[Card, ...]

DIFFERENCE: Distribution[int] = 2 * d6 - 2 * d6
"""Two dice minus two dice: the law of four dice, minus 14."""

MOST_STATES = 5_000
"""`duel_with_enchants` refuses hands with more positions than this (about a second),"""
MOST_RESULTS = 200_000
"""or with more results over all positions, as cards of large values make them."""
MOST_CARDS = 40
LARGEST = 100
"""A hand has no more Enchants than `MOST_CARDS`, and none a value larger than `LARGEST`."""


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


def cards(values: Iterable[int | Sequence[int]], name: str = "the hand") -> Hand:
    """Enchants as tuples of values, sorted: 3 and (2, -2) are cards with one and with two values.

    >>> cards([3, (2, -2)])
    ((2, -2), (3,))
    """
    hand = []
    for given in several(name, values, MOST_CARDS, "Enchants, as in [3, (2, -2)]"):
        card = tuple(given) if isinstance(given, list | tuple) else (given,)
        if not 1 <= len(card) <= 2 or 0 in card:
            raise ValueError(
                f"{shown(given)} is no Enchant; give one or two values other than 0, as in (2, -2)"
            )
        hand.append(tuple(whole(f"an Enchant in {name}", value, -LARGEST, LARGEST) for value in card))
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
    mine, theirs = cards(user, "user"), cards(target, "target")
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

    too_many = ValueError(
        f"{len(mine)} and {len(theirs)} Enchants make more positions than {MOST_STATES}, or "
        f"{MOST_RESULTS} results, too many to solve at once; leave out the cards that matter least"
    )
    if prod(n + 1 for hand in (mine, theirs) for n in Counter(hand).values()) > MOST_STATES:
        raise too_many
    states: list[tuple[Hand, Hand, int, int]] = []  # hands, standing modifier, spread
    results = 0
    for u, t in sorted(product(_parts(mine), _parts(theirs)), key=lambda pair: len(pair[0] + pair[1])):
        gone = _gone(mine, u) + _gone(theirs, t)
        spread = 10  # results differ by so much from m: the dice, and what was played in this window
        if tie_enchants == "spent":
            spread += sum(max(map(abs, card)) for card in gone)
        changes = _changes(gone) if tie_enchants == "carry" else [0]
        states += ((u, t, modifier + change, spread) for change in changes)
        results += len(changes) * (2 * spread + 1)
        if len(states) > MOST_STATES or results > MOST_RESULTS:
            raise too_many
    for u, t, m, spread in states:
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
