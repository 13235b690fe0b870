"""What a seat may know of the table, as plain data: `view` for bots and stills, `scene` for boards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from beastlab.core.match import Match
from beastlab.core.requests import Draw, Move
from beastlab.games.beest.cards import LETTERS, Card
from beastlab.games.beest.table import BLACK, Seat, Table


def view(table: Table, seat: int) -> dict[str, Any]:
    """Everything that `seat` may know, as JSON data; cards by their codes.

    All caves lie open, and so does who has exchanged with whom; of the DNA a seat knows its own, and the markers
    that it received. When an expedition is over, all is shown.
    beest.info.cards-open, beest.info.history-public, beest.info.outgoing-hidden, beest.info.incoming-hidden,
    beest.info.silent-hidden, beest.info.reinspect, beest.setup.look-own-when, beest.info.stock-hidden
    """
    if seat not in range(len(table.seats)):
        raise ValueError(f"seat {seat!r}: the people sit at 0 to {len(table.seats) - 1}")
    open_ = table.phase != "turn"
    known = {seat, *table.partners(seat)} if table.piles else set()
    return {
        "seat": seat,
        "phase": table.phase,
        "expedition": len(table.points) + (table.phase == "turn"),
        "turn": table.turn,
        "number": table.number,
        "seats": [_caves(table.at(other)) for other in table.everyone],
        "hand": _codes(table.hand),
        "served": list(table.served),
        "stock": len(table.stock),
        "exchanges": [list(pair) for pair in table.exchanges],
        "piles": [pile.code if open_ or other in known else None for other, pile in enumerate(table.piles)],
        "markers": [{"from": other, **_marker(table, other, seat)} for other in sorted(table.partners(seat))]
        if table.piles
        else [],
        "cleared": list(table.cleared),
        "points": [list(scores) for scores in table.points],
        "result": table.result and {"winners": list(table.result.winners), "text": table.result.text},
    }


def _caves(seat: Seat) -> dict[str, Any]:
    return {"name": seat.name, "sequence": _codes(seat.sequence), "aside": _codes(seat.aside)}


def _codes(cards: list[Card]) -> list[str]:
    return [card.code for card in cards]


def _marker(table: Table, giver: int, taker: int) -> dict[str, Any]:
    pile, value = table.marker(giver, taker)
    return {"pile": pile.code, "value": value}


# --- the scene ---------------------------------------------------------------------------------------

STEPS = ("Before the turn", "Take and draw", "Lay the cards", "Meet", "After the turn")
LAYING = STEPS.index("Lay the cards")


def scene(match: Match, seat: int, all_open: bool = False) -> dict[str, Any]:
    """What `seat` sees of the table, in the words and order that a board draws: plain JSON data.

    The zone of the own DNA is marked `secret`: a board shows it when it is asked to. With `all_open`, and at the
    end of the match, every pile and marker is shown.

    >>> from beastlab.games import beest
    >>> drawn = scene(beest.new_match(seats=3, seed=7), 0)
    >>> [zone["title"] for zone in drawn["zones"]]
    ["Bo's caves", "Cleo's caves", "The silent guy's caves", "Ada's caves", "Ada's DNA", 'Exchanges', 'Points']
    """
    table = match.table
    return {
        "title": match.game.title,
        "facts": list(_facts(table)),
        "illustrative": table.options.cards.illustrative,
        "steps": list(STEPS),
        "step": _step(match),
        "turn": table.turn,
        "names": list(table.options.names),
        "zones": list(_zones(table, seat, all_open or table.phase != "turn")),
    }


def concerns(move: Move) -> list[str]:
    """The codes of the cards that a move concerns."""
    return [move.piece[0].code] if move.key.startswith("lay:") else []


def group(move: Move) -> str:
    """The heading under which a board lists a move: the seat that a card goes to."""
    return move.label.partition(" to ")[2] if move.key.startswith("lay:") else ""


GROUP_ORDER: tuple[str, ...] = ()


def _facts(table: Table) -> Iterator[list[list[Any]]]:
    """The header's facts, each in parts: words, and whether they weigh most."""
    if table.result:
        yield [["the match is over", True]]
        return
    yield [[f"expedition {len(table.points) + 1} of {table.options.expeditions}", False]]
    yield [[f"turn {table.number}", False]]
    yield [[table.name(table.turn), True], ["'s turn", False]]


def _step(match: Match) -> int | None:
    """Which of the `STEPS` waits for an answer."""
    table, request = match.table, match.request
    if request is None or table.phase != "turn":
        return None
    if isinstance(request, Draw):
        return 1
    if request.rule == "beest.turn.distribute-choice":
        return LAYING
    return len(STEPS) - 1 if table.served and not table.hand else 1 if table.hand else 0


