"""Fights against the Horde and against a Nemesis."""

from __future__ import annotations

from collections.abc import Iterator

from beastlab.core.requests import Choose, Event, Move, Refused, Rule
from beastlab.games.by_order_of_the_queen.rules import kingdom, monsters, tests
from beastlab.games.by_order_of_the_queen.table import Foe, Table
from beastlab.games.by_order_of_the_queen.vocabulary import COMBAT


def fight_horde(table: Table, seat: int) -> Rule:
    """Each die may cover an icon; what is covered falls; if a Monster is left, a Hero is Retired.

    queen.horde.dice, queen.horde.cover, queen.horde.retire-one, queen.horde.no-retire-when-clear,
    queen.horde.ones-harmless, queen.horde.nemesis-not-monster, queen.test.fight-not-pass-fail
    """
    faces = yield from combat_roll(table, seat, "Fight against the Horde", 0)
    for die in reversed(faces):
        yield from place(table, seat, die, table.in_play)
    yield from monsters.fall(table, seat, "queen.horde.defeat")
    if table.in_play:
        yield from kingdom.retire(table, seat, 1, "queen.horde.retire-one")
    else:
        text = "No Monster is left in play: nobody is Retired."
        yield Event("queen.horde.no-retire-when-clear", text)


def fight_nemesis(table: Table, seat: int, foe: Foe) -> Rule:
    """Each die that reaches an icon is a token; each 1 Retires a Hero; with all icons covered it falls.

    queen.nemesis.dice, queen.nemesis.hit, queen.nemesis.icon-values, queen.nemesis.ones,
    queen.nemesis.ones-before-defeat, queen.nemesis.defeat, queen.nemesis.excess,
    queen.nemesis.tokens-persist,
    queen.nemesis.no-monster-retire, queen.nemesis.crag-giant-dice, queen.nemesis.crag-giant-items
    """
    extra = foe.card.extra_dice
    more = tests.party_dice(table.party, extra) if extra else 0
    faces = yield from combat_roll(table, seat, f"Fight against {foe.card.name}", more)
    card = foe.card
    for die in reversed(faces):
        now = next(foe for foe in table.nemeses if foe.card is card)
        if len(set(now.free)) == 1 and die >= now.free[0]:  # equal icons: there is nothing to choose
            monsters.cover(table, now, now.free[0])
        else:
            yield from place(table, seat, die, [now])
    now = next(foe for foe in table.nemeses if foe.card is card)
    many = f"{now.tokens} of {len(card.icons)} Dice Icons are covered"
    yield Event("queen.nemesis.hit", f"{card.name}: {many}.", (card,), tokens=now.tokens)
    yield from kingdom.retire(table, seat, faces.count(1), "queen.nemesis.ones")
    if not now.free:
        yield from monsters.nemesis_falls(table, now, "queen.nemesis.defeat")


def combat_roll(table: Table, seat: int, name: str, more: int) -> Rule:
    """Roll for a fight: a die for each different Class, Combat Items, and what else the foe allows."""
    dice = tests.party_dice(table.party, COMBAT) + tests.bonus_dice(table, seat, COMBAT) + more
    dice += yield from tests.use_items(table, seat, COMBAT, dice, name)
    faces = yield from tests.roll(dice)
    faces = yield from tests.reroll(table, seat, faces, name, bool)
    rolled = tests.shown(faces) or "no die"
    yield Event("queen.test.combat-dice", f"{table.name(seat)}, {name}: {rolled}.", seat=seat, faces=faces)
    return faces


def place(table: Table, seat: int, die: int, foes: list[Foe]) -> Rule:
    """Put a Success Token on one uncovered Dice Icon that the die reaches, or none.

    queen.horde.cover, queen.horde.one-token-per-icon, queen.horde.choice
    """
    foes = foes[:]
    options = monsters.targets(foes, die)
    if not options:
        return
    moves = tuple(monsters.covering(foe, icon) for foe, icon in options)
    leave = Move("leave", f"Leave the {die} unused")

    def refuse() -> Iterator[Refused]:
        yield from monsters.unreached(foes, die)
        if foes and foes[0].card.type == "monster":
            for foe in table.nemeses:
                move = Move(f"cover:{foe.card.code}", f"Cover an icon of {foe.card.name}", foe.card)
                why = f"{foe.card.name} is a Nemesis: dice of a Horde fight cover icons of Monsters."
                yield Refused(move, "queen.horde.nemesis-not-monster", why)

    prompt = f"{table.name(seat)}: which Dice Icon does the {die} cover?"
    move = yield Choose(seat, prompt, (*moves, leave), refuse, rule="queen.horde.cover")
    if move.key == "leave":
        return
    foe, icon = options[moves.index(move)]
    monsters.cover(table, foe, icon)
    text = f"The {die} covers the {icon} of {foe.card.name}."
    yield Event("queen.horde.cover", text, (foe.card,), die=die, icon=icon)
