"""What positions of any game have in common: names of cards, places, decks, unseen hands, and faults told at once.

A game says in `Zones` what may lie where. `Names` and `told` put its table into plain data, the `Reader` of
`position_reader` reads such data again, and `Form` makes the rows of the form in which a position is filled in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from beastlab.core.chance import Resolver
from beastlab.core.deck import Deck
from beastlab.core.match import Game, Match

Segments = list[tuple[int, tuple[Any, ...]]]


class Fault(NamedTuple):
    """One thing that is wrong with a position: the zone, which of its cards, what to do, and the ledger's id.

    >>> print(Fault("seats.Ada.hand", 2, "no card is called 'Harponer'; perhaps Harpooner"))
    seats.Ada.hand[2]: no card is called 'Harponer'; perhaps Harpooner
    """

    zone: str
    at: int | None
    text: str
    rule: str = ""

    @property
    def place(self) -> str:
        """The zone, with the number of the card in it, counted from 0."""
        return self.zone if self.at is None else f"{self.zone}[{self.at}]"

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" + (f" [{self.rule}]" if self.rule else "")


class PositionError(ValueError):
    """A position that can't be; `faults` lists everything that is wrong with it.

    >>> print(PositionError([Fault("round", None, "0; give a whole number of at least 1")]))
    1 fault in the position, nothing was laid:
      round: 0; give a whole number of at least 1
    """

    def __init__(self, faults: Iterable[Fault]):
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        words = f"{many(len(self.faults), 'fault')} in the position, nothing was laid:"
        return "\n  ".join([words, *map(str, self.faults)])


# --- where cards lie -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Zones:
    """What a game says of the places of its cards.

    `kinds` are the kinds of zones, with the types of cards that may lie there, and those in words; `home` is the deck
    of a card that lies nowhere else, blank where it has none; `rule` the ledger's id that says where a card lies.
    `pieces` are cards of no set, of which several may lie in a deck.
    """

    kinds: Mapping[str, tuple[Collection[str], str]]
    home: Callable[[Any], str]
    rule: Callable[[Any], str]
    pieces: tuple[Any, ...] = ()

    def misplaced(
        self, cards: Any, laid: Iterable[tuple[str, int | None, str, Any]], stays: Callable[[Any], str]
    ) -> Iterator[Fault]:
        """Faults of the cards of a set that are laid (zone, number, kind of zone, card): each lies in one place.

        `stays` is the rule by which a card stays in the box in this game, blank for one that is played.
        """
        lies: dict[Any, str] = {}
        for zone, at, kind, card in laid:
            types, words = self.kinds[kind]
            if cards.by_code.get(card.code) is not card:
                yield Fault(zone, at, f"{card.name} is no card of {cards.name}; give one of its cards")
            elif card.type not in types:
                text = f"{card.name} is {_a(card.type)}, and only {words} lie here; take it away"
                yield Fault(zone, at, text, self.rule(card))
            elif rule := stays(card):
                text = f"{card.name} stays in the box by the options of this game; take it away"
                yield Fault(zone, at, text, rule)
            elif card in lies:
                text = f"{card.name} lies at {lies[card]} too; take one of them away"
                yield Fault(zone, at, text, self.rule(card))
            lies.setdefault(card, Fault(zone, at, "").place)
        lost: dict[str, list[Any]] = {}
        for card in cards.cards:
            if card not in lies and self.home(card) and not stays(card):
                lost.setdefault(self.home(card), []).append(card)
        for zone, some in lost.items():
            text = f"{listed(card.name for card in some)} lie{'s' * (len(some) == 1)} nowhere; name a place"
            yield Fault(zone, None, f"{text}, or leave the cards of the deck out", self.rule(some[0]))


def miscounted(zone: str, deck: Deck, rule: str) -> Iterator[Fault]:
    """A deck whose piles don't hold the cards that lie in it, or that is known to one seat only."""
    unknown = sum(count for count, _ in deck.segments)
    if unknown != len(deck.pool):
        text = f"{unknown} unknown cards, but {len(deck.pool)} lie nowhere else; write {len(deck.pool)}"
        yield Fault(zone, None, f"{text}, or leave it out", rule)
    elif deck.held or deck.never_held or any(not n and not some for n, some in deck.segments):
        yield Fault(zone, None, "it is a deck as one seat believes it; take that of the match's table")


