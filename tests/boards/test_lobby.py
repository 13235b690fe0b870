"""The lobby without a browser: what the form offers, what it begins, and what it says instead."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import beastlab
from beastlab.boards.lobby import Lobby, lobby, playable, settings
from beastlab.core.chance import ByHand
from beastlab.games import beast_hunt as hunt

lobbies = import_module("beastlab.boards.lobby")  # `beastlab.boards.lobby` is the function
EVIL = "<img src=x onerror=alert(1)>"


@pytest.fixture(autouse=True)
def nobodys_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def shown(**values: Any) -> Lobby:
    """A lobby with these values typed."""
    form = lobby()
    for name, value in values.items():
        getattr(form, name).value = value
    return form


def begun(**values: Any) -> Lobby:
    form = shown(**{"seed": "58", **values})
    form.begin()
    assert "bl-wrong" not in form.said.value
    return form


def hidden(widget: Any) -> bool:
    return widget.layout.display == "none"


# --- what it offers ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    """Settings of no game.

    `seats` players; `level` of the mountain; `fog` hides the valley; `motto` is told at the end.
    """

    seats: int = 2
    level: int = 3
    fog: bool = True
    motto: str = "onward"
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.seats not in (2, 3) or self.level % 3:
            raise ValueError("no")
        object.__setattr__(self, "names", self.names or ("A", "B", "C")[: self.seats])


NO_GAME = SimpleNamespace(GAME=SimpleNamespace(id="no_game", title="No game"), Options=Options)


def test_a_form_follows_from_the_options_of_whatever_game() -> None:
    found = {one.name: (one.values, one.words) for one in settings(NO_GAME)}
    assert found == {
        "seats": ((2, 3), "players"),
        "level": ((0, 3, 6, 9, 12, 15, 18), "of the mountain"),
        "fog": ((False, True), "hides the valley"),
        "motto": ((), "is told at the end"),
    }


def test_another_game_brings_its_own_options(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[dict[str, Any]] = []

    def new_match(**options: Any) -> Any:
        made.append(options)
        raise ValueError("not to be played")

    game = SimpleNamespace(**vars(NO_GAME), new_match=new_match)
    monkeypatch.setattr(lobbies, "playable", lambda: {**playable(), "No game": game} if made == [] else {})
    form = shown(seats=5)
    form.game.value = "No game"
    assert (form.seats.min, form.seats.max, form.seats.value) == (2, 3, 2)
    assert list(form.options) == ["level", "fog", "motto"]
    assert hidden(form.cards) and hidden(form._more)
    form.begin()
    assert made[0] == {
        "seats": 2, "seed": made[0]["seed"], "chance": None,
        "level": 3, "fog": True, "motto": "onward", "names": ("Ada", "Bo"),
    }  # fmt: skip
    assert "Not to be played." in form.said.value


def test_every_option_of_beast_hunt_can_be_chosen() -> None:
    form = shown()
    offered = {"seats", "names", "cards", *form.options}
    assert offered == {option.name for option in lobbies.fields(hunt.Options)}
    for switch, readings in hunt.SWITCHES.items():
        assert tuple(value for _, value in form.options[switch].options) == readings
    said = " ".join(row.children[1].value for row in form._readings.children)
    assert "hunt.beast.orb" in said and "the n totals are added" in said
    form.options["orb_reading"].value = "best"
    said = form._readings.children[0].children[1].value
    assert "the n totals are added" not in said and "<b>Played:</b>" in said


def test_the_readings_are_folded() -> None:
    form = shown()
    assert hidden(form._readings)
    form._more.click()
    assert not hidden(form._readings) and form._more.description.startswith("Hide")
    form._more.click()
    assert hidden(form._readings)


def test_what_was_typed_for_a_seat_outlives_fewer_seats() -> None:
    form = shown(seats=3)
    form.names[2].value, form.kinds[2].value = "Zoe", "random"
    form.seats.value = 2
    assert [name.value for name in form.names] == ["Ada", "Bo"]
    form.seats.value = 5
    assert [name.value for name in form.names] == ["Ada", "Bo", "Zoe", "Dan", "Eve"]
    assert [kind.value for kind in form.kinds][:3] == ["person", "sensible", "random"]


# --- beginning -------------------------------------------------------------------------------------


def test_it_begins_what_was_chosen() -> None:
    form = shown(seats=3, seed=" 7 ")
    form.options["champions"].value, form.options["shardless"].value = 2, True
    form.options["duel_tie"].value = "natural_first"
    form.names[1].value, form.kinds[2].value = EVIL, "random"
    form.begin()
    match = form.board.match
    assert (match.seed, match.options.champions, match.options.shardless) == (7, 2, True)
    assert match.options.duel_tie == "natural_first" and match.options.names == ("Ada", EVIL, "Cleo")
    assert form.board.seat == 0 and set(form.board.players) == {1, 2}
    assert hidden(form._form) and form._table.children == (form.board,)
    assert form.playing.label == f"1: Beast Hunt, seed 7, Ada, {EVIL}, Cleo"


def test_people_share_the_screen_and_programs_may_play_alone() -> None:
    form = shown(seats=2, seed="7")
    form.kinds[1].value = "person"
    form.begin()
    assert form.board.seat is None and not form.board.players
    for kind in form.kinds:
        kind.value = "random"
    form.begin()
    assert form.board.seat is None and set(form.board.players) == {0, 1}


def test_without_a_seed_each_game_is_another() -> None:
    form = begun(seed="", keep=False)
    form.begin()
    form.begin()
    assert len({shown.match.seed for shown in form.begun}) > 1


def test_real_dice_are_asked_for() -> None:
    form = begun(chance="real ones, by hand")
    assert isinstance(form.board.match.chance, ByHand)
    assert form.board.scene["ask"]["who"] == "chance"


def test_ones_own_cards() -> None:
    hunt.illustrative().write("mine")
    text = Path("mine/champions.csv").read_text("utf-8")
    Path("mine/champions.csv").write_text(text.replace("Regent Aldous", EVIL), "utf-8")
    form = begun(cards="mine")
    assert EVIL in {card.name for card in form.board.match.options.cards.champions}


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"seed": "7.5"}, "Seed: &#x27;7.5&#x27;; give a whole number"),
        ({"seed": EVIL}, "&lt;img src=x"),
        ({"cards": "nowhere"}, "1 fault in the cards, nothing was loaded:\n  nowhere: found no such file"),
    ],
)
def test_a_fault_is_one_sentence_and_changes_nothing(values: dict[str, str], said: str) -> None:
    form = shown(**values)
    form.begin()
    assert said in form.said.value and 'class="bl-wrong"' in form.said.value
    assert form.begun == [] and not hidden(form._form) and "<img" not in form.said.value
    assert not Path("saved-games").exists()
    form.seed.value, form.cards.value = "58", ""
    form.begin()
    assert form.board is not None and form.said.value == '<p role="status"></p>'


def test_names_have_to_differ() -> None:
    form = shown()
    form.names[1].value = "Ada"
    form.begin()
    assert "give 4 different names, one for each seat." in form.said.value and form.begun == []


def test_a_game_that_fails_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    form = shown()
    monkeypatch.setattr(form.module, "new_match", lambda **_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        form.begin()
    assert "Something failed (ZeroDivisionError)" in form.said.value


# --- nothing that was begun is lost ----------------------------------------------------------------


def test_another_game_keeps_the_first() -> None:
    form = begun()
    first = form.board
    first.play(first.match.request.options[0].key)
    form._new.click()
    assert not hidden(form._form) and form.board is first
    form.seed.value = "7"
    form.begin()
    assert form.board is not first and [label for label, _ in form.playing.options] == [
        "1: Beast Hunt, seed 58, Ada, Bo, Cleo, Dan",
        "2: Beast Hunt, seed 7, Ada, Bo, Cleo, Dan",
    ]
    form.playing.value = 0
    assert form.board is first and form._table.children == (first,)
    assert "beast-hunt-seed-58.json" in form.kept.value
    form._new.click()
    form._hide.click()
    assert hidden(form._form) and form.board is first


def test_every_game_has_a_file_of_its_own() -> None:
    form = begun()
    form.begin()
    lobby()
    assert sorted(os.listdir("saved-games")) == ["beast-hunt-seed-58-1.json", "beast-hunt-seed-58.json"]
    form.board.play(form.board.match.request.options[0].key)
    kept = [beastlab.load(path).to_text() for path in sorted(Path("saved-games").iterdir())]
    assert kept == [form.board.match.to_text(), form.begun[0].match.to_text()]


def test_a_game_need_not_be_saved() -> None:
    form = begun(keep=False)
    assert form.kept.value == '<p role="status">Not saved.</p>' and os.listdir() == []


def test_where_nothing_can_be_saved_the_game_is_played_all_the_same() -> None:
    Path("saved-games").touch()
    form = begun()
    assert form.board.status["unsaved"] and form.kept.value == '<p role="status"></p>'


# --- going on ----------------------------------------------------------------------------------------


def test_a_saved_game_goes_on_in_its_file() -> None:
    first = begun(seats=3)
    first.board.play(first.board.match.request.options[0].key)
    saved = first.board.match.to_text()
    form = shown()  # the page was loaded again
    (file,) = form.saved.options
    assert Path(file) == Path("saved-games/beast-hunt-seed-58.json")
    form.saved.value = file
    form.resume()
    assert form.board.match.to_text() == saved and form.board.seat == 0 and set(form.board.players) == {1, 2}
    form.board.undo()
    assert beastlab.load(file).to_text() == form.board.match.to_text() != saved
    assert os.listdir("saved-games") == ["beast-hunt-seed-58.json"]


def test_the_last_played_game_is_offered_first() -> None:
    form = begun()
    form.begin()
    os.utime("saved-games/beast-hunt-seed-58-1.json", (1, 1))
    assert [Path(file).stem for file in lobby().saved.options] == [
        "beast-hunt-seed-58",
        "beast-hunt-seed-58-1",
    ]


def test_a_game_that_is_open_is_not_opened_twice() -> None:
    form = begun()
    first = form.board
    form.seed.value = "7"
    form.begin()
    form._new.click()
    form.saved.value = os.path.abspath("saved-games/beast-hunt-seed-58.json")
    form.resume()
    assert form.board is first and len(form.begun) == 2 and form.playing.value == 0 and hidden(form._form)


def test_a_line_is_opened_and_kept_in_a_new_file() -> None:
    match = hunt.new_match(seats=6, seed=7)
    form = shown(saved=f" {match.to_line()} ")
    form.resume()
    before = [repr(place) for place in match.places()]
    assert [repr(place) for place in form.board.match.places()][: len(before)] == before
    assert set(form.board.players) == {1, 2, 3, 4, 5}, (
        "seats that the form doesn't show are played by programs"
    )
    assert os.listdir("saved-games") == ["beast-hunt-seed-7.json"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Saved game: nothing is given; choose a file, or paste a line"),
        ("nowhere.json", "nowhere.json: can&#x27;t be read (No such file or directory)"),
        ("beastlab:half", "The line is damaged; copy it whole"),
        (EVIL, "&lt;img src=x"),
    ],
)
def test_what_cannot_be_opened_is_said(text: str, said: str) -> None:
    form = begun()
    first = form.board
    form._new.click()
    form.saved.value = text
    form.resume()
    assert said in form.said.value and form.board is first and not hidden(form._form)
