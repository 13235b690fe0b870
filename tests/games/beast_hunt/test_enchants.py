"""Enchants: after every roll any player may change its result, in turn, until all pass."""

from __future__ import annotations

from typing import Any

import pytest
from games.beast_hunt.laying import (
    assert_refused,
    begin,
    conserved,
    discard,
    hand,
    keys,
    play,
    reprinted,
    told,
)

from beastlab.core.chance import Scripted
from beastlab.core.match import Match
from beastlab.core.requests import Choose, IllegalMove, Total
from beastlab.games import beast_hunt as hunt

PARTY = {0: ["hero-hunter-2", "hero-hunter-3"]}  # 8 or more: draw 2 cards; 6 or more: +2 on the next attack
CALM = {0: "champion-royal-2", 1: "champion-mercenary-1", 2: "champion-hunter-2"}
PLUS, MINUS, EITHER = "enchant-5", "enchant-8", "enchant-1"  # +3; -3; +2 or -2
ARCANA = [f"arcana-{n}" for n in range(1, 13)]


def rolled(total: int, *more: Any, move: str = "use:hero-hunter-2", seats: int = 3, **hands: Any) -> Match:
    """Seat 0 uses a Hero and rolls `total`; `hand0`, `hand1` ... are hands."""
    held = {seat: hands.pop(f"hand{seat}", []) for seat in range(seats)}
    position = {"heroes": PARTY, "hands": held, "champions": {s: CALM[s] for s in range(seats)}} | hands
    return play(begin(total, *more, ..., seats=seats, **{"deck": ARCANA} | position), move)


def result(match: Match) -> int:
    return next(event.data["result"] for event in match.events()[::-1] if "result" in event.data)


def asked(match: Match, *moves: str) -> list[int]:
    """Who is asked, one after another, while these moves are played."""
    seats = []
    for move in moves:
        assert match.request.window, "the window is closed"
        seats.append(match.request.seat)
        play(match, move)
    assert not match.request.window, "the window is still open"
    return seats


@pytest.mark.rule("hunt.enchant.purpose")
@pytest.mark.parametrize(
    ("value", "code"), [("+3", PLUS), ("-3", MINUS), ("+2", EITHER), ("-2", EITHER), ("-4", "enchant-11")]
)
def test_an_enchant_changes_the_result_of_a_roll(value: str, code: str) -> None:
    match = play(rolled(7, hand0=[code]), f"enchant:{code}:{value}", "*")
    assert result(match) == 7 + int(value)


@pytest.mark.rule("hunt.enchant.free")
def test_an_enchant_costs_no_action() -> None:
    match = play(rolled(7, hand0=[PLUS], hand1=[MINUS]), f"enchant:{PLUS}:+3", f"enchant:{MINUS}:-3", "*")
    assert match.table.actions == 2, "the roll has been paid"
    last = play(rolled(7, hand0=[PLUS], actions=1), f"enchant:{PLUS}:+3")
    assert last.table.turn == 1, "also with no action left"


@pytest.mark.rule("hunt.enchant.anyone")
@pytest.mark.parametrize("roller", [0, 1, 2])
@pytest.mark.parametrize("player", [0, 1, 2])
def test_any_player_may_change_any_players_roll(roller: int, player: int) -> None:
    position = {"heroes": {roller: PARTY[0]}, "hands": {player: [PLUS]}, "deck": ARCANA}
    match = play(begin(5, ..., seats=3, turn=roller, **position), "use:hero-hunter-2")
    assert match.request.seat == player and keys(match) == ["pass", f"enchant:{PLUS}:+3"]
    assert result(play(match, f"enchant:{PLUS}:+3")) == 8


@pytest.mark.rule("hunt.enchant.after-roll")
def test_enchants_come_after_the_roll_is_complete() -> None:
    before = rolled(7, hand0=[PLUS], move="use:hero-hunter-2")
    assert told(before)[-1] == "hunt.hero.roll" and "7" in before.request.prompt
    assert before.request.window


@pytest.mark.rule("hunt.enchant.after-roll")
def test_before_the_roll_an_enchant_is_refused() -> None:
    match = play(begin(hands={0: ["hero-royal-1"], 1: ["defiance-1", PLUS]}), "play:hero-royal-1")
    assert keys(match) == ["pass", "defy:defiance-1"]
    assert "hunt.enchant.after-roll" in {entry.rule for entry in match.request.refused}


