"""The odds of a move on a live table: what can happen, how likely it is, and how that was computed.

Everything here uses what the asked seat knows and nothing else, under the response policy "nobody responds".
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

from beastlab.core.explore import nobody
from beastlab.core.knowledge import beliefs, redeal
from beastlab.core.match import Match
from beastlab.core.requests import Choose, Event, IllegalMove, Move, Unknowable
from beastlab.games.beast_hunt.cards import Card
from beastlab.games.beast_hunt.draws import third_shard
from beastlab.games.beast_hunt.duels import duel
from beastlab.games.beast_hunt.rolls import hero_roll
from beastlab.games.beast_hunt.rules import beasts, heroes
from beastlab.games.beast_hunt.stagger import Race, countdown, fight, race, reach
from beastlab.games.beast_hunt.table import UNSEEN, Hero, Table
from beastlab.odds.answer import MoveAnswer
from beastlab.odds.distribution import Distribution, mix
from beastlab.odds.draws import hypergeometric
from beastlab.odds.texts import number_tex

NOBODY = "nobody responds"
"""The response policy of every answer here, shown with it."""


def explain(match: Match, move: Move | str, seat: int | None = None) -> MoveAnswer:
    """What `move` can lead to, exactly, for the seat that is asked (or from where `seat` sits).

    IllegalMove for a move that may not be made, with the rule that forbids it; Unknowable where `seat` can't
    know whether the asked one may make it.
    """
    request = match.request
    if not isinstance(request, Choose):
        raise IllegalMove("nobody is asked: there is no move to explain")
    viewer = request.seat if seat is None else seat
    option = match.option(move, viewer)
    try:
        return _explained(match, request, option, viewer)
    except Unknowable as error:
        return MoveAnswer(option, option.label, method=f"Not computed: {error}.")


def _explained(match: Match, request: Choose, option: Move, viewer: int) -> MoveAnswer:
    verb = option.key.partition(":")[0]
    table: Table = match.table
    match verb:
        case "attack":
            found = _attack(table, request.seat, option, own=viewer == request.seat)
        case "use" | "now":
            hero = heroes.still_there(table, request.seat, option.piece)
            assert hero
            found = _hero(table, request.seat, hero, option, "")
        case "play" if option.piece[0].type == "hero":
            arrives = "If nobody defies it, the Hero joins the Party and may roll at once. "
            found = _hero(table, request.seat, Hero(option.piece[0]), option, arrives)
        case "skill":
            found = _effect(match, viewer, option, option.piece, "")
        case "play" if option.piece[0].effect:
            found = _effect(match, viewer, option, option.piece[0], "If nobody defies it: ")
        case "draw":
            found = _draw(match, viewer, option)
        case "refresh":
            found = _refresh(match, viewer, option)
        case "pull":
            found = _pull(match, viewer, option)
        case "defy":
            found = _defy(option, request.seat)
        case "enchant" | "pass" if request.rule == "hunt.enchant.anyone":
            found = _after_roll(match, viewer, option)
        case "arms":
            method = "Certain: no roll, no requirement, no Defiance [hunt.arms.no-roll]."
            chances = Distribution({"defeat": 1})
            found = MoveAnswer(option, option.label, chances, Fraction(1), "", method, wanted=["defeat"])
        case _:
            found = MoveAnswer(option, option.label, method="No chance is involved in this move itself.")
    if verb in ("play", "equip") and viewer == request.seat and (note := _defiance_note(match, viewer)):
        found.notes += (note,)
    found.illustrative = table.options.cards.illustrative
    if found.value is not None:
        here = match.fork()
        found.compared = lambda: [(move.label, p) for move, p in compare(here) if move.key != option.key]
        found.played = lambda rng: _once(here, option, viewer, rng)
    return found


def _once(match: Match, move: Move, seat: int, rng: Random) -> str:
    """What came of `move` on a match that the seat can't tell from this one, with dice of its own."""
    twin = redeal(match, seat, rng)
    before = len(twin.events())
    twin.play(move.key)
    while True:
        for event in twin.events()[before:]:
            if told := _told(event):
                return told
        request = twin.request
        if not isinstance(request, Choose):
            return "nothing"
        now = next((option for option in request.options if option.key == "now"), None)
        if not now and not request.window:
            return "nothing"
        twin.play(now or nobody(request))  # a Hero who just joined rolls at once


