"""The three endings of an expedition, when each of them can come, and who may announce what."""

from itertools import combinations

import pytest
from games.beest.laying import (
    assert_refused,
    begin,
    ending,
    full_turn,
    keys,
    lay,
    lay_all,
    pass_on,
    play,
    refused,
    scores,
    told,
)

from beastlab.core.requests import IllegalMove
from beastlab.games import beest
from beastlab.games.beest.scoring import has_won
from beastlab.games.beest.table import BLACK

WINDOWS = {
    "start_and_end": ["before your turn", "after your turn"],
    "start_only": ["before your turn"],
    "end_only": ["after your turn"],
    "any_step": ["before your turn", "before you lay the cards", "after your turn"],
}


def announced(key="announce:0", late=False, **position):
    """An announcement in the window at the start, or at the end, of a turn: the match after it."""
    match = begin(**position)
    return play(lay_all(match) if late else match, key)


# --- ending 1 ----------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "beest.end1.trigger", "beest.end1.immediate", "beest.end1.last-announce", "beest.end1.last-value"
)
@pytest.mark.rule(
    "beest.end1.any-turn", "beest.end1.silent-receives", "beest.end1.silent-gives", "beest.end.order"
)
@pytest.mark.parametrize(("turn", "other"), [(0, 1), (1, 0), (1, 4), (2, 1), (2, 4), (0, 4)])
def test_the_last_black_marker_ends_the_expedition_in_the_middle_of_any_turn(turn, other):
    for beest_, last in ((turn, other), (other, turn)):
        before = [seat for seat in range(5) if seat not in (beest_, last)]
        exchanges = ", ".join(f"{beest_}-{seat if seat < 4 else 'silent'}" for seat in before).replace(
            "4-", "silent-"
        )
        match = begin(humans=4, beest=beest_, exchanges=exchanges, turn=turn, meets=other, expeditions=1)
        lay_all(match)
        assert match.over and told(match)[-3:] == [
            "beest.end1.trigger",
            "beest.info.end-reveal",
            "beest.match.sum",
        ]
        assert match.table.black(last) == 1
        assert scores(match)[last] == 1 and scores(match)[beest_] == 5, "no announcer's points"


@pytest.mark.rule("beest.end1.trigger")
def test_with_a_black_marker_left_the_expedition_goes_on():
    match = lay_all(begin(humans=4, beest=1, exchanges="1-2, 1-silent", meets=1))
    assert match.table.black(0) == 2 and match.table.points == [] and keys(match)[0] == "pass"


@pytest.mark.rule("beest.end1.everyone", "beest.end1.all-score")
def test_at_ending_1_all_but_the_beest_hold_a_black_marker_each():
    match = lay_all(begin(humans=4, beest=1, exchanges="1-2, 1-silent, 1-3", meets=1, expeditions=1))
    assert sorted(match.table.black(seat) for seat in range(5)) == [0, 1, 2, 3, 4]
    assert scores(match) == [1, 5, 4, 2, 3]


# --- ending 2 ----------------------------------------------------------------------------------------------


def completed(exchanges="0-2, 0-silent", meets=1, **position):
    """Seat 0 completes its set in its own turn, the Beest being seat 3, and the windows are passed."""
    return full_turn(begin(humans=4, beest=3, exchanges=exchanges, meets=meets, **position))


@pytest.mark.rule("beest.end2.trigger", "beest.end2.end-of-turn", "beest.end2.automatic", "beest.end2.clean")
@pytest.mark.rule("beest.end2.set-size", "beest.end3.self-only-end", "beest.end2.equivalence")
def test_a_clean_player_who_has_met_all_but_the_beest_wins_at_the_end_of_the_own_turn():
    match = lay_all(begin(humans=4, beest=3, exchanges="0-2, 0-silent", meets=1))
    assert match.table.points == [] and match.table.coloured(0) == 3
    assert_refused(match, "announce:0", "beest.end3.not-self")
    pass_on(match)
    assert ending(match) == "beest.end2.trigger" and scores(match) == [6, 2, 2, 0, 2]


