"""Champions and their skills, in the rulebook's order."""

from random import Random

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
    reprinted,
    told,
)

from beastlab.games import beast_hunt as hunt

CARDS = hunt.illustrative()
TWO = ["hero-hunter-1", "hero-royal-1"]


@pytest.mark.rule("hunt.champion.parts")
def test_a_champion_has_a_class_an_active_and_a_passive_skill():
    for champion in CARDS.champions:
        assert champion.class_ in hunt.cards.CLASSES
        assert champion.effect
        assert champion.passive
        assert champion.trigger
    for cell in ("class", "effect", "trigger", "passive"):
        with pytest.raises(ValueError, match=cell):
            reprinted({"champion-hunter-1": {cell: ""}})


@pytest.mark.rule("hunt.champion.parts")
def test_both_skills_are_its_own_and_work():
    match = begin(9, "curse-1", "beast-10", champions={0: "champion-hunter-1"}, heroes={0: TWO})
    play(match, "skill:champion-hunter-1")  # active: +2 on the next attack roll
    play(match, "attack:beast-01")
    assert match.table.turn == 0
    assert keys(match) == ["decline", "passive:champion-hunter-1"]  # passive: a Beast was defeated


# --- the active skill ---------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.champion.active-time")
def test_an_active_skill_is_used_in_ones_own_turn():
    match = begin(champions={0: "champion-hunter-2", 1: "champion-hunter-1"}, hands={0: ["hero-pirate-1"]})
    for seat, own in ((0, "skill:champion-hunter-2"), (1, "skill:champion-hunter-1")):
        assert match.request.seat == seat
        assert [key for key in keys(match) if key.startswith("skill:")] == [own]
        play(match, "end")


@pytest.mark.rule("hunt.champion.active-time")
def test_it_is_not_used_while_others_are_asked():
    hands = {0: ["hero-pirate-1"], 1: ["defiance-1"]}
    match = play(begin(champions={1: "champion-hunter-2"}, hands=hands), "play:hero-pirate-1")
    assert match.request.seat == 1
    assert keys(match) == ["pass", "defy:defiance-1"]


@pytest.mark.rule("hunt.champion.active-cost")
@pytest.mark.parametrize(
    ("code", "cost"), [("champion-hunter-2", 0), ("champion-hunter-1", 1), ("champion-mercenary-2", 2)]
)
def test_the_cost_field_says_what_an_active_skill_costs(code, cost):
    for actions in (1, 2, 3):
        match = begin(champions={0: code}, actions=actions)
        if actions < cost:
            assert_refused(match, f"skill:{code}", "hunt.action.insufficient")
            continue
        play(match, f"skill:{code}")
        assert (match.request.seat, match.table.actions) == (
            (0, actions - cost) if actions > cost else (1, 3)
        )
    assert CARDS.by_code["champion-hunter-2"].cost == 0  # its cost field is blank or 0: free
    blank = reprinted({"champion-hunter-1": {"cost": ""}})
    match = play(begin(cards=blank, champions={0: "champion-hunter-1"}), "skill:champion-hunter-1")
    assert match.table.actions == 3


@pytest.mark.rule("hunt.champion.active-limit")
@pytest.mark.parametrize("code", ["champion-hunter-2", "champion-pirate-1"])
def test_an_active_skill_is_tried_once_per_turn(code):
    match = play(begin(champions={0: code}, hands={0: ["curse-1"]}), f"skill:{code}")
    assert_refused(match, f"skill:{code}", "hunt.champion.active-limit")  # pirate-1 had no effect: an attempt
    play(match, "end", "end")
    assert f"skill:{code}" in keys(match)


@pytest.mark.rule("hunt.champion.active-limit", "hunt.mode.two-champion")
def test_each_of_two_champions_has_its_own_use_of_its_skill():
    own = ["champion-hunter-2", "champion-hunter-1"]
    match = play(begin(champions={0: own}), "skill:champion-hunter-1")
    assert_refused(match, "skill:champion-hunter-1", "hunt.champion.active-limit")
    play(match, "skill:champion-hunter-2")
    assert_refused(match, "skill:champion-hunter-2", "hunt.champion.active-limit")
    assert match.table.attack_bonus == 3


# --- the passive skill --------------------------------------------------------------------------------------

