"""The ledger's examples about cards, turns and meetings, by way of real play."""

from itertools import permutations, product

import pytest
from games.beest.laying import (
    begin,
    distribute,
    faces,
    full_turn,
    held,
    lay,
    lay_all,
    new,
    play,
    sequence,
    told,
    ways,
)


@pytest.mark.example("beest.ex.line-basic")
@pytest.mark.rule("beest.seq.fit", "beest.seq.line")
def test_line_basic():
    assert lay(3, caves={1: "T/MB M/TB B/TM"}).at(1).line


@pytest.mark.example("beest.ex.line-one-joint")
@pytest.mark.rule("beest.seq.line", "beest.seq.line-free-ends")
def test_line_one_joint():
    table = lay(3, caves={1: "T/MB M/TB M/TM", 2: "T/TM B/TB B/TM"})
    assert not table.at(1).line and not table.at(2).line


@pytest.mark.example("beest.ex.line-two-cards")
@pytest.mark.rule("beest.seq.line-needs-three")
def test_line_two_cards():
    table = lay(3, caves={1: "T/MB M/TB"})
    left, right = table.at(1).sequence
    assert left.fits(right) and not table.at(1).line


@pytest.mark.example("beest.ex.line-aside")
@pytest.mark.rule("beest.seq.line-newest", "beest.seq.trim-aside")
def test_line_aside():
    match = begin("B/MB T/TM T/TM", humans=3, caves={1: "T/MB M/TB B/TM"})
    assert match.table.at(1).line
    lay_all(match, "B/MB")
    assert sequence(match, 1) == "T/MB | M/TB B/TM B/MB" and not match.table.at(1).line


@pytest.mark.example("beest.ex.line-new-again")
@pytest.mark.rule("beest.seq.local", "beest.seq.line-newest")
def test_line_new_again():
    for face in ("T/TM", "M/TM", "B/TM"):
        match = lay_all(begin(f"{face} T/TB T/TB", humans=3, caves={1: "T/MB M/TB M/MB"}), face)
        assert not match.table.at(1).line


@pytest.mark.example("beest.ex.third-player-first-turn", "beest.ex.first-possible-line")
@pytest.mark.rule("beest.turn.draw-window", "beest.turn.take-none", "beest.turn.first-line")
def test_third_player_first_turn():
    match = new(3, seed=1)
    full_turn(full_turn(match))
    assert held(match.table) == [1, 1, 2, 2]
    play(match, "pass")
    assert len(match.table.hand) == 3 and "take" not in " ".join(told(match))
    lay_all(match)
    assert held(match.table) == [2, 2, 2, 3]
    assert set(match.table.partners(2)) <= {3}


@pytest.mark.example("beest.ex.draw-none-with-surplus")
@pytest.mark.rule("beest.turn.draw-may", "beest.turn.exactly-enough")
def test_draw_none_with_surplus():
    match = new(3, seed=2)
    for _ in range(5):
        full_turn(match)
    assert match.table.points == [] and held(match.table)[2:] == [4, 3]
    own, silents = match.table.at(2), match.table.at(3).sequence[:1]
    wanted = [*own.aside, *own.sequence][:2] + silents
    play(match, "pass")
    assert match.table.hand == wanted and "draw" not in [m.key for m in match.request.options]


@pytest.mark.example("beest.ex.staircase")
@pytest.mark.rule("beest.seq.aside-owner", "beest.turn.take-own", "beest.turn.take-silent")
def test_staircase():
    match = new(4, seed=1, self_win="declared")
    for _ in range(9):
        full_turn(match)
    assert match.table.points == [] and match.table.turn == 1
    assert held(match.table) == [2, 5, 4, 3, 3] and len(match.table.at(1).aside) == 2
    own = faces([*match.table.at(1).aside, *match.table.at(1).sequence[:1], match.table.at(4).sequence[0]])
    play(match, "pass")
    assert faces(match.table.hand) == own


