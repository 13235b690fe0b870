"""Tests: dice, Items before the roll, Favors after it, and Location Cards with their two Tests."""

from fractions import Fraction as F

import pytest
from games.by_order_of_the_queen.laying import (
    act,
    assert_refused,
    begin,
    codes,
    keys,
    lay,
    play,
    player,
    texts,
)

from beastlab.core.explore import audit, explore
from beastlab.core.requests import Here, Roll
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen.rules import tests
from beastlab.games.by_order_of_the_queen.vocabulary import LOCATIONS

Q = {"q-one": {"type": "quest", "requires": f"2x {LOCATIONS[0]}", "reward": "favor"}}
TWO = ["melee-str", "ranged-str"]


def quest(*chance, test="strength", second="strength", team=TWO, **position):
    """A Questing action of Ada's with this team, up to the first choice in the first Test."""
    position.setdefault("hands", {0: team})
    loc = f"{test} / threat_garden | {second} / favor / villager | {second} / item / threat_enemy"
    rows = {**Q, **position.pop("rows", {})}
    location = position.pop("locations", {"loc-a": loc})
    match = begin(
        next(iter(location)), *chance, ..., quests={0: "q-one"}, rows=rows, locations=location, **position
    )
    act(match, "quest", *team)
    return match


def first(match):
    return next(e for e in match.events() if "attribute" in e.data)


def chance_of(table, attribute, respond=None):
    """The exact chance of a Test, enumerated through the rules."""

    def rule():
        return (yield from tests.test(table.copy(), 0, attribute))

    return explore(rule, *([respond] if respond else [])).get(True, F(0))


def spends(request):
    """Favors and Items are used as soon as they may be; the lowest die is rerolled."""
    return request.options[-1] if request.options[0].key == "roll" else request.options[1]


# --- dice -------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "queen.test.ability-dice", "queen.test.combat-dice", "queen.test.class-dice", "queen.test.class-zero",
    "queen.component.hero-card", "queen.test.ability-zero", "queen.test.empty-party",
)  # fmt: skip
@pytest.mark.parametrize(
    ("party", "attribute", "dice"),
    [
        (["melee-str-wis", "ranged-wis", "healing"], "wisdom", 2),
        (["melee-str-wis", "ranged-wis", "healing"], "charisma", 0),
        (["melee-str", "melee-dex", "ranged", "healing"], "combat", 3),
        (["melee-str", "ranged", "healing", "shield"], "combat", 4),
        (["melee-str", "melee-dex", "melee-con", "melee-wis"], "combat", 1),
        (["melee-str", "melee-dex", "melee-con", "melee-wis"], "melee", 9),
        (["melee-str", "ranged"], "ranged", 3),
        (["melee-str", "ranged"], "healing", 1),
        ([], "healing", 1),
        ([], "combat", 0),
        ([], "wisdom", 0),
    ],
)  # fmt: skip
def test_how_many_dice_a_party_brings(party, attribute, dice):
    table = lay(party=party, action="quest")
    assert tests.party_dice(table.party, attribute) == dice
    requests = list(tests.test(table, 0, attribute)) if not dice else [next(tests.test(table, 0, attribute))]
    rolled = sum(request.count for request in requests if isinstance(request, Roll))
    assert rolled == dice


@pytest.mark.rule("queen.test.success", "queen.test.failure", "queen.test.combat-location")
@pytest.mark.parametrize(
    ("faces", "passed"), [([1, 4], False), ([4, 4], False), ([1, 5], True), ([5, 6], True)]
)
@pytest.mark.parametrize("test", ["strength", "combat"])
def test_a_test_is_passed_by_a_five_or_a_six(faces, passed, test):
    match = quest(faces, test=test)
    assert first(match).data["success"] == passed
    assert (match.table.threat[2] == 0) == passed


@pytest.mark.rule("queen.test.dice-cap", "queen.component.dice")
def test_more_than_ten_dice_are_rolled_in_several_throws():
    party = ["melee-str-1", "melee-str-2", "melee-str-3", "melee-str-4"]
    items = ["item-08", "item-19", "item-24", "item-28"]  # melee, all four
    assert all("melee" in card.attributes for card in queen.illustrative().cards if card.code in items)
    match = quest([1] * 10, [1, 1, 5], team=party, test="melee", items={0: items})
    play(match, *(f"use:{code}" for code in items))
    assert texts(match, "queen.test.success")[0].startswith("Ada's Melee Class Test: " + "1, " * 12 + "5")


