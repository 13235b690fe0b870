"""The ledger's examples of cards: what Heroes carry, face-down Heroes, Defiance."""

from __future__ import annotations

from typing import Any

import pytest
from games.beast_hunt.laying import (
    assert_refused,
    begin,
    discard,
    hand,
    hero,
    heroes,
    keys,
    play,
    told,
)

from beastlab.core.match import Match
from beastlab.core.requests import IllegalMove

# --- Heroes -------------------------------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.steal-equipped")
@pytest.mark.rule("hunt.equip.steal-drops", "hunt.equip.hero-leaves")
def test_steal_equipped() -> None:
    match = begin(
        hands={0: ["arcana-5"]},  # steal a Hero
        heroes={1: ["hero-royal-1"]},
        equipped={"hero-royal-1": "banner-pirate"},
    )
    play(match, "play:arcana-5", "*")
    assert discard(match) == ["banner-pirate", "arcana-5"]
    assert heroes(match) == ["hero-royal-1"] and heroes(match, 1) == []
    stolen = hero(match, "hero-royal-1")
    assert stolen.class_ == "Royal" and stolen.gear is None
    assert match.request.seat == 0 and "end" in keys(match), "no free effect roll is offered"


@pytest.mark.example("hunt.ex.equip-occupied")
@pytest.mark.rule("hunt.equip.occupied", "hunt.equip.limit-one")
def test_equip_occupied() -> None:
    carried = {"hero-royal-1": "banner-pirate", "hero-pirate-1": "armament-1"}
    match = begin(
        hands={0: ["curse-1"]}, heroes={0: ["hero-royal-1"], 1: ["hero-pirate-1"]}, equipped=carried
    )
    for code in carried:
        assert_refused(match, f"equip:curse-1:{code}", "hunt.equip.occupied")
    assert not [key for key in keys(match) if "curse-1" in key]
    assert match.table.actions == 3 and hand(match) == ["curse-1"], "before an action is paid"
    # equip_occupied: default half only


@pytest.mark.example("hunt.ex.facedown-targets")
@pytest.mark.rule("hunt.term.facedown-immunity", "hunt.term.facedown-assassinate", "hunt.term.sacrifice")
def test_facedown_targets() -> None:
    def facing(*chance: Any, others: tuple[str, ...] = (), **position: Any) -> Match:
        """B's Party is Hero X face down and Hero Y face up, beside perhaps other Heroes of C."""
        party = position.pop("heroes", {}) | {1: ["hero-royal-1", "hero-royal-2"], 2: others}
        return begin(*chance, seats=3, heroes=party, down=["hero-royal-1"], **position)

    for arcana, verb in (("arcana-3", "destroy"), ("arcana-5", "steal"), ("arcana-11", "return")):
        match = play(facing(hands={0: [arcana]}), f"play:{arcana}", "*")
        assert heroes(match, 1) == ["hero-royal-1"], f"{verb}: Y it is, there is no other"
        match = play(facing(hands={0: [arcana]}, others=("hero-pirate-1",)), f"play:{arcana}", "*")
        assert keys(match) == [f"{verb}:hero-royal-2", f"{verb}:hero-pirate-1"]
        assert_refused(match, f"{verb}:hero-royal-1", "hunt.term.facedown-immunity")
        assert_no_champion(match, verb)

    killer = {"heroes": {0: ["hero-shinobi-5"]}}  # 9 or more: assassinate
    match = play(facing(9, **killer), "use:hero-shinobi-5", "*")
    assert {"assassinate:hero-royal-1", "assassinate:hero-royal-2"} < {*keys(match)}
    assert_no_champion(match, "assassinate")
    for code in ("hero-royal-1", "hero-royal-2"):
        assert code not in heroes(play(match.fork(), f"assassinate:{code}", "*"), 1)

    match = play(facing("malice-2", others=("hero-pirate-1",)), "draw", "*")  # each sacrifices a Hero
    assert match.request.seat == 1
    assert keys(match) == ["sacrifice:hero-royal-1", "sacrifice:hero-royal-2"]
    assert_no_champion(match, "sacrifice")
    # facedown_assassinate: default half only


def assert_no_champion(match: Match, verb: str) -> None:
    for seat in match.table.seats:
        rule = "steal-return" if verb in ("steal", "return") else "immune"
        assert_refused(match, f"{verb}:{seat.champions[0].code}", f"hunt.champion.{rule}")


# --- Defiance -----------------------------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.one-defiance")
@pytest.mark.rule("hunt.defiance.one-per-action", "hunt.defiance.failure")
def test_one_defiance() -> None:
    two = ["hero-royal-1", "hero-royal-2"]
    match = begin(3, 9, hands={0: two, 1: ["defiance-1"], 2: ["defiance-2"]}, seats=3)
    play(match, "play:hero-royal-1")
    assert match.request.seat == 1
    play(match, "defy:defiance-1")
    while match.request.window:  # after the duel
        assert "defy:defiance-2" not in keys(match)
        play(match, keys(match)[0])
    with pytest.raises(IllegalMove):
        match.play("defy:defiance-2", seat=2)
    assert (match.request.seat, keys(match)) == (0, ["now", "later"])
    assert heroes(match) == ["hero-royal-1"], "it enters and may roll"
    play(match, "later", "play:hero-royal-2")
    assert match.request.seat == 2 and "defy:defiance-2" in keys(match)


@pytest.mark.example("hunt.ex.defied-hero")
@pytest.mark.rule("hunt.defiance.success", "hunt.hero.immediate-after-defiance", "hunt.action.pay-first")
def test_defied_hero() -> None:
    hands = {0: ["hero-royal-1", "arcana-12"], 1: ["defiance-1", "defiance-2"]}  # recover a Hero
    match = begin(9, 3, hands=hands)
    play(match, "play:hero-royal-1", "defy:defiance-1", "*")
    assert sorted(discard(match)) == ["defiance-1", "hero-royal-1"]
    assert match.table.actions == 2 and heroes(match) == []
    assert match.request.seat == 0 and "end" in keys(match), "no effect roll"
    assert "hunt.hero.roll" not in told(match)

    play(match, "play:arcana-12", "*")
    assert hand(match) == ["hero-royal-1"]
    play(match, "play:hero-royal-1")
    assert match.request.seat == 1 and "defy:defiance-2" in keys(match), "it is a new play"
    play(match, "*")
    assert keys(match) == ["now", "later"] and match.table.actions == 0
