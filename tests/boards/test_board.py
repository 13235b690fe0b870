"""The board without a browser: every click is a method or a message, and what it shows is plain data."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import beastlab
from beastlab.boards import Board, board, parts, still
from beastlab.bots import play_bots, random_bot
from beastlab.core.chance import ByHand, Scripted
from beastlab.core.knowledge import redeal
from beastlab.core.match import Match
from beastlab.core.requests import Choose, Move
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import scene

EVIL = "<img src=x onerror=alert(1)>"


def begun(seats: int = 3, seed: int = 58, **options: Any) -> Match:
    """A match in which everybody has a champion and somebody has a first action."""
    match = hunt.new_match(seats=seats, seed=seed, **options)
    play_bots(match, {seat: random_bot(seat) for seat in range(seats)}, most=seats)
    return match


def played(moves: int, seats: int = 4, seed: int = 7) -> Match:
    """A match after so many random moves."""
    match = hunt.new_match(seats=seats, seed=seed)
    play_bots(match, {seat: random_bot(seat) for seat in range(seats)}, most=moves)
    return match


def card(shown: Board, id: str) -> dict[str, Any]:
    return next(c for zone in shown.scene["zones"] for c in zone["cards"] if c["id"] == id)


def said(shown: Board) -> str:
    return " ".join(line["text"] for line in shown.status["lines"])


def click(shown: Board, do: str, value: Any = None) -> None:
    """What the page sends when something is clicked."""
    shown._handle_custom_msg({"do": do} if value is None else {"do": do, "with": value}, [])


# --- what it shows -----------------------------------------------------------------------------


def test_the_first_screen_says_who_may_do_what() -> None:
    shown = Board(begun())
    drawn = shown.scene
    words = ["".join(words for words, _ in fact) for fact in drawn["facts"]]
    assert words == ["round 1", "Ada's turn", "3 actions left"]
    assert drawn["illustrative"] and drawn["seed"] == 58
    assert drawn["steps"][drawn["step"]] == "Actions"
    assert [zone["title"] for zone in drawn["zones"]] == [
        "Beasts",
        "Ada's Party",
        "Ada's hand",
        "Bo's Party",
        "Cleo's Party",
    ]
    field = drawn["zones"][0]
    assert field["pips"]["word"] == "Shards: 0 of 3"
    assert [pile["name"] for pile in field["piles"]] == ["Main Deck", "Discard", "Beast Deck"]
    assert "face down until" in card(shown, "king")["label"]
    boar = card(shown, "beast-13")
    assert [(n["value"], n["word"]) for n in boar["numbers"]] == [
        (15, "defeat"),
        (13, "stagger"),
        (2, "orbs"),
    ]
    assert [need["class"] for need in boar["needs"]] == ["Mercenary", "any"]
    assert all(need["lacking"] for need in boar["needs"])


def test_the_scene_is_plain_data() -> None:
    for moves in (0, 3, 60, 150):
        shown = Board(played(moves))
        for part in (shown.scene, shown.odds, shown.status):
            assert json.loads(json.dumps(part)) == part


def test_moves_stand_in_groups_with_their_cost_and_their_card() -> None:
    moves = Board(begun()).scene["ask"]["moves"]
    assert [m["group"] for m in moves] == sorted((m["group"] for m in moves), key=scene.GROUP_ORDER.index)
    harpooner = next(m for m in moves if m["label"] == "Play Harpooner")
    assert harpooner["cost"] == "1 action" and harpooner["cards"] == ["hero-pirate-3"]


def test_the_number_that_counts_follows_the_reading_of_the_orb() -> None:
    for reading, defeat in (("sum", 15), ("each", 6), ("best", 9)):
        shown = Board(begun(orb_reading=reading))
        assert card(shown, "beast-13")["numbers"][0]["value"] == defeat


def test_marks_and_equipment_are_told_in_words() -> None:
    match = played(230)
    table = match.table.copy()
    beast = next(b for b in table.field if table.stagger(b))
    table.marks[beast] = 0
    seat = next(s for s in table.seats if s.heroes)
    seat.heroes[0] = hunt.Hero(seat.heroes[0].card, False, table.options.cards.by_code["armament-1"])
    shown = Board(hunt.match_at(table))
    assert f"staggered: {table.stagger(beast)} is enough" in card(shown, beast.code)["label"]
    down = card(shown, seat.heroes[0].card.code)
    assert down["down"] and "face down" in down["label"] and "carries Polished Knuckle" in down["label"]


def test_a_requirement_is_filled_symbol_by_symbol() -> None:
    match = begun()
    table = match.table.copy()
    table.seats[0].heroes.append(hunt.Hero(table.options.cards.by_code["hero-pirate-1"]))
    shown = Board(hunt.match_at(table))
    needs = {need["class"]: need["lacking"] for need in card(shown, "beast-12")["needs"]}
    assert needs == {"Pirate": False, "any": True}


def test_the_end_is_told() -> None:
    match = hunt.new_match(seats=2, seed=7)
    shown = Board(match, players={0: random_bot(0), 1: random_bot(1)})
    assert match.over and shown.scene["ask"]["who"] == "over"
    assert match.result and shown.scene["ask"]["prompt"] == match.result.text
    assert shown.scene["facts"] == [[["the game is over", True]]]


# --- who may see it ------------------------------------------------------------------------------


def hidden(match: Match, seat: int) -> set[str]:
    known = set(match.view(seat)["seats"][seat]["hand"])
    return {c.name for other, s in enumerate(match.table.seats) if other != seat for c in s.hand} - {
        match.options.cards.by_code[code].name for code in known
    }


def test_another_hand_is_not_in_the_scene_and_not_in_its_moves() -> None:
    match = begun()
    shown = Board(match, seat=1)
    assert match.request.seat == 0
    ask = shown.scene["ask"]
    assert (ask["who"], ask["moves"], ask["refused"], shown.odds) == ("other", [], [], {})
    text = json.dumps([shown.scene["zones"], ask])
    assert not [held.code for held in match.table.seats[0].hand if f'"{held.code}"' in text]
    assert [zone["backs"]["count"] for zone in shown.scene["zones"] if "backs" in zone] == [5, 5]


def test_the_scene_is_the_same_on_every_redeal() -> None:
    for moves in (40, 90, 160):
        match = played(moves)
        for seat in range(4):
            mine = scene.scene(match, seat), parts.asked(match, seat), parts.log(match, seat)
            for n in range(3):
                twin = redeal(match, seat, Random(n))
                assert (scene.scene(twin, seat), parts.asked(twin, seat), parts.log(twin, seat)) == mine


def test_a_board_of_one_seat_plays_for_that_seat_alone() -> None:
    match = begun()
    shown = Board(match, seat=1)
    here = match.place
    click(shown, "play", "draw")
    assert match.place is here and said(shown) == "Ada is to decide, not you."
    click(shown, "look", "draw")
    assert shown.odds == {}


def test_the_open_board_turns_to_whoever_is_asked() -> None:
    shown = Board(begun())
    assert shown.viewer == 0 and shown.scene["open"]
    shown.play("end")
    assert shown.viewer == 1
    click(shown, "reveal")
    assert shown.scene["zones"][2]["title"] == "Bo's hand"


# --- what it does -----------------------------------------------------------------------------------


def test_a_click_plays_the_move_and_says_what_came_of_it() -> None:
    shown = board(begun(), you=0)
    click(shown, "play", "play:hero-pirate-3")
    assert shown.scene["ask"]["prompt"] == "Ada: use the effect of Harpooner now?"
    assert said(shown) == "Ada plays Harpooner. Harpooner joins the Party of Ada."
    assert card(shown, "hero-pirate-3")["kind"] == "Hero"


def test_a_refused_move_shows_its_reason_and_its_rule_and_changes_nothing() -> None:
    shown = Board(begun())
    refused = next(m for m in shown.scene["ask"]["refused"] if m["key"] == "attack:beast-12")
    assert refused["why"] == "It needs Pirate, any; your Party lacks Pirate, any."
    before, drawn = shown.match.place, shown.scene
    click(shown, "play", refused["key"])
    assert shown.status["kind"] == "error"
    assert shown.status["lines"] == [{"text": refused["why"], "rule": refused["rule"]}]
    assert shown.match.place is before and shown.scene == drawn
    click(shown, "show_rule", refused["rule"])
    assert shown.rule["html"] == beastlab.rule(refused["rule"])._repr_html_()
    click(shown, "show_rule", "")
    assert shown.rule == {}


def test_what_is_no_move_and_no_rule_is_refused_in_a_sentence() -> None:
    shown = Board(begun())
    click(shown, "play", "fly")
    assert shown.status["kind"] == "error" and said(shown).startswith("That move is not to be")
    click(shown, "show_rule", "hunt.no.such")
    assert shown.status["kind"] == "error" and shown.rule == {}
    click(shown, "redo")
    assert said(shown).startswith("Nothing to redo")
    before = shown.scene
    for nonsense in ({}, {"do": "close"}, {"do": "play"}, {"do": "_bots", "with": 1}, "undo", None):
        shown._handle_custom_msg(nonsense, [])
    assert shown.scene == before


def test_a_failure_is_said_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Board(begun())
    monkeypatch.setattr(shown.match, "play", lambda move: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        shown._told({"do": "play", "with": "draw"})
    assert shown.status["kind"] == "error" and "ZeroDivisionError" in said(shown)


def test_undo_redo_and_the_slider() -> None:
    shown = Board(begun())
    start, zones = shown.match.place, shown.scene["zones"]
    assert shown.scene["history"] == {"at": 3, "of": 3, "branches": []}
    click(shown, "play", "draw")
    drawn = shown.scene["zones"]
    assert drawn != zones
    click(shown, "undo")
    assert shown.match.place is start and shown.scene["zones"] == zones
    assert (shown.scene["history"]["at"], shown.scene["history"]["of"]) == (3, 4)
    click(shown, "redo")
    assert shown.scene["zones"] == drawn
    click(shown, "goto", 0)
    assert shown.scene["zones"][0]["title"] == "Champions to choose from"
    click(shown, "goto", 99)
    assert shown.scene["zones"] == drawn
    click(shown, "goto", 0)
    click(shown, "undo")
    assert said(shown) == "Nothing to undo: this is where the match began"


def test_other_dice_and_other_moves_are_branches() -> None:
    shown = Board(begun())
    click(shown, "see_all", True)
    click(shown, "play", "draw")
    click(shown, "undo")
    click(shown, "play", "end")
    click(shown, "roll_again")
    branches = shown.scene["history"]["branches"]
    assert [branch["current"] for branch in branches] == [False, False, True]
    assert [branch["label"] for branch in branches] == [
        "Move 4: Draw a card",
        "Move 4: End the turn",
        "Move 4: End the turn (rolled again)",
    ]
    click(shown, "branch", 0)
    assert shown.scene["history"]["branches"][0]["current"]
    assert "6 cards" in shown.scene["zones"][2]["note"]
    click(shown, "branch", 77)
    assert shown.scene["history"]["branches"][0]["current"]


def test_the_odds_follow_the_move_that_is_looked_at() -> None:
    shown = Board(begun())
    assert shown.odds["key"] == "play:hero-pirate-3"  # the first move that needs luck
    click(shown, "look", "play:hero-pirate-3")
    assert [(b["word"], b["fraction"]) for b in shown.odds["bars"]] == [
        ("success", "13/18"),
        ("failure", "5/18"),
    ]
    assert shown.odds["bars"][0]["percent"] == "72.22 %" and shown.odds["tex"] in shown.formula.value.replace(
        "&amp;", "&"
    ).replace("&gt;", ">")
    assert [row["word"] for row in shown.odds["others"]] == ["Play Harpooner", "Play Debt Collector"]
    click(shown, "look", "play:hero-mercenary-7")
    assert shown.odds["label"] == "Play Debt Collector"
    click(shown, "look", "draw")
    assert shown.odds["question"] == "The next card of the Main Deck"
    click(shown, "look", "attack:beast-12")  # refused: the panel stays
    assert shown.odds["key"] == "draw"


def test_outcomes_stand_in_an_order_that_tells_nothing() -> None:
    """By chance and then by name: not in that of a hand or a deck."""
    match = begun()
    bars = parts.odds(match, "draw")[0]["bars"]
    assert [bar["word"] for bar in bars] == [
        bar["word"] for bar in sorted(bars, key=lambda bar: (-bar["share"], bar["word"]))
    ]
    assert parts.odds(redeal(match, 0, Random(5)), "draw")[0]["bars"] == bars
    table = match.table.copy()
    table.seats[0].heroes += [hunt.Hero(table.options.cards.by_code[f"hero-pirate-{n}"]) for n in (1, 2)]
    attack = parts.odds(hunt.match_at(table), "attack:beast-12")[0]["bars"]
    assert [bar["word"] for bar in attack] == ["defeat", "stagger", "miss"]
    assert attack[0]["share"] < attack[1]["share"] < attack[2]["share"]


def test_a_game_without_odds_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = parts.game_part
    monkeypatch.setattr(
        parts, "game_part", lambda match, name: None if name == "odds" else whole(match, name)
    )
    shown = Board(begun())
    click(shown, "look", "draw")
    assert (shown.odds["method"], shown.odds["bars"], shown.odds["others"]) == (
        "This game has no odds yet.",
        [],
        [],
    )


def test_a_window_is_a_question_and_pass_comes_first() -> None:
    match = hunt.new_match(seats=4, seed=7)
    rng = Random(1)
    while not (match.request.window and len(match.request.options) > 1):
        match.play(rng.choice(match.request.options))
    ask = Board(match).scene["ask"]
    assert ask["window"] and ask["moves"][0]["key"] in ("pass", "decline") and ask["rule"].startswith("hunt.")


# --- programs at the table ---------------------------------------------------------------------------


def test_the_others_play_until_it_is_your_turn() -> None:
    shown = board(begun(), you=0)
    click(shown, "play", "end")
    assert shown.scene["ask"]["who"] in ("you", "over")
    assert shown.match.request.seat == 0 and shown.match.table.round >= 1


def test_undo_goes_back_to_your_own_move_and_redo_to_your_next() -> None:
    shown = board(begun(), you=0)
    zones = shown.scene["zones"]
    click(shown, "play", "end")
    after, history = shown.scene["zones"], shown.scene["history"]
    assert history["at"] > 5
    click(shown, "undo")
    assert shown.scene["zones"] == zones
    click(shown, "redo")
    assert shown.scene["zones"] == after and shown.scene["history"] == history
    click(shown, "undo")
    click(shown, "play", "end")  # the same move meets the same replies: no new branch
    assert shown.scene["zones"] == after and shown.scene["history"] == history
    click(shown, "undo")
    click(shown, "undo")  # before that, a champion was chosen for you
    assert shown.scene["ask"]["prompt"] == "Ada: choose a champion"
    click(shown, "undo")
    assert said(shown).startswith("Nothing to undo")
    late = board(begun(), you=2)
    click(late, "undo")
    assert late.scene["ask"]["prompt"] == "Cleo: choose a champion"
    click(late, "undo")
    assert said(late) == "Nothing lies there that was yours to decide."
    assert late.scene["ask"]["prompt"] == "Cleo: choose a champion"


def test_rolling_again_takes_your_last_move_not_theirs() -> None:
    shown = board(hunt.new_match(seats=3, seed=58), you=0)
    click(shown, "roll_again")
    assert said(shown) == "There is no move yet that could be rolled again."
    shown = board(begun(), you=0)
    click(shown, "play", "end")
    click(shown, "roll_again")
    assert [b["label"] for b in shown.scene["history"]["branches"]] == [
        "Move 4: End the turn",
        "Move 4: End the turn (rolled again)",
    ]
    assert shown.match.request.seat == 0


def test_going_back_to_a_program_waits_until_it_is_told_to_go_on() -> None:
    shown = board(begun(), you=0)
    click(shown, "play", "end")
    click(shown, "goto", 4)
    assert shown.scene["ask"]["who"] == "other" and shown.scene["players"]
    click(shown, "go_on")
    assert shown.match.request.seat == 0


def test_a_program_that_cheats_or_breaks_is_named_and_your_move_stands() -> None:
    for policy, words in (
        (lambda twin: Move("fly", "Fly"), "'fly' is not"),
        (lambda twin: 1 / 0, "ZeroDivision"),
    ):
        shown = board(begun(), you=0, players={1: policy})  # type: ignore[dict-item]
        click(shown, "play", "end")
        assert shown.status["kind"] == "error" and words in said(shown)
        assert shown.scene["ask"]["prompt"] == "Bo is to decide."


def test_programs_see_a_redealt_match_and_answer_the_same_again() -> None:
    match = begun()
    seen: list[Match] = []

    def policy(twin: Match) -> Any:
        seen.append(twin)
        return twin.request.options[0]

    assert play_bots(match, {0: policy}, most=1) == 1
    assert seen[0] is not match and seen[0].seed != match.seed
    assert seen[0].events(0) and not any(e for e in seen[0].events() if not e.seen(0))


# --- saving, playing outside, entering real dice --------------------------------------------------------


def test_every_move_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    shown = board(begun(), autosave=path)
    assert shown.match.autosave == path and path.exists()
    click(shown, "play", "draw")
    assert beastlab.load(path).table.actions == 2
    click(shown, "undo")
    assert beastlab.load(path).table.actions == 3


def test_a_save_that_fails_is_said_and_the_move_stands(tmp_path: Path) -> None:
    shown = board(begun(), autosave=tmp_path / "game.json")
    shown.match.autosave = tmp_path / "missing" / "game.json"
    with pytest.warns(UserWarning, match="Not saved to"):
        click(shown, "play", "draw")
    assert shown.match.table.actions == 2
    assert shown.status["kind"] == "ok" and said(shown).startswith("Ada draws")
    assert shown.status["unsaved"] == shown.match.unsaved != ""
    click(shown, "play", "fly")  # it is said until it is not so
    assert shown.status["unsaved"] == shown.match.unsaved
    (tmp_path / "missing").mkdir()
    click(shown, "play", "draw")
    assert shown.status["unsaved"] == "" and shown.match.autosave.exists()


def test_the_seed_is_shown_where_it_is_the_chance() -> None:
    assert Board(begun()).scene["seed"] == 58
    for chance in (ByHand(), Scripted([])):
        assert Board(hunt.new_match(seats=2, seed=7, chance=chance)).scene["seed"] is None


def test_a_match_played_outside_is_drawn_by_refresh() -> None:
    match = begun()
    shown = Board(match)
    match.play("draw")
    assert shown.scene["zones"][2]["note"] == "5 cards, limit 7"
    shown.refresh()
    assert shown.scene["zones"][2]["note"] == "6 cards, limit 7"


def test_real_dice_are_entered_on_the_board() -> None:
    match = hunt.new_match(seats=2, seed=7, chance=ByHand())
    shown = Board(match)
    ask = shown.scene["ask"]
    assert ask["who"] == "chance" and ask["prompt"] == "Roll 2 dice: what is their total?"
    assert [move["label"] for move in ask["moves"]] == [str(n) for n in range(2, 13)]
    click(shown, "play", "chance:9")
    click(shown, "play", "chance:5")
    for _ in range(2):
        click(shown, "play", shown.scene["ask"]["moves"][0]["key"])
    assert shown.scene["ask"]["prompt"] == "Ada drew a card: which one?"
    click(shown, "play", "chance:arcana-1")
    assert match.table.seats[0].hand == [match.options.cards.by_code["arcana-1"]]
    assert not isinstance(match.request, Choose)


def test_seats_that_are_not_there_are_refused() -> None:
    for wrong in ({"you": 3}, {"seat": -1}, {"seat": 3}):
        with pytest.raises(ValueError, match="0 to 2"):
            board(begun(), **wrong)  # type: ignore[arg-type]


# --- text that is not ours ----------------------------------------------------------------------------


def test_names_stay_text(tmp_path: Path) -> None:
    """The page puts every text in as text; the one piece of HTML is the ledger's, which holds no name."""
    script = Board._esm
    assert script.count("innerHTML") == 1 and "words.innerHTML = html;" in script
    for way in ("outerHTML", "insertAdjacentHTML", "document.write", "eval(", "import ", "http:", "https:"):
        assert way not in re.sub(r'"http://www.w3.org/(2000/svg|1999/xhtml)"', "", script)
    shown = Board(begun(names=(EVIL, "Bo", "Cleo")))
    click(shown, "show_rule", shown.scene["log"][0]["rule"])
    click(shown, "look", "draw")
    assert EVIL in json.dumps(shown.scene)
    assert "<img" not in shown.rule["html"] + shown.formula.value
    with pytest.raises(Exception, match="img"):
        beastlab.rule(EVIL)
    click(shown, "show_rule", EVIL)
    assert shown.rule["id"] != EVIL and shown.status["kind"] == "error"


