"""The ledger's examples of dice: Heroes' rolls, Enchants, duels, the first roll."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest
from games.beast_hunt.laying import assert_refused, begin, hand, heroes, keys, play, told
from games.beast_hunt.test_examples_ledger import cards, choosing

from beastlab.core.chance import Scripted
from beastlab.core.explore import explore
from beastlab.core.match import Match
from beastlab.core.requests import Choose, Event, IllegalMove, Move, Rule, Total
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import SWITCHES, Options, Table
from beastlab.games.beast_hunt.rules import dice, setup

DUELS = list(product(SWITCHES["duel_tie"], SWITCHES["tie_enchants"]))


def after(match: Match, choose: Callable[[Choose], Move], result: Callable[[Table], Any]) -> dict[Any, F]:
    """The exact law of `result` after the step that is due, enumerated through the rules with open hands."""

    def program() -> Rule:
        now = match.table.copy()
        yield from hunt.GAME.step(now)
        return result(now)

    return explore(program, choose)


# --- Heroes ------------------------------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.hero-limit-success")
@pytest.mark.rule("hunt.hero.limit-counts")
def test_hero_limit_success() -> None:
    match = begin(4, heroes={0: ["hero-shinobi-2"]})  # 8 or more
    found = hunt.explain(match, "use:hero-shinobi-2")
    assert found.value == hunt.measured(match, "use:hero-shinobi-2")["success"] == F("5/12")
    play(match, "use:hero-shinobi-2", "*")
    assert match.table.actions == 2
    assert_refused(match, "use:hero-shinobi-2", "hunt.hero.once-per-turn")
    # hero_limit_counts: default half only; the numbers of the other half stand in the ledger's formulas, too
    retries = hunt.formulas()
    assert retries["hunt.formula.retries-success"].at(q="5/12", k=3) == F("1385/1728")
    assert retries["hunt.formula.retries-actions"].at(q="5/12", k=3) == F("277/144")


@pytest.mark.example("hunt.ex.hero-red-enchant")
@pytest.mark.rule("hunt.hero.red", "hunt.hero.final-result", "hunt.enchant.own-and-others")
def test_hero_red_enchant() -> None:
    hands = {0: ["enchant-1"], 1: ["enchant-11"]}  # 2/-2 and 1/-4
    match = begin(heroes={0: ["hero-invoker-6"]}, hands=hands)  # 7 or less: play an Arcana, if there is one
    move = "use:hero-invoker-6"

    def success(seat: int, *enchants: str) -> F:
        """With the Enchants of this seat, which alone knows its hand."""

        def succeeds(_: Any, events: list[Event]) -> bool:
            return "hunt.hero.red" in [event.rule for event in events]

        return match.odds(move, succeeds, choosing(*enchants), seat)[True]

    assert success(0) == hunt.measured(match, move)["success"] == hunt.hero_roll(7, "red") == F("7/12")
    assert success(1, "enchant:enchant-11:+1") == hunt.hero_roll(7, "red", modifier=1) == F("5/12")
    assert success(0, "enchant:enchant-1:-2") == hunt.hero_roll(7, "red", modifier=-2) == F("5/6")


@pytest.mark.example("hunt.ex.hero-unclamped")
@pytest.mark.rule("hunt.beast.no-natural-rule", "hunt.enchant.stack")
def test_hero_unclamped() -> None:
    high, low = ("enchant:enchant-13:+4", "enchant:enchant-1:+2"), ("enchant:enchant-11:-4",)
    hands = {0: ["enchant-13", "enchant-1", "enchant-11"]}
    for natural, enchants, result in ((11, high, 17), (3, low, -1)):
        match = begin(natural, heroes={0: ["hero-royal-6"]}, hands=hands)  # 8 or more
        play(match, "use:hero-royal-6", *enchants, "*")
        assert [event.data["result"] for event in match.events() if "result" in event.data] == [result]
        assert ("hunt.hero.green" in told(match)) == (result == 17)
        for defeat in (2, 17, 18):
            match = begin(
                natural, cards=cards(f"orb1-{defeat}"), field=[f"orb1-{defeat}"], beast_deck=[], hands=hands
            )
            play(match, f"attack:orb1-{defeat}", *enchants, "*")
            assert (not match.table.field) == (result >= defeat)


# --- Enchants ----------------------------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.enchant-all-in")
@pytest.mark.rule("hunt.enchant.stack", "hunt.enchant.order")
@pytest.mark.parametrize("natural", [6, 7])
def test_enchant_all_in(natural: int) -> None:
    match = begin(
        natural,
        cards=cards("orb1-9"),
        field=["orb1-9"],
        beast_deck=[],
        hands={0: ["enchant-5", "enchant-1"], 1: ["enchant-8"]},  # +3 and 2/-2; -3
    )
    play(match, "attack:orb1-9")

    def falls(match: Match) -> bool:
        """Whether the Beast falls when both do the best they can from here."""
        if not match.request.window:
            return not match.table.field
        ways = []
        for option in match.request.options:
            way = match.fork()
            way.play(option)
            ways.append(falls(way))
        return any(ways) if match.request.seat == 0 else all(ways)

    assert falls(match) == (natural == 7) == (natural + 3 + 2 - 3 >= 9)
    worth = hunt.enchant_worth(natural, 9, held=[3, (2, -2)], against=[-3])
    assert worth.defeats == (natural == 7) and worth.margin == natural + 3 + 2 - 3 - 9
    if natural == 7:
        play(match, "enchant:enchant-5:+3", "enchant:enchant-8:-3", "enchant:enchant-1:+2", "*")
        assert not match.table.field, "by using both"


@pytest.mark.example("hunt.ex.enchant-declare")
@pytest.mark.rule("hunt.enchant.declare", "hunt.enchant.single-value")
def test_enchant_declare() -> None:
    hands = {1: ["enchant-11", "enchant-5"]}  # 1/-4 and 3
    match = begin(10, cards=cards("orb1-7"), field=["orb1-7"], beast_deck=[], hands=hands)
    play(match, "attack:orb1-7")
    values = ["enchant:enchant-11:+1", "enchant:enchant-11:-4", "enchant:enchant-5:+3"]
    assert match.request.seat == 1 and keys(match) == ["pass", *values]
    assert_refused(match, "enchant:enchant-5:-3", "hunt.enchant.single-value")
    play(match, "enchant:enchant-11:-4")
    assert not [key for key in keys(match) if "enchant-11" in key], "the declaration is binding"
    play(match, "*")
    assert match.table.field and match.events()[-1].data["result"] == 6


# --- duels -------------------------------------------------------------------------------------------------


def defying(*chance: Any, by: str = "defiance-1", **position: Any) -> Match:
    """Seat 0 is about to play a Hero, seat 1 holds a Defiance."""
    hands = position.pop("hands", {})
    held = {0: ["hero-royal-1", *hands.get(0, ())], 1: [by, *hands.get(1, ())]}
    return begin(*chance, hands={**hands, **held}, **position)


def user_wins(match: Match, *enchants: str, by: str = "defiance-1") -> F:
    """The chance that the user of Defiance wins, with these Enchants played as soon as may be."""
    choose = choosing("play:hero-royal-1", f"defy:{by}", *enchants)
    return after(match, choose, lambda now: not now.seats[0].heroes)[True]


@pytest.mark.example("hunt.ex.duel-even")
@pytest.mark.rule("hunt.defiance.higher-wins", "hunt.defiance.tie")
@pytest.mark.parametrize(("tie", "enchants"), DUELS)
def test_duel_even(tie: str, enchants: str) -> None:
    match = defying(duel_tie=tie, tie_enchants=enchants)
    assert user_wins(match) == hunt.duel() == F("1/2")
    play(match, "play:hero-royal-1")
    found = hunt.explain(match, "defy:defiance-1")
    assert found.value == hunt.measured(match, "defy:defiance-1")["won by 1"] == F("1/2")
    ends = ("hunt.defiance.tie", "hunt.defiance.higher-wins", "hunt.defiance.failure")

    def first_pair(_: Any, events: list[Event]) -> str:
        return events[-1].rule

    pair = match.odds("defy:defiance-1", first_pair, until=lambda event: event.rule in ends)
    assert pair["hunt.defiance.tie"] == F("73/648")
    assert 1 / (1 - pair["hunt.defiance.tie"]) == hunt.duel_rounds() == F("648/575")


@pytest.mark.example("hunt.ex.duel-standing-bonus")
@pytest.mark.rule("hunt.defiance.tie-enchants")
@pytest.mark.parametrize(("tie", "enchants"), DUELS)
def test_duel_standing_bonus(tie: str, enchants: str) -> None:
    match = defying(by="defiance-7", duel_tie=tie, tie_enchants=enchants)  # it adds 1
    assert user_wins(match, by="defiance-7") == hunt.duel(modifier=1) == F("721/1156")
    play(match, "play:hero-royal-1")
    assert hunt.explain(match, "defy:defiance-7").value == F("721/1156")
    # no card gives the target a standing bonus: the rule of the duel itself, 2 less for the user
    against = explore(lambda: dice.duel(match.table.copy(), 1, 0, -2))
    assert against[True] == hunt.duel(modifier=-2) == F("310/1171")


@pytest.mark.example("hunt.ex.duel-one-enchant-first-roll")
@pytest.mark.rule("hunt.defiance.tie-enchants", "hunt.defiance.tie-when")
@pytest.mark.parametrize(("enchants", "stated"), [("spent", "1847/2592"), ("carry", "861/1171")])
def test_duel_one_enchant_first_roll(enchants: str, stated: str) -> None:
    match = defying(hands={1: ["enchant-1"]}, tie_enchants=enchants)
    found = user_wins(match, "enchant:enchant-1:+2:0")
    assert found == hunt.duel(enchant=2, tie_enchants=enchants) == F(stated)


@pytest.mark.example("hunt.ex.duel-tie-values")
@pytest.mark.rule("hunt.defiance.tie-when", "hunt.defiance.tie-enchants")
@pytest.mark.parametrize(("tie", "stated"), [("final", "791/1296"), ("natural_first", "129/230")])
def test_duel_tie_values(tie: str, stated: str) -> None:
    made = cards(enchant=("1", 1))
    own = "enchant:more-enchant:+1:1"  # on the own roll

    def duel(*chance: Any) -> Match:
        return defying(*chance, hands={0: ["more-enchant"]}, cards=made, duel_tie=tie)

    def target_wins(when: set[int]) -> F:
        """With the Enchant played where the target has so much more than the user: 0 or -1 can matter."""

        def choose(request: Choose) -> Move:
            rolled = [int(number) for number in re.findall(r"'s roll (\d+)", request.prompt)]
            plays = rolled and rolled[1] - rolled[0] in when
            return choosing("play:hero-royal-1", "defy:defiance-1", *[own] * bool(plays))(request)

        return after(duel(), choose, lambda now: bool(now.seats[0].heroes))[True]

    best = max(map(target_wins, ({0, -1}, {0}, {-1}, set())))
    assert best == 1 - hunt.duel_with_enchants(target=[1], duel_tie=tie) == F(stated)

    match = duel(7, 7) if tie == "final" else duel(7, 7, 5, 4)
    play(match, "play:hero-royal-1", "defy:defiance-1")
    assert match.request.seat == 0 and own in keys(match)
    if tie == "final":
        play(match, own, "*")
        assert heroes(match) == ["hero-royal-1"], "the +1 wins 8 to 7"
    else:
        assert "Bo's roll 5, Ada's roll 4" in match.request.prompt, "both have rolled again at once"
        assert hand(match) == ["more-enchant"]


@pytest.mark.example("hunt.ex.duel-only-two")
@pytest.mark.rule("hunt.defiance.who-enchants")
def test_duel_only_two() -> None:
    match = defying(8, 7, seats=3, hands={0: ["enchant-1"], 1: ["enchant-2"], 2: ["enchant-3"]})
    play(match, "play:hero-royal-1", "defy:defiance-1")
    asked = []
    while match.request.rule == "hunt.enchant.anyone":
        asked.append(match.request.seat)
        assert not [key for key in keys(match) if "enchant-3" in key]
        with pytest.raises(IllegalMove):
            match.play("enchant:enchant-3:+2:0", seat=2)
        play(match, "pass")
    assert asked == [1, 0], "the user of Defiance first, C never"
    # defiance_enchanters: default half only


# --- the first roll ----------------------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.first-player")
@pytest.mark.rule("hunt.turn.first-player", "hunt.setup.first-chooser", "hunt.setup.first-roll-tie")
def test_first_player() -> None:
    match = hunt.new_match(4, chance=Scripted([9, 11, 11, 4, 5, 8]))
    rolled = [event.data["rolls"] for event in match.events() if "rolls" in event.data]
    assert rolled == [(9, 11, 11, 4), (5, 8)] and match.request.seat == 2
    while match.table.phase in ("champions", "deal"):
        play(match, keys(match)[0])
    assert match.table.turn == match.table.first == 2

    def program() -> Rule:
        """Whether anybody rolls a fifth time."""
        rule, rolls = setup.highest_roll(hunt.lay(Options(seats=4))), 0
        request = next(rule)
        while rolls < 5:
            rolls += isinstance(request, Total)
            try:
                request = rule.send((yield request) if isinstance(request, Total) and rolls < 5 else None)
            except StopIteration:
                return False
        return True

    assert explore(program)[True] == 1 - hunt.first_roll(4)[1] == F("81349/419904")
