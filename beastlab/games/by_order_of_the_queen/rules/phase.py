"""The Event Phase, step by step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from beastlab.core.requests import Choose, Event, Move, Roll, Rule
from beastlab.games.by_order_of_the_queen.cards import Card
from beastlab.games.by_order_of_the_queen.rules import kingdom, locations, monsters, rewards
from beastlab.games.by_order_of_the_queen.table import Foe, Table
from beastlab.games.by_order_of_the_queen.vocabulary import ENEMY, GARDEN, REGIONS, Effect


def event_phase(table: Table) -> Rule:
    """The steps, then the next player's turn [queen.event.steps, queen.event.next-player]."""
    for stage, (_, carry_out) in enumerate(steps(table), 1):
        table.stage = stage
        yield from carry_out(table)
    if table.options.event_steps == "six":
        yield from advance_order(table)
    if table.options.seal_removed == "end_of_phase":
        yield from remove_seal(table)
    table.stage, table.phase = 0, "action"
    table.turn = (table.turn + 1) % len(table.seats)
    table.round += 1


def steps(table: Table) -> tuple[tuple[str, Callable[[Table], Rule]], ...]:
    """The steps that are played, with their names."""
    return STEPS[:6] if table.options.event_steps == "six" else STEPS


# --- 1 to 4: foes --------------------------------------------------------------------------------------


def nemesis_abilities(table: Table) -> Rule:
    """Each Nemesis in play carries out its Event Phase ability, in order of arrival.

    queen.event.nemesis-ability, queen.nemesis.worm, queen.nemesis.crag-giant-threat, queen.nemesis.chimera,
    queen.nemesis.several, queen.favor.no-event-phase
    """
    for foe in table.nemeses[:]:
        does = foe.card.event_phase
        if not does:
            continue
        ability = does[0]
        if len(does) > 1:
            (face,) = yield Roll(1)
            ability = does[face - 1]
            yield Event(
                "queen.nemesis.chimera", f"{foe.card.name}'s die shows {face}.", (foe.card,), face=face
            )
        yield Event("queen.event.nemesis-ability", f"{foe.card.name}: {ability.words()}", (foe.card,))
        yield from rewards.carry_out(table, table.turn, ability, "queen.event.nemesis-ability")


def remove_villagers(table: Table) -> Rule:
    """One Villager for every Monster in play [queen.event.villagers, queen.nemesis.not-a-monster]."""
    yield from kingdom.remove_villagers(table, len(table.in_play), "queen.event.villagers")


def spawn_monsters(table: Table) -> Rule:
    """As many Monster Cards as the Growing Enemy demands; a Prompt uses up a draw.

    queen.event.spawn, queen.threat.table-enemy, queen.nemesis.prompt-in-spawn, queen.threat.stays
    """
    for _ in range(table.threat_effect(ENEMY)):
        yield from monsters.draw_monster(table, "queen.event.spawn")


def spawn_nemeses(table: Table) -> Rule:
    """Every Nemesis whose Prompt was drawn this round comes over the Order, and does once what it does.

    queen.event.spawn-nemesis, queen.event.several-prompts, queen.nemesis.when-drawn-once,
    queen.nemesis.mockatrice,
    queen.nemesis.doomsayer, queen.nemesis.order-kept, queen.nemesis.prompt-to-box
    """
    for nemesis in table.drawn[:]:
        table.drawn.remove(nemesis)
        table.nemeses.append(Foe(nemesis, nemesis.icons))
        yield Event("queen.event.spawn-nemesis", f"{nemesis.name} arrives. {nemesis.words()}", (nemesis,))
        if word := nemesis.discards:
            for seat, player in enumerate(table.seats):
                gone = tuple(hero for hero in player.hand if word in hero.attributes or word == hero.class_)
                player.hand = [hero for hero in player.hand if hero not in gone]
                table.hero_discard += gone
                names = ", ".join(hero.name for hero in gone) or "nobody"
                rule = OWN_RULES.get(nemesis.code, "queen.event.spawn-nemesis")
                yield Event(rule, f"{table.name(seat)} discards {names} ({word}).", gone, seat=seat)


OWN_RULES = {code: f"queen.nemesis.{code}" for code in ("mockatrice", "doomsayer")}


# --- 5 to 7: the kingdom and its Order -------------------------------------------------------------------


def remove_regions(table: Table) -> Rule:
    """Regions by the Confidence of the Regions; with no Threat there one player gains a Favor instead.

    queen.event.regions, queen.threat.table-regions, queen.event.gift-recipient
    """
    if table.threat[REGIONS]:
        yield from kingdom.remove_regions(table, table.threat_effect(REGIONS), "queen.event.regions")
    else:
        yield from gift(table, Effect("favor"), "a Queen's Favor, for the regions are confident")


def retire_heroes(table: Table) -> Rule:
    """Heroes of the Hero Deck by the Garden Sanctuary; with no Threat there one player gains an Item instead.

    queen.event.retire, queen.event.retire-wording, queen.threat.table-garden, queen.event.gift-recipient
    """
    if table.threat[GARDEN]:
        yield from kingdom.retire_from_deck(table, table.threat_effect(GARDEN), "queen.event.retire")
    else:
        yield from gift(table, Effect("item"), "an Item, for the garden is safe")


def gift(table: Table, effect: Effect, what: str) -> Rule:
    """The players choose who of them gains it."""
    rule = "queen.event.gift-recipient"
    seat = yield from rewards.one_player(table, what, rule)
    yield from rewards.carry_out(table, seat, effect, rule)


