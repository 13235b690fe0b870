"""Hiding sequences: fitting cards, lines of entry, what is pushed aside."""

from itertools import product

import pytest
from games.beest.laying import (
    assert_refused,
    begin,
    distribute,
    faces,
    keys,
    lay,
    lay_all,
    pass_on,
    sequence,
    ways,
)

from beastlab.games.beest import Card, Seat
from beastlab.games.beest.rules import lines

FACES = [(entry, exits) for entry in range(3) for exits in ((0, 1), (0, 2), (1, 2))]


def seat(*cards: tuple[int, tuple[int, int]]) -> Seat:
    return Seat("", [Card(str(n), "", "own", *card) for n, card in enumerate(cards)])


@pytest.mark.rule("beest.seq.line", "beest.seq.line-free-ends", "beest.seq.fit")
def test_three_cards_are_a_line_where_both_inner_joints_fit():
    found = 0
    for one, two, three in product(FACES, repeat=3):
        line = two[0] in one[1] and three[0] in two[1]
        assert seat(one, two, three).line == line
        found += line
    assert found == 9 * 9 * 9 * 4 // 9, "4 of 9 triples, whatever the first entry and the last exits are"


@pytest.mark.rule("beest.seq.line-needs-three")
def test_fewer_cards_are_never_a_line():
    for one, two in product(FACES, repeat=2):
        assert not seat(one, two).line and not seat(one).line
    assert not seat().line


@pytest.mark.rule("beest.seq.line-newest")
def test_what_lies_aside_is_ignored():
    table = lay(4, caves={1: "T/MB M/TB B/TM", 2: "T/MB | M/TB B/TM B/MB", 3: "T/MB M/TM | M/TM T/TB T/TM"})
    assert [table.at(seat).line for seat in (1, 2, 3)] == [True, False, True]


@pytest.mark.rule("beest.seq.local")
def test_the_new_card_decides_and_only_where_the_last_two_fit():
    for one, two in product(FACES, repeat=2):
        working = [three for three in FACES if seat(one, two, three).line]
        assert working == ([three for three in FACES if three[0] in two[1]] if two[0] in one[1] else [])


@pytest.mark.rule("beest.seq.reachable", "beest.turn.established", "beest.turn.own-line-ignored")
def test_what_a_line_means_hangs_on_whose_turn_it_is():
    caves = {0: "T/MB M/TB B/TM", 1: "T/MB M/TB B/TB"}
    found = []
    for turn in range(3):
        table = lay(3, caves=caves, turn=turn)
        found.append(lines(table))
    assert found == [[1], [0], [0, 1]]


# --- laying cards --------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "beest.seq.add-right", "beest.seq.max-three", "beest.seq.trim-aside", "beest.seq.remove-left"
)
@pytest.mark.rule("beest.seq.aside-owner")
def test_a_fourth_card_pushes_the_oldest_aside_where_it_stays_until_the_owners_turn():
    match = begin("T/TM T/TM M/TM", humans=3, caves={1: "B/TM B/TB B/MB", 2: "B/TM"}, turn=0)
    lay_all(match, "M/TM", "T/TM")
    assert sequence(match, 1) == "B/TM | B/TB B/MB M/TM"
    assert sequence(match, 2) == "B/TM T/TM"
    pass_on(match)
    assert match.table.turn == 1
    match.play("pass")
    assert faces(match.table.hand)[:2] == ["B/TM", "B/TB"]
    assert sequence(match, 1) == "B/MB M/TM"


@pytest.mark.rule("beest.seq.aside-order", "beest.turn.take-own")
def test_the_order_of_what_lies_aside_does_not_matter():
    hands = []
    for aside in ("T/TM M/TB", "M/TB T/TM"):
        match = begin(humans=4, caves={0: f"{aside} | M/MB B/TM B/TB"})
        match.play("pass")
        hands.append(sorted(faces(match.table.hand[:3])))
        assert sequence(match, 0) == "B/TM B/TB"
    assert hands[0] == hands[1] == ["M/MB", "M/TB", "T/TM"]


@pytest.mark.rule("beest.seq.others-add", "beest.turn.distribute-one-each")
def test_nobody_lays_a_card_at_the_own_sequence():
    match = begin(humans=4)
    match.play("pass")
    card = match.table.hand[0].code
    assert_refused(match, f"lay:{card}:0", "beest.seq.others-add")


@pytest.mark.rule("beest.seq.no-rotation", "beest.seq.dot-up", "beest.seq.add-right")
def test_a_card_that_is_laid_elsewhere_keeps_its_face_and_no_move_turns_it():
    match = begin("T/MB M/TB B/TB", humans=3, caves={0: "T/TM | T/TM M/TM B/TM"})
    match.play("pass")
    before = {card: (card.entry, card.exits) for card in match.table.hand}
    assert keys(match) == [f"lay:{card.code}:1" for card in match.table.hand]
    distribute(match, ways(match)[-1])
    assert [(card.entry, card.exits) for card in before] == list(before.values())
    assert {match.table.at(seat).sequence[-1] for seat in (1, 2, 3)} == set(before)


@pytest.mark.rule("beest.seq.silent-never-four", "beest.turn.take-silent")
def test_the_silent_guy_is_cut_to_two_before_a_card_is_laid():
    match = begin(humans=3, caves={3: "T/TM M/TB B/TB"})
    match.play("pass")
    assert sequence(match, 3) == "M/TB B/TB" and "T/TM" in faces(match.table.hand)
    lay_all(match)
    assert len(match.table.at(3).sequence) == 3 and match.table.at(3).aside == []
