"""Heroes: the roll for an effect, the free use on arrival, and once a turn."""

from __future__ import annotations

from typing import Any

import pytest
from games.beast_hunt.laying import (
    assert_refused,
    begin,
    conserved,
    discard,
    hand,
    heroes,
    keys,
    play,
    reprinted,
    settle,
    told,
)

from beastlab.core.cardfile import CardFileError
from beastlab.core.match import Match
from beastlab.core.requests import IllegalMove
from beastlab.games.beast_hunt import CardSet, illustrative
from beastlab.games.beast_hunt.cards import CLASSES

GREEN, RED = "hero-hunter-2", "hero-hunter-7"  # 8 or more: draw 2 cards; 8 or less: draw a card
ARCANA = [f"arcana-{n}" for n in range(1, 13)]
CALM = {0: "champion-royal-2", 1: "champion-mercenary-1"}  # wait for a lost Hero only


def squire(**cells: str) -> CardSet:
    """The cards and one Hero more: the `squire` draws a card on 7 or more, but for what `cells` say."""
    made = {
        "type": "hero",
        "class": "Royal",
        "roll": "7+",
        "effect": "draw:1",
    }
    return reprinted({"squire": made | cells})


def using(result: int, code: str = GREEN, **position: Any) -> Match:
    """A Hero of the Party is used, and this is rolled; the Main Deck is harmless."""
    position = {"heroes": {0: [code]}, "deck": ARCANA} | position
    return play(begin(result, ..., **position), f"use:{code}")


def met(match: Match) -> bool:
    """Whether the last roll for an effect was enough."""
    last = [
        rule
        for rule in told(match)
        if rule in ("hunt.hero.green", "hunt.hero.red", "hunt.hero.fail-no-refund")
    ]
    return last[-1] != "hunt.hero.fail-no-refund"


# --- the roll -----------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.hero.class-effect")
def test_every_hero_has_a_class_and_an_effect() -> None:
    for card in illustrative().cards:
        if card.type == "hero":
            assert card.class_ in CLASSES and card.effect is not None
    for blank in ("class", "effect"):
        with pytest.raises(CardFileError, match=blank):
            squire(**{blank: ""})


@pytest.mark.rule("hunt.hero.class-effect")
def test_a_bonus_on_the_next_attack_is_for_one_attack_of_its_player_in_this_turn() -> None:
    def results(match: Match) -> list[int]:
        return [event.data["result"] for event in match.events() if event.rule == "hunt.beast.fail-stays"]

    party = {"heroes": {0: ["hero-hunter-3", "hero-royal-1"]}, "field": ["beast-01"], "champions": CALM}  # +2
    once = play(begin(6, 4, 4, actions=5, **party), "use:hero-hunter-3", "attack:beast-01", "attack:beast-01")
    assert results(once) == [6, 4]
    later = play(begin(6, 4, **party), "use:hero-hunter-3", "end", "end", "attack:beast-01")
    assert results(later) == [4]
    # seat 1 draws and fights a Lesser Beast (defeat 7) in the turn of seat 0, whose bonus it has not
    loss = {
        "heroes": {0: ["hero-hunter-3"], 1: ["hero-royal-1"]},
        "hands": {0: ["arcana-3"]},
        "champions": CALM,
    }
    another = begin(6, "lesser-beast-1", 6, **loss)
    play(another, "use:hero-hunter-3", "play:arcana-3", "passive:champion-mercenary-1")
    assert "lesser-beast-1" in discard(another) and another.table.attack_bonus == 2


@pytest.mark.rule("hunt.hero.roll", "hunt.hero.green")
@pytest.mark.parametrize("total", range(2, 13))
def test_a_green_condition_is_met_at_or_above_its_number(total: int) -> None:
    match = using(total)
    assert met(match) == (total >= 8)
    assert len(hand(match)) == (2 if total >= 8 else 0)


