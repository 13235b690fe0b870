"""Chains against first-step equations, their own powers, numeric linear algebra and simulation."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beastlab.odds import Chain, Distribution
from beastlab.odds.chains import solve


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
    expected = np.linalg.inv(np.eye(n) - inner)[0]
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


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.tuples(
            st.lists(st.lists(st.integers(-4, 4), min_size=n, max_size=n), min_size=n, max_size=n),
            st.lists(st.integers(-5, 5), min_size=n, max_size=n),
        )
    )
)
def test_solve_solves(system):
    matrix, right = system
    if abs(np.linalg.det(np.array(matrix, dtype=float))) < 0.5:
        with pytest.raises(ValueError, match="no single solution"):
            solve(matrix, right)
    else:
        solution = solve(matrix, right)
        for row, value in zip(matrix, right, strict=True):
            assert sum(a * x for a, x in zip(row, solution, strict=True)) == value


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
