"""The sensible bot: it answers everything, says why, keeps to its principles, and scores more than chance."""

from fractions import Fraction as F
from itertools import permutations
from random import Random
from statistics import mean

import pytest
from bench.beest_results import results
from games.beest.laying import begin, keys, lay, pass_on, play
from games.beest.playing import careful, settings

from beastlab.bots import opponent, play_bots
from beastlab.core.knowledge import redeal
from beastlab.games import beest
from beastlab.games.beest.bot import expected
from beastlab.games.beest.races import finishing

BOT = beest.sensible_bot(3)
FIT = {1: "T/MB M/TB", 2: "B/TM T/MB", 3: "T/TM T/TB"}


def chosen(match):
    """The key of the move, after a check that there is a reason in a sentence."""
    move, why = BOT.why(match)
    assert move in match.request.options
    assert why.endswith(".") and why[0] == why[0].upper() and " " in why, why
    return move.key


def turn(black, exchanges="", hand="T/TM M/TB B/MB", caves=None, **options):
    """Seat 0 is to lay this hand."""
    caves = FIT if caves is None else caves
    return pass_on(
        begin(hand, humans=3, beest=black, exchanges=exchanges, caves=caves, expeditions=1, **options)
    )


def laid(match):
    """Whom seat 0 meets if the bot lays the cards."""
    number = match.table.number
    while match.request and match.table.number == number and keys(match)[0].startswith("lay:"):
        match.play(chosen(match))
    return match.table.met


# --- it answers everything, by what its seat may know ---------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_it_answers_every_request_of_whole_matches(seed):
    match, rng = beest.GAME.new_match(**settings(seed), seed=seed), Random(seed)
    while match.request is not None:
        key = chosen(match)
        match.play(key if rng.random() < 0.7 else careful(match, rng))


@pytest.mark.rule("beest.info.outgoing-hidden", "beest.infect.secret")
@pytest.mark.parametrize("seed", range(8))
def test_what_is_hidden_does_not_matter(seed):
    match, rng = beest.GAME.new_match(**settings(seed), seed=seed), Random(seed)
    for _ in range(400):
        if match.request is None:
            break
        if rng.random() < 0.15:
            asked = match.request.seat
            answers = {BOT.why(redeal(match, asked, Random(n))) for n in range(3)}
            assert answers == {BOT.why(match)}
        match.play(careful(match, rng))


def test_the_same_seed_plays_the_same_expedition():
    def game(seed):
        match = beest.new_match(seats=4, seed=4, expeditions=1)
        play_bots(match, {seat: beest.sensible_bot(seed) for seat in range(4)}, most=2_000)
        return match.to_text()

    assert game(1) == game(1) != game(2)


def test_it_is_the_opponent_that_the_game_offers():
    assert repr(opponent(beest.new_match(), seed=3)) == repr(BOT)


# --- what a seat may expect ---------------------------------------------------------------------------------


def by_orders(n, black, made, then=()):
    """The mean points of all seats over all orders in which the pairs that are left exchange, after those of `then`."""
    known = [set(pair) for pair in (*made, *then)]
    left = [(a, b) for a in range(n) for b in range(a) if {a, b} not in known]
    totals, orders = [F(0)] * n, [*permutations(left)]
    for order in orders:
        met, values = {seat: set() for seat in range(n)}, {}
        for number, (a, b) in enumerate([*made, *then, *order]):
            met[a].add(b)
            met[b].add(a)
            for one, other in ((a, b), (b, a)):
                if one == black:
                    values[other] = n - len(met[black])
            clean = {seat for seat in met if seat != black and seat not in values}
            if len(met[black]) == n - 1:
                scores = {**values, black: n}
            elif any(len(met[seat]) == n - 2 for seat in clean):
                scores = {seat: 2 * len(met[seat]) for seat in clean}
            else:
                continue
            if number >= len(made):
                totals = [total + scores.get(seat, 0) for seat, total in enumerate(totals)]
                break
    return [total / len(orders) for total in totals]


@pytest.mark.rule("beest.end1.all-score", "beest.end2.score")
@pytest.mark.parametrize("exchanges", ["", "0-2", "1-0", "0-1, 2-silent", "1-silent, 0-2, 0-1"])
@pytest.mark.parametrize("black", range(4))
def test_what_is_expected_is_the_mean_over_all_orders(black, exchanges):
    table = lay(3, beest=black, exchanges=exchanges)
    for seat in range(3):
        suspects = table.suspects(seat)
        for other in [None, *{*table.others(seat)} - table.partners(seat)]:
            then = [] if other is None else [(seat, other)]
            worlds = [by_orders(4, one, table.exchanges, then)[seat] for one in suspects]
            assert expected(table, seat, other) == pytest.approx(float(sum(worlds) / len(worlds)))


