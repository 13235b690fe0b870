"""Caves laid at seats: which make a line, and how many ways lead to each outcome, for every deck.

A seat can get a line only if its last two caves fit; it is *dead* otherwise. Else a cave makes a line there unless
its entry is *blocked*, which means that it is no exit of the seat's last cave [beest.seq.local]. The blocked places are
squares of a board on which caves are rooks: their rook numbers give the law of the number of lines. Who is met is
counted seat by seat; for that only the entries left in the hand and the lines so far matter. No distribution is
listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial
from typing import Any, TypeAlias

from beastlab.core.requests import Unknowable
from beastlab.games.beest import rules
from beastlab.games.beest.cards import DECK_SIZE, Card, _exits, _height, illustrative
from beastlab.games.beest.table import SWITCHES, Seat, Table
from beastlab.odds.arguments import one_of, several, shown, whole

Name: TypeAlias = str | int
"""What a seat is called: any text or number that the caller likes."""
Face: TypeAlias = str | Card
"""A cave, as a card or written entry/exits: "T/MB", or with digits "0/13"."""
Caves: TypeAlias = str | Iterable[Face] | Mapping[Face, int]
"""Caves in any number: the name of a packaged deck, a list, or how often each face comes."""
Rows: TypeAlias = Mapping[Any, Iterable[Face]]
"""The caves at each seat, by its name, the oldest first."""
Counts: TypeAlias = tuple[int, ...]
Moves: TypeAlias = tuple[tuple[int, int], ...]
Fates: TypeAlias = dict[int, tuple[int, Moves]]

MOST_OTHERS = 5
"""At most so many other seats: the game is for six."""
NONE, SEVERAL, STOOD = -1, -2, -3
"""Fates besides the places of the seats that are met alone: no line, more than one, a line that stood before."""


# --- caves and seats in plain arguments ---------------------------------------------------------------------


def cave(face: Face) -> Card:
    """A cave from its face [beest.comp.card-faces]; ValueError if it can't be read. Each call makes another piece.

    >>> cave("T/MB").entry, cave("T/MB").exits
    (0, (1, 2))
    """
    if isinstance(face, Card):
        return face
    try:
        entry, exits = face.split("/")
        return Card(face, face, "own", _height(entry), _exits(exits))
    except (ValueError, AttributeError, TypeError):
        why = "write its entry and its two exits, as in 'T/MB' or '0/13'"
        raise ValueError(f"a cave is {shown(face)}; {why} [beest.comp.card-faces]") from None


def caves(name: str, given: Iterable[Face], most: int = DECK_SIZE) -> tuple[Card, ...]:
    """Caves from a list of them."""
    return tuple(map(cave, several(name, given, most, "caves, as in ['T/MB', 'M/TB']")))


def faces_of(deck: Caves) -> Counter[tuple[int, tuple[int, int]]]:
    """How often each face, an entry and two exits, is in a deck; ValueError if it can't be read.

    >>> faces_of({"T/MB": 2, "M/TB": 1})
    Counter({(0, (1, 2)): 2, (1, (0, 2)): 1})
    """
    found: Counter[tuple[int, tuple[int, int]]] = Counter()
    if isinstance(deck, str):
        deck = illustrative().of(one_of("the deck", deck, illustrative().decks))
    if isinstance(deck, Mapping):
        for face, copies in deck.items():
            card = cave(face)
            found[card.entry, card.exits] += whole(f"the number of {card.name}", copies, 0)
        return +found
    return Counter((card.entry, card.exits) for card in caves("the deck", deck, 1000))


def called(seat: Name | None) -> str:
    """A seat's name in a sentence."""
    return "nobody" if seat is None else seat if isinstance(seat, str) else f"seat {seat}"


def names(seats: Iterable[Name]) -> str:
    """Seats in a sentence; nobody, if there are none."""
    return ", ".join(map(called, seats)) or "nobody"


