"""A turn and its actions, in the rulebook's order."""

from itertools import permutations

import pytest
from games.beast_hunt.laying import (
    assert_refused,
    begin,
    codes,
    conserved,
    discard,
    hand,
    heroes,
    keys,
    new,
    play,
    refused,
    texts,
    told,
)

PARTY = {0: ["hero-hunter-1", "hero-royal-1"]}
"""Two Heroes: enough for beast-01 (defeat 8) and beast-02 (defeat 9)."""
NINE = [f"enchant-{n}" for n in range(1, 10)]


# --- whose turn, and how many actions -------------------------------------------------------------------


@pytest.mark.rule("hunt.turn.first-player")
@pytest.mark.parametrize(("rolls", "first"), [((9, 5, 3), 0), ((4, 4, 10), 2), ((9, 11, 11, 8, 5), 1)])
def test_the_highest_roller_takes_the_first_turn(rolls, first):
    match = new(*rolls, ..., seats=3)
    for _ in range(3):
        match.play(keys(match)[0])
    began = next(event for event in match.events() if event.rule == "hunt.turn.clockwise")
    assert began.data == {"seat": first, "round": 1}
    assert match.table.turn == match.table.first == first


@pytest.mark.rule("hunt.turn.clockwise")
@pytest.mark.parametrize(("seats", "first"), [(2, 0), (4, 0), (5, 3)])
def test_turns_pass_clockwise(seats, first):
    match = begin(seats=seats, turn=first, first=first, round=1)
    turns = []
    for _ in range(2 * seats + 1):
        turns.append((match.request.seat, match.table.round))
        match.play("end")
    assert turns == [((first + n) % seats, 1 + n // seats) for n in range(2 * seats + 1)]


@pytest.mark.rule("hunt.turn.three-actions")
def test_each_turn_begins_with_three_actions():
    match = begin(..., turn=1, actions=1, deck=["curse-1", "curse-2", "curse-3", "curse-4"])
    for _ in range(4):
        match.play("end")
        assert match.table.actions == 3
    spent = 0
    while match.request.seat == 1:
        play(match, "draw")
        spent += 1
    assert spent == 3


@pytest.mark.rule("hunt.turn.any-order")
@pytest.mark.parametrize(
    "order", [*permutations(["draw", "equip:armament-1:hero-royal-1", "use:hero-hunter-1"])]
)
def test_actions_may_be_taken_in_any_order(order):
    chance = {"draw": "enchant-1", "use:hero-hunter-1": 4}
    match = begin(*(chance[m] for m in order if m in chance), hands={0: ["armament-1"]}, heroes=PARTY)
    for number, move in enumerate(order):
        assert (match.request.seat, match.table.actions) == (0, 3 - number)
        play(match, move, "*")
    assert (match.request.seat, hand(match)) == (1, ["enchant-1"])
    assert [hero.gear is not None for hero in match.table.seats[0].heroes] == [False, True]


@pytest.mark.rule("hunt.turn.any-order")
@pytest.mark.parametrize("order", [("draw", "attack:beast-01"), ("attack:beast-01", "draw")])
def test_an_attack_may_come_before_or_after_other_actions(order):
    chance = ["curse-1", 7] if order[0] == "draw" else [7, "curse-1"]
    match = play(begin(*chance, heroes=PARTY), *order)
    assert (match.request.seat, hand(match)) == (1, ["curse-1"])


@pytest.mark.rule("hunt.turn.repeat")
@pytest.mark.parametrize(
    ("chance", "moves"),
    [
        (("curse-1", "curse-2", "curse-3"), ("draw", "draw", "draw")),
        ((4, 4, 4), ("use:hero-hunter-1", "use:hero-royal-1", "use:hero-pirate-1")),
        (
            (),
            (
                "equip:armament-1:hero-royal-1",
                "equip:armament-2:hero-hunter-1",
                "equip:armament-3:hero-pirate-1",
            ),
        ),
    ],
)
def test_an_action_may_be_repeated(chance, moves):
    match = begin(
        *chance,
        hands={0: ["armament-1", "armament-2", "armament-3"]},
        heroes={0: ["hero-hunter-1", "hero-royal-1", "hero-pirate-1"]},
    )
    for left, move in zip((3, 2, 1), moves, strict=True):
        assert (match.request.seat, match.table.actions) == (0, left)
        play(match, move)
    assert match.request.seat == 1


@pytest.mark.rule("hunt.turn.repeat", "hunt.action.extra-actions")
def test_four_actions_allow_two_attacks():
    match = play(begin(2, 3, heroes=PARTY, actions=4), "attack:beast-01", "attack:beast-01")
    assert told(match).count("hunt.term.attack") == 2
    assert match.request.seat == 1


@pytest.mark.rule("hunt.turn.end-no-actions")
@pytest.mark.parametrize(
    ("move", "cost", "chance"),
    [("draw", 1, ["curse-1"]), ("attack:beast-01", 2, [2]), ("refresh", 3, NINE[:4])],
)
@pytest.mark.parametrize("left", [0, 1])
def test_a_turn_ends_with_its_last_action_and_not_before(move, cost, chance, left):
    match = play(begin(*chance, heroes=PARTY, actions=cost + left), move, "*")
    assert (match.request.seat, match.table.actions) == ((0, 1) if left else (1, 3))


@pytest.mark.rule("hunt.turn.no-carry-over")
def test_actions_left_over_are_lost():
    match = begin("curse-1")
    play(match, "draw", "end")
    assert (match.request.seat, match.table.actions) == (1, 3)
    play(match, "end")
    assert (match.request.seat, match.table.actions) == (0, 3)
    assert texts(match, "hunt.turn.no-carry-over")[0] == "Ada ends the turn, 2 unused."


@pytest.mark.rule("hunt.turn.pass")
@pytest.mark.parametrize("actions", [1, 2, 3, 4])
def test_a_player_may_end_the_turn_while_actions_remain(actions):
    match = begin(heroes=PARTY, actions=actions)
    assert "end" in keys(match)
    assert play(match, "end").request.seat == 1


@pytest.mark.rule("hunt.turn.pass")
def test_a_turn_does_not_end_while_a_roll_or_an_effect_is_pending():
    match = begin(4, hands={0: ["hero-royal-2", "enchant-1"]}, heroes=PARTY)
    assert keys(play(match, "play:hero-royal-2")) == ["now", "later"]
    play(match, "now")
    assert match.request.window
    assert "end" not in keys(match)
    play(match, "pass")
    assert "end" in keys(match)


@pytest.mark.rule("hunt.turn.free-effects-after-last-action")
def test_no_free_skill_can_be_started_after_the_last_action():
    match = begin("curse-1", champions={0: "champion-hunter-2"}, actions=1)
    assert "skill:champion-hunter-2" in keys(match)  # it is free
    play(match, "draw")
    assert match.request.seat == 1
    assert "skill:champion-hunter-2" not in keys(match)


@pytest.mark.rule("hunt.turn.free-effects-after-last-action")
def test_what_the_last_action_set_off_is_finished_first():
    match = begin(10, 8, "curse-1", "beast-10", hands={0: ["hero-hunter-5"]}, heroes=PARTY, actions=1)
    play(match, "play:hero-hunter-5")
    assert keys(match) == ["now", "later"]  # the free roll of the Hero
    play(match, "now", "attack:beast-01")  # and the attack that it allows
    assert codes(match.table.seats[0].beasts) == ["beast-01"]
    assert match.request.seat == 1


@pytest.mark.rule("hunt.turn.free-effects-after-last-action")
@pytest.mark.parametrize(("roll", "turn", "actions"), [(7, 0, 1), (6, 1, 3)])
def test_a_lesser_beast_drawn_with_the_last_action_may_keep_the_turn_going(roll, turn, actions):
    match = play(begin("lesser-beast-1", roll, actions=1), "draw")
    assert (match.request.seat, match.table.actions) == (turn, actions)


# --- actions -----------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.action.draw")
def test_one_action_draws_one_card():
    match = play(begin("curse-1", deck=["curse-1", "curse-2"]), "draw")
    assert (match.table.actions, hand(match), len(match.table.deck)) == (2, ["curse-1"], 1)
    conserved(match)


@pytest.mark.rule("hunt.action.play-card")
@pytest.mark.parametrize(
    ("card", "moves"),
    [
        ("hero-pirate-1", ("play:hero-pirate-1", "later")),
        ("arcana-8", ("play:arcana-8",)),
        ("armament-1", ("equip:armament-1:hero-royal-1",)),
        ("curse-1", ("equip:curse-1:hero-royal-1",)),
        ("banner-pirate", ("equip:banner-pirate:hero-royal-1",)),
    ],
)
def test_one_action_plays_a_card_of_five_types(card, moves):
    match = begin(hands={0: [card, "enchant-1"]}, heroes=PARTY)
    play(match, *moves)
    assert (match.request.seat, match.table.actions, hand(match)) == (0, 2, ["enchant-1"])
    assert "hunt.action.play-card" in told(match)
    conserved(match)


@pytest.mark.rule("hunt.action.not-playable")
@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("defiance-1", "hunt.action.not-playable"),
        ("enchant-1", "hunt.enchant.not-as-action"),
        ("ancient-arm-1", "hunt.arms.three"),
    ],
)
def test_other_types_are_not_played_as_an_action(code, rule):
    match = begin(hands={0: [code]}, heroes=PARTY)
    assert not any(code in key for key in keys(match))
    assert_refused(match, f"play:{code}", rule)


