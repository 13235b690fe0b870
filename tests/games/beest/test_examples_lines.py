"""The ledger's examples of lines of entry and of hands, by exact odds and by the rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction as F
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod

import pytest
from games.beest.by_listing import by_rules, formula, laid

from beastlab.games import beest
from beastlab.games.beest.caves import board_now
from beastlab.games.beest.line_counts import Lines, lines, lines_in
from beastlab.games.beest.outlook import next_hand
from beastlab.games.beest.placements import best_placement, placement_now
from beastlab.odds import P, hand

FACES = [f"{entry}/{exits}" for entry in "TMB" for exits in ("TM", "TB", "MB")]


def split(faces: str) -> list[str]:
    return [face.strip() for face in faces.split(",")]


def given(humans: int, cards: str, *seats: str) -> Lines:
    """Seat 0's hand and the last two cards of the others; plain arguments, the live table and the rules agree."""
    found = lines(split(cards), {n: split(row) for n, row in enumerate(seats, 1)})
    table = laid(humans, cards.replace(",", ""), {n: row.replace(",", "") for n, row in enumerate(seats, 1)})
    live, met = Lines(board_now(table)), Counter[str | None]()
    for (seat, _), chance in by_rules(table).items():
        met[None if seat is None else table.name(seat)] += chance  # type: ignore[assignment]
    assert live.law == found.law and dict(live.met.items()) == met
    assert [*live.alone.values()] == [*found.alone.values()]
    return found


@pytest.mark.example("beest.ex.distribution-24")
@pytest.mark.rule("beest.turn.distribute-choice", "beest.meet.exactly-one", "beest.seq.local")
def test_distribution_24() -> None:
    found = given(4, "T/TM, M/TB, M/MB, B/TM", "T/MB, M/TB", "B/TM, T/MB", "M/TB, M/TM", "T/TM, T/TB")
    assert found.dead == (3,) and found.total == formula("distributions", n=5) == 24
    assert dict(found.law.weights) == {0: 2, 1: 6, 2: 12, 3: 4} and found.mean == F("7/4")
    assert found.alone == {1: 2, 2: 2, 3: 0, 4: 2} and not found.must_meet
    blocked = {seat: {0, 1, 2} - good for seat, good in enumerate(found.board.wanted, 1) if good}
    assert blocked == {1: {1}, 2: {0}, 4: {1}}


@pytest.mark.example("beest.ex.distribution-forced")
@pytest.mark.rule("beest.meet.must", "beest.turn.no-pass")
def test_distribution_forced() -> None:
    found = given(3, "T/TM, T/MB, B/TM", "T/MB, M/TB", "M/TB, M/TM", "T/TM, B/TM")
    assert found.dead == (2, 3) and found.alone[1] == found.total == 6
    assert found.cannot_avoid == 1 and found.must_meet and found.met[1] == 1


@pytest.mark.example("beest.ex.distribution-120")
@pytest.mark.rule("beest.turn.distribute-choice", "beest.meet.exactly-one")
def test_distribution_120() -> None:
    rows = ["T/MB, M/TB", "B/TM, T/MB", "T/TB, B/TM", "T/TM, M/TM", "B/TB, M/TB"]
    found = given(5, "T/TM, T/TB, M/TB, B/MB, B/TM", *rows)
    assert found.dead == (5,) and found.can_meet == (1, 3, 4) and found.mean == F("13/5")
    assert dict(found.law.weights) == {0: 4, 1: 12, 2: 36, 3: 44, 4: 24}
    assert found.alone == {1: 4, 2: 0, 3: 4, 4: 4, 5: 0}
    seats = {n: split(row) for n, row in enumerate(rows, 1)}
    placed = best_placement(split("T/TM, T/TB, M/TB, B/MB, B/TM"), seats, {2: 5, 1: 1, None: F("1/2")})
    assert placed.worth == placed.best.met == 1, "seat 2 can't be met, whatever that is worth"


@pytest.mark.example("beest.ex.distribution-no-single")
@pytest.mark.rule("beest.meet.exactly-one", "beest.meet.more-than-one")
def test_distribution_no_single() -> None:
    found = given(3, "M/TM, T/TB, B/TM", "T/MB, M/TB", "B/TM, T/MB", "T/TB, B/TM")
    assert not found.dead and dict(found.law.weights) == {0: 1, 2: 3, 3: 2}
    assert found.can_meet == () and found.met[None] == 1


@pytest.mark.example("beest.ex.as-placed")
@pytest.mark.rule("beest.turn.evaluate-after-all", "beest.meet.more-than-one")
def test_as_placed() -> None:
    seats = {1: "T/TM T/MB M/TB", 2: "B/TM T/MB", 3: "T/TB B/TM"}
    table = laid(3, "M/TM T/TB B/TM", seats, evaluate_lines="as_placed")
    found = Lines(board_now(table))
    assert found.total == 36 and [*found.alone.values()] == [10, 1, 1] and found.met[None] == F("24/36")
    assert _met(by_rules(table)) == {1: F("10/36"), 2: F("1/36"), 3: F("1/36"), None: F("24/36")}
    after = lines(split("M/TM, T/TB, B/TM"), {seat: row.split() for seat, row in seats.items()})
    assert after.can_meet == ()
    for order, met in (((1, 2, 3), 2), ((2, 1, 3), None)):
        own, cards = table.copy(), {1: "M/TM", 2: "B/TM", 3: "T/TB"}
        own.hand, own.served = [], []
        own.seats[0].aside = table.hand[:]
        match = beest.match_at(own)
        match.play("pass")
        for seat in order[:2]:
            card = next(card for card in match.table.hand if card.name == cards[seat])
            match.play(f"lay:{card.code}:{seat}")
        assert match.table.met == met
        if met:
            assert match.table.partners(0) == {met}


