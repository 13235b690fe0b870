"""The ledger's examples of Beasts: who may attack which, Shards and the countdown, the King, Ancient Arms."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest
from games.beast_hunt.laying import (
    assert_refused,
    begin,
    codes,
    discard,
    hand,
    hero,
    keys,
    play,
    refused,
    told,
)
from games.beast_hunt.test_examples_ledger import cards

from beastlab.core.chance import Scripted
from beastlab.core.explore import explore
from beastlab.core.match import Match
from beastlab.core.requests import Here, Rule
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import SWITCHES, Options
from beastlab.games.beast_hunt.rules import beasts

CHAMPION = SWITCHES["requirement_champion"]
BOTH_ROUNDS = SWITCHES["countdown_current_turn"]


def facing(needs: str, heroes: list[str], champion: str, **position: Any) -> Match:
    """Seat 0 with this Party before a Beast with this requirement."""
    made = cards("orb1-9", needs=needs)
    party = {"heroes": {0: heroes}, "champions": {0: champion}}
    return begin(cards=made, field=["orb1-9"], beast_deck=[], **party, **position)


def may_attack(match: Match) -> bool:
    """Whether the Beast may be attacked; if not, the refusal names the rule and the position stays."""
    if "attack:orb1-9" in keys(match):
        return True
    rule = refused(match)["attack:orb1-9"].rule
    assert rule in ("hunt.beast.requirement-needed", "hunt.beast.requirement-matching")
    assert_refused(match, "attack:orb1-9", rule)
    return False


# --- class requirements ------------------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.requirement-champion-readings")
@pytest.mark.rule("hunt.beast.requirement-champion")
@pytest.mark.parametrize("reading", CHAMPION)
def test_requirement_champion_readings(reading: str) -> None:
    party = ["hero-pirate-1", "hero-royal-1"]
    match = facing("Hunter & 2x any", party, "champion-hunter-1", requirement_champion=reading)
    stated = {"class_symbol_only": True, "class_lent": False, "full_body": True, "never": False}
    assert may_attack(match) == stated[reading]


@pytest.mark.example("hunt.ex.requirement-greedy-trap")
@pytest.mark.rule("hunt.beast.requirement-matching", "hunt.beast.requirement-champion")
def test_requirement_greedy_trap() -> None:
    assert may_attack(facing("Hunter & any", ["hero-hunter-1"], "champion-hunter-1"))


@pytest.mark.example("hunt.ex.requirement-no-body")
@pytest.mark.rule("hunt.beast.requirement-champion", "hunt.champion.not-hero")
@pytest.mark.parametrize("reading", CHAMPION)
def test_requirement_no_body(reading: str) -> None:
    match = facing("2x any", ["hero-pirate-1"], "champion-hunter-1", requirement_champion=reading)
    assert may_attack(match) == (reading == "full_body")


@pytest.mark.example("hunt.ex.requirement-double-class")
@pytest.mark.rule("hunt.beast.requirement-matching")
def test_requirement_double_class() -> None:
    assert may_attack(facing("2x Pirate", ["hero-pirate-1"], "champion-pirate-1"))
    assert not may_attack(facing("3x Pirate", ["hero-pirate-1"], "champion-pirate-1"))


@pytest.mark.example("hunt.ex.requirement-banner")
@pytest.mark.rule("hunt.equip.banner-class", "hunt.equip.banner-replaces", "hunt.beast.requirement-matching")
@pytest.mark.parametrize("reading", CHAMPION)
def test_requirement_banner(reading: str) -> None:
    party = ["hero-hunter-1", "hero-hunter-2"]
    match = facing("2x Hunter", party, "champion-royal-1", requirement_champion=reading)
    assert may_attack(match)
    banner = {"hero-hunter-1": "banner-pirate"}
    match = facing("2x Hunter", party, "champion-royal-1", equipped=banner, requirement_champion=reading)
    assert not may_attack(match)
    assert hero(match, "hero-hunter-1").class_ == "Pirate"
    # banner_mode: default half only


@pytest.mark.example("hunt.ex.requirement-facedown")
@pytest.mark.rule("hunt.term.facedown-class")
def test_requirement_facedown() -> None:
    party, down = ["hero-invoker-1", "hero-invoker-2"], ["hero-invoker-1"]
    assert may_attack(facing("2x Invoker", party, "champion-invoker-1", down=down))
    assert not may_attack(facing("2x any", party, "champion-invoker-1", down=down))
    # facedown_counts: default half only


# --- may the King be challenged? ---------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.five-of-a-class")
@pytest.mark.rule("hunt.king.five-which-cards", "hunt.equip.banner-class")
@pytest.mark.parametrize("access", SWITCHES["king_access"])
def test_five_of_a_class(access: str) -> None:
    match = begin(
        "king-1",
        champions={0: "champion-pirate-2"},
        heroes={0: ["hero-pirate-1", "hero-pirate-2", "hero-pirate-4", "hero-royal-1"]},
        hands={0: ["banner-pirate"], 1: ["arcana-5"]},  # steal a Hero
        king_access=access,
    )
    assert match.table.king is None
    play(match, "equip:banner-pirate:hero-royal-1", "*")
    assert match.view(0)["seats"][0]["may_challenge"]
    assert match.table.king and "attack:king-1" in keys(match)

    play(match, "end", "play:arcana-5", "steal:hero-royal-1", "*")
    assert discard(match) == ["banner-pirate", "arcana-5"]
    assert hero(match, "hero-royal-1").class_ == "Royal" and match.table.seats[1].classes() == {"Royal": 1}
    play(match, "end")
    assert not match.view(0)["seats"][0]["may_challenge"]
    assert match.table.king.code == "king-1", "it stays face up"
    if access == "personal":
        assert_refused(match, "attack:king-1", "hunt.king.each-challenger")
    # five_of_class_counts: default half only


@pytest.mark.example("hunt.ex.lesser-not-three")
@pytest.mark.rule("hunt.king.three-lesser")
def test_lesser_not_three() -> None:
    two = {"beasts": {0: ["beast-01", "beast-02"]}, "lesser": {0: ["lesser-beast-1", "lesser-beast-2"]}}
    three = {"hero-pirate-1", "hero-royal-1", "hero-hunter-1"}
    match = begin(king="king-1", field=["beast-03"], heroes={0: sorted(three)}, **two)
    assert not match.view(0)["seats"][0]["may_challenge"]
    assert_refused(match, "attack:king-1", "hunt.king.each-challenger")
    # lesser_counts_for_three: default half only


@pytest.mark.example("hunt.ex.king-personal-access")
@pytest.mark.rule("hunt.king.each-challenger", "hunt.king.stays-up")
@pytest.mark.parametrize("king", ["king-1", "king-3"])  # they need 3 and 4 Heroes of any class
@pytest.mark.parametrize("access", SWITCHES["king_access"])
def test_king_personal_access(access: str, king: str) -> None:
    match = begin(
        king=king,
        beasts={0: ["beast-01", "beast-02", "beast-03"], 1: ["beast-04", "beast-05"]},
        field=["beast-06"],
        champions={1: "champion-royal-1"},
        heroes={1: ["hero-royal-1", "hero-royal-2", "hero-royal-3"]},
        turn=1,
        king_access=access,
    )
    views = match.view(1)["seats"]
    assert [seat["may_challenge"] for seat in views] == [True, False]
    if access == "personal":
        assert_refused(match, f"attack:{king}", "hunt.king.each-challenger")
    elif king == "king-1":
        assert "attack:king-1" in keys(match)
    else:
        assert_refused(match, f"attack:{king}", "hunt.beast.requirement-matching")


def third_beast(*chance: Any, **position: Any) -> Match:
    """Seat 0 with two Beasts and a Party that meets every King's requirement; a third Beast is on the field."""
    return begin(
        *chance,
        **{
            "cards": cards("orb1-9"),
            "field": ["orb1-9"],
            "beast_deck": ["beast-04"],
            "beasts": {0: ["beast-01", "beast-02"]},
            "heroes": {0: ["hero-pirate-1", "hero-royal-1", "hero-hunter-1", "hero-invoker-1"]},
        }
        | position,
    )


