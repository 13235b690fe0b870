"""Boards in JupyterLab and in Voila alike: a round by mouse, people and programs, time, real dice, a restart.

Every request off loopback is refused, and none may have been asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from browser import kit

pytestmark = pytest.mark.browser

START = """from beastlab.boards import board
from beastlab.bots import play_bots, random_bot
from beastlab.games import beast_hunt as hunt

match = hunt.new_match(seats=3, seed={seed}{more})
play_bots(match, {{seat: random_bot(seat) for seat in range(3)}}, most={moves})
board(match{board})"""


def cell(more: str = "", board: str = "", seed: int = 58, moves: int = 3) -> str:
    return START.format(more=more, board=board, seed=seed, moves=moves)


@pytest.fixture(scope="module", params=["lab", "voila"])
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, chromium: Path
) -> Iterator[Callable[..., Any]]:
    """Opens a notebook of one cell, as a context: the page, once its board is there."""
    where = request.param
    folder = request.getfixturevalue("folder") if where == "lab" else tmp_path_factory.mktemp(where)
    here = (
        nullcontext(request.getfixturevalue("lab")) if where == "lab" else kit.voila(folder, extension=True)
    )
    with here as base:

        @contextmanager
        def opened(name: str, code: str, size: tuple[int, int] = (1280, 1000)) -> Iterator[Any]:
            kit.write(folder, f"{name}.ipynb", code)
            with kit.page(chromium, size=size) as page:

                def run() -> None:
                    if where == "lab":
                        kit.run_all(page, base, f"{name}.ipynb")
                    else:
                        page.goto(base.replace("play.ipynb", f"{name}.ipynb"), wait_until="domcontentloaded")
                    kit.expect(kit.board(page)).to_be_visible(timeout=60_000)

                run()
                page.where, page.run = where, run
                yield page
                assert page.refused == []
                # after a restart: JupyterLab's debugger; Voila's own request to end the kernel, refused with a 403
                own = re.compile("favicon|debugger state" if where == "lab" else "favicon|403")
                assert [error for error in page.errors if not own.search(error)] == []

        yield opened


def moved(page: Any, click: Callable[[], None]) -> None:
    """Do it, and wait until the board is at another place."""
    place = kit.board(page).get_by_role("slider", name="Place in the game")
    before = place.get_attribute("aria-valuetext")
    click()
    kit.expect(place).not_to_have_attribute("aria-valuetext", before or "")


def test_a_round_by_mouse(place: Callable[..., Any]) -> None:
    """Until Ada is on turn again: the table's cards and the list are clicked, questions are answered."""
    with place("round", cell(board=", you=0")) as page:
        board = kit.board(page)
        facts = board.locator(".bl-facts")
        kit.expect(facts).to_contain_text("round 1")
        hero = board.get_by_role("gridcell", name=re.compile("Harpooner.*can be played: 1 move"))
        moved(page, hero.click)  # its one move is played
        kit.expect(board.get_by_role("status").first).to_contain_text("Harpooner joins the Party of Ada")
        for _ in range(40):
            moves = board.locator(".bl-moves .bl-move")
            kit.expect(moves.first).to_be_visible()
            words = facts.inner_text()
            if "round 2" in words and "Ada's turn" in words:
                break
            wanted = [
                key
                for key in ("now", "pass", "draw", "end")
                if board.locator(f".bl-moves .bl-move[data-key='{key}']").count()
            ]
            first = board.locator(f".bl-moves .bl-move[data-key='{wanted[0]}']") if wanted else moves
            moved(page, first.first.click)
        kit.expect(facts).to_contain_text("round 2")
        kit.picture(page, f"round-{page.where}", board)


def test_the_odds_follow_the_move(place: Callable[..., Any]) -> None:
    with place("odds", cell(board=", you=0")) as page:
        board = kit.board(page)
        odds, chart = board.get_by_role("region", name="Odds"), board.locator("[role=graphics-document]")
        board.locator(".bl-move[data-key='play:hero-pirate-3']").hover()
        kit.expect(chart).to_have_attribute("aria-label", re.compile(r"success: 13/18 \(72.22 %\)"))
        kit.expect(odds.locator("mjx-container")).to_have_count(1)
        kit.expect(odds).to_contain_text("Likeliest to do what it is for, exactly: Play Harpooner, 72.22 %.")
        board.locator(".bl-move", has_text="Debt Collector").first.hover()
        kit.expect(chart).to_have_attribute("aria-label", re.compile(r"success: 5/12 \(41.67 %\)"))
        kit.expect(chart).to_have_count(1)
        odds.get_by_role("button", name="Play it 1,000 times").click()
        kit.expect(odds.get_by_role("progressbar")).to_be_visible()
        odds.get_by_role("button", name="Cancel").click()
        kit.expect(odds).to_contain_text("Exact 41.67 %;")
        odds.get_by_role("button", name="Play it 1,000 times").click()
        kit.expect(odds).to_contain_text("1,000 plays (seed 2)", timeout=60_000)
        kit.picture(page, f"odds-{page.where}", board)


def test_a_refused_move_undo_and_a_branch(place: Callable[..., Any]) -> None:
    with place("branch", cell(board=", you=0")) as page:
        board = kit.board(page)
        board.get_by_role("button", name="Attack Reef Strangler: not allowed.").click()
        kit.expect(board.get_by_role("status").first).to_contain_text("your Party lacks Pirate, any.")
        moved(page, board.locator(".bl-move[data-key='draw']").click)
        moved(page, board.get_by_role("button", name="Undo").click)
        moved(page, board.locator(".bl-move[data-key='play:hero-pirate-3']").click)
        board.get_by_role("button", name="What if… (2)").click()
        board.get_by_role("button", name="Move 4: Draw a card").click()
        kit.expect(board.locator(".bl-facts")).to_contain_text("2 actions left")
        kit.expect(board.get_by_role("status").first).not_to_contain_text("lacks")


