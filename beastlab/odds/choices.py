"""The best choice, exactly: who takes what, how many of each, and which move at every state.

SciPy's solvers work with floats. Here they only propose; what is returned was checked with whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import gcd, inf, lcm
from typing import Any, Generic, TypeAlias, TypeVar

from beastlab.odds.arguments import number, several, shown, whole, wholes
from beastlab.odds.distribution import Distribution
from beastlab.odds.texts import fraction_text

S = TypeVar("S", bound=Hashable)
M = TypeVar("M", bound=Hashable)

Number: TypeAlias = "int | Fraction"
Limit: TypeAlias = "tuple[Mapping[str, Number], Number]"

MOST_WORK = 10**7
"""`assign` refuses more rows times columns squared."""
MOST_DICE = 1000
"""`cover` and `clear` take up to so many dice, and icons,"""
MOST_GROUPS = 12
"""and `clear` so many groups, for every set of them is tried."""
MOST_NAMES = 200
"""A programme has so many variables, and limits of each kind, at most."""
MOST_SEARCHED = 100_000
"""The exact search after a programme was solved looks at so many partial plans at most."""
MOST_STATES = 200_000
"""`best_play` refuses games with more states that can be reached."""
SURE = 2**53
"""Whole numbers up to this are exact as floats."""


@dataclass(frozen=True)
class Plan(Generic[M]):
    """A best plan: its exact `value`, the `plan` itself, and what of "best" is proven (`proof`)."""

    value: Fraction
    plan: dict[M, int]
    proof: str

    def __repr__(self) -> str:
        steps = ", ".join(f"{name}: {amount}" for name, amount in self.plan.items())
        return f"Plan(value {fraction_text(self.value)}; {steps}; {self.proof})"


def assign(worth: Sequence[Sequence[int | Fraction | None]]) -> Plan[int]:
    """The assignment of rows to columns with the greatest total worth, each row and column used once.

    `worth[row][column]` is exact; None forbids that pair. With fewer rows than columns every row gets a
    column, else every column a row, even at a loss. To allow that one is left out, add what stands for it:
    a column worth 0 to every row, or a row of 0 (as many as may be left out). The plan maps rows to
    columns, both counted from 0. A ValueError if no such assignment is allowed.

    >>> best = assign([[7, 5, None], [6, 1, 2]])
    >>> best.value, best.plan
    (Fraction(11, 1), {0: 1, 1: 0})
    >>> assign([[-2, -3]]).value, assign([[-2, -3, 0]]).value  # the third column: no task
    (Fraction(-2, 1), Fraction(0, 1))
    """
    try:
        from scipy.optimize import linear_sum_assignment
    except ImportError:
        raise ImportError("assign needs SciPy; install it with: pip install scipy") from None

    table = [
        several(f"row {i} of worth", row, 10**4, "numbers")
        for i, row in enumerate(several("worth", worth, 10**4, "rows"))
    ]
    widths = {len(row) for row in table}
    if len(widths) != 1 or 0 in widths:
        raise ValueError("the rows of worth are not equally long, or empty; give a table without gaps")
    high, wide = len(table), widths.pop()
    size = max(high, wide)
    if size**3 > MOST_WORK:
        raise ValueError(
            f"a table of {high} by {wide} would take long to check exactly; up to about "
            f"{round(MOST_WORK ** (1 / 3))} rows and columns are fine"
        )
    exact = [
        [None if x is None else number(f"worth[{i}][{j}]", x) for j, x in enumerate(row)]
        for i, row in enumerate(table)
    ]
    scale = lcm(*(x.denominator for row in exact for x in row if x is not None))
    # A square of whole numbers: what is added to the shorter side is worth nothing to anybody.
    whole_worth: list[list[int | None]] = [
        [None if x is None else int(x * scale) for x in row] + [0] * (size - wide) for row in exact
    ] + [[0] * size for _ in range(size - high)]
    allowed = [x for row in whole_worth for x in row if x is not None]
    base = min(allowed, default=0)
    shift = max(0, (max(allowed, default=0) - base).bit_length() - 53)  # leaves what floats can hold
    floats = [[-inf if x is None else float((x - base) >> shift) for x in row] for row in whole_worth]
    try:
        columns = linear_sum_assignment(floats, maximize=True)[1]
    except ValueError:
        raise ValueError(
            "no assignment avoids every forbidden pair; allow more pairs or take out a row"
        ) from None
    taken = [int(column) for column in columns]
    while cycle := _improving(whole_worth, taken):
        onward = [taken[row] for row in cycle[1:] + cycle[:1]]
        for row, column in zip(cycle, onward, strict=True):
            taken[row] = column
    plan = {row: taken[row] for row in range(high) if taken[row] < wide}
    value = sum((Fraction(whole_worth[row][column] or 0, scale) for row, column in plan.items()), Fraction(0))
    return Plan(value, plan, "proven best: no exchange in a cycle gains")


def cover(dice: Sequence[int], icons: Sequence[int]) -> Plan[int]:
    """The most icons that a roll covers, each by one die that shows its number or more, and which die covers which.

    The plan maps icons to dice, both counted from 0 in the order given. The highest icons get the highest dice: what
    the best die can't cover, none can.

    >>> cover([6, 3, 3], [5, 2, 4])
    Plan(value 2; 0: 0, 1: 1; proven best: the others are out of reach of every die left)
    """
    faces, wanted = wholes("the dice", dice, MOST_DICE), wholes("the icons", icons, MOST_DICE)
    free = sorted(range(len(faces)), key=lambda die: -faces[die])
    plan = {}
    for icon in sorted(range(len(wanted)), key=lambda icon: -wanted[icon]):
        if free and faces[free[0]] >= wanted[icon]:
            plan[icon] = free.pop(0)
    proof = "the others are out of reach of every die left" if len(plan) < len(wanted) else "all are covered"
    return Plan(Fraction(len(plan)), dict(sorted(plan.items())), f"proven best: {proof}")


def clear(
    dice: Sequence[int], groups: Sequence[Sequence[int]], worth: Sequence[Number] | None = None
) -> Plan[tuple[int, int]]:
    """The groups of icons (Monsters) to be covered whole by a roll for the greatest worth, and by which dice.

    A group is worth 1 unless `worth` says otherwise. The plan maps (group, icon) to dice, all counted from 0 in the
    order given; every set of groups is tried.

    >>> clear([6, 5, 3], [[4, 5], [6], [2, 3]])
    Plan(value 2; (1, 0): 0, (2, 0): 2, (2, 1): 1; proven best: every set of groups was tried)
    """
    listed = several("the groups", groups, MOST_GROUPS, "lists of icons, as in [[4, 5], [6]]")
    wanted = [wholes(f"group {place}", group, MOST_DICE) for place, group in enumerate(listed)]
    values = [Fraction(1)] * len(wanted) if worth is None else [number("a worth", one) for one in worth]
    if len(values) != len(wanted):
        raise ValueError(f"{len(values)} worths for {len(wanted)} groups; give one for each")
    best: Plan[tuple[int, int]] = Plan(Fraction(0), {}, "proven best: every set of groups was tried")
    for chosen in range(1 << len(wanted)):
        taken = [group for group in range(len(wanted)) if chosen >> group & 1]
        value = sum((values[group] for group in taken), Fraction(0))
        icons = [(group, icon) for group in taken for icon in range(len(wanted[group]))]
        if value > best.value and len(icons) <= len(dice):
            found = cover(dice, [wanted[group][icon] for group, icon in icons])
            if len(found.plan) == len(icons):
                plan = {icons[icon]: die for icon, die in found.plan.items()}
                best = Plan(value, plan, best.proof)
    return best


def _improving(worth: list[list[int | None]], taken: list[int]) -> list[int]:
    """Rows that gain together if each takes the column of the next, the last that of the first; [] if none.

    An assignment is optimal exactly if there are none (no cycle of positive gain in the residual graph).
    Bellman and Ford's search for such a cycle, in whole numbers.
    """
    rows = range(len(taken))
    gains: list[list[tuple[int, int]]] = []
    for row, line in enumerate(worth):
        here = line[taken[row]] or 0  # never a forbidden pair
        offers = [(other, line[taken[other]]) for other in rows if other != row]
        gains.append([(other, there - here) for other, there in offers if there is not None])
    best, came = [0] * len(taken), [-1] * len(taken)
    moved = -1
    for _ in rows:
        moved = -1
        for row in rows:
            start = best[row]
            for other, gain in gains[row]:
                if start + gain > best[other]:
                    best[other], came[other], moved = start + gain, row, other
        if moved < 0:
            return []
    for _ in rows:  # from what still moves in the last round, the way back runs into the cycle
        moved = came[moved]
    cycle = [moved]
    while came[cycle[-1]] != moved:
        cycle.append(came[cycle[-1]])
    return cycle[::-1]


def programme(
    objective: Mapping[str, int | Fraction],
    at_most: Iterable[Limit] = (),
    at_least: Iterable[Limit] = (),
    equal: Iterable[Limit] = (),
    bounds: Mapping[str, tuple[int, int | None]] | None = None,
) -> Plan[str]:
    """An integer programme: whole numbers with the greatest total worth within linear limits.

    `objective` gives the worth of one of each; to minimise, negate it. A limit is a pair (amounts, bound),
    as in `({"wood": 2, "stone": 1}, 7)`. Every number runs from 0 upwards unless `bounds` has (least, most)
    for it, with None for no upper end. All coefficients are ints or Fractions.

    HiGHS proposes the plan; its limits are then checked exactly. An exact search, with bounds from the dual
    solution, proves it best (or finds a better one) where up to 100,000 partial plans decide that; else
    `proof` says that it rests on the solver's bound, which is a float. A ValueError says if the
    limits contradict each other or allow any worth.

    >>> best = programme({"hut": 3, "tower": 5}, at_most=[({"hut": 2, "tower": 4}, 15)], bounds={"hut": (0, 4)})
    >>> best
    Plan(value 19; hut: 3, tower: 2; proven best)
    """
    worth = _amounts("the objective", objective)
    limits: list[tuple[dict[str, Fraction], Fraction]] = []
    for name, kind, sides in (
        ("at_most", at_most, (1,)),
        ("at_least", at_least, (-1,)),
        ("equal", equal, (1, -1)),
    ):
        for k, limit in enumerate(several(name, kind, MOST_NAMES, "pairs (amounts, bound)"), 1):
            if not isinstance(limit, tuple | list) or len(limit) != 2:
                raise ValueError(f"limit {k} of {name} is {shown(limit)}; give a pair (amounts, bound)")
            amounts = _amounts(f"limit {k} of {name}", limit[0])
            bound = number(f"the bound of limit {k} of {name}", limit[1])
            limits += [({x: side * a for x, a in amounts.items()}, side * bound) for side in sides]
    bounds = {} if bounds is None else bounds
    if not isinstance(bounds, Mapping):
        raise ValueError(f"bounds is {shown(bounds)}; give a dict of names and pairs (least, most)")
    names = list(dict.fromkeys([*worth, *(x for amounts, _ in limits for x in amounts)]))
    for name in bounds:
        if name not in names:
            raise ValueError(
                f"bounds has {shown(name)}, which is in neither the objective nor a limit; leave it out, or give "
                "it an amount there"
            )
    if not names or len(names) > MOST_NAMES:
        raise ValueError(f"the programme has {len(names)} variables; give from 1 to {MOST_NAMES}")
    low, high = [], []
    for name in names:
        pair = bounds.get(name, (0, None))
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise ValueError(f"the bounds of {shown(name)} are {shown(pair)}; give a pair (least, most)")
        low.append(whole(f"the least {name}", pair[0]))
        high.append(None if pair[1] is None else whole(f"the most {name}", pair[1], low[-1]))

    # Whole numbers in lowest terms: amounts times x <= bound, for which the bound may be rounded down.
    rows: list[tuple[list[int], int]] = []
    for amounts, bound in limits:
        line, unit = _integral([amounts.get(name, Fraction(0)) for name in names])
        rows.append((line, bound // unit))
    gain, _ = _integral([worth.get(name, Fraction(0)) for name in names])
    large = max(
        map(abs, [*gain, *low, *(h or 0 for h in high), *(x for line, b in rows for x in (*line, b))])
    )
    if large > SURE:
        raise ValueError(f"the number {shown(large)} is too large for the solver; give numbers below 2**53")
    start, doubt = _proposed(gain, rows, low, high)
    plan, proven = _searched(gain, rows, low, high, start, _duals(gain, rows, low, high))
    if plan is None:
        raise ValueError(
            "no plan of whole numbers keeps to all limits; loosen one of them"
            if proven
            else "no plan of whole numbers was found within all limits; loosen one of them, or give each variable "
            "narrow bounds, so that all plans can be tried"
        )
    value = sum((worth.get(name, Fraction(0)) * x for name, x in zip(names, plan, strict=True)), Fraction(0))
    proof = "proven best" if proven else f"within its limits; that none is better {doubt}"
    return Plan(value, dict(zip(names, plan, strict=True)), proof)


def _amounts(what: str, amounts: Mapping[str, int | Fraction]) -> dict[str, Fraction]:
    if not isinstance(amounts, Mapping):
        raise ValueError(
            f"{what} is {shown(amounts)}; give a dict of names and amounts, which makes it linear"
        )
    for name in amounts:
        if not isinstance(name, str):
            raise ValueError(f"{what} names {shown(name)}; a variable's name is a text")
    return {name: number(f"the amount of {name} in {what}", a) for name, a in amounts.items()}


def _integral(line: list[Fraction]) -> tuple[list[int], Fraction]:
    """A line as whole numbers without a common factor, and what one of their unit was worth."""
    scale = lcm(*(x.denominator for x in line))
    ints = [int(x * scale) for x in line]
    common = gcd(*ints) or 1
    return [x // common for x in ints], Fraction(common, scale)


def _proposed(
    gain: list[int], rows: list[tuple[list[int], int]], low: list[int], high: list[int | None]
) -> tuple[list[int] | None, str]:
    """HiGHS's plan if it keeps to the limits exactly, else None; and what is known of better ones."""
    try:
        from scipy.optimize import Bounds, LinearConstraint, milp
    except ImportError:
        raise ImportError("programme needs SciPy; install it with: pip install scipy") from None

    def solved(costs: list[int]) -> Any:
        return milp(
            costs,
            integrality=[1] * len(costs),
            bounds=Bounds(low, [inf if h is None else h for h in high]),
            constraints=[LinearConstraint([line for line, _ in rows], ub=[float(b) for _, b in rows])]
            if rows
            else [],
            options={"mip_rel_gap": 0.0, "time_limit": 20.0},
        )

    result = solved([-g for g in gain])
    # It may not say whether there is no plan or no end; with nothing to gain there can't be the latter.
    if result.x is None and result.status in (3, 4) and solved([0] * len(gain)).x is not None:
        raise ValueError("the worth can grow without end; give a limit or bounds that hold it")
    plan = [] if result.x is None else [round(x) for x in result.x]
    if not (
        plan
        and all(sum(a * x for a, x in zip(line, plan, strict=True)) <= bound for line, bound in rows)
        and all(lo <= x and (hi is None or x <= hi) for x, lo, hi in zip(plan, low, high, strict=True))
    ):
        return None, "is not known, for the solver's own plan is not within them"
    gap = -float(result.mip_dual_bound) - sum(g * x for g, x in zip(gain, plan, strict=True))
    return plan, "rests on HiGHS's bound" + ("" if gap < 1 else f", which leaves a gap of {gap:.3g} units")


