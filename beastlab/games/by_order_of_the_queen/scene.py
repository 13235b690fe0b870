"""What a seat may know of the table, as plain data: `view` for bots and stills, `scene` for boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from beastlab.core.deck import Deck
from beastlab.core.match import Match
from beastlab.core.requests import Move
from beastlab.games.by_order_of_the_queen.cards import Card
from beastlab.games.by_order_of_the_queen.rules import kingdom, locations, monsters, phase
from beastlab.games.by_order_of_the_queen.table import PROMPT, Foe, Table
from beastlab.games.by_order_of_the_queen.vocabulary import LOCATIONS, POOL_NAMES, POOLS

_OF_A_KIND = {"relic": "Guild Item", "funeral": "Event", "order": "Queen's Order", "guild": "Guild Card"}


def view(table: Table, seat: int) -> dict[str, Any]:
    """Everything that `seat` may know, as JSON data; cards by their codes.

    Hands, Items, Favors, Trophies and Quests lie open to all [queen.turn.open-hands]; of a deck only the
    number of cards is shown, and of the Monster Deck how many Prompts are still in it.
    """
    return {
        "seat": seat,
        "phase": table.phase,
        "stage": table.stage,
        "turn": table.turn,
        "first": table.first,
        "round": table.round,
        "moon": table.moon,
        "action": table.action,
        "seats": [
            {
                "name": player.name,
                "guild": player.guild and player.guild.code,
                "relic": player.relic and player.relic.code,
                "hand": _codes(player.hand),
                "items": _codes(player.items),
                "favors": player.favors,
                "trophies": _codes(player.trophies),
                "quest": player.quest and player.quest.code,
                "locations": _codes(player.locations),
                "outstanding": player.outstanding(),
            }
            for player in table.seats
        ],
        "party": _codes(table.party),
        "location": table.location and table.location.code,
        "reading": _codes(table.reading),
        "order": table.order and table.order.code,
        "tokens": table.tokens,
        "seal": table.seal,
        "completed": _codes(table.completed),
        "monsters": [{"card": foe.card.code, "free": list(foe.free)} for foe in table.in_play],
        "nemeses": [{"card": foe.card.code, "free": list(foe.free)} for foe in table.nemeses],
        "prompts": _codes(table.drawn),
        "event": table.event.code,
        "villagers": table.villagers,
        "regions": table.regions,
        "threat": list(table.threat),
        "threat_effects": [table.threat_effect(pool) for pool in range(3)],
        "decks": {
            "heroes": len(table.heroes),
            "items": len(table.items),
            "quests": len(table.quests),
            "orders": len(table.orders),
            "monsters": len(table.monsters),
            "events": len(table.events),
            **{name: len(deck) for name, deck in zip(LOCATIONS, table.locations, strict=True)},
        },
        "prompts_left": prompts_left(table.monsters),
        "hero_discard": _codes(table.hero_discard),
        "retired": _codes(table.retired),
        "item_discard": _codes(table.item_discard),
        "aside": _codes(table.aside),
        "monster_discard": _codes(table.monster_discard),
        "event_discard": _codes(table.event_discard),
        "box": _codes(table.box),
        "result": table.result and {"winners": list(table.result.winners), "text": table.result.text},
    }


def _codes(cards: list[Card]) -> list[str]:
    return [card.code for card in cards]


def prompts_left(deck: Deck) -> int:
    """The Nemesis Prompts that are still in the Monster Deck: everybody knows how it was built."""
    return sum(known.count(PROMPT) for _, known in deck.segments)


# --- the scene ---------------------------------------------------------------------------------------


def scene(match: Match, seat: int, all_open: bool = False) -> dict[str, Any]:
    """What `seat` sees of the table, in the words and order that a board draws: plain JSON data.

    Zones of cards, tokens and tracks; `boards` says what a zone and a card may hold. Hands lie open to all,
    so `all_open` makes no difference.

    >>> from beastlab.games import by_order_of_the_queen as queen
    >>> drawn = scene(queen.new_match(seats=2, seed=7), 0)
    >>> [zone["title"] for zone in drawn["zones"]][:4]
    ['The Horde', "The Queen's Order", 'The Event', "Ada's hand"]
    """
    table = match.table
    names = ["Set up", "Action", "End of Turn", *(name for name, _ in phase.steps(table))]
    at = {"setup": 0, "action": 1, "end": 2}
    return {
        "title": match.game.title,
        "facts": list(_facts(table)),
        "illustrative": table.options.cards.illustrative,
        "steps": names,
        "step": at.get(table.phase, 2 + max(table.stage, 1)),
        "turn": table.turn,
        "names": list(table.options.names),
        "zones": list(_zones(table, seat)),
    }


def concerns(move: Move) -> list[str]:
    """The codes of the cards (or the Location deck) that a move concerns, the one that is chosen first."""
    if move.piece in LOCATIONS:
        return [_deck_code(move.piece)]
    return [card.code for card in _pieces(move.piece)]


def group(move: Move) -> str:
    """The heading under which a board lists a move: none, for there are never many kinds of moves."""
    return ""


GROUP_ORDER: tuple[str, ...] = ()


def _pieces(piece: Any) -> Iterator[Card]:
    if isinstance(piece, Card):
        yield piece
    elif isinstance(piece, tuple):
        for part in piece:
            yield from _pieces(part)


def _facts(table: Table) -> Iterator[list[list[Any]]]:
    """The header's facts, each in parts: words, and whether they weigh most."""
    if table.result:
        yield [["the game is over", True]]
        return
    if table.phase == "setup":
        yield [["set up", False]]
        return
    yield [[f"round {table.round}", False]]
    if table.phase == "event":
        yield [["Event Phase", True]]
    else:
        yield [[table.name(table.turn), True], ["'s turn", False]]
    yield [[f"{len(table.completed)} of {locations.TO_WIN}", True], [" Orders", False]]
    yield [[f"{_many(table.villagers, 'Villager')}, {_many(table.regions, 'Region')}", False]]


