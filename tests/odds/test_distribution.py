"""Distributions against plain counting: every operation on laws must agree with lists of equal chances."""

import copy
import pickle
from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random
from statistics import correlation, median_low, multimode

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beastlab.odds import Distribution, d6, joint, mix
from beastlab.odds.texts import decimal_text, one_in_text, percent_text

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
    law = (2 * d6).given(lambda t: t >= 9)
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
    law = 3 * d6
    with pytest.raises(AttributeError, match="never changes"):
        law._total = 5
    with pytest.raises(TypeError):
        law.weights[3] = 5  # type: ignore[index]
    assert pickle.loads(pickle.dumps(law)) == copy.deepcopy(law) == law


def test_weights_are_ways():
    assert (2 * d6).weights[7] == 6 and (2 * d6).total == 36


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
        (lambda: Distribution.uniform("ab").median, ValueError, "map the outcomes"),
        (lambda: d6.quantile(0.5), ValueError, r"not exact; write Fraction\(1, 2\)"),
        (lambda: d6.at_least("x"), ValueError, "'x' can't be compared with outcomes such as 1"),
        (lambda: d6.order(3, 4), ValueError, "k is 4; give a whole number from 1 to 3"),
        (lambda: d6.moment(-1), ValueError, "k is -1; give a whole number from 0"),
        (
            lambda: d6.expect(lambda x: x / 2),
            ValueError,
            r"the value of 1 is the float 0.5.*Fraction\(1, 2\)",
        ),
        (lambda: joint(d6, d6).marginal(2), ValueError, "a position is 2; give a whole number from -2 to 1"),
        (lambda: joint(d6, d6).marginal(), ValueError, "no position is given"),
        (lambda: joint(d6, 1 + 0 * d6).correlation(0, 1), ValueError, "never varies"),
        (lambda: d6.then(lambda face: face), ValueError, "1 is no law; give a Distribution"),
        (lambda: joint(d6, 6), ValueError, "6 is no law"),
        (lambda: d6.quantile(2), ValueError, "from 0 to 1"),
        (lambda: d6.marginal(0), ValueError, "joint law"),
        (lambda: d6.highest(0), ValueError, "at least 1"),
        (lambda: d6 * d6, TypeError, "joint"),
        (lambda: -1 * d6, ValueError, "at least 0"),
        (
            lambda: d6 + "a",
            TypeError,
            "'a' can't be added to a law .*; use an int, a Fraction or another law",
        ),
        (lambda: "a" + d6, TypeError, "'a' can't be added"),
        (lambda: d6 - "a", TypeError, "'a' can't be added to a law or taken from it"),
        (lambda: "a" - d6, TypeError, "taken from it"),
        (lambda: d6 + 1j, TypeError, "1j can't be added"),
        (lambda: d6 - None, TypeError, "None can't be added"),
        (lambda: Distribution.uniform("ab") + 1, ValueError, "'a' is not a number; map"),
        (lambda: 1 - Distribution.uniform("ab"), ValueError, "'a' is not a number; map"),
        (lambda: d6 > 3, TypeError, r"with 3; .* d6.survival\(3\) or P\(roll\(d6\).total > 3\)"),
        (lambda: d6 >= 3, TypeError, r"d6.at_least\(3\) or P\(roll\(d6\).total >= 3\)"),
        (lambda: d6 <= 3, TypeError, r"d6.cdf\(3\) or"),
        (lambda: d6 < "a", TypeError, r"with 'a'; .* d6.P\(lambda x: x < 3\) or"),
        (lambda: 3 < d6, TypeError, r"d6.survival\(3\) or"),
        (lambda: d6 > 2 * d6, TypeError, r"two laws .* P\(roll\(a\).total > roll\(b\).total\)"),
        (lambda: d6 / 2, TypeError, r"map its outcomes, as in d6.map\(lambda x: Fraction\(x\) / 2\)"),
        (lambda: d6 // 2, TypeError, r"d6.map\(lambda x: x // 2\)"),
        (lambda: 6 % d6, TypeError, r"d6.map\(lambda x: x % 2\)"),
        (lambda: d6**2, TypeError, r"d6.map\(lambda x: x \*\* 2\)"),
        (lambda: d6.map(3), ValueError, "the function is 3; give one to call"),
        (lambda: d6.then(d6), ValueError, "the function is Distribution.*; give one to call"),
        (lambda: d6.P(3), ValueError, "the function is 3; give one to call"),
        (lambda: d6.given(3), ValueError, "the function is 3; give one to call"),
        (lambda: d6.expect(3), ValueError, "the function is 3; give one to call"),
        (
            lambda: d6.sample(None, 3),
            ValueError,
            r"rng is None; give a random generator, as in sample\(Random",
        ),
        (lambda: Distribution.uniform(5), ValueError, r"outcomes are 5; give a list .* range\(1, 7\)"),
        (
            lambda: Distribution.uniform([[1]]),
            ValueError,
            r"the outcome \[1\] can change; give one that can't",
        ),
        (lambda: Distribution.certain([1]), ValueError, r"the outcome \[1\] can change"),
        (lambda: d6.map(lambda x: [x]), ValueError, r"the outcome \[1\] can change"),
        (lambda: d6[[1]], ValueError, r"the outcome \[1\] can change"),
        (lambda: Distribution({1: 1, "a": 1}).cdf(1), ValueError, "1 can't be compared with .* such as 'a'"),
        (
            lambda: d6.at_least(float("nan")),
            ValueError,
            r"nan is no number .*; give one, as in at_least\(4\)",
        ),
        (lambda: Distribution.uniform("ab").cdf(float("nan")), ValueError, "nan is no number"),
        (
            lambda: mix(5),
            ValueError,
            r"the parts are 5; give a list of pairs, as in \[\(3, d6\), \(1, d8\)\]",
        ),
        (lambda: mix({d6: 1}), ValueError, "the parts are {.*; give a list of pairs"),
        (lambda: mix(joint(d6, d6)), ValueError, "the parts are Distribution.*; give a list of pairs"),
        (
            lambda: mix([d6]),
            ValueError,
            r"part 1 is Distribution.*; give a weight and a law, as in \(3, d6\)",
        ),
        (lambda: mix([(1, d6), (1, 6)]), ValueError, "6 is no law"),
        (lambda: mix([(2, d6), (-1, d6)]), ValueError, "weight of part 2 is -1; weights are 0 or more"),
        (lambda: mix([(0.5, d6), (0.5, d6)]), ValueError, "weight of part 1 is the float 0.5"),
        (
            lambda: mix([(Fraction(1, 2), d6), (Fraction(1, 3), 2 * d6)]),
            ValueError,
            "weights of the parts sum to 5/6, not to 1; add what is missing, or give whole numbers",
        ),
    ],
)
def test_bad_questions_are_refused_with_a_remedy(ask, error, words):
    with pytest.raises(error, match=words):
        ask()


