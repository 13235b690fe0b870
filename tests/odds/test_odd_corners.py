"""Odd corners of exact odds, each against plain counting: faces that are fractions, which formula is named and in what
words, cards with numbers in stacked piles, policies, limits, and how numbers are written at the edges of a rule.
"""

from collections import Counter
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from itertools import permutations, product
from math import comb
from operator import eq, ge, gt, le, lt, ne
from random import Random

import pytest

from beastlab.odds import (
    FORMULAS,
    Distribution,
    E,
    P,
    at_least,
    at_most,
    best,
    d4,
    d6,
    exactly,
    following,
    hand,
    law,
    roll,
    stacked,
    total,
)
from beastlab.odds.answer import Answer, MoveAnswer
from beastlab.odds.exhibits import ROWS, Check, wilson
from beastlab.odds.readings import listed
from beastlab.odds.texts import (
    ROWS_SHOWN,
    decimal_text,
    equals_tex,
    equation,
    fraction_text,
    lines,
    number_tex,
    one_in_text,
    percent_text,
    table,
    whole_text,
)

F = Fraction
HALVES = Distribution({F(1, 2): 2, F(1): 1, F(5, 2): 1})
LOADED = Distribution({1: 2, 2: 1, 3: 1})
GAPPED = Distribution.uniform([1, 3, 4])


def singles(pool):
    """Every single roll of a pool, from its highest face down, as often as it is likely."""
    dice = [law for count, law in pool.dice for _ in range(count)]
    every = product(*([face for face, weight in die.weights.items() for _ in range(weight)] for die in dice))
    return [sorted(faces, reverse=True) for faces in every]


def share(every, holds):
    return F(sum(map(bool, map(holds, every))), len(every))


def named_right(answer):
    """The formula that is named, if any, gives the value."""
    if answer.named:
        name, at = answer.named
        assert FORMULAS[name].at(**at) == answer.value, (answer.question, name)
    assert answer.formula
    return True


def ranges(quantity, n):
    """Every condition on a quantity from 0 to n that is a range: its event, the least, the greatest value."""
    for x in range(n + 2):
        yield from ((quantity >= x, x, None), (quantity <= x, None, x))
        yield from ((quantity.between(x, y), x, y) for y in range(x, n + 2))


def lies(value, low, high):
    return (low is None or value >= low) and (high is None or value <= high)


# --- faces ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pool", [2 * HALVES, 3 * HALVES, HALVES + 2 * d4, d4 + HALVES], ids=["2", "3", "d4s", "d4"]
)
def test_comparing_sums_of_fractions(pool):
    """No whole number is taken for the next one above where totals lie in between."""
    crew, every = roll(pool), singles(pool)
    for asked, value in [
        (crew.total, sum),
        (crew.highest(), max),
        (crew.highest(2), lambda dice: sum(dice[:2])),
        (crew.lowest(), min),
        (crew.lowest(2), lambda dice: sum(dice[-2:])),
        (crew.rank(2), lambda dice: dice[1]),
    ]:
        assert law(asked) == Distribution(Counter(map(value, every)))
        for compare, limit in product((ge, gt, le, lt, eq, ne), (F(1, 2), 1, F(7, 4), 2, F(5, 2), 3, 4)):
            event, expected = compare(asked, limit), share(every, lambda d: compare(value(d), limit))  # noqa: B023
            assert P(event).value == expected and P(~event).value == 1 - expected, event
        assert P(asked.between(1, 2)).value == share(every, lambda d: 1 <= value(d) <= 2)  # noqa: B023


def test_comparing_whole_totals_with_fractions():
    crew, every = roll(3 * d6), singles(3 * d6)
    for asked, value in [(crew.total, sum), (crew.highest(2), lambda dice: sum(dice[:2]))]:
        for compare, limit in product((ge, gt, le, lt, eq, ne), (F(13, 2), F(17, 2), 9)):
            event, expected = compare(asked, limit), share(every, lambda d: compare(value(d), limit))  # noqa: B023
            assert P(event).value == expected and P(~event).value == 1 - expected, event
        between = asked.between(F(13, 2), F(17, 2))
        assert P(between).value == share(every, lambda d: 7 <= value(d) <= 8)  # noqa: B023


def test_numbers_out_of_range():
    crew, cards = roll(3 * d6), hand(2, {"a": 2, "b": 2})
    for found, none in [(crew.count(6), F(125, 216)), (cards.count("a"), F(1, 6))]:
        assert P(found.between(-1, 0)).value == none and P(found.between(-1, 9)).value == 1
        assert P(found >= -1).value == 1 and P(found <= -1).value == 0 == P(found == 9).value
        assert P(found.between(-5, -2)).value == 0 == P(found.between(7, 9)).value


