"""Positions as plain data: lossless for every table between steps, and every fault of another named at once."""

import copy
import json
import re
from dataclasses import fields
from random import Random

import pytest
from games.by_order_of_the_queen.laying import lay as lay_some
from games.by_order_of_the_queen.laying import reprinted
from games.by_order_of_the_queen.playing import check, keen, settings
from games.laying import spoilt
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import beastlab
from beastlab.core.chance import ByHand
from beastlab.core.deck import Deck
from beastlab.core.ledger import ledger
from beastlab.core.match import Result
from beastlab.core.requests import Choose
from beastlab.core.saves import SaveError
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen import Foe, Options, PositionError, faults, position_of, table_of
from beastlab.games.by_order_of_the_queen.positions import options_of
from beastlab.games.by_order_of_the_queen.table import PROMPT

CARDS = queen.illustrative().by_code
BOOK = ledger("queen")
IDS = {*BOOK.rules, *(row["id"] for row in BOOK.data["invariant"])}
DECKS = ("heroes", "items", "quests", "orders", "monsters", "prompts", "events")


def everything(table):
    """Each field of a table as something that can be compared; decks with the order of their pools."""
    values = {field.name: getattr(table, field.name) for field in fields(table)}
    for name in DECKS:
        deck = values[name]
        values[name] = (list(deck.pool), deck.segments, deck.held, deck.never_held)
    return values | {"locations": [(list(deck.pool), deck.segments) for deck in table.locations]}


def again(table, **how):
    """The table that comes back from its position as JSON text."""
    return table_of(json.loads(json.dumps(position_of(table, **how))), table.options)


def boundaries(seed, **options):
    """The tables where the steps of a random game began."""
    match, rng, last = queen.new_match(seed=seed, **(options or settings(seed))), Random(seed), None
    while match.request is not None:
        if match.origin is not last:
            last = match.origin
            yield last
        match.play(keen(match, rng) if seed % 2 else rng.choice(match.request.options))


def refusal(position, options=None):
    """What is said of a position that can't be: place and words of each fault; every id stands in the ledger."""
    before = copy.deepcopy(position)
    with pytest.raises(PositionError) as error:
        table_of(position, options or options_of(position))
    assert position == before
    return told(error.value.faults)


def told(found):
    for fault in found:
        assert "\n" not in str(fault) and (not fault.rule or fault.rule in IDS), fault
        assert re.search("; |, ", fault.text), f"no remedy: {fault}"
    return [str(fault) for fault in found]


# --- lossless ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(16))
def test_every_table_between_steps_comes_back_in_every_field(seed):
    """All modes, readings and seat counts, to the end of the game."""
    count = 0
    for count, table in enumerate(boundaries(seed), 1):
        assert faults(table) == []
        if count % 3 and count > 8:
            continue
        assert everything(again(table)) == everything(table)
        plain = again(table, plain=True)
        assert faults(plain) == [] and position_of(plain, plain=True) == position_of(table, plain=True)
    assert count > 8


def test_those_random_games_meet_what_is_rarely_told():
    seen = set()
    for seed in range(1, 12, 2):
        for table in boundaries(seed):
            position = position_of(table)
            seen |= {key for key, value in position.items() if value}
            seen |= {f"seats.{key}" for seat in position["seats"].values() for key in seat}
            seen |= {"order" for value in position.values() if isinstance(value, dict) and "cards" in value}
            seen |= {f"phase {table.phase}", "covered" * ("covered)" in str(position["monsters"]))}
    assert seen >= {f"phase {phase}" for phase in ("setup", "action", "end", "event")} | {"covered", "order"}
    assert seen >= {"seal", "nemeses", "completed", "party", "action", "box", "hero_discard"}
    assert seen >= {"monster_discard", "item_discard", "retired", "quest_deck"}
    assert seen >= {"seats.items", "seats.trophies", "seats.quest", "seats.locations"}


def sound(**more):
    """A table in the middle of a game, with the starting Items that its Guilds have."""
    relics = {0: "relic-semaphor", 1: "relic-firemanes"}
    return lay_some(2, event="event-02", relics=relics, **more)


