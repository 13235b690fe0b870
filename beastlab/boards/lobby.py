"""The lobby: choose a game, who plays and how, and begin; or go on with a game that was saved."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import partial
from html import escape
from pathlib import Path
from random import randrange
from typing import Any

import ipywidgets as w

import beastlab.games
from beastlab.boards.board import POLICIES, Board, board
from beastlab.core import saves
from beastlab.core.chance import ByHand
from beastlab.core.ledger import Rule, UnknownRule, ledger
from beastlab.core.match import Match

SAVES = "saved-games"
CSS = Path(__file__).with_name("lobby.css")
PERSON, SENSIBLE, _ = POLICIES
GO_ON = (
    "Whoever plays a seat here plays it there too. A line that was copied from a board can be pasted here."
)
MANY = 20
"""Whole numbers up to this one are tried, to find those that an option takes."""


def lobby(folder: str | Path = SAVES) -> Lobby:
    """A form to begin a game, and its board below; games are saved in `folder` after every move.

    >>> shown = lobby()
    >>> shown.seed.value, shown.keep.value = "58", False
    >>> shown.begin()
    >>> shown.board.scene["ask"]["prompt"]
    'Ada: choose a champion'
    """
    return Lobby(folder)


# --- what a game can be asked -----------------------------------------------------------------------


def playable() -> dict[str, Any]:
    """The modules of the games that can be played, by their titles.

    >>> sorted(playable())[0]
    'Beast Hunt'
    """
    names = [found.name for found in pkgutil.iter_modules(beastlab.games.__path__)]
    modules = [importlib.import_module(f"beastlab.games.{name}") for name in names]
    return {module.GAME.title: module for module in modules if hasattr(module, "new_match")}


@dataclass(frozen=True)
class Setting:
    """An option of a game: the `values` that it takes (none: any text), and what its `Options` say of it.

    `rule` is the rule that it is a reading of, where the game's `SWITCHES` name it.
    """

    name: str
    default: Any
    values: tuple[Any, ...]
    words: str = ""
    rule: Rule | None = None


def settings(game: Any) -> list[Setting]:
    """The options of a game but its names and its cards: fields of its `Options`, each with what it accepts.

    >>> [(one.name, one.values) for one in settings(playable()["Beast Hunt"])][:3]
    [('seats', (2, 3, 4, 5, 6)), ('champions', (1, 2)), ('shardless', (False, True))]
    """
    switches: Mapping[str, tuple[str, ...]] = getattr(game, "SWITCHES", {})
    try:
        rules = ledger(game.GAME.id).switches
    except UnknownRule:
        rules = {}
    said = dict(re.findall(r"`(\w+)`\s+([^`;.]*)", " ".join((game.Options.__doc__ or "").split())))
    found = []
    for option in fields(game.Options):
        default = option.default
        if option.name in ("names", "cards") or default is MISSING:
            continue
        words = said.get(option.name, "").strip(" ,")
        if values := switches.get(option.name):
            default = default if default in values else values[0]
            found.append(Setting(option.name, default, values, words, rules.get(option.name)))
        elif isinstance(default, bool):
            found.append(Setting(option.name, default, (False, True), words))
        elif isinstance(default, int):
            taken = tuple(n for n in range(MANY + 1) if _takes(game.Options, option.name, n))
            found.append(Setting(option.name, default, taken, words))
        elif isinstance(default, str):
            found.append(Setting(option.name, default, (), words))
    return found


def _takes(options: Callable[..., Any], name: str, value: int) -> bool:
    try:
        options(**{name: value})
    except ValueError:
        return False
    return True


# --- the form ---------------------------------------------------------------------------------------


class Lobby(w.VBox):
    """The form, the list of the games begun on this page, and the board of one of them.

    Everything that can be clicked is a method. A fault is told in `said`, and then nothing has changed.
    Beginning another game keeps the boards of those that were begun, in `begun`.
    """

    def __init__(self, folder: str | Path = SAVES) -> None:
        self.folder = Path(folder)
        self.begun: list[Board] = []
        self.at = -1
        self._listing = False
        self.module: Any = None
        self.options: dict[str, Any] = {}
        self.names: list[Any] = []
        self.kinds: list[Any] = []
        self._games = playable()

        self.game = _field(w.Dropdown, "Game", options=list(self._games))
        self.seats = _field(w.BoundedIntText, "Seats")
        self.seed = _field(w.Text, "Seed", placeholder="none: another one each time")
        self.chance = _field(w.Dropdown, "Dice and cards", options=["from the seed", "real ones, by hand"])
        self.cards = _field(w.Text, "Card set", placeholder="a folder; none: those that come with it")
        self.keep = _field(w.Checkbox, f"Save after every move, in {self.folder}", value=True)
        self.saved = _field(w.Combobox, "Saved game", placeholder="a file, or a line")
        self.said, self.kept = w.HTML(), w.HTML()
        self.playing = _field(w.Dropdown, "Game shown", options=[("none", -1)])
        self._rows, self._plain, self._readings = (_box(name) for name in ("rows", "plain", "readings"))
        self._table = _box("table")

        self._begin = _button("Begin", self.begin, "primary")
        self._more = _button("", self._fold)
        self._new = _button("New game", self._open_form)
        self._hide = _button("Back to the board", self._close_form)
        opening = _box("open", self.saved, _button("Open", self.resume))
        columns = [
            _box("part", w.HTML("<h3>Who plays</h3>"), self.game, self.seats, self._rows),
            _box("part", w.HTML("<h3>How</h3>"), self._plain, self.cards, self.chance, self.seed, self.keep),
            _box("part", w.HTML("<h3>Or go on</h3>"), opening, w.HTML(f"<p>{GO_ON}</p>")),
        ]
        buttons = _box("buttons", self._begin, self._more, self._hide, self.said)
        self._form = _box("form", w.HTML("<h2>A new game</h2>"), _box("parts", *columns), buttons)
        self._form.children += (self._readings,)
        self._bar = _box("bar", self.playing, self._new, self.kept)
        style = w.HTML(f"<style>{CSS.read_text('utf-8')}</style>", layout=w.Layout(display="none"))
        super().__init__([style, self._bar, self._form, self._table])
        self.add_class("bl-lobby")

        self.game.observe(self._choose_game, "value")
        self.seats.observe(self._seat, "value")
        self.playing.observe(lambda change: self.show(change["new"]), "value")
        self._fold()
        self._choose_game()
        self._arrange()

    @property
    def board(self) -> Board | None:
        """The board that is shown."""
        return self.begun[self.at] if self.begun else None

    # --- what it does ---------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin the game that the form describes."""
        self._tried(self._begun)

    def resume(self) -> None:
        """Go on with the saved game, or with the line, that `saved` names."""
        self._tried(self._resumed)

    def show(self, n: int) -> None:
        """Show the board of the n-th game begun on this page."""
        if 0 <= n < len(self.begun) and n != self.at and not self._listing:
            self.at = n
            self._arrange()

    # --- behind it ------------------------------------------------------------------------------------

    def _begun(self) -> None:
        seed = self.seed.value.strip()
        try:
            number = int(seed) if seed else randrange(1, 100_000)
        except ValueError:
            raise ValueError(f"Seed: {seed!r}; give a whole number, or none for new dice and cards") from None
        chosen = {name: control.value for name, control in self.options.items()}
        chosen["names"] = tuple(name.value.strip() for name in self.names)
        if self.cards.value.strip():
            chosen["cards"] = self.module.load_cards(Path(self.cards.value.strip()).expanduser())
        chance = ByHand() if self.chance.index else None
        match = self.module.new_match(seats=self.seats.value, seed=number, chance=chance, **chosen)
        self._add(match, self._file(match) if self.keep.value else None)

    def _resumed(self) -> None:
        text = self.saved.value.strip()
        if not text:
            raise ValueError("Saved game: nothing is given; choose a file, or paste a line beastlab:…")
        path = None if text.startswith(saves.LINE) else Path(text).expanduser()
        for n, shown in enumerate(self.begun):
            if path and (file := shown.match.autosave) and path.resolve() == file.resolve():
                self.show(n)  # two boards that save in one file would lose each other's moves
                self._close_form()
                return
        match = saves.load(path or text)
        self._add(match, (path or self._file(match)) if self.keep.value else None)

    def _file(self, match: Match) -> Path:
        """A file for this match that isn't there yet."""
        name = f"{match.game.id.replace('_', '-')}-seed-{match.seed}"
        tried = (self.folder / f"{name}{f'-{n}' if n else ''}.json" for n in range(10_000))
        return next(path for path in tried if not path.exists())

    def _add(self, match: Match, file: Path | None) -> None:
        kinds = [kind.value for kind in self.kinds]
        who = dict(zip(range(len(match.table.seats)), [*kinds, *[SENSIBLE] * MANY], strict=False))
        people = [seat for seat, kind in who.items() if kind == PERSON]
        players = {seat: kind for seat, kind in who.items() if kind != PERSON}
        alone = people[0] if len(people) == 1 else None
        self.begun.append(board(match, alone, players=players, autosave=file or False))
        self.at = len(self.begun) - 1
        self._close_form()

    def _tried(self, action: Callable[[], None]) -> None:
        """Do it; tell in a sentence why it can't be done."""
        self._say("")
        try:
            action()
        except ValueError as why:
            self._say(str(why))
        except OSError as why:
            advice = "choose another folder, or don't save after every move"
            self._say(f"{why.filename or self.folder}: {why.strerror}; {advice}")
        except Exception as why:  # a page that says nothing is worse than one that says what failed
            self._say(f"Something failed ({type(why).__name__}): {why}")
            raise

    def _say(self, fault: str) -> None:
        told = fault[:1].upper() + fault[1:] if fault.split(" ")[0].isalpha() else fault
        if told and not told.endswith(".") and "\n" not in told:
            told += "."
        kind = ' class="bl-wrong"' if told else ""
        self.said.value = f'<p role="status"{kind}>{escape(told)}</p>'

    # --- how it looks ---------------------------------------------------------------------------------

    def _choose_game(self, _: Any = None) -> None:
        self.module = self._games[self.game.value]
        plain: list[Any] = []
        readings: list[Any] = []
        self.options = {}
        for one in settings(self.module):
            if one.name == "seats":
                low, high = min(one.values), max(one.values)
                self.seats.description = f"Seats ({low} to {high})"
                self.seats.min, self.seats.max, self.seats.value = 0, high, one.default
                self.seats.min = low
                continue
            control, row = _setting(one)
            self.options[one.name] = control
            (plain if one.rule is None else readings).append(row)
        self._plain.children, self._readings.children = plain, readings
        _shown(self._more, bool(readings))
        _shown(self.cards, hasattr(self.module, "load_cards"))
        self._seat()

    def _seat(self, _: Any = None) -> None:
        """As many rows as seats; what was typed for a seat is kept when it leaves."""
        ours = self.module.Options(seats=self.seats.value).names
        for seat in range(len(self._rows.children), self.seats.value):
            name = _field(w.Text, f"Seat {seat + 1}", value=ours[seat])
            label = f'<span class="bl-lobby-unseen">Seat {seat + 1} is </span>played by'
            kind = _field(w.Dropdown, label, options=[(words, kind) for kind, words in POLICIES.items()])
            kind.description_allow_html, kind.value = True, SENSIBLE if seat else PERSON
            self._rows.children += (_box("seat", name, kind),)
        for seat, row in enumerate(self._rows.children):
            _shown(row, seat < self.seats.value)
        rows = [row.children for row in self._rows.children[: self.seats.value]]
        self.names, self.kinds = [name for name, _ in rows], [kind for _, kind in rows]

    def _fold(self) -> None:
        """Show or hide the readings."""
        shown = self._more.description.startswith("Show")
        _shown(self._readings, shown)
        self._more.description = f"{'Hide' if shown else 'Show'} the rules that can be read in several ways"

    def _open_form(self) -> None:
        self._files()
        _shown(self._form, True)
        _shown(self._new, False)
        self._say("")

    def _close_form(self) -> None:
        self._arrange()
        _shown(self._form, False)
        _shown(self._new, True)

    def _files(self) -> None:
        """Offer the games that lie in the folder, the last played first."""
        found = [(path.stat().st_mtime, str(path)) for path in self.folder.glob("*.json")]
        self.saved.options = [path for _, path in sorted(found, reverse=True)]

    def _arrange(self) -> None:
        """The list and the board as they stand."""
        _shown(self._bar, bool(self.begun))
        _shown(self._hide, bool(self.begun))
        if not self.begun:
            self._files()
            return
        self._listing = True  # with new options the list chooses the first one for a moment
        self.playing.options = [(f"{n + 1}: {_title(shown.match)}", n) for n, shown in enumerate(self.begun)]
        self.playing.value, self._listing = self.at, False
        shown = self.begun[self.at]
        told = f"Saved after every move in {shown.match.autosave}." if shown.match.autosave else "Not saved."
        if shown.match.unsaved:
            told = ""  # the board itself says so
        self.kept.value = f'<p role="status">{escape(told)}</p>'
        self._table.children = (shown,)


