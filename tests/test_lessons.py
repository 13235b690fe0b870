"""Lessons: every form of a right answer passes, near misses fail, nothing that is typed raises or runs."""

from __future__ import annotations

import subprocess
import sys
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy
import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st

from beastlab.core.requests import IllegalMove
from beastlab.games import beast_hunt as hunt
from beastlab.lessons import Numbers, Question, Stacked, Told, for_reader, refusal, tell

SIX = Fraction(5, 36)
chances = st.fractions(Fraction(1, 10**4), 1 - Fraction(1, 10**4), max_denominator=10**6)


def rounded(value: Fraction, digits: int) -> str:
    """`value` to so many significant digits, in plain figures."""
    with localcontext() as context:
        context.prec, context.rounding = digits, ROUND_HALF_EVEN
        return f"{Decimal(value.numerator) / Decimal(value.denominator):f}"


# --- numbers -------------------------------------------------------------------------------------------


@given(chances, st.integers(2, 12), st.integers(1, 7))
def test_a_right_number_passes_in_every_form(answer: Fraction, digits: int, factor: int) -> None:
    ask = Question("?", answer)
    n, d = answer.numerator, answer.denominator
    text = rounded(answer, digits)
    forms: list[Any] = [
        answer,
        f"{n * factor}/{d * factor}",
        f" {n} / {d} ",
        f"{n} in {d}",
        f"{n} out of {d}",
    ]
    forms += [f"1 - {d - n}/{d}", f"({n}/{d})^1", f"-(-{n})÷{d}", f"P = {n}⁄{d}", f"{100 * n}/{d}%"]
    forms += [text, Decimal(text), text.replace(".", ","), f"≈{text}", f"{rounded(100 * answer, digits)} %"]
    forms += [n / d, 1 - (d - n) / d, numpy.float64(n / d), sympy.Rational(n, d), sympy.Float(n / d)]
    forms += [1 - sympy.Rational(d - n, d), sympy.Sum(sympy.Rational(n, 2 * d), (sympy.Symbol("k"), 1, 2))]
    forms += [f"1 in {rounded(1 / answer, digits)}"]
    if text[-1] != "0":  # a float doesn't keep its last zeros
        forms.append(float(text))
    assert [form for form in forms if not ask.check(form)] == []


@given(chances, st.integers(2, 12), st.sampled_from([-1, 1]))
def test_a_number_off_by_a_unit_of_its_last_digit_fails(answer: Fraction, digits: int, step: int) -> None:
    near = rounded(answer, digits)
    unit = Fraction(10) ** -len(near.partition(".")[2])
    off = Decimal(near) + step * Decimal(unit.numerator) / Decimal(unit.denominator)
    assume(abs(Fraction(off) - answer) > unit / 2)
    ask = Question("?", answer)
    assert not ask.check(f"{off:f}")
    assert not ask.check(f"{100 * Fraction(off).numerator}/{Fraction(off).denominator} %")


@given(chances, st.fractions())
def test_another_exact_number_fails(answer: Fraction, other: Fraction) -> None:
    assume(other != answer)
    ask = Question("?", answer)
    assert not ask.check(other)
    assert not ask.check(f"{other.numerator}/{other.denominator}")
    assert not ask.check(sympy.Rational(other.numerator, other.denominator))


@given(st.text() | st.text("0123456789.,/%^*()+-e in½²−", max_size=130))
def test_whatever_is_typed_is_answered(text: str) -> None:
    for ask in (
        Question("?", SIX, misconceptions={"1/6": "no"}),
        Question("?", True),
        Question("?", "a", choices="ab"),
    ):
        assert ask.check(text).text or ask.check(text).right
    assert isinstance(Question("?", {"Ada", "Bo"}).check(text).right, bool)
    assert isinstance(Question("?", ["Ada", "Bo"]).check(text).right, bool)


