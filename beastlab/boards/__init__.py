"""Boards: a game in progress, to look at and to click, in a notebook.

`board(match)` shows one; `still(match)` is the same scene as one piece of HTML, as words, or as a file. What is shown
is the *scene*, plain JSON data: the game's own `scene(match, seat, all_open)` (title, facts, steps, zones) with the
question, moves, log, history and odds of `parts`. Facts and steps are what everybody may know: they stay on the screen
while it goes from one person to the next, and the zones don't. How it is drawn is `board.js` and `board.css`, which
know no game.

A zone has an `id`, a `kind` (`big`, `cards`, `caves`, `small`), a `title`, `cards`, and may have `note`, `alert`,
`pips`, `piles`, `backs`, `tokens`, `track`, `turn`, `empty`, `room` (`half` or `third` of a line), `secret` (shown when
its owner asks for it). A card has an `id`, a `name`, a `label` (all of it, in words) and may have `kind`, `class`,
`needs`, `numbers`, `tags`, `gear`, `text`, `down`, `tunnel` (`entry`, `exits`, and `of` how many heights).
"""

from beastlab.boards.board import Board, board
from beastlab.boards.lobby import Lobby, lobby
from beastlab.boards.setup import Setup, setup
from beastlab.boards.stills import Still, still

__all__ = ["Board", "Lobby", "Setup", "Still", "board", "lobby", "setup", "still"]
