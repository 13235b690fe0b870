"""Announcing, three ways: closed forms, every deal played out by the rules, and the scoring tables."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random
from typing import Any, cast

import pytest
from games.beest.laying import begin, keys, lay, lay_all, scores

from beastlab.core.match import Match
from beastlab.games import beest
from beastlab.games.beest import Table, scoring
from beastlab.games.beest.announcing import (
    announce,
    announce_from,
    announce_now,
    beest_finishes,
    winner_ends,
)
from beastlab.games.beest.posteriors import eager, posterior, who
from beastlab.games.beest.table import BLACK, COLOURS

READINGS: list[dict[str, Any]] = [
    {},
    {"winner_must_be_clean": False},
    {"wrong_announcement_subtracts_b": True},
    {"winner_partners": "clean_only"},
    {"self_win": "declared", "silent_may_be_beest": False},
]


def asked(seats: int, count: int, **options: Any) -> list[Match]:
    """Games at random in which somebody is asked to announce who may, and some seat may have won."""
    found: list[Match] = []
    for seed in range(1000):
        match, rng = beest.new_match(seats, seed, **options), Random(seed)
        while match.request and not match.table.points:
            may = len(keys(match)) > 1 and keys(match)[1].startswith("announce:")
            if may and max(who(match, match.request.seat).won.values()) > 0:
                found.append(match)
                break
            match.play("pass" if keys(match)[0] == "pass" else rng.choice(match.request.options))
        if len(found) == count:
            return found
    raise AssertionError("too few games last so long")


def dealt(table: Table, suspect: int) -> Table:
    """The same table with another Beest."""
    twin = table.copy()
    twin.piles = [*COLOURS[:suspect], BLACK, *COLOURS[suspect : table.options.places - 1]]
    twin.hand, twin.met, twin.served = [], None, []
    return twin


@pytest.mark.rule("beest.end3.claim", "beest.end3.right-announcer", "beest.end3.wrong-announcer")
@pytest.mark.parametrize("options", READINGS)
def test_claims_are_what_the_rules_pay(options: dict[str, Any]) -> None:
    """Every announcement is played in every deal that may be, and the scores averaged."""
    right = 0
    for match in [*asked(3, 8, **options), *asked(5, 2, **options)]:
        table, seat = match.table, match.request.seat
        found = announce_now(match, seat)
        assert found.black == table.black(seat)
        for claim in found.claims:
            points, chance = F(0), F(0)
            for suspect, p in who(match, seat).beest.items():
                twin = beest.match_at(dealt(table, suspect))
                twin.play(f"announce:{claim.seat}")
                points += p * scores(twin)[seat]
                chance += p * (scores(twin)[seat] > 0)
            assert (claim.points, claim.chance) == (points, chance)
            right += chance > 0
        best = found.claims[0]
        assert best.points == max(claim.points for claim in found.claims)
        assert found.best == (best.seat if best.points > 0 else None)
        # with the chance that is needed announcing is worth what waiting is: nothing
        lost = -min(scoring.wrong_announcement(table, seat))
        assert found.needs * (table.options.places - found.black) == (1 - found.needs) * lost
    assert right > 3


@pytest.mark.rule("beest.end3.right-infected-announcer", "beest.end3.wrong-infected")
def test_worth_of_an_announcement_from_the_scoring_tables() -> None:
    for humans, n in ((3, 4), (4, 5), (5, 6), (6, 6)):
        for black in range(n):
            if black:  # the announcer, seat 0, is the last of those whom seat 1 infects
                first = [f"1-{other}" for other in range(2, 1 + n - black)]
                table = lay(humans, beest=1, exchanges=", ".join([*first, "1-0"]))
            else:
                table = lay(humans, beest=1)
            assert table.black(0) == black
            for p in (F(0), F(1, 3), F(1)):
                paid = (
                    p * scoring.right_announcement(table, 0)[0]
                    + (1 - p) * scoring.wrong_announcement(table, 0)[0]
                )
                assert announce(n, p, black) == paid
            for waiting in (F(0), F(3, 2), F(n)):
                if (needed := announce_from(n, waiting, black)) <= 1:
                    assert announce(n, needed, black) == waiting
                else:  # not even a sure claim is worth as much
                    assert announce(n, 1, black) < waiting


@pytest.mark.rule("beest.end3.winner-himself", "beest.end2.score")
def test_his_own_full_set_is_worth_more() -> None:
    """Seat 0 has all but the Beest, and so has seat 1: to wait for the own turn's end is waiting worth 6."""
    table = lay(beest=3, exchanges="0-1, 0-2, 0-silent, 1-2, 1-silent")
    found = announce_now(table, 0, waiting=2 * table.coloured(0))
    assert found[1].points == 5 and found.best is None
    assert announce_now(table, 0).best is not None