TENTHS = Distribution({0.1: 1, 0.2: 2, 0.3: 3})


@pytest.mark.parametrize(
    "ask",
    [
        lambda law: law.mean,
        lambda law: law.variance,
        lambda law: law.moment(2),
        lambda law: law.central_moment(3),
        lambda law: law.median,
        lambda law: law.quantile(1),
        lambda law: law.order(2, 1),
        lambda law: law.cdf(1),
        lambda law: law.survival(1),
        lambda law: law.at_least(Fraction(1, 10)),
        lambda law: (2 * law).total,
        lambda law: (2 * law).mean,
        lambda law: (law + d6).weights,
        lambda law: -law,
        lambda law: law + 1,
        lambda law: law.to_scipy(),
        lambda law: joint(law, law).covariance(0, 1),
    ],
)
def test_floats_are_labels_and_never_counted_with(ask):
    with pytest.raises(ValueError, match=r"the outcome 0.1 is a float.*; map .* as in Fraction\(1, 10\)$"):
        ask(TENTHS)
    for odd in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match=f"the outcome {odd} is a float, which is not exact; map"):
            ask(Distribution({odd: 1}))
    ask(TENTHS.map(lambda x: Fraction(str(x))))


def test_floats_as_labels():
    assert TENTHS[0.2] == Fraction(1, 3) and TENTHS.modes == (0.3,) and (1 * TENTHS)[0.3] == Fraction(1, 2)
    assert list(d6.map(lambda face: -face / 2)) == [-3, -2.5, -2, -1.5, -1, -0.5], "they stand in order"
    assert TENTHS.P(lambda x: x > 0.15) == Fraction(5, 6) and "mean" not in TENTHS._repr_html_()
    assert TENTHS.expect(lambda x: Fraction(round(10 * x), 10)) == Fraction(7, 30)
    for shift in (lambda: d6 + 0.5, lambda: 0.5 + d6, lambda: d6 - 0.5, lambda: 0.5 - d6):
        with pytest.raises(ValueError, match=r"the shift is the float -?0.5.*; write Fraction\(-?1, 2\)"):
            shift()