@pytest.mark.rule("hunt.enchant.stack")
def test_any_number_of_enchants_of_several_players_count_for_one_roll() -> None:
    many = [f"enchant-{n}" for n in (5, 6, 7)], [f"enchant-{n}" for n in (8, 9, 10)]
    match = rolled(7, hand0=many[0], hand1=[*many[1], EITHER])
    plus, minus = (
        [f"enchant:{code}:{value}" for code in some] for some, value in zip(many, ("+3", "-3"), strict=True)
    )
    for pair in zip(plus, minus, strict=True):
        play(match, *pair)
    play(match, f"enchant:{EITHER}:-2", "*")
    assert result(match) == 7 + 9 - 9 - 2 and len(discard(match)) == 7


@pytest.mark.rule("hunt.enchant.declare")
def test_of_two_values_one_is_declared_and_binds() -> None:
    match = rolled(10, hand0=["enchant-11"], hand1=[PLUS])
    assert keys(match) == ["pass", "enchant:enchant-11:+1", "enchant:enchant-11:-4"]
    play(match, "enchant:enchant-11:-4")
    declared = match.events()[-1]
    assert declared.data["value"] == -4 and "-4" in declared.text
    play(match, "pass")
    assert result(match) == 6, "asked no more: the value stands"


@pytest.mark.rule("hunt.enchant.single-value")
@pytest.mark.parametrize(("code", "has", "has_not"), [(PLUS, "+3", "-3"), (MINUS, "-3", "+3")])
def test_an_enchant_with_one_value_has_that_value_only(code: str, has: str, has_not: str) -> None:
    match = rolled(7, hand0=[code])
    assert keys(match) == ["pass", f"enchant:{code}:{has}"]
    assert_refused(match, f"enchant:{code}:{has_not}", "hunt.enchant.single-value")


@pytest.mark.rule("hunt.enchant.sum")
@pytest.mark.parametrize(("total", "met"), [(7, False), (8, True)])
def test_all_values_are_added_to_the_roll(total: int, met: bool) -> None:
    # 8 or more is needed: what stands in between decides nothing
    match = rolled(total, hand0=[PLUS], hand1=[MINUS, EITHER], hand2=["enchant-2"])
    play(match, f"enchant:{PLUS}:+3", f"enchant:{MINUS}:-3", "enchant:enchant-2:+2", f"enchant:{EITHER}:-2")
    assert ("hunt.hero.green" in told(play(match, "*"))) == met and result(match) == total


@pytest.mark.rule("hunt.enchant.discard")
def test_all_enchants_used_go_to_the_discard_pile() -> None:
    match = rolled(4, hand0=[PLUS, "enchant-6"], hand1=[MINUS], hand2=[EITHER])
    play(match, f"enchant:{PLUS}:+3", f"enchant:{MINUS}:-3", "*")
    assert discard(match) == [PLUS, MINUS] and match.table.resolving == []
    assert hand(match) == ["enchant-6"] and hand(match, 1) == [] and hand(match, 2) == [EITHER]
    conserved(match)


HELD = {"hand0": [PLUS, "enchant-2"], "hand1": [MINUS, "enchant-3"], "hand2": [EITHER, "enchant-9"]}


@pytest.mark.rule("hunt.enchant.order")
@pytest.mark.parametrize("roller", [0, 1, 2])
@pytest.mark.parametrize(
    ("move", "chance"),
    [("use:hero-hunter-2", [2]), ("attack:beast-01", [2]), ("draw", ["lesser-beast-1", 2])],
)
def test_the_roller_begins_and_all_pass_in_succession(roller: int, move: str, chance: list[Any]) -> None:
    position = {"heroes": {roller: PARTY[0]}, "hands": {n: HELD[f"hand{n}"] for n in range(3)}, "seats": 3}
    match = play(begin(*chance, turn=roller, **position), move)
    assert asked(match, "pass", "pass", "pass") == [roller, (roller + 1) % 3, (roller + 2) % 3]


@pytest.mark.rule("hunt.enchant.order")
def test_each_plays_one_card_or_passes_and_a_pass_is_not_final() -> None:
    moves = ["pass", "pass", f"enchant:{EITHER}:-2", f"enchant:{PLUS}:+3", "pass", "pass"]
    match = rolled(2, **HELD)
    assert asked(match, *moves, "pass") == [0, 1, 2, 0, 1, 2, 0], "who played last must pass too"
    assert result(match) == 3
    one_each = rolled(2, **HELD)
    play(one_each, f"enchant:{PLUS}:+3")
    assert one_each.request.seat == 1, "one card, then the next player"


