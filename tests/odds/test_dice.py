"""Dice and their sums against enumeration, icepool and dyce; explosions against their depth-limited laws."""

from collections import Counter
from fractions import Fraction
from itertools import product

import dyce
import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beastlab.odds import Distribution, Exploding, d4, d6, d8, d10, d12, d20, die, explode, reroll
from beastlab.odds.series import _recurrence, power, times, windows

laws = st.dictionaries(st.integers(-4, 8), st.integers(1, 5), min_size=1, max_size=6)


def theirs(weights):
    """The same die in icepool."""
    return icepool.Die(weights)


def same(law, other):
    """The law has exactly the chances of an icepool die or a dyce histogram."""
    if isinstance(other, dyce.H):
        return law.to_dict() == {x: Fraction(n, other.total) for x, n in other.items() if n}
    return law.to_dict() == {x: other.probability(x) for x in other if other.quantity(x)}


# --- sums -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "sides"), [(0, 6), (1, 1), (3, 1), (1, 6), (2, 6), (4, 6), (5, 4), (3, 20)])
def test_a_total_counts_every_roll(dice, sides):
    rolls = Counter(map(sum, product(range(1, sides + 1), repeat=dice)))
    assert dict((dice * die(sides)).weights) == dict(sorted(rolls.items()))


@given(st.integers(0, 12), st.integers(1, 12), st.integers(0, 12), st.integers(1, 12))
def test_mixed_fair_dice_agree_with_icepool_and_dyce(n, a, m, b):
    ours = n * die(a) + m * die(b)
    assert same(ours, n @ icepool.d(a) + m @ icepool.d(b))
    if n and m:
        assert same(ours, n @ dyce.H(a) + m @ dyce.H(b))


@given(laws, laws, st.integers(0, 5), st.integers(1, 4))
def test_uneven_dice_agree_with_icepool_and_dyce(a, b, n, m):
    ours = n * Distribution(a) + m * Distribution(b) - d6
    assert same(ours, n @ theirs(a) + m @ theirs(b) - icepool.d6)
    assert same(m * Distribution(a), m @ dyce.H(a))


@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 3), laws)
def test_totals_of_totals(i, j, k, weights):
    law = Distribution(weights)
    inner = j * law + k * d6
    plain = inner.map(lambda x: x)  # a law that has forgotten its dice
    assert i * inner == i * plain
    assert (i * inner).mean == (i * plain).map(lambda x: x).mean
    assert (i * inner + law).variance == (i * plain + law).map(lambda x: x).variance
    assert sum((i * inner).weights.values()) == (i * inner).total


@given(st.dictionaries(st.integers(2, 9), st.integers(1, 9), max_size=4))
def test_windows_are_repeated_multiplication(dice):
    expected = [1]
    for sides, n in dice.items():
        for _ in range(n):
            expected = times(expected, [1] * sides)
    assert list(windows(dice)) == expected == (_recurrence(dice) if dice else [1])


@given(st.lists(st.integers(0, 9), min_size=1, max_size=5).filter(lambda c: c[0]), st.integers(0, 6))
def test_power_is_repeated_multiplication(coefficients, n):
    expected = [1]
    for _ in range(n):
        longer = [0] * (len(expected) + len(coefficients) - 1)
        for i, a in enumerate(expected):
            for j, b in enumerate(coefficients):
                longer[i + j] += a * b
        expected = longer
    assert power(coefficients, n) == expected
    assert times(expected, coefficients) == power(coefficients, n + 1)


def test_a_total_agrees_with_repeated_addition():
    law = Distribution.certain(0)
    for _ in range(40):
        law = law + d6
    assert law == 40 * d6


@pytest.mark.parametrize("dice", [30, 100, 2000])
def test_large_totals_keep_all_their_ways(dice):
    """Where peers overflow (30 dice), rescale (200) or recurse too deep (1000)."""
    law = dice * d6
    assert sum(law.weights.values()) == law.total == 6**dice
    assert law.map(lambda x: x).mean == law.mean == dice * Fraction(7, 2)
    assert law.moment(2) - law.mean**2 == law.variance == dice * Fraction(35, 12)


