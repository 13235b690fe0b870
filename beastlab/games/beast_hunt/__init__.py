"""Beast Hunt: recruit Heroes, defeat Beasts, and be the one who defeats the Beast King.

>>> from beastlab.games import beast_hunt as hunt
>>> match = hunt.new_match(seats=4, seed=7)
>>> match.request.prompt
'Cleo: choose a champion'
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

from beastlab.core.chance import Resolver
from beastlab.core.match import Game, Match
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
from beastlab.games.beast_hunt.positions import PositionError, options_of, position_of, table_of
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
    options_to_json=Options.to_json,
    options_from_json=Options.from_json,
    table_to_json=position_of,
    table_from_json=table_of,
)


def new_match(
    seats: int = 4,
    seed: int = 0,
    *,
    chance: Resolver | None = None,
    autosave: str | Path | None = None,
    **options: Any,
) -> Match:
    """A new game; every option of `Options` is a keyword. ValueError names an option that can't be.

    `chance` answers the dice and draws (from the `seed` unless given); `autosave` is a file that is written
    after every move.
    """
    _known(options)
    return Match(GAME, Options(seats=seats, **options), seed, chance=chance, autosave=autosave)


def _known(options: dict[str, Any]) -> None:
    if unknown := options.keys() - {option.name for option in fields(Options)}:
        raise ValueError(f"no option is called {sorted(unknown)[0]!r}; `help(hunt.Options)` lists them")


def match_at(table: Table, seed: int = 0, *, chance: Resolver | None = None) -> Match:
    """A match that goes on from a table laid by hand, which is not checked: `faults(table)` does that."""
    return Match(GAME, table.options, seed, chance=chance, table=table)


def match_from(
    position: dict[str, Any],
    seed: int = 0,
    *,
    chance: Resolver | None = None,
    autosave: str | Path | None = None,
    **options: Any,
) -> Match:
    """A match that goes on from a position, as `positions` describes it: hands, Parties, tokens, decks.

    Seats, their names and the number of champions follow from the position; every other option of `Options` is a
    keyword. The seed deals what hands hold unseen too. PositionError names every fault at once.

    >>> from beastlab.games import beast_hunt as hunt
    >>> match = hunt.match_from({
    ...     "field": ["Thornback", "Gloom Heron", "Mud Lurker"],
    ...     "seats": {
    ...         "Ada": {"champions": ["Regent Aldous"], "heroes": ["Harpooner", "Young Heir"]},
    ...         "Bo": {"champions": ["Grim Osk"], "hand": ["Stand Fast", "3 unseen"]},
    ...     },
    ... })
    >>> match.request.prompt
    'Ada: 3 actions left'
    >>> hunt.explain(match, "attack:beast-01").value
    Fraction(5, 12)
    """
    _known(options)
    settings = options_of(position, **options)
    table = table_of(position, settings, seed)
    return Match(GAME, settings, seed, chance=chance, table=table, autosave=autosave)
