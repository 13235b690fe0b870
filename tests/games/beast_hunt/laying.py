"""Laying positions of Beast Hunt by card codes, and looking at what is asked, refused and told.

>>> match = begin("enchant-1", 9, "hero-pirate-1", "hero-pirate-2", "beast-05",
...     heroes={0: ["hero-hunter-1", "hero-royal-1"]})
>>> play(match, "draw", "attack:beast-02", "*").table.turn    # everybody passes, the Beast falls, the turn ends
1
>>> hand(match, 0), codes(match.table.seats[0].beasts)
(['enchant-1', 'hero-pirate-1', 'hero-pirate-2'], ['beast-02'])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest
from games import laying
from games.laying import Given, keys, refused
from games.laying import texts as texts
from games.laying import told as told

from beastlab.core.deck import Deck
from beastlab.core.knowledge import Memory
from beastlab.core.match import Match
from beastlab.core.requests import IllegalMove
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import Card, CardSet, Hero, Options, Seat, Table, illustrative

FIELD = ("beast-01", "beast-02", "beast-03")
QUIET = (  # champions, the least likely to be asked for their passive skill first
    "champion-invoker-2",  # on_duel_lost
    "champion-shinobi-1",  # on_duel_won
    "champion-nightmare-2",  # on_malice_resolved
    "champion-hunter-2",  # on_lesser_defeated
    "champion-pirate-2",  # on_beast_defeated
    "champion-royal-2",  # on_own_hero_lost
    "champion-mercenary-1",  # on_own_hero_lost
    "champion-hunter-1",  # on_beast_defeated
    "champion-invoker-1",  # on_arcana_played
    "champion-shinobi-2",  # on_own_hero_lost
    "champion-nightmare-1",  # on_attack_failed
    "champion-mercenary-2",  # on_attack_failed
)
Codes = Mapping[int, Iterable[str]]
"""Codes of cards for each seat that has some."""


def lay(
    seats: int = 2,
    *,
    hands: Codes | None = None,
    heroes: Codes | None = None,
    beasts: Codes | None = None,
    lesser: Codes | None = None,
    champions: Mapping[int, str | Sequence[str]] | None = None,
    equipped: Mapping[str, str] | None = None,
    down: Iterable[str] = (),
    field: Iterable[str] = FIELD,
    marks: Mapping[str, int] | None = None,
    shards: int = 0,
    king: str | None = None,
    deck: Iterable[str] | None = None,
    beast_deck: Iterable[str] | None = None,
    discard: Iterable[str] = (),
    turn: int = 0,
    first: int = 0,
    round: int = 1,
    actions: int = 3,
    used: Iterable[str] = (),
    dealt: int | Mapping[int, int] = 0,
    countdown: int | None = None,
    phase: str = "actions",
    **options: Any,
) -> Table:
    """A table with the named cards where they are named; `options` are those of `hunt.new_match`.

    `equipped` says which Hero carries what, `down` which Heroes lie face down, `marks` which Beasts (or King)
    are staggered by whom. `shards` lie in the row: three start the countdown, at one turn for each seat unless
    `countdown` says otherwise. `king` lies face up; with None it is face down. Main Deck and Beast Deck hold
    all cards that lie nowhere else, or just those named, the others staying in the box; both are shuffled.
    A seat gets a champion of `QUIET` where none is named. The position is in the middle of a turn, with the
    starting hands resolved; `phase="start"` is before the turn, `dealt=2` before a seat's first one.
    """
    cards = options.get("cards") or illustrative()
    laid: set[str] = set()

    def take(codes: Iterable[str], *types: str) -> list[Card]:
        taken = [cards.by_code[code] for code in codes]
        for card in taken:
            assert card.type in types, f"{card.code} is a {card.type}: it can't lie there"
            assert card.code not in laid, f"{card.code} lies there twice"
            laid.add(card.code)
        return taken

    main = tuple({card.type for card in cards.main})
    given = {s: [c] if isinstance(c, str) else list(c) for s, c in (champions or {}).items()}
    each = max(map(len, given.values()), default=1)
    spare = iter([code for code in QUIET if not any(code in codes for codes in given.values())])
    for seat in range(seats):
        missing = each - len(given.setdefault(seat, []))
        given[seat] += [next(spare) for _ in range(missing)]
    settings = Options(seats=seats, champions=each, **options)

    gear, down = dict(equipped or {}), set(down)
    parties = []
    for seat, name in enumerate(settings.names):
        party = []
        for card in take((heroes or {}).get(seat, ()), "hero"):
            carried = [gear.pop(card.code)] if card.code in gear else []
            carries = take(carried, "armament", "curse", "banner")
            party.append(Hero(card, card.code not in down, *carries))
            down.discard(card.code)
        parties.append(
            Seat(
                name,
                take(given[seat], "champion"),
                take((hands or {}).get(seat, ()), *main),
                party,
                take((beasts or {}).get(seat, ()), "beast"),
                take((lesser or {}).get(seat, ()), "lesser_beast"),
                dealt if isinstance(dealt, int) else dealt.get(seat, 0),
            )
        )
    assert not gear and not down, f"no Hero in play: {[*gear, *down]}"
    on_field = take(field, "beast")
    row = take([card.code for card in cards.shards[:shards]], "shard")
    thrown = take(discard, *main)
    start = hunt.lay(settings)

    def rest(of: Deck, named: Iterable[str] | None, *types: str) -> Deck:
        return Deck(
            [card for card in of.pool if card.code not in laid] if named is None else take(named, *types)
        )

    by_code = cards.by_code
    return Table(
        settings,
        parties,
        rest(start.deck, deck, *main),
        rest(start.beast_deck, beast_deck, "beast", "shard"),
        start.kings,
        discard=thrown,
        field=on_field,
        shards=row,
        king=by_code[king] if king else None,
        marks={by_code[code]: seat for code, seat in (marks or {}).items()},
        champions=[card for card in cards.champions if card.code not in laid],
        phase=phase,
        turn=turn,
        first=first,
        round=round,
        actions=actions,
        used={by_code[code] for code in used},
        countdown=seats if countdown is None and shards >= 3 else countdown,
        memory=[Memory() for _ in range(seats)],
    )


# --- play -----------------------------------------------------------------------------------------------


def begin(*chance: Any, seed: int = 0, **position: Any) -> Match:
    """A match on the table `lay(**position)`. Rolls and draws come out as `chance` says, in order: a total of
    dice, a list of totals, the code of a card; None leaves one to the seed, a last `...` all others.
    """
    return hunt.match_at(lay(**position), seed, chance=Given(chance))


def new(*chance: Any, seed: int = 0, **options: Any) -> Match:
    """A new match whose rolls and draws come out as `chance` says, as in `begin`."""
    return hunt.new_match(seed=seed, chance=Given(chance), **options)


def reprinted(changes: Mapping[str, Mapping[str, str] | None]) -> CardSet:
    """The illustrative cards with other cells in some rows."""
    return laying.reprinted(illustrative(), changes)


def play(match: Match, *moves: str) -> Match:
    """Play moves one after another; `"*"` passes until nobody is asked for a response any more."""
    for move in moves:
        if move == "*":
            settle(match)
        else:
            match.play(move)
    return match


def settle(match: Match) -> Match:
    """Everybody passes: no response is left to be given."""
    while match.request is not None and match.request.window:
        match.play(match.request.options[0])
    return match


# --- looking ----------------------------------------------------------------------------------------------


def codes(cards: Iterable[Card | Hero]) -> list[str]:
    """The codes of cards, and of the cards of Heroes."""
    return [card.card.code if isinstance(card, Hero) else card.code for card in cards]


def hand(match: Match, seat: int = 0) -> list[str]:
    """The codes of a hand."""
    return codes(match.table.seats[seat].hand)


def heroes(match: Match, seat: int = 0) -> list[str]:
    """The codes of the Heroes of a Party."""
    return codes(match.table.seats[seat].heroes)


def hero(match: Match, code: str) -> Hero:
    """A Hero as it now lies in some Party."""
    return next(hero for seat in match.table.seats for hero in seat.heroes if hero.card.code == code)


def discard(match: Match) -> list[str]:
    """The codes of the Discard Pile, the oldest first."""
    return codes(match.table.discard)


def chances(match: Match, move: str, measure: Any, **how: Any) -> dict[Any, Any]:
    """The exact odds of `measure(table)` after a move."""
    return match.odds(move, lambda table, events: measure(table), **how)


# --- assertions ---------------------------------------------------------------------------------------------


def assert_refused(match: Match, key: str, rule: str) -> None:
    """`key` is shown as refused by `rule` with a sentence; playing it names the rule and changes nothing."""
    assert key not in keys(match), f"{key} is legal"
    entry = refused(match).get(key)
    assert entry, f"{key} is not among the refused moves: {sorted(refused(match))}"
    assert entry.rule == rule, f"{key} is refused by {entry.rule}, not {rule}"
    assert entry.why.endswith(".") and " " in entry.why, f"no sentence: {entry.why!r}"
    place, request, before = match.place, match.request, _all(match)
    with pytest.raises(IllegalMove) as raised:
        match.play(key)
    assert rule in str(raised.value)
    assert (match.place, match.request, _all(match)) == (place, request, before)


def _all(match: Match) -> list[Any]:
    seats = range(len(match.table.seats))
    return [*map(match.view, seats), match.table.marks, match.table.phase, len(match.events())]


def conserved(match: Match) -> None:
    """Every card that was on the table at first still lies in one place, and nothing else does."""
    for before, now in zip(_places(match.root.origin), _places(match.table), strict=True):
        assert len(now) == len(set(now)), f"twice on the table: {[c for c in now if now.count(c) > 1]}"
        assert set(now) == set(before), f"come or gone: {set(now) ^ set(before)}"


def _places(table: Table) -> tuple[list[Card], list[Card]]:
    def known(deck: Deck) -> list[Card]:
        return [*deck.pool, *(card for _, some in deck.segments for card in some)]

    main = [*known(table.deck), *table.discard, *table.resolving]
    beasts = [*known(table.beast_deck), *table.field, *table.shards]
    for seat in table.seats:
        gear = [hero.gear for hero in seat.heroes if hero.gear]
        main += [*seat.hand, *(hero.card for hero in seat.heroes), *gear, *seat.lesser]
        beasts += seat.beasts
    assert len(table.deck) == len(known(table.deck))
    return main, beasts
