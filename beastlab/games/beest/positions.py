"""Positions of Beest as plain JSON data: taken from a table, or written by hand, checked and laid.

A position says who has met whom, who has which DNA, and which caves lie where. What it leaves out is as in an
ordinary turn, when all have their caves:

>>> position = {
...     "turn": "Cleo",
...     "exchanges": ["Bo meets The silent guy", "Ada meets Cleo"],
...     "seats": {
...         "Ada": {"dna": "black", "sequence": ["T/TM", "T/MB", "M/TB"]},
...         "Bo": {"sequence": ["B/TM", "1 unseen"]},
...         "Cleo": {},
...         "The silent guy": {"sequence": ["M/TB", "B/MB", "T/TM"]},
...     },
... }
>>> table = table_of(position, options_of(position))
>>> table.number, [pile.name for pile in table.piles], table.black(2)
(9, ['black', 'red', 'yellow', 'green'], 3)
>>> [len(seat.sequence) + len(seat.aside) for seat in table.seats], len(table.stock)
([3, 2, 4], 15)

Caves go by face, name or code; of copies a name takes a free one, and "T/MB 2" is the second. Keys, with what holds
where they are left out:

- `turn`: the human whose turn begins, that of the `number`, else the first; `number` of the turn in the expedition:
  the least that fits, with all caves drawn
- `exchanges`, in order: none. Whose turn it was stands first, as in "Ada meets Bo"
- `cleared`: the seats that quiet turn ends proved not to be the Beest. Left out, it is what they must have proved,
  whenever the exchanges were; rounds without an exchange may have proved more
- `phase`: turn. The other one is prepare: an expedition is set up next, and nothing is told but points; what lies
  there of the last expedition is not part of the position
- `stock`: the number of cards left, for a check; or, top first, cards and numbers of unknown ones
- `seats`, by name, the humans in the order in which they sit (the first began), the silent guy's under his:
  `dna`: black, or the colour of the pile. The black one, if it is not named, goes by the seed to a seat without
  named DNA that may be the Beest for all that exchanges and quiet turn ends show, each as likely; colours that are not
  named go in their order to who is left
  `sequence`, oldest first, and `aside`: as many caves as are due, dealt by the seed, as "2 unseen" deals two
  `points` of the expeditions that ended: none
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random
from string import digits
from typing import Any

from beastlab.core.position_reader import Reader, Slot
from beastlab.core.positions import (
    Form,
    Names,
    PositionError,
    many,
    misread,
    plain_text,
    seats_of,
    shown,
    told,
)
from beastlab.games.beest.cards import LETTERS, Card
from beastlab.games.beest.invariants import PHASES, ZONES, caves, due, faults, last_exchange, piles, proved
from beastlab.games.beest.table import BLACK, SEQUENCE, SILENT, Exchange, Options, Table, lay

MEETS = " meets "

# --- from a table ----------------------------------------------------------------------------------------


def position_of(table: Table, *, plain: bool = False) -> dict[str, Any]:
    """The table between two steps as JSON data, from which `table_of` lays the same table again.

    With `plain` it leaves out what tells nothing to a player: which of some copies a cave is, and the order of the
    stock. PositionError for a table that can't be.

    >>> from beastlab.games import beest
    >>> match = beest.new_match(seats=3, seed=7)
    >>> position = position_of(match.origin)
    >>> position["turn"], position["number"], position["seats"]["Ada"]
    ('Ada', 1, {'dna': 'red'})
    >>> position_of(table_of(position, match.options)) == position
    True
    """
    if found := faults(table):
        raise PositionError(found)
    options = table.options
    scored = {table.name(seat): [points[seat] for points in table.points] for seat in table.everyone}
    if table.phase == "prepare":
        return {"phase": "prepare", "seats": {name: _some(points=some) for name, some in scored.items()}}
    label, called = _labels(options, plain), _called(options)
    stock = told(table.stock, caves(options).cards, label, plain)
    cleared = [called[seat] for seat in table.cleared] if table.cleared != proved(table) else None
    return {
        "turn": table.name(table.turn),
        "number": table.number,
        "exchanges": [f"{called[pair.active]}{MEETS}{called[pair.other]}" for pair in table.exchanges],
        **({} if cleared is None else {"cleared": cleared}),
        **({} if stock is None else {"stock": stock}),
        "seats": {
            table.name(seat): _some(
                dna=table.piles[seat].name,
                sequence=[label[card] for card in table.at(seat).sequence],
                aside=[label[card] for card in table.at(seat).aside],
                points=scored[table.name(seat)],
            )
            for seat in table.everyone
        },
    }


def _some(**values: Any) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value != []}


def _labels(options: Options, plain: bool) -> dict[Card, str]:
    """A text for each cave; with `plain` its name alone where all that are called so have one face."""
    names = Names(caves(options))

    def label(card: Card) -> str:
        meant = names.meant[plain_text(card.name)]
        alike = card in meant and len({other.face for other in meant}) == 1
        return card.name if plain and alike and not misread(card.name) else names.labels[card]

    return {card: label(card) for card in names.labels}


def _called(options: Options) -> list[str]:
    """What each seat is called in a list: its name, or its number where that would be misread."""
    return [
        f"seat {seat}" if misread(name) or MEETS in f" {name} " else name
        for seat, name in enumerate(_everyone(options))
    ]


def _everyone(options: Options) -> list[str]:
    return [*options.names, *[SILENT] * (options.places - options.seats)]


# --- as a form -------------------------------------------------------------------------------------------


def rows(options: Options) -> list[dict[str, Any]]:
    """The rows of a form in which a position is filled in, as `Form` describes them.

    >>> from beastlab.games import beest
    >>> [row["label"] for row in rows(beest.Options(seats=3)) if row["group"] == "Bo"]
    ['DNA', 'Points', 'Sequence', 'Aside']
    """
    form, group = Form(caves(options), ZONES), "The turn"
    turns = [(name, name) for name in options.names]
    form.row(group, ("turn",), "Turn", "menu", "third", of=turns, default=options.names[0])
    form.row(group, ("number",), "Its number", "count", "third", hint="blank: it follows")
    of = [("a turn begins", "turn"), ("an expedition is prepared", "prepare")]
    form.row(group, ("phase",), "Phase", "menu", "third", of=of, default="turn")
    first, second = _called(options)[:2]
    hint = f"in order, whose turn it was first: {first}{MEETS}{second}, ..."
    form.row(group, ("exchanges",), "Exchanges", "count", "whole", hint=hint)
    hint = "who can't be the Beest by quiet turn ends; blank: those that the exchanges tell"
    form.row(group, ("cleared",), "Cleared", "count", "whole", hint=hint)
    form.row(group, ("stock",), "Stock", "count", "third", hint="blank: the rest")
    for name in _everyone(options):
        human = name != SILENT
        able = [pile for pile in piles(options) if pile != BLACK or human or options.silent_may_be_beest]
        of = [("any that is left", ""), *((pile.name, pile.name) for pile in able)]
        form.row(name, ("seats", name, "dna"), "DNA", "menu", "half", of=of, default="")
        form.row(name, ("seats", name, "points"), "Points", "count", "half", hint="of each expedition so far")
        hint = "oldest first; blank: dealt"
        form.row(
            name, ("seats", name, "sequence"), "Sequence", "cards", "half" if human else "whole", hint=hint
        )
        if human:
            form.row(name, ("seats", name, "aside"), "Aside", "cards", "half", hint="blank: dealt, if any")
    return form.rows


# --- from a position -------------------------------------------------------------------------------------


def options_of(position: Any, **options: Any) -> Options:
    """The options of a game with the seats of this position; the silent guy joins by himself.

    >>> options_of({"seats": {"Ada": {}, "Bo": {}, "Cleo": {}, "The silent guy": {}}}, expeditions=5).names
    ('Ada', 'Bo', 'Cleo')
    """
    names = tuple(name for name in seats_of(position) if name != SILENT)
    given: dict[str, Any] = {"seats": len(names), "names": names}
    return Options(**(given | options))


def table_of(position: Any, options: Options, seed: int = 0) -> Table:
    """The table that a position describes; what it leaves to the seed is dealt.

    PositionError with everything that is wrong: in the text, and with the table that it would be.

    >>> position = {
    ...     "exchanges": ["Ada meets Bo", "Bo meets Ada"],
    ...     "seats": {"Ada": {"dna": "blck"}, "Bo": {"sequence": ["T/MB", "X/MB"]}, "Cleo": {"sequence": ["T/TM"]}},
    ... }
    >>> table_of(position, options_of(position))
    Traceback (most recent call last):
    ...
    beastlab.core.positions.PositionError: 4 faults in the position, nothing was laid:
      seats.Bo.sequence[1]: no card is called 'X/MB'; perhaps T/MB or M/MB or B/MB
      seats.Ada.dna: 'blck'; give one of black, red, yellow, green
      seats.Cleo.sequence: 1 card, but 2 when turn 7 begins; add 1 [beest.inv.holdings-staircase]
      exchanges[1]: Bo and Ada have exchanged before; take it away [beest.exch.pair-once]
    """
    reader = _Reader(options)
    return reader.sound(reader.table(position, seed), faults)


_KEYS = ("turn", "number", "phase", "exchanges", "cleared", "stock", "seats")
_SEAT_KEYS = ("dna", "sequence", "points", "aside")
"""The silent guy has nothing aside."""


class _Reader(Reader):
    zones = ZONES

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.everyone, here = _everyone(options), caves(options)
        self.names, faces = Names(here), dict[str, list[Card]]()
        for card in here.cards:
            for face in _faces(card):
                faces.setdefault(face, []).append(card)
        self.names.meant = {face: tuple(some) for face, some in faces.items()} | self.names.meant
        dna = tuple(f"seats.{name}.dna" for name in self.everyone)
        when = ("turn", "number", "phase")
        self.follows = {
            "number": ("turn", "exchanges"),
            "exchanges": ("turn", "seats", *dna),
            "cleared": ("turn", "number", "exchanges", "seats", *dna),
            **{f"seats.{name}.{kind}": when for name in self.everyone for kind in ("sequence", "aside")},
        }

    def entries(self, value: Any, zone: str, keys: Iterable[str]) -> dict[str, Any]:
        return super().entries(value, zone, self.everyone if zone == "seats" else keys)

    def table(self, position: Any, seed: int) -> Table | None:
        """The table, as far as it can be laid; None where there is nothing to lay."""
        begun = self.begin(position, _KEYS, "DNA and caves, or {} for any")
        if begun is None:
            return None
        given, seats = begun
        table: Table = lay(self.options)
        said = [
            self.entries(seats.get(name, {}), f"seats.{name}", _SEAT_KEYS[: 3 + (name != SILENT)])
            for name in self.everyone
        ]
        table.points = self.points([values.get("points", []) for values in said])
        table.phase = self.one_of(given.get("phase", "turn"), "phase", PHASES, "turn")
        if table.phase == "prepare":
            self.nothing(given, said)
            return table
        table.exchanges = list(self.exchanges(given.get("exchanges")))
        self.when(table, given)
        self.lay_caves(table, given.get("stock"), said, seed)
        if given.get("cleared") is None:
            table.cleared = proved(table)
        else:
            for at, text in self.listed(given["cleared"], "cleared", "names of seats"):
                if (seat := self.place(text, "cleared", at)) is not None:
                    table.cleared.append(seat)
                    self.order.setdefault("cleared", []).append(at)
        self.dna(table, [values.get("dna", "") for values in said], seed)
        if BLACK in table.piles:
            table.remember()
        return table

    def nothing(self, given: dict[str, Any], said: list[dict[str, Any]]) -> None:
        """Before an expedition there is nothing to tell but points."""
        usual = {"turn": self.options.names[0], "number": 1}
        zones = {key: value for key, value in given.items() if key not in ("seats", "phase")}
        for name, values in zip(self.everyone, said, strict=True):
            zones |= {f"seats.{name}.{key}": value for key, value in values.items() if key != "points"}
        for zone, value in zones.items():
            if value not in (None, "", [], usual.get(zone)):
                text = f"{shown(value)}, but the expedition is still to be prepared; leave it out"
                self.fault(zone, None, text, "beest.match.reset")

    def points(self, columns: list[Any]) -> list[tuple[int, ...]]:
        """The points of each expedition, from those of each seat."""
        scores = []
        for name, value in zip(self.everyone, columns, strict=True):
            some = list(map(_score, value if isinstance(value, list) else [value]))
            if None in some:
                text = f"{shown(value)}; give a list of whole numbers, one for each expedition that ended"
                self.fault(f"seats.{name}.points", None, text)
            scores.append(some)
        most = 0 if self.spoilt else max(map(len, scores))
        for name, some in zip(self.everyone, scores, strict=True):
            if len(some) < most:
                text = (
                    f"{many(len(some), 'number')}, but {most} for another seat; give one for each expedition"
                )
                self.fault(f"seats.{name}.points", None, text, "beest.match.sum")
        return (
            [] if self.spoilt else [tuple(score or 0 for score in some) for some in zip(*scores, strict=True)]
        )

    def when(self, table: Table, given: dict[str, Any]) -> None:
        """Turn and number, of which one may follow from the other."""
        humans, number = len(table.seats), given.get("number")
        if number is not None:
            table.number = self.number(number, "number", 1)
            table.turn = (table.number - 1) % humans
        if given.get("turn") is not None or number is None:
            table.turn = self.seat(given.get("turn"), "turn")
        if number is None:
            least = max(humans + 3, last_exchange(self.options, table.exchanges) + 1)
            table.number = least + (table.turn - least + 1) % humans

    def lay_caves(self, table: Table, stock: Any, said: list[dict[str, Any]], seed: int) -> None:
        """Lay the caves: those that are named, and as many as are due where they are left out."""
        slots: dict[tuple[int, str], list[Slot]] = {}
        for seat, cards in enumerate(due(self.options, table.number)):
            usual = {"sequence": min(cards, SEQUENCE), "aside": max(0, cards - SEQUENCE)}
            for kind, most in usual.items():
                value = said[seat].get(kind, [])
                value = [f"{most} unseen"] if value == [] else value
                slots[seat, kind] = self.cards(value, f"seats.{self.everyone[seat]}.{kind}", "hand")
        read = self.deck(stock, "stock")
        self.lay()
        dealt = self.deal(table.stock.pool, seed)
        for (seat, kind), some in slots.items():
            setattr(table.at(seat), kind, self.laid(f"seats.{self.everyone[seat]}.{kind}", some, dealt))
        gone = {card for some in dealt.values() for card in some} | self.lies.keys()
        table.stock = self.decked(read, "stock", [card for card in table.stock.pool if card not in gone])

    def listed(self, value: Any, zone: str, of: str) -> list[tuple[int, str]]:
        """The texts of a list of `of`, with their numbers."""
        if not isinstance(value, list):
            self.fault(zone, None, f"{shown(value)}; give a list of {of}")
            return []
        for at, item in enumerate(value):
            if not isinstance(item, str):
                self.fault(zone, at, f"{shown(item)}; give a list of {of}")
        return [(at, item) for at, item in enumerate(value) if isinstance(item, str)]

    def place(self, text: str, zone: str, at: int) -> int | None:
        """The seat of this name, the silent guy's too, or "seat 2" by its number."""
        name = text.strip()
        for names in (self.everyone, [f"seat {seat}" for seat in range(len(self.everyone))]):
            if name in names:
                return names.index(name)
        self.fault(zone, at, f"no seat is called {shown(name)}; there are {', '.join(self.everyone)}")
        return None

    def exchanges(self, value: Any) -> Iterator[Exchange]:
        self.order["exchanges"] = []
        for at, text in self.listed([] if value is None else value, "exchanges", "who met whom"):
            first, meets, second = text.partition(MEETS)
            if not meets:
                names = MEETS.join(self.everyone[:2])
                self.fault("exchanges", at, f"{shown(text)}; give two seats, as in {names}")
                continue
            active, other = self.place(first, "exchanges", at), self.place(second, "exchanges", at)
            if active is not None and other is not None:
                self.order["exchanges"].append(at)
                yield Exchange(active, other)

    def dna(self, table: Table, said: list[Any], seed: int) -> None:
        """The piles that are named, and the others to those who are left."""
        able = {pile.name: pile for pile in piles(self.options)}
        for seat, value in enumerate(said):
            if value not in (None, "", *able):
                zone = f"seats.{self.everyone[seat]}.dna"
                self.fault(zone, None, f"{shown(value)}; give one of {', '.join(able)}")
        named = {
            seat: able[value] for seat, value in enumerate(said) if isinstance(value, str) and value in able
        }
        left = [pile for pile in able.values() if pile not in named.values()]
        open_ = [seat for seat in table.everyone if seat not in named]
        if BLACK in left:
            table.piles = [*able.values()]  # any will do for what everybody knows
            suspects = [seat for seat in table.suspects(None) if seat in open_]
            if suspects:
                named[Random(f"dna {seed}").choice(suspects)] = BLACK
            elif open_:
                text = "whose DNA is not named, can't be the Beest by exchanges and quiet turn ends; correct those"
                names = ", ".join(self.everyone[seat] for seat in open_)
                self.fault(
                    "seats", None, f"{names}, {text}, or name the black pile", "beest.inv.truth-has-weight"
                )
            left.remove(BLACK)
        colours = iter([*left, *able.values()])
        table.piles = [named[seat] if seat in named else next(colours) for seat in table.everyone]


def _score(value: Any) -> int | None:
    """A number of points, None for what is none."""
    if isinstance(value, str) and re.fullmatch(r"\s*[-+]?\d{1,9}\s*", value):
        return int(value)
    return value if type(value) is int else None


def _faces(card: Card) -> list[str]:
    """The face of a cave in digits, and in letters where there are enough, as names are compared."""
    heights = card.entry, *card.exits
    written = [digits, *[LETTERS] * (max(heights) < len(LETTERS))]
    return [plain_text("{}/{}{}".format(*(signs[height] for height in heights))) for signs in written]
