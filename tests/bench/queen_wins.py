"""How often the sensible bot wins By Order of the Queen: `python tests/bench/queen_wins.py [games] [options ...]`.

Every seat plays the same policy; the seeds are none that it was written with. Prints a line for each number of players
and each option: wins with their exact 95 % confidence interval (Clopper and Pearson), the rounds of a game, and how
the lost games ended.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter

from scipy.stats import binomtest

from beastlab.bots import play_bots
from beastlab.games import by_order_of_the_queen as queen

FIRST_SEED = 10_000
OPTIONS = ("base", "hard_lieutenants", "hard_late")


def wins(games: int, seats: int, option: str) -> str:
    won, rounds, endings, began = 0, [], Counter(), time.perf_counter()
    chosen = {} if option == "base" else {option: True}
    for seed in range(FIRST_SEED, FIRST_SEED + games):
        match = queen.new_match(seats=seats, seed=seed, **chosen)
        play_bots(match, {seat: queen.sensible_bot(seed) for seat in range(seats)})
        won += bool(match.result.winners)
        rounds.append(match.table.round)
        endings[match.result.rule] += not match.result.winners
    low, high = binomtest(won, games).proportion_ci(method="exact")
    lost = ", ".join(f"{rule} {count}" for rule, count in endings.most_common() if count)
    return (
        f"{option:18} {seats} players: {won} of {games} won, {won / games:.1%} ({low:.1%} to {high:.1%}); "
        f"median {statistics.median(rounds):g} rounds, {min(rounds)} to {max(rounds)}; lost by {lost or 'nothing'}; "
        f"{(time.perf_counter() - began) / games:.1f} s a game"
    )


def main(games: int = 100, *options: str) -> None:
    for option in options or OPTIONS:
        for seats in (2, 3, 4):
            print(wins(games, seats, option), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:])
