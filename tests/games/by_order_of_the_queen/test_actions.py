"""A player turn: the four actions, the party, Questing, the Queen's Order."""

import pytest
from games.by_order_of_the_queen.laying import (
    act,
    assert_refused,
    begin,
    codes,
    hand,
    keys,
    lay,
    play,
    player,
    refused,
    send,
    texts,
    told,
)

from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen.vocabulary import LOCATIONS

TEAM = ["melee-str", "ranged-str", "healing-str", "shield-str"]
PLAIN = "strength / threat_garden | strength / favor / villager | strength / item / villager"
LOC = {"loc-a": PLAIN, "loc-b": PLAIN, "loc-c": PLAIN}
PASSED, FAILED = [1, 2, 3, 6], [1, 2, 3, 4]
Q = {"q-one": {"type": "quest", "requires": LOCATIONS[0], "reward": "favor"}}
TWO = {"q-two": {"type": "quest", "requires": f"2x {LOCATIONS[0]} & {LOCATIONS[3]}", "reward": "favor"}}


# --- the turn -------------------------------------------------------------------------------------------------


@pytest.mark.rule("queen.turn.steps", "queen.turn.one-action", "queen.turn.clockwise", "queen.end.order")
def test_a_turn_is_one_action_and_the_end_of_turn():
    match = begin([6], "hero-01", ..., hands={0: ["melee-str"], 1: ["ranged-str"]}, monsters=["mon-6"])
    assert keys(match) == ["quest", "order", "horde"]
    act(match, "horde", "melee-str")
    play(match, "cover:mon-6:6")
    assert match.request.seat == match.table.turn == 1 and match.table.moon == 2
    rules = told(match)
    order = ["queen.turn.clockwise", "queen.turn.one-action", "queen.turn.party-first", "queen.horde.defeat"]
    order += ["queen.end.discard-party", "queen.end.draw", "queen.end.moon", "queen.turn.clockwise"]
    places = [rules.index(rule) for rule in order[:-1]]
    assert places == sorted(places) and rules[-1] == order[-1]


@pytest.mark.rule("queen.turn.no-pass")
def test_an_action_is_compulsory_while_one_is_legal():
    match = begin(hands={0: ["melee-str"]})
    assert_refused(match, "pass", "queen.turn.no-pass", "You must choose one of the available actions.")


@pytest.mark.rule("queen.turn.no-pass", "queen.quest.short-deck", "queen.loss.others")
def test_without_a_legal_action_the_end_of_turn_follows():
    match = begin(
        ..., hands={0: ["melee-str"], 1: ["ranged-str"]}, seal=True, quest_deck=[], monsters=["mon-1"], turn=1
    )
    assert keys(match) == ["horde"]
    assert_refused(match, "quest", "queen.quest.short-deck", "There are no Quests left to take.")
    match = begin(..., hands={0: ["melee-str"]}, seal=True, quest_deck=[], moon=1)
    assert match.result is None or match.result.rule.startswith("queen.loss"), (
        "nobody can ever act: phases go on"
    )
    assert "No action is possible." in texts(match, "queen.turn.no-pass")


@pytest.mark.rule("queen.turn.party-size")
def test_a_party_has_at_most_four_heroes_of_the_own_hand():
    match = begin(FAILED, ..., hands={0: [*TEAM, "melee-dex"], 1: ["ranged-dex"]}, monsters=["mon-5"])
    play(match, "horde")
    assert_refused(
        match,
        "send:ranged-dex",
        "queen.turn.party-size",
        "A party has at most four Heroes from your own hand.",
    )
    for code in TEAM:
        assert "send:melee-dex" in keys(match)
        play(match, f"send:{code}")
    assert codes(match.table.party) == TEAM and hand(match) == ["melee-dex"], "the fourth completes it"


@pytest.mark.rule("queen.turn.party-minimum")
def test_a_party_has_at_least_one_hero():
    match = play(begin(hands={0: TEAM}, monsters=["mon-5"]), "horde")
    assert_refused(match, "go", "queen.turn.party-minimum", "Send at least one Hero.")
    assert "go" in keys(play(match, "send:melee-str"))


