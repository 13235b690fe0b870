"""Powers of polynomials with whole-number coefficients: the arithmetic behind sums of dice."""

from __future__ import annotations

from collections.abc import Sequence


def window_power(sides: int, n: int) -> list[int]:
    """Coefficients of (1 + x + ... + x**(sides - 1))**n: the ways for n dice, from the lowest total up.

    The power f satisfies (1 - x)(1 - x**s) f' = n (1 - s x**(s - 1) + (s - 1) x**s) f, so every
    coefficient follows from three earlier ones; the second half mirrors the first.

    >>> window_power(6, 2)
    [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    """
    degree = (sides - 1) * n
    half = degree // 2
    ways = [1] + [0] * half
    for k in range(1, half + 1):
        value = (k - 1 + n) * ways[k - 1]
        if k >= sides:
            value += (k - sides - sides * n) * ways[k - sides]
        if k > sides:
            value -= (k - sides - 1 - (sides - 1) * n) * ways[k - sides - 1]
        ways[k] = value // k
    return ways + ways[: degree - half][::-1]


def power(coefficients: Sequence[int], n: int) -> list[int]:
    """Coefficients of a polynomial to the n-th power; the first coefficient must not be 0.

    Equal coefficients (fair dice) take the shorter way of `window_power`; others the recurrence of
    J. C. P. Miller, from f' a = n a' f with f = a**n.

    >>> power([1, 2], 3)
    [1, 6, 12, 8]
    """
    first = coefficients[0]
    if all(c == first for c in coefficients):
        return [c * first**n for c in window_power(len(coefficients), n)]
    later = [(i, c) for i, c in enumerate(coefficients) if i and c]
    result = [first**n] + [0] * ((len(coefficients) - 1) * n)
    for k in range(1, len(result)):
        value = 0
        for i, c in later:
            if i > k:
                break
            value += ((n + 1) * i - k) * c * result[k - i]
        result[k] = value // (k * first)
    return result
