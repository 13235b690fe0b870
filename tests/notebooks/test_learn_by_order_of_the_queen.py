"""The first lesson of By Order of the Queen: it replays the printed examples, and keeps the house rules."""

from __future__ import annotations

from fractions import Fraction as F
from pathlib import Path
from typing import Any

import nbformat
import pytest

from beastlab.lessons import Question, Told, tell

PATH = Path(__file__).parents[2] / "notebooks" / "learn" / "by-order-of-the-queen.ipynb"
CELLS = nbformat.read(PATH, as_version=4).cells
CODE = [cell for cell in CELLS if cell.cell_type == "code"]
MET = """
setup.kings-funeral setup.guilds setup.hand setup.first-order quest.draw-two turn.party-first quest.draw-location
test.failure penalty.threat test.success reward.favor quest.progress end.discard-party end.draw end.moon
test.combat-dice horde.cover horde.defeat horde.retire-one order.location favor.reroll order.tokens-instead
penalty.villager order.location-box item.guild-kept order.seal end.guild-bonus horde.no-retire-when-clear
event.spawn event.regions event.retire order.seal-removed event.trophies event.new-event event.pass-hero
nemesis.hit nemesis.ones
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


def test_it_meets_every_part_of_a_round(played: dict[str, Any]) -> None:
    told = {rule for told in played["all told"] for rule, _ in told.lines}
    assert [rule for rule in MET.split() if f"queen.{rule}" not in told] == []


def test_it_ends_in_the_second_round_along_the_planned_path(played: dict[str, Any]) -> None:
    match = played["match"]
    assert match.place.chances == len(played["script"]), "every roll and card came as it was meant to"
    assert (match.table.round, match.table.turn) == (2, 0)
    assert (match.table.tokens, match.table.villagers, match.table.regions) == (2, 14, 9)


@pytest.mark.example("queen.ex.printed.location-unending-growth", "queen.ex.printed.class-dice-healing")
def test_unending_growth_is_the_printed_example(played: dict[str, Any]) -> None:
    told = [line for told in played["all told"] for line in told.lines]
    for line in (
        ("queen.test.failure", "Paige's Charisma Test: 2, 4: failed."),
        ("queen.penalty.threat", "Threat: Confidence of the Regions 2 → 3."),
        ("queen.test.success", "Paige's Healing Class Test: 2, 5, 6: passed."),
        ("queen.reward.favor", "Paige gains a Queen's Favor."),
    ):
        assert line in told
    assert played["path"].answer == F(76, 243) and played["dice"].answer == ("2", "3", "4")


@pytest.mark.example("queen.ex.printed.horde", "queen.ex.printed.nemesis-worm")
def test_the_fights_are_the_printed_examples(played: dict[str, Any]) -> None:
    told = [text for told in played["all told"] for _, text in told.lines]
    for text in (
        "Moxie sends Gilbert Bonde, Baldric Boomrock, Vanlamir Lumaris, Lula Rubrick: against the Horde.",
        "Moxie, Fight against the Horde: 3, 3, 5.",
        "Koblin Conscript is defeated and becomes a Trophy of Moxie.",
        "Coast Lurkling is defeated and becomes a Trophy of Moxie.",
        "Moxie, Fight against The Worm: 1, 3, 6.",
        "The Worm: 2 of 3 Dice Icons are covered.",
    ):
        assert text in told
    assert told.count("Lula Rubrick is Retired.") == 2
    assert played["giant"].answer == 9


@pytest.mark.example(
    "queen.ex.printed.kings-funeral-2p",
    "queen.ex.printed.kings-funeral-3p",
    "queen.ex.printed.kings-funeral-4p",
)
def test_the_first_question_counts_the_hero_deck(played: dict[str, Any]) -> None:
    funerals = {n: played["queen"].new_match(seats=n).table for n in (2, 3, 4)}
    assert {n: len(table.heroes) for n, table in funerals.items()} == {2: 38, 3: 37, 4: 36}
    assert played["deck"].answer == 38


@pytest.mark.example("queen.ex.order-minimum", "queen.ex.prompt-timing")
def test_answers_that_are_written_out_are_those_of_the_rules(played: dict[str, Any]) -> None:
    hand, monsters, P = played["hand"], played["monsters"], played["P"]
    assert played["prompt"].answer == P(hand(15, monsters).any("Prompt")).value == F(1, 14)
    assert played["rounds"].answer == 9
    assert played["favor"].answer == F(19, 27) and played["ones"].answer == F(91, 216)
    d6, roll = played["d6"], played["roll"]
    assert P(roll(2 * d6).cleared((3,), (4,), (2, 3, 4)) >= 2).value == F(5, 12)


def test_counts_of_simulations_are_near_what_is_exact(played: dict[str, Any]) -> None:
    for counted in (played["played"], played["tokens"]):
        assert counted.total() == 300
    assert sum(played["courses"].values()) == 1
    for course, chance in played["courses"].items():
        assert abs(played["played"][course] / 300 - chance) < 0.1


def test_every_question_knows_its_answer_and_its_misconceptions(played: dict[str, Any]) -> None:
    questions = [value for value in played.values() if isinstance(value, Question)]
    assert len(questions) >= 15
    for question in questions:
        assert question.check(question.answer), question.text
        assert question.hint
        for wrong, words in question.misconceptions.items():
            assert question.check(wrong).text == words


@pytest.mark.parametrize("reader", ["Paige", "Moxie", "Ada", "Bo", "Cleo", "Dan"])
def test_questions_with_own_numbers_are_right_for_every_reader(played: dict[str, Any], reader: str) -> None:
    names = dict(played)
    for cell in CODE:
        if "numbers" in cell.source:
            exec(cell.source.replace('"Paige"', repr(reader)), names)
    d6, roll, P, best = (played[name] for name in ("d6", "roll", "P", "best"))
    own, spent = names["own"], names["spent"]
    assert own.answer == P(roll((2 * names["count"] + 1) * d6).any_at_least(5)).value
    passed = P(roll(names["some"] * d6).any_at_least(5))
    assert spent.answer == best(passed, rerolls=names["favors"], each_once=True).value
    for question in (own, spent):
        for wrong, words in question.misconceptions.items():
            assert question.check(wrong).text == words


def test_it_keeps_the_house_rules() -> None:
    assert 25 <= len(CELLS) <= 60
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
