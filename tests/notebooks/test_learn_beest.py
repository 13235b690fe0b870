"""The first lesson of Beest: both expeditions go as planned, and it keeps the house rules."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import permutations
from pathlib import Path
from typing import Any

import nbformat
import pytest

from beastlab.games.beest import scoring
from beastlab.lessons import Question, Stacked, Told, tell

PATH = Path(__file__).parents[2] / "notebooks" / "learn" / "beest.ipynb"
CELLS = nbformat.read(PATH, as_version=4).cells
CODE = [cell for cell in CELLS if cell.cell_type == "code"]
MET = """
setup.look-own turn.clockwise turn.draw-shortfall turn.take-own turn.take-silent seq.add-right meet.none
meet.exactly-one meet.more-than-one exch.look infect.turns end1.trigger end2.trigger end3.right-announcer
end3.wrong-announcer info.end-reveal match.sum
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The names that the notebook leaves behind, with all that it told (`all told`)."""
    names: dict[str, Any] = {"all told": [], "display": lambda shown: None}

    def telling(*args: Any, **kwargs: Any) -> Told:
        names["all told"].append(tell(*args, **kwargs))
        return names["all told"][-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("notebook"))  # where a board would keep its game
        for number, cell in enumerate(CODE):
            exec(compile(cell.source, f"cell {number}", "exec"), names)
            names["tell"] = telling
    return names


def test_it_meets_every_part_of_an_expedition(played: dict[str, Any]) -> None:
    told = {rule for told in played["all told"] for rule, _ in told.lines}
    assert [rule for rule in MET.split() if f"beest.{rule}" not in told] == []


def test_both_expeditions_go_as_planned(played: dict[str, Any]) -> None:
    match = played["match"]
    assert match.over and match.place.chances == len(played["script"]), "every draw came as it was meant to"
    assert match.table.points == [(4, 0, 0, 0), (4, 3, 2, 1)] and match.result.winners == (0,)
    assert [*map(int, played["scores"].answer)] == [*match.table.points[0]]
    assert [*map(int, played["finish"].answer)] == [*match.table.points[1]]


def test_the_other_world_looks_the_same_and_ends_otherwise(played: dict[str, Any]) -> None:
    assert played["twin"].table.beest == 3
    claims = [told.lines[0] for told in played["all told"] if told.lines[0][0].endswith("-announcer")]
    assert claims[:2] == [
        ("beest.end3.wrong-announcer", "Ada announces that Bo has won, and is wrong."),
        ("beest.end3.right-announcer", "Ada announces that Bo has won, and is right."),
    ]
    assert played["claim"].answer == F(4 - 4, 2)
    assert played["infected"].table.black(0) == 2 and played["match"].table.black(0) == 0


@pytest.mark.rule("beest.end1.last-value", "beest.end3.right-infected-announcer")
def test_the_silent_guy_is_worth_more_than_cleo(played: dict[str, Any]) -> None:
    # with Cleo as the Beest, then with the silent guy: the last black marker, or a win; a win, or 4 - 2
    worth = {"Cleo": [1, 4], "The silent guy": [4, 2]}
    best = max(worth, key=lambda met: sum(worth[met]))
    assert played["whom"].answer == best.replace("The", "the")
    assert played["points"] == worth["The silent guy"], "the last plan that the notebook tried in both worlds"


@pytest.mark.rule("beest.setup.uniform", "beest.infect.receiver-knows")
def test_what_is_known_is_counted_over_all_deals(played: dict[str, Any]) -> None:
    deals = [deal.index("black") for deal in permutations(["black", "red", "yellow", "green"])]
    not_me = [beest for beest in deals if beest != 0]
    assert played["prior"].answer == played["unseen"].answer == F(not_me.count(2), len(not_me))
    assert played["somebody"].answer == F(not_me.count(2) + not_me.count(3), len(not_me))
    not_bo = [beest for beest in not_me if beest != 1]
    assert played["after"].answer == F(not_bo.count(2), len(not_bo))
    for_cleo = [beest for beest in deals if beest not in (2, 3)]
    assert played["blind_cleo"].answer == F(for_cleo.count(0), len(for_cleo))


@pytest.mark.rule("beest.seq.fit", "beest.seq.line")
def test_what_is_said_of_caves_is_so(played: dict[str, Any]) -> None:
    faces = {card.name: card for card in played["beest"].illustrative().of("balanced")}
    right = {"B/TB", "M/MB"}
    assert {name for name in right if faces["T/MB"].fits(faces[name])} == set(played["fits"].answer)
    assert faces["M/MB"].fits(faces["B/MB"]) and not faces["B/TB"].fits(faces["M/MB"])
    lines = [faces["B/MB"].fits(faces[name]) for name in ("M/TB", "M/TM", "T/TM")]
    assert played["blind"].answer == F(sum(lines), 3)
    deck = [card.name for card in played["beest"].illustrative().of("balanced")]
    assert {deck.count(name) for name in faces} == {3}, "each card as often as any other"


def test_markers_and_claims_are_worth_what_the_questions_say(played: dict[str, Any]) -> None:
    assert played["markers"].answer == 4 * 3
    assert played["first"].answer == 3
    assert played["fear"].answer == "yes"


def test_bo_really_could_have_met_cleo(played: dict[str, Any]) -> None:
    beest, script = played["beest"], played["script"]
    match = beest.new_match(
        seats=3, chance=Stacked(script[len(script) // 2 :])
    )  # the second expedition alone
    turns = "T/TM to Bo, T/MB to Cleo; T/TB to Cleo, T/TM to Ada; B/TB to Ada, T/MB to Bo; B/TB to Bo, T/TM to Cleo"
    for turn in turns.split("; "):
        tell(match, "everybody passes", *turn.split(", "))
    tell(match, "everybody passes")
    assert match.table.black(1) == 3 and match.table.turn == 1
    assert "Cleo" in beest.lines_now(match).can_meet
    for move in beest.placement_now(match, "meet Cleo").best.moves:
        match.play(move)
    assert match.table.exchanges[-1] == (1, 2)
    assert scoring.has_won(match.table, 2, 0), "infected Bo's marker counts for Cleo"


def test_the_count_of_the_simulation_is_near_what_is_exact(played: dict[str, Any]) -> None:
    kept = played["kept"]
    assert set(kept) == {"Cleo", "The silent guy"} and 150 < kept.total() < 250, "half of the 400 deals"
    assert abs(kept["Cleo"] / kept.total() - 0.5) < 0.15


def test_every_question_knows_its_answer_and_its_misconceptions(played: dict[str, Any]) -> None:
    questions = [value for value in played.values() if isinstance(value, Question)]
    assert len(questions) >= 15
    for question in questions:
        assert question.check(question.answer), question.text
        assert question.hint
        for wrong, words in question.misconceptions.items():
            assert question.check(wrong).text == words


@pytest.mark.rule("beest.end3.right-announcer", "beest.end3.wrong-announcer")
@pytest.mark.parametrize("reader", ["Ada", "Bo", "Cleo", "Dan", "Eve", "Finn"])
def test_questions_with_own_numbers_are_right_for_every_reader(played: dict[str, Any], reader: str) -> None:
    names = dict(played)
    for cell in CODE:
        if "numbers" in cell.source:
            exec(cell.source.replace('"Ada"', repr(reader)), names)
    n, u = names["seats"], names["candidates"]
    assert 2 <= u <= n - 2
    assert names["own"].answer == F(n, u) - n * F(u - 1, u)
    assert names["own"].answer <= 0, "as the text below it says"
    for wrong, words in names["own"].misconceptions.items():
        assert names["own"].check(wrong).text == words


def test_it_keeps_the_house_rules() -> None:
    assert 25 <= len(CELLS) <= 75
    for cell in CODE:
        lines = cell.source.splitlines()
        assert len(lines) <= 12 and max(map(len, lines)) <= 112, cell.source
        assert not any(line.startswith(("def ", "class ")) for line in lines), "code belongs in the package"
        assert not cell.outputs and cell.execution_count is None
        folded = "= Question(" in cell.source or "Spoilers" in cell.source
        assert ("hide-input" in cell.metadata.get("tags", ())) == folded, (
            "an answer is not shown beside its question"
        )
        assert cell.metadata.get("jupyter", {}).get("source_hidden", False) == folded
    assert "illustrative" in CELLS[0].source
    assert CELLS[-1].source.startswith("## Where to go next") and CELLS[-1].source.rstrip().endswith("?")