@pytest.mark.rule("queen.test.fixed-pool", "queen.location.reward-penalty-timing")
def test_the_dice_are_those_of_the_party_at_the_moment_of_the_test():
    loc = {"loc-a": "strength / retire | strength / favor / villager | strength / item / villager"}
    match = quest([1, 2], [6], locations=loc)
    play(match, "retire:melee-str")
    assert texts(match, "queen.test.success") == ["Ada's Strength Test: 6: passed."]


# --- Items --------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "queen.item.use", "queen.item.any-number", "queen.item.one-die-each", "queen.item.discard-place",
    "queen.component.graveyard",
)  # fmt: skip
def test_items_with_the_attribute_add_a_die_each_and_are_discarded():
    match = quest([1, 1, 1, 1, 5], items={0: ["item-01", "item-12", "item-23", "item-02"]})
    assert keys(match) == ["roll", "use:item-01", "use:item-12", "use:item-23"]
    play(match, "use:item-23", "use:item-01", "use:item-12")  # 23 has two Attributes, and adds one die
    assert codes(match.table.item_discard) == ["item-23", "item-01", "item-12"]
    assert codes(player(match).items)[:1] == ["item-02"]
    assert first(match).data["success"]


@pytest.mark.rule("queen.item.use", "queen.item.class-not-doubled")
@pytest.mark.parametrize("used", [0, 1])
def test_an_item_may_be_kept_and_is_not_doubled(used):
    dice = [1] * (3 + used)
    match = quest(dice, test="melee", team=["melee-str"], items={0: ["item-08"]})
    play(match, *["use:item-08"] * used, *["roll"] * (not used))
    assert first(match).text == f"Ada's Melee Class Test: {', '.join(['1'] * len(dice))}: failed."


@pytest.mark.rule("queen.item.class-in-combat", "queen.item.combat-scope", "queen.item.text-items")
def test_items_that_do_not_fit():
    items = {0: ["item-11", "item-22", "item-08", "item-01", "item-35"]}
    match = begin(hands={0: TWO}, items=items, monsters=["mon-6"])
    act(match, "horde", *TWO)
    assert keys(match) == ["roll", "use:item-11", "use:item-22"], "only Combat icons help in a fight"
    why = "This Item does not match the tested Attribute."
    assert_refused(match, "use:item-08", "queen.item.class-in-combat", why)
    assert_refused(match, "use:item-01", "queen.item.class-in-combat", why)
    assert_refused(match, "use:item-35", "queen.item.text-items")
    match = quest(items=items)
    assert keys(match) == ["roll", "use:item-01"]
    assert_refused(match, "use:item-11", "queen.item.class-in-combat", why)
    match = quest(test="combat", items=items)
    assert keys(match) == ["roll", "use:item-11", "use:item-22"]


@pytest.mark.rule("queen.item.before-roll")
def test_items_are_used_before_the_roll():
    match = quest([1, 2], items={0: ["item-01"]}, favors={0: 1})
    play(match, "roll")
    assert keys(match) == ["keep", "reroll:1", "reroll:2"]
    assert_refused(match, "use:item-01", "queen.item.before-roll", "Items are used before rolling.")


@pytest.mark.rule("queen.item.guild-kept", "queen.item.guild-frequency")
def test_the_guilds_own_item_is_kept_and_used_in_every_test():
    match = quest([1, 2, 3], [6, 1, 1], relics={0: "relic-semaphor"})
    play(match, "use:relic-semaphor", "use:relic-semaphor")
    assert codes(player(match).items)[:1] == ["relic-semaphor"] and match.table.item_discard == []
    assert (
        texts(match, "queen.item.guild-kept")
        == ["Ada uses Relic of the Semaphor Collegium, which is kept."] * 2
    )


@pytest.mark.rule("queen.item.henchman-keep", "queen.item.henchman-limit")
def test_only_the_henchman_of_the_hounds_is_kept():
    match = begin(
        [1, 1, 1, 1],
        ...,
        hands={0: TWO},
        relics={0: "henchman-1"},
        items={0: ["henchman-2"]},
        monsters=["mon-6"],
    )
    act(match, "horde", *TWO)
    assert len(match.table.aside) == 7 + 2
    play(match, "use:henchman-1", "use:henchman-2")
    assert codes(player(match).items) == ["henchman-1"] and len(match.table.aside) == 7 + 3
    assert match.table.item_discard == []


