"""The rules of Beast Hunt in the rulebook's own order: getting started, a turn, what its actions do.

`setup` and `turn` are the frame; `beasts` the fights, Shards and the King; `plays` the cards played as an
action and Defiance; `heroes` Heroes and what they carry; `dice` Enchants and duels; `hands` draws, discards and
Malice; `effects` what cards say. Every docstring names the ledger's rules that it carries out.
"""

from __future__ import annotations

from beastlab.core.requests import Rule
from beastlab.games.beast_hunt.rules import setup, turn
from beastlab.games.beast_hunt.table import Table


def step(table: Table) -> Rule:
    """The rule of the next step: setup in two, then a turn's start, each of its actions, and its end."""
    match table.phase:
        case "champions":
            return setup.choose_champions(table)
        case "deal":
            return setup.deal(table)
        case "start":
            return turn.start_of_turn(table)
        case "actions":
            return turn.take_action(table)
    return turn.end_of_turn(table)
