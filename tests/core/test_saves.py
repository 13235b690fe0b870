"""Saved games of Beast Hunt: the same position and future come back, and no damaged file gets in."""

import base64
import json
import os
import pickle
import subprocess
import sys
import zlib
from pathlib import Path
from random import Random

import pytest
from games.beast_hunt.playing import check, settings
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import beastlab
from beastlab.core.chance import ByHand, Scripted
from beastlab.core.knowledge import redeal
from beastlab.core.requests import Choose, IllegalMove
from beastlab.core.saves import SaveError, load
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import CardSet, illustrative


def shown(match):
    """What every seat sees, what is asked, and what was told."""
    request, seats = match.request, range(len(match.table.seats))
    asked = request if not isinstance(request, Choose) else (request.seat, request.prompt, request.options)
    return (
        [match.view(seat) for seat in seats],
        asked,
        [[(event.rule, event.text) for event in match.events(seat)] for seat in seats],
        match.options,
        match.result,
        match.trail,
    )


def at_random(match, rng, moves, history=0.0):
    """Play at random; with `history` some steps back, aside and around in the tree."""
    for _ in range(moves):
        doing = rng.random()
        if doing < history / 3 and match.place.decision:
            match.undo()
        elif doing < history * 2 / 3 and match.place.decision:
            match.roll_again()
        elif doing < history:
            match.goto(rng.choice(match.branches()))
        elif match.request is not None:
            match.play(rng.choice(match.request.options))
    return match


def a_game(seed, moves, history=0.0, **options):
    options = options or settings(seed)
    return at_random(hunt.new_match(seed=seed, **options), Random(seed), moves, history)


# --- what is saved comes back ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(24))
def test_a_loaded_match_is_the_saved_one_and_has_the_same_future(tmp_path, seed):
    path, rng = tmp_path / "hunt.json", Random(seed)
    match = a_game(seed, rng.choice([0, 5, 40, 250]), history=0.2)
    match.save(path)
    again = load(path)
    assert shown(again) == shown(match) and again.to_text() == match.to_text() == path.read_text()
    assert len(again.branches()) == len(match.branches())
    for one, other in zip(match.branches(), again.branches(), strict=True):
        match.goto(one)
        again.goto(other)
        assert shown(again) == shown(match) and len(again.places()) == len(match.places())
    futures = [at_random(m, Random(seed), 60, history=0.1) for m in (match, again)]
    assert shown(futures[0]) == shown(futures[1]) and match.to_text() == again.to_text()


@pytest.mark.parametrize("seed", range(5))
def test_a_game_that_is_over_is_saved_and_can_be_undone(tmp_path, seed):
    match = a_game(seed, 5_000)
    assert match.over
    match.save(tmp_path / "over.json")
    again = load(tmp_path / "over.json")
    assert again.over and shown(again) == shown(match)
    for _ in range(30):
        match.undo()
        again.undo()
        assert shown(again) == shown(match)
    for _ in range(30):
        again.redo()
    assert again.over


def test_a_save_where_an_undone_line_lies_ahead_can_be_redone_by_going_there(tmp_path):
    match = a_game(3, 30)
    end, ahead = match.place, shown(match)
    for _ in range(9):
        match.undo()
    match.save(tmp_path / "hunt.json")
    again = load(tmp_path / "hunt.json")
    assert shown(again) == shown(match) and len(again.branches()[0].path()) == len(end.path())
    again.goto(again.branches()[0])
    assert shown(again) == ahead


def test_saving_changes_nothing_and_is_whole_or_not_at_all(tmp_path, monkeypatch):
    match = a_game(2, 40)
    path, before, text = tmp_path / "hunt.json", shown(match), match.to_text()
    match.save(path)
    assert shown(match) == before and match.to_text() == text

    def fail(*_):
        raise OSError("the disk is full")

    monkeypatch.setattr("beastlab.core.match.os.replace", fail)
    at_random(match, Random(1), 3)
    with pytest.raises(OSError, match="the disk is full"):
        match.save(path)
    assert path.read_text() == text