def test_decks_of_known_cards_a_used_up_prompt_and_a_henchman_put_back_come_back():
    table = sound(items={0: ["henchman-1", "item-03"]}, nemeses=["crag-giant"], drawn=["worm"])
    table.seats[0].items.insert(0, table.seats[0].items.pop())
    table.nemeses[0] = table.nemeses[0].covered(4).covered(4)
    table.options, built = queen.Options(seats=2, hard_three_nemeses=True), len(table.monsters.pool)
    table.monsters.segments = [(3, (PROMPT,)), (built - 3, ())]
    table.quests.shuffle_in()
    moved = next(iter(table.quests.pool))
    table.quests.take(moved)
    table.quests.put_on_bottom([moved])
    table.aside.append(table.aside.pop(-2))
    assert faults(table) == []
    position = position_of(table)
    assert position["monster_deck"] == [[3, "Nemesis Prompt"], 37]
    assert position["drawn"] == ["The Worm"] and position["nemeses"] == ["The Crag Giant (4, 4 covered)"]
    assert position["quest_deck"] == [23, moved.name]
    assert position["aside"][-2:] == ["Henchman 4", "Henchman 3"]
    assert position["seats"]["Ada"]["items"] == ["Henchman 1", "Bitter Tonic"], "its Guild's own is not told"
    assert everything(again(table)) == everything(table)


def test_names_that_would_be_misread_go_by_code():
    cards = reprinted(
        {
            "hero-01": {"name": "7 unseen"},
            "monster-36": {"name": "Lurker (3 covered)"},
            "monster-37": {"name": "Nemesis Prompt"},
            "monster-38": {"name": "<img src=x onerror=alert(1)>"},
        }
    )
    table = sound(
        cards=cards,
        hands={1: ["hero-01"]},
        monsters=["monster-36"],
        trophies={0: ["monster-37", "monster-38"]},
    )
    position = position_of(table)
    assert position["seats"]["Bo"]["hand"] == ["hero-01"] and position["monsters"] == ["monster-36"]
    assert position["seats"]["Ada"]["trophies"] == ["monster-37", "monster-38"]
    assert everything(again(table)) == everything(table)


# --- written by hand ------------------------------------------------------------------------------------------


def ordinary(**more):
    """A position as a person writes it."""
    return {
        "turn": "Bo",
        "round": 2,
        "moon": 3,
        "order": "Read the Tides",
        "tokens": 3,
        "completed": ["Scale the Overlook"],
        "monsters": ["Puddle Pest", "Shadow Lurker (3 covered)"],
        "nemeses": ["The Worm (3 covered)"],
        "events": ["Tax Riots", "wilting  ROSES"],
        "villagers": 12,
        "threat": {"enemy": 3, "garden": 1},
        "seats": {
            "Ada": {
                "guild": "The Firemanes",
                "hand": ["7 unseen"],
                "items": ["Cat Slippers", "Henchman", "Henchman"],
                "favors": 0,
            },
            "Bo": {
                "guild": "Hounds of Salvere",
                "hand": ["Atook", "5 unseen"],
                "trophies": ["Hedge Nipper"],
                "quest": "The Glass Compass",
                "locations": ["Breaker Reef"],
            },
            "Cleo": {"guild": "Eternal Pilgrims", "hand": ["hero-01"]},
        },
        **more,
    }


def changed(*path, to=..., **more):
    """The ordinary position with another value somewhere, or without it."""
    position = inside = ordinary(**more)
    for key in path[:-1]:
        inside = inside[key]
    if to is ...:
        del inside[path[-1]]
    else:
        inside[path[-1]] = to
    return position


