"""Fights with Beasts: one attack, a race of several players for one Beast, the countdown.

One attack rolls two dice as often as the orb says. How the totals decide is a reading of the rule
(hunt.beast.orb): `sum` adds them up, `each` looks at the lowest total, `best` at the highest. A
failed attack that reaches the Stagger value lets the next fighter succeed from that value on
(hunt.stagger.trigger, hunt.stagger.effect).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from beastlab.odds.arguments import flag, one_of, shown, whole, wholes
from beastlab.odds.chains import Chain
from beastlab.odds.dice import d6
from beastlab.odds.distribution import Distribution

Reading: TypeAlias = Literal["sum", "each", "best"]
Who: TypeAlias = Literal["next_fight", "next_other", "left_neighbour"]

READINGS = ("sum", "each", "best")
MOST_ORBS = 200
MOST_PLAYERS = 60
"""No attack has more orbs, no race more players (half a second)."""


def reach(value: int, orbs: int = 1, modifier: int = 0, reading: Reading = "sum") -> Fraction:
    """P(the result of an attack is at least `value`).

    `modifier` is added once to the grand total under `sum`, and to each total under `each` and `best`
    (hunt.beast.orb-standing-modifier).

    >>> reach(15, orbs=2), reach(9, orbs=2, reading="each"), reach(9, orbs=2, reading="best")
    (Fraction(575, 1296), Fraction(25, 324), Fraction(155, 324))
    """
    orbs = whole("orbs", orbs, 1, MOST_ORBS)
    modifier = whole("modifier", modifier)
    one_of("reading", reading, READINGS)
    natural = whole("value", value) - modifier
    if reading == "sum":
        return (2 * orbs * d6).at_least(natural)
    one = (2 * d6).at_least(natural)
    return one**orbs if reading == "each" else 1 - (1 - one) ** orbs


def fight(
    defeat: int,
    stagger: int | None = None,
    orbs: int = 1,
    modifier: int = 0,
    reading: Reading = "sum",
    *,
    staggered: bool = False,
) -> Distribution[str]:
    """One attack on a Beast: "defeat", "stagger" or "miss".

    A Beast that is `staggered` falls at its Stagger value already, and a failed attack on it uses the
    mark up (hunt.stagger.after-miss). `modifier` as in `reach`; Enchants that are played in any case
    can be added to it under `sum`.

    >>> fight(15, 12, orbs=2)
    Distribution(defeat: 575/1296, stagger: 137/432, miss: 155/648)
    >>> fight(15, 12, orbs=2, reading="each")["defeat"]
    Fraction(0, 1)
    >>> fight(9, 6, staggered=True)["defeat"]
    Fraction(13, 18)
    """
    defeat = beast(defeat, stagger, staggered)
    down = reach(stagger if staggered and stagger is not None else defeat, orbs, modifier, reading)
    near = down if staggered or stagger is None else reach(stagger, orbs, modifier, reading)
    return Distribution({"defeat": down, "stagger": near - down, "miss": 1 - near})


def beast(defeat: int, stagger: int | None, staggered: bool = False) -> int:
    """The number that defeats a Beast; its numbers are checked."""
    defeat = whole("defeat", defeat)
    if stagger is not None and whole("stagger", stagger) >= defeat:
        raise ValueError(
            f"a Stagger value of {stagger} is no help against defeat {defeat}; give a smaller one, or None"
        )
    if flag("staggered", staggered) and stagger is None:
        raise ValueError("a Beast without a Stagger value is never staggered; give its Stagger value")
    return defeat


# --- races ----------------------------------------------------------------------------------

State: TypeAlias = "tuple[int, bool] | str"  # (whose attack, is it staggered), or who has won


@dataclass(frozen=True)
class Race:
    """Who defeats a Beast that is attacked in turn: `race[k]` is the share of player k (from 0)."""

    shares: tuple[Fraction, ...]
    expected_attacks: Fraction
    _chain: Chain[State] = field(repr=False, compare=False)
    _start: State = field(default=(0, False), repr=False)

    def __getitem__(self, player: int) -> Fraction:
        if not 0 <= whole("player", player) < len(self.shares):
            raise IndexError(f"there is no player {player}; give one from 0 to {len(self.shares) - 1}")
        return self.shares[player]

    @property
    def winner(self) -> Distribution[str]:
        """The shares as a distribution over "player 1", "player 2", ..."""
        return Distribution({_name(k): share for k, share in enumerate(self.shares)})

    def survival(self, attacks: int) -> Fraction:
        """P(the Beast still stands after so many attacks)."""
        return self._chain.survival(self._start, whole("attacks", attacks, least=0))

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
    *,
    staggered: bool = False,
) -> Race:
    """Players attack the same Beast one after another, again and again, until it falls.

    Give `players` equal players (2 if nothing is said), or `modifiers`, one for each player. The Beast is
    fresh, or `staggered` so that the first player may use it. Solved as an absorbing chain on (whose attack,
    is the Beast staggered). With two or more players the next attack is always the left neighbour's, so
    `stagger_who` matters to one player alone: somebody with many attacks in a turn.

    >>> result = race(defeat=12, stagger=5, players=2)
    >>> result[0], result.expected_attacks
    (Fraction(42, 223), Fraction(390, 151))
    >>> race(9, 6, modifiers=(0, 1, 0))[1]
    Fraction(455670, 862379)
    """
    defeat = beast(defeat, stagger, staggered)
    one_of("stagger_who", stagger_who, ("next_fight", "next_other", "left_neighbour"))
    bonuses = _modifiers(modifiers, players)
    if len(bonuses) == 1 and stagger_who != "next_fight" and not staggered:
        stagger = None  # nobody is there who might use it

    def row(player: int, staggered: bool) -> Distribution[State]:
        law = fight(defeat, stagger, orbs, bonuses[player], reading, staggered=staggered)
        onward = (player + 1) % len(bonuses)
        to: dict[str, State] = {
            "defeat": _name(player),
            "stagger": (onward, True),
            "miss": (onward, False),
        }
        return law.map(to.__getitem__)

    chain: Chain[State] = Chain(
        {
            (player, staggered): row(player, staggered)
            for player in range(len(bonuses))
            for staggered in ((False, True) if stagger is not None else (False,))
        }
    )
    start = (0, staggered)
    try:
        ends = chain.ends(start)
    except ValueError:  # two or more players miss for ever
        ends = Distribution.certain(start)
    if start in ends:
        raise ValueError(
            f"nobody here can ever defeat a Beast with defeat {defeat} and orb {orbs} under {reading!r}; "
            "check the reading, or give the players modifiers"
        )
    return Race(tuple(ends[_name(k)] for k in range(len(bonuses))), chain.steps(start), chain, start)


def _name(player: int) -> str:
    return f"player {player + 1}"


def _modifiers(modifiers: Sequence[int] | None, players: int | None) -> tuple[int, ...]:
    if modifiers is None:
        return (0,) * whole("players", 2 if players is None else players, 1, MOST_PLAYERS)
    given = wholes("modifiers", modifiers, MOST_PLAYERS)
    if not given or players not in (None, len(given)):
        many = shown(players) if players else "no"
        raise ValueError(f"{len(given)} modifiers do not fit {many} players; give one for each player")
    return given


def countdown(
    defeat: int,
    stagger: int | None = None,
    orbs: int = 1,
    modifiers: Sequence[int] = (0, 0),
    reading: Reading = "sum",
    *,
    staggered: bool = False,
) -> Fraction:
    """P(the Beast King falls) when each player attacks him once, in this order (hunt.shard.third).

    One number a player: a modifier, such as the Lesser Beasts in the Party (hunt.lesser.king-bonus).
    Two numbers are carried through the attacks: the chances that the King stands fresh, and that he
    stands staggered (`staggered`: he is at the start, and the first attacker may use it).

    >>> countdown(16, 14, orbs=2, modifiers=(0, 0))
    Fraction(1020091, 1679616)
    >>> countdown(16, 14, 2, (0, 2, 1)) == countdown(16, 14, 2, (1, 2, 0)) > countdown(16, 14, 2, (2, 0, 1))
    True
    """
    beast(defeat, stagger, staggered)
    fresh, marked = (Fraction(0), Fraction(1)) if staggered else (Fraction(1), Fraction(0))
    reach(defeat, orbs, 0, reading)  # checks them, though nobody may attack
    for modifier in wholes("modifiers", modifiers, MOST_PLAYERS):
        law = fight(defeat, stagger, orbs, modifier, reading)
        fresh, marked = (fresh + marked) * law["miss"], fresh * law["stagger"]
    return 1 - fresh - marked
