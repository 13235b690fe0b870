"""What a lesson is made of: questions that check themselves, numbers of one's own, a game told in sentences.

>>> from beastlab.games import beast_hunt as hunt
>>> numbers = for_reader("Ada")                        # her neighbour has other numbers
>>> needed = numbers.pick("needed", range(8, 12))
>>> question = Question(f"P(two dice show {needed} or more)?", answer=hunt.reach(needed))
>>> question.check(hunt.reach(needed)).right
True

An answer is compared with the exact one and never run as code. A verdict says in words what was checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from html import escape
from typing import Any, TypeVar

from beastlab.answers import Unreadable, plain, quoted, read_number, yes_no
from beastlab.core.chance import Scripted, Seeded
from beastlab.core.match import Match
from beastlab.core.requests import Chance, Choose, IllegalMove, Refused
from beastlab.odds.arguments import number
from beastlab.odds.texts import fraction_text, percent_text

__all__ = ["Numbers", "Question", "Stacked", "Told", "Verdict", "for_reader", "refusal", "tell"]

T = TypeVar("T")

# --- verdicts ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """What became of an answer: `right` or not, why in a sentence, and what was `checked`.

    >>> print(Verdict(False, "You counted one order only.", "the number"))
    ✗ Not yet. You counted one order only.
    """

    right: bool
    text: str
    checked: str = ""
    read: bool = True  # False where the answer could not be read at all

    @property
    def sign(self) -> str:
        return "✓" if self.right else "✗" if self.read else "?"

    @property
    def word(self) -> str:
        return "Right." if self.right else "Not yet." if self.read else "Not read."

    @property
    def rest(self) -> str:
        """The sentence, and for a right answer what was checked."""
        return f"{self.text} Checked: {self.checked}.".strip() if self.right else self.text

    def __bool__(self) -> bool:
        return self.right

    def __str__(self) -> str:
        return f"{self.sign} {self.word} {self.rest}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        colour = "#009E73" if self.right else "#D55E00" if self.read else "#767676"
        return (
            f'<div role="alert" class="beastlab-verdict" style="border-left:4px solid {colour};'
            f'padding:.2em .6em;margin:.3em 0"><b>{self.sign} {self.word}</b> {escape(self.rest)}</div>'
        )


# --- questions -----------------------------------------------------------------------------------------


def _is_number(text: str) -> bool:
    try:
        read_number(text)
    except Unreadable:
        return False
    return True


class Question:
    """A question that checks answers where it is asked, without a server, and never runs them as code.

    `answer` is a number (exact: int or Fraction), a word, yes or no (a bool), a set of words in any order, or a
    list of words in order. `choices` are shown with it. `misconceptions` says of known wrong answers what went
    wrong; `hint` is for all others; `because` is told with a right answer.

    >>> ask = Question(
    ...     "P(two dice show a total of 6)?",
    ...     Fraction(5, 36),
    ...     misconceptions={Fraction(1, 11): "The 11 totals are not equally likely."},
    ...     hint="Count the ordered pairs that add up to 6.",
    ... )
    >>> ask.check("5/36")
    ✓ Right. It is 5/36 (13.89 %). Checked: the number, not the way to it.
    >>> ask.check(0.139)
    ✓ Right. That is right to the 3 digits given; exactly it is 5/36 (13.89 %). Checked: the number, not the way to it.
    >>> [bool(ask.check(given)) for given in (5 / 36, "13.9 %", "1 in 7.2", "1 - 31/36", "0,14")]
    [True, True, True, True, True]
    >>> ask.check("1/11")
    ✗ Not yet. The 11 totals are not equally likely.
    >>> ask.check(13.9)
    ✗ Not yet. As a percentage that would be right: write the sign %.
    >>> ask.check("__import__('os')")  # doctest: +ELLIPSIS
    ? Not read. Not a number: "__import__('os')". Give a fraction (5/36), ...

    >>> Question("Who discards?", {"Ada", "Bo"}).check("bo and ada")
    ✓ Right. Checked: which ones, not their order.
    """

    def __init__(
        self,
        text: str,
        answer: Any,
        *,
        choices: Iterable[str] = (),
        misconceptions: Mapping[Any, str] | None = None,
        hint: str = "",
        because: str = "",
    ) -> None:
        self.text, self.hint, self.because = text, hint, because
        self.choices = tuple(map(str, choices))
        self._truth = isinstance(answer, bool)
        if self._truth:
            self.choices = self.choices or ("yes", "no")
        self.answer: Any
        self._ordered = isinstance(answer, list | tuple)
        if isinstance(answer, str) and not self.choices and _is_number(answer):
            raise ValueError(
                f"the answer {answer!r} is a text; give Fraction({answer!r}) for a number, or choices for a word"
            )
        if isinstance(answer, bool | str):
            self._kind, self.answer = "word", yes_no(answer) if self._truth else answer
        elif self._ordered or isinstance(answer, set | frozenset):
            self._kind, self.answer = "words", tuple(map(str, answer))
            if not self.answer:
                raise ValueError("the answer has no words; give at least one")
        else:
            self._kind, self.answer = "number", number("answer", answer)
        if self.choices and self._kind != "number":
            for word in [self.answer] if self._kind == "word" else self.answer:
                if plain(word) not in map(plain, self.choices):
                    raise ValueError(f"the answer {word!r} is not among the choices: {self.choices}")
        known = {self._key(given): words for given, words in (misconceptions or {}).items()}
        known.pop(self._key(self.answer), None)  # where the numbers are a reader's own, they may meet
        self.misconceptions = known

    def check(self, given: Any) -> Verdict:
        """Whether `given` is the answer, in words; nothing but the answer itself is looked at."""
        try:
            match self._kind:
                case "number":
                    return self._check_number(given)
                case "word":
                    return self._check_word(given)
            return self._check_words(given)
        except Unreadable as why:
            return Verdict(False, str(why), read=False)

    # numbers

    def _check_number(self, given: Any) -> Verdict:
        read = read_number(given)
        fit = read.fits(self.answer)
        rivals = [(read.fits(rival), words) for rival, words in self.misconceptions.items()]
        if fit == "rounded" and any(rival in ("exact", "rounded") for rival, _ in rivals):
            return Verdict(
                False, "That fits a right and a wrong answer alike: give one more digit, or the fraction."
            )
        if fit in ("exact", "rounded"):
            shown = fraction_text(self.answer)
            if 0 < self.answer < 1:
                shown += f" ({percent_text(self.answer)})"
            text = f"It is {shown}."
            if fit == "rounded" and read.digits:
                text = f"That is right to the {read.digits} digits given; exactly it is {shown}."
            return self._right(text, "the number, not the way to it")
        for rival, words in rivals:
            if rival in ("exact", "rounded"):
                return Verdict(False, words)
        if fit == "coarse":
            return Verdict(False, "One digit can't tell: give at least two, or the fraction.")
        if fit == "near":
            return Verdict(False, "Close: the last digit is one off. Round it, do not cut it off.")
        if 0 < self.answer < 1:
            if read.times(Fraction(1, 100)).fits(self.answer) in ("exact", "rounded"):
                return Verdict(False, "As a percentage that would be right: write the sign %.")
            if read.times(Fraction(-1)).plus(1).fits(self.answer) in ("exact", "rounded"):
                return Verdict(False, "That is one minus the answer: the chance of the opposite.")
        return self._wrong("That is not the number asked for.")

    # words

    def _check_word(self, given: Any) -> Verdict:
        word = self._choice(self._key(given))
        if word == self._key(self.answer):
            return self._right("", "the choice" if self.choices else "the word")
        if word in self.misconceptions:
            return Verdict(False, self.misconceptions[word])
        self._among_choices(word)
        return self._wrong("That is not it.")

    def _choice(self, word: str) -> str:
        """The choice that a number stands for, the word itself for any other."""
        known = [plain(choice) for choice in self.choices]
        numbered = {str(n): choice for n, choice in enumerate(known, 1)}
        return word if word in known else numbered.get(word, word)

    def _among_choices(self, word: str) -> None:
        if self.choices and word not in map(plain, self.choices):
            raise Unreadable(f"{quoted(word)} is none of the choices: {'; '.join(self.choices)}.")

    def _check_words(self, given: Any) -> Verdict:
        words = self._key(given)
        wanted = self._key(self.answer)
        if words == wanted:
            return self._right(
                "", "which ones, and their order" if self._ordered else "which ones, not their order"
            )
        if words in self.misconceptions:
            return Verdict(False, self.misconceptions[words])
        if self._ordered and sorted(words) == sorted(wanted):
            return self._wrong("These are the ones, but not in this order.")
        more = [word for word in dict.fromkeys(words) if word not in wanted]
        for word in more:
            self._among_choices(word)
        have = f"You have {len(set(words) & set(wanted))} of {len(set(wanted))}"
        if not more:
            return self._wrong(f"{have}.")
        named = ", ".join(map(quoted, sorted(more)[:5])) + ", ..." * (len(more) > 5)
        return self._wrong(f"{have}, and {len(more)} that do{'es' * (len(more) == 1)} not belong: {named}.")

    def _key(self, given: Any) -> Any:
        """What two answers have in common when they are the same."""
        if self._kind == "number":
            return number("a misconception", given)
        if self._kind == "word":
            if not isinstance(given, str | bool | int):
                raise Unreadable(f"A word was asked for, not {quoted(given)}.")
            return plain(yes_no(given) if self._truth else str(given))
        if isinstance(given, str):
            both = "" if any(" and " in word for word in (*self.answer, *self.choices)) else r"|\band\b"
            given = [part for part in re.split(rf"[,;\n→]{both}", given[:10_000]) if part.strip()]
        if not isinstance(given, list | tuple | set | frozenset) or not given:
            raise Unreadable(
                f"A list of words was asked for, not {quoted(given)}: write them with commas between."
            )
        words = [self._choice(plain(str(word))) for word in given]
        return tuple(words) if self._ordered else frozenset(words)

    def _right(self, text: str, checked: str) -> Verdict:
        return Verdict(True, f"{text} {self.because}".strip(), checked)

    def _wrong(self, text: str) -> Verdict:
        return Verdict(False, f"{text} {self.hint and f'Hint: {self.hint}'}".strip())

    # how it is shown

    def __repr__(self) -> str:
        lines = [f"Question: {self.text}", *(f"  {n}. {c}" for n, c in enumerate(self.choices, 1))]
        return "\n".join([*lines, "  Answer with .check(...)"])

    def _repr_html_(self) -> str:
        listed = "".join(f"<li>{escape(choice)}</li>" for choice in self.choices)
        return (
            f'<div class="beastlab-question" style="border-left:4px solid #0072B2;padding:.2em .6em">'
            f"<b>Question.</b> {escape(self.text)}{listed and f'<ol>{listed}</ol>'}</div>"
        )

    def form(self) -> Any:
        """A field for the answer and a button that checks it (loads ipywidgets)."""
        import ipywidgets as w

        field: Any
        if self.choices and self._kind == "word":
            options = [("choose one", ""), *((choice, choice) for choice in self.choices)]
            field = w.Dropdown(options=options, value="", description="Your answer:")
        else:
            example = "5/36 or 13.9 %"
            if self._kind != "number":
                example = "4, 2, 7" if all(map(_is_number, self.answer)) else "one, another"
            field = w.Text(description="Your answer:", placeholder=example, continuous_update=False)
        field.style = {"description_width": "initial"}
        button = w.Button(description="Check", tooltip=f"Check the answer to: {self.text}")
        verdict = w.HTML()

        def look(_: Any) -> None:
            verdict.value = self.check(field.value)._repr_html_() if field.value else ""

        button.on_click(look)
        if isinstance(field, w.Text):
            field.observe(look, "value")  # the Enter key
        return w.VBox([w.HBox([field, button]), verdict])

    def _ipython_display_(self) -> None:
        """The question for every page, and below it the form where a notebook can show one."""
        from IPython.display import display

        display({"text/plain": repr(self), "text/html": self._repr_html_()}, raw=True)
        try:
            form = self.form()._repr_mimebundle_()
        except ImportError:
            return
        form.pop("text/plain", None)
        display(form, raw=True)


# --- numbers of one's own ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Numbers:
    """Numbers for one reader of one lesson: picked at random, and the same again every time.

    Each is named, so that running a cell twice, or cells in another order, changes nothing.
    """

    reader: str
    lesson: str = ""

    def _place(self, what: str, turn: int, among: Sequence[Any]) -> int:
        if not isinstance(among, Sequence) or not among:
            raise ValueError(f"{what}: pick from a list or a range that is not empty, not from {among!r:.60}")
        name = "\0".join((self.reader, self.lesson, what, str(turn)))
        return int.from_bytes(blake2b(name.encode(), digest_size=16).digest()) % len(among)

    def pick(self, what: str, among: Sequence[T]) -> T:
        """One of `among` for the number named `what`.

        >>> [for_reader(name).pick("dice", range(2, 10)) for name in ("Ada", "Bo", "Cleo")]
        [2, 8, 5]
        """
        return among[self._place(what, 0, among)]

    def sample(self, what: str, among: Sequence[T], count: int) -> list[T]:
        """So many different ones of `among`, in random order."""
        left: Any = [*among] if isinstance(among, Sequence) else among  # what can't be picked from is refused
        return [left.pop(self._place(what, turn, left)) for turn in range(count)]


def for_reader(name: str, lesson: str = "") -> Numbers:
    """The numbers of the reader of that name, other ones in each `lesson` (or class).

    >>> for_reader(" ada") == for_reader("Ada")
    True
    """
    if not (reader := " ".join(name.casefold().split())):
        raise ValueError("give the name of the reader: it picks the numbers")
    return Numbers(reader, lesson)


# --- a game that is told ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stacked(Scripted):
    """Dice and decks arranged for a lesson. What does not fit, after another move than planned, comes from the seed."""

    def answer(self, request: Chance, stream: str, chances: int) -> Any:
        try:
            return super().answer(request, stream, chances)
        except IllegalMove:
            return Seeded().answer(request, stream, chances)


@dataclass(frozen=True)
class Told:
    """What happened, a sentence a line with the rule that did it, and what is asked now."""

    lines: tuple[tuple[str, str], ...]  # (rule id, sentence)
    asked: str

    def __repr__(self) -> str:
        return "\n".join([*(f"{text} [{rule}]" for rule, text in self.lines), f"Now: {self.asked}"])

    def _repr_html_(self) -> str:
        lines = "".join(
            f'<li>{escape(text)} <code style="font-size:.8em">{escape(rule)}</code></li>'
            for rule, text in self.lines
        )
        return f'<div class="beastlab-told"><ul>{lines}</ul><p><b>Now:</b> {escape(self.asked)}</p></div>'


PASSES = "everybody passes"
"""For `tell`: pass as long as somebody is asked for a response."""


def tell(match: Match, *moves: str, seat: int | None = 0) -> Told:
    """Play moves, and tell what happened as `seat` sees it (None: all of it).

    A move is given by its label, as a board shows it, or its key. "everybody passes" passes as long as somebody is
    asked for a response. Without moves: what happened since the last answer. If a move may not be made none is.

    >>> from beastlab.games import beast_hunt as hunt
    >>> match = hunt.new_match(seats=2, chance=Stacked([9, 4]))
    >>> tell(match)
    Rolls for the first choice: Ada 9, Bo 4. [hunt.setup.first-chooser]
    Ada rolled highest. [hunt.turn.first-player]
    Now: Ada: choose a champion
    >>> tell(match, "Choose Grim Osk").lines
    (('hunt.setup.party-area', 'Ada chooses Grim Osk.'),)
    """
    start, events = match.place, match.events()
    try:
        for move in moves:
            if move.casefold() == PASSES:
                while isinstance(match.request, Choose) and match.request.window:
                    match.play(match.request.options[0])
            else:
                match.play(_key(match, move))
    except BaseException:
        match.goto(start)
        raise
    told = match.events()[len(events) :]
    if not moves:
        told = []
        for place in reversed(start.path()):
            told = place.events + told
            if place.decision:
                break
    lines: list[tuple[str, str]] = []
    private = ""
    for event in told:
        if seat is None or event.seen(seat):
            if not (event.seen_by is None and event.rule == private):  # what the others are told of it
                lines.append((event.rule, event.text))
            private = event.rule if event.seen_by is not None and seat is not None else ""
    request = match.request
    if request is None:
        return Told(tuple(lines), "the game is over")
    return Told(tuple(lines), getattr(request, "prompt", "chance is given by hand"))


def _key(match: Match, words: str) -> str:
    """The key of the move, legal or refused, whose label or key this is; the words themselves if there is none."""
    request, wanted = match.request, words.strip().casefold()
    if isinstance(request, Choose):
        for move in (*request.options, *(entry.move for entry in request.refused)):
            if wanted in (move.key.casefold(), move.label.casefold()):
                return move.key
    return words


def refusal(match: Match, move: str) -> Refused:
    """Why a move, given by its label or key, is not allowed now: the rule's id and a sentence.

    >>> from beastlab.games import beast_hunt as hunt
    >>> match = hunt.new_match(seats=2, chance=Stacked([9, 4]))
    >>> _ = tell(match, "Choose Grim Osk")
    >>> no = refusal(match, "Choose Grim Osk")
    >>> no.why, no.rule
    ('Ada has chosen Grim Osk.', 'hunt.setup.champion-unique')
    """
    request, key = match.request, _key(match, move)
    if isinstance(request, Choose):
        for entry in request.refused:
            if entry.move.key == key:
                return entry
        if any(option.key == key for option in request.options):
            raise ValueError(f"{move!r} is allowed here: play it")
        listed = ", ".join(entry.move.label for entry in request.refused) or "no move"
        raise ValueError(f"{move!r} is not among the moves refused here: {listed}")
    raise ValueError("nobody is asked: there is no move to refuse")
