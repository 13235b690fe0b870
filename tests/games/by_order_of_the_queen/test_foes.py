"""Fights against the Horde and against a Nemesis, and how foes come and fall."""

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
    refused,
    texts,
    told,
)

from beastlab.games.by_order_of_the_queen.table import PROMPT

THREE = ["melee-str", "ranged-str", "healing-str"]
FOUR = ["melee-str", "ranged-str", "healing-str", "shield-str"]


def horde(*chance, team=THREE, **position):
    """A fight of Ada's against the Horde, up to the first choice after the roll."""
    position.setdefault("hands", {0: [*team, "melee-dex"]})
    return act(begin(*chance, ..., **position), "horde", *team)


def nemesis(*chance, team=THREE, foe="worm", **position):
    """A fight of Ada's against a Nemesis."""
    position.setdefault("hands", {0: [*team, "melee-dex"]})
    position.setdefault("nemeses", [foe])
    return act(begin(*chance, ..., **position), f"nemesis:{foe}", *team)


def free(match, code):
    return next(foe.free for foe in (*match.table.in_play, *match.table.nemeses) if foe.card.code == code)


# --- the Horde ------------------------------------------------------------------------------------------------


@pytest.mark.rule("queen.horde.available")
def test_no_fight_without_a_monster():
    match = begin(hands={0: THREE}, nemeses=["worm"])
    assert_refused(match, "horde", "queen.horde.available", "There are no Monsters to fight.")


@pytest.mark.rule("queen.horde.dice", "queen.test.combat-dice", "queen.test.fight-not-pass-fail")
@pytest.mark.parametrize(
    ("team", "items", "dice"),
    [(["melee-str", "melee-dex"], [], 1), (THREE, [], 3), (FOUR, [], 4), (FOUR, ["item-11", "item-22"], 6)],
)
def test_a_die_for_each_class_and_each_combat_item(team, items, dice):
    match = begin([1] * dice, ..., hands={0: [*team, "melee-con"]}, items={0: items}, monsters=["mon-6"])
    act(match, "horde", *team)
    play(match, *(f"use:{item}" for item in items))
    (rolled,) = (e for e in match.events() if e.rule == "queen.test.combat-dice")
    assert rolled.data["faces"] == [1] * dice
    assert not [e for e in match.events() if "success" in e.data], "neither a success nor a failure"


@pytest.mark.rule("queen.horde.cover", "queen.horde.choice", "queen.horde.one-token-per-icon")
def test_each_die_may_cover_one_icon_that_it_reaches():
    match = horde([2, 3, 5], monsters=["mon-2-6", "mon-3-3", "mon-4"])
    assert "does the 5 cover" in match.request.prompt
    assert keys(match) == ["cover:mon-2-6:2", "cover:mon-3-3:3", "cover:mon-4:4", "leave"]
    assert_refused(
        match, "cover:mon-2-6:6", "queen.horde.one-token-per-icon", "The die is lower than the icon"
    )
    play(match, "cover:mon-3-3:3", "cover:mon-3-3:3")
    assert codes(player(match).trophies) == [] and "does the 2 cover" in match.request.prompt
    why = "This Dice Icon of mon-3-3 is already covered."
    assert_refused(match, "cover:mon-3-3:3", "queen.horde.one-token-per-icon", why)
    play(match, "leave", "retire:melee-str")
    assert codes(player(match).trophies) == ["mon-3-3"]
    assert free(match, "mon-2-6") == (2, 6) and free(match, "mon-4") == (4,)


@pytest.mark.rule(
    "queen.horde.defeat", "queen.horde.trophy", "queen.horde.tokens-back", "queen.component.graveyard"
)
def test_a_covered_monster_becomes_a_trophy():
    match = horde([1, 5, 6], monsters=["mon-5", "mon-4-6", "mon-6-6"], free={"mon-4-6": (6,)})
    play(match, "cover:mon-4-6:6", "cover:mon-5:5", "retire:melee-str")
    assert codes(player(match).trophies) == ["mon-5", "mon-4-6"] and match.table.monster_discard == []
    assert match.table.in_play[0].tokens == 0


