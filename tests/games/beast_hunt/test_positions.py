"""Positions as plain data: lossless for every table between steps, and every fault of another named at once."""

import copy
import json
import re
from dataclasses import fields
from fractions import Fraction
from random import Random

import pytest
from games.beast_hunt.laying import QUIET, lay, reprinted
from games.beast_hunt.playing import check, settings
from games.laying import spoilt
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from beastlab.core.deck import Deck
from beastlab.core.knowledge import Memory
from beastlab.core.ledger import ledger
from beastlab.core.match import Result
from beastlab.core.requests import Choose
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import Options, PositionError, faults, illustrative, position_of, table_of
from beastlab.games.beast_hunt.positions import options_of
from beastlab.games.beast_hunt.table import FORCED, UNSEEN

CARDS = illustrative().by_code
BOOK = ledger("beast_hunt")
IDS = {*BOOK.rules, *(row["id"] for row in BOOK.data["invariant"])}


def everything(table):
    """Each field of a table as something that can be compared; decks with the order of their pools."""
    values = {field.name: getattr(table, field.name) for field in fields(table)}
    for name in ("deck", "beast_deck", "kings"):
        deck = values[name]
        values[name] = (list(deck.pool), deck.segments, deck.held, deck.never_held)
    return values


def again(table, **how):
    """The table that comes back from its position as JSON text."""
    return table_of(json.loads(json.dumps(position_of(table, **how))), table.options)


def boundaries(seed, moves, **options):
    """The tables where the steps of a random game began."""
    match, rng, last = hunt.new_match(seed=seed, **(options or settings(seed))), Random(seed), None
    for _ in range(moves):
        if match.origin is not last:
            last = match.origin
            yield last
        if match.request is None:
            break
        match.play(rng.choice(match.request.options))


def refusal(position, options=None, seed=0):
    """What is said of a position that can't be: place and words of each fault; every id stands in the ledger."""
    before = copy.deepcopy(position)
    with pytest.raises(PositionError) as error:
        table_of(position, options or options_of(position), seed)
    assert position == before
    return told(error.value.faults)


def told(found):
    for fault in found:
        assert "\n" not in str(fault) and (not fault.rule or fault.rule in IDS), fault
        assert re.search("; |, ", fault.text), f"no remedy: {fault}"
    return [str(fault) for fault in found]


# --- lossless ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_every_table_between_steps_comes_back_in_every_field(seed):
    """All modes and seat counts, to the end of the game (hunt.invariant.replay)."""
    count = 0
    for count, table in enumerate(boundaries(seed, 3_000), 1):
        if count % 5 and count > 30:
            continue
        assert faults(table) == []
        assert everything(again(table)) == everything(table)
        plain = again(table, plain=True)
        assert faults(plain) == [] and position_of(plain, plain=True) == position_of(table, plain=True)
    assert count > 20


def test_those_random_games_meet_what_is_rarely_told():
    seen = set()
    for seed in (3, 4, 7):
        for table in list(boundaries(seed, 2_000))[::3]:
            position = position_of(table)
            seats = position["seats"].values()
            seen |= position.keys() | {key for seat in seats for key in seat}
            seen |= {"worlds" for seat in seats if isinstance(seat.get("knows"), list)}
            seen |= {"order" for deck in [position.get("main_deck")] if isinstance(deck, dict)}
    assert seen >= {"first", "attack_bonus", "roll_bonus", "missed", "shuffles", "starting_hand"}
    assert seen >= {"knows", "worlds", "order", "lesser", "beasts"}


def test_a_countdown_and_what_came_early_or_was_used_and_has_gone_come_back():
    table = lay(3, hands={2: ["enchant-1"]}, shards=3, countdown=3, dealt={2: 2}, discard=["hero-royal-1"])
    table.trigger_turn, table.king = True, CARDS["king-3"]
    table.seats[2].early = [CARDS["enchant-1"], CARDS["hero-royal-1"], CARDS["enchant-1"]]
    table.used = {CARDS["hero-royal-1"], QUIET[0], table.seats[1].champions[0]}
    position = position_of(table)
    assert "countdown" not in position and position["trigger_turn"] and position["used"] == ["Young Heir"]
    assert position["seats"]["Ada"]["champions"] == ["Bellweather (passive used)"]
    assert position["seats"]["Cleo"]["early"] == ["Turning Tide 1", "Young Heir", "Turning Tide 1"]
    assert everything(again(table)) == everything(table)
    table.trigger_turn, table.countdown = False, 1
    assert position_of(table)["countdown"] == 1
    assert everything(again(table)) == everything(table)


