"""How an expedition is scored: the tables for four, five and six seats, and who has won.

All scores are lists with a number for each seat, the silent guy's last.
"""

from __future__ import annotations

from collections.abc import Collection

from beastlab.games.beest.table import Table


def has_won(table: Table, seat: int, beest: int, clean: bool = True) -> bool:
    """Whether `seat` has exchanged with everybody but the Beest, if `beest` is the Beest, and is clean.

    That is the condition of ending 2 and of an announcement. With `clean` false it may be infected. Only
    exchanges are looked at, which everybody sees; so this serves what seats may conclude as well.

    beest.end2.trigger, beest.end2.clean, beest.end2.set-size, beest.end2.equivalence, beest.end2.partners,
    beest.end3.claim, beest.end3.claim-clean, beest.end3.claim-full-set, beest.end3.names-beest
    """
    met, infected = table.partners(seat), table.partners(beest)
    if seat == beest or (clean and seat in infected):
        return False
    wanted = {*table.everyone} - {seat, beest}
    if table.options.winner_partners == "clean_only":
        wanted -= infected
    return wanted <= met


def all_infected(table: Table) -> list[int]:
    """Ending 1: the Beest scores one for each seat, everybody else the value of the black marker.

    beest.score.row-1, beest.end1.score-beest, beest.end1.score-infected, beest.end1.score-colour,
    beest.end1.all-score, beest.silent.scores, beest.score.first-infected
    """
    return [table.options.places if seat == table.beest else table.black(seat) for seat in table.everyone]


def clean_seats(table: Table, but: Collection[int] = ()) -> list[int]:
    """Endings 2 and 3: every clean seat scores twice the markers that it received, all others nothing.

    beest.score.row-2, beest.end2.score, beest.end2.score-silent, beest.end2.score-infected, beest.end2.score-beest,
    beest.score.c-received, beest.score.na, beest.score.row-2-winner
    """
    return [
        2 * table.coloured(seat) if seat not in but and table.clean(seat) else 0 for seat in table.everyone
    ]


def right_announcement(table: Table, announcer: int) -> list[int]:
    """Ending 3, rightly: the announcer scores one for each seat, less the value of a black marker.

    beest.score.row-3, beest.end3.right-announcer, beest.end3.right-no-colours, beest.end3.right-infected-announcer,
    beest.end3.right-clean-others, beest.end3.right-infected-others, beest.score.row-3-clean-announcer
    """
    scores = clean_seats(table, {announcer})
    scores[announcer] = table.options.places - table.black(announcer)
    return scores


def wrong_announcement(table: Table, announcer: int) -> list[int]:
    """Ending 3, wrongly: the announcer loses one for each seat, nobody else scores.

    beest.score.row-false, beest.end3.wrong-announcer, beest.end3.wrong-others, beest.end3.wrong-infected
    """
    scores = [0 for _ in table.everyone]
    scores[announcer] = -table.options.places
    if table.options.wrong_announcement_subtracts_b:
        scores[announcer] -= table.black(announcer)
    return scores
