"""Where a board keeps its game: a file that is written after every move, and the offer to go on from it."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from beastlab.core.match import Match, make_room
from beastlab.core.saves import SaveError, load

FOLDER = Path(".beastlab")
"""In a notebook a board keeps its game here, beside the notebook, unless another file is named."""

_kept: WeakValueDictionary[Path, Match] = WeakValueDictionary()


class Keeper:
    """One board's file. Nothing is written before the first move; an older game there is never written over.

    `offer` is the game that was found there, if it is another one than the match that begins.
    """

    def __init__(self, match: Match, path: str | Path | bool | None) -> None:
        self.match, self._note, self._taken = match, "", False
        self.offer: Match | None = None
        self.path = _automatic(match) if path in (None, True) else Path(path) if path else None  # type: ignore[arg-type]
        if self.path is None:
            return
        if match.autosave == self.path:
            self._taken = True
            return
        if self.path.exists():
            self._found(self.path)
        elif path:
            self.keep()

    def _found(self, path: Path) -> None:
        """Offer what lies there, unless it is this match as it stands."""
        try:
            there = load(path)
        except SaveError as error:
            self._note = f"{error}. "
            return
        if there.to_text() == self.match.to_text():
            self._takes(path)
        elif there.place.depth or there.branches() != [there.root]:
            self.offer = there

    @property
    def words(self) -> str:
        """The offer in a sentence; blank where there is none."""
        if self.offer is None or self.path is None:
            return ""
        when = datetime.fromtimestamp(self.path.stat().st_mtime) if self.path.exists() else None
        moves = sum(place.decision for place in self.offer.place.path())
        saved = f" ({when.day} {when:%B %Y, %H:%M})" if when else ""
        return f"A game of {self.offer.game.title} was saved here at move {moves}{saved}."

    def resume(self) -> None:
        """Go on with the game that was offered, in the place of the board's match."""
        if self.offer is not None and self.path is not None:
            self.match.become(self.offer)
            self.offer = None
            self._takes(self.path)

    def keep(self) -> str:
        """Save from now on after every move. What becomes of an older game that lay there, in a sentence."""
        if self.path is None or self._taken:
            return ""
        told, self._note, self.offer = self._note, "", None
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
        """Another game comes in the place of the match: with its first move this one is kept under another name."""
        self.path, self.match.autosave = self.path or self.match.autosave, None
        self.offer, self._taken = None, False

    def _takes(self, path: Path) -> None:
        self.match.autosave, self._taken = path, True
        _kept[path] = self.match


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
