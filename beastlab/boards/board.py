"""The board: a match to look at and to click."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from beastlab.boards import parts
from beastlab.bots import Policy, play_bots, random_bot
from beastlab.core.chance import Seeded
from beastlab.core.explore import nobody
from beastlab.core.ledger import UnknownRule, rule
from beastlab.core.match import Match, Place
from beastlab.core.requests import Choose, IllegalMove

HERE = Path(__file__).parent


def board(
    match: Match,
    seat: int | None = None,
    *,
    players: Mapping[int, Policy] | None = None,
    you: int | None = None,
    autosave: str | Path | None = None,
) -> Board:
    """A board for `match`, shown by a notebook when it is a cell's last value.

    `seat` None shows the hand of whoever is asked (everybody at one screen); a number that seat's alone.
    `players` are programs that answer for their seats, as in `{1: hunt.sensible_bot()}` (see `beastlab.bots`);
    `you=0` is short for seat 0 and random players for all others that `players` doesn't name. `autosave` is a file
    written after every move.

    >>> from beastlab.games import beast_hunt as hunt
    >>> shown = board(hunt.new_match(seats=3, seed=7), you=0)
    >>> shown.scene["ask"]["prompt"]
    'Ada: choose a champion'
    """
    if you is not None:
        seats = range(len(match.table.seats))
        if you not in seats:
            raise ValueError(f"you={you}: the seats of this match are 0 to {len(seats) - 1}")
        seat = you if seat is None else seat
        players = {other: random_bot(other) for other in seats if other != you} | dict(players or {})
    return Board(match, seat, players=players, autosave=autosave)


class Board(anywidget.AnyWidget):
    """A match on the screen. Everything that can be clicked is a method, so that code can do it too.

    A move that is not allowed changes nothing: `status` tells why, in one sentence with its rule. Where a save
    fails, `status["unsaved"]` says so, and the move stands.

    >>> from beastlab.games import beast_hunt as hunt
    >>> shown = Board(hunt.new_match(seats=2, seed=7))
    >>> shown.play("champion:champion-royal-1")
    >>> shown.status["lines"][-1]["text"]
    'Ada chooses Regent Aldous.'
    >>> shown.undo()
    >>> shown.scene["history"]["at"], shown.scene["history"]["of"]
    (0, 1)
    """

    _esm = (HERE / "board.js").read_text(encoding="utf-8")
    _css = (HERE / "board.css").read_text(encoding="utf-8")

    scene = traitlets.Dict().tag(sync=True)
    odds = traitlets.Dict().tag(sync=True)
    status = traitlets.Dict().tag(sync=True)
    rule = traitlets.Dict().tag(sync=True)
    formula = traitlets.Instance(ipywidgets.Widget).tag(sync=True, **ipywidgets.widget_serialization)

    def __init__(
        self,
        match: Match,
        seat: int | None = None,
        *,
        players: Mapping[int, Policy] | None = None,
        autosave: str | Path | None = None,
    ) -> None:
        seats = range(len(match.table.seats))
        if seat is not None and seat not in seats:
            raise ValueError(f"seat {seat}: the seats of this match are 0 to {len(seats) - 1}")
        super().__init__(formula=ipywidgets.HTMLMath())
        self.match, self.seat, self.players = match, seat, dict(players or {})
        self.passing = False
        """Whether the board passes for people who are asked for a response."""
        self._viewer = seat or 0
        self._compared: list[dict[str, Any]] = []
        if autosave:
            match.autosave = Path(autosave)
            match.save(match.autosave)
        self.on_msg(lambda _, content, __: self._told(content))
        self._bots(match.place)

    # --- what it shows --------------------------------------------------------------------------

    @property
    def viewer(self) -> int:
        """The seat through whose eyes the board is drawn."""
        if self.seat is not None:
            return self.seat
        request = self.match.request
        if isinstance(request, Choose):
            self._viewer = request.seat
        elif request is not None and request.seen_by:
            self._viewer = min(request.seen_by)
        return self._viewer

    def refresh(self, since: Place | None = None) -> None:
        """Draw the match as it stands: for when it was played outside the board."""
        match, viewer = self.match, self.viewer
        game = parts.game_part(match, "scene")
        drawn = game.scene(match, viewer) if game else {"title": match.game.title, "zones": [], "facts": []}
        ask = parts.asked(match, viewer)
        lines = parts.news(match, since, viewer) if since else []
        with self.hold_sync():
            self.scene = {
                **drawn,
                "seed": match.seed if isinstance(match.chance, Seeded) else None,
                "viewer": viewer,
                "open": self.seat is None,
                "players": bool(self.players),
                "passing": self.passing,
                "ask": ask,
                "log": parts.log(match, viewer),
                "history": parts.history(match),
            }
            self._say("ok", lines)
        self._look(ask)

    def _look(self, ask: dict[str, Any]) -> None:
        """Keep the odds of the move that was looked at, or show those of the first move that needs luck."""
        keys = [move["key"] for move in ask["moves"]] if ask["who"] == "you" else []
        self._compared = parts.comparison(self.match) if keys else []
        lucky = {row["key"] for row in self._compared}
        key = self.odds.get("key")
        if key not in keys:
            key = next((key for key in keys if key in lucky), None)
        if key:
            self.look(key)
        else:
            self.odds = {}

    # --- what it does ----------------------------------------------------------------------------

    def play(self, key: str) -> None:
        """Play the move of this key (or its label), then let the programs answer for their seats."""
        before, request = self.match.place, self.match.request
        if self.seat is not None and isinstance(request, Choose) and request.seat != self.seat:
            self._refuse(f"{self.match.table.name(request.seat)} is to decide, not you.")
            return
        move: Any = key
        if isinstance(request, Choose):
            move = next((option for option in request.options if key in (option.key, option.label)), key)
        elif request is not None:
            move = parts.entries(self.match, request).get(key, key)
        if self._tried(self.match.play, move):
            self._bots(before)

    def go_on(self) -> None:
        """Let the programs answer for their seats, where going back stopped at one of them."""
        self._bots(self.match.place)

    def pass_for_me(self, on: bool) -> None:
        """From now on pass whenever a person is asked for a response, or stop doing so; turns are never passed."""
        self.passing = on
        self._bots(self.match.place)

    def look(self, key: str) -> None:
        """Show the odds of the move of this key."""
        if self.scene["ask"]["who"] != "you":
            return
        try:
            panel = parts.odds(self.match, key)
        except IllegalMove:
            return
        self.formula.value = f"$${escape(panel['tex'])}$$" if panel["tex"] else ""
        self.odds = {**panel, "others": self._compared}

    def show_rule(self, id: str) -> None:
        """Open a rule by its id; blank closes it."""
        try:
            self.rule = {"id": id, "html": rule(id)._repr_html_()} if id else {}
        except UnknownRule as error:
            self._refuse(str(error))

    def undo(self) -> None:
        """Go back to before your last move; where programs play, to before the one that was yours."""
        self._steps(self.match.undo)

    def redo(self) -> None:
        """Take back an undo."""
        self._steps(self.match.redo)

    def roll_again(self) -> None:
        """Play your last move again with other dice, as a branch of its own."""
        before = self.match.place
        place: Place | None = before
        while place and not (place.decision and getattr(place.request, "seat", -1) not in self.players):
            place = place.parent
        if place is None or place.parent is None:
            self._refuse("There is no move yet that could be rolled again.")
            return
        while self._last() is not place:
            self.match.undo()
        if self._tried(self.match.roll_again, back=before):
            self._bots(place.parent)

    def goto(self, n: int) -> None:
        """Go to the n-th place of the line that is being played, 0 being its start."""
        line = self.match.places()
        if self._tried(self.match.goto, line[max(0, min(n, len(line) - 1))]):
            self.refresh()

    def branch(self, n: int) -> None:
        """Go to the end of the n-th branch of `scene["history"]`."""
        ends = self.match.branches()
        if 0 <= n < len(ends) and self._tried(self.match.goto, ends[n]):
            self.refresh()

    # --- behind it ---------------------------------------------------------------------------------

    def _bots(self, before: Place) -> None:
        played = True
        try:
            played = self._tried(self._answer)
        finally:
            complaint = self.status
            self.refresh(before)
        if not played:
            self.status = complaint

    def _answer(self) -> None:
        """Let programs answer for their seats, and pass for people in windows if they want that."""
        while True:
            play_bots(self.match, self.players)
            request = self.match.request
            if not (self.passing and isinstance(request, Choose) and request.window):
                return
            if request.seat in self.players:
                return  # a program that had no more moves
            self.match.play(nobody(request))

    def _last(self) -> Place | None:
        place: Place | None = self.match.place
        while place and not place.decision:
            place = place.parent
        return place

    def _steps(self, step: Any) -> None:
        """Undo or redo until a person is asked."""
        before = self.match.place
        if not self._tried(step):
            return
        while isinstance(self.match.request, Choose) and self.match.request.seat in self.players:
            try:
                step()
            except IllegalMove:
                self.match.goto(before)
                self._refuse("Nothing lies there that was yours to decide.")
                return
        self.refresh()

    def _tried(self, action: Any, *values: Any, back: Place | None = None) -> bool:
        """Do it; tell in a sentence why it can't be done. Whether the position may have changed."""
        try:
            action(*values)
        except IllegalMove as error:
            if back:
                self.match.goto(back)
            self._refuse(str(error))
            return False
        return True

    def _say(self, kind: str, lines: list[dict[str, Any]]) -> None:
        """What the status says; that the game is not saved is said until it is."""
        self.status = {"kind": kind, "lines": lines, "unsaved": self.match.unsaved}

    def _refuse(self, sentence: str) -> None:
        found = re.fullmatch(r"(.*?)\s*\[([a-z-]+\.[a-z.-]+)\]", sentence, re.DOTALL)
        text, id = found.groups() if found else (sentence, "")
        self._say("error", [{"text": text[:1].upper() + text[1:], "rule": id}])

    def _told(self, content: Any) -> None:
        """What the page says was clicked."""
        actions = {
            "play": str,
            "look": str,
            "show_rule": str,
            "goto": int,
            "branch": int,
            "pass_for_me": bool,
        }
        plain = ("undo", "redo", "roll_again", "go_on")
        try:
            match content:
                case {"do": str(do), "with": value} if do in actions:
                    getattr(self, do)(actions[do](value))
                case {"do": str(do)} if do in plain:
                    getattr(self, do)()
        except Exception as error:  # a board that says nothing is worse than one that says what failed
            self._refuse(f"Something failed ({type(error).__name__}): {error}")
            raise