def advance_order(table: Table) -> Rule:
    """Trim the Order to eight tokens; complete it if it has eight; take the Seal off.

    queen.event.order-advance, queen.order.excess, queen.order.complete-at-eight, queen.order.under-nemesis,
    queen.order.seal-removed
    """
    if table.tokens > locations.ENOUGH:
        over, table.tokens = table.tokens - locations.ENOUGH, locations.ENOUGH
        yield Event(
            "queen.order.excess", f"{over} Success Token{'s' * (over > 1)} above eight are discarded."
        )
    if table.tokens == locations.ENOUGH:
        yield from locations.complete_order(table)
    removed = table.options.seal_removed
    if removed == "step_7" or removed == "no_nemesis" and not table.nemeses:
        yield from remove_seal(table)


def remove_seal(table: Table) -> Rule:
    """The Order is open again [queen.order.seal-removed]."""
    if table.seal:
        table.seal = False
        yield Event("queen.order.seal-removed", "The Queen's Seal is taken off the Order.")


# --- 8 to 10: Trophies, a new Event, a Hero for the neighbour -----------------------------------------------


def turn_in_trophies(table: Table) -> Rule:
    """Every player may turn in own Trophies for what the table offers, the oldest first.

    Which Monsters go matters only to a Monster Deck that is made of discards, so nobody is asked for that.
    queen.event.trophies, queen.event.trophies-optional, queen.reward.impossible
    """
    offers = table.options.board_table("trophy_table").gains
    for seat in [*table.clockwise(table.turn), table.turn]:
        player = table.seats[seat]
        while have := len(player.trophies):
            moves = [trading(count, gain) for count, gain in offers or ((have, None),) if count <= have]
            if not moves:
                break
            prompt = f"{player.name}: turn in Trophies? You have {have}."
            refuse, rule = partial(rewards.no_favors, table), "queen.event.trophies-optional"
            move = yield Choose(seat, prompt, (KEEP_TROPHIES, *moves), refuse, rule=rule)
            if move.key == KEEP_TROPHIES.key:
                break
            count, gain = move.piece
            gone = tuple(player.trophies[:count])
            del player.trophies[:count]
            table.monster_discard += gone
            text = f"{player.name} turns in {', '.join(card.name for card in gone)}."
            yield Event("queen.event.trophies", text, gone, seat=seat)
            if gain:
                yield from rewards.carry_out(table, seat, gain, "queen.event.trophies")


KEEP_TROPHIES = Move("trade:none", "Keep the Trophies")


def trading(count: int, gain: Effect | None) -> Move:
    many = f"{count} Trophies" if count > 1 else "a Trophy"
    words = gain.words() if gain else "for nothing."
    return Move(f"trade:{count}:{gain or 'nothing'}", f"Turn in {many}: {words}", (count, gain))


def new_event(table: Table) -> Rule:
    """The top card of the Event deck becomes the current Event: its Threat, then its other effects.

    queen.event.new-event, queen.event.deck-empty, queen.reward.king-funeral-return
    """
    if not table.events.segments:
        old = [card for card in table.event_discard if card.type == "event"]
        table.events.shuffle_in(old)
        table.event_discard = [card for card in table.event_discard if card.type == "funeral"]
        yield Event("queen.event.deck-empty", "The discarded Events are shuffled into a new deck.")
    card = yield table.events.next_card()
    table.events.take(card)
    table.event_discard.append(card)
    yield Event("queen.event.new-event", f"A new Event: {card.name}. {card.words()}", (card,))
    yield from take_effect(table, card, "queen.event.new-event")


def take_effect(table: Table, card: Card, rule: str) -> Rule:
    """The Threat that an Event adds to each pool, then what it does at once."""
    for pool, count in enumerate(card.threat):
        if count:
            yield from kingdom.add_threat(table, pool, count, rule)
    for effect in card.immediate:
        yield from rewards.carry_out(table, table.turn, effect, rule)


def pass_heroes(table: Table) -> Rule:
    """Every player gives a Hero of the hand to the player on the left; all at once, so none is passed on.

    queen.event.pass-hero, queen.variant.hard-no-pass
    """
    if table.options.hard_no_pass:
        return
    count = len(table.seats)
    given: list[tuple[int, int, Card]] = []
    for giver in [*table.clockwise(table.turn), table.turn]:
        hand, left = table.seats[giver].hand, (giver + 1) % count
        if not hand:
            continue
        hero = hand[0]
        if len(hand) > 1:
            prompt = f"{table.name(giver)}: which Hero goes to {table.name(left)}?"
            moves = tuple(Move(f"pass:{hero.code}", f"Give {hero.name}", hero) for hero in hand)
            move = yield Choose(
                giver, prompt, moves, partial(rewards.no_favors, table), rule="queen.event.pass-hero"
            )
            hero = move.piece
        given.append((giver, left, hero))
    for giver, left, hero in given:
        table.seats[giver].hand.remove(hero)
        table.seats[left].hand.append(hero)
        text = f"{table.name(giver)} gives {hero.name} to {table.name(left)}."
        yield Event("queen.event.pass-hero", text, (hero,), seat=giver)


STEPS: tuple[tuple[str, Callable[[Table], Rule]], ...] = (
    ("Nemesis Ability", nemesis_abilities),
    ("Remove Villagers", remove_villagers),
    ("Spawn Monsters", spawn_monsters),
    ("Spawn Nemesis", spawn_nemeses),
    ("Remove Regions", remove_regions),
    ("Retire Heroes", retire_heroes),
    ("Queen's Order Advancement", advance_order),
    ("Turn in Trophies", turn_in_trophies),
    ("New Event", new_event),
    ("Pass a Hero", pass_heroes),
)
