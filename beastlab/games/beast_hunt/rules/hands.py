"""Hands and piles: draw, discard, pull, and the cards that must be played when they are drawn."""

from __future__ import annotations

from functools import cache

from beastlab.core.knowledge import forget, pass_unseen, remember
from beastlab.core.requests import Choose, Draw, Event, Move, Refused, Rule, Unknowable
from beastlab.games.beast_hunt.cards import Card
from beastlab.games.beast_hunt.rules import beasts, effects
from beastlab.games.beast_hunt.table import FORCED, UNSEEN, Table

ONLY = tuple(frozenset((seat,)) for seat in range(6))
"""What one seat alone sees."""


def draw(table: Table, seat: int, count: int = 1) -> Rule:
    """Take the top card of the Main Deck, `count` times, one after another.

    hunt.term.draw, hunt.action.refresh-order, hunt.term.draw-empty, hunt.term.draw-both-empty
    """
    name = table.name(seat)
    for _ in range(count):
        if not table.deck.segments:
            if not table.discard:
                yield Event("hunt.term.draw-both-empty", f"No card is left to draw for {name}.")
                return
            table.deck.shuffle_in(table.discard)
            table.shuffled |= dict.fromkeys(table.discard, 1 + max(table.shuffled.values(), default=0))
            table.discard.clear()
            yield Event("hunt.term.draw-empty", "The Discard Pile is shuffled and becomes the Main Deck.")
        card = yield table.deck.next_card(seen_by=ONLY[seat])
        if card is UNSEEN:
            table.deck.take_unseen()
        else:
            table.deck.take(card)
            yield Event("hunt.term.draw", f"{name} draws {card.name}.", (card,), ONLY[seat])
        yield Event("hunt.term.draw", f"{name} draws a card.", seat=seat)
        yield from comes_to_hand(table, seat, card)


def comes_to_hand(table: Table, seat: int, card: Card, seen_by: tuple[int, ...] = ()) -> Rule:
    """A card goes to a hand; Malice and Lesser Beasts are revealed and played at once, wherever they come from.

    hunt.malice.on-draw, hunt.lesser.on-draw, hunt.lesser.enters-otherwise, hunt.malice.nested
    """
    if card.type in FORCED:
        yield from forced(table, seat, card)
    else:
        party = table.seats[seat]
        party.hand.append(card)
        if party.dealt:
            party.early.append(card)
        remember(table.memory, card, seat, seen_by)


def forced(table: Table, seat: int, card: Card) -> Rule:
    """Resolve a Malice, or fight a Lesser Beast."""
    if card.type == "malice":
        yield from malice(table, seat, card)
    else:
        yield from beasts.fight_lesser(table, seat, card)


def malice(table: Table, seat: int, card: Card) -> Rule:
    """A Malice acts on everybody, beginning with the player who drew it, and is discarded.

    hunt.malice.on-draw, hunt.malice.everyone, hunt.malice.player-order, hunt.malice.discard-after
    """
    table.resolving.append(card)
    yield Event(
        "hunt.malice.on-draw", f"{table.name(seat)} reveals the Malice {card.name}.", (card,), seat=seat
    )
    assert card.effect
    yield from effects.carry_out(table, seat, card.effect)
    table.resolving.remove(card)
    table.discard.append(card)
    yield Event("hunt.malice.discard-after", f"{card.name} goes to the Discard Pile.", (card,))
    yield from effects.happens(table, (seat, "on_malice_resolved"))


def leaves_hand(table: Table, seat: int, card: Card) -> None:
    """Everybody sees the card leave the hand."""
    hand = table.seats[seat].hand
    forget(table.memory, card, seat, len(hand))
    hand.remove(card)


@cache
def discarding(card: Card) -> Move:
    return Move(f"discard:{card.code}", f"Discard {card.name}", card)


