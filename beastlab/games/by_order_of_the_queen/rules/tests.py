"""Tests: how many dice, which Items before the roll, which Favors after it, and success."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from beastlab.core.requests import Choose, Event, Here, Move, Refused, Roll, Rule
from beastlab.games.by_order_of_the_queen.cards import Card
from beastlab.games.by_order_of_the_queen.table import Table
from beastlab.games.by_order_of_the_queen.vocabulary import CLASSES, COMBAT, test_name

SUCCESS = 5
DICE = 10
"""Dice in the box: more are rolled in several throws [queen.test.dice-cap]."""


def party_dice(party: list[Card], attribute: str) -> int:
    """The dice that a party brings to a Test, before Items.

    queen.test.ability-dice, queen.test.combat-dice, queen.test.class-dice, queen.test.class-zero,
    queen.test.empty-party

    >>> healer = Card("a", "A", "hero", class_="healing", attributes=("wisdom",))
    >>> [party_dice([healer, healer], attribute) for attribute in ("wisdom", "combat", "healing", "melee")]
    [2, 1, 5, 1]
    """
    if attribute == COMBAT:
        return len({hero.class_ for hero in party})
    if attribute in CLASSES:
        return 2 * sum(hero.class_ == attribute for hero in party) + 1
    return sum(attribute in hero.attributes for hero in party)


def bonus_dice(table: Table, seat: int, attribute: str) -> int:
    """Dice from the player's Quest when Questing, and from the current Event [queen.quest.bonus-scope]."""
    quest = table.seats[seat].quest if table.action == "quest" else None
    bonuses = [card.bonus for card in (quest, table.event) if card is not None]
    return sum(bonus.dice for bonus in bonuses if bonus is not None and bonus.attribute == attribute)


def test(table: Table, seat: int, attribute: str) -> Rule:
    """Resolve a Test against an Attribute: True if a die finally shows 5 or 6.

    queen.test.success, queen.test.failure, queen.test.ability-zero, queen.test.fixed-pool,
    queen.test.combat-location
    """
    name, player = test_name(attribute), table.seats[seat]
    dice = party_dice(table.party, attribute) + bonus_dice(table, seat, attribute)
    dice += yield from use_items(table, seat, attribute, dice, name)
    faces: list[int] = []
    if dice:
        faces = yield from roll(dice)
        faces = yield from reroll(table, seat, faces, name, lambda final: max(final) < SUCCESS)
    success = any(face >= SUCCESS for face in faces)
    # a Test is success or failure: which dice led there no longer matters, what was spent does
    yield Here((success, player.favors, tuple(player.items)))
    if faces:
        rule, word = ("queen.test.success", "passed") if success else ("queen.test.failure", "failed")
        text = f"{table.name(seat)}'s {name}: {shown(faces)}: {word}."
        yield Event(rule, text, seat=seat, attribute=attribute, success=success)
    else:
        text = f"{table.name(seat)}'s {name} fails without a die."
        yield Event("queen.test.ability-zero", text, seat=seat, attribute=attribute, success=False)
    return success


def shown(faces: list[int]) -> str:
    return ", ".join(map(str, faces))


def roll(count: int) -> Rule:
    """Roll so many dice, in throws of at most ten; the faces from the lowest up [queen.test.dice-cap]."""
    faces: list[int] = []
    while len(faces) < count:
        faces += yield Roll(min(DICE, count - len(faces)))
    return sorted(faces)


# --- Items, before the roll ---------------------------------------------------------------------------


def use_items(table: Table, seat: int, attribute: str, dice: int, name: str) -> Rule:
    """Discard any number of Items with the tested Attribute, for one die more each; the dice gained.

    queen.item.use, queen.item.any-number, queen.item.before-roll, queen.item.one-die-each,
    queen.item.class-not-doubled, queen.item.combat-scope, queen.item.class-in-combat
    """
    fitting = [item for item in table.seats[seat].items if attribute in item.attributes]
    added = 0
    while fitting:
        many = dice + added
        go = Move("roll", f"Roll {many} {'die' if many == 1 else 'dice'}" if many else "Fail without a die")
        options = (go, *map(using, fitting))
        prompt = f"{table.name(seat)}: {name} with {many} {'die' if many == 1 else 'dice'}: use an Item?"
        move = yield Choose(
            seat,
            prompt,
            options,
            lambda: _no_items(table, seat, attribute),
            window=True,
            rule="queen.item.use",
        )
        if move.key == "roll":
            break
        added += 1
        fitting.remove(move.piece)
        yield from spend_item(table, seat, move.piece)
    return added


def using(item: Card) -> Move:
    return Move(f"use:{item.code}", f"Use {item.name}: one die more", item)


