"""Distributions against plain counting: every operation on laws must agree with lists of equal chances."""

import copy
import pickle
from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beastlab.odds import Distribution, d6, joint, mix, total

faces = st.lists(st.integers(-4, 6), min_size=1, max_size=6)


def counted(outcomes):
    """The law of a list whose elements are equally likely, as a plain dict."""
    outcomes = list(outcomes)
    return {x: Fraction(n, len(outcomes)) for x, n in Counter(outcomes).items()}


@given(faces, faces)
def test_arithmetic_means_independent_copies(a, b):
    x, y = Distribution.uniform(a), Distribution.uniform(b)
    assert (x + y).to_dict() == counted(i + j for i, j in product(a, b))
    assert (x - y).to_dict() == counted(i - j for i, j in product(a, b))
    assert (10 - x).to_dict() == counted(10 - i for i in a)
    assert (x + 3).to_dict() == (3 + x).to_dict() == counted(i + 3 for i in a)
    assert joint(x, y).to_dict() == counted(product(a, b))
    assert joint(x, y).marginal(1) == y


@given(faces, st.integers(0, 4))
def test_repetition_is_repeated_addition(a, n):
    assert (n * Distribution.uniform(a)).to_dict() == counted(map(sum, product(a, repeat=n)))


@given(st.lists(st.sampled_from([0, 1, 500, 100_000]), min_size=1, max_size=4), st.integers(1, 3))
def test_repetition_of_sparse_outcomes(a, n):
    assert (n * Distribution.uniform(a)).to_dict() == counted(map(sum, product(a, repeat=n)))


def test_repetition_of_fractions():
    halves = Distribution.uniform([Fraction(1, 2), Fraction(3, 2)])
    assert (2 * halves).to_dict() == {1: Fraction(1, 4), 2: Fraction(1, 2), 3: Fraction(1, 4)}


@given(faces, st.integers(1, 3))
def test_highest_and_lowest_of_copies(a, n):
    x = Distribution.uniform(a)
    assert x.highest(n).to_dict() == counted(map(max, product(a, repeat=n)))
    assert x.lowest(n).to_dict() == counted(map(min, product(a, repeat=n)))


@given(faces, st.integers(-5, 7))
def test_summaries_and_tails(a, v):
    x, size = Distribution.uniform(a), len(a)
    assert x.mean == Fraction(sum(a), size)
    assert x.variance == Fraction(sum(i * i for i in a), size) - Fraction(sum(a), size) ** 2
    assert x.std == sqrt(x.variance)
    assert x.pmf(v) == x[v] == Fraction(a.count(v), size)
    assert x.cdf(v) == Fraction(sum(i <= v for i in a), size)
    assert x.at_least(v) == Fraction(sum(i >= v for i in a), size) == x.P(lambda i: i >= v)


@given(faces, st.fractions(0, 1))
def test_quantile_is_the_first_outcome_that_reaches_the_level(a, q):
    x = Distribution.uniform(a)
    reached = x.quantile(q)
    assert x.cdf(reached) >= q
    assert all(x.cdf(lower) < q for lower in x if lower < reached)


@given(faces, faces, st.integers(1, 5), st.integers(1, 5))
def test_mix_and_then_are_two_stages(a, b, v, w):
    x, y = Distribution.uniform(a), Distribution.uniform(b)
    mixed = mix([(v, x), (w, y)])
    for outcome in {*a, *b}:
        assert mixed[outcome] == (v * x[outcome] + w * y[outcome]) / (v + w)
    assert x.then(lambda i: y + i) == x + y
    assert x.then(Distribution.certain) == x


def test_mix_takes_probabilities_and_leaves_out_what_is_impossible():
    mixed = mix([(Fraction(1, 3), d6), (Fraction(2, 3), d6 + 6), (0, d6 + 12)])
    assert mixed[1] == Fraction(1, 18) and mixed[12] == Fraction(1, 9) and 13 not in mixed


def test_given_conditions():
    law = total(2).given(lambda t: t >= 9)
    assert law.to_dict() == {
        9: Fraction(4, 10),
        10: Fraction(3, 10),
        11: Fraction(2, 10),
        12: Fraction(1, 10),
    }


def test_map_looks_at_one_roll():
    assert d6.map(lambda face: 2 * face)[7] == 0 != (2 * d6)[7]


