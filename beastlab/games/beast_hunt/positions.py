"""Positions of Beast Hunt as plain JSON data: taken from a table, or written by hand, checked and laid.

A position says what lies where. All that it leaves out is as in an ordinary turn, and every card that it names
nowhere lies in its deck:

>>> position = {
...     "turn": "Ada",
...     "actions": 2,
...     "field": ["Thornback (staggered by Bo)", "Gloom Heron", "Mud Lurker"],
...     "shards": 1,
...     "discard": ["War Chant", "Reed Stalker"],
...     "seats": {
...         "Ada": {
...             "champions": ["Regent Aldous"],
...             "heroes": ["Harpooner + Tower Shield", "Young Heir (face down, used)"],
...             "hand": ["Stand Fast", "Kindled Heart"],
...         },
...         "Bo": {"champions": ["Grim Osk"], "beasts": ["Siege Boar"], "hand": ["4 unseen"]},
...     },
... }
>>> table = table_of(position, options_of(position))
>>> [hero.card.name for hero in table.seats[0].heroes], len(table.seats[1].hand), len(table.deck)
(['Harpooner', 'Young Heir'], 4, 109)

Cards go by name or code. Of several copies a name takes a free one, and "War Chant 2" is the second. Keys, with
what holds where they are left out:

- `turn`, `first` (whose turn it is, who began): the first seat; `round`: 1; `actions` left: 3
- `phase`: actions; the others are champions, deal, start (of a turn) and end
- `field`: face-up Beasts, "(staggered by Bo)"; `king`: the face-up King; `shards`: how many, or which
- `countdown`: turns left, one for each seat where three Shards lie; `trigger_turn`: true in the turn of the third
- `discard`: the oldest first; `main_deck`, `beast_deck`: the number of cards left, for a check. Or a list, top
  first, of cards and numbers of unknown ones, a list in it being shuffled. Or {"cards": [...], "piles": [...]}
- `attack_bonus`, `roll_bonus` of this turn; `used`: cards used this turn that lie in no Party; `missed`: champions
  that let the moment of their passive skill pass; `shuffles`: what came back with each shuffle of the Discard Pile
- `seats`, by name: `champions` (used, passive used), `heroes` with what they carry (face down, used), `beasts`,
  `lesser`, `hand`, where "4 unseen" deals four; `starting_hand`: true before a seat's first turn, when Malice and
  Lesser Beasts may lie in the hand, and `early`, what came to it before; `knows`: {"Bo": ["Harpooner"]}, cards that
  the seat knows in other hands, or a list of {"chances": 2, "hands": {...}} where it may be one or another
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from random import Random
from typing import Any

from beastlab.core.deck import Deck
from beastlab.core.knowledge import Memory
from beastlab.games.beast_hunt.cards import Card, CardSet
from beastlab.games.beast_hunt.invariants import BEFORE, KINDS, PHASES, Fault, conserved, faults, listed, many
from beastlab.games.beast_hunt.table import FORCED, Hero, Options, Seat, Table, lay
from beastlab.odds.arguments import shown


class PositionError(ValueError):
    """A position that can't be; `faults` lists everything that is wrong with it.

    >>> print(PositionError([Fault("round", None, "0; give a whole number of at least 1")]))
    1 fault in the position, nothing was laid:
      round: 0; give a whole number of at least 1
    """

    def __init__(self, faults: Iterable[Fault]):
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        many = f"{len(self.faults)} fault{'s' * (len(self.faults) != 1)}"
        return "\n  ".join([f"{many} in the position, nothing was laid:", *map(str, self.faults)])


# --- names ---------------------------------------------------------------------------------------------


class _Names:
    """The cards that a text may mean, and for each card a text that means no other."""

    def __init__(self, cards: CardSet) -> None:
        named: dict[str, list[Card]] = {}
        for card in cards.cards:
            named.setdefault(_plain(card.name), []).append(card)
        self.meant = {name: tuple(copies) for name, copies in named.items()}
        for name, copies in named.items():
            for n, card in enumerate(copies, 1):
                self.meant.setdefault(f"{name} {n}", (card,))
        self.meant |= {_plain(card.code): (card,) for card in cards.cards}
        self.labels = {
            card: next(
                text
                for text in (card.name, *[f"{card.name} {n}"] * (len(copies) > 1), card.code)
                if self.meant.get(_plain(text)) == (card,) and not _UNSAFE.search(text)
            )
            for copies in named.values()
            for n, card in enumerate(copies, 1)
        }

    def near(self, text: str) -> str:
        typed = _plain(text)[:60]
        found = get_close_matches(typed, self.meant, cutoff=0.66)
        found += [key for key in self.meant if len(typed) > 2 and typed in key and not found]
        names = list(dict.fromkeys(card.name for key in found for card in self.meant[key][:1]))[:3]
        return f"perhaps {' or '.join(names)}" if names else "give a name or a code of the card set"


_UNSAFE = re.compile(r"[()+,;\n]|^\s*\d+( unseen)?\s*$")
"""Names that can't stand in a list as they are go by their code."""


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


