"""Laying positions of Beest by card faces, and looking at what is asked, refused and told.

>>> match = begin(humans=3, beest=1, exchanges="0-2", meets=1)    # seat 0 can't but meet the Beest
>>> lay_all(match).table.black(0)
3
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import Any

import pytest

from beastlab.core.chance import Scripted
from beastlab.core.deck import Deck
from beastlab.core.match import Match
from beastlab.core.requests import Choose, IllegalMove, Refused
from beastlab.games import beest
from beastlab.games.beest import Card, Exchange, Options, Table
from beastlab.games.beest.table import BLACK, COLOURS


def pairs(text: str, humans: int = 4) -> list[Exchange]:
    """Exchanges in the ledger's words, in order, each in the turn of the first: `"1-silent, 2-1"`."""

    def number(name: str) -> int:
        return humans if name == "silent" else int(name)

    some = [pair.strip().split("-") for pair in text.split(",") if pair.strip()]
    found = [(number(first), number(second)) for first, second in some]
    return [Exchange(*(pair[::-1] if pair[0] == humans < 6 else pair)) for pair in found]


def lay(
    humans: int = 4,
    *,
    beest: int = 0,
    exchanges: str = "",
    caves: Mapping[int, str] | None = None,
    meets: int | None = None,
    turn: int = 0,
    number: int = 9,
    cleared: Iterable[int] = (),
    points: Iterable[tuple[int, ...]] = (),
    hand: str = "",
    **options: Any,
) -> Table:
    """A table at the beginning of a turn of `turn`, with the Beest and the exchanges that are named.

    `caves` are sequences, oldest card first, with what lies aside before a bar: `"T/TM | M/TB M/MB B/TM"`. A seat
    that is not named gets two cards that don't fit, so that nobody can meet it; the seat whose turn it is gets none,
    and draws. `meets` gets two cards that fit, and none of the drawn cards is a B where that would matter.
    `exchanges` as in `pairs`. The stock keeps the cards of `hand`. `options` are those of `beest.new_match`.
    """
    table = beest_table(humans, **options)
    n, colours = table.options.places, iter(COLOURS)
    table.piles = [BLACK if seat == beest else next(colours) for seat in range(n)]
    table.exchanges = pairs(exchanges, humans)
    table.cleared, table.points = list(cleared), list(points)
    table.phase, table.turn, table.number = "turn", turn, number
    for seat, text in (caves or {}).items():
        aside, _, sequence = text.rpartition("|")
        table.at(seat).aside, table.at(seat).sequence = take(table, aside), take(table, sequence)
    kept = take(table, hand)
    for seat in sorted(table.everyone, key=lambda seat: seat != meets):
        if seat not in (caves or {}) and seat != turn:
            table.at(seat).sequence = take(table, "*/TM */TM") if seat == meets else unfit(table)
    table.stock = Deck([*kept, *table.stock.pool])
    table.remember()
    return table


def beest_table(humans: int, **options: Any) -> Table:
    """The table before the first step."""
    return beest.lay(Options(seats=humans, **options))


def take(table: Table, faces: str) -> list[Card]:
    """Take cards of these faces from the stock: `T/MB`, or with a star for anything: `*/TM`."""
    taken = []
    for face in faces.split():
        entry, exits = face.split("/")
        free = [c for c in table.stock.pool if entry in (c.name[0], "*") and exits in (c.name[2:], "*")]
        assert free, f"no {face} is left in the stock"
        # no B where it does not matter: whom `meets` names is reached by all other entries
        card = min(free, key=lambda card: (card.name[0] == "B" and entry == "*", free.index(card)))
        table.stock.take(card)
        taken.append(card)
    return taken


def unfit(table: Table) -> list[Card]:
    """Take two cards from the stock that don't fit, the second a B if there is one."""
    some = [(left, right) for left in table.stock.pool for right in table.stock.pool if left is not right]
    left, right = min(
        (pair for pair in some if not pair[0].fits(pair[1])),
        key=lambda pair: (pair[1].entry != 2, pair[0].code),
    )
    for card in (left, right):
        table.stock.take(card)
    return [left, right]


class Hand(Scripted):
    """Cards that are drawn first, in this order; piles of DNA are left to the seed."""

    def answer(self, request: Any, stream: str, chances: int) -> Any:
        script = self.script if isinstance(request.weights[0][0], Card) else ()
        return Scripted(script).answer(request, stream, chances)


