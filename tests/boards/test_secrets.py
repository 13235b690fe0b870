"""Secrets on a board and in pictures, and windows that are always put: on whole expeditions of Beest."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from boards.test_board import click, said
from games.beest.laying import begin, lay_all
from games.beest.playing import honest

from beastlab.boards import Board, board, still
from beastlab.core.knowledge import redeal
from beastlab.core.match import Match
from beastlab.games import beest
from beastlab.games.beest.scene import scene

SHOWN = "secret: a picture for this seat shows it"


def secrets(drawn: dict[str, Any]) -> list[dict[str, Any]]:
    return [zone for zone in drawn["zones"] if zone.get("secret")]


def own(match: Match, seat: int) -> str:
    return f"{match.table.piles[seat].name.title()} DNA"


# --- what a page gets ------------------------------------------------------------------------------------


@pytest.mark.rule("beest.info.outgoing-hidden", "beest.info.incoming-hidden", "beest.setup.look-own-when")
@pytest.mark.parametrize("seed", range(4))
def test_a_page_gets_the_secret_of_whoever_looks_and_of_nobody_else(seed: int) -> None:
    """Over whole random matches: while it is covered no DNA at all, else that of the one who looks, marked secret."""
    match = beest.new_match(seats=3 + seed % 4, seed=seed, expeditions=1 + seed % 2)
    shown, rng, covers = Board(match, autosave=False), Random(seed), 0
    for _ in range(120):
        if match.request is None:
            break
        sent = json.dumps([shown.scene, shown.odds, shown.status, shown.formula.value])
        if shown.covered:
            covers += 1
            assert shown.scene["zones"] == [] and "'s marker is" not in sent and "own DNA" not in sent
            assert "may not announce" not in sent
            click(shown, "reveal")
        drawn = secrets(shown.scene)
        assert [zone["id"] for zone in drawn] == [f"dna-{match.request.seat}"]
        assert drawn[0]["cards"][0]["name"] == own(match, match.request.seat)
        if rng.random() < 0.2:
            twin = redeal(match, match.request.seat, rng)
            assert shown.scene["zones"] == scene(twin, match.request.seat)["zones"]
        click(shown, "play", honest(match, rng).key)
    assert covers > 3


def test_the_screen_is_covered_before_a_person_whose_own_pile_all_have_seen() -> None:
    """Bo has given a marker to both others, but only he has seen the silent guy's."""
    match = begin(humans=3, beest=0, exchanges="1-silent, 1-2, 0-2", meets=1, expeditions=1)
    shown = Board(match, autosave=False)
    lay_all(match)
    assert match.table.partners(1) == {0, 2, 3}
    click(shown, "play", "pass")
    assert shown.scene["cover"]


@pytest.mark.rule("beest.end3.who")
def test_a_refused_announcement_is_told_to_the_beest_alone() -> None:
    match = begin(humans=3, beest=1, turn=1, expeditions=1)
    shown = Board(match, autosave=False)
    assert [refused["rule"] for refused in shown.scene["ask"]["refused"]][:1] == ["beest.end3.who"]
    click(shown, "play", "announce:2")
    assert said(shown).startswith("The original Beest may not announce anybody's win.")
    lay_all(match)
    shown.refresh()
    click(shown, "play", "pass")
    assert shown.scene["cover"]["to"] == "Cleo" and said(shown) == "Cleo's turn."
    click(shown, "reveal")
    assert not any("Beest may not" in line["text"] for line in shown.scene["log"])
    assert "beest.end3.who" not in json.dumps([shown.scene, shown.status, shown.odds])


def test_all_is_open_on_request_and_at_the_end() -> None:
    match = begin(humans=3, beest=1, expeditions=1)
    shown = board(match, autosave=False)
    click(shown, "see_all", True)
    titles = [zone["title"] for zone in shown.scene["zones"] if zone["id"].startswith("dna")]
    assert titles == ["Ada's DNA", "Bo's DNA", "Cleo's DNA", "The silent guy's DNA"]
    assert secrets(shown.scene) == []
    click(shown, "see_all", False)
    assert [zone["title"] for zone in secrets(shown.scene)] == ["Ada's DNA"]
    click(shown, "play", "announce:1")
    assert match.over and secrets(shown.scene) == []


# --- pictures --------------------------------------------------------------------------------------------


def test_a_picture_shows_a_secret_only_to_whoever_asks_by_name() -> None:
    match = begin(humans=3, beest=0, expeditions=1)
    kept, mine = still(match), still(match, 0)
    for form in (kept._repr_html_(), kept.text):
        assert SHOWN in form and "Black DNA" not in form
    for form in (mine._repr_html_(), mine.text):
        assert SHOWN not in form and "Black DNA" in form and "The original Beest may not" in form
    over = begin(humans=3, beest=0, turn=1, expeditions=1)
    over.play("announce:2")
    assert "Black DNA" in still(over)._repr_html_() and SHOWN not in still(over).text


@pytest.mark.rule("beest.info.outgoing-hidden", "beest.info.incoming-hidden")
@pytest.mark.parametrize("seed", range(4))
def test_a_picture_for_nobody_by_name_is_the_same_whoever_is_the_beest(seed: int) -> None:
    """Zones, log and question; over whole matches, whatever the seat that is asked may know."""
    match, rng = beest.new_match(seats=3 + seed % 4, seed=seed, expeditions=1), Random(seed)
    for _ in range(120):
        if match.request is None:
            break
        if rng.random() < 0.2:
            other = rng.choice([seat for seat in range(len(match.table.seats)) if seat != match.request.seat])
            assert still(redeal(match, other, rng)).text == still(match).text
        match.play(honest(match, rng))


def test_a_picture_draws_every_cave_from_edge_to_edge() -> None:
    match = begin(humans=3, beest=0, caves={1: "T/TM | M/TB M/MB B/TM", 2: "B/TM", 3: ""}, expeditions=1)
    html = still(match)._repr_html_()
    assert html.count("bls-tunnel") - html.count(".bls-tunnel") == 4
    assert 'd="M0 60C45 60 55 16 100 16"' in html, "from the bottom to the top: B/TM"
    four = begin(humans=3, beest=0, cave_deck="four_heights", expeditions=1, caves={1: "", 2: "", 3: ""})
    lay_all(four)
    assert "45.3333" in still(four)._repr_html_(), "heights are spread over the edge"


# --- windows that are always put -----------------------------------------------------------------------------


@pytest.mark.rule("beest.end3.who")
def test_a_window_that_is_always_put_is_asked_of_a_person_and_answered_by_programs() -> None:
    """A person who is the Beest is asked though it may only pass; programs pass; a pass unseen looks the same."""
    match = begin(humans=3, beest=1, turn=1, expeditions=1)
    shown = Board(match, autosave=False)
    assert [move["key"] for move in shown.scene["ask"]["moves"]] == ["pass"]
    others = Board(match.fork(), seat=0, players={1: "sensible", 2: "sensible"}, autosave=False)
    assert others.match.request is None or others.match.request.seat == 0
    passing = Board(begin(humans=3, beest=1, turn=1, expeditions=1), autosave=False)
    click(passing, "pass_for_me", True)
    assert not passing.match.request.window, "the board passes for whoever wants that"
    shown._looking = 0  # another person had the screen
    shown.refresh()
    assert shown.scene["cover"]["window"]
    click(shown, "pass_unseen")
    assert match.place.path()[1].answer.key == "pass" and shown.scene["cover"]