@pytest.mark.rule("hunt.enchant.order")
def test_who_holds_no_enchant_passes_unasked() -> None:
    match = rolled(2, hand0=[PLUS, "enchant-2"], hand2=[EITHER])
    assert asked(match, "pass", f"enchant:{EITHER}:+2", "pass") == [0, 2, 0]


@pytest.mark.rule("hunt.enchant.public")
def test_everybody_sees_an_enchant_and_its_value_before_the_next_decides() -> None:
    match = play(rolled(7, **HELD), "enchant:enchant-2:-2")
    assert match.request.seat == 1 and "5" in match.request.prompt
    for seat in range(3):
        event = match.events(seat)[-1]
        assert event.rule == "hunt.enchant.public" and event.data["value"] == -2
        assert [card.code for card in event.cards] == ["enchant-2"]
        assert match.view(seat)["resolving"] == ["enchant-2"]


@pytest.mark.rule("hunt.enchant.timing-discard")
def test_used_enchants_are_discarded_before_the_roll_has_consequences() -> None:
    taker = {
        "type": "hero",
        "class": "Royal",
        "roll": "8+",
        "effect": "recover:enchant",
    }
    position = {"cards": reprinted({"rag": taker}), "heroes": {0: ["rag"]}, "hands": {0: [PLUS]}}
    match = play(begin(5, **position), "use:rag")
    play(match, f"enchant:{PLUS}:+3")
    assert hand(match) == [PLUS] and discard(match) == [], "the Hero has taken it back"


@pytest.mark.rule("hunt.enchant.timing-discard")
def test_used_enchants_are_not_discarded_before_the_result_is_final() -> None:
    match = play(rolled(7, **HELD), f"enchant:{PLUS}:+3", f"enchant:{MINUS}:-3")
    assert discard(match) == [] and PLUS not in hand(match) and MINUS not in hand(match, 1)


@pytest.mark.rule("hunt.enchant.own-and-others")
def test_one_may_lower_an_own_roll_and_raise_anothers() -> None:
    match = rolled(9, hand0=[MINUS], hand1=[PLUS])
    play(match, f"enchant:{MINUS}:-3", f"enchant:{PLUS}:+3", "*")
    assert result(match) == 9 and discard(match) == [MINUS, PLUS]


ROLLS = {  # the move, the roll before any Enchant, and what is told when +3 has helped
    "an attack": ("attack:beast-01", [5], "hunt.beast.gain"),
    "a fight with a Lesser Beast": ("draw", ["lesser-beast-3", 5], "hunt.lesser.win-party"),
    "a Hero's effect": ("use:hero-hunter-2", [5], "hunt.hero.green"),
    "a duel": ("play:hero-royal-1", [5, 3], "hunt.defiance.failure"),
}


@pytest.mark.rule("hunt.enchant.which-rolls")
@pytest.mark.parametrize(("move", "chance", "told_then"), ROLLS.values(), ids=ROLLS)
def test_enchants_help_on_every_kind_of_roll(move: str, chance: list[Any], told_then: str) -> None:
    hands = {"hand0": [PLUS, "hero-royal-1"], "hand1": ["defiance-1"], "deck": [*ARCANA, "lesser-beast-3"]}
    for enchant in (False, True):
        match = rolled(*chance, move=move, seats=2, **hands)
        if move.startswith("play"):
            play(match, "defy:defiance-1")
        assert match.request.window and match.request.seat == 0
        key = f"enchant:{PLUS}:+3" + (":1" if move.startswith("play") else "")
        assert key in keys(match)
        play(match, key if enchant else "pass", "*")
        assert (told_then in told(match)) == enchant


@pytest.mark.rule("hunt.enchant.not-setup-roll")
def test_the_roll_for_the_first_choice_cannot_be_enchanted() -> None:
    match = hunt.new_match(3, chance=Scripted([9, 9, 4, 8, 11]))
    assert [type(place.request) for place in match.place.path()[1:]] == [Total] * 5, "rolls, and nobody asked"
    assert isinstance(match.request, Choose) and match.request.seat == 1
    assert all(key.startswith("champion:") for key in keys(match))
    assert all(seat.hand == [] for seat in match.table.seats)


@pytest.mark.rule("hunt.enchant.not-as-action")
def test_an_enchant_cannot_be_played_without_a_roll() -> None:
    match = begin(hands={0: [PLUS, EITHER]})
    assert not any("enchant" in key for key in keys(match))
    for code in (PLUS, EITHER):
        assert_refused(match, f"play:{code}", "hunt.enchant.not-as-action")
    with pytest.raises(IllegalMove):
        match.play(f"enchant:{PLUS}:+3")
