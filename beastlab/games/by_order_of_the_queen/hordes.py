"""The Horde: how many Monsters a roll defeats, how to place its dice, and which die a Favor should reroll.

A Monster is a list of the Dice Icons that no Success Token covers as yet, as in `[2, 5, 6]`; a Monster in play
(`match.table.in_play`) or a Monster Card may stand for itself. Each die covers at most one icon, whose number it
reaches (queen.horde.cover, queen.horde.one-token-per-icon). A Combat Item is one die more.

Aiming at defeats never costs tokens: whatever icons can be covered at once, an assignment with the most tokens covers
them too (icons and dice form a transversal matroid, queen.ex.horde-matroid).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, Literal, NamedTuple, TypeAlias

from beastlab.core.match import Match
from beastlab.core.requests import Choose, Move, Unknowable
from beastlab.games.by_order_of_the_queen.cards import Card
from beastlab.games.by_order_of_the_queen.faces import MOST_ICONS
from beastlab.games.by_order_of_the_queen.kingdoms import table_at
from beastlab.games.by_order_of_the_queen.rerolls import MOST_DICE, Faces, Reroll, Rerolls, roll_of
from beastlab.games.by_order_of_the_queen.rules.monsters import MOST_MONSTERS, covering
from beastlab.games.by_order_of_the_queen.table import Foe
from beastlab.odds import P, best, d6, law
from beastlab.odds import roll as fall
from beastlab.odds.arguments import one_of, several, shown, whole, wholes
from beastlab.odds.choices import cover
from beastlab.odds.distribution import Distribution
from beastlab.odds.readings import Cleared, Covered
from beastlab.odds.throws import read_off

Monsters: TypeAlias = "Iterable[Foe | Card | Sequence[int]]"
Icons: TypeAlias = tuple[int, ...]
Aim: TypeAlias = Literal["clear", "monsters", "tokens"]

AIMS = ("clear", "monsters", "tokens")
PLACING = "queen.horde.cover"
"""The rule by which a die is asked to be placed."""


class Fought(NamedTuple):
    """What a fight came to: the Monsters defeated, and the icons that its dice covered."""

    monsters: int
    tokens: int


def icons_of(monsters: Monsters) -> tuple[Icons, ...]:
    """The uncovered Dice Icons of each Monster, from its lowest.

    >>> icons_of([[5, 2], [1]])
    ((2, 5), (1,))
    >>> icons_of([1, 2])
    Traceback (most recent call last):
    ...
    ValueError: Monster 1 is 1; give the list of its uncovered Dice Icons, as in [2, 5]
    """
    found = []
    for place, given in enumerate(
        several("monsters", monsters, MOST_MONSTERS, "Monsters, as in [[3], [2, 5]]"), 1
    ):
        icons: Any = given
        if isinstance(given, Foe | Card):
            icons = given.free if isinstance(given, Foe) else given.icons
        if isinstance(icons, str) or not isinstance(icons, Iterable):
            raise ValueError(
                f"Monster {place} is {shown(given)}; give the list of its uncovered Dice Icons, as in [2, 5]"
            )
        free = tuple(sorted(wholes(f"Monster {place}", icons, MOST_ICONS)))
        for icon in free:
            whole(f"an icon of Monster {place}", icon, 1, 6)
        if not free:
            raise ValueError(
                f"Monster {place} has no uncovered Dice Icon: it is defeated already; leave it out"
            )
        found.append(free)
    return tuple(found)


# --- how a fight comes out -----------------------------------------------------------------------------


def horde(dice: int, monsters: Monsters, favors: int = 0, aim: Aim = "clear") -> Distribution[int]:
    """How many Monsters are defeated in one fight (queen.horde.defeat).

    Without Favors the dice are placed for the most Monsters. Favors are used as in `horde_favor`, for the same `aim`.

    >>> horde(dice=6, monsters=[[1], [2], [3], [4], [5], [6]])[6]
    Fraction(16807, 46656)
    >>> horde(dice=3, monsters=[[2], [3, 4]])
    Distribution(0: 1/216, 1: 107/216, 2: 1/2)
    >>> horde(dice=2, monsters=[[4], [5]], favors=1)[2]
    Fraction(49, 108)
    """
    return horde_fight(dice, monsters, favors, aim).map(lambda fought: fought.monsters)


def horde_fight(dice: int, monsters: Monsters, favors: int = 0, aim: Aim = "clear") -> Distribution[Fought]:
    """Monsters defeated and icons covered, jointly: one assignment reaches the most of both.

    >>> horde_fight(2, [[2], [5, 6]])[1, 2]
    Fraction(4, 9)
    """
    dice, favors, icons = whole("dice", dice, 0, MOST_DICE), whole("favors", favors, 0), icons_of(monsters)
    one_of("aim", aim, AIMS)
    if not dice or not icons:
        return Distribution.certain(Fought(0, 0))
    if favors:
        return _Horde(icons, aim).law(dice, favors)
    thrown = fall(dice * d6)
    return law(thrown.cleared(*icons), thrown.covered(*_all(icons))).map(lambda pair: Fought(*pair))


def board_cleared(dice: int, monsters: Monsters, favors: int = 0) -> Fraction:
    """P(no Monster is left in play), so that nobody is Retired (queen.horde.no-retire-when-clear).

    Favors reroll the die whose reroll helps most, each die once. With the Commander in play it is the chance that he
    falls (queen.nemesis.commander-defeat).

    >>> [board_cleared(2, [[4], [5]], favors) for favors in (0, 1, 2)]
    [Fraction(2, 9), Fraction(49, 108), Fraction(337, 648)]
    >>> 1 - board_cleared(3, [[2], [3, 4]])  # Heroes Retired on average
    Fraction(1, 2)
    """
    dice, favors, icons = (
        whole("dice", dice, 0, MOST_DICE),
        whole("favors", favors, 0),
        _all(icons_of(monsters)),
    )
    if not icons or dice < len(icons):
        return Fraction(not icons)
    asked = P(fall(dice * d6).covers(*icons))
    return best(asked, min(favors, dice), each_once=True).value if favors else asked.value


def horde_left(dice: int, monsters: Monsters) -> Distribution[tuple[Icons, ...]]:
    """The Monsters that are left, each by its uncovered icons, if the dice are placed as `place_dice` says.

    Tokens stay on them (queen.horde.tokens-stay), so this is where the next fight begins.

    >>> horde_left(1, [[1], [6]])
    Distribution(((1,),): 1/6, ((6,),): 5/6)
    """
    dice, icons = whole("dice", dice, 0, MOST_DICE), icons_of(monsters)
    placing = Rerolls(
        _all(icons), lambda faces: tuple(sorted(place_dice(faces, icons).left)), lambda left: ()
    )
    return placing.law(dice, 0)


def _all(icons: tuple[Icons, ...]) -> Icons:
    return tuple(icon for monster in icons for icon in monster)


class _Horde(Rerolls[Fought]):
    """Rerolls against these Monsters, for an aim and then for the others in the order of AIMS."""

    def __init__(self, icons: tuple[Icons, ...], aim: Aim) -> None:
        cleared, covered = Cleared(icons), Covered(_all(icons))
        first = AIMS.index(aim)

        def aims(fought: Fought) -> tuple[int, ...]:
            wanted = int(fought.monsters == len(icons)), fought.monsters, fought.tokens
            return wanted[first], *wanted[:first], *wanted[first + 1 :]

        super().__init__(
            _all(icons), lambda faces: Fought(read_off(cleared, faces), read_off(covered, faces)), aims
        )


# --- the roll that lies there ----------------------------------------------------------------------------


def horde_favor(
    roll: Iterable[int], monsters: Monsters, favors: int = 1, spent: Iterable[int] = (), aim: Aim = "clear"
) -> list[Reroll[Fought]]:
    """Which die to reroll with a Favor: all there is to do, best first (queen.favor.reroll, queen.favor.once-per-die).

    `spent` are the dice of the roll that were rerolled already. The `aim` comes first: that no Monster is left
    (`clear`), the mean of Monsters defeated (`monsters`) or of icons covered (`tokens`); then the others in this
    order. A Favor that gains nothing is kept.

    >>> [(option.face, option.means[0]) for option in horde_favor([6, 3, 2], [[2], [4, 5]])]
    [(2, Fraction(1, 2)), (3, Fraction(1, 2)), (None, Fraction(0, 1)), (6, Fraction(0, 1))]
    """
    one_of("aim", aim, AIMS)
    faces = roll_of("the roll", roll)
    return _Horde(icons_of(monsters), aim).options(faces, whole("favors", favors, 0), spent)


class Placed(NamedTuple):
    """One die, and the icon that it covers; `monster` (counted from 0) and `icon` are None if it covers none."""

    die: int
    monster: int | None
    icon: int | None


@dataclass(frozen=True)
class Placement:
    """The best way to place a roll: each die in `dice`, from the highest; `defeated` Monsters; what is `left`."""

    icons: tuple[Icons, ...]
    dice: tuple[Placed, ...]

    @cached_property
    def free(self) -> tuple[Icons, ...]:
        """The icons that are still uncovered, Monster by Monster."""
        free = [list(icons) for icons in self.icons]
        for _, monster, icon in self.dice:
            if monster is not None and icon is not None:
                free[monster].remove(icon)
        return tuple(map(tuple, free))

    @property
    def defeated(self) -> tuple[int, ...]:
        """The places of the Monsters that fall, counted from 0."""
        return tuple(place for place, free in enumerate(self.free) if not free)

    @property
    def left(self) -> tuple[Icons, ...]:
        """The Monsters that stay, by their uncovered icons."""
        return tuple(filter(None, self.free))

    @property
    def tokens(self) -> int:
        """The Success Tokens placed."""
        return sum(placed.icon is not None for placed in self.dice)

    @property
    def cleared(self) -> bool:
        """Whether no Monster is left, so that nobody is Retired."""
        return not self.left


def place_dice(roll: Iterable[int], monsters: Monsters) -> Placement:
    """The best placing of the roll that lies there (queen.horde.choice).

    In this order: the most Monsters defeated, the most icons covered, the highest numbers covered (so that what is
    left is easiest), the Monsters that come first.

    >>> place_dice([3, 5], [[3], [5]]).dice  # the 5 would cover the 3 as well: a trap
    (Placed(die=5, monster=1, icon=5), Placed(die=3, monster=0, icon=3))
    >>> placed = place_dice([6, 2], [[2], [5, 6]])
    >>> placed.defeated, placed.left, placed.tokens
    ((0,), ((5,),), 2)
    """
    faces, icons = roll_of("the roll", roll), icons_of(monsters)
    everyone = range(len(icons))
    for size in range(len(icons), -1, -1):
        fallen = [
            chosen
            for chosen in combinations(everyone, size)
            if _coverable(faces, [icon for place in chosen for icon in icons[place]])
        ]
        if fallen:
            taken = max(
                (_extended(faces, icons, chosen) for chosen in fallen),
                key=lambda taken: sum(icon for _, icon in taken),
            )
            break
    reached = cover(faces, [icon for _, icon in taken]).plan
    by_die = {die: taken[place] for place, die in reached.items()}
    return Placement(
        icons, tuple(Placed(face, *by_die.get(die, (None, None))) for die, face in enumerate(faces))
    )


def placing_now(match: Match) -> Move:
    """The move that places the die that is asked for as `place_dice` says, with the dice still to come in mind.

    Unknowable where no die of a fight against the Horde waits to be placed; ValueError for no match of this game.
    """
    table_at(match)
    request = match.request
    if not isinstance(request, Choose) or request.rule != PLACING or match.table.action != "horde":
        raise Unknowable("no die of a fight against the Horde waits to be placed")
    settled = (
        0  # dice come from the highest, and those that reach nothing last: whoever is asked was asked in turn
    )
    for place in reversed(match.place.path()):
        if getattr(place.request, "rule", None) != PLACING:
            break
        settled += 1
    faces = next(event.data["faces"] for event in reversed(match.events()) if "faces" in event.data)
    foes = [foe for foe in match.table.in_play if foe.free]
    placed = place_dice(sorted(faces, reverse=True)[settled:], foes).dice[0]
    if placed.monster is None or placed.icon is None:
        return request.options[-1]
    key = covering(foes[placed.monster], placed.icon).key
    return next(move for move in request.options if move.key == key)


def _coverable(faces: Faces, icons: list[int]) -> bool:
    """Whether the highest dice cover the highest icons, and so on down."""
    wanted = sorted(icons, reverse=True)
    return len(wanted) <= len(faces) and all(icon <= face for icon, face in zip(wanted, faces, strict=False))


def _extended(faces: Faces, icons: tuple[Icons, ...], fallen: tuple[int, ...]) -> list[tuple[int, int]]:
    """The icons of these Monsters, and as many others as can be covered too, the highest first.

    To be greedy is best: sets of icons that can be covered are a matroid.
    """
    taken = [(place, icon) for place in fallen for icon in icons[place]]
    others = [(icon, -place) for place in range(len(icons)) if place not in fallen for icon in icons[place]]
    for icon, place in sorted(others, reverse=True):
        if _coverable(faces, [*(number for _, number in taken), icon]):
            taken.append((-place, icon))
    return taken
