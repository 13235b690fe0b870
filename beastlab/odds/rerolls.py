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
from itertools import product
from math import comb
from operator import add
from random import Random
from typing import Any

from beastlab.odds.answer import Answer, Chance, Mean
from beastlab.odds.arguments import flag, shown, whole
from beastlab.odds.distribution import Distribution
from beastlab.odds.equal_dice import counting
from beastlab.odds.events import Quantity, Within
from beastlab.odds.exhibits import Lines
from beastlab.odds.readings import Count
from beastlab.odds.rolls import Roll
from beastlab.odds.texts import equation, number_tex, whole_text
from beastlab.odds.throws import read_off

MOST_ROLLS = 400_000
"""No more rolls than this are valued, each number of rerolls left counted (some seconds)."""
MOST_REROLLS = 100

State = tuple[tuple[int, ...], tuple[int, ...]]
"""The dice of each class that may still fall anew, and those that may not."""

Policy = Callable[[tuple[Any, ...], int], Any]
"""What is rolled again: the faces of the dice that may be, from the highest, and the rerolls left -> one, or None."""


class Rerolled(Answer):
    """What a roll is worth when dice of it may be rolled again, one at a time; made by `best` and `following`.

    `choice(2, 3, 3, 6, rerolls=2)` says which die to roll again. `others` compares it with fewer rerolls.
    """

    value: Fraction

    def __init__(
        self, asked: Chance | Mean, rerolls: int, policy: Policy | None, each_once: bool = False
    ) -> None:
        self.asked, self.rerolls, self.policy = asked, whole("rerolls", rerolls, 0, MOST_REROLLS), policy
        self.each_once, self.chance = flag("each_once", each_once), asked.chance
        self.quantity: Quantity = asked.event if isinstance(asked, Chance) else asked.quantity
        self.handful = _single(asked, self.quantity)
        self._steps = min(rerolls, self.handful.size) if each_once else rerolls
        direct = self._direct()
        if direct is not None:
            self.ways, self.all = direct
            self.value = Fraction(self.ways, self.all)
            return
        values, scale = self._valued[0][0], self._die.total ** (self.handful.size + self._steps)
        won = sum(ways * value for ways, value in zip(self._start, values, strict=True))
        self.value = Fraction(won) / scale
        if self.chance:
            self.ways, self.all = int(won), scale

    # --- a closed form ---------------------------------------------------------------------

    @cached_property
    def _count(self) -> tuple[Count, int] | None:
        """The faces that count and the number needed, if that is the question: then a miss is rolled again."""
        event = self.quantity
        if self.policy is None and isinstance(event, Within) and isinstance(event.read.reading, Count):
            low, high, n = event.low, event.high, self.handful.size
            enough = low is not None and 0 < low <= n and (high is None or high >= n)
            if enough and not (self.each_once and self._steps > n - low + 1):  # else fresh misses may run out
                return event.read.reading, low
        return None

    def _direct(self) -> tuple[int, int] | None:
        """Enough of these faces: every reroll of a miss is one more die, as long as there is a miss to be rolled."""
        if self._count is None:
            return None
        reading, low = self._count
        weights, dice = self._die.weights, self.handful.size + self._steps
        wanted = sum([weights[face] for face in reading.faces if face in weights])
        return counting(dice, wanted, self._die.total - wanted, low, dice), self._die.total**dice

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
    def _layers(self) -> list[list[State]]:
        """All rolls after 0, 1, 2, ... rerolls, as the dice of each class: those that may fall anew, and the others."""
        n, classes = self.handful.size, len(self._classes)

        def rolls(dice: int) -> int:
            return comb(dice + classes - 1, dice)

        spent = range(self._steps + 1) if self.each_once else [0]
        different = sum(rolls(n - used) * rolls(used) for used in spent)
        if different * (1 if self.each_once else self._steps + 1) > MOST_ROLLS:
            raise ValueError(
                f"{n} dice with {classes} faces that matter make {different:,} different rolls, to be valued for each "
                f"of {self._steps} rerolls; take fewer dice or rerolls, or a question in which fewer faces matter"
            )
        if not self.each_once:
            none = (0,) * classes
            return [[(roll, none) for roll in _compositions(n, classes)]] * (self._steps + 1)
        return [
            list(product(_compositions(n - used, classes), _compositions(used, classes))) for used in spent
        ]

    @cached_property
    def _places(self) -> list[dict[State, int]]:
        """Where each roll stands in its layer."""
        if self.each_once:
            return [{state: place for place, state in enumerate(layer)} for layer in self._layers]
        return [{state: place for place, state in enumerate(self._layers[0])}] * len(self._layers)

    @cached_property
    def _near(self) -> list[tuple[list[list[tuple[int, int]]], list[list[int]]]]:
        """For each layer and roll, (class, roll less one die of it); for each such, the rolls that may follow."""
        if self.each_once:
            return [self._following(used) for used in range(self._steps)]
        return [self._following(0)] * self._steps if self._steps else []

    def _following(self, used: int) -> tuple[list[list[tuple[int, int]]], list[list[int]]]:
        at, fewer = self._places[used + 1], dict[State, int]()
        down = [
            [
                (i, fewer.setdefault((_more(free, i, -1), fixed), len(fewer)))
                for i, count in enumerate(free)
                if count
            ]
            for free, fixed in self._layers[used]
        ]
        classes = range(len(self._classes))
        if self.each_once:
            return down, [[at[free, _more(fixed, x, 1)] for x in classes] for free, fixed in fewer]
        return down, [[at[_more(free, x, 1), fixed] for x in classes] for free, fixed in fewer]

    @cached_property
    def _start(self) -> list[int]:
        """The ways to each roll."""
        found = []
        for roll, _ in self._layers[0]:
            left, ways = self.handful.size, 1
            for count, weight in zip(roll, self._weights, strict=True):
                ways *= comb(left, count) * weight**count
                left -= count
            found.append(ways)
        return found

    def _worths(self, used: int) -> list[Any]:
        """The worth of each roll of a layer as it lies."""
        return [self._worth(self._faces(state)) for state in self._layers[used]]

    def _worth(self, faces: Sequence[Any]) -> Any:
        worth = self.quantity.of({leaf: read_off(leaf[1], faces) for leaf in self.quantity.leaves})
        return int(worth) if isinstance(worth, bool) else worth

    def _faces(self, state: State) -> tuple[Any, ...]:
        counts = map(add, *state)
        return tuple(faces[0] for faces, n in zip(self._classes, counts, strict=True) for _ in range(n))

    @cached_property
    def _valued(self) -> list[tuple[list[Any], list[Any]]]:
        """For each layer: the value of every roll, and of every roll less one die when that die falls anew.

        Both are whole numbers of ways, if the worth is: of the rolls that may still follow.
        """
        total = self._die.total
        values = self._worths(self._steps)
        found: list[tuple[list[Any], list[Any]]] = [(values, [])]
        worths = values
        for left in range(1, self._steps + 1):
            used = self._steps - left
            down, up = self._near[used]
            again = [sum([w * values[at] for w, at in zip(self._weights, row, strict=True)]) for row in up]
            if self.each_once:
                worths = self._worths(used)
            scale = total**left
            if self.policy is None:
                values = [
                    max([worth * scale, *[again[less] for _, less in options]])
                    for worth, options in zip(worths, down, strict=True)
                ]
            else:
                values = [
                    self._stated(state, left, worth * scale, {i: again[less] for i, less in options})
                    for state, worth, options in zip(self._layers[used], worths, down, strict=True)
                ]
            found.append((values, again))
        return found[::-1]

    def _stated(self, state: State, left: int, leave: Any, again: dict[int, Any]) -> Any:
        assert self.policy
        faces = self._faces((state[0], tuple(0 for _ in state[0])))
        chosen = self.policy(faces, self._left(left))
        if chosen is None:
            return leave
        if chosen not in faces:
            raise ValueError(
                f"the policy rolls {shown(chosen)} again, but the dice show {faces}; give one of these"
            )
        return again[next(i for i, alike in enumerate(self._classes) if chosen in alike)]

    @cached_property
    def mean_rerolls(self) -> Fraction:
        """How many rerolls are used on average, if none is used that doesn't help.

        >>> from beastlab.odds import P, d6, roll
        >>> best(P(roll(2 * d6).any_at_least(5)), rerolls=2, each_once=True).mean_rerolls
        Fraction(20, 27)
        """
        total, weights = self._die.total, self._weights
        used = [Fraction(0)] * len(self._layers[self._steps])
        for left in range(1, self._steps + 1):
            layer, (down, up) = self._steps - left, self._near[self._steps - left]
            again = [
                1 + sum((w * used[at] for w, at in zip(weights, row, strict=True)), Fraction(0)) / total
                for row in up
            ]
            means = []
            for place, state in enumerate(self._layers[layer]):
                chosen = self._class_of(layer, place, state, left)
                means.append(Fraction(0) if chosen is None else again[dict(down[place])[chosen]])
            used = means
        return (
            sum((ways * mean for ways, mean in zip(self._start, used, strict=True)), Fraction(0))
            / self.handful.ways
        )

    def _class_of(self, layer: int, place: int, state: State, left: int) -> int | None:
        """The class of which a die is rolled again, or None."""
        if self.policy:
            face = self.policy(self._faces((state[0], tuple(0 for _ in state[0]))), self._left(left))
            return None if face is None else next(i for i, alike in enumerate(self._classes) if face in alike)
        values, again = self._valued[layer]
        options = self._near[layer][0][place]
        if not options or values[place] == self._worth(self._faces(state)) * self._die.total**left:
            return None
        return max((again[less], i) for i, less in options)[1]

    def _left(self, steps: int) -> int:
        """The rerolls left, of which no more than `steps` can be used."""
        return steps + self.rerolls - self._steps

    # --- the plan --------------------------------------------------------------------------

    def choice(self, *faces: Any, rerolls: int | None = None, spent: Sequence[Any] = ()) -> Any:
        """The face of which one die is to be rolled again, or None to leave the roll as it lies.

        `rerolls` are those left. Where each die may be rolled again but once, `spent` are the faces of the dice
        that were.

        >>> from beastlab.odds import P, best, d6, roll
        >>> best(P(roll(3 * d6).covers(4, 6)), rerolls=1).choice(6, 3, 2)
        2
        """
        left = whole("rerolls", self.rerolls if rerolls is None else rerolls, 0, self.rerolls)
        if len(faces) != self.handful.size:
            raise ValueError(f"{len(faces)} faces are given; the roll has {self.handful.size} dice")
        for face in faces:
            if face not in self.handful.faces:
                raise ValueError(f"no die shows {shown(face)}; the faces are {self.handful.faces}")
        free = list(faces)
        for face in spent:
            if not self.each_once or face not in free:
                raise ValueError(f"{shown(face)} can't be spent: " + self._spending)
            free.remove(face)
        if not left or not free:
            return None
        if self.each_once and left + len(spent) != self.rerolls:  # fewer are left than were counted on
            fewer = Rerolled(self.asked, left + len(spent), self.policy, True)
            return fewer.choice(*faces, spent=spent)
        if self.policy:
            return self.policy(self._ordered(free), left)
        used = len(spent) if self.each_once else self._steps - left
        if used >= self._steps:
            return None
        state = self._counts(free), self._counts(spent)
        chosen = self._class_of(used, self._places[used][state], state, self._steps - used)
        return None if chosen is None else min(face for face in free if face in self._classes[chosen])

    @property
    def _spending(self) -> str:
        return "no die of the roll shows it" if self.each_once else "here a die may be rolled again and again"

    def _ordered(self, faces: Sequence[Any]) -> tuple[Any, ...]:
        """Faces from the highest, or in the order of the die."""
        return tuple(sorted(faces, key=self.handful.faces.index, reverse=True))

    def _counts(self, faces: Sequence[Any]) -> tuple[int, ...]:
        return tuple([sum(face in alike for face in faces) for alike in self._classes])

    @property
    def pieces(self) -> Fraction:
        return 5 * self.asked.pieces  # to choose takes longer than to throw

    def play(self, rng: Random) -> Any:
        faces, spent = self.handful.throw(rng), list[Any]()
        for left in range(self.rerolls, 0, -1):
            again = self.choice(*faces, rerolls=left, spent=spent)
            if again is None:
                break
            faces[faces.index(again)] = anew = self._die.sample(rng, 1)[0]
            spent += [anew] if self.each_once else []
        worth = self.quantity.of({leaf: read_off(leaf[1], faces) for leaf in self.quantity.leaves})
        return bool(worth) if self.chance else worth

    # --- what it shows ---------------------------------------------------------------------

    @cached_property
    def question(self) -> str:
        how = "the best choice" if self.policy is None else f"the policy {_policy_name(self.policy)}"
        rerolls = f"{self.rerolls} reroll{'s' * (self.rerolls != 1)}, each of one die"
        return f"{self.asked.question}, with {rerolls}{' and none twice' * self.each_once}, by {how}"

    @cached_property
    def formula(self) -> str:
        if self._count:
            from beastlab.odds.catalogue import FORMULAS

            reading, low = self._count
            q = self._die.P(reading.faces.__contains__)
            at: dict[str, Any] = {"n": self.handful.size, "f": self._steps, "k": low, "q": q}
            return equation(["P", *FORMULAS["count-with-rerolls"].steps(**at)], self.value)
        if self.policy:
            step = (
                r"V_f(h) = \sum_x p(x)\, V_{f-1}(h - d(h) + x)\ \text{with } d \text{ the die of the policy}"
            )
        elif self.each_once:
            step = (
                r"V_f(h, s) = \max\Bigl(w(h \cup s),\ \max_{d \in h} \sum_x p(x)\, V_{f-1}(h - d,\, s + x)\Bigr)"
                r"\ \text{with } s \text{ the dice rolled again}"
            )
        else:
            step = r"V_f(h) = \max\Bigl(w(h),\ \max_{d \in h} \sum_x p(x)\, V_{f-1}(h - d + x)\Bigr)"
        steps = [rf"\sum_h P(h)\, V_{{{self._steps}}}(h)"]
        if self.chance:
            sides = self._die.total
            ways = number_tex(Fraction(self.ways or 0))
            steps.append(rf"\frac{{{ways}}}{{{sides}^{{{self.handful.size}+{self._steps}}}}}")
        start = r"V_0 = w" + r" = [\,\text{the event}\,]" * self.chance
        return rf"\begin{{aligned}} &{start}, \quad {step} \\ &{equation(steps, self.value)} \end{{aligned}}"

    @cached_property
    def size(self) -> int:
        return 0 if self._count else sum(map(len, self._layers))

    @cached_property
    def method(self) -> str:
        if self._count:
            return "A closed formula: each reroll of a miss counts as one more die."
        single = whole_text(self.handful.ways)
        return (
            f"Value iteration over {self.size:,} different rolls and numbers of rerolls left "
            f"(instead of {single} rolls of single dice)."
        )

    @cached_property
    def assumes(self) -> tuple[str, ...]:
        how = (
            "Best play: after each roll the die whose reroll helps most is rolled again, or none."
            if self.policy is None
            else f"Play by the stated policy ({_policy_name(self.policy)}), whatever else would be better."
        )
        again = "each die at most once." if self.each_once else "the same die may be rolled again."
        return (*self.asked.assumes, how, f"One reroll is one die; {again}")

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
            rolls, told = self._layers[0], 0
            for place in sorted(range(len(rolls)), key=lambda i: -self._start[i]):
                faces = self._faces(rolls[place])
                again = self.choice(*faces, rerolls=self.rerolls)
                if again is not None and told < 3:
                    told += 1
                    lines.append(f"For example, with {', '.join(map(str, faces))} roll a {again} again.")
        return Lines(lines)


