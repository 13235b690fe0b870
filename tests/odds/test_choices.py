"""Best choices against brute force, also where the float solvers propose something wrong."""

from fractions import Fraction
from itertools import combinations, permutations, product
from types import SimpleNamespace

import pytest
import scipy.optimize
from hypothesis import given, settings
from hypothesis import strategies as st

from beastlab.odds import Distribution, d6
from beastlab.odds import choices as module
from beastlab.odds.choices import assign, best_play, clear, cover, programme

# --- assignments ----------------------------------------------------------------------------


def best_by_hand(worth):
    """The greatest total over all ways to give each of the fewer side one of the other, or None."""
    high, wide = len(worth), len(worth[0])
    if high > wide:
        return best_by_hand([list(column) for column in zip(*worth, strict=True)])
    totals = [
        sum(row[j] for row, j in zip(worth, columns, strict=True))
        for columns in permutations(range(wide), high)
        if all(row[j] is not None for row, j in zip(worth, columns, strict=True))
    ]
    return max(totals, default=None)


def check(worth):
    expected = best_by_hand(worth)
    if expected is None:
        with pytest.raises(ValueError, match="no assignment avoids every forbidden pair"):
            assign(worth)
        return
    best = assign(worth)
    assert best.value == expected == sum(worth[i][j] for i, j in best.plan.items())
    assert len(set(best.plan.values())) == len(best.plan) == min(len(worth), len(worth[0]))


def tables(cell):
    return st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
        lambda size: st.lists(
            st.lists(cell, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
        )
    )


small = st.one_of(st.none(), st.integers(-9, 9), st.builds(Fraction, st.integers(-9, 9), st.integers(1, 5)))
vast = st.one_of(st.none(), st.builds(lambda a, b: a * 10**40 + b, st.integers(0, 2), st.integers(-5, 5)))


@settings(deadline=None)
@given(tables(small))
def test_an_assignment_is_the_best_of_all(worth):
    check(worth)


@settings(deadline=None)
@given(tables(vast))
def test_worths_beyond_floats_are_assigned_exactly(worth):
    check(worth)


@settings(deadline=None)
@given(st.permutations(range(5)), tables(st.integers(-9, 9)))
def test_a_wrong_proposal_is_improved_to_the_best(proposal, worth):
    size = max(len(worth), len(worth[0]))
    with pytest.MonkeyPatch.context() as patch:
        columns = [j for j in proposal if j < size]
        patch.setattr(scipy.optimize, "linear_sum_assignment", lambda *_, **__: (range(size), columns))
        check(worth)


@given(st.permutations(range(5)), st.data())
def test_every_exchange_gains(taken, data):
    row = st.lists(st.integers(-9, 9), min_size=5, max_size=5)
    worth = data.draw(st.lists(row, min_size=5, max_size=5))
    cycle = module._improving(worth, taken)
    onward = list(taken)
    for row, other in zip(cycle, cycle[1:] + cycle[:1], strict=True):
        onward[row] = taken[other]

    def total(columns):
        return sum(line[j] for line, j in zip(worth, columns, strict=True))

    assert total(onward) > total(taken) if cycle else total(taken) == best_by_hand(worth)


def test_forbidden_pairs_of_a_long_table():
    with pytest.raises(ValueError, match="no assignment avoids every forbidden pair"):
        assign([[1, None, None], [2, None, None], [3, 4, 5]])
    with pytest.raises(ValueError, match="no assignment avoids every forbidden pair"):
        assign([[None, None]])


@pytest.mark.parametrize(
    ("worth", "sentence"),
    [
        ([[1, 2], [3]], "not equally long"),
        ([], "not equally long, or empty"),
        ([[]], "not equally long, or empty"),
        ([[1, 0.5]], r"worth\[0\]\[1\] is the float 0.5"),
        (7, "worth is 7; give a list of rows"),
        ([[1] * 300] * 300, "300 by 300 would take long .* up to about 215"),
    ],
)
def test_what_is_no_table_is_refused(worth, sentence):
    with pytest.raises(ValueError, match=sentence):
        assign(worth)


def test_a_large_assignment_is_proven():
    n = 60
    best = assign([[(i * 37 + j * 91 + i * j * 17) % 101 for j in range(n)] for i in range(n)])
    assert "proven best" in repr(best) and sorted(best.plan.values()) == list(range(n))


