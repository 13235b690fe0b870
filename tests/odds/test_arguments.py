"""Arguments: what is taken, and that every refusal is one short sentence."""

from decimal import Decimal
from fractions import Fraction

import pytest

from beastlab.odds.arguments import flag, number, one_of, several, shown, whole, wholes


class Hostile:
    def __repr__(self):
        raise RuntimeError("no")


ODD = [None, True, False, 0.5, 2.0, float("nan"), float("inf"), "2", "x" * 10**5, b"2", object(), Hostile()]
ODD += [[2], {}, 10**5000, -(10**5000), Fraction(1, 2), Decimal("NaN"), Decimal("1e999999999"), 1j, int]


@pytest.mark.parametrize("value", ODD, ids=lambda value: type(value).__name__)
def test_what_is_no_whole_number_is_refused_shortly(value):
    for ask in (
        lambda: whole("dice", value),
        lambda: whole("dice", value, 0, 9),
        lambda: wholes("modifiers", [0, value], 9),
        lambda: one_of("reading", value, ["sum", "each"]),
    ):
        with pytest.raises(ValueError, match="^(dice|number 2 of modifiers|reading) is .*; ") as refused:
            ask()
        assert len(str(refused.value)) < 150
    assert len(shown(value)) <= 60


@pytest.mark.parametrize(
    "value",
    [None, True, float("nan"), float("inf"), "x" * 10**5, "1/0", "1e999999999", "1e1_000_000", "", object()]
    + [Decimal("1e999999999"), Decimal("NaN"), Decimal("Infinity"), Hostile(), [1]],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_number_is_refused_shortly(value):
    with pytest.raises(
        ValueError, match="^q is .*; give an int, a Fraction or a text like '5/18'$"
    ) as refused:
        number("q", value)
    assert len(str(refused.value)) < 150


def test_numbers():
    assert [number("q", q) for q in (2, "5/18", "2e-1", Decimal("0.25"), Fraction(1, 3))] == [
        2, Fraction(5, 18), Fraction(1, 5), Fraction(1, 4), Fraction(1, 3),
    ]  # fmt: skip


def test_lists():
    assert wholes("modifiers", (n for n in (1, 2)), 2) == (1, 2)
    for values in ("ab", b"ab", 5, None):
        with pytest.raises(ValueError, match="^held is .*; give a list of Enchants$"):
            several("held", values, 9, "Enchants")
    with pytest.raises(ValueError, match="held has more than 9 entries; give up to 9"):
        several("held", range(10**12), 9, "Enchants")


def test_flags():
    assert flag("staggered", True) and not flag("staggered", False)
    for value in ("yes", 1, 0, None):
        with pytest.raises(ValueError, match="give True or False"):
            flag("staggered", value)
