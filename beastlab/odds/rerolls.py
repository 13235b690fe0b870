"""Dice that may be rolled again: with best play for any worth of the roll, or by a stated policy.

The value of a roll with some rerolls left is the larger of its worth as it lies and of the best reroll's mean: value
iteration, exact, over rolls in which faces that make no difference are counted together.
"""

# mypy: disable-error-code="override"
# What an answer says is worked out when it is looked at, so properties stand for fields.

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb
from random import Random
from typing import Any

from beastlab.odds.answer import Answer, Chance, Mean, read_off
from beastlab.odds.arguments import shown, whole
from beastlab.odds.distribution import Distribution
from beastlab.odds.events import Quantity, Within
from beastlab.odds.exhibits import Lines
from beastlab.odds.readings import Count, binomial_ways
from beastlab.odds.rolls import Roll
from beastlab.odds.texts import whole_text

MOST_ROLLS = 40_000
"""No more different rolls than this are valued for each number of rerolls left (some seconds)."""
MOST_REROLLS = 100

Policy = Callable[[tuple[Any, ...], int], Any]
"""What is rolled again: the faces of the roll from the highest, and the rerolls left -> a face of it, or None."""


class Rerolled(Answer):
    """What a roll is worth when dice of it may be rolled again, one at a time; made by `best` and `following`.

    `choice(2, 3, 3, 6, rerolls=2)` says which die to roll again. `others` compares it with fewer rerolls.
    """

    value: Fraction

    def __init__(self, asked: Chance | Mean, rerolls: int, policy: Policy | None) -> None:
        self.asked, self.rerolls, self.policy = asked, whole("rerolls", rerolls, 0, MOST_REROLLS), policy
        self.chance = asked.chance
        self.quantity: Quantity = asked.event if isinstance(asked, Chance) else asked.quantity
        self.handful = _single(asked, self.quantity)
        direct = self._direct()
        if direct is not None:
            self.ways, self.all = direct
            self.value = Fraction(self.ways, self.all)
            return
        values, start = self._valued[self.rerolls], self._start
        scale = self._die.total ** (self.handful.size + self.rerolls)
        won = sum(ways * value for ways, value in zip(start, values, strict=True))
        self.value = Fraction(won) / scale
        if self.chance:
            self.ways, self.all = int(won), scale

    # --- a closed form ---------------------------------------------------------------------

    @cached_property
    def _count(self) -> tuple[Count, int] | None:
        """The faces that count and the number needed, if that is the question: then a miss is rolled again."""
        event = self.quantity
        if self.policy is None and isinstance(event, Within) and isinstance(event.read.reading, Count):
            low, high = event.low, event.high
            if (
                low is not None
                and 0 < low <= self.handful.size
                and (high is None or high >= self.handful.size)
            ):
                return event.read.reading, low
        return None

    def _direct(self) -> tuple[int, int] | None:
        """Enough of these faces: every reroll of a miss is one more die, as long as there is a miss."""
        if self._count is None:
            return None
        reading, low = self._count
        weights, dice = self._die.weights, self.handful.size + self.rerolls
        wanted = sum([weights[face] for face in reading.faces if face in weights])
        return binomial_ways(dice, wanted, self._die.total - wanted, low, dice), self._die.total**dice

    # --- value iteration -------------------------------------------------------------------

    @cached_property
    def _die(self) -> Distribution[Any]:
        return self.handful.groups[0][1]

    @cached_property
    def _classes(self) -> list[list[Any]]:
        """Faces, from the highest, that make no difference to the worth; with a policy every face stands alone."""
        classes: dict[Any, list[Any]] = {}
        for face in reversed(self.handful.faces):
            key = face if self.policy else tuple(reading.key(face) for _, reading in self.quantity.leaves)
            classes.setdefault(key, []).append(face)
        return list(classes.values())

    @cached_property
    def _weights(self) -> list[int]:
        return [sum(self._die.weights[face] for face in faces) for faces in self._classes]

    @cached_property
    def _rolls(self) -> list[tuple[int, ...]]:
        """All rolls, as the number of dice of each class."""
        n, classes = self.handful.size, len(self._classes)
        rolls = comb(n + classes - 1, n)
        if rolls * max(self.rerolls, 1) > 10 * MOST_ROLLS or rolls > MOST_ROLLS:
            raise ValueError(
                f"{n} dice with {classes} faces that matter make {rolls:,} different rolls, to be valued for each of "
                f"{self.rerolls} rerolls; take fewer dice or rerolls, or a question in which fewer faces matter"
            )
        return list(_compositions(n, classes))

    @cached_property
    def _start(self) -> list[int]:
        """The ways to each roll."""
        found = []
        for roll in self._rolls:
            left, ways = self.handful.size, 1
            for count, weight in zip(roll, self._weights, strict=True):
                ways *= comb(left, count) * weight**count
                left -= count
            found.append(ways)
        return found

    @cached_property
    def _worth(self) -> list[Any]:
        """The worth of each roll as it lies."""
        return [self._of([faces[0] for faces in self._classes], roll) for roll in self._rolls]

    def _of(self, faces: Sequence[Any], counts: Sequence[int]) -> Any:
        shown = [face for face, count in zip(faces, counts, strict=True) for _ in range(count)]
        worth = self.quantity.of({leaf: read_off(leaf[1], shown) for leaf in self.quantity.leaves})
        return int(worth) if isinstance(worth, bool) else worth

    @cached_property
    def _near(self) -> tuple[list[list[tuple[int, int]]], list[list[int]]]:
        """For each roll, (class, roll less one die of it); for each roll less one die, the rolls with one more."""
        at = {roll: place for place, roll in enumerate(self._rolls)}
        fewer: dict[tuple[int, ...], int] = {}
        down: list[list[tuple[int, int]]] = []
        for roll in self._rolls:
            row = []
            for i, count in enumerate(roll):
                if count:
                    less = (*roll[:i], count - 1, *roll[i + 1 :])
                    row.append((i, fewer.setdefault(less, len(fewer))))
            down.append(row)
        up = [[at[*less[:i], less[i] + 1, *less[i + 1 :]] for i in range(len(less))] for less in fewer]
        return down, up

    @cached_property
    def _valued(self) -> list[list[Any]]:
        """The value of every roll with 0, 1, 2, ... rerolls left, times (ways of a die) ** rerolls."""
        total, values = self._die.total, [self._worth]
        for left in range(1, self.rerolls + 1):
            before, again = values[-1], self._again(left, values[-1])
            row = []
            for place, options in enumerate(self._near[0]):
                leave = before[place] * total
                if self.policy is None:
                    row.append(max([leave, *[again[less] for _, less in options]]))
                else:
                    row.append(self._stated(place, left, leave, {i: again[less] for i, less in options}))
            values.append(row)
        return values

    def _again(self, left: int, before: list[Any]) -> list[Any]:
        """For each roll less one die: the value when that die falls anew, times (ways of a die) ** left."""
        weights = self._weights
        return [
            sum([w * before[place] for w, place in zip(weights, row, strict=True)]) for row in self._near[1]
        ]

    def _stated(self, place: int, left: int, leave: Any, again: dict[int, Any]) -> Any:
        assert self.policy
        faces = self._faces(self._rolls[place])
        chosen = self.policy(faces, left)
        if chosen is None:
            return self._worth[place] * self._die.total**left
        if chosen not in faces:
            raise ValueError(
                f"the policy rolls {shown(chosen)} again, but the dice show {faces}; give one of these"
            )
        return again[next(i for i, alike in enumerate(self._classes) if chosen in alike)]

    def _faces(self, counts: Sequence[int]) -> tuple[Any, ...]:
        return tuple(faces[0] for faces, n in zip(self._classes, counts, strict=True) for _ in range(n))

    # --- the plan --------------------------------------------------------------------------

    def choice(self, *faces: Any, rerolls: int | None = None) -> Any:
        """The face of which one die is to be rolled again, or None to leave the roll as it lies.

        >>> from beastlab.odds import P, best, d6, roll
        >>> best(P(roll(3 * d6).covers(4, 6)), rerolls=1).choice(6, 3, 2)
        2
        """
        left = self.rerolls if rerolls is None else whole("rerolls", rerolls, 0, self.rerolls)
        if len(faces) != self.handful.size:
            raise ValueError(f"{len(faces)} faces are given; the roll has {self.handful.size} dice")
        for face in faces:
            if face not in self.handful.faces:
                raise ValueError(f"no die shows {shown(face)}; the faces are {self.handful.faces}")
        if not left:
            return None
        if self.policy:
            return self.policy(tuple(sorted(faces, reverse=True)), left)
        counts = [sum(face in alike for face in faces) for alike in self._classes]
        return self._chosen(tuple(counts), left, faces)

    def _chosen(self, counts: tuple[int, ...], left: int, faces: Sequence[Any]) -> Any:
        place = self._places[counts]
        if self._valued[left][place] == self._worth[place] * self._die.total**left:
            return None
        while True:  # to wait and to roll later can't be better than to roll now by more than a tie
            gain, i = max((self._all_again[left][less], i) for i, less in self._near[0][place])
            if gain == self._valued[left][place]:
                return min(face for face in faces if face in self._classes[i])
            left -= 1

    @cached_property
    def _places(self) -> dict[tuple[int, ...], int]:
        return {roll: place for place, roll in enumerate(self._rolls)}

    @cached_property
    def _all_again(self) -> dict[int, list[Any]]:
        return {left: self._again(left, self._valued[left - 1]) for left in range(1, self.rerolls + 1)}

    def play(self, rng: Random) -> Any:
        faces = self.handful.throw(rng)
        for left in range(self.rerolls, 0, -1):
            again = self.choice(*faces, rerolls=left)
            if again is None:
                break
            faces[faces.index(again)] = self._die.sample(rng, 1)[0]
        worth = self.quantity.of({leaf: read_off(leaf[1], faces) for leaf in self.quantity.leaves})
        return bool(worth) if self.chance else worth

    # --- what it shows ---------------------------------------------------------------------

    @cached_property
    def question(self) -> str:
        how = "the best choice" if self.policy is None else f"the policy {_policy_name(self.policy)}"
        return f"{self.asked.question}, with {self.rerolls} reroll{'s' * (self.rerolls != 1)} of one die by {how}"

    @cached_property
    def formula(self) -> str:
        if self._count:
            from beastlab.odds.catalogue import FORMULAS

            reading, low = self._count
            q = self._die.P(reading.faces.__contains__)
            at: dict[str, Any] = {"n": self.handful.size, "f": self.rerolls, "k": low, "q": q}
            return "P = " + FORMULAS["count-with-rerolls"].show(self.value, **at)
        sign = r"V_f(h) = \max\Bigl(V_{f-1}(h),\ \max_{d \in h} \sum_x p(x)\, V_{f-1}(h - d + x)\Bigr)"
        return rf"{sign}, \quad \sum_h P(h)\, V_{{{self.rerolls}}}(h) \approx {float(self.value):.6g}"

    @cached_property
    def size(self) -> int:
        return 0 if self._count else len(self._rolls) * (self.rerolls + 1)

    @cached_property
    def method(self) -> str:
        if self._count:
            return "A closed formula: each reroll of a miss counts as one more die."
        return (
            f"Value iteration over {len(self._rolls):,} different rolls for each number of rerolls left "
            f"(instead of {whole_text(self.handful.ways)} rolls of single dice)."
        )

    @cached_property
    def assumes(self) -> tuple[str, ...]:
        how = (
            "Best play: after each roll the die whose reroll helps most is rolled again, or none."
            if self.policy is None
            else f"Play by the stated policy ({_policy_name(self.policy)}), whatever else would be better."
        )
        return (*self.asked.assumes, how, "One reroll is one die; the same die may be rolled again.")

    @cached_property
    def law(self) -> Distribution[Any] | None:
        if not self.chance:
            return None
        assert self.ways is not None and self.all is not None
        return Distribution({x: n for x, n in {"yes": self.ways, "no": self.all - self.ways}.items() if n})

    @cached_property
    def others(self) -> tuple[tuple[str, Fraction], ...]:
        return (("without rerolls", self.asked.value), (f"with {self.rerolls}", self.value))

    def why(self) -> Lines:
        lines = [*self.assumes, self.method]
        if not self._count and self.rerolls:
            likely = sorted(range(len(self._rolls)), key=lambda i: -self._start[i])
            told = 0
            for place in likely:
                faces = self._faces(self._rolls[place])
                again = self.choice(*faces, rerolls=self.rerolls)
                if again is not None and told < 3:
                    told += 1
                    lines.append(f"For example, with {', '.join(map(str, faces))} roll a {again} again.")
        return Lines(lines)


