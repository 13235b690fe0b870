"""Card files: a game's cards as CSV, read for people who edit them in a spreadsheet.

A header row, then one card a row. A column `count` gives a row several copies. A game describes its columns
once, as a `Schema`. Everything that is wrong, in all files, is reported at once: each fault with its file,
row and column, what was found there and what is allowed. Cells are data: nothing in them is ever evaluated.

>>> schema = Schema((CODE, NAME, COUNT, Column("cost", integer(0, 9), "a number from 0 to 9", default=0)))
>>> rows, faults = check("deck.csv", [{"code": "fox", "name": "Fox", "count": "2", "cost": "12"}], schema)
>>> rows[0].codes
('fox-1', 'fox-2')
>>> print(faults[0])
deck.csv row 2, column cost: found '12'; allowed: a number from 0 to 9
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

__all__ = [
    "CODE", "COUNT", "NAME", "CardFileError", "Column", "Fault", "Kind", "Row", "Schema", "Term", "Unfit",
    "check", "criteria", "csv_text", "integer", "label", "one_of", "read", "whole", "yes_no",
]  # fmt: skip


class Fault(NamedTuple):
    """One thing that is wrong in a card file, and where.

    >>> print(Fault("main.csv", 7, "roll", "'8'", "a number followed by + or -"))
    main.csv row 7, column roll: found '8'; allowed: a number followed by + or -
    """

    file: str
    row: int | None  # as a spreadsheet counts: the header is row 1
    column: str | None
    found: str
    allowed: str

    def __str__(self) -> str:
        row = "" if self.row is None else f" row {self.row}"
        column = "" if self.column is None else f", column {self.column}"
        return f"{self.file}{row}{column}: found {self.found}; allowed: {self.allowed}"


class CardFileError(ValueError):
    """The card files cannot be used; `faults` lists everything that is wrong with them.

    >>> print(CardFileError([Fault("main.csv", None, None, "an empty file", "a header row and cards")]))
    1 fault in the cards, nothing was loaded:
      main.csv: found an empty file; allowed: a header row and cards
    """

    def __init__(self, faults: Iterable[Fault]):
        self.faults = tuple(faults)
        super().__init__(self.faults)  # so that the error can be pickled

    def __str__(self) -> str:
        many = f"{len(self.faults)} fault{'s' * (len(self.faults) != 1)}"
        return "\n  ".join([f"{many} in the cards, nothing was loaded:", *map(str, self.faults)])


class Unfit(ValueError):
    """A parser's word that a cell won't do; its text, if any, says what is allowed more closely."""


# Parsers: from the text of a cell (stripped, not blank) to its value.


def integer(low: int, high: int) -> Callable[[str], int]:
    """A parser of whole numbers from `low` to `high`.

    >>> integer(1, 9)("7"), integer(-9, 9)("\u22122")  # a typographer's minus is a minus
    (7, -2)
    """

    def parse(cell: str) -> int:
        number = whole(cell)
        if not low <= number <= high:
            raise Unfit
        return number

    return parse


def whole(cell: str) -> int:
    """A whole number of at most six digits.

    >>> whole("+3")
    3
    """
    plain = minus(cell)
    if not re.fullmatch(r"[+-]?[0-9]{1,6}", plain):
        raise Unfit
    return int(plain)


def minus(cell: str) -> str:
    """The cell with the dashes that word processors put for a minus turned into one."""
    return cell.replace("\u2212", "-").replace("\u2013", "-")


def one_of(words: Iterable[str]) -> Callable[[str], str]:
    """A parser of one of the words; capitals don't matter, a space or hyphen stands for an underscore.

    >>> one_of(["hero", "lesser_beast"])("Lesser Beast")
    'lesser_beast'
    """
    known = {_plain(word): word for word in words}

    def parse(cell: str) -> str:
        try:
            return known[_plain(cell)]
        except KeyError:
            raise Unfit from None

    return parse


def _plain(word: str) -> str:
    return re.sub(r"[\s_-]+", "_", word.strip()).casefold()


def yes_no(cell: str) -> bool:
    """
    >>> yes_no("Yes"), yes_no("false")
    (True, False)
    """
    try:
        return {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}[
            cell.casefold()
        ]
    except KeyError:
        raise Unfit from None


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def label(longest: int, lines: bool = False) -> Callable[[str], str]:
    """A parser of free text: kept as it is, whatever it looks like, but without control characters.

    >>> label(20)("=1+1")
    '=1+1'
    """

    def parse(cell: str) -> str:
        text = cell.replace("\r\n", "\n")
        if len(text) > longest:
            raise Unfit
        if _CONTROL.search(text.replace("\n", " ") if lines else text):
            raise Unfit("text without control characters" + (" other than line ends" if lines else ""))
        return text

    return parse


class Term(NamedTuple):
    """One part of a criterion: `2x Imperium`, or `!Javelon`."""

    word: str
    times: int = 1
    negated: bool = False


def criteria(words: Iterable[str], negation: bool = False) -> Callable[[str], tuple[Term, ...]]:
    """A parser of small lists: words joined by `&` (or a comma), with `2x` before them or, if allowed, `!`.

    >>> criteria(["Hunter", "any"])("Hunter & 2x any")
    (Term(word='Hunter', times=1, negated=False), Term(word='any', times=2, negated=False))
    >>> criteria(["Lightning", "Javelon"], negation=True)("lightning & !Javelon")[1]
    Term(word='Javelon', times=1, negated=True)
    """
    word = one_of(words)

    def parse(cell: str) -> tuple[Term, ...]:
        terms = []
        for part in re.split(r"[&,]", cell):
            found = re.fullmatch(r"\s*(!)?\s*(?:([1-9][0-9]?)\s*[x\u00d7]\s*)?(\S.*?)\s*", part)
            if not found or (found[1] and (not negation or found[2])):
                raise Unfit
            terms.append(Term(word(found[3]), int(found[2] or 1), bool(found[1])))
        return tuple(terms)

    return parse


# What a game says about its card files.


@dataclass(frozen=True, slots=True)
class Column:
    """A column: how a cell is read, what is allowed in it (in words), and what a blank cell means."""

    name: str
    parse: Callable[[str], Any]
    allowed: str
    default: Any = None


@dataclass(frozen=True, slots=True)
class Kind:
    """Which columns a kind of card must fill, and which it may fill."""

    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()


_LONGEST = 40  # of codes


def _code(cell: str) -> str:
    if len(cell) > _LONGEST or not re.fullmatch(
        r"[A-Za-z0-9][A-Za-z0-9_-]*", cell
    ):  # it gets into keys of moves
        raise Unfit
    return cell


CODE = Column("code", _code, "up to 40 letters, digits, hyphens and underscores, the same for no other card")
NAME = Column("name", label(60), "a name of at most 60 characters")
COUNT = Column("count", integer(1, 99), "the number of copies, from 1 to 99 (blank: 1)", default=1)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a card file: its cells as text, and the values of those that could be read."""

    file: str
    number: int
    cells: Mapping[str, str]  # only those that aren't blank
    values: dict[str, Any]  # the same, read, and the defaults of the blank ones
    kind: str | None = None

    def __getitem__(self, column: str) -> Any:
        return self.values.get(column)  # None if the cell can't be read

    def fault(self, column: str, allowed: str) -> Fault:
        """A fault in this row."""
        return Fault(self.file, self.number, column, _found(self.cells.get(column, "")), allowed)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the row's cards: its own, or numbered ones where it stands for several copies."""
        code, count = self.values.get("code"), self.values.get("count") or 1
        if code is None:
            return ()
        return (code,) if count == 1 else tuple(f"{code}-{copy}" for copy in range(1, count + 1))


