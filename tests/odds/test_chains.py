"""Chains against first-step equations, their own powers, numeric linear algebra and simulation."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, sqrt
from random import Random

import icepool
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beastlab.odds import Chain, Distribution
from beastlab.odds import chains as module


@st.composite
def chains(draw):
    """Random rows on the states 0..n-1 with ends "a", "b"; every state has some way to "a"."""
    n = draw(st.integers(1, 6))
    rows = {}
    for state in range(n):
        targets = draw(st.lists(st.sampled_from([*range(n), "b"]), max_size=5))
        rows[state] = {**{t: draw(st.integers(1, 5)) for t in targets}, "a": draw(st.integers(1, 3))}
    return rows


def law(rows, state):
    total = sum(rows[state].values())
    return {target: Fraction(weight, total) for target, weight in rows[state].items()}


@given(chains())
def test_first_step_equations_hold_exactly(rows):
    chain = Chain(rows)
    for state in rows:
        onward = law(rows, state)
        ends = chain.ends(state)
        for end in ("a", "b"):
            assert ends[end] == sum(p * chain.ends(target)[end] for target, p in onward.items())
        assert chain.steps(state) == 1 + sum(p * chain.steps(t) for t, p in onward.items() if t in rows)


@given(chains())
def test_visits_agree_with_the_fundamental_matrix(rows):
    n = len(rows)
    inner = np.array([[float(law(rows, i).get(j, 0)) for j in range(n)] for i in range(n)])
    expected = np.linalg.inv(np.eye(n) - inner)[0]  # a row of the fundamental matrix
    visits = Chain(rows).visits(0)
    assert [float(visits.get(state, 0)) for state in range(n)] == pytest.approx(list(expected))


@given(chains(), st.integers(0, 6))
def test_after_is_the_power_of_the_matrix(rows, steps):
    chain = Chain(rows)
    at = {0: Fraction(1)}
    for _ in range(steps):
        onward = Counter()
        for state, p in at.items():
            for target, q in law(rows, state).items() if state in rows else [(state, 1)]:
                onward[target] += p * q
        at = onward
    assert chain.after(0, steps).to_dict() == dict(at)
    assert chain.survival(0, steps) == sum(p for state, p in at.items() if state in rows)


@settings(max_examples=20)
@given(chains())
def test_expected_steps_are_the_sum_of_survival(rows):
    chain = Chain(rows)
    assert float(sum(chain.survival(0, n) for n in range(60))) <= float(chain.steps(0)) + 1e-12
    left = chain.survival(0, 60)
    if left < Fraction(1, 10**9):
        assert float(sum(chain.survival(0, n) for n in range(60))) == pytest.approx(float(chain.steps(0)))


def test_gamblers_ruin():
    """A fair walk from 3 between 0 and 10: ends at 10 with 3/10, after 3 * 7 steps on average."""
    chain = Chain({i: {i - 1: 1, i + 1: 1} for i in range(1, 10)})
    assert chain.ends(3)[10] == Fraction(3, 10) and chain.steps(3) == 21
    assert chain.visits(3)[3] == Fraction(42, 10)


def test_a_long_chain_needs_no_recursion():
    n = 5_000
    chain = Chain({i: {i: 1, i + 1: 1} for i in range(n)})
    assert chain.steps(0) == 2 * n and chain.ends(0)[n] == 1


def test_simulation_agrees():
    rows = {"x": {"y": 2, "x": 1, "end": 1}, "y": {"x": 3, "out": 2}}
    rng, n, ended, steps = Random(5), 20_000, Counter(), 0
    for _ in range(n):
        state = "x"
        while state in rows:
            state = rng.choices(list(rows[state]), list(rows[state].values()))[0]
            steps += 1
        ended[state] += 1
    chain = Chain(rows)
    p = chain.ends("x")["out"]
    assert abs(ended["out"] - n * p) < 5 * sqrt(n * p * (1 - p))
    assert steps / n == pytest.approx(float(chain.steps("x")), rel=0.05)


def test_ends_and_states_that_only_stay_are_absorbing():
    chain = Chain({"a": {"b": 1, "c": 1}, "b": {"b": 3}})
    assert chain.ends("a").to_dict() == {"b": Fraction(1, 2), "c": Fraction(1, 2)}
    assert chain.ends("c") == Distribution.certain("c") and chain.steps("b") == 0


def test_a_periodic_class_that_can_be_left_is_fine():
    assert Chain({"a": {"b": 1}, "b": {"a": 1, "end": 1}}).steps("a") == 4


def test_a_chain_that_may_never_end_is_refused_and_says_where():
    chain = Chain({"go": {"tick": 1, "end": 1}, "tick": {"tock": 1}, "tock": {"tick": 1}})
    with pytest.raises(ValueError, match=r"from 'go' the chain may never end: it can't leave \{'to?[ic]"):
        chain.steps("go")
    assert chain.survival("go", 9) == Fraction(1, 2)


def test_an_unknown_start_is_refused():
    for ask in ("ends", "steps", "visits"):
        with pytest.raises(ValueError, match="'z' is no state"):
            getattr(Chain({"a": {"b": 1}}), ask)("z")


def test_steps_and_states_are_checked():
    chain = Chain({"a": {"a": 1, "b": 1}})
    assert chain.survival("a", 9) == Fraction(1, 512)
    for steps in (10**6, True, "9", None, -1):
        with pytest.raises(ValueError, match="steps is .*; give a whole number from 0 to 10000"):
            chain.survival("a", steps)
    for state in ([], None, "x" * 999):
        with pytest.raises(ValueError, match="is no state of this chain; give one of its labels") as refused:
            chain.steps(state)
        assert len(str(refused.value)) < 130
    with pytest.raises(ValueError, match="give a dict of states"):
        Chain([1])


@given(chains())
def test_the_second_moment_obeys_first_step_equations(rows):
    """E[T^2] = 1 + 2 E[T after the first step] + E[T^2 after it]."""
    chain = Chain(rows)
    mean = {state: chain.steps(state) for state in [*rows, "a", "b"] if state in chain.states}
    square = {state: chain.steps_variance(state) + mean[state] ** 2 for state in mean}
    for state in rows:
        onward = law(rows, state).items()
        assert square[state] == 1 + sum(p * (2 * mean[t] + square[t]) for t, p in onward)


@given(chains(), st.integers(0, 5))
def test_when_is_what_walks_of_each_length_do(rows, steps):
    walks, expected = {(0,): Fraction(1)}, Counter()
    for step in range(1, steps + 1):
        longer = Counter()
        for walk, p in walks.items():
            for target, q in law(rows, walk[-1]).items():
                if target in rows:
                    longer[walk[-1], target] += p * q  # only the last two states matter here
                else:
                    expected[target, step] += p * q
        walks = longer
    expected["not yet", steps] = sum(walks.values())
    joint = Chain(rows).when(0, steps)
    assert joint.to_dict() == {outcome: p for outcome, p in expected.items() if p}


def test_when_sums_to_the_ends_and_starts_at_an_end():
    chain = Chain({"a": {"b": 1, "c": 2}, "b": {"c": 1, "d": 4}})
    joint = chain.when("a", 5)
    assert joint.marginal(0) == chain.ends("a") and ("not yet", 5) not in joint
    assert joint["d", 2] == Fraction(4, 15) and joint["c", 1] == Fraction(2, 3)
    assert chain.when("d", 3) == Distribution.certain(("d", 0))
    assert chain.when("a", 0) == Distribution.certain(("not yet", 0))
    with pytest.raises(ValueError, match="a state is called 'not yet'"):
        Chain({"a": {"not yet": 1}}).when("a", 2)


ROLL = {t: 6 - abs(7 - t) for t in range(2, 13)}


def six_seats():
    """Roll two dice under the last total and lose; else the total is the next seat's threshold."""
    rows = {}
    for seat in range(6):
        for threshold in range(4, 13):
            row = {((seat + 1) % 6, total): ways for total, ways in ROLL.items() if total >= threshold}
            row[seat] = sum(ways for total, ways in ROLL.items() if total < threshold)
            rows[seat, threshold] = row
    return rows


