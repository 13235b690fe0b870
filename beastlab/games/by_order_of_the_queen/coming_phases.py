"""Whether the kingdom stands: Villagers, Regions and Heroes lost in the Event Phases to come.

A `Kingdom` is what Event Phases depend on, and `Play` what the players do in each round. `survival` follows every
course of both, exactly; where these are too many, `survival_played` plays them at random. `survival_in_play` plays real
games with a real policy instead, and `pool_survival` looks at one Threat pool by itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from random import Random
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from beastlab.bots import Policy, play_bots
from beastlab.core.explore import TooManyWays
from beastlab.core.knowledge import redeal
from beastlab.core.match import Match
from beastlab.core.requests import Choose
from beastlab.games.by_order_of_the_queen.kingdoms import MOST_TOKENS, Kingdom, Play, settings, table_at
from beastlab.games.by_order_of_the_queen.phase_course import (
    Branches,
    Course,
    Lost,
    State,
    Step,
    TooLong,
    onward,
)
from beastlab.games.by_order_of_the_queen.rules.kingdom import MOST_THREAT
from beastlab.games.by_order_of_the_queen.table import Options
from beastlab.games.by_order_of_the_queen.vocabulary import POOLS
from beastlab.odds.arguments import flag, one_of, shown, whole
from beastlab.odds.chains import MOST_STEPS, Chain
from beastlab.odds.distribution import Distribution
from beastlab.odds.exhibits import wilson
from beastlab.odds.texts import decimal_text, percent_text

MOST_PHASES = 40
"""No more Event Phases are looked ahead."""
MOST_BRANCHES = 500_000
"""An exact answer follows no more branches of all courses than this (some five seconds)."""
MOST_PLAYED = 400_000
"""A simulation plays no more Event Phases than this (up to twenty seconds)."""
MOST_ADDED = 20
"""In a pool by itself no more Threat than this comes or goes in one round."""
STANDS = "stands"
"""The end of a course in which the kingdom is not lost."""


class End(NamedTuple):
    """How a course ends: the rule by which the game is lost, or "stands"; and in which Event Phase."""

    rule: str
    phase: int


@dataclass(frozen=True)
class Survival:
    """Whether the kingdom stands after so many Event Phases: exact, from `states` courses held apart at the end.

    `after[k]` is the chance that it stands after k phases. `ends` is the law of what ends it and when, `lost` that of
    what was lost: `lost.marginal(0)` for the Villagers alone.
    """

    after: tuple[Fraction, ...]
    ends: Distribution[End]
    lost: Distribution[Lost]
    states: int

    @property
    def chance(self) -> Fraction:
        """P(the kingdom stands after all these phases)."""
        return self.after[-1]

    def __repr__(self) -> str:
        phases = len(self.after) - 1
        return f"<stands after {phases} Event Phases: exactly {percent_text(self.chance)}, {self.states:,} courses>"


@dataclass(frozen=True)
class Played:
    """A simulation of the same: in `stood[k]` of `games` courses the kingdom stood after k Event Phases."""

    stood: tuple[int, ...]
    games: int
    seed: int

    def interval(self, phases: int | None = None) -> tuple[float, float]:
        """The 95 % interval of the chance to stand after so many phases (after all of them, if none is given).

        ValueError for more phases than were played.

        >>> [round(bound, 3) for bound in Played((100, 60), 100, 1).interval()]
        [0.502, 0.691]
        """
        most = len(self.stood) - 1
        return wilson(self.stood[most if phases is None else whole("phases", phases, 0, most)], self.games)

    def __repr__(self) -> str:
        low, high = self.interval()
        return (
            f"<stands after {len(self.stood) - 1} Event Phases: in {self.stood[-1]:,} of {self.games:,} plays "
            f"(seed {self.seed}), from {low:.2%} to {high:.2%} (95 % interval)>"
        )


def survival(
    kingdom: Kingdom, phases: int = 1, play: Play | None = None, *, at_once: bool = False
) -> Survival:
    """The exact chance that the kingdom survives so many Event Phases under the stated play, and what it costs.

    Each round is the players' play (none, if none is stated), then the Event Phase by its steps: abilities of the
    Nemeses, Villagers, new Monsters and Nemeses, Regions, Heroes, a new Event. `at_once` begins with an Event Phase,
    the play of this round being over. Heroes whom an arriving Nemesis takes out of hands are back there before the
    next phase; here they never leave. TooManyWays where there are too many courses to follow: then
    `survival_played` simulates them. ValueError for anything that can't be.

    >>> coming = survival(Kingdom(), phases=2)
    >>> coming.lost.marginal(1)  # Regions
    Distribution(2: 1/2, 3: 1/2)
    >>> survival(Kingdom(villagers=3), phases=2).ends[("queen.loss.villagers", 2)]
    Fraction(1, 1)
    """
    course, phases = _asked(kingdom, phases, play, at_once)
    law: dict[State, int] = {course.start: 1}
    total, room = 1, MOST_BRANCHES
    after = [Fraction(1)]
    ends: dict[tuple[End, Lost], Fraction] = {}

    def follow(step: Step) -> None:
        nonlocal law, total, room
        try:
            law, total, room = onward(law, total, step, room)
        except TooLong:
            raise TooManyWays(
                f"by Event Phase {phase} there are more than {MOST_BRANCHES:,} courses to follow: "
                "ask for fewer phases, or simulate with survival_played"
            ) from None

    def stop(state: State, chance: Fraction, phase: int) -> None:
        key = End(state.over or STANDS, phase), course.lost(state)
        ends[key] = ends.get(key, Fraction(0)) + chance

    for phase in range(1, phases + 1):
        for step in course.steps(not at_once or phase > 1, phase == phases):
            follow(step)
            while any(state.pending for state in law):
                follow(course.one_effect)
            for state in [state for state in law if state.over]:
                stop(state, Fraction(law.pop(state), total), phase)
        after.append(Fraction(sum(law.values()), total))
    for state, ways in law.items():
        stop(state, Fraction(ways, total), phases)
    by_end: dict[End, Fraction] = {}
    by_loss: dict[Lost, Fraction] = {}
    for (end, lost), chance in ends.items():
        by_end[end] = by_end.get(end, Fraction(0)) + chance
        by_loss[lost] = by_loss.get(lost, Fraction(0)) + chance
    return Survival(tuple(after), Distribution(by_end), Distribution(by_loss), len(law))


def _asked(kingdom: Kingdom, phases: int, play: Play | None, at_once: bool) -> tuple[Course, int]:
    """The course that is asked about, and how far; ValueError for anything that can't be."""
    if not isinstance(kingdom, Kingdom):
        raise ValueError(f"kingdom is {shown(kingdom)}; give a Kingdom, as in Kingdom.of(match.table)")
    if play is not None and not isinstance(play, Play):
        raise ValueError(f"play is {shown(play)}; give what the players do, as in Play(defeated=2, calmed=1)")
    flag("at_once", at_once)
    return Course(kingdom, play or Play()), whole("phases", phases, 0, MOST_PHASES)


