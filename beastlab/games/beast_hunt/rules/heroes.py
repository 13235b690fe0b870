"""Heroes and what they carry: using their effects, and everything that moves them."""

from __future__ import annotations

from collections.abc import Iterator

from beastlab.core.requests import Choose, Event, Move, Refused, Rule, Total
from beastlab.games.beast_hunt.cards import Card
from beastlab.games.beast_hunt.rules import beasts, dice, effects, hands
from beastlab.games.beast_hunt.table import Hero, Table

# --- using an effect -----------------------------------------------------------------------------


def using(card: Card) -> Move:
    return Move(f"use:{card.code}", f"Use {card.name}", card, "1 action")


def use_hero(table: Table, seat: int, hero: Hero) -> Rule:
    """Roll two dice for a Hero's effect: green at or above the number, red at or below it.

    Every roll is the Hero's one use of this turn, successful or not.
    hunt.hero.roll, hunt.hero.green, hunt.hero.red, hunt.hero.final-result, hunt.hero.limit-counts
    """
    card, name = hero.card, table.name(seat)
    table.used.add(card)
    assert card.effect
    if card.roll is not None:
        easier = roll_bonus(table, seat, hero)
        green = card.roll.colour == "green"
        total = (yield Total(2)) + (easier if green else -easier)
        shown = f"{card.roll.value} or {'more' if green else 'less'}"
        text = f"{name} rolls {total} for {card.name}, which needs {shown}."
        yield Event("hunt.hero.roll", text, (card,), seat=seat, total=total)
        result = yield from dice.enchanted(table, seat, total, f"{card.name} needs {shown}")
        met = result >= card.roll.value if green else result <= card.roll.value
        if not met:
            text = f"{card.name} has no effect: {result} is not {shown}."
            yield Event("hunt.hero.fail-no-refund", text, (card,), seat=seat, result=result)
            return False
        rule = "hunt.hero.green" if green else "hunt.hero.red"
        yield Event(
            rule,
            f"{card.name} succeeds with {result}: {card.effect.words()}",
            (card,),
            seat=seat,
            result=result,
        )
    else:
        yield Event(
            "hunt.hero.no-roll-effects", f"{name} uses {card.name}: {card.effect.words()}", (card,), seat=seat
        )
    yield from effects.carry_out(table, seat, card.effect)
    return True


def roll_bonus(table: Table, seat: int, hero: Hero) -> int:
    """By how much the roll of `hero` is easier: its equipment, Beasts of the Party, this turn's bonus."""
    bonus = table.roll_bonus if seat == table.turn else 0
    if hero.carries("roll_bonus"):
        bonus += hero.gear.effect.amount  # type: ignore[union-attr, operator]
    return bonus + sum(amount for name, amount in lasting(table, seat) if name == "roll_bonus")


def lasting(table: Table, seat: int) -> Iterator[tuple[str, int]]:
    """The lasting effects of a Party: its Beasts, and face-up Heroes of the mode continuous."""
    party = table.seats[seat]
    for beast in party.beasts:
        if beast.continuous:
            yield beast.continuous.name, beast.continuous.amount  # type: ignore[misc]
    for hero in party.heroes:
        if hero.up and hero.card.mode == "continuous" and hero.card.effect and not hero.carries("seal"):
            yield hero.card.effect.name, hero.card.effect.amount  # type: ignore[misc]


# --- entering and leaving a Party -------------------------------------------------------------------


def enters(table: Table, seat: int, hero: Hero) -> Rule:
    """A Hero enters a Party, from the hand or stolen."""
    table.seats[seat].heroes.append(hero)
    yield from effects.happens(table, (seat, "on_hero_entered"))
    yield from beasts.reveal_king(table)


def leaves(table: Table, owner: int, hero: Hero) -> Rule:
    """A Hero leaves a Party; what it carries goes to the Discard Pile [hunt.equip.hero-leaves]."""
    table.seats[owner].heroes.remove(hero)
    if hero.gear:
        table.discard.append(hero.gear)
        text = f"{hero.gear.name} goes to the Discard Pile."
        yield Event("hunt.equip.hero-leaves", text, (hero.gear,))


def discard_hero(table: Table, owner: int, hero: Hero, rule: str, text: str) -> Rule:
    """A Hero goes to the Discard Pile: destroyed, sacrificed or assassinated."""
    yield Event(rule, text, (hero.card,), owner=owner)
    yield from leaves(table, owner, hero)
    table.discard.append(hero.card)
    yield from effects.happens(table, (owner, "on_own_hero_lost"))


def steal(table: Table, seat: int, owner: int, hero: Hero) -> Rule:
    """Move a Hero to one's own Party: face up, without equipment, without the free roll.

    hunt.term.steal, hunt.term.facedown-stolen, hunt.equip.steal-drops, hunt.hero.immediate-from-hand
    """
    yield Event(
        "hunt.term.steal",
        f"{table.name(seat)} steals {hero.card.name} from {table.name(owner)}.",
        (hero.card,),
    )
    yield from leaves(table, owner, hero)
    yield from enters(table, seat, Hero(hero.card))
    yield from effects.happens(table, (owner, "on_own_hero_lost"))