def _duals(
    gain: list[int], rows: list[tuple[list[int], int]], low: list[int], high: list[int | None]
) -> list[Fraction]:
    """What one more of each limit is worth in the relaxation: any numbers >= 0 give a valid bound."""
    from scipy.optimize import linprog

    if not rows:
        return []
    result = linprog(
        [-g for g in gain],
        A_ub=[line for line, _ in rows],
        b_ub=[float(b) for _, b in rows],
        bounds=list(zip(low, high, strict=True)),
    )
    if result.x is None:
        return [Fraction(0)] * len(rows)
    return [Fraction(max(0.0, -float(y))).limit_denominator(10**6) for y in result.ineqlin.marginals]


def _searched(
    gain: list[int],
    rows: list[tuple[list[int], int]],
    low: list[int],
    high: list[int | None],
    plan: list[int] | None,
    duals: list[Fraction],
) -> tuple[list[int] | None, bool]:
    """The best plan of an exact branch and bound that begins with `plan`, and whether it went to the end.

    With any y >= 0 for the limits A x <= b, each plan is worth at most y b + (gain - y A) x: a sum over
    single variables, so its maximum over all that may still be chosen is known at once.
    """
    scale = lcm(*(y.denominator for y in duals))
    weights = [int(y * scale) for y in duals]
    reduced = [
        scale * g - sum(y * line[j] for y, (line, _) in zip(weights, rows, strict=True))
        for j, g in enumerate(gain)
    ]
    constant = sum(y * bound for y, (_, bound) in zip(weights, rows, strict=True))
    tops = _upper(rows, low, high)
    better = None  # the least bound that leaves room for a better plan
    if plan is not None:
        better = scale * (1 + sum(g * x for g, x in zip(gain, plan, strict=True)))
        if all(top is not None or r <= 0 for r, top in zip(reduced, tops, strict=True)):
            room = constant - better
            for r, lo, top in zip(reduced, low, tops, strict=True):
                room += r * (top if r > 0 and top is not None else lo)
            if room < 0:
                return plan, True
            # A better plan can't take more than this of what lowers the bound.
            ends = [lo + room // -r if r < 0 else None for r, lo in zip(reduced, low, strict=True)]
            tops = [
                min((end for end in pair if end is not None), default=None)
                for pair in zip(tops, ends, strict=True)
            ]
    most = [top for top in tops if top is not None]
    if len(most) < len(tops):
        return plan, False
    order = sorted(range(len(gain)), key=lambda j: -abs(reduced[j]))
    # What the variables from each depth on can add at most to the bound, and at least to each limit.
    more, least = [0], [[0] * len(rows)]
    for j in reversed(order):
        more.append(more[-1] + max(reduced[j] * low[j], reduced[j] * most[j]))
        least.append(
            [
                known + min(line[j] * low[j], line[j] * most[j])
                for known, (line, _) in zip(least[-1], rows, strict=True)
            ]
        )
    more.reverse()
    least.reverse()
    looked = 0
    stack: list[tuple[tuple[int, ...], int, tuple[int, ...]]] = [((), constant, (0,) * len(rows))]
    while stack:
        chosen, bound, used = stack.pop()
        depth = len(chosen)
        if better is not None and bound + more[depth] < better:
            continue
        if any(u + lo > b for u, lo, (_, b) in zip(used, least[depth], rows, strict=True)):
            continue
        if depth == len(order):
            found = [x for _, x in sorted(zip(order, chosen, strict=True))]
            value = scale * sum(g * x for g, x in zip(gain, found, strict=True))
            if better is None or value >= better:  # it may be worth less than its bound
                plan, better = found, value + scale
            continue
        j = order[depth]
        looked += max(1, most[j] - low[j] + 1)
        if looked > MOST_SEARCHED:
            return plan, False
        values = range(low[j], most[j] + 1)
        for x in values if reduced[j] > 0 else reversed(values):  # the most promising one is taken first
            stack.append(
                (
                    (*chosen, x),
                    bound + reduced[j] * x,
                    tuple(u + line[j] * x for u, (line, _) in zip(used, rows, strict=True)),
                )
            )
    return plan, True


def _upper(rows: list[tuple[list[int], int]], low: list[int], high: list[int | None]) -> list[int | None]:
    """The upper ends that follow from single limits, where all the others are at their least use."""
    most = list(high)
    for _ in range(3):  # one limit may help the next
        for line, bound in rows:
            ends = [lo if a > 0 else top for a, lo, top in zip(line, low, most, strict=True)]
            if any(a < 0 and end is None for a, end in zip(line, ends, strict=True)):
                continue
            rest = bound - sum(a * end for a, end in zip(line, ends, strict=True) if a and end is not None)
            for j, a in enumerate(line):
                if a > 0:
                    top = low[j] + rest // a
                    held = most[j]
                    most[j] = top if held is None else min(held, top)
    return most


@dataclass(frozen=True)
class Play(Generic[S, M]):
    """Best play from `start`: its `value`, and what to do at every state that can be reached.

    `best[state]` is the best move (of equals the first), `values[state]` the value of every move there if
    all goes on in the best way. Ends are in neither.
    """

    start: S
    value: Fraction
    best: dict[S, M]
    values: dict[S, dict[M, Fraction]]

    def __repr__(self) -> str:
        moves = ", ".join(
            f"{move}: {fraction_text(v)}" for move, v in self.values.get(self.start, {}).items()
        )
        return f"Play(value {fraction_text(self.value)} from {shown(self.start)}; moves {moves or 'none'})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left">{escape(str(move))}</th>'
            f'<td style="text-align:right">{fraction_text(v)}</td>'
            f"<td>{'best' if move == self.best[self.start] else ''}</td></tr>"
            for move, v in self.values.get(self.start, {}).items()
        )
        return (
            f'<table class="beastlab-play"><caption style="caption-side:top;text-align:left">From '
            f"{escape(str(self.start))}: worth {fraction_text(self.value)} in best play</caption><thead><tr>"
            '<th scope="col">move</th><th scope="col">expected worth</th><th scope="col"></th></tr></thead>'
            f"<tbody>{rows}</tbody></table>"
        )


