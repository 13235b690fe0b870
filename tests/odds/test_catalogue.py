"""Every formula of the catalogue beside a count of all outcomes, written here with itertools alone."""

import subprocess
import sys
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from beastlab.odds.catalogue import FORMULAS

CHANCES = (Fraction(0), Fraction(1, 6), Fraction(5, 12), Fraction(1))


def tries(n, q, holds):
    """P(holds(number of hits)) for n tries, over every pattern of hits and misses."""
    found = Fraction(0)
    for pattern in product((True, False), repeat=n):
        if holds(sum(pattern)):
            weight = Fraction(1)
            for hit in pattern:
                weight *= q if hit else 1 - q
            found += weight
    return found


def rolls(n, s, holds):
    """P(holds(faces)) over every roll of n dice with s sides."""
    return Fraction(sum(bool(holds(faces)) for faces in product(range(1, s + 1), repeat=n)), s**n)


def mean_of_rolls(n, s, value):
    return Fraction(sum(value(faces) for faces in product(range(1, s + 1), repeat=n)), s**n)


def draws(N, n, holds):
    """P(holds(drawn)) over every set of n of the cards 0, ..., N - 1."""
    sets = list(combinations(range(N), n))
    return Fraction(sum(bool(holds(drawn)) for drawn in sets), len(sets))


def rerolled(n, f, q, k):
    """P(at least k hits): n dice, then a failed die is rolled again while there is one, f times at most."""

    def after(hits, rerolls):
        if hits == n or not rerolls:
            return Fraction(hits >= k)
        return q * after(hits + 1, rerolls - 1) + (1 - q) * after(hits, rerolls - 1)

    return sum((tries(n, q, lambda hits, h=h: hits == h) * after(h, f) for h in range(n + 1)), Fraction(0))


def two_counts(n, h, r, p, q):
    found = Fraction(0)
    for pattern in product("hr-", repeat=n):
        if pattern.count("h") == h and pattern.count("r") == r:
            found += p**h * q**r * (1 - p - q) ** pattern.count("-")
    return found


def places(N, K, r):
    """Where the r-th wanted card lies, for every way in which K wanted cards lie among N."""
    return [wanted[r - 1] for wanted in combinations(range(1, N + 1), K)]


def collected(s):
    """The mean number of rolls until all s faces were seen: rolls with `missing` faces, one step at a time."""
    mean = Fraction(0)
    for missing in range(1, s + 1):
        mean = 1 / Fraction(missing, s) + mean  # a miss, of chance 1 - missing/s, leaves all as it was
    return mean


def series(first, again, turns=400):
    """Bounds of first + again*first + again**2*first + ...: the sum of many turns, and what may be left."""
    total, weight = Fraction(0), Fraction(1)
    for _ in range(turns):
        total += weight * first
        weight *= again
    return total, weight


def weighed(p, q, turns=60):
    """Who hits first when two take turns: P(the first one within so many turns), and what is open."""
    first, open_ = Fraction(0), Fraction(1)
    for turn in range(turns):
        if turn % 2 == 0:
            first += open_ * p
        open_ *= 1 - (q if turn % 2 else p)
    return first, open_


N_Q = [{"n": n, "q": q} for n in range(5) for q in CHANCES]
N_K_Q = [{"n": n, "k": k, "q": q} for n in range(5) for k in range(n + 1) for q in CHANCES]
PAST_ALL = [{"n": n, "k": n + 2, "q": q} for n in range(3) for q in CHANCES]
N_S = [{"n": n, "s": s} for n in range(5) for s in range(1, 5)]
TOTALS = [{"n": n, "s": s, "t": t} for n in range(1, 4) for s in (1, 2, 4, 6) for t in range(-2, n * s + 3)]
FACES = [{"n": n, "s": s, "t": t} for n in range(1, 4) for s in (1, 2, 4, 6) for t in range(1, s + 1)]
CARDS = [{"N": N, "K": K, "n": n} for N in range(7) for K in range(N + 1) for n in range(N + 1)]
N_K_CARDS = [{**cards, "k": k} for cards in CARDS for k in range(cards["n"] + 2)]
KINDS = [
    {"N": N, "A": A, "B": B, "n": n, "a": a, "b": b}
    for N in (0, 3, 6)
    for A in range(N + 1)
    for B in range(N + 1 - A)
    for n in range(0, N + 1, 2)
    for a in range(3)
    for b in range(3)
]
PLACES = [{"N": N, "K": K, "r": r} for N in range(1, 8) for K in range(1, N + 1) for r in range(1, K + 1)]

