"""The End of Turn: the party is discarded, a Quest may be completed, the hand is filled, the moon moves."""

from __future__ import annotations

from beastlab.core.requests import Event, Rule
from beastlab.games.by_order_of_the_queen.rules import kingdom, rewards
from beastlab.games.by_order_of_the_queen.table import Table

FULL_MOON = 4


def end_of_turn(table: Table) -> Rule:
    """The four steps, in this order; after the fourth turn of a round the Event Phase follows.

    queen.end.order, queen.end.moon, queen.end.moon-name, queen.turn.clockwise, queen.turn.round-rotation
    """
    seat = table.turn
    yield from discard_party(table, seat)
    yield from complete_quest(table, seat)
    yield from draw_up(table, seat)
    table.action = ""
    if table.options.moon_cycle == "literal":
        table.moon += 1
        full = table.moon == FULL_MOON
    else:
        full = table.moon == FULL_MOON
        table.moon += 1
    if full:
        table.moon, table.phase = 1, "event"
        yield Event("queen.end.moon", "Full moon: the Event Phase begins.", moon=1)
    else:
        table.phase, table.turn = "action", (seat + 1) % len(table.seats)
        yield Event("queen.end.moon", f"The moon moves to position {table.moon} of 4.", moon=table.moon)


def discard_party(table: Table, seat: int) -> Rule:
    """Discard the party; with enough Heroes of the own Guild among it the Guild's bonus is gained, once.

    queen.end.discard-party, queen.end.guild-bonus, queen.end.guild-bonus-once, queen.end.guild-icon-heroes
    """
    party, guild = tuple(table.party), table.seats[seat].guild
    table.party.clear()
    if not party:
        return
    table.hero_discard += party
    text = f"{table.name(seat)} discards {', '.join(hero.name for hero in party)}."
    yield Event("queen.end.discard-party", text, party, seat=seat)
    if guild and sum(hero.guild == guild.guild for hero in party) >= guild.needs:
        text = f"{guild.needs} or more Heroes of {guild.name} are among them: the Guild's bonus."
        yield Event("queen.end.guild-bonus", text, (guild,), seat=seat)
        for gain in guild.reward:
            yield from rewards.carry_out(table, seat, gain, "queen.end.guild-bonus")


def complete_quest(table: Table, seat: int) -> Rule:
    """A Quest whose Locations are all there is completed: all go to the box, the Reward is gained.

    queen.quest.completion
    """
    player = table.seats[seat]
    quest = player.quest
    if quest is None or player.outstanding():
        return
    table.box += [quest, *player.locations]
    player.quest = None
    player.locations.clear()
    yield Event("queen.quest.completion", f"{table.name(seat)} completes {quest.name}.", (quest,), seat=seat)
    for gain in quest.reward:
        yield from rewards.carry_out(table, seat, gain, "queen.quest.completion")


def draw_up(table: Table, seat: int) -> Rule:
    """Draw Heroes up to a hand of seven, as far as there are any.

    queen.end.draw, queen.end.draw-short, queen.end.reshuffle
    """
    hand, drawn = table.seats[seat].hand, []
    while len(hand) < kingdom.HAND:
        hero = yield from kingdom.draw_hero(table)
        if hero is None:
            yield Event("queen.end.draw-short", "No Hero is left to be drawn.", seat=seat)
            break
        hand.append(hero)
        drawn.append(hero)
    if drawn:
        text = f"{table.name(seat)} draws {', '.join(hero.name for hero in drawn)}."
        yield Event("queen.end.draw", text, tuple(drawn), seat=seat)
