"""Questing, the Queen's Order, and the Location Cards that both complete."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from beastlab.core.requests import Choose, Event, Move, Refused, Rule
from beastlab.games.by_order_of_the_queen.cards import Card
from beastlab.games.by_order_of_the_queen.rules import kingdom, party, rewards, tests
from beastlab.games.by_order_of_the_queen.table import Table
from beastlab.games.by_order_of_the_queen.vocabulary import LOCATIONS, Section

ENOUGH = 8
"""Success Tokens that complete a Queen's Order [queen.order.complete-at-eight]."""
TO_WIN = 3


# --- Questing ----------------------------------------------------------------------------------------


def quest(table: Table, seat: int) -> Rule:
    """Take a Quest if there is none, send a party to a Location, complete it, lay it by the Quest.

    queen.quest.order-of-steps, queen.quest.outstanding-type, queen.quest.draw-location, queen.quest.progress,
    queen.quest.rewards
    """
    player = table.seats[seat]
    if player.quest is None:
        yield from take_quest(table, seat)
    types = open_locations(table, player.outstanding())
    if not types:
        text = "The Locations that the Quest still requires are used up: no party sets out."
        yield Event("queen.location.empty-deck", text, seat=seat)
        return
    location = types[0]
    if len(types) > 1:
        prompt = f"{table.name(seat)}: to which Location of the Quest?"
        refuse = partial(_other_locations, table, seat, types)
        rule = "queen.quest.outstanding-type"
        location = (yield Choose(seat, prompt, tuple(map(heading, types)), refuse, rule=rule)).piece
    yield from party.assemble(table, seat, location)
    card = yield from complete(table, seat, location)
    player.locations.append(card)
    text = f"{card.name} is laid next to {table.name(seat)}'s Quest."
    yield Event("queen.quest.progress", text, (card,), seat=seat)


def heading(location: str) -> Move:
    return Move(f"to:{location.lower().replace(' ', '-')}", f"To the {location}", location)


def open_locations(table: Table, outstanding: list[str]) -> list[str]:
    """The Location types among these whose deck has a card [queen.location.empty-deck]."""
    return [type_ for type_ in dict.fromkeys(outstanding) if table.location_deck(type_).segments]


def _other_locations(table: Table, seat: int, types: list[str]) -> Iterator[Refused]:
    player = table.seats[seat]
    assert player.quest
    for type_ in LOCATIONS:
        if type_ in types:
            continue
        if type_ not in player.quest.requires:
            yield Refused(
                heading(type_), "queen.quest.draw-location", "This Quest does not list that Location."
            )
        elif type_ not in player.outstanding():
            why = "You already have the required cards of that type."
            yield Refused(heading(type_), "queen.quest.outstanding-type", why)
        else:
            yield Refused(heading(type_), "queen.location.empty-deck", "That Location deck is empty.")


def take_quest(table: Table, seat: int) -> Rule:
    """Draw two Quest Cards and keep one; the other goes under the deck, seen by all.

    queen.quest.draw-two, queen.quest.short-deck, queen.hero.box-vs-discard
    """
    found = table.reading
    while table.quests.segments and len(found) < 2:
        card = yield table.quests.next_card()
        table.quests.take(card)
        found.append(card)
    kept = found[0]
    if len(found) > 1:
        text = f"{table.name(seat)} reads {' and '.join(card.name for card in found)}."
        yield Event("queen.quest.draw-two", text, tuple(found), seat=seat)
        prompt = f"{table.name(seat)}: which Quest do you keep?"
        moves = tuple(Move(f"keep:{card.code}", f"Keep {card.name}: {card.words()}", card) for card in found)
        kept = (yield Choose(seat, prompt, moves, rule="queen.quest.draw-two")).piece
        table.quests.put_on_bottom([card for card in found if card is not kept])
    found.clear()
    table.seats[seat].quest = kept
    text = f"{table.name(seat)} takes the Quest {kept.name}: {kept.words()}"
    yield Event("queen.quest.draw-two", text, (kept,), seat=seat)


# --- the Queen's Order ---------------------------------------------------------------------------------


