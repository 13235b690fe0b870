"""What tests of lines compare with: tables laid for a turn, all ways to lay a hand by the rules, and real play.

>>> found = by_rules(laid(3, "T/TM T/MB B/TM", {1: "T/MB M/TB", 2: "M/TB M/TM", 3: "T/TM B/TM"}))
>>> found[1, 1]  # seat 1 is met, one line: whatever is done
Fraction(1, 1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction as F
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

from beastlab.core.ledger import ledger
from beastlab.core.match import Match
from beastlab.core.requests import Choose, Event, Rule
from beastlab.games import beest
from beastlab.games.beest import Card, Exchange, Options, Table, rules
from beastlab.games.beest.table import BLACK, COLOURS
from beastlab.odds.formulas import Formula


@cache
def written(name: str) -> Formula:
    entry = next(e for e in ledger("beest").data["formula"] if e["id"] == f"beest.formula.{name}")
    return Formula(entry["id"], entry["expr"])


def formula(name: str, **letters: int) -> F:
    return written(name).at(**letters)


# --- tables ------------------------------------------------------------------------------------------------


def laid(
    humans: int, hand: str, seats: Mapping[int, str], exchanged: tuple[int, ...] = (), **options: Any
) -> Table:
    """Seat 0 is to lay this hand, the Beest is seat 1, and seat 0 has exchanged with these, in turns of theirs."""
    table = beest.lay(Options(seats=humans, **options))
    table.piles = [COLOURS[0], BLACK, *COLOURS[1 : table.options.places - 1]]
    table.phase, table.number = "turn", 9
    table.exchanges = [Exchange(0, seat) for seat in exchanged]
    for seat, faces in seats.items():
        table.at(seat).sequence = [take(table, face) for face in faces.split()]
    table.hand = [take(table, face) for face in hand.split()]
    table.remember()
    return table


def take(table: Table, face: str) -> Card:
    """The first such card of the stock."""
    card = next(card for card in table.stock.pool if card.name == face)
    table.stock.take(card)
    return card


def open_caves(table: Table) -> dict[int, list[Card]]:
    """The caves that lie at the seats other than the one whose turn it is."""
    return {seat: table.at(seat).sequence for seat in table.others(table.turn)}


# --- all ways to lay a hand --------------------------------------------------------------------------------


def by_rules(table: Table, *before: int) -> dict[tuple[int | None, int | None], F]:
    """The law of who is met with effect, and of the lines at the end, if each move is equally likely.

    The lines are None where the expedition ended with caves still in hand.

    Every way is played by the rules of distributing and meeting, from a table on which no cave of the turn lies yet;
    `before` are the places of the first moves among those that may be made.
    """
    law: dict[tuple[int | None, int | None], F] = {}
    waiting: list[tuple[list[int], F]] = [([*before], F(1))]
    while waiting:
        choices, chance = waiting.pop()
        own, events, more = table.copy(), list[Event](), 0

        def turn(own: Table = own) -> Rule:
            over = yield from rules.distribute(own)
            if not over and own.options.evaluate_lines == "after_all":
                yield from rules.meet(own)

        for request in _answered(turn(), choices):
            if isinstance(request, Choose):
                more = len(request.options)
            else:
                events.append(request)
        if more:
            waiting += [([*choices, choice], chance / more) for choice in range(more)]
            continue
        met = next(
            (event.data["lines"][0] for event in events if event.rule == "beest.meet.exactly-one"), None
        )
        end = met, None if own.hand else len(rules.lines(own))
        law[end] = law.get(end, F(0)) + chance
    return law


def _answered(rule: Rule, choices: list[int]) -> Iterator[Any]:
    """What the rule tells with these choices, and the first choice that is asked for after them."""
    left, answer = list(choices), None
    while True:
        try:
            request = rule.send(answer)
        except StopIteration:
            return
        answer = None
        if isinstance(request, Choose) and left:
            answer = request.options[left.pop(0)]
        else:
            yield request
            if isinstance(request, Choose):
                return


def by_permutations(entries: tuple[int, ...], wanted: tuple[frozenset[int], ...]) -> Counter[frozenset[int]]:
    """How often each set of seats has the lines, over all permutations of the hand."""
    return Counter(
        frozenset(seat for seat, entry in enumerate(hand) if entry in wanted[seat])
        for hand in permutations(entries)
    )


# --- real play ---------------------------------------------------------------------------------------------


def at_random(match: Match, rng: Random) -> None:
    """One decision: nothing is announced, caves are laid at random."""
    options = match.request.options
    match.play(options[0] if options[0].key == "pass" else rng.choice(options))


def turns(seats: int, seed: int, **options: Any) -> Iterator[Match]:
    """A match of random play, again and again just as the first cave of a turn is to be laid."""
    match, rng = beest.new_match(seats, seed, **options), Random(seed)
    while not match.over:
        if not match.table.served and match.table.hand:
            yield match
        at_random(match, rng)
