"""What is printed on a card of By Order of the Queen, and the columns of card files that hold it.

Every row has `code`, `name` and `type`; it may have `count` for several copies (their codes end in -1, -2,
...) and `text`, which is shown and left to the players. Cells that a card has no use for stay blank:

- hero: `guild`, `class`, `attributes` (its Abilities), `title`
- monster: `icons` such as `2 3 4`, `lieutenant` yes or no
- nemesis: `icons` (none: it can't be fought); `event_phase`: `threat_regions:2`, or by a die
  `1-2 villager:2; 3-4 villager:3; 5-6 threat_regions:2`; `discards`: the Attribute whose Heroes everybody
  discards when it arrives; `extra_dice`: the Ability that adds dice against it; `falls` yes: it falls when no
  Monster is left
- location: `location`, `attributes` (the three of the back), `top`: `charisma / threat_regions`, `middle` and
  `bottom`: `healing / favor / monster` (Test, Reward, Penalty)
- event: `threat` added to the three pools, `1/0/0`; `reward`; `immediate`: effects such as `monster:2,
  region`; `bonus`: `wisdom 1`, dice for every such Test while it is current; `crossover` yes: of the
  expansion
- funeral (King's Funeral): as event, and for how many `players`
- order: `location`, `attributes` (one), `reward`; quest: `requires`: `Emerald Valley & 2x Silver Coast`,
  `reward`, `bonus`; guild: `guild`, `needs` (Heroes to discard), `reward`
- item: `attributes`, or `effect` reroll; relic and henchman (the alternate back): the same, and whose `guild`
- threat_enemy, threat_regions, threat_garden (tables of the board): seven `numbers`, for 0 to 6 Threat;
  `beyond`: how much more for every two Threat above six (blank: as from five to six). trophies: `gains`, `2
  favor, 3 item` or nothing
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from beastlab.core import cardfile
from beastlab.core.cardfile import Column, Fault, Kind, Row, Schema, Unfit
from beastlab.core.cardset import Piece
from beastlab.games.by_order_of_the_queen import vocabulary
from beastlab.games.by_order_of_the_queen.vocabulary import (
    ABILITIES,
    ATTRIBUTES,
    CLASSES,
    GUILDS,
    LIEUTENANTS,
    LOCATIONS,
    POOL_NAMES,
    POOLS,
    Bonus,
    Effect,
    Section,
    small,
    standing,
    test_name,
)

TABLES = (*(f"threat_{pool}" for pool in POOLS), "trophies")
MOST_ICONS = 6
"""No card has more Dice Icons [queen.component.monster-card]: six Monsters of twelve would be too many to count."""
TYPES = (
    *("hero", "monster", "nemesis", "location", "event", "funeral", "order", "quest"),
    *("item", "relic", "henchman", "guild", *TABLES),
)


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Card(Piece):
    """One physical card, or a table of the board. Copies are distinct pieces with one `face`.

    >>> card = Card("ogre", "Ogre", "monster", icons=(3, 5))
    >>> card, card.words()
    (Card('ogre'), 'Dice Icons 3, 5.')
    """

    code: str
    name: str
    type: str
    text: str = ""
    title: str = ""
    guild: str | None = None
    class_: str | None = None
    attributes: tuple[str, ...] = ()
    icons: tuple[int, ...] = ()
    lieutenant: bool = False
    event_phase: tuple[Effect, ...] = ()
    discards: str | None = None
    extra_dice: str | None = None
    falls: bool = False
    location: str | None = None
    top: Section | None = None
    middle: Section | None = None
    bottom: Section | None = None
    threat: tuple[int, ...] = (0, 0, 0)
    players: int | None = None
    immediate: tuple[Effect, ...] = ()
    bonus: Bonus | None = None
    reward: tuple[Effect, ...] = ()
    crossover: bool = False
    requires: tuple[str, ...] = ()
    effect: str | None = None
    needs: int = 0
    numbers: tuple[int, ...] = ()
    beyond: int | None = None
    gains: tuple[tuple[int, Effect], ...] = ()

    @property
    def cells(self) -> dict[str, str]:
        """The card as a row of a card file; blank cells are left out."""
        cells = {}
        for column, show in _SHOWN.items():
            value = getattr(self, _FIELD.get(column, column))
            if value is not None and value != _DEFAULTS[column] and (text := show(value)):
                cells[column] = text
        if self.type == "trophies":
            cells["gains"] = _gains_text(self.gains)
        return cells

    def threat_effect(self, tokens: int) -> int:
        """What a threat table says for so many Threat Tokens [queen.threat.table-shape].

        >>> table = Card("t", "ceil_half", "threat_garden", numbers=(0, 1, 1, 2, 2, 3, 3), beyond=1)
        >>> [table.threat_effect(tokens) for tokens in (0, 5, 6, 7, 8, 9)]
        [0, 3, 3, 4, 4, 5]
        """
        if tokens <= 6:
            return self.numbers[tokens]
        if self.beyond is None:
            return self.numbers[6] + (tokens - 6) * (self.numbers[6] - self.numbers[5])
        pairs = (tokens - 5) // 2
        return self.numbers[tokens - 2 * pairs] + pairs * self.beyond

    def words(self) -> str:
        """What the card says, in plain sentences."""
        return " ".join(filter(None, [*self._words(), self.text]))

    def _words(self) -> Iterator[str]:
        match self.type:
            case "hero":
                yield f"{', '.join(self.attributes).capitalize()}." if self.attributes else ""
            case "monster":
                yield f"Dice Icons {', '.join(map(str, self.icons))}."
            case "nemesis":
                yield (
                    f"Dice Icons {', '.join(map(str, self.icons))}." if self.icons else "It can't be fought."
                )
                yield "It falls when the last Monster in play is defeated." if self.falls else ""
                yield f"One die more for each Hero with {self.extra_dice}." if self.extra_dice else ""
                yield f"Drawn: everybody discards the Heroes with {self.discards}." if self.discards else ""
                if len(self.event_phase) == 1:
                    yield f"Event Phase: {small(self.event_phase[0].words())}"
                elif self.event_phase:
                    rolls = vocabulary.runs(self.event_phase)
                    said = [f"{low}-{high}: {small(does.words())}" for low, high, does in rolls]
                    yield f"Event Phase, by a die: {' '.join(said)}"
            case "location":
                for title, section in (("Top", self.top), ("Middle", self.middle), ("Bottom", self.bottom)):
                    yield f"{title}: {section.words()}" if section else ""
            case "event" | "funeral":
                pools = zip(self.threat, POOL_NAMES, strict=True)
                added = [f"{n} on the {name}" for n, name in pools if n]
                yield f"Threat: {', '.join(added)}." if added else ""
                yield f"At once: {_said(self.immediate)}" if self.immediate else ""
                yield (f"{self.bonus.words()}." if self.bonus else "")
                yield f"Event Reward: {_said(self.reward)}"
            case "order":
                yield f"{self.location}, then a {test_name(self.attributes[0])}. Reward: {_said(self.reward)}"
            case "quest":
                yield f"Needs {_listed(self.requires, ', ')}. Reward: {_said(self.reward)}"
                if self.bonus:
                    yield f"Questing: {small(self.bonus.words())}."
            case "guild":
                yield f"Discard {self.needs} own Heroes: {_said(self.reward)}"
            case "item" | "relic" | "henchman":
                yield f"One die more for {' or '.join(self.attributes)}." if self.attributes else ""
                yield "After a Test in your turn: reroll one die." if self.effect == "reroll" else ""
            case "trophies":
                yield f"Trophies turned in: {_gains_text(self.gains)}."
            case _:
                yield f"For 0 to 6 Threat: {', '.join(map(str, self.numbers))}."


def _said(effects: Iterable[Effect]) -> str:
    return small(" ".join(effect.words() for effect in effects))


def _listed(words: Iterable[str], between: str) -> str:
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return between.join(f"{n}x {word}" if n > 1 else word for word, n in counts.items())


# The columns of card files: how a cell is read, and written again.


def _numbers(low: int, high: int, most: int) -> Callable[[str], tuple[int, ...]]:
    number = cardfile.integer(low, high)

    def parse(cell: str) -> tuple[int, ...]:
        numbers = tuple(map(number, re.split(r"[\s,]+", cell)))
        if len(numbers) > most:
            raise Unfit
        return numbers

    return parse


def _threat(cell: str) -> tuple[int, ...]:
    numbers = tuple(map(cardfile.integer(0, 6), map(str.strip, cell.split("/"))))
    if len(numbers) != 3:
        raise Unfit
    return numbers


def _words(known: Iterable[str]) -> Callable[[str], tuple[str, ...]]:
    """Distinct words, in the order of the ledger."""
    order = tuple(known)
    parse_terms = cardfile.criteria(order)

    def parse(cell: str) -> tuple[str, ...]:
        terms = parse_terms(cell)
        found = [term.word for term in terms]
        if len(set(found)) < len(found) or any(term.times > 1 for term in terms):
            raise Unfit
        return tuple(sorted(found, key=order.index))

    return parse


def _requires(cell: str) -> tuple[str, ...]:
    found = [t.word for t in cardfile.criteria(LOCATIONS)(cell) for _ in range(t.times)]
    if len(found) > 12:
        raise Unfit
    return tuple(sorted(found, key=LOCATIONS.index))


def _gains(cell: str) -> tuple[tuple[int, Effect], ...]:
    if cell.casefold() == "nothing":
        return ()
    gains = []
    for part in cell.split(","):
        count, _, does = part.strip().partition(" ")
        gains.append((cardfile.integer(1, 9)(count), vocabulary.effect(does.strip())))
    return tuple(gains)


def _gains_text(gains: tuple[tuple[int, Effect], ...]) -> str:
    return ", ".join(f"{count} {does}" for count, does in gains) or "nothing"


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _joined(mark: str) -> Callable[[Iterable[Any]], str]:
    return lambda parts: mark.join(map(str, parts))


def _any(words: Iterable[str]) -> str:
    return f"one of {', '.join(words)}"


def _yes(value: bool) -> str:
    return "yes" if value else ""


_ICONS = f"up to {MOST_ICONS} numbers from 1 to 6, as in: 2 3 4"
_EFFECTS = "effects such as favor or remove_threat:3, joined by commas"
_SECTION = "a Test, a Reward (not on top) and a Penalty, as in: healing / favor / monster"
_COLUMNS: tuple[tuple[Column, Callable[[Any], str]], ...] = (
    (cardfile.CODE, str),
    (cardfile.NAME, str),
    (Column("type", cardfile.one_of(TYPES), _any(TYPES)), str),
    (cardfile.COUNT, str),
    (Column("title", cardfile.label(60), "at most 60 characters", ""), str),
    (Column("guild", cardfile.one_of(GUILDS), _any(GUILDS)), str),
    (Column("class", cardfile.one_of(CLASSES), _any(CLASSES)), str),
    (
        Column("attributes", _words(ATTRIBUTES), f"different ones of {', '.join(ATTRIBUTES)}", ()),
        _joined(" & "),
    ),
    (Column("icons", _numbers(1, 6, MOST_ICONS), _ICONS, ()), _spaced),
    (Column("lieutenant", cardfile.yes_no, "yes or no", False), _yes),
    (
        Column("event_phase", vocabulary.by_roll, "an effect, or one for each face of a die", ()),
        vocabulary.by_roll_text,
    ),
    (Column("discards", cardfile.one_of(ATTRIBUTES[:-1]), _any(ATTRIBUTES[:-1])), str),
    (Column("extra_dice", cardfile.one_of(ABILITIES), _any(ABILITIES)), str),
    (Column("falls", cardfile.yes_no, "yes or no", False), _yes),
    (Column("location", cardfile.one_of(LOCATIONS), _any(LOCATIONS)), str),
    *((Column(name, vocabulary.section, _SECTION), str) for name in ("top", "middle", "bottom")),
    (Column("threat", _threat, "what is added to the three pools, as in: 1/0/2", (0, 0, 0)), _joined("/")),
    (Column("players", cardfile.integer(2, 4), "2, 3 or 4"), str),
    (Column("immediate", vocabulary.effects, _EFFECTS, ()), _joined(", ")),
    (Column("bonus", vocabulary.bonus, "an Attribute and a number of dice, as in: wisdom 1"), str),
    (Column("reward", vocabulary.effects, _EFFECTS, ()), _joined(", ")),
    (Column("crossover", cardfile.yes_no, "yes or no", False), _yes),
    (
        Column("requires", _requires, "up to 12 Locations, as in: Emerald Valley & 2x Silver Coast", ()),
        lambda requires: _listed(requires, " & "),
    ),
    (Column("effect", cardfile.one_of(("reroll",)), "reroll, or nothing"), str),
    (Column("needs", cardfile.integer(1, 4), "a number from 1 to 4", 0), str),
    (Column("numbers", _numbers(0, 20, 7), "seven numbers from 0 to 20, never falling", ()), _spaced),
    (Column("beyond", cardfile.integer(0, 20), "a number from 0 to 20"), str),
    (Column("gains", _gains, "as in: 2 favor, 3 item; or nothing", ()), _gains_text),
    (Column("text", cardfile.label(500, lines=True), "at most 500 characters", ""), str),
)
_SHOWN = {column.name: show for column, show in _COLUMNS if column.name != "count"}
_DEFAULTS = {column.name: column.default for column, _ in _COLUMNS}
_FIELD = {"class": "class_"}
_WHERE = {  # in which place the effects of a column stand
    **dict.fromkeys(("immediate", "event_phase"), "phase"),
    **dict.fromkeys(("order", "quest", "guild"), "reward"),
    **dict.fromkeys(("event", "funeral"), "icon"),
}


def _more(row: Row) -> Iterator[Fault]:
    """Faults between the cells of a row: effects and Attributes where they can't stand, tables."""
    kind = row.kind
    for column in ("immediate", "event_phase", "reward"):
        allowed = standing(_WHERE.get(column) or _WHERE.get(kind or "", "reward"))
        if column == "reward" and kind in ("event", "funeral"):
            allowed = tuple(name for name in allowed if name != "event")
        if any(effect.name not in allowed for effect in row[column] or ()):
            yield row.fault(column, f"for this {kind}, {_any(allowed)}")
    for column in ("top", "middle", "bottom"):
        section = row[column]
        if section is None:
            continue
        if (section.reward is None) != (column == "top"):
            yield row.fault(column, "no Reward on top" if column == "top" else _SECTION)
        elif section.reward and (section.reward.name not in standing("icon") or section.reward.amount > 1):
            yield row.fault(column, f"as Reward, {_any(standing('icon'))}")
        elif section.penalty.name not in standing("penalty") or section.penalty.amount > 1:
            yield row.fault(column, f"as Penalty, {_any(standing('penalty'))}")
    attributes = row["attributes"] or ()
    if kind in ("hero", "location") and any(word not in ABILITIES for word in attributes):
        yield row.fault("attributes", f"different ones of {', '.join(ABILITIES)}")
    if kind == "location" and len(attributes) != 3 or kind == "order" and len(attributes) != 1:
        yield row.fault("attributes", "three Abilities" if kind == "location" else "one Attribute")
    if kind == "monster" and row["lieutenant"] and row["name"] not in (None, *LIEUTENANTS):
        yield row.fault("lieutenant", f"yes for {', '.join(LIEUTENANTS)} alone")
    if kind == "monster" and row["lieutenant"] is False and row["name"] in LIEUTENANTS:
        yield row.fault("lieutenant", f"yes, for {row['name']}")
    numbers = row["numbers"]
    if kind in TABLES and numbers:
        if len(numbers) != 7 or list(numbers) != sorted(numbers):
            yield row.fault("numbers", "seven numbers from 0 to 20, never falling")
        elif kind != "threat_enemy" and numbers[0]:
            yield row.fault("numbers", "0 first: with no Threat there is a gift instead")
    if kind == "trophies" and any(does.name not in standing("reward") for _, does in row["gains"] or ()):
        yield row.fault("gains", f"{_any(standing('reward'))}, each with its number of Trophies")


