"""Preparing an expedition: who plays, the piles and how they are dealt, what lies where at the start."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import factorial

import pytest
from games.beest.laying import keys, lay, new, told

from beastlab.core.chance import ByHand, Scripted
from beastlab.core.explore import explore
from beastlab.core.requests import Choose, Event
from beastlab.games import beest
from beastlab.games.beest import Options, Table
from beastlab.games.beest.rules import prepare
from beastlab.games.beest.table import BLACK, COLOURS

HUMANS = (3, 4, 5, 6)


@pytest.mark.rule("beest.setup.player-count")
@pytest.mark.parametrize("humans", [2, 7, 0, -3, "4", 4.0, True, None])
def test_beest_is_for_three_to_six(humans):
    words = "Beest is for 3 to 6 players" if type(humans) is int else "give a whole number from 3 to 6"
    with pytest.raises(ValueError, match=rf"{words} \[beest.setup.player-count\]"):
        new(humans)


@pytest.mark.rule("beest.setup.box-joins", "beest.setup.box-stays-out", "beest.setup.seat-total")
@pytest.mark.rule("beest.setup.silent-place", "beest.silent.extra-player", "beest.setup.silent-must-play")
@pytest.mark.parametrize(("humans", "places"), [(3, 4), (4, 5), (5, 6), (6, 6)])
def test_the_silent_guy_is_one_more_seat_the_last_but_for_six(humans, places):
    table = new(humans).table
    assert len(table.seats) == humans and table.options.places == places
    assert list(table.everyone) == list(range(places))
    assert (table.silent is None) == (humans == 6)
    if humans < 6:
        assert table.name(humans) == "The silent guy"
        assert all(table.others(seat)[-1] == humans for seat in range(humans))
    with pytest.raises(ValueError, match="no option is called 'silent'"):
        new(humans, silent=False)


@pytest.mark.rule("beest.setup.silent-may-be-beest")
def test_six_people_have_no_silent_guy_to_keep_the_black_pile_from():
    with pytest.raises(ValueError, match=r"six people .* \[beest.setup.silent-may-be-beest\]"):
        new(6, silent_may_be_beest=False)


@pytest.mark.parametrize(
    ("option", "value", "word"),
    [
        ("expeditions", 0, "beest.match.expeditions"),
        ("expeditions", True, "beest.match.expeditions"),
        ("expeditions", 2.0, "beest.match.expeditions"),
        ("evaluate_lines", "later", "after_all, as_placed"),
        ("winner_partners", "all", "all_but_original, clean_only"),
        ("announce_window", "always", "start_and_end, start_only, end_only, any_step"),
        ("self_win", "never", "automatic, declared"),
        ("silent_may_be_beest", 1, "beest.setup.silent-may-be-beest"),
        ("winner_must_be_clean", "no", "beest.end3.claim-clean"),
        ("wrong_announcement_subtracts_b", None, "beest.end3.wrong-infected"),
        ("names", ("A", "B", "C", "The silent guy"), "the box"),
        ("names", ("A", "B", "C"), "4 different names"),
        ("cards", "caves.csv", "load_cards"),
    ],
)
def test_options_that_can_not_be_are_refused_with_what_can(option, value, word):
    with pytest.raises(ValueError, match=option) as raised:
        new(4, **{option: value})
    assert word in str(raised.value)


# --- piles ------------------------------------------------------------------------------------------------


@pytest.mark.rule("beest.setup.black-pile", "beest.setup.black-pile-six", "beest.setup.black-size")
@pytest.mark.rule("beest.setup.black-order", "beest.setup.pile-order-fixed", "beest.setup.piles-mixed")
@pytest.mark.parametrize("humans", HUMANS)
def test_the_black_pile_goes_from_its_highest_value_down_to_one(humans):
    table = lay(humans, beest=1)
    others = [other for other in table.everyone if other != 1]
    table.exchanges = [beest.Exchange(1, other) for other in others]
    values = [table.marker(1, other)[1] for other in others]
    assert values == list(range(table.options.places - 1, 0, -1))
    assert max(values) == (humans if humans < 6 else 5)


@pytest.mark.rule("beest.setup.colour-piles", "beest.setup.colour-piles-six", "beest.setup.pile-per-seat")
@pytest.mark.rule("beest.setup.colour-choice", "beest.role.one-beest", "beest.info.spare-colours")
@pytest.mark.parametrize("humans", HUMANS)
def test_each_seat_has_a_pile_one_of_them_black_the_others_of_the_first_colours(humans):
    for seed in range(10):
        table = new(humans, seed).table
        assert len(table.piles) == table.options.places
        assert table.piles.count(BLACK) == 1
        assert {*table.piles} == {BLACK, *COLOURS[: table.options.places - 1]}


@pytest.mark.rule("beest.setup.incoming-empty", "beest.setup.no-cards", "beest.setup.cards-facedown")
@pytest.mark.parametrize("humans", HUMANS)
def test_all_starts_empty_but_for_the_stock(humans):
    for table in (new(humans).table, beest.lay(Options(seats=humans))):
        assert table.exchanges == [] and all(not table.partners(seat) for seat in table.everyone)
        assert all(not table.at(seat).sequence and not table.at(seat).aside for seat in table.everyone)
        assert len(table.stock) == 27 and table.hand == []


@pytest.mark.rule("beest.setup.start-player")
@pytest.mark.parametrize("humans", HUMANS)
def test_the_first_seat_starts(humans):
    match = new(humans)
    assert (match.table.turn, match.table.number, match.request.seat) == (0, 1, 0)


def deals(options: Options) -> dict[tuple[str, ...], Fraction]:
    """The exact law of a deal."""

    def rule():
        table = beest.lay(options)
        yield from prepare(table)
        return tuple(pile.code for pile in table.piles)

    return explore(rule, limit=5_000)


@pytest.mark.rule("beest.setup.uniform", "beest.setup.choice-order", "beest.setup.others-choose")
@pytest.mark.rule("beest.setup.silent-may-be-beest", "beest.setup.silent-pile")
@pytest.mark.parametrize("humans", [3, 4, 5, 6])
def test_all_deals_of_the_piles_are_equally_likely(humans):
    options = Options(seats=humans)
    n = options.places
    piles = [BLACK.code, *(colour.code for colour in COLOURS[: n - 1])]
    assert deals(options) == dict.fromkeys(permutations(piles), Fraction(1, factorial(n)))


@pytest.mark.rule("beest.setup.silent-may-be-beest")
@pytest.mark.parametrize("humans", [3, 4, 5])
def test_the_black_pile_can_be_kept_from_the_silent_guy(humans):
    law = deals(Options(seats=humans, silent_may_be_beest=False))
    assert len(law) == humans * factorial(humans)
    assert set(law.values()) == {Fraction(1, humans * factorial(humans))}
    assert all(deal[-1] != "black" for deal in law)


def test_seeds_deal_every_seat_the_black_pile():
    found = Counter(new(4, seed).table.beest for seed in range(200))
    assert set(found) == set(range(5)) and max(found.values()) < 80


# --- who looks at what --------------------------------------------------------------------------------------


@pytest.mark.rule("beest.setup.look-own", "beest.setup.silent-pile", "beest.setup.outgoing-place")
@pytest.mark.parametrize("humans", HUMANS)
def test_each_human_is_told_of_the_own_pile_alone_and_nobody_of_the_silent_guys(humans):
    match = new(humans, seed=5)
    looks = [event for event in match.events() if event.rule == "beest.setup.look-own"]
    assert [event.seen_by for event in looks] == [frozenset({seat}) for seat in range(humans)]
    for seat, event in enumerate(looks):
        black = match.table.piles[seat] == BLACK
        assert ("is the original Beest" in event.text) == black
        assert black or match.table.piles[seat].name in event.text
    assert told(match).count("beest.setup.outgoing-place") == humans


@pytest.mark.rule("beest.setup.starter-knowledge")
@pytest.mark.parametrize("humans", HUMANS)
def test_the_starting_player_knows_no_more_than_others(humans):
    table = lay(humans, beest=1)
    places = table.options.places
    for seat in [seat for seat in range(humans) if seat != 1]:
        assert table.suspects(seat) == [other for other in range(places) if other != seat]
    assert table.suspects(1) == [1] and table.suspects(None) == list(range(places))


@pytest.mark.rule("beest.setup.cards-mixed")
def test_the_stock_is_in_any_order_and_the_dna_does_not_matter():
    match = new(4)
    draw = match.table.stock.next_card()
    assert draw.outcomes() == dict.fromkeys(match.options.cards.of("balanced"), 1)


def test_people_who_deal_real_piles_see_none_of_them_half_dealt():
    match = new(3, chance=ByHand())
    assert not isinstance(match.request, Choose)
    for pile in ("green", "black", "red"):
        match.play({"draw": pile})
        assert match.table.piles == [] and match.view(0)["piles"] == [] == match.view(0)["markers"]
    match.play({"draw": "yellow"})
    assert [pile.code for pile in match.table.piles] == ["yellow", "red", "black", "green"]
    assert keys(match)[0] == "pass"


def test_the_deal_can_be_given():
    match = new(3, chance=Scripted(["black", "red", "yellow", "green"]))
    assert match.table.beest == 3 and [p.code for p in match.table.piles[:3]] == ["green", "yellow", "red"]


@pytest.mark.rule("beest.setup.look-own-when", "beest.info.reinspect")
def test_the_own_pile_and_received_markers_can_be_seen_at_any_time():
    match = beest.match_at(lay(4, beest=1, exchanges="0-1, 2-0", turn=3))
    view = match.view(0)
    assert view["piles"] == ["red", "black", "yellow", None, None]
    assert [marker["value"] for marker in view["markers"]] == [4, 0]


def test_a_table_copies_all_that_it_holds():
    table = lay(4, beest=1, exchanges="0-1, 2-0", cleared=[3], caves={2: "T/TM | M/TB M/MB B/TM"})
    twin = table.copy()
    for name in Table.__slots__:
        if name != "stock":
            assert getattr(twin, name) == getattr(table, name)
    twin.piles.clear(), twin.exchanges.clear(), twin.cleared.clear(), twin.memory.clear()
    (
        twin.at(2).sequence.clear(),
        twin.at(4).sequence.clear(),
        twin.stock.pool.clear(),
        twin.points.append((1,)),
    )
    assert table.piles and table.exchanges and table.cleared and table.memory and not table.points
    assert table.at(2).sequence and table.at(4).sequence and table.stock.pool


def test_events_of_the_setup_name_no_pile_to_everybody():
    for event in new(5, seed=3).events():
        assert isinstance(event, Event)
        if event.seen_by is None:
            assert not any(pile.name in event.text.split() for pile in (BLACK, *COLOURS))
