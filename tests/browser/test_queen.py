"""By Order of the Queen on the board in JupyterLab: four turns and the Event Phase after them, by clicking."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import axe, kit

pytestmark = pytest.mark.browser

CELL = """from beastlab.boards import Board
from beastlab.games import by_order_of_the_queen as queen

Board(queen.new_match(seats=2, seed=7), autosave=False)"""


def test_a_round_and_its_event_phase(lab: str, folder: Path, chromium: Path) -> None:
    kit.write(folder, "queen.ipynb", CELL)
    with kit.page(chromium, size=(1280, 1400)) as page:
        kit.run_all(page, lab, "queen.ipynb")
        board = kit.board(page, "By Order of the Queen")
        facts, place = board.locator(".bl-facts"), board.get_by_role("slider", name="Place in the game")
        kit.expect(facts).to_contain_text("round 1")
        kit.picture(page, "queen-start", board)
        assert axe.serious(page, board) == []
        for _ in range(60):
            moves = board.locator(".bl-moves .bl-move")
            kit.expect(moves.first).to_be_visible()
            if "round 2" in facts.inner_text():
                break
            out = board.locator(".bl-moves .bl-move[data-key='go']")
            before = place.get_attribute("aria-valuetext")
            (out if out.count() else moves.first).click()
            kit.expect(place).not_to_have_attribute("aria-valuetext", before)
        kit.expect(facts).to_contain_text("round 2")
        log = board.get_by_role("list", name="Log")
        kit.expect(log).to_contain_text("Full moon: the Event Phase begins.")
        kit.expect(log).to_contain_text("A new Event:")
        kit.picture(page, "queen-event-phase", board)
        assert axe.serious(page, board) == []
        assert page.refused == [] and [error for error in page.errors if "favicon" not in error] == []