@pytest.mark.rule("queen.horde.tokens-stay")
def test_tokens_stay_for_later_fights_of_any_player():
    match = begin(
        [4],
        *[None] * 7,
        [5, 6],
        ...,
        hands={0: ["melee-str"], 1: ["ranged-str", "shield-str"]},
        monsters=["mon-4-6"],
    )
    act(match, "horde", "melee-str")
    play(match, "cover:mon-4-6:4")
    assert free(match, "mon-4-6") == (6,)
    act(match, "horde", "ranged-str", "shield-str")
    play(match, "cover:mon-4-6:6")
    assert codes(player(match, 1).trophies) == ["mon-4-6"]


@pytest.mark.rule(
    "queen.horde.retire-one",
    "queen.horde.choose-retiree",
    "queen.hero.retire",
    "queen.hero.retire-party-member",
)
def test_one_hero_is_retired_if_a_monster_is_left():
    match = horde([1, 1, 1], monsters=["mon-5", "mon-6", "mon-6-6"])
    assert keys(match) == [f"retire:{code}" for code in THREE]
    assert_refused(match, "retire:melee-dex", "queen.hero.retire-party-member")
    play(match, "retire:ranged-str")
    assert codes(match.table.retired) == ["ranged-str"] and len(match.table.in_play) == 3


@pytest.mark.rule("queen.horde.no-retire-when-clear", "queen.horde.nemesis-not-monster")
def test_nobody_is_retired_when_no_monster_is_left():
    match = horde([1, 1, 2], monsters=["mon-2"], nemeses=["worm"])
    assert_refused(match, "cover:worm", "queen.horde.nemesis-not-monster")
    play(match, "cover:mon-2:2")
    assert match.table.retired == [] and match.table.turn == 1
    assert told(match).count("queen.horde.no-retire-when-clear") == 1 and free(match, "worm") == (3, 3, 3)


@pytest.mark.rule("queen.horde.ones-harmless")
def test_a_one_against_the_horde():
    match = horde([1, 1, 1], monsters=["mon-1"])
    play(match, "cover:mon-1:1")
    assert match.table.retired == [] and codes(player(match).trophies) == ["mon-1"]


# --- a Nemesis ------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "queen.nemesis.available", "queen.nemesis.commander-unfightable", "queen.component.nemesis-card"
)
def test_a_nemesis_that_can_be_fought():
    match = begin(hands={0: THREE}, monsters=["mon-5"])
    assert_refused(match, "nemesis", "queen.nemesis.available", "There is no Nemesis to fight.")
    match = begin(hands={0: THREE}, nemeses=["commander", "worm"])
    assert "nemesis:worm" in keys(match)
    assert_refused(match, "nemesis:commander", "queen.nemesis.available", "The Commander cannot be fought.")


@pytest.mark.rule("queen.nemesis.dice", "queen.nemesis.hit", "queen.nemesis.tokens-persist")
def test_each_die_that_reaches_an_icon_is_a_token():
    match = nemesis([2, 3, 6])
    assert free(match, "worm") == (3,) and match.table.turn == 1, "without any choice"
    assert match.table.retired == [] and texts(match, "queen.nemesis.hit") == [
        "The Worm: 2 of 3 Dice Icons are covered."
    ]  # fmt: skip
    assert match.view(1)["nemeses"] == [{"card": "worm", "free": [3]}], "they stay"


@pytest.mark.rule("queen.nemesis.dice", "queen.item.combat-scope")
def test_combat_items_help_against_a_nemesis():
    match = nemesis(None, items={0: ["item-11"]})
    play(match, "use:item-11")
    (rolled,) = (e for e in match.events() if e.rule == "queen.test.combat-dice")
    assert len(rolled.data["faces"]) == 4


@pytest.mark.rule("queen.nemesis.icon-values")
def test_icons_of_different_numbers_are_chosen():
    match = nemesis([3, 4, 6], foe="nem-3-4-5")
    assert keys(match) == ["cover:nem-3-4-5:3", "cover:nem-3-4-5:4", "cover:nem-3-4-5:5", "leave"]
    play(match, "cover:nem-3-4-5:3")
    assert keys(match) == ["cover:nem-3-4-5:4", "leave"]
    play(match, "leave")
    assert free(match, "nem-3-4-5") == (4, 5), "the 3 reaches nothing any more"


