"""The notebook on Stagger in JupyterLab: all charts draw offline, a question answers, a reader's own numbers count."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import kit

pytestmark = pytest.mark.browser


def test_charts_question_and_own_numbers(lab: str, chromium: Path) -> None:
    with kit.page(chromium) as page:
        kit.run_all(page, lab, "explore/stagger-odds.ipynb")
        said = page.locator("p[role=status]")
        kit.expect(said).to_contain_text("One attack: 5/18, 27.78%.")
        kit.expect(page.locator("svg.marks")).to_have_count(12)
        kit.expect(page.locator("[aria-label*=' chart of ']")).to_have_count(12)
        kit.expect(page.get_by_text("Traceback")).to_have_count(0)

        page.get_by_label("Your answer:").first.fill("5/18")
        page.get_by_role("button", name="Check").first.click()
        kit.expect(page.get_by_role("alert")).to_contain_text("Here the second one has to reach 9 as well.")

        for name, number in {"defeat": "15", "stagger": "13", "orbs": "2"}.items():
            field = page.get_by_role("spinbutton", name=name)
            field.fill(number)
            field.press("Tab")
        kit.expect(said).to_contain_text("One attack: 575/1296, 44.37%.")
        # the reader's own chart: the one of Twin Mouth has the same numbers, but begins with other words
        own = "Bar chart of probability by outcome. defeat: 44.37 %, stagger: 22.07 %"
        kit.expect(page.locator(f"[aria-label^='{own}']")).to_have_count(1)
        page.get_by_label("reading", exact=True).select_option("each")
        kit.expect(said).to_contain_text("nobody here can ever defeat a Beast")
        assert page.refused == []
        assert [error for error in page.errors if "favicon" not in error] == []
