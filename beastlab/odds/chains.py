"""Absorbing Markov chains with exact answers: who ends where, after how many steps, by which way."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heappop, heappush
from html import escape
from math import gcd, lcm, sqrt
from typing import Any, Generic, TypeVar

from beastlab.odds.arguments import number, shown, whole
from beastlab.odds.distribution import Distribution
from beastlab.odds.texts import fraction_text, percent_text

S = TypeVar("S", bound=Hashable)

MOST_STEPS = 10_000
"""A walk is followed for so many steps at most: the weights grow with every step."""
MOST_WORK = 10**10
"""Work beyond this estimate in nanoseconds is refused: some ten seconds."""
NOT_YET = "not yet"
"""In `Chain.when`: the place of an end, where none is reached."""
REPORTED_STEPS = 10
"""A report tells of so many first steps whether the chain still goes on."""
ENDS_NAMED = 8
"""The repr of a chain names so many ends, and counts the rest."""
ROWS_SHOWN = 20
"""A report shows so many of the ends and of the visited states, the likeliest, and counts the rest."""


class Chain(Generic[S]):
    """A Markov chain given by its rows: for each state the next states with weights.

    A state without a row (or one that only ever stays) is an end: it absorbs. Weights are ints, or
    Fractions that sum to 1; states are labels of any kind. All questions are about a walk from a
    `start`; a ValueError says where it might go on for ever.

    >>> duel = Chain({"roll": {"user": 575, "target": 575, "roll": 146}})
    >>> duel.ends("roll")["user"], duel.steps("roll")
    (Fraction(1, 2), Fraction(648, 575))
    >>> duel
    <Chain: 3 states, 2 ends: 'user', 'target'>
    """

    def __init__(self, rows: Mapping[S, Mapping[S, int | Fraction] | Distribution[S]]) -> None:
        if not isinstance(rows, Mapping):
            raise ValueError(f"the rows are {shown(rows)}; give a dict of states and their next states")
        if not rows:
            raise ValueError("there are no rows; give at least one state with its next states")
        self._rows: dict[S, Mapping[S, int]] = {}
        self._totals: dict[S, int] = {}
        self.states: set[S] = set(rows)
        for state, row in rows.items():
            weights = row.weights if isinstance(row, Distribution) else _weights(state, row)
            self.states.update(weights)
            if len(weights) > 1 or state not in weights:
                self._rows[state] = weights
                self._totals[state] = sum(weights.values())

    def __repr__(self) -> str:
        named = dict.fromkeys(state for row in self._rows.values() for state in row) | dict.fromkeys(
            self.states
        )
        ends = [shown(state) for state in named if state not in self._rows]
        listed = ", ".join(ends[:ENDS_NAMED]) + f" and {len(ends) - ENDS_NAMED} more" * (
            len(ends) > ENDS_NAMED
        )
        counts = f"{_counted(len(self.states), 'state')}, {_counted(len(ends), 'end')}"
        return f"<Chain: {counts}{': ' * bool(ends)}{listed}>"

    def ends(self, start: S) -> Distribution[S]:
        """The absorbing state that a walk from `start` reaches, with its probability."""
        _, reached = self._flow(self._components(start), {start: [(1, 1)]})
        common = lcm(*(below for parts in reached.values() for _, below in parts))
        return Distribution._of(
            {end: sum(n * (common // below) for n, below in parts) for end, parts in reached.items()}
        )

    def steps(self, start: S) -> Fraction:
        """The expected number of steps from `start` until the walk is absorbed."""
        return sum(self.visits(start).values(), Fraction(0))

    def steps_variance(self, start: S) -> Fraction:
        """The variance of the number of steps from `start` until the walk is absorbed.

        >>> Chain({"try": {"try": 5, "six": 1}}).steps_variance("try")
        Fraction(30, 1)
        """
        components = self._components(start)
        visits = self._visits(components, {start: [(1, 1)]})
        # With v the visits and m(s) the mean number of steps from s: E[T (T + 1)] = 2 sum of v(s) m(s), and
        # that sum is the length of all walks which set out from each s with the weight v(s).
        once = sum(visits.values(), Fraction(0))
        parts = {state: [(v.numerator, v.denominator)] for state, v in visits.items()}
        twice = sum(self._visits(components, parts).values(), Fraction(0))
        return 2 * twice - once - once**2

    def visits(self, start: S) -> dict[S, Fraction]:
        """How often each transient state is visited on average, the start counted as a visit.

        It is the start's row of the fundamental matrix; ends are left out.
        """
        return self._visits(self._components(start), {start: [(1, 1)]})

    def after(self, start: S, steps: int) -> Distribution[S]:
        """Where a walk from `start` is after so many steps; ends keep it."""
        ended: dict[S, int] = {}
        at: dict[S, int] = {}
        for scale, still, new in self._walk(start, steps):
            if scale > 1:
                ended = {end: weight * scale for end, weight in ended.items()}
            for end, weight in new.items():
                ended[end] = ended.get(end, 0) + weight
            at = still
        return Distribution._of({**at, **ended})

    def survival(self, start: S, steps: int) -> Fraction:
        """P(a walk from `start` is not absorbed yet after so many steps): the survival function."""
        return self._survival(start, steps)[-1]

    def when(self, start: S, steps: int) -> Distribution[tuple[S | str, int]]:
        """Who ends it and when: the joint law of the end and of the step that reaches it.

        Outcomes are pairs (end, step) up to the given number of steps; ("not yet", steps) stands for all
        walks that are still going on then.

        >>> law = Chain({"try": {"try": 5, "six": 1}}).when("try", 3)
        >>> law["six", 2], law["not yet", 3]
        (Fraction(5, 36), Fraction(125, 216))
        """
        if NOT_YET in self.states:
            raise ValueError(f"a state is called {NOT_YET!r}, which stands for no end here; rename it")
        below, waiting = 1, 1
        found: list[tuple[tuple[S | str, int], int, int]] = []
        for step, (scale, still, new) in enumerate(self._walk(start, steps)):
            below *= scale
            found += [((end, step), weight, below) for end, weight in new.items()]
            waiting = sum(still.values())
        law = {outcome: weight * (below // then) for outcome, weight, then in found}
        if waiting:
            law[NOT_YET, steps] = waiting
        return Distribution._of(law)

    def report(self, start: S) -> Report[S]:
        """All of it together, as a notebook shows it: the ends, the steps, the visits."""
        visits = self.visits(start)
        return Report(
            start,
            self.ends(start),
            sum(visits.values(), Fraction(0)),
            self.steps_variance(start),
            visits,
            tuple(self._survival(start, REPORTED_STEPS)[1:]),
        )

    # --- step by step ----------------------------------------------------------------------

    def _survival(self, start: S, steps: int) -> list[Fraction]:
        below, found = 1, []
        for scale, still, _ in self._walk(start, steps):
            below *= scale
            found.append(Fraction(sum(still.values()), below))
        return found

    def _walk(self, start: S, steps: int) -> Iterator[tuple[int, dict[S, int], dict[S, int]]]:
        """For step 0, 1, ...: the factor of the weights since the step before, who goes on, who ends now."""
        self._known(start)
        steps = whole("steps", steps, 0, MOST_STEPS)
        within = [start] if start in self._rows else []
        seen = set(within)
        for state in within:  # grows while it is read
            for target in self._rows[state]:
                if target in self._rows and target not in seen:
                    seen.add(target)
                    within.append(target)
        scale = lcm(*(self._totals[state] for state in within))
        words = steps * scale.bit_length() // 60
        if sum(len(self._rows[state]) for state in within) * steps * (100 + words) > MOST_WORK:
            raise ValueError(
                f"{steps} steps among {len(within)} states would take long to follow exactly; take fewer "
                "steps, merge states that play alike, or ask for ends, steps and steps_variance"
            )
        still = dict.fromkeys(within[:1], 1)
        yield 1, still, {} if still else {start: 1}
        for _ in range(steps):
            onward: dict[S, int] = {}
            ended: dict[S, int] = {}
            for state, ways in still.items():
                factor = ways * (scale // self._totals[state])
                for target, weight in self._rows[state].items():
                    into = onward if target in self._rows else ended
                    into[target] = into.get(target, 0) + factor * weight
            still = onward
            yield scale, still, ended

    # --- the whole way ---------------------------------------------------------------------

    def _visits(self, components: list[list[S]], inflow: dict[S, list[tuple[int, int]]]) -> dict[S, Fraction]:
        return {
            state: Fraction(y * self._totals[state], below)
            for ys, below in self._flow(components, inflow)[0]
            for state, y in ys.items()
        }

    def _flow(
        self, components: list[list[S]], inflow: dict[S, list[tuple[int, int]]]
    ) -> tuple[list[tuple[dict[S, int], int]], dict[S, list[tuple[int, int]]]]:
        """The visits of every state divided by its row's total, and what flows into the ends.

        Component by component in the order in which a walk passes through them: the visits v of one
        strongly connected component solve v = inflow + v Q, with Q its inner transitions. A flow is a
        list of parts (numerator, denominator), so that only ints are added, over one denominator for
        each component.
        """
        solved = []
        for component in components:
            into = {state: inflow.pop(state, []) for state in component}
            below = lcm(*(part for parts in into.values() for _, part in parts))
            right = {s: sum(n * (below // part) for n, part in parts) for s, parts in into.items()}
            ys, scale = self._solve(component, right)
            below *= scale
            if (common := gcd(below, *ys.values())) > 1:
                ys, below = {state: y // common for state, y in ys.items()}, below // common
            out: dict[S, int] = {}
            for state, y in ys.items():
                for target, weight in self._rows[state].items():
                    if target not in ys:
                        out[target] = out.get(target, 0) + y * weight
            for target, n in out.items():
                inflow.setdefault(target, []).append((n, below))
            solved.append((ys, below))
        return solved, inflow

    def _solve(self, component: list[S], right: dict[S, int]) -> tuple[dict[S, int], int]:
        """The y of one component in total_t y_t = right_t + sum over s of y_s weight(s, t), as ints over one.

        Each equation is kept as own y = right + sum of coefficients times other y, so nothing is ever
        negative and no pivot is 0. A state is eliminated by putting its equation into those of its
        successors, which is the chain watched only where it isn't; every equation stays in lowest terms.
        """
        if len(component) == 1:
            (state,) = component
            return right, self._totals[state] - self._rows[state].get(state, 0)
        own = {state: self._totals[state] - self._rows[state].get(state, 0) for state in component}
        others: dict[S, dict[S, int]] = {state: {} for state in component}
        for state in component:
            for target, weight in self._rows[state].items():
                if target in others and target != state:
                    others[target][state] = weight
        bits = max(map(int.bit_length, own.values()))
        order = _elimination(others, bits, max(map(int.bit_length, right.values())))
        for state, successors in order:
            equation, pivot, value = others[state], own[state], right[state]
            for target in successors:
                known = others[target]
                times = known.pop(state)
                common = gcd(pivot, times)
                stretch, times = pivot // common, times // common
                merged = {s: c * stretch for s, c in known.items()} if stretch > 1 else known
                diagonal = own[target] * stretch
                for s, c in equation.items():
                    if s == target:
                        diagonal -= times * c
                    else:
                        merged[s] = merged.get(s, 0) + times * c
                constant = right[target] * stretch + times * value
                common = gcd(diagonal, constant, *merged.values())
                if common > 1:
                    merged = {s: c // common for s, c in merged.items()}
                others[target], own[target], right[target] = merged, diagonal // common, constant // common
        ys: dict[S, int] = {}
        below = 1
        for state, _ in reversed(order):
            n = right[state] * below + sum(c * ys[s] for s, c in others[state].items())
            common = gcd(n, own[state])
            if (stretch := own[state] // common) > 1:
                ys = {s: y * stretch for s, y in ys.items()}
                below *= stretch
            ys[state] = n // common
        return ys, below

    def _known(self, start: S) -> None:
        if not isinstance(start, Hashable) or start not in self.states:
            raise ValueError(f"{shown(start)} is no state of this chain; give one of its labels")

    def _components(self, start: S) -> list[list[S]]:
        """Strongly connected components of the transient states within reach, in walking order.

        Tarjan's algorithm with a stack of its own. A component that no step leaves never ends.
        """
        self._known(start)
        rows = self._rows
        order: dict[S, int] = {}
        low: dict[S, int] = {}
        open_states: list[S] = []
        on_stack: set[S] = set()
        found: list[list[S]] = []
        work = [(start, iter(rows[start]))] if start in rows else []
        while work:
            state, onward = work[-1]
            if state not in order:
                order[state] = low[state] = len(order)
                open_states.append(state)
                on_stack.add(state)
            for target in onward:
                if target not in rows:
                    continue
                if target not in order:
                    work.append((target, iter(rows[target])))
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
        if all(target in inside for state in component for target in self._rows[state]):
            listed = ", ".join(shown(state) for state in component[:5])
            raise ValueError(
                f"from {shown(start)} the chain may never end: it can't leave {{{listed}}}; give one of "
                "these states a way out, or no row at all if it is an end"
            )


@dataclass(frozen=True)
class Report(Generic[S]):
    """What `Chain.report` found about walks from `start`.

    `ends` is the law of the absorbing state, `steps` and `steps_variance` the mean and the variance of the
    number of steps, `visits` the mean number of visits of each transient state, and `going_on[k]` the
    chance that k + 1 steps are not enough.

    >>> Chain({"try": {"try": 5, "six": 1}}).report("try")
    A walk from 'try'
      ends in: 'six' 1 (100 %)
      steps: 6 on average, standard deviation 5.48
      visits on average: 'try' 6
      still going on after 1, 2, ... 10 steps: 83.33 %, 69.44 %, 57.87 %, 48.23 %, 40.19 %, 33.49 %, ...
    """

    start: S
    ends: Distribution[S]
    steps: Fraction
    steps_variance: Fraction
    visits: dict[S, Fraction]
    going_on: tuple[Fraction, ...]

    @property
    def steps_std(self) -> float:
        """The standard deviation of the number of steps: a square root, so a float."""
        return sqrt(self.steps_variance)

    def __repr__(self) -> str:
        ends = [
            f"{shown(end)} {fraction_text(p)} ({percent_text(p)})" for end, p in _top(self.ends.to_dict())
        ]
        visits = [f"{shown(state)} {fraction_text(v)}" for state, v in _top(self.visits)]
        chances = ", ".join(map(percent_text, self.going_on[:6]))
        return (
            f"A walk from {shown(self.start)}\n"
            f"  ends in: {', '.join(ends + _rest(self.ends))}\n"
            f"  steps: {self._steps_text}\n"
            f"  visits on average: {', '.join(visits + _rest(self.visits)) or 'none'}\n"
            f"  still going on after 1, 2, ... {REPORTED_STEPS} steps: {chances}, ..."
        )

    def _repr_html_(self) -> str:
        ends = [(str(end), fraction_text(p), percent_text(p)) for end, p in _top(self.ends.to_dict())]
        visits = [(str(state), fraction_text(v)) for state, v in _top(self.visits)]
        going = [(str(k), fraction_text(p), percent_text(p)) for k, p in enumerate(self.going_on, 1)]
        return (
            _table(f"From {self.start}: where it ends", ("end", "probability", "percent"), ends, self.ends)
            + f"<p>Steps: {self._steps_text}</p>"
            + _table("Visits on average", ("state", "visits"), visits, self.visits)
            + _table("Still going on", ("after steps", "probability", "percent"), going, going)
        )

    @property
    def _steps_text(self) -> str:
        return f"{fraction_text(self.steps)} on average, standard deviation {self.steps_std:.3g}"


def _top(values: Mapping[S, Fraction]) -> list[tuple[S, Fraction]]:
    return sorted(values.items(), key=lambda item: item[1], reverse=True)[:ROWS_SHOWN]


def _rest(values: Any) -> list[str]:
    return [f"{len(values) - ROWS_SHOWN} more"] if len(values) > ROWS_SHOWN else []


def _table(caption: str, heads: tuple[str, ...], rows: list[Any], values: Any) -> str:
    lines = [
        f'<tr><th scope="row" style="text-align:left">{escape(row[0])}</th>'
        + "".join(f'<td style="text-align:right">{cell}</td>' for cell in row[1:])
        + "</tr>"
        for row in [*rows, *((text, *[""] * (len(heads) - 1)) for text in _rest(values))]
    ]
    head = "".join(
        f'<th scope="col" style="text-align:{"right" if place else "left"}">{name}</th>'
        for place, name in enumerate(heads)
    )
    return (
        f'<table class="beastlab-chain"><caption style="caption-side:top;text-align:left">{escape(caption)}'
        f"</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table>"
    )


def _counted(n: int, what: str) -> str:
    return f"{n} {what}{'s' * (n != 1)}"


def _weights(state: Hashable, row: Mapping[S, int | Fraction]) -> dict[S, int]:
    """A row as positive whole-number weights; a refusal names its state."""
    if not isinstance(row, Mapping):
        raise ValueError(f"the row of {shown(state)} is {shown(row)}; give a dict of next states and weights")
    if all(type(weight) is int and weight > 0 for weight in row.values()) and row:
        return dict(row)  # type: ignore[arg-type]
    exact = {
        target: number(f"the weight of {shown(target)} in the row of {shown(state)}", weight)
        for target, weight in row.items()
    }
    for target, weight in exact.items():
        if weight < 0:
            raise ValueError(
                f"the weight of {shown(target)} in the row of {shown(state)} is {fraction_text(weight)}; "
                "weights are 0 or more"
            )
    total, scale = sum(exact.values()), lcm(*(weight.denominator for weight in exact.values()))
    if not total:
        raise ValueError(f"the row of {shown(state)} leads nowhere; leave it out if the state is an end")
    if scale > 1 and total != 1:
        raise ValueError(
            f"the probabilities in the row of {shown(state)} sum to {fraction_text(Fraction(total))}, not to "
            "1; add what is missing, or give whole-number weights"
        )
    return {target: int(weight * scale) for target, weight in exact.items() if weight}


def _elimination(others: Mapping[S, Mapping[S, int]], bits: int, right: int) -> list[tuple[S, list[S]]]:
    """In which order to eliminate, each state with the successors left then: fewest products first.

    Only the pattern is followed, which is cheap, so what the numbers will cost is known before.
    """
    before = {state: set(equation) for state, equation in others.items()}
    after: dict[S, set[S]] = {state: set() for state in others}
    for state, equation in others.items():
        for source in equation:
            after[source].add(state)
    place = {state: i for i, state in enumerate(others)}  # states themselves may not compare
    names = list(others)
    queue = [(len(before[s]) * len(after[s]), i) for s, i in place.items()]
    heapify(queue)
    merged = dict.fromkeys(others, 1)
    order: list[tuple[S, list[S]]] = []
    work = 0
    while queue:
        products, i = heappop(queue)
        state = names[i]
        if state not in before or products != len(before[state]) * len(after[state]):
            continue  # a stale entry
        sources, successors = before.pop(state), after.pop(state)
        order.append((state, list(successors)))
        for target in successors:
            merged[target] = min(merged[target] + merged[state], len(order) + 1)
            words = 1 + (merged[target] * bits + right) // 30
            work += (len(sources) + len(before[target])) * (500 + 30 * words) + 2 * words**2
            before[target] |= sources
            before[target] -= {state, target}
        if work > MOST_WORK:
            raise ValueError(
                f"{len(others)} states of this chain lead into each other in so many ways that the exact answer "
                "would take long; merge states that play alike, or follow fewer steps with `after`"
            )
        for source in sources:
            after[source] |= successors
            after[source] -= {state, source}
        for s in sources | successors:
            heappush(queue, (len(before[s]) * len(after[s]), place[s]))
    return order
