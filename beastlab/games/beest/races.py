"""Races: who gets there first, the Beest or a clean seat, in two studies that look at exchanges alone.

`race` lets fresh pairs exchange in random order; `turn_chain` goes round the table, with a meeting at random in each
turn. In both nobody announces, and the caves play no part but that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, factorial

from beastlab.odds.arguments import number, several, shown, whole
from beastlab.odds.chains import Chain
from beastlab.odds.distribution import Distribution

__all__ = ["BEEST", "CLEAN", "Course", "Race", "finishing", "race", "turn_chain"]

BEEST = "the Beest"
"""The end in which the Beest has met everybody,"""
CLEAN = "a clean seat"
"""and that in which a clean seat has met everybody else."""
MOST_SEATS = 300
MOST_STATES = 41_000
"""A chain of turns that may come to more states is refused: so many take some seven seconds."""


def finishing(n: int) -> Fraction:
    """The chance that the Beest finishes first if fresh pairs of `n` seats exchange in random order.

    By inclusion and exclusion over the seats whose exchange with the Beest comes after all their others: the Beest
    finishes if there is none. It tends to 1/e. ValueError but for 3 to 300 seats. beest.decision.race

    >>> [finishing(n) for n in (4, 5, 6)]
    [Fraction(1, 3), Fraction(12, 35), Fraction(47, 135)]
    """
    whole("n", n, 3, MOST_SEATS)
    orders = factorial(2 * n - 2)
    return sum(
        (Fraction((-2) ** k * comb(n - 1, k) * factorial(2 * n - 2 - k), orders) for k in range(n)),
        Fraction(0),
    )


@dataclass(frozen=True)
class Race:
    """A race of fresh pairs among `n` seats: the `law` of its end, and of the number of exchanges till then."""

    n: int
    law: Distribution[tuple[str, int]]

    @property
    def chance(self) -> Fraction:
        """The chance that the Beest finishes."""
        return self.law.P(lambda end: end[0] == BEEST)

    @property
    def exchanges(self) -> Fraction:
        """How many exchanges there are on average."""
        return self.law.expect(lambda end: end[1])

    def __repr__(self) -> str:
        return (
            f"<Race of {self.n} seats: {BEEST} finishes with {self.chance}, after {self.exchanges} exchanges>"
        )


@cache
def race(n: int) -> Race:
    """The race of fresh pairs, followed through all graphs of exchanges: who wins, and after how many.

    Every pair is as likely to be the next, and a clean seat with all but the Beest wins at once. ValueError but for 4
    to 6 seats; `finishing` tells the chance for more. beest.decision.race, beest.end1.trigger, beest.end2.trigger

    >>> race(4)
    <Race of 4 seats: the Beest finishes with 1/3, after 217/60 exchanges>
    """
    whole("n", n, 4, 6)
    graph = Graph(n, 0)
    orders, ends = {0: 1}, Counter[tuple[str, int]]()
    for made in range(1, len(graph.pairs) + 1):
        later: dict[int, int] = {}
        for edges, ways in orders.items():
            for pair in graph.pairs.values():
                if not edges & pair:
                    after = edges | pair
                    later[after] = later.get(after, 0) + ways
        orders, rest = {}, factorial(len(graph.pairs) - made)
        for edges, ways in later.items():
            won = any(graph.complete(edges, seat) for seat in range(1, n))
            if won or graph.finished(edges):
                ends[CLEAN if won else BEEST, made] += ways * rest
            else:
                orders[edges] = ways
    return Race(n, Distribution(ends))


@dataclass(frozen=True)
class Course:
    """How an expedition of the study goes: the law of its end (`BEEST`, or the seat that wins), and its mean length."""

    ends: Distribution[str | int]
    turns: Fraction

    @property
    def chance(self) -> Fraction:
        """The chance that the Beest finishes."""
        return self.ends[BEEST]


def turn_chain(
    seats: int = 3,
    beest: int = 0,
    meets: int | Fraction | str = 1,
    *,
    exchanges: Iterable[tuple[int, int]] = (),
    turn: int = 0,
) -> Course:
    """An expedition in which each turn brings, with chance `meets`, a meeting with a random other seat.

    `seats` are the humans; who exchanged before meets to no effect. A clean human who has met all but the Beest wins
    at the end of an own turn, and nobody announces. It begins in the turn of `turn`, after these `exchanges`.
    Exact, by an absorbing chain over the exchanges and whose turn it is. ValueError for what can't be, what is over,
    and what would take long. beest.decision.turn-chain, beest.end2.end-of-turn, beest.silent.no-ending-2

    >>> turn_chain(3, beest=3).chance
    Fraction(103, 486)
    >>> turn_chain(5)
    Traceback (most recent call last):
    ...
    ValueError: with 15 exchanges to come there may be 163,840 states; ask for fewer seats, or after some exchanges
    """
    whole("seats", seats, 3, 6)
    n = seats + (seats < 6)
    whole("beest", beest, 0, n - 1), whole("turn", turn, 0, seats - 1)
    share = number("meets", meets)
    if not 0 < share <= 1:
        raise ValueError(f"meets is {shown(meets)}; give a chance above 0, and up to 1")
    graph = Graph(n, beest)
    made = graph.edges(exchanges)
    left = len(graph.pairs) - made.bit_count()
    if graph.finished(made):
        raise ValueError("the Beest has met everybody, so it is over; leave out an exchange")
    if (states := seats << left) > MOST_STATES:
        raise ValueError(
            f"with {left} exchanges to come there may be {states:,} states; ask for fewer seats, or after "
            "some exchanges"
        )
    start = (made, turn)
    rows: dict[object, dict[object, Fraction]] = {}
    waiting: list[tuple[int, int]] = [start]
    while waiting:
        state = edges, seat = waiting.pop()
        if state in rows:
            continue
        row = rows[state] = {}
        for other in (None, *range(n)):
            if other == seat:
                continue
            chance = 1 - share if other is None else share / (n - 1)
            after = edges if other is None else graph.met(edges, seat, other)
            to: object = (after, (seat + 1) % seats)
            if graph.finished(after):
                to = BEEST
            elif graph.complete(after, seat):
                to = seat
            else:
                waiting.append((after, (seat + 1) % seats))
            row[to] = row.get(to, Fraction(0)) + chance
    chain = Chain(rows)
    ends = chain.ends(start)
    return Course(
        Distribution({end: chance for end, chance in ends.items() if isinstance(end, str | int)}),
        chain.steps(start),
    )


class Graph:
    """Exchanges among `n` seats as bits of a number, and what they mean with this Beest.

    >>> graph = Graph(4, beest=3)
    >>> made = graph.edges([(0, 1), (2, 0)])
    >>> graph.complete(made, 0), graph.complete(made, 1), graph.partners(made, 0)
    (True, False, frozenset({1, 2}))
    """

    def __init__(self, n: int, beest: int, clean_only: bool = False) -> None:
        self.n, self.beest, self.clean_only = n, beest, clean_only
        self.pairs = {pair: 1 << bit for bit, pair in enumerate(combinations(range(n), 2))}
        self._partners: dict[tuple[int, int], frozenset[int]] = {}

    def edges(self, exchanges: Iterable[tuple[int, int]]) -> int:
        """The exchanges as a number; ValueError for a pair that there is not, or twice."""
        edges = 0
        for pair in several("exchanges", exchanges, len(self.pairs), "pairs of seats"):
            bit = self.pairs.get(tuple(sorted(pair)) if isinstance(pair, tuple | list) else ())
            if bit is None or edges & bit:
                raise ValueError(
                    f"exchanges has {shown(pair)}; give each pair of different seats once, numbered 0 to {self.n - 1}"
                )
            edges |= bit
        return edges

    def met(self, edges: int, one: int, other: int) -> int:
        """The exchanges after these two have met."""
        return edges | self.pairs[min(one, other), max(one, other)]

    def partners(self, edges: int, seat: int) -> frozenset[int]:
        """Whom the seat has exchanged with."""
        if (edges, seat) not in self._partners:
            seats = (sum(pair) - seat for pair, bit in self.pairs.items() if edges & bit and seat in pair)
            self._partners[edges, seat] = frozenset(seats)
        return self._partners[edges, seat]

    def finished(self, edges: int) -> bool:
        """Whether the Beest has met everybody [beest.end1.trigger]."""
        return len(self.partners(edges, self.beest)) == self.n - 1

    def missing(self, edges: int, seat: int) -> int | None:
        """How many seats it has still to meet to win; None for the Beest, and the infected.

        beest.end2.trigger, beest.end2.partners
        """
        infected = self.partners(edges, self.beest)
        if seat == self.beest or seat in infected:
            return None
        met = self.partners(edges, seat) | (infected if self.clean_only else frozenset())
        return self.n - 2 - len(met)

    def complete(self, edges: int, seat: int) -> bool:
        """Whether a clean seat has met everybody but the Beest [beest.end2.trigger]."""
        return self.missing(edges, seat) == 0
