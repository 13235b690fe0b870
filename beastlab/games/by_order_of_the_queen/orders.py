"""When the Queen's Orders are completed: Success Tokens gathered round after round.

The action is possible once in a round [queen.order.seal], brings up to three tokens [queen.order.max-three], and
eight complete the Order; what is above eight is lost [queen.order.complete-at-eight, queen.order.excess].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from beastlab.core.match import Match
from beastlab.core.requests import Unknowable
from beastlab.games.by_order_of_the_queen.kingdoms import table_at
from beastlab.games.by_order_of_the_queen.parties import Visit
from beastlab.games.by_order_of_the_queen.rules.actions import why_no_order
from beastlab.games.by_order_of_the_queen.rules.locations import ENOUGH, TO_WIN
from beastlab.games.by_order_of_the_queen.rules.turn import FULL_MOON
from beastlab.games.by_order_of_the_queen.teams import aim_now, ranked
from beastlab.odds.arguments import flag, shown, whole
from beastlab.odds.chains import Chain
from beastlab.odds.distribution import Distribution
from beastlab.odds.texts import decimal_text, percent_text

LATER = "later"
MOST_ROUNDS = 500
State = tuple[int, int]  # Orders completed, tokens on the next one


@dataclass(frozen=True)
class Rounds:
    """In which round the last of these Orders is completed, counted from 1, the round at hand.

    `mean` is the expected round, `by(6)` the chance that it is done by then. `assumes` says which party works on it.

    >>> order_rounds(Distribution({1: 1})), order_rounds(Distribution({0: 1}))
    (<done in round 8 on average>, <never done>)
    """

    _chain: Chain[State]
    _starts: Distribution[State]
    _done: State
    _spent: int = 0
    assumes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        if self.never == 1:
            return "<never done>"
        if self.never:
            return f"<done with a chance of {percent_text(1 - self.never)}>"
        return f"<done in round {decimal_text(self.mean)} on average>"

    @cached_property
    def never(self) -> Fraction:
        """P(the Orders are never completed): where no round of some Order brings a token."""
        return 1 - sum(
            (share * self._chain.ends(at)[self._done] for at, share in self._starts.items()), Fraction(0)
        )

    @cached_property
    def mean(self) -> Fraction:
        """The expected round; ValueError where the Orders may never be completed."""
        if self.never:
            chance = f" with a chance of {percent_text(self.never)}" * (self.never < 1)
            raise ValueError(f"it is never done{chance}, so there is no mean round; ask by(...) or never")
        steps = (share * self._chain.steps(state) for state, share in self._starts.items())
        return self._spent + sum(steps, Fraction(0))

    def by(self, rounds: int) -> Fraction:
        """P(the Orders are completed in the first so many rounds)."""
        rounds = whole("rounds", rounds, 0, MOST_ROUNDS)
        if rounds < self._spent:
            return Fraction(0)
        left = rounds - self._spent
        chances = (share * self._chain.after(at, left)[self._done] for at, share in self._starts.items())
        return sum(chances, Fraction(0))

    def when(self, rounds: int = 20) -> Distribution[int | str]:
        """The round in which it is done, up to so many; "later" for all others, and for never."""
        rounds = whole("rounds", rounds, 1, MOST_ROUNDS)
        law: dict[int | str, Fraction] = {}
        for at, share in self._starts.items():
            for (end, step), chance in self._chain.when(at, rounds - self._spent).items():
                if end == self._done:
                    law[self._spent + step] = law.get(self._spent + step, Fraction(0)) + share * chance
        return Distribution(law | {LATER: 1 - sum(law.values())})


def order_rounds(
    a_round: Distribution[int] | Sequence[Distribution[int]], tokens: int = 0, orders: int = 1
) -> Rounds:
    """The round that completes so many Orders, of which the first has `tokens` already.

    `a_round` is the law of the Success Tokens that a round brings (`visit(...).passed` of a party for the Order, or of
    `location_tree`), the same for every round, or a list with one for each Order. Rounds in which nobody may work on
    it, for a Nemesis, belong into it as rounds without tokens. ValueError for anything that can't be.

    queen.decision.order-progress, queen.order.minimum-rounds

    >>> from beastlab.games.by_order_of_the_queen.dice_tests import location_tree
    >>> a_round = location_tree(2, 2, 3, order=1).passed
    >>> one = order_rounds(a_round)
    >>> one.by(2), one.by(3), float(round(one.mean, 3))
    (Fraction(0, 1), Fraction(194375, 14348907), 5.604)
    >>> order_rounds(Distribution({3: 1}), orders=3).mean
    Fraction(9, 1)
    """
    orders = whole("orders", orders, 1, 12)
    if isinstance(a_round, Distribution):
        given = [_law("a_round", a_round)] * orders
    elif isinstance(a_round, list | tuple):
        given = [_law(f"number {place} of a_round", law) for place, law in enumerate(a_round, 1)]
    else:
        given = [_law("a_round", a_round)]
    if len(given) != orders:
        raise ValueError(
            f"a_round has {len(given)} law{'s' * (len(given) != 1)} and orders is {orders}; give one law for each"
        )
    start = (0, whole("tokens", tokens, 0, ENOUGH - 1))
    return Rounds(_chain(given), Distribution.certain(start), (orders, 0))


def _law(name: str, law: Any) -> Distribution[int]:
    if isinstance(law, Distribution) and all(type(n) is int and 0 <= n <= 3 for n in law):
        return law
    raise ValueError(
        f"{name} is {shown(law)}; give the law of the tokens of a round, such as visit(...).passed "
        "[queen.order.max-three]"
    )


def _chain(laws: Sequence[Distribution[int]]) -> Chain[State]:
    def onward(order: int, tokens: int) -> State:
        return (order, tokens) if tokens < ENOUGH else (order + 1, 0)

    done = (len(laws), 0)
    rows = {
        (order, tokens): law.map(lambda more, order=order, had=tokens: onward(order, had + more))  # type: ignore[misc]
        for order, law in enumerate(laws)
        for tokens in range(ENOUGH)
    }
    return Chain({**rows, done: Distribution.certain(done)})


def order_now(match: Match, later: Distribution[int] | None = None, *, all_three: bool = False) -> Rounds:
    """When the Order in play is completed (or with `all_three` the last of those that are needed to win).

    This round the best team of whoever still has a turn works on it, for the most Success Tokens on average; unless
    a Seal or a Nemesis forbids it [queen.order.available]. `later` is the law of the tokens in each later round, for
    what hands there will be nobody knows; if it is not given, every round is taken to be as good as the best of the
    hands that all players hold now, and no Nemesis to come in the way. ValueError for anything that can't be.

    >>> from beastlab.games import by_order_of_the_queen as queen
    >>> progress = order_now(queen.new_match(seats=2, seed=7))
    >>> progress.by(2), progress.by(3) < progress.by(4)
    (Fraction(0, 1), True)
    """
    table = table_at(match)
    flag("all_three", all_three)
    if later is not None:
        _law("later", later)
    if match.over:
        raise Unknowable("the game is over")
    if table.phase != "action" or table.action or table.order is None:
        raise Unknowable("an action or an Event Phase is going on; ask when a player is to choose an action")
    barred = why_no_order(table)
    if barred and barred[0] == "queen.location.empty-deck":
        raise Unknowable("no Location of the Order's type is left: this Order can never be completed")
    full = FULL_MOON - (table.options.moon_cycle == "literal")
    to_come = {(table.turn + step) % len(table.seats) for step in range(full - table.moon + 1)}
    laws: dict[int, Distribution[int]] = {}
    for seat, player in enumerate(table.seats):
        if player.hand and (seat in to_come and not barred or later is None):
            aim, question = aim_now(table, seat, "order", None, "successes")
            assert isinstance(aim, Visit)
            laws[seat] = aim.course(ranked(aim, player.hand, question).best.heroes).passed
    nothing = Distribution.certain(0)
    now = max((laws[seat] for seat in laws if seat in to_come), key=lambda law: law.mean, default=nothing)
    now = nothing if barred else now
    assumes = [
        "This round: " + (f"nobody may work on it. {barred[1]}" if barred else "the best team of all hands.")
    ]
    if later is None:
        later = max(laws.values(), key=lambda law: law.mean, default=nothing)
        assumes.append("Later rounds: each as good as the best hand of now, and no Nemesis in the way.")
    else:
        assumes.append("Later rounds: as given.")
    orders = TO_WIN - len(table.completed) if all_three else 1
    rounds = order_rounds(later, min(table.tokens, ENOUGH - 1), orders)
    if table.tokens >= ENOUGH:  # done as soon as the Event Phase comes
        starts = Distribution.certain((1, 0))
    else:
        had = table.tokens
        starts = now.map(lambda more: (0, had + more) if had + more < ENOUGH else (1, 0))
    return Rounds(rounds._chain, starts, rounds._done, 1, tuple(assumes))
