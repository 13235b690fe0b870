"""Where a board keeps its game: a file that is written after every move, and the offer to go on from it."""

from __future__ import annotations

import glob
import json
import re
import sys
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from beastlab.core.match import Match, free_name, make_room
from beastlab.core.saves import SaveError, load

FOLDER = Path(".beastlab")
"""In a notebook a board keeps its game here, beside the notebook, unless another file is named."""

OFFERED = 3
"""So many games are offered, the newest."""

_kept: WeakValueDictionary[Path, Match] = WeakValueDictionary()


class Keeper:
    """One board's file. Nothing is written before the first move; an older game there is never written over.

    `offers` are other games than the match that begins: those found there and beside it, where they were kept, the
    newest first, and one that was on the board before another was opened; each with its file, if it has one.
    """

    def __init__(self, match: Match, path: str | Path | bool | None) -> None:
        self.match, self._note, self._taken, self._played = match, "", False, False
        self.offers: list[tuple[Path | None, Match]] = []
        self.path = _automatic(match) if path in (None, True) else Path(path) if path else None  # type: ignore[arg-type]
        if self.path is None:
            return
        if match.autosave == self.path:
            self._taken = True
        elif self._found(self.path):
            self._takes(self.path)
        elif path and not self.path.exists():
            self.keep()

    def _found(self, path: Path) -> bool:
        """Collect what may be offered; whether the file holds this match as it stands."""
        kept = [p for p in path.parent.glob(f"{glob.escape(path.stem)}*.json") if _numbered(p, path)]
        for one in sorted(kept, key=lambda p: -p.stat().st_mtime)[:OFFERED]:
            try:
                there = load(one)
            except SaveError as error:
                self._note += f"{error}. " if one == path else ""
                continue
            if there.to_text() == self.match.to_text():
                if one == path:
                    return True
            elif len(there.branches()) > 1 or there.place.depth:
                self.offers.append((one, there))
        return False

    @property
    def words(self) -> dict[str, Any] | None:
        """The offer, in sentences; None where there is nothing to offer."""
        if not self.offers:
            return None
        games = [{"n": n, "text": _told(path, match)} for n, (path, match) in enumerate(self.offers)]
        title = self.offers[0][1].game.title
        one = f"A game of {title} was {games[0]['text']}."
        return {
            "text": one if len(games) == 1 else f"{len(games)} games of {title} are kept here.",
            "games": games,
        }

    def resume(self, n: int) -> bool:
        """Go on with the n-th game that is offered, in the place of the board's match; False where there is none."""
        if not 0 <= n < len(self.offers):
            return False
        path, other = self.offers[n]
        held = _kept.get(path) if path else None
        if path and held is not None and held is not self.match and held.autosave == path:
            held.autosave = free_name(path)  # it goes on there, should anybody play it
        self.leave()
        self.match.become(other)
        if path:
            self._takes(path)
        return True

    def keep(self) -> str:
        """Save from now on after every move. What becomes of an older game that lay there, in a sentence."""
        self._played = True
        if self.path is None:
            return ""
        if self._taken:
            moved = self.match.autosave
            if moved is None or moved == self.path:
                return ""
            told = (
                f"{self.path.name} was written elsewhere meanwhile: this game is now saved as {moved.name}."
            )
            self._takes(moved)
            return told
        told, self._note, self.offers = self._note, "", []
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            other = _kept.get(self.path)
            moved = make_room(self.path)
            if moved:
                told += f"The game that was saved before is kept as {moved.name}."
                if other is not None and other is not self.match and other.autosave == self.path:
                    other.autosave = moved
        except OSError as error:
            self.match.unsaved = f"Not saved to {self.path}: {error.strerror or error}"
            return told
        self._takes(self.path)
        self.match.keep()
        return told

    def leave(self) -> None:
        """Another game comes in the place of the match: what was played is kept beside its file, and offered."""
        saved, before = self.match.autosave, self.match.fork()
        before.become(self.match)
        aside = make_room(saved) if saved is not None else None
        self.offers = [(aside, before)] if self._played else []
        self.path, self.match.autosave = self.path or saved, None
        self._taken = self._played = False

    def _takes(self, path: Path) -> None:
        self.path, self.match.autosave, self._taken = path, path, True
        self.match.wrote = path.stat().st_mtime_ns if path.exists() else 0
        _kept[path] = self.match


def _numbered(one: Path, path: Path) -> bool:
    return re.fullmatch(rf"{re.escape(path.stem)}(-\d+)?", one.stem) is not None


def _told(path: Path | None, match: Match) -> str:
    moves = sum(place.decision for place in match.place.path())
    if path is None or not path.exists():
        return f"on this board before, at move {moves}"
    when = datetime.fromtimestamp(path.stat().st_mtime)
    return f"saved at move {moves}, {when.day} {when:%B %Y, %H:%M}"


def _automatic(match: Match) -> Path | None:
    """The file for games that begin like this one, in a notebook's own folder; None elsewhere."""
    if match.autosave is not None or not _in_a_notebook():
        return None
    try:
        save = json.loads(match.to_text())
    except SaveError:
        return None
    start = {name: save.get(name) for name in ("game", "options", "seed", "chance", "table")}
    digest = blake2b(json.dumps(start, sort_keys=True).encode(), digest_size=4).hexdigest()
    return FOLDER / f"{match.game.id}-{digest}.json"


def _in_a_notebook() -> bool:
    shell: Any = sys.modules.get("IPython")
    return shell is not None and getattr(shell.get_ipython(), "kernel", None) is not None