@pytest.mark.rule("beest.silent.no-ending-2", "beest.silent.announceable")
def test_waiting_for_the_winner() -> None:
    silent = lay(beest=3, exchanges="0-silent, 1-silent, 2-silent", cleared=[1, 2])
    assert announce_now(silent, 0, winner_ends()).waiting == 0  # the silent guy has no turn of his own
    assert announce_now(silent, 0, winner_ends()).best == 4
    with pytest.raises(ValueError, match=r"winner is 4; .* another human \[beest.silent.no-ending-2\]"):
        announce_now(silent, 0, winner_ends(4))
    human = lay(beest=3, exchanges="0-1, 1-2, 1-silent, 0-silent", cleared=[2])
    assert who(human, 0).won[1] == 1  # the silent guy gave a colour, so only seat 3 is left
    assert announce_now(human, 0, winner_ends()).waiting == 4
    infected = lay(beest=3, exchanges="0-3, 1-0, 1-2, 1-silent")
    assert announce_now(infected, 0, winner_ends()).waiting == 0


@pytest.mark.rule("beest.end1.score-infected")
def test_waiting_for_the_beest() -> None:
    table = lay(beest=3, exchanges="0-3, 3-1")
    assert announce_now(table, 0, beest_finishes("1/4")).waiting == 1
    assert announce_now(table, 1, beest_finishes("1/4")).waiting == F(3, 4)
    with pytest.raises(ValueError, match="Cleo is clean, so .* give waiting as a number"):
        announce_now(table, 2, beest_finishes(1))


def test_a_model_moves_the_chances() -> None:
    """Seat 3 met nobody in a turn in which he could: he is less likely the Beest if Beests are eager."""
    caves = {0: "T/TM B/TM", 1: "T/MB M/TB", 2: "T/TM B/TB"}
    match = begin("T/TM M/TB B/TM B/MB", beest=0, turn=3, exchanges="0-1, 2-1, 1-silent", caves=caves)
    lay_all(match, "T/TM", "M/TB", "B/TM", "B/MB")
    assert len(match.table.exchanges) == 3
    flat, eagerly = (announce_now(match, 2, model=model)[1].chance for model in (None, eager(1)))
    assert (flat, eagerly) == (F(1, 3), F(0))


def test_questions_that_are_refused() -> None:
    table = lay(beest=1, exchanges="0-1")
    with pytest.raises(
        ValueError, match=r"Bo is the original Beest, which may not announce .*\[beest.end3.who\]"
    ):
        announce_now(table, 1)
    with pytest.raises(ValueError, match="no expedition is going on"):
        announce_now(beest.lay(beest.Options()), 0)
    with pytest.raises(ValueError, match="n is 3; give a whole number from 4 to 6"):
        announce(3, 1)
    with pytest.raises(ValueError, match="p is '3/2'; give a chance from 0 to 1"):
        announce(4, "3/2")
    with pytest.raises(ValueError, match="black is 4; give a whole number from 0 to 3"):
        announce(4, 1, black=4)
    with pytest.raises(ValueError, match="not exact"):
        announce_from(4, cast(Any, 0.5))
    with pytest.raises(ValueError, match="an outsider scores nothing"):
        winner_ends()(posterior([]))


def test_how_it_looks() -> None:
    found = announce_now(begin(humans=3, names=("<b>", "Bo", "Cleo")), 1)
    assert repr(found) == "<Announcing, Bo: Cleo 0 for -4, <b> 0 for -4, The silent guy 0 for -4; waiting 0>"
    html = found._repr_html_()
    assert "&lt;b&gt; has won" in html and "<b>" not in html and ">wait<" in html