@pytest.mark.rule("beest.end2.trigger", "beest.end2.end-of-turn")
@pytest.mark.parametrize(
    ("exchanges", "wins"),
    [
        ("0-1, 0-2, 0-silent", True),  # made in other turns: the own turn's end has come now
        ("1-0, 2-0", False),  # one is lacking
        ("0-1, 0-2, 0-silent, 3-0", False),  # infected meanwhile
        ("3-0, 0-1, 0-2", False),
        ("0-1, 0-2, 0-silent, 3-1, 3-2", True),  # partners may be infected
    ],
)
def test_what_it_takes_to_win(exchanges, wins):
    match = full_turn(begin(humans=4, beest=3, exchanges=exchanges))
    assert (ending(match) == "beest.end2.trigger") == wins
    assert (match.table.turn == 1) != wins


@pytest.mark.rule("beest.end2.end-of-turn", "beest.silent.no-ending-2")
def test_a_set_that_is_complete_in_anothers_turn_has_to_wait():
    match = full_turn(begin(humans=4, beest=3, exchanges="0-1, 0-2, 0-silent", turn=2, meets=4))
    assert match.table.points == [] and match.table.turn == 3


@pytest.mark.rule("beest.silent.no-ending-2")
def test_the_silent_guy_never_ends_it_himself():
    match = begin(humans=3, beest=0, exchanges="1-silent, 2-silent", turn=0)
    for _ in range(3):
        assert match.table.points == []
        match = full_turn(begin(humans=3, beest=0, exchanges="1-silent, 2-silent", turn=match.table.turn))
    assert has_won(match.table, 3, 0)


@pytest.mark.rule("beest.end2.lost-before", "beest.end2.clean")
def test_who_is_infected_in_time_has_not_won():
    match = begin(humans=4, beest=3, exchanges="0-1, 0-2, 0-silent", turn=3, meets=0)
    full_turn(match)
    assert match.table.black(0) == 4 and match.table.points == []
    full_turn(begin(humans=4, beest=3, exchanges="0-1, 0-2, 0-silent, 3-0"))
    assert not has_won(match.table, 0, 3)


@pytest.mark.rule("beest.end2.partners")
@pytest.mark.parametrize("reading", ["all_but_original", "clean_only"])
def test_whether_infected_seats_must_be_met(reading):
    match = full_turn(begin(humans=4, beest=3, exchanges="0-2, 3-1", meets=4, winner_partners=reading))
    assert (ending(match) == "beest.end2.trigger") == (reading == "clean_only")
    if reading == "clean_only":
        assert scores(match) == [4, 0, 2, 0, 2]


@pytest.mark.rule("beest.end2.equivalence", "beest.end2.set-size")
@pytest.mark.parametrize("humans", [3, 4])
def test_to_have_won_is_to_hold_all_colours_but_one_and_no_black(humans):
    """On every graph of exchanges, for every seat and every Beest."""
    places = humans + 1
    every = list(combinations(range(places), 2))
    table = lay(humans)
    for chosen in range(0, 2 ** len(every), 1 if humans == 3 else 7):
        table.exchanges = [beest.Exchange(*pair) for n, pair in enumerate(every) if chosen >> n & 1]
        for black in range(places):
            table.piles[table.beest], table.piles[black] = table.piles[black], BLACK
            for seat in table.everyone:
                full = seat != black and table.coloured(seat) == places - 2 and not table.black(seat)
                assert has_won(table, seat, black) == full


@pytest.mark.rule("beest.end2.automatic", "beest.end2.score")
def test_a_win_may_have_to_be_declared():
    match = lay_all(begin(humans=4, beest=3, exchanges="0-2, 0-silent", meets=1, self_win="declared"))
    match.play("pass")
    assert match.request.prompt == "Ada: have you won?" and keys(match) == ["pass", "declare"]
    silent = play(match.fork(), "pass")
    assert silent.table.turn == 1 and silent.table.points == [] and silent.table.cleared == []
    play(match, "declare")
    assert ending(match) == "beest.end2.trigger" and scores(match) == [6, 2, 2, 0, 2]


