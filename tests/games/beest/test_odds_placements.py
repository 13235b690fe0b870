"""The best way to lay a hand: held to all permutations and to what the placements do when they are played; and fast."""

from collections import Counter
from fractions import Fraction as F
from itertools import permutations
from random import Random
from statistics import median
from time import perf_counter

import pytest
from games.beest.by_listing import at_random, by_rules, laid, open_caves, turns

from beastlab.core.requests import Unknowable
from beastlab.games import beest
from beastlab.games.beest.caves import wanted
from beastlab.games.beest.line_counts import lines_now
from beastlab.games.beest.placements import best_placement, placement_now

HAND = ["T/TM", "M/TB", "M/MB", "B/TM"]
SEATS = {
    "Bo": ["T/MB", "M/TB"],
    "Cleo": ["B/TM", "T/MB"],
    "Dan": ["M/TB", "M/TM"],
    "box": ["T/TM", "T/TB"],
}


def by_permutations(table):
    """Who can be met from here after all caves lie, in how many ways."""
    rows = [(table.name(seat), wanted(table.at(seat))) for seat in open_caves(table)]
    stale = {table.name(seat) for seat in table.partners(table.turn)}
    ways = Counter()
    for hand in permutations(table.hand):
        found = [name for card, (name, good) in zip(hand, rows, strict=True) if card.entry in good]
        ways[found[0] if len(found) == 1 and found[0] not in stale else None] += 1
    return ways


@pytest.mark.rule("beest.turn.distribute-choice", "beest.meet.exactly-one")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_best_of_all_permutations(seats):
    rng, looked = Random(seats), 0
    for match in turns(seats, 10 + seats, expeditions=3):
        table = match.table
        worths = {table.name(seat): F(rng.randint(-9, 9), 4) for seat in table.others(table.turn)}
        worths[None] = F(rng.randint(-9, 9), 4)
        found = placement_now(match, worths)
        listed = by_permutations(table)
        assert {one.met: one.ways for one in found} == dict(listed)
        assert found.worth == max(worths[met] for met in listed)
        assert [one.worth for one in found] == sorted((worths[met] for met in listed), reverse=True)
        looked += 1
        if looked == 40:
            break
    assert looked > 20


@pytest.mark.rule("beest.turn.evaluate-after-all")
@pytest.mark.parametrize("evaluate", ["after_all", "as_placed"])
def test_what_is_proposed_is_what_happens(evaluate):
    """Every outcome is played on the live table, from the first cave and from the second one."""
    played = 0
    for seed in range(4):
        for match in turns(4, seed, evaluate_lines=evaluate, expeditions=1):
            if match.table.number < 3:
                continue
            for later in (False, True):
                start = match.fork()
                if later:
                    start.play(start.request.options[-1])
                    if start.table.met is not None:
                        continue
                for one in placement_now(start, "meet nobody"):
                    own, told = start.fork(), len(start.events())
                    number = own.table.number
                    for key in one.moves:
                        if own.table.number != number or own.over:
                            break  # the last black marker was given
                        own.play(key)
                    new = [event for event in own.events()[told:] if event.rule == "beest.meet.exactly-one"]
                    names = [own.table.name(event.data["lines"][0]) for event in new]
                    assert names == [one.met] * (one.met is not None)
                    if own.table.number == number and not own.over:
                        others = own.table.others(own.table.turn)
                        assert set(one.lines) == {own.table.name(s) for s in others if own.table.at(s).line}
                    played += 1
    assert played > 100


@pytest.mark.rule("beest.turn.evaluate-after-all")
def test_as_placed_the_order_of_serving_is_part_of_it():
    seats = {1: "T/TM T/MB M/TB", 2: "B/TM T/MB", 3: "T/TB B/TM"}
    table = laid(3, "M/TM T/TB B/TM", seats, evaluate_lines="as_placed")
    found = best_placement(table.hand, open_caves(table), "meet 2", evaluate_lines="as_placed")
    assert found.total == 36 and {one.met: one.ways for one in found} == {1: 10, 2: 1, 3: 1, None: 24}
    assert [(seat, card.name) for seat, card in found.best.caves.items()][:2] == [(1, "M/TM"), (2, "B/TM")]
    assert {met: chance for (met, _), chance in by_rules(table).items() if met == 2} == {2: F(1, 36)}


