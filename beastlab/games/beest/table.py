"""What is on the table of Beest: options, seats, DNA piles, caves, and how a table is copied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as made
from typing import Any, ClassVar, NamedTuple

from beastlab.core.deck import Deck
from beastlab.core.knowledge import Hidden, Memory
from beastlab.core.match import Result
from beastlab.core.options import GameOptions
from beastlab.games.beest.cards import Card, CardSet, illustrative

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")
SILENT = "The silent guy"
SEQUENCE = 3
"""The most cards of a hiding sequence."""

MODES: Mapping[str, str] = {
    "silent_may_be_beest": "beest.setup.silent-may-be-beest",
    "winner_must_be_clean": "beest.end3.claim-clean",
    "wrong_announcement_subtracts_b": "beest.end3.wrong-infected",
}
SWITCHES: Mapping[str, tuple[str, ...]] = {
    "cave_deck": ("balanced", "no_straight", "four_heights"),
    "evaluate_lines": ("after_all", "as_placed"),
    "winner_partners": ("all_but_original", "clean_only"),
    "announce_window": ("start_and_end", "start_only", "end_only", "any_step"),
    "self_win": ("automatic", "declared"),
}
"""The rulings that can be switched, each with its readings, the default first; the ledger explains them.

`MODES` are those that are True or False. The readings of `cave_deck` are the decks of the card set.
"""


class Pile(NamedTuple):
    """One pile of DNA markers, all of one colour; the black one makes its owner the original Beest.

    beest.setup.black-pile, beest.setup.colour-piles, beest.comp.colour-names
    """

    code: str
    name: str


BLACK = Pile("black", "black")
COLOURS = tuple(Pile(colour, colour) for colour in ("red", "yellow", "green", "blue", "white"))
UNSEEN = Pile("coloured", "coloured")
"""Stands for a coloured pile whose colour a seat does not know."""


@dataclass(frozen=True)
class Options(GameOptions):
    """The settings of a game.

    `seats` humans (3 to 6), with their `names` clockwise from the starting player; with 3 to 5 of them the silent
    guy joins as one more seat. `expeditions` are played, and their points added up. `cards` is the card set
    (the illustrative one unless given) and `cave_deck` the deck of it that is used. The other names are readings of
    rules that the rulebook leaves open, see `SWITCHES` and `MODES`. ValueError for anything else.

    >>> Options(seats=7)
    Traceback (most recent call last):
    ...
    ValueError: seats: 7; Beest is for 3 to 6 players [beest.setup.player-count]
    """

    seats: int = 4
    names: tuple[str, ...] = ()
    cards: CardSet = made(default_factory=illustrative, repr=False)
    expeditions: int = 3
    cave_deck: str = ""
    silent_may_be_beest: bool = True
    evaluate_lines: str = "after_all"
    winner_partners: str = "all_but_original"
    winner_must_be_clean: bool = True
    announce_window: str = "start_and_end"
    self_win: str = "automatic"
    wrong_announcement_subtracts_b: bool = False

    title = "Beest"
    alias = "beest"
    players = 3, 6, "beest.setup.player-count"
    people = NAMES
    modes: ClassVar = MODES
    packaged = staticmethod(illustrative)

    def __post_init__(self) -> None:
        super().__post_init__()
        if SILENT in self.names:
            raise ValueError(f"names: {SILENT} is the box; give that player another name")
        if type(self.expeditions) is not int or self.expeditions < 1:
            raise ValueError(
                f"expeditions: {self.expeditions!r}; give a whole number of at least 1 [beest.match.expeditions]"
            )
        if self.cave_deck == "":
            object.__setattr__(self, "cave_deck", self.cards.decks[0])
        self.check_readings({**SWITCHES, "cave_deck": self.cards.decks})
        if not self.silent_may_be_beest and self.seats == 6:
            why = "six people play without the silent guy; leave this option as it is"
            raise ValueError(f"silent_may_be_beest: {why} [beest.setup.silent-may-be-beest]")

    @property
    def places(self) -> int:
        """How many seats there are, the silent guy's among them: `n` of the ledger [beest.setup.seat-total]."""
        return self.seats + (self.seats < 6)


