"""Both notebooks on Beest in JupyterLab: questions answer, charts draw, a board plays on, a form computes."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import kit

pytestmark = pytest.mark.browser


def test_the_lesson_answers_and_its_boards_play(lab: str, chromium: Path) -> None:
    with kit.page(chromium) as page:
        kit.run_all(page, lab, "learn/beest.ipynb")
        kit.expect(page.locator("svg.marks:not(.bl *)")).to_have_count(1)
        boards = kit.board(page, "Beest")
        kit.expect(boards).to_have_count(2)
        kit.expect(page.get_by_text("Traceback")).to_have_count(0)

        for given, verdict in {"16": "Nobody needs a marker for himself.", "12": "Right."}.items():
            page.get_by_label("Your answer:").first.fill(given)
            page.get_by_role("button", name="Check").first.click()
            kit.expect(page.get_by_role("alert").first).to_contain_text(verdict)

        table = boards.first
        for move in ("lay:t-tb-1:1", "lay:b-tb-2:2"):
            table.locator(f".bl-moves .bl-move[data-key='{move}']").click()
        log = table.get_by_role("list", name="Log")
        kit.expect(log).to_contain_text("Ada meets Bo: they exchange DNA samples.")
        kit.expect(log).to_contain_text("Bo's marker is yellow.")
        kit.picture(page, "learn-beest")
        assert page.refused == []
        assert [error for error in page.errors if "favicon" not in error] == []


def test_the_notebook_on_who_it_is_draws_and_computes(lab: str, chromium: Path) -> None:
    with kit.page(chromium) as page:
        kit.run_all(page, lab, "explore/who-is-the-beest.ipynb")
        kit.expect(page.locator("svg.marks")).to_have_count(4)
        kit.expect(page.get_by_text("Traceback")).to_have_count(0)
        kit.expect(page.locator("mjx-merror")).to_have_count(0)
        colours = page.get_by_label("colours")
        colours.fill("3")
        colours.press("Enter")
        kit.expect(page.get_by_role("status").last).to_contain_text("Number of suspects: 1")
        colours.fill("4")
        colours.press("Enter")
        kit.expect(page.get_by_role("status").last).to_contain_text("Somebody has to be left")
        kit.picture(page, "who-is-the-beest")
        assert page.refused == []
        assert [error for error in page.errors if "favicon" not in error] == []
