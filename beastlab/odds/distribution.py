"""Exact probability distributions: whole-number weights over one total, no floats anywhere."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from html import escape
from itertools import accumulate, product
from math import gcd, lcm, prod, sqrt
from numbers import Real
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from beastlab.odds.arguments import number, shown, whole
from beastlab.odds.series import power

if TYPE_CHECKING:
    import altair

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

MOST_WORK = 10**9
"""A sum or joint law that would fill more bits of memory than this is refused (125 MB)."""
ROWS_SHOWN = 40
"""A table in a notebook shows so many outcomes, the likeliest, and sums up the rest in one line."""


class Distribution(Generic[T]):
    """What can happen, and how likely: each outcome with a whole-number weight out of one total.

    Build it from weights (ints) or from probabilities (Fractions that sum to 1). Outcomes can be
    anything hashable; numbers are kept in order, others as given; outcomes of weight 0 are left out.

    >>> coin = Distribution({"heads": 1, "tails": 1})
    >>> coin["heads"], coin["edge"]
    (Fraction(1, 2), Fraction(0, 1))
    >>> Distribution({"hit": Fraction(5, 18), "miss": Fraction(13, 18)})
    Distribution(hit: 5/18, miss: 13/18)

    A distribution is not one roll but a law, so arithmetic always means *independent* copies:
    `d + d` and `2 * d` both roll twice. To double one roll, map it.

    >>> die = Distribution.uniform(range(1, 7))
    >>> (die + die)[7], (2 * die)[7], die.map(lambda face: 2 * face)[7]
    (Fraction(1, 6), Fraction(1, 6), Fraction(0, 1))
    """

    __slots__ = ("_hash", "_total", "_weights")
    _weights: dict[T, int]
    _total: int
    _hash: int | None

    def __init__(self, weights: Mapping[T, int | Fraction]) -> None:
        if not isinstance(weights, Mapping):
            raise ValueError(f"the weights are {shown(weights)}; give a dict of outcomes and weights")
        exact = {outcome: number(f"the weight of {shown(outcome)}", w) for outcome, w in weights.items()}
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
        if all(isinstance(outcome, Real) for outcome in weights):
            weights = {outcome: weights[outcome] for outcome in sorted(weights)}  # type: ignore[type-var]
        put = object.__setattr__
        put(self, "_weights", weights)
        put(self, "_total", sum(weights.values()))
        put(self, "_hash", None)

    @classmethod
    def _of(cls, weights: dict[T, int]) -> Distribution[T]:
        """From positive ints that need no check."""
        made = object.__new__(cls)
        made._fill(weights)
        return made

    @classmethod
    def uniform(cls, outcomes: Iterable[T]) -> Distribution[T]:
        """Every element of `outcomes` equally likely; an element that comes twice counts twice.

        >>> Distribution.uniform("aab")["a"]
        Fraction(2, 3)
        """
        weights: dict[T, int] = {}
        for outcome in outcomes:
            weights[outcome] = weights.get(outcome, 0) + 1
        if not weights:
            raise ValueError("there are no outcomes; give at least one")
        return cls._of(weights)

    @classmethod
    def certain(cls, outcome: T) -> Distribution[T]:
        """`outcome` with probability 1."""
        return cls._of({outcome: 1})

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Distribution never changes; make another one with map, given or mix")

    def __reduce__(self) -> tuple[Any, ...]:
        return Distribution, (self._weights,)

    # --- reading it ------------------------------------------------------------------------

    @property
    def weights(self) -> Mapping[T, int]:
        """The whole-number weight of each possible outcome: ways out of `total`."""
        return MappingProxyType(self._weights)

    @property
    def total(self) -> int:
        """The sum of the weights: all ways."""
        return self._total

    def __getitem__(self, outcome: T) -> Fraction:
        return Fraction(self._weights.get(outcome, 0), self._total)

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
        return self._lowest_terms() == other._lowest_terms()

    def __hash__(self) -> int:
        if self._hash is None:
            object.__setattr__(self, "_hash", hash(frozenset(self._lowest_terms().items())))
        return self._hash  # type: ignore[return-value]

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
        return self.P(lambda outcome: outcome <= value)

    def at_least(self, value: Any) -> Fraction:
        """P(X >= value): what a game asks when a roll has to reach a number.

        >>> (2 * Distribution.uniform(range(1, 7))).at_least(9)
        Fraction(5, 18)
        """
        return self.P(lambda outcome: outcome >= value)

    def P(self, predicate: Callable[[T], object]) -> Fraction:
        """The probability that `predicate(outcome)` is true.

        >>> Distribution.uniform(range(1, 7)).P(lambda face: face % 2 == 0)
        Fraction(1, 2)
        """
        return Fraction(sum(w for x, w in self._weights.items() if predicate(x)), self._total)

    # --- summaries -------------------------------------------------------------------------

    @property
    def mean(self) -> Fraction:
        """The expected value, exact; the outcomes have to be numbers."""
        return Fraction(sum(x * w for x, w in self._numbers())) / self._total

    @property
    def variance(self) -> Fraction:
        """The expected squared distance from the mean, exact."""
        square = Fraction(sum(x * x * w for x, w in self._numbers())) / self._total
        return square - self.mean**2

    @property
    def std(self) -> float:
        """The standard deviation: a square root, so the one float here."""
        return sqrt(self.variance)

    def _numbers(self) -> Iterable[tuple[Any, int]]:
        for outcome in self._weights:
            if not isinstance(outcome, Real):
                raise ValueError(
                    f"{shown(outcome)} is not a number; map the outcomes to numbers first, as in d.map(len).mean"
                )
        return self._weights.items()

    def quantile(self, q: int | float | Fraction) -> T:
        """The smallest outcome x with P(X <= x) >= q; q = 1/2 gives the (lower) median.

        >>> (2 * Distribution.uniform(range(1, 7))).quantile(Fraction(1, 2))
        7
        """
        if not 0 <= q <= 1:
            raise ValueError(f"q is {q}; a quantile is asked for with a number from 0 to 1")
        self._numbers()
        level = Fraction(q) * self._total
        for outcome, below in zip(self._weights, accumulate(self._weights.values()), strict=True):
            if below >= level:
                return outcome
        raise AssertionError("the last cumulative weight is the total")

    # --- making others ---------------------------------------------------------------------

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """The distribution of `function(X)`: one roll, looked at differently.

        >>> Distribution.uniform(range(1, 7)).map(lambda face: face >= 5)[True]
        Fraction(1, 3)
        """
        weights: dict[U, int] = {}
        for outcome, weight in self._weights.items():
            image = function(outcome)
            weights[image] = weights.get(image, 0) + weight
        return Distribution._of(weights)

    def then(self, function: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """Look at X, then roll `function(X)`: the law of what the second roll shows.

        >>> d6 = Distribution.uniform(range(1, 7))
        >>> d6.then(lambda face: Distribution.uniform(range(1, face + 1))).mean
        Fraction(9, 4)
        """
        return mix((weight, function(outcome)) for outcome, weight in self._weights.items())

    def given(self, predicate: Callable[[T], object]) -> Distribution[T]:
        """The conditional distribution, given that `predicate(outcome)` is true.

        >>> (2 * Distribution.uniform(range(1, 7))).given(lambda total: total >= 9)[9]
        Fraction(2, 5)
        """
        kept = {outcome: w for outcome, w in self._weights.items() if predicate(outcome)}
        if not kept:
            raise ValueError("the condition is never true here, so nothing can be conditioned on it")
        return Distribution._of(kept)

    def marginal(self, position: int) -> Distribution[Any]:
        """One component of outcomes that are tuples.

        >>> joint(Distribution.uniform("ab"), Distribution.uniform("xyz")).marginal(0)["a"]
        Fraction(1, 2)
        """
        for outcome in self._weights:
            if not isinstance(outcome, tuple):
                raise ValueError(f"{shown(outcome)} is no tuple; a marginal is a component of a joint law")
        return self.map(lambda outcome: outcome[position])  # type: ignore[index]

    def highest(self, copies: int) -> Distribution[T]:
        """The highest of so many independent copies.

        >>> Distribution.uniform(range(1, 7)).highest(2)[6]
        Fraction(11, 36)
        """
        return self._extreme(copies, list(self._weights.items()))

    def lowest(self, copies: int) -> Distribution[T]:
        """The lowest of so many independent copies."""
        return self._extreme(copies, list(self._weights.items())[::-1])

    def _extreme(self, copies: int, ranked: list[tuple[T, int]]) -> Distribution[T]:
        copies = whole("copies", copies, least=1)
        self._numbers()
        _affordable(len(self) * copies * self._total.bit_length(), f"{copies} copies")
        up_to = [0, *accumulate(weight for _, weight in ranked)]
        return Distribution._of(
            {x: up_to[i + 1] ** copies - up_to[i] ** copies for i, (x, _) in enumerate(ranked)}
        )

    def __neg__(self) -> Distribution[Any]:
        return self.map(lambda outcome: -outcome)  # type: ignore[operator]

    def __add__(self, other: Any) -> Distribution[Any]:
        """Independent sum with another distribution, or a shift by a number."""
        if not isinstance(other, Distribution):
            return self.map(lambda outcome: outcome + other) if isinstance(other, Real) else NotImplemented
        _affordable(100 * len(self) * len(other), "this sum")
        weights: dict[Any, int] = {}
        for x, wx in self._weights.items():
            for y, wy in other._weights.items():
                z = x + y
                weights[z] = weights.get(z, 0) + wx * wy
        return Distribution._of(weights)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Distribution[Any]:
        return self + -other

    def __rsub__(self, other: Any) -> Distribution[Any]:
        return -self + other

    def __mul__(self, times: Any) -> Distribution[Any]:
        """`n * d`: the sum of n independent copies, as in `3 * d6`."""
        if isinstance(times, Distribution):
            raise TypeError(
                "a product of two distributions could mean several things; for independent rolls "
                "write joint(a, b).map(lambda pair: pair[0] * pair[1])"
            )
        times = whole("the number of copies", times, least=0)
        if times == 0:
            return Distribution.certain(0)
        outcomes: list[Any] = list(self._weights)
        if all(isinstance(outcome, int) for outcome in outcomes):
            low, high = outcomes[0], outcomes[-1]
            if high - low < 8 * len(outcomes):  # dense enough for a polynomial
                _affordable((high - low) * times * times * self._total.bit_length(), f"{times} copies")
                weights: dict[Any, int] = dict(self._weights)
                ways = power([weights.get(x, 0) for x in range(low, high + 1)], times)
                return Distribution._of({low * times + i: w for i, w in enumerate(ways) if w})
        _affordable(1000 * times * times * len(self), f"{times} copies")
        copies: Distribution[Any] = self
        for _ in range(times - 1):
            copies = copies + self
        return copies

    __rmul__ = __mul__

    # --- sampling and showing --------------------------------------------------------------

    def sample(self, rng: Random, n: int) -> list[T]:
        """n independent random outcomes; the chances are exact (`rng.randrange`, no floats).

        >>> Distribution.uniform(range(1, 7)).sample(Random(1), 5)
        [2, 5, 1, 3, 1]
        """
        n = whole("n", n, 0, 10**7)
        outcomes, steps = list(self._weights), list(accumulate(self._weights.values()))
        return [outcomes[bisect_right(steps, rng.randrange(self._total))] for _ in range(n)]

    def chart(self, **options: Any) -> altair.Chart:
        """A bar chart; see `beastlab.charts.bars` for the options."""
        from beastlab.charts import bars

        return bars(self, **options)

    def __repr__(self) -> str:
        parts = [f"{outcome}: {fraction_text(p)}" for outcome, p in self.items()]
        if len(parts) > 7:
            parts = [*parts[:3], f"... {len(parts) - 4} more", parts[-1]]
        return f"Distribution({', '.join(parts)})"

    def _repr_html_(self) -> str:
        ranked = sorted(self._weights, key=self._weights.__getitem__, reverse=True)
        shown, top = set(ranked[:ROWS_SHOWN]), self._weights[ranked[0]]
        rows = [
            _row(str(outcome), Fraction(weight, self._total), Fraction(weight, top))
            for outcome, weight in self._weights.items()
            if outcome in shown
        ]
        if rest := ranked[ROWS_SHOWN:]:
            p = Fraction(sum(self._weights[outcome] for outcome in rest), self._total)
            rows.append(_row(f"{len(rest)} less likely outcomes", p, Fraction(0)))
        caption = f"{len(self)} possible outcome{'s' * (len(self) > 1)}"
        if all(isinstance(outcome, Real) for outcome in self._weights):
            caption += f", mean {fraction_text(self.mean)}, standard deviation {self.std:.3g}"
        return (
            '<table class="beastlab-distribution">'
            f'<caption style="caption-side:top;text-align:left">{caption}</caption><thead><tr>'
            '<th scope="col" style="text-align:left">outcome</th>'
            '<th scope="col" style="text-align:right">probability</th>'
            '<th scope="col" style="text-align:left">percent</th></tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table>"
        )


def _affordable(bits: int, what: str) -> None:
    if bits > MOST_WORK:
        raise ValueError(
            f"the exact law of {what} would take too long; take fewer, map the outcomes to fewer ones, or "
            "use a normal approximation"
        )


def _row(label: str, p: Fraction, length: Fraction) -> str:
    bar = (
        '<span aria-hidden="true" style="display:inline-block;height:0.8em;margin-left:0.5em;'
        f'background:#0072B2;width:{float(length) * 10:.3g}em"></span>'
    )
    return (
        f'<tr><th scope="row" style="text-align:left">{escape(label)}</th>'
        f'<td style="text-align:right">{fraction_text(p)}</td>'
        f'<td style="text-align:left;white-space:nowrap">{percent_text(p)}{bar}</td></tr>'
    )


def fraction_text(p: Fraction) -> str:
    """The fraction as text; one too long to read is shown rounded, and says so.

    >>> fraction_text(Fraction(5, 18)), fraction_text(Fraction(1, 3**80))
    ('5/18', 'about 6.7655e-39')
    """
    text = str(p)
    return text if len(text) <= 24 else f"about {float(p):.6g}"


def percent_text(p: Fraction) -> str:
    """The percentage, never rounded to a certainty that is none.

    >>> percent_text(Fraction(5, 18)), percent_text(Fraction(1, 10**6)), percent_text(Fraction(1))
    ('27.78 %', 'under 0.01 %', '100 %')
    """
    if p in (0, 1):
        return f"{100 * int(p)} %"
    if p * 10_000 < 1:
        return "under 0.01 %"
    if (1 - p) * 10_000 < 1:
        return "over 99.99 %"
    return f"{float(100 * p):.2f} %"


def joint(*parts: Distribution[Any]) -> Distribution[tuple[Any, ...]]:
    """The law of independent rolls taken together: outcomes are tuples.

    >>> d6 = Distribution.uniform(range(1, 7))
    >>> joint(d6, d6).P(lambda pair: pair[0] > pair[1])
    Fraction(5, 12)
    """
    _affordable(1000 * prod(map(len, parts)), "these rolls together")
    return Distribution._of(
        {
            tuple(outcome for outcome, _ in row): prod(weight for _, weight in row)
            for row in product(*(part.weights.items() for part in parts))
        }
    )


def mix(parts: Iterable[tuple[int | Fraction, Distribution[T]]]) -> Distribution[T]:
    """First choose a distribution by its weight, then an outcome from it.

    >>> fair, loaded = Distribution({"6": 1, "other": 5}), Distribution({"6": 1, "other": 1})
    >>> mix([(3, fair), (1, loaded)])["6"]
    Fraction(1, 4)
    """
    chosen = [(number("a weight", weight), part) for weight, part in parts]
    scale = lcm(*(weight.denominator * part.total for weight, part in chosen))
    weights: dict[T, int] = {}
    for weight, part in chosen:
        factor = int(weight * scale / part.total)
        for outcome, ways in part.weights.items():
            weights[outcome] = weights.get(outcome, 0) + factor * ways
    return Distribution(weights)
