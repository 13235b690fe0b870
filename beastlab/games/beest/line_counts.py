"""Lines of entry: what all distributions of a hand come to, and how often caves of a deck fit.

A distribution lays each cave in hand at one other seat; caves of equal faces are counted apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import escape
from math import factorial

from beastlab.core.match import Match
from beastlab.games.beest.cards import LETTERS
from beastlab.games.beest.caves import (
    Board,
    Caves,
    Face,
    Name,
    Rows,
    board,
    board_now,
    called,
    faces_of,
    names,
    rook_numbers,
)
from beastlab.odds.arguments import whole
from beastlab.odds.distribution import Distribution
from beastlab.odds.exhibits import Lines as Steps
from beastlab.odds.texts import bar, fraction_text, percent_text

# --- one hand ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Lines:
    """What all distributions of a hand come to; `total` is their number."""

    board: Board

    @property
    def total(self) -> int:
        """(n - 1)! distributions [beest.formula.distributions]; its square where the order of serving counts."""
        return self.board.total

    @cached_property
    def law(self) -> Distribution[int]:
        """The law of the number of lines once all caves lie, every distribution equally likely."""
        return Distribution(self.board.lines(self.board.entries))

    @property
    def mean(self) -> Fraction:
        """The expected number of lines [beest.formula.expected-lines]."""
        return self.law.mean

    @cached_property
    def alone(self) -> dict[Name, int]:
        """For each seat the number of distributions in which its line is the only one, so that it is met."""
        found = dict.fromkeys(self.board.everyone, 0)
        for fate, (ways, _) in self.board.fates(self.board.entries).items():
            seat = self.board.seat(fate)
            if seat is not None:
                found[seat] = ways
        return found

    @property
    def can_meet(self) -> tuple[Name, ...]:
        """The seats that can be met with effect: those exchanged with before are left out [beest.meet.repeat]."""
        return tuple(s for s, ways in self.alone.items() if ways and s not in self.board.exchanged)

    @property
    def cannot_avoid(self) -> Name | None:
        """The seat that every distribution meets, if there is one."""
        return next((seat for seat in self.can_meet if self.alone[seat] == self.total), None)

    @property
    def must_meet(self) -> bool:
        """Whether every distribution meets some seat."""
        return sum(self.alone[seat] for seat in self.can_meet) == self.total

    @property
    def met(self) -> Distribution[Name | None]:
        """The law of who is met, None for nobody, if the caves are laid at random."""
        fates = Counter[Name | None]({seat: self.alone[seat] for seat in self.can_meet})
        fates[None] = self.total - fates.total()
        return Distribution(fates)

    @property
    def dead(self) -> tuple[Name, ...]:
        """The seats that can't get a line: fewer than two caves, or their last two do not fit."""
        return tuple(seat for seat, good in zip(self.board.seats, self.board.wanted, strict=True) if not good)

    @property
    def rooks(self) -> tuple[int, ...]:
        """The rook numbers of the blocked places, from 1 for no rook at all."""
        return rook_numbers(self.board.entries, self.board.wanted)

    def why(self) -> Steps:
        """How the numbers are found, in steps."""
        cards, seats = self.board.hand, self.board.seats
        digits = any(card.entry > 2 or card.name[:1].isdigit() for card in cards)
        signs = {kind: str(kind) if digits else LETTERS[kind] for kind in self.board.entries}
        blocked = [
            f"{called(seat)} by " + ", ".join(sign for kind, sign in signs.items() if kind not in good)
            for seat, good in zip(seats, self.board.wanted, strict=True)
            if good and not good >= signs.keys()
        ]
        steps = [f"Dead, whatever they get: {names(self.dead)}."]
        if self.board.stood:
            steps.append(f"Served already, with a line: {names(self.board.stood)}.")
        steps.append(f"Entries in the hand that make no line: {'; '.join(blocked) or 'none'}.")
        steps.append(
            "Rook numbers, the ways to put 0, 1, ... caves on places where they make no line: "
            f"{', '.join(map(str, self.rooks))}."
        )
        steps.append(
            "By inclusion and exclusion, distributions by number of lines: "
            + ", ".join(f"{many}: {ways}" for many, ways in self.law.weights.items())
            + "."
        )
        if self.board.as_placed:
            steps.append("Each cave is looked at as it comes, so each distribution comes in every order.")
        ways = ", ".join(f"{called(seat)}: {ways}" for seat, ways in self.alone.items())
        steps.append(f"The only line, of {self.total} ways to lay the hand: {ways}.")
        return Steps(steps)

    @property
    def _title(self) -> str:
        what = "ways and orders" if self.board.as_placed else "ways"
        return f"{self.total} {what} to lay {', '.join(card.name for card in self.board.hand) or 'no cave'}"

    def __repr__(self) -> str:
        counts = ", ".join(f"{many} in {fraction_text(p)}" for many, p in self.law.items())
        rows = [f"  {called(seat)}: {self._note(seat)}" for seat in self.board.everyone]
        nobody = fraction_text(self.met[None])
        return "\n".join(
            [self._title, f"lines: {counts}; on average {fraction_text(self.mean)}", "met:"]
            + [*rows, f"  nobody: {nobody}"]
        )

    def _note(self, seat: Name) -> str:
        if seat in self.dead:
            return "dead"
        stale = ", but exchanged with before" if seat in self.board.exchanged else ""
        return f"{self.alone[seat]} of {self.total}{stale}"

    def _repr_html_(self) -> str:
        def row(name: str, note: str, p: Fraction) -> str:
            return (
                f"<tr><th scope='row' style='text-align:left'>{escape(name)}</th>"
                f"<td style='text-align:left'>{escape(note)}</td>"
                f"<td style='text-align:left;white-space:nowrap'>{percent_text(p)}{bar(p, 10)}</td></tr>"
            )

        met = [
            row(called(seat), self._note(seat), Fraction(self.alone[seat], self.total))
            for seat in self.board.everyone
        ]
        met.append(row("nobody", "", self.met[None]))
        law = [row(f"{many}", fraction_text(p), p) for many, p in self.law.items()]
        tables = [("met", "ways", met), ("lines", "chance", law)]
        return f"<p>{escape(self._title)}, each equally likely</p>" + "".join(
            f"<table><thead><tr><th scope='col'>{first}</th><th scope='col'>{second}</th><th scope='col'></th></tr>"
            f"</thead><tbody>{''.join(rows)}</tbody></table>"
            for first, second, rows in tables
        )


