"""How fast Beast Hunt is: `python tests/bench/bench_hunt.py [--profile]`; medians, and the budgets of the design.

Timings are of this process's own processor time, so that a busy machine does not spoil them; imports are timed
in processes of their own. `--profile` prints where the time of random play goes.
"""

from __future__ import annotations

import cProfile
import pstats
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from random import Random

from beastlab.core.knowledge import redeal
from beastlab.core.match import Match
from beastlab.core.requests import Choose
from beastlab.core.saves import match_of
from beastlab.games import beast_hunt as hunt

clock = time.process_time


def main() -> None:
    if "--profile" in sys.argv:
        profile()
        return
    print(f"{'what':46} {'median':>12} {'budget':>12}")
    for module, budget in (("beastlab", 100), ("beastlab.games.beast_hunt", 200)):
        shown(f"import {module}, cold process", importing(module), budget, "ms", 1e3)
    speeds = sorted(answers_per_second(seats) for seats in (2, 3, 4, 4, 4, 5, 6))
    middle = statistics.median(speeds)
    verdict = "" if middle >= 20_000 else "  OVER BUDGET"
    print(f"{'answers a second, whole games':46} {middle:10.0f}/s {20_000:10.0f}/s{verdict}")
    print(f"{'':46} {speeds[0]:.0f} to {speeds[-1]:.0f}")
    met = list(positions(60))
    shown("table.copy()", [timed(match.table.copy) for match in met], 20, "us", 1e6)
    shown("match.fork()", [timed(match.fork) for match in met], 200, "us", 1e6)
    shown("match.view(seat)", [timed(lambda m=m: m.view(0)) for m in met], None, "us", 1e6)
    deals = [timed(lambda m=m: redeal(m, 0, Random(1)), 5) for m in met]
    shown("redeal(match, seat)", deals, None, "us", 1e6)
    shown("  95th percentile", deals, None, "us", 1e6, 0.95)
    shown("to_text()", [timed(match.to_text, 3) for match in met], None, "ms", 1e3)
    saves = [match.to_text() for match in met[::4]]
    shown("load", [timed(lambda text=text: match_of(text), 1) for text in saves], None, "ms", 1e3)
    asked(met)


def shown(
    what: str, times: list[float], budget: float | None, unit: str, scale: float, at: float = 0.5
) -> None:
    found = sorted(times)[min(len(times) - 1, int(at * len(times)))] * scale
    verdict = "  OVER BUDGET" if budget is not None and found > budget else ""
    limit = f"{budget:9.0f} {unit}" if budget is not None else ""
    print(f"{what:46} {found:9.1f} {unit} {limit:>12}{verdict}")


def timed(what: Callable[[], object], times: int = 20) -> float:
    """Seconds of processor time that one call takes."""
    before = clock()
    for _ in range(times):
        what()
    return (clock() - before) / times


def importing(module: str) -> list[float]:
    """Seconds of processor time for the import alone, in fresh processes."""
    code = f"import time; t = time.process_time(); import {module}; print(time.process_time() - t)"
    run = [sys.executable, "-c", code]
    return [float(subprocess.run(run, capture_output=True, text=True, check=True).stdout) for _ in range(9)]


def random_play(seats: int, seed: int, champions: int = 1) -> Match:
    match, rng = hunt.new_match(seats=seats, seed=seed, champions=champions), Random(seed)
    while match.request is not None:
        match.play(rng.choice(match.request.options))
    return match


def answers_per_second(seats: int) -> float:
    before, answers = clock(), 0
    for seed in range(8):
        answers += random_play(seats, seed).place.depth
    return answers / (clock() - before)


def positions(many: int) -> Iterator[Match]:
    """Forks of matches in random play: one in about forty positions, from games of all sizes."""
    rng, found = Random(5), 0
    for seed in range(1_000):
        match = hunt.new_match(seats=2 + seed % 5, seed=seed, champions=1 + seed % 2)
        while match.request is not None:
            if rng.random() < 1 / 40 and match.table.phase in ("start", "actions"):
                yield match.fork()
                if (found := found + 1) == many:
                    return
            match.play(rng.choice(match.request.options))


def asked(met: list[Match]) -> None:
    """Questions on live positions: odds of attacks, and `explain` of every move."""
    attacks, explained, slowest = [], [], (0.0, "")
    for match in met:
        if not isinstance(match.request, Choose):
            continue
        for move in match.request.options:
            if move.key.startswith("attack:"):
                attacks.append(timed(lambda m=match, k=move.key: m.odds(k, outcome, until=told), 1))
            try:
                from beastlab.games.beast_hunt.odds import explain
            except ImportError:
                continue
            seconds = timed(lambda m=match, k=move.key: explain(m, k), 1)
            explained.append(seconds)
            slowest = max(slowest, (seconds, move.key))
    if attacks:
        shown(f"match.odds of an attack ({len(attacks)} met)", attacks, None, "ms", 1e3)
        shown("  95th percentile", attacks, 100, "ms", 1e3, 0.95)
    if explained:
        shown(f"explain of a move ({len(explained)} met)", explained, None, "ms", 1e3)
        shown("  95th percentile", explained, 100, "ms", 1e3, 0.95)
        print(f"  slowest: {slowest[0] * 1e3:.1f} ms, {slowest[1]}")


def outcome(table: object, events: list) -> str:  # type: ignore[type-arg]
    return next((event.data["outcome"] for event in events if "outcome" in event.data), "")


def told(event) -> bool:  # type: ignore[no-untyped-def]
    return "outcome" in event.data


def profile() -> None:
    """The hot spots of random play."""
    profiler = cProfile.Profile()
    profiler.enable()
    for seed in range(12):
        random_play(2 + seed % 5, seed)
    profiler.disable()
    stats = pstats.Stats(profiler)
    stats.sort_stats("tottime").print_stats(25)
    stats.sort_stats("cumtime").print_stats(40)


if __name__ == "__main__":
    main()
