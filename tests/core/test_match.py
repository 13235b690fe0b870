"""Matches, on a toy game with hidden hands, dice and a window: play, history, forks, faults, chance, copies."""

import copy
import json
import pickle
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import beastlab.core.saves as core
from beastlab.core.chance import ByHand, Scripted
from beastlab.core.deck import Deck
from beastlab.core.knowledge import Hidden, Memory, forget, redeal
from beastlab.core.match import Game, Match, Result
from beastlab.core.requests import Choose, Draw, Event, IllegalMove, Move, Refused, Total, name_of
from beastlab.core.saves import SaveError, load, match_of

# --- the game: roll two dice or draw a card; in the window anybody may add a spark; nine is a point

PASS = Move("pass", "Pass")
FAULTS = {}
"""Planted faults: what to raise, once, at a place in the rule."""


@dataclass(frozen=True, eq=False)
class Card:
    code: str
    plus: int


CARDS = tuple(Card(f"{'spark' if n % 3 == 0 else 'stone'}-{n}", 3 * (n % 3 == 0)) for n in range(12))
UNSEEN = Card("unseen", 0)


@dataclass(frozen=True)
class Options:
    seats: int = 3
    points: int = 2

    def to_json(self):
        return vars(self)

    @classmethod
    def from_json(cls, values):
        return cls(**values)


@dataclass
class Table:
    options: Options
    hands: list
    deck: Deck
    score: list
    memory: list
    turn: int = -1
    spent: list = field(default_factory=list)
    result: Result | None = None

    def copy(self):
        hands = [hand[:] for hand in self.hands]
        deck, memory = self.deck.copy(), self.memory[:]
        return Table(self.options, hands, deck, self.score[:], memory, self.turn, self.spent[:], self.result)

    def hidden_from(self, seat):
        hands = [Hidden(other, tuple(hand)) for other, hand in enumerate(self.hands) if other != seat]
        return [*hands, Hidden(None, tuple(self.deck.pool))]

    def relabel(self, faces):
        self.hands = [[faces.get(card, card) for card in hand] for hand in self.hands]
        self.deck.pool = {faces.get(card, card): None for card in self.deck.pool}

    def believed(self, seat, hands):
        table = self.copy()
        cards = [*self.deck.pool, *(card for other in hands for card in self.hands[other])]
        shown = {card for hand in hands.values() for card in hand}
        table.deck.pool = {card: None for card in cards if card not in shown}
        for other, hand in hands.items():
            table.hands[other] = list(hand)
        return table


def setup(options):
    seats = range(options.seats)
    return Table(options, [[] for _ in seats], Deck(CARDS), [0 for _ in seats], [Memory() for _ in seats])


def fault(place):
    if place in FAULTS:
        raise FAULTS.pop(place)


def draw(table, seat):
    card = yield table.deck.next_card(seen_by=frozenset((seat,)))
    fault("drawn")
    if card is UNSEEN:
        table.deck.take_unseen()
    else:
        table.deck.take(card)
    table.hands[seat].append(card)
    yield Event("toy.draw", f"Seat {seat} draws {card.code}.", (card,), frozenset((seat,)))
    yield Event("toy.draw", f"Seat {seat} draws a card.")


def step(table):
    if table.turn < 0:
        for seat in (*range(table.options.seats),) * 2:
            yield from draw(table, seat)
        table.turn = 0
        return
    seat = table.turn
    fault("begun")
    barred = [Refused(Move("rest", "Rest"), "toy.no-rest", "Nobody rests.")]
    options = (Move("roll", "Roll"), *(Move("draw", "Draw"),) * bool(table.deck.segments))
    if (yield Choose(seat, f"seat {seat}: roll or draw?", options, lambda: barred)).key == "draw":
        yield from draw(table, seat)
    else:
        total = yield Total(2)
        fault("rolled")
        yield Event("toy.roll", f"Seat {seat} rolls {total}.", total=total)
        for other in range(table.options.seats):
            sparks = [Move(f"spark:{c.code}", "Add 3", c) for c in table.hands[other] if c.plus]
            prompt = f"seat {other}: spark?"
            move = yield Choose(other, prompt, (PASS, *sparks), window=True)
            if move is not PASS:
                card = move.piece
                forget(table.memory, card, other, len(table.hands[other]))
                table.hands[other].remove(card)
                table.spent.append(card)
                fault("sparked")
                total += card.plus
                yield Event("toy.spark", f"Seat {other} plays {card.code}.", (card,))
        if total >= 9:
            table.score[seat] += 1
            fault("scored")
    table.turn = (seat + 1) % table.options.seats
    if max(table.score) == table.options.points:
        table.result = Result((seat,), tuple(table.score), "toy.end", f"Seat {seat} wins.")