def best_play(
    start: S,
    moves: Callable[[S], Mapping[M, Any]],
    worth: Callable[[S], int | Fraction],
) -> Play[S, M]:
    """The play of one person with the greatest expected worth, by dynamic programming over the states.

    `moves(state)` maps each move to the next state, or to a Distribution of next states if chance decides;
    an empty mapping is an end, and `worth(state)` is its exact worth. Next states that are the same are
    solved once. States have to be hashable and may not come round again; a ValueError names one that does.

    >>> from beastlab.odds import d6
    >>> def moves(state):
    ...     rolls_left, face = state
    ...     again = d6.map(lambda new: (rolls_left - 1, new))
    ...     return {"keep": (0, face), "roll": again} if rolls_left else {}
    >>> play = best_play((2, 3), moves, lambda state: state[1])
    >>> play.value, play.best[2, 3], play.best[1, 4]
    (Fraction(17, 4), 'roll', 'keep')
    """
    for name, function in (("moves", moves), ("worth", worth)):
        if not callable(function):
            raise ValueError(f"{name} is {shown(function)}; give a function of a state")
    done: dict[S, Fraction] = {}
    best: dict[S, M] = {}
    values: dict[S, dict[M, Fraction]] = {}
    opened: dict[S, dict[M, Distribution[S]]] = {}
    waiting: list[S] = [_state(start)]
    while waiting:
        state = waiting[-1]
        if state in done:
            waiting.pop()
            continue
        if state not in opened:
            if len(done) + len(opened) >= MOST_STATES:
                raise ValueError(
                    f"the game has more than {MOST_STATES} states; leave out of a state what no longer "
                    "matters, or start nearer to the end"
                )
            options = moves(state)
            if not isinstance(options, Mapping):
                raise ValueError(
                    f"the moves at {shown(state)} are {shown(options)}; give a dict, empty at an end"
                )
            opened[state] = {
                move: to if isinstance(to, Distribution) else Distribution.certain(_state(to))
                for move, to in options.items()
            }
            onward = [target for law in opened[state].values() for target in law if target not in done]
            for target in onward:
                if target in opened:
                    raise ValueError(
                        f"the state {shown(target)} can come round again, so play need not end; count the turns "
                        "in the state"
                    )
            if onward:
                waiting += onward
                continue
        waiting.pop()
        laws = opened.pop(state)
        if not laws:
            done[state] = number(f"the worth of {shown(state)}", worth(state))
            continue
        values[state] = {move: _mean(law, done) for move, law in laws.items()}
        best[state] = max(values[state], key=values[state].__getitem__)
        done[state] = values[state][best[state]]
    return Play(start, done[start], best, values)


def _mean(law: Distribution[S], worth: Mapping[S, Fraction]) -> Fraction:
    if len(law) == 1:
        return worth[next(iter(law))]
    scale = lcm(*(worth[state].denominator for state in law))
    ways = sum(w * worth[s].numerator * (scale // worth[s].denominator) for s, w in law.weights.items())
    return Fraction(ways, scale * law.total)


def _state(state: Any) -> Any:
    try:
        hash(state)
    except TypeError:
        raise ValueError(
            f"the state {shown(state)} can't be looked up again; use a tuple or a frozen dataclass"
        ) from None
    return state
