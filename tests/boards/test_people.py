"""Several people at one screen, programs at the table, a check by play: what the board does with seats and time."""

from __future__ import annotations

import asyncio
import json
import time
from random import Random
from typing import Any

import pytest
from boards.test_board import begun, click, said

from beastlab.boards import Board, board, parts
from beastlab.core.chance import ByHand
from beastlab.core.match import Match
from beastlab.core.requests import Choose
from beastlab.games import beast_hunt as hunt


def codes(match: Match, seat: int) -> list[str]:
    return [card.code for card in match.table.seats[seat].hand]


def window(seats: int = 4, seed: int = 7) -> Match:
    """A match in which somebody is asked for a response and has one."""
    match, rng = hunt.new_match(seats=seats, seed=seed), Random(1)
    while not (match.request.window and len(match.request.options) > 1):
        match.play(rng.choice(match.request.options))
    return match


# --- the screen between two people -------------------------------------------------------------------


def test_a_cover_hides_the_next_hand_until_its_owner_looks() -> None:
    shown = Board(begun())
    assert shown.scene["cover"] is None
    click(shown, "play", "end")
    assert shown.scene["cover"] == {"to": "Bo", "words": "Bo is to decide.", "window": False}
    assert shown.scene["zones"] == [] and shown.odds == {}
    assert shown.scene["ask"]["who"] == "cover" and shown.scene["ask"]["moves"] == []
    assert said(shown).endswith("Bo's turn.")
    click(shown, "reveal")
    assert shown.scene["cover"] is None
    assert [card["id"] for card in shown.scene["zones"][2]["cards"]] == codes(shown.match, 1)
    assert said(shown).endswith("Bo's turn.")  # what happened since Bo last looked


def test_while_the_screen_is_covered_no_hand_is_in_the_page() -> None:
    """Over whole random games: nothing that is sent names a card in hand, but those that everybody saw."""
    covers = 0
    for seed in range(4):
        shown, rng = Board(hunt.new_match(seats=3, seed=seed)), Random(seed)
        while shown.match.request is not None and covers < 40 * (seed + 1):
            if shown.covered:
                covers += 1
                sent = json.dumps([shown.scene, shown.odds, shown.status, shown.formula.value])
                assert not [
                    code for seat in range(3) for code in codes(shown.match, seat) if f'"{code}"' in sent
                ]
                public = parts.told(shown.match.events(), parts.EVERYBODY)
                assert shown.scene["log"] == public[-200:]
                click(shown, "reveal")
            click(shown, "play", rng.choice(shown.match.request.options).key)
    assert covers > 100


def test_the_same_person_again_needs_no_cover_and_choosing_champions_neither() -> None:
    shown = Board(hunt.new_match(seats=2, seed=7))
    click(shown, "play", "champion:champion-royal-1")
    assert shown.viewer == 1 and shown.scene["cover"] is None  # nobody has a card yet
    shown = Board(begun())
    click(shown, "play", "draw")
    assert shown.scene["cover"] is None


def test_a_response_is_passed_without_looking() -> None:
    match = window()
    shown = Board(match)
    shown._looking = (match.request.seat + 1) % 4  # another person had the screen
    shown.refresh()
    assert shown.scene["cover"]["window"]
    before = match.place
    click(shown, "pass_unseen")
    assert match.place.path()[before.depth + 1].answer.key == "pass"
    click(shown, "reveal")
    click(shown, "pass_unseen")
    assert shown.status["kind"] == "error"


def test_all_hands_are_seen_on_request_and_then_nothing_is_covered() -> None:
    shown = Board(begun())
    click(shown, "see_all", True)
    titles = [zone["title"] for zone in shown.scene["zones"]]
    assert titles[-4:] == ["Bo's Party", "Bo's hand", "Cleo's Party", "Cleo's hand"]
    assert [card["id"] for card in shown.scene["zones"][-1]["cards"]] == codes(shown.match, 2)
    click(shown, "play", "end")
    assert shown.scene["cover"] is None and shown.viewer == 1
    assert len(shown.scene["log"]) == len(parts.told(shown.match.events(), None))
    click(shown, "see_all", False)
    assert shown.scene["cover"]["to"] == "Bo" and shown.scene["zones"] == []


def test_a_board_of_one_seat_is_never_covered() -> None:
    shown = board(begun(), you=0)
    for _ in range(30):
        if shown.match.over:
            break
        assert shown.scene["cover"] is None
        click(shown, "play", shown.match.request.options[-1].key)


