"""The notebook on who the Beest is: its numbers are counted once more, and it keeps the house rules."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import permutations
from math import log2
from pathlib import Path
from typing import Any

import nbformat
import pytest

from beastlab.lessons import Question, Stacked

PATH = Path(__file__).parents[2] / "notebooks" / "explore" / "who-is-the-beest.ipynb"
CELLS = nbformat.read(PATH, as_version=4).cells
CODE = [cell for cell in CELLS if cell.cell_type == "code"]
TEXT = " ".join(" ".join(cell.source for cell in CELLS if cell.cell_type == "markdown").split())
MEETINGS = [(2, 4), (3, 1), (0, 1), (0, 4), (1, 4)]
"""Who met whom, in order; seat 0 is the reader, seat 4 the silent guy."""


@pytest.fixture(scope="module")
def left() -> dict[str, Any]:
    """The names that the notebook leaves behind, and what it printed (`said`)."""
    said: list[str] = []
    names: dict[str, Any] = {"display": lambda shown: None, "said": said}
    names["print"] = lambda *words, **_: said.append(" ".join(map(str, words)))
    for number, cell in enumerate(CODE):
        exec(compile(cell.source, f"cell {number}", "exec"), names)
    return names


def counted(meetings: int, ends: bool = False) -> dict[int, F]:
    """Seat 0's law of the Beest after so many meetings, by all deals; `ends`: Bo's turn has ended quietly too."""
    seen = [giver for pair in MEETINGS[:meetings] for giver in pair if 0 in pair and giver != 0]
    fits: list[int] = []
    for deal in permutations(["black", "red", "yellow", "blue", "green"]):
        beest = deal.index("black")
        fit = deal[0] == "red" and all(deal[giver] == {1: "yellow", 4: "green"}[giver] for giver in seen)
        met = {other for pair in MEETINGS[:meetings] for other in pair if 1 in pair} - {1}
        if fit and not (ends and met == set(range(5)) - {1, beest}):
            fits.append(beest)
    return {beest: F(fits.count(beest), len(fits)) for beest in sorted(set(fits))}


def test_the_expedition_is_played_as_it_is_told(left: dict[str, Any]) -> None:
    table = left["match"].table
    assert [tuple(pair) for pair in table.exchanges] == MEETINGS and table.beest == 3
    assert table.cleared == [2] and table.turn == 0 and not table.points
    assert left["match"].place.chances == len(left["dna"] + left["caves"]), (
        "every draw came as it was meant to"
    )
    assert "Bo's marker is yellow." in left["said"] and "The silent guy's marker is green." in left["said"]


@pytest.mark.rule("beest.infect.receiver-knows", "beest.info.colour-meaning", "beest.end2.automatic")
def test_what_ada_knows_is_counted_over_all_deals(left: dict[str, Any]) -> None:
    course = [known.beest.to_dict() for known in left["course"]]
    assert course == [*(counted(meetings) for meetings in range(5)), counted(5, ends=True)]
    assert counted(5) == {2: F(1, 2), 3: F(1, 2)}, "the meeting alone tells nothing; the quiet end does"
    assert left["start"].answer == left["watched"].answer == left["silent"].answer == F(1, 4)
    assert left["bo"].answer == counted(3)[3] == F(1, 3)
    assert dict(left["open_before"]) == {"Cleo": 1, "Dan": 1} and dict(left["still_open"]) == {"Dan": 1}


@pytest.mark.rule("beest.end2.automatic")
def test_the_tables_of_bayes_are_those_of_the_package(left: dict[str, Any]) -> None:
    rows = [line.rsplit(maxsplit=4) for line in left["said"]]
    tables = [(name, *map(F, numbers)) for name, *numbers in rows if len(numbers) == 4 and "/" in numbers[0]]
    assert all(prior * likelihood == product for _, prior, likelihood, product, _ in tables)
    posterior = [(name, after) for name, *_, after in tables]
    named = {1: "Bo", 2: "Cleo", 3: "Dan", 4: "The silent guy"}
    laws = [counted(3), counted(4), counted(5, ends=True)]
    told = [[1, 2, 3, 4], [2, 3, 4], [2, 3]]
    assert posterior == [
        (named[seat], law.get(seat, 0)) for law, seats in zip(laws, told, strict=True) for seat in seats
    ]


def test_what_a_meeting_teaches(left: dict[str, Any]) -> None:
    third = -log2(1 / 3) / 3 - 2 * log2(2 / 3) / 3
    assert f"{third:.3f} of {log2(3):.3f} bits" in left["said"]
    assert sum("0.811 bits" in line for line in left["said"]) == 4
    assert -log2(1 / 4) / 4 - 3 * log2(3 / 4) / 4 == pytest.approx(0.811, abs=0.0005)
    assert left["left"].answer == F(1, 3) * 1 + F(2, 3) * 2


@pytest.mark.example("beest.ex.quiet-end")
@pytest.mark.rule("beest.end3.right-announcer")
def test_the_announcement_is_right_with_the_quiet_end_and_a_gamble_without(left: dict[str, Any]) -> None:
    beest, match = left["beest"], left["match"]
    now, then = beest.announce_now(match, 0), beest.announce_now(left["declared"], 0)
    assert now.best == 4 and now[4].points == 5
    assert then.best is None and then[4].chance == then[1].chance == F(1, 2) and then[4].points == 0
    match = match.fork()
    match.play("announce:4")
    assert match.table.points == [(5, 0, 2, 0, 6)]
    p = left["threshold"].answer
    assert 5 * p - 5 * (1 - p) == 2


def test_the_model_points_to_the_wrong_seat_and_the_rules_to_the_right_one(left: dict[str, Any]) -> None:
    beest, eager = left["beest"], [left["eager"][k].beest[2] for k in left["shares"]]
    assert eager[0] == F(1, 2) and eager == sorted(eager) and eager[5] > F(3, 5), "Cleo, and ever more so"
    assert left["guess"].answer == "Cleo" and left["quiet"].answer == "Dan"
    for share in ("1/4", "1/2", "3/4"):
        assert beest.who(left["match"], 0, beest.eager(share)).beest.to_dict() == {3: 1}


def test_dan_could_have_met_cleo_in_turn_8(left: dict[str, Any]) -> None:
    beest = left["beest"]
    match = beest.new_match(seats=4, chance=Stacked([*left["dna"], *left["caves"]]))
    left["lay"](match, *range(1, 8))
    while match.request.window:
        match.play("pass")
    assert match.table.number == 8 and match.table.turn == 3
    assert beest.lines_now(match).can_meet == ("Cleo",) and not beest.lines_now(match).must_meet


def test_counts_of_the_simulation_are_near_what_is_exact(left: dict[str, Any]) -> None:
    same, going_on = left["same"], left["going_on"]
    assert set(same) == {"Cleo", "Dan"} and 150 < same.total() < 250, "two deals of five"
    assert abs(same["Dan"] / same.total() - 0.5) < 0.15
    assert going_on["Cleo"] == 0 and going_on["Dan"] == same["Dan"]


@pytest.mark.parametrize(
    ("seats", "colours", "excluded", "p", "worth"),
    [(5, 2, 0, "1/2", "0"), (6, 1, 0, "1/4", "-3"), (4, 1, 1, "1", "4")],
)
def test_a_table_of_ones_own(
    left: dict[str, Any], seats: int, colours: int, excluded: int, p: str, worth: str
) -> None:
    said, claim = left["my_suspects"](seats, colours, excluded)
    assert said.endswith(f"each is the Beest with {p}.") and f" {worth} points" in claim


def test_a_table_on_which_nobody_is_left_is_refused_in_words(left: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="Somebody has to be left"):
        left["my_suspects"](4, 2, 2)


def test_every_question_knows_its_answer_and_its_misconceptions(left: dict[str, Any]) -> None:
    questions = [value for value in left.values() if isinstance(value, Question)]
    assert len(questions) == 9
    for question in questions:
        assert question.check(question.answer), question.text
        assert question.hint
        for wrong, words in question.misconceptions.items():
            assert question.check(wrong).text == words


def test_it_keeps_the_house_rules() -> None:
    assert 25 <= len(CELLS) <= 50
    for cell in CODE:
        lines = cell.source.splitlines()
        assert max(map(len, lines)) <= 112, cell.source
        assert not cell.outputs and cell.execution_count is None
        folded = "= Question(" in cell.source or "Spoilers" in cell.source
        assert ("hide-input" in cell.metadata.get("tags", ())) == folded, (
            "an answer is not shown beside its question"
        )
        assert cell.metadata.get("jupyter", {}).get("source_hidden", False) == folded
    assert "illustrative" in CELLS[0].source and "Do I believe it?" in TEXT
    assert CELLS[-1].source.startswith("## Where to go next") and "?" in CELLS[-1].source
