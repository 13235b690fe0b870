"""The closed formulas of By Order of the Queen as the ledger states them."""

from __future__ import annotations

from functools import cache

from beastlab.core.ledger import ledger
from beastlab.odds.formulas import Formula

_DOMAINS = {  # what the ledger's words on the domain mean: a condition, and the letters that are whole
    "class-dice": ("0 <= c, c <= 4, i >= 0", "c i"),
    "test-success": ("n >= 1, f >= 0", "f n"),
    "favors-spent": ("n >= 1, f >= 0", "f n"),
    "favor-marginal": ("n >= 1, 0 <= f, f < n", "f n"),
    "order-expected-tokens": (", ".join(f"0 <= {p}, {p} <= 1" for p in "tmbo"), ""),
    "order-three-tokens": (", ".join(f"0 <= {p}, {p} <= 1" for p in "tmo"), ""),
    "single-icon": ("1 <= v, v <= 6, n >= 0", "n v"),
    "two-icons-two-dice": ("1 <= a, a <= b, b <= 6", "a b"),
    "two-icons-n-dice": ("n >= 2, 1 <= a, a <= b, b <= 6", "a b n"),
    "equal-icons": ("1 <= v, v <= 6, 0 <= k, k <= n", "k n v"),
    "nemesis-joint": ("2 <= v, v <= 6, h >= 0, r >= 0, h + r <= n", "h n r v"),
    "nemesis-retired": ("n >= 0, q >= 0", "n q"),
    "prompt-cdf": ("D >= 0, m >= 1", "D T m"),
    "hero-deck-start": ("2 <= p, p <= 4", "p"),
    "villagers-lost": ("0 <= m, m <= 6, s >= 0", "m s"),
    "threat-default": ("t >= 0", "t"),
    "threat-default-enemy": ("t >= 0", "t"),
    "dice-multisets": ("n >= 0", "n"),
    "hand-has": ("0 <= k, k <= pop, 0 <= n, n <= pop", "k n pop"),
    "expected-classes": ("Eq(pop, 4*k), 0 <= n, n <= pop", "k n pop"),
    "all-four-classes": ("0 <= n, n <= 64", "n"),
    "rounds-minimum": ("k >= 0", "k"),
    "horde-retired": ("0 <= P, P <= 1", ""),
    "lieutenant-free-start": ("0 <= n, n <= 15", "n"),
    "crag-giant-dice": ("1 <= u, u <= 4, 0 <= c, c <= 4, i >= 0", "c i u"),
}


@cache
def formulas() -> dict[str, Formula]:
    """All formulas by their ledger id.

    >>> formula = formulas()["queen.formula.test-success"]
    >>> formula.at(n=2, f=2), formula.symbols  # doctest: +ELLIPSIS
    (Fraction(65, 81), 'success probability with n >= 1 dice and f Favors ...')
    """
    found = {}
    for entry in ledger("by_order_of_the_queen").data["formula"]:
        where, whole = _DOMAINS[entry["id"].removeprefix("queen.formula.")]
        found[entry["id"]] = Formula(
            entry["id"], entry["expr"], entry["meaning"], entry["domain"], where=where, whole=whole
        )
    return found
