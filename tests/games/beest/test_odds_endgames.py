"""Endgames, three ways: merged positions, every course played by the rules, and games at random."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import permutations
from math import sqrt
from random import Random
from typing import Any

import pytest
from games.beest.laying import begin, distribute, keys, lay, pass_on

from beastlab.core.match import Match
from beastlab.games import beest
from beastlab.games.beest.endgames import endgame

CAVES = {0: "T/TM | M/TB M/MB B/TM", 1: "M/MB B/TM M/MB", 2: "T/MB T/TB", 3: "B/MB T/TB B/TB"}


def laid(**options: Any) -> Any:
    """The position of the ledger's example."""
    return lay(3, beest=1, exchanges="0-silent", caves=CAVES, **options)


def outcome(match: Match, seat: int, aim: str | int) -> bool | None:
    """Whether the aim is reached; None while it is open."""
    mover, ends = None, ("beest.end1.trigger", "beest.end2.trigger")
    if aim in match.table.partners(seat):
        return True
    for event in match.events():
        mover = event.data["seat"] if event.rule == "beest.turn.clockwise" else mover
        if event.rule in ends:
            return aim == "beest" if event.rule == ends[0] else aim == "win" and mover == seat
    return None


def by_rules(match: Match, seat: int, turns: int, aim: str | int, least: bool) -> F:
    """The value of the rest of a game by playing all placements of all turns."""
    done = outcome(match, seat, aim)
    if done is not None or not turns:
        return F(bool(done))
    match = match.fork()
    while not keys(match)[0].startswith("lay:"):
        match.play("pass")
    mover, values = match.table.turn, []
    for cards in permutations(match.table.hand):
        twin = match.fork()
        others = [other for other in twin.table.others(mover) if other not in twin.table.served]
        for card, other in list(zip(cards, others, strict=True))[:-1]:
            twin.play(f"lay:{card.code}:{other}")
        values.append(by_rules(pass_on(twin), seat, turns - 1, aim, least))
    return (min if least else max)(values) if mover == seat else sum(values, F(0)) / len(values)


def late(seed: int, seats: int = 3, answers: int = 0, **options: Any) -> Match | None:
    """A game at random in the third round or later, after so many answers there."""
    match, rng = beest.new_match(seats, seed, expeditions=1, **options), Random(seed)
    for _ in range(2 * seats * match.options.places + answers):  # two windows a turn, and all cards but one
        if match.table.result:
            return None
        match.play("pass" if keys(match)[0] == "pass" else rng.choice(match.request.options))
    return match if not match.table.result and match.table.number > 2 * seats else None


@pytest.mark.rule("beest.end2.trigger", "beest.end1.trigger", "beest.turn.distribute-choice")
@pytest.mark.parametrize("readings", [{}, {"winner_partners": "clean_only"}])
def test_all_courses_by_the_rules(readings: dict[str, Any]) -> None:
    """Every position of three turns of random games: who is to play, and in the middle of a turn too."""
    seen: set[F] = set()
    count = 0
    for seed in range(150):
        match = late(seed, answers=seed % 37, **readings)
        if match is None or keys(match)[0] == "pass" and match.table.served:
            continue
        table, seat = match.table, seed % 3
        aims: list[str | int] = ["beest", *(o for o in table.others(seat) if o not in table.partners(seat))]
        aims += ["win"] * (seat != table.beest)
        aim, least = aims[seed % len(aims)], seed % 4 == 3
        found = endgame(match, seat, 3, aim, beest=table.beest, least=least)
        assert found.value == by_rules(match, seat, 3, aim, least), f"seed {seed}"
        seen.add(found.value)
        count += 1
    assert count > 12 and len(seen) > 4


@pytest.mark.rule("beest.turn.take-silent-six")
@pytest.mark.parametrize(("seats", "turns"), [(4, 2), (5, 1), (6, 1)])
def test_more_seats_by_the_rules(seats: int, turns: int) -> None:
    seen: set[F] = set()
    for seed in range(40):
        match = late(seed, seats, seed % 2 * (seats + (seats < 6)))  # seat 0's or seat 1's turn begins
        if match is None:
            continue
        fresh = [other for other in match.table.others(0) if other not in match.table.partners(0)]
        aim: str | int = fresh[seed % len(fresh)] if fresh else "beest"
        found = endgame(match, 0, turns, aim, beest=match.table.beest)
        assert found.value == by_rules(match, 0, turns, aim, False), f"seed {seed}"
        seen.add(found.value)
        if len(seen) > 2:
            break
    assert len(seen) > 1


