"""Card files of an imaginary game: what is read, and that every fault is found and told where it is."""

import codecs
import csv
import io
import pickle
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beastlab.core import cardfile
from beastlab.core.cardfile import CardFileError, Column, Fault, Kind, Schema, Term, Unfit

WORDS = ("Lightning", "Javelon", "Imperium")


def hungry(row):
    if row["food"] is not None and row["cost"] is not None and row["cost"] > row["food"]:
        yield row.fault("cost", f"at most the food ({row['food']})")


SCHEMA = Schema(
    (
        cardfile.CODE,
        cardfile.NAME,
        Column("type", cardfile.one_of(["wild_beast", "spell"]), "wild_beast or spell"),
        cardfile.COUNT,
        Column("cost", cardfile.integer(0, 9), "a number from 0 to 9", 0),
        Column("food", cardfile.integer(0, 9), "a number from 0 to 9"),
        Column(
            "likes", cardfile.criteria(WORDS, negation=True), f"words joined by &: {', '.join(WORDS)}", ()
        ),
        Column("rare", cardfile.yes_no, "yes or no", False),
        Column("text", cardfile.label(30, lines=True), "at most 30 characters", ""),
    ),
    needs=("code", "name", "type"),
    kinds={"wild_beast": Kind(("food",), ("cost", "likes", "rare", "text")), "spell": Kind((), ("text",))},
    more=hungry,
)
GOOD = """code,name,type,count,cost,food,likes,rare,text
fox,Fox,wild_beast,3,1,2,Lightning & !Javelon,yes,
owl,"Owl, grey",Wild Beast,,,4,"2x imperium, Javelon",,=SUM(A1:A9)
bolt,Bolt,spell,,,,,,"two
lines"
"""


def read(tmp_path, text, name="deck.csv"):
    file = tmp_path / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return cardfile.read([file], SCHEMA)


def faults(tmp_path, text):
    return [str(fault) for fault in read(tmp_path, text)[1]]


def values(rows):
    return [(row.codes, row.kind, dict(row.values)) for row in rows]


def test_a_good_file(tmp_path):
    rows, wrong = read(tmp_path, GOOD)
    assert not wrong
    fox, owl, bolt = rows
    assert fox.codes == ("fox-1", "fox-2", "fox-3") and fox.number == 2 and fox.kind == "wild_beast"
    assert fox["likes"] == (Term("Lightning"), Term("Javelon", negated=True)) and fox["rare"] is True
    assert owl.codes == ("owl",) and owl["name"] == "Owl, grey" and owl["cost"] == 0
    assert owl["likes"] == (Term("Imperium", 2), Term("Javelon"))
    assert owl["text"] == "=SUM(A1:A9)"
    assert bolt["text"] == "two\nlines" and bolt["food"] is None


def separated(mark):
    rows = csv.reader(io.StringIO(GOOD))
    return "\n".join(mark.join(f'"{cell}"' for cell in row) for row in rows).encode()


@pytest.mark.parametrize(
    "saved",
    [
        codecs.BOM_UTF8 + GOOD.encode(),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.encode() + b"\n\n,,,,\n",
        b"sep=,\r\n" + GOOD.encode(),
        separated(";"),
        separated("\t"),
    ],
    ids=["bom", "crlf", "blank lines", "sep", "semicolons", "tabs"],
)
def test_however_a_spreadsheet_saved_it(tmp_path, saved):
    rows, wrong = read(tmp_path, saved)
    assert not wrong
    assert values(rows) == values(read(tmp_path, GOOD)[0])


def test_headings_may_be_written_freely(tmp_path):
    rows, wrong = read(tmp_path, " Code ,NAME,Type,\nbolt,Bolt,SPELL,\n")
    assert not wrong and rows[0]["type"] == "spell"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "found an empty file; allowed: a header row, then one card a row"),
        (b" \r\n,,\n", "found an empty file; allowed: a header row, then one card a row"),
        (
            b"code,name\nf\xe9e,Fee\n",
            "found byte 0xe9 in line 2, which isn't UTF-8; allowed: text saved as UTF-8",
        ),
        ("code\n".encode("utf-16"), "found byte 0xff in line 1, which isn't UTF-8"),
        (b'code,name,type\nfox,"Fox" x,spell\n', " row 2: found a row that isn't CSV ("),
        (b'code,name,type\nfox,"Fox\n', " row 2: found a row that isn't CSV (unexpected end of data)"),
        (b'sep="\ncode\n', ""),
    ],
)
def test_files_that_cannot_be_read(tmp_path, content, told):
    rows, wrong = read(tmp_path, content)
    assert rows == [] and wrong
    assert str(wrong[0]).startswith("deck.csv") and told in str(wrong[0])


