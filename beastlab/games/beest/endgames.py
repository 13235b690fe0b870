"""Small endgames, exactly: all roles are known, one seat plays for an aim, and the others lay at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from itertools import permutations
from math import factorial
from typing import NamedTuple, TypeAlias

from beastlab.core.match import Match
from beastlab.games.beest.cards import Card
from beastlab.games.beest.posteriors import table_of
from beastlab.games.beest.races import Graph
from beastlab.games.beest.table import Table
from beastlab.odds.arguments import flag, shown, whole
from beastlab.odds.choices import best_play
from beastlab.odds.distribution import Distribution
from beastlab.odds.texts import fraction_text

__all__ = ["Endgame", "endgame"]

MOST_WAYS = 400_000
"""So many courses of placements are followed, counted before equal positions are merged."""

Face: TypeAlias = tuple[int, tuple[int, int]]


class _Held(NamedTuple):
    """What matters of a seat's cards: the newest two, oldest first, and all before, in no order."""

    ends: tuple[Face, ...]
    rest: tuple[Face, ...]

    def given(self, card: Face) -> _Held:
        *older, first, second = *self.ends, card
        return _Held((first, second), tuple(sorted((*self.rest, *older))))

    def line(self, card: Face) -> bool:
        return self.ends[0][1].count(self.ends[1][0]) > 0 and card[0] in self.ends[1][1]


class _Position(NamedTuple):
    """A turn that begins (or, with a hand, goes on): cards, exchanges (see `Graph`), whose turn, turns left."""

    held: tuple[_Held, ...]
    edges: int
    turn: int
    left: int
    hand: tuple[Face, ...] | None = None
    waiting: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()


@dataclass(frozen=True)
class Endgame:
    """The best that a seat can do: the `value`, the chance of the aim within so many turns, and how.

    `placements` has the placements that there are in the turn asked about, each as pairs of seat and face with its
    worth, the best first; those that come to the same position are told once. It is empty in a turn of another
    seat, who lays at random.
    """

    aim: str
    turns: int
    value: Fraction
    placements: tuple[tuple[tuple[tuple[int, str], ...], Fraction], ...]
    table: Table = field(repr=False)

    @property
    def best(self) -> dict[int, str]:
        """The best placement: for each seat the face of the card to lay there."""
        return dict(self.placements[0][0]) if self.placements else {}

    def __repr__(self) -> str:
        how = ", ".join(f"{face} to {self.table.name(seat)}" for seat, face in self.best.items())
        return f"<Endgame, {self.aim} within {self.turns} turns: {fraction_text(self.value)}{'; ' * bool(how)}{how}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            '<tr><th scope="row" style="text-align:left">'
            + escape(", ".join(f"{face} to {self.table.name(seat)}" for seat, face in placement))
            + f'</th><td style="text-align:right">{fraction_text(worth)}</td></tr>'
            for placement, worth in self.placements
        )
        heads = '<th scope="col">placement</th><th scope="col">chance</th>'
        return (
            '<table class="beastlab-endgame"><caption style="caption-side:top;text-align:left">'
            f"{escape(self.aim)} within {self.turns} turns: {fraction_text(self.value)}</caption>"
            f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        )


def endgame(
    of: Match | Table,
    seat: int,
    turns: int,
    aim: str | int = "win",
    *,
    beest: int | None = None,
    least: bool = False,
) -> Endgame:
    """The greatest chance that `seat` can give an `aim` within so many turns, the one in progress counted.

    The aim is "win" (the seat ends the expedition by a full set of its own), "beest" (the Beest finishes), or the
    number of a seat that it is to meet. With `least`, the seat works against it. The study: `seat` knows all roles,
    the others take each placement with equal chance, nobody announces, and a full set is declared at once. `beest`
    names the Beest; it may be left out where the seat knows it. ValueError for a Beest that the seat knows it is not,
    a position in which cards are still drawn, `evaluate_lines="as_placed"`, and for more turns than can be followed.
    beest.decision.endgame

    >>> from beastlab.games import beest
    >>> from beastlab.games.beest.posteriors import posterior
    >>> endgame(posterior([(0, 1)], seat=0, black=1, seats=3).table, 0, turns=1, aim=2)
    Traceback (most recent call last):
    ...
    ValueError: Ada has 0 cards to lay for 3 seats: cards are still drawn; ask once all cards are out, in round 3
    """
    table, sign = table_of(of), -1 if flag("least", least) else 1
    whole("seat", seat, 0, len(table.seats) - 1), whole("turns", turns, 1)
    if table.phase != "turn" or not table.piles:
        raise ValueError("no expedition is going on; ask in a turn")
    if table.options.evaluate_lines != "after_all":
        raise ValueError(
            "an endgame is worked out where lines count after all cards; evaluate_lines is as_placed"
        )
    rules = _Rules(table, seat, aim, _told(table, seat, beest))
    ways = factorial(table.options.places - 1)
    if ways**turns > MOST_WAYS:
        most = max(k for k in range(12) if ways**k <= MOST_WAYS)
        raise ValueError(
            f"{turns} turns of {ways} placements are {ways**turns:,} courses; ask for up to {most} turns"
        )
    position = rules.start(turns)
    start: _Position | bool = position
    play = best_play(start, rules.moves, lambda end: sign * (end is True))
    ranked = sorted(play.values[start].items(), key=lambda item: -item[1])
    waiting = position.waiting or table.others(seat)
    placements = tuple(
        (tuple(zip(waiting, map(_name, cards), strict=True)), worth * sign)
        for cards, worth in ranked
        if cards
    )
    return Endgame(rules.words, turns, play.value * sign, placements, table)


