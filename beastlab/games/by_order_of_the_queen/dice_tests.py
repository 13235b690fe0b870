"""Tests with Items and Favors: one Test, several in a row, and the best use of both, exactly.

A Test is passed by a die that shows 5 or 6 in the end [queen.test.success]. A fitting Item is one die more before
the roll [queen.item.one-die-each]; a Favor rerolls a die after it, each die once [queen.favor.once-per-die]. So a
Favor is worth a die that is paid for only where the roll has failed, as long as there is a die left to be rerolled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, TypeAlias

from beastlab.games.by_order_of_the_queen.uses import (
    MOST_TESTS,
    TWO_THIRDS,
    Aids,
    Branch,
    Held,
    Nested,
    Number,
    Stage,
    Use,
)
from beastlab.odds.arguments import number, one_of, several, shown, whole, wholes
from beastlab.odds.distribution import Distribution
from beastlab.odds.texts import fraction_text

MOST_DICE = 200
"""No Test has more dice, Items or Favors (a number of two hundred digits)."""

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