@pytest.mark.example("hunt.ex.king-same-turn")
@pytest.mark.rule("hunt.king.flip-moment", "hunt.king.cost", "hunt.action.extra-actions")
def test_king_same_turn() -> None:
    match = play(third_beast(9, "beast-04", "king-1"), "attack:orb1-9", "*")
    assert match.table.king and match.table.actions == 1
    assert_refused(match, "attack:king-1", "hunt.action.insufficient")

    lesser = {"deck": ["lesser-beast-1"]}
    match = third_beast("lesser-beast-1", 7, 9, "beast-04", "king-1", **lesser)
    play(match, "draw", "*", "attack:orb1-9", "*")
    assert match.table.king and match.table.actions == 3 - 1 + 1 - 2 == 1
    assert_refused(match, "attack:king-1", "hunt.action.insufficient")

    starting = {"hands": {0: ["lesser-beast-1"]}, "dealt": {0: 2}, "phase": "start"}
    match = play(third_beast(7, 9, "beast-04", "king-1", **starting), "attack:orb1-9", "*")
    assert match.table.king and match.table.actions == 4 - 2 == 2
    assert "attack:king-1" in keys(match)


@pytest.mark.example("hunt.ex.immediate-attack-not-king")
@pytest.mark.rule("hunt.action.immediate-attack-not-king")
def test_immediate_attack_not_king() -> None:
    match = begin(
        10,
        king="king-1",
        field=["beast-18"],  # four Heroes of any class
        beasts={0: ["beast-01", "beast-02", "beast-03"]},
        heroes={0: ["hero-hunter-5", "hero-royal-1", "hero-pirate-1"]},  # 10 or more: immediately attack
    )
    assert "attack:king-1" in keys(match), "with 2 actions"
    play(match, "use:hero-hunter-5", "*")
    assert told(match)[-2:] == ["hunt.hero.green", "hunt.term.no-target"]
    assert match.table.actions == 2 and "end" in keys(match), "the effect does nothing"
    # where there is a Beast to attack, the King is refused beside it
    match = begin(
        10,
        king="king-1",
        field=["beast-01"],
        beasts={0: ["beast-02", "beast-03", "beast-04"]},
        heroes={0: ["hero-hunter-5", "hero-royal-1", "hero-pirate-1"]},
    )
    play(match, "use:hero-hunter-5", "*")
    assert_refused(match, "attack:king-1", "hunt.action.immediate-attack-not-king")


