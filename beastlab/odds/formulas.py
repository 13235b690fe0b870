"""Formulas as objects: SymPy expressions that know their symbols, where they hold, and their source."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import ge, gt, le, lt
from typing import TYPE_CHECKING, Any, TypeAlias

from beastlab.odds.arguments import number, shown

if TYPE_CHECKING:
    import sympy

Value: TypeAlias = "int | Fraction | str"

# The whole language of formulas: nothing else is looked up, and nothing is evaluated as Python.
FUNCTIONS = ("Abs", "Piecewise", "Sum", "binomial", "floor", "sqrt")

LONGEST = 2_000
"""A formula is not written with more signs than this,"""
MOST_BITS = 100_000
"""no power or binomial in it has more bits,"""
MOST_TERMS = 10_000
"""its sums have no more terms in all,"""
MOST_POWER = 200
"""and a sum with a root in it is raised to no higher power (a second)."""
MOST_SHOWN = 10_000
"""Numbers of more bits are not shown."""


def parse(text: str) -> sympy.Expr:
    """The SymPy expression that `text` writes: numbers, names, + - * / **, comparisons, FUNCTIONS.

    It reads the syntax tree and builds SymPy objects from it; unlike SymPy's own parser it never
    evaluates Python, and names such as `N` or `E` stay symbols.

    >>> parse("(13 - t)*(14 - t)/72")
    (13 - t)*(14 - t)/72
    """
    return _build(_tree(text), {}, MOST_TERMS)


def _tree(text: str) -> ast.expr:
    try:
        if isinstance(text, str) and len(text) <= LONGEST:
            tree = ast.parse(text, mode="eval").body
            ast.unparse(tree)  # nested too deep for this is too deep for all that follows
            return tree
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    raise ValueError(f"the formula {shown(text)} can't be read; write it as in 1 - (1 - q)**k")


def _build(node: ast.expr, values: Mapping[str, Any], room: int) -> Any:
    """The SymPy object of a node, with `values` for its letters; sums have `room` for so many terms.

    What would take long or fill the memory is refused before SymPy works it out.
    """
    import sympy

    def build(node: ast.expr) -> Any:
        return _build(node, values, room)

    match node:
        case ast.Constant(value=bool(value)):
            return sympy.true if value else sympy.false
        case ast.Constant(value=int(value)):
            return sympy.Integer(value)
        case ast.Name(id=name):
            return values.get(name, sympy.Symbol(name))
        case ast.UnaryOp(op=ast.USub(), operand=value):
            return -build(value)
        case ast.BinOp(left=left, op=op, right=right):
            a, b = build(left), build(right)
            match op:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.Div():
                    return a / b
                case ast.Pow():
                    _affordable(_bits(a) * abs(b) <= MOST_BITS if a.is_Rational and b.is_Rational else True)
                    _affordable(a.is_Rational or a.free_symbols or not b.is_Rational or abs(b) <= MOST_POWER)
                    return a**b
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            a, b = build(left), build(right)
            match op:
                case ast.LtE():
                    return le(a, b)
                case ast.Lt():
                    return lt(a, b)
                case ast.GtE():
                    return ge(a, b)
                case ast.Gt():
                    return gt(a, b)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
            return _call(name, args, values, room)
    raise ValueError(
        f"{ast.unparse(node)!r} is not part of the formula language: whole numbers, names, "
        f"+ - * / **, one comparison at a time, and {', '.join(FUNCTIONS)}"
    )


def _call(name: str, args: list[ast.expr], values: Mapping[str, Any], room: int) -> Any:
    import sympy

    match name, args:
        case "Sum", [term, ast.Tuple(elts=[ast.Name(id=letter), first, last])]:
            low, high = _build(first, values, room), _build(last, values, room)
            if not (low.is_Rational and high.is_Rational):
                return sympy.Sum(_build(term, values, room), (sympy.Symbol(letter), low, high))
            if not (low.is_Integer and high.is_Integer):
                raise ValueError(f"a sum from {low} to {high} has no end; give whole numbers")
            terms = max(0, int(high - low) + 1)
            _affordable(terms <= room)
            found = (_build(term, {**values, letter: low + i}, room // max(terms, 1)) for i in range(terms))
            return sympy.Add(*found)
        case "Piecewise", [_, *_]:
            cases = []
            for arg in args:
                if not isinstance(arg, ast.Tuple) or len(arg.elts) != 2:
                    raise ValueError("Piecewise takes pairs, as in Piecewise((1, t <= 2), (t, True))")
                when = _build(arg.elts[1], values, room)
                if when is not sympy.false:
                    cases.append((_build(arg.elts[0], values, room), when))
                if when is sympy.true:
                    break
            return sympy.Piecewise(*cases)
        case "binomial", [_, _]:
            n, k = (_build(arg, values, room) for arg in args)
            if n.is_Rational and k.is_Integer:
                within = n.is_Integer and n >= 0  # then it is 0 outside of 0 <= k <= n, and symmetric
                factors = max(0, min(k, n - k)) if within else abs(k)
                _affordable(factors * _bits(n) <= MOST_BITS)
            return sympy.binomial(n, k)
        case "Abs" | "floor" | "sqrt", [arg]:
            return getattr(sympy, name)(_build(arg, values, room))
    raise ValueError(f"{name} can't be used with {len(args)} arguments like these in a formula")


def _bits(value: Any) -> int:
    return max(int(value.p).bit_length(), int(value.q).bit_length())


def _affordable(small_enough: object) -> None:
    if not small_enough:
        raise ValueError(
            f"the numbers are too large to work this out exactly (up to {MOST_BITS:,} bits, and {MOST_TERMS:,} "
            "terms of a sum); give smaller ones"
        )


class Tex(str):
    """LaTeX that a notebook draws as a formula."""

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self}$"


@dataclass(frozen=True)
class Formula:
    """A named formula that can be evaluated exactly, shown with numbers in it, and checked.

    `text` is the expression, `symbols` says what its letters mean, `domain` where it holds. `where`
    says the domain once more as a condition in the formula language ("n >= 1, t <= 12*n"; commas
    mean "and"), `whole` names the letters that have to be whole numbers: `at` refuses other values.

    >>> reach = Formula("two-dice", "(13 - t)*(14 - t)/72", "t: number to reach", "7 <= t <= 12",
    ...     where="7 <= t, t <= 12", whole="t")
    >>> reach.at(t=9)
    Fraction(5, 18)
    >>> print(reach.show(t=9))
    \\frac{(13 - t) (14 - t)}{72} = \\frac{(13 - 9) (14 - 9)}{72} = \\frac{5}{18}
    """

    id: str
    text: str
    symbols: str = ""
    domain: str = ""
    note: str = ""
    where: str = ""
    whole: str = ""

    @cached_property
    def expression(self) -> sympy.Expr:
        """The SymPy expression, built when it is first asked for."""
        return parse(self.text)

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The names of the free symbols, in alphabetical order."""
        return tuple(sorted(symbol.name for symbol in self.expression.free_symbols))

    def at(self, **values: Value) -> Fraction:
        """The exact value; symbols take ints, Fractions or texts like "5/18"."""
        import sympy

        exact = {name: _rational(value) for name, value in self._exact(values).items()}
        result = _build(_tree(self.text), exact, MOST_TERMS)
        if not result.is_Rational:
            result = sympy.radsimp(sympy.expand(result))
        if not result.is_Rational:
            raise ValueError(f"{self.id} has no rational value there: {shown(result)}")
        return Fraction(int(result.p), int(result.q))

    def show(self, **values: Value) -> Tex:
        """LaTeX as the text writes it; with values: the formula = the same with numbers = the result."""
        if not values:
            return Tex(latex(self.text))
        exact = self._exact(values)
        result = self.at(**values)
        if max(map(_bits, map(_rational, (*exact.values(), result)))) > MOST_SHOWN:
            raise ValueError(f"{self.id} is too long a number there to show; give smaller ones, or ask `at`")
        steps = [latex(self.text, exact, fill=False), latex(self.text, exact)]
        return Tex(" = ".join(dict.fromkeys([*steps, _number(result)[0]])))

    def check(
        self, function: Callable[..., object], cases: Iterable[Mapping[str, Value]]
    ) -> list[tuple[dict[str, Value], Fraction, object]]:
        """Where `function(**case)` and the formula differ: (case, formula, function) each; hopefully [].

        >>> from math import comb
        >>> pairs = Formula("pairs", "n*(n - 1)/2")
        >>> pairs.check(lambda n: comb(n, 2), [{"n": n} for n in range(10)])
        []
        """
        differences, tried = [], 0
        for case in cases:
            tried += 1
            mine, other = self.at(**case), function(**case)
            if mine != other:
                differences.append((dict(case), mine, other))
        if not tried:
            raise ValueError("there are no cases; a check of nothing shows nothing")
        return differences

    def _repr_latex_(self) -> str:
        return self.show()._repr_latex_()

    def _exact(self, values: Mapping[str, Value]) -> dict[str, Fraction]:
        if sorted(values) != sorted(self.letters):
            raise ValueError(
                f"{self.id} needs values for {', '.join(self.letters)} ({self.symbols}); "
                f"given: {', '.join(values) or 'none'}"
            )
        exact = {name: number(name, value) for name, value in values.items()}
        for name in self.whole.split():
            if exact[name].denominator != 1:
                raise ValueError(f"{name} is {exact[name]}; {self.id} is for whole numbers ({self.domain})")
        for condition in filter(None, self.where.split(",")):
            put = {name: _rational(value) for name, value in exact.items()}
            if not _build(_tree(condition.strip()), put, MOST_TERMS):
                raise ValueError(f"{self.id} holds for {self.domain}; {condition.strip()} is not so here")
        return exact