def _told(table: Table, seat: int, beest: int | None) -> int:
    suspects = table.suspects(seat)
    names = " or ".join(f"{table.name(one)} (beest={one})" for one in suspects)
    if beest is None and len(suspects) > 1:
        raise ValueError(f"{table.name(seat)} does not know who is the Beest; say whom to take: {names}")
    if beest is not None and beest not in suspects:
        raise ValueError(
            f"beest is {shown(beest)}, whom {table.name(seat)} knows not to be the Beest; it may be {names}"
        )
    return suspects[0] if beest is None else beest


class _Rules:
    """The turns of an endgame: what each placement leads to. An end is True where the aim is reached, else False."""

    def __init__(self, table: Table, seat: int, aim: str | int, beest: int) -> None:
        self.table, self.seat, self.aim, self.beest = table, seat, aim, beest
        self.humans = len(table.seats)
        self.graph = Graph(table.options.places, beest, table.options.winner_partners == "clean_only")
        if aim == "win":
            self.words = f"{table.name(seat)} wins"
            if seat == beest:
                raise ValueError(f"{table.name(seat)} is the Beest and can't win so; take the aim 'beest'")
        elif aim == "beest":
            self.words = f"{table.name(beest)} meets everybody as the Beest"
        elif type(aim) is int and aim in table.others(seat):
            self.words = f"{table.name(seat)} meets {table.name(aim)}"
            if aim in table.partners(seat):
                raise ValueError(f"{self.words} no more: they have exchanged; name another seat")
        else:
            raise ValueError(f"aim is {shown(aim)}; give 'win', 'beest' or the number of another seat")

    def start(self, turns: int) -> _Position:
        """The position on the table."""
        table, held = self.table, []
        for other in table.everyone:
            cards = _faces([*table.at(other).aside, *table.at(other).sequence])
            held.append(_Held(cards[-2:], tuple(sorted(cards[:-2]))))
        here = _Position(tuple(held), self.graph.edges(table.exchanges), table.turn, turns)
        if not table.hand and not table.served:
            return here
        waiting = tuple(other for other in table.others(table.turn) if other not in table.served)
        lines = tuple(other for other in table.served if table.at(other).line)
        return here._replace(hand=_faces(table.hand), waiting=waiting, lines=lines)

    def moves(self, position: _Position | bool) -> Mapping[tuple[Face, ...], object]:
        """For the seat itself the position that each placement leads to, for another all of them at random."""
        if isinstance(position, bool):
            return {}
        if self.hopeless(position):
            return {(): False}
        if position.turn == self.seat:
            one = {after: placement for placement, after in self.placements(position)}
            return {placement: after for after, placement in one.items()}
        return {(): Distribution(Counter(after for _, after in self.placements(position)))}

    def placements(self, position: _Position) -> Iterator[tuple[tuple[Face, ...], _Position | bool]]:
        """Every placement, as the cards for the seats that wait, with what it leads to."""
        held, seat = list(position.held), position.turn
        hand, waiting = position.hand, position.waiting
        if hand is None:
            waiting = tuple(self.table.others(seat))
            hand = held[seat].rest
            held[seat] = _Held(held[seat].ends, ())
            if self.table.silent:
                hand += held[self.humans].rest
                held[self.humans] = _Held(held[self.humans].ends, ())
        if len(hand) != len(waiting) or any(len(held[other].ends) < 2 for other in waiting):
            raise ValueError(
                f"{self.table.name(seat)} has {len(hand)} cards to lay for {len(waiting)} seats: cards are still "
                "drawn; ask once all cards are out, in round 3"
            )
        for cards in permutations(hand):
            after = held[:]
            lines = list(position.lines)
            for other, card in zip(waiting, cards, strict=True):
                lines += [other] * held[other].line(card)
                after[other] = held[other].given(card)
            yield cards, self.end(tuple(after), position, lines)

    def end(self, held: tuple[_Held, ...], position: _Position, lines: list[int]) -> _Position | bool:
        """Where a turn leads to in which these seats have lines."""
        seat, edges = position.turn, position.edges
        if len(lines) == 1:
            edges = self.graph.met(edges, seat, lines[0])
        if self.aim in self.graph.partners(edges, self.seat):
            return True
        if self.graph.finished(edges):
            return self.aim == "beest"
        if self.graph.complete(edges, seat):
            return self.aim == "win" and seat == self.seat
        after = _Position(held, edges, (seat + 1) % self.humans, position.left - 1)
        return after if after.left else False

    def hopeless(self, position: _Position) -> bool:
        """Whether too little time is left: a turn brings one exchange, and wins count at the end of own turns."""
        edges, left = position.edges, position.left
        if self.aim == "beest":
            return self.graph.n - 1 - len(self.graph.partners(edges, self.beest)) > left
        if self.aim != "win":
            return False
        missing = self.graph.missing(edges, self.seat)
        if missing is None or (self.seat - position.turn) % self.humans >= left:
            return True
        return missing > left and not self.graph.clean_only


def _faces(cards: list[Card]) -> tuple[Face, ...]:
    return tuple((card.entry, card.exits) for card in cards)


def _name(card: Face) -> str:
    height = "TMB".__getitem__ if max(card[0], *card[1]) < 3 else str
    return f"{height(card[0])}/{''.join(map(height, card[1]))}"
