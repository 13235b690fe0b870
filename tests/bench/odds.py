"""Exact odds side by side: beastlab, icepool, dyce, lea and plain Python on the same tasks, in one run.

    python tests/bench/odds.py                    # every task; some 10 minutes, most of them in sum-1000
    python tests/bench/odds.py --quick            # one short round, nothing that takes over 3 seconds: a minute
    python tests/bench/odds.py highest cover-8    # these tasks only; `cover` is all whose names begin so

Every pair of task and library has processes of its own; the libraries take turns, so that other load strikes all alike.
Imports are not timed. An answer has to equal ours, Fraction by Fraction, or the cell says WRONG, or float. A call makes
its dice, deck or rows anew, either with all caches emptied before it or with them kept, and one over half a second is
timed once. A cell: the median over three rounds of a round's median, in brackets how many times as long as ours.
"""

from __future__ import annotations

import argparse
import functools
import gc
import json
import re
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from importlib import metadata, util
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from operator import ge, or_
from pathlib import Path
from typing import Any

ICONS = (2, 3, 3, 5, 6)
DECK = dict.fromkeys("ABCDEFGH", 8)
DRAWS, SEATS, START, SLOW = 7, 6, 4, 0.5
TWO_D6 = {total: 6 - abs(total - 7) for total in range(2, 13)}
TASKS: dict[str, tuple[str, str, tuple[Any, ...]]] = {  # title, question, arguments
    **{f"sum-{n}": (f"the sum of {n} × 2d6, law", "sum", (n,)) for n in (1, 3, 10, 100, 1000)},
    "highest": ("the highest 3 of 10d6, law", "highest", ()),
    **{f"cover-{n}": (f"most of 2, 3, 3, 5, 6 covered by {n}d6, law", "cover", (n,)) for n in (4, 8, 12)},
    **{f"cover-{n}-all": (f"P({n}d6 cover all of them)", "all", (n,)) for n in (4, 8, 12)},
    "reroll": ("P(a 5 or more), 8d6, 3 rerolls played best", "reroll", ()),
    "hand-2": ("P(2 A, 1 B or more), 7 of 64 cards", "hand", ({"A": 2, "B": 1},)),
    "hand-4": ("P(2 A, 1 B, 1 C, 1 D or more), same", "hand", ({"A": 2, "B": 1, "C": 1, "D": 1},)),
    "chain": ("who of 6 loses, rising threshold on 2d6", "chain", ()),
}
MISSING = {"lea": "float", "dyce": "none"}  # of chains: lea.markov inverts matrices of floats, dyce has none
Calls = dict[str, Callable[..., Any]]


def chain_rows(weights: Mapping[int, Any]) -> dict[Any, dict[Any, Any]]:
    """From (seat, threshold) to the next seat with its threshold, or to the seat that loses."""
    rows: dict[Any, dict[Any, Any]] = {}
    for seat, threshold in product(range(SEATS), range(START, 13)):
        row = rows[seat, threshold] = {}
        for rolled, weight in weights.items():
            onward = ((seat + 1) % SEATS, rolled) if rolled >= threshold else seat
            row[onward] = row.get(onward, 0) + weight
    return rows


