"""Races, three ways: closed forms, every order or chain, and the rules' own exchanges played at random."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction as F
from itertools import combinations, permutations
from math import exp, sqrt
from random import Random
from typing import Any, cast

import pytest
from games.beest.laying import beest_table, lay

from beastlab.games.beest import Exchange, Table, rules
from beastlab.games.beest.formulas import formulas
from beastlab.games.beest.races import BEEST, CLEAN, Graph, finishing, race, turn_chain
from beastlab.games.beest.scoring import has_won
from beastlab.games.beest.table import BLACK, COLOURS
from beastlab.odds import Distribution


def agree(hits: int, games: int, chance: F) -> None:
    """The frequency lies within four standard errors of the chance."""
    assert abs(hits - games * chance) < 4 * sqrt(games * chance * (1 - chance)), (hits, games, float(chance))


# --- the race of fresh pairs -----------------------------------------------------------------------------


def run(table: Table, order: Any) -> tuple[str, int]:
    """The end of a race in this order of pairs, by the conditions of the rules."""
    table.exchanges = []
    for made, pair in enumerate(order, 1):
        table.exchanges.append(Exchange(*pair))
        if any(has_won(table, seat, table.beest) for seat in table.everyone):
            return CLEAN, made
        if len(table.partners(table.beest)) == table.options.places - 1:
            return BEEST, made
    raise AssertionError("a race without an end")


@pytest.mark.rule("beest.end1.trigger", "beest.end2.trigger")
def test_every_order_of_four_seats() -> None:
    table = lay(3)
    ends = Counter(run(table, order) for order in permutations(combinations(range(4), 2)))
    assert sum(ends.values()) == 720 and race(4).law == Distribution(ends)


@pytest.mark.parametrize(("humans", "n"), [(4, 5), (5, 6), (6, 6)])
def test_races_at_random(humans: int, n: int) -> None:
    table, rng, games = lay(humans, beest=1), Random(1), 1500
    pairs = list(combinations(range(n), 2))
    ends = [run(table, rng.sample(pairs, len(pairs))) for _ in range(games)]
    agree(sum(end == BEEST for end, _ in ends), games, race(n).chance)
    mean, square = race(n).exchanges, race(n).law.expect(lambda end: end[1] ** 2)
    error = sqrt(float(square - mean**2) / games)
    assert abs(sum(made for _, made in ends) / games - float(mean)) < 4 * error


def test_chance_of_finishing() -> None:
    formula = formulas()["beest.formula.race"]
    for n in (4, 5, 6):
        assert race(n).chance == finishing(n) == formula.at(n=n)
    assert abs(float(finishing(300)) - exp(-1)) < 0.001
    # three seats: the Beest has the first two exchanges of three, else a clean one meets the other before it
    orders = list(permutations([(0, 1), (0, 2), (1, 2)]))
    assert finishing(3) == F(sum((1, 2) == order[2] for order in orders), len(orders))
    for n in (2, 301):
        with pytest.raises(ValueError, match="give a whole number from 3 to 300"):
            finishing(n)
    with pytest.raises(ValueError, match="n is 7; give a whole number from 4 to 6"):
        race(7)


# --- turn after turn ---------------------------------------------------------------------------------------


def expedition(table: Table, rng: Random, meets: float) -> tuple[str | int, int]:
    """The end of an expedition of the study and its turns; exchanges and turn ends are the rules' own."""
    for turns in range(1, 10_000):
        seat = table.turn
        if rng.random() < meets:
            other = rng.choice(table.others(seat))
            if drive(rules.exchange(table, other)):
                return BEEST, turns
        drive(rules.end_of_turn(table))
        if table.points:
            return seat, turns
    raise AssertionError("an expedition without an end")


def drive(program: Any) -> Any:
    """What a rule returns that asks nothing."""
    while True:
        try:
            next(program)
        except StopIteration as end:
            return end.value


def dealt(humans: int, suspect: int) -> Table:
    table = beest_table(humans)
    table.phase, table.piles = (
        "turn",
        [*COLOURS[:suspect], BLACK, *COLOURS[suspect : table.options.places - 1]],
    )
    return table


