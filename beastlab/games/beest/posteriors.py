"""Who is the Beest: what a seat may conclude, exactly, and what one more meeting would teach it.

A position is a match, its table, or a history in plain numbers (`posterior`). Seats are numbered as on the table, the
silent guy last. Every seat is as likely to be the Beest before anything is known (beest.setup.uniform), and what the
others did teaches nothing but what it proves, unless a `model` of their play says how likely each turn was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from html import escape
from itertools import permutations
from math import log2
from typing import Any, TypeAlias

from beastlab.core.match import Match
from beastlab.core.requests import Choose, Draw, Event
from beastlab.games.beest import scoring
from beastlab.games.beest.cards import Card
from beastlab.games.beest.rules import take
from beastlab.games.beest.table import BLACK, COLOURS, Exchange, Options, Table, lay
from beastlab.odds.arguments import number, several, shown, whole
from beastlab.odds.distribution import Distribution
from beastlab.odds.texts import fraction_text

__all__ = ["Meeting", "Turn", "Who", "eager", "meeting_teaches", "meetings", "posterior", "turns", "who"]

MOST_HISTORY = 10_000
"""A history in plain numbers has no more entries."""


@dataclass(frozen=True)
class Turn:
    """What everybody saw somebody do in a turn: the table before cards were laid, and the cards laid, in order.

    The table holds the hand, and no secret: piles and memories are taken off. Models look at it.
    """

    table: Table = field(repr=False)
    laid: tuple[tuple[Card, int], ...]

    @cached_property
    def ways(self) -> tuple[int, int, int, int]:
        """Of the placements of the hand: how many, how many go on from `laid`, and of both those that meet.

        A placement meets if it gives the only line to a seat with which no sample was exchanged before.
        ValueError where lines count as cards are placed: there a placement is no matter of who gets what alone.
        """
        table = self.table
        if table.options.evaluate_lines != "after_all":
            raise ValueError(
                "placements are counted where lines count after all cards; evaluate_lines is as_placed"
            )
        others, laid = table.others(table.turn), {seat: card for card, seat in self.laid}
        fresh = {*others} - table.partners(table.turn)
        ends = [table.at(seat).sequence[-2:] for seat in others]
        line = [
            [len(end) == 2 and end[0].fits(end[1]) and end[1].fits(card) for card in table.hand]
            for end in ends
        ]
        places = [[laid.get(seat, card) is card for card in table.hand] for seat in others]
        counts = [0, 0, 0, 0]
        for cards in permutations(range(len(others))):
            lines = [seat for i, seat in enumerate(others) if line[i][cards[i]]]
            so = all(places[i][card] for i, card in enumerate(cards))
            meets = len(lines) == 1 and lines[0] in fresh
            for i, counted in enumerate((True, so, meets, meets and so)):
                counts[i] += counted
        return counts[0], counts[1], counts[2], counts[3]


Model: TypeAlias = Callable[[Turn, int], "int | Fraction"]
"""How likely a turn was if a seat is the Beest; also for a turn in which some of the cards are laid."""


@dataclass(frozen=True)
class Who:
    """What `seat` knows of who is the Beest; `beest` is the law. Seat None sees no marker.

    >>> known = posterior([(2, 4), (3, 1), (0, 2)], seat=0)
    >>> known
    <Who, as Ada sees it: Bo 1/3, Dan 1/3, The silent guy 1/3>
    >>> known.beest[1], known.infected[2], known.infected[4], known.won[2]
    (Fraction(1, 3), Fraction(1, 3), Fraction(0, 1), Fraction(0, 1))
    """

    seat: int | None
    beest: Distribution[int]
    table: Table = field(repr=False)

    @cached_property
    def infected(self) -> dict[int, Fraction]:
        """For each seat, the chance that it is infected: it has met the Beest [beest.infect.turns]."""
        met = {seat: self.table.partners(seat) for seat in self.table.everyone}
        return {seat: self.beest.P(met[seat].__contains__) for seat in met}

    @cached_property
    def won(self) -> dict[int, Fraction]:
        """For each seat, the chance that an announcement of it would be right [beest.end3.claim]."""
        table = self.table
        right = partial(scoring.has_won, table, clean=table.options.winner_must_be_clean)
        return {seat: self.beest.P(partial(right, seat)) for seat in table.everyone}

    @cached_property
    def markers(self) -> dict[tuple[int, int], Distribution[int]]:
        """The law of each exchanged marker that `seat` neither saw nor gave, by (giver, taker).

        Its value if black, 0 if coloured; the unseen colours are all as likely. beest.exch.black-order
        """
        laws: dict[tuple[int, int], Distribution[int]] = {}
        for a, b in self.table.exchanges:
            for giver, taker in ((a, b), (b, a)) if self.seat not in (a, b) else ():
                laws[giver, taker] = _chance(self.beest[giver], black_value(self.table, giver, taker))
        return laws

    @property
    def bits(self) -> float:
        """The entropy in bits: 0 for who knows, log2(n) before anything is known."""
        return sum((-float(p) * log2(p) for _, p in self.beest.items()), 0.0)

    def _viewer(self) -> str:
        return "an outsider" if self.seat is None else self.table.name(self.seat)

    def __repr__(self) -> str:
        laws = ", ".join(f"{self.table.name(b)} {fraction_text(p)}" for b, p in sorted(self.beest.items()))
        return f"<Who, as {self._viewer()} sees it: {laws}>"

    def _repr_html_(self) -> str:
        columns = [self.beest.to_dict(), self.infected, self.won]
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left">{escape(self.table.name(seat))}</th>'
            + "".join(
                f'<td style="text-align:right">{fraction_text(column.get(seat, Fraction(0)))}</td>'
                for column in columns
            )
            + "</tr>"
            for seat in self.table.everyone
        )
        heads = "".join(
            f'<th scope="col">{head}</th>' for head in ("seat", "the Beest", "infected", "has won")
        )
        return (
            '<table class="beastlab-who"><caption style="caption-side:top;text-align:left">'
            f"Who is the Beest, as {escape(self._viewer())} sees it</caption>"
            f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        )


def who(of: Match | Table, seat: int | None = None, model: Model | None = None) -> Who:
    """Who may be the Beest, for all that `seat` knows; None is somebody who sees no marker.

    By default all deals that fit what the seat knows are equally likely. A `model` weighs them by the turns of this
    expedition that the match holds and the others played: `model(turn, beest)` is the chance of the turn if that seat
    is the Beest. A match is needed. ValueError where nothing is dealt, for a seat that is not there, and for a model
    that gives what was played no chance. beest.decision.infer, beest.info.colour-meaning

    >>> from beastlab.games import beest
    >>> match = beest.new_match(seats=4, seed=7)
    >>> who(match, 1), who(match, 1).bits
    (<Who, as Bo sees it: Ada 1/4, Cleo 1/4, Dan 1/4, The silent guy 1/4>, 2.0)
    """
    table = table_of(of)
    if not table.piles:
        raise ValueError("no DNA is dealt yet, so nobody is the Beest; ask in a turn")
    _viewer(table, seat)
    suspects = [table.beest] if table.phase != "turn" else table.suspects(seat)
    weights = {suspect: Fraction(1) for suspect in suspects}
    if model is not None and len(suspects) > 1:
        if not isinstance(of, Match):
            raise ValueError("a model weighs the turns of a match; give the match, not its table")
        if of.redealt:
            raise ValueError(
                "a model weighs the turns of a match, and a redealt one holds none but the last; give the match itself"
            )
        # what a seat did itself it did for what it knew, and that is the same whoever is the Beest
        for turn in (turn for turn in turns(of) if turn.table.turn != seat):
            for suspect in suspects:
                weights[suspect] *= _likelihood(model, turn, suspect)
    if not (total := sum(weights.values())):
        raise ValueError("the model gives what was played no chance, whoever is the Beest; let it allow it")
    law = Distribution({b: weight / total for b, weight in weights.items() if weight})
    return Who(seat, law, table.copy())  # the table of a match goes on


def posterior(
    history: Iterable[object],
    seat: int | None = None,
    black: int | None = None,
    *,
    seats: int = 4,
    **options: object,
) -> Who:
    """`who`, of a history in plain numbers: pairs exchanged, and a single number is a turn of that seat that ended.

    `seat` has received colours only, unless `black` names who gave it a black marker (or the seat itself, if it is the
    Beest). `seats` are the humans, as in a new match, and so are the other `options`. ValueError for what can't be.

    >>> posterior([(0, 1), (2, 4), (3, 1), (0, 4), (1, 4), 1, 2, 3], seat=0)  # Bo's turn ended, and he did not win
    <Who, as Ada sees it: Dan 1>
    >>> posterior([(0, 1)], seat=0, black=1).infected[0]
    Fraction(1, 1)
    >>> posterior([(0, 1), (1, 0)])
    Traceback (most recent call last):
    ...
    ValueError: entry 2 of the history is (1, 0), who exchanged before; each pair exchanges once [beest.exch.pair-once]
    """
    Options.check_known(options)
    table = lay(Options(seats=seats, **options))  # type: ignore[arg-type]
    table.phase = "turn"
    _viewer(table, seat)
    last = table.options.places - 1
    for place, entry in enumerate(several("history", history, MOST_HISTORY, "pairs and numbers of seats"), 1):
        here = f"entry {place} of the history"
        if isinstance(entry, tuple | list) and len(entry) == 2:
            pair = Exchange(*(whole(f"a seat of {here}", at, 0, last) for at in entry))
            if pair.active == pair.other:
                raise ValueError(f"{here} is {shown(entry)}; an exchange is between two seats")
            if pair.other in table.partners(pair.active):
                why = "who exchanged before; each pair exchanges once [beest.exch.pair-once]"
                raise ValueError(f"{here} is {shown(entry)}, {why}")
            table.exchanges.append(pair)
        else:
            ended = whole(here, entry, 0, seats - 1)
            if table.options.self_win == "automatic":
                won = [other for other in table.everyone if scoring.has_won(table, ended, other)]
                table.cleared += [other for other in won if other not in table.cleared]
    met = table.partners(seat) | {seat} if seat is not None else frozenset()
    if black is not None and black not in met:
        raise ValueError(
            f"black is {shown(black)}; name a seat that the observer has exchanged with, or the observer itself"
        )
    # The table needs some Beest that the observer could not tell from the others: any that fits will do.
    for suspect in table.everyone if black is None else (black,):
        if black is None and suspect in met:
            continue
        table.piles = [*COLOURS[:suspect], BLACK, *COLOURS[suspect:last]]
        if suspect in table.suspects(None):
            return who(table, seat)
    raise ValueError(
        "no seat can be the Beest after this history; look for a seat that would have won or finished"
    )


# --- one more meeting ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Meeting:
    """What an exchange with `other` would teach: the `law` of the marker (its value if black, else 0).

    `suspects` is how many candidates are left on average, `bits` the information expected, `expression` the same
    exactly.
    """

    other: int
    law: Distribution[int]
    suspects: Fraction
    bits: float
    expression: str


def meeting_teaches(of: Match | Table, seat: int, other: int, model: Model | None = None) -> Meeting:
    """What an exchange with `other` would teach `seat` about who is the Beest; `model` as for `who`.

    A black marker tells all, and a colour strikes out one candidate. So the expected drop of entropy is that of the
    answer to "is it `other`?", whatever the others' chances. ValueError for a seat that was met before.
    beest.decision.meet

    >>> table = posterior([(2, 4), (3, 1), (0, 2)], seat=0).table
    >>> meeting_teaches(table, 0, 1)  # doctest: +NORMALIZE_WHITESPACE
    Meeting(other=1, law=Distribution(0: 2/3, 3: 1/3), suspects=Fraction(5, 3), bits=0.9182958340544896,
            expression='-1/3*log2(1/3) - 2/3*log2(2/3)')
    """
    table = table_of(of)
    _viewer(table, seat, outsider=False)
    known = who(of, seat, model)
    if type(other) is not int or other not in table.others(seat):
        raise ValueError(f"other is {shown(other)}; give the number of another seat")
    if other in table.partners(seat):
        raise ValueError(
            f"{table.name(seat)} and {table.name(other)} have exchanged; they do so once [beest.exch.pair-once]"
        )
    p = known.beest[other]
    left = len(known.beest) - (p > 0)
    parts = [chance for chance in (p, 1 - p) if 0 < chance < 1]
    return Meeting(
        other,
        _chance(p, table.options.places - 1 - len(table.partners(other))),
        p + (1 - p) * left,
        sum((-float(chance) * log2(chance) for chance in parts), 0.0),
        " - ".join(f"{chance}*log2({chance})" for chance in parts).replace(str(p), f"-{p}", 1)
        if parts
        else "0",
    )


def meetings(of: Match | Table, seat: int, model: Model | None = None) -> list[Meeting]:
    """What each seat not met yet would teach, the meeting that teaches most first, of equal ones in seat order.

    >>> table = posterior([(2, 4), (3, 1), (0, 2)], seat=0).table
    >>> [(meeting.other, round(meeting.bits, 3)) for meeting in meetings(table, 0)]
    [(1, 0.918), (3, 0.918), (4, 0.918)]
    """
    table = table_of(of)
    _viewer(table, seat, outsider=False)
    fresh = [other for other in table.everyone if other != seat and other not in table.partners(seat)]
    return sorted(
        (meeting_teaches(of, seat, other, model) for other in fresh), key=lambda meeting: -meeting.bits
    )


# --- models of the others' play ------------------------------------------------------------------------


def turns(match: Match) -> Iterator[Turn]:
    """The turns of this expedition in which cards were laid, from the first to the one in progress.

    A redealt match, as bots get it, knows the turn in progress only; so `who` refuses a model for it.
    """
    begun: list[tuple[Table, list[Any]]] = []
    for place in match.place.path():
        if begun and place.parent is not None and place.request is not None:
            begun[-1][1].append((place.request, place.answer))
        if place.origin is not None:
            begun = [] if place.origin.phase != "turn" else begun
            begun.append((place.origin, []))
    for origin, answers in begun:
        if origin.phase == "turn" and (turn := _turn(origin, answers)):
            yield turn


def _turn(origin: Table, answers: list[Any]) -> Turn | None:
    table = origin.copy()
    table.piles, table.memory = [], []
    for told in take(table):
        assert isinstance(told, Event)
    laid: list[tuple[Card, int]] = []
    for request, answer in answers:
        if isinstance(request, Draw):
            table.hand.append(answer)
        elif isinstance(request, Choose) and answer.key.startswith("lay:"):
            laid.append(answer.piece)
    left = [card for card in table.hand if all(card is not one for one, _ in laid)]
    if laid and len(left) == 1:  # the last card lays itself
        served = {seat for _, seat in laid}
        laid.append((left[0], next(seat for seat in table.others(table.turn) if seat not in served)))
    return Turn(table, tuple(laid)) if laid else None


def eager(chance: int | Fraction | str) -> Model:
    """A model of play: with this chance the Beest and the infected lay as their side wants, else at random.

    The Beest then takes one of the placements by which it meets somebody new, all alike; an infected player one of
    those by which he meets nobody new, for a sample of his brings a clean seat nearer to its set. Where there is
    none, and clean players always, take any placement. ValueError where lines count as cards are placed.

    >>> eager("3/2")
    Traceback (most recent call last):
    ...
    ValueError: chance is 3/2; give a number from 0 to 1
    """
    share = number("chance", chance)
    if not 0 <= share <= 1:
        raise ValueError(f"chance is {share}; give a number from 0 to 1")

    def model(turn: Turn, beest: int) -> Fraction:
        every, so, meeting, meeting_so = turn.ways
        at_random, seat = Fraction(so, every), turn.table.turn
        if seat == beest:
            wanted, wanted_so = meeting, meeting_so
        elif beest in turn.table.partners(seat):
            wanted, wanted_so = every - meeting, so - meeting_so
        else:
            return at_random
        return share * Fraction(wanted_so, wanted) + (1 - share) * at_random if wanted else at_random

    return model


# --- what other modules use ----------------------------------------------------------------------------


def table_of(of: Match | Table) -> Table:
    """The table of a match, or the table itself; ValueError for anything else."""
    table = getattr(of, "table", of)
    if not isinstance(table, Table):
        raise ValueError(f"the position is {shown(of)}; give a match of Beest, or its table")
    return table


def black_value(table: Table, giver: int, taker: int) -> int:
    """The value of the marker that `giver` gave `taker`, if the giver is the Beest [beest.exch.black-order]."""
    given = [pair for pair in table.exchanges if giver in pair]
    return table.options.places - 1 - next(nth for nth, pair in enumerate(given) if taker in pair)


def _chance(p: Fraction, black: int) -> Distribution[int]:
    """The law of a marker that is black, with this value, with chance p, else coloured."""
    return Distribution({value: chance for value, chance in ((0, 1 - p), (black, p)) if chance})


def _viewer(table: Table, seat: int | None, outsider: bool = True) -> None:
    humans = len(table.seats)
    if seat is None and not outsider:
        raise ValueError(
            f"seat is None; an outsider meets nobody: give a human's number from 0 to {humans - 1}"
        )
    if seat is not None and (type(seat) is not int or not 0 <= seat < humans):
        raise ValueError(
            f"seat is {shown(seat)}; give a human's number from 0 to {humans - 1}, or None for an outsider"
        )


def _likelihood(model: Model, turn: Turn, beest: int) -> Fraction:
    likely = number("the model's chance of a turn", model(turn, beest))
    if not 0 <= likely <= 1:
        raise ValueError(f"the model's chance of a turn is {likely}; give a number from 0 to 1")
    return likely
