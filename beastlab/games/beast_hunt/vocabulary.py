"""The closed vocabulary of Beast Hunt's cards: classes, types, triggers, effects, conditions of a roll.

The rules carry out what is named here, and nothing else: a new effect is a line here and its code there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from beastlab.core.cardfile import Unfit, minus, one_of, whole

CLASSES = ("Hunter", "Invoker", "Mercenary", "Nightmare", "Pirate", "Royal", "Shinobi")
PLAYABLE = ("hero", "arcana", "armament", "curse", "banner")  # with an action, and open to Defiance
MAIN_TYPES = (*PLAYABLE, "enchant", "defiance", "malice", "lesser_beast", "ancient_arm")
TYPES = (*MAIN_TYPES, "beast", "shard", "king", "champion")  # of files: a hidden card is "unseen"
READINGS = ("sum", "each", "best")  # of the orb, hunt.beast.orb
TRIGGERS: Mapping[str, str] = {
    "on_duel_won": "you win a Defiance duel",
    "on_duel_lost": "you lose a Defiance duel",
    "on_own_hero_lost": "a Hero leaves your Party",
    "on_attack_failed": "your attack on a Beast fails",
    "on_malice_resolved": "a Malice of yours is resolved (once a turn)",
    "on_hero_entered": "a Hero enters your Party",
    "on_beast_defeated": "you defeat a Beast",
    "on_lesser_defeated": "you defeat a Lesser Beast",
    "on_arcana_played": "your Arcana is carried out",
    "on_turn_start_empty_hand": "your turn begins with an empty hand",
}


@dataclass(frozen=True, slots=True)
class _Verb:
    """An effect's name: which amounts it takes, where it may stand, what it says."""

    amounts: range | tuple[str, ...]
    places: str  # some of: once, lasting, gear, malice
    words: str  # for one | for several; {n} the number, {k} signed, {size} of a change, {a} a type's article
    lasting: str = ""  # the words of a lasting effect, where they differ

    @property
    def allowed(self) -> str:
        if isinstance(self.amounts, tuple):
            return f"one of {', '.join(self.amounts)}" if len(self.amounts) > 1 else self.amounts[0]
        low, high = self.amounts[0], self.amounts[-1]
        zero = " other than 0" if low < 0 else ""
        return f"a number from {low} to {high}{zero}" if low < high else str(low)


