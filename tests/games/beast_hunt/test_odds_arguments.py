"""Every argument of every exact question: what can't be is refused at once, in one sentence that names it."""

from __future__ import annotations

import time
from fractions import Fraction
from inspect import signature

import pytest

from beastlab.games import beast_hunt as hunt

NEEDED = {  # the questions, with what has no default
    hunt.reach: {"value": 9},
    **dict.fromkeys((hunt.fight, hunt.race, hunt.countdown), {"defeat": 9}),
    **dict.fromkeys((hunt.duel, hunt.duel_rounds, hunt.duel_with_enchants), {}),
    hunt.hero_roll: {"value": 8},
    hunt.first_roll: {"players": 2},
    **dict.fromkeys((hunt.third_shard, hunt.shards_at_setup, hunt.third_arm, hunt.clean_start), {}),
    hunt.draw_chance: {"wanted": 10, "unseen": 120, "draws": 5},
    **dict.fromkeys((hunt.lesser_odds, hunt.first_turn_actions), {}),
    hunt.pull_chance: {"wanted": 2, "hand": 7},
    hunt.attack_or_draw: {"defeat": 9, "actions": 3},
    hunt.break_even_enchants: {"defeat": 9, "actions": 3, "unseen": 20},
    hunt.enchant_worth: {"total": 7, "defeat": 9},
}
CASES = [
    pytest.param(ask, name, id=f"{ask.__name__}-{name}")
    for ask in NEEDED
    for name in signature(ask).parameters
]
LISTS = ["modifiers", "user", "target", "held", "against", "defeats"]


class Hostile:
    def __repr__(self) -> str:
        raise RuntimeError("no")


def refused(ask, name, value, must=True):
    """The message with which this value is refused; None if it is answered, which `must` not be."""
    start = time.perf_counter()
    try:
        ask(**NEEDED[ask] | {name: value})
    except ValueError as refusal:
        assert not isinstance(refusal, UnicodeError)
        words = str(refusal)
        assert len(words) < 320 and ";" in words, words
        return words
    finally:
        assert time.perf_counter() - start < 30, "this hangs"
    assert not must, f"{ask.__name__}({name}={value!r:.40}) was answered"
    return None


@pytest.mark.parametrize(("ask", "name"), CASES)
def test_no_argument_is_of_a_wrong_type(ask, name):
    wrong = ["9" * 400, 0.5, 7.0, b"7", object(), Hostile(), [None], ["a"], Fraction(1, 2), 10**5000]
    default = signature(ask).parameters[name].default
    wrong += [] if default is None else [None]
    wrong += [] if isinstance(default, bool) else [True, False]
    for value in wrong:
        words = refused(ask, name, value)
        assert name in words or f"an Enchant in {name}" in words or "is no Enchant" in words, words


@pytest.mark.parametrize(("ask", "name"), CASES)
def test_no_number_hangs_or_fills_the_memory(ask, name):
    for value in (-(10**9), -1, 0, 30, 200, 10**6, 10**12):
        refused(ask, name, value, must=False)
    if name in LISTS:
        for value in ([1] * 30, range(1, 31), [20, -20] * 20, range(10**9), [10**6], [(1, -1)] * 40):
            refused(ask, name, value, must=False)


def test_what_would_take_long_is_refused_with_advice():
    for ask in (
        lambda: hunt.attack_or_draw(9, 12, lesser=10**4, blanks=10**4, stagger=6),
        lambda: hunt.attack_or_draw(900, 12, stagger=880, orbs=100),
        lambda: hunt.break_even_enchants(13, 12, stagger=6, enchant_value=1),
        lambda: hunt.duel_with_enchants(range(1, 21), range(1, 21)),
        lambda: hunt.duel_with_enchants([100] * 30, [100] * 30),
        lambda: hunt.duel_with_enchants([91, 83, 77, 64], [53, 99, 47, 31], tie_enchants="carry"),
    ):
        start = time.perf_counter()
        with pytest.raises(ValueError, match="; (give fewer|leave out)"):
            ask()
        assert time.perf_counter() - start < 30


def test_many_cheap_enchants_are_weighed_quickly():
    worth = hunt.enchant_worth(7, 57, held=[1, 2, 3] * 13)
    assert worth.defeats and len(worth.cheapest) == 19 and sum(worth.cheapest) == 50


def test_a_race_knows_its_players():
    result = hunt.race(9, 6, players=3)
    assert result[2] == result.shares[2] and list(result) == list(result.shares)
    for player in (3, 5, -1):
        with pytest.raises(IndexError, match=rf"there is no player {player}; give one from 0 to 2"):
            result[player]
    for player in ("0", None, True, 0.0):
        with pytest.raises(ValueError, match="player is .*; give a whole number"):
            result[player]
