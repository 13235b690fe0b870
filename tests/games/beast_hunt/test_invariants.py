"""The invariants of the ledger over whole games of random play, and the `Here` keys of the rules audited."""

import re
from random import Random

import pytest
from games.beast_hunt.laying import lay
from games.beast_hunt.playing import (
    Watch,
    challenges,
    check,
    fills,
    line,
    replay,
    settings,
    shows_only_what_may_be_known,
)

from beastlab.core.explore import audit, explore, nobody
from beastlab.core.match import Match
from beastlab.core.requests import Here, Move
from beastlab.games.beast_hunt import GAME, SWITCHES, Options, illustrative
from beastlab.games.beast_hunt.rules import beasts, dice, setup
from beastlab.games.beast_hunt.vocabulary import CLASSES, READINGS

GAMES, BLOCKS = 200, 8


@pytest.mark.parametrize("block", range(BLOCKS))
def test_invariants_hold_in_whole_games(block):
    for seed in range(block, GAMES, BLOCKS):
        replay(seed, look=sometimes_look, **settings(seed))


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_invariants_hold_in_thousands_of_games(block):
    for seed in range(10_000 + block, 12_000, 20):
        replay(seed, look=sometimes_look, **settings(seed))


def sometimes_look(match, rng):
    if rng.random() < 0.1:
        shows_only_what_may_be_known(match, rng.randrange(len(match.table.seats)))


def test_all_modes_and_readings_come_round():
    played = [settings(seed) for seed in range(GAMES)]
    assert {(o["seats"], o["champions"], o["shardless"]) for o in played} == {
        (seats, champions, shardless)
        for seats in range(2, 7)
        for champions in (1, 2)
        for shardless in (False, True)
    }
    for switch, readings in SWITCHES.items():
        assert {options[switch] for options in played} == set(readings)


# --- the checks catch what they are for ----------------------------------------------------------


def spoiled(**faults):
    """A quiet position in which something is wrong."""
    table = lay(3, heroes={0: ["hero-hunter-1"]}, hands={0: ["enchant-1"], 1: ["enchant-2"]}, shards=1)
    for name, change in faults.items():
        getattr(Spoil, name)(table, change)
    return table


class Spoil:
    def twice(table, _):
        table.discard.append(table.seats[0].hand[0])

    def lost(table, _):
        table.seats[0].hand.clear()

    def shard(table, _):
        table.shards.clear()

    def forced(table, _):
        card = next(card for card in table.deck.pool if card.type == "malice")
        table.deck.take(card)
        table.seats[0].hand.append(card)

    def mark(table, code):
        table.marks[table.options.cards.by_code[code]] = 0

    def countdown(table, left):
        table.countdown = left

    def champion(table, _):
        table.seats[0].champions.clear()

    def gear(table, code):
        card = table.options.cards.by_code[code]
        table.deck.take(card)
        table.seats[0].heroes[0] = table.seats[0].heroes[0]._replace(gear=card)

    def lesser(table, code):
        card = table.options.cards.by_code[code]
        table.deck.take(card)
        table.seats[0].lesser.append(card)

    def memory(table, holder):
        table.memory[0] = table.memory[0].placed(table.seats[1].hand[0], holder)


def test_a_sound_table_passes():
    check(spoiled())
    check(spoiled(memory=1))


@pytest.mark.parametrize(
    "fault",
    [
        {"twice": 1},
        {"lost": 1},
        {"shard": 1},
        {"forced": 1},
        {"mark": "beast-01"},  # it has no Stagger value
        {"mark": "beast-09"},  # it is not on the field
        {"countdown": 3},
        {"champion": 1},
        {"gear": "arcana-1"},
        {"lesser": "arcana-1"},
        {"memory": 2},
    ],
    ids=str,
)
def test_a_spoiled_table_is_caught(fault):
    with pytest.raises(AssertionError):
        check(spoiled(**fault))


def test_a_failing_game_names_the_line_that_plays_it_again():
    def look(match, rng):
        assert match.table.round < 2, "planted"

    with pytest.raises(AssertionError, match="planted") as failed:
        replay(3, look=look, seats=2, shardless=True, orb_reading="best", duel_tie="final")
    found = re.search(r"play it again: (replay\(.*\))", str(failed.value))
    assert found[1] == "replay(seed=3, seats=2, shardless=True, orb_reading='best')"
    again = eval(found[1], {"replay": lambda **options: options})
    assert line(again.pop("seed"), again) == found[1]
    with pytest.raises(AssertionError, match="planted"):
        replay(**again, seed=3, look=look)


@pytest.mark.parametrize(
    ("where", "what"),
    [
        ("beastlab.games.beast_hunt.rules.hands.leaves_hand", lambda table, seat, card: None),
        ("beastlab.games.beast_hunt.rules.beasts.missing", lambda table, seat, requirement: []),
        ("beastlab.games.beast_hunt.rules.turn.HAND_LIMIT", 9),
        ("beastlab.games.beast_hunt.rules.beasts.entitled", lambda table, seat, setter: True),
        ("beastlab.games.beast_hunt.rules.hands.pass_unseen", lambda *_: None),
        ("beastlab.games.beast_hunt.rules.hands.FORCED", ("malice",)),
    ],
)
def test_a_broken_rule_is_caught_within_a_few_games(monkeypatch, where, what):
    monkeypatch.setattr(where, what)
    with pytest.raises(AssertionError, match="play it again"):
        for seed in range(40):
            replay(seed, seats=4, stagger_who="left_neighbour")