def test_only_who_says_so_uncovers_the_screen() -> None:
    """Not the slider, not a place where nobody holds a card, not a second click on a move that is gone."""
    shown = Board(begun())
    click(shown, "play", "end")
    for place in (0, 1, 2, 3, 4):
        click(shown, "goto", place)
    assert shown.scene["cover"]["to"] == "Bo"
    place = shown.match.place
    click(shown, "play", "end")
    assert shown.match.place is place and said(shown) == "Pass the screen to Bo first."
    click(shown, "give_line")
    assert shown.line == "" and said(shown).startswith("The line holds everybody's cards")
    assert (shown.formula.value, shown.chart.outputs) == ("", ())


def test_a_second_click_on_what_is_gone_does_nothing() -> None:
    shown = Board(begun())
    drawn = shown.scene["drawn"]
    for n in (1, 2):
        shown._handle_custom_msg({"do": "play", "with": "draw", "n": n, "drawn": drawn}, [])
    assert shown.match.table.actions == 2 and shown.heard == 2
    assert shown.status["kind"] == "ok"
    drawn = shown.scene["drawn"]
    click(shown, "pace", 1)  # no other position: a click that was on its way counts
    shown._handle_custom_msg({"do": "play", "with": "draw", "n": 3, "drawn": drawn}, [])
    assert shown.match.table.actions == 1


def test_branches_do_not_tell_what_others_hold() -> None:
    shown = Board(begun())
    click(shown, "play", "play:hero-pirate-3")
    click(shown, "undo")
    click(shown, "play", "end")
    click(shown, "reveal")
    assert [branch["label"] for branch in shown.scene["history"]["branches"]] == ["Move 4: Ada's move"] * 2
    assert "Harpooner" not in json.dumps(shown.scene["history"])
    real = Board(hunt.new_match(seats=2, chance=ByHand()))
    for entry in ("chance:9", "chance:5"):
        click(real, "play", entry)
    for _ in range(2):
        click(real, "play", real.match.request.options[0].key)
    for entry in ("chance:arcana-1", "chance:arcana-2"):
        click(real, "play", entry)
        click(real, "undo")
    told = [branch["label"] for branch in parts.history(real.match, 1)["branches"]]
    assert told == ["Move 5: a card"] * 2
    own = [branch["label"] for branch in parts.history(real.match, 0)["branches"]]
    assert own[0] == f"Move 5: {real.match.options.cards.by_code['arcana-1'].name}"


# --- who plays, and how fast ---------------------------------------------------------------------------


def test_players_are_named_or_given() -> None:
    def first(match: Match) -> Any:
        return match.request.options[0]

    shown = Board(begun(), 0, players={1: "sensible", 2: first})
    assert [seat["plays"] for seat in shown.scene["seats"]] == ["person", "sensible", "program"]
    with pytest.raises(ValueError, match="'sensible', 'random' or a policy"):
        Board(begun(), players={1: "clever"})


def test_a_seat_changes_hands_while_the_game_is_on() -> None:
    shown = Board(begun())
    click(shown, "let_play", {"seat": 1, "as": "sensible"})
    click(shown, "let_play", {"seat": 2, "as": "random"})
    click(shown, "play", "end")
    while shown.match.request.window:
        assert shown.match.request.seat == 0 and shown.scene["cover"] is None
        click(shown, "play", "pass")
    assert any(line["text"] == "Cleo's turn." for line in shown.scene["log"])
    click(shown, "let_play", {"seat": 1, "as": "person"})
    assert [seat["plays"] for seat in shown.scene["seats"]] == ["person", "person", "random"]
    for wrong in ({"seat": 9, "as": "random"}, {"seat": 1, "as": "<b>"}):
        click(shown, "let_play", wrong)
        assert shown.status["kind"] == "error" and len(shown.players) == 1


def test_a_person_who_takes_a_seat_shares_the_screen() -> None:
    shown = board(begun(), you=0)
    click(shown, "let_play", {"seat": 1, "as": "person"})
    assert shown.seat is None
    click(shown, "play", "end")
    while shown.match.request.seat == 0:
        click(shown, "play", "pass")
    assert shown.scene["cover"]["to"] == "Bo"


