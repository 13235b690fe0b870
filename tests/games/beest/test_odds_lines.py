"""Lines of entry: the counts held to closed formulas, to all permutations, to the rules and to real play."""

from collections import Counter
from fractions import Fraction as F
from itertools import combinations_with_replacement, permutations, product
from math import factorial, sqrt
from random import Random

import pytest
from games.beest.by_listing import (
    at_random,
    by_permutations,
    by_rules,
    formula,
    laid,
    open_caves,
    turns,
)

from beastlab.core.requests import Unknowable
from beastlab.games import beest
from beastlab.games.beest.caves import SEVERAL, Board, board_now, faces_of, ordered, rook_numbers
from beastlab.games.beest.caves import laid as counted
from beastlab.games.beest.line_counts import Lines, lines, lines_in, lines_now
from beastlab.odds.choices import assign

HAND = ["T/TM", "M/TB", "M/MB", "B/TM"]
SEATS = {
    "Bo": ["T/MB", "M/TB"],
    "Cleo": ["B/TM", "T/MB"],
    "Dan": ["M/TB", "M/TM"],
    "box": ["T/TM", "T/TB"],
}
ALIVE = [frozenset({1, 2}), frozenset({0, 2}), frozenset({0, 1})]


def boards():
    """Every board of three heights with 3, 4 or 5 other seats, up to the order of seats: blocks, dead seats, hand."""
    for m in (3, 4, 5):
        for kinds in combinations_with_replacement(range(4), m):
            for entries in combinations_with_replacement(range(3), m):
                yield kinds, entries


@pytest.mark.rule("beest.seq.local", "beest.meet.exactly-one", "beest.turn.distribute-one-each")
def test_all_1901_boards_by_formulas_and_by_all_permutations():
    seen = 0
    for kinds, entries in boards():
        seen += 1
        m, wanted = len(kinds), tuple([*ALIVE, frozenset()][kind] for kind in kinds)
        found = Lines(Board((), tuple(range(m)), wanted))
        fates, law = found.board.fates(entries), found.board.lines(entries)
        listed = by_permutations(entries, wanted)
        by_number = Counter(dict.fromkeys(law, 0))
        for lines_at, ways in listed.items():
            by_number[len(lines_at)] += ways
        assert law == dict(by_number) and sum(law.values()) == factorial(m)
        assert {fate: ways for fate, (ways, _) in fates.items() if fate >= 0} == {
            seat: listed[frozenset({seat})] for seat in range(m) if listed[frozenset({seat})]
        }
        a = {f"a{h}": kinds.count(h) for h in range(3)}
        e = {f"e{h}": entries.count(h) for h in range(3)}
        d, alive = kinds.count(3), m - kinds.count(3)
        assert formula("no-line-count", **a, **e, d=d) == law.get(0, 0)
        assert formula("expected-lines", A=alive, m=m, **a, **e) == F(
            sum(n * ways for n, ways in law.items()), factorial(m)
        )
        for seat, kind in enumerate(kinds[:alive]):
            turned = {
                f"{x}{(h - kind) % 3}": n
                for (x, h), n in [((k[0], int(k[1])), n) for k, n in (a | e).items()]
            }
            assert formula("single-target-count", **turned, d=d) == fates.get(seat, (0, ()))[0]
        product_ = [1]
        for h in range(3):
            block = [int(formula("rook-coefficient", a=a[f"a{h}"], e=e[f"e{h}"], i=i)) for i in range(m + 1)]
            product_ = [
                sum(product_[j] * block[i - j] for j in range(i + 1) if j < len(product_))
                for i in range(m + 1)
            ]
        assert list(rook_numbers(entries, wanted)) == product_
    assert seen == 1901


def test_boards_of_more_heights_by_all_permutations():
    rng = Random(4)
    for _ in range(300):
        m = rng.randint(1, 5)
        wanted = tuple(frozenset(rng.sample(range(4), rng.choice([0, 2, 2, 2]))) for _ in range(m))
        entries = tuple(sorted(rng.choices(range(4), k=m)))
        listed = by_permutations(entries, wanted)
        law = Board((), tuple(range(m)), wanted).lines(entries)
        assert +Counter(law) == sum((Counter({len(at): n}) for at, n in listed.items()), Counter())
        fates = counted(entries, wanted)
        assert {f: n for f, (n, _) in fates.items() if f >= 0} == {
            min(at): n for at, n in listed.items() if len(at) == 1
        }
        assert sum(ways for ways, _ in fates.values()) == factorial(m)


