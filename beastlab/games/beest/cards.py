"""Cave cards of Beest: the packaged illustrative decks, or your own from a CSV file.

The rulebook prints none of the 27 cave cards, so the packaged decks (`cards/*.csv`) follow the recipes of the ledger
and are marked illustrative. A row has `code`, `name`, the `entry` on the card's left edge and the two `exits` on its
right edge, seen with the dot at the top: T (top), M (middle), B (bottom), or numbers from 0 at the top where there are
more than three heights; `count` copies; and the `type`, which is the deck that it belongs to: own, if left blank.

>>> illustrative().of("balanced")[0].words()
'Entry top, exits top and middle.'
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

from beastlab.core import cardfile, cardset
from beastlab.core.cardfile import CODE, COUNT, NAME, Column, Fault, Row, Schema, Unfit
from beastlab.core.cardset import Piece

__all__ = ["DECK_SIZE", "Card", "CardSet", "check_cards", "illustrative", "load_cards"]

DECKS = ("balanced", "no_straight", "four_heights", "own")
DECK_SIZE = 27
LETTERS, WORDS = "TMB", ("top", "middle", "bottom")


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Card(Piece):
    """One cave card: heights are counted from 0 at the top, where the dot is. Copies are distinct pieces.

    beest.comp.card-faces, beest.comp.card-heights, beest.comp.tunnels

    >>> Card("x", "T/MB", "own", 0, (1, 2)).fits(Card("y", "B/TM", "own", 2, (0, 1)))
    True
    """

    code: str
    name: str
    type: str
    entry: int
    exits: tuple[int, int]

    def fits(self, right: Card) -> bool:
        """Whether `right`, laid at the right of this card, continues the tunnel [beest.seq.fit]."""
        return right.entry in self.exits

    @property
    def cells(self) -> dict[str, str]:
        """The card as a row of a card file."""
        exits = " ".join(map(str, self.exits))
        return {
            "code": self.code,
            "name": self.name,
            "type": self.type,
            "entry": str(self.entry),
            "exits": exits,
        }

    def words(self) -> str:
        """Its face in a sentence."""
        three = self.type in (
            "balanced",
            "no_straight",
        )  # in other decks the bottom may be another height than 2
        heights = (self.entry, *self.exits)
        entry, first, second = (WORDS[height] if three else height for height in heights)
        return f"Entry {entry}, exits {first} and {second}{'' if three else ', counted from 0 at the top'}."


def _height(cell: str) -> int:
    sign = cell.strip().upper()
    if sign in LETTERS and len(sign) == 1:
        return LETTERS.index(sign)
    if len(sign) == 1 and sign in "0123456789":
        return int(sign)
    raise Unfit


def _exits(cell: str) -> tuple[int, int]:
    signs = re.findall(r"[A-Za-z0-9]", cell)
    if len(signs) != 2 or re.sub(r"[A-Za-z0-9\s,&/]", "", cell):
        raise Unfit
    first, second = sorted(map(_height, signs))
    if first == second:
        raise Unfit
    return first, second


SCHEMA = Schema(
    columns=(
        CODE,
        NAME,
        Column("type", cardfile.one_of(DECKS), f"a deck: {', '.join(DECKS)} (blank: own)", "own"),
        Column("entry", _height, "one height: T, M or B, or a number from 0 at the top"),
        Column("exits", _exits, "two different heights, such as MB, or 1 2"),
        COUNT,
    ),
    needs=("code", "name", "entry", "exits"),
)


class CardSet(cardset.CardSet[Card]):
    """Decks of cave cards. Sets of the same content are one object.

    >>> illustrative()
    CardSet('Illustrative caves', edition '1', 81 cards, illustrative)
    """

    card = Card
    schema = SCHEMA
    files: ClassVar = {deck: (deck,) for deck in DECKS}
    at_least: ClassVar = {}

    @property
    def decks(self) -> tuple[str, ...]:
        """The decks of which there are cards."""
        return tuple(deck for deck in DECKS if self.of(deck))

    @classmethod
    def between(cls, rows: list[Row]) -> list[Fault]:
        """Faults of whole decks: of 27 cards, and of at least three heights [beest.comp.card-count]."""
        faults = []
        for deck in DECKS:
            some = [row for row in rows if row["type"] == deck]
            count = sum(len(row.codes) for row in some)
            if some and all(row.codes for row in some) and count != DECK_SIZE:
                faults.append(some[-1].fault("count", f"{DECK_SIZE} cards in all; this deck has {count}"))
            read = [row for row in some if row["exits"] is not None and row["entry"] is not None]
            if read and len(read) == len(some) and max(max(row["entry"], *row["exits"]) for row in read) < 2:
                faults.append(
                    some[-1].fault("exits", "three heights or more in a deck, or any two cards fit")
                )
        return faults

    def notes(self) -> tuple[str, ...]:
        """What may be an oversight in the cards, though they can be played; empty if nothing."""
        notes = []
        for deck in self.decks:
            entries = Counter(card.entry for card in self.of(deck))
            exits = Counter(height for card in self.of(deck) for height in card.exits)
            notes += [
                f"In {deck} no exit leads to height {h}." for h in sorted(entries.keys() - exits.keys())
            ]
            notes += [f"In {deck} no entry is at height {h}." for h in sorted(exits.keys() - entries.keys())]
        return tuple(notes)


load_cards, check_cards = CardSet.load, CardSet.check


@cache
def illustrative() -> CardSet:
    """The packaged decks: the ledger's recipes, for the rulebook prints no cave card."""
    return load_cards(Path(__file__).with_name("cards"))
