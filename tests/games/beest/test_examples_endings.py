"""The ledger's examples about infections, endings and scores, by way of real play."""

import inspect
import re
from pathlib import Path

import pytest
from games.beest.laying import begin, ending, full_turn, lay, lay_all, new, play, scores, told

from beastlab.core.ledger import ledger
from beastlab.games.beest.scoring import all_infected, clean_seats, right_announcement, wrong_announcement

SHARED = "0-2, 0-silent, 3-2, 1-silent"  # of ending-2-scores, where 0-1 comes last
OTHERS = {  # about chances: their tests are those of the odds
    *("distribution-24", "distribution-forced", "distribution-120", "distribution-no-single", "first-hand"),
    *(
        "turn-three",
        "three-card-line",
        "quiet-end",
        "sure-of-infection",
        "posterior-basic",
        "announce-gamble",
    ),
    *(
        "announce-or-wait-infected",
        "announce-or-wait-clean",
        "race-values",
        "chain-three-humans",
        "endgame-dp",
    ),
}


def test_every_example_about_rules_is_played():
    here = Path(inspect.getfile(test_every_example_about_rules_is_played)).parent
    text = "".join(path.read_text("utf-8") for path in here.glob("test_examples_*.py"))
    cited = set(re.findall(r'"beest\.ex\.([a-z0-9-]+)"', text))
    known = {entry["id"].removeprefix("beest.ex.") for entry in ledger("beest").data["example"]}
    assert cited <= known and known - cited <= OTHERS


@pytest.mark.example("beest.ex.printed-winner", "beest.ex.printed-clean-bystander")
@pytest.mark.rule("beest.end2.score", "beest.end2.set-size", "beest.end2.partners", "beest.setup.seat-total")
def test_printed_winner():
    match = full_turn(begin(beest=3, exchanges="0-1, 0-2, 1-2", meets=4))
    assert scores(match) == [6, 4, 4, 0, 2]


@pytest.mark.example("beest.ex.printed-first-infected", "beest.ex.printed-second-infected")
@pytest.mark.example("beest.ex.printed-clean-announcer", "beest.ex.printed-clean-bystander")
@pytest.mark.rule(
    "beest.end3.right-infected-announcer", "beest.exch.black-order", "beest.end3.right-announcer"
)
@pytest.mark.parametrize(("infected", "points"), [("3-1", 1), ("3-2, 3-1", 2), ("", 5)])
def test_printed_announcers(infected, points):
    exchanges = f"0-1, 0-2, 0-silent, 1-2, {infected}"
    match = play(begin(beest=3, exchanges=exchanges, turn=1), "announce:0")
    assert scores(match)[1] == points and scores(match)[0] == 6
    if not infected:
        assert scores(match)[2] == 4, "who did not announce it, and has two markers"


@pytest.mark.example("beest.ex.printed-black-pile")
@pytest.mark.rule("beest.setup.black-pile", "beest.setup.black-order")
def test_printed_black_pile():
    table = lay(4, beest=0, exchanges="0-1, 0-2, 0-3, 0-silent")
    assert [table.marker(0, other)[1] for other in (1, 2, 3, 4)] == [4, 3, 2, 1]
    assert len(table.piles) * 4 == 20 == 30 - 10


@pytest.mark.example("beest.ex.printed-table-4", "beest.ex.printed-table-5", "beest.ex.printed-table-6")
@pytest.mark.rule("beest.score.row-1", "beest.score.row-2", "beest.score.row-3", "beest.score.row-false")
@pytest.mark.rule("beest.score.table-choice", "beest.score.table-numbering")
@pytest.mark.parametrize(("humans", "n"), [(3, 4), (4, 5), (5, 6), (6, 6)])
def test_printed_tables(humans, n):
    last = n - 1
    everybody = lay(humans, beest=last, exchanges=", ".join(f"{seat}-{last}" for seat in range(last)))
    assert all_infected(everybody) == [*range(n - 1, 0, -1), n]
    met = ", ".join(f"0-{seat}" for seat in range(1, last))
    won = lay(humans, beest=last, exchanges=met)
    assert clean_seats(won) == [2 * (n - 2), *[2] * (n - 2), 0]
    for k in range(1, n - 1):
        infected = ", ".join(f"{seat}-{last}" for seat in range(1, k + 1))
        table = lay(humans, beest=last, exchanges=f"{met}, {infected}")
        assert table.black(k) == n - k and right_announcement(table, k)[k] == k
        assert wrong_announcement(table, k) == [-n if seat == k else 0 for seat in range(n)]
    assert right_announcement(won, 1)[1] == n