@pytest.mark.rule("queen.nemesis.ones", "queen.nemesis.no-monster-retire")
def test_each_one_retires_a_hero():
    match = nemesis([1, 1, 6], monsters=["mon-5"])
    play(match, "retire:melee-str", "retire:healing-str")
    assert codes(match.table.retired) == ["melee-str", "healing-str"] and match.table.turn == 1
    match = nemesis([2, 2, 2], monsters=["mon-5"])
    assert match.table.retired == [], "Monsters in play cost no Hero here"


@pytest.mark.rule("queen.nemesis.ones-before-defeat", "queen.nemesis.defeat", "queen.nemesis.excess")
def test_ones_count_in_the_roll_that_defeats():
    match = nemesis([1, 3, 6], free={"worm": (3,)})
    assert match.table.nemeses and keys(match) == [f"retire:{code}" for code in THREE]
    play(match, "retire:melee-str")
    assert match.table.nemeses == [] and codes(match.table.retired) == ["melee-str"]
    rules = told(match)
    assert rules.index("queen.nemesis.ones") < rules.index("queen.nemesis.defeat")


@pytest.mark.rule("queen.nemesis.ones-cap", "queen.nemesis.empty-party")
def test_more_ones_than_heroes():
    match = begin(
        [1, 1, 1, 4], ..., hands={0: ["melee-cha", "ranged-cha"], 1: ["shield"]}, nemeses=["crag-giant"]
    )
    act(match, "nemesis:crag-giant", "melee-cha", "ranged-cha")
    play(match, "retire:melee-cha")
    assert codes(match.table.retired) == ["melee-cha", "ranged-cha"] and match.table.turn == 1
    assert texts(match, "queen.nemesis.empty-party") == ["The party is empty: nobody else is Retired."]


@pytest.mark.rule("queen.nemesis.reward", "queen.nemesis.where-defeated", "queen.nemesis.no-trophy")
def test_a_defeated_nemesis_takes_threat_away():
    match = nemesis([3, 3, 3], threat=(1, 0, 6))
    table = match.table
    assert table.threat == [0, 0, 4] and table.nemeses == [] and "worm" in codes(table.box)
    assert player(match).trophies == [] and "order" in keys(match), "the Order is free again"


@pytest.mark.rule("queen.nemesis.several")
def test_several_nemeses_in_play():
    match = begin([3, 3, 3], ..., hands={0: THREE, 1: ["shield"]}, nemeses=["dragon", "worm"])
    assert [key for key in keys(match) if key.startswith("nem")] == ["nemesis:dragon", "nemesis:worm"]
    act(match, "nemesis:worm", *THREE)
    assert codes(match.table.nemeses) == ["dragon"]
    assert refused(match)["order"].rule == "queen.order.available"


@pytest.mark.rule("queen.nemesis.crag-giant-dice", "queen.nemesis.crag-giant-items")
def test_charisma_adds_dice_against_the_crag_giant():
    team = ["melee-cha", "ranged-cha", "healing-cha", "shield-str"]
    match = nemesis([2] * 7, team=team, foe="crag-giant", items={0: ["item-06"]})
    (rolled,) = (e for e in match.events() if e.rule == "queen.test.combat-dice")
    assert len(rolled.data["faces"]) == 4 + 3, "and a Charisma Item is of no use"
    match = nemesis([2] * 4, team=team, foe="hydra")
    (rolled,) = (e for e in match.events() if e.rule == "queen.test.combat-dice")
    assert len(rolled.data["faces"]) == 4


@pytest.mark.rule("queen.nemesis.commander-defeat", "queen.nemesis.commander-reward")
def test_the_commander_falls_with_the_last_monster():
    match = horde([1, 2, 6], monsters=["mon-2", "mon-6"], nemeses=["commander"], threat=(3, 3, 3))
    play(match, "cover:mon-6:6", "cover:mon-2:2")
    assert match.table.nemeses == [] and match.table.threat == [1, 1, 1] and match.table.retired == []
    match = horde([1, 2, 6], monsters=["mon-2", "mon-6"], nemeses=["commander"])
    play(match, "cover:mon-2:2", "retire:melee-str")
    assert codes(match.table.nemeses) == ["commander"], "one is left"


