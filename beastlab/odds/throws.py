"""Handfuls thrown at random, and what is read off them: the simulation beside an exact answer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from beastlab.odds.events import Event, Leaf, Quantity
from beastlab.odds.readings import Reading
from beastlab.odds.sweep import all_ways, ways


def pieces(asked: Quantity, given: Event | None) -> Fraction:
    """How many dice and cards fall on average until the condition holds, at least 1."""
    leaves = asked.leaves if given is None else asked.leaves + given.leaves
    size = max(1, sum(handful.size for handful in dict.fromkeys(handful for handful, _ in leaves)))
    return Fraction(size) if given is None else Fraction(size * all_ways(given.leaves), ways(given))


def play(asked: Quantity, given: Event | None, rng: Random) -> Any:
    """The value on one throw on which the condition holds."""
    leaves = asked.leaves if given is None else tuple(dict.fromkeys(asked.leaves + given.leaves))
    while True:
        values = thrown(leaves, rng)
        if given is None or given.of(values):
            return asked.of(values)


def thrown(leaves: tuple[Leaf, ...], rng: Random) -> dict[Leaf, Any]:
    """What is read off one random throw of every handful."""
    faces = {handful: handful.throw(rng) for handful in dict.fromkeys(handful for handful, _ in leaves)}
    return {(handful, reading): read_off(reading, faces[handful]) for handful, reading in leaves}


def read_off(reading: Reading, faces: Sequence[Any]) -> Any:
    """What this reading finds on these faces.

    >>> from beastlab.odds.readings import Covered
    >>> read_off(Covered((2, 3, 6)), [5, 5, 5])
    2
    """
    n, seen = len(faces), 0
    counts: dict[Any, int] = {}
    for face in faces:
        counts[face] = counts.get(face, 0) + 1
    reading = reading.downward(n)
    state = reading.first
    ordered = counts if reading.anyhow else sorted(counts, reverse=True)
    for face in ordered:
        state = reading.step(state, face, counts[face], seen)
        seen += counts[face]
    return reading.end(state, n)
