"""Absorbing Markov chains with exact answers: who ends where, after how many steps, by which way."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import lcm
from typing import Generic, TypeVar

from beastlab.odds.arguments import shown, whole
from beastlab.odds.distribution import Distribution

S = TypeVar("S", bound=Hashable)

MOST_STEPS = 10_000
"""`Chain.after` takes no more steps than this: the weights grow with every step."""


class Chain(Generic[S]):
    """A Markov chain given by its rows: for each state the next states with weights.

    A state without a row (or one that only ever stays) is an end: it absorbs. Weights are ints, or
    Fractions that sum to 1; states are labels of any kind.

    >>> duel = Chain({"roll": {"user": 575, "target": 575, "roll": 146}})
    >>> duel.ends("roll")["user"], duel.steps("roll")
    (Fraction(1, 2), Fraction(648, 575))
    """

    def __init__(self, rows: Mapping[S, Mapping[S, int | Fraction] | Distribution[S]]) -> None:
        if not isinstance(rows, Mapping):
            raise ValueError(f"the rows are {shown(rows)}; give a dict of states and their next states")
        self.rows: dict[S, Distribution[S]] = {}
        for state, row in rows.items():
            law = row if isinstance(row, Distribution) else Distribution(row)
            if law[state] != 1:
                self.rows[state] = law
        self.states = {*rows, *(target for row in self.rows.values() for target in row)}

    def ends(self, start: S) -> Distribution[S]:
        """The absorbing state that a walk from `start` reaches, with its probability."""
        self._known(start)
        if start not in self.rows:
            return Distribution.certain(start)
        reached: dict[S, Fraction] = {}
        for state, visits in self.visits(start).items():
            for onward, p in self.rows[state].items():
                if onward not in self.rows:
                    reached[onward] = reached.get(onward, Fraction(0)) + visits * p
        return Distribution(reached)

    def steps(self, start: S) -> Fraction:
        """The expected number of steps from `start` until the walk is absorbed."""
        return sum(self.visits(start).values(), Fraction(0))

    def visits(self, start: S) -> dict[S, Fraction]:
        """How often each transient state is visited on average, the start counted as a visit.

        Component by component in the order in which a walk passes through them: the visits v of one
        strongly connected component solve v = inflow + v Q, with Q its inner transitions.
        """
        self._known(start)
        inflow: dict[S, Fraction] = {start: Fraction(1)}
        visits: dict[S, Fraction] = {}
        for component in self._components(start):
            solved = self._solve(component, inflow)
            for state in component:
                visits[state] = solved[state]
                for onward, p in self.rows[state].items():
                    if onward in self.rows:
                        inflow[onward] = inflow.get(onward, Fraction(0)) + solved[state] * p
        return visits

    def after(self, start: S, steps: int) -> Distribution[S]:
        """Where a walk from `start` is after so many steps; ends keep it."""
        self._known(start)
        steps = whole("steps", steps, 0, MOST_STEPS)
        scale = lcm(*(row.total for row in self.rows.values()))
        at: dict[S, int] = {start: 1}
        for _ in range(steps):
            onward: dict[S, int] = {}
            for state, ways in at.items():
                row = self.rows.get(state)
                if row is None:
                    onward[state] = onward.get(state, 0) + ways * scale
                    continue
                factor = ways * (scale // row.total)
                for target, weight in row.weights.items():
                    onward[target] = onward.get(target, 0) + factor * weight
            at = onward
        return Distribution(at)

    def survival(self, start: S, steps: int) -> Fraction:
        """P(a walk from `start` is not absorbed yet after so many steps)."""
        return self.after(start, steps).P(lambda state: state in self.rows)

    def _known(self, start: S) -> None:
        if not isinstance(start, Hashable) or start not in self.states:
            raise ValueError(f"{shown(start)} is no state of this chain; give one of its labels")

    def _components(self, start: S) -> list[list[S]]:
        """Strongly connected components of the transient states within reach, in walking order.

        Tarjan's algorithm with a stack of its own. A component that no step leaves never ends.
        """
        order: dict[S, int] = {}
        low: dict[S, int] = {}
        open_states: list[S] = []
        on_stack: set[S] = set()
        found: list[list[S]] = []
        work = [(start, iter(self.rows[start]))] if start in self.rows else []
        while work:
            state, onward = work[-1]
            if state not in order:
                order[state] = low[state] = len(order)
                open_states.append(state)
                on_stack.add(state)
            for target in onward:
                if target not in self.rows:
                    continue
                if target not in order:
                    work.append((target, iter(self.rows[target])))
                    break
                if target in on_stack:
                    low[state] = min(low[state], order[target])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[state])
                if low[state] == order[state]:
                    component = [open_states.pop()]
                    while component[-1] != state:
                        component.append(open_states.pop())
                    on_stack.difference_update(component)
                    self._refuse_closed(component, start)
                    found.append(component)
        return found[::-1]

    def _refuse_closed(self, component: list[S], start: S) -> None:
        inside = set(component)
        if all(target in inside for state in component for target in self.rows[state]):
            shown = ", ".join(repr(state) for state in component[:5])
            raise ValueError(
                f"from {start!r} the chain may never end: it can't leave {{{shown}}}; give one of "
                "these states a way out, or no row at all if it is an end"
            )

    def _solve(self, component: list[S], inflow: Mapping[S, Fraction]) -> dict[S, Fraction]:
        """Visits of one component: (total_t) y_t - sum over s of y_s weight(s, t) = inflow_t, v = total y."""
        column = {state: i for i, state in enumerate(component)}
        totals = [self.rows[state].total for state in component]
        into = [inflow.get(state, Fraction(0)) for state in component]
        scale = lcm(*(value.denominator for value in into))
        matrix = [[0] * i + [total] + [0] * (len(totals) - i - 1) for i, total in enumerate(totals)]
        for state, i in column.items():
            for target, weight in self.rows[state].weights.items():
                if target in column:
                    matrix[column[target]][i] -= weight
        solved = solve(matrix, [int(value * scale) for value in into])
        return {s: y * total / scale for s, y, total in zip(component, solved, totals, strict=True)}


def solve(matrix: list[list[int]], right: list[int]) -> list[Fraction]:
    """The solution x of a regular system of whole numbers, matrix x = right, without fractions on the way.

    Bareiss elimination: every division by the pivot before is exact.

    >>> solve([[2, 1], [1, 3]], [3, 5])
    [Fraction(4, 5), Fraction(7, 5)]
    """
    size = len(matrix)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    before = 1
    for k in range(size):
        found = next((i for i in range(k, size) if rows[i][k]), None)
        if found is None:
            raise ValueError("the system has no single solution; check for equal or empty rows")
        rows[k], rows[found] = rows[found], rows[k]
        head, pivot = rows[k], rows[k][k]
        for i in range(k + 1, size):
            row, factor = rows[i], rows[i][k]
            rows[i] = [0] * (k + 1) + [
                (pivot * row[j] - factor * head[j]) // before for j in range(k + 1, size + 1)
            ]
        before = pivot
    solution = [Fraction(0)] * size
    for i in range(size - 1, -1, -1):
        known = sum((rows[i][j] * solution[j] for j in range(i + 1, size)), Fraction(0))
        solution[i] = (rows[i][size] - known) / rows[i][i]
    return solution