def _a(kind: str) -> str:
    return f"a{'n' * (kind[0] in 'aeiou')} {kind.replace('_', ' ')}"


def shown(value: object) -> str:
    """A value as a message shows it: never longer than 60 characters.

    >>> shown("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."
    """
    try:
        text = repr(value[:60] if isinstance(value, str) else value)
    except Exception:  # numbers of thousands of digits, lists in lists without end
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


def many(count: int, what: str) -> str:
    """
    >>> many(1, "card"), many(2, "card")
    ('1 card', '2 cards')
    """
    return f"{count} {what}{'s' * (count != 1)}"


def listed(names: Iterable[str]) -> str:
    """Names in a sentence, five at most.

    >>> listed("abc"), listed("abcdefg")
    ('a, b and c', 'a, b, c, d, e and 2 more')
    """
    some = list(names)
    words = some[:5] + ([f"{len(some) - 5} more"] if len(some) > 5 else [])
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


# --- names -----------------------------------------------------------------------------------------------


class Names:
    """The cards of a set that a text may mean (`meant`), and for each card a text that means no other (`labels`)."""

    def __init__(self, cards: Any, pieces: Iterable[Any] = ()) -> None:
        named: dict[str, list[Any]] = {}
        for card in cards.cards:
            named.setdefault(plain_text(card.name), []).append(card)
        self.meant = {name: tuple(copies) for name, copies in named.items()}
        for name, copies in named.items():
            for n, card in enumerate(copies, 1):
                self.meant.setdefault(f"{name} {n}", (card,))
        self.meant |= {plain_text(card.code): (card,) for card in cards.cards}
        self.meant |= {plain_text(piece.name): (piece,) for piece in pieces}
        self.labels = {piece: piece.name for piece in pieces} | {
            card: next(
                text
                for text in (card.name, *[f"{card.name} {n}"] * (len(copies) > 1), card.code)
                if self.meant.get(plain_text(text)) == (card,) and not misread(text)
            )
            for copies in named.values()
            for n, card in enumerate(copies, 1)
        }

    def near(self, text: str) -> str:
        """What may have been meant by a text that names no card."""
        typed = plain_text(text)[:60]
        found = get_close_matches(typed, self.meant, cutoff=0.66)
        found += [key for key in self.meant if len(typed) > 2 and typed in key and not found]
        names = list(dict.fromkeys(card.name for key in found for card in self.meant[key][:1]))[:3]
        return f"perhaps {' or '.join(names)}" if names else "give a name or a code of the card set"


def misread(text: str) -> bool:
    """Whether a name can't stand in a list as it is."""
    return bool(re.search(r"[()+,;\n]|^\s*\d+( unseen)?\s*$", text))


def plain_text(text: str) -> str:
    """A text as names are compared: in small letters, with single spaces."""
    return " ".join(text.casefold().split())


def with_notes(text: str, *notes: str | bool) -> str:
    """
    >>> with_notes("Harpooner", "face down", False, "used"), with_notes("Harpooner", False)
    ('Harpooner (face down, used)', 'Harpooner')
    """
    words = ", ".join(str(note) for note in notes if note)
    return f"{text} ({words})" if words else text


