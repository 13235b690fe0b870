"""Hands that are still to come: held to the ledger's numbers, to every single hand, and to real play."""

from collections import Counter
from fractions import Fraction as F
from itertools import combinations, product
from math import comb, sqrt
from random import Random

import pytest
from games.beest.by_listing import at_random, formula, turns

from beastlab.core.requests import Unknowable
from beastlab.games import beest
from beastlab.games.beest.line_counts import lines, lines_now
from beastlab.games.beest.outlook import next_hand, next_hand_now, random_turn
from beastlab.odds.distribution import Distribution

SEATS = {"Bo": ["T/MB", "M/TB"], "Cleo": ["M/TB"], "box": ["B/TM", "T/MB"]}


def by_listing(hand, seats, stock, **options):
    """The same as `next_hand` from every single hand."""
    draws = len(seats) - len(hand)
    can, sure, meet, must, single, number = Counter(), Counter(), 0, 0, 0, Counter()
    met = Counter()
    for drawn in combinations(stock, draws):
        found = lines([*hand, *drawn], seats, **options)
        can.update(found.can_meet)
        sure.update([found.cannot_avoid] * (found.cannot_avoid is not None))
        meet += bool(found.can_meet)
        must += found.must_meet
        single += any(found.alone.values())
        number.update({n: p * found.total for n, p in found.law.items()})
        met.update({seat: p * found.total for seat, p in found.met.items()})
    hands = comb(len(stock), draws)
    shares = [{seat: F(some[seat], hands) for seat in seats} for some in (can, sure)]
    laws = [Distribution({end: F(n, some.total()) for end, n in some.items()}) for some in (number, met)]
    return *shares, F(meet, hands), F(must, hands), F(single, hands), *laws


@pytest.mark.rule("beest.turn.draw-shortfall", "beest.turn.draw-blind", "beest.turn.draw-open")
@pytest.mark.parametrize("evaluate", ["after_all", "as_placed"])
@pytest.mark.parametrize(
    ("hand", "exchanged"), [([], []), (["M/TM"], ["Bo"]), (["M/TM", "T/TM"], []), (["B/TB"] * 3, [])]
)
@pytest.mark.parametrize("deck", ["balanced", "no_straight"])
def test_every_single_hand(deck, hand, exchanged, evaluate):
    if deck == "no_straight":
        seats = {"Bo": ["T/MB", "M/TB", "B/TM"], "Cleo": ["M/TB"], "box": ["B/TM", "T/MB"]}
        hand = [{"T": "T/MB", "M": "M/TB", "B": "B/TM"}[face[0]] for face in hand]
    else:
        seats = SEATS
    cards = Counter(card.name for card in beest.illustrative().of(deck))
    seen = ["T/MB"]
    shown = Counter([*hand, *seen, *(face for row in seats.values() for face in row)])
    deck_ = {face: min(number, shown[face] + 1) for face, number in cards.items()}  # a small stock
    stock = [*(Counter(deck_) - shown).elements()]
    how = {"exchanged": exchanged, "evaluate_lines": evaluate}
    found = next_hand(hand, seats, deck=deck_, seen=seen, **how)
    expected = by_listing(hand, seats, stock, **how)
    got = (
        found.can_meet,
        found.cannot_avoid,
        found.meet,
        found.must_meet,
        found.one_line,
        found.lines,
        found.met,
    )
    assert got == expected


def test_a_useful_card_comes_or_not():
    """Where one seat alone is alive, it can be met if any cave drawn or held fits: the closed formula."""
    seats = {"Bo": ["T/MB"], "Cleo": [], "box": ["T/TM", "M/TB"]}
    found = next_hand([], seats, seen=["T/MB", "B/TM", "M/TB"])
    assert found.meet == found.can_meet["box"] == formula("draw-at-least-one", u=21, g=14, d=3) == F(37, 38)
    assert found.cannot_avoid["box"] == F(comb(14, 3), comb(21, 3))
    two = next_hand(["M/MB"], seats, seen=["T/MB", "T/TB", "B/TM", "B/TB", "M/TM"])
    assert two.meet == formula("draw-at-least-one", u=18, g=12, d=2) == F(46, 51)


@pytest.mark.parametrize(
    ("others", "one", "named", "must"),
    [
        (3, "1628/2187", "2164/6561", "224/2187"),
        (4, "44480/59049", "18712/59049", "5152/177147"),
        (5, "3551620/4782969", "498220/1594323", "37120/4782969"),
    ],
)
def test_random_turns_by_the_ledger(others, one, named, must):
    """beest.decision.opponent-turn, and the formulas of random lines."""
    model = random_turn(others)
    assert (model.one_line, model.must_meet) == (F(one), F(must))
    assert set(model.can_meet.values()) == {F(named)} and model.meet == model.one_line
    for n in range(others + 1):
        assert model.lines[n] == formula("lines-random", m=others, L=n)
    assert model.lines[1] == 1 - model.met[None] == others * model.met[1]
    assert 1 / model.lines[1] == formula("turns-to-single-line", m=others)