def test_who_can_be_met_is_an_assignment():
    """A matching of caves to seats in which one seat alone has a line exists exactly where a way is counted."""
    rng = Random(9)
    for _ in range(60):
        m = rng.randint(2, 5)
        wanted = tuple(rng.choice([*ALIVE, frozenset()]) for _ in range(m))
        entries = tuple(sorted(rng.choices(range(3), k=m)))
        fates = counted(entries, wanted)
        for target in range(m):
            worth = [[0 if (e in wanted[s]) == (s == target) else None for s in range(m)] for e in entries]
            try:
                assign(worth)
            except ValueError:
                assert target not in fates
            else:
                ways, moves = fates[target]
                assert ways and sorted(entry for _, entry in moves) == list(entries)
                assert [s for s, entry in moves if entry in wanted[s]] == [target]


def test_equal_caves_are_counted_apart():
    found = lines(["T/TM"] * 3, {1: ["T/MB", "M/TB"], 2: ["B/TM", "T/MB"], 3: []})
    assert found.total == 6 and found.alone == {1: 6, 2: 0, 3: 0}
    assert found.cannot_avoid == 1 and found.must_meet and found.dead == (3,)


# --- through the rules ---------------------------------------------------------------------------------------

TABLES = [
    (3, "T/TM T/MB B/TM", {1: "T/MB M/TB", 2: "M/TB M/TM", 3: "T/TM B/TM"}, ()),
    (3, "M/TM T/TB B/TM", {1: "T/TM T/MB M/TB", 2: "B/TM T/MB", 3: "T/TB B/TM"}, ()),
    (3, "M/TM T/TB B/TM", {1: "T/TM T/MB M/TB", 2: "B/TM T/MB", 3: "T/TB B/TM"}, (1,)),
    (3, "M/TM M/TB B/TM", {1: "T/MB M/TB B/TM", 2: "T/MB M/TB B/TB", 3: "T/TB B/TM"}, (3,)),
    (3, "T/TM T/TB B/TM", {1: "M/MB", 2: "T/MB M/TB B/TM", 3: "B/TB B/MB"}, (2,)),
    (4, "T/TM M/TB M/MB B/TM", {1: "T/MB M/TB", 2: "B/TM T/MB", 3: "M/TB M/TM", 4: "T/TM T/TB"}, (2,)),
    (4, "T/TM M/TB M/MB B/MB", {1: "T/MB M/TB B/TM", 2: "B/TB T/MB", 3: "T/TB T/MB M/TM", 4: "T/TM T/TB"}, ()),
]  # fmt: skip


def same(table, found, *before):
    """What the exact counts and the rules say of a table agree: who is met, and how many lines there are."""
    law = by_rules(table, *before)
    met, many = Counter(), Counter()
    for (seat, number), chance in law.items():
        met[None if seat is None else table.name(seat)] += chance
        many[number] += chance
    if table.options.evaluate_lines == "as_placed" and found.board.stood:
        assert len(met) == 1 and found.met[None] == 1, "the turn is settled: nobody is met any more"
    else:
        assert dict(found.met.items()) == met
    assert None in many or dict(found.law.items()) == many


@pytest.mark.rule("beest.turn.evaluate-after-all", "beest.meet.repeat", "beest.meet.count-scope")
@pytest.mark.parametrize("evaluate", ["after_all", "as_placed"])
@pytest.mark.parametrize("position", TABLES)
def test_laid_tables_through_the_rules(position, evaluate):
    humans, hand, seats, exchanged = position
    table = laid(humans, hand, seats, exchanged, evaluate_lines=evaluate)
    match = beest.match_at(table)
    same(table, lines_now_of(table))
    rows = {table.name(seat): row for seat, row in open_caves(table).items()}
    plain = lines(table.hand, rows, exchanged=[*map(table.name, exchanged)], evaluate_lines=evaluate)
    assert plain.met == lines_now_of(table).met and plain.law == lines_now_of(table).law
    assert match.request is not None


def lines_now_of(table):
    return Lines(board_now(table))


@pytest.mark.rule("beest.turn.distribute-choice", "beest.meet.more-than-one", "beest.meet.none")
@pytest.mark.parametrize(
    ("seats", "evaluate", "deck"),
    [(3, "after_all", "balanced"), (3, "as_placed", "balanced"), (4, "after_all", "four_heights"),
     (5, "after_all", "no_straight"), (6, "after_all", "balanced")],
)  # fmt: skip
def test_positions_of_games_through_the_rules(seats, evaluate, deck):
    """Also in the midst of a turn: of each cave that is laid, what is left is compared again."""
    rng, looked = Random(seats), 0
    for match in turns(seats, seats, evaluate_lines=evaluate, cave_deck=deck, expeditions=2):
        if match.table.number < 3:
            assert lines_now(match).law.mean == 0
            continue
        twin, start, before = match.fork(), match.table.copy(), []
        while twin.request is not None and twin.request.rule == "beest.turn.distribute-choice":
            if len(twin.table.hand) < 5 or looked % 10 == 0:
                same(start, lines_now(twin), *before)
            before.append(rng.randrange(len(twin.request.options)))
            twin.play(twin.request.options[before[-1]])
        looked += 1
        if looked == 25:
            return
    assert looked > 5