@pytest.mark.parametrize(
    "garbage",
    [
        "",
        "twelve",
        "5/",
        "/36",
        "()",
        "(1",
        "1)",
        "1 2",
        "0x10",
        "nan",
        "inf",
        "5 / 0 / 0 x",
        "5//36",
        "1_0",
        "٣",
    ]
    + [
        "__import__('os').getcwd()",
        "exec('1/0')",
        "9" * 200,
        "(" * 120,
        "1½",
        "5²³x",
        "1:7",
        "5/36; 1",
        "1e9999",
    ]
    + [None, True, [SIX], {}, object(), 1j, float("nan"), float("inf"), Decimal("NaN"), Decimal("1e999999")]
    + [sympy.oo, sympy.nan, sympy.I, sympy.true, sympy.Matrix([1]), sympy.Symbol("x") > 1],
)
def test_garbage_is_not_a_number(garbage: Any) -> None:
    verdict = Question("?", SIX, hint="Count.").check(garbage)
    assert not verdict and not verdict.read
    assert str(verdict).startswith("? Not read. Not a number") or "letters" in verdict.text


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("1/0", "divided by 0"),
        ("1 in 0", "divided by 0"),
        ("0^-1", "divided by 0"),
        ("9^9^9", "power"),
        ("2^0.5", "power"),
        ("((9^999)^999)^999", "power"),
        ("1,296", "two ways"),
        (sympy.Symbol("x") / 6, "letters in it: x"),
    ],
)
def test_what_can_not_be_worked_out_says_why(typed: Any, why: str) -> None:
    assert why in Question("?", SIX).check(typed).text


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("1-(5/6)^2", "11/36"),
        ("1 − (5/6)²", "11/36"),
        ("(5/6)**2 * 6/5", "5/6"),
        ("2^-1", "1/2"),
        ("-2^2 + 4.5", "1/2"),
        ("6/4/3", "1/2"),
        ("1 - 50 %", "1/2"),
        ("½", "1/2"),
        ("0,5", "1/2"),
        ("5e-1", "1/2"),
        ("3 · 1/6", "1/2"),
    ],
)
def test_calculations(typed: str, value: str) -> None:
    assert Question("?", Fraction(value)).check(typed)


def test_a_wrong_number_is_told_what_went_wrong() -> None:
    ask = Question("?", SIX, misconceptions={Fraction(1, 11): "Totals.", "7/50": "Near."}, hint="Pairs.")
    assert str(ask.check("1/11")) == str(ask.check(0.0909)) == "✗ Not yet. Totals."
    assert "one more digit" in ask.check("0.14").text, "it fits the answer and a misconception alike"
    assert ask.check("0.139") and ask.check("7/50").text == "Near."
    assert "cut it off" in ask.check("0.138").text
    assert "at least two" in ask.check("0.1").text
    assert "sign %" in ask.check("13.9").text
    assert "opposite" in ask.check("31/36").text
    assert ask.check("1/4").text == "That is not the number asked for. Hint: Pairs."
    assert Question("?", SIX).check("1/4").text == "That is not the number asked for."


def test_a_right_number_is_told_what_was_checked() -> None:
    ask = Question("?", SIX, because="Five pairs of 36.")
    assert str(ask.check("10/72")) == (
        "✓ Right. It is 5/36 (13.89 %). Five pairs of 36. Checked: the number, not the way to it."
    )
    assert "3 digits given; exactly it is 5/36" in ask.check("13.9%").text
    assert Question("How many?", 8).check("8").text == "It is 8."
    assert Question("How many?", 1296).check("1296.0") and not Question("How many?", 1296).check("1.3e3")
    assert Question("How many?", 3).check(0.1 * 3 * 10), "3.0000000000000004"


def test_a_misconception_that_is_the_answer_is_left_out() -> None:
    assert Question("?", SIX, misconceptions={"10/72": "No!"}).check(SIX)


@pytest.mark.parametrize("wrong", [0.139, None, object(), {}])
def test_an_answer_has_to_be_exact(wrong: Any) -> None:
    with pytest.raises(ValueError):
        Question("?", wrong)


# --- words ---------------------------------------------------------------------------------------------


def test_yes_or_no() -> None:
    ask = Question("May he?", True, misconceptions={False: "He may: an empty hand is enough."})
    assert all(ask.check(given) for given in (True, "yes", " Y ", "Yes.", "true", "1"))
    assert ask.check("n").text == ask.check(False).text == "He may: an empty hand is enough."
    assert not ask.check("maybe").read
    assert not ask.check(2.5).read


def test_a_choice_by_its_words_or_number() -> None:
    ask = Question("Where?", "N", choices=("the S", "N", "up, and away"), hint="Moss.")
    assert ask.check("n") and ask.check("2") and ask.check(2)
    assert ask.check("S").text == ask.check("1").text == "That is not it. Hint: Moss."
    assert "none of the choices" in ask.check("4").text
    with pytest.raises(ValueError, match="not among the choices"):
        Question("Where?", "E", choices=("S", "N"))


