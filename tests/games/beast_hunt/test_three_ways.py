"""One number three ways: the ledger's closed formulas, the rules enumerated, and seeded games really played.

Attacks under every reading of the orb, duels under every reading of a tie, Heroes' rolls. And the audit of
every rule that merges equal futures, with players who use their Enchants.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import sqrt
from random import Random
from typing import Any

import pytest
from games.beast_hunt.laying import codes, lay, play, reprinted

from beastlab.core.explore import Answerer, audit, explore, nobody
from beastlab.core.match import Match
from beastlab.core.requests import Choose, Event, Move
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import SWITCHES, Table
from beastlab.games.beast_hunt.rules import beasts, dice, heroes, setup

READINGS, TIES, SPENT = SWITCHES["orb_reading"], SWITCHES["duel_tie"], SWITCHES["tie_enchants"]
GAMES = 400
Chances = dict[Any, Fraction]


@cache
def formula(name: str, **letters: int | Fraction) -> Fraction:
    return hunt.formulas()[f"hunt.formula.{name}"].at(**letters)


def played(
    table: Table, moves: list[str], respond: Answerer, measure: Callable[[Match], Any]
) -> Counter[Any]:
    """What came of it in so many games, each with dice of its own; windows are answered by `respond`."""
    seen: Counter[Any] = Counter()
    for seed in range(GAMES):
        match = hunt.match_at(table, seed)
        play(match, *moves)
        while match.request and match.request.window:
            match.play(respond(match.request))
        seen[measure(match)] += 1
    return seen


def agree(exact: Chances, seen: Counter[Any]) -> None:
    """Every frequency lies within four standard errors of its chance; what can't happen never does."""
    assert sum(exact.values()) == 1 and set(seen) <= {end for end, chance in exact.items() if chance}
    for end, chance in exact.items():
        p = float(chance)
        assert abs(seen[end] / GAMES - p) <= 4 * sqrt(p * (1 - p) / GAMES), f"{end}: {seen[end]}, not {p:.4f}"


def same(one: Chances, other: Chances) -> bool:
    """Whether two laws are equal, impossible outcomes left aside."""
    return {end: p for end, p in one.items() if p} == {end: p for end, p in other.items() if p}


# --- attacks --------------------------------------------------------------------------------------------------


def outcome(events: list[Event]) -> str:
    return next(event.data["outcome"] for event in events[::-1] if "outcome" in event.data)


def reach(reading: str, orbs: int, value: int) -> Fraction:
    """P(the result is at least `value`), from the ledger's formulas."""
    if reading == "sum":
        return (
            Fraction(value <= 2 * orbs)
            if not 2 * orbs < value <= 12 * orbs
            else formula("sum-at-least", n=orbs, t=value)
        )
    return formula(f"{reading}-at-least", q=formula("two-dice-at-least", t=value), n=orbs)


def attack_law(reading: str, orbs: int, defeat: int, stagger: int) -> Chances:
    down, near = reach(reading, orbs, defeat), reach(reading, orbs, stagger)
    if reading != "sum":  # the ledger has a formula for the band between
        q, u = formula("two-dice-at-least", t=defeat), formula("two-dice-at-least", t=stagger)
        assert near - down == formula(f"stagger-band-{reading}", q=q, u=u, n=orbs)
    return {"defeat": down, "stagger": near - down, "miss": 1 - near}


NUMBERS = {
    "sum": (0, 6, 13, 19),
    "each": (0, 8, 7, 6),
    "best": (0, 9, 10, 10),
}  # defeat values for 1, 2, 3 orbs
MODIFIERS: dict[int, dict[str, Any]] = {
    -1: {"heroes": {0: ["hero-royal-1"]}, "equipped": {"hero-royal-1": "curse-6"}},
    0: {},
    1: {"beasts": {0: ["beast-08"]}},
    2: {"beasts": {0: ["beast-08", "beast-10"]}},
}


