"""Fights against a Nemesis: Success Tokens and Heroes Retired jointly, and how many fights it takes.

Every die covers at most one uncovered Dice Icon whose number it reaches, and every die that finally shows 1 Retires a
Hero of the party, even in the roll that defeats (queen.nemesis.hit, queen.nemesis.ones,
queen.nemesis.ones-before-defeat). Icons are given as a list, as in `[3, 3]`, or a Nemesis in play stands for its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any, Literal, NamedTuple, TypeAlias

from beastlab.games.by_order_of_the_queen.cards import Card, illustrative, piece
from beastlab.games.by_order_of_the_queen.faces import MOST_ICONS
from beastlab.games.by_order_of_the_queen.hordes import Icons
from beastlab.games.by_order_of_the_queen.rerolls import MOST_DICE, Reroll, Rerolls, roll_of
from beastlab.games.by_order_of_the_queen.rules.kingdom import HAND as MOST_HAND
from beastlab.games.by_order_of_the_queen.rules.party import MOST as MOST_HEROES
from beastlab.games.by_order_of_the_queen.rules.tests import party_dice
from beastlab.games.by_order_of_the_queen.table import Foe
from beastlab.games.by_order_of_the_queen.vocabulary import COMBAT
from beastlab.odds import P, best, d6, law, roll
from beastlab.odds.arguments import one_of, several, shown, whole, wholes
from beastlab.odds.chains import Chain
from beastlab.odds.distribution import Distribution
from beastlab.odds.draws import hypergeometric
from beastlab.odds.readings import Covered, Reading
from beastlab.odds.sweep import swept
from beastlab.odds.throws import read_off

Nemesis: TypeAlias = "Foe | Card | Iterable[int]"
Aim: TypeAlias = Literal["defeat", "heroes", "tokens"]

AIMS = ("defeat", "heroes", "tokens")
MOST_FIGHTS = 12
"""`nemesis_fights` takes the dice of no more fights in turn than this."""


class Struck(NamedTuple):
    """What a fight against a Nemesis came to: Success Tokens placed, Heroes Retired."""

    tokens: int
    retired: int


def free_icons(nemesis: Nemesis) -> Icons:
    """The uncovered Dice Icons of a Nemesis, the lowest first.

    >>> free_icons([4, 3])
    (3, 4)
    >>> free_icons([])
    Traceback (most recent call last):
    ...
    ValueError: a Nemesis without an uncovered Dice Icon can't be fought [queen.nemesis.commander-unfightable]; \
the Commander falls with the last Monster: ask board_cleared(...)
    """
    icons: Any = nemesis
    if isinstance(nemesis, Foe | Card):
        icons = nemesis.free if isinstance(nemesis, Foe) else nemesis.icons
    if isinstance(icons, str) or not isinstance(icons, Iterable):
        raise ValueError(
            f"the Nemesis is {shown(icons)}; give the list of its uncovered Dice Icons, as in [3, 3]"
        )
    free = tuple(sorted(wholes("the list of icons", icons, MOST_ICONS)))
    for icon in free:
        whole("an icon", icon, 1, 6)
    if not free:
        raise ValueError(
            "a Nemesis without an uncovered Dice Icon can't be fought [queen.nemesis.commander-unfightable]; "
            "the Commander falls with the last Monster: ask board_cleared(...)"
        )
    return free


def fight_dice(party: Iterable[Card | str], nemesis: Foe | Card | str | None = None, items: int = 0) -> int:
    """The dice that a party rolls in a fight, against the Horde unless a `nemesis` is given.

    One for each different Class and each Combat Item; some Nemeses add one for each icon of an Ability, as the Crag
    Giant does (queen.nemesis.dice, queen.nemesis.crag-giant-dice, queen.nemesis.crag-giant-items). Cards may be given
    by name or code, of the illustrative set.

    >>> party = [f"hero-{n}" for n in ("04", "07", "09", "10")]  # four Classes, all with Charisma
    >>> fight_dice(party), fight_dice(party, "crag-giant"), fight_dice(party, "crag-giant", items=1)
    (4, 8, 9)
    """
    card = None if nemesis is None else _card(nemesis)
    listed = several("party", party, MOST_HEROES, "Heroes")
    heroes = [piece("a Hero", hero, "hero", illustrative()) for hero in listed]
    if len(set(heroes)) < len(heroes):
        raise ValueError(f"a Hero is there twice in {shown(listed)}; give each once")
    extra = party_dice(heroes, card.extra_dice) if card is not None and card.extra_dice else 0
    return party_dice(heroes, COMBAT) + extra + whole("items", items, 0)


def forced_discard(
    nemesis: Foe | Card | str, heroes: Iterable[Card | str] | None = None, hand: int = MOST_HAND
) -> Distribution[int]:
    """How many Heroes an arriving Nemesis sends from a hand to the discard pile (queen.nemesis.doomsayer).

    The hand is drawn from these `heroes`, all of the illustrative cards unless given; a hand that is known is all of
    them. Cards may be given by name or code, of the illustrative set.

    >>> forced_discard("doomsayer").mean
    Fraction(7, 2)
    """
    word = _card(nemesis).discards
    listed = several("heroes", illustrative().of("hero") if heroes is None else heroes, 1000, "Heroes")
    pool = [piece("a Hero", hero, "hero", illustrative()) for hero in listed]
    taken = sum(word in hero.attributes or word == hero.class_ for hero in pool) if word else 0
    return hypergeometric(taken, len(pool), min(whole("hand", hand, 0), len(pool)))


def _card(nemesis: Foe | Card | str) -> Card:
    card = nemesis.card if isinstance(nemesis, Foe) else nemesis
    return piece("the Nemesis", card, "nemesis", illustrative())


# --- one fight ------------------------------------------------------------------------------------------


def nemesis(
    dice: int, icons: Nemesis, party: int = 4, favors: int = 0, aim: Aim = "defeat"
) -> Distribution[Struck]:
    """Success Tokens placed and Heroes Retired in one fight, as pairs.

    The `party` has so many Heroes: more 1s Retire nobody (queen.nemesis.ones-cap), and hits beyond the last icon are
    lost (queen.nemesis.excess). The Nemesis is defeated when all these icons get tokens. Favors are used as in
    `nemesis_favor`.

    >>> fight = nemesis(dice=3, icons=[3, 3])
    >>> fight[2, 0], fight[2, 1], fight[0, 3]
    (Fraction(14, 27), Fraction(2, 9), Fraction(1, 216))
    """
    dice, favors, free = whole("dice", dice, 0, MOST_DICE), whole("favors", favors, 0), free_icons(icons)
    heroes = _heroes(party)
    one_of("aim", aim, AIMS)
    if not dice:
        return Distribution.certain(Struck(0, 0))
    if favors:
        return _Struck(free, heroes, aim).law(dice, favors)
    thrown = roll(dice * d6)
    return law(thrown.covered(*free), thrown.count(1)).map(lambda pair: Struck(pair[0], min(pair[1], heroes)))


def nemesis_defeated(dice: int, icons: Nemesis, favors: int = 0) -> Fraction:
    """P(all these icons get tokens in one fight), whatever it costs (queen.nemesis.defeat).

    Favors reroll the die whose reroll helps that most, each die once.

    >>> nemesis_defeated(3, [3, 3]), nemesis_defeated(3, [3, 3], favors=1)
    (Fraction(20, 27), Fraction(8, 9))
    """
    dice, favors, free = whole("dice", dice, 0, MOST_DICE), whole("favors", favors, 0), free_icons(icons)
    if dice < len(free):
        return Fraction(0)
    asked = P(roll(dice * d6).covers(*free))
    return best(asked, min(favors, dice), each_once=True).value if favors else asked.value


def nemesis_favor(
    faces: Iterable[int],
    icons: Nemesis,
    party: int = 4,
    favors: int = 1,
    spent: Iterable[int] = (),
    aim: Aim = "defeat",
) -> list[Reroll[Struck]]:
    """Which die of the roll that lies there to reroll with a Favor: all there is to do, best first.

    `spent` are the dice that were rerolled already (queen.favor.once-per-die). The `aim` comes first: the chance that
    the Nemesis falls now (`defeat`), the mean of Heroes who are not Retired (`heroes`), or of tokens (`tokens`); then
    the others in this order. A Favor that gains nothing is kept.

    >>> nemesis_favor([5, 2, 1], [3, 3])[0].face  # the 1: it may hit, and be a 1 no more
    1
    """
    one_of("aim", aim, AIMS)
    fight = _Struck(free_icons(icons), _heroes(party), aim)
    return fight.options(roll_of("the roll", faces), whole("favors", favors, 0), spent)


class _Struck(Rerolls[Struck]):
    """Rerolls against this Nemesis, for an aim and then for the others in the order of AIMS."""

    def __init__(self, free: Icons, party: int, aim: Aim) -> None:
        covered, first = Covered(free), AIMS.index(aim)

        def aims(struck: Struck) -> tuple[int, ...]:
            wanted = int(struck.tokens == len(free)), party - struck.retired, struck.tokens
            return wanted[first], *wanted[:first], *wanted[first + 1 :]

        def outcome(faces: tuple[int, ...]) -> Struck:
            return Struck(read_off(covered, faces), min(faces.count(1), party))

        super().__init__([2, *free], outcome, aims)


def _heroes(party: int) -> int:
    return whole("party", party, 0, MOST_HEROES)


# --- fight after fight -----------------------------------------------------------------------------------

State: TypeAlias = tuple[Icons, int]
"""The uncovered icons, and whose fight is next."""


@dataclass(frozen=True)
class NemesisFights:
    """Fight after fight against one Nemesis, until it falls.

    `fights` is their mean number, `retired` that of Heroes Retired in all; `in_round` fights make a round.
    """

    fights: Fraction
    retired: Fraction
    in_round: int
    _chain: Chain[State] = field(repr=False, compare=False)
    _start: State = field(repr=False)

    def stands(self, fights: int) -> Fraction:
        """P(the Nemesis still stands after so many fights)."""
        return self._chain.survival(self._start, fights)

    def rounds(self, most: int = 12) -> Distribution[int | str]:
        """In which round it falls; "later" for all after so many rounds.

        >>> nemesis_fights([4, 4, 4], dice=(4, 3)).rounds(2)
        Distribution(1: 99/128, 2: 1803/8192, later: 53/8192)
        """
        stands = [self.stands(self.in_round * number) for number in range(whole("most", most, 1, 100) + 1)]
        falls: dict[int | str, Fraction] = {
            number: stands[number - 1] - stands[number] for number in range(1, most + 1)
        }
        return Distribution({**falls, "later": stands[-1]})


def nemesis_fights(
    icons: Nemesis, dice: int | Sequence[int] = 4, party: int | Sequence[int] = 4
) -> NemesisFights:
    """How many fights it takes until the Nemesis falls, as an absorbing chain (queen.nemesis.tokens-persist).

    `dice` are those of the fights of one round in turn, as in `(4, 3)`; a number stands for one fight a round. So does
    `party` for the Heroes sent each time. Dice cover as many icons as they can, and of these the highest.

    >>> siege = nemesis_fights([4, 4, 4, 4, 4, 4], dice=4)
    >>> siege.fights, siege.stands(2)
    (Fraction(38412064, 11390625), Fraction(219, 256))
    """
    listed = (dice,) if isinstance(dice, int) else wholes("dice", dice, MOST_FIGHTS)
    each = tuple(whole("dice", count, 0, MOST_DICE) for count in listed)
    if not any(each):
        raise ValueError(
            "no fight has a die, so the Nemesis never falls; give the dice of at least one fight"
        )
    heroes = (party,) * len(each) if isinstance(party, int) else wholes("party", party, MOST_FIGHTS)
    if len(heroes) != len(each):
        raise ValueError(f"{len(heroes)} parties do not fit {len(each)} fights; give one party for each")
    start: State = free_icons(icons), 0
    rows: dict[State, Distribution[State]] = {}
    found = [start]
    for state in found:  # grows while it is read
        free, turn = state
        if not free or state in rows:
            continue
        later = (turn + 1) % len(each)
        thrown = swept(roll(each[turn] * d6), [Uncovered(free)])
        rows[state] = Distribution({(left, later if left else 0): ways for (left,), ways in thrown.items()})
        found += rows[state].weights
    chain = Chain(rows)
    visits = chain.visits(start)
    means = [nemesis_retired(count, many) for count, many in zip(each, heroes, strict=True)]
    retired = sum((often * means[turn] for (_, turn), often in visits.items()), Fraction(0))
    return NemesisFights(sum(visits.values(), Fraction(0)), retired, len(each), chain, start)


@dataclass(frozen=True)
class Uncovered(Reading):
    """The icons that are left if dice cover as many as they can, and of these the highest; from the highest down.

    A number that gets a die never takes one from a higher number, so each takes what the higher ones left over.

    >>> read_off(Uncovered((2, 3, 5)), [5, 4])
    (2,)
    """

    icons: Icons
    text: str = "the icons left uncovered"
    whole = False

    @property
    def first(self) -> tuple[Icons, Icons, int]:
        """The icons left for good, those whose turn comes, and the dice that no icon took."""
        return (), self.icons[::-1], 0

    def key(self, face: int) -> int:
        return max((icon for icon in self.icons if icon <= face), default=0)

    def step(
        self, state: tuple[Icons, Icons, int], face: int, count: int, seen: int
    ) -> tuple[Icons, Icons, int]:
        left, wanted, spare = state
        while wanted and wanted[0] > face:
            left, spare = (left, spare - 1) if spare else ((wanted[0], *left), 0)
            wanted = wanted[1:]
        return left, wanted, spare + count

    def end(self, state: tuple[Icons, Icons, int], n: int) -> Icons:
        return self.step(state, 0, 0, n)[0]

    def states(self, n: int, faces: Sequence[int]) -> int:
        return (n + 1) * prod(self.icons.count(icon) + 1 for icon in {*self.icons})


def nemesis_retired(dice: int, party: int = 4) -> Fraction:
    """The mean number of Heroes Retired in one fight: one for each 1, as far as the party goes.

    >>> nemesis_retired(7), nemesis_retired(4, party=1)
    (Fraction(162997, 139968), Fraction(671, 1296))
    """
    dice, heroes = whole("dice", dice, 0, MOST_DICE), _heroes(party)
    if not dice:
        return Fraction(0)
    return law(roll(dice * d6).count(1)).map(lambda ones: min(ones, heroes)).mean
