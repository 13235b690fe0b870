"""What a party meets with and achieves: the Tests of a Location and of the Queen's Order, or a fight.

A party is chosen before the Location Card is turned over [queen.turn.party-first], so its worth is the mean over the
cards that may come; Items, Favors and the Hero to Retire are chosen with the whole card in view
[queen.location.front-open], all of them as well as can be for the worth that was asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations
from math import lcm
from typing import Any, NamedTuple

from beastlab.games.by_order_of_the_queen.cards import Card, CardSet, piece
from beastlab.games.by_order_of_the_queen.dice_tests import Course, Worth, course, scored
from beastlab.games.by_order_of_the_queen.hordes import horde as horde_law
from beastlab.games.by_order_of_the_queen.hordes import icons_of
from beastlab.games.by_order_of_the_queen.nemeses import free_icons
from beastlab.games.by_order_of_the_queen.nemeses import nemesis as nemesis_law
from beastlab.games.by_order_of_the_queen.rerolls import MOST_DICE
from beastlab.games.by_order_of_the_queen.rules import tests
from beastlab.games.by_order_of_the_queen.rules.party import MOST
from beastlab.games.by_order_of_the_queen.table import Foe
from beastlab.games.by_order_of_the_queen.uses import Aids, Branch, Number, Stage, Use
from beastlab.games.by_order_of_the_queen.vocabulary import (
    ATTRIBUTES,
    COMBAT,
    EFFECTS,
    LOCATIONS,
    Effect,
    Section,
)
from beastlab.odds.arguments import flag, number, one_of, several, shown, whole
from beastlab.odds.distribution import Distribution

MOST_HEROES = 12
"""A hand of more Heroes is refused: all its teams are valued."""
MOST_BONUS = 20
MOST_ITEMS = 1000
SHOWN = 5
"""So many teams stand in a repr."""

Party = tuple[Card, ...]
Penalties = tuple[Effect, ...]
Done = tuple[tuple[Section, bool], ...]


def safe(penalties: Penalties) -> Number:
    """The chance that Penalties end the game, where nothing is known of the kingdom."""
    return 0


@dataclass(frozen=True)
class Visit:
    """A party at a Location: its two Tests and, for an Order, the third, with all that helps.

    `cards` are those that may come, with their weights. `kinds` are the Attributes of each kind of Item, `kept` those
    of an Item that is not discarded, `bonus` has dice for every Test of an Attribute. `score` is the worth of the
    Tests passed, or `weights` that of what cards give and take. `after_both` is the reading of
    queen.location.reward-penalty-timing; `room` the tokens that the Order has room for where it is completed at once,
    `last` whether that wins; `over` the chance that Penalties end the game.
    """

    cards: Mapping[Card, int]
    order: Card | None = None
    aids: Aids = Aids()
    kinds: tuple[frozenset[str], ...] = ()
    kept: frozenset[str] = frozenset()
    bonus: Mapping[str, int] = field(default_factory=dict)
    score: Callable[[int], int] = int
    weights: Mapping[str, Number] | None = None
    meaning: str = ""
    after_both: bool = False
    room: int | None = None
    last: bool = False
    over: Callable[[Penalties], Number] = safe
    use: Use = field(init=False)
    vectors: dict[Party, tuple[int, ...]] = field(default_factory=dict, init=False)
    known: dict[Any, int] = field(default_factory=dict, init=False)
    helps: dict[str, tuple[tuple[int, ...], int]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        fitting = (
            (self.order.attributes if self.order else ()),
            *((s.test for s in sections(card)) for card in self.cards),
        )
        tested = {attribute for some in fitting for attribute in some}
        kinds, counts = [], []
        for kind, count in zip(self.kinds, self.aids.items, strict=True):
            if kind & tested or any(self.aids.saved):  # others are of no use here
                kinds.append(kind)
                counts.append(count)
        object.__setattr__(self, "kinds", tuple(kinds))
        rolls = 3 * (2 * MOST + 2 + max(self.bonus.values(), default=0))
        most = rolls + sum(counts)  # more Favors than dice are of no use
        favors = self.aids.favors if any(self.aids.saved) else min(self.aids.favors, most)
        object.__setattr__(self, "aids", self.aids._replace(items=tuple(counts), favors=favors))
        grain = lcm(*(weight.denominator for weight in (self.weights or {}).values()))
        grain *= lcm(*(Fraction(worth).denominator for worth in self.aids.saved))
        if self.over is not safe:
            chances = (self.over(some) for card in self.cards for some in penalties_of(card))
            grain *= lcm(*(d for p in chances for d in (p.denominator, (1 - p).numerator or 1))) ** 3
        object.__setattr__(self, "use", Use(self.aids, rolls, grain))

    @property
    def chance(self) -> bool:
        """Whether a worth is a chance."""
        return self.meaning.startswith("chance")

    # --- the tree of a card ---------------------------------------------------------------------

    def dice(self, party: Party, attribute: str) -> int:
        """The dice of a Test before Items."""
        return tests.party_dice(list(party), attribute) + self.bonus.get(attribute, 0)

    def tree(self, card: Card, party: Party) -> Stage:
        """The Tests of a Location Card.

        queen.location.two-tests, queen.order.final-test, queen.order.final-party, queen.penalty.retire
        """
        assert card.top
        return self._stage(card.top.test, party, partial(self._after_top, card, party))

    def second(self, card: Card, party: Party, first: bool) -> Stage:
        """The Test of the middle or bottom section, after the result of the top."""
        section = card.middle if first else card.bottom
        assert card.top and section
        done = ((card.top, first),)
        return self._stage(section.test, party, partial(self._after_second, done, section, party))

    def third(self, party: Party, done: Done) -> Stage:
        """The Test of the Order, after the Location."""
        assert self.order
        results, attribute = tuple([ok for _, ok in done]), self.order.attributes[0]
        branches = [Branch((*results, ok), self._worth(done, ok)) for ok in (True, False)]
        return Stage(self._vector(party)[ATTRIBUTES.index(attribute)], *self._helped(attribute), *branches)

    def _stage(self, attribute: str, party: Party, after: Callable[[bool], Branch]) -> Stage:
        dice = self._vector(party)[ATTRIBUTES.index(attribute)]
        return Stage(dice, *self._helped(attribute), after(True), after(False))

    def _helped(self, attribute: str) -> tuple[tuple[int, ...], int]:
        """The kinds of Items that fit a Test, and the dice of the one that is kept."""
        if attribute not in self.helps:
            fits = tuple(n for n, kind in enumerate(self.kinds) if attribute in kind)
            self.helps[attribute] = fits, int(attribute in self.kept)
        return self.helps[attribute]

    def _after_top(self, card: Card, party: Party, ok: bool) -> Branch:
        assert card.top
        done = ((card.top, ok),)
        suffered = () if ok or self.after_both else (card.top.penalty,)
        worth = self._worth(done)
        if ok and not self.after_both and self.order and self.room == 1 and self.last:
            return Branch((ok,), worth)  # won
        then = dict.fromkeys(self.second(card, left, ok) for left in remaining(party, suffered))
        return Branch((ok,), worth, tuple(then), self.over(suffered))

    def _after_second(self, before: Done, section: Section, party: Party, ok: bool) -> Branch:
        done = (*before, (section, ok))
        results = tuple(won for _, won in done)
        worth = self._worth(done)
        if self.order is None or self.room is not None and sum(results) >= self.room:
            return Branch(results, worth)
        failed = tuple(part.penalty for part, won in done if not won)
        earlier = () if self.after_both else tuple(part.penalty for part, won in before if not won)
        then = dict.fromkeys(self.third(left, done) for left in remaining(party, failed[len(earlier) :]))
        ended = self.over(earlier)
        over = Fraction(self.over(failed) - ended) / (1 - ended) if 0 < ended < 1 else self.over(failed)
        return Branch(results, worth, tuple(then), over)

    def _worth(self, done: Done, last: bool = False) -> Number:
        """The worth of results of the Location, with that of the Order's Test."""
        passed = int(last)
        for _, ok in done:
            passed += ok
        if self.room is not None:
            passed = min(passed, self.room)
        if self.weights is None:
            return int(self.score(passed))
        value = self.weights.get("success", 0) * passed
        for section, ok in done:
            effect = section.penalty if not ok else None if self.order else section.reward
            if effect:
                value += self.weights.get(effect.name, 0) * effect.amount
        return value

    # --- what it is worth -----------------------------------------------------------------------

    def by_card(self, party: Party) -> list[int]:
        """The worth on every card, in units; cards and parties that are alike in all that matters are valued once."""
        held, favors = self.use.aids.items, self.use.aids.favors
        own, found = self._vector(party), []
        for card, (alike, places, retired) in zip(self.cards, self._alike, strict=True):
            fewer = [
                frozenset(tuple(vector[n] for n in places) for vector in self._fewer(party, count))
                for count in range(1, retired + 1)
            ]
            key = alike, tuple(own[n] for n in places), *fewer
            if key not in self.known:
                self.known[key] = self.use.value(self.tree(card, party), held, favors)
            found.append(self.known[key])
        return found

    @cached_property
    def _alike(self) -> list[tuple[Any, tuple[int, ...], int]]:
        """Of every card: what tells it from others, the places of its Attributes, and how many it may Retire."""
        found = []
        for card in self.cards:
            parts = sections(card)
            tested = [*(part.test for part in parts), *(self.order.attributes if self.order else ())]
            retires = tuple(part.penalty.name == "retire" for part in parts)
            helped = tuple((*(name in kind for kind in self.kinds), name in self.kept) for name in tested)
            plain = self.weights is None and self.over is safe
            most = retires[0] + any(retires[1:]) if self.order else retires[0] and not self.after_both
            places = tuple(map(ATTRIBUTES.index, tested))
            found.append(((helped, retires if plain else parts), places, int(most)))
        return found

    def _vector(self, party: Party) -> tuple[int, ...]:
        if party not in self.vectors:
            self.vectors[party] = tuple(self.dice(party, attribute) for attribute in ATTRIBUTES)
        return self.vectors[party]

    def _fewer(self, party: Party, count: int) -> list[tuple[int, ...]]:
        return [self._vector(left) for left in combinations(party, max(len(party) - count, 0))]

    def worth(self, party: Party) -> Fraction:
        """The worth of sending a party: the mean over the cards."""
        found = sum(
            weight * worth for weight, worth in zip(self.cards.values(), self.by_card(party), strict=True)
        )
        return Fraction(found, self.use.unit * sum(self.cards.values()))

    def course(self, party: Party) -> Course:
        """What comes of it."""
        stages = [(weight, self.tree(card, party)) for card, weight in self.cards.items()]
        return course(stages, self.use, self.meaning)