@pytest.mark.rule("queen.turn.party-minimum", "queen.test.ability-zero", "queen.test.class-zero")
def test_an_empty_hand_acts_with_an_empty_party():
    loc = {"loc-a": "strength / threat_garden | wisdom / favor / monster | shield / favor / villager"}
    match = begin("loc-a", [5], ..., quests={0: "q-one"}, rows=Q, locations=loc)
    play(match, "quest")
    assert texts(match, "queen.test.ability-zero") == ["Ada's Strength Test fails without a die."]
    assert match.table.threat[2] == 1
    assert texts(match, "queen.test.success") == ["Ada's Shield Class Test: 5: passed."]


@pytest.mark.rule("queen.turn.party-first", "queen.hero.party-leaves-hand", "queen.location.front-open")
def test_the_party_is_fixed_once_the_location_is_drawn():
    match = begin(
        "loc-a", ..., hands={0: ["melee-str", "ranged-str"]}, items={0: ["item-01"]}, quests={0: "q-one"}, rows=Q,
        locations=LOC,
    )  # fmt: skip
    play(match, "quest")
    send(match, "melee-str")
    assert hand(match) == ["ranged-str"] and codes(match.table.party) == ["melee-str"]
    assert match.table.location.code == "loc-a"
    why = "The party is fixed once the Location is drawn."
    assert_refused(match, "send:ranged-str", "queen.turn.party-first", why)
    shown = next(e.text for e in match.events() if e.rule == "queen.quest.draw-location")
    assert "Middle: Strength Test" in shown and "Bottom: Strength Test" in shown, "the whole front is open"


@pytest.mark.rule("queen.turn.no-trade", "queen.location.reward-to-roller")
def test_only_the_own_items_help():
    match = begin(
        "loc-a", PASSED, PASSED, ..., hands={0: TEAM}, items={0: ["item-01"], 1: ["item-12"]}, quests={0: "q-one"},
        rows=Q, locations=LOC,
    )  # fmt: skip
    play(match, "quest")
    send(match, *TEAM)
    assert keys(match) == ["roll", "use:item-01"]
    assert_refused(match, "use:item-12", "queen.turn.no-trade", "You can only use your own Items.")
    play(match, "roll", "roll")
    assert player(match, 0).favors == 2 and player(match, 1).favors == 0, "the Reward and the Quest's"


# --- Questing -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("queen.quest.draw-two", "queen.quest.order-of-steps", "queen.hero.box-vs-discard")
def test_two_quests_are_read_and_one_is_kept():
    match = begin("quest-01", "quest-03", ..., hands={0: TEAM})
    play(match, "quest")
    assert keys(match) == ["keep:quest-01", "keep:quest-03"]
    play(match, "keep:quest-03")
    assert player(match).quest.code == "quest-03"
    deck = match.table.quests
    assert deck.segments[-1] == (0, (queen.illustrative().by_code["quest-01"],)) and len(deck) == 23
    assert [key for key in keys(match) if key.startswith("to:")] == ["to:obsidian-wastes", "to:silver-coast"]
    play(match, "to:silver-coast")
    assert "Silver Coast" in match.request.prompt


@pytest.mark.rule("queen.quest.short-deck")
def test_the_last_quest_is_kept_without_choice():
    match = begin("quest-01", ..., hands={0: TEAM}, quest_deck=["quest-01"])
    play(match, "quest")
    assert player(match).quest.code == "quest-01" and not match.table.quests.segments


@pytest.mark.rule("queen.quest.one-at-a-time", "queen.quest.no-abandon")
def test_a_quest_stays_until_it_is_completed():
    match = begin(hands={0: TEAM}, quests={0: "quest-01"})
    assert_refused(match, "quest:new", "queen.quest.one-at-a-time", "Finish your current Quest first.")
    play(match, "quest")
    assert not any(key.startswith("keep:") for key in keys(match))