def told(
    deck: Deck,
    cards: Iterable[Any],
    label: Mapping[Any, str],
    plain: bool = False,
    usual: Segments | None = None,
) -> Any:
    """What there is to say of a deck: nothing where it is the rest of `cards`, in their order and the `usual` piles.

    With `plain` the order of the pool is not told; left out, the usual piles are one.

    >>> deck = Deck("abc"); deck.put_on_top("x")
    >>> told(deck, "abcdef", {letter: letter for letter in "abcx"}), told(Deck("ab"), "ab", {"a": "a", "b": "b"})
    (['x', 3], None)
    """
    rest = [label[card] for card in deck.pool]
    in_order = plain or list(deck.pool) == [card for card in cards if card in deck.pool]
    piles = [
        [*([count] if count else []), *(label[card] for card in known)] for count, known in deck.segments
    ]
    short = [pile[0] if len(pile) == 1 else pile for pile in piles]
    as_usual = deck.segments == (Deck(deck.pool).segments if usual is None else usual)
    if in_order:
        return None if as_usual else short
    return {"cards": rest} if as_usual else {"cards": rest, "piles": short}


# --- as a form -------------------------------------------------------------------------------------------


class Form:
    """The rows of a form in which a position is filled in, as plain data for whoever draws one.

    Of a row, `at` is the way to the value in the position, `group` the heading, `label` the words before the field,
    `room` how much of a line it takes. `kind` is menu (values with their words in `of`), number (from `least` to
    `most`), cards, card, or count: blank, a number, or cards and numbers from the top. `default` stands where a
    position says nothing, `hint` in a blank field; `cards` are names to suggest.
    """

    def __init__(self, cards: Any, zones: Zones) -> None:
        self.cards, self.zones = cards, zones
        self.rows: list[dict[str, Any]] = []

    def row(self, group: str, at: Sequence[str], label: str, kind: str, room: str, **more: Any) -> None:
        types = self.zones.kinds[at[-1]][0] if kind in ("card", "cards") else ()
        names = sorted({card.name for card in self.cards.cards if card.type in types})
        row = {"group": group, "at": tuple(at), "label": label, "kind": kind, "room": room, "cards": names}
        self.rows.append({**row, "default": None, "hint": "", **more})

    def number(self, group: str, at: Sequence[str], label: str, default: int, least: int, most: int) -> None:
        self.row(group, at, label, "number", "third", default=default, least=least, most=most)


# --- from a position -------------------------------------------------------------------------------------


def seats_of(position: Any) -> dict[str, Any]:
    """What a position says of its seats, by name; PositionError where it names none."""
    seats = position.get("seats") if isinstance(position, dict) else None
    if not isinstance(seats, dict) or not seats:
        text = 'give each seat by its name, as in {"Ada": {...}, "Bo": {...}}'
        raise PositionError([Fault("seats", None, text)])
    return seats


def from_position(game: Game, options_of: Callable[..., Any]) -> Callable[..., Match]:
    """The `match_from` of a game that has positions; `options_of` makes its options of a position and of keywords.

    >>> from beastlab.games import beast_hunt as hunt
    >>> match = hunt.match_from({
    ...     "field": ["Thornback", "Gloom Heron", "Mud Lurker"],
    ...     "seats": {
    ...         "Ada": {"champions": ["Regent Aldous"], "heroes": ["Harpooner", "Young Heir"]},
    ...         "Bo": {"champions": ["Grim Osk"], "hand": ["Stand Fast", "3 unseen"]},
    ...     },
    ... })
    >>> match.request.prompt
    'Ada: 3 actions left'
    >>> hunt.explain(match, "attack:beast-01").value
    Fraction(5, 12)
    """

    def match_from(
        position: dict[str, Any],
        seed: int = 0,
        *,
        chance: Resolver | None = None,
        autosave: str | Path | None = None,
        **options: Any,
    ) -> Match:
        """A match that goes on from a position, as the game's module `positions` describes it.

        The seats and their names follow from the position; every other option of `Options` is a keyword. The seed
        deals what hands hold unseen too. PositionError names every fault at once.
        """
        game.options.check_known(options)
        settings = options_of(position, **options)
        assert game.table_from_json
        table = game.table_from_json(position, settings, seed)
        return Match(game, settings, seed, chance=chance, table=table, autosave=autosave)

    return match_from
