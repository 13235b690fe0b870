"""One game in progress: play, one tree of history, forks, saves."""

from __future__ import annotations

import os
import warnings
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from beastlab.core.chance import BY_HAND, ByHand, Resolver, Seeded
from beastlab.core.explore import Answerer, explore, nobody, scoped
from beastlab.core.knowledge import Memory, beliefs
from beastlab.core.options import GameOptions
from beastlab.core.requests import (
    Chance,
    Choose,
    Event,
    Here,
    IllegalMove,
    Move,
    Rule,
    Unknowable,
    answer_named,
    name_of,
)


@dataclass(frozen=True)
class Result:
    """How a game ended: who won, everybody's score, and the rule that ended it."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    rule: str
    text: str


class Table(Protocol):
    """What a game lays on the table. Mutable, and copied by hand: lists copied, cards shared."""

    result: Result | None
    memory: list[Memory]

    def copy(self) -> Any: ...
    def hidden_from(self, seat: int) -> Any: ...
    def relabel(self, faces: Any) -> None: ...
    def believed(self, seat: int, hands: Any) -> Any: ...


@dataclass(frozen=True)
class Game:
    """What the core has to know of a game.

    `setup(options)` lays the table before the first step; `step(table)` is the rule of the next step, a
    turn or less; `view(table, seat)` is what that seat may know, as plain data; `unseen` is the piece that
    stands for a card that a seat has not seen; `options` is the game's `Options`. `table_to_json(table)` and
    `table_from_json(values, options, seed)` are for matches that began from a table of their own: ValueError with
    all faults; the seed deals what is not told. A game without them can't save those.
    """

    id: str
    title: str
    version: int
    setup: Callable[[Any], Any]
    step: Callable[[Any], Rule]
    view: Callable[[Any, int], dict[str, Any]]
    unseen: Any
    options: type[GameOptions]
    table_to_json: Callable[[Any], Any] | None = None
    table_from_json: Callable[..., Any] | None = None

    def new_match(
        self,
        seats: int = 4,
        seed: int = 0,
        *,
        chance: Resolver | None = None,
        autosave: str | Path | None = None,
        **options: Any,
    ) -> Match:
        """A new game; every option of the game's `Options` is a keyword. ValueError names an option that can't be.

        `chance` answers the dice and draws (from the `seed` unless given); `autosave` is a file that is written
        after every move.
        """
        self.options.check_known(options)
        return Match(self, self.options(seats=seats, **options), seed, chance=chance, autosave=autosave)

    def match_at(self, table: Any, seed: int = 0, *, chance: Resolver | None = None) -> Match:
        """A match that goes on from a table laid by hand, which is not checked: a game's `faults(table)` do that."""
        return Match(self, table.options, seed, chance=chance, table=table)


class Place:
    """A place in the tree of answers: the answer that led there, and what was told on the way.

    `origin` is a copy of the table when a step began right after this answer, and `told` the number of events
    before that; `told_all` is set once play has gone past it; `salt` tells dice that were
    rolled again from the first ones; `decision` marks an answer that a person or a bot gave.
    """

    __slots__ = (
        "answer",
        "chances",
        "decision",
        "depth",
        "events",
        "origin",
        "parent",
        "request",
        "salt",
        "told",
        "told_all",
    )

    def __init__(
        self, parent: Place | None, request: Any, answer: Any, salt: int, decision: bool, chances: int
    ) -> None:
        self.parent: Any = parent
        self.request, self.answer, self.salt = request, answer, salt
        self.decision, self.chances = decision, chances
        self.depth: int = parent.depth + 1 if parent else 0
        self.events: list[Event] = []
        self.origin: Any = None
        self.told = 0
        self.told_all = False

    def path(self) -> list[Place]:
        """The places from the start of the game to this one."""
        place: Place | None = self
        path = []
        while place is not None:
            path.append(place)
            place = place.parent
        return path[::-1]

    def __repr__(self) -> str:
        return f"<place {self.depth}: {name_of(self.request, self.answer) if self.request else 'start'}>"


