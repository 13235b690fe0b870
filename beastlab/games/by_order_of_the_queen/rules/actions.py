"""A player turn: one of the four actions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from beastlab.core.requests import Choose, Event, Move, Refused, Rule
from beastlab.games.by_order_of_the_queen.cards import Card
from beastlab.games.by_order_of_the_queen.rules import fights, locations, party
from beastlab.games.by_order_of_the_queen.table import Table

QUEST = Move("quest", "Questing")
ORDER = Move("order", "Fulfill the Queen's Order")
HORDE = Move("horde", "Fight Against the Horde")
PASS = Move("pass", "Take no action")


def take_action(table: Table) -> Rule:
    """One action out of four; if none is legal the End of Turn follows.

    queen.turn.one-action, queen.turn.no-pass, queen.turn.clockwise, queen.order.any-player
    """
    seat = table.turn
    yield Event(
        "queen.turn.clockwise", f"{table.name(seat)}'s turn.", seat=seat, round=table.round, moon=table.moon
    )
    options = tuple(legal_actions(table, seat))
    if not options:
        yield Event("queen.turn.no-pass", "No action is possible.", seat=seat)
    else:
        prompt = f"{table.name(seat)}: which action?"
        refuse = partial(refused_actions, table, seat)
        move = yield Choose(seat, prompt, options, refuse, rule="queen.turn.one-action")
        table.action, _, code = move.key.partition(":")
        yield Event(
            "queen.turn.one-action", f"{table.name(seat)}: {move.label}.", seat=seat, action=table.action
        )
        match table.action:
            case "quest":
                yield from locations.quest(table, seat)
            case "order":
                yield from locations.fulfil_order(table, seat)
            case "horde":
                yield from party.assemble(table, seat, "against the Horde")
                yield from fights.fight_horde(table, seat)
            case "nemesis":
                foe = next(foe for foe in table.nemeses if foe.card.code == code)
                yield from party.assemble(table, seat, f"against {foe.card.name}")
                yield from fights.fight_nemesis(table, seat, foe)
    table.phase = "end"


def fighting(nemesis: Card) -> Move:
    return Move(f"nemesis:{nemesis.code}", f"Fight Against {nemesis.name}", nemesis)


def legal_actions(table: Table, seat: int) -> Iterator[Move]:
    """The actions that may be taken.

    queen.quest.short-deck, queen.location.empty-deck, queen.order.available, queen.horde.available,
    queen.nemesis.available, queen.nemesis.several, queen.nemesis.commander-unfightable
    """
    if not why_no_quest(table, seat):
        yield QUEST
    if not why_no_order(table):
        yield ORDER
    if table.in_play:
        yield HORDE
    for foe in table.nemeses:
        if foe.card.icons:
            yield fighting(foe.card)


def why_no_quest(table: Table, seat: int) -> tuple[str, str] | None:
    """The rule that forbids Questing, and a sentence."""
    player = table.seats[seat]
    if player.quest is None:
        return (
            None if table.quests.segments else ("queen.quest.short-deck", "There are no Quests left to take.")
        )
    if not locations.open_locations(table, player.outstanding()):
        return "queen.location.empty-deck", "That Location deck is empty."
    return None


def why_no_order(table: Table) -> tuple[str, str] | None:
    """The rule that forbids the Queen's Order, and a sentence."""
    if table.seal:
        return "queen.order.available", "The Order is sealed for this round."
    if table.nemeses:
        return "queen.order.available", "A Nemesis blocks the Queen's Order."
    assert table.order and table.order.location
    if not table.location_deck(table.order.location).segments:
        return "queen.location.empty-deck", "That Location deck is empty."
    return None


def refused_actions(table: Table, seat: int) -> Iterator[Refused]:
    """The actions that somebody might expect and may not take now, each with its rule."""
    if reason := why_no_quest(table, seat):
        yield Refused(QUEST, *reason)
    if table.seats[seat].quest:
        move = Move("quest:new", "Draw new Quests")
        yield Refused(move, "queen.quest.one-at-a-time", "Finish your current Quest first.")
    if reason := why_no_order(table):
        yield Refused(ORDER, *reason)
    if not table.in_play:
        yield Refused(HORDE, "queen.horde.available", "There are no Monsters to fight.")
    for foe in table.nemeses:
        if not foe.card.icons:
            yield Refused(fighting(foe.card), "queen.nemesis.available", f"{foe.card.name} cannot be fought.")
    if not table.nemeses:
        move = Move("nemesis", "Fight Against the Nemesis")
        yield Refused(move, "queen.nemesis.available", "There is no Nemesis to fight.")
    yield Refused(PASS, "queen.turn.no-pass", "You must choose one of the available actions.")
