"""Defiance: who may stop which play, and the duel that decides it. Seat 1 defies what seat 0 plays."""

from __future__ import annotations

from typing import Any

import pytest
from games.beast_hunt.laying import (
    assert_refused,
    begin,
    conserved,
    discard,
    hand,
    hero,
    heroes,
    keys,
    play,
    settle,
    texts,
    told,
)

from beastlab.core.match import Match
from beastlab.core.requests import IllegalMove
from beastlab.games.beast_hunt import SWITCHES

ROYAL = "hero-royal-1"
CALM = {0: "champion-royal-2", 1: "champion-mercenary-1", 2: "champion-shinobi-2", 3: "champion-hunter-2"}
PLAYS = {  # each type that can be defied: the card, and how it is played
    "hero": (ROYAL, f"play:{ROYAL}"),
    "arcana": ("arcana-1", "play:arcana-1"),  # draw 3 cards
    "banner": ("banner-royal", "equip:banner-royal:hero-pirate-1"),
    "curse": ("curse-1", "equip:curse-1:hero-pirate-1"),
    "armament": ("armament-1", "equip:armament-1:hero-pirate-1"),
}
ANY_PLAY = pytest.mark.parametrize(("code", "move"), PLAYS.values(), ids=PLAYS)
TIES, SPENT = SWITCHES["duel_tie"], SWITCHES["tie_enchants"]
ARCANA = [f"arcana-{n}" for n in range(2, 13)]


def playing(
    *chance: Any, code: str = ROYAL, move: str = "", defiance: str = "defiance-1", **position: Any
) -> Match:
    """Seat 0 plays a card, seat 1 holds a Defiance; `held0`, `held1` are further cards in hand."""
    held = {seat: position.pop(f"held{seat}", []) for seat in range(4)}
    hands = {0: [code, *held[0]], 1: [defiance, *held[1]], 2: held[2]}
    seats = position.setdefault("seats", 3 if held[2] else 2)
    made = {
        "champions": {seat: CALM[seat] for seat in range(seats)},
        "heroes": {0: ["hero-pirate-1"]},
        "deck": ARCANA,
    }
    hands = {seat: cards for seat, cards in hands.items() if seat < seats}
    return play(begin(*chance, ..., **made | {"hands": hands} | position), move or f"play:{code}")


def duel(*rolls: int, defiance: str = "defiance-1", **position: Any) -> Match:
    """Seat 1 defies a Hero of seat 0: the rolls are those of seat 1, seat 0, seat 1 ..."""
    return play(playing(*rolls, defiance=defiance, **position), f"defy:{defiance}")


def user_wins(match: Match) -> bool:
    """Whether the duel is over and the Defiance has succeeded."""
    assert ("hunt.defiance.higher-wins" in told(match)) != ("hunt.defiance.failure" in told(match)), (
        "not over"
    )
    return "hunt.defiance.success" in told(match)


def rolls(match: Match) -> list[tuple[int, int]]:
    """The pairs of rolls, modifiers included: the user of Defiance, the target."""
    return [event.data["rolled"] for event in match.events() if event.rule == "hunt.defiance.roll-order"]


# --- what can be defied, by whom -----------------------------------------------------------------------------


@pytest.mark.rule("hunt.defiance.targets")
@ANY_PLAY
def test_a_play_of_the_five_types_can_be_defied(code: str, move: str) -> None:
    match = playing(9, 5, code=code, move=move)
    assert match.request.seat == 1 and keys(match) == ["pass", "defy:defiance-1"]
    play(match, "defy:defiance-1")
    assert code in discard(match) and "hunt.defiance.success" in told(match)


@pytest.mark.rule("hunt.defiance.not-others")
@pytest.mark.parametrize(
    ("move", "chance"),
    [
        ("draw", ["arcana-2"]),
        ("draw", ["malice-1"]),  # each player discards a card
        ("draw", ["lesser-beast-1", 9]),
        ("refresh", ["arcana-2", "arcana-3", "arcana-4", "arcana-5"]),
        ("attack:beast-01", [2]),
        ("arms:beast-01", []),
        ("use:hero-pirate-1", [2]),
        ("skill:champion-royal-2", []),
    ],
)
def test_nothing_else_can_be_defied(move: str, chance: list[Any]) -> None:
    arms = ["ancient-arm-1", "ancient-arm-2", "ancient-arm-3"]
    party = {"heroes": {0: ["hero-pirate-1", "hero-pirate-2"]}, "champions": CALM, "seats": 4}
    match = begin(*chance, ..., hands={0: arms, **{n: [f"defiance-{n}"] for n in (1, 2, 3)}}, **party)
    play(match, move)
    while match.request.window or keys(match)[0].startswith("discard"):
        assert not any(key.startswith("defy") for key in keys(match))
        match.play(match.request.options[0])
    assert "hunt.defiance.targets" not in told(match)


