"""Make docs/pictures anew: boards in JupyterLab, and the page to play at. Run it from the root:

python tests/browser/make_picture.py
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from browser import kit

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
CELL = """from beastlab.boards import board
from beastlab.bots import play_bots, random_bot
from beastlab.games import beast_hunt as hunt

match = hunt.new_match(seats=3, seed={seed})
play_bots(match, {{seat: random_bot(seat) for seat in range(3)}}, most={moves})
board(match{board})"""
PHASE = """from beastlab.boards import board
from beastlab.bots import play_bots
from beastlab.games import by_order_of_the_queen as queen

match = queen.new_match(seats=2, seed=7)
play_bots(match, {seat: queen.sensible_bot(seat) for seat in range(2)}, most=92)
board(match, autosave=False)"""

SECRETS = """from beastlab.boards import board
from beastlab.bots import play_bots
from beastlab.games import beest

match = beest.new_match(seats=4, seed=35)
play_bots(match, {seat: beest.sensible_bot(seat) for seat in range(4)}, most=41)
board(match, autosave=False)"""


def main() -> None:
    kit.SHOTS = kit.ROOT / "docs" / "pictures"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with kit.jupyterlab(folder) as base, kit.page(CHROMIUM, size=(1372, 1600)) as page:
            kit.write(folder, "board.ipynb", CELL.format(seed=32, moves=75, board=", you=0"))
            kit.run_all(page, base, "board.ipynb")
            board = kit.board(page)
            board.locator(".bl-move").first.hover()
            kit.expect(board.locator("[role=graphics-document]")).to_be_visible()
            page.wait_for_timeout(1500)  # the formula is set
            kit.picture(page, "board", board)
            kit.write(folder, "people.ipynb", CELL.format(seed=58, moves=3, board=""))
            kit.run_all(page, base, "people.ipynb")
            board = kit.board(page)
            board.locator(".bl-move[data-key='end']").click()
            kit.expect(board.get_by_role("heading", name="Pass the screen to Bo")).to_be_visible()
            kit.picture(page, "cover", board)
        with kit.jupyterlab(folder / "tall") as base, kit.page(CHROMIUM, size=(1372, 2700)) as page:
            kit.write(folder / "tall", "phase.ipynb", PHASE)
            kit.run_all(page, base, "phase.ipynb")
            board = kit.board(page, "By Order of the Queen")
            board.locator(".bl-move").first.click()  # the last answer before the Event Phase
            kit.expect(board.locator(".bl-facts")).to_contain_text("Event Phase")
            page.wait_for_timeout(1500)
            kit.picture(page, "event-phase", board)
        with kit.jupyterlab(folder / "caves") as base, kit.page(CHROMIUM, size=(1372, 1500)) as page:
            kit.write(folder / "caves", "caves.ipynb", SECRETS)
            kit.run_all(page, base, "caves.ipynb")
            board = kit.board(page, "Beest")
            board.locator("[data-secret]").click()
            board.locator(".bl-move").nth(1).hover()
            kit.expect(board.locator("[role=graphics-document]")).to_be_visible()
            page.wait_for_timeout(1500)
            kit.picture(page, "beest", board)
        with kit.voila(folder) as base, kit.page(CHROMIUM, size=(1280, 760)) as page:
            page.goto(base, wait_until="domcontentloaded")
            page.get_by_role("button", name="Show the rules").click()
            kit.expect(page.get_by_text("hunt.beast.orb", exact=True)).to_be_visible()
            kit.picture(page, "app")


if __name__ == "__main__":
    main()