def test_as_placed_with_five_others_adds_up():
    rng = Random(1)
    for _ in range(20):
        wanted = tuple(rng.choice([*ALIVE, frozenset()]) for _ in range(5))
        entries = tuple(sorted(rng.choices(range(3), k=5)))
        old = frozenset(rng.sample(range(5), rng.randint(0, 2)))
        fates = ordered(entries, wanted, old)
        assert sum(ways for ways, _ in fates.values()) == 120**2
        for fate, (_, moves) in fates.items():
            waiting, line = set(range(5)), SEVERAL if old else None
            for seat, entry in moves:
                waiting -= {seat}
                if entry in wanted[seat]:
                    line = SEVERAL if waiting & old else seat
                    break
            else:
                line = -1
            assert line == fate


@pytest.mark.rule("beest.meet.repeat")
def test_a_line_of_a_seat_exchanged_with_before_meets_nobody():
    found = lines(HAND, SEATS, exchanged=["Bo"])
    assert found.alone["Bo"] == 2 and found.can_meet == ("Cleo", "box")
    assert found.met[None] == F(20, 24) and "Bo" not in found.met.weights
    assert "exchanged with before" in repr(found)


# --- real play ------------------------------------------------------------------------------------------------


def test_real_play_at_random_meets_as_often_as_is_counted():
    """Each turn's exact chances against what random play then did, summed over the turns of many expeditions."""
    expected = variance = lines_expected = lines_variance = 0.0
    met = seen_lines = looked = 0
    for seed in range(12):
        before = None
        for match in turns(4, seed, expeditions=3):
            found = lines_now(match)
            if before is not None and match.table.number == before[0] + 1:
                _, twin, p, law = before
                met += len(match.table.exchanges) - twin
                expected, variance, looked = expected + p, variance + p * (1 - p), looked + 1
            before = match.table.number, len(match.table.exchanges), float(1 - found.met[None]), found.law
            if found.total == 24 and looked % 7 == 0:
                own = match.fork()
                rng, number = Random(looked), own.table.number
                while own.table.number == number and not own.over and own.table.hand:
                    at_random(own, rng)
                if own.table.number == number:
                    seen_lines += sum(own.table.at(s).line for s in own.table.others(own.table.turn))
                    lines_expected += float(found.mean)
                    lines_variance += float(found.law.variance)
    assert looked > 200
    assert abs(met - expected) < 4 * sqrt(variance)
    assert abs(seen_lines - lines_expected) < 4 * sqrt(lines_variance)


# --- any caves of a deck -----------------------------------------------------------------------------------------


@pytest.mark.rule("beest.seq.fit", "beest.seq.line")
@pytest.mark.parametrize("copies", [1, 2, 3, 4])
def test_lines_in_a_balanced_deck_of_so_many_copies(copies):
    deck = {f"{entry}/{exits}": copies for entry in "TMB" for exits in ("TM", "TB", "MB")}
    assert lines_in(deck, 2) == formula("fit-deck", c=copies) == F(2, 3)
    assert lines_in(deck, 3) == formula("line-deck", c=copies)


@pytest.mark.rule("beest.comp.card-composition")
@pytest.mark.parametrize("deck", ["balanced", "no_straight", "four_heights"])
def test_lines_in_the_decks_by_all_ordered_triples_and_by_shuffling(deck):
    cards = beest.illustrative().of(deck)
    fits = sum(a.fits(b) for a, b in permutations(cards, 2))
    ways = sum(a.fits(b) and b.fits(c) for a, b, c in permutations(cards, 3))
    assert lines_in(deck, 2) == F(fits, 27 * 26)
    assert lines_in(deck) == F(ways, 27 * 26 * 25)
    assert lines_in(cards) == lines_in(deck)
    rng, plays = Random(5), 20_000
    seen = sum(a.fits(b) and b.fits(c) for a, b, c in (rng.sample(cards, 3) for _ in range(plays)))
    p = float(lines_in(deck))
    assert abs(seen - plays * p) < 4 * sqrt(plays * p * (1 - p))