@pytest.mark.rule("hunt.defiance.not-others")
def test_a_hero_roll_and_an_enchant_cannot_be_defied() -> None:
    hands = {0: ["enchant-2"], 1: ["defiance-1", "enchant-1"]}
    match = play(
        begin(2, heroes={0: ["hero-pirate-1"]}, hands=hands), "use:hero-pirate-1", "enchant:enchant-2:+2"
    )
    assert match.request.seat == 1 and [key.split(":")[0] for key in keys(match)] == [
        "pass",
        "enchant",
        "enchant",
    ]
    assert_refused(match, "defy:defiance-1", "hunt.defiance.not-others")


@pytest.mark.rule("hunt.defiance.not-self")
def test_nobody_defies_an_own_play() -> None:
    position = {"hands": {0: ["defiance-1", ROYAL]}, "champions": CALM, "seats": 4}
    match = begin(**position)
    assert_refused(match, "defy:defiance-1", "hunt.defiance.not-self")
    play(match, f"play:{ROYAL}")
    assert match.request.seat == 0 and keys(match) == ["now", "later"], "the Hero is there, nobody was asked"


@pytest.mark.rule("hunt.defiance.one-per-action")
def test_one_defiance_for_one_play_even_if_it_fails() -> None:
    match = playing(5, 9, held0=["hero-royal-2"], held1=["defiance-2"], held2=["defiance-3"])
    play(match, "defy:defiance-1")
    assert match.request.seat == 0 and keys(match) == ["now", "later"], "seat 2 is not asked"
    play(match, "later", "play:hero-royal-2")
    assert match.request.seat == 1 and keys(match) == ["pass", "defy:defiance-2"], (
        "the next play is another action"
    )


@pytest.mark.rule("hunt.defiance.one-per-action")
def test_in_a_duel_a_second_defiance_is_refused() -> None:
    match = duel(5, 9, held1=["defiance-2", "enchant-1"])
    assert match.request.seat == 1 and match.request.window
    assert_refused(match, "defy:defiance-2", "hunt.defiance.one-per-action")


@pytest.mark.rule("hunt.defiance.free")
def test_a_defiance_costs_no_action() -> None:
    match = play(duel(5, 9), "later")
    assert match.table.actions == 2, "seat 0 has paid for the Hero"
    assert play(match, "end").table.actions == 3, "and seat 1 has paid nothing"


@pytest.mark.rule("hunt.defiance.priority")
def test_the_players_are_asked_clockwise_until_one_accepts() -> None:
    hands = {1: [ROYAL], **{seat: [f"defiance-{seat + 1}"] for seat in (0, 2, 3)}}
    match = play(begin(5, 9, hands=hands, champions=CALM, seats=4, turn=1), f"play:{ROYAL}")
    for seat in (2, 3, 0):
        assert match.request.seat == seat
        match.play("pass")
    assert match.request.seat == 1 and keys(match) == ["now", "later"]
    match = play(
        begin(5, 9, hands=hands, champions=CALM, seats=4, turn=1), f"play:{ROYAL}", "pass", "defy:defiance-4"
    )
    assert match.request.seat == 1 and hand(match, 0) == ["defiance-1"], "the first who accepts uses it"


@pytest.mark.rule("hunt.defiance.moment")
@ANY_PLAY
def test_a_defiance_comes_after_the_payment_and_before_any_effect(code: str, move: str) -> None:
    match = playing(code=code, move=move)
    assert match.request.seat == 1 and match.table.actions == 2
    assert code not in hand(match) and match.view(1)["resolving"] == [code]
    (announced,) = texts(match, "hunt.action.play-card", 1)
    assert ("Deck Hand Pim" in announced) == move.startswith("equip"), "with its target"
    assert (
        heroes(match) == ["hero-pirate-1"] and hero(match, "hero-pirate-1").gear is None and hand(match) == []
    )