COUNTED = {
    "any": (N_Q, lambda n, q: tries(n, q, lambda hits: hits > 0)),
    "all": (N_Q, lambda n, q: tries(n, q, lambda hits: hits == n)),
    "none": (N_Q, lambda n, q: tries(n, q, lambda hits: hits == 0)),
    "count-exactly": (N_K_Q, lambda n, k, q: tries(n, q, lambda hits: hits == k)),
    "count-at-least": (N_K_Q + PAST_ALL, lambda n, k, q: tries(n, q, lambda hits: hits >= k)),
    "count-at-most": (N_K_Q, lambda n, k, q: tries(n, q, lambda hits: hits <= k)),
    "kth-highest-at-least": (
        [
            {"n": n, "k": k, "q": Fraction(7 - t, 6)}
            for n in (1, 2, 3)
            for k in range(1, n + 1)
            for t in range(1, 8)
        ],
        lambda n, k, q: rolls(n, 6, lambda faces: sorted(faces)[-k] >= 7 - 6 * q),
    ),
    "two-counts": (
        [
            {"n": n, "h": h, "r": r, "p": p, "q": q}
            for n in range(5)
            for h in range(n + 1)
            for r in range(n + 1 - h)
            for p, q in [(Fraction(1, 2), Fraction(1, 6)), (Fraction(1, 3), Fraction(2, 3)), (0, 1), (0, 0)]
        ],
        two_counts,
    ),
    "count-with-rerolls": (
        [{**case, "f": f} for case in N_K_Q for f in range(3)],
        lambda n, k, q, f: rerolled(n, f, q, k),
    ),
    "retries": (
        [{"k": k, "q": q} for k in range(4) for q in CHANCES],
        lambda k, q: tries(k + 1, q, lambda hits: hits > 0),
    ),
    "majority": (
        [{"n": n, "q": q} for n in range(7) for q in CHANCES],
        lambda n, q: tries(n, q, lambda votes: 2 * votes > n),
    ),
    "sum-exactly": (TOTALS, lambda n, s, t: rolls(n, s, lambda faces: sum(faces) == t)),
    "sum-at-least": (TOTALS, lambda n, s, t: rolls(n, s, lambda faces: sum(faces) >= t)),
    "sum-at-most": (TOTALS, lambda n, s, t: rolls(n, s, lambda faces: sum(faces) <= t)),
    "highest-at-least": (FACES, lambda n, s, t: rolls(n, s, lambda faces: max(faces) >= t)),
    "highest-exactly": (FACES, lambda n, s, t: rolls(n, s, lambda faces: max(faces) == t)),
    "lowest-at-least": (FACES, lambda n, s, t: rolls(n, s, lambda faces: min(faces) >= t)),
    "all-different": (N_S, lambda n, s: rolls(n, s, lambda faces: len(set(faces)) == n)),
    "all-faces": (N_S, lambda n, s: rolls(n, s, lambda faces: len(set(faces)) == s)),
    "expected-distinct": (N_S, lambda n, s: mean_of_rolls(n, s, lambda faces: len(set(faces)))),
    "collect-mean": ([{"s": s} for s in range(1, 9)], collected),
    "hypergeometric": (
        N_K_CARDS,
        lambda N, K, n, k: draws(N, n, lambda drawn: sum(card < K for card in drawn) == k),
    ),
    "draw-at-least-one": (CARDS, lambda N, K, n: draws(N, n, lambda drawn: any(card < K for card in drawn))),
    "draw-none": (CARDS, lambda N, K, n: draws(N, n, lambda drawn: all(card >= K for card in drawn))),
    "draw-at-least": (
        N_K_CARDS,
        lambda N, K, n, k: draws(N, n, lambda drawn: sum(card < K for card in drawn) >= k),
    ),
    "draw-at-most": (
        N_K_CARDS,
        lambda N, K, n, k: draws(N, n, lambda drawn: sum(card < K for card in drawn) <= k),
    ),
    "two-kinds-at-least": (
        KINDS,
        lambda N, A, B, n, a, b: draws(
            N,
            n,
            lambda drawn: (
                sum(card < A for card in drawn) >= a and sum(A <= card < A + B for card in drawn) >= b
            ),
        ),
    ),
    "position": (
        [{**case, "j": j} for case in PLACES for j in range(1, case["N"] + 1)],
        lambda N, K, r, j: Fraction(places(N, K, r).count(j), len(places(N, K, r))),
    ),
    "position-mean": (PLACES, lambda N, K, r: Fraction(sum(places(N, K, r)), len(places(N, K, r)))),
    "best-of-draw": (
        [{"N": N, "L": L, "n": n} for N in range(1, 7) for L in range(N + 1) for n in range(1, N + 1)],
        lambda N, L, n: draws(N, n, lambda drawn: max(drawn) < L),
    ),
    "turn-order": (
        [{"n": n} for n in range(6)],
        lambda n: Fraction(1, len(list(permutations(range(n))))),
    ),
    "given": (
        [{"b": b, "c": c} for c in range(1, 7) for b in range(c + 1)],
        lambda b, c: Fraction(len([way for way in range(c) if way < b]), len(range(c))),
    ),
}
SUMMED = ("duel", "duel-rounds", "rounds-geometric", "first-in-turn")


