"""The fractions of the ledger's examples, from the closed forms alone (`test_examples_*.py` replay them)."""

import re
from fractions import Fraction

import pytest

from beastlab.core.ledger import ledger
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import SWITCHES

READINGS = SWITCHES["orb_reading"]
EXAMPLES = {entry["id"]: entry["expect"] for entry in ledger("beast_hunt").data["example"]}


def expected(example):
    """All fractions that the ledger prints for an example."""
    return {Fraction(text) for text in re.findall(r"\d+/\d+", EXAMPLES[f"hunt.ex.{example}"])}


def laws(*fight, **how):
    """The fractions of one attack under each reading of the orb."""
    found = [hunt.fight(*fight, reading=reading, **how) for reading in READINGS]
    return {p for law in found for _, p in law.items()}


def whole_turn(actions):
    odds = hunt.attack_or_draw(defeat=9, actions=actions)
    return {odds.attack, odds.draw}


EXACT = {
    "orb-three-readings": lambda: laws(9, 7, orbs=2),
    "orb-three-dice-pairs": lambda: laws(12, 10, orbs=3),
    "orb-one-identical": lambda: laws(8, 6),
    "orb-above-twelve": lambda: laws(15, 12, orbs=2),
    "lesser-king-bonus": lambda: {
        hunt.fight(8)["defeat"],
        *(hunt.fight(16, orbs=2, modifier=lesser)["defeat"] for lesser in range(4)),
    },
    "stagger-same-player": lambda: {
        1 - hunt.race(9, 6, players=1, stagger_who=who).survival(2) for who in SWITCHES["stagger_who"]
    },
    "stagger-race-two": lambda: {
        *hunt.race(9, 6).shares,
        hunt.race(9, 6).expected_attacks,
        hunt.race(9)[0],
    },
    "stagger-race-three": lambda: {*hunt.race(9, 6, players=3).shares},
    "stagger-extreme": lambda: {*hunt.race(12, 5).shares, *hunt.race(12, 5, players=3).shares},
    "countdown-chain": lambda: {
        hunt.countdown(16, stagger, 2, (0,) * n) for n in (2, 3, 4, 6) for stagger in (14, None)
    },
    "countdown-order-reversal": lambda: {
        hunt.countdown(16, 14, 2, order) for order in [(0, 2, 1), (1, 2, 0), (2, 0, 1)]
    },
    "third-shard-distribution": lambda: {
        hunt.third_shard()[0],
        *map(hunt.third_shard().cdf, (4, 8, 12)),
        hunt.formulas()["hunt.formula.third-shard-mean"].at(m=21, q=3),
    },
    "starting-hand-clean": lambda: {hunt.clean_start()},
    "malice-switch": lambda: {hunt.clean_start(), hunt.clean_start(deck=116, malice=0)},
    "arms-third": lambda: {hunt.third_arm()},
    "hero-red-enchant": lambda: {hunt.hero_roll(7, "red", modifier) for modifier in (0, 1, -2)},
    "first-player": lambda: {1 - hunt.first_roll(4)[1]},
    "duel-even": lambda: {hunt.duel(), 1 - 1 / hunt.duel_rounds(), hunt.duel_rounds()},
    "duel-standing-bonus": lambda: {hunt.duel(modifier=1), hunt.duel(modifier=-2)},
    "duel-one-enchant-first-roll": lambda: {
        hunt.duel(enchant=2, tie_enchants=tie) for tie in SWITCHES["tie_enchants"]
    },
    "duel-tie-values": lambda: {
        1 - hunt.duel_with_enchants(target=[1], duel_tie=tie) for tie in SWITCHES["duel_tie"]
    },
    "draw-or-attack-three": lambda: whole_turn(3),
    "draw-or-attack-four": lambda: whole_turn(4),
}


@pytest.mark.parametrize("example", EXACT)
def test_fractions_of_an_example(example):
    assert EXACT[example]() - {0, 1} == expected(example)


def test_orb_odds_table():
    text = EXAMPLES["hunt.ex.orb-odds-table"]
    rows = re.findall(r"(each|best|sum), orb (\d): ((?:\d+: \d+/\d+(?:, |\.))+)", text)
    cells = [
        (reading, int(orbs), int(value), Fraction(p))
        for reading, orbs, row in rows
        for value, p in re.findall(r"(\d+): (\d+/\d+)", row)
    ]
    assert len(cells) == 42
    for reading, orbs, value, p in cells:
        assert hunt.reach(value, orbs, reading=reading) == p


def test_standing_modifiers():
    first = hunt.fight(22, 19, orbs=3, modifier=2)
    second = hunt.fight(7, 5, orbs=3, modifier=2, reading="each")
    once = Fraction(49, 108)  # the bonus on one total alone: that reading is not built
    shown = {first["defeat"], first["stagger"], second["defeat"], second["stagger"], once}
    assert shown == expected("orb-standing-modifier")


def test_enchants_of_the_examples():
    """hunt.ex.enchant-all-in, hunt.ex.enchant-declare, hunt.ex.stagger-enchant"""
    six = hunt.enchant_worth(6, 9, held=[3, (2, -2)], against=[-3])
    assert (six.defeats, six.margin) == (False, -1)
    assert hunt.enchant_worth(7, 9, held=[3, (2, -2)], against=[-3]).defeats
    plays = hunt.enchant_worth(10, 7, held=[(1, -4), 3]).plays
    assert [play.outcome for play in plays] == ["defeat", "defeat", "miss"]
    assert not hunt.enchant_worth(10, 7, against=[(1, -4), 3]).defeats
    assert hunt.enchant_worth(10, 7, against=[3]).defeats
    assert hunt.enchant_worth(8, 9, 6, held=[-3]).plays == ((-3, 5, "miss"),)
    assert hunt.enchant_worth(8, 9, 6, held=[-2]).plays == ((-2, 6, "stagger"),)