def begin(hand: str = "", seed: int = 0, **position: Any) -> Match:
    """A match on the table `lay(**position)`; the cards of `hand` are drawn first, in this order.

    With `meets`, and no `hand`, cards are drawn that make that seat's line wherever they lie.
    """
    table = lay(**position, hand=hand)
    twin = table.copy()
    if not hand and position.get("meets") is not None:
        hand = " ".join(["T/*", "M/*"] * 3)
    return beest.match_at(table, seed, chance=Hand([card.code for card in take(twin, hand)]))


def new(humans: int = 4, seed: int = 0, **options: Any) -> Match:
    """A new match."""
    return beest.new_match(humans, seed, **options)


# --- play -----------------------------------------------------------------------------------------------


def play(match: Match, *moves: str) -> Match:
    """Play moves one after another."""
    for move in moves:
        match.play(move)
    return match


def lay_all(match: Match, *cards: str) -> Match:
    """Pass the windows before, then lay cards at the other seats in their order: by face, or whichever come first."""
    while keys(match) and keys(match)[0] == "pass":
        match.play("pass")
    turn, wanted = match.table.number, iter(cards)
    while match.request and keys(match)[0].startswith("lay:") and match.table.number == turn:
        face = next(wanted, None)
        found = [o for o in match.request.options if face in (None, o.piece[0].name)]
        assert found, f"{face} is not in the hand: {faces(match.table.hand)}"
        match.play(found[0])
    return match


def pass_on(match: Match) -> Match:
    """Pass windows until the cards are to be laid, or the match is over."""
    turn = match.table.number
    while match.request and keys(match)[0] == "pass" and match.table.number == turn:
        match.play("pass")
    return match


def full_turn(match: Match) -> Match:
    """A whole turn, with whichever cards come first and nothing announced."""
    return pass_on(lay_all(match))


def ways(match: Match) -> list[tuple[Card, ...]]:
    """All distributions of the hand, as the cards for the other seats in order."""
    return list(permutations(match.table.hand))


def distribute(match: Match, cards: Iterable[Card]) -> Match:
    """Lay these cards at the other seats in order; the last one lies by itself."""
    others = match.table.others(match.table.turn)
    for card, other in list(zip(cards, others, strict=True))[:-1]:
        match.play(f"lay:{card.code}:{other}")
    return match


# --- looking ----------------------------------------------------------------------------------------------


def keys(match: Match) -> list[str]:
    """The keys of the moves that are legal now."""
    return [option.key for option in match.request.options] if match.request else []


def refused(match: Match) -> dict[str, Refused]:
    """The moves that are refused now, by key."""
    assert isinstance(match.request, Choose)
    return {entry.move.key: entry for entry in match.request.refused}


def told(match: Match) -> list[str]:
    """The ledger's ids of all that was told."""
    return [event.rule for event in match.events()]


def scores(match: Match) -> list[int]:
    """The points of the expedition that ended last."""
    assert match.table.points, "no expedition has ended"
    return list(match.table.points[-1])


def ending(match: Match) -> str:
    """The rule that ended the expedition that ended last; empty if none has."""
    ends = [event.rule for event in match.events() if "scores" in event.data and "match" not in event.rule]
    return ends[-1] if ends else ""


def faces(cards: Iterable[Card]) -> list[str]:
    """The faces of cards."""
    return [card.name for card in cards]


def sequence(match: Match, seat: int) -> str:
    """A seat's cards, oldest first, with a bar after what lies aside."""
    at = match.table.at(seat)
    return " ".join(faces(at.aside) + ["|"] * bool(at.aside) + faces(at.sequence))


def held(table: Table) -> list[int]:
    """How many cards each seat holds, aside and in its sequence."""
    return [len(table.at(seat).sequence) + len(table.at(seat).aside) for seat in table.everyone]


def assert_refused(match: Match, key: str, rule: str) -> None:
    """`key` is shown as refused by `rule` with a sentence; playing it names the rule and changes nothing."""
    assert key not in keys(match), f"{key} is legal"
    entry = refused(match).get(key)
    assert entry, f"{key} is not among the refused moves: {sorted(refused(match))}"
    assert entry.rule == rule, f"{key} is refused by {entry.rule}, not {rule}"
    assert entry.why.endswith(".") and " " in entry.why, f"no sentence: {entry.why!r}"
    place, request, before = match.place, match.request, match.view(0)
    with pytest.raises(IllegalMove) as raised:
        match.play(key)
    assert rule in str(raised.value)
    assert (match.place, match.request, match.view(0)) == (place, request, before)