def test_a_position_written_by_hand_is_laid_as_it_says():
    table = table_of(ordinary(), options_of(ordinary()))
    check(table)
    assert (table.turn, table.round, table.moon, table.phase) == (1, 2, 3, "action")
    assert table.order is CARDS["order-04"] and table.tokens == 3 and not table.seal
    assert table.in_play == [Foe(CARDS["monster-01"], (1,)), Foe(CARDS["monster-36"], (2, 4))]
    assert table.nemeses == [Foe(CARDS["worm"], (3, 3))]
    assert table.event is CARDS["event-03"] and table.event_discard[0] is CARDS["funeral-3"]
    ada, bo, cleo = table.seats
    assert ada.relic is ada.items[0] is CARDS["relic-firemanes"]
    assert bo.relic is bo.items[0] is CARDS["henchman-1"], "the Hounds start with a Henchman"
    assert [item.code for item in ada.items[1:]] == ["item-02", "henchman-2", "henchman-3"]
    assert (len(ada.hand), len(bo.hand), len(cleo.hand)) == (7, 6, 1)
    assert bo.quest.name == "The Glass Compass" and bo.outstanding() == ["Obsidian Wastes"]
    assert [card.code for card in table.aside if card.type == "henchman"] == ["henchman-4"]
    assert len(table.heroes) == 64 - 14 and len(table.items) == 38 - 1
    assert {card.type for card in table.box} >= {"guild", "funeral"}


@pytest.mark.rule("queen.setup.favor", "queen.setup.villagers", "queen.setup.regions")
def test_what_is_left_out_is_as_after_the_set_up_for_so_many_players():
    for seats, favors, threat in ((2, 0, [2, 2, 2]), (3, 1, [2, 2, 1]), (4, 1, [2, 2, 0])):
        guilds = [card.name for card in CARDS.values() if card.type == "guild"]
        names = dict(zip(("Ada", "Bo", "Cleo", "Dan")[:seats], guilds, strict=False))
        position = {
            "order": "order-01",
            "seats": {name: {"guild": guild} for name, guild in names.items()},
        }
        table = table_of(position, options_of(position))
        assert [seat.favors for seat in table.seats] == [favors] * seats and table.threat == threat
        assert (table.villagers, table.regions, table.seal) == (15, 11, False)
        late = table_of(
            position, options_of(position, hard_late=True, easy_favor=True, hard_sealed_start=True)
        )
        assert (late.villagers, late.regions, late.seal) == (13, 10, True)
        assert late.seats[0].favors == favors + 1
        bare = table_of(position, options_of(position, hard_no_guild_item=True))
        assert not any(seat.items or seat.relic for seat in bare.seats) and len(bare.aside) == 11


@pytest.mark.rule("queen.setup.monster-piles")
def test_the_monster_deck_is_that_of_the_set_up_less_what_lies_elsewhere():
    table = table_of(ordinary(nemeses=[]), Options(seats=3))
    assert table.monsters.segments == [(11, ()), (13, (PROMPT,)), (13, (PROMPT,))]
    table = table_of(ordinary(), Options(seats=3))
    assert table.monsters.segments == [(24, ()), (13, (PROMPT,))]
    table = table_of(ordinary(drawn=["The Commander"]), Options(seats=3))
    assert table.monsters.segments == [(37, ())]
    piles = ordinary(monster_deck=["Nemesis Prompt", "Crumb Thief", 36])
    assert table_of(piles, Options(seats=3)).monsters.segments == [
        (0, (PROMPT,)),
        (0, (CARDS["monster-04"],)),
        (36, ()),
    ]


def test_a_count_of_cards_left_is_checked_and_the_right_one_told():
    assert table_of(ordinary(monster_deck=38, hero_deck=50), Options(seats=3))
    position = ordinary(monster_deck=37, hero_deck=51, location_decks={"Silver Coast": 25})
    assert refusal(position) == [
        "monster_deck: 37 cards, but 38 lie there, 1 of them Prompts; write 38, or leave it out "
        "[queen.invariant.monsters]",
        "hero_deck: 51 unknown cards, but 50 lie nowhere else; write 50, or leave it out "
        "[queen.invariant.heroes]",
        "location_decks.Silver Coast: 25 unknown cards, but 24 lie nowhere else; write 24, or leave it out "
        "[queen.invariant.locations]",
    ]


@pytest.mark.rule("queen.end.moon", "queen.turn.clockwise")
def test_who_began_follows_from_turn_round_and_moon():
    assert table_of(ordinary(), Options(seats=3)).first == 1, "six turns before, so Bo again"
    assert table_of(ordinary(), Options(seats=3, moon_cycle="literal")).first == 2
    with pytest.raises(
        PositionError, match=r"first: Ada, but by round, moon and turn Bo began; leave it out"
    ):
        table_of(ordinary(first="Ada"), Options(seats=3))


