"""The best team: all parties that a hand can send, with their exact worth; on plain arguments and on a live table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from html import escape
from itertools import combinations
from typing import Any, NamedTuple, overload

from beastlab.core.explore import explore
from beastlab.core.match import Match
from beastlab.core.requests import Choose, Rule, Unknowable
from beastlab.games.by_order_of_the_queen.cards import Card, CardSet, illustrative, piece
from beastlab.games.by_order_of_the_queen.dice_tests import Course, Worth
from beastlab.games.by_order_of_the_queen.kingdoms import table_at
from beastlab.games.by_order_of_the_queen.parties import (
    Fight,
    Party,
    Penalties,
    Visit,
    fighting,
    helps_of,
    penalties_of,
    safe,
    visiting,
)
from beastlab.games.by_order_of_the_queen.rerolls import MOST_DICE
from beastlab.games.by_order_of_the_queen.rules import locations as location_rules
from beastlab.games.by_order_of_the_queen.rules import rewards, tests
from beastlab.games.by_order_of_the_queen.rules.kingdom import until_over
from beastlab.games.by_order_of_the_queen.rules.party import MOST
from beastlab.games.by_order_of_the_queen.table import Table
from beastlab.games.by_order_of_the_queen.uses import Number
from beastlab.games.by_order_of_the_queen.vocabulary import (
    ATTRIBUTES,
    LOCATIONS,
)
from beastlab.odds.arguments import one_of, several, shown, whole
from beastlab.odds.texts import bar, fraction_text, percent_text

MOST_HEROES = 12
"""A hand of more Heroes is refused: all its teams are valued."""
SHOWN = 5
"""So many teams stand in a repr."""


class Team(NamedTuple):
    """Heroes who may be sent together, and their exact worth."""

    heroes: Party
    worth: Fraction

    def __repr__(self) -> str:
        return f"Team({', '.join(hero.name for hero in self.heroes)}: {fraction_text(self.worth)})"


@dataclass(frozen=True, repr=False)
class Teams(Sequence[Team]):
    """All teams out of a hand, best first; of equal ones those with fewer Heroes first.

    `question` says what they are sent to, `meaning` what their worth is. `informed` is the worth if the Location Card
    could be seen before the party is sent: what is more than the best team's is the value of knowing it.
    """

    question: str
    meaning: str
    teams: tuple[Team, ...]
    informed: Fraction | None = None
    illustrative: bool = False

    @property
    def best(self) -> Team:
        """The best team."""
        return self.teams[0]

    def of(self, *heroes: Card | str) -> Team:
        """The team of exactly these Heroes, given as cards, names or codes; ValueError if it can't be sent."""
        wanted = {getattr(hero, "code", hero) for hero in heroes}
        for team in self.teams:
            if len(wanted) == len(team.heroes) and all(
                hero.code in wanted or hero.name in wanted for hero in team.heroes
            ):
                return team
        raise ValueError(f"no team here is {shown([*heroes])}; give up to {MOST} Heroes of the hand")

    @overload
    def __getitem__(self, place: int) -> Team: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Team, ...]: ...
    def __getitem__(self, place: int | slice) -> Team | tuple[Team, ...]:
        return self.teams[place]

    def __len__(self) -> int:
        return len(self.teams)

    def __repr__(self) -> str:
        lines = [f"{self.question}: {self.meaning}"]
        lines += [f"  {fraction_text(worth)}  {_names(heroes)}" for heroes, worth in self.teams[:SHOWN]]
        if len(self) > SHOWN:
            lines.append(f"  and {len(self) - SHOWN} more")
        return "\n".join([*lines, *(["Illustrative deck."] if self.illustrative else [])])

    def _repr_html_(self) -> str:
        chance, most = self.meaning.startswith("chance"), max(self.best.worth, Fraction(1))
        rows = "".join(
            f"<tr><th scope='row' style='text-align:left'>{escape(_names(heroes))}</th>"
            f"<td style='text-align:right'>{percent_text(worth) if chance else escape(fraction_text(worth))}</td>"
            f"<td>{bar(max(worth, Fraction(0)) / most, 10)}</td></tr>"
            for heroes, worth in self.teams[: 4 * SHOWN]
        )
        more = f"<p>and {len(self) - 4 * SHOWN} more</p>" if len(self) > 4 * SHOWN else ""
        note = "<p><small>Illustrative deck.</small></p>" if self.illustrative else ""
        return (
            f"<table><caption style='caption-side:top;text-align:left'>{escape(self.question)}</caption><thead><tr>"
            f"<th scope='col'>team</th><th scope='col'>{escape(self.meaning)}</th><th scope='col'></th></tr></thead>"
            f"<tbody>{rows}</tbody></table>{more}{note}"
        )