def sections(card: Card) -> tuple[Section, Section, Section]:
    """The three sections of a Location Card."""
    assert card.top and card.middle and card.bottom
    return card.top, card.middle, card.bottom


def remaining(party: Party, penalties: Penalties) -> Iterator[Party]:
    """The parties that may be left when Penalties Retire Heroes of the player's choice."""
    retired = min(sum(p.amount for p in penalties if p.name == "retire"), len(party))
    yield from combinations(party, len(party) - retired)


def penalties_of(card: Card) -> Iterator[Penalties]:
    top, middle, bottom = sections(card)
    yield from ((top.penalty,), (middle.penalty,), (top.penalty, bottom.penalty))


@dataclass(frozen=True)
class Fight:
    """A party in a fight: `dice` more than it brings itself, Favors, and what the fight is worth.

    `icons` are the uncovered Dice Icons of each Monster, or of the Nemesis alone, for which `extra` is the Ability
    that adds dice. `goal` is "successes", "all", a number that is enough, or weights.
    """

    icons: tuple[tuple[int, ...], ...]
    nemesis: bool = False
    extra: str | None = None
    dice: int = 0
    favors: int = 0
    goal: Any = "successes"
    meaning: str = ""
    found: dict[tuple[int, int], Distribution[Any]] = field(default_factory=dict)

    @property
    def chance(self) -> bool:
        return self.meaning.startswith("chance")

    def rolled(self, party: Party) -> int:
        """The dice of the fight [queen.horde.dice, queen.nemesis.dice, queen.nemesis.crag-giant-dice]."""
        heroes = list(party)
        extra = tests.party_dice(heroes, self.extra) if self.extra else 0
        return tests.party_dice(heroes, COMBAT) + extra + self.dice

    def law(self, party: Party) -> Distribution[Any]:
        """What comes of it: Monsters defeated, or (Success Tokens, Heroes Retired)."""
        key = self.rolled(party), len(party)
        if key[0] > MOST_DICE:
            raise ValueError(
                f"{key[0]} dice would be rolled; up to {MOST_DICE} are weighed: give fewer Combat Items or bonus dice"
            )
        if key not in self.found:
            if self.nemesis:
                aim = "defeat" if self.goal == "all" else "tokens"
                self.found[key] = nemesis_law(key[0], self.icons[0], key[1], self.favors, aim)  # type: ignore[arg-type]
            else:
                aim = "clear" if self.goal == "all" else "monsters"
                self.found[key] = horde_law(key[0], self.icons, self.favors, aim)  # type: ignore[arg-type]
        return self.found[key]

    def worth(self, party: Party) -> Fraction:
        law = self.law(party)
        tokens = law.marginal(0) if self.nemesis else law
        most = len(self.icons[0]) if self.nemesis else len(self.icons)
        if self.goal == "successes":
            return tokens.mean
        if self.goal == "all":
            return tokens[most]
        if isinstance(self.goal, int):
            return tokens.P(self.goal.__le__)
        cleared = tokens[most]
        retired = law.marginal(1).mean if self.nemesis else 1 - cleared
        each = {"success": tokens.mean, "clear": cleared, "retire": retired}
        return sum((weight * each[name] for name, weight in self.goal.items()), Fraction(0))


