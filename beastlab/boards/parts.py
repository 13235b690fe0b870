"""What a board shows beside the table: the question, the moves, the log, the history, the odds. Plain JSON data."""

from __future__ import annotations

import importlib
import re
from collections.abc import Collection
from fractions import Fraction
from typing import Any

from beastlab.bots import opponent, seen_by
from beastlab.core.match import Match, Place
from beastlab.core.requests import Choose, Draw, Event, IllegalMove, Move, Roll, Total, Totals, name_of
from beastlab.odds.answer import MoveAnswer
from beastlab.odds.texts import percent_text

FOLD = 4
"""A group of more moves than this is folded when the whole list is long."""
BARS = 12
"""The odds panel draws so many outcomes, the likeliest, and sums up the rest."""
EVERYBODY = -1
"""In place of a seat: what all seats were told, and no more."""
RECENT = 8
"""Dice lie on the table for so many answers."""


def game_part(match: Match, name: str) -> Any:
    """A module of the match's game (`scene`, `odds`), or None where the game has none."""
    try:
        return importlib.import_module(f"beastlab.games.{match.game.id}.{name}")
    except ModuleNotFoundError:
        return None


# --- the question and the moves ----------------------------------------------------------------------


def asked(match: Match, seat: int, programs: Collection[int] = ()) -> dict[str, Any]:
    """The request that waits, as `seat` may see it: the moves, and those that are refused with the reason.

    A real card for a seat of `programs` is entered by whoever sits there. `who` is "you" where that seat is asked,
    "other", "chance" where a real roll is to be entered, or "over".

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
        if request.seen_by is not None and not {seat, *programs} & request.seen_by:
            return {**ask, "who": "other", "prompt": "A card is taken unseen."}
        return {**ask, "who": "chance", "prompt": _wanted(match, request), "moves": _entries(match, request)}
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
        other = order.get("Play a card", len(order)) + 0.5  # equipment, each under a heading of its own
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


def _wanted(match: Match, request: Any) -> str:
    if isinstance(request, Draw):
        names = " and ".join(match.table.name(seat) for seat in sorted(request.seen_by or ()))
        return f"{names} drew a card: which one?" if names else "Which card was it?"
    if isinstance(request, Total):
        return f"Roll {request.count} dice: what is their total?"
    if isinstance(request, Totals):
        return f"Roll {request.count} dice {request.times} times: what are the totals?"
    return f"Roll {request.count} dice: what do they show?"


def entries(match: Match, request: Any) -> dict[str, Any]:
    """What may be entered by hand for a roll or a draw, by a key: for cards any that somebody may have taken."""
    if isinstance(request, Draw):
        cards = [card for card, _ in request.weights]
        if request.seen_by is not None:  # the list must not tell what lies in other hands
            hidden = {card for place in match.table.hidden_from(min(request.seen_by)) for card in place.cards}
            cards = [card for card in match.options.cards.by_code.values() if card in hidden]
        return {f"chance:{getattr(card, 'code', card)}": card for card in cards}
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


def log(match: Match, seat: int | None, last: int = 200) -> list[dict[str, Any]]:
    """What `seat` was told (None for all that happened), in sentences with their rules; `head` marks a turn's start.

    >>> from beastlab.games import beast_hunt as hunt
    >>> [line["text"] for line in log(hunt.new_match(seats=2, seed=7), 0)]
    ['Rolls for the first choice: Ada 6, Bo 5.', 'Ada rolled highest.']
    """
    return told(match.events(), seat)[-last:]


def told(events: list[Event], seat: int | None) -> list[dict[str, Any]]:
    """Events as lines; where the seat was told more about the same thing, the public sentence is left out.

    `head` marks a turn's start, `private` what this seat alone was told.
    """
    lines: list[dict[str, Any]] = []
    before: Event | None = None
    for event in events:
        if seat is not None and not event.seen(seat):
            continue
        private = before is not None and before.seen_by is not None and before.rule == event.rule
        if not private or event.seen_by is not None:
            head, alone = (
                event.rule.endswith("turn.clockwise"),
                seat is not None and event.seen_by is not None,
            )
            lines.append({"text": event.text, "rule": event.rule, "head": head, "private": alone})
        before = event
    return lines


def news(match: Match, since: Place, seat: int | None) -> list[dict[str, Any]]:
    """What `seat` was told on the way from the place `since` to here; nothing unless here lies further on."""
    path = match.place.path()
    if since.depth >= len(path) or path[since.depth] is not since:
        return []
    return told([event for place in path[since.depth + 1 :] for event in place.events], seat)


def dice(match: Match, seat: int | None) -> dict[str, Any] | None:
    """The last roll, as long as it is recent: groups of dice with their faces, or with their total alone.

    >>> from beastlab.games import beast_hunt as hunt
    >>> dice(hunt.new_match(seats=2, seed=7), 0)["groups"]
    [{'count': 2, 'total': 6, 'faces': None}, {'count': 2, 'total': 5, 'faces': None}]
    """
    place: Place | None = match.place
    groups: list[dict[str, Any]] = []
    text = ""
    for _ in range(RECENT):
        if place is None:
            break
        request, said = place.request, told(place.events, seat)
        rolled = isinstance(request, Roll | Total | Totals)
        if groups and (said or not rolled):
            break  # an earlier roll, which was told by itself
        if rolled and (seat is None or request.seen_by is None or seat in request.seen_by):
            groups = [*_dice(request, place.answer), *groups]
            text = text or (said[0]["text"] if said else "")
        place = place.parent
    if len(groups) == 1 and str(groups[0]["total"]) not in re.findall(r"\d+", text):
        groups[0]["word"] = "on the dice"  # the text counts a bonus
    return {"groups": groups, "text": text} if groups else None


def _dice(request: Roll | Total | Totals, answer: Any) -> list[dict[str, Any]]:
    if isinstance(request, Roll):
        return [{"count": request.count, "total": sum(answer), "faces": list(answer)}]
    totals = answer if isinstance(request, Totals) else (answer,)
    return [{"count": request.count, "total": total, "faces": None} for total in totals]


def history(match: Match, seat: int | None = None) -> dict[str, Any]:
    """Where the match stands on its line of answers, and the other branches that were tried, as `seat` may know them.

    >>> from beastlab.games import beast_hunt as hunt
    >>> match = hunt.new_match(seats=2, seed=7)
    >>> match.play("champion:champion-royal-1"); match.undo(); match.play("champion:champion-royal-2")
    >>> there = history(match)
    >>> there["at"], there["of"], [branch["label"] for branch in there["branches"]]
    (1, 1, ['Move 1: Choose Regent Aldous', 'Move 1: Choose Princess Orla'])
    >>> [branch["label"] for branch in history(match, 1)["branches"]]
    ["Move 1: Ada's move", "Move 1: Ada's move"]
    """
    line = match.places()
    at = line.index(match.place) if match.place in line else len(line) - 1
    return {"at": at, "of": len(line) - 1, "branches": _branches(match, line[-1].path(), seat)}


def _branches(match: Match, current: list[Place], seat: int | None) -> list[dict[str, Any]]:
    ends = match.branches()
    if len(ends) < 2:
        return []
    own = set(current)
    forks = [next((place for place in end.path() if place not in own), None) for end in ends]
    first = min(place.depth for place in forks if place)
    branches = []
    for n, (end, fork) in enumerate(zip(ends, forks, strict=True)):
        fork = fork or current[min(first, len(current) - 1)]
        path = end.path()
        moves = sum(place.decision for place in path)
        till = sum(place.decision for place in fork.path())
        lines = (told(place.events, seat) for place in path[fork.depth :] if _own(fork, seat))
        came = next(filter(None, lines), None)
        branches.append(
            {
                "n": n,
                "label": f"Move {till}: {_said(match, fork, seat)}",
                "note": f"{came[0]['text'] + ' ' if came else ''}{moves} moves in all",
                "current": end in own,
            }
        )
    return branches


def _said(match: Match, place: Place, seat: int | None) -> str:
    """The answer that led there, in words, as far as `seat` may know it."""
    request, answer = place.request, place.answer
    if request is None:
        return "the start"
    if isinstance(request, Choose):
        label = answer.label if _own(place, seat) else f"{match.table.name(request.seat)}'s move"
    elif _own(place, seat):
        label = (
            " ".join(map(str, answer)) if isinstance(answer, tuple) else getattr(answer, "name", str(answer))
        )
    else:
        label = "a card"
    again = place.salt - place.parent.salt
    return f"{label} (rolled again{f', {again} times' if again > 1 else ''})" if again else label


def _own(place: Place, seat: int | None) -> bool:
    """Whether the answer that led there was this seat's, or seen by it; None may know all."""
    request = place.request
    if seat is None or request is None:
        return True
    return (
        request.seat == seat
        if isinstance(request, Choose)
        else request.seen_by is None or seat in request.seen_by
    )