def test_floats_as_thresholds_are_taken_where_they_say_what_they_mean():
    tenths = d6.map(lambda face: Fraction(face, 10))
    assert d6.at_least(3.5) == d6.survival(3.0) == Fraction(1, 2) and d6.at_least(float("inf")) == 0
    assert d6.cdf(float(d6.mean) + d6.std) == Fraction(5, 6) and tenths.at_least(0.15) == Fraction(5, 6)
    with pytest.raises(ValueError, match=r"the value is the float 0.1, .* write Fraction\(1, 10\)"):
        tenths.at_least(0.1)  # 0.1 is a little more than 1/10


def test_sums_leave_what_they_do_not_know_to_the_other():
    class Shifted:
        def __radd__(self, law):
            return "added", law

        def __rsub__(self, law):
            return "taken", law

    assert d6 + Shifted() == ("added", d6) and d6 - Shifted() == ("taken", d6)


def test_samples_follow_the_weights():
    law, n = Distribution({"a": 1, "b": 2, "c": 7}), 20_000
    drawn = Counter(law.sample(Random(1), n))
    for outcome, p in law.items():
        assert abs(drawn[outcome] - n * p) < 5 * sqrt(n * p * (1 - p))


def test_repr_is_short():
    assert repr(2 * d6) == "Distribution(2: 1/36, 3: 1/18, 4: 1/12, ... 7 more, 12: 1/36)"


def test_html_escapes_and_says_in_words_what_the_bars_show():
    page = Distribution({"<b>&": 1, "miss": 3})._repr_html_()
    assert "&lt;b&gt;&amp;" in page and "<b>&" not in page
    assert "1/4" in page and "25.00 %" in page and 'aria-hidden="true"' in page and 'scope="row"' in page


def test_html_shows_the_likeliest_sums_up_the_rest_and_shortens_long_fractions():
    law = 60 * d6
    page = law._repr_html_()
    assert page.count("<tr>") == 42 and "261 less likely outcomes" in page
    assert ">210</th>" in page and ">60</th>" not in page
    assert f"about {float(law[210]):.6g}" in page and "mean 210," in page


@pytest.mark.parametrize(
    "ask",
    [
        lambda d6: (10**6 * d6).weights,
        lambda d6: (10**9 * d6.map(lambda face: face**3)).weights,
        lambda d6: (d6.map(Fraction) * 5000).mean and (d6.map(Fraction) * 5000).total,
        lambda d6: (300 * d6.map(lambda face: 1001**face)).total,
        lambda d6: (2000 * d6.given(lambda face: face != 2) + 2000 * d6.given(lambda face: face != 3)).total,
        lambda d6: d6.highest(10**9),
        lambda d6: (100 * d6).order(10**6, 500),
        lambda d6: joint(*[d6] * 30),
        lambda d6: (8000 * d6 + 8000 * d6)[50_000],
    ],
)
def test_what_would_take_too_long_is_refused_with_advice(ask):
    with pytest.raises(ValueError, match="would take too long"):
        ask(Distribution.uniform(range(1, 7)))


def test_weights_are_a_dict():
    for weights in (None, 5, [1], "ab"):
        with pytest.raises(ValueError, match="give a dict of outcomes and weights"):
            Distribution(weights)


# --- moments, orders, tails -----------------------------------------------------------------


