"""The formula language: what it evaluates, shows and refuses."""

import subprocess
import sys
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
        "Max(0, k - 3) - Min(x, 2, y/2) + ceiling(t/2)",
        "ff(e, a - 1)*factorial(d)/Sum(factorial(j), (j, 1, k))",
        "Rational(2, 3)**(n + 1) + Rational(4, 9)*x",
        "Piecewise((10, Eq(u, 0)), (0, True))",
        "sqrt(2)*x + sqrt(9/4)",
    ],
)
def test_it_builds_what_sympy_would(text):
    assert parse(text) == sympy.sympify(text)


def test_names_of_sympy_stay_symbols():
    assert parse("N + E + I + S").free_symbols == set(sympy.symbols("N E I S"))
    assert parse("Q + T2 + O + P + Max + ff").free_symbols == set(sympy.symbols("Q T2 O P Max ff"))
    assert Formula("f", "N*E + ff(S, 2) - P**I + T2").at(N=1, E=2, S=3, P=4, I=2, T2=5) == -3


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
        "x == 2",
        "+x",
        "not x",
        "Max(*x)",
        "f'{x}'",
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
        (
            "ceiling(t/2)",
            {"t": 5},
            r"\left\lceil \frac{t}{2} \right\rceil = \left\lceil \frac{5}{2} \right\rceil = 3",
        ),
        ("Max(0, k - 3)", {"k": 1}, r"\max(0, k - 3) = \max(0, 1 - 3) = 0"),
        (
            "2*Min(1, x/2)",
            {"x": 1},
            r"2 \min\left(1, \frac{x}{2}\right) = 2 \min\left(1, \frac{1}{2}\right) = 1",
        ),
        ("factorial(n - 1)", {"n": 5}, "(n - 1)! = (5 - 1)! = 24"),
        ("factorial(n)**2*n", {"n": 3}, r"(n!)^{2} n = (3!)^{2} \cdot 3 = 108"),
        (
            "ff(6, n)/6**n",
            {"n": 2},
            r"\frac{6^{\underline{n}}}{6^{n}} = \frac{6^{\underline{2}}}{6^{2}} = \frac{5}{6}",
        ),
        (
            "Rational(2, 3)**n",
            {"n": 2},
            r"\left(\frac{2}{3}\right)^{n} = \left(\frac{2}{3}\right)^{2} = \frac{4}{9}",
        ),
        ("T2 + a0*pop", {"T2": 1, "a0": 2, "pop": 3}, r"T_{2} + a_{0} \mathrm{pop} = 1 + 2 \cdot 3 = 7"),
        ("n - (n - k)", {"n": 5, "k": 2}, "n - (n - k) = 5 - (5 - 2) = 2"),
        (
            "Sum(Sum(j, (j, 1, k)), (k, 1, n))",
            {"n": 2},
            r"\sum_{k=1}^{n} \sum_{j=1}^{k} j = \sum_{k=1}^{2} \sum_{j=1}^{k} j = 4",
        ),
        (
            "k + Sum(k, (k, 1, k))",
            {"k": 3},
            r"k + \left(\sum_{k=1}^{k} k\right) = 3 + \left(\sum_{k=1}^{3} k\right) = 9",
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
    none = Formula("f", "Piecewise((10, Eq(u, 0)), (0, True))").show()
    assert none == r"\begin{cases} 10 & \text{if } u = 0 \\ 0 & \text{otherwise} \end{cases}"
    text = Formula("f", "Piecewise((1, t <= 2), (t, True))").show()
    assert text == r"\begin{cases} 1 & \text{if } t \le 2 \\ t & \text{otherwise} \end{cases}"
    assert Formula("f", "a/b")._repr_latex_() == r"$\displaystyle \frac{a}{b}$"


def test_roots_that_cancel_give_a_fraction_and_others_are_refused():
    fibonacci = Formula("f", "(((1 + sqrt(5))/2)**n - ((1 - sqrt(5))/2)**n)/sqrt(5)")
    assert [fibonacci.at(n=n) for n in range(8)] == [0, 1, 1, 2, 3, 5, 8, 13]
    with pytest.raises(ValueError, match="no rational value"):
        Formula("f", "sqrt(x)").at(x=2)


@pytest.mark.parametrize(
    ("text", "values", "result"),
    [
        ("0**n", {"n": 0}, 1),
        ("Max(n, 3, n/2) - Min(2, n)", {"n": 5}, 3),
        ("ceiling(x) + floor(x)", {"x": "-7/2"}, -7),
        ("factorial(n)", {"n": 0}, 1),
        ("ff(x, 3)", {"x": 5}, 60),
        ("ff(x, 3)", {"x": 2}, 0),
        ("ff(x, 2)", {"x": "1/2"}, "-1/4"),
        ("ff(x, 2)", {"x": -3}, 12),
        ("binomial(n, 2)", {"n": "1/2"}, "-1/8"),
        ("binomial(n, 3)", {"n": -2}, -4),
        ("binomial(n, -1)", {"n": -2}, 0),
        ("binomial(n, 6)", {"n": 5}, 0),
        ("Rational(1, 3)*x", {"x": 6}, 2),
        ("Piecewise((1, Eq(x, 2)), (0, True))", {"x": "4/2"}, 1),
        ("x**2 - Max(sqrt(2), 1)**2", {"x": 2}, 2),
        ("floor(10*sqrt(x))", {"x": 2}, 14),
        ("Piecewise((1, sqrt(x) < 2), (0, True))", {"x": 3}, 1),
        ("x**Rational(1, 2)", {"x": "9/4"}, "3/2"),
        ("Sum(k, (k, 3, n))", {"n": 1}, 0),
    ],
)
def test_values_as_in_a_course(text, values, result):
    assert Formula("f", text).at(**values) == Fraction(result)


def test_numbers_and_sympy_agree():
    for text, cases in [
        ("ff(x, k)", [(Fraction(x, 2), k) for x in range(-6, 9) for k in range(5)]),
        ("binomial(x, k)", [(x, k) for x in range(7) for k in range(-2, 9)]),
        ("binomial(x, k)", [(Fraction(x, 2), k) for x in range(-5, 8, 2) for k in range(5)]),
        ("Max(x, k) - Min(x/2, k)*ceiling(x/k) + Abs(x)*floor(k/3)", [(-3, 2), (Fraction(7, 2), 3)]),
    ]:
        symbolic = parse(text)
        for x, k in cases:
            assert Formula("f", text).at(x=x, k=k) == symbolic.subs({"x": sympy.sympify(x), "k": k})


@pytest.mark.parametrize(
    ("text", "values", "words"),
    [
        ("1/(n - 2)", {"n": 2}, r"1 / \(n - 2\) divides by 0 there; give other values"),
        ("n**(-1)", {"n": 0}, "divides by 0 there"),
        ("factorial(n)", {"n": -1}, "factorial is taken of '-1' there; give a whole number of at least 0"),
        ("factorial(n)", {"n": "1/2"}, "factorial is taken of '1/2' there"),
        ("ff(6, n)", {"n": -1}, "ff is taken of '-1' there"),
        ("binomial(6, n)", {"n": "1/2"}, "binomial is taken of '1/2' there; give a whole number$"),
        ("Piecewise((1, n < 2))", {"n": 2}, r"no case of the Piecewise holds there; give a last case"),
        ("(n < 2) + 1", {"n": 2}, "'n < 2' is not part of the formula language"),
        ("Eq(n, 2)", {"n": 2}, "no rational value there: True"),
        ("Piecewise((1, n))", {"n": 2}, "'n' is not part of the formula language"),
        ("x + sqrt(-1)", {"x": 1}, "no rational value"),
    ],
)
def test_what_has_no_value_is_refused(text, values, words):
    with pytest.raises(ValueError, match=words):
        Formula("f", text).at(**values)


def test_letters_are_those_that_need_a_value():
    assert Formula("f", "n - (n - k)").letters == ("k", "n")
    assert Formula("f", "Sum(Max(j, q), (j, a, b))*0").letters == ("a", "b", "q")
    assert Formula("f", "j + Sum(j, (j, 1, 3))").letters == ("j",)
    assert Formula("f", "Piecewise((1, Eq(u, 0)), (T2, True))").letters == ("T2", "u")


def test_a_domain_may_be_written_in_one_piece():
    between = Formula("f", "q*n", domain="0 < q <= Max(1, n), n >= 1", where="0 < q <= Max(1, n), n >= 1")
    assert between.at(q=2, n=2) == 4
    for q, n, words in [
        (0, 1, "0 < q is"),
        (2, 1, r"q <= Max\(1, n\) is"),
        (0.5, 1, "float"),
        ("1/2", 0, "n >= 1"),
    ]:
        with pytest.raises(ValueError, match=words):
            between.at(q=q, n=n)


def test_a_known_result_is_shown_as_it_is():
    power = Formula("power", "q**n", "q: chance; n: dice", "n >= 0", where="n >= 0", whole="n")
    assert power.show(Fraction(1, 8), q="1/2", n=3) == power.show(q="1/2", n=3)
    assert power.show("7", q="1/2", n=3).endswith("= 7")  # nothing is worked out again
    with pytest.raises(ValueError, match="needs values for n, q"):
        power.show(Fraction(1, 8))
    with pytest.raises(ValueError, match="result is the float 0.125, which is not exact; write Fraction"):
        power.show(0.125, q="1/2", n=3)
    with pytest.raises(ValueError, match="n >= 0 is not so here"):
        power.show(1, q="1/2", n=-3)
    assert Formula("f", "Sum(result, (k, 1, 2))").show(result=3).endswith("= 6")


def test_sympy_is_loaded_for_roots_and_letters_only():
    code = (
        "import sys; from fractions import Fraction; from beastlab.odds.formulas import Formula\n"
        "f = Formula('f', 'Piecewise((ff(n, 2)*Sum(Max(j, 1)/factorial(j), (j, 0, n)), n > 1), (sqrt(n), True))',"
        " where='n >= 0')\n"
        "print(f.show(n=3), f.show(n=1), f.show(), f.show(Fraction(16), n=3), f.letters, f.at(n=9))\n"
        "print('sympy' in sys.modules, Formula('f', 'sqrt(n)**2').at(n=3), 'sympy' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert not shown.stderr and shown.stdout.splitlines()[1] == "False 3 True"


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
        ("factorial(n)", {"n": 10**9}),
        ("factorial(factorial(n))", {"n": 10}),
        ("ff(x, n)", {"x": 10**9, "n": 10**6}),
        ("ff(x, n)", {"x": "1/2", "n": 10**6}),
        ("ff(x, n)", {"x": -1, "n": 10**6}),
        ("ff(sqrt(x), 1000)", {"x": 2}),
        ("binomial(sqrt(x), 10**7)", {"x": 2}),
        ("Sum(1/k**k, (k, 1, n))", {"n": 1500}),
        ("Sum(Sum(1/(k + j)**60, (j, 1, n)), (k, 1, n))", {"n": 100}),
    ],
)
def test_numbers_that_would_fill_the_memory_are_refused(text, values):
    with pytest.raises(ValueError, match="too large to work this out exactly .*; give smaller ones"):
        Formula("f", text).at(**values)


def test_a_text_with_such_numbers_is_refused_before_it_is_built():
    for text in ("9**9**9", "2**10**10", "binomial(10**9, 10**8)", "factorial(10**9)", "ff(x, 10**6)"):
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
        "Max()",
        "Min()",
        "factorial(1, 2)",
        "ff(1)",
        "ceiling(1, 2)",
        "Rational(1)",
        "Eq(1)",
        "Max(a=1)",
        "1 + (a < b)",
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


def test_a_number_too_long_to_read_is_shown_rounded():
    power = Formula("power", "2**n")
    assert power.at(n=20_000) == 2**20_000 and power.show(n=9).endswith("= 512")
    assert power.show(n=20_000).endswith(r"= 2^{20000} \approx 3.98028 \cdot 10^{6020}")
    assert power.show(n=-20_000).endswith(r"\approx 2.51239 \cdot 10^{-6021}")
    with pytest.raises(ValueError, match="long is too long a number there to show; give smaller"):
        Formula("long", "n + 1").show(n=10**4000)