# --- programmes -----------------------------------------------------------------------------

coefficient = st.one_of(st.integers(-4, 4), st.builds(Fraction, st.integers(-5, 5), st.integers(1, 3)))
amounts = st.fixed_dictionaries({"x": coefficient, "y": coefficient, "z": coefficient})
limit = st.tuples(amounts, st.integers(-3, 12))


def best_plan(objective, at_most, at_least, equal, bounds):
    worths = []
    for point in product(*(range(low, high + 1) for low, high in bounds.values())):
        plan = dict(zip(bounds, point, strict=True))

        def used(limit, plan=plan):
            return sum(a * plan[name] for name, a in limit[0].items())

        if (
            all(used(k) <= k[1] for k in at_most)
            and all(used(k) >= k[1] for k in at_least)
            and all(used(k) == k[1] for k in equal)
        ):
            worths.append(sum(c * plan[name] for name, c in objective.items()))
    return max(worths, default=None)


def solver_without_plans(*_, **__):
    return SimpleNamespace(x=None, status=2)


@pytest.mark.parametrize("solver", [scipy.optimize.milp, solver_without_plans])
@settings(deadline=None, max_examples=60)
@given(
    amounts,
    st.lists(limit, max_size=3),
    st.lists(limit, max_size=1),
    st.lists(limit, max_size=1),
    st.lists(st.tuples(st.integers(-2, 1), st.integers(0, 4)), min_size=3, max_size=3),
)
def test_a_programme_is_the_best_of_all_plans(solver, objective, at_most, at_least, equal, ranges):
    """Also if the exact search has to find it alone."""
    bounds = {name: (low, low + more) for name, (low, more) in zip("xyz", ranges, strict=True)}
    expected = best_plan(objective, at_most, at_least, equal, bounds)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scipy.optimize, "milp", solver)
        if expected is None:
            with pytest.raises(ValueError, match="no plan of whole numbers keeps to all limits"):
                programme(objective, at_most, at_least, equal, bounds)
            return
        best = programme(objective, at_most, at_least, equal, bounds)
    assert best.value == expected == sum(c * best.plan[name] for name, c in objective.items())
    assert best.proof == "proven best"
    assert (
        best_plan(objective, at_most, at_least, equal, {k: (v, v) for k, v in best.plan.items()}) == expected
    )


def test_a_knapsack_whose_relaxation_misleads():
    best = programme(
        {"a": 10, "b": 6, "c": 4}, at_most=[({"a": 9, "b": 5, "c": 4}, 17)], bounds={"c": (0, 1)}
    )
    assert best.value == 18 and best.proof == "proven best"


def test_an_upper_end_may_follow_from_the_limits_and_fractions_are_exact():
    third = Fraction(1, 3)
    best = programme({"x": third}, at_most=[({"x": third}, Fraction(299, 100))])
    assert (best.value, best.plan, best.proof) == (Fraction(8, 3), {"x": 8}, "proven best")
    best = programme({"x": 1, "y": -2}, at_most=[({"x": 1, "y": -1}, 3)])  # nothing bounds x or y alone
    assert (best.value, best.plan, best.proof) == (3, {"x": 3, "y": 0}, "proven best")


def proposing(monkeypatch, **found):
    result = {"x": None, "status": 0, "mip_dual_bound": -0.0, **found}
    monkeypatch.setattr(scipy.optimize, "milp", lambda *_, **__: SimpleNamespace(**result))


def test_a_poor_proposal_is_improved(monkeypatch):
    proposing(monkeypatch, x=[0.0, 0.0])
    best = programme({"x": 3, "y": 5}, at_most=[({"x": 2, "y": 4}, 15)], bounds={"x": (0, 4)})
    assert (best.value, best.plan, best.proof) == (19, {"x": 3, "y": 2}, "proven best")


