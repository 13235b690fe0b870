"""Stagger: a near miss, and who may use it. The made-up Beast needs 9 and is staggered from 6 on."""

from __future__ import annotations

from typing import Any

import pytest
from games.beast_hunt.laying import assert_refused, begin, codes, keys, play, reprinted, settle, told

from beastlab.core.match import Match
from beastlab.games.beast_hunt import SWITCHES, illustrative

STRAW = {"type": "beast", "defeat": "9", "stagger": "6"}
KING = {"type": "king", "defeat": "9", "stagger": "6"}
WHO = SWITCHES["stagger_who"]


STRAW_MEN = reprinted({"straw": STRAW, "straw-king": KING})


def against(*results: Any, **position: Any) -> Match:
    """A match with one Beast on the field; attacks have these totals."""
    made = {"cards": STRAW_MEN, "field": ["straw"], "beast_deck": ["beast-09"], "deck": ["arcana-1"]}
    return begin(*results, ..., **made | position)


def attack(match: Match, target: str = "straw") -> str:
    """Let whose turn it is attack and end the turn; the outcome."""
    turn = match.table.turn
    play(match, f"attack:{target}", "*")
    if match.request and match.table.turn == turn:
        play(match, "end")
    return next(event.data["outcome"] for event in match.events()[::-1] if "outcome" in event.data)


def skip(match: Match, seats: int = 1) -> Match:
    return play(match, *["end"] * seats)


def mark(match: Match, code: str = "straw") -> int | None:
    """Who has staggered the Beast."""
    return {beast.code: seat for beast, seat in match.table.marks.items()}.get(code)


@pytest.mark.rule("hunt.stagger.value")
def test_some_beasts_have_a_stagger_value() -> None:
    beasts = [card for card in illustrative().cards if card.type == "beast"]
    with_value = [card for card in beasts if card.stagger]
    assert 0 < len(with_value) < len(beasts)
    assert all(
        card.stagger[reading] < card.defeat[reading] for card in with_value for reading in card.stagger
    )
    match = against(7, field=["beast-02"], heroes={0: ["hero-royal-1", "hero-pirate-1"]})
    assert (attack(match, "beast-02"), mark(match, "beast-02")) == ("stagger", 0), "its Stagger value is 7"


@pytest.mark.rule("hunt.stagger.none")
def test_a_beast_without_a_value_is_never_staggered() -> None:
    plain = reprinted({"straw": STRAW | {"stagger": ""}})
    for result in range(2, 9):
        match = against(result, cards=plain)
        assert (attack(match), match.table.marks) == ("miss", {})


OUTCOMES = {2: "miss", 5: "miss", 6: "stagger", 7: "stagger", 8: "stagger", 9: "defeat", 12: "defeat"}


@pytest.mark.rule("hunt.stagger.trigger", "hunt.stagger.needs-failure")
@pytest.mark.parametrize(("result", "outcome"), OUTCOMES.items())
def test_a_failure_from_the_stagger_value_on_staggers(result: int, outcome: str) -> None:
    match = against(result)
    assert attack(match) == outcome
    assert mark(match) == (0 if outcome == "stagger" else None)
    assert ("hunt.stagger.trigger" in told(match)) == (outcome == "stagger")


@pytest.mark.rule("hunt.stagger.effect")
@pytest.mark.parametrize("result", range(2, 13))
def test_the_next_fight_is_won_from_the_stagger_value_on(result: int) -> None:
    match = against(7, result)
    assert (attack(match), attack(match)) == ("stagger", "defeat" if result >= 6 else "miss")
    assert bool(match.table.seats[1].beasts) == (result >= 6)


# --- who is the next ------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.stagger.who")
@pytest.mark.parametrize(
    ("who", "outcome", "marked"),
    [("next_fight", "defeat", None), ("next_other", "miss", 0), ("left_neighbour", "stagger", 0)],
)
def test_who_staggered_a_beast_attacks_it_again(who: str, outcome: str, marked: int | None) -> None:
    match = against(7, 8, actions=4, stagger_who=who)
    play(match, "attack:straw")
    assert (attack(match), mark(match)) == (outcome, marked)


@pytest.mark.rule("hunt.stagger.who")
def test_under_next_other_a_miss_of_the_same_player_keeps_the_mark_for_the_others() -> None:
    for second in (2, 5, 6, 8):
        match = against(7, second, 6, actions=4, stagger_who="next_other", seats=3)
        play(match, "attack:straw")
        assert (attack(match), mark(match)) == ("miss", 0)
        assert attack(skip(match)) == "defeat", "whoever of the others comes next"


@pytest.mark.rule("hunt.stagger.who")
@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("skipped", [0, 1, 2])
def test_who_of_the_others_may_use_the_mark(who: str, skipped: int) -> None:
    match = against(7, 6, seats=4, stagger_who=who)
    attack(match)
    entitled = skipped == 0 or who != "left_neighbour"
    assert attack(skip(match, skipped)) == ("defeat" if entitled else "stagger")
    assert mark(match) == (None if entitled else skipped + 1), "a new mark by a new result"


