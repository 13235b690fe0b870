"""The closed vocabulary of effects, and the passive skills of champions."""

from __future__ import annotations

from beastlab.core.requests import Choose, Event, Move, Refused, Rule
from beastlab.games.beast_hunt.cards import TRIGGERS, Card, Effect
from beastlab.games.beast_hunt.rules import beasts, hands, heroes, plays
from beastlab.games.beast_hunt.table import Table

DECLINE = Move("decline", "Decline")
Targets = list[tuple[int, Card]]
"""Heroes chosen beforehand: the owner and the Hero's card."""

AIMED = ("destroy", "steal", "return", "assassinate", "flip", "unequip")
"""Effects whose Heroes are named when the card is announced, before any Defiance [hunt.defiance.moment]."""


def aim(table: Table, seat: int, effect: Effect) -> Rule:
    """Name the Heroes that an effect shall hit, for cards that others may answer."""
    targets: Targets = []
    aimed = effect.name in AIMED and effect.amount == 1
    if aimed and (target := (yield from heroes.choose_hero(table, seat, effect.name))):
        owner, hero = target
        targets.append((owner, hero.card))
        text = f"The target is {hero.card.name} of {table.name(owner)}."
        yield Event("hunt.defiance.moment", text, (hero.card,))
    return targets


def carry_out(table: Table, seat: int, effect: Effect, targets: Targets | None = None) -> Rule:
    """Carry out an effect for the player `seat`; `targets` were named before, else they are chosen now."""
    name, amount = effect.name, effect.amount
    everyone = [seat, *table.clockwise(seat)]
    match name:
        case "draw":
            yield from hands.draw(table, seat, int(amount))
        case "pull":
            yield from hands.pull(table, seat, int(amount))
        case "discard_other":
            yield from discard_other(table, seat, int(amount))
        case "discard_each_other":
            for other in everyone[1:]:
                yield from hands.discard(table, other, int(amount))
        case "destroy" | "assassinate" | "steal" | "return" | "flip" | "unequip":
            for _ in range(int(amount)):
                yield from hit(table, seat, name, targets)
        case "recover":
            yield from recover(table, seat, str(amount))
        case "play_now":
            yield from play_now(table, seat, str(amount))
        case "attack_now":
            yield from beasts.attack_now(table, seat)
        case "action":
            yield from gain_actions(table, seat, int(amount), "hunt.action.extra-actions")
        case "attack_bonus" if seat == table.turn:
            table.attack_bonus += int(amount)
            yield Event(
                "hunt.hero.class-effect",
                f"{int(amount):+d} on {table.name(seat)}'s next attack roll this turn.",
            )
        case "roll_bonus_this_turn" if seat == table.turn:
            table.roll_bonus += int(amount)
            ease = "easier" if int(amount) > 0 else "harder"
            text = f"{table.name(seat)}'s Heroes are {abs(int(amount))} {ease} to roll this turn."
            yield Event("hunt.hero.class-effect", text)
        case "each_discard":
            for other in everyone:
                yield from hands.discard(table, other, int(amount))
        case "each_sacrifice":
            for other in everyone:
                for _ in range(int(amount)):
                    yield from sacrifice(table, other)
        case "each_unequip":
            for owner in everyone:
                for hero in [hero for hero in table.seats[owner].heroes if hero.gear]:
                    yield from heroes.unequip(table, owner, hero)
        case "each_flip_down":
            for other in everyone:
                for _ in range(int(amount)):
                    if target := (yield from heroes.choose_hero(table, other, "flip_down")):
                        yield from heroes.flip(table, *target)


def hit(table: Table, seat: int, verb: str, targets: Targets | None) -> Rule:
    """Destroy, assassinate, steal, return, flip or strip one Hero."""
    if targets is None:
        target = yield from heroes.choose_hero(table, seat, verb)
    else:
        target = None
        for owner, card in targets:
            hero = heroes.still_there(table, owner, card)
            if hero and not heroes.why_not(seat, owner, hero, verb):
                target = owner, hero
        if targets and not target:
            yield Event("hunt.term.no-target", "The Hero that was named is no longer a target.")
    if target is None:
        return
    owner, hero = target
    card, whose = hero.card, table.name(owner)
    match verb:
        case "destroy":
            text = f"{table.name(seat)} destroys {card.name} of {whose}."
            yield from heroes.discard_hero(table, owner, hero, "hunt.term.destroy", text)
        case "assassinate":
            text = f"{table.name(seat)} assassinates {card.name} of {whose}."
            yield from heroes.discard_hero(table, owner, hero, "hunt.term.assassinate", text)
        case "steal":
            yield from heroes.steal(table, seat, owner, hero)
        case "return":
            yield from heroes.return_hero(table, owner, hero)
        case "flip":
            yield from heroes.flip(table, owner, hero)
        case "unequip":
            yield from heroes.unequip(table, owner, hero)


