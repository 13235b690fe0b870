"""Threat, and the three ways to lose."""

import pytest
from games.by_order_of_the_queen.laying import act, begin, codes, keys, lay, play, told

from beastlab.core.requests import IllegalMove
from beastlab.games.by_order_of_the_queen.rules import kingdom
from beastlab.games.by_order_of_the_queen.vocabulary import ENEMY, GARDEN, REGIONS

TEAM = ["melee-str", "ranged-str"]


def run(rule):
    """Everything that a rule without requests tells."""
    return list(kingdom.until_over(rule))


# --- Threat ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("queen.threat.max-six", "queen.threat.three-pools", "queen.penalty.threat")
def test_a_pool_holds_six():
    table = lay(threat=(5, 6, 0))
    run(kingdom.add_threat(table, ENEMY, 3, "queen.penalty.threat"))
    assert table.threat == [6, 6, 0]
    (event,) = run(kingdom.add_threat(table, REGIONS, 1, "queen.penalty.threat"))
    assert table.threat == [6, 6, 0] and "is full" in event.text


@pytest.mark.rule("queen.variant.hard-no-max", "queen.threat.table-shape")
def test_without_a_maximum():
    table = lay(threat=(5, 6, 0), hard_no_max=True)
    run(kingdom.add_threat(table, ENEMY, 4, "queen.penalty.threat"))
    assert table.threat == [9, 6, 0] and table.threat_effect(ENEMY) == 5


@pytest.mark.rule(
    "queen.variant.hard-cascade", "queen.variant.hard-cascade-bottom", "queen.threat.pool-order"
)
@pytest.mark.parametrize(
    ("before", "pool", "count", "after"),
    [
        ((6, 6, 5), ENEMY, 2, [6, 6, 6]), ((6, 3, 0), ENEMY, 2, [6, 5, 0]), ((5, 6, 0), ENEMY, 3, [6, 6, 2]),
        ((0, 6, 6), REGIONS, 1, [0, 6, 6]), ((0, 0, 6), GARDEN, 1, [0, 0, 6]), ((0, 6, 2), REGIONS, 1, [0, 6, 3]),
    ],
)  # fmt: skip
def test_cascading_threat(before, pool, count, after):
    table = lay(threat=before, hard_cascade=True)
    run(kingdom.add_threat(table, pool, count, "queen.penalty.threat"))
    assert table.threat == after


@pytest.mark.rule("queen.nemesis.reward")
def test_threat_is_removed_down_to_zero():
    table = lay(threat=(1, 3, 0))
    for pool in (ENEMY, REGIONS, GARDEN):
        run(kingdom.remove_threat(table, pool, 2, "queen.nemesis.reward"))
    assert table.threat == [0, 1, 0]


# --- Villagers and Regions ---------------------------------------------------------------------------------------


@pytest.mark.rule(
    "queen.loss.villagers", "queen.loss.zero-is-safe", "queen.loss.one-at-a-time", "queen.goal.coop"
)
@pytest.mark.parametrize(
    ("there", "demand", "lost"), [(3, 3, False), (3, 4, True), (0, 1, True), (0, 0, False)]
)
def test_villagers_go_one_by_one(there, demand, lost):
    table = lay(3, villagers=there)
    run(kingdom.remove_villagers(table, demand, "queen.event.villagers"))
    assert table.villagers == max(0, there - demand) and (table.result is not None) == lost
    if lost:
        assert table.result.winners == () and table.result.scores == (0, 0, 0)
        assert table.result.rule == "queen.loss.villagers"


@pytest.mark.rule("queen.loss.regions", "queen.loss.zero-is-safe", "queen.loss.one-at-a-time")
@pytest.mark.parametrize(("there", "demand", "lost"), [(2, 2, False), (2, 3, True)])
def test_regions_go_one_by_one(there, demand, lost):
    table = lay(regions=there)
    run(kingdom.remove_regions(table, demand, "queen.event.regions"))
    assert table.regions == max(0, there - demand) and (table.result is not None) == lost
    assert not lost or table.result.rule == "queen.loss.regions"


@pytest.mark.rule("queen.loss.villagers", "queen.event.within-loss")
def test_a_penalty_may_lose_the_game():
    loc = {"loc-a": "strength / villager | strength / favor / villager | strength / item / villager"}
    match = begin("loc-a", [1, 1], hands={0: TEAM}, villagers=0, locations=loc)
    act(match, "order", *TEAM)
    assert match.over and match.request is None and match.table.location, "nothing else is done"