# --- from a table -----------------------------------------------------------------------------------------


def position_of(table: Table, *, plain: bool = False) -> dict[str, Any]:
    """The table between two steps as JSON data, from which `table_of` lays the same table again.

    With `plain` it leaves out what tells nothing to a player: which of several Shards lie in the row, and the order
    in which a deck keeps cards that may come in any order. Every hand lies open in it. PositionError for a table
    that can't be.

    >>> from beastlab.games import beast_hunt as hunt
    >>> match = hunt.new_match(seats=2, seed=7)
    >>> match.play("champion:champion-royal-1"); match.play("champion:champion-hunter-1")
    >>> position = position_of(match.origin)
    >>> position["phase"], position["seats"]["Bo"]["champions"], position["seats"]["Bo"]["starting_hand"]
    ('start', ['Huntress Veda'], True)
    >>> position_of(table_of(position, match.options)) == position
    True
    """
    if found := faults(table):
        raise PositionError(found)
    options, used = table.options, table.used
    label = _Names(options.cards).labels
    in_party: set[Card | str] = set()

    def noted(card: Card, *notes: str | bool) -> str:
        words = ", ".join(str(note) for note in notes if note)
        return f"{label[card]} ({words})" if words else label[card]

    def whose(card: Card) -> str | bool:
        setter = table.marks.get(card)
        return setter is not None and f"staggered by {_called(table.name(setter), setter)}"

    def of_hero(hero: Hero) -> str:
        notes = (not hero.up and "face down", hero.card in used and "used")
        return f"{label[hero.card]} + {noted(hero.gear, *notes)}" if hero.gear else noted(hero.card, *notes)

    def of_seat(seat: int) -> dict[str, Any]:
        held = table.seats[seat]
        in_party.update(held.champions, (c.code for c in held.champions), (hero.card for hero in held.heroes))
        values: dict[str, Any] = {
            "champions": [
                noted(card, card in used and "used", card.code in used and "passive used")
                for card in held.champions
            ],
            "heroes": [of_hero(hero) for hero in held.heroes],
            "beasts": [label[card] for card in held.beasts],
            "lesser": [label[card] for card in held.lesser],
            "hand": [label[card] for card in held.hand],
        }
        if bool(held.dealt) != (table.phase in BEFORE):
            values["starting_hand"] = bool(held.dealt)
        if early := [label[card] for card in held.early if held.dealt or not plain]:
            values["early"] = early
        if known := _known(table, seat, label):
            values["knows"] = known
        return values

    usual = _usual(table.phase, len(table.seats), len(table.shards))
    shards = [label[card] for card in table.shards]
    first_ones = table.shards == list(options.cards.shards[: len(shards)])
    position = {
        "turn": table.name(table.turn),
        "phase": table.phase,
        "round": table.round,
        "actions": table.actions,
        "field": [noted(card, whose(card)) for card in table.field],
        "king": noted(table.king, whose(table.king)) if table.king else None,
        "shards": len(shards) if plain or first_ones else shards,
        "discard": [label[card] for card in table.discard],
        "seats": {held.name: of_seat(seat) for seat, held in enumerate(table.seats)},
    }
    newest = max(table.shuffled.values(), default=0)
    others = sorted(used - in_party, key=str)
    rest = {
        "first": table.name(table.first),
        "countdown": table.countdown,
        "trigger_turn": table.trigger_turn,
        "attack_bonus": table.attack_bonus,
        "roll_bonus": table.roll_bonus,
        "used": [label[card] for card in others if isinstance(card, Card)],
        "missed": [label[card] for card in table.missed],
        "shuffles": [[label[c] for c, n in table.shuffled.items() if n == k] for k in range(1, newest + 1)],
        "main_deck": _told(table.deck, options.cards.main, label, plain),
        "beast_deck": _told(table.beast_deck, options.cards.beasts + options.cards.shards, label, plain),
    }
    usual["first"] = options.names[0]
    return position | {key: value for key, value in rest.items() if value != usual[key]}


