"""What Event Phases depend on: the kingdom as they find it, and what the players do before each."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from beastlab.core.match import Match
from beastlab.games.by_order_of_the_queen.cards import Card, illustrative, piece
from beastlab.games.by_order_of_the_queen.prompts import piles_of
from beastlab.games.by_order_of_the_queen.rules.kingdom import MOST_THREAT
from beastlab.games.by_order_of_the_queen.rules.monsters import MOST_MONSTERS
from beastlab.games.by_order_of_the_queen.table import Options, Table
from beastlab.games.by_order_of_the_queen.vocabulary import POOLS
from beastlab.odds.arguments import number, several, shown, whole, wholes
from beastlab.odds.distribution import Distribution

MOST_TOKENS = 60
"""No pool has more Threat, where there is no maximum."""
CARDS = {"events": "event", "past": "event", "nemeses": "nemesis", "drawn": "nemesis", "unseen": "nemesis"}


def table_at(match: Match) -> Table:
    """What is on the table of a match of this game; ValueError for anything else.

    >>> table_at("a match")
    Traceback (most recent call last):
    ...
    ValueError: match is 'a match'; give a match of By Order of the Queen, as queen.new_match() makes it
    """
    if isinstance(match, Match) and isinstance(match.table, Table):
        return match.table
    raise ValueError(
        f"match is {shown(match)}; give a match of By Order of the Queen, as queen.new_match() makes it"
    )


def settings(options: Options | None) -> Options:
    """The options, those of a plain game if none are given; ValueError for what is none."""
    if options is None or isinstance(options, Options):
        return options or Options()
    raise ValueError(
        f"options is {shown(options)}; give the options of a game, as in Options(hard_no_max=True)"
    )


@dataclass(frozen=True)
class Kingdom:
    """The kingdom as Event Phases find it; the defaults are the first round of a game of four.

    `heroes` are those in the Hero Deck and the Hero Discard pile, `threat` the tokens in the three pools from the top
    of the board, `monsters` those in play, `piles` the Monster Deck (see `prompts`), `discards` the discarded Monsters
    and `trophies` those held. `events` lie in the Event deck, `past` were drawn before. `nemeses` are in play, those
    `drawn` come in the next phase, and any of the `unseen` may be behind a Prompt; cards may be given by name or code.
    `options` say which tables and which readings of the rules hold. ValueError for anything that can't be.

    >>> Kingdom(threat=(2, 2, 9))
    Traceback (most recent call last):
    ...
    ValueError: number 3 of threat is 9; give a whole number from 0 to 6
    """

    villagers: int = 15
    regions: int = 11
    heroes: int = 36
    threat: tuple[int, ...] = (2, 2, 0)
    monsters: int = 3
    piles: tuple[tuple[int, int], ...] = ((11, 0), (14, 1), (14, 1))
    discards: int = 0
    trophies: int = 0
    events: tuple[Card, ...] = field(default_factory=lambda: illustrative().of("event"), repr=False)
    past: tuple[Card, ...] = ()
    nemeses: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    unseen: tuple[Card, ...] = field(default_factory=lambda: illustrative().of("nemesis"), repr=False)
    options: Options = field(default_factory=Options, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", settings(self.options))
        for name, type_ in CARDS.items():
            given = several(name, getattr(self, name), 1000, f"{type_.capitalize()} Cards")
            cards = tuple(piece(f"a card of {name}", card, type_, self.options.cards) for card in given)
            object.__setattr__(self, name, cards)
        for name in ("villagers", "regions", "heroes", "discards", "trophies"):
            whole(name, getattr(self, name), 0, 1000)
        whole("monsters", self.monsters, 0, MOST_MONSTERS)
        pools = wholes("threat", self.threat, len(POOLS))
        if len(pools) != len(POOLS):
            raise ValueError(
                f"threat is {shown(self.threat)}; give the tokens of all three pools, as in (2, 2, 0)"
            )
        most = MOST_TOKENS if self.options.hard_no_max else MOST_THREAT
        for place, tokens in enumerate(pools, 1):
            whole(f"number {place} of threat", tokens, 0, most)
        object.__setattr__(self, "threat", pools)
        object.__setattr__(self, "piles", piles_of(self.piles))
        if not (self.events or self.past) and self.options.event_steps != "six":
            raise ValueError("there is no Event; give the cards of the Event deck, or those drawn before")
        if sum(prompts for _, prompts in self.piles) > len(self.unseen):
            raise ValueError(
                "the piles hold more Prompts than there are unseen Nemeses; give the Nemeses of all"
            )

    @classmethod
    def of(cls, table: Table) -> Kingdom:
        """The kingdom on a table, as it stands; ValueError for what is no table.

        >>> from beastlab.games import by_order_of_the_queen as queen
        >>> kingdom = Kingdom.of(queen.new_match(seats=2, seed=7).table)
        >>> kingdom.threat, kingdom.heroes, kingdom.piles
        ((2, 2, 2), 38, ((11, 0), (14, 1), (14, 1)))
        """
        if not isinstance(table, Table):
            raise ValueError(f"table is {shown(table)}; give a table, as in Kingdom.of(match.table)")
        return cls(
            table.villagers,
            table.regions,
            len(table.heroes) + len(table.hero_discard),
            tuple(table.threat),
            len(table.in_play),
            piles_of(table.monsters),
            len(table.monster_discard),
            sum(len(seat.trophies) for seat in table.seats),
            _cards(table.events),
            tuple(card for card in table.event_discard if card.type == "event"),
            tuple(foe.card for foe in table.nemeses),
            tuple(table.drawn),
            _cards(table.prompts),
            table.options,
        )


def _cards(deck: Any) -> tuple[Card, ...]:
    return (*deck.pool, *(card for _, known in deck.segments for card in known))


@dataclass(frozen=True)
class Play:
    """What the players do in every round before its Event Phase, whatever comes: the stated play.

    They defeat so many Monsters, as far as there are any, and with the chance `nemesis` the Nemesis that came first;
    then they take Threat off the three pools, as far as there is any: `calmed` is as in `(0, 1, 0)`, or a number of
    tokens each of which leaves the fullest pool (of equal ones the Regions', then the Enemy's). So many of their Heroes
    are `retired`, one in each fight. All Trophies are turned in in step 8. A number of Monsters may be a law, such as
    `horde(4, [[3], [2, 5]])`. ValueError for anything that can't be.
    """

    defeated: int | Distribution[int] = 0
    calmed: int | tuple[int, ...] = 0
    retired: int = 0
    nemesis: int | Fraction = 0

    def __post_init__(self) -> None:
        for count in self.defeated.weights if isinstance(self.defeated, Distribution) else (self.defeated,):
            whole("defeated", count, 0, 60)
        if isinstance(self.calmed, int):
            whole("calmed", self.calmed, 0, 60)
        elif not isinstance(self.calmed, tuple | list) or len(self.calmed) != len(POOLS):
            raise ValueError(
                f"calmed is {shown(self.calmed)}; give a whole number, or the tokens of all three pools, "
                "as in (0, 1, 0)"
            )
        else:
            pools = (whole(f"number {n} of calmed", tokens, 0, 60) for n, tokens in enumerate(self.calmed, 1))
            object.__setattr__(self, "calmed", tuple(pools))
        whole("retired", self.retired, 0, 60)
        if not 0 <= number("nemesis", self.nemesis) <= 1:
            raise ValueError(f"nemesis is {shown(self.nemesis)}; give a chance from 0 to 1")