@pytest.mark.example("beest.ex.six-first-turn", "beest.ex.no-silent-six")
@pytest.mark.rule("beest.turn.draw-shortfall", "beest.turn.take-own", "beest.setup.box-stays-out")
def test_six_first_turn():
    match = new(6, seed=1)
    assert match.table.silent is None and len(match.table.piles) * 5 == 30
    for _ in range(5):
        full_turn(match)
    last = match.table.at(5)
    assert (len(last.sequence), len(last.aside)) == (3, 2)
    oldest, stock = [*last.aside, last.sequence[0]], len(match.table.stock)
    play(match, "pass")
    assert match.table.hand[:3] == oldest and len(match.table.stock) == stock - 2
    for _ in range(7):
        full_turn(match)
    assert match.table.points == [] and len(match.table.stock) == 0
    before = held(match.table)[match.table.turn]
    play(match, "pass")
    assert before == 7 and len(match.table.hand) == 5


@pytest.mark.example("beest.ex.stale-and-fresh", "beest.ex.stale-only")
@pytest.mark.rule("beest.meet.count-scope", "beest.meet.more-than-one", "beest.meet.repeat")
def test_stale_and_fresh():
    both = {1: "T/TM T/TM", 2: "M/TM T/TM"}
    match = lay_all(begin("T/TB T/TB T/MB M/TB", exchanges="0-1", caves=both))
    assert told(match)[-1] == "beest.meet.more-than-one" and len(match.table.exchanges) == 1
    match = lay_all(begin(exchanges="0-1", meets=1))
    assert told(match)[-1] == "beest.meet.repeat" and len(match.table.exchanges) == 1


@pytest.mark.example("beest.ex.only-active-meets")
@pytest.mark.rule("beest.meet.bystanders", "beest.turn.own-line-ignored")
def test_only_active_meets():
    match = lay_all(begin(caves={0: "T/TM T/TM"}, meets=3))
    assert match.table.exchanges == [(0, 3)]


@pytest.mark.example("beest.ex.silent-exchange")
@pytest.mark.rule("beest.silent.exchange-must", "beest.exch.silent-receives", "beest.exch.look")
def test_silent_exchange():
    match = lay_all(begin(beest=0, turn=2, meets=4))
    assert match.table.piles[4].code == "blue"
    (event,) = [event for event in match.events(2) if event.seen_by]
    assert event.text == "The silent guy's marker is blue."
    assert not any(event.seen_by for seat in (0, 1, 3) for event in match.events(seat))
    assert match.view(1)["exchanges"] == [[2, 4]]


@pytest.mark.example("beest.ex.silent-card-back")
@pytest.mark.rule("beest.turn.distribute-mix", "beest.turn.take-silent")
def test_silent_card_back():
    caves = {0: "T/TM | T/MB B/TM B/MB", 3: "B/TM T/TB B/TB"}
    match = begin(humans=3, caves=caves)
    play(match, "pass")
    silents = match.table.hand[-1]
    assert silents.name == "B/TM"
    way = next(way for way in ways(match) if way[-1] is silents)
    distribute(match, way)
    assert sequence(match, 3) == "T/TB B/TB B/TM" and match.table.at(3).line


@pytest.mark.example("beest.ex.as-placed")
@pytest.mark.rule("beest.turn.evaluate-after-all", "beest.meet.more-than-one")
def test_as_placed():
    caves = {1: "T/TM T/MB M/TB", 2: "B/TM T/MB", 3: "T/TB B/TM"}
    start = begin("M/TM T/TB B/TM", humans=3, caves=caves, evaluate_lines="as_placed")
    play(start, "pass")
    middle, top, bottom = start.table.hand

    def met(*placements):
        match = start.fork()
        for card, other in placements[:2]:
            match.play(f"lay:{card.code}:{other}")
        return match.table.met

    assert met((middle, 1), (bottom, 2), (top, 3)) == 2
    assert met((bottom, 2), (middle, 1), (top, 3)) is None
    ways_ = list(product(permutations((middle, top, bottom)), permutations((1, 2, 3))))
    found = [met(*zip(cards, order, strict=True)) for cards, order in ways_]
    assert [found.count(seat) for seat in (1, 2, 3, None)] == [10, 1, 1, 24]
    after_all = begin("M/TM T/TB B/TM", humans=3, caves=caves)
    play(after_all, "pass")
    assert not any(distribute(after_all.fork(), way).table.exchanges for way in ways(after_all))
