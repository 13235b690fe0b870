"""Set up, in the rulebook's order: King's Funeral, Guilds and hands, the first Order, the first player."""

from __future__ import annotations

from beastlab.core.deck import Deck
from beastlab.core.requests import Choose, Draw, Event, Move, Rule
from beastlab.games.by_order_of_the_queen.rules import kingdom, locations, phase, rewards
from beastlab.games.by_order_of_the_queen.table import Table


def set_up(table: Table) -> Rule:
    """Everything up to the first turn.

    queen.setup.kings-funeral, queen.setup.kf-threat, queen.setup.kf-monsters, queen.setup.kf-retire,
    queen.setup.retire-before-deal, queen.setup.first-order, queen.setup.first-player
    """
    options, everyone = table.options, range(len(table.seats))
    yield Event("queen.setup.kings-funeral", f"{table.event.name}. {table.event.words()}", (table.event,))
    yield from phase.take_effect(table, table.event, "queen.setup.kings-funeral")
    if options.easy_scouts:
        yield from scouts(table)
    yield from deal(table)
    yield from locations.next_order(table)
    names = options.names
    first = yield Draw(tuple((name, 1) for name in names))
    table.first = table.turn = names.index(first)
    yield Event("queen.setup.first-player", f"{first} begins.", seat=table.first)
    favors = (len(names) > 2) + options.easy_favor
    for seat in [(table.first + n) % len(names) for n in everyone]:
        if favors:
            rule = "queen.setup.favor" if len(names) > 2 else "queen.variant.easy-favor"
            yield from rewards.gain_favors(table, seat, favors, rule)
        if options.easy_henchman:
            yield from rewards.gain_henchman(table, seat, "queen.variant.easy-henchman")
        if options.easy_item:
            yield from rewards.draw_item(table, seat, "queen.variant.easy-item")
    table.phase = "action"


def scouts(table: Table) -> Rule:
    """The players discard one of the first Monsters; it is no Trophy [queen.variant.easy-scouts]."""
    foes, rule = table.in_play, "queen.variant.easy-scouts"
    if not foes:
        return
    moves = tuple(Move(f"scout:{foe.card.code}", f"Discard {foe.card.name}", foe.card) for foe in foes)
    move = yield Choose(0, "The players: which Monster did the scouts defeat?", moves, rule=rule)
    foes[:] = [foe for foe in foes if foe.card is not move.piece]
    table.monster_discard.append(move.piece)
    yield Event(rule, f"The scouts defeated {move.piece.name}.", (move.piece,))


def deal(table: Table) -> Rule:
    """A Guild Card with its starting Item, and seven Heroes, to each player.

    queen.setup.guilds, queen.setup.hand, queen.setup.alt-back-items, queen.variant.hard-no-guild-item,
    queen.setup.hero-deck-size
    """
    guilds = Deck(table.options.cards.of("guild"))
    for seat, player in enumerate(table.seats):
        guild = yield guilds.next_card()
        guilds.take(guild)
        player.guild = guild
        yield Event(
            "queen.setup.guilds", f"{player.name} leads {guild.name}. {guild.words()}", (guild,), seat=seat
        )
        relic = next((card for card in table.aside if card.guild == guild.guild), None)
        if relic and not table.options.hard_no_guild_item:
            table.aside.remove(relic)
            player.items.append(relic)
            player.relic = relic
            text = f"{player.name} takes {relic.name}: {relic.words()}"
            yield Event("queen.setup.guilds", text, (relic,), seat=seat)
    table.box += guilds.pool
    for seat, player in enumerate(table.seats):
        for _ in range(kingdom.HAND):
            player.hand.append((yield from kingdom.draw_hero(table)))
        text = f"{player.name}'s hand: {', '.join(hero.name for hero in player.hand)}."
        yield Event("queen.setup.hand", text, tuple(player.hand), seat=seat)
