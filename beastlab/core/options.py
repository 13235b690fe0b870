"""What the options of every game have in common: seats, their names, cards, modes, readings of rules, saves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import Field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

from beastlab.core.cardset import CardSet


class GameOptions:
    """The settings of a game, whatever they are; the `Options` of a game are a frozen dataclass of this kind.

    A game says its `title`, its name in examples (`alias`), how many `players` it is for and the rule of that,
    `people` (names for the seats), `modes` (options that are True or False, each with its rule), and the `packaged`
    cards.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    title: ClassVar[str]
    alias: ClassVar[str]
    players: ClassVar[tuple[int, int, str]]
    people: ClassVar[tuple[str, ...]]
    modes: ClassVar[Mapping[str, str]] = {}

    seats: int
    names: tuple[str, ...]
    cards: CardSet[Any]

    if TYPE_CHECKING:  # the game's dataclass brings it

        def __init__(self, **options: Any) -> None: ...

    @staticmethod
    def packaged() -> CardSet[Any]:
        """The cards that come with the game."""
        raise NotImplementedError

    def __post_init__(self) -> None:
        """ValueError for seats, cards, modes or names that can't be; the names are filled in."""
        least, most, rule = self.players
        if type(self.seats) is not int:
            raise ValueError(f"seats: {self.seats!r}; give a whole number from {least} to {most} [{rule}]")
        if not least <= self.seats <= most:
            raise ValueError(f"seats: {self.seats!r}; {self.title} is for {least} to {most} players [{rule}]")
        if not isinstance(self.cards, type(self.packaged())):
            raise ValueError(f"cards: {self.cards!r}; give a card set that load_cards has read")
        for mode, rule in self.modes.items():
            if type(value := getattr(self, mode)) is not bool:
                raise ValueError(f"{mode}: {value!r}; it is True or False [{rule}]")
        given = self.names if isinstance(self.names, tuple | list) else (None,)
        names = tuple(str(name or "").strip() for name in given) or self.people[: self.seats]
        if len(names) != self.seats or len(set(names)) != self.seats or not all(names):
            raise ValueError(f"names: {self.names!r}; give {self.seats} different names, one for each seat")
        object.__setattr__(self, "names", names)

    def check_readings(self, switches: Mapping[str, tuple[str, ...]]) -> None:
        """ValueError for a switch that is set to none of its readings."""
        for switch, readings in switches.items():
            if (value := getattr(self, switch)) not in readings:
                raise ValueError(f"{switch}: {value!r}; its readings are {', '.join(readings)}")

    @classmethod
    def check_known(cls, names: Iterable[str]) -> None:
        """ValueError for a name that no option has."""
        if unknown := cls._unknown(names):
            raise ValueError(f"no option is called {unknown!r}; `help({cls.alias}.Options)` lists them")

    @classmethod
    def _unknown(cls, names: Iterable[str]) -> str | None:
        return min(set(names) - {option.name for option in fields(cls)}, default=None)

    def to_json(self) -> dict[str, Any]:
        """For saves: the options, with the card set's fingerprint, and the whole set if it is a user's own."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "cards"}
        own = {} if self.cards is self.packaged() else {"card_set": self.cards.to_json()}
        return {**values, "names": list(self.names), "cards": self.cards.fingerprint, **own}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Self:
        """The options that a save holds; ValueError when its cards are not to be had."""
        values = dict(values)
        fingerprint, own = values.pop("cards", None), values.pop("card_set", None)
        if unknown := cls._unknown(values):
            raise ValueError(f"unknown option {unknown!r}; perhaps a newer version saved it")
        cards = cls.packaged().from_json(own) if own else cls.packaged()
        if cards.fingerprint != fingerprint:
            raise ValueError(
                f"it was played with other cards ({fingerprint}) than these ({cards.fingerprint})"
            )
        return cls(**values, cards=cards)
