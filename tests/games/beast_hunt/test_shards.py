"""Malevolent Shards: the row, the countdown of three, and what everybody wins or loses together."""

from __future__ import annotations

from typing import Any

import pytest
from games.beast_hunt.laying import (
    assert_refused,
    begin,
    codes,
    conserved,
    hand,
    heroes,
    keys,
    play,
    reprinted,
    told,
)

from beastlab.core.cardfile import CardFileError
from beastlab.core.chance import Scripted
from beastlab.core.match import Match
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import SWITCHES, CardSet, illustrative

COUNTDOWN = SWITCHES["countdown_current_turn"]
ROYALS = [f"hero-royal-{n}" for n in range(1, 6)]
STRAW = {"type": "beast", "defeat": "9"}
KING = {"type": "king", "defeat": "9"}


MADE = reprinted({"straw": STRAW, "straw-king": KING, "shard-4": {"type": "shard"}})


def defeating(*revealed: Any, **position: Any) -> Match:
    """Somebody defeats a Beast, and these cards come from the Beast Deck; other draws are harmless."""
    made = {"cards": MADE, "field": ["straw"], "deck": [f"arcana-{n}" for n in range(1, 13)]}
    return play(begin(9, *revealed, ..., **made | position), "attack:straw")


def turns(match: Match) -> list[int]:
    """Whose turns came since the countdown began, to the end of the game, with nobody doing anything."""
    began = told(match).index("hunt.shard.third")
    while match.request:
        match.play("end")
    return [event.data["seat"] for event in match.events()[began:] if event.rule == "hunt.turn.clockwise"]


@pytest.mark.rule("hunt.shard.row")
def test_a_shard_goes_to_the_row_and_a_new_beast_appears() -> None:
    match = defeating("shard-2", "beast-07")
    assert codes(match.table.shards) == ["shard-2"] and codes(match.table.field) == ["beast-07"]
    assert match.view(1)["shards"] == 1
    conserved(match)


@pytest.mark.rule("hunt.shard.chain")
def test_shard_after_shard_until_a_beast_appears() -> None:
    match = defeating("shard-2", "shard-1", "beast-07")
    assert codes(match.table.shards) == ["shard-2", "shard-1"] and codes(match.table.field) == ["beast-07"]


@pytest.mark.rule("hunt.shard.chain")
def test_shard_after_shard_until_the_beast_deck_is_empty() -> None:
    match = defeating("shard-2", "shard-1", beast_deck=["shard-1", "shard-2"])
    assert codes(match.table.shards) == ["shard-2", "shard-1"] and match.table.field == []
    assert len(match.table.beast_deck) == 0 and match.request


@pytest.mark.rule("hunt.shard.count")
def test_there_are_at_least_three_shards() -> None:
    assert len(illustrative().shards) == 3
    data = illustrative().to_json()
    for left in (0, 2):
        others = [card for card in data["cards"] if card["type"] != "shard"]
        some = [card for card in data["cards"] if card["type"] == "shard"][:left]
        with pytest.raises(CardFileError, match="shard"):
            CardSet.from_json({**data, "cards": others + some})


@pytest.mark.rule("hunt.shard.third")
@pytest.mark.parametrize("before", [0, 1, 2])
def test_the_third_shard_begins_a_countdown_of_one_turn_for_each_player(before: int) -> None:
    new = [f"shard-{n + 1}" for n in range(before, 3)]
    early = defeating(*new[:-1], "beast-07", shards=before, seats=4)
    assert early.table.countdown is None and "hunt.shard.third" not in told(early)
    match = defeating(*new, "beast-07", shards=before, seats=4)
    assert match.table.countdown == 4 == match.view(2)["countdown"]
    assert sorted(turns(match)) == [0, 1, 2, 3]


@pytest.mark.rule("hunt.shard.countdown-turns")
@pytest.mark.parametrize("reading", COUNTDOWN)
@pytest.mark.parametrize(("seats", "turn"), [(2, 0), (2, 1), (3, 1), (4, 1), (6, 5)])
def test_which_turns_are_left_once_the_third_shard_lies(reading: str, seats: int, turn: int) -> None:
    match = defeating("shard-3", "beast-07", shards=2, seats=seats, turn=turn, countdown_current_turn=reading)
    assert match.request.seat == turn and match.table.actions == 1, "the turn goes on as ever"
    others = [(turn + step) % seats for step in range(1, seats)]
    assert turns(match) == (others if reading == "current_turn_counts" else [*others, turn])
    assert match.result and match.result.rule == "hunt.shard.fail"


@pytest.mark.rule("hunt.shard.countdown-turns")
@pytest.mark.parametrize("reading", COUNTDOWN)
def test_a_third_shard_brought_by_the_last_action_leaves_as_many_turns(reading: str) -> None:
    match = defeating("shard-3", "beast-07", shards=2, seats=3, actions=2, countdown_current_turn=reading)
    assert match.table.turn == 1
    assert turns(match) == ([1, 2] if reading == "current_turn_counts" else [1, 2, 0])


@pytest.mark.rule("hunt.shard.countdown-at-setup")
@pytest.mark.parametrize("reading", COUNTDOWN)
def test_three_shards_at_setup_leave_everybody_one_turn(reading: str) -> None:
    revealed = ["beast-04", "shard-1", "shard-2", "shard-3", "beast-05", "beast-06"]
    starting = [f"hero-royal-{n}" for n in range(1, 6)], [f"hero-pirate-{n}" for n in range(1, 6)]
    script = [2, 12, 2, *starting[0], *starting[1], *[f"arcana-{n}" for n in range(1, 6)], *revealed]
    match = hunt.new_match(3, chance=Scripted(script), countdown_current_turn=reading)
    for _ in range(3):
        match.play(match.request.options[0])
    assert match.table.turn == 1 and match.table.countdown == 3
    assert turns(match) == [1, 2, 0]


