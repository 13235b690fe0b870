"""Beest on the board in JupyterLab: an expedition of three people at one screen, each with a secret of their own."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from browser import axe, kit

pytestmark = pytest.mark.browser

CELL = """from beastlab.boards import Board
from beastlab.games import beest

Board(beest.new_match(seats=3, seed=65, expeditions=1), autosave=False)"""
NAMES = ("Ada", "Bo", "Cleo")  # Bo is the original Beest


def listen(page: Any) -> list[dict[str, Any]]:
    """Every scene that the kernel sends to the page from now on."""
    scenes: list[dict[str, Any]] = []

    def received(data: str | bytes) -> None:
        text = data if isinstance(data, str) else data.decode("utf-8", "replace")
        for at in re.finditer(r'"scene": (?=\{)', text):
            scenes.append(json.JSONDecoder().raw_decode(text, at.end())[0])

    page.on("websocket", lambda socket: socket.on("framereceived", received))
    return scenes


def test_an_expedition_of_three_people_at_one_screen(lab: str, folder: Path, chromium: Path) -> None:
    kit.write(folder, "beest.ipynb", CELL)
    with kit.page(chromium, size=(1280, 1400)) as page:
        scenes = listen(page)
        kit.run_all(page, lab, "beest.ipynb")
        board = kit.board(page, "Beest")
        facts, place = board.locator(".bl-facts"), board.get_by_role("slider", name="Place in the game")
        secret, log = board.locator(".bl-zone [data-secret]"), board.get_by_role("list", name="Log")
        status, refusals = board.get_by_role("status").first, board.get_by_role("button", name="not allowed")
        kit.expect(facts).to_contain_text("Ada's turn")

        kit.expect(secret).to_have_text("Ada's DNA: secret. Enter shows itSecret: show it")
        kit.expect(board.get_by_role("gridcell", name="own pile")).to_have_count(0)
        assert axe.serious(page, board) == []
        secret.focus()
        page.keyboard.press("Enter")
        kit.expect(board.get_by_role("gridcell", name="own pile")).to_contain_text("Not the Beest. 3 left.")
        kit.expect(secret).to_be_focused()
        assert axe.serious(page, board) == []
        kit.picture(page, "beest-secret", board)
        page.keyboard.press("Enter")
        kit.expect(board.get_by_role("gridcell", name="own pile")).to_have_count(0)
        kit.expect(secret).to_be_focused()
        secret.click()  # it stays open, for whoever looks next
        kit.expect(board.get_by_role("gridcell", name="own pile")).to_have_count(1)

        looked, refused = ["Ada"], 0
        for _ in range(40):
            if (answer := board.locator(".bl-moves [data-secret]")).count():
                assert "may not announce" not in board.inner_text()
                assert "has won" not in board.locator(".bl-moves").inner_text()
                kit.expect(board.get_by_role("region", name="Odds")).to_contain_text(
                    "Your secret would be seen"
                )
                answer.click()
            if board.locator(".bl-moves .bl-move").count() == 0:
                break
            name = facts.inner_text().partition("showing ")[2].split()[0]
            if refusals.filter(has_text="Announce that Ada has won").count():
                assert name == "Bo"
                refused += 1
                refusals.filter(has_text="Announce that Ada has won").first.click()
                kit.expect(status).to_contain_text("The original Beest may not announce anybody's win.")
            before = place.get_attribute("aria-valuetext")
            board.locator(".bl-moves .bl-move").first.click()
            kit.expect(place).not_to_have_attribute("aria-valuetext", before or "")
            reveal = board.get_by_role("button", name="show my cards")
            if reveal.count():
                kit.expect(secret).to_have_count(0)
                assert "Beest may not" not in board.inner_text() and "DNA is" not in log.inner_text()
                looked.append(
                    board.get_by_role("heading", name="Pass the screen to").inner_text().split()[-1]
                )
                if len(looked) == 2:
                    kit.picture(page, "beest-cover", board)
                    assert axe.serious(page, board) == []
                reveal.click()
                kit.expect(secret).to_have_text(f"{looked[-1]}'s DNA: secret. Enter shows itSecret: show it")
                assert "Beest may not" not in status.inner_text()
        kit.expect(facts).to_contain_text("the match is over")
        kit.expect(log).to_contain_text("Bo was the original Beest.")
        kit.expect(board.get_by_role("heading", name="The silent guy's DNA")).to_be_visible()
        assert looked == [*NAMES, *NAMES] and refused == 4
        kit.picture(page, "beest-end", board)
        assert axe.serious(page, board) == []
        assert page.refused == [] and [error for error in page.errors if "favicon" not in error] == []
    only_the_viewer(scenes)


def only_the_viewer(scenes: list[dict[str, Any]]) -> None:
    """No scene tells anything of anybody's DNA but to the one who looks; a covered one tells nothing at all."""
    going_on = [scene for scene in scenes if scene and scene["ask"]["who"] != "over"]
    assert 25 < len(going_on) < len(scenes)
    infected = set()
    for scene in going_on:
        told, viewer = json.dumps(scene["log"]), scene["viewer"]
        if scene["cover"]:
            assert scene["zones"] == [] and "marker is" not in told and "DNA is" not in told
            continue
        dna = [zone for zone in scene["zones"] if zone["id"].startswith("dna")]
        assert [(zone["id"], zone["secret"]) for zone in dna] == [(f"dna-{viewer}", True)]
        assert set(re.findall(r"(\w+)'s own DNA is", told)) <= {NAMES[viewer]}
        assert (now := set(re.findall(r"(\w+) is infected", told))) <= {NAMES[viewer]}
        infected |= now
        may_not = any("Beest may not" in refused["why"] for refused in scene["ask"]["refused"])
        assert may_not == (viewer == 1 and scene["ask"]["window"])
    assert infected == {"Ada"}
