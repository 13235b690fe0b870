"""Whole games of random play: drawn options, their length, undo as replay, forks, and no trace of hashing."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from games.beast_hunt.playing import replay, settings
from games.playing import seen, undo_is_replay
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import SWITCHES, Options
from beastlab.games.beast_hunt.scene import scene

OPTIONS = st.fixed_dictionaries(
    {"seats": st.integers(2, 6), "champions": st.integers(1, 2), "shardless": st.booleans()},
    optional={switch: st.sampled_from(readings) for switch, readings in SWITCHES.items()},
)


@hypothesis_settings(max_examples=15)
@given(st.integers(0, 2**64), OPTIONS)
def test_any_options_make_a_game_that_ends(seed, options):
    replay(seed, **options)


def rounds(seed, **options):
    match, rng = hunt.new_match(seed=seed, **options), Random(seed)
    while match.request is not None:
        match.play(rng.choice(match.request.options))
    return match.table.round


def within(games, rounds_, **options):
    return sum(rounds(seed, **options) <= rounds_ for seed in range(games))


def test_99_of_100_games_of_four_end_within_60_rounds():
    assert within(100, 60, seats=4) >= 99


@pytest.mark.long
def test_99_of_100_games_of_four_end_within_60_rounds_in_a_thousand():
    assert within(1_000, 60, seats=4) >= 990


# --- history ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_undo_is_replay_in_whole_games(seed):
    undo_is_replay(hunt.new_match(seed=seed, **settings(seed)), Random(seed))


@pytest.mark.parametrize("seed", range(20, 26))
def test_forks_are_equal_and_go_their_own_way(seed):
    match, rng = hunt.new_match(seed=seed, **settings(seed)), Random(seed)
    twins = []
    while match.request is not None:
        if rng.random() < 0.04:
            twin = match.fork()
            assert seen(twin) == seen(match)
            seats = range(len(match.table.seats))
            assert [scene(twin, seat) for seat in seats] == [scene(match, seat) for seat in seats]
            twins.append((twin, seen(twin)))
            other = match.fork()
            before = seen(match)
            for _ in range(6):
                if other.request is not None:
                    other.play(rng.choice(other.request.options))
            assert seen(match) == before
        match.play(rng.choice(match.request.options))
    for twin, then in twins:
        assert seen(twin) == then
        if twin.place is not twin.places()[0]:
            twin.undo()
            twin.redo()
        assert seen(twin) == then


@pytest.mark.parametrize("seed", [3, 4])
def test_a_copied_table_is_never_changed_by_play(seed):
    match, rng, copies = hunt.new_match(seed=seed, **settings(seed)), Random(seed), []
    while match.request is not None:
        if rng.random() < 0.1:
            copies.append((match.table.copy(), flat(match.table), match.origin, flat(match.origin)))
        match.play(rng.choice(match.request.options))
    for table, then, origin, at_first in copies:
        assert flat(table) == then and flat(origin) == at_first


def flat(table):
    """Everything on a table, as words."""
    hidden = (table.deck, table.beast_deck, table.kings)
    decks = [(list(deck.pool), deck.segments, deck.held) for deck in hidden]
    parts = [getattr(table, name) for name in table.__slots__ if name not in ("deck", "beast_deck", "kings")]
    return repr((decks, sorted(map(repr, table.used)), [m.certain() for m in table.memory])) + repr(
        [part for part in parts if part is not table.used and part is not table.memory]
    )


TRANSCRIPT = """
from random import Random
from beastlab.games import beast_hunt as hunt
match, rng = hunt.new_match(seats=4, seed=11, champions=2), Random(1)
while match.request is not None:
    assert match.request.refused is not None
    print(match.request, [o.key for o in match.request.options], [r.move.key for r in match.request.refused])
    match.play(rng.choice(match.request.options))
print(match.to_text(), match.view(0), [event.text for event in match.events()])
"""


def test_nothing_depends_on_hashing():
    """Games are the same in processes that hash strings and identities otherwise."""
    root = str(Path(hunt.__file__).parents[3])
    told = [
        subprocess.run(
            [sys.executable, "-c", f"junk = [object() for _ in range({n} * 999)]\n{TRANSCRIPT}"],
            env={**os.environ, "PYTHONHASHSEED": str(n), "PYTHONPATH": root},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for n in (1, 2)
    ]
    assert told[0] == told[1] and len(told[0]) > 10_000


def test_every_seat_and_mode_can_be_played_through_the_public_names():
    for seats in range(2, 7):
        match = hunt.new_match(seats=seats, seed=seats, champions=2, names=tuple("ABCDEF"[:seats]))
        assert isinstance(match.options, Options) and match.request.prompt.endswith(": choose a champion")