def _no_more(row: Row) -> Iterable[Fault]:
    return ()


@dataclass(frozen=True, slots=True)
class Schema:
    """The columns of a game's card files.

    `needs` must be filled in every row; `kinds` says, for each word of the column `kind`, which others a row
    of that kind must and may fill. `more` finds faults that concern several cells of a row; the value of a
    cell that can't be read is None.
    """

    columns: tuple[Column, ...]
    needs: tuple[str, ...] = ("code", "name")
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    kind: str = "type"
    more: Callable[[Row], Iterable[Fault]] = _no_more

    def column(self, name: str) -> Column:
        """The column of that name."""
        return next(column for column in self.columns if column.name == name)


class _File(Protocol):  # a pathlib.Path, or a file in a package
    @property
    def name(self) -> str: ...
    def read_bytes(self) -> bytes: ...


def read(paths: Iterable[str | Path | _File], schema: Schema) -> tuple[list[Row], list[Fault]]:
    """The rows of the files, and everything that is wrong with them. Rows with faults are among the rows."""
    rows: list[Row] = []
    faults: list[Fault] = []
    for path in paths:
        file = Path(path) if isinstance(path, str) else path
        try:
            header, records = _records(file, schema)
        except CardFileError as error:
            faults += error.faults
            continue
        found, wrong = _rows(file.name, header, records, schema)
        rows += found
        faults += wrong
    return rows, _sorted(faults + _twice(rows))


