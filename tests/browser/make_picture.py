"""Make docs/pictures/board.png anew: a position in mid-game on a board in JupyterLab. Run it from the root:

python tests/browser/make_picture.py
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from browser import kit

SEED, MOVES, YOU, LOOK = 32, 75, 0, 0
CELL = f"""from beastlab.boards import board
from beastlab.bots import play_bots, random_bot
from beastlab.games import beast_hunt as hunt

match = hunt.new_match(seats=3, seed={SEED})
play_bots(match, {{seat: random_bot(seat) for seat in range(3)}}, most={MOVES})
board(match, you={YOU})"""


def main() -> None:
    kit.SHOTS = kit.ROOT / "docs" / "pictures"
    with tempfile.TemporaryDirectory() as folder, kit.jupyterlab(Path(folder)) as base:
        kit.write(Path(folder), "picture.ipynb", CELL)
        with kit.page(Path(os.environ.get("CHROMIUM", "/usr/bin/chromium")), size=(1372, 1600)) as page:
            kit.run_all(page, base, "picture.ipynb")
            board = kit.board(page)
            kit.expect(board).to_be_visible()
            board.locator(".bl-move").nth(LOOK).hover()
            page.wait_for_timeout(1500)  # the formula is set
            kit.picture(page, "board", board)


if __name__ == "__main__":
    main()