def test_a_set_of_words_in_any_order() -> None:
    ask = Question("Who?", {"Ada", "Bo"}, misconceptions={("Ada",): "Bo too."})
    for given_ in (
        "Ada, Bo",
        "bo; ada",
        "Bo and Ada",
        ["Bo", "ada"],
        {"Ada", "Bo"},
        ("Bo", "Ada", "Bo"),
        "Ada\nBo",
    ):
        assert ask.check(given_), given_
    assert ask.check("Ada").text == "Bo too."
    assert ask.check("Ada, Cleo, Dan").text == ('You have 1 of 2, and 2 that do not belong: "cleo", "dan".')
    assert not ask.check("").read and not ask.check(7).read and not ask.check([]).read
    assert Question("Which?", {"Salt and Sea", "Fog"}).check("Fog, Salt and Sea")


def test_words_of_a_set_are_among_its_choices() -> None:
    ask = Question("Which?", {"Moth"}, choices=("Reef Strangler", "Moth", "Siege Boar"), hint="Symbols.")
    assert ask.check("moth") and ask.check("2") and ask.check([2])
    assert (
        ask.check("moth, boar").text == ('"boar" is none of the choices: Reef Strangler; Moth; Siege Boar.')
        and not ask.check("moth, boar").read
    )
    assert not ask.check("5").read and not ask.check("moht").read
    assert ask.check("1, moth").text.startswith(
        'You have 1 of 1, and 1 that does not belong: "reef strangler". Hint'
    )
    assert Question("Which?", {"a", "b"}, choices="abc").check("a").text == "You have 1 of 2."
    with pytest.raises(ValueError, match="'Moht' is not among the choices"):
        Question("Which?", {"Moht"}, choices=("Moth", "Boar"))
    long = Question("Which?", {"a"}).check(", ".join(f"{n}" * 99 for n in range(1, 10))).text
    assert "9 that do not belong" in long and len(long) < 320


def test_a_list_of_words_in_order() -> None:
    ask = Question("In what order?", ["Ada", "Bo", "Bo", "Ada"], hint="A snake.")
    assert ask.check("Ada → Bo → Bo → Ada") and ask.check(("Ada", "Bo", "Bo", "Ada"))
    assert ask.check("Ada, Bo, Ada, Bo").text.startswith("These are the ones, but not in this order.")
    assert not ask.check("Ada, Bo")
    with pytest.raises(ValueError):
        Question("Which?", [])


# --- how it is shown -------------------------------------------------------------------------------------


def test_html_is_escaped_and_speaks_without_colour() -> None:
    ask = Question("<b>P(x < 1)?", "<i>", choices=("<i>", "b"), hint="<script>")
    assert "<b>P" not in ask._repr_html_() and "<i>" not in ask._repr_html_()
    html = ask.check("b")._repr_html_()
    assert "<script>" not in html and "✗ Not yet." in html and 'role="alert"' in html
    assert "✓ Right." in ask.check("<i>")._repr_html_()
    assert repr(ask).splitlines()[1] == "  1. <i>"


def test_the_form_checks_by_button_and_by_enter() -> None:
    form = Question("P?", SIX).form()
    (field, button), verdict = form.children[0].children, form.children[1]
    button.click()
    assert verdict.value == ""
    field.value = "5/36"
    assert "✓ Right." in verdict.value
    field.value = "1/6"
    assert "✗ Not yet." in verdict.value
    assert field.description and button.description and "P?" in button.tooltip
    form = Question("Which?", "a", choices="ab").form()
    (field, button), verdict = form.children[0].children, form.children[1]
    field.value = "b"
    assert verdict.value == "", "going through a menu with the keys is no answer yet"
    button.click()
    assert "✗ Not yet." in verdict.value


def test_nothing_heavy_is_loaded_before_it_is_needed() -> None:
    code = "import sys, beastlab.lessons as l; l.Question('?', 1).check('1/2'); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert {"ipywidgets", "sympy", "scipy", "IPython", "altair"}.isdisjoint(loaded)


# --- numbers of one's own ----------------------------------------------------------------------------------


@given(st.text(min_size=1).filter(str.strip), st.lists(st.integers(), min_size=1, unique=True))
def test_numbers_are_the_same_every_time(name: str, among: list[int]) -> None:
    mine = for_reader(name, "lesson")
    assert mine.pick("a", among) == for_reader(name, "lesson").pick("a", among)
    assert mine.pick("a", among) in among
    assert sorted(mine.sample("b", among, len(among))) == sorted(among)