@pytest.mark.rule("queen.item.deck-empty", "queen.reward.item", "queen.reward.impossible")
def test_the_discarded_items_are_shuffled_when_the_deck_is_empty():
    loc = {"loc-a": "strength / monster | strength / item / villager | strength / item / villager"}
    match = quest([5, 1], [6, 1], "item-05", locations=loc, item_deck=[], item_discard=["item-05", "item-06"])
    assert codes(player(match).items) == ["item-05"] and codes(match.table.items.pool) == ["item-06"]
    match = quest([5, 1], [6, 1], locations=loc, item_deck=[])
    assert player(match).items == [] and "No Item is left to be drawn." in texts(
        match, "queen.item.deck-empty"
    )


# --- Favors ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "queen.favor.reroll", "queen.favor.keep-new", "queen.favor.sequential", "queen.favor.several"
)
def test_favors_reroll_one_die_at_a_time():
    match = quest([1, 3], [2], [6], favors={0: 3})
    play(match, "reroll:3")
    assert "Strength Test: 1, 2: reroll" in match.request.prompt, "the new result counts, even if worse"
    play(match, "reroll:1")
    assert player(match).favors == 1 and first(match).text == "Ada's Strength Test: 2, 6: passed."


@pytest.mark.rule("queen.favor.once-per-die")
def test_a_die_is_rerolled_once():
    match = quest([1, 3], [3], favors={0: 3})
    play(match, "reroll:1")
    assert keys(match) == ["keep", "reroll:3"], "the other 3, not the one that was rerolled"
    assert_refused(match, "again:3", "queen.favor.once-per-die", "This die has already been rerolled.")
    match = quest([1, 3], [3], [1], favors={0: 3})
    play(match, "reroll:1", "reroll:3")
    assert player(match).favors == 1 and not first(match).data["success"], "no die is left to reroll"


@pytest.mark.rule("queen.favor.own-turn")
def test_favors_of_others_are_of_no_use():
    match = quest([1, 3], favors={0: 1, 1: 2})
    assert_refused(match, "favor:1", "queen.favor.own-turn", "Favors can only be used on your own turn.")
    match = quest([1, 3], favors={1: 2})
    assert not first(match).data["success"], "nobody is asked"


@pytest.mark.rule("queen.favor.window", "queen.favor.changes-branch", "queen.favor.reroll")
def test_a_favor_comes_before_what_follows_from_the_test():
    loc = {"loc-a": "strength / villager | strength / favor / monster | strength / item / monster"}
    match = quest([1, 3], [5], [6, 6], locations=loc, favors={0: 1})
    assert match.table.villagers == 15 and match.table.location
    play(match, "reroll:3")
    assert match.table.villagers == 15 and player(match).favors == 1, (
        "the middle section was read, a Favor gained"
    )


@pytest.mark.rule("queen.favor.window", "queen.favor.reroll")
def test_favors_in_a_fight_come_before_tokens_are_placed():
    match = begin([1, 1], [6], ..., hands={0: TWO}, monsters=["mon-6", "mon-1"], favors={0: 1})
    act(match, "horde", *TWO)
    assert keys(match) == ["keep", "reroll:1"] and match.table.in_play[0].tokens == 0
    play(match, "reroll:1", "cover:mon-6:6", "cover:mon-1:1")
    assert codes(player(match).trophies) == ["mon-6", "mon-1"]


@pytest.mark.rule("queen.item.text-items", "queen.favor.once-per-die")
def test_an_item_without_attribute_rerolls_a_die():
    match = quest([1, 3], [6], items={0: ["item-35"]})
    assert keys(match) == ["keep", "reroll:1:item-35", "reroll:3:item-35"]
    play(match, "reroll:1:item-35")
    assert codes(match.table.item_discard) == ["item-35"] and first(match).data["success"]


@pytest.mark.rule("queen.test.success")
def test_nobody_is_asked_for_a_favor_when_the_test_is_passed():
    match = quest([5, 1], [6, 1], favors={0: 2})
    assert player(match).favors == 3, "passed twice: one gained, none spent"


