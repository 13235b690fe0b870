"""What is read off rolls and hands, against going through every single roll and every set of cards."""

import pickle
from collections import Counter
from copy import copy, deepcopy
from fractions import Fraction
from functools import reduce
from itertools import chain, combinations, permutations, product
from math import comb
from operator import and_, or_

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beastlab.odds import (
    Distribution,
    P,
    at_least,
    at_most,
    d4,
    d6,
    d8,
    d10,
    d12,
    draws_until,
    exactly,
    hand,
    law,
    position,
    roll,
    stacked,
    total,
)

LOADED = Distribution({1: 3, 2: 1, 4: 2, 7: 1})


def rolls(pool):
    """Every single roll of a pool, as often as it is likely."""
    dice = [law for count, law in pool.dice for _ in range(count)]
    faces = [[face for face, weight in law.weights.items() for _ in range(weight)] for law in dice]
    return product(*faces)


def counted(pool, value):
    """The law of a value of the faces, by going through every roll."""
    return Distribution(Counter(value(sorted(faces, reverse=True)) for faces in rolls(pool)))


def most_covered(dice, icons):
    """The most icons that can be covered, by trying every order of the dice."""
    best = 0
    for order in set(permutations([*dice, *[0] * (len(icons) - len(dice))])):
        best = max(best, sum(die >= icon for die, icon in zip(order, icons, strict=False)))
    return best


def coverable(dice, icons):
    return len(dice) >= len(icons) and any(
        all(die >= icon for die, icon in zip(order, icons, strict=False)) for order in set(permutations(dice))
    )


def most_cleared(dice, groups):
    sets = chain.from_iterable(combinations(groups, size) for size in range(len(groups), -1, -1))
    return next(len(some) for some in sets if coverable(dice, [icon for group in some for icon in group]))