def test_loading_reads_the_same_dice_from_the_file_and_draws_none(tmp_path, monkeypatch):
    """A save holds what was rolled: real dice come back as they were, whatever the seed would give."""
    match = hunt.new_match(seats=2, chance=ByHand())
    rng = Random(5)
    for _ in range(120):
        request = match.request
        answer = request.options[0] if isinstance(request, Choose) else rng.choice(list(request.outcomes()))
        match.play(rng.choice(request.options) if isinstance(request, Choose) else answer)
    match.save(tmp_path / "hand.json")
    monkeypatch.setattr("beastlab.core.chance.Seeded.answer", lambda *_: pytest.fail("drawn while loading"))
    again = load(tmp_path / "hand.json")
    assert shown(again) == shown(match) and isinstance(again.chance, ByHand)
    for _ in range(40):
        match.undo()
        again.undo()
    assert shown(again) == shown(match)


def test_a_seeded_match_is_loaded_from_its_answers_alone(tmp_path, monkeypatch):
    match = a_game(6, 80, history=0.2)
    match.save(tmp_path / "hunt.json")
    monkeypatch.setattr("beastlab.core.chance.Seeded.answer", lambda *_: pytest.fail("drawn while loading"))
    assert shown(load(tmp_path / "hunt.json")) == shown(match)


def test_a_script_is_saved_with_the_match(tmp_path):
    script = [9, 3, *(card.code for card in illustrative().main[:10])]
    match = hunt.new_match(seats=2, chance=Scripted(script))
    assert match.table.first == 0
    at_random(match, Random(1), 1)
    match.save(tmp_path / "script.json")
    again = load(tmp_path / "script.json")
    for m in (match, again):
        at_random(m, Random(2), 4)
    assert shown(again) == shown(match)
    assert again.view(0)["seats"][0]["hand"][0].startswith("hero-shinobi")


@pytest.mark.parametrize("seed", range(4))
def test_a_pickled_match_comes_back_whole(seed):
    match = a_game(seed, 120, history=0.2)
    again = pickle.loads(pickle.dumps(match))
    assert shown(again) == shown(match) and again.to_text() == match.to_text()


# --- cards of one's own ------------------------------------------------------------------------------


def own_cards():
    """The illustrative cards under another name, with one Hero renamed."""
    values = illustrative().to_json()
    cards = [dict(cells) for cells in values["cards"]]
    cards[0]["name"] = "Marsh Stalker"
    return CardSet.from_json({**values, "name": "My hunt", "edition": "house", "cards": cards})


def test_cards_of_ones_own_are_saved_with_the_game(tmp_path):
    match = a_game(4, 60, seats=3, cards=own_cards())
    assert "Marsh Stalker" in match.to_text() and "Marsh Stalker" not in a_game(4, 60, seats=3).to_text()
    path = tmp_path / "own.json"
    match.save(path)
    assert shown(load(path)) == shown(match)
    script = f"""
        from beastlab.core.saves import load
        match = load({str(path)!r})
        print(match.options.cards, match.options.cards.by_code["hero-shinobi-1"].name, match.to_text())
    """
    env = {**os.environ, "PYTHONPATH": str(Path(beastlab.__file__).parents[1])}
    code = "\n".join(line.strip() for line in script.splitlines())
    told = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert told.stdout == f"{match.options.cards} Marsh Stalker {match.to_text()}\n"


def test_a_save_of_other_packaged_cards_says_so(tmp_path):
    values = json.loads(a_game(4, 5, seats=3, cards=own_cards()).to_text())
    del values["options"]["card_set"]
    assert "played with other cards" in refusal(tmp_path, json.dumps(values))


# --- damaged saves ---------------------------------------------------------------------------------------


SAVED = a_game(7, 70, history=0.15, seats=3).to_text()
VALUES = json.loads(SAVED)


def refusal(tmp_path, text):
    """The sentence with which a file of this content is refused."""
    path = tmp_path / "damaged.json"
    if isinstance(text, bytes):
        path.write_bytes(text)
    else:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(SaveError) as refused:
        load(path)
    sentence = str(refused.value)
    assert sentence.startswith(f"{path}: ")
    return clear(sentence.removeprefix(f"{path}: "))


def clear(sentence):
    assert "\n" not in sentence.partition("in the cards, nothing was loaded")[0], sentence
    assert 10 < len(sentence) and sentence[0] not in "<", sentence
    return sentence


def changed(**values):
    return json.dumps({**VALUES, **values})