def test_unseen_cards_are_dealt_by_the_seed():
    options, met = options_of(ordinary()), set()
    for seed in range(30):
        hand = table_of(ordinary(), options, seed).seats[0].hand
        assert table_of(ordinary(), options, seed).seats[0].hand == hand
        met |= set(hand)
    assert len(met) > 55


def test_a_match_from_a_position_is_played_undone_saved_and_loaded(tmp_path):
    match, rng = queen.match_from(ordinary(), seed=3, hard_late=True), Random(1)
    begun = everything(match.table.copy())
    assert match.options.hard_late and match.request.prompt == "Bo: which action?"
    for _ in range(60):
        if match.request is None:
            break
        assert isinstance(match.request, Choose)
        match.play(rng.choice(match.request.options))
        check(match.table)
    for kept in (beastlab.load(match.save(tmp_path / "game.json") or tmp_path / "game.json"),
                 beastlab.load(match.to_line())):  # fmt: skip
        assert everything(kept.table) == everything(match.table)
        kept.undo()
        assert kept.request.prompt
    while match.place is not match.root:
        try:
            match.undo()
        except ValueError:
            break
    assert everything(match.table) == begun
    with pytest.raises(ValueError, match="no option is called 'orbs'"):
        queen.match_from(ordinary(), orbs=2)


def test_autosave_and_real_dice_begin_with_the_table_too(tmp_path):
    path = tmp_path / "auto.json"
    match = queen.match_from(ordinary(), chance=ByHand(), autosave=path)
    match.play("horde")
    again = beastlab.load(path)
    assert again.table.action == "horde" and isinstance(again.chance, ByHand)
    assert everything(again.table) == everything(match.table)


def test_a_save_whose_table_was_spoilt_says_what_is_wrong():
    text = queen.match_from(ordinary()).to_text()
    values = json.loads(text)
    values["table"]["villagers"] = 16
    del values["check"]
    with pytest.raises(SaveError, match=r"can't be laid: 1 fault.*\n  villagers: 16; there are 0 to 15"):
        beastlab.core.saves.match_of(json.dumps(values))
    table = sound()
    table.seats[0].relic = None
    with pytest.raises(SaveError, match="can't be saved: .*\n.*the starting Item of Semaphor Collegium"):
        queen.match_at(table).to_text()


# --- faults ----------------------------------------------------------------------------------------------


