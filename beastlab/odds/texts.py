"""Exact chances as text: fractions, percentages, "1 in N", and the bar beside them. Nothing rounds to a lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from html import escape
from typing import Any

LONG_LINE = 260
"""An equation of more signs of LaTeX goes over several lines."""
LONGEST = 24
"""A fraction of more signs is shown rounded, and says so."""
ROWS_SHOWN = 40
"""A table shows so many outcomes, the likeliest, and sums up the rest in one line."""
LATEX_SHOWN = 8
"""A law of more outcomes is not written in LaTeX."""


def fraction_text(p: Fraction) -> str:
    """The fraction as text; one too long to read is shown rounded, and says so.

    >>> fraction_text(Fraction(5, 18)), fraction_text(Fraction(1, 3**80))
    ('5/18', 'about 6.7655e-39')
    >>> fraction_text(1 - Fraction(1, 3**80)), fraction_text(Fraction(1, 36**1000))
    ('about 1 - 6.7655e-39', 'about 4.98310e-1557')
    """
    if p.numerator.bit_length() + p.denominator.bit_length() < 4 * LONGEST:
        text = str(p)  # only now: str refuses ints of more than 4300 digits
        if len(text) <= LONGEST:
            return text
    return f"about {decimal_text(p)}"


def decimal_text(p: Fraction) -> str:
    """Six digits of it, however small; what is not 1 does not look like 1.

    >>> decimal_text(Fraction(5, 18)), decimal_text(1 - Fraction(1, 10**9))
    ('0.277778', '1 - 1e-09')
    """
    ratio = p.numerator.bit_length() - p.denominator.bit_length()
    if abs(ratio) < 900:
        text = f"{float(p):.6g}"
        if text == "1" and p != 1:
            return f"1 {'-' if p < 1 else '+'} {decimal_text(abs(1 - p))}"
        return text
    up, down = (max(0, abs(n).bit_length() - 200) for n in (p.numerator, p.denominator))
    with localcontext(Context(prec=40, Emax=MAX_EMAX, Emin=MIN_EMIN)):
        near = Decimal(p.numerator >> up) / Decimal(p.denominator >> down) * Decimal(2) ** (up - down)
        return f"{near:.5e}"


def percent_text(p: Fraction) -> str:
    """The percentage, never rounded to a certainty that is none.

    >>> percent_text(Fraction(5, 18)), percent_text(Fraction(1, 10**6)), percent_text(Fraction(1))
    ('27.78 %', 'under 0.01 %', '100 %')
    """
    if p in (0, 1):
        return f"{100 * int(p)} %"
    if p * 10_000 < 1:
        return "under 0.01 %"
    if (1 - p) * 10_000 < 1:
        return "over 99.99 %"
    return f"{float(100 * p):.2f} %"


def one_in_text(p: Fraction) -> str:
    """The chance as one in so many: exact where that is whole, "all but" where more than half of the ways count.

    >>> one_in_text(Fraction(1, 36)), one_in_text(Fraction(5, 18)), one_in_text(Fraction(35, 36))
    ('1 in 36', '1 in 3.6', 'all but 1 in 36')
    >>> one_in_text(Fraction(1, 6**12)), one_in_text(Fraction(7, 6**12)), one_in_text(Fraction(0))
    ('1 in 2,176,782,336', '1 in about 310,968,905', 'never')
    """
    if p in (0, 1):
        return "always" if p else "never"
    if 2 * p > 1:
        return f"all but {one_in_text(1 - p)}"
    many = 1 / p
    if many >= 10**15:
        return f"1 in about {decimal_text(many)}"
    if many.denominator == 1:
        return f"1 in {int(many):,}"
    return f"1 in {float(many):.1f}" if many < 100 else f"1 in about {round(many):,}"


def whole_text(n: int) -> str:
    """A whole number as text, one of more than 18 digits rounded.

    >>> whole_text(1296), whole_text(6**100)
    ('1,296', 'about 6.53319e+77')
    """
    return f"{n:,}" if abs(n) < 10**18 else f"about {decimal_text(Fraction(n))}"


def number_tex(p: Fraction) -> str:
    r"""LaTeX of a number: whole, a fraction, or rounded where that is too long to read.

    >>> number_tex(Fraction(5, 18)), number_tex(Fraction(-7)), number_tex(Fraction(1, 36**100))
    ('\\frac{5}{18}', '-7', '2.34288 \\cdot 10^{-156}')
    """
    if readable(p):
        sign, size = "-" * (p < 0), abs(p)
        return sign + (
            str(size) if size.denominator == 1 else rf"\frac{{{size.numerator}}}{{{size.denominator}}}"
        )
    digits, _, power = decimal_text(p).partition("e")
    return rf"{digits} \cdot 10^{{{int(power)}}}" if power else digits


def equals_tex(p: Fraction) -> str:
    r"""LaTeX of the end of an equation: "= 5/18", or "about" where the number is rounded.

    >>> equals_tex(Fraction(5, 18)), equals_tex(Fraction(1, 7**90))
    ('= \\frac{5}{18}', '\\approx 8.73326 \\cdot 10^{-77}')
    """
    return ("= " if readable(p) else r"\approx ") + number_tex(p)


def equation(steps: list[str], end: Fraction, longest: int = LONG_LINE) -> str:
    r"""LaTeX of a chain of equal steps and the number at its end, below each other where they are longer in all.

    >>> print(equation(["P", "1 - q"], Fraction(1, 6)))
    P = 1 - q = \frac{1}{6}
    """
    if steps[-1] != number_tex(end):
        steps = [*steps, equals_tex(end)]
    first, *others = (step if step.startswith(("= ", r"\approx ")) else f"= {step}" for step in steps)
    first = first.removeprefix("= ")
    if sum(map(len, steps)) <= longest:
        return " ".join([first, *others])
    return r"\begin{aligned} " + first + " &" + r" \\[0.4em] &".join(others) + r" \end{aligned}"


def readable(p: Fraction) -> bool:
    """Whether the exact number is short enough to be read."""
    return p.numerator.bit_length() + p.denominator.bit_length() <= 200


def gauge(p: Fraction) -> str:
    """A chance as a filled part of a bar in HTML; the text beside it says the same, so readers of text skip it."""
    return (
        '<div aria-hidden="true" style="width:20em;max-width:100%;height:0.7em;margin:0.3em 0;'
        f'border:1px solid #0072B2"><div style="height:100%;background:#0072B2;width:{float(p):.2%}"></div></div>'
    )


def bar(length: Fraction, ems: int) -> str:
    """A bar in HTML, so many of `ems`; the text beside it says the same, so readers of text skip it."""
    return (
        '<span aria-hidden="true" style="display:inline-block;height:0.8em;margin-left:0.5em;'
        f'background:#0072B2;width:{float(length) * ems:.3g}em"></span>'
    )


# --- whole laws -----------------------------------------------------------------------------


def likeliest(weights: Mapping[Any, int], total: int) -> Iterator[tuple[str, int, Fraction]]:
    """The rows of a table: text, ways and chance of the likeliest outcomes, then of all others at once."""
    ranked = sorted(weights, key=weights.__getitem__, reverse=True)
    chosen = set(ranked[:ROWS_SHOWN])
    for outcome, ways in weights.items():
        if outcome in chosen:
            yield str(outcome), ways, Fraction(ways, total)
    if rest := ranked[ROWS_SHOWN:]:
        ways = sum(weights[outcome] for outcome in rest)
        yield f"{len(rest)} less likely outcomes", ways, Fraction(ways, total)


def lines(weights: Mapping[Any, int], total: int) -> str:
    """A law as plain text, a line for each outcome.

    >>> print(lines({"hit": 5, "miss": 13}, 18))
    hit    5/18  0.277778  27.78 %  1 in 3.6
    miss  13/18  0.722222  72.22 %  all but 1 in 3.6
    """
    rows = [
        (label, fraction_text(p), decimal_text(p), percent_text(p), one_in_text(p))
        for label, _, p in likeliest(weights, total)
    ]
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        f"{a:<{wide[0]}}  {b:>{wide[1]}}  {c:<{wide[2]}}  {d:>{wide[3]}}  {e}" for a, b, c, d, e in rows
    )


def table(weights: Mapping[Any, int], total: int, caption: str) -> str:
    """A law as an HTML table: ways over all ways, fraction, percent and a bar for each outcome."""
    top = max(weights.values())
    body = "".join(
        f'<tr><th scope="row" style="text-align:left">{escape(label)}</th>'
        f'<td style="text-align:right">{whole_text(ways)}</td>'
        f'<td style="text-align:right">{fraction_text(p)}</td>'
        f'<td style="text-align:left;white-space:nowrap">{percent_text(p)}'
        f"{bar(Fraction(ways, top) if ways <= top else Fraction(0), 10)}</td></tr>"
        for label, ways, p in likeliest(weights, total)
    )
    return (
        '<table class="beastlab-distribution">'
        f'<caption style="caption-side:top;text-align:left">{escape(caption)}</caption><thead><tr>'
        '<th scope="col" style="text-align:left">outcome</th>'
        f'<th scope="col" style="text-align:right">ways of {whole_text(total)}</th>'
        '<th scope="col" style="text-align:right">probability</th>'
        '<th scope="col" style="text-align:left">percent</th></tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def latex(chances: Mapping[Any, Fraction]) -> str:
    r"""A law as a LaTeX array of outcomes and fractions.

    >>> latex({1: Fraction(1, 3), "a_b": Fraction(2, 3)})
    '$\\begin{array}{c|cc}x & 1 & \\text{a\\_b}\\\\P(X = x) & \\frac{1}{3} & \\frac{2}{3}\\end{array}$'
    """
    heads = [_latex_label(outcome) for outcome in chances]
    cells = [_latex_chance(p) for p in chances.values()]
    return (
        rf"$\begin{{array}}{{c|{'c' * len(heads)}}}x & {' & '.join(heads)}\\"
        rf"P(X = x) & {' & '.join(cells)}\end{{array}}$"
    )


def _latex_label(outcome: object) -> str:
    if isinstance(outcome, Fraction) and outcome.denominator != 1:
        return rf"{'-' * (outcome < 0)}\frac{{{abs(outcome.numerator)}}}{{{outcome.denominator}}}"
    if isinstance(outcome, int | Fraction) and not isinstance(outcome, bool):
        return str(outcome)
    text = "".join(_LATEX.get(sign, sign) for sign in str(outcome))
    return rf"\text{{{text}}}"


_LATEX = {sign: f"\\{sign}" for sign in "&%#_{}"} | {
    "$": r"\$",
    "\\": r"\textbackslash ",
    "~": r"\textasciitilde ",
    "^": r"\textasciicircum ",
}


def _latex_chance(p: Fraction) -> str:
    text = fraction_text(p)
    if text.startswith("about"):
        return rf"\text{{{text}}}"
    return text if p.denominator == 1 else rf"\frac{{{p.numerator}}}{{{p.denominator}}}"