def spend_item(table: Table, seat: int, item: Card) -> Rule:
    """Discard an Item that is used; the Guild's own starting Item is kept, a Henchman goes back.

    queen.item.guild-kept, queen.item.guild-frequency, queen.item.discard-place, queen.item.henchman-keep
    """
    player = table.seats[seat]
    if item is player.relic:
        text = f"{table.name(seat)} uses {item.name}, which is kept."
        yield Event("queen.item.guild-kept", text, (item,), seat=seat)
        return
    player.items.remove(item)
    back = item.type == "henchman"
    (table.aside if back else table.item_discard).append(item)
    rule = "queen.item.henchman-keep" if back else "queen.item.use"
    yield Event(rule, f"{table.name(seat)} uses {item.name}.", (item,), seat=seat)


def _no_items(table: Table, seat: int, attribute: str) -> Iterator[Refused]:
    for item in table.seats[seat].items:
        if attribute not in item.attributes:
            why = "This Item does not match the tested Attribute."
            if not item.attributes:
                why = "This Item has no Attribute: it is used when its own text says so."
            rule = "queen.item.class-in-combat" if item.attributes else "queen.item.text-items"
            yield Refused(using(item), rule, why)
    for other in table.clockwise(seat):
        for item in table.seats[other].items:
            yield Refused(using(item), "queen.turn.no-trade", "You can only use your own Items.")
    yield from _too_late(table, seat)


def _too_late(table: Table, seat: int) -> Iterator[Refused]:
    """What can't be done any more once the party has met its Location or its foes."""
    for hero in table.seats[seat].hand if table.location else ():
        move = Move(f"send:{hero.code}", f"Send {hero.name}", hero)
        yield Refused(move, "queen.turn.party-first", "The party is fixed once the Location is drawn.")
    if table.action == "order" and table.location:
        move = Move("reward", "Take the printed Reward instead of a Success Token")
        why = "Successes on the Queen's Order give Success Tokens only."
        yield Refused(move, "queen.order.reward-choice-none", why)


# --- Favors, after the roll ----------------------------------------------------------------------------


def reroll(table: Table, seat: int, faces: list[int], name: str, asks: Callable[[list[int]], bool]) -> Rule:
    """Spend Favors, or Items that say so, to reroll dice one at a time, each die once; the final faces.

    It is asked as long as `asks(faces)` says that a better die could matter.
    queen.favor.reroll, queen.favor.own-turn, queen.favor.several, queen.favor.once-per-die,
    queen.favor.keep-new,
    queen.favor.sequential, queen.favor.window, queen.item.text-items
    """
    player, fresh, again = table.seats[seat], list(faces), list[int]()
    tools = [item for item in player.items if item.effect == "reroll"]
    keep = Move("keep", "Keep the roll")
    while fresh and (player.favors or tools) and asks(fresh + again):
        options = [keep]
        for face in dict.fromkeys(fresh):
            if player.favors:
                options.append(
                    Move(f"reroll:{face}", f"Reroll a {face} with a Favor", (face, None), "1 Favor")
                )
            for item in tools:
                options.append(
                    Move(f"reroll:{face}:{item.code}", f"Reroll a {face} with {item.name}", (face, item))
                )
        prompt = f"{table.name(seat)}: {name}: {shown(sorted(fresh + again))}: reroll a die?"
        refuse = partial(_no_rerolls, table, seat, tuple(again))
        move = yield Choose(seat, prompt, tuple(options), refuse, window=True, rule="queen.favor.reroll")
        if move.key == "keep":
            break
        face, item = move.piece
        fresh.remove(face)
        if item:
            tools.remove(item)
            yield from spend_item(table, seat, item)
        else:
            player.favors -= 1
        (new,) = yield Roll(1)
        again.append(new)
        yield Event("queen.favor.reroll", f"{table.name(seat)} rerolls a {face}: {new}.", seat=seat)
    return sorted(fresh + again)


def _no_rerolls(table: Table, seat: int, again: tuple[int, ...]) -> Iterator[Refused]:
    for face in dict.fromkeys(again):
        move = Move(f"again:{face}", f"Reroll the {face} once more")
        yield Refused(move, "queen.favor.once-per-die", "This die has already been rerolled.")
    for item in table.seats[seat].items:
        if item.attributes:
            yield Refused(using(item), "queen.item.before-roll", "Items are used before rolling.")
    for other in table.clockwise(seat):
        if table.seats[other].favors:
            move = Move(f"favor:{other}", f"Reroll a die with a Favor of {table.name(other)}")
            yield Refused(move, "queen.favor.own-turn", "Favors can only be used on your own turn.")
    yield from _too_late(table, seat)
