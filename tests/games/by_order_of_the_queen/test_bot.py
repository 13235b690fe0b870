"""The sensible bot: it answers everything, says why, keeps to its principles, and wins where chance loses."""

from random import Random
from time import perf_counter

import pytest
from games.by_order_of_the_queen.laying import begin, play, reprinted
from games.by_order_of_the_queen.playing import settings
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from beastlab.boards import board
from beastlab.bots import opponent, play_bots, random_bot
from beastlab.core.knowledge import redeal
from beastlab.core.requests import IllegalMove
from beastlab.games import beast_hunt
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen import bot

FOUR = ["hero-01", "hero-02", "hero-03", "hero-04"]
SEVEN = [f"hero-{n:02}" for n in range(1, 8)]
OTHERS = [f"hero-{n:02}" for n in range(11, 18)]


def chosen(match):
    """The key of the move, after a check that there is a reason in a sentence."""
    move, why = queen.sensible_bot().why(match)
    assert move in match.request.options
    assert why.endswith(".") and why[0] == why[0].upper() and " " in why, why
    return move.key


# --- it answers everything, by what its seat may know -------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_it_answers_every_request_of_whole_games(seed):
    match, rng = queen.new_match(seed=seed, **settings(seed)), Random(seed)
    while match.request is not None:
        key = chosen(match)
        match.play(key if rng.random() < 0.7 else rng.choice(match.request.options))


@hypothesis_settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 10_000))
def test_decks_and_dice_to_come_do_not_matter(seed, options):
    match, rng = queen.new_match(seed=seed, **settings(options)), Random(seed)
    for _ in range(25):
        if match.request is None:
            break
        asked = match.request.seat
        answers = {queen.sensible_bot(3).why(redeal(match, asked, Random(n))) for n in range(2)}
        assert answers == {queen.sensible_bot(3).why(match)}
        match.play(rng.choice(match.request.options))


def test_the_same_seed_plays_the_same_game_whatever_was_found_before():
    def game(seed):
        match = queen.new_match(seats=3, seed=4)
        play_bots(match, {seat: queen.sensible_bot(seed) for seat in range(3)}, most=120)
        return match.to_text()

    first = game(1)
    bot._TEAMS.clear()
    assert game(1) == first


def test_it_is_the_opponent_that_the_game_offers():
    assert repr(opponent(queen.new_match(), seed=3)) == repr(queen.sensible_bot(3))


# --- its principles ----------------------------------------------------------------------------------


def test_a_nemesis_is_fought_first():
    match = begin(hands={0: SEVEN}, monsters=["monster-20"], nemeses=["worm"])
    assert chosen(match) == "nemesis:worm"


def test_the_order_is_left_to_a_better_party():
    assert chosen(begin(hands={0: SEVEN})) == "order"
    assert chosen(begin(hands={0: ["hero-08"], 1: SEVEN})) != "order"
    assert chosen(begin(hands={0: ["hero-08"], 1: SEVEN}, seal=True)) != "order"


def test_many_monsters_are_fought_when_villagers_run_out():
    position = {"hands": {0: SEVEN}, "monsters": [f"monster-{n:02}" for n in range(1, 7)], "seal": True}
    assert chosen(begin(villagers=6, **position)) == "horde"


def test_the_best_team_sets_out():
    match = begin(..., hands={0: SEVEN})
    wanted = {hero.code for hero in queen.team_now(match, "order").best.heroes}
    play(match, "order")
    sent = set()
    while match.request.rule == "queen.turn.party-size":
        sent.add(chosen(match).removeprefix("send:"))
        play(match, chosen(match))
    assert wanted <= sent


# --- whatever can be laid ------------------------------------------------------------------------------

ITEMS = [card.code for card in queen.illustrative().of("item")]
HORDE = ["mon-1-2-3-4-5-6", "mon-2-2-3-4-5-5", "mon-1-2-3-4-5", "mon-2-3-6", "mon-4-4-5", "mon-6-6"]


def turn(match):
    """Play a whole turn; the reasons that were given."""
    seat, reasons, policy = match.table.turn, [], queen.sensible_bot()
    while match.request and match.request.seat == match.table.turn == seat and match.table.phase == "action":
        move, why = policy.why(match)
        match.play(move)
        reasons.append(why)
    return reasons


@pytest.mark.parametrize("action", ["order", "quest", "horde", None])
@pytest.mark.parametrize(
    "rich", [{"favors": {0: 500}}, {"favors": {0: 8}, "items": {0: ITEMS}}], ids=["favors", "items"]
)
def test_a_rich_seat_is_played_in_time(action, rich):
    match = begin(..., hands={0: SEVEN}, monsters=HORDE, quests={0: "quest-02"}, **rich)
    if action:
        play(match, action)
    start = perf_counter()
    reasons = turn(match)
    assert reasons and not any(bot.TOO_RICH in why for why in reasons), "all of it was weighed"
    assert perf_counter() - start < 30


def test_more_than_can_be_weighed_is_played_simply_and_said():
    rows = {f"item-{n:02}": {"attributes": "combat", "effect": ""} for n in range(1, 21)}
    match = begin(..., hands={0: SEVEN}, monsters=HORDE, rows=rows, favors={0: 10**12}, items={0: [*rows]})
    play(match, "horde")
    reasons = turn(match)
    weighed = [why for why in reasons if not why.endswith(bot.TOO_RICH)]
    assert len(weighed) < len(reasons) and not any(why.startswith("No party") for why in weighed)
    assert len(match.table.seats[0].items) == 20 - bot.FREELY and match.table.seats[0].favors < 10**12


@pytest.mark.rule("queen.component.monster-card")
def test_foes_of_six_icons_are_played_and_drawn():
    rows = {card.code: {"icons": "2 2 3 4 5 6"} for card in queen.illustrative().of("monster")}
    rows |= {card.code: {"icons": "6 6 6 6 6 6"} for card in queen.illustrative().of("nemesis") if card.icons}
    match = queen.new_match(seats=2, seed=1, cards=reprinted(rows))
    seen = set()
    for _ in range(40):
        seen |= {len(foe.card.icons) for foe in match.table.in_play}
        if match.request.rule == "queen.turn.one-action" and match.table.in_play:
            assert queen.team_now(match, "horde").best.worth >= 0
        play(match, chosen(match))
    assert seen == {6} and board(match).scene["ask"]["prompt"] == match.request.prompt


def test_who_is_asked_nothing_is_told_so():
    match = queen.new_match(seats=2, seed=1)
    play_bots(match, {seat: random_bot(seat) for seat in range(2)})
    with pytest.raises(IllegalMove, match="nobody is asked"):
        queen.sensible_bot()(match)
    for wrong in (3, beast_hunt.new_match()):
        with pytest.raises(ValueError, match="give a match of By Order of the Queen"):
            queen.sensible_bot()(wrong)
    for seed in (object(), "1", 1.5, None):
        with pytest.raises(ValueError, match="seed is .*; give a whole number"):
            queen.sensible_bot(seed)


# --- it is stronger than chance ------------------------------------------------------------------------


def wins(games, seats, policy, **options):
    won = 0
    for seed in range(games):
        match = queen.new_match(seats=seats, seed=seed, **options)
        play_bots(match, {seat: policy(seed) for seat in range(seats)})
        won += bool(match.result.winners)
    return won


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_wins_most_games_and_a_random_player_none(seats):
    assert wins(3, seats, queen.sensible_bot) >= 2  # about nine games in ten
    assert wins(4, seats, random_bot) == 0