HALVED = d6.map(lambda face: (face + 1) // 2)  # a fair die of three faces, each in two ways
POOLS = [
    3 * HALVED,
    HALVED + 2 * d4,
    1 * d6,
    3 * d6,
    4 * d4,
    3 * LOADED,
    2 * d6 + 2 * d4,
    d4 + 2 * LOADED,
    2 * (2 * d4),
]
SHOWN = ["halved", "halved+d4", "d6", "3d6", "4d4", "loaded", "2d6+2d4", "d4+loaded", "totals"]


@pytest.mark.parametrize("pool", POOLS, ids=SHOWN)
class TestEveryRoll:
    def test_total(self, pool):
        assert law(roll(pool).total) == counted(pool, sum)

    def test_count(self, pool):
        assert law(roll(pool).count(1, 4)) == counted(pool, lambda dice: sum(die in (1, 4) for die in dice))
        assert law(roll(pool).count_at_least(3)) == counted(pool, lambda dice: sum(die >= 3 for die in dice))
        odd = lambda face: face % 2  # noqa: E731
        assert law(roll(pool).count(odd)) == counted(pool, lambda dice: sum(die % 2 for die in dice))

    def test_any_all_none(self, pool):
        crew = roll(pool)
        for event, holds in [
            (crew.any(4), lambda dice: 4 in dice),
            (crew.all(1, 2, 4), lambda dice: set(dice) <= {1, 2, 4}),
            (crew.none(1), lambda dice: 1 not in dice),
            (crew.any_at_least(4), lambda dice: max(dice) >= 4),
            (crew.all_at_least(2), lambda dice: min(dice) >= 2),
            (crew.all_at_most(4), lambda dice: max(dice) <= 4),
        ]:
            assert P(event).value == counted(pool, lambda dice, holds=holds: bool(holds(dice)))[True]

    def test_keep_and_drop(self, pool):
        crew = roll(pool)
        for k in range(crew.size + 1):
            assert law(crew.highest(k)) == counted(pool, lambda dice, k=k: sum(dice[:k]))
            assert law(crew.lowest(k)) == counted(pool, lambda dice, k=k: sum(dice[len(dice) - k :]))
        for place in range(1, crew.size + 1):
            assert law(crew.rank(place)) == counted(pool, lambda dice, place=place: dice[place - 1])

    @pytest.mark.parametrize(
        "icons", [(), (4,), (3, 4), (1, 2, 3), (4, 4, 1), (7, 2), (9,), (5, 5), (1, 1, 1, 1, 1)]
    )
    def test_covers(self, pool, icons):
        crew = roll(pool)
        assert law(crew.covered(*icons)) == counted(pool, lambda dice: most_covered(dice, icons))
        assert P(crew.covers(*icons)).value == counted(pool, lambda dice: coverable(dice, icons))[True]

    @pytest.mark.parametrize("groups", [[(2, 3), (4,)], [(3,), (3,), (4, 1)], [(7,), (2, 2)], [()]])
    def test_cleared(self, pool, groups):
        assert law(roll(pool).cleared(*groups)) == counted(pool, lambda dice: most_cleared(dice, groups))

    def test_distinct_and_alike(self, pool):
        assert law(roll(pool).distinct) == counted(pool, lambda dice: len(set(dice)))
        assert law(roll(pool).alike) == counted(pool, lambda dice: max(Counter(dice).values()))

    def test_several_of_one_roll(self, pool):
        crew = roll(pool)
        found = law(crew.count_at_least(3), crew.count(1), crew.lowest(), crew.highest(min(2, crew.size)))
        assert found == counted(
            pool, lambda dice: (sum(d >= 3 for d in dice), dice.count(1), dice[-1], sum(dice[:2]))
        )

    def test_short_ways_are_what_the_sweep_finds(self, pool):
        """Read together with something else, nothing takes a short way."""
        crew = roll(pool)
        for asked in (
            crew.total,
            crew.count(2, 4),
            crew.highest(),
            crew.highest(crew.size),
            crew.lowest(),
            crew.rank(crew.size),
            crew.rank((crew.size + 1) // 2),
            crew.distinct,
            crew.covered(2, 3),
            crew.covered(4, 4, 4, 4, 4, 4),
        ):
            swept = law(asked, crew.alike).marginal(0)
            assert law(asked) == swept
            for value in swept:
                assert P(asked >= value).value == swept.at_least(value)
                assert P(asked <= value).value == swept.cdf(value)
                assert P(asked == value).value == swept[value]

    def test_given(self, pool):
        crew = roll(pool)
        found = law(crew.total, given=crew.any_at_least(3))
        assert found == counted(pool, lambda dice: (max(dice) >= 3, sum(dice))).given(lambda x: x[0]).map(
            lambda x: x[1]
        )


def test_events_join():
    crew = roll(3 * d6)
    a, b = crew.any(6), crew.total >= 11
    single = list(product(range(1, 7), repeat=3))
    for event, holds in [
        (a & b, lambda dice: 6 in dice and sum(dice) >= 11),
        (a | b, lambda dice: 6 in dice or sum(dice) >= 11),
        (~a & b, lambda dice: 6 not in dice and sum(dice) >= 11),
        (~(a | ~b), lambda dice: not (6 in dice or sum(dice) < 11)),
        (crew.total != 10, lambda dice: sum(dice) != 10),
        (crew.total.between(9, 12), lambda dice: 9 <= sum(dice) <= 12),
        (crew.total.is_in([3, 18]), lambda dice: sum(dice) in (3, 18)),
        (crew.highest() - crew.lowest() == 2, lambda dice: max(dice) - min(dice) == 2),
        (crew.highest() * 2 > crew.total, lambda dice: max(dice) * 2 > sum(dice)),
        (10 - crew.total < 1, lambda dice: 10 - sum(dice) < 1),
        (crew.total > Fraction(21, 2), lambda dice: sum(dice) > 10),
        (crew.total.map(lambda t: t % 3) == 0, lambda dice: sum(dice) % 3 == 0),
    ]:
        assert P(event).value == Fraction(sum(map(holds, single)), 216), event


def test_one_roll_keeps_its_value_and_two_are_independent():
    crew, rival = roll(2 * d6), roll(2 * d6)
    assert P(crew.total == crew.total).value == 1
    assert P(crew.total == rival.total).value == Fraction(73, 648)
    assert P((crew.total >= 9) & (rival.total >= 9)).value == Fraction(5, 18) ** 2
    assert P(crew.any(6), given=rival.any(6)).value == P(crew.any(6)).value
    assert P(total(d6) + total(d6) == 7).value == Fraction(1, 6)


def test_the_roll_of_ten_totals_has_ten_dice():
    crew = roll(10 * (2 * d6))
    assert crew.size == 10 and P(crew.all_at_least(9)).value == Fraction(5, 18) ** 10
    assert P(total(10 * (2 * d6)) >= 80).value == P(total(20 * d6) >= 80).value


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 7),
    st.lists(st.integers(1, 6), min_size=1, max_size=5),
    st.integers(0, 7),
)
def test_against_icepool(n, icons, k):
    """The pool engine of icepool, exactly: covering, keeping, counting."""
    pool = icepool.d6.pool(n)
    crew = roll(n * d6)
    high = pool.highest(min(k, n)).sum() if min(k, n) else None
    if high is not None:
        assert law(crew.highest(min(k, n))).to_dict() == {
            x: Fraction(w, high.denominator()) for x, w in high.items()
        }
    hits = (n @ (icepool.d6 >= icons[0])) if n else None
    if hits is not None:
        assert law(crew.count_at_least(icons[0])).to_dict() == {
            x: Fraction(w, hits.denominator()) for x, w in hits.items() if w
        }
    covered = pool.max_pair_keep(">=", icons).size()
    assert law(crew.covered(*icons)).to_dict() == {
        x: Fraction(w, covered.denominator()) for x, w in covered.items() if w
    }
    unique = pool.unique().size()
    assert law(crew.distinct).to_dict() == {
        x: Fraction(w, unique.denominator()) for x, w in unique.items() if w
    }


