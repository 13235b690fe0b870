"""Answers: what they say, what they refuse, and that formula, enumeration and simulation agree."""

import subprocess
import sys
from copy import deepcopy
from fractions import Fraction
from math import comb
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
    die,
    exactly,
    hand,
    law,
    roll,
    stacked,
    total,
)
from beastlab.odds.answer import Answer
from beastlab.odds.exhibits import wilson
from beastlab.odds.sweep import outcomes

CLASSES = {"healer": 16, "melee": 16, "ranged": 16, "shield": 16}
F = Fraction


def test_the_sentences_of_the_readme():
    crew = roll(12 * d6)
    for answer, value in [
        (P(crew.covers(2, 3, 3, 5, 6)), F(313203421, 362797056)),
        (P(crew.any(5), given=crew.all_at_least(2)), 1 - F(4, 5) ** 12),
        (P(total(10 * (2 * d6)) >= 80), F(131031692119795, 1218719480020992)),
        (P(hand(7, CLASSES).has(at_least(2, "healer"), at_least(1, "shield"))), F(1538952, 3235501)),
        (best(P(roll(8 * d6).covers(2, 3, 3, 5, 6)), rerolls=3), F(301246925, 362797056)),
    ]:
        assert answer.value == value
        assert F(answer.ways, answer.all) == value and type(answer.ways) is int
        assert answer.assumes and answer.formula and answer.method and answer.question
        for view in (answer._repr_html_(), answer.why()._repr_html_(), answer.table()._repr_html_()):
            assert view.count("<") > 4
        assert answer.chart().to_dict()["description"]
        check = answer.check(400, seed=2)
        assert (
            check.n == 400 and check.exact == value and check.interval[0] < check.played < check.interval[1]
        )


def test_what_an_answer_shows():
    answer = P(roll(2 * d6).total >= 9)
    assert repr(answer) == (
        "P(the total is at least 9), for the roll of 2d6: 10 of 36 ways = 5/18 = 27.78 %, 1 in 3.6 "
        "[The dice of the roll of 2d6 fall independently of each other.]"
    )
    page = answer._repr_html_()
    for words in (
        r"\frac{5}{18}$",
        "10 of 36 ways = 5/18 = 27.78 %, 1 in 3.6",
        "aria-hidden",
        "independently",
    ):
        assert words in page
    assert answer._repr_latex_().startswith(r"$\displaystyle P = \frac{\text{favourable ways}}")
    assert P(roll(3 * d6).total >= 9).formula.startswith(r"P = 1 - \frac{\sum_{j=0}")
    assert repr(answer.why()).splitlines()[-1].endswith("10 / 36 = 5/18.")
    assert repr(answer.table()).splitlines()[8].split() == ["9", "4", "11.11", "%", "1/9", "counts"]
    assert float(answer) == 5 / 18
    assert answer.chart().to_dict()["description"].endswith("What counts: 9, 10, 11, 12.")


EVENTS = [
    lambda crew: crew.any(6),
    lambda crew: crew.none(6),
    lambda crew: crew.all(4, 5, 6),
    lambda crew: crew.count(6) == 2,
    lambda crew: crew.count_at_least(5) >= 2,
    lambda crew: crew.count_at_least(5) <= 2,
    lambda crew: crew.count_at_least(5) > 4,
    lambda crew: crew.total >= 13,
    lambda crew: crew.total < 13,
    lambda crew: crew.total == 13,
    lambda crew: crew.highest() >= 5,
    lambda crew: crew.lowest() >= 3,
    lambda crew: crew.rank(2) >= 4,
    lambda crew: crew.rank(3) >= 4,
    lambda crew: crew.distinct == 4,
    lambda crew: crew.distinct >= 6,
    lambda crew: (crew.count_at_least(5) == 2) & (crew.count(1) == 1),
    lambda crew: ~crew.any(1),
]


