"""The notebook on the Horde and the Nemesis in JupyterLab: charts draw offline, a question answers, forms count."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import kit

pytestmark = pytest.mark.browser


def test_charts_question_and_own_numbers(lab: str, chromium: Path) -> None:
    with kit.page(chromium) as page:
        kit.run_all(page, lab, "explore/horde-and-nemesis.ipynb")
        said = page.locator("p[role=status]")
        kit.expect(said).to_have_count(2)
        kit.expect(said.first).to_contain_text("Nobody Retires with 1/3, 33.33%.")
        kit.expect(page.locator("svg.marks:not(.bl *)")).to_have_count(10)
        kit.expect(page.locator("[aria-label*=' chart of ']")).to_have_count(10)
        kit.expect(page.get_by_text("Traceback")).to_have_count(0)
        kit.expect(page.locator("mjx-merror")).to_have_count(0)

        page.get_by_label("Your answer:").first.fill("5/324")
        page.get_by_role("button", name="Check").first.click()
        kit.expect(page.get_by_role("alert")).to_contain_text("a 6 may lie on any icon")

        page.get_by_label("third", exact=True).select_option("none")
        kit.expect(said.first).to_contain_text("Nobody Retires with")
        kit.expect(said.first).not_to_contain_text("33.33%")
        number = page.get_by_role("spinbutton", name="number")
        number.fill("3")
        number.press("Tab")
        kit.expect(said.last).to_contain_text("Its price, with single dice, is 1.")
        assert page.refused == []
        assert [error for error in page.errors if "favicon" not in error] == []