@pytest.mark.rule("beest.end2.automatic", "beest.end3.wrong-infected")
@pytest.mark.parametrize(("exchanges", "subtract", "points"), [
    ("0-2", False, -5), ("0-2", True, -5), ("3-0", False, -5), ("3-0", True, -9),
])  # fmt: skip
def test_a_wrong_declaration_is_like_a_wrong_announcement(exchanges, subtract, points):
    options = {"self_win": "declared", "wrong_announcement_subtracts_b": subtract}
    match = lay_all(begin(humans=4, beest=3, exchanges=exchanges, **options))
    play(match, "pass", "declare")
    assert scores(match) == [points, 0, 0, 0, 0]


@pytest.mark.rule("beest.end2.clean", "beest.end2.automatic")
def test_the_beest_is_asked_whether_it_has_won_but_can_only_pass():
    match = lay_all(begin(humans=4, beest=0, self_win="declared"))
    play(match, "pass")
    assert match.request.prompt == "Ada: have you won?" and keys(match) == ["pass"]
    assert_refused(match, "declare", "beest.end2.clean")


@pytest.mark.rule("beest.end2.automatic")
def test_a_quiet_turn_end_clears_whom_the_player_has_not_met():
    match = full_turn(begin(humans=4, beest=3, exchanges="3-0, 0-1, 0-2"))
    assert match.table.cleared == [4] and match.table.suspects(None) == [0, 1, 2, 3]
    declared = lay_all(begin(humans=4, beest=3, exchanges="3-0, 0-1, 0-2", self_win="declared"))
    play(declared, "pass", "pass")
    assert declared.table.cleared == []


@pytest.mark.rule("beest.end2.partners", "beest.end2.automatic")
def test_a_quiet_turn_end_clears_more_where_infected_seats_need_not_be_met():
    """Seat 0 has met nobody: it is not the only clean seat, so nobody has met all the others."""
    match = full_turn(begin(humans=3, beest=1, exchanges="1-2, 2-silent", winner_partners="clean_only"))
    assert match.table.cleared == [2], "with seat 2 the Beest, seats 1 and the silent guy were infected"


# --- ending 3: who, when, whom -------------------------------------------------------------------------------


@pytest.mark.rule("beest.end3.who")
@pytest.mark.parametrize("reading", WINDOWS)
@pytest.mark.parametrize("self_win", ["automatic", "declared"])
def test_the_beest_is_asked_like_anybody_but_can_only_pass(reading, self_win):
    """A watcher sees the same questions, whoever is the Beest."""
    asked = {}
    for black in (0, 1, 2, 4):
        match = begin(humans=4, beest=black, announce_window=reading, self_win=self_win, seed=1)
        asked[black] = []
        while match.table.turn == 0:
            request = match.request
            asked[black].append((request.seat, request.prompt, request.window, request.rule))
            if request.window:
                assert (keys(match) == ["pass"]) == (black == 0)
                if black == 0 and "declare" not in refused(match):
                    for other in (1, 2, 3, 4):
                        assert_refused(match, f"announce:{other}", "beest.end3.who")
            match.play(keys(match)[0])
    assert asked[0] == asked[1] == asked[2] == asked[4]
    assert len(asked[0]) == 3 + len(WINDOWS[reading]) + (self_win == "declared")


@pytest.mark.rule(
    "beest.end3.who", "beest.end3.names-one", "beest.silent.announceable", "beest.end3.infected-may"
)
@pytest.mark.rule("beest.end3.not-self")
@pytest.mark.parametrize("exchanges", ["", "3-0"])
def test_clean_and_infected_humans_may_announce_any_one_other_seat(exchanges):
    match = begin(humans=4, beest=3, exchanges=exchanges)
    assert keys(match) == ["pass", "announce:1", "announce:2", "announce:3", "announce:4"]
    assert [option.piece for option in match.request.options[1:]] == [1, 2, 3, 4]
    assert_refused(match, "announce:0", "beest.end3.not-self")