TEXT = [  # a change, and the beginnings of what is said of it
    (changed("turn", to="Eve"), ["turn: no seat is called 'Eve'; there are Ada, Bo, Cleo"]),
    (ordinary(mon=1), ["position: no key is called 'mon'; perhaps moon"]),
    (ordinary(favors=1), ["position: no key is called 'favors'"]),
    (ordinary(phase="night"), ["phase: 'night'; give one of setup, action, end, event"]),
    (ordinary(round=0), ["round: 0; give a whole number of at least 1"]),
    (ordinary(villagers=None), ["villagers: None; give a whole number"]),
    (ordinary(threat=[1, 2, 3]), ["threat: [1, 2, 3]; give an object of keys and values"]),
    (ordinary(threat={"enemies": 1}), ["threat: no key is called 'enemies'; perhaps enemy"]),
    (ordinary(threat={"enemy": "1"}), ["threat.enemy: '1'; give a whole number"]),
    (ordinary(seal=1), ["seal: 1; give true or false"]),
    (ordinary(order=["Read the Tides"]), ["order: ['Read the Tides']; give the name or code of a card, or nu"]),
    (ordinary(events=None), ["events: None; give a list of cards"]),
    (ordinary(action=["quest"]), ["action: ['quest']; give one of "]),
    (
        changed("monsters", 1, to="Shadow Lurker (asleep)"),
        ["monsters[1]: unknown note 'asleep'; it may be its covered Dice Icons, as in (3, 5 covered)"],
    ),
    (
        changed("monsters", 1, to="Shadow Lurker (3, 5 covered)"),
        ["monsters[1]: no Dice Icon 5 of Shadow Lurker is left to be covered; it has 2, 3 and 4 [queen.inv"],
    ),
    (
        changed("monsters", 1, to="Shado Lurker"),
        ["monsters[1]: no card is called 'Shado Lurker'; perhaps Shadow Lurker"],
    ),
    (changed("seats", "Cleo"), ["seats: Cleo is not told of; give Cleo's Guild, hand, Items and Quest"]),
    (changed("seats", "Bo", "hands", to=[]), ["seats.Bo: no key is called 'hands'; perhaps hand"]),
    (changed("seats", "Bo", "favors", to=-1), ["seats.Bo.favors: -1; give a whole number of at least 0"]),
    (
        changed("seats", "Bo", "guild", to="The Firemanes"),
        ["seats.Bo.guild: The Firemanes lies at seats.Ada.guild already; take one of them away [queen.setup.guilds]"],
    ),
    (
        changed("seats", "Ada", "items", to=["Relic of the Firemanes"]),
        ["seats.Ada.items[0]: Relic of the Firemanes lies at seats.Ada.guild already; take one of them away"],
    ),
    (
        changed("seats", "Ada", "items", to=["Henchman"] * 4),
        ["seats.Ada.items[3]: all 4 copies of Henchman lie elsewhere: seats.Bo.guild, seats.Ada.items[0], seats"],
    ),
    (
        changed("seats", "Cleo", "hand", to=["60 unseen"]),
        ["seats.Cleo.hand[0]: 60 unseen, but only 51 cards may lie there; give fewer [queen.invariant.heroes]"],
    ),
    (
        ordinary(location_decks={"Silver Cost": 3}),
        ["location_decks: no key is called 'Silver Cost'; perhaps Silver Coast"],
    ),
    (ordinary(events=["King's Funeral"]), ["events[0]: \"King's Funeral\" may be several cards; give a code: fun"]),
]  # fmt: skip


@pytest.mark.parametrize(("position", "words"), TEXT, ids=[words[0][:50] for _, words in TEXT])
def test_a_fault_of_the_text_is_named_and_what_follows_from_it_is_not(position, words):
    said = refusal(position, Options(seats=3))
    assert [sentence[: len(start)] for sentence, start in zip(said, words, strict=True)] == words, said


