"""Requests: outcomes and weights by brute force, and the answers that a name stands for."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beastlab.core.chance import Scripted, Seeded, from_json
from beastlab.core.requests import (
    Choose,
    Draw,
    Event,
    Here,
    IllegalMove,
    Move,
    Refused,
    Roll,
    Total,
    Totals,
    answer_named,
    name_of,
)

LOOK = Move("look", "Look"), Move("leap", "Leap")
JUDGE = [Refused(Move("lurk", "Lurk"), "toy.lurk", "Nobody lurks by day.")]


def ordered(count, sides):
    return product(range(1, sides + 1), repeat=count)


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 6), (2, 6), (3, 6), (5, 4), (4, 8), (2, 1)])
def test_a_roll_weighs_as_the_ordered_rolls_do(count, sides):
    assert Roll(count, sides).outcomes() == Counter(tuple(sorted(faces)) for faces in ordered(count, sides))


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 6), (2, 6), (4, 6), (6, 6), (3, 10)])
def test_a_total_weighs_as_the_ordered_rolls_do(count, sides):
    assert Total(count, sides).outcomes() == Counter(map(sum, ordered(count, sides)))


@pytest.mark.parametrize(("times", "count", "sides"), [(1, 2, 6), (2, 2, 6), (3, 1, 6), (3, 2, 4), (0, 2, 6)])
def test_totals_weigh_as_the_ordered_rolls_do(times, count, sides):
    rolls = product(ordered(count, sides), repeat=times)
    assert Totals(times, count, sides).outcomes() == Counter(tuple(sorted(map(sum, roll))) for roll in rolls)


def test_a_draw_weighs_as_it_was_asked():
    assert Draw((("ace", 2), ("king", 0), ("queen", 5))).outcomes() == {"ace": 2, "king": 0, "queen": 5}


@pytest.mark.parametrize("request_", [Roll(2), Total(3), Totals(2)])
def test_nobody_can_change_outcomes_that_others_will_ask_for(request_):
    with pytest.raises(TypeError):
        request_.outcomes()[0] = 1


@pytest.mark.parametrize("request_", [Roll(3), Total(2), Totals(2), Draw((("ace", 1), ("king", 3)))])
def test_an_answer_comes_back_from_its_name(request_):
    for answer in request_.outcomes():
        assert answer_named(request_, name_of(request_, answer)) == answer


def test_faces_and_totals_are_named_in_any_order():
    assert answer_named(Roll(3), [6, 1, 3]) == (1, 3, 6) and answer_named(Totals(2), (9, 4)) == (4, 9)


def test_a_card_is_named_by_its_code_or_itself():
    class Coded(str):
        code = "the-code"

    card = Coded("a card")
    draw = Draw(((card, 1), ("none", 0)))
    assert name_of(draw, card) == {"draw": "the-code"}
    assert all(answer_named(draw, name) is card for name in ({"draw": "the-code"}, "the-code", card))


def test_a_choice_is_named_by_its_key():
    choose = Choose(0, "What now?", LOOK)
    assert answer_named(choose, "leap") is LOOK[1] and name_of(choose, LOOK[1]) == "leap"


@pytest.mark.parametrize(
    ("request_", "name", "words"),
    [
        (Total(2), 13, "13 can't be the total of 2 dice; it is a number from 2 to 12"),
        (Total(2), 7.0, "7.0 can't be the total of 2 dice"),
        (Total(1), True, "True can't be the total"),
        (Total(2), "7", "'7' can't be the total"),
        (Total(2), [3, 4], "can't be the total"),
        (Roll(2), [1, 7], "give 2 faces from 1 to 6"),
        (Roll(2), [1], "give 2 faces"),
        (Roll(2), 7, "7 can't be rolled"),
        (Roll(2), [1, True], "can't be rolled"),
        (Roll(2), [[1], 2], "can't be rolled"),
        (Totals(2), [1, 7], "give 2 totals from 2 to 12"),
        (Draw((("ace", 1), ("king", 0))), "king", "'king' can't be drawn here"),
        (Draw((("ace", 1),)), {"draw": ["ace"]}, "can't be drawn here"),
        (Draw((("ace", 1),)), {}, "None can't be drawn here"),
        (Choose(0, "What now?", LOOK), "sing", "'sing' is not an answer to 'What now\\?'; legal: look, leap"),
        (Choose(0, "What now?", LOOK), None, "None is not an answer"),
        (Choose(0, "What now?", LOOK), ["look"], "is not an answer"),
        (Choose(0, "What now?", LOOK, lambda: JUDGE), "lurk", r"Nobody lurks by day. \[toy.lurk\]"),
    ],
)
def test_what_is_no_answer_is_refused_in_one_sentence(request_, name, words):
    with pytest.raises(IllegalMove, match=words) as refusal:
        answer_named(request_, name)
    assert "\n" not in str(refusal.value)


def test_a_long_list_of_options_is_cut_short():
    options = tuple(Move(f"go:{n}", f"Go {n}") for n in range(9))
    with pytest.raises(IllegalMove, match="legal: go:0, go:1, go:2, go:3, go:4, go:5 and 3 more"):
        answer_named(Choose(0, "Where to?", options), "go:9")


@pytest.mark.parametrize("request_", [Here(3), Event("toy.bell", "The bell rings.")])
def test_what_is_no_question_takes_no_answer(request_):
    with pytest.raises(TypeError, match="takes no answer"):
        answer_named(request_, None)


def test_refusals_are_computed_when_somebody_looks_and_once():
    looked = []
    choose = Choose(0, "What now?", LOOK, lambda: looked.append(1) or JUDGE)
    assert looked == []
    assert choose.refused == choose.refused == tuple(JUDGE) and looked == [1]
    assert Choose(0, "What now?", LOOK).refused == ()


def test_only_a_window_with_nothing_but_a_pass_answers_itself():
    one, two = LOOK[:1], LOOK
    asked = [Choose(0, "?", options, window=window) for options in (one, two) for window in (True, False)]
    assert [choose.forced for choose in asked] == [True, False, False, False]


@pytest.mark.parametrize("window", [True, False])
def test_a_window_that_is_always_put_never_answers_itself(window):
    asked = [Choose(0, "?", options, window=window, always=True) for options in (LOOK[:1], LOOK)]
    assert [(choose.always, choose.forced) for choose in asked] == [(True, False)] * 2
    assert not Choose(0, "?", LOOK[:1], window=window).always


def test_an_event_is_seen_by_those_it_names():
    assert Event("toy.bell", "The bell rings.").seen(3)
    whisper = Event("toy.bell", "A whisper.", seen_by=frozenset((0, 2)), loud=False)
    assert [whisper.seen(seat) for seat in range(3)] == [True, False, True]
    assert whisper.data == {"loud": False}


def test_moves_are_equal_by_what_is_read_of_them():
    assert Move("look", "Look", piece=1, cost="free") == LOOK[0] and hash(LOOK[0]) == hash(
        Move("look", "Look")
    )


@given(st.integers(), st.integers(0, 500))
def test_the_seed_gives_outcomes_that_can_be(seed, depth):
    stream = f"{seed}:0:{depth}"
    for request in (Roll(2), Total(3), Draw((("ace", 1), ("none", 0), ("king", 2)))):
        answer = Seeded().answer(request, stream, 0)
        assert request.outcomes()[answer] and Seeded().answer(request, stream, 9) == answer


def test_the_seed_gives_outcomes_as_often_as_they_weigh():
    from scipy.stats import chisquare

    many = 20_000
    for request in (Total(2), Draw((("ace", 1), ("king", 0), ("queen", 7)))):
        seen = Counter(Seeded().answer(request, f"{n}:0:{n % 7}", 0) for n in range(many))
        weights = {answer: weight for answer, weight in request.outcomes().items() if weight}
        expected = [many * weight / sum(weights.values()) for weight in weights.values()]
        assert set(seen) == set(weights)
        assert chisquare([seen[answer] for answer in weights], expected).pvalue > 0.001


def test_chance_of_no_weight_at_all_is_an_error():
    with pytest.raises(LookupError, match="nothing can happen"):
        Seeded().answer(Draw((("ace", 0),)), "0:0:0", 0)


def test_a_script_gives_what_it_names_then_the_seed():
    script = Scripted([7, None, [2, 2]])
    assert script.answer(Total(2), "s", 0) == 7 and script.answer(Roll(2), "s", 2) == (2, 2)
    for chances in (1, 3):
        assert script.answer(Total(2), "s", chances) == Seeded().answer(Total(2), "s", 0)
    with pytest.raises(IllegalMove, match="can't be the total"):
        Scripted([1]).answer(Total(2), "s", 0)


def test_ways_to_answer_chance_come_back_from_json():
    for resolver in (Seeded(), Scripted([7, None, {"draw": "ace"}])):
        assert from_json(resolver.to_json()) == resolver
    assert from_json("by hand").to_json() == "by hand"
    for wrong in (None, "loaded", {"script": 7}, {}, 3, ["seeded"]):
        with pytest.raises(ValueError, match="unknown way to answer chance"):
            from_json(wrong)
