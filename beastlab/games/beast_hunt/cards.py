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

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any
from weakref import WeakValueDictionary

from beastlab.core import cardfile
from beastlab.core.cardfile import CardFileError, Column, Fault, Kind, Row, Schema, Unfit
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
from beastlab.odds.arguments import shown

__all__ = ["CLASSES", "EFFECTS", "MAIN_TYPES", "PLAYABLE", "READINGS", "TRIGGERS", "TYPES"]
__all__ += ["Card", "CardSet", "Condition", "Effect", "check_cards", "illustrative", "load_cards"]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Card:
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

    def __repr__(self) -> str:
        return f"Card({self.code!r})"

    def __deepcopy__(self, memo: object) -> Card:
        return self  # a piece stays the piece it is

    def __reduce__(self) -> tuple[Callable[..., Card], tuple[Any, ...]]:
        values = [getattr(self, piece.name) for piece in fields(self)]
        return _piece, tuple(dict(value) if isinstance(value, Mapping) else value for value in values)

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

    @property
    def face(self) -> tuple[tuple[str, str], ...]:
        """All that is printed on the card: what its copies have in common."""
        return tuple((name, cell) for name, cell in self.cells.items() if name != "code")

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
_SET = Schema(
    columns=(
        Column("name", cardfile.label(60), "a name of at most 60 characters", ""),
        Column("edition", cardfile.label(60), "at most 60 characters", ""),
        Column("illustrative", cardfile.yes_no, "yes or no", False),
    ),
    needs=("name",),
)


_PIECES: WeakValueDictionary[Any, Card] = WeakValueDictionary()


def _piece(*values: Any) -> Card:
    """The card that has these values: the same object each time, so that a table that comes from another
    process holds the very pieces of the card set here. (Within a set no two cards have one code.)
    """
    key = tuple(tuple(value.items()) if isinstance(value, Mapping) else value for value in values)
    card = _PIECES.get(key)
    if card is None:
        card = _PIECES.setdefault(key, Card(*values))
    return card


def _cards(row: Row) -> Iterator[Card]:
    """The cards of a row without faults."""
    cells = row.values | {"class_": row["class"]}
    for code in row.codes:
        yield _piece(*(code if piece.name == "code" else cells[piece.name] for piece in fields(Card)))


# Card sets.


@dataclass(frozen=True, eq=False)
class CardSet:
    """All cards that a game can be played with. Sets of the same content are one object.

    >>> illustrative()
    CardSet('Illustrative hunt', edition '1', 158 cards, illustrative)
    >>> illustrative() is illustrative()
    True
    """

    name: str
    edition: str
    illustrative: bool
    main: tuple[Card, ...]
    beasts: tuple[Card, ...]
    shards: tuple[Card, ...]
    kings: tuple[Card, ...]
    champions: tuple[Card, ...]

    def __repr__(self) -> str:
        edition = f", edition {self.edition!r}" if self.edition else ""
        illustrative = ", illustrative" if self.illustrative else ""
        return f"CardSet({self.name!r}{edition}, {len(self)} cards{illustrative})"

    def __len__(self) -> int:
        return len(self.cards)

    def __deepcopy__(self, memo: object) -> CardSet:
        return self

    def __reduce__(self) -> tuple[Callable[[Any], CardSet], tuple[dict[str, Any]]]:
        return CardSet.from_json, (self.to_json(),)  # the same object again where it is at hand

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards: Main Deck, Beasts, Shards, Kings, champions."""
        return self.main + self.beasts + self.shards + self.kings + self.champions

    @cached_property
    def by_code(self) -> Mapping[str, Card]:
        """The cards by their codes."""
        return MappingProxyType({card.code: card for card in self.cards})

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
        rows, faults = cardfile.check(where, saved["cards"], _SCHEMA)
        return _card_set(rows, faults, saved["name"], saved["edition"], saved["illustrative"])

    def write(self, folder: str | Path) -> None:
        """Write the set as CSV files into a folder, to be edited and loaded with `load_cards(folder)`."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        facts = {"name": self.name, "edition": self.edition, "illustrative": str(self.illustrative)}
        (folder / "set.csv").write_text(cardfile.csv_text([facts], tuple(facts)), encoding="utf-8")
        parts = {"main": self.main, "beasts": self.beasts + self.shards}
        for part, cards in (parts | {"kings": self.kings, "champions": self.champions}).items():
            rows = [card.cells for card in cards]
            used = [name for name in _SCHEMA_NAMES if any(name in row for row in rows)]
            (folder / f"{part}.csv").write_text(cardfile.csv_text(rows, used), encoding="utf-8")

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


_SETS: WeakValueDictionary[str, CardSet] = WeakValueDictionary()
_PARTS = {"beasts": "beast", "shards": "shard", "kings": "king", "champions": "champion"}
_AT_LEAST = {"beast": 3, "shard": 3, "king": 1, "champion": 2, "Main Deck": 11}  # for two players


def _lacking(rows: list[Row]) -> list[tuple[str, int, int]]:
    """What a set needs to be played, and these rows have too few of: (kind, how many, at least)."""
    held = Counter(row.kind for row in rows for _ in row.codes or [row])
    held["Main Deck"] = sum(held[kind] for kind in MAIN_TYPES)
    return [(kind, held[kind], least) for kind, least in _AT_LEAST.items() if held[kind] < least]


def _card_set(rows: list[Row], faults: list[Fault], name: str, edition: str, invented: bool) -> CardSet:
    """The set of these rows, or all faults; a set of the same content if there is one."""
    if all(fault.row is not None and fault.row > 1 for fault in faults):  # else counts would only repeat it
        faults = faults + [
            Fault("all files", None, "type", f"{held} {kind} cards", f"at least {least}")
            for kind, held, least in _lacking(rows)
        ]
    if faults:
        raise CardFileError(faults)
    cards = [card for row in rows for card in _cards(row)]
    parts = {part: tuple(card for card in cards if card.type == kind) for part, kind in _PARTS.items()}
    main = tuple(card for card in cards if card.type in MAIN_TYPES)
    made = CardSet(name=name, edition=edition, illustrative=invented, main=main, **parts)
    return _SETS.setdefault(made.fingerprint, made)


def load_cards(
    *paths: str | Path, name: str | None = None, edition: str | None = None, illustrative: bool | None = None
) -> CardSet:
    """The card set in these CSV files, or in a folder of them; this module's text describes the columns.

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

    >>> check_cards(Path(__file__).with_name("cards") / "kings.csv")[1][0]
    'To be played, a set needs at least 3 beast cards; here: 0.'
    """
    rows, faults, _ = _read(paths)
    if faults:
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
    rows, wrong = cardfile.read([file for file in files if file.name.lower() != "set.csv"], _SCHEMA)
    return rows, faults + wrong, facts[0].values if facts else {}


@cache
def illustrative() -> CardSet:
    """The packaged cards: our own invention, for the rulebook prints none."""
    return load_cards(Path(__file__).with_name("cards"))