# --- what is given in plain words ---------------------------------------------------------------------------


def attributes_of(given: Any) -> frozenset[str]:
    """The Attributes of an Item, given as its card or in words; "reroll" for one that works as a Favor.

    >>> sorted(attributes_of("strength & healing"))
    ['healing', 'strength']
    """
    if isinstance(given, Card) and given.type in ("item", "relic", "henchman"):
        return frozenset(given.attributes) | ({"reroll"} if given.effect == "reroll" else frozenset())
    words = given.replace("&", " ").split() if isinstance(given, str) else ["?"]
    known = (*ATTRIBUTES, "reroll")
    if not words or any(word not in known for word in words):
        raise ValueError(
            f"an Item is {shown(given)}; give its card, or Attributes as in 'strength & healing'"
        )
    return frozenset(words)


class Helps(NamedTuple):
    """What helps a party: Items by kind and Favors, the kinds, the Item that is kept, dice of Events and Quests."""

    aids: Aids
    kinds: tuple[frozenset[str], ...]
    kept: frozenset[str]
    bonus: Mapping[str, int]


def helps_of(items: Iterable[Any], favors: int, relic: Any, bonus: Mapping[str, int] | None) -> Helps:
    """An Item that rerolls a die works as a Favor [queen.item.text-items]."""
    held = [attributes_of(item) for item in several("items", items, MOST_ITEMS, "Items")]
    kept = frozenset[str]() if relic is None else attributes_of(relic)
    rerolls = sum("reroll" in item for item in held)
    kinds = [kind for item in held if (kind := item - {"reroll"})]
    different = tuple(dict.fromkeys(kinds))
    counts = tuple(map(kinds.count, different))
    aids = Aids(counts, whole("favors", favors, 0) + rerolls, int("reroll" in kept))
    given = {} if bonus is None else bonus
    if not isinstance(given, Mapping):
        raise ValueError(f"bonus is {shown(given)}; give dice by Attribute, as in {{'wisdom': 1}}")
    more = {
        one_of("an Attribute", name, ATTRIBUTES): whole(f"the bonus for {name}", dice, 0, MOST_BONUS)
        for name, dice in given.items()
    }
    return Helps(aids, different, kept, more)