class Suspicion(Memory):
    """Where the black pile may lie. It follows from the piles and the exchanges, so a redeal works it out anew.

    >>> Suspicion({frozenset({(BLACK, 2)}): 1}).relabelled({BLACK: COLOURS[0]}).certain()
    {Pile(code='black', name='black'): 2}
    """

    __slots__ = ()

    def relabelled(self, faces: Mapping[Any, Any]) -> Memory:
        """Itself, whatever the piles are called: `Table.relabel` has brought it up to date."""
        return self


class Exchange(NamedTuple):
    """Two seats that gave each other a marker, in the turn of the first [beest.info.history-public]."""

    active: int
    other: int


@dataclass(slots=True)
class Seat:
    """A seat's caves: its hiding sequence, oldest first, and what it pushed out since its last turn."""

    name: str
    sequence: list[Card] = made(default_factory=list)
    aside: list[Card] = made(default_factory=list)

    def copy(self) -> Seat:
        return Seat(self.name, self.sequence[:], self.aside[:])

    @property
    def line(self) -> bool:
        """Whether it has a line of entry: three cards that fit.

        beest.seq.line, beest.seq.line-needs-three, beest.seq.line-newest, beest.seq.line-free-ends
        """
        return len(self.sequence) == SEQUENCE and all(
            left.fits(right) for left, right in zip(self.sequence, self.sequence[1:], strict=False)
        )