def discard(table: Table, seat: int, count: int, rule: str = "hunt.term.discard-choice") -> Rule:
    """Place `count` cards of one's own choice from the hand into the Discard Pile.

    hunt.term.discard, hunt.term.discard-choice
    """
    hand, name = table.seats[seat].hand, table.name(seat)
    for left in range(min(count, len(hand)), 0, -1):
        card = hand[0]
        if len(hand) > 1:
            prompt = f"{name}: discard {left} card{'s' * (left > 1)}"
            move = yield Choose(seat, prompt, tuple(map(discarding, hand)), rule=rule)
            card = move.piece
        if card is UNSEEN:
            raise Unknowable("which card an unseen hand discards is not known")
        leaves_hand(table, seat, card)
        table.discard.append(card)
        yield Event("hunt.term.discard", f"{name} discards {card.name}.", (card,), seat=seat)


def pull(table: Table, seat: int, count: int = 1) -> Rule:
    """Take a card at random from the hand of another player of one's choice, `count` times.

    hunt.term.pull, hunt.term.pull-target, hunt.term.pull-secrecy
    """
    name = table.name(seat)
    for _ in range(count):
        others = table.clockwise(seat)
        victims = [other for other in others if table.seats[other].hand]
        if not victims:
            yield Event("hunt.term.no-target", f"Nobody has a card that {name} could pull.")
            return
        victim = victims[0]
        if len(victims) > 1:

            def refuse(others: list[int] = others, victims: list[int] = victims) -> list[Refused]:
                why = {seat: "You can't pull from your own hand."}
                why |= {o: f"{table.name(o)} has no card in hand." for o in others if o not in victims}
                return [Refused(pulling(table, o), "hunt.term.pull-target", w) for o, w in why.items()]

            options = tuple(pulling(table, other) for other in victims)
            move = yield Choose(
                seat, f"{name}: pull from whom?", options, refuse, rule="hunt.term.pull-target"
            )
            victim = move.piece
        hand = table.seats[victim].hand
        card = yield Draw(_pullable(table, hand), ONLY[seat] | ONLY[victim])
        two, size = ONLY[seat] | ONLY[victim], len(hand)
        hand.remove(card if card in hand else UNSEEN)
        if card in table.deck.pool:  # believed tables: the unseen card is known now
            del table.deck.pool[card]
            table.deck.held -= not table.seats[victim].dealt
        yield Event(
            "hunt.term.pull", f"{name} pulls a card from {table.name(victim)}.", seat=seat, victim=victim
        )
        text = f"{name} pulls {card.name} from {table.name(victim)}."
        if card.type in FORCED:
            forget(table.memory, card, victim, size)
        else:
            pass_unseen(table.memory, card, victim, seat, size)
        yield Event("hunt.term.pull-secrecy", text, (card,), two)
        yield from comes_to_hand(table, seat, card)


def pulling(table: Table, victim: int) -> Move:
    return Move(f"pull:{victim}", f"Pull from {table.name(victim)}", victim)


def _pullable(table: Table, hand: list[Card]) -> tuple[tuple[Card, int], ...]:
    """Each card of the hand alike; where unseen cards lie in it, any pool card that may be one of them."""
    unseen = hand.count(UNSEEN)
    if not unseen:
        return tuple([(card, 1) for card in hand])
    if table.shuffled:
        raise Unknowable("the Discard Pile was shuffled since: what an unseen hand holds is not worked out")
    pool = table.deck.pool_weights() if not _held(table, hand) else dict.fromkeys(table.deck.pool, 1)
    if _held(table, hand):
        for card in table.deck.never_held:
            pool.pop(card, None)
    each = sum(pool.values())
    known = [(card, each) for card in hand if card is not UNSEEN]
    return (*known, *((card, unseen * weight) for card, weight in pool.items() if weight))


def _held(table: Table, hand: list[Card]) -> bool:
    return any(seat.hand is hand and not seat.dealt for seat in table.seats)
