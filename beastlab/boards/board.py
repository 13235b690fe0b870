"""The board: a match to look at and to click."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Generator, Mapping
from fractions import Fraction
from html import escape
from importlib import import_module
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import anywidget
import ipywidgets
import traitlets

from beastlab.boards import parts
from beastlab.boards.keeping import Keeper
from beastlab.boards.stills import Still, still
from beastlab.bots import Policy, opponent, play_bots, random_bot
from beastlab.core.chance import Seeded
from beastlab.core.explore import nobody
from beastlab.core.ledger import UnknownRule, rule
from beastlab.core.match import Match, Place
from beastlab.core.requests import Choose, Draw, IllegalMove
from beastlab.core.saves import LINE, SaveError, load
from beastlab.odds.exhibits import Check, wilson

HERE = Path(__file__).parent
POLICIES = {"person": "a person", "sensible": "the sensible player", "random": "a random player"}
"""Who may play a seat, as the page names and shows it."""
PLAIN = (
    "undo",
    "redo",
    "roll_again",
    "go_on",
    "reveal",
    "pass_unseen",
    "simulate",
    "cancel",
    "resume",
    "begin_anew",
    "give_line",
)
"""What the page asks for by a name alone."""
QUICK, PUT_OFF = 0.03, 0.4
"""Comparing moves at once may take so many seconds; what takes longer waits so long for a click."""
PLAYS, SLICE = 1_000, 0.05
"""A check plays a move so many times, and tells how far it is after so many seconds."""


def board(
    match: Match,
    seat: int | None = None,
    *,
    players: Mapping[int, Policy | str] | None = None,
    you: int | None = None,
    autosave: str | Path | bool | None = None,
) -> Board:
    """A board for `match`, shown by a notebook when it is a cell's last value.

    `seat` None shows the hand of whoever is asked, with a screen between two people that hides it; a number that
    seat's alone. `players` are programs that answer for their seats, as in `{1: "sensible", 2: "random"}`, or
    policies (see `beastlab.bots`); `you=0` is short for seat 0 and sensible players for all others that `players`
    doesn't name. `autosave` is a file written after every move; without it a notebook keeps the game in a folder
    `.beastlab`, and offers to go on from there after a restart. False keeps nothing.

    >>> from beastlab.games import beast_hunt as hunt
    >>> shown = board(hunt.new_match(seats=3, seed=7), you=0)
    >>> shown.scene["ask"]["prompt"]
    'Ada: choose a champion'
    """
    if you is not None:
        seats = _seats_of(match)
        if you not in seats:
            raise ValueError(f"you={you}: the seats of this match are 0 to {len(seats) - 1}")
        seat = you if seat is None else seat
        players = {other: "sensible" for other in seats if other != you} | dict(players or {})
    return Board(match, seat, players=players, autosave=autosave)


def _seats_of(match: Match) -> range:
    if not isinstance(match, Match):
        raise TypeError(f"{match!r:.60} is no match; give one, as hunt.new_match() makes it")
    return range(len(match.table.seats))


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
    run = traitlets.Dict().tag(sync=True)
    line = traitlets.Unicode().tag(sync=True)
    heard = traitlets.Int().tag(sync=True)
    formula = traitlets.Instance(ipywidgets.Widget).tag(sync=True, **ipywidgets.widget_serialization)
    chart = traitlets.Instance(ipywidgets.Widget).tag(sync=True, **ipywidgets.widget_serialization)

    def __init__(
        self,
        match: Match,
        seat: int | None = None,
        *,
        players: Mapping[int, Policy | str] | None = None,
        autosave: str | Path | bool | None = None,
    ) -> None:
        seats = _seats_of(match)
        if seat is not None and seat not in seats:
            raise ValueError(f"seat {seat}: the seats of this match are 0 to {len(seats) - 1}")
        if players is not None and not (isinstance(players, Mapping) and set(players) <= set(seats)):
            who = "give who plays which seat, as in {1: 'sensible'}"
            raise ValueError(f"players: {players!r:.60}; {who}, of the seats 0 to {len(seats) - 1}")
        if isinstance(match.request, Draw) and min(match.request.seen_by or seats) not in seats:
            why = "nobody may look at what is dealt there, so it can't be typed in; leave out ByHand()"
            raise ValueError(f"chance: {why}")
        super().__init__(formula=ipywidgets.HTMLMath(), chart=ipywidgets.Output())
        self.match, self.seat = match, seat
        self.players: dict[int, Policy] = {}
        self._plays: dict[int, str] = {}
        for other, policy in (players or {}).items():
            self._seats(other, policy)
        self._found: Any = None
        self._note = ""
        self._looked: Place | None = None
        self._took = 0.0
        self._later: asyncio.TimerHandle | None = None
        self._uncompared: list[str] = []
        self._advice: dict[str, Any] | None = None
        self.passing: set[int] = set()
        """The people for whom the board passes whenever they are asked for a response."""
        self.all_open = False
        """Whether everybody's cards are shown."""
        self.pace = 0.0
        """How programs play: 0 all at once, -1 a move at each `go_on`; otherwise seconds that the page waits."""
        self._viewer = seat or 0
        self._drawn, self._at = 0, (match.root, True)  # a click says what it was meant for
        self._looking: int | None = None
        self._seen: dict[int, Place] = {}
        self._compared: list[dict[str, Any]] = []
        self._charts = False
        self._job: Generator[None] | None = None
        self._seed = 0
        self._keeper = Keeper(match, autosave)
        self.on_msg(lambda _, content, __: self._told(content))
        self._bots(match.place)

    # --- what it shows --------------------------------------------------------------------------

    @property
    def viewer(self) -> int:
        """The seat through whose eyes the board is drawn."""
        if self.seat is not None:
            return self.seat
        request = self.match.request
        asked = (
            [request.seat] if isinstance(request, Choose) else sorted(getattr(request, "seen_by", ()) or ())
        )
        people = [seat for seat in asked if seat not in self.players]
        self._viewer = people[0] if people else self._viewer
        return self._viewer

    @property
    def covered(self) -> bool:
        """Whether the screen waits for another person, who has cards that the one before it may not see."""
        if self.seat is not None or self.all_open or self.match.over or self.viewer == self._looking:
            return False
        table, viewer = self.match.table, self.viewer
        people = set(range(len(table.seats))) - self.players.keys() - {viewer}
        unseen = [(place.holder, place.cards) for place in table.hidden_from(viewer)]
        return self._looking is not None and any(
            place.cards and (place.holder, place.cards) not in unseen
            for seat in people
            for place in table.hidden_from(seat)
        )

    def refresh(self, since: Place | None = None) -> None:
        """Draw the match as it stands: for when it was played outside the board."""
        match, viewer, covered = self.match, self.viewer, self.covered
        game = parts.game_part(match, "scene")
        nothing: dict[str, Any] = {"title": match.game.title, "facts": [], "zones": []}
        drawn = game.scene(match, viewer, self.all_open) if game else nothing
        if len(match.table.seats) - len(self.players) < 2:  # nobody else looks at this screen
            open_ = {"secret": False}
            drawn["zones"] = [zone | open_ if zone.get("secret") else zone for zone in drawn["zones"]]
        ask, told = parts.asked(match, viewer, self.players.keys()), None if self.all_open else viewer
        history = parts.history(match, told)
        if covered:
            ask = {**ask, "who": "cover", "prompt": "", "rule": "", "moves": [], "refused": []}
            drawn["zones"], told, history["branches"] = [], parts.EVERYBODY, []
        else:
            self._looking = viewer if self._looking is None else self._looking
            if self._looking == viewer:
                self._seen[viewer] = match.place
        lines = parts.news(match, since, told) if since else []
        lines += [{"text": self._note, "rule": ""}] if self._note else []
        self._note = ""
        if self._at != (match.place, covered):
            self._at, self._drawn = (match.place, covered), self._drawn + 1
        with self.hold_sync():
            self.scene = {
                "zones": [],
                **drawn,
                "drawn": self._drawn,
                "seed": match.seed if isinstance(match.chance, Seeded) else None,
                "viewer": viewer,
                "open": self.seat is None,
                "see_all": self.all_open,
                "cover": self._cover() if covered else None,
                "players": bool(self.players),
                "seats": self._who_plays(),
                "policies": [*map(list, POLICIES.items())],
                "pace": self.pace,
                "passing": viewer in self.passing and not covered,
                "offer": self._keeper.words,
                "dice": parts.dice(match, told),
                "ask": ask,
                "log": parts.log(match, told),
                "history": history,
            }
            self._say("ok", lines)
        self._look(ask)

    def _cover(self) -> dict[str, Any]:
        name, request = self.match.table.name(self.viewer), self.match.request
        window = isinstance(request, Choose) and request.window
        words = f"{name} is {'asked for a response' if window else 'to decide'}."
        return {"to": name, "words": words, "window": window}

    def _who_plays(self) -> list[dict[str, Any]]:
        table, asked = self.match.table, getattr(self.match.request, "seat", None)
        return [
            {"name": table.name(seat), "plays": self._plays.get(seat, "person"), "asked": seat == asked}
            for seat in range(len(table.seats))
        ]

    def _look(self, ask: dict[str, Any]) -> None:
        """Keep the odds of the move that was looked at, or show those of the first move that needs luck."""
        if self.match.place is not self._looked:
            self._stop()
        self._looked = self.match.place
        keys = [move["key"] for move in ask["moves"]] if ask["who"] == "you" else []
        self._compared, self._advice = [], None
        self._put_off(keys if self._took > QUICK else [])
        if keys and self._took <= QUICK:
            self._compare(keys)
        elif self.odds.get("key") in keys:
            self.look(self.odds["key"])
        else:
            self.formula.value, self.chart.outputs = "", ()
            self.odds = {}

    def _compare(self, keys: list[str]) -> None:
        """Show what the other moves are worth beside the one that is looked at."""
        began = monotonic()
        self._uncompared = []
        self._compared, self._advice = parts.comparison(self.match), parts.advice(self.match)
        self._took = max(monotonic() - began, 0.9 * self._took)  # a game that was slow once may be so again
        lucky = {row["key"] for row in self._compared}
        key = self.odds.get("key")
        if key not in keys:
            key = next((key for key in keys if key in lucky), None)
        if key:
            self.look(key)
        else:
            self.odds = {"advice": self._advice} if self._advice else {}

    def _put_off(self, keys: list[str]) -> None:
        """Compare a little later, where that takes long: whatever is clicked or looked at till then goes first."""
        if self._later:
            self._later.cancel()
        self._later, self._uncompared = None, keys
        if not keys:
            return
        try:
            self._later = asyncio.get_running_loop().call_later(PUT_OFF, self._compare, keys)
        except RuntimeError:  # no page that waits
            self._compare(keys)

    @property
    def still(self) -> Still:
        """The same scene without a kernel (see `beastlab.boards.still`), for whoever the board shows.

        Where several people share the board, a picture that stays keeps what is secret to itself.
        """
        if self.seat is None and not self.covered:
            return still(self.match)
        return still(self.match, self._looking if self.covered else self.viewer)

    def __repr__(self) -> str:
        return self.still.text

    def _repr_mimebundle_(self, **_: Any) -> Any:
        """The widget, and beside it what a saved notebook shows without a kernel: the same scene as it stood."""
        bundle: Any = super()._repr_mimebundle_()
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, "text/html": self.still._repr_html_(), "text/plain": self.still.text}, metadata

    # --- what it does ----------------------------------------------------------------------------

    def play(self, key: str) -> None:
        """Play the move of this key (or its label), then let the programs answer for their seats."""
        before, request = self.match.place, self.match.request
        if self.covered:
            self._refuse(f"The screen waits for {self.match.table.name(self.viewer)}: pass it on first.")
            return
        if self.seat is not None and isinstance(request, Choose) and request.seat != self.seat:
            self._refuse(f"{self.match.table.name(request.seat)} is to decide, not you.")
            return
        move: Any = key
        if isinstance(request, Choose):
            move = next((option for option in request.options if key in (option.key, option.label)), key)
            if move == key and all(key != refused.move.key for refused in request.refused):
                self._refuse("That move is not to be made now; choose one of those that are listed.")
                return
        elif request is not None:
            move = parts.entries(self.match, request).get(key, key)
        if self._tried(self.match.play, move):
            self._bots(before)

    def go_on(self) -> None:
        """Let the programs answer for their seats: all of them, or one where there is a `pace`."""
        self._bots(self.match.place, paced=1)

    def pass_for_me(self, on: bool) -> None:
        """From now on pass whenever the person that is shown is asked for a response, or stop doing so.

        Turns are never passed.
        """
        (self.passing.add if on else self.passing.discard)(self.viewer)
        self._bots(self.match.place)

    def reveal(self) -> None:
        """The person whom the cover names looks now: their cards, and what happened since they last looked."""
        self._looking = self.viewer
        self.refresh(self._seen.get(self.viewer, self.match.root))

    def pass_unseen(self) -> None:
        """Pass for the person whom the cover names, who need not look for that."""
        before, request = self.match.place, self.match.request
        if not (self.covered and isinstance(request, Choose) and request.window):
            self._refuse("There is no response here that could be passed unseen.")
        elif self._tried(self.match.play, nobody(request)):
            self._bots(before)

    def see_all(self, on: bool) -> None:
        """Show everybody's cards from now on, or only those of the seat that is shown."""
        self.all_open = on
        self.refresh()

    def let_play(self, seat: int, who: str) -> None:
        """From now on a "person", the "sensible" or a "random" player answers for this seat."""
        if seat not in range(len(self.match.table.seats)) or who not in POLICIES:
            self._refuse(f"Seat {seat!r:.20} can't be played by {who!r:.20}: {', '.join(POLICIES)} may play.")
            return
        self._seats(seat, who)
        if who == "person" and self.seat not in (None, seat):
            self.seat = None  # two people at one screen
        if len(self.players) == len(self._who_plays()) and not self.pace:
            self.pace = 1.0  # a game of programs alone is there to be watched
        self._bots(self.match.place)

    def at_pace(self, seconds: float) -> None:
        """Let programs play all at once (0), a move every so many seconds, or a move at each `go_on` (-1)."""
        if seconds != -1 and not 0 <= seconds <= 60:
            self._refuse(
                f"A pace of {seconds} is not to be had: give 0 to 60 seconds a move, or -1 for move by move."
            )
            return
        self.pace = seconds
        self.refresh()

    def look(self, key: str) -> None:
        """Show the odds of the move of this key."""
        if self.scene["ask"]["who"] != "you":
            return
        try:
            panel, found = parts.odds(self.match, key)
        except IllegalMove:
            return
        if key != self.odds.get("key"):
            self._stop()
        self._found = found
        self.formula.value = f"$${escape(panel['tex'])}$$" if panel["tex"] else ""
        drawn = self._charts and parts.draw_chart(self.chart, found)
        best = parts.likeliest(self._compared)
        self.odds = {**panel, "chart": drawn, "others": self._compared, "best": best, "advice": self._advice}

    def explain(self, name: str) -> None:
        """Say all about a move (legal or not) or a card: what it does, what may be done with it, why not."""
        lines = parts.explained(self.match, self.scene, name)
        self._say("info", lines or [{"text": "There is nothing more to say about that.", "rule": ""}])

    def simulate(self) -> None:
        """Play the move that is looked at many times, and show what came of it beside the exact value."""
        self._stop()
        if self.odds.get("key") and self._found is not None and self._found.value is not None:
            self._seed += 1
            self.run = {
                "key": self.odds["key"],
                "running": True,
                "done": 0,
                "of": PLAYS,
                "label": self._found.move.label,
            }
            self._job = self._playing(self._found, self.odds["key"], self._seed)
            try:
                asyncio.get_running_loop().create_task(self._worked(self._job))
            except RuntimeError:  # no page that could stop it
                for _ in self._job:
                    pass

    def cancel(self) -> None:
        """Stop a simulation; what was played till then is shown."""
        if self._job:
            self.run = {**self.run, "running": False}

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

    # --- games from elsewhere ----------------------------------------------------------------------

    def resume(self, n: int = 0) -> None:
        """Go on with the n-th of the games that the board offers."""
        if self._keeper.resume(n):
            self._fits()
        else:
            self._refuse("No such game is offered here.")

    def begin_anew(self) -> None:
        """Leave the saved game: it stays in its file, under another name once this one is saved."""
        self._keeper.offers = []
        self.refresh()

    def give_line(self) -> None:
        """Put the position into `line`, as text to copy; not while the screen is covered, for it holds all cards."""
        if self.covered:
            self._refuse("The line holds everybody's cards: whoever is named on the screen may copy it.")
            return
        try:
            self.line = self.match.to_line()
        except SaveError as error:
            self._refuse(str(error))

    def open_line(self, line: str) -> None:
        """Go on from a position that was copied elsewhere; the game on the board is offered from then on."""
        try:
            if not line.lstrip().startswith(LINE):
                raise SaveError(
                    f"that is no position: a line that was copied from a board begins with '{LINE}'"
                )
            other = load(line)
        except SaveError as error:
            self._refuse(str(error))
            return
        self._keeper.leave()
        self.match.become(other)
        self._fits()

    def _fits(self) -> None:
        """Another game may have other seats; where none is left for a person, people play all of them."""
        seats = set(range(len(self.match.table.seats)))
        alone = self.seat not in {None, *seats} or not seats - self.players.keys()
        self.seat = None if alone else self.seat
        for seat in [seat for seat in self.players if alone or seat not in seats]:
            self._seats(seat, "person")
        if self.seat is not None and seats - self.players.keys() != {self.seat}:
            self.seat = None  # others are people too
        self._viewer, self._looking, self._seen = self.seat or 0, None, {}
        self._bots(self.match.place)

    # --- behind it ---------------------------------------------------------------------------------

    def _seats(self, seat: int, who: Policy | str) -> None:
        if who == "person":
            self.players.pop(seat, None)
            self._plays.pop(seat, None)
            return
        if isinstance(who, str) and who not in POLICIES or not (isinstance(who, str) or callable(who)):
            raise ValueError(f"players: {who!r}; a seat is played by 'sensible', 'random' or a policy")
        self._plays[seat] = who if isinstance(who, str) else "program"
        if who == "sensible":
            who = opponent(self.match, seat)
        self.players[seat] = random_bot(seat) if isinstance(who, str) else who

    def _bots(self, before: Place, paced: int = 0) -> None:
        """Let the programs answer and draw what came of it since `before`: all of it, or `paced` moves at a pace."""
        played = True
        try:
            played = self._tried(self._answer, paced if self.pace else None)
        finally:
            complaint = self.status
            self.refresh(before)
        if not played:
            self.status = complaint

    def _answer(self, most: int | None) -> None:
        """Let programs answer for their seats, and pass for people in windows if they want that."""
        while True:
            played = play_bots(self.match, self.players, 10_000 if most is None else most)
            request = self.match.request
            if not (isinstance(request, Choose) and request.window and request.seat in self.passing):
                return
            if request.seat in self.players:
                return  # a program that had no more moves
            most = None if most is None else most - played
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
                if step == self.match.redo:
                    break  # the programs have not answered yet
                self.match.goto(before)
                self._refuse("Nothing lies there that was yours to decide.")
                return
        self.refresh()

    def _tried(self, action: Any, *values: Any, back: Place | None = None) -> bool:
        """Do it; tell in a sentence why it can't be done. Whether the position may have changed."""
        place = self.match.place
        try:
            action(*values)
        except IllegalMove as error:
            if back:
                self.match.goto(back)
            self._refuse(str(error))
            return False
        if self.match.place is not place and self._looking is not None:
            self._note = self._keeper.keep()
        return True

    def _say(self, kind: str, lines: list[dict[str, Any]]) -> None:
        """What the status says; that the game is not saved is said until it is."""
        self.status = {"kind": kind, "lines": lines, "unsaved": self.match.unsaved}

    def _refuse(self, sentence: str) -> None:
        found = re.fullmatch(r"(.*?)\s*\[([a-z-]+\.[a-z0-9.-]+)\]", sentence, re.DOTALL)
        text, id = found.groups() if found else (sentence, "")
        self._say("error", [{"text": text[:1].upper() + text[1:], "rule": id}])

    def _playing(self, found: Any, key: str, seed: int) -> Generator[None]:
        """The simulation, in slices: it tells how far it is, and can be stopped between them."""
        rng, hits, n, told = Random(seed), 0, 0, monotonic()
        while n < PLAYS and self.run.get("running"):
            hits, n = hits + found.play(rng), n + 1
            if monotonic() - told > SLICE:
                self.run = {**self.run, "done": n}
                yield
                told = monotonic()
        self.run = {}
        if n:
            share = Fraction(hits, n)
            text = repr(Check(found.value, share, wilson(hits, n), n, seed)).replace("exact", "Exact", 1)
            self.run = {"key": key, "running": False, "text": f"{text}."}
        self._job = None

    async def _worked(self, job: Generator[None]) -> None:
        for _ in job:
            await asyncio.sleep(0.001)  # or nobody hears that it is to stop

    def _stop(self) -> None:
        """Forget a simulation that runs: the move that it was about is not looked at any more."""
        if self._job:
            self._job.close()
            self._job = None
        self.run = {}

    def _shown(self) -> None:
        """A page shows the board: charts are worth drawing. Altair, slow to load, comes behind the board."""

        async def loaded() -> None:
            await asyncio.to_thread(import_module, "altair")
            self._draws()

        try:
            asyncio.get_running_loop().create_task(loaded())
        except RuntimeError:
            self._draws()

    def _draws(self) -> None:
        self._charts = True
        if self.odds.get("key"):
            self.look(self.odds["key"])

    def _told(self, content: Any) -> None:
        """What the page says was clicked. A second click on what is not there any more does nothing."""
        once = ("play", "pass_unseen", "reveal", "roll_again", "go_on")
        try:
            match content:
                case {"do": str(do), "drawn": drawn} if do in once and drawn != self._drawn:
                    pass
                case {"do": "play"} if self.covered:
                    self._refuse(f"Pass the screen to {self.match.table.name(self.viewer)} first.")
                case {"do": "shown"}:
                    self._shown()
                case {"do": "pace", "with": int() | float() as seconds}:
                    self.at_pace(float(seconds))
                case {"do": "let_play", "with": {"seat": int(seat), "as": str(who)}}:
                    self.let_play(seat, who)
                case {
                    "do": ("play" | "look" | "explain" | "show_rule" | "open_line") as do,
                    "with": str(words),
                }:
                    getattr(self, do)(words)
                case {"do": ("goto" | "branch" | "resume") as do, "with": int(n)}:
                    getattr(self, do)(n)
                case {"do": ("pass_for_me" | "see_all") as do, "with": bool(on)}:
                    getattr(self, do)(on)
                case {"do": str(do)} if do in PLAIN:
                    getattr(self, do)()
        except Exception as error:  # a board that says nothing is worse than one that says what failed
            self._refuse(f"Something failed ({type(error).__name__}): {error}")
            raise
        finally:
            if self._uncompared:
                self._put_off(self._uncompared)
            if isinstance(content, dict) and type(content.get("n")) is int:
                self.heard = content["n"]