def target(reading: str, orbs: int, **position: Any) -> Table:
    defeat = NUMBERS[reading][orbs]
    straw = {"type": "beast", "orbs": str(orbs), "defeat": str(defeat), "stagger": str(defeat - 2)}
    made = {"cards": reprinted({"straw": straw}), "field": ["straw"], "beast_deck": []}
    return lay(**made, orb_reading=reading, **position)


@pytest.mark.rule("hunt.beast.orb", "hunt.stagger.orb", "hunt.beast.orb-standing-modifier")
@pytest.mark.parametrize("modifier", MODIFIERS)
@pytest.mark.parametrize("orbs", [1, 2, 3])
@pytest.mark.parametrize("reading", READINGS)
def test_an_attack_is_as_likely_as_the_formulas_say(reading: str, orbs: int, modifier: int) -> None:
    table, defeat = target(reading, orbs, **MODIFIERS[modifier]), NUMBERS[reading][orbs]
    closed = attack_law(reading, orbs, defeat - modifier, defeat - 2 - modifier)
    odds = hunt.match_at(table).odds("attack:straw", lambda _, events: outcome(events))
    assert same(odds, closed)

    def fight_alone() -> Any:
        own = table.copy()
        result = yield from beasts.fight(own, 0, own.field[0], defeat, False)
        return "defeat" if result >= defeat else "stagger" if result >= defeat - 2 else "miss"

    assert same(explore(fight_alone), closed)
    if modifier == 2 - orbs:
        agree(closed, played(table, ["attack:straw"], nobody, lambda match: outcome(match.events())))


@pytest.mark.rule("hunt.stagger.effect")
@pytest.mark.parametrize("reading", READINGS)
def test_a_staggered_beast_is_as_likely_to_fall_as_its_stagger_value_is_to_be_reached(reading: str) -> None:
    table = target(reading, 2, marks={"straw": 1})
    down = reach(reading, 2, NUMBERS[reading][2] - 2)
    closed = {"defeat": down, "miss": 1 - down}
    assert same(hunt.match_at(table).odds("attack:straw", lambda _, events: outcome(events)), closed)
    agree(closed, played(table, ["attack:straw"], nobody, lambda match: outcome(match.events())))


@pytest.mark.rule("hunt.lesser.king-bonus")
@pytest.mark.parametrize("count", [0, 2])
def test_lesser_beasts_help_against_the_king_as_much_as_the_formula_says(count: int) -> None:
    position = {"heroes": {0: [f"hero-royal-{n}" for n in range(1, 6)]}, "king": "king-1"}  # 2 orbs, 16, 14
    table = lay(lesser={0: [f"lesser-beast-{n + 1}" for n in range(count)]}, **position)
    closed = attack_law("sum", 2, 16 - count, 14 - count)
    assert same(hunt.match_at(table).odds("attack:king-1", lambda _, events: outcome(events)), closed)
    agree(closed, played(table, ["attack:king-1"], nobody, lambda match: outcome(match.events())))


def eager(request: Choose) -> Move:
    """Play the first Enchant, with its first value, on the first roll; else whatever comes first."""
    return next((move for move in request.options if move.key.startswith("enchant")), request.options[0])


@pytest.mark.rule("hunt.enchant.sum", "hunt.enchant.stack")
def test_enchants_that_are_played_in_any_case_are_a_modifier() -> None:
    table = target("sum", 2, hands={0: ["enchant-5", "enchant-1", "enchant-8"]})  # +3, +2 and -3
    closed = attack_law("sum", 2, 13 - 2, 11 - 2)
    assert same(hunt.match_at(table).odds("attack:straw", lambda _, events: outcome(events), eager), closed)
    agree(closed, played(table, ["attack:straw"], eager, lambda match: outcome(match.events())))