class Match:
    """One game in progress: `request` is the choice that is waiting, or None when the game is over.

    The chance at each point comes from the seed and the number of answers before it, so replaying, undoing
    or loading a game meets the same dice, and so does another move in its place: whoever may not know the
    dice to come (a bot, a question about odds) gets a redealt match with another seed.

    A position is data: the table when the current step began (`origin`) and the answers since (`trail`).
    """

    def __init__(
        self,
        game: Game,
        options: Any,
        seed: int = 0,
        *,
        chance: Resolver | None = None,
        table: Any = None,
        autosave: str | Path | None = None,
        recorded: deque[Any] | None = None,
    ) -> None:
        if type(seed) is not int:
            raise ValueError(f"seed: {seed!r}; give a whole number")
        if chance is not None and not hasattr(chance, "answer"):
            raise ValueError(f"chance: {chance!r}; give Seeded(), Scripted([...]) or ByHand()")
        self.game, self.options, self.seed = game, options, seed
        self.chance: Resolver = chance or Seeded()
        self.autosave = Path(autosave) if autosave else None
        self.laid: Any = None if table is None else table.copy()
        self.redealt = False  # True for redealt twins, which no save can tell
        self.past: tuple[Event, ...] = ()
        self.table = game.setup(options) if table is None else table.copy()
        self.place = self.root = Place(None, None, None, 0, False, 0)
        self._children: dict[Place, tuple[Place, ...]] = {}
        self._picked: dict[Place, Place] = {}
        self._shared: Place = self.root
        self.request: Any = None
        self.unsaved, self.wrote = "", 0
        self._begin_step(self.root)
        self._run(None, self.root, recorded)
        if self.autosave:
            if kept := make_room(self.autosave):
                warnings.warn(f"{self.autosave} held another game: it is kept as {kept.name}", stacklevel=3)
            self.save(self.autosave)
            self.wrote = self.autosave.stat().st_mtime_ns

    def _restart(self, origin: Any, seed: int, recorded: deque[Any]) -> None:
        """Begin anew from `origin` with other dice, and give the `recorded` answers."""
        self.seed, self.table = seed, origin
        self.place = self.root = self._shared = Place(None, None, None, 0, False, 0)
        self._begin_step(self.root)
        self._run(None, self.root, recorded, stop=True)

    # --- play ---------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.result is not None

    @property
    def result(self) -> Result | None:
        """Winners, scores and the rule that ended the game; None while it is on."""
        return self.table.result

    def play(self, move: Any, seat: int | None = None) -> None:
        """Answer what waits: a move or its key, or the real roll or card where chance is by hand.

        With `seat`, only that seat's own choices are taken. IllegalMove for anything else, with the rule and
        the reason. Whatever goes wrong, an interrupted cell included, the position stays as it was.
        """
        if self.request is None:
            raise IllegalMove("the game is over; undo, or begin a new match")
        if isinstance(self.request, Choose):
            if seat is not None and seat != self.request.seat:
                why = f"seat {seat} is not asked now, but seat {self.request.seat}: {self.request.prompt}"
                raise IllegalMove(f"{why} [{self.request.rule}]")
            move = getattr(
                getattr(move, "move", move), "key", move
            )  # a refused move is answered with its reason
        self._play(answer_named(self.request, move), self.place.salt)
        self.keep()

    def _play(self, answer: Any, salt: int) -> None:
        here = self.place
        children, picked = self._children.get(here, ()), self._picked.get(here)
        try:
            self._run(answer, self._grow(here, self.request, answer, salt, True))
        except BaseException:
            self._children[here] = children
            self._picked.pop(here, None)
            if picked:
                self._picked[here] = picked
            self._go(here)
            raise

    def _grow(self, parent: Place, request: Any, answer: Any, salt: int, decision: bool) -> Place:
        """The place that `answer` leads to: one that is there already, or a new branch."""
        in_shared_past = parent.depth < self._shared.depth
        children = (self._tree() if in_shared_past else self._children).get(parent, ())
        for place in children:
            if place.answer == answer and place.salt == salt:
                break
        else:
            chance = not isinstance(request, Choose)
            place = Place(parent, request, answer, salt, decision, parent.chances + chance)
            self._children[parent] = (*children, place)
        parent.told_all = True
        self._picked[parent] = place
        return place

    def _begin_step(self, place: Place) -> None:
        if not place.told_all:
            place.origin, place.told = self.table.copy(), len(place.events)
        self.program = self.game.step(self.table)

    def _run(self, answer: Any, place: Place, recorded: deque[Any] | None = None, stop: bool = False) -> None:
        """Give `answer`, then go on until a person has to answer; begin steps until the game is over.

        `recorded` answers (of a save) come before any others; with `stop` even a window that would answer
        itself waits after them.
        """
        for _ in range(10_000):
            try:
                request = self.program.send(answer)
                while True:
                    answer = None
                    if isinstance(request, Event):
                        if not place.told_all:
                            place.events.append(request)
                    elif isinstance(request, Here):
                        pass
                    elif recorded:
                        answer = answer_named(request, recorded[0])
                        by_person = isinstance(self.chance, ByHand)
                        decision = not request.forced if isinstance(request, Choose) else by_person
                        place = self._grow(place, request, answer, place.salt, decision)
                        recorded.popleft()
                    elif isinstance(request, Choose):
                        if stop or not request.forced:
                            self._wait(request, place)
                            return
                        answer = request.options[0]
                        place = self._grow(place, request, answer, place.salt, False)
                    else:
                        answer = self._chance(request, place)
                        if answer is BY_HAND:
                            self._wait(request, place)
                            return
                        place = self._grow(place, request, answer, place.salt, False)
                    request = self.program.send(answer)
            except StopIteration:
                answer = None
            if self.table.result is not None:
                self._wait(None, place)
                if recorded:
                    raise IllegalMove(f"the game is over, but {len(recorded)} more answers follow")
                return
            self._begin_step(place)
        raise RuntimeError("10,000 steps without a choice: does this game end?")

    def _chance(self, request: Chance, place: Place) -> Any:
        answer = self.chance.answer(request, f"{self.seed}:{place.salt}:{place.depth}", place.chances)
        if type(self.chance) is not Seeded and answer is not BY_HAND and not request.outcomes().get(answer):
            raise ValueError(
                f"{self.chance!r:.60} answered {answer!r:.60}, which can't come of {request!r:.60}"
            )
        return answer

    def _wait(self, request: Any, place: Place) -> None:
        self.request, self.place = request, place
        place.told_all = True

    # --- history --------------------------------------------------------------------------------

    @property
    def origin(self) -> Any:
        """The table as it stood when the current step began: not to be changed."""
        return self._anchor().origin

    @property
    def trail(self) -> tuple[Any, ...]:
        """The answers since the current step began."""
        place, trail = self.place, []
        while place.origin is None:
            trail.append(place.answer)
            place = place.parent
        return tuple(trail[::-1])

    def _anchor(self) -> Place:
        place = self.place
        while place.origin is None:
            place = place.parent
        return place

    def _go(self, place: Place) -> None:
        """Make `place` the current one: copy its step's origin and replay the answers since."""
        anchor, trail = place, []
        while anchor.origin is None:
            trail.append(anchor.answer)
            anchor = anchor.parent
        table, program, request = self._resumed(anchor.origin, tuple(trail[::-1]))
        self.place, self.table, self.program, self.request = place, table, program, request

    def _resumed(self, origin: Any, trail: tuple[Any, ...]) -> tuple[Any, Rule, Any]:
        """The table, the program and what it asks after these answers; nothing where the game ended."""
        table = origin.copy()
        program, answers = self.game.step(table), iter(trail)
        try:
            request = program.send(None)
            while True:
                while isinstance(request, Event | Here):
                    request = program.send(None)
                if (answer := next(answers, None)) is None:
                    return table, program, request
                request = program.send(answer)
        except StopIteration:
            assert table.result is not None, "a place is where somebody is asked, or the end"
            return table, program, None

    def undo(self) -> None:
        """Go back to before the last answer that a person or a bot gave; IllegalMove at the start.

        The dice are kept: the same move again meets the same roll. `roll_again` takes new ones.
        """
        decision = self._last_decision()
        for place in self.place.path()[decision.depth :]:
            self._picked[place.parent] = place
        self._go(decision.parent)
        self.keep()

    def redo(self) -> None:
        """Take back an undo; IllegalMove when there is nothing to redo."""
        if self.place not in self._picked:
            raise IllegalMove("nothing to redo: no answer was undone here")
        self._go(self._further(self.place))
        self.keep()

    def roll_again(self) -> None:
        """Play the last move again with new dice, as a new branch beside the first; IllegalMove at the start."""
        here, last = self.place, self._last_decision()
        salts = [place.salt for place in self._tree()[last.parent] if place.answer == last.answer]
        self._go(last.parent)
        try:
            self._play(last.answer, max(salts) + 1)
        except BaseException:
            self._go(here)
            raise
        self.keep()

    def goto(self, place: Place) -> None:
        """Go to a place of this match's tree where somebody was asked, or where the game ended.

        IllegalMove for any other: between two rolls nobody has a say.
        """
        tree = self._tree()
        known = isinstance(place, Place) and (place is self.root or place in tree.get(place.parent, ()))
        if not known:
            raise IllegalMove(f"{place!r:.60} is not in this match's history")
        if place in tree and not any(further.decision for further in tree[place]):
            raise IllegalMove(f"nobody was asked at {place!r}; `places()` lists where somebody was")
        self._go(place)
        self.keep()

    def keep(self) -> None:
        """Write the autosave. A move stands even where that fails: `unsaved` and a warning say so.

        A file that somebody else has written since is left alone: `autosave` is then another one beside it.
        """
        if self.autosave:
            try:
                if self.wrote and self.autosave.exists() and self.autosave.stat().st_mtime_ns != self.wrote:
                    self.autosave = free_name(self.autosave)
                self.save(self.autosave)
                self.wrote, self.unsaved = self.autosave.stat().st_mtime_ns, ""
            except OSError as error:
                self.unsaved = f"Not saved to {self.autosave}: {error.strerror or error}"
                warnings.warn(f"{self.unsaved}; the game goes on in memory", stacklevel=3)

    def _last_decision(self) -> Place:
        place: Place | None = self.place
        while place and not place.decision:
            place = place.parent
        if not place:
            raise IllegalMove("nothing to undo: this is where the match began")
        return place

    def _further(self, place: Place) -> Place:
        place = self._picked[place]
        while place in self._picked and not self._picked[place].decision:
            place = self._picked[place]
        return place

    def places(self) -> list[Place]:
        """The places of the current line where somebody was or will be asked, undone ones included."""
        line = [place.parent for place in self.place.path() if place.decision and place.parent]
        line.append(self.place)
        while line[-1] in self._picked:
            line.append(self._further(line[-1]))
        return line

    def branches(self) -> list[Place]:
        """The last place of every branch, the first one played first."""
        tree, ends, stack = self._tree(), [], [self.root]
        while stack:
            place = stack.pop()
            children = tree.get(place, ())
            stack += children[::-1]
            if not children:
                ends.append(place)
        return ends

    def _tree(self) -> dict[Place, tuple[Place, ...]]:
        """The children of every place; a fork's shared past is one line."""
        tree = self._children.copy()
        for place in self._shared.path()[1:]:
            others = tree.get(place.parent, ())
            if place not in others:
                tree[place.parent] = (place, *others)
        return tree

    # --- what seats know ----------------------------------------------------------------------------

    def events(self, seat: int | None = None) -> list[Event]:
        """What has happened on the current line: all of it, or what `seat` was told."""
        self._seat(seat or 0)
        told = [*self.past, *(event for place in self.place.path() for event in place.events)]
        return told if seat is None else [event for event in told if event.seen(seat)]

    def _seat(self, seat: int) -> int:
        if type(seat) is not int or not 0 <= seat < len(self.table.memory):
            raise ValueError(
                f"seat {seat!r} is not there: seats are numbered 0 to {len(self.table.memory) - 1}"
            )
        return seat

    def view(self, seat: int) -> dict[str, Any]:
        """What `seat` may know of the table, as plain data; ValueError for a seat that is not there."""
        self._seat(seat)
        return self.game.view(self.table, seat)

    # --- exact maths ----------------------------------------------------------------------------------

    def option(self, move: Move | str, seat: int) -> Move:
        """The legal move of this name, as far as `seat` may know of it.

        IllegalMove for any other, with the reason; Unknowable where `seat` is not the one that is asked and
        can't know whether the move is legal.
        """
        key = getattr(move, "key", move)
        if self._seat(seat) != self.request.seat:
            for _, origin, trail in beliefs(self, seat):
                request = self._resumed(origin, trail)[2]
                if all(option.key != key for option in request.options):
                    raise Unknowable(f"seat {seat} does not know whether {key!r:.60} can be played")
        return answer_named(self.request, key)

    def odds(
        self,
        move: Move | str,
        measure: Callable[[Any, list[Event]], Hashable],
        respond: Answerer = nobody,
        seat: int | None = None,
        until: Callable[[Event], bool] | None = None,
        limit: int = 5_000,
    ) -> dict[Any, Fraction]:
        """The exact distribution of `measure(table, events)` after `move`, from where the asked seat sits.

        It looks to the next choice that is not a response, or the step's end, or the first event for which
        `until` is true (there the answer is known already); responses follow the policy `respond`. Only what
        the seat knows is used: the answer is the same for every hidden card that may lie anywhere. IllegalMove
        for an illegal move, TooManyWays beyond `limit` branches of chance.
        """
        if not isinstance(self.request, Choose):
            raise IllegalMove("odds of a move need a choice that is waiting")
        step, viewer = self.game.step, self._seat(self.request.seat if seat is None else seat)
        option = self.option(move, viewer)
        mixture: dict[Any, Fraction] = {}
        for chance, origin, trail in beliefs(self, viewer):

            def look_ahead(origin: Any = origin, given: int = len(trail) + 1) -> Rule:
                table, events, left = origin.copy(), [], given
                program = scoped(step(table))
                try:
                    request = program.send(None)
                    while left or not isinstance(request, Choose) or request.window:
                        answer = yield request
                        if isinstance(request, Event) and not left:
                            events.append(request)
                            if until and until(request):
                                break
                        elif not isinstance(request, Here | Event):
                            left -= left > 0
                        request = program.send(answer)
                except StopIteration:
                    pass
                return measure(table, events)

            for end, share in explore(look_ahead, respond, (*trail, option), limit).items():
                mixture[end] = mixture.get(end, Fraction(0)) + chance * share
        return mixture

    # --- copies and saves ------------------------------------------------------------------------------

    def fork(self) -> Match:
        """A match that goes on from here by itself: the past is shared, the future is its own."""
        twin = Match.__new__(Match)
        vars(twin).update(vars(self), _children={}, _picked={}, _shared=self.place, autosave=None)
        twin._go(self.place)
        return twin

    def become(self, other: Match) -> None:
        """Go on with the game of `other` in this match's place; whoever holds this match holds that game.

        >>> from beastlab.games import beast_hunt as hunt
        >>> match, other = hunt.new_match(seats=2, seed=7), hunt.new_match(seats=3, seed=1)
        >>> match.become(other); len(match.table.seats)
        3
        """
        here = {"_children": other._tree(), "_shared": other.root}
        here |= {"autosave": self.autosave, "wrote": self.wrote}
        vars(self).update({**vars(other.fork()), **here, "_picked": dict(other._picked)})

    def __repr__(self) -> str:
        waits = "over" if self.request is None else getattr(self.request, "prompt", "chance by hand")
        return f"<match of {self.game.title}, seed {self.seed}, {self.place.depth} answers: {waits}>"

    __copy__ = fork

    def __deepcopy__(self, _: Any) -> Match:
        return self.fork()

    def __reduce__(self) -> Any:
        from beastlab.core import saves

        return saves.match_of, (self.to_text(),)

    def to_line(self) -> str:
        """The position as one line of text, to copy and to open elsewhere with `beastlab.load(line)`.

        >>> import beastlab
        >>> from beastlab.games import beast_hunt as hunt
        >>> match = hunt.new_match(seats=2, seed=7)
        >>> match.play("champion:champion-royal-1")
        >>> again = beastlab.load(match.to_line())
        >>> again.view(0) == match.view(0), match.to_line()[:9]
        (True, 'beastlab:')
        """
        from beastlab.core import saves

        return saves.line_of(self)

    def to_text(self) -> str:
        """The save as JSON text: the whole tree of answers, chance included."""
        from beastlab.core import saves

        return saves.text_of(self)

    def save(self, path: str | Path) -> None:
        """Write the match to a JSON file, whole or not at all."""
        path = Path(path)
        text, draft = self.to_text(), path.with_name(path.name + ".part")
        try:
            draft.write_text(text, encoding="utf-8")
            os.replace(draft, path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise


def make_room(path: Path) -> Path | None:
    """Keep an older game that lies where this one is to be saved: nothing that was played is overwritten.

    Gives the path under which it is kept; None where nothing lay there.
    """
    return path.rename(free_name(path)) if path.exists() else None


def free_name(path: Path) -> Path:
    """The first name beside `path` that nothing has."""
    return next(p for n in count(1) if not (p := path.with_stem(f"{path.stem}-{n}")).exists())