def test_a_variable_without_an_end_is_searched_as_far_as_it_may_help(monkeypatch):
    worth = {"x": 3, "y": -1, "z": Fraction(-3, 10)}
    proposing(monkeypatch, x=[2.0, 0.0, 0.0])
    best = programme(worth, [({"x": 1, "y": -4, "z": -1}, 2)], bounds={"x": (0, 4), "y": (0, 10)})
    assert (best.value, best.plan["z"], best.proof) == (Fraction(57, 5), 2, "proven best")
    # Here y may help x without an end, so nothing follows for x from the limit, and the poor plan isn't proven.
    proposing(monkeypatch, x=[3.0, 0.0], mip_dual_bound=-14.0)
    poor = programme({"x": 3, "y": -2}, [({"x": 1, "y": -1}, 3)], bounds={"x": (0, 8)})
    assert poor.value == 9 and poor.proof.endswith("rests on HiGHS's bound, which leaves a gap of 5 units")


@pytest.mark.parametrize("proposal", [[4.0], None])
def test_a_proposal_that_is_no_plan_is_replaced(monkeypatch, proposal):
    proposing(monkeypatch, x=proposal, status=2)
    for limits in ({"at_most": [({"x": 1}, 3)]}, {"bounds": {"x": (0, 3)}}):
        best = programme({"x": 1}, **limits)
        assert (best.plan, best.proof) == ({"x": 3}, "proven best")
    with pytest.raises(ValueError, match="no plan of whole numbers keeps to all limits"):
        programme({"x": 1}, [({"x": 2}, 3)], [({"x": 2}, 3)])


def test_no_plan_is_certain_only_if_all_were_tried(monkeypatch):
    proposing(monkeypatch, status=2)
    with pytest.raises(ValueError, match="was found within all limits; .* narrow bounds"):
        programme({"x": -1})


