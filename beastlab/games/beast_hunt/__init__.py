"""Beast Hunt: recruit Heroes, defeat Beasts, and be the one who defeats the Beast King.

>>> from beastlab.games import beast_hunt as hunt
>>> match = hunt.new_match(seats=4, seed=7)
>>> match.request.prompt
'Cleo: choose a champion'
"""

from __future__ import annotations

from beastlab.core.match import Game
from beastlab.core.positions import PositionError, from_position
from beastlab.games.beast_hunt.bot import sensible_bot
from beastlab.games.beast_hunt.cards import Card, CardSet, illustrative, load_cards
from beastlab.games.beast_hunt.choices import attack_or_draw, break_even_enchants, enchant_worth
from beastlab.games.beast_hunt.draws import (
    clean_start,
    draw_chance,
    first_turn_actions,
    lesser_odds,
    pull_chance,
    shards_at_setup,
    third_arm,
    third_shard,
)
from beastlab.games.beast_hunt.duels import duel, duel_rounds, duel_with_enchants
from beastlab.games.beast_hunt.formulas import formulas
from beastlab.games.beast_hunt.invariants import faults
from beastlab.games.beast_hunt.odds import (
    compare,
    countdown_now,
    explain,
    measured,
    race_now,
    racers,
    third_arm_now,
    third_shard_now,
)
from beastlab.games.beast_hunt.positions import options_of, position_of, table_of
from beastlab.games.beast_hunt.rolls import first_roll, hero_roll
from beastlab.games.beast_hunt.rules import step
from beastlab.games.beast_hunt.scene import view
from beastlab.games.beast_hunt.stagger import countdown, fight, race, reach
from beastlab.games.beast_hunt.table import SWITCHES, UNSEEN, Hero, Options, Seat, Table, lay

__all__ = ["GAME", "SWITCHES", "Card", "CardSet", "Hero", "Options", "Seat", "Table"]
__all__ += ["illustrative", "lay", "load_cards", "new_match", "sensible_bot", "view"]
__all__ += ["PositionError", "faults", "match_at", "match_from", "position_of", "table_of"]
__all__ += ["compare", "explain", "formulas", "measured"]
__all__ += ["countdown", "fight", "race", "reach"]
__all__ += ["countdown_now", "race_now", "racers", "third_arm_now", "third_shard_now"]
__all__ += ["duel", "duel_rounds", "duel_with_enchants"]
__all__ += ["first_roll", "hero_roll"]
__all__ += ["clean_start", "draw_chance", "first_turn_actions", "lesser_odds"]
__all__ += ["pull_chance", "shards_at_setup", "third_arm", "third_shard"]
__all__ += ["attack_or_draw", "break_even_enchants", "enchant_worth"]


GAME = Game(
    id="beast_hunt",
    title="Beast Hunt",
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
