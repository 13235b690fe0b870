"""The lesson on conditional probability and Bayes: its numbers are counted once more, and it keeps the house rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction as F
from itertools import pairwise, permutations, product
from pathlib import Path
from random import Random
from typing import Any

import nbformat
import pytest

from beastlab.games import beest
from beastlab.lessons import Question, for_reader

PATH = Path(__file__).parents[2] / "notebooks" / "teach" / "conditional-probability-and-bayes.ipynb"
CELLS = nbformat.read(PATH, as_version=4).cells
CODE = [cell for cell in CELLS if cell.cell_type == "code"]
ASKS = re.compile(r"^\w+ = Question\(", re.MULTILINE)
FOLDED = [cell for cell in CODE if ASKS.search(cell.source)]
TEXT = " ".join(" ".join(cell.source for cell in CELLS if cell.cell_type == "markdown").split())
NAMES = [f"pupil {number}" for number in range(60)]

Law = dict[int, F]


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


def share(cases: Iterable[tuple[int | F, bool]]) -> F:
    """The weight of the cases that count over the weight of all."""
    every = [*cases]
    return F(sum(weight for weight, counts in every if counts)) / sum(weight for weight, _ in every)


def counted(names: dict[str, Any]) -> Iterator[tuple[str, F]]:
    """The answers that differ from pupil to pupil, each found case by case: seat 0 asks, seat 1 is Bo."""
    deals = {
        n: [*permutations(range(n))] for n in (4, 5, 6)
    }  # the first pile is the black one, at seat deal[0]
    yield "own", share((1, deal[0] == 1) for deal in deals[names["n"]] if deal[0])
    met = range(1, names["met"] + 1)
    yield "colours", share((1, deal[0] not in met) for deal in deals[names["n2"]] if deal[0])
    seats = range(names["n3"])
    yield "once", share((1, 0 in games) for games in product(seats, repeat=names["games"]))
    yield "infected", share((1, 1 <= deal[0] <= names["others"]) for deal in deals[names["n4"]])
    # 24 ways to lay for each of four suspects; the Beest takes one that meets, whichever is dealt
    ways = range(24)
    evenings = [(beest, way) for beest in range(4) for way in ways]
    meets = [beest == 0 or way < names["w"] for beest, way in evenings]
    yield "met_dan", share((1, beest == 0) for (beest, _), met_ in zip(evenings, meets, strict=True) if met_)
    both = [(beest, a, b) for beest in range(4) for a, b in product(ways, repeat=2)]
    fit = [x for x in both if x[0] == 0 or (x[1] < names["first"] and x[2] < names["then"])]
    yield "twice", share((1, beest == 0) for beest, _, _ in fit)
    n, g = names["n5"], names["g5"]
    players = [(infected < g, percent) for infected in range(n) for percent in range(100)]
    humming = [(ill, percent) for ill, percent in players if percent < names["hum" if ill else "false"]]
    yield "hums", share((1, ill) for ill, _ in humming)
    yield "guess", F(sum(names["n6"] * (1 if b == 0 else -1) for b in range(names["u"])), names["u"])
    n, c = names["n7"], names["c7"]
    yield "wait", next(p for p in candidates() if beest.announce(n, p) == 2 * c * p)


def candidates() -> Iterator[F]:
    yield from (F(a, b) for b in range(2, 13) for a in range(1, b + 1))


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


@pytest.mark.rule("beest.setup.uniform", "beest.infect.turns", "beest.info.colour-meaning")
def test_the_questions_that_all_pupils_share(left: dict[str, Any]) -> None:
    deals = [*permutations(["black", "red", "yellow", "green", "blue"])]  # Ada's pile, Bo's, Cleo's, ...
    clean = [deal for deal in deals if "black" not in deal[:2]]
    assert left["left_over"].answer == len(clean) == 72
    assert share((1, deal[2] == "black") for deal in clean) == F(1, 3) == left["exactly"]
    assert left["second"].answer == share((1, deal[2] == "black") for deal in deals if deal[0] != "black")
    assert left["independent"].check("2, 4")
    assert left["finn"].answer == F(1, 3) and left["told"]["Cleo"] == F(2, 3)
    # Finn: all Beests with both faces of his coin, which he needs only if Bo is the Beest
    said = [
        (b, "Dan" if b == "Cleo" or (b == "Bo" and coin) else "Cleo")
        for b in ("Bo", "Cleo", "Dan")
        for coin in (0, 1)
    ]
    assert share((1, b == "Bo") for b, name in said if name == "Dan") == left["finn"].answer
    assert left["error"].check("1.4 percentage points") and 0.0135 < (0.25 * 0.75 / 1000) ** 0.5 < 0.0145


@pytest.mark.rule("beest.end2.trigger", "beest.end2.automatic", "beest.end3.claim")
def test_quiet_turns(left: dict[str, Any]) -> None:
    assert beest.posterior(left["quiet"][:-1], seat=0).beest[3] == F(1, 2)
    assert beest.posterior(left["quiet"], seat=0).beest[3] == left["silence"].answer == 1
    known = beest.posterior(left["sure"], seat=0, seats=3)
    assert left["guy"].answer == known.infected[3] == 1 and known.beest[1] == known.beest[2] == F(1, 2)
    before, after = left["before"], left["after"]
    assert before.infected[5] == 1, "Finn has met everybody, so he knows the Beest"
    assert before.table.partners(4) == {0, 2, 3, 5} and before.beest[1] == before.beest[3] == F(1, 3)
    assert (
        (before.won[4], after.won[4])
        == (F(1, 3), F(1, 2))
        == (left["finn"].answer, left["other_source"].answer)
    )


def bayes(law: Law, likelihood: Law) -> Law:
    total = sum(law[b] * likelihood[b] for b in law)
    return {b: law[b] * likelihood[b] / total for b in law}


def test_a_right_update_passes_and_a_wrong_one_is_told_what_is_wrong(left: dict[str, Any]) -> None:
    check = left["check_update"]
    assert check(bayes).text == "Your update is Bayes' formula."
    assert check(lambda law, seen: {b: p for b, p in bayes(law, seen).items() if p}), "no need for zeros"
    assert check(lambda law, seen: {b: float(p) for b, p in bayes(law, seen).items()})

    def forgetful(law: Law, seen: Law) -> Law:
        return {b: F(seen[b], sum(seen.values())) for b in law}

    wrong: dict[Callable[..., Any], str] = {
        left["my_update"]: "your own pile, seat 1: you have 1/5. All chances together are not 1.",
        forgetful: "Only the last piece of evidence counts.",
        (lambda law, seen: law): "your own pile, seat 0: you have 1/5.",
        (lambda law, seen: None): "Your update gives None; give a dictionary.",
        (lambda law, seen: dict.fromkeys(law)): "Not a number",
    }
    for update, words in wrong.items():
        verdict = check(update)
        assert not verdict and words in verdict.text, verdict


def test_evidence_in_steps_is_the_posterior_of_all_at_once(left: dict[str, Any]) -> None:
    compared = 0
    for seed in range(300):
        rng, seats = Random(seed), 3 + seed % 3
        n, pairs = seats + 1, [*permutations(range(seats + 1), 2)]
        history: list[int | tuple[int, int]] = []
        met: set[frozenset[int]] = set()
        for _ in range(rng.randrange(1, 9)):
            a, b = rng.choice(pairs)
            if frozenset((a, b)) in met or rng.random() < 0.3:
                history.append(rng.randrange(seats))
            else:
                met.add(frozenset((a, b)))
                history.append((a, b))
        if any(sum(seat in pair for pair in met) == n - 1 for seat in range(n)):
            continue  # whoever has met all and did not end it is not the Beest: no evidence of this lesson
        law = {b: F(1, n) for b in range(n)}
        try:
            known = beest.posterior(history, seat=0, seats=seats).beest
        except ValueError:
            continue
        for likelihood in left["evidence"](history, n):
            law = bayes(law, likelihood)
        assert {b: p for b, p in law.items() if p} == known.to_dict(), history
        compared += 1
    assert compared > 100


def test_the_played_expedition(left: dict[str, Any]) -> None:
    match, law = left["match"], {b: F(b != 0, 4) for b in range(5)}
    assert [turn.ways[2] for turn in left["played"] if turn.ways[2]] == [12, 4, 6]
    ratios = {
        2: F(2),
        1: F(4),
        3: F(0),
        4: F(1),
    }  # Cleo met with 12 of 24 ways, Bo with 6; Dan did not, and could
    weights = {b: p * ratios.get(b, 0) for b, p in law.items()}
    expected = {b: w / sum(weights.values()) for b, w in weights.items() if w}
    assert (
        expected
        == {1: F(4, 7), 2: F(2, 7), 4: F(1, 7)}
        == beest.who(match, 0, beest.eager(1)).beest.to_dict()
    )
    assert r"\tfrac47" in TEXT


def test_ways_that_meet_are_such_as_hands_have(left: dict[str, Any]) -> None:
    """The numbers of ways of 24 in the exercises come about at real tables."""
    ends = [["T/MB", "M/TB"], ["B/TM", "T/MB"], ["T/TB", "B/TM"], ["M/TB", "M/TM"]]
    found = set()
    for rows in product(ends, repeat=4):
        for heights in ("TTTM", "TTMM", "TTMB", "TMMM", "MMMB", "TTTT"):
            hand = [{"T": "T/MB", "M": "M/TB", "B": "B/TM"}[height] for height in heights]
            found.add(sum(beest.lines(hand, dict(enumerate(rows))).alone.values()))
    assert {4, 6, 8, 12, 16, 18} <= found


def test_plays_bear_it_out(left: dict[str, Any]) -> None:
    assert left["counts"].total() == 1_000
    for name in ("Bo", "Cleo", "Dan", "the silent guy"):
        assert abs(left["counts"][name] - 250) < 4 * (1_000 * 0.25 * 0.75) ** 0.5
    asked, right = left["asked"], left["right"]
    assert asked.total() > 200 and right[1] == asked[1]
    for many in (2, 3):
        assert abs(right[many] - asked[many] / many) < 4 * (asked[many] * (many - 1)) ** 0.5 / many


def test_the_form_shows_the_base_rate(left: dict[str, Any]) -> None:
    hummers = left["hummers"]
    assert hummers()[0].endswith("180 hum, of the others 160. So of 340 who hum 52.9% are infected.")
    assert hummers(infected=10)[0].endswith("So of 207 who hum 4.3% are infected.")
    with pytest.raises(ValueError, match="nobody hums"):
        hummers(hum=0, false_alarm=0)


def test_it_keeps_the_house_rules(left: dict[str, Any]) -> None:
    assert 45 <= len(CELLS) <= 60 and len(FOLDED) == 17
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