@pytest.mark.parametrize(("heights", "deck"), [(3, "TMB"), (4, "0123")])
def test_independent_caves(heights, deck):
    faces = [(entry, exits) for entry in deck for exits in permutations(deck, 2) if exits[0] < exits[1]]
    fit = F(sum(b[0] in a[1] for a, b in product(faces, repeat=2)), len(faces) ** 2)
    assert fit == formula("fit-independent", H=heights) and fit**2 == formula("line-independent", H=heights)


# --- refusals and shows --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "options", "told"),
    [
        ((["T/TM"], {1: [], 2: []}), {}, r"1 caves for 2 other seats.*distribute-one-each"),
        ((["T/TT"], {1: []}), {}, r"a cave is 'T/TT'; write its entry and its two exits"),
        ((["T-TM"], {1: []}), {}, "a cave is 'T-TM'"),
        (([5], {1: []}), {}, "a cave is 5"),
        (("T/TM", {1: []}), {}, "the hand is 'T/TM'; give a list of caves"),
        ((["T/TM"], {1: "T/TM"}), {}, "seat 1 is 'T/TM'; give a list"),
        ((["T/TM"], ["Bo"]), {}, "seats is .*give up to 5 other seats"),
        (([], {}), {}, "give up to 5 other seats"),
        ((["T/TM"] * 6, {n: [] for n in range(6)}), {}, "give up to 5 other seats"),
        ((["T/TM"], {None: []}), {}, "a seat is called None"),
        ((["T/TM"], {1: []}), {"exchanged": [2]}, "exchanged is .*seat 1"),
        ((["T/TM"], {"Bo": []}), {"exchanged": "Bo"}, "exchanged is 'Bo'"),
        ((["T/TM"], {1: []}), {"evaluate_lines": "later"}, "evaluate_lines is 'later'"),
    ],
)
def test_what_cannot_be_is_refused_with_the_remedy(arguments, options, told):
    with pytest.raises(ValueError, match=told):
        lines(*arguments, **options)


def test_decks_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="cards is 4"):
        lines_in(cards=4)
    with pytest.raises(ValueError, match="the deck is 'oak'; it can be 'balanced'"):
        lines_in("oak")
    with pytest.raises(ValueError, match="the deck has 2 caves; give at least 3"):
        lines_in(["T/TM", "M/TB"])
    with pytest.raises(ValueError, match="the number of T/TM is -1"):
        lines_in({"T/TM": -1})
    assert faces_of({"T/TM": 0, "T/MB": 1}) == {(0, (1, 2)): 1}


def test_on_a_live_table_it_is_asked_when_caves_are_laid():
    match = beest.new_match(3, 7)
    with pytest.raises(Unknowable, match="3 caves to draw; ask next_hand_now"):
        lines_now(match)
    match.play("pass")
    assert lines_now(match).total == 6
    while match.request.rule == "beest.turn.distribute-choice":
        match.play(match.request.options[0])
    with pytest.raises(Unknowable, match="all caves of this turn lie"):
        lines_now(match)
    for match in turns(3, 2):
        if match.table.number == 6:  # the third player's second turn: nothing is drawn
            match.undo()
            assert match.request.options[0].key == "pass" and not match.table.hand
            before = lines_now(match)
            match.play("pass")
            assert before.law == lines_now(match).law and before.alone == lines_now(match).alone
            break
    over = beest.new_match(3, 1, expeditions=1)
    rng = Random(0)
    while not over.over:
        at_random(over, rng)
    with pytest.raises(Unknowable, match="no turn is in progress"):
        lines_now(over)


def test_it_reads_well_and_escapes_names():
    found = lines(HAND, {"<b>": SEATS["Bo"], 2: SEATS["Cleo"], 3: SEATS["Dan"], "box": SEATS["box"]})
    page = found._repr_html_()
    assert "&lt;b&gt;" in page and "<b>" not in page and "seat 2" in page and "2 of 24" in page
    steps = found.why()
    assert steps[0] == "Dead, whatever they get: seat 3."
    assert steps[1] == "Entries in the hand that make no line: <b> by M; seat 2 by T; box by M."
    assert "1, 5, 6, 2, 0" in steps[2] and steps[3].endswith("0: 2, 1: 6, 2: 12, 3: 4.")
    assert steps[4].startswith("The only line, of 24 ways") and "<b>: 2" in steps[4]
    table = laid(3, "M/TM T/TB B/TM", TABLES[1][2], evaluate_lines="as_placed")
    assert "ways and orders" in repr(lines_now_of(table)) and any(
        "every order" in s for s in lines_now_of(table).why()
    )
    four = lines(["0/12"], {1: ["0/12", "1/03"]})
    assert four.why()[1] == "Entries in the hand that make no line: none." and four.alone == {1: 1}