def test_tails_are_exact_and_never_0():
    law = 100 * (2 * d6)
    assert law[200] == law[1200] == law.at_least(1200) == law.cdf(200) == Fraction(1, 36**100)
    assert 0 < law.survival(1199) < Fraction(1, 10**155)
    assert (2 * d6).variance == Fraction(35, 6)


def test_rare_branches_are_not_cut_off():
    """dyce's `expand` drops what is rarer than about 1e-7 unless told otherwise."""
    rare = Distribution({0: 10**8 - 1, 1: 1})
    assert rare.then(lambda x: 9 * rare + x).at_least(10) == Fraction(1, 10**80)
    assert explode(d10, depth=9).at_least(91) == Fraction(1, 10**9)


# --- a sum remembers its dice ---------------------------------------------------------------


def test_sums_remember_what_was_added():
    assert (12 * d6).dice == ((12, d6),) and d6.dice == ((1, d6),) and (1 * d6).dice == ((1, d6),)
    assert (2 * d6 + 3 * d8).dice == ((2, d6), (3, d8))
    ten = (10 * (2 * d6)).dice
    assert ten == ((10, 2 * d6),) and ten[0][1].dice == ((2, d6),)
    assert (1 * (2 * d6)).dice == ((1, 2 * d6),)
    assert (0 * d6).dice == () and (0 * d6) == Distribution.certain(0) and (0 * d6 + d8).dice == ((1, d8),)
    assert sum([d6, d6, d8, d6]).dice == ((3, d6), (1, d8))
    for plain in (2 * d6 + 1, (2 * d6).map(abs), (2 * d6).given(lambda x: x > 3), -(2 * d6)):
        assert plain.dice == ((1, plain),)
    assert (2 * d6 + 0).dice == ((2, d6),)


def test_dice_without_numbers_can_be_a_pool():
    letters = Distribution.uniform("ab")
    assert (12 * letters).dice == ((12, letters),)
    assert (2 * letters)["ab"] == Fraction(1, 4) and (letters + Distribution.certain("c"))["bc"] == Fraction(
        1, 2
    )
    assert (letters + Distribution.certain("c") + letters)["acb"] == Fraction(1, 4)
    with pytest.raises(ValueError, match="no numbers would take too long"):
        (60 * letters).items()
    with pytest.raises(ValueError, match="'a' and 1 can't be added; map the outcomes"):
        (letters + d6).items()
    with pytest.raises(ValueError, match="'a' is not a number; map"):
        assert (60 * letters).mean


def test_a_pool_may_be_too_large_for_its_total():
    pool = 10**6 * d6
    assert pool.dice == ((10**6, d6),) and pool.mean == 3_500_000
    assert "1000000 copies of Distribution(1: 1/6" in repr(pool) == str(pool)
    assert "<code>" in pool._repr_html_() and pool._repr_latex_() is None
    for ask in (lambda: pool.weights, lambda: pool[5], lambda: list(pool), lambda: pool.total):
        with pytest.raises(ValueError, match="6000000 faces in all would take too long; up to 60000"):
            ask()


# --- dice -----------------------------------------------------------------------------------


def test_the_usual_dice():
    for sides, law in {4: d4, 6: d6, 8: d8, 10: d10, 12: d12, 20: d20}.items():
        assert law is die(sides) and law.to_dict() == {x: Fraction(1, sides) for x in range(1, sides + 1)}


@pytest.mark.parametrize("number", [-1, 2.5, 1.0, "two", True, 10**13])
def test_a_bad_number_of_dice_is_refused(number):
    with pytest.raises(ValueError, match=r"copies is .*; give a (smaller )?whole number"):
        number * d6 if number != "two" else d6 * number


@pytest.mark.parametrize("sides", [0, -6, 2.5, "six", True, None, 10**6])
def test_a_bad_number_of_sides_is_refused(sides):
    with pytest.raises(ValueError, match="sides is .*; give a whole number from 1 to 60000"):
        die(sides)