# --- the odds --------------------------------------------------------------------------------------------

MIDDLE = ("stagger",)
"""What is neither wanted nor lost."""


def odds(match: Match, key: str) -> tuple[dict[str, Any], MoveAnswer | None]:
    """The odds panel for a legal move: what can happen, how likely it is, how that was computed; and the answer.

    >>> from beastlab.games import beast_hunt as hunt
    >>> odds(hunt.new_match(seats=2, seed=7), "champion:champion-royal-1")[0]["bars"]
    []
    """
    request = match.request
    assert isinstance(request, Choose)
    move = next((option for option in request.options if option.key == key), None)
    if move is None:
        raise IllegalMove(f"{key!r} may not be played now")
    panel: dict[str, Any] = {"key": key, "label": move.label, "bars": [], "notes": []}
    panel |= {"question": "", "tex": "", "method": "", "illustrative": False, "checks": False}
    maths = game_part(match, "odds")
    if maths is None:
        return _worded({**panel, "method": "This game has no odds yet."}), None
    try:
        found = maths.explain(match, move)
    except LookupError as error:
        return _worded({**panel, "method": f"Not to be said now: {error}."}), None
    panel["bars"] = [_bar(outcome, chance, found.wanted) for outcome, chance in _shares(found)]
    panel |= {"question": found.question, "tex": found.formula, "method": found.method}
    panel |= {
        "notes": list(found.notes),
        "illustrative": found.illustrative,
        "checks": found.value is not None,
    }
    return _worded(panel), found


