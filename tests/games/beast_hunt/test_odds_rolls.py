"""Hero rolls, the first roll, duels: closed forms against counting and play, and the rules played."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import pytest
from games.beast_hunt.counting import close, results
from hypothesis import given
from hypothesis import strategies as st

from beastlab.core.explore import explore
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt.rules.dice import duel as rule_of_duel


@given(st.integers(-1, 15), st.integers(-4, 4))
def test_hero_rolls_count_totals(value, modifier):
    above = sum(ways for (t,), ways in results(1).items() if t + modifier >= value)
    below = sum(ways for (t,), ways in results(1).items() if t + modifier <= value)
    assert hunt.hero_roll(value, "green", modifier) == Fraction(above, 36)
    assert hunt.hero_roll(value, "red", modifier) == Fraction(below, 36)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_first_roll_counts_every_roll(players):
    leaders = Counter()
    for rolls in product(results(1).items(), repeat=players):
        totals = [total for (total,), _ in rolls]
        leaders[totals.count(max(totals))] += prod(ways for _, ways in rolls)
    assert dict(hunt.first_roll(players).weights) == dict(sorted(leaders.items()))


# --- duels --------------------------------------------------------------------------------------


def two_dice(rng):
    return rng.randint(1, 6) + rng.randint(1, 6)


@pytest.mark.parametrize("tie_enchants", ["spent", "carry"])
@pytest.mark.parametrize("duel_tie", ["final", "natural_first"])
def test_duels_with_dice(tie_enchants, duel_tie):
    rng, n, wins, pairs = Random(3), 20_000, 0, 0
    for _ in range(n):
        standing, card = 1, 2
        while True:
            pairs += 1
            difference = two_dice(rng) + standing - two_dice(rng)
            if difference == 0 and duel_tie == "natural_first":
                continue
            difference += card
            if difference:
                break
            standing, card = standing + (card if tie_enchants == "carry" else 0), 0
        wins += difference > 0
    readings = {"modifier": 1, "enchant": 2, "tie_enchants": tie_enchants, "duel_tie": duel_tie}
    assert close(wins, n, hunt.duel(**readings))
    assert pairs / n == pytest.approx(float(hunt.duel_rounds(**readings)), rel=0.02)


@given(st.integers(-12, 12), st.integers(-4, 4))
def test_duels_are_symmetric(modifier, enchant):
    for tie_enchants in ("spent", "carry"):
        for duel_tie in ("final", "natural_first"):
            forth = hunt.duel(modifier, enchant, tie_enchants, duel_tie)
            assert forth + hunt.duel(-modifier, -enchant, tie_enchants, duel_tie) == 1
            rounds = hunt.duel_rounds(modifier, enchant, tie_enchants, duel_tie)
            assert rounds == hunt.duel_rounds(-modifier, -enchant, tie_enchants, duel_tie) >= 1
    assert hunt.duel(modifier, duel_tie="final") == hunt.duel(modifier, duel_tie="natural_first")


def play_out(user, target, modifier, tie_enchants, duel_tie):
    """The value of a duel by recursion over every window and repeated improvement over ties, in floats."""
    law = Counter()
    for ((a,), m), ((b,), n) in product(results(1).items(), repeat=2):
        law[a - b] += m * n / 1296

    values = {}

    def before(u, t, m):
        key = u, t, m
        if key not in values:
            values[key] = 0.5
            for _ in range(14):  # each tie comes with at most 73/648: the error shrinks ninefold or more
                value = 0.0
                for d, p in law.items():
                    if d + m == 0 and duel_tie == "natural_first":
                        value += p * values[key]
                    else:
                        value += p * window(u, t, m, d + m, "user", 0)
                values[key] = value
        return values[key]

    def window(u, t, m, result, asked, passes):
        if passes == 2:
            return before(u, t, m) if result == 0 else float(result > 0)
        other = "target" if asked == "user" else "user"
        found = [window(u, t, m, result, other, passes + 1)]
        hand = u if asked == "user" else t
        for i, card in enumerate(hand):
            left = hand[:i] + hand[i + 1 :]
            for value in card if isinstance(card, tuple) else (card,):
                for sign in (1, -1):
                    change = sign * value
                    standing = m + change if tie_enchants == "carry" else m
                    hands = (left, t) if asked == "user" else (u, left)
                    found.append(window(*hands, standing, result + change, other, 0))
        return max(found) if asked == "user" else min(found)

    return before(tuple(user), tuple(target), modifier)


DUELS = [
    ((), (), 0),
    ((1,), (), 0),
    ((2,), (1,), 0),
    (((2, -2),), (3,), -1),
    ((-3,), ((1, -4),), 0),
    ((1, 1), (2,), 1),
    ((1,), ((4, -1), 1), -2),
    ((), (2, -1), 3),
]


@pytest.mark.parametrize("duel_tie", ["final", "natural_first"])
@pytest.mark.parametrize("tie_enchants", ["spent", "carry"])
@pytest.mark.parametrize(("user", "target", "modifier"), DUELS)
def test_duels_with_enchants_played_out(user, target, modifier, tie_enchants, duel_tie):
    exact = hunt.duel_with_enchants(user, target, modifier, tie_enchants, duel_tie)
    played = play_out(user, target, modifier, tie_enchants, duel_tie)
    assert float(exact) == pytest.approx(played, abs=1e-9)


def test_enchants_never_hurt_their_owner():
    for hand in ([1], [(2, -2)], [-3, 1]):
        assert hunt.duel_with_enchants(user=hand, target=[1]) >= hunt.duel_with_enchants(target=[1])


@pytest.mark.parametrize("bonus", [-2, 0, 1])
def test_duels_as_the_rules_play_them(bonus):
    table = hunt.lay(hunt.Options(seats=2))
    assert explore(lambda: rule_of_duel(table.copy(), 0, 1, bonus))[True] == hunt.duel(bonus)


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: hunt.hero_roll(8, "blue"), "'green' or 'red'"),
        (lambda: hunt.first_roll(0), "players is 0"),
        (lambda: hunt.duel(tie_enchants="lost"), "'spent' or 'carry'"),
        (lambda: hunt.duel(duel_tie="never"), "'final' or 'natural_first'"),
        (lambda: hunt.duel_with_enchants(user=[0]), "is no Enchant"),
        (lambda: hunt.duel_with_enchants(user=[(1, 2, 3)]), "is no Enchant"),
        (lambda: hunt.duel_with_enchants(difference=11), "difference is 11"),
        (
            lambda: hunt.duel_with_enchants([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6, 7]),
            "too many to solve at once",
        ),
    ],
)
def test_bad_arguments_are_refused_with_a_remedy(ask, words):
    with pytest.raises(ValueError, match=words):
        ask()
