"""Whole games of Beast Hunt at random, held to the ledger's invariants after every move.

A game that fails prints the one line that plays it again: `replay(seed=17, seats=4, champions=2, shardless=True)`.

>>> replay(seed=17, seats=2).over
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from games import playing
from games.playing import NEVER

from beastlab.core.knowledge import Memory
from beastlab.core.match import Match
from beastlab.core.requests import Choose, Event
from beastlab.games.beast_hunt import GAME, SWITCHES, Card, Table
from beastlab.games.beast_hunt.rules import beasts, step
from beastlab.games.beast_hunt.table import FORCED
from beastlab.games.beast_hunt.vocabulary import CLASSES

NOTHING = Memory()
GEAR = ("armament", "curse", "banner")


def settings(seed: int) -> dict[str, Any]:
    """The options of the game with this seed: all modes and seat counts come round, readings are drawn."""
    rng = Random(f"settings {seed}")
    modes = {
        "seats": 2 + seed % 5,
        "champions": 1 + seed // 5 % 2,
        "shardless": bool(seed // 10 % 2),
    }
    return modes | {switch: rng.choice(readings) for switch, readings in SWITCHES.items()}


# --- the table, between two moves -----------------------------------------------------------------


def check(table: Table) -> None:
    """The invariants of the ledger that one look at a table can tell."""
    options, cards, seats = table.options, table.options.cards, range(len(table.seats))

    def known(deck: Any) -> list[Card]:
        return [*deck.pool, *(card for _, some in deck.segments for card in some)]

    # hunt.invariant.main-conservation, hunt.invariant.one-equipment, hunt.invariant.no-equipment-elsewhere
    main = [*known(table.deck), *table.discard, *table.resolving]
    for seat in table.seats:
        main += [*seat.hand, *seat.lesser]
        for hero in seat.heroes:
            main.append(hero.card)
            assert hero.card.type == "hero"
            if hero.gear:
                assert hero.gear.type in GEAR
                main.append(hero.gear)
        assert all(card.type == "lesser_beast" for card in seat.lesser)
    nine = options.malice_in_deck == "nine_types"
    box = [card for card in cards.main if not (nine and card.type == "malice")]
    assert len(main) == len(set(main)) and set(main) == set(box), _odd(main, box)
    assert len(table.deck) == len(known(table.deck)) and table.deck.held == 0

    # hunt.invariant.beast-conservation, hunt.invariant.three-beasts-three-cards
    beast_cards = [*known(table.beast_deck), *table.field, *table.shards]
    for seat in table.seats:
        beast_cards += seat.beasts
        assert all(card.type == "beast" for card in seat.beasts)
    box = [*cards.beasts, *(() if options.shardless else cards.shards)]
    assert len(beast_cards) == len(set(beast_cards)) and set(beast_cards) == set(box), _odd(beast_cards, box)
    assert all(card.type == "beast" for card in table.field) and len(table.field) <= 3
    assert all(card.type == "shard" for card in table.shards)

    # hunt.invariant.king-one, hunt.invariant.champions
    assert table.king is None or table.king in cards.kings
    chosen = [champion for seat in table.seats for champion in seat.champions]
    assert Counter([*chosen, *table.champions]) == Counter(cards.champions)
    counts = {len(seat.champions) for seat in table.seats}
    assert counts == {options.champions} or table.phase == "champions" and max(counts) <= options.champions

    # hunt.invariant.countdown-iff-three, hunt.invariant.actions-nonnegative
    assert (table.countdown is not None) == (len(table.shards) >= 3)
    assert table.actions >= 0 and table.round >= 1 and 0 <= table.turn < len(table.seats)

    # hunt.invariant.no-forced-cards-after-first-turn
    for seat in table.seats:
        if not seat.dealt:
            assert not [card for card in seat.hand if card.type in FORCED], f"{seat.name} holds {seat.hand}"
        elif seat.dealt == 1:
            assert not [card for card in seat.hand if card.type == "malice"], f"{seat.name} holds {seat.hand}"

    # hunt.invariant.stagger-mark-valid (what a table tells of it), hunt.invariant.king-bonus
    for beast in table.marks:
        assert beast in table.field or beast is table.king
        assert table.stagger(beast) is not None
    for n in seats:
        bonus = beasts.attack_modifier(table, n, king=True) - beasts.attack_modifier(table, n)
        assert bonus == len(table.seats[n].lesser)
        assert beasts.may_challenge(table, n) == challenges(table, n)
    if table.king is None:
        assert table.resolving or not any(challenges(table, n) for n in seats) or table.phase != "end"

    # what seats remember is true of the hands
    holder = {card: n for n, seat in enumerate(table.seats) for card in seat.hand}
    for n, memory in enumerate(table.memory):
        if memory == NOTHING:
            continue
        followed = {card for world in memory.worlds for card, _ in world}
        truth = frozenset((card, holder.get(card)) for card in followed)
        assert memory.worlds.get(truth, 0) > 0, f"seat {n} remembers {memory.worlds}, but {truth}"
        assert n not in {at for world in memory.worlds for _, at in world}


def _odd(found: list[Card], wanted: list[Card]) -> str:
    twice = [card for card, many in Counter(found).items() if many > 1]
    return f"twice: {twice}; come or gone: {set(found) ^ set(wanted)}"


def challenges(table: Table, seat: int) -> bool:
    """Whether a seat has three Beasts or five cards of a class (hunt.king.condition-three, -five)."""
    party = table.seats[seat]
    if len(party.beasts) >= 3:
        return True
    if len(party.heroes) + len(party.champions) < 5:
        return False
    classes = [*(hero.class_ for hero in party.heroes if hero.up), *(card.class_ for card in party.champions)]
    return any(classes.count(class_) >= 5 for class_ in CLASSES)


def fills(table: Table, seat: int, requirement: tuple[str, ...]) -> bool:
    """Whether the requirement is met, by trying every way to match symbols to cards of the Party."""
    party, reading = table.seats[seat], table.options.requirement_champion
    heroes = [hero.class_ for hero in party.heroes if hero.up]
    champions = [card.class_ for card in party.champions] if reading != "never" else []
    if reading == "class_lent":  # each symbol needs a Hero; a champion lends its class to one of them
        if len(heroes) < len(requirement):
            return False
        return any(
            _matched(_without(requirement, taken), heroes, ())
            for k in range(len(champions) + 1)
            for taken in combinations(champions, k)
            if not Counter(taken) - Counter(requirement)
        )
    return _matched(requirement, heroes, tuple(champions), reading == "full_body")


def _without(requirement: tuple[str, ...], taken: tuple[str | None, ...]) -> tuple[str, ...]:
    left = list(requirement)
    for class_ in taken:
        left.remove(str(class_))
    return tuple(left)


def _matched(symbols: tuple[str, ...], heroes: list[str], champions: Any, wild: bool = False) -> bool:
    if not symbols:
        return True
    first, rest = symbols[0], symbols[1:]
    for n, class_ in enumerate(heroes):
        if first in ("any", class_) and _matched(rest, heroes[:n] + heroes[n + 1 :], champions, wild):
            return True
    for n, class_ in enumerate(champions):
        fits = first == class_ or wild and first == "any"
        if fits and _matched(rest, heroes, champions[:n] + champions[n + 1 :], wild):
            return True
    return False


# --- the course of a game -------------------------------------------------------------------------


class Watch(playing.Watch):
    """Holds the course of a game to the ledger's invariants."""

    rule = staticmethod(step)

    def __init__(self) -> None:
        super().__init__()
        self.cost: int | None = None
        self.gains = 0
        self.rolled: set[Card] = set()
        self.rolling: list[int] | None = None
        self.turns: list[int] = []
        self.king: Card | None = None
        self.marks: dict[Card, int] = {}
        self.attacker = 0
        self.defiances = 0
        self.third: int | None = None  # in which turn the third Shard came; 0 is setup
        self.shown: list[Event] = []  # since the last request

    def answered(self, request: Any, answer: Any) -> None:
        if isinstance(request, Choose) and request.rule == "hunt.beast.own-turn":
            self.cost = NEVER if answer.key == "end" else _cost(answer.cost)

    # --- between two steps

    def began(self, table: Table) -> None:
        self.settled(table)
        self.cost, self.gains = None, 0

    def settled(self, table: Table) -> None:
        """Nothing is being resolved: the field is full, a turn's end has been seen to."""
        before, seats = self.before, len(table.seats)
        assert not table.resolving and table.result is None
        if table.phase in ("start", "actions", "end"):  # hunt.invariant.field-three
            assert len(table.field) == min(3, len(table.field) + _beasts(table.beast_deck.pool))
        assert table.marks == self.marks, f"marks {table.marks}, after what was told {self.marks}"
        if before is None:
            return
        assert table.shards[: len(before.shards)] == before.shards  # hunt.invariant.shard-row-monotone
        if table.king:  # hunt.invariant.king-one
            assert self.king in (None, table.king)
            self.king = table.king
        else:
            assert self.king is None and not any(challenges(table, n) for n in range(seats))
        if len(table.shards) >= 3 and self.third is None:
            self.third = len(self.turns)
        if before.phase == "actions":  # hunt.invariant.actions-gain
            assert self.cost is not None
            expected = before.actions - self.cost + self.gains if self.cost < NEVER else 0
            assert table.actions == expected, f"{table.actions} actions left, not {expected}"
            assert table.phase == ("actions" if table.actions else "end") and table.turn == before.turn
        elif before.phase == "start":
            assert table.actions == 3 + self.gains and table.phase == "actions"
        elif before.phase == "end":
            self.turn_ended(before, table)

    def turn_ended(self, before: Table, table: Table) -> None:
        """hunt.invariant.hand-limit-own-end, hunt.invariant.countdown-decrease, hunt.invariant.turn-order"""
        party = table.seats[before.turn]
        limit = 7 + sum(b.continuous.amount for b in party.beasts if _lasts(b, "hand_limit"))  # type: ignore
        assert len(party.hand) <= limit
        assert table.turn == (before.turn + 1) % len(table.seats) and table.phase == "start"
        assert table.round == before.round + (table.turn == table.first)
        assert (table.attack_bonus, table.roll_bonus, table.used, table.missed) == (0, 0, set(), [])
        assert table.countdown == self.countdown(table) != 0

    def countdown(self, table: Table) -> int | None:
        """How many turns are left by what was seen, now that a turn has ended."""
        if self.third is None:
            return None
        ended = len(self.turns) - self.third  # turns since the one with the third Shard
        if self.third == 0:
            return len(table.seats) - ended
        counts = table.options.countdown_current_turn == "current_turn_counts"
        return len(table.seats) - counts - ended

    # --- what is asked

    def asked(self, table: Table, request: Any) -> None:
        """hunt.invariant.probabilities, hunt.invariant.actions-nonnegative, hunt.invariant.attack-legal"""
        self.was_shown(table)
        if not isinstance(request, Choose):
            weights = request.outcomes().values()
            assert all(type(weight) is int and weight >= 0 for weight in weights) and sum(weights) > 0
            return
        keys = [option.key for option in request.options]
        assert keys and len(keys) == len(set(keys)), keys
        if request.rule == "hunt.beast.own-turn":
            assert request.seat == table.turn
            for option in request.options:
                assert _cost(option.cost) <= table.actions
            wanted = [*table.field, *([table.king] if table.king else [])]
            for beast in wanted:
                legal = table.actions >= 2 and self.may_attack(table, request.seat, beast)
                assert (f"attack:{beast.code}" in keys) == legal, f"{beast}: {legal}, {keys}"

    def was_shown(self, table: Table) -> None:
        """Whoever was just shown a card knows whose hand it is in (hunt.invariant.hidden-information)."""
        for event in self.shown:
            for holder, held in enumerate(table.seats):
                for card in set(event.cards) & set(held.hand):
                    for seat in range(len(table.seats)):
                        if seat != holder and event.seen(seat):
                            known = table.memory[seat].certain()
                            assert known.get(card) == holder, f"{event} shows {card} to seat {seat}"
        self.shown.clear()

    def may_attack(self, table: Table, seat: int, beast: Card) -> bool:
        allowed = beast is not table.king or (
            table.options.king_access == "once_open" or challenges(table, seat)
        )
        return allowed and fills(table, seat, beast.requirement)

    # --- what is told

    def told(self, table: Table, event: Event) -> None:
        """Follow the rolls, fights and turns as they are told."""
        data = event.data
        if event.cards:
            self.shown.append(event)
        match event.rule:
            case "hunt.setup.first-chooser":
                rolling = self.rolling or list(range(len(table.seats)))
                best = max(data["rolls"])
                self.rolling = [s for s, roll in zip(rolling, data["rolls"], strict=True) if roll == best]
            case "hunt.turn.first-player":
                assert [data["seat"]] == self.rolling == [table.first] or table.phase == "champions"
                self.rolling = [data["seat"]]
            case "hunt.turn.clockwise":
                seat = self.turns[-1] + 1 if self.turns else self.rolling[0]  # type: ignore[index]
                assert data["seat"] == table.turn == seat % len(table.seats)
                self.turns.append(table.turn)
                self.rolled.clear()
            case "hunt.action.extra-actions" | "hunt.lesser.extra-action":
                assert data["seat"] == table.turn
                self.gains += int(event.text.partition(" gains ")[2].split()[0])
            case "hunt.hero.roll" | "hunt.hero.no-roll-effects":  # hunt.invariant.hero-use-once
                assert event.cards[0] not in self.rolled, f"{event.cards[0]} is used twice in a turn"
                self.rolled.add(event.cards[0])
            case "hunt.hero.any-number":  # it is played from a hand
                self.rolled.discard(event.cards[0])
            case "hunt.action.play-card":
                self.defiances = 0
            case "hunt.defiance.targets":  # hunt.invariant.one-defiance
                self.defiances += 1
                assert self.defiances == 1
            case "hunt.term.attack":  # hunt.invariant.attack-legal
                beast, self.attacker = event.cards[0], data["seat"]
                assert self.may_attack(table, self.attacker, beast)
            case "hunt.beast.gain":
                self.marks.pop(event.cards[0], None)
            case "hunt.term.pull-secrecy":
                assert event.seen_by is not None and len(event.seen_by) == 2
        if "outcome" in data and event.cards[0].type in ("beast", "king"):
            self.fought(table, event.cards[0], data["result"], data["outcome"])

    def fought(self, table: Table, beast: Card, result: int, outcome: str) -> None:
        """hunt.invariant.stagger-mark-valid, by all readings of who may use a Stagger"""
        setter, stagger, defeat = self.marks.get(beast), table.stagger(beast), table.defeat(beast)
        match table.options.stagger_who:
            case "left_neighbour" if setter is not None:
                if self.attacker != (setter + 1) % len(table.seats):
                    del self.marks[beast]
                    setter = None
        weak = setter is not None
        if table.options.stagger_who == "next_other":
            weak = weak and setter != self.attacker
        if result >= (stagger if weak and stagger else defeat):
            assert outcome == "defeat"
            self.marks.pop(beast, None)
        elif weak:
            assert outcome == "miss"
            del self.marks[beast]
        elif setter is None and stagger is not None and result >= stagger:
            assert outcome == "stagger"
            self.marks[beast] = self.attacker
        else:
            assert outcome == "miss"

    # --- the end

    def ended(self, match: Match) -> None:
        """hunt.invariant.terminal"""
        table, result = match.table, match.result
        everybody = tuple(range(len(table.seats)))
        assert match.request is None and match.over and result is not None, "no end after so many moves"
        match result.rule:
            case "hunt.king.solo-win":
                assert result.winners == (self.attacker,) == (table.turn,) and len(table.shards) < 3
            case "hunt.shard.coop-win":
                assert result.winners == everybody and len(table.shards) >= 3
            case "hunt.shard.fail":
                assert self.third is not None or len(table.shards) >= 3
                assert result.winners == () and table.countdown == 0
            case _:
                raise AssertionError(f"ended by {result.rule}")
        assert result.scores == tuple(int(seat in result.winners) for seat in everybody)