# --- Shards and the countdown ------------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.shard-chain")
@pytest.mark.rule("hunt.shard.row", "hunt.shard.chain")
@pytest.mark.parametrize("current", BOTH_ROUNDS)
def test_shard_chain(current: str) -> None:
    match = begin(
        9,
        "shard-2",
        "shard-3",
        "beast-07",
        cards=cards("orb1-9"),
        field=["orb1-9", "beast-01", "beast-02"],
        beast_deck=["shard-2", "shard-3", "beast-07"],
        shards=1,
        seats=3,
        countdown_current_turn=current,
    )
    assert match.table.countdown is None
    play(match, "attack:orb1-9", "*")
    assert codes(match.table.shards) == ["shard-1", "shard-2", "shard-3"]
    assert codes(match.table.field) == ["beast-01", "beast-02", "beast-07"]
    turns = 3 if current == "full_extra_round" else 2
    assert match.table.countdown == turns
    play(match, "end")
    assert match.table.countdown == turns, "this was the trigger turn"
    play(match, "end")
    assert match.table.countdown == turns - 1


@pytest.mark.example("hunt.ex.shard-setup")
@pytest.mark.rule("hunt.setup.shards-in-first-reveal")
def test_shard_setup() -> None:
    beast_deck = ["beast-01", "shard-1", "beast-02", "beast-03"]
    match = hunt.new_match(2, chance=Scripted([9, 5, *[None] * 10, *beast_deck]))
    while match.table.phase == "champions":
        play(match, keys(match)[0])
    assert codes(match.table.field) == ["beast-01", "beast-02", "beast-03"]
    assert codes(match.table.shards) == ["shard-1"]
    # setup_shards: default half only


@pytest.mark.example("hunt.ex.shard-countdown-order")
@pytest.mark.rule("hunt.shard.countdown-turns", "hunt.shard.fail-moment")
@pytest.mark.parametrize(
    ("current", "turns", "last"),
    [("full_extra_round", [2, 3, 0, 1], 1), ("current_turn_counts", [2, 3, 0], 0)],
)
def test_shard_countdown_order(current: str, turns: list[int], last: int) -> None:
    match = begin(
        9,
        "shard-3",
        "beast-07",
        "arcana-1",
        cards=cards("orb1-9"),
        field=["orb1-9"],
        beast_deck=["shard-3", "beast-07"],
        shards=2,
        seats=4,
        turn=1,
        hands={last: [f"hero-hunter-{n}" for n in range(1, 8)]},
        deck=["arcana-1"],
        countdown_current_turn=current,
    )
    play(match, "attack:orb1-9", "*")
    assert match.table.actions == 1 and "draw" in keys(match), "B finishes the turn"
    play(match, "end")
    taken = []
    while len(taken) < len(turns):
        taken.append(match.table.turn)
        assert not match.over
        play(match, *["draw"] * (len(taken) == len(turns)), "end")
    assert match.request.rule == "hunt.turn.hand-limit-choice", "8 cards in the last turn"
    play(match, "discard:arcana-1")
    assert taken == turns
    assert match.result and match.result.winners == () and match.result.rule == "hunt.shard.fail"
    assert match.over and told(match)[-2:] == ["hunt.term.discard", "hunt.shard.fail"]