def view(table, seat):
    return {
        "turn": table.turn,
        "score": table.score[:],
        "hand": [card.code for card in table.hands[seat]],
        "sizes": [len(hand) for hand in table.hands],
        "deck": len(table.deck),
        "spent": [card.code for card in table.spent],
    }


TOY = Game("toy", "Toy", 3, setup, step, view, UNSEEN, Options)


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """The toy game can be saved and loaded, and nothing is planted in it."""
    named = core.game_named
    monkeypatch.setattr(core, "game_named", lambda id_: TOY if id_ == "toy" else named(id_))
    FAULTS.clear()
    yield
    FAULTS.clear()


def new(seed=1, *, options=None, **how):
    return Match(TOY, options or Options(), seed, **how)


def shown(match):
    """Everything of a position that somebody could see, and the way to it."""
    table = match.table
    return (
        [view(table, seat) for seat in range(len(table.hands))],
        [card.code for card in table.deck.pool],
        match.request and (match.request.seat, match.request.prompt, match.request.options),
        [event.text for event in match.events()],
        [place.request and name_of(place.request, place.answer) for place in match.place.path()],
        [place.salt for place in match.place.path()],
        (match.result, match.over, match.trail, view(match.origin, 0)),
    )


def play(match, *keys):
    for key in keys:
        match.play(key)
    return match


def at_random(match, rng, moves=1_000):
    for _ in range(moves):
        if match.request is None:
            break
        match.play(rng.choice(match.request.options))
    return match


def sparking(seed=0, moves=2):
    """A match in which somebody may add a spark, after so many moves, and the key that does so."""
    for seed_ in range(seed, 999):
        match = at_random(new(seed_), Random(seed_), moves)
        if match.request and match.request.window:
            return match, match.request.options[1].key
    raise AssertionError


# --- play -----------------------------------------------------------------------------------------


def test_a_move_is_played_by_itself_or_by_its_key():
    by_key, by_move = new(), new()
    by_key.play("roll")
    by_move.play(by_move.request.options[0])
    assert shown(by_key) == shown(by_move) != shown(new())


def test_a_refused_move_names_rule_and_reason_and_changes_nothing():
    match = new()
    before = shown(match)
    with pytest.raises(IllegalMove, match=r"Nobody rests\. \[toy\.no-rest\]"):
        match.play("rest")
    for wrong in ("sing", None, 7, PASS, Move("roll!", "Roll"), ["roll"]):
        with pytest.raises(IllegalMove, match="is not an answer to 'seat 0: roll or draw\\?'"):
            match.play(wrong)
    assert shown(match) == before


def test_a_game_is_over_once():
    match = at_random(new(), Random(1))
    assert match.over and match.request is None and match.result.rule == "toy.end"
    with pytest.raises(IllegalMove, match="the game is over; undo, or begin a new match"):
        match.play("roll")
    match.undo()
    assert not match.over and match.result is None and match.request is not None


def test_a_window_asks_those_alone_who_can_respond_and_passes_for_the_others():
    match, key = sparking()
    asked = [place for place in match.place.path() if place.request and place.request.__class__ is Choose]
    passed = [place for place in asked if place.request.window]
    assert all(not place.decision for place in passed if len(place.request.options) == 1)
    assert all(place.answer == PASS for place in passed if not place.decision)
    match.play(key)
    assert key.removeprefix("spark:") in match.view(0)["spent"]


