"""Tests, Items and Favors by plain numbers: the ledger's formulas, every roll through the rules, and real dice."""

from fractions import Fraction as F
from itertools import product
from math import sqrt
from random import Random
from time import perf_counter

import pytest
from games.by_order_of_the_queen.laying import lay
from hypothesis import given, settings
from hypothesis import strategies as st

from beastlab.core.explore import explore, solve
from beastlab.core.ledger import ledger
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen.rules import tests
from beastlab.odds.distribution import Distribution

FORMULAS = queen.formulas()
VALUES = [
    pytest.param(entry["id"], *value.split(" -> "), id=f"{entry['id'][14:]} {value}")
    for entry in ledger("queen").data["formula"]
    for value in entry["values"]
]


def formula(name, **letters):
    return FORMULAS[f"queen.formula.{name}"].at(**letters)


# --- the formulas -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id_", "at", "value"), VALUES)
def test_ledger_value(id_, at, value):
    letters = dict(part.replace(" ", "").split("=") for part in at.split(","))
    assert FORMULAS[id_].at(**letters) == F(value)
    assert FORMULAS[id_].show(**letters)


OUTSIDE = {
    "class-dice": {"c": 5, "i": 0},
    "test-success": {"n": 0, "f": 1},
    "favors-spent": {"n": "1/2", "f": 1},
    "favor-marginal": {"n": 2, "f": 2},
    "order-expected-tokens": {"t": 2, "m": 0, "b": 0, "o": 0},
    "order-three-tokens": {"t": -1, "m": 0, "o": 0},
    "single-icon": {"v": 7, "n": 1},
    "two-icons-two-dice": {"a": 5, "b": 4},
    "two-icons-n-dice": {"n": 1, "a": 1, "b": 2},
    "equal-icons": {"n": 2, "v": 3, "k": 3},
    "nemesis-joint": {"n": 2, "h": 2, "r": 1, "v": 3},
    "nemesis-retired": {"n": -1, "q": 4},
    "prompt-cdf": {"D": 1, "T": 1, "m": 0},
    "hero-deck-start": {"p": 5},
    "villagers-lost": {"m": 7, "s": 0},
    "threat-default": {"t": -1},
    "threat-default-enemy": {"t": "1/2"},
    "dice-multisets": {"n": -1},
    "hand-has": {"pop": 3, "k": 4, "n": 1},
    "expected-classes": {"pop": 64, "k": 15, "n": 1},
    "all-four-classes": {"n": 65},
    "rounds-minimum": {"k": -1},
    "horde-retired": {"P": 2},
    "lieutenant-free-start": {"n": 16},
    "crag-giant-dice": {"u": 5, "c": 0, "i": 0},
}


def test_every_formula_is_there_and_keeps_to_its_domain():
    assert list(FORMULAS) == [f"queen.formula.{name}" for name in OUTSIDE]
    for name, letters in OUTSIDE.items():
        with pytest.raises(ValueError, match="holds for|is for whole numbers"):
            formula(name, **letters)


# --- one Test -------------------------------------------------------------------------------------------------


def by_rules(dice, items, favors, worth):
    """The exact best value of a Test with so many dice, through the rules themselves."""
    party = [f"melee-str-{n}" for n in range(dice)]
    strength = ["item-01", "item-12", "item-23"][:items]
    table = lay(party=party, favors={0: favors}, items={0: strength}, action="quest")

    def rule():
        own = table.copy()
        success = yield from tests.test(own, 0, "strength")
        return success, favors - own.seats[0].favors

    return solve(rule, 0, worth)[0], rule


@pytest.mark.rule("queen.test.success", "queen.favor.once-per-die", "queen.item.one-die-each")
@pytest.mark.parametrize(
    ("dice", "items", "favors"), [(0, 0, 2), (0, 1, 2), (1, 0, 3), (2, 0, 2), (3, 1, 1), (4, 0, 2)]
)
def test_a_test_three_ways(dice, items, favors):
    value = queen.test(dice, items, favors)
    if dice + items:
        assert value == formula("test-success", n=dice + items, f=favors)
    assert value == by_rules(dice, items, favors, lambda end: int(end[0]))[0]
    rng, passed, n = Random(1), 0, 4000
    for _ in range(n):
        faces, left = [rng.randint(1, 6) for _ in range(dice + items)], favors
        for die, face in enumerate(faces):
            if max(faces) < 5 and left and face < 5:
                faces[die], left = rng.randint(1, 6), left - 1
        passed += any(face >= 5 for face in faces)
    assert abs(passed / n - value) <= 4 * sqrt(value * (1 - value) / n)