DUEL = {"hands": {0: ["hero-pirate-1"], 1: ["defiance-1"]}}
TRIGGERED = {  # champion of seat 0 or 1, chance, moves up to the moment its condition occurs, position
    "champion-shinobi-1": (1, [9, 3], ["play:hero-pirate-1", "defy:defiance-1"], DUEL),
    "champion-invoker-2": (0, [9, 3], ["play:hero-pirate-1", "defy:defiance-1"], DUEL),
    "champion-mercenary-1": (
        1,
        [],
        ["play:arcana-3"],
        {"hands": {0: ["arcana-3"]}, "heroes": {1: ["hero-royal-1"]}},
    ),
    "champion-nightmare-1": (0, [2], ["attack:beast-01"], {"heroes": {0: TWO}}),
    "champion-nightmare-2": (0, ["malice-3"], ["draw"], {}),
    "champion-royal-1": (0, [], ["play:hero-pirate-1"], {"hands": {0: ["hero-pirate-1"]}}),
    "champion-hunter-1": (0, [8, "curse-2"], ["attack:beast-01"], {"heroes": {0: TWO}}),
    "champion-hunter-2": (0, ["lesser-beast-1", 7], ["draw"], {}),
    "champion-invoker-1": (0, [], ["play:arcana-8"], {"hands": {0: ["arcana-8"]}}),
    "champion-pirate-1": (0, [], ["end"], {"turn": 1}),
}
LACKING = {  # the same, but the condition does not occur
    "champion-shinobi-1": ([3, 9], ["play:hero-pirate-1", "defy:defiance-1", "later"], DUEL),
    "champion-invoker-2": ([3, 9], ["play:hero-pirate-1", "defy:defiance-1", "later"], DUEL),
    "champion-mercenary-1": ([], ["play:arcana-3"], {"hands": {0: ["arcana-3"]}}),
    "champion-nightmare-1": ([8, "curse-2", "beast-10"], ["attack:beast-01"], {"heroes": {0: TWO}}),
    "champion-nightmare-2": (["curse-1"], ["draw"], {}),
    "champion-royal-1": (
        [],
        ["equip:curse-1:hero-hunter-1"],
        {"hands": {0: ["curse-1"]}, "heroes": {0: TWO}},
    ),
    "champion-hunter-1": ([2], ["attack:beast-01"], {"heroes": {0: TWO}}),
    "champion-hunter-2": (["lesser-beast-1", 6], ["draw"], {}),
    "champion-invoker-1": (
        [9, 3],
        ["play:arcana-8", "defy:defiance-1"],
        {"hands": {0: ["arcana-8"], 1: ["defiance-1"]}, "champions": {1: "champion-hunter-2"}},
    ),
    "champion-pirate-1": ([], ["end"], {"turn": 1, "hands": {0: ["curse-1"]}}),
}


def triggered(code, *more, others=None):
    """A match at the moment when the condition of the champion's passive skill has just occurred."""
    seat, chance, moves, position = TRIGGERED[code]
    champions = {seat: code, 1 - seat: "champion-shinobi-2" if others is None else others}
    return seat, play(begin(*chance, *more, **{**position, "champions": champions}), *moves)


@pytest.mark.rule("hunt.champion.passive", "hunt.champion.passive-window")
@pytest.mark.parametrize("code", TRIGGERED)
def test_a_passive_skill_triggers_when_its_condition_occurs(code):
    seat, match = triggered(code, ...)
    assert match.request.seat == seat  # the owner is asked at once
    assert keys(match) == ["decline", f"passive:{code}"]
    assert match.request.window
    play(match, f"passive:{code}")
    assert told(match).count("hunt.champion.passive") == 1
    asked_again = match.request.window and f"passive:{code}" in keys(match)
    assert not asked_again


@pytest.mark.rule("hunt.champion.passive")
@pytest.mark.parametrize("code", LACKING)
def test_without_its_condition_it_does_not(code):
    chance, moves, position = LACKING[code]
    seat = TRIGGERED[code][0]
    champions = {**position.get("champions", {}), seat: code, 1 - seat: "champion-shinobi-2"}
    match = play(begin(*chance, **{**position, "champions": champions}), *moves)
    assert not match.request.window
    assert f"passive:{code}" not in keys(match)
    assert "hunt.champion.passive" not in told(match)