@dataclass(frozen=True)
class Board:
    """Caves in `hand`, and the `seats` that wait for one.

    `wanted` are for each of them the entries that make a line there (none: it is dead). `stood` are seats that have
    their cave already, and a line. `exchanged` are those with whom a meeting has no effect any more
    [beest.meet.repeat]. With `as_placed` each cave is looked at as it comes; then `old` are the places of waiting seats
    that have a line from before.
    """

    hand: tuple[Card, ...]
    seats: tuple[Name, ...]
    wanted: tuple[frozenset[int], ...]
    stood: tuple[Name, ...] = ()
    exchanged: frozenset[Name] = frozenset()
    as_placed: bool = False
    old: frozenset[int] = frozenset()

    @property
    def entries(self) -> Counts:
        """The entries of the hand, in order."""
        return tuple(sorted(card.entry for card in self.hand))

    @property
    def total(self) -> int:
        """All ways to lay the hand; with `as_placed` the order of serving counts too."""
        return int(factorial(len(self.seats)) ** (1 + self.as_placed))

    @property
    def everyone(self) -> tuple[Name, ...]:
        """The seats that can have a line at the end."""
        return self.seats + self.stood

    def fates(self, entries: Counts) -> Fates:
        """What becomes of a hand with these entries: see `laid`."""
        if not self.as_placed:
            start = NONE if not self.stood else STOOD if len(self.stood) == 1 else SEVERAL
            return laid(entries, self.wanted, start)
        if self.stood:  # the first line of the turn: it brought the meeting, or there will be none
            return {SEVERAL: (self.total, tuple(enumerate(entries)))}
        return ordered(entries, self.wanted, self.old)

    def seat(self, fate: int) -> Name | None:
        """The seat that is alone in having a line; None if there is no such seat."""
        return self.stood[0] if fate == STOOD else self.seats[fate] if fate >= 0 else None

    def meets(self, fate: int) -> Name | None:
        """The seat that is met with effect."""
        seat = self.seat(fate)
        return None if seat in self.exchanged else seat

    def lines(self, entries: Counts) -> dict[int, int]:
        """The number of distributions of a hand with these entries by how many lines there are at the end.

        A distribution has as few lines as it puts caves on blocked places; by inclusion and exclusion from the rook
        numbers [beest.formula.rook-coefficient].
        """
        m, alive, rooks = len(self.seats), sum(map(bool, self.wanted)), rook_numbers(entries, self.wanted)
        return {
            len(self.stood) + many: sum(
                (-1) ** (i - alive + many) * comb(i, alive - many) * rooks[i] * factorial(m - i)
                for i in range(alive - many, m + 1)
            )
            for many in range(alive + 1)
        }


def board(
    hand: Iterable[Face],
    seats: Rows,
    exchanged: Collection[Name] = (),
    evaluate_lines: str = "after_all",
    draws: int = 0,
) -> Board:
    """A board from plain arguments: see `lines`; so many caves of the hand are still to be drawn."""
    if not isinstance(seats, Mapping) or not 1 <= len(seats) <= MOST_OTHERS:
        why = f"give up to {MOST_OTHERS} other seats and the caves of each, as in {{1: ['T/MB', 'M/TB']}}"
        raise ValueError(f"seats is {shown(seats)}; {why}")
    if strange := [seat for seat in seats if isinstance(seat, bool) or not isinstance(seat, str | int)]:
        raise ValueError(f"a seat is called {shown(strange[0])}; give texts or whole numbers")
    one_of("evaluate_lines", evaluate_lines, SWITCHES["evaluate_lines"])
    if (
        not isinstance(exchanged, Collection)
        or isinstance(exchanged, str)
        or not set(exchanged) <= seats.keys()
    ):
        raise ValueError(f"exchanged is {shown(exchanged)}; give a list of seats out of {names(seats)}")
    held = caves("the hand", hand)
    if len(held) + draws != len(seats):
        why = "each other seat gets exactly one [beest.turn.distribute-one-each]"
        raise ValueError(f"{len(held)} caves for {len(seats)} other seats; {why}")
    rows = [Seat(called(seat), list(caves(called(seat), row))[-3:]) for seat, row in seats.items()]
    return Board(
        held,
        tuple(seats),
        tuple(map(wanted, rows)),
        exchanged=frozenset(exchanged),
        as_placed=evaluate_lines == "as_placed",
        old=frozenset(place for place, row in enumerate(rows) if row.line),
    )


def wanted(row: Seat) -> frozenset[int]:
    """The entries of the caves that would give the seat a line [beest.seq.local]; none if it is dead."""
    if len(row.sequence) < 2 or not row.sequence[-2].fits(row.sequence[-1]):
        return frozenset()
    return frozenset(row.sequence[-1].exits)


# --- counting ------------------------------------------------------------------------------------------------


def _without(counts: Counts, place: int) -> Counts:
    return counts[:place] + (counts[place] - 1,) + counts[place + 1 :]


@lru_cache(maxsize=20_000)
def rook_numbers(entries: Counts, wanted: tuple[frozenset[int], ...]) -> Counts:
    """r0, r1, ...: the ways to put so many caves on blocked places of different seats that are not dead.

    >>> alive = [frozenset({0, 2}), frozenset({1, 2}), frozenset({0, 1}), frozenset({0, 1}), frozenset()]
    >>> rook_numbers((0, 0, 1, 2, 2), tuple(alive))
    (1, 7, 16, 14, 4, 0)
    """
    kinds = sorted(set(entries))
    states: dict[Counts, int] = {tuple(map(entries.count, kinds)): 1}
    for good in filter(None, wanted):
        onward = Counter(states)
        for left, ways in states.items():
            for place, number in enumerate(left):
                if number and kinds[place] not in good:
                    onward[_without(left, place)] += ways * number
        states = onward
    rooks = [0] * (len(entries) + 1)
    for left, ways in states.items():
        rooks[len(entries) - sum(left)] += ways
    return tuple(rooks)


