"""Sums of independent rolls: from the laws that were added to the weights of their total."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from typing import TYPE_CHECKING, Any, TypeAlias

from beastlab.odds.arguments import shown
from beastlab.odds.series import power, times, windows

if TYPE_CHECKING:
    from beastlab.odds.distribution import Distribution

Parts: TypeAlias = "tuple[tuple[int, Distribution[Any]], ...]"

MOST_WORK = 10**9
"""A sum or joint law that would fill more bits of memory than this is refused (125 MB)."""
MOST_FACES = 60_000
"""A total of more fair dice times sides is refused: the work grows with its square (seconds here)."""


def leaves(parts: Parts) -> Iterator[tuple[int, Distribution[Any]]]:
    """The single laws of a sum of numbers: 10 * (2 * d6) is twenty dice."""
    todo = list(parts)
    while todo:
        count, law = todo.pop()
        if law._parts is None:
            yield count, law
        else:
            todo += [(count * inner, leaf) for inner, leaf in law._parts]


def as_line(law: Distribution[Any]) -> tuple[int, int | list[int], int] | None:
    """A law of ints that lie close as a polynomial: lowest outcome, coefficients, their common factor.

    Equal coefficients without a gap, a fair die, are only counted. None for any other law.
    """
    weights = law._weights
    outcomes = list(weights)
    low, high = outcomes[0], outcomes[-1]
    if not all(issubclass(kind, int) for kind in set(map(type, outcomes))) or high - low >= 8 * len(outcomes):
        return None
    first = weights[low]
    if len(outcomes) == high - low + 1 and all(weight == first for weight in weights.values()):
        return int(low), len(outcomes), first
    return int(low), [weights.get(x, 0) for x in range(low, high + 1)], 1


def added(parts: Parts) -> tuple[dict[Any, int], int]:
    """The weights of a sum of numbers, in order, and their sum.

    Totals of totals come down to single dice: 10 * (2 * d6) is twenty dice. Equal fair dice are one
    power of a polynomial, whatever their numbers begin with.
    """
    low, total, factor = 0, 1, 1
    fair: dict[int, int] = {}
    lines: dict[int, tuple[int, Distribution[Any], list[int]]] = {}
    others: dict[int, tuple[int, Distribution[Any]]] = {}
    for count, law in leaves(parts):
        line = law._line
        if line is None:
            others[id(law)] = (count + others.get(id(law), (0,))[0], law)
            continue
        first, shape, common = line
        low += count * first
        if isinstance(shape, int):
            if shape > 1:
                fair[shape] = fair.get(shape, 0) + count
            if common != 1:
                affordable(count * count * shape * common.bit_length(), f"{count} copies")
                factor *= common**count
        else:
            lines[id(law)] = (count + lines.get(id(law), (0,))[0], law, shape)
    faces = sum(sides * count for sides, count in fair.items())
    if faces > MOST_FACES:
        raise ValueError(
            f"the exact law of a total of {sum(fair.values())} fair dice with {faces} faces in all would take too "
            f"long; up to {MOST_FACES} faces are fine, and for more a normal approximation is close"
        )
    for sides, count in fair.items():
        total *= sides**count
    ways: Sequence[int] = windows(fair)
    total *= factor
    if factor != 1:
        ways = [factor * way for way in ways]
    for count, law, shape in lines.values():
        span, bits = len(shape) * count, law._total.bit_length() * count
        affordable(len(shape) * count * bits, f"{count} copies")
        # A product of two numbers takes time by the bits of both; in all this allows a few seconds.
        affordable(span * len(ways) * (20 + bits * total.bit_length() // 4000), "this sum")
        ways = times(ways, power(shape, count))
        total *= law._total**count
    weights: dict[Any, int] = dict(enumerate(ways, low))
    if lines:
        weights = {x: way for x, way in weights.items() if way}
    if not others:
        return weights, total
    pairs = 0
    for count, law in others.values():
        affordable(1000 * count * count * len(law), f"{count} copies")
        for _ in range(count):
            pairs += len(weights) * len(law)
            affordable(100 * pairs, f"{count} copies")
            weights = _convolved(weights, law._weights)
        total *= law._total**count
    return {x: weights[x] for x in sorted(weights)}, total


def appended(parts: Parts) -> tuple[dict[Any, int], int]:
    """As `added`, for outcomes that are no numbers: texts are put one behind the other, in this order."""
    law: dict[Any, int] = {}
    total = 1
    size = 1
    one = sum(count for count, _ in parts) == 1
    for count, part in parts:
        for outcome in () if one else part:
            exact_outcome(outcome)
        size *= len(part) ** min(count, 60)  # every order of texts is an outcome
        affordable(2000 * size * min(count, 60), f"{count} copies whose outcomes are no numbers")
        affordable(1000 * count * count, f"{count} copies")
        for _ in range(count):
            law = _convolved(law, part._weights) if law else dict(part._weights)
        total *= part._total**count
    return law, total


def _convolved(left: dict[Any, int], right: dict[Any, int]) -> dict[Any, int]:
    weights: dict[Any, int] = {}
    for x, wx in left.items():
        for y, wy in right.items():
            try:
                z = x + y
            except TypeError:
                raise ValueError(
                    f"{shown(x)} and {shown(y)} can't be added; map the outcomes to numbers first"
                ) from None
            weights[z] = weights.get(z, 0) + wx * wy
    return weights


def exact_outcome(outcome: object) -> None:
    """Refuse a float where outcomes are added or compared; as a label it may stay."""
    if isinstance(outcome, Real) and not isinstance(outcome, Rational):
        near = Fraction(float(outcome)).limit_denominator(10_000) if isfinite(outcome) else Fraction(1, 10)
        raise ValueError(
            f"the outcome {shown(outcome)} is a float, which is not exact; map the outcomes to ints or "
            f"Fractions, as in {near!r}"
        )


def affordable(bits: int, what: str) -> None:
    """Refuse what would fill so many bits."""
    if bits > MOST_WORK:
        raise ValueError(
            f"the exact law of {what} would take too long; take fewer, map the outcomes to fewer ones, or "
            "use a normal approximation"
        )