@pytest.mark.example("hunt.ex.shard-coop-same-turn")
@pytest.mark.rule("hunt.shard.coop-immediate", "hunt.shard.coop-win")
@pytest.mark.parametrize("current", BOTH_ROUNDS)
def test_shard_coop_same_turn(current: str) -> None:
    match = begin(
        9,
        "shard-3",
        "beast-07",
        16,
        cards=cards("orb1-9"),
        field=["orb1-9"],
        beast_deck=["shard-3", "beast-07"],
        shards=2,
        seats=3,
        king="king-1",  # defeat 16
        champions={0: "champion-pirate-1"},
        heroes={0: [f"hero-pirate-{n}" for n in (1, 2, 4, 5)]},
        actions=4,
        countdown_current_turn=current,
    )
    play(match, "attack:orb1-9", "*", "attack:king-1", "*")
    assert match.result and match.result.winners == (0, 1, 2)


@pytest.mark.example("hunt.ex.third-shard-distribution")
@pytest.mark.rule("hunt.shard.third", "hunt.setup.shards-in-first-reveal")
def test_third_shard_distribution() -> None:
    table = hunt.lay(Options(seats=2))
    table.phase = "deal"

    def program() -> Rule:
        """Lay out three Beasts, then let one after another be defeated, until the countdown begins."""
        now, defeats = table.copy(), 0
        while len(now.field) < 3:
            yield Here((len(now.field), len(now.shards)))
            yield from beasts.reveal_beast(now)
        now.phase = "actions"
        while now.countdown is None:
            yield Here((len(now.shards), len(now.beast_deck), defeats))
            now.field.pop()
            defeats += 1
            yield from beasts.reveal_beast(now)
        return defeats

    law = hunt.third_shard()
    assert law.to_dict() == dict(sorted(explore(program).items()))
    assert law[0] == F("1/133")
    assert [law.cdf(defeats) for defeats in (4, 8, 12)] == [F("6/95"), F("143/665"), F("68/133")]
    assert law.cdf(16) == 1 > law.cdf(15)
    assert hunt.formulas()["hunt.formula.third-shard-mean"].at(m=21, q=3) == F("33/2")


# --- Ancient Arms, the empty deck --------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.arms-use")
@pytest.mark.rule("hunt.arms.three", "hunt.arms.requirement", "hunt.arms.as-defeat")
def test_arms_use() -> None:
    arms = [f"ancient-arm-{n}" for n in range(1, 5)]
    position: dict[str, Any] = {
        "hands": {0: arms, 1: ["defiance-1", "enchant-1"]},
        "heroes": {1: ["hero-royal-1"]},
        "field": ["beast-18", "beast-01", "beast-02"],  # any, any, any, any; gained: steal a Hero
        "beast_deck": ["beast-07"],
        "actions": 2,
    }
    match = begin("beast-07", king="king-1", **position)
    assert_refused(match, "attack:beast-18", "hunt.beast.requirement-matching")
    assert_refused(match, "arms:king-1", "hunt.arms.not-king")
    play(match, "arms:beast-18")
    assert match.table.turn == 1, "no roll, no Enchants, no Defiance: 0 actions are left"
    assert discard(match) == arms[:3] and hand(match) == arms[3:]
    assert codes(match.table.seats[0].beasts) == ["beast-18"]
    assert codes(match.table.seats[0].heroes) == ["hero-royal-1"], "its effect"
    assert codes(match.table.field) == ["beast-01", "beast-02", "beast-07"]

    third = begin("king-2", "beast-07", beasts={0: ["beast-03", "beast-04"]}, **position)
    play(third, "arms:beast-18")
    assert third.view(0)["seats"][0]["may_challenge"], "it counts as a defeated Beast"


@pytest.mark.example("hunt.ex.arms-third")
@pytest.mark.rule("hunt.arms.three")
def test_arms_third() -> None:
    match = begin(hands={0: ["ancient-arm-1", "ancient-arm-2", "enchant-1", "enchant-2", "hero-royal-1"]})
    table = match.table
    assert len(table.deck) == 115

    def program() -> Rule:
        """Whether one of the next six cards is an Ancient Arm."""
        deck = table.deck.copy()
        for seen in range(6):
            yield Here(seen)
            card = yield deck.next_card()
            deck.take(card)
            if card.type == "ancient_arm":
                return True
        return False

    assert explore(program)[True] == hunt.third_arm(held=2, unseen=115, draws=6) == F("1350089/6913340")
    assert_refused(match, "play:ancient-arm-1", "hunt.arms.three")


@pytest.mark.example("hunt.ex.beast-deck-empty")
@pytest.mark.rule("hunt.beast.deck-empty")
def test_beast_deck_empty() -> None:
    match = begin(9, cards=cards("orb1-9"), field=["orb1-9", "beast-01", "beast-02"], beast_deck=[])
    play(match, "attack:orb1-9", "*")
    assert codes(match.table.field) == ["beast-01", "beast-02"]
    assert told(match)[-1] == "hunt.beast.deck-empty"
