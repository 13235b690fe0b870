"""Pieces, card sets, options and new matches of a game that says no more than its own words."""

from dataclasses import dataclass, field, replace
from functools import cache

import pytest

from beastlab.core.cardfile import CODE, COUNT, NAME, CardFileError, Column, Schema, integer, one_of
from beastlab.core.cardset import CardSet, Piece
from beastlab.core.match import Game, Result
from beastlab.core.options import GameOptions


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Card(Piece):
    code: str
    name: str
    type: str
    class_: int = 0

    @property
    def cells(self):
        return {"code": self.code, "name": self.name, "type": self.type, "class": str(self.class_)}


TYPE = Column("type", one_of(["bat", "bear"]), "bat or bear")
CLASS = Column("class", integer(0, 9), "a number from 0 to 9", 0)


class Cave(CardSet[Card]):
    card = Card
    schema = Schema((CODE, NAME, COUNT, TYPE, CLASS), kinds={})
    files = {"bats": ("bat",), "bears": ("bear",)}
    at_least = {}


class Den(Cave):
    card = type("Other", (Card,), {"__slots__": ()})


ROWS = [{"code": "b", "name": "Bruno", "type": "bear", "class": "3"}]
ROWS += [{"code": "x", "name": "Flit", "type": "bat", "count": "2"}]
DATA = {"name": "Cave", "edition": "", "illustrative": False, "cards": ROWS}
packaged = cache(lambda: Cave.from_json(DATA))


@dataclass(frozen=True)
class Options(GameOptions):
    seats: int = 2
    names: tuple = ()
    cards: Cave = field(default_factory=packaged)
    title, alias, players, people = "Cave", "cave", (2, 3, "cave.players"), ("Ada", "Bo", "Cleo")
    packaged = staticmethod(packaged)


@dataclass
class Table:
    options: Options
    result: Result | None = None
    memory: tuple = ()

    def copy(self):
        return replace(self)


def step(table):
    table.result = Result((0,), (1,), "cave.end", "At once.")
    yield from ()


GAME = Game("cave", "Cave", 1, Table, step, vars, None, Options)


def test_cards_come_in_the_order_of_the_files(tmp_path):
    assert [card.code for card in packaged().cards] == ["x-1", "x-2", "b"]
    assert packaged().of("bat") == packaged().cards[:2] and packaged().of("bear")[0].class_ == 3
    packaged().write(tmp_path)
    assert Cave.load(tmp_path) is packaged() and Cave.check(tmp_path / "bears.csv") == (1, ())
    with pytest.raises(CardFileError, match="'cub'; allowed: bat or bear"):
        Cave.from_json(DATA | {"cards": [ROWS[0] | {"type": "cub"}]})


def test_the_same_cards_in_another_game_are_others():
    den = Den.from_json(DATA)
    assert den.fingerprint == packaged().fingerprint and den is not packaged()
    assert repr(den.cards[2]) == "Other('b')" and den.cards[2].face == packaged().cards[2].face
    assert den.cards[2] is den.card.piece("b", "Bruno", "bear", 3) is not Card.piece("b", "Bruno", "bear", 3)


def test_a_new_match_has_the_options_given_or_says_what_can_not_be():
    match = GAME.new_match(3, 5, names=["A", "B", "C"])
    assert match.over and match.seed == 5 and match.options == Options(3, ("A", "B", "C"))
    assert GAME.match_at(Table(match.options), 7).options is match.options
    assert Options.from_json(match.options.to_json()) == match.options
    assert GAME.new_match(2).options.names == ("Ada", "Bo")
    with pytest.raises(ValueError, match=r"seats: 4; Cave is for 2 to 3 players \[cave.players\]"):
        GAME.new_match()
    with pytest.raises(ValueError, match=r"no option is called 'smell'; `help\(cave.Options\)` lists them"):
        GAME.new_match(2, sound=1, smell=2)