@pytest.mark.rule("hunt.action.not-playable")
def test_one_of_three_ancient_arms_is_not_played_alone():
    match = begin(hands={0: ["ancient-arm-1", "ancient-arm-2", "ancient-arm-3"]})
    assert "play:ancient-arm-1" not in keys(match)
    assert_refused(match, "play:ancient-arm-1", "hunt.action.not-playable")


@pytest.mark.rule("hunt.action.hero-effect")
def test_one_action_tries_the_effect_of_a_hero_of_ones_own_party():
    match = begin(5, "curse-1", heroes={**PARTY, 1: ["hero-pirate-1"]})
    assert [key for key in keys(match) if key.startswith("use:")] == ["use:hero-hunter-1", "use:hero-royal-1"]
    play(match, "use:hero-hunter-1")  # 5 or more: draw a card
    assert (match.table.actions, hand(match)) == (2, ["curse-1"])


@pytest.mark.rule("hunt.action.attack")
def test_two_actions_attack_a_face_up_beast():
    match = begin(2, heroes=PARTY)
    assert [key for key in keys(match) if key.startswith("attack:")] == [
        f"attack:beast-0{n}" for n in (1, 2, 3)
    ]
    play(match, "attack:beast-02")
    assert (match.table.actions, codes(match.table.field)) == (1, ["beast-01", "beast-02", "beast-03"])