def some_faces(data, weights):
    """Some faces of a die, never all: then icepool has no answer."""
    return data.draw(st.sets(st.sampled_from(sorted(weights)), max_size=len(weights) - 1))


@given(laws, st.data(), st.integers(0, 4))
def test_reroll_agrees_with_icepool(weights, data, most):
    faces, law = some_faces(data, weights), Distribution(weights)
    assert same(reroll(law, faces, times=most), theirs(weights).reroll(list(faces), depth=most))
    assert same(reroll(law, faces, times=None), theirs(weights).reroll(list(faces), depth="inf"))
    assert reroll(law, law, times=most) == law


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: reroll(d6, [7]), "7 in faces is no face of this die"),
        (lambda: reroll(d6, [[1]]), r"\[1\] in faces is no face"),
        (lambda: reroll(d6, 1), r"faces is 1; give a list of faces, as in \[1\]"),
        (lambda: reroll(d6, range(1, 7), times=None), "never end; leave a face out"),
        (lambda: reroll(d6, [1], times=-1), "times is -1; give a whole number from 0"),
        (lambda: reroll(d6, [1], times=1.5), "times is 1.5; give a whole number"),
        (lambda: reroll(d6, [1], times=10**9), "times is 1000000000; give a whole number"),
        (lambda: reroll(6, [1]), "the die is 6; give a law"),
        (lambda: explode(6), "the die is 6; give a law"),
        (lambda: explode(d6, on=[7]), "7 in on is no face of this die"),
        (lambda: explode(d6, on=range(1, 7)), "never end; leave a face out of `on`"),
        (lambda: explode(d6, depth=-1), "depth is -1"),
        (lambda: explode(d6, depth=0.5), "depth is 0.5"),
        (lambda: explode(d6, on=range(1, 7), depth=9999), "would take too long"),
        (lambda: explode(Distribution.uniform("ab")), "map the outcomes to numbers"),
        (lambda: explode(d6).at_least(10**7), "would take too long"),
        (lambda: (10**12 * explode(d6)).pmf(10**12), "would take too long"),
        (lambda: explode(d6).pmf(0.5), "not exact"),
        (lambda: explode(d6) * 1.5, "copies is 1.5"),
        (lambda: explode(d6.map(lambda x: Fraction(x, 2))).pmf(1), "is no whole number; map the faces"),
        (lambda: explode(d6 - 3, on=[-2]).pmf(1), "-2 explodes and is negative"),
    ],
)
def test_bad_questions_about_dice_are_refused(ask, words):
    with pytest.raises(ValueError, match=words):
        ask()


# --- explosions -----------------------------------------------------------------------------


@given(laws, st.data(), st.integers(0, 3))
def test_explosions_to_a_depth_agree_with_icepool_and_dyce(weights, data, depth):
    faces, law = some_faces(data, weights), Distribution(weights)
    ours = explode(law, on=faces, depth=depth)
    assert same(ours, theirs(weights).explode(list(faces), depth=depth) if faces else theirs(weights))
    assert explode(law, on=law, depth=depth) == (depth + 1) * law


@pytest.mark.filterwarnings("ignore:.*experimental")
def test_the_highest_face_explodes_unless_told_otherwise():
    assert explode(d6, depth=2) == explode(d6, on=[6], depth=2)
    assert same(explode(d6, depth=2), icepool.d6.explode(depth=2))
    assert same(explode(d6, depth=2), dyce.explode_n(dyce.H(6), n=2))