@pytest.mark.rule("queen.component.event-card", "queen.event.new-event")
def test_an_event_may_add_dice_while_it_is_current():
    rows = {"event-01": {"bonus": "strength 2"}}
    match = quest([1, 1, 1, 6], event="event-01", rows=rows)
    assert first(match).text == "Ada's Strength Test: 1, 1, 1, 6: passed."


# --- Location Cards ---------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "queen.location.two-tests", "queen.location.top-no-reward", "queen.location.completed-anyway"
)
def test_the_second_test_depends_on_the_first():
    loc = {"loc-a": "strength / monster | wisdom / favor / villager | dexterity / item / villager"}
    team = ["melee-str", "ranged-wis", "healing-dex"]
    match = quest([6], [5], locations=loc, team=team)
    assert [e.data["attribute"] for e in match.events() if "attribute" in e.data] == ["strength", "wisdom"]
    assert player(match).favors == 1
    match = quest([1], "monster-01", [5], "item-01", locations=loc, team=team)
    assert [e.data["attribute"] for e in match.events() if "attribute" in e.data] == ["strength", "dexterity"]
    assert codes(match.table.in_play) == ["monster-01"] and codes(player(match).items) == ["item-01"]


@pytest.mark.rule("queen.location.reward-penalty-timing")
@pytest.mark.parametrize("timing", ["immediate", "after_both"])
def test_when_the_penalty_of_the_top_is_suffered(timing):
    loc = {"loc-a": "strength / retire | strength / favor / villager | melee / item / villager"}
    team = ["melee-str", "melee-str-2"]
    dice = [1] * (3 if timing == "immediate" else 5)
    match = quest([1, 1], dice, team=team, locations=loc, location_timing=timing)
    play(match, "retire:melee-str")
    assert (
        texts(match, "queen.test.failure")[-1]
        == f"Ada's Melee Class Test: {', '.join('1' * len(dice))}: failed."
    )
    assert codes(match.table.retired) == ["melee-str"] and match.table.villagers == 14


@pytest.mark.rule("queen.location.reward-penalty-timing")
def test_after_both_the_first_result_is_applied_before_the_second():
    loc = {
        "loc-a": "strength / threat_enemy | strength / favor / villager | strength / recover / threat_regions"
    }
    match = quest([1, 1], [1, 1], locations=loc, location_timing="after_both")
    assert texts(match, "queen.penalty.threat") == [
        "Threat: Growing Enemy 0 → 1.", "Threat: Confidence of the Regions 0 → 1."
    ]  # fmt: skip
    rules = [e.rule for e in match.events()]
    assert rules.index("queen.penalty.threat") > max(
        n for n, rule in enumerate(rules) if rule == "queen.test.failure"
    )


@pytest.mark.rule(
    "queen.reward.favor", "queen.reward.recover", "queen.hero.recover", "queen.hero.recover-sources"
)
def test_rewards_of_a_location():
    loc = {"loc-a": "strength / monster | strength / recover / villager | strength / item / villager"}
    match = quest(
        [6, 1], [6, 1], "hero-09", locations=loc, retired=["hero-09", "hero-10"], hero_deck=["hero-11"]
    )
    assert codes(match.table.retired) == ["hero-10"]
    assert "hero-09" in {
        *codes(match.table.hero_discard),
        *codes(match.table.heroes.pool),
        *codes(player(match).hand),
    }
    match = quest([6, 1], [6, 1], locations=loc)
    assert "No Hero is Retired: nobody is Recovered." in texts(match, "queen.reward.impossible")


@pytest.mark.rule("queen.reward.event", "queen.setup.current-event", "queen.setup.kf-reward")
@pytest.mark.parametrize(("event", "favors", "items"), [("", 0, 1), ("event-02", 1, 0)])
def test_the_moon_gives_the_reward_of_the_current_event(event, favors, items):
    loc = {"loc-a": "strength / monster | strength / event / villager | strength / item / villager"}
    match = quest([6, 1], [6, 1], locations=loc, event=event)
    assert (player(match).favors, len(player(match).items)) == (favors, items)


