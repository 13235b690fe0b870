"""How fast a board answers in JupyterLab: a random game, from the click until the new place is drawn, and from the
pointer's arrival at a move until its odds and their chart are. Run it from the root:

python tests/bench/boards.py [games]
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from browser import kit

GAMES = {
    "beast_hunt": ("Beast Hunt", "seats=3"),
    "by_order_of_the_queen": ("By Order of the Queen", "seats=3"),
    "beest": ("Beest", "seats=4, expeditions=100"),  # a random player soon announces something wrong
}
"""Each game there is, its title, and the options with which it is played."""
MOVES = 150
CELL = """from beastlab.boards import Board
from beastlab.games import {game} as game

shown = Board(game.new_match({options}, seed=58), autosave=False)
shown.see_all(True)
shown"""

PLAY = """(button) => new Promise((done, late) => {
    const board = button.closest(".bl"), place = () => board.querySelector(".bl-at").textContent;
    const before = place(), began = performance.now();
    const watch = new MutationObserver(() => {
        if (place() === before) return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
    });
    watch.observe(board, { subtree: true, childList: true, characterData: true });
    setTimeout(() => late(new Error("no answer: " + button.textContent)), 5000);
    button.click();
})"""

LOOK = """(button) => new Promise((done, late) => {
    const board = button.closest(".bl"), odds = board.querySelector(".bl-odds");
    const label = button.querySelector("span").textContent, began = performance.now();
    let panel = 0;
    const there = () => {
        if (odds.querySelector("h3")?.textContent !== `Odds: ${label}`) return;
        panel = panel || performance.now() - began;
        const chart = odds.querySelector("[role=graphics-document]");
        const word = odds.querySelector("table th")?.textContent;
        if (word && odds.querySelector("[data-chart]") && !chart?.getAttribute("aria-label").includes(word)) return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => done([panel, performance.now() - began])));
    };
    const watch = new MutationObserver(there);
    watch.observe(odds, { subtree: true, childList: true, characterData: true, attributes: true });
    setTimeout(() => late(new Error("no odds: " + label)), 5000);
    button.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    there();
})"""


def measured(board: Any, moves: int) -> dict[str, list[float]]:
    """Milliseconds of every answer in a random game of so many moves."""
    rng = Random(1)
    times: dict[str, list[float]] = {"move": [], "odds": [], "odds and chart": []}
    for _ in range(moves):
        buttons = board.locator(".bl-moves .bl-move:not([data-on])").element_handles()
        if buttons:
            panel, chart = rng.choice(buttons).evaluate(LOOK)
            times["odds"].append(panel)
            times["odds and chart"].append(chart)
        legal = board.locator(".bl-moves .bl-move").element_handles()
        if not legal:
            break
        times["move"].append(rng.choice(legal).evaluate(PLAY))
    return times


def main(*games: str) -> None:
    for game in games or GAMES:
        title, options = GAMES[game]
        with tempfile.TemporaryDirectory() as folder, kit.jupyterlab(Path(folder)) as base:
            kit.write(Path(folder), "bench.ipynb", CELL.format(game=game, options=options))
            with kit.page(Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))) as page:
                kit.run_all(page, base, "bench.ipynb")
                board = kit.board(page, title)
                kit.expect(board).to_be_visible()
                page.wait_for_timeout(4000)  # Altair loads behind the first board
                for what, times in measured(board, MOVES).items():
                    late = quantiles(times, n=20)[-1]
                    print(
                        f"{game}, {what}: {len(times)} times, median {median(times):.0f} ms, 95th {late:.0f} ms"
                    )


if __name__ == "__main__":
    main(*sys.argv[1:])
