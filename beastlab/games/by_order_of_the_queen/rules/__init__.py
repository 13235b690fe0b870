"""The rules of By Order of the Queen in the rulebook's own order: set up, a player turn, the Event Phase.

`setup`, `actions`, `turn` and `phase` are the frame; `locations` the two-stage Tests and the Queen's Order,
`fights` those against the Horde and a Nemesis; `tests` dice, Items and Favors; `rewards` what cards give and
take; `monsters` how foes come and fall; `kingdom` Villagers, Regions, Threat and Heroes, and how the game is
lost. Every docstring names the ledger's rules that it carries out.
"""

from __future__ import annotations

from beastlab.core.requests import Rule
from beastlab.games.by_order_of_the_queen.rules import actions, phase, setup, turn
from beastlab.games.by_order_of_the_queen.rules.kingdom import until_over
from beastlab.games.by_order_of_the_queen.table import Table


def step(table: Table) -> Rule:
    """The rule of the next step: set up, then an action, the end of turn, after four turns an Event Phase.

    queen.turn.steps
    """
    match table.phase:
        case "setup":
            return until_over(setup.set_up(table))
        case "action":
            return until_over(actions.take_action(table))
        case "end":
            return until_over(turn.end_of_turn(table))
    return until_over(phase.event_phase(table))
