"""What may not be on the table of Beest between two steps: the ledger's invariants, all at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from beastlab.core.positions import Fault, Zones, listed, many, miscounted, shown
from beastlab.games.beest.cards import DECKS, Card
from beastlab.games.beest.rules import KEPT
from beastlab.games.beest.scoring import has_won
from beastlab.games.beest.table import BLACK, COLOURS, SEQUENCE, SILENT, Exchange, Options, Pile, Table

PHASES = ("prepare", "turn")
CONSERVED = "beest.inv.card-conservation"
ZONES = Zones(
    dict.fromkeys(("sequence", "aside", "hand", "stock"), (DECKS, "cave cards")),
    home=lambda card: "stock",
    rule=lambda card: CONSERVED,
)
"""What may lie where: cave cards of the deck anywhere, what lies nowhere in the stock."""


class Caves(NamedTuple):
    """The cards of the deck that is played with, as a set of their own."""

    name: str
    cards: tuple[Card, ...]
    by_code: Mapping[str, Card]


def caves(options: Options) -> Caves:
    """The cards of the deck of these options.

    >>> len(caves(Options(cave_deck="no_straight")).by_code)
    27
    """
    cards = options.cards.of(options.cave_deck)
    return Caves(f"the deck {options.cave_deck}", cards, {card.code: card for card in cards})


def piles(options: Options) -> tuple[Pile, ...]:
    """The piles of DNA that are dealt to so many seats [beest.setup.pile-per-seat, beest.setup.colour-choice].

    >>> [pile.name for pile in piles(Options(seats=3))]
    ['black', 'red', 'yellow', 'green']
    """
    return BLACK, *COLOURS[: options.places - 1]


# --- the course of an expedition ----------------------------------------------------------------------------


def due(options: Options, number: int) -> list[int]:
    """How many cards each seat has, in its sequence and aside, when the turn of this number begins.

    It follows from the number alone: nobody decides how many cards are taken, drawn or laid.
    beest.inv.draw-schedule, beest.inv.holdings-staircase, beest.inv.in-play-total

    >>> due(Options(seats=4), 1), due(Options(seats=4), 4), due(Options(seats=4), 9)
    ([0, 0, 0, 0, 0], [2, 2, 2, 3, 3], [5, 4, 3, 2, 3])
    """
    humans, held = options.seats, [0] * options.places
    steady = humans + 3
    last = number - 1 if number < steady else steady - 1 + (number - steady) % humans
    for turn in range(last):
        active = turn % humans
        for seat in (active, *range(humans, options.places)):
            held[seat] = min(held[seat], KEPT)
        held = [cards + (seat != active) for seat, cards in enumerate(held)]
    return held


def last_exchange(options: Options, exchanges: Iterable[Exchange]) -> int:
    """The least number that the turn of the last of these exchanges can have, 0 if there is none.

    The first one is possible in the third turn, and each human has one in a round.
    beest.inv.one-exchange-a-turn, beest.inv.no-early-line

    >>> last_exchange(Options(seats=4), [Exchange(1, 0), Exchange(3, 4), Exchange(3, 2)])
    12
    """
    last = 0
    for pair in exchanges:
        last = max(last, 2)
        last += 1 + (pair.active - last) % options.seats
    return last


def quiet_ends(table: Table) -> Iterator[tuple[Table, int]]:
    """The turn ends that must have been since the first exchange: the table as it was, and whose turn it was."""
    humans, upto = len(table.seats), table.copy()
    actives = [*(pair.active for pair in table.exchanges), table.turn]
    for n, (active, later) in enumerate(pairwise(actives), 1):
        upto.exchanges = table.exchanges[:n]
        for ago in range((later - active - 1) % humans + 1):
            yield upto, (active + ago) % humans


def proved(table: Table) -> list[int]:
    """The seats that the turn ends which must have been proved not to be the Beest, in that order.

    Further rounds without an exchange may have been and proved more; so `cleared` may name more seats.
    beest.end2.automatic

    >>> from beastlab.games import beest
    >>> table = beest.new_match(seats=4).table
    >>> table.exchanges = [Exchange(*pair) for pair in ((0, 1), (2, 4), (3, 1), (0, 4), (1, 4))]
    >>> table.turn = 0
    >>> proved(table)
    [2]
    """
    found: dict[int, None] = {}
    if table.options.self_win == "automatic":
        for then, seat in quiet_ends(table):
            found |= dict.fromkeys(other for other in table.everyone if has_won(then, seat, other))
    return list(found)


def _provable(table: Table) -> set[int]:
    """The seats that some quiet turn end could have proved not to be the Beest."""
    humans, then = len(table.seats), table.copy()
    spare = table.number - 1 - last_exchange(table.options, table.exchanges) >= humans
    found = set(proved(table))
    for n in range(1, len(table.exchanges) + 1) if spare and table.options.self_win == "automatic" else ():
        then.exchanges = table.exchanges[:n]
        found |= {o for o in table.everyone for seat in range(humans) if has_won(then, seat, o)}
    return found


# --- faults ---------------------------------------------------------------------------------------------------


def faults(table: Table) -> list[Fault]:
    """All that is wrong with a table between two steps, by the invariants of the ledger; nothing for a sound one.

    Where an expedition is prepared next only the points are looked at: all else is set up anew.

    >>> from beastlab.games import beest
    >>> table = beest.new_match(seats=4, seed=7).origin.copy()
    >>> faults(table)
    []
    >>> table.exchanges, table.hand = [Exchange(0, 1), Exchange(1, 0)], [table.stock.next_card().weights[0][0]]
    >>> for fault in faults(table):
    ...     print(fault)
    stock: T/TM lies at hand[0] too; take one of them away [beest.inv.card-conservation]
    hand: 1 card; a turn is under way, so take the table at match.origin [beest.inv.hand-size]
    exchanges[1]: Bo and Ada have exchanged before; take it away [beest.exch.pair-once]
    """
    found = [*_seats(table), *_points(table)]
    if found or table.phase != "turn":
        return found
    found = [*_places(table), *_turn(table), *_piles(table)]
    pairs = list(_exchanges(table))
    return found + (pairs or [*_number(table), *_knowledge(table)])


def _seats(table: Table) -> Iterator[Fault]:
    options = table.options
    names = [seat.name for seat in (*table.seats, table.silent) if seat]
    wanted = [*options.names, *[SILENT] * (options.places - options.seats)]
    if names != wanted or len(table.memory) != options.seats:
        yield Fault("seats", None, f"give one seat for each of {', '.join(wanted)}, and one memory a human")
    if table.phase not in PHASES:
        yield Fault("phase", None, f"{shown(table.phase)}; give one of {', '.join(PHASES)}")
    if table.result is not None:
        yield Fault(
            "phase", None, "the match is over; take a table before its end", "beest.match.expeditions"
        )
    if table.turn not in range(options.seats):
        text = f"seat {table.turn} has no turns; give a human, 0 to {options.seats - 1}"
        yield Fault("turn", None, text, "beest.inv.active-human")
    if table.phase == "turn" and len(table.piles) != options.places:
        text = f"{many(len(table.piles), 'pile')}; give one to each of {options.places} seats"
        yield Fault("seats", None, text, "beest.setup.pile-per-seat")


def _points(table: Table) -> Iterator[Fault]:
    """Points of the expeditions that ended: fewer than are played, each as some ending gives them."""
    options = table.options
    if len(table.points) >= options.expeditions:
        text = f"those of {many(len(table.points), 'expedition')}, but only {options.expeditions} are played"
        yield Fault("seats", None, f"points: {text}; take some away", "beest.match.expeditions")
    for n, points in enumerate(table.points, 1):
        if not _can_be(options, points):
            text = f"no ending gives {', '.join(map(shown, points))}, as for expedition {n}; correct them"
            yield Fault("seats", None, f"points: {text}", "beest.inv.score-bounds")


def _can_be(options: Options, points: tuple[int, ...]) -> bool:
    """Whether some ending of an expedition gives these points [beest.inv.score-bounds]."""
    n, least = options.places, -options.places
    least -= (n - 1) * options.wrong_announcement_subtracts_b
    if len(points) != n or sorted(points) == list(range(1, n + 1)):
        return len(points) == n
    clean = [not score % 2 and 0 <= score <= 2 * (n - 2) for score in points]
    return all(clean) or any(
        least <= points[seat] <= -n and not any(points[:seat] + points[seat + 1 :])
        or 1 <= points[seat] <= n and all(clean[:seat] + clean[seat + 1 :])
        for seat in range(options.seats)
    )  # fmt: skip


def _places(table: Table) -> Iterator[Fault]:
    """Each card lies in one place, and each seat has as many as its turns leave it."""
    laid = [
        (f"seats.{at.name}.{kind}", n, kind, card)
        for at in map(table.at, table.everyone)
        for kind, some in (("sequence", at.sequence), ("aside", at.aside))
        for n, card in enumerate(some)
    ]
    laid += [("hand", n, "hand", card) for n, card in enumerate(table.hand)]
    known = [card for _, some in table.stock.segments for card in some]
    every = [*laid, *(("stock", None, "stock", card) for card in [*table.stock.pool, *known])]
    yield from ZONES.misplaced(caves(table.options), every, lambda card: "")
    yield from miscounted("stock", table.stock, CONSERVED)
    if table.number < 1 or (table.number - 1) % len(table.seats) != table.turn:
        return
    steady = table.number > len(table.seats) + 2
    for seat, cards in enumerate(due(table.options, table.number)):
        at = table.at(seat)
        for kind, has, most in (
            ("sequence", len(at.sequence), min(cards, SEQUENCE)),
            ("aside", len(at.aside), max(0, cards - SEQUENCE)),
        ):
            if has == most:
                continue
            change = f"add {most - has}" if has < most else f"take {has - most} away"
            text = f"{many(has, 'card')}, but {most} when turn {table.number} begins; {change}"
            rule = "beest.inv.holdings-staircase" if steady else "beest.inv.draw-schedule"
            if kind == "sequence" and has > SEQUENCE:
                rule = "beest.inv.sequence-size"
            yield Fault(f"seats.{at.name}.{kind}", None, text, rule)


def _turn(table: Table) -> Iterator[Fault]:
    """Between two steps nothing of a turn is left, and its number says whose turn it is."""
    under_way = "a turn is under way, so take the table at match.origin"
    if table.hand:
        text = f"{many(len(table.hand), 'card')}; {under_way}"
        yield Fault("hand", None, text, "beest.inv.hand-size")
    if table.served or table.met is not None:
        yield Fault("turn", None, under_way, "beest.turn.order-in-turn")
    if table.number < 1:
        yield Fault("number", None, f"{table.number}; give a whole number of at least 1")
    elif (due_to := (table.number - 1) % len(table.seats)) != table.turn:
        text = f"turn {table.number} is {table.name(due_to)}'s, not {table.name(table.turn)}'s"
        yield Fault("number", None, f"{text}; leave it out", "beest.turn.clockwise")


def _piles(table: Table) -> Iterator[Fault]:
    """Each seat has one of the piles in play, and one seat the black one."""
    options, able = table.options, piles(table.options)
    for seat, pile in enumerate(table.piles):
        zone, before = f"seats.{table.name(seat)}.dna", table.piles.index(pile)
        if pile not in able:
            text = f"{shown(pile)} is not in play; give one of {', '.join(some.name for some in able)}"
            yield Fault(zone, None, text, "beest.setup.colour-choice")
        elif before < seat:
            text = f"{table.name(before)} has the {pile.name} pile too; give another colour"
            yield Fault(zone, None, text, "beest.setup.pile-per-seat")
        elif pile == BLACK and seat == options.seats and not options.silent_may_be_beest:
            text = "black, but the silent guy is never the Beest in this game; give a colour"
            yield Fault(zone, None, text, "beest.setup.silent-may-be-beest")
    if BLACK not in table.piles:
        yield Fault("seats", None, "nobody has the black pile; give it to one seat", "beest.role.one-beest")


def _exchanges(table: Table) -> Iterator[Fault]:
    """Each exchange is between two seats that had none, in a human's turn."""
    met: set[frozenset[int]] = set()
    for at, pair in enumerate(table.exchanges):
        if not all(seat in table.everyone for seat in pair):
            text = f"seats {pair[0]} and {pair[1]} are not both there; the last is {table.options.places - 1}"
            yield Fault("exchanges", at, text, "beest.setup.seat-total")
            continue
        first, second = map(table.name, pair)
        if pair.active == pair.other:
            text = f"{first} can't exchange with {first}; name another seat"
            yield Fault("exchanges", at, text, "beest.exch.mutual")
        elif pair.active not in range(len(table.seats)):
            text = f"the silent guy has no turn; write {second} meets {first}"
            yield Fault("exchanges", at, text, "beest.inv.active-human")
        elif frozenset(pair) in met:
            text = f"{first} and {second} have exchanged before; take it away"
            yield Fault("exchanges", at, text, "beest.exch.pair-once")
        met.add(frozenset(pair))


