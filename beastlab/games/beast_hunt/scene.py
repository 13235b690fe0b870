"""What a seat may know of the table, as plain data: for boards, bots and saved pictures."""

from __future__ import annotations

from collections import Counter
from typing import Any

from beastlab.games.beast_hunt.rules import beasts, heroes
from beastlab.games.beast_hunt.rules.turn import HAND_LIMIT
from beastlab.games.beast_hunt.table import Table


def view(table: Table, seat: int) -> dict[str, Any]:
    """Everything that `seat` may know, as JSON data; cards by their codes.

    Built from what lies open, the seat's own hand, and the cards in other hands that it can follow
    [hunt.invariant.hidden-information]. `unseen` counts the types of all cards that it has not seen.
    """
    known = table.memory[seat].certain()
    hidden = [card for place in table.hidden_from(seat) for card in place.cards if card not in known]
    return {
        "seat": seat,
        "phase": table.phase,
        "turn": table.turn,
        "round": table.round,
        "actions": table.actions,
        "attack_bonus": table.attack_bonus,
        "roll_bonus": table.roll_bonus,
        "seats": [_seat_view(table, other, other == seat, known) for other in range(len(table.seats))],
        "field": [{"card": beast.code, "staggered_by": table.marks.get(beast)} for beast in table.field],
        "king": table.king and {"card": table.king.code, "staggered_by": table.marks.get(table.king)},
        "shards": len(table.shards),
        "countdown": table.countdown,
        "main_deck": len(table.deck),
        "beast_deck": len(table.beast_deck),
        "beasts_left": Counter(card.type for card in table.beast_deck.pool),
        "discard": [card.code for card in table.discard],
        "resolving": [card.code for card in table.resolving],
        "champions": [card.code for card in table.champions],
        "unseen": dict(sorted(Counter(card.type for card in hidden).items())),
        "result": table.result and {"winners": list(table.result.winners), "text": table.result.text},
    }


def _seat_view(table: Table, seat: int, own: bool, known: dict[Any, int]) -> dict[str, Any]:
    party = table.seats[seat]
    limit = HAND_LIMIT + sum(amount for name, amount in heroes.lasting(table, seat) if name == "hand_limit")
    shown = party.hand if own else [card for card, holder in known.items() if holder == seat]
    return {
        "name": party.name,
        "champions": [{"card": card.code, "used": card in table.used} for card in party.champions],
        "heroes": [
            {
                "card": hero.card.code,
                "class": hero.class_,
                "up": hero.up,
                "gear": hero.gear and hero.gear.code,
                "used": hero.card in table.used,
            }
            for hero in party.heroes
        ],
        "beasts": [card.code for card in party.beasts],
        "lesser": [card.code for card in party.lesser],
        "hand": [card.code for card in shown],
        "hand_size": len(party.hand),
        "hand_limit": limit,
        "may_challenge": beasts.may_challenge(table, seat),
    }
