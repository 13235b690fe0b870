"""Arguments checked once, in one place: every refusal is a sentence that says what to give instead."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from math import isfinite
from operator import index
from typing import Any

FAR = 10**12
"""No number of a game lies farther from 0 than this."""


def shown(value: object) -> str:
    """`value` as a message shows it: never longer than 60 characters.

    >>> shown("x" * 100), shown(10**5000)
    ("'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...", 'a number of some 5001 digits')
    """
    if isinstance(value, int) and abs(value) > FAR:
        return f"a number of some {int(value.bit_length() * 0.30103) + 1} digits"
    try:
        text = repr(value[:60] if isinstance(value, str | bytes) else value)
    except Exception:  # whatever a foreign object's repr may raise
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


def whole(name: str, value: int, least: int | None = None, most: int | None = None) -> int:
    """`value` as an int between `least` and `most` (both allowed), or a ValueError that says so.

    >>> whole("dice", 3, least=0)
    3
    >>> whole("dice", -1, least=0)
    Traceback (most recent call last):
    ValueError: dice is -1; give a whole number of at least 0
    """
    if type(value) is int and (-FAR if least is None else least) <= value <= (FAR if most is None else most):
        return value
    bounds = {
        (True, True): f" from {least} to {most}",
        (True, False): f" of at least {least}",
        (False, True): f" of at most {most}",
        (False, False): "",
    }[least is not None, most is not None]
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise ValueError(f"{name} is {shown(value)}; give a whole number{bounds}")
    if number < (-FAR if least is None else least) or number > (FAR if most is None else most):
        raise ValueError(
            f"{name} is {shown(number)}; give a {'' if bounds else 'smaller '}whole number{bounds}"
        )
    return number


def wholes(name: str, values: Iterable[int], longest: int) -> tuple[int, ...]:
    """`values` as a tuple of at most `longest` ints, or a ValueError.

    >>> wholes("modifiers", [0, 1, 0], longest=60)
    (0, 1, 0)
    """
    listed = several(name, values, longest, "whole numbers, as in (0, 1)")
    if set(map(type, listed)) <= {int} and (not listed or (min(listed) >= -FAR and max(listed) <= FAR)):
        return tuple(listed)
    return tuple(whole(f"number {place} of {name}", value) for place, value in enumerate(listed, 1))


def several(name: str, values: Iterable[Any], longest: int, of: str) -> list[Any]:
    """`values` as a list of at most `longest`, or a ValueError that asks for a list `of` something.

    >>> several("held", 3, 40, "Enchants")
    Traceback (most recent call last):
    ValueError: held is 3; give a list of Enchants
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise ValueError(f"{name} is {shown(values)}; give a list of {of}")
    listed = list(islice(values, longest + 1))
    if len(listed) > longest:
        raise ValueError(f"{name} has more than {longest} entries; give up to {longest}")
    return listed


def flag(name: str, value: bool) -> bool:
    """`value` if it is True or False, or a ValueError: a text such as "no" would count as yes.

    >>> flag("staggered", "no")
    Traceback (most recent call last):
    ValueError: staggered is 'no'; give True or False
    """
    if not isinstance(value, bool):
        raise ValueError(f"{name} is {shown(value)}; give True or False")
    return value


def number(name: str, value: int | Fraction | str) -> Fraction:
    """`value` as a Fraction; a float is refused, for 0.1 is not one tenth.

    >>> number("q", 0.1)
    Traceback (most recent call last):
    ValueError: q is the float 0.1, which is not exact; write Fraction(1, 10)
    """
    if isinstance(value, float) and isfinite(value):
        near = Fraction(value).limit_denominator(10_000)
        raise ValueError(
            f"{name} is the float {value}, which is not exact; write Fraction({near.numerator}, "
            f"{near.denominator})"
        )
    plain: Any = value
    if isinstance(plain, Decimal):
        plain = str(plain)
    vast = isinstance(plain, str) and (len(plain) > 1000 or re.search(r"[eE][-+]?[\d_]{4}", plain))
    if not isinstance(value, bool | float) and not vast:  # 1e999999999 would fill the memory
        with suppress(TypeError, ValueError, ZeroDivisionError):
            return Fraction(plain)
    raise ValueError(f"{name} is {shown(value)}; give an int, a Fraction or a text like '5/18'")


def one_of(name: str, value: str, known: Iterable[str]) -> str:
    """`value` if it is one of `known`, or a ValueError that lists them.

    >>> one_of("reading", "total", ["sum", "each", "best"])
    Traceback (most recent call last):
    ValueError: reading is 'total'; it can be 'sum', 'each' or 'best'
    """
    names = [repr(word) for word in known]
    if not isinstance(value, str) or repr(value) not in names:
        listed = " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
        raise ValueError(f"{name} is {shown(value)}; it can be {listed}")
    return value
