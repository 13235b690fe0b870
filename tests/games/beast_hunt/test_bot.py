"""The sensible bot: it answers everything, says why, keeps to its principles, and beats the random one."""

from random import Random

import pytest
from games.beast_hunt.laying import begin, play
from games.beast_hunt.test_random_games import OPTIONS
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from beastlab.bots import play_bots, random_bot
from beastlab.core.knowledge import redeal
from beastlab.games import beast_hunt as hunt

TWO = ["hero-shinobi-1", "hero-royal-1"]
THREE_BEASTS = ["beast-04", "beast-05", "beast-06"]


def chosen(match):
    """The key of the move, after a check that there is a reason in a sentence."""
    move, why = hunt.sensible_bot().why(match)
    assert move in match.request.options
    assert why.endswith((".", ":")) and why[0] == why[0].upper() and " " in why, why
    return move.key


def reason(match):
    return hunt.sensible_bot().why(match)[1]


# --- it answers everything, by what its seat may know -------------------------------------------------


@hypothesis_settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), OPTIONS)
def test_it_answers_every_request_of_any_game(seed, options):
    match, rng = hunt.new_match(seed=seed, **options), Random(seed)
    for _ in range(60):
        if match.request is None:
            break
        key = chosen(match)
        match.play(key if rng.random() < 0.6 else rng.choice(match.request.options))


@hypothesis_settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32), OPTIONS)
def test_what_is_hidden_does_not_matter(seed, options):
    match, rng = hunt.new_match(seed=seed, **options), Random(seed)
    for _ in range(30):
        if match.request is None:
            break
        asked = match.request.seat
        answers = {hunt.sensible_bot(3).why(redeal(match, asked, Random(n))) for n in range(2)}
        assert answers == {hunt.sensible_bot(3).why(match)}
        match.play(rng.choice(match.request.options))


def test_the_same_seed_plays_the_same_game():
    def game(seed):
        match = hunt.new_match(seats=3, seed=4)
        play_bots(match, {seat: hunt.sensible_bot(seed) for seat in range(3)}, most=120)
        return match.to_text()

    assert game(1) == game(1)


# --- its principles ----------------------------------------------------------------------------------


def test_it_attacks_with_the_best_chance_and_says_it():
    match = begin(heroes={0: TWO}, actions=2, field=["beast-01", "beast-02", "beast-09"])
    assert chosen(match) == "attack:beast-01"
    assert reason(match) == "41.67 % to defeat Mud Lurker."


def test_an_odd_action_comes_before_the_attack():
    match = begin(heroes={0: [*TWO, "hero-royal-3"]}, actions=3)
    assert chosen(match) == "use:hero-royal-3"  # +2 on the attack that follows
    assert chosen(begin(heroes={0: [*TWO, "hero-royal-3"]}, actions=2)).startswith("attack:")


def test_it_recruits_what_opens_a_beast():
    match = begin(
        hands={0: ["hero-pirate-1", "hero-mercenary-1"]},
        heroes={0: ["hero-shinobi-1"]},
        field=["beast-12", "beast-09", "beast-14"],
        actions=1,
    )
    assert chosen(match) == "play:hero-pirate-1"


def test_it_attacks_the_king_rather_than_a_beast():
    match = begin(heroes={0: [*TWO, "hero-hunter-1"]}, beasts={0: THREE_BEASTS}, king="king-1", actions=2)
    assert chosen(match) == "attack:king-1"


def test_three_ancient_arms_are_used():
    match = begin(hands={0: ["ancient-arm-1", "ancient-arm-2", "ancient-arm-3"]}, actions=2)
    assert chosen(match).startswith("arms:")


def test_it_never_ends_a_turn_while_an_action_helps():
    assert chosen(begin(actions=1)) == "draw"


def roll(total, beast="beast-01", seats=2, **position):
    """The Enchant window after an attack of seat 0 that rolls this total."""
    match = begin(total, ..., seats=seats, heroes={0: [*TWO, "hero-hunter-1"]}, actions=2, **position)
    return play(match, f"attack:{beast}")


@pytest.mark.parametrize(
    ("total", "key"), [(8, "pass"), (6, "enchant:enchant-1:+2"), (5, "enchant:enchant-5:+3"), (2, "pass")]
)
def test_the_least_enchant_that_turns_an_own_attack(total, key):
    assert chosen(roll(total, hands={0: ["enchant-1", "enchant-5", "enchant-8"]})) == key


def test_a_rival_who_would_win_is_spoilt_and_a_miss_is_left_alone():
    position = {"hands": {1: ["enchant-8", "enchant-9"]}, "beasts": {0: THREE_BEASTS}, "king": "king-1"}
    assert chosen(roll(17, beast="king-1", **position)) == "enchant:enchant-8:-3"
    assert chosen(roll(14, beast="king-1", **position)) == "pass"
    assert chosen(roll(21, beast="king-1", **position)) == "enchant:enchant-8:-3"  # it takes both


def test_together_everybody_is_helped_against_the_king():
    position = {"beasts": {0: THREE_BEASTS}, "king": "king-1", "shards": 3}
    helped = roll(14, beast="king-1", hands={1: ["enchant-1"]}, **position)
    assert chosen(helped) == "enchant:enchant-1:+2"


@pytest.mark.parametrize(("reading", "totals", "roll_"), [("each", [4, 6], 0), ("best", [5, 7], 1)])
def test_enchants_fit_the_reading_of_the_orb(reading, totals, roll_):
    position = {"hands": {0: ["enchant-1"]}, "field": ["beast-03"], "orb_reading": reading}
    assert chosen(roll(totals, beast="beast-03", **position)) == f"enchant:enchant-1:+2:{roll_}"


def test_defiance_answers_what_costs_a_hero_and_lets_a_harmless_card_be():
    hands = {0: ["arcana-3", "arcana-1"], 1: ["defiance-1", "defiance-7"]}
    aimed = begin(..., hands=hands, heroes={1: ["hero-royal-1"]})
    assert chosen(play(aimed, "play:arcana-3")) == "defy:defiance-7"
    assert chosen(play(begin(..., hands=hands, heroes={1: ["hero-royal-1"]}), "play:arcana-1")) == "pass"


def test_in_a_duel_an_enchant_turns_a_lost_roll():
    hands = {0: ["arcana-3", "enchant-5"], 1: ["defiance-1"]}
    match = begin(6, 5, ..., hands=hands, heroes={1: ["hero-royal-1"]})
    play(match, "play:arcana-3", "defy:defiance-1")
    assert chosen(match) == "enchant:enchant-5:+3:1"


# --- it is stronger than chance ------------------------------------------------------------------------


def wins(games, seats):
    won = 0
    for seed in range(games):
        match, own = hunt.new_match(seats=seats, seed=seed), seed % seats
        others = {seat: random_bot(seat) for seat in range(seats) if seat != own}
        play_bots(match, {own: hunt.sensible_bot(seed), **others}, most=3000)
        won += match.result is not None and match.result.winners == (own,)
    return won


def test_it_beats_a_random_player():
    assert wins(40, 2) >= 32  # all 40 of them; `tests/bench/game_lengths.py` plays more


def test_it_beats_three_random_players():
    assert wins(20, 4) >= 12
