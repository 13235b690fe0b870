"""The notebook on dice, Items and Favors: its numbers are counted once more, and it keeps the house rules."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from pathlib import Path
from typing import Any

import nbformat
import pytest

from beastlab.lessons import Question

PATH = Path(__file__).parents[2] / "notebooks" / "explore" / "dice-tests.ipynb"
CELLS = nbformat.read(PATH, as_version=4).cells
CODE = [cell for cell in CELLS if cell.cell_type == "code"]
TEXT = " ".join(" ".join(cell.source for cell in CELLS if cell.cell_type == "markdown").split())


@pytest.fixture(scope="module")
def left() -> dict[str, Any]:
    """The names that the notebook leaves behind."""
    names: dict[str, Any] = {"display": lambda shown: None}
    for number, cell in enumerate(CODE):
        exec(compile(cell.source, f"cell {number}", "exec"), names)
    return names


def passing(throws: int) -> F:
    """P(a 5 or 6 among so many throws), counted one by one."""
    return F(sum(max(faces) >= 5 for faces in product(range(1, 7), repeat=throws)), 6**throws)


def test_the_questions_know_what_is_counted_here(left: dict[str, Any]) -> None:
    counted = {
        "two": passing(2),
        "favored": passing(3),  # two dice, and one of them once more
        "lonely": passing(2),
        "cost": 1 - passing(2),
        "nobody": passing(1),
    }
    assert {name: left[name].answer for name in counted} == counted
    assert passing(5) < F(9, 10) <= passing(6), "nine Tests in ten take six dice"
    assert passing(5) == F(211, 243) and passing(3) == F(19, 27)


def test_an_item_is_a_favor_in_one_test_and_not_in_two(left: dict[str, Any]) -> None:
    queen = left["queen"]
    for dice in range(1, 12):
        assert queen.test(dice, items=1) == queen.test(dice, favors=1)
        assert queen.favors_spent(dice, 1).mean == F(2, 3) ** dice < 1
    assert left["kept"].worth == F(1026, 729) == left["kept"].items_now[0] > left["kept"].items_now[1]
    assert left["favor"].worth == F(1066, 729)
    assert left["item"].answer == "the one after it"


def test_the_likeliest_course_fails_first(left: dict[str, Any]) -> None:
    top, middle, bottom = passing(2), passing(2), passing(3)
    ways = {
        "passed, passed": top * middle,
        "passed, failed": top * (1 - middle),
        "failed, passed": (1 - top) * bottom,
        "failed, failed": (1 - top) * (1 - bottom),
    }
    assert dict(left["law"].items()) == ways
    assert ways["failed, passed"] == F(76, 243) == max(ways.values()) and ways["passed, passed"] == F(75, 243)
    assert left["way"].answer == "failed, then passed"


def test_a_favor_spent_now_gains_a_third_of_the_middle_test(left: dict[str, Any]) -> None:
    tree = left["queen"].location_tree
    for middle, bottom in product(range(6), range(1, 6)):
        now = tree(2, middle, bottom, favors=1).favors_now
        assert now[1] - now[0] == (passing(middle) if middle else 0) / 3
    assert left["now"].answer == "now"
    third = tree(2, 2, 9, order=1, favors=1).favors_now
    assert third[1] < third[0], "the question that is left: with an Order it is sometimes better to wait"


def test_the_best_team_is_what_the_text_says(left: dict[str, Any]) -> None:
    queen, hand, teams = left["queen"], left["hand"], left["teams"]
    best = teams.best
    assert set(left["four"].answer) == {hero.name for hero in best.heroes}
    assert left["four"].check("2, 4, 5, 7")
    assert len(teams) == 98 and teams[1].worth < best.worth
    valley = [c for c in queen.illustrative().of("location") if c.location == "Emerald Valley"]
    assert len(valley) == 25 and {c.attributes for c in valley} == {("dexterity", "wisdom", "charisma")}
    for ability in ("dexterity", "wisdom", "charisma"):
        assert sum(ability in hero.attributes for hero in best.heroes) == 2
    assert len({hero.class_ for hero in best.heroes}) == 4
    # the best team, the look and the Favor once more, by way of the single parties and cards
    worth = {card: queen.best_team(hand, location=card) for card in valley}
    mean = sum(each.of(*best.heroes).worth for each in worth.values()) / 25
    look = sum(each.best.worth for each in worth.values()) / 25 - mean
    favor = queen.visit(best.heroes, "Emerald Valley", favors=1).worth - mean
    assert mean == best.worth and look == teams.informed - best.worth
    gains = [each.best.worth - each.of(*best.heroes).worth for each in worth.values()]
    assert sum(gain > 0 for gain in gains) == 19, "a look changes the team for 19 of 25 cards"
    assert sum(0 < gain <= F(1, 6) for gain in gains) == 17, "mostly a sixth of a Test or less"
    assert favor > look and left["wish"].answer == "the Favor"


def test_counts_of_the_simulation_are_near_what_is_exact(left: dict[str, Any]) -> None:
    assert left["counts"].total() == 2_000 and left["again"].value == passing(4)
    assert left["spent"].mean == F(20, 27)


@pytest.mark.parametrize("numbers", [{}, {"top": 0, "middle": 0, "bottom": 0}, {"top": 9, "bottom": 9}])
def test_a_location_of_ones_own(left: dict[str, Any], numbers: dict[str, int]) -> None:
    said, cost, _ = left["my_location"](**numbers, items=4, favors=4)
    assert said.startswith("Tests passed on average: ") and cost.startswith("Favors spent on average: ")


def test_every_question_knows_its_answer_and_its_misconceptions(left: dict[str, Any]) -> None:
    questions = [value for value in left.values() if isinstance(value, Question)]
    assert len(questions) == 10
    for question in questions:
        assert question.check(question.answer), question.text
        assert question.hint
        for wrong, words in question.misconceptions.items():
            assert question.check(wrong).text == words


def test_it_keeps_the_house_rules() -> None:
    assert 25 <= len(CELLS) <= 40
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
