"""The notebook on lines of entry: its numbers are counted once more, and it keeps the house rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction as F
from itertools import combinations, permutations
from math import factorial
from pathlib import Path
from typing import Any

import nbformat
import pytest

from beastlab.games import beest
from beastlab.lessons import Question

PATH = Path(__file__).parents[2] / "notebooks" / "explore" / "lines-of-entry.ipynb"
CELLS = nbformat.read(PATH, as_version=4).cells
CODE = [cell for cell in CELLS if cell.cell_type == "code"]
TEXT = " ".join(" ".join(cell.source for cell in CELLS if cell.cell_type == "markdown").split())

Seats = dict[str, list[str]]


@pytest.fixture(scope="module")
def left() -> dict[str, Any]:
    """The names that the notebook leaves behind."""
    names: dict[str, Any] = {"display": lambda shown: None}
    for number, cell in enumerate(CODE):
        exec(compile(cell.source, f"cell {number}", "exec"), names)
    return names


def joint(left: str, right: str) -> bool:
    """Whether a cave, written entry/exits, goes on after another."""
    return right.partition("/")[0] in left.partition("/")[2]


def open_seats(hand: tuple[str, ...], seats: Seats) -> list[str]:
    """The seats with a line when the hand lies, in the order of the seats."""
    laid = zip(seats.items(), hand, strict=True)
    return [seat for (seat, row), cave in laid if joint(row[-2], row[-1]) and joint(row[-1], cave)]


def alone(hand: list[str], seats: Seats) -> Counter[str]:
    """How many ways meet each seat."""
    met = (open_seats(laid, seats) for laid in permutations(hand))
    return Counter(seats[0] for seats in met if len(seats) == 1)


@pytest.mark.rule("beest.seq.fit", "beest.seq.line", "beest.comp.card-composition")
def test_two_and_three_caves(left: dict[str, Any]) -> None:
    deck = [face for face in left["faces"] for _ in range(3)]
    assert len(left["faces"]) == 9 and Counter(deck) == Counter(cave.name for cave in left["deck"])
    pairs = list(permutations(deck, 2))
    fit = [pair for pair in pairs if joint(*pair)]
    assert left["two"].answer == F(len(fit), len(pairs)) == F(2, 3)
    bent = [face for face in left["faces"] if not joint(face, face)]
    assert len(bent) == 3 and F(2, 3) * F(17, 26) + F(1, 3) * F(18, 26) == F(2, 3)
    assert F(sum(second not in bent for _, second in fit), len(fit)) == F(17, 26)
    # of the caves that would go on after the second, so many are gone: the two themselves, if they are such
    gone = F(sum(joint(b, a) + joint(b, b) for a, b in fit), len(fit))
    assert gone == 2 * F(17, 26) and F(2, 3) * (18 - gone) / 25 == F(434, 975) == beest.lines_in()
    assert F(434, 975) > F(4, 9) and left["three"].answer == "a little more often"
    assert len(left["rows"]) == 17_550 and len(left["line"]) == 7_812


@pytest.mark.rule("beest.turn.distribute-one-each", "beest.seq.local", "beest.meet.exactly-one")
def test_the_four_seats(left: dict[str, Any]) -> None:
    hand, seats = left["hand"], left["seats"]
    assert left["ways"].answer == factorial(4)
    assert [seat for seat, (*_, a, b) in seats.items() if not joint(a, b)] == [left["dead"].answer] == ["Dan"]
    assert [height for height in "TMB" if not joint(seats["Cleo"][-1], height)] == [left["blocked"].answer]
    assert [height for height in "TMB" if not joint(seats["Bo"][-1], height)] == ["M"]
    counted = Counter(len(open_seats(laid, seats)) for laid in permutations(hand))
    assert counted == {0: 2, 1: 6, 2: 12, 3: 4} == left["four"].law.weights
    assert alone(hand, seats) == {"Bo": 2, "Cleo": 2, "the box": 2}
    crosses = [
        (cave, seat)
        for cave in range(4)
        for seat, (*_, a, b) in enumerate(seats.values())
        if joint(a, b) and not joint(b, hand[cave])
    ]
    assert len(crosses) == 5
    for many in range(1, 5):
        free = sum(
            len({cave for cave, _ in some}) == len({seat for _, seat in some}) == many
            for some in combinations(crosses, many)
        )
        assert free == (1, 5, 6, 2, 0)[many] == left["four"].rooks[many]
    assert left["rooks"].answer == 6
    for laid in permutations(hand):
        if open_seats(laid, seats) == ["Cleo"]:
            assert laid[[*seats].index("Dan")] == left["dust"].answer


def test_the_small_board_and_the_forced_one(left: dict[str, Any]) -> None:
    hand, seats = left["small_hand"], left["small_seats"]
    counted = Counter(len(open_seats(laid, seats)) for laid in permutations(hand))
    assert counted == {0: 1, 2: 3, 3: 2} and left["single"].answer == counted[1] == 0
    assert left["small"].rooks == (1, 3, 3, 1)
    for cave, seat, height in zip(hand, seats, "MTB", strict=True):
        assert cave[0] == height and not joint(seats[seat][-1], height)
    assert alone(left["forced_hand"], left["forced_seats"]) == {"Bo": 6} and left["forced"].answer == 0


@pytest.mark.rule("beest.turn.evaluate-after-all")
def test_as_placed_somebody_is_met(left: dict[str, Any]) -> None:
    hand, met = left["small_hand"], Counter[str]()
    for order in permutations(left["old"]):
        for laid in permutations(hand):
            rows = {seat: [*row] for seat, row in left["old"].items()}
            for seat, cave in zip(order, laid, strict=True):
                rows[seat] = [*rows[seat], cave][-3:]
                lines = [
                    s for s, row in rows.items() if len(row) == 3 and joint(*row[:2]) and joint(*row[1:])
                ]
                if lines == [seat]:
                    met[seat] += 1
                    break
    assert met == {"Bo": 10, "Cleo": 1, "the box": 1} and met.total() == 12
    assert left["placed"].answer == "yes"


def test_what_is_left_to_the_next_player(left: dict[str, Any]) -> None:
    table = left["table"]
    assert [cave.name for cave in table.hand] == ["T/MB", "M/TM", "B/TM"]
    ends = {table.name(seat): [cave.name for cave in table.at(seat).sequence] for seat in table.everyone}
    silent = ends.pop("The silent guy")
    hands, found = set(), dict[tuple[str, str], Counter[str]]()
    for bo, cleo, box in permutations(cave.name for cave in table.hand):
        hand = [*[*ends["Bo"], bo][:-2], [*silent, box][0]]
        hands.add(tuple(hand))
        found[bo, cleo] = alone(
            hand, {"Cleo": [*ends["Cleo"], cleo], "the box": [*silent, box], "Ada": ends["Ada"]}
        )
    assert hands == {("T/TB", "B/TB", "M/TB")} and left["given"].answer == "no"
    assert not found["T/MB", left["leave"].answer] and {*found["T/MB", "M/TM"]} == {"Ada", "the box"}
    # and the game itself says so
    for laid, after in left["all_ways"](left["match"]):
        told = [name for name, p in beest.next_hand_now(after).can_meet.items() if p]
        bo, cleo = (words.partition(" to ")[0] for words in laid)
        fresh = {*found[bo, cleo]} - ({"Ada"} if after.table.met == 1 else set())  # they have just exchanged
        assert {*told} == {"The silent guy" if seat == "the box" else seat for seat in fresh}
        assert (after.table.met == 3) == (bo == "T/MB")


def test_a_player_who_chooses_makes_one_line_in_three_turns_of_four(left: dict[str, Any]) -> None:
    models = left["models"]
    assert all(F(74, 100) < models[m].one_line < F(76, 100) for m in (3, 4, 5))
    assert models[4].lines[1] == 4 * F(4, 9) * F(5, 9) ** 3 and round(100 * models[4].lines[1]) == 30
    assert left["often"].answer == "in three turns of four"


def test_plays_bear_it_out(left: dict[str, Any]) -> None:
    assert left["turns"] == left["counts"].total() > 1_000
    for lines, p in left["expected"].items():
        assert abs(left["counts"][lines] - left["turns"] * p) < 4 * (left["turns"] * p * (1 - p)) ** 0.5


@pytest.mark.parametrize(
    "hand", [("M/TM", "T/TB", "B/TM"), ("T/TM", "T/TB", "T/MB"), ("M/TM", "M/TB", "M/TM")]
)
def test_a_hand_of_ones_own(left: dict[str, Any], hand: tuple[str, str, str]) -> None:
    said, _ = left["my_hand"](*hand)
    ways = alone([*hand], left["small_seats"])
    wanted = ", ".join(f"{seat} ({ways[seat]} of 6)" for seat in left["small_seats"] if ways[seat])
    assert said.startswith(f"You can meet {wanted or 'nobody'}. ")


def test_two_lines_on_average_on_the_small_board(left: dict[str, Any]) -> None:
    for hand in combinations(left["faces"] * 2, 3):
        lines = [len(open_seats(laid, left["small_seats"])) for laid in permutations(hand)]
        assert F(sum(lines), 6) == 2
        heights = [cave[0] for cave in hand]
        can_meet_cleo = {*heights} == {"M", "B"}
        assert ("Cleo" in alone([*hand], left["small_seats"])) == can_meet_cleo


def test_every_question_knows_its_answer_and_its_misconceptions(left: dict[str, Any]) -> None:
    questions = [value for value in left.values() if isinstance(value, Question)]
    assert len(questions) == 13
    for question in questions:
        assert question.check(question.answer), question.text
        assert question.hint
        for wrong, words in question.misconceptions.items():
            assert question.check(wrong).text == words


def test_it_keeps_the_house_rules() -> None:
    assert 40 <= len(CELLS) <= 55
    for cell in CODE:
        lines = cell.source.splitlines()
        assert max(map(len, lines)) <= 112, cell.source
        assert not cell.outputs and cell.execution_count is None
        folded = "= Question(" in cell.source
        assert ("hide-input" in cell.metadata.get("tags", ())) == folded, (
            "an answer is not shown beside its question"
        )
        assert cell.metadata.get("jupyter", {}).get("source_hidden", False) == folded
    assert "illustrative" in CELLS[0].source and "Do I believe it?" in TEXT
    assert CELLS[-1].source.startswith("## Where to go next") and "?" in CELLS[-1].source
