"""Tests with Items and Favors: one Test, several in a row, and the best use of both, exactly.

A Test is passed by a die that shows 5 or 6 in the end [queen.test.success]. A fitting Item is one die more before
the roll [queen.item.one-die-each]; a Favor rerolls a die after it, each die once [queen.favor.once-per-die]. So a
Favor is worth a die that is paid for only where the roll has failed, as long as there is a die left to be rerolled.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm, prod
from typing import Any, NamedTuple, TypeAlias

from beastlab.odds.arguments import number, one_of, several, shown, whole, wholes
from beastlab.odds.distribution import Distribution
from beastlab.odds.texts import fraction_text

MOST_DICE = 200
"""No Test has more dice, Items or Favors (a number of two hundred digits)."""
MOST_TESTS = 10
"""`spread` follows no more Tests in a row,"""
MANY_STAGES = 1024
"""Tests in a row lead to fewer places than this,"""
MOST_STATES = 2_000_000
"""and nothing here weighs more uses of Items and Favors than this (some four seconds)."""
TWO_THIRDS = Fraction(2, 3)

Number: TypeAlias = "int | Fraction"
Worth: TypeAlias = "str | int | Mapping[str, Number] | Sequence[Number]"


def test(dice: int = 2, items: int = 0, favors: int = 0) -> Fraction:
    """P(a Test is passed) with so many dice, fitting Items and Favors, all of them used if need be.

    It is the same for Ability, Class and Combat Tests on a Location [queen.test.combat-location]; what brings how
    many dice says queen.test.ability-dice and its neighbours. Without a die no Favor helps [queen.test.ability-zero].

    >>> test(dice=2, favors=2), test(dice=1, favors=3), test(dice=0, favors=3)
    (Fraction(65, 81), Fraction(5, 9), Fraction(0, 1))
    >>> test(dice=4, items=1) == test(dice=4, favors=1)
    True
    """
    dice = whole("dice", dice, 0, MOST_DICE) + whole("items", items, 0, MOST_DICE)
    return 1 - TWO_THIRDS ** (dice + min(whole("favors", favors, 0, MOST_DICE), dice))


test.__test__ = False  # type: ignore[attr-defined]  # else pytest would run it wherever it is imported


def favors_spent(dice: int = 2, favors: int = 1) -> Distribution[int]:
    """How many Favors a Test costs, if they are spent only while it fails [queen.favor.sequential].

    >>> favors_spent(dice=2, favors=2)
    Distribution(0: 5/9, 1: 4/27, 2: 8/27)
    >>> favors_spent(dice=2, favors=2).mean
    Fraction(20, 27)
    """
    dice = whole("dice", dice, 0, MOST_DICE)
    most = min(whole("favors", favors, 0, MOST_DICE), dice)
    failing = [TWO_THIRDS ** (dice + spent) for spent in range(most)]  # at least one more is spent
    reached = [Fraction(1), *failing, Fraction(0)]
    return Distribution({spent: reached[spent] - reached[spent + 1] for spent in range(most + 1)})


# --- the Tests of an action ----------------------------------------------------------------------------


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


@dataclass(frozen=True)
class Course:
    """What comes of Tests when Items and Favors are used as well as can be for a stated worth.

    `worth` is its exact number, and `meaning` says of what. `law` has the results: True for a Test that is passed,
    in order (of `spread`: how many). `items` and `favors` are how many are used. For the first Test, `items_now`
    values each number of Items used on it, and `favors_now` each number of Favors that one is ready to spend after
    its roll failed, with best play later: the best number is what is worth more now than in the Tests to come. Both
    are empty where it is not known yet which Test comes first.
    """

    worth: Fraction
    meaning: str
    law: Distribution[Any]
    items: Distribution[int]
    favors: Distribution[int]
    items_now: Mapping[int, Fraction]
    favors_now: Mapping[int, Fraction]

    @cached_property
    def passed(self) -> Distribution[int]:
        """How many Tests are passed."""
        return self.law.map(lambda result: result if isinstance(result, int) else sum(result))

    def __repr__(self) -> str:
        return f"<{self.meaning}: {fraction_text(self.worth)}; Tests passed: {self.passed!r}>"

    def _repr_html_(self) -> str:
        return self.passed._repr_html_()


def course(stages: Sequence[tuple[Number, Stage]], use: Use, meaning: str) -> Course:
    """The course of a Test that begins, or of several that are as likely as their weights say."""
    held, favors = use.aids.items, use.aids.favors
    total = sum(Fraction(weight) for weight, _ in stages)
    parts = [(Fraction(weight) / total, stage) for weight, stage in stages]
    worth = sum((share * use.value(stage, held, favors) for share, stage in parts), Fraction(0)) / use.unit
    begun: dict[tuple[Stage, Held, int], Fraction] = {}
    for share, stage in parts:
        begun[stage, held, favors] = begun.get((stage, held, favors), Fraction(0)) + share
    law = Distribution(use.follow_all(begun))
    used = law.map(lambda end: sum(held) - sum(end[1]))
    spent = law.map(lambda end: favors - end[2])
    now = _now(parts[0][1], use) if len(parts) == 1 else ({}, {})
    return Course(worth, meaning, law.map(lambda end: end[0]), used, spent, *now)


def _now(stage: Stage, use: Use) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """The worth by Items used on the first Test, and by Favors that one is ready to spend on it."""
    held, favors = use.aids.items, use.aids.favors
    items: dict[int, Fraction] = {}
    for taken, left, dice in use.ways(stage, held, every=True):
        used, worth = sum(taken), Fraction(use.rolled(stage, dice, left, favors), use.unit)
        items[used] = max(items.get(used, worth), worth)
    left, dice = use.best(stage, held, favors)

    def ready(spend: int, favors: int) -> Fraction:
        if not spend:
            return Fraction(use.after(stage.failed, left, favors), use.unit)
        won = Fraction(use.after(stage.passed, left, favors - 1), use.unit)
        return (won + 2 * ready(spend - 1, favors - 1)) / 3

    return items, {spend: ready(spend, favors) for spend in range(min(dice, favors) + 1)}


def scored(worth: Worth, most: int, what: str = "Tests passed") -> tuple[Callable[[int], int], str]:
    """The worth of so many successes out of `most`, and what it is called."""
    if worth == "successes":
        return int, f"expected {what}"
    if worth == "all":
        return most.__eq__, f"chance that all {most} are {what}" if most > 1 else "chance of success"
    if not isinstance(worth, int) or isinstance(worth, bool):
        raise ValueError(
            f"worth is {shown(worth)}; give 'successes', 'all', a number of successes that is enough, or weights"
        )
    enough = whole("worth", worth, 0, MOST_DICE)
    return enough.__le__, f"chance of at least {enough} {what}"


def spread(
    dice: Sequence[int],
    items: int | Sequence[Sequence[int]] = 0,
    favors: int = 0,
    worth: Worth = "successes",
    *,
    item_worth: Number = 0,
    favor_worth: Number = 0,
) -> Course:
    """How to spread Items and Favors over Tests that come one after another, whatever comes of each.

    `dice` has the dice of each Test. `items` is how many Items fit them all, or for each Item a list of the Tests
    that it fits, counted from 0. `worth` is "successes" (the expected number of Tests passed), "all" (the chance
    that all are), a number that has to be passed, or a list of weights, one for each Test. An Item or Favor that is
    left at the end may be worth something too (`item_worth`, `favor_worth`): so one sees whether to keep it.

    queen.decision.items, queen.decision.favor-test

    >>> plan = spread(dice=[1, 3], items=1, favors=1)
    >>> plan.worth, plan.items_now  # the Item goes to the weaker Test
    (Fraction(1066, 729), {0: Fraction(1006, 729), 1: Fraction(1066, 729)})
    >>> plan.favors_now  # its roll failed: keep the Favor for the second Test, or spend it now
    {0: Fraction(65, 81), 1: Fraction(28, 27)}
    >>> spread(dice=[1, 3], items=1, favors=1, favor_worth=Fraction(1, 2)).favors  # too dear for a Test
    Distribution(0: 1)
    """
    tests = wholes("dice", dice, MOST_TESTS)
    if not tests or min(tests) < 0 or max(tests) > MOST_DICE:
        raise ValueError(f"dice is {shown(dice)}; give the dice of 1 to {MOST_TESTS} Tests, as in [2, 3]")
    last = len(tests) - 1
    if isinstance(items, int):
        fitting = [tuple(range(len(tests)))] * whole("items", items, 0, MOST_DICE)
    else:
        listed = several(
            "items", items, MOST_DICE, "lists of the Tests that an Item fits, as in [[0], [0, 1]]"
        )
        fitting = [tuple(sorted(set(wholes("an Item", item, MOST_TESTS)))) for item in listed]
        if any(not 0 <= place <= last for item in fitting for place in item):
            raise ValueError(f"the Items fit Tests {shown(items)}; Tests are counted from 0 to {last}")
    kinds = list(dict.fromkeys(fitting))
    saved = number("item_worth", item_worth), number("favor_worth", favor_worth)
    counts = tuple(map(fitting.count, kinds))
    aids = Aids(counts, whole("favors", favors, 0, MOST_DICE), saved=saved)
    if isinstance(worth, str | int):
        score, meaning = scored(worth, len(tests))
        weights = [Fraction(1)] * len(tests)
    else:
        given = several("worth", worth, MOST_TESTS, "weights, one for each Test")
        weights, meaning = [number("a weight", weight) for weight in given], "expected worth"
        if len(weights) != len(tests):
            raise ValueError(f"{len(weights)} weights for {len(tests)} Tests; give one for each")
    exact = isinstance(worth, str | int)
    stages: dict[tuple[int, int, Fraction], Stage] = {}

    def branch(place: int, count: int, sum_: Fraction) -> Branch:
        then = (stage(place + 1, count, sum_),) if place < last else ()
        return Branch((count, sum_), int(score(count)) if exact else sum_, then)

    def stage(place: int, count: int, sum_: Fraction) -> Stage:
        if (place, count, sum_) not in stages:
            fits = tuple(n for n, kind in enumerate(kinds) if place in kind)
            won = branch(place, count + 1, sum_ + weights[place])
            stages[place, count, sum_] = Nested(tests[place], fits, 0, won, branch(place, count, sum_))
        return stages[place, count, sum_]

    grain = lcm(*(weight.denominator for weight in (*weights, *saved)))
    found = course([(1, stage(0, 0, Fraction(0)))], Use(aids, sum(tests), grain), meaning)
    counted = found.law.map(lambda result: result[0])
    return Course(found.worth, meaning, counted, found.items, found.favors, found.items_now, found.favors_now)


def location_tree(
    top: int,
    middle: int,
    bottom: int,
    order: int | None = None,
    *,
    items: int | Sequence[Sequence[str]] = 0,
    favors: int = 0,
    worth: str | int = "successes",
) -> Course:
    """The two Tests of a Location by their dice alone, and with `order` the Order's own Test as the third.

    The middle section follows a passed top, the bottom a failed one (queen.location.two-tests). `items` is how many
    Items fit every Test, or for each Item the Tests that it fits, as in [["top", "order"]]; `worth` as in `spread`
    without weights. Nobody is Retired on the way: with a party and its cards that is asked of `visit`.

    queen.order.tokens-instead, queen.order.max-three, queen.formula.order-expected-tokens

    >>> location_tree(2, 2, 3, order=1).passed
    Distribution(0: 64/729, 1: 304/729, 2: 286/729, 3: 25/243)
    >>> location_tree(2, 2, 3, order=1, favors=1).worth
    Fraction(1303, 729)
    """
    names = ("top", "middle", "bottom", "order")[: 3 if order is None else 4]
    given: dict[str, Any] = {"top": top, "middle": middle, "bottom": bottom, "order": order}
    dice = {name: whole(name, given[name], 0, MOST_DICE) for name in names}
    if isinstance(items, int):
        fitting = [frozenset(names)] * whole("items", items, 0, MOST_DICE)
    else:
        listed = several("items", items, MOST_DICE, "lists of Tests, as in [['top'], ['bottom', 'order']]")
        each = (several("an Item", item, MOST_DICE, "Tests, as in ['top', 'order']") for item in listed)
        fitting = [frozenset(one_of("a Test", name, names) for name in item) for item in each]
    kinds = list(dict.fromkeys(fitting))
    score, meaning = scored(worth, len(names) - 1, "Tests passed" if order is None else "Success Tokens")

    def stage(name: str, results: tuple[bool, ...]) -> Stage:
        fits = tuple(n for n, kind in enumerate(kinds) if name in kind)
        return Stage(dice[name], fits, 0, branch((*results, True)), branch((*results, False)))

    def branch(results: tuple[bool, ...]) -> Branch:
        then: tuple[Stage, ...] = ()
        if len(results) == 1:
            then = (stage("middle" if results[0] else "bottom", results),)
        elif len(results) == 2 and order is not None:
            then = (stage("order", results),)
        return Branch(results, int(score(sum(results))), then)

    aids = Aids(tuple(map(fitting.count, kinds)), whole("favors", favors, 0, MOST_DICE))
    return course([(1, stage("top", ()))], Use(aids, sum(dice.values())), meaning)