def check(file: str, records: Iterable[Mapping[str, str]], schema: Schema) -> tuple[list[Row], list[Fault]]:
    """As `read`, for rows that are at hand already; `file` is what faults call them."""
    cells = list(records)
    header = tuple(dict.fromkeys(column for record in cells for column in record))
    lines = enumerate(([record.get(column, "").strip() for column in header] for record in cells), 2)
    rows, faults = _rows(file, header, lines, schema)
    return rows, _sorted(faults + _twice(rows))


def _sorted(faults: list[Fault]) -> list[Fault]:
    """File by file, each from the top."""
    files = list(dict.fromkeys(fault.file for fault in faults))
    return sorted(faults, key=lambda fault: (files.index(fault.file), fault.row or 0))


def csv_text(rows: Iterable[Mapping[str, str]], columns: Sequence[str]) -> str:
    """The rows as CSV, ready to be edited in a spreadsheet.

    >>> print(csv_text([{"code": "fox", "name": "Fox, red"}], ["code", "name"]), end="")
    code,name
    fox,"Fox, red"
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([row.get(column, "") for column in columns] for row in rows)
    return out.getvalue()


def _records(file: _File, schema: Schema) -> tuple[tuple[str, ...], list[tuple[int, list[str]]]]:
    """A file's header and its numbered rows, cells stripped, whatever program saved it."""

    def wrong(found: str, allowed: str, row: int | None = None) -> CardFileError:
        return CardFileError([Fault(file.name, row, None, found, allowed)])

    try:
        raw = file.read_bytes()
    except FileNotFoundError:
        raise CardFileError([Fault(str(file), None, None, "no such file", "a CSV file")]) from None
    except (OSError, ValueError) as error:  # a folder, no permission, a zero byte in the path
        raise wrong(f"a file that cannot be read ({error})", "a CSV file") from None
    try:
        text = raw.decode("utf-8-sig")  # with or without Excel's byte order mark
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        found = f"byte 0x{raw[error.start]:02x} in line {line}, which isn't UTF-8"
        raise wrong(found, "text saved as UTF-8 (in Excel: CSV UTF-8)") from None
    hint = re.match(r"\s*sep=(.)\r?\n", text, re.IGNORECASE)  # Excel's own, which its users never see
    text = text[hint.end() :] if hint else text
    known = {column.name for column in schema.columns}
    first = text.lstrip().partition("\n")[0].replace('"', "")
    separators = {mark: len(known.intersection(map(_plain, first.split(mark)))) for mark in ",;\t"}
    delimiter = hint[1] if hint else max(separators, key=lambda mark: separators[mark])
    records: list[tuple[int, list[str]]] = []
    number = 0
    try:
        lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        for number, cells in enumerate(lines, 1):
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                records.append((number, stripped))
    except (csv.Error, TypeError, ValueError) as error:  # the latter for a hint that is no separator
        raise wrong(f"a row that isn't CSV ({error})", "rows of cells, quotes in pairs", number + 1) from None
    if not records:
        raise wrong("an empty file", "a header row, then one card a row")
    return tuple(map(_plain, records[0][1])), records[1:]


