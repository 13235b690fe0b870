"""Players that are programs: a policy looks at a match as its seat sees it, and answers with a move."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from beastlab.core.knowledge import redeal
from beastlab.core.match import Match
from beastlab.core.requests import Choose, Move

Policy: TypeAlias = Callable[[Match], Move]
"""Answers the waiting request of a redealt match: hidden cards and dice to come are not the real ones."""


def random_bot(seed: int = 0) -> Policy:
    """A player who takes any legal move, each with the same chance.

    The choice follows from the seeds of the bot and of the match that it gets, so a replay repeats it.

    >>> from beastlab.games import beast_hunt as hunt
    >>> match = hunt.new_match(seats=2, seed=7)
    >>> play_bots(match, {0: random_bot(1), 1: random_bot(2)}, most=40)
    40
    """

    def policy(match: Match) -> Move:
        choice: Move = Random(f"{seed}:{match.seed}").choice(match.request.options)
        return choice

    return policy


def opponent(match: Match, seed: int = 0) -> Policy:
    """The sensible player of the match's game (`sensible_bot` in its module `bot`); where it has none, a random one.

    >>> from beastlab.games import beast_hunt as hunt
    >>> opponent(hunt.new_match(), seed=3)
    SensibleBot(seed=3)
    """
    name = f"beastlab.games.{match.game.id}"
    try:
        policy: Policy = importlib.import_module(f"{name}.bot").sensible_bot(seed)
    except ModuleNotFoundError as error:
        if error.name not in (name, f"{name}.bot"):
            raise  # the module is there, and lacks something else
        return random_bot(seed)
    return policy


def seen_by(match: Match, seat: int) -> Match:
    """A redealt copy of the match, with other dice: all that a policy for `seat` may look at.

    It depends on the place in the game alone, so that after an undo the same move meets the same replies.
    """
    place = match.place
    return redeal(match, seat, Random(f"{match.seed}:{place.salt}:{place.depth}:{seat}"))


def play_bots(match: Match, players: dict[int, Policy], most: int = 10_000) -> int:
    """Let the policies answer for their seats until another seat is asked or the game is over.

    Gives the number of moves, at most `most`. Each policy gets the match as its seat may see it (`seen_by`):
    nobody can play on what is hidden.
    """
    moves = 0
    while moves < most and isinstance(match.request, Choose) and match.request.seat in players:
        seat = match.request.seat
        match.play(players[seat](seen_by(match, seat)))
        moves += 1
    return moves
