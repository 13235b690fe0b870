"""The ledger's examples of a turn: parties, Guilds, the Hero Deck, the best team."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import combinations
from typing import Any

import pytest
from games.by_order_of_the_queen.laying import (
    act,
    begin,
    codes,
    hand,
    keys,
    lay,
    play,
    player,
)
from games.by_order_of_the_queen.test_examples_ledger import (
    SECOND,
)

from beastlab.core.explore import explore, scoped
from beastlab.core.requests import Event, Rule
from beastlab.games.by_order_of_the_queen.rules import kingdom, locations

# --- turns ------------------------------------------------------------------------------


@pytest.mark.example("queen.ex.guild-bonus-retired")
@pytest.mark.rule("queen.end.guild-bonus", "queen.end.order")
def test_guild_bonus_retired() -> None:
    team = ["hero-01", "hero-09", "hero-03"]  # the first two of Semaphor Collegium
    for gone, favors in (("hero-09", 0), ("hero-03", 1)):
        match = begin(None, ..., hands={0: team}, guilds={0: "guild-semaphor"}, monsters=["mon-6-6-6-6-6"])
        act(match, "horde", *team)
        while not keys(match)[0].startswith("retire"):
            play(match, "leave")
        play(match, f"retire:{gone}")
        assert player(match).favors == favors


@pytest.mark.example("queen.ex.recover-to-discard")
@pytest.mark.rule("queen.hero.recover", "queen.hero.retire")
def test_recover_to_discard() -> None:
    table = lay(retired=[f"hero-{n:02}" for n in range(1, 13)], hands={0: ["hero-20"]})

    def rule() -> Rule:
        own = table.copy()
        yield from kingdom.recover(own, "queen.reward.recover")
        assert codes(own.seats[0].hand) == ["hero-20"] and len(own.heroes) == len(table.heroes)
        return own.hero_discard[0].code

    law = explore(rule)
    assert len(law) == 12 and set(law.values()) == {F("1/12")}


@pytest.mark.example("queen.ex.reshuffle-includes-party")
@pytest.mark.rule("queen.end.reshuffle", "queen.end.order")
def test_reshuffle_includes_party() -> None:
    match = begin(
        [1, 1, 1],
        ...,
        hands={0: [*SECOND, "hero-20", "hero-21", "hero-22"], 1: ["hero-23"]},
        monsters=["mon-1"],
        hero_deck=[],
        hero_loss_scope="literal",
    )
    act(match, "horde", *SECOND)
    play(match, "cover:mon-1:1")
    assert {*hand(match)} == {*SECOND, "hero-20", "hero-21", "hero-22"}
    assert len(match.table.heroes) == 0 and match.table.hero_discard == []


@pytest.mark.example("queen.ex.best-team")
@pytest.mark.rule("queen.turn.party-first", "queen.test.class-dice", "queen.test.combat-dice")
def test_best_team() -> None:
    heroes = {
        "A": "healing-wis-cha",
        "B": "melee-str-con",
        "C": "ranged-dex-wis",
        "D": "shield-con-cha",
        "E": "healing-int-cha",
        "F": "melee-str-dex",
        "G": "ranged-wis-int",
    }
    end = "threat_garden"
    tests_of = [
        ("charisma", "melee", "combat"),
        ("wisdom", "combat", "healing"),
        ("dexterity", "charisma", "shield"),
    ]
    cards = {
        f"loc-{n}": f"{top} / {end} | {middle} / favor / {end} | {bottom} / favor / {end}"
        for n, (top, middle, bottom) in enumerate(tests_of)
    }

    def law(team: str) -> dict[Any, F]:
        table = lay(party=[heroes[name] for name in team], locations=cards, action="quest")

        def rule() -> Rule:
            program, passed, answer = scoped(locations.complete(table.copy(), 0, "Emerald Valley")), [], None
            try:
                while True:
                    request = program.send(answer)
                    if isinstance(request, Event) and "success" in request.data:
                        passed.append(request.data["success"])
                    answer = yield request
            except StopIteration:
                return tuple(passed)

        return explore(rule)

    laws = {"".join(team): law("".join(team)) for team in combinations(heroes, 4)}
    assert len(laws) == 35
    successes = {team: sum(sum(won) * chance for won, chance in law.items()) for team, law in laws.items()}
    both = {team: law.get((True, True), F(0)) for team, law in laws.items()}
    for worth, most in ((successes, F("922/729")), (both, F("835/2187"))):
        assert [team for team, value in worth.items() if value == max(worth.values())] == ["ACDF"]
        assert worth["ACDF"] == most