def test_a_save_cut_off_anywhere_is_refused(tmp_path):
    for end in range(0, len(SAVED), 50):
        assert "the save may be cut off" in refusal(tmp_path, SAVED[:end])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not a whole JSON file"),
        ("[]", "not a saved match of beastlab"),
        ("null", "not a saved match"),
        ("7", "not a saved match"),
        ('"beastlab match"', "not a saved match"),
        ('{"name": "beastlab", "version": "1.0"}', "not a saved match"),
        ('{"cells": [], "metadata": {}, "nbformat": 4}', "not a saved match"),
        ("[" * 100_000, "not a whole JSON file"),
        (changed(format="beastlab table"), "not a saved match"),
        (changed(version=2), "save format 2; this version reads format 1"),
        (changed(version="1"), "'version' is '1', but should be of type int"),
        (changed(version=True), "'version' is True, but should be of type int"),
        (changed(game="chess"), "no game is called 'chess'; this version knows .*beast_hunt"),
        (changed(game="../beast_hunt"), "no game is called"),
        (changed(game="__init__"), "no game is called"),
        (changed(game=None), "'game' is None, but should be of type str"),
        (changed(rules=99), "played by version 99 of the rules; this is version 1"),
        (changed(rules=1.0), "'rules' is 1.0, but should be of type int"),
        (changed(options=[]), "'options' is \\[\\], but should be of type dict"),
        (changed(options={}), "options don't fit the game"),
        (changed(seed="7"), "'seed' is '7', but should be of type int"),
        (changed(answers={}), "'answers' is {}, but should be of type list"),
        (changed(answers="abc"), "but should be of type list"),
        (changed(chance="loaded dice"), "unknown way to answer chance: 'loaded dice'"),
        (changed(chance=None), "unknown way to answer chance"),
        (changed(at=10**6), "stands at answer 1000000, but holds"),
        (changed(at=-1), "stands at answer -1, but holds"),
        (changed(at=0), "stands at answer 0, where nobody is asked"),
        (changed(at=1.0), "'at' is 1.0"),
        (changed(answers=[]), "holds 0"),
        (changed(answers=[], at=0), "where nobody is asked"),
        (changed(answers=[*VALUES["answers"], "draw"] * 3), "doesn't fit the rules"),
        (changed(answers=[{"after": 5, "dice": 0, "answer": "end"}]), "it begins a branch after 5"),
        (changed(answers=[7, {"after": 1, "dice": "0", "answer": 7}]), "it begins a branch"),
    ],
)
def test_a_foreign_or_changed_save_is_refused_with_the_reason(tmp_path, text, words):
    import re

    sentence = refusal(tmp_path, text)
    assert re.search(words, sentence), sentence


@pytest.mark.parametrize("name", sorted(VALUES.keys() - {"check"}))
def test_a_missing_field_is_refused(tmp_path, name):
    sentence = refusal(tmp_path, json.dumps({key: value for key, value in VALUES.items() if key != name}))
    assert "is missing" in sentence or name in ("format", "chance"), sentence


@pytest.mark.parametrize("name", sorted(VALUES["options"]))
def test_an_option_that_can_not_be_is_refused(tmp_path, name):
    for wrong in ([], {"a": 1}, 99, "99", -1.5, False if name != "shardless" else 0):
        if name == "names" and wrong == []:
            continue  # the names that seats have by default
        assert "options don't fit the game" in refusal(
            tmp_path, changed(options={**VALUES["options"], name: wrong})
        )


def test_an_unknown_option_is_refused(tmp_path):
    assert "options don't fit" in refusal(tmp_path, changed(options={**VALUES["options"], "open": True}))


def test_an_unknown_option_is_named_in_plain_words(tmp_path):
    sentence = refusal(tmp_path, changed(options={**VALUES["options"], "open": True}))
    assert "open" in sentence and "__init__" not in sentence


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("champions", 1.0),
        ("names", "ABC"),
        ("names", {"A": 1, "B": 2, "C": 3}),
        ("names", None),
    ],
)
def test_an_option_of_another_type_is_refused(tmp_path, name, value):
    assert "options don't fit" in refusal(tmp_path, changed(options={**VALUES["options"], name: value}))


def test_numbers_with_thousands_of_digits_are_refused(tmp_path):
    refusal(tmp_path, SAVED.replace('"seed": 7', f'"seed": {"7" * 5_000}'))


