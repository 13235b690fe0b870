"""A sensible player: short principles, the game's exact odds where they decide, and a reason for every move.

A move is worth so many Beasts; the one that is worth most is played:

1. The King is worth four Beasts: whoever may attack him nearly always does, and spends what it takes.
2. An attack is worth its exact chance times the Beast, Enchants in hand counted; it must beat two other actions.
3. An odd action comes before the attack: a bonus for it, a Hero, an effect that is likely, or a draw.
4. A Hero or what it carries is worth what it opens: chance times worth, halved for each thing still lacking.
5. Enchants are played where they turn a result, the fewest that do; rivals only where it matters.
6. Defiance is for what lets a rival attack the King or is aimed at an own Hero; harm is for whoever is nearest to him.
7. Once three Shards lie, all win or lose together: nobody is hindered, and everybody helped against the King.
8. No turn ends while an action is left that helps; what is given up is what helps least.

Only what the seat may know counts: open cards, its own hand, and how many cards others hold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, TypeAlias

from beastlab.core.match import Match
from beastlab.core.requests import Event, Move
from beastlab.games.beast_hunt.cards import Card, Effect
from beastlab.games.beast_hunt.duels import duel
from beastlab.games.beast_hunt.rolls import hero_roll
from beastlab.games.beast_hunt.rules import beasts, heroes
from beastlab.games.beast_hunt.stagger import reach
from beastlab.games.beast_hunt.table import Hero, Table
from beastlab.odds.texts import percent_text

KING, THIRD, CARD, DUEL = 4.0, 1.5, 0.25, 0.4
"""The King, the Beast that opens the way to him, an Enchant or Defiance in hand, a duel; a Beast is worth 1."""
WORTH = {"draw": 0.1, "pull": 0.12, "discard_other": 0.06, "discard_each_other": 0.08, "action": 0.2}
WORTH |= {"recover": 0.12, "play_now": 0.15, "attack_bonus": 0.15, "attack_now": 0.3, "destroy": 0.15}
WORTH |= {"assassinate": 0.15, "steal": 0.3, "return": 0.1, "flip": 0.05, "unequip": 0.05, "roll_bonus": 0.04}
WORTH |= {"guard": 0.03, "roll_bonus_this_turn": 0.03, "each_discard": -0.05, "each_sacrifice": -0.1}
"""What an effect is worth, for each time, where the table doesn't say more."""
ROLLS = {"hunt.beast.orb": "totals", "hunt.hero.roll": "total", "hunt.defiance.roll-order": "rolled"}
"""The rules by which rolls are told, and where the event holds them."""
_reach, _hero_roll, _duel = cache(reach), cache(hero_roll), cache(duel)
Judged: TypeAlias = tuple[float, str]


@dataclass(frozen=True)
class SensibleBot:
    """A policy (see `beastlab.bots`) that can say why it plays what it plays."""

    seed: int = 0

    def __call__(self, match: Match) -> Move:
        return self.why(match)[0]

    def why(self, match: Match) -> tuple[Move, str]:
        """The move for the seat that is asked, and the reason in a sentence."""
        mind, table, asked = _Mind(match), match.table, match.request
        match asked.rule:
            case "hunt.beast.own-turn":
                judged = mind.turn()
            case "hunt.enchant.anyone":
                judged = mind.enchant()
            case _:
                judged = [mind.worth(move) for move in asked.options]
        most = max(worth for worth, _ in judged) - 1e-9
        best = [(move, why) for move, (worth, why) in zip(asked.options, judged, strict=True) if worth > most]
        seen = table.round, table.turn, table.actions, asked.prompt  # by everybody
        return Random(f"{self.seed}:{seen}").choice(best)


def sensible_bot(seed: int = 0) -> SensibleBot:
    """A player who keeps to the principles at the top of this module; the seed decides between equals.

    >>> from beastlab.games import beast_hunt as hunt
    >>> move, why = hunt.sensible_bot().why(hunt.new_match(seats=2, seed=7))
    >>> move.label, why
    ('Choose Huntress Veda', 'No skill is more useful: +2 on your next attack roll this turn.')
    """
    return SensibleBot(seed)


