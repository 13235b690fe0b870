"""Fights with Beasts: one attack, a race of several players for one Beast, the countdown.

One attack rolls two dice as often as the orb says. How the totals decide is a reading of the rule
(hunt.beast.orb): `sum` adds them up, `each` looks at the lowest total, `best` at the highest. A
failed attack that reaches the Stagger value lets the next fighter succeed from that value on
(hunt.stagger.trigger, hunt.stagger.effect).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from beastlab.odds.arguments import one_of, whole
from beastlab.odds.chains import Chain
from beastlab.odds.dice import at_least
from beastlab.odds.distribution import Distribution

Reading: TypeAlias = Literal["sum", "each", "best"]
Scope: TypeAlias = Literal["per_result", "once", "per_step"]
Who: TypeAlias = Literal["next_fight", "next_other", "left_neighbour"]
AfterMiss: TypeAlias = Literal["cleared", "kept"]

READINGS = ("sum", "each", "best")


def reach(
    value: int, orbs: int = 1, modifier: int = 0, reading: Reading = "sum", scope: Scope = "per_result"
) -> Fraction:
    """P(the result of an attack is at least `value`), by a closed formula for every reading.

    `modifier` counts as the switch `standing_modifier_scope` says (hunt.beast.orb-standing-modifier).
    `per_result`: once under `sum`, on each total under `each` and `best`. `once`: under `each` and
    `best` on the one total where it gives the highest result. `per_step`: with every step under `sum`.

    >>> reach(15, orbs=2), reach(9, orbs=2, reading="each"), reach(9, orbs=2, reading="best")
    (Fraction(575, 1296), Fraction(25, 324), Fraction(155, 324))
    """
    orbs = whole("orbs", orbs, least=1)
    modifier = whole("modifier", modifier)
    one_of("reading", reading, READINGS)
    one_of("scope", scope, ("per_result", "once", "per_step"))
    if reading == "sum":
        return at_least(2 * orbs, value - modifier * (orbs if scope == "per_step" else 1))
    shifted = at_least(2, value - modifier)  # one total, with the modifier on it
    if scope != "once":
        return shifted**orbs if reading == "each" else 1 - (1 - shifted) ** orbs
    natural = at_least(2, value)
    if reading == "each":
        if modifier >= 0:  # the lowest total takes the bonus: one total may fall short of the value
            return natural**orbs + orbs * (shifted - natural) * natural ** (orbs - 1)
        return natural**orbs - (natural - shifted) ** orbs  # the highest takes the malus, and must bear it
    # the highest total takes the bonus; a malus goes on any other total, if there is one
    return 1 - (1 - (shifted if modifier >= 0 or orbs == 1 else natural)) ** orbs


def fight(
    defeat: int,
    stagger: int | None = None,
    orbs: int = 1,
    modifier: int = 0,
    reading: Reading = "sum",
    *,
    staggered: bool = False,
    scope: Scope = "per_result",
) -> Distribution[str]:
    """One attack on a Beast: "defeat", "stagger" or "miss".

    A Beast that is `staggered` falls at its Stagger value already, and a failed attack on it uses the
    mark up (hunt.stagger.after-miss). `modifier` and `scope` as in `reach`; Enchants that are played
    in any case can be added to the modifier under `sum`.

    >>> fight(15, 12, orbs=2)
    Distribution(defeat: 575/1296, stagger: 137/432, miss: 155/648)
    >>> fight(15, 12, orbs=2, reading="each")["defeat"]
    Fraction(0, 1)
    >>> fight(9, 6, staggered=True)["defeat"]
    Fraction(13, 18)
    """
    defeat = _values(defeat, stagger)
    if staggered and stagger is None:
        raise ValueError("a Beast without a Stagger value is never staggered; give its Stagger value")
    down = reach(stagger if staggered and stagger is not None else defeat, orbs, modifier, reading, scope)
    near = down if staggered or stagger is None else reach(stagger, orbs, modifier, reading, scope)
    return Distribution({"defeat": down, "stagger": near - down, "miss": 1 - near})


def _values(defeat: int, stagger: int | None) -> int:
    defeat = whole("defeat", defeat)
    if stagger is not None and whole("stagger", stagger) >= defeat:
        raise ValueError(
            f"a Stagger value of {stagger} is no help against defeat {defeat}; give a smaller one, or None"
        )
    return defeat


# --- races ----------------------------------------------------------------------------------

State: TypeAlias = "tuple[int, int | None] | str"  # (whose attack, who set the mark), or who has won


@dataclass(frozen=True)
class Race:
    """Who defeats a Beast that is attacked in turn: `race[k]` is the share of player k (from 0)."""

    shares: tuple[Fraction, ...]
    expected_attacks: Fraction
    _chain: Chain[State] = field(repr=False, compare=False)

    def __getitem__(self, player: int) -> Fraction:
        return self.shares[player]

    def __len__(self) -> int:
        return len(self.shares)

    def __iter__(self) -> Iterator[Fraction]:
        return iter(self.shares)

    @property
    def winner(self) -> Distribution[str]:
        """The shares as a distribution over "player 1", "player 2", ..."""
        return Distribution({_name(k): share for k, share in enumerate(self.shares)})

    def survival(self, attacks: int) -> Fraction:
        """P(the Beast still stands after so many attacks)."""
        return self._chain.survival((0, None), whole("attacks", attacks, least=0))

    def _repr_html_(self) -> str:
        return self.winner._repr_html_()


def race(
    defeat: int,
    stagger: int | None = None,
    orbs: int = 1,
    modifiers: Sequence[int] | None = None,
    players: int | None = None,
    reading: Reading = "sum",
    stagger_who: Who = "next_fight",
    stagger_after_miss: AfterMiss = "cleared",
    *,
    scope: Scope = "per_result",
) -> Race:
    """Players attack the same fresh Beast one after another, again and again, until it falls.

    Give `players` equal players (2 if nothing is said), or `modifiers`, one for each player. Solved
    as an absorbing chain on (whose attack, who set the mark). One player alone is allowed: that is
    somebody with many attacks in a turn (hunt.stagger.who).

    >>> result = race(defeat=12, stagger=5, players=2)
    >>> result[0], result.expected_attacks
    (Fraction(42, 223), Fraction(390, 151))
    >>> race(9, 6, modifiers=(0, 1, 0))[1]
    Fraction(455670, 862379)
    """
    defeat = _values(defeat, stagger)
    one_of("stagger_who", stagger_who, ("next_fight", "next_other", "left_neighbour"))
    one_of("stagger_after_miss", stagger_after_miss, ("cleared", "kept"))
    bonuses = _modifiers(modifiers, players)
    count = len(bonuses)
    laws = [fight(defeat, stagger, orbs, bonus, reading, scope=scope) for bonus in bonuses]

    def entitled(player: int, owner: int) -> bool:
        if stagger_who == "next_fight":
            return True
        return player != owner and (stagger_who == "next_other" or player == (owner + 1) % count)

    def row(player: int, owner: int | None) -> Distribution[State]:
        law = laws[player]
        marked: int | None = player
        missed: int | None = None
        if owner is not None and entitled(player, owner):
            law = law.map(lambda result: "miss" if result == "miss" else "defeat")
            missed = owner if stagger_after_miss == "kept" else None
        elif owner is not None and stagger_after_miss == "kept":
            marked = missed = owner
        onward = (player + 1) % count
        to: dict[str, State] = {
            "defeat": _name(player),
            "stagger": (onward, marked),
            "miss": (onward, missed),
        }
        return law.map(to.__getitem__)

    owners = [None, *range(count)] if stagger is not None else [None]
    chain: Chain[State] = Chain(
        {(player, owner): row(player, owner) for player in range(count) for owner in owners}
    )
    start = (0, None)
    try:
        ends = chain.ends(start)
    except ValueError:  # two or more players miss for ever
        ends = Distribution.certain(start)
    if start in ends:
        raise ValueError(
            f"nobody here can ever defeat a Beast with defeat {defeat} and orb {orbs} under {reading!r}; "
            "check the reading, or give the players modifiers"
        )
    return Race(tuple(ends[_name(k)] for k in range(count)), chain.steps(start), chain)


def _name(player: int) -> str:
    return f"player {player + 1}"


def _modifiers(modifiers: Sequence[int] | None, players: int | None) -> tuple[int, ...]:
    if modifiers is None:
        return (0,) * whole("players", 2 if players is None else players, least=1)
    if not modifiers or players not in (None, len(modifiers)):
        raise ValueError(
            f"{len(modifiers)} modifiers do not fit {players or 'no'} players; give one for each player"
        )
    return tuple(modifiers)


def countdown(
    defeat: int,
    stagger: int | None = None,
    orbs: int = 1,
    modifiers: Sequence[int] = (0, 0),
    reading: Reading = "sum",
    *,
    staggered: bool = False,
    stagger_after_miss: AfterMiss = "cleared",
    scope: Scope = "per_result",
) -> Fraction:
    """P(the Beast King falls) when each player attacks him once, in this order (hunt.shard.third).

    One number a player: a modifier, such as the Lesser Beasts in the Party (hunt.lesser.king-bonus).
    Two numbers are carried through the attacks: the chances that the King stands fresh, and that he
    stands staggered (`staggered`: he is at the start). The mark belongs to whoever fights next; with
    one attack each, this is so for every reading of `stagger_who` unless marks are `kept`.

    >>> countdown(16, 14, orbs=2, modifiers=(0, 0))
    Fraction(1020091, 1679616)
    >>> countdown(16, 14, 2, (0, 2, 1)) == countdown(16, 14, 2, (1, 2, 0)) > countdown(16, 14, 2, (2, 0, 1))
    True
    """
    one_of("stagger_after_miss", stagger_after_miss, ("cleared", "kept"))
    if staggered and stagger is None:
        raise ValueError("a King without a Stagger value is never staggered; give his Stagger value")
    fresh, marked = (Fraction(0), Fraction(1)) if staggered else (Fraction(1), Fraction(0))
    for modifier in modifiers:
        law = fight(defeat, stagger, orbs, modifier, reading, scope=scope)
        missed = marked * law["miss"]
        kept = missed if stagger_after_miss == "kept" else Fraction(0)
        fresh, marked = fresh * law["miss"] + missed - kept, fresh * law["stagger"] + kept
    return 1 - fresh - marked
