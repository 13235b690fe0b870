"""The first lesson of Beast Hunt: it meets every part of a turn, and keeps the house rules for notebooks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest

from beastlab.lessons import Question, Told, tell

PATH = Path(__file__).parents[2] / "notebooks" / "learn" / "beast-hunt.ipynb"
CELLS = nbformat.read(PATH, as_version=4).cells
CODE = [cell for cell in CELLS if cell.cell_type == "code"]
MET = """
setup.first-chooser setup.party-area setup.deal-five malice.on-draw lesser.on-draw lesser.extra-action
champion.passive champion.active-time term.draw action.play-card hero.green hero.red term.pull hero.any-number
equip.banner-class equip.curse-target arcana.discard defiance.targets defiance.success enchant.public
term.attack stagger.trigger stagger.effect beast.gain shard.row action.refresh turn.hand-limit arms.three
action.extra-actions shard.third king.flip-moment turn.no-carry-over shard.countdown-turns shard.coop-win
"""
REFUSED = (
    "hero.once-per-turn action.insufficient enchant.not-as-action beast.requirement-needed equip.curse-target"
)


@pytest.fixture(scope="module")
def played() -> dict[str, Any]:
    """The names that the notebook leaves behind, with all that it told (`told`) and showed (`shown`)."""
    names: dict[str, Any] = {"told": [], "shown": []}

    def telling(*args: Any, **kwargs: Any) -> Told:
        names["told"].append(tell(*args, **kwargs))
        return names["told"][-1]

    for number, cell in enumerate(CODE):
        names |= {"display": names["shown"].append}
        exec(compile(cell.source, f"cell {number}", "exec"), names)
        names["tell"] = telling
    return names


def test_it_meets_every_part_of_a_turn(played: dict[str, Any]) -> None:
    told = {rule for told in played["told"] for rule, _ in told.lines}
    assert [rule for rule in MET.split() if f"hunt.{rule}" not in told] == []
    shown = {rule.id for rule in played["shown"]} | {played["no"].rule, "hunt.beast.requirement-needed"}
    assert shown == {f"hunt.{rule}" for rule in REFUSED.split()}


def test_it_ends_in_a_shared_win_along_the_planned_path(played: dict[str, Any]) -> None:
    match = played["match"]
    assert match.result.winners == (0, 1)
    assert match.place.chances == len(played["script"]), "every roll and card came as it was meant to"


def test_every_question_knows_its_answer_and_its_misconceptions(played: dict[str, Any]) -> None:
    questions = [value for value in played.values() if isinstance(value, Question)]
    assert len(questions) >= 10
    for question in questions:
        assert question.check(question.answer), question.text
        assert question.hint
        for wrong, words in question.misconceptions.items():
            assert question.check(wrong).text == words


def test_it_keeps_the_house_rules() -> None:
    assert 25 <= len(CELLS) <= 45
    for cell in CODE:
        lines = cell.source.splitlines()
        assert len(lines) <= 12 and max(map(len, lines)) <= 112, cell.source
        assert not any(line.startswith(("def ", "class ")) for line in lines), "code belongs in the package"
        folded = "= Question(" in cell.source or "Spoilers" in cell.source
        assert ("hide-input" in cell.metadata.get("tags", ())) == folded, (
            "an answer is not shown beside its question"
        )
        assert cell.metadata.get("jupyter", {}).get("source_hidden", False) == folded
    assert "illustrative" in CELLS[0].source
    assert CELLS[-1].source.rstrip().endswith("for two players and more.") and "?" in CELLS[-1].source
