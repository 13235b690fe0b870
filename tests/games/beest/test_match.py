"""A match of several expeditions: what carries over, the standings, saves, undo and forks."""

from random import Random

import pytest
from games.beest.laying import begin, ending, full_turn, keys, lay_all, new, play, scores
from games.beest.playing import careful, settings

import beastlab
from beastlab.core.chance import ByHand
from beastlab.core.match import IllegalMove, Match
from beastlab.core.requests import name_of
from beastlab.games import beest
from beastlab.games.beest import GAME
from beastlab.games.beest.table import BLACK


def wrong(match):
    """Make the current player announce something wrong in the first window, or let the Beest pass the turn."""
    while keys(match) == ["pass"] or keys(match)[0] != "pass":
        match.play(keys(match)[0])
    return play(match, keys(match)[1])


@pytest.mark.rule("beest.match.expeditions")
@pytest.mark.parametrize("expeditions", [1, 2, 3, 5, 8])
def test_so_many_expeditions_are_played(expeditions):
    match = new(3, seed=4, expeditions=expeditions)
    for played in range(expeditions):
        assert len(match.table.points) == played and not match.over
        assert match.view(0)["expedition"] == played + 1
        wrong(match)
    assert match.over and match.request is None and len(match.table.points) == expeditions
    assert new(4).options.expeditions == 3


@pytest.mark.rule("beest.match.sum", "beest.match.negative", "beest.silent.standings")
def test_points_are_added_and_the_silent_guy_can_win():
    match = new(3, seed=4)
    while not match.over:
        wrong(match)
    totals = [sum(points) for points in zip(*match.table.points, strict=True)]
    assert list(match.result.scores) == totals and min(totals) <= -4 and totals[3] == 0
    assert 3 in match.result.winners and match.result.rule == "beest.match.sum"
    assert "The silent guy" in match.result.text


@pytest.mark.rule("beest.match.sum", "beest.silent.standings")
def test_the_silent_guy_wins_alone():
    match = begin(
        humans=3, beest=0, exchanges="1-silent, 2-silent", turn=1, expeditions=2, points=[(-4, 0, 0, 0)]
    )
    play(match, "announce:3")
    assert match.result.scores == (-4, 4, 2, 4) and match.result.winners == (1, 3)
    alone = begin(humans=3, beest=3, exchanges="3-1, 3-2", meets=3, expeditions=2, points=[(0, -4, 0, 0)])
    lay_all(alone)
    assert alone.result.winners == (3,) and alone.result.scores == (1, -1, 2, 4)
    assert alone.result.text == "The silent guy wins with 4 points."


@pytest.mark.rule("beest.match.tie")
def test_who_is_level_shares_the_victory():
    match = begin(humans=3, beest=2, expeditions=2, points=[(0, 0, 0, 0)])
    play(match, "announce:1")
    assert match.result.winners == (1, 2, 3)
    assert match.result.text == "Bo and Cleo and The silent guy win with 0 points."


@pytest.mark.rule("beest.match.negative")
def test_a_total_has_no_floor():
    match = begin(humans=3, beest=2, expeditions=3, points=[(-4, 0, 0, 0), (-4, 1, 1, 1)])
    play(match, "announce:1")
    assert match.result.scores == (-12, 1, 1, 1)


@pytest.mark.rule("beest.match.reset", "beest.setup.start-player-later", "beest.setup.incoming-empty")
def test_every_expedition_is_set_up_anew_and_the_same_seat_starts():
    piles = set()
    for seed in range(30):
        match = new(4, seed)
        for _ in range(6):
            if not match.table.points:
                full_turn(match)
        if not match.table.points:
            wrong(match)
        table = match.table
        assert len(table.points) == 1 and (table.turn, table.number, match.request.seat) == (0, 1, 0)
        assert len(table.stock) == 27 and not table.exchanges and not table.cleared and not table.hand
        assert all(not table.at(seat).sequence and not table.at(seat).aside for seat in table.everyone)
        assert table.suspects(None) == [0, 1, 2, 3, 4]
        piles.add(table.beest)
    assert piles == set(range(5)), "roles are dealt anew"


def test_people_who_deal_real_piles_are_asked_for_them_again():
    match = new(3, chance=ByHand(), expeditions=2)
    for _ in range(2):
        for pile in ("black", "red", "yellow", "green"):
            match.play({"draw": pile})
        assert match.table.piles[3] == BLACK and keys(match)[1] == "announce:1"
        match.play("announce:1")
    assert match.over


