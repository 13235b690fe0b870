"""Game material: cave cards, DNA markers, the box; files with cards of one's own."""

from collections import Counter
from itertools import product

import pytest
from games.beest.laying import lay, new, scores, take

from beastlab.games import beest
from beastlab.games.beest import Card, CardSet, illustrative
from beastlab.games.beest.cards import DECK_SIZE, check_cards
from beastlab.games.beest.table import BLACK, COLOURS, SEQUENCE


def faces(deck):
    return Counter(card.name for card in illustrative().of(deck))


@pytest.mark.rule("beest.comp.card-count", "beest.comp.card-composition", "beest.comp.card-heights")
def test_the_balanced_deck_has_every_face_three_times():
    assert faces("balanced") == {f"{entry}/{exits}": 3 for entry in "TMB" for exits in ("TM", "TB", "MB")}


@pytest.mark.rule("beest.comp.card-composition")
def test_the_other_decks_follow_their_recipes():
    assert faces("no_straight") == {"T/MB": 9, "M/TB": 9, "B/TM": 9}
    four = Counter(f"{entry}/{a}{b}" for entry in range(4) for a in range(4) for b in range(a + 1, 4))
    assert faces("four_heights") == four + Counter(["0/12", "1/12", "2/12"])


@pytest.mark.rule("beest.comp.card-faces", "beest.comp.card-heights", "beest.comp.card-count")
@pytest.mark.parametrize(("deck", "heights"), [("balanced", 3), ("no_straight", 3), ("four_heights", 4)])
def test_each_card_has_an_entry_and_two_different_exits(deck, heights):
    cards = illustrative().of(deck)
    assert len(cards) == len(set(cards)) == DECK_SIZE == 27
    for card in cards:
        low, high = card.exits
        assert 0 <= card.entry < heights and 0 <= low < high < heights
        signs = "TMB" if heights == 3 else "0123"
        assert card.name == f"{signs[card.entry]}/{signs[low]}{signs[high]}"


@pytest.mark.rule("beest.comp.card-composition")
@pytest.mark.parametrize("deck", ["balanced", "no_straight", "four_heights"])
def test_a_match_is_played_with_the_deck_that_its_option_names(deck):
    match = new(4, cave_deck=deck)
    table = match.table
    assert set(table.stock.pool) == set(illustrative().of(deck))


def test_the_deck_is_the_balanced_one_unless_another_is_named():
    assert new(4).options.cave_deck == "balanced"
    with pytest.raises(ValueError, match="cave_deck: 'own'; its readings are balanced, no_straight, four"):
        new(4, cave_deck="own")


@pytest.mark.rule("beest.seq.fit", "beest.seq.left-right", "beest.comp.tunnels")
def test_two_cards_fit_where_an_exit_of_the_left_is_at_the_entry_of_the_right():
    cards = [Card(f"{e}{a}{b}", "", "own", e, (a, b)) for e in range(3) for a, b in ((0, 1), (0, 2), (1, 2))]
    for left, right in product(cards, cards):
        assert left.fits(right) == any(height == right.entry for height in left.exits)
    fits = sum(left.fits(right) for left, right in product(cards, cards))
    assert fits * 3 == 2 * len(cards) ** 2, "whichever way one goes in, two of three entries can be reached"


def test_the_words_of_a_card():
    """Only where there are three heights for certain is the third one the bottom."""
    first = {deck: illustrative().of(deck)[0].words() for deck in ("balanced", "four_heights")}
    assert first["balanced"] == "Entry top, exits top and middle."
    assert first["four_heights"] == "Entry 0, exits 0 and 1, counted from 0 at the top."


@pytest.mark.rule("beest.comp.colour-names", "beest.comp.marker-split", "beest.comp.colour-identical")
def test_there_are_six_sets_of_five_markers_one_of_them_black():
    assert [pile.name for pile in COLOURS] == ["red", "yellow", "green", "blue", "white"]
    assert BLACK not in COLOURS and len({*COLOURS, BLACK}) == 6
    table = lay(6, beest=0, exchanges="1-2, 1-3, 1-4, 1-5, 0-1")
    assert {table.marker(1, taker) for taker in (0, 2, 3, 4, 5)} == {(table.piles[1], 0)}


@pytest.mark.rule("beest.comp.marker-count", "beest.setup.excess-aside")
@pytest.mark.parametrize(("humans", "left"), [(3, 18), (4, 10), (5, 0), (6, 0)])
def test_markers_not_needed_are_set_aside(humans, left):
    table = new(humans).table
    assert 30 - len(table.piles) * (table.options.places - 1) == left
    assert 5 * len({BLACK, *COLOURS}) == 30


