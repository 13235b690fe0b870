"""Exact maths from rules: enumeration, loops, merging, limits, best play, and the audit of `Here` keys."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beastlab.core.explore import TooManyWays, audit, explore, nobody, solve
from beastlab.core.requests import Choose, Draw, Event, Here, Move, Roll, Total, Totals
from beastlab.odds import Chain

YES, NO = Move("yes", "Yes"), Move("no", "No")
ONLY_1 = frozenset((1,))


def over(ways):
    """Counted ways as exact chances."""
    ways = Counter(ways)
    return {end: Fraction(many, ways.total()) for end, many in ways.items()}


def ask(seat=0, prompt="Again?", options=(YES, NO), **how):
    return Choose(seat, prompt, options, **how)


# --- enumeration ----------------------------------------------------------------------------------


def test_every_outcome_comes_with_its_weight():
    def rule():
        faces = yield Roll(2)
        yield Event("toy.roll", "They roll.")
        total = yield Total(1)
        card = yield Draw((("ace", 2), ("king", 1), ("none", 0)))
        return faces[1] + total, card

    dice = product(range(1, 7), repeat=3)
    ways = [(max(a, b) + c, card) for a, b, c in dice for card in ("ace", "ace", "king")]
    assert explore(rule) == over(ways)


def test_totals_are_enumerated_as_a_whole():
    def rule():
        return (yield Totals(2, sides=4))[0]

    pairs = [sum(pair) for pair in product(range(1, 5), repeat=2)]
    assert explore(rule) == over(min(pair) for pair in product(pairs, repeat=2))


def test_answers_already_given_are_not_rolled_again():
    def rule():
        first = yield Total(2)
        yield Here(first)
        return first + (yield Total(1))

    assert explore(rule, prefix=(7,)) == over(7 + face for face in range(1, 7))
    assert explore(rule, prefix=(7, 3)) == {10: 1}


def test_a_rule_without_chance_has_one_end():
    def rule():
        yield Event("toy.nothing", "Nothing happens.")
        return "the end"

    assert explore(rule) == {"the end": 1}


def test_nobody_responds_unless_a_policy_says_so():
    def rule():
        total = yield Total(2)
        move = yield ask(1, window=True, options=(NO, YES))
        return total + 1 if move is YES else total

    plain = over(sum(dice) for dice in product(range(1, 7), repeat=2))
    assert explore(rule) == plain
    assert explore(rule, lambda request: YES) == {total + 1: share for total, share in plain.items()}


def test_a_choice_that_is_no_response_is_refused_without_a_policy():
    def rule():
        yield ask(prompt="Fight or flee?")

    with pytest.raises(LookupError, match="nobody answers: Fight or flee?"):
        explore(rule)
    with pytest.raises(LookupError, match="nobody answers"):
        nobody(ask())


def test_a_forced_pass_asks_no_policy():
    def rule():
        return (yield ask(window=True, options=(NO,))).key

    assert explore(rule, lambda request: pytest.fail("nobody need be asked")) == {"no": 1}


def test_chance_of_no_weight_at_all_is_an_error():
    def rule():
        yield Draw((("ace", 0),))

    with pytest.raises(LookupError, match="nothing can happen"):
        explore(rule)


def test_more_ways_than_the_limit_are_refused():
    def rule():
        return (yield Total(1)) + (yield Total(1))

    assert len(explore(rule, limit=37)) == 11
    with pytest.raises(TooManyWays, match="more than 35 ways to go on: ask for less at once, or simulate"):
        explore(rule, limit=35)


def test_as_many_ways_as_the_limit_are_walked():
    def rule():
        return (yield Total(1)) + (yield Total(1))

    assert len(explore(rule, limit=36)) == 11


def long_count():
    total = 0
    for n in range(9):
        yield Here((n, total))
        total += yield Total(1)
    return total


def test_the_limit_holds_over_all_keys_together():
    assert explore(long_count)[9] == Fraction(1, 6**9)
    with pytest.raises(TooManyWays):
        explore(long_count, limit=200)


def test_the_refusal_names_the_limit():
    with pytest.raises(TooManyWays, match="more than 200 ways"):
        explore(long_count, limit=200)


# --- Here: merging and loops ----------------------------------------------------------------------


def test_equal_futures_are_walked_once():
    walked = []

    def rule():
        total = (yield Total(1)) + (yield Total(1))
        yield Here(total)
        walked.append(total)
        return total + (yield Total(1))

    assert explore(rule) == over(sum(dice) for dice in product(range(1, 7), repeat=3))
    # 11 keys, each walked to the first outcome and resumed for the five others
    assert len(walked) == 11 * 6


def test_a_tie_rolled_again_is_a_geometric_series():
    def duel(plus):
        while True:
            yield Here("both roll")
            first, second = (yield Total(2)) + plus, (yield Total(2))
            if first != second:
                return first > second

    dice = [sum(roll) for roll in product(range(1, 7), repeat=2)]
    for plus in range(-3, 4):
        won = sum(a + plus > b for a, b in product(dice, repeat=2))
        lost = sum(a + plus < b for a, b in product(dice, repeat=2))
        assert explore(lambda plus=plus: duel(plus)) == over({True: won, False: lost})


@st.composite
def chains(draw):
    """Random rows on the states 0..n-1 with ends "a", "b"; every state has some way to "a"."""
    n = draw(st.integers(1, 5))
    rows = {}
    for state in range(n):
        targets = draw(st.lists(st.sampled_from([*range(n), "b"]), max_size=4))
        rows[state] = {**{t: draw(st.integers(1, 4)) for t in targets}, "a": draw(st.integers(1, 3))}
    return rows


@settings(max_examples=60)
@given(chains())
def test_loops_within_loops_satisfy_first_step_equations(rows):
    def rule():
        state = 0
        while state in rows:
            yield Here(state)
            state = yield Draw(tuple(rows[state].items()))
        return state

    ends = Chain(rows).ends(0)
    assert explore(rule) == {end: share for end, share in ends.items() if share}
    audit(rule, runs=20)
    assert solve(rule, 0, lambda end: end == "a") == (explore(rule)["a"], None)


@settings(max_examples=40)
@given(chains(), st.lists(st.integers(0, 3), min_size=1, max_size=3))
def test_a_key_belongs_to_one_call_of_its_sub_rule(rows, starts):
    """The same sub-rule, called several times: its keys are equal in each call, what came before is not."""

    def walk(state):
        steps = 0
        while state in rows and steps < 3:
            yield Here((state, steps))
            state = yield Draw(tuple(rows[state].items()))
            steps += 1
        return state

    def rule():
        ends = []
        for start in starts:
            ends.append((yield from walk(start % len(rows))))
        return tuple(ends)

    def alone():  # the same, and nothing is merged
        inner, answer = rule(), None
        try:
            while True:
                request = inner.send(answer)
                answer = None if isinstance(request, Here) else (yield request)
        except StopIteration as end:
            return end.value

    try:
        expected = explore(alone, limit=3_000)
    except TooManyWays:
        return
    assert explore(rule) == expected
    audit(rule, runs=20)


def test_a_loop_without_a_way_out_is_an_error():
    def rule():
        while True:
            yield Here("round")
            yield Total(1)

    with pytest.raises(RecursionError, match="never leaves"):
        explore(rule)
    with pytest.raises(RecursionError, match="never leaves"):
        solve(rule, 0, int)


def test_a_policy_inside_a_loop_is_summed_too():
    def rule():
        while True:
            yield Here("offer")
            face = yield Total(1)
            if (yield ask(prompt=str(face))) is YES:
                return face

    picky = explore(rule, lambda request: YES if request.prompt in "56" else NO)
    assert picky == {5: Fraction(1, 2), 6: Fraction(1, 2)}


# --- audit ----------------------------------------------------------------------------------------


def race(key):
    """Two dice a round; the first to bring the total to five wins."""
    total = rounds = 0
    while total < 5 and rounds < 4:
        yield Here(key(total, rounds))
        total += yield Total(1, 2)
        rounds += 1
    return total, rounds


def test_the_audit_lets_a_whole_key_pass():
    audit(lambda: race(lambda total, rounds: (total, rounds)))


@pytest.mark.parametrize(
    "key",
    [
        lambda total, rounds: total,
        lambda total, rounds: rounds,
        lambda total, rounds: 0,
    ],
)
def test_the_audit_catches_a_key_that_leaves_out_what_matters(key):
    with pytest.raises(ValueError, match="leaves out something that matters"):
        audit(lambda: race(key))


def test_the_audit_catches_chance_of_the_sub_rule_that_its_first_key_leaves_out():
    def inner():
        bonus = yield Total(1)
        yield Here("bonus forgotten")
        return bonus + (yield Total(1))

    def rule():
        return (yield from inner())

    with pytest.raises(ValueError, match="'bonus forgotten'"):
        audit(rule)


# --- best play ------------------------------------------------------------------------------------


@st.composite
def trees(draw, depth=3):
    """A game tree: a worth, or ("chance", weights and branches), or ("choice", a seat and branches)."""
    kind = draw(st.sampled_from(["worth", "chance", "choice"])) if depth else "worth"
    if kind == "worth":
        return draw(st.integers(-5, 5))
    branches = draw(st.lists(trees(depth - 1), min_size=1, max_size=3))
    if kind == "chance":
        return kind, [draw(st.integers(1, 4)) for _ in branches], branches
    return kind, draw(st.integers(0, 1)), branches


def walk(tree):
    while not isinstance(tree, int):
        kind, what, branches = tree
        if kind == "chance":
            tree = branches[(yield Draw(tuple(enumerate(what))))]
        else:
            options = tuple(Move(str(n), f"Go {n}", n) for n in range(len(branches)))
            tree = branches[(yield Choose(what, "Where to?", options)).piece]
    return tree


def best(tree):
    if isinstance(tree, int):
        return Fraction(tree)
    kind, what, branches = tree
    worths = list(map(best, branches))
    if kind == "chance":
        return sum(weight * worth for weight, worth in zip(what, worths, strict=True)) / sum(what)
    return max(worths) if what == 0 else worths[-1]


@given(trees())
def test_best_play_is_that_of_the_whole_tree(tree):
    worth, move = solve(lambda: walk(tree), 0, lambda end: end, others=lambda request: request.options[-1])
    assert worth == best(tree)
    if not isinstance(tree, int) and tree[0] == "choice" and tree[1] == 0 and len(tree[2]) > 1:
        assert worth == best(tree[2][move.piece])
        assert worth == solve(lambda: walk(tree), 0, int, lambda r: r.options[-1], prefix=(move,))[0]
    if not isinstance(tree, int) and tree[0] == "chance":
        assert move is None


def pig(hidden=None):
    """Roll; keep it, or roll once more instead."""
    face = yield Total(1, seen_by=hidden)
    return face if (yield ask(prompt="Keep it?")) is YES else (yield Total(1))


def test_best_play_keeps_what_is_above_the_mean():
    assert solve(pig, 0, Fraction) == (Fraction(17, 4), None)
    assert solve(pig, 0, Fraction, prefix=(4,)) == (4, YES)
    assert solve(pig, 0, Fraction, prefix=(3,)) == (Fraction(7, 2), NO)


def test_other_seats_follow_their_policy():
    assert solve(pig, 1, Fraction, lambda request: NO) == (Fraction(7, 2), None)
    with pytest.raises(LookupError, match="nobody answers"):
        solve(pig, 1, Fraction)


def test_a_choice_on_chance_that_the_seat_has_not_seen_is_refused():
    for prefix in ((), (4,)):
        with pytest.raises(LookupError, match="seat 0 has not seen all that 'Keep it\\?' would depend on"):
            solve(lambda: pig(ONLY_1), 0, Fraction, prefix=prefix)
    assert solve(lambda: pig(frozenset((0, 1))), 0, Fraction)[0] == Fraction(17, 4)


def test_unseen_chance_after_the_last_choice_does_no_harm():
    def rule():
        move = yield ask()
        return (yield Total(1 + (move is YES), seen_by=ONLY_1))

    assert solve(rule, 0, Fraction) == (7, YES)


def test_a_choice_that_may_come_round_again_needs_a_policy():
    def rule():
        while True:
            yield Here("offer")
            face = yield Total(1)
            if (yield ask(prompt="Keep it?")) is YES:
                return face

    with pytest.raises(LookupError, match="'Keep it\\?' may come round again: it needs a policy"):
        solve(rule, 0, Fraction)


def test_a_loop_of_chance_before_and_after_a_choice_is_summed():
    def until_six():
        rolls = 0
        while True:
            yield Here("roll")
            if (yield Total(1)) == 6:
                return rolls

    def rule():
        yield from until_six()
        move = yield ask()
        yield from until_six()
        return (yield Total(1)) if move is YES else 3

    assert solve(rule, 0, Fraction) == (Fraction(7, 2), None)


def test_a_single_option_is_no_choice():
    def rule():
        face = yield Total(1, seen_by=ONLY_1)
        yield ask(options=(NO,))
        return face

    assert solve(rule, 0, Fraction) == (Fraction(7, 2), None)
