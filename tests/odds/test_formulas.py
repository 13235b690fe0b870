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


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("q**n", {"q": "1/2", "n": 10**9}),
        ("q**n", {"q": "1/2", "n": -(10**9)}),
        ("(1 - q)**n", {"q": Fraction(1, 10**40), "n": 10**4}),
        ("((a**n)**n)**n", {"a": 2, "n": 300}),
        ("binomial(n, k)", {"n": 10**9, "k": 5 * 10**8}),
        ("binomial(n, k)", {"n": -(10**9), "k": 10**8}),
        ("binomial(n, k)", {"n": "1/2", "k": 10**8}),
        ("Sum(k, (k, 1, n))", {"n": 10**12}),
        ("Sum(Sum(k*j, (j, 1, n)), (k, 1, n))", {"n": 2000}),
        ("Sum(n**k, (k, 1, n))", {"n": 9999}),
        ("(1 + sqrt(2))**n", {"n": 10**5}),
        ("9**9**9 + n", {"n": 1}),
    ],
)
def test_numbers_that_would_fill_the_memory_are_refused(text, values):
    with pytest.raises(ValueError, match="too large to work this out exactly .*; give smaller ones"):
        Formula("f", text).at(**values)


def test_a_text_with_such_numbers_is_refused_before_it_is_built():
    for text in ("9**9**9", "2**10**10", "binomial(10**9, 10**8)"):
        with pytest.raises(ValueError, match="too large"):
            parse(text)


@pytest.mark.parametrize("text", ["-" * 5000 + "1", "(" * 500, "1+" * 900 + "1", "x" * 10**5, None, "1\0"])
def test_a_text_that_is_too_long_or_too_deep_is_refused(text):
    with pytest.raises(ValueError, match="can't be read; write it as in") as refused:
        parse(text) if text != "1+" * 900 + "1" else parse(text + "+" + text)
    assert len(str(refused.value)) < 150


@pytest.mark.parametrize(
    "text",
    [
        "Sum(1)",
        "Sum(k, (k, 1))",
        "Sum(k, k)",
        "Piecewise()",
        "Piecewise(1)",
        "binomial(1)",
        "sqrt()",
        "(1, 2)",
    ],
)
def test_functions_are_used_as_they_are_meant(text):
    with pytest.raises(ValueError, match="in a formula|takes pairs|formula language"):
        parse(text)


def test_only_the_case_that_holds_is_worked_out():
    cases = Formula("f", "Piecewise((n, n <= 9), (2**n, True))")
    assert cases.at(n=3) == 3 and cases.at(n=10) == 1024
    shallow = Formula("f", "Piecewise((0, n >= 100), (2**n, True))")
    assert shallow.at(n=10**9) == 0


def test_sums_between_whole_numbers_only():
    total = Formula("f", "Sum(k, (k, 1, n))")
    assert [total.at(n=n) for n in (0, 1, 4)] == [0, 1, 10]
    with pytest.raises(ValueError, match="from 1 to 5/2 has no end; give whole numbers"):
        total.at(n="5/2")


def test_a_number_too_long_to_read_is_worked_out_but_not_shown():
    power = Formula("power", "2**n")
    assert power.at(n=20_000) == 2**20_000 and power.show(n=9).endswith("= 512")
    for values in ({"n": 20_000}, {"n": -20_000}):
        with pytest.raises(ValueError, match="power is too long a number there to show; give smaller"):
            power.show(**values)
