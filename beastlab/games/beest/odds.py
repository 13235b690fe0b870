"""The odds of a move on a live table: what can happen, how likely it is, and how that was computed.

Everything is seen from the seat that is asked: who is the Beest is weighed by all deals that fit what it knows. A
placement is valued with the best play of the cards that are left, for what the seat's side wants.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import TypeAlias

from beastlab.core.knowledge import redeal
from beastlab.core.match import Match
from beastlab.core.requests import Choose, IllegalMove, Move, Unknowable
from beastlab.games.beest import scoring
from beastlab.games.beest.caves import Name
from beastlab.games.beest.placements import Placement, placement_now
from beastlab.games.beest.posteriors import Who, who
from beastlab.games.beest.table import Table
from beastlab.odds.answer import MoveAnswer
from beastlab.odds.distribution import Distribution
from beastlab.odds.texts import fraction_text, number_tex

NOT_KNOWN = (Unknowable, ValueError)
"""What can't be answered, and what would take long: a board says so, and goes on."""
NOBODY, COLOUR, BLACK = "no exchange", "a coloured marker", "a black marker"
INFECTED, TURNED, GAINED = "a seat is infected", "infected already", "a clean one gains"
"""What a placement can bring, in words that find room in a small chart."""
Goal: TypeAlias = dict[str | None, Fraction]
"""What it is worth to meet each seat, by its name, or nobody (None)."""
AIMS = {
    "clean": "to gain a coloured marker",
    "the Beest": "to infect somebody",
    "infected": "that no clean player gains a marker",
}
"""What a placement is for, by what the seat is."""


def explain(match: Match, move: Move | str, seat: int | None = None) -> MoveAnswer:
    """What `move` can lead to, exactly, as the asked seat knows it, with its best play of the cards that are left.

    A placement is for a coloured marker (a clean player), for an infection (the Beest), or that no clean player gains a
    marker (an infected one); an announcement, and a win declared, is for being right. IllegalMove for a move that may
    not be made, with the rule that forbids it; Unknowable for a seat that is not asked.
    beest.decision.distribute, beest.decision.infer

    >>> from beastlab.games import beest
    >>> match = beest.new_match(seats=3, seed=7)
    >>> explain(match, "announce:1").value
    Fraction(0, 1)
    """
    request = match.request
    if not isinstance(request, Choose):
        raise IllegalMove("nobody is asked: there is no move to explain")
    if seat not in (None, request.seat):
        name = match.table.name(request.seat)
        raise Unknowable(f"seat {seat!r} is not asked, and it is weighed by what {name} alone knows")
    option = match.option(move, request.seat)
    if option.key == "pass":
        return MoveAnswer(option, option.label, method="No chance is involved in this move itself.")
    here = match.fork()  # an answer stays about this place, wherever the match goes
    explained = _placement if option.key.startswith("lay:") else _claim
    try:
        found = explained(here, option, who(here, request.seat))
    except NOT_KNOWN as error:
        return MoveAnswer(option, option.label, method=f"Not computed: {error}.")
    found.compared = lambda: [(move.label, p) for move, p in compare(here) if move.key != option.key]
    return found


def compare(match: Match) -> list[tuple[Move, Fraction]]:
    """The legal moves that depend on what is hidden, with the chance of what they are for, likeliest first.

    Announcements that can't be right are left out.

    >>> from beastlab.games import beest
    >>> compare(beest.new_match(seats=3, seed=7))
    []
    """
    request = match.request
    if not isinstance(request, Choose):
        return []
    known, found = who(match, request.seat), list[tuple[Move, Fraction]]()
    goal = _worths(known)
    for move in request.options:
        with suppress(*NOT_KNOWN):
            if move.key.startswith("lay:"):
                found.append((move, placed(match, move, goal).worth))
            elif move.key != "pass" and (right := right_chance(known, move)):
                found.append((move, right))
    return sorted(found, key=lambda pair: -pair[1])


def _deals(known: Who) -> str:
    if len(known.beest) == 1:
        return "it is certain who the Beest is"
    return f"any of {len(known.beest)} seats may be the Beest, all deals being equally likely"


# --- announcements, and wins declared --------------------------------------------------------------------


def right_chance(known: Who, move: Move) -> Fraction:
    """The chance that an announcement, or a win that the player whose turn it is declares, is right.

    beest.end3.claim, beest.end2.automatic
    """
    if move.key != "declare":
        return known.won[move.piece]
    return known.beest.P(lambda beest: scoring.has_won(known.table, known.table.turn, beest))


def _claim(match: Match, option: Move, known: Who) -> MoveAnswer:
    table: Table = match.table
    seat, p = match.request.seat, right_chance(known, option)
    own = option.key == "declare"
    gain = 2 * table.coloured(seat) if own else table.options.places - table.black(seat)
    loss = min(scoring.wrong_announcement(table, seat))
    right, wrong = f"right: {gain} points", f"wrong: {loss} points"
    clean = own or table.options.winner_must_be_clean
    found = MoveAnswer(
        option,
        f"{table.name(seat if own else option.piece)} has met all but the Beest{', and is clean' * clean}",
        Distribution({end: chance for end, chance in ((right, p), (wrong, 1 - p)) if chance}),
        p,
        formula=rf"P = \frac{{\#\{{b : \text{{it is right if }} b \text{{ is the Beest}}\}}}}{{\#\{{b\}}}} = "
        f"{number_tex(p)}",
        method=f"Exact: {_deals(known)}.",
        notes=(f"On average {fraction_text(p * gain + (1 - p) * loss)} points; to wait may be worth more.",),
        wanted=(right,),
        size=len(known.beest),
    )

    def played(rng: Random) -> str:
        twin = redeal(match, seat, rng)
        told = len(twin.events())
        twin.play(option.key)
        mistaken = any(event.rule == "beest.end3.wrong-announcer" for event in twin.events()[told:])
        return wrong if mistaken else right

    found.played = played
    return found


