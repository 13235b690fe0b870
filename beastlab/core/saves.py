"""Saved matches: JSON text that is written whole, and checked by playing every answer again."""

from __future__ import annotations

import base64
import importlib
import json
import pkgutil
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any

from beastlab.core import chance as chances
from beastlab.core.chance import ByHand
from beastlab.core.match import Game, Match, Place
from beastlab.core.requests import Choose, IllegalMove, answer_named, name_of

FORMAT = 1
"""The version of the save format."""


class SaveError(ValueError):
    """A save that can't be loaded, with the place and the reason; nothing was changed."""


def text_of(match: Match, *, branches: bool = True) -> str:
    """The save as JSON text, chance included: the whole tree of answers, or only the line that leads here."""
    if match.redealt:
        raise SaveError("this match was redealt for a seat that may not see all cards; save the match itself")
    laid = {} if match.laid is None else {"table": _table_values(match)}
    entries: list[Any] = []
    path = match.place.path()
    line = {place: [child] for place, child in pairwise(path)}
    tree, index = match._tree() if branches else line, {match.root: 0}
    stack = [*reversed(tree.get(match.root, ()))]
    while stack:
        place = stack.pop()
        name = name_of(place.request, place.answer)
        after = index[place.parent]
        index[place] = len(entries) + 1
        if after == len(entries) and place.salt == place.parent.salt:
            entries.append(name)
        else:
            entries.append({"after": after, "dice": place.salt, "answer": name})
        stack += reversed(tree.get(place, ()))
    values = {
        "format": "beastlab match",
        "version": FORMAT,
        "game": match.game.id,
        "rules": match.game.version,
        "options": match.options.to_json(),
        **laid,
        "seed": match.seed,
        "chance": match.chance.to_json(),
        "answers": entries,
        "at": index[match.place],
    }
    return json.dumps({**values, "check": _checksum(values)})


def _table_values(match: Match) -> Any:
    """The table that the match began from, as plain data."""
    began = "this match began from a table set up by hand"
    if match.game.table_to_json is None:
        raise SaveError(
            f"{began}; those of {match.game.title} can't be saved, only matches from the setup can"
        )
    try:
        return match.game.table_to_json(match.laid)
    except ValueError as error:
        raise SaveError(f"{began} that can't be saved: {error}") from None


def _checksum(values: dict[str, Any]) -> str:
    """Tells a damaged save from a whole one; a save that was edited on purpose may leave it out."""
    text = json.dumps({name: value for name, value in values.items() if name != "check"}, sort_keys=True)
    return blake2b(text.encode(), digest_size=8).hexdigest()


LINE = "beastlab:"
"""How a position on one line begins."""
LONGEST = 10_000_000
"""A line is not unpacked to more characters than this."""


def line_of(match: Match) -> str:
    """The position as one line of text to copy: the save of the way that leads to it, packed."""
    packed = zlib.compress(text_of(match, branches=False).encode(), 9)
    return LINE + base64.urlsafe_b64encode(packed).decode()


def _unpacked(line: str) -> str:
    """The save in a line; white space that a mail or a chat put into it is left out."""
    try:
        packed = base64.urlsafe_b64decode("".join(line.removeprefix(LINE).split()))
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, LONGEST)
        if not unpacking.eof:
            raise ValueError
        return text.decode()
    except (ValueError, zlib.error):
        raise SaveError("the line is damaged; copy it whole, from 'beastlab:' to its end") from None


def game_named(id_: str) -> Game:
    """The game with this id; SaveError with the games there are."""
    import beastlab.games

    known = sorted(module.name for module in pkgutil.iter_modules(beastlab.games.__path__))
    if id_ not in known:
        raise SaveError(f"no game is called {id_!r}; this version knows {', '.join(known)}")
    game: Game = importlib.import_module(f"beastlab.games.{id_}").GAME
    return game


def load(path: str | Path) -> Match:
    """The match that `path` holds, checked by replaying every answer; or that of a line, as `match.to_line()` gives it.

    SaveError with the place and the reason for a save that is damaged, foreign or from other rules.
    """
    if isinstance(path, str) and path.lstrip().startswith(LINE):
        return match_of(_unpacked(path.strip()))
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SaveError(f"{path}: can't be read ({error.strerror}); give the path of a saved match") from None
    except UnicodeDecodeError:
        raise SaveError(f"{path}: not a text file; give the path of a saved match") from None
    try:
        return match_of(text)
    except SaveError as error:
        raise SaveError(f"{path}: {error}") from None


