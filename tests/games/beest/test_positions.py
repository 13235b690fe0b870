"""Positions as plain data: lossless for every table between steps, and every fault of another named at once."""

import copy
import json
import re
from collections import Counter
from dataclasses import fields, replace
from random import Random

import pytest
from games.beest.laying import lay as lay_some
from games.beest.playing import careful, check, honest, settings
from games.laying import spoilt
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import beastlab
from beastlab.core.chance import ByHand
from beastlab.core.deck import Deck
from beastlab.core.ledger import ledger
from beastlab.core.match import Match, Result
from beastlab.core.requests import Choose, Draw
from beastlab.core.saves import SaveError
from beastlab.games import beest
from beastlab.games.beest import Exchange, Options, Pile, PositionError, faults, position_of, table_of
from beastlab.games.beest.invariants import due, proved
from beastlab.games.beest.positions import options_of
from beastlab.games.beest.rules import step
from beastlab.games.beest.table import BLACK, COLOURS, SILENT

BOOK = ledger("beest")
IDS = {*BOOK.rules, *(row["id"] for row in BOOK.data["invariant"])}


def everything(table):
    """Each field of a table as something that can be compared; the stock with the order of its pool."""
    values = {field.name: getattr(table, field.name) for field in fields(table)}
    deck = table.stock
    return values | {"stock": (list(deck.pool), deck.segments, deck.held, deck.never_held)}


def again(table, **how):
    """The table that comes back from its position as JSON text."""
    return table_of(json.loads(json.dumps(position_of(table, **how))), table.options)


def boundaries(seed, **options):
    """The tables where the steps of a random match began."""
    match, rng, last = beest.new_match(seed=seed, **(settings(seed) | options)), Random(seed), None
    while match.request is not None:
        if match.origin is not last:
            last = match.origin
            yield last
        match.play((honest if seed % 2 else careful)(match, rng))


def refusal(position, **options):
    """What is said of a position that can't be: place and words of each fault; every id stands in the ledger."""
    before = copy.deepcopy(position)
    with pytest.raises(PositionError) as error:
        table_of(position, Options(seats=4, **options))
    assert position == before
    return told(error.value.faults)


def told(found):
    for fault in found:
        assert "\n" not in str(fault) and (not fault.rule or fault.rule in IDS), fault
        assert re.search("; |, ", fault.text), f"no remedy: {fault}"
    return [str(fault) for fault in found]


def assert_said(said, words):
    """Each sentence begins with its words, in any order."""
    starts = sorted(words)
    assert [s[: len(w)] for s, w in zip(sorted(said), starts, strict=True)] == starts, said


# --- lossless ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(8))
def test_every_table_between_steps_comes_back_in_every_field(block):
    """All modes, readings and seat counts, to the end of the match."""
    turns = 0
    for seed in range(block, 32, 8):
        for number, table in enumerate(boundaries(seed)):
            if number > 30 and number % 5:
                continue
            turns += 1
            assert faults(table) == []
            assert everything(again(table)) == everything(table)
            plain = again(table, plain=True)
            assert faults(plain) == [] and position_of(plain, plain=True) == position_of(table, plain=True)
    assert turns > 40


@pytest.mark.rule("beest.match.reset")
def test_of_a_finished_expedition_the_points_are_told_and_nothing_else():
    prepared = []

    def spied(table):
        prepared.extend([table.copy()] * (table.phase == "prepare"))
        return step(table)

    for seed in (1, 2, 3):
        match, rng = (
            Match(replace(beest.GAME, step=spied), Options(**settings(seed, expeditions=3)), seed),
            Random(seed),
        )
        while not match.over:
            match.play(careful(match, rng))
    assert {len(table.points) for table in prepared} == {0, 1, 2} and any(
        table.exchanges for table in prepared
    )
    for table in prepared:
        position, fresh = position_of(table), beest.lay(table.options)
        fresh.points = table.points
        assert set(position) == {"phase", "seats"} and everything(again(table)) == everything(fresh)
        match = beest.match_at(again(table), seed=4)
        twin = beest.match_at(table, seed=4)
        assert everything(match.origin) == everything(twin.origin), "both are prepared alike"


def test_those_random_games_meet_what_is_rarely_told():
    seen = set()
    for seed in range(0, 32, 3):
        for table in boundaries(seed):
            position = position_of(table)
            seen |= {key for key, value in position.items() if value}
            seen |= {f"seats.{key}" for seat in position["seats"].values() for key in seat}
            seen |= {"silent"} if SILENT in position.get("cleared", ()) else set()
    assert seen >= {"turn", "number", "exchanges", "cleared", "silent"}
    assert seen >= {"seats.dna", "seats.sequence", "seats.aside", "seats.points"}