class _Mind:
    """What one seat makes of the choice that waits."""

    def __init__(self, match: Match) -> None:
        self.match, self.request, self.seat = match, match.request, match.request.seat
        self.table: Table = match.table
        self.own = self.table.seats[self.seat]
        self.together = len(self.table.shards) >= 3

    def turn(self) -> list[Judged]:
        """The next action: an attack against two others, the odd action first, and the end last."""
        left, found, best = self.table.actions, [], defaultdict[int, float](float)
        for move in self.request.options:
            cost = 0 if move.cost == "free" else int(move.cost.split()[0])
            found.append((cost, *self.worth(move, left - cost)))
            best[cost] = max(best[cost], found[-1][1])
        odd, plan = 9 * (left % 2 == 1 and best[1] > 0), max(3 * best[1], best[1] + best[2])
        judged = []
        for cost, worth, why in found:
            if cost == 2:
                worth = worth / 2 - odd
            elif cost != 1:  # a free skill, or the end; another hand
                worth = 8 if worth > (plan if cost else 0) else -9
            judged.append((worth, why))
        return judged

    # --- fights, and what a Party opens -----------------------------------------------------------------

    def needed(self, beast: Card, seat: int) -> int:
        setter, stagger = self.table.marks.get(beast), self.table.stagger(beast)
        weak = setter is not None and beasts.entitled(self.table, seat, setter)
        return stagger if weak and stagger is not None else self.table.defeat(beast)

    def chance(self, beast: Card, plus: int = 0, table: Table | None = None) -> Fraction:
        """The exact chance to defeat a Beast or the King, apart from what it takes to attack it."""
        plus += beasts.attack_modifier(table or self.table, self.seat, beast is self.table.king)
        return _reach(self.needed(beast, self.seat), beast.orbs, plus, self.table.options.orb_reading)

    def price(self, beast: Card) -> float:
        more = 0.2 * bool(beast.continuous) + 0.1 * bool(beast.effect)
        return KING if beast is self.table.king else more + (THIRD if len(self.own.beasts) == 2 else 1)

    def strike(self, beast: Card, plus: int = 0) -> float:
        """Chance times price, with most of what the two best Enchants in hand add to the chance."""
        helps = sum(sorted(max(0, *card.values) for card in self.own.hand if card.type == "enchant")[-2:])
        helps *= self.table.options.orb_reading != "each" or beast.orbs == 1
        chance = 0.3 * float(self.chance(beast, plus)) + 0.7 * float(self.chance(beast, plus + helps))
        return chance * self.price(beast)

    def best_strike(self, plus: int) -> float:
        able = [b for b in self.table.field if not beasts.why_no_attack(self.table, self.seat, b)]
        king = self.table.king
        able += [king] if king and not beasts.why_no_attack(self.table, self.seat, king) else []
        return max((self.strike(beast, plus) for beast in able), default=0.0)

    def to_king(self, table: Table, seat: int) -> int:
        """How many Beasts (or cards of one class) and symbols are lacking until a seat may attack the King."""
        party, king = table.seats[seat], table.king
        same = max((party.classes() + party.champion_classes()).values(), default=0)
        needs = king.requirement if king else ("any",) * 3
        return max(0, min(3 - len(party.beasts), 5 - same)) + len(beasts.missing(table, seat, needs))

    def prospect(self, table: Table) -> float:
        """What the own Party opens: chance times worth, halved for each symbol or step that is lacking."""
        king, now = table.king, -table.attack_bonus if self.seat == table.turn else 0
        chance = float(self.chance(king, now, table)) if king else 1 / 3
        values = [KING * chance * 0.5 ** self.to_king(table, self.seat)]
        for beast in table.field:
            lacking = len(beasts.missing(table, self.seat, beast.requirement))
            values.append(float(self.chance(beast, now, table)) * self.price(beast) * 0.5**lacking)
        return max(values) + sum(values) / 4

    def change(self, old: Hero | None, new: Hero | None) -> float:
        """By how much the prospect grows if a Hero comes, goes, or is another."""
        table = self.table.copy()
        party = table.seats[self.seat].heroes
        party[:] = [hero for hero in party if hero is not old] + ([new] if new else [])
        return self.prospect(table) - self.prospect(self.table)

    def danger(self, other: int) -> float:
        """How near a rival is to the King, shared among those who could stop it."""
        share = float((len(self.table.seats) - 1) ** -0.5)
        return 0.0 if self.together else share * 0.5 ** self.to_king(self.table, other)

    # --- what effects, cards and moves are worth -----------------------------------------------------------

    def effect(self, effect: Effect | None, left: int = 0) -> float:
        """What an effect is worth to this seat, with so many actions left after it."""
        name = effect.name if effect else ""
        if effect and name == "attack_bonus":
            fits = self.table.turn == self.seat and left >= 2
            return self.best_strike(int(effect.amount)) - self.best_strike(0) if fits else 0.0
        if name in ("destroy", "assassinate", "steal", "return", "flip", "unequip"):
            both = [(owner, hero) for owner, p in enumerate(self.table.seats) for hero in p.heroes]
            may = [(o, hero) for o, hero in both if not heroes.why_not(self.seat, o, hero, name)]
            return max((self.hit(name, o, hero) for o, hero in may), default=0.0)
        return _usual(effect)

    def hit(self, verb: str, owner: int, hero: Hero) -> float:
        """What it is worth that this Hero is destroyed, stolen, turned, stripped, ..."""
        own, cursed = owner == self.seat, hero.gear is not None and hero.gear.type == "curse"
        if verb == "unequip":
            return 0.08 if own == cursed else -0.08
        if own:
            up = verb == "flip" and not hero.up
            return self.change(hero, hero._replace(up=True) if up else None) + (0.1 if up else -0.08)
        worth = 0.08 + self.danger(owner) / 2 if not self.together else -0.1
        if verb == "steal":
            return worth + self.change(None, Hero(hero.card))
        return worth * (1 if hero.up else -1 if verb == "flip" else 0.3)

    def chance_of(self, hero: Hero) -> Fraction:
        """The exact chance that a Hero's effect comes off."""
        easier, roll = heroes.roll_bonus(self.table, self.seat, hero), hero.card.roll
        if not roll:
            return Fraction(1)
        return _hero_roll(roll.value, roll.colour, easier if roll.colour == "green" else -easier)

    def kept(self, card: Card) -> float:
        """What a card is worth in the hand."""
        if card.type == "hero":
            return 0.12 + self.change(None, Hero(card))
        arms = sum(held.type == "ancient_arm" for held in self.own.hand)
        usual = {"enchant": CARD, "defiance": CARD, "ancient_arm": 0.12 * arms}
        return usual.get(card.type, max(0.05, _usual(card.effect)))

    def playing(self, card: Card, target: tuple[int, Card] | None, left: int) -> float:
        if card.type == "hero":
            now = float(self.chance_of(Hero(card))) * self.effect(card.effect, left)
            return 0.08 + self.change(None, Hero(card)) + max(0.0, now)
        if not target:
            return self.effect(card.effect, left)
        if target[0] != self.seat:
            return 0.04 + self.danger(target[0]) / 10 if card.type == "curse" and not self.together else -0.1
        hero = heroes.still_there(self.table, *target)
        gain = self.change(hero, hero._replace(gear=card)) if hero else 0.0
        return gain + _usual(card.effect) - 0.2 * (card.type == "curse")

    def worth(self, move: Move, left: int = 0) -> Judged:
        """What a move is worth in Beasts, and why."""
        verb, piece = move.key.partition(":")[0], move.piece
        match verb:
            case "attack":
                return self.strike(piece), f"{percent_text(self.chance(piece))} to defeat {piece.name}."
            case "arms":
                return self.price(piece) + piece.orbs / 10, f"{piece.name} falls for certain."
            case "draw":
                return 0.1 if len(self.own.hand) < 7 else 0.03, "No move is worth more than another card."
            case "play" | "equip":
                card, target = piece
                return self.playing(card, target, left), f"{card.name} helps most now."
            case "use" | "now":
                chance = self.chance_of(heroes.still_there(self.table, self.seat, piece) or Hero(piece))
                worth = self.effect(piece.effect, self.table.actions if verb == "now" else left)
                return float(chance) * worth, f"{percent_text(chance)} for the effect of {piece.name}."
            case "skill":
                return self.effect(piece.effect, left), f"The skill of {piece.name} helps most now."
            case "passive":
                return self.effect(piece.passive), f"The skill of {piece.name} costs nothing."
            case "champion":
                worth = _usual(piece.effect) - 0.08 * piece.cost
                return worth, f"No skill is more useful: {piece.effect.words()}"
            case "refresh":
                worth = 0.4 - sum(map(self.kept, self.own.hand))
                return worth, "Four new cards are worth more than this hand."
            case "discard" | "recover":
                sign, most = (1, "most") if verb == "recover" else (-1, "least")
                return sign * self.kept(piece), f"{piece.name} is the card that helps {most}."
            case "pull" | "victim":
                worth = self.danger(piece) + len(self.table.seats[piece].hand) / 100
                return worth, "That rival is nearest to the King, or has most cards."
            case "defy":
                (harm, why), chance = self.harm(), _duel(piece.duel_bonus)
                return harm * float(chance) - CARD / 2, f"{why}; {percent_text(chance)} to win the duel."
        if isinstance(piece, tuple):
            return self.hit(verb, *piece), f"{piece[1].card.name} is the Hero with whom it helps most."
        return 0.0, "Nothing that may be done now is worth it."

    # --- Enchants and Defiance ----------------------------------------------------------------------------

    def told(self, *rules: str) -> tuple[Event, list[Any]]:
        """What was told last by one of these rules, and the Enchants played since."""
        place, played = self.match.place, []
        while not (found := [event for event in place.events if event.rule in rules]):
            played += [place.answer.piece] if getattr(place.answer, "key", "").startswith("enchant:") else []
            place = place.parent
        return found[-1], played

    def enchant(self) -> list[Judged]:
        """Pass, or the first of the fewest and least Enchants that turn the roll, if that is worth them."""
        _, *plays = (move.piece for move in self.request.options)
        judged = [(0.0, "No Enchant turns this result, or none is worth it."), *((-1.0, "") for _ in plays)]
        roll, played = self.told(*ROLLS)
        fight = self.told("hunt.term.attack", "hunt.lesser.on-draw")[0] if "totals" in roll.data else roll
        who, card = roll.data, next(iter(fight.cards), None)  # None: a duel
        own = self.seat in (who.get("seat"), who.get("user"), who.get("target"))
        king = card is not None and card is self.table.king
        worth, wish = DUEL * own, who.get("target") != self.seat
        if card and card.type == "hero":
            worth = own * self.effect(card.effect, self.table.actions)
        elif card and card.type != "lesser_beast":
            worth = self.price(card) if own or king else 1.2 * self.danger(who["seat"])
            wish = own or self.together
        most = (
            0
            if worth <= CARD or self.met(card, roll, played) == wish
            else 4
            if king and len(plays) < 30
            else 2
        )
        for count in range(1, most + 1):
            ways = [way for way in combinations(plays, count) if len({card for card, *_ in way}) == count]
            turn = [way for way in ways if self.met(card, roll, [*played, *way]) == wish]
            if turn and (king or worth > count * CARD):
                least = min(turn, key=lambda way: (sum(abs(value) for _, value, _ in way), str(way)))
                turns = "Enchant turns" if count == 1 else "Enchants turn"
                why = f"{count} {turns} this result, and that is worth it."
                judged[1 + plays.index(least[0])] = 1.0, why
                break
        return judged

    def met(self, card: Card | None, roll: Event, played: Sequence[Any]) -> bool:
        """Whether a roll with these Enchants is a success: a Hero's, an attack, or a duel of its user."""
        totals = roll.data[ROLLS[roll.rule]]
        by = [totals] if isinstance(totals, int) else list(totals)
        for _, value, n in played:
            by[n] += value
        if card is None:
            return bool(by[0] > by[1])
        if card.roll:
            return by[0] >= card.roll.value if card.roll.colour == "green" else by[0] <= card.roll.value
        reading: Any = {"each": min, "best": max}.get(self.table.options.orb_reading, sum)
        return bool(reading(by) >= self.needed(card, roll.data["seat"]))

    def harm(self) -> tuple[float, str]:
        """How much the card that is being played would hurt, and how."""
        told, _ = self.told("hunt.action.play-card")
        aimed = self.told("hunt.action.play-card", "hunt.defiance.moment")[0].cards
        card, user, after = told.cards[0], told.data["seat"], self.table.copy()
        after.seats[user].heroes += [Hero(card)] if card.type == "hero" else []
        if self.together:
            return 0.0, "All win together"
        if any(hero.card in aimed for hero in self.own.heroes):
            return 0.4, f"{card.name} is aimed at a Hero of one's own"
        if self.to_king(self.table, user) and not self.to_king(after, user):
            return 1.5, f"With {card.name} a rival may attack the King"
        return 0.0, f"{card.name} does not hurt"


def _usual(effect: Effect | None) -> float:
    times = effect.amount if effect and isinstance(effect.amount, int) else 1
    return WORTH.get(effect.name, 0.0) * times if effect else 0.0
