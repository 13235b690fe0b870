"""The ledger's examples of fights against the Horde and the Nemeses."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from games.by_order_of_the_queen.laying import (
    act,
    begin,
    codes,
    keys,
    lay,
    play,
    player,
    texts,
)
from games.by_order_of_the_queen.test_examples_ledger import (
    Q,
    cleared,
    horde,
)

from beastlab.core.explore import explore
from beastlab.core.requests import Rule
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen import Table
from beastlab.games.by_order_of_the_queen.rules import fights

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