@pytest.mark.parametrize("make", EVENTS)
@pytest.mark.parametrize("dice", [4, 6])
def test_formula_enumeration_and_simulation_agree(make, dice):
    """Three ways: the formula that is shown, the sweep over faces, and dice that are thrown."""
    event = make(roll(dice * d6))
    answer = P(event)
    if answer.named:
        name, at = answer.named
        assert FORMULAS[name].at(**at) == answer.value, name
        assert str(at.get("n", dice)) in answer.formula
    single = [(values, ways) for values, ways in outcomes((*event.leaves, *roll(1 * d4).total.leaves))]
    assert F(sum(ways for values, ways in single if event.of(values)), answer.all * 4) == answer.value
    assert agrees(answer)


def test_every_event_above_but_few_has_a_formula():
    named = [bool(P(make(roll(4 * d6))).named) for make in EVENTS]
    assert sum(named) >= 16, named


def agrees(answer, n=1500):
    check = answer.check(n, seed=11)
    error = (float(answer.value * (1 - answer.value)) / n) ** 0.5
    return abs(float(check.played) - float(answer.value)) <= 4.5 * error


@pytest.mark.parametrize(
    "needs",
    [
        [at_least(1, "healer")],
        [at_least(2, "healer")],
        [at_most(1, "healer")],
        [exactly(2, "healer")],
        [at_most(0, "healer")],
        [at_least(2, "healer"), at_least(1, "shield")],
        [at_least(1, kind) for kind in CLASSES],
    ],
)
def test_hands_three_ways(needs):
    event = hand(7, CLASSES).has(*needs)
    answer = P(event)
    if answer.named:
        name, at = answer.named
        assert FORMULAS[name].at(**at) == answer.value
    assert answer.all == comb(64, 7) and agrees(answer)
    assert answer.ways == sum(ways for values, ways in outcomes(event.leaves) if event.of(values))


def test_stacked_piles_and_conditions_are_simulated_too():
    deck = stacked({"a": 4, "b": 5}, (3, {}), (5, {"prompt": 1}))
    top = hand(5, deck)
    assert agrees(P(top.any("prompt"))) and agrees(P(top.count("a") >= 2, given=top.none("prompt")))
    crew = roll(3 * d6)
    assert agrees(P(crew.any(6), given=crew.total >= 12))
    assert E(crew.highest(), given=crew.any(1)).check(2000, seed=5).agrees


# --- joining and refusing --------------------------------------------------------------------------------


def test_answers_and_events_join():
    crew = roll(2 * d6)
    a, b = P(crew.any(6)), P(crew.total >= 9)
    both, either = (a & b).value, (a | b).value
    assert both == F(7, 36) and either == a.value + b.value - both
    assert (a & (crew.total >= 9)).value == ((crew.total >= 9) & a).value == both
    assert ((crew.total >= 9) | a).value == either
    assert (~a).value == F(25, 36)
    given = crew.any(5)
    assert (P(crew.any(6), given) & P(crew.total >= 9, given)).value == P(
        crew.any(6) & (crew.total >= 9), given
    ).value


def test_equality_and_truth_are_refused_with_advice():
    crew = roll(2 * d6)
    a, b = crew.any(6), crew.any(5)
    for asked, words in [
        (lambda: a == b, "for 'both happen' write a & b"),
        (lambda: a != b, "for 'both happen' write a & b"),
        (lambda: a == 1, "events are not compared"),
        (lambda: P(a) == P(b), r"for the first write P\(a & b\), for the second compare"),
        (lambda: P(a) == F(1, 2), "answers are not compared by =="),
        (lambda: a and b, "an event is neither true nor false"),
        (lambda: not a, "join events with & | ~ instead"),
        (lambda: 7 <= crew.total <= 9, r"write q.between\(7, 9\)"),
        (lambda: bool(P(a)), "an answer is neither true nor false"),
        (lambda: a + b, "an event is no number"),
        (lambda: crew.total + a, "an event is no number"),
        (lambda: crew.total >= a, "an event has no size"),
        (lambda: a & crew.total, "is a quantity; compare it first"),
        (lambda: a | crew.total, "is a quantity; compare it first"),
        (lambda: P(crew.total), r"is no event; compare it with a number, as in P\(roll.total >= 9\)"),
        (lambda: P(F(1, 2)), "is no event; give an event"),
        (lambda: P(True), "is no event; give an event"),
        (lambda: P(a, given=crew.total), "is no event; compare it"),
        (lambda: E(3), "give one as in"),
        (lambda: law(2 * d6), "is not read off a roll or a hand"),
        (lambda: law(crew.total, given=crew.total), "compare it with a number to get a condition"),
        (lambda: P(a, b) & P(a), "have different conditions"),
        (lambda: E(crew.total) & P(a), "only answers of P join with &"),
        (lambda: crew.total + d6, "a law has no value before it is rolled"),
        (lambda: d6 + crew.total, "a law has no value before it is rolled"),
        (lambda: crew.total >= d6, "a law has no value before it is rolled"),
        (lambda: a & 3, "3 is no event; join events with"),
        (lambda: P(a) & 3, "only answers of P join with &"),
    ]:
        with pytest.raises(TypeError, match=words.replace("|", r"\|").replace("&", "&")):
            asked()


