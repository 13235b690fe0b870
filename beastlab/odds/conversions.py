"""Distributions from and to what other libraries use; each library is loaded only when it is asked for."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from math import isfinite
from typing import TYPE_CHECKING, Any

from beastlab.odds.arguments import number, shown, whole
from beastlab.odds.texts import percent_text

if TYPE_CHECKING:
    from beastlab.odds.distribution import Distribution

MOST_SUPPORT = 100_000
"""A SciPy law on more whole numbers than this is not read."""


def library(name: str, what: str) -> Any:
    """The module `name`; an ImportError says that `what` needs it, and how to install it."""
    try:
        return import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise ImportError(f"{what} needs {package}; install it with: pip install {package}") from None


def to_frame(law: Distribution[Any]) -> Any:
    """See `Distribution.to_frame`."""
    pandas = library("pandas", "to_frame")
    chances = [p for _, p in law.items()]
    columns = {
        "outcome": list(law),
        "ways": list(law.weights.values()),
        "probability": chances,
        "percent": [percent_text(p) for p in chances],
    }
    # Ways beyond 64 bits, Fractions and tuples stay the Python objects that they are.
    return pandas.DataFrame({name: pandas.Series(values, dtype=object) for name, values in columns.items()})


def from_frame(frame: Any, outcome: str, weight: str) -> dict[Any, Fraction]:
    """See `Distribution.from_frame`."""
    columns = []
    for name in (outcome, weight):
        try:
            columns.append(list(frame[name]))
        except Exception as reason:  # each library of data frames has its own
            raise ValueError(
                f"the frame has no column {shown(name)}; name the columns of outcomes and of weights"
            ) from reason
    outcomes, ways = columns
    if len(outcomes) != len(ways):
        raise ValueError(f"there are {len(outcomes)} outcomes and {len(ways)} weights; give one for each")
    weights: dict[Any, Fraction] = {}
    for x, w in zip(outcomes, ways, strict=True):
        x, w = _plain(x), _plain(w)
        if x != x:
            raise ValueError("an outcome is missing (NaN); leave its row out, as with frame.dropna()")
        weights[x] = weights.get(x, Fraction(0)) + number(f"the weight of {shown(x)}", w)
    return weights


def _plain(value: Any) -> Any:
    """A NumPy number as Python's: its own would overflow in silence."""
    return value.item() if type(value).__module__ == "numpy" and hasattr(value, "item") else value


def to_scipy(law: Distribution[Any]) -> Any:
    """See `Distribution.to_scipy`."""
    stats = library("scipy.stats", "to_scipy")
    outcomes = [x if isinstance(x, int) and abs(x) < 2**53 else float(x) for x in law]
    return stats.rv_discrete(values=(outcomes, [float(p) for _, p in law.items()]))


def from_scipy(rv: Any, denominator: int) -> dict[Any, int]:
    """See `Distribution.from_scipy`."""
    denominator = whole("denominator", denominator, 1, 10**9)
    outcomes = getattr(getattr(rv, "dist", rv), "xk", None)
    if outcomes is None:
        try:
            low, high = rv.support()
            rv.pmf(low)
        except (AttributeError, TypeError):
            raise ValueError(
                f"{shown(rv)} is no discrete SciPy law; give one such as binom(3, 0.5)"
            ) from None
        if not isfinite(low) or not isfinite(high) or high - low >= MOST_SUPPORT:
            raise ValueError(
                f"this law goes from {low} to {high}; give one of at most {MOST_SUPPORT} whole numbers"
            )
        outcomes = range(int(low), int(high) + 1)
    weights: dict[Any, int] = {}
    for x in map(_plain, outcomes):
        exact = float(rv.pmf(x)) * denominator
        ways = round(exact)
        # Floats of SciPy are good to some 12 digits; what lies farther off is another number.
        if abs(exact - ways) > 1e-10 * max(1, ways):
            raise ValueError(
                f"the probability {exact / denominator:.6g} of {shown(x)} is no multiple of 1/{denominator}; "
                "give the common denominator of all"
            )
        near = Fraction(x).limit_denominator(10**6)  # as floats of SciPy, outcomes are fractions rounded
        weights[int(x) if x == int(x) else near if float(near) == x else Fraction(x)] = ways
    if sum(weights.values()) != denominator:
        raise ValueError(
            f"read as multiples of 1/{denominator}, the probabilities sum to "
            f"{Fraction(sum(weights.values()), denominator)}, not to 1; give another denominator"
        )
    return weights


def to_sympy(law: Distribution[Any], name: str) -> Any:
    """See `Distribution.to_sympy`."""
    sympy, stats = library("sympy", "to_sympy"), library("sympy.stats", "to_sympy")
    if not isinstance(name, str) or not name:
        raise ValueError(f"the name is {shown(name)}; give the random variable a name, as in 'X'")
    density = {
        _symbolic(sympy, outcome): sympy.Rational(p.numerator, p.denominator) for outcome, p in law.items()
    }
    if len(density) < len(law):
        raise ValueError("two outcomes would be the same symbol; map them to different texts or numbers")
    return stats.FiniteRV(name, density)


def _symbolic(sympy: Any, outcome: Any) -> Any:
    if isinstance(outcome, int | Fraction):
        return sympy.Rational(int(outcome.numerator), int(outcome.denominator))
    if isinstance(outcome, tuple):
        return sympy.Tuple(*(_symbolic(sympy, part) for part in outcome))
    return sympy.Float(outcome) if isinstance(outcome, float) else sympy.Symbol(str(outcome))


def from_sympy(rv: Any) -> dict[Any, Fraction]:
    """See `Distribution.from_sympy`."""
    sympy, stats = library("sympy", "from_sympy"), library("sympy.stats", "from_sympy")
    try:
        density = stats.density(rv)
        entries = dict(getattr(density, "dict", density))
    except Exception as reason:  # what SymPy raises for its other laws differs by law
        raise ValueError(
            f"{shown(rv)} is no finite random variable; give one such as Die('D', 6)"
        ) from reason
    weights: dict[Any, Fraction] = {}
    for outcome, p in entries.items():
        p = sympy.simplify(p)
        if not p.is_Rational:
            raise ValueError(f"the probability {shown(p)} is no fraction; use Rational numbers in SymPy")
        x = _outcome(sympy, outcome)
        weights[x] = weights.get(x, Fraction(0)) + Fraction(int(p.p), int(p.q))
    return weights


def _outcome(sympy: Any, value: Any) -> Any:
    value = sympy.sympify(value)
    if value.is_Integer:
        return int(value)
    if value.is_Rational:
        return Fraction(int(value.p), int(value.q))
    if isinstance(value, sympy.Tuple):
        return tuple(_outcome(sympy, part) for part in value)
    return float(value) if value.is_Float else str(value) if value.is_Symbol else value
