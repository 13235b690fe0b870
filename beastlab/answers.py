"""What people type for an answer: numbers in every form, words; read, and never run as code.

>>> [read_number(text).value for text in ("5/36", "13.9 %", "1 in 8", "1 - (5/6)^2")]
[Fraction(5, 36), Fraction(139, 1000), Fraction(1, 8), Fraction(11, 36)]
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any
from unicodedata import normalize

from beastlab.odds.arguments import number

HOW_TO = (
    "a fraction (5/36), a decimal (0.139), a percentage (13.9 %), 1 in 7.2, or a calculation: 1 - (5/6)^2"
)
LONGEST = 120
"""A number is not written with more signs than this."""


# --- words ---------------------------------------------------------------------------------------------


def yes_no(given: str | bool | int) -> str:
    word = ("yes" if given else "no") if isinstance(given, bool) else str(given)
    return {"y": "yes", "true": "yes", "n": "no", "false": "no"}.get(word.strip().casefold(), word)


def plain(word: str) -> str:
    """A word without what does not tell answers apart: case, spaces, an article, a full stop."""
    word = " ".join(normalize("NFKC", word[:10_000]).casefold().replace("−", "-").split()).strip(" .!?\"'")
    return re.sub(r"^(?:the|an?) ", "", word)


def quoted(given: Any) -> str:
    if isinstance(given, str):
        return f'"{given}"' if len(given) <= 40 else f'"{given[:40]}..."'
    return str(given) if isinstance(given, bool | float) else f"a {type(given).__name__}"


# --- numbers -------------------------------------------------------------------------------------------


class Unreadable(ValueError):
    """An answer that can't be read; the sentence says how to give one."""


@dataclass(frozen=True)
class Number:
    """A number as given: its exact value, and all values that it may be rounded from."""

    value: Fraction
    low: Fraction
    high: Fraction
    digits: int | None = None  # significant ones; None where nothing was rounded

    @classmethod
    def exactly(cls, value: Fraction) -> Number:
        return cls(value, value, value)

    @classmethod
    def about(cls, value: Fraction, error: Fraction, digits: int | None = None) -> Number:
        return cls(value, value - error, value + error, digits)

    def fits(self, target: Fraction) -> str:
        """exact, rounded (right to the digits given), coarse (but they are too few), near, or no."""
        if self.value == target:
            return "exact"
        if self.value.denominator == target.denominator == 1:
            return "no"  # a count is not rounded
        if self.low <= target <= self.high:
            return "rounded" if self.digits is None or self.digits >= 2 else "coarse"
        width = self.high - self.low
        near = self.digits is not None and self.digits >= 2
        return "near" if near and self.value - width <= target <= self.value + width else "no"

    def times(self, factor: Fraction) -> Number:
        low, high = sorted((self.low * factor, self.high * factor))
        return Number(self.value * factor, low, high, self.digits)

    def plus(self, shift: int) -> Number:
        return Number(self.value + shift, self.low + shift, self.high + shift, self.digits)


def read_number(given: Any) -> Number:
    """The number that an answer stands for; `Unreadable` for anything else."""
    if isinstance(given, str):
        return read_text(given)
    if isinstance(given, bool):
        raise _not_a_number(given)
    if "sympy" in sys.modules and isinstance(given, sys.modules["sympy"].Basic):
        return _read_sympy(given)
    if isinstance(given, Rational):
        return Number.exactly(Fraction(int(given.numerator), int(given.denominator)))
    if isinstance(given, Decimal):
        return read_text(str(given))
    if isinstance(given, Real):
        read = read_text(repr(float(given)))
        # what a float computed is off in its last digits, more so after a longer calculation
        error = max(read.value - read.low, abs(read.value) / 10**12)
        return Number.about(read.value, error, min(read.digits or 0, 12))
    raise _not_a_number(given)


def _not_a_number(given: Any) -> Unreadable:
    return Unreadable(f"Not a number: {quoted(given)}. Give {HOW_TO}.")


_FIGURES = r"(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?"
_LITERAL = re.compile(rf"([+-]?)\s*({_FIGURES})\s*(%|percent|per cent)?", re.ASCII)
_ONE_IN = re.compile(rf"({_FIGURES})\s*(?:in|of|out of)\s*({_FIGURES})", re.ASCII)
_TOKEN = re.compile(rf"\s*({_FIGURES}|\*\*|[-+*/^()%])", re.ASCII)