# --- the checks' own arithmetic -------------------------------------------------------------------


@pytest.mark.parametrize("reading", SWITCHES["requirement_champion"])
def test_requirements_are_met_as_by_trying_every_matching(reading):
    """hunt.invariant.attack-legal: the counting rule agrees with every way to match, in random Parties."""
    rng, met = Random(reading), 0
    by_class = {
        c: [x.code for x in illustrative().main if x.type == "hero" and x.class_ == c] for c in CLASSES
    }
    champions = {c: [x.code for x in illustrative().champions if x.class_ == c] for c in CLASSES}
    for _ in range(300):
        few = rng.sample(CLASSES, 3)
        heroes = [code for class_ in few for code in rng.sample(by_class[class_], rng.randint(0, 2))]
        chosen = [code for class_ in few for code in champions[class_]]
        table = lay(
            2,
            heroes={0: heroes},
            down=rng.sample(heroes, rng.randint(0, min(1, len(heroes)))),
            champions={0: rng.sample(chosen, 2)},
            requirement_champion=reading,
        )
        requirement = tuple(rng.choice([*few, "any", "any"]) for _ in range(rng.randint(1, 4)))
        legal = fills(table, 0, requirement)
        met += legal
        assert legal == (not beasts.missing(table, 0, requirement)), (requirement, table.seats[0])
        assert beasts.may_challenge(table, 0) == challenges(table, 0)
    assert 30 < met < 270


def test_stagger_lies_below_defeat():
    """hunt.invariant.stagger-below-defeat"""
    for card in illustrative().cards:
        assert all(card.stagger[reading] < card.defeat[reading] for reading in card.stagger)
        assert set(card.stagger) <= set(READINGS)


def test_a_watch_follows_a_game_without_changing_it():
    from dataclasses import replace

    watched = Match(replace(GAME, step=Watch().step), Options(seats=3), 5)
    plain = Match(GAME, Options(seats=3), 5)
    rng = Random(1)
    while plain.request is not None:
        key = rng.choice(plain.request.options).key
        plain.play(key)
        watched.play(key)
    assert watched.to_text() == plain.to_text()


# --- exact maths merges only what is equal ------------------------------------------------------------


def drawn_policy(seed):
    """A response policy that plays something as often as not, and always the same to the same request."""

    def respond(request):
        rng = Random(f"{seed} {request.seat} {request.prompt}")
        return rng.choice(request.options)

    return respond


def plain(program):
    """The rule without its `Here` keys: nothing is merged, and loops are followed for ever."""
    answer = None
    try:
        while True:
            request = program.send(answer)
            answer = None if isinstance(request, Here) else (yield request)
    except StopIteration as end:
        return end.value


HANDS = {0: ["enchant-1", "enchant-5"], 1: ["enchant-8", "enchant-11"], 2: ["enchant-2"]}


@pytest.mark.rule("hunt.enchant.order", "hunt.enchant.stack")
@pytest.mark.parametrize("seed", range(6))
def test_the_keys_of_an_enchant_window_hold_all_that_matters(seed):
    table = lay(3, hands=HANDS, orb_reading=READINGS[seed % 3], field=["beast-03"])

    def rule():
        own = table.copy()
        result = yield from beasts.fight(own, 0, own.field[0], 9, False)
        return result, len(own.discard), tuple(len(seat.hand) for seat in own.seats)

    for respond in (nobody, drawn_policy(seed)):
        audit(rule, respond, runs=30)
        assert explore(rule, respond) == explore(lambda: plain(rule()), respond)


@pytest.mark.rule("hunt.defiance.tie", "hunt.defiance.tie-when", "hunt.defiance.tie-enchants")
@pytest.mark.parametrize("tie", SWITCHES["duel_tie"])
@pytest.mark.parametrize("enchants", SWITCHES["tie_enchants"])
def test_the_keys_of_a_duel_hold_all_that_matters(tie, enchants):
    table = lay(3, hands=HANDS, duel_tie=tie, tie_enchants=enchants)

    def rule():
        own = table.copy()
        won = yield from dice.duel(own, 0, 1, 1)
        return won, len(own.discard)

    for seed in range(3):
        audit(rule, drawn_policy(seed), runs=40, seed=seed)
    ends = explore(rule, drawn_policy(0))
    assert sum(ends.values()) == 1


@pytest.mark.rule("hunt.setup.first-roll-tie")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_keys_of_the_roll_for_the_first_choice_hold_all_that_matters(seats):
    table = lay(seats)

    def rule():
        return (yield from setup.highest_roll(table.copy()))

    audit(rule, runs=40)
    ends = explore(rule)
    assert len(set(ends.values())) == 1 and sum(ends.values()) == 1


def test_a_window_key_that_forgets_what_was_played_is_caught(monkeypatch):
    """Planted: without the cards played, two ways to the same totals are taken for one."""
    monkeypatch.setattr(dice, "Here", lambda key: Here(key[:-1]))
    table = lay(2, hands={0: ["enchant-1", "enchant-2", "enchant-5"], 1: ["enchant-9"]})

    def rule():
        own = table.copy()
        yield from beasts.fight(own, 0, own.field[0], 9, False)
        return sorted(card.code for card in own.discard).__str__()

    def respond(request):
        total = int(re.search(r"(\d+)$", request.prompt)[1])
        plays: list[Move] = [move for move in request.options if move.key != "pass"]
        return plays[total % len(plays)] if plays and total % 3 else request.options[0]

    with pytest.raises(ValueError, match="leaves out something that matters"):
        audit(rule, respond, runs=200)
