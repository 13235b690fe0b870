"""Fair dice, dice that explode, dice rolled again: `12 * d6` is the total of twelve, and remembers them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, sqrt
from numbers import Real
from typing import Any, NoReturn, overload

from beastlab.odds.arguments import number, several, shown, whole
from beastlab.odds.distribution import Distribution
from beastlab.odds.series import KEPT, solved, sparse
from beastlab.odds.sums import MOST_FACES, affordable

MOST_DEPTH = 10_000
"""No die explodes, or is rolled again, more often than this by request."""


def die(sides: int) -> Distribution[int]:
    """A fair die with the numbers from 1 to `sides`, which may be up to 60,000.

    >>> die(3)
    Distribution(1: 1/3, 2: 1/3, 3: 1/3)
    """
    sides = whole("sides", sides, 1, MOST_FACES)
    return _die(sides) if sides <= KEPT else _die.__wrapped__(sides)


@lru_cache(maxsize=64)
def _die(sides: int) -> Distribution[int]:
    return Distribution._of(dict.fromkeys(range(1, sides + 1), 1))


d4, d6, d8, d10, d12, d20 = map(die, (4, 6, 8, 10, 12, 20))


def reroll(die: Distribution[Any], faces: Iterable[Any], times: int | None = 1) -> Distribution[Any]:
    """The law of `die` where any of `faces` is rolled again, at most `times`; the last roll counts.

    With `times=None` it is rolled until another face comes: the law given that none of `faces` does.
    What rolls again is the unit given: `reroll(2 * d6, [2])` rolls both dice again.

    >>> reroll(d6, [1]), reroll(d6, [1, 2], times=None)
    (Distribution(1: 1/36, 2: 7/36, 3: 7/36, 4: 7/36, 5: 7/36, 6: 7/36), \
Distribution(3: 1/4, 4: 1/4, 5: 1/4, 6: 1/4))
    """
    again = _faces("faces", die, faces)
    bad = sum(die.weights[face] for face in again)
    if times is None:
        if bad == die.total:
            raise ValueError(
                "every face is rolled again, so the rolls never end; leave a face out, or give times"
            )
        return die.given(lambda face: face not in again)
    times = whole("times", times, 0, MOST_DEPTH)
    affordable(len(die) * times * die.total.bit_length(), f"{times} rerolls")
    # The ways of a good face at roll i, with all later rolls free: bad**i * total**(times - i), summed.
    good = (die.total ** (times + 1) - bad ** (times + 1)) // (die.total - bad) if bad < die.total else 0
    return Distribution._of(
        {face: w * (bad**times if face in again else good) for face, w in die.weights.items()}
    )


@overload
def explode(die: Distribution[Any], on: Iterable[Any] | None = None, depth: None = None) -> Exploding: ...
@overload
def explode(die: Distribution[Any], on: Iterable[Any] | None = None, *, depth: int) -> Distribution[Any]: ...
def explode(
    die: Distribution[Any], on: Iterable[Any] | None = None, depth: int | None = None
) -> Distribution[Any] | Exploding:
    """Roll, and while a face of `on` (the highest, if not given) shows, roll again and add.

    With a `depth` at most so many rolls are added, and the answer is a Distribution. Without one the
    rolls may go on for ever: an `Exploding`, exact in the limit. What explodes is the unit given:
    `3 * explode(d6)` are three dice of which each explodes, `explode(2 * d6, on=[12])` is one total.

    >>> explode(d6, depth=1).at_least(10)
    Fraction(1, 12)
    >>> explode(d6).mean, (3 * explode(d6)).at_least(18), explode(2 * d6, on=[12]).at_least(14)
    (Fraction(21, 5), Fraction(221, 1296), Fraction(1, 36))
    """
    if not isinstance(die, Distribution):
        raise ValueError(f"the die is {shown(die)}; give a law, as in explode(d6)")
    die._numbers()
    on_faces = frozenset([max(die)]) if on is None else _faces("on", die, on)
    if depth is not None:
        return _to_depth(die, on_faces, whole("depth", depth, 0, MOST_DEPTH))
    if len(on_faces) == len(die):
        raise ValueError(
            "every face explodes, so the rolls never end; leave a face out of `on`, or give a depth"
        )
    return Exploding(die, on_faces)


def _faces(name: str, die: Distribution[Any], faces: Iterable[Any]) -> frozenset[Any]:
    """`faces` as a set, if each is an outcome of `die`."""
    if not isinstance(die, Distribution):
        raise ValueError(f"the die is {shown(die)}; give a law, such as d6")
    listed = several(name, faces, len(die), "faces, as in [1]")
    for face in listed:
        try:
            known = face in die
        except TypeError:  # a list, say
            known = False
        if not known:
            raise ValueError(f"{shown(face)} in {name} is no face of this die; give some of its outcomes")
    return frozenset(listed)


def _to_depth(die: Distribution[Any], on: frozenset[Any], depth: int) -> Distribution[Any]:
    total, bits = die.total, die.total.bit_length() * (depth + 1)
    going: dict[Any, int] = {0: 1}  # the sums that still explode, with their ways
    weights: dict[Any, int] = {}
    for rolled in range(depth + 1):
        affordable(len(going) * len(die) * (depth + 1 - rolled) * (100 + bits), f"a depth of {depth}")
        later = total ** (depth - rolled)
        onward: dict[Any, int] = {}
        for so_far, ways in going.items():
            for face, weight in die.weights.items():
                total_now = so_far + face
                if face in on and rolled < depth:
                    onward[total_now] = onward.get(total_now, 0) + ways * weight
                else:
                    weights[total_now] = weights.get(total_now, 0) + ways * weight * later
        going = onward
        if not going:
            break
    return Distribution._of(weights)


@dataclass(frozen=True)
class Exploding:
    """The total of `copies` independent dice that explode without end; made by `explode`.

    A law with no highest outcome is no table, but each of its numbers is exact: the generating function
    of one die, A / (1 - B) with A for the faces that end and B for those that explode, is expanded as
    far as a question needs. `n * explode(d6)` adds n of them, `explode(d6) + 2` shifts the total; other
    laws are added to `explode(d6, depth=...)`.

    >>> two = 2 * explode(d6)
    >>> two.pmf(8), two.at_least(12), two.survival(12), two.variance
    (Fraction(5, 54), Fraction(23, 108), Fraction(1, 6), Fraction(532, 25))
    >>> (two + 3).at_least(15), (two + 3).mean
    (Fraction(23, 108), Fraction(57, 5))
    """

    die: Distribution[Any]
    on: frozenset[Any]
    copies: int = 1
    shift: int | Fraction = 0
    _found: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    def __mul__(self, times: int) -> Exploding:
        """`n * e`: the total of n independent ones."""
        times = whole("the number of copies", times, least=0)
        return replace(self, copies=self.copies * times, shift=self.shift * times)

    __rmul__ = __mul__

    def __add__(self, other: Any) -> Exploding:
        """The total with a number added, or with that of more such dice."""
        if isinstance(other, Exploding) and (other.die, other.on) == (self.die, self.on):
            return replace(self, copies=self.copies + other.copies, shift=self.shift + other.shift)
        if isinstance(other, Distribution | Exploding) or not isinstance(other, Real):
            raise TypeError(
                f"{shown(other)} can't be added to endless explosions; add a whole number, or cut them off, as in "
                "explode(d6, depth=9) + d8"
            )
        given: Any = other
        shift = self.shift + number("the shift", given)
        return replace(self, shift=int(shift) if shift.denominator == 1 else shift)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Exploding:
        if isinstance(other, Exploding):
            return other.__rsub__(self)
        return self + (-other if isinstance(other, Real) else other)

    def __rsub__(self, other: Any) -> NoReturn:
        raise TypeError(
            "endless explosions can't be taken away; cut them off, as in 20 - explode(d6, depth=9)"
        )

    @property
    def mean(self) -> Fraction:
        """The expected total, exact: the rolls of one die are 1 / (1 - p) on average.

        >>> (3 * explode(d6)).mean
        Fraction(63, 5)
        """
        return self.copies * self.die.mean / (1 - self._p) + self.shift

    @property
    def variance(self) -> Fraction:
        """The variance of the total, exact."""
        # With Y the first roll and X' what follows if it explodes: E X^2 = E Y^2 + 2 E[Y; on] E X + p E X^2.
        one = self.die.mean / (1 - self._p)
        on = sum((Fraction(face) * self.die[face] for face in self.on), Fraction(0))
        return self.copies * ((self.die.moment(2) + 2 * on * one) / (1 - self._p) - one**2)

    @property
    def std(self) -> float:
        """The standard deviation: a square root, so a float."""
        return sqrt(self.variance)

    def pmf(self, x: int) -> Fraction:
        """P(total = x), exact; the faces have to be whole numbers."""
        lowest, at = self._lowest, number("x", x) - self.shift
        if at < lowest or at.denominator != 1:
            return Fraction(0)
        k = int(at) - lowest
        return Fraction(self._ways(k)[k], self._base ** (self.copies + k))

    def cdf(self, x: int | Fraction) -> Fraction:
        """P(total <= x), the cumulative distribution function."""
        k = floor(number("x", x) - self.shift) - self._lowest
        if k < 0:
            return Fraction(0)
        ways, below = self._ways(k), 0
        for i in range(k + 1):
            below = below * self._base + ways[i]
        return Fraction(below, self._base ** (self.copies + k))

    def survival(self, x: int | Fraction) -> Fraction:
        """P(total > x), the survival function."""
        return 1 - self.cdf(x)

    def at_least(self, x: int | Fraction) -> Fraction:
        """P(total >= x)."""
        return 1 - self.cdf(ceil(number("x", x) - self.shift) - 1 + self.shift)

    def up_to(self, depth: int) -> Distribution[Any]:
        """The same dice, each with at most `depth` added rolls: a Distribution."""
        return self.copies * _to_depth(self.die, self.on, whole("depth", depth, 0, MOST_DEPTH)) + self.shift

    @property
    def _p(self) -> Fraction:
        return Fraction(sum(self.die.weights[face] for face in self.on), self.die.total)

    @property
    def _base(self) -> int:
        return self.die.total - self.die.weights.get(0, 0) * (0 in self.on)

    @property
    def _lowest(self) -> int:
        for face in self.die:
            if not isinstance(face, int):
                raise ValueError(f"the face {shown(face)} is no whole number; map the faces to some first")
        if min(self.on, default=0) < 0:
            raise ValueError(
                f"the face {min(self.on)} explodes and is negative; the total is exact for faces of at least 0, "
                "or ask up_to(depth)"
            )
        return self.copies * min(face for face in self.die if face not in self.on)

    def _ways(self, k: int) -> list[int]:
        """Coefficients up to x**k of (A / (total - B))**copies, the i-th times base**(copies + i).

        f = (A / C)**n satisfies A C f' = n (A' C - A C') f, a recurrence whose length does not depend on n.
        """
        if len(self._found) > k:
            return self._found
        weights, n, base = self.die.weights, self.copies, self._base
        low = min(face for face in self.die if face not in self.on)
        a = {face - low: w for face, w in weights.items() if face not in self.on}
        c = {0: base} | {face: -weights[face] for face in self.on if face}
        degree = max(k, 2 * len(self._found))  # so that asking one number after the other costs no more
        terms = len(a) * len(c)
        affordable(
            (degree + 1) * terms * (n + degree) * base.bit_length(), f"a total of {degree} above the lowest"
        )
        a_slope, c_slope = ({i - 1: i * x for i, x in part.items() if i} for part in (a, c))
        right = sparse(a_slope, c)
        for i, x in sparse(a, c_slope).items():
            right[i] = right.get(i, 0) - x
        right = {i: n * x for i, x in right.items()}
        self._found[:] = solved(sparse(a, c), right, a[0] ** n, degree, base)
        return self._found
