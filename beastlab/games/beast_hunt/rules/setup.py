"""Getting started: who begins, champions, the first hands, the first Beasts."""

from __future__ import annotations

from beastlab.core.requests import Choose, Event, Here, Move, Refused, Rule, Total
from beastlab.games.beast_hunt.cards import Card
from beastlab.games.beast_hunt.rules import beasts
from beastlab.games.beast_hunt.rules.hands import ONLY
from beastlab.games.beast_hunt.table import Table


def choose_champions(table: Table) -> Rule:
    """The highest roll chooses first, then clockwise; with two champions in snake order.

    hunt.setup.first-chooser, hunt.setup.choosing-order, hunt.mode.snake, hunt.setup.champion-unique
    """
    table.first = table.turn = yield from highest_roll(table)
    order = [table.first, *table.clockwise(table.first)]
    if table.options.champions == 2:
        order += order[::-1]
    for seat in order:
        taken = [(champion, s.name) for s in table.seats for champion in s.champions]

        def refuse(taken: list[tuple[Card, str]] = taken) -> list[Refused]:
            rule = "hunt.setup.champion-unique"
            return [Refused(choosing(card), rule, f"{name} has chosen {card.name}.") for card, name in taken]

        options = tuple(map(choosing, table.champions))
        prompt = f"{table.name(seat)}: choose a champion"
        move = yield Choose(seat, prompt, options, refuse, rule="hunt.setup.one-champion")
        champion = move.piece
        table.champions = [card for card in table.champions if card is not champion]
        table.seats[seat].champions.append(champion)
        yield Event(
            "hunt.setup.party-area", f"{table.name(seat)} chooses {champion.name}.", (champion,), seat=seat
        )
    table.phase = "deal"


def choosing(champion: Card) -> Move:
    return Move(f"champion:{champion.code}", f"Choose {champion.name}", champion)


def highest_roll(table: Table) -> Rule:
    """Everybody rolls two dice; tied leaders roll again until one is highest.

    hunt.setup.first-roll-dice, hunt.setup.first-roll-tie
    """
    rolling = list(range(len(table.seats)))
    while len(rolling) > 1:
        yield Here(tuple(rolling))
        rolls: list[int] = []
        while len(rolls) < len(rolling):
            rolls.append((yield Total(2)))
        shown = ", ".join(f"{table.name(seat)} {roll}" for seat, roll in zip(rolling, rolls, strict=True))
        yield Event("hunt.setup.first-chooser", f"Rolls for the first choice: {shown}.", rolls=tuple(rolls))
        rolling = [seat for seat, roll in zip(rolling, rolls, strict=True) if roll == max(rolls)]
    yield Event("hunt.turn.first-player", f"{table.name(rolling[0])} rolled highest.", seat=rolling[0])
    return rolling[0]


def deal(table: Table) -> Rule:
    """Five cards to each player, then three Beasts face up; Shards among them go to the row.

    hunt.setup.deal-five, hunt.setup.reveal-three, hunt.setup.shards-in-first-reveal, hunt.setup.king-random
    """
    for seat in [table.first, *table.clockwise(table.first)]:
        hand = table.seats[seat].hand
        for _ in range(5):
            card = yield table.deck.next_card(seen_by=ONLY[seat])
            table.deck.take(card)
            hand.append(card)
        shown = ", ".join(card.name for card in hand)
        yield Event("hunt.setup.deal-five", f"{table.name(seat)}'s hand: {shown}.", tuple(hand), ONLY[seat])
        yield Event("hunt.setup.deal-five", f"{table.name(seat)} is dealt five cards.", seat=seat)
    while len(table.field) < 3:
        yield from beasts.reveal_beast(table)
    table.phase = "start"
