"""Every formula of the ledger: its printed values, and the fast functions and enumeration beside it."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beastlab.core.ledger import ledger
from beastlab.games.beast_hunt.draws import first_turn_actions, pull_chance, shards_at_setup, third_shard
from beastlab.games.beast_hunt.duels import DIFFERENCE, duel, duel_rounds
from beastlab.games.beast_hunt.formulas import formulas
from beastlab.games.beast_hunt.rolls import first_roll, hero_roll
from beastlab.games.beast_hunt.stagger import fight, race, reach
from beastlab.odds import at_least_one, d6, position

FORMULAS = formulas()
LEDGER = ledger("beast_hunt").data
VALUES = [
    pytest.param(entry["id"], value["at"], value["value"], id=f"{entry['id'][13:]}-{value['at']}")
    for entry in LEDGER["formula"]
    for value in entry["values"]
]


def formula(name):
    return FORMULAS[f"hunt.formula.{name}"]


def test_all_formulas_are_there():
    assert list(FORMULAS) == [entry["id"] for entry in LEDGER["formula"]] and len(FORMULAS) == 25


@pytest.mark.parametrize(("name", "at", "value"), VALUES)
def test_ledger_value(name, at, value):
    assert FORMULAS[name].at(**at) == Fraction(value)
    shown = FORMULAS[name].show(**at)
    exact = Fraction(value)
    assert shown.endswith(
        str(exact) if exact.denominator == 1 else rf"\frac{{{exact.numerator}}}{{{exact.denominator}}}"
    )


OUTSIDE = {
    "two-dice-at-least": [{"t": "1/2"}],
    "two-dice-at-most": [{"t": "1/2"}],
    "sum-exactly": [{"n": 2, "s": 3}, {"n": 2, "s": 25}, {"n": 0, "s": 0}],
    "sum-at-least": [{"n": 2, "t": 4}, {"n": 2, "t": 25}, {"n": 1, "t": "7/2"}],
    "each-at-least": [{"q": 2, "n": 1}, {"q": "1/2", "n": 0}, {"q": "1/2", "n": "1/2"}],
    "best-at-least": [{"q": -1, "n": 1}, {"q": "1/2", "n": 0}],
    "stagger-band-each": [{"q": "1/2", "u": "1/3", "n": 1}, {"q": 0, "u": 2, "n": 1}],
    "stagger-band-best": [{"q": "1/2", "u": "1/3", "n": 1}, {"q": -1, "u": 0, "n": 1}],
    "duel-difference": [{"d": 11}, {"d": -11}],
    "duel-win-standing": [{"g": 0, "e": 1}, {"g": "2/3", "e": "1/2"}, {"g": -1, "e": 0}],
    "duel-win-spent": [{"g": 0, "e": 1}, {"g": "2/3", "e": "1/2"}],
    "duel-expected-rounds": [{"e": 1}, {"e": -1}],
    "stagger-first-of-two": [{"b": "1/2", "c": "1/2"}, {"b": -1, "c": 0}],
    "stagger-expected-attacks": [{"b": 1, "c": "1/2"}, {"b": 0, "c": -1}],
    "stagger-survival": [{"b": "1/2", "c": 0, "n": 1}, {"b": 1, "c": 1, "n": 1}, {"b": 0, "c": 1, "n": -1}],
    "third-shard-position": [{"j": 2, "m": 9, "q": 3}, {"j": 10, "m": 9, "q": 3}, {"j": 3, "m": 9, "q": 2}],
    "third-shard-mean": [{"m": 9, "q": 2}, {"m": 3, "q": 4}],
    "shards-at-setup": [{"i": 4, "m": 9, "q": 3}, {"i": 0, "m": 5, "q": 3}],
    "at-least-one-in-draws": [{"u": 3, "k": 4, "d": 1}, {"u": 3, "k": 1, "d": 4}],
    "mean-draws-to-rth": [{"r": 3, "u": 9, "k": 2}, {"r": 0, "u": 9, "k": 2}],
    "retries-success": [{"q": 2, "k": 1}, {"q": 1, "k": -1}],
    "retries-actions": [{"q": 0, "k": 1}, {"q": "3/2", "k": 1}],
    "unique-highest-roll": [{"n": 1}, {"n": "5/2"}],
    "first-turn-actions": [{"h": 5, "w": 1, "u": 4}, {"h": 5, "w": -1, "u": 9}],
    "pull-at-least-one": [{"h": 3, "w": 4, "k": 1}, {"h": 3, "w": 1, "k": 4}],
}


def test_the_domain_of_every_formula_is_kept():
    assert set(FORMULAS) == {f"hunt.formula.{name}" for name in OUTSIDE}
    for name, cases in OUTSIDE.items():
        for case in cases:
            with pytest.raises(ValueError, match="holds for|is for whole numbers"):
                formula(name).at(**case)


def test_two_dice():
    numbers = [{"t": t} for t in range(-1, 16)]
    assert formula("two-dice-at-least").check(lambda t: (2 * d6).at_least(t), numbers) == []
    assert formula("two-dice-at-most").check(lambda t: hero_roll(t, "red"), numbers) == []


def test_grand_totals():
    totals = [{"n": n, "s": s} for n in (1, 2, 3) for s in range(2 * n, 12 * n + 1, n)]
    assert formula("sum-exactly").check(lambda n, s: (2 * n * d6)[s], totals) == []
    targets = [{"n": n, "t": t} for n in (1, 2, 3) for t in range(2 * n + 1, 12 * n + 1, n)]
    assert formula("sum-at-least").check(lambda n, t: reach(t, n), targets) == []


def test_each_and_best():
    for reading in ("each", "best"):
        for n in (1, 2, 3):
            for stagger in range(2, 12):
                for defeat in range(stagger + 1, 13):
                    q, u = (2 * d6).at_least(defeat), (2 * d6).at_least(stagger)
                    law = fight(defeat, stagger, n, reading=reading)
                    assert formula(f"{reading}-at-least").at(q=q, n=n) == law["defeat"]
                    assert formula(f"stagger-band-{reading}").at(q=q, u=u, n=n) == law["stagger"]


def test_duels():
    assert formula("duel-difference").check(lambda d: DIFFERENCE[d], [{"d": d} for d in range(-10, 11)]) == []
    for m in range(-10, 11):
        g, e = DIFFERENCE.P(lambda d, m=m: d + m > 0), DIFFERENCE[-m]
        assert formula("duel-win-standing").at(g=g, e=e) == duel(m)
        assert formula("duel-win-spent").at(g=g, e=e) == duel(enchant=m)
        assert formula("duel-expected-rounds").at(e=e) == duel_rounds(m)


@settings(max_examples=25)
@given(st.integers(4, 12), st.data())
def test_races_of_equal_players(defeat, data):
    stagger = data.draw(st.integers(3, defeat - 1))
    law = fight(defeat, stagger)
    b, c = law["stagger"], law["miss"]
    two, four = race(defeat, stagger), race(defeat, stagger, players=4)
    assert formula("stagger-first-of-two").at(b=b, c=c) == two[0]
    assert formula("stagger-expected-attacks").at(b=b, c=c) == two.expected_attacks == four.expected_attacks
    n = data.draw(st.integers(0, 6))
    assert formula("stagger-survival").at(b=b, c=c, n=n) == two.survival(n) == four.survival(n)


def test_shards():
    for m, q in [(21, 3), (14, 4), (12, 3), (10, 5), (6, 3)]:
        law = position(q, m, 3)
        places = [{"j": j, "m": m, "q": q} for j in range(3, m + 1)]
        assert formula("third-shard-position").check(lambda j, m, q, law=law: law[j], places) == []
        assert formula("third-shard-mean").at(m=m, q=q) == law.mean
        defeats = third_shard(m - q, q)
        assert all(defeats[d] == law[d + 5] for d in range(1, m - 4)) and defeats[0] == law.cdf(5)
        laid = shards_at_setup(m - q, q)
        rows = [{"i": i, "m": m, "q": q} for i in range(q + 1)]
        assert formula("shards-at-setup").check(lambda i, m, q, laid=laid: laid[i], rows) == []


@settings(max_examples=50)
@given(st.integers(1, 60).flatmap(lambda u: st.tuples(st.just(u), st.integers(1, u), st.integers(0, u))))
def test_draws(cards):
    u, k, d = cards
    assert formula("at-least-one-in-draws").at(u=u, k=k, d=d) == at_least_one(k, u, d)
    assert formula("pull-at-least-one").at(h=u, w=k, k=d) == pull_chance(k, u, d)
    assert formula("mean-draws-to-rth").at(r=k, u=u, k=k) == position(k, u, k).mean


def test_retries():
    for q in map(hero_roll, range(2, 13)):
        success, spent = Fraction(0), Fraction(0)
        for k in range(6):
            assert formula("retries-success").at(q=q, k=k) == success
            assert formula("retries-actions").at(q=q, k=k) == spent
            success, spent = success + (1 - success) * q, spent + 1 - success


def test_first_roll():
    players = [{"n": n} for n in range(2, 9)]
    assert formula("unique-highest-roll").check(lambda n: first_roll(n)[1], players) == []


@settings(max_examples=50)
@given(st.lists(st.integers(2, 13), max_size=5), st.integers(0, 7), st.integers(7, 40))
def test_first_turn(defeats, hand, deck):
    w = sum(((2 * d6).at_least(defeat) for defeat in defeats), Fraction(0))
    mean = first_turn_actions(defeats, deck, hand).mean
    assert formula("first-turn-actions").at(h=hand, w=w, u=deck) == mean