def _names(heroes: Iterable[Card]) -> str:
    return ", ".join(hero.name for hero in heroes)


def ranked(
    aim: Visit | Fight, hand: Sequence[Card], question: str, sent: Party = (), *, invented: bool = False
) -> Teams:
    """All teams of Heroes of the hand, with those who were `sent` already."""
    sizes = range(max(1 - len(sent), 0), min(MOST - len(sent), len(hand)) + 1)
    parties = [(*sent, *some) for size in sizes for some in combinations(hand, size)] or [sent]
    informed = None
    if isinstance(aim, Visit):
        unit, total = aim.use.unit, sum(aim.cards.values())
        by_card = [aim.by_card(party) for party in parties]
        weights = list(aim.cards.values())
        worths = [
            Fraction(sum(w * v for w, v in zip(weights, row, strict=True)), unit * total) for row in by_card
        ]
        best = [max(column) for column in zip(*by_card, strict=True)]
        informed = Fraction(sum(w * v for w, v in zip(weights, best, strict=True)), unit * total)
    else:
        worths = [aim.worth(party) for party in parties]
    teams = sorted(map(Team, parties, worths), key=lambda team: (-team.worth, len(team.heroes)))
    return Teams(question, aim.meaning, tuple(teams), informed, invented)


# --- plain arguments ---------------------------------------------------------------------------------------


def visit(
    party: Iterable[Card | str],
    location: str | Card | None = None,
    *,
    order: str | Card | None = None,
    cards: CardSet | Iterable[Card | str] | None = None,
    items: Iterable[Any] = (),
    favors: int = 0,
    relic: Any = None,
    bonus: Mapping[str, int] | None = None,
    worth: Worth = "successes",
    after_both: bool = False,
) -> Course:
    """What a party achieves at a Location: which Tests it passes, what that costs, what it is worth.

    `location` is a type, such as "Emerald Valley", whose card is not known yet, or a Location Card; with an `order`
    (a Queen's Order, whose type it is) the Order's own Test follows. `cards` are those that may come: a card set, or
    the Location Cards that are left. Cards may be given by name or code. `items` are Item Cards, or the Attributes of
    each ("wisdom", "strength & healing", "reroll"); `relic` is one that is not discarded; `bonus` says how many dice
    an Event or Quest adds to Tests of an Attribute, as in {"wisdom": 1}.

    `worth` decides how Items, Favors and the Hero to Retire are chosen: "successes" for the expected number of Tests
    passed, which for an Order is that of its Success Tokens; "all" for the chance that every Test is; a number that
    is enough; or weights of what cards give and take, as in {"favor": 1, "item": 1, "villager": -2, "success": 1}.
    Under `after_both` results are applied after both Tests (queen.location.reward-penalty-timing).

    queen.location.two-tests, queen.decision.location-draw

    >>> team = ["Griswold Gremaine", "Stewart Hoppyr", "Atook", "Grynn Burrowfist"]
    >>> growth = visit(team, "Unending Growth")
    >>> growth.law[False, True]  # the way that the rulebook's example takes
    Fraction(76, 243)
    >>> visit(team, "Emerald Valley").passed.mean == visit(team, "Emerald Valley").worth
    True
    """
    set_, given = _set(cards)
    aim, _ = visiting(location, order, set_, given, helps_of(items, favors, relic, bonus), worth, after_both)
    heroes = _heroes(party, set_)
    if len(heroes) > MOST:
        raise ValueError(f"a party of {len(heroes)} Heroes; send up to {MOST} [queen.turn.party-size]")
    return aim.course(heroes)