@pytest.mark.rule("hunt.action.ancient-arm")
def test_two_actions_use_the_ancient_arms():
    match = begin("curse-1", "beast-10", hands={0: [f"ancient-arm-{n}" for n in (1, 2, 3)]})
    play(match, "arms:beast-01")
    assert (match.table.actions, hand(match)) == (1, ["curse-1"])  # beast-01 lets draw a card
    assert codes(match.table.seats[0].beasts) == ["beast-01"]
    conserved(match)


@pytest.mark.rule("hunt.action.refresh", "hunt.action.refresh-all")
def test_three_actions_discard_the_hand_and_draw_four():
    old, new = ["hero-royal-1", "ancient-arm-1", "enchant-1"], ["curse-1", "curse-2", "enchant-2", "arcana-1"]
    match = play(begin(*new, hands={0: old, 1: ["arcana-2"]}), "refresh")
    assert (match.request.seat, hand(match, 0), discard(match), hand(match, 1)) == (1, new, old, ["arcana-2"])
    conserved(match)


@pytest.mark.rule("hunt.action.refresh-empty")
def test_an_empty_hand_may_be_refreshed():
    match = play(begin("curse-1", "curse-2", "enchant-2", "arcana-1"), "refresh")
    assert (match.request.seat, len(hand(match, 0)), discard(match)) == (1, 4, [])


@pytest.mark.rule("hunt.action.refresh-all")
def test_no_card_is_kept_back_in_a_refresh():
    assert_refused(begin(hands={0: ["curse-1", "curse-2"]}), "refresh:keep", "hunt.action.refresh-all")