def test_a_position_is_its_origin_and_its_trail():
    match = at_random(new(), Random(3), 5)
    table, answers = match.origin.copy(), iter(match.trail)
    program = step(table)
    request = program.send(None)
    while True:
        while isinstance(request, Event):
            request = program.send(None)
        if (answer := next(answers, None)) is None:
            break
        request = program.send(answer)
    assert [view(table, seat) for seat in range(3)] == [match.view(seat) for seat in range(3)]
    assert request.options == match.request.options


def test_seats_are_told_what_they_may_know():
    match = new()
    everything = [event.text for event in match.events()]
    for seat in range(3):
        told = [event.text for event in match.events(seat)]
        own = [f"Seat {seat} draws {card.code}." for card in match.table.hands[seat]]
        assert [text for text in told if "-" in text] == own
        assert [text for text in everything if text in told or "-" in text] == everything
        assert match.view(seat)["hand"] == [card.code for card in match.table.hands[seat]]


def test_a_game_that_asks_nobody_anything_is_stopped():
    def idle(table):
        yield Total(2)

    endless = Game("toy", "Toy", 3, setup, idle, view, UNSEEN, Options)
    with pytest.raises(RuntimeError, match="10,000 steps without a choice"):
        Match(endless, Options())


# --- history --------------------------------------------------------------------------------------


@given(st.integers(0, 10**9), st.integers(1, 12))
def test_undo_and_redo_walk_the_same_line(seed, moves):
    match, rng = new(seed), Random(seed)
    line = [shown(match)]
    for _ in range(moves):
        if match.request is None:
            break
        match.play(rng.choice(match.request.options))
        line.append(shown(match))
    places = match.places()
    assert len(places) == len(line) and places[-1] is match.place
    for before in line[-2::-1]:
        match.undo()
        assert shown(match) == before and match.places() == places
    with pytest.raises(IllegalMove, match="nothing to undo"):
        match.undo()
    for after in line[1:]:
        match.redo()
        assert shown(match) == after and match.places() == places
    with pytest.raises(IllegalMove, match="nothing to redo"):
        match.redo()
    for _ in range(9):
        n = rng.randrange(len(line))
        match.goto(places[n])
        assert shown(match) == line[n] and match.branches() == [places[-1]] and match.places() == places


def test_after_an_undo_the_same_move_meets_the_same_dice():
    match = play(new(), "roll")
    after, place = shown(match), match.place
    match.undo()
    match.play("roll")
    assert shown(match) == after and match.place is place and match.branches() == [place]


def test_another_move_with_as_many_answers_before_it_meets_the_same_dice():
    """Paired comparisons come free: seat 1 rolls the same whether seat 0 drew or rolled before an all-pass window."""
    match = new(options=Options(seats=1))
    while any(card.plus for card in match.table.hands[0]):
        match = new(match.seed + 1, options=Options(seats=1))
    play(match, "draw", "roll")
    rolls = [place.depth for place in match.place.path() if isinstance(place.request, Total)]
    twin = play(new(match.seed, options=Options(seats=1)), "draw")
    assert rolls == [twin.place.depth + 2] and play(twin, "roll").events()[-1].text == match.events()[-1].text


def test_another_answer_after_an_undo_is_a_branch():
    match = new()
    play(match, "roll")
    rolled, line = match.place, shown(match)
    match.undo()
    play(match, "draw")
    drawn = match.place
    assert match.branches() == [rolled, drawn] and match.places()[-1] is drawn
    match.goto(rolled)
    assert shown(match) == line and match.branches() == [rolled, drawn]
    match.undo()
    match.redo()
    assert match.place is rolled  # the branch that was left last


def test_an_undone_line_is_kept_when_another_is_played_and_undone():
    match = play(new(), "roll")
    match.undo()
    play(match, "draw")
    match.undo()
    match.redo()
    assert match.place.path()[-1].request.__class__ is Draw


