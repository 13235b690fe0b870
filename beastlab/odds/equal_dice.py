"""Short ways for n dice that are all alike: how many ways there are, without going through rolls.

`weights` are the ways to each face of one die, from the lowest face up.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

Weights = Mapping[int, int]


def counts(n: int, wanted: int, other: int) -> dict[int, int]:
    """The ways in which 0, 1, 2, ... of n dice show one of `wanted` faces, the others one of `other`.

    >>> counts(2, 1, 5)
    {0: 25, 1: 10, 2: 1}
    """
    choose, found = 1, {}
    for count in range(n + 1):
        if ways := choose * wanted**count * other ** (n - count):
            found[count] = ways
        choose = choose * (n - count) // (count + 1)
    return found


def counting(n: int, wanted: int, other: int, low: int, high: int) -> int:
    """Ways in which from `low` to `high` of n dice show one of `wanted` faces, the others one of `other`.

    >>> counting(3, 2, 4, 1, 3) == 6**3 - 4**3
    True
    """
    low, high = max(low, 0), min(high, n)
    if low > high:
        return 0
    if high - low + 1 > n + 1 - (high - low + 1):  # the other side is shorter
        all_ways = (wanted + other) ** n
        return all_ways - sum(
            comb(n, j) * wanted**j * other ** (n - j) for j in (*range(low), *range(high + 1, n + 1))
        )
    return sum(comb(n, j) * wanted**j * other ** (n - j) for j in range(low, high + 1))


def highest(n: int, weights: Weights, pieces: int) -> dict[int, int]:
    """The ways to every sum of the so many highest of n dice.

    By the lowest face that is kept: so many dice above it, enough of it, the others at most it.

    >>> highest(3, dict.fromkeys(range(1, 7), 1), 1)[6]
    91
    """
    total = sum(weights.values())
    above: list[dict[int, int]] = [
        {0: 1},
        *({} for _ in range(pieces - 1)),
    ]  # the ways to sums of dice above the face
    found: dict[int, int] = {}
    below = total
    for face in reversed(weights):
        weight = weights[face]
        below -= weight
        for more, sums in enumerate(above[:pieces]):  # dice above the face
            left, need = n - more, pieces - more
            ways = (below + weight) ** left
            choose = 1
            for count in range(need):  # too few of the face: not the lowest that is kept
                ways -= choose * weight**count * below ** (left - count)
                choose = choose * (left - count) // (count + 1)
            if ways:
                ways *= comb(n, more)
                for value, times in sums.items():
                    at = value + need * face
                    found[at] = found.get(at, 0) + ways * times
        for more in range(pieces - 1, 0, -1):
            row = above[more]
            power, choose = 1, 1
            for count in range(1, more + 1):
                power *= weight
                choose = choose * (more - count + 1) // count
                for value, times in above[more - count].items():
                    at = value + count * face
                    row[at] = row.get(at, 0) + times * power * choose
    return found if pieces else {0: total**n}


def covered(n: int, weights: Weights, wants: Mapping[int, int]) -> dict[int, int]:
    """The ways to every number of icons covered; `wants` are the icons that need each number or more, from the highest.

    As `covering`, with the largest gap between dice needed and dice there in the state.

    >>> covered(2, dict.fromkeys(range(1, 7), 1), {5: 1, 4: 2})
    {0: 9, 1: 19, 2: 8}
    """
    total = sum(weights.values())
    icons = max(wants.values(), default=0)
    if not icons:
        return {0: total**n}
    top = min(icons, n + 1)
    found = [0] * (icons + 1)
    states: list[dict[int, int]] = [{0: 1}] + [{}] * (top - 1)  # by dice: the ways to each gap
    above, rest = 0, [total ** (n - now) for now in range(top)]
    for icon, want in wants.items():
        reach = sum([w for face, w in weights.items() if face >= icon])
        width, below = reach - above, [(total - reach) ** (n - now) for now in range(top)]
        onward: list[dict[int, int]] = [{} for _ in range(top)]
        for have, gaps in enumerate(states):
            settled, choose = rest[have], 1
            for now in range(have, top if gaps else 0):
                settled -= choose * below[now]
                short, row = want - now, onward[now]
                for gap, ways in gaps.items():
                    worst = gap if gap > short else short
                    row[worst] = row.get(worst, 0) + ways * choose
                choose = choose * width * (n - now) // (now - have + 1)
            for gap, ways in gaps.items():
                found[icons - gap] += ways * settled
        states, above, rest = onward, reach, below
    for have, gaps in enumerate(states):
        for gap, ways in gaps.items():
            found[min(icons - gap, n)] += ways * rest[have]
    return {covered: ways for covered, ways in enumerate(found) if ways}


def covering(n: int, weights: Weights, wants: Mapping[int, int]) -> int:
    """The ways to cover all icons, number by number from the highest down (Hall's condition).

    A state is the number of dice that reached the numbers so far. With as many dice as there are icons
    it is settled whatever else falls, so the work doesn't grow with the pool.

    >>> covering(2, dict.fromkeys(range(1, 7), 1), {5: 1, 4: 2})
    8
    """
    total = sum(weights.values())
    icons = max(wants.values(), default=0)
    if n < icons or not icons:
        return 0 if icons else total**n
    done, states = 0, [1] + [0] * (icons - 1)
    above, rest = 0, [total ** (n - now) for now in range(icons)]
    for icon, want in wants.items():
        reach = sum([w for face, w in weights.items() if face >= icon])
        width, below = reach - above, [(total - reach) ** (n - now) for now in range(icons)]
        onward = [0] * icons
        for have, ways in enumerate(states):
            if ways:
                settled, choose = rest[have], 1
                for now in range(have, icons):
                    settled -= choose * below[now]
                    if now >= want:
                        onward[now] += ways * choose
                    choose = choose * width * (n - now) // (now - have + 1)
                done += ways * settled
        states, above, rest = onward, reach, below
    return done
