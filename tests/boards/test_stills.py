"""The still form of a board: all of the scene, as HTML, words and a drawing, and nothing that a seat may not know."""

from __future__ import annotations

import json
import re
from dataclasses import FrozenInstanceError
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from beastlab.boards import Board, parts
from beastlab.boards.stills import Still, still
from beastlab.bots import play_bots, random_bot
from beastlab.core.chance import ByHand
from beastlab.core.knowledge import redeal
from beastlab.core.match import Match
from beastlab.games import beast_hunt as hunt

EVIL = "<img src=x onerror=alert(1)>"


def played(moves: int, seats: int = 4, seed: int = 7, **options: Any) -> Match:
    """A match after so many random moves."""
    match = hunt.new_match(seats=seats, seed=seed, **options)
    play_bots(match, {seat: random_bot(seat) for seat in range(seats)}, most=moves)
    return match


def words(text: str) -> str:
    return " ".join(text.split())


def read(html: str) -> str:
    """What a screen reader finds: the text without markup, style and hidden signs."""
    html = re.sub(r"<style>.*?</style>|<i aria-hidden=\"true\">.*?</i>", "", html, flags=re.DOTALL)
    text = re.sub(r"<[^>]+>", "", html.replace("</div>", " ").replace("</li>", " ").replace("</th>", " "))
    for code, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#x27;", "'"), ("&amp;", "&")):
        text = text.replace(code, sign)
    return words(text)


def markup_of(html: str) -> list[str]:
    """The tags and attributes that a browser finds."""
    found: list[str] = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, given: found.extend([tag, *(name for name, _ in given)])  # type: ignore
    parser.feed(html)
    return found


def leaves(data: Any) -> Any:
    """Plain data with every word in it made evil; kinds and ids stay."""
    if isinstance(data, dict):
        kept = ("kind", "who", "json")
        return {name: value if name in kept else leaves(value) for name, value in data.items()}
    if isinstance(data, list):
        return [leaves(value) for value in data]
    return EVIL if isinstance(data, str) and data else data


@pytest.mark.parametrize("seed", range(5))
def test_every_position_of_a_game_is_drawn_whole(seed: int) -> None:
    """Every zone, card, pile, move, refusal and line of the log stands in the words, the HTML and the drawing."""
    match, bots = hunt.new_match(seats=2 + seed, seed=seed), {s: random_bot(seed) for s in range(2 + seed)}
    for _ in range(14):
        shown = still(match)
        scene, text, html, svg = shown.scene, words(shown.text), shown._repr_html_(), shown.svg
        heard, drawn = read(html), words(re.sub("<desc.*?</desc>|<[^>]+>", " ", svg))
        cards = [card for zone in scene["zones"] for card in zone["cards"]]
        assert (
            len(cards) == html.count('<li class="bls-card') == len(re.findall(r", card \d+ of \d+: ", text))
        )
        assert len(cards) == svg.count("<rect ") - 2
        for zone in scene["zones"]:
            piles, backs = zone.get("piles") or [], zone.get("backs")
            held = [f"{backs['count']} card"] if backs else []
            said = [zone["title"], zone.get("note"), zone.get("alert"), *held, *(p["name"] for p in piles)]
            for part in filter(None, said):
                assert part in text and part in heard, part
            for pile in piles:
                assert (
                    f"{pile['name']}: {pile['count']}" in text and f"{pile['count']}{pile['name']}" in heard
                )
        for card in cards:
            assert words(card["label"].rstrip(".")) in text and card["name"] in heard
            assert words(card.get("text", "")) in heard
        for move in scene["ask"]["moves"] + scene["ask"]["refused"]:
            assert words(move["label"]) in text and move["label"] in heard and move.get("why", "") in heard
            assert move.get("rule", "") in heard and words(move["label"].split()[0]) in drawn
        for line in scene["log"]:
            assert words(line["text"]) in text and line["text"] in heard
        assert shown.scene["ask"]["who"] == ("over" if match.over else "you")
        play_bots(match, bots, most=23)


def test_it_is_the_scene_of_the_board() -> None:
    match = played(75)
    mine, board = still(match).scene, Board(match).scene
    for part in ("title", "facts", "steps", "step", "zones", "seed"):
        assert mine[part] == board[part]
    assert mine["ask"]["moves"] == board["ask"]["moves"] and mine["log"] == board["log"][-12:]


