"""What tests of odds compare: the ledger's formulas, all rolls one by one, and frequencies of what was played.

>>> formula("single-icon", v=5, n=2)
Fraction(5, 9)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction as F
from functools import cache
from itertools import product
from math import sqrt
from typing import Any

from beastlab.core.ledger import ledger
from beastlab.odds.distribution import Distribution
from beastlab.odds.formulas import Formula


@cache
def written(name: str) -> Formula:
    entry = next(e for e in ledger("queen").data["formula"] if e["id"] == f"queen.formula.{name}")
    return Formula(entry["id"], entry["expr"])


def formula(name: str, **letters: int) -> F:
    return written(name).at(**letters)


def agree(law: Distribution[Any], seen: Counter[Any]) -> None:
    """Every frequency lies within four standard errors of its chance; what can't happen never does."""
    games = seen.total()
    assert set(seen) <= set(law.weights)
    for end in law.weights:
        p = float(law[end])
        assert abs(seen[end] / games - p) <= 4 * sqrt(p * (1 - p) / games), f"{end}: {seen[end]}, not {p:.4f}"


def by_counting(dice: int, what: Callable[[tuple[int, ...]], Hashable]) -> Distribution[Any]:
    """The law of what is read off all rolls, one by one."""
    return Distribution(Counter(what(faces) for faces in product(range(1, 7), repeat=dice)))
