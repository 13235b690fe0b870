"""The odds of moves on a live table: every one against the rules solved from there, and against real play."""

from fractions import Fraction as F
from math import sqrt
from random import Random

import pytest
from games.by_order_of_the_queen.laying import begin, keys, new, play
from games.by_order_of_the_queen.playing import keen, settings

from beastlab.boards import parts
from beastlab.core.explore import solve
from beastlab.core.requests import IllegalMove
from beastlab.games import beast_hunt as hunt
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen import odds, uses
from beastlab.games.by_order_of_the_queen.rules import step, tests

ONE = {"loc-a": "strength / retire | wisdom / favor / villager | melee / item / villager"}
PAIR = ["melee-str", "ranged-wis"]
Q = {"q-one": {"type": "quest", "requires": "2x Emerald Valley", "reward": "favor"}}


@pytest.fixture
def counted(monkeypatch):
    """Tests passed are counted on the table (`stage` has no meaning in an action)."""
    real = tests.test

    def test(table, seat, attribute):
        passed = yield from real(table, seat, attribute)
        table.stage += passed
        return passed

    monkeypatch.setattr(tests, "test", test)


def solved(match, move):
    """The chance that this move leads to what its explanation says, with best play after it, through the rules."""
    outlook = odds._outlook(match, match.request, move)
    origin, fight = match.origin, match.table.action or move.key.partition(":")[0]
    before = len(origin.seats[match.request.seat].trophies)

    def rule():
        own = origin.copy()
        own.stage = 0
        yield from step(own)
        if fight.startswith("horde"):
            return len(own.seats[own.turn].trophies) - before
        if fight.startswith("nemesis"):
            return own.nemeses[0].tokens if own.nemeses else outlook.most
        return own.stage

    return solve(rule, match.request.seat, lambda n: int(n >= outlook.enough), prefix=(*match.trail, move))[0]


def held(match):
    """Every move's value is that of the rules; the comparison has all of them, the likeliest first."""
    compared = {move.key: value for move, value in queen.compare(match)}
    assert list(compared.values()) == sorted(compared.values(), reverse=True)
    for move in match.request.options:
        found = queen.explain(match, move)
        if found.value is None:
            assert move.key not in compared
            continue
        assert found.value == compared[move.key] == found.law.P(found.good), move.key
        assert found.value == solved(match, move), move.key
    return compared


HELP = {"favors": {0: 1}, "items": {0: ["item-01"]}}


@pytest.mark.rule("queen.quest.draw-location", "queen.turn.party-size")
def test_who_goes_and_what_follows_in_a_quest(counted):
    match = begin(
        "loc-a", [1, 2], ..., hands={0: [*PAIR, "healing-str"]}, quests={0: "q-one"}, rows=Q, locations=ONE
    )
    assert set(held(match)) == {"quest", "order"}
    play(match, "quest")
    assert held(match) and "With the best team:" in queen.explain(match, "send:melee-str").notes[0]
    play(match, "send:melee-str")
    held(match)
    play(match, "send:healing-str", "go")
    assert keys(match) == ["retire:melee-str", "retire:healing-str"]
    assert held(match)["retire:healing-str"] == F(19, 27)
    assert queen.explain(match, "retire:melee-str").question.endswith("the Test passed"), (
        "both are out of reach"
    )


@pytest.mark.rule("queen.item.use", "queen.favor.reroll", "queen.favor.window")
@pytest.mark.parametrize("timing", ["immediate", "after_both"])
def test_items_and_favors_in_a_quest(counted, timing):
    match = begin("loc-a", [2], ..., hands={0: PAIR}, quests={0: "q-one"}, rows=Q, locations=ONE,
                  location_timing=timing, **HELP)  # fmt: skip
    play(match, "quest", "send:melee-str", "send:ranged-wis")
    assert keys(match) == ["roll", "use:item-01"]
    held(match)
    play(match, "roll")
    assert keys(match) == ["keep", "reroll:2"]
    assert held(match) == {"keep": 0, "reroll:2": F(1, 9)}, "kept, one Test has failed"
    found = queen.explain(match, "keep")
    assert any(note.startswith("Played for the most on average") for note in found.notes)
    assert "loc-a: both Tests passed" in found.question


