"""A board's file: written after every move, offered after a restart, and never written over another game."""

from __future__ import annotations

from pathlib import Path

import pytest
from boards.test_board import begun, click, said

import beastlab
from beastlab.boards import Board, board, keeping
from beastlab.games import beast_hunt as hunt


@pytest.fixture
def notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As in a notebook of an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(keeping, "_in_a_notebook", lambda: True)
    return tmp_path


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / ".beastlab").glob("*"))


def test_nothing_is_written_before_the_first_move(notebook: Path) -> None:
    shown = board(begun(), you=0)
    assert not (notebook / ".beastlab").exists()
    click(shown, "look", "draw")
    click(shown, "play", "attack:beast-12")  # refused
    assert not (notebook / ".beastlab").exists()
    click(shown, "play", "draw")
    (name,) = files(notebook)
    assert beastlab.load(notebook / ".beastlab" / name).table.actions == 2


def test_after_a_restart_the_board_offers_to_go_on(notebook: Path) -> None:
    first = board(begun(), you=0)
    click(first, "play", "draw")
    match = begun()
    again = board(match, you=0)
    assert again.scene["offer"]["text"].startswith("A game of Beast Hunt was saved at move 4, ")
    assert match.table.actions == 3
    click(again, "resume")
    assert again.scene["offer"] is None and match.table.actions == 2  # the reader's own match goes on
    assert again.scene["history"]["at"] == 4
    click(again, "play", "draw")
    (name,) = files(notebook)
    assert beastlab.load(notebook / ".beastlab" / name).table.actions == 1
    click(again, "undo"), click(again, "undo")
    assert match.table.actions == 3


def test_beginning_anew_keeps_the_older_game(notebook: Path) -> None:
    click(board(begun(), you=0), "play", "draw")
    anew = board(begun(), you=0)
    click(anew, "begin_anew")
    assert anew.scene["offer"] is None and len(files(notebook)) == 1
    click(anew, "play", "play:hero-pirate-3")
    first, kept = sorted(files(notebook), key=len)
    assert kept == first.replace(".json", "-1.json") and f"is kept as {kept}." in said(anew)
    assert beastlab.load(notebook / ".beastlab" / kept).table.actions == 2
    assert "Harpooner" in beastlab.load(notebook / ".beastlab" / first).events()[-1].text


def test_several_kept_games_are_offered_the_newest_first(notebook: Path) -> None:
    """As after a restart of a notebook with two boards of the same start."""
    one, two = board(begun(), you=0), board(begun(), you=0)
    click(one, "play", "draw")
    click(two, "play", "play:hero-pirate-3")
    click(one, "play", "draw")
    again, other = board(begun(), you=0), board(begun(), you=0)
    offer = again.scene["offer"]
    assert offer["text"] == "2 games of Beast Hunt are kept here."
    assert [game["text"][:15] for game in offer["games"]] == ["saved at move 5", "saved at move 4"]
    click(again, "resume", 0)
    click(other, "resume", 1)
    assert again.match.table.actions == 1 and "Harpooner" in said_ever(other)
    click(again, "play", "end")
    click(other, "play", "now")
    assert {beastlab.load(p).to_text() for p in (notebook / ".beastlab").glob("*.json")} >= {
        again.match.to_text(),
        other.match.to_text(),
    }


def said_ever(shown: Board) -> str:
    return " ".join(line["text"] for line in shown.scene["log"])