@given(faces, st.integers(0, 5))
def test_moments_are_averages(a, k):
    x, size = Distribution.uniform(a), len(a)
    middle = Fraction(sum(a), size)
    assert x.moment(k) == Fraction(sum(i**k for i in a), size)
    assert x.central_moment(k) == sum((i - middle) ** k for i in a) / size
    assert x.expect(lambda i: Fraction(i, 3) ** k) == x.moment(k) / 3**k
    assert x.central_moment(2) == x.variance


@given(faces, st.integers(1, 4), st.data())
def test_an_order_statistic_is_a_place_in_the_sorted_roll(a, n, data):
    k = data.draw(st.integers(1, n))
    x = Distribution.uniform(a)
    assert x.order(n, k).to_dict() == counted(sorted(roll)[-k] for roll in product(a, repeat=n))
    assert x.highest(n) == x.order(n, 1) and x.lowest(n) == x.order(n, n)


@given(st.dictionaries(st.integers(-3, 9), st.integers(1, 6), min_size=1), st.integers(1, 30), st.data())
def test_order_statistics_agree_with_icepool(weights, n, data):
    k = data.draw(st.integers(1, n))
    theirs = icepool.Die(weights).keep(n, n - k)  # counted from the lowest
    ours = Distribution(weights).order(n, k)
    assert ours.to_dict() == {x: theirs.probability(x) for x in theirs if theirs.quantity(x)}


def test_an_order_statistic_of_many_dice():
    law = d6.order(1000, 500)
    assert law.total == 6**1000 and sum(law.weights.values()) == 6**1000
    assert (100 * d6).order(3, 2).median == (100 * d6).median == 350


@given(faces, st.integers(-5, 7))
def test_survival_median_modes(a, v):
    x = Distribution.uniform(a)
    assert x.survival(v) == Fraction(sum(i > v for i in a), len(a)) == 1 - x.cdf(v)
    assert x.median == median_low(a)
    assert sorted(x.modes) == sorted(multimode(a))


@given(st.lists(st.integers(-4, 6).map(lambda i: f"{i + 4:02}"), min_size=1, max_size=6), st.integers(0, 10))
def test_tails_of_outcomes_that_are_no_numbers(a, v):
    x, v = Distribution.uniform(a), f"{v:02}"
    assert x.cdf(v) == Fraction(sum(i <= v for i in a), len(a)) == 1 - x.survival(v)
    assert x.at_least(v) == Fraction(sum(i >= v for i in a), len(a))


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.integers(0, 2)), min_size=1, max_size=8))
def test_components_of_tuples(rows):
    law, size = Distribution.uniform(rows), len(rows)
    a, b, _ = zip(*rows, strict=True)
    assert law.marginal(2, 0).to_dict() == counted((c, x) for x, _, c in rows)
    assert law.marginal(-1) == law.marginal(2)
    expected = Fraction(sum(x * y for x, y in zip(a, b, strict=True)), size) - Fraction(
        sum(a) * sum(b), size**2
    )
    assert law.covariance(0, 1) == law.covariance(1, 0) == expected
    assert law.covariance(0, 0) == law.marginal(0).variance
    if len(set(a)) > 1 and len(set(b)) > 1:
        assert law.correlation(0, 1) == pytest.approx(correlation(a, b))


@given(st.dictionaries(st.integers(-3, 9), st.integers(1, 6), min_size=1), st.data())
def test_conditions_agree_with_icepool(weights, data):
    kept = data.draw(st.sets(st.sampled_from(sorted(weights)), min_size=1))
    theirs = icepool.Die(weights).filter(kept, depth="inf")
    assert Distribution(weights).given(kept.__contains__).to_dict() == {
        x: theirs.probability(x) for x in theirs
    }


@given(st.dictionaries(st.integers(-9, 9), st.integers(1, 50), min_size=1), st.integers(0, 200))
def test_summaries_agree_with_scipy(weights, per_mille):
    law = Distribution(weights)
    theirs = law.to_scipy()
    assert float(law.mean) == pytest.approx(theirs.mean())
    assert float(law.variance) == pytest.approx(theirs.var(), abs=1e-9)
    for x in range(-10, 11):
        assert float(law[x]) == pytest.approx(theirs.pmf(x))
        assert float(law.cdf(x)) == pytest.approx(theirs.cdf(x))
        assert float(law.survival(x)) == pytest.approx(theirs.sf(x), abs=1e-12)
    q = Fraction(2 * per_mille + 1, 401 * 64)  # never a cumulative weight that SciPy would round across
    if all(abs(law.cdf(x) - q) > Fraction(1, 10**9) for x in law):
        assert law.quantile(q) == theirs.ppf(float(q))


