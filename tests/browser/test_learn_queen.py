"""The first lesson of By Order of the Queen in JupyterLab: questions answer, charts draw, the board plays for both."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import kit

pytestmark = pytest.mark.browser


def test_questions_charts_and_a_board_for_two(lab: str, chromium: Path) -> None:
    with kit.page(chromium) as page:
        kit.run_all(page, lab, "learn/by-order-of-the-queen.ipynb")
        charts = page.locator("svg.marks:not(.bl *)")  # boards draw their own, in their time
        kit.expect(charts).to_have_count(2)
        boards = kit.board(page, "By Order of the Queen")
        kit.expect(boards).to_have_count(2)
        kit.expect(page.get_by_text("Traceback")).to_have_count(0)
        kit.expect(page.locator("mjx-merror")).to_have_count(0)

        for given, verdict in {"45": "There are two hands.", "38": "Right."}.items():
            page.get_by_label("Your answer:").first.fill(given)
            page.get_by_role("button", name="Check").first.click()
            kit.expect(page.get_by_role("alert").first).to_contain_text(verdict)

        table = boards.first
        for move in ("quest", "keep:quest-01", "to:emerald-valley", "send:hero-01", "go"):
            table.locator(f".bl-moves .bl-move[data-key='{move}']").click()
        log = table.get_by_role("list", name="Log")
        kit.expect(log).to_contain_text("Paige's Charisma Test fails without a die.")
        kit.expect(log).to_contain_text("Moxie's turn.")
        kit.expect(table.locator(".bl-moves .bl-move[data-key='horde']")).to_be_visible()
        kit.picture(page, "learn-queen")
        assert page.refused == []
        assert [error for error in page.errors if "favicon" not in error] == []
