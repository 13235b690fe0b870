"""Whole games: the ledger's invariants over all options, history, saves, and no trace of hashing."""

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from games.by_order_of_the_queen.laying import lay
from games.by_order_of_the_queen.playing import check, keen, line, replay, settings
from games.playing import anything, seen, undo_is_replay
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import beastlab
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen import MODES, SWITCHES
from beastlab.games.by_order_of_the_queen.scene import scene

GAMES, BLOCKS = 120, 6


@pytest.mark.parametrize("policy", [anything, keen])
@pytest.mark.parametrize("block", range(BLOCKS))
def test_invariants_hold_in_whole_games(block, policy):
    for seed in range(block, GAMES, BLOCKS):
        replay(seed, policy=policy, **settings(seed))


@pytest.mark.long
@pytest.mark.parametrize("policy", [anything, keen])
@pytest.mark.parametrize("block", range(20))
def test_invariants_hold_in_thousands_of_games(block, policy):
    for seed in range(10_000 + block, 11_000, 20):
        replay(seed, policy=policy, **settings(seed))


def test_all_options_and_readings_come_round():
    played = [settings(seed) for seed in range(GAMES)]
    assert {options["seats"] for options in played} == {2, 3, 4}
    for mode in set(MODES) - {"crossover"}:
        assert {options.get(mode, False) for options in played} == {False, True}
    for switch, readings in SWITCHES.items():
        assert {options[switch] for options in played} == set(readings)


@pytest.mark.rule(
    "queen.goal.three-orders", "queen.loss.villagers", "queen.loss.regions", "queen.loss.heroes"
)
def test_games_end_in_all_the_ways_there_are():
    ends = {replay(seed, policy=keen, **settings(seed)).result.rule for seed in range(40)}
    assert ends == {
        "queen.goal.three-orders",
        "queen.loss.villagers",
        "queen.loss.regions",
        "queen.loss.heroes",
    }


@hypothesis_settings(max_examples=15)
@given(st.integers(0, 2**64), st.integers(0, 10_000))
def test_any_options_make_a_game_that_ends(seed, options):
    replay(seed, **settings(options))


# --- the checks catch what they are for ----------------------------------------------------------------------


class Spoil:
    """What can be wrong with a table."""

    def twice(table):
        table.hero_discard.append(table.seats[0].hand[0])

    def lost(table):
        table.seats[0].hand.clear()

    def boxed(table):
        table.box.append(table.seats[0].hand.pop())

    def threat(table):
        table.threat[1] = 7

    def villagers(table):
        table.villagers = 16

    def tokens(table):
        table.tokens = 11

    def icons(table):
        table.in_play[0] = table.in_play[0]._replace(free=(1, 1))

    def covered(table):
        table.in_play[0] = table.in_play[0]._replace(free=())

    def monster(table):
        table.in_play.pop()

    def nemesis(table):
        table.nemeses.append(queen.Foe(next(iter(table.prompts.pool)), ()))

    def relic(table):
        table.seats[0].relic = table.aside[0]

    def location(table):
        table.seats[0].locations.append(next(iter(table.locations[0].pool)))

    def order(table):
        table.completed.append(table.order)

    def event(table):
        table.event_discard.clear()

    def moon(table):
        table.moon = 5

    def guild(table):
        table.seats[0].guild = table.seats[1].guild


def sound():
    return lay(hands={0: ["hero-01"], 1: ["hero-02"]}, monsters=["monster-07", "monster-20"])


def test_a_sound_table_passes():
    check(sound())


@pytest.mark.parametrize("fault", [name for name in vars(Spoil) if not name.startswith("_")])
def test_a_spoiled_table_is_caught(fault):
    table = sound()
    getattr(Spoil, fault)(table)
    with pytest.raises((AssertionError, StopIteration)):
        check(table)


