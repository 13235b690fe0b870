"""What the player to come can do with a hand that is not known yet, exactly; and with all caves at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from itertools import chain, combinations_with_replacement
from math import comb, factorial, prod
from typing import TypeVar

from beastlab.core.match import Match
from beastlab.core.requests import Unknowable
from beastlab.games.beest.caves import (
    MOST_OTHERS,
    Board,
    Caves,
    Counts,
    Face,
    Name,
    Rows,
    board,
    called,
    caves,
    faces_of,
    laid_out,
    names,
    taken,
)
from beastlab.games.beest.table import Table
from beastlab.odds.arguments import whole
from beastlab.odds.distribution import Distribution
from beastlab.odds.texts import bar, fraction_text, percent_text

T = TypeVar("T")

MOST_BOARDS = 30_000
"""`random_turn` refuses more boards (some seconds)."""


@dataclass(frozen=True, repr=False)
class Outlook:
    """What a player will be able to do with a hand that is not known yet; every number is a chance.

    Over the hands that may come: `can_meet`, for each seat, some distribution meets it; `meet`, some distribution meets
    somebody. `cannot_avoid`, for each seat, all distributions meet it; `must_meet`, all meet somebody. `one_line`, some
    distribution has a single line, if only at a seat with which there was an exchange before. `lines` is the law of the
    number of lines, and `met` of who is met (None: nobody), if that player lays the caves at random.
    """

    title: str
    can_meet: dict[Name, Fraction]
    cannot_avoid: dict[Name, Fraction]
    meet: Fraction
    must_meet: Fraction
    one_line: Fraction
    lines: Distribution[int]
    met: Distribution[Name | None]
    illustrative: bool = False

    def __repr__(self) -> str:
        rows = [
            f"  {name}: {fraction_text(can)} can be met, {fraction_text(sure)} can't be avoided"
            for name, can, sure in self._rows
        ]
        note = ["Illustrative deck."] if self.illustrative else []
        return "\n".join(
            [self.title, *rows, f"  exactly one line can be made: {fraction_text(self.one_line)}", *note]
        )

    @property
    def _rows(self) -> list[tuple[str, Fraction, Fraction]]:
        seats = [(called(seat), can, self.cannot_avoid[seat]) for seat, can in self.can_meet.items()]
        return [*seats, ("somebody", self.meet, self.must_meet)]

    def _repr_html_(self) -> str:
        def cell(p: Fraction) -> str:
            return f"<td style='text-align:left;white-space:nowrap'>{percent_text(p)}{bar(p, 8)}</td>"

        rows = "".join(
            f"<tr><th scope='row' style='text-align:left'>{escape(name)}</th>{cell(can)}{cell(sure)}</tr>"
            for name, can, sure in self._rows
        )
        note = "<p><small>Illustrative deck.</small></p>" if self.illustrative else ""
        return (
            f"<table><caption style='caption-side:top;text-align:left'>{escape(self.title)}</caption><thead><tr>"
            "<th scope='col'></th><th scope='col'>can be met</th><th scope='col'>can't be avoided</th></tr></thead>"
            f"<tbody>{rows}</tbody></table>"
            f"<p>Exactly one line can be made: {percent_text(self.one_line)}.</p>{note}"
        )


def _outlook(title: str, cases: Iterable[tuple[int, Board, Counts]], illustrative: bool) -> Outlook:
    """Over hands with these weights, each with its board and its entries."""
    can, sure = Counter[Name](), Counter[Name]()
    met, lines = Counter[Name | None](), Counter[int]()
    everything = meet = must = single = 0
    for weight, case, entries in cases:
        fates = {fate: ways for fate, (ways, _) in case.fates(entries).items()}
        for fate, ways in fates.items():
            met[case.meets(fate)] += weight * ways
        everything += weight
        single += weight * any(case.seat(fate) is not None for fate in fates)
        seats = {seat for fate in fates if (seat := case.meets(fate)) is not None}
        meet += weight * bool(seats)
        must += weight * all(case.meets(fate) is not None for fate in fates)
        can.update(dict.fromkeys(seats, weight))
        sure.update(dict.fromkeys(seats if len(fates) == 1 else (), weight))
        lines.update({many: weight * ways for many, ways in case.lines(entries).items()})
    return Outlook(
        title,
        {seat: Fraction(can[seat], everything) for seat in case.everyone},
        {seat: Fraction(sure[seat], everything) for seat in case.everyone},
        Fraction(meet, everything),
        Fraction(must, everything),
        Fraction(single, everything),
        Distribution(lines),
        Distribution(met),
        illustrative,
    )


def _hands(stock: Mapping[int, int], draws: int) -> Iterator[tuple[int, Counts]]:
    """The entries of so many caves from a stock, given by how often each comes there, with their ways."""
    for drawn in combinations_with_replacement(sorted(stock), draws):
        if ways := prod(comb(stock[entry], number) for entry, number in Counter(drawn).items()):
            yield ways, drawn


def next_hand(
    hand: Iterable[Face],
    seats: Rows,
    *,
    deck: Caves = "balanced",
    seen: Iterable[Face] = (),
    exchanged: Collection[Name] = (),
    evaluate_lines: str = "after_all",
) -> Outlook:
    """What the player to come will be able to do: `hand` is what he takes, and he draws a cave for each seat lacking.

    `seats` and the other arguments are those of `lines`. He draws from the full `deck` less all caves named: in hand,
    at the seats, and `seen` elsewhere. Which hand comes is hypergeometric over the entries of the stock; no model of
    anybody's play is needed but for what happens if the caves are laid at random.

    beest.decision.draw, beest.turn.draw-open, beest.formula.draw-at-least-one

    >>> seats = {"Bo": ["T/MB"], "Cleo": ["M/TB"], "box": ["T/TM", "M/TB"]}
    >>> next_hand([], seats, seen=["T/MB", "B/TM"])
    3 caves to be drawn of 21, for Bo, Cleo, box
      Bo: 0 can be met, 0 can't be avoided
      Cleo: 0 can be met, 0 can't be avoided
      box: 37/38 can be met, 26/95 can't be avoided
      somebody: 37/38 can be met, 26/95 can't be avoided
      exactly one line can be made: 37/38
    Illustrative deck.
    """
    held, others = caves("the hand", hand), caves("seen", seen)
    rows = (
        {seat: caves(called(seat), row) for seat, row in seats.items()}
        if isinstance(seats, Mapping)
        else seats
    )
    draws = max(len(rows) - len(held), 0)
    laid = board(held, rows, exchanged, evaluate_lines, draws)
    left = faces_of(deck)
    left.subtract(faces_of([*held, *others, *chain.from_iterable(rows.values())]))
    if missing := [face for face, number in left.items() if number < 0]:
        entry, exits = missing[0]
        raise ValueError(
            f"more caves with entry {entry} and exits {exits} lie open than the deck has; take one out"
        )
    stock = Counter[int]()
    for (entry, _), number in left.items():
        stock[entry] += number
    return _next(laid, stock, draws, isinstance(deck, str))


def next_hand_now(match: Match) -> Outlook:
    """What the player to come can do on a live table, as it lies now: see `next_hand`; seats by their names.

    That is the player whose turn begins; once all caves of a turn lie, the next one. Unknowable while caves are laid.

    >>> from beastlab.games import beest
    >>> next_hand_now(beest.new_match(seats=5, seed=7)).lines
    Distribution(0: 1)
    """
    table: Table = match.table
    if table.phase != "turn" or table.hand:
        raise Unknowable("the next player's table is not known yet; ask before or after caves are laid")
    seat = (table.turn + bool(table.served)) % len(table.seats)
    twin = taken(table, seat)
    stock = Counter[int]()
    for card, number in twin.stock.pool_weights().items():
        stock[card.entry] += number
    draws = twin.options.places - 1 - len(twin.hand)
    return _next(laid_out(twin), stock, draws, twin.options.cards.illustrative)


def _next(board: Board, stock: Counter[int], draws: int, illustrative: bool) -> Outlook:
    if draws > stock.total():
        raise ValueError(f"{draws} caves to be drawn of {stock.total()}; the deck has too few")
    cases = ((ways, board, tuple(sorted(board.entries + drawn))) for ways, drawn in _hands(stock, draws))
    title = f"{draws} caves to be drawn of {stock.total()}, for {names(board.seats)}"
    return _outlook(title, cases, illustrative)


def random_turn(others: int, deck: Caves = "balanced") -> Outlook:
    """A study model: all caves, those that lie and those in hand, are independent and uniform over the deck's faces.

    The `others` (1 to 5) seats are numbered from 1, all fresh, and show two caves each. `lines` and `met` are for
    caves laid at random, the rest for the best distribution of them. ValueError for a deck of so many different faces
    that it would take long.

    beest.decision.opponent-turn, beest.formula.lines-random, beest.formula.turns-to-single-line

    >>> model = random_turn(3)
    >>> model.lines[1], model.one_line, model.can_meet[1], model.must_meet
    (Fraction(100, 243), Fraction(1628, 2187), Fraction(2164, 6561), Fraction(224, 2187))
    >>> 1 / model.lines[1]  # turns on average until there is exactly one line
    Fraction(243, 100)
    """
    whole("others", others, 1, MOST_OTHERS)
    if not (faces := faces_of(deck)):
        raise ValueError("the deck has no caves; give some, as in {'T/MB': 3, 'M/TB': 2}")
    kinds, entries = Counter[frozenset[int]](), Counter[int]()
    for (entry, exits), copies in faces.items():
        entries[entry] += copies
        for (_, before), times in faces.items():
            kinds[frozenset(exits) if entry in before else frozenset()] += copies * times
    size = comb(others + len(kinds) - 1, others) * comb(others + len(entries) - 1, others)
    if size > MOST_BOARDS:
        raise ValueError(
            f"{size:,} different boards would take long; give fewer others, or a deck with fewer heights"
        )

    cases = [
        (ways * more, Board((), tuple(range(1, others + 1)), wanted), tuple(sorted(hand)))
        for ways, wanted in _multisets(kinds, others)
        for more, hand in _multisets(entries, others)
    ]
    title = f"A random hand at {others} random seats"
    found = _outlook(title, cases, isinstance(deck, str))
    # The seats of a case stand in the order of their kinds; a named seat is any of them.
    nobody = found.met[None]
    shares: dict[Name | None, Fraction] = dict.fromkeys(found.can_meet, (1 - nobody) / others)
    return replace(
        found,
        can_meet=dict.fromkeys(found.can_meet, sum(found.can_meet.values()) / Fraction(others)),
        cannot_avoid=dict.fromkeys(found.can_meet, sum(found.cannot_avoid.values()) / Fraction(others)),
        met=Distribution({**shares, None: nobody}),
    )


def _multisets(weights: Mapping[T, int], size: int) -> Iterator[tuple[int, tuple[T, ...]]]:
    """So many things out of these, each drawn with its weight and put back, and the ways to draw them."""
    for some in combinations_with_replacement(weights, size):
        counts = Counter(some)
        orders = factorial(size) // prod(map(factorial, counts.values()))
        yield orders * prod(weights[thing] ** number for thing, number in counts.items()), some