# --- Heroes -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.hero.green", "hunt.hero.red", "hunt.hero.final-result")
@pytest.mark.parametrize("easier", [-2, 0, 1])
@pytest.mark.parametrize("roll", ["5+", "8+", "10+", "5-", "7-", "12-"])
def test_a_hero_roll_succeeds_as_often_as_the_formulas_say(roll: str, easier: int) -> None:
    gear = {-2: {"equipped": {"squire": "curse-1"}}, 0: {}, 1: {"equipped": {"squire": "armament-1"}}}[easier]
    squire = {"type": "hero", "class": "Royal", "roll": roll, "effect": "action:1"}
    table = lay(cards=reprinted({"squire": squire}), heroes={0: ["squire"]}, **gear)
    number = int(roll[:-1])
    at_least = roll.endswith("+")
    chance = formula(
        f"two-dice-at-{'least' if at_least else 'most'}", t=number - easier if at_least else number + easier
    )
    closed = {3: chance, 2: 1 - chance}  # actions left: the effect gives the action back
    assert same(hunt.match_at(table).odds("use:squire", lambda after, _: after.actions), closed)

    def used() -> Any:
        own = table.copy()
        return 3 if (yield from heroes.use_hero(own, 0, own.seats[0].heroes[0])) else 2

    assert same(explore(used), closed)
    if easier or number == 12:
        agree(closed, played(table, ["use:squire"], nobody, lambda match: match.table.actions))


# --- duels ------------------------------------------------------------------------------------------------------


def difference(least: int) -> Fraction:
    """P(first roll minus second roll is at least `least`)."""
    return sum((formula("duel-difference", d=d) for d in range(max(least, -10), 11)), Fraction(0))


def exactly(d: int) -> Fraction:
    return formula("duel-difference", d=d)


def standing(m: int) -> Fraction:
    return formula("duel-win-standing", g=difference(1 - m), e=exactly(-m))


def duel_law(bonus: int, enchant: int, tie: str, enchants: str) -> Fraction:
    """P(the user of Defiance wins) who has a standing bonus, and plays one Enchant on the first pair it may."""
    m = bonus + enchant
    if tie == "final" or not enchant:
        win, tied = difference(1 - m), exactly(-m)
    else:  # equal rolls are repeated first
        opened = 1 - exactly(-bonus)
        win, tied = (difference(1 - m) - exactly(-bonus) * (enchant > 0)) / opened, exactly(-m) / opened
    return win + tied * standing(m if enchants == "carry" else bonus)


def defying(bonus: int, hand: list[str], **options: str) -> Table:
    card = {"type": "defiance", "duel_bonus": str(bonus)} if bonus else {"type": "defiance"}
    hands = {0: ["hero-royal-1"], 1: ["stop", *hand]}
    calm = {0: "champion-royal-2", 1: "champion-mercenary-1"}
    return lay(cards=reprinted({"stop": card}), hands=hands, champions=calm, **options)


def on_the_own_roll(request: Choose) -> Move:
    """Defy with what is at hand, and put the first Enchant on the own roll."""
    return request.options[1] if len(request.options) > 1 else request.options[0]


@pytest.mark.rule(
    "hunt.defiance.higher-wins", "hunt.defiance.tie", "hunt.defiance.tie-when", "hunt.defiance.tie-enchants"
)
@pytest.mark.parametrize(
    ("bonus", "hand"), [(0, []), (1, []), (2, []), (0, ["enchant-1"]), (1, ["enchant-5"])]
)
@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("enchants", SPENT)
def test_a_duel_is_won_as_often_as_the_formulas_say(
    bonus: int, hand: list[str], tie: str, enchants: str
) -> None:
    value = {"enchant-1": 2, "enchant-5": 3}[hand[0]] if hand else 0
    win = duel_law(bonus, value, tie, enchants)
    closed = {True: win, False: 1 - win}
    table = defying(bonus, hand, duel_tie=tie, tie_enchants=enchants)

    def stopped(after: Table, _: Any = None) -> bool:
        return "hero-royal-1" in codes(after.discard)

    match = play(hunt.match_at(table), "play:hero-royal-1")
    assert same(match.odds("defy:stop", stopped, on_the_own_roll), closed)
    agree(closed, played(table, ["play:hero-royal-1"], on_the_own_roll, lambda match: stopped(match.table)))