def test_it_is_a_snapshot() -> None:
    match = played(75)
    shown = still(match)
    text, html = shown.text, shown._repr_html_()
    match.play(match.request.options[-1])
    assert (shown.text, shown._repr_html_(), repr(shown)) == (text, html, text)
    assert still(match) != shown
    match.undo()
    assert still(match) == shown and still(match).svg == shown.svg and hash(still(match)) == hash(shown)
    shown.scene["zones"].clear()
    assert shown.scene["zones"]
    with pytest.raises(FrozenInstanceError):
        shown.json = "{}"  # type: ignore[misc]


def test_a_person_at_the_table_would_say_it_so() -> None:
    match = played(75, seats=3, seed=32)
    text = words(still(match).text)
    for said in (
        "Beast Hunt, as Ada sees it: round 7, Ada's turn, 2 actions left. The cards are illustrative. Seed 32.",
        "Step 3 of 4: Actions.",
        "Beasts (4 cards; Shards: 2 of 3).",
        "Ada's hand, card 1 of 2: Reckless Tam, Hero Hunter, Roll 10 or more: immediately attack a Beast, "
        "without an action (never the King), can be played: Play Reckless Tam.",
        "Bo's Party (1 card; 3 cards in hand).",
        "1. Attack Mud Lurker (2 actions)",
        "- Use Veil Dancer (1 action): Sewn Lips seals the effect of Veil Dancer. [hunt.equip.curse-target]",
    ):
        assert said in text
    ask = hunt.new_match(seats=2, seed=7)
    assert "Sei of the Reeds, Champion Shinobi" in still(ask).text
    assert ", can be chosen: Choose Sei of the Reeds." in words(still(ask).text)
    assert max(map(len, still(match).text.splitlines())) <= 104


# --- who sees what ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [0, 4, 40, 90, 150])
def test_a_seat_cannot_tell_its_picture_from_that_of_another_deal(moves: int) -> None:
    match = played(moves)
    for seat in range(4):
        other = redeal(match, seat, Random(moves + seat))
        assert still(other, seat) == still(match, seat)
        assert still(match, seat).scene["seed"] is None


def test_a_rivals_hand_is_only_counted() -> None:
    match = played(4)
    for seat in range(4):
        shown = still(match, seat)
        seen, everything = json.dumps(shown.scene["zones"]), shown.text + shown._repr_html_() + shown.svg
        for rival in range(4):
            for card in match.table.seats[rival].hand:
                if rival != seat and card.name not in seen:
                    assert card.name not in everything and card.code not in everything
        own = [card.name for card in match.table.seats[seat].hand]
        assert own and all(name in everything for name in own)
        assert (shown.scene["ask"]["moves"] != []) == (seat == match.request.seat)


def test_with_no_seat_it_is_whoever_is_asked() -> None:
    match = played(60)
    for _ in range(30):
        assert still(match).scene["viewer"] == match.table.name(match.request.seat)
        match.play(match.request.options[0])
    dice = hunt.new_match(seats=2, seed=7, chance=ByHand())
    shown = still(dice)
    assert shown.scene["viewer"] == "Ada" and shown.scene["seed"] is None
    assert "Roll 2 dice: what is their total?" in shown.text and " 11. 12" in shown.text
    for wrong in (-1, 4):
        with pytest.raises(ValueError, match="seats of this match are 0 to 3"):
            still(match, wrong)


# --- text that is not ours ---------------------------------------------------------------------------------


def test_names_of_players_and_cards_stay_text(tmp_path: Path) -> None:
    match = played(40, seats=3, names=(EVIL, "Bo", "Cleo"))
    named = still(match, 0)
    whole = Still(json.dumps({**leaves(named.scene), "extra": EVIL}))
    for shown in (named, whole):
        page = shown.save(tmp_path / "evil.html").read_text(encoding="utf-8")
        for markup in (shown._repr_html_(), page, shown.svg):
            assert "<img" not in markup and "&lt;img src=x onerror=alert(1)&gt;" in markup
            assert not {"img", "script", "onerror"} & set(markup_of(markup))
        ElementTree.fromstring(shown.svg)
        assert EVIL in words(shown.text)


def test_a_name_steers_no_terminal_and_breaks_no_line() -> None:
    match = played(40, seats=3, names=("Ada\x1b[31m\nBeasts, card 9 of 9: none", "\ud800\u202eBo", "Cleo"))
    shown = still(match, 0)
    assert "\x1b" not in shown.text + shown._repr_html_() and "\u202e" not in shown.text
    assert not any(line.startswith("Beasts, card 9") for line in shown.text.splitlines())
    shown.text.encode()
    ElementTree.fromstring(shown.svg)


