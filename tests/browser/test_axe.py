"""No serious or critical finding of axe-core on the board, in any state that it can be in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser import axe, kit

pytestmark = pytest.mark.browser

BEGUN = """from beastlab.boards import board
from beastlab.bots import play_bots, random_bot
from beastlab.games import beast_hunt as hunt

match = hunt.new_match(seats=3, seed=58)
play_bots(match, {{seat: random_bot(seat) for seat in range(3)}}, most={moves})
board(match, {options}autosave=False)"""


def clean(page: Any, name: str, width: int) -> None:
    """A picture of the board, about which axe-core says nothing grave, and in which no part stands out of its frame."""
    board = kit.board(page)
    kit.picture(page, f"axe-{name}-{width}", board)
    assert axe.serious(page, board) == [], name
    assert board.evaluate(STANDS_OUT) == [], name


STANDS_OUT = """board => [...board.querySelectorAll('*')].filter(part => {
    const frame = part.parentElement.closest(
        '.bl-card, .bl-pile, .bl-move, .bl-dialog, .bl-cover, .bl-panel, .bl-side, .bl-table, .bl');
    const hidden = part.closest('.bl-tex') || !part.getClientRects().length;
    return !hidden && part.getBoundingClientRect().right > frame.getBoundingClientRect().right + 1;
}).map(part => `${part.className}: ${part.textContent}`)"""


@pytest.mark.parametrize(("theme", "width"), [("Light", 1280), ("Dark", 1000)])
def test_every_state_of_the_board(lab: str, folder: Path, chromium: Path, theme: str, width: int) -> None:
    kit.write(folder, "begun.ipynb", BEGUN.format(moves=3, options=""))
    with kit.page(chromium, size=(width, 1500)) as page:
        kit.run_all(page, lab, "begun.ipynb")
        page.evaluate(
            f"window.jupyterapp.commands.execute('apputils:change-theme', {{theme: 'JupyterLab {theme}'}})"
        )
        dark = str(theme == "Light").lower()
        page.wait_for_selector(f"body[data-jp-theme-light='{dark}']", state="attached")
        board, expect = kit.board(page), kit.expect
        expect(board.locator(".bl-chart svg")).to_be_visible()
        clean(page, "start", width)

        board.get_by_role("button", name="Attack Reef Strangler: not allowed.").click()
        expect(board.get_by_role("status")).to_contain_text("Not played")
        clean(page, "refused", width)
        board.get_by_role("status").get_by_role("button", name="rule hunt.beast").click()
        expect(board.get_by_role("dialog", name="A rule")).to_be_visible()
        clean(page, "rule", width)
        page.keyboard.press("Escape")
        board.get_by_role("button", name="Keys ?").click()
        clean(page, "keys", width)
        page.keyboard.press("Escape")
        board.get_by_role("button", name="Players…").click()
        clean(page, "players", width)
        board.get_by_role("button", name="Copy / open…").click()
        expect(board.get_by_label("This position as a line")).not_to_have_value("")
        clean(page, "line", width)

        board.get_by_role("button", name="Play Harpooner").first.click()
        board.get_by_role("button", name="Roll for its effect now").click()
        expect(board.get_by_role("status")).to_contain_text("for Harpooner, which needs 6 or more")
        board.get_by_role("button", name="Roll again").click()
        board.get_by_role("button", name="What if… (2)").click()
        clean(page, "what-if", width)
        board.get_by_role("button", name="Play it 1,000 times").click()
        clean(page, "run", width)
        board.get_by_label("See all").check()
        expect(board.get_by_text("all hands shown")).to_be_visible()
        clean(page, "see-all", width)
        assert page.refused == []


@pytest.mark.parametrize("width", [1280, 1000])
def test_the_cover(lab: str, folder: Path, chromium: Path, width: int) -> None:
    kit.write(folder, "cover.ipynb", BEGUN.format(moves=3, options=""))
    with kit.page(chromium, size=(width, 1500)) as page:
        kit.run_all(page, lab, "cover.ipynb")
        board = kit.board(page)
        board.get_by_role("button", name="End the turn").click()
        kit.expect(board.get_by_role("heading", name="Pass the screen to Bo")).to_be_visible()
        clean(page, "cover", width)
        board.get_by_role("button", name="I am Bo: show my cards").click()
        kit.expect(board.get_by_role("heading", name="What may Bo do?")).to_be_visible()
        assert page.refused == []


EVIL = "<img src=x onerror=alert(1)>"
PIECES = f"""
shown = _
first, second, *rest = shown.scene["zones"]
first = {{**first, "tokens": [{{"shape": "round", "count": 3, "word": "{EVIL}"}},
                            {{"shape": "square", "count": 12, "word": "coins"}}],
         "track": {{"at": 3, "of": 8, "word": "Round"}}}}
second = {{**second, "cards": [],
          "track": {{"at": 2, "of": 3, "word": "Threat", "labels": ["calm", "wary", "fear", "{EVIL}"]}}}}
groups = [{{"faces": [3, 5, 6], "count": 3, "total": 14, "word": "Ada"}},
          {{"faces": None, "count": 2, "total": 9, "word": "{EVIL}"}}]
dice = {{"label": "An attack", "groups": groups, "text": "Ada hits."}}
shown.scene = {{**shown.scene, "zones": [first, second, *rest], "dice": dice}}"""


@pytest.mark.parametrize("width", [1280, 1000])
def test_pieces_of_other_games(lab: str, folder: Path, chromium: Path, width: int) -> None:
    """Tokens, tracks and dice with faces, which any scene may have; in colours that a person chose, too."""
    kit.write(folder, "pieces.ipynb", BEGUN.format(moves=3, options=""), PIECES)
    with kit.page(chromium, size=(width, 1500)) as page:
        kit.run_all(page, lab, "pieces.ipynb")
        board, expect = kit.board(page), kit.expect
        for name in (f"Beasts, {EVIL}: 3", "Beasts, coins: 12", "Beasts, Round: 3 of 8"):
            expect(board.get_by_role("gridcell", name=name)).to_be_visible()
        expect(board.get_by_role("gridcell", name="Ada's Party, Threat: 2 of 3, fear")).to_be_visible()
        roll = board.get_by_role("group", name="The last roll")
        expect(roll).to_contain_text("Ada3 dice that show 3, 5, 6, total 14")
        expect(roll.locator("circle")).to_have_count(3 + 5 + 6)
        clean(page, "pieces", width)
        page.emulate_media(forced_colors="active")
        clean(page, "forced-colours", width)
        assert (board.locator("img").count(), page.refused) == (0, [])
