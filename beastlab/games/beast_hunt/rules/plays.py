"""Playing a card: Hero, Arcana, Armament, Curse and Banner, and the Defiance that may stop it."""

from __future__ import annotations

from functools import cache

from beastlab.core.requests import Choose, Event, Move, Refused, Rule
from beastlab.games.beast_hunt.cards import Card
from beastlab.games.beast_hunt.rules import beasts, dice, effects, hands, heroes
from beastlab.games.beast_hunt.table import Hero, Table

EQUIPMENT = ("armament", "curse", "banner")
LET_IT_BE = Move("pass", "Let it be")
LATER = Move("later", "Not now")


@cache
def playing_alone(card: Card) -> Move:
    return Move(f"play:{card.code}", f"Play {card.name}", (card, None), "1 action")


def equipping(card: Card, owner: int, hero: Hero, whose: str) -> Move:
    label = f"Equip {card.name} to {hero.card.name} ({whose})"
    return Move(f"equip:{card.code}:{hero.card.code}", label, (card, (owner, hero.card)), "1 action")


def playing(table: Table, seat: int, card: Card) -> list[Move]:
    """The moves that play a card: one, or for equipment one for each Hero in play that carries none.

    hunt.equip.on-the-field, hunt.equip.limit-one, hunt.equip.occupied
    """
    if card.type not in EQUIPMENT:
        return [playing_alone(card)]
    return [
        equipping(card, owner, hero, party.name)
        for owner, party in enumerate(table.seats)
        for hero in party.heroes
        if hero.gear is None
    ]


def play_card(table: Table, seat: int, card: Card, target: tuple[int, Card] | None) -> Rule:
    """Announce a card and its target, let the others defy it, then carry it out.

    hunt.action.play-card, hunt.defiance.moment, hunt.defiance.success, hunt.defiance.failure
    """
    name = table.name(seat)
    hands.leaves_hand(table, seat, card)
    table.resolving.append(card)
    on = f" on {target[1].name} of {table.name(target[0])}" if target else ""
    yield Event("hunt.action.play-card", f"{name} plays {card.name}{on}.", (card,), seat=seat)
    targets = (
        (yield from effects.aim(table, seat, card.effect)) if card.type == "arcana" and card.effect else None
    )
    if (yield from defied(table, seat)):
        table.resolving.remove(card)
        table.discard.append(card)
        text = f"{card.name} goes to the Discard Pile without having had any effect."
        yield Event("hunt.defiance.success", text, (card,))
        return
    if card.type == "hero":
        table.resolving.remove(card)
        yield from hero_arrives(table, seat, card)
    elif card.type == "arcana":
        assert card.effect
        yield from effects.carry_out(table, seat, card.effect, targets or None)
        table.resolving.remove(card)
        table.discard.append(card)
        yield Event("hunt.arcana.discard", f"{card.name} goes to the Discard Pile.", (card,))
        yield from effects.happens(table, (seat, "on_arcana_played"))
    else:
        assert target
        yield from equip(table, card, *target)


def hero_arrives(table: Table, seat: int, card: Card) -> Rule:
    """A Hero enters the Party and may use its effect at once, for no further action.

    hunt.hero.immediate-use, hunt.hero.immediate-optional, hunt.hero.limit-per-card
    """
    table.used.discard(card)
    yield Event("hunt.hero.any-number", f"{card.name} joins the Party of {table.name(seat)}.", (card,))
    yield from heroes.enters(table, seat, Hero(card))
    hero = heroes.still_there(table, seat, card)
    if hero is None or not hero.up or hero.carries("seal") or card.mode == "continuous":
        return
    prompt = f"{table.name(seat)}: use the effect of {card.name} now?"
    now = Move("now", "Roll for its effect now", card)
    move = yield Choose(seat, prompt, (now, LATER), rule="hunt.hero.immediate-optional")
    if move is not LATER:
        yield from heroes.use_hero(table, seat, hero)


def equip(table: Table, card: Card, owner: int, hero_card: Card) -> Rule:
    """An Armament, Curse or Banner goes on its Hero, if that still stands there free."""
    table.resolving.remove(card)
    party = table.seats[owner].heroes
    hero = heroes.still_there(table, owner, hero_card)
    if hero is None or hero.gear is not None:
        table.discard.append(card)
        yield Event("hunt.term.no-target", f"{card.name} has no Hero to go on and is discarded.", (card,))
        return
    party[party.index(hero)] = hero._replace(gear=card)
    rule = f"hunt.equip.{'banner-class' if card.type == 'banner' else f'{card.type}-target'}"
    yield Event(rule, f"{hero_card.name} of {table.name(owner)} carries {card.name}.", (card,))
    yield from beasts.reveal_king(table)


def defied(table: Table, seat: int) -> Rule:
    """Ask the other players clockwise for one Defiance; True if it is used and its duel won.

    hunt.defiance.targets, hunt.defiance.not-self, hunt.defiance.one-per-action, hunt.defiance.priority,
    hunt.defiance.card-discard
    """
    for other in table.clockwise(seat):
        options = [LET_IT_BE]
        for held in table.seats[other].hand:
            if held.type == "defiance":
                options.append(defying(held))

        def refuse(other: int = other) -> list[Refused]:
            why = "There is no completed roll to modify."
            held = [card for card in table.seats[other].hand if card.type == "enchant"]
            moves = [move for card in held for move in dice.enchants(card, ("",))]
            return [Refused(move, "hunt.enchant.after-roll", why) for move in moves]

        prompt = f"{table.name(other)}: defy {table.resolving[-1].name} of {table.name(seat)}?"
        move = yield Choose(other, prompt, tuple(options), refuse, window=True, rule="hunt.defiance.targets")
        if move is not LET_IT_BE:
            card = move.piece
            hands.leaves_hand(table, other, card)
            table.resolving.append(card)
            yield Event(
                "hunt.defiance.targets",
                f"{table.name(other)} defies it with {card.name}.",
                (card,),
                seat=other,
            )
            won = yield from dice.duel(table, other, seat, card.duel_bonus)
            table.resolving.remove(card)
            table.discard.append(card)
            rule = "hunt.defiance.higher-wins" if won else "hunt.defiance.failure"
            yield Event(
                rule, f"{table.name(other if won else seat)} wins the duel.", winner=other if won else seat
            )
            yield from dice.duel_over(table, other, seat, won)
            return won
    return False


@cache
def defying(card: Card) -> Move:
    return Move(f"defy:{card.code}", f"Defy with {card.name}", card)