def test_six_seats_against_icepool():
    def step(seat, threshold):
        if not threshold:
            return seat, 0  # has lost
        return (2 @ icepool.d6).map(lambda t: ((seat + 1) % 6, t) if t >= threshold else (seat, 0))

    peer = icepool.map(step, icepool.Die([(0, 4)]), star=True, repeat="inf")
    ends = Chain(six_seats()).ends((0, 4))
    assert ends.to_dict() == {seat: peer.probability((seat, 0)) for seat in range(6)}


def test_six_seats_against_a_float_solve():
    rows = six_seats()
    place = {state: i for i, state in enumerate(rows)}
    matrix = np.eye(len(rows))
    for state, row in rows.items():
        for target, ways in row.items():
            if target in place:
                matrix[place[state], place[target]] -= ways / 36
    steps = np.linalg.solve(matrix, np.ones(len(rows)))
    squares = np.linalg.solve(matrix, 2 * steps - 1)
    chain = Chain(rows)
    assert float(chain.steps((0, 4))) == pytest.approx(steps[place[0, 4]])
    variance = squares[place[0, 4]] - steps[place[0, 4]] ** 2
    assert float(chain.steps_variance((0, 4))) == pytest.approx(variance)


def test_ruin_with_uneven_steps_has_its_closed_form():
    n, i, ratio = 60, 23, Fraction(19, 17)
    chain = Chain({k: {k - 1: 19, k + 1: 17} for k in range(1, n)})
    assert chain.ends(i)[n] == (ratio**i - 1) / (ratio**n - 1)


