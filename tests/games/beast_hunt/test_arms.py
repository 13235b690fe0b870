"""Ancient Arms: three of them in hand defeat a Beast of the field without a roll."""

from __future__ import annotations

from typing import Any

import pytest
from games.beast_hunt.laying import (
    FIELD,
    assert_refused,
    begin,
    codes,
    conserved,
    discard,
    hand,
    keys,
    play,
    told,
)

from beastlab.core.match import Match
from beastlab.games.beast_hunt import CardSet, illustrative

ARMS = [f"ancient-arm-{n}" for n in range(1, 7)]
HELPERS = {1: ["defiance-1", "enchant-1"], 2: ["enchant-2"]}
ARCANA = [f"arcana-{n}" for n in range(1, 13)]


def armed(*chance: Any, arms: int = 3, hand0: tuple[str, ...] = (), **position: Any) -> Match:
    """Seat 0 holds so many Ancient Arms; the others hold Defiance and Enchants."""
    hands = {0: [*ARMS[:arms], *hand0], **HELPERS}
    return begin(*chance, ..., **{"hands": hands, "seats": 3, "deck": ARCANA} | position)


def used(match: Match, beast: str = "beast-01") -> Match:
    return play(match, f"arms:{beast}")


@pytest.mark.rule("hunt.arms.three")
@pytest.mark.parametrize("arms", [1, 2, 3, 4])
def test_three_ancient_arms_in_one_hand_are_used_together_for_two_actions(arms: int) -> None:
    match = armed(arms=arms)
    if arms < 3:
        assert not any(key.startswith("arms") for key in keys(match))
        assert_refused(match, f"play:{ARMS[0]}", "hunt.arms.three")
    else:
        used(match)
        assert codes(match.table.seats[0].beasts) == ["beast-01"] and match.table.actions == 1


@pytest.mark.rule("hunt.arms.three")
def test_arms_in_other_hands_do_not_count() -> None:
    match = begin(hands={0: ARMS[:2], 1: ARMS[2:]})
    assert not any(key.startswith("arms") for key in keys(match))


@pytest.mark.rule("hunt.arms.three")
def test_with_less_than_two_actions_they_cannot_be_used() -> None:
    assert_refused(armed(actions=1), "arms:beast-01", "hunt.action.insufficient")
    assert used(armed(actions=2)).table.turn == 1


@pytest.mark.rule("hunt.arms.singular")
def test_one_use_takes_three_cards_and_a_single_one_has_none() -> None:
    match = armed(arms=6, actions=5)
    assert [key for key in keys(match) if "arm" in key] == [f"arms:{code}" for code in FIELD]
    used(match)
    assert match.table.actions == 3 and hand(match)[:3] == ARMS[3:], (
        "two actions and three cards for one Beast"
    )
    used(match, "beast-02")
    assert match.table.actions == 1 and not set(ARMS) & set(hand(match))


@pytest.mark.rule("hunt.arms.no-defiance", "hunt.arms.no-roll")
def test_nobody_can_defy_them_and_there_is_no_roll_to_enchant() -> None:
    match = used(armed())
    assert match.request.seat == 0 and not match.request.window
    assert {"hunt.defiance.targets", "hunt.beast.orb", "hunt.enchant.public", "hunt.term.attack"}.isdisjoint(
        told(match)
    )
    assert codes(match.table.seats[0].beasts) == ["beast-01"]
    assert hand(match, 1) == HELPERS[1] and hand(match, 2) == HELPERS[2]


@pytest.mark.rule("hunt.arms.not-king")
def test_they_do_not_work_on_the_king() -> None:
    for king in ("king-1", None):  # face up and face down, with a condition and without
        match = armed(king=king, beasts={0: ["beast-04", "beast-05", "beast-06"] if king else []})
        assert_refused(match, f"arms:{king or 'king'}", "hunt.arms.not-king")
        assert [key for key in keys(match) if key.startswith("arms")] == [f"arms:{code}" for code in FIELD]


@pytest.mark.rule("hunt.arms.requirement")
def test_no_class_is_required() -> None:
    match = armed(field=["beast-18"], arms=4, actions=2)  # 4x any; the Party is a champion alone
    assert "attack:beast-18" not in keys(match)
    used(match, "beast-18")
    assert codes(match.table.seats[0].beasts) == ["beast-18"]


@pytest.mark.rule("hunt.arms.which-beast")
def test_any_beast_of_the_field_may_be_chosen_but_none_in_a_party() -> None:
    match = armed(
        beasts={0: ["beast-04"], 1: ["beast-05"]}, lesser={1: ["lesser-beast-1"]}, marks={"beast-02": 1}
    )
    assert [key for key in keys(match) if key.startswith("arms")] == [f"arms:{code}" for code in FIELD]
    assert codes(used(match, "beast-02").table.field)[:2] == ["beast-01", "beast-03"]
    assert not any(key.startswith("arms") for key in keys(armed(field=[])))


@pytest.mark.rule("hunt.arms.as-defeat")
def test_all_that_a_defeat_brings_comes() -> None:
    veda = {"champions": {0: "champion-hunter-1"}}  # draws a card when a Beast is defeated
    match = armed(
        "arcana-1", "arcana-2", "arcana-3", "shard-3", "beast-07", "king-2",
        beasts={0: ["beast-04", "beast-05"]}, shards=2, **veda,
    )  # fmt: skip
    used(match, "beast-02")  # gained: draw 2 cards
    play(match, "passive:champion-hunter-1")
    assert codes(match.table.seats[0].beasts) == ["beast-04", "beast-05", "beast-02"]
    assert hand(match) == ["arcana-1", "arcana-2", "arcana-3"]
    assert codes(match.table.field) == ["beast-01", "beast-03", "beast-07"]
    assert codes(match.table.shards)[2] == "shard-3" and match.table.countdown == 3
    assert match.table.king.code == "king-2", "three defeated Beasts"
    conserved(match)


@pytest.mark.rule("hunt.arms.discard")
def test_the_three_cards_are_discarded_and_a_fourth_stays() -> None:
    match = used(armed(arms=4, hand0=("hero-royal-1",)), "beast-03")  # gained: draw 2 cards
    assert discard(match) == ARMS[:3] and hand(match)[:2] == [ARMS[3], "hero-royal-1"]
    assert match.table.resolving == []
    conserved(match)


@pytest.mark.rule("hunt.arms.count")
def test_the_deck_holds_enough_of_them() -> None:
    data = illustrative().to_json()
    assert sum(card.type == "ancient_arm" for card in illustrative().main) == 6
    assert illustrative().notes() == ()
    cards = [card for card in data["cards"] if card["code"] not in ARMS[2:]]
    (note,) = CardSet.from_json({**data, "cards": cards}).notes()
    assert "2 Ancient Arms" in note and "hunt.arms.three" in note