def test_missing_files_and_folders(tmp_path):
    paths = [tmp_path / "none.csv", tmp_path, str(tmp_path / "no\0.csv")]
    told = [str(fault) for fault in cardfile.read(paths, SCHEMA)[1]]
    assert told[0] == f"{tmp_path / 'none.csv'}: found no such file; allowed: a CSV file"
    assert len(told) == 3 and all("found a file that cannot be read" in line for line in told[1:])


def test_headings_are_checked(tmp_path):
    assert faults(tmp_path, "name,name,colour\nFox,Fox,red\n") == [
        "deck.csv row 1, column name: found this column twice; allowed: each column once",
        "deck.csv row 1, column colour: found an unknown column; allowed: one of "
        "code, name, type, count, cost, food, likes, rare, text",
        "deck.csv row 1, column code: found no such column; allowed: up to 40 letters, digits, hyphens and "
        "underscores, the same for no other card",
        "deck.csv row 1, column type: found no such column; allowed: wild_beast or spell",
    ]


def test_a_column_that_some_kind_needs_is_missed_once(tmp_path):
    text = "code,name,type\nfox,Fox,wild_beast\nowl,Owl,wild_beast\nbolt,Bolt,spell\n"
    assert faults(tmp_path, text) == [
        "deck.csv row 1, column food: found no such column; "
        "allowed: a number from 0 to 9; wild_beast cards need it"
    ]


def test_ten_faults_in_one_file_are_ten_lines(tmp_path):
    text = """code,name,type,count,cost,food,likes,rare,text,
a b,Fox,wild_beast,,,1,,,,
fox,,wild_beast,,,1,,,,
owl,Owl,griffin,,,1,,,,
elk,Elk,wild_beast,0,12,,,,,

elk,Bolt,spell,,,,Javelon,,,
yak,Yak,wild_beast,,3,2,2x Hydra,perhaps,a text that is longer than thirty characters,extra
"""
    told = faults(tmp_path, text)
    assert told == [
        "deck.csv row 2, column code: found 'a b'; allowed: up to 40 letters, digits, hyphens and "
        "underscores, the same for no other card",
        "deck.csv row 3, column name: found an empty cell; allowed: a name of at most 60 characters",
        "deck.csv row 4, column type: found 'griffin'; allowed: wild_beast or spell",
        "deck.csv row 5, column count: found '0'; allowed: the number of copies, from 1 to 99 (blank: 1)",
        "deck.csv row 5, column cost: found '12'; allowed: a number from 0 to 9",
        "deck.csv row 5, column food: found an empty cell; allowed: a number from 0 to 9",
        "deck.csv row 7, column likes: found 'Javelon'; allowed: nothing: this column is not for spell cards",
        "deck.csv row 7, column code: found 'elk' again; allowed: a code not used in deck.csv row 5",
        "deck.csv row 8: found 'extra' under no heading; allowed: cells under headings",
        "deck.csv row 8, column likes: found '2x Hydra'; "
        "allowed: words joined by &: Lightning, Javelon, Imperium",
        "deck.csv row 8, column rare: found 'perhaps'; allowed: yes or no",
        "deck.csv row 8, column text: found 'a text that is longer than thirty cha...'; "
        "allowed: at most 30 characters",
        "deck.csv row 8, column cost: found '3'; allowed: at most the food (2)",
    ]


def test_faults_are_told_from_the_top_of_each_file(tmp_path):
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    first.write_text("code,name,type\nfox,Fox,spell\nfox,Fox,spell\nowl,,spell\n")
    second.write_text("code,name,type\nfox,Fox,spell\nelk,,spell\n")
    wrong = [(fault.file, fault.row) for fault in cardfile.read([first, second], SCHEMA)[1]]
    places = [place for place in wrong if place[1] != 1]
    assert places == [("a.csv", 3), ("a.csv", 4), ("b.csv", 2), ("b.csv", 3)]


