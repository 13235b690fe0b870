"""Dice on the table: a roll, its short ways to an answer, and how a sweep splits its dice among the faces."""

# mypy: disable-error-code="override"
# Words are worked out when they are looked at.

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, prod
from random import Random
from typing import Any

from beastlab.odds.arguments import shown, whole
from beastlab.odds.distribution import Distribution
from beastlab.odds.events import Quantity
from beastlab.odds.handfuls import MOST_PIECES, Handful, apart
from beastlab.odds.readings import Named, Reading, binomial_ways


class Roll(Handful):
    """So many dice on the table; made by `roll`."""

    pieces = "the dice"

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
        return f"<{self.text}: {self.size} dice, thrown once>"

    @property
    def assumes(self) -> str:
        return f"The {self.size} dice of {self.text} fall independently of each other." * (self.size > 1)

    @cached_property
    def faces(self) -> tuple[Any, ...]:
        if len(self.groups) == 1:
            return tuple(self.groups[0][1]._weights)
        found = dict.fromkeys(face for _, law in self.groups for face in law.weights)
        return (
            tuple(sorted(found)) if all(isinstance(face, int | Fraction) for face in found) else tuple(found)
        )

    def sum_law(self) -> dict[Any, int]:
        return self.pool._weights

    def count_law(self, faces: frozenset[Any]) -> dict[Any, int] | None:
        if len(self.groups) != 1:
            return None
        n, law = self.groups[0]
        wanted = sum([law._weights.get(face, 0) for face in faces])
        other, choose, found = law.total - wanted, 1, {}
        for count in range(n + 1):
            if ways := choose * wanted**count * other ** (n - count):
                found[count] = ways
            choose = choose * (n - count) // (count + 1)
        return found

    def highest_law(self, pieces: int) -> dict[Any, int] | None:
        """By the lowest face that is kept: so many dice above it, enough of it, the others at most it."""
        if len(self.groups) != 1 or not self.whole:
            return None
        n, law = self.groups[0]
        above: list[dict[int, int]] = [{0: 1}] + [
            {} for _ in range(pieces - 1)
        ]  # sums of dice above the face
        found: dict[int, int] = {}
        below = law.total
        for face in reversed(law._weights):
            weight = law._weights[face]
            below -= weight
            for more, sums in enumerate(above[:pieces]):  # dice above the face
                left, need = n - more, pieces - more
                ways = (below + weight) ** left
                choose = 1
                for count in range(need):  # too few of the face: not the lowest that is kept
                    ways -= choose * weight**count * below ** (left - count)
                    choose = choose * (left - count) // (count + 1)
                if ways:
                    ways *= comb(n, more)
                    for value, times in sums.items():
                        at = value + need * face
                        found[at] = found.get(at, 0) + ways * times
            for more in range(pieces - 1, 0, -1):
                row = above[more]
                power, choose = 1, 1
                for count in range(1, more + 1):
                    power *= weight
                    choose = choose * (more - count + 1) // count
                    for value, times in above[more - count].items():
                        at = value + count * face
                        row[at] = row.get(at, 0) + times * power * choose
        return found if pieces else {0: self.ways}

    def covered_law(self, wants: Mapping[int, int]) -> dict[Any, int] | None:
        """As `cover_ways`, with the largest gap between dice needed and dice there in the state."""
        if len(self.groups) != 1:
            return None
        n, law = self.groups[0]
        icons = max(wants.values(), default=0)
        if not icons:
            return {0: self.ways}
        top = min(icons, n + 1)
        found = [0] * (icons + 1)
        states: list[dict[int, int]] = [{0: 1}] + [{}] * (top - 1)  # by dice: the ways to each gap
        above, rest = 0, [law.total ** (n - now) for now in range(top)]
        for icon, want in wants.items():
            reach = sum([w for face, w in law._weights.items() if face >= icon])
            width, below = reach - above, [(law.total - reach) ** (n - now) for now in range(top)]
            onward: list[dict[int, int]] = [{} for _ in range(top)]
            for have, gaps in enumerate(states):
                settled, choose = rest[have], 1
                for now in range(have, top if gaps else 0):
                    settled -= choose * below[now]
                    short, row = want - now, onward[now]
                    for gap, ways in gaps.items():
                        worst = gap if gap > short else short
                        row[worst] = row.get(worst, 0) + ways * choose
                    choose = choose * width * (n - now) // (now - have + 1)
                for gap, ways in gaps.items():
                    found[icons - gap] += ways * settled
            states, above, rest = onward, reach, below
        for have, gaps in enumerate(states):
            for gap, ways in gaps.items():
                found[min(icons - gap, n)] += ways * rest[have]
        return {covered: ways for covered, ways in enumerate(found) if ways}

    def fair_dice(self) -> tuple[int, int] | None:
        if len(self.groups) != 1:
            return None
        count, law = self.groups[0]
        fair = list(law.weights) == list(range(1, len(law) + 1)) and len(set(law.weights.values())) == 1
        return (count, len(law)) if fair else None

    def chance(self, predicate: Callable[[Any], object]) -> Fraction | None:
        return self.groups[0][1].P(predicate) if len(self.groups) == 1 else None

    def count_ways(self, faces: frozenset[Any], low: int | None, high: int | None) -> int | None:
        if len(self.groups) != 1:
            return None
        n, law = self.groups[0]
        weights = law._weights
        wanted = sum([weights[face] for face in faces if face in weights])
        return binomial_ways(
            n, wanted, law.total - wanted, 0 if low is None else low, n if high is None else high
        )

    def count_formula(self, faces: frozenset[Any], low: int | None, high: int | None) -> Named | None:
        q, n = self.chance(faces.__contains__), self.size
        if q is None:
            return None
        low, high = (0 if low is None else max(low, 0)), (n if high is None else min(high, n))
        if low == high == 0:
            return "none", {"n": n, "q": q}
        if low == n and high == n:
            return "all", {"n": n, "q": q}
        if low == high:
            return "count-exactly", {"k": low, "n": n, "q": q}
        if high == n:
            return ("any", {"n": n, "q": q}) if low == 1 else ("count-at-least", {"k": low, "n": n, "q": q})
        return ("count-at-most", {"k": high, "n": n, "q": q}) if low == 0 else None

    def cover_ways(self, wants: Mapping[int, int]) -> int | None:
        """The ways to cover all icons, number by number from the highest down (Hall's condition).

        A state is the number of dice that reached the numbers so far. With as many dice as there are icons
        it is settled whatever else falls, so the work doesn't grow with the pool.
        """
        if len(self.groups) != 1:
            return None
        n, law = self.groups[0]
        weights = law._weights
        icons = max(wants.values(), default=0)
        if n < icons or not icons:
            return 0 if icons else self.ways
        done, states = 0, [1] + [0] * (icons - 1)
        above, rest = 0, [law.total ** (n - now) for now in range(icons)]
        for icon, want in wants.items():
            reach = sum([w for face, w in weights.items() if face >= icon])
            width, below = reach - above, [(law.total - reach) ** (n - now) for now in range(icons)]
            onward = [0] * icons
            for have, ways in enumerate(states):
                if ways:
                    settled, choose = rest[have], 1
                    for now in range(have, icons):
                        settled -= choose * below[now]
                        if now >= want:
                            onward[now] += ways * choose
                        choose = choose * width * (n - now) // (now - have + 1)
                    done += ways * settled
            states, above, rest = onward, reach, below
        return done

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
        p, q = (self.chance(some.__contains__) for some in faces)
        if p is None or q is None or h + r > self.size:
            return None
        return "two-counts", {"n": self.size, "h": h, "r": r, "p": p, "q": q}

    def throw(self, rng: Random) -> list[Any]:
        return [face for count, law in self.groups for face in law.sample(rng, count)]