def _rows(
    file: str, header: Sequence[str], records: Iterable[tuple[int, Sequence[str]]], schema: Schema
) -> tuple[list[Row], list[Fault]]:
    columns = {column.name: column for column in schema.columns}
    faults: list[Fault] = []
    rows: list[Row] = []
    for place, name in enumerate(header):
        if name and name not in columns:
            faults.append(Fault(file, 1, _shown(name), "an unknown column", f"one of {', '.join(columns)}"))
        elif name in header[:place] and name:
            faults.append(Fault(file, 1, name, "this column twice", "each column once"))
    absent = [name for name in schema.needs if name not in header]
    faults += [Fault(file, 1, name, "no such column", columns[name].allowed) for name in absent]
    for number, cells in records:
        for place, cell in enumerate(cells):
            if cell and (place >= len(header) or not header[place]):
                found = f"{_found(cell)} under no heading"
                faults.append(Fault(file, number, None, found, "cells under headings"))
        row = _row(file, number, dict(zip(header, cells, strict=False)), schema)
        wrong = list(_check_row(row, header, absent, schema))
        told = {fault.column for fault in wrong}
        faults += wrong + [fault for fault in schema.more(row) if fault.column not in told]
        rows.append(row)
    return rows, list(dict.fromkeys(faults))  # a missing column is said once, not in every row


def _row(file: str, number: int, record: Mapping[str, str], schema: Schema) -> Row:
    cells = {name: cell for name, cell in record.items() if cell}
    values: dict[str, Any] = {}
    for column in schema.columns:
        if column.name not in cells:
            values[column.name] = column.default
            continue
        with suppress(Unfit):  # told by _check_row, if the column belongs to the card at all
            values[column.name] = column.parse(cells[column.name])
    return Row(file, number, cells, values, values.get(schema.kind) if schema.kinds else None)


def _check_row(row: Row, header: Sequence[str], absent: Sequence[str], schema: Schema) -> Iterator[Fault]:
    kind = schema.kinds.get(row.kind) if row.kind is not None else None
    needs = schema.needs + (kind.needs if kind else ())
    takes = {*needs, *kind.takes, "count", schema.kind} if kind else {c.name for c in schema.columns}
    for column in schema.columns:
        name = column.name
        if name not in row.cells:
            if name in needs and name not in absent:
                if name in header:
                    yield row.fault(name, column.allowed)
                else:
                    needed = f"{column.allowed}; {row.kind} cards need it"
                    yield Fault(row.file, 1, name, "no such column", needed)
        elif name not in takes:
            yield row.fault(name, f"nothing: this column is not for {row.kind} cards")
        elif name not in row.values:
            try:
                column.parse(row.cells[name])
            except Unfit as unfit:
                yield row.fault(name, str(unfit) or column.allowed)
    if any(len(code) > _LONGEST for code in row.codes):
        yield row.fault("code", CODE.allowed)


def _twice(rows: Iterable[Row]) -> list[Fault]:
    """A fault for each row that uses another row's code."""
    first: dict[str, Row] = {}
    faults = []
    for row in rows:
        for code in row.codes:
            other = first.setdefault(code, row)
            if other is not row:
                allowed = f"a code not used in {other.file} row {other.number}"
                faults.append(Fault(row.file, row.number, "code", f"'{code}' again", allowed))
                break
    return faults


def _found(cell: str) -> str:
    return f"'{_shown(cell)}'" if cell else "an empty cell"


def _shown(cell: str) -> str:
    plain = "".join(mark if mark.isprintable() else "?" for mark in cell[:41])
    return plain if len(plain) <= 40 else f"{plain[:37]}..."