@pytest.mark.rule("beest.end2.end-of-turn", "beest.end1.any-turn", "beest.meet.repeat-effect")
@pytest.mark.parametrize(
    ("humans", "suspect", "meets"), [(3, 0, "1"), (3, 3, "1/2"), (4, 2, "1"), (4, 4, "1/3")]
)
def test_expeditions_at_random(humans: int, suspect: int, meets: str) -> None:
    course, rng, games = turn_chain(humans, suspect, meets), Random(3), 800
    found = [expedition(dealt(humans, suspect), rng, float(F(meets))) for _ in range(games)]
    ends = Counter(end for end, _ in found)
    assert set(ends) <= set(course.ends)
    for end, chance in course.ends.items():
        agree(ends[end], games, chance)
    mean = sum(turns for _, turns in found) / games
    spread = sqrt(sum((turns - mean) ** 2 for _, turns in found) / games)
    assert abs(mean - float(course.turns)) < 4 * spread / sqrt(games)
    assert course.chance == course.ends[BEEST]


def test_expeditions_that_go_on() -> None:
    """One step of the chain by hand: what it says before a turn is the average of what it says after it."""
    before = turn_chain(3, 1, exchanges=[(0, 3)], turn=2)
    after = [[(0, 3), (2, 0)], [(0, 3), (2, 1)], [(0, 3), (2, 3)]]
    chances = [turn_chain(3, 1, exchanges=made, turn=0) for made in after]
    assert before.chance == sum(course.chance for course in chances) / 3
    assert before.turns == 1 + sum(course.turns for course in chances) / 3
    # seat 0 wins at the end of his turn, whatever he does, unless he meets the Beest, which then goes on
    last = turn_chain(3, 1, exchanges=[(0, 3), (0, 2), (1, 2), (1, 3)], turn=0)
    assert last.ends == Distribution({0: 2, BEEST: 1}) and last.turns == 1
    # where nobody has to meet, the same ends come later
    slow = turn_chain(3, 1, "1/2", exchanges=[(0, 3), (0, 2), (1, 2), (1, 3)], turn=0)
    assert slow.ends == Distribution({0: 5, BEEST: 1}) and slow.turns == 1


def test_chains_that_are_refused() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"seats": 7}, "seats is 7; give a whole number from 3 to 6"),
        ({"beest": 4}, "beest is 4; give a whole number from 0 to 3"),
        ({"turn": 3}, "turn is 3; give a whole number from 0 to 2"),
        ({"meets": 0}, "meets is 0; give a chance above 0"),
        ({"meets": cast(Any, 0.5)}, "not exact"),
        ({"exchanges": [(0, 0)]}, r"exchanges has \(0, 0\); give each pair"),
        ({"exchanges": [(0, 1), (1, 0)]}, r"exchanges has \(1, 0\); give each pair"),
        ({"exchanges": [(0, 1), (0, 2), (0, 3)]}, "the Beest has met everybody, so it is over"),
        ({"seats": 6}, "there may be 196,608 states; ask for fewer seats, or after some exchanges"),
    ]
    for arguments, why in cases:
        with pytest.raises(ValueError, match=why):
            turn_chain(**arguments)


def test_graphs_are_as_the_rules_have_them() -> None:
    """Over all 64 graphs of four seats, with either reading of who has to be met."""
    for readings in ("all_but_original", "clean_only"):
        table = lay(3, beest=2, winner_partners=readings)
        graph = Graph(4, 2, readings == "clean_only")
        pairs = list(graph.pairs)
        for count in range(len(pairs) + 1):
            for made in combinations(pairs, count):
                table.exchanges = [Exchange(*pair) for pair in made]
                edges = graph.edges(made)
                for seat in range(4):
                    assert graph.partners(edges, seat) == table.partners(seat)
                    assert graph.complete(edges, seat) == has_won(table, seat, 2)
                assert graph.finished(edges) == (len(table.partners(2)) == 3)
