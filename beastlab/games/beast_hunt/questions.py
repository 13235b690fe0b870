"""The exact questions of Beast Hunt, with plain arguments: no game has to be in progress.

>>> fight(15, 12, orbs=2)["defeat"]
Fraction(575, 1296)
>>> race(defeat=12, stagger=5, players=2)[0]
Fraction(42, 223)
>>> duel(modifier=1)
Fraction(721, 1156)
"""

from beastlab.games.beast_hunt.choices import (
    AttackOrDraw,
    EnchantWorth,
    Play,
    attack_or_draw,
    break_even_enchants,
    enchant_worth,
)
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
from beastlab.games.beast_hunt.rolls import (
    Retries,
    first_roll,
    first_roll_unique,
    hero_retries,
    hero_roll,
)
from beastlab.games.beast_hunt.stagger import READINGS, Race, countdown, fight, race, reach

__all__ = [
    "READINGS",
    "AttackOrDraw",
    "EnchantWorth",
    "Play",
    "Race",
    "Retries",
    "attack_or_draw",
    "break_even_enchants",
    "clean_start",
    "countdown",
    "draw_chance",
    "duel",
    "duel_rounds",
    "duel_with_enchants",
    "enchant_worth",
    "fight",
    "first_roll",
    "first_roll_unique",
    "first_turn_actions",
    "hero_retries",
    "hero_roll",
    "lesser_odds",
    "pull_chance",
    "race",
    "reach",
    "shards_at_setup",
    "third_arm",
    "third_shard",
]