def _usual(phase: str, seats: int, shards: int) -> dict[str, Any]:
    """What holds where a position says nothing."""
    return {
        "phase": "actions",
        "round": 1,
        "actions": 3 if phase == "actions" else 0,
        "countdown": seats if shards >= 3 else None,
        "trigger_turn": False,
        "attack_bonus": 0,
        "roll_bonus": 0,
        **{key: [] for key in ("field", "discard", "used", "missed", "shuffles")},
        **dict.fromkeys(("turn", "first", "king", "main_deck", "beast_deck")),
        "shards": 0,
        "seats": {},
    }


def _called(name: str, seat: int) -> str:
    """How a note in brackets names a seat: by its number where the name would be misread."""
    return f"seat {seat}" if _UNSAFE.search(name) else name


def _known(table: Table, seat: int, label: dict[Card, str]) -> Any:
    """What a seat knows of other hands."""

    def hands(world: Iterable[tuple[Card, int]]) -> dict[str, list[str]]:
        at: dict[str, list[str]] = {}
        for card, holder in sorted(world, key=lambda pair: (pair[1], pair[0].code)):
            at.setdefault(table.name(holder), []).append(label[card])
        return at

    worlds = table.memory[seat].worlds
    if set(worlds.values()) == {1} and len(worlds) == 1:
        return hands(next(iter(worlds)))
    return [{"chances": weight, "hands": hands(world)} for world, weight in worlds.items()]


def _told(deck: Deck, cards: Iterable[Card], label: dict[Card, str], plain: bool) -> Any:
    """What there is to say of a deck: nothing where it is the shuffled rest, in the order of the card set."""
    rest = [label[card] for card in deck.pool]
    in_order = plain or list(deck.pool) == [card for card in cards if card in deck.pool]
    piles = [
        [*([count] if count else []), *(label[card] for card in known)] for count, known in deck.segments
    ]
    short = [pile[0] if len(pile) == 1 else pile for pile in piles]
    usual = short in ([len(rest)], [])
    if in_order:
        return None if usual else short
    return {"cards": rest} if usual else {"cards": rest, "piles": short}


# --- as a form --------------------------------------------------------------------------------------------