@pytest.mark.rule("beest.end3.when", "beest.turn.order-in-turn")
@pytest.mark.parametrize("reading", WINDOWS)
@pytest.mark.parametrize("lines", ["after_all", "as_placed"])
def test_the_windows_of_a_turn(reading, lines):
    match = begin(humans=4, beest=3, announce_window=reading, evaluate_lines=lines, seed=2)
    windows = []
    while match.table.turn == 0:
        if match.request.window:
            windows.append(match.request.prompt)
            stage = len(match.table.hand), len(match.table.served)
            assert stage == {"before your turn": (0, 0), "before you lay the cards": (4, 0)}.get(
                windows[-1].split("(")[1][:-1], (0, 4)
            )
        match.play(keys(match)[0])
    assert windows == [f"Ada: has anybody won? ({moment})" for moment in WINDOWS[reading]]


@pytest.mark.rule("beest.end3.when", "beest.silent.never-announces")
def test_nobody_announces_in_anothers_turn():
    match = begin(humans=4, beest=3)
    for seat in (1, 2, 3):
        with pytest.raises(IllegalMove, match=r"seat . is not asked now, but seat 0.*\[beest.end3.when\]"):
            match.play("announce:0", seat=seat)


@pytest.mark.rule("beest.end3.claim", "beest.end3.checked", "beest.end3.any-turns-later")
@pytest.mark.parametrize(("named", "right"), [(0, True), (1, False), (2, False), (3, False), (4, True)])
@pytest.mark.parametrize("late", [False, True])
def test_an_announcement_is_checked_and_ends_the_expedition_either_way(named, right, late):
    """Seat 0 and the silent guy have met all but the Beest, seat 3; in turn of seat 2, then 1."""
    for announcer in {1, 2} - {named}:
        exchanges = "0-1, 0-2, 0-silent, 1-silent, 2-silent"
        match = announced(f"announce:{named}", late, humans=4, beest=3, exchanges=exchanges, turn=announcer)
        assert ending(match) == ("beest.end3.right-announcer" if right else "beest.end3.wrong-announcer")
        assert scores(match)[announcer] == (5 if right else -5)
        assert len(match.table.points) == 1


@pytest.mark.rule("beest.end3.names-beest")
@pytest.mark.parametrize("clean", [True, False])
def test_to_name_the_beest_is_wrong(clean):
    exchanges = "3-0, 3-1, 3-silent"
    match = announced("announce:3", humans=4, beest=3, exchanges=exchanges, winner_must_be_clean=clean)
    assert ending(match) == "beest.end3.wrong-announcer"


@pytest.mark.rule("beest.end3.claim-not-own-gap")
def test_who_lacks_the_announcer_alone_has_not_won():
    """Whoever the Beest is, as long as it may be another than the announcer."""
    for black in (0, 2, 3, 4):
        match = announced("announce:2", humans=4, beest=black, exchanges="2-0, 2-3, 2-silent", turn=1)
        assert scores(match) == [0, -5, 0, 0, 0]


@pytest.mark.rule("beest.end3.claim-full-set", "beest.end3.claim-clean")
@pytest.mark.parametrize("clean", [True, False])
def test_who_has_met_everybody_has_not_won_unless_the_infected_count(clean):
    exchanges = "2-0, 2-1, 2-3, 2-silent"
    for black in (0, 3, 4):
        match = announced(
            "announce:2", humans=4, beest=black, exchanges=exchanges, turn=1, winner_must_be_clean=clean
        )
        assert ending(match) == ("beest.end3.wrong-announcer" if clean else "beest.end3.right-announcer")
        assert scores(match)[2] == 0, "named rightly, and infected all the same"


