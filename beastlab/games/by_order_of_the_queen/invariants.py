"""What may not be on the table of By Order of the Queen between two steps: the ledger's invariants, all at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from beastlab.core.deck import Deck
from beastlab.core.positions import Fault, Zones, listed, many, miscounted, shown
from beastlab.games.by_order_of_the_queen.cards import Card
from beastlab.games.by_order_of_the_queen.rules.kingdom import HAND, MOST_THREAT
from beastlab.games.by_order_of_the_queen.rules.locations import ENOUGH, TO_WIN
from beastlab.games.by_order_of_the_queen.rules.monsters import MOST_MONSTERS
from beastlab.games.by_order_of_the_queen.rules.party import MOST
from beastlab.games.by_order_of_the_queen.rules.turn import FULL_MOON
from beastlab.games.by_order_of_the_queen.table import PROMPT, Options, Table, lay, monsters_played
from beastlab.games.by_order_of_the_queen.vocabulary import LOCATIONS, POOLS

PHASES = ("setup", "action", "end", "event")
ACTIONS = ("quest", "order", "horde", "nemesis")
DECKS = {
    "hero_deck": "heroes",
    "item_deck": "items",
    "quest_deck": "quests",
    "order_deck": "orders",
    "monster_deck": "monsters",
    "nemesis_deck": "prompts",
    "event_deck": "events",
}
"""The decks that are attributes of a table; those of Locations are beside them."""
PILES = ("drawn", "party", "completed", "hero_discard", "retired", "item_discard", "monster_discard", "aside")
"""The lists of cards of a table that a position names as the table does."""
_ITEMS = (("item",), "Items of the Item deck")
KINDS = {
    **dict.fromkeys(("hand", "party", "hero_discard", "retired", "hero_deck"), (("hero",), "Heroes")),
    "items": (("item", "relic", "henchman"), "Items"),
    **dict.fromkeys(("item_discard", "item_deck"), _ITEMS),
    "aside": (("relic", "henchman"), "starting Items of Guilds and Henchmen"),
    "guild": (("guild",), "Guild Cards"),
    **dict.fromkeys(("monsters", "trophies", "monster_discard"), (("monster",), "Monsters")),
    "monster_deck": (("monster", "prompt"), "Monsters and Nemesis Prompts"),
    **dict.fromkeys(("nemeses", "drawn", "nemesis_deck"), (("nemesis",), "Nemeses")),
    **dict.fromkeys(("quest", "quest_deck"), (("quest",), "Quests")),
    **dict.fromkeys(("locations", "location_deck"), (("location",), "Location Cards")),
    **dict.fromkeys(("order", "completed", "order_deck"), (("order",), "Queen's Orders")),
    **dict.fromkeys(("events", "event_deck"), (("event",), "Events other than the King's Funeral")),
    "box": (("quest", "location", "nemesis"), "Quests, Locations and Nemeses that are done with"),
}
"""What may lie in each kind of zone."""


def _home(card: Card) -> str:
    if card.type in ("relic", "henchman"):
        return "aside"
    if card.type == "location":
        return f"location_decks.{card.location}"
    zone = f"{card.type}_deck"
    return zone if zone in DECKS else ""


def conserved(card: Card) -> str:
    """The invariant that says where a card of this kind lies; blank for a table of the board.

    >>> conserved(Card("ogre", "Ogre", "monster"))
    'queen.invariant.monsters'
    """
    return _CONSERVED.get(card.type, "")


_CONSERVED = {
    "hero": "queen.invariant.heroes",
    **dict.fromkeys(("item", "relic", "henchman"), "queen.invariant.items"),
    "monster": "queen.invariant.monsters",
    "nemesis": "queen.invariant.nemesis",
    "order": "queen.invariant.orders",
    "location": "queen.invariant.locations",
    "quest": "queen.invariant.quests",
    **dict.fromkeys(("event", "funeral"), "queen.invariant.events"),
    "guild": "queen.setup.guilds",
}


ZONES = Zones(KINDS, _home, conserved, (PROMPT,))
"""What may lie where, and by which invariant."""


def faults(table: Table) -> list[Fault]:
    """All that is wrong with a table between two steps, by the invariants of the ledger; nothing for a sound one.

    >>> from beastlab.games import by_order_of_the_queen as queen
    >>> table = queen.new_match(seats=2, seed=7).table
    >>> faults(table)
    []
    >>> table.threat[0], table.moon = 7, 5
    >>> for fault in faults(table):
    ...     print(fault)
    moon: 5; give a number from 1 to 4 [queen.invariant.moon]
    threat.enemy: 7 Threat; a pool holds 0 to 6 [queen.invariant.threat]
    """
    found = [*_places(table), *_course(table), *_tokens(table), *_order(table), *_foes(table)]
    for seat in range(len(table.seats)):
        found += _seat(table, seat)
    if table.phase == "setup":
        found += _before(table)
    return found


def decks(table: Table) -> dict[str, Deck]:
    """All decks by their zones."""
    named: dict[str, Deck] = {zone: getattr(table, name) for zone, name in DECKS.items()}
    beside = zip(LOCATIONS, table.locations, strict=True)
    return named | {f"location_decks.{place}": deck for place, deck in beside}


def built(options: Options) -> int:
    """The Nemesis Prompts that are shuffled into the Monster Deck."""
    return 1 if options.easy_one_nemesis else 3 if options.hard_three_nemeses else 2


def first_seat(options: Options, phase: str, turn: int, round: int, moon: int) -> int:
    """Who began, if it is the `turn` of this seat now: the moon and the round count the turns.

    >>> first_seat(Options(seats=3), "action", turn=1, round=2, moon=2)  # the sixth turn
    2
    """
    cycle = FULL_MOON - (options.moon_cycle == "literal")
    turns = cycle * round - 1 if phase == "event" else cycle * (round - 1) + moon - 1
    return (turn - turns) % options.seats


def _laid(table: Table) -> Iterator[tuple[str, int | None, str, Card]]:
    """Every card but those that are out of this game: its zone and number there, the kind of zone."""
    for seat in table.seats:
        at = f"seats.{seat.name}."
        for kind in ("guild", "quest"):
            if card := getattr(seat, kind):
                yield at + kind, None, kind, card
        own = seat.relic is not None and seat.relic in seat.items[:1]
        if own:
            yield at + "guild", None, "items", seat.items[0]
        for kind, some in {
            "items": seat.items[own:],
            **{kind: getattr(seat, kind) for kind in ("hand", "trophies", "locations")},
        }.items():
            yield from ((at + kind, n, kind, card) for n, card in enumerate(some))
    zones = {name: getattr(table, name) for name in PILES}
    zones["monsters"] = [foe.card for foe in table.in_play]
    zones["nemeses"] = [foe.card for foe in table.nemeses]
    zones["events"] = table.event_discard[1:]
    zones["box"] = [card for card in table.box if card.type in KINDS["box"][0]]
    for zone, some in zones.items():
        yield from ((zone, n, zone, card) for n, card in enumerate(some))
    if table.order:
        yield "order", None, "order", table.order
    for zone, deck in decks(table).items():
        kind = "location_deck" if zone.startswith("location_decks") else zone
        known = [card for _, some in deck.segments for card in some if card is not PROMPT]
        yield from ((zone, None, kind, card) for card in [*deck.pool, *known])


def _places(table: Table) -> Iterator[Fault]:
    """Each card lies in one place, and where its kind may lie."""
    options, laid = table.options, list(_laid(table))
    played = set(monsters_played(options))

    def stays(card: Card) -> str:
        if card.type == "monster" and card not in played:
            return "queen.setup.lieutenants" if card.lieutenant else "queen.variant.hard-best"
        return (
            "queen.variant.crossover" if card.type == "event" and card.crossover != options.crossover else ""
        )

    yield from ZONES.misplaced(options.cards, laid, stays)
    for zone, at, kind, card in laid:
        if kind == "location_deck" and card.type == "location" and _home(card) != zone:
            text = f"{card.name} is a Location of the {card.location}; name it in that deck"
            yield Fault(zone, at, text, "queen.invariant.locations")
    for zone, deck in decks(table).items():
        yield from miscounted(zone, deck, _CONSERVED[zone.partition("_")[0]])
    funeral = [card.players for card in table.event_discard[:1] if card.type == "funeral"]
    if funeral != [options.seats]:
        text = f"the King's Funeral for {options.seats} players lies lowest; lay it there"
        yield Fault("events", None, text, "queen.invariant.events")


def _course(table: Table) -> Iterator[Fault]:
    """Turn, phase, moon, party: where in its course the game is."""
    options, seats, phase = table.options, len(table.seats), table.phase
    if [seat.name for seat in table.seats] != list(options.names) or len(table.memory) != seats:
        yield Fault("seats", None, f"give one seat and one memory for each of {', '.join(options.names)}")
    if phase not in PHASES:
        yield Fault("phase", None, f"{shown(phase)}; give one of {', '.join(PHASES)}")
    if table.round < 1:
        yield Fault("round", None, f"{table.round}; give a whole number of at least 1")
    last = FULL_MOON - (options.moon_cycle == "literal")
    if not 1 <= table.moon <= last or phase == "event" and table.moon != 1:
        text = "it is at 1 in the Event Phase" if phase == "event" else f"give a number from 1 to {last}"
        yield Fault("moon", None, f"{table.moon}; {text}", "queen.invariant.moon")
    for zone, seat in (("turn", table.turn), ("first", table.first)):
        if seat not in range(seats):
            yield Fault(zone, None, f"seat {seat} is not there; seats are numbered 0 to {seats - 1}")
    due = first_seat(options, phase, table.turn, table.round, table.moon)
    if table.first in range(seats) and table.turn in range(seats) and table.first != due:
        text = f"{table.name(table.first)}, but by round, moon and turn {table.name(due)} began; leave it out"
        yield Fault("first", None, text, "queen.invariant.moon")
    if phase == "end":
        if table.action not in ("", *ACTIONS):
            text = f"{shown(table.action)}; give one of {', '.join(ACTIONS)}, or leave it out"
            yield Fault("action", None, text, "queen.turn.one-action")
        elif table.party and not table.action:
            text = f"none, but a party was sent; give one of {', '.join(ACTIONS)}"
            yield Fault("action", None, text, "queen.turn.one-action")
    else:
        for zone, given in (("action", table.action), ("party", table.party)):
            if given:
                text = "it is over before the next turn; leave it out, or give the phase end"
                text += " (in the middle of a step take `match.origin`, not `match.table`)"
                yield Fault(zone, None, text, "queen.invariant.party")
    if len(table.party) > MOST:
        text = f"{len(table.party)} Heroes; a party has {MOST} at most, so take some away"
        yield Fault("party", None, text, "queen.invariant.party")
    if table.location or table.reading or table.stage:
        what = table.location or next(iter(table.reading), None)
        text = f"{what.name if what else f'step {table.stage}'} is being resolved; take the table at match.origin"
        yield Fault("phase", None, text, "queen.turn.steps")
    if table.result is not None:
        yield Fault("phase", None, "the game is over; take a table before its end", "queen.invariant.loss")


def _tokens(table: Table) -> Iterator[Fault]:
    """Villagers, Regions, Threat."""
    start = lay(table.options)
    for zone in ("villagers", "regions"):
        most, left = getattr(start, zone), getattr(table, zone)
        if not 0 <= left <= most:
            text = f"{left}; there are 0 to {most} of them in this game"
            yield Fault(zone, None, text, "queen.invariant.villagers")
    for pool, tokens in zip(POOLS, table.threat, strict=True):
        free = table.options.hard_no_max
        if tokens < 0 or tokens > MOST_THREAT and not free:
            text = f"{tokens} Threat; a pool holds {'0 or more' if free else f'0 to {MOST_THREAT}'}"
            yield Fault(f"threat.{pool}", None, text, "queen.invariant.threat")


def _order(table: Table) -> Iterator[Fault]:
    """The Queen's Order, its tokens and its Seal."""
    options, phase = table.options, table.phase
    if phase == "setup":
        return
    if table.order is None:
        text = f"no Order is in play; give the name of one, such as {options.cards.of('order')[0].name}"
        yield Fault("order", None, text, "queen.invariant.orders")
    if len(table.completed) >= TO_WIN:
        text = (
            f"{len(table.completed)} completed Orders, but {TO_WIN} win the game; give {TO_WIN - 1} at most"
        )
        yield Fault("completed", None, text, "queen.invariant.orders")
    fresh = phase == "action" and table.moon == 1
    most = ENOUGH - 1 if fresh or options.order_completion == "immediate" else ENOUGH + 2
    if not 0 <= table.tokens <= most:
        text = f"{table.tokens} Success Tokens; at this moment there are 0 to {most}"
        yield Fault("tokens", None, text, "queen.invariant.order-tokens")
    ordered = phase == "end" and table.action == "order"
    sealed = options.hard_sealed_start and table.round == 1
    kept = sealed or table.round > 1 and options.seal_removed == "no_nemesis"
    if table.seal and fresh and not kept:
        text = "no Order action was taken since the Event Phase; write false"
        yield Fault("seal", None, text, "queen.invariant.seal")
    if not table.seal and (sealed or ordered):
        why = "the Order begins sealed in this game" if sealed else "the Order action lays it there"
        rule = "queen.variant.hard-sealed-start" if sealed else "queen.invariant.seal"
        yield Fault("seal", None, f"{why}; write true", rule)
    if ordered and table.nemeses:
        text = "the Order action of this turn began with none in play; give another action"
        yield Fault("nemeses", None, text, "queen.invariant.nemesis-gate")