def test_names_that_would_be_misread_go_by_number():
    names = ("Ada, the first", "Bo meets Cleo", "3", "<img src=x onerror=alert(1)>")
    table = checked(lay_some(4, exchanges="0-silent, 2-0, 3-0, 0-1", names=names, beest=3, turn=1))
    table = table_of(position_of(table) | {"number": 22, "cleared": ["seat 1"]}, table.options)
    position = position_of(table)
    assert position["exchanges"] == [
        "seat 0 meets The silent guy",
        "seat 2 meets seat 0",
        "seat 3 meets seat 0",
        "seat 0 meets seat 1",
    ]
    assert position["cleared"] == ["seat 1"]
    assert set(position["seats"]) == {*names, SILENT} and position["turn"] == names[1]
    assert everything(again(table)) == everything(table)


def checked(table):
    """A laid table with as many caves as are due; the seed deals them."""
    position = {
        "turn": table.name(table.turn),
        "exchanges": [f"seat {a} meets seat {b}" for a, b in table.exchanges],
        "seats": {table.name(seat): {"dna": table.piles[seat].name} for seat in table.everyone},
    }
    return table_of(position, table.options)


def test_a_stock_in_an_order_of_its_own_comes_back():
    table = checked(lay_some(4))
    table.stock = Deck([*table.stock.pool][::-1])
    lowest = next(iter(table.stock.pool))
    table.stock.take(lowest)
    table.stock.put_on_bottom([lowest])
    position = position_of(table)
    assert set(position["stock"]) == {"cards", "piles"} and position_of(table, plain=True)["stock"][0] == 9
    assert everything(again(table)) == everything(table)


# --- written by hand ------------------------------------------------------------------------------------------


