"""The best way to lay a hand of caves for a goal: who can be met alone and how, and what that is worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import Any, NamedTuple, TypeAlias, overload

from beastlab.core.match import Match
from beastlab.games.beest.cards import Card
from beastlab.games.beest.caves import Board, Face, Moves, Name, Rows, board, board_now, called, names
from beastlab.games.beest.rules import placement
from beastlab.games.beest.table import Table
from beastlab.odds.arguments import number, shown
from beastlab.odds.texts import fraction_text

Goal: TypeAlias = str | Mapping[Any, int | Fraction]
"""What is wanted: "meet Bo", "avoid Bo", "meet nobody"; or what it is worth to meet each seat, None for nobody."""


class Placement(NamedTuple):
    """One of the distributions that meet the same seat (`met`; None: nobody), of which there are so many `ways`.

    `caves` maps seats to the caves that they get, in the order of serving; `lines` are the seats that have a line
    when all caves lie. On a live table `moves` are the keys of the moves to be played; the last cave lays itself.
    """

    met: Name | None
    worth: Fraction
    ways: int
    caves: dict[Name, Card]
    lines: tuple[Name, ...]
    moves: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Placement(meets {called(self.met)}, worth {fraction_text(self.worth)}: {self.text})"

    @property
    def text(self) -> str:
        """Which cave goes where, in words."""
        laid = (f"{card.name} to {called(seat)}" for seat, card in self.caves.items())
        return ", ".join(laid) or "all caves lie"


@dataclass(frozen=True, repr=False)
class Placements(Sequence[Placement]):
    """A placement for each seat that can be met, and for nobody if that can be; the greatest worth first.

    Of equal worth nobody comes first, then the seats as they are served. `total` is the number of all ways.
    """

    goal: str
    placements: tuple[Placement, ...]
    total: int

    @property
    def best(self) -> Placement:
        """The placement of the greatest worth."""
        return self.placements[0]

    @property
    def worth(self) -> Fraction:
        """The greatest worth."""
        return self.best.worth

    def of(self, seat: Name | None) -> Placement:
        """The placement that meets this seat, or nobody (None); ValueError if there is none."""
        for found in self:
            if found.met == seat:
                return found
        which = " or ".join(called(found.met) for found in self)
        raise ValueError(f"no way to lay these caves meets {called(seat)}; they can meet {which}")

    @overload
    def __getitem__(self, place: int) -> Placement: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Placement, ...]: ...
    def __getitem__(self, place: int | slice) -> Placement | tuple[Placement, ...]:
        return self.placements[place]

    def __len__(self) -> int:
        return len(self.placements)

    def __repr__(self) -> str:
        rows = [
            f"  {fraction_text(found.worth)}  meets {called(found.met)}, {found.ways} of {self.total}: {found.text}"
            for found in self
        ]
        return "\n".join([f"{self.goal}:", *rows])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th scope='row' style='text-align:left'>{escape(called(found.met))}</th>"
            f"<td style='text-align:right'>{fraction_text(found.worth)}</td>"
            f"<td style='text-align:right'>{found.ways} of {self.total}</td>"
            f"<td style='text-align:left'>{escape(found.text)}</td></tr>"
            for found in self
        )
        heads = "".join(f"<th scope='col'>{head}</th>" for head in ("meets", "worth", "ways", "one of them"))
        return (
            f"<table><caption style='caption-side:top;text-align:left'>{escape(self.goal)}</caption>"
            f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        )


def best_placement(
    hand: Iterable[Face],
    seats: Rows,
    goal: Goal,
    *,
    exchanged: Collection[Name] = (),
    evaluate_lines: str = "after_all",
) -> Placements:
    """How to lay a hand for a goal: a placement of the greatest worth, and one for every other outcome.

    The goal is a text, "meet Bo" (worth 1, all else 0), "avoid Bo" (worth 0, all else 1) or "meet nobody"; or a mapping
    from seats to what it is worth to meet them, None standing for nobody; what is left out is worth 0. The other
    arguments are those of `lines`. The caller says what is worth what: nothing here guesses who the Beest is.
    ValueError names what can't be.

    beest.decision.distribute, beest.turn.distribute-choice, beest.meet.exactly-one

    >>> seats = {"Bo": ["T/MB", "M/TB"], "Cleo": ["B/TM", "T/MB"], "Dan": ["M/TB", "M/TM"], "box": ["T/TM", "T/TB"]}
    >>> hand = ["T/TM", "M/TB", "M/MB", "B/TM"]
    >>> best_placement(hand, seats, "meet Cleo").best
    Placement(meets Cleo, worth 1: M/TB to Bo, B/TM to Cleo, T/TM to Dan, M/MB to box)
    >>> found = best_placement(hand, seats, {"Bo": 2, "Dan": 9, "box": -1, None: Fraction(1, 2)})
    >>> [(found.met, found.worth, found.ways) for found in found]
    [('Bo', Fraction(2, 1), 2), (None, Fraction(1, 2), 18), ('Cleo', Fraction(0, 1), 2), ('box', Fraction(-1, 1), 2)]
    """
    return _ranked(board(hand, seats, exchanged, evaluate_lines), goal)


def placement_now(match: Match, goal: Goal) -> Placements:
    """How the player whose turn it is lays the caves still in hand for a goal, on a live table; seats by their names.

    See `best_placement` for the goal and `lines_now` for when it can be asked; a mapping may name seats by number too.
    A seat that was served in this turn and has no line may be named, though nothing meets it any more.

    >>> from beastlab.games import beest
    >>> match = beest.new_match(seats=3, seed=7)
    >>> match.play("pass")
    >>> found = placement_now(match, "meet nobody")
    >>> for move in found.best.moves:
    ...     match.play(move)
    >>> found.worth, match.table.met
    (Fraction(1, 1), None)
    """
    table: Table = match.table
    numbers = {table.name(seat): seat for seat in table.everyone}
    laid = board_now(table)
    gone = [name for seat in table.served if (name := table.name(seat)) not in laid.everyone]
    if isinstance(goal, Mapping):
        goal = {
            table.name(seat) if type(seat) is int and seat in table.everyone else seat: worth
            for seat, worth in goal.items()
        }
    found = _ranked(laid, goal, gone)
    return replace(
        found,
        placements=tuple(
            one._replace(
                moves=tuple(
                    placement(table, card, numbers[str(seat)]).key for seat, card in [*one.caves.items()][:-1]
                )
            )
            for one in found
        ),
    )


def _ranked(laid: Board, goal: Goal, gone: Collection[Name] = ()) -> Placements:
    text, worths, other = _wanted(goal, (*laid.everyone, *gone))
    ways: dict[Name | None, int] = {}
    moves: dict[Name | None, Moves] = {}
    for fate, (some, example) in laid.fates(laid.entries).items():
        met = laid.meets(fate)
        ways[met] = ways.get(met, 0) + some
        moves.setdefault(met, example)
    order = [None, *laid.everyone]
    found = [
        Placement(met, worths.get(met, other), ways[met], *_caves(laid, moves[met]))
        for met in sorted(ways, key=order.index)
    ]
    return Placements(text, tuple(sorted(found, key=lambda one: -one.worth)), laid.total)


def _caves(laid: Board, moves: Moves) -> tuple[dict[Name, Card], tuple[Name, ...]]:
    """Which cave each seat gets, and the seats with a line at the end."""
    left = list(laid.hand)
    given, lines = {}, set(laid.stood)
    for seat, entry in moves:
        card = next(card for card in left if card.entry == entry)
        left.remove(card)
        given[laid.seats[seat]] = card
        if entry in laid.wanted[seat]:
            lines.add(laid.seats[seat])
    return given, tuple(seat for seat in laid.everyone if seat in lines)


def _wanted(goal: Goal, seats: tuple[Name, ...]) -> tuple[str, dict[Name | None, Fraction], Fraction]:
    """The goal in words, the worth of what it names, and of all else."""
    known = f"give one of {names(seats)}"
    if isinstance(goal, Mapping):
        for seat in goal:
            if seat is not None and seat not in seats:
                if isinstance(seat, str | int):
                    raise ValueError(
                        f"{called(seat)} can't have a line in this turn; {known}, or None for nobody"
                    )
                raise ValueError(f"a goal names {shown(seat)}; {known}, or None for nobody")
        worths = {seat: number(f"the worth of meeting {called(seat)}", worth) for seat, worth in goal.items()}
        told = ", ".join(f"{called(seat)} {fraction_text(worth)}" for seat, worth in worths.items())
        return f"worth of meeting {told or 'anybody 0'}", worths, Fraction(0)
    aim, _, name = goal.partition(" ") if isinstance(goal, str) else ("", "", "")
    if aim not in ("meet", "avoid"):
        why = "give 'meet ...', 'avoid ...', 'meet nobody', or a mapping of seats to worths"
        raise ValueError(f"the goal is {shown(goal)}; {why}")
    if goal == "meet nobody":
        return goal, {None: Fraction(1)}, Fraction(0)
    for seat in seats:
        if name in (called(seat), str(seat)):
            return f"{aim} {called(seat)}", {seat: Fraction(aim == "meet")}, Fraction(aim == "avoid")
    raise ValueError(f"the goal is {shown(goal)}; {known}")