def _foes(table: Table) -> Iterator[Fault]:
    """Monsters, Nemeses, and the Prompts that call them."""
    if len(table.in_play) > MOST_MONSTERS:
        text = f"{len(table.in_play)} Monsters; {MOST_MONSTERS} at most are in play, so take some away"
        yield Fault("monsters", None, text, "queen.invariant.six")
    for zone, foes in (("monsters", table.in_play), ("nemeses", table.nemeses)):
        for at, foe in enumerate(foes):
            if odd := Counter(foe.free) - Counter(foe.card.icons):
                text = f"{foe.card.name} has no such Dice Icon: {listed(map(str, odd.elements()))}"
                yield Fault(zone, at, f"{text}; cover its own", "queen.invariant.icons")
            elif foe.card.icons and not foe.free:
                where = "a Trophy of somebody" if zone == "monsters" else "in the box"
                text = f"every Dice Icon of {foe.card.name} is covered, so it is {where}; lay it there"
                yield Fault(zone, at, text, "queen.invariant.icons")
    here = sum(known.count(PROMPT) for _, known in table.monsters.segments)
    come = len(table.drawn) + len(table.nemeses) + sum(card.type == "nemesis" for card in table.box)
    due = built(table.options)
    if come > due:
        text = f"{many(come, 'Prompt')} drawn, but {due} {'were' if due > 1 else 'was'} shuffled in"
        yield Fault("nemeses", None, f"{text}; take a Nemesis away", "queen.invariant.nemesis")
    elif here + come != due:
        text = f"{many(here, 'Nemesis Prompt')} in it instead of {due - come}; write so many"
        yield Fault("monster_deck", None, f"{text}, or leave it out", "queen.invariant.prompts")