def rows(options: Options) -> list[dict[str, Any]]:
    """The rows of a form in which a position is filled in, as plain data for whoever draws one.

    `at` is the way to the value in the position, `group` the heading, `label` the words before the field, `room` how
    much of a line it takes. `kind` is menu (values with their words in `of`), number (from `least` to `most`), cards,
    card, or count: blank, a number, or cards and numbers from the top. `default` stands where a position says
    nothing, `hint` in a blank field; `cards` are names to suggest.

    >>> from beastlab.games import beast_hunt as hunt
    >>> [row["label"] for row in rows(hunt.Options(seats=2)) if row["group"] == "Bo"]
    ['Champion', 'Lesser Beasts', 'Heroes', 'Beasts', 'Hand']
    """
    made: list[dict[str, Any]] = []

    def row(group: str, at: tuple[str, ...], label: str, kind: str, room: str, **more: Any) -> None:
        types = KINDS[at[-1]][0] if kind in ("card", "cards") else ()
        names = sorted({card.name for card in options.cards.cards if card.type in types})
        row = {"group": group, "at": at, "label": label, "kind": kind, "room": room, "cards": names}
        made.append({**row, "default": None, "hint": "", **more})

    def number(at: str, label: str, default: int, least: int, most: int) -> None:
        row("The turn", (at,), label, "number", "third", default=default, least=least, most=most)

    names = [(name, name) for name in options.names]
    phases = list(zip(_PHASE_WORDS, PHASES, strict=True))
    row("The turn", ("turn",), "Turn", "menu", "third", of=names, default=options.names[0])
    row("The turn", ("phase",), "Phase", "menu", "third", of=phases, default="actions")
    number("round", "Round", 1, 1, 999)
    number("actions", "Actions left", 3, 0, 99)
    number("attack_bonus", "Attack bonus", 0, -99, 99)
    number("roll_bonus", "Roll bonus", 0, -99, 99)
    if not options.shardless:
        number("shards", "Shards", 0, 0, len(options.cards.shards))
        row("The turn", ("countdown",), "Turns left", "count", "third", hint="with three Shards")
    hint = "three names; (staggered by a seat) may follow one"
    row("The table", ("field",), "Beasts", "cards", "whole", hint=hint)
    row("The table", ("king",), "Beast King", "card", "third", hint="blank: face down")
    row("The table", ("main_deck",), "Main Deck", "count", "third", hint="blank: the rest")
    row("The table", ("beast_deck",), "Beast Deck", "count", "third", hint="blank: the rest")
    row("The table", ("discard",), "Discard Pile", "cards", "whole", hint="the oldest first")
    champions = "Champion" if options.champions == 1 else "Champions"
    for name in options.names:
        for key, label, room, hint in (
            ("champions", champions, "half", "(used, passive used) may follow"),
            ("lesser", "Lesser Beasts", "half", ""),
            ("heroes", "Heroes", "whole", "Hero + what it carries (face down, used)"),
            ("beasts", "Beasts", "whole", ""),
            ("hand", "Hand", "whole", "names; 4 unseen deals four"),
        ):
            row(name, ("seats", name, key), label, "cards", room, hint=hint)
    return made


_PHASE_WORDS = ("choosing champions", "dealing", "start of the turn", "actions", "end of the turn")


# --- from a position ---------------------------------------------------------------------------------------


def options_of(position: Any, **options: Any) -> Options:
    """The options of a game with the seats of this position, and as many champions each as it names.

    >>> options = options_of({"seats": {"Ada": {}, "Bo": {}}}, shardless=True)
    >>> options.names, options.champions, options.shardless
    (('Ada', 'Bo'), 1, True)
    """
    seats = position.get("seats") if isinstance(position, dict) else None
    if not isinstance(seats, dict) or not seats:
        raise PositionError(
            [Fault("seats", None, 'give each seat by its name, as in {"Ada": {...}, "Bo": {...}}')]
        )
    chosen = [seat.get("champions") for seat in seats.values() if isinstance(seat, dict)]
    two = any(isinstance(some, list) and len(some) > 1 for some in chosen)
    given: dict[str, Any] = {"seats": len(seats), "names": tuple(seats), "champions": 2 if two else 1}
    return Options(**(given | options))


def table_of(position: Any, options: Options, seed: int = 0) -> Table:
    """The table that a position describes; unseen cards of hands are dealt by the seed from all that may lie there.

    PositionError with everything that is wrong: in the text, and with the table that it would be.

    >>> position = {"seats": {"Ada": {"champions": ["Regent Aldus"]}, "Bo": {"champion": "Grim Osk"}}}
    >>> table_of(position, options_of(position))
    Traceback (most recent call last):
    ...
    beastlab.games.beast_hunt.positions.PositionError: 4 faults in the position, nothing was laid:
      seats.Bo: no key is called 'champion'; perhaps champions
      seats.Ada.champions[0]: no card is called 'Regent Aldus'; perhaps Regent Aldous
      field: 0 Beasts face up; 3 lie there between two actions [hunt.invariant.field-three]
      seats.Bo.champions: 0 champions; each player has 1 [hunt.invariant.champions]
    """
    reader = _Reader(options)
    table = reader.table(position, seed)
    if table is not None:
        reader.faults += filter(None, map(reader.seen, faults(table)))
    if reader.faults:
        raise PositionError(reader.faults)
    assert table is not None
    return table


