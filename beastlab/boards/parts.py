"""What a board shows beside the table: the question, the moves, the log, the history, the odds. Plain JSON data."""

from __future__ import annotations

import importlib
from fractions import Fraction
from typing import Any

from beastlab.core.match import Match, Place
from beastlab.core.requests import Choose, Draw, Event, IllegalMove, Move, Roll, Total, Totals, name_of
from beastlab.odds.texts import percent_text

FOLD = 4
"""A group of more moves than this is folded when the whole list is long."""
BARS = 12
"""The odds panel draws so many outcomes, the likeliest, and sums up the rest."""


def game_part(match: Match, name: str) -> Any:
    """A module of the match's game (`scene`, `odds`), or None where the game has none."""
    try:
        return importlib.import_module(f"beastlab.games.{match.game.id}.{name}")
    except ModuleNotFoundError:
        return None


# --- the question and the moves ----------------------------------------------------------------------


def asked(match: Match, seat: int) -> dict[str, Any]:
    """The request that waits, as `seat` may see it: the moves, and those that are refused with the reason.

    `who` is "you" where that seat is asked, "other", "chance" where a real roll is to be entered, or "over".

    >>> from beastlab.games import beast_hunt as hunt
    >>> match = hunt.new_match(seats=2, seed=7)
    >>> ask = asked(match, match.request.seat)
    >>> ask["who"], ask["moves"][0]["label"], ask["refused"]
    ('you', 'Choose Sei of the Reeds', [])
    >>> asked(match, 1 - match.request.seat)["moves"]
    []
    """
    request = match.request
    ask: dict[str, Any] = {"prompt": "", "rule": "", "window": False, "moves": [], "refused": []}
    if request is None:
        result = match.result
        return {
            **ask,
            "who": "over",
            "prompt": result.text if result else "",
            "rule": result.rule if result else "",
        }
    if not isinstance(request, Choose):
        if request.seen_by is not None and seat not in request.seen_by:
            return {**ask, "who": "other", "prompt": "A card is taken unseen."}
        return {**ask, "who": "chance", "prompt": _wanted(request), "moves": _entries(match, request)}
    name = match.table.name(request.seat)
    ask["window"], ask["rule"] = request.window, request.rule
    if request.seat != seat:
        return {**ask, "who": "other", "prompt": f"{name} is to decide."}
    scene = game_part(match, "scene")
    moves = [_move(move, scene) for move in request.options]
    refused = [
        {**_move(refused.move, scene), "rule": refused.rule, "why": refused.why}
        for refused in request.refused
    ]
    if len({move["group"] for move in moves}) > 1 and not request.window:
        order = {title: n for n, title in enumerate(scene.GROUP_ORDER)}
        other = order["Play a card"] + 0.5  # equipment, each under a heading of its own
        for some in (moves, refused):
            some.sort(key=lambda move: order.get(move["group"], other))
    else:
        for move in moves:
            move["group"] = ""
    return {**ask, "who": "you", "name": name, "prompt": request.prompt, "moves": moves, "refused": refused}


def _move(move: Move, scene: Any) -> dict[str, Any]:
    return {
        "key": move.key,
        "label": move.label,
        "cost": move.cost,
        "cards": scene.concerns(move) if scene else [],
        "group": scene.group(move) if scene else "",
    }


def _wanted(request: Any) -> str:
    if isinstance(request, Draw):
        return "Which card was it?"
    if isinstance(request, Total):
        return f"Roll {request.count} dice: what is their total?"
    if isinstance(request, Totals):
        return f"Roll {request.count} dice {request.times} times: what are the totals?"
    return f"Roll {request.count} dice: what do they show?"


def entries(match: Match, request: Any) -> dict[str, Any]:
    """What may be entered by hand for a roll or a draw, by a key: for cards any that somebody may have taken."""
    if isinstance(request, Draw):
        if request.seen_by is None:
            return {f"chance:{getattr(card, 'code', card)}": card for card, _ in request.weights}
        cards = [
            card for card in match.options.cards.by_code.values() if card.type in match.view(0)["unseen"]
        ]
        return {f"chance:{card.code}": card for card in cards}
    return {f"chance:{name_of(request, answer)}": answer for answer in request.outcomes()}


def _entries(match: Match, request: Any) -> list[dict[str, Any]]:
    labels: dict[str, str] = {}
    for key, answer in entries(match, request).items():
        if isinstance(request, Roll | Totals):
            labels[key] = " ".join(map(str, answer))
        else:
            labels[key] = getattr(answer, "name", str(answer))
    return [
        {"key": key, "label": label, "cost": "", "cards": [], "group": ""} for key, label in labels.items()
    ]


# --- the log and the history ----------------------------------------------------------------------------


def log(match: Match, seat: int, last: int = 200) -> list[dict[str, Any]]:
    """What `seat` was told, as sentences with their rules; `head` marks a turn's beginning.

    >>> from beastlab.games import beast_hunt as hunt
    >>> [line["text"] for line in log(hunt.new_match(seats=2, seed=7), 0)]
    ['Rolls for the first choice: Ada 6, Bo 5.', 'Ada rolled highest.']
    """
    return told(match.events(seat), seat)[-last:]


