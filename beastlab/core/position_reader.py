"""Reads positions of any game: names as cards, decks, unseen hands, with every fault noted on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from random import Random
from typing import Any, TypeVar

from beastlab.core.deck import Deck
from beastlab.core.positions import Fault, Names, PositionError, Zones, listed, many, plain_text, shown

T = TypeVar("T")


@dataclass(eq=False)
class Slot:
    """A card that a position names, or the cards that it leaves unseen; where it lies, and what it turns out to be."""

    zone: str
    at: int | None
    text: str
    types: Collection[str]
    unseen: int = 0
    card: Any = None


class Reader:
    """Reads one position, noting all faults; what can't be read is left out of the table that a game makes of it.

    `options` are those of the game: `cards` and the `names` of the seats are looked at.
    """

    zones: Zones
    follows: Mapping[str, Collection[str]] = {}
    """Zones of which nothing is said where another one could not be read."""

    def __init__(self, options: Any) -> None:
        self.options, self.names = options, Names(options.cards, self.zones.pieces)
        self.faults: list[Fault] = []
        self.spoilt: set[str] = set()
        self.slots: list[Slot] = []
        self.lies: dict[Any, Slot] = {}
        self.order: dict[str, list[int | None]] = {}

    def fault(self, zone: str, at: int | None, text: str, rule: str = "") -> None:
        self.faults.append(Fault(zone, at, text, rule))
        self.spoilt.add(zone)

    def sound(self, table: T | None, faults: Callable[[T], Iterable[Fault]]) -> T:
        """The table that was read; PositionError with the faults of its text, and those of the table itself."""
        if table is not None:
            self.faults += filter(None, map(self.seen, faults(table)))
        if self.faults:
            raise PositionError(self.faults)
        assert table is not None
        return table

    def seen(self, fault: Fault) -> Fault | None:
        """A fault of the table as one of the text; None where it only follows from one that was found there."""
        if fault.at is not None and fault.zone in self.order:
            return fault._replace(at=self.order[fault.zone][fault.at])
        before = {fault.zone, fault.zone.rpartition(".")[0], *self.follows.get(fault.zone, ())}
        return None if self.spoilt & before else fault

    # values

    def begin(
        self, position: Any, keys: Iterable[str], seat_has: str
    ) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """What a position says, and what of each seat; None where it can't be read at all."""
        given = self.entries(position, "position", keys)
        seats = self.entries(given.get("seats", {}), "seats", self.options.names)
        if self.spoilt:
            return None
        for name in self.options.names:
            if name not in seats:
                self.fault("seats", None, f"{name} is not told of; give {name}'s {seat_has}")
                self.spoilt.add(f"seats.{name}")
        return given, seats

    def entries(self, value: Any, zone: str, keys: Iterable[str]) -> dict[str, Any]:
        """The entries of an object, without those whose key is unknown."""
        if not isinstance(value, dict):
            self.fault(zone, None, f"{shown(value)}; give an object of keys and values")
            return {}
        keys = tuple(keys)
        for key in sorted(value.keys() - set(keys), key=str):
            near = get_close_matches(str(key)[:60], keys, n=1)
            text = f"perhaps {near[0]}" if near else f"the keys are {', '.join(keys)}"
            self.faults.append(Fault(zone, None, f"no key is called {shown(key)}; {text}"))
        return {key: value[key] for key in keys if key in value}

    def number(self, value: Any, zone: str, least: int | None = None) -> int:
        """A whole number, the least one with a fault for anything else."""
        if type(value) is int and (least is None or value >= least):
            return value
        more = "" if least is None else f" of at least {least}"
        self.fault(zone, None, f"{shown(value)}; give a whole number{more}")
        return least or 0

    def flag(self, value: Any, zone: str) -> bool:
        if type(value) is not bool:
            self.fault(zone, None, f"{shown(value)}; give true or false")
        return value is True

    def one_of(self, value: Any, zone: str, names: Sequence[str], otherwise: str) -> str:
        """One of these names; `otherwise`, with a fault, for anything else."""
        if value in names:
            return str(value)
        self.fault(zone, None, f"{shown(value)}; give one of {', '.join(names)}")
        return otherwise

    def seat(self, name: Any, zone: str, at: int | None = None) -> int:
        """The seat of this name, or "seat 2" by its number; the first one for None, with a fault for any other."""
        names = list(self.options.names)
        if name in names:
            return names.index(name)
        numbered = [f"seat {seat}" for seat in range(len(names))]
        if name in numbered:
            return numbered.index(name)
        if name is not None:
            self.fault(zone, at, f"no seat is called {shown(name)}; there are {', '.join(names)}")
        return 0

    def texts(self, value: Any, zone: str) -> list[tuple[int, str]]:
        """The texts of a list with their numbers."""
        if not isinstance(value, list):
            self.fault(zone, None, f"{shown(value)}; give a list of cards")
            return []
        for at, item in enumerate(value):
            if not isinstance(item, str):
                self.fault(zone, at, f"{shown(item)}; give the name or code of a card")
        return [(at, item) for at, item in enumerate(value) if isinstance(item, str)]

    def noted(self, text: str, zone: str, at: int | None, allowed: Collection[str]) -> tuple[str, set[str]]:
        """A text without its notes in brackets, and the notes."""
        found = re.fullmatch(r"(.*?)\s*\(([^()]*)\)\s*", text, re.DOTALL)
        if not found or plain_text(text) in self.names.meant:
            return text, set()
        notes = {plain_text(note) for note in found[2].split(",")} - {""}
        for note in sorted(notes - set(allowed)):
            self.fault(zone, at, f"unknown note {shown(note)}; it may be {' or '.join(allowed)}")
        return found[1], notes

    # cards

    def slot(self, zone: str, at: int | None, text: str, kind: str, unseen: int = 0) -> Slot:
        made = Slot(zone, at, text.strip(), self.zones.kinds[kind][0], unseen)
        self.slots.append(made)
        return made

    def cards(self, value: Any, zone: str, kind: str) -> list[Slot]:
        """The cards that a list names; in a hand also those that are unseen."""
        slots = []
        for at, text in self.texts(value, zone):
            unseen = re.fullmatch(r"\s*(\d{1,4}) unseen\s*", text) if kind == "hand" else None
            slots.append(self.slot(zone, at, text, kind, int(unseen[1]) if unseen else 0))
            if unseen and not int(unseen[1]):
                self.slots.remove(slots.pop())
        return slots

    def mean(self, zone: str, at: int | None, text: str) -> tuple[Any, ...]:
        """The cards that a text may mean; a fault where there are none."""
        meant = self.names.meant.get(plain_text(text), ())
        if not meant:
            self.fault(zone, at, f"no card is called {shown(text)}; {self.names.near(text)}")
        return meant

    def lay(self) -> None:
        """Find the cards of all slots: first those that only one card fits, then free copies for the others."""
        open_ = []
        for slot in self.slots:
            if slot.unseen:
                continue
            meant = self.mean(slot.zone, slot.at, slot.text)
            fits = tuple(card for card in meant if card.type in slot.types) or meant
            if len({card.face for card in fits}) > 1:
                codes = " or ".join(card.code for card in fits)
                self.fault(
                    slot.zone, slot.at, f"{shown(slot.text)} may be several cards; give a code: {codes}"
                )
            elif len(fits) > 1:
                open_.append((slot, fits))
            elif fits:
                self.put(slot, fits[0])
        for slot, copies in open_:
            free = next((card for card in copies if card not in self.lies), None)
            if free:
                self.put(slot, free)
            else:
                there = listed(Fault(at.zone, at.at, "").place for at in map(self.lies.__getitem__, copies))
                text = f"all {len(copies)} copies of {copies[0].name} lie elsewhere: {there}; take one away"
                self.fault(slot.zone, slot.at, text, self.zones.rule(copies[0]))
        types = {kind for slot in self.slots if not slot.card and not slot.unseen for kind in slot.types}
        homes = {self.zones.home(card) for card in self.options.cards.cards if card.type in types}
        self.spoilt |= homes - {""}  # a card that lies nowhere yet makes a deck too large

    def put(self, slot: Slot, card: Any) -> None:
        if card in self.zones.pieces:
            slot.card = card
        elif there := self.lies.get(card):
            place = Fault(there.zone, there.at, "").place
            text = f"{card.name} lies at {place} already; take one of them away"
            self.fault(slot.zone, slot.at, text, self.zones.rule(card))
        else:
            slot.card, self.lies[card] = card, slot

    def laid(self, zone: str, slots: list[Slot], hands: dict[Slot, list[Any]] | None = None) -> list[Any]:
        """The cards of a zone, those dealt to unseen slots included."""
        pairs = [
            (slot.at, card)
            for slot in slots
            for card in (hands.get(slot, ()) if hands and slot.unseen else [slot.card])
            if card
        ]
        self.order[zone] = [at for at, _ in pairs]
        return [card for _, card in pairs]

    def named(self, value: Any, zone: str, prefer: Collection[Any] = ()) -> list[Any]:
        """Cards that are named without being laid; of copies the preferred, each once while there are more."""
        cards: list[Any] = []
        for at, text in self.texts(value, zone):
            if meant := self.mean(zone, at, text):
                free = [card for card in meant if card not in cards] or meant
                cards.append(next((card for card in free if card in prefer), free[0]))
                self.order.setdefault(zone, []).append(at)
        return cards

    def deal(
        self, box: Iterable[Any], seed: int, barred: Callable[[Slot], Collection[str]] = lambda slot: ()
    ) -> dict[Slot, list[Any]]:
        """Cards for the unseen places of hands, every deal alike likely: first where some types may not lie."""
        free = [card for card in box if card not in self.lies]
        rng, dealt = Random(f"unseen {seed}"), {}
        for slot in sorted((slot for slot in self.slots if slot.unseen), key=lambda slot: not barred(slot)):
            able = [card for card in free if card.type not in barred(slot)]
            if slot.unseen > len(able):
                text = f"{slot.text}, but only {many(len(able), 'card')} may lie there; give fewer"
                first = next(card for card in self.options.cards.cards if card.type in slot.types)
                self.fault(slot.zone, slot.at, text, self.zones.rule(first))
                self.spoilt.add(self.zones.home(first))
                continue
            dealt[slot] = rng.sample(able, slot.unseen)
            gone = set(dealt[slot])
            free = [card for card in free if card not in gone]
        return dealt

    # decks

    def deck(
        self, value: Any, zone: str, kind: str = ""
    ) -> tuple[list[Slot] | None, list[tuple[int, list[Slot]]] | None]:
        """What a position says of a deck: the cards of its pool, its piles from the top; None for what it doesn't."""
        if value is None:
            return None, None
        if type(value) is int:
            return None, [(value, [])]
        if not isinstance(value, dict | list):
            self.fault(zone, None, f"{shown(value)}; give the number of cards left, or leave it out")
            return None, None
        told = {"piles": value} if isinstance(value, list) else self.entries(value, zone, ("cards", "piles"))
        pool = self.cards(told["cards"], f"{zone}.cards", kind or zone) if "cards" in told else None
        if not isinstance(told.get("piles", []), list):
            self.fault(zone, None, f"{shown(told['piles'])}; give a list of cards and numbers, top first")
            return pool, None
        piles = []
        for at, pile in enumerate(told.get("piles", [])):
            items = pile if isinstance(pile, list) else [pile]
            counts = [item for item in items if type(item) is int and item > 0]
            names = [item for item in items if isinstance(item, str)]
            if not items or len(counts) + len(names) < len(items) or len(counts) > 1:
                self.fault(
                    zone, at, f"{shown(pile)}; give a card, a number, or both in a list that is shuffled"
                )
            else:
                piles.append((sum(counts), [self.slot(zone, at, name, kind or zone) for name in names]))
        return pool, piles if "piles" in told else None

    def decked(self, said: Any, zone: str, rest: Iterable[Any]) -> Deck:
        """The deck of which `deck` read so much; the rest of its cards lies in it where they are not told."""
        pool, piles = said
        deck = Deck(rest if pool is None else self.laid(f"{zone}.cards", pool))
        if piles is not None:
            segments = [(count, tuple(slot.card for slot in some if slot.card)) for count, some in piles]
            deck.segments = [segment for segment in segments if any(segment)]
        return deck
