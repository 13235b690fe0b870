"""By Order of the Queen: together fulfil three Queen's Orders before the kingdom falls.

>>> from beastlab.games import by_order_of_the_queen as queen
>>> match = queen.new_match(seats=3, seed=7)
>>> match.request.prompt
'Ada: which action?'
"""

from __future__ import annotations

from beastlab.core.match import Game
from beastlab.core.positions import PositionError, from_position
from beastlab.games.by_order_of_the_queen.bot import sensible_bot
from beastlab.games.by_order_of_the_queen.cards import Card, CardSet, illustrative, load_cards
from beastlab.games.by_order_of_the_queen.coming_phases import (
    Survival,
    pool_survival,
    survival,
    survival_in_play,
    survival_played,
)
from beastlab.games.by_order_of_the_queen.dice_tests import (
    Course,
    favors_spent,
    location_tree,
    spread,
    test,
)
from beastlab.games.by_order_of_the_queen.formulas import formulas
from beastlab.games.by_order_of_the_queen.hordes import (
    Placement,
    board_cleared,
    horde,
    horde_favor,
    horde_fight,
    horde_left,
    place_dice,
    placing_now,
)
from beastlab.games.by_order_of_the_queen.invariants import faults
from beastlab.games.by_order_of_the_queen.kingdoms import Kingdom, Play
from beastlab.games.by_order_of_the_queen.nemeses import (
    fight_dice,
    forced_discard,
    nemesis,
    nemesis_defeated,
    nemesis_favor,
    nemesis_fights,
    nemesis_retired,
)
from beastlab.games.by_order_of_the_queen.odds import compare, explain
from beastlab.games.by_order_of_the_queen.orders import Rounds, order_now, order_rounds
from beastlab.games.by_order_of_the_queen.positions import options_of, position_of, table_of
from beastlab.games.by_order_of_the_queen.prompts import next_prompt, prompts_in
from beastlab.games.by_order_of_the_queen.rules import step
from beastlab.games.by_order_of_the_queen.scene import view
from beastlab.games.by_order_of_the_queen.table import MODES, SWITCHES, UNSEEN, Foe, Options, Seat, Table, lay
from beastlab.games.by_order_of_the_queen.teams import Team, Teams, best_team, team_now, visit

__all__ = ["GAME", "MODES", "SWITCHES", "Card", "CardSet", "Foe", "Options", "Seat", "Table"]
__all__ += ["illustrative", "lay", "load_cards", "match_at", "new_match", "view"]
__all__ += ["PositionError", "faults", "match_from", "position_of", "table_of"]
__all__ += ["compare", "explain", "formulas", "sensible_bot"]
__all__ += ["Course", "favors_spent", "location_tree", "spread", "test"]
__all__ += ["Team", "Teams", "best_team", "team_now", "visit"]
__all__ += ["Rounds", "order_now", "order_rounds"]
__all__ += ["Placement", "board_cleared", "horde", "horde_favor", "horde_fight", "horde_left"]
__all__ += ["place_dice", "placing_now"]
__all__ += ["fight_dice", "forced_discard", "nemesis", "nemesis_defeated", "nemesis_favor", "nemesis_fights"]
__all__ += ["nemesis_retired", "next_prompt", "prompts_in"]
__all__ += ["Kingdom", "Play", "Survival", "pool_survival", "survival", "survival_in_play", "survival_played"]


GAME = Game(
    id="by_order_of_the_queen",
    title="By Order of the Queen",
    version=1,
    setup=lay,
    step=step,
    view=view,
    unseen=UNSEEN,
    table_to_json=position_of,
    table_from_json=table_of,
    options=Options,
)


new_match, match_at = GAME.new_match, GAME.match_at
match_from = from_position(GAME, options_of)
