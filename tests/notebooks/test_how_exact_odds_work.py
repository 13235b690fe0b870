"""The lesson on exact odds and its page: every number that they print is counted here once more, without beastlab."""

from __future__ import annotations

import ast
import doctest
import io
import re
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from math import comb, factorial, prod, sqrt
from operator import ge
from pathlib import Path
from typing import Any

import nbformat
import pytest

import beastlab.odds
from beastlab.lessons import Question, for_reader
from beastlab.odds.answer import Answer
from beastlab.odds.exhibits import Check

ROOT = Path(__file__).parents[2]
NOTEBOOK = nbformat.read(ROOT / "notebooks" / "explore" / "how-exact-odds-work.ipynb", as_version=4)
CELLS = NOTEBOOK.cells
CODE = [cell for cell in CELLS if cell.cell_type == "code"]
PAGE = (ROOT / "docs" / "odds.md").read_text(encoding="utf-8")
GAMES = "Beast Hunt", "Beest", "By Order of the Queen", "Beasts & Diplomacy", "Rise to Nobility: Beyond"
FACES = range(1, 7)


class Run:
    """What the cells leave behind: names, what each printed, and the value of its last line."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.printed: dict[str, str] = {}
        self.values: dict[str, Any] = {}

    def cell(self, source: str, id: str = "") -> Any:
        body = ast.parse(source).body
        last = ast.Expression(body.pop().value) if body and isinstance(body[-1], ast.Expr) else None
        with redirect_stdout(io.StringIO()) as printed:
            exec(compile(ast.Module(body, []), id, "exec"), self.names)
            value = eval(compile(last, id, "eval"), self.names) if last else None
        self.printed[id], self.values[id] = printed.getvalue(), value
        return value

    def shown(self, words: str) -> Any:
        """What the one cell with these words in it printed, or else its value."""
        (cell,) = [cell for cell in CODE if words in cell.source]
        return self.printed[cell.id].strip() or self.values[cell.id]


@pytest.fixture(scope="module")
def run() -> Run:
    made = Run()
    for cell in CODE:
        made.cell(cell.source, cell.id)
    return made


# --- the same numbers, counted without beastlab ---------------------------------------------------------


def share(ways: list[Any], counts: Callable[[Any], object]) -> Fraction:
    return Fraction(sum(1 for way in ways if counts(way)), len(ways))


PAIRS = list(product(FACES, repeat=2))
NINE = share(PAIRS, lambda pair: sum(pair) >= 9)
WITH_SIX = [pair for pair in PAIRS if 6 in pair]
MANY = Counter({0: 1})  # twenty dice, one after the other
for _ in range(20):
    MANY = sum((Counter({total + face: n for total, n in MANY.items()}) for face in FACES), Counter())
EIGHTY = Fraction(sum(n for total, n in MANY.items() if total >= 80), 6**20)
MULTISETS = sum(1 for _ in combinations_with_replacement(FACES, 8))
ICONS = (6, 5, 3, 3, 2)
HORDE = Fraction(  # so many sixes, fives, threes or fours, twos, ones among eight dice
    sum(
        factorial(8) // prod(map(factorial, (a, b, c, d, 8 - a - b - c - d))) * 2**c
        for a, b, c, d in product(range(9), repeat=4)
        if a + b + c + d <= 8 and a >= 1 and a + b >= 2 and a + b + c >= 4 and a + b + c + d >= 5
    ),
    6**8,
)
HEALER = 1 - Fraction(comb(48, 7), comb(64, 7))
ALL_CLASSES = sum((-1) ** j * comb(4, j) * Fraction(comb(64 - 16 * j, 7), comb(64, 7)) for j in range(5))
THREE = Counter(len(set(faces)) for faces in product(FACES, repeat=3))
ONE_TIED = 1 / (1 - Fraction(1, 6))  # rounds for two
ROUNDS = (1 + Fraction(THREE[2], 216) * ONE_TIED) / (1 - Fraction(THREE[1], 216))
DICE = (3 + Fraction(THREE[2], 216) * 2 * ONE_TIED) / (1 - Fraction(THREE[1], 216))
SEATS = sum(Fraction(5, left) for left in FACES if left <= 5)


def rerolled(icons: tuple[int, ...], dice: int, rerolls: int, once: bool = False) -> Fraction:
    """The best play of single rerolls, by trying every die of every roll; each die `once` at most, or again."""

    @cache
    def value(fresh: tuple[int, ...], done: tuple[int, ...], left: int) -> Fraction:
        strongest = sorted((*fresh, *done), reverse=True)
        best = Fraction(all(map(ge, strongest, icons)))
        for i in range(len(fresh)) if left and not best else ():
            rest = fresh[:i] + fresh[i + 1 :]
            if once:
                then = [value(rest, tuple(sorted((*done, new))), left - 1) for new in FACES]
            else:
                then = [value(tuple(sorted((*rest, new))), done, left - 1) for new in FACES]
            best = max(best, sum(then, Fraction(0)) / 6)
        return best

    found = Fraction(0)
    for roll in combinations_with_replacement(FACES, dice):
        ways = factorial(dice) // prod(factorial(roll.count(face)) for face in FACES)
        found += ways * value(roll, (), rerolls)
    return found / 6**dice


def unused(dice: int) -> Fraction:
    return Fraction(sum(sum(faces) // 3 for faces in product(FACES, repeat=dice)), 6**dice)


BARE = rerolled((5, 4), 2, 0)
FAVOUR = rerolled((5, 4), 2, 1)
CAVES = [(entry, wall) for entry in "TMB" for wall in "TMB" for _ in range(3)]
LINE = share(list(permutations(CAVES, 3)), lambda row: row[0][1] != row[1][0] and row[1][1] != row[2][0])
PERCENT = f"{float(NINE):.0%}".replace("%", " %")


# --- the lesson -----------------------------------------------------------------------------------------

# What stands in the texts: what a question sets (between quotes only), and what was counted above (in an f-string).
SAID = (
    f"twenty dice show 80 or more with a chance of *exactly* {EIGHTY}",
    "*the total is at least 9*",
    f"`{NINE}`, `{float(NINE):.2f}`, `{PERCENT}` and `1 in {float(1 / NINE):.1f}`",
    *(f"## {n}. " for n in FACES),
    "section 3 explains",
    "section 6 will show",
    "Section 3 once more",
    "Read it from above: the question",
    '"1 in so many"',
    "two dice come to 9 or more",
    "survival function** at 8: the chance of *more* than 8",
    "`roll(2 * d6)`",
    '"There is a 6."',
    "2, 3, 3, 5 and 6",
    f"6⁸ = {6**8:,} ways, and four more would make {round(6**12 / 1e9)} billion",
    "3, 5, 5 is the same as 5, 3, 5",
    r"\frac{8!}{c_1!\,c_2!\,c_3!\,c_4!\,c_5!\,c_6!}",
    "10,000 times",
    "You need 80.",
    "x + x^2 + x^3 + x^4 + x^5 + x^6",
    "The coefficient of $x^9$ is the number of ways to a total of 9.",
    r"\left(\frac{1-x^6}{1-x}\right)^n",
    r"(1-x)(1-x^6)\,f' = n\,(1 - 6x^5 + 5x^6)\,f",
    "x^{k-1}",
    "(1-x^6)^n (1-x)^{-n}",
    "7 of 64 Heroes",
    "the four Classes has 16",
    "each set of 7 cards",
    r"\binom{64}{7}",
    r"\binom{16}{k}\binom{48}{7-k}",
    "$k = 0$",
    r"\binom{16}{1}x + \binom{16}{2}x^2",
    "coefficient of $x^7$",
    "10,000 hands",
    "$T_3$ and $T_2$",
    rf"T_3 = 1 + \tfrac{{{THREE[2]}}}{{{6**3}}}\,T_2 + \tfrac{{{THREE[1]}}}{{{6**3}}}\,T_3",
    r"T_2 = 1 + \tfrac{6}{36}\,T_2",
    "2,000 times",
    "6, 4, 4, 4, 3, 2, 1 and 1",
    "need a 5 or more",
    "from 6 downwards",
    f"icons 4 and 5: without it, they cover both with {BARE}",
    f"{1 - Fraction(2, 3) ** 4}, not {1 - Fraction(2, 3) ** 2}",
    "27 cave cards",
    "(7u - 2)/6",
)


def test_every_number_in_the_texts_is_counted_here() -> None:
    texts = " ".join(" ".join(cell.source for cell in CELLS if cell.cell_type == "markdown").split())
    for words in SAID:
        assert words in texts, words
    for words in sorted(SAID, key=len, reverse=True):
        texts = texts.replace(words, "")
    assert re.findall(r".{0,30}\d.{0,30}", texts) == []


def test_what_the_texts_say_in_words() -> None:
    after = [1]  # "each one follows from three earlier ones": the recurrence of the derivative
    for k in range(1, 101):
        f = {k - 1: k - 1 + 20, k - 6: k - 6 - 120, k - 7: -(k - 7 - 100)}
        after.append(sum(c * after[i] for i, c in f.items() if i >= 0) // k)
    assert after == [MANY[total] for total in range(20, 121)]
    assert 11 < SEATS < 12 and Fraction(120, 5**5) < Fraction(
        1, 20
    )  # "eleven or twelve, ...: as good as never"
    assert all(unused(u) == Fraction(7 * u - 2, 6) for u in range(1, 6))  # "exactly (7u - 2)/6"
    assert all(Fraction(7 * u, 6) - unused(u) == Fraction(1, 3) for u in range(1, 6))  # "a third is lost"
    dice = 6, 4, 4, 4, 3, 2, 1, 1
    failing = {t for t in ICONS if sum(d >= t for d in dice) < sum(i >= t for i in ICONS)}
    assert failing == {5}
    assert not any(all(map(ge, placed, ICONS)) for placed in permutations(dice, 5))


def test_the_cells_show_what_is_counted_here(run: Run) -> None:
    assert run.shown("print(len(ways)").startswith("10 of 36 ways: (3, 6) (4, 5)")
    told = share(WITH_SIX, lambda pair: sum(pair) >= 9)
    assert run.shown("crew, others") == f"the same dice: {told}\nother dice:    {NINE}"
    assert run.shown("multisets stand for") == f"{MULTISETS:,} multisets stand for {6**8:,} ways"
    assert run.shown("def covers") == f"{int(HORDE * 6**8):,} of {6**8:,} ways"
    assert run.shown("def times").splitlines() == [
        f"two dice: {[0, 0, *(sum(sum(pair) == total for pair in PAIRS) for total in range(2, 13))]}",
        f"twenty dice, 80 or more: {int(EIGHTY * 6**20):,} of {6**20:,} ways",
    ]
    assert str(run.shown('FORMULAS["sum-at-least"]')).endswith(
        rf"\frac{{{EIGHTY.numerator}}}{{{EIGHTY.denominator}}}"
    )
    assert run.shown("Counter(len(set(faces))") == THREE
    assert run.shown("visits = ").splitlines()[0] == f"{DICE} dice by the visits"
    assert run.shown("visits = ").splitlines()[1].startswith(f"{DICE} dice by the library")
    assert run.names["order"].steps("three tied") == ROUNDS
    assert (
        run.shown("seats = ") == f"{SEATS} expeditions on average; {Fraction(120, 5**5)} that five are enough"
    )
    assert run.shown("def tried") == "462 rolls; 462 of them agree"
    assert run.shown("favoured = ") == "roll again the 1"
    assert run.shown("cards = ").startswith("27 cards; the first has its entry at T and no exit at T")


def test_the_answers_and_their_simulations(run: Run) -> None:
    answers = [value.value for value in run.values.values() if isinstance(value, Answer)]
    again, once = 1 - Fraction(2, 3) ** 4, 1 - Fraction(2, 3) ** 2
    assert rerolled((5,), 1, 3) == again and rerolled((5,), 1, 3, once=True) == once
    thrice = rerolled(ICONS, 8, 3)
    assert answers == [NINE, HORDE, EIGHTY, HEALER, ALL_CLASSES, FAVOUR, again, once, thrice]
    checks = [value for value in run.values.values() if isinstance(value, Check)]
    assert [check.exact for check in checks] == [HORDE, EIGHTY, ALL_CLASSES, rerolled(ICONS, 8, 1)]
    assert all(check.agrees for check in checks)


def test_the_questions_know_what_is_counted_here(run: Run) -> None:
    answers = {
        "nine": NINE,
        "told": share(WITH_SIX, lambda pair: sum(pair) >= 9),
        "multisets": MULTISETS,
        "healer": HEALER,
        "knights": DICE,
        "beest": SEATS,
        "favour": FAVOUR,
        "once": 1 - Fraction(2, 3) ** 2,
        "line": LINE,
    }
    for name, answer in answers.items():
        question = run.names[name]
        assert question.check(answer), name
        assert question.check(f"{float(answer):.4f}"), name
    words = {"eighty": "about 1 in 10", "classes": "a little more than a half", "hall": "the 5"}
    assert all(run.names[name].check(word) for name, word in words.items())
    assert 9 < 1 / EIGHTY < 11 and Fraction(1, 2) < ALL_CLASSES < Fraction(3, 5)


def test_every_question_names_its_misconceptions(run: Run) -> None:
    questions = [value for value in run.names.values() if isinstance(value, Question)]
    assert len(questions) == 16
    for question in questions:
        assert question.hint and question.misconceptions
        for wrong, words in question.misconceptions.items():
            assert question.check(wrong).text == words


def test_the_misconceptions_are_what_their_words_say(run: Run) -> None:
    def words(name: str, wrong: Fraction | int) -> str:
        return run.names[name].misconceptions[Fraction(wrong)]

    pairs = list(combinations_with_replacement(FACES, 2))
    assert (
        "Of 21 pairs 6 count" in words("nine", share(pairs, lambda pair: sum(pair) >= 9)) and len(pairs) == 21
    )
    assert "exactly 9" in words("nine", share(PAIRS, lambda pair: sum(pair) == 9))
    both = share(PAIRS, lambda pair: sum(pair) >= 9 and 6 in pair)
    assert "ways with both" in words("told", both) and f"{len(WITH_SIX)} have a 6" in run.names["told"].hint
    assert "five borders" in words("multisets", comb(14, 6)) and comb(13, 5) == MULTISETS
    assert "8! orders" in words("multisets", Fraction(6**8, factorial(8)))
    assert "each card is put back" in words("healer", 1 - Fraction(3, 4) ** 7)
    assert "no healer" in words("healer", Fraction(3, 4) ** 7) and "on average" in words(
        "healer", Fraction(7, 4)
    )
    assert "88 %" in run.names["classes"].misconceptions["nearly certain"] and f"{float(HEALER):.0%}" == "88%"
    far = Fraction(sum(n for total, n in MANY.items() if total >= 88), 6**20)
    spread = f"One standard deviation is {sqrt(20 * 35 / 12):.1f}"
    assert spread in run.names["eighty"].misconceptions["about 1 in 100"] and 90 < 1 / far < 110
    assert Fraction(sum(n for total, n in MANY.items() if total >= 70), 6**20) > Fraction(1, 2)
    assert "number of rounds" in words("knights", ROUNDS) and "Not all three" in words("knights", 3 * ROUNDS)
    assert f"{2 * ONE_TIED} dice" in run.names["knights"].hint and THREE == {3: 120, 2: 90, 1: 6}
    assert "four times out of nine" in words("knights", 3) and Fraction(96, 216) == Fraction(4, 9)
    assert "second try with both" in words("favour", 1 - (1 - BARE) ** 2) and "without" in words(
        "favour", BARE
    )
    assert "four throws" in words("once", 1 - Fraction(2, 3) ** 4)
    assert (
        "2/3 times 2/3" in words("line", Fraction(2, 3) ** 2)
        and f"{27 * 26 * 25:,}" in run.names["line"].hint
    )
    assert "one pair" in words(
        "line", share(list(permutations(CAVES, 2)), lambda row: row[0][1] != row[1][0])
    )


def test_each_reader_has_numbers_and_answers_of_their_own() -> None:
    run, seen = Run(), set()
    first = next(
        i for i, cell in enumerate(CODE) if "for_reader(" in cell.source and "import" not in cell.source
    )
    run.cell(CODE[0].source)
    run.cell("from beastlab.odds import roll_off")
    for reader in ("your name", "Ada", "Bo", "Cleo", "Dev", "Eve"):
        for cell in CODE[first : first + 5]:
            run.cell(cell.source.replace('"your name"', repr(reader)))
        n, value, tokens, used, wanted, dealt, players = map(
            run.names.__getitem__, ("n", "value", "tokens", "unused", "wanted", "dealt", "players")
        )
        fitting = set(range(value - tokens, value + 1))
        assert run.names["temple"].check(share(list(product(FACES, repeat=n)), fitting.intersection))
        assert run.names["rock_rose"].check(unused(used))
        assert run.names["beasts"].check(1 - Fraction(comb(120 - wanted, dealt), comb(120, dealt)))
        assert run.names["family"].check(Fraction(6 * players, 5))
        assert run.names["family"].check(players).text.startswith("So it is if there is never a tie")
        seen.add((n, value, tokens, used, wanted, dealt, players))
    assert len(seen) == 6
    assert run.names["numbers"] == for_reader("Eve", "how-exact-odds-work")


def test_it_keeps_the_house_rules() -> None:
    assert NOTEBOOK.nbformat_minor == 5 and len({cell.id for cell in CELLS}) == len(CELLS)
    texts = " ".join(cell.source for cell in CELLS)
    assert [game for game in GAMES if game not in texts] == []
    for cell in CODE:
        assert cell.outputs == [] and cell.execution_count is None
        lines = [line for line in cell.source.splitlines() if line]
        asks = "= Question(" in cell.source
        assert len(lines) <= (17 if asks else 12), cell.source
        assert ("hide-input" in cell.metadata.get("tags", ())) == asks, (
            "an answer is not shown beside its question"
        )
        assert cell.metadata.get("jupyter", {}).get("source_hidden", False) == asks
    assert "illustrative" in CELLS[0].source and "Where to go from here" in CELLS[-1].source


# --- the page -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    """The names that the examples of docs/odds.md leave behind; it fails where one prints something else."""
    names: dict[str, Any] = {}
    code = re.sub(r"^```.*$", "", PAGE, flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(code, names, "odds.md", "docs/odds.md", 0)
    told = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=told.write, clear_globs=False)
    assert not runner.failures, told.getvalue()
    assert runner.tries > 40
    return test.globs


def test_the_page_prints_what_the_examples_give(page: dict[str, Any]) -> None:
    assert page["fight"][True] == sum(
        comb(4, k)
        * sum((-1) ** j * comb(k, j) * Fraction(comb(16 * (k - j), 7), comb(64, 7)) for j in range(k + 1))
        * rerolled((5, 4, 3), k + 2, 0)
        for k in range(1, 5)
    )
    for value in (rerolled((5, 4), 2, 2), rerolled((5, 4), 2, 2, once=True)):
        assert repr(value) in PAGE


def test_what_the_page_says_is_refused_is_refused(page: dict[str, Any]) -> None:
    names = {**vars(beastlab.odds), **page, "Fraction": Fraction, "prod": prod}
    rows = re.findall(r"^\| `(.+?)` \|.*\| (.+) \|$", PAGE.split("| refused |")[1], re.MULTILINE)
    assert len(rows) == 7
    for refused, instead in rows:
        with pytest.raises((TypeError, ValueError)):
            eval(refused, names)
        for call in re.findall("`(.+?)`", instead):
            repr(eval(call, names))


def test_the_page_names_the_calls_that_there_are() -> None:
    assert len(PAGE.splitlines()) < 300
    calls = set(re.findall(r"`\.?([a-z_]+)\(", PAGE))
    known = {*dir(beastlab.odds), *dir(beastlab.odds.roll(beastlab.odds.d6)), *dir(beastlab.odds.hand(0, []))}
    assert calls - known - {"why", "table", "chart", "moves"} == set()
    assert "odds\n" in (ROOT / "docs" / "index.md").read_text(encoding="utf-8").split("The project")[1]
    assert "docs/odds.md" in (ROOT / "README.md").read_text(encoding="utf-8")