@pytest.mark.example("beest.ex.draw-schedule")
@pytest.mark.rule("beest.turn.draw-shortfall", "beest.turn.draw-window", "beest.turn.exactly-enough")
@pytest.mark.parametrize(
    ("humans", "schedule"),
    [(3, "333 210"), (4, "4442 2100"), (5, "55532 21000"), (6, "555432 210000")],
)
def test_draw_schedule(humans, schedule):
    for seed in range(40):
        match = new(humans, seed, self_win="declared")
        drawn = []
        for _ in range(3 * humans):
            before = len(match.table.stock)
            full_turn(match)
            drawn.append(before - len(match.table.stock))
        if not match.table.points:
            break
    wanted = [int(digit) for digit in schedule if digit != " "]
    assert drawn == wanted + [0] * humans and sum(wanted) == {3: 12, 4: 17, 5: 23, 6: 27}[humans]


@pytest.mark.example("beest.ex.black-order", "beest.ex.ending-1-scores")
@pytest.mark.rule(
    "beest.exch.black-order", "beest.infect.own-colour", "beest.exch.top", "beest.end1.immediate"
)
def test_black_order_and_ending_1():
    position = {"beest": 1, "exchanges": "1-silent, 2-1, 0-2, 3-1"}
    table = lay(4, **position)
    assert [table.black(seat) for seat in range(5)] == [0, 0, 3, 2, 4] and table.clean(0)
    match = lay_all(begin(**position, turn=1, meets=0))
    assert ending(match) == "beest.end1.trigger" and scores(match) == [1, 5, 3, 2, 4]


@pytest.mark.example("beest.ex.silent-beest")
@pytest.mark.rule("beest.silent.as-beest", "beest.silent.scores", "beest.end1.silent-gives")
def test_silent_beest():
    match = lay_all(begin(humans=3, beest=3, exchanges="2-silent, 0-1, 1-silent", meets=3))
    assert ending(match) == "beest.end1.trigger" and scores(match) == [1, 2, 3, 4]


@pytest.mark.example("beest.ex.ending-2-scores")
@pytest.mark.rule(
    "beest.end2.trigger", "beest.end2.score", "beest.end2.score-silent", "beest.end2.score-infected"
)
def test_ending_2_scores():
    match = full_turn(begin(beest=3, exchanges=SHARED, meets=1))
    assert ending(match) == "beest.end2.trigger" and scores(match) == [6, 4, 0, 0, 4]
    silent = full_turn(begin(beest=3, exchanges=SHARED, meets=1, self_win="declared"))
    assert silent.table.points == [] and silent.table.turn == 1


@pytest.mark.example(
    "beest.ex.ending-3-infected", "beest.ex.ending-3-clean", "beest.ex.ending-3-wrong-infected"
)
@pytest.mark.rule("beest.end3.infected-may", "beest.end3.right-clean-others", "beest.end3.wrong-infected")
def test_ending_3():
    position = {"beest": 3, "exchanges": SHARED + ", 1-0"}
    assert scores(play(begin(**position, turn=2), "announce:0")) == [6, 4, 1, 0, 4]
    clean = lay_all(begin(beest=3, exchanges=SHARED, turn=1, meets=0))
    assert scores(play(clean, "announce:0")) == [6, 5, 0, 0, 4]
    for subtract, points in ((False, -5), (True, -9)):
        match = begin(**position, turn=2, wrong_announcement_subtracts_b=subtract)
        assert scores(play(match, "announce:4")) == [0, 0, points, 0, 0]


@pytest.mark.example("beest.ex.lone-clean-seat")
@pytest.mark.rule("beest.end2.partners", "beest.end2.trigger")
def test_lone_clean_seat():
    position = {"humans": 3, "beest": 0, "exchanges": "0-1, 0-silent", "turn": 2}
    assert full_turn(begin(**position)).table.points == []
    match = full_turn(begin(**position, winner_partners="clean_only"))
    assert ending(match) == "beest.end2.trigger" and scores(match) == [0, 0, 0, 0]


@pytest.mark.example("beest.ex.win-lost")
@pytest.mark.rule(
    "beest.end2.end-of-turn", "beest.end2.lost-before", "beest.end2.clean", "beest.end3.claim-clean"
)
def test_win_lost():
    third = full_turn(begin(beest=3, exchanges="0-2, 0-silent", turn=1, meets=0))
    assert third.table.coloured(0) == 3 and third.table.points == [] and third.table.turn == 2
    match = full_turn(begin(beest=3, exchanges="0-2, 0-silent, 1-0", turn=3, meets=0))
    assert match.table.black(0) == 4 and match.table.points == []
    met = "0-2, 0-silent, 1-0, 3-0"
    for clean, expected in ((True, [0, -5, 0, 0, 0]), (False, [0, 5, 2, 0, 2])):
        match = begin(beest=3, exchanges=met, turn=1, winner_must_be_clean=clean)
        assert scores(play(match, "announce:0")) == expected


