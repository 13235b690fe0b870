"""What players of Beest score: `python tests/bench/beest_results.py [expeditions] [humans ...]`.

Prints a row of a table for each number of humans: the points of an expedition, on average, with standard errors, by
what a player was at its end. At one table all play sensibly; at the other one does, and the rest are `steady`: the
random player of `beastlab.bots` would announce something at once, which ends every expedition. The sensible player
sits at each seat in turn. The seeds are none that it was written with. The silent guy is left out.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from random import Random
from statistics import mean, stdev

from beastlab.bots import Policy, play_bots
from beastlab.core.match import Match
from beastlab.core.requests import Move
from beastlab.games import beest
from beastlab.games.beest.odds import right_chance

FIRST_SEED = 10_000
MOST = 50_000
"""More moves than an expedition has."""
ROLES = ("original Beest", "infected", "clean", "all")
ENDS = {
    "beest.end1.trigger": "the Beest",
    "beest.end2.trigger": "own win",
    "beest.end3.right-announcer": "announced",
    "beest.end3.wrong-announcer": "announced wrongly",
}


def steady(seed: int = 0) -> Policy:
    """A player who lays any card anywhere, and announces or declares what is certain, and nothing else."""

    def policy(match: Match) -> Move:
        request = match.request
        if not request.window:
            return Random(f"{seed}:{match.seed}").choice(request.options)
        known = beest.who(match, request.seat)
        return next(
            (move for move in request.options[1:] if right_chance(known, move) == 1), request.options[0]
        )

    return policy


class Row:
    """What some players scored: averages over expeditions of the average in each of them."""

    def __init__(self) -> None:
        self.points: dict[str, list[float]] = {role: [] for role in ROLES}
        self.ends: Counter[str] = Counter()
        self.turns: list[int] = []

    def add(self, match: Match, seats: list[int]) -> None:
        table = match.table
        scores = table.points[0]
        roles = {
            "original Beest": [scores[seat] for seat in seats if seat == table.beest],
            "infected": [scores[seat] for seat in seats if table.black(seat)],
            "clean": [scores[seat] for seat in seats if table.clean(seat)],
            "all": [scores[seat] for seat in seats],
        }
        for role, some in roles.items():
            self.points[role] += [mean(some)] if some else []
        rule = next(event.rule for event in match.events()[::-1] if event.rule in ENDS)
        self.ends[rule] += 1
        self.turns.append(table.number)

    def __str__(self) -> str:
        told = [
            f"{mean(some):.2f} ± {stdev(some) / len(some) ** 0.5:.2f} ({len(some)})" if len(some) > 1 else "-"
            for some in self.points.values()
        ]
        ends = ", ".join(
            f"{word} {self.ends[rule] / len(self.turns):.0%}"
            for rule, word in ENDS.items()
            if self.ends[rule]
        )
        return " | ".join([*told, ends, f"{mean(self.turns):.1f}"])


def results(humans: int, expeditions: int, alone: bool) -> tuple[Row, Row]:
    """The rows of those who play sensibly, one `alone` or all, and of the others."""
    rows = Row(), Row()
    for seed in range(FIRST_SEED, FIRST_SEED + expeditions):
        match = beest.new_match(humans, seed, expeditions=1)
        wise = [seed % humans] if alone else [*range(humans)]
        others = [seat for seat in range(humans) if seat not in wise]
        play_bots(
            match,
            {seat: (beest.sensible_bot if seat in wise else steady)(seed + seat) for seat in range(humans)},
            most=MOST,
        )
        if not match.over:
            raise RuntimeError(f"seed {seed}, {humans} humans: no end after {MOST} moves")
        for row, seats in zip(rows, (wise, others), strict=True):
            if seats:
                row.add(match, seats)
    return rows


def main(expeditions: int = 200, *humans: int) -> None:
    print(f"| humans | players | {' | '.join(ROLES)} | ends | turns |")
    print(f"| --- | --- | {'--- | ' * len(ROLES)}--- | --- |")
    for number in humans or (3, 4, 5, 6):
        began = time.perf_counter()
        print(f"| {number} | all sensible | {results(number, expeditions, alone=False)[0]} |")
        rows = results(number, expeditions, alone=True)
        for who, row in zip(("one sensible", "the others, steady"), rows, strict=True):
            print(f"| {number} | {who} | {row} |", flush=True)
        print(f"{number} humans: {time.perf_counter() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
