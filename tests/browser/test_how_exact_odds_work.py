"""The lesson on exact odds in JupyterLab: answers with typeset equations, charts offline, questions that answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import kit

pytestmark = pytest.mark.browser


def test_equations_charts_and_a_question(lab: str, chromium: Path) -> None:
    with kit.page(chromium) as page:
        kit.run_all(page, lab, "explore/how-exact-odds-work.ipynb")
        answers = page.locator(".beastlab-answer")
        kit.expect(answers.nth(4)).to_be_visible()
        kit.expect(page.locator("svg.marks").nth(3)).to_be_visible()
        kit.expect(answers.first.locator("mjx-container, .MathJax").first).to_be_visible()
        kit.expect(answers.first).to_contain_text(" ways = ")
        kit.expect(page.get_by_text("Traceback")).to_have_count(0)
        kit.expect(page.locator("mjx-merror")).to_have_count(0)

        page.get_by_label("Your answer:").first.fill("5/18")
        page.get_by_role("button", name="Check").first.click()
        kit.expect(page.get_by_role("alert").first).to_contain_text("Right")
        kit.picture(page, "how-exact-odds-work", answers.nth(1))
        assert page.refused == []
        assert [error for error in page.errors if "favicon" not in error] == []