def test_a_law_of_several_stands_in_order():
    crew = roll(3 * d4)
    for several in (law(crew.total, crew.highest()), law(crew.lowest(), crew.count(4), crew.distinct)):
        assert list(several) == sorted(several)


def test_groups_that_need_the_same_are_counted_as_more():
    for groups in ([(2,), (3,), (2, 3)], [(2, 3), (2,), (3,)], [(), (4,), ()]):
        best_of = Counter()
        for faces in singles(2 * d4):
            sets = product(*([group, None] for group in groups))
            needs = [[group for group in some if group is not None] for some in sets]
            best_of[
                max(len(some) for some in needs if covers(faces, sorted(sum(some, ()), reverse=True)))
            ] += 1
        assert law(roll(2 * d4).cleared(*groups)) == Distribution(best_of)


def covers(faces, icons):
    """Whether faces, from the highest, cover icons from the highest."""
    return len(faces) >= len(icons) and all(f >= icon for f, icon in zip(faces, icons, strict=False))


def test_faces_of_a_mixed_pool_stand_in_order():
    crew = roll(Distribution.uniform([2, 5]) + Distribution.uniform([1, 4, 6]))
    assert crew.faces == (1, 2, 4, 5, 6)
    assert law(crew.lowest()) == Distribution({1: 2, 2: 2, 4: 1, 5: 1})


def test_true_is_no_face():
    with pytest.raises(ValueError, match="True is on none of the dice"):
        roll(2 * Distribution.uniform([2, 3])).count(True)


