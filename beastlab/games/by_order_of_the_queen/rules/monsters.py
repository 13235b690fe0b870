"""Monsters and Nemeses: how they come into play, take Success Tokens, and fall."""

from __future__ import annotations

from beastlab.core.requests import Choose, Event, Move, Refused, Rule
from beastlab.games.by_order_of_the_queen.rules import kingdom
from beastlab.games.by_order_of_the_queen.table import PROMPT, Foe, Table

MOST_MONSTERS = 6


def draw_monster(table: Table, rule: str) -> Rule:
    """Draw a Monster Card: a Prompt waits for the Event Phase, a seventh Monster is discarded.

    queen.penalty.monster, queen.event.monster-reshuffle, queen.nemesis.prompt-on-turn,
    queen.nemesis.prompt-at-six,
    queen.event.six-cap, queen.event.six-cap-on-turn, queen.event.spawn-one-by-one
    """
    if not table.monsters.segments:
        if not table.monster_discard:
            yield Event("queen.event.monster-reshuffle", "No Monster is left to be drawn.")
            return
        table.monsters.shuffle_in(table.monster_discard)
        table.monster_discard.clear()
        yield Event("queen.event.monster-reshuffle", "The discarded Monsters are shuffled into a new deck.")
    card = yield table.monsters.next_card()
    table.monsters.take(card)
    if card is PROMPT:
        nemesis = yield table.prompts.next_card()
        table.prompts.take(nemesis)
        table.drawn.append(nemesis)
        text = f"A Nemesis Prompt: {nemesis.name} will come in the Event Phase."
        yield Event("queen.nemesis.prompt-on-turn", text, (nemesis,))
    elif len(table.in_play) < MOST_MONSTERS:
        table.in_play.append(Foe(card, card.icons))
        yield Event(rule, f"{card.name} comes into play: {_icons(card.icons)}.", (card,))
    else:
        table.monster_discard.append(card)
        yield Event("queen.event.six-cap", f"Six Monsters are in play: {card.name} is discarded.", (card,))
        yield from kingdom.remove_villagers(table, 1, "queen.event.six-cap")


def _icons(icons: tuple[int, ...]) -> str:
    return f"Dice Icon{'s' * (len(icons) > 1)} {', '.join(map(str, icons))}"


# --- Success Tokens ------------------------------------------------------------------------------------


def cover(table: Table, foe: Foe, icon: int) -> None:
    """Put a Success Token on an uncovered Dice Icon, where it stays [queen.horde.tokens-stay]."""
    for foes in (table.in_play, table.nemeses):
        if foe in foes:
            foes[foes.index(foe)] = foe.covered(icon)


def covering(foe: Foe, icon: int, verb: str = "Cover") -> Move:
    return Move(f"cover:{foe.card.code}:{icon}", f"{verb} the {icon} of {foe.card.name}", foe.card)


def targets(foes: list[Foe], die: int = 6) -> list[tuple[Foe, int]]:
    """The uncovered Dice Icons that a die reaches; icons of a card with one number are one target."""
    return [(foe, icon) for foe in foes for icon in dict.fromkeys(foe.free) if icon <= die]


def unreached(foes: list[Foe], die: int = 6) -> list[Refused]:
    """The Dice Icons that a die can't cover, and why."""
    refused = []
    for foe in foes:
        for icon in dict.fromkeys(foe.card.icons):
            if icon not in foe.free:
                why = f"This Dice Icon of {foe.card.name} is already covered."
                refused.append(Refused(covering(foe, icon), "queen.horde.one-token-per-icon", why))
            elif icon > die:
                why = f"The die is lower than the icon: {die} does not reach {icon}."
                refused.append(Refused(covering(foe, icon), "queen.horde.one-token-per-icon", why))
    return refused


def add_success(table: Table, seat: int) -> Rule:
    """A Reward puts a Success Token on any uncovered Dice Icon of any Monster in play.

    queen.reward.monster-success, queen.reward.monster-success-trophy, queen.reward.impossible
    """
    rule, options = "queen.reward.monster-success", targets(table.in_play)
    if not options:
        yield Event("queen.reward.impossible", "No Monster is in play: the Success Token is lost.")
        return
    chosen = options[0]
    if len(options) > 1:
        moves = tuple(covering(foe, icon) for foe, icon in options)
        prompt = f"{table.name(seat)}: which Dice Icon gets the Success Token?"
        move = yield Choose(seat, prompt, moves, lambda: unreached(table.in_play), rule=rule)
        chosen = options[moves.index(move)]
    foe, icon = chosen
    cover(table, foe, icon)
    yield Event(rule, f"A Success Token covers the {icon} of {foe.card.name}.", (foe.card,))
    yield from fall(table, seat, "queen.reward.monster-success-trophy")


# --- defeat --------------------------------------------------------------------------------------------


def fall(table: Table, seat: int, rule: str) -> Rule:
    """Monsters with every Dice Icon covered become Trophies; the Commander falls with the last.

    queen.horde.defeat, queen.horde.trophy, queen.horde.tokens-back, queen.nemesis.commander-defeat
    """
    defeated = [foe for foe in table.in_play if not foe.free]
    for foe in defeated:
        table.in_play.remove(foe)
        table.seats[seat].trophies.append(foe.card)
        text = f"{foe.card.name} is defeated and becomes a Trophy of {table.name(seat)}."
        yield Event(rule, text, (foe.card,), seat=seat)
    if defeated and not table.in_play:
        for foe in [foe for foe in table.nemeses if foe.card.falls]:
            yield from nemesis_falls(table, foe, "queen.nemesis.commander-defeat")


def nemesis_falls(table: Table, foe: Foe, rule: str) -> Rule:
    """A defeated Nemesis goes to the box, no Trophy, and two Threat leave each pool.

    queen.nemesis.reward, queen.nemesis.no-trophy, queen.nemesis.where-defeated,
    queen.nemesis.commander-reward
    """
    table.nemeses.remove(foe)
    table.box.append(foe.card)
    yield Event(rule, f"{foe.card.name} is defeated.", (foe.card,))
    for pool in range(3):
        yield from kingdom.remove_threat(table, pool, 2, "queen.nemesis.reward")