def _zones(table: Table, seat: int, all_open: bool) -> Iterator[dict[str, Any]]:
    if table.hand:
        name = table.name(table.turn)
        cards = [_face(card, _heights(table)) for card in table.hand]
        yield {"id": "hand", "kind": "caves", "title": f"{name} lays these", "cards": cards}
    if table.phase == "turn" or table.result:
        for other in [*table.others(seat), seat]:
            yield _seat_caves(table, other)
        yield _dna(table, seat, secret=not all_open)
        if all_open:
            for other in table.others(seat):
                yield _dna(table, other, secret=False)
    pairs = [f"{table.name(active)} and {table.name(other)}" for active, other in table.exchanges]
    yield {
        "id": "exchanges",
        "kind": "small",
        "title": "Exchanges",
        "note": "in order; the first of two had the turn",
        "cards": [
            {"id": f"pair-{n}", "name": pair, "kind": f"{n} of {len(pairs)}", "label": pair}
            for n, pair in enumerate(pairs, 1)
        ],
        "empty": "nobody has exchanged as yet",
    }
    totals = [sum(scores[other] for scores in table.points) for other in table.everyone]
    yield {
        "id": "points",
        "kind": "small",
        "title": "Points",
        "note": f"after {len(table.points)} of {table.options.expeditions} expeditions",
        "cards": [],
        "tokens": [
            {"shape": "round", "count": total, "word": table.name(other)}
            for other, total in enumerate(totals)
        ],
    }


def _seat_caves(table: Table, seat: int) -> dict[str, Any]:
    """A hiding sequence, and what its owner pushed aside."""
    at = table.at(seat)
    met = [table.name(other) for other in sorted(table.partners(seat))]
    zone = {
        "id": f"caves-{seat}",
        "kind": "caves",
        "room": "half",
        "title": f"{at.name}'s caves",
        "note": _hope(table, seat),
        "alert": "A line of entry" if at.line and seat in table.served else "",
        "cards": [_face(card, _heights(table)) for card in at.sequence],
        "empty": "no card",
        "turn": seat == table.turn,
        "tokens": [
            {"shape": "diamond", "count": len(met), "word": f"exchanged with {', '.join(met) or 'nobody'}"}
        ],
    }
    if at.aside:
        names = ", ".join(card.name for card in at.aside)
        hint = f"Pushed out, and taken back in {at.name}'s next turn: {names}"
        zone["piles"] = [{"name": "aside", "count": len(at.aside), "text": names, "hint": hint}]
    return zone


def _hope(table: Table, seat: int) -> str:
    """What the next card would have to be for a line of entry [beest.seq.local]."""
    last = table.at(seat).sequence[-2:]
    if seat == table.turn or len(last) < 2 or seat in table.served:
        return ""
    if not last[0].fits(last[1]):
        return "no card makes a line now"
    letters = LETTERS if _heights(table) == len(LETTERS) else "0123456789"
    return f"a line with entry {' or '.join(letters[height] for height in last[1].exits)}"


def _heights(table: Table) -> int:
    """How many heights the deck has: caves side by side are drawn on one scale [beest.comp.card-heights]."""
    deck = table.options.cards.of(table.options.cave_deck)
    return 1 + max(max(card.entry, *card.exits) for card in deck)


def _dna(table: Table, seat: int, secret: bool) -> dict[str, Any]:
    """A seat's own pile, and the markers that it received."""
    pile, given = table.piles[seat], len(table.partners(seat))
    left = table.options.places - 1 - given
    top = f", on top {left}" if pile == BLACK and left else ""
    own = "The original Beest" if pile == BLACK else "Not the Beest"
    cards = [_labelled(f"own-{seat}", f"{pile.name.title()} DNA", "own pile", f"{own}. {left} left{top}.")]
    for giver in sorted(table.partners(seat)):
        of, value = table.marker(giver, seat)
        text = "Infected: on the Beest's side." if value else "The giver is not the Beest."
        name = f"{of.name.title()}{f' {value}' if value else ''}"
        cards.append(_labelled(f"marker-{seat}-{giver}", name, f"from {table.name(giver)}", text))
    title = f"{table.name(seat)}'s DNA"
    room = "whole" if secret else "half"
    return {
        "id": f"dna-{seat}",
        "kind": "cards",
        "room": room,
        "title": title,
        "cards": cards,
        "secret": secret,
    }


def _labelled(code: str, name: str, kind: str, text: str) -> dict[str, Any]:
    said = f"{name}, {kind}, {text}".removesuffix(".")
    return {"id": code, "name": name, "kind": kind, "text": text, "label": said}


def _face(card: Card, heights: int) -> dict[str, Any]:
    """A cave card, with what a board draws of it."""
    drawn = {"entry": card.entry, "exits": list(card.exits), "of": heights}
    said = f"{card.name}, {card.words()}".removesuffix(".")
    return {"id": card.code, "name": card.name, "tunnel": drawn, "label": said}