def test_rolling_again_takes_new_dice_as_a_new_branch():
    match = play(new(), "roll")
    first, before = match.place, shown(match)
    totals = {match.events()[-1].text}
    for n in range(2, 9):
        match.roll_again()
        totals.add(match.events()[-1].text)
        assert (
            len(match.branches()) == n
            and match.branches()[0] is first
            and match.branches()[-1] is match.place
        )
    assert len(totals) > 3
    match.goto(first)
    assert shown(match) == before
    match.roll_again()
    assert len(match.branches()) == 9 and len({place.salt for place in match.branches()}) == 9


def test_dice_rolled_again_go_on_otherwise():
    """What follows on a branch with other dice has dice of its own."""
    lines = []
    match = play(new(4), "draw")
    for _ in range(2):
        while match.request.window:
            match.play("pass")
        play(match, "roll")
        while match.request.window:
            match.play("pass")
        play(match, "roll")
        lines.append([event.text for event in match.events() if event.rule == "toy.roll"])
        while match.place.depth > 7:
            match.undo()
        if len(lines) == 1:
            match.redo()
            match.roll_again()
    assert lines[0][0] != lines[1][0] or lines[0][1] != lines[1][1]


def test_nothing_is_undone_or_rolled_again_at_the_start():
    match = new()
    before = shown(match)
    for back in (match.undo, match.roll_again):
        with pytest.raises(IllegalMove, match="nothing to undo: this is where the match began"):
            back()
    with pytest.raises(IllegalMove, match="nothing to redo"):
        match.redo()
    assert shown(match) == before


def test_only_places_of_its_own_tree_are_gone_to():
    match, other = play(new(), "roll"), play(new(), "roll")
    before = shown(match)
    for place in (other.place, other.root):
        with pytest.raises(IllegalMove, match="is not in this match's history"):
            match.goto(place)
    assert shown(match) == before


def test_a_place_between_two_rolls_is_not_gone_to():
    match = play(new(), "roll")
    before = shown(match)
    with pytest.raises(IllegalMove):
        match.goto(match.root)  # the first card is still to be drawn, and is nobody's choice
    assert shown(match) == before


# --- forks ----------------------------------------------------------------------------------------


@given(st.integers(0, 10**9), st.integers(0, 8))
def test_a_fork_goes_on_by_itself(seed, moves):
    match = at_random(new(seed), Random(seed), moves)
    before, text = shown(match), match.to_text()
    twin = match.fork()
    assert shown(twin) == before
    at_random(twin, Random(seed + 1), 3)
    assert shown(match) == before and match.to_text() == text
    after = shown(twin)
    at_random(match, Random(seed + 2), 3)
    assert shown(twin) == after
    at_random(match, Random(seed + 3))
    at_random(twin, Random(seed + 4))
    assert match.over and twin.over


@given(st.integers(0, 10**9))
def test_a_fork_can_walk_and_change_the_past_that_it_shares(seed):
    match = at_random(new(seed), Random(seed), 6)
    before, text, places = shown(match), match.to_text(), match.places()
    twin = match.fork()
    rng = Random(seed)
    for _ in range(rng.randint(1, 6)):
        if twin.place.depth > 6:
            twin.undo()
    while twin.request is not None and rng.random() < 0.8:
        twin.play(rng.choice(twin.request.options))
    assert shown(match) == before and match.to_text() == text and match.places() == places
    again = match_of(twin.to_text())
    assert shown(again) == shown(twin)
    twin.goto(places[-1])
    assert shown(twin) == before


def test_a_fork_undone_and_played_the_same_way_has_one_line():
    match = play(new(), "roll")
    twin = match.fork()
    twin.undo()
    twin.play("roll")
    assert shown(twin) == shown(match) and len(twin.branches()) == 1