def _number(table: Table) -> Iterator[Fault]:
    """There have been turns enough for the exchanges."""
    last = last_exchange(table.options, table.exchanges)
    if 1 <= table.number <= last:
        text = f"{table.number}, but the last of these exchanges was in turn {last} at the earliest"
        rule = "beest.inv.no-early-line" if table.number <= 3 else "beest.inv.one-exchange-a-turn"
        yield Fault("number", None, f"{text}; give a later one, or leave it out", rule)


def _knowledge(table: Table) -> Iterator[Fault]:
    """The expedition goes on; what is known of the Beest is true, and can be known."""
    beest, won = table.beest if BLACK in table.piles else -1, -1
    if table.options.self_win == "automatic" and beest >= 0:
        won = next((seat for then, seat in quiet_ends(table) if has_won(then, seat, beest)), -1)
    if beest >= 0 and len(table.partners(beest)) == table.options.places - 1:
        text = f"{table.name(beest)} has given the last black marker, so the expedition is over"
        yield Fault("exchanges", None, f"{text}; take one away", "beest.inv.not-over")
    if won >= 0:
        text = f"{table.name(won)}'s turn ended when all but the Beest, {table.name(beest)}, were met"
        text += ", and that was a win; take an exchange away, or give another seat the black pile"
        yield Fault("exchanges", None, text, "beest.inv.not-over")
    able = _provable(table)
    if (missing := [other for other in proved(table) if other not in table.cleared]) and won < 0:
        names = listed(table.name(other) for other in missing)
        text = f"turns that ended quietly prove {names} not to be the Beest; add the name, or leave it out"
        yield Fault("cleared", None, text, "beest.end2.automatic")
    for at, other in enumerate(table.cleared):
        if other not in table.everyone:
            text = f"seat {other} is not there; the last is {table.options.places - 1}"
            yield Fault("cleared", at, text, "beest.setup.seat-total")
        elif other in table.cleared[:at]:
            yield Fault("cleared", at, f"{table.name(other)} is named before; take it away")
        elif other == beest and won < 0:
            text = f"{table.name(other)} is the Beest; take it away, or give another seat the black pile"
            yield Fault("cleared", at, text, "beest.inv.truth-has-weight")
        elif other not in able:
            text = f"no turn that ended quietly proves it of {table.name(other)}; take the name away"
            yield Fault("cleared", at, text, "beest.end2.automatic")
    if beest >= 0:
        twin = table.copy()
        twin.remember()
        if twin.memory != table.memory:
            text = "the memories are not those of these piles and exchanges; call table.remember()"
            yield Fault("seats", None, text, "beest.inv.posterior-sums")