def compare(match: Match) -> list[tuple[Move, Fraction]]:
    """The legal moves that need luck, with the chance that each does what it is for, likeliest first."""
    if not isinstance(match.request, Choose):
        return []
    known = [
        (move, found.value)
        for move in match.request.options
        if move.key.partition(":")[0] in ("attack", "use", "arms", "now", "defy", "enchant", "pass", "play")
        and (found := explain(match, move)).value is not None
    ]
    return sorted(known, key=lambda pair: -pair[1])


# --- the exact questions on a live table ---------------------------------------------------------------


def race_now(match: Match, beast: str) -> Race:
    """Who gets this Beast of the field if everybody who may attack it does so in turn, from the player on turn.

    `shares` follow `racers(match, beast)`. Lasting modifiers count, this turn's bonus does not. Unknowable where
    the reading of hunt.stagger.who needs more than who attacks next.
    """
    table: Table = match.table
    card = _of_the_field(table, beast)
    seats = racers(match, beast)
    if not seats:
        raise Unknowable(f"nobody meets the requirement of {card.name} now")
    setter = table.marks.get(card)
    weakened = setter is not None and beasts.entitled(table, seats[0], setter)
    everyone = len(seats) == len(table.seats)
    who = table.options.stagger_who
    if (setter is not None and not weakened) or (who == "left_neighbour" and not everyone):
        raise Unknowable(f"under {who} it depends on more than who attacks next")
    if len(seats) == 1 and weakened and who != "next_fight":
        raise Unknowable(f"under {who} a player alone can use the mark of another only once")
    plus = [beasts.attack_modifier(table, s) - table.attack_bonus * (s == table.turn) for s in seats]
    reading = table.options.orb_reading
    numbers = table.defeat(card), table.stagger(card), card.orbs, plus
    return race(*numbers, reading=reading, stagger_who=who, staggered=weakened)  # type: ignore[arg-type]


def racers(match: Match, beast: str) -> list[int]:
    """The seats that meet the requirement of this Beast now, from the player on turn."""
    table: Table = match.table
    card = _of_the_field(table, beast)
    order = [table.turn, *table.clockwise(table.turn)]
    return [seat for seat in order if not beasts.missing(table, seat, card.requirement)]


def _of_the_field(table: Table, code: str) -> Card:
    for card in table.field:
        if card.code == code:
            return card
    shown = ", ".join(card.code for card in table.field) or "none"
    raise ValueError(f"{code!r:.60} is not a Beast of the field; there are {shown}")


def countdown_now(match: Match) -> Fraction:
    """P(the King falls in the countdown) if everybody who may attack him now does so once in the own turn left.

    Unknowable before the third Shard, while the King lies face down, and where the mark on him is not for the next.
    """
    table: Table = match.table
    if table.countdown is None or table.king is None:
        raise Unknowable("no countdown against a face-up King is on")
    turns = table.countdown + table.trigger_turn
    order = [(table.turn + step) % len(table.seats) for step in range(turns)]
    able = [s for n, s in enumerate(order) if (n or table.actions >= 2) and not _kept_from_king(table, s)]
    setter = table.marks.get(table.king)
    weakened = setter is not None and bool(able) and beasts.entitled(table, able[0], setter)
    if (setter is not None and not weakened) or table.options.stagger_who != "next_fight":
        raise Unknowable(f"under {table.options.stagger_who} it depends on more than who attacks next")
    plus = [beasts.attack_modifier(table, s, True) - table.attack_bonus * (s == table.turn) for s in able]
    numbers = table.defeat(table.king), table.stagger(table.king), table.king.orbs, plus
    return countdown(*numbers, table.options.orb_reading, staggered=weakened)  # type: ignore[arg-type]


def _kept_from_king(table: Table, seat: int) -> bool:
    assert table.king
    return beasts.why_no_attack(table, seat, table.king) is not None


