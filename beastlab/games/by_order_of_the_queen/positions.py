"""Positions of By Order of the Queen as plain JSON data: taken from a table, or written by hand, checked and laid.

A position says what lies where. All that it leaves out is as after the set-up for so many players, and every card
that it names nowhere lies in its deck:

>>> position = {
...     "turn": "Bo",
...     "moon": 2,
...     "order": "Read the Tides",
...     "tokens": 3,
...     "monsters": ["Puddle Pest", "Shadow Lurker (3 covered)"],
...     "events": ["Tax Riots", "Wilting Roses"],
...     "villagers": 12,
...     "threat": {"enemy": 3, "garden": 1},
...     "seats": {
...         "Ada": {"guild": "The Firemanes", "hand": ["7 unseen"], "items": ["Cat Slippers", "Henchman"]},
...         "Bo": {
...             "guild": "Eternal Pilgrims",
...             "hand": ["Griswold Gremaine", "Atook", "5 unseen"],
...             "trophies": ["Hedge Nipper"],
...             "quest": "The Glass Compass",
...             "locations": ["Breaker Reef"],
...             "favors": 2,
...         },
...     },
... }
>>> table = table_of(position, options_of(position))
>>> [(foe.card.name, foe.free) for foe in table.in_play], table.event.name, table.threat
([('Puddle Pest', (1,)), ('Shadow Lurker', (2, 4))], 'Wilting Roses', [3, 2, 1])
>>> [item.name for item in table.seats[0].items], table.name(table.first), len(table.monsters)
(['Relic of the Firemanes', 'Cat Slippers', 'Henchman'], 'Ada', 39)

Cards go by name or code. Of several copies a name takes a free one, and "Henchman 2" is the second. Keys, with what
holds where they are left out:

- `turn`: the first seat; `round`, `moon`: 1; `first` (who began) follows from these
- `phase`: action; the others are setup, end (of a turn, with the `action` that was taken and the `party` that was
  sent) and event
- `order`; `tokens` on it: 0; `seal`: false; `completed` Orders
- `monsters` and `nemeses` in play, "(3, 5 covered)" by Success Tokens; `drawn`: Nemeses whose Prompt waits
- `events`: those that were turned up, the current one last; the King's Funeral lies below them
- `villagers`, `regions`; `threat`: {"enemy": 2, "regions": 2, "garden": 0}, by the King's Funeral
- `hero_discard`, `retired`, `item_discard`, `monster_discard`; `box`: Quests, Locations and Nemeses that are done with;
  `aside`: Henchmen and starting Items that nobody has, in an order of their own
- `hero_deck`, `item_deck`, `quest_deck`, `order_deck`, `nemesis_deck` (Nemeses that have not come), `event_deck`,
  `monster_deck`, and by place in `location_decks`: the number of cards left, for a check. Or a list, top first, of
  cards and numbers of unknown ones, a list in it being shuffled: [5, [13, "Nemesis Prompt"]]. Or
  {"cards": [...], "piles": [...]}. The Monster Deck is that of the set-up, less as many cards from its top
- `seats`, by name: `guild`, `hand`, where "4 unseen" deals four, `items` beside that of the Guild, `favors`,
  `trophies`, `quest` and the `locations` beside it
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from beastlab.core.deck import Deck
from beastlab.core.position_reader import Reader, Slot
from beastlab.core.positions import (
    Fault,
    Form,
    Names,
    PositionError,
    Segments,
    listed,
    plain_text,
    seats_of,
    shown,
    told,
    with_notes,
)
from beastlab.games.by_order_of_the_queen.cards import Card
from beastlab.games.by_order_of_the_queen.invariants import (
    ACTIONS,
    DECKS,
    PHASES,
    PILES,
    ZONES,
    built,
    decks,
    faults,
    first_seat,
    own_item,
)
from beastlab.games.by_order_of_the_queen.rules.kingdom import MOST_THREAT
from beastlab.games.by_order_of_the_queen.table import PROMPT, Foe, Options, Seat, Table, lay
from beastlab.games.by_order_of_the_queen.vocabulary import LOCATIONS, POOLS

# --- from a table ----------------------------------------------------------------------------------------


def position_of(table: Table, *, plain: bool = False) -> dict[str, Any]:
    """The table between two steps as JSON data, from which `table_of` lays the same table again.

    With `plain` it leaves out what tells nothing to a player: the order in which a deck keeps cards that may come in
    any order. PositionError for a table that can't be.

    >>> from beastlab.games import by_order_of_the_queen as queen
    >>> match = queen.new_match(seats=2, seed=7)
    >>> position = position_of(match.origin)
    >>> position["phase"], position["order"], position["seats"]["Bo"]["favors"], len(position["retired"])
    ('action', 'Tend the Burned', 0, 12)
    >>> position_of(table_of(position, match.options)) == position
    True
    """
    if found := faults(table):
        raise PositionError(found)
    options, start = table.options, lay(table.options)
    label = Names(options.cards, ZONES.pieces).labels

    def named(cards: Iterable[Card]) -> list[str]:
        return [label[card] for card in cards]

    def foes(some: list[Foe]) -> list[str]:
        return [
            with_notes(label[foe.card], foe.tokens > 0 and f"{', '.join(map(str, covered(foe)))} covered")
            for foe in some
        ]

    def of_seat(seat: Seat) -> dict[str, Any]:
        values = {
            "guild": label[seat.guild] if seat.guild else None,
            "hand": named(seat.hand),
            "items": named(seat.items[seat.relic is not None :]),
            "favors": seat.favors,
            "trophies": named(seat.trophies),
            "quest": label[seat.quest] if seat.quest else None,
            "locations": named(seat.locations),
        }
        return {key: value for key, value in values.items() if key in _ALWAYS or value}

    piles = {name: named(getattr(table, name)) for name in PILES}
    piles["box"] = [label[card] for card in table.box if card.type in ZONES.kinds["box"][0]]
    if plain or table.aside == [card for card in start.aside if card in table.aside]:
        del piles["aside"]
    said = {
        zone: told(deck, list(first.pool), label, plain, _piles(table) if zone == "monster_deck" else None)
        for (zone, deck), first in zip(decks(table).items(), decks(start).values(), strict=True)
    }
    beside = {place: said.pop(f"location_decks.{place}") for place in LOCATIONS}
    values = {"action": table.action, **piles, **said}
    values["location_decks"] = {place: value for place, value in beside.items() if value is not None}
    return {
        "turn": table.name(table.turn),
        "phase": table.phase,
        "round": table.round,
        "moon": table.moon,
        "order": label[table.order] if table.order else None,
        "tokens": table.tokens,
        "seal": table.seal,
        "monsters": foes(table.in_play),
        "nemeses": foes(table.nemeses),
        "events": named(table.event_discard[1:]),
        "villagers": table.villagers,
        "regions": table.regions,
        "threat": dict(zip(POOLS, table.threat, strict=True)),
        "seats": {seat.name: of_seat(seat) for seat in table.seats},
    } | {key: value for key, value in values.items() if value not in (None, "", [], {})}


_ALWAYS = ("guild", "hand", "favors")


def covered(foe: Foe) -> list[int]:
    """The Dice Icons that Success Tokens cover.

    >>> covered(Foe(Card("ogre", "Ogre", "monster", icons=(3, 3, 5)), (3, 5)))
    [3]
    """
    left = list(foe.card.icons)
    for icon in foe.free:
        left.remove(icon)
    return left


def _piles(table: Table) -> Segments:
    """The Monster Deck where nothing is said of it: as at set-up, less from the top what lies elsewhere."""
    start = lay(table.options).monsters
    come = len(table.drawn) + len(table.nemeses) + sum(card.type == "nemesis" for card in table.box)
    drawn, prompts = len(start.pool) - len(table.monsters.pool), min(come, built(table.options))
    piles: Segments = []
    for count, known in start.segments:
        away, called = min(count, drawn), min(len(known), prompts)
        drawn, prompts = drawn - away, prompts - called
        count, known = count - away, known[called:]
        if piles and not known and not piles[-1][1]:  # nobody can tell two such piles from one
            piles[-1] = piles[-1][0] + count, ()
        elif count or known:
            piles.append((count, known))
    return piles


# --- as a form -------------------------------------------------------------------------------------------


def rows(options: Options) -> list[dict[str, Any]]:
    """The rows of a form in which a position is filled in, as `Form` describes them.

    >>> from beastlab.games import by_order_of_the_queen as queen
    >>> [row["label"] for row in rows(queen.Options(seats=2)) if row["group"] == "Bo"]
    ['Guild', 'Quest', 'Hand', 'Items', 'Locations', 'Trophies', "Queen's Favors"]
    """
    form, start = Form(options.cards, ZONES), lay(options)
    usual = _usual(options, "action", 1)

    def menu(at: str, label: str, of: Iterable[tuple[str, Any]], default: Any) -> None:
        form.row("The turn", (at,), label, "menu", "third", of=list(of), default=default)

    def number(at: str, label: str, least: int, most: int) -> None:
        form.number("The turn", (at,), label, usual[at], least, most)

    menu("turn", "Turn", zip(options.names, options.names, strict=True), options.names[0])
    menu("phase", "Phase", zip(_PHASE_WORDS, PHASES, strict=True), "action")
    number("round", "Round", 1, 999)
    number("moon", "Moon", 1, 4)
    number("villagers", "Villagers", 0, start.villagers)
    number("regions", "Regions", 0, start.regions)
    for pool, tokens in usual["threat"].items():
        most = 99 if options.hard_no_max else MOST_THREAT
        form.number("The turn", ("threat", pool), f"Threat, {pool}", tokens, 0, most)
    number("tokens", "Success Tokens", 0, 10)
    menu("seal", "Seal", (("off", False), ("on the Order", True)), usual["seal"])
    form.row("The table", ("order",), "Queen's Order", "card", "third")
    for key, label, hint in (
        ("monsters", "Monsters", "names; (3, 5 covered) may follow one"),
        ("nemeses", "Nemeses", "they cover the Order; (4 covered) may follow one"),
        ("drawn", "Prompts drawn", "Nemeses who come in the Event Phase"),
        ("events", "Events", "the current one last; the King's Funeral lies below"),
        ("completed", "Completed", "Queen's Orders"),
        ("hero_discard", "Hero discard", ""),
        ("retired", "Retired", ""),
        ("item_discard", "Item discard", ""),
        ("monster_discard", "Monster discard", ""),
        ("box", "Box", "Quests, Locations and Nemeses that are done with"),
    ):
        form.row("The table", (key,), label, "cards", "whole" if hint else "half", hint=hint)
    for zone in DECKS:
        label = f"{zone.partition('_')[0].title()} Deck"
        form.row("The decks", (zone,), label, "count", "third", hint="blank: the rest")
    for place in LOCATIONS:
        form.row("The decks", ("location_decks", place), place, "count", "third", hint="blank: the rest")
    for name in options.names:
        for key, label, kind, room, hint in (
            ("guild", "Guild", "card", "half", "its own Item comes with it"),
            ("quest", "Quest", "card", "half", "blank: none"),
            ("hand", "Hand", "cards", "whole", "names; 7 unseen deals seven"),
            ("items", "Items", "cards", "whole", "without that of the Guild"),
            ("locations", "Locations", "cards", "half", "beside the Quest"),
            ("trophies", "Trophies", "cards", "half", "the oldest first"),
        ):
            form.row(name, ("seats", name, key), label, kind, room, hint=hint)
        form.number(name, ("seats", name, "favors"), "Queen's Favors", usual["favors"], 0, 99)
    return form.rows


_PHASE_WORDS = ("set up", "action", "end of the turn", "Event Phase")


# --- from a position -------------------------------------------------------------------------------------


def options_of(position: Any, **options: Any) -> Options:
    """The options of a game with the seats of this position.

    >>> options_of({"seats": {"Ada": {}, "Bo": {}}}, hard_late=True).names
    ('Ada', 'Bo')
    """
    seats = seats_of(position)
    given: dict[str, Any] = {"seats": len(seats), "names": tuple(seats)}
    return Options(**(given | options))


def table_of(position: Any, options: Options, seed: int = 0) -> Table:
    """The table that a position describes; unseen cards of hands are dealt by the seed from all that may lie there.

    PositionError with everything that is wrong: in the text, and with the table that it would be.

    >>> position = {"seats": {"Ada": {"guild": "The Firemane"}, "Bo": {"guilt": "Hounds of Salvere"}}}
    >>> table_of(position, options_of(position))
    Traceback (most recent call last):
    ...
    beastlab.core.positions.PositionError: 4 faults in the position, nothing was laid:
      seats.Bo: no key is called 'guilt'; perhaps guild
      seats.Ada.guild: no card is called 'The Firemane'; perhaps The Firemanes or Relic of the Firemanes
      order: no Order is in play; give the name of one, such as Raise the Millstone [queen.invariant.orders]
      seats.Bo.guild: Bo leads no Guild; give the name of one, such as Semaphor Collegium [queen.setup.guilds]
    """
    reader = _Reader(options)
    return reader.sound(reader.table(position, seed), faults)


def _usual(options: Options, phase: str, round: int) -> dict[str, Any]:
    """What holds where a position says nothing: what the set-up makes of the table, or what is there before it."""
    start, before = lay(options), phase == "setup"
    threat = [0 if before else min(tokens, MOST_THREAT) for tokens in start.event.threat]
    return {
        **dict.fromkeys(("turn", "first", "order", *DECKS)),
        **{zone: [] for zone in ("monsters", "nemeses", "events", "box", *PILES)},
        **dict.fromkeys(("round", "moon"), 1),
        "phase": phase,
        "tokens": 0,
        "action": "",
        "seal": start.seal and round == 1,
        "villagers": start.villagers,
        "regions": start.regions,
        "threat": dict(zip(POOLS, threat, strict=True)),
        "location_decks": {},
        "seats": {},
        "favors": 0 if before else (options.seats > 2) + options.easy_favor,
    }


_SEAT_KEYS = ("guild", "hand", "items", "favors", "trophies", "quest", "locations")


class _Reader(Reader):
    zones = ZONES
    follows = {
        "monster_deck": ("nemeses", "drawn", "box"),
        "nemeses": ("drawn", "box"),
        "first": ("turn", "round", "moon", "phase"),
        "party": ("phase", "action"),
        "action": ("phase",),
    }

    def table(self, position: Any, seed: int) -> Table | None:
        """The table, as far as it can be laid; None where there is nothing to lay."""
        options = self.options
        keys = [key for key in _usual(options, "action", 1) if key != "favors"]
        begun = self.begin(position, keys, "Guild, hand, Items and Quest")
        if begun is None:
            return None
        given, seats = begun
        hands = {f"seats.{name}.hand": ("turn", "moon", "round", "phase") for name in options.names}
        self.follows = {**self.follows, **hands}
        phase = self.one_of(given.get("phase", "action"), "phase", PHASES, "action")
        round_ = self.number(given.get("round", 1), "round", 1)
        usual = _usual(options, phase, round_)
        said = usual | given
        order = self.one(said["order"], "order", "order")
        foes = {zone: self.foes(said[zone], zone) for zone in ("monsters", "nemeses")}
        piles = {
            zone: self.cards(said[zone], zone, zone)
            for zone in ("events", "box", *PILES)
            if zone in given or zone != "aside"
        }
        owned = {name: self.owned(seats.get(name, {}), name) for name in options.names}
        beside = self.entries(said["location_decks"], "location_decks", LOCATIONS)
        said |= {f"location_decks.{place}": beside.get(place) for place in LOCATIONS}
        start = lay(options)
        read = {
            zone: self.deck(said[zone], zone, "location_deck" if "." in zone else zone)
            for zone in decks(start)
        }
        self.lay()
        dealt = self.deal(start.heroes.pool, seed)
        taken = {card for some in dealt.values() for card in some} | self.lies.keys()

        table, laid = start, {zone: self.laid(zone, slots) for zone, slots in piles.items()}
        table.seats = [self.seated(name, *owned[name], dealt, usual["favors"]) for name in options.names]
        for zone in set(PILES) - {"aside"}:
            setattr(table, zone, laid[zone])
        table.aside = laid.get("aside", [card for card in start.aside if card not in taken])
        table.event_discard += laid["events"]
        if phase != "setup":
            table.box += [card for card in options.cards.of("guild") if card not in taken]
        table.box += laid["box"]
        table.order = order.card if order else None
        table.in_play, table.nemeses = (self.in_play(zone, some) for zone, some in foes.items())
        made = {
            zone: self.decked(read[zone], zone, [card for card in deck.pool if card not in taken])
            for zone, deck in decks(start).items()
        }
        for zone, name in DECKS.items():
            setattr(table, name, made[zone])
        table.locations = [made[f"location_decks.{place}"] for place in LOCATIONS]
        self.stack(table.monsters, table, said["monster_deck"], read["monster_deck"][1])

        threat = self.entries(said["threat"], "threat", POOLS)
        table.threat = [
            self.number(threat.get(pool, usual["threat"][pool]), f"threat.{pool}") for pool in POOLS
        ]
        for zone in ("villagers", "regions", "moon", "tokens"):
            setattr(table, zone, self.number(said[zone], zone))
        table.seal = self.flag(said["seal"], "seal")
        table.phase, table.round = phase, round_
        table.action = self.one_of(said["action"], "action", ("", *ACTIONS), "")
        table.turn = self.seat(said["turn"], "turn")
        table.first = first_seat(options, phase, table.turn, round_, table.moon)
        if said["first"] is not None:
            table.first = self.seat(said["first"], "first")
        return table

    def one(self, value: Any, zone: str, kind: str) -> Slot | None:
        """The slot of a single card, None where there is none."""
        if isinstance(value, str):
            return self.slot(zone, None, value, kind)
        if value is not None:
            self.fault(zone, None, f"{shown(value)}; give the name or code of a card, or null")
        return None

    def foes(self, value: Any, zone: str) -> list[tuple[Slot, list[int]]]:
        """The slots of foes in play, with the Dice Icons that are said to be covered."""
        foes = []
        for at, text in self.texts(value, zone):
            found = re.fullmatch(r"(.*?)\s*\(([\s\d,]+)covered\s*\)\s*", text, re.DOTALL)
            if found and plain_text(text) not in self.names.meant:
                icons = [int(icon) for icon in re.findall(r"\d{1,9}", found[2])]
                foes.append((self.slot(zone, at, found[1], zone), icons))
            else:
                name, _ = self.noted(text, zone, at, ["its covered Dice Icons, as in (3, 5 covered)"])
                foes.append((self.slot(zone, at, name, zone), []))
        return foes

    def in_play(self, zone: str, foes: list[tuple[Slot, list[int]]]) -> list[Foe]:
        made = []
        for card, (slot, icons) in zip(
            self.laid(zone, [slot for slot, _ in foes]), [foe for foe in foes if foe[0].card], strict=True
        ):
            foe = Foe(card, card.icons)
            for icon in icons:
                if icon in foe.free:
                    foe = foe.covered(icon)
                else:
                    has = listed(map(str, card.icons)) or "none"
                    text = f"no Dice Icon {icon} of {card.name} is left to be covered; it has {has}"
                    self.fault(zone, slot.at, text, "queen.invariant.icons")
            made.append(foe)
        return made

    def owned(self, value: Any, name: str) -> tuple[dict[str, Any], dict[str, list[Slot]]]:
        """What a position says of a seat, and the slots of its zones."""
        zone = f"seats.{name}."
        values = self.entries(value, zone[:-1], _SEAT_KEYS)
        slots = {}
        for kind in ("guild", "quest"):
            slot = self.one(values.get(kind), zone + kind, kind)
            slots[kind] = [slot] if slot else []
        for slot in slots["guild"]:
            meant = self.names.meant.get(plain_text(slot.text), ())
            own = [own_item(self.options, card) for card in meant if card.type == "guild"]
            there = {slot.text for slot in self.slots}
            slots["relic"] = [
                self.slot(f"{zone}guild", None, item.code, "items")
                for item in own
                if item and item.code not in there
            ]
        for kind in ("hand", "items", "trophies", "locations"):
            slots[kind] = self.cards(values.get(kind, []), zone + kind, kind)
        return values, slots

    def seated(
        self,
        name: str,
        values: dict[str, Any],
        slots: dict[str, list[Slot]],
        dealt: dict[Slot, list[Card]],
        favors: int,
    ) -> Seat:
        zone = f"seats.{name}."
        relic = [slot.card for slot in slots.get("relic", []) if slot.card]
        laid = {
            kind: self.laid(zone + kind, slots[kind], dealt)
            for kind in ("guild", "quest", "hand", "items", "trophies", "locations")
        }
        return Seat(
            name,
            next(iter(laid["guild"]), None),
            next(iter(relic), None),
            laid["hand"],
            relic + laid["items"],
            self.number(values.get("favors", favors), f"{zone}favors", 0),
            laid["trophies"],
            next(iter(laid["quest"]), None),
            laid["locations"],
        )

    def stack(self, deck: Deck, table: Table, said: Any, piles: Any) -> None:
        """Lay the Monster Deck in its piles where they are not told; a number of cards is for a check."""
        if piles is None or type(said) is int:
            deck.segments = _piles(table)
            if type(said) is int and said != len(deck):
                prompts = sum(known.count(PROMPT) for _, known in deck.segments)
                text = (
                    f"{said} cards, but {len(deck)} lie there, {prompts} of them Prompts; write {len(deck)}"
                )
                fault = Fault("monster_deck", None, f"{text}, or leave it out", "queen.invariant.monsters")
                self.faults += filter(None, [self.seen(fault)])