def test_a_walk_on_a_grid_against_a_float_solve():
    n = 9
    moves = ((0, 1), (1, 0), (0, -1), (-1, 0))
    rows = {(i, j): {(i + a, j + b): 1 + (a > 0) for a, b in moves} for i in range(n) for j in range(n)}
    place = {state: k for k, state in enumerate(rows)}
    matrix = np.eye(n * n)
    for state, row in rows.items():
        for target, ways in row.items():
            if target in place:
                matrix[place[target], place[state]] -= ways / 5
    start = (4, 4)
    expected = np.linalg.solve(matrix, np.eye(n * n)[place[start]])
    visits = Chain(rows).visits(start)
    assert [float(visits[state]) for state in rows] == pytest.approx(list(expected))


@pytest.mark.parametrize(("n", "expected"), [(4, Fraction(1, 3)), (5, Fraction(12, 35))])
def test_the_race_of_the_beest_over_all_graphs(n, expected):
    """beest.formula.race: the pairs exchange in random order; nobody's exchange with seat 0 comes last."""
    pairs = list(combinations(range(n), 2))
    rows = {}
    for bits in range(2 ** len(pairs)):
        row = Counter()
        left = [i for i in range(len(pairs)) if not bits >> i & 1]
        for i in left:
            last = pairs[i][0] == 0 and not any(pairs[i][1] in pairs[j] for j in left if j != i)
            row["another" if last else "beest" if len(left) == 1 else bits | 1 << i] += 1
        if row:
            rows[bits] = dict(row)
    formula = sum(
        Fraction((-1) ** k * comb(n - 1, k) * 2**k * factorial(2 * n - 2 - k), factorial(2 * n - 2))
        for k in range(n)
    )
    assert Chain(rows).ends(0)["beest"] == formula == expected


@pytest.mark.parametrize(
    ("n", "q", "expected"),
    [(4, 3, Fraction(37, 64)), (5, 3, Fraction(61, 125)), (6, 5, Fraction(4651, 7776))],
)
def test_being_the_beest_some_time(n, q, expected):
    """beest.formula.beest-some-time."""
    assert 1 - Chain({"not yet": {"not yet": n - 1, "once": 1}}).survival("not yet", q) == expected