def third_shard_now(match: Match) -> Distribution[int]:
    """How many more Beasts have to be defeated until the third Shard shows [hunt.shard.third].

    Unknowable once three lie in the row, and where too few are left.
    """
    left = Counter(card.type for card in match.table.beast_deck.pool)
    shown = len(match.table.shards)
    if shown >= 3 or shown + left["shard"] < 3:
        raise Unknowable("the third Shard lies in the row already, or never comes")
    return third_shard(left["beast"], left["shard"], setup=False, shown=shown)


def third_arm_now(match: Match, draws: int) -> Fraction:
    """P(three Ancient Arms in the hand of the asked seat) after so many draws from the deck as it lies.

    Unknowable where the deck holds fewer cards [hunt.arms.three].
    """
    seat = match.request.seat
    held = sum(card.type == "ancient_arm" for card in match.table.seats[seat].hand)
    if not 0 <= draws <= len(match.table.deck):
        raise Unknowable(f"{draws} draws go beyond the {len(match.table.deck)} cards of the deck")
    chance = Fraction(0)
    for weight, table, _ in beliefs(match, seat):
        law = _drawn(table, "ancient_arm", draws)
        chance += weight * law.P(lambda arms: held + arms >= 3)
    return chance


def _drawn(table: Table, type_: str, draws: int) -> Distribution[int]:
    """How many cards of a type that may lie in hands come in the next draws, on a believed table."""
    deck = table.deck
    forced = len(deck.never_held)
    free = len(deck.pool) - forced
    wanted = sum(card.type == type_ for card in deck.pool)
    places = len(deck.pool) - deck.held  # the deck, and starting hands that may hold any card
    return hypergeometric(forced, places, draws).then(lambda n: hypergeometric(wanted, free, draws - n))


# --- rolls -------------------------------------------------------------------------------------------


def _attack(table: Table, seat: int, move: Move, own: bool) -> MoveAnswer:
    beast: Card = move.piece
    king = beast is table.king
    reading, orbs = table.options.orb_reading, beast.orbs
    plus = beasts.attack_modifier(table, seat, king)
    defeat, stagger, setter = table.defeat(beast), table.stagger(beast), table.marks.get(beast)
    weakened = setter is not None and beasts.entitled(table, seat, setter)
    chances = fight(defeat, stagger, orbs, plus, reading, staggered=weakened)  # type: ignore[arg-type]
    needed = stagger if weakened and stagger is not None else defeat
    question = f"{2 * orbs} dice{f', {plus:+d}' if plus else ''}: {needed} or more"
    if weakened:
        question += f" (staggered: {needed} is enough)"
    notes = []
    best = sum(
        max(card.values) for card in table.seats[seat].hand if card.type == "enchant" and max(card.values) > 0
    )
    if best and own:
        helped = reach(needed, orbs, plus + best, reading) if reading == "sum" or orbs == 1 else None  # type: ignore[arg-type]
        if helped is not None:
            notes.append(
                f"All your Enchants together add {best:+d}: {_percent(helped)} with every one of them."
            )
    if setter is not None and not weakened:
        notes.append("The Stagger of this Beast does not help you [hunt.stagger.who].")
    totals = 10 * orbs + 1 if reading == "sum" or orbs == 1 else comb(10 + orbs, orbs)
    method = f"Exact: {totals} {'totals' if reading == 'sum' or orbs == 1 else 'sets of totals'}; {NOBODY}."
    formula = _roll_formula(needed, orbs, plus, reading, chances["defeat"])
    p = chances["defeat"]
    return MoveAnswer(
        move, question, chances, p, formula, method, notes, wanted=["defeat"], size=totals, all_ways=36**orbs
    )


def _roll_formula(needed: int, orbs: int, plus: int, reading: str, p: Fraction) -> str:
    bonus = f"{plus:+d}" if plus else ""
    if reading == "sum" or orbs == 1:
        ways = 6 ** (2 * orbs)
        return (
            rf"P(S_{{{2 * orbs}}}{bonus}\ge {needed})=\frac{{{p * ways}}}{{6^{{{2 * orbs}}}}}={number_tex(p)}"
        )
    q = reach(needed, 1, plus)
    if reading == "each":
        return rf"P(\min{bonus}\ge {needed})=\left({number_tex(q)}\right)^{{{orbs}}}={number_tex(p)}"
    return rf"P(\max{bonus}\ge {needed})=1-\left(1-{number_tex(q)}\right)^{{{orbs}}}={number_tex(p)}"