SCHEMA = Schema(
    columns=tuple(column for column, _ in _COLUMNS),
    needs=("code", "name", "type"),
    kinds={
        "hero": Kind(("guild", "class"), ("attributes", "title", "text")),
        "monster": Kind(("icons",), ("lieutenant", "text")),
        "nemesis": Kind((), ("icons", "event_phase", "discards", "extra_dice", "falls", "text")),
        "location": Kind(("location", "attributes", "top", "middle", "bottom"), ("text",)),
        "event": Kind(("reward",), ("threat", "immediate", "bonus", "crossover", "text")),
        "funeral": Kind(("players", "reward"), ("threat", "immediate", "text")),
        "order": Kind(("location", "attributes", "reward"), ("text",)),
        "quest": Kind(("requires", "reward"), ("bonus", "text")),
        "item": Kind((), ("attributes", "effect", "text")),
        "relic": Kind(("guild",), ("attributes", "effect", "text")),
        "henchman": Kind((), ("guild", "attributes", "text")),
        "guild": Kind(("guild", "needs", "reward"), ("text",)),
        **{table: Kind(("numbers",), ("beyond", "text")) for table in TABLES[:3]},
        "trophies": Kind(("gains",), ("text",)),
    },
    more=_more,
)
COLUMNS = tuple(_SHOWN)
