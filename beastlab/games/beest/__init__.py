"""Beest: one of you hunts the others through the snow, and nobody knows who.

>>> from beastlab.games import beest
>>> match = beest.new_match(seats=4, seed=7)
>>> match.request.prompt
'Ada: has anybody won? (before your turn)'
"""

from __future__ import annotations

from beastlab.core.match import Game
from beastlab.core.positions import PositionError, from_position
from beastlab.games.beest.announcing import (
    announce,
    announce_from,
    announce_now,
    beest_finishes,
    winner_ends,
)
from beastlab.games.beest.bot import sensible_bot
from beastlab.games.beest.cards import Card, CardSet, illustrative, load_cards
from beastlab.games.beest.endgames import endgame
from beastlab.games.beest.formulas import formulas
from beastlab.games.beest.invariants import faults
from beastlab.games.beest.line_counts import Lines, lines, lines_in, lines_now
from beastlab.games.beest.odds import compare, explain
from beastlab.games.beest.outlook import Outlook, next_hand, next_hand_now, random_turn
from beastlab.games.beest.placements import Placement, Placements, best_placement, placement_now
from beastlab.games.beest.positions import options_of, position_of, table_of
from beastlab.games.beest.posteriors import Who, eager, meeting_teaches, meetings, posterior, who
from beastlab.games.beest.races import finishing, race, turn_chain
from beastlab.games.beest.rules import step
from beastlab.games.beest.scene import view
from beastlab.games.beest.table import MODES, SWITCHES, UNSEEN, Exchange, Options, Pile, Seat, Table, lay

__all__ = ["GAME", "MODES", "SWITCHES", "Card", "CardSet", "Exchange", "Options", "Pile", "Seat", "Table"]
__all__ += ["illustrative", "lay", "load_cards", "match_at", "new_match", "view"]
__all__ += ["PositionError", "faults", "match_from", "position_of", "table_of"]
__all__ += ["compare", "explain", "formulas", "sensible_bot"]
__all__ += ["Lines", "lines", "lines_in", "lines_now"]
__all__ += ["Placement", "Placements", "best_placement", "placement_now"]
__all__ += ["Outlook", "next_hand", "next_hand_now", "random_turn"]
__all__ += ["Who", "eager", "meeting_teaches", "meetings", "posterior", "who"]
__all__ += ["announce", "announce_from", "announce_now", "beest_finishes", "winner_ends"]
__all__ += ["endgame", "finishing", "race", "turn_chain"]

GAME = Game(
    id="beest",
    title="Beest",
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