def test_bytes_that_are_no_text_are_refused(tmp_path):
    assert "not a text file" in refusal(tmp_path, b"\xff\xfe\x00{}")
    assert "not a text file" in refusal(tmp_path, b"\x89PNG\r\n\x1a\n\xc3\x28")


def test_a_path_that_is_no_save_is_refused(tmp_path):
    for path in (tmp_path, tmp_path / "nowhere.json", tmp_path / "no" / "where.json"):
        with pytest.raises(SaveError, match="can't be read .*; give the path of a saved match"):
            load(path)


def test_an_answer_changed_to_an_illegal_one_is_refused_with_its_number(tmp_path):
    for number, entry in enumerate(VALUES["answers"], 1):
        answer = entry["answer"] if isinstance(entry, dict) and "after" in entry else entry
        wrong = 13 if isinstance(answer, int) else {"draw": "king-1"} if isinstance(answer, dict) else "fly"
        answers = list(VALUES["answers"])
        answers[number - 1] = {**entry, "answer": wrong} if answer is not entry else wrong
        sentence = refusal(tmp_path, changed(answers=answers))
        assert f"answer {number} doesn't fit the rules: " in sentence, sentence
        assert sentence.endswith("; nothing was loaded")


def test_an_answer_that_is_left_out_is_noticed(tmp_path):
    number = next(n for n, answer in enumerate(VALUES["answers"]) if isinstance(answer, str))
    sentence = refusal(
        tmp_path, changed(answers=VALUES["answers"][:number] + VALUES["answers"][number + 1 :])
    )
    assert "doesn't fit the rules" in sentence or "which is not there" in sentence


def test_a_branch_begins_only_where_somebody_was_asked(tmp_path):
    """The first answer is a roll for the first choice: nobody had a say in it, and undo can't go there."""
    answers = [*VALUES["answers"], {"after": 0, "dice": 0, "answer": 12}]
    refusal(tmp_path, changed(answers=answers))


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 200),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["draw", "pass", "end", "refresh", "by hand", "seeded", "none", "", "beast_hunt"]),
    st.lists(st.integers(-1, 13), max_size=3),
    st.fixed_dictionaries({"draw": st.sampled_from([*illustrative().by_code, 7, None])}),
    st.fixed_dictionaries({"after": st.integers(-1, 80), "dice": st.integers(-1, 3), "answer": st.text()}),
    st.dictionaries(st.text(max_size=6), st.integers(), max_size=2),
    st.recursive(st.integers(), lambda inner: st.lists(inner, max_size=2), max_leaves=5),
)


@st.composite
def damaged(draw):
    """A save with one to three changes anywhere in its JSON."""
    values = json.loads(SAVED)
    for _ in range(draw(st.integers(1, 3))):
        inside, key = values, None
        while True:
            keys = range(len(inside)) if isinstance(inside, list) else sorted(inside)
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if not isinstance(inside[key], list | dict) or not draw(st.integers(0, 5)):
                break
            inside = inside[key]
        doing = draw(st.sampled_from(["change", "remove", "double", "swap"]))
        if not len(inside):
            continue
        if doing == "change":
            inside[key] = draw(JUNK)
        elif doing == "remove":
            del inside[key]
        elif isinstance(inside, list):
            if doing == "double":
                inside.insert(key, inside[key])
            else:
                other = draw(st.integers(0, len(inside) - 1))
                inside[key], inside[other] = inside[other], inside[key]
        else:
            inside[draw(st.text('abc: é"', max_size=8))] = inside[key]
    return json.dumps(values)


WATCHED = a_game(9, 40, seats=3)
WATCHED_SEEN = shown(WATCHED)


@hypothesis_settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(damaged())
def test_a_damaged_save_is_refused_or_holds_a_game_that_can_be(tmp_path, text):
    path = tmp_path / "fuzzed.json"
    path.write_text(text, encoding="utf-8")
    try:
        match = load(path)
    except SaveError as error:
        clear(str(error).removeprefix(f"{path}: "))
    else:
        check(match.table)
        assert match.request is None or isinstance(match.request, Choose) or isinstance(match.chance, ByHand)
        assert shown(load(path)) == shown(match)
    assert path.read_text(encoding="utf-8") == text
    assert shown(WATCHED) == WATCHED_SEEN