def test_equality_and_hash_ignore_scale_and_order():
    a, b = Distribution({"x": 1, "y": 2}), Distribution({"y": Fraction(2, 3), "x": Fraction(1, 3)})
    assert a == b and hash(a) == hash(b) and len({a, b}) == 1
    assert a != Distribution({"x": 1, "y": 3}) and a != {"x": 1, "y": 2}


def test_numbers_are_sorted_and_others_keep_their_order():
    assert list(Distribution({3: 1, 1: 1, Fraction(5, 2): 1})) == [1, Fraction(5, 2), 3]
    assert list(Distribution({"win": 1, "draw": 1, "loss": 1, "void": 0})) == ["win", "draw", "loss"]


def test_it_never_changes_and_can_be_copied_and_sent():
    law = total(3)
    with pytest.raises(AttributeError, match="never changes"):
        law._total = 5
    with pytest.raises(TypeError):
        law.weights[3] = 5  # type: ignore[index]
    assert pickle.loads(pickle.dumps(law)) == copy.deepcopy(law) == law


def test_weights_are_ways():
    assert total(2).weights[7] == 6 and total(2).total == 36


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ({}, "nothing can happen"),
        ({"a": 0}, "nothing can happen"),
        ({"a": -1, "b": 2}, "weights are 0 or more"),
        ({"a": 0.5, "b": 0.5}, r"not exact; write Fraction\(1, 2\)"),
        ({"a": Fraction(1, 2), "b": Fraction(1, 3)}, "sum to 5/6, not to 1"),
        ({"a": None}, "give an int, a Fraction"),
    ],
)
def test_bad_weights_are_refused_with_a_remedy(weights, words):
    with pytest.raises(ValueError, match=words):
        Distribution(weights)


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda: Distribution.uniform([]), ValueError, "at least one"),
        (lambda: d6.given(lambda face: face > 6), ValueError, "never true"),
        (lambda: Distribution.uniform("ab").mean, ValueError, "map the outcomes"),
        (lambda: Distribution.uniform("ab").quantile(0.5), ValueError, "map the outcomes"),
        (lambda: d6.quantile(2), ValueError, "from 0 to 1"),
        (lambda: d6.marginal(0), ValueError, "joint law"),
        (lambda: d6.highest(0), ValueError, "at least 1"),
        (lambda: d6 * d6, TypeError, "joint"),
        (lambda: -1 * d6, ValueError, "at least 0"),
        (lambda: d6 + "a", TypeError, "unsupported"),
    ],
)
def test_bad_questions_are_refused_with_a_remedy(ask, error, words):
    with pytest.raises(error, match=words):
        ask()


def test_samples_follow_the_weights():
    law, n = Distribution({"a": 1, "b": 2, "c": 7}), 20_000
    drawn = Counter(law.sample(Random(1), n))
    for outcome, p in law.items():
        assert abs(drawn[outcome] - n * p) < 5 * sqrt(n * p * (1 - p))


def test_repr_is_short():
    assert repr(total(2)) == "Distribution(2: 1/36, 3: 1/18, 4: 1/12, ... 7 more, 12: 1/36)"


def test_html_escapes_and_says_in_words_what_the_bars_show():
    page = Distribution({"<b>&": 1, "miss": 3})._repr_html_()
    assert "&lt;b&gt;&amp;" in page and "<b>&" not in page
    assert "1/4" in page and "25.00 %" in page and 'aria-hidden="true"' in page and 'scope="row"' in page


def test_html_shows_the_likeliest_sums_up_the_rest_and_shortens_long_fractions():
    law = total(60)
    page = law._repr_html_()
    assert page.count("<tr>") == 42 and "261 less likely outcomes" in page
    assert ">210</th>" in page and ">60</th>" not in page
    assert f"about {float(law[210]):.6g}" in page and "mean 210," in page


@pytest.mark.parametrize(
    "ask",
    [
        lambda d6: 10**6 * d6,
        lambda d6: 10**9 * d6.map(lambda face: face**3),
        lambda d6: d6.map(Fraction) * 5000,
        lambda d6: d6.highest(10**9),
        lambda d6: joint(*[d6] * 30),
        lambda d6: 3000 * d6 + 3000 * d6,
    ],
)
def test_what_would_take_too_long_is_refused_with_advice(ask):
    with pytest.raises(ValueError, match="would take too long; take fewer"):
        ask(Distribution.uniform(range(1, 7)))


def test_weights_are_a_dict():
    for weights in (None, 5, [1], "ab"):
        with pytest.raises(ValueError, match="give a dict of outcomes and weights"):
            Distribution(weights)