@lru_cache(maxsize=20_000)
def laid(entries: Counts, wanted: tuple[frozenset[int], ...], start: int = NONE) -> Fates:
    """For each fate the distributions that lead to it, and one of them: pairs of a seat's place and an entry.

    Fates are the place of the only seat with a line, NONE, or SEVERAL. `start` is the fate of seats that were served
    before. Lines are looked for when all caves lie [beest.turn.evaluate-after-all].

    >>> laid((1, 1), (frozenset({0, 2}), frozenset({1, 2})))
    {1: (2, ((0, 1), (1, 1)))}
    """
    kinds = sorted(set(entries))
    counts: Counts = tuple(map(entries.count, kinds))
    states: dict[tuple[Counts, int], tuple[int, Moves]] = {(counts, start): (1, ())}
    for seat, good in enumerate(wanted):
        onward: dict[tuple[Counts, int], tuple[int, Moves]] = {}
        for (left, fate), (ways, moves) in states.items():
            for place, number in enumerate(left):
                if number:
                    line = kinds[place] in good
                    now = fate if not line else seat if fate == NONE else SEVERAL
                    state = _without(left, place), now
                    before, way = onward.get(state, (0, (*moves, (seat, kinds[place]))))
                    onward[state] = before + ways * number, way
        states = onward
    return {fate: found for (_, fate), found in states.items()}


@lru_cache(maxsize=2_000)
def ordered(entries: Counts, wanted: tuple[frozenset[int], ...], old: frozenset[int]) -> Fates:
    """As `laid`, where each cave is looked at as it comes and the order of serving is chosen too.

    A line of a seat that was served stands for the rest of the turn; so only the first one can bring a meeting, and
    only if no seat that still waits has an old line. Whatever follows it is counted and not followed.

    >>> ordered((0,), (frozenset({0, 1}),), frozenset())
    {0: (1, ((0, 0),))}
    """
    kinds = sorted(set(entries))
    counts: Counts = tuple(map(entries.count, kinds))
    fates: Fates = {}

    def note(fate: int, ways: int, moves: Moves, left: Counts) -> None:
        before, way = fates.get(fate, (0, ()))
        if not way:
            waiting = [seat for seat in range(len(wanted)) if seat not in dict(moves)]
            rest = [kind for kind, number in zip(kinds, left, strict=True) for _ in range(number)]
            way = (*moves, *zip(waiting, rest, strict=True))
        fates[fate] = before + ways, way

    states = {(frozenset(range(len(wanted))), counts): (1, tuple[tuple[int, int], ...]())}
    for size in range(len(wanted), 0, -1):
        onward: dict[tuple[frozenset[int], Counts], tuple[int, Moves]] = {}
        for (waiting, left), (ways, moves) in states.items():
            for seat in sorted(waiting):
                for place, number in enumerate(left):
                    if not number:
                        continue
                    now, after, rest = (*moves, (seat, kinds[place])), _without(left, place), waiting - {seat}
                    if kinds[place] in wanted[seat]:
                        fate = SEVERAL if rest & old else seat
                        note(fate, ways * number * factorial(size - 1) ** 2, now, after)
                    else:
                        before, way = onward.get((rest, after), (0, now))
                        onward[rest, after] = before + ways * number, way
        states = onward
    for (_, left), (ways, moves) in states.items():
        note(NONE, ways, moves, left)
    return fates


# --- a live table --------------------------------------------------------------------------------------------


def board_now(table: Table) -> Board:
    """The board of the turn in progress: see `lines_now`."""
    if table.phase != "turn":
        raise Unknowable("no turn is in progress; ask when a player is to lay caves")
    if table.served and not table.hand:
        raise Unknowable("all caves of this turn lie; ask when a player is to lay caves")
    if not table.hand:
        table = taken(table, table.turn)
        if lacking := table.options.places - 1 - len(table.hand):
            why = (
                f"{table.name(table.turn)} has {lacking} caves to draw; ask next_hand_now what they may bring"
            )
            raise Unknowable(f"{why} [beest.turn.draw-shortfall]")
    return laid_out(table)


def taken(table: Table, seat: int) -> Table:
    """A copy of the table on which this seat has taken what is to be taken, and has drawn nothing yet."""
    twin = table.copy()
    twin.turn, twin.served, twin.met = seat, [], None
    for _ in rules.take(twin):
        pass
    return twin


def laid_out(table: Table) -> Board:
    """The board of a table on which the player whose turn it is has taken caves."""
    waiting = [other for other in table.others(table.turn) if other not in table.served]
    rows = [table.at(other) for other in waiting]
    return Board(
        tuple(table.hand),
        tuple(row.name for row in rows),
        tuple(map(wanted, rows)),
        tuple(table.name(other) for other in table.served if table.at(other).line),
        frozenset(map(table.name, table.partners(table.turn))),
        table.options.evaluate_lines == "as_placed",
        frozenset(place for place, row in enumerate(rows) if row.line),
    )