def _hero(table: Table, seat: int, hero: Hero, move: Move, arrives: str) -> MoveAnswer:
    card = hero.card
    assert card.effect
    words = card.effect.words()
    if card.roll is None:
        method = f"{arrives}No roll is needed [hunt.hero.no-roll-effects]."
        return MoveAnswer(move, f"{card.name}: {words}", method=method)
    easier = heroes.roll_bonus(table, seat, hero)
    green = card.roll.colour == "green"
    p = hero_roll(card.roll.value, card.roll.colour, easier if green else -easier)  # type: ignore[arg-type]
    sign, plus = (r"\ge" if green else r"\le"), easier if green else -easier
    formula = rf"P(S_2{f'{plus:+d}' if plus else ''}{sign} {card.roll.value})=\frac{{{p * 36}}}{{36}}={number_tex(p)}"
    question = f"2 dice{f', {plus:+d}' if plus else ''}: {card.roll.words()}. {words}"
    chances = Distribution({"success": p, "failure": 1 - p})
    method = f"{arrives}Exact: 11 totals; {NOBODY}."
    return MoveAnswer(move, question, chances, p, formula, method, wanted=["success"], size=11, all_ways=36)


def _effect(match: Match, seat: int, move: Move, card: Card, unless: str) -> MoveAnswer:
    """An Arcana or a champion's skill: nothing is rolled, but cards may be drawn."""
    assert card.effect
    question = f"{unless}{card.effect.words()}"
    if card.effect.name != "draw":
        return MoveAnswer(move, question, method=f"No roll decides what it does; {NOBODY}.")
    first = _draw(match, seat, move)
    return MoveAnswer(move, f"{question} The first card drawn", first.law, None, "", first.method)


def _defy(move: Move, seat: int) -> MoveAnswer:
    bonus = move.piece.duel_bonus
    p = duel(modifier=bonus)
    chances = Distribution({"duel won": p, "duel lost": 1 - p})
    question = (
        f"Two dice each{f', {bonus:+d} for you' if bonus else ''}: the higher result wins, ties roll again"
    )
    formula = r"P=\frac{P(D>0)}{1-P(D=0)}=" + number_tex(p)
    method = f"Exact: 121 pairs of totals, ties summed; {NOBODY}."
    return MoveAnswer(
        move, question, chances, p, formula, method, wanted=["duel won", f"won by {seat}"], size=121
    )


OUTCOMES = {"defeat", "stagger", "miss"}


def _told(event: Event) -> str | None:
    """The outcome that an event tells of, in plain words."""
    if (outcome := event.data.get("outcome")) in OUTCOMES:
        return str(outcome)
    if event.rule == "hunt.arms.three":
        return "defeat"
    if event.rule in ("hunt.hero.green", "hunt.hero.red"):
        return "success"
    if event.rule == "hunt.hero.fail-no-refund":
        return "failure"
    if event.rule in ("hunt.defiance.higher-wins", "hunt.defiance.failure"):
        return f"won by {event.data['winner']}"
    return None


def measured(match: Match, move: Move | str, seat: int | None = None) -> Distribution[str]:
    """The outcome of the roll that `move` leads to, enumerated through the rules themselves.

    TooManyWays where the enumeration would take too long; `explain` answers most moves in closed form.
    """

    def outcome(_: Any, events: list[Event]) -> str:
        return next((told for event in events if (told := _told(event))), "nothing")

    return Distribution(match.odds(move, outcome, seat=seat, until=lambda event: _told(event) is not None))


def _after_roll(match: Match, seat: int, move: Move) -> MoveAnswer:
    """What an Enchant (or a pass) is worth after the roll, if nobody else plays one."""
    chances = measured(match, move, seat)
    table: Table = match.table
    words = {f"won by {n}": f"{name.name} wins" for n, name in enumerate(table.seats)}
    wanted = {"defeat", "success", f"won by {seat}"}
    success = chances.P(wanted.__contains__)
    question = "The result as it stands" if move.key == "pass" else f"The result with {move.label}"
    named = chances.map(lambda outcome: words.get(outcome, outcome))
    method = f"Enumerated through the rules; {NOBODY} after you."
    wanted |= {words.get(outcome, outcome) for outcome in wanted}
    return MoveAnswer(move, question, named, success, "", method, wanted=wanted, size=len(chances))