@pytest.mark.rule("hunt.stagger.who")
@pytest.mark.parametrize("who", WHO)
def test_a_fight_by_somebody_not_to_the_left_removes_the_mark(who: str) -> None:
    match = against(7, 5, 6, seats=4, stagger_who=who)
    attack(match)
    assert attack(skip(match)) == "miss", "5 is a miss for anybody"
    assert mark(match) is None
    assert attack(match) == "stagger", "nothing was left of it"


@pytest.mark.rule("hunt.stagger.who")
@pytest.mark.parametrize("who", WHO)
def test_under_left_neighbour_the_mark_goes_as_such_a_fight_begins(who: str) -> None:
    match = against(7, seats=4, turn=2, marks={"straw": 0}, hands={2: ["enchant-1"]}, stagger_who=who)
    match.play("attack:straw")
    assert match.request.window, "the result is still open"
    assert mark(match) == (None if who == "left_neighbour" else 0)


@pytest.mark.rule("hunt.stagger.who")
def test_under_left_neighbour_the_neighbour_keeps_the_right_round_the_table() -> None:
    match = against(7, 6, seats=3, turn=2, stagger_who="left_neighbour")
    assert attack(match) == "stagger" and match.table.turn == 0
    assert attack(match) == "defeat", "seat 0 sits to the left of seat 2"


@pytest.mark.rule("hunt.stagger.who")
@pytest.mark.parametrize(
    ("who", "outcome"), [("next_fight", "defeat"), ("next_other", "defeat"), ("left_neighbour", "stagger")]
)
def test_the_ledgers_example_of_four_players(who: str, outcome: str) -> None:
    match = against(7, 7, *[6] * (outcome == "stagger"), seats=4, stagger_who=who)
    attack(match)  # A staggers, B looks on, C rolls 7, D rolls 6 if it is still there
    assert attack(skip(match)) == outcome
    if outcome == "stagger":
        assert (mark(match), attack(match)) == (2, "defeat")


# --- how long, and what counts ----------------------------------------------------------------------------------


@pytest.mark.rule("hunt.stagger.expiry")
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("rounds", [1, 3])
def test_a_mark_lasts_until_the_next_fight(seats: int, rounds: int) -> None:
    match = against(7, 6, seats=seats)
    attack(match)
    skip(match, seats * rounds)
    assert mark(match) == 0 and match.table.round > rounds
    assert attack(match) == "defeat"


@pytest.mark.rule("hunt.stagger.expiry")
def test_a_fight_with_another_beast_leaves_the_mark() -> None:
    match = against(
        7, 5, 6, field=["straw", "beast-01"], heroes={1: ["hero-royal-1", "hero-royal-2"]}, seats=3
    )
    assert (attack(match), attack(match, "beast-01")) == ("stagger", "miss")
    assert (mark(match), attack(match)) == (0, "defeat")


@pytest.mark.rule("hunt.stagger.after-miss")
@pytest.mark.parametrize("who", WHO)
def test_a_miss_of_the_entitled_player_uses_the_mark_up(who: str) -> None:
    match = against(7, 5, 8, seats=3, stagger_who=who)
    assert (attack(match), attack(match)) == ("stagger", "miss")
    assert mark(match) is None and "hunt.stagger.after-miss" in told(match)
    assert (attack(match), mark(match)) == ("stagger", 2), "9 is needed again"


@pytest.mark.rule("hunt.stagger.final-result")
@pytest.mark.parametrize(
    ("rolled", "enchant", "outcome"),
    [
        (8, "enchant-8:-3", "miss"),
        (5, "enchant-5:+3", "stagger"),
        (9, "enchant-8:-3", "stagger"),
        (6, "enchant-5:+3", "defeat"),
    ],
)
def test_enchants_bring_about_a_stagger_or_prevent_it(rolled: int, enchant: str, outcome: str) -> None:
    match = against(rolled, hands={1: ["enchant-5", "enchant-8"]})
    play(match, "attack:straw", f"enchant:{enchant}")
    assert match.request.window and told(match)[-1] == "hunt.enchant.public", "nothing is decided yet"
    settle(match)
    assert mark(match) == (0 if outcome == "stagger" else None)
    assert bool(match.table.seats[0].beasts) == (outcome == "defeat")


@pytest.mark.rule("hunt.stagger.final-result")
def test_modifiers_count_for_stagger_too() -> None:
    assert attack(against(5, beasts={0: ["beast-08"]})) == "stagger"  # +1 on attack rolls


@pytest.mark.rule("hunt.stagger.optional")
def test_reaching_the_stagger_value_defeats_the_beast_unasked() -> None:
    match = against(7, 6)
    attack(match)
    match.play("attack:straw")
    assert codes(match.table.seats[1].beasts) == ["straw"] and not match.request.window


