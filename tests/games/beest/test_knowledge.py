"""Who may know what: views, suspects, memories."""

import pytest
from games.beest.laying import begin, full_turn, lay, lay_all, new, play

from beastlab.games import beest
from beastlab.games.beest.table import BLACK


@pytest.mark.rule("beest.info.cards-open", "beest.info.history-public", "beest.info.stock-hidden")
def test_every_seat_sees_all_caves_and_all_exchanges_but_of_the_stock_only_how_many():
    match = begin(humans=4, beest=1, exchanges="0-2, 3-silent", caves={1: "T/TM | M/TB M/MB B/TM"})
    play(match, "pass")
    for seat in range(4):
        view = match.view(seat)
        assert view["seats"][1] == {
            "name": "Bo",
            "sequence": [card.code for card in match.table.at(1).sequence],
            "aside": [card.code for card in match.table.at(1).aside],
        }
        assert view["hand"] == [card.code for card in match.table.hand] and len(view["hand"]) == 4
        assert view["exchanges"] == [[0, 2], [3, 4]]
        assert view["stock"] == len(match.table.stock)
        hidden = {card.code for card in match.table.stock.pool}
        assert not any(code in str(view) for code in hidden)


@pytest.mark.rule("beest.info.outgoing-hidden", "beest.info.incoming-hidden", "beest.info.silent-hidden")
@pytest.mark.rule("beest.info.reinspect", "beest.comp.marker-backs", "beest.setup.look-own-when")
def test_a_seat_sees_the_own_pile_and_those_of_which_it_has_a_marker():
    table = lay(4, beest=1, exchanges="0-2, 3-silent, 1-3")
    assert [beest.view(table, seat)["piles"] for seat in range(4)] == [
        ["red", None, "yellow", None, None],
        [None, "black", None, "green", None],
        ["red", None, "yellow", None, None],
        [None, "black", None, "green", "blue"],
    ]
    assert beest.view(table, 3)["markers"] == [
        {"from": 1, "pile": "black", "value": 4},
        {"from": 4, "pile": "blue", "value": 0},
    ]


@pytest.mark.rule("beest.infect.secret")
def test_two_seats_that_swapped_apart_look_the_same_to_others_whoever_is_the_beest():
    tables = [lay(4, beest=black, exchanges="1-2, 3-silent") for black in (1, 2, 3, 4)]
    for table in tables:
        table.piles[0] = beest.Pile("red", "red")
        rest = iter(["yellow", "green", "blue"])
        table.piles[1:] = [
            pile if pile == BLACK else beest.Pile(c := next(rest), c) for pile in table.piles[1:]
        ]
    views = [beest.view(table, 0) for table in tables]
    assert views[0] == views[1] == views[2] == views[3]


@pytest.mark.rule("beest.info.no-showing", "beest.info.history-public")
def test_what_is_public_of_an_exchange_is_that_it_took_place():
    match = lay_all(begin(humans=4, beest=1, meets=1))
    for seat in (2, 3):
        (event,) = [
            event for event in match.events(seat) if event.rule.startswith(("beest.meet", "beest.infect"))
        ]
        assert event.text == "Ada meets Bo: they exchange DNA samples." and event.data == {"lines": (1,)}


@pytest.mark.rule("beest.end2.automatic", "beest.infect.receiver-knows")
def test_suspects_shrink_with_colours_quiet_ends_and_full_sets():
    match = full_turn(begin(humans=4, beest=3, exchanges="0-1, 2-silent, 3-1, 0-silent, 1-silent", turn=1))
    table = match.table
    assert table.cleared == [2] and table.suspects(0) == [3] and table.suspects(1) == [3]
    assert table.suspects(3) == [3] and table.suspects(2) == [0, 1, 3]
    assert table.memory[0].certain() == {BLACK: 3} and len(table.memory[2].worlds) == 3
    full = lay(4, beest=3, exchanges="1-0, 1-2, 1-3, 1-silent")
    assert full.suspects(None) == [0, 2, 3, 4], "who has met all would have ended it as the Beest"


@pytest.mark.rule("beest.setup.silent-may-be-beest")
def test_the_silent_guy_is_no_suspect_where_the_black_pile_is_kept_from_him():
    table = lay(3, beest=1, silent_may_be_beest=False)
    assert table.suspects(0) == [1, 2] and table.suspects(None) == [0, 1, 2]


def test_nothing_is_known_before_the_deal_and_nothing_hidden_after_the_end():
    table = beest.lay(beest.Options(seats=3))
    assert table.suspects(0) == [] and table.hidden_from(0) == []
    match = play(begin(humans=3, beest=1, expeditions=1), "announce:2")
    assert match.table.hidden_from(0) == []
    assert all(memory.certain() == {} for memory in match.table.memory)


def test_a_view_is_plain_data_of_the_seat_alone():
    match = new(4, seed=3)
    view = match.view(2)
    view["seats"][0]["sequence"].append("x"), view["exchanges"].append(1), view["piles"].clear()
    assert match.view(2) != view and not match.table.at(0).sequence and not match.table.exchanges