def _zones(table: Table, seat: int) -> Iterator[dict[str, Any]]:
    yield _horde(table)
    yield _order(table)
    yield _event(table)
    if table.reading:
        cards = [_face(card) for card in table.reading]
        yield {"id": "reading", "kind": "cards", "title": "Quests to choose from", "cards": cards}
    if table.location:
        cards = [_face(table.location)]
        yield {"id": "location", "kind": "big", "title": "The Location", "cards": cards}
    if table.party:
        title = f"{table.name(table.turn)}'s party"
        yield {"id": "party", "kind": "cards", "title": title, "cards": [_face(hero) for hero in table.party]}
    yield from _player(table, seat, True)
    yield _locations(table)
    yield from _pools(table)
    for other in table.clockwise(seat):
        yield from _player(table, other, False)
    yield _decks(table)


def _horde(table: Table) -> dict[str, Any]:
    prompts = prompts_left(table.monsters)
    waiting = [_marked(_face(card), "comes in the Event Phase") for card in table.drawn]
    full = len(table.in_play) >= monsters.MOST_MONSTERS
    return {
        "id": "horde",
        "kind": "big",
        "title": "The Horde",
        "note": f"{_many(len(table.in_play), 'Monster')} in play, each takes a Villager in the Event Phase",
        "alert": "Six Monsters: whatever comes now is discarded and takes a Villager at once" if full else "",
        "cards": [*(_foe(foe) for foe in table.in_play), *waiting],
        "empty": "no Monster in play",
        "piles": [
            {
                "name": "Monster Deck",
                "count": len(table.monsters),
                "hint": f"Face down; {_many(prompts, 'Nemesis Prompt')} still in it",
            },
            _pile("Monster discard", table.monster_discard),
        ],
    }


