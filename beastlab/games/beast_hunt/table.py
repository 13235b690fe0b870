"""What is on the table of Beast Hunt: options, seats, zones, and how a table is copied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as made
from typing import ClassVar, NamedTuple

from beastlab.core.deck import Deck
from beastlab.core.knowledge import Hidden, Memory
from beastlab.core.match import Result
from beastlab.core.options import GameOptions
from beastlab.core.requests import Unknowable
from beastlab.games.beast_hunt.cards import READINGS, Card, CardSet, illustrative

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")
FORCED = ("malice", "lesser_beast")
"""Types that must be played when they are drawn, and so never stay in a hand."""
UNSEEN = Card("unseen", "an unseen card", "unseen")
"""Stands for a card that a seat has not seen, in a table as that seat believes it."""

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "orb_reading": READINGS,
    "stagger_who": ("next_fight", "next_other", "left_neighbour"),
    "requirement_champion": ("class_symbol_only", "class_lent", "full_body", "never"),
    "king_access": ("personal", "once_open"),
    "countdown_current_turn": ("full_extra_round", "current_turn_counts"),
    "duel_tie": ("final", "natural_first"),
    "tie_enchants": ("spent", "carry"),
    "malice_in_deck": ("ten_types", "nine_types"),
}
"""The rulings that can be switched, each with its readings; the first is the default. The ledger explains them."""


@dataclass(frozen=True)
class Options(GameOptions):
    """The settings of a game.

    `seats` players (2 to 6), with their `names`; `champions` each (1, or 2 chosen in snake order); `shardless`
    leaves the Malevolent Shards in the box; `cards` is the card set (the illustrative one unless given). The
    others are readings of rules that the rulebook leaves open, see `SWITCHES`. ValueError for anything else.

    >>> Options(seats=7)
    Traceback (most recent call last):
    ...
    ValueError: seats: 7; Beast Hunt is for 2 to 6 players [hunt.setup.player-count]
    """

    seats: int = 4
    champions: int = 1
    shardless: bool = False
    names: tuple[str, ...] = ()
    cards: CardSet = made(default_factory=illustrative, repr=False)
    orb_reading: str = "sum"
    stagger_who: str = "next_fight"
    requirement_champion: str = "class_symbol_only"
    king_access: str = "personal"
    countdown_current_turn: str = "full_extra_round"
    duel_tie: str = "final"
    tie_enchants: str = "spent"
    malice_in_deck: str = "ten_types"

    title = "Beast Hunt"
    alias = "hunt"
    players = 2, 6, "hunt.setup.player-count"
    people = NAMES
    modes: ClassVar = {"shardless": "hunt.mode.shardless"}
    packaged = staticmethod(illustrative)

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.champions) is not int or self.champions not in (1, 2):
            raise ValueError(
                f"champions: {self.champions!r}; each player has 1 or 2 [hunt.mode.two-champion]"
            )
        self.check_readings(SWITCHES)
        self.cards.check_seats(self.seats, self.champions, malice=self.malice_in_deck == "ten_types")


class Hero(NamedTuple):
    """A Hero in a Party: face up or down, with at most one card equipped."""

    card: Card
    up: bool = True
    gear: Card | None = None

    @property
    def class_(self) -> str:
        """The class that counts: a Banner's, where the Hero carries one."""
        if self.gear is not None and self.gear.class_:
            return self.gear.class_
        assert self.card.class_
        return self.card.class_

    def carries(self, effect: str) -> bool:
        """Whether its equipped card has this effect."""
        return self.gear is not None and self.gear.effect is not None and self.gear.effect.name == effect


@dataclass(slots=True)
class Seat:
    """A player: hand and Party.

    `dealt` is what may still lie unresolved in the starting hand: 2 Malice and Lesser Beasts, 1 Lesser Beasts,
    0 neither. `early` are the cards that came to the hand while it was like that.
    """

    name: str
    champions: list[Card] = made(default_factory=list)
    hand: list[Card] = made(default_factory=list)
    heroes: list[Hero] = made(default_factory=list)
    beasts: list[Card] = made(default_factory=list)
    lesser: list[Card] = made(default_factory=list)
    dealt: int = 2
    early: list[Card] = made(default_factory=list)

    def copy(self) -> Seat:
        return Seat(
            self.name,
            self.champions[:],
            self.hand[:],
            self.heroes[:],
            self.beasts[:],
            self.lesser[:],
            self.dealt,
            self.early[:],
        )

    def classes(self) -> Counter[str]:
        """How many face-up Heroes of each class the Party has [hunt.term.facedown-class]."""
        return Counter([hero.class_ for hero in self.heroes if hero.up])

    def champion_classes(self) -> Counter[str]:
        """How many champions of each class the Party has."""
        return Counter([champion.class_ or "" for champion in self.champions])


