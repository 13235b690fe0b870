"""Draws without replacement against enumeration of all orders and scipy.stats."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from beastlab.odds import at_least_one, hypergeometric, position

small = st.integers(0, 9).flatmap(
    lambda unseen: st.tuples(st.integers(0, unseen), st.just(unseen), st.integers(0, unseen))
)


@given(small)
def test_hypergeometric_counts_every_hand(cards):
    wanted, unseen, draws = cards
    hands = Counter(sum(card < wanted for card in hand) for hand in combinations(range(unseen), draws))
    assert dict(hypergeometric(wanted, unseen, draws).weights) == dict(sorted(hands.items()))
    assert at_least_one(wanted, unseen, draws) == 1 - Fraction(hands[0], sum(hands.values()))


@given(small.filter(lambda cards: cards[0] > 0), st.data())
def test_position_counts_every_order(cards, data):
    wanted, unseen, _ = cards
    r = data.draw(st.integers(1, wanted))
    places = Counter(places[r - 1] + 1 for places in combinations(range(unseen), wanted))
    law = position(wanted, unseen, r)
    assert dict(law.weights) == dict(sorted(places.items()))
    assert law.mean == Fraction(r * (unseen + 1), wanted + 1), "equal gaps on average"


@pytest.mark.parametrize(("wanted", "unseen", "draws"), [(10, 120, 5), (49, 120, 30), (6, 115, 6)])
def test_against_scipy(wanted, unseen, draws):
    theirs = stats.hypergeom(unseen, wanted, draws)
    for i, p in hypergeometric(wanted, unseen, draws).items():
        assert float(p) == pytest.approx(theirs.pmf(i), rel=1e-9)
    others = stats.nhypergeom(unseen, unseen - wanted, 3)  # other cards before the third wanted one
    law = position(wanted, unseen, 3)
    for j in range(3, 40):
        assert float(law[j]) == pytest.approx(others.pmf(j - 3), rel=1e-9)
    assert float(law.mean) == pytest.approx(3 + others.mean())


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: hypergeometric(5, 4, 2), "wanted is 5; give a whole number from 0 to 4"),
        (lambda: hypergeometric(2, 4, 5), "draws is 5; give a whole number from 0 to 4"),
        (lambda: position(2, 4, 3), "never comes; give r from 1 to 2"),
        (lambda: position(0, 4), "wanted is 0, so no wanted card ever comes; give a number from 1$"),
        (lambda: at_least_one(1, -1, 0), "unseen is -1"),
    ],
)
def test_impossible_draws_are_refused(ask, words):
    with pytest.raises(ValueError, match=words):
        ask()


@pytest.mark.parametrize("ask", [hypergeometric, at_least_one, position])
def test_no_deck_is_too_large(ask):
    with pytest.raises(ValueError, match="unseen is 1000000; give a whole number from 0 to 2000"):
        ask(500_000, 1_000_000, 250_000)
