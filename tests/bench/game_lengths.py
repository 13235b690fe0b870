"""How long games last under simple sensible play: `python tests/bench/game_lengths.py [games] [seats]`.

The policy is greedy and sees only its own hand: attack where the chance is good, else build a Party; save own
rolls with Enchants, spoil a rival's attack that would succeed. Prints the distribution of rounds and endings.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections import Counter
from math import sqrt

from beastlab.games import beast_hunt as hunt

ENCHANT = "hunt.enchant.anyone"


def sensible(match, rng):
    """One move for the seat that is asked."""
    request, table = match.request, match.table
    seat, options = request.seat, list(request.options)
    if request.rule == ENCHANT:
        return enchant(match, rng)
    if request.rule == "hunt.defiance.targets":
        return options[-1] if rng.random() < 0.5 else options[0]
    if request.rule == "hunt.beast.own-turn":
        worth = {move.key: value(match, table, seat, move) for move in options}
        best = max(worth.values())
        return rng.choice([move for move in options if worth[move.key] == best])
    if request.window or any(move.key == "now" for move in options):
        return options[-1] if request.window else options[0]
    return rng.choice(options)


def value(match, table, seat, move):
    """What a move of one's own turn is worth, roughly."""
    verb = move.key.partition(":")[0]
    if verb == "attack":
        chance = hunt.explain(match, move).value
        return 10 + float(chance) if chance >= 0.25 else 1
    if verb == "arms":
        return 12
    if verb == "play":
        return 6 if move.piece[0].type == "hero" else 5
    if verb == "skill":
        return 4
    if verb == "use":
        return 4.5 if table.actions % 2 or table.actions < 2 else 3
    if verb == "equip":
        card, (owner, _) = move.piece
        return 2.5 if (owner == seat) == (card.type != "curse") else 0
    if verb == "draw":
        return 3.5
    return 0.5 if verb == "end" else 2


def enchant(match, rng):
    """Save an own roll, spoil a rival's attack; else pass."""
    request, table = match.request, match.table
    attack = "attack on" in request.prompt
    own = table.turn == request.seat
    if not own and (not attack or len(table.shards) >= 3):
        return request.options[0]
    good = {move.key: hunt.explain(match, move).value or 0 for move in request.options}
    stands = good["pass"]
    wanted = max(good.values()) if own else min(good.values())
    if wanted == stands or (not own and rng.random() < 0.3):
        return request.options[0]
    return next(move for move in request.options if good[move.key] == wanted)


def main(games: int = 200, seats: int = 4) -> None:
    rounds, endings = [], Counter()
    for seed in range(games):
        match, rng = hunt.new_match(seats=seats, seed=seed), random.Random(seed)
        while match.request is not None and match.table.round <= 100:
            match.play(sensible(match, rng))
        rounds.append(match.table.round)
        endings[match.result.rule if match.result else "unfinished after 100 rounds"] += 1
    tenths = statistics.quantiles(rounds, n=10)
    within = sum(8 <= length <= 15 for length in rounds) / games
    error = sqrt(within * (1 - within) / games)
    print(
        f"{games} games of {seats}: median {statistics.median(rounds)} rounds, 10th to 90th percentile "
        f"{tenths[0]:.0f} to {tenths[-1]:.0f}, longest {max(rounds)}"
    )
    print(f"8 to 15 rounds: {within:.0%} ± {error:.0%}")
    for ending, count in endings.most_common():
        print(f"  {count / games:6.1%}  {ending}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
