"""Announce or wait: how likely a claim is to be right, what it is worth, and what waiting would be worth instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import TypeAlias

from beastlab.core.match import Match
from beastlab.games.beest import scoring
from beastlab.games.beest.posteriors import Model, Who, table_of, who
from beastlab.games.beest.table import Table
from beastlab.odds.arguments import number, shown, whole
from beastlab.odds.texts import fraction_text

__all__ = [
    "Announcing",
    "Claim",
    "announce",
    "announce_from",
    "announce_now",
    "beest_finishes",
    "winner_ends",
]

MOST_SEATS = 6


def announce(n: int, p: int | Fraction | str, black: int = 0) -> Fraction:
    """The expected points of an announcement that is right with chance `p`, with `n` seats (the silent guy's too).

    `black` is the value of the announcer's black marker, 0 if clean. Right gives n less it, wrong costs n.
    ValueError for seats that are not 4 to 6, a chance that is none, a marker that there is not.
    beest.end3.right-announcer, beest.end3.right-infected-announcer, beest.end3.wrong-announcer

    >>> announce(5, Fraction(1, 2)), announce(5, "1/3"), announce(5, 1, black=3)
    (Fraction(0, 1), Fraction(-5, 3), Fraction(2, 1))
    """
    _seats(n)
    p, black = _share("p", p), whole("black", black, 0, n - 1)
    return p * (2 * n - black) - n


def announce_from(n: int, waiting: int | Fraction | str = 0, black: int = 0) -> Fraction:
    """The chance of being right from which announcing is worth as much as waiting; above 1: never announce.

    `waiting` is what waiting is worth; `n` and `black` as for `announce`.

    >>> announce_from(5), announce_from(5, waiting=2), announce_from(4, black=2)
    (Fraction(1, 2), Fraction(7, 10), Fraction(2, 3))
    """
    _seats(n)
    return (number("waiting", waiting) + n) / (2 * n - whole("black", black, 0, n - 1))


Waiting: TypeAlias = Callable[[Who], Fraction]
"""What waiting is worth to the seat that a `Who` is about."""


@dataclass(frozen=True)
class Claim:
    """An announcement that `seat` has won: the `chance` that it is right, and its expected `points`."""

    seat: int
    chance: Fraction
    points: Fraction


@dataclass(frozen=True)
class Announcing:
    """What each announcement is worth to a seat now, the best first, beside `waiting`.

    `best` is the seat to announce, or None where waiting is worth as much or more; `needs` is the chance of being
    right from which announcing pays.
    """

    seat: int
    black: int
    claims: tuple[Claim, ...]
    waiting: Fraction
    needs: Fraction
    table: Table = field(repr=False)

    @property
    def best(self) -> int | None:
        """The seat to announce, or None: wait."""
        return self.claims[0].seat if self.claims[0].points > self.waiting else None

    def __getitem__(self, seat: int) -> Claim:
        return next(claim for claim in self.claims if claim.seat == seat)

    def __repr__(self) -> str:
        told = ", ".join(
            f"{self.table.name(claim.seat)} {fraction_text(claim.chance)} for {fraction_text(claim.points)}"
            for claim in self.claims
        )
        return f"<Announcing, {self.table.name(self.seat)}: {told}; waiting {fraction_text(self.waiting)}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left">{escape(self.table.name(claim.seat))} has won</th>'
            f'<td style="text-align:right">{fraction_text(claim.chance)}</td>'
            f'<td style="text-align:right">{fraction_text(claim.points)}</td></tr>'
            for claim in self.claims
        )
        return (
            '<table class="beastlab-announcing"><caption style="caption-side:top;text-align:left">What '
            f"{escape(self.table.name(self.seat))} may announce</caption><thead><tr>"
            '<th scope="col">claim</th><th scope="col">right with</th><th scope="col">points on average</th>'
            f'</tr></thead><tbody>{rows}<tr><th scope="row" style="text-align:left">wait</th><td></td>'
            f'<td style="text-align:right">{fraction_text(self.waiting)}</td></tr></tbody></table>'
        )


def announce_now(
    of: Match | Table,
    seat: int,
    waiting: int | Fraction | str | Waiting = 0,
    model: Model | None = None,
) -> Announcing:
    """Announce now, or wait? For each other seat the exact chance that it has won, and the expected points.

    What waiting brings depends on how the others play, so it is said: a number of points (0 unless given), or a
    function of what the seat knows, such as `winner_ends()` and `beest_finishes(q)`. `model` as for `who`.
    ValueError for the original Beest, which may not announce [beest.end3.who], and between expeditions.
    beest.decision.announce-early, beest.decision.announce-late

    >>> from beastlab.games.beest.posteriors import posterior
    >>> table = posterior([(0, 1), (2, 4), (3, 1), (0, 4), (1, 4), 1, 2, 3], seat=0).table
    >>> announce_now(table, 0).best, announce_now(table, 0)[4]
    (4, Claim(seat=4, chance=Fraction(1, 1), points=Fraction(5, 1)))
    """
    table = table_of(of)
    if table.phase != "turn":
        raise ValueError("no expedition is going on; ask in a turn")
    known = who(of, seat, model)
    if seat is None:
        raise ValueError("seat is None; an outsider may not announce anybody's win: give a human's number")
    if seat == table.beest:
        raise ValueError(
            f"{table.name(seat)} is the original Beest, which may not announce anybody's win [beest.end3.who]"
        )
    n, black = table.options.places, table.black(seat)
    wrong = min(scoring.wrong_announcement(table, seat))
    claims = [
        Claim(other, known.won[other], known.won[other] * (n - black - wrong) + wrong)
        for other in table.others(seat)
    ]
    worth = waiting(known) if callable(waiting) else number("waiting", waiting)
    return Announcing(
        seat,
        black,
        tuple(sorted(claims, key=lambda claim: -claim.points)),
        worth,
        (worth - wrong) / (n - black - wrong),
        table,
    )


def winner_ends(winner: int | None = None) -> Waiting:
    """Waiting, if `winner` ends the expedition himself where he has won, and nothing else pays.

    Without a number it is the human who most likely has won; the silent guy ends nothing. A clean seat then gets twice
    its coloured markers, an infected one nothing. beest.end2.score, beest.silent.no-ending-2

    >>> from beastlab.games.beest.posteriors import posterior
    >>> announce_now(posterior([(1, 0), (1, 4)], seat=0).table, 0, winner_ends()).waiting
    Fraction(0, 1)
    """

    def worth(known: Who) -> Fraction:
        seat, table = _seat(known), known.table
        humans = [other for other in table.others(seat) if other < len(table.seats)]
        if winner is not None and winner not in humans:
            raise ValueError(
                f"winner is {shown(winner)}; give the number of another human [beest.silent.no-ending-2]"
            )
        chance = max(known.won[other] for other in (humans if winner is None else [winner]))
        return chance * (0 if table.black(seat) else 2 * table.coloured(seat))

    return worth


def beest_finishes(chance: int | Fraction | str) -> Waiting:
    """Waiting, if the Beest finishes with this chance, and nothing else pays: an infected seat gets its black value.

    ValueError for a clean seat: its marker would be one that is still to come. beest.end1.score-infected
    """
    share = _share("chance", chance)

    def worth(known: Who) -> Fraction:
        seat, table = _seat(known), known.table
        if not table.black(seat):
            raise ValueError(
                f"{table.name(seat)} is clean, so what a Beest that finishes would bring depends on the marker to "
                "come; give waiting as a number of points"
            )
        return share * table.black(seat)

    return worth


def _seat(known: Who) -> int:
    if known.seat is None:
        raise ValueError("an outsider scores nothing; ask for a seat")
    return known.seat


def _seats(n: int) -> int:
    return whole("n", n, 4, MOST_SEATS)


def _share(name: str, value: int | Fraction | str) -> Fraction:
    share = number(name, value)
    if not 0 <= share <= 1:
        raise ValueError(f"{name} is {shown(value)}; give a chance from 0 to 1")
    return share
