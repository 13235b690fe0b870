"""Sums of dice against enumeration, icepool and repeated addition."""

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beastlab.odds import Distribution, d6, total
from beastlab.odds.series import power


@pytest.mark.parametrize(("dice", "sides"), [(0, 6), (1, 1), (3, 1), (1, 6), (2, 6), (4, 6), (5, 4), (3, 20)])
def test_total_counts_every_roll(dice, sides):
    rolls = Counter(map(sum, product(range(1, sides + 1), repeat=dice)))
    assert dict(total(dice, sides).weights) == dict(sorted(rolls.items()))


@pytest.mark.parametrize(("dice", "sides"), [(12, 6), (30, 6), (25, 10)])
def test_total_agrees_with_icepool(dice, sides):
    theirs = dice @ icepool.d(sides)
    assert total(dice, sides).to_dict() == {x: theirs.probability(x) for x in theirs}


def test_total_agrees_with_repeated_addition():
    law = Distribution.certain(0)
    for _ in range(40):
        law = law + d6
    assert law == total(40) == 40 * d6


def test_a_thousand_pairs_of_dice():
    law = total(2000)
    assert law.total == 6**2000 and sum(law.weights.values()) == 6**2000
    assert law.mean == 7000 and law.variance == 2000 * Fraction(35, 12)


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


@pytest.mark.parametrize("dice", [-1, 2.5, "two", None])
def test_a_bad_number_of_dice_is_refused(dice):
    with pytest.raises(ValueError, match="dice is .*; give a whole number of at least 0"):
        total(dice)


def test_a_hopeless_sum_is_refused_with_advice():
    with pytest.raises(ValueError, match="normal approximation"):
        total(1_000_000)


def test_what_is_equal_to_a_number_of_dice_is_still_refused():
    assert total(1) is total(1)
    for dice in (True, 1.0, [1]):
        with pytest.raises(ValueError, match="dice is"):
            total(dice)
    with pytest.raises(ValueError, match="sides is True"):
        total(1, True)


def test_only_small_laws_are_kept_in_memory():
    assert total(20) is total(20) and total(2000) is not total(2000)