_N, _K, _ONE = range(1, 21), range(-20, 21), range(1, 2)
_VERBS: dict[str, _Verb] = {
    "draw": _Verb(_N, "once", "Draw a card.|Draw {n} cards."),
    "pull": _Verb(
        _N, "once", "Pull a card from another player's hand.|Pull {n} cards, each from a hand you choose."
    ),
    "discard_other": _Verb(
        _N, "once", "A player you choose discards a card.|A player you choose discards {n} cards."
    ),
    "discard_each_other": _Verb(
        _N, "once", "Each other player discards a card.|Each other player discards {n} cards."
    ),
    "destroy": _Verb(_N, "once", "Destroy a Hero.|Destroy {n} Heroes."),
    "assassinate": _Verb(_N, "once", "Assassinate a Hero.|Assassinate {n} Heroes."),
    "steal": _Verb(_N, "once", "Steal a Hero.|Steal {n} Heroes."),
    "return": _Verb(
        _N, "once", "Return a face-up Hero of another Party.|Return {n} face-up Heroes of other Parties."
    ),
    "flip": _Verb(_N, "once", "Turn a Hero face down or face up.|Turn {n} Heroes face down or face up."),
    "unequip": _Verb(_N, "once", "Destroy a card that a Hero carries.|Destroy {n} cards that Heroes carry."),
    "recover": _Verb(MAIN_TYPES, "once", "Take {a} card from the Discard Pile into your hand."),
    "play_now": _Verb(PLAYABLE, "once", "Immediately play {a} card from your hand, without an action."),
    "attack_now": _Verb(_ONE, "once", "Immediately attack a Beast, without an action (never the King)."),
    "action": _Verb(
        _N, "once", "Gain an additional action this turn.|Gain {n} additional actions this turn."
    ),
    "attack_bonus": _Verb(
        _K, "once lasting", "{k} on your next attack roll this turn.", "{k} on all your attack rolls."
    ),
    "attack_bonus_while_equipped": _Verb(_K, "gear", "{k} on all attack rolls of this Hero's player."),
    "roll_bonus": _Verb(
        _K,
        "gear lasting",
        "This Hero's effect is {size} to roll.",
        "All your Heroes' effects are {size} to roll.",
    ),
    "roll_bonus_this_turn": _Verb(_K, "once", "All your Heroes' effects are {size} to roll this turn."),
    "guard": _Verb(_ONE, "gear", "Other players cannot choose this Hero for Destroy or Steal."),
    "seal": _Verb(_ONE, "gear", "This Hero's effect cannot be used."),
    "hand_limit": _Verb(
        _N, "lasting", "Your hand limit is 1 card higher.|Your hand limit is {n} cards higher."
    ),
    "each_discard": _Verb(_N, "once malice", "Each player discards a card.|Each player discards {n} cards."),
    "each_sacrifice": _Verb(
        _N, "once malice", "Each player sacrifices a Hero.|Each player sacrifices {n} Heroes."
    ),
    "each_unequip": _Verb(("all",), "once malice", "All cards that Heroes carry go to the Discard Pile."),
    "each_flip_down": _Verb(
        _N,
        "once malice",
        "Each player turns an own Hero face down.|Each player turns {n} own Heroes face down.",
    ),
}
EFFECTS: Mapping[str, str] = {name: verb.words.split("|")[-1] for name, verb in _VERBS.items()}


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does: a name of the closed vocabulary `EFFECTS` and how much, or which type of card.

    >>> str(Effect("draw", 2)), Effect("draw", 2).words()
    ('draw:2', 'Draw 2 cards.')
    >>> Effect("roll_bonus", -2).words()
    "This Hero's effect is 2 harder to roll."
    >>> Effect("roll_bonus", 1).words(lasting=True)
    "All your Heroes' effects are 1 easier to roll."
    """

    name: str
    amount: int | str

    def words(self, lasting: bool = False) -> str:
        """A plain sentence for people; `lasting` for the effect of a Beast in the Party."""
        verb, n = _VERBS[self.name], self.amount
        one, _, many = (lasting and verb.lasting or verb.words).partition("|")
        if isinstance(n, str):
            return one.format(a=f"{'an' if n[0] in 'ae' else 'a'} {n.replace('_', ' ').title()}")
        size = f"{abs(n)} {'easier' if n > 0 else 'harder'}"
        return (many if many and n != 1 else one).format(n=n, k=f"{n:+d}", size=size)

    def __str__(self) -> str:
        return f"{self.name}:{self.amount}"


@dataclass(frozen=True, slots=True)
class Condition:
    """What a Hero's roll must come to: green at or above the value, red at or below it.

    >>> Condition("red", 7).words(), str(Condition("red", 7))
    ('7 or less', '7-')
    """

    colour: str
    value: int

    def words(self) -> str:
        """In words."""
        return f"{self.value} or {'more' if self.colour == 'green' else 'less'}"

    def __str__(self) -> str:
        return f"{self.value}{'+' if self.colour == 'green' else '-'}"


@cache
def standing(place: str) -> tuple[str, ...]:
    """The effects that may stand in a place: once, lasting, gear (armaments and curses), malice.

    >>> standing("lasting")
    ('attack_bonus', 'roll_bonus', 'hand_limit')
    """
    return tuple(name for name, verb in _VERBS.items() if place in verb.places.split())


def effect(cell: str) -> Effect:
    """The effect that a cell of a card file names.

    >>> effect("draw:2"), effect("Recover: lesser beast").amount, effect("guard")
    (Effect(name='draw', amount=2), 'lesser_beast', Effect(name='guard', amount=1))
    """
    found = re.fullmatch(r"([A-Za-z_]+)(?:\s*[:\s]\s*(.+))?", cell)
    name = found[1].lower() if found else ""
    if found is None or name not in _VERBS:
        raise Unfit
    verb, amount = _VERBS[name], found[2]
    if amount is None and len(verb.amounts) == 1:
        return Effect(name, verb.amounts[0])
    try:
        if isinstance(verb.amounts, tuple):
            return Effect(name, one_of(verb.amounts)(amount or ""))
        number = whole(amount or "")
        if number and number in verb.amounts:
            return Effect(name, number)
    except Unfit:
        pass
    raise Unfit(f"{name}: and {verb.allowed}")


def roll(cell: str) -> Condition:
    """The condition that a cell of a card file names.

    >>> roll("8+"), roll("7 or less")
    (Condition(colour='green', value=8), Condition(colour='red', value=7))
    """
    found = re.fullmatch(r"([0-9]{1,2})\s*(\+|-|or more|or less)", minus(cell).casefold())
    if not found or not 2 <= int(found[1]) <= 12:
        raise Unfit
    return Condition("green" if found[2] in ("+", "or more") else "red", int(found[1]))
