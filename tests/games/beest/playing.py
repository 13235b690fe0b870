"""Whole expeditions of Beest, held to the ledger's invariants after every answer.

An expedition that fails prints the one line that plays it again: `replay(seed=17, seats=4, self_win="declared")`.

>>> replay(seed=17, seats=3).over
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace
from random import Random
from typing import Any

from beastlab.core.match import Match
from beastlab.core.requests import Choose, Event, Here, Move
from beastlab.games.beest import GAME, MODES, SWITCHES, Exchange, Options, Table
from beastlab.games.beest.rules import step
from beastlab.games.beest.scoring import has_won
from beastlab.games.beest.table import BLACK, SEQUENCE

NEVER = 200_000
"""More moves than any match has."""


def settings(seed: int, **fixed: Any) -> dict[str, Any]:
    """The options of the match with this seed: all seat counts come round, modes and readings are drawn."""
    rng, default = Random(f"settings {seed}"), Options()
    readings: dict[str, Any] = {switch: rng.choice(some) for switch, some in SWITCHES.items()}
    for mode in MODES:
        readings[mode] = getattr(default, mode) != (rng.random() < 0.4)
    seats = 3 + seed % 4
    if seats == 6:
        del readings["silent_may_be_beest"]
    return {"seats": seats, "expeditions": 1 + seed % 2, **readings, **fixed}


def line(seed: int, options: dict[str, Any]) -> str:
    """The line that plays a match again; options that are the default are left out."""
    default = {field.name: field.default for field in fields(Options)} | {
        "cave_deck": "balanced",
        "expeditions": 1,
    }
    shown = {name: value for name, value in options.items() if name == "seats" or default[name] != value}
    return f"replay({', '.join(f'{name}={value!r}' for name, value in {'seed': seed, **shown}.items())})"


def careful(match: Match, rng: Random) -> Move:
    """Any card anywhere; once in many windows something is announced or declared, as likely wrong as right."""
    options = match.request.options
    if match.request.window and rng.random() > 0.004:
        return options[0]
    return rng.choice(options)


def honest(match: Match, rng: Random) -> Move:
    """Any card anywhere; wins are declared, and announced if they are there."""
    options, table = match.request.options, match.table
    if not match.request.window:
        return rng.choice(options)
    if options[-1].key == "declare":
        return options[has_won(table, match.request.seat, table.beest)]
    return options[0] if rng.random() > 0.002 else rng.choice(options)


Policy = Callable[[Match, Random], Move]


def replay(
    seed: int, look: Callable[[Match, Random], None] | None = None, policy: Policy = careful, **options: Any
) -> Match:
    """Play the match with this seed and these options to its end, with all checks.

    `look(match, rng)` is called before every move. An error names the line that plays it again.
    """
    try:
        return _play(seed, look, policy, options)
    except Exception as error:
        words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise AssertionError(f"{words}\nplay it again: {line(seed, options)}") from error


def _play(seed: int, look: Any, policy: Policy, options: dict[str, Any]) -> Match:
    watch = Watch()
    match = Match(replace(GAME, step=watch.step), Options(**{"seats": 4, "expeditions": 1, **options}), seed)
    rng = Random(f"moves {seed}")
    for _ in range(NEVER):
        check(match.table)
        if look:
            look(match, rng)
        if match.request is None:
            break
        match.play(policy(match, rng))
    watch.ended(match)
    return match


# --- the table, between two answers -----------------------------------------------------------------------


def check(table: Table) -> None:
    """The invariants of the ledger that one look at a table can tell."""
    options, n, humans = table.options, table.options.places, len(table.seats)

    # beest.inv.card-conservation, beest.inv.sequence-size, beest.inv.hand-size, beest.inv.active-human
    cards = [*table.stock.pool, *table.hand]
    for seat in table.everyone:
        at = table.at(seat)
        cards += [*at.sequence, *at.aside]
        assert len(at.sequence) <= SEQUENCE
        assert len(at.aside) <= (humans - 2 if seat < humans else 0)
        assert not at.aside or len(at.sequence) == SEQUENCE
    assert Counter(cards) == Counter(options.cards.of(options.cave_deck)) and len(table.stock) == len(
        table.stock.pool
    )
    assert 0 <= table.turn < humans
    ended = table.phase != "turn"
    if not ended:
        assert len(table.hand) + len(table.served) in (0, n - 1), "all of it, or nothing, is taken and drawn"
    if not table.piles:
        return

    # beest.inv.markers-conservation, -degree, -one-per-colour, -infected-count, -black-descending,
    # -infected-iff-neighbour, -original-never-infected
    assert table.piles.count(BLACK) == 1 and len(set(table.piles)) == len(table.piles) == n
    assert options.silent_may_be_beest or table.beest < humans
    unordered = [frozenset(pair) for pair in table.exchanges]
    assert len(set(unordered)) == len(unordered) and all(len(pair) == 2 for pair in unordered)
    assert all(pair.active < humans for pair in table.exchanges)
    received: dict[int, list[tuple[Any, int]]] = {seat: [] for seat in table.everyone}
    outgoing = {
        seat: list(range(n - 1, 0, -1)) if seat == table.beest else [0] * (n - 1) for seat in table.everyone
    }
    for pair in table.exchanges:
        for giver, taker in (pair, pair[::-1]):
            marker = table.piles[giver], outgoing[giver].pop(0)
            assert table.marker(giver, taker) == marker
            received[taker].append(marker)
    infected = [seat for seat in table.everyone if any(pile == BLACK for pile, _ in received[seat])]
    for seat, markers in received.items():
        assert len({pile for pile, _ in markers}) == len(markers) == len(table.partners(seat))
        assert len(outgoing[seat]) + len(markers) == n - 1
        assert table.black(seat) == sum(value for _, value in markers)
        assert table.coloured(seat) == sum(pile != BLACK for pile, _ in markers)
        assert table.clean(seat) == (seat != table.beest and seat not in infected)
    assert set(infected) == table.partners(table.beest) and table.beest not in infected
    assert len(infected) == n - 1 - len(outgoing[table.beest])

    # beest.inv.not-over, beest.inv.full-degree
    if not ended:
        assert outgoing[table.beest]
        assert all(len(table.partners(seat)) < n - 1 or seat in infected for seat in table.everyone)

    # beest.inv.posterior-sums, beest.inv.truth-has-weight
    for seat in () if ended else range(humans):
        suspects = table.suspects(seat)
        assert table.beest in suspects and (seat not in suspects or suspects == [seat])
        colours = {other for other in table.partners(seat) if table.piles[other] != BLACK}
        assert not colours & {*suspects}
        worlds = table.memory[seat].worlds
        if table.knows_beest(seat):
            assert list(worlds) == [frozenset()]
        else:
            assert worlds == {frozenset({(BLACK, other)}): 1 for other in suspects}


# --- the course of an expedition -------------------------------------------------------------------------


class Watch:
    """Follows one match, request by request, and holds its course to the ledger's invariants."""

    def __init__(self) -> None:
        self.before: Table | None = None  # when the step in hand began
        self.failed = False
        self.drawn: list[int] = []  # by each turn of the expedition
        self.held: list[int] = []

    def step(self, table: Table) -> Any:
        """The rule of the next step, with a look at everything that it asks and tells."""
        program, answer = step(table), None
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
                elif isinstance(request, Choose):
                    self.asked(table, request)
                self.failed = False
                answer = yield request
                self.failed = True
                assert not isinstance(request, Here)
        except StopIteration:
            self.failed = False

    def began(self, table: Table) -> None:
        """Between two steps: turns go round, cards are held in a staircase, at most one exchange is new."""
        before, humans, n = self.before, len(table.seats), table.options.places
        assert table.result is None
        if table.phase == "prepare":
            assert before is None or len(table.points) == len(before.points) + 1
            return
        assert not table.hand and not table.served
        if before is None or before.phase == "prepare":
            assert (table.turn, table.number, table.exchanges) == (0, 1, [])
            self.drawn = []
            return
        assert (
            table.turn == (before.turn + 1) % humans
            and table.number == before.number + 1 == len(self.drawn) + 1
        )
        self.exchanged(before, table)

        # beest.inv.draw-schedule, beest.inv.in-play-total, beest.inv.holdings-staircase
        k, silent = before.turn + 1, humans < 6
        match (before.number - 1) // humans:
            case 0:
                wanted = n - 1 - max(0, k - 3) - (silent and k >= 4)
            case 1:
                wanted = 2 - min(2, k - 1)
            case _:
                wanted = 0
        assert self.drawn[-1] == wanted
        if before.number >= humans + 2:
            assert 27 - len(table.stock) == 2 * humans + humans * (humans - 1) // 2 + 3 * silent
            for ago in range(humans):
                at = table.at((before.turn - ago) % humans)
                assert len(at.sequence) + len(at.aside) == 2 + ago
            assert not table.silent or len(table.silent.sequence) == 3

        # beest.inv.not-over: the clean player whose turn ended does not hold all colours but one
        if table.options.self_win == "automatic" and table.options.winner_partners == "all_but_original":
            assert not (table.clean(before.turn) and table.coloured(before.turn) == n - 2)

    def exchanged(self, before: Table, table: Table) -> None:
        """beest.inv.one-exchange-a-turn, -exchange-iff-single-fresh, -no-early-line"""
        new = table.exchanges[len(before.exchanges) :]
        assert table.exchanges[: len(before.exchanges)] == before.exchanges and len(new) <= 1
        assert all(pair.active == before.turn for pair in new) and (not new or before.number > 2)
        lines = [other for other in table.everyone if other != before.turn and table.at(other).line]
        if table.options.evaluate_lines == "after_all":
            fresh = len(lines) == 1 and lines[0] not in before.partners(before.turn)
            assert new == ([Exchange(before.turn, lines[0])] if fresh else [])
        elif not lines:  # an old line may have been met, but the seat that was served last has none
            assert not new or len(table.at(new[0].other).sequence) == 3

    def asked(self, table: Table, request: Choose) -> None:
        """What is asked: of the one whose turn it is, with the whole hand before it is laid."""
        names = [option.key for option in request.options]
        assert names and len(names) == len(set(names)) and table.result is None
        assert request.seat == table.turn
        n, humans = table.options.places, len(table.seats)
        if not request.window:
            assert len(table.hand) + len(table.served) == n - 1
            assert len(table.at(table.turn).sequence) <= 2
            left = {other for other in table.others(table.turn) if other not in table.served}
            targets = (
                left
                if table.options.evaluate_lines == "as_placed"
                else {min(left, key=table.others(table.turn).index)}
            )
            assert {*names} == {f"lay:{card.code}:{other}" for card in table.hand for other in targets}
            if not table.served:
                silent = table.silent.sequence if table.silent else []
                assert len(silent) <= 2
                if table.number > humans + 2:
                    assert len(table.at(table.turn).sequence) == 2 and (not table.silent or len(silent) == 2)
        else:
            assert request.always and names[0] == "pass"
            assert (names == ["pass"]) == (request.seat == table.beest)

    def told(self, table: Table, event: Event) -> None:
        if event.rule == "beest.turn.clockwise":
            self.drawn.append(0)
        if event.rule == "beest.turn.draw-shortfall":
            self.drawn[-1] = len(event.cards)
        if "scores" in event.data and event.rule != "beest.match.sum":
            self.scored(table, event.rule, list(event.data["scores"]))

    def scored(self, table: Table, rule: str, scores: list[int]) -> None:
        """beest.inv.score-bounds"""
        n = table.options.places
        lowest = -n - (n - 1) * table.options.wrong_announcement_subtracts_b
        assert lowest <= min(scores) and max(scores) <= max(n, 2 * (n - 2))
        others = [points for seat, points in enumerate(scores) if seat != table.turn]
        match rule:
            case "beest.end1.trigger":
                assert sorted(scores) == list(range(1, n + 1))
            case "beest.end2.trigger":
                least = 0 if table.options.winner_partners == "clean_only" else 2
                for seat in table.everyone:
                    assert scores[seat] % 2 == 0
                    if table.clean(seat):
                        assert least <= scores[seat] <= 2 * (n - 2)
                    else:
                        assert scores[seat] == 0
            case "beest.end3.right-announcer":
                assert 1 <= scores[table.turn] <= n and all(points % 2 == 0 for points in others)
            case "beest.end3.wrong-announcer":
                assert scores[table.turn] <= -n and not any(others)
            case _:
                raise AssertionError(f"ended by {rule}")

    def ended(self, match: Match) -> None:
        table, result = match.table, match.result
        assert match.request is None and match.over and result is not None, "no end after so many moves"
        assert len(table.points) == table.options.expeditions and result.rule == "beest.match.sum"
        totals = [sum(points) for points in zip(*table.points, strict=True)]
        assert list(result.scores) == totals
        assert list(result.winners) == [seat for seat, points in enumerate(totals) if points == max(totals)]