@dataclass(slots=True)
class Table:
    """Everything on the table, in the zones of the ledger.

    `shuffled` says with which shuffle of the Discard Pile a card came back; `marks` are staggered Beasts with
    the seat that staggered them; `kings` those that the face-down King may be, `king` the face-up one; `used` the
    Heroes and champions used this turn, and the codes of champions whose passive skill was; `missed` the
    champions whose passive skill was declined this turn; `countdown` the turns left once three Shards lie face up.
    """

    options: Options
    seats: list[Seat]
    deck: Deck
    beast_deck: Deck
    kings: Deck
    discard: list[Card] = made(default_factory=list)
    shuffled: dict[Card, int] = made(default_factory=dict)
    resolving: list[Card] = made(default_factory=list)
    field: list[Card] = made(default_factory=list)
    shards: list[Card] = made(default_factory=list)
    king: Card | None = None
    marks: dict[Card, int] = made(default_factory=dict)
    champions: list[Card] = made(default_factory=list)
    phase: str = "champions"
    turn: int = 0
    first: int = 0
    round: int = 1
    actions: int = 0
    attack_bonus: int = 0
    roll_bonus: int = 0
    used: set[Card | str] = made(default_factory=set)
    missed: list[Card] = made(default_factory=list)
    countdown: int | None = None
    trigger_turn: bool = False
    result: Result | None = None
    memory: list[Memory] = made(default_factory=list)

    def copy(self) -> Table:
        return Table(
            self.options,
            [seat.copy() for seat in self.seats],
            self.deck.copy(),
            self.beast_deck.copy(),
            self.kings,
            self.discard[:],
            self.shuffled.copy(),
            self.resolving[:],
            self.field[:],
            self.shards[:],
            self.king,
            self.marks.copy(),
            self.champions,
            self.phase,
            self.turn,
            self.first,
            self.round,
            self.actions,
            self.attack_bonus,
            self.roll_bonus,
            self.used.copy(),
            self.missed[:],
            self.countdown,
            self.trigger_turn,
            self.result,
            self.memory[:],
        )

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    def clockwise(self, after: int) -> list[int]:
        """The other seats in clockwise order, beginning with the one after `after`."""
        count = len(self.seats)
        return [(after + step) % count for step in range(1, count)]

    def defeat(self, beast: Card) -> int:
        """The number that defeats `beast` under the orb reading played [hunt.beast.defeat-value]."""
        return beast.defeat[self.options.orb_reading]

    def stagger(self, beast: Card) -> int | None:
        """Its Stagger value under that reading, if it has one [hunt.stagger.value]."""
        return beast.stagger.get(self.options.orb_reading)

    # --- what seats know ------------------------------------------------------------------------

    def hidden_from(self, seat: int) -> list[Hidden]:
        """The places whose cards `seat` can't see, and which cards can't lie there."""
        forced = [card for card in self.options.cards.main if card.type in FORCED]
        barred = [frozenset(forced), frozenset(c for c in forced if c.type == "malice"), frozenset[Card]()]
        hidden = []
        for other, held in enumerate(self.seats):
            if other != seat:
                kinds: dict[tuple[int, int], list[Card]] = {}
                for card in held.hand:
                    dealt = 0 if card in held.early else held.dealt
                    kinds.setdefault((self.shuffled.get(card, 0), dealt), []).append(card)
                for (kind, dealt), cards in kinds.items():
                    hidden.append(Hidden(other, tuple(cards), barred[dealt], kind))
        return [*hidden, Hidden(None, tuple(self.deck.pool), kind=max(self.shuffled.values(), default=0))]

    def relabel(self, faces: Mapping[Card, Card]) -> None:
        """Let other faces lie in hands and deck: for redeals."""
        for held in self.seats:
            held.hand = [faces.get(card, card) for card in held.hand]
            held.early = [faces.get(card, card) for card in held.early]
        self._set_pool({faces.get(card, card) for card in self.deck.pool})

    def _set_pool(self, cards: set[Card]) -> None:
        """The pool of the deck, in the order of the card set: an order of its own would tell where cards lay."""
        self.deck.pool = {card: None for card in self.options.cards.main if card in cards}

    def believed(self, seat: int, hands: Mapping[int, list[Card]]) -> Table:
        """The table as `seat` believes it: other hands as given, their unseen cards back in the pool."""
        others = [held for other, held in enumerate(self.seats) if other != seat]
        if any(held.dealt == 1 for held in others):
            raise Unknowable("a starting hand is being resolved; ask again after it")
        if any(held.dealt and card in held.early for held in others for card in held.hand):
            raise Unknowable("cards came to a starting hand before its first turn; ask again after that turn")
        table = self.copy()
        newest = max(self.shuffled.values(), default=0)
        shown = {card for hand in hands.values() for card in hand}
        pool = set(table.deck.pool)
        for place in self.hidden_from(seat):
            pool.update(place.cards if place.kind == newest else ())
            if place.holder is not None and place.kind == newest and not self.seats[place.holder].dealt:
                # a starting hand is like more deck instead: it may hold any card
                table.deck.held += sum(card not in shown for card in place.cards)
        table._set_pool(pool - shown)
        table.deck.never_held = frozenset(card for card in table.deck.pool if card.type in FORCED)
        for other, hand in hands.items():
            table.seats[other].hand = list(hand)
        return table


def lay(options: Options) -> Table:
    """The table before the first roll: cards sorted into their decks, nothing dealt.

    hunt.setup.main-deck, hunt.setup.main-deck-types, hunt.setup.beast-deck, hunt.mode.shardless
    """
    cards = options.cards
    main = [card for card in cards.main if card.type != "malice" or options.malice_in_deck == "ten_types"]
    return Table(
        options,
        [Seat(name) for name in options.names],
        Deck(main),
        Deck([*cards.beasts, *(() if options.shardless else cards.shards)]),
        Deck(cards.kings),
        champions=list(cards.champions),
        memory=[Memory() for _ in options.names],
    )