def _rational(value: Fraction) -> Any:
    import sympy

    return sympy.Rational(value.numerator, value.denominator)


_SUM, _PRODUCT, _POWER, _ATOM = range(4)  # how tightly a piece of LaTeX holds together


def latex(text: str, exact: Mapping[str, Fraction] | None = None, *, fill: bool = True) -> str:
    """LaTeX of a formula text in the order it is written; `exact` numbers pick cases and fill letters.

    >>> print(latex("1 - (1 - q)**k", {"q": Fraction(5, 12), "k": Fraction(3)}))
    1 - \\left(1 - \\frac{5}{12}\\right)^{3}
    """
    known = exact or {}

    def held(node: ast.expr, at_least: int) -> str:
        piece, strength = write(node)
        if strength >= at_least:
            return piece
        tall = any(word in piece for word in (r"\frac", r"\begin", r"\sum", r"\binom"))
        return rf"\left({piece}\right)" if tall else f"({piece})"

    def plain(node: ast.expr) -> str:
        return write(node)[0]

    def write(node: ast.expr) -> tuple[str, int]:
        match node:
            case ast.Name(id=name):
                return _number(known[name]) if fill and name in known else (name, _ATOM)
            case ast.Constant(value=int(value)):
                return str(value), _ATOM
            case ast.UnaryOp(operand=value):
                return f"-{held(value, _PRODUCT)}", _SUM
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
                sign = "+" if isinstance(op, ast.Add) else "-"
                return f"{plain(left)} {sign} {held(right, _PRODUCT)}", _SUM
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                a, b = held(left, _PRODUCT), held(right, _PRODUCT)
                dot = r"\cdot " if b[0].isdigit() or b.startswith(r"\frac") else ""
                return f"{a} {dot}{b}", _PRODUCT
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                return rf"\frac{{{plain(left)}}}{{{plain(right)}}}", _PRODUCT
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                return f"{held(left, _ATOM)}^{{{plain(right)}}}", _POWER
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                sign = {ast.LtE: r"\le", ast.Lt: "<", ast.GtE: r"\ge", ast.Gt: ">"}[type(op)]
                return f"{plain(left)} {sign} {plain(right)}", _SUM
            case ast.Call(func=ast.Name(id="binomial"), args=[n, k]):
                return rf"\binom{{{plain(n)}}}{{{plain(k)}}}", _ATOM
            case ast.Call(func=ast.Name(id="floor"), args=[x]):
                return rf"\left\lfloor {plain(x)} \right\rfloor", _ATOM
            case ast.Call(func=ast.Name(id="Abs"), args=[x]):
                return f"|{plain(x)}|", _ATOM
            case ast.Call(func=ast.Name(id="sqrt"), args=[x]):
                return rf"\sqrt{{{plain(x)}}}", _ATOM
            case ast.Call(func=ast.Name(id="Sum"), args=[term, ast.Tuple(elts=[k, first, last])]):
                bounds = f"_{{{plain(k)}={plain(first)}}}^{{{plain(last)}}}"
                return rf"\sum{bounds} {held(term, _PRODUCT)}", _SUM
            case ast.Call(func=ast.Name(id="Piecewise"), args=cases):
                pairs = [case.elts for case in cases if isinstance(case, ast.Tuple)]
                for value, when in pairs:
                    truth = _truth(when, known)
                    if truth is True:
                        return write(value)
                    if truth is None:
                        break
                when_text = [
                    r"\text{otherwise}" if isinstance(when, ast.Constant) else rf"\text{{if }} {plain(when)}"
                    for _, when in pairs
                ]
                rows = [f"{plain(pair[0])} & {text}" for pair, text in zip(pairs, when_text, strict=True)]
                body = r" \\ ".join(rows)
                return rf"\begin{{cases}} {body} \end{{cases}}", _PRODUCT
        raise ValueError(f"{ast.unparse(node)!r} is not part of the formula language")

    return plain(_tree(text))


def _truth(when: ast.expr, known: Mapping[str, Fraction]) -> bool | None:
    """Whether a condition holds for the known numbers; None if it speaks of other letters too."""
    if not known or not {node.id for node in ast.walk(when) if isinstance(node, ast.Name)} <= set(known):
        return None
    return bool(_build(when, {name: _rational(value) for name, value in known.items()}, MOST_TERMS))


def _number(value: Fraction) -> tuple[str, int]:
    """LaTeX of a number, and how tightly it holds together."""
    sign, size = "-" * (value < 0), abs(value)
    strength = _SUM if sign else _ATOM if size.denominator == 1 else _PRODUCT
    return sign + (
        str(size) if size.denominator == 1 else rf"\frac{{{size.numerator}}}{{{size.denominator}}}"
    ), strength
