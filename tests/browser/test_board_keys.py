"""The board in JupyterLab with the keyboard alone, as somebody plays who sees nothing of it: what is read is the role
and name of what has the focus, and the status line; no test here points at anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import kit

pytestmark = pytest.mark.browser

BEGUN = """from beastlab.boards import board
from beastlab.bots import play_bots, random_bot
from beastlab.games import beast_hunt as hunt

match = hunt.new_match(seats=3, seed=58)
play_bots(match, {{seat: random_bot(seat) for seat in range(3)}}, most={moves})
board(match, {options}autosave=False)"""


INSIDE = "document.activeElement.closest('.bl') !== null"


class Ears:
    """A board at which somebody sits who hears and presses keys."""

    def __init__(self, page: Any) -> None:
        self.page, self.board = page, kit.board(page)
        self.tree = page.context.new_cdp_session(page)
        kit.expect(self.board).to_be_visible()

    @property
    def here(self) -> str:
        """Role and name of what has the focus, as the browser tells a screen reader; it must never be lost."""
        assert self.page.evaluate(INSIDE), "the focus left the board"
        for _ in range(100):
            focused = self.tree.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
            of = {"objectId": focused["objectId"], "fetchRelatives": False}
            node = self.tree.send("Accessibility.getPartialAXTree", of)["nodes"][0]
            if "name" in node:  # else the tree is being built anew
                return f"{node['role']['value']}: {node['name']['value']}"
            self.page.wait_for_timeout(20)
        raise AssertionError(f"what has the focus has no name: {node}")

    @property
    def said(self) -> str:
        """What the status line says, as long as nothing else is said."""
        return " ".join(self.board.locator(".bl-status").inner_text().split())

    def press(self, *keys: str) -> str:
        for key in keys:
            self.page.keyboard.press(key)
        return self.here

    def hears(self, words: str) -> None:
        kit.expect(self.board.locator(".bl-status")).to_contain_text(words)
        assert self.here

    def seek(self, words: str, key: str, most: int = 30) -> str:
        """Press a key until something of that name has the focus."""
        for _ in range(most):
            if words in self.here:
                return self.here
            self.page.keyboard.press(key)
        raise AssertionError(f"{most} times {key} led nowhere near {words!r}, but to {self.here}")

    def enter(self) -> None:
        """Press Enter, and wait for what comes of it."""
        heard = self.said
        self.page.keyboard.press("Enter")
        kit.expect(self.board.locator(".bl-status")).not_to_have_text(heard, use_inner_text=True)


def begin(page: Any, lab: str, folder: Path, name: str, moves: int = 3, options: str = "") -> Ears:
    """Come to the board by Tab from the notebook around it."""
    kit.write(folder, f"{name}.ipynb", BEGUN.format(moves=moves, options=options))
    kit.run_all(page, lab, f"{name}.ipynb")
    ears = Ears(page)
    page.keyboard.press("Escape")
    for _ in range(60):
        if page.evaluate(INSIDE):
            return ears
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead to the board")


@pytest.fixture
def page(chromium: Path) -> Iterator[Any]:
    with kit.page(chromium) as page:
        yield page
        assert page.refused == []
        after_restart = "debugger state"  # JupyterLab's own, where the kernel went away
        assert [e for e in page.errors if "favicon" not in e and after_restart not in e] == []


def test_a_round_by_ear(page: Any, lab: str, folder: Path) -> None:
    ears = begin(page, lab, folder, "round", options="you=0, ")

    # the table: every zone and piece says where it lies, what it is, what may be done with it
    start = ears.press("t")
    assert start.startswith("gridcell: Ada's Party, card 1 of 1, Grim Osk, Champion Hunter")
    assert start.endswith("can be played: 1 move. Enter: Use the skill of Grim Osk")
    assert "Ada's hand, card 1 of 5, Well of Voices" in ears.press("ArrowDown")
    assert "Ada's hand, card 5 of 5, Debt Collector" in ears.press("End")
    assert "card 3 of 5, Turning Tide, Enchant" in ears.press("Home", "ArrowRight", "ArrowRight")
    assert "can be played" not in ears.here
    assert ears.press("ArrowDown").startswith("gridcell: Bo's Party, card 1 of 1")
    assert ears.press("ArrowLeft") == "rowheader: Bo's Party, 5 cards in hand"
    assert "Ada's hand, card 1 of 5" in ears.press("ArrowUp")
    assert "Beasts, card" in ears.press("ArrowUp", "ArrowUp")
    assert "gridcell: Beasts, pile Beast Deck: 18 cards" in ears.press("End")
    ears.press("Enter")
    ears.hears("Face down: ")
    assert ears.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft").startswith(
        "gridcell: Beasts, card 3 of 4"
    )
    assert "rowheader: Beasts, Shards: 0 of 3" == ears.press("Home", "ArrowLeft")

    # what may not be done, and why
    ears.press("ArrowRight", "?")
    ears.hears("Not allowed: Attack Reef Strangler. It needs Pirate, any; your Party lacks Pirate, any.")
    assert "Beasts, card 1 of 4, Reef Strangler" in ears.here
    ears.press("m")
    ears.seek("Not allowed now", "Tab")
    assert ears.press("ArrowDown").startswith("button: Attack Reef Strangler: not allowed.")
    ears.press("?")
    ears.hears("Attack Reef Strangler: not allowed. It needs Pirate")
    ears.enter()
    ears.hears("Not played: It needs Pirate")

    # a card that has one move is played where it lies; the odds are read on demand
    ears.press("t")
    ears.seek("Ada's hand, card 1", "ArrowDown")
    ears.seek("Harpooner", "ArrowRight")
    kit.expect(ears.board.get_by_role("region", name="Odds")).to_contain_text("13/18")
    assert ears.press("o") == "region: Odds"
    words = ears.board.locator(f"[id='{page.locator(':focus').get_attribute('aria-describedby')}']")
    kit.expect(words).to_contain_text("Play Harpooner: success 13/18, 72.22 %; failure 5/18, 27.78 %.")
    assert "Harpooner" in ears.press("t")
    ears.enter()
    ears.hears("Harpooner joins the Party of Ada.")
    ears.hears("use the effect of Harpooner now? 2 moves.")
    assert ears.press("m").startswith("button: Roll for its effect now")
    ears.enter()
    ears.hears("for Harpooner, which needs 6 or more")

    # back, and forth again
    ears.press("u")
    ears.hears("Undone. Ada: use the effect of Harpooner now? 2 moves.")
    ears.press("u")
    ears.hears("Undone. Ada: 3 actions left. 8 moves.")
    ears.press("r")
    ears.hears("Redone.")
    ears.press("Shift+U")
    ears.hears("Redone. Ada: play an Enchant?")

    # everybody else, until it is Ada's turn again
    passes(ears, "2 actions left")
    ears.press("m")
    ears.seek("End the turn", "ArrowDown")
    ears.enter()
    passes(ears, "3 actions left")
    kit.expect(ears.board.locator(".bl-facts")).to_contain_text("round 2")
    assert "button: rule hunt." in ears.press("l")
    page.keyboard.press("Enter")
    kit.expect(ears.board.get_by_role("dialog", name="A rule")).to_be_focused()
    assert "button: rule hunt." in ears.press("Escape")
    kit.picture(page, "by-ear", ears.board)


def passes(ears: Ears, prompt: str) -> None:
    """Pass whenever Ada is asked for a response."""
    for _ in range(200):
        kit.expect(ears.board.locator(".bl-status")).to_contain_text("Ada:")
        if prompt in ears.said:
            return
        if not ears.board.locator(
            ".bl-move[data-key='pass']"
        ).count():  # the table is drawn, and not yet told of
            ears.page.wait_for_timeout(100)
            continue
        ears.press("m")
        ears.seek("button: Pass", "ArrowDown")
        ears.enter()
    raise AssertionError(f"never heard {prompt!r}, but {ears.said}")


def test_a_card_with_several_moves_shows_them(page: Any, lab: str, folder: Path) -> None:
    """Enter leads to them, Escape back to the card; the keys stay the board's own."""
    ears = begin(page, lab, folder, "several", moves=15)
    cells = page.locator(".jp-Cell").count()
    ears.press("t")
    card = next((here for here in each_piece(ears) if "Enter shows them" in here), "")
    assert card, "no card here has several moves"
    all_moves = ears.board.locator(".bl-moves .bl-move").count()
    assert ears.press("Enter").startswith("button: ")
    assert 0 < ears.board.locator(".bl-moves .bl-move").count() < all_moves
    assert card.split(", can be")[0] in ears.press("Escape")
    kit.expect(ears.board.locator(".bl-moves .bl-move")).to_have_count(all_moves)
    ears.press("a", "b", "x", "d", "d", "Shift+Enter")
    assert page.locator(".jp-Cell").count() == cells