def test_what_is_not_proven_says_so(monkeypatch):
    monkeypatch.setattr(module, "MOST_SEARCHED", 3)
    best = programme(
        {"a": 10, "b": 6, "c": 4}, at_most=[({"a": 9, "b": 5, "c": 4}, 17)], bounds={"c": (0, 1)}
    )
    assert best.value == 18 and "rests on HiGHS's bound" in best.proof
    proposing(monkeypatch, x=[1.0, 0.0, 2.0], mip_dual_bound=-18.9)
    best = programme(
        {"a": 10, "b": 6, "c": 4}, at_most=[({"a": 9, "b": 5, "c": 4}, 17)], bounds={"c": (0, 2)}
    )
    assert best.value == 18 and "HiGHS's bound, which leaves a gap of" in best.proof


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (({"x": 1},), "the worth can grow without end"),
        (({"x": 1}, [({"x": 1}, -1)]), "no plan of whole numbers keeps to all limits"),
        (({"x": 1}, [], [], [({"x": 2}, 3)]), "no plan of whole numbers keeps to all limits"),
        (({"x": 0.5},), "amount of x in the objective is the float 0.5"),
        (({"x": 1}, [({"x": 0.5}, 1)]), "amount of x in limit 1 of at_most is the float 0.5"),
        (({"x": 1}, [({"x": 1}, 1.5)]), "bound of limit 1 of at_most is the float 1.5"),
        ((lambda x: x * x,), "give a dict of names and amounts, which makes it linear"),
        (({"x": 1}, [{"x": 1}]), "limit 1 of at_most is .*; give a pair"),
        (({1: 1},), "the objective names 1; a variable's name is a text"),
        (({},), "has 0 variables"),
        (({"x": 1}, [], [], [], {"x": 3}), "bounds of 'x' are 3; give a pair"),
        (({"x": 1}, [], [], [], {"x": (3, 2)}), "the most x is 2; give a whole number of at least 3"),
        (({"x": 1}, [], [], [], [3]), r"bounds is \[3\]; give a dict"),
        (({"x": 10**20, "y": 1}, [({"x": 1, "y": 1}, 4)]), "too large for the solver"),
    ],
)
def test_what_is_no_programme_is_refused(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        programme(*arguments)


# --- best play ------------------------------------------------------------------------------


@st.composite
def games(draw):
    """Random games on the states 0..n-1: all moves lead upwards, some by chance."""
    n = draw(st.integers(1, 7))
    moves = []
    for state in range(n):
        onward = st.integers(state + 1, n - 1)
        law = st.dictionaries(onward, st.integers(1, 3), min_size=1, max_size=3).map(Distribution)
        options = st.dictionaries(st.sampled_from("abc"), st.one_of(onward, law), max_size=3)
        moves.append(draw(options) if state < n - 1 else {})
    return moves, draw(
        st.lists(st.builds(Fraction, st.integers(-9, 9), st.integers(1, 3)), min_size=n, max_size=n)
    )


@settings(max_examples=60)
@given(games())
def test_best_play_is_the_best_of_all_policies(game):
    moves, worth = game
    play = best_play(0, moves.__getitem__, worth.__getitem__)

    def value(policy, state):
        if not moves[state]:
            return worth[state]
        to = moves[state][policy[state]]
        law = to if isinstance(to, Distribution) else Distribution.certain(to)
        return sum(p * value(policy, target) for target, p in law.items())

    inner = [state for state in range(len(moves)) if moves[state]]
    values = [
        value(dict(zip(inner, policy, strict=True)), 0)
        for policy in product(*(moves[state] for state in inner))
    ]
    assert play.value == max(values)
    assert value({**{state: next(iter(moves[state])) for state in inner}, **play.best}, 0) == play.value
    for state, options in play.values.items():
        assert list(options) == list(moves[state]) and play.best[state] == max(options, key=options.get)
        for move, expected in options.items():
            forced = {**{s: next(iter(moves[s])) for s in inner}, **play.best, state: move}
            assert value(forced, state) == expected


def rerolls(state):
    left, face = state
    return {"keep": (0, face), "roll": d6.map(lambda new: (left - 1, new))} if left else {}


def test_rerolls_of_one_die_have_their_known_values():
    for rolls, expected in ((1, Fraction(7, 2)), (2, Fraction(17, 4)), (3, Fraction(14, 3))):
        play = best_play((rolls, 0), rerolls, lambda state: state[1])
        assert play.value == expected and play.best[rolls, 0] == "roll"
    assert play.best[2, 4] == "roll" and play.best[2, 5] == "keep" and play.best[1, 4] == "keep"


def test_a_long_game_needs_no_recursion():
    play = best_play(0, lambda n: {"one": n + 1, "two": n + 2} if n < 20_000 else {}, lambda n: n)
    assert play.value == 20_001 and len(play.best) == 20_000


def test_of_equal_moves_the_first_is_best_and_ends_have_none():
    play = best_play(
        "go", lambda state: {"left": "l", "right": "r"} if state == "go" else {}, lambda state: 4
    )
    assert play.best == {"go": "left"} and play.values == {"go": {"left": 4, "right": 4}}
    still = best_play("end", lambda state: {}, lambda state: Fraction(1, 3))
    assert still.value == Fraction(1, 3) and not still.best and "moves none" in repr(still)


def test_states_that_meet_again_are_asked_once():
    asked = []

    def moves(state):
        asked.append(state)
        row, column = state
        return {"down": (row + 1, column), "right": (row, column + 1)} if row + column < 12 else {}

    assert best_play((0, 0), moves, lambda state: -abs(state[0] - 6)).value == 0
    assert len(asked) == len(set(asked)) == 13 * 14 // 2


@pytest.mark.parametrize(
    ("moves", "named"),
    [
        (lambda n: {"on": (n + 1) % 3}, "0"),
        (lambda n: {"roll": Distribution({n: 1, n + 1: 1})}, "0"),
        (
            lambda n: (
                {"on": 1, "end": 9} if n == 0 else {"back": 2} if n == 1 else {"again": 1} if n == 2 else {}
            ),
            "1",
        ),
    ],
)
def test_a_state_that_comes_round_again_is_named(moves, named):
    with pytest.raises(ValueError, match=f"the state {named} can come round again"):
        best_play(0, moves, lambda n: 0)


def test_what_is_no_game_is_refused(monkeypatch):
    with pytest.raises(ValueError, match="the moves at 0 are None; give a dict, empty at an end"):
        best_play(0, lambda n: None, lambda n: 0)
    with pytest.raises(ValueError, match="the worth of 0 is the float 0.5"):
        best_play(0, lambda n: {}, lambda n: 0.5)
    for start, onward in (([], 1), (0, [])):
        with pytest.raises(ValueError, match=r"the state \[\] can't be looked up again"):
            best_play(start, lambda n, onward=onward: {"on": onward}, lambda n: 0)
    monkeypatch.setattr(module, "MOST_STATES", 100)
    with pytest.raises(ValueError, match="the game has more than 100 states; leave out"):
        best_play(0, lambda n: {"on": n + 1}, lambda n: 0)
    assert best_play(0, lambda n: {"on": n + 1} if n < 99 else {}, lambda n: n).value == 99


def test_play_is_shown_with_every_move():
    play = best_play("<s>", lambda s: {"<a>": 1, "b": 2} if s == "<s>" else {}, lambda s: s)
    assert repr(play) == "Play(value 2 from '<s>'; moves <a>: 1, b: 2)"
    page = play._repr_html_()
    assert "&lt;a&gt;" in page and "<a>" not in page and "<s>" not in page and page.count(">best<") == 1


# --- dice on icons ---------------------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(1, 6), max_size=5), st.lists(st.integers(1, 7), max_size=5))
def test_covering_by_every_order_of_the_dice(dice, icons):
    found = cover(dice, icons)
    assert all(dice[die] >= icons[icon] for icon, die in found.plan.items())
    assert len(set(found.plan.values())) == len(found.plan) == found.value
    padded = [*dice, *[0] * len(icons)]
    most = max(
        sum(d >= icon for d, icon in zip(order, icons, strict=True))
        for order in permutations(padded, len(icons))
    )
    assert found.value == most
    matrix = [[int(die >= icon) for die in padded] for icon in icons]
    assert not icons or assign(matrix).value == most


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.integers(1, 6), max_size=5),
    st.lists(st.tuples(st.lists(st.integers(1, 6), max_size=3), st.integers(0, 4)), max_size=4),
)
def test_clearing_by_every_set_and_order(dice, valued):
    groups, worth = [group for group, _ in valued], [value for _, value in valued]
    found = clear(dice, groups, worth)
    assert all(dice[die] >= groups[group][icon] for (group, icon), die in found.plan.items())
    assert len(set(found.plan.values())) == len(found.plan)
    whole = [g for g, group in enumerate(groups) if all((g, i) in found.plan for i in range(len(group)))]
    best = 0
    for size in range(len(groups) + 1):
        for some in combinations(range(len(groups)), size):
            icons = [icon for g in some for icon in groups[g]]
            orders = permutations(dice, len(icons)) if len(icons) <= len(dice) else []
            if any(all(d >= icon for d, icon in zip(order, icons, strict=True)) for order in orders):
                best = max(best, sum(worth[g] for g in some))
    assert found.value == best <= sum(worth[g] for g in whole)


