"""The page that `beastlab app` opens: no code, games begun, played, kept, gone on with; and as Binder serves it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import axe, kit

pytestmark = pytest.mark.browser

CUT_OFF = """part => [...part.querySelectorAll('button, label, select, input[type=text], p, h1, h2, h3')].filter(
    it => it.getClientRects().length && !it.closest('.bl') && !it.querySelector('.bl-lobby-unseen')
        && (it.scrollWidth > it.clientWidth + 1 || it.getBoundingClientRect().right > innerWidth)
).map(it => `${it.tagName} ${it.textContent}`)"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("app")


@pytest.fixture(scope="module")
def app(folder: Path, chromium: Path) -> Iterator[str]:
    with kit.voila(folder) as address:
        yield address


@pytest.fixture
def page(app: str, chromium: Path) -> Iterator[Any]:
    with kit.page(chromium) as page:
        page.goto(app, wait_until="domcontentloaded")
        kit.expect(page.get_by_role("button", name="Begin")).to_be_visible()
        yield page
        assert page.refused == []
        # Voila's own request to end the kernel of a page that is left has no token (its issue 1458)
        assert [error for error in page.errors if "403 (Forbidden)" not in error] == []


def begin(page: Any, seed: str) -> Any:
    page.get_by_label("Seed", exact=True).fill(seed)
    page.get_by_role("button", name="Begin").click()
    kit.expect(kit.board(page)).to_contain_text(f"seed {seed}")
    return kit.board(page)


def test_a_game_is_begun_played_and_gone_on_with(page: Any, folder: Path) -> None:
    assert page.title() == "beastlab: play"
    kit.expect(page.get_by_role("main").get_by_role("heading", level=1)).to_contain_text("beastlab")
    assert page.locator(".jp-InputArea-editor").count() == 0 and "import lobby" not in page.content()
    kit.picture(page, "app-lobby")

    page.get_by_label("Seed", exact=True).fill("a lot")
    page.get_by_role("button", name="Begin").click()
    kit.expect(page.get_by_role("status")).to_contain_text("give a whole number")

    board = begin(page, "58")
    board.get_by_role("button", name="Choose Regent Aldous").click()
    kit.expect(board.get_by_role("list", name="Log")).to_contain_text("Ada chooses Regent Aldous.")
    kit.picture(page, "app-board")

    page.get_by_role("button", name="New game").click()
    begin(page, "7")
    page.get_by_label("Game shown").select_option("1: Beast Hunt, seed 58, Ada, Bo, Cleo, Dan")
    kit.expect(kit.board(page).get_by_role("list", name="Log")).to_contain_text("Ada chooses Regent Aldous.")

    saves = folder / "saved-games"
    assert {path.name for path in saves.iterdir()} == {"beast-hunt-seed-58.json", "beast-hunt-seed-7.json"}
    page.reload(wait_until="domcontentloaded")
    page.get_by_label("Saved game").fill("saved-games/beast-hunt-seed-58.json")
    page.get_by_role("button", name="Open", exact=True).click()
    kit.expect(kit.board(page).get_by_role("list", name="Log")).to_contain_text("Ada chooses Regent Aldous.")


def test_nothing_serious_is_found_by_axe(page: Any) -> None:
    page.get_by_role("button", name="Show the rules").click()
    kit.expect(page.get_by_text("hunt.beast.orb", exact=True)).to_be_visible()
    assert axe.serious(page, page.locator("html")) == []
    begin(page, "8")
    assert axe.serious(page, page.locator("html")) == []


def test_it_fits_a_narrow_window_and_the_dark_theme(app: str, chromium: Path) -> None:
    with kit.page(chromium, size=(1000, 900)) as page:
        page.goto(f"{app}?theme=dark", wait_until="domcontentloaded")
        page.get_by_role("button", name="Show the rules").click()
        kit.expect(page.get_by_text("hunt.beast.orb", exact=True)).to_be_visible()
        assert page.locator("body").evaluate(CUT_OFF) == []
        kit.picture(page, "app-dark")
        begin(page, "9")
        assert page.locator("body").evaluate(CUT_OFF) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.refused == []


def test_it_is_a_page_of_the_server_too(tmp_path: Path, chromium: Path) -> None:
    with kit.voila(tmp_path, extension=True) as address, kit.page(chromium) as page:
        page.goto(address, wait_until="domcontentloaded")
        begin(page, "58").get_by_role("button", name="Choose Regent Aldous").hover()
        assert page.refused == [] and page.errors == []
    assert (tmp_path / "notebooks" / "saved-games" / "beast-hunt-seed-58.json").exists()