# --- which formula ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
@pytest.mark.parametrize("die", [d4, LOADED, GAPPED], ids=["d4", "loaded", "gapped"])
def test_a_formula_is_named_only_where_it_gives_the_value(die, dice):
    crew, every = roll(dice * die), singles(dice * die)
    for asked, value, most in [
        (crew.total, sum, 4 * dice),
        (crew.highest(), max, 4),
        (crew.lowest(), min, 4),
        (crew.rank((dice + 1) // 2), lambda faces: faces[(dice + 1) // 2 - 1], 4),
        (crew.distinct, lambda faces: len(set(faces)), 4),
        (crew.count(1, 4), lambda faces: sum(face in (1, 4) for face in faces), dice),
        (crew.covered(3, 2), lambda faces: (faces[0] >= 2) + (faces[0] >= 3 and faces[1:2] >= [2]), 2),
    ]:
        for event, low, high in ranges(asked, most):
            answer = P(event)
            assert answer.value == share(every, lambda f: lies(value(f), low, high)), answer  # noqa: B023
            assert named_right(answer)


def test_the_formula_of_two_numbers_of_dice():
    crew, every = roll(3 * d4), singles(3 * d4)
    for h, r in product(range(4), repeat=2):
        answer = P((crew.count(1) == h) & (crew.count(3, 4) == r))
        assert answer.value == share(every, lambda f: f.count(1) == h and f.count(3) + f.count(4) == r)  # noqa: B023
        assert named_right(answer) and (answer.named is not None) == (h + r <= 3)
    for event, holds in [
        ((crew.count(1) >= 1) & (crew.count(2) == 1), lambda f: 1 in f and f.count(2) == 1),
        ((crew.count(1, 2) == 1) & (crew.count(2) == 1), lambda f: 2 in f and f.count(1) + f.count(2) == 1),
        (
            (crew.count(1) == 1) & (crew.count(2) == 1) & (crew.count(3) == 1),
            lambda f: set(f) == {1, 2, 3},
        ),
        ((crew.total == 6) & (crew.count(1) == 1), lambda f: sum(f) == 6 and f.count(1) == 1),
        ((crew.lowest() == 1) & (crew.count(2) == 1), lambda f: f[-1] == 1 and f.count(2) == 1),
    ]:
        answer = P(event)
        assert answer.value == share(every, holds) and answer.named is None and named_right(answer)


def drawn(draws, deck):
    cards = [card for card, count in deck.items() for _ in range(count)]
    return list(permutations(cards, draws))


@pytest.mark.parametrize("draws", range(7))
def test_the_formula_of_one_kind_of_card(draws):
    deck = {"a": 3, "b": 2, "c": 1, "d": 0}
    every = drawn(draws, deck)
    for kinds in (["a"], ["b"], ["a", "b"], ["a", "b", "c"], ["d"]):
        for event, low, high in ranges(hand(draws, deck).count(*kinds), draws):
            answer = P(event)
            assert answer.value == share(every, lambda h: lies(sum(c in kinds for c in h), low, high))  # noqa: B023
            assert named_right(answer)


def test_the_formula_of_two_kinds_of_cards():
    deck = {"a": 3, "b": 2, "c": 2}
    found, every = hand(4, deck), drawn(4, deck)
    at_leasts = P(found.has(at_least(2, "a"), at_least(1, "b")))
    assert at_leasts.named == ("two-kinds-at-least", {"A": 3, "B": 2, "N": 7, "n": 4, "a": 2, "b": 1})
    for needs, holds in [
        ((at_least(2, "a"), at_least(1, "b")), lambda h: h.count("a") >= 2 and "b" in h),
        ((at_least(2, "a"), at_most(1, "b")), lambda h: h.count("a") >= 2 and h.count("b") <= 1),
        ((exactly(2, "a"), at_least(1, "b")), lambda h: h.count("a") == 2 and "b" in h),
        ((at_most(1, "a"), at_least(1, "b"), at_least(2, "c")), lambda h: h.count("c") == 2 and "b" in h),
        ((at_least(1, "a"), at_least(1, "b"), at_least(1, "c")), lambda h: len(set(h)) == 3),
        ((at_least(1, "a", "b"), at_least(1, "b")), lambda h: "b" in h),
    ]:
        answer = P(found.has(*needs))
        assert answer.value == share(every, holds) and named_right(answer), needs


# --- words ------------------------------------------------------------------------------------------------


def test_events_in_words():
    crew, cards = roll(3 * d6), hand(2, {"a": 2, "b": 2})
    for event, words in [
        (crew.any(5, 6), "some die shows 5 or 6"),
        (crew.all(6), "every die shows 6"),
        (crew.none(6), "no die shows 6"),
        (crew.count(6) == 0, "no die shows 6"),
        (crew.count(6) == 1, "1 die shows 6"),
        (crew.count(6).between(0, 1), "at most 1 die shows 6"),
        (crew.count(6).between(1, 2), "from 1 to 2 dice show 6"),
        (crew.count(6) > 1, "at least 2 dice show 6"),
        (~crew.all(6), "at most 2 dice show 6"),
        (~crew.any(6), "no die shows 6"),
        (crew.any_at_least(5), "some die shows 5 or more"),
        (crew.all_at_most(2), "every die shows 2 or less"),
        (roll(1 * d6).all(6), "some die shows 6"),
        (roll(1 * d6).count(6) == 1, "1 die shows 6"),
        (roll(2 * (2 * d6)).any(7), "some total shows 7"),
        (cards.any("a"), "some card shows a"),
        (cards.has(at_least(1, "a"), at_most(1, "b")), "some card shows a and at most 1 card shows b"),
        (
            crew.any(6) & crew.any(5) & crew.any(4),
            "some die shows 6 and some die shows 5 and some die shows 4",
        ),
        (
            crew.any(6) & (crew.any(5) | crew.any(4)),
            "some die shows 6 and (some die shows 5 or some die shows 4)",
        ),
        (crew.total < 9, "the total is at most 8"),
        (crew.total == F(13, 2), "the total of the roll of 3d6 is equal to 13/2"),
        (crew.highest() >= 5, "the highest is at least 5"),
        (crew.highest(2) >= 5, "the sum of the 2 highest is at least 5"),
        (crew.highest(0) == 0, "the sum of the 0 highest is 0"),
        (crew.lowest() == 5, "the lowest is 5"),
        (crew.lowest(2) == 5, "the sum of the 2 lowest is 5"),
        (crew.rank(2) >= 5, "the 2nd highest is at least 5"),
        (crew.rank(3) >= 5, "the 3rd highest is at least 5"),
        (crew.covers(2, 3, 3), "the dice cover 2, 3 and 3"),
        (crew.covered(2, 5).between(2, 2), "2 of the icons 2 and 5 can be covered"),
        (crew.covered(2, 5) <= 1, "at most 1 of the icons 2 and 5 can be covered"),
        (crew.cleared((2, 3), (4,)) >= 1, "the number of groups cleared among 2 and 3; 4 is at least 1"),
        (
            crew.total > crew.highest(),
            "the total of the roll of 3d6 is more than the highest of the roll of 3d6",
        ),
        (crew.total.map(abs, "its size") == 1, "its size is equal to 1"),
        (crew.total.is_in([7]), "the total of the roll of 3d6 is one of 7"),
    ]:
        assert event.text == words


def test_handfuls_in_words():
    for found, words in [
        (roll(2 * d6), "the roll of 2d6"),
        (roll(2 * d6 + d4), "the roll of 2d6 + 1d4"),
        (roll(3 * d6, name="crew"), "crew"),
        (roll(3 * (2 * d6)), "the roll of 3 times (2d6)"),
        (roll(2 * LOADED), "the roll of 2 dice with faces 1, 2 and 3, not equally likely"),
        (roll(2 * GAPPED), "the roll of 2 dice with faces 1, 3 and 4"),
        (hand(2, {"a": 3, "b": 4}), "the hand of 2 of 7 cards"),
        (hand(2, stacked({"a": 3}, (2, {}), (2, {"p": 1}))), "the top 2 of 4 stacked cards"),
    ]:
        assert found.text == words
    assert repr(at_most(2, "a")) == "at most 2 a" and repr(exactly(2, "a", "b")) == "2 a or b"
    assert repr(roll(2 * (2 * d6))) == "<the roll of 2 times (2d6): 2 totals, thrown once>"
    eight, nine = (roll(1 * Distribution.uniform(range(1, n + 1))) for n in (8, 9))
    for crew, end in [(eight, "7 and 8"), (nine, "8 and ...")]:
        with pytest.raises(ValueError, match=f"they show 1, 2, .*, {end}$"):
            crew.count("six")


def test_long_lists_are_counted():
    assert listed([1] * 8) == ", ".join("1" * 7) + " and 1" and listed([1] * 9) == "9 times 1"
    assert listed([1] * 8 + [2]) == "8 times 1 and 2" and listed([]) == "nothing"


def test_what_covering_takes_in_words():
    crew = roll(4 * d6)
    assert P(crew.covers(5, 5, 2, 6)).why()[1] == (
        "All icons can be covered exactly when at least 1 die reaches 6, at least 3 dice reach 5, "
        "at least 4 dice reach 2 (Hall's condition)."
    )
    for event in (crew.covered(5, 2) >= 1, crew.covered(5, 2).between(2, 2)):
        assert P(event).why()[1].startswith("A die covers one icon")
    assert "2 dice reach 5" in P(crew.covers(5, 6)).why()[1]
    assert "6 different sets are tried" in P(crew.cleared((2,), (2,), (6,)) == 2).why()[1]


def test_answers_in_words():
    crew, rival = roll(2 * d6), roll(2 * d6)
    cards = hand(2, {"a": 2, "b": 2})
    two = P(crew.total > rival.total)
    assert two.question.endswith("for the roll of 2d6 and the 2nd roll of 2d6")
    assert P(crew.any(6) & cards.any("a")).assumes[-1] == "What falls in one has no influence on the other."
    mixed = P(roll(2 * d6 + d4).any(4) & cards.any("a"))
    assert rf"\frac{{{mixed.ways}}}{{6^{{2}} \cdot 4^{{1}} \cdot \binom{{4}}{{2}}}}" in mixed.formula
    three = P(crew.total + roll(2 * d6).total > rival.total)
    assert three.question.endswith("for the roll of 2d6, the 2nd roll of 2d6 and the 3rd roll of 2d6")
    half = P(crew.any(5), given=crew.total >= 9)
    assert half.formula.endswith(r"= \frac{5}{10} = \frac{1}{2}") and half.named is None
    given = P(crew.any(6), given=crew.any(5))
    assert given.why()[1] == "Only what fits the condition is left: 11 ways (some die shows 5)."
    assert P(crew.total.between(4, 9)).method.startswith("Exact: the ways to every total")
    assert P(crew.alike >= 2).method == "Exact: 2 different cases were weighed instead of 36 single ones."
    assert P(crew.any(6)).method == 'A closed formula: FORMULAS["any"].'
    assert P(crew.any(6)).axis == "the number with 6" and P(crew.any(6) | crew.any(5)).axis == "is it so?"
    assert E(crew.total + cards.count("a")).question == (
        "E(the total of the roll of 2d6 + the number with a of the hand of 2 of 4 cards)"
    )
    assert E(crew.total.map(abs, "its size")).question == "E(its size), for the roll of 2d6"
    assert E(crew.highest(1)).formula.count(r"\cdot") == 6 and r"\dots" not in E(crew.highest()).formula
    seven, eleven = E(roll(Distribution.uniform(range(7))).total), E(crew.total)
    assert r"\dots" not in seven.formula and r"\dots + 12 \cdot \frac{1}{36}" in eleven.formula
    assert E(crew.total).said == "7" and E(crew.highest()).said.startswith("161/36, about 4.4")
    assert r"\left(-2\right) \cdot \frac{1}{36}" in E(-crew.total).formula
    assert r"\approx" in E(roll(80 * d6).total).formula


# --- cards with numbers, piles ----------------------------------------------------------------------------


def stacks(pool, piles):
    """Every order of a deck of piles, each as often as it is likely."""
    cards = [card for card, count in pool.items() for _ in range(count)]
    blanks = [size - sum(known.values()) for size, known in piles]
    for chosen in permutations(cards, sum(blanks)):
        rest, parts = list(chosen), []
        for blank, (_, known) in zip(blanks, piles, strict=True):
            pile = [rest.pop() for _ in range(blank)] + [c for c, n in known.items() for _ in range(n)]
            parts.append(list(permutations(pile)))
        for order in product(*parts):
            yield [card for part in order for card in part]


@pytest.mark.parametrize("draws", range(6))
def test_stacked_cards_with_numbers(draws):
    """Known cards above and below those of the pool, one kind twice in two piles and in the pool too."""
    pool, piles = {4: 1, 1: 2}, [(2, {5: 1}), (3, {5: 1, 2: 1})]
    every = [sorted(deck[:draws], reverse=True) for deck in stacks(pool, piles)]
    top = hand(draws, stacked(pool, *piles))
    asked = [
        (top.total, sum),
        (top.count(5), lambda cards: cards.count(5)),
        (top.count(2, 4), lambda cards: cards.count(2) + cards.count(4)),
        (top.distinct, lambda cards: len(set(cards))),
        (top.alike, lambda cards: max(Counter(cards).values(), default=0)),
        (top.covered(5, 2), lambda c: bool(c and c[0] >= 2) + bool(c[1:] and c[0] >= 5 and c[1] >= 2)),
        *((top.highest(k), lambda cards, k=k: sum(cards[:k])) for k in range(draws + 1)),
        *((top.lowest(k), lambda cards, k=k: sum(cards[len(cards) - k :])) for k in range(draws + 1)),
    ]
    for quantity, value in asked:
        assert law(quantity) == Distribution(Counter(map(value, every))), quantity
    assert P((top.count(5) >= 1) & (top.count(1) <= 1)).value == share(
        every, lambda cards: 5 in cards and cards.count(1) <= 1
    )
    assert named_right(P(top.any(5))) and named_right(P((top.count(5) >= 1) & (top.count(1) >= 1)))
    assert P(top.any(5)).all == P(top.any(5) & top.any(1)).all
    rng, n = Random(5), 3000
    thrown = Counter(tuple(sorted(top.throw(rng), reverse=True)) for _ in range(n))
    for cards, times in Counter(map(tuple, every)).items():
        assert abs(thrown[cards] / n - times / len(every)) < 0.05
    assert sum(thrown.values()) == sum(thrown[cards] for cards in set(map(tuple, every)))


def test_cards_of_a_deck_stand_in_order_and_none_are_left_of_some():
    assert hand(2, {3: 1, 1: 2, 2: 0}).faces == (1, 3)
    assert law(hand(2, {3: 1, 1: 2}).lowest()) == Distribution({1: 1})
    assert P(hand(1, {"a": 2, "b": 0}).any("b")).value == 0
    assert P(hand(1, {"a": 1, "b": 1}, seen=["b"]).any("b")).value == 0
    deck = stacked({"a": 3}, (2, {}), (1, {"p": 1}))
    assert P(hand(1, deck).any("p")).value == 0 and hand(2, deck).size == 2
    assert P(hand(3, {("a", "b"): 1, "c": 3}).any(("a", "b"))).value == F(3, 4)
    assert hand(10_000, {"a": 10_000}).size == 10_000
    with pytest.raises(ValueError, match="the number of cards in the deck is 10001"):
        hand(1, {"a": 10_001})


# --- rolling again ----------------------------------------------------------------------------------------


def by_policy(dice, die, policy, rerolls, worth):
    """The mean worth by a policy, by going through every roll."""

    def value(faces, left):
        again = policy(faces, left) if left else None
        if again is None:
            return F(worth(faces))
        rest = list(faces)
        rest.remove(again)
        return sum(p * value(tuple(sorted([*rest, x], reverse=True)), left - 1) for x, p in die.items())

    every = singles(dice * die)
    return sum(value(tuple(faces), rerolls) for faces in every) / F(len(every))


@pytest.mark.parametrize("rerolls", [1, 2, 3])
def test_a_policy_sees_every_face_and_the_rerolls_left(rerolls):
    def patient(faces, left):
        return faces[-1] if faces[-1] <= left else None

    def odd(faces, left):
        return faces[0] if left == 2 else next((face for face in faces if face == 3), None)

    crew = roll(3 * d4)
    for policy in (patient, odd):
        for asked, worth in [
            (P(crew.any(4)), lambda f: 4 in f),
            (P(crew.count(2, 4) >= 2), lambda f: sum(x in (2, 4) for x in f) >= 2),
            (P(crew.covers(4, 2)), lambda f: f[0] == 4 and f[1] >= 2),
            (E(crew.distinct), lambda f: len(set(f))),
        ]:
            answer = following(policy, asked, rerolls)
            assert answer.value == by_policy(3, d4, policy, rerolls, worth)
            assert "stated policy" in answer.assumes[-2] and "closed formula" not in answer.method
    assert following(patient, P(crew.any(4)), rerolls).choice(4, 2, 1) == 1


def test_what_no_rerolls_can_reach_or_break():
    crew = roll(3 * d4)
    assert best(P(crew.count(4) >= 4), 2).value == 0
    assert best(P(crew.count(4) >= 0), 2).value == 1
    assert best(P(crew.count(4).between(2, 3)), 2).value == best(P(crew.count(4) >= 2), 2).value
    assert best(P(crew.count(4).between(2, 2)), 0).value == P(crew.count(4) == 2).value
    assert best(P(crew.any_at_least(1)), 1).law == Distribution({"yes": 1})


def test_rerolls_in_words():
    crew = roll(3 * d6)
    one, none = best(P(crew.count(6) >= 2), 1), best(P(crew.count(6) >= 2), 0)
    twice = best(P(crew.total >= 9), 2, each_once=True)
    assert "with 1 reroll, each of one die, by the best choice" in one.question
    assert "with 0 rerolls, each of one die, by" in none.question
    assert "with 2 rerolls, each of one die and none twice, by" in twice.question
    assert r"\sum_{j=2}^{3 + 1}" in one.formula and one.formula.endswith(equals_tex(one.value))
    assert one.size == 0 and one.method.startswith("A closed formula")
    assert one.others == (("without rerolls", none.value), ("with 1", one.value))
    assert best(P(crew.total >= 9), 2).size == 3 * comb(8, 3)
    assert len([line for line in twice.why() if line.startswith("For example")]) == 3
    assert all("roll a None" not in line for line in twice.why())
    assert best(E(crew.total), 1).pieces == 15


def test_means_are_compared_as_numbers():
    page = best(E(roll(1 * d6).total), 1)._repr_html_()
    assert ">7/2</td>" in page and ">17/4</td>" in page


def test_the_lowest_of_dice_that_are_alike_is_rolled_again():
    assert best(P(roll(3 * d6).any(6)), 1).choice(3, 5, 2) == 2
    answer = best(P(roll(3 * d6).covers(5, 3)), 2, each_once=True)
    assert answer.choice(6, 2, 1, rerolls=1, spent=[1]) == 2 and answer.choice(2, 2, 2) == 2


# --- answers ----------------------------------------------------------------------------------------------


def test_a_condition_on_another_roll():
    crew, rival = roll(2 * d6), roll(1 * d4)
    for event, given, value in [
        (crew.any(6), rival.any(4), F(11, 36)),
        (crew.total > rival.total, rival.any(4), F(5, 6)),
        (crew.any(6) & rival.any(4), rival.any(4), F(11, 36)),
        (rival.any(4), crew.total > rival.total, F(30, 36 + 35 + 33 + 30)),
    ]:
        answer = P(event, given=given)
        assert answer.value == value == F(answer.ways, answer.all)
        assert answer.law.total and (~answer).value == 1 - answer.value
        assert answer.check(2000, seed=4).agrees
    assert P(crew.any(6), given=rival.any(4)).pieces == 12
    assert P(crew.any(6), given=crew.any(6)).law == law(crew.count(6), given=crew.any(6))
    assert E(crew.total, given=crew.any(6)).pieces == F(72, 11)
    assert E(crew.total, given=rival.any(4)).check(100, seed=1).n == 100


def test_answers_join_under_their_condition():
    crew = roll(2 * d4)
    a, b = P(crew.any(4), given=crew.any(3)), P(crew.any(2), given=crew.any(3))
    assert (~a).value == 1 - a.value
    with pytest.raises(TypeError, match="different conditions"):
        P(crew.any(4), given=crew.any(3)) & P(crew.any(4), given=crew.any(2))
    assert (a & crew.any(1)).value == 0 and (a | crew.any(1)).value == F(4, 7)
    assert (crew.any(1) | a).value == F(4, 7) and (crew.any(1) & a).value == 0
    assert a.value == b.value == F(2, 7)


def test_what_counts():
    answer = P(roll(2 * d4).total.between(4, 6))
    assert [outcome for outcome, *_, good in answer.table().rows if good] == [4, 5, 6]
    assert answer.table("title").title == "title" and answer.table().title == answer.question
    assert "counts" in repr(answer.table()) and "counts" in answer.table()._repr_html_()
    mean = E(roll(2 * d4).total)
    assert "counts" not in repr(mean.table()) and mean.table()._repr_html_().count("scope='col'") == 4
    assert answer.table()._repr_html_().count("scope='col'") == 5
    assert "What counts" not in mean.chart().to_dict()["description"]
    assert "aria-hidden" not in mean._repr_html_() and "aria-hidden" in answer._repr_html_()
    large = P(roll(30_000 * d6).count(6) >= 2)
    assert large.law == Distribution({"yes": large.ways, "no": large.all - large.ways})
    assert large.good("yes") and not large.good("no") and large.axis == "is it so?"


def test_a_move_shows_what_can_happen():
    outcomes = Distribution({"hit": 1, "miss": 2})
    move = MoveAnswer(
        "move", "Does it hit?", outcomes, F(1, 3), wanted=["hit"], notes=["A note."], all_ways=3
    )
    assert (move.ways, move.all) == (1, 3) and move.said == "1 of 3 ways = 1/3 = 33.33 %, 1 in 3"
    move.compared = lambda: [("another", F(1, 2))]
    for words in ("What can happen", "In comparison", "50.00 %"):
        assert words in move._repr_html_()
    assert [row[:2] for row in move.table().rows] == [("hit", 1), ("miss", 2)]
    assert move._repr_html_().count("scope='col'") == 5 and move.assumes == ("A note.",)
    move.illustrative = True
    assert move.assumes == ("A note.", "Illustrative deck.")
    uncounted = MoveAnswer("move", "Does it hit?", outcomes, F(1, 3), wanted=["hit"])
    assert uncounted.said == "1/3 = 33.33 %, 1 in 3"
    assert uncounted._repr_html_().count("scope='col'") == 4 and ">ways<" not in uncounted._repr_html_()
    assert repr(uncounted.table()).splitlines()[1].split() == ["hit", "33.33", "%", "1/3", "counts"]
    sure = MoveAnswer("move", "Sure?", Distribution({"hit": 1}), F(1), wanted=["hit"])
    assert "What can happen" not in sure._repr_html_()


# --- simulations ------------------------------------------------------------------------------------------


def test_the_interval_of_a_mean():
    """From the sample's own spread, with n - 1 below it."""

    class Coin(Answer):
        question, value, chance = "coin", F(1, 2), False

        def play(self, rng):
            return rng.randrange(2)

    rng, n = Random(3), 25
    played = [rng.randrange(2) for _ in range(n)]
    mean = sum(played) / n
    half = 1.959964 * (sum((x - mean) ** 2 for x in played) / (n - 1) / n) ** 0.5
    check = Coin().check(n, seed=3)
    assert check.interval == pytest.approx((mean - half, mean + half), abs=1e-6)
    assert f"{mean:.4f}, from {mean - half:.4f} to {mean + half:.4f}" in repr(check)
    assert "exact 0.5000" in repr(check) and "%, from" not in repr(check)


def test_an_interval_holds_its_ends_and_stays_a_share():
    assert (
        Check(F(1, 4), F(1, 2), (0.25, 0.75), 10, 1).agrees
        and Check(F(3, 4), F(1, 2), (0.25, 0.75), 10, 1).agrees
    )
    assert not Check(F(1, 5), F(1, 2), (0.25, 0.75), 10, 1).agrees
    for n in range(1, 300):
        assert wilson(0, n)[0] >= 0 and wilson(n, n)[1] <= 1


def test_no_simulation_of_nothing_is_refused():
    assert P(roll(0 * d6).total == 0).pieces == 1 and P(roll(7 * d6).any(6)).pieces == 7
    with pytest.raises(ValueError, match="n is 1; give a whole number from 2"):
        E(roll(2 * d6).total).check(1)
    with pytest.raises(ValueError, match="n is 300000; give a whole number from 1 to 200000"):
        P(roll(100 * d6).any(6)).check(300_000)


# --- limits -----------------------------------------------------------------------------------------------


def test_large_pools_by_short_ways():
    many = roll(100_000 * d6)
    assert P(many.count(6) <= 99_998).value == 1 - F(5 * 100_000 + 1, 6**100_000)
    assert P(many.count(6).between(0, 200_000)).value == 1
    two = roll(2 * Distribution.uniform(range(1, 101)))  # few hands, whatever is read off them
    assert law(two.total, two.highest(), two.lowest())[150, 80, 70] == F(2, 10_000)
    big = roll(1000 * d6)
    assert P(big.rank(500) >= 1).value == 1 and 0 < P(big.rank(500) >= 4).value < 1


def test_too_large_pools_are_refused_at_once():
    for asked in (
        lambda: law(roll(20_000 * d6).count(6)),
        lambda: P(roll(100_000 * d6).count(6) >= 50_000),
        lambda: law(roll(100_000 * Distribution.uniform(range(1, 201))).distinct),
    ):
        with pytest.raises(ValueError, match="too many for this to be exact in short time"):
            asked()
    mixed = roll(8 * d6 + 8 * d4 + 8 * LOADED)
    odd = Distribution.uniform([F(1, 17), F(2, 13), F(1, 2), F(7, 11), F(3, 4), F(5, 3)])
    for asked in (
        lambda: P(roll(40 * d6).cleared(*[(2, 3, 4, 5, 6)] * 5) >= 5),
        lambda: law(roll(40 * odd).highest(20)),
        lambda: law(mixed.total, mixed.highest(6), mixed.distinct),
    ):
        with pytest.raises(ValueError, match="would take some .* steps"):
            asked()
    with pytest.raises(ValueError, match="different rolls, to be valued for each of 8 rerolls"):
        best(P(roll(20 * d6).distinct == 6), 8)


# --- tables and numbers -----------------------------------------------------------------------------------


def test_a_table_shows_the_likeliest_in_order():
    answer = E(total(9 * d6))  # 46 totals from 9 to 54
    rows = repr(answer.table()).splitlines()
    assert [int(row.split()[0]) for row in rows[1:-1]] == list(range(12, 52)) and len(rows) == ROWS + 2
    assert rows[-1] == "and 6 less likely outcomes" and rows[-1] in answer.table()._repr_html_()
    exact = repr(E(total(Distribution.uniform(range(1, 41)))).table())
    assert "less likely" not in exact
    assert "and 1 less likely outcomes" in repr(E(total(Distribution.uniform(range(41)))).table())
    law_ = 9 * d6
    shown = lines(law_.weights, law_.total).splitlines()
    assert [int(line.split()[0]) for line in shown[:-1]] == list(range(12, 52)) and len(
        shown
    ) == ROWS_SHOWN + 1
    assert shown[-1].startswith("6 less likely outcomes")
    assert repr(P(roll(2 * d6).any(6)).why()).splitlines()[1].startswith("2. ")


def test_the_longest_bar_is_the_likeliest_outcome():
    assert table({"a": 1, "b": 3}, 4, "c").count("width:10em") == 1
    assert "width:3.33em" in table({"a": 1, "b": 3}, 4, "c")
    many = Distribution.uniform(range(100))._repr_html_()
    assert "60 less likely outcomes" in many and many.count("width:10em") == 40 and "width:0em" in many
    page = E(roll(1 * d6).total).table()._repr_html_()
    assert page.count("width:10em") == 6


@pytest.mark.parametrize(
    "p, percent, one_in",
    [
        (F(1, 2), "50.00 %", "1 in 2"),
        (F(3, 5), "60.00 %", "all but 1 in 2.5"),
        (F(1, 10_000), "0.01 %", "1 in 10,000"),
        (F(9_999, 10_000), "99.99 %", "all but 1 in 10,000"),
        (F(1, 10_001), "under 0.01 %", "1 in 10,001"),
        (F(10_000, 10_001), "over 99.99 %", "all but 1 in 10,001"),
        (F(999, 1000), "99.90 %", "all but 1 in 1,000"),
        (F(2, 199), "1.01 %", "1 in 99.5"),
        (F(2, 201), "1.00 %", "1 in about 100"),
        (F(1, 10**15), "under 0.01 %", "1 in about 1e+15"),
        (F(1, 10**15 - 1), "under 0.01 %", "1 in 999,999,999,999,999"),
    ],
)
def test_chances_at_the_edges(p, percent, one_in):
    assert percent_text(p) == percent and one_in_text(p) == one_in


def test_numbers_at_the_edges():
    assert whole_text(10**18 - 1).count(",") == 5 and whole_text(10**18) == "about 1e+18"
    assert whole_text(-(10**18)) == "about -1e+18" and number_tex(F(-5, 18)) == r"-\frac{5}{18}"
    assert decimal_text(1 + F(1, 10**9)) == "1 + 1e-09" and decimal_text(F(1)) == "1"
    longest = F(10**11 + 1, 10**11)  # 25 signs
    assert len(str(longest)) == 25 and fraction_text(longest) == "about 1 + 1e-11"
    assert (
        len(str(F(10**11 + 1, 10**10 * 9))) == 24 and fraction_text(F(10**11 + 1, 10**10 * 9)).count("/") == 1
    )
    assert decimal_text(F(3, 10**2000)) == "3.00000e-2000" and decimal_text(F(10**2000, 3)) == "3.33333e+1999"
    for p in (*(F(7**k, 3**2000) for k in range(40)), F(11**1500, 7**3000 + 1), F(5**4000, 3)):
        with localcontext(Context(prec=50, Emin=-(10**6), Emax=10**6)):
            assert decimal_text(p) == f"{Decimal(p.numerator) / Decimal(p.denominator):.5e}"
    assert number_tex(F(1, 2**150)).startswith(r"\frac") and r"\cdot 10^{-" in number_tex(F(1, 2**250))


def test_an_equation_ends_once_and_breaks_where_it_is_long():
    assert equation(["P", "1 - q", "0"], F(0)) == "P = 1 - q = 0"
    assert equation(["P", r"\approx 3"], F(1, 3)) == r"P \approx 3 = \frac{1}{3}"
    assert equation(["P", "1"], F(1), longest=2) == "P = 1" and "aligned" in equation(
        ["P", "1"], F(1), longest=1
    )


def test_laws_in_latex():
    halves = Distribution({F(-1, 2): 1, F(1, 2): 1})._repr_latex_()
    assert r"-\frac{1}{2} & \frac{1}{2}" in halves
    assert r"\text{True}" in Distribution({True: 1, False: 2})._repr_latex_()
    assert "P(X = x) & 1" in Distribution({5: 1})._repr_latex_()
    assert r"\text{about 7.53896e-25}" in Distribution({1: 1, 2: 6**31 - 1})._repr_latex_()