def test_at_a_pace_programs_move_one_by_one_and_every_move_is_told() -> None:
    shown = board(begun(), you=0)
    click(shown, "pace", -1)
    click(shown, "play", "end")
    assert shown.match.request.seat != 0 and shown.scene["ask"]["who"] == "other"
    steps = 0
    while shown.match.request.seat != 0:
        place = shown.match.place
        click(shown, "go_on")
        assert sum(p.decision for p in shown.match.place.path()) == sum(p.decision for p in place.path()) + 1
        steps += 1
    assert steps > 1
    click(shown, "pace", 0)
    click(shown, "play", "pass" if shown.match.request.window else "end")
    assert shown.match.request.seat == 0


def test_the_board_is_drawn_for_people_where_a_program_is_asked() -> None:
    shown = Board(begun(), players={1: "random", 2: "random"})
    click(shown, "pace", 1)
    click(shown, "play", "end")
    assert shown.match.request.seat == 1 and shown.viewer == 0
    assert "Bo's hand" not in [zone["title"] for zone in shown.scene["zones"]]


def test_a_move_of_ones_own_is_redone_before_the_programs_answer() -> None:
    shown = board(begun(), you=0)
    click(shown, "pace", -1)
    click(shown, "play", "end")
    place = shown.match.place
    click(shown, "undo")
    assert shown.match.request.seat == 0
    click(shown, "redo")
    assert shown.match.place is place and shown.status["kind"] == "ok"


def test_a_pace_is_a_time_or_a_button() -> None:
    shown = Board(begun())
    for wrong in (float("nan"), float("inf"), -7, 1e9):
        click(shown, "pace", wrong)
        assert said(shown).startswith("A pace of ") and shown.pace == 0
    click(shown, "pace", "quick")
    assert shown.pace == 0


def test_a_game_of_programs_alone_is_watched() -> None:
    shown = board(begun(), you=0)
    click(shown, "let_play", {"seat": 0, "as": "sensible"})
    assert shown.pace == 1 and not shown.match.over
    before = shown.match.place.depth
    click(shown, "go_on")
    assert shown.match.place.depth > before and not shown.match.over


def test_who_plays_is_checked() -> None:
    for wrong in ({0: 5}, {9: "random"}, {"0": "random"}, {-1: "random"}, "sensible"):
        with pytest.raises(ValueError, match="players: "):
            Board(begun(), players=wrong)
    with pytest.raises(TypeError, match=r"is no match; give one, as hunt\.new_match\(\) makes it"):
        board(hunt)  # type: ignore[arg-type]


def test_a_real_card_for_a_program_is_entered_by_the_person() -> None:
    shown = board(hunt.new_match(seats=2, chance=ByHand()), you=0)
    for entry in ("chance:9", "chance:5"):
        click(shown, "play", entry)
    click(shown, "play", shown.match.request.options[0].key)
    for card in ("arcana-1", "arcana-2", "arcana-3", "enchant-1", "enchant-2"):
        assert "Ada drew a card" in shown.scene["ask"]["prompt"]
        click(shown, "play", f"chance:{card}")
    assert shown.scene["ask"]["prompt"] == "Bo drew a card: which one?"
    assert "chance:arcana-1" in {
        move["key"] for move in shown.scene["ask"]["moves"]
    }  # the list tells nothing
    click(shown, "play", "chance:arcana-4")
    assert len(shown.match.table.seats[1].hand) == 1
    assert "chance:arcana-4" not in {move["key"] for move in shown.scene["ask"]["moves"]}  # Bo has it


# --- what is worth doing -------------------------------------------------------------------------------


def test_the_likeliest_and_the_advised_move_are_named() -> None:
    shown = Board(begun())
    assert shown.odds["best"] == "Likeliest to do what it is for, exactly: Play Harpooner, 72.22 %."
    move, why = hunt.sensible_bot().why(shown.match)
    advice = shown.odds["advice"]
    assert (advice["key"], advice["why"]) == (move.key, why)
    assert advice["method"] == "A rule of thumb, not an exact optimum."


def test_everything_is_explained_in_words() -> None:
    shown = Board(begun())
    click(shown, "explain", "play:hero-pirate-3")
    assert said(shown).startswith(
        "Play Harpooner: success 13/18, 72.22 %; failure 5/18, 27.78 %. If nobody defies"
    )
    click(shown, "explain", "attack:beast-12")
    assert said(shown).startswith("Attack Reef Strangler: not allowed. It needs Pirate")
    assert shown.status["lines"][0]["rule"].startswith("hunt.")
    click(shown, "explain", "hero-pirate-3")
    assert "With it you may: Play Harpooner" in said(shown)
    click(shown, "explain", "<b>")
    assert shown.status["kind"] == "info" and "<b>" not in said(shown)