@pytest.mark.rule("queen.quest.draw-location", "queen.quest.outstanding-type", "queen.location.empty-deck")
def test_the_location_is_one_that_the_quest_still_requires():
    three = {
        "q-three": {
            "type": "quest",
            "requires": f"2x {LOCATIONS[0]} & {LOCATIONS[3]} & {LOCATIONS[1]}",
            "reward": "favor",
        }
    }
    match = begin(
        hands={0: TEAM}, quests={0: "q-three"}, beside={0: ["crags-01"]}, rows=three, location_decks={LOCATIONS[3]: []}
    )  # fmt: skip
    match.play("quest")
    assert match.request.prompt.endswith("Emerald Valley?"), "one is left: no choice"
    match = begin(hands={0: TEAM}, quests={0: "q-three"}, beside={0: ["crags-01"]}, rows=three)
    play(match, "quest")
    assert keys(match) == ["to:emerald-valley", "to:silver-coast"]
    assert_refused(
        match, "to:obsidian-wastes", "queen.quest.draw-location", "This Quest does not list that Location."
    )
    why = "You already have the required cards of that type."
    assert_refused(match, "to:ironstone-crags", "queen.quest.outstanding-type", why)


@pytest.mark.rule("queen.location.empty-deck")
def test_an_empty_location_deck():
    four = {
        "q-four": {
            "type": "quest",
            "requires": f"{LOCATIONS[0]} & {LOCATIONS[1]} & {LOCATIONS[3]}",
            "reward": "favor",
        }
    }
    match = begin(hands={0: TEAM}, quests={0: "q-four"}, rows=four, location_decks={LOCATIONS[3]: []})
    play(match, "quest")
    assert_refused(match, "to:silver-coast", "queen.location.empty-deck", "That Location deck is empty.")
    match = begin(
        hands={0: TEAM}, quests={0: "q-one"}, rows=Q, location_decks={LOCATIONS[0]: []}, monsters=["mon-1"]
    )
    assert keys(match) == ["horde"]
    for action in ("quest", "order"):
        assert_refused(match, action, "queen.location.empty-deck", "That Location deck is empty.")


@pytest.mark.rule("queen.location.empty-deck", "queen.quest.short-deck")
def test_a_quest_just_taken_may_be_out_of_reach():
    match = begin(
        "q-one", ..., hands={0: TEAM}, quest_deck=["q-one"], rows=Q, location_decks={LOCATIONS[0]: []}
    )
    play(match, "quest")
    assert match.table.turn == 1 and "no party sets out" in texts(match, "queen.location.empty-deck")[0]


@pytest.mark.rule("queen.quest.progress", "queen.quest.rewards", "queen.location.completed-anyway")
@pytest.mark.parametrize(
    ("rolls", "favors", "items", "villagers"),
    [
        ([PASSED, PASSED], 1, 0, 15),
        ([PASSED, FAILED], 0, 0, 14),
        ([FAILED, PASSED], 0, 1, 15),
        ([FAILED, FAILED], 0, 0, 14),
    ],
)
def test_a_location_is_progress_whatever_the_tests_came_to(rolls, favors, items, villagers):
    match = begin("loc-a", *rolls, ..., hands={0: TEAM}, quests={0: "q-two"}, rows=TWO, locations=LOC)
    play(match, "quest", "to:emerald-valley")
    send(match, *TEAM)
    assert codes(player(match).locations) == ["loc-a"] and player(match).outstanding() == [
        LOCATIONS[0],
        LOCATIONS[3],
    ]
    assert (player(match).favors, len(player(match).items), match.table.villagers) == (
        favors,
        items,
        villagers,
    )
    assert match.table.threat[2] == (rolls[0] == FAILED)


@pytest.mark.rule("queen.quest.completion")
def test_a_completed_quest_gives_its_reward_and_goes_to_the_box():
    match = begin("loc-a", PASSED, PASSED, ..., hands={0: TEAM}, quests={0: "q-one"}, rows=Q, locations=LOC)
    play(match, "quest")
    send(match, *TEAM)
    assert player(match).quest is None and player(match).locations == []
    assert {"q-one", "loc-a"} <= {*codes(match.table.box)} and player(match).favors == 2


