"""The notebook on the Horde and the Nemesis: its numbers are counted once more, and it keeps the house rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction as F
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

import nbformat
import pytest

from beastlab.lessons import Question

PATH = Path(__file__).parents[2] / "notebooks" / "explore" / "horde-and-nemesis.ipynb"
CELLS = nbformat.read(PATH, as_version=4).cells
CODE = [cell for cell in CELLS if cell.cell_type == "code"]
TEXT = " ".join(" ".join(cell.source for cell in CELLS if cell.cell_type == "markdown").split())

Left = tuple[tuple[int, ...], ...]
HORDE: Left = ((2,), (3,), (4, 5))


@pytest.fixture(scope="module")
def left() -> dict[str, Any]:
    """The names that the notebook leaves behind."""
    names: dict[str, Any] = {"display": lambda shown: None}
    for number, cell in enumerate(CODE):
        exec(compile(cell.source, f"cell {number}", "exec"), names)
    return names


# --- counted by trying every placing, which needs no theorem -------------------------------------------


def rolls(dice: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """All rolls, each from its lowest die, and the ways to it."""
    yield from Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice)).items()


@cache
def ends(faces: tuple[int, ...], monsters: Left) -> frozenset[Left]:
    """What may be left of these Monsters, each die put on any icon that it reaches, or on none."""
    if not faces:
        return frozenset([tuple(sorted(filter(None, monsters)))])
    found = set(ends(faces[1:], monsters))
    for place, icons in enumerate(monsters):
        for icon in {icon for icon in icons if icon <= faces[0]}:
            rest = list(icons)
            rest.remove(icon)
            found |= ends(faces[1:], (*monsters[:place], tuple(rest), *monsters[place + 1 :]))
    return frozenset(found)


def cleared(dice: int, monsters: Left) -> F:
    return F(sum(ways for faces, ways in rolls(dice) if () in ends(faces, monsters)), 6**dice)


@cache
def standing(monsters: Left, fights: int) -> F:
    """The fewest Monsters that stand after so many fights with three dice, on average, with the best placing."""
    if not fights:
        return F(len(monsters))
    best = (min(standing(end, fights - 1) for end in ends(faces, monsters)) * n for faces, n in rolls(3))
    return sum(best, F(0)) / 216


def struck(dice: int, icon: int, icons: int) -> dict[tuple[int, int], F]:
    """Tokens and 1s against equal icons, from every roll."""
    found: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        found[min(icons, sum(face >= icon for face in faces)), faces.count(1)] += 1
    return {end: F(ways, 6**dice) for end, ways in found.items()}


# --- what the notebook says -----------------------------------------------------------------------------


@pytest.mark.rule("queen.horde.cover", "queen.horde.one-token-per-icon")
def test_the_power_of_seven(left: dict[str, Any]) -> None:
    def tried(n: int) -> int:
        ways = Counter(tuple(sorted(faces)) for faces in product(range(1, n + 1), repeat=n))
        placings = list(permutations(range(1, n + 1)))
        covered = (
            count
            for faces, count in ways.items()
            if any(all(die >= icon for die, icon in zip(faces, icons, strict=True)) for icons in placings)
        )
        return sum(covered)

    assert [tried(n) for n in range(1, 7)] == [1, 3, 16, 125, 1296, 16807]
    assert left["six"].answer == F(tried(6), 6**6) == F(7**5, 6**6)
    assert left["seven"].answer == 8**6
    assert left["free"] == dict.fromkeys(range(7), 7**5), "each of the seven places is left free as often"


@pytest.mark.rule("queen.horde.choice", "queen.horde.defeat")
def test_the_strongest_on_the_highest_may_waste_a_monster(left: dict[str, Any]) -> None:
    strongest, more = left["strongest"], Counter[tuple[int, int]]()
    for faces, ways in rolls(3):
        every, simple = ends(faces, HORDE), strongest(faces, HORDE)
        fewest = min(len(end) for end in every)
        tokens = min(sum(map(len, end)) for end in every)
        assert any((len(end), sum(map(len, end))) == (fewest, tokens) for end in every), "both at once"
        more[len(simple) - fewest, sum(map(len, simple)) - tokens] += ways
    assert left["more"] == more == {(0, 0): 135, (1, 0): 81}
    assert left["horde"] == [*HORDE] and left["wasted"].answer == 3 - min(map(len, ends((1, 4, 5), HORDE)))


@pytest.mark.rule("queen.horde.no-retire-when-clear", "queen.favor.once-per-die")
def test_when_a_favor_is_a_die(left: dict[str, Any]) -> None:
    queen = left["queen"]
    chances = [queen.board_cleared(dice, HORDE) for dice in range(10)]
    assert chances[:7] == [cleared(dice, HORDE) for dice in range(7)] and not any(chances[:4])
    gains = [after - before for before, after in zip(chances, chances[1:], strict=False)]
    assert max(gains) == gains[3], "the die that makes it possible gains most"
    for monsters in (HORDE, ((5,),), ((3, 3), (6,)), ((1, 2, 3, 4, 5, 6),)):
        icons = sum(map(len, monsters))
        for dice, favors in product(range(1, 8), (1, 2, 3)):
            new = queen.board_cleared(dice + favors, monsters)
            again = queen.board_cleared(dice, monsters, favors)
            enough = dice >= icons + favors - 1
            assert again == new if enough else again <= new
            if min(map(min, monsters)) > 1:  # on a 1 any die will do, so that one more can be idle
                assert (again == new) == (enough or not new)
    one_more = sum(
        ways * max(sum(() in ends(tuple(sorted((*kept, new))), HORDE) for new in range(1, 7)) for kept in (
            (*faces[:die], *faces[die + 1 :]) for die in range(4))) if () not in ends(faces, HORDE) else 6 * ways
        for faces, ways in rolls(4)
    )  # fmt: skip
    assert F(one_more, 6**5) == chances[5] and left["extra"].answer == "both alike"


@pytest.mark.rule("queen.favor.reroll")
def test_a_favor_goes_to_the_lowest_die(left: dict[str, Any]) -> None:
    queen = left["queen"]
    for monsters, (faces, _) in product((HORDE, ((1,), (6, 6)), ((2, 3, 4),)), rolls(3)):
        for favors in (1, 2):
            assert queen.horde_favor(faces, monsters, favors)[0].face in (None, faces[0])
    assert left["kept"].total() == 126 and left["which"].answer == "never"


@pytest.mark.rule("queen.horde.tokens-stay")
def test_patience_is_one_fight_of_all_dice(left: dict[str, Any]) -> None:
    assert left["patience"].answer.startswith("patience")
    assert cleared(3, ((2,), (3,))) == F(49, 54) > F(49, 108) == cleared(3, ((4, 5),))
    assert left["patient"][2][()] == cleared(6, HORDE) == F(9181, 11664), "79 %"
    assert left["hasty"][2][()] == F(15719, 23328), "67 %"
    means = {name: [law.expect(len) for law in left[name]] for name in ("hasty", "patient")}
    assert means["hasty"][1] == standing(HORDE, 1) < means["patient"][1], "in the last fight haste is best"
    assert means["hasty"][2] > means["patient"][2]
    assert "1.10 of them stand" in TEXT and round(float(means["hasty"][1]), 2) == 1.10
    assert "1.47 in patience" in TEXT and round(float(means["patient"][1]), 2) == 1.47


@pytest.mark.rule("queen.horde.tokens-stay", "queen.event.villagers")
def test_the_question_that_is_left_has_one_answer(left: dict[str, Any]) -> None:
    other = {
        faces: ways
        for faces, ways in rolls(3)
        if standing(left["strongest"](faces, HORDE), 1) > min(standing(e, 1) for e in ends(faces, HORDE))
    }
    assert other == {(1, 1, 4): 3} and "213 of Ada's 216" in TEXT


@pytest.mark.rule("queen.nemesis.ones", "queen.nemesis.ones-before-defeat", "queen.nemesis.tokens-persist")
def test_the_price_of_a_nemesis(left: dict[str, Any]) -> None:
    queen = left["queen"]
    assert left["fight"].to_dict() == struck(4, 3, 3)
    assert left["worm"].answer == sum(p for (tokens, _), p in struck(4, 3, 3).items() if tokens == 3)
    for icons, icon in product(range(1, 7), range(2, 7)):
        price = F(icons, 7 - icon)
        assert queen.nemesis_fights([icon] * icons, dice=1).retired == price
        assert queen.nemesis_fights([icon] * icons, dice=4).retired >= price
    said = {"worm": F(3, 4), "chimera": F(4, 3), "crag-giant": F(5, 3), "hydra": F(2), "dragon": F(2)}
    cards = queen.illustrative().by_code
    assert {code: queen.nemesis_fights(cards[code], dice=1).retired for code in said} == said
    assert sorted(map(len, left["icons"].values())) == [3, 4, 5, 6]
    for code, each in zip(("worm", "chimera", "crag-giant", "hydra"), left["icons"].values(), strict=True):
        assert cards[code].icons == tuple(each)
    two, four = (queen.nemesis_fights([3] * 3, dice) for dice in (2, 4))
    assert two.retired < four.retired and left["dear"].answer == "four dice"
    hydra = queen.nemesis_fights(cards["hydra"], dice=4)
    assert round(float(four.retired), 2) == 0.95 and round(float(hydra.fights), 1) == 3.4


@pytest.mark.rule("queen.nemesis.ones-cap", "queen.nemesis.doomsayer")
def test_heroes_are_more_than_dice(left: dict[str, Any]) -> None:
    def retired(party: int) -> F:
        return F(sum(min(party, f.count(1)) for f in product(range(1, 7), repeat=4)), 6**4)

    assert left["alone"].answer == retired(1) == F(671, 1296)
    assert retired(4) == F(2, 3) and retired(2) == F(421, 648) and retired(3) == F(863, 1296)
    full, after = left["full"], left["classes"]
    assert (
        after.mean < left["law"](full.distinct).mean
        and after[4] < F(1, 5) < F(1, 2) < left["law"](full.distinct)[4]
    )
    heroes = left["heroes"]
    assert 2 * sum("wisdom" in hero.attributes for hero in heroes) == len(heroes), "half of all"
    assert 2 * sum("strength" in hero.attributes for hero in heroes) == len(heroes)
    assert left["queen"].nemesis_favor([5, 2, 1], [3, 3])[0].face == 1


@pytest.mark.rule("queen.setup.prompt-position", "queen.setup.kf-monsters")
def test_when_the_first_nemesis_comes(left: dict[str, Any]) -> None:
    first = left["first"]
    assert first.to_dict() == dict.fromkeys(range(15, 29), F(1, 14))
    assert left["coming"].answer == F(1, 8) == first.given(lambda card: card > 20)[21]
    assert first.cdf(3 + 4 * 2) == 0 < first.cdf(3 + 4 * 3), "four cards a phase: the third phase"
    assert first.cdf(3 + 2 * 5) == 0 < first.cdf(3 + 2 * 6), "two cards a phase: the sixth"
    assert len(left["start"].table.in_play) == 3


@pytest.mark.rule("queen.horde.dice")
def test_the_game_that_has_just_begun(left: dict[str, Any]) -> None:
    hand = left["start"].table.seats[0].hand
    assert {hero.class_ for hero in hand} == {"healing", "shield", "ranged"}, "three Classes, three dice"
    codes = {hero.code: hero.class_ for hero in hand}
    assert {codes[move.removeprefix("send:")] for move in left["trio"]} == set(codes.values())
    assert sum(left["counts"].values()) == left["seen"].total() == 2_000
    assert left["tried"].total() == 216 and left["three"].to_dict() == struck(3, 3, 3)


@pytest.mark.parametrize(
    "numbers",
    [{}, {"dice": 0}, {"first": "none", "second": "none", "third": "none"}, {"dice": 10, "favors": 3}],
)
def test_a_horde_of_ones_own(left: dict[str, Any], numbers: dict[str, Any]) -> None:
    said, chart = left["my_horde"](**numbers)
    assert said.startswith("Nobody Retires with ") and chart.to_dict()["title"] == "One fight"


@pytest.mark.parametrize("numbers", [(4, 5, 4, 4), (6, 6, 1, 0), (1, 2, 10, 4)])
def test_a_nemesis_of_ones_own(left: dict[str, Any], numbers: Sequence[int]) -> None:
    said, price, _ = left["my_nemesis"](*numbers)
    assert "fights on average" in said and price.endswith(f"{F(numbers[0], 7 - numbers[1])}.")


def test_every_question_knows_its_answer_and_its_misconceptions(left: dict[str, Any]) -> None:
    questions = [value for value in left.values() if isinstance(value, Question)]
    assert len(questions) == 10
    for question in questions:
        assert question.check(question.answer), question.text
        assert question.hint and question.misconceptions
        for wrong, words in question.misconceptions.items():
            assert question.check(wrong).text == words


def test_it_keeps_the_house_rules() -> None:
    assert 25 <= len(CELLS) <= 45
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
