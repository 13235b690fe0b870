"""Every formula of the ledger: its printed values, its domain, and the functions that have a number of their own."""

from fractions import Fraction as F
from math import factorial
from typing import Any

import pytest

from beastlab.core.ledger import ledger
from beastlab.games.beest.announcing import announce, announce_from
from beastlab.games.beest.formulas import formulas
from beastlab.games.beest.posteriors import posterior
from beastlab.games.beest.races import Graph, finishing
from beastlab.odds.formulas import Formula

FORMULAS = formulas()
LEDGER = ledger("beest").data
CHECKS = [
    pytest.param(entry["id"], check["at"], check["value"], id=f"{entry['id'][14:]}-{check['at']}")
    for entry in LEDGER["formula"]
    for check in entry["checks"]
]


def formula(name: str) -> Formula:
    return FORMULAS[f"beest.formula.{name}"]


def test_all_formulas_are_there() -> None:
    assert list(FORMULAS) == [entry["id"] for entry in LEDGER["formula"]] and len(FORMULAS) == 35


@pytest.mark.parametrize(("name", "at", "value"), CHECKS)
def test_ledger_value(name: str, at: str, value: str) -> None:
    values = dict(part.split(" = ") for part in at.split(", "))
    assert FORMULAS[name].at(**values) == F(value)
    whole = F(value).denominator == 1
    tex = str(F(value)) if whole else rf"\frac{{{abs(F(value).numerator)}}}{{{F(value).denominator}}}"
    assert FORMULAS[name].show(**values).endswith(tex)


BOARD = dict.fromkeys(["a0", "a1", "a2", "d", "e0", "e1", "e2"], 1)
OUTSIDE: dict[str, list[dict[str, Any]]] = {
    "seats": [{"h": 2}, {"h": 7}],
    "markers-in-play": [{"n": 3}, {"n": 7}],
    "cards-in-play": [{"h": 6, "s": 1}, {"h": 3, "s": 0}],
    "draws-round-1": [{"n": 4, "k": 4, "s": 1}, {"n": 5, "k": 0, "s": 1}],
    "draws-round-2": [{"k": 0}, {"k": 7}],
    "holdings": [{"j": -1}, {"j": 6}],
    "fit-independent": [{"H": 1}],
    "fit-deck": [{"c": 0}],
    "line-independent": [{"H": 1}],
    "line-deck": [{"c": "1/2"}],
    "hand-heights": [{"a": 1, "b": 1, "d": 0}, {"a": 9, "b": 0, "d": 0}],
    "distributions": [{"n": 3}],
    "no-line-count": [BOARD, BOARD | {"d": 0, "e0": -1, "e1": 3}],
    "single-target-count": [BOARD, BOARD | {"a0": 0, "d": 1}],
    "expected-lines": [{"A": 1, "a0": 1, "a1": 1, "a2": 0, "e0": 1, "e1": 1, "e2": 0, "m": 2}],
    "rook-coefficient": [{"a": 1, "e": 1, "i": -1}],
    "lines-random": [{"m": 3, "L": 4}],
    "draw-at-least-one": [{"u": 3, "g": 4, "d": 1}],
    "deals": [{"n": 7}],
    "beest-some-time": [{"n": 4, "q": -1}],
    "posterior-clean": [{"n": 4, "g": 3, "x": 0}],
    "outsider-infected": [{"n": 4, "g": 4}, {"n": 7, "g": 1}],
    "announce-clean": [{"n": 4, "p": 2}],
    "announce-infected": [{"n": 4, "B": 4, "p": 1}, {"n": 4, "B": 0, "p": 1}],
    "announce-threshold": [{"n": 4, "B": 8, "w": 0}],
    "infected-value": [{"n": 4, "k": 4}],
    "infected-announce": [{"n": 4, "k": 3}],
    "infected-threshold": [{"n": 4, "k": 0}],
    "ending-1-total": [{"n": 3}],
    "clean-win": [{"n": 7}],
    "exchange-graphs": [{"n": 3}],
    "race": [{"n": 2}],
    "turns-to-single-line": [{"m": 0}],
    "announce-against-bystander": [{"n": 4, "g": 2}, {"n": 5, "g": 0}],
    "winners-for-outsider": [{"n": 4, "x": 4}],
}


def test_the_domain_of_every_formula_is_kept() -> None:
    assert set(FORMULAS) == {f"beest.formula.{name}" for name in OUTSIDE}
    for name, cases in OUTSIDE.items():
        for case in cases:
            with pytest.raises(ValueError, match="holds for|is for whole numbers"):
                formula(name).at(**case)


def test_announcing() -> None:
    cases: list[dict[str, Any]]
    cases = [{"n": n, "p": F(i, 6)} for n in (4, 5, 6) for i in range(7)]
    assert formula("announce-clean").check(announce, cases) == []
    cases = [case | {"B": b} for case in cases for b in range(1, case["n"])]
    assert formula("announce-infected").check(lambda n, p, B: announce(n, p, B), cases) == []
    cases = [{"n": n, "w": F(w, 2), "B": b} for n in (4, 5, 6) for w in range(5) for b in range(n)]
    assert formula("announce-threshold").check(lambda n, w, B: announce_from(n, w, B), cases) == []


def test_the_kth_infected() -> None:
    """He holds black n-k: a right announcement beats what he gets if the Beest finishes up to the threshold."""
    cases = [{"n": n, "k": k} for n in (4, 5, 6) for k in range(1, n - 1)]
    assert formula("infected-announce").check(lambda n, k: announce(n, 1, n - k), cases) == []
    for n, k in (case.values() for case in cases):
        finishes = formula("infected-threshold").at(n=n, k=k)
        assert finishes * formula("infected-value").at(n=n, k=k) == announce(n, 1, n - k)


def test_against_a_bystander() -> None:
    """At the threshold p, 2*C points with chance p are worth the announcement."""
    for n in (4, 5, 6):
        for g in range(1, (n + 1) // 2):
            p = formula("announce-against-bystander").at(n=n, g=g)
            assert announce(n, p) == p * 2 * g


def test_who_without_and_with_markers() -> None:
    humans = {4: 3, 5: 4, 6: 5}
    for n, seats in humans.items():
        assert formula("deals").at(n=n) == factorial(n)
        for g in range(n - 1):
            clean = posterior([(0, other) for other in range(1, g + 1)], seat=0, seats=seats)
            outsider = posterior([(0, other) for other in range(1, g + 1)], seats=seats)
            assert set(dict(clean.beest.items()).values()) == {formula("posterior-clean").at(n=n, g=g, x=0)}
            assert outsider.infected[0] == formula("outsider-infected").at(n=n, g=g)
        full = posterior([(other, 0) for other in range(1, n - 1)], seats=seats)  # all but the last
        assert full.won[0] == formula("winners-for-outsider").at(n=n, x=0)
    ended = posterior(
        [(0, 1), (1, 2), (1, 4), 1, (2, 4), (3, 4)]
    )  # seat 1 misses 3, who is not the Beest then
    assert ended.won[4] == formula("winners-for-outsider").at(n=5, x=1) == F(1, 4)


def test_race_and_graphs() -> None:
    assert formula("race").check(finishing, [{"n": n} for n in range(3, 13)]) == []
    assert formula("exchange-graphs").check(lambda n: 2 ** len(Graph(n, 0).pairs), [{"n": 4}, {"n": 6}]) == []