def visiting(
    location: Any,
    order: Any,
    set_: CardSet,
    given: Sequence[Any] | None,
    helps: Helps,
    worth: Worth,
    after_both: bool,
) -> tuple[Visit, str]:
    wanted = None if order is None else piece("order", order, "order", set_)
    if location is None and wanted is not None:
        location = wanted.location
    listed = None
    if given is not None:
        listed = [piece("a Location Card", card, "location", set_) for card in given]
    if isinstance(location, str) and location in LOCATIONS:
        pool = set_.of("location") if listed is None else listed
        found = [card for card in pool if card.location == location]
        if not found:
            raise ValueError(f"no card of the {location} is among these [queen.location.empty-deck]")
        question = f"{location}, an unknown card of {len(found)}" if len(found) > 1 else found[0].name
    else:
        found = [piece("location", location, "location", set_)]
        question = found[0].name
    if wanted and found[0].location != wanted.location:
        raise ValueError(
            f"{wanted.name} is an Order of the {wanted.location}, and the location is {shown(location)}; give one of "
            "them alone [queen.order.location]"
        )
    cards: dict[Card, int] = {}
    for card in found:
        cards[card] = cards.get(card, 0) + 1
    most = 3 if wanted else 2
    weights: Mapping[str, Number] | None = None
    score: Callable[[int], int] = int
    if isinstance(worth, Mapping):
        weights, meaning = _weights(worth, ("success", *EFFECTS)), "expected worth"
    else:
        score, meaning = scored(worth, most, "Success Tokens" if wanted else "Tests passed")
    aim = Visit(cards, wanted, *helps, score, weights, meaning, flag("after_both", after_both))
    return aim, f"{question}, for {wanted.name}" if wanted else question


