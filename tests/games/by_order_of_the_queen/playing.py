"""Whole games of By Order of the Queen, held to the ledger's invariants after every move.

A game that fails prints the one line that plays it again: `replay(seed=17, seats=4, hard_late=True)`.

>>> replay(seed=17, seats=2).over
True
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from games import playing

from beastlab.core.match import Match
from beastlab.core.requests import Choose, Event, Move, Roll
from beastlab.games.by_order_of_the_queen import GAME, MODES, SWITCHES, Card, Table
from beastlab.games.by_order_of_the_queen.rules import step, tests
from beastlab.games.by_order_of_the_queen.scene import prompts_left
from beastlab.games.by_order_of_the_queen.table import PROMPT, monsters_played
from beastlab.games.by_order_of_the_queen.vocabulary import CLASSES, COMBAT, LOCATIONS

CONFLICTS = (
    {"easy_one_nemesis", "hard_three_nemeses"},
    {"hard_no_max", "hard_cascade"},
    {"first_game", "hard_lieutenants"},
)


def settings(seed: int) -> dict[str, Any]:
    """The options of the game with this seed: all seat counts come round, modes and readings are drawn."""
    rng = Random(f"settings {seed}")
    modes = {mode for mode in MODES if mode != "crossover" and rng.random() < 0.3}
    for pair in CONFLICTS:
        if pair <= modes:
            modes.remove(rng.choice(sorted(pair)))
    readings = {switch: rng.choice(some) for switch, some in SWITCHES.items()}
    return {"seats": 2 + seed % 3} | dict.fromkeys(sorted(modes), True) | readings


def keen(match: Match, rng: Random) -> Move:
    """A player who gets far enough to win now and then: looks for dice, keeps the Horde small, works on the Order."""
    options, table = {option.key: option for option in match.request.options}, match.table
    if "horde" in options or "quest" in options or "order" in options:
        fights = [key for key in options if key.startswith("nemesis")]
        if len(table.in_play) >= 3 and "horde" in options:
            return options["horde"]
        wanted = [*fights, *(key for key in ("order", "quest", "horde") if key in options)]
        return options[wanted[0] if rng.random() < 0.9 else rng.choice(wanted)]
    sends = [key for key in options if key.startswith("send:")]
    if sends:
        by_code, party = table.options.cards.by_code, table.party
        fight = table.action in ("horde", "nemesis")

        def worth(key: str) -> tuple[int, int]:
            hero = by_code[key[5:]]
            new = hero.class_ not in {other.class_ for other in party}
            fresh = len({*hero.attributes} - {word for other in party for word in other.attributes})
            return (new, fresh) if fight else (fresh, new)

        return options[max(sends, key=worth)]
    covers = [key for key in options if key.startswith("cover:")]
    if covers:
        return options[max(covers, key=lambda key: int(key.rsplit(":", 1)[1]))]
    calms = [key for key in options if key.startswith("calm:")]
    if calms:
        return options["calm:regions" if "calm:regions" in options else calms[0]]
    rerolls = sorted(key for key in options if key.startswith("reroll:"))
    return options[rerolls[0]] if rerolls else rng.choice(match.request.options)


# --- the table, between two moves -----------------------------------------------------------------


def check(table: Table) -> None:
    """The invariants of the ledger that one look at a table can tell."""
    options, cards, seats = table.options, table.options.cards, table.seats

    def known(deck: Any) -> list[Card]:
        here = [*deck.pool, *(card for _, some in deck.segments for card in some if card is not PROMPT)]
        assert len(deck) == len(here) + sum(some.count(PROMPT) for _, some in deck.segments)
        assert deck.held == 0
        return here

    def conserved(found: list[Card], *types: str) -> None:
        wanted = [card for type_ in types for card in cards.of(type_)]
        found = [*found, *(card for card in table.box if card.type in types)]
        twice = [card for card, many in Counter(found).items() if many > 1]
        assert not twice and set(found) == set(wanted), f"twice: {twice}; odd: {set(found) ^ set(wanted)}"

    def each(part: str) -> list[Card]:
        return [card for player in seats for card in getattr(player, part)]

    # queen.invariant.heroes: none in the box, ever
    heroes = [*known(table.heroes), *table.hero_discard, *table.retired, *each("hand"), *table.party]
    conserved(heroes, "hero")
    assert len(heroes) == len(cards.of("hero"))

    # queen.invariant.items
    items = [*known(table.items), *table.item_discard, *each("items"), *table.aside]
    conserved(items, "item", "relic", "henchman")
    assert len(items) == 49 and sum(card.type == "henchman" for card in each("items")) <= 4
    assert all(card.type != "item" for card in table.aside)
    for player in seats:
        assert player.relic is None or player.relic in player.items

    # queen.invariant.monsters, queen.invariant.six, queen.invariant.icons
    foes = [foe.card for foe in table.in_play]
    conserved([*known(table.monsters), *foes, *table.monster_discard, *each("trophies")], "monster")
    excluded = {card for card in table.box if card.type == "monster"}
    assert excluded == set(cards.of("monster")) - set(monsters_played(options))
    assert len(foes) <= 6
    for foe in (*table.in_play, *table.nemeses):
        assert not Counter(foe.free) - Counter(foe.card.icons)
        assert table.phase != "action" or table.action or foe.free or not foe.card.icons

    # queen.invariant.prompts, queen.invariant.nemesis
    nemeses = [foe.card for foe in table.nemeses]
    conserved([*known(table.prompts), *table.drawn, *nemeses], "nemesis")
    built = 1 if options.easy_one_nemesis else 3 if options.hard_three_nemeses else 2
    gone = [card for card in table.box if card.type == "nemesis"]
    assert prompts_left(table.monsters) + len(table.drawn) + len(nemeses) + len(gone) == built

    # queen.invariant.threat, queen.invariant.villagers
    assert all(0 <= tokens and (options.hard_no_max or tokens <= 6) for tokens in table.threat)
    assert 0 <= table.villagers <= 15 - 2 * options.hard_late
    assert 0 <= table.regions <= 11 - options.hard_late

    # queen.invariant.orders, queen.invariant.order-tokens
    current = [table.order] if table.order else []
    conserved([*known(table.orders), *current, *table.completed], "order")
    assert len(table.completed) <= 3 and 0 <= table.tokens <= 10
    if table.phase == "action" and not table.action:  # else the Reward of a completed one may be in hand
        assert table.order
    if table.phase == "action" and table.moon == 1 and not table.action:
        assert table.tokens <= 7

    # queen.invariant.locations, queen.invariant.quests
    here = [table.location] if table.location else []
    locations = [card for deck in table.locations for card in known(deck)]
    conserved([*locations, *here, *each("locations")], "location")
    quests = [player.quest for player in seats if player.quest]
    conserved([*known(table.quests), *quests, *table.reading], "quest")
    for player in seats:
        required = Counter(player.quest.requires if player.quest else ())
        assert not Counter(card.location for card in player.locations) - required

    # queen.invariant.events
    conserved([*known(table.events), *table.event_discard], "event", "funeral")
    assert len(table.events) + len(table.event_discard) == 19 and table.event_discard[0].type == "funeral"

    # queen.invariant.hands, queen.invariant.party
    assert all(len(player.hand) <= 7 for player in seats) and len(table.party) <= 4
    assert not table.party or table.action
    assert table.phase in ("action", "end") or not table.party or table.result
    guilds = [player.guild for player in seats if player.guild]
    if table.phase != "setup":
        conserved(guilds, "guild")
        assert len(guilds) == len(seats)
    assert 1 <= table.moon <= 4 and 0 <= table.turn < len(seats) and all(p.favors >= 0 for p in seats)
    assert table.villagers + table.regions >= 0 and len(table.locations) == len(LOCATIONS)


# --- the course of a game -------------------------------------------------------------------------


class Watch(playing.Watch):
    """Holds the course of a game to the ledger's invariants."""

    rule = staticmethod(step)

    def __init__(self) -> None:
        super().__init__()
        self.turns = 0
        self.phases = 0
        self.ordered = 0  # Order actions since the last Event Phase
        self.rolled = 0  # dice of the roll in hand, and how many of them were rerolled
        self.rerolled = 0
        self.rerolling = False
        self.retired = 0  # by the Horde, in the action in hand

    def answered(self, request: Any, answer: Any) -> None:
        if not isinstance(request, Event):
            self.rerolling = isinstance(request, Choose) and answer.key.startswith("reroll:")

    def began(self, table: Table) -> None:
        """Between two steps: phases follow each other, the moon counts the turns."""
        before, four = self.before, table.options.moon_cycle == "four_turns"
        assert table.result is None
        if before is None:
            assert table.phase == "setup"
            return
        match before.phase:
            case "setup":
                assert table.phase == "action" and table.turn == table.first
            case "action":
                assert table.phase == "end" and table.turn == before.turn
                self.acted(before, table)
            case "end":  # queen.invariant.moon, queen.invariant.hands
                self.turns += 1
                long = 4 if four else 3
                assert (table.phase == "event") == (self.turns % long == 0)
                assert table.moon == self.turns % long + 1
                assert not table.party and not table.action
                next_ = table.turn if table.phase == "event" else (before.turn + 1) % len(table.seats)
                assert table.turn == next_
                full = len(table.seats[before.turn].hand) == 7
                assert full or not table.heroes.segments and not table.hero_discard
            case "event":
                self.phases += 1
                self.ordered = 0
                assert table.phase == "action" and table.turn == (before.turn + 1) % len(table.seats)
                assert table.round == before.round + 1 and not table.drawn
                assert table.tokens <= 7
                if table.options.seal_removed != "no_nemesis" or not table.nemeses:
                    assert not table.seal
        if four:
            assert self.phases == (self.turns - (table.phase == "event")) // 4

    def acted(self, before: Table, table: Table) -> None:
        """An action has been taken [queen.invariant.seal, -order-once, -nemesis-gate, -retire-horde]."""
        if table.action == "order":
            self.ordered += 1
            assert self.ordered == 1 and not before.seal and not before.nemeses and table.seal
        elif table.action == "horde":
            sent = bool(before.seats[table.turn].hand)
            assert before.in_play and self.retired == (sent and bool(table.in_play))
        self.retired = 0
        assert table.action in ("", "quest", "order", "horde", "nemesis")
        if table.action in ("quest", "order"):
            assert table.tokens - before.tokens <= 3 or table.order is not before.order

    # --- what is asked and told

    def asked(self, table: Table, request: Any) -> None:
        """queen.invariant.probability, -dice, -test-dice, -favors"""
        if isinstance(request, Choose):
            names = [option.key for option in request.options]
            assert names and len(names) == len(set(names)), names
            assert table.result is None
            return
        weights = request.outcomes().values()
        assert all(type(weight) is int and weight >= 0 for weight in weights) and sum(weights) > 0
        if isinstance(request, Roll) and table.phase == "action":
            assert 1 <= request.count <= 10
            if self.rerolling:
                self.rerolled += 1
                assert request.count == 1 and self.rerolled <= self.rolled
            elif self.rolled % 10 or not self.rolled or self.rerolled:
                self.rolled, self.rerolled = request.count, 0
            else:  # after ten dice there may come more of the same roll
                self.rolled += request.count

    def told(self, table: Table, event: Event) -> None:
        if event.rule == "queen.horde.retire-one":
            self.retired += 1
        if "attribute" in event.data:
            attribute = event.data["attribute"]
            dice = tests.party_dice(table.party, attribute)
            if attribute in CLASSES:
                assert dice % 2
            elif attribute == COMBAT:
                assert dice == len({hero.class_ for hero in table.party}) <= 4

    def ended(self, match: Match) -> None:
        """queen.invariant.loss, queen.invariant.win-rounds, queen.goal.coop"""
        table, result = match.table, match.result
        everybody = tuple(range(len(table.seats)))
        assert match.request is None and match.over and result is not None, "no end after so many moves"
        match result.rule:
            case "queen.goal.three-orders":
                assert result.winners == everybody and len(table.completed) == 3
                rounds = self.phases + (table.phase == "event")
                at_once = table.options.order_completion == "immediate"
                if table.options.moon_cycle == "four_turns":
                    assert rounds >= 9 - at_once + table.options.hard_sealed_start
            case "queen.loss.villagers":
                assert result.winners == () and table.villagers == 0
            case "queen.loss.regions":
                assert result.winners == () and table.regions == 0
            case "queen.loss.heroes":
                assert result.winners == () and not table.hero_discard and not len(table.heroes)
            case _:
                raise AssertionError(f"ended by {result.rule}")
        assert result.scores == tuple(int(seat in result.winners) for seat in everybody)


PLAYER = playing.Player(GAME, SWITCHES, check, Watch)
line, replay = PLAYER.line, PLAYER.replay