def best_team(
    hand: Iterable[Card | str],
    location: str | Card | None = None,
    *,
    order: str | Card | None = None,
    horde: Any = None,
    nemesis: Any = None,
    cards: CardSet | Iterable[Card | str] | None = None,
    items: Iterable[Any] = (),
    favors: int = 0,
    relic: Any = None,
    bonus: Mapping[str, int] | None = None,
    worth: Worth = "successes",
    after_both: bool = False,
) -> Teams:
    """The teams of up to four out of a hand, best first, each with its exact worth.

    They are sent to a `location` or for an `order` (see `visit`, also for the other arguments), against the `horde`
    (for each Monster its uncovered Dice Icons) or a `nemesis` (its uncovered icons, or its card). In a fight
    "successes" are the Monsters defeated or the Success Tokens on the Nemesis, "all" is that no Monster is left or
    that the Nemesis falls, and weights are {"success": ..., "clear": ..., "retire": ...}.

    queen.decision.party-location, queen.decision.party-horde, queen.decision.party-nemesis

    >>> hand = [f"hero-{n:02}" for n in (1, 2, 3, 4, 5, 6, 7)]
    >>> teams = best_team(hand, location="Emerald Valley")
    >>> teams.question, teams.meaning
    ('Emerald Valley, an unknown card of 25', 'expected Tests passed')
    >>> teams.best
    Team(Stewart Hoppyr, Atook, Gilbert Bonde, Grynn Burrowfist: 13726/10935)
    >>> teams.of("hero-01", "hero-02").worth, teams.informed - teams.best.worth  # the latter: to know the card
    (Fraction(1612, 2025), Fraction(48148, 492075))
    >>> best_team(hand, horde=[[2], [3, 4]], worth="all").best.worth
    Fraction(343, 432)
    """
    set_, given = _set(cards)
    kinds = {"location": location, "order": order, "horde": horde, "nemesis": nemesis}
    named = [name for name, value in kinds.items() if value is not None]
    if named not in (["location"], ["order"], ["location", "order"], ["horde"], ["nemesis"]):
        many = " and ".join(named) or "nothing"
        raise ValueError(f"the team is for {many}; give one of location, order, horde, nemesis")
    helps, heroes = helps_of(items, favors, relic, bonus), _heroes(hand, set_)
    aim: Visit | Fight
    if horde is None and nemesis is None:
        aim, question = visiting(location, order, set_, given, helps, worth, after_both)
    else:
        aim, question = fighting(horde, nemesis, set_, helps, worth)
    deck = isinstance(aim, Visit) and given is None and len(aim.cards) > 1
    return ranked(aim, heroes, question, invented=set_.illustrative and deck)


def _set(cards: CardSet | Iterable[Card | str] | None) -> tuple[CardSet, list[Any] | None]:
    """The card set, and the Location Cards that are left, if those were given."""
    if cards is None or isinstance(cards, CardSet):
        return cards or illustrative(), None
    return illustrative(), several("cards", cards, 1000, "Location Cards, or a card set")


def _heroes(given: Iterable[Card | str], cards: CardSet) -> Party:
    listed = several("the list of Heroes", given, MOST_HEROES, "Heroes")
    heroes = tuple(piece("a Hero", hero, "hero", cards) for hero in listed)
    if len(set(heroes)) < len(heroes):
        raise ValueError(f"a Hero is there twice among {shown(listed)}; give each once")
    if not heroes:
        raise ValueError("nobody is there to be sent; give at least one Hero [queen.turn.party-minimum]")
    return heroes