@pytest.mark.parametrize("humans", range(3, 7))
def test_the_beest_may_expect_what_the_race_says(humans):
    table = lay(humans, beest=0)
    n = table.options.places
    assert expected(table, 0) == pytest.approx(float(n * finishing(n)))


# --- its principles -----------------------------------------------------------------------------------------


@pytest.mark.rule("beest.turn.distribute-choice")
def test_the_beest_gives_its_last_marker():
    match = turn(0, "0-2, 0-1")
    assert laid(match) == 3 and match.table.points[-1][0] == 4


def test_it_keeps_away_from_the_beest():
    """Bo is it, as a quiet end has shown; Ada's set lacks the silent guy alone. Each of them could be met."""
    match = turn(1, "0-2, 2-silent", cleared=[3])
    assert {"Bo", "The silent guy"} <= {*beest.lines_now(match).can_meet}
    assert laid(match) == 3 and match.table.clean(0)
    play(match, "pass")
    assert match.table.points[-1][0] == 4


def test_it_tires_of_meeting_nobody():
    """Ada is infected, and Bo wins when he meets her, which is all that her cards could bring."""
    caves, hand = {1: "T/MB M/TB", 2: "B/TM B/MB", 3: "T/TM B/TM"}, "T/TM M/TB M/MB"
    quick, late = (turn(3, "0-silent, 1-2", hand, caves, number=number) for number in (9, 900))
    assert expected(quick.table, 0, 1) == 0 < expected(quick.table, 0)
    assert laid(quick) is None and laid(late) == 1


@pytest.mark.rule("beest.end3.right-announcer")
def test_it_announces_what_is_certain_and_pays():
    match = begin(humans=3, beest=0, exchanges="2-1, 2-silent, 0-1", turn=1, expeditions=1)
    assert beest.who(match, 1).won[2] == 1 and chosen(match) == "announce:2"
    doubt = begin(humans=3, beest=1, exchanges="0-2, 2-silent", expeditions=1)
    assert beest.who(doubt, 0).won[2] == F(1, 2) and chosen(doubt) == "pass"
    assert "50%" in BOT.why(doubt)[1]


@pytest.mark.rule("beest.end3.right-infected-announcer", "beest.end1.score-infected")
def test_the_first_infected_waits_where_the_beest_is_about_to_finish():
    """Black 3, and the Beest has one marker left: 1 point for an announcement is less than 3 that are near."""
    match = begin(humans=3, beest=0, exchanges="0-1, 0-silent, 2-silent, 2-1", turn=1, expeditions=1)
    assert beest.who(match, 1).won[2] == 1 and match.table.black(1) == 3
    assert chosen(match) == "pass" and "to wait is worth" in BOT.why(match)[1]


@pytest.mark.rule("beest.end2.automatic", "beest.end2.clean")
@pytest.mark.parametrize("clean", [True, False])
@pytest.mark.parametrize(
    ("black", "exchanges"), [(1, "0-2, 0-silent"), (1, "0-2, 0-silent, 1-0"), (2, "0-1")]
)
def test_it_declares_a_win_that_is_one(clean, black, exchanges):
    """Even where an infected seat may be announced, it has no win of its own to declare."""
    options = {"self_win": "declared", "winner_must_be_clean": clean, "announce_window": "start_only"}
    match = turn(black, exchanges, caves={}, **options)
    while keys(match)[-1] != "declare":
        match.play(keys(match)[0])
    assert chosen(match) == ("declare" if exchanges == "0-2, 0-silent" else "pass")


def test_any_card_that_is_as_good_may_be_laid():
    """Always the same ones could go round in circles for ever."""
    caves = {1: "T/MB T/MB", 2: "B/TM B/MB", 3: "T/TM B/MB"}
    match = turn(1, hand="T/TM M/TB B/MB", caves=caves)
    assert {beest.sensible_bot(seed).why(match)[0].key for seed in range(30)} == {*keys(match)}


@pytest.mark.parametrize("humans", range(3, 7))
def test_expeditions_of_sensible_players_end(humans):
    for seed in range(8):
        match = beest.new_match(seats=humans, seed=seed, expeditions=1)
        play_bots(match, {seat: beest.sensible_bot(seed) for seat in range(humans)}, most=2_000)
        assert match.over and min(match.table.points[0]) >= 0, "nobody was wrong"


@pytest.mark.long
def test_it_scores_more_than_players_who_lay_at_random():
    """Four humans: as the Beest about 4.1 points to 1.6, in all about 3.2 to 2.5."""
    wise, others = results(4, 150, alone=True)
    assert mean(wise.points["all"]) > mean(others.points["all"])
    assert mean(wise.points["original Beest"]) > mean(others.points["original Beest"]) + 1