def test_kept_items_and_tools(counted):
    match = begin("loc-a", [2, 3], ..., hands={0: PAIR}, quests={0: "q-one"}, rows=Q, locations=ONE,
                  relics={0: "relic-semaphor"}, items={0: ["item-35", "item-32"]})  # fmt: skip
    play(match, "quest", "send:melee-str", "send:ranged-wis")
    assert keys(match) == ["roll", "use:relic-semaphor"]
    held(match)
    play(match, "use:relic-semaphor")
    assert keys(match) == ["keep", "reroll:2:item-35", "reroll:3:item-35"]
    held(match)


def test_a_relic_that_rerolls(counted):
    rows = {**Q, "relic-semaphor": {"attributes": "", "effect": "reroll"}}
    match = begin("loc-a", [2], [3], ..., hands={0: PAIR}, quests={0: "q-one"}, rows=rows, locations=ONE,
                  relics={0: "relic-semaphor"}, favors={0: 1})  # fmt: skip
    play(match, "quest", "send:melee-str", "send:ranged-wis")
    values = held(match)
    assert values["reroll:2:relic-semaphor"] == values["reroll:2"] > values["keep"], (
        "the last Test has one die"
    )


@pytest.mark.rule("queen.order.final-test", "queen.order.tokens-instead", "queen.order.penalties")
@pytest.mark.parametrize(
    "position",
    [{}, {"tokens": 7}, {"villagers": 0}, {"tokens": 5}, {"location_timing": "after_both"}, {"hero_deck": []},
     pytest.param({"tokens": 6, "order_completion": "immediate"}, marks=pytest.mark.long)],
    ids=str,
)  # fmt: skip
def test_the_order_from_beginning_to_end(counted, position):
    """Every choice on the way, with four lots of dice."""
    asked = set()
    for seed in range(4):
        match = begin(..., seed=seed, hands={0: PAIR}, locations=ONE, favors={0: 1}, **position)
        while match.request is not None and match.request.seat == 0 and match.table.phase == "action":
            held(match)
            asked.add(match.request.rule)
            first = [key for key in keys(match) if key in ("order", "keep", "go")] or keys(match)
            play(match, first[0])
    assert {"queen.turn.one-action", "queen.turn.party-size", "queen.favor.reroll"} <= asked


@pytest.mark.rule("queen.horde.cover", "queen.horde.no-retire-when-clear")
@pytest.mark.parametrize(
    "help_",
    [
        {},
        HELP,
        {"items": {0: ["item-11"]}},
        pytest.param({**HELP, "items": {0: ["item-11"]}}, marks=pytest.mark.long),
    ],
)
def test_the_horde_from_beginning_to_end(help_):
    match = begin(..., seed=1, hands={0: PAIR}, monsters=["mon-3", "mon-5"], **help_)
    play(match, "horde")
    while match.request.rule in (odds.PARTY, odds.ITEM, odds.FAVOR):
        held(match)
        play(match, next((k for k in keys(match) if k[:4] in ("send", "use:")), keys(match)[-1]))
    assert queen.compare(match) == [] and match.request.rule in (
        "queen.horde.cover",
        "queen.horde.retire-one",
    )
    assert queen.explain(match, keys(match)[0]).method == "No chance is involved in this move itself."


def test_a_relic_in_a_fight():
    """It adds a die and is kept; the Favor is there as before."""
    rows = {"relic-semaphor": {"attributes": "combat"}}
    match = begin(
        [1],
        ...,
        hands={0: PAIR[:1]},
        monsters=["mon-3"],
        relics={0: "relic-semaphor"},
        favors={0: 1},
        rows=rows,
    )
    play(match, "horde", "send:melee-str")
    assert held(match)["use:relic-semaphor"] > held(match)["roll"]
    play(match, "roll")
    assert held(match) == {"reroll:1": F(2, 3), "keep": 0}
    match = begin(
        [1, 2],
        ...,
        hands={0: PAIR[:1]},
        monsters=["mon-3"],
        relics={0: "relic-semaphor"},
        favors={0: 1},
        rows=rows,
    )
    play(match, "horde", "send:melee-str", "use:relic-semaphor")
    assert held(match) == {"reroll:1": F(2, 3), "reroll:2": F(2, 3), "keep": 0}


@pytest.mark.rule("queen.nemesis.hit", "queen.nemesis.ones", "queen.nemesis.defeat")
@pytest.mark.parametrize("help_", [{}, {"favors": {0: 1}}, {"items": {0: ["item-11"]}}])
def test_a_nemesis_from_beginning_to_end(help_):
    match = begin(..., seed=1, hands={0: PAIR}, nemeses=["nem-3-3"], **help_)
    assert list(held(match)) == ["nemesis:nem-3-3"]
    play(match, "nemesis:nem-3-3")
    while match.request.rule in (odds.PARTY, odds.ITEM, odds.FAVOR):
        held(match)
        play(match, keys(match)[0])