def _seat(table: Table, seat: int) -> Iterator[Fault]:
    """What holds for a seat: Guild and its Item, hand, Quest, Favors."""
    player, options, zone = table.seats[seat], table.options, f"seats.{table.seats[seat].name}."
    if player.favors < 0:
        text = f"{player.favors}; give a whole number of at least 0"
        yield Fault(f"{zone}favors", None, text, "queen.invariant.favors")
    if player.guild is None and table.phase != "setup":
        such = options.cards.of("guild")[0].name
        text = f"{player.name} leads no Guild; give the name of one, such as {such}"
        yield Fault(f"{zone}guild", None, text, "queen.setup.guilds")
    elif player.guild:
        own = own_item(options, player.guild)
        if player.relic is not own or own and own not in player.items[:1]:
            text = f"{own.name}, as the first of the Items" if own else "none"
            text = f"the starting Item of {player.guild.name} in this game is {text}; lay it so"
            yield Fault(f"{zone}items", None, text, "queen.setup.alt-back-items")
    for at, item in enumerate(player.items):
        if item.type == "relic" and item is not player.relic:
            text = f"{item.name} is the starting Item of another Guild; take it away"
            yield Fault(f"{zone}items", at - (player.relic is not None), text, "queen.setup.alt-back-items")
    held, left = len(player.hand), len(table.heroes) + len(table.hero_discard)
    before = table.turn if table.phase == "event" else (table.turn - 1) % len(table.seats)
    drew = seat == before and (
        table.phase == "event" or table.phase == "action" and table.moon in range(2, 5)
    )
    if held > HAND:
        text = f"{held} Heroes; a hand holds {HAND} at most, so take some away"
        yield Fault(f"{zone}hand", None, text, "queen.invariant.hands")
    elif held < HAND and drew and left:
        text = f"{'1 Hero' if held == 1 else f'{held} Heroes'}; {player.name} has just drawn up to {HAND}"
        yield Fault(f"{zone}hand", None, f"{text}, so add {HAND - held} unseen", "queen.invariant.hands")
    required = Counter(player.quest.requires if player.quest else ())
    beside = Counter(str(card.location) for card in player.locations)
    if odd := [place for place in beside if beside[place] > required[place]]:
        text = f"more of the {listed(odd)} than the Quest requires; take them away"
        yield Fault(f"{zone}locations", None, text, "queen.invariant.quests")
    elif (
        player.quest and required and beside == required and not (table.phase == "end" and seat == table.turn)
    ):
        text = f"all that {player.quest.name} requires, so it is completed; lay all of it in the box"
        yield Fault(f"{zone}locations", None, text, "queen.quest.completion")