# --- a live table -------------------------------------------------------------------------------------------


def team_now(
    match: Match,
    action: str | None = None,
    location: str | None = None,
    *,
    seat: int | None = None,
    worth: Worth = "successes",
) -> Teams:
    """The teams that a seat can send on a live table, best first, with its Items and Favors and all that is known.

    `action` is "quest", "order", "horde" or "nemesis" ("nemesis:worm" where there are several); while a party is
    assembled it is the one that was chosen, and the teams have the Heroes who were sent already. `location` is for a
    Quest that still requires several. Unknowable, with the reason, where no party can set out for that; ValueError for
    a location that contradicts the action, and for what is no match of this game.

    >>> from beastlab.games import by_order_of_the_queen as queen
    >>> match = queen.new_match(seats=2, seed=7)
    >>> teams = team_now(match, "order")
    >>> teams.meaning, len(teams)
    ('expected Success Tokens', 98)
    >>> match.play("order"); match.play(f"send:{teams.best.heroes[0].code}")
    >>> team_now(match).best.worth == teams.best.worth
    True
    """
    table = table_at(match)
    if action is not None and not isinstance(action, str):
        raise ValueError(f"action is {shown(action)}; give 'quest', 'order', 'horde' or 'nemesis'")
    if match.request is None:
        raise Unknowable("the game is over: no party sets out any more")
    seat = table.turn if seat is None else whole("seat", seat, 0, len(table.seats) - 1)
    acting = seat == table.turn and table.phase == "action" and table.action
    asked = getattr(match.request, "rule", "")
    if acting and table.party and asked != "queen.turn.party-size":
        raise Unknowable("the party is fixed once it has set out [queen.turn.party-first]")
    if action is None:
        if not acting:
            raise Unknowable("no action is being taken; name one: 'quest', 'order', 'horde' or 'nemesis'")
        action = table.action
        location = heading(match) if location is None else location
    if location is not None:
        _check_heading(table, seat, action, location)
    aim, question = aim_now(table, seat, action, location, worth)
    sent = tuple(table.party) if acting else ()
    hand = table.seats[seat].hand
    if not hand and not sent:
        raise Unknowable(f"{table.name(seat)} has no Heroes to send")
    return ranked(aim, hand, question, sent, invented=table.options.cards.illustrative)


def _check_heading(table: Table, seat: int, action: str, location: str) -> None:
    """Refuse a Location to which this action does not lead."""
    kind = action.partition(":")[0]
    if kind in ("horde", "nemesis"):
        raise ValueError(f"location is {shown(location)}; a fight has none: leave it out")
    one_of("location", location, LOCATIONS)
    if kind == "order" and table.order and location != table.order.location:
        raise ValueError(
            f"location is {location!r}, and the Order is of the {table.order.location}; leave it out "
            "[queen.order.location]"
        )
    wanted = dict.fromkeys(table.seats[seat].outstanding())
    if kind == "quest" and wanted and location not in wanted:
        raise ValueError(
            f"location is {location!r}; give one that the Quest still requires: {', '.join(wanted)} "
            "[queen.quest.outstanding-type]"
        )


def _only_heading(table: Table, seat: int) -> str:
    """The one type of Location that the Quest leaves; Unknowable if there is no such thing."""
    player = table.seats[seat]
    if player.quest is None:
        raise Unknowable(
            f"{table.name(seat)} has no Quest as yet: two Quest Cards are drawn by the action itself; name the "
            f"location to ask about, one of {', '.join(LOCATIONS)} [queen.quest.draw-location]"
        )
    types = location_rules.open_locations(table, player.outstanding())
    if not types:
        raise Unknowable(
            "no card is left of any Location that the Quest requires [queen.location.empty-deck]"
        )
    if len(types) > 1:
        raise Unknowable(f"the Quest leaves {len(types)} types of Location; name one: {', '.join(types)}")
    return types[0]


