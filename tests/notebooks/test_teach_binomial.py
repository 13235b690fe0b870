"""The lesson on binomial and multinomial models: its numbers are counted once more, and it keeps the house rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction as F
from itertools import pairwise, permutations, product
from math import comb
from pathlib import Path
from typing import Any

import nbformat
import pytest

from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen.rules.tests import party_dice
from beastlab.lessons import Question, for_reader

PATH = Path(__file__).parents[2] / "notebooks" / "teach" / "binomial-and-multinomial.ipynb"
CELLS = nbformat.read(PATH, as_version=4).cells
CODE = [cell for cell in CELLS if cell.cell_type == "code"]
ASKS = re.compile(r"^\w+ = Question\(", re.MULTILINE)
FOLDED = [cell for cell in CODE if ASKS.search(cell.source)]
TEXT = " ".join(" ".join(cell.source for cell in CELLS if cell.cell_type == "markdown").split())
NAMES = [f"pupil {number}" for number in range(60)]


@pytest.fixture(scope="module")
def left() -> dict[str, Any]:
    """The names that the notebook leaves behind."""
    names: dict[str, Any] = {}
    for number, cell in enumerate(CODE):
        exec(compile(cell.source, f"cell {number}", "exec"), names)
    return names


def questions_of(left: dict[str, Any], name: str) -> dict[str, Any]:
    """What the questions leave behind for a pupil of that name."""
    names = left | {"numbers": for_reader(name, "7b")}
    for cell in FOLDED:
        exec(compile(cell.source, "question", "exec"), names)
    return names


def chance(n: int, wanted: Callable[[tuple[int, ...]], bool]) -> F:
    """How likely n dice show what is wanted, counted roll by roll."""
    return F(sum(map(wanted, product(range(1, 7), repeat=n))), 6**n)


def good(faces: tuple[int, ...]) -> int:
    return sum(face >= 5 for face in faces)


def passing(n: int) -> F:
    return chance(n, lambda faces: good(faces) >= 1)


def counted(names: dict[str, Any]) -> Iterator[tuple[str, F | int]]:
    """The answers, each found in another way than in the notebook."""
    yield "exactly", chance(names["my_n"], lambda faces: good(faces) == names["my_k"])
    yield "spread", names["many"] * (F(1, 3) * F(2, 3) ** 2 + F(2, 3) * F(1, 3) ** 2)
    yield "passed", passing(names["dice"])
    yield "heroes", min(k for k in range(5) if passing_enough(2 * k + 1, names["wanted"]))
    n, f = names["some"], names["favors"]
    yield "last", chance(n + f, lambda faces: good(faces[:-1]) == 0 and faces[-1] >= 5)
    wanted = sorted(map(int, names["faces"].split(", ")))
    yield "shown", chance(4, lambda faces: sorted(faces) == wanted)
    # a pair of dice at a time: the same die shows both with 0, two dice both with 1/36, less the product of the means
    n = names["pool"]
    yield "together", F(n * (n - 1), 36) - F(n, 6) ** 2
    low, upper = names["lower"], names["upper"]
    yield "monster", chance(3, lambda faces: min(max(faces) - upper, sorted(faces)[1] - low) >= 0)
    t, m, b = (passing(names[name]) for name in ("top", "middle", "bottom"))
    yield "one_of_two", 1 - t * m - (1 - t) * (1 - b)


def passing_enough(n: int, percent: int) -> bool:
    return 100 * (3**n - 2**n) >= percent * 3**n


@pytest.mark.parametrize("name", NAMES)
def test_each_pupil_has_right_numbers_of_their_own(left: dict[str, Any], name: str) -> None:
    names = questions_of(left, name)
    for question, answer in counted(names):
        assert names[question].answer == answer, (name, question)
    for found in (value for value in names.values() if isinstance(value, Question)):
        assert found.check(found.answer) and found.hint, found.text
        for wrong, words in found.misconceptions.items():
            assert found.check(wrong).text == words, (name, found.text, wrong)


def test_neighbours_have_other_numbers(left: dict[str, Any]) -> None:
    given = [[answer for _, answer in counted(questions_of(left, name))] for name in NAMES[:12]]
    assert all(sum(a != b for a, b in zip(*pair, strict=True)) >= 4 for pair in pairwise(given))
    assert all(len(set(answers)) > 1 for answers in zip(*given, strict=True))
    assert TEXT.count("nine exercises") == 1 and len(given[0]) == 9


@pytest.mark.rule("queen.test.success", "queen.test.class-dice", "queen.horde.cover")
def test_the_questions_that_all_pupils_share(left: dict[str, Any]) -> None:
    assert sum(isinstance(value, Question) for value in left.values()) == len(FOLDED) == 16
    assert left["single"].answer == F(1, 3) - F(1, 3) ** 2
    assert passing(5) < F(9, 10) <= passing(6) and left["ninety"].answer == 6
    assert passing(5) == F(211, 243) and passing(3) == F(19, 27)
    assert left["two"].answer == chance(2, lambda faces: max(faces) >= 5 and min(faces) >= 3)
    trials = left["trials"]
    assert trials.check("1, 3") and trials.check("1, 2, 3").text.startswith("A Hero is not put back")
    assert left["error"].answer == 4 and left["value"].check("it is proved right").text.startswith("Other")

    def falls(faces: tuple[int, ...]) -> bool:
        return any(a >= 3 and b >= 5 for a, b in permutations(faces, 2))

    says: dict[str, Callable[[int, int], bool]] = {
        "H ≥ 1 and M ≥ 1": lambda middle, high: high >= 1 and middle >= 1,
        "H ≥ 1 and H + M ≥ 2": lambda middle, high: high >= 1 and high + middle >= 2,
        "H + M ≥ 2": lambda middle, high: high + middle >= 2,
        "H ≥ 2": lambda middle, high: high >= 2,
    }
    right = set(left["condition"].choices)
    for n in range(1, 5):
        for faces in product(range(1, 7), repeat=n):
            kinds = Counter((face - 1) // 2 for face in faces)
            right -= {word for word in right if says[word](kinds[1], kinds[2]) != falls(faces)}
    assert right == {"H ≥ 1 and H + M ≥ 2"} and left["condition"].check(*right)
    assert left["condition"].choices == tuple(says)


@pytest.mark.rule("queen.favor.once-per-die")
def test_a_favor_spoils_the_binomial_law(left: dict[str, Any]) -> None:
    ends: Counter[int] = Counter()
    for first, second, again in product(range(1, 7), repeat=3):
        ends[good((first, second)) or good((again,))] += 1
    assert {k: F(ways, 6**3) for k, ways in ends.items()} == dict(left["favored"].items())
    assert dict(left["favored"].items()) == {0: F(8, 27), 1: F(16, 27), 2: F(1, 9)}
    assert left["healers"][2] == F(comb(16, 2), comb(64, 2)) != F(1, 16)


def test_the_multinomial_law_and_what_merging_makes_of_it(left: dict[str, Any]) -> None:
    shares = Counter(tuple(map(faces.count, range(1, 7))) for faces in product(range(1, 7), repeat=4))
    sixth, third = 6 * [F(1, 6)], 3 * [F(1, 3)]
    assert len(shares) == len(left["counts"]) == 126 and len(left["kinds"]) == 15
    assert all(left["multinomial"](share, sixth) == F(ways, 6**4) for share, ways in shares.items())
    merged: Counter[tuple[int, int, int]] = Counter()
    for (a, b, c, d, e, f), ways in shares.items():
        merged[a + b, c + d, e + f] += ways
    assert all(left["multinomial"](share, third) == F(ways, 6**4) for share, ways in merged.items())
    product_of_both = sum(share[0] * share[5] * F(ways, 6**4) for share, ways in shares.items())
    assert product_of_both - F(4, 6) ** 2 == F(-4, 36) == left["counts"].covariance(0, 5)


@pytest.mark.rule("queen.location.two-tests")
def test_the_location_that_is_played(left: dict[str, Any]) -> None:
    cards = queen.illustrative().by_code
    party = [cards[move.removeprefix("send:")] for move in left["party"]]
    card = cards["valley-12"]
    tests = [section.test for section in (card.top, card.middle, card.bottom) if section]
    assert [party_dice(party, test) for test in tests] == [2, 1, 3] and party_dice(party, "combat") == 4
    t, m, b = passing(2), passing(1), passing(3)
    law = {0: (1 - t) * (1 - b), 1: t * (1 - m) + (1 - t) * b, 2: t * m}
    assert dict(left["location"].items()) == law
    assert left["alike"].mean == left["location"].mean and left["alike"].variance > left["location"].variance
    assert left["alike"][1] < law[1], "one pass of two is likelier than with two equal trials"


def test_plays_bear_the_right_models_out_and_refute_the_wrong_ones(left: dict[str, Any]) -> None:
    assert left["high"].total() == left["fallen"].total() == left["courses"].total() == 1_000
    judge, four, half = left["judge"], 4 * left["good"], left["trial"](F(1, 2))
    assert judge("", four, left["high"]) > 1e-3 and judge("", left["location"], left["courses"]) > 1e-3
    assert judge("", 4 * half, left["high"]) < 1e-9 and judge("", left["alike"], left["courses"]) < 1e-9
    share = F(61, 81)
    assert abs(left["fallen"]["falls"] - 1_000 * share) < 4 * (1_000 * share * (1 - share)) ** 0.5


def test_the_form_moves_the_number_of_dice(left: dict[str, Any]) -> None:
    said, _ = left["hill"](dice=6, at_least=1)
    assert said == "Mean 2, variance 4/3. P(1 or more) = 665/729, about 91.2%."
    assert left["hill"](dice=1, at_least=12)[0].endswith("P(12 or more) = 0, about 0.0%.")


def binomial(n: int, k: int) -> F:
    return comb(n, k) * F(1, 3) ** k * F(2, 3) ** (n - k)


def test_a_right_model_passes_and_a_wrong_one_is_told_what_is_wrong(left: dict[str, Any]) -> None:
    check = left["check_model"]
    assert check(binomial) and check(lambda n, k: float(binomial(n, k)))
    assert check(left["my_model"], left["my_test"]), "the example at the end is right"
    wrong = {
        left["my_pmf"]: "Your pmf(2, 1) is 2/9. That is one order, and there are 2.",
        (lambda n, k: sum(binomial(n, j) for j in range(k, n + 1))): "That is 0 or more, not exactly 0.",
        (lambda n, k: binomial(n, n - k)): "Your pmf(1, 0) is 1/3. That is one minus the answer",
        (lambda n, k: comb(n, k) * F(1, 2) ** n): "Hint: of 6 rolls, 4 give 0.",
        (lambda n, k: None): "Your pmf(1, 0) is None. Not a number",
    }
    for model, words in wrong.items():
        verdict = check(model)
        assert not verdict and words in verdict.text, verdict
    assert not check(lambda n, k: None).read


def test_models_of_the_tests_that_the_notebook_proposes(left: dict[str, Any]) -> None:
    check, share = left["check_model"], left["multinomial"]

    def cancelled(n: int, k: int) -> F:
        kinds = [c for c in product(range(n + 1), repeat=3) if sum(c) == n and max(c[2] - c[0], 0) == k]
        return sum((share(c, [F(1, 6), F(1, 2), F(1, 3)]) for c in kinds), F(0))

    def two_or_more(n: int, k: bool) -> F:
        failed = binomial(n, 0) + binomial(n, 1)
        return 1 - failed if k else failed

    assert check(two_or_more, lambda faces: good(faces) >= 2)
    assert check(lambda n, k: F(k**n - (k - 1) ** n, 6**n), max)
    assert check(cancelled, lambda faces: max(good(faces) - faces.count(1), 0))
    assert not check(binomial, lambda faces: max(good(faces) - faces.count(1), 0))
    assert not check(lambda n, k: F(k, 6) ** n, max), "that is the highest face at most k"
    once = check(
        lambda n, k: F(1, 6) * F(5, 6) ** (n - 1) if k else 1 - n * F(1, 6) * F(5, 6) ** (n - 1),
        left["my_test"],
    )
    assert once.text == "Your pmf(2, True) is 5/36. That is one order, and there are 2."


def test_it_keeps_the_house_rules() -> None:
    assert 35 <= len(CELLS) <= 55
    for cell in CODE:
        lines = cell.source.splitlines()
        assert max(map(len, lines)) <= 112, cell.source
        assert not cell.outputs and cell.execution_count is None
        folded = cell in FOLDED
        assert ("hide-input" in cell.metadata.get("tags", ())) == folded, (
            "an answer is not shown beside its question"
        )
        assert cell.metadata.get("jupyter", {}).get("source_hidden", False) == folded
    assert CELLS[0].source.index("**For the teacher.**") < 200 and CELLS[1].source.startswith("## For you")
    assert "illustrative" in CELLS[0].source
    assert CELLS[-1].source.startswith("## Where to go next") and "?" in CELLS[-1].source