# --- saves ---------------------------------------------------------------------------------------------------


def seen(match):
    """All that anybody can see of a position, and the way to it."""
    request, seats = match.request, range(len(match.table.seats))
    return (
        [match.view(seat) for seat in seats],
        request and (getattr(request, "prompt", ""), keys(match)),
        match.result,
        len(match.place.path()),
        [(event.rule, event.text) for event in match.events()],
        match.trail,
        match.table.memory,
    )


@pytest.mark.parametrize("seed", range(8))
def test_a_match_of_three_expeditions_is_saved_undone_and_forked_in_mid_turn(seed, tmp_path):
    match, rng, places, looks = (
        beest.new_match(seed=seed, **settings(seed, expeditions=3)),
        Random(seed),
        [],
        0,
    )
    while match.request is not None:
        if looks < 8 and rng.random() < 0.03:
            looks += 1
            match.save(tmp_path / "game.json")
            others = [beastlab.load(tmp_path / "game.json"), beastlab.load(match.to_line()), match.fork()]
            before = seen(match)
            assert all(seen(other) == before for other in others)
            for _ in range(5):
                move = rng.choice(others[0].request.options).key if others[0].request else None
                for other in others if move else ():
                    other.play(move)
            assert seen(others[0]) == seen(others[1]) == seen(others[2]) and seen(match) == before
        places.append(match.place)
        match.play(careful(match, rng))
        if (looks < 8 and rng.random() < 0.03) or match.request is None:
            looks += 1
            back = rng.randint(1, min(12, len(places)))
            before = [seen(match)]
            for n in range(1, back + 1):
                match.undo()
                assert match.place is places[-n]
                before.append(seen(match))
            again = Match(GAME, match.options, match.seed)
            for place in match.place.path():
                if place.decision:
                    again.play(name_of(place.request, place.answer))
            assert seen(again) == before.pop()
            for expected in before[::-1]:
                match.redo()
                assert seen(match) == expected
            with pytest.raises(IllegalMove, match="nothing to redo"):
                match.redo()
    assert len(match.table.points) == 3
    assert beastlab.load(match.to_line()).result == match.result


def test_undo_in_mid_turn_gives_back_the_card():
    match = begin(humans=4)
    play(match, "pass")
    before = seen(match)
    for _ in range(2):
        match.play(keys(match)[0])
    match.undo()
    match.undo()
    assert seen(match) == before
    match.redo()
    assert len(match.table.hand) == 3


def test_a_save_keeps_every_option_and_cards_of_ones_own(tmp_path):
    path = tmp_path / "caves.csv"
    path.write_text("code,name,entry,exits,count\na,A,T,MB,9\nb,B,M,TB,9\nc,<b>C</b>,B,TM,9\n")
    options = {
        "evaluate_lines": "as_placed",
        "winner_partners": "clean_only",
        "winner_must_be_clean": False,
        "announce_window": "any_step",
        "self_win": "declared",
        "wrong_announcement_subtracts_b": True,
        "silent_may_be_beest": False,
        "expeditions": 4,
        "names": ("A", "B", "C"),
    }
    match = new(3, seed=2, cards=beest.load_cards(path), **options)
    rng = Random(2)
    for _ in range(30):
        match.play(careful(match, rng))
    again = beastlab.load(match.to_line())
    assert again.options == match.options and again.options.cards is match.options.cards
    assert seen(again) == seen(match)


def test_another_branch_meets_the_same_cards_and_rolls_others_again():
    match = begin(humans=4)
    play(match, "pass")
    first = match.table.hand[:]
    match.undo()
    play(match, "pass")
    assert match.table.hand == first
    match.undo()
    play(match, "pass")
    match.roll_again()
    assert match.table.hand != first


def test_a_finished_match_takes_no_more_moves():
    match = begin(humans=3, beest=2, expeditions=1)
    play(match, "announce:1")
    assert ending(match) == "beest.end3.wrong-announcer" and scores(match) == [-4, 0, 0, 0]
    with pytest.raises(IllegalMove, match="the game is over"):
        match.play("pass")
    match.undo()
    assert not match.over and "announce:1" in keys(match)