def test_goals():
    found = best_placement(HAND, SEATS, "avoid Bo")
    assert found.worth == 1 and found.best.met is None and found.of("Bo").worth == 0
    assert best_placement(HAND, SEATS, "meet Dan").worth == 0
    assert best_placement(HAND, SEATS, "meet Bo", exchanged=["Bo"]).worth == 0
    forced = best_placement(HAND[:1], {7: ["T/MB", "B/TM"]}, "avoid 7")
    assert forced.worth == 0 and forced.best.met == 7 and len(forced) == 1 and forced.best.ways == 1
    with pytest.raises(ValueError, match="no way to lay these caves meets nobody; they can meet seat 7"):
        forced.of(None)
    assert best_placement(HAND, SEATS, "meet nobody").best.lines != ("Bo",)
    assert best_placement(HAND, SEATS, {}).worth == 0
    assert found[0] is found.best and found[1:] == found.placements[1:] and len(found) == 4


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        ("flee", "the goal is 'flee'; give 'meet ...', 'avoid ...', 'meet nobody'"),
        ("meet Eve", "the goal is 'meet Eve'; give one of Bo, Cleo, Dan, box"),
        ("avoid nobody", "the goal is 'avoid nobody'"),
        (3, "the goal is 3"),
        ({"Eve": 1}, "Eve can't have a line in this turn; give one of Bo"),
        ({("Bo", 1): 1}, "a goal names"),
        ({"Bo": 0.5}, "the worth of meeting Bo is the float 0.5"),
    ],
)
def test_goals_that_cannot_be_are_refused(goal, told):
    with pytest.raises(ValueError, match=told):
        best_placement(HAND, SEATS, goal)


def test_on_a_live_table_seats_have_names_and_numbers():
    for match in turns(3, 4):
        if match.table.number > 6 and len(lines_now(match).can_meet) > 1:
            break
    table = match.table
    (target, *_) = lines_now(match).can_meet
    number = next(seat for seat in table.everyone if table.name(seat) == target)
    assert placement_now(match, {number: 3}).best == placement_now(match, {target: 3}).best
    assert placement_now(match, f"meet {target}").best.moves == placement_now(match, {number: 3}).best.moves
    with pytest.raises(ValueError, match=f"{table.name(table.turn)} can't have a line in this turn"):
        placement_now(match, {table.turn: 1})
    twin = match.fork()
    for move in placement_now(twin, "meet nobody").best.moves[:1]:
        twin.play(move)
    (first,) = twin.table.served
    gone = twin.table.name(first)
    assert not twin.table.at(first).line, "so nothing meets it any more"
    assert placement_now(twin, {first: 9, None: 1}).worth <= 1 == placement_now(twin, f"avoid {gone}").worth
    with pytest.raises(Unknowable, match="caves to draw"):
        placement_now(beest.new_match(3), "meet nobody")


def test_it_reads_well_and_escapes_names():
    found = best_placement(
        HAND, {"<b>": SEATS["Bo"], 2: SEATS["Cleo"], 3: [], "box": SEATS["box"]}, {"<b>": F(1, 2)}
    )
    assert repr(found).startswith("worth of meeting <b> 1/2:\n  1/2  meets <b>, 2 of 24: ")
    page = found._repr_html_()
    assert "&lt;b&gt;" in page and "<b>" not in page and "18 of 24" in page


@pytest.mark.parametrize("evaluate", ["after_all", "as_placed"])
def test_it_is_fast_at_six_seats(evaluate):
    rng, took = Random(6), []
    for seed in range(9):
        match = beest.new_match(6, seed, evaluate_lines=evaluate, expeditions=1)
        while not match.over and len(took) < 200:
            if match.table.hand and match.request.rule == "beest.turn.distribute-choice":
                others = match.table.others(match.table.turn)
                began = perf_counter()
                placement_now(
                    match, {seat: rng.randint(-5, 5) for seat in others if seat not in match.table.served}
                )
                took.append(perf_counter() - began)
            at_random(match, rng)
    assert len(took) == 200 and median(took) < 0.1
    print(f"{evaluate}: median {1000 * median(took):.2f} ms, p95 {1000 * sorted(took)[189]:.2f} ms")