def survival_played(
    kingdom: Kingdom,
    phases: int = 1,
    play: Play | None = None,
    *,
    at_once: bool = False,
    games: int = 10_000,
    seed: int = 1,
) -> Played:
    """The same as `survival`, simulated: for more phases than can be gone through exactly.

    ValueError for anything that can't be.

    >>> played = survival_played(Kingdom(), phases=8, play=Play(defeated=3, calmed=2), games=500)
    >>> played.games, played.stood[0]
    (500, 500)
    """
    course, phases = _asked(kingdom, phases, play, at_once)
    rng = Random(whole("seed", seed))
    stood = [whole("games", games, 1, MOST_PLAYED // max(phases, 1))] + [0] * phases

    def chosen(branches: Branches) -> State:
        if len(branches) == 1:
            return branches[0][1]
        return branches[_at([weight for weight, _ in branches], rng)][1]

    for _ in range(games):
        state = course.start
        for phase in range(1, phases + 1):
            for step in course.steps(not at_once or phase > 1, phase == phases):
                state = chosen(step(state))
                while state.pending:
                    state = chosen(course.one_effect(state))
                if state.over:
                    break
            if state.over:
                break
            stood[phase] += 1
    return Played(tuple(stood), games, seed)


def _at(weights: Sequence[int], rng: Random) -> int:
    steps = list(accumulate(weights))
    return bisect_right(steps, rng.randrange(steps[-1]))


def survival_in_play(
    match: Match, policy: Policy, phases: int = 1, *, games: int = 200, seed: int = 1
) -> Played:
    """Real games that go on from this match, all seats played by `policy`: in how many does the kingdom stand?

    A game that is won counts as standing. Each game has dice and decks of its own, and the policy sees none of them
    (see `beastlab.bots`). ValueError for anything that can't be.

    >>> from beastlab.bots import random_bot
    >>> from beastlab.games import by_order_of_the_queen as queen
    >>> survival_in_play(queen.new_match(seats=2, seed=7), random_bot(), phases=1, games=3).stood[0]
    3
    """
    table = table_at(match)
    if not callable(policy):
        raise ValueError(f"policy is {shown(policy)}; give a program that plays, as in sensible_bot()")
    phases, seed = whole("phases", phases, 0, MOST_PHASES), whole("seed", seed)
    stood = [whole("games", games, 1, 10**6)] + [0] * phases
    seats = dict.fromkeys(range(len(table.seats)), policy)
    for game in range(games):
        twin = redeal(match, match.request.seat if match.request else 0, Random(f"{seed}:{game}"))
        first = twin.table.round
        while isinstance(twin.request, Choose) and twin.table.round < first + phases:
            play_bots(twin, seats, most=1)
        won = twin.result is not None and bool(twin.result.winners)
        for phase in range(1, phases + 1):
            stood[phase] += won or twin.table.round >= first + phase
    return Played(tuple(stood), games, seed)


# --- one pool by itself -----------------------------------------------------------------------------------


Pool: TypeAlias = tuple[int, int]
"""The Threat, and how many Regions or Heroes are left."""
LOST, SAFE = (-1, -1), (-1, 0)
"""The ends: the game is lost; nothing can be lost any more."""


@dataclass(frozen=True, repr=False)
class PoolSurvival:
    """How long Regions or Heroes last.

    >>> pool_survival("regions", threat=2, supply=3, adds={-1: 1, 0: 1})
    <the game is lost by the Regions with a chance of 50.00 %>
    """

    pool: str
    _chain: Chain[Pool]
    _start: Pool

    def __repr__(self) -> str:
        loss = f"lost by the {'Regions' if self.pool == 'regions' else 'Heroes'}"
        if self.never == 1:
            return f"<the game is never {loss}>"
        if self.never:
            return f"<the game is {loss} with a chance of {percent_text(1 - self.never)}>"
        return f"<the game is {loss} in Event Phase {decimal_text(self.phases)} on average>"

    @cached_property
    def never(self) -> Fraction:
        """P(the game is never lost by this), however many Event Phases come."""
        return self._chain.ends(self._start)[SAFE]

    @cached_property
    def phases(self) -> Fraction:
        """The mean number of the Event Phase that loses the game; ValueError where it may never be lost by this."""
        if self.never:
            chance = f" with a chance of {percent_text(self.never)}" * (self.never < 1)
            raise ValueError(
                f"the game is never lost by this{chance}, so there is no mean number of phases; ask after(...) or never"
            )
        return self._chain.steps(self._start)

    def after(self, phases: int) -> Fraction:
        """P(the game is not lost by this after so many Event Phases)."""
        return 1 - self._chain.after(self._start, whole("phases", phases, 0, MOST_STEPS))[LOST]


def pool_survival(
    pool: str = "regions",
    threat: int = 2,
    supply: int = 11,
    adds: Mapping[int, int | Fraction] | Distribution[int] = MappingProxyType({0: 1, 1: 1}),
    options: Options | None = None,
) -> PoolSurvival:
    """How long the Regions (or the Heroes, with pool "garden") last, as an absorbing chain on (Threat, what is left).

    In each Event Phase the table of the board takes its toll, and then the Threat changes by what `adds` says: the law,
    or the weights, of what the new Event adds less what the players take off until the next phase. Every phase is alike
    here, so it reaches as far as one likes; `survival` knows which Events are left. Where the Threat may be gone for
    good, the game is `never` lost by this with some chance. ValueError for anything that can't be.

    >>> alone = pool_survival("regions", threat=2, supply=11, adds={0: 1, 1: 1, 2: 1})
    >>> alone.after(5), alone.after(6), alone.phases
    (Fraction(2, 3), Fraction(5, 27), Fraction(347824, 59049))
    >>> pool_survival("regions", threat=2, supply=3, adds={-1: 1, 0: 1}).never
    Fraction(1, 2)
    """
    place = POOLS.index(one_of("pool", pool, POOLS[1:]))
    boundless = (board := settings(options)).hard_no_max
    tokens = whole("threat", threat, 0, MOST_TOKENS if boundless else MOST_THREAT)
    supply = whole("supply", supply, 0, 64)
    if not isinstance(adds, Mapping | Distribution):
        raise ValueError(
            f"adds is {shown(adds)}; give how often the Threat changes by how much, as in {{0: 1, 1: 1}}"
        )
    law = adds if isinstance(adds, Distribution) else Distribution(adds)
    for added in law:
        whole("a change of Threat in adds", added, -MOST_ADDED, MOST_ADDED)
    table = board.board_table(f"threat_table_{POOLS[place]}")
    # Above six a table either grows, and this much takes all that is left, or it is level, and Threat stays above six
    # until all is gone: more makes no difference.
    most = MOST_THREAT + 2 * (supply + 1) * max(1, -min(law)) if boundless else MOST_THREAT
    start = min(tokens, most), supply
    rows: dict[Pool, Distribution[Pool]] = {
        LOST: Distribution.certain(LOST),
        SAFE: Distribution.certain(SAFE),
    }
    before: dict[Pool, list[Pool]] = {}
    found = [start]
    for state in found:  # grows while it is read
        if state in rows:
            continue
        tokens, have = state
        left = have - table.threat_effect(tokens)
        rows[state] = (
            law.map(lambda more, had=tokens, left=left: (max(0, min(most, had + more)), left))  # type: ignore[misc]
            if left >= 0
            else Distribution.certain(LOST)
        )
        found.extend(rows[state])
        for onward_ in rows[state]:
            before.setdefault(onward_, []).append(state)
    doomed = {LOST: None}  # whatever may lead to the loss
    for state in (reached := [LOST]):  # grows while it is read
        new = [source for source in before.get(state, ()) if source not in doomed]
        doomed |= dict.fromkeys(new)
        reached += new
    rows = {
        state: row.map(lambda onward_: onward_ if onward_ in doomed else SAFE)
        for state, row in rows.items()
        if state in doomed or state == SAFE
    }
    return PoolSurvival(pool, Chain(rows), start if start in doomed else SAFE)