def test_the_screen_goes_from_one_person_to_the_next(place: Callable[..., Any]) -> None:
    with place("people", cell()) as page:
        board = kit.board(page)
        kit.expect(board.get_by_role("heading", name="Ada's hand")).to_be_visible()
        moved(page, board.locator(".bl-move[data-key='end']").click)
        kit.expect(board.get_by_role("heading", name="Pass the screen to Bo")).to_be_visible()
        kit.expect(board.get_by_role("heading", name=re.compile("hand"))).to_have_count(0)
        kit.picture(page, f"cover-{page.where}", board)
        board.get_by_role("button", name="I am Bo: show my cards").click()
        kit.expect(board.get_by_role("heading", name="Bo's hand")).to_be_visible()
        board.get_by_label("See all").check()
        for name in ("Ada", "Bo", "Cleo"):
            kit.expect(board.get_by_role("heading", name=f"{name}'s hand")).to_be_visible()
        moved(page, board.locator(".bl-move[data-key='end']").click)
        kit.expect(board.get_by_role("heading", name=re.compile("Pass the screen"))).to_have_count(0)
        kit.picture(page, f"see-all-{page.where}", board)


def test_programs_take_seats_and_move_at_a_pace(place: Callable[..., Any]) -> None:
    with place("programs", cell()) as page:
        board = kit.board(page)
        board.get_by_role("button", name="Players").click()
        board.get_by_role("combobox", name="Bo").select_option("sensible")
        board.get_by_role("combobox", name="Cleo").select_option("random")
        board.get_by_role("combobox", name="Pace").select_option("-1")
        moved(page, board.locator(".bl-move[data-key='end']").click)
        following = board.get_by_role("button", name="Next")
        kit.expect(following).to_be_visible()
        kit.picture(page, f"pace-{page.where}", board)
        moved(page, following.click)
        kit.expect(board.get_by_role("status").first).to_contain_text("Bo")


def test_after_a_restart_the_board_offers_to_go_on(place: Callable[..., Any]) -> None:
    with place("restart", cell(board=", you=0", seed=59)) as page:
        board = kit.board(page)
        moved(page, board.locator(".bl-move[data-key='draw']").click)
        kit.expect(board.locator(".bl-facts")).to_contain_text("2 actions left")
        if page.where == "lab":
            page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
            board.locator(".bl-move[data-key='draw']").click()
            kit.expect(board).to_contain_text("No answer from Python")
        page.run()
        board = kit.board(page)
        kit.expect(board).to_contain_text("A game of Beast Hunt was saved at move 4")
        kit.expect(board.locator(".bl-facts")).to_contain_text("3 actions left")
        kit.picture(page, f"offer-{page.where}", board)
        board.get_by_role("button", name="Go on", exact=True).click()
        kit.expect(board.locator(".bl-facts")).to_contain_text("2 actions left")
        moved(page, board.get_by_role("button", name="Undo").click)
        kit.expect(board.locator(".bl-facts")).to_contain_text("3 actions left")


def test_a_position_is_copied_and_opened_elsewhere(place: Callable[..., Any]) -> None:
    with place("line", cell(board=", you=0, autosave=False")) as page:
        board = kit.board(page)
        moved(page, board.locator(".bl-move[data-key='draw']").click)
        board.get_by_role("button", name="Copy / open").click()
        copied = board.get_by_label("This position as a line")
        kit.expect(copied).to_have_value(re.compile("^beastlab:"))
        line = copied.input_value()
        moved(page, board.get_by_role("button", name="Undo").click)
        pasted = board.get_by_label("Go on from a line")
        pasted.fill(line[:50])
        board.get_by_role("button", name="Open", exact=True).click()
        kit.expect(board.get_by_role("status").first).to_contain_text("The line is damaged")
        pasted.fill(line)
        board.get_by_role("button", name="Open", exact=True).click()
        kit.expect(board.locator(".bl-facts")).to_contain_text("2 actions left")


def test_real_dice_and_cards_are_entered(place: Callable[..., Any]) -> None:
    code = """from beastlab.boards import Board
from beastlab.core.chance import ByHand
from beastlab.games import beast_hunt as hunt

Board(hunt.new_match(seats=2, chance=ByHand()))"""
    with place("by-hand", code) as page:
        board = kit.board(page)
        kit.expect(board).to_contain_text("Roll 2 dice: what is their total?")
        kit.picture(page, f"by-hand-{page.where}", board)
        for total in ("9", "5"):
            moved(page, board.locator(f".bl-move[data-key='chance:{total}']").click)
        for _ in range(2):
            moved(page, board.locator(".bl-move").first.click)
        kit.expect(board).to_contain_text("Ada drew a card: which one?")
        board.get_by_label("Find a move").fill("turning")
        moved(page, board.locator(".bl-move").first.click)
        kit.expect(board).to_contain_text("Ada drew a card: which one?")
        kit.picture(page, f"by-hand-card-{page.where}", board)


def test_a_card_that_is_a_script_is_text(place: Callable[..., Any]) -> None:
    evil = "<img src=x onerror=alert(1)>"
    with place("evil", cell(more=f", names=('{evil}', 'Bo', 'Cleo')", board=", you=0")) as page:
        board = kit.board(page)
        kit.expect(board).to_contain_text(f"What may {evil} do?")
        moved(page, board.locator(".bl-move[data-key='draw']").click)
        kit.expect(board.get_by_role("status").first).to_contain_text(evil)
        board.get_by_role("button", name="Players").click()
        assert board.locator("img").count() == 0
