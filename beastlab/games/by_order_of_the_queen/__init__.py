"""By Order of the Queen: together fulfil three Queen's Orders before the kingdom falls.

>>> from beastlab.games import by_order_of_the_queen as queen
>>> match = queen.new_match(seats=3, seed=7)
>>> match.request.prompt
'Ada: which action?'
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

from beastlab.core.chance import Resolver
from beastlab.core.match import Game, Match
from beastlab.games.by_order_of_the_queen.cards import Card, CardSet, illustrative, load_cards
from beastlab.games.by_order_of_the_queen.rules import step
from beastlab.games.by_order_of_the_queen.scene import view
from beastlab.games.by_order_of_the_queen.table import MODES, SWITCHES, UNSEEN, Foe, Options, Seat, Table, lay

__all__ = ["GAME", "MODES", "SWITCHES", "Card", "CardSet", "Foe", "Options", "Seat", "Table"]
__all__ += ["illustrative", "lay", "load_cards", "match_at", "new_match", "view"]


GAME = Game(
    id="by_order_of_the_queen",
    title="By Order of the Queen",
    version=1,
    setup=lay,
    step=step,
    view=view,
    unseen=UNSEEN,
    options_to_json=Options.to_json,
    options_from_json=Options.from_json,
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
    if unknown := options.keys() - {option.name for option in fields(Options)}:
        raise ValueError(f"no option is called {sorted(unknown)[0]!r}; `help(queen.Options)` lists them")
    return Match(GAME, Options(seats=seats, **options), seed, chance=chance, autosave=autosave)


def match_at(table: Table, seed: int = 0, *, chance: Resolver | None = None) -> Match:
    """A match that goes on from a table laid by hand, which is not checked."""
    return Match(GAME, table.options, seed, chance=chance, table=table)
