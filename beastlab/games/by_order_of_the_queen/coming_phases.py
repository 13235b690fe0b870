"""Whether the kingdom stands: Villagers, Regions and Heroes lost in the Event Phases to come.

A `Kingdom` is what Event Phases depend on, and `Play` what the players do in each round. `survival` follows every
course of both, exactly; where these are too many, `survival_played` plays them at random. `survival_in_play` plays real
games with a real policy instead, and `pool_survival` looks at one Threat pool by itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from beastlab.bots import Policy, play_bots
from beastlab.core.explore import TooManyWays
from beastlab.core.knowledge import redeal
from beastlab.core.match import Match
from beastlab.core.requests import Choose
from beastlab.games.by_order_of_the_queen.kingdoms import Kingdom, Play
from beastlab.games.by_order_of_the_queen.phase_course import Branches, Course, Lost, State, onward
from beastlab.games.by_order_of_the_queen.rules.kingdom import MOST_THREAT
from beastlab.games.by_order_of_the_queen.table import Options
from beastlab.games.by_order_of_the_queen.vocabulary import POOLS
from beastlab.odds.arguments import one_of, whole
from beastlab.odds.chains import Chain
from beastlab.odds.distribution import Distribution, mix
from beastlab.odds.exhibits import wilson
from beastlab.odds.texts import percent_text

MOST_PHASES = 40
"""No more Event Phases are looked ahead."""
MOST_STATES = 60_000
"""An exact answer holds no more courses apart at once than this (up to ten seconds)."""
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

    def interval(self, phases: int = -1) -> tuple[float, float]:
        """The 95 % interval of the chance to stand after so many phases (after all of them, if none is given).

        >>> [round(bound, 3) for bound in Played((100, 60), 100, 1).interval()]
        [0.502, 0.691]
        """
        return wilson(self.stood[phases], self.games)

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
    next phase; here they never leave. TooManyWays where there are too many courses to hold apart: then
    `survival_played` simulates them.

    >>> coming = survival(Kingdom(), phases=2)
    >>> coming.lost.marginal(1)  # Regions
    Distribution(2: 1/2, 3: 1/2)
    >>> survival(Kingdom(villagers=3), phases=2).ends[("queen.loss.villagers", 2)]
    Fraction(1, 1)
    """
    course = Course(kingdom, play or Play())
    phases = whole("phases", phases, 0, MOST_PHASES)
    law: dict[State, int] = {course.start: 1}
    total = 1
    after = [Fraction(1)]
    ends: dict[tuple[End, Lost], Fraction] = {}

    def stop(state: State, chance: Fraction, phase: int) -> None:
        key = End(state.over or STANDS, phase), course.lost(state)
        ends[key] = ends.get(key, Fraction(0)) + chance

    for phase in range(1, phases + 1):
        for step in course.steps(not at_once or phase > 1, phase == phases):
            law, total = onward(law, total, step)
            while any(state.pending for state in law):
                law, total = onward(law, total, course.one_effect)
            for state in [state for state in law if state.over]:
                stop(state, Fraction(law.pop(state), total), phase)
            if len(law) > MOST_STATES:
                raise TooManyWays(
                    f"in Event Phase {phase} there are more than {MOST_STATES:,} courses to hold apart: "
                    "ask for fewer phases, or simulate with survival_played"
                )
        after.append(Fraction(sum(law.values()), total))
    for state, ways in law.items():
        stop(state, Fraction(ways, total), phases)
    by_end: dict[End, Fraction] = {}
    by_loss: dict[Lost, Fraction] = {}
    for (end, lost), chance in ends.items():
        by_end[end] = by_end.get(end, Fraction(0)) + chance
        by_loss[lost] = by_loss.get(lost, Fraction(0)) + chance
    return Survival(tuple(after), Distribution(by_end), Distribution(by_loss), len(law))


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

    >>> played = survival_played(Kingdom(), phases=8, play=Play(defeated=3, calmed=2), games=500)
    >>> played.games, played.stood[0]
    (500, 500)
    """
    course, rng = Course(kingdom, play or Play()), Random(seed)
    phases = whole("phases", phases, 0, MOST_PHASES)
    stood = [whole("games", games, 1, 10**6)] + [0] * phases

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
    (see `beastlab.bots`).

    >>> from beastlab.bots import random_bot
    >>> from beastlab.games import by_order_of_the_queen as queen
    >>> survival_in_play(queen.new_match(seats=2, seed=7), random_bot(), phases=1, games=3).stood[0]
    3
    """
    phases = whole("phases", phases, 0, MOST_PHASES)
    stood = [whole("games", games, 1, 10**6)] + [0] * phases
    seats = dict.fromkeys(range(len(match.table.seats)), policy)
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


@dataclass(frozen=True)
class PoolSurvival:
    """How long Regions or Heroes last: `phases` is the mean number of the Event Phase that loses the game."""

    phases: Fraction
    _chain: Chain[tuple[int, int]] = field(repr=False, compare=False)
    _start: tuple[int, int] = field(repr=False)

    def after(self, phases: int) -> Fraction:
        """P(the game is not lost by this after so many Event Phases)."""
        return self._chain.survival(self._start, phases)


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
    here, so it reaches as far as one likes; `survival` knows which Events are left.

    >>> alone = pool_survival("regions", threat=2, supply=11, adds={0: 1, 1: 1, 2: 1})
    >>> alone.after(5), alone.after(6), alone.phases
    (Fraction(2, 3), Fraction(5, 27), Fraction(347824, 59049))
    """
    place = POOLS.index(one_of("pool", pool, POOLS[1:]))
    settings = options or Options()
    most = MOST_PHASES + MOST_THREAT if settings.hard_no_max else MOST_THREAT
    start = whole("threat", threat, 0, most), whole("supply", supply, 0, 64)
    law = adds if isinstance(adds, Distribution) else Distribution(adds)
    table = settings.board_table(f"threat_table_{POOLS[place]}")
    lost = (-1, -1)
    rows: dict[tuple[int, int], Distribution[tuple[int, int]]] = {}
    found = [start]
    for state in found:  # grows while it is read
        if state in rows or state == lost:
            continue
        tokens, have = state
        left = have - table.threat_effect(tokens)
        rows[state] = Distribution.certain(lost)
        if left >= 0:
            rows[state] = mix(
                (weight, Distribution.certain((max(0, min(most, tokens + added)), left)))
                for added, weight in law.weights.items()
            )
        found += rows[state].weights
    chain = Chain(rows)
    return PoolSurvival(chain.steps(start), chain, start)
