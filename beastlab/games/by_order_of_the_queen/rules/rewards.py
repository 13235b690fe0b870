"""What cards give and take: Rewards, Penalties, and the effects of Events and Nemeses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from beastlab.core.requests import Choose, Event, Move, Refused, Rule
from beastlab.games.by_order_of_the_queen.cards import Card
from beastlab.games.by_order_of_the_queen.rules import kingdom, monsters
from beastlab.games.by_order_of_the_queen.table import Table
from beastlab.games.by_order_of_the_queen.vocabulary import POOL_NAMES, POOLS, Effect


def carry_out(table: Table, seat: int, effect: Effect, rule: str) -> Rule:
    """Carry out an effect for the player `seat`, who gains and who chooses.

    queen.location.reward-to-roller, queen.reward.favor, queen.reward.item, queen.reward.event,
    queen.penalty.villager,
    queen.penalty.retire, queen.penalty.threat
    """
    name, amount = effect
    match name:
        case "favor":
            yield from gain_favors(table, seat, amount, rule)
        case "event":
            for gain in table.event.reward:
                yield from carry_out(table, seat, gain, "queen.reward.event")
        case "remove_threat":
            yield from remove_threat_anywhere(table, seat, amount, rule)
        case "villager":
            yield from kingdom.remove_villagers(table, amount, rule)
        case "region":
            yield from kingdom.remove_regions(table, amount, rule)
        case "retire":
            yield from kingdom.retire(table, seat, amount, rule)
        case "retire_from_deck":
            yield from kingdom.retire_from_deck(table, amount, rule)
        case _ if name.startswith("remove_threat_"):
            yield from kingdom.remove_threat(table, POOLS.index(name[14:]), amount, rule)
        case _ if name.startswith("threat_"):
            yield from kingdom.add_threat(table, POOLS.index(name[7:]), amount, rule)
        case _:
            for _ in range(amount):
                match name:
                    case "item":
                        yield from draw_item(table, seat, rule)
                    case "recover":
                        yield from kingdom.recover(table, rule)
                    case "henchman":
                        yield from gain_henchman(table, seat, rule)
                    case "monster_success":
                        yield from monsters.add_success(table, seat)
                    case "monster":
                        yield from monsters.draw_monster(table, rule)


def gain_favors(table: Table, seat: int, count: int, rule: str) -> Rule:
    """Gain Queen's Favors; there is no limit [queen.reward.favor, queen.favor.unlimited-holding]."""
    table.seats[seat].favors += count
    many = f"{count} Queen's Favors" if count > 1 else "a Queen's Favor"
    yield Event(rule, f"{table.name(seat)} gains {many}.", seat=seat)


def draw_item(table: Table, seat: int, rule: str) -> Rule:
    """Draw the top card of the Item deck; discarded Items are shuffled when it is empty.

    queen.reward.item, queen.item.deck-empty, queen.item.no-limit, queen.setup.kf-reward
    """
    if not table.items.segments:
        if not table.item_discard:
            yield Event("queen.item.deck-empty", "No Item is left to be drawn.")
            return
        table.items.shuffle_in(table.item_discard)
        table.item_discard.clear()
        yield Event("queen.item.deck-empty", "The discarded Items are shuffled into a new deck.")
    item = yield table.items.next_card()
    table.items.take(item)
    table.seats[seat].items.append(item)
    yield Event(rule, f"{table.name(seat)} gains {item.name}: {item.words()}", (item,), seat=seat)


def gain_henchman(table: Table, seat: int, rule: str) -> Rule:
    """Take a Henchman, unless all four are in play.

    queen.item.henchman-source, queen.item.henchman-limit
    """
    card = next((card for card in table.aside if card.type == "henchman"), None)
    if card is None:
        text = f"All Henchmen are in play: {table.name(seat)} receives nothing."
        yield Event("queen.item.henchman-limit", text, seat=seat)
        return
    table.aside.remove(card)
    table.seats[seat].items.append(card)
    yield Event(rule, f"{table.name(seat)} gains a Henchman.", (card,), seat=seat)


def remove_threat_anywhere(table: Table, seat: int, count: int, rule: str) -> Rule:
    """Remove Threat Tokens one by one, each from a pool of one's choice that still has one."""
    for left in range(count, 0, -1):
        pools = [pool for pool in range(3) if table.threat[pool]]
        if not pools:
            yield Event("queen.reward.impossible", "No Threat is left to be removed.")
            return
        pool = pools[0]
        if len(pools) > 1:

            def refuse(pools: list[int] = pools) -> list[Refused]:
                why = "No Threat Token lies there."
                return [
                    Refused(calming(pool), "queen.reward.impossible", why)
                    for pool in range(3)
                    if pool not in pools
                ]

            many = f"{left} Threat" if left > 1 else "a Threat"
            prompt = f"{table.name(seat)}: remove {many}: from which pool?"
            move = yield Choose(seat, prompt, tuple(map(calming, pools)), refuse, rule=rule)
            pool = move.piece
        yield from kingdom.remove_threat(table, pool, 1, rule)


def calming(pool: int) -> Move:
    return Move(f"calm:{POOLS[pool]}", f"Remove a Threat from the {POOL_NAMES[pool]}", pool)


def one_player(table: Table, what: str, rule: str) -> Rule:
    """The players choose who of them gains something; whoever took the last turn speaks for them.

    queen.event.gift-recipient, queen.order.reward-recipient
    """
    moves = tuple(
        Move(f"give:{seat}", f"{table.name(seat)} gains it", seat) for seat in range(len(table.seats))
    )
    prompt = f"The players: who gains {what}?"
    return (yield Choose(table.turn, prompt, moves, partial(no_favors, table), rule=rule)).piece


def no_favors(table: Table) -> Iterator[Refused]:
    """Favors have no use in the Event Phase [queen.favor.no-event-phase]."""
    if table.phase == "event" and any(player.favors for player in table.seats):
        move = Move("favor", "Reroll a die with a Favor")
        yield Refused(move, "queen.favor.no-event-phase", "No Favors in the Event Phase.")


COMMON = ("recover", "remove_threat", *(f"remove_threat_{pool}" for pool in POOLS))
"""Rewards that concern all players alike."""


def reward_one(table: Table, card: Card, what: str, rule: str) -> Rule:
    """The Reward of a card that belongs to all: the players choose who gains it, if it goes to one."""
    seat = table.turn
    if any(gain.name not in COMMON for gain in card.reward):
        seat = yield from one_player(table, what, rule)
    for gain in card.reward:
        yield from carry_out(table, seat, gain, rule)
