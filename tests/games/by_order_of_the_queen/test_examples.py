"""The ledger's examples, every one of them replayed or enumerated through the rules."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from fractions import Fraction as F
from itertools import combinations
from typing import Any

import pytest
from games.by_order_of_the_queen.laying import (
    act,
    assert_refused,
    begin,
    codes,
    hand,
    keys,
    lay,
    new,
    play,
    player,
    texts,
    told,
)

from beastlab.core.explore import explore, nobody, scoped, solve
from beastlab.core.ledger import ledger
from beastlab.core.requests import Choose, Event, Move, Rule
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen import Options, Table
from beastlab.games.by_order_of_the_queen.rules import fights, kingdom, locations, phase, tests
from beastlab.games.by_order_of_the_queen.table import PROMPT

EXAMPLES = {entry["id"]: entry for entry in ledger("queen").data["example"]}
FIRST = [
    "hero-01",
    "hero-04",
    "hero-07",
    "hero-02",
]  # Griswold Gremaine, Atook, Grynn Burrowfist, Stewart Hoppyr
SECOND = [
    "hero-05",
    "hero-06",
    "hero-08",
    "hero-09",
]  # Gilbert Bonde, Baldric Boomrock, Vanlamir Lumaris, Lula Rubrick
Q = {"q-one": {"type": "quest", "requires": "2x Emerald Valley", "reward": "favor"}}
LONG = "strength / threat_garden | strength / favor / threat_garden | strength / favor / threat_garden"


def rolling(party: list[str], attribute: str, favors: int = 0, items: tuple[str, ...] = ()) -> Table:
    """A table on which this party makes a Test."""
    return lay(party=party, favors={0: favors}, items={0: items}, action="quest")


def law_of(table: Table, attribute: str, choose: Callable[[Choose], Move] = nobody) -> dict[Any, F]:
    """The law of (success, Favors spent) of a Test."""

    def rule() -> Rule:
        own = table.copy()
        success = yield from tests.test(own, 0, attribute)
        return success, table.seats[0].favors - own.seats[0].favors

    return explore(rule, choose)


def freely(request: Choose) -> Move:
    """Spends all Items, and Favors while the Test fails."""
    return request.options[-1] if request.options[0].key == "roll" else request.options[1]


def success(law: dict[Any, F]) -> F:
    return sum((chance for (won, _), chance in law.items() if won), F(0))


def spent(law: dict[Any, F]) -> F:
    return sum((chance * favors for (_, favors), chance in law.items()), F(0))


def horde(table: Table, worth: Callable[[Table], Any]) -> F:
    """The greatest expectation of what a Horde fight comes to."""

    def rule() -> Rule:
        own = table.copy()
        yield from kingdom.until_over(fights.fight_horde(own, 0))
        return worth(own)

    return solve(rule, 0, lambda result: result)[0]


def cleared(table: Table) -> int:
    return not table.in_play


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


# --- fights ------------------------------------------------------------------------------


def fighting(dice: int, monsters: list[str], favors: int = 0) -> Table:
    team = ["melee", "ranged", "healing", "shield"][:dice]
    return lay(party=team, monsters=monsters, favors={0: favors}, action="horde")


@pytest.mark.example("queen.ex.horde-greedy-trap")
@pytest.mark.rule("queen.horde.cover", "queen.horde.choice")
def test_horde_greedy_trap() -> None:
    for first, left in (("mon-5:5", 0), ("mon-3:3", 1)):
        match = begin([3, 5], ..., hands={0: ["melee-str", "ranged-str"]}, monsters=["mon-3", "mon-5"])
        act(match, "horde", "melee-str", "ranged-str")
        play(match, f"cover:{first}")
        if left:
            assert keys(match) == ["retire:melee-str", "retire:ranged-str"], (
                "the 3 can't cover the 5: it costs a Hero"
            )
        else:
            play(match, "cover:mon-3:3")
        assert len(match.table.in_play) == left


@pytest.mark.example("queen.ex.horde-distribution")
@pytest.mark.rule("queen.horde.defeat", "queen.horde.retire-one", "queen.horde.no-retire-when-clear")
def test_horde_distribution() -> None:
    table = fighting(3, ["mon-2", "mon-3-4"])
    at_least = [horde(table, lambda own, n=n: len(own.seats[0].trophies) >= n) for n in range(4)]
    law = [at_least[n] - at_least[n + 1] for n in range(3)]
    assert law == [F("1/216"), F("107/216"), F("1/2")]
    assert horde(table, lambda own: not own.retired) == F("1/2")


@pytest.mark.example("queen.ex.horde-favor-value")
@pytest.mark.rule("queen.favor.window", "queen.favor.once-per-die", "queen.horde.no-retire-when-clear")
def test_horde_favor_value() -> None:
    values = [horde(fighting(2, ["mon-4", "mon-5"], favors), cleared) for favors in range(3)]
    assert values == [F("2/9"), F("49/108"), F("337/648")]


@pytest.mark.example("queen.ex.horde-partial-tokens")
@pytest.mark.rule("queen.horde.tokens-stay", "queen.horde.one-token-per-icon")
def test_horde_partial_tokens() -> None:
    free = {"mon-2-5-6": (2,)}
    match = begin([1, 2], ..., hands={0: ["melee-str", "ranged-str"]}, monsters=["mon-2-5-6"], free=free)
    act(match, "horde", "melee-str", "ranged-str")
    play(match, "cover:mon-2-5-6:2")
    assert codes(player(match).trophies) == ["mon-2-5-6"]
    table = fighting(2, ["mon-2-5-6"])
    table.in_play[:] = match.root.origin.in_play
    assert horde(table, cleared) == F("35/36")


@pytest.mark.example("queen.ex.horde-one-against-one")
@pytest.mark.rule("queen.horde.ones-harmless")
def test_horde_one_against_one() -> None:
    match = begin([1], ..., hands={0: ["melee-str"]}, monsters=["mon-1", "mon-2"])
    act(match, "horde", "melee-str")
    play(match, "cover:mon-1:1")
    assert codes(player(match).trophies) == ["mon-1"] and codes(match.table.retired) == ["melee-str"]
    assert texts(match, "queen.horde.retire-one") == ["melee-str is Retired."]


@pytest.mark.example("queen.ex.horde-retire-exactly-one")
@pytest.mark.rule("queen.horde.retire-one")
def test_horde_retire_exactly_one() -> None:
    team = ["melee-1", "melee-2", "melee-3", "melee-4"]
    match = begin([1], ..., hands={0: team}, monsters=[f"mon-6-{n}" for n in "abcde"])
    act(match, "horde", *team)
    play(match, "retire:melee-3")
    assert codes(match.table.retired) == ["melee-3"]
    assert texts(match, "queen.end.discard-party") == ["Ada discards melee-1, melee-2, melee-4."]


@pytest.mark.example("queen.ex.horde-matroid")
@pytest.mark.rule("queen.horde.cover", "queen.horde.choice")
def test_horde_matroid() -> None:
    match = begin([2, 6], ..., hands={0: ["melee-str", "ranged-str"]}, monsters=["mon-2", "mon-5-6"])
    act(match, "horde", "melee-str", "ranged-str")
    play(match, "cover:mon-5-6:6", "cover:mon-2:2")
    assert codes(player(match).trophies) == ["mon-2"] and match.table.in_play[0].tokens == 1


@pytest.mark.example("queen.ex.nemesis-joint")
@pytest.mark.rule("queen.nemesis.ones-before-defeat", "queen.nemesis.defeat", "queen.nemesis.excess")
def test_nemesis_joint() -> None:
    table = lay(party=["melee-1", "melee-2", "ranged", "healing"], nemeses=["nem-3-3"], action="nemesis")

    def rule() -> Rule:
        own = table.copy()
        yield from fights.fight_nemesis(own, 0, own.nemeses[0])
        return not own.nemeses, len(own.retired)

    law = explore(rule, lambda request: request.options[0])
    assert law == {
        (False, 0): F("13/216"), (False, 1): F("1/8"), (False, 2): F("5/72"), (False, 3): F("1/216"),
        (True, 0): F("14/27"), (True, 1): F("2/9"),
    }  # fmt: skip
    assert law[True, 0] + law[True, 1] == F("20/27")


@pytest.mark.example("queen.ex.nemesis-more-ones-than-heroes")
@pytest.mark.rule("queen.nemesis.ones-cap", "queen.nemesis.crag-giant-dice")
def test_nemesis_more_ones_than_heroes() -> None:
    match = begin([1, 1, 1, 4], ..., hands={0: ["melee-cha", "ranged-cha"]}, nemeses=["crag-giant"])
    act(match, "nemesis:crag-giant", "melee-cha", "ranged-cha")
    play(match, "retire:ranged-cha")
    assert len(match.table.retired) == 2 and match.table.nemeses[0].tokens == 1


@pytest.mark.example("queen.ex.nemesis-defeat-reward")
@pytest.mark.rule("queen.nemesis.reward", "queen.nemesis.where-defeated")
def test_nemesis_defeat_reward() -> None:
    match = begin([4], ..., hands={0: ["melee-str"], 1: ["ranged"]}, nemeses=["nem-4"], threat=(1, 0, 6))
    act(match, "nemesis:nem-4", "melee-str")
    assert match.table.threat == [0, 0, 4] and "nem-4" in codes(match.table.box) and "order" in keys(match)


@pytest.mark.example("queen.ex.commander-by-reward")
@pytest.mark.rule("queen.nemesis.commander-defeat", "queen.nemesis.commander-reward",
                  "queen.reward.monster-success-trophy")  # fmt: skip
def test_commander_by_reward() -> None:
    loc = {"loc-a": "strength / monster | strength / monster_success / villager | strength / item / villager"}
    match = begin("loc-a", [6], [6], ..., hands={0: ["melee-str"]}, quests={0: "q-one"}, rows=Q, locations=loc,
                  monsters=["mon-6"], nemeses=["commander"], threat=(2, 3, 1))  # fmt: skip
    act(match, "quest", "melee-str")
    assert codes(player(match).trophies) == ["mon-6"] and match.table.nemeses == []
    assert match.table.threat == [0, 1, 0]


@pytest.mark.example("queen.ex.commander-horde-clear")
@pytest.mark.rule("queen.nemesis.commander-defeat", "queen.horde.no-retire-when-clear")
def test_commander_horde_clear() -> None:
    table = fighting(2, ["mon-1-a", "mon-1-b"])
    table.nemeses.append(queen.Foe(table.options.cards.by_code["commander"], ()))
    assert horde(table, lambda own: cleared(own) and not own.retired and not own.nemeses) == 1


# --- the Event Phase ------------------------------------------------------------------------------


def event_phase(*chance: Any, **position: Any) -> Any:
    position.setdefault("hands", {0: ["hero-30"], 1: ["hero-31"]})
    position.setdefault("monster_deck", [f"monster-{n:02}" for n in range(20, 30)])
    position.setdefault("hard_no_pass", True)
    return begin(*chance, ..., phase="event", **position)


@pytest.mark.example("queen.ex.nemesis-new-arrival")
@pytest.mark.rule("queen.event.nemesis-ability", "queen.event.spawn-nemesis", "queen.nemesis.worm")
def test_nemesis_new_arrival() -> None:
    quiet = {"event-01": {"threat": ""}}
    match = event_phase(
        "prompt", "worm", None, "event-01", threat=(0, 1, 1), monster_deck=["prompt"], rows=quiet
    )
    assert match.table.regions == 10 and match.table.threat[1] == 1 and codes(match.table.nemeses) == ["worm"]
    table = match.table.copy()
    table.phase = "event"
    again = queen.match_at(table)
    assert again.table.regions == 10 - 2, "the Worm adds two before step 5"


@pytest.mark.example("queen.ex.event-worm-spoils-gift")
@pytest.mark.rule("queen.event.nemesis-ability", "queen.event.regions", "queen.threat.table-regions")
def test_event_worm_spoils_gift() -> None:
    match = event_phase(nemeses=["worm"], threat=(0, 0, 1))
    assert match.table.regions == 10 and all(player.favors == 0 for player in match.table.seats)


@pytest.mark.example("queen.ex.event-cap")
@pytest.mark.rule("queen.event.villagers", "queen.event.six-cap", "queen.threat.table-enemy")
def test_event_cap() -> None:
    five = [f"mon-6-{n}" for n in "abcde"]
    match = event_phase(monsters=five, threat=(5, 1, 1), villagers=7)
    assert match.table.villagers == 0 and not match.over and len(match.table.in_play) == 6
    match = event_phase(monsters=five, threat=(5, 1, 1), villagers=6)
    assert match.result.rule == "queen.loss.villagers"


@pytest.mark.example("queen.ex.spawn-at-zero")
@pytest.mark.rule("queen.threat.table-enemy", "queen.event.spawn", "queen.event.villagers-before-spawn")
def test_spawn_at_zero() -> None:
    for table, come in (("at_least_one", 1), ("ceil_half", 0)):
        match = event_phase(threat=(0, 0, 0), threat_table_enemy=table)
        play(match, "give:0", "give:1")
        assert len(match.table.in_play) == come and match.table.villagers == 15
        assert player(match).favors == 1 and len(player(match, 1).items) == 1


@pytest.mark.example("queen.ex.event-prompt-at-six")
@pytest.mark.rule("queen.nemesis.prompt-at-six", "queen.nemesis.prompt-in-spawn")
def test_event_prompt_at_six() -> None:
    six = [f"mon-6-{n}" for n in "abcdef"]
    deck = ["monster-20", "prompt", "monster-21", "monster-22"]
    match = event_phase(None, None, "dragon", monsters=six, threat=(5, 1, 1), monster_deck=deck)
    assert match.table.villagers == 15 - 8 and codes(match.table.nemeses) == ["dragon"]
    assert codes(match.table.monster_discard) == ["monster-20", "monster-21"]


@pytest.mark.example("queen.ex.loss-boundary")
@pytest.mark.rule("queen.loss.villagers", "queen.loss.zero-is-safe")
def test_loss_boundary() -> None:
    match = event_phase(monsters=["mon-6"], villagers=1, threat=(0, 1, 1), threat_table_enemy="linear")
    assert match.table.villagers == 0 and not match.over
    table = match.table.copy()
    table.phase = "event"
    assert queen.match_at(table).result.rule == "queen.loss.villagers"


@pytest.mark.example("queen.ex.loss-heroes-deck")
@pytest.mark.rule("queen.loss.heroes", "queen.event.retire", "queen.end.reshuffle")
def test_loss_heroes_deck() -> None:
    match = event_phase(threat=(0, 1, 5), hero_deck=["hero-01"], hero_discard=["hero-02"])
    assert match.result.rule == "queen.loss.heroes" and codes(match.table.retired) == ["hero-01", "hero-02"]


@pytest.mark.example("queen.ex.loss-heroes-party-literal")
@pytest.mark.rule("queen.loss.heroes", "queen.horde.retire-one")
def test_loss_heroes_party_literal() -> None:
    for scope, over in (("literal", True), ("deck_only", False)):
        match = begin(
            [1], ..., hands={0: ["melee-str"]}, monsters=["mon-6"], hero_deck=[], hero_loss_scope=scope
        )
        act(match, "horde", "melee-str")
        assert match.over == over and codes(match.table.retired) == ([] if over else ["melee-str"])


@pytest.mark.example("queen.ex.moon-cycle")
@pytest.mark.rule("queen.end.moon")
def test_moon_cycle() -> None:
    for cycle, moons in (("four_turns", [2, 3, 4, 1]), ("literal", [2, 3, 1])):
        match = begin(..., hands={0: FIRST, 1: SECOND}, threat=(0, 1, 1), moon_cycle=cycle, hard_no_pass=True)
        while len(found := [e.data["moon"] for e in match.events() if e.rule == "queen.end.moon"]) < len(
            moons
        ):
            play(match, keys(match)[0])
        assert found[: len(moons)] == moons
        full = [e.text for e in match.events() if e.rule == "queen.end.moon"][len(moons) - 1]
        assert full == "Full moon: the Event Phase begins."


@pytest.mark.example("queen.ex.rotation-round-two")
@pytest.mark.rule("queen.turn.round-rotation", "queen.end.moon")
def test_rotation_round_two() -> None:
    match = begin(
        ..., seats=3, hands={0: FIRST, 1: SECOND, 2: ["hero-20"]}, threat=(0, 1, 1), hard_no_pass=True
    )
    while match.table.round == 1:
        play(match, keys(match)[0])
    assert [e.data["seat"] for e in match.events() if e.rule == "queen.turn.clockwise"] == [0, 1, 2, 0, 1]


@pytest.mark.example("queen.ex.pass-hero-two-players")
@pytest.mark.rule("queen.event.pass-hero")
def test_pass_hero_two_players() -> None:
    match = event_phase(threat=(0, 1, 1), hands={0: FIRST, 1: SECOND}, hard_no_pass=False)
    play(match, f"pass:{SECOND[0]}")
    assert_keys = [f"pass:{code}" for code in FIRST]
    assert keys(match) == assert_keys, "the Hero just received is not among them"
    play(match, f"pass:{FIRST[0]}")
    assert hand(match) == [*FIRST[1:], SECOND[0]] and hand(match, 1) == [*SECOND[1:], FIRST[0]]


@pytest.mark.example("queen.ex.hand-after-forced-discard")
@pytest.mark.rule("queen.nemesis.forced-discard-refill", "queen.event.pass-hero")
def test_hand_after_forced_discard() -> None:
    wise = [f"melee-wis-{n}" for n in range(1, 6)]
    match = event_phase(
        threat=(0, 1, 1),
        hands={0: [*wise, "ranged-str", "shield-str"], 1: ["healing-str", "healing-dex"]},
        drawn=["doomsayer"],
        hard_no_pass=False,
    )
    play(match, "pass:healing-str")
    assert keys(match) == ["pass:ranged-str", "pass:shield-str"]
    play(match, "pass:shield-str")
    assert hand(match) == ["ranged-str", "healing-str"], "and the next party has two Heroes at most"


@pytest.mark.example("queen.ex.threat-cap-worm")
@pytest.mark.rule("queen.threat.max-six", "queen.nemesis.worm")
def test_threat_cap_worm() -> None:
    match = event_phase(None, None, None, None, "event-01", threat=(0, 5, 1), nemeses=["worm"])
    assert match.table.threat[1] == 6 and match.table.regions == 11 - 3


@pytest.mark.example("queen.ex.chimera-expectation")
@pytest.mark.rule("queen.nemesis.chimera")
def test_chimera_expectation() -> None:
    table = lay(nemeses=["chimera"], phase="event")

    def rule() -> Rule:
        own = table.copy()
        yield from phase.nemesis_abilities(own)
        return 15 - own.villagers, own.threat[1]

    law = explore(rule)
    assert sum(lost * chance for (lost, _), chance in law.items()) == F("5/3") == 2 * F("1/3") + 3 * F("1/3")
    assert law[0, 2] == F("1/3")


@pytest.mark.example("queen.ex.cascade")
@pytest.mark.rule("queen.variant.hard-cascade", "queen.variant.hard-cascade-bottom", "queen.threat.max-six")
def test_cascade() -> None:
    for cascade, after in ((True, [6, 6, 6]), (False, [6, 6, 5])):
        table = lay(threat=(6, 6, 5), hard_cascade=cascade)
        list(kingdom.add_threat(table, 0, 2, "queen.penalty.threat"))
        assert table.threat == after


@pytest.mark.example("queen.ex.regions-chain")
@pytest.mark.rule(
    "queen.threat.table-regions", "queen.threat.max-six", "queen.event.new-event", "queen.loss.regions"
)
def test_regions_chain() -> None:
    """The example's Events are independent: a chain of the rules' own steps, a third each for what they add."""
    law: dict[tuple[int, int], F] = {(2, 11): F(1)}
    alive, lost_at = {}, {}
    for k in range(1, 40):
        after: dict[tuple[int, int], F] = {}
        for (threat, regions), chance in law.items():
            table = lay(threat=(0, threat, 1), regions=regions)
            list(kingdom.until_over(phase.remove_regions(table)))
            if table.result:
                lost_at[k] = lost_at.get(k, F(0)) + chance
                continue
            for more in range(3):
                own = table.copy()
                list(kingdom.add_threat(own, 1, more, "queen.event.new-event"))
                key = own.threat[1], own.regions
                after[key] = after.get(key, F(0)) + chance / 3
        law = after
        alive[k] = sum(law.values(), F(0))
    assert [alive[k] for k in (4, 5, 6, 9)] == [1, F("2/3"), F("5/27"), F("2/2187")]
    assert (
        sum(k * chance for k, chance in lost_at.items()) == F("347824/59049") and sum(lost_at.values()) == 1
    )


# --- decks ------------------------------------------------------------------------------


@pytest.mark.example("queen.ex.monster-deck-sizes")
@pytest.mark.rule(
    "queen.setup.monster-piles",
    "queen.setup.pile-remainder",
    "queen.variant.easy-one-nemesis",
    "queen.variant.hard-three-nemeses",
    "queen.variant.hard-lieutenants",
)
def test_monster_deck_sizes() -> None:
    wanted = {
        (False, ""): "14/14/14", (False, "easy_one_nemesis"): "20/21", (False, "hard_three_nemeses"): "10/11/11/11",
        (True, ""): "15/16/15", (True, "easy_one_nemesis"): "22/23", (True, "hard_three_nemeses"): "11/12/12/12",
    }  # fmt: skip
    for (leaders, mode), piles in wanted.items():
        deck = queen.lay(
            Options(seats=2, hard_lieutenants=leaders, **({mode: True} if mode else {}))
        ).monsters
        assert "/".join(str(unknown + len(known)) for unknown, known in deck.segments) == piles


def within(deck: Any, drawn: int) -> F:
    """The chance that no Prompt is among so many cards."""
    deck, none = deck.copy(), F(1)
    for _ in range(drawn):
        weights = deck.next_card().outcomes()
        none *= F(sum(w for card, w in weights.items() if card is not PROMPT), sum(weights.values()))
        if none:
            deck.take(next(card for card in weights if card is not PROMPT))
        else:
            return none
    return none


@pytest.mark.example("queen.ex.prompt-timing")
@pytest.mark.rule("queen.setup.prompt-position", "queen.setup.monster-piles")
def test_prompt_timing() -> None:
    deck = queen.lay(Options(seats=2)).monsters
    assert [1 - within(deck, drawn) for drawn in (14, 15, 20, 28)] == [0, F("1/14"), F("3/7"), 1]
    second = deck.copy()
    second.segments = second.segments[2:]
    assert 1 - within(second, 35 - 28) == F("1/2")


@pytest.mark.example("queen.ex.lieutenants-in-start")
@pytest.mark.rule("queen.setup.lieutenants", "queen.variant.hard-lieutenants")
def test_lieutenants_in_start() -> None:
    deck, chance = queen.lay(Options(seats=2, hard_lieutenants=True)).monsters, F(1)
    for _ in range(3):
        weights = deck.next_card().outcomes()
        plain = [card for card in weights if not card.lieutenant]
        chance *= F(sum(weights[card] for card in plain), sum(weights.values()))
        deck.take(plain[0])
    assert chance == F("2470/3311")


@pytest.mark.example("queen.ex.nemesis-identity")
@pytest.mark.rule("queen.setup.prompt-position")
def test_nemesis_identity() -> None:
    for mode, chance in (("", F("2/8")), ("hard_three_nemeses", F("3/8")), ("easy_one_nemesis", F("1/8"))):
        table = queen.lay(Options(seats=2, **({mode: True} if mode else {})))
        prompts = sum(known.count(PROMPT) for _, known in table.monsters.segments)
        weights = table.prompts.next_card().outcomes()
        assert set(weights.values()) == {1} and F(prompts, len(weights)) == chance
    assert F("2/8") == F("1/4")


@pytest.mark.example("queen.ex.weak-monsters-out")
@pytest.mark.rule("queen.variant.hard-best", "queen.setup.pile-remainder")
def test_weak_monsters_out() -> None:
    deck = queen.lay(Options(seats=2, hard_best=True)).monsters
    assert [unknown + len(known) for unknown, known in deck.segments] == [12, 12, 12] and len(deck.pool) == 34
    assert within(deck, 12) == 1 and within(deck, 24) == 0


# --- turns ------------------------------------------------------------------------------


@pytest.mark.example("queen.ex.guild-bonus-retired")
@pytest.mark.rule("queen.end.guild-bonus", "queen.end.order")
def test_guild_bonus_retired() -> None:
    team = ["hero-01", "hero-09", "hero-03"]  # the first two of Semaphor Collegium
    for gone, favors in (("hero-09", 0), ("hero-03", 1)):
        match = begin(None, ..., hands={0: team}, guilds={0: "guild-semaphor"}, monsters=["mon-6-6-6-6-6"])
        act(match, "horde", *team)
        while not keys(match)[0].startswith("retire"):
            play(match, "leave")
        play(match, f"retire:{gone}")
        assert player(match).favors == favors


@pytest.mark.example("queen.ex.recover-to-discard")
@pytest.mark.rule("queen.hero.recover", "queen.hero.retire")
def test_recover_to_discard() -> None:
    table = lay(retired=[f"hero-{n:02}" for n in range(1, 13)], hands={0: ["hero-20"]})

    def rule() -> Rule:
        own = table.copy()
        yield from kingdom.recover(own, "queen.reward.recover")
        assert codes(own.seats[0].hand) == ["hero-20"] and len(own.heroes) == len(table.heroes)
        return own.hero_discard[0].code

    law = explore(rule)
    assert len(law) == 12 and set(law.values()) == {F("1/12")}


@pytest.mark.example("queen.ex.reshuffle-includes-party")
@pytest.mark.rule("queen.end.reshuffle", "queen.end.order")
def test_reshuffle_includes_party() -> None:
    match = begin(
        [1, 1, 1],
        ...,
        hands={0: [*SECOND, "hero-20", "hero-21", "hero-22"], 1: ["hero-23"]},
        monsters=["mon-1"],
        hero_deck=[],
        hero_loss_scope="literal",
    )
    act(match, "horde", *SECOND)
    play(match, "cover:mon-1:1")
    assert {*hand(match)} == {*SECOND, "hero-20", "hero-21", "hero-22"}
    assert len(match.table.heroes) == 0 and match.table.hero_discard == []


@pytest.mark.example("queen.ex.best-team")
@pytest.mark.rule("queen.turn.party-first", "queen.test.class-dice", "queen.test.combat-dice")
def test_best_team() -> None:
    heroes = {
        "A": "healing-wis-cha",
        "B": "melee-str-con",
        "C": "ranged-dex-wis",
        "D": "shield-con-cha",
        "E": "healing-int-cha",
        "F": "melee-str-dex",
        "G": "ranged-wis-int",
    }
    end = "threat_garden"
    tests_of = [
        ("charisma", "melee", "combat"),
        ("wisdom", "combat", "healing"),
        ("dexterity", "charisma", "shield"),
    ]
    cards = {
        f"loc-{n}": f"{top} / {end} | {middle} / favor / {end} | {bottom} / favor / {end}"
        for n, (top, middle, bottom) in enumerate(tests_of)
    }

    def law(team: str) -> dict[Any, F]:
        table = lay(party=[heroes[name] for name in team], locations=cards, action="quest")

        def rule() -> Rule:
            program, passed, answer = scoped(locations.complete(table.copy(), 0, "Emerald Valley")), [], None
            try:
                while True:
                    request = program.send(answer)
                    if isinstance(request, Event) and "success" in request.data:
                        passed.append(request.data["success"])
                    answer = yield request
            except StopIteration:
                return tuple(passed)

        return explore(rule)

    laws = {"".join(team): law("".join(team)) for team in combinations(heroes, 4)}
    assert len(laws) == 35
    successes = {team: sum(sum(won) * chance for won, chance in law.items()) for team, law in laws.items()}
    both = {team: law.get((True, True), F(0)) for team, law in laws.items()}
    for worth, most in ((successes, F("922/729")), (both, F("835/2187"))):
        assert [team for team, value in worth.items() if value == max(worth.values())] == ["ACDF"]
        assert worth["ACDF"] == most


# --- no example without a test ------------------------------------------------------------------------------


def cited() -> dict[str, list[Any]]:
    """The tests of each example."""
    found: dict[str, list[Any]] = {}
    for name, test in vars(sys.modules[__name__]).items():
        for mark in getattr(test, "pytestmark", []) if name.startswith("test_") else []:
            for example in mark.args if mark.name == "example" else ():
                found.setdefault(example, []).append(test)
    return found


def test_every_example_of_the_ledger_is_replayed() -> None:
    assert cited().keys() == EXAMPLES.keys()


def test_every_number_of_an_example_stands_in_its_test() -> None:
    """Fractions are asserted as the ledger prints them; what stands in a formula or counts piles is not one."""
    for example, some in cited().items():
        source = "".join(re.sub("#.*", "", inspect.getsource(test)) for test in some)
        for number in {*re.findall(r"(?<![(/\d])\d+/\d+(?![/\d)])", EXAMPLES[example]["expect"])}:
            assert re.search(rf"\b{number}\b", source), f"{example}: {number} is asserted nowhere"


def test_tests_of_examples_cite_rules_of_their_examples() -> None:
    for example, some in cited().items():
        for test in some:
            rules = {arg for mark in test.pytestmark if mark.name == "rule" for arg in mark.args}
            assert rules and rules <= set(EXAMPLES[example]["rules"]), test
