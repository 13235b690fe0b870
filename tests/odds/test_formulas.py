"""The formula language: what it evaluates, shows and refuses."""

from fractions import Fraction
from math import comb

import pytest
import sympy

from beastlab.odds import Formula
from beastlab.odds.formulas import latex, parse


@pytest.mark.parametrize(
    "text",
    [
        "1 - (t - 1)*(t - 2)/72",
        "binomial(j - 1, 2)*binomial(m - j, q - 3)/binomial(m, q)",
        "(c - sqrt(c**2 + 4*b*c))/2",
        "Piecewise((1, t <= 2), (t, t < 3), (-t, t >= 5), (Abs(t), t > 4), (floor(t/6), True))",
    ],
)
def test_it_builds_what_sympy_would(text):
    assert parse(text) == sympy.sympify(text)


def test_names_of_sympy_stay_symbols():
    assert parse("N + E + I + S").free_symbols == set(sympy.symbols("N E I S"))


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').getcwd()",
        "x.y",
        "exp(x)",
        "x if y else z",
        "lambda: 1",
        "1.5*x",
        "a < b < c",
        "x[0]",
        "'text'",
        "x //  2",
    ],
)
def test_anything_else_is_refused(text):
    with pytest.raises(ValueError, match="not part of the formula language"):
        parse(text)
    with pytest.raises(ValueError, match="not part of the formula language"):
        latex(text)


def test_a_slip_of_the_pen_is_refused():
    with pytest.raises(ValueError, match="can't be read"):
        parse("1 +")


@pytest.mark.parametrize(
    ("text", "values", "shown"),
    [
        ("q**n", {"q": "1/2", "n": 3}, r"q^{n} = \left(\frac{1}{2}\right)^{3} = \frac{1}{8}"),
        ("g + e/2", {"g": 1, "e": -3}, r"g + \frac{e}{2} = 1 + \frac{-3}{2} = -\frac{1}{2}"),
        ("a*(b - c)", {"a": 2, "b": 1, "c": -3}, "a (b - c) = 2 (1 - (-3)) = 8"),
        ("2*n - a*b", {"n": 4, "a": 3, "b": 2}, r"2 n - a b = 2 \cdot 4 - 3 \cdot 2 = 2"),
        ("a - (b + c)", {"a": 1, "b": 2, "c": 3}, "a - (b + c) = 1 - (2 + 3) = -4"),
        ("binomial(n, 2)", {"n": 5}, r"\binom{n}{2} = \binom{5}{2} = 10"),
        ("Abs(x)**2", {"x": -3}, "|x|^{2} = |-3|^{2} = 9"),
        (
            "floor(x)",
            {"x": "7/2"},
            r"\left\lfloor x \right\rfloor = "
            r"\left\lfloor \frac{7}{2} \right\rfloor = 3",
        ),
        ("sqrt(x)", {"x": 9}, r"\sqrt{x} = \sqrt{9} = 3"),
        (
            "2*Sum(k, (k, 1, n))",
            {"n": 3},
            r"2 \left(\sum_{k=1}^{n} k\right) = "
            r"2 \left(\sum_{k=1}^{3} k\right) = 12",
        ),
        ("Piecewise((1, t < 2), (t*t, True))", {"t": 3}, r"t t = 3 \cdot 3 = 9"),
        ("Piecewise((1, t < 2), (t, True))", {"t": 0}, "1"),
    ],
)
def test_show_puts_the_numbers_in(text, values, shown):
    assert Formula("f", text).show(**values) == shown


def test_show_without_numbers_keeps_every_case():
    text = Formula("f", "Piecewise((1, t <= 2), (t, True))").show()
    assert text == r"\begin{cases} 1 & \text{if } t \le 2 \\ t & \text{otherwise} \end{cases}"
    assert Formula("f", "a/b")._repr_latex_() == r"$\displaystyle \frac{a}{b}$"


def test_roots_that_cancel_give_a_fraction_and_others_are_refused():
    fibonacci = Formula("f", "(((1 + sqrt(5))/2)**n - ((1 - sqrt(5))/2)**n)/sqrt(5)")
    assert [fibonacci.at(n=n) for n in range(8)] == [0, 1, 1, 2, 3, 5, 8, 13]
    with pytest.raises(ValueError, match="no rational value"):
        Formula("f", "sqrt(x)").at(x=2)


def test_check_finds_differences():
    pairs = Formula("pairs", "n*(n - 1)/2")
    assert pairs.check(lambda n: comb(n, 2), [{"n": n} for n in range(9)]) == []
    assert pairs.check(lambda n: n, [{"n": 3}, {"n": 4}]) == [({"n": 4}, 6, 4)]
    with pytest.raises(ValueError, match="no cases"):
        pairs.check(lambda n: n, [])


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, "needs values for n, q .n: tries; q: chance.; given: none"),
        ({"n": 2, "q": 1, "x": 3}, "given: n, q, x"),
        ({"n": 2, "q": 0.5}, r"write Fraction\(1, 2\)"),
        ({"n": "1/2", "q": 1}, "whole numbers .n >= 0."),
        ({"n": -1, "q": 1}, "holds for n >= 0; 0 <= n is not so here"),
        ({"n": 1, "q": "one"}, "give an int, a Fraction"),
    ],
)
def test_values_are_checked(values, words):
    tries = Formula("tries", "1 - (1 - q)**n", "n: tries; q: chance", "n >= 0", where="0 <= n", whole="n")
    assert tries.at(n=2, q=Fraction(1, 2)) == Fraction(3, 4)
    with pytest.raises(ValueError, match=words):
        tries.at(**values)