def test_decks_of_known_cards_and_several_worlds_come_back():
    table = lay(3, hands={1: ["enchant-1", "enchant-2"], 2: ["hero-royal-1"]}, shards=1)
    first, second, third = (CARDS[code] for code in ("arcana-1", "hero-pirate-1", "malice-1"))
    for card in (first, second, third):
        del table.deck.pool[card]
    table.deck.segments = [(0, (first,)), (2, (second,)), (len(table.deck.pool) - 2, ()), (0, (third,))]
    table.memory[0] = Memory(
        {
            frozenset({(CARDS["enchant-2"], 1)}): 2,
            frozenset({(CARDS["enchant-2"], 2)}): 1,
        }
    )
    position = position_of(table)
    assert position["main_deck"] == ["Well of Voices 1", [2, "Deck Hand Pim"], 112, "Hunger Moon"]
    assert position["seats"]["Ada"]["knows"] == [
        {"chances": 2, "hands": {"Bo": ["Turning Tide 2"]}},
        {"chances": 1, "hands": {"Cleo": ["Turning Tide 2"]}},
    ]
    assert everything(again(table)) == everything(table)


def test_names_that_would_be_misread_go_by_code_and_seats_by_number():
    cards = reprinted(
        {
            "hero-royal-1": {"name": "Rock + Roll (loud), the Second"},
            "hero-royal-2": {"name": "4 unseen"},
            "hero-royal-3": {"name": "hero-royal-4"},
            "hero-royal-5": {"name": "Turning Tide 2"},
            "hero-pirate-1": {"name": "<img src=x onerror=alert(1)>"},
        }
    )
    names = ["a.b (c), d", "Bo", "staggered by Bo"]
    table = lay(
        3,
        cards=cards,
        names=names,
        heroes={0: [f"hero-royal-{n}" for n in range(1, 6)]},
        hands={1: ["hero-pirate-1", "enchant-2"]},
        down=["hero-royal-1"],
        marks={"beast-02": 0},
    )
    position = position_of(table)
    assert position["seats"][names[0]]["heroes"] == [
        "hero-royal-1 (face down)",
        "hero-royal-2",
        "hero-royal-3",
        "Spymaster Oda",
        "Turning Tide 2",
    ]
    assert position["seats"]["Bo"]["hand"] == ["hero-pirate-1", "enchant-2"]
    assert position["field"][1] == "Thornback (staggered by seat 0)"
    assert everything(again(table)) == everything(table)


# --- written by hand ----------------------------------------------------------------------------------------


