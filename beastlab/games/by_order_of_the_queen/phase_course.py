"""The course of Event Phases, step by step: every state that play may lead to, with its weight."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from math import gcd, lcm
from typing import Any, NamedTuple, TypeAlias

from beastlab.games.by_order_of_the_queen.cards import Card
from beastlab.games.by_order_of_the_queen.kingdoms import Kingdom, Play
from beastlab.games.by_order_of_the_queen.rules.kingdom import MOST_THREAT
from beastlab.games.by_order_of_the_queen.rules.monsters import MOST_MONSTERS
from beastlab.games.by_order_of_the_queen.vocabulary import ENEMY, GARDEN, POOLS, REGIONS, Effect
from beastlab.odds.distribution import Distribution


class Lost(NamedTuple):
    """What the kingdom has lost in the phases looked at; a game that is lost stops there."""

    villagers: int
    regions: int
    heroes: int


class State(NamedTuple):
    """All of a course that matters for what comes. Cards are counted by kind: those that do the same are alike."""

    villagers: int
    regions: int
    heroes: int
    threat: tuple[int, ...]
    monsters: int
    piles: tuple[tuple[int, int], ...]
    discards: int
    trophies: int
    events: tuple[int, ...]
    past: tuple[int, ...]
    nemeses: tuple[int, ...]
    drawn: tuple[int, ...]
    unseen: tuple[int, ...]
    pending: tuple[tuple[Effect, ...], ...] = ()  # effects still to be carried out; of six a die chooses one
    over: str = ""  # the rule by which the game is lost


Branches: TypeAlias = "list[tuple[int, State]]"
"""Where a step may lead, with weights."""
Step: TypeAlias = "Callable[[State], Branches]"


class TooLong(Exception):
    """There are more branches than may be followed."""


def onward(law: dict[State, int], total: int, step: Step, room: int) -> tuple[dict[State, int], int, int]:
    """The law after a step, as ways out of a total, and what is left of the `room` for branches.

    Courses that are alike are counted together. TooLong as soon as there are more branches than that.
    """
    branches: list[tuple[int, Branches]] = []
    for state, ways in law.items():
        ends = step(state) if not state.over else [(1, state)]
        branches.append((ways, ends))
        room -= len(ends)
        if room < 0:
            raise TooLong
    sums = [sum([weight for weight, _ in ends]) if len(ends) > 1 else ends[0][0] for _, ends in branches]
    scale = lcm(*set(sums))
    after: dict[State, int] = {}
    for (ways, ends), all_ in zip(branches, sums, strict=True):
        factor = ways * (scale // all_)
        for weight, state in ends:
            after[state] = after.get(state, 0) + factor * weight
    if scale == 1:
        return after, total, room
    common = gcd(total := total * scale, *after.values())
    if common > 1:
        after = {state: ways // common for state, ways in after.items()}
    return after, total // common, room


class Course:
    """The steps of rounds, from one kingdom under one play."""

    def __init__(self, kingdom: Kingdom, play: Play) -> None:
        self.play, self.options = play, kingdom.options
        foes = kingdom.nemeses + kingdom.drawn + kingdom.unseen
        self.foes = list(dict.fromkeys((card.event_phase, card.falls) for card in foes))
        self.cards = list(
            dict.fromkeys((card.threat, card.immediate) for card in kingdom.events + kingdom.past)
        )
        self.tables = [self.options.board_table(f"threat_table_{pool}") for pool in POOLS]
        self.threatened = cache(self._threatened)

        def foe(card: Card) -> int:
            return self.foes.index((card.event_phase, card.falls))

        def event(card: Card) -> int:
            return self.cards.index((card.threat, card.immediate))

        self.start = State(
            kingdom.villagers,
            kingdom.regions,
            kingdom.heroes,
            kingdom.threat,
            kingdom.monsters,
            tuple(pile for pile in kingdom.piles if pile[0]),
            kingdom.discards,
            kingdom.trophies,
            _counts(map(event, kingdom.events), len(self.cards)),
            _counts(map(event, kingdom.past), len(self.cards)),
            tuple(map(foe, kingdom.nemeses)),
            tuple(map(foe, kingdom.drawn)),
            _counts(map(foe, kingdom.unseen), len(self.foes)),
        )

    def lost(self, state: State) -> Lost:
        start = self.start
        return Lost(
            start.villagers - state.villagers, start.regions - state.regions, start.heroes - state.heroes
        )

    def steps(self, play: bool, last: bool) -> tuple[Step, ...]:
        """A round: the play, if there is any before its Event Phase, and the steps in which something is lost.

        The Threat of a new Event matters to later phases only. In the last phase courses are counted together that
        differ in nothing but cards that do nothing any more.
        """
        event = self.options.event_steps == "eleven" and (not last or any(now for _, now in self.cards))
        return (
            *([self.forget_events] if last and not event else []),
            *([self.fights] if play else []),
            self.abilities,
            *([self.forget_foes] if last else []),
            self.horde_comes,
            self.kingdom_suffers,
            *([self.new_event] if event else []),
        )

    def forget_events(self, state: State) -> Branches:
        return [(1, state._replace(events=(), past=()))]

    def forget_foes(self, state: State) -> Branches:
        return [(1, state._replace(nemeses=(), drawn=(), unseen=(sum(state.unseen),)))]

    # --- the play

    def fights(self, state: State) -> Branches:
        """Monsters and a Nemesis fall, Threat goes, Heroes are Retired."""
        play = self.play
        many = play.defeated.weights if isinstance(play.defeated, Distribution) else {play.defeated: 1}
        chance = Fraction(play.nemesis) if state.nemeses else Fraction(0)
        found = []
        for count, weight in many.items():
            for falls, share in ((True, chance.numerator), (False, chance.denominator - chance.numerator)):
                if share:
                    found.append((weight * share, self._played(state, count, falls)))
        return found

    def _played(self, state: State, count: int, falls: bool) -> State:
        fallen = min(count, state.monsters)
        nemeses, threat = list(state.nemeses), list(state.threat)
        gone = nemeses[:falls]
        if fallen and fallen == state.monsters:
            gone += [kind for kind in nemeses[falls:] if self.foes[kind][1]]
        for kind in gone:
            nemeses.remove(kind)
            threat = [max(0, tokens - 2) for tokens in threat]
        calmed = self.play.calmed
        if isinstance(calmed, int):
            for _ in range(min(calmed, sum(threat))):
                threat[max((REGIONS, ENEMY, GARDEN), key=lambda pool: threat[pool])] -= 1
        else:
            threat = [max(0, tokens - less) for tokens, less in zip(threat, calmed, strict=True)]
        over, heroes = "", state.heroes - self.play.retired
        if heroes < 0 and self.options.hero_loss_scope != "deck_only":
            over = "queen.loss.heroes"
        return state._replace(
            heroes=max(0, heroes),
            monsters=state.monsters - fallen,
            trophies=state.trophies + fallen,
            nemeses=tuple(nemeses),
            threat=tuple(threat),
            over=over,
        )

    # --- the Event Phase

    def abilities(self, state: State) -> Branches:
        """Step 1."""
        effects = tuple(self.foes[kind][0] for kind in state.nemeses if self.foes[kind][0])
        return [(1, state._replace(pending=effects) if effects else state)]

    def horde_comes(self, state: State) -> Branches:
        """Steps 2 and 3: Villagers for the Monsters in play, and as many new Monsters as the enemy is strong."""
        changes = _losses(state, "villagers", state.monsters)
        draws = self._effect(state, ENEMY)
        if draws and "over" not in changes:
            changes["pending"] = ((Effect("monster", draws),),)
        return [(1, state._replace(**changes) if changes else state)]

    def kingdom_suffers(self, state: State) -> Branches:
        """Steps 4 to 8, as far as they matter: Nemeses arrive, Regions and Heroes go, Trophies are turned in."""
        changes: dict[str, Any] = {}
        if state.drawn:
            changes = {"nemeses": state.nemeses + state.drawn, "drawn": ()}
        for pool, name in ((REGIONS, "regions"), (GARDEN, "heroes")):
            if "over" not in changes and state.threat[pool]:
                changes |= _losses(state, name, self._effect(state, pool))
        if state.trophies and self.options.event_steps == "eleven":
            changes |= {"discards": state.discards + state.trophies, "trophies": 0}
        return [(1, state._replace(**changes) if changes else state)]

    def new_event(self, state: State) -> Branches:
        """Step 9."""
        events, past = (
            (state.events, state.past) if any(state.events) else (state.past, (0,) * len(state.past))
        )
        found = []
        for kind, count in enumerate(events):
            if count:
                then = state._replace(
                    threat=self.threatened(state.threat, kind),
                    events=_more(events, kind, -1),
                    past=_more(past, kind, 1),
                    pending=tuple((effect,) for effect in self.cards[kind][1]),
                )
                found.append((count, then))
        return found

    def one_effect(self, state: State) -> Branches:
        """Carry out the first effect that is still to be carried out, or draws of Monsters until one brings luck."""
        if not state.pending:
            return [(1, state)]
        first, *others = state.pending
        if len(first) > 1:
            faces = dict.fromkeys(first)
            return [(first.count(face), state._replace(pending=((face,), *others))) for face in faces]
        name, amount = first[0]
        if name == "monster":
            return self._drawn(state, amount, tuple(others))
        changes: dict[str, Any] = {"pending": tuple(others)}
        match name:
            case "villager" | "region" | "retire_from_deck":
                what = {"villager": "villagers", "region": "regions"}.get(name, "heroes")
                changes |= _losses(state, what, amount)
            case _ if name.startswith("threat_"):
                changes["threat"] = self._raised(state.threat, POOLS.index(name[7:]), amount)
            case _ if name.startswith("remove_threat_"):
                pool = POOLS.index(name[14:])
                changes["threat"] = _more(state.threat, pool, -min(amount, state.threat[pool]))
        return [(1, state._replace(**changes))]

    def _drawn(self, state: State, draws: int, others: tuple[tuple[Effect, ...], ...]) -> Branches:
        """Draw Monster Cards: which Monster it is makes no difference, which Nemesis does."""
        piles, discards = state.piles, state.discards
        if not piles:
            if not discards:
                return [(1, state._replace(pending=others))]
            piles, discards = ((discards, 0),), 0
        (cards, prompts), *below = piles
        many = 1 if prompts else min(draws, cards)  # without a Prompt in the pile there is no luck in it
        pending = ((Effect("monster", draws - many),), *others) if draws > many else others

        def without(prompt: int) -> tuple[tuple[int, int], ...]:
            return ((cards - many, prompts - prompt), *below) if cards > many else tuple(below)

        found: Branches = []
        unseen = sum(state.unseen)
        if prompts < cards:
            room = min(many, MOST_MONSTERS - state.monsters)
            changes: dict[str, Any] = {"pending": pending} | _losses(state, "villagers", many - room)
            then = state._replace(
                piles=without(0),
                monsters=state.monsters + room,
                discards=discards + many - room,
                **changes,
            )
            found.append(((cards - prompts) * (unseen or 1), then))
        for kind, count in enumerate(state.unseen if prompts else ()):
            if count:
                arrived = state._replace(
                    piles=without(1),
                    drawn=(*state.drawn, kind),
                    unseen=_more(state.unseen, kind, -1),
                    pending=pending,
                )
                found.append((prompts * count, arrived))
        return found

    def _effect(self, state: State, pool: int) -> int:
        return self.tables[pool].threat_effect(state.threat[pool])

    def _threatened(self, threat: tuple[int, ...], kind: int) -> tuple[int, ...]:
        """The pools after an Event of this kind."""
        for pool, tokens in enumerate(self.cards[kind][0]):
            threat = self._raised(threat, pool, tokens)
        return threat

    def _raised(self, pools: tuple[int, ...], pool: int, count: int) -> tuple[int, ...]:
        """The pools with so many Threat Tokens more on one, as far as there is room, or on those below."""
        threat, options = list(pools), self.options
        for _ in range(count):
            room = range(pool, len(POOLS)) if options.hard_cascade else (pool,)
            into = next((p for p in room if options.hard_no_max or threat[p] < MOST_THREAT), None)
            if into is not None:
                threat[into] += 1
        return tuple(threat)


def _losses(state: State, what: str, count: int) -> dict[str, Any]:
    """What changes with so many fewer; the first that isn't there loses the game, and nothing comes after."""
    left = getattr(state, what) - count
    if left < 0:
        return {what: 0, "over": f"queen.loss.{what}", "pending": ()}
    return {what: left} if count else {}


def _counts(kinds: Iterable[int], size: int) -> tuple[int, ...]:
    found = [0] * size
    for kind in kinds:
        found[kind] += 1
    return tuple(found)


def _more(counts: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] + by, *counts[place + 1 :])