@pytest.mark.rule("hunt.champion.passive")
def test_a_passive_skill_is_for_its_owners_own_conditions():
    cards = reprinted({"champion-hunter-1": {"trigger": "on_own_hero_lost"}})
    champions = {0: "champion-hunter-1", 1: "champion-mercenary-1"}
    match = begin(cards=cards, champions=champions, hands={0: ["arcana-3"]}, heroes={1: ["hero-royal-1"]})
    play(match, "play:arcana-3")  # Bo loses a Hero, Ada does not
    assert (match.request.seat, keys(match)) == (1, ["decline", "passive:champion-mercenary-1"])
    play(match, "decline")
    assert not match.request.window


@pytest.mark.rule("hunt.champion.passive")
def test_the_effect_of_a_passive_skill_is_carried_out_for_its_owner():
    _, match = triggered("champion-mercenary-1", "curse-5")  # Bo loses a Hero in Ada's turn, and draws
    play(match, "passive:champion-mercenary-1")
    assert (match.request.seat, hand(match, 1), match.table.actions) == (0, ["curse-5"], 2)
    conserved(match)


@pytest.mark.rule("hunt.champion.passive-missed", "hunt.champion.passive-window")
def test_a_passive_skill_that_was_declined_waits_for_its_condition_to_occur_anew():
    position = {"hands": {0: ["arcana-8", "arcana-9"]}, "champions": {0: "champion-invoker-1"}, "actions": 4}
    match = play(begin("curse-1", **position), "play:arcana-8", "decline")
    assert_refused(match, "passive:champion-invoker-1", "hunt.champion.passive-missed")
    play(match, "play:arcana-9", "passive:champion-invoker-1")  # now it may be used again
    assert hand(match) == ["curse-1"]


@pytest.mark.rule("hunt.champion.passive-missed")
def test_a_moment_missed_is_over_with_the_turn():
    match = begin(hands={0: ["arcana-8"]}, champions={0: "champion-invoker-1"})
    play(match, "play:arcana-8", "decline", "end", "end")
    assert "passive:champion-invoker-1" not in {**refused(match), **dict.fromkeys(keys(match))}


@pytest.mark.rule("hunt.champion.passive-window")
def test_the_owner_is_asked_before_anything_else_and_need_not_use_it():
    seat, match = triggered("champion-royal-1")  # a Hero entered, and has not been offered its roll
    assert keys(match) == ["decline", "passive:champion-royal-1"]
    play(match, "decline")
    assert keys(match) == ["now", "later"]
    assert match.table.roll_bonus == 0


@pytest.mark.rule("hunt.champion.trigger-order")
def test_the_player_whose_turn_it_is_comes_first():
    champions = {0: "champion-invoker-2", 1: "champion-shinobi-1"}  # on_duel_lost, on_duel_won
    match = begin(9, 3, "curse-1", "curse-2", champions=champions, **DUEL)
    play(match, "play:hero-pirate-1", "defy:defiance-1")
    assert (match.request.seat, keys(match)) == (0, ["decline", "passive:champion-invoker-2"])
    play(match, "passive:champion-invoker-2")
    assert (match.request.seat, keys(match)) == (1, ["decline", "passive:champion-shinobi-1"])
    play(match, "passive:champion-shinobi-1")
    assert (hand(match, 0), hand(match, 1)) == (["curse-1"], ["curse-2"])


@pytest.mark.rule("hunt.champion.trigger-order")
@pytest.mark.parametrize(
    "order", [("champion-royal-2", "champion-mercenary-1"), ("champion-mercenary-1", "champion-royal-2")]
)
def test_triggers_of_one_player_come_in_an_order_of_choice(order):
    champions = {
        1: ["champion-royal-2", "champion-mercenary-1"],
        0: ["champion-hunter-1", "champion-hunter-2"],
    }
    match = begin(
        "curse-1", "curse-2", hands={0: ["arcana-3"]}, heroes={1: ["hero-royal-1"]}, champions=champions
    )
    play(match, "play:arcana-3")
    assert keys(match) == ["decline", "passive:champion-royal-2", "passive:champion-mercenary-1"]
    play(match, f"passive:{order[0]}")
    assert keys(match) == ["decline", f"passive:{order[1]}"]
    play(match, f"passive:{order[1]}")
    assert match.request.seat == 0
    used = [event.cards[0].code for event in match.events() if event.rule == "hunt.champion.passive"]
    assert used == list(order)