def _met(law: dict[tuple[int | None, int | None], F]) -> dict[int | None, F]:
    found: dict[int | None, F] = {}
    for (seat, _), chance in law.items():
        found[seat] = found.get(seat, F(0)) + chance
    return found


@pytest.mark.example("beest.ex.first-hand")
@pytest.mark.rule("beest.turn.draw-blind", "beest.comp.card-composition")
def test_first_hand() -> None:
    first = hand(3, Counter("TMB"[card.entry] for card in beest.illustrative().of("balanced")))
    assert P(first.alike == 3).value == F("28/325") == 3 * formula("hand-heights", a=3, b=0, d=0)
    assert P(first.alike == 2).value == F("216/325") == 6 * formula("hand-heights", a=2, b=1, d=0)
    assert P(first.distinct == 3).value == F("81/325") == formula("hand-heights", a=1, b=1, d=1)


# --- the third turn ------------------------------------------------------------------------------------------


@cache
def third(last: str, stock: tuple[int, int, int]) -> F:
    """Whether the silent guy can be met by three cards of a stock with these entries; no exits: he is dead."""
    row = [f"T/{last}", f"T/{last}"] if "T" in last else ["T/TM", f"M/{last}"] if last else ["B/TM", "B/TM"]
    deck = Counter({f"{entry}/TM": number for entry, number in zip("TMB", stock, strict=True)}) + Counter(row)
    return next_hand([], {"silent": row, 0: [], 1: []}, deck=deck).can_meet["silent"]


@pytest.mark.example("beest.ex.turn-three")
@pytest.mark.rule("beest.turn.first-line", "beest.turn.draw-open")
def test_turn_three_with_any_card() -> None:
    can, sure, ways = F(0), F(0), 0
    for first, second in product(FACES, repeat=2):
        weight = 3 * (3 - (first == second))
        found = next_hand([], {"silent": [first, second], 0: [], 1: []})
        can, sure, ways = can + weight * found.meet, sure + weight * found.must_meet, ways + weight
    assert (can / ways, sure / ways) == (F("58099/89700"), F("4192/22425"))


@pytest.mark.example("beest.ex.turn-three")
@pytest.mark.rule("beest.turn.draw-open")
def test_turn_three_with_the_best_card() -> None:
    """Player 2 sees all six open cards: the silent guy's first one, his own hand, and two others of player 1."""
    best, worst, ways = F(0), F(0), 0
    for first, own in product(FACES, combinations_with_replacement(FACES, 3)):
        left = Counter(dict.fromkeys(FACES, 3)) - Counter([first])
        weight = 3 * prod(comb(left[face], number) for face, number in Counter(own).items())
        left -= Counter(own)
        stock = [sum(left[face] for face in FACES if face[0] == entry) for entry in "TMB"]
        lasts = {card[2:] if card[0] in first[2:] else "" for card in own}
        for two in combinations_with_replacement(range(3), 2):
            more = weight * prod(comb(stock[entry], number) for entry, number in Counter(two).items())
            unseen = stock[0] - two.count(0), stock[1] - two.count(1), stock[2] - two.count(2)
            chances = [third(last, unseen) for last in lasts] if more else [F(0)]
            best, worst, ways = best + more * max(chances), worst + more * min(chances), ways + more
    assert ways == 27 * comb(26, 3) * comb(23, 2)
    assert (best / ways, worst / ways) == (F("623023867/656155500"), F("175690477/656155500"))


@pytest.mark.example("beest.ex.three-card-line")
@pytest.mark.rule("beest.seq.line", "beest.comp.card-composition")
def test_three_card_line() -> None:
    assert lines_in("balanced") == F("434/975") == formula("line-deck", c=3) > F("4/9")
    assert lines_in("balanced", 2) == F("2/3") == formula("fit-deck", c=3)


@pytest.mark.example("beest.ex.endgame-dp")
@pytest.mark.rule("beest.turn.distribute-choice")
def test_the_first_turn_of_the_endgame() -> None:
    """The part that is about one hand: whom seat 0 can meet alone."""
    rows = {1: "B/TM M/MB", 2: "T/MB T/TB", 3: "T/TB B/TB"}
    table = laid(3, "T/TM M/TB B/MB", rows, exchanged=(3,))
    found = Lines(board_now(table))
    assert [*found.alone.values()] == [1, 0, 1] and dict(found.law.weights)[2] == 3
    own = table.copy()
    own.hand, own.seats[0].aside = [], table.hand[:]
    assert placement_now(beest.match_at(own), {1: 1}).worth == 1