@pytest.mark.rule("queen.quest.completion", "queen.reward.impossible")
def test_the_threat_that_a_quest_removes_is_chosen_token_by_token():
    rows = {"q-one": {**Q["q-one"], "reward": "remove_threat:3"}}
    match = begin(
        "loc-a",
        PASSED,
        PASSED,
        ...,
        hands={0: TEAM},
        quests={0: "q-one"},
        rows=rows,
        locations=LOC,
        threat=(1, 2, 0),
    )
    play(match, "quest")
    send(match, *TEAM)
    assert keys(match) == ["calm:enemy", "calm:regions"]
    assert_refused(match, "calm:garden", "queen.reward.impossible")
    play(match, "calm:regions", "calm:enemy")
    assert match.table.threat == [0, 0, 0], "the last has one pool only"
    match = begin(
        "loc-a",
        PASSED,
        PASSED,
        ...,
        hands={0: TEAM},
        quests={0: "q-one"},
        rows=rows,
        locations=LOC,
        threat=(0, 2, 0),
    )
    play(match, "quest")
    send(match, *TEAM)
    assert match.table.threat == [0, 0, 0], "fewer if the pools hold fewer"


@pytest.mark.rule("queen.quest.bonus-scope")
def test_a_bonus_of_a_quest_counts_in_questing_only():
    rows = {"q-one": {**Q["q-one"], "bonus": "strength 2"}, "q-fight": {**Q["q-one"], "bonus": "combat"}}
    hands, quest = {0: ["melee-str"]}, {0: "q-one"}
    match = begin("loc-a", [1, 1, 6], [1, 1, 6], ..., hands=hands, quests=quest, rows=rows, locations=LOC)
    act(match, "quest", "melee-str")
    assert texts(match, "queen.test.success")[0] == "Ada's Strength Test: 1, 1, 6: passed."
    match = begin("loc-a", [6], [6], [6], ..., hands=hands, quests=quest, rows=rows, locations=LOC)
    act(match, "order", "melee-str")
    assert match.table.tokens == 3
    match = begin([5], ..., hands=hands, quests={0: "q-fight"}, rows=rows, monsters=["mon-6"])
    act(match, "horde", "melee-str")


# --- the Queen's Order ----------------------------------------------------------------------------------------------


@pytest.mark.rule("queen.order.available", "queen.order.seal", "queen.order.seal-always")
def test_the_order_needs_no_seal_and_no_nemesis():
    match = begin("loc-a", FAILED, FAILED, FAILED, ..., hands={0: TEAM, 1: ["melee-dex"]}, locations=LOC)
    act(match, "order", *TEAM)
    assert match.table.seal and match.table.tokens == 0, "sealed, though nothing was gained"
    assert match.table.turn == 1
    assert_refused(match, "order", "queen.order.available", "The Order is sealed for this round.")
    match = begin(hands={0: TEAM}, nemeses=["worm"])
    assert_refused(match, "order", "queen.order.available", "A Nemesis blocks the Queen's Order.")


@pytest.mark.rule(
    "queen.order.location",
    "queen.order.tokens-instead",
    "queen.order.penalties",
    "queen.order.final-test",
    "queen.order.max-three",
    "queen.order.location-box",
    "queen.order.no-quest-progress",
)
@pytest.mark.parametrize(
    ("rolls", "tokens", "garden", "villagers"),
    [
        ([PASSED, PASSED, PASSED], 3, 0, 15),
        ([PASSED, FAILED, PASSED], 2, 0, 14),
        ([FAILED, PASSED, FAILED], 1, 1, 15),
        ([FAILED, FAILED, FAILED], 0, 1, 14),
    ],
)
def test_successes_give_success_tokens_and_failures_penalties(rolls, tokens, garden, villagers):
    match = begin(
        "loc-a",
        *rolls,
        ...,
        hands={0: TEAM},
        locations=LOC,
        quests={0: "quest-01"},
        order="order-01",
        tokens=2,
    )
    act(match, "order", *TEAM)
    table = match.table
    assert table.tokens == 2 + tokens and table.threat == [0, 0, garden] and table.villagers == villagers
    assert player(match).favors == 0 and player(match).items == [], "no printed Reward"
    assert "loc-a" in codes(table.box) and player(match).locations == [], "and no progress of the Quest"
    assert len([e for e in match.events() if "attribute" in e.data]) == 3


@pytest.mark.rule("queen.order.reward-choice-none")
def test_no_printed_reward_instead_of_a_token():
    match = begin("loc-a", ..., hands={0: TEAM}, items={0: ["item-01"]}, locations=LOC)
    act(match, "order", *TEAM)
    why = "Successes on the Queen's Order give Success Tokens only."
    assert_refused(match, "reward", "queen.order.reward-choice-none", why)