# --- a champion stays ----------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.champion.immune", "hunt.champion.steal-return")
@pytest.mark.parametrize("verb", ["destroy", "assassinate", "steal", "return", "flip"])
def test_a_champion_is_no_target_of_what_moves_heroes(verb):
    match = begin(
        cards=reprinted({"arcana-3": {"effect": f"{verb}:1"}}),
        hands={0: ["arcana-3"]},
        heroes={1: TWO},
        champions={0: "champion-hunter-1", 1: "champion-royal-1"},
    )
    play(match, "play:arcana-3")
    assert keys(match) == [f"{verb}:hero-hunter-1", f"{verb}:hero-royal-1"]
    rule = "hunt.champion.immune" if verb in ("destroy", "assassinate") else "hunt.champion.steal-return"
    assert_refused(match, f"{verb}:champion-royal-1", rule)
    assert_refused(match, f"{verb}:champion-hunter-1", rule)


@pytest.mark.rule("hunt.champion.immune", "hunt.champion.steal-return")
@pytest.mark.parametrize(
    ("malice", "verb", "rule"),
    [
        ("malice-2", "sacrifice", "hunt.champion.immune"),
        ("malice-4", "flip_down", "hunt.champion.steal-return"),
    ],
)
def test_nor_of_what_its_owner_gives_up(malice, verb, rule):
    match = play(begin(malice, heroes={0: TWO}, champions={0: "champion-hunter-1"}), "draw")
    assert keys(match) == [f"{verb}:hero-hunter-1", f"{verb}:hero-royal-1"]
    assert_refused(match, f"{verb}:champion-hunter-1", rule)


@pytest.mark.rule("hunt.champion.no-equipment")
@pytest.mark.parametrize("card", ["armament-1", "curse-1", "banner-pirate"])
def test_no_card_is_equipped_to_a_champion(card):
    match = begin(hands={0: [card]}, heroes={1: TWO}, champions={0: "champion-hunter-1"})
    assert [key for key in keys(match) if card in key] == [f"equip:{card}:{code}" for code in TWO]
    assert_refused(match, f"equip:{card}:champion-hunter-1", "hunt.champion.no-equipment")


@pytest.mark.rule("hunt.champion.no-equipment")
def test_so_it_carries_nothing_that_could_be_destroyed():
    equipped = dict(zip(TWO, ("armament-1", "curse-1"), strict=True))
    match = begin(
        hands={0: ["arcana-10"]}, heroes={1: TWO}, equipped=equipped, champions={1: "champion-hunter-1"}
    )
    play(match, "play:arcana-10")
    assert_refused(match, "unequip:champion-hunter-1", "hunt.champion.no-equipment")


@pytest.mark.rule("hunt.champion.no-equipment")
def test_nor_to_another_players_champion():
    match = begin(hands={0: ["curse-1"]}, heroes={1: TWO}, champions={1: "champion-hunter-1"})
    assert_refused(match, "equip:curse-1:champion-hunter-1", "hunt.champion.no-equipment")


@pytest.mark.rule("hunt.champion.not-hero")
def test_a_champion_fills_no_any_symbol_and_is_no_hero_to_lose():
    champions = {0: "champion-hunter-1", 1: "champion-royal-1"}
    match = begin(heroes={0: ["hero-pirate-1"]}, champions=champions)
    assert_refused(match, "attack:beast-01", "hunt.beast.requirement-matching")  # any & any: one Hero only
    match = play(begin("malice-2", champions=champions), "draw")  # each player sacrifices a Hero
    assert (match.request.seat, discard(match)) == (0, ["malice-2"])
    assert told(match).count("hunt.term.no-target") == 2


@pytest.mark.rule("hunt.champion.permanent")
@pytest.mark.parametrize(("seed", "champions"), [(1, 1), (2, 2), (3, 1)])
def test_champions_stay_in_their_parties_whatever_is_played(seed, champions):
    match, rng = new(..., seed=seed, seats=3, champions=champions), Random(seed)
    for _ in range(3 * champions):
        match.play(rng.choice(keys(match)))
    parties = [codes(seat.champions) for seat in match.table.seats]
    assert [len(party) for party in parties] == [champions] * 3
    for _ in range(300):
        if match.over:
            break
        options = [key for key in keys(match) if key not in ("end", "later")]
        match.play(rng.choice(options or keys(match)))
        assert [codes(seat.champions) for seat in match.table.seats] == parties
    conserved(match)
    assert any(len(heroes(match, seat)) for seat in range(3))
