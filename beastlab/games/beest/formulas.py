"""The closed formulas of Beest as the ledger states them."""

from __future__ import annotations

from functools import cache

from beastlab.core.ledger import ledger
from beastlab.odds.formulas import Formula

_COUNTS = "a0 a1 a2 d e0 e1 e2"
_BOARD = ", ".join(f"{letter} >= 0" for letter in _COUNTS.split()) + ", Eq(a0+a1+a2+d, e0+e1+e2)"
_DOMAINS = {  # what the ledger's words on the domain mean: a condition, and the letters that are whole
    "seats": ("3 <= h, h <= 6", "h"),
    "markers-in-play": ("4 <= n, n <= 6", "n"),
    "cards-in-play": ("3 <= h, h <= 6, Eq(s, Piecewise((1, h <= 5), (0, True)))", "h s"),
    "draws-round-1": ("4 <= n, n <= 6, 0 <= s, s <= 1, 1 <= k, k <= n - s", "k n s"),
    "draws-round-2": ("1 <= k, k <= 6", "k"),
    "holdings": ("0 <= j, j <= 5", "j"),
    "fit-independent": ("H >= 2", "H"),
    "fit-deck": ("c >= 1", "c"),
    "line-independent": ("H >= 2", "H"),
    "line-deck": ("c >= 1", "c"),
    "hand-heights": ("0 <= a, a <= 9, 0 <= b, b <= 9, 0 <= d, d <= 9, 3 <= a+b+d, a+b+d <= 5", "a b d"),
    "distributions": ("4 <= n, n <= 6", "n"),
    "no-line-count": (_BOARD, _COUNTS),
    "single-target-count": (f"{_BOARD}, a0 >= 1", _COUNTS),
    "expected-lines": ("m >= 1, Eq(A, a0+a1+a2)", "A a0 a1 a2 e0 e1 e2 m"),
    "rook-coefficient": ("a >= 0, e >= 0, i >= 0", "a e i"),
    "lines-random": ("0 <= L, L <= m", "L m"),
    "draw-at-least-one": ("0 <= g, g <= u, 0 <= d, d <= u", "d g u"),
    "deals": ("4 <= n, n <= 6", "n"),
    "beest-some-time": ("n >= 1, q >= 0", "n q"),
    "posterior-clean": ("g >= 0, x >= 0, n-1-g-x >= 1", "g n x"),
    "outsider-infected": ("4 <= n, n <= 6, 0 <= g, g <= n-1", "g n"),
    "announce-clean": ("0 <= p, p <= 1", "n"),
    "announce-infected": ("1 <= B, B <= n-1, 0 <= p, p <= 1", "B n"),
    "announce-threshold": ("B >= 0, 2*n > B", "B n"),
    "infected-value": ("1 <= k, k <= n-1", "k n"),
    "infected-announce": ("1 <= k, k <= n-2", "k n"),
    "infected-threshold": ("1 <= k, k < n", "k n"),
    "ending-1-total": ("4 <= n, n <= 6", "n"),
    "clean-win": ("4 <= n, n <= 6", "n"),
    "exchange-graphs": ("4 <= n, n <= 6", "n"),
    "race": ("n >= 3", "n"),
    "turns-to-single-line": ("m >= 1", "m"),
    "announce-against-bystander": ("1 <= g, g < n/2", "g n"),
    "winners-for-outsider": ("0 <= x, x < n", "n x"),
}


@cache
def formulas() -> dict[str, Formula]:
    """All formulas by their ledger id.

    >>> formula = formulas()["beest.formula.race"]
    >>> formula.at(n=6), formula.symbols
    (Fraction(47, 135), 'n: seats')
    """
    found = {}
    for entry in ledger("beest").data["formula"]:
        where, whole = _DOMAINS[entry["id"].removeprefix("beest.formula.")]
        found[entry["id"]] = Formula(
            id=entry["id"],
            text=entry["expr"],
            symbols=entry["symbols"],
            domain=entry["domain"],
            note=entry.get("note", ""),
            where=where,
            whole=whole,
        )
    return found
