"""Exact maths from the rules themselves: every outcome of a rule with its weight, and best play in it."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from beastlab.core.requests import (
    Choose,
    Draw,
    Event,
    Here,
    Move,
    Request,
    Roll,
    Rule,
    Total,
    Totals,
    Unknowable,
)

Answerer: TypeAlias = Callable[[Choose], Move]
Program: TypeAlias = Callable[[], Rule]
"""Builds the same rule afresh at every call (it copies the table inside)."""


def nobody(request: Choose) -> Move:
    """The response policy "nobody responds": a window's first option is to pass."""
    if request.window:
        return request.options[0]
    raise LookupError(f"nobody answers: {request.prompt}")


@dataclass(frozen=True, slots=True)
class _Back:
    """A branch that returned to a key which is still being explored."""

    key: Hashable


class TooManyWays(Unknowable):
    """An enumeration that would take longer than its limit; the message says what to ask instead."""


Way: TypeAlias = tuple[tuple[Any, ...], Rule | None]
"""A trail of answers, and the program that waits after it, if it is still there."""

_START = _Back("start")
_PAST = None  # stands in a trail for a `Here` that was gone past


def explore(
    rule: Program, choose: Answerer = nobody, prefix: tuple[Any, ...] = (), limit: int = 200_000
) -> dict[Any, Fraction]:
    """The exact distribution of what `rule()` returns, as a dict of outcome and `Fraction`.

    Choices are answered by `choose`; the default lets nobody respond in a window and refuses any other
    choice with LookupError. `prefix` are answers already given. More than `limit` branches of chance raise
    TooManyWays (a branch takes some 50 microseconds in Beast Hunt). Each `Here` key is expanded once, depth
    first; a finished key is results and keys still open only, so loops are summed exactly.

    >>> def best_of_two():
    ...     return max((yield Total(1)), (yield Total(1)))
    >>> explore(best_of_two)[6]
    Fraction(11, 36)
    """
    ways: dict[_Back, Way] = {_START: ((), None)}
    rows: dict[_Back, dict[Any, Fraction]] = {}
    done: dict[_Back, dict[Any, Fraction]] = {}
    stack = [_START]
    walked = 0
    while stack:
        here = stack[-1]
        if here not in rows:
            rows[here], further, walked = _segment(rule, prefix, ways.pop(here), choose, limit, walked)
            for key, known in further.items():
                if key not in rows:
                    ways.setdefault(key, known[-1])
                    stack.append(key)
        elif here in done:
            stack.pop()
        else:
            done[here] = _settle(here, rows[here], done)
    return done[_START]


def audit(rule: Program, choose: Answerer = nobody, runs: int = 200, seed: int = 0) -> None:
    """Walk `rule` at random; ValueError if two ways to a `Here` key go on differently.

    Then its key leaves out something that matters and `explore` is wrong. Every rule with a `Here` has
    such a test.
    """
    rng = random.Random(seed)
    rows: dict[_Back, dict[Any, Fraction]] = {}
    walked: dict[tuple[Any, ...], Any] = {}
    for _ in range(runs):
        here = _START
        ways: dict[_Back, list[Way]] = {_START: [((), None)]}
        while here in ways:
            trail, _program = rng.choice(ways[here])
            if trail not in walked:
                walked[trail] = _segment(rule, (), (trail, None), choose, 200_000)
            row, ways, _ = walked[trail]
            if rows.setdefault(here, row) != row:
                raise ValueError(
                    f"the key {here.key!r} leaves out something that matters: {rows[here]} or {row}"
                )
            here = rng.choices(list(row), list(row.values()))[0]


def _segment(
    rule: Program,
    prefix: tuple[Any, ...],
    way: Way,
    choose: Answerer,
    limit: int,
    walked: int = 0,
) -> tuple[dict[Any, Fraction], dict[_Back, list[Way]], int]:
    """The chances of what comes first on `way`, a result or a `Here`; the ways to each `Here`; the branches walked.

    The last way to a key comes with the program that waits there: going on with it saves replaying the trail.
    """
    row: dict[Any, Fraction] = {}
    ways: dict[_Back, list[Way]] = {}
    trail, live = way
    branches = [(trail, Fraction(1))]
    while branches:
        if walked + len(branches) > limit:
            raise TooManyWays(f"more than {limit} ways to go on: ask for less at once, or simulate")
        walked += 1
        trail, chance = branches.pop()
        program, (request, result) = (live, _send(live, None)) if live else _resume(rule, prefix, trail)
        live = None
        while request is not None and not isinstance(request, Here):
            if isinstance(request, Choose):
                answer: Any = request.options[0] if request.forced else choose(request)
            else:
                (answer, share), *others = _shares(request)
                branches += [((*trail, other), chance * part) for other, part in others]
                chance *= share
            trail = (*trail, answer)
            request, result = _send(program, answer)
        end = result if request is None else _Back(request.key)
        row[end] = row.get(end, Fraction(0)) + chance
        if request is not None:
            known = ways.setdefault(end, [])
            if known:
                known[-1] = known[-1][0], None
            known.append(((*trail, _PAST), program))
    return row, ways, walked


def _settle(
    here: _Back, row: dict[Any, Fraction], done: dict[_Back, dict[Any, Fraction]]
) -> dict[Any, Fraction]:
    """`row` with finished keys replaced by what they lead to, and the way back to `here` summed."""
    row = dict(row)
    while finished := [end for end in row if isinstance(end, _Back) and end in done]:
        for key in finished:
            chance = row.pop(key)
            for end, share in done[key].items():
                row[end] = row.get(end, Fraction(0)) + chance * share
    again = row.pop(here, Fraction(0))
    if again == 1:
        raise RecursionError(f"the rule never leaves {here.key!r}")
    return {end: chance / (1 - again) for end, chance in row.items()} if again else row