def told(events: list[Event], seat: int) -> list[dict[str, Any]]:
    """Events as lines; where the seat was told more about the same thing, the public sentence is left out."""
    lines: list[dict[str, Any]] = []
    before: Event | None = None
    for event in events:
        if not event.seen(seat):
            continue
        private = before is not None and before.seen_by is not None and before.rule == event.rule
        if not private or event.seen_by is not None:
            lines.append(
                {"text": event.text, "rule": event.rule, "head": event.rule.endswith("turn.clockwise")}
            )
        before = event
    return lines


def news(match: Match, since: Place, seat: int) -> list[dict[str, Any]]:
    """What `seat` was told on the way from the place `since` to here; nothing unless here lies further on."""
    path = match.place.path()
    if since.depth >= len(path) or path[since.depth] is not since:
        return []
    return told([event for place in path[since.depth + 1 :] for event in place.events], seat)


def history(match: Match) -> dict[str, Any]:
    """Where the match stands on its line of answers, and the other branches that were tried.

    >>> from beastlab.games import beast_hunt as hunt
    >>> match = hunt.new_match(seats=2, seed=7)
    >>> match.play("champion:champion-royal-1"); match.undo(); match.play("champion:champion-royal-2")
    >>> there = history(match)
    >>> there["at"], there["of"], [branch["label"] for branch in there["branches"]]
    (1, 1, ['Move 1: Choose Regent Aldous', 'Move 1: Choose Princess Orla'])
    """
    line = match.places()
    at = line.index(match.place) if match.place in line else len(line) - 1
    return {"at": at, "of": len(line) - 1, "branches": _branches(match, line[-1].path())}


def _branches(match: Match, current: list[Place]) -> list[dict[str, Any]]:
    ends = match.branches()
    if len(ends) < 2:
        return []
    own = set(current)
    forks = [next((place for place in end.path() if place not in own), None) for end in ends]
    first = min(place.depth for place in forks if place)
    branches = []
    for n, (end, fork) in enumerate(zip(ends, forks, strict=True)):
        if fork is None:
            fork = current[min(first, len(current) - 1)]
        moves = sum(place.decision for place in end.path())
        till = sum(place.decision for place in fork.path())
        branches.append(
            {
                "n": n,
                "label": f"Move {till}: {_said(fork)}",
                "note": f"{moves} moves in all",
                "current": end in own,
            }
        )
    return branches


def _said(place: Place) -> str:
    if place.parent is None:
        return "the start"
    label = place.answer.label if isinstance(place.request, Choose) else str(place.answer)
    again = place.salt - place.parent.salt
    return f"{label} (rolled again{f', {again} times' if again > 1 else ''})" if again else label


# --- the odds --------------------------------------------------------------------------------------------

GOOD, MIDDLE, BAD = ("defeat", "success", "duel won", "win"), ("stagger",), ("miss", "failure", "duel lost")


def odds(match: Match, key: str) -> dict[str, Any]:
    """The odds panel for a legal move: what can happen, how likely it is, how that was computed.

    >>> from beastlab.games import beast_hunt as hunt
    >>> odds(hunt.new_match(seats=2, seed=7), "champion:champion-royal-1")["bars"]
    []
    """
    request = match.request
    assert isinstance(request, Choose)
    move = next((option for option in request.options if option.key == key), None)
    if move is None:
        raise IllegalMove(f"{key!r} may not be played now")
    panel: dict[str, Any] = {"key": key, "label": move.label, "bars": [], "notes": []}
    panel |= {"question": "", "tex": "", "method": "", "illustrative": False}
    maths = game_part(match, "odds")
    if maths is None:
        return {**panel, "method": "This game has no odds yet."}
    try:
        found = maths.explain(match, move)
    except LookupError as error:
        return {**panel, "method": f"Not to be said now: {error}."}
    chances = found.law
    rank = {**dict.fromkeys(GOOD, 0), **dict.fromkeys(MIDDLE, 1), **dict.fromkeys(BAD, 3)}
    weights = {str(outcome): weight for outcome, weight in chances.weights.items()} if chances else {}
    # best outcome first, then by chance and name: an order that tells nothing of what is hidden
    ordered = sorted(weights.items(), key=lambda pair: (rank.get(pair[0], 2), -pair[1], pair[0]))
    total = chances.total if chances else 1
    panel["bars"] = [_bar(outcome, Fraction(weight, total)) for outcome, weight in ordered[:BARS]]
    if rest := sum(weight for _, weight in ordered[BARS:]):
        panel["bars"].append(_bar(f"{len(ordered) - BARS} others", Fraction(rest, total)))
    panel |= {"question": found.question, "tex": found.formula, "method": found.method}
    panel |= {"notes": list(found.notes), "illustrative": getattr(found, "illustrative", False)}
    return panel


def comparison(match: Match) -> list[dict[str, Any]]:
    """The moves that need luck, with the chance that each does what it is for, best first."""
    maths = game_part(match, "odds")
    if maths is None:
        return []
    try:
        compared = maths.compare(match)
    except LookupError:
        return []
    return [{"key": move.key, **_bar(move.label, chance)} for move, chance in compared if chance is not None]


def _bar(word: str, chance: Fraction) -> dict[str, Any]:
    tone = "good" if word in GOOD else "middle" if word in MIDDLE else "rest"
    return {
        "word": word,
        "share": float(chance),
        "fraction": str(chance) if len(str(chance)) <= 13 else "",  # the percentage stands beside it
        "percent": percent_text(chance),
        "tone": tone,
    }