@pytest.mark.parametrize("name", COUNTED)
def test_beside_a_count_of_all_outcomes(name):
    cases, count = COUNTED[name]
    assert FORMULAS[name].check(count, cases) == []


@pytest.mark.parametrize("w", [Fraction(0), Fraction(1, 36), Fraction(1, 2)])
@pytest.mark.parametrize("lose", [Fraction(1, 6), Fraction(1, 2)])
def test_a_duel_is_the_sum_of_its_rounds(w, lose):
    won, left = series(w, 1 - w - lose)
    assert won <= FORMULAS["duel"].at(w=w, l=lose) <= won + left and left < Fraction(1, 10**20)


@pytest.mark.parametrize("p", [Fraction(1, 6), Fraction(1, 2), Fraction(1)])
def test_rounds_are_counted_one_by_one(p):
    rounds, left = series(1, 1 - p)  # every round is reached when none before it was the last
    for mean in (FORMULAS["rounds-geometric"].at(p=p), FORMULAS["duel-rounds"].at(e=1 - p)):
        assert rounds <= mean <= rounds + left / p and left < Fraction(1, 10**20)


@pytest.mark.parametrize("p", CHANCES)
@pytest.mark.parametrize("q", CHANCES[1:])
def test_turns_are_taken_one_by_one(p, q):
    first, open_ = weighed(p, q)
    assert first <= FORMULAS["first-in-turn"].at(p=p, q=q) <= first + open_ and open_ < Fraction(1, 100)


def test_every_formula_is_held_to_something():
    assert set(FORMULAS) == {*COUNTED, *SUMMED}


@pytest.mark.parametrize("name", FORMULAS)
def test_every_letter_is_named_and_the_domain_speaks_of_them(name):
    formula = FORMULAS[name]
    named = {
        letter.strip() for part in formula.symbols.split(";") for letter in part.split(":")[0].split(",")
    }
    assert formula.id == name and named == set(formula.letters)
    assert set(formula.whole.split()) <= set(formula.letters) and formula.where == formula.domain


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("any", {"n": 2, "q": 2}, "any holds for 0 <= q <= 1, n >= 0; q <= 1 is not so here"),
        ("any", {"n": "1/2", "q": 0}, "any is for whole numbers"),
        ("count-exactly", {"n": 2, "k": 3, "q": 0}, "k <= n is not so here"),
        ("two-counts", {"n": 2, "h": 1, "r": 2, "p": 0, "q": 0}, "h \\+ r <= n is not so here"),
        ("highest-at-least", {"n": 1, "s": 6, "t": 7}, "t <= s is not so here"),
        ("hypergeometric", {"N": 5, "K": 6, "n": 2, "k": 1}, "K <= N is not so here"),
        ("position", {"N": 5, "K": 2, "r": 3, "j": 4}, "r <= K is not so here"),
        ("duel", {"w": 0, "l": 0}, "0 < w \\+ l is not so here"),
        ("duel-rounds", {"e": 1}, "e < 1 is not so here"),
        ("given", {"b": 3, "c": 2}, "b <= c is not so here"),
    ],
)
def test_outside_of_its_domain_a_formula_says_so(name, values, words):
    with pytest.raises(ValueError, match=words):
        FORMULAS[name].at(**values)


def test_the_catalogue_shows_numbers_without_sympy():
    code = (
        "import sys; from fractions import Fraction; from beastlab.odds.catalogue import FORMULAS\n"
        "print([formula.show() for formula in FORMULAS.values()])\n"
        "print(FORMULAS['count-at-least'].show(Fraction(1, 16), n=4, k=4, q='1/2'))\n"
        "print(FORMULAS['sum-at-least'].show(n=4, s=6, t=15))\n"
        "assert 'sympy' not in sys.modules"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert not shown.stderr and shown.stdout.splitlines()[2].endswith(r"= \frac{575}{1296}")
    assert shown.stdout.splitlines()[1] == (
        r"\sum_{j=k}^{n} \binom{n}{j} q^{j} (1 - q)^{n - j} = \sum_{j=4}^{4} \binom{4}{j} "
        r"\left(\frac{1}{2}\right)^{j} \left(1 - \frac{1}{2}\right)^{4 - j} = \frac{1}{16}"
    )


def test_the_catalogue_can_not_be_changed():
    with pytest.raises(TypeError):
        FORMULAS["any"] = FORMULAS["all"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x", r"there is no formula 'x'; list\(FORMULAS\) has all names"),
        ("hypergeom", r"no formula 'hypergeom'; did you mean 'hypergeometric'\? list\(FORMULAS\)"),
        ("Count-At-Lest", "did you mean 'count-at-least' or "),
        (3, "no formula 3; list"),
    ],
)
def test_an_unknown_name_is_refused_with_those_that_are_near(name, words):
    with pytest.raises(KeyError, match=words):
        FORMULAS[name]
    assert name not in FORMULAS and FORMULAS.get(name) is None