def each_piece(ears: Ears) -> Iterator[str]:
    """Every zone, piece by piece."""
    for _ in range(12):
        ears.press("ArrowUp")
    for _ in range(12):
        zone, before = ears.press("Home"), ""
        while ears.here != before:
            yield (before := ears.here)
            ears.press("ArrowRight")
        if ears.press("Home", "ArrowDown").split(",")[0] == zone.split(",")[0]:
            return


def test_what_opens_takes_the_focus_and_gives_it_back(page: Any, lab: str, folder: Path) -> None:
    ears = begin(page, lab, folder, "opens")
    ears.press("m")
    ears.seek("End the turn", "ArrowDown")
    ears.enter()
    assert ears.here == "heading: Pass the screen to Bo"
    assert "Well of Voices" not in ears.board.inner_text()
    ears.seek("I am Bo: show my cards", "Tab", most=2)
    page.keyboard.press("Enter")
    ears.hears("Bo: 3 actions left. 7 moves.")
    assert ears.here.startswith("button: ")
    assert "End the turn" not in ears.here

    ears.seek("button: Keys ?", "Shift+Tab")
    assert ears.press("Enter").startswith("dialog: Keys")
    assert ears.press("Escape") == "button: Keys ?"
    assert ears.press("?").startswith("dialog: Keys")
    ears.press("Escape")

    ears.seek("button: Players…", "Tab")
    ears.press("Enter")
    ears.seek("combobox: Pace of programs", "Tab")
    assert ears.press("u", "Escape").startswith("button: Players…")  # no undo from a list of choices
    assert "Bo: 3 actions left" in ears.said
    ears.seek("button: Copy / open…", "Tab")
    ears.press("Enter")
    ears.seek("Go on from a line", "Tab")
    ears.press("u", "m", "Enter")
    ears.hears("Not played: ")
    assert page.locator(":focus").input_value() == "um"  # what was typed is still there


def test_a_kernel_that_is_gone_is_said(page: Any, lab: str, folder: Path) -> None:
    ears = begin(page, lab, folder, "gone")
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    ears.press("m")
    page.wait_for_timeout(1000)
    page.keyboard.press("Enter")
    kit.expect(ears.board.get_by_role("status").first).to_contain_text("No answer from Python.")
    assert ears.here
