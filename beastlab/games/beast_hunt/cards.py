"""What a card of Beast Hunt is, and card sets: the packaged illustrative one, or your own from CSV files.

The rulebook prints no cards, so the packaged decks (`cards/*.csv`) are an invention, marked illustrative.
Your own cards go in files with the same columns; cells that a card has no use for stay blank:

- `code`, `name`, `type` in every row; `count` for several copies (their codes end in -1, -2, ...); `text`
- `class`: hero, champion, banner. `mode` of a hero: rolled (or blank), automatic, continuous
- `roll` of a rolled hero: `8+` (green: 8 or more) or `7-` (red: 7 or less)
- `effect`: `draw:2`, `recover:hero`; what a beast gives once when gained; a champion's active skill
- `continuous`: a beast's lasting effect. `on_fail`: what a failed attack on a beast or king sets off
- `cost` of a champion's active skill in actions; its passive skill in `trigger` (`on_duel_won`) and `passive`
- `values` of an enchant: `3` or `2/-2`. `duel_bonus` of a defiance card
- `requirement`: `Hunter & 2x any`. `orbs`, `defeat`, `stagger`: `15`, or `sum 15, each 6, best 9`

A file `set.csv` beside them may give the set's `name`, its `edition` and whether it is `illustrative`.

>>> cards = illustrative()
>>> cards.by_code["hero-shinobi-2"].words()
'Roll 8 or more: draw 2 cards.'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

from beastlab.core import cardfile, cardset
from beastlab.core.cardfile import Column, Fault, Kind, Row, Schema, Unfit
from beastlab.games.beast_hunt import vocabulary
from beastlab.games.beast_hunt.vocabulary import (
    CLASSES,
    EFFECTS,
    MAIN_TYPES,
    PLAYABLE,
    READINGS,
    TRIGGERS,
    TYPES,
    Condition,
    Effect,
)

__all__ = ["CLASSES", "EFFECTS", "MAIN_TYPES", "PLAYABLE", "READINGS", "TRIGGERS", "TYPES"]
__all__ += ["Card", "CardSet", "Condition", "Effect", "check_cards", "illustrative", "load_cards"]


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Card(cardset.Piece):
    """One physical card. Copies are distinct pieces (equal only to themselves) with one `face`.

    >>> one, other = (illustrative().by_code[code] for code in ("ancient-arm-1", "ancient-arm-2"))
    >>> one, one == other, one.face == other.face
    (Card('ancient-arm-1'), False, True)
    """

    code: str
    name: str
    type: str
    class_: str | None = None
    mode: str = "rolled"
    roll: Condition | None = None
    effect: Effect | None = None
    continuous: Effect | None = None
    on_fail: Effect | None = None
    cost: int = 0
    passive: Effect | None = None
    trigger: str | None = None
    values: tuple[int, ...] = ()
    duel_bonus: int = 0
    requirement: tuple[str, ...] = ()
    orbs: int = 1
    defeat: Mapping[str, int] = field(default_factory=dict)  # by reading of the orb
    stagger: Mapping[str, int] = field(default_factory=dict)
    text: str = ""

    def __post_init__(self) -> None:
        for name in ("defeat", "stagger"):  # dicts are welcome, but nobody changes a card through them
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    @property
    def cells(self) -> dict[str, str]:
        """The card as a row of a card file; blank cells are left out."""
        cells = {
            "code": self.code,
            "name": self.name,
            "type": self.type,
            "class": self.class_ or "",
            "mode": self.mode if self.type == "hero" else "",
            **{name: str(getattr(self, name) or "") for name in ("roll", *_EFFECTS, *_PLAIN)},
            "values": "/".join(map(str, self.values)),
            "requirement": _listed(self.requirement, " & "),
            "orbs": str(self.orbs) if self.orbs != 1 else "",
            "defeat": _by_reading(self.defeat),
            "stagger": _by_reading(self.stagger),
        }
        return {name: cells[name] for name in _SCHEMA_NAMES if cells.get(name)}

    def words(self, reading: str | None = None) -> str:
        """The rule text of the face; with a reading of the orb, only that reading's numbers.

        >>> cards = illustrative().by_code
        >>> print(cards["beast-12"].words())
        Needs Pirate, any · 1 orb · defeat 9 · stagger 7 · Gained: pull a card from another player's hand.
        >>> print(cards["king-2"].words("sum"))
        Needs 3x any · 3 orbs · defeat 23 · stagger 20
        >>> cards["enchant-1"].words()
        '+2 or -2'
        """
        words = " · ".join(filter(None, self._words(reading)))
        return f"{words} {self.text}".strip() if self.text else words

    def _words(self, reading: str | None) -> Iterator[str]:
        effect = _small(self.effect.words()) if self.effect else ""
        match self.type:
            case "hero" if self.roll:
                yield f"Roll {self.roll.words()}: {effect}"
            case "hero" if self.mode == "continuous" and self.effect:
                yield f"Always: {_small(self.effect.words(lasting=True))}"
            case "hero":
                yield f"Without a roll: {effect}"
            case "arcana" | "armament" | "curse" | "malice" if self.effect:
                yield self.effect.words()
            case "banner":
                yield f"The Hero that carries it is of the class {self.class_}."
            case "enchant":
                yield " or ".join(f"{value:+d}" for value in self.values)
            case "defiance":
                bonus = f", with {self.duel_bonus:+d} on your roll" if self.duel_bonus else ""
                yield f"Stop another player's card if you win the duel{bonus}."
            case "ancient_arm":
                yield "Three in hand defeat a Beast of your choice."
            case "shard":
                yield "Three face up start the countdown."
            case "champion":
                cost = f" ({self.cost} action{'s' * (self.cost != 1)})" if self.cost else ""
                yield f"Active{cost}: {effect}"
                if self.passive and self.trigger:
                    yield f"Passive: when {TRIGGERS[self.trigger]}, {_small(self.passive.words())}"
            case "lesser_beast" | "beast" | "king":
                if self.requirement:
                    yield f"Needs {_listed(self.requirement, ', ')}"
                yield f"{self.orbs} orb{'s' * (self.orbs != 1)}"
                for name, numbers in (("defeat", self.defeat), ("stagger", self.stagger)):
                    if numbers:
                        yield f"{name} {numbers[reading] if reading else _by_reading(numbers)}"
                if self.effect:
                    yield f"Gained: {effect}"
                if self.continuous:
                    yield f"In your Party: {_small(self.continuous.words(lasting=True))}"
                if self.on_fail:
                    yield f"Failed: {_small(self.on_fail.words())}"


def _small(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _listed(requirement: Iterable[str], between: str) -> str:
    return between.join(f"{n}x {word}" if n > 1 else word for word, n in Counter(requirement).items())


def _by_reading(numbers: Mapping[str, int]) -> str:
    if len(set(numbers.values())) < 2:
        return str(next(iter(numbers.values()), ""))
    return ", ".join(f"{reading} {numbers[reading]}" for reading in READINGS if reading in numbers)


# The columns of card files.


def _values(cell: str) -> tuple[int, ...]:
    values = tuple(map(cardfile.integer(-20, 20), map(str.strip, re.split(r"/|\bor\b", cell))))
    if 0 in values or len(values) > 2 or len(values) == 2 and values[0] * values[1] > 0:
        raise Unfit
    return values


def _requirement(cell: str) -> tuple[str, ...]:
    symbols: Counter[str] = Counter()
    for term in cardfile.criteria((*CLASSES, "any"))(cell):
        symbols[term.word] += term.times
    if symbols.total() > 12:
        raise Unfit
    return tuple(symbols.elements())


def _numbers(cell: str) -> Mapping[str, int]:
    """A number for each reading of the orb: `15` holds for all, `sum 15, each 6, best 9` says each."""
    number = cardfile.integer(1, 99)
    if cell.isdigit():
        return MappingProxyType(dict.fromkeys(READINGS, number(cell)))
    found = [re.fullmatch(r"\s*([a-z]+)\s*[ =:]\s*([0-9]+)\s*", part) for part in cell.casefold().split(",")]
    numbers = {part[1]: number(part[2]) for part in found if part}
    if len(found) != len(READINGS) or set(numbers) != set(READINGS):
        raise Unfit
    return MappingProxyType({reading: numbers[reading] for reading in READINGS})


def _any(words: Iterable[str]) -> str:
    return f"one of {', '.join(words)}"


_EFFECTS = ("effect", "continuous", "on_fail", "passive")
_PLAIN = ("trigger", "cost", "duel_bonus", "text")
_CODE_OF_EFFECT = f"an effect such as draw:2; {_any(EFFECTS)}"
_NUMBER = "a number from 1 to 99, or all three as in: sum 15, each 6, best 9"
_FIGHT = ("requirement", "orbs", "text")


def _more(row: Row) -> Iterator[Fault]:
    """Faults between the cells of a row: effects where they cannot stand, rolls, Stagger against defeat."""
    if row.kind == "hero" and row["mode"] == "rolled" and row["roll"] is None:
        yield row.fault("roll", f"{_ROLL}, for a hero whose mode is rolled")
    if row.kind == "hero" and row["mode"] in ("automatic", "continuous") and row["roll"] is not None:
        yield row.fault("roll", f"nothing: a hero whose mode is {row['mode']} does not roll")
    places = dict.fromkeys(_EFFECTS, "once") | {"continuous": "lasting"}
    if row.kind in ("armament", "curse", "malice"):
        places["effect"] = "malice" if row.kind == "malice" else "gear"
    if row.kind == "hero" and row["mode"] == "continuous":
        places["effect"] = "lasting"
    for column, place in places.items():
        effect = row[column]
        if effect is not None and effect.name not in vocabulary.standing(place):
            yield row.fault(column, f"for this {row.kind}, {_any(vocabulary.standing(place))}")
    stagger, defeat = row["stagger"], row["defeat"]
    if stagger and defeat and any(stagger[reading] >= defeat[reading] for reading in READINGS):
        yield row.fault("stagger", f"numbers below defeat ({_by_reading(defeat)})")


_SYMBOLS = f"up to 12 classes or any, as in: Hunter & 2x any; {_any(CLASSES)}"
_MODES = ("rolled", "automatic", "continuous")
_ROLL = "a number from 2 to 12 followed by + (or more) or - (or less)"
_SCHEMA = Schema(
    columns=(
        cardfile.CODE,
        cardfile.NAME,
        Column("type", cardfile.one_of(TYPES), _any(TYPES)),
        cardfile.COUNT,
        Column("class", cardfile.one_of(CLASSES), _any(CLASSES)),
        Column("mode", cardfile.one_of(_MODES), _any(_MODES), "rolled"),
        Column("roll", vocabulary.roll, _ROLL),
        Column("effect", vocabulary.effect, _CODE_OF_EFFECT),
        Column("continuous", vocabulary.effect, _CODE_OF_EFFECT),
        Column("on_fail", vocabulary.effect, _CODE_OF_EFFECT),
        Column("cost", cardfile.integer(0, 9), "a number of actions from 0 to 9", 0),
        Column("trigger", cardfile.one_of(TRIGGERS), _any(TRIGGERS)),
        Column("passive", vocabulary.effect, _CODE_OF_EFFECT),
        Column("values", _values, "a number up to 20 other than 0, or one above and one below 0: 2/-2", ()),
        Column("duel_bonus", cardfile.integer(0, 20), "a number from 0 to 20", 0),
        Column("requirement", _requirement, _SYMBOLS, ()),
        Column("orbs", cardfile.integer(1, 9), "a number from 1 to 9", 1),
        Column("defeat", _numbers, _NUMBER, {}),
        Column("stagger", _numbers, f"{_NUMBER}, below defeat", {}),
        Column("text", cardfile.label(500, lines=True), "at most 500 characters", ""),
    ),
    needs=("code", "name", "type"),
    kinds={
        "hero": Kind(("class", "effect"), ("mode", "roll", "text")),
        **dict.fromkeys(("arcana", "armament", "curse", "malice"), Kind(("effect",), ("text",))),
        "banner": Kind(("class",), ("text",)),
        "enchant": Kind(("values",), ("text",)),
        "defiance": Kind((), ("duel_bonus", "text")),
        **dict.fromkeys(("ancient_arm", "shard"), Kind((), ("text",))),
        "lesser_beast": Kind(("defeat",), _FIGHT),
        "beast": Kind(("defeat",), (*_FIGHT, "stagger", "effect", "continuous", "on_fail")),
        "king": Kind(("defeat",), (*_FIGHT, "stagger", "on_fail")),
        "champion": Kind(("class", "effect", "trigger", "passive"), ("cost", "text")),
    },
    more=_more,
)
_SCHEMA_NAMES = tuple(column.name for column in _SCHEMA.columns)


# Card sets.


class CardSet(cardset.CardSet[Card]):
    """All cards that a game can be played with. Sets of the same content are one object.

    >>> illustrative()
    CardSet('Illustrative hunt', edition '1', 158 cards, illustrative)
    >>> illustrative() is illustrative()
    True
    """

    card = Card
    schema = _SCHEMA
    files: ClassVar = {
        "main": MAIN_TYPES,
        "beasts": ("beast", "shard"),
        "kings": ("king",),
        "champions": ("champion",),
    }
    at_least: ClassVar = {
        "beast": 3,
        "shard": 3,
        "king": 1,
        "champion": 2,
        "Main Deck": 11,
    }  # for two players

    @cached_property
    def main(self) -> tuple[Card, ...]:
        """The cards of the Main Deck."""
        return tuple(card for card in self.cards if card.type in MAIN_TYPES)

    @property
    def beasts(self) -> tuple[Card, ...]:
        """The Beasts."""
        return self.of("beast")

    @property
    def shards(self) -> tuple[Card, ...]:
        """The Malevolent Shards."""
        return self.of("shard")

    @property
    def kings(self) -> tuple[Card, ...]:
        """The Beast Kings."""
        return self.of("king")

    @property
    def champions(self) -> tuple[Card, ...]:
        """The champions."""
        return self.of("champion")

    @classmethod
    def held(cls, rows: list[Row]) -> Counter[str]:
        """How many cards of each type are in the rows, and of the Main Deck."""
        held = super().held(rows)
        held["Main Deck"] = sum(held[kind] for kind in MAIN_TYPES)
        return held

    def check_seats(self, seats: int, champions: int = 1, *, malice: bool = True) -> None:
        """Refuse, with the rule's id, a number of seats that the cards don't suffice for.

        >>> illustrative().check_seats(6, champions=2)
        >>> illustrative().check_seats(8, champions=2)
        Traceback (most recent call last):
        ...
        ValueError: 8 players need 16 champions; these cards have 14 [hunt.mode.two-champion-supply]
        """
        wanted, have = seats * champions, len(self.champions)
        if have < wanted:
            rule = "hunt.setup.champion-unique" if champions == 1 else "hunt.mode.two-champion-supply"
            raise ValueError(f"{seats} players need {wanted} champions; these cards have {have} [{rule}]")
        wanted, have = 5 * seats + 1, sum(malice or card.type != "malice" for card in self.main)
        if have < wanted:  # five each and one to draw
            many = f"{wanted} cards in the Main Deck; these have {have}"
            raise ValueError(f"{seats} players need {many} [hunt.setup.deal-five]")

    def notes(self) -> tuple[str, ...]:
        """What may be an oversight in the cards, though they can be played; empty if nothing.

        >>> illustrative().notes()
        ()
        """
        heroes = {card.class_ for card in self.main if card.type == "hero"}
        notes = [f"No Hero is of the class {class_}." for class_ in CLASSES if class_ not in heroes]
        missing = [type_ for type_ in MAIN_TYPES if not any(card.type == type_ for card in self.main)]
        notes += [f"No card of the Main Deck is of the type {type_}." for type_ in missing]
        arms = sum(card.type == "ancient_arm" for card in self.main)
        if 0 < arms < 3:
            notes.append(f"There are only {arms} Ancient Arms: it takes three to use them (hunt.arms.three).")
        fought = [card for card in self.beasts + self.kings if card.orbs > 1]
        numbers = [card.defeat["sum"] for card in fought if len(set(card.defeat.values())) == 1]
        if numbers:  # one number for all readings, so it can't suit them all
            seen, so = ("Some", "only it makes sense") if max(numbers) > 12 else ("No", "it is implausible")
            notes.append(f"{seen} defeat numbers of several orbs are above 12: for the reading sum, {so}.")
        return tuple(notes)


load_cards, check_cards = CardSet.load, CardSet.check


@cache
def illustrative() -> CardSet:
    """The packaged cards: our own invention, for the rulebook prints none."""
    return load_cards(Path(__file__).with_name("cards"))
