"""A turn: taking, drawing, laying, in this order and without a way round it."""

from itertools import permutations, product

import pytest
from games.beest.laying import (
    assert_refused,
    begin,
    distribute,
    faces,
    full_turn,
    held,
    keys,
    lay_all,
    new,
    pass_on,
    play,
    refused,
    sequence,
    told,
    ways,
)

from beastlab.core.requests import IllegalMove
from beastlab.games import beest

SCHEDULE = {
    3: [3, 3, 3, 2, 1, 0],
    4: [4, 4, 4, 2, 2, 1, 0, 0],
    5: [5, 5, 5, 3, 2, 2, 1, 0, 0, 0],
    6: [5, 5, 5, 4, 3, 2, 2, 1, 0, 0, 0, 0],
}


def turns(match, count):
    """Play so many turns, if the expedition lasts: how many cards were drawn in each."""
    drawn = []
    for _ in range(count):
        before = len(match.table.stock)
        expedition = len(match.table.points)
        full_turn(match)
        if len(match.table.points) > expedition or match.over:
            pytest.fail("the expedition ended; take another seed")
        drawn.append(before - len(match.table.stock))
    return drawn


def lasting(humans, count):
    """The start of the first expedition that is not over after so many turns, and what is drawn in it."""
    for seed in range(50):
        match = new(humans, seed, self_win="declared")
        try:
            return new(humans, seed, self_win="declared"), turns(match, count)
        except pytest.fail.Exception:
            continue
    raise AssertionError("every expedition is short")


@pytest.mark.rule("beest.turn.draw-shortfall", "beest.turn.draw-window", "beest.turn.draw-may")
@pytest.mark.rule("beest.turn.exactly-enough", "beest.turn.stock-rest", "beest.turn.draw-after-taking")
@pytest.mark.parametrize(("humans", "left"), [(3, 15), (4, 10), (5, 4), (6, 0)])
def test_cards_are_drawn_in_each_humans_first_two_turns_as_far_as_they_are_lacking(humans, left):
    match, drawn = lasting(humans, 3 * humans)
    assert drawn == SCHEDULE[humans] + [0] * humans
    turns(match, 2 * humans)
    assert len(match.table.stock) == left


@pytest.mark.rule("beest.turn.clockwise", "beest.silent.no-cards")
@pytest.mark.parametrize("humans", [3, 4, 5, 6])
def test_the_humans_take_turns_clockwise_and_the_silent_guy_has_none(humans):
    match, _ = lasting(humans, 2 * humans)
    seats = []
    for _ in range(2 * humans):
        assert match.request.seat == match.table.turn
        seats.append(match.table.turn)
        full_turn(match)
    assert seats == [*range(humans)] * 2
    asked = {place.request.seat for place in match.place.path() if hasattr(place.request, "seat")}
    assert asked == set(range(humans))


@pytest.mark.rule(
    "beest.turn.order-in-turn", "beest.turn.draw-after-taking", "beest.turn.draw-before-placing"
)
def test_a_turn_goes_from_a_window_to_taking_drawing_laying_meeting_and_a_window():
    caves = {0: "T/TM | B/TM B/TB B/MB", 3: "T/TM T/TM B/TB"}
    match = begin(humans=3, beest=1, caves=caves, meets=1)
    assert keys(match) == ["pass", "announce:1", "announce:2", "announce:3"]
    play(match, "pass")
    assert len(match.table.hand) == 3, "all of it is in hand before the first card is laid"
    lay_all(match)
    assert keys(match)[0] == "pass" and match.table.turn == 0
    match.play("pass")
    assert match.table.turn == 1
    assert told(match)[:-1] == [
        "beest.turn.clockwise",
        "beest.turn.take-own",
        "beest.turn.take-silent",
        "beest.seq.add-right",
        "beest.seq.add-right",
        "beest.seq.add-right",
        "beest.meet.exactly-one",
        "beest.infect.turns",
        "beest.exch.look",
    ]


# --- step 1 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("beest.turn.take-own", "beest.turn.take-not-optional")
def test_all_in_excess_of_two_is_taken_the_oldest_first_and_nobody_is_asked():
    match = begin(humans=4, caves={0: "T/TM M/TM | M/TB B/TM B/TB"})
    play(match, "pass")
    assert faces(match.table.hand)[:3] == ["T/TM", "M/TM", "M/TB"]
    assert sequence(match, 0) == "B/TM B/TB"
    assert all(key.startswith("lay:") for key in keys(match))
    assert "take" not in {key.partition(":")[0] for key in refused(match)}


@pytest.mark.rule("beest.turn.take-silent", "beest.turn.take-not-optional")
def test_the_excess_of_the_silent_guy_is_taken_too():
    match = begin(humans=4, caves={0: "B/TM", 4: "T/TM M/TM B/TB"})
    play(match, "pass")
    assert faces(match.table.hand)[0] == "T/TM" and len(match.table.hand) == 4
    assert sequence(match, 4) == "M/TM B/TB" and sequence(match, 0) == "B/TM"