@pytest.mark.rule(
    "queen.reward.monster-success", "queen.reward.monster-success-trophy", "queen.reward.impossible"
)
def test_a_success_on_a_monster():
    loc = {"loc-a": "strength / monster | strength / monster_success / villager | strength / item / villager"}
    foes = {"monsters": ["mon-6", "mon-3-3-5"], "free": {"mon-3-3-5": (3, 5)}}
    match = quest([6, 1], [6, 1], locations=loc, **foes)
    assert keys(match) == ["cover:mon-6:6", "cover:mon-3-3-5:3", "cover:mon-3-3-5:5"]
    play(match, "cover:mon-6:6")
    assert codes(player(match).trophies) == ["mon-6"], "whatever its number"
    match = quest([6, 1], [6, 1], locations=loc, monsters=["mon-2-6", "mon-5-5"])
    play(match, "cover:mon-2-6:2")
    assert match.table.in_play[0].free == (6,) and player(match).trophies == []
    match = quest([6, 1], [6, 1], locations=loc, nemeses=["worm"])
    assert texts(match, "queen.reward.impossible") == ["No Monster is in play: the Success Token is lost."]
    assert match.table.nemeses[0].tokens == 0


@pytest.mark.rule(
    "queen.penalty.monster", "queen.penalty.villager", "queen.penalty.retire", "queen.penalty.threat"
)
@pytest.mark.parametrize(
    "penalty", ["monster", "villager", "retire", "threat_enemy", "threat_regions", "threat_garden"]
)
def test_penalties_of_a_location(penalty):
    loc = {"loc-a": f"strength / {penalty} | strength / item / villager | wisdom / item / {penalty}"}
    chance = [[1, 1], "monster-07", "monster-08"] if penalty == "monster" else [[1, 1]]
    match = quest(*chance, locations=loc)
    if penalty == "retire":
        play(match, "retire:ranged-str")
    table = match.table
    assert len(table.in_play) == 2 * (penalty == "monster") and table.villagers == 15 - 2 * (
        penalty == "villager"
    )
    assert len(table.retired) == 2 * (penalty == "retire")
    assert table.threat == [2 * (penalty == f"threat_{pool}") for pool in ("enemy", "regions", "garden")]


# --- exact chances through the rules ------------------------------------------------------------------------------


@pytest.mark.rule("queen.favor.several", "queen.favor.once-per-die", "queen.test.success")
@pytest.mark.parametrize(("dice", "favors"), [(1, 0), (1, 3), (2, 0), (2, 2), (3, 1), (4, 2)])
def test_the_chance_of_a_test_is_the_formula(dice, favors):
    party = ["melee-str-1", "melee-str-2", "melee-str-3", "melee-str-4"][:dice]
    table = lay(party=party, favors={0: favors}, action="quest")
    assert chance_of(table, "strength", spends) == 1 - F(2, 3) ** (dice + min(favors, dice))
    assert chance_of(table, "strength") == 1 - F(2, 3) ** dice, "and nobody has to spend any"


def test_the_key_of_a_test_holds_all_that_matters():
    table = lay(party=TWO, favors={0: 2}, items={0: ["item-01", "item-35"]}, action="quest")

    def rule():
        own = table.copy()
        success = yield from tests.test(own, 0, "strength")
        again = yield from tests.test(own, 0, "strength")
        return success, again, own.seats[0].favors, len(own.item_discard)

    audit(rule, spends, runs=60)
    audit(rule, runs=30)
    assert sum(explore(rule, spends).values()) == 1


def test_a_key_that_forgets_what_was_spent_is_caught(monkeypatch):
    monkeypatch.setattr(tests, "Here", lambda key: Here(key[0]))
    table = lay(party=["melee-str", "ranged-str"], favors={0: 1}, action="quest")

    def rule():
        own = table.copy()
        yield from tests.test(own, 0, "strength")
        return own.seats[0].favors

    with pytest.raises(ValueError, match="leaves out something that matters"):
        audit(rule, spends, runs=100)


@pytest.mark.rule("queen.location.reward-to-roller")
def test_the_odds_of_a_move_look_through_items_and_favors():
    match = begin(..., hands={0: [*TWO, "healing"]}, quests={0: "q-one"}, rows=Q, favors={0: 2}, locations={
        "loc-a": "strength / threat_garden | strength / favor / villager | strength / item / villager"
    })  # fmt: skip
    play(match, "quest", "send:melee-str", "send:ranged-str")
    law = match.odds("go", lambda table, events: len([e for e in events if e.data.get("success")]))
    assert law == {0: F(2, 3) ** 4, 1: 2 * F(2, 3) ** 2 * F(5, 9), 2: F(5, 9) ** 2}