def _order(table: Table) -> dict[str, Any]:
    done = len(table.completed)
    blocked = "A Nemesis blocks the Order" if table.nemeses else ""
    return {
        "id": "order",
        "kind": "big",
        "room": "whole" if table.nemeses else "half",
        "title": "The Queen's Order",
        "note": "sealed until the Event Phase" if table.seal else "",
        "alert": blocked,
        "pips": {
            "full": done,
            "of": locations.TO_WIN,
            "word": f"Orders completed: {done} of {locations.TO_WIN}",
        },
        "cards": [*([_face(table.order)] if table.order else []), *(_foe(foe) for foe in table.nemeses)],
        "tokens": [{"shape": "hexagon", "count": 1, "word": "Queen's Seal"}] if table.seal else [],
        "track": {"at": table.tokens, "of": max(locations.ENOUGH, table.tokens), "word": "Success Tokens"},
    }


def _pools(table: Table) -> Iterator[dict[str, Any]]:
    """The three Threat Pools, each beside what it threatens."""
    does = (("Monster", "to come"), ("Region", "to lose"), ("Hero", "to Retire"))
    gifts = ("", "one player gains a Favor", "one player gains an Item")
    left = (
        {"shape": "round", "count": table.villagers, "word": "Villagers"},
        {"shape": "square", "count": table.regions, "word": "Regions"},
        {"shape": "triangle", "count": len(table.heroes), "word": "Heroes in the deck"},
    )
    for pool, name in enumerate(POOL_NAMES):
        at, (what, fate) = table.threat[pool], does[pool]
        now = f"{_many(table.threat_effect(pool), what, 'es' if what == 'Hero' else 's')} {fate}"
        board = table.options.board_table(f"threat_table_{POOLS[pool]}")
        most = max(kingdom.MOST_THREAT, at)
        yield {
            "id": f"pool-{POOLS[pool]}",
            "kind": "small",
            "room": "third",
            "title": name,
            "note": f"next: {now if at or not gifts[pool] else gifts[pool]}",
            "cards": [],
            "tokens": [left[pool]],
            "track": {
                "at": at,
                "of": most,
                "word": "Threat",
                "labels": [str(board.threat_effect(tokens)) for tokens in range(most + 1)],
            },
        }


def _event(table: Table) -> dict[str, Any]:
    names = ["quarter", "half", "gibbous", "full"]
    return {
        "id": "event",
        "kind": "cards",
        "room": "whole" if table.nemeses else "half",
        "title": "The Event",
        "cards": [_face(table.event)],
        "track": {"at": table.moon, "of": 4, "word": "Moon", "labels": names},
        "piles": [{"name": "Event Deck", "count": len(table.events), "hint": "Face down"}],
    }


def _player(table: Table, seat: int, own: bool) -> Iterator[dict[str, Any]]:
    player = table.seats[seat]
    turn = seat == table.turn and table.phase in ("action", "end")
    yield {
        "id": "hand" if own else f"hand-{seat}",
        "kind": "cards" if own else "small",
        "title": f"{player.name}'s hand",
        "note": _many(len(player.hand), "Hero", "es"),
        "cards": [_face(hero) for hero in player.hand],
        "empty": "no Hero in hand",
        "turn": turn,
    }
    cards = [_face(player.guild)] if player.guild else []
    cards += [
        _marked(_face(item), *(["never discarded"] if item is player.relic else [])) for item in player.items
    ]
    if player.quest:
        left = ", ".join(f"{n} {place}" for place, n in Counter(player.outstanding()).items())
        cards.append(
            _marked(_face(player.quest), f"still needs {left}" if left else "all Locations are there")
        )
    cards += [_marked(_face(card), "Trophy") for card in player.trophies]
    yield {
        "id": "belongings" if own else f"belongings-{seat}",
        "kind": "cards" if own else "small",
        "title": f"{player.name}'s Guild, Items and Quest",
        "cards": cards,
        "tokens": [{"shape": "diamond", "count": player.favors, "word": "Queen's Favors"}],
    }