@pytest.mark.example("beest.ex.win-waits")
@pytest.mark.rule("beest.end2.end-of-turn", "beest.end3.when", "beest.silent.no-ending-2")
def test_win_waits():
    match = full_turn(begin(humans=3, beest=1, exchanges="0-2", meets=3))
    assert ending(match) == "beest.end2.trigger" and scores(match) == [4, 0, 2, 2]
    match = full_turn(begin(humans=3, beest=1, exchanges="0-silent", turn=2, meets=0))
    assert match.table.points == [] and match.table.turn == 0
    assert ending(full_turn(begin(humans=3, beest=1, exchanges="0-silent, 2-0"))) == "beest.end2.trigger"


@pytest.mark.example("beest.ex.silent-winner")
@pytest.mark.rule("beest.silent.announceable", "beest.silent.no-ending-2", "beest.end3.right-clean-others")
def test_silent_winner():
    position = {"humans": 3, "beest": 0, "exchanges": "1-silent, 2-silent", "turn": 1}
    assert scores(play(begin(**position), "announce:3")) == [0, 4, 2, 4]
    assert full_turn(begin(**position)).table.points == []


@pytest.mark.example("beest.ex.own-gap", "beest.ex.full-set")
@pytest.mark.rule("beest.end3.claim-not-own-gap", "beest.end3.claim-full-set")
@pytest.mark.parametrize("black", [0, 2, 3, 4])
def test_own_gap_and_full_set(black):
    gap = play(begin(beest=black, exchanges="2-0, 2-3, 2-silent", turn=1), "announce:2")
    assert scores(gap) == [0, -5, 0, 0, 0]
    if black != 2:
        exchanges = "2-0, 2-3, 2-silent, 2-1"
        assert not lay(4, beest=black, exchanges=exchanges).clean(2)
        assert 2 not in lay(4, beest=black, exchanges=exchanges).suspects(None)
        full = play(begin(beest=black, exchanges=exchanges, turn=1), "announce:2")
        assert scores(full) == [0, -5, 0, 0, 0]


@pytest.mark.example("beest.ex.win-or-announce")
@pytest.mark.rule("beest.end3.winner-himself", "beest.end2.score")
@pytest.mark.parametrize(("humans", "n"), [(3, 4), (4, 5), (5, 6), (6, 6)])
def test_win_or_announce(humans, n):
    """Seats 0 and 2 have both met all but the Beest, seat 1."""
    exchanges = ", ".join([f"0-{seat}" for seat in range(2, n)] + [f"2-{seat}" for seat in range(3, n)])
    position = {"humans": humans, "beest": 1, "exchanges": exchanges}
    assert scores(full_turn(begin(**position)))[0] == {4: 4, 5: 6, 6: 8}[n]
    assert scores(play(begin(**position), "announce:2"))[0] == n


@pytest.mark.example("beest.ex.infected-order-values")
@pytest.mark.rule("beest.score.first-infected")
def test_infected_order_values():
    table = lay(6, beest=0, exchanges="0-1, 0-2, 0-3, 0-4, 0-5")
    assert all_infected(table)[1:] == [5, 4, 3, 2, 1]
    assert [right_announcement(table, seat)[seat] for seat in (1, 2, 3, 4)] == [1, 2, 3, 4]


@pytest.mark.example("beest.ex.unmet-no-score")
@pytest.mark.rule("beest.score.c-received")
def test_unmet_no_score():
    """Seat 2 has two coloured markers when seat 0 wins."""
    match = full_turn(begin(humans=6, beest=1, exchanges="0-2, 2-3, 0-3, 0-4", meets=5))
    assert scores(match) == [8, 0, 4, 4, 2, 2]


@pytest.mark.example("beest.ex.end-order")
@pytest.mark.rule("beest.end.order", "beest.end1.immediate")
def test_end_order():
    match = lay_all(begin(humans=3, beest=2, exchanges="2-1, 2-silent, 0-1", meets=2))
    assert scores(match) == [1, 3, 4, 2] and told(match).count("beest.end1.trigger") == 1
    assert match.table.turn == 0 and match.table.number == 1, "another expedition has begun"


@pytest.mark.example("beest.ex.just-infected-announces")
@pytest.mark.rule("beest.end3.when", "beest.end3.right-infected-announcer")
def test_just_infected_announces():
    position = {"beest": 3, "exchanges": "3-2, 0-1, 0-2, 0-silent", "turn": 1, "meets": 3}
    match = lay_all(begin(**position))
    assert match.table.black(1) == 3
    assert scores(play(match, "announce:0"))[1] == 2
    waits = lay_all(begin(**position, announce_window="start_only"))
    assert waits.table.black(1) == 3 and waits.table.turn == 2, "the turn is over"