def test_codes_are_unique_over_all_files(tmp_path):
    (tmp_path / "one.csv").write_text("code,name,type,count\nfox,Fox,spell,2\n")
    (tmp_path / "two.csv").write_text("code,name,type\nfox-2,Fox,spell\nfox,Fox,spell\n")
    wrong = cardfile.read([tmp_path / "one.csv", tmp_path / "two.csv"], SCHEMA)[1]
    assert [str(fault) for fault in wrong] == [
        "two.csv row 2, column code: found 'fox-2' again; allowed: a code not used in one.csv row 2"
    ]


def test_numbered_codes_are_no_longer_than_others(tmp_path):
    long = "x" * 38
    assert not faults(tmp_path, f"code,name,type,count\n{long},Fox,spell,9\n")
    (told,) = faults(tmp_path, f"code,name,type,count\n{long},Fox,spell,10\n")
    assert told.startswith("deck.csv row 2, column code")


def test_control_characters_are_refused_and_not_echoed(tmp_path):
    (told,) = faults(tmp_path, "code,name,type\nfox,F\x1b[31mx,spell\n")
    assert told == ("deck.csv row 2, column name: found 'F?[31mx'; allowed: text without control characters")


@pytest.mark.parametrize(
    "cell", ["", "x", "1.5", "1e3", "0x1", "1_0", "\u0663", "10 ", "99999999999", "--1", "1-"]
)
def test_whole_numbers_are_plain(cell):
    with pytest.raises(Unfit):
        cardfile.integer(-9, 9)(cell)


@pytest.mark.parametrize("cell", ["", "&", "Fox &", "2x", "0x Fox", "100x Fox", "!Fox", "2 Fox", "Fox | Owl"])
def test_criteria_that_are_none(cell):
    with pytest.raises(Unfit):
        cardfile.criteria(["Fox", "Owl"])(cell)


def test_criteria_with_negation():
    parse = cardfile.criteria(WORDS, negation=True)
    assert parse("! javelon") == (Term("Javelon", negated=True),)
    with pytest.raises(Unfit):
        parse("!2x Javelon")


def test_the_error_lists_all_and_can_be_pickled():
    error = CardFileError(
        [Fault("a.csv", 2, "cost", "'x'", "a number"), Fault("b.csv", None, None, "y", "z")]
    )
    assert str(error) == (
        "2 faults in the cards, nothing was loaded:\n"
        "  a.csv row 2, column cost: found 'x'; allowed: a number\n"
        "  b.csv: found y; allowed: z"
    )
    again = pickle.loads(pickle.dumps(error))
    assert again.faults == error.faults and str(again) == str(error)


CELLS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["fox", "wild_beast", "spell", "3", "-1", "2x Javelon", "!Imperium", "yes", '"', ",", "\n", "=1"]
    ),
)
relaxed = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow]
)  # Hypothesis loads Unicode once
COLUMNS = [column.name for column in SCHEMA.columns]


@relaxed
@given(st.lists(st.dictionaries(st.sampled_from(COLUMNS), CELLS), max_size=5))
def test_any_cells_give_rows_or_faults(tmp_path_factory, records):
    rows, wrong = cardfile.check("records", records, SCHEMA)
    if not wrong:
        assert [row.number for row in rows] == list(range(2, 2 + len(rows)))
        text = cardfile.csv_text([row.cells for row in rows], COLUMNS)
        again, none = read(tmp_path_factory.getbasetemp(), text)
        assert not none and values(again) == values(rows)


@relaxed
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: f"code,name,type\n{text}")))
def test_any_file_gives_rows_or_faults(tmp_path_factory, content):
    rows, wrong = read(tmp_path_factory.getbasetemp(), content)
    assert all("\n" not in str(fault) for fault in wrong)


def test_files_of_a_package_are_read_like_paths(tmp_path):
    class Packed:
        name = "packed.csv"

        def read_bytes(self):
            return GOOD.encode()

    assert values(cardfile.read([Packed()], SCHEMA)[0]) == values(read(tmp_path, GOOD)[0])
    assert values(cardfile.read([str(Path(tmp_path, "deck.csv"))], SCHEMA)[0])
