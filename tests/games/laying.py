"""What positions of all games are laid with, and how what is asked, refused and told is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from hypothesis import strategies as st

from beastlab.core.cardset import CardSet
from beastlab.core.chance import Scripted
from beastlab.core.match import Match
from beastlab.core.requests import Refused

S = TypeVar("S", bound=CardSet[Any])


@dataclass(frozen=True)
class Given(Scripted):
    """Chance as the test gives it, and no more: a roll or draw beyond the script is an error."""

    def answer(self, request: Any, stream: str, chances: int) -> Any:
        if chances >= len(self.script) and ... not in self.script:
            weights = getattr(request, "weights", None)
            what = f"Draw of {len(weights)} cards" if weights else repr(request)
            raise AssertionError(f"more chance than the test gives: {what}")
        given = self.script[chances] if chances < len(self.script) else None
        return Scripted([None if given is ... else given]).answer(request, stream, 0)


def reprinted(
    cards: S,
    changes: Mapping[str, Mapping[str, str] | None],
    made: Callable[[str], Mapping[str, str]] = lambda code: {},
) -> S:
    """The cards with other cells in some rows: `{"hero-royal-1": {"roll": "4+"}}`.

    An empty cell blanks what is printed, None takes the card out, and an unknown code adds a card, with what the
    code says (`made`).
    """
    data = cards.to_json()
    rows = {cells["code"]: cells for cells in data["cards"]}
    for code, cells in changes.items():
        if cells is None:
            del rows[code]
        else:
            row = {"code": code, "name": code, **made(code), **rows.get(code, {}), **cells}
            rows[code] = {name: cell for name, cell in row.items() if cell}
    return cards.from_json({**data, "name": "Reprinted", "cards": list(rows.values())})


def keys(match: Match) -> list[str]:
    """The keys of the moves that are legal now."""
    return [option.key for option in match.request.options] if match.request else []


def refused(match: Match) -> dict[str, Refused]:
    """The moves that are refused now, by key."""
    return {entry.move.key: entry for entry in match.request.refused}


def told(match: Match, seat: int | None = None) -> list[str]:
    """The ledger's ids of all that was told, to everybody or to one seat."""
    return [event.rule for event in match.events(seat)]


def texts(match: Match, rule: str, seat: int | None = None) -> list[str]:
    """What was told by one rule."""
    return [event.text for event in match.events(seat) if event.rule == rule]


def spoilt(draw: Callable[[Any], Any], position: Any, junk: Any, keys: list[str]) -> Any:
    """A position with one to four changes anywhere in it: junk in place of a value, before one, or under a key."""
    for _ in range(draw(st.integers(1, 4))):
        inside: Any = position
        key: Any = None
        while True:
            keys = range(len(inside)) if isinstance(inside, list) else sorted(inside)
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if not isinstance(inside[key], list | dict) or not draw(st.integers(0, 4)):
                break
            inside = inside[key]
        if not len(inside):
            continue
        if draw(st.booleans()):
            inside[key] = draw(junk)
        elif isinstance(inside, list):
            inside.insert(key, draw(junk))
        else:
            inside[draw(st.sampled_from(keys))] = draw(junk)
    return position
