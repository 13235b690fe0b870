"""The closed vocabulary of By Order of the Queen: Attributes, Guilds, places, pools, and what cards do.

The rules carry out what is named here, and nothing else: a new effect is a line here and its code there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from beastlab.core.cardfile import Unfit, one_of, whole

ABILITIES = ("strength", "dexterity", "constitution", "wisdom", "intelligence", "charisma")
CLASSES = ("healing", "melee", "ranged", "shield")
COMBAT = "combat"
ATTRIBUTES = (*ABILITIES, *CLASSES, COMBAT)
LOCATIONS = ("Emerald Valley", "Ironstone Crags", "Obsidian Wastes", "Silver Coast")
GUILDS = (
    "Semaphor Collegium",
    "Hounds of Salvere",
    "The Wild Skylancers",
    "The Firemanes",
    "The Oromanos Consortium",
    "Whiteclaw Huntmasters",
    "The Bridgewardens",
    "Eternal Pilgrims",
)
POOLS = ("enemy", "regions", "garden")  # from the top of the board to its bottom, queen.threat.pool-order
POOL_NAMES = ("Growing Enemy", "Confidence of the Regions", "Garden Sanctuary")
ENEMY, REGIONS, GARDEN = range(3)
LIEUTENANTS = ("Jorant Wolves", "Koblin King", "Vulpen Tactician", "Vemen Seer")


class _Verb(NamedTuple):
    """An effect's name: where it may stand, and what it says for one and for several."""

    places: str  # some of: icon (of a reward), reward, penalty (icon), phase (of an Event or a Nemesis)
    words: str


_EACH = tuple(zip(POOLS, POOL_NAMES, strict=True))
_VERBS: Mapping[str, _Verb] = {
    "favor": _Verb("icon reward", "Gain a Queen's Favor.|Gain {n} Queen's Favors."),
    "item": _Verb("icon reward", "Gain an Item.|Gain {n} Items."),
    "recover": _Verb("icon reward", "Recover a Hero.|Recover {n} Heroes."),
    "event": _Verb("icon", "Gain the Event Reward."),
    "monster_success": _Verb("icon reward", "Add a Success to a Monster.|Add {n} Successes to Monsters."),
    "henchman": _Verb("reward", "Gain a Henchman."),
    "remove_threat": _Verb("reward", "Remove a Threat from any pool.|Remove {n} Threat, each from any pool."),
    **{
        f"remove_threat_{pool}": _Verb(
            "reward phase", f"Remove a Threat from the {name}.|Remove {{n}} Threat from the {name}."
        )
        for pool, name in _EACH
    },
    "monster": _Verb("penalty phase", "Draw a Monster.|Draw {n} Monsters."),
    "villager": _Verb("penalty phase", "Lose a Villager.|Lose {n} Villagers."),
    "region": _Verb("phase", "Lose a Region.|Lose {n} Regions."),
    "retire": _Verb("penalty", "Retire a Hero of the party."),
    "retire_from_deck": _Verb(
        "phase", "Retire a Hero from the Hero Deck.|Retire {n} Heroes from the Hero Deck."
    ),
    **{
        f"threat_{pool}": _Verb(
            "penalty phase", f"Add a Threat to the {name}.|Add {{n}} Threat to the {name}."
        )
        for pool, name in _EACH
    },
}
EFFECTS: Mapping[str, str] = {name: verb.words.partition("|")[0] for name, verb in _VERBS.items()}


class Effect(NamedTuple):
    """What a card does: a name of the closed vocabulary `EFFECTS`, and how many times.

    >>> str(Effect("remove_threat", 3)), Effect("remove_threat", 3).words()
    ('remove_threat:3', 'Remove 3 Threat, each from any pool.')
    """

    name: str
    amount: int = 1

    def words(self) -> str:
        """A plain sentence for people."""
        one, _, many = _VERBS[self.name].words.partition("|")
        return many.format(n=self.amount) if many and self.amount != 1 else one

    def __str__(self) -> str:
        return self.name if self.amount == 1 else f"{self.name}:{self.amount}"


class Section(NamedTuple):
    """A section of a Location Card: its Test, the Reward (the top has none), the Penalty."""

    test: str
    reward: Effect | None
    penalty: Effect

    def words(self) -> str:
        """In words: what is tested, and what follows."""
        won = f" Passed: {small(self.reward.words())}" if self.reward else ""
        return f"{test_name(self.test)}.{won} Failed: {small(self.penalty.words())}"

    def __str__(self) -> str:
        return " / ".join(map(str, filter(None, self)))


