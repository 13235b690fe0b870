"""The first notebook in JupyterLab: run it, play a round by clicking, with every request off loopback refused."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import kit

from beastlab.games import beast_hunt

pytestmark = pytest.mark.browser


@pytest.fixture
def page(lab: str, chromium: Path) -> Iterator[Any]:
    with kit.page(chromium) as page:
        kit.run_all(page, lab, "00-start-here.ipynb")
        failed = page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stderr']")
        assert failed.all_inner_texts() == []
        kit.expect(kit.board(page)).to_be_visible()
        yield page
        assert page.refused == []
        assert [error for error in page.errors if "favicon" not in error] == []


def expect_place(page: Any, words: str) -> None:
    kit.expect(kit.board(page).get_by_role("slider", name="Place in the game")).to_have_attribute(
        "aria-valuetext", words
    )


def test_a_round_by_clicking(page: Any) -> None:
    board = kit.board(page)
    expect, status = kit.expect, board.get_by_role("status")
    expect(board.get_by_role("heading", name="What may Ada do?")).to_be_visible()
    kit.picture(page, "start", board)

    # the odds of the move that the pointer is on
    board.get_by_role("button", name="Play Debt Collector").first.hover()
    odds = board.get_by_role("region", name="Odds")
    expect(odds).to_contain_text("5/12")
    board.get_by_role("button", name="Play Harpooner").first.hover()
    expect(odds).to_contain_text("13/18")
    expect(odds.locator("mjx-container")).to_have_count(1)

    # a move that is not allowed says why, and opens its rule
    refused = board.get_by_role("button", name="Attack Reef Strangler: not allowed.")
    refused.click()
    expect(status).to_contain_text("It needs Pirate, any; your Party lacks Pirate, any.")
    expect_place(page, "move 3 of 3")
    status.get_by_role("button", name="rule hunt.beast").click()
    rule = board.get_by_role("dialog", name="A rule")
    expect(rule).to_contain_text("hunt.beast.requirement")
    kit.picture(page, "refused", board)
    page.keyboard.press("Escape")
    expect(rule).to_be_hidden()

    # play, undo: the same dice; roll again: a branch
    board.get_by_role("button", name="Play Harpooner").first.click()
    expect(status).to_contain_text("Harpooner joins the Party of Ada")
    board.get_by_role("button", name="Roll for its effect now").click()
    expect(status).to_contain_text("for Harpooner, which needs 6 or more")
    rolled = status.inner_text()
    board.get_by_role("button", name="Undo").click()
    expect(board.get_by_role("button", name="Roll for its effect now")).to_be_visible()
    board.get_by_role("button", name="Roll for its effect now").click()
    expect(status).to_have_text(rolled, use_inner_text=True)
    board.get_by_role("button", name="Roll again").click()
    board.get_by_role("button", name="What if… (2)").click()
    expect(board.get_by_role("button", name="(rolled again)")).to_be_visible()
    kit.picture(page, "what-if", board)

    # others answer with Enchants until all pass; then the rest of the turn, and everybody else's
    board.locator(".bl-move[data-key='pass']").hover()
    expect(odds).to_contain_text("nobody responds after you")
    pass_until(page, "2 actions")
    board.get_by_role("button", name="Play Debt Collector").first.click()
    board.locator(".bl-move[data-key='now']").click()
    expect(status).to_contain_text("for Debt Collector, which needs 8 or more")
    pass_until(page, "1 action")
    expect(board.locator(".bl-refused").first).to_contain_text("An attack costs 2 actions; you have 1.")
    board.locator(".bl-move[data-key='end']").click()
    expect(board.get_by_role("list", name="Log")).to_contain_text("Ada ends the turn")
    pass_until(page, "round 2")
    kit.picture(page, "round-2", board)
    board.locator(".bl-move[data-key='draw']").click()
    expect(status).to_contain_text("Ada draws")


def pass_until(page: Any, fact: str) -> None:
    """Answer questions about Enchants with Pass until Ada is asked for an action."""
    board = kit.board(page)
    yes, action = (board.locator(f".bl-move[data-key='{key}']") for key in ("pass", "end"))
    place = board.get_by_role("slider", name="Place in the game")
    kit.expect(yes.or_(action)).to_be_visible()
    while yes.count():
        before = place.get_attribute("aria-valuetext")
        yes.click()
        kit.expect(place).not_to_have_attribute("aria-valuetext", before)
    kit.expect(action).to_be_visible()
    kit.expect(board.locator(".bl-facts")).to_contain_text(fact)


def test_with_the_keys_alone(page: Any) -> None:
    """One tab stop for the moves; arrows go through them, Enter plays, and JupyterLab takes none of the keys."""
    board = kit.board(page)
    cells = page.locator(".jp-Cell").count()
    moves = board.locator(".bl-moves")
    assert moves.locator("button[tabindex='0']").count() == 1
    moves.locator("button[tabindex='0']").focus()
    for key in ("ArrowDown", "ArrowDown", "End", "Home", "a", "b"):
        page.keyboard.press(key)
    assert page.locator(".jp-Cell").count() == cells
    focused = board.locator("[data-key]:focus")
    kit.expect(focused).to_have_count(1)
    kit.expect(board.get_by_role("region", name="Odds")).to_contain_text(
        focused.locator("b").first.inner_text()
    )
    while focused.get_attribute("data-key") != "draw":
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    kit.expect(board.get_by_role("status")).to_contain_text("Ada draws")
    kit.expect(board.locator("[data-key]:focus")).to_have_count(1)  # focus stays in the list


def test_it_fits_a_narrow_window_and_the_dark_theme(lab: str, chromium: Path) -> None:
    with kit.page(chromium, size=(1000, 900)) as page:
        kit.run_all(page, lab, "00-start-here.ipynb")
        board = kit.board(page)
        kit.expect(board).to_be_visible()
        page.evaluate(
            "window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})"
        )
        page.wait_for_selector("body[data-jp-theme-light='false']", state="attached")
        stands_out = """board => [...board.querySelectorAll('*')].filter(part => {
            const frame = part.parentElement.closest('.bl-card, .bl-piles li, .bl-move, .bl-side, .bl-table, .bl');
            const hidden = part.closest('.bl-tex') || !part.getClientRects().length;
            return !hidden && part.getBoundingClientRect().right > frame.getBoundingClientRect().right + 1;
        }).map(part => `${part.className}: ${part.textContent}`)"""
        assert board.evaluate(stands_out) == []
        assert page.refused == []
        kit.picture(page, "dark", board)


def test_what_is_not_allowed_can_be_read_without_scrolling(lab: str, chromium: Path) -> None:
    with kit.page(chromium, size=(1200, 1000)) as page:
        kit.run_all(page, lab, "00-start-here.ipynb")
        refusals = kit.board(page).get_by_role("region", name="Not allowed now")
        kit.expect(refusals.locator(".bl-refused")).to_have_count(3)
        frame = refusals.locator(".bl-cannot")
        assert frame.evaluate("frame => frame.scrollHeight <= frame.clientHeight")
        refusals.get_by_role("button", name="and 6 more").click()
        kit.expect(refusals.locator(".bl-refused")).to_have_count(9)
        refusals.get_by_text("Not allowed now").click()
        kit.expect(frame).to_be_hidden()
        board = kit.board(page)
        board.get_by_role("button", name="Draw a card 1 action").click()
        kit.expect(board.get_by_role("status")).to_contain_text("Ada draws")
        kit.expect(frame).to_be_hidden()  # and stays so


def test_a_save_that_fails_is_said_until_one_succeeds(lab: str, folder: Path, chromium: Path) -> None:
    kit.write(
        folder,
        "unsaved.ipynb",
        "from pathlib import Path\n"
        "from beastlab.boards import board\n"
        "from beastlab.core.chance import Scripted\n"
        "from beastlab.games import beast_hunt as hunt\n"
        "match = hunt.new_match(2, 7, chance=Scripted([]))\n"
        "shown = board(match, autosave='game.json')\n"
        "match.autosave = Path('folder') / 'game.json'\n"
        "shown",
    )
    with kit.page(chromium) as page:
        kit.run_all(page, lab, "unsaved.ipynb")
        board, status = kit.board(page), kit.board(page).get_by_role("status")
        board.locator(".bl-move").first.click()
        kit.expect(status).to_contain_text("chooses")
        kit.expect(status).to_contain_text("Not saved to folder/game.json")
        expect_place(page, "move 1 of 1")
        kit.expect(board.get_by_text("illustrative deck")).to_be_visible()
        kit.expect(board.get_by_text("seed")).to_have_count(0)  # the chance is not the seed's
        (folder / "notebooks" / "folder").mkdir()
        board.locator(".bl-move").first.click()
        expect_place(page, "move 2 of 2")
        kit.expect(status).not_to_contain_text("Not saved")
        assert page.refused == []


EVIL = "<img src=x onerror=alert(1)>"


def test_names_of_players_and_cards_stay_text(lab: str, folder: Path, chromium: Path) -> None:
    cards = shutil.copytree(Path(beast_hunt.__file__).parent / "cards", folder / "notebooks" / "cards")
    for file in cards.glob("*.csv"):
        text = file.read_text(encoding="utf-8")
        for name in ("Harpooner", "Reef Strangler", "Princess Orla", "Turning Tide"):
            text = text.replace(name, f"{EVIL} {name}")
        file.write_text(text, encoding="utf-8")
    kit.write(
        folder,
        "evil.ipynb",
        "from beastlab.boards import board\n"
        "from beastlab.bots import play_bots, random_bot\n"
        "from beastlab.games import beast_hunt as hunt\n"
        f"match = hunt.new_match(3, 58, cards=hunt.load_cards('cards'), names=('Ada', '{EVIL} Bo', 'Cleo'))\n"
        "play_bots(match, {seat: random_bot(seat) for seat in range(3)}, most=3)\n"
        "board(match)",
    )
    with kit.page(chromium) as page:
        alerts: list[str] = []
        page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
        kit.run_all(page, lab, "evil.ipynb")
        board = kit.board(page)
        hero = board.get_by_role("button", name=f"Play {EVIL} Harpooner").first
        hero.hover()
        kit.expect(board.get_by_role("region", name="Odds")).to_contain_text(EVIL)
        hero.click()
        kit.expect(board.get_by_role("status")).to_contain_text(f"{EVIL} Harpooner joins the Party of Ada")
        board.get_by_role("button", name="What if…").click()
        kit.expect(board.get_by_text(f"{EVIL} Bo's Party", exact=True)).to_be_visible()
        assert (board.locator("img").count(), alerts, page.refused) == (0, [], [])


def test_the_board_passes_for_a_person(lab: str, folder: Path, chromium: Path) -> None:
    """Once ticked, a player who may respond is passed over, and the tick stays."""
    kit.write(
        folder,
        "pass.ipynb",
        "from random import Random\n"
        "from beastlab.boards import board\n"
        "from beastlab.games import beast_hunt as hunt\n"
        "match, rng = hunt.new_match(seats=4, seed=7), Random(1)\n"
        "while not (match.request.window and len(match.request.options) > 1):\n"
        "    match.play(rng.choice(match.request.options))\n"
        "board(match, you=match.request.seat)",
    )
    with kit.page(chromium, size=(1000, 900)) as page:
        kit.run_all(page, lab, "pass.ipynb")
        board = kit.board(page)
        kit.expect(board.locator(".bl-move").first).to_contain_text("Let it be")
        tick = board.get_by_label("Pass for me")
        kit.expect(tick).not_to_be_checked()
        tick.check()
        kit.expect(board.locator(".bl-move").first).not_to_contain_text("Let it be")
        kit.expect(board.get_by_label("Pass for me")).to_be_checked()
        kit.picture(page, "pass-for-me")
        assert page.refused == []