def return_hero(table: Table, owner: int, hero: Hero) -> Rule:
    """Move a Hero to the hand of the player whose Party it was in [hunt.term.return]."""
    yield Event("hunt.term.return", f"{hero.card.name} returns to {table.name(owner)}'s hand.", (hero.card,))
    yield from leaves(table, owner, hero)
    yield from hands.comes_to_hand(table, owner, hero.card, seen_by=tuple(range(len(table.seats))))
    yield from effects.happens(table, (owner, "on_own_hero_lost"))


def flip(table: Table, owner: int, hero: Hero) -> Rule:
    """Turn a Hero face down or face up [hunt.term.facedown-causes]."""
    party = table.seats[owner].heroes
    party[party.index(hero)] = hero._replace(up=not hero.up)
    side = "down" if hero.up else "up"
    yield Event(
        "hunt.term.facedown-causes", f"{hero.card.name} is turned face {side}.", (hero.card,), owner=owner
    )
    yield from beasts.reveal_king(table)


def unequip(table: Table, owner: int, hero: Hero) -> Rule:
    """Destroy an equipped card [hunt.equip.banner-to-discard]."""
    assert hero.gear
    party = table.seats[owner].heroes
    party[party.index(hero)] = hero._replace(gear=None)
    table.discard.append(hero.gear)
    text = f"{hero.gear.name} on {hero.card.name} is destroyed."
    yield Event("hunt.equip.banner-to-discard", text, (hero.gear,), owner=owner)
    yield from beasts.reveal_king(table)


# --- choosing a Hero --------------------------------------------------------------------------------

_OWN = {
    "destroy": ("hunt.term.destroy", "Destroy chooses a Hero of another player's Party."),
    "steal": ("hunt.term.steal", "You can't steal from your own Party."),
    "return": ("hunt.term.return", "This effect returns Heroes of other Parties."),
}
_OTHERS = {
    "sacrifice": ("hunt.term.sacrifice", "You sacrifice a Hero of your own Party."),
    "flip_down": ("hunt.malice.everyone", "Each player turns own Heroes face down."),
}
_CHAMPION = {
    "destroy": "hunt.champion.immune",
    "sacrifice": "hunt.champion.immune",
    "assassinate": "hunt.champion.immune",
    "steal": "hunt.champion.steal-return",
    "return": "hunt.champion.steal-return",
    "flip": "hunt.champion.steal-return",
    "flip_down": "hunt.champion.steal-return",
    "unequip": "hunt.champion.no-equipment",
}
_WORDS = {
    "flip": "turn",
    "flip_down": "turn face down",
    "unequip": "destroy the card carried by",
}


def why_not(seat: int, owner: int, hero: Hero, verb: str) -> tuple[str, str] | None:
    """The rule that keeps `seat` from choosing this Hero for `verb`, and a sentence; None if it may."""
    if owner == seat and verb in _OWN:
        return _OWN[verb]
    if owner != seat and verb in _OTHERS:
        return _OTHERS[verb]
    if not hero.up and verb in ("destroy", "steal", "return"):
        return "hunt.term.facedown-immunity", "A face-down Hero can't be destroyed, stolen or returned."
    if not hero.up and verb == "flip_down":
        return "hunt.term.facedown-causes", "It is face down already."
    if owner != seat and verb in ("destroy", "steal") and hero.carries("guard"):
        assert hero.gear
        return "hunt.equip.armament-target", f"{hero.gear.name} guards it from Destroy and Steal."
    if verb == "unequip" and not hero.gear:
        return "hunt.equip.banner-to-discard", "It carries no card."
    return None


def choose_hero(table: Table, seat: int, verb: str) -> Rule:
    """`seat` chooses a Hero for `verb`: the owner and the Hero, or None where there is no legal target.

    hunt.term.no-target: with at least one legal target the choice must be made.
    """
    heroes = [(owner, hero) for owner, party in enumerate(table.seats) for hero in party.heroes]
    legal = [(owner, hero) for owner, hero in heroes if not why_not(seat, owner, hero, verb)]
    word = _WORDS.get(verb, verb)
    if not legal:
        yield Event("hunt.term.no-target", f"{table.name(seat)} finds no Hero to {word}.")
        return None
    if len(legal) == 1:
        return legal[0]

    def target(owner: int, hero: Hero) -> Move:
        side = "" if hero.up else ", face down"
        return Move(
            f"{verb}:{hero.card.code}", f"{hero.card.name} ({table.name(owner)}{side})", (owner, hero)
        )

    def refuse() -> Iterator[Refused]:
        for owner, hero in heroes:
            if reason := why_not(seat, owner, hero, verb):
                yield Refused(target(owner, hero), *reason)
        for owner, party in enumerate(table.seats):
            for champion in party.champions:
                move = Move(
                    f"{verb}:{champion.code}", f"{champion.name} ({table.name(owner)}, champion)", champion
                )
                yield Refused(move, _CHAMPION[verb], f"A champion stays in its Party: you can't {word} it.")

    options = tuple(target(owner, hero) for owner, hero in legal)
    move = yield Choose(
        seat, f"{table.name(seat)}: which Hero to {word}?", options, refuse, rule="hunt.term.no-target"
    )
    return move.piece


def still_there(table: Table, owner: int, card: Card) -> Hero | None:
    """The Hero of this card as it now stands in the Party, if it still does."""
    return next((hero for hero in table.seats[owner].heroes if hero.card is card), None)