@pytest.mark.rule("queen.nemesis.commander-defeat")
def test_the_commander_stays_while_nothing_was_defeated():
    match = begin(
        ..., hands={0: THREE}, nemeses=["commander"], moon=4, phase="end", monster_deck=[], threat=(0, 1, 1)
    )
    assert codes(match.table.nemeses) == ["commander"] and match.table.in_play == []


# --- Monsters and Prompts drawn in a player's turn ---------------------------------------------------------------


def drawing(*chance, **position):
    """A failed top Test of Ada's whose Penalty draws a Monster Card."""
    loc = {"loc-a": "strength / monster | strength / favor / villager | wisdom / favor / threat_garden"}
    rows = {"q-one": {"type": "quest", "requires": "2x Emerald Valley", "reward": "favor"}}
    match = begin(
        "loc-a",
        [1],
        *chance,
        ...,
        hands={0: ["melee-str"]},
        quests={0: "q-one"},
        rows=rows,
        locations=loc,
        **position,
    )
    return act(match, "quest", "melee-str")


@pytest.mark.rule("queen.penalty.monster", "queen.nemesis.prompt-on-turn")
def test_a_prompt_drawn_in_a_turn_waits_for_the_event_phase():
    match = drawing("prompt", "dragon", monster_deck=["prompt", "monster-01"], order="order-02")
    table = match.table
    assert codes(table.drawn) == ["dragon"] and table.nemeses == [] and table.in_play == []
    assert len(table.monsters) == 1, "no Monster is drawn in its place"
    assert "order" in keys(match), "nothing blocks the Order as yet"


@pytest.mark.rule("queen.event.six-cap-on-turn", "queen.event.six-cap")
def test_a_seventh_monster_in_a_turn():
    six = [f"mon-6-{n}" for n in "abcdef"]
    match = drawing("monster-01", monsters=six, monster_deck=["monster-01"])
    assert len(match.table.in_play) == 6 and codes(match.table.monster_discard) == ["monster-01"]
    assert match.table.villagers == 14


@pytest.mark.rule("queen.nemesis.prompt-at-six")
def test_a_prompt_with_six_monsters_costs_no_villager():
    six = [f"mon-6-{n}" for n in "abcdef"]
    match = drawing("prompt", "dragon", monsters=six, monster_deck=["prompt"])
    assert codes(match.table.drawn) == ["dragon"] and match.table.villagers == 15


@pytest.mark.rule("queen.event.monster-reshuffle", "queen.loss.others")
def test_discarded_monsters_are_shuffled_when_the_deck_is_empty():
    match = drawing(
        "monster-02",
        monster_deck=[],
        monster_discard=["monster-01", "monster-02"],
        trophies={0: ["monster-03"]},
    )
    assert codes(match.table.in_play) == ["monster-02"] and codes(match.table.monsters.pool) == ["monster-01"]
    match = drawing(monster_deck=[], trophies={0: ["monster-03"]})
    assert match.table.in_play == [] and not match.over
    assert "No Monster is left to be drawn." in texts(match, "queen.event.monster-reshuffle")


@pytest.mark.rule("queen.setup.prompt-position")
def test_a_prompt_is_anywhere_in_its_pile():
    deck = lay(monster_deck=None).monsters
    weights = deck.next_card().outcomes()
    assert PROMPT not in weights
    for _ in range(14):
        deck.take(next(iter(deck.next_card().outcomes())))
    for left in range(14, 0, -1):
        weights = deck.next_card().outcomes()
        assert F(weights.get(PROMPT, 0), sum(weights.values())) == F(1, left)
        deck.take(PROMPT if left == 1 else next(card for card in weights if card is not PROMPT))
    assert PROMPT in deck.next_card().outcomes(), "the second pile with a Prompt"
