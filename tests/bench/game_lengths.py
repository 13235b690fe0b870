"""How long games last under sensible play: `python tests/bench/game_lengths.py [games] [seats]`.

Prints the distribution of rounds and endings, then how one sensible player does among random ones.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from math import sqrt

from beastlab.bots import play_bots, random_bot
from beastlab.games import beast_hunt as hunt


def lengths(games: int, seats: int) -> None:
    rounds, endings = [], Counter()
    for seed in range(games):
        match = hunt.new_match(seats=seats, seed=seed)
        bots = [hunt.sensible_bot(1000 * seed + seat) for seat in range(seats)]
        while match.request is not None and match.table.round <= 100:
            match.play(bots[match.request.seat](match))  # a sensible bot looks at nothing that is hidden
        rounds.append(match.table.round)
        endings[match.result.rule if match.result else "unfinished after 100 rounds"] += 1
    tenths = statistics.quantiles(rounds, n=10)
    print(
        f"{games} games of {seats}: median {statistics.median(rounds)} rounds, 10th to 90th percentile "
        f"{tenths[0]:.0f} to {tenths[-1]:.0f}, longest {max(rounds)}"
    )
    print(f"8 to 15 rounds: {share(sum(8 <= length <= 15 for length in rounds), games)}")
    for ending, count in endings.most_common():
        print(f"  {count / games:6.1%}  {ending}")


def strength(games: int, seats: int) -> None:
    alone, together, moves, took = 0, 0, 0, 0.0
    for seed in range(games):
        match, own, bot = hunt.new_match(seats=seats, seed=seed), seed % seats, hunt.sensible_bot(seed)

        def timed(match, bot=bot):
            nonlocal moves, took
            start = time.perf_counter()
            move = bot(match)
            moves, took = moves + 1, took + time.perf_counter() - start
            return move

        play_bots(match, {**{seat: random_bot(seat) for seat in range(seats)}, own: timed}, most=6000)
        winners = match.result.winners if match.result else ()
        alone += winners == (own,)
        together += len(winners) > 1
    print(
        f"one sensible player among {seats - 1} at random, {games} games: wins {share(alone, games)}, ",
        end="",
    )
    print(f"with everybody {share(together, games)}; {took / moves * 1000:.2f} ms a move")


def share(count: int, games: int) -> str:
    p = count / games
    return f"{p:.1%} ± {sqrt(p * (1 - p) / games):.1%}"


def main(games: int = 200, seats: int = 4) -> None:
    lengths(games, seats)
    strength(games, seats)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