def test_a_move_is_answered_at_once() -> None:
    """Half the moves of a random game take under 50 ms (about 5 here), so that a slow machine still feels quick."""
    times = []
    for seed in (1, 2):
        shown, rng = Board(hunt.new_match(seats=4, seed=seed)), Random(seed)
        while shown.match.request is not None and len(times) < 120 * seed:
            key = rng.choice(shown.match.request.options).key
            began = time.perf_counter()
            shown.play(key)
            times.append(time.perf_counter() - began)
    assert sorted(times)[len(times) // 2] < 0.05


def test_without_a_kernel_there_is_the_same_scene_in_html_and_in_words() -> None:
    shown = board(begun(names=(EVIL, "Bo", "Cleo")), you=0)
    bundle, _ = shown._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/html"] == still(shown.match, 0)._repr_html_() and "<img" not in bundle["text/html"]
    assert repr(shown) == bundle["text/plain"] == still(shown.match, 0).text


# --- passing for a person --------------------------------------------------------------------------------


def test_the_board_passes_for_people_in_windows_and_nowhere_else() -> None:
    match = hunt.new_match(seats=4, seed=7)
    rng = Random(1)
    while not (match.request.window and len(match.request.options) > 1):
        match.play(rng.choice(match.request.options))
    shown = Board(match)
    click(shown, "see_all", True)
    assert shown.scene["passing"] is False and shown.scene["ask"]["window"]
    asked, who = match.place, match.request.seat
    click(shown, "pass_for_me", True)
    assert shown.passing == {who} and match.place is not asked
    windows = set()
    for _ in range(200):
        if match.request is None:
            break
        assert shown.scene["passing"] is (match.request.seat == who)
        if match.request.window:
            windows.add(match.request.seat)
        click(shown, "play", rng.choice(match.request.options).key)
    assert windows == {0, 1, 2, 3} - {who}  # the others are asked as ever


def test_with_programs_at_the_table_the_board_passes_for_the_person() -> None:
    shown = board(hunt.new_match(seats=3, seed=3), you=0)
    click(shown, "pass_for_me", True)
    rng = Random(2)
    for _ in range(60):
        request = shown.match.request
        if request is None:
            break
        assert request.seat == 0 and not request.window
        click(shown, "play", rng.choice(request.options).key)