@pytest.mark.rule("beest.turn.take-silent-six")
def test_six_people_take_of_their_own_alone():
    match = begin(humans=6, caves={0: "T/TM | B/TM B/TB B/MB", 5: "T/TM T/TM M/TB"})
    play(match, "pass")
    assert faces(match.table.hand)[:2] == ["T/TM", "B/TM"] and sequence(match, 5) == "T/TM T/TM M/TB"
    assert "beest.turn.take-silent" not in told(match)


@pytest.mark.rule("beest.turn.take-none")
@pytest.mark.parametrize("own", ["", "T/TM", "T/TM M/TB"])
def test_two_cards_or_fewer_give_nothing(own):
    match = begin(humans=3, caves={0: own, 3: own})
    play(match, "pass")
    assert sequence(match, 0) == sequence(match, 3) == own
    assert {"beest.turn.take-own", "beest.turn.take-silent"}.isdisjoint(told(match))
    assert len(match.table.hand) == 3


# --- step 2 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("beest.turn.draw-blind")
def test_each_card_of_the_stock_may_come_next():
    match = begin(humans=3)
    stock = set(match.table.stock.pool)
    drawn = set()
    for seed in range(120):
        other = begin(humans=3, seed=seed)
        play(other, "pass")
        drawn.add(other.table.hand[0].code)
    assert drawn == {card.code for card in stock}


@pytest.mark.rule("beest.turn.draw-open", "beest.info.cards-open")
def test_everybody_sees_the_cards_that_are_drawn():
    match = begin("T/TM M/TB B/TM", humans=3)
    play(match, "pass")
    for seat in range(3):
        assert match.view(seat)["hand"] == [card.code for card in match.table.hand]
        assert "Ada draws T/TM, M/TB, B/TM." in [event.text for event in match.events(seat)]


@pytest.mark.rule("beest.turn.draw-may")
def test_nobody_draws_more_than_is_lacking():
    match = begin(humans=3)
    play(match, "pass")
    assert_refused(match, "draw", "beest.turn.draw-may")


@pytest.mark.rule(
    "beest.turn.distribute-one-each", "beest.turn.distribute-choice", "beest.turn.distribute-mix"
)
@pytest.mark.rule("beest.turn.distribute-hand-empty")
@pytest.mark.parametrize("humans", [3, 4])
def test_every_distribution_can_be_played_and_none_else(humans):
    start = begin(humans=humans, caves={0: "T/TM M/TB B/TM", humans: "T/TB M/TB B/TB"})
    play(start, "pass")
    found = set()
    stack = [start]
    while stack:
        match = stack.pop()
        if not keys(match)[0].startswith("lay:"):
            table = match.table
            found.add(tuple(table.at(other).sequence[-1].code for other in table.others(0)))
            assert table.hand == [] and {*table.served} == {*table.others(0)}
            continue
        for key in keys(match):
            other = match.fork()
            other.play(key)
            stack.append(other)
    hand = [card.code for card in start.table.hand]
    assert found == set(permutations(hand))
    silents = next(card for card in start.table.hand if card.name == "T/TB")
    assert any(way[-1] == silents.code for way in found), "a card may go back to where it came from"


@pytest.mark.rule("beest.turn.distribute-one-each", "beest.turn.no-pass", "beest.end3.when")
@pytest.mark.parametrize("reading", ["after_all", "as_placed"])
def test_what_is_refused_while_cards_are_laid(reading):
    match = begin(humans=4, evaluate_lines=reading)
    play(match, "pass")
    assert_refused(match, "pass", "beest.turn.no-pass")
    first = match.table.hand[0]
    play(match, f"lay:{first.code}:1")
    for card in match.table.hand:
        assert_refused(match, f"lay:{card.code}:1", "beest.turn.distribute-one-each")
        assert_refused(match, f"lay:{card.code}:0", "beest.seq.others-add")
    assert_refused(match, "announce:2", "beest.end3.when")
    with pytest.raises(IllegalMove, match="is not an answer to"):
        match.play(f"lay:{first.code}:2")


@pytest.mark.rule("beest.turn.distribute-choice")
def test_seats_are_served_clockwise_and_the_silent_guy_last():
    match = begin(humans=4, turn=2)
    play(match, "pass")
    prompts = []
    while keys(match)[0].startswith("lay:"):
        prompts.append(match.request.prompt)
        match.play(keys(match)[0])
    assert prompts == [f"Cleo: which card for {name}?" for name in ("Dan", "Ada", "Bo")]
    assert match.table.served == [3, 0, 1, 4], "the last card has one place only, and nobody is asked"


