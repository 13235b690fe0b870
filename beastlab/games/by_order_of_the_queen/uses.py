"""The best use of Items and Favors over the Tests of one action, exactly.

`Use` walks the Tests as a tree of `Stage`s: what is held at each of them is used as well as can be, now or later.
queen.item.one-die-each, queen.favor.once-per-die, queen.item.before-roll
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeAlias

MOST_TESTS = 10
"""`spread` follows no more Tests in a row,"""
MANY_STAGES = 1024
"""Tests in a row lead to fewer places than this,"""
MOST_STATES = 2_000_000
"""and nothing here weighs more uses of Items and Favors than this (some four seconds)."""
TWO_THIRDS = Fraction(2, 3)

Number: TypeAlias = "int | Fraction"


class _Stage(NamedTuple):
    dice: int
    fits: tuple[int, ...]
    kept: int
    passed: Branch
    failed: Branch


class Group(NamedTuple):
    """Kinds of Items that fit the same Tests from here on; whether this one, and whether a later one."""

    kinds: tuple[int, ...]
    now: bool
    later: bool


class Stage(_Stage):
    """A Test: its dice, the kinds of Items that fit, dice of Items that are kept, and what follows."""

    @cached_property
    def next(self) -> tuple[Stage, ...]:
        return (*self.passed.then, *self.failed.then)

    @cached_property
    def most(self) -> int:
        """The most dice that are rolled from here on, but for those of Items that are discarded."""
        return self.dice + self.kept + max((stage.most for stage in self.next), default=0)

    @cached_property
    def later(self) -> frozenset[tuple[int, ...]]:
        """The kinds of Items that fit, for every later Test."""
        return frozenset(fits for stage in self.next for fits in (stage.fits, *stage.later))

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The kinds of Items that are still of use; those that fit the same Tests are one."""
        found: dict[tuple[bool, ...], list[int]] = {}
        for kind in sorted({*self.fits}.union(*self.later)):
            fits = (kind in self.fits, *(kind in later for later in self.later))
            found.setdefault(fits, []).append(kind)
        return tuple(Group(tuple(kinds), fits[0], any(fits[1:])) for fits, kinds in found.items())


class Nested(Stage):
    """A Test that many others follow: its hash is taken once."""

    def __hash__(self) -> int:
        found: int | None = self.__dict__.get("hashed")
        if found is None:
            self.__dict__["hashed"] = found = tuple.__hash__(self)
        return found


class Branch(NamedTuple):
    """What follows a result: its name, what it is worth if this is the end, else the Tests to choose among.

    `over` is the chance that a Penalty ends the game before them.
    """

    result: Hashable
    worth: Number
    then: tuple[Stage, ...] = ()
    over: Number = 0


class Aids(NamedTuple):
    """Items by kind, Favors, rerolls that every Test has anew, and the worth of an Item and a Favor that is left."""

    items: tuple[int, ...] = ()
    favors: int = 0
    again: int = 0
    saved: tuple[Number, Number] = (0, 0)


Held: TypeAlias = "tuple[int, ...]"