FULL = {"action": "order", "phase": "end", "nemeses": [], "seal": True}
SAID = [  # a position that can be read, of a table that can't be
    (changed("order"), ["order: no Order is in play; give the name of one, such as Raise the Millstone [queen.inv"]),
    (changed("seats", "Bo", "guild"), ["seats.Bo.guild: Bo leads no Guild; give the name of one, such as Semaphor"]),
    (ordinary(moon=5, round=1), ["moon: 5; give a number from 1 to 4 [queen.invariant.moon]"]),
    (ordinary(moon=2, phase="event"), ["moon: 2; it is at 1 in the Event Phase [queen.invariant.moon]",
                                       "seats.Bo.hand: 6 Heroes; Bo has just drawn up to 7, so add 1 unseen"]),
    (ordinary(villagers=-1, regions=12), ["villagers: -1; there are 0 to 15 of them in this game",
                                          "regions: 12; there are 0 to 11 of them in this game"]),
    (ordinary(threat={"enemy": 7, "garden": -1}), ["threat.enemy: 7 Threat; a pool holds 0 to 6 [queen.invariant.th",
                                                   "threat.garden: -1 Threat; a pool holds 0 to 6"]),
    (ordinary(tokens=11), ["tokens: 11 Success Tokens; at this moment there are 0 to 10 [queen.invariant.order-to"]),
    (ordinary(tokens=8, moon=1), ["tokens: 8 Success Tokens; at this moment there are 0 to 7"]),
    (ordinary(seal=True, moon=1), ["seal: no Order action was taken since the Event Phase; write false [queen.inv"]),
    (ordinary(**{**FULL, "seal": False}), ["seal: the Order action lays it there; write true [queen.invariant.seal]"]),
    (ordinary(**{**FULL, "nemeses": ["The Worm"]}), ["nemeses: the Order action of this turn began with none in pl"]),
    (ordinary(completed=["order-01", "order-02", "order-03"]), ["completed: 3 completed Orders, but 3 win the game"]),
    (ordinary(monsters=[f"monster-1{n}" for n in range(7)]), ["monsters: 7 Monsters; 6 at most are in play, so"]),
    (changed("monsters", 0, to="Puddle Pest (1 covered)"),
     ["monsters[0]: every Dice Icon of Puddle Pest is covered, so it is a Trophy of somebody; lay it there [queen"]),
    (changed("monsters", 0, to="Hedge Nipper"), ["seats.Bo.trophies[0]: Hedge Nipper lies at monsters[0] already"]),
    (changed("monsters", 0, to="Koblin King"),
     ["monsters[0]: Koblin King stays in the box by the options of this game; take it away [queen.setup.lieutenants]"]),
    (ordinary(nemeses=["The Worm", "The Commander"], box=["The Chimera"]),
     ["nemeses: 3 Prompts drawn, but 2 were shuffled in; take a Nemesis away [queen.invariant.nemesis]"]),
    (ordinary(monster_deck=[38]),
     ["monster_deck: 38 unknown cards, but 37 lie nowhere else; write 37, or leave it out",
      "monster_deck: 0 Nemesis Prompts in it instead of 1; write so many, or leave it out [queen.invariant.prompts]"]),
    (ordinary(party=["Grandmother Sling"]), ["party: it is over before the next turn; leave it out, or give the ph"]),
    (ordinary(action="quest"), ["action: it is over before the next turn; leave it out, or give the phase end"]),
    (ordinary(phase="end", party=["Grandmother Sling"]), ["action: none, but a party was sent; give one of quest"]),
    (ordinary(phase="end", action="horde", party=[f"hero-1{n}" for n in range(5)]), ["party: 5 Heroes; a party has 4"]),
    (changed("seats", "Ada", "hand", to=["6 unseen"]),
     ["seats.Ada.hand: 6 Heroes; Ada has just drawn up to 7, so add 1 unseen [queen.invariant.hands]"]),
    (changed("seats", "Bo", "hand", to=["8 unseen"]), ["seats.Bo.hand: 8 Heroes; a hand holds 7 at most, so take"]),
    (changed("seats", "Bo", "hand", to=["Bitter Tonic"]),
     ["seats.Bo.hand[0]: Bitter Tonic is an item, and only Heroes lie here; take it away [queen.invariant.items]"]),
    (changed("seats", "Cleo", "items", to=["Relic of the Bridgewardens"]),
     ["seats.Cleo.items[0]: Relic of the Bridgewardens is the starting Item of another Guild; take it away"]),
    (changed("seats", "Bo", "locations", to=["Breaker Reef", "Slippery Jetty"]),
     ["seats.Bo.locations: more of the Silver Coast than the Quest requires; take them away [queen.invariant.quests]"]),
    (changed("seats", "Cleo", "locations", to=["Slippery Jetty"]), ["seats.Cleo.locations: more of the Silver Coast"]),
    (changed("seats", "Bo", "locations", to=["Breaker Reef", "wastes-01"]),
     ["seats.Bo.locations: all that The Glass Compass requires, so it is completed; lay all of it in the box [queen"]),
    (ordinary(location_decks={"Silver Coast": ["Willow Weir", 24]}),
     ["location_decks.Silver Coast: Willow Weir is a Location of the Emerald Valley; name it in that deck [queen.inv"]),
    (ordinary(hero_deck={"cards": ["hero-60"]}), ["hero_deck: Stewart Hoppyr, Wren Highbolt, "]),
    (ordinary(aside=["Henchman 4"]), ["aside: Relic of the Semaphor Collegium, Relic of the Wild Skylancers,"]),
    (ordinary(events=["funeral-3"]), ["events[0]: King's Funeral is a funeral, and only Events other than"]),
    (ordinary(completed=["enemy-linear"]), ["completed[0]: linear is a threat enemy, and only Queen's Orders lie"]),
    (ordinary(discard=[]), ["position: no key is called 'discard'"]),
]  # fmt: skip