# --- placements --------------------------------------------------------------------------------------


def placed(match: Match, move: Move, goal: Goal) -> Placement:
    """The best placement that begins with a move, by the worth of meeting each seat, by its name, or nobody (None).

    It meets only who is met with effect; what is left out of the goal is worth 0. Where a card brings a meeting at
    once, those laid after it bring no other.

    >>> from beastlab.games import beest
    >>> match = beest.new_match(seats=3, seed=7)
    >>> match.play("pass")
    >>> placed(match, match.request.options[0], {None: Fraction(2, 3)})
    Placement(meets nobody, worth 2/3: T/TB to Cleo, T/TB to The silent guy)
    """
    after, told = match.fork(), len(match.events())
    after.play(move.key)
    lines = list(_lines(after, told))
    if len(match.table.hand) > 2 and not lines:
        return placement_now(after, goal).best
    met = _met(match.table, lines)  # now, or the last card laid itself
    return Placement(met, goal.get(met, Fraction(0)), 1, {}, ())


def _lines(match: Match, told: int) -> Iterator[tuple[int, ...]]:
    """What the events after so many told of lines of entry."""
    return (event.data["lines"] for event in match.events()[told:] if "lines" in event.data)


def _met(table: Table, lines: list[tuple[int, ...]]) -> str | None:
    """The name of the seat that is met with effect."""
    found = lines[0] if lines else ()
    return table.name(found[0]) if len(found) == 1 and found[0] not in table.partners(table.turn) else None


def _worths(known: Who) -> Goal:
    """How much of what the seat's side wants a meeting brings, by whom it meets with effect: 0 to 1."""
    table, side = known.table, _side(known)
    worths: Goal = {None: Fraction(side == "infected")}
    for other in {*table.others(table.turn)} - table.partners(table.turn):
        gain = {"clean": 1 - known.beest[other], "the Beest": Fraction(1), "infected": known.infected[other]}
        worths[table.name(other)] = gain[side]
    return worths


def _side(known: Who) -> str:
    seat = known.table.turn
    return "clean" if known.table.clean(seat) else "infected" if known.table.black(seat) else "the Beest"


def _placement(match: Match, option: Move, known: Who) -> MoveAnswer:
    table: Table = match.table
    side, best = _side(known), placed(match, option, _worths(known))
    law, good = _law(known, best.met)
    p, then = best.worth, f"; then {best.text}" if best.caves else ""
    left = len(table.hand) - 1
    ways = f"the best of all ways to lay the {left} cards left; " if left > 1 else ""
    doubt = rf"1 - P(\text{{the Beest}}) = 1 - {number_tex(1 - p)} = "
    found = MoveAnswer(
        option,
        f"{option.label}{then}, which meets {best.met or 'nobody new'}: {AIMS[side]}",
        Distribution(law),
        p,
        formula=f"P = {doubt if side == 'clean' and best.met else ''}{number_tex(p)}",
        method=f"Exact: {ways}{_deals(known)}.",
        notes=_black(known, best.met) if BLACK in law else (),
        wanted=good,
        size=len(known.beest),
    )

    def played(rng: Random) -> str:
        twin, lines = redeal(match, table.turn, rng), list[tuple[int, ...]]()
        beest, told = twin.table.beest, len(twin.events())
        for key in (option.key, *best.moves):
            twin.play(key)
            if lines := list(_lines(twin, told)):  # a meeting may end the expedition with cards in hand
                break
        return _came(known, beest, _met(table, lines))

    found.played = played
    return found


def _came(known: Who, beest: int, met: Name | None) -> str:
    """What the meeting brings, if this seat is the Beest."""
    table, side = known.table, _side(known)
    if met is None:
        return NOBODY
    other = next(seat for seat in table.everyone if table.name(seat) == met)
    if side == "the Beest":
        return INFECTED
    if side == "infected":
        return TURNED if other in table.partners(beest) else GAINED
    return BLACK if other == beest else COLOUR


def _black(known: Who, met: Name | None) -> tuple[str]:
    """The value of the marker that the seat would get from this one [beest.exch.black-order]."""
    table = known.table
    given = next(len(table.partners(seat)) for seat in table.everyone if table.name(seat) == met)
    return (f"If it is black, its value is {table.options.places - 1 - given}.",)


def _law(known: Who, met: Name | None) -> tuple[dict[str, Fraction], set[str]]:
    """What the meeting brings, and what of it is wanted."""
    law: dict[str, Fraction] = {}
    for beest, p in known.beest.items():
        end = _came(known, beest, met)
        law[end] = law.get(end, Fraction(0)) + p
    wanted = {COLOUR, INFECTED, TURNED} | ({NOBODY} if _side(known) == "infected" else set())
    return law, wanted & law.keys()