# --- scenes of other games ---------------------------------------------------------------------------------


def scene_of_another_game() -> dict[str, Any]:
    card = {"id": "c", "name": "Envoy", "label": "Envoy, at court"}
    tracks = [{"name": "Honour", "at": 3, "of": 10}, {"label": "Favour: high"}]
    zone = {
        "id": "court",
        "kind": "cards",
        "title": "The court",
        "cards": [card],
        "tracks": tracks,
        "tokens": None,
    }
    ask = {
        "who": "other",
        "prompt": "Bo is to decide.",
        "rule": "",
        "window": False,
        "moves": [],
        "refused": [],
    }
    return {
        "title": "Beest",
        "facts": [],
        "zones": [zone],
        "ask": ask,
        "log": [],
        "viewer": "Ada",
        "seed": None,
    }


def test_what_a_zone_has_besides_is_said_not_dropped() -> None:
    shown = Still(json.dumps(scene_of_another_game()))
    said = "tracks: name Honour, at 3, of 10; Favour: high"
    assert (
        f"The court (1 card; {said})." in shown.text
        and said in read(shown._repr_html_())
        and said in shown.svg
    )
    assert "Bo is to decide." in shown.text and "tokens" not in shown.text


def test_a_game_without_a_scene_still_has_its_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "game_part", lambda match, name: None)
    assert "A question for Bo" in still(played(40)).text


def test_the_shapes_are_the_boards() -> None:
    html = still(played(75))._repr_html_()
    assert html.count("<path d=") >= 5 and 'class="bls-open"' in html


# --- the markup and the files --------------------------------------------------------------------------------


def test_it_needs_nothing_from_outside(tmp_path: Path) -> None:
    shown = still(played(75))
    for name in ("a.html", "a.svg"):
        file = (
            shown.save(tmp_path / name).read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        )
        assert not re.search(r"https?:|url\(|@import|src=|href=|<script|<link|foreignObject", file)
    style = re.findall(r"<style>(.*?)</style>", shown._repr_html_(), re.DOTALL)
    selectors = re.findall(r"(?:^|[{}])([^{}@]+)\{", style[0].replace("@media print{", ""))
    assert len(style) == 1 and len(selectors) > 60
    assert all(
        ".bl-still" in part for rule in selectors for part in re.split(r",(?![^(]*\))", rule) if part.strip()
    )


def test_headings_tables_and_signs(tmp_path: Path) -> None:
    shown = still(played(75, seats=3, seed=32))
    html = shown._repr_html_()
    assert re.findall(r"<h(\d)", html)[0] == "2" and set(re.findall(r"<h(\d)", html)[1:]) == {"3"}
    assert html.count("<th scope=col>") == 4 and html.count('<th scope="row">') == 7 + 8
    assert html.count('" data-playable') == html.count(", can be played") == 5
    assert html.count('class="bls-lack"') == html.count('bls-say"> lacking<') == 2
    page = shown.save(tmp_path / "game.html").read_text(encoding="utf-8")
    assert page.startswith('<!doctype html>\n<html lang="en">') and page.count("<h1") == 1
    assert "<title>Beast Hunt, as Ada sees it</title>" in page
    root = ElementTree.fromstring(shown.svg)
    title, desc = root[0], root[1]
    assert (
        root.get("role") == "img" and title.text == "Beast Hunt, as Ada sees it" and desc.text == shown.text
    )


def test_it_is_saved_by_its_ending(tmp_path: Path) -> None:
    shown = still(played(75))
    assert shown.save(tmp_path / "game.TXT").read_text(encoding="utf-8") == shown.text + "\n"
    assert shown.save(str(tmp_path / "game.svg")) == tmp_path / "game.svg"
    pytest.importorskip("vl_convert")
    assert shown.save(tmp_path / "game.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["game.pdf", "game", "game.json"])
def test_other_endings_are_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match=rf"^'{name}': a still is saved as .html, .txt, .svg or .png.$"):
        still(played(4)).save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_png_without_its_extra_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "vl_convert", None)
    with pytest.raises(ImportError, match=r"beastlab\[static\], or save as .svg"):
        still(played(4)).save(tmp_path / "game.png")