def after_card(held: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """For going card by card: the next hands, with ways; a hand is (other cards, cards of each kind needed)."""
    sizes = [64 - 8 * (len(held) - 1), *[8] * (len(held) - 1)]
    return {(*held[:i], n + 1, *held[i + 1 :]): sizes[i] - n for i, n in enumerate(held)}


def beastlab() -> Calls:
    from beastlab.odds import Chain, P, at_least, best, die, hand, law, roll

    return {
        "sum": lambda n: (n * (2 * die(6))).weights,
        "highest": lambda: law(roll(10 * die(6)).highest(3)).weights,
        "cover": lambda n: law(roll(n * die(6)).covered(*ICONS)).weights,
        "all": lambda n: P(roll(n * die(6)).covers(*ICONS)).value,
        "reroll": lambda: best(P(roll(8 * die(6)).any_at_least(5)), rerolls=3).value,
        "hand": lambda needs: P(hand(DRAWS, DECK).has(*[at_least(n, k) for k, n in needs.items()])).value,
        "chain": lambda: Chain(chain_rows((2 * die(6)).weights)).ends((0, START)).weights,
    }


def icepool() -> Calls:
    import icepool as ip

    def reroll() -> Any:
        one, found = ip.d(6) >= 5, ip.d(6).highest(8, 1) >= 5
        for _ in range(3):
            found = found.map(lambda met: met or one)
        return found.probability(True)

    def chain() -> Any:
        rolls = 2 @ ip.d(6)

        def step(seat: int, at: int) -> Any:
            after = (seat + 1) % SEATS
            return rolls.map(lambda r: (after, r) if r >= at else (seat, 99)) if at < 99 else (seat, at)

        return ip.map(step, ip.Die([(0, START)]), star=True, repeat="inf").marginals[0]

    return {
        "sum": lambda n: n @ (2 @ ip.d(6)),
        "highest": lambda: ip.d(6).highest(10, 3),
        "cover": lambda n: ip.d(6).pool(n).max_pair_keep(">=", ICONS).size(),
        "all": lambda n: ip.d(6).pool(n).max_pair_keep(">=", ICONS).size().probability(len(ICONS)),
        "reroll": reroll,
        "hand": lambda needs: ip.Deck(DECK).deal(DRAWS).issuperset(needs).probability(True),
        "chain": chain,
    }


def dyce() -> Calls:
    from dyce import H, P, expand
    from dyce.p import survey_outcome_order_descending as descending

    above = [sum(icon > face for icon in ICONS) for face in range(7)]

    def cover(state: tuple[int, int] | None, face: int, count: int) -> tuple[int, int]:
        """Faces come from the highest down; a state is (icons looked at, icons covered)."""
        place, done = state or (0, 0)
        place = max(place, above[face])
        more = min(count, len(ICONS) - place)
        return place + more, done + more

    def covered(n: int) -> Any:
        return (n @ P(6)).survey(accumulate=cover, order=descending, settle=lambda state: state[1])

    def share(law: Any, outcome: Any) -> Fraction:
        return Fraction(law.get(outcome, 0), law.total)

    def reroll() -> Fraction:
        one, found = H(6).ge(5), (8 @ P(6)).at(-1).ge(5)
        for _ in range(3):
            found = expand(lambda r: True if r.outcome else one, found)
        return share(found, True)

    def cards(needs: Mapping[str, int]) -> Fraction:
        hands: Any = H({(0,) * (len(needs) + 1): 1})
        for _ in range(DRAWS):
            hands = expand(lambda r: H(after_card(r.outcome)), hands, min_path_probability=Fraction(0))
        return share(hands.apply(lambda hand: all(map(ge, hand[1:], needs.values()))), True)

    return {
        "sum": lambda n: n @ (2 @ H(6)),
        "highest": lambda: (10 @ P(6)).at(slice(-3, None)),
        "cover": covered,
        "all": lambda n: share(covered(n), len(ICONS)),
        "reroll": reroll,
        "hand": cards,
    }


def lea() -> Calls:
    from lea import P, leaf, pmf

    def rolled(n: int, value: Callable[[tuple[int, ...]], int]) -> Any:
        return leaf.die(6, prob_type="r").draw(n, sorted=True, replacement=True).map(value).calc()

    def cards(needs: Mapping[str, int]) -> Any:
        hands = pmf({(0,) * (len(needs) + 1): 1}, prob_type="r")
        for _ in range(DRAWS):
            moves = {hand: pmf(after_card(hand), prob_type="r") for hand in hands.support()}
            hands = hands.switch(moves).calc()
        return P(hands.map(lambda hand: all(map(ge, hand[1:], needs.values()))))

    return {
        "sum": lambda n: leaf.die(6, prob_type="r").times(2).times(n),
        "highest": lambda: rolled(10, lambda faces: sum(faces[-3:])),
        "cover": lambda n: rolled(n, most_covered),
        "all": lambda n: P(rolled(n, most_covered) == len(ICONS)),
        "reroll": lambda: P((leaf.die(6, prob_type="r") >= 5).times(8 + 3, or_)),
        "hand": cards,
    }


def most_covered(faces: Iterable[int]) -> int:
    """The most icons covered by faces in order, from the highest down."""
    dice = list(faces)
    return sum(1 for icon in reversed(ICONS) if dice and dice[-1] >= icon and dice.pop())


def plain() -> Calls:
    def total(n: int) -> dict[int, int]:
        law = {0: 1}
        for _ in range(n):
            onward: dict[int, int] = {}
            for (x, ways), (y, more) in product(law.items(), TWO_D6.items()):
                onward[x + y] = onward.get(x + y, 0) + ways * more
            law = onward
        return law

    def rolled(n: int, value: Callable[[tuple[int, ...]], int]) -> dict[int, int]:
        """Every multiset of n dice with its number of orders."""
        found: dict[int, int] = {}
        for faces in combinations_with_replacement(range(1, 7), n):
            orders = factorial(n) // prod(factorial(faces.count(face)) for face in range(1, 7))
            worth = value(faces)
            found[worth] = found.get(worth, 0) + orders
        return found

    def cards(needs: Mapping[str, int]) -> Fraction:
        hands = [
            counts
            for counts in product(*(range(n, DRAWS + 1) for n in needs.values()))
            if sum(counts) <= DRAWS
        ]
        others = 64 - 8 * len(needs)
        ways = sum(comb(others, DRAWS - sum(hand)) * prod(comb(8, n) for n in hand) for hand in hands)
        return Fraction(ways, comb(64, DRAWS))

    def chain() -> dict[Any, Fraction]:
        """State by state, put the way on from it into the rows that lead to it (Gaussian elimination)."""
        rows = chain_rows({total: Fraction(ways, 36) for total, ways in TWO_D6.items()})
        for state in [*rows][::-1]:
            leave = 1 - rows[state].pop(state, 0)
            onward = {to: p / leave for to, p in rows.pop(state).items()}
            for row in rows.values():
                if p := row.pop(state, 0):
                    for to, q in onward.items():
                        row[to] = row.get(to, 0) + p * q
        return onward

    return {
        "sum": total,
        "highest": lambda: rolled(10, lambda faces: sum(faces[-3:])),
        "cover": lambda n: rolled(n, most_covered),
        "all": lambda n: Fraction(rolled(n, most_covered).get(len(ICONS), 0), 6**n),
        "reroll": lambda: 1 - Fraction(4, 6) ** (8 + 3),
        "hand": cards,
        "chain": chain,
    }


LIBRARIES = {"beastlab": beastlab, "icepool": icepool, "dyce": dyce, "lea": lea, "plain Python": plain}


def exact(result: Any) -> dict[Any, Any] | None:
    """An answer as Fractions that sum to 1, or of one outcome; None if there is a float in it."""
    result = result.pmf_dict() if hasattr(result, "pmf_dict") else result  # of lea
    pairs = result.items() if hasattr(result, "items") else [(True, result)]
    if any(isinstance(p, float) for _, p in pairs):
        return None
    found = {x: Fraction(p.numerator, p.denominator) for x, p in pairs}
    whole = sum(found.values()) if hasattr(result, "items") else 1
    return {x: p / whole for x, p in found.items() if p}


def child(task: str, library: str, budget: str) -> list[float]:
    """One round, in this process: the cold and the warm median in seconds; it ends with the cell if there is none."""
    warnings.simplefilter("ignore")  # much of dyce is called experimental
    _, question, arguments = TASKS[task]
    call = LIBRARIES[library]().get(question) or sys.exit(MISSING[library])

    def timed(before: list[Callable[[], object]]) -> tuple[float, Any]:
        for clear in before:
            clear()
        begun = time.perf_counter()
        result = call(*arguments)
        return time.perf_counter() - begun, result

    first, result = timed([])
    found, wanted = exact(result), exact(beastlab()[question](*arguments))
    if found != wanted:
        sys.exit("float" if found is None else "WRONG")
    caches = [thing for thing in gc.get_objects() if type(thing) is functools._lru_cache_wrapper]
    empty: list[Callable[[], object]] = [c.cache_clear for c in caches if c.__module__.startswith(library)]
    if library == "icepool":
        objects = [thing for thing in gc.get_objects() if type(thing).__module__.startswith(library)]
        kept = [vars(thing)["_cache"] for thing in objects if "_cache" in getattr(thing, "__dict__", {})]
        empty += [cache.clear for cache in [*kept, sys.modules["icepool.math"].comb_row_cache]]
    medians = []
    for before in (empty, []):
        times, stop = [first] * (first >= SLOW), time.perf_counter() + float(budget)
        while first < SLOW and (len(times) < 3 or (len(times) < 1000 and time.perf_counter() < stop)):
            times.append(timed(before)[0])
        medians.append(statistics.median(times))
    return medians


def measured(task: str, libraries: list[str], rounds: int, budget: float, limit: float) -> dict[str, Any]:
    """For each library the [cold, warm] medians over its rounds, or the cell of a failure."""
    runs: dict[str, list[Any]] = {library: [] for library in libraries}
    for library, done in [*runs.items()] * rounds:
        if done and (isinstance(done[0], str) or done[0][0] >= SLOW):
            continue
        command = [sys.executable, __file__, "--child", task, library, str(budget)]
        try:
            ran = subprocess.run(command, capture_output=True, text=True, timeout=limit)
            last = (ran.stdout or ran.stderr).strip().splitlines()[-1]
            done.append(last.partition(":")[0] if ran.returncode else json.loads(last))
        except subprocess.TimeoutExpired:
            done.append(f"> {limit:g} s")
    return {
        library: next((run for run in done if isinstance(run, str)), None)
        or [statistics.median(column) for column in zip(*done, strict=True)]
        for library, done in runs.items()
    }


def table(rows: dict[str, dict[str, Any]], mode: int) -> str:
    lines = [f"| task | {' | '.join(LIBRARIES)} |", "| --- |" + " ---: |" * len(LIBRARIES)]
    ratios: dict[str, dict[str, float]] = {peer: {} for peer in LIBRARIES if peer != "beastlab"}
    for task, row in rows.items():
        cells = []
        for library in LIBRARIES:
            at, ours = row.get(library, "not installed"), row["beastlab"]
            if isinstance(at, str):
                cells.append(at)
                continue
            scale, unit = (1e6, "µs") if at[mode] < 1e-3 else (1e3, "ms") if at[mode] < 1 else (1, "s")
            cells.append(f"{at[mode] * scale:.3g} {unit}")
            if library in ratios and not isinstance(ours, str):
                ratio = ratios[library][task] = at[mode] / ours[mode]
                cells[-1] += f" ({ratio:,.0f})" if ratio >= 10 else f" ({ratio:.2g})"
        lines.append(f"| `{task}` {TASKS[task][0]} | {' | '.join(cells)} |")
    lines.append("")
    for peer, found in ratios.items():
        ahead, ten, hundred = (sum(ratio >= bound for ratio in found.values()) for bound in (1, 10, 100))
        below = ", ".join(f"`{task}`" for task, ratio in found.items() if ratio < 10)
        counts = f"ahead in {ahead} of {len(found)}, tenfold in {ten}, a hundredfold in {hundred}"
        lines.append(f"- {peer}: {counts}; not tenfold: {below or 'none'}")
    return "\n".join(lines)


def main() -> None:
    if sys.argv[1:2] == ["--child"]:
        print(json.dumps(child(*sys.argv[2:])))
        return
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("tasks", nargs="*", metavar="task", help=", ".join(TASKS))
    parser.add_argument("--quick", action="store_true", help="one short round, nothing over 3 seconds")
    asked = parser.parse_args()
    how = (1, 0.1, 3.0) if asked.quick else (3, 0.4, 240.0)
    there = [library for library in LIBRARIES if library == "plain Python" or util.find_spec(library)]
    rows = {}
    for task in TASKS:
        if not asked.tasks or any(f"{task}-".startswith(f"{name}-") for name in asked.tasks):
            rows[task] = measured(task, there, *how)
            print(task, rows[task], file=sys.stderr)
    cpu = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    named = re.search(r"model name\s*: (.*)", cpu)
    versions = [f"{name} {metadata.version(name)}" for name in there[:-1]]
    print(named[1] if named else "unknown CPU", f"Python {sys.version.split()[0]}", *versions, sep=", ")
    for mode, said in enumerate(("Caches emptied before each call", "Caches kept")):
        print(f"\n{said}:\n\n{table(rows, mode)}")


if __name__ == "__main__":
    main()
