"""Short ways for n dice that are all alike: how many ways there are, without going through rolls.

`weights` are the ways to each face of one die, from the lowest face up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import comb

Weights = Mapping[int, int]


MOST_MEMORY = 10**9
"""A law that would fill more bits than this is refused (125 MB),"""
MOST_WORK = 10**10
"""and a sum whose terms have more bits in all (a second)."""
MOST_KEPT = 10**6
"""`highest` takes no longer way than this; the sweep may still find one."""


def counts(n: int, wanted: int, other: int) -> dict[int, int]:
    """The ways in which 0, 1, 2, ... of n dice show one of `wanted` faces, the others one of `other`.

    >>> counts(2, 1, 5)
    {0: 25, 1: 10, 2: 1}
    """
    _affordable(n, n, wanted + other, MOST_MEMORY)
    return {count: ways for count, ways in enumerate(_terms(n, wanted, other, 0, n)) if ways}


def counting(n: int, wanted: int, other: int, low: int, high: int) -> int:
    """Ways in which from `low` to `high` of n dice show one of `wanted` faces, the others one of `other`.

    >>> counting(3, 2, 4, 1, 3) == 6**3 - 4**3
    True
    """
    low, high = max(low, 0), min(high, n)
    inside, outside = max(high - low + 1, 0), n - max(high - low, -1)
    _affordable(min(inside, outside), n, wanted + other, MOST_WORK)
    if inside <= outside:
        return sum(_terms(n, wanted, other, low, high))
    rest = sum(_terms(n, wanted, other, 0, low - 1)) + sum(_terms(n, wanted, other, high + 1, n))
    return (wanted + other) ** n - rest


def _terms(n: int, wanted: int, other: int, first: int, last: int) -> Iterator[int]:
    """binomial(n, j) * wanted**j * other**(n - j) for j from `first` to `last`, each from the one before."""
    if first > last:
        return
    term = comb(n, first) * wanted**first * other ** (n - first)
    for j in range(first, last + 1):
        yield term
        last_one = wanted**n if j + 1 == n else 0
        term = term * wanted * (n - j) // ((j + 1) * other) if other else last_one


def _affordable(terms: int, n: int, total: int, most: int) -> None:
    if terms * n * total.bit_length() > most:
        raise ValueError(
            f"{n} dice are too many for this to be exact in short time; take fewer, ask for one number instead of a "
            "whole law, or use a normal approximation"
        )


def different(n: int, sides: int) -> dict[int, int]:
    """The ways to see 0, 1, 2, ... different faces on n fair dice: choose the faces, and let each of them be shown.

    The second is inclusion and exclusion over the faces that are missing after all.

    >>> different(3, 6)
    {1: 6, 2: 90, 3: 120}
    """
    _affordable(min(n, sides) ** 2, n, sides, MOST_WORK)
    found = {}
    for faces in range(1 if n else 0, min(n, sides) + 1):
        shown = sum((-1) ** j * comb(faces, j) * (faces - j) ** n for j in range(faces + 1))
        found[faces] = comb(sides, faces) * shown
    return found


def ranked(n: int, weights: Weights, place: int) -> dict[int, int]:
    """The ways to every face of the die in this place, 1 for the highest: it reaches a face when so many dice do.

    >>> ranked(2, dict.fromkeys(range(1, 7), 1), 2)[6]
    1
    """
    found, below, before = {}, 0, 0
    total = sum(weights.values())
    for face, weight in weights.items():
        fewer = counting(
            n, total - below - weight, below + weight, 0, place - 1
        )  # the place shows this or less
        found[face] = fewer - before
        below, before = below + weight, fewer
    return {face: ways for face, ways in found.items() if ways}


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
    ]  # ways to sums of dice above the face
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
