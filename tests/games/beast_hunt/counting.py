"""Dice by counting every way to fall, and how far a simulated count may be off."""

from collections import Counter
from functools import cache
from itertools import product
from math import sqrt


@cache
def results(orbs):
    """Every way for the dice of so many steps to fall, as a count of tuples of totals."""
    rolls = product(range(1, 7), repeat=2 * orbs)
    return Counter(tuple(roll[i] + roll[i + 1] for i in range(0, 2 * orbs, 2)) for roll in rolls)


def close(count, n, p):
    """Whether a simulated count is within five standard deviations."""
    return abs(count - n * p) <= 5 * sqrt(n * p * (1 - p)) + 1e-9