@pytest.mark.rule("hunt.hero.roll", "hunt.hero.red")
@pytest.mark.parametrize("total", range(2, 13))
def test_a_red_condition_is_met_at_or_below_its_number(total: int) -> None:
    match = using(total, RED)
    assert met(match) == (total <= 8)
    assert len(hand(match)) == (1 if total <= 8 else 0)


@pytest.mark.rule("hunt.hero.roll")
def test_two_dice_are_rolled_for_an_effect() -> None:
    for impossible in (1, 13):
        with pytest.raises(IllegalMove, match="2 dice"):
            using(impossible)


@pytest.mark.rule("hunt.hero.final-result")
@pytest.mark.parametrize(
    ("code", "rolled", "enchant", "success"),
    [
        (GREEN, 5, "enchant-5:+3", True),
        (GREEN, 4, "enchant-5:+3", False),
        (GREEN, 10, "enchant-8:-3", False),
        (RED, 6, "enchant-5:+3", False),
        (RED, 11, "enchant-8:-3", True),
        (RED, 12, "enchant-8:-3", False),
    ],
)
def test_the_result_with_enchants_counts(code: str, rolled: int, enchant: str, success: bool) -> None:
    match = using(rolled, code, hands={1: ["enchant-5", "enchant-8"]})
    assert met(play(match, f"enchant:{enchant}", "*")) == success


@pytest.mark.rule("hunt.hero.final-result")
@pytest.mark.parametrize(("code", "enough"), [(GREEN, 6), (RED, 10)])
def test_an_easier_roll_is_lower_for_green_and_higher_for_red(code: str, enough: int) -> None:
    eased = {"equipped": {code: "armament-4"}}  # 2 easier
    worse = 1 if code == RED else -1
    assert met(using(enough, code, **eased))
    assert not met(using(enough + worse, code, **eased))
    cursed = {"equipped": {code: "curse-1"}}  # 2 harder
    assert met(using(enough - 4 * worse, code, **cursed))
    assert not met(using(enough - 3 * worse, code, **cursed))


@pytest.mark.rule("hunt.hero.final-result")
def test_the_result_may_leave_the_range_of_the_dice() -> None:
    match = using(2, RED, hands={0: ["enchant-8"]})
    play(match, "enchant:enchant-8:-3", "*")
    assert [event.data["result"] for event in match.events() if event.rule == "hunt.hero.red"] == [-1]


@pytest.mark.rule("hunt.hero.no-roll-effects")
def test_an_automatic_hero_is_used_without_a_roll_at_the_same_cost_and_limit() -> None:
    made = squire(mode="automatic", roll="")
    match = begin("arcana-1", "arcana-2", cards=made, heroes={0: ["squire"]}, deck=ARCANA)
    play(match, "use:squire")
    assert hand(match) == ["arcana-1"] and match.table.actions == 2 and "hunt.hero.roll" not in told(match)
    assert_refused(match, "use:squire", "hunt.hero.once-per-turn")


@pytest.mark.rule("hunt.hero.no-roll-effects")
def test_a_continuous_hero_works_all_the_time_and_is_never_used() -> None:
    made = squire(mode="continuous", roll="", effect="roll_bonus:1")
    party = {"cards": made, "heroes": {0: ["squire", GREEN]}}
    match = using(7, **party)
    assert met(match), "8 or more is 1 easier to roll"
    assert_refused(match, "use:squire", "hunt.hero.no-roll-effects")
    assert not met(using(7, **party, down=["squire"]))
    arriving = play(begin(cards=made, hands={0: ["squire"]}), "play:squire")
    assert "now" not in keys(arriving), "nothing to use on arrival"


# --- on arrival ----------------------------------------------------------------------------------------------


def arriving(*chance: Any, **position: Any) -> Match:
    """A Hero is played from the hand."""
    position = {"hands": {0: [GREEN]}, "deck": ARCANA, "champions": CALM} | position
    return play(begin(*chance, ..., **position), f"play:{GREEN}")