@dataclass(slots=True)
class Table:
    """Everything on the table, in the zones of the ledger.

    `seats` are the humans, clockwise from the starting player; the silent guy, where he plays, is the seat after the
    last of them. `piles` says whose DNA is which: markers given and received follow from it and from `exchanges`.
    `cleared` are the seats that quiet turn ends proved not to be the Beest. `hand` and `served` are of the turn
    in progress, `met` the seat that was met in it; `points` are the scores of the expeditions that ended.
    """

    options: Options
    seats: list[Seat]
    silent: Seat | None
    stock: Deck
    piles: list[Pile] = made(default_factory=list)
    exchanges: list[Exchange] = made(default_factory=list)
    cleared: list[int] = made(default_factory=list)
    hand: list[Card] = made(default_factory=list)
    served: list[int] = made(default_factory=list)
    met: int | None = None
    phase: str = "prepare"
    turn: int = 0
    number: int = 1
    points: list[tuple[int, ...]] = made(default_factory=list)
    result: Result | None = None
    memory: list[Memory] = made(default_factory=list)

    def copy(self) -> Table:
        return Table(
            self.options,
            [seat.copy() for seat in self.seats],
            self.silent.copy() if self.silent else None,
            self.stock.copy(),
            self.piles[:],
            self.exchanges[:],
            self.cleared[:],
            self.hand[:],
            self.served[:],
            self.met,
            self.phase,
            self.turn,
            self.number,
            self.points[:],
            self.result,
            self.memory[:],
        )

    # --- seats ------------------------------------------------------------------------------------

    @property
    def everyone(self) -> range:
        """The numbers of all seats, the silent guy's last."""
        return range(self.options.places)

    def at(self, seat: int) -> Seat:
        """The seat of this number."""
        if seat < len(self.seats):
            return self.seats[seat]
        assert self.silent
        return self.silent

    def name(self, seat: int) -> str:
        return self.at(seat).name

    def others(self, seat: int) -> list[int]:
        """All other seats: the humans clockwise after this one, then the silent guy."""
        humans = len(self.seats)
        clockwise = [(seat + n) % humans for n in range(1, humans)] if seat < humans else list(range(humans))
        return clockwise + [humans] * (self.silent is not None and seat != humans)

    # --- DNA --------------------------------------------------------------------------------------

    @property
    def beest(self) -> int:
        """The seat of the original Beest [beest.role.one-beest]."""
        return self.piles.index(BLACK)

    def partners(self, seat: int) -> frozenset[int]:
        """The seats with which this one has exchanged."""
        return frozenset(
            pair.other if pair.active == seat else pair.active for pair in self.exchanges if seat in pair
        )

    def marker(self, giver: int, taker: int) -> tuple[Pile, int]:
        """The marker that one seat gave another: its pile, and its value (0 for a colour).

        A pile is given from the top, the black one from its highest value down.
        beest.setup.black-order, beest.exch.top, beest.exch.black-order
        """
        pile, given = self.piles[giver], [pair for pair in self.exchanges if giver in pair]
        nth = next(n for n, pair in enumerate(given) if taker in pair)
        return pile, self.options.places - 1 - nth if pile == BLACK else 0

    def black(self, seat: int) -> int:
        """B: the value of the black marker that the seat received, 0 if none [beest.score.b]."""
        if seat != self.beest and self.beest in self.partners(seat):
            return self.marker(self.beest, seat)[1]
        return 0

    def coloured(self, seat: int) -> int:
        """C: the number of coloured markers that the seat received [beest.score.c]."""
        return len(self.partners(seat)) - (self.black(seat) > 0)

    def clean(self, seat: int) -> bool:
        """Neither the original Beest nor infected [beest.role.three-states]."""
        return seat != self.beest and not self.black(seat)

    # --- what seats know --------------------------------------------------------------------------

    def suspects(self, seat: int | None) -> list[int]:
        """Who may be the original Beest, for all that `seat` knows; None is somebody who sees no marker.

        Who gave a colour is not the Beest; nor is who has exchanged with everybody while the expedition goes on, nor
        whom a quiet turn end cleared. beest.infect.receiver-knows, beest.info.colour-meaning
        """
        if not self.piles:
            return []
        if seat is not None and self.knows_beest(seat):
            return [self.beest]
        met = self.partners(seat) | {seat} if seat is not None else frozenset()
        last = self.options.places - (0 if self.options.silent_may_be_beest else 1)
        return [
            other
            for other in range(last)
            if other not in met
            and other not in self.cleared
            and len(self.partners(other)) < self.options.places - 1
        ]

    def knows_beest(self, seat: int) -> bool:
        """Whether the seat has seen the black pile, or a marker of it [beest.infect.receiver-knows]."""
        return seat == self.beest or self.beest in self.partners(seat)

    def remember(self) -> None:
        """Bring every seat's memory up to what it may conclude of the pile that it does not see."""
        self.memory = [
            Suspicion()
            if self.knows_beest(seat)
            else Suspicion({frozenset({(BLACK, other)}): 1 for other in self.suspects(seat)})
            for seat in range(len(self.seats))
        ]

    def hidden_from(self, seat: int) -> list[Hidden]:
        """The piles that `seat` can't see: those of seats from which it has no marker.

        beest.info.outgoing-hidden, beest.info.incoming-hidden, beest.info.silent-hidden
        """
        if not self.piles or self.phase != "turn":
            return []
        seen = self.partners(seat) | {seat}
        return [Hidden(other, (self.piles[other],)) for other in self.everyone if other not in seen]

    def relabel(self, faces: Mapping[Pile, Pile]) -> None:
        """Put other piles in the place of these: for redeals. Others than the viewer know other things then."""
        self.piles = [faces.get(pile, pile) for pile in self.piles]
        if self.phase == "turn":
            self.remember()

    def believed(self, seat: int, hands: Mapping[int, list[Pile]]) -> Table:
        """A copy as `seat` believes it, in one of the worlds that it thinks possible."""
        table = self.copy()
        for other, (pile,) in hands.items():
            table.piles[other] = pile
        return table


def lay(options: Options) -> Table:
    """The table before the first step: nothing is dealt, all caves lie in the stock.

    beest.setup.cards-facedown, beest.setup.no-cards, beest.setup.box-joins, beest.setup.box-stays-out

    >>> lay(Options(seats=5)).silent.name, lay(Options(seats=6)).silent
    ('The silent guy', None)
    """
    silent = Seat(SILENT) if options.seats < 6 else None
    stock = Deck(options.cards.of(options.cave_deck))
    table = Table(options, [Seat(name) for name in options.names], silent, stock)
    table.memory = [Memory() for _ in options.names]
    return table
