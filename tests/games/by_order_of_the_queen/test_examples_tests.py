"""The ledger's examples of Tests, Locations and the Queen's Order, the printed ones first."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F

import pytest
from games.by_order_of_the_queen.laying import (
    act,
    assert_refused,
    begin,
    codes,
    keys,
    lay,
    new,
    play,
    player,
    texts,
    told,
)
from games.by_order_of_the_queen.test_examples_ledger import (
    FIRST,
    LONG,
    SECOND,
    Q,
    freely,
    law_of,
    rolling,
    spent,
    success,
)

from beastlab.core.explore import explore, solve
from beastlab.core.requests import Choose, Event, Rule
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen.rules import kingdom, locations, phase

# --- printed ------------------------------------------------------------------------------


@pytest.mark.example("queen.ex.printed.location-unending-growth")
@pytest.mark.rule("queen.location.two-tests", "queen.test.ability-dice", "queen.test.class-dice",
                  "queen.location.reward-penalty-timing", "queen.penalty.threat", "queen.reward.favor",
                  "queen.quest.progress")  # fmt: skip
def test_location_unending_growth() -> None:
    match = begin(
        "valley-12",
        [2, 4],
        [2, 5, 6],
        ...,
        hands={0: FIRST},
        names=("Paige", "Bo"),
        quests={0: "q-one"},
        rows=Q,
    )
    act(match, "quest", *FIRST)
    rules = told(match)
    assert rules.index("queen.penalty.threat") < rules.index("queen.test.success")
    assert match.table.threat == [0, 1, 0] and player(match).favors == 1
    assert texts(match, "queen.test.success") == ["Paige's Healing Class Test: 2, 5, 6: passed."]
    assert codes(player(match).locations) == ["valley-12"]
    party = lay(party=FIRST, action="quest")
    path = (1 - success(law_of(party, "charisma"))) * success(law_of(party, "healing"))
    assert path == F("76/243")


@pytest.mark.example("queen.ex.printed.horde")
@pytest.mark.rule("queen.horde.dice", "queen.horde.cover", "queen.horde.one-token-per-icon", "queen.horde.defeat",
                  "queen.horde.trophy", "queen.horde.retire-one", "queen.horde.tokens-stay")  # fmt: skip
def test_printed_horde() -> None:
    named = {card.name: card.code for card in queen.illustrative().of("monster")}
    conscript, lurkling, lurker = (named[n] for n in ("Koblin Conscript", "Coast Lurkling", "Shadow Lurker"))
    match = begin([3, 3, 5], ..., hands={0: SECOND}, monsters=[conscript, lurkling, lurker])
    act(match, "horde", *SECOND)
    play(match, f"cover:{lurkling}:4", f"cover:{conscript}:3", f"cover:{lurker}:3")
    assert codes(player(match).trophies) == [conscript, lurkling]
    assert [(foe.card.code, foe.tokens) for foe in match.table.in_play] == [(lurker, 1)]
    assert keys(match) == [f"retire:{code}" for code in SECOND]
    play(match, f"retire:{SECOND[2]}")
    assert codes(match.table.retired) == [SECOND[2]]


@pytest.mark.example("queen.ex.printed.nemesis-worm")
@pytest.mark.rule("queen.nemesis.dice", "queen.nemesis.hit", "queen.nemesis.ones", "queen.nemesis.tokens-persist",
                  "queen.order.available")  # fmt: skip
def test_printed_worm() -> None:
    match = begin([1, 3, 6], ..., hands={0: SECOND, 1: FIRST}, nemeses=["worm"])
    act(match, "nemesis:worm", *SECOND)
    play(match, f"retire:{SECOND[0]}")
    assert match.table.nemeses[0].tokens == 2 and len(match.table.retired) == 1
    assert_refused(match, "order", "queen.order.available")


@pytest.mark.example("queen.ex.printed.class-dice-healing")
@pytest.mark.rule("queen.test.class-dice")
def test_class_dice_healing() -> None:
    assert success(law_of(rolling(["healing", "melee"], "healing"), "healing")) == F("19/27")


@pytest.mark.example(
    "queen.ex.printed.kings-funeral-2p",
    "queen.ex.printed.kings-funeral-3p",
    "queen.ex.printed.kings-funeral-4p",
)
@pytest.mark.rule(
    "queen.setup.kings-funeral",
    "queen.setup.kf-threat",
    "queen.setup.kf-monsters",
    "queen.setup.kf-retire",
    "queen.setup.hero-deck-size",
    "queen.setup.favor",
)
@pytest.mark.parametrize(("seats", "garden", "retired"), [(2, 2, 12), (3, 1, 6), (4, 0, 0)])
def test_kings_funeral(seats: int, garden: int, retired: int) -> None:
    table = new(..., seats=seats).table
    assert table.threat == [2, 2, garden] and len(table.in_play) == 3 and len(table.retired) == retired
    assert len(table.heroes) == 64 - retired - 7 * seats
    assert {player.favors for player in table.seats} == {int(seats > 2)}
    assert (table.villagers, table.regions) == (15, 11)


@pytest.mark.example("queen.ex.printed.crag-giant-over-eight")
@pytest.mark.rule("queen.nemesis.crag-giant-dice", "queen.nemesis.crag-giant-items")
def test_crag_giant_over_eight() -> None:
    team = ["melee-cha", "ranged-cha", "healing-cha", "shield-cha"]
    for use, dice in (("use:item-11", 9), ("roll", 8)):
        match = begin(..., hands={0: team}, items={0: ["item-11"]}, nemeses=["crag-giant"])
        act(match, "nemesis:crag-giant", *team)
        play(match, use)
        (rolled,) = (e for e in match.events() if e.rule == "queen.test.combat-dice")
        assert len(rolled.data["faces"]) == dice


# --- Tests ------------------------------------------------------------------------------


@pytest.mark.example("queen.ex.ability-no-icon")
@pytest.mark.rule("queen.test.ability-zero", "queen.favor.reroll")
def test_ability_no_icon() -> None:
    assert law_of(rolling(["melee"], "wisdom", favors=3), "wisdom", freely) == {(False, 0): 1}
    item = ("item-04",)
    assert success(law_of(rolling(["melee"], "wisdom", items=item), "wisdom", freely)) == F("1/3")
    for favors in (1, 2, 3):
        assert success(law_of(rolling(["melee"], "wisdom", favors, item), "wisdom", freely)) == F("5/9")


@pytest.mark.example("queen.ex.class-no-icon")
@pytest.mark.rule("queen.test.class-zero")
def test_class_no_icon() -> None:
    assert success(law_of(rolling(["melee"], "shield"), "shield")) == F("1/3")


@pytest.mark.example("queen.ex.class-four-plus-two-items")
@pytest.mark.rule("queen.test.class-dice", "queen.item.class-not-doubled", "queen.test.dice-cap")
def test_class_four_plus_two_items() -> None:
    party = [f"melee-{n}" for n in range(1, 5)]
    table = rolling(party, "melee", items=("item-08", "item-19"))
    assert success(law_of(table, "melee", freely)) == F("175099/177147")


@pytest.mark.example("queen.ex.combat-location-vs-horde")
@pytest.mark.rule("queen.test.combat-location", "queen.test.combat-dice")
def test_combat_location_vs_horde() -> None:
    team, four = ["melee-str-1", "melee-str-2", "ranged-str", "healing-str"], [4, 4, 4]
    loc = {"loc-a": LONG.replace("strength", "combat", 1)}
    match = begin("loc-a", four, ..., hands={0: team}, locations=loc)
    act(match, "order", *team)
    assert texts(match, "queen.test.failure")[0] == "Ada's Combat Test: 4, 4, 4: failed."
    match = begin(four, ..., hands={0: team}, monsters=["mon-4-4", "mon-4"])
    act(match, "horde", *team)
    play(match, "cover:mon-4-4:4", "cover:mon-4-4:4", "cover:mon-4:4")
    assert match.table.in_play == []


@pytest.mark.example("queen.ex.one-die-many-favors")
@pytest.mark.rule("queen.favor.once-per-die", "queen.favor.several")
def test_one_die_many_favors() -> None:
    law = law_of(rolling(["melee-str"], "strength", favors=3), "strength", freely)
    assert success(law) == F("5/9") and spent(law) == F("2/3")


@pytest.mark.example("queen.ex.two-dice-two-favors")
@pytest.mark.rule("queen.favor.sequential", "queen.favor.once-per-die")
def test_two_dice_two_favors() -> None:
    law = law_of(rolling(["melee-str", "ranged-str"], "strength", favors=2), "strength", freely)
    assert success(law) == F("65/81") and spent(law) == F("20/27")


@pytest.mark.example("queen.ex.favor-changes-branch")
@pytest.mark.rule("queen.favor.changes-branch", "queen.location.two-tests")
def test_favor_changes_branch() -> None:
    loc = {"loc-a": "strength / villager | dexterity / favor / villager | wisdom / favor / villager"}
    match = begin(
        "loc-a", [2, 3], [6], ..., hands={0: ["melee-str", "ranged-str"]}, favors={0: 1}, locations=loc
    )
    act(match, "order", "melee-str", "ranged-str")
    play(match, "reroll:3")
    asked = [e.data["attribute"] for e in match.events() if "attribute" in e.data]
    assert asked == ["strength", "dexterity", "strength"] and texts(match, "queen.penalty.villager") == [
        "1 Villager is lost, 14 left."
    ]


@pytest.mark.example("queen.ex.multi-icon-item")
@pytest.mark.rule("queen.item.one-die-each")
def test_multi_icon_item() -> None:
    rows = {"item-01": {"attributes": "strength & dexterity"}}
    match = begin("loc-a", [1, 2, 3], ..., hands={0: ["melee-str", "ranged-str"]}, items={0: ["item-01"]}, rows=rows,
                  locations={"loc-a": LONG})  # fmt: skip
    act(match, "order", "melee-str", "ranged-str")
    play(match, "use:item-01")
    assert texts(match, "queen.test.failure")[0] == "Ada's Strength Test: 1, 2, 3: failed."
    assert codes(match.table.item_discard) == ["item-01"]


@pytest.mark.example("queen.ex.guild-item-three-tests")
@pytest.mark.rule("queen.item.guild-kept", "queen.item.guild-frequency", "queen.order.max-three")
def test_guild_item_three_tests() -> None:
    match = begin("loc-a", [1, 6], [1, 6], [1, 6], ..., hands={0: ["melee-str"]}, relics={0: "relic-semaphor"},
                  locations={"loc-a": LONG}, order="order-01")  # fmt: skip
    act(match, "order", "melee-str")
    play(match, *["use:relic-semaphor"] * 3)
    assert match.table.tokens == 3 and codes(player(match).items) == ["relic-semaphor"]


@pytest.mark.example("queen.ex.retire-before-second-test")
@pytest.mark.rule("queen.location.reward-penalty-timing", "queen.penalty.retire", "queen.test.fixed-pool")
def test_retire_before_second_test() -> None:
    loc = {"loc-a": "strength / retire | strength / favor / villager | melee / item / threat_garden"}
    team = ["melee-str-1", "melee-str-2", "ranged-str"]
    wanted = {("immediate", "ranged-str"): F("211/243"), ("immediate", "melee-str-1"): F("19/27")}
    for (timing, gone), chance in wanted.items():
        match = begin("loc-a", [1, 1, 1], ..., hands={0: team}, locations=loc, location_timing=timing)
        act(match, "order", *team)
        law = match.odds(
            f"retire:{gone}",
            lambda table, events: [e for e in events if "success" in e.data][0].data["success"],
        )
        assert law[True] == chance
    for gone in ("ranged-str", "melee-str-1"):
        match = begin(
            "loc-a",
            [1, 1, 1],
            [1, 1, 1, 1, 6],
            ...,
            hands={0: team},
            locations=loc,
            location_timing="after_both",
        )
        act(match, "order", *team)
        play(match, f"retire:{gone}")
        assert texts(match, "queen.test.success")[0] == "Ada's Melee Class Test: 1, 1, 1, 1, 6: passed.", gone


@pytest.mark.example("queen.ex.empty-party-second-test")
@pytest.mark.rule("queen.test.empty-party", "queen.test.class-zero", "queen.location.reward-penalty-timing")
def test_empty_party_second_test() -> None:
    match = begin("loc-a", [1], ..., hands={0: ["melee-str"]}, guilds={0: "guild-pilgrims"}, locations={
        "loc-a": "strength / retire | strength / favor / villager | shield / item / threat_garden"
    })  # fmt: skip
    act(match, "order", "melee-str")
    assert match.table.party == [] and "queen.end.discard-party" not in told(match)
    assert "queen.end.guild-bonus" not in told(match)
    assert success(law_of(lay(action="order"), "shield")) == F("1/3")
    for attribute in ("strength", "combat"):
        assert success(law_of(lay(action="order"), attribute)) == 0


@pytest.mark.example("queen.ex.favor-equals-die")
@pytest.mark.rule("queen.favor.reroll", "queen.item.use")
def test_favor_equals_die() -> None:
    team = [f"melee-str-{n}" for n in range(1, 5)]
    with_item = law_of(rolling(team, "strength", items=("item-01",)), "strength", freely)
    with_favor = law_of(rolling(team, "strength", favors=1), "strength", freely)
    assert success(with_item) == success(with_favor) == F("211/243")
    assert spent(with_favor) == F("16/81")


# --- the Queen's Order ------------------------------------------------------------------------------


@pytest.mark.example("queen.ex.order-token-distribution")
@pytest.mark.rule("queen.order.tokens-instead", "queen.order.max-three", "queen.order.final-test")
def test_order_token_distribution() -> None:
    def rule(favors: int) -> Callable[[], Rule]:
        table = lay(party=["melee-str-dex", "ranged-str-dex-wis"], favors={0: favors}, action="order", locations={
            "loc-a": "strength / threat_garden | dexterity / favor / threat_garden | melee / favor / threat_garden"
        }, rows={"order-01": {"attributes": "wisdom"}})  # fmt: skip

        def program() -> Rule:
            own = table.copy()
            yield from locations.fulfil_order(own, 0)
            return own.tokens

        return program

    law = explore(rule(0))
    assert law == {0: F("64/729"), 1: F("304/729"), 2: F("286/729"), 3: F("25/243")}
    assert sum(tokens * chance for tokens, chance in law.items()) == F("367/243")
    assert solve(rule(1), 0, lambda tokens: tokens)[0] == F("1303/729")


@pytest.mark.example("queen.ex.order-seven-plus-three")
@pytest.mark.rule("queen.order.excess", "queen.order.complete-at-eight", "queen.order.seal-removed",
                  "queen.event.order-advance")  # fmt: skip
def test_order_seven_plus_three() -> None:
    match = begin(
        "loc-a",
        [6],
        [6],
        [6],
        ...,
        hands={0: ["melee-str", "hero-30"], 1: ["hero-31"]},
        locations={"loc-a": LONG},
        tokens=7,
        moon=4,
        threat=(0, 1, 1),
        monster_deck=["monster-01"],
        hard_no_pass=True,
    )
    act(match, "order", "melee-str")
    assert texts(match, "queen.order.tokens-instead")[-1].endswith(": 10.")
    assert texts(match, "queen.order.excess") == ["2 Success Tokens above eight are discarded."]
    play(match, "give:0")
    table = match.table
    assert (
        len(table.completed) == 1
        and table.tokens == 0
        and not table.seal
        and table.order not in table.completed
    )


@pytest.mark.example("queen.ex.order-not-complete-before-phase")
@pytest.mark.rule("queen.order.complete-at-eight", "queen.goal.win-moment")
def test_order_not_complete_before_phase() -> None:
    position = {
        "hands": {0: ["melee-str"]},
        "locations": {"loc-a": LONG},
        "tokens": 7,
        "completed": 2,
        "moon": 4,
    }
    position |= {"monsters": [f"mon-6-{n}" for n in "abcd"], "villagers": 3}
    match = act(begin("loc-a", [6], ..., **position), "order", "melee-str")
    assert match.result.rule == "queen.loss.villagers" and len(match.table.completed) == 2
    match = act(begin("loc-a", [6], ..., **position, order_completion="immediate"), "order", "melee-str")
    assert match.result.rule == "queen.goal.three-orders"


@pytest.mark.example("queen.ex.order-minimum")
@pytest.mark.rule("queen.order.minimum-rounds", "queen.order.seal", "queen.order.max-three")
def test_order_minimum() -> None:
    """Every Order Test succeeds: an Order action in each round, nothing else happens."""
    table = lay(2, order="order-01")
    rounds = {}
    for round_ in range(1, 10):
        for _ in range(3):
            list(locations.add_token(table, table.order))
        assert table.tokens <= 10
        program = kingdom.until_over(phase.advance_order(table))
        answer = None
        try:
            while True:
                request = program.send(answer)
                answer = None
                if not isinstance(request, Event):
                    answer = (
                        request.options[0] if isinstance(request, Choose) else next(iter(request.outcomes()))
                    )
        except StopIteration:
            pass
        rounds[len(table.completed)] = min(rounds.get(len(table.completed), 99), round_)
    assert rounds == {0: 1, 1: 3, 2: 6, 3: 9} and table.result.winners == (0, 1)
    assert 3 * 2 < locations.ENOUGH <= 3 * 3


@pytest.mark.example("queen.ex.order-sealed-variant")
@pytest.mark.rule("queen.variant.hard-sealed-start", "queen.order.available")
def test_order_sealed_variant() -> None:
    match = new(..., seats=4, hard_sealed_start=True, hard_no_pass=True)
    turns = 0
    while match.table.round == 1:
        if "quest" in keys(match):
            turns += 1
            assert_refused(match, "order", "queen.order.available")
        play(match, keys(match)[0])
    assert turns == 4 and "order" in keys(match), "so a win takes one round more: the tenth at the earliest"