@pytest.mark.rule("hunt.action.refresh-order")
def test_cards_of_a_refresh_come_one_by_one_and_forced_ones_are_resolved_before_the_next():
    old = ["arcana-1", "curse-1", "curse-2", "curse-3", "curse-4"]
    match = begin("hero-pirate-1", "lesser-beast-1", 7, "malice-1", "enchant-1", hands={0: old})
    play(match, "refresh", "*")
    assert (match.request.seat, match.table.actions) == (0, 1)  # one won from the Lesser Beast
    assert hand(match) == ["enchant-1"]
    assert discard(match) == [*old, "hero-pirate-1", "malice-1"]  # the Malice met the hand as it then was
    conserved(match)


@pytest.mark.rule("hunt.action.refresh-order")
def test_so_do_the_cards_of_an_effect():
    chance = "curse-1", "malice-1", "curse-2"
    match = play(begin(*chance, hands={0: ["arcana-1"]}), "play:arcana-1")
    assert (hand(match), discard(match)) == (["curse-2"], ["curse-1", "malice-1", "arcana-1"])


@pytest.mark.rule("hunt.action.insufficient")
@pytest.mark.parametrize(
    ("key", "cost"),
    [
        ("attack:beast-01", 2),
        ("attack:king-1", 2),
        ("arms:beast-01", 2),
        ("refresh", 3),
        ("skill:champion-royal-1", 2),
    ],
)
def test_what_costs_more_than_is_left_is_refused(key, cost):
    position = {
        "hands": {0: ["ancient-arm-1", "ancient-arm-2", "ancient-arm-3"]},
        "heroes": {0: ["hero-hunter-1", "hero-royal-1", "hero-pirate-1"]},
        "beasts": {0: ["beast-04", "beast-05", "beast-06"]},
        "king": "king-1",
        "champions": {0: "champion-royal-1"},
    }
    for actions in range(1, 5):
        match = begin(actions=actions, **position)
        if actions >= cost:
            assert key in keys(match)
            assert key not in refused(match)
        else:
            assert_refused(match, key, "hunt.action.insufficient")
            assert str(cost) in refused(match)[key].why
            assert str(actions) in refused(match)[key].why


@pytest.mark.rule("hunt.action.insufficient", "hunt.turn.no-carry-over")
def test_with_one_action_left_only_what_costs_one_is_legal():
    match = begin(7, heroes=PARTY, hands={0: ["hero-pirate-1"]}, champions={0: "champion-hunter-2"})
    play(match, "attack:beast-01")
    assert keys(match) == [
        "draw",
        "play:hero-pirate-1",
        "use:hero-hunter-1",
        "use:hero-royal-1",
        "skill:champion-hunter-2",
        "end",
    ]


@pytest.mark.rule("hunt.action.pay-first")
@pytest.mark.parametrize(
    ("chance", "moves", "cost"),
    [
        ((4,), ("use:hero-hunter-1",), 1),  # 5 is needed
        ((2,), ("attack:beast-01",), 2),
        ((9, 3), ("play:hero-pirate-1", "defy:defiance-1"), 1),  # stopped
        ((), ("play:arcana-3",), 1),  # nobody else has a Hero to destroy
        ((), ("skill:champion-pirate-1",), 1),  # no Hero carries a card
    ],
    ids=["failed-hero", "failed-attack", "defied", "no-target", "skill-without-target"],
)
def test_the_cost_is_never_returned(chance, moves, cost):
    match = begin(
        *chance,
        hands={0: ["hero-pirate-1", "arcana-3"], 1: ["defiance-1"]},
        heroes=PARTY,
        champions={0: "champion-pirate-1", 1: "champion-hunter-2"},
    )
    play(match, *moves, "*")
    assert (match.request.seat, match.table.actions) == (0, 3 - cost)
    conserved(match)


@pytest.mark.rule("hunt.action.pay-first")
def test_the_cost_is_paid_when_the_action_is_declared():
    match = begin(9, 3, hands={0: ["hero-pirate-1", "enchant-1"], 1: ["defiance-1"]}, heroes=PARTY)
    play(match, "play:hero-pirate-1")
    assert (match.request.seat, match.table.actions) == (1, 2)  # while Bo may still defy it
    match = play(begin(2, hands={0: ["enchant-1"]}, heroes=PARTY), "attack:beast-01")
    assert (match.request.window, match.table.actions) == (True, 1)  # while Enchants may still be played


