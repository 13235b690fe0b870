"""A sensible player: the posterior over who is the Beest, and an exchange race from here on, decide every move.

1. What a seat may expect is what it would score on average if the pairs that have not exchanged met in random order:
   the expedition ends when the Beest has met all, or a clean seat all but the Beest.
2. Who may be the Beest is weighed exactly, by all deals that fit what the seat knows.
3. Cards are laid so as to meet the seat, or nobody, after which most is to be expected; any that do are as good.
4. The longer an expedition lasts, the less it is worth to meet nobody: else cautious players would never end it.
5. An announcement is made where its exact chance brings more than waiting; a sure win of one's own is declared.

It never looks two turns ahead, and takes what others do for chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

from beastlab.core.match import Match
from beastlab.core.requests import Move
from beastlab.games.beest.announcing import announce_now
from beastlab.games.beest.odds import placed, right_chance
from beastlab.games.beest.posteriors import who
from beastlab.games.beest.table import Table

IMPATIENCE = 0.01
"""So many points a turn of the expedition takes off the worth of meeting nobody."""
PARTS = 10**6
"""Worths are rounded to such parts of a point, so that equal ones are equal."""


@dataclass(frozen=True)
class SensibleBot:
    """A policy (see `beastlab.bots`) that can say why it plays what it plays."""

    seed: int = 0

    def __call__(self, match: Match) -> Move:
        return self.why(match)[0]

    def why(self, match: Match) -> tuple[Move, str]:
        """The move for the seat that is asked, and the reason in a sentence."""
        request, table = match.request, match.table
        if request.rule == "beest.turn.distribute-choice":
            return _lay(match, self.seed)
        if request.rule == "beest.end2.automatic":
            return _declare(table, request.seat, request.options)
        return _announce(table, request.seat, request.options)


def sensible_bot(seed: int = 0) -> SensibleBot:
    """A player who keeps to the principles at the top of this module; the seed decides between equals.

    >>> from beastlab.games import beest
    >>> move, why = beest.sensible_bot().why(beest.new_match(seats=4, seed=7))
    >>> move.label, why
    ('Announce nothing', 'Nobody can have won as yet.')
    """
    return SensibleBot(seed)


def _lay(match: Match, seed: int) -> tuple[Move, str]:
    """A card after which most is to be expected, any of those: always the same ones could go round in circles."""
    table, seat = match.table, match.request.seat
    nobody = expected(table, seat)
    worths: dict[str | None, float] = {None: nobody - IMPATIENCE * table.number}
    for other in {*table.others(seat)} - table.partners(seat):
        worths[table.name(other)] = expected(table, seat, other)
    goal = {name: Fraction(round(worth * PARTS), PARTS) for name, worth in worths.items()}
    found = {move: placed(match, move, goal) for move in match.request.options}
    most = max(placement.worth for placement in found.values())
    best = [move for move, placement in found.items() if placement.worth == most]
    chosen = Random(f"{seed}:{len(table.points)}:{table.number}:{len(table.served)}").choice(best)
    name, told = found[chosen].met, "points are to be expected"
    if name is None:
        why = "is worth most" if any(one.met for one in found.values()) else "is all that can be"
        return chosen, f"To meet nobody new {why}: {nobody:.2f} {told}."
    worth = worths[str(name)]
    if worth < worths[None]:
        return chosen, f"Somebody is met, whatever is laid; after {name} most {told}: {worth:.2f}."
    tired = f", but turn {table.number} is late" if worth < nobody else ""
    return chosen, f"To meet {name}: {worth:.2f} {told}, {nobody:.2f} without{tired}."


def _announce(table: Table, seat: int, options: Iterable[Move]) -> tuple[Move, str]:
    quiet, *claims = options
    if not claims:
        return quiet, "The original Beest may not announce."
    if not any(who(table, seat).won[move.piece] for move in claims):
        return quiet, "Nobody can have won as yet."
    found = announce_now(table, seat, Fraction(round(expected(table, seat) * PARTS), PARTS))
    claim, waiting = found.claims[0], float(found.waiting)
    odds = f"{table.name(claim.seat)} has won with {float(claim.chance):.0%}"
    if found.best is None:
        return quiet, f"{odds}; to wait is worth {waiting:.2f} points."
    move = next(move for move in claims if move.piece == claim.seat)
    return move, f"{odds}: worth {float(claim.points):.2f} points, to wait {waiting:.2f}."


def _declare(table: Table, seat: int, options: Iterable[Move]) -> tuple[Move, str]:
    quiet, *mine = options
    if mine and right_chance(who(table, seat), mine[0]) == 1:
        return mine[0], "The win is certain."
    return quiet, "No win is certain."


# --- what a seat may expect --------------------------------------------------------------------------


def expected(table: Table, seat: int, met: int | None = None) -> float:
    """The points that `seat` may expect in an exchange race from here on, or after an exchange with `met`.

    >>> from beastlab.games import beest
    >>> table = beest.new_match(seats=3, seed=7).table
    >>> table.beest, [round(expected(table, seat), 2) for seat in range(3)]
    (2, [2.0, 2.0, 1.33])
    """
    known = who(table, seat).beest
    return sum(float(p) * _with_beest(table, seat, beest, met) for beest, p in known.items())


def _with_beest(table: Table, seat: int, beest: int, met: int | None) -> float:
    """The same, if `beest` is the Beest."""
    n = table.options.places
    order = [beest, *[seat] * (seat != beest)]
    order += [other for other in table.everyone if other not in order]
    at = {other: n for n, other in enumerate(order)}
    me = at[seat]
    graph = 0
    for pair in table.exchanges:
        graph |= _bit(n, at[pair.active], at[pair.other])
    black = 0
    if me and beest in table.partners(seat):
        before = [pair for pair in table.exchanges if beest in pair]
        black = n - 1 - next(k for k, pair in enumerate(before) if seat in pair)
    if met is None:
        return _race(n, graph, me, black)
    return _after(n, graph, me, black, me, at[met])


@cache
def _pairs(n: int) -> tuple[tuple[int, int], ...]:
    return tuple(combinations(range(n), 2))


@cache
def _bit(n: int, a: int, b: int) -> int:
    return 1 << _pairs(n).index((min(a, b), max(a, b)))


@cache
def _around(n: int, seat: int) -> int:
    """All pairs of a seat."""
    return sum(_bit(n, seat, other) for other in range(n) if other != seat)


@cache
def _race(n: int, graph: int, me: int, black: int) -> float:
    """Points on average in a race; seat 0 is the Beest, `me` 0 or 1."""
    fresh = [pair for pair in _pairs(n) if not graph & _bit(n, *pair)]
    return sum(_after(n, graph, me, black, *pair) for pair in fresh) / len(fresh) if fresh else 0.0


def _after(n: int, graph: int, me: int, black: int, a: int, b: int) -> float:
    """Points on average once these two exchange."""
    if me and {a, b} == {0, me}:
        black = n - 1 - (graph & _around(n, 0)).bit_count()
    graph |= _bit(n, a, b)
    if not ~graph & _around(n, 0):
        return float(black) if me else float(n)
    for seat in range(1, n):
        missing = _around(n, seat) & ~graph
        if missing == _bit(n, 0, seat):  # it has met all but the Beest
            return 2.0 * (graph & _around(n, me)).bit_count() if me and not black else 0.0
    return _race(n, graph, me, black)
