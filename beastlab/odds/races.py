"""Who comes first: duels, roll-offs, taking turns, votes, and collecting every kind."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import accumulate, permutations
from math import comb, gcd, lcm, perm
from numbers import Rational
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from beastlab.odds.arguments import number, one_of, several, shown, whole
from beastlab.odds.dice import d6
from beastlab.odds.distribution import Distribution
from beastlab.odds.sums import exact_outcome
from beastlab.odds.texts import fraction_text, percent_text

T = TypeVar("T", bound=Hashable)

MOST_WORK = 3 * 10**6
"""Work is refused beyond so many products: some seconds."""
MOST_PLAYERS = 1000
"""Votes and turns go round among so many at most."""


@dataclass(frozen=True)
class Contest(Generic[T]):
    """How a contest ends and how long it takes.

    `law` says who wins, or in which order all come in; `contest[outcome]` is one probability of it.
    `again` is the chance that the first round leaves something undecided, `rounds` and `rolls` are the
    expected numbers of rounds and of single rolls (or tries) until all is decided.
    """

    law: Distribution[T]
    again: Fraction
    rounds: Fraction
    rolls: Fraction

    def __getitem__(self, outcome: T) -> Fraction:
        return self.law[outcome]

    def __repr__(self) -> str:
        return f"Contest({self.law!r}; {self._length})"

    def _repr_html_(self) -> str:
        return f"{self.law._repr_html_()}<p>{escape(self._length)}</p>"

    @property
    def _length(self) -> str:
        return (
            f"undecided after one round: {percent_text(self.again)}; expected rounds "
            f"{fraction_text(self.rounds)}, rolls {fraction_text(self.rolls)}"
        )


Tie: TypeAlias = Literal["again", "first", "second", "both lose"]


def duel(first: Distribution[Any], second: Distribution[Any], tie: Tie = "again") -> Contest[str]:
    """Two independent rolls, the higher one wins: "first" or "second".

    On a tie both roll again, or the side named by `tie` wins, or with "both lose" that is a third outcome.
    Rolling again is conditioning on no tie: with W the chance to win one round and L to lose it, the first
    wins the duel with W / (W + L), and it takes 1 / (W + L) rounds on average. A tie that is certain is
    refused under "again".

    >>> duel(2 * d6 + 1, 2 * d6)["first"], duel(d6, d6, tie="second")["second"]
    (Fraction(721, 1156), Fraction(7, 12))
    >>> duel(d6, d6).rounds
    Fraction(6, 5)
    """
    one_of("tie", tie, ("again", "first", "second", "both lose"))
    ours, theirs = _ranked("first", first), _ranked("second", second)
    wins = losses = below = i = 0
    ranked = list(theirs.items())
    for value, weight in ours.items():  # both are in rising order: one pass
        while i < len(ranked) and ranked[i][0] < value:
            below += ranked[i][1]
            i += 1
        wins += weight * below
        losses += weight * (second.total - below - theirs.get(value, 0))
    every = first.total * second.total
    ties = every - wins - losses
    result = {"first": wins, "second": losses}
    if tie != "again":
        result[tie] = result.get(tie, 0) + ties
    elif ties == every:
        raise ValueError("these two always tie, so they would roll for ever; give another tie rule")
    again = Fraction(ties if tie == "again" else 0, every)
    rounds = 1 / (1 - again)
    return Contest(_law(result), again, rounds, 2 * rounds)


def first_success(chances: Sequence[int | Fraction]) -> Contest[int]:
    """Players 1, 2, ... try in turn, round and round, until one succeeds; each has an exact chance.

    A geometric series: with q the chance that all fail in one round, player k wins with p_k times the chance
    that those before fail, divided by 1 - q. A `roll` is one try, and a round counts once it is begun.

    >>> race = first_success([Fraction(1, 6), Fraction(1, 6)])
    >>> race[1], race.rolls
    (Fraction(6, 11), Fraction(6, 1))
    """
    exact = [
        _chance(f"the chance of player {k}", p)
        for k, p in enumerate(several("chances", chances, MOST_PLAYERS, "chances"), 1)
    ]
    if not any(exact):
        raise ValueError("nobody can ever succeed; give at least one player a chance above 0")
    scale = lcm(*(p.denominator for p in exact))
    if scale.bit_length() * len(exact) ** 2 > 50 * MOST_WORK:
        raise ValueError(
            f"the chances of these {len(exact)} players have large denominators; round them or give fewer"
        )
    wins: dict[int, int] = {}
    failed, tried = 1, 0  # both over scale**(k - 1) before player k
    for k, p in enumerate(exact, 1):
        hits = int(p * scale)
        wins = {player: weight * scale for player, weight in wins.items()}
        wins[k] = failed * hits
        tried = (tried + failed) * scale
        failed *= scale - hits
    every = scale ** len(exact)
    again = Fraction(failed, every)
    return Contest(_law(wins), again, 1 / (1 - again), Fraction(tried, every - failed))


def roll_off(
    players: int | Sequence[Distribution[Any]], die: Distribution[Any] = d6, places: int | None = None
) -> Contest[tuple[int, ...]]:
    """Everybody rolls for the order, highest first; who is tied rolls again among the tied.

    `players` is a number of players who all roll `die`, or a list with everybody's own law. Until all
    places are decided, or only the first `places`: ties behind those are left. An outcome is a tuple of
    player numbers from 1, in the order in which they come in. A round is one roll together, of all or
    of one tied group; so two groups that roll again at the same time count as two rounds.

    >>> roll_off(3).rolls, roll_off(3)[3, 1, 2]
    (Fraction(144, 35), Fraction(1, 6))
    >>> first = roll_off([d6, d6, d6 + 1], places=1)
    >>> first[3,], first.again
    (Fraction(3451, 6541), Fraction(5, 24))
    """
    if isinstance(players, Sequence):
        laws = [
            _ranked(f"the law of player {k}", law)
            for k, law in enumerate(several("players", players, MOST_PLAYERS, "laws"), 1)
        ]
        if not laws:
            raise ValueError("there are no players; give at least one law")
    else:
        laws = [_ranked("die", die)] * whole("players", players, 1, MOST_PLAYERS)
    count, faces = len(laws), sorted({face for law in laws for face in law})
    places = count if places is None else whole("places", places, 1, count)
    alike = all(law == laws[0] for law in laws)
    work = perm(count, places)
    if alike:
        work = 20 * work + len(faces) * count**2 * places
    else:
        work *= len(faces) * places * 2 ** min(count - places, 40) * 4
        work += len(faces) * 3**count * places
    bits = sum(sum(law.values()).bit_length() for law in laws)
    if work * (1 + bits // 200) > MOST_WORK:
        raise ValueError(
            f"the exact orders of {count} players with {len(faces)} faces would take long; ask for fewer "
            "places, as in places=1, take fewer players, or map the laws to fewer numbers"
        )
    table = _alike(laws[0], count, faces, places) if alike else _unlike(laws, faces)
    rounds, rolls = _length(table, places)
    law = (
        Distribution._of(dict.fromkeys(permutations(range(1, count + 1), places), 1))
        if alike
        else Distribution._of(_orders(table, count, places))
    )
    return Contest(law, 1 - _settled(table, places), rounds, rolls)


@dataclass(frozen=True)
class _Table:
    """What one roll of a group can show; a group is a bit mask of players, or its size if all are alike.

    `sizes` has all groups, smaller ones first, `every` their numbers of ways in all. `parts(group)` gives
    who of it may tie, who is left, and how many such choices there are. For each face, `same[face][group]`
    is the number of ways that all show it, `above[face][group][j]` that j show more and the others less.
    """

    sizes: dict[int, int]
    every: list[int]
    parts: Callable[[int], Iterator[tuple[int, int, int]]]
    same: list[list[int]]
    above: list[list[list[int]]]


def _alike(law: dict[Any, int], count: int, faces: list[Any], places: int) -> _Table:
    groups = range(count + 1)
    same, above = [], []
    lower, total = 0, sum(law.values())
    for face in faces:
        higher = total - lower - law[face]
        same.append([law[face] ** size for size in groups])
        above.append(  # of more than the places nobody asks
            [[comb(n, j) * higher**j * lower ** (n - j) for j in range(min(n + 1, places))] for n in groups]
        )
        lower += law[face]

    def parts(group: int) -> Iterator[tuple[int, int, int]]:
        return ((tied, group - tied, comb(group, tied)) for tied in range(1, group + 1))

    return _Table({n: n for n in groups if n}, [total**n for n in groups], parts, same, above)


def _unlike(laws: list[dict[Any, int]], faces: list[Any]) -> _Table:
    same, above = [], []
    every = [1]
    totals = [sum(law.values()) for law in laws]
    for total in totals:  # a new player doubles the groups: without, with
        every += [ways * total for ways in every]
    less = [
        dict(zip(faces, accumulate((law.get(face, 0) for face in faces), initial=0), strict=False))
        for law in laws
    ]
    for face in faces:
        ways, split = [1], [[1]]
        for law, below, total in zip(laws, less, totals, strict=True):
            lower, here = below[face], law.get(face, 0)
            higher = total - lower - here
            ways += [here * w for w in ways]
            split += [
                [lower * a + higher * b for a, b in zip([*row, 0], [0, *row], strict=True)] for row in split
            ]
        same.append(ways)
        above.append(split)

    def parts(group: int) -> Iterator[tuple[int, int, int]]:
        tied = group
        while tied:
            yield tied, group ^ tied, 1
            tied = (tied - 1) & group

    groups = sorted(range(1, 1 << len(laws)), key=int.bit_count)
    return _Table({group: group.bit_count() for group in groups}, every, parts, same, above)


def _settled(table: _Table, places: int) -> Fraction:
    """P(the first roll decides all places): faces from above, each taken by one player at most."""
    everybody = list(table.sizes)[-1]
    size = table.sizes[everybody]
    unplaced = {everybody: 1}
    settled = 0
    for same, above in zip(reversed(table.same), reversed(table.above), strict=True):
        for group, ways in list(unplaced.items()):
            for one, rest, choices in table.parts(group):
                if table.sizes[one] > 1:
                    continue
                taken = ways * choices * same[one]
                if size - table.sizes[group] + 1 == places:
                    settled += taken * above[rest][0]
                elif taken:
                    unplaced[rest] = unplaced.get(rest, 0) + taken
    return Fraction(settled, table.every[everybody])


def _length(table: _Table, places: int) -> tuple[Fraction, Fraction]:
    """Expected rounds and rolls, by first-step equations: a roll, and then what each tied group needs."""
    expected: dict[tuple[int, int], tuple[Fraction, Fraction] | None] = {}
    for group, size in table.sizes.items():
        every, again = table.every[group], sum(same[group] for same in table.same)
        rounds = dict.fromkeys(range(1, min(places, size) + 1), Fraction(0))
        rolls = dict(rounds)
        for tied, rest, choices in table.parts(group) if size > 1 else ():
            among = table.sizes[tied]
            if among == 1 or tied == group:
                continue
            for j in range(min(size - among + 1, places)):  # so many come in before the tied ones
                ways = choices * sum(
                    same[tied] * above[rest][j] for same, above in zip(table.same, table.above, strict=True)
                )
                for k in range(j + 1, min(places, size) + 1) if ways else ():
                    later = expected[tied, min(among, k - j)]
                    if later is None:
                        raise ValueError(_FOR_EVER)
                    rounds[k] += ways * later[0]
                    rolls[k] += ways * later[1]
        for k in rounds:
            if size == 1:
                expected[group, k] = Fraction(0), Fraction(0)
            elif again == every:
                expected[group, k] = None
            else:
                expected[group, k] = (
                    (every + rounds[k]) / (every - again),
                    (every * size + rolls[k]) / (every - again),
                )
    found = expected[group, places]
    if found is None:
        raise ValueError(_FOR_EVER)
    return found


_FOR_EVER = "some of these players tie whatever they roll, so it may never end; give them other laws"


def _orders(table: _Table, count: int, places: int) -> dict[tuple[int, ...], int]:
    """The weight of each order of everybody's first places, from those of smaller groups.

    `shares[order, others]` is P(this is the order of the first places of order and others together). The
    first roll splits an order into blocks that tie on falling faces, of which the last may hold others too;
    a block then has its own share. Of the players in the order, each brings `scale` into the weights, so
    that they are whole numbers.
    """
    shares: dict[tuple[tuple[int, ...], int], Fraction] = {}
    scale = known = 1
    for group, size in table.sizes.items():
        if size > known:
            scale, known = lcm(*(share.denominator for share in shares.values())), size
        members = [player for player in range(count) if group >> player & 1]
        fresh = table.every[group] - sum(same[group] for same in table.same)
        # If all places count, no block leaves anybody out.
        for k in range(1 if places < count else size, min(places, size) + 1):
            for order in permutations(members, k):
                others = group ^ sum(1 << player for player in order)
                if size == 1:
                    shares[order, others] = Fraction(1)
                elif fresh:
                    ways = _first_roll(table, shares, scale, order, others)
                    shares[order, others] = Fraction(ways, fresh * scale**k)
    everybody = (1 << count) - 1
    final = {
        order: shares[order, everybody ^ sum(1 << player for player in order)]
        for order in permutations(range(count), places)
    }
    common = lcm(*(p.denominator for p in final.values()))
    return {tuple(i + 1 for i in order): int(p * common) for order, p in final.items() if p}


def _first_roll(
    table: _Table,
    shares: dict[tuple[tuple[int, ...], int], Fraction],
    scale: int,
    order: tuple[int, ...],
    others: int,
) -> int:
    """The ways of a roll that leads to this order, but for the one in which all tie."""
    k = len(order)
    steps: list[list[tuple[int, int, int, int]]] = []  # from each place: to, who ties, who is lower, weight
    for i in range(k):
        block, onward = 0, []
        for j in range(i + 1, k + 1):
            block |= 1 << order[j - 1]
            also = others if j == k else 0
            while True:
                # all of them at once is not known yet, and left out: that roll begins again
                weight = int(shares.get((order[i:j], also), Fraction(0)) * scale ** (j - i))
                if weight:
                    onward.append((j, block | also, (others ^ also) if j == k else 0, weight))
                if not also:
                    break
                also = (also - 1) & others
        steps.append(onward)
    found = [1] + [0] * k
    for same, above in zip(reversed(table.same), reversed(table.above), strict=True):
        for i in range(k - 1, -1, -1):  # from behind: a face makes one block
            if found[i]:
                for j, tied, lower, weight in steps[i]:
                    if same[tied]:
                        found[j] += found[i] * same[tied] * above[lower][0] * weight
    return found[k]


Broken: TypeAlias = Literal["tie", "yes", "no"]


def majority(
    voters: Sequence[int | Fraction | tuple[int, int | Fraction]], tie: Broken = "tie"
) -> Distribution[str]:
    """The law of a vote: "yes", "no" or "tie", or what breaks a tie (`tie="yes"` or `tie="no"`).

    Each voter says yes independently with an exact chance, else no; (votes, chance) is a voter with several
    votes.

    >>> majority([Fraction(2, 3)] * 3)["yes"]
    Fraction(20, 27)
    >>> majority([(2, Fraction(1, 2)), (1, 1), (1, 1)], tie="no")
    Distribution(yes: 1/2, no: 1/2)
    """
    one_of("tie", tie, ("tie", "yes", "no"))
    lead: dict[int, int] = {0: 1}  # yes votes minus no votes
    bits = 0
    for k, voter in enumerate(several("voters", voters, MOST_PLAYERS, "chances"), 1):
        if isinstance(voter, tuple) and len(voter) != 2:
            raise ValueError(f"voter {k} is {shown(voter)}; give a chance, or votes and a chance")
        votes, chance = voter if isinstance(voter, tuple) else (1, voter)
        votes = whole(f"the votes of voter {k}", votes, least=0)
        p = _chance(f"the chance of voter {k}", chance)
        bits += p.denominator.bit_length()
        if len(lead) * (100 + bits) > 2000 * MOST_WORK // MOST_PLAYERS:
            raise ValueError(
                f"the exact law of this vote would take long from voter {k} on; give fewer voters, or "
                "chances with smaller denominators"
            )
        onward: dict[int, int] = {}
        for margin, ways in lead.items():
            for side, weight in ((votes, p.numerator), (-votes, p.denominator - p.numerator)):
                if weight:
                    onward[margin + side] = onward.get(margin + side, 0) + ways * weight
        lead = onward
    result = dict.fromkeys(("yes", "tie", "no"), 0)
    for margin, ways in lead.items():
        result["yes" if margin > 0 else "no" if margin else tie] += ways
    return _law(result)


# --- collecting -----------------------------------------------------------------------------


def seen(kinds: int | Distribution[Any], draws: int) -> Distribution[int]:
    """How many different kinds have been seen after so many independent draws (with replacement).

    `kinds` is a number of equally likely kinds, or the law of one draw. So `seen(6, n)[6]` is the chance
    that n dice show all faces.

    >>> seen(6, 10)[6], seen(6, 2).mean
    (Fraction(38045, 139968), Fraction(11, 6))
    """
    weights = _kinds(kinds)
    draws = whole("draws", draws, 0)
    every, count = sum(weights), len(weights)
    if count * min(count, draws) * (4000 + draws * every.bit_length() // 12) > 3000 * MOST_WORK:
        raise ValueError(f"{draws} draws make numbers too long to be exact; take fewer draws")
    subsets = _subset_sums(weights, draws)
    # Karatsuba's time for the powers, in nanoseconds
    if sum(map(len, subsets)) * (draws * (every - 1).bit_length() / 30) ** 1.585 > 3000 * MOST_WORK:
        raise ValueError(f"{draws} draws make numbers too long to be exact; take fewer draws")
    # inside[i]: over all choices of i kinds, the ways that only these are drawn
    inside = [sum(many * total**draws for total, many in sums.items()) for sums in subsets]
    ways = {}
    for j in range(min(count, draws) + 1):
        exactly = sum((-1) ** (j - i) * comb(count - i, j - i) * inside[i] for i in range(j + 1))
        if exactly:
            ways[j] = exactly
    return Distribution._of(ways)


def draws_to_see(kinds: int | Distribution[Any], wanted: int | None = None) -> Fraction:
    """The expected number of draws until `wanted` different kinds have been seen (all, if not said).

    The coupon collector's problem; `kinds` as in `seen`. The expected wait for one more than `j` kinds is
    `draws_to_see(kinds, j + 1) - draws_to_see(kinds, j)`.

    >>> draws_to_see(6), draws_to_see(6, 2), draws_to_see(Distribution({"common": 3, "rare": 1}))
    (Fraction(147, 10), Fraction(11, 5), Fraction(13, 3))
    """
    weights = _kinds(kinds)
    count, every = len(weights), sum(weights)
    wanted = count if wanted is None else whole("wanted", wanted, 0, count)
    # The sum over n of P(fewer than wanted kinds in n draws), each by inclusion and exclusion.
    return sum(
        (
            (-1) ** (wanted - 1 - i)
            * comb(count - i - 1, count - wanted)
            * sum((many * Fraction(every, every - total) for total, many in sums.items()), Fraction(0))
            for i, sums in enumerate(_subset_sums(weights, 1)[:wanted])
        ),
        Fraction(0),
    )


def _kinds(kinds: int | Distribution[Any]) -> list[int]:
    if isinstance(kinds, Distribution):
        return list(kinds.weights.values())
    return [1] * whole("kinds", kinds, 1, MOST_PLAYERS)


def _subset_sums(weights: list[int], draws: int) -> list[dict[int, int]]:
    """For each size, how many choices of so many weights have each sum."""
    if len(set(weights)) == 1:
        return [{size * weights[0]: comb(len(weights), size)} for size in range(len(weights) + 1)]
    table: list[dict[int, int]] = [{0: 1}]
    for weight in weights:
        table.append({})
        for size in range(len(table) - 1, 0, -1):
            sums = table[size]
            for total, many in table[size - 1].items():
                sums[total + weight] = sums.get(total + weight, 0) + many
        if sum(map(len, table)) * (20 + draws * sum(weights).bit_length() // 60) > MOST_WORK * 5:
            raise ValueError(
                f"{len(weights)} kinds of so different chances have too many subsets for an exact answer; "
                "give kinds of the same chance as one number, or round the chances to a small denominator"
            )
    return table


# --- what the functions share ---------------------------------------------------------------


def _ranked(name: str, law: Distribution[Any]) -> dict[Any, int]:
    """The weights of a law of numbers, in rising order."""
    if not isinstance(law, Distribution):
        raise ValueError(f"{name} is {shown(law)}; give a Distribution, as in 2 * d6")
    for outcome in law:
        exact_outcome(outcome)
        if not isinstance(outcome, Rational):
            raise ValueError(
                f"{name} can be {shown(outcome)}, which has no rank; map the outcomes to numbers"
            )
    return {outcome: law.weights[outcome] for outcome in sorted(law)}


def _chance(name: str, value: int | Fraction) -> Fraction:
    p = number(name, value)
    if not 0 <= p <= 1:
        raise ValueError(f"{name} is {shown(value)}; a chance is a number from 0 to 1")
    return p


def _law(weights: dict[Any, int]) -> Distribution[Any]:
    """The law of positive weights among these, in lowest terms."""
    common = gcd(*weights.values())
    return Distribution._of({outcome: w // common for outcome, w in weights.items() if w})