def test_a_fork_of_a_fork_knows_the_whole_past():
    match = at_random(new(), Random(5), 3)
    child = at_random(match.fork(), Random(6), 2)
    grandchild = child.fork()
    assert shown(grandchild) == shown(child)
    before = shown(child)
    for _ in range(5):
        grandchild.undo()
    assert shown(child) == before and shown(grandchild) == shown(new())
    for _ in range(5):
        grandchild.redo()
    assert shown(grandchild) == before


def test_a_fork_meets_the_same_dice():
    match = new()
    assert shown(play(match.fork(), "roll")) == shown(play(match, "roll"))


def test_what_the_original_undoes_is_no_matter_to_a_fork():
    match = at_random(new(), Random(2), 4)
    twin = match.fork()
    before = shown(twin)
    match.undo()
    match.undo()
    match.roll_again()
    at_random(match, Random(9))
    assert shown(twin) == before
    with pytest.raises(IllegalMove, match="nothing to redo"):
        twin.redo()


# --- faults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", [ValueError("planted"), KeyboardInterrupt(), AssertionError("planted")])
@pytest.mark.parametrize("where", ["drawn", "rolled", "sparked", "scored", "begun"])
def test_a_fault_in_a_rule_leaves_the_position_as_it_was(where, what):
    met = 0
    for seed in range(12):
        match, rng = new(seed), Random(seed)
        for _ in range(8):
            if match.request is None:
                break
            key = rng.choice(match.request.options).key
            before, tree, line = shown(match), match.to_text(), match.places()
            FAULTS[where] = what
            try:
                match.play(key)
            except BaseException as error:
                assert error is what
                met += 1
                FAULTS.clear()
                assert shown(match) == before and match.to_text() == tree and match.places() == line
                with pytest.raises(IllegalMove, match="nothing to redo"):
                    match.redo()
                assert shown(play(match.fork(), key)) == shown(play(match, key))
                match.undo()
                assert shown(match) == before
                match.redo()
            FAULTS.clear()
    assert met > 3


def test_a_fault_on_a_way_that_was_undone_leaves_that_way_as_it_was():
    match = play(new(), "roll")
    after = shown(match)
    match.undo()
    FAULTS["rolled"] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        match.play("roll")
    FAULTS.clear()
    match.redo()
    assert shown(match) == after


@pytest.mark.parametrize("how", ["undo", "redo", "goto", "roll_again"])
def test_an_interrupted_walk_through_history_leaves_the_position_as_it_was(how):
    match, key = sparking()
    play(match, key)
    if how == "redo":
        match.undo()
        match.undo()
    before = shown(match)
    FAULTS["rolled" if how == "roll_again" else "begun"] = KeyboardInterrupt()
    if how == "roll_again":
        FAULTS["sparked"] = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        match.goto(match.places()[-2]) if how == "goto" else getattr(match, how)()
    FAULTS.clear()
    assert shown(match) == before


# --- chance ---------------------------------------------------------------------------------------


def test_a_script_is_followed_then_the_seed():
    cards = [f"stone-{n}" for n in (1, 2, 4, 5, 7, 8)]
    match = new(chance=Scripted([*cards, 12, None, 3]))
    play(match, "roll", "roll", "roll")
    rolled = [event.data["total"] for event in match.events() if event.rule == "toy.roll"]
    assert (rolled[0], rolled[2]) == (12, 3) and match.table.score[0] == 1
    play(match, "roll")
    assert len(match.place.path()) > 12


def test_a_script_that_can_not_be_leaves_the_position_as_it_was():
    match = new(chance=Scripted([None] * 6 + [13]))
    before = shown(match)
    with pytest.raises(IllegalMove, match="13 can't be the total of 2 dice; it is a number from 2 to 12"):
        match.play("roll")
    assert shown(match) == before


def by_hand():
    match = new(chance=ByHand())
    for code in [f"stone-{n}" for n in (1, 2, 4, 5, 7)] + ["spark-0"]:
        assert isinstance(match.request, Draw)
        match.play(code)
    return match