@pytest.mark.rule("queen.order.final-party", "queen.penalty.retire")
def test_the_third_test_is_made_by_those_who_are_left():
    loc = {"loc-a": "strength / retire | strength / favor / villager | strength / favor / retire"}
    match = begin("loc-a", [1, 1], [1], ..., hands={0: ["melee-str", "ranged-str"]}, locations=loc)
    act(match, "order", "melee-str", "ranged-str")
    play(match, "retire:melee-str")
    assert texts(match, "queen.test.failure") == [
        "Ada's Strength Test: 1, 1: failed.",
        "Ada's Strength Test: 1: failed.",
    ]
    assert texts(match, "queen.test.ability-zero") == ["Ada's Strength Test fails without a die."]


@pytest.mark.rule("queen.order.any-player", "queen.order.under-nemesis", "queen.nemesis.order-kept")
def test_the_order_is_common_to_all():
    match = begin(
        "loc-a",
        PASSED,
        FAILED,
        PASSED,
        ...,
        hands={0: ["melee-dex"], 1: TEAM},
        locations=LOC,
        tokens=4,
        turn=1,
    )
    act(match, "order", *TEAM)
    assert match.table.tokens == 6, "tokens of different players add up"


# --- completion at once (order_completion = immediate) --------------------------------------------------------------


@pytest.mark.rule("queen.order.complete-at-eight", "queen.order.reward-recipient", "queen.order.seal")
def test_an_order_completed_at_once_in_the_middle_of_the_action():
    position = {"hands": {0: TEAM}, "locations": LOC, "order_completion": "immediate", "order": "order-02"}
    position |= {"rows": {"order-02": {"location": LOCATIONS[0], "attributes": "strength"}}}
    match = begin("loc-a", PASSED, "order-05", FAILED, ..., tokens=7, **position)
    act(match, "order", *TEAM)
    assert keys(match) == ["give:0", "give:1"]
    play(match, "give:1")
    table = match.table
    assert player(match, 1).favors == 1 and codes(table.completed) == ["order-02"]
    assert table.order.code == "order-05" and table.tokens == 0 and table.seal
    assert table.villagers == 14, "the Location is finished with its Penalties"
    assert len([e for e in match.events() if "attribute" in e.data]) == 2, "the Order's own Test is not made"
    match = begin("loc-a", PASSED, PASSED, PASSED, "order-05", ..., tokens=5, **position)
    act(match, "order", *TEAM)
    play(match, "give:0")
    assert match.table.order.code == "order-05" and match.table.tokens == 0


@pytest.mark.rule("queen.order.complete-at-eight", "queen.goal.win-moment", "queen.goal.three-orders")
def test_the_third_order_wins_within_the_action():
    match = begin(
        "loc-a", PASSED, hands={0: TEAM}, locations=LOC, order_completion="immediate", tokens=7, completed=2
    )
    act(match, "order", *TEAM)
    assert match.over and match.result.winners == (0, 1) and match.result.rule == "queen.goal.three-orders"
    assert not match.table.seal and len(match.table.completed) == 3, "what was left of the action is not done"


@pytest.mark.rule("queen.order.reward-recipient")
def test_a_reward_that_concerns_all_asks_nobody():
    match = begin(
        "loc-a", PASSED, "hero-01", "order-06", PASSED, ..., hands={0: TEAM}, locations=LOC, tokens=7,
        order_completion="immediate", order="order-03", retired=["hero-01"],
        rows={"order-03": {"location": LOCATIONS[0], "attributes": "strength"}},
    )  # fmt: skip
    act(match, "order", *TEAM)
    assert codes(match.table.retired) == [] and "hero-01" in {
        *codes(match.table.hero_discard), *codes(match.table.heroes.pool), *hand(match)
    }  # fmt: skip


def test_refusals_are_computed_only_when_somebody_looks():
    match = queen.match_at(lay(hands={0: TEAM}))
    assert match.request._refused is None
    assert {"horde", "nemesis", "pass"} == set(refused(match))