@dataclass
class _Fields:
    """Reads fields of a save with a sentence for each that is missing or of the wrong kind."""

    values: dict[str, Any] = field(default_factory=dict)

    def get(self, name: str, kind: type) -> Any:
        value = self.values.get(name)
        if type(value) is not kind:
            found = "is missing" if name not in self.values else f"is {value!r:.60}"
            raise SaveError(f"not a whole save: {name!r} {found}, but should be of type {kind.__name__}")
        return value


def match_of(text: str) -> Match:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"not a whole JSON file ({error}); the save may be cut off") from None
    if not isinstance(values, dict) or values.get("format") != "beastlab match":
        raise SaveError("not a saved match of beastlab: it has no 'format': 'beastlab match'")
    fields = _Fields(values)
    if (version := fields.get("version", int)) != FORMAT:
        raise SaveError(f"save format {version}; this version reads format {FORMAT}")
    game = game_named(fields.get("game", str))
    if (rules := fields.get("rules", int)) != game.version:
        raise SaveError(f"played by version {rules} of the rules; this is version {game.version}")
    try:
        options = game.options.from_json(fields.get("options", dict))
        resolver = chances.from_json(values.get("chance"))
    except SaveError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise SaveError(f"the options don't fit the game: {error}") from None
    seed, entries, at = fields.get("seed", int), fields.get("answers", list), fields.get("at", int)
    table = _table_of(game, values["table"], options, seed) if "table" in values else None

    def begin(line: deque[Any]) -> Match:
        return Match(game, options, seed, chance=resolver, table=table, recorded=line)

    match = _replayed(begin, entries, at)
    if values.get("check", _checksum(values)) != _checksum(values):
        raise SaveError("it was changed since it was saved; take 'check' out of it if that was on purpose")
    return match


def _table_of(game: Game, values: Any, options: Any, seed: int) -> Any:
    if game.table_from_json is None:
        raise SaveError(
            f"it begins from a table set up by hand, which this version can't lay for {game.title}"
        )
    try:
        return game.table_from_json(values, options, seed)
    except ValueError as error:
        raise SaveError(f"the table that it begins from can't be laid: {error}") from None


def _replayed(begin: Callable[[deque[Any]], Match], entries: list[Any], at: int) -> Match:
    """The match that `begin` makes of the first line of answers, with the other branches, at place `at`."""
    branches: list[tuple[int, int, list[Any]]] = [(0, 0, [])]  # after which place, which dice, answers
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, dict) and "after" in entry:
            after, dice = entry["after"], entry.get("dice")
            if type(after) is not int or not 0 <= after < number or type(dice) is not int:
                raise SaveError(f"answer {number}: it begins a branch after {after!r}, which is not there")
            branches.append((after, dice, [entry.get("answer")]))
        else:
            branches[-1][2].append(entry)
    match: Any = None
    places: list[Place] = []
    for after, dice, answers in branches:
        line = deque(answers)
        try:
            if match is None:
                match = begin(line)
                start = match.root
                places.append(start)
            else:
                start = places[after]
                match._go(start)
                if not isinstance(match.request, Choose) and not isinstance(match.chance, ByHand):
                    raise IllegalMove("a branch begins where nobody was asked")
                first = answer_named(match.request, line[0])
                place = match._grow(start, match.request, first, dice, True)
                line.popleft()
                match._run(first, place, line)
        except (IllegalMove, LookupError, TypeError, AssertionError) as error:
            number = len(places) + len(answers) - len(line) + (match is None)
            raise SaveError(f"answer {number} doesn't fit the rules: {error}; nothing was loaded") from None
        places += [place for place in match.place.path() if place.depth > start.depth][: len(answers)]
    if not 0 <= at < len(places):
        raise SaveError(f"the save stands at answer {at}, but holds {len(places) - 1}")
    match._go(places[at])
    if (
        match.request is not None
        and not isinstance(match.request, Choose)
        and not isinstance(match.chance, ByHand)
    ):
        raise SaveError(f"the save stands at answer {at}, where nobody is asked")
    return match