def test_neighbours_have_other_numbers() -> None:
    names = [f"reader {n}" for n in range(600)]
    picked = [for_reader(name).pick("die", range(1, 7)) for name in names]
    assert all(70 <= picked.count(face) <= 130 for face in range(1, 7)), "evenly"
    pairs = {tuple(for_reader(name).sample("pair", range(4), 2)) for name in names}
    assert len(pairs) == 12
    ada = for_reader("Ada")
    assert [ada.pick(what, range(100)) for what in "abc"] != [ada.pick("a", range(100))] * 3
    assert ada.pick("a", range(10**9)) != for_reader("Ada", "7b").pick("a", range(10**9))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: for_reader("  "),
        lambda: Numbers("ada").pick("n", []),
        lambda: Numbers("ada").pick("n", {1, 2}),  # type: ignore[arg-type]
        lambda: Numbers("ada").sample("n", [1], 2),
    ],
)
def test_numbers_that_can_not_be_picked(wrong: Any) -> None:
    with pytest.raises(ValueError):
        wrong()


# --- a game that is told -------------------------------------------------------------------------------------


SCRIPT = [
    9,
    4,
    "malice-1",
    "lesser-beast-1",
    "hero-hunter-1",
    "enchant-5",
    "curse-6",
    *[None] * 5,
    "beast-07",
]


def game() -> Any:
    return hunt.new_match(seats=2, chance=Stacked([*SCRIPT, "beast-12", "beast-13", 8]))


def test_a_game_is_told_as_one_seat_sees_it() -> None:
    match = game()
    assert tell(match) == tell(match), "it only looks"
    told = tell(match, "Choose Grim Osk", "champion:champion-shinobi-1")
    texts = [text for _, text in told.lines]
    assert "Bo is dealt five cards." in texts and "Ada is dealt five cards." not in texts
    assert not [text for text in texts if text.startswith("Bo's hand")]
    assert [text for _, text in tell(match, seat=1).lines if text.startswith("Bo's hand")]
    both = tell(match, seat=None).lines
    assert len([text for _, text in both if "hand:" in text]) == 2
    assert told.asked == "Ada: discard 1 card"


def test_everybody_passes_until_nobody_is_asked() -> None:
    match = game()
    tell(match, "Choose Grim Osk", "Choose Sei of the Reeds", "Discard Blunted Edge", match_first(match, 1))
    told = tell(match, "everybody passes")
    assert ("hunt.lesser.win-party", "Bramble Imp is defeated and joins the Party of Ada.") in told.lines
    assert told.asked == "Ada: 4 actions left"


def match_first(match: Any, seat: int) -> str:
    """The move that discards the first card of a hand that is yet to be dealt."""
    ahead = match.fork()
    tell(ahead, "Choose Grim Osk", "Choose Sei of the Reeds")
    return f"discard:{ahead.table.seats[seat].hand[0].code}"


def test_if_one_move_may_not_be_made_none_is() -> None:
    match = game()
    place = match.place
    with pytest.raises(IllegalMove, match="Ada has chosen Grim Osk") as raised:
        tell(match, "Choose Grim Osk", "Choose Grim Osk")
    assert "hunt.setup.champion-unique" in str(raised.value)
    assert match.place is place and match.table.seats[0].champions == []
    with pytest.raises(IllegalMove):
        tell(match, "Choose nobody")


def test_a_refusal_and_what_is_none() -> None:
    match = game()
    with pytest.raises(ValueError, match="allowed here"):
        refusal(match, "Choose Grim Osk")
    with pytest.raises(ValueError, match="not among the moves refused here: no move"):
        refusal(match, "Fly")
    tell(match, "Choose Grim Osk")
    assert refusal(match, "choose grim osk").rule == "hunt.setup.champion-unique"


def test_a_stacked_deck_goes_on_when_a_reader_leaves_the_path() -> None:
    match = hunt.new_match(seats=2, chance=Stacked(["beast-01", 99, *[8] * 40]))
    for _ in range(60):
        match.play(match.request.options[-1])
    assert match.place.chances > len(match.chance.script), "the script is used up"


def test_told_as_text_and_html() -> None:
    told = Told((("hunt.x", "A <b> appears."),), "Ada: go")
    assert repr(told) == "A <b> appears. [hunt.x]\nNow: Ada: go"
    assert "&lt;b&gt;" in told._repr_html_() and "<code" in told._repr_html_()