@hypothesis_settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, len(SAVED)), st.integers(0, 40), st.binary(max_size=12))
def test_a_save_with_overwritten_bytes_is_refused_or_holds_a_game_that_can_be(tmp_path, start, length, junk):
    path, data = tmp_path / "fuzzed.json", SAVED.encode()
    path.write_bytes(data[:start] + junk + data[start + length :])
    try:
        check(load(path).table)
    except SaveError as error:
        clear(str(error).removeprefix(f"{path}: "))


def test_a_changed_total_is_noticed_unless_it_was_meant(tmp_path):
    """Another legal roll is a legal game: the checksum tells damage from a purpose."""
    number, total = next((n, answer) for n, answer in enumerate(VALUES["answers"]) if type(answer) is int)
    answers = [*VALUES["answers"]]
    answers[number] = total  # unchanged: loads
    load_text(tmp_path, changed(answers=answers))
    answers[number] = 3 if total != 3 else 4
    sentence = refusal(tmp_path, changed(answers=answers))
    assert "changed since it was saved" in sentence or "doesn't fit the rules" in sentence


def test_a_save_edited_on_purpose_loads_without_its_check(tmp_path):
    values = {name: value for name, value in VALUES.items() if name != "check"}
    assert shown(load_text(tmp_path, json.dumps(values))) == shown(load_text(tmp_path, SAVED))


def load_text(tmp_path, text):
    (tmp_path / "edited.json").write_text(text, encoding="utf-8")
    return load(tmp_path / "edited.json")


# --- a position on one line of text ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_line_holds_the_position_with_its_past_and_future(seed):
    rng, match = Random(seed), hunt.new_match(seats=2 + seed, seed=seed)
    at_random(match, rng, 60, history=0.2)
    line = match.to_line()
    assert "\n" not in line and line.startswith("beastlab:") and len(line) < len(match.to_text())
    again = beastlab.load(line)
    assert shown(again) == shown(match)
    assert [place.answer for place in again.place.path()] == [place.answer for place in match.place.path()]
    if isinstance(match.request, Choose):
        key = match.request.options[-1].key
        match.play(key), again.play(key)
        assert shown(again) == shown(match)


def test_a_line_leaves_other_branches_and_what_was_undone_behind():
    match = hunt.new_match(seats=2, seed=7)
    match.play(match.request.options[0])
    match.undo()
    match.play(match.request.options[1])
    match.play(match.request.options[0])
    match.undo()
    again = beastlab.load(match.to_line())
    assert (
        len(again.branches()) == 1 and again.place.depth == match.place.depth and shown(again) == shown(match)
    )


def test_a_line_that_a_mail_broke_into_pieces_can_be_read():
    line = hunt.new_match(seats=2, seed=7).to_line()
    broken = f"  {line[:30]}\n  {line[30:60]}\r\n{line[60:]}  "
    assert shown(beastlab.load(broken)) == shown(beastlab.load(line))


@pytest.mark.parametrize("damage", ["cut", "letter", "foreign", "empty", "bomb"])
def test_a_damaged_line_is_refused(damage):
    line = hunt.new_match(seats=2, seed=7).to_line()
    damaged = {
        "cut": line[:-20],
        "letter": line[:40] + ("A" if line[40] != "A" else "B") + line[41:],
        "foreign": "beastlab:" + base64.urlsafe_b64encode(zlib.compress(b"{}")).decode(),
        "empty": "beastlab:",
        "bomb": "beastlab:" + base64.urlsafe_b64encode(zlib.compress(b" " * 20_000_000)).decode(),
    }[damage]
    with pytest.raises(
        SaveError, match="the line is damaged; copy it whole|not a saved match|not a whole JSON"
    ):
        beastlab.load(damaged)


# --- matches that began from a table of their own -------------------------------------------------------------


def laid_again(seed, moves, **options):
    """A match that goes on from where another stood, by its table alone: the log begins anew."""
    match = a_game(seed, moves, **options)
    while match.over:
        match.undo()
    return hunt.match_at(match.origin, seed + 1)


