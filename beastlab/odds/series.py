"""Powers of polynomials with whole-number coefficients: the arithmetic behind sums of dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

KEPT = 600
"""Only powers of so many faces in all are kept in memory: one of the largest takes 160 MB."""


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


@lru_cache(maxsize=256)
def _kept(sides: int, n: int) -> tuple[int, ...]:
    return tuple(window_power(sides, n))


def windows(dice: Mapping[int, int]) -> Sequence[int]:
    """The ways for the total of dice of several kinds, `{sides: how many}`, from the lowest total up.

    A few dice are added one by one (a window sum is a difference of two running sums). For many, the
    product f = (1 - x**a)**n (1 - x**b)**m ... / (1 - x)**(n + m + ...) satisfies, like one power, a
    recurrence with few terms: P f' = Q f with P = (1 - x)(1 - x**a)(1 - x**b)...

    >>> list(windows({6: 2})), windows({2: 1, 3: 1})
    ([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1], [1, 2, 2, 1])
    """
    if len(dice) == 1:
        ((sides, n),) = dice.items()
        return _kept(sides, n) if sides * n <= KEPT else window_power(sides, n)
    if not dice:
        return (1,)
    most = max(dice, key=dice.__getitem__)
    rest = [sides for sides, n in dice.items() if sides != most for _ in range(n)]
    if len(rest) > 2 ** len(dice):
        return _recurrence(dice)
    ways = list(windows({most: dice[most]}))
    for sides in rest:
        sums = list(accumulate([*ways, *[0] * (sides - 1)]))
        ways = sums[:sides] + [high - low for high, low in zip(sums[sides:], sums, strict=False)]
    return ways


def _recurrence(dice: Mapping[int, int]) -> list[int]:
    left: dict[int, int] = {0: 1}  # P without its factor 1 - x
    for sides in dice:
        left = sparse(left, {0: 1, sides: -1})
    right = {power: sum(dice.values()) * c for power, c in left.items()}
    for sides, n in dice.items():
        term: dict[int, int] = {sides - 1: -sides * n, sides: sides * n}
        for other in dice:
            if other != sides:
                term = sparse(term, {0: 1, other: -1})
        for power, c in term.items():
            right[power] = right.get(power, 0) + c
    left = sparse(left, {0: 1, 1: -1})
    degree = sum((sides - 1) * n for sides, n in dice.items())
    half = degree // 2
    ways = solved(left, right, 1, half)
    return ways + ways[: degree - half][::-1]


def solved(
    left: Mapping[int, int], right: Mapping[int, int], first: int, degree: int, scale: int = 1
) -> list[int]:
    """Coefficients up to x**degree of the series f with P f' = Q f, the k-th times scale**k.

    P is `left`, Q is `right`, as {power: coefficient}, and f begins with `first`. The scale has to
    make all of them whole numbers.

    >>> solved({0: 2, 1: -1}, {0: 1}, 1, 4, scale=2)  # 1 / (1 - x / 2)
    [1, 1, 1, 1, 1]
    """
    terms = sorted(
        (j, left.get(j, 0) * scale**j, right.get(j - 1, 0) * scale**j)
        for j in {*left, *(i + 1 for i in right)}
        if j
    )
    start = left[0]
    ways = [first] + [0] * degree
    for k in range(1, degree + 1):
        value = 0
        for j, p, q in terms:
            if j > k:
                break
            value += (q - p * (k - j)) * ways[k - j]
        ways[k] = value // (k * start)
    return ways


def sparse(a: Mapping[int, int], b: Mapping[int, int]) -> dict[int, int]:
    """The product of two polynomials, each as {power: coefficient}."""
    product: dict[int, int] = {}
    for i, x in a.items():
        for j, y in b.items():
            product[i + j] = product.get(i + j, 0) + x * y
    return {power: c for power, c in product.items() if c}


def times(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """Coefficients of the product of two polynomials.

    >>> times([1, 2], [1, 0, 3])
    [1, 2, 3, 6]
    """
    if len(a) > len(b):
        a, b = b, a
    if len(a) == 1:
        return [a[0] * y for y in b]
    product = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x:
            for k, y in enumerate(b, i):
                product[k] += x * y
    return product


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


def fewer(n: int, k: int, a: int, b: int) -> int:
    """The ways that fewer than k of n copies are of the kind with a ways, where the other kind has b.

    >>> fewer(3, 2, 1, 5), 5**3 + 3 * 5**2
    (200, 200)
    """
    ways, term = 0, 1
    for j in range(k):  # binomial(n, j) a**j b**(n - j), summed after Horner
        ways = ways * b + term
        term = term * (n - j) * a // (j + 1)
    return ways * b ** (n - k + 1)