@pytest.mark.rule("hunt.defiance.moment")
def test_the_target_of_an_arcana_is_named_before_the_defiance() -> None:
    party = {"heroes": {1: ["hero-pirate-1", "hero-pirate-2"]}, "deck": ["arcana-1"]}
    match = play(playing(code="arcana-3", **party), "destroy:hero-pirate-2")  # destroy a Hero
    assert match.request.seat == 1 and keys(match) == ["pass", "defy:defiance-1"]
    assert texts(match, "hunt.defiance.moment", 1) == ["The target is Chart Keeper of Bo."]
    assert heroes(match, 1) == ["hero-pirate-1", "hero-pirate-2"]
    assert heroes(play(match, "pass"), 1) == ["hero-pirate-1"]


@pytest.mark.rule("hunt.defiance.free-plays")
def test_a_play_that_costs_no_action_can_be_defied_too() -> None:
    herald = {
        "heroes": {0: ["hero-royal-7"]},
        "hands": {0: [ROYAL], 1: ["defiance-1"]},
    }  # 6+: play a Hero now
    match = play(begin(6, 9, 5, champions=CALM, seats=4, **herald), "use:hero-royal-7", f"play:{ROYAL}")
    assert match.table.actions == 2 and match.request.seat == 1
    play(match, "defy:defiance-1")
    assert heroes(match) == ["hero-royal-7"] and discard(match) == ["defiance-1", ROYAL]


# --- the duel ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.defiance.roll-order")
def test_the_user_of_defiance_rolls_first() -> None:
    match = duel(9, 5)
    (rolled,) = [event for event in match.events() if event.rule == "hunt.defiance.roll-order"]
    assert (rolled.data["user"], rolled.data["target"], rolled.data["rolled"]) == (1, 0, (9, 5))
    assert rolled.text == "Bo rolls 9, Ada 5."


@pytest.mark.rule("hunt.defiance.two-dice")
@pytest.mark.parametrize("pair", [(13, 5), (5, 13), (1, 5), (5, 1)])
def test_each_rolls_two_dice(pair: tuple[int, int]) -> None:
    with pytest.raises(IllegalMove, match="2 dice"):
        duel(*pair)
    assert user_wins(duel(12, 2)) and not user_wins(duel(2, 12))


@pytest.mark.rule("hunt.defiance.higher-wins")
@pytest.mark.parametrize(("user", "target"), [(9, 5), (8, 7), (7, 8), (2, 12)])
def test_the_higher_result_wins(user: int, target: int) -> None:
    assert user_wins(duel(user, target)) == (user > target)


@pytest.mark.rule("hunt.defiance.tie")
def test_a_tie_is_rolled_again_by_both_as_often_as_needed() -> None:
    match = duel(7, 7, 4, 4, 11, 11, 5, 6)
    assert rolls(match) == [(7, 7), (4, 4), (11, 11), (5, 6)] and not user_wins(match)
    assert user_wins(duel(7, 7, 6, 5))


@pytest.mark.rule("hunt.defiance.enchants-after-both")
def test_enchants_come_after_both_rolls() -> None:
    match = duel(9, 5, held0=["enchant-5"], held1=["enchant-6"])
    assert rolls(match) == [(9, 5)] and told(match)[-1] == "hunt.defiance.roll-order"
    assert match.request.window and "9" in match.request.prompt and "5" in match.request.prompt


@pytest.mark.rule("hunt.defiance.who-enchants")
def test_only_the_duellists_may_use_enchants() -> None:
    match = duel(9, 5, held0=["enchant-5"], held1=["enchant-6"], held2=["enchant-7", "enchant-1"])
    asked = []
    while match.request.window:
        asked.append(match.request.seat)
        match.play("pass")
    assert asked == [1, 0] and len(hand(match, 2)) == 2