def test_a_check_by_play_stands_beside_the_exact_value() -> None:
    shown = Board(begun())
    click(shown, "look", "play:hero-pirate-3")
    click(shown, "simulate")
    assert shown.run["running"] is False and shown.run["key"] == "play:hero-pirate-3"
    assert shown.run["text"].startswith("Exact 72.22 %; 1,000 plays (seed 1):")
    assert "the exact value lies" in shown.run["text"]
    click(shown, "simulate")
    assert "(seed 2)" in shown.run["text"]  # other plays
    click(shown, "look", "draw")
    assert shown.run == {}
    click(shown, "simulate")  # nothing is rolled
    assert shown.run == {}


def test_a_check_tells_how_far_it_is_and_can_be_stopped() -> None:
    async def stopped() -> None:
        shown = Board(begun())
        click(shown, "look", "play:hero-pirate-3")
        click(shown, "simulate")
        while not shown.run.get("done"):
            await asyncio.sleep(0)
        assert shown.run["running"] and 0 < shown.run["done"] < shown.run["of"] == 1_000
        click(shown, "cancel")
        while shown.run["running"] or "text" not in shown.run:
            await asyncio.sleep(0)
        assert shown.run["text"].startswith("Exact 72.22 %; ") and "1,000 plays" not in shown.run["text"]
        click(shown, "simulate")
        click(shown, "see_all", True)
        assert shown.run["running"]  # it is about the same position
        click(shown, "cancel")  # at once
        await asyncio.sleep(0.1)
        assert not shown.run.get("running")
        click(shown, "simulate")
        await asyncio.sleep(0)
        click(shown, "play", "draw")
        assert shown.run == {} and isinstance(shown.match.request, Choose)

    asyncio.run(stopped())


def test_a_page_that_shows_the_board_gets_charts() -> None:
    shown = Board(begun())
    assert shown.odds["chart"] is False and shown.chart.outputs == ()
    click(shown, "shown")
    (output,) = shown.chart.outputs
    assert shown.odds["chart"] is True
    assert (
        output["data"]["text/plain"] == "What can happen. success: 13/18 (72.22 %), failure: 5/18 (27.78 %)."
    )
    click(shown, "look", "end")
    assert shown.odds["chart"] is False  # nothing is rolled


def test_altair_loads_behind_the_board() -> None:
    async def displayed() -> Board:
        shown = Board(begun())
        click(shown, "shown")
        assert shown.odds["chart"] is False
        while not shown.odds["chart"]:
            await asyncio.sleep(0.01)
        return shown

    assert asyncio.run(displayed()).chart.outputs


# --- the last roll ---------------------------------------------------------------------------------------


def test_the_last_roll_lies_on_the_table() -> None:
    shown = board(begun(), you=0)
    click(shown, "play", "play:hero-pirate-3")
    click(shown, "play", "now")
    rolled = shown.scene["dice"]
    (group,) = rolled["groups"]
    assert group["count"] == 2 and f"Ada rolls {group['total']} for Harpooner" in rolled["text"]


def test_what_was_sent_is_said_to_be_heard() -> None:
    shown = Board(begun())
    shown._handle_custom_msg({"do": "look", "with": "draw", "n": 7}, [])
    assert shown.heard == 7
    shown._handle_custom_msg({"do": "play", "with": "nothing", "n": 8}, [])
    assert shown.heard == 8 and shown.status["kind"] == "error"


def test_where_comparing_takes_long_the_move_that_is_looked_at_goes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = parts.comparison

    def comparison(match: Match) -> Any:
        time.sleep(0.05)
        return slow(match)

    monkeypatch.setattr(parts, "comparison", comparison)

    async def looked() -> None:
        shown = Board(begun())
        assert shown.odds["others"]  # it is not known yet that it takes long
        click(shown, "play", "draw")
        assert shown.odds.get("others", []) == []
        click(shown, "look", "play:hero-pirate-3")
        assert shown.odds["bars"] and shown.odds["others"] == []
        await asyncio.sleep(0.8)
        assert shown.odds["key"] == "play:hero-pirate-3" and shown.odds["others"] and shown.odds["advice"]

    asyncio.run(looked())
