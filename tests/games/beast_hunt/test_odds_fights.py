"""Fights, races and the countdown: closed forms against counting, following and rolling, and the rules played."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from games.beast_hunt.counting import close, results
from hypothesis import given
from hypothesis import strategies as st

from beastlab.core.explore import explore
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import SWITCHES
from beastlab.games.beast_hunt.rules.beasts import attack as rule_of_attack
from beastlab.odds import Distribution

READINGS, WHO = SWITCHES["orb_reading"], SWITCHES["stagger_who"]
COMBINE = {"each": min, "best": max}


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("orbs", [1, 2, 3])
def test_reach_counts_every_roll(orbs, reading):
    for modifier in (-3, -1, 0, 1, 4):
        by_result = Counter()
        for totals, ways in results(orbs).items():
            each = [t + modifier for t in totals]
            by_result[sum(totals) + modifier if reading == "sum" else COMBINE[reading](each)] += ways
        for value in range(-2, 12 * orbs + 6):
            ways = sum(n for result, n in by_result.items() if result >= value)
            assert hunt.reach(value, orbs, modifier, reading) == Fraction(ways, 36**orbs)


@given(
    st.integers(2, 30), st.integers(1, 12), st.integers(1, 5), st.integers(-4, 4), st.sampled_from(READINGS)
)
def test_fights_split_what_the_dice_reach(defeat, gap, orbs, modifier, reading):
    stagger = defeat - gap
    law = hunt.fight(defeat, stagger, orbs, modifier, reading)
    assert sum(p for _, p in law.items()) == 1
    assert law["defeat"] == hunt.reach(defeat, orbs, modifier, reading)
    assert law["defeat"] + law["stagger"] == hunt.reach(stagger, orbs, modifier, reading)
    assert law["defeat"] <= hunt.fight(defeat, stagger, orbs, modifier + 1, reading)["defeat"]
    assert hunt.fight(defeat, None, orbs, modifier, reading)["stagger"] == 0
    second = hunt.fight(defeat, stagger, orbs, modifier, reading, staggered=True)
    assert second["defeat"] == law["defeat"] + law["stagger"] and second["stagger"] == 0


# --- races ------------------------------------------------------------------------------------


def follow(defeat, stagger, modifiers, who, attacks):
    """Shares so far and what is left after so many attacks, by the words of the rules."""
    count = len(modifiers)
    shares, at = [Fraction(0)] * count, {(None, False): Fraction(1)}  # (owner of the mark, is there one)
    for attack in range(attacks):
        player, following = attack % count, Counter()
        for (owner, marked), p in at.items():
            if who == "next_fight":
                may = marked
            elif who == "next_other":
                may = marked and owner != player
            else:
                may = marked and owner != player and (owner + 1) % count == player
            for (total,), ways in results(1).items():
                q = p * Fraction(ways, 36)
                result = total + modifiers[player]
                if result >= (stagger if may else defeat):
                    shares[player] += q
                elif marked and who == "next_other" and owner == player:
                    following[owner, True] += q
                elif stagger is not None and not may and result >= stagger:
                    following[player, True] += q
                else:
                    following[None, False] += q
        at = following
    return shares, sum(at.values())


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("modifiers", [(0,), (0, 0), (1, -1, 0), (0, 2, 0, 1)])
def test_races_follow_the_rules_attack_by_attack(modifiers, who):
    for defeat, stagger in [(9, 6), (12, 5), (10, None)]:
        result = hunt.race(defeat, stagger, modifiers=modifiers, stagger_who=who)
        shares, left = follow(defeat, stagger, modifiers, who, 24)
        assert result.survival(24) == left
        assert all(low <= share <= low + left for low, share in zip(shares, result.shares, strict=True))
        assert sum(result.shares) == 1


@given(st.integers(2, 12), st.integers(1, 6))
def test_races_without_stagger_are_geometric(defeat, players):
    q = hunt.fight(defeat)["defeat"]
    result = hunt.race(defeat, players=players)
    rounds = 1 - (1 - q) ** players
    assert result.shares == tuple(q * (1 - q) ** k / rounds for k in range(players))
    assert result.expected_attacks == 1 / q


@given(st.integers(9, 12), st.integers(4, 8), st.integers(1, 5), st.sampled_from(READINGS), st.integers(1, 2))
def test_shares_are_sums_of_survival(defeat, stagger, players, reading, orbs):
    """The k-th of N equal players defeats the Beast with the attacks k, k + N, k + 2N, ..."""
    result = hunt.race(defeat, stagger, orbs, players=players, reading=reading)
    standing = [result.survival(n) for n in range(5 * players + 1)]
    for k, share in enumerate(result.shares):
        sofar = sum(standing[n] - standing[n + 1] for n in range(k, 5 * players, players))
        assert sofar <= share <= sofar + standing[-1]


def test_a_race_with_dice():
    rng, n, wins, attacks = Random(7), 20_000, Counter(), 0
    for _ in range(n):
        marked, player = False, 0
        while True:
            attacks += 1
            result = rng.randint(1, 6) + rng.randint(1, 6) + (player == 2)
            if result >= (6 if marked else 9):
                break
            marked, player = not marked and result >= 6, (player + 1) % 3
        wins[player] += 1
    exact = hunt.race(9, 6, modifiers=(0, 0, 1))
    assert all(close(wins[k], n, share) for k, share in enumerate(exact.shares))
    assert attacks / n == pytest.approx(float(exact.expected_attacks), rel=0.03)


# --- countdown --------------------------------------------------------------------------------


@given(
    st.lists(st.integers(-2, 3), max_size=5),
    st.integers(8, 18),
    st.integers(1, 5),
    st.integers(1, 2),
    st.sampled_from(READINGS),
)
def test_countdown_is_the_race_that_is_stopped_and_runs_both_ways(modifiers, defeat, gap, orbs, reading):
    chance = hunt.countdown(defeat, defeat - gap, orbs, modifiers, reading)
    assert chance == hunt.countdown(defeat, defeat - gap, orbs, modifiers[::-1], reading)
    if modifiers and hunt.fight(defeat, None, orbs, max(modifiers), reading)["defeat"]:
        assert chance == 1 - hunt.race(defeat, defeat - gap, orbs, modifiers, None, reading).survival(
            len(modifiers)
        )


@pytest.mark.parametrize("staggered", [False, True])
def test_countdown_counts_every_sequence(staggered):
    modifiers, won, grand = (0, 2, 1), 0, Counter()
    for totals, ways in results(2).items():
        grand[sum(totals)] += ways
    for rolls in product(grand, repeat=3):
        marked = staggered
        for rolled, modifier in zip(rolls, modifiers, strict=True):
            result = rolled + modifier
            if result >= (14 if marked else 16):
                won += grand[rolls[0]] * grand[rolls[1]] * grand[rolls[2]]
                break
            marked = result >= 14 and not marked
    exact = hunt.countdown(16, 14, 2, modifiers, staggered=staggered)
    assert exact == Fraction(won, 1296**3)


def test_a_race_shows_its_shares():
    page = hunt.race(9, 6)._repr_html_()
    assert "player 1" in page and "90/187" in page


# --- the rules themselves, enumerated -------------------------------------------------------------


def one_attack(table, beast):
    """One attack of seat 0 by the rules that are played: "defeat", "stagger" or "miss"."""
    table = table.copy()
    if (yield from rule_of_attack(table, 0, beast)):
        return "defeat"
    return "stagger" if beast in table.marks else "miss"


@pytest.mark.parametrize("reading", READINGS)
def test_attacks_as_the_rules_play_them(reading):
    table = hunt.lay(hunt.Options(seats=2, orb_reading=reading))
    for beast in hunt.illustrative().beasts:
        law = hunt.fight(table.defeat(beast), table.stagger(beast), beast.orbs, reading=reading)
        assert Distribution(explore(lambda beast=beast: one_attack(table, beast))) == law


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: hunt.fight(9, 9), "Stagger value of 9 is no help against defeat 9"),
        (lambda: hunt.fight(9, staggered=True), "never staggered; give its Stagger value"),
        (lambda: hunt.fight(9, orbs=0), "orbs is 0; give a whole number from 1 to 200"),
        (lambda: hunt.fight(9, reading="most"), "it can be 'sum', 'each' or 'best'"),
        (lambda: hunt.fight(9.5), "defeat is 9.5; give a whole number"),
        (lambda: hunt.reach(9.5), "value is 9.5; give a whole number"),
        (lambda: hunt.race(13), "nobody here can ever defeat a Beast with defeat 13 and orb 1"),
        (lambda: hunt.race(13, players=1), "nobody here can ever defeat"),
        (lambda: hunt.race(9, players=0), "players is 0"),
        (lambda: hunt.race(9, modifiers=()), "0 modifiers do not fit"),
        (lambda: hunt.race(9, modifiers=(0, 1), players=3), "2 modifiers do not fit 3 players"),
        (lambda: hunt.race(9, 6, stagger_who="me"), "'next_fight', 'next_other' or 'left_neighbour'"),
        (lambda: hunt.race(9, 6).survival(-1), "attacks is -1"),
        (lambda: hunt.countdown(9, staggered=True), "give its Stagger value"),
    ],
)
def test_bad_arguments_are_refused_with_a_remedy(ask, words):
    with pytest.raises(ValueError, match=words):
        ask()