def test_a_closed_class_out_of_reach_does_no_harm():
    chain = Chain({"a": {"end": 1, "a": 1}, "x": {"y": 1}, "y": {"x": 1}})
    assert chain.steps("a") == 2 and chain.ends("a")["end"] == 1


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"b": Fraction(1, 2), "c": Fraction(1, 3)}, "in the row of 'a' sum to 5/6, not to 1"),
        ({"b": 0.5, "c": 0.5}, "weight of 'b' in the row of 'a' is the float 0.5"),
        ({"b": 2, "c": -1}, "weight of 'c' in the row of 'a' is -1"),
        ({"b": True}, "weight of 'b' in the row of 'a' is True"),
        ({}, "row of 'a' leads nowhere"),
        ({"b": 0}, "row of 'a' leads nowhere"),
        ([1], r"row of 'a' is \[1\]; give a dict"),
    ],
)
def test_a_row_that_is_no_law_is_refused_and_named(row, sentence):
    with pytest.raises(ValueError, match=sentence):
        Chain({"z": {"a": 1}, "a": row})


def test_fractions_and_distributions_are_rows_as_well():
    exact = Chain({"a": {"a": Fraction(1, 3), "b": Fraction(2, 3), "c": 0}})
    assert exact.steps("a") == Fraction(3, 2) and "c" not in exact.states
    assert Chain({"a": Distribution({"a": 1, "b": 2})}).steps("a") == Fraction(3, 2)


def test_work_without_end_is_refused_before_it_begins():
    n = 300
    crowd = Chain({i: {**dict.fromkeys(range(n), 1), "end": i + 1} for i in range(n)})
    with pytest.raises(ValueError, match="300 states of this chain lead into each other .* merge states"):
        crowd.ends(0)
    with pytest.raises(ValueError, match="9999 steps among 300 states would take long"):
        crowd.survival(0, 9999)


def test_the_estimate_of_work_is_near_the_time_it_takes(monkeypatch):
    """A budget of a hundredth allows some 40 states that all lead into each other, not 100."""
    monkeypatch.setattr(module, "MOST_WORK", 10**8)
    rng = Random(2)

    def crowd(n):
        return Chain({i: {**{j: rng.randint(1, 6) for j in range(n)}, "end": 1} for i in range(n)})

    assert crowd(30).ends(0)["end"] == 1
    with pytest.raises(ValueError, match="merge states"):
        crowd(100).ends(0)


def test_a_report_tells_all_of_it():
    chain = Chain({"<go>": {"<go>": 1, "<b>win</b>": 2, "lose": 1}})
    report = chain.report("<go>")
    assert report.ends == chain.ends("<go>") and report.visits == chain.visits("<go>")
    assert (report.steps, report.steps_variance) == (Fraction(4, 3), Fraction(4, 9))
    assert report.steps_std == pytest.approx(2 / 3)
    assert report.going_on == tuple(Fraction(1, 4**k) for k in range(1, 11))
    text, page = repr(report), report._repr_html_()
    assert "'<b>win</b>' 2/3 (66.67 %)" in text and "4/3 on average, standard deviation 0.667" in text
    assert "25.00 %, 6.25 %" in text
    assert "&lt;b&gt;win&lt;/b&gt;" in page and "From &lt;go&gt;" in page
    assert "<b>" not in page and "<go>" not in page
    assert repr(chain.report("lose")).count("none") == 1  # nothing is visited from an end


def test_a_report_of_many_states_is_cut():
    report = Chain({i: {i + 1: 1} for i in range(30)}).report(0)
    assert "10 more" in repr(report) and "10 more" in report._repr_html_()


def test_a_chain_says_how_many_states_and_ends_it_has():
    assert repr(Chain({"a": {"a": 1, "win": 2, "lose": 1}})) == "<Chain: 3 states, 2 ends: 'win', 'lose'>"
    assert repr(Chain({"a": {"a": 1}})) == "<Chain: 1 state, 1 end: 'a'>"
    assert repr(Chain({"a": {"b": 1}, "b": {"a": 1}})) == "<Chain: 2 states, 0 ends>"
    assert repr(Chain({0: dict.fromkeys(range(1, 20), 1)})).endswith(
        "19 ends: 1, 2, 3, 4, 5, 6, 7, 8 and 11 more>"
    )


def test_a_chain_without_rows_is_refused():
    with pytest.raises(ValueError, match="no rows; give at least one state with its next states"):
        Chain({})
