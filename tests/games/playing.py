"""Whole games of any kind, held to the game's `check` and `Watch`; one that fails tells how to play it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from beastlab.core.match import Game, Match
from beastlab.core.requests import Event, Here, IllegalMove, Move, name_of

NEVER = 20_000
"""More moves than any game has."""
Policy = Callable[[Match, Random], Move]


def anything(match: Match, rng: Random) -> Move:
    """Any legal move, each with the same chance."""
    return rng.choice(match.request.options)


class Watch:
    """Follows one game, request by request; a game's own kind has its `rule`, and says what it looks at."""

    rule: Callable[[Any], Any]

    def __init__(self) -> None:
        self.before: Any = None  # the table when the step in hand began
        self.failed = False

    def step(self, table: Any) -> Any:
        """The rule of the next step, with a look at everything that it asks and tells."""
        program, answer = self.rule(table), None
        if self.failed:  # the match goes back to where it was before the error
            return (yield from program)
        self.failed = True
        self.began(table)
        self.before = table.copy()
        try:
            while True:
                request = program.send(answer)
                if isinstance(request, Event):
                    self.told(table, request)
                elif not isinstance(request, Here):
                    self.asked(table, request)
                self.failed = False
                answer = yield request
                self.failed = True
                self.answered(request, answer)
        except StopIteration:
            self.failed = False

    def began(self, table: Any) -> None:
        """A step begins."""

    def asked(self, table: Any, request: Any) -> None:
        """Something is asked, of a player or of chance."""

    def told(self, table: Any, event: Event) -> None:
        """Something is told."""

    def answered(self, request: Any, answer: Any) -> None:
        """What was asked or told has been seen to."""

    def ended(self, match: Match) -> None:
        """The game is over, or should be."""


@dataclass(frozen=True)
class Player:
    """Plays whole games: with `check` after every move, and a `watch` of their course."""

    game: Game
    switches: Mapping[str, tuple[str, ...]]
    check: Callable[[Any], None]
    watch: type[Watch]

    def line(self, seed: int, options: dict[str, Any]) -> str:
        """The line that plays a game again; readings that are the default are left out."""
        default = {switch: readings[0] for switch, readings in self.switches.items()}
        shown = {name: value for name, value in options.items() if default.get(name) != value}
        return f"replay({', '.join(f'{name}={value!r}' for name, value in {'seed': seed, **shown}.items())})"

    def replay(
        self,
        seed: int,
        look: Callable[[Match, Random], None] | None = None,
        policy: Policy = anything,
        **options: Any,
    ) -> Match:
        """Play the game with this seed and these options to its end, with all checks.

        `look(match, rng)` is called after every move. An error names the line that plays the game again.
        """
        try:
            return self._play(seed, look, policy, options)
        except Exception as error:
            words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            raise AssertionError(f"{words}\nplay it again: {self.line(seed, options)}") from error

    def _play(self, seed: int, look: Any, policy: Policy, options: dict[str, Any]) -> Match:
        watch = self.watch()
        match = Match(replace(self.game, step=watch.step), self.game.options(**options), seed)
        rng = Random(f"moves {seed}")
        for _ in range(NEVER):
            self.check(match.table)
            if match.request is None:
                break
            move = policy(match, rng)
            match.play(move if rng.random() < 0.5 else move.key)
            if look:
                look(match, rng)
        watch.ended(match)
        return match


def seen(match: Match) -> Any:
    """All that anybody can see of a position, and the way to it."""
    request, seats = match.request, range(len(match.table.seats))
    return (
        [match.view(seat) for seat in seats],
        request and (request.seat, request.prompt, [(o.key, o.label) for o in request.options]),
        match.result,
        len(match.place.path()),
        [(event.rule, event.text) for event in match.events()][-40:],
        match.trail,
    )


def undo_is_replay(match: Match, rng: Random, policy: Policy = anything) -> None:
    """Play to the end. Undone moves leave what their replay in a new match gives, and are done again alike."""
    places = []
    while match.request is not None:
        places.append(match.place)
        match.play(policy(match, rng))
        if rng.random() < 0.04 or match.request is None:
            back = rng.randint(1, min(12, len(places)))
            before = [seen(match)]
            for n in range(1, back + 1):
                match.undo()
                assert match.place is places[-n]
                before.append(seen(match))
            again = Match(match.game, match.options, match.seed)
            for place in match.place.path():
                if place.decision:
                    again.play(name_of(place.request, place.answer))
            assert seen(again) == before.pop()
            for expected in before[::-1]:
                match.redo()
                assert seen(match) == expected
            with pytest.raises(IllegalMove, match="nothing to redo"):
                match.redo()
    assert len(places) == len(match.places()) - 1
