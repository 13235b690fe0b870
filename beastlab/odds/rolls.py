"""Dice on the table: a roll, its short ways to an answer, and how a sweep splits its dice among the faces."""

# mypy: disable-error-code="override"
# Words are worked out when they are looked at.

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, prod
from random import Random
from typing import Any

from beastlab.odds import equal_dice
from beastlab.odds.arguments import shown, whole
from beastlab.odds.distribution import Distribution
from beastlab.odds.events import Quantity
from beastlab.odds.handfuls import MOST_PIECES, Handful, apart
from beastlab.odds.readings import Count, Covered, Distinct, Kept, Named, Reading, Total, listed

MANY_FACES = 6
"""A die is called by its faces if it has no more than this."""


class Roll(Handful):
    """So many dice on the table; made by `roll`."""

    @property
    def one(self) -> str:
        return "total" if self._totals else "die"

    @property
    def pieces(self) -> str:
        return "totals" if self._totals else "dice"

    @property
    def _totals(self) -> bool:
        """Whether what falls are totals of several dice each."""
        return any(sum(count for count, _ in law.dice) > 1 for _, law in self.groups)

    def __init__(self, pool: Distribution[Any], name: str | None) -> None:
        self.pool, self.groups, self.name = pool, pool.dice, name
        self.size = whole("the number of dice", sum([count for count, _ in self.groups]), 0, MOST_PIECES)
        self.ways = prod([law._total**count for count, law in self.groups])

    @property
    def text(self) -> str:
        if self.name:
            return self.name
        return "the roll of " + (" + ".join(f"{n}{_called(law)}" for n, law in self.groups) or "no dice")

    def __repr__(self) -> str:
        return f"<{self.text}: {self.size} {self.pieces}, thrown once>"

    @property
    def assumes(self) -> str:
        return f"The {self.pieces} of {self.text} fall independently of each other." * (self.size > 1)

    @cached_property
    def faces(self) -> tuple[Any, ...]:
        if len(self.groups) == 1:
            return tuple(self.groups[0][1]._weights)
        found = dict.fromkeys(face for _, law in self.groups for face in law.weights)
        return (
            tuple(sorted(found)) if all(isinstance(face, int | Fraction) for face in found) else tuple(found)
        )

    def law_of(self, reading: Reading) -> dict[Any, int] | None:
        if isinstance(reading, Total):
            return self.pool._weights
        if len(self.groups) != 1:
            return None
        n, law = self.groups[0]
        if isinstance(reading, Count):
            wanted = sum([law._weights.get(face, 0) for face in reading.faces])
            return equal_dice.counts(n, wanted, law._total - wanted)
        if isinstance(reading, Covered):
            return equal_dice.covered(n, law._weights, reading.wants)
        if isinstance(reading, Distinct) and fair(law):
            alike = law._total // len(law)  # ways to each face of one die
            return {faces: ways * alike**n for faces, ways in equal_dice.different(n, len(law)).items()}
        if isinstance(reading, Kept) and reading.stop == reading.start + 1:
            return equal_dice.ranked(n, law._weights, self._place(reading))
        if isinstance(reading, Kept) and not (reading.upward or reading.start) and self.whole:
            short = len(law) * reading.stop**3 * max(law._weights) <= equal_dice.MOST_KEPT
            return equal_dice.highest(n, law._weights, reading.stop) if short else None
        return None

    def ways_of(self, reading: Reading, low: Any, high: Any) -> int | None:
        if isinstance(reading, Total):
            sums = self.pool._weights.items()
            return sum([w for x, w in sums if (low is None or x >= low) and (high is None or x <= high)])
        if len(self.groups) != 1:
            return None
        n, law = self.groups[0]
        if isinstance(reading, Count):
            wanted = sum([law._weights.get(face, 0) for face in reading.faces])
            return equal_dice.counting(n, wanted, law._total - wanted, low or 0, n if high is None else high)
        if isinstance(reading, Covered) and low == len(reading.icons) and high is None:
            return equal_dice.covering(n, law._weights, reading.wants)
        return None

    def formula_of(self, reading: Reading, low: Any, high: Any) -> Named | None:
        if len(self.groups) != 1:
            return None
        n, die = self.groups[0]
        s = len(die) if fair(die) else None
        if isinstance(reading, Count):
            return self._count_formula(reading, low, high)
        if (
            isinstance(reading, Kept)
            and reading.stop == reading.start + 1
            and low is not None
            and high is None
        ):
            q, k = die.at_least(low), self._place(reading)
            return ("any", {"n": n, "q": q}) if k == 1 else ("kth-highest-at-least", {"k": k, "n": n, "q": q})
        if s and isinstance(reading, Total) and n > 2:  # two dice are counted more easily than summed over
            at = {"n": n, "s": s, "t": high if low is None else low}
            if low is not None and high is not None and low > high:
                return None
            if low is not None and low == high:
                return "sum-exactly", at
            return ("sum-at-least", at) if high is None else ("sum-at-most", at) if low is None else None
        if s and isinstance(reading, Distinct) and low in (n, s) and high in (None, low):
            return "all-faces" if low == s else "all-different", {"n": n, "s": s}
        return None

    def _place(self, reading: Kept) -> int:
        """Which die it is, counted from the highest."""
        return self.size - reading.start if reading.upward else reading.start + 1

    def _count_formula(self, reading: Count, low: int | None, high: int | None) -> Named | None:
        n, die = self.groups[0]
        at: dict[str, Any] = {"n": n, "q": die.P(reading.faces.__contains__)}
        low, high = max(low or 0, 0), n if high is None else min(high, n)
        if low > high:
            return None
        if low == high:
            name = {0: "none", n: "all"}.get(low, "count-exactly")
        elif high == n and low:
            name = "any" if low == 1 else "count-at-least"
        else:
            name = "count-at-most" if low == 0 and high < n else ""
        if name.startswith("count"):
            at["k"] = high if name == "count-at-most" else low
        return (name, at) if name else None

    def all_tex(self) -> str:
        return r" \cdot ".join(f"{law.total}^{{{count}}}" for count, law in self.groups) or "1"

    # One number is left where all dice are alike, one for each kind of die otherwise.

    def start(self) -> Hashable:
        return self.size if len(self.groups) == 1 else tuple(count for count, _ in self.groups)

    def sizes(self, classes: Sequence[Sequence[Any]]) -> list[Any]:
        each = [
            tuple(sum(law.weights.get(face, 0) for face in faces) for _, law in self.groups)
            for faces in classes
        ]
        return [size[0] for size in each] if len(self.groups) == 1 else each

    def spread(self, classes: int, most: int) -> tuple[int, int, int]:
        if len(self.groups) == 1:
            return super().spread(classes, most)
        counts = [count for count, _ in self.groups]
        hands = prod(comb(count + classes - 1, count) for count in counts)
        return hands, prod(count + 1 for count in counts), prod(count // 2 + 1 for count in counts)

    def split(self, size: Any, left: Any, last: bool) -> list[tuple[int, Any, int]]:
        if isinstance(left, int):
            return [
                (count, left - count, comb(left, count) * size**count)
                for count in (range(left + 1) if not last else (left,))
            ]
        found: dict[tuple[int, tuple[int, ...]], int] = {}
        for counts in product(*(range(n + 1) if not last else (n,) for n in left)):
            ways = prod(comb(n, c) * w**c for n, c, w in zip(left, counts, size, strict=True))
            if ways:
                onward = tuple(n - c for n, c in zip(left, counts, strict=True))
                found[sum(counts), onward] = ways
        return [(count, onward, ways) for (count, onward), ways in found.items()]

    def rest(self, sizes: Sequence[Any], left: Any) -> int:
        if isinstance(left, int):
            return sum(sizes) ** left
        return prod(sum(size[kind] for size in sizes) ** n for kind, n in enumerate(left))

    def unseen(self, later: Sequence[Any], left: Any) -> int:
        return left if isinstance(left, int) else sum(left)

    def kinds_formula(self, kinds: list[tuple[Reading, Any, Any]]) -> Named | None:
        faces = apart(kinds)
        if faces is None or len(kinds) != 2 or any(low != high for _, low, high in kinds):
            return None
        (_, h, _), (_, r, _) = kinds
        if len(self.groups) != 1 or not 0 <= min(h, r) <= h + r <= self.size:
            return None
        p, q = (self.groups[0][1].P(some.__contains__) for some in faces)
        return "two-counts", {"n": self.size, "h": h, "r": r, "p": p, "q": q}

    def throw(self, rng: Random) -> list[Any]:
        return [face for count, law in self.groups for face in law.sample(rng, count)]


def fair(die: Distribution[Any]) -> bool:
    """Whether it is a fair die with faces 1, 2, 3, ..."""
    return list(die.weights) == list(range(1, len(die) + 1)) and len(set(die.weights.values())) == 1


def _called(law: Distribution[Any]) -> str:
    if fair(law):
        return f"d{len(law)}"
    count, part = law.dice[0] if len(law.dice) == 1 else (1, law)
    if count > 1:
        return f" times ({count}{_called(part)})"
    faces = [str(face) for face in law.weights]
    shown = listed(faces) if len(faces) <= MANY_FACES else f"{faces[0]} to {faces[-1]}"
    return f" dice with faces {shown}" + ", not equally likely" * (len(set(law.weights.values())) > 1)


def roll(pool: Distribution[Any], *, name: str | None = None) -> Roll:
    """Roll dice once: `roll(12 * d6)`, `roll(2 * d6 + 3 * d8)`, `roll(10 * (2 * d6))` for ten totals of two.

    The roll keeps its value wherever it appears: two questions about `crew` are about the same dice, and
    a second `roll(12 * d6)` is another, independent roll. `name` is how answers call it.

    >>> from beastlab.odds import P, d6
    >>> crew = roll(2 * d6)
    >>> P((crew.total == 7) & crew.any(6)).value, P((crew.total == 7) & roll(2 * d6).any(6)).value
    (Fraction(1, 18), Fraction(11, 216))
    """
    if not isinstance(pool, Distribution):
        raise ValueError(
            f"{shown(pool)} can't be rolled; give dice, as in roll(12 * d6), or explode(d6, depth=3)"
        )
    if name is not None and not isinstance(name, str):
        raise ValueError(f"the name is {shown(name)}; give a text, as in roll(12 * d6, name='crew')")
    return Roll(pool, name)


def total(pool: Distribution[Any]) -> Quantity:
    """The total of these dice, rolled once: short for `roll(pool).total`.

    >>> from beastlab.odds import P, d6
    >>> P(total(10 * (2 * d6)) >= 80).value
    Fraction(131031692119795, 1218719480020992)
    """
    return roll(pool).total
