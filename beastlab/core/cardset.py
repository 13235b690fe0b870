"""Cards that come from files, and sets of them: what is the same in every game.

A game brings the columns of its files (a `Schema`), what is printed on a card (a `Piece`), and what only it can
check about a whole set (a `CardSet`).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import Field, dataclass, fields
from functools import cached_property
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Self, TypeVar
from weakref import WeakValueDictionary

from beastlab.core import cardfile
from beastlab.core.cardfile import CardFileError, Column, Fault, Row, Schema

_PIECES: WeakValueDictionary[Any, Any] = WeakValueDictionary()
_SETS: WeakValueDictionary[tuple[type, str], Any] = WeakValueDictionary()
_SET = Schema(
    columns=(
        Column("name", cardfile.label(60), "a name of at most 60 characters", ""),
        Column("edition", cardfile.label(60), "at most 60 characters", ""),
        Column("illustrative", cardfile.yes_no, "yes or no", False),
    ),
    needs=("name",),
)


class Piece:
    """One physical card. Copies are distinct pieces (equal only to themselves) with one `face`.

    A game's cards are frozen dataclasses of this kind, with slots and without `repr` and `eq`; each column of
    its files is a field (`class` is `class_`).
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    code: str
    name: str
    type: str

    @classmethod
    def piece(cls, *values: Any) -> Self:
        """The card that has these values: the same object each time, so that a table that comes from another
        process holds the very pieces of the card set here. (Within a set no two cards have one code.)
        """
        key = cls, *(tuple(value.items()) if isinstance(value, Mapping) else value for value in values)
        card: Self | None = _PIECES.get(key)
        return _PIECES.setdefault(key, cls(*values)) if card is None else card

    @classmethod
    def pieces(cls, row: Row) -> Iterator[Self]:
        """The cards of a row without faults."""
        for code in row.codes:
            cells = row.values | {"code": code}
            yield cls.piece(*(cells[field.name.rstrip("_")] for field in fields(cls)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code!r})"

    def __deepcopy__(self, memo: object) -> Self:
        return self  # a piece stays the piece it is

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[Any, ...]]:
        values = [getattr(self, field.name) for field in fields(self)]
        return self.piece, tuple(dict(value) if isinstance(value, Mapping) else value for value in values)

    @property
    def cells(self) -> dict[str, str]:
        """The card as a row of a card file; blank cells are left out."""
        raise NotImplementedError

    @property
    def face(self) -> tuple[tuple[str, str], ...]:
        """All that is printed on the card: what its copies have in common."""
        return tuple((name, cell) for name, cell in self.cells.items() if name != "code")


C = TypeVar("C", bound=Piece)


