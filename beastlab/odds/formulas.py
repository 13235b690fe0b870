"""Formulas as objects that know their letters, where they hold, and how they look with numbers in them.

Numbers stay Fractions. SymPy is loaded only for what a Fraction can't hold: a letter without a value,
and a root that is not rational.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, comb, factorial, floor, isqrt, perm, prod
from operator import add, eq, ge, gt, le, lt, mul, sub, truediv
from typing import TYPE_CHECKING, Any, TypeAlias

from beastlab.odds.arguments import number, shown
from beastlab.odds.texts import equation, number_tex

if TYPE_CHECKING:
    import sympy

Value: TypeAlias = "int | Fraction | str"

LONGEST = 2_000
"""A formula is not written with more signs than this,"""
MOST_BITS = 100_000
"""no power, binomial or factorial in it has more bits,"""
MOST_TERMS = 10_000
"""its sums have no more terms in all,"""
MOST_WORK = 3 * 10**12
"""nor more terms times the square of the bits below the line, to which their time is due (some seconds),"""
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
    import sympy

    return sympy.sympify(_build(_tree(text), {}, MOST_TERMS))


def _tree(text: str) -> ast.expr:
    try:
        if isinstance(text, str) and len(text) <= LONGEST:
            tree = ast.parse(text.strip(), mode="eval").body
            ast.unparse(tree)  # nested too deep for this is too deep for all that follows
            return tree
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    raise ValueError(f"the formula {shown(text)} can't be read; write it as in 1 - (1 - q)**k")


def _build(node: ast.expr, values: Mapping[str, Any], room: int) -> Any:
    """The Fraction, bool or SymPy object of a node, with `values` for its letters.

    Sums have `room` for so many terms. What would take long or fill the memory is refused before it
    is worked out.
    """

    def build(node: ast.expr) -> Any:
        value = _build(node, values, room)
        if _is_condition(value):
            raise _stranger(node)
        return value

    match node:
        case ast.Constant(value=bool(value)):
            return value
        case ast.Constant(value=int(value)):
            return Fraction(value)
        case ast.Name(id=name):
            return values[name] if name in values else _symbol(name)
        case ast.UnaryOp(op=ast.USub(), operand=value):
            return -build(value)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
            a, b = build(left), build(right)
            if (isinstance(op, ast.Div) and b == 0) or (isinstance(op, ast.Pow) and a == 0 and _below_0(b)):
                raise ValueError(f"{ast.unparse(node)} divides by 0 there; give other values")
            return _apply(_OPERATIONS[type(op)], a, b)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARISONS:
            return _apply(_COMPARISONS[type(op)][0], build(left), build(right))
        case ast.Call(func=ast.Name(id="Sum"), args=args, keywords=[]):
            return _sum(args, values, room)
        case ast.Call(func=ast.Name(id="Piecewise"), args=args, keywords=[]):
            return _piecewise(args, values, room)
        case ast.Call(func=ast.Name(id="Rational"), args=[left, right], keywords=[]):
            return build(ast.BinOp(left, ast.Div(), right))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
            least, most, function = _FUNCTIONS[name]
            if not least <= len(args) <= most:
                raise _misused(name, args)
            return _apply(function, *map(build, args), name=name)
        case ast.Call(func=ast.Name(id="Rational"), args=args):
            raise _misused("Rational", args)
    raise _stranger(node)


def _stranger(node: ast.expr) -> ValueError:
    return ValueError(
        f"{ast.unparse(node)!r} is not part of the formula language: whole numbers, names, "
        f"+ - * / **, one comparison at a time, and {', '.join(FUNCTIONS)}"
    )


def _misused(name: str, args: list[ast.expr]) -> ValueError:
    return ValueError(f"{name} can't be used with {len(args)} arguments like these in a formula")


def _symbol(name: str) -> Any:
    import sympy

    return sympy.Symbol(name)


def _apply(operation: Callable[..., Any], *values: Any, name: str = "") -> Any:
    """An operation on Fractions; on SymPy objects (by SymPy's function of that name) if one is among them."""
    if all(isinstance(value, Fraction) for value in values):
        result = operation(*values)
        return Fraction(result) if type(result) is int else result
    import sympy

    last = values[-1]
    if name in ("binomial", "factorial", "ff"):  # those of a root or of a letter are products of so many
        _affordable(not isinstance(last, Fraction) or abs(last) <= MOST_POWER)
    elif operation is _power:
        operation = pow
        roots = not isinstance(values[0], Fraction) and not values[0].free_symbols
        _affordable(not roots or not isinstance(last, Fraction) or abs(last) <= MOST_POWER)
    return _plain((getattr(sympy, name) if name else operation)(*map(sympy.sympify, values)))


def _plain(value: Any) -> Any:
    """A rational SymPy number as a Fraction, a settled condition as a bool, all else as it is."""
    if value.is_Rational:
        return Fraction(int(value.p), int(value.q))
    return bool(value) if value in (True, False) else value


def _sum(args: list[ast.expr], values: Mapping[str, Any], room: int) -> Any:
    match args:
        case [term, ast.Tuple(elts=[ast.Name(id=letter), first, last])]:
            low, high = _build(first, values, room), _build(last, values, room)
        case _:
            raise _misused("Sum", args)
    if not (isinstance(low, Fraction) and isinstance(high, Fraction)):
        import sympy

        others = {name: value for name, value in values.items() if name != letter}
        return sympy.Sum(_build(term, others, room), (sympy.Symbol(letter), low, high))
    if low.denominator != 1 or high.denominator != 1:
        raise ValueError(f"a sum from {low} to {high} has no end; give whole numbers")
    terms = max(0, int(high - low) + 1)
    _affordable(terms <= room)
    total, rest = Fraction(0), []
    for i in range(terms):
        value = _build(term, {**values, letter: low + i}, room // terms)
        if isinstance(value, Fraction):
            total += value
            _affordable(MOST_TERMS // (room // terms) * total.denominator.bit_length() ** 2 <= MOST_WORK)
        else:
            rest.append(value)
    if not rest:
        return total
    import sympy

    return _plain(sympy.Add(total, *rest))


def _piecewise(args: list[ast.expr], values: Mapping[str, Any], room: int) -> Any:
    cases = []
    for arg in args:
        if not isinstance(arg, ast.Tuple) or len(arg.elts) != 2:
            raise ValueError("Piecewise takes pairs, as in Piecewise((1, t <= 2), (t, True))")
        when = _build(arg.elts[1], values, room)
        if not _is_condition(when):
            raise _stranger(arg.elts[1])
        if when is not False:
            cases.append((_build(arg.elts[0], values, room), when))
        if when is True:
            break
    if not args:
        raise _misused("Piecewise", args)
    if not cases:
        raise ValueError("no case of the Piecewise holds there; give a last case (value, True)")
    if cases[0][1] is True:
        return cases[0][0]
    import sympy

    return sympy.Piecewise(*cases)


def _power(a: Fraction, b: Fraction) -> Any:
    _affordable(_bits(a) * abs(b) <= MOST_BITS)
    if b.denominator == 1:
        return a ** int(b)
    import sympy

    return _plain(sympy.sympify(a) ** sympy.sympify(b))


def _sqrt(x: Fraction) -> Any:
    if x >= 0:
        root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
        if root * root == x:
            return root
    import sympy

    return sympy.sqrt(sympy.sympify(x))


def _binomial(n: Fraction, k: Fraction) -> Any:
    if (chosen := _count("binomial", k, None)) < 0:
        return 0
    if n.denominator == 1 and n >= 0:  # then it is 0 above n, and symmetric
        _affordable(max(0, min(chosen, int(n) - chosen)) * _bits(n) <= MOST_BITS)
        return comb(int(n), chosen)
    return _falling(n, k) / factorial(chosen)


def _falling(x: Fraction, k: Fraction) -> Any:
    factors = _count("ff", k, 0)
    if x.denominator == 1 and x >= 0:
        _affordable(min(factors, int(x)) * _bits(x) <= MOST_BITS)
        return perm(int(x), factors)
    _affordable(factors * max(_bits(x), _bits(k)) <= MOST_BITS)
    return prod((x - i for i in range(factors)), start=Fraction(1))


def _factorial(n: Fraction) -> int:
    factors = _count("factorial", n, 0)
    _affordable(factors * _bits(n) <= MOST_BITS)
    return factorial(factors)


def _count(name: str, value: Fraction, least: int | None) -> int:
    if value.denominator != 1 or (least is not None and value < least):
        bound = "" if least is None else f" of at least {least}"
        raise ValueError(f"{name} is taken of {shown(str(value))} there; give a whole number{bound}")
    return int(value)


# The whole language of formulas: nothing else is looked up, and nothing is evaluated as Python.
_OPERATIONS: dict[type, Callable[..., Any]] = {
    ast.Add: add,
    ast.Sub: sub,
    ast.Mult: mul,
    ast.Div: truediv,
    ast.Pow: _power,
}
_COMPARISONS: dict[type, tuple[Callable[..., Any], str]] = {
    ast.LtE: (le, r"\le"),
    ast.Lt: (lt, "<"),
    ast.GtE: (ge, r"\ge"),
    ast.Gt: (gt, ">"),
}
_FUNCTIONS: dict[str, tuple[int, int, Callable[..., Any]]] = {  # least and most arguments, on Fractions
    "Abs": (1, 1, abs),
    "Eq": (2, 2, eq),
    "Max": (1, LONGEST, lambda *values: max(values)),
    "Min": (1, LONGEST, lambda *values: min(values)),
    "binomial": (2, 2, _binomial),
    "ceiling": (1, 1, ceil),
    "factorial": (1, 1, _factorial),
    "ff": (2, 2, _falling),
    "floor": (1, 1, floor),
    "sqrt": (1, 1, _sqrt),
}
FUNCTIONS = tuple(sorted([*_FUNCTIONS, "Piecewise", "Rational", "Sum"]))
"""The functions of the language, named as in SymPy; `ff(x, k)` is the falling factorial x(x - 1)...(x - k + 1)."""


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def _is_condition(value: Any) -> bool:
    return isinstance(value, bool) or getattr(value, "is_Relational", False)


def _below_0(value: Any) -> bool:
    return isinstance(value, Fraction) and value < 0


def _affordable(small_enough: object) -> None:
    if not small_enough:
        raise ValueError(
            f"the numbers are too large to work this out exactly (up to {MOST_BITS:,} bits, and {MOST_TERMS:,} "
            "terms of a sum); give smaller ones"
        )


def _letters(node: ast.AST, bound: Set[str] = frozenset()) -> set[str]:
    """The names that a formula needs values for: not its functions, nor the letter that a sum counts with."""
    match node:
        case ast.Name(id=name):
            return {name} - bound
        case ast.Call(
            func=ast.Name(id="Sum"), args=[term, ast.Tuple(elts=[ast.Name(id=letter), first, last])]
        ):
            return _letters(term, bound | {letter}) | _letters(first, bound) | _letters(last, bound)
        case ast.Call(args=args):
            return set().union(*(_letters(arg, bound) for arg in args))
    return set().union(*(_letters(child, bound) for child in ast.iter_child_nodes(node)))


class Tex(str):
    """LaTeX that a notebook draws as a formula."""

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self}$"


@dataclass(frozen=True)
class Formula:
    """A named formula that can be evaluated exactly, shown with numbers in it, and checked.

    `text` is the expression, `symbols` says what its letters mean, `domain` where it holds. `where`
    says the domain once more as conditions in the formula language ("n >= 1, 0 <= q <= 1"; commas
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
        """The names of the letters that need a value, in alphabetical order."""
        return tuple(sorted(_letters(_tree(self.text))))

    def at(self, **values: Value) -> Fraction:
        """The exact value; letters take ints, Fractions or texts like "5/18"."""
        result = _build(_tree(self.text), self._exact(values), MOST_TERMS)
        if not isinstance(result, Fraction | bool):
            import sympy

            result = _plain(sympy.radsimp(sympy.expand(result)))
        if not isinstance(result, Fraction):
            raise ValueError(f"{self.id} has no rational value there: {shown(result)}")
        return result

    def show(self, result: Value | None = None, /, **values: Value) -> Tex:
        """LaTeX as the text writes it; with values: the formula = the same with numbers = the result.

        Whoever knows the result already gives it first: then nothing is worked out again.

        >>> coupons = Formula("coupons", "s*Sum(1/j, (j, 1, s))")
        >>> print(coupons.show(Fraction(147, 10), s=6))
        s \\left(\\sum_{j=1}^{s} \\frac{1}{j}\\right) = 6 \\left(\\sum_{j=1}^{6} \\frac{1}{j}\\right) = \\frac{147}{10}
        """
        if not values and result is None:
            return Tex(latex(self.text))
        value = self.at(**values) if result is None else number("result", result)
        return Tex(equation(self.steps(**values), value, longest=MOST_BITS))

    def steps(self, **values: Value) -> list[str]:
        """LaTeX as the text writes it, and the same with the numbers filled in; one step where they are alike."""
        exact = self._exact(values)
        if max(map(_bits, exact.values()), default=0) > MOST_SHOWN:
            raise ValueError(f"{self.id} is too long a number there to show; give smaller ones, or ask `at`")
        return list(dict.fromkeys([latex(self.text, exact, fill=False), latex(self.text, exact)]))

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
        for condition in _conditions(self.where):
            if not _build(condition, exact, MOST_TERMS):
                raise ValueError(
                    f"{self.id} holds for {self.domain}; {ast.unparse(condition)} is not so here"
                )
        return exact


def _conditions(where: str) -> list[ast.expr]:
    """The single comparisons that `where` asks for: "1 <= k <= n, q > 0" are three."""
    if not where:
        return []
    tree = _tree(where)
    found: list[ast.expr] = []
    for condition in tree.elts if isinstance(tree, ast.Tuple) else [tree]:
        if isinstance(condition, ast.Compare):
            sides = [condition.left, *condition.comparators]
            found += (
                ast.Compare(left, [op], [right])
                for left, op, right in zip(sides, condition.ops, sides[1:], strict=False)
            )
        else:
            found.append(condition)
    return found


_SUM, _PRODUCT, _POWER, _ATOM = range(4)  # how tightly a piece of LaTeX holds together
_BRACKETS = {
    "Abs": ("|", "|"),
    "ceiling": (r"\left\lceil ", r" \right\rceil"),
    "floor": (r"\left\lfloor ", r" \right\rfloor"),
    "sqrt": (r"\sqrt{", "}"),
}


def latex(text: str, exact: Mapping[str, Fraction] | None = None, *, fill: bool = True) -> str:
    """LaTeX of a formula text in the order it is written; `exact` numbers pick cases and fill letters.

    >>> print(latex("1 - (1 - q)**k", {"q": Fraction(5, 12), "k": Fraction(3)}))
    1 - \\left(1 - \\frac{5}{12}\\right)^{3}
    """
    return _write(_tree(text), exact or {}, fill)[0]


def _write(node: ast.expr, known: Mapping[str, Fraction], fill: bool) -> tuple[str, int]:
    """LaTeX of a node, and how tightly it holds together."""

    def held(node: ast.expr, at_least: int) -> str:
        piece, strength = _write(node, known, fill)
        return piece if strength >= at_least else _bracketed(piece)

    def plain(node: ast.expr) -> str:
        return _write(node, known, fill)[0]

    match node:
        case ast.Name(id=name):
            return _number(known[name]) if fill and name in known else (_name(name), _ATOM)
        case ast.Constant(value=int(value)):
            return str(value), _ATOM
        case ast.UnaryOp(op=ast.USub(), operand=value):
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
        case ast.Call(func=ast.Name(id="Rational"), args=[left, right]):
            return rf"\frac{{{plain(left)}}}{{{plain(right)}}}", _PRODUCT
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return f"{held(left, _ATOM)}^{{{plain(right)}}}", _POWER
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARISONS:
            return f"{plain(left)} {_COMPARISONS[type(op)][1]} {plain(right)}", _SUM
        case ast.Call(func=ast.Name(id="Eq"), args=[left, right]):
            return f"{plain(left)} = {plain(right)}", _SUM
        case ast.Call(func=ast.Name(id="binomial"), args=[n, k]):
            return rf"\binom{{{plain(n)}}}{{{plain(k)}}}", _ATOM
        case ast.Call(func=ast.Name(id="factorial"), args=[n]):
            return f"{held(n, _ATOM)}!", _POWER
        case ast.Call(func=ast.Name(id="ff"), args=[x, k]):
            return rf"{held(x, _ATOM)}^{{\underline{{{plain(k)}}}}}", _POWER
        case ast.Call(func=ast.Name(id="Max" | "Min" as name), args=[_, *_] as args):
            return rf"\{name.lower()}{_bracketed(', '.join(map(plain, args)))}", _ATOM
        case ast.Call(func=ast.Name(id=name), args=[x]) if name in _BRACKETS:
            return plain(x).join(_BRACKETS[name]), _ATOM
        case ast.Call(func=ast.Name(id="Sum"), args=[term, ast.Tuple(elts=[ast.Name(id=k), first, last])]):
            bounds = f"_{{{_name(k)}={plain(first)}}}^{{{plain(last)}}}"
            others = {name: value for name, value in known.items() if name != k}
            piece, strength = _write(term, others, fill)
            bare = strength >= _PRODUCT or isinstance(term, ast.Call)  # a sum of sums
            return rf"\sum{bounds} {piece if bare else _bracketed(piece)}", _SUM
        case ast.Call(func=ast.Name(id="Piecewise"), args=cases):
            pairs = [case.elts for case in cases if isinstance(case, ast.Tuple)]
            for value, when in pairs:
                truth = _truth(when, known)
                if truth is True:
                    return _write(value, known, fill)
                if truth is None:
                    break
            when_text = [
                r"\text{otherwise}" if isinstance(when, ast.Constant) else rf"\text{{if }} {plain(when)}"
                for _, when in pairs
            ]
            rows = [f"{plain(pair[0])} & {text}" for pair, text in zip(pairs, when_text, strict=True)]
            body = r" \\ ".join(rows)
            return rf"\begin{{cases}} {body} \end{{cases}}", _PRODUCT
    raise _stranger(node)


def _bracketed(piece: str) -> str:
    tall = any(word in piece for word in (r"\frac", r"\begin", r"\sum", r"\binom"))
    return rf"\left({piece}\right)" if tall else f"({piece})"


def _name(name: str) -> str:
    """LaTeX of a letter: a number behind it is an index, and a word stands upright.

    >>> _name("n"), _name("T2"), _name("pop")
    ('n', 'T_{2}', '\\\\mathrm{pop}')
    """
    if found := re.fullmatch(r"([^\W\d_])_?(\d+)", name):
        return "{}_{{{}}}".format(*found.groups())
    return name if len(name) == 1 else rf"\mathrm{{{name}}}".replace("_", r"\_")


def _truth(when: ast.expr, known: Mapping[str, Fraction]) -> bool | None:
    """Whether a condition holds for the known numbers; None if it speaks of other letters too."""
    if not known or not _letters(when) <= set(known):
        return None
    return bool(_build(when, known, MOST_TERMS))


def _number(value: Fraction) -> tuple[str, int]:
    """LaTeX of a number, and how tightly it holds together."""
    sign, size = "-" * (value < 0), abs(value)
    strength = _SUM if sign else _ATOM if size.denominator == 1 else _PRODUCT
    return sign + number_tex(size), strength