def best(asked: Answer | Quantity, rerolls: int) -> Rerolled:
    """The value of a roll of which single dice may be rolled again so many times, with best play.

    Give `P(event)` for the largest chance, `E(quantity)` (or a quantity) for the largest mean of any worth of the roll.

    >>> from beastlab.odds import P, E, d6, roll
    >>> best(P(roll(8 * d6).covers(2, 3, 3, 5, 6)), rerolls=3).value
    Fraction(301246925, 362797056)
    >>> best(E(roll(1 * d6).total), rerolls=1).value
    Fraction(17, 4)

    ValueError for anything but one roll of dice that are all alike, and for what would take too long.
    """
    return Rerolled(_asked(asked), rerolls, None)


def following(policy: Policy, asked: Answer | Quantity, rerolls: int) -> Rerolled:
    """The same by a stated policy: `policy(faces, rerolls left)` gives the face to be rolled again, or None to stop.

    Faces come from the highest to the lowest. A policy sees no more than this, so that its value is exact.

    >>> from beastlab.odds import P, d6, roll
    >>> def lowest(faces, left):
    ...     return faces[-1]
    >>> following(lowest, P(roll(2 * d6).total >= 9), rerolls=1).value
    Fraction(5, 12)
    """
    if not callable(policy):
        raise TypeError(f"the policy is {shown(policy)}; give a function of the faces and the rerolls left")
    return Rerolled(_asked(asked), rerolls, policy)


