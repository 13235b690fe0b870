"""What is on the table of By Order of the Queen: options, seats, zones, and how a table is copied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as made
from typing import NamedTuple

from beastlab.core.deck import Deck
from beastlab.core.knowledge import Hidden, Memory
from beastlab.core.match import Result
from beastlab.core.options import GameOptions
from beastlab.games.by_order_of_the_queen.cards import Card, CardSet, illustrative
from beastlab.games.by_order_of_the_queen.vocabulary import LOCATIONS, POOLS

NAMES = ("Ada", "Bo", "Cleo", "Dan")
UNSEEN = Card("unseen", "an unseen card", "unseen")
"""Stands for a card that a seat has not seen; here all hands lie open, so no seat ever needs it."""
PROMPT = Card("prompt", "Nemesis Prompt", "prompt")
"""A Nemesis Prompt Card in the Monster Deck: which Nemesis it names stays open until it is drawn."""

MODES: Mapping[str, str] = {
    "first_game": "queen.variant.first-game",
    "easy_henchman": "queen.variant.easy-henchman",
    "easy_favor": "queen.variant.easy-favor",
    "easy_item": "queen.variant.easy-item",
    "easy_one_nemesis": "queen.variant.easy-one-nemesis",
    "easy_scouts": "queen.variant.easy-scouts",
    "hard_best": "queen.variant.hard-best",
    "hard_lieutenants": "queen.variant.hard-lieutenants",
    "hard_three_nemeses": "queen.variant.hard-three-nemeses",
    "hard_no_guild_item": "queen.variant.hard-no-guild-item",
    "hard_late": "queen.variant.hard-late",
    "hard_no_max": "queen.variant.hard-no-max",
    "hard_cascade": "queen.variant.hard-cascade",
    "hard_no_pass": "queen.variant.hard-no-pass",
    "hard_sealed_start": "queen.variant.hard-sealed-start",
    "crossover": "queen.variant.crossover",
}
"""The easier and harder options of the rulebook, with the rule of each; any mix of them may be played."""
CONFLICTS = (
    (
        ("easy_one_nemesis", "hard_three_nemeses"),
        "queen.variant.conflict-piles",
        "choose one way to build the Monster Deck",
    ),
    (
        ("hard_no_max", "hard_cascade"),
        "queen.variant.conflict-cascade",
        "without a maximum, Threat cannot cascade",
    ),
    (
        ("first_game", "hard_lieutenants"),
        "queen.variant.conflict-lieutenants",
        "a first game is played without the Monster Lieutenants",
    ),
)

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "order_completion": ("event_phase", "immediate"),
    "event_steps": ("eleven", "six"),
    "threat_table_enemy": ("at_least_one", "ceil_half", "steep", "linear"),
    "threat_table_regions": ("ceil_half", "linear", "mild"),
    "threat_table_garden": ("ceil_half", "linear", "steep"),
    "trophy_table": ("sets_2_3", "nothing", "favor_each"),
    "location_timing": ("immediate", "after_both"),
    "lieutenants": ("excluded", "included"),
    "moon_cycle": ("four_turns", "literal"),
    "hero_loss_scope": ("literal", "deck_only"),
    "seal_removed": ("step_7", "end_of_phase", "no_nemesis"),
}
"""The rulings that can be switched, each with its readings, the default first; the ledger explains them."""
TABLE_SWITCHES = {**{f"threat_table_{pool}": f"threat_{pool}" for pool in POOLS}, "trophy_table": "trophies"}
"""The switches whose readings are the tables of the card set, with the type of those."""


@dataclass(frozen=True)
class Options(GameOptions):
    """The settings of a game.

    `seats` players (2 to 4), with their `names`; `cards` is the card set (the illustrative one unless given).
    The names in `MODES` are the rulebook's easier and harder options, each True or False. The others are
    readings of rules that the rulebook leaves open, see `SWITCHES`; a board table is named as in the card
    set, blank for its first one. ValueError for anything else.

    >>> Options(seats=5)
    Traceback (most recent call last):
    ...
    ValueError: seats: 5; By Order of the Queen is for 2 to 4 players [queen.goal.players]
    >>> Options(first_game=True, hard_lieutenants=True)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: first_game, hard_lieutenants: a first game is played without the Monster Lieutenants [...]
    """

    seats: int = 4
    names: tuple[str, ...] = ()
    cards: CardSet = made(default_factory=illustrative, repr=False)
    first_game: bool = False
    easy_henchman: bool = False
    easy_favor: bool = False
    easy_item: bool = False
    easy_one_nemesis: bool = False
    easy_scouts: bool = False
    hard_best: bool = False
    hard_lieutenants: bool = False
    hard_three_nemeses: bool = False
    hard_no_guild_item: bool = False
    hard_late: bool = False
    hard_no_max: bool = False
    hard_cascade: bool = False
    hard_no_pass: bool = False
    hard_sealed_start: bool = False
    crossover: bool = False
    order_completion: str = "event_phase"
    event_steps: str = "eleven"
    threat_table_enemy: str = ""
    threat_table_regions: str = ""
    threat_table_garden: str = ""
    trophy_table: str = ""
    location_timing: str = "immediate"
    lieutenants: str = "excluded"
    moon_cycle: str = "four_turns"
    hero_loss_scope: str = "literal"
    seal_removed: str = "step_7"

    title = "By Order of the Queen"
    alias = "queen"
    players = 2, 4, "queen.goal.players"
    people = NAMES
    modes = MODES
    packaged = staticmethod(illustrative)

    def __post_init__(self) -> None:
        super().__post_init__()
        for together, rule, why in CONFLICTS:
            if all(getattr(self, mode) for mode in together):
                raise ValueError(f"{', '.join(together)}: {why} [{rule}]")
        named = {
            switch: tuple(t.name for t in self.cards.of(type_)) for switch, type_ in TABLE_SWITCHES.items()
        }
        for switch, tables in named.items():
            if getattr(self, switch) == "":
                object.__setattr__(self, switch, tables[0])
        self.check_readings({**SWITCHES, **named})
        if self.crossover and not any(card.crossover for card in self.cards.of("event")):
            why = "these cards have no Events of the expansion; load a set that has"
            raise ValueError(f"crossover: {why} [queen.variant.crossover]")
        self.cards.check_seats(self.seats)

    def board_table(self, switch: str) -> Card:
        """The table of the board that an option names.

        >>> Options().board_table("threat_table_enemy").numbers
        (1, 1, 2, 2, 3, 3, 4)
        """
        tables = self.cards.of(TABLE_SWITCHES[switch])
        return next(card for card in tables if card.name == getattr(self, switch))


class Foe(NamedTuple):
    """A Monster or a Nemesis in play, with its Dice Icons that no Success Token covers as yet."""

    card: Card
    free: tuple[int, ...]

    @property
    def tokens(self) -> int:
        """The Success Tokens that lie on it."""
        return len(self.card.icons) - len(self.free)

    def covered(self, icon: int) -> Foe:
        """With one token more, on an icon of this number.

        >>> Foe(Card("ogre", "Ogre", "monster", icons=(3, 5)), (3, 5)).covered(3).free
        (5,)
        """
        place = self.free.index(icon)
        return Foe(self.card, self.free[:place] + self.free[place + 1 :])


@dataclass(slots=True)
class Seat:
    """A player: Guild, hand, Items (`relic`, the Guild's own, is never discarded), Favors, Trophies, Quest."""

    name: str
    guild: Card | None = None
    relic: Card | None = None
    hand: list[Card] = made(default_factory=list)
    items: list[Card] = made(default_factory=list)
    favors: int = 0
    trophies: list[Card] = made(default_factory=list)
    quest: Card | None = None
    locations: list[Card] = made(default_factory=list)

    def copy(self) -> Seat:
        return Seat(
            self.name,
            self.guild,
            self.relic,
            self.hand[:],
            self.items[:],
            self.favors,
            self.trophies[:],
            self.quest,
            self.locations[:],
        )

    def outstanding(self) -> list[str]:
        """The Locations that the Quest still requires [queen.quest.outstanding-type]."""
        left = list(self.quest.requires) if self.quest else []
        for card in self.locations:
            assert card.location
            left.remove(card.location)
        return left


@dataclass(slots=True)
class Table:
    """Everything on the table, in the zones of the ledger.

    `locations` are the four decks; `tokens` the Success Tokens on the Order; `prompts` holds the Nemeses
    whose Prompt was not drawn yet (in the Monster Deck or in the box, nobody knows), `drawn` those whose
    Prompt waits for the Event Phase; the last card of `event_discard` is the current Event. `action`, `party`
    and `location` say what the player whose turn it is is about; `stage` is the step of the Event Phase.
    """

    options: Options
    seats: list[Seat]
    heroes: Deck
    items: Deck
    quests: Deck
    orders: Deck
    monsters: Deck
    prompts: Deck
    events: Deck
    locations: list[Deck]
    hero_discard: list[Card] = made(default_factory=list)
    retired: list[Card] = made(default_factory=list)
    item_discard: list[Card] = made(default_factory=list)
    aside: list[Card] = made(default_factory=list)
    order: Card | None = None
    tokens: int = 0
    seal: bool = False
    completed: list[Card] = made(default_factory=list)
    in_play: list[Foe] = made(default_factory=list)
    monster_discard: list[Card] = made(default_factory=list)
    drawn: list[Card] = made(default_factory=list)
    nemeses: list[Foe] = made(default_factory=list)
    event_discard: list[Card] = made(default_factory=list)
    box: list[Card] = made(default_factory=list)
    villagers: int = 15
    regions: int = 11
    threat: list[int] = made(default_factory=lambda: [0, 0, 0])
    moon: int = 1
    party: list[Card] = made(default_factory=list)
    location: Card | None = None
    reading: list[Card] = made(default_factory=list)
    action: str = ""
    phase: str = "setup"
    stage: int = 0
    turn: int = 0
    first: int = 0
    round: int = 1
    result: Result | None = None
    memory: list[Memory] = made(default_factory=list)

    def copy(self) -> Table:
        return Table(
            self.options,
            [seat.copy() for seat in self.seats],
            self.heroes.copy(),
            self.items.copy(),
            self.quests.copy(),
            self.orders.copy(),
            self.monsters.copy(),
            self.prompts.copy(),
            self.events.copy(),
            [deck.copy() for deck in self.locations],
            self.hero_discard[:],
            self.retired[:],
            self.item_discard[:],
            self.aside[:],
            self.order,
            self.tokens,
            self.seal,
            self.completed[:],
            self.in_play[:],
            self.monster_discard[:],
            self.drawn[:],
            self.nemeses[:],
            self.event_discard[:],
            self.box[:],
            self.villagers,
            self.regions,
            self.threat[:],
            self.moon,
            self.party[:],
            self.location,
            self.reading[:],
            self.action,
            self.phase,
            self.stage,
            self.turn,
            self.first,
            self.round,
            self.result,
            self.memory,
        )

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    def clockwise(self, after: int) -> list[int]:
        """The other seats in clockwise order, beginning with the one after `after`."""
        count = len(self.seats)
        return [(after + step) % count for step in range(1, count)]

    @property
    def event(self) -> Card:
        """The current Event: the top card of the face-up pile [queen.setup.current-event]."""
        return self.event_discard[-1]

    def threat_effect(self, pool: int) -> int:
        """What the Threat in a pool does in the Event Phase, by the table of the board."""
        table = self.options.board_table(f"threat_table_{POOLS[pool]}")
        return table.threat_effect(self.threat[pool])

    def location_deck(self, location: str) -> Deck:
        """The deck of a Location type."""
        return self.locations[LOCATIONS.index(location)]

    # --- what seats know ------------------------------------------------------------------------
    # Hands and all else lie open [queen.turn.open-hands]; which card lies where in a deck is nowhere decided.

    def hidden_from(self, seat: int) -> list[Hidden]:
        """The places whose cards `seat` can't see: none, for what is in the decks is not decided."""
        return []

    def relabel(self, faces: Mapping[Card, Card]) -> None:
        """Let other faces lie in hidden places: there are none."""

    def believed(self, seat: int, hands: Mapping[int, list[Card]]) -> Table:
        """The table as `seat` believes it: as it is."""
        return self.copy()


def lay(options: Options) -> Table:
    """The table before anything is drawn: cards sorted into their decks, tokens on the board.

    queen.setup.kings-funeral, queen.setup.event-deck, queen.setup.current-event, queen.setup.locations,
    queen.setup.decks, queen.setup.alt-back-items, queen.setup.moon, queen.setup.villagers,
    queen.setup.regions,
    queen.variant.hard-late, queen.variant.hard-sealed-start, queen.variant.crossover

    >>> table = lay(Options(seats=2))
    >>> len(table.monsters), table.monsters.segments
    (42, [(14, ()), (13, (Card('prompt'),)), (13, (Card('prompt'),))])
    """
    cards = options.cards
    late = options.hard_late
    events = [card for card in cards.of("event") if card.crossover == options.crossover]
    monsters = monsters_played(options)
    funeral = next(card for card in cards.of("funeral") if card.players == options.seats)
    out = {*cards.of("funeral"), *cards.of("monster"), *cards.of("event")} - {funeral, *monsters, *events}
    return Table(
        options,
        [Seat(name) for name in options.names],
        Deck(cards.of("hero")),
        Deck(cards.of("item")),
        Deck(cards.of("quest")),
        Deck(cards.of("order")),
        monster_deck(options, monsters),
        Deck(cards.of("nemesis")),
        Deck(events),
        [Deck(card for card in cards.of("location") if card.location == type_) for type_ in LOCATIONS],
        aside=[*cards.of("relic"), *cards.of("henchman")],
        event_discard=[funeral],
        box=[card for card in cards.cards if card in out],
        villagers=13 if late else 15,
        regions=10 if late else 11,
        seal=options.hard_sealed_start,
        memory=[Memory() for _ in options.names],
    )


def monsters_played(options: Options) -> list[Card]:
    """The Monsters that are shuffled: with the Lieutenants or not, with those that only require a 1 or not.

    queen.setup.lieutenants, queen.variant.first-game, queen.variant.hard-lieutenants, queen.variant.hard-best
    """
    leaders = options.hard_lieutenants or options.lieutenants == "included" and not options.first_game
    return [
        card
        for card in options.cards.of("monster")
        if (leaders or not card.lieutenant) and not (options.hard_best and set(card.icons) == {1})
    ]


def monster_deck(options: Options, monsters: list[Card]) -> Deck:
    """The Monster Deck in its piles, the uppermost first: extra cards lie above, Prompts in the lower piles.

    queen.setup.monster-piles, queen.setup.pile-remainder, queen.setup.prompt-position,
    queen.variant.easy-one-nemesis, queen.variant.hard-three-nemeses
    """
    piles = 2 if options.easy_one_nemesis else 4 if options.hard_three_nemeses else 3
    deck = Deck(monsters)
    each, extra = divmod(len(monsters), piles)
    deck.segments = [(each + (n < extra), (PROMPT,) if n else ()) for n in range(piles)]
    return deck
