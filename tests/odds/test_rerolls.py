"""Dice rolled again: against play in which every possible choice is tried, and against a simulation of the plan."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from beastlab.odds import Distribution, E, P, best, d4, d6, following, hand, roll

LOADED = Distribution({1: 1, 3: 2, 6: 1})


def exhaustive(dice, die, rerolls, worth, each_once=False):
    """The best mean worth, by trying every die of every single roll again."""

    @cache
    def value(faces, left, spent=()):
        options = [Fraction(worth(faces))]
        for i in range(len(faces)) if left else ():
            if i not in spent:
                again = (*spent, i) if each_once else ()
                options.append(
                    sum(p * value((*faces[:i], x, *faces[i + 1 :]), left - 1, again) for x, p in die.items())
                )
        return max(options)

    faces = [list(die.items())] * dice
    total = Fraction(0)
    for row in product(*faces):
        p = Fraction(1)
        for _, share in row:
            p *= share
        total += p * value(tuple(x for x, _ in row), rerolls)
    return total


def covers(icons):
    def holds(faces):
        dice = sorted(faces, reverse=True)
        return all(die >= icon for die, icon in zip(dice, sorted(icons, reverse=True), strict=False))

    return holds


@pytest.mark.parametrize("rerolls", [0, 1, 2, 3])
@pytest.mark.parametrize("die", [d4, d6, LOADED], ids=["d4", "d6", "loaded"])
class TestEveryChoice:
    def test_covering(self, die, rerolls):
        crew = roll(3 * die)
        assert best(P(crew.covers(2, 4)), rerolls).value == exhaustive(3, die, rerolls, covers((2, 4)))
        assert best(P(crew.covers(3, 3, 1)), rerolls).value == exhaustive(3, die, rerolls, covers((3, 3, 1)))

    def test_counting(self, die, rerolls):
        crew = roll(3 * die)
        for k in (1, 2, 3):
            assert best(P(crew.count(3, 6) >= k), rerolls).value == exhaustive(
                3, die, rerolls, lambda faces, k=k: sum(x in (3, 6) for x in faces) >= k
            )
        assert best(P(crew.count(1) <= 1), rerolls).value == exhaustive(
            3, die, rerolls, lambda faces: faces.count(1) <= 1
        )
        assert best(P(crew.count(1).between(1, 2)), rerolls).value == exhaustive(
            3, die, rerolls, lambda faces: 1 <= faces.count(1) <= 2
        )

    def test_any_worth(self, die, rerolls):
        crew = roll(2 * die)
        assert best(E(crew.total), rerolls).value == exhaustive(2, die, rerolls, sum)
        worth = (crew.highest() - crew.lowest()).map(lambda gap: gap * gap)
        assert best(E(worth), rerolls).value == exhaustive(
            2, die, rerolls, lambda faces: (max(faces) - min(faces)) ** 2
        )
        assert best(P(crew.alike == 2), rerolls).value == exhaustive(
            2, die, rerolls, lambda faces: len(set(faces)) == 1
        )


@pytest.mark.parametrize("rerolls", [1, 2, 3, 4])
@pytest.mark.parametrize("die", [d4, LOADED], ids=["d4", "loaded"])
def test_each_die_once(die, rerolls):
    crew = roll(3 * die)
    for asked, worth in [
        (P(crew.covers(2, 4)), covers((2, 4))),
        (E(crew.total), sum),
        *(
            (P(crew.count(3, 4, 6) >= k), lambda f, k=k: sum(x in (3, 4, 6) for x in f) >= k)
            for k in (1, 2, 3)
        ),
    ]:
        answer = best(asked, rerolls, each_once=True)
        assert answer.value == exhaustive(3, die, rerolls, worth, each_once=True)
        answer.check(100, seed=7)  # every choice is found
    assert (
        best(P(crew.any(4, 6)), rerolls, each_once=True).value
        == best(P(crew.any(4, 6)), min(rerolls, 3)).value
    )


def test_favors_of_the_queen():
    """n dice, f single rerolls of a failing die, each die once: 1 - (2/3)**(n + min(f, n))."""
    for n in range(1, 5):
        for f in range(6):
            answer = best(P(roll(n * d6).any_at_least(5)), f, each_once=True)
            assert answer.value == 1 - Fraction(2, 3) ** (n + min(f, n))


def test_the_plan_where_each_die_falls_once_more():
    answer = best(E(roll(2 * d6).total), 2, each_once=True)
    assert answer.choice(1, 2) == 1 and answer.choice(3, 1, rerolls=1, spent=[1]) == 3
    assert answer.choice(5, 1, rerolls=1, spent=[1]) is None
    assert answer.check(4_000, seed=1).agrees and "each die at most once" in answer.assumes[-1]
    with pytest.raises(ValueError, match="6 can't be spent: no die of the roll shows it"):
        answer.choice(1, 2, spent=[6])
    with pytest.raises(ValueError, match="here a die may be rolled again and again"):
        best(P(roll(2 * d6).total > 9), 1).choice(1, 2, spent=[1])


def test_the_values_of_the_survey():
    crew = roll(8 * d6)
    assert best(P(crew.covers(2, 3, 3, 5, 6)), 3).value == Fraction(301246925, 362797056)
    assert best(P(crew.covers(2, 3, 3, 5, 6)), 0).value == P(crew.covers(2, 3, 3, 5, 6)).value
    assert best(P(crew.any_at_least(5)), 3).value == 1 - Fraction(2, 3) ** 11


def test_no_faces_count_or_all():
    crew = roll(2 * d6)
    assert best(P(crew.any_at_least(7)), 5).value == 0
    assert best(P(crew.any_at_least(1)), 5).value == 1


@pytest.mark.parametrize("rerolls", [1, 2])
def test_a_stated_policy_by_every_roll(rerolls):
    def lowest_under_four(faces, left):
        return faces[-1] if faces[-1] < 4 else None

    @cache
    def value(faces, left):
        chosen = lowest_under_four(tuple(sorted(faces, reverse=True)), left) if left else None
        if chosen is None:
            return Fraction(sum(faces) >= 13)
        rest = list(faces)
        rest.remove(chosen)
        return sum(value(tuple(sorted([*rest, x])), left - 1) for x in range(1, 7)) / 6

    expected = sum(value(tuple(sorted(faces)), rerolls) for faces in product(range(1, 7), repeat=3)) / 216
    answer = following(lowest_under_four, P(roll(3 * d6).total >= 13), rerolls)
    assert answer.value == expected < best(P(roll(3 * d6).total >= 13), rerolls).value
    assert "lowest_under_four" in answer.question and answer.choice(6, 5, 4) is None


def test_the_plan_is_worth_what_it_says():
    for answer in (
        best(P(roll(5 * d6).covers(2, 3, 6)), 2),
        best(P(roll(4 * d6).any(6)), 2),
        following(lambda faces, left: faces[-1], P(roll(3 * d6).total >= 12), 2),
        best(E(roll(3 * d6).total), 2),
    ):
        assert answer.check(4_000, seed=3).agrees, answer


def test_the_choice():
    answer = best(P(roll(3 * d6).covers(4, 6)), 2)
    assert answer.choice(6, 4, 1) is None and answer.choice(6, 3, 2) in (2, 3)
    assert answer.choice(5, 5, 1, rerolls=1) == 1 and answer.choice(1, 1, 1, rerolls=0) is None
    for faces, words in [((6, 4), "2 faces are given"), ((6, 4, 9), "no die shows 9")]:
        with pytest.raises(ValueError, match=words):
            answer.choice(*faces)


def test_what_can_not_be_valued():
    crew, rival = roll(2 * d6), roll(2 * d6)
    for asked, words in [
        (lambda: best(P(crew.any(6), given=crew.any(5)), 1), "a condition can't hold"),
        (lambda: best(P(crew.total > rival.total), 1), "one roll of one or more dice that are all alike"),
        (lambda: best(P(roll(d6 + d4).any(4)), 1), "one roll of one or more dice that are all alike"),
        (lambda: best(P(hand(1, {"a": 2}).any("a")), 1), "one roll of one or more dice that are all alike"),
        (lambda: best(P(crew.any(6)), -1), "rerolls is -1; give a whole number from 0"),
        (lambda: best(P(roll(40 * d6).distinct == 6), 3), "take fewer dice or rerolls"),
        (lambda: following(lambda faces, left: 9, P(crew.total > 9), 1), "rolls 9 again, but the dice show"),
    ]:
        with pytest.raises(ValueError, match=words):
            asked()
    for asked in (lambda: best(crew.total, 1), lambda: best(0.5, 1), lambda: following(3, P(crew.any(6)), 1)):
        with pytest.raises(TypeError, match="ask for a chance|write best|give a function"):
            asked()


def test_a_policy_where_each_die_falls_once_more():
    def lowest(faces, left):
        return faces[-1] if faces[-1] < 4 else None

    answer = following(lowest, E(roll(2 * d6).total), 2, each_once=True)
    # each die under 4 falls once more: independent dice
    assert answer.value == 2 * (Fraction(4 + 5 + 6, 6) + Fraction(1, 2) * Fraction(7, 2))
    assert answer.mean_rerolls == 1 and answer.check(2_000, seed=4).agrees


def test_how_many_rerolls_are_used():
    """Favors spent while failing: 3 (2/3)**n (1 - (2/3)**min(f, n)), each die once."""
    for n in range(1, 4):
        for f in range(4):
            answer = best(P(roll(n * d6).any_at_least(5)), f, each_once=True)
            assert answer.mean_rerolls == 3 * Fraction(2, 3) ** n * (1 - Fraction(2, 3) ** min(f, n))
    assert best(P(roll(1 * d6).any(6)), 2).mean_rerolls == Fraction(5, 6) + Fraction(25, 36)


@pytest.mark.parametrize("once", [False, True])
def test_the_equation_is_that_of_the_plan(once):
    crew = roll(3 * d6)
    shown = best(P(crew.covers(4, 5)), 1, each_once=once)
    assert (r"h \cup s" in shown.formula) == once and r"\max" in shown.formula
    assert rf"\frac{{{shown.ways}}}{{6^{{3+1}}}}" in shown.formula
    stated = following(lambda faces, left: faces[-1], P(crew.covers(4, 5)), 1, each_once=once)
    assert r"\max" not in stated.formula and "the die of the policy" in stated.formula
    assert stated._repr_html_() and best(E(crew.total), 1)._repr_html_()


def test_a_policy_sees_faces_and_rerolls_as_they_are():
    """In the order of the die, with the rerolls that are really left, in value and in play alike."""
    words = Distribution({"b": 1, "a": 1})
    for answer in (
        following(lambda faces, left: faces[-1], P(roll(2 * words).all("a")), 1),
        following(
            lambda faces, left: faces[-1] if faces[-1] < 4 and left <= 2 else None,
            E(roll(2 * d6).total),
            5,
            each_once=True,
        ),
    ):
        assert answer.check(3_000, seed=2).agrees, answer


def test_fewer_rerolls_left_than_were_counted_on():
    question = P(roll(3 * d6).total >= 12)
    two, one = best(question, 2, each_once=True), best(question, 1, each_once=True)
    for faces in ((2, 2, 3), (5, 5, 1), (6, 3, 2), (4, 4, 4)):
        assert two.choice(*faces, rerolls=1) == one.choice(*faces)
    assert one.choice(2, 2, 3) is None and two.choice(2, 2, 3) == 2
