"""A sensible player: short principles, the game's exact odds where they decide, and a reason for every move.

Worth is counted so that a Success Token on the Order is 1:

1. What runs out is dear: Villagers, Regions and Heroes cost by the rounds to come over what is left of them.
2. A Nemesis in play blocks the Order, so it is fought first; the Commander by way of the Horde.
3. The Order is fulfilled once a round, by whoever of those still to move has the best exact chances.
4. A Monster costs Villagers until it falls; a Threat costs every round; a Quest counts by what is left to do for it.
5. The party is the one of most exact worth, the bonus of one's Guild counted.
6. Items and Favors are used where they turn a Test by more than they are worth.
7. Threat leaves the pool where it hurts most; gifts go to whoever holds least.
8. A Hero who is given away or Retired is the one whom the others can best replace.

All hands lie open, and nothing is known of what the decks will give. Where somebody holds more than can be weighed in
time, parties are judged without Items and Favors, two Items a Test and any Favors are spent, and the reason says so.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random
from typing import TypeAlias

from beastlab.core.match import Match
from beastlab.core.requests import Choose, IllegalMove, Move
from beastlab.games.by_order_of_the_queen.cards import Card
from beastlab.games.by_order_of_the_queen.hordes import placing_now
from beastlab.games.by_order_of_the_queen.kingdoms import table_at
from beastlab.games.by_order_of_the_queen.odds import compare
from beastlab.games.by_order_of_the_queen.parties import Party
from beastlab.games.by_order_of_the_queen.rules.locations import ENOUGH, TO_WIN, open_locations
from beastlab.games.by_order_of_the_queen.rules.party import MOST
from beastlab.games.by_order_of_the_queen.standing import ACTION, FAVOR, ITEM, PARTY, standing
from beastlab.games.by_order_of_the_queen.table import Table
from beastlab.games.by_order_of_the_queen.teams import aim_now, heading, ranked
from beastlab.games.by_order_of_the_queen.vocabulary import ENEMY, GARDEN, POOLS, REGIONS, Effect
from beastlab.odds.arguments import whole

PACE = 2.3
"""Success Tokens in a round."""
STAYS, LASTS = 2.2, 3.0
"""For how many Event Phases a Monster stays, and for how many the lack of a Threat is felt."""
ITEM_WORTH, FAVOR_WORTH = 0.3, 0.4
LEAST = {ITEM: 0.1, FAVOR: 0.12}
"""How much likelier an action must become for an Item or a Favor to be spent on it."""
GRAIN = 20
"""Worths are rounded to so many parts: exact odds are faster with whole numbers."""
MOST_KNOWN = 2000
_TEAMS: dict[Hashable, tuple[Party, float, bool]] = {}
"""The best teams that were found, by all that they depend on: each Hero who sets out would ask for them again."""
FREELY = 2
"""So many Items are spent on a Test where more are held than can be weighed."""
TOO_RICH = " More Items and Favors are held than can be weighed: they are judged simply."
Judged: TypeAlias = tuple[float, str]


@dataclass(frozen=True)
class SensibleBot:
    """A policy (see `beastlab.bots`) that can say why it plays what it plays."""

    seed: int = 0

    def __call__(self, match: Match) -> Move:
        return self.why(match)[0]

    def why(self, match: Match) -> tuple[Move, str]:
        """The move for the seat that is asked, and the reason in a sentence.

        IllegalMove if nobody is asked, as when the game is over; ValueError for what is no match of this game.
        """
        table, asked = table_at(match), match.request
        if not isinstance(asked, Choose):
            raise IllegalMove("nobody is asked: there is no move to choose")
        mind = _Mind(match)
        judged = mind.judged()
        most = max(worth for worth, _ in judged) - 1e-9
        best = [(move, why) for move, (worth, why) in zip(asked.options, judged, strict=True) if worth > most]
        move, why = Random(f"{self.seed}:{table.round}:{table.turn}:{asked.prompt}").choice(best)
        return move, why + TOO_RICH * mind.simply


def sensible_bot(seed: int = 0) -> SensibleBot:
    """A player who keeps to the principles at the top of this module; the seed, a whole number, decides between equals.

    >>> from beastlab.games import by_order_of_the_queen as queen
    >>> move, why = queen.sensible_bot().why(queen.new_match(seats=2, seed=7))
    >>> move.label, why
    ("Fulfill the Queen's Order", 'The Order is open, and nobody is likelier: 2.23 by this party.')
    """
    return SensibleBot(whole("seed", seed))


class _Mind:
    """What one seat makes of the choice that waits."""

    def __init__(self, match: Match) -> None:
        self.match, self.request, self.seat = match, match.request, match.request.seat
        self.table: Table = match.table
        self.own = self.table.seats[self.seat]
        self.simply = False  # whether Items and Favors were too many to be weighed

    # --- what things are worth ----------------------------------------------------------------------

    @cached_property
    def rounds(self) -> float:
        """The rounds to come."""
        lack = ENOUGH * (TO_WIN - len(self.table.completed)) - self.table.tokens
        return max(1.0, lack / PACE)

    @cached_property
    def villager(self) -> float:
        return self.rounds / max(1, self.table.villagers - len(self.table.in_play) + 1)

    @cached_property
    def region(self) -> float:
        return self.rounds / max(1, self.table.regions - self.table.threat_effect(REGIONS) + 1)

    @cached_property
    def hero(self) -> float:
        left = len(self.table.heroes) + len(self.table.hero_discard)
        return self.rounds / max(1, left - self.table.threat_effect(GARDEN) + 1)

    @cached_property
    def monster(self) -> float:
        return STAYS * self.villager

    def threat(self, pool: int) -> float:
        """What a Threat less in a pool is worth, as the board's table is over its whole length."""
        costs = {ENEMY: self.monster, REGIONS: self.region, GARDEN: self.hero}
        return 0.5 * min(LASTS, self.rounds) * costs[pool] * (0.8 + self.table.threat[pool] / 15)

    def effect(self, effect: Effect) -> float:
        """What an effect is worth."""
        name, amount = effect
        if name == "remove_threat":
            each = [self.threat(pool) for pool in range(3) if self.table.threat[pool]]
            return min(amount, sum(self.table.threat)) * max(each, default=0.0)
        if name.startswith("remove_threat_"):
            pool = POOLS.index(name[14:])
            return min(amount, self.table.threat[pool]) * self.threat(pool)
        if name.startswith("threat_"):
            pool = POOLS.index(name[7:])
            return -amount * self.threat(pool) if self.table.threat[pool] < 6 else 0.0
        if name == "event":
            return sum(map(self.effect, self.table.event.reward))
        return amount * self.simple.get(name, 0.0)

    @cached_property
    def simple(self) -> dict[str, float]:
        worth = {"favor": FAVOR_WORTH, "item": ITEM_WORTH, "henchman": ITEM_WORTH, "recover": self.hero}
        worth |= {"monster_success": self.monster / 2 if self.table.in_play else 0.0}
        worth |= {"monster": -self.monster, "villager": -self.villager, "region": -self.region}
        return worth | {"retire": -self.hero, "retire_from_deck": -self.hero}

    def weights(self) -> dict[str, int]:
        """What cards of Locations give and take, in parts."""
        names: tuple[str, ...] = (
            "favor",
            "item",
            "recover",
            "event",
            "monster_success",
            "monster",
            "villager",
            "retire",
        )
        names = (*names, *(f"threat_{pool}" for pool in POOLS))
        return {name: round(GRAIN * self.effect(Effect(name))) for name in names}

    # --- parties ------------------------------------------------------------------------------------

    def team(self, action: str, location: str | None = None, seat: int | None = None) -> tuple[Party, float]:
        """The best team with those who were sent, and its worth, with the Guild's bonus."""
        seat = self.seat if seat is None else seat
        table, player = self.table, self.table.seats[seat]
        weights = None if action == "order" else self.weights()
        sent = table.party if seat == table.turn else []
        known = self.facts(action, location, seat, str(weights))
        if known in _TEAMS and {*sent} <= {*_TEAMS[known][0]}:
            team, worth, simply = _TEAMS[known]
            self.simply |= simply
            return team, worth
        simply = False
        try:
            teams = self.teams(action, location, seat, sent, weights)
        except ValueError:
            self.simply = simply = True
            teams = self.teams(action, location, seat, sent, weights, bare=True)
        guild = player.guild
        bonus = 0.2 if action == "order" else sum(map(self.effect, guild.reward)) if guild else 0.0

        def worth_of(team: tuple[Party, float]) -> float:
            own = sum(hero.guild == guild.guild for hero in team[0]) if guild else 0
            return team[1] + bonus * (guild is not None and own >= guild.needs)

        teams = [(tuple(sorted(party, key=lambda hero: hero.code)), worth) for party, worth in teams]
        best = max(teams, key=lambda team: (round(worth_of(team), 9), [hero.code for hero in team[0]]))
        if not sent:
            if len(_TEAMS) > MOST_KNOWN:
                _TEAMS.clear()
            _TEAMS[known] = best[0], worth_of(best), simply
        return best[0], worth_of(best)

    def facts(self, action: str, location: str | None, seat: int, weights: str) -> Hashable:
        """All that the worth of a team depends on."""
        table, player = self.table, self.table.seats[seat]
        of_order = (table.order, table.tokens, len(table.completed)) if action == "order" else ()
        place = location or (table.order.location if table.order and action == "order" else None)
        deck = table.location_deck(place) if place else None
        cards = frozenset(deck.next_card().outcomes().items()) if deck and deck.segments else None
        hand = frozenset(player.hand) | frozenset(table.party if seat == table.turn else ())
        mine = (hand, player.favors, *sorted(item.code for item in player.items), player.relic, player.guild)
        foes = (*table.in_play, *table.nemeses)
        near = (table.villagers, len(table.in_play)) if table.villagers < 4 else ()
        heroes = not table.heroes.segments and not table.hero_discard
        kingdom = (table.event, player.quest, near, heroes, str(self.simple), *table.threat)
        if action == "order":  # no weights are in it, but those of the Guild's bonus
            kingdom = (table.event, near, heroes)
        fight = foes if action.startswith(("horde", "nemesis")) else ()
        return (table.options, action, place, cards, of_order, mine, kingdom, fight, weights)

    def teams(
        self,
        action: str,
        location: str | None,
        seat: int,
        sent: Sequence[Card],
        weights: dict[str, int] | None,
        bare: bool = False,
    ) -> list[tuple[Party, float]]:
        """The parties with those who were sent, and their worth; if `bare`, without Items and Favors."""
        if action.startswith(("horde", "nemesis")):
            return self.fighters(action, seat, sent, bare)
        aim, _ = aim_now(self.table, seat, action, location, weights or "successes", bare=bare)
        rest = [hero for hero in self.table.seats[seat].hand if hero not in sent]
        size = min(MOST - len(sent), len(rest))  # more Heroes are never worse where Tests wait
        unit = GRAIN if weights else 1
        parties = [(*sent, *some) for some in combinations(rest, size)]
        return [(party, float(aim.worth(party)) / unit) for party in parties]

    def fighters(self, action: str, seat: int, sent: Sequence[Card], bare: bool) -> list[tuple[Party, float]]:
        """The parties against a foe, with what they save: by Monsters or tokens, and by what falls."""
        horde = action == "horde"
        each = self.monster + 0.1 if horde else 1.0
        board = 0.3 + self.hero + 3 * any(foe.card.falls for foe in self.table.nemeses) if horde else 2.0
        hand = self.table.seats[seat].hand
        both = []
        for worth in ("successes", "all"):
            aim, question = aim_now(self.table, seat, action, None, worth, bare=bare)
            both.append(ranked(aim, hand, question, tuple(sent)))
        falls = {team.heroes: float(team.worth) for team in both[1]}
        return [(team.heroes, each * float(team.worth) + board * falls[team.heroes]) for team in both[0]]

    def quest(self, location: str) -> float:
        """What it is worth to go to a Location for the Quest."""
        assert self.own.quest
        share = self.reward(self.own.quest) / len(self.own.outstanding())
        return self.team("quest", location)[1] + share

    def reward(self, card: Card) -> float:
        return sum(map(self.effect, card.reward))

    # --- choices ------------------------------------------------------------------------------------

    def judged(self) -> list[Judged]:
        options, rule = self.request.options, self.request.rule
        if rule == ACTION:
            return [self.action(move) for move in options]
        if rule == PARTY:
            return self.party()
        if rule in LEAST or self.table.action in ("quest", "order") and options[0].key.startswith("retire:"):
            chances = {move.key: float(chance) for move, chance in compare(self.match)}
            if len(chances) == len(options):
                return [self.spending(move, chances[move.key]) for move in options]
            if rule in LEAST:
                return self.freely()
        if rule == "queen.horde.cover" and self.table.action == "horde":
            best = placing_now(self.match)
            return [(float(move.key == best.key), "So most Monsters fall to this roll.") for move in options]
        return [self.worth(move) for move in options]

    def action(self, move: Move) -> Judged:
        verb = move.key.partition(":")[0]
        if not self.own.hand:
            return 0.0, "There is nobody to send."
        if verb == "quest":
            if self.own.quest is None:
                return 2.0 * self.threat(REGIONS), "A new Quest will take Threat off."
            types = open_locations(self.table, self.own.outstanding())
            worth = max(map(self.quest, types))
            return worth, f"The Quest is worth most now: {worth:.2f} Success Tokens."
        _, worth = self.team(move.key)
        if verb == "order":
            turns = 3 if self.table.options.moon_cycle == "literal" else 4
            later = max(map(self.later, range(1, turns + 1 - self.table.moon)), default=0.0)
            if worth < 1:
                return worth, "The chances for the Order are poor, but nothing else is better."
            if later > worth + 0.2:
                return worth - 3, "A later player has a better party for the Order."
            return worth + 3, f"The Order is open, and nobody is likelier: {worth:.2f} by this party."
        if verb == "nemesis":
            return worth + 3, f"{move.piece.name} blocks the Order."
        return worth, f"{len(self.table.in_play)} in play cost Villagers: to fight them is worth most."

    def later(self, turns: int) -> float:
        """What the Order would be worth in the hands of the player so many turns later."""
        seat = (self.seat + turns) % len(self.table.seats)
        if seat == self.seat or not self.table.seats[seat].hand:
            return 0.0
        return self.team("order", seat=seat)[1]

    def party(self) -> list[Judged]:
        table = self.table
        action = table.action
        if action == "nemesis":
            place = self.match.place
            while getattr(place.request, "rule", "") != ACTION:
                place = place.parent
            action = place.answer.key
        team, _ = self.team(action, heading(self.match))
        names = ", ".join(hero.name for hero in team)
        wanted = [hero for hero in team if hero not in table.party]
        key = f"send:{wanted[0].code}" if wanted else "go"
        why = f"No party is worth more: {names}."
        return [(float(move.key == key), why) for move in self.request.options]

    def spending(self, move: Move, chance: float) -> Judged:
        """What an Item, a Favor or a Hero does for the action."""
        verb = move.key.partition(":")[0]
        if verb == "retire":
            return chance + 0.001 * self.spare(move.piece, self.table.party), "The others can do without."
        if verb in ("roll", "keep"):
            return chance, "Nothing that may be spent turns the action by enough."
        item = move.piece if verb == "use" else move.piece[1]
        price = 0.001 if item is not None and item is self.own.relic else LEAST[self.request.rule]
        return chance - price, f"It makes success likelier: {chance:.0%} then."

    def freely(self) -> list[Judged]:
        """What is spent where the chances can't be weighed: a few Items, and Favors on the lowest die."""
        self.simply = True
        options = self.request.options
        if self.request.rule == ITEM:
            more = standing(self.match).used < FREELY
            return [(float((move.key != "roll") == more), "A die or two more will do.") for move in options]
        lowest = min(move.piece[0] for move in options if move.key != "keep")
        why = "The lowest die gains most."
        return [(float(move.key != "keep" and move.piece[0] == lowest), why) for move in options]

    def worth(self, move: Move) -> Judged:
        """What any other move is worth, and why."""
        verb, piece = move.key.partition(":")[0], move.piece
        match verb:
            case "to":
                worth = self.quest(piece)
                return worth, f"{piece} promises most: {worth:.2f}."
            case "keep" if isinstance(piece, Card) and piece.type == "quest":
                return self.reward(piece) / len(piece.requires), f"{piece.name} gives most for its length."
            case "calm":
                return self.threat(piece), "A Threat hurts most there."
            case "give":
                player = self.table.seats[piece]
                return -player.favors - len(player.items), f"{player.name} holds least."
            case "pass" if piece:
                left = self.table.seats[(self.seat + 1) % len(self.table.seats)]
                fits = left.guild is not None and piece.guild == left.guild.guild
                own = self.own.guild is not None and piece.guild == self.own.guild.guild
                return self.spare(piece, self.own.hand) + 2 * fits - 2 * own, "The others can do without."
            case "retire":
                return self.spare(piece, self.table.party), "That Hero is the easiest to replace."
            case "scout":
                return float(sum(piece.icons)), f"{piece.name} is the hardest to defeat."
            case "cover":
                return self.covering(piece, int(move.key.rpartition(":")[2])), "So most is won by it."
            case "trade" if piece:
                return self.effect(piece[1]) if piece[1] else -1.0, "Trophies have no other use."
            case "roll" | "go":
                return 0.0, "There is nothing else that helps."
        return 0.0 if verb in ("roll", "keep", "trade", "leave") else -0.1, "Nothing else is worth it."

    def covering(self, card: Card, icon: int) -> float:
        foes = (*self.table.in_play, *self.table.nemeses)
        free = next(len(foe.free) for foe in foes if foe.card is card)
        return icon / 10 - free

    def spare(self, hero: Card, among: Iterable[Card]) -> float:
        """How well others stand in for a Hero: by Class and Abilities, and Guild."""
        others = [other for other in among if other is not hero]
        words = (*hero.attributes, hero.class_)
        have = sum(word in (*other.attributes, other.class_) for other in others for word in words)
        return have / max(1, len(others)) - len(hero.attributes) / 10