@pytest.mark.rule("hunt.shard.fail")
def test_if_the_king_stands_after_the_countdown_everybody_loses() -> None:
    match = begin(shards=3, seats=3, countdown=3)
    play(match, "end", "end")
    assert not match.over
    play(match, "end")
    assert match.over and match.request is None
    assert (match.result.winners, match.result.scores) == ((), (0, 0, 0))
    assert match.result.rule == "hunt.shard.fail" == told(match)[-1]


@pytest.mark.rule("hunt.shard.fail-moment")
def test_the_game_is_lost_after_the_hand_limit_of_the_last_turn() -> None:
    many = [*ROYALS, "hero-royal-6", "hero-royal-7", "hero-pirate-1"]
    match = play(begin(shards=3, countdown=1, hands={0: many}), "end")
    assert not match.over and "discard:hero-pirate-1" in keys(match)
    play(match, "discard:hero-pirate-1")
    assert match.over and len(hand(match)) == 7


def king_falls(shards: int, seats: int = 3) -> Match:
    match = begin(9, cards=MADE, king="straw-king", seats=seats, heroes={0: ROYALS}, shards=shards)
    return play(match, "attack:straw-king")


@pytest.mark.rule("hunt.shard.coop-win")
def test_with_three_shards_the_kings_defeat_is_a_win_for_all() -> None:
    match = king_falls(shards=3)
    assert match.over and match.result.winners == (0, 1, 2) and match.result.scores == (1, 1, 1)
    assert match.result.rule == "hunt.shard.coop-win"
    assert king_falls(shards=2).result.winners == (0,), "not with two"


@pytest.mark.rule("hunt.shard.coop-immediate")
@pytest.mark.parametrize("reading", COUNTDOWN)
def test_all_win_in_the_very_turn_of_the_third_shard(reading: str) -> None:
    position = {"king": "straw-king", "heroes": {0: ROYALS}, "countdown_current_turn": reading}
    match = defeating("shard-3", "beast-07", 9, shards=2, seats=3, actions=4, **position)
    play(match, "attack:straw-king")
    assert match.table.turn == 0 and match.result.winners == (0, 1, 2)


@pytest.mark.rule("hunt.shard.conditions-stay")
def test_the_countdown_does_not_let_everybody_attack_the_king() -> None:
    face_down = begin(shards=3, heroes={0: ROYALS[:3]})
    assert face_down.table.king is None
    assert_refused(face_down, "attack:king", "hunt.term.facedown-no-attack")
    face_up = begin(cards=MADE, shards=3, king="straw-king", heroes={0: ROYALS[:3], 1: ROYALS[3:]})
    assert_refused(face_up, "attack:straw-king", "hunt.king.each-challenger")


@pytest.mark.rule("hunt.shard.fourth")
def test_a_fourth_shard_changes_nothing() -> None:
    running = defeating("shard-4", "beast-07", shards=3, countdown=2, seats=4)
    assert codes(running.table.shards)[-1] == "shard-4" and codes(running.table.field) == ["beast-07"]
    assert running.table.countdown == 2 and "hunt.shard.third" not in told(running)
    play(running, "end")
    assert running.table.countdown == 1, "nor does it shorten the countdown"
    at_once = defeating("shard-4", "shard-3", "beast-07", shards=2, seats=4)
    assert at_once.table.countdown == 4 and told(at_once).count("hunt.shard.third") == 1


@pytest.mark.rule("hunt.shard.permanent")
def test_shards_stay_and_the_countdown_never_stops() -> None:
    match = defeating("shard-3", "beast-07", shards=2, seats=4)
    left = []
    while match.request:
        assert len(match.table.shards) == 3
        left.append(match.table.countdown)
        play(match, "draw" if match.table.actions > 1 else "end", "*")
    assert sorted(left, reverse=True) == left and set(left) == {4, 3, 2, 1}


@pytest.mark.rule("hunt.shard.hostile-play")
def test_hostile_cards_stay_legal_in_the_countdown() -> None:
    hands = {0: ["arcana-3", "arcana-6", "curse-1"], 1: ["defiance-1", "enchant-8", "arcana-1"]}
    match = begin(
        9, "arcana-2", ..., shards=3, seats=3, hands=hands, heroes={0: ["hero-royal-1"], 1: ROYALS[1:3]}
    )
    assert "equip:curse-1:hero-royal-2" in keys(match)
    play(match, "use:hero-royal-1")  # 5 or more: draw a card
    assert match.request.seat == 1 and "enchant:enchant-8:-3" in keys(match), "against another's roll"
    play(match, "*", "play:arcana-3")  # destroy a Hero
    assert keys(match) == ["destroy:hero-royal-2", "destroy:hero-royal-3"]
    play(match, "destroy:hero-royal-3")
    assert match.request.seat == 1 and keys(match) == ["pass", "defy:defiance-1"]
    play(match, "*", "play:arcana-6", "*")  # pull two cards
    assert heroes(match, 1) == ["hero-royal-2"] and len(hand(match, 1)) == 1


@pytest.mark.rule("hunt.shard.trading")
def test_no_cards_can_be_given_away() -> None:
    hands = {0: ["arcana-1", "hero-royal-1", "enchant-1", "defiance-1", "curse-1"], 1: ["arcana-2"]}
    match = begin(shards=3, hands=hands, heroes={0: ["hero-royal-2"]})
    verbs = {key.partition(":")[0] for key in keys(match)}
    assert verbs == {"draw", "play", "equip", "use", "skill", "refresh", "end"}
    assert not any("enchant-1" in key or "defiance-1" in key for key in keys(match))
