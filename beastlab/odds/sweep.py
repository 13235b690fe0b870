"""The exact joint law of whatever is read off handfuls: short ways where there are any, one sweep otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from beastlab.odds.arguments import shown
from beastlab.odds.distribution import Distribution
from beastlab.odds.events import Event, Every, Leaf, Quantity, Read, Within
from beastlab.odds.readings import Reading

if TYPE_CHECKING:
    from beastlab.odds.handfuls import Handful

MOST_STEPS = 4_000_000
"""What would take more steps than this (a few seconds) is refused."""


def law(*quantities: Quantity, given: Event | None = None) -> Distribution[Any]:
    """The exact law of a quantity, or of several taken together as tuples; `given` an event, if you like.

    >>> from beastlab.odds import d6, roll
    >>> crew = roll(3 * d6)
    >>> law(crew.count_at_least(3), crew.count(1))[2, 1]
    Fraction(2, 9)
    >>> law(crew.total, given=crew.all_at_least(5)).mean
    Fraction(33, 2)
    """
    for asked in (*quantities, *([] if given is None else [given])):
        if not isinstance(asked, Quantity):
            raise TypeError(
                f"{shown(asked)} is not read off a roll or a hand; give one as in law(roll(2 * d6).total)"
            )
    if not quantities:
        raise ValueError("no quantity is given; write law(roll(2 * d6).total)")
    if given is not None and not isinstance(given, Event):
        raise TypeError(f"{given!r} is a quantity; compare it with a number to get a condition")
    if given is None and len(quantities) == 1 and isinstance(read := quantities[0], Read):
        short = read.handful.law_of(read.reading)
        if short is not None:
            return Distribution._of(dict(short))
    every_one = (*quantities, given) if given is not None else quantities
    found: dict[Any, int] = {}
    for values, ways in outcomes(tuple(dict.fromkeys(leaf for q in every_one for leaf in q.leaves))):
        if given is None or given.of(values):
            outcome = (
                quantities[0].of(values) if len(quantities) == 1 else tuple(q.of(values) for q in quantities)
            )
            found[outcome] = found.get(outcome, 0) + ways
    if not found:
        raise ValueError(
            f"the condition never holds ({'' if given is None else given.text}); nothing can be said given it"
        )
    return Distribution._of(_in_order(found))


def _in_order(found: dict[Any, int]) -> dict[Any, int]:
    """Tuples of numbers in order; a Distribution puts plain numbers in order itself."""
    try:
        return (
            {outcome: found[outcome] for outcome in sorted(found)}
            if isinstance(next(iter(found)), tuple)
            else found
        )
    except TypeError:
        return found


def ways(event: Event) -> int:
    """In how many ways it happens, out of `all_ways(event.leaves)`: a sum where there is one, else the sweep."""
    if isinstance(event, Within):
        direct = event.read.handful.ways_of(event.read.reading, event.low, event.high)
        if direct is not None:
            return direct
    elif isinstance(event, Every) and (kinds := kinds_of(event)):
        separate = kinds[0].separate_ways(kinds[1])
        if separate is not None:
            return separate
    return sum(ways for values, ways in outcomes(event.leaves) if event.of(values))


def all_ways(leaves: tuple[Leaf, ...]) -> int:
    """All ways in which the handfuls of these readings can fall."""
    return prod(handful.ways for handful in dict.fromkeys(handful for handful, _ in leaves))


def kinds_of(event: Every) -> tuple[Handful, list[tuple[Reading, Any, Any]]] | None:
    """The one handful, and (reading, low, high) of every part, where the parts say no more than that."""
    parts = [part for part in event.parts if isinstance(part, Within)]
    handful = parts[0].read.handful if parts else None
    if handful is None or len(parts) < len(event.parts) or any(p.read.handful is not handful for p in parts):
        return None
    return handful, [(part.read.reading, part.low, part.high) for part in parts]


def outcomes(leaves: tuple[Leaf, ...]) -> list[tuple[dict[Leaf, Any], int]]:
    """What can be read, each with its ways: readings of one handful together, handfuls independent."""
    by_handful: dict[Handful, list[Reading]] = {}
    for handful, reading in leaves:
        by_handful.setdefault(handful, []).append(reading)
    parts = [
        [
            ({(handful, reading): value for reading, value in zip(readings, found, strict=True)}, ways)
            for found, ways in swept(handful, readings).items()
        ]
        for handful, readings in by_handful.items()
    ]
    different = prod(map(len, parts))
    if different * len(leaves) > MOST_STEPS:
        raise ValueError(
            f"together these handfuls show {different:,} different things, too many to go through; ask about each "
            "alone, throw equal dice as one roll, or map what is read to fewer values (an event instead of a number)"
        )
    if len(parts) == 1:
        return parts[0]
    return [
        ({leaf: value for values, _ in row for leaf, value in values.items()}, prod(ways for _, ways in row))
        for row in product(*parts)
    ]


def swept(handful: Handful, readings: Sequence[Reading]) -> dict[tuple[Any, ...], int]:
    """The joint law of the readings of one handful: a tuple of values, each with its ways.

    Faces that are alike to all readings are one class. Class by class, states that are equal are merged; when so
    many pieces were seen that nothing changes any more, all that may follow is counted at once.
    """
    found: dict[tuple[Any, ...], int] = {}
    for factor, case in handful.cases():
        for values, ways in _sweep(case, readings).items():
            found[values] = found.get(values, 0) + factor * ways
    return found


def _sweep(handful: Handful, readings: Sequence[Reading]) -> dict[tuple[Any, ...], int]:
    if len(readings) == 1 and (law := handful.law_of(readings[0])) is not None:
        return {(value,): ways for value, ways in law.items()}
    n = handful.size
    upward = all(reading.upward or reading.anyhow for reading in readings)
    if not upward:
        readings = [reading.downward(n) for reading in readings]
    classes: dict[Any, list[Any]] = {}
    for face in handful.faces if upward else reversed(handful.faces):
        classes.setdefault(tuple([reading.key(face) for reading in readings]), []).append(face)
    sizes = handful.sizes(list(classes.values()))
    stops = [reading.stop for reading in readings]
    stop = n + 1 if None in stops else max(stop for stop in stops if stop is not None)
    _affordable(handful, readings, len(classes), stop)
    start = handful.start()
    states: dict[tuple[Any, ...], int] = {(start, *(reading.first for reading in readings)): 1}
    found: dict[tuple[Any, ...], int] = {}
    steps = [reading.step for reading in readings]

    def settle(state: tuple[Any, ...], ways: int) -> None:
        values = tuple([reading.end(s, n) for reading, s in zip(readings, state[1:], strict=True)])
        found[values] = found.get(values, 0) + ways

    for place, (face, *_) in enumerate(classes.values()):
        later, below, last = sizes[place:], sizes[place + 1 :], place == len(sizes) - 1
        splits: dict[Any, list[tuple[int, Any, int]]] = {}
        onward: dict[tuple[Any, ...], int] = {}
        for state, ways in states.items():
            left = state[0]
            if left not in splits:
                splits[left] = handful.split(sizes[place], left, last)
            seen = n - handful.unseen(later, left)
            enough, settled = stop - seen, 0
            for count, then, times in splits[left]:
                if count >= enough:
                    settled += times * handful.rest(below, then)
                    continue
                moved = [step(s, face, count, seen) for step, s in zip(steps, state[1:], strict=True)]
                key = (then, *moved)
                onward[key] = onward.get(key, 0) + ways * times
            if settled:
                moved = [step(s, face, enough, seen) for step, s in zip(steps, state[1:], strict=True)]
                settle((left, *moved), ways * settled)
        states = onward
    for state, ways in states.items():
        settle(state, ways)
    return found


def _affordable(handful: Handful, readings: Sequence[Reading], classes: int, stop: int) -> None:
    """Refuse a sweep of too many steps before it starts."""
    most = min(stop, handful.size)
    hands, left, splits = handful.spread(classes, most)
    merged = left * prod(reading.states(most, handful.faces) for reading in readings)
    steps = classes * min(hands, merged) * splits
    if steps > MOST_STEPS:
        raise ValueError(
            f"going through {handful.text} for this would take some {steps:,} steps (up to {MOST_STEPS:,} are fine); "
            "ask about fewer pieces or fewer things at once, or about a number of faces instead of a sum"
        )