def test_a_random_turn_by_every_single_one():
    faces = ["T/MB", "M/TB", "B/TM"]
    for others in (1, 2):
        can, one, must, met, every = Counter(), 0, 0, Counter(), 0
        for row in product(faces, repeat=3 * others):
            seats = {n + 1: row[2 * n : 2 * n + 2] for n in range(others)}
            found = lines(row[2 * others :], seats)
            can.update(found.can_meet)
            one, must, every = one + bool(found.can_meet), must + found.must_meet, every + 1
            met.update(dict(found.met.items()))
        model = random_turn(others, "no_straight")
        assert model.can_meet == {n + 1: F(can[n + 1], every) for n in range(others)}
        assert (model.one_line, model.must_meet) == (F(one, every), F(must, every))
        assert dict(model.met.items()) == {seat: F(p, every) for seat, p in met.items()}


def test_random_turns_by_drawing_them():
    rng, cards, plays = Random(3), beest.illustrative().of("four_heights"), 4000
    model, seen = random_turn(3, "four_heights"), Counter()
    for _ in range(plays):
        found = lines(rng.choices(cards, k=3), {n: rng.choices(cards, k=2) for n in (1, 2, 3)})
        seen.update({"one": bool(found.can_meet), "must": found.must_meet, "named": 1 in found.can_meet})
    for name, chance in [("one", model.one_line), ("must", model.must_meet), ("named", model.can_meet[1])]:
        p = float(chance)
        assert abs(seen[name] - plays * p) < 4 * sqrt(plays * p * (1 - p))


@pytest.mark.rule("beest.turn.draw-blind")
def test_real_play_draws_such_hands():
    """Each drawing turn's exact chances against what the hand that came could do, over many expeditions."""
    expected = variance = seen = looked = 0
    for seed in range(40):
        match, rng, waiting = beest.new_match(4, seed, expeditions=3), Random(seed), None
        while not match.over:
            table = match.table
            if match.request.rule == "beest.end3.when" and not table.hand and not table.served:
                found = next_hand_now(match)
                if table.number in (3, 4, 5, 6):
                    waiting = float(found.meet)
                else:  # all is known: no chance is left
                    assert table.number < 3 or bool(lines_now(match).can_meet) == found.meet
            elif waiting is not None:
                seen += bool(lines_now(match).can_meet)
                expected, variance = expected + waiting, variance + waiting * (1 - waiting)
                looked, waiting = looked + 1, None
            at_random(match, rng)
    assert looked == 40 * 3 * 4
    assert abs(seen - expected) < 4 * sqrt(variance)


def test_the_next_player_is_looked_at_once_all_caves_lie():
    for match in turns(4, 3):
        if match.table.number == 4:
            break
    with pytest.raises(Unknowable, match="ask before or after caves are laid"):
        next_hand_now(match)
    while match.request.rule == "beest.turn.distribute-choice":
        match.play(match.request.options[0])
    table = match.table
    assert table.turn == 3 and table.served
    after = next_hand_now(match)
    while match.request.options[0].key == "pass" and match.table.turn == 3:
        match.play("pass")
    assert next_hand_now(match).can_meet == after.can_meet
    assert list(after.can_meet) == ["Bo", "Cleo", "Dan", "The silent guy"]
    assert "2 caves to be drawn of 13" in repr(after)


def test_it_reads_well_and_refuses_what_cannot_be():
    found = next_hand([], {"<i>": ["T/TM", "T/TB"], 2: ["B/TM", "T/MB"]})
    page = found._repr_html_()
    assert "&lt;i&gt;" in page and "<i>" not in page and "seat 2" in page and "Illustrative deck." in page
    assert "Illustrative" not in repr(next_hand([], {1: []}, deck=["T/TM"]))
    with pytest.raises(ValueError, match="more caves with entry 0 and exits .* lie open than the deck has"):
        next_hand([], {1: ["T/TM"] * 4})
    with pytest.raises(ValueError, match="2 caves to be drawn of 1; the deck has too few"):
        next_hand([], {1: [], 2: []}, deck=["T/TM"])
    with pytest.raises(ValueError, match="2 caves for 1 other seats"):
        next_hand(["T/TM", "T/TM"], {1: []})
    with pytest.raises(ValueError, match="others is 6"):
        random_turn(6)
    with pytest.raises(ValueError, match="different boards would take long"):
        random_turn(5, [f"{e}/{x}{y}" for e in range(6) for x, y in combinations(range(6), 2)])
    with pytest.raises(ValueError, match="give up to 5 other seats"):
        next_hand([], ["Bo"])
