"""The ledger's examples on who is the Beest, announcing, races and endgames."""

from collections import Counter
from fractions import Fraction as F
from typing import Any

import pytest
from games.beest.laying import begin, distribute, ending, keys, lay, lay_all, pass_on, scores, ways

from beastlab.games.beest import match_at
from beastlab.games.beest.announcing import announce, announce_from, announce_now, beest_finishes, winner_ends
from beastlab.games.beest.endgames import endgame
from beastlab.games.beest.formulas import formulas
from beastlab.games.beest.posteriors import Who, posterior, who
from beastlab.games.beest.races import finishing, race, turn_chain

SILENT = 4  # with four humans


def law(known: Who) -> dict[int, F]:
    return known.beest.to_dict()


@pytest.mark.example("beest.ex.posterior-basic")
@pytest.mark.rule("beest.setup.uniform", "beest.infect.turns", "beest.setup.silent-may-be-beest")
def test_posterior_basic() -> None:
    history = [(2, SILENT), (3, 1), (0, 2)]
    known = posterior(history, seat=0)
    assert law(known) == {1: F("1/3"), 3: F("1/3"), SILENT: F("1/3")}
    assert [known.infected[seat] for seat in (1, 2, 3, SILENT)] == [F("1/3")] * 3 + [0]
    outsider = posterior(history)
    assert law(outsider) == dict.fromkeys(range(5), F("1/5"))
    assert outsider.infected == {0: F("1/5"), 1: F("1/5"), 2: F("2/5"), 3: F("1/5"), SILENT: F("1/5")}

    known = posterior(history, seat=0, silent_may_be_beest=False)
    assert law(known) == {1: F("1/2"), 3: F("1/2")}
    assert [known.infected[seat] for seat in (1, 2, 3, SILENT)] == [F("1/2"), 0, F("1/2"), 0]
    outsider = posterior(history, silent_may_be_beest=False)
    assert law(outsider) == dict.fromkeys(range(4), F("1/4"))
    assert outsider.infected == dict.fromkeys(range(5), F("1/4"))


@pytest.mark.example("beest.ex.quiet-end")
@pytest.mark.rule("beest.end2.automatic", "beest.infect.receiver-knows", "beest.end3.claim")
def test_quiet_end() -> None:
    exchanged = [(0, 1), (2, SILENT), (3, 1), (0, SILENT)]
    history = [*exchanged, (1, SILENT), 1, 2, 3]
    assert law(posterior(history, seat=0)) == {3: 1}
    assert law(posterior(history, seat=0, self_win="declared")) == {2: F("1/2"), 3: F("1/2")}

    # the same by play: seat 1 meets the silent guy, three turns end, and seat 0 announces him
    match = begin(beest=3, turn=1, meets=SILENT, exchanges="0-1, 2-silent, 3-1, 0-silent")
    assert law(who(match, 0)) == {2: F("1/2"), 3: F("1/2")}
    pass_on(lay_all(match))
    assert (1, SILENT) in match.table.exchanges and law(who(match, 0)) == {3: 1}
    table = lay(beest=3, exchanges="0-1, 2-silent, 3-1, 0-silent, 1-silent", cleared=match.table.cleared)
    known = who(table, 0)
    assert known.infected[1] == 1 and known.won[SILENT] == 1
    assert announce_now(table, 0).best == SILENT and announce_now(table, 0)[SILENT].points == 5
    match = begin(beest=3, exchanges="0-1, 2-silent, 3-1, 0-silent, 1-silent")
    match.play(f"announce:{SILENT}")
    assert ending(match) == "beest.end3.right-announcer" and scores(match) == [5, 0, 2, 0, 6]


@pytest.mark.example("beest.ex.sure-of-infection")
@pytest.mark.rule("beest.infect.secret", "beest.end2.equivalence")
def test_sure_of_infection() -> None:
    history = [(2, 3), (1, 3), (1, 2), (0, 3), 1]
    for known in (posterior(history, seat=0, seats=3), posterior(history, seats=3)):
        assert law(known) == {1: F("1/2"), 2: F("1/2")}
        assert known.infected == {0: 0, 1: F("1/2"), 2: F("1/2"), 3: 1}


@pytest.mark.example("beest.ex.own-gap")
@pytest.mark.rule("beest.end3.claim-not-own-gap")
def test_own_gap() -> None:
    """Seat 1 may be clean, or infected: he is never right, and the rules say so for every Beest that may be."""
    history = "2-0, 2-3, 2-silent"
    assert posterior([(2, 0), (2, 3), (2, SILENT)], seat=1).won[2] == 0
    for beest in (0, 2, 3, SILENT):
        match = begin(beest=beest, turn=1, exchanges=history)
        assert announce_now(match, 1)[2].points == -5
        match.play("announce:2")
        assert scores(match) == [0, -5, 0, 0, 0]


@pytest.mark.example("beest.ex.full-set")
@pytest.mark.rule("beest.end3.claim-full-set")
def test_full_set() -> None:
    full = [(2, 0), (2, 1), (2, 3), (2, SILENT)]
    for known in (posterior(full), posterior(full, seat=2, black=3), posterior(full, seat=0)):
        assert known.infected[2] == 1 and known.won[2] == 0
    assert announce_now(posterior(full, seat=0).table, 0)[2].points == -5


