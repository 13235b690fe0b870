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

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any
from weakref import WeakValueDictionary

from beastlab.core import cardfile
from beastlab.core.cardfile import CardFileError, Column, Fault, Row, Schema
from beastlab.games.by_order_of_the_queen.faces import COLUMNS, SCHEMA, TABLES, TYPES, Card, cards_of
from beastlab.games.by_order_of_the_queen.vocabulary import GUILDS, LOCATIONS
from beastlab.odds.arguments import shown

__all__ = ["Card", "CardSet", "check_cards", "illustrative", "load_cards"]

_SET = Schema(
    columns=(
        Column("name", cardfile.label(60), "a name of at most 60 characters", ""),
        Column("edition", cardfile.label(60), "at most 60 characters", ""),
        Column("illustrative", cardfile.yes_no, "yes or no", False),
    ),
    needs=("name",),
)


@dataclass(frozen=True, eq=False)
class CardSet:
    """All cards and tables that a game can be played with. Sets of the same content are one object.

    >>> illustrative()
    CardSet('Illustrative kingdom', edition '1', 330 cards, illustrative)
    >>> illustrative() is illustrative()
    True
    """

    name: str
    edition: str
    illustrative: bool
    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        edition = f", edition {self.edition!r}" if self.edition else ""
        illustrative = ", illustrative" if self.illustrative else ""
        return f"CardSet({self.name!r}{edition}, {len(self)} cards{illustrative})"

    def __len__(self) -> int:
        return sum(card.type not in TABLES for card in self.cards)

    def __deepcopy__(self, memo: object) -> CardSet:
        return self

    def __reduce__(self) -> tuple[Callable[[Any], CardSet], tuple[dict[str, Any]]]:
        return CardSet.from_json, (self.to_json(),)  # the same object again where it is at hand

    @cached_property
    def by_code(self) -> Mapping[str, Card]:
        """The cards and tables by their codes."""
        return MappingProxyType({card.code: card for card in self.cards})

    @cached_property
    def _by_type(self) -> dict[str, tuple[Card, ...]]:
        return {type_: tuple(card for card in self.cards if card.type == type_) for type_ in TYPES}

    def of(self, type_: str) -> tuple[Card, ...]:
        """The cards of one type.

        >>> [card.name for card in illustrative().of("threat_garden")]
        ['ceil_half', 'linear', 'steep']
        """
        return self._by_type[type_]

    @cached_property
    def fingerprint(self) -> str:
        """A short hash of the whole content, the same on every machine; saved games name it."""
        content = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        """The whole set as plain data for JSON, as a saved game embeds it."""
        facts = {"name": self.name, "edition": self.edition, "illustrative": self.illustrative}
        return facts | {"cards": [card.cells for card in self.cards]}

    @classmethod
    def from_json(cls, data: Any) -> CardSet:
        """The set that `to_json` gave, checked as card files are; else `CardFileError`."""
        where = "saved cards"
        shape = {"name": str, "edition": str, "illustrative": bool, "cards": list}
        saved = data if isinstance(data, dict) else {}
        faults = [
            Fault(where, None, key, f"a {type(saved.get(key)).__name__}", f"a {kind.__name__}")
            for key, kind in shape.items()
            if not isinstance(saved.get(key), kind)
        ] or [
            Fault(where, number, None, "something else", "texts under the names of columns")
            for number, row in enumerate(saved["cards"], 2)
            if not isinstance(row, dict) or not all(isinstance(x, str) for pair in row.items() for x in pair)
        ]
        if faults:
            raise CardFileError(faults)
        rows, faults = cardfile.check(where, saved["cards"], SCHEMA)
        return _card_set(rows, faults, saved["name"], saved["edition"], saved["illustrative"])

    def write(self, folder: str | Path) -> None:
        """Write the set as CSV files into a folder, to be edited and loaded with `load_cards(folder)`."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        facts = {"name": self.name, "edition": self.edition, "illustrative": str(self.illustrative)}
        (folder / "set.csv").write_text(cardfile.csv_text([facts], tuple(facts)), encoding="utf-8")
        for part, types in FILES.items():
            rows = [card.cells for type_ in types for card in self.of(type_)]
            used = [name for name in COLUMNS if any(name in row for row in rows)]
            (folder / f"{part}.csv").write_text(cardfile.csv_text(rows, used), encoding="utf-8")

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


FILES: Mapping[str, tuple[str, ...]] = {
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
"""The files of a set, and the types of cards in each."""

_SETS: WeakValueDictionary[str, CardSet] = WeakValueDictionary()
_AT_LEAST = {  # for a game of two
    "hero": 15,
    "monster": 12,
    "nemesis": 3,
    "event": 1,
    "order": 3,
    "quest": 2,
    "guild": 4,
    **dict.fromkeys(TABLES, 1),
}


def _lacking(rows: list[Row]) -> list[tuple[str, int, int]]:
    """What a set needs to be played, and these rows have too few of: (kind, how many, at least)."""
    held = Counter(row.kind for row in rows if not row["crossover"] for _ in row.codes or [row])
    held.update(row["location"] for row in rows if row.kind == "location")
    held.update(f"{row['players']}-player funeral" for row in rows if row.kind == "funeral")
    wanted = _AT_LEAST | dict.fromkeys(LOCATIONS, 1)
    wanted |= {f"{players}-player funeral": 1 for players in (2, 3, 4)}
    return [(kind, held[kind], least) for kind, least in wanted.items() if held[kind] < least]


def _same(rows: list[Row]) -> list[Fault]:
    """Faults between rows: cards and tables of which there can be but one, and too many Henchmen."""
    first: dict[Any, Row] = {}
    faults = []
    for row in rows:
        column = {"guild": "guild", "relic": "guild", "funeral": "players", **dict.fromkeys(TABLES, "name")}
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


def _card_set(rows: list[Row], faults: list[Fault], name: str, edition: str, invented: bool) -> CardSet:
    """The set of these rows, or all faults; a set of the same content if there is one."""
    faults = faults + _same(rows)
    if all(fault.row is not None and fault.row > 1 for fault in faults):  # else counts would only repeat it
        faults += [
            Fault("all files", None, "type", f"{held} {kind} cards", f"at least {least}")
            for kind, held, least in _lacking(rows)
        ]
    if faults:
        raise CardFileError(faults)
    cards = [card for row in rows for card in cards_of(row)]
    cards.sort(key=lambda card: TYPES.index(card.type))  # whatever files they came in
    made = CardSet(name, edition, invented, tuple(cards))
    return _SETS.setdefault(made.fingerprint, made)


def load_cards(
    *paths: str | Path, name: str | None = None, edition: str | None = None, illustrative: bool | None = None
) -> CardSet:
    """The card set in these CSV files, or in a folder of them; the text of `faces` describes the columns.

    Name, edition and the mark illustrative are taken from the arguments, else from a file `set.csv` among
    them, else the name is that of the first path. What is wrong is said all at once, and nothing is loaded.

    >>> load_cards("no-such-file.csv")
    Traceback (most recent call last):
    ...
    beastlab.core.cardfile.CardFileError: 1 fault in the cards, nothing was loaded:
      no-such-file.csv: found no such file; allowed: a CSV file
    """
    rows, faults, given = _read(paths)
    return _card_set(
        rows,
        faults,
        name if name is not None else given.get("name") or ("" if faults else Path(paths[0]).stem),
        edition if edition is not None else given.get("edition") or "",
        illustrative if illustrative is not None else bool(given.get("illustrative")),
    )


def check_cards(*paths: str | Path) -> tuple[int, tuple[str, ...]]:
    """How many cards are in these files, and what they lack to be played alone; their faults are raised.

    >>> check_cards(Path(__file__).with_name("cards") / "guilds.csv")[1][0]
    'To be played, a set needs at least 15 hero cards; here: 0.'
    """
    rows, faults, _ = _read(paths)
    if faults := faults + _same(rows):
        raise CardFileError(faults)
    notes = (
        f"To be played, a set needs at least {least} {kind} card{'s' * (least != 1)}; here: {held}."
        for kind, held, least in _lacking(rows)
    )
    return sum(len(row.codes) for row in rows), tuple(notes)


def _read(paths: Iterable[Any]) -> tuple[list[Row], list[Fault], Mapping[str, Any]]:
    """The rows of all card files, what is wrong with them, and what `set.csv` says of the set."""
    files: list[Path] = []
    faults: list[Fault] = []
    for given in paths:
        if not isinstance(given, str | PathLike):
            faults.append(Fault("all files", None, None, shown(given), "the path of a CSV file or a folder"))
            continue
        path = Path(given)
        inside = sorted(f for f in path.iterdir() if f.suffix.lower() == ".csv") if path.is_dir() else [path]
        files += [file for file in inside if not file.name.startswith((".", "~"))]
        if not inside:
            faults.append(Fault(str(path), None, None, "a folder without CSV files", "a folder of CSV files"))
    if not paths:
        faults.append(Fault("all files", None, None, "no file", "at least one CSV file, or a folder of them"))
    facts, wrong = cardfile.read([file for file in files if file.name.lower() == "set.csv"], _SET)
    faults += wrong + [row.fault("name", "one row for the whole set") for row in facts[1:]]
    rows, wrong = cardfile.read([file for file in files if file.name.lower() != "set.csv"], SCHEMA)
    return rows, faults + wrong, facts[0].values if facts else {}


@cache
def illustrative() -> CardSet:
    """The packaged cards: the ledger's recipes, for the rulebook prints hardly any."""
    return load_cards(Path(__file__).with_name("cards"))