def ordinary(**more):
    """A position as a person writes it."""
    return {
        "turn": "Bo",
        "round": 4,
        "field": ["Thornback (staggered by Ada)", "gloom  HERON", "beast-01"],
        "shards": 2,
        "discard": ["War Chant"],
        "seats": {
            "Ada": {
                "champions": ["Regent Aldous (used)"],
                "heroes": ["Harpooner + Tower Shield (face down, used)", "Young Heir"],
                "beasts": ["Siege Boar"],
                "lesser": ["Bramble Imp"],
                "hand": ["Stand Fast", "Stand Fast", "War Chant"],
            },
            "Bo": {"champions": ["Grim Osk (passive used)"], "hand": ["Turning Tide", "2 unseen"]},
            "Cleo": {"champions": ["Sly Rosamund"], "hand": ["4 unseen"]},
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
    assert (table.turn, table.round, table.phase, table.actions, table.first) == (1, 4, "actions", 3, 0)
    assert [beast.code for beast in table.field] == ["beast-02", "beast-04", "beast-01"]
    assert table.marks == {CARDS["beast-02"]: 0} and len(table.shards) == 2 and table.countdown is None
    ada, bo, cleo = table.seats
    assert ada.heroes == [
        hunt.Hero(CARDS["hero-pirate-3"], False, CARDS["armament-8"]),
        hunt.Hero(CARDS["hero-royal-1"]),
    ]
    assert table.used == {CARDS["champion-royal-1"], CARDS["hero-pirate-3"], "champion-hunter-2"}
    assert [card.code for card in ada.hand] == ["defiance-1", "defiance-2", "arcana-9"]
    assert [card.code for card in table.discard] == ["arcana-8"]
    assert len(bo.hand) == 3 and bo.hand[0].code == "enchant-1" and len(cleo.hand) == 4
    assert [seat.dealt for seat in table.seats] == [0, 0, 0]
    placed = 3 + 3 + 4 + 3 + 1 + 1  # hands, Heroes with a shield, the Lesser Beast, the discard
    assert len(table.deck) == 120 - placed and len(table.beast_deck) == 21 - 4 - 2


def test_seats_names_and_champions_follow_from_the_position_unless_told():
    match = hunt.match_from(ordinary(), orb_reading="each")
    assert match.options.names == ("Ada", "Bo", "Cleo") and match.options.orb_reading == "each"
    two = changed("seats", "Ada", "champions", to=["Regent Aldous", "Mother Wick"])
    with pytest.raises(PositionError, match=r"seats\.Bo\.champions: 1 champion; each player has 2"):
        hunt.match_from(two)
    with pytest.raises(ValueError, match="no option is called 'orbs'"):
        hunt.match_from(ordinary(), orbs=2)
    for nothing in (None, [], {}, {"seats": {}}, {"seats": ["Ada"]}):
        with pytest.raises(PositionError, match="give each seat by its name"):
            hunt.match_from(nothing)


def test_unseen_cards_are_dealt_by_the_seed_and_never_forced():
    options, met = options_of(ordinary()), set()
    for seed in range(60):
        table = table_of(ordinary(), options, seed)
        assert table_of(ordinary(), options, seed).seats[2].hand == table.seats[2].hand
        assert not [card for seat in table.seats for card in seat.hand if card.type in FORCED]
        met |= set(table.seats[2].hand)
    assert len(met) > 80


def test_an_unresolved_starting_hand_may_hold_any_card_and_every_deal_is_alike_likely():
    """Bo holds one card that is never forced, Cleo any one: each pair of cards that can be comes as often."""
    cards = [card.code for card in illustrative().main if card.type != "enchant"]
    position = {
        "field": ["beast-01", "beast-02", "beast-03"],
        "discard": [code for code in cards if code not in ("malice-1", "arcana-1", "hero-pirate-1")],
        "main_deck": 1,
        "seats": {
            "Ada": {"champions": [QUIET[0]]},
            "Bo": {"champions": [QUIET[1]], "hand": ["1 unseen"]},
            "Cleo": {"champions": [QUIET[2]], "hand": ["1 unseen"], "starting_hand": True},
        },
    }
    position["discard"] += [f"enchant-{n}" for n in range(1, 15)]
    options, deals = options_of(position), {}
    for seed in range(1_200):
        table = table_of(position, options, seed)
        pair = tuple(table.seats[n].hand[0].code for n in (1, 2))
        deals[pair] = deals.get(pair, 0) + 1
    assert {bo for bo, _ in deals} == {"arcana-1", "hero-pirate-1"}
    assert {cleo for _, cleo in deals} == {"arcana-1", "hero-pirate-1", "malice-1"}
    assert len(deals) == 4 and all(240 < many < 360 for many in deals.values()), deals


def test_odds_are_those_of_the_asked_seat_however_the_unseen_cards_are_dealt():
    position = changed("turn", to="Ada")
    position["seats"]["Ada"]["hand"] = ["Stand Fast"]
    position["seats"]["Bo"]["hand"] = ["3 unseen"]

    def drawn(seed):
        match = hunt.match_from(position, seed)
        return match.odds("draw", lambda table, _: any(c.type == "hero" for c in table.seats[0].hand))

    first = drawn(0)
    assert sum(first.values()) == 1 and all(drawn(seed) == first for seed in range(1, 4))
    unseen = 120 - 1 - 3 - 1 - 1  # beside Ada's hand, the Party, the Lesser Beast and the Discard Pile
    forced = 4 + 5
    held = 7
    # a card that may lie in a hand is there with chance held / (unseen - forced)
    assert first[True] == Fraction(47 * (unseen - forced - held), (unseen - forced) * (unseen - held))


def test_a_count_of_cards_left_is_checked_and_the_right_one_told():
    assert table_of(ordinary(main_deck=105, beast_deck=15), options_of(ordinary()))
    assert refusal(ordinary(main_deck=71, beast_deck=16)) == [
        "main_deck: 71 unknown cards, but 105 lie nowhere else; write 105, or leave it out "
        "[hunt.invariant.main-conservation]",
        "beast_deck: 16 unknown cards, but 15 lie nowhere else; write 15, or leave it out "
        "[hunt.invariant.beast-conservation]",
    ]


def test_cards_known_on_a_deck_lie_there():
    position = ordinary(main_deck=["Quiet Lantern", 103, "Hunger Moon"], beast_deck=["Mountain Eater", 14])
    table = table_of(position, options_of(position))
    assert [card.code for card in table.deck.next_card().outcomes()] == ["hero-shinobi-2"]
    assert [card.code for card in table.beast_deck.next_card().outcomes()] == ["beast-18"]
    check(table)


def test_three_shards_begin_the_countdown_at_a_turn_for_each_unless_told():
    assert table_of(ordinary(shards=3), options_of(ordinary())).countdown == 3
    assert table_of(ordinary(shards=3, countdown=1), options_of(ordinary())).countdown == 1


def test_a_king_who_lies_face_up_may_be_staggered():
    table = table_of(ordinary(king="King of Embers (staggered by Bo)"), options_of(ordinary()))
    assert table.king is CARDS["king-1"] and table.marks[table.king] == 1


def test_what_a_seat_knows_of_another_hand_is_used():
    position = changed("seats", "Bo", "knows", to={"Ada": ["Stand Fast", "War Chant"]})
    match = hunt.match_from(position)
    assert match.view(1)["seats"][0]["hand"] == ["arcana-9", "defiance-1"]
    assert match.view(2)["seats"][0]["hand"] == []


def test_a_match_from_a_position_is_played_undone_and_redealt():
    match, rng = hunt.match_from(ordinary(), seed=3), Random(1)
    begun = everything(match.table.copy())
    for _ in range(60):
        if match.request is None:
            break
        assert isinstance(match.request, Choose)
        match.play(rng.choice(match.request.options))
        check(match.table)
    while match.place is not match.root and match.place.path()[1:]:
        try:
            match.undo()
        except ValueError:
            break
    assert everything(match.table) == begun
    hunt.sensible_bot()(match)


# --- faults ------------------------------------------------------------------------------------------------


TEXT = [  # a change, and the beginnings of what is said of it
    (changed("turn", to="Eve"), ["turn: no seat is called 'Eve'; there are Ada, Bo, Cleo"]),
    (changed("turn", to=1), ["turn: no seat is called 1"]),
    (ordinary(frist="Ada"), ["position: no key is called 'frist'; perhaps first"]),
    (ordinary(zzz=1), ["position: no key is called 'zzz'; the keys are phase,"]),
    (ordinary(phase="action"), ["phase: 'action'; give one of champions, deal"]),
    (ordinary(round=0), ["round: 0; give a whole number of at least 1"]),
    (ordinary(round=True), ["round: True; give a whole number"]),
    (ordinary(actions=-1), ["actions: -1; give a whole number of at least 0"]),
    (
        ordinary(actions=0),
        ["actions: 0, but then the turn is at its end; give at least 1, or the phase end [hunt"],
    ),
    (ordinary(attack_bonus="2"), ["attack_bonus: '2'; give a whole number"]),
    (ordinary(trigger_turn=1), ["trigger_turn: 1; give true or false"]),
    (ordinary(discard="War Chant"), ["discard: 'War Chant'; give a list of cards"]),
    (ordinary(discard=[3]), ["discard[0]: 3; give the name or code of a card"]),
    (ordinary(king=7), ["king: 7; give the name of the face-up King, or null"]),
    (ordinary(shards=9), ["shards: 9; there are 0 to 3 of them [hunt.shard.count]"]),
    (ordinary(shards="two"), ["shards: 'two'; give a list of cards"]),
    (ordinary(main_deck="all"), ["main_deck: 'all'; give the number of cards left, or leave it out"]),
    (ordinary(main_deck=[[2, 3]]), ["main_deck[0]: [2, 3]; give a card, a number, or both in a list"]),
    (ordinary(main_deck={"piles": 4}), ["main_deck: 4; give a list of cards and numbers, top first"]),
    (ordinary(main_deck={"card": []}), ["main_deck: no key is called 'card'; perhaps cards"]),
    (ordinary(shuffles={}), ["shuffles: {}; give a list of lists of cards"]),
    (changed("seats", to=[]), ["seats: []; give an object of keys and values"]),
    (changed("seats", "Cleo"), ["seats: Cleo is not told of; give Cleo's champions, Party and hand"]),
    (
        changed("seats", "Bo", to="Grim Osk"),
        ["seats.Bo: 'Grim Osk'; give an object of"],
    ),
    (changed("seats", "Bo", "hands", to=[]), ["seats.Bo: no key is called 'hands'; perhaps hand"]),
    (changed("seats", "Bo", "starting_hand", to=2), ["seats.Bo.starting_hand: 2; give true or false"]),
    (
        changed("seats", "Ada", "hand", 2, to="War Chent"),
        ["seats.Ada.hand[2]: no card is called 'War Chent'; perhaps War Chant"],
    ),
    (
        changed("seats", "Ada", "hand", 2, to="xyzzy"),
        ["seats.Ada.hand[2]: no card is called 'xyzzy'; give a name or a code of the card set"],
    ),
    (
        changed("seats", "Ada", "heroes", 0, to="Harpooner (asleep)"),
        ["seats.Ada.heroes[0]: unknown note 'asleep'; it may be face down or used"],
    ),
    (
        changed("seats", "Ada", "heroes", 0, to="Harpooner + Tower Shield + Barbed Spear"),
        [
            "seats.Ada.heroes[0]: a Hero carries one card at most; take 'Barbed Spear' away [hunt.invariant.one-"
        ],
    ),
    (
        changed("field", 0, to="Thornback (staggered by Eve)"),
        ["field[0]: no seat is called 'Eve'; there are Ada, Bo, Cleo"],
    ),
    (
        changed("field", 0, to="Thornback (used)"),
        ["field[0]: unknown note 'used'; it may be staggered by a seat"],
    ),
    (
        changed("seats", "Bo", "knows", to={"Eve": ["Stand Fast"]}),
        ["seats.Bo.knows: no key is called 'Eve'; the keys are Ada, Bo, Cleo"],
    ),
    (
        changed("seats", "Bo", "knows", to=[{"hands": {}}]),
        ["seats.Bo.knows[0]: None chances; give a whole number of at least 1"],
    ),
    (
        changed("discard", to=["Harpooner"]),
        [
            "seats.Ada.heroes[0]: Harpooner lies at discard[0] already; take one of them away [hunt.invariant.main"
        ],
    ),
    (
        changed("discard", to=["Stand Fast"] * 5),
        [
            "seats.Ada.hand[1]: all 6 copies of Stand Fast lie elsewhere: discard[0], discard[1], discard[2], "
            "discard[3], discard[4] and 1 more; take one away [hunt.invariant.main-conservation]"
        ],
    ),
    (
        changed("seats", "Cleo", "hand", to=["200 unseen"]),
        ["seats.Cleo.hand[0]: 200 unseen, but only 100 cards may lie there; give fewer [hunt.invariant.main"],
    ),
]


@pytest.mark.parametrize(("position", "words"), TEXT, ids=[words[0][:50] for _, words in TEXT])
def test_a_fault_of_the_text_is_named_and_what_follows_from_it_is_not(position, words):
    said = refusal(position, Options(seats=3))
    assert [sentence[: len(start)] for sentence, start in zip(said, words, strict=True)] == words, said


SAID = [  # a position that can be read, of a table that can't be
    (
        changed("field", 2),
        ["field: 2 Beasts face up; 3 lie there between two actions [hunt.invariant.field-three]"],
    ),
    (
        changed("field", to=["beast-01", "beast-02", "beast-03", "beast-04"]),
        ["field: 4 Beasts face up; 3 lie there between two actions [hunt.invariant.field-three]"],
    ),
    (
        changed("seats", "Ada", "champions", to=[]),
        ["seats.Ada.champions: 0 champions; each player has 1 [hunt.invariant.champions]"],
    ),
    (
        changed("seats", "Ada", "hand", 0, to="Siege Boar"),
        [
            "seats.Ada.hand[0]: Siege Boar lies at seats.Ada.beasts[0] already",
        ],
    ),
    (
        changed("seats", "Ada", "hand", 0, to="Mountain Eater"),
        [
            "seats.Ada.hand[0]: Mountain Eater is a beast, and only cards of the Main Deck lie here; take it away "
            "[hunt.invariant.beast-conservation]"
        ],
    ),
    (
        changed("field", 2, to="Harpooner"),
        [
            "seats.Ada.heroes[0]: Harpooner lies at field[2] already",
            "field[2]: Harpooner is a hero, and only Beasts",
        ],
    ),
    (
        changed("seats", "Ada", "heroes", 1, to="Grave Lantern + Rust Prayer"),
        [
            "seats.Ada.heroes[1]: Grave Lantern is an arcana, and only Heroes lie here; take it away [hunt.invariant.m",
            "seats.Ada.heroes[1]: Rust Prayer is an arcana, and only Armaments, Curses and Banners lie here",
        ],
    ),
    (
        changed("seats", "Cleo", "hand", to=["2 unseen", "Hunger Moon"]),
        [
            "seats.Cleo.hand[1]: Hunger Moon is played when it is drawn and never stays in a hand; take it away "
            "[hunt.invariant.no-forced-cards-after-first-turn]"
        ],
    ),
    (
        changed("seats", "Cleo", "hand", to=["Bramble Imp"], round=1),
        [
            "seats.Cleo.hand[0]: Bramble Imp is played when it is drawn and never stays in a hand; take it away, "
            "or give Cleo starting_hand: true [hunt"
        ],
    ),
    (
        changed("seats", "Ada", "starting_hand", to=True, round=1),
        [
            "seats.Ada.starting_hand: Ada has had a first turn, in which it is resolved; write false [hunt.lesser"
        ],
    ),
    (
        ordinary(countdown=2),
        [
            "countdown: it runs only with three Shards in the row; leave it out [hunt.invariant.countdown-iff-three]"
        ],
    ),
    (
        ordinary(shards=3, countdown=4),
        [
            "countdown: 4, with three Shards in the row; give a number from 1 to 3 [hunt.invariant.countdown-iff"
        ],
    ),
    (
        ordinary(shards=3, countdown=2, trigger_turn=True),
        ["countdown: 2, with three Shards in the row; give 3 [hunt.invariant.countdown-iff-three]"],
    ),
    (
        ordinary(trigger_turn=True),
        [
            "trigger_turn: true only in the turn in which the third Shard appeared; leave it out [hunt.invariant"
        ],
    ),
    (
        changed("field", 2, to="Mud Lurker (staggered by Bo)"),
        [
            "field[2]: Mud Lurker has no Stagger value and is never staggered; take the mark away [hunt.invariant.st"
        ],
    ),
    (
        ordinary(king="Old Sorrowmane (staggered by Bo)"),
        ["king: Old Sorrowmane has no Stagger value and is never staggered; take the mark away [hunt"],
    ),
    (
        ordinary(king="Siege Boar"),
        ["king: Siege Boar is", "seats.Ada.beasts[0]: Siege Boar lies at king already"],
    ),
    (
        changed("seats", "Bo", "beasts", to=["beast-07", "beast-08", "beast-09"]),
        [
            "king: Bo may challenge the King, so it lies face up; name it: King of Embers, Tidebound King, Old Sorrow"
        ],
    ),
    (
        changed("seats", "Ada", "hand", to=["8 unseen"], phase="start"),
        [
            "used: the turn has not begun",
            "seats.Ada.hand: 8 cards; Ada's turn has just ended with at most 7 [hunt.invariant.hand-limit-own-end]",
        ],
    ),
    (
        changed("seats", "Bo", "knows", to={"Ada": ["Quiet Lantern"]}),
        [
            "seats.Bo.knows: Bo knows of Quiet Lantern, but not all lie there; name cards of other hands, as they lie"
        ],
    ),
    (
        changed("seats", "Bo", "knows", to={"Bo": ["Turning Tide"]}),
        ["seats.Bo.knows: Bo knows of Turning Tide, but"],
    ),
    (
        ordinary(used=["War Chant"]),
        ["used: War Chant is no Hero and no champion in play; take it away [hunt."],
    ),
    (
        ordinary(missed=["Mother Wick"]),
        ["missed[0]: Mother Wick is no champion in play; take it away [hunt."],
    ),
    (
        ordinary(shuffles=[["War Chant"]]),
        ["shuffles: Reed Stalker, Quiet Lantern, Moth Blade, Paper Shadow, Last Whisper and"],
    ),
    (
        ordinary(main_deck={"cards": ["Quiet Lantern"]}),
        [
            "main_deck: Reed Stalker, Moth Blade, Paper Shadow, Last Whisper, Veil Dancer and 99 more lie nowhere; n"
        ],
    ),
    (
        ordinary(phase="start"),
        [
            "used: the turn has not begun, and nothing is kept from the one before; leave it and the notes of it o"
        ],
    ),
]


@pytest.mark.parametrize(("position", "words"), SAID, ids=[words[-1][:50] for _, words in SAID])
def test_a_table_that_can_not_be_is_refused_with_the_invariant(position, words):
    said = refusal(position, Options(seats=3))
    assert sorted(s[: len(w)] for s, w in zip(sorted(said), sorted(words), strict=True)) == sorted(words), (
        said
    )


def test_shards_and_malice_that_stay_in_the_box_are_named():
    options = Options(seats=3, shardless=True, malice_in_deck="nine_types")
    said = refusal(changed("discard", to=["Hunger Moon"]), options)
    assert said == [
        "shards: Malevolent Shard stays in the box by the options of this game; take it away [hunt.mode.shardless]",
        "shards: Malevolent Shard stays in the box by the options of this game; take it away [hunt.mode.shardless]",
        "discard[0]: Hunger Moon stays in the box by the options of this game; take it away "
        "[hunt.setup.main-deck-types]",
    ]


def test_a_name_of_different_cards_is_a_fault_that_gives_their_codes():
    cards = reprinted({"hero-royal-1": {"name": "Twin"}, "hero-royal-2": {"name": "Twin"}})
    options = Options(seats=3, cards=cards)
    said = refusal(changed("seats", "Ada", "heroes", 1, to="twin"), options)
    assert said == [
        "seats.Ada.heroes[1]: 'twin' may be several cards; give a code: hero-royal-1 or hero-royal-2"
    ]


def test_a_name_shared_by_kinds_of_cards_means_the_one_that_may_lie_there():
    cards = reprinted({"hero-royal-1": {"name": "Twin"}, "beast-01": {"name": "Twin"}})
    position = changed("seats", "Ada", "heroes", 1, to="Twin")
    position["field"][2] = "Twin"
    table = table_of(position, Options(seats=3, cards=cards))
    assert table.field[2].code == "beast-01" and table.seats[0].heroes[1].card.code == "hero-royal-1"


def test_all_faults_are_told_at_once_and_nothing_is_laid():
    position = changed("seats", "Ada", "hand", to=["War Chent", "Hunger Moon", "Mountain Eater"])
    position |= {"rounds": 3, "countdown": 1, "actions": 0, "discard": ["Harpooner"]}
    position["seats"]["Bo"]["champions"] = []
    said = refusal(position, Options(seats=3))
    places = [sentence.partition(":")[0] for sentence in said]
    assert sorted(places) == [
        "actions",
        "countdown",
        "position",
        "seats.Ada.hand[0]",
        "seats.Ada.hand[1]",
        "seats.Ada.hand[2]",
        "seats.Ada.heroes[0]",
        "seats.Bo.champions",
    ]
    with pytest.raises(PositionError) as error:
        table_of(position, Options(seats=3))
    assert str(error.value).startswith("8 faults in the position, nothing was laid:\n  position: no key")


# --- faults of a table made in Python -----------------------------------------------------------------------


def spoil(change):
    table = lay(3, heroes={0: ["hero-hunter-1"]}, hands={0: ["enchant-1"], 1: ["enchant-2"]}, shards=1)
    assert faults(table) == []
    change(table)
    return table


def put(table, code, zone):
    table.deck.take(CARDS[code])
    zone.append(CARDS[code])


def gear(table):
    table.deck.take(CARDS["arcana-1"])
    table.seats[0].heroes[0] = table.seats[0].heroes[0]._replace(gear=CARDS["arcana-1"])


def emptied(table):
    table.deck = Deck()


def unseen(table):
    table.seats[1].hand[0] = UNSEEN


DAMAGE = {
    "twice": (lambda t: t.discard.append(t.seats[0].hand[0]), "discard[0]: Turning Tide lies at"),
    "lost": (lambda t: t.seats[0].hand.clear(), "main_deck: Turning Tide lies nowhere; name a place"),
    "emptied": (
        emptied,
        "main_deck: Reed Stalker, Quiet Lantern, Moth Blade, Paper Shadow, Last Whisper and",
    ),
    "shard": (lambda t: t.shards.clear(), "beast_deck: Malevolent Shard lies nowhere"),
    "forced": (
        lambda t: put(t, "malice-1", t.seats[0].hand),
        "seats.Ada.hand[1]: Hunger Moon is played when",
    ),
    "plain mark": (
        lambda t: t.marks.update({CARDS["beast-01"]: 0}),
        "field[0]: Mud Lurker has no Stagger value",
    ),
    "far mark": (
        lambda t: t.marks.update({CARDS["beast-09"]: 0}),
        "field: Crowned Serpent is staggered, but does not lie",
    ),
    "mark of nobody": (
        lambda t: t.marks.update({CARDS["beast-02"]: 7}),
        "field[1]: Thornback is staggered by seat 7",
    ),
    "countdown": (lambda t: setattr(t, "countdown", 3), "countdown: it runs only"),
    "no countdown": (
        lambda t: [t.shards.append(s) or t.beast_deck.take(s) for s in illustrative().shards[1:]],
        "countdown: None, with three Shards in the row; give a number from 1 to 3",
    ),
    "champion": (
        lambda t: t.seats[0].champions.clear(),
        "seats.Ada.champions: 0 champions; each player has 1",
    ),
    "box": (lambda t: t.champions.pop(), "champions: the champions that nobody has are not"),
    "gear": (gear, "seats.Ada.heroes[0]: Well of Voices is an arcana, and only Armaments"),
    "lesser": (
        lambda t: put(t, "arcana-1", t.seats[0].lesser),
        "seats.Ada.lesser[0]: Well of Voices is an arcana",
    ),
    "memory": (
        lambda t: t.memory.__setitem__(0, t.memory[0].placed(CARDS["enchant-2"], 2)),
        "seats.Ada.knows: Ada knows of Turning Tide",
    ),
    "own memory": (
        lambda t: t.memory.__setitem__(0, t.memory[0].placed(CARDS["enchant-1"], 0)),
        "seats.Ada.knows: Ada knows of Turning Tide",
    ),
    "unseen": (unseen, "seats.Bo.hand[0]: an unseen card is no card of Illustrative hunt"),
    "resolving": (
        lambda t: put(t, "arcana-1", t.resolving),
        "resolving: Well of Voices is being played; take",
    ),
    "result": (
        lambda t: setattr(t, "result", Result((), (0, 0, 0), "hunt.shard.fail", "")),
        "phase: the game is ov",
    ),
    "king": (lambda t: setattr(t, "king", CARDS["beast-01"]), "king: Mud Lurker is a beast"),
    "kings": (lambda t: setattr(t, "kings", Deck()), "king: the face-down King may be any"),
    "turn": (lambda t: setattr(t, "turn", 3), "turn: seat 3 is not there"),
    "round": (lambda t: setattr(t, "round", 0), "round: 0; give"),
    "actions": (lambda t: setattr(t, "actions", -1), "actions: -1; give"),
    "phase": (lambda t: setattr(t, "phase", "dusk"), "phase: 'dusk'; give one of"),
    "dealt": (lambda t: setattr(t.seats[1], "dealt", 1), "seats.Bo.starting_hand: it is half resolved"),
    "held": (lambda t: setattr(t.deck, "held", 2), "main_deck: it is a deck as one seat believes it"),
    "pile": (lambda t: setattr(t.deck, "segments", [(3, ())]), "main_deck: 3 unknown cards, but 117 lie"),
    "names": (
        lambda t: setattr(t.seats[1], "name", "Boo"),
        "seats: give one seat and one memory for each of Ada, Bo",
    ),
    "used": (lambda t: t.used.add("champion-royal-1"), "used: champion-royal-1 is no Hero and no champion"),
    "shuffled": (
        lambda t: t.shuffled.update({CARDS["enchant-1"]: 1}),
        "shuffles: Reed Stalker, Quiet Lantern",
    ),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_each_kind_of_damage_to_a_table_is_named(what):
    change, words = DAMAGE[what]
    said = told(faults(spoil(change)))
    assert any(sentence.startswith(words) for sentence in said), said
    with pytest.raises(PositionError):
        position_of(spoil(change))


@pytest.mark.parametrize("seed", range(30))
def test_several_kinds_of_damage_are_named_together(seed):
    apart = ["twice", "countdown", "champion", "far mark", "forced", "memory", "kings", "round", "dealt"]
    apart += ["used", "resolving"]
    some = Random(seed).sample(apart, 4)

    def all_of_them(table):
        for what in some:
            DAMAGE[what][0](table)

    said = told(faults(spoil(all_of_them)))
    for what in some:
        assert any(sentence.startswith(DAMAGE[what][1]) for sentence in said), (what, said)


def test_a_table_before_its_first_hands_holds_nothing_else():
    table = lay(2, phase="deal", actions=0, field=[], dealt=2)
    assert faults(table) == []
    table = lay(2, phase="deal", actions=0, dealt=2, hands={0: ["enchant-1"]})
    assert [fault.zone for fault in faults(table)] == ["seats.Ada.hand", "field"]


# --- whatever is typed --------------------------------------------------------------------------------------


WORDS = [
    *list(CARDS)[::9],
    "Harpooner",
    "War Chant",
    "4 unseen",
    "Ada",
    "Bo",
    "actions",
    "Thornback (staggered by Bo)",
]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 200),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from([*WORDS, "Harpooner + Tower Shield (used)", "9 unseen", "(", " + ", "", "seat 1"]),
    st.lists(st.one_of(st.sampled_from(WORDS), st.integers(-1, 120)), max_size=4),
    st.dictionaries(
        st.sampled_from(["Ada", "Bo", "hand", "hands", "chances", "cards"]), st.integers(0, 3), max_size=2
    ),
)


@st.composite
def damaged(draw):
    """A position with one to four changes anywhere in it."""
    rich = {"countdown": 2, "shuffles": [["War Chant"]], "main_deck": [3, 102], "missed": [], "used": []}
    position = ordinary(**{key: rich[key] for key in draw(st.sets(st.sampled_from(sorted(rich))))})
    keys = ["king", "first", "hand", "knows", "early", "x", "starting_hand"]
    return spoilt(draw, position, JUNK, keys)


@hypothesis_settings(max_examples=400)
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