@pytest.mark.parametrize("seed", range(12))
def test_a_match_from_a_table_is_saved_with_it_and_has_the_same_future(tmp_path, seed):
    """Whatever the table: also one after a shuffle of the Discard Pile, whose order the dice depend on."""
    path, rng = tmp_path / "laid.json", Random(seed)
    match = at_random(laid_again(seed, rng.choice([0, 30, 600])), rng, 40, history=0.2)
    before = shown(match)
    match.save(path)
    for again in (load(path), pickle.loads(pickle.dumps(match))):
        assert shown(again) == before and again.to_text() == match.to_text()
        futures = [at_random(m, Random(seed), 40, history=0.1) for m in (match.fork(), again.fork())]
        assert shown(futures[0]) == shown(futures[1])
    assert shown(beastlab.load(match.to_line())) == before
    again = load(path)
    for _ in range(sum(place.decision for place in match.place.path())):
        match.undo()
        again.undo()
        assert shown(again) == shown(match)
    for one in (match, again):
        with pytest.raises(IllegalMove, match="this is where the match began"):
            one.undo()


def test_a_saved_table_says_in_words_what_lies_where():
    match = laid_again(3, 60, seats=3)
    values = json.loads(match.to_text())
    assert values["table"]["turn"] in match.options.names and values["at"] == match.place.depth
    assert set(values["table"]["seats"]) == {"Ada", "Bo", "Cleo"}
    assert "table" not in json.loads(a_game(3, 60, seats=3).to_text())


def test_a_laid_match_is_autosaved_from_its_beginning(tmp_path):
    match = laid_again(5, 60)
    match.autosave = tmp_path / "auto.json"
    at_random(match, Random(5), 6)
    assert shown(load(match.autosave)) == shown(match)


def test_a_table_that_can_not_be_is_not_saved_and_its_faults_are_named(tmp_path):
    table = laid_again(3, 60, seats=3).origin.copy()
    table.seats[0].champions.clear()
    table.actions = -1
    match = hunt.match_at(table)
    for saving in (match.to_text, match.to_line, lambda: match.save(tmp_path / "x.json")):
        with pytest.raises(SaveError, match="can't be saved: 3 faults") as refused:
            saving()
        assert "seats.Ada.champions: 0 champions; each player has 1" in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_a_saved_table_that_can_not_be_is_refused_with_its_faults(tmp_path):
    values = json.loads(laid_again(3, 60, seats=3).to_text())
    del values["check"]
    for table, words in [
        (None, "position: None; give an object"),
        ({}, "seats: Ada is not told of"),
        (
            {**values["table"], "round": "4", "trun": "Ada"},
            "2 faults .*trun.*\n.*round: '4'; give a whole number",
        ),
    ]:
        (tmp_path / "laid.json").write_text(json.dumps({**values, "table": table}))
        with pytest.raises(SaveError, match=f"(?s)the table that it begins from can't be laid: .*{words}"):
            load(tmp_path / "laid.json")


def test_a_table_that_was_changed_on_purpose_is_read_without_its_check(tmp_path):
    values = json.loads(hunt.match_from(POSITION).to_text())
    values["table"]["actions"] = 2
    path = tmp_path / "laid.json"
    path.write_text(json.dumps(values))
    with pytest.raises(SaveError, match="it was changed since it was saved"):
        load(path)
    del values["check"]
    path.write_text(json.dumps(values))
    assert load(path).request.prompt == "Ada: 2 actions left"


def test_a_redealt_match_says_that_it_is_not_saved():
    match = laid_again(3, 60, seats=3)
    with pytest.raises(SaveError, match="this match was redealt for a seat that may not see all cards"):
        redeal(match, match.request.seat, Random(1)).to_text()


def test_real_dice_go_on_from_a_position(tmp_path):
    match = hunt.match_from(POSITION, chance=ByHand())
    match.play("draw")
    assert not isinstance(match.request, Choose)
    match.save(tmp_path / "hand.json")
    again = load(tmp_path / "hand.json")
    assert shown(again) == shown(match) and isinstance(again.chance, ByHand)
    again.undo()
    assert again.request.prompt == "Ada: 3 actions left"


POSITION = {
    "field": ["Thornback", "Gloom Heron", "Mud Lurker"],
    "seats": {
        "Ada": {"champions": ["Regent Aldous"], "hand": ["Stand Fast", "Young Heir"]},
        "Bo": {"champions": ["Grim Osk"], "hand": ["4 unseen"]},
    },
}