@pytest.mark.rule("queen.favor.several", "queen.favor.sequential")
@pytest.mark.parametrize(("dice", "favors"), [(1, 3), (2, 2), (3, 1), (0, 2), (2, 0)])
def test_what_favors_a_test_costs(dice, favors):
    law = queen.favors_spent(dice, favors)
    if dice:
        assert law.mean == formula("favors-spent", n=dice, f=favors)

    def spends(request):
        return request.options[1]

    ends = explore(by_rules(dice, 0, favors, lambda end: 0)[1], spends)
    spent = Distribution(ends).map(lambda end: end[1])
    assert law == spent


def test_a_further_favor_gains_what_the_formula_says():
    for n, f in product(range(1, 6), range(5)):
        if f < n:
            assert queen.test(n, favors=f + 1) - queen.test(n, favors=f) == formula(
                "favor-marginal", n=n, f=f
            )


@given(st.integers(0, 30), st.integers(0, 5), st.integers(0, 30))
def test_more_help_never_harms(dice, items, favors):
    value = queen.test(dice, items, favors)
    assert value <= min(queen.test(dice + 1, items, favors), queen.test(dice, items, favors + 1))
    assert queen.test(dice + 1, items, favors) == queen.test(dice, items + 1, favors)


def test_wrong_numbers_are_refused():
    for wrong in ({"dice": -1}, {"dice": True}, {"items": "2"}, {"favors": 0.5}, {"dice": 10**9}):
        with pytest.raises(ValueError, match="give a whole number"):
            queen.test(**wrong)


# --- several Tests --------------------------------------------------------------------------------------------------


def brute(dice, items, favors, score):
    """The best mean of a score by plain recursion, every Item of a kind of its own."""

    def begin(place, held, favors, done):
        if place == len(dice):
            return F(score(done))
        usable = [item for item in held if place in items[item]]
        options = []
        for chosen in product((0, 1), repeat=len(usable)):
            used = {item for item, take in zip(usable, chosen, strict=True) if take}
            left = tuple(item for item in held if item not in used)
            options.append(rolled(place, dice[place] + len(used), left, favors, done))
        return max(options)

    def rolled(place, count, held, favors, done):
        missed = F(2, 3) ** count
        won = begin(place + 1, held, favors, (*done, True))
        return (1 - missed) * won + missed * failing(place, count, held, favors, done)

    def failing(place, fresh, held, favors, done):
        stop = begin(place + 1, held, favors, (*done, False))
        if not fresh or not favors:
            return stop
        won = begin(place + 1, held, favors - 1, (*done, True))
        return max(stop, won / 3 + 2 * failing(place, fresh - 1, held, favors - 1, done) / 3)

    return begin(0, tuple(range(len(items))), favors, ())


@settings(max_examples=40)
@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=3),
    st.lists(st.sets(st.integers(0, 2)), max_size=3),
    st.integers(0, 2),
    st.sampled_from(["successes", "all", 1, 2, [3, 1, 2]]),
)
def test_the_best_spread_is_that_of_a_plain_recursion(dice, items, favors, worth):
    items = [[place for place in item if place < len(dice)] for item in items]
    worth = worth[: len(dice)] if isinstance(worth, list) else worth
    score = {"successes": sum, "all": all}.get(worth) if isinstance(worth, str) else None
    if isinstance(worth, int):
        score = lambda done: sum(done) >= worth  # noqa: E731
    elif isinstance(worth, list):
        score = lambda done: sum(w for w, ok in zip(worth, done, strict=True) if ok)  # noqa: E731
    found = queen.spread(dice, items, favors, worth)
    assert found.worth == brute(dice, items, favors, score)
    assert max(found.items_now.values()) == found.worth
    if worth == "successes":
        assert found.passed.mean == found.worth
    assert found.favors.mean <= favors and max(found.items) <= len(items)


def test_where_an_item_and_a_favor_go():
    """An Item goes to the weaker Test. A Favor is best spent at once, unless a later Test is worth more."""
    found = queen.spread([1, 3], items=1)
    assert found.items_now == {0: F(1, 3) + F(65, 81), 1: F(5, 9) + F(19, 27)} and found.items[1] == 1
    equal = queen.spread([1, 1], favors=1)
    assert equal.favors_now == {0: F(5, 9), 1: F(1, 3) + F(1, 3)}
    later = queen.spread([1, 1], favors=1, worth=[1, 4])
    assert later.favors_now == {0: F(20, 9), 1: F(1, 3) + F(4, 3)}
    assert queen.spread([3], favors=1, favor_worth=F(1, 3)).favors[0] == 1, "as much as it gains: kept"
    assert queen.spread([3], favors=1, favor_worth=F(1, 4)).favors[1] == F(2, 3) ** 3
    assert queen.spread([3], items=1, item_worth=F(8, 81)).items[0] == 1