# --- "immediately" ------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.action.immediate-free")
def test_what_may_be_done_immediately_costs_no_action():
    match = begin(6, 4, hands={0: ["hero-royal-7", "hero-pirate-1"]})
    play(match, "play:hero-royal-7", "now", "play:hero-pirate-1", "now")
    assert (match.table.actions, heroes(match)) == (2, ["hero-royal-7", "hero-pirate-1"])
    match = begin(10, 8, "curse-1", "beast-10", hands={0: ["hero-hunter-5"]}, heroes=PARTY)
    play(match, "play:hero-hunter-5", "now", "attack:beast-01")
    assert match.table.actions == 2
    assert codes(match.table.seats[0].beasts) == ["beast-01"]


@pytest.mark.rule("hunt.action.immediate-window")
@pytest.mark.parametrize(
    ("code", "allowed"), [("hero-royal-7", "play:hero-pirate-1"), ("hero-hunter-5", "attack:beast-01")]
)
def test_an_immediate_permission_is_optional_and_lapses(code, allowed):
    match = begin(10, hands={0: ["hero-pirate-1"]}, heroes={0: ["hero-shinobi-1", code]}, actions=1)
    play(match, f"use:{code}")
    assert {"decline", allowed} <= set(keys(match))  # it is asked at once, before anything else
    assert "end" not in keys(match)
    play(match, "decline")
    assert (match.request.seat, hand(match)) == (1, ["hero-pirate-1"])  # the turn is over: it is not kept
    assert not match.table.seats[0].beasts


@pytest.mark.rule("hunt.action.immediate-attack-not-king")
def test_an_immediate_attack_never_goes_against_the_king():
    match = begin(
        10,
        heroes={0: ["hero-hunter-5", "hero-royal-1", "hero-pirate-1"]},
        beasts={0: ["beast-04", "beast-05", "beast-06"]},
        king="king-1",
    )
    assert "attack:king-1" in keys(match)  # with two actions
    play(match, "use:hero-hunter-5")
    assert keys(match) == ["attack:beast-01", "attack:beast-02", "attack:beast-03", "decline"]
    assert_refused(match, "attack:king-1", "hunt.action.immediate-attack-not-king")


@pytest.mark.rule("hunt.action.immediate-attack-requirement")
def test_an_immediate_attack_needs_the_class_requirement():
    field = ["beast-01", "beast-04", "beast-07"]  # any any; any any any; Shinobi any
    match = begin(10, ..., heroes={0: ["hero-hunter-5", "hero-royal-1"]}, field=field)
    play(match, "use:hero-hunter-5")
    assert keys(match) == ["attack:beast-01", "decline"]
    assert_refused(match, "attack:beast-04", "hunt.beast.requirement-matching")
    assert_refused(match, "attack:beast-07", "hunt.beast.requirement-needed")


@pytest.mark.rule("hunt.action.immediate-attack-requirement")
def test_modifiers_enchants_and_stagger_apply_to_an_immediate_attack():
    party = {0: ["hero-hunter-5", "hero-royal-1"]}
    gear = {"hero-royal-1": "armament-6"}  # +1 on attack rolls
    chance = 10, 5, "curse-1", "curse-2", "beast-10"
    match = begin(*chance, hands={0: ["enchant-5"]}, heroes=party, equipped=gear)
    play(match, "use:hero-hunter-5", "pass", "attack:beast-02", "enchant:enchant-5:+3", "*")
    assert codes(match.table.seats[0].beasts) == ["beast-02"]  # 5 + 1 + 3 is 9


@pytest.mark.rule("hunt.action.immediate-attack-requirement")
@pytest.mark.parametrize("staggered", [True, False])
def test_an_immediate_attack_uses_and_sets_stagger(staggered):
    match = begin(
        *(10, 7, "curse-1", "curse-2", "beast-10"),
        heroes={0: ["hero-hunter-5", "hero-royal-1"]},
        marks={"beast-02": 1} if staggered else {},
    )
    play(match, "use:hero-hunter-5", "attack:beast-02")  # defeat 9, Stagger 7
    assert codes(match.table.seats[0].beasts) == (["beast-02"] if staggered else [])
    assert codes(match.table.marks) == ([] if staggered else ["beast-02"])


