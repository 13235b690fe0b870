"""Dice: the Enchants that any player may add to a roll, and the duel of a Defiance."""

from __future__ import annotations

from functools import cache

from beastlab.core.requests import Choose, Event, Here, Move, Refused, Rule, Total
from beastlab.games.beast_hunt.cards import Card
from beastlab.games.beast_hunt.rules import effects, hands, heroes
from beastlab.games.beast_hunt.table import Table

PASS = Move("pass", "Pass")


@cache
def enchants(card: Card, rolls: tuple[str, ...]) -> tuple[Move, ...]:
    """The moves that an Enchant allows: each of its values, on each of the rolls."""
    return tuple(
        Move(
            f"enchant:{card.code}:{value:+d}{f':{n}' * (len(rolls) > 1)}",
            _label(card, value, roll),
            (card, value, n),
        )
        for value in card.values
        for n, roll in enumerate(rolls)
    )


def _label(card: Card, value: int, roll: str) -> str:
    return f"{card.name} as {value:+d}" + (f" on {roll}" if roll else "")


def enchanting(table: Table, asked: list[int], totals: list[int], rolls: tuple[str, ...], what: str) -> Rule:
    """After a complete roll the seats `asked` may add Enchants in turn until all pass one after another.

    Adds their values to `totals` (one for each of `rolls`), then discards them. The roller comes first; each
    plays one card or passes, in the open; a pass is not final.
    hunt.enchant.after-roll, hunt.enchant.order, hunt.enchant.stack, hunt.enchant.sum, hunt.enchant.discard
    """
    passes, turn = 0, 0
    played: tuple[str, ...] = ()
    count = len(asked)
    while passes < count:
        seat = asked[turn % count]
        yield Here((*totals, passes, turn % count, played))
        options = [PASS]
        for card in table.seats[seat].hand:
            if card.type == "enchant":
                options += enchants(card, rolls)

        def refuse(seat: int = seat) -> list[Refused]:
            return _refused(table, seat, rolls, what)

        shown = ", ".join(f"{roll} {total}".strip() for roll, total in zip(rolls, totals, strict=True))
        are = "the roll is " if len(rolls) == 1 else ""
        prompt = f"{table.name(seat)}: play an Enchant? {what}; {are}{shown}"
        move = yield Choose(seat, prompt, tuple(options), refuse, window=True, rule="hunt.enchant.anyone")
        turn += 1
        if move is PASS:
            passes += 1
            continue
        card, value, roll = move.piece
        hands.leaves_hand(table, seat, card)
        table.resolving.append(card)
        totals[roll] += value
        passes, played = 0, (*played, card.code)
        text = f"{table.name(seat)} plays {move.label}: {totals[roll]}."
        yield Event("hunt.enchant.public", text, (card,), seat=seat, value=value)
    for code in played:
        card = next(card for card in table.resolving if card.code == code)
        table.resolving.remove(card)
        table.discard.append(card)


def _refused(table: Table, seat: int, rolls: tuple[str, ...], what: str) -> list[Refused]:
    refused = []
    for card in table.seats[seat].hand:
        if card.type == "enchant" and len(card.values) == 1:
            value = -card.values[0]
            for n, roll in enumerate(rolls):
                key = f"enchant:{card.code}:{value:+d}{f':{n}' * (len(rolls) > 1)}"
                why = f"{card.name} has only the value {card.values[0]:+d}."
                refused.append(
                    Refused(Move(key, _label(card, value, roll), card), "hunt.enchant.single-value", why)
                )
        elif card.type == "defiance":
            rule, why = "hunt.defiance.not-others", "Defiance answers only the play of a card, never a roll."
            if what.startswith("attack"):
                rule, why = "hunt.beast.attack-not-defiable", "Defiance can't stop an attack."
            elif what.startswith("duel"):
                rule, why = "hunt.defiance.one-per-action", "This play has already been defied."
            refused.append(Refused(Move(f"defy:{card.code}", f"Defy with {card.name}", card), rule, why))
    if seat != table.turn:
        why = "It is not your turn: Heroes use their effects in their own player's turn."
        for hero in table.seats[seat].heroes:
            refused.append(Refused(heroes.using(hero.card), "hunt.hero.own-turn", why))
    return refused


def enchanted(table: Table, roller: int, total: int, what: str) -> Rule:
    """The final result of one roll: the total with all Enchants."""
    totals = [total]
    yield from enchanting(table, [roller, *table.clockwise(roller)], totals, ("",), what)
    return totals[0]


def duel(table: Table, user: int, target: int, bonus: int) -> Rule:
    """The user of a Defiance rolls, then the target; the higher result wins, equal ones are rolled again.

    True if the user wins. `bonus` is a standing modifier of the user, and counts in every roll.
    hunt.defiance.roll-order, hunt.defiance.two-dice, hunt.defiance.higher-wins, hunt.defiance.tie,
    hunt.defiance.enchants-after-both, hunt.defiance.tie-when, hunt.defiance.tie-enchants
    """
    names = table.name(user), table.name(target)
    carried = [0, 0]
    used: list[str] = []  # codes of the Enchants spent in this duel
    while True:
        yield Here((*carried, *used))
        first, second = (yield Total(2)), (yield Total(2))
        rolled = [first + bonus + carried[0], second + carried[1]]
        text = f"{names[0]} rolls {rolled[0]}, {names[1]} {rolled[1]}."
        yield Event("hunt.defiance.roll-order", text, user=user, target=target, rolled=tuple(rolled))
        results = rolled[:]
        if table.options.duel_tie == "final" or rolled[0] != rolled[1]:
            spent = len(table.discard)
            rolls = f"{names[0]}'s roll", f"{names[1]}'s roll"
            yield from enchanting(table, [user, target], results, rolls, "duel")
            used += [card.code for card in table.discard[spent:]]
        if results[0] != results[1]:
            return results[0] > results[1]
        if table.options.tie_enchants == "carry":
            carried = [carried[n] + results[n] - rolled[n] for n in (0, 1)]
        yield Event("hunt.defiance.tie", f"Both have {results[0]}: they roll again.")


def duel_over(table: Table, user: int, target: int, won: bool) -> Rule:
    """Who won a duel and who lost it may set off passive skills."""
    winner, loser = (user, target) if won else (target, user)
    yield from effects.happens(table, (winner, "on_duel_won"), (loser, "on_duel_lost"))