@dataclass(frozen=True, eq=False, repr=False)
class CardSet(Generic[C]):
    """All cards that a game can be played with. Sets of the same content are one object.

    A game's own kind says what its `card`s are, the `schema` of their rows, the `files` that they are written to
    (each with the types of its cards) and `at_least` how many of a kind a game needs. The cards are in the order
    of the files.
    """

    card: ClassVar[Any]  # the type C, which a ClassVar can't name
    schema: ClassVar[Schema]
    files: ClassVar[Mapping[str, tuple[str, ...]]]
    at_least: ClassVar[Mapping[str, int]]

    name: str
    edition: str
    illustrative: bool
    cards: tuple[C, ...]

    def __repr__(self) -> str:
        edition = f", edition {self.edition!r}" if self.edition else ""
        illustrative = ", illustrative" if self.illustrative else ""
        return f"CardSet({self.name!r}{edition}, {len(self)} cards{illustrative})"

    def __len__(self) -> int:
        return len(self.cards)

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[[Any], Self], tuple[dict[str, Any]]]:
        return self.from_json, (self.to_json(),)  # the same object again where it is at hand

    @cached_property
    def by_code(self) -> Mapping[str, C]:
        """The cards by their codes."""
        return MappingProxyType({card.code: card for card in self.cards})

    @cached_property
    def _by_type(self) -> dict[str, tuple[C, ...]]:
        types = [type_ for some in self.files.values() for type_ in some]
        return {type_: tuple(card for card in self.cards if card.type == type_) for type_ in types}

    def of(self, type_: str) -> tuple[C, ...]:
        """The cards of one type.

        >>> from beastlab.games import by_order_of_the_queen as queen
        >>> [card.name for card in queen.illustrative().of("threat_garden")]
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
    def from_json(cls, data: Any) -> Self:
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
        rows, faults = cardfile.check(where, saved["cards"], cls.schema)
        return cls._made(rows, faults, saved["name"], saved["edition"], saved["illustrative"])

    def write(self, folder: str | Path) -> None:
        """Write the set as CSV files into a folder, to be edited and loaded with `load_cards(folder)`."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        facts = {"name": self.name, "edition": self.edition, "illustrative": str(self.illustrative)}
        (folder / "set.csv").write_text(cardfile.csv_text([facts], tuple(facts)), encoding="utf-8")
        for file, types in self.files.items():
            rows = [card.cells for card in self.cards if card.type in types]
            used = [column.name for column in self.schema.columns if any(column.name in row for row in rows)]
            (folder / f"{file}.csv").write_text(cardfile.csv_text(rows, used), encoding="utf-8")

    @classmethod
    def held(cls, rows: list[Row]) -> Counter[str]:
        """How many cards of each kind that is counted are in the rows."""
        return Counter(str(row.kind) for row in rows for _ in row.codes or [row])

    @classmethod
    def between(cls, rows: list[Row]) -> list[Fault]:
        """Faults between rows."""
        return []

    @classmethod
    def _lacking(cls, rows: list[Row]) -> list[tuple[str, int, int]]:
        """What a set needs to be played, and these rows have too few of: (kind, how many, at least)."""
        held = cls.held(rows)
        return [(kind, held[kind], least) for kind, least in cls.at_least.items() if held[kind] < least]

    @classmethod
    def _made(cls, rows: list[Row], faults: list[Fault], name: str, edition: str, invented: bool) -> Self:
        """The set of these rows, or all faults; a set of the same content if there is one."""
        faults = faults + cls.between(rows)
        if all(
            fault.row is not None and fault.row > 1 for fault in faults
        ):  # else counts would only repeat it
            faults += [
                Fault("all files", None, "type", f"{held} {kind} cards", f"at least {least}")
                for kind, held, least in cls._lacking(rows)
            ]
        if faults:
            raise CardFileError(faults)
        cards = [card for row in rows for card in cls.card.pieces(row)]
        ordered = tuple(card for types in cls.files.values() for card in cards if card.type in types)
        made = cls(name, edition, invented, ordered)
        same: Self = _SETS.setdefault((cls, made.fingerprint), made)
        return same

    @classmethod
    def load(
        cls,
        *paths: str | Path,
        name: str | None = None,
        edition: str | None = None,
        illustrative: bool | None = None,
    ) -> Self:
        """The card set in these CSV files, or in a folder of them; the text of the game's `cards` tells the columns.

        Name, edition and the mark illustrative are taken from the arguments, else from a file `set.csv` among
        them, else the name is that of the first path. What is wrong is said all at once, and nothing is loaded.

        >>> from beastlab.games import beast_hunt as hunt
        >>> hunt.load_cards("no-such-file.csv")
        Traceback (most recent call last):
        ...
        beastlab.core.cardfile.CardFileError: 1 fault in the cards, nothing was loaded:
          no-such-file.csv: found no such file; allowed: a CSV file
        """
        rows, faults, given = cls._read(paths)
        return cls._made(
            rows,
            faults,
            name if name is not None else given.get("name") or ("" if faults else Path(paths[0]).stem),
            edition if edition is not None else given.get("edition") or "",
            illustrative if illustrative is not None else bool(given.get("illustrative")),
        )

    @classmethod
    def check(cls, *paths: str | Path) -> tuple[int, tuple[str, ...]]:
        """How many cards are in these files, and what they lack to be played alone; their faults are raised.

        >>> from beastlab.games.beast_hunt import cards
        >>> cards.check_cards(Path(cards.__file__).with_name("cards") / "kings.csv")[1][0]
        'To be played, a set needs at least 3 beast cards; here: 0.'
        """
        rows, faults, _ = cls._read(paths)
        if faults := faults + cls.between(rows):
            raise CardFileError(faults)
        notes = (
            f"To be played, a set needs at least {least} {kind} card{'s' * (least != 1)}; here: {held}."
            for kind, held, least in cls._lacking(rows)
        )
        return sum(len(row.codes) for row in rows), tuple(notes)

    @classmethod
    def _read(cls, paths: Iterable[Any]) -> tuple[list[Row], list[Fault], Mapping[str, Any]]:
        """The rows of all card files, what is wrong with them, and what `set.csv` says of the set."""
        files: list[Path] = []
        faults: list[Fault] = []
        for given in paths:
            if not isinstance(given, str | PathLike):
                allowed = "the path of a CSV file or a folder"
                faults.append(Fault("all files", None, None, f"{given!r:.60}", allowed))
                continue
            path = Path(given)
            inside = (
                sorted(f for f in path.iterdir() if f.suffix.lower() == ".csv") if path.is_dir() else [path]
            )
            files += [file for file in inside if not file.name.startswith((".", "~"))]
            if not inside:
                found = "a folder without CSV files"
                faults.append(Fault(str(path), None, None, found, "a folder of CSV files"))
        if not paths:
            allowed = "at least one CSV file, or a folder of them"
            faults.append(Fault("all files", None, None, "no file", allowed))
        facts, wrong = cardfile.read([file for file in files if file.name.lower() == "set.csv"], _SET)
        faults += wrong + [row.fault("name", "one row for the whole set") for row in facts[1:]]
        rows, wrong = cardfile.read([file for file in files if file.name.lower() != "set.csv"], cls.schema)
        return rows, faults + wrong, facts[0].values if facts else {}