def test_placements_are_worth_what_they_say() -> None:
    match = beest.match_at(laid())
    found = endgame(match, 0, 4, beest=1)
    match.play("pass")
    cards = {card.name: card for card in match.table.hand}
    for placement, worth in found.placements:
        twin = distribute(match.fork(), [cards[face] for _, face in placement])
        assert endgame(pass_on(twin), 0, 3, beest=1).value == worth
    worths = [worth for _, worth in found.placements]
    assert worths == sorted(worths, reverse=True) and worths[0] == found.value == F(4, 9) > worths[-1]
    assert found.best == dict(found.placements[0][0])
    lowest = endgame(match, 0, 4, beest=1, least=True)
    assert lowest.value == worths[-1] == lowest.placements[0][1]


def test_a_turn_that_is_begun() -> None:
    """After the cards are taken, after one is laid, and after all are: the value never changes by what is best."""
    match = beest.match_at(laid())
    match.play("pass")
    best = endgame(match, 0, 4, beest=1).best
    for other in (1, 2):
        card = next(card for card in match.table.hand if card.name == best[other])
        match.play(f"lay:{card.code}:{other}")
        assert endgame(match, 0, 4, beest=1).value == F(4, 9)
    assert keys(match)[0] == "pass" and match.table.turn == 0  # all is laid, his turn has not ended
    assert endgame(match, 0, 4, beest=1).placements == ()


def test_played_against_players_at_random() -> None:
    """The best placements, asked for anew in each turn of his, win as often as said."""
    rng, games, won = Random(2), 250, 0
    start = beest.match_at(laid())
    answers: dict[Any, Any] = {}
    for _ in range(games):
        match = start.fork()
        for left in (4, 3, 2, 1):
            if match.table.points:
                break
            table = match.table
            match.play("pass")
            hand = list(table.hand)
            if table.turn == 0:
                codes = [
                    tuple(card.code for card in table.at(s).aside + table.at(s).sequence)
                    for s in table.everyone
                ]
                state = (left, tuple(codes), tuple(sorted(table.exchanges)))
                if state not in answers:
                    answers[state] = endgame(match, 0, left, beest=1)
                best = answers[state].best
                hand = [next(c for c in hand if c.name == best.get(o, c.name)) for o in table.others(0)]
                if not best:
                    break
            else:
                rng.shuffle(hand)
            pass_on(distribute(match, hand))
        won += outcome(match, 0, "win") or False
    assert abs(won - games * 4 / 9) < 4 * sqrt(games * 20 / 81)


@pytest.mark.rule("beest.info.outgoing-hidden")
def test_roles_are_taken_from_what_the_seat_knows() -> None:
    table = laid()
    with pytest.raises(ValueError, match=r"Ada does not know .* Bo \(beest=1\) or Cleo \(beest=2\)"):
        endgame(table, 0, 1)
    with pytest.raises(ValueError, match="beest is 3, whom Ada knows not to be the Beest"):
        endgame(table, 0, 1, beest=3)
    assert endgame(table, 0, 4, beest=2).value != endgame(table, 0, 4, beest=1).value
    assert endgame(table, 1, 4, "beest").value == endgame(table, 1, 4, "beest", beest=1).value > 0


def test_questions_that_are_refused() -> None:
    table = laid()
    cases: list[tuple[dict[str, Any], str]] = [
        ({"turns": 8}, "8 turns of 6 placements are 1,679,616 courses; ask for up to 7 turns"),
        ({"turns": 0}, "turns is 0; give a whole number of at least 1"),
        ({"seat": 3}, "seat is 3; give a whole number from 0 to 2"),
        ({"aim": "lose"}, "aim is 'lose'; give 'win', 'beest' or the number of another seat"),
        ({"aim": 3}, "Ada meets The silent guy no more"),
        ({"seat": 1, "aim": "win"}, "Bo is the Beest and can't win so"),
    ]
    for arguments, why in cases:
        with pytest.raises(ValueError, match=why):
            endgame(table, **{"seat": 0, "turns": 1, "beest": 1, **arguments})
    with pytest.raises(ValueError, match="evaluate_lines is as_placed"):
        endgame(laid(evaluate_lines="as_placed"), 0, 1, beest=1)
    with pytest.raises(ValueError, match="0 cards to lay for 3 seats: cards are still drawn"):
        endgame(begin(humans=3, beest=1), 0, 1, 2, beest=1)
    with pytest.raises(ValueError, match="no expedition is going on"):
        endgame(beest.lay(beest.Options()), 0, 1)


def test_how_it_looks() -> None:
    found = endgame(laid(names=("<b>", "Bo", "Cleo")), 0, 4, beest=1)
    assert repr(found).startswith("<Endgame, <b> wins within 4 turns: 4/9; B/MB to Bo, ")
    html = found._repr_html_()
    assert "&lt;b&gt; wins within 4 turns: 4/9" in html and "<b>" not in html
    other = endgame(laid(), 1, 3, "beest")  # it is the turn of another
    assert other.placements == () and other.best == {}
