"""The lesson on binomial and multinomial models in JupyterLab: charts draw, questions answer, a model is mended."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import kit

pytestmark = pytest.mark.browser


def test_charts_questions_and_a_model_of_ones_own(lab: str, chromium: Path) -> None:
    with kit.page(chromium) as page:
        kit.run_all(page, lab, "teach/binomial-and-multinomial.ipynb")
        kit.expect(page.locator("svg.marks")).to_have_count(5)
        kit.expect(page.get_by_text("Traceback")).to_have_count(0)
        kit.expect(page.locator("mjx-merror")).to_have_count(0)
        kit.expect(
            page.get_by_text("Your pmf(2, 1) is 2/9. That is one order, and there are 2.")
        ).to_be_visible()
        kit.expect(page.get_by_text("Checked: every roll of 1 to 4 dice.")).to_be_visible()

        for given, verdict in {"1/3": "That is the mean", "2/9": "Right."}.items():
            page.get_by_label("Your answer:").first.fill(given)
            page.get_by_role("button", name="Check").first.click()
            kit.expect(page.get_by_role("alert").first).to_contain_text(verdict)

        said = page.locator("p[role=status]")
        kit.expect(said).to_contain_text("Mean 4/3, variance 8/9. P(1 or more) = 65/81, about 80.2%.")
        field = page.get_by_role("spinbutton", name="dice")
        field.fill("6")
        field.press("Tab")
        kit.expect(said).to_contain_text("Mean 2, variance 4/3. P(1 or more) = 665/729, about 91.2%.")
        assert page.refused == []
        assert [error for error in page.errors if "favicon" not in error] == []