def solve(
    rule: Program,
    seat: int,
    worth: Callable[[Any], int | Fraction],
    others: Answerer = nobody,
    prefix: tuple[Any, ...] = (),
) -> tuple[Fraction, Move | None]:
    """The exact value of `rule()` when `seat` chooses to maximise `worth`, and its first move.

    Other seats follow the policy `others`. Unknowable for a choice that would have to use chance that
    the seat has not seen (that question needs the seat's beliefs, not the table), and for a choice inside
    a loop that may come round to it again (that question needs a policy, not a look ahead).
    """
    known: dict[Hashable, tuple[dict[Any, Fraction], Move | None]] = {}
    open_keys: set[Hashable] = set()

    def value(trail: tuple[Any, ...], unseen: bool) -> tuple[dict[Any, Fraction], Move | None]:
        """The worth as {None: a number, open key: its weight}, and the best move."""
        program, (request, result) = _resume(rule, prefix, trail)
        while isinstance(request, Choose) and (len(request.options) == 1 or request.seat != seat):
            answer = request.options[0] if len(request.options) == 1 else others(request)
            trail = (*trail, answer)
            request, result = _send(program, answer)
        if request is None:
            return {None: Fraction(worth(result))}, None
        if isinstance(request, Here):
            return merged((request.key, unseen), trail, unseen)
        if isinstance(request, Choose):
            if unseen:
                raise Unknowable(f"seat {seat} has not seen all that {request.prompt!r} would depend on")
            worths = [value((*trail, move), unseen)[0] for move in request.options]
            if any(len(worth) > 1 for worth in worths):
                raise Unknowable(f"{request.prompt!r} may come round again: it needs a policy")
            best = max(range(len(worths)), key=lambda n: worths[n][None])
            return worths[best], request.options[best]
        mixture: dict[Any, Fraction] = {None: Fraction(0)}
        for outcome, share in _shares(request):
            for key, part in value((*trail, outcome), unseen or _hidden(request, seat))[0].items():
                mixture[key] = mixture.get(key, Fraction(0)) + share * part
        return mixture, None

    def merged(
        key: Hashable, trail: tuple[Any, ...], unseen: bool
    ) -> tuple[dict[Any, Fraction], Move | None]:
        if key in open_keys:
            return {None: Fraction(0), key: Fraction(1)}, None
        if key not in known:
            open_keys.add(key)
            worths, move = value((*trail, _PAST), unseen)
            open_keys.remove(key)
            again = worths.get(key, Fraction(0))
            if again == 1:
                raise RecursionError(f"the rule never leaves {key!r}")
            worths = {other: part / (1 - again) for other, part in worths.items() if other != key}
            if len(worths) > 1:
                return worths, move
            known[key] = worths, move
        return known[key]

    program, unseen = scoped(rule()), False
    request, _ = _send(program, None)
    for answer in prefix:
        while isinstance(request, Here):
            request, _ = _send(program, None)
        unseen = unseen or _hidden(request, seat)
        request, _ = _send(program, answer)
    worths, move = value((), unseen)
    return worths[None], move


def _hidden(request: Request | None, seat: int) -> bool:
    return (
        isinstance(request, Roll | Total | Totals | Draw)
        and request.seen_by is not None
        and seat not in request.seen_by
    )


def _shares(request: Any) -> list[tuple[Any, Fraction]]:
    outcomes = request.outcomes()
    total = sum(outcomes.values())
    if not total:
        raise LookupError(f"nothing can happen: {request!r}")
    return [(outcome, Fraction(weight, total)) for outcome, weight in outcomes.items() if weight]


def _resume(rule: Program, prefix: tuple[Any, ...], trail: tuple[Any, ...]) -> tuple[Rule, tuple[Any, Any]]:
    """The program after `prefix` (answers alone) and `trail` (answers, and _PAST for each `Here`)."""
    program = scoped(rule())
    waiting = _send(program, None)
    for answer in prefix:
        while isinstance(waiting[0], Here):
            waiting = _send(program, None)
        waiting = _send(program, answer)
    for answer in trail:
        waiting = _send(program, answer)
    return program, waiting


def _send(program: Rule, answer: Any) -> tuple[Any, Any]:
    """The next request that is not an event, or None and the result."""
    try:
        request = program.send(answer)
        while isinstance(request, Event):
            request = program.send(None)
        return request, None
    except StopIteration as end:
        return None, end.value


def scoped(program: Rule) -> Rule:
    """`program` with each `Here` key bound to the one call of the sub-rule that yields it.

    A call is named by its depth, the last key before it, and the answers since: that is the same on every
    way to that key.
    """
    called: dict[Any, tuple[Any, ...]] = {}
    trail: tuple[Any, ...] = ()
    answer = None
    try:
        while True:
            request = program.send(answer)
            if isinstance(request, Event):
                answer = yield request
                continue
            inner: Any = program
            depth = 0
            while inner is not None:
                call = called.setdefault(inner, (depth, trail))
                inner, depth = getattr(inner, "gi_yieldfrom", None), depth + 1
            if isinstance(request, Here):
                request = Here((call, request.key))
                trail = (request.key,)
            answer = yield request
            trail = (*trail, answer)
    except StopIteration as end:
        return end.value