@pytest.mark.rule("hunt.defiance.enchant-target")
@pytest.mark.parametrize(
    ("who", "key", "user"),
    [
        (1, "enchant:enchant-1:+2:0", True),  # 7 to 8: the user on the own roll, or on the other
        (1, "enchant:enchant-1:-2:1", True),
        (1, "enchant:enchant-1:-2:0", False),
        (0, "enchant:enchant-1:+2:1", False),  # 9 to 8: the target
        (0, "enchant:enchant-1:-2:0", False),
        (0, "enchant:enchant-1:+2:0", True),
    ],
)
def test_an_enchant_goes_on_either_roll(who: int, key: str, user: bool) -> None:
    match = duel(7 if who else 9, 8, **{f"held{who}": ["enchant-1"]})
    assert match.request.seat == who
    assert keys(match)[1:] == [
        f"enchant:enchant-1:{value}:{roll}" for value in ("+2", "-2") for roll in (0, 1)
    ]
    assert user_wins(play(match, key, "*")) == user


@pytest.mark.rule("hunt.defiance.tie-when")
@pytest.mark.parametrize("reading", TIES)
def test_whether_equal_rolls_are_enchanted_or_rolled_again_at_once(reading: str) -> None:
    match = duel(7, 7, 9, 5, held0=["enchant-11"], duel_tie=reading)  # +1 or -4
    if reading == "final":
        assert rolls(match) == [(7, 7)] and match.request.seat == 0
        assert not user_wins(play(match, "enchant:enchant-11:+1:1"))
    else:
        assert rolls(match) == [(7, 7), (9, 5)] and match.request.seat == 0, "a window for unequal rolls"
        assert "enchant-11" in hand(match)


@pytest.mark.rule("hunt.defiance.tie-when")
@pytest.mark.parametrize("reading", TIES)
def test_equality_counts_with_standing_modifiers(reading: str) -> None:
    match = duel(6, 7, 9, 5, defiance="defiance-7", held0=["enchant-11"], duel_tie=reading)  # +1 for the user
    assert rolls(match)[0] == (7, 7) and len(rolls(match)) == (1 if reading == "final" else 2)
    match = duel(7, 7, defiance="defiance-7", held0=["enchant-11"], duel_tie=reading)
    assert rolls(match) == [(8, 7)] and match.request.window, "no tie under either"


@pytest.mark.rule("hunt.defiance.tie-when")
@pytest.mark.parametrize("reading", TIES)
def test_results_made_equal_by_enchants_are_rolled_again(reading: str) -> None:
    match = duel(5, 8, 9, 5, held1=["enchant-5"], duel_tie=reading)
    play(match, "enchant:enchant-5:+3:0")
    assert rolls(match) == [(5, 8), (9, 5)] and user_wins(match)
    assert "hunt.defiance.tie" in told(match)


@pytest.mark.rule("hunt.defiance.tie-enchants")
@pytest.mark.parametrize("reading", SPENT)
@pytest.mark.parametrize("who", [0, 1])
def test_whether_enchants_of_a_tie_still_count(reading: str, who: int) -> None:
    pair = (5, 8) if who == 1 else (8, 5)
    second = (6, 8) if who == 1 else (8, 6)
    match = duel(*pair, *second, **{f"held{who}": ["enchant-5", "enchant-6"]}, tie_enchants=reading)
    play(match, f"enchant:enchant-5:+3:{1 - who}", "pass")
    carried = 3 if reading == "carry" else 0
    assert rolls(match)[1] == ((6 + carried, 8) if who == 1 else (8, 6 + carried))
    assert "enchant-5" in discard(match), "discarded under both"
    assert f"enchant:enchant-6:+3:{1 - who}" in keys(match), "more may be added in the new window"
    assert user_wins(play(match, "pass")) == ((reading == "carry") == (who == 1))


@pytest.mark.rule("hunt.defiance.tie-enchants")
@pytest.mark.parametrize("reading", SPENT)
def test_a_value_put_on_the_others_roll_stays_there(reading: str) -> None:
    match = duel(5, 8, 7, 8, held1=["enchant-8"], tie_enchants=reading)
    play(match, "enchant:enchant-8:-3:1")
    assert rolls(match)[1] == ((7, 5) if reading == "carry" else (7, 8))


@pytest.mark.rule("hunt.defiance.tie-enchants")
@pytest.mark.parametrize("reading", SPENT)
def test_values_add_up_over_several_ties(reading: str) -> None:
    match = duel(5, 8, 5, 8, 2, 8, held1=["enchant-5"], held0=["enchant-6"], tie_enchants=reading)
    play(match, "enchant:enchant-5:+3:0", "*")
    if reading == "spent":
        assert rolls(match) == [(5, 8), (5, 8)] and not user_wins(match)
    else:  # 8 to 8 again, and now seat 0 adds nothing
        assert rolls(match) == [(5, 8), (8, 8), (5, 8)] and not user_wins(settle(match))