def _called(law: Distribution[Any]) -> str:
    sides = len(law)
    fair = list(law.weights) == list(range(1, sides + 1)) and len(set(law.weights.values())) == 1
    if fair:
        return f"d{sides}"
    count, part = law.dice[0] if len(law.dice) == 1 else (1, law)
    return f" times ({count}{_called(part)})" if count > 1 else " dice of another kind"


def roll(pool: Distribution[Any], name: str | None = None) -> Roll:
    """Roll dice once: `roll(12 * d6)`, `roll(2 * d6 + 3 * d8)`, `roll(10 * (2 * d6))` for ten totals of two.

    The roll keeps its value wherever it appears: two questions about `crew` are about the same dice, and
    a second `roll(12 * d6)` is another, independent roll. `name` is how answers call it.

    >>> from beastlab.odds import P, d6
    >>> crew = roll(2 * d6)
    >>> P((crew.total == 7) & crew.any(6)).value, P((crew.total == 7) & roll(2 * d6).any(6)).value
    (Fraction(1, 18), Fraction(11, 216))
    """
    if not isinstance(pool, Distribution):
        raise ValueError(f"{shown(pool)} can't be rolled; give dice, as in roll(12 * d6)")
    return Roll(pool, name)


def total(pool: Distribution[Any]) -> Quantity:
    """The total of these dice, rolled once: short for `roll(pool).total`.

    >>> from beastlab.odds import P, d6
    >>> P(total(10 * (2 * d6)) >= 80).value
    Fraction(131031692119795, 1218719480020992)
    """
    return roll(pool).total