def own_item(options: Options, guild: Card) -> Card | None:
    """The Item with which a Guild starts; None where it has none in this game."""
    cards = options.cards
    own = [item for item in (*cards.of("relic"), *cards.of("henchman")) if item.guild == guild.guild]
    return own[0] if own and not options.hard_no_guild_item else None


def _before(table: Table) -> Iterator[Fault]:
    """Nothing has happened before the set-up."""

    def state(table: Table) -> dict[str, Any]:
        plain = ("round", "moon", "villagers", "regions", "tokens", "seal")
        return (
            {name: getattr(table, name) for name in plain}
            | {f"threat.{pool}": tokens for pool, tokens in zip(POOLS, table.threat, strict=True)}
            | {f"seats.{seat.name}.favors": seat.favors for seat in table.seats}
        )

    rule = "queen.setup.kings-funeral"
    start = state(lay(table.options))
    for zone, value in state(table).items():
        if value != start.get(zone, 0):
            text = f"{shown(value)}, but the set-up is still to come; give {start.get(zone, 0)}"
            yield Fault(zone, None, text, rule)
    for zone in dict.fromkeys(zone for zone, _, kind, _ in _laid(table) if not kind.endswith("_deck")):
        if zone != "aside":
            yield Fault(zone, None, "nothing lies here before the set-up; leave it out", rule)