def read_text(text: str) -> Number:
    """Figures as people write them: 5/36, 0.139, 0,139, 13.9 %, 1 in 7.2, 1 - (5/6)^2.

    >>> read_text("13.9 %").fits(Fraction(5, 36)), read_text("0.1").fits(Fraction(5, 36))
    ('rounded', 'coarse')
    """
    if len(text) > LONGEST:
        raise Unreadable(f"Not a number: an answer has at most {LONGEST} signs. Give {HOW_TO}.")
    words = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", r"^\g<0>", text)  # a power, not a digit more
    words = re.sub(r"(?<=\d)(?=[¼-¾⅐-⅞])", " ", words)
    words = normalize("NFKC", words).casefold().translate(str.maketrans("⁄÷−–×·", "//--**"))
    words = re.sub(r"^(?:about|roughly|p\s*=|[=≈~])\s*", "", words.strip()).strip()
    words = re.sub(r"(?<![\d.,])(\d+),(\d+)(?![\d.,])", _comma, words)
    if found := _LITERAL.fullmatch(words):
        sign, figures, percent = found.groups()
        read = _rounded(figures)
        return read.times(Fraction(-1 if sign == "-" else 1, 100 if percent else 1))
    if found := _ONE_IN.fullmatch(words):
        some, all_ = (_rounded(re.sub(r"^(\d\d+?)(0+)$", _zeros, figures)) for figures in found.groups())
        if not all_.value:
            raise Unreadable("Nothing can be divided by 0.")
        if some.value == 1:
            return Number(1 / all_.value, 1 / all_.high, 1 / all_.low, all_.digits)
        return Number.exactly(some.value / all_.value)
    try:
        return Number.exactly(_calculated(words))
    except ZeroDivisionError:
        raise Unreadable("Nothing can be divided by 0.") from None
    except (IndexError, RecursionError):
        raise _not_a_number(text) from None


def _zeros(found: re.Match[str]) -> str:
    return f"{found[1]}e{len(found[2])}"  # 1 in 3300 may be 1 in 3333


def _comma(found: re.Match[str]) -> str:
    whole, decimals = found.groups()
    if len(decimals) == 3 and whole != "0":
        raise Unreadable(f"{found[0]} could be read in two ways: write it without the comma.")
    return f"{whole}.{decimals}"


def _rounded(figures: str) -> Number:
    """A number in figures, and all that would be rounded to it."""
    mantissa, _, exponent = figures.partition("e")
    unit = Fraction(10) ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    return Number.about(Fraction(figures), unit / 2, len(mantissa.replace(".", "").lstrip("0")))


def _calculated(words: str) -> Fraction:
    """The value of a calculation with + - * / ^ % and parentheses; IndexError where it is none."""
    tokens: list[str] = []
    at = 0
    while at < len(words):
        found = _TOKEN.match(words, at)
        if not found:
            raise IndexError
        tokens.append(found[1])
        at = found.end()
    tokens = [*reversed(tokens)]

    def next_is(*signs: str) -> bool:
        return bool(tokens) and tokens[-1] in signs

    def total() -> Fraction:
        value = product()
        while next_is("+", "-"):
            value += product() if tokens.pop() == "+" else -product()
        return value

    def product() -> Fraction:
        value = signed()
        while next_is("*", "/", "%"):
            sign = tokens.pop()
            value = value / 100 if sign == "%" else value * signed() if sign == "*" else value / signed()
        return value

    def signed() -> Fraction:
        if next_is("+", "-"):
            return signed() if tokens.pop() == "+" else -signed()
        value = single()
        return power(value) if next_is("^", "**") else value

    def power(base: Fraction) -> Fraction:
        tokens.pop()
        exponent = signed()
        size = max(base.numerator.bit_length(), base.denominator.bit_length())
        if exponent.denominator != 1 or abs(exponent) * size > 10_000:
            raise Unreadable("A power with that exponent is not worked out here: give its value.")
        return base ** int(exponent)

    def single() -> Fraction:
        token = tokens.pop()
        if token != "(":
            if token[0] in "*/^%)+-":
                raise IndexError
            return Fraction(token)
        value = total()
        if tokens.pop() != ")":
            raise IndexError
        return value

    value = total()
    if tokens:
        raise IndexError
    return value


def _read_sympy(given: Any) -> Number:
    """An object of SymPy: an exact number as it is, any other by its first 40 digits."""
    if letters := ", ".join(sorted(map(str, given.free_symbols))):
        raise Unreadable(f"Still has letters in it: {letters}. Put numbers in their place.")
    try:
        if any(part.is_Float for part in given.atoms()):
            return read_number(float(given))
        exact = number("the number", str(given if given.is_Rational else given.evalf(40)))
    except Exception:  # what can go wrong in evaluating a foreign object is not for us to list
        raise _not_a_number(given) from None
    return Number.exactly(exact) if given.is_Rational else Number.about(exact, abs(exact) / 10**30)