@pytest.mark.rule("hunt.hero.immediate-use")
@pytest.mark.parametrize("total", [7, 8])
def test_a_hero_just_played_may_roll_at_once_without_an_action(total: int) -> None:
    match = arriving(total)
    assert heroes(match) == [GREEN] and match.table.actions == 2, "the play has been paid"
    play(match, "now")
    assert match.table.actions == 2 and len(hand(match)) == (2 if total == 8 else 0)


@pytest.mark.rule("hunt.hero.immediate-use")
def test_it_may_roll_on_arrival_even_after_the_last_action() -> None:
    match = arriving(8, actions=1)
    assert keys(match) == ["now", "later"] and match.table.actions == 0
    play(match, "now")
    assert len(hand(match)) == 2 and match.table.turn == 1


@pytest.mark.rule("hunt.hero.immediate-optional")
def test_the_free_use_need_not_be_taken() -> None:
    match = play(arriving(), "later")
    assert "hunt.hero.roll" not in told(match) and hand(match) == [] and f"use:{GREEN}" in keys(match)


@pytest.mark.rule("hunt.hero.immediate-from-hand")
def test_a_stolen_hero_does_not_roll_on_arrival() -> None:
    match = play(begin(hands={0: ["arcana-5"]}, heroes={1: [GREEN]}), "play:arcana-5")
    assert heroes(match) == [GREEN] and "now" not in keys(match)
    assert f"use:{GREEN}" in keys(match), "it may be used for an action"


@pytest.mark.rule("hunt.hero.immediate-after-defiance")
def test_defiance_comes_before_the_free_use() -> None:
    hands = {0: [GREEN], 1: ["defiance-1"]}
    won = arriving(9, 5, hands=hands)
    assert keys(won) == ["pass", "defy:defiance-1"] and heroes(won) == []
    play(won, "defy:defiance-1")
    assert heroes(won) == [] and GREEN in discard(won) and "now" not in keys(won)
    lost = play(arriving(5, 9, 8, hands=hands), "defy:defiance-1")
    assert heroes(lost) == [GREEN] and keys(lost) == ["now", "later"]
    assert len(hand(play(lost, "now"))) == 2


# --- in the Party ---------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.hero.cost-one", "hunt.hero.fail-no-refund")
@pytest.mark.parametrize("total", [2, 12])
def test_a_hero_of_the_party_is_used_for_one_action_also_if_the_roll_fails(total: int) -> None:
    match = using(total)
    assert met(match) == (total == 12) and match.table.actions == 2
    assert using(total, actions=1).table.turn == 1


@pytest.mark.rule("hunt.hero.once-per-turn")
def test_a_hero_gives_its_effect_once_a_turn() -> None:
    match = using(12)
    assert_refused(match, f"use:{GREEN}", "hunt.hero.once-per-turn")
    play(match, "end", "end")
    assert f"use:{GREEN}" in keys(match), "again in the next turn"


@pytest.mark.rule("hunt.hero.once-per-turn")
def test_each_hero_has_its_own_use() -> None:
    match = using(12, heroes={0: [GREEN, RED]})
    assert f"use:{RED}" in keys(match)


@pytest.mark.rule("hunt.hero.limit-counts")
def test_a_failed_roll_is_the_one_use_too() -> None:
    assert_refused(using(2), f"use:{GREEN}", "hunt.hero.once-per-turn")


@pytest.mark.rule("hunt.hero.limit-includes-arrival")
@pytest.mark.parametrize("total", [2, 12])
def test_a_roll_on_arrival_is_the_one_use_of_the_turn(total: int) -> None:
    match = play(arriving(total), "now")
    assert_refused(match, f"use:{GREEN}", "hunt.hero.once-per-turn")
    declined = play(arriving(12), "later", f"use:{GREEN}")
    assert len(hand(declined)) == 2 and declined.table.actions == 1