def _shares(found: MoveAnswer) -> list[tuple[str, Fraction]]:
    """The outcomes that are drawn: what is wanted first, then by chance and name, which tells nothing hidden."""
    if found.law is None:
        return []
    rank = {**dict.fromkeys(MIDDLE, 1), **dict.fromkeys(found.wanted, 0)}
    ordered = sorted(found.law.items(), key=lambda pair: (rank.get(pair[0], 2), -pair[1], str(pair[0])))
    shares = [(str(outcome), chance) for outcome, chance in ordered[:BARS]]
    if rest := sum(chance for _, chance in ordered[BARS:]):
        shares.append((f"{len(ordered) - BARS} others", rest))
    return shares


def _worded(panel: dict[str, Any]) -> dict[str, Any]:
    """With the whole panel in a sentence or two, for those who hear it."""
    bars = [
        (bar["word"], ", ".join(filter(None, (bar["fraction"], bar["percent"])))) for bar in panel["bars"]
    ]
    chances = "; ".join(f"{word} {chance}" for word, chance in bars) or panel["question"]
    said = [f"{panel['label']}{': ' * bool(chances)}{chances}.", panel["method"], *panel["notes"]]
    return {**panel, "words": " ".join(filter(None, said))}


def draw_chart(into: Any, found: MoveAnswer | None) -> bool:
    """Draw what a move can lead to in an Output widget; whether there is anything to draw."""
    shares = _shares(found) if found is not None else []
    if found is None or len(shares) < 2:
        return False
    from beastlab import charts

    spec = charts.shares(tuple((word, chance, word in found.wanted) for word, chance in shares))
    data = {charts.V5: spec, "text/plain": spec["description"]}
    into.outputs = ({"output_type": "display_data", "metadata": {}, "data": data},)
    return True


def comparison(match: Match) -> list[dict[str, Any]]:
    """The moves that need luck, with the chance that each does what it is for, best first."""
    maths = game_part(match, "odds")
    if maths is None:
        return []
    try:
        compared = maths.compare(match)
    except (LookupError, ValueError):  # not known, or too long to work out
        return []
    return [{"key": move.key, **_bar(move.label, chance)} for move, chance in compared if chance is not None]


def likeliest(compared: list[dict[str, Any]]) -> str:
    """Which of the compared moves is likeliest to do what it is for, in a sentence; blank for fewer than two."""
    if len(compared) < 2:
        return ""
    most = [row for row in compared if row["share"] == compared[0]["share"]]
    names = " and ".join(row["word"] for row in most[:2]) + " and others" * (len(most) > 2)
    return f"Likeliest to do what it is for, exactly: {names}, {most[0]['percent']}."


def advice(match: Match) -> dict[str, Any] | None:
    """What the game's sensible player would do for the seat that is asked, and why; None where there is none."""
    policy = opponent(match)
    if len(match.request.options) < 2 or not hasattr(policy, "why"):
        return None
    move, why = policy.why(seen_by(match, match.request.seat))
    return {
        "key": move.key,
        "text": move.label,
        "why": why,
        "method": "A rule of thumb, not an exact optimum.",
    }


def explained(match: Match, scene: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """All about a move of the scene, legal or not, or about a card of it, in lines; none for anything else."""
    ask = scene["ask"]
    for move in ask["refused"]:
        if move["key"] == name:
            return [{"text": f"{move['label']}: not allowed. {move['why']}", "rule": move["rule"]}]
    if any(move["key"] == name for move in ask["moves"]) and ask["who"] == "you":
        panel, _ = odds(match, name)
        cost = next(move["cost"] for move in ask["moves"] if move["key"] == name)
        return [{"text": panel["words"] + (f" It costs {cost}." if cost else ""), "rule": ""}]
    cards = [card for zone in scene["zones"] for card in zone.get("cards", ()) if card["id"] == name]
    lines = [
        {"text": card["label"] + "." * (not card["label"].endswith(".")), "rule": ""} for card in cards[:1]
    ]
    if cards:
        may = [move["label"] for move in ask["moves"] if name in move["cards"]]
        lines += [{"text": f"With it you may: {'; '.join(may)}.", "rule": ""}] if may else []
        lines += [
            {"text": f"Not allowed: {move['label']}. {move['why']}", "rule": move["rule"]}
            for move in ask["refused"]
            if name in move["cards"]
        ]
    return lines


def _bar(word: str, chance: Fraction, wanted: Collection[str] = ()) -> dict[str, Any]:
    tone = "good" if word in wanted else "middle" if word in MIDDLE else "rest"
    return {
        "word": word,
        "share": float(chance),
        "fraction": str(chance) if len(str(chance)) <= 13 else "",  # the percentage stands beside it
        "percent": percent_text(chance),
        "tone": tone,
    }