@pytest.mark.rule("beest.turn.no-discard")
@pytest.mark.parametrize("humans", [3, 6])
def test_no_card_leaves_play_or_goes_back(humans):
    match, _ = lasting(humans, 4 * humans)
    out = 0
    for _ in range(4 * humans):
        full_turn(match)
        here = sum(held(match.table))
        assert here + len(match.table.stock) == 27 and here >= out
        out = here


@pytest.mark.rule("beest.turn.first-line")
@pytest.mark.parametrize("humans", [3, 4, 5, 6])
def test_nobody_can_be_met_before_the_third_turn(humans):
    """Whatever cards come: in turn 3 only those who had no turn yet have three cards."""
    for seed in range(12):
        match = new(humans, seed)
        for turn in (1, 2, 3):
            pass_on(match)
            assert all(len(match.table.at(other).sequence) < 3 for other in match.table.everyone)
            lay_all(match)
            full = [other for other in match.table.everyone if len(match.table.at(other).sequence) == 3]
            assert full == (list(range(3, match.options.places)) if turn == 3 else [])
            pass_on(match)
            assert turn == 3 or not match.table.exchanges


# --- when lines are looked for -----------------------------------------------------------------------------------


def met(match):
    """Whom the turn's player met, in words of the exchange or of a repeated meeting; None for nobody."""
    return match.table.met


@pytest.mark.rule("beest.turn.evaluate-after-all", "beest.turn.distribute-choice")
def test_lines_are_counted_when_all_cards_lie():
    """An old line that is broken by the own new card, and a new one: only the new one counts."""
    caves = {1: "T/TM T/MB M/TB", 2: "B/TM T/MB", 3: "T/TB B/TM"}
    match = begin("M/TM T/TB B/TM", humans=3, caves=caves)
    play(match, "pass")
    counts = dict.fromkeys(ways(match), 0)
    for way in counts:
        other = distribute(match.fork(), way)
        counts[way] = sum(other.table.at(seat).line for seat in (1, 2, 3))
        assert met(other) is None
    assert sorted(counts.values()) == [0, 2, 2, 2, 3, 3]


@pytest.mark.rule("beest.turn.evaluate-after-all")
def test_as_placed_the_order_is_chosen_and_the_first_only_line_is_met():
    caves = {1: "T/TM T/MB M/TB", 2: "B/TM T/MB", 3: "T/TB B/TM"}
    match = begin("M/TM T/TB B/TM", humans=3, caves=caves, evaluate_lines="as_placed")
    play(match, "pass")
    assert len(keys(match)) == 9, "three cards for three seats"
    met_by = {}
    for cards, order in product(permutations(match.table.hand), permutations((1, 2, 3))):
        other = match.fork()
        for card, seat in list(zip(cards, order, strict=True))[:2]:
            other.play(f"lay:{card.code}:{seat}")
        met_by[cards, order] = met(other)
        assert len(other.table.exchanges) == (met(other) is not None)
    found = list(met_by.values())
    assert [found.count(seat) for seat in (1, 2, 3, None)] == [10, 1, 1, 24]


@pytest.mark.rule("beest.turn.evaluate-after-all", "beest.meet.one-a-turn")
def test_as_placed_the_first_meeting_is_the_only_one_even_without_an_exchange():
    caves = {1: "T/TM T/TM", 2: "M/TM T/TM", 3: "M/TM B/TB"}
    for exchanges, wanted in (("", ["0-1"]), ("0-1", ["0-1"])):
        match = begin(
            "T/TB M/TB B/TM",
            humans=3,
            beest=3,
            caves=caves,
            exchanges=exchanges,
            evaluate_lines="as_placed",
        )
        play(match, "pass")
        hand = {card.name: card.code for card in match.table.hand}
        play(match, f"lay:{hand['T/TB']}:1")
        assert match.table.met == 1
        play(match, f"lay:{hand['M/TB']}:2")
        assert [f"{a}-{b}" for a, b in match.table.exchanges] == wanted
        assert ("beest.meet.repeat" in told(match)) == bool(exchanges)


@pytest.mark.rule("beest.turn.evaluate-after-all", "beest.end1.immediate")
def test_as_placed_ending_1_leaves_cards_in_hand():
    position = {"humans": 3, "beest": 1, "caves": {1: "T/TM T/TM"}, "exchanges": "1-2, 1-silent"}
    match = begin("T/TB M/TB B/TM", **position, evaluate_lines="as_placed", expeditions=1)
    play(match, "pass")
    play(match, f"lay:{match.table.hand[0].code}:1")
    assert match.over and match.result.scores == (1, 4, 3, 2)
    assert len(match.table.hand) == 2, "the other two cards are not laid any more"


@pytest.mark.rule("beest.turn.no-pass")
def test_every_turn_lays_a_card_at_each_other_seat():
    match = begin(humans=5)
    before = held(match.table)
    full_turn(match)
    assert [b - a for a, b in zip(before, held(match.table), strict=True)] == [0, 1, 1, 1, 1, 1]
    assert beest.view(match.table, 0)["turn"] == 1