# --- cards -----------------------------------------------------------------------------------------------

HEROES = {"healer": 3, "melee": 2, ("healer", "melee"): 1, ("melee", "ranged"): 2, frozenset({"ranged"}): 1}


def hands(draws, deck):
    cards = [card for card, count in deck.items() for _ in range(count)]
    return [[cards[i] for i in chosen] for chosen in combinations(range(len(cards)), draws)]


def is_a(card, kind):
    return card == kind or (isinstance(card, tuple | frozenset) and kind in card)


@pytest.mark.parametrize("draws", range(10))
def test_conditions_on_a_hand(draws):
    found = hand(draws, HEROES)

    def number(cards, *kinds):
        return sum(any(is_a(card, kind) for kind in kinds) for card in cards)

    for needs, holds in [
        ([at_least(2, "healer")], lambda c: number(c, "healer") >= 2),
        (
            [at_least(1, "healer"), at_least(1, "ranged")],
            lambda c: number(c, "healer") >= 1 <= number(c, "ranged"),
        ),
        ([at_most(1, "melee")], lambda c: number(c, "melee") <= 1),
        ([exactly(2, "healer", "ranged")], lambda c: number(c, "healer", "ranged") == 2),
        ([exactly(0, "melee"), at_least(0, "healer")], lambda c: number(c, "melee") == 0),
        (
            [at_least(1, "healer"), at_most(2, "melee"), at_least(1, "ranged")],
            lambda c: number(c, "healer") >= 1 and number(c, "melee") <= 2 and number(c, "ranged") >= 1,
        ),
    ]:
        every = hands(draws, HEROES)
        answer = P(found.has(*needs))
        assert answer.all == len(every) and answer.ways == sum(map(holds, every)), needs


def test_cards_with_numbers():
    deck, every = {1: 2, 3: 3, 4: 1, 8: 2}, hands(3, {1: 2, 3: 3, 4: 1, 8: 2})
    found = hand(3, deck)
    for asked, value in [
        (found.total, sum),
        (found.highest(), max),
        (found.lowest(2), lambda cards: sum(sorted(cards)[:2])),
        (found.rank(2), lambda cards: sorted(cards)[1]),
        (found.distinct, lambda cards: len(set(cards))),
        (found.covered(4, 2), lambda cards: most_covered(cards, (4, 2))),
    ]:
        assert law(asked) == Distribution(Counter(map(value, every)))