def test_by_hand_the_match_asks_for_the_real_cards_and_dice():
    match = play(by_hand(), "roll")
    assert match.request == Total(2)
    before = [place.answer for place in match.place.path()], match.place
    for wrong in (13, "7", (3, 4), None):
        with pytest.raises(
            IllegalMove, match="can't be the total of 2 dice; it is a number from 2 to 12"
        ) as told:
            match.play(wrong)
        assert "\n" not in str(told.value)
    assert ([place.answer for place in match.place.path()], match.place) == before
    match.play(6)
    assert match.request.window and match.request.seat == 2
    match.play("spark:spark-0")
    assert match.table.score == [1, 0, 0]


def test_by_hand_a_wrong_card_is_refused_and_a_card_is_played_as_itself():
    match = by_hand()
    match.play("draw")
    with pytest.raises(IllegalMove, match="'stone-1' can't be drawn here"):
        match.play("stone-1")
    match.play(CARDS[3])
    assert match.view(0)["hand"][-1] == "spark-3"


def test_by_hand_each_roll_is_a_place_of_the_line():
    match = play(by_hand(), "roll")
    match.play(6)
    match.undo()
    assert match.request == Total(2)
    match.play(9)
    assert [place.request for place in match.branches()].count(Total(2)) == 0 and len(match.branches()) == 2
    totals = [event.data["total"] for event in match.events() if event.rule == "toy.roll"]
    assert totals == [9]
    for _ in range(8):
        match.undo()
    with pytest.raises(IllegalMove, match="nothing to undo"):
        match.undo()
    for _ in range(8):
        match.redo()
    assert [event.data["total"] for event in match.events() if event.rule == "toy.roll"] == [9]


def test_a_match_by_hand_is_saved_where_a_roll_is_awaited(tmp_path):
    match = play(by_hand(), "roll")
    match.save(tmp_path / "toy.json")
    again = load(tmp_path / "toy.json")
    assert again.request == Total(2) and isinstance(again.chance, ByHand)
    assert again.to_text() == match.to_text()


def test_no_odds_are_asked_while_a_roll_is_awaited():
    with pytest.raises(IllegalMove, match="odds of a move need a choice that is waiting"):
        play(by_hand(), "roll").odds("roll", lambda table, events: 0)


# --- odds -----------------------------------------------------------------------------------------


def test_odds_of_a_move_look_to_the_end_of_the_step():
    match = new()
    dice = Counter(a + b for a in range(1, 7) for b in range(1, 7))
    nine = Fraction(sum(ways for total, ways in dice.items() if total >= 9), 36)
    six = Fraction(sum(ways for total, ways in dice.items() if total >= 6), 36)
    scored = match.odds("roll", lambda table, events: table.score[0])
    assert scored == {0: 1 - nine, 1: nine}
    sparks = sum(bool(card.plus) for card in match.table.hands[0])

    def spark(request):
        return request.options[-1] if request.seat == 0 else request.options[0]

    expected = six if sparks else nine
    assert match.odds("roll", lambda table, events: table.score[0], spark)[1] == expected
    texts = match.odds("roll", lambda table, events: [event.rule for event in events].count("toy.roll"))
    assert texts == {1: 1}


def test_odds_of_a_draw_are_those_of_all_unseen_cards():
    match = new()
    own = match.table.hands[0]
    unseen = [card for card in CARDS if card not in own]
    drawn = match.odds("draw", lambda table, events: table.hands[0][-1].code)
    assert drawn == {card.code: Fraction(1, 10) for card in unseen}
    with pytest.raises(IllegalMove, match="Nobody rests"):
        match.odds("rest", lambda table, events: 0)
    assert shown(match) == shown(new())


# --- what a seat may believe ----------------------------------------------------------------------