# --- other libraries ------------------------------------------------------------------------


@given(st.dictionaries(st.integers(-9, 9), st.integers(1, 50), min_size=1))
def test_from_scipy_reads_the_fractions_back(weights):
    law = Distribution(weights)
    assert Distribution.from_scipy(law.to_scipy(), law.total) == law
    assert Distribution.from_scipy(law.to_scipy(), 7 * law.total) == law


def test_from_scipy_reads_laws_of_scipy():
    from scipy import stats

    assert Distribution.from_scipy(stats.randint(1, 7), 6) == d6
    ones = d6.map(lambda face: int(face == 6))
    assert Distribution.from_scipy(stats.binom(8, 1 / 6), 6**8) == 8 * ones
    halves = d6.map(lambda face: Fraction(face, 2))
    assert Distribution.from_scipy(halves.to_scipy(), 6) == halves
    thirds = d6.map(lambda face: Fraction(face, 3))
    assert Distribution.from_scipy(thirds.to_scipy(), 6).mean == thirds.mean


@pytest.mark.parametrize(
    ("law", "denominator", "words"),
    [
        ("binom(8, 1 / 6)", 6**7, "is no multiple of 1/279936; give the common denominator"),
        ("binom(2, 0.3)", 10, "is no multiple of 1/10"),
        ("poisson(2)", 100, "goes from 0.* to inf; give one of at most 100000"),
        ("norm()", 100, "is no discrete SciPy law"),
        ("binom(2, 0.5)", 0, "denominator is 0; give a whole number from 1"),
        ("binom(2, 0.5)", 4.0, "denominator is 4.0; give a whole number"),
    ],
)
def test_from_scipy_refuses_what_it_would_have_to_round(law, denominator, words):
    from scipy import stats

    rv = eval(f"stats.{law}", {"stats": stats})
    with pytest.raises(ValueError, match=words):
        Distribution.from_scipy(rv, denominator)


def test_sympy_and_back():
    import sympy
    from sympy import stats

    for law in (2 * d6, d6.map(lambda face: Fraction(face, 7)), joint(d6, d6).map(min) - 3):
        variable = law.to_sympy("X")
        assert Distribution.from_sympy(variable) == law
        assert stats.E(variable) == sympy.Rational(law.mean.numerator, law.mean.denominator)
    assert Distribution.from_sympy(Distribution({"hit": 1, "miss": 2}).to_sympy("X"))["hit"] == Fraction(1, 3)
    assert Distribution.from_sympy(stats.Die("A", 6) + stats.Die("B", 4)).mean == 6
    for other in (stats.Normal("N", 0, 1), stats.Poisson("P", 2), 5, "X"):
        with pytest.raises(ValueError, match="is no finite random variable; give one such as"):
            Distribution.from_sympy(other)
    with pytest.raises(ValueError, match="is no fraction; use Rational"):
        Distribution.from_sympy(stats.Bernoulli("B", sympy.sqrt(2) / 2))
    with pytest.raises(ValueError, match="the name is ''; give the random variable a name"):
        d6.to_sympy("")
    with pytest.raises(ValueError, match="the same symbol"):
        Distribution({"None": 1, None: 1}).to_sympy("X")


