"""Redeals: what a seat can't know is not decided, so a redeal is the same position with other dice to come."""

from dataclasses import replace
from random import Random

import pytest
from games.by_order_of_the_queen.playing import check, keen, settings

from beastlab.bots import play_bots, random_bot
from beastlab.core.knowledge import redeal
from beastlab.core.requests import Choose, Event, IllegalMove
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen.rules import step
from beastlab.games.by_order_of_the_queen.scene import scene


def looks_the_same(match, seat, rng):
    """A redeal for `seat` that it can't tell from the match; AssertionError says what gives it away."""
    try:
        twin = redeal(match, seat, rng)
    except (LookupError, IllegalMove, ValueError, TypeError, StopIteration) as error:
        raise AssertionError(f"seat {seat}: no redeal fits: {error!r}") from error
    assert twin.view(seat) == match.view(seat), f"seat {seat}: the view"
    assert scene(twin, seat) == scene(match, seat), f"seat {seat}: the scene"
    asked, asked_too = match.request, twin.request
    assert (asked is None) == (asked_too is None), f"seat {seat}: the end"
    if asked is not None:
        for name in ("seat", "prompt", "window", "rule"):
            assert getattr(asked, name) == getattr(asked_too, name), f"seat {seat}: the request's {name}"
        assert [spelt(o) for o in asked.options] == [spelt(o) for o in asked_too.options]
        refused = [[(spelt(r.move), r.rule, r.why) for r in ask.refused] for ask in (asked, asked_too)]
        assert refused[0] == refused[1], f"seat {seat}: the refusals"
    told, told_too = ([(e.rule, e.text, e.cards) for e in m.events(seat)] for m in (match, twin))
    assert told == told_too, f"seat {seat}: what was told"
    return twin


def spelt(move):
    return move.key, move.label, repr(move.piece), move.cost


@pytest.mark.rule("queen.turn.open-hands")
@pytest.mark.parametrize("seed", range(8))
def test_no_seat_can_tell_a_redeal_in_whole_games(seed):
    match, rng = queen.new_match(seed=seed, **settings(seed)), Random(seed)
    while match.request is not None:
        if rng.random() < 0.05:
            for seat in range(len(match.table.seats)):
                twin = looks_the_same(match, seat, rng)
                for _ in range(3):
                    if twin.request is not None:
                        twin.play(rng.choice(twin.request.options))
                        check(twin.table)
        match.play(keen(match, rng))


@pytest.mark.rule("queen.setup.prompts-unseen", "queen.setup.prompt-position")
def test_what_comes_is_drawn_anew_in_a_redeal():
    match, nemeses, monsters = queen.new_match(seats=2, seed=3), set(), set()
    for n in range(60):
        twin, rng = redeal(match, 0, Random(n)), Random(n)
        while twin.request is not None and not twin.table.drawn:
            twin.play(keen(twin, rng))
        nemeses |= {card.code for card in twin.table.drawn}
        monsters |= {foe.card.code for foe in twin.table.in_play}
    assert len(nemeses) > 2 and len(monsters) > 20, "neither is decided before it is drawn"


def test_a_leak_in_the_view_is_caught(monkeypatch):
    def view(table, seat):
        return {**queen.view(table, seat), "leak": id(table.monsters)}

    monkeypatch.setattr(queen, "new_match", replace(queen.GAME, view=view).new_match)
    with pytest.raises(AssertionError, match="seat 0: the view"):
        looks_the_same(queen.new_match(seats=2, seed=1), 0, Random(1))


def test_a_leak_in_what_is_told_is_caught(monkeypatch):
    def leaky(table):
        yield Event("queen.turn.steps", f"A hint: {id(table)}.")
        return (yield from step(table))

    monkeypatch.setattr(queen, "new_match", replace(queen.GAME, step=leaky).new_match)
    match = queen.new_match(seats=2, seed=1)
    match.play("quest")
    with pytest.raises(AssertionError, match="seat 1: what was told"):
        looks_the_same(match, 1, Random(1))


@pytest.mark.parametrize("seed", range(4))
def test_odds_are_the_same_on_every_redeal(seed):
    match, rng = queen.new_match(seed=seed, **settings(seed)), Random(seed)
    for _ in range(60):
        if match.request is None:
            return
        if isinstance(match.request, Choose) and rng.random() < 0.2:
            seat, move = match.request.seat, rng.choice(match.request.options).key
            assert odds(match, move) == odds(redeal(match, seat, rng), move)
        match.play(rng.choice(match.request.options))


def odds(match, move):
    def measure(table, events):
        return table.villagers, table.tokens, tuple(e.data["success"] for e in events if "success" in e.data)

    try:
        return match.odds(move, measure, limit=500)
    except LookupError as error:
        return str(error)


def test_bots_play_whole_games():
    match = queen.new_match(seats=3, seed=2)
    play_bots(match, {seat: random_bot(seat) for seat in range(3)})
    assert match.over