def test_covering_refuses_what_is_no_roll():
    for asked, words in [
        (lambda: cover([2.5], [1]), "number 1 of the dice is 2.5"),
        (lambda: cover(6, [1]), "the dice is 6; give a list"),
        (lambda: clear([6], [3]), "group 0 is 3; give a list"),
        (lambda: clear([6], [[3]], [1, 2]), "2 worths for 1 groups; give one for each"),
        (lambda: clear([6], [[3]] * 13), "has more than 12 entries"),
        (lambda: clear([6], [[3]], [0.5]), "a worth is the float 0.5"),
    ]:
        with pytest.raises(ValueError, match=words):
            asked()


def test_a_bound_for_a_name_that_is_nowhere_else_is_refused():
    with pytest.raises(
        ValueError, match="bounds has 'z', which is in neither the objective nor a limit; leave"
    ):
        programme({"x": 1}, [({"x": 1}, 3)], bounds={"x": (0, 3), "z": (0, 1)})
    held = programme({"x": 1}, [({"x": 1, "z": -1}, 3)], bounds={"z": (0, 1)})
    assert held.plan == {"x": 4, "z": 1}


def test_every_row_is_used_at_a_loss_unless_a_column_stands_for_none():
    worth = [[-2, -5], [4, -3]]
    assert assign(worth).value == -1
    spared = assign([[*row, 0] for row in worth])
    assert spared.value == 4 and spared.plan == {0: 2, 1: 0}


@pytest.mark.parametrize(
    ("moves", "worth", "sentence"),
    [
        (5, 6, "moves is 5; give a function of a state"),
        (lambda state: {}, 6, "worth is 6; give a function of a state"),
    ],
)
def test_play_takes_functions(moves, worth, sentence):
    with pytest.raises(ValueError, match=sentence):
        best_play(0, moves, worth)
