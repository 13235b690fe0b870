"""Lines of entry, and the lesson on Bayes, in JupyterLab: caves and charts draw, questions answer, forms follow."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import kit

pytestmark = pytest.mark.browser


def test_lines_of_entry(lab: str, chromium: Path) -> None:
    with kit.page(chromium) as page:
        kit.run_all(page, lab, "explore/lines-of-entry.ipynb")
        kit.expect(page.locator("svg.marks")).to_have_count(4)
        kit.expect(page.get_by_text("Traceback")).to_have_count(0)
        kit.expect(page.locator("mjx-merror")).to_have_count(0)
        kit.expect(page.get_by_role("img", name="T/MB", exact=True).first).to_be_visible()
        kit.expect(page.locator("caption", has_text="meet Cleo")).to_be_visible()

        for given, verdict in {"1/3": "There are two.", "2/3": "Right."}.items():
            page.get_by_label("Your answer:").first.fill(given)
            page.get_by_role("button", name="Check").first.click()
            kit.expect(page.get_by_role("alert").first).to_contain_text(verdict)

        said = page.locator("p[role=status]")
        kit.expect(said).to_contain_text("You can meet nobody. Lines on average: 2.")
        page.get_by_role("combobox", name="second").select_option("M/TB")
        kit.expect(said).to_contain_text("You can meet Cleo (2 of 6). Lines on average: 2.")
        kit.picture(page, "lines-of-entry-form")
        page.get_by_role("img", name="T/MB", exact=True).nth(2).scroll_into_view_if_needed()
        kit.picture(page, "lines-of-entry-caves")
        assert page.refused == []
        assert [error for error in page.errors if "favicon" not in error] == []


def test_bayes(lab: str, chromium: Path) -> None:
    with kit.page(chromium) as page:
        kit.run_all(page, lab, "teach/conditional-probability-and-bayes.ipynb")
        kit.expect(page.locator("svg.marks")).to_have_count(4)
        kit.expect(page.get_by_text("Traceback")).to_have_count(0)
        kit.expect(page.locator("mjx-merror")).to_have_count(0)
        verdict_of_update = page.get_by_role("alert").filter(has_text="All chances together are not 1.")
        kit.expect(verdict_of_update).to_be_visible()

        for given, verdict in {"1/6": "That was before you looked.", "1/5": "Right."}.items():
            page.get_by_label("Your answer:").first.fill(given)
            page.get_by_role("button", name="Check").first.click()
            kit.expect(page.get_by_role("alert").first).to_contain_text(verdict)

        said = page.locator("p[role=status]")
        kit.expect(said).to_contain_text("So of 340 who hum 52.9% are infected.")
        field = page.get_by_role("spinbutton", name="infected")
        field.fill("10")
        field.press("Tab")
        kit.expect(said).to_contain_text("So of 207 who hum 4.3% are infected.")
        kit.picture(page, "bayes-base-rate")
        page.get_by_text("The tree of one exchange").last.scroll_into_view_if_needed()
        kit.picture(page, "bayes-tree")
        assert page.refused == []
        assert [error for error in page.errors if "favicon" not in error] == []
