"""Card sets of By Order of the Queen: the packaged illustrative one, or your own from CSV files.

The rulebook prints hardly any cards, so the packaged decks (`cards/*.csv`) follow the recipes of the ledger
and are marked illustrative. Named cards keep the facts that are printed. `faces` describes the columns. The
board's tables, which are not printed either, are rows too (`cards/tables.csv`): a file of your own replaces
them.

>>> cards = illustrative()
>>> cards.by_code["valley-12"].name, cards.by_code["valley-12"].top.words()
('Unending Growth', 'Charisma Test. Failed: add a Threat to the Confidence of the Regions.')
"""

from __future__ import annotations

from collections import Counter
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from beastlab.core import cardset
from beastlab.core.cardfile import Fault, Row
from beastlab.games.by_order_of_the_queen.faces import SCHEMA, TABLES, Card
from beastlab.games.by_order_of_the_queen.vocabulary import GUILDS, LOCATIONS
from beastlab.odds.arguments import shown

__all__ = ["Card", "CardSet", "check_cards", "illustrative", "load_cards", "piece"]


class CardSet(cardset.CardSet[Card]):
    """All cards and tables that a game can be played with. Sets of the same content are one object.

    >>> illustrative()
    CardSet('Illustrative kingdom', edition '1', 330 cards, illustrative)
    >>> illustrative() is illustrative()
    True
    """

    card = Card
    schema = SCHEMA
    files: ClassVar = {
        "heroes": ("hero",),
        "monsters": ("monster",),
        "nemeses": ("nemesis",),
        "locations": ("location",),
        "events": ("event", "funeral"),
        "orders": ("order",),
        "quests": ("quest",),
        "items": ("item", "relic", "henchman"),
        "guilds": ("guild",),
        "tables": TABLES,
    }
    at_least: ClassVar = {  # for a game of two
        "hero": 15,
        "monster": 12,
        "nemesis": 3,
        "event": 1,
        "order": 3,
        "quest": 2,
        "guild": 4,
        **dict.fromkeys((*TABLES, *LOCATIONS), 1),
        **{f"{players}-player funeral": 1 for players in (2, 3, 4)},
    }

    def __len__(self) -> int:
        return sum(card.type not in TABLES for card in self.cards)

    @classmethod
    def held(cls, rows: list[Row]) -> Counter[str]:
        """How many cards of each type are in the rows, of each Location and of each King's Funeral."""
        held = super().held([row for row in rows if not row["crossover"]])
        held.update(row["location"] for row in rows if row.kind == "location")
        held.update(f"{row['players']}-player funeral" for row in rows if row.kind == "funeral")
        return held

    @classmethod
    def between(cls, rows: list[Row]) -> list[Fault]:
        """Faults between rows: cards and tables of which there can be but one, and too many Henchmen."""
        column = {"guild": "guild", "relic": "guild", "funeral": "players", **dict.fromkeys(TABLES, "name")}
        first: dict[Any, Row] = {}
        faults = []
        for row in rows:
            name = column.get(row.kind or "")
            if name is None or row[name] is None:
                continue
            other = first.setdefault((row.kind, row[name]), row)
            if other is not row:
                allowed = f"one {row.kind} for each {name}; the other is in {other.file} row {other.number}"
                faults.append(row.fault(name, allowed))
        henchmen = [row for row in rows if row.kind == "henchman"]
        if sum(len(row.codes) for row in henchmen) > 4:
            faults.append(henchmen[-1].fault("count", "at most four Henchmen in all"))
        guilds = {row["guild"] for row in henchmen} - {None}
        if len(guilds) > 1:
            faults.append(henchmen[-1].fault("guild", f"one Guild's for all Henchmen, such as {GUILDS[1]}"))
        return faults

    def check_seats(self, seats: int) -> None:
        """Refuse, with the rule's id, a number of seats that the cards don't suffice for.

        >>> illustrative().check_seats(4)
        """
        retired = sum(
            does.amount
            for card in self.of("funeral")
            if card.players == seats
            for does in card.immediate
            if does.name == "retire_from_deck"
        )
        wanted, have = retired + 7 * seats, len(self.of("hero"))
        if have < wanted:
            raise ValueError(
                f"{seats} players need {wanted} Heroes; these cards have {have} [queen.setup.hand]"
            )

    def notes(self) -> tuple[str, ...]:
        """What may be an oversight in the cards, though they can be played; empty if nothing.

        >>> illustrative().notes()
        ()
        """
        relics = {card.guild for card in (*self.of("relic"), *self.of("henchman"))}
        notes = [
            f"{card.name} has no starting Item." for card in self.of("guild") if card.guild not in relics
        ]
        heroes = {card.guild for card in self.of("hero")}
        notes += [f"No Hero is of {card.guild}." for card in self.of("guild") if card.guild not in heroes]
        for card in self.of("nemesis"):
            if not card.icons and not card.falls:
                notes.append(f"{card.name} has no Dice Icons and does not fall: it stays for ever.")
        return tuple(notes)


load_cards, check_cards = CardSet.load, CardSet.check


@cache
def illustrative() -> CardSet:
    """The packaged cards: the ledger's recipes, for the rulebook prints hardly any."""
    return load_cards(Path(__file__).with_name("cards"))


def piece(name: str, given: Any, type_: str, cards: CardSet) -> Card:
    """A card of this type, given as it is or by its name or code; ValueError, with the nearest name, if there is none.

    >>> piece("a Hero", "Atok", "hero", illustrative())
    Traceback (most recent call last):
    ...
    ValueError: a Hero is 'Atok'; give a hero card, or its name or code in 'Illustrative kingdom', such as 'Atook'
    """
    known = cards.of(type_)
    if isinstance(given, Card) and given.type == type_:
        return given
    near = []
    if isinstance(given, str):
        for card in known:
            if given in (card.code, card.name):
                return card
        names = [card.name for card in known]
        near = get_close_matches(given, [*(LOCATIONS if type_ == "location" else ()), *names], 1)
    what = f"{'an' if type_[0] in 'aeiou' else 'a'} {type_} card, or its name or code in {cards.name!r}"
    if type_ == "location":
        what = f"a type of Location, or {what}"
    such = f", such as {near[0]!r}" if near else ""
    raise ValueError(f"{name} is {shown(given)}; give {what}{such}")