@settings(max_examples=50)
@given(laws, st.data(), st.integers(0, 3))
def test_endless_explosions_are_the_limit(weights, data, n):
    weights = {abs(x): w for x, w in weights.items()}
    law = Distribution(weights)
    faces = some_faces(data, weights)
    endless = n * explode(law, on=faces)
    assert isinstance(endless, Exploding)
    lowest = min((x for x in faces), default=1)
    if lowest:  # a total of 12 or less is decided after 12 explosions
        short = endless.up_to(12 // lowest + 1) if n < 3 else n * explode(law, on=faces, depth=4)
        for x in range(-1, 13 if n < 3 else 5):
            assert endless.pmf(x) == short[x]
            assert endless.cdf(x) == short.cdf(x)
            assert endless.at_least(x) == short.at_least(x) == endless.survival(x - 1)
    else:
        # A die that explodes on 0 is rolled again until another face comes.
        without = n * explode(reroll(law, [0], times=None), on=faces - {0})
        assert all(endless.pmf(x) == without.pmf(x) for x in range(12))


def test_moments_of_endless_explosions_are_those_of_the_limit():
    for endless in (explode(d6), 3 * explode(d4, on=[1, 4]), 2 * explode(2 * d6, on=[12])):
        deep = endless.up_to(14)
        assert 0 < endless.mean - deep.mean < Fraction(1, 1000)
        assert 0 < endless.variance - deep.variance < Fraction(1, 10)
        assert endless.std == pytest.approx(deep.std, abs=0.02)
    assert explode(d6).mean == Fraction(21, 5)


def test_endless_explosions_at_halves_negative_faces_and_no_dice():
    law = explode(d6)
    assert law.pmf(6) == law.pmf(Fraction(1, 2)) == 0
    assert law.cdf(Fraction(5, 2)) == law.cdf(2) and law.at_least(Fraction(5, 2)) == law.at_least(3)
    below = explode(d6 - 3)  # -2 to 3, of which 3 explodes
    assert below.pmf(-2) == Fraction(1, 6) and below.cdf(-3) == 0
    assert below.pmf(1) == Fraction(1, 6) + Fraction(1, 36)
    none = 0 * law
    assert none.pmf(0) == 1 and none.pmf(1) == none.mean == none.variance == 0 and none.up_to(2)[0] == 1


def test_endless_explosions_can_be_shifted_and_added_to_their_like():
    law, short = 2 * explode(d6) + 3, 2 * explode(d6, depth=4) + 3
    for x in (4, 5, 9, Fraction(19, 2), 14, 20):
        assert law.pmf(x) == short[x] and law.cdf(x) == short.cdf(x)
        assert law.at_least(x) == short.at_least(x) and law.survival(x) == short.survival(x)
    assert law.mean == 2 * Fraction(21, 5) + 3 and law.variance == (2 * explode(d6)).variance
    assert law.up_to(4) == short and 3 + 2 * explode(d6) == law == law + 1 - 1 and sum([law]) == law
    assert 2 * law == 4 * explode(d6) + 6 == law + law and law != 2 * explode(d6)
    half = explode(d6) - Fraction(1, 2)
    assert half.pmf(Fraction(1, 2)) == Fraction(1, 6) and half.pmf(1) == 0
    assert half.at_least(1) == half.survival(Fraction(1, 2)) == Fraction(5, 6)


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (
            lambda: explode(d6) + d8,
            TypeError,
            r"Distribution.* can't be added .*; .* explode\(d6, depth=9\) \+ d8",
        ),
        (lambda: d8 + explode(d6), TypeError, "can't be added to endless explosions"),
        (lambda: explode(d6) + explode(d8), TypeError, "Exploding.* can't be added to endless explosions"),
        (lambda: explode(d6) - explode(d6), TypeError, "explosions can't be taken away; cut them off"),
        (lambda: 20 - explode(d6), TypeError, r"can't be taken away; .* 20 - explode\(d6, depth=9\)"),
        (
            lambda: explode(d6) + "a",
            TypeError,
            "'a' can't be added to endless explosions; add a whole number",
        ),
        (lambda: explode(d6) - "a", TypeError, "'a' can't be added"),
        (lambda: explode(d6) + 0.5, ValueError, r"the shift is the float 0.5.*Fraction\(1, 2\)"),
        (lambda: explode(d6.map(lambda x: x / 2)), ValueError, "the outcome 0.5 is a float"),
    ],
)
def test_what_endless_explosions_can_not_be_added_to(ask, error, words):
    with pytest.raises(error, match=words):
        ask()


def test_many_exploding_dice_far_out():
    law = 100 * explode(d6)
    assert law.mean == 420 and 0 < law.at_least(700) < Fraction(1, 1000) < law.at_least(460)
    assert explode(d6).at_least(601) == Fraction(1, 6**100)