@given(st.integers(0, 10**6), st.integers(0, 8), st.integers(0, 2))
def test_a_redealt_match_looks_the_same_to_its_seat_and_lives_by_itself(seed, moves, seat):
    match = at_random(new(seed), Random(seed), moves)
    if match.over:
        match.undo()
    before, text = shown(match), match.to_text()
    twin = redeal(match, seat, Random(seed))
    assert twin.view(seat) == match.view(seat)
    assert [event.text for event in twin.events(seat)] == [event.text for event in match.events(seat)]
    assert (twin.request.seat, twin.request.prompt) == (match.request.seat, match.request.prompt)
    if match.request.seat == seat:
        assert twin.request.options == match.request.options
    assert all(event.seen(seat) for event in twin.past)
    held = [card for hand in twin.table.hands for card in hand]
    assert Counter([*held, *twin.table.deck.pool, *twin.table.spent]) == Counter(CARDS)
    at_random(twin, Random(seed))
    assert shown(match) == before and match.to_text() == text


def test_a_match_that_is_over_is_redealt_too():
    match = at_random(new(), Random(1))
    twin = redeal(match, 0, Random(2))
    assert twin.over and twin.view(0) == match.view(0)


def test_a_redealt_match_follows_no_script_of_the_dice_to_come():
    match = new(chance=Scripted([f"stone-{n}" for n in (1, 2, 4, 5, 7, 8)] + [12]))
    twins = [redeal(match, 0, Random(n)) for n in range(20)]
    assert len({play(twin, "roll").events(0)[-1].text for twin in twins}) > 4


def test_a_redealt_match_asks_nobody_for_the_real_dice():
    twin = play(redeal(by_hand(), 0, Random(1)), "roll")
    assert isinstance(twin.request, Choose)


def test_what_other_seats_remember_is_redealt_too():
    """Seats 1 and 2 know each other's cards; seat 0 knows neither, and learns nothing from a redealt match."""
    table = at_random(new(), Random(1), 2).origin.copy()
    for holder, other in ((1, 2), (2, 1)):
        for card in table.hands[holder]:
            table.memory[other] = table.memory[other].placed(card, holder)
    match = new(table=table)
    known = Counter()
    for n in range(20):
        twin = redeal(match, 0, Random(n))
        known[frozenset(twin.table.memory[2].certain())] += 1
        assert all(
            card in twin.table.hands[holder] for card, holder in twin.table.memory[2].certain().items()
        )
    assert len(known) > 4


def test_a_redealt_match_has_other_dice_to_come():
    match = new()
    futures = set()
    for n in range(20):
        twin = redeal(match, 0, Random(n))
        futures.add(play(twin, "roll").events(0)[-1].text)
    assert len(futures) > 4


# --- copies and saves -----------------------------------------------------------------------------


def test_a_copy_is_a_fork():
    match = at_random(new(), Random(2), 4)
    for twin in (copy.copy(match), copy.deepcopy(match), copy.deepcopy([match])[0], match.fork()):
        assert shown(twin) == shown(match)
        before = shown(match)
        at_random(twin, Random(1))
        assert shown(match) == before


def test_a_pickled_match_is_the_whole_tree():
    match = at_random(new(), Random(2), 4)
    match.undo()
    match.roll_again()
    match.undo()
    twin = pickle.loads(pickle.dumps(match))
    assert shown(twin) == shown(match) and twin.to_text() == match.to_text()
    assert len(twin.branches()) == len(match.branches()) == 2
    before = shown(match)
    assert shown(at_random(twin, Random(1), 3)) == shown(at_random(match.fork(), Random(1), 3))
    assert shown(match) == before


@given(st.integers(0, 10**6))
def test_a_loaded_match_has_the_same_tree_and_the_same_future(seed):
    match, rng = new(seed), Random(seed)
    for _ in range(25):
        doing = rng.random()
        if doing < 0.2 and match.place.depth > 6:
            match.undo()
        elif doing < 0.3 and match.place.depth > 6:
            match.roll_again()
        elif doing < 0.4:
            match.goto(rng.choice(match.places()))
        elif doing < 0.5:
            match.goto(rng.choice(match.branches()))
        elif match.request is not None:
            match.play(rng.choice(match.request.options))
    twin = match_of(match.to_text())
    assert shown(twin) == shown(match) and twin.to_text() == match.to_text()
    for one, other in zip(match.branches(), twin.branches(), strict=True):
        match.goto(one)
        twin.goto(other)
        assert shown(match) == shown(twin)


