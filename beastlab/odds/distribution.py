"""Exact probability distributions: whole-number weights over one total, no floats anywhere."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from html import escape
from itertools import accumulate, product
from math import gcd, isfinite, lcm, prod, sqrt
from numbers import Number, Rational, Real
from operator import index
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from beastlab.odds import conversions
from beastlab.odds.arguments import FAR, number, shown, whole
from beastlab.odds.series import fewer
from beastlab.odds.sums import Parts, added, affordable, appended, as_line, exact_outcome, leaves
from beastlab.odds.texts import LATEX_SHOWN, fraction_text, latex, lines, table

if TYPE_CHECKING:
    import altair

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Distribution(Generic[T]):
    """What can happen, and how likely: each outcome with a whole-number weight out of one total.

    Build it from weights (ints) or from probabilities (Fractions that sum to 1). Outcomes can be
    anything hashable; numbers are kept in order, others as given; outcomes of weight 0 are left out.

    >>> coin = Distribution({"heads": 1, "tails": 1})
    >>> coin["heads"], coin["edge"]
    (Fraction(1, 2), Fraction(0, 1))
    >>> Distribution({"hit": Fraction(5, 18), "miss": Fraction(13, 18)})
    Distribution(hit: 5/18, miss: 13/18)

    It never changes, and no number read from it is rounded. `mean`, `quantile`, sums and orders need
    outcomes that are ints or Fractions; floats may be labels, no more. A wrong argument is a ValueError
    that says what to give instead; what would take too long is refused the same way.

    A distribution is not one roll but a law, so arithmetic always means *independent* copies:
    `d + d` and `2 * d` both roll twice. To double one roll, map it.

    >>> die = Distribution.uniform(range(1, 7))
    >>> (die + die)[7], (2 * die)[7], die.map(lambda face: 2 * face)[7]
    (Fraction(1, 6), Fraction(1, 6), Fraction(0, 1))

    A sum is worked out when it is first asked for a number; `dice` tells what was added.
    """

    __slots__ = ("_hash", "_line", "_parts", "_real", "_steps", "_total", "_weights")
    _weights: dict[T, int]
    _total: int
    _real: bool  # all outcomes are exact numbers; the weights are in their order then
    _parts: Parts | None  # what was added, if it is a sum
    _hash: int
    _line: tuple[int, int | list[int], int] | None
    _steps: tuple[list[T], list[int]]

    def __init__(self, weights: Mapping[T, int | Fraction]) -> None:
        if not isinstance(weights, Mapping):
            raise ValueError(f"the weights are {shown(weights)}; give a dict of outcomes and weights")
        exact = {outcome: _weight(outcome, weight) for outcome, weight in weights.items()}
        for outcome, weight in exact.items():
            if weight < 0:
                raise ValueError(f"the weight of {shown(outcome)} is {weight}; weights are 0 or more")
        total = sum(exact.values())
        if not total:
            raise ValueError("nothing can happen; give at least one outcome a weight above 0")
        scale = lcm(*(weight.denominator for weight in exact.values()))
        if scale > 1 and total != 1:
            raise ValueError(
                f"the probabilities sum to {total}, not to 1; add what is missing, "
                "or give whole-number weights"
            )
        self._fill({outcome: int(weight * scale) for outcome, weight in exact.items() if weight})

    def _fill(self, weights: dict[T, int]) -> None:
        """Set the fields, once: positive ints, put in order if they belong to numbers."""
        kinds = set(map(type, weights))
        real = all(issubclass(kind, Rational) for kind in kinds)
        if real or all(issubclass(kind, Real) for kind in kinds):  # floats are labels, but in order
            weights = {outcome: weights[outcome] for outcome in sorted(weights)}  # type: ignore[type-var]
        put = object.__setattr__
        put(self, "_weights", weights)
        put(self, "_total", sum(weights.values()))
        put(self, "_real", real)
        put(self, "_parts", None)

    @classmethod
    def _of(cls, weights: dict[T, int]) -> Distribution[T]:
        """From positive ints that need no check."""
        made = object.__new__(cls)
        made._fill(weights)
        return made

    @classmethod
    def _sum(cls, parts: Parts, real: bool) -> Distribution[Any]:
        """The sum of so many copies of each law, not worked out before somebody asks for its weights."""
        made = object.__new__(cls)
        put = object.__setattr__
        put(made, "_parts", parts)
        put(made, "_real", real)
        return made

    if not TYPE_CHECKING:  # a type checker would take any name for a field

        def __getattr__(self, name: str) -> Any:
            """Python asks here only for a field that is still empty, so a filled one costs nothing."""
            put = object.__setattr__
            if name in ("_weights", "_total"):
                weights, total = added(self._parts) if self._real else appended(self._parts)
                put(self, "_weights", weights)
                put(self, "_total", total)
                return weights if name == "_weights" else total
            if name == "_hash":
                value: Any = hash(frozenset(self._lowest_terms().items()))
            elif name == "_line":
                value = as_line(self)
            elif name == "_steps":
                value = list(self._weights), list(accumulate(self._weights.values()))
            else:
                raise AttributeError(f"a Distribution has no {name!r}")
            put(self, name, value)
            return value

    @classmethod
    def uniform(cls, outcomes: Iterable[T]) -> Distribution[T]:
        """Every element of `outcomes` equally likely; an element that comes twice counts twice.

        >>> Distribution.uniform("aab")["a"]
        Fraction(2, 3)
        """
        if not isinstance(outcomes, Iterable):
            raise ValueError(f"the outcomes are {shown(outcomes)}; give a list of them, as in range(1, 7)")
        weights = _counted((outcome, 1) for outcome in outcomes)
        if not weights:
            raise ValueError("there are no outcomes; give at least one")
        return cls._of(weights)

    @classmethod
    def certain(cls, outcome: T) -> Distribution[T]:
        """`outcome` with probability 1."""
        return cls._of(_counted([(outcome, 1)]))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Distribution never changes; make another one with map, given or mix")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Distribution, (self._weights,)) if self._parts is None else (_sum_of, (self._parts,))

    # --- reading it ------------------------------------------------------------------------

    @property
    def weights(self) -> Mapping[T, int]:
        """The whole-number weight of each possible outcome: ways out of `total`."""
        return MappingProxyType(self._weights)

    @property
    def total(self) -> int:
        """The sum of the weights: all ways."""
        return self._total

    @property
    def dice(self) -> Parts:
        """What is rolled for it, as pairs of a count and a law: a sum remembers its dice.

        >>> d6 = Distribution.uniform(range(1, 7))
        >>> (12 * d6).dice == ((12, d6),), (10 * (2 * d6)).dice == ((10, 2 * d6),), d6.dice == ((1, d6),)
        (True, True, True)
        """
        return ((1, self),) if self._parts is None else self._parts

    def __getitem__(self, outcome: T) -> Fraction:
        try:
            return Fraction(self._weights.get(outcome, 0), self._total)
        except TypeError:
            raise ValueError(_unhashable(outcome)) from None

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self._weights

    def items(self) -> Iterator[tuple[T, Fraction]]:
        """Each possible outcome with its probability."""
        return ((outcome, Fraction(w, self._total)) for outcome, w in self._weights.items())

    def to_dict(self) -> dict[T, Fraction]:
        """A plain dict of outcome and probability."""
        return dict(self.items())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return self is other or self._lowest_terms() == other._lowest_terms()

    def __hash__(self) -> int:
        return self._hash

    def _lowest_terms(self) -> dict[T, int]:
        common = gcd(*self._weights.values())
        return {outcome: weight // common for outcome, weight in self._weights.items()}

    def pmf(self, outcome: T) -> Fraction:
        """P(X = outcome), the probability mass function; the same as `d[outcome]`."""
        return self[outcome]

    def cdf(self, value: Any) -> Fraction:
        """P(X <= value), the cumulative distribution function.

        >>> (2 * Distribution.uniform(range(1, 7))).cdf(4)
        Fraction(1, 6)
        """
        return Fraction(self._below(value, bisect_right), self._total)

    def survival(self, value: Any) -> Fraction:
        """P(X > value), the survival function: 1 - cdf.

        >>> (2 * Distribution.uniform(range(1, 7))).survival(10)
        Fraction(1, 12)
        """
        return Fraction(self._total - self._below(value, bisect_right), self._total)

    def at_least(self, value: Any) -> Fraction:
        """P(X >= value): what a game asks when a roll has to reach a number.

        >>> (2 * Distribution.uniform(range(1, 7))).at_least(9)
        Fraction(5, 18)
        """
        return Fraction(self._total - self._below(value, bisect_left), self._total)

    def _below(self, value: Any, place: Callable[[list[Any], Any], int]) -> int:
        """The ways to stay below `value`, found by bisection; outcomes that are no numbers are tried."""
        if isinstance(value, float):
            if value != value:
                raise ValueError(f"{value} is no number that an outcome reaches; give one, as in at_least(4)")
            near = Fraction(value).limit_denominator(10_000) if isfinite(value) else value
            if near != value and near in self._weights:  # 0.1 is meant to be 1/10, but is more than that
                number("the value", value)  # type: ignore[arg-type]
        weights: Mapping[Any, int] = self._weights
        x: Any = next(iter(weights))
        inside, below = place is bisect_right, 0
        try:
            if self._real:
                outcomes, ways = self._steps
                last = place(outcomes, value)
                return ways[last - 1] if last else 0
            for x, w in weights.items():
                exact_outcome(x)
                below += w if (x <= value if inside else not x >= value) else 0
            return below
        except TypeError:
            raise ValueError(
                f"{shown(value)} can't be compared with outcomes such as {shown(x)}; give one of their kind, "
                "or map the outcomes to numbers"
            ) from None

    def P(self, predicate: Callable[[T], object]) -> Fraction:
        """The probability that `predicate(outcome)` is true.

        >>> Distribution.uniform(range(1, 7)).P(lambda face: face % 2 == 0)
        Fraction(1, 2)
        """
        _function(predicate)
        return Fraction(sum(w for x, w in self._weights.items() if predicate(x)), self._total)

    # --- summaries -------------------------------------------------------------------------

    @property
    def mean(self) -> Fraction:
        """The expected value, exact; the outcomes have to be numbers."""
        if self._parts is not None and self._real:  # no need to work out the law of the sum
            return sum((count * law.mean for count, law in leaves(self._parts)), Fraction(0))
        return Fraction(sum(x * w for x, w in self._numbers())) / self._total

    @property
    def variance(self) -> Fraction:
        """The expected squared distance from the mean, exact; independent copies add theirs up.

        >>> (2 * Distribution.uniform(range(1, 7))).variance
        Fraction(35, 6)
        """
        if self._parts is not None and self._real:
            return sum((count * law.variance for count, law in leaves(self._parts)), Fraction(0))
        return self.moment(2) - self.mean**2

    @property
    def std(self) -> float:
        """The standard deviation: a square root, so a float."""
        return sqrt(self.variance)

    def moment(self, k: int) -> Fraction:
        """E(X**k), the k-th moment about 0; k from 0 to 1000.

        >>> Distribution.uniform(range(1, 7)).moment(2)
        Fraction(91, 6)
        """
        k = whole("k", k, 0, 1000)
        return Fraction(sum(x**k * w for x, w in self._numbers())) / self._total

    def central_moment(self, k: int) -> Fraction:
        """E((X - mean)**k), the k-th moment about the mean; k from 0 to 1000. The second is the variance.

        >>> Distribution({0: 3, 4: 1}).central_moment(3)
        Fraction(6, 1)
        """
        k, middle = whole("k", k, 0, 1000), self.mean
        up, down = middle.numerator, middle.denominator  # ints are summed faster than fractions
        return Fraction(sum((x * down - up) ** k * w for x, w in self._numbers())) / (self._total * down**k)

    @property
    def median(self) -> T:
        """The smallest outcome x with P(X <= x) >= 1/2; the lower one where two would do.

        >>> Distribution.uniform(range(1, 7)).median
        3
        """
        return self.quantile(Fraction(1, 2))

    @property
    def modes(self) -> tuple[T, ...]:
        """The likeliest outcomes.

        >>> (3 * Distribution.uniform(range(1, 7))).modes
        (10, 11)
        """
        top = max(self._weights.values())
        return tuple(outcome for outcome, weight in self._weights.items() if weight == top)

    def expect(self, function: Callable[[T], int | Fraction]) -> Fraction:
        """E(function(X)), exact; the function gives ints or Fractions, a float is refused.

        >>> Distribution.uniform("aab").expect(lambda letter: 3 if letter == "a" else 0)
        Fraction(2, 1)
        """
        _function(function)
        worth = (number(f"the value of {shown(x)}", function(x)) * w for x, w in self._weights.items())
        return sum(worth, Fraction(0)) / self._total

    def _numbers(self) -> Iterable[tuple[Any, int]]:
        if not self._real:
            parts = self.dice if self._parts is None else leaves(self._parts)
            outcome = next(x for _, law in parts for x in law._weights if not isinstance(x, Rational))
            exact_outcome(outcome)
            raise ValueError(
                f"{shown(outcome)} is not a number; map the outcomes to numbers first, as in d.map(len).mean"
            )
        return self._weights.items()

    def quantile(self, q: int | Fraction | str) -> T:
        """The smallest outcome x with P(X <= x) >= q; q is exact, from 0 to 1, as in Fraction(9, 10).

        >>> (2 * Distribution.uniform(range(1, 7))).quantile(Fraction(9, 10))
        10
        """
        level = number("q", q)
        if not 0 <= level <= 1:
            raise ValueError(f"q is {shown(q)}; a quantile is asked for with a number from 0 to 1")
        self._numbers()
        outcomes, ways = self._steps
        return outcomes[bisect_left(ways, level * self._total)]

    # --- making others ---------------------------------------------------------------------

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """The distribution of `function(X)`: one roll, looked at differently.

        >>> Distribution.uniform(range(1, 7)).map(lambda face: face >= 5)[True]
        Fraction(1, 3)
        """
        _function(function)
        return Distribution._of(_counted((function(x), weight) for x, weight in self._weights.items()))

    def then(self, function: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """Look at X, then roll `function(X)`: the law of what the second roll shows.

        >>> d6 = Distribution.uniform(range(1, 7))
        >>> d6.then(lambda face: Distribution.uniform(range(1, face + 1))).mean
        Fraction(9, 4)
        """
        _function(function)
        return mix((weight, function(outcome)) for outcome, weight in self._weights.items())

    def given(self, predicate: Callable[[T], object]) -> Distribution[T]:
        """The conditional distribution, given that `predicate(outcome)` is true.

        >>> (2 * Distribution.uniform(range(1, 7))).given(lambda total: total >= 9)[9]
        Fraction(2, 5)
        """
        _function(predicate)
        kept = {outcome: w for outcome, w in self._weights.items() if predicate(outcome)}
        if not kept:
            raise ValueError("the condition is never true here, so nothing can be conditioned on it")
        return Distribution._of(kept)

    def marginal(self, *positions: int) -> Distribution[Any]:
        """One component of outcomes that are tuples, or several, as tuples again.

        >>> pair = joint(Distribution.uniform("ab"), Distribution.uniform("xyz"))
        >>> pair.marginal(0)["a"], pair.marginal(1, 0)["z", "b"]
        (Fraction(1, 2), Fraction(1, 6))
        """
        if not positions:
            raise ValueError("no position is given; give one or more, as in marginal(0)")
        length = min(map(len, self._tuples()))
        for position in positions:
            whole("a position", position, -length, length - 1)
        if len(positions) == 1:
            return self.map(lambda outcome: outcome[positions[0]])  # type: ignore[index]
        return self.map(lambda outcome: tuple(outcome[i] for i in positions))  # type: ignore[index]

    def covariance(self, i: int, j: int) -> Fraction:
        """E(XY) - E(X) E(Y) of two components of outcomes that are tuples, exact.

        >>> d6 = Distribution.uniform(range(1, 7))
        >>> joint(d6, d6).map(lambda pair: (pair[0], sum(pair))).covariance(0, 1)
        Fraction(35, 12)
        """
        pair = self.marginal(i, j)
        means = pair.marginal(0).mean * pair.marginal(1).mean
        return pair.map(lambda xy: xy[0] * xy[1]).mean - means

    def correlation(self, i: int, j: int) -> float:
        """The covariance over both standard deviations, from -1 to 1: a square root, so a float.

        >>> joint(Distribution.uniform((0, 1))).map(lambda x: (x[0], -x[0])).correlation(0, 1)
        -1.0
        """
        both, square = self.covariance(i, j), self.marginal(i).variance * self.marginal(j).variance
        if not square:
            raise ValueError("a component that never varies has no correlation; give two that vary")
        return (1 if both > 0 else -1) * sqrt(both**2 / square)

    def _tuples(self) -> Iterable[tuple[Any, ...]]:
        for outcome in self._weights:
            if not isinstance(outcome, tuple):
                raise ValueError(f"{shown(outcome)} is no tuple; a marginal is a component of a joint law")
        return self._weights  # type: ignore[return-value]

    def order(self, copies: int, k: int) -> Distribution[T]:
        """The k-th highest of so many independent copies (an order statistic), k from 1 to `copies`.

        >>> Distribution.uniform(range(1, 7)).order(3, 2)[6]  # the middle one of three dice
        Fraction(2, 27)
        """
        copies = whole("copies", copies, least=1)
        k = whole("k", k, 1, copies)
        self._numbers()
        shorter = min(k, copies + 1 - k)
        affordable(len(self) * copies * shorter * self._total.bit_length(), f"{copies} copies")
        most, total = self._total**copies, self._total
        weights: dict[T, int] = {}
        below = 0
        for outcome, upto in zip(*self._steps, strict=True):
            # Fewer than k copies lie above; or, where that is shorter, not fewer than n + 1 - k lie here or below.
            if k == shorter:
                here = fewer(copies, k, total - upto, upto)
            else:
                here = most - fewer(copies, shorter, upto, total - upto)
            weights[outcome] = here - below
            below = here
        return Distribution._of({outcome: ways for outcome, ways in weights.items() if ways})

    def highest(self, copies: int) -> Distribution[T]:
        """The highest of so many independent copies.

        >>> Distribution.uniform(range(1, 7)).highest(2)[6]
        Fraction(11, 36)
        """
        return self.order(copies, 1)

    def lowest(self, copies: int) -> Distribution[T]:
        """The lowest of so many independent copies."""
        return self.order(copies, copies)

    def __neg__(self) -> Distribution[Any]:
        self._numbers()
        return self.map(lambda outcome: -outcome)  # type: ignore[operator]

    def __add__(self, other: Any) -> Distribution[Any]:
        """Independent sum with another distribution, or a shift by a number."""
        if not isinstance(other, Distribution):
            if not isinstance(other, Real):
                return _no_sum(other)
            if not isinstance(other, Rational):
                number("the shift", other)  # type: ignore[arg-type]
            if not other:  # sum() begins with 0
                return self
            self._numbers()
            return self.map(lambda outcome: outcome + other)
        real = self._real and other._real
        parts = list(self.dice)
        for count, law in other.dice:
            # Numbers can be added in any order, texts can't: there only a neighbour is the same die again.
            for i in range(len(parts)) if real else range(len(parts) - 1, len(parts)):
                if parts[i][1] is law:
                    parts[i] = (parts[i][0] + count, law)
                    break
            else:
                parts.append((count, law))
        return Distribution._sum(tuple(parts), real)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Distribution[Any]:
        return self + -other if isinstance(other, Distribution | Real) else _no_sum(other)

    def __rsub__(self, other: Any) -> Distribution[Any]:
        return -self + other if isinstance(other, Real) else _no_sum(other)

    def __mul__(self, times: Any) -> Distribution[Any]:
        """`n * d`: the sum of n independent copies, as in `3 * d6`."""
        if isinstance(times, Distribution):
            raise TypeError(
                "a product of two distributions could mean several things; for independent rolls "
                "write joint(a, b).map(lambda pair: pair[0] * pair[1])"
            )
        if type(times) is not int or not 0 <= times <= FAR:  # `whole` would double the time of 2 * d6
            times = whole("the number of copies", times, least=0)
        return Distribution._sum(((times, self),) if times else (), self._real or not times)

    __rmul__ = __mul__

    def __gt__(self, other: object) -> NoReturn:
        _no_order(">", "survival({})", other)

    def __ge__(self, other: object) -> NoReturn:
        _no_order(">=", "at_least({})", other)

    def __le__(self, other: object) -> NoReturn:
        _no_order("<=", "cdf({})", other)

    def __lt__(self, other: object) -> NoReturn:
        _no_order("<", "P(lambda x: x < {})", other)

    def __truediv__(self, other: object) -> NoReturn:
        _no_quotient("Fraction(x) / 2")

    def __floordiv__(self, other: object) -> NoReturn:
        _no_quotient("x // 2")

    def __mod__(self, other: object) -> NoReturn:
        _no_quotient("x % 2")

    def __pow__(self, other: object) -> NoReturn:
        _no_quotient("x ** 2")

    __rtruediv__, __rfloordiv__, __rmod__, __rpow__ = __truediv__, __floordiv__, __mod__, __pow__

    # --- sampling and showing --------------------------------------------------------------

    def sample(self, rng: Random, n: int) -> list[T]:
        """n independent random outcomes; the chances are exact (`rng.randrange`, no floats).

        >>> Distribution.uniform(range(1, 7)).sample(Random(1), 5)
        [2, 5, 1, 3, 1]
        """
        if not callable(getattr(rng, "randrange", None)):
            raise ValueError(f"rng is {shown(rng)}; give a random generator, as in sample(Random(1), 5)")
        n = whole("n", n, 0, 10**7)
        outcomes, steps = self._steps
        return [outcomes[bisect_right(steps, rng.randrange(self._total))] for _ in range(n)]

    def chart(self, **options: Any) -> altair.Chart:
        """A bar chart; see `beastlab.charts.bars` for the options."""
        from beastlab.charts import bars

        return bars(self, **options)

    def to_frame(self) -> Any:
        """A pandas data frame: outcome, ways, probability (Fractions) and percent (text).

        ImportError where pandas is not installed.
        """
        return conversions.to_frame(self)

    @classmethod
    def from_frame(cls, frame: Any, outcome: str = "outcome", weight: str = "ways") -> Distribution[Any]:
        """From two columns of any data frame: outcomes, and their whole or exact weights.

        An outcome in several rows counts all of them; weights that are floats are refused.

        >>> Distribution.from_frame({"face": ["hit", "miss", "hit"], "n": [1, 2, 1]}, "face", "n")
        Distribution(hit: 1/2, miss: 1/2)
        """
        return cls(conversions.from_frame(frame, outcome, weight))

    def to_scipy(self) -> Any:
        """A `scipy.stats.rv_discrete`, for plots and tests. Its chances are floats: below 1e-308 they are 0.

        The outcomes have to be numbers.
        """
        self._numbers()
        return conversions.to_scipy(self)

    @classmethod
    def from_scipy(cls, rv: Any, denominator: int) -> Distribution[Any]:
        """From a discrete SciPy law whose chances are multiples of 1/denominator (up to 10**9).

        Its floats are read as the nearest multiples; refused where one is off, or they do not sum to 1.

        >>> from scipy.stats import binom
        >>> Distribution.from_scipy(binom(2, 0.5), 4)
        Distribution(0: 1/4, 1: 1/2, 2: 1/4)
        """
        return cls(conversions.from_scipy(rv, denominator))

    def to_sympy(self, name: str) -> Any:
        """A finite random variable of `sympy.stats`; outcomes that are no numbers become symbols.

        >>> from sympy.stats import E
        >>> E((2 * Distribution.uniform(range(1, 7))).to_sympy("X"))
        7
        """
        return conversions.to_sympy(self, name)

    @classmethod
    def from_sympy(cls, rv: Any) -> Distribution[Any]:
        """From a finite random variable of `sympy.stats`, or an expression in some, with exact chances.

        >>> from sympy.stats import Die
        >>> Distribution.from_sympy(Die("D", 6)).mean
        Fraction(7, 2)
        """
        return cls(conversions.from_sympy(rv))

    def __repr__(self) -> str:
        try:
            outcomes = list(self._weights)
        except ValueError as reason:  # a pool may be too large for its total; it has a repr all the same
            pool = " + ".join(f"{count} copies of {law!r}" for count, law in self.dice)
            return f"Distribution({pool}; {reason})"
        parts = [
            f"{x}: {fraction_text(self[x])}"
            for x in (outcomes if len(outcomes) < 8 else outcomes[:3] + outcomes[-1:])
        ]
        if len(outcomes) > 7:
            parts.insert(3, f"... {len(outcomes) - 4} more")
        return f"Distribution({', '.join(parts)})"

    def __str__(self) -> str:
        """A table in plain text: fraction, decimal, percent and "1 in N" of the likeliest outcomes."""
        try:
            return lines(self._weights, self._total)
        except ValueError:
            return repr(self)

    def _repr_html_(self) -> str:
        try:
            caption = f"{len(self)} possible outcome{'s' * (len(self) > 1)}"
        except ValueError:
            return f"<code>{escape(repr(self))}</code>"
        if self._real:
            caption += f", mean {fraction_text(self.mean)}, standard deviation {self.std:.3g}"
        return table(self._weights, self._total, caption)

    def _repr_latex_(self) -> str | None:
        """A formula for a law of up to 8 outcomes."""
        try:
            return latex(self.to_dict()) if len(self) <= LATEX_SHOWN else None
        except ValueError:
            return None


def _weight(outcome: object, weight: int | Fraction) -> Fraction | int:
    """An exact weight as Python's own numbers: those of NumPy would overflow in silence."""
    if type(weight) is int:
        return weight
    exact = number(f"the weight of {shown(outcome)}", weight)
    return Fraction(index(exact.numerator), index(exact.denominator))