@pytest.mark.example("beest.ex.announce-gamble")
@pytest.mark.rule("beest.end3.right-announcer", "beest.end3.wrong-announcer")
def test_announce_gamble() -> None:
    worth = {(2, 4): 0, (2, 5): 0, (2, 6): 0, (3, 5): F("-5/3"), (3, 6): -2, (4, 6): -3}
    for (u, n), points in worth.items():
        assert announce(n, F(1, u)) == n * (F(2, u) - 1) == points
    # seat 0 has met seat 1 (and others, as needed); seat 1 has met everyone but the last seat
    for (u, n), points in worth.items():
        humans = n - 1
        history = [(1, other) for other in range(n - 1) if other != 1]
        history += [(0, other) for other in range(2, n - u)]
        found = announce_now(posterior(history, seat=0, seats=humans).table, 0)[1]
        assert (found.chance, found.points) == (F(1, u), points)


@pytest.mark.example("beest.ex.announce-or-wait-infected")
@pytest.mark.rule(
    "beest.end3.right-infected-announcer", "beest.end1.score-infected", "beest.score.first-infected"
)
def test_announce_or_wait_infected() -> None:
    """Seat 1 is the second infected (B = 3); seat 2 has met all but the Beest, seat 3."""
    table = lay(beest=3, exchanges="0-3, 1-3, 2-0, 2-1, 2-silent")
    assert table.black(1) == 3
    for q in (F("1/2"), F("2/3"), F(3, 4)):
        found = announce_now(table, 1, beest_finishes(q))
        assert found[2].points == 2 and found.waiting == 3 * q
        assert found.best == (2 if q < F("2/3") else None)
    assert announce_now(table, 1, beest_finishes(F(1, 2))).waiting == F("3/2")


@pytest.mark.example("beest.ex.announce-or-wait-clean")
@pytest.mark.rule("beest.end3.wrong-announcer", "beest.end3.right-no-colours", "beest.end2.score")
def test_announce_or_wait_clean() -> None:
    """Seat 0 has met seat 2 only; that seat 1 is not the Beest was proved, so 3 and the silent guy are left.

    Seat 2 has met all but seat 3.
    """
    table = lay(beest=3, exchanges="0-2, 1-2, 2-silent", cleared=[1])
    found = announce_now(table, 0, winner_ends(2))
    assert found[2].chance == F("1/2") and found[2].points == 0 and found.waiting == 1 and found.best is None
    assert formulas()["beest.formula.announce-against-bystander"].at(n=5, g=1) == F("5/8")
    for p in (F(1, 2), F("5/8"), F(3, 4)):
        assert (announce(5, p) > 2 * p) == (p > F("5/8"))
    assert announce_from(5, 2 * F("5/8")) == F("5/8")


@pytest.mark.example("beest.ex.just-infected-announces")
@pytest.mark.rule("beest.end3.when", "beest.end3.right-infected-announcer")
def test_just_infected_announces() -> None:
    """Seat 0 has met all but the Beest, seat 3, which has met seat 2 and now meets seat 1."""
    position: dict[str, Any] = {"beest": 3, "turn": 1, "meets": 3, "exchanges": "3-2, 0-1, 0-2, 0-silent"}
    match = lay_all(begin(**position))
    assert match.table.black(1) == 3
    found = announce_now(match, 1)
    assert found[0].chance == 1 and found[0].points == 2 and found.best == 0
    match.play("announce:0")
    assert scores(match)[1] == 5 - 3
    match = lay_all(begin(**position, announce_window="start_only"))
    assert match.table.turn == 2 and "announce:0" in keys(match), "no question after his turn"


@pytest.mark.example("beest.ex.race-values")
@pytest.mark.rule("beest.end1.trigger", "beest.end2.trigger")
def test_race_values() -> None:
    exact = {4: ("1/3", "217/60"), 5: ("12/35", "1117/168"), 6: ("47/135", "1438289/135135")}
    for n, (chance, exchanges) in exact.items():
        assert (race(n).chance, race(n).exchanges) == (F(chance), F(exchanges))
        assert finishing(n) == F(chance)


@pytest.mark.example("beest.ex.chain-three-humans")
@pytest.mark.rule("beest.end2.end-of-turn", "beest.silent.no-ending-2", "beest.setup.silent-may-be-beest")
def test_chain_three_humans() -> None:
    chances = [F("100259/145314"), F("30689/48438"), F("191459/339066"), F("103/486")]
    for beest, chance in enumerate(chances):
        assert turn_chain(3, beest).chance == chance


@pytest.mark.example("beest.ex.endgame-dp")
@pytest.mark.rule("beest.end2.trigger", "beest.turn.distribute-choice")
def test_endgame_dp() -> None:
    caves = {0: "T/TM | M/TB M/MB B/TM", 1: "M/MB B/TM M/MB", 2: "T/MB T/TB", 3: "B/MB T/TB B/TB"}
    table = lay(3, beest=1, exchanges="0-silent", caves=caves)
    values = [endgame(table, 0, turns, beest=1).value for turns in (1, 4, 7)]
    assert values == [0, F("4/9"), F("97/144")]
    match = match_at(table)
    match.play("pass")
    lines: Counter[Any] = Counter()
    for cards in ways(match):
        told = distribute(match.fork(), cards).events()
        lines[[event.data["lines"] for event in told if "lines" in event.data][-1]] += 1
    assert lines.pop((1,)) == lines.pop((3,)) == lines.pop(()) == 1
    assert sum(lines.values()) == 3 and {len(seats) for seats in lines} == {2}
