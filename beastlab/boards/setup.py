"""A form in which a position is set up, checked, kept and played from: hands, tokens, what is left in the decks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as w

from beastlab.boards import parts
from beastlab.boards.board import Board
from beastlab.core.chance import ByHand
from beastlab.core.match import Match
from beastlab.core.requests import Choose

STYLE = """<style>
.bl-setup { max-width: 1060px; padding: 4px 2px 10px; }
.bl-setup h3 { margin: 4px 0 2px; font-size: 17px; }
.bl-setup h4 { margin: 10px 0 2px; padding-top: 8px; font-size: 13px; }
.bl-setup h4 { border-top: 1px solid var(--jp-border-color2, #d5dae1); }
.bl-setup p, .bl-setup ul { margin: 0; line-height: 1.45; }
.bl-setup ul { padding-left: 20px; }
.bl-setup code { font-size: 12px; }
.bl-setup textarea { font-family: inherit; }
.bl-setup-rest textarea { font-family: var(--jp-code-font-family, monospace); }
.bl-setup-foot { margin-top: 8px; }
.bl-setup-fault { --no: #b3261e; margin: 0 0 4px calc(8.5em + 6px); padding: 1px 8px; line-height: 1.4; }
.bl-setup-fault { border-left: 3px solid var(--no); }
[data-jp-theme-light="false"] .bl-setup-fault { --no: #ff8a80; }
</style>"""


def setup(
    start: Any,
    *,
    seed: int | None = None,
    show: Callable[[Match], Any] = Board,
    **options: Any,
) -> Setup:
    """A form for a position: of a match, as it stands, or of a game with these options, blank.

    `start` is a match, or a game's module. Cards are named as on the table, several with commas between; the form
    checks what is typed and says of each fault where it is and what to do. From a position without one a match is
    played on a board below, which `show(match)` makes; it can be saved to a file, which `beastlab.load` opens.
    Every hand lies open in the form.

    >>> from beastlab.games import beast_hunt as hunt
    >>> form = setup(hunt, seats=2)
    >>> form.fields["field"].value = "Thornback (staggered by Bo), Gloom Heron, Mud Lurkr"
    >>> form.fields["seats.Ada.champions"].value = "Regent Aldous"
    >>> form.fields["seats.Bo.champions"].value = "Grim Osk"
    >>> for fault in form.check():
    ...     print(fault)
    field[2]: no card is called 'Mud Lurkr'; perhaps Mud Lurker
    >>> form.fields["field"].value = "Thornback (staggered by Bo), Gloom Heron, Mud Lurker"
    >>> form.play().match.request.prompt
    'Ada: 3 actions left'
    """
    if isinstance(start, Match):
        if options:
            raise ValueError(
                f"{next(iter(options))}: the options are those of the match; give a game's module"
            )
        return Setup(start, seed=seed, show=show)
    if not callable(getattr(start, "new_match", None)):
        raise ValueError(f"{start!r:.60}; give a match, or a game's module, as in setup(hunt, seats=2)")
    return Setup(start.new_match(**options), seed=seed, show=show, blank=True)


class Setup(w.VBox):
    """The form that `setup` makes. What its buttons do are methods, so that code can do it too.

    `fields` are its fields by the place in the position, `rest` what has no field, as JSON; `said` the status.
    """

    def __init__(
        self,
        match: Match,
        *,
        seed: int | None = None,
        show: Callable[[Match], Any] = Board,
        blank: bool = False,
    ) -> None:
        game, positions = match.game, parts.game_part(match, "positions")
        if positions is None or game.table_from_json is None:
            raise ValueError(
                f"positions of {game.title} can't be set up; give a match of a game that has them"
            )
        self.game, self.options, self.show = game, match.options, show
        self.rows: list[dict[str, Any]] = positions.rows(match.options)
        self.fields: dict[str, Any] = {}
        self._notes: dict[str, w.HTML] = {}
        self._boxes: dict[str, w.VBox] = {}
        self._kept: set[Path] = set()
        position = {} if blank else positions.position_of(match.origin, plain=True)
        groups: dict[str, list[Any]] = {}
        for row in self.rows:
            place = ".".join(row["at"])
            field = _field(row, _taken(position, row))
            note = self._notes[place] = w.HTML(layout=w.Layout(display="none"))
            self.fields[place] = field
            self._boxes[place] = w.VBox([field, note], layout=w.Layout(width=_ROOM[row["room"]]))
            groups.setdefault(row["group"], []).append(self._boxes[place])
        self.rest = w.Textarea(
            description="Anything else",
            value=json.dumps(position, indent=1, ensure_ascii=False) if position else "",
            placeholder="as JSON: what has no field of its own",
            rows=6 if position else 2,
            **_LOOK,
        )
        self.rest.add_class("bl-setup-rest")
        self._notes[""] = w.HTML(layout=w.Layout(display="none"))
        self.dice = w.Dropdown(
            description="Dice and cards",
            options=[("of the computer", False), ("real ones, typed in", True)],
            value=isinstance(match.chance, ByHand),
            **_narrow("24em"),
        )
        self.seed = w.IntText(
            description="Seed", value=match.seed if seed is None else seed, **_narrow("13em")
        )
        self.file = w.Text(description="File", value="position.json", **_narrow("22em"))
        self.said = w.HTML()
        self.boards = w.VBox()
        sections: list[Any] = []
        for group, boxes in groups.items():
            sections += [w.HTML(f"<h4>{escape(group)}</h4>"), w.Box(boxes, layout=_FLOW)]
        note = " It shows where the step in progress began." if match.trail and not blank else ""
        words = f"Cards by name, with commas between. Every hand lies open here.{note}"
        title = f"{STYLE}<h3>A position of {escape(game.title)}</h3><p>{words}</p>"
        buttons = [_button("Check", self.check), _button("Play from here", self.play, "primary")]
        foot = w.HBox(
            [self.dice, self.seed, *buttons, self.file, _button("Save", self.save)], layout=_FLOW
        ).add_class("bl-setup-foot")
        super().__init__(
            [
                w.HTML(title),
                self._adding(),
                *sections,
                w.HTML("<h4>And then</h4>"),
                self.rest,
                self._notes[""],
                foot,
                self.said,
                self.boards,
            ]
        )
        self.add_class("bl-setup")
        self._say("")

    def _adding(self) -> Any:
        """A line that adds a card to a row, its name being suggested."""
        zones = {
            (row["label"] if row["at"][:-1] == () else f"{row['group']}: {row['label']}"): row
            for row in self.rows
            if row["cards"]
        }
        self.zone = w.Dropdown(description="Add to", options=list(zones), **_narrow("24em"))
        self.card = w.Combobox(description="the card", ensure_option=False, **_narrow("26em"))
        self.card.style = {"description_width": "5em"}

        def suggest(_: Any = None) -> None:
            self.card.options = zones[self.zone.value]["cards"]

        def add() -> None:
            row, name = zones[self.zone.value], self.card.value.strip()
            field = self.fields[".".join(row["at"])]
            if name:
                before = field.value.rstrip().rstrip(",") if row["kind"] == "cards" else ""
                field.value = f"{before}, {name}" if before else name
                self.card.value = ""

        self.zone.observe(suggest, "value")
        suggest()
        return w.HBox([self.zone, self.card, _button("Add", add)], layout=_FLOW)

    # --- what it does ---------------------------------------------------------------------------

    def check(self) -> list[Any]:
        """Say what is wrong with the position, each fault beside its row too; nothing is begun or written."""
        match, faults = self._match()
        if match:
            self._say(f"No fault. {_waits(match)}")
        return faults

    def play(self) -> Any:
        """A board of a match that goes on from here, below the form; None with faults. Earlier boards stay."""
        match, _ = self._match()
        if match is None:
            return None
        board = self.show(match)
        self.boards.children = (board, *self.boards.children)
        self._say(f"The board below goes on from here. {_waits(match)}")
        return board

    def save(self) -> Path | None:
        """Keep the position in the file that is named, as a match that begins with it; None where that fails."""
        match, _ = self._match()
        if match is None:
            return None
        name = self.file.value.strip()
        path = Path(name if name.endswith(".json") else f"{name}.json")
        if not name:
            self._say("Give the file a name, such as position.json.")
        elif path.exists() and path not in self._kept:
            self._say(f"{path} is there already, and is not overwritten; give another name.")
        else:
            try:
                match.save(path)
            except OSError as error:
                self._say(f"{path} can't be written ({error.strerror or error}); give another name.")
            else:
                self._kept.add(path)
                self._say(f'Kept in {path}: beastlab.load("{path}") opens it.')
                return path
        return None

    def position(self) -> dict[str, Any]:
        """What is filled in, as the game's module `positions` reads it; ValueError where the rest is no JSON."""
        position = json.loads(self.rest.value.strip() or "{}")
        if not isinstance(position, dict):
            raise ValueError("it is no object")
        for row in self.rows:
            value = _value(row, self.fields[".".join(row["at"])].value)
            if value is None:
                continue
            inside = position
            for key in row["at"][:-1]:
                inside = inside.setdefault(key, {})
                if not isinstance(inside, dict):
                    raise ValueError(f"{key} is no object")
            if value == []:  # what the rest says of it counts
                inside.setdefault(row["at"][-1], value)
            elif inside.get(row["at"][-1], value) != value:
                raise ValueError(
                    f"{'.'.join(row['at'])} is said in its field above, as {value!r}, and here otherwise"
                )
            else:
                inside[row["at"][-1]] = value
        return position

    # --- behind it ---------------------------------------------------------------------------------

    def _match(self) -> tuple[Match | None, list[Any]]:
        """The match that begins with the position, or its faults, which are told."""
        try:
            position = self.position()
        except (ValueError, RecursionError) as error:
            self._tell(
                [("", "Anything else", f"not to be read ({error}); correct it, or leave it blank", "")]
            )
            return None, [error]
        assert self.game.table_from_json
        try:
            table = self.game.table_from_json(position, self.options, self.seed.value)
        except ValueError as error:
            faults = list(getattr(error, "faults", (error,)))
            self._tell(map(self._placed, faults))
            return None, faults
        self._tell([])
        chance = ByHand() if self.dice.value else None
        return Match(self.game, self.options, self.seed.value, chance=chance, table=table), []

    def _placed(self, fault: Any) -> tuple[str, str, str, str]:
        """A fault's row, its place in words, its sentence and rule."""
        zone, at = getattr(fault, "zone", ""), getattr(fault, "at", None)
        inside = [place for place in self.fields if zone == place or zone.startswith(f"{place}.")]
        place = max(inside, key=len, default="")
        if not place:
            return "", zone if at is None else f"{zone}[{at}]", getattr(fault, "text", str(fault)), fault.rule
        row = next(row for row in self.rows if ".".join(row["at"]) == place)
        words = f"{row['group']}, {row['label']}" if len(row["at"]) > 1 else row["label"]
        if at is not None and row["kind"] == "cards":
            words += f", {_th(at + 1)} card"
        return place, words, fault.text, fault.rule

    def _tell(self, faults: Any) -> None:
        """Tell the faults, under the form and each beside its row."""
        told = sorted(faults, key=lambda fault: [*self._notes].index(fault[0]))
        for place, note in self._notes.items():
            lines = [f"{_inner(text)}{_ruled(rule)}" for row, _, text, rule in told if row == place]
            note.value = "".join(f'<div class="bl-setup-fault">✗ {line}</div>' for line in lines)
            note.layout.display = None if lines else "none"
            if place:  # a sentence needs a whole line
                room = next(row["room"] for row in self.rows if ".".join(row["at"]) == place)
                self._boxes[place].layout.width = _ROOM["whole" if lines else room]
        items = "".join(
            f"<li><b>{escape(where)}</b>: {_inner(text)}{_ruled(rule)}</li>" for _, where, text, rule in told
        )
        many = f"{len(told)} fault{'s' * (len(told) != 1)}; nothing was begun or written, and all stays as typed."
        self._say(many if told else "", f"<ul>{items}</ul>" if told else "")

    def _say(self, text: str, more: str = "") -> None:
        self.said.value = f'<div role="status"><p>{escape(text)}</p>{more}</div>'


# --- fields ---------------------------------------------------------------------------------------------

_FLOW = w.Layout(flex_flow="row wrap", align_items="flex-start", width="100%")
_ROOM = {"whole": "100%", "half": "50%", "third": "33.3%"}
_LOOK: dict[str, Any] = {"style": {"description_width": "8.5em"}, "layout": w.Layout(width="auto")}


def _narrow(width: str) -> dict[str, Any]:
    return {"style": {"description_width": "initial"}, "layout": w.Layout(width=width)}


def _button(label: str, do: Callable[[], Any], style: str = "") -> Any:
    button = w.Button(description=label, button_style=style, layout=w.Layout(width="auto"))
    button.on_click(lambda _: do())
    return button


def _field(row: dict[str, Any], value: Any) -> Any:
    """The field of a row with this value."""
    look = {"description": row["label"], **_LOOK}
    if row["kind"] == "menu":
        return w.Dropdown(options=row["of"], value=value, **look)
    if row["kind"] == "number":
        return w.BoundedIntText(min=row["least"], max=row["most"], value=value, **look)
    look["placeholder"] = row["hint"]
    if row["kind"] == "card":
        return w.Combobox(options=row["cards"], value=value or "", ensure_option=False, **look)
    text = _joined(value)
    return w.Textarea(value=text, rows=3, **look) if len(text) > 90 else w.Text(value=text, **look)


def _taken(position: dict[str, Any], row: dict[str, Any]) -> Any:
    """Take the value of a row out of a position; where the row can't show it, it stays, and the row is blank."""
    *way, key = row["at"]
    inside: Any = position
    for step in way:
        inside = inside.get(step, {})
    value = inside.get(key)
    fits = {
        "menu": any(value == known for _, known in row.get("of", ())),
        "number": type(value) is int and row.get("least", 0) <= value <= row.get("most", 0),
        "card": value is None or isinstance(value, str),
        "cards": isinstance(value, list) and all(isinstance(item, str) for item in value),
        "count": type(value) is int
        or isinstance(value, list)
        and not any(isinstance(i, list) for i in value),
    }
    if not fits[row["kind"]]:
        return row["default"]
    inside.pop(key, None)
    for depth in range(len(way), 0, -1):
        outer: Any = position
        for step in way[: depth - 1]:
            outer = outer.get(step, {})
        if outer.get(way[depth - 1]) == {}:
            del outer[way[depth - 1]]
    return value


def _joined(value: Any) -> str:
    return "" if value is None else ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _value(row: dict[str, Any], typed: Any) -> Any:
    """What is typed in a row as the value of a position; None where it says nothing."""
    if row["kind"] in ("menu", "number"):
        return typed
    if row["kind"] == "card":
        return typed.strip() or None
    items = list(_split(typed))
    if row["kind"] == "cards":
        return items
    numbers = [int(item) if item.isdecimal() else item for item in items]
    return numbers[0] if len(numbers) == 1 and type(numbers[0]) is int else numbers or None


def _split(text: str) -> Iterator[str]:
    """The items between commas, semicolons and line ends; those in brackets part nothing."""
    depth, item = 0, ""
    for sign in text:
        depth = max(0, depth + (sign == "(") - (sign == ")"))
        if sign in ",;\n" and (not depth or sign == "\n"):
            depth = 0
            yield from [item.strip()] * bool(item.strip())
            item = ""
        else:
            item += sign
    yield from [item.strip()] * bool(item.strip())


def _th(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _inner(text: str) -> str:
    return escape(text[:1].upper() + text[1:]) + ("" if re.search(r"[.?!]$", text) else ".")


def _ruled(rule: str) -> str:
    return f" <code>{escape(rule)}</code>" if rule else ""


def _waits(match: Match) -> str:
    request = match.request
    return f"{request.prompt}." if isinstance(request, Choose) else "A real roll or card is asked for."