class Bonus(NamedTuple):
    """More dice on every Test of an Attribute: when Questing (a Quest's), or while an Event is current."""

    attribute: str
    dice: int = 1

    def words(self) -> str:
        """
        >>> Bonus("wisdom").words(), Bonus("melee", 2).words()
        ('One die more for every Wisdom Test', '2 dice more for every Melee Class Test')
        """
        many = f"{self.dice} dice" if self.dice > 1 else "One die"
        return f"{many} more for every {test_name(self.attribute)}"

    def __str__(self) -> str:
        return f"{self.attribute} {self.dice}"


def small(sentence: str) -> str:
    """A sentence that goes on after a colon."""
    return sentence[0].lower() + sentence[1:]


def test_name(attribute: str) -> str:
    """How a Test of an Attribute is called.

    >>> test_name("wisdom"), test_name("shield"), test_name("combat")
    ('Wisdom Test', 'Shield Class Test', 'Combat Test')
    """
    return f"{attribute.title()} {'Class ' * (attribute in CLASSES)}Test"


@cache
def standing(place: str) -> tuple[str, ...]:
    """The effects that may stand in a place: icon, reward, penalty, phase.

    >>> standing("icon")
    ('favor', 'item', 'recover', 'event', 'monster_success')
    """
    return tuple(name for name, verb in _VERBS.items() if place in verb.places.split())


# Parsers of cells.


def effect(cell: str) -> Effect:
    """The effect that a cell of a card file names.

    >>> effect("remove_threat:3"), effect("Favor")
    (Effect(name='remove_threat', amount=3), Effect(name='favor', amount=1))
    """
    found = re.fullmatch(r"([A-Za-z _-]+?)\s*(?::\s*([0-9]+))?", cell)
    if found is None:
        raise Unfit
    name, amount = one_of(_VERBS)(found[1]), whole(found[2] or "1")
    if not 1 <= amount <= 20 or amount > 1 and "|" not in _VERBS[name].words:
        raise Unfit
    return Effect(name, amount)


def effects(cell: str) -> tuple[Effect, ...]:
    """Several effects, joined by commas.

    >>> effects("remove_threat:3, item")[1]
    Effect(name='item', amount=1)
    """
    return tuple(effect(part.strip()) for part in cell.split(","))


def section(cell: str) -> Section:
    """A section of a Location Card: `charisma / threat_regions`; with a Reward `healing / favor / monster`.

    >>> section("healing / favor / monster").reward
    Effect(name='favor', amount=1)
    """
    test, *rest = (part.strip() for part in cell.split("/"))
    if not 1 <= len(rest) <= 2:
        raise Unfit
    reward = effect(rest[0]) if len(rest) == 2 else None
    return Section(one_of(ATTRIBUTES)(test), reward, effect(rest[-1]))


def bonus(cell: str) -> Bonus:
    """
    >>> bonus("charisma 2")
    Bonus(attribute='charisma', dice=2)
    """
    found = re.fullmatch(r"([A-Za-z]+)(?:\s+\+?([1-9]))?", cell)
    if found is None:
        raise Unfit
    return Bonus(one_of(ATTRIBUTES)(found[1]), int(found[2] or 1))


def by_roll(cell: str) -> tuple[Effect, ...]:
    """What a Nemesis does in the Event Phase: one effect, or six, for what a die shows.

    >>> by_roll("1-2 villager:2; 3-5 villager:3; 6 threat_regions:2")[4]
    Effect(name='villager', amount=3)
    """
    parts = [part.strip() for part in cell.split(";")]
    if len(parts) == 1 and not parts[0][:1].isdigit():
        return (effect(parts[0]),)
    faces: list[Effect] = []
    for part in parts:
        found = re.fullmatch(r"([1-6])(?:\s*[-\u2013]\s*([1-6]))?\s+(\S.*)", part)
        if not found or int(found[1]) != len(faces) + 1 or int(found[2] or found[1]) < int(found[1]):
            raise Unfit
        faces += [effect(found[3])] * (int(found[2] or found[1]) - len(faces))
    if len(faces) != 6:
        raise Unfit
    return tuple(faces)


def runs(outcomes: tuple[Effect, ...]) -> list[tuple[int, int, Effect]]:
    """What a die does, in runs of faces that do the same: first face, last face, effect.

    >>> [(low, high) for low, high, _ in runs(by_roll("1-2 villager; 3-6 region"))]
    [(1, 2), (3, 6)]
    """
    found: list[tuple[int, int, Effect]] = []
    for face, outcome in enumerate(outcomes, 1):
        if found and found[-1][2] == outcome:
            found[-1] = found[-1][0], face, outcome
        else:
            found.append((face, face, outcome))
    return found


def by_roll_text(outcomes: tuple[Effect, ...]) -> str:
    """The cell that `by_roll` reads."""
    if len(outcomes) == 1:
        return str(outcomes[0])
    return "; ".join(f"{low}-{high} {does}" for low, high, does in runs(outcomes))