def best(asked: Answer | Quantity, rerolls: int, *, each_once: bool = False) -> Rerolled:
    """The value of a roll of which single dice may be rolled again so many times, with best play.

    Give `P(event)` for the largest chance, `E(quantity)` for the largest mean of any worth of the roll. The same die
    may be rolled again and again, or with `each_once` not more than once.

    >>> from beastlab.odds import P, E, d6, roll
    >>> best(P(roll(8 * d6).covers(2, 3, 3, 5, 6)), rerolls=3).value
    Fraction(301246925, 362797056)
    >>> best(E(roll(1 * d6).total), rerolls=1).value
    Fraction(17, 4)
    >>> best(P(roll(2 * d6).any_at_least(5)), rerolls=3, each_once=True).value
    Fraction(65, 81)

    ValueError for anything but one roll of dice that are all alike, and for what would take too long.
    """
    return Rerolled(_asked(asked), rerolls, None, each_once)


def following(policy: Policy, asked: Answer | Quantity, rerolls: int, *, each_once: bool = False) -> Rerolled:
    """The same by a stated policy: `policy(faces, rerolls left)` gives the face to be rolled again, or None to stop.

    Faces come from the highest to the lowest, with `each_once` those of the dice that may still be rolled. A policy
    sees no more than this, so that its value is exact.

    >>> from beastlab.odds import P, d6, roll
    >>> def lowest(faces, left):
    ...     return faces[-1]
    >>> following(lowest, P(roll(2 * d6).total >= 9), rerolls=1).value
    Fraction(5, 12)
    """
    if not callable(policy):
        raise TypeError(f"the policy is {shown(policy)}; give a function of the faces and the rerolls left")
    return Rerolled(_asked(asked), rerolls, policy, each_once)


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
        raise ValueError(
            "rerolls are valued for one roll of one or more dice that are all alike, as in roll(8 * d6)"
        )
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


def _more(counts: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] + by, *counts[place + 1 :])


def _policy_name(policy: Policy) -> str:
    return getattr(policy, "__name__", "given")
