"""The Beast King: when it turns face up, who may challenge it, and how its defeat ends the game."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from games.beast_hunt.laying import (
    assert_refused,
    begin,
    chances,
    codes,
    discard,
    hand,
    keys,
    play,
    refused,
    reprinted,
    told,
)

from beastlab.core.match import Match
from beastlab.core.requests import IllegalMove
from beastlab.games.beast_hunt import SWITCHES, illustrative

ROYALS = [f"hero-royal-{n}" for n in range(1, 8)]
PIRATES = [f"hero-pirate-{n}" for n in range(1, 8)]
BEASTS = ["beast-04", "beast-05", "beast-06", "beast-11"]
ARMS = ["ancient-arm-1", "ancient-arm-2", "ancient-arm-3"]
STRAW = {"type": "beast", "defeat": "9"}
KING = {"type": "king", "defeat": "9"}


def before(*chance: Any, printed: dict[str, str] | None = None, **position: Any) -> Match:
    """A match with a made-up Beast, and a made-up King that lies face up; `printed` are cells of its card."""
    made = reprinted({"straw": STRAW, "straw-king": KING | (printed or {})})
    usual = {"cards": made, "field": ["straw"], "beast_deck": ["beast-07"], "king": "straw-king"}
    return begin(*chance, ..., **usual | {"champions": {0: "champion-hunter-2"}} | position)


def challenger(*chance: Any, **position: Any) -> Match:
    """The same, with a player who may challenge the King."""
    return before(*chance, **{"heroes": {0: ROYALS[:5]}} | position)


def allowed(**position: Any) -> bool:
    """Whether the player whose turn it is may attack the face-up King."""
    return "attack:straw-king" in keys(before(**position))


# --- face down, face up -------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.king.objective")
def test_the_game_is_won_by_the_kings_defeat_and_by_nothing_else() -> None:
    match = before(9, "beast-07", 9, beasts={0: BEASTS}, actions=5)
    play(match, "attack:straw")
    assert not match.over and len(match.table.seats[0].beasts) == 5
    play(match, "attack:straw-king")
    assert match.over and match.result.winners == (0,)


@pytest.mark.rule("hunt.king.varies")
def test_each_of_several_kings_may_be_the_one() -> None:
    kings = illustrative().kings
    assert len(kings) > 1 and len({king.face for king in kings}) == len(kings)
    third = begin(cards=reprinted({"straw": STRAW}), field=["straw"], beast_deck=[], beasts={0: BEASTS[:2]})
    odds = chances(third, "attack:straw", lambda table: table.king and table.king.code)
    each = Fraction(5, 18) / len(kings)  # 9 or more
    assert odds == {None: Fraction(13, 18), **dict.fromkeys(codes(kings), each)}


@pytest.mark.rule("hunt.king.facedown")
def test_the_king_lies_face_down_until_somebody_may_challenge_it() -> None:
    match = play(begin(..., seats=3, heroes={1: ROYALS[:4]}, beasts={2: BEASTS[:2]}), "draw", "*")
    assert match.table.king is None and match.view(1)["king"] is None
    assert_refused(match, "attack:king", "hunt.term.facedown-no-attack")


BANNERED = {"heroes": {1: ["hero-royal-1", *PIRATES[:4]]}}
FLIPS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a Hero enters": ({"heroes": {0: ROYALS[:4]}, "hands": {0: ["hero-royal-5"]}}, ["play:hero-royal-5"]),
    "a Hero is stolen": (
        {"heroes": {0: ROYALS[:4], 1: ["hero-royal-5"]}, "hands": {0: ["arcana-5"]}},
        ["play:arcana-5"],
    ),
    "a Hero turns face up": (
        {"heroes": {0: ["hero-shinobi-6"], 1: ROYALS[:5]}, "down": ["hero-royal-2"]},
        ["use:hero-shinobi-6", "flip:hero-royal-2"],
    ),
    "a Banner is equipped": (
        BANNERED | {"hands": {0: ["banner-pirate"]}},
        ["equip:banner-pirate:hero-royal-1"],
    ),
    "a Banner is lost": (
        {
            "heroes": {1: PIRATES[:5]},
            "equipped": {"hero-pirate-1": "banner-royal"},
            "hands": {0: ["arcana-10"]},
        },
        ["play:arcana-10"],
    ),
    "a third Beast is defeated": ({"beasts": {0: BEASTS[:2]}}, ["attack:straw"]),
    "a third Beast falls to Ancient Arms": ({"beasts": {0: BEASTS[:2]}, "hands": {0: ARMS}}, ["arms:straw"]),
}


@pytest.mark.rule("hunt.king.flip-moment")
@pytest.mark.parametrize(("position", "moves"), FLIPS.values(), ids=FLIPS)
def test_the_king_turns_face_up_as_soon_as_somebody_may_challenge_it(
    position: dict[str, Any], moves: list[str]
) -> None:
    match = before(*[9] * moves[0].startswith(("use", "attack")), **{"king": None} | position)
    for move in moves:
        assert match.table.king is None
        play(match, move)
    assert match.table.king is not None, "before anything else is asked"
    for seat in (0, 1):
        assert match.view(seat)["king"]["card"] == match.table.king.code
        assert "hunt.king.flip-moment" in [event.rule for event in match.events(seat)]


@pytest.mark.rule("hunt.king.stays-up")
def test_once_face_up_the_king_stays_so() -> None:
    match = begin(
        ..., heroes={0: ROYALS[:4], 1: ["hero-pirate-7"]}, hands={0: ["hero-royal-5"], 1: ["arcana-3"]}
    )
    play(match, "play:hero-royal-5", "later", "end")
    king = match.table.king
    assert king is not None
    play(match, "play:arcana-3", "destroy:hero-royal-5", "*")
    assert len(match.table.seats[0].heroes) == 4 and match.table.king is king
    assert told(match).count("hunt.king.flip-moment") == 1
    play(match, "end")
    assert_refused(match, f"attack:{king.code}", "hunt.king.each-challenger")


# --- who may challenge it ---------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.king.condition-five")
@pytest.mark.parametrize("count", [3, 4, 5])
@pytest.mark.parametrize("champion", ["champion-royal-2", "champion-hunter-2"])
def test_five_cards_of_one_class_allow_the_challenge(count: int, champion: str) -> None:
    cards_of_class = count + (champion == "champion-royal-2")
    position = {"heroes": {0: [*ROYALS[:count], *PIRATES[:2]]}, "champions": {0: champion}}
    assert allowed(**position) == (cards_of_class >= 5)
    assert begin(..., **position).view(0)["seats"][0]["may_challenge"] == (cards_of_class >= 5)


@pytest.mark.rule("hunt.king.condition-three")
@pytest.mark.parametrize("count", [0, 2, 3, 4])
def test_three_defeated_beasts_allow_the_challenge(count: int) -> None:
    assert allowed(beasts={0: BEASTS[:count]}) == (count >= 3)
    assert not allowed(beasts={1: BEASTS[:count]}), "those of another player don't"


@pytest.mark.rule("hunt.king.each-challenger")
@pytest.mark.parametrize("access", SWITCHES["king_access"])
def test_whether_every_challenger_needs_a_condition(access: str) -> None:
    # seat 1 has met the condition; seat 0 has two Beasts, and four Royals with the champion
    parties = {"heroes": {0: ROYALS[:3], 1: PIRATES[:5]}, "beasts": {0: BEASTS[:2]}}
    match = before(champions={0: "champion-royal-2"}, king_access=access, **parties)
    if access == "personal":
        assert_refused(match, "attack:straw-king", "hunt.king.each-challenger")
    else:
        assert "attack:straw-king" in keys(match)
    assert "attack:straw-king" in keys(play(match, "end")), "seat 1 may under both"


@pytest.mark.rule("hunt.king.each-challenger")
def test_the_kings_own_requirement_holds_once_it_is_open_to_all() -> None:
    match = before(printed={"requirement": "Pirate"}, king_access="once_open", heroes={0: ROYALS[:3]})
    assert_refused(match, "attack:straw-king", "hunt.beast.requirement-needed")


@pytest.mark.rule("hunt.king.each-challenger")
def test_a_condition_that_is_lost_counts_no_longer() -> None:
    match = challenger(hands={1: ["arcana-5"]})
    assert "attack:straw-king" in keys(match)
    play(match, "end", "play:arcana-5", "steal:hero-royal-3", "*", "end")
    assert_refused(match, "attack:straw-king", "hunt.king.each-challenger")


@pytest.mark.rule("hunt.king.five-which-cards")
def test_face_up_heroes_and_champions_count_with_the_class_of_their_banner() -> None:
    pirates = {"heroes": {0: ["hero-royal-1", *PIRATES[:3]]}, "champions": {0: "champion-pirate-2"}}
    assert allowed(**pirates, equipped={"hero-royal-1": "banner-pirate"})
    assert not allowed(**pirates)
    assert not allowed(**pirates, equipped={"hero-royal-1": "banner-pirate"}, down=["hero-pirate-2"])
    five = {"heroes": {0: PIRATES[:5]}}
    assert not allowed(**five, equipped={"hero-pirate-5": "banner-royal"}), "no longer a Pirate"
    assert not allowed(**five, down=["hero-pirate-1"])
    two = {"champions": {0: ["champion-pirate-1", "champion-pirate-2"]}}
    assert allowed(heroes={0: PIRATES[:3]}, **two), "each champion counts"
    assert not allowed(heroes={0: PIRATES[:4], 1: PIRATES[4:]}), "in one Party"


@pytest.mark.rule("hunt.king.five-exact")
def test_further_cards_do_no_harm() -> None:
    assert allowed(heroes={0: ROYALS[:6]})
    assert allowed(heroes={0: [*ROYALS[:5], *PIRATES[:4], "hero-shinobi-1"]})
    assert not allowed(heroes={0: [*ROYALS[:4], *PIRATES[:4]]}), "eight cards, but no five"


@pytest.mark.rule("hunt.king.three-lesser")
@pytest.mark.parametrize("large", [0, 2, 3])
def test_lesser_beasts_do_not_count_as_defeated_beasts(large: int) -> None:
    lesser = [f"lesser-beast-{n}" for n in range(1, 5)]
    assert allowed(beasts={0: BEASTS[:large]}, lesser={0: lesser}) == (large == 3)


@pytest.mark.rule("hunt.king.three-arms")
def test_beasts_defeated_by_ancient_arms_count() -> None:
    match = before(beasts={0: BEASTS[:2]}, hands={0: ARMS}, actions=4)
    assert "attack:straw-king" not in keys(match)
    assert "attack:straw-king" in keys(play(match, "arms:straw"))


# --- the challenge -------------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.king.cost")
def test_an_attack_on_the_king_costs_two_actions() -> None:
    match = play(challenger(5), "attack:straw-king")
    assert match.table.actions == 1
    assert_refused(match, "attack:straw-king", "hunt.action.insufficient")
    assert "attack:straw-king" in keys(challenger(actions=2))


@pytest.mark.rule("hunt.king.same-procedure")
def test_the_kings_requirement_orb_defeat_and_stagger_apply() -> None:
    printed = {"requirement": "2x any", "orbs": "2", "defeat": "16", "stagger": "14"}
    for rolled, outcome in ((13, "miss"), (14, "stagger"), (15, "stagger"), (16, "defeat")):
        match = play(challenger(rolled, printed=printed), "attack:straw-king")
        assert [e.data["outcome"] for e in match.events() if "outcome" in e.data] == [outcome]
        assert match.over == (outcome == "defeat")
        assert dict(match.table.marks) == ({match.table.king: 0} if outcome == "stagger" else {})
    with pytest.raises(IllegalMove, match="4 dice"):
        play(challenger(25, printed=printed), "attack:straw-king")
    enchanted = challenger(13, printed=printed, hands={0: ["enchant-5"]})
    assert play(enchanted, "attack:straw-king", "enchant:enchant-5:+3", "*").over


@pytest.mark.rule("hunt.king.requirement-too")
def test_the_kings_own_requirement_must_be_met_as_well() -> None:
    three = {"beasts": {0: BEASTS[:3]}, "printed": {"requirement": "Royal & any"}}
    match = before(heroes={0: PIRATES[:2]}, **three)
    assert_refused(match, "attack:straw-king", "hunt.beast.requirement-needed")
    assert "Royal" in refused(match)["attack:straw-king"].why
    assert allowed(heroes={0: ["hero-pirate-1", "hero-royal-1"]}, **three)


@pytest.mark.rule("hunt.king.solo-win")
@pytest.mark.parametrize("shards", [0, 2])
def test_with_fewer_than_three_shards_who_defeats_the_king_wins_alone(shards: int) -> None:
    match = challenger(9, seats=3, turn=1, heroes={1: ROYALS[:5]}, shards=shards)
    play(match, "attack:straw-king")
    assert match.result.winners == (1,) and match.result.scores == (0, 1, 0)
    assert match.result.rule == "hunt.king.solo-win"
    with pytest.raises(IllegalMove, match="over"):
        match.play("end")


@pytest.mark.rule("hunt.king.fail")
def test_a_king_that_is_not_defeated_stays_and_may_be_attacked_again() -> None:
    match = challenger(8, 9, hands={0: ["hero-shinobi-1"]}, actions=4)
    play(match, "attack:straw-king")
    assert match.table.king.code == "straw-king" and not match.over
    assert hand(match) == ["hero-shinobi-1"] and len(match.table.seats[0].heroes) == 5, "no penalty"
    assert play(match, "attack:straw-king").over


@pytest.mark.rule("hunt.king.fail")
def test_a_failed_attack_on_the_king_sets_off_what_its_card_says() -> None:
    hands = {0: ["hero-shinobi-1"], 1: ["hero-shinobi-2"]}
    match = play(challenger(8, printed={"on_fail": "each_discard:1"}, hands=hands), "attack:straw-king")
    assert discard(match) == ["hero-shinobi-1", "hero-shinobi-2"]


@pytest.mark.rule("hunt.king.no-replacement")
def test_the_game_is_over_at_once_and_nothing_more_happens() -> None:
    waiting = {0: "champion-hunter-1", 1: "champion-pirate-2"}  # both wait for a defeated Beast
    match = challenger(9, champions=waiting, hands={0: ROYALS[5:] + PIRATES}, actions=5)
    play(match, "attack:straw-king")
    assert match.request is None and told(match)[-1] == "hunt.king.solo-win"
    assert len(hand(match)) == 9, "not even the hand limit"
    assert codes(match.table.field) == ["straw"] and len(match.table.beast_deck) == 1
    assert match.table.seats[0].beasts == [] and match.table.kings.segments