def _beasts(cards: Any) -> int:
    return sum(card.type == "beast" for card in cards)


def _lasts(beast: Card, effect: str) -> bool:
    return beast.continuous is not None and beast.continuous.name == effect


def _cost(words: str) -> int:
    """The actions that a move costs, by what is shown."""
    return int(words.split()[0]) if words != "free" else 0


PLAYER = playing.Player(GAME, SWITCHES, check, Watch)
line, replay = PLAYER.line, PLAYER.replay


# --- what a seat can see ------------------------------------------------------------------------------


def texts(value: Any) -> Iterator[str]:
    """All strings in plain data."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from texts(key)
            yield from texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts(part)
    elif isinstance(value, str):
        yield value


def shows_only_what_may_be_known(match: Match, seat: int) -> None:
    """The view names no card that its seat can't see or follow (hunt.invariant.hidden-information)."""
    table, view = match.table, match.view(seat)
    followed = {card.code: holder for card, holder in table.memory[seat].certain().items()}
    hidden = {card.code for place in table.hidden_from(seat) for card in place.cards}
    hidden |= {card.code for card in table.beast_deck.pool}
    hidden |= {card.code for card in table.kings.pool if card is not table.king}
    shown = hidden & set(texts(view))
    assert shown == set(followed) & hidden, f"seat {seat} sees {shown}, and knows {set(followed)}"