def _asked(asked: Any) -> Chance | Mean:
    if isinstance(asked, Chance | Mean):
        return asked
    if isinstance(asked, Quantity):
        raise TypeError(
            "ask for a chance or a mean: best(P(event), rerolls=3) or best(E(quantity), rerolls=3)"
        )
    raise TypeError(
        f"{shown(asked)} is no answer about a roll; write best(P(roll(8 * d6).covers(5, 6)), rerolls=3)"
    )


def _single(asked: Chance | Mean, quantity: Quantity) -> Roll:
    """The one roll of dice that are all alike, which is all that this can value."""
    if asked.given is not None:
        raise ValueError("a condition can't hold for dice that are rolled again; ask without given=")
    handfuls = {handful for handful, _ in quantity.leaves}
    handful = handfuls.pop() if len(handfuls) == 1 else None
    if not isinstance(handful, Roll) or len(handful.groups) != 1:
        raise ValueError("rerolls are valued for one roll of dice that are all alike, as in roll(8 * d6)")
    return handful


def _compositions(n: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to split n into so many counts, in the order of the first ones falling."""
    counts = [n] + [0] * (parts - 1)
    while True:
        yield tuple(counts)
        place = next((i for i in range(parts - 2, -1, -1) if counts[i]), None)
        if place is None:
            return
        counts[place] -= 1
        tail = counts[-1] + 1
        counts[-1] = 0
        counts[place + 1] = tail


def _policy_name(policy: Policy) -> str:
    return getattr(policy, "__name__", "given")
