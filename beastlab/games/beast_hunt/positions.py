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
from typing import Any

from beastlab.core.knowledge import Memory
from beastlab.core.position_reader import Reader, Slot
from beastlab.core.positions import (
    Form,
    Names,
    PositionError,
    misread,
    plain_text,
    seats_of,
    shown,
    told,
    with_notes,
)
from beastlab.games.beast_hunt.cards import Card
from beastlab.games.beast_hunt.invariants import BEFORE, PHASES, ZONES, faults
from beastlab.games.beast_hunt.table import FORCED, Hero, Options, Seat, Table, lay

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
    label = Names(options.cards).labels
    in_party: set[Card | str] = set()

    def noted(card: Card, *notes: str | bool) -> str:
        return with_notes(label[card], *notes)

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
        "main_deck": told(table.deck, options.cards.main, label, plain),
        "beast_deck": told(table.beast_deck, options.cards.beasts + options.cards.shards, label, plain),
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
    return f"seat {seat}" if misread(name) else name


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


# --- as a form --------------------------------------------------------------------------------------------


def rows(options: Options) -> list[dict[str, Any]]:
    """The rows of a form in which a position is filled in, as `Form` describes them.

    >>> from beastlab.games import beast_hunt as hunt
    >>> [row["label"] for row in rows(hunt.Options(seats=2)) if row["group"] == "Bo"]
    ['Champion', 'Lesser Beasts', 'Heroes', 'Beasts', 'Hand']
    """
    form = Form(options.cards, ZONES)

    def row(group: str, at: str, label: str, kind: str, room: str, **more: Any) -> None:
        form.row(group, (at,), label, kind, room, **more)

    def number(at: str, label: str, default: int, least: int, most: int) -> None:
        form.number("The turn", (at,), label, default, least, most)

    names = [(name, name) for name in options.names]
    phases = list(zip(_PHASE_WORDS, PHASES, strict=True))
    row("The turn", "turn", "Turn", "menu", "third", of=names, default=options.names[0])
    row("The turn", "phase", "Phase", "menu", "third", of=phases, default="actions")
    number("round", "Round", 1, 1, 999)
    number("actions", "Actions left", 3, 0, 99)
    number("attack_bonus", "Attack bonus", 0, -99, 99)
    number("roll_bonus", "Roll bonus", 0, -99, 99)
    if not options.shardless:
        number("shards", "Shards", 0, 0, len(options.cards.shards))
        row("The turn", "countdown", "Turns left", "count", "third", hint="with three Shards")
    hint = "three names; (staggered by a seat) may follow one"
    row("The table", "field", "Beasts", "cards", "whole", hint=hint)
    row("The table", "king", "Beast King", "card", "third", hint="blank: face down")
    row("The table", "main_deck", "Main Deck", "count", "third", hint="blank: the rest")
    row("The table", "beast_deck", "Beast Deck", "count", "third", hint="blank: the rest")
    row("The table", "discard", "Discard Pile", "cards", "whole", hint="the oldest first")
    champions = "Champion" if options.champions == 1 else "Champions"
    for name in options.names:
        for key, label, room, hint in (
            ("champions", champions, "half", "(used, passive used) may follow"),
            ("lesser", "Lesser Beasts", "half", ""),
            ("heroes", "Heroes", "whole", "Hero + what it carries (face down, used)"),
            ("beasts", "Beasts", "whole", ""),
            ("hand", "Hand", "whole", "names; 4 unseen deals four"),
        ):
            form.row(name, ("seats", name, key), label, "cards", room, hint=hint)
    return form.rows


_PHASE_WORDS = ("choosing champions", "dealing", "start of the turn", "actions", "end of the turn")


# --- from a position ---------------------------------------------------------------------------------------


