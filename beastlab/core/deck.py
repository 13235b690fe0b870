"""Decks that stay distributions: nothing is decided about a face-down card until it is drawn."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from beastlab.core.requests import Draw, Seats, Unknowable


class Deck:
    """A stack of segments over one pool of cards that nobody can tell apart by position.

    Each segment, top first, holds a number of cards of the shared pool and the known cards that were
    shuffled into it. A shuffled deck is one segment; a card put on the bottom is a segment of its own. Which
    pool card lies where stays open, so every question about the next card has an exact answer. Cards are
    pieces: no card is known in a segment and in the pool too.

    As one seat believes it, a deck's pool also holds cards that lie unseen in other hands. Those hands
    take up `held` pool cards; `never_held` are the pool cards that can't be among them (in Beast Hunt a
    card that must be played when drawn never stays in a hand), which makes these likelier in the deck.

    >>> deck = Deck(["a", "b", "c"])
    >>> deck.next_card().outcomes()
    {'a': 1, 'b': 1, 'c': 1}
    >>> deck.take("b"); len(deck)
    2
    """

    __slots__ = ("held", "never_held", "pool", "segments")

    def __init__(self, cards: Iterable[Any] = ()) -> None:
        self.pool: dict[Any, None] = dict.fromkeys(cards)
        self.segments: list[tuple[int, tuple[Any, ...]]] = [(len(self.pool), ())] if self.pool else []
        self.held = 0
        self.never_held: frozenset[Any] = frozenset()

    def copy(self) -> Deck:
        """An independent deck over the same cards."""
        twin = Deck.__new__(Deck)
        twin.pool, twin.segments = self.pool.copy(), self.segments.copy()
        twin.held, twin.never_held = self.held, self.never_held
        return twin

    def __len__(self) -> int:
        return sum(unknown + len(known) for unknown, known in self.segments)

    def next_card(self, seen_by: Seats = None) -> Draw:
        """The request for the top card. LookupError when the deck is empty."""
        if not self.segments:
            raise LookupError("the deck is empty")
        unknown, known = self.segments[0]
        if not known and not self.held:
            return Draw(tuple([(card, 1) for card in self.pool]), seen_by)
        weights = self.pool_weights()
        everyone = sum(weights.values()) or 1
        drawn = {card: weight * unknown for card, weight in weights.items()} if unknown else {}
        return Draw((*drawn.items(), *((card, everyone) for card in known)), seen_by)

    def pool_weights(self) -> dict[Any, int]:
        """Integer weights of the pool cards to be the next pool card drawn."""
        if not self.held:
            return dict.fromkeys(self.pool, 1)
        holdable = sum(card not in self.never_held for card in self.pool)
        return {c: holdable if c in self.never_held else holdable - self.held for c in self.pool}

    def take(self, card: Hashable) -> None:
        """Remove the card just drawn from the top."""
        unknown, known = self.segments[0]
        if card in known:
            known = tuple(other for other in known if other is not card)
        elif unknown and card in self.pool:
            del self.pool[card]
            unknown -= 1
        else:
            raise LookupError(f"{card!r} can't be on top")
        self._replace_top(unknown, known)

    def take_unseen(self) -> None:
        """A card leaves the top and stays unseen: its slot is gone, the pool is as it was."""
        unknown, known = self.segments[0]
        if not unknown:
            raise Unknowable("which of the cards that were shuffled left the deck unseen is not worked out")
        self.held += 1
        self._replace_top(unknown - 1, known)

    def _replace_top(self, unknown: int, known: tuple[Any, ...]) -> None:
        if unknown or known:
            self.segments[0] = (unknown, known)
        else:
            del self.segments[0]

    def put_on_bottom(self, cards: Iterable[Any]) -> None:
        """Lay known cards under the deck, the last one lowest."""
        self.segments += [(0, (card,)) for card in self._new(cards)]

    def put_on_top(self, cards: Iterable[Any]) -> None:
        """Lay known cards on the deck, the first one topmost."""
        self.segments[:0] = [(0, (card,)) for card in self._new(cards)]

    def shuffle_in(self, cards: Iterable[Any] = ()) -> None:
        """Add known cards and shuffle the whole deck; it is one segment afterwards."""
        known = tuple(self._new(cards)) + tuple(card for _, some in self.segments for card in some)
        unknown = sum(count for count, _ in self.segments)
        if unknown == len(self.pool) and not self.held:  # nothing of the pool lies elsewhere: one open pile
            self.pool.update(dict.fromkeys(known))
            unknown, known = len(self.pool), ()
        self.segments = [(unknown, known)] if unknown or known else []

    def _new(self, cards: Iterable[Any]) -> list[Any]:
        cards = list(cards)
        here = {card for _, known in self.segments for card in known}
        if twice := [
            card for n, card in enumerate(cards) if card in self.pool or card in here or card in cards[:n]
        ]:
            raise ValueError(f"already in the deck: {twice}; give copies codes of their own")
        return cards