def test_what_was_seen_is_out():
    assert law(hand(3, HEROES, seen=["healer", "melee"]).count("healer")) == law(
        hand(3, {**HEROES, "healer": 2, "melee": 1}).count("healer")
    )
    assert law(hand(2, ["a", "a", "b"]).count("a")) == Distribution({1: 2, 2: 1})


@pytest.mark.parametrize("draws", range(9))
def test_stacked_piles_by_every_order(draws):
    """Two piles of 4 over a pool of seven: each order of pool and piles once."""
    pool, piles = {"a": 2, "b": 4}, [(3, {}), (4, {"prompt": 1, "boss": 1})]
    found: Counter = Counter()
    for cards in set(permutations(["a", "a", "b", "b", "b", "b"])):
        top, rest = list(cards[:3]), list(cards[3:5])
        for places in permutations(range(4), 2):
            pile = list(rest)
            for place, card in sorted(zip(places, ["prompt", "boss"], strict=True)):
                pile.insert(place, card)
            deck = top + pile
            seen = deck[: min(draws, 7)]
            found[seen.count("a"), "prompt" in seen, "boss" in seen] += 1
    if draws > 7:
        with pytest.raises(ValueError, match="draws is 8; give a whole number from 0 to 7"):
            hand(draws, stacked(pool, *piles))
        return
    mine = hand(draws, stacked(pool, *piles))
    assert law(mine.count("a"), mine.any("prompt"), mine.any("boss")) == Distribution(found)
    assert P(mine.has(at_least(1, "prompt"), at_most(1, "a"))).value == Distribution(found).P(
        lambda x: x[0] <= 1 and x[1]
    )


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.integers(0, 6), min_size=2, max_size=5),
    st.data(),
)
def test_hands_against_icepool(counts, data):
    if not sum(counts):
        counts = [*counts, 1]
    draws = data.draw(st.integers(0, min(sum(counts), 8)))
    needs = [data.draw(st.integers(0, 2)) for _ in counts]
    deck = dict(enumerate(counts))
    mine = P(hand(draws, deck).has(*(at_least(need, kind) for kind, need in enumerate(needs)))).value
    wanted = [kind for kind, need in enumerate(needs) for _ in range(need)]
    theirs = (
        icepool.Deck({k: c for k, c in deck.items() if c}).deal(draws).issuperset(wanted) if draws else None
    )
    if theirs is None:
        assert mine == (not wanted)
    elif isinstance(theirs, bool):
        assert mine == theirs
    else:
        law_ = theirs.simplify() if hasattr(theirs, "simplify") else theirs
        assert mine == law_.probability(True)


# --- large ones ------------------------------------------------------------------------------------------


def test_large_pools_stay_exact():
    assert sum(law(roll(1000 * d6).covered(2, 3, 3, 5, 6)).weights.values()) == 6**1000
    assert P(roll(1000 * d6).covers(6)).value == 1 - Fraction(5, 6) ** 1000
    assert P(roll(3000 * d6).any(6)).value == 1 - Fraction(5, 6) ** 3000
    assert law(roll(100 * d6).count(6))[100] == Fraction(1, 6**100)
    assert law(roll(500 * d6).highest(2))[12] == 1 - Fraction(5, 6) ** 500 - 500 * Fraction(5**499, 6**500)
    assert P(total(100 * (2 * d6)) == 200).value == Fraction(1, 36**100)


def test_what_would_take_long_is_refused_with_advice():
    with pytest.raises(ValueError, match="together these handfuls show .* different things, too many"):
        law(roll(200 * d6).total, roll(200 * d6).total, roll(200 * d6).distinct)
    crew = roll(300 * d6)
    with pytest.raises(ValueError, match="would take some .* steps"):
        law(crew.total, crew.highest(20), crew.distinct)


def test_comb_of_hands():
    assert P(hand(7, {"a": 16, "b": 48}).any("a")).all == comb(64, 7)