LOSS = {"type": "champion", "class": "Royal", "effect": "draw:1"}
LOSS |= {"trigger": "on_own_hero_lost"}


@pytest.mark.rule("hunt.hero.limit-per-card")
def test_the_used_mark_stays_with_a_card_that_changes_party() -> None:
    thief = reprinted({"loss": LOSS | {"passive": "steal:1"}})
    position = {"heroes": {0: [GREEN], 1: ["hero-royal-1"]}, "hands": {0: ["arcana-3", "arcana-5"]}}
    match = begin(2, cards=thief, champions={1: "loss"}, actions=4, **position)
    play(
        match, f"use:{GREEN}", "play:arcana-3", "passive:loss"
    )  # seat 1 loses a Hero and steals the used one
    assert heroes(match) == [] and heroes(match, 1) == [GREEN]
    play(match, "play:arcana-5", "*")  # seat 0 steals it back
    assert heroes(match) == [GREEN] and match.table.actions == 1
    assert_refused(match, f"use:{GREEN}", "hunt.hero.once-per-turn")
    play(match, "end", "end")
    assert f"use:{GREEN}" in keys(match), "the mark is erased at the end of the turn"


@pytest.mark.rule("hunt.hero.limit-per-card")
def test_played_from_the_hand_again_it_is_new() -> None:
    back = reprinted({"loss": LOSS | {"passive": "return:1"}})
    position = {"heroes": {0: [GREEN], 1: ["hero-royal-1"]}, "hands": {0: ["arcana-3"]}, "actions": 5}
    match = begin(
        2, 8, "arcana-1", "arcana-2", cards=back, champions={1: "loss"}, deck=ARCANA[:2], **position
    )
    play(match, f"use:{GREEN}", "play:arcana-3", "passive:loss")  # seat 1 returns the used one
    assert hand(match) == [GREEN] and heroes(match) == []
    play(match, f"play:{GREEN}", "later", f"use:{GREEN}")
    assert hand(match) == ["arcana-1", "arcana-2"]


@pytest.mark.rule("hunt.hero.limit-per-card")
def test_two_copies_of_a_hero_are_two_uses() -> None:
    match = using(2, "squire-1", cards=squire(count="2"), heroes={0: ["squire-1", "squire-2"]})
    assert "use:squire-1" not in keys(match) and "use:squire-2" in keys(match)


@pytest.mark.rule("hunt.hero.any-number")
def test_a_party_holds_any_number_of_heroes() -> None:
    party = [card.code for card in illustrative().cards if card.type == "hero" and card.class_ != "Hunter"]
    match = play(begin(heroes={0: party}, hands={0: [GREEN]}, king="king-1"), f"play:{GREEN}", "later")
    assert heroes(match) == [*party, GREEN] and len(party) == 42
    conserved(match)


@pytest.mark.rule("hunt.hero.own-turn")
def test_heroes_are_used_in_ones_own_turn_only() -> None:
    hands = {1: ["enchant-1", "defiance-1"], 0: ["hero-royal-1"]}
    match = begin(9, ..., heroes={0: [GREEN], 1: [RED]}, hands=hands, deck=ARCANA)
    assert f"use:{RED}" not in keys(match), "another player's Hero"
    with pytest.raises(IllegalMove):
        match.play(f"use:{RED}", seat=1)
    play(match, f"use:{GREEN}")
    assert match.request.seat == 1, "asked for Enchants"
    assert_refused(match, f"use:{RED}", "hunt.hero.own-turn")
    play(match, "*", "play:hero-royal-1")
    assert match.request.seat == 1 and keys(match) == ["pass", "defy:defiance-1"]
    settle(match)
    play(match, "later", "end")
    assert match.request.seat == 1 and f"use:{RED}" in keys(match) and f"use:{GREEN}" not in keys(match)