def sacrifice(table: Table, seat: int) -> Rule:
    """A player gives up a Hero of the own Party, of own choice [hunt.term.sacrifice]."""
    target = yield from heroes.choose_hero(table, seat, "sacrifice")
    if target:
        owner, hero = target
        text = f"{table.name(seat)} sacrifices {hero.card.name}."
        yield from heroes.discard_hero(table, owner, hero, "hunt.term.sacrifice", text)


def discard_other(table: Table, seat: int, count: int) -> Rule:
    """A player of one's choice discards cards of that player's choice [hunt.term.discard-choice]."""
    others = [other for other in table.clockwise(seat) if table.seats[other].hand]
    if not others:
        yield Event("hunt.term.no-target", "Nobody else has a card to discard.")
        return
    victim = others[0]
    if len(others) > 1:
        options = tuple(Move(f"victim:{other}", table.name(other), other) for other in others)

        def refuse() -> list[Refused]:
            empty = [other for other in table.clockwise(seat) if other not in others]
            return [
                Refused(Move(f"victim:{o}", table.name(o), o), "hunt.term.no-target", "No card in hand.")
                for o in empty
            ]

        prompt = f"{table.name(seat)}: who discards?"
        victim = (yield Choose(seat, prompt, options, refuse, rule="hunt.term.discard-choice")).piece
    yield from hands.discard(table, victim, count)


def recover(table: Table, seat: int, type_: str) -> Rule:
    """Take a card of one type from the Discard Pile into the hand, if there is any."""
    cards = [card for card in table.discard if card.type == type_]
    if not cards:
        text = f"No {type_.replace('_', ' ').title()} lies in the Discard Pile."
        yield Event("hunt.term.no-target", text)
        return
    card = cards[0]
    if len(cards) > 1:
        options = tuple(Move(f"recover:{c.code}", f"Take {c.name}", c) for c in cards)
        prompt = f"{table.name(seat)}: which card from the Discard Pile?"
        card = (yield Choose(seat, prompt, options, rule="hunt.setup.discard-public")).piece
    table.discard.remove(card)
    text = f"{table.name(seat)} takes {card.name} from the Discard Pile."
    yield Event("hunt.setup.discard-public", text, (card,))
    yield from hands.comes_to_hand(table, seat, card, seen_by=tuple(range(len(table.seats))))


def play_now(table: Table, seat: int, type_: str) -> Rule:
    """Immediately play a card of one type from the hand, without an action; others may defy it.

    hunt.action.immediate-free, hunt.action.immediate-window, hunt.defiance.free-plays
    """
    options = [DECLINE]
    for card in table.seats[seat].hand:
        if card.type == type_:
            options += plays.playing(table, seat, card)
    word = type_.title()
    prompt = f"{table.name(seat)}: play a {word} now, without an action?"
    move = yield Choose(seat, prompt, tuple(options), window=True, rule="hunt.action.immediate-window")
    if move is not DECLINE:
        yield from plays.play_card(table, seat, *move.piece)


def gain_actions(table: Table, seat: int, count: int, rule: str) -> Rule:
    """Additional actions for the turn in progress; outside one's own turn they are lost.

    hunt.action.extra-actions, hunt.lesser.extra-action, hunt.lesser.extra-action-off-turn
    """
    name = table.name(seat)
    if seat == table.turn:
        table.actions += count
        text = f"{name} gains {count} additional action{'s' * (count > 1)}: {table.actions} left."
        yield Event(rule, text, seat=seat)
    else:
        text = f"It is not {name}'s turn: the additional action is lost."
        yield Event("hunt.lesser.extra-action-off-turn", text, seat=seat)


# --- passive skills ---------------------------------------------------------------------------------


def happens(table: Table, *triggers: tuple[int, str]) -> Rule:
    """Ask the champions whose passive skill waits for what just happened; who declines has missed it.

    The player whose turn it is comes first, in an order of own choice, then the others clockwise.
    hunt.champion.passive, hunt.champion.passive-window, hunt.champion.trigger-order
    """
    for seat in [table.turn, *table.clockwise(table.turn)]:
        waiting = [
            champion
            for whose, trigger in triggers
            if whose == seat
            for champion in table.seats[seat].champions
            if champion.trigger == trigger
            and not (trigger == "on_malice_resolved" and champion.code in table.used)
        ]
        while waiting and table.result is None:
            name = table.name(seat)
            uses = [
                Move(f"passive:{c.code}", f"Use {c.name}: {c.passive.words()}", c)
                for c in waiting
                if c.passive
            ]
            prompt = f"{name}: {TRIGGERS[waiting[0].trigger or '']}: use the passive skill?"
            move = yield Choose(
                seat, prompt, (DECLINE, *uses), window=True, rule="hunt.champion.passive-window"
            )
            if move is DECLINE:
                table.missed += waiting
                yield Event("hunt.champion.passive-missed", f"{name} lets the moment pass.", seat=seat)
                break
            champion = move.piece
            waiting.remove(champion)
            table.used.add(champion.code)
            yield Event(
                "hunt.champion.passive", f"{champion.name} ({name}): {champion.passive.words()}", (champion,)
            )
            yield from carry_out(table, seat, champion.passive)
