"""A saved picture of a game in Chromium: nothing is asked of the network, nothing is cut off, in light and dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import kit

from beastlab.boards.stills import still
from beastlab.bots import play_bots, random_bot
from beastlab.games import beast_hunt as hunt

pytestmark = pytest.mark.browser

CUT_OFF = """() => [...document.querySelectorAll('.bl-still *')]
    .filter(node => !node.closest('.bls-say, svg') && node.getBoundingClientRect().right > innerWidth + 0.5)
    .map(node => node.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six players in mid-game, one with a name as long as it is evil."""
    names = ("Ada", "<img src=x onerror=alert(1)>" + "W" * 60, "Cleo", "Dov", "Eve", "Finn")
    match = hunt.new_match(seats=6, seed=32, names=names)
    play_bots(match, {seat: random_bot(seat) for seat in range(6)}, most=130)
    return still(match).save(tmp_path_factory.mktemp("still") / "still.html")


@pytest.mark.parametrize(("width", "theme"), [(1000, "light"), (700, "dark"), (600, "light")])
def test_nothing_is_fetched_and_nothing_cut_off(chromium: Path, saved: Path, width: int, theme: str) -> None:
    with kit.page(chromium, size=(width, 800), theme=theme) as page:
        page.goto(saved.as_uri())
        kit.expect(page.get_by_role("heading", level=1)).to_have_text("Beast Hunt")
        kit.expect(page.get_by_role("columnheader", name="Why not, and the rule")).to_be_visible()
        kit.expect(page.locator("img, script")).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(CUT_OFF) == []
        paper = page.locator(".bl-still").evaluate("node => getComputedStyle(node).backgroundColor")
        assert paper == ("rgb(22, 26, 32)" if theme == "dark" else "rgb(255, 255, 255)")
        page.emulate_media(media="print")
        assert page.locator(".bl-still").evaluate("node => getComputedStyle(node).color") == "rgb(0, 0, 0)"
        page.emulate_media(media="screen")
        kit.picture(page, f"still-{width}-{theme}", page.locator(".bl-still"))
        assert (page.refused, page.errors) == ([], [])