def options_of(position: Any, **options: Any) -> Options:
    """The options of a game with the seats of this position, and as many champions each as it names.

    >>> options = options_of({"seats": {"Ada": {}, "Bo": {}}}, shardless=True)
    >>> options.names, options.champions, options.shardless
    (('Ada', 'Bo'), 1, True)
    """
    seats = seats_of(position)
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
    beastlab.core.positions.PositionError: 4 faults in the position, nothing was laid:
      seats.Bo: no key is called 'champion'; perhaps champions
      seats.Ada.champions[0]: no card is called 'Regent Aldus'; perhaps Regent Aldous
      field: 0 Beasts face up; 3 lie there between two actions [hunt.invariant.field-three]
      seats.Bo.champions: 0 champions; each player has 1 [hunt.invariant.champions]
    """
    reader = _Reader(options)
    return reader.sound(reader.table(position, seed), faults)


_SEAT_KEYS = ("champions", "heroes", "beasts", "lesser", "hand", "starting_hand", "early", "knows")
_NOTES = {"champions": ("used", "passive used"), "heroes": ("face down", "used")}


class _Reader(Reader):
    zones = ZONES
    follows = {"countdown": ("shards",), "trigger_turn": ("shards",)}

    def table(self, position: Any, seed: int) -> Table | None:
        """The table, as far as it can be laid; None where there is nothing to lay."""
        options, cards = self.options, self.options.cards
        usual = _usual("actions", options.seats, 0)
        begun = self.begin(position, usual, "champions, Party and hand")
        if begun is None:
            return None
        given, seats = begun
        phase = self.one_of(given.get("phase", "actions"), "phase", PHASES, "actions")
        said = usual | {"actions": 3 if phase == "actions" else 0} | given
        marks: list[tuple[Slot, int]] = []

        def fought(text: str, zone: str, at: int | None) -> Slot:
            name, setter = self.staggered(text, zone, at)
            slot = self.slot(zone, at, name, zone)
            if setter is not None:
                marks.append((slot, setter))
            return slot

        field = [fought(text, "field", at) for at, text in self.texts(said["field"], "field")]
        king = None
        if isinstance(said["king"], str):
            king = fought(said["king"], "king", None)
        elif said["king"] is not None:
            self.fault("king", None, f"{shown(said['king'])}; give the name of the face-up King, or null")
        shards = self.shards(said["shards"])
        discard = self.cards(said["discard"], "discard", "discard")
        parties = {name: self.party(seats.get(name, {}), name) for name in options.names}
        main, large = (self.deck(said[zone], zone) for zone in ("main_deck", "beast_deck"))
        self.lay()
        start = lay(options)
        for hero, gear, _ in (hero for party in parties.values() for hero in party["heroes"]):
            for slot in gear:
                if slot.card and not hero.card:
                    del self.lies[slot.card]

        def barred(slot: Slot) -> Collection[str]:
            seat = seats.get(slot.zone.split(".", 1)[1].rsplit(".", 1)[0], {})
            return () if seat.get("starting_hand", phase in BEFORE) is True else FORCED

        dealt = self.deal(start.deck.pool, seed, barred)
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
            turn=self.seat(said["turn"], "turn"),
            first=self.seat(said["first"], "first"),
            round=self.number(said["round"], "round", 1),
            actions=self.number(said["actions"], "actions", 0),
            attack_bonus=self.number(said["attack_bonus"], "attack_bonus"),
            roll_bonus=self.number(said["roll_bonus"], "roll_bonus"),
            missed=self.named(said["missed"], "missed"),
            trigger_turn=self.flag(said["trigger_turn"], "trigger_turn"),
        )
        table.used.update(self.named(said["used"], "used"))
        for name in options.names:
            for slot, notes in parties[name]["champions"] + [hero[::2] for hero in parties[name]["heroes"]]:
                if slot.card:
                    table.used.update([slot.card] if "used" in notes else [])
                    table.used.update([slot.card.code] if "passive used" in notes else [])
        table.countdown = len(options.names) if len(table.shards) >= 3 else None
        if given.get("countdown") is not None:
            table.countdown = self.number(given["countdown"], "countdown", 1)
        if isinstance(said["shuffles"], list):
            for n, some in enumerate(said["shuffles"]):
                table.shuffled |= dict.fromkeys(self.named(some, f"shuffles[{n}]"), n + 1)
        else:
            self.fault("shuffles", None, f"{shown(said['shuffles'])}; give a list of lists of cards")
        for n, name in enumerate(options.names):
            seat, values = table.seats[n], parties[name]["values"]
            seat.dealt = 2 * self.flag(
                values.get("starting_hand", phase in BEFORE), f"seats.{name}.starting_hand"
            )
            seat.early = self.named(values.get("early", []), f"seats.{name}.early", seat.hand)
            table.memory.append(self.known(values.get("knows", {}), f"seats.{name}.knows", table))
        return table

    def staggered(self, text: str, zone: str, at: int | None) -> tuple[str, int | None]:
        """A text without its Stagger mark, and who set it."""
        found = re.fullmatch(r"(.*?)\s*\(\s*staggered by (.*)\)\s*", text, re.DOTALL)
        if not found:
            return self.noted(text, zone, at, ["staggered by a seat"])[0], None
        return found[1], self.seat(found[2].strip(), zone, at)

    def shards(self, value: Any) -> list[Slot]:
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
            whole = plain_text(text) in self.names.meant
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

    def seated(self, name: str, party: dict[str, Any], dealt: dict[Slot, list[Card]]) -> Seat:
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