def lines(
    hand: Iterable[Face],
    seats: Rows,
    *,
    exchanged: Collection[Name] = (),
    evaluate_lines: str = "after_all",
) -> Lines:
    """What the caves in hand come to at the other seats: how many lines, and who can be met.

    `hand` has a cave for each of the `seats`, which map a name or number to the caves that lie there now, the oldest
    first: the last two count. `exchanged` are those with whom the player has exchanged before. With `evaluate_lines`
    "as_placed" the order of serving counts, and so do three caves that are a line already (of the silent guy only two
    lie there by then). ValueError names what can't be.

    beest.decision.distribute, beest.seq.local, beest.meet.exactly-one, beest.meet.more-than-one

    >>> seats = {"Bo": ["T/MB", "M/TB"], "Cleo": ["B/TM", "T/MB"], "Dan": ["M/TB", "M/TM"], "box": ["T/TM", "T/TB"]}
    >>> found = lines(["T/TM", "M/TB", "M/MB", "B/TM"], seats)
    >>> found
    24 ways to lay T/TM, M/TB, M/MB, B/TM
    lines: 0 in 1/12, 1 in 1/4, 2 in 1/2, 3 in 1/6; on average 7/4
    met:
      Bo: 2 of 24
      Cleo: 2 of 24
      Dan: dead
      box: 2 of 24
      nobody: 3/4
    >>> found.can_meet, found.must_meet, found.rooks
    (('Bo', 'Cleo', 'box'), False, (1, 5, 6, 2, 0))
    """
    return Lines(board(hand, seats, exchanged, evaluate_lines))


def lines_now(match: Match) -> Lines:
    """What the player whose turn it is can do with the caves in hand, as the table lies now; seats by their names.

    Caves that were laid in this turn stay where they are. Before the turn's first step the hand is what will be taken,
    if nothing has to be drawn. Unknowable, with the reason, at any other moment. With the option
    `evaluate_lines="as_placed"` the first line of a turn settles it: after that nobody can be met any more.

    >>> from beastlab.games import beest
    >>> match = beest.new_match(seats=3, seed=7)
    >>> match.play("pass")
    >>> lines_now(match).law  # no line can be there before the third turn
    Distribution(0: 1)
    """
    return Lines(board_now(match.table))


# --- any three caves -----------------------------------------------------------------------------------------


def lines_in(deck: Caves = "balanced", cards: int = 3) -> Fraction:
    """The chance that so many caves (2 or 3), drawn in order from the full deck, fit: three are a line of entry.

    The packaged decks are illustrative: the rulebook prints no cave [beest.comp.card-composition].

    beest.formula.fit-deck, beest.formula.line-deck, beest.seq.line

    >>> lines_in(), lines_in(cards=2), lines_in(["T/MB", "M/TB", "B/TM"])
    (Fraction(434, 975), Fraction(2, 3), Fraction(1, 1))
    """
    faces = faces_of(deck)
    whole("cards", cards, 2, 3)
    if (size := faces.total()) < cards:
        raise ValueError(f"the deck has {size} caves; give at least {cards}")
    rows: dict[tuple[tuple[int, tuple[int, int]], ...], int] = {(): 1}
    for _ in range(cards):
        rows = {
            (*row, face): ways * left
            for row, ways in rows.items()
            for face, copies in faces.items()
            if (left := copies - row.count(face)) and (not row or face[0] in row[-1][1])
        }
    ways = factorial(size) // factorial(size - cards)
    return Fraction(sum(rows.values()), ways)