def test_wrong_arguments_get_one_clear_error():
    crew = roll(2 * d6)
    for asked, words in [
        (lambda: roll(-1 * d6), "number of copies is -1|copies is -1"),
        (lambda: roll(6), r"6 can't be rolled; give dice, as in roll\(12 \* d6\)"),
        (
            lambda: crew.total >= 7.5,
            r"a number is the float 7.5, which is not exact; write Fraction\(15, 2\)",
        ),
        (lambda: crew.count(), "no face is named"),
        (lambda: crew.count("six"), "'six' is on none of the dice; they show 1, 2, 3, 4, 5 and 6"),
        (lambda: crew.highest(3), "pieces is 3; give a whole number from 0 to 2"),
        (lambda: crew.rank(0), "place is 0; give a whole number from 1 to 2"),
        (lambda: crew.covers(2.5), "give a whole number"),
        (lambda: crew.cleared(3), "a group is 3; give a list"),
        (lambda: crew.cleared(*[(1,)] * 11), "give up to 10"),
        (lambda: roll(2 * Distribution.uniform("ab")).total, "total needs numbers, but the roll"),
        (lambda: hand(8, {"a": 3, "b": 4}), "8 cards can't be drawn from 7; draw up to 7"),
        (lambda: hand(-1, {"a": 3}), "draws is -1; give a whole number"),
        (lambda: hand(1, {"a": -3}), "the number of 'a' in the deck is -3"),
        (lambda: hand(1, {"a": 1.5}), "the number of 'a' in the deck is 1.5; give a whole number"),
        (lambda: hand(1, 7), "the deck is 7; give a list of cards"),
        (lambda: hand(1, {"a": 3}, seen=["b"]), "1 of 'b' were seen, but the deck has 0"),
        (lambda: hand(1, {"a": 3}).has("a"), r"'a' is no condition; write at_least\(1, 'a'\)"),
        (lambda: hand(1, {"a": 3}).has(), "no condition is given"),
        (lambda: hand(1, {"a": 3}).has(at_least(1, "b")), "'b' is on none of the cards; they show 'a'"),
        (lambda: at_least(-1, "a"), "number is -1"),
        (lambda: at_least(1), "no kind of card is named"),
        (lambda: stacked({"a": 3}, 5), "pile 1 is 5; give its size and its known cards"),
        (lambda: stacked({"a": 3}, (1, {"p": 2})), "the size of pile 1 is 1"),
        (lambda: stacked({"a": 3}, (5, {"p": 1})), "the piles take 4 cards of the pool, which has 3"),
        (lambda: P(crew.any(6), given=crew.total > 12), "the condition never holds"),
        (lambda: law(crew.total, given=crew.total > 12), "the condition never holds"),
        (lambda: law(), "no quantity is given"),
        (lambda: P(crew.any(6)).check(0), "n is 0; give a whole number"),
    ]:
        with pytest.raises(ValueError, match=words):
            asked()


def test_a_certain_or_impossible_event_is_said_so():
    crew = roll(2 * d6)
    assert P(crew.total >= 2).value == 1 and "always" in P(crew.total >= 2).said
    assert P(crew.total > 12).value == 0 and "never" in P(crew.any(7)).said
    for answer in (P(crew.total >= 2), P(crew.total > 12), P(crew.any(7)), P(roll(0 * d6).total == 0)):
        assert answer._repr_html_() and answer.why() and answer.check(10).played == answer.value


