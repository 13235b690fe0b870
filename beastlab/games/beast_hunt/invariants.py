"""What may not be on the table of Beast Hunt between two steps: the ledger's invariants, looked at all at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from beastlab.core.positions import Fault, Zones, listed, many, miscounted, shown
from beastlab.games.beast_hunt.cards import Card
from beastlab.games.beast_hunt.rules import beasts, heroes
from beastlab.games.beast_hunt.rules.plays import EQUIPMENT
from beastlab.games.beast_hunt.rules.turn import HAND_LIMIT
from beastlab.games.beast_hunt.table import FORCED, Table
from beastlab.games.beast_hunt.vocabulary import MAIN_TYPES

PHASES = ("champions", "deal", "start", "actions", "end")
BEFORE = ("champions", "deal")
"""The phases in which no card has been dealt."""
KINDS = {
    "hand": (MAIN_TYPES, "cards of the Main Deck"),
    "discard": (MAIN_TYPES, "cards of the Main Deck"),
    "main_deck": (MAIN_TYPES, "cards of the Main Deck"),
    "heroes": (("hero",), "Heroes"),
    "gear": (EQUIPMENT, "Armaments, Curses and Banners"),
    "lesser": (("lesser_beast",), "Lesser Beasts"),
    "beasts": (("beast",), "Beasts"),
    "field": (("beast",), "Beasts"),
    "shards": (("shard",), "Shards"),
    "beast_deck": (("beast", "shard"), "Beasts and Shards"),
    "king": (("king",), "Beast Kings"),
    "champions": (("champion",), "champions"),
}
"""What may lie in each kind of zone."""


def faults(table: Table) -> list[Fault]:
    """All that is wrong with a table between two steps, by the invariants of the ledger; nothing for a sound one.

    >>> from beastlab.games import beast_hunt as hunt
    >>> table = hunt.new_match(seats=2, seed=7).table
    >>> faults(table)
    []
    >>> table.round, table.field = 0, [table.options.cards.by_code["king-1"]]
    >>> for fault in faults(table):
    ...     print(fault)
    field[0]: King of Embers is a king, and only Beasts lie here; take it away [hunt.invariant.king-one]
    round: 0; give a whole number of at least 1
    field: nothing lies here before the first hands are dealt; leave it out [hunt.setup.champions-before-cards]
    """
    found = [*_places(table), *_shared(table)]
    for seat in range(len(table.seats)):
        found += _seat(table, seat)
    if _fits(table):  # the rules can be asked only about pieces of the right kinds
        found += _asked(table)
    return found


def _zones(table: Table) -> Iterator[tuple[str, str, list[Card]]]:
    """Every zone with its kind and the cards in it."""
    for seat in table.seats:
        at = f"seats.{seat.name}."
        for kind in ("champions", "beasts", "lesser", "hand"):
            yield at + kind, kind, getattr(seat, kind)
        yield f"{at}heroes", "heroes", [hero.card for hero in seat.heroes]
    yield "field", "field", table.field
    yield "shards", "shards", table.shards
    yield "king", "king", [table.king] if table.king else []
    yield "discard", "discard", table.discard
    for zone, deck in (("main_deck", table.deck), ("beast_deck", table.beast_deck)):
        yield zone, zone, [*deck.pool, *(card for _, known in deck.segments for card in known)]


def _fits(table: Table) -> bool:
    carried = [hero.gear for seat in table.seats for hero in seat.heroes if hero.gear]
    return all(card.type in EQUIPMENT for card in carried) and all(
        card.type in KINDS[kind][0] for _, kind, some in _zones(table) for card in some
    )


def _places(table: Table) -> Iterator[Fault]:
    """Each card lies in one place, and where its kind may lie."""
    options, cards = table.options, table.options.cards
    laid: list[tuple[str, int | None, str, Card]] = [
        (zone, None if zone == "king" or zone.endswith("_deck") else at, kind, card)
        for zone, kind, some in _zones(table)
        for at, card in enumerate(some)
    ]
    for seat in table.seats:
        gear = [(at, hero.gear) for at, hero in enumerate(seat.heroes) if hero.gear]
        laid += [(f"seats.{seat.name}.heroes", at, "gear", card) for at, card in gear]

    def stays(card: Card) -> str:
        if card.type == "malice" and options.malice_in_deck == "nine_types":
            return "hunt.setup.main-deck-types"
        return "hunt.mode.shardless" if card.type == "shard" and options.shardless else ""

    yield from ZONES.misplaced(cards, laid, stays)
    chosen = [champion for seat in table.seats for champion in seat.champions]
    if Counter([*chosen, *table.champions]) != Counter(cards.champions):
        text = "the champions that nobody has are not those in the box; lay the others of the set there"
        yield Fault("champions", None, text, "hunt.invariant.champions")


def _home(card: Card) -> str:
    if card.type in MAIN_TYPES:
        return "main_deck"
    return "beast_deck" if card.type in ("beast", "shard") else ""


def conserved(card: Card) -> str:
    """The invariant that says where a card of this kind lies."""
    which = {"beast": "beast-conservation", "shard": "beast-conservation", "king": "king-one"}
    return f"hunt.invariant.{'champions' if card.type == 'champion' else which.get(card.type, 'main-conservation')}"


ZONES = Zones(KINDS, _home, conserved)
"""What may lie where, and by which invariant."""


def _shared(table: Table) -> Iterator[Fault]:
    """What all seats share: turn, field, Shards, decks."""
    options, seats, phase = table.options, len(table.seats), table.phase
    if [seat.name for seat in table.seats] != list(options.names) or len(table.memory) != seats:
        yield Fault("seats", None, f"give one seat and one memory for each of {', '.join(options.names)}")
    if phase not in PHASES:
        yield Fault("phase", None, f"{shown(phase)}; give one of {', '.join(PHASES)}")
    for zone, number, least in (("round", table.round, 1), ("actions", table.actions, 0)):
        if number < least:
            rule = "hunt.invariant.actions-nonnegative" if zone == "actions" else ""
            yield Fault(zone, None, f"{number}; give a whole number of at least {least}", rule)
    if phase == "actions" and table.actions == 0:
        text = "0, but then the turn is at its end; give at least 1, or the phase end"
        yield Fault("actions", None, text, "hunt.turn.end-no-actions")
    for zone, seat in (("turn", table.turn), ("first", table.first)):
        if seat not in range(seats):
            yield Fault(zone, None, f"seat {seat} is not there; seats are numbered 0 to {seats - 1}")
    if phase in ("champions", "deal", "start"):
        held = {"used": table.used, "missed": table.missed, "attack_bonus": table.attack_bonus}
        for zone, value in {**held, "roll_bonus": table.roll_bonus}.items():
            if value:
                which = "it and the notes of it" if zone == "used" else "it"
                text = f"the turn has not begun, and nothing is kept from the one before; leave {which} out"
                yield Fault(zone, None, text, "hunt.turn.no-carry-over")
    if phase in BEFORE:
        for zone, kind, some in _zones(table):
            early = kind == "champions" and phase == "deal"
            if some and not early and not kind.endswith("_deck"):
                text = "nothing lies here before the first hands are dealt; leave it out"
                yield Fault(zone, None, text, "hunt.setup.champions-before-cards")
    else:
        left = sum(card.type == "beast" for card in table.beast_deck.pool)
        left += sum(card.type == "beast" for _, some in table.beast_deck.segments for card in some)
        due = min(3, len(table.field) + left)
        if len(table.field) != due:
            text = f"{many(len(table.field), 'Beast')} face up; {due} lie there between two actions"
            yield Fault("field", None, text, "hunt.invariant.field-three")
    yield from _countdown(table)
    for zone, deck in (("main_deck", table.deck), ("beast_deck", table.beast_deck)):
        yield from miscounted(zone, deck, f"hunt.invariant.{zone.removesuffix('_deck')}-conservation")
    if list(table.kings.pool) != list(table.options.cards.kings) or len(table.kings.segments) != 1:
        text = "the face-down King may be any King of the set; let kings be a Deck of them all"
        yield Fault("king", None, text, "hunt.setup.king-random")
    newest = max(table.shuffled.values(), default=0)
    if late := [card.name for card in table.deck.pool if table.shuffled.get(card, 0) != newest]:
        text = f"{listed(late)} in the Main Deck came with no or an older shuffle; name them in the last"
        yield Fault("shuffles", None, text, "hunt.term.draw-empty")
    if table.resolving:
        names = listed(card.name for card in table.resolving)
        text = f"{names} is being played; take the table at match.origin"
        yield Fault("resolving", None, text, "hunt.invariant.main-conservation")
    if table.result is not None:
        yield Fault("phase", None, "the game is over; take a table before its end", "hunt.invariant.terminal")


def _countdown(table: Table) -> Iterator[Fault]:
    options, seats, left = table.options, len(table.seats), table.countdown
    rule = "hunt.invariant.countdown-iff-three"
    if len(table.shards) >= 3:
        latest = seats - (table.trigger_turn and options.countdown_current_turn == "current_turn_counts")
        if left is None or not 1 <= left <= seats or table.trigger_turn and left != latest:
            which = f"{latest}" if table.trigger_turn else f"a number from 1 to {seats}"
            yield Fault("countdown", None, f"{left}, with three Shards in the row; give {which}", rule)
    elif left is not None:
        yield Fault("countdown", None, "it runs only with three Shards in the row; leave it out", rule)
    if table.trigger_turn and (len(table.shards) < 3 or table.phase not in ("actions", "end")):
        text = "true only in the turn in which the third Shard appeared; leave it out"
        yield Fault("trigger_turn", None, text, "hunt.invariant.countdown-decrease")


def _seat(table: Table, seat: int) -> Iterator[Fault]:
    """What holds for a seat: champions, starting hand, cards that never stay in a hand, what it knows."""
    held, options, zone = table.seats[seat], table.options, f"seats.{table.seats[seat].name}."
    due = 0 if table.phase == "champions" else options.champions
    if len(held.champions) != due and table.phase != "champions":
        text = f"{many(len(held.champions), 'champion')}; each player has {due}"
        yield Fault(f"{zone}champions", None, text, "hunt.invariant.champions")
    turns = len(table.seats)
    mine, now = (seat - table.first) % turns, (table.turn - table.first) % turns
    begun = table.round > 1 or mine < now or mine == now and table.phase in ("actions", "end")
    if held.dealt and begun and table.phase not in BEFORE:
        text = f"{held.name} has had a first turn, in which it is resolved; write false"
        yield Fault(f"{zone}starting_hand", None, text, "hunt.lesser.start-hand")
    elif held.dealt not in (0, 2):
        text = "it is half resolved; take the table at match.origin"
        yield Fault(f"{zone}starting_hand", None, text, "hunt.malice.start-before-lesser")
    for at, card in enumerate(held.hand):
        if card.type in FORCED and not held.dealt:
            text = f"{card.name} is played when it is drawn and never stays in a hand; take it away"
            text += "" if begun else f", or give {held.name} starting_hand: true"
            yield Fault(f"{zone}hand", at, text, "hunt.invariant.no-forced-cards-after-first-turn")
    if seat >= len(table.memory):
        return
    holder = {card: other for other, party in enumerate(table.seats) for card in party.hand}
    worlds = table.memory[seat].worlds
    followed = {card for world in worlds for card, _ in world}
    truth = frozenset((card, holder.get(card, -1)) for card in followed)
    own = any(at not in range(turns) or at == seat for world in worlds for _, at in world)
    if own or not worlds.get(truth, 0) > 0:
        names = listed(sorted(card.name for card in followed))
        text = f"{held.name} knows of {names}, but not all lie there; name cards of other hands, as they lie"
        yield Fault(f"{zone}knows", None, text, "hunt.invariant.hidden-information")


def _asked(table: Table) -> Iterator[Fault]:
    """What the rules themselves say of a table whose cards are of the right kinds."""
    seats, phase = range(len(table.seats)), table.phase
    for beast, setter in table.marks.items():
        zone, at = ("field", table.field.index(beast)) if beast in table.field else ("king", None)
        rule = "hunt.invariant.stagger-mark-valid"
        if beast not in table.field and beast is not table.king:
            text = f"{beast.name} is staggered, but does not lie face up; take the mark away"
            yield Fault("field", None, text, rule)
        elif table.stagger(beast) is None:
            text = f"{beast.name} has no Stagger value and is never staggered; take the mark away"
            yield Fault(zone, at, text, rule)
        elif setter not in seats:
            yield Fault(zone, at, f"{beast.name} is staggered by seat {setter}, which is not there", rule)
    in_party = {champion for seat in table.seats for champion in seat.champions}
    codes = {champion.code for champion in in_party}
    for piece in sorted(table.used, key=str):
        if piece not in codes if isinstance(piece, str) else piece.type != "hero" and piece not in in_party:
            text = f"{piece if isinstance(piece, str) else piece.name} is no Hero and no champion in play"
            yield Fault("used", None, f"{text}; take it away", "hunt.champion.active-limit")
    for at, champion in enumerate(table.missed):
        if champion not in in_party:
            text = f"{champion.name} is no champion in play; take it away"
            yield Fault("missed", at, text, "hunt.champion.passive-missed")
    if phase in BEFORE:
        return
    if table.king is None and (able := [table.name(s) for s in seats if beasts.may_challenge(table, s)]):
        kings = ", ".join(king.name for king in table.options.cards.kings)
        text = f"{listed(able)} may challenge the King, so it lies face up; name it: {kings}"
        yield Fault("king", None, text, "hunt.king.flip-moment")
    last = (table.turn - 1) % len(table.seats)
    if phase == "start" and (table.round > 1 or table.turn != table.first):
        limit = HAND_LIMIT + sum(n for name, n in heroes.lasting(table, last) if name == "hand_limit")
        if (held := len(table.seats[last].hand)) > limit:
            text = f"{held} cards; {table.name(last)}'s turn has just ended with at most {limit}"
            zone = f"seats.{table.name(last)}.hand"
            yield Fault(zone, None, text, "hunt.invariant.hand-limit-own-end")
