"""Choices weighed exactly: draw before an attack or not, and what an Enchant is worth after the roll."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from beastlab.games.beast_hunt.duels import Hand, cards
from beastlab.games.beast_hunt.stagger import MOST_ORBS, beast
from beastlab.odds.arguments import whole
from beastlab.odds.dice import d6

MOST_ACTIONS = 12
"""`attack_or_draw` takes no more actions than this in one turn,"""
MOST_WORK = 1_000_000
"""and follows no more results of attacks (some seconds); `break_even_enchants` three times as many."""


@dataclass(frozen=True)
class AttackOrDraw:
    """P(the Beast is defeated this turn) by the first action, with best play after it."""

    attack: Fraction
    draw: Fraction

    @property
    def best(self) -> Literal["attack", "draw", "either"]:
        """The better first action."""
        if self.attack == self.draw:
            return "either"
        return "attack" if self.attack > self.draw else "draw"


class _Turn(NamedTuple):
    """Where a turn stands: unseen cards by kind, actions, Enchants in hand, and the Stagger mark."""

    enchants: int
    lesser: int
    blanks: int
    actions: int
    held: int
    staggered: bool

    def unseen(self) -> int:
        return self.enchants + self.lesser + self.blanks


class _Option(NamedTuple):
    """A move: the chance to win by it at once, and else (probability, turns to choose among)."""

    at_once: Fraction
    after: list[tuple[Fraction, tuple[_Turn, ...]]]


_NOTHING = _Option(Fraction(0), [])


def attack_or_draw(
    defeat: int,
    actions: int,
    enchants: int = 12,
    enchant_value: int = 2,
    lesser: int = 5,
    lesser_defeat: int = 8,
    blanks: int = 83,
    stagger: int | None = None,
    held: int = 0,
    orbs: int = 1,
    *,
    modifier: int = 0,
    staggered: bool = False,
) -> AttackOrDraw:
    """Attack the Beast at once (2 actions), or draw a card first (1 action)? Exact, best play after it.

    The unseen cards are so many Enchants usable as +`enchant_value`, Lesser Beasts, and blanks. A
    Lesser Beast that is drawn is fought at once without Enchants, and gives an action if defeated
    (hunt.lesser.extra-action). Enchants are played after the roll (hunt.enchant.after-roll), all of
    them if that defeats the Beast, and otherwise, if it pays, just enough to stagger it for one's own
    next attack (`stagger_who` next_fight). Rivals do nothing; totals add up (`orb_reading` sum); the
    discard pile is not shuffled anew.

    Backward induction over (unseen cards, actions, Enchants held, mark), fewer cards first.

    >>> three = attack_or_draw(defeat=9, actions=3)
    >>> three.attack, three.draw, three.best
    (Fraction(5, 18), Fraction(3122568345017, 9905703321600), 'draw')
    >>> attack_or_draw(defeat=9, actions=4).best
    'attack'
    """
    return _weigh(
        defeat,
        actions,
        enchants,
        enchant_value,
        lesser,
        lesser_defeat,
        blanks,
        stagger,
        held,
        orbs,
        modifier=modifier,
        staggered=staggered,
        most=MOST_WORK,
    )


def _weigh(
    defeat: int,
    actions: int,
    enchants: int,
    enchant_value: int,
    lesser: int,
    lesser_defeat: int,
    blanks: int,
    stagger: int | None,
    held: int,
    orbs: int,
    *,
    modifier: int,
    staggered: bool,
    most: int,
) -> AttackOrDraw:
    """What `attack_or_draw` answers, by at most so many results of attacks."""
    actions = whole("actions", actions, least=0, most=MOST_ACTIONS)
    value = whole("enchant_value", enchant_value, least=1)
    defeat, modifier = beast(defeat, stagger, staggered), whole("modifier", modifier)
    beaten = (2 * d6).at_least(whole("lesser_defeat", lesser_defeat))
    rolls = list((2 * whole("orbs", orbs, 1, MOST_ORBS) * d6).items())

    def attack(turn: _Turn) -> _Option:
        if turn.actions < 2:
            return _NOTHING
        need = stagger if turn.staggered and stagger is not None else defeat
        later = turn._replace(actions=turn.actions - 2, staggered=False)
        won = Fraction(0)
        after: dict[tuple[_Turn, ...], Fraction] = {}
        for rolled, p in rolls:
            result = rolled + modifier
            if result + value * turn.held >= need:
                won += p
                continue
            choices: tuple[_Turn, ...] = (later,)
            if stagger is not None and not turn.staggered:
                played = max(0, -((result - stagger) // value))  # the fewest Enchants that reach it
                marked = later._replace(held=turn.held - played, staggered=True)
                if played == 0:
                    choices = (marked,)  # nothing to decide
                elif played <= turn.held:
                    choices = (later, marked)
            after[choices] = after.get(choices, Fraction(0)) + p
        return _Option(won, [(p, choices) for choices, p in after.items()])

    def draw(turn: _Turn) -> _Option:
        unseen, left = turn.unseen(), turn._replace(actions=turn.actions - 1)
        if not turn.actions or not unseen:
            return _NOTHING
        seen = left._replace(lesser=turn.lesser - 1)
        fights = Fraction(turn.lesser, unseen)
        ways = [
            (Fraction(turn.enchants, unseen), left._replace(enchants=turn.enchants - 1, held=turn.held + 1)),
            (Fraction(turn.blanks, unseen), left._replace(blanks=turn.blanks - 1)),
            (fights * beaten, seen._replace(actions=turn.actions)),
            (fights * (1 - beaten), seen),
        ]
        return _Option(Fraction(0), [(p, (onward,)) for p, onward in ways if p])

    start = _Turn(
        whole("enchants", enchants, least=0),
        whole("lesser", lesser, least=0),
        whole("blanks", blanks, least=0),
        actions,
        whole("held", held, least=0),
        staggered,
    )
    moves: dict[_Turn, tuple[_Option, _Option]] = {}
    found = [start]
    while found:
        turn = found.pop()
        if turn not in moves:
            moves[turn] = attack(turn), draw(turn)
            if len(moves) * len(rolls) > most:
                raise ValueError(
                    f"{actions} actions with {lesser} Lesser Beasts and orb {orbs} lead to too many turns to weigh "
                    "them all; give fewer actions, Lesser Beasts or unseen cards"
                )
            found += (onward for move in moves[turn] for _, turns in move.after for onward in turns)
    worth: dict[_Turn, Fraction] = {}

    def value_of(option: _Option) -> Fraction:
        return option.at_once + sum(
            (p * max(worth[turn] for turn in turns) for p, turns in option.after), Fraction(0)
        )

    for turn in sorted(moves, key=lambda turn: (turn.unseen(), turn.actions)):
        worth[turn] = max(map(value_of, moves[turn]))
    return AttackOrDraw(*map(value_of, moves[start]))


def break_even_enchants(
    defeat: int,
    actions: int,
    unseen: int = 100,
    *,
    enchant_value: int = 2,
    lesser: int = 5,
    lesser_defeat: int = 8,
    stagger: int | None = None,
    held: int = 0,
    orbs: int = 1,
    modifier: int = 0,
) -> int | None:
    """The fewest useful Enchants among the unseen cards with which drawing first is as good as attacking.

    None if it never is, not even with Enchants and Lesser Beasts alone. Other arguments as in
    `attack_or_draw`.

    >>> break_even_enchants(defeat=9, actions=4)
    34
    """
    useful = whole("unseen", unseen, least=0) - whole("lesser", lesser, 0, unseen)
    for enchants in range(useful + 1):
        odds = _weigh(
            defeat,
            actions,
            enchants,
            enchant_value,
            lesser,
            lesser_defeat,
            unseen - lesser - enchants,
            stagger,
            held,
            orbs,
            modifier=modifier,
            staggered=False,
            most=min(MOST_WORK, 3 * MOST_WORK // (useful + 1)),
        )
        if odds.draw >= odds.attack:
            return enchants
    return None


# --- Enchants after the roll ----------------------------------------------------------------


class Play(NamedTuple):
    """One Enchant played alone with one of its values: the result, and what it means."""

    value: int
    result: int
    outcome: Literal["defeat", "stagger", "miss"]


@dataclass(frozen=True)
class EnchantWorth:
    """What the Enchants in hand can do about a roll that lies on the table.

    `plays`: each value that the roller may declare, played alone. `defeats`: whether the Beast falls
    if everybody uses what it takes, hands open. `margin`: by how much (negative: what is missing).
    `cheapest`: the fewest own values, lowest sum among those, that defeat it if nobody answers; None
    if not even all do.
    """

    plays: tuple[Play, ...]
    margin: int
    cheapest: tuple[int, ...] | None

    @property
    def defeats(self) -> bool:
        return self.margin >= 0


def enchant_worth(
    total: int,
    defeat: int,
    stagger: int | None = None,
    held: Iterable[int | Sequence[int]] = (),
    against: Iterable[int | Sequence[int]] = (),
) -> EnchantWorth:
    """What Enchants are worth after a roll of `total` (standing modifiers included).

    Cards are values such as 3, or pairs such as (2, -2); `held` are the roller's, `against` those of
    all rivals who would spoil the roll. There is no limit to cards on one roll, a pass is not final
    and all cards are open (hunt.enchant.stack, hunt.enchant.order), so backward induction comes down
    to one sum: total + every best value held + every worst value against >= defeat. Neither side can
    gain by waiting, whoever is asked first.

    >>> worth = enchant_worth(6, 9, held=[3, (2, -2)], against=[-3])
    >>> worth.plays[0], worth.cheapest
    (Play(value=3, result=9, outcome='defeat'), (3,))
    >>> worth.defeats, worth.margin
    (False, -1)
    >>> enchant_worth(7, 9, held=[3, (2, -2)], against=[-3]).defeats
    True
    """
    total, defeat = whole("total", total), beast(defeat, stagger)
    mine, theirs = cards(held, "held"), cards(against, "against")

    def outcome(result: int) -> Literal["defeat", "stagger", "miss"]:
        if result >= defeat:
            return "defeat"
        return "stagger" if stagger is not None and result >= stagger else "miss"

    values = sorted({value for card in mine for value in card}, reverse=True)
    plays = tuple(Play(value, total + value, outcome(total + value)) for value in values)
    margin = total + sum(_gains(mine)) - sum(max(0, -min(card)) for card in theirs) - defeat
    return EnchantWorth(plays, margin, _cheapest(defeat - total, _gains(mine)))


def _gains(hand: Hand) -> list[int]:
    return [max(card) for card in hand if max(card) > 0]


def _cheapest(missing: int, gains: list[int]) -> tuple[int, ...] | None:
    """The fewest gains, and of those the lowest sum, that make up for what is missing."""
    best = sorted(gains, reverse=True)
    size = next((size for size in range(len(best) + 1) if sum(best[:size]) >= missing), None)
    if size is None:
        return None
    by_sum: list[dict[int, tuple[int, ...]]] = [{0: ()}, *({} for _ in range(size))]  # by the number taken
    for gain in best:
        for taken in range(size, 0, -1):
            for worth, values in by_sum[taken - 1].items():
                by_sum[taken].setdefault(worth + gain, (*values, gain))
    return by_sum[size][min(worth for worth in by_sum[size] if worth >= missing)]
