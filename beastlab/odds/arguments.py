"""Arguments checked once, in one place: every refusal is a sentence that says what to give instead."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from operator import index


def whole(name: str, value: int, least: int | None = None, most: int | None = None) -> int:
    """`value` as an int between `least` and `most` (both allowed), or a ValueError that says so.

    >>> whole("dice", 3, least=0)
    3
    >>> whole("dice", -1, least=0)
    Traceback (most recent call last):
    ValueError: dice is -1; give a whole number of at least 0
    """
    bounds = {
        (True, True): f" from {least} to {most}",
        (True, False): f" of at least {least}",
        (False, True): f" of at most {most}",
        (False, False): "",
    }[least is not None, most is not None]
    try:
        number = index(value)
    except TypeError:
        raise ValueError(f"{name} is {value!r}; give a whole number{bounds}") from None
    if (least is not None and number < least) or (most is not None and number > most):
        raise ValueError(f"{name} is {number}; give a whole number{bounds}")
    return number


def number(name: str, value: int | Fraction | str) -> Fraction:
    """`value` as a Fraction; a float is refused, for 0.1 is not one tenth.

    >>> number("q", 0.1)
    Traceback (most recent call last):
    ValueError: q is the float 0.1, which is not exact; write Fraction(1, 10)
    """
    if isinstance(value, float):
        near = Fraction(value).limit_denominator(10_000)
        raise ValueError(
            f"{name} is the float {value}, which is not exact; write Fraction({near.numerator}, "
            f"{near.denominator})"
        )
    try:
        return Fraction(value)
    except (TypeError, ValueError, ZeroDivisionError):
        raise ValueError(f"{name} is {value!r}; give an int, a Fraction or a text like '5/18'") from None


def one_of(name: str, value: str, known: Iterable[str]) -> str:
    """`value` if it is one of `known`, or a ValueError that lists them.

    >>> one_of("reading", "total", ["sum", "each", "best"])
    Traceback (most recent call last):
    ValueError: reading is 'total'; it can be 'sum', 'each' or 'best'
    """
    names = [repr(word) for word in known]
    if repr(value) not in names:
        listed = " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
        raise ValueError(f"{name} is {value!r}; it can be {listed}")
    return value