def _locations(table: Table) -> dict[str, Any]:
    """The Location decks, whose backs show their common Abilities."""
    backs = {card.location: card.attributes for card in table.options.cards.of("location")}
    decks = [
        {
            "id": _deck_code(name),
            "name": name,
            "kind": _many(len(deck), "card"),
            "text": f"{', '.join(backs[name]).capitalize()}.",
            "down": True,
        }
        for name, deck in zip(LOCATIONS, table.locations, strict=True)
    ]
    return {"id": "locations", "kind": "cards", "title": "Locations", "cards": [_labelled(d) for d in decks]}


def _decks(table: Table) -> dict[str, Any]:
    return {
        "id": "decks",
        "kind": "small",
        "title": "Decks",
        "cards": [],
        "empty": "and what was discarded",
        "piles": [
            {"name": "Hero Deck", "count": len(table.heroes), "hint": "Face down"},
            _pile("Hero discard", table.hero_discard),
            _pile("Retired", table.retired),
            {"name": "Item Deck", "count": len(table.items), "hint": "Face down"},
            _pile("Item discard", table.item_discard),
            {"name": "Quest Deck", "count": len(table.quests), "hint": "Face down"},
            {"name": "Order Deck", "count": len(table.orders), "hint": "Face down"},
        ],
    }


def _deck_code(location: str) -> str:
    return f"deck-{location.lower().replace(' ', '-')}"


def _pile(name: str, cards: list[Card]) -> dict[str, Any]:
    """A pile that lies face up."""
    top = f"top: {cards[-1].name}" if cards else ""
    shown = ", ".join(card.name for card in cards[::-1]) or "empty"
    return {"name": name, "count": len(cards), "text": top, "hint": f"Face up, the latest first: {shown}"}


# --- cards ---------------------------------------------------------------------------------------------


def _face(card: Card) -> dict[str, Any]:
    face: dict[str, Any] = {"id": card.code, "name": card.name, "kind": _kind(card)}
    if card.class_:
        face["class"] = card.class_.title()
    face["text"] = words = card.words()
    if card.icons:
        face["numbers"] = [{"value": icon, "word": "icon"} for icon in card.icons]
        face["text"] = words.partition(".")[2].strip()  # the icons are drawn
    if card.type == "hero":
        face["text"] = f"{words} {card.guild}."
    return _labelled(face)


def _foe(foe: Foe) -> dict[str, Any]:
    """A Monster or a Nemesis in play: the icons that are still free, and what is covered."""
    face = _face(foe.card)
    if foe.card.icons:
        face["numbers"] = [{"value": icon, "word": "icon"} for icon in foe.free]
    return _marked(face, *([f"{foe.tokens} of {len(foe.card.icons)} covered"] if foe.tokens else []))


def _kind(card: Card) -> str:
    return _OF_A_KIND.get(card.type, card.type.title())


def _marked(face: dict[str, Any], *tags: str) -> dict[str, Any]:
    return _labelled({**face, "tags": [{"text": text, "tone": "soft"} for text in tags]})


def _labelled(face: dict[str, Any]) -> dict[str, Any]:
    """With the words that a screen reader says, and that a board shows as a hint."""
    numbers = face.get("numbers", ())
    said = [
        face["name"],
        f"{face['kind']} {face.get('class', '')}".strip(),
        f"Dice Icons {', '.join(str(icon['value']) for icon in numbers)}" if numbers else "",
        *(tag["text"] for tag in face.get("tags", ())),
        face["text"],
    ]
    return {**face, "label": ", ".join(part.removesuffix(".") for part in said if part)}


def _many(count: int, word: str, plural: str = "s") -> str:
    return f"{count} {word}{plural * (count != 1)}"