@pytest.mark.parametrize(("position", "words"), SAID, ids=[words[-1][:50] for _, words in SAID])
def test_a_table_that_can_not_be_is_refused_with_the_invariant(position, words):
    said = refusal(position, Options(seats=3))
    assert [s[: len(w)] for s, w in zip(sorted(said), sorted(words), strict=True)] == sorted(words), said


@pytest.mark.rule("queen.variant.hard-best", "queen.variant.hard-sealed-start", "queen.variant.hard-no-max")
def test_options_change_what_may_be():
    said = refusal(ordinary(round=1), Options(seats=3, hard_best=True, hard_sealed_start=True))
    assert [sentence.rpartition(" ")[2] for sentence in said] == ["[queen.variant.hard-best]"] * 2
    said = refusal(ordinary(round=1, seal=False), Options(seats=3, hard_sealed_start=True))
    assert said == [
        "seal: the Order begins sealed in this game; write true [queen.variant.hard-sealed-start]"
    ]
    many = ordinary(threat={"enemy": 9})
    assert table_of(many, Options(seats=3, hard_no_max=True)).threat[0] == 9
    assert table_of(ordinary(moon=1, seal=True), Options(seats=3, seal_removed="no_nemesis")).seal


def test_nothing_lies_on_a_table_before_its_set_up():
    start = queen.new_match(seats=2).root
    assert start.depth == 0
    empty = {"phase": "setup", "seats": {"Ada": {}, "Bo": {}}}
    table = table_of(empty, options_of(empty))
    assert everything(table) == everything(queen.lay(table.options)) and queen.match_from(empty).request
    said = refusal({**empty, "moon": 2, "villagers": 9, "monsters": ["Puddle Pest"], "order": "order-01"})
    assert [sentence.partition(":")[0] for sentence in said] == ["moon", "villagers", "monsters", "order"]
    assert all(sentence.endswith("[queen.setup.kings-funeral]") for sentence in said)


def test_all_faults_are_told_at_once_and_nothing_is_laid():
    position = changed("seats", "Ada", "hand", to=["Atok", "Puddle Pest"])
    position |= {"moons": 3, "villagers": 20, "tokens": -1, "retired": ["Atook"]}
    position["seats"]["Cleo"]["guild"] = 5
    said = refusal(position, Options(seats=3))
    places = sorted(sentence.partition(":")[0] for sentence in said)
    assert places == [
        "position",
        "seats.Ada.hand[0]",
        "seats.Ada.hand[1]",
        "seats.Bo.hand[0]",
        "seats.Cleo.guild",
        "tokens",
        "villagers",
    ]
    with pytest.raises(
        PositionError, match="7 faults in the position, nothing was laid:\n  position: no key"
    ):
        table_of(position, Options(seats=3))


# --- faults of a table made in Python ------------------------------------------------------------------------


def twice(table):
    table.hero_discard.append(table.seats[0].hand[0])


def foreign(table):
    table.hero_discard.append(queen.Card("stranger", "A stranger", "hero"))


