"""The party: Heroes of the hand that are sent out, at most four."""

from __future__ import annotations

from collections.abc import Iterator

from beastlab.core.requests import Choose, Event, Move, Refused, Rule
from beastlab.games.by_order_of_the_queen.cards import Card
from beastlab.games.by_order_of_the_queen.table import Table

MOST = 4


def assemble(table: Table, seat: int, against: str) -> Rule:
    """Send Heroes one by one; the fourth completes the party, `go` sets out with fewer.

    queen.turn.party-size, queen.turn.party-minimum, queen.turn.party-first, queen.hero.party-leaves-hand
    """
    hand = table.seats[seat].hand
    while hand and len(table.party) < MOST:
        sent = len(table.party)
        options = (*map(sending, hand), *([GO] if sent else []))
        prompt = f"{table.name(seat)}: who goes ({sent} of {MOST}): {against}?"
        move = yield Choose(
            seat, prompt, options, lambda: _not_sent(table, seat), rule="queen.turn.party-size"
        )
        if move.key == GO.key:
            break
        hand.remove(move.piece)
        table.party.append(move.piece)
    names = ", ".join(hero.name for hero in table.party) or "nobody"
    text = f"{table.name(seat)} sends {names}: {against}."
    yield Event("queen.turn.party-first", text, tuple(table.party), seat=seat)


GO = Move("go", "Set out")


def sending(hero: Card) -> Move:
    return Move(f"send:{hero.code}", f"Send {hero.name}", hero)


def _not_sent(table: Table, seat: int) -> Iterator[Refused]:
    if not table.party:
        yield Refused(GO, "queen.turn.party-minimum", "Send at least one Hero.")
    for other in table.clockwise(seat):
        for hero in table.seats[other].hand:
            why = "A party has at most four Heroes from your own hand."
            yield Refused(sending(hero), "queen.turn.party-size", why)
