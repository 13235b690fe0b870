"""Whole expeditions: the ledger's invariants over all seat counts and readings, and no trace of hashing."""

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from games.beest.laying import lay, pairs
from games.beest.playing import careful, check, honest, line, replay, settings
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from beastlab.games import beest
from beastlab.games.beest import MODES, SWITCHES
from beastlab.games.beest.table import BLACK

GAMES, BLOCKS = 64, 8


@pytest.mark.parametrize("block", range(BLOCKS))
def test_invariants_hold_in_whole_matches(block):
    for seed in range(block, GAMES, BLOCKS):
        replay(seed, policy=honest if seed % 3 else careful, **settings(seed))


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_invariants_hold_in_thousands_of_expeditions(block):
    for seed in range(10_000 + block, 12_000, 20):
        replay(seed, policy=honest if seed % 3 else careful, **settings(seed, expeditions=1))


def test_all_options_and_readings_come_round():
    played = [settings(seed) for seed in range(GAMES)]
    assert {options["seats"] for options in played} == {3, 4, 5, 6}
    for mode in MODES:
        assert {options.get(mode, True) for options in played} == {False, True}
    for switch, readings in SWITCHES.items():
        assert {options[switch] for options in played} == set(readings)


@pytest.mark.rule("beest.end.only-three")
def test_expeditions_end_in_the_three_ways_there_are():
    ends = set()
    for seed in range(60):
        match = replay(seed, policy=careful if seed % 2 else honest, seats=3 + seed % 2)
        ends |= {event.rule for event in match.events() if "scores" in event.data}
    ends.discard("beest.match.sum")
    assert {"beest.end1.trigger", "beest.end2.trigger", "beest.end3.wrong-announcer"} <= ends
    assert ends <= {
        "beest.end1.trigger",
        "beest.end2.trigger",
        "beest.end3.wrong-announcer",
        "beest.end3.right-announcer",
    }


@hypothesis_settings(max_examples=10)
@given(st.integers(0, 2**64), st.integers(0, 10_000))
def test_any_options_make_a_match_that_ends(seed, options):
    replay(seed, **settings(options, expeditions=1))


# --- the checks catch what they are for --------------------------------------------------------------------


class Spoil:
    """What can be wrong with a table."""

    def twice(table):
        table.hand.append(table.at(1).sequence[0])

    def lost(table):
        table.at(1).sequence.pop()

    def fourth(table):
        table.at(1).sequence += [table.at(2).sequence.pop() for _ in range(2)]

    def aside(table):
        table.silent.aside.append(table.silent.sequence.pop(0))

    def early(table):
        table.at(1).aside.append(table.at(1).sequence.pop(0))

    def hand(table):
        table.hand.append(table.at(1).sequence.pop())

    def active(table):
        table.turn = 4

    def two_beests(table):
        table.piles[0] = BLACK

    def same_colour(table):
        table.piles[0] = table.piles[2]

    def again(table):
        table.exchanges += pairs("0-2")

    def over(table):
        table.exchanges += pairs("1-0, 1-silent")

    def by_the_box(table):
        table.exchanges.append(beest.Exchange(4, 0))

    def cleared(table):
        table.cleared.append(1)

    def memory(table):
        table.memory[0] = table.memory[1]


def sound():
    table = lay(4, beest=1, exchanges="2-0, 1-2, 3-1")
    check(table)
    return table


@pytest.mark.parametrize("fault", [name for name in vars(Spoil) if not name.startswith("_")])
def test_a_spoiled_table_is_caught(fault):
    table = sound()
    getattr(Spoil, fault)(table)
    with pytest.raises((AssertionError, StopIteration)):
        check(table)


def always(value):
    return lambda *rest, **named: value


def no_end(table):
    yield from ()
    return False


@pytest.mark.parametrize(
    ("where", "what"),
    [
        ("beastlab.games.beest.rules.KEPT", 1),
        ("beastlab.games.beest.rules.SEQUENCE", 4),
        ("beastlab.games.beest.rules.lines", lambda table: [seat for seat in (1, 2) if table.at(seat).line]),
        ("beastlab.games.beest.rules.last_black_marker", no_end),
        ("beastlab.games.beest.scoring.has_won", always(False)),
        ("beastlab.games.beest.scoring.all_infected", lambda table: [1] * table.options.places),
        ("beastlab.games.beest.scoring.clean_seats", lambda table, but=(): [3] * table.options.places),
        ("beastlab.games.beest.table.Table.coloured", lambda table, seat: len(table.partners(seat))),
        ("beastlab.games.beest.table.Table.suspects", lambda table, seat: [0]),
        ("beastlab.games.beest.table.Table.partners", always(frozenset())),
    ],
)
def test_a_broken_rule_is_caught_within_a_few_expeditions(monkeypatch, where, what):
    monkeypatch.setattr(where, what)
    with pytest.raises(AssertionError, match="play it again"):
        for seed in range(30):
            replay(seed, policy=honest, seats=3 + seed % 2)


def test_a_failing_expedition_names_the_line_that_plays_it_again():
    def look(match, rng):
        assert match.table.number < 5, "planted"

    with pytest.raises(AssertionError, match="planted") as failed:
        replay(3, look=look, seats=3, self_win="declared", cave_deck="balanced", winner_must_be_clean=True)
    found = re.search(r"play it again: (replay\(.*\))", str(failed.value))
    assert found[1] == "replay(seed=3, seats=3, self_win='declared')"
    assert line(3, {"seats": 3, "self_win": "declared", "expeditions": 1}) == found[1]


def test_the_order_of_options_does_not_hang_on_hashing():
    program = (
        "from random import Random\n"
        "from beastlab.games import beest\n"
        "match, rng = beest.new_match(seats=3, seed=4, evaluate_lines='as_placed', expeditions=2), Random(4)\n"
        "while match.request is not None: match.play(rng.choice(match.request.options))\n"
        "print(match.to_text())"
    )
    texts = set()
    for seed in ("1", "2"):
        env = {"PYTHONPATH": os.pathsep.join(path or "." for path in sys.path), "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, env=env)
        texts.add(run.stdout)
    assert len(texts) == 1


def test_a_copy_of_a_table_goes_its_own_way():
    match, rng = beest.new_match(seats=4, seed=1, expeditions=1), Random(1)
    for _ in range(40):
        match.play(careful(match, rng))
    before, other = match.view(0), beest.match_at(match.origin)
    while other.request is not None:
        other.play(careful(other, rng))
    assert match.view(0) == before


def test_no_module_grows_past_500_lines():
    for path in Path(beest.__file__).parent.rglob("*.py"):
        assert len(path.read_text("utf-8").splitlines()) <= 500, path