def ordinary(**more):
    """A position as a person writes it."""
    return {
        "turn": "Bo",
        "number": 14,
        "exchanges": ["Cleo meets The silent guy", "Ada meets Bo", "Bo meets Cleo"],
        "seats": {
            "Ada": {"dna": "black", "sequence": ["B/TM", "1 unseen"]},
            "Bo": {"dna": "yellow", "sequence": ["T/TM", "t/mb", "0/12"], "aside": ["M/MB", "1 unseen"]},
            "Cleo": {"aside": []},
            "Dan": {},
            "The silent guy": {"sequence": ["m-tb-2", "B/MB 2", "T/TM"]},
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
    assert (table.turn, table.number, table.phase) == (1, 14, "turn")
    assert table.exchanges == [Exchange(2, 4), Exchange(0, 1), Exchange(1, 2)]
    assert table.piles == [BLACK, Pile("yellow", "yellow"), COLOURS[0], COLOURS[2], COLOURS[3]]
    assert [card.name for card in table.seats[1].sequence] == ["T/TM", "T/MB", "T/MB"], "faces, in digits too"
    assert [card.code for card in table.silent.sequence][:2] == ["m-tb-2", "b-mb-2"]
    assert [len(seat.sequence) + len(seat.aside) for seat in table.seats] == due(table.options, 14)[:4]
    assert len(table.stock) == 27 - 17
    assert table.black(1) == 4 and table.memory[0].certain() == {}
    assert table.suspects(2) == [0, 3], "the silent guy and Bo gave Cleo a colour"


@pytest.mark.rule("beest.turn.clockwise", "beest.turn.stock-rest")
@pytest.mark.parametrize(("seats", "rest"), [(3, 15), (4, 10), (5, 4), (6, 0)])
def test_what_is_left_out_is_an_ordinary_turn(seats, rest):
    names = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")[:seats]
    for turn, name in enumerate(names):
        position = {"turn": name, "seats": {name: {} for name in names}}
        table = table_of(position, options_of(position))
        check(table)
        assert table.turn == turn and seats + 3 <= table.number < 2 * seats + 3 and len(table.stock) == rest
        assert table.number % seats == (turn + 1) % seats and table.points == [] and table.exchanges == []
    for number in range(1, 3 * seats):
        table = table_of({"number": number, "seats": position["seats"]}, options_of(position))
        assert table.turn == (number - 1) % seats
        check(table)


@pytest.mark.rule("beest.turn.first-line", "beest.meet.one-a-turn")
def test_the_number_leaves_room_for_the_exchanges():
    many = ["Ada meets Bo", "Ada meets Cleo", "Ada meets Dan", "Dan meets Bo"]
    position = {"turn": "Ada", "exchanges": many, "seats": dict.fromkeys(("Ada", "Bo", "Cleo", "Dan"), {})}
    assert table_of(position, Options(seats=4)).number == 17, "5, 9, 13, 16"
    assert table_of(position | {"number": 21}, Options(seats=4)).number == 21
    assert refusal(position | {"number": 13}) == [
        "number: 13, but the last of these exchanges was in turn 16 at the earliest; give a later one, "
        "or leave it out [beest.inv.one-exchange-a-turn]"
    ]
    early = {"number": 3, "exchanges": ["Bo meets The silent guy"], "seats": position["seats"]}
    assert refusal(early) == [
        "number: 3, but the last of these exchanges was in turn 6 at the earliest; give a later one, "
        "or leave it out [beest.inv.no-early-line]"
    ]


def test_caves_are_dealt_by_the_seed():
    options, met = options_of(ordinary()), set()
    for seed in range(60):
        dan = table_of(ordinary(), options, seed).seats[3]
        assert table_of(ordinary(), options, seed).seats[3] == dan
        met |= set(dan.sequence)
    assert len(met) == 27 - 8, "all that lie nowhere else"


@pytest.mark.rule("beest.setup.uniform", "beest.infect.receiver-knows")
def test_the_black_pile_goes_by_the_seed_to_whom_nobodys_knowledge_excludes():
    """Bo's set was complete when a turn ended but for Cleo or Dan; Dan has met all; Cleo's DNA is named."""
    seats = {"Ada": {}, "Bo": {}, "Cleo": {"dna": "green"}, "Dan": {}}
    met = Counter()
    for seed in range(300):
        table = table_of({"seats": seats}, Options(seats=4), seed)
        assert table.piles[2].name == "green" and {*table.piles} == {BLACK, *COLOURS[:4]}
        check(table)
        met[table.beest] += 1
    assert set(met) == {0, 1, 3, 4} and min(met.values()) > 50
    kept = {
        table_of({"seats": seats}, Options(seats=4, silent_may_be_beest=False), s).beest for s in range(40)
    }
    assert kept == {0, 1, 3}
    some = ["Bo meets Ada", "Bo meets Dan", "Bo meets The silent guy"]
    shown = {"turn": "Cleo", "exchanges": some, "seats": seats}
    table = table_of(shown, Options(seats=4), 1)
    assert table.cleared == [2], "Bo did not win, so Cleo is not the Beest"
    every = [*some, "Cleo meets Bo"]
    table = table_of({"turn": "Dan", "exchanges": every, "seats": seats}, Options(seats=4), 1)
    assert 1 not in table.suspects(None), "Bo has met all"
    assert {
        table_of(shown | {"exchanges": every, "turn": "Dan"}, Options(seats=4), s).beest for s in range(40)
    } == {
        0,
        3,
        4,
    }


@pytest.mark.rule("beest.end2.automatic", "beest.infect.receiver-knows")
@pytest.mark.example("beest.ex.quiet-end")
def test_cleared_seats_follow_from_the_exchanges_where_they_are_left_out():
    position = {
        "turn": "Ada",
        "exchanges": [
            "Ada meets Bo",
            "Cleo meets seat 4",
            "Dan meets Bo",
            "Ada meets seat 4",
            "Bo meets seat 4",
        ],
        "seats": {"Ada": {}, "Bo": {}, "Cleo": {}, "Dan": {"dna": "black"}},
    }
    table = table_of(position, Options(seats=4))
    assert table.cleared == [2] and table.suspects(0) == [3] and "cleared" not in position_of(table)
    assert table_of(position, Options(seats=4, self_win="declared")).cleared == []
    twin = dict(position, seats=position["seats"] | {"Cleo": {"dna": "black"}, "Dan": {}})
    assert refusal(twin) == [
        "exchanges: Bo's turn ended when all but the Beest, Cleo, were met, and that was a win; take an exchange "
        "away, or give another seat the black pile [beest.inv.not-over]"
    ]
    assert table_of(twin, Options(seats=4, self_win="declared")).beest == 2
    assert refusal(position | {"cleared": []}) == [
        "cleared: turns that ended quietly prove Cleo not to be the Beest; add the name, or leave it out "
        "[beest.end2.automatic]"
    ]
    assert refusal(position | {"cleared": ["Cleo"]}, self_win="declared") == [
        "cleared[0]: no turn that ended quietly proves it of Cleo; take the name away [beest.end2.automatic]"
    ]


def test_further_rounds_may_have_cleared_more():
    """In turn 6 Ada has met all but the silent guy. If turn 7 was her next exchange, nothing was proved."""
    some = ["Bo meets Ada", "Cleo meets Ada", "Ada meets The silent guy"]
    position = {"turn": "Bo", "exchanges": some, "seats": dict.fromkeys(("Ada", "Bo", "Cleo"), {})}
    table = table_of(position, Options(seats=3))
    assert table.number == 8 and table.cleared == []
    told_more = position | {"cleared": [SILENT]}
    with pytest.raises(
        PositionError, match=r"cleared\[0\]: no turn that ended quietly proves it of The silent guy"
    ):
        table_of(told_more, Options(seats=3))
    table = table_of(told_more | {"number": 11}, Options(seats=3))
    assert table.cleared == [3] and position_of(table)["cleared"] == [SILENT]
    assert everything(again(table)) == everything(table)


@pytest.mark.parametrize("seed", range(4))
def test_who_is_cleared_in_a_game_holds_what_is_proved(seed):
    """And every other cleared seat is told, as one that rounds without an exchange have proved."""
    for table in boundaries(seed + 40, self_win="automatic", expeditions=2):
        if table.phase == "turn":
            assert {*proved(table)} <= {*table.cleared} and table.beest not in table.cleared


@pytest.mark.rule("beest.turn.exactly-enough")
def test_as_many_caves_are_due_as_the_staircase_says():
    for seats in (3, 4, 5, 6):
        options = Options(seats=seats)
        assert due(options, 1) == [0] * options.places
        for number in range(seats + 3, 5 * seats):
            ago = [(number - 2 - seat) % seats for seat in range(seats)]
            assert due(options, number) == [2 + j for j in ago] + [3] * (seats < 6)
        assert due(options, 10**30 * seats + 1) == due(options, 4 * seats + 1)


# --- a match from a position ---------------------------------------------------------------------------------


def test_a_match_from_a_position_is_played_undone_saved_and_loaded(tmp_path):
    match, rng = beest.match_from(ordinary(), seed=3, self_win="declared", expeditions=2), Random(1)
    begun = everything(match.table.copy())
    assert (
        match.options.self_win == "declared"
        and match.request.prompt == "Bo: has anybody won? (before your turn)"
    )
    for _ in range(60):
        assert isinstance(match.request, Choose)
        match.play(careful(match, rng))
        check(match.table)
    match.save(tmp_path / "game.json")
    for kept in (beastlab.load(tmp_path / "game.json"), beastlab.load(match.to_line())):
        assert everything(kept.table) == everything(match.table)
        kept.undo()
        assert kept.request.prompt
    while match.place is not match.root:
        match.undo()
    assert everything(match.table) == begun
    while not match.over:
        match.play(careful(match, rng))
    assert len(match.table.points) == 2
    with pytest.raises(ValueError, match="no option is called 'orbs'"):
        beest.match_from(ordinary(), orbs=2)


@pytest.mark.parametrize("seed", range(3))
def test_from_its_position_a_game_goes_on_as_it_did(seed):
    """The same moves and draws from the laid table lead to the same table."""
    for table in [table for table in boundaries(seed) if table.phase == "turn"][3::9]:
        match, twin = beest.match_at(table.copy(), seed=5), beest.match_at(again(table), seed=5)
        for _ in range(12):
            if match.request is None:
                break
            move = careful(match, Random(match.place.depth)).key
            match.play(move)
            twin.play(move)
            assert everything(twin.table) == everything(match.table)


def test_autosave_and_real_cards_begin_with_the_table_too(tmp_path):
    path = tmp_path / "auto.json"
    match = beest.match_from(ordinary(number=2, exchanges=[]) | {"seats": dict.fromkeys(ordinary()["seats"], {})},
                             chance=ByHand(), autosave=path)  # fmt: skip
    match.play("pass")
    assert isinstance(match.request, Draw)
    kept = beastlab.load(path)
    assert isinstance(kept.chance, ByHand) and everything(kept.table) == everything(match.table)


def test_points_so_far_are_told_by_seat():
    position = ordinary()
    for name, points in zip(position["seats"], ([5, 0], [4, "-5"], [3, 0], [2, 0], [1, 0]), strict=True):
        position["seats"][name]["points"] = points
    match = beest.match_from(position, expeditions=3)
    assert match.table.points == [(5, 4, 3, 2, 1), (0, -5, 0, 0, 0)]
    assert position_of(match.table)["seats"]["Bo"]["points"] == [4, -5]
    one = {name: {"points": 2} for name in position["seats"]}
    assert table_of({"phase": "prepare", "seats": one}, Options(seats=4)).points == [(2, 2, 2, 2, 2)]


def test_a_save_whose_table_was_spoilt_says_what_is_wrong():
    values = json.loads(beest.match_from(ordinary()).to_text())
    values["table"]["number"] = 15
    del values["check"]
    with pytest.raises(SaveError, match=r"can't be laid: \d fault.*\n  number: turn 15 is Cleo's, not Bo's"):
        beastlab.core.saves.match_of(json.dumps(values))
    with pytest.raises(SaveError, match="can't be saved: .*\n.*seats.Ada.sequence: 0 cards, but 3"):
        beest.match_at(lay_some(4)).to_text()


# --- another deck ---------------------------------------------------------------------------------------------


def test_caves_of_the_deck_in_play_only_may_be_named(tmp_path):
    four = changed("seats", "Bo", to={"sequence": ["0/12", "0/12", "1/03"]})
    four["seats"]["Ada"], four["seats"][SILENT] = {}, {}
    table = table_of(four, Options(seats=4, cave_deck="four_heights"))
    assert [card.name for card in table.seats[1].sequence] == ["0/12", "0/12", "1/03"]
    assert_said(refusal(four), ["seats.Bo.sequence[2]: no card is called '1/03'; "])
    bent = changed("seats", "Bo", to={"sequence": ["T/TM", "T/MB 9", "T/MB"]})
    bent["seats"]["Ada"], bent["seats"][SILENT] = {}, {}
    said = refusal(bent, cave_deck="no_straight")
    assert_said(said, ["seats.Bo.sequence[0]: no card is called 'T/TM'; perhaps"])


def test_own_cards_go_by_name_and_face(tmp_path):
    (tmp_path / "caves.csv").write_text(
        "code,name,entry,exits,count\n"
        + "".join(f"c{n},{name},{n % 3},{(n + 1) % 3} {(n + 2) % 3},1\n" for n, name in enumerate(OWN))
    )
    cards = beest.load_cards(tmp_path / "caves.csv")
    position = changed("seats", "Bo", to={"sequence": ["Cave 3", "T/MB", "c6"]})
    position["seats"]["Ada"], position["seats"][SILENT] = {}, {}
    options = Options(seats=4, cards=cards)
    assert_said(
        told(spoken(position, options)),
        ["seats.Bo.sequence[1]: 'T/MB' may be several cards; give a code: c0 or c3 or c6 or "],
    )
    position["seats"]["Bo"]["sequence"][1] = "c0"  # whose name means two unseen ones
    table = table_of(position, options)
    assert [card.name for card in table.seats[1].sequence] == ["Cave 3", "2 unseen", "Cave 6"]
    assert position_of(table)["seats"]["Bo"]["sequence"] == ["Cave 3", "c0", "Cave 6"]
    assert everything(again(table)) == everything(table)


OWN = ["2 unseen", *(f"Cave {n}" for n in range(1, 27))]


def spoken(position, options):
    with pytest.raises(PositionError) as error:
        table_of(position, options)
    return error.value.faults


# --- faults ----------------------------------------------------------------------------------------------

TEXT = [  # a change, and the beginnings of what is said of it
    (changed("turn", to="Eve"), ["turn: no seat is called 'Eve'; there are Ada, Bo, Cleo, Dan"]),
    (changed("turn", to=SILENT), ["turn: no seat is called 'The silent guy'; there are Ada"]),
    (ordinary(exchange=[]), ["position: no key is called 'exchange'; perhaps exchanges"]),
    (ordinary(hand=[]), ["position: no key is called 'hand'; the keys are turn"]),
    (ordinary(phase="night"), ["phase: 'night'; give one of prepare, turn"]),
    (ordinary(number=0), ["number: 0; give a whole number of at least 1"]),
    (ordinary(number="14"), ["number: '14'; give a whole number of at least 1"]),
    (ordinary(exchanges="Ada meets Bo"), ["exchanges: 'Ada meets Bo'; give a list of who met whom"]),
    (ordinary(exchanges=[["Ada", "Bo"]]), ["exchanges[0]: ['Ada', 'Bo']; give a list of who met whom"]),
    (ordinary(exchanges=["Ada, Bo"]), ["exchanges[0]: 'Ada, Bo'; give two seats, as in Ada meets Bo"]),
    (
        ordinary(exchanges=["Ada meets Bo", "Eve meets Finn"]),
        ["exchanges[1]: no seat is called 'Eve'; there are Ada, Bo, Cleo, Dan, The silent guy",
         "exchanges[1]: no seat is called 'Finn'"],
    ),
    (ordinary(cleared="Ada"), ["cleared: 'Ada'; give a list of names of seats"]),
    (ordinary(cleared=["Eve", 3]), ["cleared[0]: no seat is called 'Eve'", "cleared[1]: 3; give a list of names"]),
    (changed("seats", "Cleo"), ["seats: Cleo is not told of; give Cleo's DNA and caves, or {} for any"]),
    (changed("seats", "Eve", to={}), ["seats: no key is called 'Eve'; the keys are Ada, Bo, Cleo, Dan, The silent"]),
    (changed("seats", "Bo", "hand", to=[]), ["seats.Bo: no key is called 'hand'; the keys are dna"]),
    (changed("seats", SILENT, "aside", to=[]), ["seats.The silent guy: no key is called 'aside'; the keys are dna,"]),
    (changed("seats", "Bo", "dna", to="purple"), ["seats.Bo.dna: 'purple'; give one of black, red, yellow, green, b"]),
    (changed("seats", "Bo", "dna", to=["red"]), ["seats.Bo.dna: ['red']; give one of black"]),
    (changed("seats", "Bo", "dna", to="white"), ["seats.Bo.dna: 'white'; give one of black, red, yellow, green, bl"]),
    (changed("seats", "Bo", "sequence", to=None), ["seats.Bo.sequence: None; give a list of cards"]),
    (changed("seats", "Bo", "sequence", to=["T/MM"]), ["seats.Bo.sequence[0]: no card is called 'T/MM'; perhaps T/"]),
    (
        changed("seats", "Bo", "sequence", to=["t-tm-1", "t-tm-1", "T/TM"]),
        ["seats.Bo.sequence[1]: T/TM lies at seats.Bo.sequence[0] already; take one of them away [beest.inv.card"],
    ),
    (
        changed("seats", "Dan", to={"sequence": ["M/MB", "M/MB", "M/MB"]}),
        ["seats.Dan.sequence[2]: all 3 copies of M/MB lie elsewhere: seats.Bo.aside[0], seats.Dan.sequence[0] and"],
    ),
    (
        changed("seats", "Dan", to={"sequence": ["60 unseen"]}),
        ["seats.Dan.sequence[0]: 60 unseen, but only 13 cards may lie there; give fewer [beest.inv.card-conserv"],
    ),
    (ordinary(stock="10"), ["stock: '10'; give the number of cards left, or leave it out"]),
    (changed("seats", "Bo", "points", to="3, 4"), ["seats.Bo.points: '3, 4'; give a list of whole numbers, one for"]),
    (changed("seats", "Bo", "points", to=[True]), ["seats.Bo.points: [True]; give a list of whole numbers"]),
]  # fmt: skip


@pytest.mark.parametrize(("position", "words"), TEXT, ids=[words[0][:50] for _, words in TEXT])
def test_a_fault_of_the_text_is_named_and_what_follows_from_it_is_not(position, words):
    assert_said(refusal(position), words)


def scored(*columns):
    """The ordinary position with these points for its seats in order."""
    position = ordinary()
    for name, points in zip(position["seats"], columns, strict=True):
        position["seats"][name]["points"] = list(points)
    return position


LAST = ["Ada meets Bo", "Ada meets Cleo", "Ada meets Dan"]
SAID = [  # a position that can be read, of a table that can't be
    (ordinary(number=15), ["number: turn 15 is Cleo's, not Bo's; leave it out [beest.turn.clockwise]"]),
    (ordinary(number=10, exchanges=[*LAST]), ["number: 10, but the last of these exchanges was in turn 13 at the ea"]),
    (ordinary(exchanges=["Ada meets Bo", "Bo meets Ada"]), ["exchanges[1]: Bo and Ada have exchanged before; take it"]),
    (ordinary(exchanges=["Ada meets Ada"]), ["exchanges[0]: Ada can't exchange with Ada; name another seat [beest.e"]),
    (ordinary(exchanges=["The silent guy meets Bo"]), ["exchanges[0]: the silent guy has no turn; write Bo meets The"]),
    (ordinary(number=18, exchanges=[*LAST, "Ada meets The silent guy"]),
     ["exchanges: Ada has given the last black marker, so the expedition is over; take one away [beest.inv.not-over]"]),
    (ordinary(number=18, turn="Bo", exchanges=["Bo meets Cleo", "Bo meets Dan", "Bo meets The silent guy"]),
     ["exchanges: Bo's turn ended when all but the Beest, Ada, were met, and that was a win; take an exchange away"]),
    (changed("seats", "Cleo", "dna", to="black"), ["seats.Cleo.dna: Ada has the black pile too; give another colour"]),
    (changed("seats", "Dan", "dna", to="yellow"), ["seats.Dan.dna: Bo has the yellow pile too; give another colour"]),
    (ordinary(cleared=["Ada"]),
     ["cleared[0]: Ada is the Beest; take it away, or give another seat the black pile [beest.inv.truth"]),
    (ordinary(cleared=["Dan"]), ["cleared[0]: no turn that ended quietly proves it of Dan; take the name away ["]),
    (changed("seats", "Ada", "sequence", to=["T/TM"]),
     ["seats.Ada.sequence: 1 card, but 2 when turn 14 begins; add 1 [beest.inv.holdings-staircase]"]),
    (changed("seats", "Ada", "aside", to=["T/TB"]),
     ["seats.Ada.aside: 1 card, but 0 when turn 14 begins; take 1 away [beest.inv.holdings-staircase]"]),
    (changed("seats", "Dan", "sequence", to=["4 unseen"]),
     ["seats.Dan.sequence: 4 cards, but 3 when turn 14 begins; take 1 away [beest.inv.sequence-size]"]),
    ({"number": 3, "seats": {"Ada": {"sequence": ["T/TM"]}, "Bo": {"sequence": ["3 unseen"]}, "Cleo": {}, "Dan": {}}},
     ["seats.Bo.sequence: 3 cards, but 1 when turn 3 begins; take 2 away [beest.inv.draw-schedule]"]),
    (ordinary(stock=11), ["stock: 11 unknown cards, but 10 lie nowhere else; write 10, or leave it out [beest.inv.ca"]),
    (scored([5], [4], [3], [2], [2]), ["seats: points: no ending gives 5, 4, 3, 2, 2, as for expedition 1; corr"]),
    (scored([0], [0], [0], [0], [-5]), ["seats: points: no ending gives 0, 0, 0, 0, -5, as for expedition 1; correct"]),
    (scored([8], [0], [0], [0], [0]), ["seats: points: no ending gives 8, 0, 0, 0, 0, as for expedition 1; correct"]),
    (scored(*[[2, 2, 2]] * 5), ["seats: points: those of 3 expeditions, but only 3 are played; take some away ["]),
    (scored([1], [1, 2], [3], [1], [2]), [f"seats.{name}.points: 1 number, but 2 for another seat; give one for ea"
                                          for name in ("Ada", "Cleo", "Dan", SILENT)]),
    ({"seats": {"Ada": {"dna": "red"}, "Bo": {"dna": "yellow"}, "Cleo": {"dna": "green"}, "Dan": {"dna": "blue"},
                SILENT: {"dna": "red"}}},
     ["seats.The silent guy.dna: Ada has the red pile too; give another colour",
      "seats: nobody has the black pile; give it to one seat [beest.role.one-beest]"]),
    ({"turn": "Cleo", "exchanges": ["Bo meets Ada", "Bo meets Dan", "Bo meets The silent guy"],
      "seats": {"Ada": {"dna": "red"}, "Bo": {"dna": "green"}, "Cleo": {}, "Dan": {"dna": "blue"},
                SILENT: {"dna": "yellow"}}},
     ["seats: Cleo, whose DNA is not named, can't be the Beest by exchanges and quiet turn ends; correct those, or n"]),
    ({"phase": "prepare", "turn": "Bo", "number": 4, "exchanges": ["Ada meets Bo"], "stock": 27,
      "seats": {"Ada": {"dna": "red"}, "Bo": {"sequence": ["T/TM"]}, "Cleo": {}, "Dan": {}}},
     ["turn: 'Bo', but the expedition is still to be prepared; leave it out [beest.match.reset]", "number: 4, but the ",
      "exchanges: ['Ada meets Bo'], but the exp", "stock: 27,", "seats.Ada.dna: 'red',", "seats.Bo.sequence: "]),
]  # fmt: skip


@pytest.mark.parametrize(("position", "words"), SAID, ids=[words[-1][:50] for _, words in SAID])
def test_a_table_that_can_not_be_is_refused_with_the_invariant(position, words):
    assert_said(refusal(position), words)


@pytest.mark.rule("beest.setup.silent-may-be-beest", "beest.end3.wrong-infected", "beest.match.expeditions")
def test_options_change_what_may_be():
    silent = changed("seats", SILENT, "dna", to="black", exchanges=[])
    silent["seats"]["Ada"]["dna"] = "red"
    assert table_of(silent, Options(seats=4)).beest == 4
    assert_said(
        refusal(silent, silent_may_be_beest=False),
        [
            "seats.The silent guy.dna: black, but the silent guy is never the Beest in this game; give a colour"
        ],
    )
    wrong = scored([0], [-8], [0], [0], [0])
    assert len(refusal(wrong)) == 1
    assert table_of(wrong, Options(seats=4, wrong_announcement_subtracts_b=True)).points == [(0, -8, 0, 0, 0)]
    assert table_of(scored(*[[2, 2, 2]] * 5), Options(seats=4, expeditions=4)).points[2] == (2, 2, 2, 2, 2)
    six = {"seats": dict.fromkeys(("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", SILENT), {})}
    with pytest.raises(PositionError, match="seats: no key is called 'The silent guy'; the keys are Ada, Bo"):
        table_of(six, options_of(six))


@pytest.mark.rule("beest.score.row-1", "beest.score.row-2", "beest.score.row-3", "beest.score.row-false")
@pytest.mark.parametrize(
    "points", [(5, 4, 3, 2, 1), (0, 6, 2, 0, 4), (0, 5, 4, 0, 6), (0, 0, 1, 0, 6), (0, -5, 0, 0, 0)]
)
def test_points_that_some_ending_gives_may_be_told(points):
    assert table_of(scored(*([score] for score in points)), Options(seats=4)).points == [points]


def test_all_faults_are_told_at_once_and_nothing_is_laid():
    position = scored([5], [5], [5], [5], [5]) | {"numbr": 3, "stock": 4, "cleared": ["Ada", "Ada"]}
    position["seats"]["Ada"]["sequence"] = ["X/YZ", "T/MB"]
    position["seats"]["Dan"]["aside"] = ["M/TB"]
    position["seats"][SILENT]["dna"] = "mauve"
    said = refusal(position)
    places = sorted(sentence.partition(":")[0] for sentence in said)
    assert places == ["position", "seats", "seats.Ada.sequence[0]", "seats.The silent guy.dna"]
    position["seats"]["Ada"]["sequence"] = ["T/MB"]
    position["seats"][SILENT]["dna"] = "red"
    for name in position["seats"]:
        del position["seats"][name]["points"]
    places = sorted(sentence.partition(":")[0] for sentence in refusal(position))
    assert places == [
        "cleared[0]",
        "cleared[1]",
        "position",
        "seats.Ada.sequence",
        "seats.Dan.aside",
        "stock",
    ]


# --- faults of a table made in Python ------------------------------------------------------------------------


def sound():
    table = checked(lay_some(4, beest=1, exchanges="2-0, 1-2, 3-1", turn=0))
    assert faults(table) == []
    return table


def fourth(table):
    table.silent.sequence.append(table.seats[1].sequence.pop())


def foreign(table):
    table.seats[0].aside[0] = beest.illustrative().of("no_straight")[0]


DAMAGE = {
    "twice": (lambda t: t.hand.append(t.seats[0].sequence[0]), "hand[0]: T/TM lies at seats.Ada.sequence[0] too"),
    "hand": (lambda t: t.hand.append(t.seats[0].sequence.pop()), "hand: 1 card; a turn is under way, so take"),
    "lost": (lambda t: t.seats[0].sequence.pop(), "seats.Ada.sequence: 2 cards, but 3 when turn 9 begins; add 1"),
    "fourth": (fourth, "seats.The silent guy.sequence: 4 cards, but 3 when turn 9 begins; take 1 away [beest.inv.se"),
    "foreign": (foreign, "seats.Ada.aside[0]: T/MB is no card of the deck balanced; give one of its cards"),
    "pile": (lambda t: setattr(t.stock, "segments", [(3, ())]), "stock: 3 unknown cards, but 10 lie nowhere else"),
    "held": (lambda t: setattr(t.stock, "held", 2), "stock: it is a deck as one seat believes it; take"),
    "turn": (lambda t: setattr(t, "turn", 4), "turn: seat 4 has no turns; give a human, 0 to 3 [beest.inv.active"),
    "number": (lambda t: setattr(t, "number", 0), "number: 0; give a whole number of at least 1"),
    "phase": (lambda t: setattr(t, "phase", "dusk"), "phase: 'dusk'; give one of prepare, turn"),
    "met": (lambda t: setattr(t, "met", 2), "turn: a turn is under way, so take the table at match.origin"),
    "served": (lambda t: t.served.append(2), "turn: a turn is under way, so take the table at match.origin"),
    "names": (lambda t: setattr(t.seats[1], "name", "Boo"), "seats: give one seat for each of Ada, Bo, Cleo, Dan, The"),
    "silent": (lambda t: setattr(t, "silent", None), "seats: give one seat for each of Ada, Bo, Cleo, Dan, The"),
    "piles": (lambda t: t.piles.pop(), "seats: 4 piles; give one to each of 5 seats [beest.setup.pile-per-seat]"),
    "unseen": (lambda t: t.piles.__setitem__(0, beest.UNSEEN), "seats.Ada.dna: Pile(code='coloured', name='coloured')"),
    "beestless": (lambda t: t.piles.__setitem__(1, COLOURS[0]), "seats: nobody has the black pile; give it to one"),
    "memory": (lambda t: t.memory.__setitem__(0, t.memory[1]), "seats: the memories are not those of these piles"),
    "nobody": (lambda t: t.exchanges.append(Exchange(1, 7)), "exchanges[3]: seats 1 and 7 are not both there; the"),
    "clear": (lambda t: t.cleared.append(9), "cleared[0]: seat 9 is not there; the last is 4 [beest.setup.seat-total]"),
    "points": (lambda t: t.points.append((1, 2, 3)), "seats: points: no ending gives 1, 2, 3, as for expedition 1"),
    "result": (lambda t: setattr(t, "result", Result((), (), "beest.match.sum", "")), "phase: the match is over; take"),
}  # fmt: skip


def spoil(*whats):
    table = sound()
    for what in whats:
        DAMAGE[what][0](table)
    return table


@pytest.mark.parametrize("what", DAMAGE)
def test_each_kind_of_damage_to_a_table_is_named(what):
    said = told(faults(spoil(what)))
    assert any(sentence.startswith(DAMAGE[what][1]) for sentence in said), said
    with pytest.raises(PositionError):
        position_of(spoil(what))


@pytest.mark.parametrize("seed", range(10))
def test_several_kinds_of_damage_are_named_together(seed):
    some = Random(seed).sample(["lost", "foreign", "pile", "met", "unseen", "memory", "clear"], 4)
    said = told(faults(spoil(*some)))
    for what in some:
        assert any(sentence.startswith(DAMAGE[what][1][:20]) for sentence in said), (what, said)


# --- whatever is typed ------------------------------------------------------------------------------------------

WORDS = [
    "T/MB",
    "b-tm-2",
    "2 unseen",
    "Ada",
    "Bo",
    SILENT,
    "seat 3",
    "black",
    "red",
    "Ada meets Dan",
    "Dan meets Bo",
]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from([*WORDS, " meets ", "9 unseen", "(", "", "prepare", "turn"]),
    st.lists(st.one_of(st.sampled_from(WORDS), st.integers(-6, 9)), max_size=4),
    st.dictionaries(st.sampled_from(["Ada", "dna", "cards", "piles"]), st.integers(0, 3), max_size=2),
)
KEYS = ["turn", "number", "phase", "cleared", "exchanges", "stock", "dna", "sequence", "aside", "points"]


@st.composite
def damaged(draw):
    """A position with one to four changes anywhere in it."""
    position = ordinary()
    return spoilt(draw, position, JUNK, KEYS)


@hypothesis_settings(max_examples=200, deadline=None)
@given(damaged())
def test_whatever_is_written_is_refused_in_sentences_or_laid_as_a_sound_table(position):
    try:
        table = table_of(position, Options(seats=4))
    except PositionError as error:
        told(error.faults)
        assert error.faults
    else:
        if table.phase == "turn":
            check(table)
        assert faults(table) == [] and everything(again(table)) == everything(table)