@dataclass(eq=False)
class _Slot:
    """A card that a position names, or the cards that it leaves unseen; where it lies, and what it turns out to be."""

    zone: str
    at: int | None
    text: str
    types: Collection[str]
    unseen: int = 0
    card: Card | None = None


_SEAT_KEYS = ("champions", "heroes", "beasts", "lesser", "hand", "starting_hand", "early", "knows")
_NOTES = {"champions": ("used", "passive used"), "heroes": ("face down", "used")}


class _Reader:
    """Reads one position, noting all faults; what can't be read is left out of the table that it makes."""

    def __init__(self, options: Options) -> None:
        self.options, self.names = options, _Names(options.cards)
        self.faults: list[Fault] = []
        self.spoilt: set[str] = set()
        self.slots: list[_Slot] = []
        self.lies: dict[Card, _Slot] = {}
        self.order: dict[str, list[int | None]] = {}

    def fault(self, zone: str, at: int | None, text: str, rule: str = "") -> None:
        self.faults.append(Fault(zone, at, text, rule))
        self.spoilt.add(zone)

    def seen(self, fault: Fault) -> Fault | None:
        """A fault of the table as one of the text; None where it only follows from one that was found there."""
        if fault.at is not None and fault.zone in self.order:
            return fault._replace(at=self.order[fault.zone][fault.at])
        after = {"countdown": "shards", "trigger_turn": "shards"}.get(fault.zone, fault.zone)
        spoilt = self.spoilt & {fault.zone, after, fault.zone.rpartition(".")[0]}
        return None if spoilt else fault

    # values

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

    def number(self, values: dict[str, Any], key: str, least: int | None = None) -> Any:
        value = values[key]
        if type(value) is int and (least is None or value >= least):
            return value
        more = "" if least is None else f" of at least {least}"
        self.fault(key, None, f"{shown(value)}; give a whole number{more}")
        return None

    def flag(self, value: Any, zone: str) -> bool:
        if type(value) is not bool:
            self.fault(zone, None, f"{shown(value)}; give true or false")
        return value is True

    def seat(self, name: Any, zone: str, at: int | None = None) -> int:
        """The seat of this name, or "seat 2" by its number; 0 with a fault for any other."""
        names = list(self.options.names)
        if name in names:
            return names.index(name)
        numbered = [f"seat {seat}" for seat in range(len(names))]
        if name in numbered:
            return numbered.index(name)
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

    # cards

    def slot(self, zone: str, at: int | None, text: str, kind: str, unseen: int = 0) -> _Slot:
        made = _Slot(zone, at, text.strip(), KINDS[kind][0], unseen)
        self.slots.append(made)
        return made

    def cards(self, value: Any, zone: str, kind: str) -> list[_Slot]:
        """The cards that a list names; in a hand also those that are unseen."""
        slots = []
        for at, text in self.texts(value, zone):
            unseen = re.fullmatch(r"\s*(\d{1,4}) unseen\s*", text) if kind == "hand" else None
            slots.append(self.slot(zone, at, text, kind, int(unseen[1]) if unseen else 0))
            if unseen and not int(unseen[1]):
                self.slots.remove(slots.pop())
        return slots

    def noted(self, text: str, zone: str, at: int | None, allowed: Collection[str]) -> tuple[str, set[str]]:
        """A text without its notes in brackets, and the notes."""
        found = re.fullmatch(r"(.*?)\s*\(([^()]*)\)\s*", text, re.DOTALL)
        if not found or _plain(text) in self.names.meant:
            return text, set()
        notes = {_plain(note) for note in found[2].split(",")} - {""}
        for note in sorted(notes - set(allowed)):
            self.fault(zone, at, f"unknown note {shown(note)}; it may be {' or '.join(allowed)}")
        return found[1], notes

    def staggered(self, text: str, zone: str, at: int | None) -> tuple[str, int | None]:
        """A text without its Stagger mark, and who set it."""
        found = re.fullmatch(r"(.*?)\s*\(\s*staggered by (.*)\)\s*", text, re.DOTALL)
        if not found:
            return self.noted(text, zone, at, ["staggered by a seat"])[0], None
        return found[1], self.seat(found[2].strip(), zone, at)

    def mean(self, zone: str, at: int | None, text: str) -> tuple[Card, ...]:
        """The cards that a text may mean; a fault where there are none."""
        meant = self.names.meant.get(_plain(text), ())
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
                self.fault(slot.zone, slot.at, text, conserved(copies[0]))
        for slot in self.slots:  # a card that lies nowhere yet makes a deck too large
            if not slot.card and not slot.unseen:
                self.spoilt.add("beast_deck" if {"beast", "shard"} & set(slot.types) else "main_deck")

    def put(self, slot: _Slot, card: Card) -> None:
        if there := self.lies.get(card):
            place = Fault(there.zone, there.at, "").place
            text = f"{card.name} lies at {place} already; take one of them away"
            self.fault(slot.zone, slot.at, text, conserved(card))
        else:
            slot.card, self.lies[card] = card, slot

    def laid(self, zone: str, slots: list[_Slot], hands: dict[_Slot, list[Card]] | None = None) -> list[Card]:
        """The cards of a zone, those dealt to unseen slots included."""
        pairs = [
            (slot.at, card)
            for slot in slots
            for card in (hands.get(slot, ()) if hands and slot.unseen else [slot.card])
            if card
        ]
        self.order[zone] = [at for at, _ in pairs]
        return [card for _, card in pairs]

    def named(self, value: Any, zone: str, prefer: Collection[Card] = ()) -> list[Card]:
        """Cards that are named without being laid; of copies the preferred, each once while there are more."""
        cards: list[Card] = []
        for at, text in self.texts(value, zone):
            if meant := self.mean(zone, at, text):
                free = [card for card in meant if card not in cards] or meant
                cards.append(next((card for card in free if card in prefer), free[0]))
                self.order.setdefault(zone, []).append(at)
        return cards

    # the table

    def table(self, position: Any, seed: int) -> Table | None:
        """The table, as far as it can be laid; None where there is nothing to lay."""
        options, cards = self.options, self.options.cards
        usual = _usual("actions", options.seats, 0)
        given = self.entries(position, "position", usual)
        seats = self.entries(given.get("seats", {}), "seats", options.names)
        if self.spoilt:
            return None
        for name in options.names:
            if name not in seats:
                self.fault("seats", None, f"{name} is not told of; give {name}'s champions, Party and hand")
                self.spoilt.add(f"seats.{name}")
        phase = given.get("phase", "actions")
        if phase not in PHASES:
            self.fault("phase", None, f"{shown(phase)}; give one of {', '.join(PHASES)}")
            phase = "actions"
        told = usual | {"actions": 3 if phase == "actions" else 0} | given
        marks: list[tuple[_Slot, int]] = []

        def fought(text: str, zone: str, at: int | None) -> _Slot:
            name, setter = self.staggered(text, zone, at)
            slot = self.slot(zone, at, name, zone)
            if setter is not None:
                marks.append((slot, setter))
            return slot

        field = [fought(text, "field", at) for at, text in self.texts(told["field"], "field")]
        king = None
        if isinstance(told["king"], str):
            king = fought(told["king"], "king", None)
        elif told["king"] is not None:
            self.fault("king", None, f"{shown(told['king'])}; give the name of the face-up King, or null")
        shards = self.shards(told["shards"])
        discard = self.cards(told["discard"], "discard", "discard")
        parties = {name: self.party(seats.get(name, {}), name) for name in options.names}
        main, large = (self.deck(told[zone], zone) for zone in ("main_deck", "beast_deck"))
        self.lay()
        start = lay(options)
        for hero, gear, _ in (hero for party in parties.values() for hero in party["heroes"]):
            for slot in gear:
                if slot.card and not hero.card:
                    del self.lies[slot.card]
        dealt = self.deal(start.deck.pool, phase, seats, seed)
        taken = {card for some in dealt.values() for card in some} | self.lies.keys()
        table = Table(
            options,
            [self.seated(name, parties[name], dealt) for name in options.names],
            self.decked(main, "main_deck", [card for card in start.deck.pool if card not in taken]),
            self.decked(large, "beast_deck", [card for card in start.beast_deck.pool if card not in taken]),
            start.kings,
            discard=self.laid("discard", discard),
            field=self.laid("field", field),
            shards=self.laid("shards", shards),
            king=king.card if king else None,
            marks={slot.card: setter for slot, setter in marks if slot.card},
            champions=[card for card in cards.champions if card not in taken],
            phase=phase,
            turn=0 if told["turn"] is None else self.seat(told["turn"], "turn"),
            first=0 if told["first"] is None else self.seat(told["first"], "first"),
            round=self.number(told, "round", 1) or 1,
            actions=self.number(told, "actions", 0) or 0,
            attack_bonus=self.number(told, "attack_bonus") or 0,
            roll_bonus=self.number(told, "roll_bonus") or 0,
            missed=self.named(told["missed"], "missed"),
            trigger_turn=self.flag(told["trigger_turn"], "trigger_turn"),
        )
        table.used.update(self.named(told["used"], "used"))
        for name in options.names:
            for slot, notes in parties[name]["champions"] + [hero[::2] for hero in parties[name]["heroes"]]:
                if slot.card:
                    table.used.update([slot.card] if "used" in notes else [])
                    table.used.update([slot.card.code] if "passive used" in notes else [])
        table.countdown = len(options.names) if len(table.shards) >= 3 else None
        if given.get("countdown") is not None:
            table.countdown = self.number(given, "countdown", 1)
        if isinstance(told["shuffles"], list):
            for n, some in enumerate(told["shuffles"]):
                table.shuffled |= dict.fromkeys(self.named(some, f"shuffles[{n}]"), n + 1)
        else:
            self.fault("shuffles", None, f"{shown(told['shuffles'])}; give a list of lists of cards")
        for n, name in enumerate(options.names):
            seat, values = table.seats[n], parties[name]["values"]
            seat.dealt = 2 * self.flag(
                values.get("starting_hand", phase in BEFORE), f"seats.{name}.starting_hand"
            )
            seat.early = self.named(values.get("early", []), f"seats.{name}.early", seat.hand)
            table.memory.append(self.known(values.get("knows", {}), f"seats.{name}.knows", table))
        return table

    def shards(self, value: Any) -> list[_Slot]:
        if type(value) is not int:
            return self.cards(value, "shards", "shards")
        row = self.options.cards.shards
        if not 0 <= value <= len(row):
            self.fault(
                "shards", None, f"{shown(value)}; there are 0 to {len(row)} of them", "hunt.shard.count"
            )
            return []
        return [self.slot("shards", None, card.code, "shards") for card in row[:value]]

    def party(self, value: Any, name: str) -> dict[str, Any]:
        """What a position says of a seat: slots of its zones, with the notes, and the other values as they are."""
        zone = f"seats.{name}."
        values = self.entries(value, zone[:-1], _SEAT_KEYS)
        champions, heroes = [], []
        for at, text in self.texts(values.get("champions", []), f"{zone}champions"):
            text, notes = self.noted(text, f"{zone}champions", at, _NOTES["champions"])
            champions.append((self.slot(f"{zone}champions", at, text, "champions"), notes))
        for at, text in self.texts(values.get("heroes", []), f"{zone}heroes"):
            text, notes = self.noted(text, f"{zone}heroes", at, _NOTES["heroes"])
            whole = _plain(text) in self.names.meant
            hero, *gear = [text] if whole else re.split(r"\s\+\s", text)
            for more in gear[1:]:
                text = f"a Hero carries one card at most; take {shown(more.strip())} away"
                self.fault(f"{zone}heroes", at, text, "hunt.invariant.one-equipment")
            slots = [self.slot(f"{zone}heroes", at, card, "gear") for card in gear[:1]]
            heroes.append((self.slot(f"{zone}heroes", at, hero, "heroes"), slots, notes))
        rest = {
            kind: self.cards(values.get(kind, []), zone + kind, kind) for kind in ("beasts", "lesser", "hand")
        }
        return {"champions": champions, "heroes": heroes, **rest, "values": values}

    def seated(self, name: str, party: dict[str, Any], dealt: dict[_Slot, list[Card]]) -> Seat:
        zone = f"seats.{name}."
        there = [hero for hero in party["heroes"] if hero[0].card]
        self.order[f"{zone}heroes"] = [hero[0].at for hero in there]
        return Seat(
            name,
            self.laid(f"{zone}champions", [slot for slot, _ in party["champions"]]),
            self.laid(f"{zone}hand", party["hand"], dealt),
            [
                Hero(slot.card, "face down" not in notes, *[gear.card for gear in slots if gear.card])
                for slot, slots, notes in there
            ],
            self.laid(f"{zone}beasts", party["beasts"]),
            self.laid(f"{zone}lesser", party["lesser"]),
        )

    def deck(self, value: Any, zone: str) -> tuple[list[_Slot] | None, list[tuple[int, list[_Slot]]] | None]:
        """What a position says of a deck: the cards of its pool, its piles from the top; None for what it doesn't."""
        if value is None:
            return None, None
        if type(value) is int:
            return None, [(value, [])]
        if not isinstance(value, dict | list):
            self.fault(zone, None, f"{shown(value)}; give the number of cards left, or leave it out")
            return None, None
        told = {"piles": value} if isinstance(value, list) else self.entries(value, zone, ("cards", "piles"))
        pool = self.cards(told["cards"], f"{zone}.cards", zone) if "cards" in told else None
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
                piles.append((sum(counts), [self.slot(zone, at, name, zone) for name in names]))
        return pool, piles if "piles" in told else None

    def decked(self, told: Any, zone: str, rest: list[Card]) -> Deck:
        pool, piles = told
        deck = Deck(rest if pool is None else self.laid(f"{zone}.cards", pool))
        if piles is not None:
            segments = [(count, tuple(slot.card for slot in some if slot.card)) for count, some in piles]
            deck.segments = [segment for segment in segments if any(segment)]
        return deck

    def deal(
        self, box: Iterable[Card], phase: str, seats: dict[str, Any], seed: int
    ) -> dict[_Slot, list[Card]]:
        """Cards for the unseen places of hands, every deal alike likely: first where not every card may lie."""
        free = [card for card in box if card not in self.lies]
        rng, dealt = Random(f"unseen {seed}"), {}
        slots = [slot for slot in self.slots if slot.unseen]

        def may_lie(slot: _Slot) -> bool:
            told = seats.get(slot.zone.split(".", 1)[1].rsplit(".", 1)[0], {})
            return told.get("starting_hand", phase in BEFORE) is True

        for slot in sorted(slots, key=may_lie):
            able = [card for card in free if may_lie(slot) or card.type not in FORCED]
            if slot.unseen > len(able):
                text = f"{slot.text}, but only {many(len(able), 'card')} may lie there; give fewer"
                self.fault(slot.zone, slot.at, text, "hunt.invariant.main-conservation")
                self.spoilt.add("main_deck")
                continue
            dealt[slot] = rng.sample(able, slot.unseen)
            gone = set(dealt[slot])
            free = [card for card in free if card not in gone]
        return dealt

    def known(self, value: Any, zone: str, table: Table) -> Memory:
        """What a seat knows of other hands."""
        worlds: dict[frozenset[tuple[Card, int]], int] = {}
        told = value if isinstance(value, list) else [{"chances": 1, "hands": value}]
        for at, world in enumerate(told):
            entries = self.entries(world, zone, ("chances", "hands"))
            chances = entries.get("chances")
            if type(chances) is not int or chances < 1:
                self.fault(zone, at, f"{shown(chances)} chances; give a whole number of at least 1")
                continue
            pairs = set()
            hands = self.entries(entries.get("hands", {}), zone, self.options.names)
            for name, cards in hands.items():
                holder = self.options.names.index(name)
                hand = table.seats[holder].hand
                pairs |= {(card, holder) for card in self.named(cards, f"{zone}.{name}", hand)}
            worlds[frozenset(pairs)] = worlds.get(frozenset(pairs), 0) + chances
        return Memory(worlds)