def test_two_programs_that_write_one_file_keep_both_games(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    shown = board(begun(), you=0, autosave=path)
    click(shown, "play", "draw")
    path.write_text(begun(seed=3).to_text())  # another kernel, with the same game open
    foreign = path.read_text()
    click(shown, "play", "draw")
    assert path.read_text() == foreign
    assert said(shown).endswith(
        "game.json was written elsewhere meanwhile: this game is now saved as game-1.json."
    )
    click(shown, "play", "draw")
    assert beastlab.load(tmp_path / "game-1.json").table.actions == 0


def test_two_boards_of_the_same_start_do_not_overwrite_each_other(notebook: Path) -> None:
    one, two = board(begun(), you=0), board(begun(), you=0)
    click(one, "play", "draw")
    click(two, "play", "play:hero-pirate-3")
    click(one, "play", "draw")
    first, kept = sorted(files(notebook), key=len)
    assert beastlab.load(notebook / ".beastlab" / kept).table.actions == 1
    assert "Harpooner" in beastlab.load(notebook / ".beastlab" / first).events()[-1].text


def test_other_starts_have_other_files(notebook: Path) -> None:
    for match in (begun(), begun(seed=59), hunt.new_match(seats=2, seed=58)):
        click(board(match, you=0), "play", match.request.options[0].key)
    assert len(files(notebook)) == 3


def test_the_same_match_again_is_not_offered(notebook: Path) -> None:
    match = begun()
    click(board(match, you=0), "play", "draw")
    again = board(match, you=0)
    assert again.scene["offer"] is None
    click(again, "play", "draw")
    assert len(files(notebook)) == 1


def test_false_keeps_nothing(notebook: Path) -> None:
    click(board(begun(), you=0, autosave=False), "play", "draw")
    assert not (notebook / ".beastlab").exists()


def test_outside_a_notebook_nothing_is_kept_unless_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    click(board(begun(), you=0), "play", "draw")
    assert [*tmp_path.iterdir()] == []


def test_a_named_file_with_a_game_is_offered_and_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    click(board(begun(), you=0, autosave=path), "play", "draw")
    before = path.read_text()
    again = board(hunt.new_match(seats=2, seed=1), autosave=path)
    assert path.read_text() == before and again.scene["offer"]
    click(again, "resume")
    assert len(again.match.table.seats) == 3 and again.match.table.actions == 2
    loaded = board(beastlab.load(path), autosave=path)
    assert loaded.scene["offer"] is None
    click(loaded, "play", "draw")
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


def test_a_damaged_file_is_kept_and_told(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text('{"format": "beastlab match"')
    shown = board(begun(), you=0, autosave=path)
    assert shown.scene["offer"] is None
    click(shown, "play", "draw")
    assert "not a whole JSON file" in said(shown) and "is kept as game-1.json." in said(shown)
    assert (tmp_path / "game-1.json").read_text() == '{"format": "beastlab match"'


def test_a_folder_that_cannot_be_written_is_told_and_the_move_stands(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    shown = board(begun(), you=0, autosave=False)
    shown._keeper = keeping.Keeper(shown.match, tmp_path / "file" / "game.json")
    click(shown, "play", "draw")
    assert shown.status["unsaved"].startswith("Not saved to") and shown.match.table.actions == 2


def test_a_position_goes_elsewhere_as_a_line(tmp_path: Path) -> None:
    one = board(begun(), you=0)
    click(one, "play", "draw")
    click(one, "give_line")
    assert one.line == one.match.to_line()
    other = board(hunt.new_match(seats=4, seed=3), you=3, autosave=tmp_path / "game.json")
    before = other.match.to_text()
    click(other, "open_line", one.line[:40])
    assert said(other).startswith("The line is damaged") and other.match.to_text() == before
    for wrong in ("/etc/passwd", "", "game.json"):
        click(other, "open_line", wrong)
        assert "begins with 'beastlab:'" in said(other) and other.match.to_text() == before
    click(other, "play", other.match.request.options[0].key)
    before = other.match.to_text()
    click(other, "open_line", one.line)
    assert other.match.view(0) == one.match.view(0) and other.seat is None
    assert other.scene["ask"]["who"] == "you"
    click(other, "play", "draw")
    assert beastlab.load(tmp_path / "game-1.json").to_text() == before  # the game before it is kept
    assert beastlab.load(tmp_path / "game.json").table.actions == 1


def test_the_game_before_is_offered_after_a_line_even_where_nothing_is_saved() -> None:
    line = begun(seed=3).to_line()
    shown = board(begun(), you=0)
    click(shown, "play", "draw")
    before = shown.match.to_text()
    click(shown, "open_line", line)
    assert shown.scene["offer"]["text"] == "A game of Beast Hunt was on this board before, at move 4."
    click(shown, "resume", 0)
    assert shown.match.to_text() == before and shown.scene["offer"] is None


def test_a_line_of_more_seats_is_played_by_people() -> None:
    shown = board(begun(), you=0)
    click(shown, "open_line", begun(seats=6).to_line())
    assert shown.seat is None and len(shown.players) == 2
    assert [seat["plays"] for seat in shown.scene["seats"]] == ["person", "sensible", "sensible"] + [
        "person"
    ] * 3


def test_a_board_shows_what_it_can_when_nobody_is_asked() -> None:
    shown = Board(begun())
    click(shown, "resume")  # nothing is offered
    assert shown.scene["offer"] is None and shown.match.table.actions == 3
