"""The closed formulas of the general questions about dice and draws, by name.

>>> from fractions import Fraction
>>> FORMULAS["any"].at(n=4, q="1/6")
Fraction(671, 1296)
>>> print(FORMULAS["draw-none"].show(Fraction(14, 55), N=12, K=4, n=3))
\\frac{\\binom{N - K}{n}}{\\binom{N}{n}} = \\frac{\\binom{12 - 4}{3}}{\\binom{12}{3}} = \\frac{14}{55}
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import NoReturn

from beastlab.odds.arguments import shown
from beastlab.odds.formulas import Formula

_EXACTLY = "binomial(n, j)*q**j*(1 - q)**(n - j)"  # j of n, to be summed over j
_DICE = "n: dice; q: chance of one die"
_FACES = "n: dice; s: sides of each"
_CARDS = "N: cards; K: wanted ones among them; n: cards drawn"
_CHANCE = "0 <= q <= 1"
_DRAW = "0 <= K <= N, 0 <= n <= N"


def _formula(id: str, text: str, symbols: str, domain: str, whole: str = "", note: str = "") -> Formula:
    return Formula(id, text, symbols, domain, note, where=domain, whole=whole)


class _Formulas(dict[str, Formula]):
    """Names that are not there are refused with those that are near."""

    def __missing__(self, name: object) -> NoReturn:
        near = get_close_matches(name.lower(), self, 3, 0.5) if isinstance(name, str) else []
        meant = f" did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise KeyError(f"there is no formula {shown(name)};{meant} list(FORMULAS) has all names")


FORMULAS: Mapping[str, Formula] = MappingProxyType(
    _Formulas(
        (formula.id, formula)
        for formula in (
            # So many dice, each with the same chance.
            _formula("any", "1 - (1 - q)**n", _DICE, f"{_CHANCE}, n >= 0", "n"),
            _formula("all", "q**n", _DICE, f"{_CHANCE}, n >= 0", "n"),
            _formula("none", "(1 - q)**n", _DICE, f"{_CHANCE}, n >= 0", "n"),
            _formula(
                "count-exactly",
                "binomial(n, k)*q**k*(1 - q)**(n - k)",
                f"{_DICE}; k: dice that show it",
                f"{_CHANCE}, 0 <= k <= n",
                "n k",
            ),
            _formula(
                "count-at-least",
                f"Sum({_EXACTLY}, (j, k, n))",
                f"{_DICE}; k: dice that show it at least",
                f"{_CHANCE}, n >= 0, k >= 0",
                "n k",
            ),
            _formula(
                "count-at-most",
                f"Sum({_EXACTLY}, (j, 0, k))",
                f"{_DICE}; k: dice that show it at most",
                f"{_CHANCE}, 0 <= k <= n",
                "n k",
            ),
            _formula(
                "two-counts",
                "factorial(n)/(factorial(h)*factorial(r)*factorial(n - h - r))*p**h*q**r*(1 - p - q)**(n - h - r)",
                "n: dice; h, r: of them with the one and the other result; p, q: chances of the two",
                "0 <= p, 0 <= q, p + q <= 1, 0 <= h, 0 <= r, h + r <= n",
                "n h r",
                "no die shows both results",
            ),
            _formula(
                "count-with-rerolls",
                "Sum(binomial(n + f, j)*q**j*(1 - q)**(n + f - j), (j, k, n + f))",
                f"{_DICE}; f: rerolls, each of one die that failed; k: dice that show it at least",
                f"{_CHANCE}, 0 <= k <= n, f >= 0",
                "n f k",
                "one die may be rolled again and again, so every reroll is one more try",
            ),
            _formula(
                "retries",
                "1 - (1 - q)**(k + 1)",
                "q: chance of one try; k: further tries after the first",
                f"{_CHANCE}, k >= 0",
                "k",
            ),
            _formula(
                "majority",
                f"Sum({_EXACTLY}, (j, floor(n/2) + 1, n))",
                "n: voters; q: chance of one vote",
                f"{_CHANCE}, n >= 0",
                "n",
                "more than half of the votes",
            ),
            # The faces of so many equal dice.
            _formula(
                "sum-exactly",
                "Sum((-1)**j*binomial(n, j)*binomial(t - s*j - 1, n - 1), (j, 0, floor((t - n)/s)))/s**n",
                f"{_FACES}; t: total",
                "n >= 1, s >= 1",
                "n s t",
            ),
            _formula(
                "sum-at-least",
                "1 - Sum((-1)**j*binomial(n, j)*binomial(t - s*j - 1, n), (j, 0, floor((t - n - 1)/s)))/s**n",
                f"{_FACES}; t: least total",
                "n >= 1, s >= 1",
                "n s t",
            ),
            _formula(
                "sum-at-most",
                "Sum((-1)**j*binomial(n, j)*binomial(t - s*j, n), (j, 0, floor((t - n)/s)))/s**n",
                f"{_FACES}; t: largest total",
                "n >= 1, s >= 1",
                "n s t",
            ),
            _formula(
                "highest-at-least",
                "1 - ((t - 1)/s)**n",
                f"{_FACES}; t: number that the highest die reaches",
                "n >= 1, 1 <= t <= s",
                "n s t",
            ),
            _formula(
                "highest-exactly",
                "(t**n - (t - 1)**n)/s**n",
                f"{_FACES}; t: number on the highest die",
                "n >= 1, 1 <= t <= s",
                "n s t",
            ),
            _formula(
                "lowest-at-least",
                "((s - t + 1)/s)**n",
                f"{_FACES}; t: number that the lowest die reaches",
                "n >= 1, 1 <= t <= s",
                "n s t",
            ),
            _formula(
                "kth-highest-at-least",
                f"Sum({_EXACTLY}, (j, k, n))",
                "n: dice; q: chance that one die reaches the number; k: place of the die, 1 for the highest",
                f"{_CHANCE}, 1 <= k <= n",
                "n k",
                "the k-th highest die reaches a number when k dice do",
            ),
            _formula("all-different", "ff(s, n)/s**n", _FACES, "n >= 0, s >= 1", "n s"),
            _formula(
                "all-faces",
                "Sum((-1)**j*binomial(s, j)*(1 - j/s)**n, (j, 0, s))",
                "s: equally likely kinds; n: rolls",
                "n >= 0, s >= 1",
                "n s",
            ),
            _formula(
                "expected-distinct",
                "s*(1 - (1 - 1/s)**n)",
                "s: equally likely kinds; n: rolls",
                "n >= 0, s >= 1",
                "n s",
            ),
            _formula(
                "collect-mean",
                "s*Sum(1/j, (j, 1, s))",
                "s: equally likely kinds, to be seen all",
                "s >= 1",
                "s",
            ),
            # Cards drawn without replacement.
            _formula(
                "hypergeometric",
                "binomial(K, k)*binomial(N - K, n - k)/binomial(N, n)",
                f"{_CARDS}; k: wanted ones drawn",
                f"{_DRAW}, k >= 0",
                "N K n k",
            ),
            _formula("draw-at-least-one", "1 - binomial(N - K, n)/binomial(N, n)", _CARDS, _DRAW, "N K n"),
            _formula("draw-none", "binomial(N - K, n)/binomial(N, n)", _CARDS, _DRAW, "N K n"),
            _formula(
                "draw-at-least",
                "Sum(binomial(K, j)*binomial(N - K, n - j), (j, k, n))/binomial(N, n)",
                f"{_CARDS}; k: wanted ones drawn at least",
                f"{_DRAW}, k >= 0",
                "N K n k",
            ),
            _formula(
                "draw-at-most",
                "Sum(binomial(K, j)*binomial(N - K, n - j), (j, 0, k))/binomial(N, n)",
                f"{_CARDS}; k: wanted ones drawn at most",
                f"{_DRAW}, k >= 0",
                "N K n k",
            ),
            _formula(
                "two-kinds-at-least",
                "Sum(Sum(binomial(A, i)*binomial(B, j)*binomial(N - A - B, n - i - j), (j, b, n - i)), (i, a, n))"
                "/binomial(N, n)",
                "N: cards; A, B: cards of either kind among them; n: cards drawn; a, b: least of either kind",
                "0 <= A, 0 <= B, A + B <= N, 0 <= n <= N, a >= 0, b >= 0",
                "N A B n a b",
                "no card is of both kinds",
            ),
            _formula(
                "position",
                "binomial(j - 1, r - 1)*binomial(N - j, K - r)/binomial(N, K)",
                "N: cards; K: wanted ones among them; r: which of those; j: its place, counted from 1",
                "1 <= r <= K, K <= N, 1 <= j <= N",
                "N K r j",
            ),
            _formula(
                "position-mean",
                "r*(N + 1)/(K + 1)",
                "N: cards; K: wanted ones among them; r: which of them, in the order in which they come",
                "1 <= r <= K, K <= N",
                "N K r",
            ),
            _formula(
                "best-of-draw",
                "binomial(L, n)/binomial(N, n)",
                "N: cards; L: cards of at most the value; n: cards drawn, the best of them being at most it",
                "0 <= L <= N, 0 <= n <= N",
                "N L n",
            ),
            # Rounds, races, turns.
            _formula(
                "duel",
                "w/(w + l)",
                "w: chance to win a round; l: chance to lose it, else there is another",
                "0 <= w, 0 <= l, 0 < w + l <= 1",
            ),
            _formula("duel-rounds", "1/(1 - e)", "e: chance that a round decides nothing", "0 <= e < 1"),
            _formula("rounds-geometric", "1/p", "p: chance that a round is the last", "0 < p <= 1"),
            _formula(
                "first-in-turn",
                "p/(1 - (1 - p)*(1 - q))",
                "p: chance of who begins, on each turn; q: chance of the other",
                "0 <= p <= 1, 0 <= q <= 1, p + q > 0",
            ),
            _formula("turn-order", "1/factorial(n)", "n: players", "n >= 0", "n"),
            _formula(
                "given",
                "b/c",
                "b: ways in which the condition holds and the event too; c: ways in which the condition holds",
                "0 <= b <= c, c > 0",
                note="chances may stand for the ways",
            ),
        )
    )
)
"""Every formula by its name."""