@pytest.mark.rule("beest.comp.black-values", "beest.score.b")
@pytest.mark.parametrize("humans", [3, 4, 5, 6])
def test_black_markers_have_the_values_from_one_up_each_once(humans):
    places = 6 if humans == 6 else humans + 1
    table = lay(humans, beest=0, exchanges=", ".join(f"0-{other}" for other in range(1, places)))
    assert sorted(table.black(other) for other in range(1, places)) == list(range(1, places))


@pytest.mark.rule("beest.comp.box", "beest.silent.sequence", "beest.seq.per-seat")
def test_the_box_is_a_seat_with_a_sequence_of_its_own():
    table = lay(3, caves={3: "T/TM M/TB"})
    assert table.silent is table.at(3) and table.silent.name == "The silent guy"
    assert [card.name for card in table.silent.sequence] == ["T/TM", "M/TB"]
    assert len({id(table.at(seat).sequence) for seat in table.everyone}) == 4


@pytest.mark.rule("beest.comp.south-pole-sections", "beest.setup.south-pole-each")
def test_each_seat_has_dna_of_its_own_and_apart_from_it_what_it_received():
    table = lay(3, beest=1, exchanges="0-1, 0-silent, 2-silent")
    view = beest.view(table, 0)
    assert view["piles"][0] == table.piles[0].code
    assert view["markers"] == [
        {"from": 1, "pile": "black", "value": 3},
        {"from": 3, "pile": "green", "value": 0},
    ]
    assert len(view["piles"]) == 4
    assert [table.coloured(seat) for seat in table.everyone] == [1, 1, 1, 2]


# --- cards of one's own ---------------------------------------------------------------------------------


def own(tmp_path, *rows, head="code,name,entry,exits,count"):
    path = tmp_path / "caves.csv"
    path.write_text("\n".join([head, *rows]) + "\n")
    return path


def test_cards_of_ones_own_are_played(tmp_path):
    cards = beest.load_cards(own(tmp_path, "a,A,T,M B,9", 'b,B,1,"0,2",9', "c,C,b,tm,9"))
    assert cards.decks == ("own",) and not cards.illustrative
    match = new(3, cards=cards, expeditions=1)
    assert match.options.cave_deck == "own"
    assert {(card.entry, card.exits) for card in match.table.stock.pool} == {
        (0, (1, 2)),
        (1, (0, 2)),
        (2, (0, 1)),
    }
    with pytest.raises(ValueError, match="its readings are own"):
        new(3, cards=cards, cave_deck="balanced")


@pytest.mark.rule("beest.comp.card-count", "beest.comp.card-heights")
@pytest.mark.parametrize(
    ("rows", "word"),
    [
        (["a,A,T,MB,26"], "27 cards in all; this deck has 26"),
        (["a,A,T,TM,27"], "three heights or more in a deck, or any two cards fit"),
        (["a,A,T,MM,27"], "two different heights"),
        (["a,A,T,TMB,27"], "two different heights"),
        (["a,A,X,MB,27"], "one height: T, M or B"),
        (["a,A,TM,MB,27"], "one height: T, M or B"),
        (["a,A,T,M;B,27"], "two different heights"),
    ],
)
def test_faults_of_a_card_file_are_named(tmp_path, rows, word):
    path = own(tmp_path, *rows)
    with pytest.raises(ValueError, match="caves.csv") as raised:
        beest.load_cards(path)
    assert word in str(raised.value)


def test_notes_name_heights_that_lead_nowhere(tmp_path):
    path = own(tmp_path, "a,A,T,TM,13", "b,B,B,TM,14")
    assert check_cards(path) == (27, ())
    assert beest.load_cards(path).notes() == (
        "In own no exit leads to height 2.",
        "In own no entry is at height 1.",
    )
    assert illustrative().notes() == ()


def test_a_row_of_a_file_and_its_card_are_the_same():
    for card in illustrative().cards:
        assert card.cells["name"] == card.name
    again = CardSet.from_json(illustrative().to_json())
    assert again.fingerprint == illustrative().fingerprint


def test_a_table_laid_by_hand_takes_its_cards_from_the_stock():
    table = lay(3, caves={1: "T/TM T/TM T/TM"}, turn=2)
    with pytest.raises(AssertionError, match="no T/TM is left"):
        take(table, "T/TM")
    with pytest.raises(AssertionError, match="no expedition has ended"):
        scores(beest.match_at(table))
    assert SEQUENCE == 3