def _function(given: object) -> None:
    if not callable(given):
        raise ValueError(f"the function is {shown(given)}; give one to call, as in lambda x: x >= 5")


def _counted(pairs: Iterable[tuple[U, int]]) -> dict[U, int]:
    """The weights of equal outcomes added up."""
    weights: dict[U, int] = {}
    for outcome, weight in pairs:
        try:
            weights[outcome] = weights.get(outcome, 0) + weight
        except TypeError:
            raise ValueError(_unhashable(outcome)) from None
    return weights


def _unhashable(outcome: object) -> str:
    return (
        f"the outcome {shown(outcome)} can change; give one that can't, such as a number, a text or a tuple"
    )


def _no_sum(other: Any) -> Any:
    """For what can't be added to a law; things with sums of their own may know better."""
    if hasattr(type(other), "__radd__") and not isinstance(other, Number):
        return NotImplemented
    raise TypeError(
        f"{shown(other)} can't be added to a law or taken from it; use an int, a Fraction or another law, "
        "or map the outcomes"
    )


def _no_order(sign: str, chance: str, other: object) -> NoReturn:
    if isinstance(other, Distribution):
        raise TypeError(
            "two laws have many outcomes each, so they can't be compared; ask for a chance, as in "
            f"P(roll(a).total {sign} roll(b).total)"
        )
    limit = shown(other) if isinstance(other, Real) else "3"
    raise TypeError(
        f"a law has many outcomes, so it can't be compared with {shown(other)}; ask for a chance, as in "
        f"d6.{chance.format(limit)} or P(roll(d6).total {sign} {limit})"
    )