@pytest.mark.parametrize(
    ("where", "what"),
    [
        ("beastlab.games.by_order_of_the_queen.rules.kingdom.HAND", 8),
        ("beastlab.games.by_order_of_the_queen.rules.kingdom.MOST_THREAT", 8),
        ("beastlab.games.by_order_of_the_queen.rules.monsters.MOST_MONSTERS", 9),
        ("beastlab.games.by_order_of_the_queen.rules.party.MOST", 5),
        ("beastlab.games.by_order_of_the_queen.rules.turn.FULL_MOON", 5),
        ("beastlab.games.by_order_of_the_queen.rules.actions.why_no_order", lambda table: None),
        ("beastlab.games.by_order_of_the_queen.rules.phase.remove_seal", lambda table: iter(())),
        ("beastlab.games.by_order_of_the_queen.rules.monsters.cover", lambda table, foe, icon: None),
    ],
)
def test_a_broken_rule_is_caught_within_a_few_games(monkeypatch, where, what):
    if where.endswith(".cover"):  # nothing ever falls: no card is odd, but no game is won either
        monkeypatch.setattr(where, what)
        assert not any(replay(seed, policy=keen, seats=2).result.winners for seed in range(6))
        return
    monkeypatch.setattr(where, what)
    with pytest.raises(AssertionError, match="play it again"):
        for seed in range(60):
            replay(seed, policy=keen, **settings(seed))


def test_a_failing_game_names_the_line_that_plays_it_again():
    def look(match, rng):
        assert match.table.round < 2, "planted"

    with pytest.raises(AssertionError, match="planted") as failed:
        replay(3, look=look, seats=2, hard_late=True, seal_removed="no_nemesis", moon_cycle="four_turns")
    found = re.search(r"play it again: (replay\(.*\))", str(failed.value))
    assert found[1] == "replay(seed=3, seats=2, hard_late=True, seal_removed='no_nemesis')"
    assert line(3, {"seats": 2, "hard_late": True, "seal_removed": "no_nemesis"}) == found[1]


# --- history and saves ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_undo_is_replay_in_whole_games(seed):
    undo_is_replay(queen.new_match(seed=seed, **settings(seed)), Random(seed), keen)


@pytest.mark.parametrize("seed", range(20, 26))
def test_forks_and_saves_go_on_alike(seed):
    match, rng = queen.new_match(seed=seed, **settings(seed)), Random(seed)
    while match.request is not None:
        if rng.random() < 0.04:
            other, before = match.fork(), seen(match)
            again = beastlab.load(match.to_line())
            assert seen(other) == seen(again) == before
            for _ in range(6):
                if other.request is not None:
                    move = rng.choice(other.request.options).key
                    other.play(move)
                    again.play(move)
            assert seen(other) == seen(again) and seen(match) == before
            assert scene(other, 0) == scene(again, 0)
        match.play(rng.choice(match.request.options))
    assert beastlab.load(match.to_line()).result == match.result


def test_a_save_with_cards_of_ones_own(tmp_path):
    data = queen.illustrative().to_json()
    data["cards"][0] = {**data["cards"][0], "name": "<img src=x>"}
    cards = queen.CardSet.from_json({**data, "name": "Mine"})
    match = queen.new_match(seats=2, seed=1, cards=cards, hard_late=True)
    match.save(tmp_path / "game.json")
    again = beastlab.load(tmp_path / "game.json")
    assert again.options.cards is cards and again.options == match.options and seen(again) == seen(match)


def test_a_copy_of_a_table_is_its_own():
    match = queen.new_match(seats=4, seed=1)
    table, before = match.table.copy(), match.view(0)
    rng = Random(1)
    other = queen.match_at(table)
    while other.request is not None:
        other.play(rng.choice(other.request.options))
    assert match.view(0) == before
    table.threat[0] = 5
    table.seats[0].items.clear()
    table.heroes.pool.clear()
    assert match.view(0) == before and len(match.table.heroes.pool) == 36


def test_the_order_of_options_does_not_hang_on_hashing():
    program = (
        "from random import Random\n"
        "from beastlab.games import by_order_of_the_queen as queen\n"
        "match, rng = queen.new_match(seats=3, seed=4, hard_cascade=True), Random(4)\n"
        "while match.request is not None: match.play(rng.choice(match.request.options))\n"
        "print(match.to_text())"
    )
    texts = set()
    for seed in ("1", "2"):
        env = {"PYTHONPATH": os.pathsep.join(path or "." for path in sys.path), "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, env=env)
        texts.add(run.stdout)
    assert len(texts) == 1


def test_no_module_grows_past_500_lines():
    for path in Path(queen.__file__).parent.rglob("*.py"):
        assert len(path.read_text("utf-8").splitlines()) <= 500, path