def test_out_of_reach_is_the_most_that_can_be():
    match = begin(..., hands={0: ["melee", "ranged"]}, monsters=["mon-2", "mon-3", "mon-4-4"])
    found = queen.explain(match, "horde")
    assert found.question == "The Horde of 3 Monsters: 2 Monsters defeated"
    assert found.value == F(4 * 5 * 2 - 4 * 4, 36)
    worm = queen.explain(begin(..., hands={0: ["melee", "ranged"]}, nemeses=["worm"]), "nemesis:worm")
    assert worm.question == "The Worm: 2 Success Tokens" and worm.value == F(4, 9)


def test_moves_without_chance_and_without_a_number():
    match = begin(..., hands={0: PAIR, 1: PAIR[:0]}, locations=ONE)
    assert queen.explain(match, "quest").value is None
    assert "drawn first" in queen.explain(match, "quest").method
    assert str(queen.explain(match, "quest")).endswith(
        ": not computed: two Quest Cards are drawn first, and one of them is kept"
    )
    with pytest.raises(ValueError, match=r"there is no number \(.*: not computed: two Quest Cards .* kept\)"):
        float(queen.explain(match, "quest"))
    play(match, "quest")
    assert queen.explain(match, keys(match)[0]).method == "No chance is involved in this move itself."
    with pytest.raises(IllegalMove):
        queen.explain(match, "go")
    other = begin(..., hands={0: PAIR}, locations=ONE)
    assert queen.explain(other, "order", seat=1).value == queen.explain(other, "order").value


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        ({"locations": ONE}, ["order"]),
        ({"locations": ONE, **HELP}, ["order", "send:melee-str"]),
        ({"monsters": ["mon-3", "mon-4"]}, ["horde"]),
        ({"nemeses": ["nem-3-3"]}, ["nemesis:nem-3-3", "send:melee-str"]),
        ({"nemeses": ["nem-3-3-3"]}, ["nemesis:nem-3-3-3", "send:melee-str"]),
        ({"locations": ONE, "quests": {0: "q-one"}, "rows": Q, "location_timing": "after_both", **HELP}, ["quest"]),
    ],
)  # fmt: skip
def test_real_play_agrees(position, moves):
    """The move played 250 times with other dice and best play after it."""
    match = begin(..., hands={0: PAIR}, **position)
    play(match, *moves[:-1])
    found = queen.explain(match, moves[-1])
    check = found.check(250, seed=3)
    p = float(found.value)
    assert abs(float(check.played) - p) <= 4 * sqrt(p * (1 - p) / 250)
    assert 0 < p < 1


def test_the_board_shows_it():
    match = begin(..., hands={0: PAIR}, locations=ONE, monsters=["mon-3"])
    panel, found = parts.odds(match, "order")
    assert panel["bars"] and panel["checks"] and found.value == F(found.law.P(found.good))
    assert [row["key"] for row in parts.comparison(match)] == ["horde", "order"]
    assert "Order" in panel["words"]


def test_what_would_take_long_is_said_and_no_error(monkeypatch):
    match = begin(..., hands={0: PAIR}, locations=ONE, monsters=["mon-3"], **HELP)
    monkeypatch.setattr(uses, "MOST_STATES", 3)
    assert (
        "Not computed: Items and Favors can be spread in more than 3 ways"
        in queen.explain(match, "order").method
    )
    assert [move.key for move, _ in queen.compare(match)] == ["horde"]


def test_only_matches_of_this_game_are_asked_about():
    wrong = [3, None, [], hunt.new_match(seats=2, seed=7)]
    for ask in [lambda w=w: queen.explain(w, "order") for w in wrong] + [
        lambda w=w: queen.compare(w) for w in wrong
    ]:
        with pytest.raises(
            ValueError, match="match is .*; give a match of By Order of the Queen, as queen.new_match"
        ):
            ask()


@pytest.mark.parametrize("seed", range(4))
def test_every_move_of_a_game_can_be_asked_about(seed):
    rng, match = Random(seed), new(..., seed=seed, **settings(seed))
    for _ in range(60):
        if match.over:
            break
        compared = dict(queen.compare(match))
        move = rng.choice(match.request.options)
        found = queen.explain(match, move)
        assert found.value == compared.get(move)
        match.play(keen(match, rng))