class Use:
    """The best use of Items and Favors, by backward induction over (Test, Items left, Favors left).

    All dice that failed are alike, so after the roll only their number matters. No more Favors are of use than dice
    may still be rolled, and Items that fit the same of the Tests to come are alike. Whole numbers throughout: worths
    are counted in a `unit` that every roll divides by three; `rolls` is the most dice that one action can roll.
    """

    def __init__(self, aids: Aids, rolls: int, grain: int = 1) -> None:
        self.aids = aids
        rolls += sum(aids.items)
        self.unit = 3 ** (rolls + min(aids.favors, rolls) + (aids.again + 1) * MOST_TESTS) * grain
        self.saved = [int(worth * self.unit) for worth in aids.saved]
        self.worths: dict[Key, int] = {}
        self.uses: dict[Key, tuple[int, ...]] = {}
        self.failed: dict[tuple[Stage, int, Held, int, int], tuple[int, bool]] = {}
        self.checked: set[Key] = set()
        self.steps = 0

    def value(self, stage: Stage, held: Held, favors: int) -> int:
        """The worth of best play from a Test that begins, in units."""
        self.check(stage, held, favors)
        return self._value(stage, held, favors)

    def check(self, stage: Stage, held: Held, favors: int) -> None:
        """Refuse before it begins what would take long, by a bound of the uses that have to be weighed."""
        if MANY_STAGES * prod(n + 1 for n in held) ** 2 * (favors + self.aids.again + 1) ** 2 <= MOST_STATES:
            return  # however they are nested
        key, held = self._key(stage, held, favors)
        if key in self.checked:
            return
        steps, found, met = 0, [stage], {id(stage)}
        for place in found:  # grows while it is read
            counts = [sum(held[kind] for kind in group.kinds) for group in place.groups]
            each = min(favors, place.most + sum(counts)) + 1
            states = prod(count + 1 for count in counts) * each if place is not stage else 1
            fitting = sum(count for count, group in zip(counts, place.groups, strict=True) if group.now)
            chain = min(place.dice + place.kept + fitting, favors + self.aids.again)
            steps += states * (self._ways(place, counts) + chain + 1)
            self._affordable(steps)
            fresh = {id(after): after for after in place.next if id(after) not in met}
            found += fresh.values()
            met |= fresh.keys()
        self.checked.add(key)

    def _affordable(self, steps: int) -> None:
        if steps > MOST_STATES:
            raise ValueError(
                f"Items and Favors can be spread in more than {MOST_STATES:,} ways; give fewer, or Items that fit "
                "fewer of the Tests"
            )

    def _ways(self, stage: Stage, counts: Sequence[int]) -> int:
        ways = stage.kept + 1
        for count, group in zip(counts, stage.groups, strict=True):
            if group.now and count:
                ways *= count + 1 if group.later or self.saved[0] else 2
        return ways

    def _key(self, stage: Stage, held: Held, favors: int) -> tuple[Key, Held]:
        """All that the worth depends on, and the Items that are still of use."""
        if not held:
            return (stage, (), favors if favors <= stage.dice else min(favors, stage.most)), held
        counts, left = [], [0] * len(held)
        for group in stage.groups:
            for kind in group.kinds:
                left[kind] = held[kind]
            counts.append(sum(held[kind] for kind in group.kinds))
        most = stage.most + sum(counts)
        return (stage, tuple(counts), favors if favors < most else most), tuple(left)

    def _value(self, stage: Stage, held: Held, favors: int) -> int:
        key, useful = self._key(stage, held, favors)
        found = self.worths.get(key)
        if found is None:
            best = None
            for used, left, dice in self.ways(stage, useful):
                self.steps += 1
                worth = self.rolled(stage, dice, left, key[2])
                if best is None or worth > best:
                    best, self.uses[key] = worth, (*used, dice)
            assert best is not None
            self.worths[key] = found = best
            self._affordable(2 * (self.steps + len(self.failed)))  # the bound is seldom nearer than that
        item, favor = self.saved
        return found + item * (sum(held) - sum(useful)) + favor * (favors - key[2])

    def ways(
        self, stage: Stage, held: Held, every: bool = False
    ) -> Iterator[tuple[tuple[int, ...], Held, int]]:
        """The Items used of each group, those left and the dice rolled, for every choice of Items; fewest first.

        Of Items that fit no later Test all or none are best: all if to pass is better than to fail.
        """
        each = []
        for group in stage.groups if held else ():
            count = sum(held[kind] for kind in group.kinds) if group.now else 0
            some = group.later or self.saved[0] or every
            each.append(range(count + 1) if some or count < 2 else (0, count))
        for used in product(*each):
            left = self.less(stage, held, used)
            for kept in range(stage.kept, -1, -1):
                yield used, left, stage.dice + kept + sum(used)

    def best(self, stage: Stage, held: Held, favors: int) -> tuple[Held, int]:
        """The Items left and the dice rolled by best play."""
        self._value(stage, held, favors)
        *used, dice = self.uses[self._key(stage, held, favors)[0]]
        return self.less(stage, held, used), dice

    def less(self, stage: Stage, held: Held, used: Sequence[int]) -> Held:
        """What is left of the Items."""
        if not held:
            return held
        left = list(held)
        for group, count in zip(stage.groups, used, strict=True):
            for kind in group.kinds if count else ():
                taken = min(count, left[kind])
                left[kind] -= taken
                count -= taken
        return tuple(left)

    def rolled(self, stage: Stage, dice: int, held: Held, favors: int) -> int:
        """The worth of rolling so many dice now."""
        if not dice:
            return self.after(stage.failed, held, favors)
        ways, misses = 3**dice, 2**dice
        won, lost = self.after(stage.passed, held, favors), self.failing(stage, dice, held, favors)[0]
        return ((ways - misses) * won + misses * lost) // ways

    def failing(
        self, stage: Stage, dice: int, held: Held, favors: int, again: int | None = None
    ) -> tuple[int, bool]:
        """The worth of a failed roll with so many dice that may be rerolled, and whether one should be."""
        again = self.aids.again if again is None else again
        if not (dice and (again or favors)):
            return self.after(stage.failed, held, favors), False
        chain = []
        for used in range(min(dice, again + favors) + 1):
            left = max(again - used, 0), favors - max(used - again, 0)
            key = stage, dice - used, held, left[1], left[0]
            chain.append(key)
            if key in self.failed:
                break
        for place in range(len(chain) - 1, -1, -1):
            key = chain[place]
            if key in self.failed:
                continue
            stop = self.after(stage.failed, held, key[3])
            self.failed[key] = stop, False
            if place + 1 < len(chain):
                then = chain[place + 1]
                on = (self.after(stage.passed, held, then[3]) + 2 * self.failed[then][0]) // 3
                if on > stop:
                    self.failed[key] = on, True
        return self.failed[chain[0]]

    def after(self, branch: Branch, held: Held, favors: int) -> int:
        """The worth of what follows a result."""
        if branch.then and branch.over < 1:
            on = max(self._value(stage, held, favors) for stage in branch.then)
            if not branch.over:
                return on
            n, d = branch.over.numerator, branch.over.denominator
            worth, rest = divmod((d - n) * on + n * self.ended(branch, held, favors), d)
            assert not rest, "the grain has the denominators of such chances"
            return worth
        return self.ended(branch, held, favors)

    def ended(self, branch: Branch, held: Held, favors: int) -> int:
        item, favor = self.saved
        return int(branch.worth * self.unit) + (item * sum(held) + favor * favors if item or favor else 0)

    # --- what comes of it: (result, Items left, Favors left) with its chance ---------------------------

    def follow(self, stage: Stage, held: Held, favors: int) -> Ends:
        self.check(stage, held, favors)
        return self.follow_all({(stage, held, favors): Fraction(1)})

    def follow_all(self, begun: Mapping[tuple[Stage, Held, int], Fraction]) -> Ends:
        """What comes of Tests that begin with these chances: Test after Test."""
        ends: Ends = {}
        while begun:
            reached: Reached = {}
            for (stage, held, favors), chance in begun.items():
                left, dice = self.best(stage, held, favors)
                _add(reached, self._rolled(stage, dice, left, favors), chance)
            begun = self._onward(reached, ends)
        return ends

    def follow_rolled(self, stage: Stage, dice: int, held: Held, favors: int) -> Ends:
        self.check(stage, held, favors)
        return self._follow(self._rolled(stage, dice, held, favors))

    def follow_rerolled(self, stage: Stage, dice: int, held: Held, favors: int, again: int) -> Ends:
        """With one of the failed dice rerolled, whether that is best or not, and so many rerolls left."""
        self.check(stage, held, favors)
        reached: Reached = {(stage.passed, held, favors): 1 - TWO_THIRDS}
        _add(reached, self._failing(stage, dice - 1, held, favors, again), TWO_THIRDS)
        return self._follow(reached)

    def follow_after(self, branch: Branch, held: Held, favors: int) -> Ends:
        for stage in branch.then:
            self.check(stage, held, favors)
        return self._follow({(branch, held, favors): Fraction(1)})

    def _follow(self, reached: Reached) -> Ends:
        ends: Ends = {}
        for end, chance in self.follow_all(self._onward(reached, ends)).items():
            ends[end] = ends.get(end, Fraction(0)) + chance
        return ends

    def _onward(self, reached: Reached, ends: Ends) -> dict[tuple[Stage, Held, int], Fraction]:
        """The Tests that begin after these results; what ends is added to `ends`."""
        begun: dict[tuple[Stage, Held, int], Fraction] = {}
        for (branch, held, favors), chance in reached.items():
            over = Fraction(branch.over) if branch.then else Fraction(1)
            if over:
                end = branch.result, held, favors
                ends[end] = ends.get(end, Fraction(0)) + chance * over
            if over < 1:
                stage = max(branch.then, key=lambda stage: self._value(stage, held, favors))
                key = stage, held, favors
                begun[key] = begun.get(key, Fraction(0)) + chance * (1 - over)
        return begun

    def _rolled(self, stage: Stage, dice: int, held: Held, favors: int) -> Reached:
        missed = TWO_THIRDS**dice
        reached: Reached = {(stage.passed, held, favors): 1 - missed} if dice else {}
        return _add(reached, self._failing(stage, dice, held, favors, self.aids.again), missed)

    def _failing(self, stage: Stage, dice: int, held: Held, favors: int, again: int) -> Reached:
        reached: Reached = {}
        chance = Fraction(1)
        while self.failing(stage, dice, held, favors, again)[1]:
            favors, again, dice = (favors, again - 1, dice - 1) if again else (favors - 1, 0, dice - 1)
            _add(reached, {(stage.passed, held, favors): 1 - TWO_THIRDS}, chance)
            chance *= TWO_THIRDS
        return _add(reached, {(stage.failed, held, favors): Fraction(1)}, chance)


Key: TypeAlias = "tuple[Stage, tuple[int, ...], int]"
Reached: TypeAlias = "dict[tuple[Branch, Held, int], Fraction]"
Ends: TypeAlias = "dict[tuple[Any, Held, int], Fraction]"


def _add(found: Reached, more: Reached, share: Fraction) -> Reached:
    for end, chance in more.items():
        found[end] = found.get(end, Fraction(0)) + share * chance
    return found