def fulfil_order(table: Table, seat: int) -> Rule:
    """Complete a Location of the Order's type and pass the Order's own Test; each success is a Success Token.

    queen.order.location, queen.order.tokens-instead, queen.order.penalties, queen.order.final-test,
    queen.order.final-party, queen.order.location-box, queen.order.max-three, queen.order.no-quest-progress,
    queen.order.seal, queen.order.seal-always
    """
    order = table.order
    assert order and order.location
    yield from party.assemble(table, seat, order.location)
    card = yield from complete(table, seat, order.location, order)
    table.box.append(card)
    yield Event("queen.order.location-box", f"{card.name} goes back to the box.", (card,))
    if table.order is order and (yield from tests.test(table, seat, order.attributes[0])):
        yield from add_token(table, order)
    table.seal = True
    yield Event("queen.order.seal", "The Queen's Seal lies on the Order until the Event Phase.")


def add_token(table: Table, order: Card) -> Rule:
    """A success puts a token on the Order that the action began with [queen.order.complete-at-eight]."""
    if table.order is not order:  # it was completed in this action, under the reading immediate
        return
    table.tokens += 1
    text = f"A Success Token is added to {order.name}: {table.tokens}."
    yield Event("queen.order.tokens-instead", text, (order,), tokens=table.tokens)
    if table.options.order_completion == "immediate" and table.tokens >= ENOUGH:
        yield from complete_order(table)


def complete_order(table: Table) -> Rule:
    """The Order is completed: its Reward, the next Order; the third one wins.

    queen.order.complete-at-eight, queen.order.excess, queen.order.reward-recipient, queen.goal.three-orders,
    queen.goal.win-moment
    """
    order = table.order
    assert order
    table.tokens, table.order = 0, None
    table.completed.append(order)
    rule = "queen.order.complete-at-eight"
    yield Event(rule, f"{order.name} is completed: {len(table.completed)} of {TO_WIN}.", (order,))
    if len(table.completed) == TO_WIN:
        text = "Three Queen's Orders are completed: the kingdom is saved."
        yield from kingdom.end(table, True, "queen.goal.three-orders", text)
    yield from rewards.reward_one(table, order, "the Reward of the Order", "queen.order.reward-recipient")
    yield from next_order(table)


def next_order(table: Table) -> Rule:
    """The top Queen's Order comes into play, without tokens [queen.setup.first-order]."""
    card = yield table.orders.next_card()
    table.orders.take(card)
    table.order = card
    yield Event("queen.setup.first-order", f"The Queen orders: {card.name}. {card.words()}", (card,))


# --- Location Cards ------------------------------------------------------------------------------------


def complete(table: Table, seat: int, location: str, order: Card | None = None) -> Rule:
    """Draw a Location Card and resolve its two Tests; the second depends on the first. The completed card.

    queen.location.two-tests, queen.location.top-no-reward, queen.location.reward-penalty-timing,
    queen.location.completed-anyway, queen.location.front-open
    """
    deck = table.location_deck(location)
    card = yield deck.next_card()
    deck.take(card)
    table.location = card
    yield Event(
        "queen.order.location" if order else "queen.quest.draw-location",
        f"{card.name}. {card.words()}",
        (card,),
    )
    later = table.options.location_timing == "after_both"
    first = yield from tests.test(table, seat, card.top.test)
    if not later:
        yield from outcome(table, seat, card.top, first, order)
    section = card.middle if first else card.bottom
    second = yield from tests.test(table, seat, section.test)
    if later:
        yield from outcome(table, seat, card.top, first, order)
    yield from outcome(table, seat, section, second, order)
    table.location = None
    return card


def outcome(table: Table, seat: int, section: Section, success: bool, order: Card | None) -> Rule:
    """The Reward of a success, or in the Order action a Success Token; the Penalty of a failure.

    queen.location.top-no-reward, queen.order.tokens-instead, queen.order.penalties, queen.quest.rewards
    """
    if success and order:
        yield from add_token(table, order)
    elif success and section.reward:
        rule = f"queen.reward.{section.reward.name.replace('_', '-')}"
        yield from rewards.carry_out(table, seat, section.reward, rule)
    elif not success:
        yield from rewards.carry_out(table, seat, section.penalty, PENALTIES[section.penalty.name])


PENALTIES = {
    "monster": "queen.penalty.monster",
    "villager": "queen.penalty.villager",
    "retire": "queen.penalty.retire",
    **dict.fromkeys(("threat_enemy", "threat_regions", "threat_garden"), "queen.penalty.threat"),
}