def _no_quotient(image: str) -> NoReturn:
    raise TypeError(f"a law is no single number; map its outcomes, as in d6.map(lambda x: {image})")


def _law(part: Distribution[T]) -> Distribution[T]:
    if not isinstance(part, Distribution):
        raise ValueError(f"{shown(part)} is no law; give a Distribution, such as d6")
    return part


def _sum_of(parts: Parts) -> Distribution[Any]:
    return Distribution._sum(parts, all(law._real for _, law in parts))


def joint(*parts: Distribution[Any]) -> Distribution[tuple[Any, ...]]:
    """The law of independent rolls taken together: outcomes are tuples.

    >>> d6 = Distribution.uniform(range(1, 7))
    >>> joint(d6, d6).P(lambda pair: pair[0] > pair[1])
    Fraction(5, 12)
    """
    affordable(1000 * prod(len(_law(part)) for part in parts), "these rolls together")
    return Distribution._of(
        {
            tuple(outcome for outcome, _ in row): prod(weight for _, weight in row)
            for row in product(*(part.weights.items() for part in parts))
        }
    )


def mix(parts: Iterable[tuple[int | Fraction, Distribution[T]]]) -> Distribution[T]:
    """First choose a distribution by its weight, then an outcome from it.

    Weights are ints, or Fractions that sum to 1.

    >>> fair, loaded = Distribution({"6": 1, "other": 5}), Distribution({"6": 1, "other": 1})
    >>> mix([(3, fair), (1, loaded)])["6"]
    Fraction(1, 4)
    """
    if isinstance(parts, Mapping | Distribution) or not isinstance(parts, Iterable):
        raise ValueError(f"the parts are {shown(parts)}; give a list of pairs, as in [(3, d6), (1, d8)]")
    chosen = []
    for k, pair in enumerate(parts, 1):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise ValueError(f"part {k} is {shown(pair)}; give a weight and a law, as in (3, d6)")
        weight = number(f"the weight of part {k}", pair[0])
        if weight < 0:
            raise ValueError(f"the weight of part {k} is {weight}; weights are 0 or more")
        chosen.append((weight, _law(pair[1])))
    total = sum(weight for weight, _ in chosen)
    if total != 1 and any(weight.denominator > 1 for weight, _ in chosen):
        raise ValueError(
            f"the weights of the parts sum to {total}, not to 1; add what is missing, or give whole numbers"
        )
    scale = lcm(*(weight.denominator * part.total for weight, part in chosen))
    weights: dict[T, int] = {}
    for weight, part in chosen:
        factor = int(weight * scale / part.total)
        for outcome, ways in part.weights.items():
            weights[outcome] = weights.get(outcome, 0) + factor * ways
    return Distribution(weights)