def _weights(worth: Mapping[str, Number], known: tuple[str, ...]) -> dict[str, Number]:
    exact = {
        one_of("a weight's name", name, known): number(f"the weight of {name}", weight)
        for name, weight in worth.items()
    }
    return {
        name: int(weight) if weight.denominator == 1 else weight for name, weight in exact.items()
    }  # whole numbers are quicker


def fighting(horde: Any, nemesis: Any, set_: CardSet, helps: Helps, worth: Worth) -> tuple[Fight, str]:
    aids, kinds, kept, bonus = helps
    fitting = sum(n for kind, n in zip(kinds, aids.items, strict=True) if COMBAT in kind)
    dice = bonus.get(COMBAT, 0) + fitting + (COMBAT in kept)
    extra = None
    if nemesis is None:
        icons = icons_of(horde)
        question = f"the Horde of {len(icons)} Monster{'s' * (len(icons) != 1)}"
    else:
        if isinstance(nemesis, str):
            nemesis = piece("nemesis", nemesis, "nemesis", set_)
        card = nemesis.card if isinstance(nemesis, Foe) else nemesis
        if isinstance(card, Card):
            extra, question = card.extra_dice, card.name
        else:
            question = "the Nemesis"
        icons = (free_icons(nemesis),)
    what = "Monsters defeated" if nemesis is None else "Success Tokens"
    goal: Any = worth
    if isinstance(worth, Mapping):
        goal, meaning = _weights(worth, ("success", "clear", "retire")), "expected worth"
        if aids.favors or aids.again:
            raise ValueError(
                "Favors in a fight are not weighed by weights; give favors=0, or 'successes' or 'all'"
            )
    elif worth == "all":
        meaning = "chance that no Monster is left" if nemesis is None else "chance that it falls"
    else:
        _, meaning = scored(worth, len(icons), what)
        if isinstance(worth, int) and (aids.favors or aids.again):
            raise ValueError("Favors in a fight serve 'successes' or 'all'; give one of these, or favors=0")
    aim = Fight(icons, nemesis is not None, extra, dice, aids.favors + aids.again, goal, meaning)
    return aim, f"against {question}"