@pytest.mark.rule("beest.end3.claim-clean", "beest.end2.clean")
def test_the_reading_that_counts_the_infected_is_for_announcements_only():
    match = full_turn(
        begin(humans=4, beest=3, exchanges="0-1, 0-2, 0-silent, 3-0", winner_must_be_clean=False)
    )
    assert match.table.points == []


@pytest.mark.rule("beest.end3.claim-clean", "beest.end2.partners")
@pytest.mark.parametrize("clean", [True, False])
@pytest.mark.parametrize("partners", ["all_but_original", "clean_only"])
def test_an_infected_seat_that_met_all_clean_ones(clean, partners):
    """Seats 1 and 2 are infected, 0 and the silent guy are clean; seat 1 has not met seat 2."""
    match = announced(
        "announce:1",
        humans=4,
        beest=3,
        exchanges="3-1, 3-2, 1-0, 1-silent",
        turn=0,
        winner_must_be_clean=clean,
        winner_partners=partners,
    )
    right = not clean and partners == "clean_only"
    assert scores(match) == ([5, 0, 0, 0, 2] if right else [-5, 0, 0, 0, 0])


@pytest.mark.rule("beest.end3.deliberately-wrong")
def test_what_is_known_to_be_wrong_may_be_announced():
    match = begin(humans=4, beest=3)
    assert "announce:1" in keys(match) and match.table.exchanges == []
    play(match, "announce:1")
    assert scores(match) == [-5, 0, 0, 0, 0]


@pytest.mark.rule("beest.end3.winner-himself")
@pytest.mark.parametrize("late", [False, True])
def test_who_has_won_may_announce_another_instead(late):
    exchanges = "0-1, 0-2, 0-silent, 1-silent, 2-silent"
    match = announced("announce:4", late, humans=4, beest=3, exchanges=exchanges)
    assert scores(match) == [5, 4, 4, 0, 6]
    assert scores(full_turn(begin(humans=4, beest=3, exchanges=exchanges))) == [6, 4, 4, 0, 6]


@pytest.mark.rule("beest.end3.several")
def test_whoever_of_several_winners_is_named_the_points_are_the_same():
    exchanges = "0-1, 0-2, 0-silent, 1-silent, 2-silent"
    for named in (0, 4):
        match = announced(f"announce:{named}", humans=4, beest=3, exchanges=exchanges, turn=1)
        assert scores(match) == [6, 5, 4, 0, 6]


@pytest.mark.rule("beest.end.order")
def test_the_order_of_the_endings_in_a_turn():
    """An announcement before the turn; the last black marker; an announcement after; the own win."""
    position = {"humans": 3, "beest": 2, "exchanges": "2-1, 2-silent, 0-1, 0-silent", "meets": 2}
    early = play(begin(**position), "announce:1")
    assert ending(early) == "beest.end3.wrong-announcer"
    assert ending(lay_all(begin(**position))) == "beest.end1.trigger"
    own = {"humans": 3, "beest": 2, "exchanges": "0-1", "meets": 3}
    assert ending(play(lay_all(begin(**own)), "announce:1")) == "beest.end3.wrong-announcer"
    assert ending(full_turn(begin(**own))) == "beest.end2.trigger"


@pytest.mark.rule("beest.end.only-three")
def test_an_expedition_in_which_nobody_meets_goes_on():
    """No number of turns ends an expedition."""
    match = begin(humans=3, beest=0, number=10_000)
    full_turn(match)
    assert match.table.points == [] and match.table.number == 10_001
    assert "turn_cap" not in match.options.to_json()


@pytest.mark.rule("beest.info.end-reveal")
def test_all_is_shown_at_the_end():
    match = announced("announce:1", humans=3, beest=2, exchanges="0-1", expeditions=1)
    for seat in range(3):
        assert match.view(seat)["piles"] == ["red", "yellow", "black", "green"]
        assert (
            match.events(seat)[-2].text
            == "Cleo was the original Beest. Ada -4, Bo 0, Cleo 0, The silent guy 0."
        )