def _title(match: Match) -> str:
    names = [match.table.name(seat) for seat in range(len(match.table.seats))]
    return f"{match.game.title}, seed {match.seed}, {', '.join(names)}"


def _setting(one: Setting) -> tuple[Any, Any]:
    """The control for an option, and the row that it stands in."""
    name = one.name.replace("_", " ")
    if one.values == (False, True):
        control = _field(
            w.Checkbox, f"{name.capitalize()}: {one.words}" if one.words else name, value=one.default
        )
        return control, control
    if one.values:
        control = _field(w.Dropdown, name.capitalize(), options=_labelled(one.values), value=one.default)
    else:
        control = _field(w.Text, name.capitalize(), value=one.default)
    if one.rule is None:
        return control, _box("option", control, w.HTML(f"<p>{escape(one.words)}</p>"))
    words = w.HTML()

    def told(_: Any = None) -> None:
        assert one.rule
        meant = dict(zip(one.rule.readings, (one.rule.ruling or "", *one.rule.alternatives), strict=False))
        reading = meant.get(control.value, "").partition(":")[2].strip() or control.label
        said = f"{escape(one.rule.text)} <b>Played:</b> {escape(reading)}"
        words.value = f"<p>{said} <code>{escape(one.rule.id)}</code></p>"

    control.observe(told, "value")
    told()
    return control, _box("reading", control, words)


def _labelled(values: tuple[Any, ...]) -> list[tuple[str, Any]]:
    return [(str(value).replace("_", " "), value) for value in values]


def _field(kind: Callable[..., Any], description: str, **values: Any) -> Any:
    control = kind(description=description, **values)
    control.style.description_width = "initial"
    control.layout.width = "auto"
    if kind is w.Checkbox:
        control.indent = False
    return control


def _box(name: str, *children: Any) -> Any:
    made = w.Box(children)
    made.add_class(f"bl-lobby-{name}")
    return made


def _button(words: str, action: Callable[[], None], look: str = "") -> Any:
    made = w.Button(description=words, button_style=look, layout=w.Layout(width="auto"))
    made.on_click(partial(_click, action))
    return made


def _click(action: Callable[[], None], _: Any) -> None:
    action()


def _shown(widget: Any, shown: bool) -> None:
    widget.layout.display = None if shown else "none"
