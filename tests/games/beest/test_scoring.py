"""Scoring: the tables for four, five and six seats, row by row, on every way an expedition can stand."""

from itertools import combinations
from random import Random

import pytest
from games.beest.laying import begin, full_turn, lay, lay_all, pairs, play, scores

from beastlab.games.beest import scoring

SIZES = [(3, 4), (4, 5), (5, 6), (6, 6)]


def stood(humans, rng):
    """A table with any exchanges and any Beest."""
    table = lay(humans, beest=rng.randrange(humans + (humans < 6)))
    every = list(combinations(table.everyone, 2))
    some = rng.sample(every, rng.randint(0, len(every)))
    table.exchanges = pairs(", ".join(f"{a}-{b}" for a, b in some), humans)
    return table


def counted(table, seat):
    """B and C of a seat, counted from the exchanges alone: the Beest gives n-1, n-2, ... in order."""
    black = table.beest
    met = [({*pair} - {black}).pop() for pair in table.exchanges if black in pair]
    b = table.options.places - 1 - met.index(seat) if seat in met else 0
    return b, sum(seat in pair for pair in table.exchanges) - (b > 0)


@pytest.mark.rule("beest.score.b", "beest.score.c", "beest.score.c-received", "beest.score.table-choice")
@pytest.mark.rule("beest.setup.seat-total", "beest.score.table-numbering")
@pytest.mark.parametrize(("humans", "n"), SIZES)
def test_every_row_of_the_tables_on_any_exchanges(humans, n):
    rng = Random(humans)
    for _ in range(200):
        table = stood(humans, rng)
        held = {seat: counted(table, seat) for seat in table.everyone}
        assert {seat: (table.black(seat), table.coloured(seat)) for seat in table.everyone} == held
        clean = [0 if seat == table.beest or b else 2 * c for seat, (b, c) in held.items()]
        assert scoring.clean_seats(table) == clean
        everyone = [n if seat == table.beest else b for seat, (b, _) in held.items()]
        assert scoring.all_infected(table) == everyone
        for announcer in [seat for seat in range(humans) if seat != table.beest]:
            b = held[announcer][0]
            right = [n - b if seat == announcer else points for seat, points in enumerate(clean)]
            assert scoring.right_announcement(table, announcer) == right
            wrong = [-n if seat == announcer else 0 for seat in table.everyone]
            assert scoring.wrong_announcement(table, announcer) == wrong


@pytest.mark.rule(
    "beest.score.row-1", "beest.end1.score-beest", "beest.end1.score-infected", "beest.end1.score-colour"
)
@pytest.mark.rule("beest.end1.all-score", "beest.silent.scores")
@pytest.mark.parametrize(("humans", "n"), SIZES)
def test_all_infected(humans, n):
    """Every seat as the Beest, others having met too; the last one meets it in play."""
    for black in range(1, n):
        order = [seat for seat in range(1, n) if seat != black]
        met = ", ".join(f"{black}-{seat}" for seat in order)
        extra = f"0-{order[0]}, {order[0]}-{order[1]}, "
        match = lay_all(begin(humans=humans, beest=black, exchanges=extra + met, meets=black))
        expected = dict(zip(order, range(n - 1, 0, -1), strict=False)) | {black: n, 0: 1}
        assert scores(match) == [expected[seat] for seat in range(n)]
        assert sum(scores(match)) == n * (n + 1) // 2


@pytest.mark.rule(
    "beest.score.row-2", "beest.score.row-2-winner", "beest.end2.score", "beest.end2.score-silent"
)
@pytest.mark.rule("beest.end2.score-infected", "beest.end2.score-beest", "beest.score.na")
@pytest.mark.parametrize(("humans", "n"), SIZES)
def test_own_win(humans, n):
    """Seat 1 is the Beest and has infected seat 2; seat 0 has met all others, the last one in play."""
    others = list(range(2, n))
    exchanges = "1-2, " + ", ".join(f"0-{seat}" for seat in others[:-1])
    match = full_turn(begin(humans=humans, beest=1, exchanges=exchanges, meets=others[-1]))
    assert scores(match) == [2 * (n - 2), 0, 0] + [2] * (n - 3)


@pytest.mark.rule("beest.score.row-3", "beest.score.row-3-clean-announcer", "beest.end3.right-announcer")
@pytest.mark.rule(
    "beest.end3.right-no-colours", "beest.end3.right-infected-announcer", "beest.end3.right-clean-others"
)
@pytest.mark.rule("beest.end3.right-infected-others", "beest.score.first-infected", "beest.silent.scores")
@pytest.mark.parametrize(("humans", "n"), SIZES)
def test_right_announcement(humans, n):
    """Seat 0 has met all but seat 1, the Beest; the first k others are infected; each human announces in turn."""
    others = list(range(2, n))
    for infected in range(len(others) + 1):
        met = [f"0-{seat}" for seat in others] + [f"1-{seat}" for seat in others[:infected]]
        for announcer in [seat for seat in others if seat < humans]:
            match = play(
                begin(humans=humans, beest=1, exchanges=", ".join(met), turn=announcer), "announce:0"
            )
            k = others.index(announcer) + 1
            expected = [2 * (n - 2), 0] + [2 * (seat not in others[:infected]) for seat in others]
            expected[announcer] = k if k <= infected else n
            assert scores(match) == expected


@pytest.mark.rule("beest.score.row-false", "beest.end3.wrong-announcer", "beest.end3.wrong-others")
@pytest.mark.rule("beest.end3.wrong-infected")
@pytest.mark.parametrize(("humans", "n"), SIZES)
@pytest.mark.parametrize("subtract", [False, True])
def test_false_announcement(humans, n, subtract):
    for exchanges, b in (("0-2", 0), ("1-0, 0-2", n - 1), ("1-2, 1-0, 0-2", n - 2)):
        position = {"humans": humans, "beest": 1, "exchanges": exchanges}
        match = play(begin(**position, wrong_announcement_subtracts_b=subtract), "announce:2")
        assert scores(match) == [-n - b * subtract] + [0] * (n - 1)


@pytest.mark.rule("beest.score.first-infected")
@pytest.mark.parametrize(("humans", "n"), SIZES)
def test_the_kth_infected_gets_n_less_k_or_k(humans, n):
    table = lay(humans, beest=0)
    for k in range(1, n):
        table.exchanges += pairs(f"0-{k}", 9)
        assert scoring.all_infected(table)[k] == n - k
        assert scoring.right_announcement(table, k)[k] == k