def test_a_spread_that_can_not_be_is_refused():
    for wrong in (
        {"items": [3], "dice": [2]},
        {"dice": []}, {"dice": [-1]}, {"dice": [2] * 11}, {"dice": [2], "items": [[1]]}, {"dice": [2], "worth": "most"},
        {"dice": [2], "worth": [1, 2]}, {"dice": [2], "favor_worth": 0.5}, {"dice": [2], "items": 3.5},
    ):  # fmt: skip
        with pytest.raises(ValueError, match="give|counted from|write Fraction"):
            queen.spread(**wrong)
    with pytest.raises(ValueError, match="ways"):
        queen.spread([1] * 10, items=[[n, (n + k) % 10] for n in range(10) for k in (1, 3)], favors=5)


# --- two stages ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("queen.location.two-tests", "queen.order.max-three", "queen.order.tokens-instead")
def test_the_order_by_its_dice_is_as_the_ledger_says():
    found = queen.location_tree(2, 2, 3, order=1)
    assert found.passed == Distribution({0: F(64, 729), 1: F(304, 729), 2: F(286, 729), 3: F(25, 243)})
    assert queen.location_tree(2, 2, 3, order=1, favors=1).worth == F(1303, 729)
    for top, middle, bottom, order in product(range(3), repeat=4):
        t, m, b, o = map(queen.test, (top, middle, bottom, order))
        found = queen.location_tree(top, middle, bottom, order)
        assert found.worth == formula("order-expected-tokens", t=t, m=m, b=b, o=o)
        assert found.passed[3] == formula("order-three-tokens", t=t, m=m, o=o)
        two = queen.location_tree(top, middle, bottom)
        assert two.law[False, True] == (1 - t) * b and two.law[True, True] == t * m


def test_ten_items_and_favors_are_spread_within_the_time():
    start = perf_counter()
    queen.location_tree(2, 2, 3, 1, items=[["top"], ["middle", "order"], ["bottom"]] * 3, favors=10)
    assert perf_counter() - start < 2


def test_more_favors_than_dice_and_more_items_of_a_sort_change_nothing():
    plain = queen.spread([2, 1, 3], items=[[0], [0, 2]], favors=8)  # no more than eight dice are ever rolled
    rich = queen.spread([2, 1, 3], items=[[0], [0, 2]], favors=200)
    assert (rich.worth, rich.law, rich.favors) == (plain.worth, plain.law, plain.favors)
    saved = queen.spread([2, 1], favors=7, favor_worth=F(1, 9))
    assert saved.worth == queen.spread([2, 1], favors=3, favor_worth=F(1, 9)).worth + 4 * F(1, 9)
    alone = [[0], [0], [1], [1], [1]]  # each fits one Test: all are used
    assert queen.spread([1, 0], alone).worth == queen.test(3) + queen.test(3)


@pytest.mark.parametrize(
    "call",
    [
        lambda: queen.spread([5] * 10, items=10, favors=10),
        lambda: queen.spread([5] * 10, items=6, favors=6),
        lambda: queen.location_tree(3, 3, 3, order=3, items=60, favors=60),
    ],
)
def test_what_is_within_the_ranges_takes_seconds(call):
    """Less than a second where it was measured; they took 119, 18 and 34."""
    start = perf_counter()
    assert sum(call().law.to_dict().values()) == 1
    assert perf_counter() - start < 6


def test_what_would_take_long_is_refused_before_it_begins():
    start = perf_counter()
    for call in (
        lambda: queen.spread([200] * 10, items=200, favors=200),
        lambda: queen.spread([5] * 10, items=40, favors=40),
        lambda: queen.location_tree(200, 200, 200, order=200, items=200, favors=200),
    ):
        for _ in range(2):
            with pytest.raises(ValueError, match="give fewer"):
                call()
    assert perf_counter() - start < 1


@pytest.mark.parametrize("order", ["", [], {}, False])
def test_an_order_is_a_number_of_dice_or_none(order):
    with pytest.raises(ValueError, match="order is .*; give a whole number"):
        queen.location_tree(1, 1, 1, order=order)
    with pytest.raises(ValueError, match="an Item is 2; give a list of Tests"):
        queen.location_tree(1, 1, 1, items=[2])