@pytest.mark.rule("hunt.stagger.requirement")
def test_a_staggered_beast_still_needs_its_classes() -> None:
    made = reprinted({"straw": STRAW | {"requirement": "Pirate & any"}})
    party = {0: ["hero-pirate-1", "hero-royal-1"], 1: ["hero-royal-2", "hero-royal-3"]}
    match = against(7, cards=made, heroes=party, champions={1: "champion-hunter-1"})
    attack(match)
    assert_refused(match, "attack:straw", "hunt.stagger.requirement")
    assert mark(match) == 0
    skip(match)
    assert "attack:straw" in keys(match), "who meets it may attack"


ORBS = {"sum": 14, "each": 4, "best": 10}  # of two steps with the totals 4 and 10


@pytest.mark.rule("hunt.stagger.orb")
@pytest.mark.parametrize("reading", SWITCHES["orb_reading"])
@pytest.mark.parametrize("over", [-1, 0, 1, 2])
def test_the_same_result_decides_on_stagger_as_on_defeat(reading: str, over: int) -> None:
    stagger = ORBS[reading] - over
    made = reprinted({"straw": STRAW | {"orbs": "2", "stagger": str(stagger), "defeat": str(stagger + 2)}})
    match = against(14 if reading == "sum" else [10, 4], cards=made, orb_reading=reading)
    assert attack(match) == ("miss" if over < 0 else "defeat" if over == 2 else "stagger")
    assert mark(match) == (0 if over in (0, 1) else None)


@pytest.mark.rule("hunt.stagger.orb", "hunt.stagger.effect")
@pytest.mark.parametrize("reading", SWITCHES["orb_reading"])
@pytest.mark.parametrize("over", [-1, 0])
def test_a_staggered_beast_falls_to_that_result_too(reading: str, over: int) -> None:
    made = reprinted({"straw": STRAW | {"orbs": "2", "stagger": str(ORBS[reading] - over), "defeat": "30"}})
    rolled = 14 if reading == "sum" else [10, 4]
    match = against(rolled, cards=made, orb_reading=reading, marks={"straw": 1})
    assert attack(match) == ("defeat" if over == 0 else "miss")


@pytest.mark.rule("hunt.stagger.any-attack")
@pytest.mark.parametrize(("result", "outcome"), [(5, "miss"), (6, "defeat")])
def test_an_immediate_attack_uses_the_mark(result: int, outcome: str) -> None:
    match = against(12, result, marks={"straw": 1}, heroes={0: ["hero-hunter-5"]})  # 10+: attack now
    play(match, "use:hero-hunter-5", "attack:straw")
    assert match.table.actions == 2 and mark(match) is None
    assert bool(match.table.seats[0].beasts) == (outcome == "defeat")


@pytest.mark.rule("hunt.stagger.any-attack")
def test_ancient_arms_take_the_mark_away_with_the_beast() -> None:
    arms = [f"ancient-arm-{n}" for n in (1, 2, 3)]
    match = play(against(marks={"straw": 1}, hands={0: arms}), "arms:straw")
    assert match.table.marks == {} and codes(match.table.seats[0].beasts) == ["straw"]
    assert "hunt.term.attack" not in told(match) and "hunt.stagger.effect" not in told(match)


@pytest.mark.rule("hunt.stagger.king")
@pytest.mark.parametrize("result", [5, 6])
def test_the_king_is_staggered_like_a_beast(result: int) -> None:
    five = [f"hero-royal-{n}" for n in range(1, 6)]
    others = [f"hero-pirate-{n}" for n in range(1, 6)]
    match = against(7, result, king="straw-king", heroes={0: five, 1: others})
    assert (attack(match, "straw-king"), mark(match, "straw-king")) == ("stagger", 0)
    assert match.view(1)["king"] == {"card": "straw-king", "staggered_by": 0}
    play(match, "attack:straw-king")
    assert (match.result and match.result.winners) == ((1,) if result == 6 else None)
    assert result == 6 or mark(match, "straw-king") is None


@pytest.mark.rule("hunt.stagger.king")
def test_a_king_without_a_stagger_value_is_not() -> None:
    match = against(8, king="king-3", heroes={0: [f"hero-royal-{n}" for n in range(1, 6)]})  # defeat 9
    assert (attack(match, "king-3"), match.table.marks) == ("miss", {})


@pytest.mark.rule("hunt.stagger.lesser")
def test_a_lesser_beast_leaves_no_mark() -> None:
    match = begin("lesser-beast-5", 8, "lesser-beast-5", 8, 8, deck=["lesser-beast-5"])  # defeat 9
    for _ in range(2):
        play(match, "draw")
        assert codes(match.table.discard) == ["lesser-beast-5"] and match.table.marks == {}


@pytest.mark.rule("hunt.stagger.public")
def test_everybody_sees_the_mark_and_who_set_it() -> None:
    match = against(7, seats=3, turn=1)
    assert all(match.view(seat)["field"][0]["staggered_by"] is None for seat in range(3))
    attack(match)
    for seat in range(3):
        assert match.view(seat)["field"] == [{"card": "straw", "staggered_by": 1}]
        assert any(event.rule == "hunt.stagger.trigger" for event in match.events(seat))