def test_from_frame_takes_any_columns():
    numpy = pytest.importorskip("numpy")

    columns = {"face": numpy.array([1, 2, 1]), "ways": numpy.array([2**62, 2**62, 2**62])}
    law = Distribution.from_frame(columns, "face")
    assert law == Distribution({1: 2, 2: 1}) and law.total == 3 * 2**62 and type(next(iter(law))) is int
    texts = {"outcome": ["a", "b"], "p": ["1/3", "2/3"]}
    assert Distribution.from_frame(texts, weight="p")["a"] == Fraction(1, 3)
    for frame, words in (
        ({"outcome": ["a"], "ways": [0.5]}, r"the weight of 'a' is the float 0.5"),
        ({"outcome": ["a"]}, "the frame has no column 'ways'"),
        (7, "the frame has no column 'outcome'"),
        ({"outcome": ["a", "b"], "ways": [1]}, "there are 2 outcomes and 1 weights"),
        ({"outcome": [float("nan")], "ways": [1]}, "an outcome is missing"),
        ({"outcome": [], "ways": []}, "nothing can happen"),
        ({"outcome": ["a"], "ways": [-1]}, "weights are 0 or more"),
        ({"outcome": ["a", "b"], "ways": ["1/3", "1/3"]}, "sum to 2/3, not to 1"),
    ):
        with pytest.raises(ValueError, match=words):
            Distribution.from_frame(frame)


def test_pandas_and_back():
    pandas = pytest.importorskip("pandas")
    frame = (2 * d6).to_frame()
    assert list(frame.columns) == ["outcome", "ways", "probability", "percent"]
    assert frame.probability[5] == Fraction(1, 6) and frame.percent[5] == "16.67 %"
    assert frame.probability.sum() == 1
    for law in (2 * d6, 100 * d6, joint(d6, Distribution.uniform("ab"))):
        assert Distribution.from_frame(law.to_frame()) == law
    counts = pandas.Series(list("abca")).value_counts().rename_axis("outcome").reset_index(name="ways")
    assert Distribution.from_frame(counts)["a"] == Fraction(1, 2)


def test_a_library_that_is_missing_is_named(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr("beastlab.odds.conversions.import_module", missing)
    for ask, name in (
        (d6.to_frame, "pandas"),
        (d6.to_scipy, "scipy"),
        (lambda: d6.to_sympy("X"), "sympy"),
        (lambda: Distribution.from_sympy(None), "sympy"),
    ):
        with pytest.raises(ImportError, match=f"needs {name}; install it with: pip install {name}"):
            ask()


def test_numpy_weights_do_not_overflow():
    numpy = pytest.importorskip("numpy")

    law = Distribution({1: numpy.int64(2**62), 2: numpy.int64(2**62)})
    assert law.total == 2**63 and type(law.weights[1]) is int and 3 * law == 3 * Distribution({1: 1, 2: 1})


# --- texts ----------------------------------------------------------------------------------


def test_nothing_is_shown_as_certain_that_is_not():
    tiny = Distribution({"a": 6**20000 - 1, "b": 1})
    for text in (repr(tiny), str(tiny), tiny._repr_html_(), tiny._repr_latex_()):
        assert "100 %" not in text and ": 1," not in text and ": 0" not in text and "e-15564" in text
    assert "all but 1 in about" in str(tiny)


@given(st.fractions(0, 1))
def test_texts_of_chances(p):
    decimal, percent, one = decimal_text(p), percent_text(p), one_in_text(p)
    assert (decimal in ("0", "1")) == (percent in ("0 %", "100 %")) == (p in (0, 1))
    assert (one in ("never", "always")) == (p in (0, 1))
    if 0 < p < 1:
        assert one.startswith("all but ") == (p > Fraction(1, 2))
        many = 1 / min(p, 1 - p)
        rare = one.removeprefix("all but ")
        said = Fraction(rare.removeprefix("1 in ").removeprefix("about ").replace(",", ""))
        if many.denominator == 1 and many < 10**15:
            assert rare == f"1 in {int(many):,}"
        else:
            assert abs(said - many) <= (Fraction(51, 1000) if many < 100 else max(1, many / 100_000))


def test_latex_is_short_and_escaped():
    assert Distribution({"a_$": 1, "b": 2})._repr_latex_() == (
        r"$\begin{array}{c|cc}x & \text{a\_\$} & \text{b}\\P(X = x) & \frac{1}{3} & \frac{2}{3}\end{array}$"
    )
    assert (2 * d6)._repr_latex_() is None and r"-\frac{1}{2}" in (d6 - Fraction(3, 2))._repr_latex_()


def test_html_shows_ways_over_all_ways():
    page = (2 * d6)._repr_html_()
    assert "ways of 36" in page and ">6</td>" in page and ">1/6</td>" in page and "16.67 %" in page