@pytest.mark.rule("hunt.defiance.tie")
def test_the_ledgers_values_of_a_duel() -> None:
    """What the formulas above must come to, as the ledger's examples write it."""
    written = {
        (0, 0, "final", "spent"): "1/2",
        (1, 0, "final", "spent"): "721/1156",
        (0, 2, "final", "spent"): "1847/2592",
        (0, 2, "final", "carry"): "861/1171",
    }
    assert {case: str(duel_law(*case)) for case in written} == written
    assert standing(-2) == Fraction(310, 1171)


# --- the audit of rules that merge equal futures -----------------------------------------------------------------


def drawn(seed: int) -> Answerer:
    """Answers drawn at random, but the same whenever a seat sees the same."""

    def choose(request: Choose) -> Move:
        options = [move.key for move in request.options]
        return Random(f"{seed} {request.seat} {request.prompt} {options}").choice(request.options)

    return choose


HANDS = {0: ["enchant-11", "enchant-8"], 1: ["enchant-5", "enchant-1"], 2: ["enchant-2"]}
POLICIES = pytest.mark.parametrize("choose", [eager, drawn(1), drawn(5)], ids=["eager", "drawn 1", "drawn 5"])


def left(table: Table) -> Any:
    return tuple(tuple(codes(seat.hand)) for seat in table.seats), tuple(codes(table.discard))


@pytest.mark.rule("hunt.enchant.order", "hunt.enchant.discard")
@POLICIES
@pytest.mark.parametrize("reading", READINGS)
def test_audit_of_the_enchants_on_a_fight(reading: str, choose: Answerer) -> None:
    table = target(reading, 2, hands=HANDS, seats=3)

    def rule() -> Any:
        own = table.copy()
        return (yield from beasts.fight(own, 0, own.field[0], 9, False)), left(own)

    audit(rule, choose, runs=40)


@pytest.mark.rule("hunt.enchant.order", "hunt.enchant.which-rolls")
@POLICIES
def test_audit_of_the_enchants_on_a_hero_roll(choose: Answerer) -> None:
    table = lay(3, hands=HANDS, heroes={0: ["hero-hunter-2"]}, deck=[])

    def rule() -> Any:
        own = table.copy()
        return (yield from dice.enchanted(own, 1, 7, "a roll")), left(own)

    audit(rule, choose, runs=40)


@pytest.mark.rule("hunt.defiance.tie-when", "hunt.defiance.tie-enchants")
@POLICIES
@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("enchants", SPENT)
def test_audit_of_the_duel(tie: str, enchants: str, choose: Answerer) -> None:
    table = lay(2, hands={seat: HANDS[seat] for seat in (0, 1)}, duel_tie=tie, tie_enchants=enchants)

    def rule() -> Any:
        own = table.copy()
        return (yield from dice.duel(own, 1, 0, 0)), left(own)

    audit(rule, choose, runs=40)


@pytest.mark.rule("hunt.setup.first-roll-tie")
@pytest.mark.parametrize("seats", [2, 3])
def test_audit_of_the_highest_roll(seats: int) -> None:
    table = lay(seats)
    audit(lambda: setup.highest_roll(table.copy()), runs=40)
    assert explore(lambda: setup.highest_roll(table.copy())) == dict.fromkeys(
        range(seats), Fraction(1, seats)
    )


def evening(request: Choose) -> Move:
    """Make the rolls of a duel equal if one Enchant does it; else pass."""
    first, second = (
        int(word) for word in request.prompt.replace(",", " ").split() if word.lstrip("-").isdigit()
    )
    for move in request.options[1:]:
        _, value, roll = move.piece
        if (first + value * (roll == 0)) == (second + value * (roll == 1)):
            return move
    return request.options[0]


@pytest.mark.rule("hunt.defiance.tie-enchants")
def test_which_enchants_were_used_in_a_tie_matters() -> None:
    table = lay(2, hands={1: ["enchant-5", "enchant-1"]})

    def rule() -> Any:
        own = table.copy()
        return (yield from dice.duel(own, 1, 0, 0)), left(own)

    audit(rule, evening, runs=60)
