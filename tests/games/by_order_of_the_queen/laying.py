"""Laying positions of By Order of the Queen by card codes, and looking at what is asked, refused and told.

Cards that the illustrative set lacks are made by what their codes say: `melee-str-wis-2` is a Hero with the Class
Melee, Strength and Wisdom (the 2 tells it from others), `mon-2-5` a Monster with the Dice Icons 2 and 5,
`nem-3-3` a Nemesis.

>>> match = begin([3, 5], ..., hands={0: ["melee-str", "ranged-str"]}, monsters=["mon-3", "mon-5"])
>>> send(play(match, "horde"), "melee-str", "ranged-str")
>>> keys(match)
['cover:mon-3:3', 'cover:mon-5:5', 'leave']
>>> play(match, "cover:mon-5:5", "cover:mon-3:3").table.seats[0].trophies
[Card('mon-3'), Card('mon-5')]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from games import laying
from games.laying import Given, keys, refused
from games.laying import texts as texts
from games.laying import told as told

from beastlab.core.deck import Deck
from beastlab.core.match import Match
from beastlab.core.requests import IllegalMove
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen import Card, CardSet, Foe, Options, Table, illustrative
from beastlab.games.by_order_of_the_queen.table import PROMPT
from beastlab.games.by_order_of_the_queen.vocabulary import ABILITIES, CLASSES, LOCATIONS

Codes = Mapping[int, Iterable[str]]
"""Codes of cards for each seat that has some."""


def cells(code: str) -> dict[str, str]:
    """The row of a card that is made by its code; empty for a code that says nothing."""
    kind, *parts = code.split("-")
    if kind in ("mon", "nem"):
        icons = " ".join(part for part in parts if part.isdigit())
        return {"type": "monster" if kind == "mon" else "nemesis", "icons": icons}
    if kind in CLASSES:
        abilities = [word for word in ABILITIES if word[:3] in parts]
        return {
            "type": "hero",
            "guild": "Eternal Pilgrims",
            "class": kind,
            "attributes": " & ".join(abilities),
        }
    return {}


def reprinted(changes: Mapping[str, Mapping[str, str] | None]) -> CardSet:
    """The illustrative cards with other cells in some rows; new ones are as their codes say."""
    return laying.reprinted(illustrative(), changes, cells)


_SETS: dict[Any, CardSet] = {}


def cards_for(codes: Iterable[str], rows: Mapping[str, Mapping[str, str] | None]) -> CardSet:
    """The illustrative cards with those that these codes and rows ask for."""
    changes = {code: {} for code in sorted(codes) if code not in illustrative().by_code and cells(code)}
    wanted: Mapping[str, Any] = {**changes, **rows}
    key = repr(sorted((code, sorted((row or {"": ""}).items())) for code, row in wanted.items()))
    if key not in _SETS:
        _SETS[key] = reprinted(wanted) if wanted else illustrative()
    return _SETS[key]


def lay(
    seats: int = 2,
    *,
    hands: Codes | None = None,
    items: Codes | None = None,
    relics: Mapping[int, str] | None = None,
    guilds: Mapping[int, str] | None = None,
    favors: Mapping[int, int] | None = None,
    trophies: Codes | None = None,
    quests: Mapping[int, str] | None = None,
    beside: Codes | None = None,
    party: Iterable[str] = (),
    order: str = "order-01",
    tokens: int = 0,
    seal: bool = False,
    completed: int = 0,
    monsters: Iterable[str] = (),
    nemeses: Iterable[str] = (),
    free: Mapping[str, tuple[int, ...]] | None = None,
    drawn: Iterable[str] = (),
    hero_deck: Iterable[str] | None = None,
    hero_discard: Iterable[str] = (),
    retired: Iterable[str] = (),
    item_deck: Iterable[str] | None = None,
    item_discard: Iterable[str] = (),
    monster_deck: Iterable[str] | None = None,
    monster_discard: Iterable[str] = (),
    event: str = "",
    event_deck: Iterable[str] | None = None,
    locations: Mapping[str, str] | None = None,
    location_decks: Mapping[str, Iterable[str]] | None = None,
    quest_deck: Iterable[str] | None = None,
    threat: tuple[int, int, int] = (0, 0, 0),
    villagers: int = 15,
    regions: int = 11,
    moon: int = 1,
    phase: str = "action",
    action: str = "",
    turn: int = 0,
    round: int = 1,
    rows: Mapping[str, Mapping[str, str] | None] | None = None,
    **options: Any,
) -> Table:
    """A table in the middle of a game, with the named cards where they are named.

    Decks hold all cards that lie nowhere else, or just those named. `free` says which Dice Icons of a foe in play
    are not covered as yet. `locations` are Location Cards made for the test, the only ones in the Emerald Valley:
    `{"loc-a": "charisma / monster | wisdom / favor / villager | healing / item / retire"}`. `rows` are other cells
    for cards. `options` are those of `queen.new_match`.
    """
    made = {
        code: {
            "type": "location",
            "location": LOCATIONS[0],
            "attributes": "dexterity & wisdom & charisma",
            **dict(zip(("top", "middle", "bottom"), map(str.strip, text.split("|")), strict=True)),
        }
        for code, text in (locations or {}).items()
    }
    named = [*party, *monsters, *nemeses, *drawn, *hero_discard, *retired, *(hero_deck or ())]
    named += [*(monster_deck or ()), *monster_discard]
    for some in (hands, trophies):
        named += [code for codes_ in (some or {}).values() for code in codes_]
    if "cards" not in options:
        options["cards"] = cards_for(named, {**made, **(rows or {})})
    settings = Options(seats=seats, **options)
    cards, laid = settings.cards, set[str]()

    def take(wanted: Iterable[str], *types: str) -> list[Card]:
        taken = [PROMPT if code == "prompt" else cards.by_code[code] for code in wanted]
        for card in taken:
            assert card.type in types, f"{card.code} is a {card.type}: it can't lie there"
            assert card.code not in laid or card is PROMPT, f"{card.code} lies there twice"
            laid.add(card.code)
        return taken

    table = queen.lay(settings)
    for seat, player in enumerate(table.seats):
        player.guild = cards.by_code[(guilds or {}).get(seat, ("guild-semaphor", "guild-firemanes", "guild-oromanos",
                                                               "guild-whiteclaw")[seat])]  # fmt: skip
        player.hand = take((hands or {}).get(seat, ()), "hero")
        player.items = take((items or {}).get(seat, ()), "item", "relic", "henchman")
        if seat in (relics or {}):
            (player.relic,) = take([(relics or {})[seat]], "relic", "henchman")
            player.items.append(player.relic)
        player.favors = (favors or {}).get(seat, 0)
        player.trophies = take((trophies or {}).get(seat, ()), "monster")
        player.quest = (
            next(iter(take([(quests or {})[seat]], "quest")), None) if seat in (quests or {}) else None
        )
        player.locations = take((beside or {}).get(seat, ()), "location")
    table.aside = [card for card in table.aside if card.code not in laid]
    dealt = [player.guild for player in table.seats]
    table.box += [card for card in cards.of("guild") if card not in dealt]
    table.party = take(party, "hero")
    (table.order,) = take([order], "order")
    others = [card.code for card in cards.of("order") if card.code != order]
    table.completed = take(others[len(others) - completed :], "order")
    table.tokens, table.seal = tokens, seal

    def foes(codes_: Iterable[str], type_: str) -> list[Foe]:
        return [Foe(card, (free or {}).get(card.code, card.icons)) for card in take(codes_, type_)]

    table.in_play, table.nemeses = foes(monsters, "monster"), foes(nemeses, "nemesis")
    table.drawn = take(drawn, "nemesis")
    table.hero_discard, table.retired = take(hero_discard, "hero"), take(retired, "hero")
    table.item_discard, table.monster_discard = take(item_discard, "item"), take(monster_discard, "monster")
    if event:
        table.event_discard += take([event], "event")

    def rest(of: Deck, wanted: Iterable[str] | None, *types: str) -> Deck:
        if wanted is not None:
            kept = take(wanted, *types)
            table.box += [card for card in of.pool if card.code not in laid]
            return Deck(kept)
        return Deck([card for card in of.pool if card.code not in laid])

    table.heroes = rest(table.heroes, hero_deck, "hero")
    table.items = rest(table.items, item_deck, "item")
    table.orders = rest(table.orders, None)
    table.quests = rest(table.quests, quest_deck, "quest")
    table.events = rest(table.events, event_deck, "event")
    table.prompts = rest(table.prompts, None)
    if monster_deck is None:
        played = [card for card in table.monsters.pool if card.code not in laid]
        table.monsters = queen.table.monster_deck(settings, played)
    else:  # one after another, so that Prompts may lie anywhere
        kept = take(monster_deck, "monster", "prompt")
        table.box += [card for card in table.monsters.pool if card.code not in laid]
        table.monsters = Deck()
        table.monsters.segments = [(0, (card,)) for card in kept]
    for n, place in enumerate(LOCATIONS):
        wanted = (location_decks or {}).get(place)
        if locations and n == 0:
            wanted = list(locations)
        table.locations[n] = rest(table.locations[n], wanted, "location")
    table.threat, table.villagers, table.regions, table.moon = list(threat), villagers, regions, moon
    table.phase, table.action, table.turn, table.round = phase, action, turn, round
    return table


# --- play -----------------------------------------------------------------------------------------------


def begin(*chance: Any, seed: int = 0, **position: Any) -> Match:
    """A match on the table `lay(**position)`. Rolls and draws come out as `chance` says, in order: faces of dice,
    the code of a card; None leaves one to the seed, a last `...` all others.
    """
    return queen.match_at(lay(**position), seed, chance=Given(chance))


def new(*chance: Any, seed: int = 0, **options: Any) -> Match:
    """A new match whose rolls and draws come out as `chance` says, as in `begin`."""
    return queen.new_match(seed=seed, chance=Given(chance), **options)


def play(match: Match, *moves: str) -> Match:
    """Play moves one after another."""
    for move in moves:
        match.play(move)
    return match


def send(match: Match, *heroes: str) -> None:
    """Send these Heroes, and set out."""
    for hero in heroes:
        match.play(f"send:{hero}")
    if len(heroes) < 4 and "go" in keys(match):
        match.play("go")


def act(match: Match, action: str, *heroes: str) -> Match:
    """Take an action with this party."""
    match.play(action)
    send(match, *heroes)
    return match


# --- looking ----------------------------------------------------------------------------------------------


def codes(cards: Iterable[Card | Foe]) -> list[str]:
    """The codes of cards, and of foes in play."""
    return [card.card.code if isinstance(card, Foe) else card.code for card in cards]


def hand(match: Match, seat: int = 0) -> list[str]:
    """The codes of a hand."""
    return codes(match.table.seats[seat].hand)


def player(match: Match, seat: int = 0) -> queen.Seat:
    """A seat of the table."""
    return match.table.seats[seat]


def assert_refused(match: Match, key: str, rule: str, why: str = "") -> None:
    """`key` is shown as refused by `rule` with a sentence; playing it names the rule and changes nothing."""
    assert key not in keys(match), f"{key} is legal"
    entry = refused(match).get(key)
    assert entry, f"{key} is not among the refused moves: {sorted(refused(match))}"
    assert entry.rule == rule, f"{key} is refused by {entry.rule}, not {rule}"
    assert entry.why.endswith(".") and " " in entry.why, f"no sentence: {entry.why!r}"
    assert why in entry.why
    place, request, before = match.place, match.request, match.view(0)
    with pytest.raises(IllegalMove) as raised:
        match.play(key)
    assert rule in str(raised.value)
    assert (match.place, match.request, match.view(0)) == (place, request, before)