DAMAGE = {
    "twice": (twice, "hero_discard[0]: Griswold Gremaine lies at seats.Ada.hand[0] too"),
    "lost": (lambda t: t.seats[0].hand.clear(), "hero_deck: Griswold Gremaine lies nowhere; name a place"),
    "foreign": (foreign, "hero_discard[0]: A stranger is no card of Illustrative kingdom; give one of"),
    "emptied": (lambda t: setattr(t, "items", Deck()), "item_deck: Oxhide Girdle, Cat Slippers, Bitter Tonic"),
    "pile": (lambda t: setattr(t.quests, "segments", [(3, ())]), "quest_deck: 3 unknown cards, but 24 lie"),
    "held": (lambda t: setattr(t.heroes, "held", 2), "hero_deck: it is a deck as one seat believes it; take"),
    "prompts": (lambda t: setattr(t.monsters, "segments", [(41, ())]), "monster_deck: 0 Nemesis Prompts in it"),
    "icons": (lambda t: t.in_play.__setitem__(0, Foe(CARDS["monster-36"], (2, 2))), "monsters[0]: Shadow Lurker has"),
    "funeral": (lambda t: t.event_discard.pop(0), "events: the King's Funeral for 2 players lies lowest; lay"),
    "relic": (lambda t: t.seats[0].items.pop(), "seats.Ada.items: the starting Item of Semaphor Collegium in"),
    "favors": (lambda t: setattr(t.seats[1], "favors", -1), "seats.Bo.favors: -1; give a whole number"),
    "turn": (lambda t: setattr(t, "turn", 3), "turn: seat 3 is not there; seats are numbered 0 to 1"),
    "first": (lambda t: setattr(t, "first", 1), "first: Bo, but by round, moon and turn Ada began; leave it"),
    "round": (lambda t: setattr(t, "round", 0), "round: 0; give a whole number of at least 1"),
    "phase": (lambda t: setattr(t, "phase", "dusk"), "phase: 'dusk'; give one of setup"),
    "action": (lambda t: [setattr(t, "phase", "end"), setattr(t, "action", "nap")], "action: 'nap'; give one of"),
    "names": (lambda t: setattr(t.seats[1], "name", "Boo"), "seats: give one seat and one memory for each of Ada"),
    "location": (lambda t: setattr(t, "location", CARDS["valley-01"]), "phase: Willow Weir is being resolved; take"),
    "stage": (lambda t: setattr(t, "stage", 3), "phase: step 3 is being resolved; take the table at match.origin"),
    "result": (lambda t: setattr(t, "result", Result((), (0, 0), "queen.loss.heroes", "")), "phase: the game is over"),
}  # fmt: skip


def spoil(change):
    table = sound(hands={0: ["hero-01"]}, monsters=["monster-36"])
    assert faults(table) == []
    change(table)
    return table


@pytest.mark.parametrize("what", DAMAGE)
def test_each_kind_of_damage_to_a_table_is_named(what):
    change, words = DAMAGE[what]
    said = told(faults(spoil(change)))
    assert any(sentence.startswith(words) for sentence in said), said
    with pytest.raises(PositionError):
        position_of(spoil(change))


@pytest.mark.parametrize("seed", range(20))
def test_several_kinds_of_damage_are_named_together(seed):
    apart = ["twice", "pile", "held", "prompts", "funeral", "relic", "favors", "first", "stage", "result"]
    some = Random(seed).sample(apart, 4)

    def all_of_them(table):
        for what in some:
            DAMAGE[what][0](table)

    said = told(faults(spoil(all_of_them)))
    for what in some:
        if not (what == "held" and "twice" in some):
            assert any(sentence.startswith(DAMAGE[what][1]) for sentence in said), (what, said)


# --- whatever is typed ------------------------------------------------------------------------------------------


WORDS = [
    *list(CARDS)[::9],
    "Atook",
    "Henchman",
    "4 unseen",
    "Ada",
    "Bo",
    "enemy",
    "Shadow Lurker (3 covered)",
]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 200),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from([*WORDS, "Nemesis Prompt", "9 unseen", "(", "(3 covered)", "", "seat 1", "setup", "end"]),
    st.lists(st.one_of(st.sampled_from(WORDS), st.integers(-1, 120)), max_size=4),
    st.dictionaries(st.sampled_from(["Ada", "hand", "cards", "garden"]), st.integers(0, 3), max_size=2),
)
KEYS = [
    "hand",
    "guild",
    "quest",
    "first",
    "phase",
    "box",
    "drawn",
    "party",
    "action",
    "aside",
    "monster_deck",
]


@st.composite
def damaged(draw):
    """A position with one to four changes anywhere in it."""
    rich = {
        "retired": ["hero-40"],
        "monster_deck": [[36, "Nemesis Prompt"]],
        "location_decks": {"Silver Coast": 24},
    }
    position = ordinary(**{key: rich[key] for key in draw(st.sets(st.sampled_from(sorted(rich))))})
    return spoilt(draw, position, JUNK, KEYS)


@hypothesis_settings(max_examples=150, deadline=None)
@given(damaged())
def test_whatever_is_written_is_refused_in_sentences_or_laid_as_a_sound_table(position):
    try:
        table = table_of(position, Options(seats=3))
    except PositionError as error:
        told(error.faults)
        assert error.faults
    else:
        check(table)
        assert faults(table) == [] and everything(again(table)) == everything(table)
