"""Attack or draw, and Enchants after the roll: backward induction against plain recursion over every play."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest
from games.beast_hunt.counting import results
from hypothesis import given, settings
from hypothesis import strategies as st

from beastlab.games import beast_hunt as hunt


def best_turn(defeat, actions, cards, value, lesser_defeat, stagger, held, orbs):
    """(attack first, draw first) by plain recursion over cards, totals and Enchants played."""
    rolls = [(sum(totals), Fraction(ways, 36**orbs)) for totals, ways in results(orbs).items()]
    beaten = sum((Fraction(w, 36) for (t,), w in results(1).items() if t >= lesser_defeat), Fraction(0))

    @cache
    def best(cards, actions, held, marked):
        return max(0, attack(cards, actions, held, marked), draw(cards, actions, held, marked))

    @cache
    def attack(cards, actions, held, marked):
        if actions < 2:
            return Fraction(0)
        chance = Fraction(0)
        for total, p in rolls:
            options = []
            for played in range(held + 1):
                result = total + value * played
                if result >= (stagger if marked else defeat):
                    options.append(1)
                else:
                    mark = stagger is not None and not marked and result >= stagger
                    options.append(best(cards, actions - 2, held - played, mark))
            chance += p * max(options)
        return chance

    @cache
    def draw(cards, actions, held, marked):
        if not actions or not sum(cards):
            return Fraction(0)
        chance = Fraction(0)
        for kind, count in enumerate(cards):
            if count:
                left = tuple(n - (i == kind) for i, n in enumerate(cards))
                if kind == 0:
                    value = best(left, actions - 1, held + 1, marked)
                elif kind == 1:
                    won, lost = best(left, actions, held, marked), best(left, actions - 1, held, marked)
                    value = beaten * won + (1 - beaten) * lost
                else:
                    value = best(left, actions - 1, held, marked)
                chance += Fraction(count, sum(cards)) * value
        return chance

    return attack(cards, actions, held, False), draw(cards, actions, held, False)


@settings(max_examples=40)
@given(
    st.integers(8, 14),
    st.integers(0, 5),
    st.tuples(st.integers(0, 4), st.integers(0, 2), st.integers(0, 4)),
    st.integers(1, 3),
    st.sampled_from([None, 1, 3, 4]),
    st.integers(0, 2),
    st.integers(1, 2),
)
def test_attack_or_draw_by_plain_recursion(defeat, actions, cards, value, gap, held, orbs):
    stagger = None if gap is None else defeat - gap
    odds = hunt.attack_or_draw(defeat, actions, cards[0], value, cards[1], 8, cards[2], stagger, held, orbs)
    assert (odds.attack, odds.draw) == best_turn(defeat, actions, cards, value, 8, stagger, held, orbs)
    assert odds.best == (
        "either" if odds.attack == odds.draw else max(("attack", "draw"), key=vars(odds).get)
    )


def test_a_staggered_beast_is_attacked_at_its_stagger_value():
    assert (
        hunt.attack_or_draw(9, 2, stagger=6, staggered=True).attack
        == hunt.fight(9, 6, staggered=True)["defeat"]
    )
    assert (
        hunt.attack_or_draw(9, 2, stagger=6, held=1, modifier=1).attack == hunt.fight(9, modifier=3)["defeat"]
    )


def test_break_even_is_where_the_better_action_changes():
    fewest = hunt.break_even_enchants(defeat=9, actions=4)
    at = {n: hunt.attack_or_draw(9, 4, enchants=n, blanks=95 - n) for n in (fewest - 1, fewest)}
    assert at[fewest - 1].draw < at[fewest - 1].attack and at[fewest].draw >= at[fewest].attack
    assert hunt.break_even_enchants(defeat=7, actions=4, unseen=20, lesser=2, enchant_value=1) is None


def may_pass(total, defeat, mine, theirs, rivals_first):
    """Whether the roller succeeds in a window where each in turn plays a card or passes, by recursion."""

    @cache
    def succeeds(mine, theirs, total, roller, passes):
        if passes == 2:
            return total >= defeat
        hand = mine if roller else theirs
        found = [succeeds(mine, theirs, total, not roller, passes + 1)]
        for i, card in enumerate(hand):
            left = hand[:i] + hand[i + 1 :]
            for value in card:
                after = (left, theirs) if roller else (mine, left)
                found.append(succeeds(*after, total + value, not roller, 0))
        return max(found) if roller else min(found)

    return succeeds(mine, theirs, total, not rivals_first, 0)


cards = st.lists(
    st.one_of(
        st.integers(-4, 4).filter(bool).map(lambda v: (v,)),
        st.tuples(st.integers(1, 4), st.integers(-4, -1)),
    ),
    max_size=3,
).map(tuple)


@given(st.integers(2, 12), st.integers(4, 12), cards, cards)
def test_enchant_windows_come_down_to_one_sum(total, defeat, mine, theirs):
    worth = hunt.enchant_worth(total, defeat, held=mine, against=theirs)
    for rivals_first in (False, True):
        assert may_pass(total, defeat, mine, theirs, rivals_first) == worth.defeats


@given(st.integers(2, 12), st.integers(4, 16), cards)
def test_the_cheapest_enchants(total, defeat, mine):
    enough = [
        (len(taken), sum(values))
        for size in range(len(mine) + 1)
        for taken in combinations(mine, size)
        for values in product(*taken)
        if total + sum(values) >= defeat
    ]
    cheapest = hunt.enchant_worth(total, defeat, held=mine).cheapest
    assert (None if cheapest is None else (len(cheapest), sum(cheapest))) == min(enough, default=None)


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: hunt.attack_or_draw(9, 3, stagger=9), "no help against defeat 9"),
        (lambda: hunt.attack_or_draw(9, 3, staggered=True), "give its Stagger value"),
        (lambda: hunt.attack_or_draw(9, 99), "actions is 99; give a whole number from 0 to 12"),
        (lambda: hunt.attack_or_draw(9, 3, enchant_value=0), "enchant_value is 0"),
        (lambda: hunt.break_even_enchants(9, 3, unseen=3, lesser=5), "lesser is 5"),
        (lambda: hunt.enchant_worth(7, 9, held=[()]), "is no Enchant"),
    ],
)
def test_bad_arguments_are_refused_with_a_remedy(ask, words):
    with pytest.raises(ValueError, match=words):
        ask()