def test_waiting_for_a_hand_by_every_order():
    deck = {"a": 2, "b": 3, ("a", "b"): 1}
    cards = [card for card, count in deck.items() for _ in range(count)]
    for needs, holds in [
        ([at_least(1, "a")], lambda seen: sum(is_a(c, "a") for c in seen) >= 1),
        (
            [at_least(2, "a"), at_least(2, "b")],
            lambda seen: min(sum(is_a(c, k) for c in seen) for k in "ab") >= 2,
        ),
        ([at_least(0, "a")], lambda seen: True),
    ]:
        waits = Counter(
            next(n for n in range(7) if holds([cards[i] for i in order[:n]]))
            for order in permutations(range(6))
        )
        assert draws_until(deck, *needs) == Distribution(waits)
    assert draws_until({"a": 2, "b": 3}, at_least(1, "a"), seen=["a", "b"]) == position(1, 3)
    with pytest.raises(ValueError, match="even the whole deck does not always meet"):
        draws_until(deck, at_least(4, "a"))
    with pytest.raises(ValueError, match="at most 1 a may be met and then broken"):
        draws_until(deck, at_most(1, "a"))
    with pytest.raises(ValueError, match="the number of cards left is 501"):
        draws_until({"a": 501}, at_least(1, "a"))


def test_waiting_on_stacked_piles_by_every_order():
    """The Prompt of the second pile, and the first card of a kind of the pool."""
    pool, piles = {"m": 2, "k": 2}, [(2, {}), (3, {"Q": 1})]
    orders = []
    for cards in permutations(["m", "m", "k", "k"]):
        for place in range(3):
            low = list(cards[2:])
            low.insert(place, "Q")
            orders.append([*cards[:2], *low])
    for kind in ("Q", "m"):
        expected = Distribution(Counter(order.index(kind) + 1 for order in orders))
        assert draws_until(stacked(pool, *piles), at_least(1, kind)) == expected
    with pytest.raises(ValueError, match="even the whole deck does not always meet"):
        draws_until(stacked({"m": 5, "k": 5}, (4, {"Q": 1})), at_least(1, "m"))
    with pytest.raises(ValueError, match="nothing is waited for"):
        draws_until({"m": 2})


def test_mixed_pools_of_many_kinds_are_refused_before_they_hang():
    pool = roll(10 * d6 + 10 * d8 + 10 * d10 + 10 * d12)
    for asked in (pool.alike >= 6, pool.distinct >= 8, pool.covers(*range(1, 11)), pool.rank(20) >= 4):
        with pytest.raises(ValueError, match="would take some .* steps"):
            P(asked)
    single = [roll(1 * d6).any(6) for _ in range(20)]
    with pytest.raises(ValueError, match="throw equal dice as one roll"):
        P(reduce(and_, single))
    assert P(reduce(or_, single[:8])).value == 1 - Fraction(5, 6) ** 8
    crew = roll(1 * d6)
    assert P(reduce(or_, [crew.any(6)] * 3000)).value == Fraction(1, 6)  # no recursion


def test_a_roll_that_is_copied_is_the_same_roll_and_events_can_be_pickled():
    crew = roll(2 * d6)
    for twin in (copy(crew), deepcopy(crew), deepcopy([crew])[0]):
        assert P((crew.total == 7) & twin.any(6)).value == Fraction(1, 18)
    event = crew.any(6) & (crew.total >= 9) | ~crew.any(1)
    assert deepcopy(event) is event
    roll_again, event_again = pickle.loads(pickle.dumps((crew, (crew.total >= 9) & crew.any(6))))
    assert P(event_again & (roll_again.total == 12)).value == Fraction(1, 36)
    with pytest.raises(TypeError, match="can't be pickled; pickle the roll or hand"):
        pickle.dumps(crew.total + 1)


def test_what_was_given_may_change_later():
    deck, icons, faces = {"a": 2, "b": 2}, [5, 6], [5, 6]
    drawn, crew = hand(2, deck), roll(2 * d6)
    covered, wanted = crew.cleared(icons), crew.total.is_in(faces)
    deck["a"] = 50
    icons.append(6)
    faces.append(7)
    assert drawn.ways == 6 and P(covered == 1).value == P(crew.covers(5, 6)).value
    assert P(wanted).value == Fraction(9, 36)
