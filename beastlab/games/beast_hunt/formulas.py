"""The closed formulas of Beast Hunt as the ledger states them."""

from __future__ import annotations

from functools import cache

from beastlab.core.ledger import ledger
from beastlab.odds.formulas import Formula

_DOMAINS = {  # what the ledger's words on the domain mean: a condition, and the letters that are whole
    "two-dice-at-least": ("", "t"),
    "two-dice-at-most": ("", "t"),
    "sum-exactly": ("n >= 1, 2*n <= s, s <= 12*n", "n s"),
    "sum-at-least": ("n >= 1, 2*n + 1 <= t, t <= 12*n", "n t"),
    "each-at-least": ("0 <= q, q <= 1, n >= 1", "n"),
    "best-at-least": ("0 <= q, q <= 1, n >= 1", "n"),
    "stagger-band-each": ("0 <= q, q <= u, u <= 1, n >= 1", "n"),
    "stagger-band-best": ("0 <= q, q <= u, u <= 1, n >= 1", "n"),
    "duel-difference": ("-10 <= d, d <= 10", "d"),
    "duel-win-standing": ("0 <= g, 0 <= e, e < 1, g + e <= 1", ""),
    "duel-win-spent": ("0 <= g, 0 <= e, e < 1, g + e <= 1", ""),
    "duel-expected-rounds": ("0 <= e, e < 1", ""),
    "stagger-first-of-two": ("0 <= b, 0 <= c, b + c < 1", ""),
    "stagger-expected-attacks": ("0 <= b, 0 <= c, c*(1 + b) < 1", ""),
    "stagger-survival": ("0 <= b, 0 < c, b + c <= 1, n >= 0", "n"),
    "third-shard-position": ("q >= 3, q <= m, 3 <= j, j <= m", "j m q"),
    "third-shard-mean": ("q >= 3, q <= m", "m q"),
    "shards-at-setup": ("0 <= i, i <= q, m - q >= 3", "i m q"),
    "at-least-one-in-draws": ("0 <= k, k <= u, 0 <= d, d <= u", "d k u"),
    "mean-draws-to-rth": ("1 <= r, r <= k, k <= u", "k r u"),
    "retries-success": ("0 <= q, q <= 1, k >= 0", "k"),
    "retries-actions": ("0 < q, q <= 1, k >= 0", "k"),
    "unique-highest-roll": ("n >= 2", "n"),
    "first-turn-actions": ("0 <= w, 0 <= h, h <= u, u >= 1", "h u"),
    "pull-at-least-one": ("0 <= w, w <= h, 0 <= k, k <= h", "h k w"),
}


@cache
def formulas() -> dict[str, Formula]:
    """All formulas by their ledger id.

    >>> formula = formulas()["hunt.formula.duel-win-standing"]
    >>> print(formula.show(g="721/1296", e="35/324"))
    \\frac{g}{1 - e} = \\frac{\\frac{721}{1296}}{1 - \\frac{35}{324}} = \\frac{721}{1156}
    """
    found = {}
    for entry in ledger("beast_hunt").data["formula"]:
        where, whole = _DOMAINS[entry["id"].removeprefix("hunt.formula.")]
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