def heading(match: Match) -> str | None:
    """The Location type for which the Quest's party is being assembled; None if that is not chosen yet."""
    table: Table = match.table
    if table.action != "quest":
        return None
    place = match.place
    while place.request is not None and getattr(place.request, "rule", "") != "queen.turn.one-action":
        if isinstance(place.request, Choose) and place.answer.key.startswith("to:"):
            return str(place.answer.piece)
        place = place.parent
    types = location_rules.open_locations(table, table.seats[table.turn].outstanding())
    return types[0] if len(types) == 1 else None


def aim_now(
    table: Table, seat: int, action: str, location: str | None, worth: Worth, *, bare: bool = False
) -> tuple[Visit | Fight, str]:
    """What a party of this seat would meet with by this action, and what that is called.

    If `bare`, Items and Favors are left out of account, and dice of Events beyond what can be weighed too.
    """
    player, options = table.seats[seat], table.options
    own = [item for item in player.items if item is not player.relic]
    twin = table.copy()
    kind, _, code = action.partition(":")
    twin.action = one_of("action", kind, ("quest", "order", "horde", "nemesis"))
    bonus = {name: dice for name in ATTRIBUTES if (dice := tests.bonus_dice(twin, seat, name))}
    helps = helps_of(own, player.favors, player.relic, bonus)
    if bare:
        few = {name: min(dice, MOST_DICE - 2 * MOST - 1) for name, dice in bonus.items()}
        helps = helps_of((), 0, player.relic, few)
    if kind == "horde":
        if not table.in_play:
            raise Unknowable("no Monster is in play [queen.horde.available]")
        return fighting(table.in_play, None, options.cards, helps, worth)
    if kind == "nemesis":
        foes = [foe for foe in table.nemeses if foe.card.icons and code in ("", foe.card.code)]
        if len(foes) != 1:
            fits = ", ".join(f"nemesis:{foe.card.code}" for foe in table.nemeses if foe.card.icons) or "none"
            raise Unknowable(f"{action!r:.60} is not one Nemesis that can be fought; there are: {fits}")
        return fighting(None, foes[0], options.cards, helps, worth)
    order = table.order if kind == "order" else None
    if order:
        location = order.location
    elif location is None:
        location = _only_heading(table, seat)
    deck = table.location_deck(one_of("location", location or "", LOCATIONS))
    here = table.location if seat == table.turn else None
    if here is None and not deck.segments:
        raise Unknowable(f"no card of the {location} is left [queen.location.empty-deck]")
    cards = {here: 1} if here else dict(deck.next_card().outcomes())
    late = options.location_timing == "after_both"
    aim, question = visiting(here or location, order, options.cards, list(cards), helps, worth, late)
    room = location_rules.ENOUGH - table.tokens if order and options.order_completion == "immediate" else None
    last = len(table.completed) == location_rules.TO_WIN - 1
    return replace(aim, cards=cards, room=room, last=last, over=_perils(table, seat, cards)), question


def _perils(table: Table, seat: int, cards: Iterable[Card]) -> Callable[[Penalties], Number]:
    """The chance that Penalties end the game, enumerated through the rules where they might."""
    literal = table.options.hero_loss_scope == "literal"
    none_left = literal and not table.heroes.segments and not table.hero_discard

    def risky(penalties: Penalties) -> bool:
        amount = sum(p.amount for p in penalties if p.name in ("villager", "monster"))
        return amount > table.villagers or none_left and any(p.name == "retire" for p in penalties)

    @cache
    def over(penalties: Penalties) -> Number:
        if not risky(penalties):
            return 0

        def rule() -> Rule:
            own = table.copy()
            own.party = []  # whoever is Retired makes no difference to that

            def suffer() -> Rule:
                for penalty in penalties:
                    yield from rewards.carry_out(own, seat, penalty, "")

            yield from until_over(suffer())
            return own.result is not None

        return explore(rule).get(True, Fraction(0))

    return over if any(risky(some) for card in cards for some in penalties_of(card)) else safe