# --- cards -------------------------------------------------------------------------------------------


def _named(type_: str) -> str:
    return type_.replace("_", " ").title()


def _draw(match: Match, seat: int, move: Move) -> MoveAnswer:
    parts: list[tuple[Fraction, Distribution[str]]] = []
    for chance, table, _ in beliefs(match, seat):
        if not table.deck.segments:
            return _reshuffled(match, move)
        weights: Counter[str] = Counter()
        for card, weight in table.deck.next_card().outcomes().items():
            weights[_named(card.type)] += weight
        parts.append((chance, Distribution(+weights)))
    chances = mix(parts)
    unseen = len(beliefs(match, seat)[0][1].deck.pool)
    method = f"Exact: the top card is one of {unseen} that you have not seen"
    if any(not held.dealt and held.hand for held in match.table.seats):
        method += "; Malice and Lesser Beasts never stay in a hand, so they are likelier on the deck"
    return MoveAnswer(move, "The next card of the Main Deck", chances, None, "", method + ".")


def _reshuffled(match: Match, move: Move) -> MoveAnswer:
    chances = Distribution(Counter(_named(card.type) for card in match.table.discard))
    method = f"Exact: the Discard Pile of {len(match.table.discard)} cards is shuffled first [hunt.term.draw-empty]."
    return MoveAnswer(move, "The next card, out of the Discard Pile", chances, None, "", method)


def _refresh(match: Match, seat: int, move: Move) -> MoveAnswer:
    table: Table = match.table
    question = "Heroes among the next four cards"
    draws = 4
    if len(table.deck) < draws:
        return MoveAnswer(move, question, method="The Discard Pile will be shuffled in: not enumerated.")
    parts = []
    for chance, believed, _ in beliefs(match, seat):
        law = _drawn(believed, "hero", draws)
        parts.append((chance, law.map(lambda n: f"{n} Hero{'es' * (n != 1)}")))
    chances = mix(parts)
    method = "Exact: two hypergeometric draws (cards that must be played at once, then Heroes)."
    return MoveAnswer(move, question, chances, None, "", method)


def _pull(match: Match, seat: int, move: Move) -> MoveAnswer:
    victim: int = move.piece
    if match.table.shuffled:
        raise Unknowable("the Discard Pile was shuffled since; what an unseen hand holds is not worked out")
    parts = []
    for chance, table, _ in beliefs(match, seat):
        hand = table.seats[victim].hand
        unseen = hand.count(UNSEEN)
        weights = Counter(_named(card.type) for card in hand if card is not UNSEEN)
        law = [(Fraction(n, len(hand)), Distribution({kind: 1})) for kind, n in weights.items()]
        if unseen:
            barred = table.deck.never_held if not table.seats[victim].dealt else frozenset()
            pool = Counter(_named(card.type) for card in table.deck.pool if card not in barred)
            law.append((Fraction(unseen, len(hand)), Distribution(pool)))
        parts.append((chance, mix(law)))
    name = match.table.name(victim)
    method = "Exact: every card of the hand alike, unseen ones as likely as in the whole of the unseen cards."
    return MoveAnswer(move, f"The card pulled from {name}", mix(parts), None, "", method)


def _defiance_note(match: Match, seat: int) -> str:
    """The chance that another hand holds a Defiance, if cards were kept at random."""
    if match.table.shuffled:
        return ""
    none = Fraction(0)
    for chance, table, _ in beliefs(match, seat):
        others = [held for other, held in enumerate(table.seats) if other != seat]
        if any(held.dealt for held in others):
            return ""
        if any(card.type == "defiance" for held in others for card in held.hand):
            continue
        pool = [card for card in table.deck.pool if card not in table.deck.never_held]
        answers, held = sum(card.type == "defiance" for card in pool), table.deck.held
        none += chance * Fraction(comb(len(pool) - answers, held), comb(len(pool), held))
    return f"Somebody else holds a Defiance with {_percent(1 - none)}, if hands are kept at random."


def _percent(p: Fraction) -> str:
    return f"{float(p) * 100:.1f} %"