# --- more actions, new cards ----------------------------------------------------------------------------------


@pytest.mark.rule("hunt.action.extra-actions")
def test_an_additional_action_counts_at_once_and_is_freely_used():
    match = begin(9, 2, 3, heroes={0: ["hero-mercenary-5", "hero-royal-1"]}, actions=4)
    play(match, "use:hero-mercenary-5")  # 9 or more: an additional action
    assert match.table.actions == 4
    play(match, "attack:beast-01", "attack:beast-02")
    assert match.request.seat == 1


@pytest.mark.rule("hunt.action.extra-actions")
def test_an_additional_action_is_for_the_turn_in_progress():
    match = play(begin(9, heroes={0: ["hero-mercenary-5"]}), "use:hero-mercenary-5", "end", "end")
    assert (match.request.seat, match.table.actions) == (0, 3)


@pytest.mark.rule("hunt.action.use-new-cards")
def test_a_card_is_usable_in_the_turn_it_came():
    match = begin("hero-hunter-1", 2, heroes={0: ["hero-royal-1"]}, actions=4)
    assert "attack:beast-01" not in keys(match)
    play(match, "draw", "play:hero-hunter-1", "later")
    assert {"use:hero-hunter-1", "attack:beast-01"} <= set(keys(match))
    play(match, "attack:beast-01")
    assert match.request.seat == 1


# --- the end of a turn -----------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.turn.hand-limit")
@pytest.mark.parametrize(("held", "surplus"), [(6, 0), (7, 0), (8, 1), (9, 2)])
def test_at_most_seven_cards_are_kept_at_the_end_of_ones_turn(held, surplus):
    match = play(begin(hands={0: NINE[:held]}), "end")
    for _ in range(surplus):
        assert (match.request.seat, match.table.turn) == (0, 0)
        match.play(keys(match)[0])
    assert match.request.seat == 1
    assert len(hand(match, 0)) == min(held, 7)
    assert len(discard(match)) == surplus


@pytest.mark.rule("hunt.turn.hand-limit")
def test_an_effect_may_raise_the_hand_limit():
    match = play(begin(hands={0: NINE[:9]}, beasts={0: ["beast-06"]}), "end")  # one card more
    assert (match.view(0)["seats"][0]["hand_limit"], match.view(0)["seats"][1]["hand_limit"]) == (8, 7)
    match.play("discard:enchant-1")
    assert (match.request.seat, len(hand(match, 0))) == (1, 8)


@pytest.mark.rule("hunt.turn.hand-limit-timing")
def test_a_hand_may_be_larger_at_any_other_time():
    match = begin("curse-1", hands={0: NINE[:7], 1: ["arcana-3", *(f"arcana-{n}" for n in range(4, 12))]})
    play(match, "draw")
    assert len(hand(match, 0)) == 8  # in the middle of the own turn
    play(match, "end", "discard:curse-1")
    assert match.request.seat == 1
    assert len(hand(match, 1)) == 9  # at the end of another's turn
    assert discard(match) == ["curse-1"]


@pytest.mark.rule("hunt.turn.hand-limit-choice")
def test_the_owner_chooses_what_goes_and_no_type_is_exempt():
    held = [
        *("hero-royal-1", "arcana-1", "armament-1", "curse-1", "banner-royal"),
        *("enchant-1", "defiance-1", "ancient-arm-1", "ancient-arm-2"),
    ]
    match = play(begin(hands={0: held}), "end")
    assert match.request.seat == 0
    assert keys(match) == [f"discard:{code}" for code in held]
    play(match, "discard:ancient-arm-2", "discard:defiance-1")
    assert discard(match) == ["ancient-arm-2", "defiance-1"]
    assert hand(match, 0) == [code for code in held if code not in discard(match)]


@pytest.mark.rule("hunt.turn.no-elimination")
def test_a_player_without_cards_or_heroes_plays_on():
    match = begin("curse-1", turn=1, hands={1: ["enchant-1"]}, heroes={1: ["hero-royal-1"]})
    play(match, "end")
    assert (match.request.seat, hand(match, 0), heroes(match, 0)) == (0, [], [])
    assert {"draw", "refresh", "end"} <= set(keys(match))
    play(match, "draw")
    assert hand(match, 0) == ["curse-1"]