# --- Heroes -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("queen.loss.heroes", "queen.end.reshuffle", "queen.loss.one-at-a-time")
@pytest.mark.parametrize(
    ("deck", "discard", "tokens", "lost"),
    [(2, 2, 6, False), (1, 1, 6, True), (0, 0, 1, True), (0, 3, 5, False)],
)
def test_heroes_retired_from_the_deck(deck, discard, tokens, lost):
    cards = [f"hero-{n:02}" for n in range(1, 9)]
    match = begin(
        ..., phase="event", threat=(0, 1, tokens), hero_deck=cards[:deck], hero_discard=cards[deck : deck + discard],
        hands={0: ["melee-str"], 1: ["ranged-str"]}, monster_deck=["monster-01"],
    )  # fmt: skip
    assert match.over == lost
    if lost:
        assert match.result.rule == "queen.loss.heroes" and len(match.table.retired) == deck + discard
    else:
        assert len(match.table.retired) == (tokens + 1) // 2


@pytest.mark.rule("queen.loss.heroes", "queen.horde.retire-one", "queen.nemesis.ones", "queen.penalty.retire")
@pytest.mark.parametrize("scope", ["literal", "deck_only"])
@pytest.mark.parametrize("what", ["horde", "nemesis", "location"])
def test_a_hero_of_the_party_when_deck_and_discard_are_empty(scope, what):
    loc = {"loc-a": "strength / retire | strength / favor / villager | strength / item / retire"}
    position = {"hero_deck": [], "hands": {0: TEAM, 1: ["shield"]}, "hero_loss_scope": scope}
    if what == "location":
        match = begin("loc-a", [1, 1], ..., locations=loc, **position)
        act(match, "order", *TEAM)
    elif what == "horde":
        match = act(begin([1, 1], ..., monsters=["mon-6"], **position), "horde", *TEAM)
    else:
        match = act(begin([1, 2], ..., nemeses=["hydra"], **position), "nemesis:hydra", *TEAM)
    assert match.over == (scope == "literal")
    if match.over:
        assert match.result.rule == "queen.loss.heroes" and len(match.table.party) == 2
    else:
        assert keys(match) == ["retire:melee-str", "retire:ranged-str"]


@pytest.mark.rule("queen.nemesis.empty-party", "queen.loss.heroes", "queen.nemesis.ones-cap")
@pytest.mark.parametrize("scope", ["literal", "deck_only"])
def test_an_empty_party_is_still_a_demand(scope):
    table = lay(hero_deck=[], hero_loss_scope=scope)
    run(kingdom.retire(table, 0, 2, "queen.nemesis.ones"))
    assert (table.result is not None) == (scope == "literal")
    table = lay(hero_loss_scope=scope)
    events = run(kingdom.retire(table, 0, 2, "queen.nemesis.ones"))
    assert table.result is None and [event.rule for event in events] == ["queen.nemesis.empty-party"]


@pytest.mark.rule(
    "queen.hero.recover", "queen.reward.recover", "queen.hero.retire", "queen.hero.box-vs-discard"
)
def test_a_recovered_hero_goes_to_the_discard_pile():
    table = lay(retired=[f"hero-{n:02}" for n in range(1, 13)], hands={0: ["melee-str"]})
    program = kingdom.recover(table, "queen.reward.recover")
    weights = next(program).outcomes()
    assert len(weights) == 12 and set(weights.values()) == {1}
    hero = table.options.cards.by_code["hero-05"]
    program.send(hero)
    assert codes(table.hero_discard) == ["hero-05"] and len(table.retired) == 11
    assert codes(table.seats[0].hand) == ["melee-str"] and hero not in table.heroes.pool


@pytest.mark.rule(
    "queen.loss.others", "queen.item.deck-empty", "queen.quest.short-deck", "queen.location.empty-deck"
)
def test_no_other_deck_loses_the_game_by_running_out():
    empty = {place: [] for place in ("Emerald Valley", "Ironstone Crags", "Obsidian Wastes", "Silver Coast")}
    match = begin(
        ..., phase="event", threat=(0, 1, 0), item_deck=[], quest_deck=[], monster_deck=[], event_deck=["event-02"],
        location_decks=empty, hands={0: TEAM, 1: ["shield"]},
    )  # fmt: skip
    while not match.over and match.table.round < 6:
        play(match, keys(match)[0])
    assert (
        match.result is None
        or match.result.rule in told(match)
        and match.result.rule.startswith("queen.loss.")
    )
    assert match.table.round >= 4, "the Regions are the only ones that go"


@pytest.mark.rule("queen.goal.coop")
def test_once_over_no_action_is_legal():
    match = begin(..., phase="event", monsters=["mon-1"], villagers=0, hands={0: TEAM})
    assert match.over and match.request is None
    with pytest.raises(IllegalMove, match="the game is over"):
        match.play("quest")