@pytest.mark.rule("hunt.defiance.tie-enchants")
@pytest.mark.parametrize("reading", SPENT)
def test_a_standing_bonus_counts_every_time(reading: str) -> None:
    match = duel(6, 7, 6, 7, 7, 7, defiance="defiance-7", tie_enchants=reading)
    assert rolls(match) == [(7, 7), (7, 7), (8, 7)] and user_wins(match)


@pytest.mark.rule("hunt.defiance.tie-when", "hunt.defiance.tie-enchants")
@pytest.mark.parametrize("tie", TIES)
def test_carried_values_count_when_rolls_are_compared_before_enchants(tie: str) -> None:
    held = {"held1": ["enchant-5"], "held0": ["enchant-6"]}
    match = duel(5, 8, 4, 7, 9, 5, **held, duel_tie=tie, tie_enchants="carry")
    play(match, "enchant:enchant-5:+3:0", "pass")
    assert rolls(match)[1] == (7, 7), "4 and 3 carried"
    assert len(rolls(match)) == (2 if tie == "final" else 3), "under natural_first there was no window"


@pytest.mark.rule("hunt.defiance.enchant-order")
def test_the_user_of_defiance_is_offered_enchants_first_then_they_alternate() -> None:
    match = duel(
        7, 8, held0=["enchant-1", "enchant-2", "enchant-3"], held1=["enchant-5", "enchant-6", "enchant-13"]
    )
    asked = []
    for move in (
        "enchant:enchant-5:+3:0",
        "enchant:enchant-1:+2:1",
        "pass",
        "enchant:enchant-2:+2:1",
        "pass",
        "pass",
    ):
        assert match.request.window
        asked.append(match.request.seat)
        play(match, move)
    assert asked == [1, 0, 1, 0, 1, 0] and not user_wins(match), "10 to 12; both passed in succession"


# --- what comes of it ----------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.defiance.success")
@ANY_PLAY
def test_a_defied_card_is_discarded_without_any_effect(code: str, move: str) -> None:
    match = playing(9, 5, code=code, move=move)
    play(match, "defy:defiance-1")
    assert discard(match) == ["defiance-1", code] and match.table.resolving == []
    assert (
        heroes(match) == ["hero-pirate-1"] and hero(match, "hero-pirate-1").gear is None and hand(match) == []
    )
    assert match.table.actions == 2 and "end" in keys(match), "the action stays spent"
    conserved(match)


@pytest.mark.rule("hunt.defiance.failure")
@ANY_PLAY
def test_if_the_duel_is_lost_the_play_goes_on(code: str, move: str) -> None:
    match = play(playing(5, 9, code=code, move=move), "defy:defiance-1")
    if code == ROYAL:
        assert heroes(match) == ["hero-pirate-1", ROYAL] and keys(match) == ["now", "later"]
    elif code == "arcana-1":
        assert len(hand(match)) == 3 and discard(match) == ["defiance-1", "arcana-1"]
    else:
        assert hero(match, "hero-pirate-1").gear.code == code
    assert match.table.actions == 2


@pytest.mark.rule("hunt.defiance.card-discard")
@pytest.mark.parametrize("pair", [(9, 5), (5, 9)])
def test_the_defiance_card_is_discarded_after_the_duel(pair: tuple[int, int]) -> None:
    match = duel(*pair, held1=["enchant-5"])
    assert match.request.window and match.view(0)["resolving"] == [ROYAL, "defiance-1"]
    assert discard(match) == [] and "defiance-1" not in hand(match, 1)
    settle(match)
    assert discard(match)[0] == "defiance-1"


@pytest.mark.rule("hunt.defiance.not-counterable")
def test_a_defiance_cannot_be_defied() -> None:
    match = duel(9, 5, held0=["defiance-2", "enchant-5"], held2=["defiance-3", "enchant-6"])
    assert rolls(match) == [(9, 5)], "the duel begins at once: nobody is asked"
    assert match.request.seat == 0 and not any(key.startswith("defy") for key in keys(match))
    assert_refused(match, "defy:defiance-2", "hunt.defiance.one-per-action")
    settle(match)
    assert told(match).count("hunt.defiance.targets") == 1 and user_wins(match)