# --- what peers got wrong --------------------------------------------------------------------------------


def test_no_mass_is_lost_and_no_tail_is_rounded_away():
    assert sum(law(roll(30 * d6).total).weights.values()) == 6**30
    assert P(total(100 * (2 * d6)) >= 1200).value == F(1, 36**100)
    assert "never" not in P(total(100 * (2 * d6)) >= 1200).said
    assert "2.34288e-156" in P(total(100 * (2 * d6)) >= 1200).said


def test_no_branch_is_cut_off():
    deck = dict.fromkeys("ABCDEFGH", 8)
    answer = P(hand(7, deck).has(at_least(2, "A"), at_least(1, "B")))
    rest = 48
    ways = sum(comb(8, a) * comb(8, b) * comb(rest, 7 - a - b) for a in range(2, 8) for b in range(1, 8 - a))
    assert answer.value == F(ways, comb(64, 7)) and f"{float(answer):.7f}" == "0.1117728"


def test_a_thousand_dice_need_no_recursion():
    code = (
        "import sys; sys.setrecursionlimit(120)\n"
        "from beastlab.odds import *\n"
        "assert P(total(1000 * (2 * d6)) >= 7000).value > 0\n"
        "assert P(roll(1000 * d6).covers(2, 3, 3, 5, 6)).value < 1\n"
        "assert P(hand(500, {'a': 600, 'b': 600}).count('a') >= 250).value > 0\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_conditioning_is_not_joining():
    """The question of the survey: 'both' asked by == counted 'neither' too."""
    crew = roll(2 * d6)
    a, b = crew.total >= 9, crew.any(6)
    assert P(a & b).value == F(7, 36)
    assert P(a, given=b).value == F(7, 11) != P(b, given=a).value == F(7, 10)


def test_independence_is_said():
    assert any("independently" in line for line in P(roll(3 * d6).any(6)).assumes)
    two = P(roll(2 * d6).total > roll(2 * d6).total)
    assert "What falls in one has no influence on the other." in two.assumes
    assert not P(roll(1 * d6).any(6)).assumes


# --- names, escaping, what is loaded ---------------------------------------------------------------------


def test_names_and_cards_are_escaped():
    crew = roll(2 * d6, name="<b>crew</b>")
    page = P(crew.total >= 9)._repr_html_()
    assert "<b>crew" not in page and "&lt;b&gt;crew" in page
    deck = {"<i>imp</i>": 3, "b": 2}
    answer = P(hand(2, deck).has(at_least(1, "<i>imp</i>")))
    for view in (answer._repr_html_(), answer.why()._repr_html_(), answer.table()._repr_html_()):
        assert "<i>" not in view


def test_displays_need_no_sympy_and_the_engine_no_wheel():
    code = (
        "import sys\n"
        "from beastlab.odds import *\n"
        "crew = roll(12 * d6)\n"
        "for answer in (P(crew.covers(2, 3)), P(crew.total >= 50), P(crew.any(6)), best(P(crew.any(6)), 2)):\n"
        "    answer._repr_html_(); answer.why(); answer.table(); answer.check(10)\n"
        "heavy = {'sympy', 'scipy', 'numpy', 'altair', 'pandas', 'ipywidgets'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_a_check_finds_a_wrong_number():
    class Wrong(Answer):
        question, value = "wrong", F(1, 3)

        def play(self, rng: Random) -> bool:
            return rng.random() < 0.25

    check = Wrong().check(5_000, seed=1)
    assert not check.agrees and "lies far outside: one of the two is wrong" in repr(check)
    near = P(roll(2 * d6).total >= 9)
    outside = next(c for c in (near.check(200, seed=seed) for seed in range(99)) if not c.agrees)
    assert "as it does in 1 of 20 honest checks" in repr(outside)


@pytest.mark.parametrize("hits", [0, 1, 7, 50, 99, 100])
def test_wilson_is_scipys(hits):
    from scipy.stats import binomtest

    theirs = binomtest(hits, 100).proportion_ci(0.95, method="wilson")
    assert wilson(hits, 100) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_intervals_hold_as_often_as_they_say():
    answer = P(roll(2 * d6).total >= 9)
    held = sum(answer.check(200, seed=seed).agrees for seed in range(200))
    assert 180 <= held <= 199


def test_means():
    crew = roll(3 * d6)
    answer = E(crew.total)
    assert answer.value == F(21, 2) and answer.said == "21/2, about 10.5"
    assert r"E = \sum_x x \, P(x)" in answer.formula and answer.table().rows[0][:2] == (3, 1)
    assert E(crew.total - crew.highest()).value == E(crew.lowest(2)).value
    assert E(crew.any(6).map(int)).value == P(crew.any(6)).value


def test_a_rare_condition_does_not_hang_a_simulation():
    crew = roll(12 * d6)
    answer = P(crew.total >= 70, given=crew.all_at_least(4))
    assert answer.check(20, seed=1).n == 20
    with pytest.raises(ValueError, match="n is 10000; give a whole number from 1 to"):
        answer.check()
    with pytest.raises(ValueError, match="holds too rarely to be simulated"):
        P(crew.any(5), given=crew.all(6)).check()


def test_rounded_numbers_are_not_called_equal():
    assert r"\approx \frac{" in P(total(100 * d6 + 3 * d4) >= 360).formula
    assert r"= \frac{5}{18}" in P(roll(2 * d6).total >= 9).formula


HALVED = d6.map(lambda face: (face + 1) // 2)


@pytest.mark.parametrize("pool", [3 * d6, 3 * HALVED, 4 * d4, 1 * d6, 3 * d6.map(lambda face: F(face, 2))])
def test_every_named_formula_gives_the_value_and_every_answer_shows_itself(pool):
    """Fractions and numbers out of range too: what is named can be evaluated and drawn."""
    crew = roll(pool)
    numbers = [-1, 0, 1, 2, 3, F(3, 2), F(15, 2), 7, 19]
    reads = [crew.total, crew.highest(), crew.lowest(), crew.count(2), crew.count_at_least(2), crew.distinct]
    for read in [*reads, crew.covered(2, 3), crew.alike]:
        for x in numbers:
            for event in (read >= x, read > x, read <= x, read < x, read == x, read != x, ~(read >= x)):
                answer = P(event)
                assert answer.value == law(event).P(bool)
                if answer.named:
                    name, at = answer.named
                    assert FORMULAS[name].at(**at) == answer.value, (event, name, at)
                assert "$" in answer._repr_html_() and answer.why() and answer.question


def test_every_named_formula_of_hands_gives_the_value():
    drawn = hand(3, {"a": 2, "b": 3})
    for x in (-1, 0, 1, 2, 3, 4):
        for event in (
            drawn.count("a") >= x,
            drawn.count("a") <= x,
            drawn.count("a") == x,
            ~(drawn.count("a") <= x),
        ):
            answer = P(event)
            assert answer.value == law(event).P(bool) and answer._repr_html_()
            if answer.named:
                name, at = answer.named
                assert FORMULAS[name].at(**at) == answer.value, (event, name, at)


def test_words():
    crew, rival = roll(2 * d6, name="the attack"), roll(2 * d6, name="the defence")
    cards = hand(2, {"a": 2, "b": 3})
    for event, words in [
        (crew.count(6) >= 0, "any number of dice show 6"),
        (crew.count(6) >= 1, "some die shows 6"),
        (crew.count(6) == 1, "1 die shows 6"),
        (crew.count(6) <= 1, "at most 1 die shows 6"),
        (crew.count(6).between(1, 2), "from 1 to 2 dice show 6"),
        (crew.all(6), "every die shows 6"),
        (cards.has(at_most(1, "b")), "at most 1 card shows b"),
        (crew.rank(2) >= 4, "the 2nd highest is at least 4"),
        (crew.total.is_in({11, 7}), "the total of the attack is one of 7 and 11"),
        (7 - crew.total >= 1, "(7 - the total of the attack) is at least 1"),
        (crew.count(lambda face: face > 2) >= 1, "some die shows such a face"),
        (crew.covered(5, 6) >= 1, "at least 1 of the icons 5 and 6 can be covered"),
    ]:
        assert event.text == words
    assert P(crew.any(6), given=rival.any(6)).question == (
        "P(some die of the attack shows 6, given that some die of the defence shows 6), for the attack and the defence"
    )
    both = P((roll(2 * d6).total >= 9) & (roll(2 * d6).total >= 9))
    assert both.question == (
        "P(the total of the roll of 2d6 is at least 9 and the total of the 2nd roll of 2d6 is at least 9), "
        "for the roll of 2d6 and the 2nd roll of 2d6"
    )
    assert (
        roll(3 * Distribution({0: 2, 5: 1})).text
        == "the roll of 3 dice with faces 0 and 5, not equally likely"
    )
    assert roll(2 * (d6 + 1)).text == "the roll of 2 dice with faces 2, 3, 4, 5, 6 and 7"
    assert E(crew.total - rival.total).question == "E(the total of the attack - the total of the defence)"


def test_a_float_is_not_let_in_by_map():
    crew = roll(3 * d6)
    for asked in (
        lambda: P(crew.total.map(lambda x: x * 0.1) == F(3, 10)),
        lambda: P(crew.total.map(str) >= 3),
        lambda: P(crew.total > crew.total.map(float)),
    ):
        with pytest.raises(TypeError, match="which is no exact number; let map give ints or Fractions"):
            asked()
    assert P(crew.total.map(str).is_in(["3"])).value == F(1, 216)
    assert E(crew.total / 3).value == F(7, 2) and E(-crew.total).value == F(-21, 2)
    assert P(crew.total % 3 == 0).value == F(1, 3) and E(crew.total // 3).value == F(19, 6)


def test_answers_are_not_calculated_with():
    crew = roll(2 * d6)
    a = P(crew.any(6))
    for asked in (
        lambda: 1 - a,
        lambda: a + a,
        lambda: a > F(1, 3),
        lambda: a * 2,
        lambda: a / a,
        lambda: a >= a,
    ):
        with pytest.raises(TypeError, match=r"take their numbers: P\(a\).value \+ P\(b\).value"):
            asked()
    assert deepcopy(a) is a


def test_conditions_are_joined_by_commas():
    cards = hand(2, {"a": 2, "b": 3})
    for asked in (
        lambda: cards.has(at_least(1, "a") and at_least(1, "b")),
        lambda: cards.has(at_least(1, "a") & at_least(1, "b")),
        lambda: cards.has(at_least(1, "a") | at_least(1, "b")),
    ):
        with pytest.raises(TypeError, match=r"has\(a, b\)"):
            asked()


def test_a_dollar_in_a_name_is_no_formula():
    page = P(hand(2, {"$5": 2, "$6": 3}).has(at_least(1, "$5")))._repr_html_()
    assert page.index("mathjax_ignore") < page.index("$5")
    assert P(hand(2, {"$5": 2, "b": 3}).count("$5") >= 1).table()._repr_html_().count("mathjax_ignore") == 1


def test_numbers_out_of_range_in_joint_conditions():
    cards, crew = hand(2, {"a": 2, "b": 2}), roll(3 * d6)
    assert P((cards.count("a") >= -1) & (cards.count("b") >= 1)).value == F(5, 6)
    nothing = P((crew.count(6) == -1) & (crew.count(5) == 1))
    assert nothing.value == 0 and nothing._repr_html_()
    assert "at least 1 die reaches 7, at least 2 dice reach 6" in P(roll(2 * die(8)).covers(6, 7)).why()[1]


def test_a_mean_over_several_rolls_says_so():
    answer = E(roll(2 * d6).total + roll(2 * d6).total, given=roll(1 * d6, name="the omen").any(6))
    assert answer.question == (
        "E(the total of the roll of 2d6 + the total of the 2nd roll of 2d6, given that some die of the omen shows 6)"
    )
    assert answer.assumes[-1] == "What falls in one has no influence on the other." and answer.value == 14