def test_autosave_writes_the_match_after_each_move(tmp_path):
    path = tmp_path / "toy.json"
    match = new(autosave=path)
    assert path.read_text() == match.to_text()
    for key in ("roll", "draw"):
        while match.request.window:
            match.play("pass")
        match.play(key)
        assert path.read_text() == match.to_text() and shown(load(path)) == shown(match)
    text = path.read_text()
    at_random(match.fork(), Random(1), 2)
    at_random(redeal(match, 0, Random(1)), Random(1), 2)
    assert path.read_text() == text and [file.name for file in tmp_path.iterdir()] == ["toy.json"]


def test_a_refused_move_writes_nothing(tmp_path):
    path = tmp_path / "toy.json"
    match = play(new(autosave=path), "roll")
    path.unlink()
    with pytest.raises(IllegalMove):
        match.play("rest")
    assert not path.exists()


def test_a_match_from_a_table_laid_by_hand_says_that_it_is_not_saved(tmp_path):
    match = new(table=at_random(new(), Random(1), 3).origin)
    for saving in (match.to_text, lambda: match.save(tmp_path / "toy.json"), lambda: pickle.dumps(match)):
        with pytest.raises(SaveError, match="began from a table set up by hand"):
            saving()
    assert list(tmp_path.iterdir()) == []


def test_a_save_names_game_rules_options_and_each_answer():
    match = play(new(7), "roll")
    values = json.loads(match.to_text())
    assert values["game"] == "toy" and values["rules"] == 3 and values["seed"] == 7
    assert values["options"] == {"seats": 3, "points": 2} and values["chance"] == "seeded"
    assert len(values["answers"]) == match.place.depth == values["at"]
    assert values["answers"][6] == "roll" and type(values["answers"][7]) is int
    assert all(set(answer) == {"draw"} for answer in values["answers"][:6])


def test_an_autosave_overwrites_no_other_game(tmp_path):
    path = tmp_path / "toy.json"
    old = play(new(autosave=path), "roll").to_text()
    with pytest.warns(UserWarning, match="it is kept as toy-1.json"):
        new(autosave=path)
    assert (tmp_path / "toy-1.json").read_text() == old


def test_a_move_stands_when_the_autosave_fails(tmp_path):
    folder = tmp_path / "there"
    folder.mkdir()
    match = new(autosave=folder / "toy.json")
    (folder / "toy.json").unlink()
    folder.rmdir()
    with pytest.warns(UserWarning, match="the game goes on in memory"):
        match.play("roll")
    assert match.place.depth and "toy.json" in match.unsaved
    folder.mkdir()
    match.undo()
    assert match.unsaved == "" and load(folder / "toy.json").view(0) == match.view(0)


def test_an_autosave_that_can_not_be_written_is_refused_at_the_start(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        new(autosave=tmp_path / "missing" / "toy.json")


@pytest.mark.parametrize("seed", ["abc", 1.5, None, True])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(ValueError, match="give a whole number"):
        new(seed=seed)


@pytest.mark.parametrize("seat", [-1, 9, "0", None, True])
def test_a_seat_that_is_not_there_is_refused(seat):
    match = new()
    with pytest.raises(ValueError, match="seats are numbered 0 to"):
        match.view(seat)


def test_a_refused_move_played_gives_its_reason():
    match = new()
    refused = match.request.refused[0]
    with pytest.raises(IllegalMove, match=refused.rule):
        match.play(refused)


def test_an_answer_that_can_not_fall_is_refused():
    class Loaded:
        def answer(self, request, stream, chances):
            return 99

        def to_json(self):
            return "loaded"

    with pytest.raises(ValueError, match="which can't come of"):
        play(new(chance=Loaded()), "roll")


def test_a_file_that_fails_leaves_nothing_behind(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        new().save(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
