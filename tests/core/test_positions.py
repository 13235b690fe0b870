"""What positions of all games have in common, on a game of a few letters: names, places, decks, unseen hands."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from beastlab.core.deck import Deck
from beastlab.core.position_reader import Reader
from beastlab.core.positions import Fault, Form, Names, PositionError, Zones, miscounted, told


@dataclass(frozen=True, eq=False)
class Card:
    code: str
    name: str
    type: str = "letter"

    @property
    def face(self):
        return self.name, self.type


JOKER = Card("joker", "Joker", "joker")
CARDS = [
    Card("a-1", "Ay"),
    Card("a-2", "Ay"),
    Card("b", "Bee"),
    Card("c", "Sea"),
    Card("one", "One", "digit"),
]
SET = SimpleNamespace(name="Letters", cards=CARDS, by_code={card.code: card for card in CARDS})
ZONES = Zones(
    {
        "hand": (("letter",), "letters"),
        "pile": (("letter", "digit", "joker"), "letters and digits"),
        "row": (("digit",), "digits"),
    },
    lambda card: "pile" if card.type == "letter" else "",
    lambda card: f"test.{card.type}",
    (JOKER,),
)


class Letters(Reader):
    zones = ZONES
    follows = {"sum": ("row",)}


def reader():
    return Letters(SimpleNamespace(cards=SET, names=("Ada", "Bo")))


def said(read):
    return [str(fault) for fault in read.faults]


# --- places ------------------------------------------------------------------------------------------------


def misplaced(*laid, stays=lambda card: ""):
    rest = [("pile", None, "pile", card) for card in CARDS[:4] if card not in [spot[3] for spot in laid]]
    return [str(fault) for fault in ZONES.misplaced(SET, [*laid, *rest], stays)]


def test_each_card_lies_in_one_place_and_where_its_kind_may_lie():
    a, *_, one = CARDS
    assert misplaced(("hand", 0, "hand", a)) == []
    assert misplaced(("hand", 0, "hand", a), ("row", 1, "hand", a)) == [
        "row[1]: Ay lies at hand[0] too; take one of them away [test.letter]"
    ]
    assert misplaced(("hand", 3, "hand", one)) == [
        "hand[3]: One is a digit, and only letters lie here; take it away [test.digit]"
    ]
    assert misplaced(("hand", 0, "hand", Card("z", "Zed"))) == [
        "hand[0]: Zed is no card of Letters; give one of its cards"
    ]
    boxed = misplaced(("hand", 0, "hand", a), stays=lambda card: "test.box" * (card is a))
    assert boxed == ["hand[0]: Ay stays in the box by the options of this game; take it away [test.box]"]
    lost = [str(fault) for fault in ZONES.misplaced(SET, [("hand", 0, "hand", a)], lambda card: "")]
    assert lost == [
        "pile: Ay, Bee and Sea lie nowhere; name a place, or leave the cards of the deck out [test.letter]"
    ]


def test_a_deck_that_does_not_hold_what_its_piles_say_is_named():
    deck = Deck("abc")
    assert list(miscounted("pile", deck, "test.pile")) == []
    deck.segments = [(2, ())]
    (fault,) = miscounted("pile", deck, "test.pile")
    assert fault == Fault(
        "pile", None, "2 unknown cards, but 3 lie nowhere else; write 3, or leave it out", "test.pile"
    )
    deck.segments, deck.held = [(3, ())], 1
    assert [fault.text for fault in miscounted("pile", deck, "test.pile")] == [
        "it is a deck as one seat believes it; take that of the match's table"
    ]


# --- names ---------------------------------------------------------------------------------------------------


def test_every_label_means_its_card_and_no_other():
    names = Names(SET, (JOKER,))
    assert list(names.labels.values()) == ["Joker", "Ay 1", "Ay 2", "Bee", "Sea", "One"]
    assert all(names.meant[label.casefold()] == (card,) for card, label in names.labels.items())
    odd = [Card("x", "a-1"), Card("a-1", "Joker"), Card("y", "3 unseen"), Card("z", "Ay (used)")]
    names = Names(SimpleNamespace(cards=odd), (JOKER,))
    assert [names.labels[card] for card in odd] == ["x", "a-1", "y", "z"]
    assert names.meant["joker"] == (JOKER,)
    assert (
        names.near("Jocker") == "perhaps Joker" and names.near("?") == "give a name or a code of the card set"
    )


def test_a_deck_is_told_only_where_it_is_not_the_rest():
    label = {letter: letter.upper() for letter in "abcx"}
    deck = Deck("abc")
    assert told(deck, "abcx", label) is None
    assert told(deck, "cba", label) == {"cards": ["A", "B", "C"]} and told(deck, "cba", label, True) is None
    deck.put_on_bottom("x")
    assert told(deck, "abc", label) == [3, "X"]
    assert told(deck, "cab", label) == {"cards": ["A", "B", "C"], "piles": [3, "X"]}
    assert told(deck, "abc", label, usual=[(3, ()), (0, ("x",))]) is None
    deck.segments = [(1, ("x",)), (2, ())]
    assert told(deck, "abc", label, True) == [[1, "X"], 2]


# --- reading -------------------------------------------------------------------------------------------------


def test_copies_are_found_doubles_refused_and_several_pieces_may_lie():
    read = reader()
    slots = read.cards(["ay 2", "Ay", "Ay", "bee", "B"], "hand", "hand")
    pool, piles = read.deck([[2, "Joker"], "Joker", "Sea"], "pile")
    read.lay()
    assert [slot.card and slot.card.code for slot in slots] == ["a-2", "a-1", None, "b", None]
    assert said(read) == [
        "hand[4]: Bee lies at hand[3] already; take one of them away [test.letter]",
        "hand[2]: all 2 copies of Ay lie elsewhere: hand[1] and hand[0]; take one away [test.letter]",
    ]
    deck = read.decked((pool, piles), "pile", [])
    assert deck.segments == [(2, (JOKER,)), (0, (JOKER,)), (0, (CARDS[3],))]
    assert read.spoilt == {"hand", "pile"}, "a letter that lies nowhere makes the pile too large"


def test_what_follows_from_a_fault_of_the_text_is_not_told_and_numbers_are_those_of_the_text():
    read = reader()
    slots = read.cards(["Zed", "One"], "row", "row")
    read.lay()
    assert read.laid("row", slots) == [CARDS[4]]
    found = [Fault("row", 0, "an odd digit; take it away"), Fault("row", None, "too few; add one")]
    found += [Fault("sum", None, "0; give 1"), Fault("turn", None, "late; be early")]
    with pytest.raises(PositionError) as error:
        read.sound("a table", lambda table: found)
    assert [str(fault) for fault in error.value.faults] == [
        "row[0]: no card is called 'Zed'; give a name or a code of the card set",
        "row[1]: an odd digit; take it away",
        "turn: late; be early",
    ]
    assert reader().sound("a table", lambda table: []) == "a table"


def test_unseen_cards_are_dealt_first_where_not_every_type_may_lie():
    for seed in range(20):
        read = reader()
        free, strict = read.cards(["1 unseen", "1 unseen", "0 unseen"], "hand", "hand")
        read.lay()
        dealt = read.deal(
            [CARDS[2], CARDS[4]], seed, lambda slot, strict=strict: ("digit",) * (slot is strict)
        )
        assert (dealt[free], dealt[strict]) == ([CARDS[4]], [CARDS[2]]) and not read.faults
    read = reader()
    read.cards(["2 unseen"], "hand", "hand")
    assert read.deal([CARDS[2]], 0) == {}
    assert said(read) == ["hand[0]: 2 unseen, but only 1 card may lie there; give fewer [test.letter]"]
    assert "pile" in read.spoilt


def test_values_that_can_not_be_read_are_named_with_what_to_give():
    read = reader()
    assert read.begin({"seats": {"Ada": {}}, "row": [], "rwo": 1}, ("seats", "row"), "hand") == (
        {"seats": {"Ada": {}}, "row": []},
        {"Ada": {}},
    )
    assert read.number(True, "round", 1) == 1 and read.number("3", "score") == 0
    assert (
        read.flag("yes", "open") is False and read.one_of("noon", "phase", ("day", "night"), "day") == "day"
    )
    assert read.seat("seat 1", "turn") == 1 and read.seat(None, "turn") == 0 and read.seat("Eve", "turn") == 0
    assert read.noted("Ay (used, odd)", "row", 2, ["used"]) == ("Ay", {"used", "odd"})
    assert read.texts(["Ay", 3], "row") == [(0, "Ay")] and read.deck("all", "pile") == (None, None)
    assert read.named(["Ay", "Ay", "Bee"], "known", [CARDS[1]]) == [CARDS[1], CARDS[0], CARDS[2]]
    assert said(read) == [
        "position: no key is called 'rwo'; perhaps row",
        "seats: Bo is not told of; give Bo's hand",
        "round: True; give a whole number of at least 1",
        "score: '3'; give a whole number",
        "open: 'yes'; give true or false",
        "phase: 'noon'; give one of day, night",
        "turn: no seat is called 'Eve'; there are Ada, Bo",
        "row[2]: unknown note 'odd'; it may be used",
        "row[1]: 3; give the name or code of a card",
        "pile: 'all'; give the number of cards left, or leave it out",
    ]
    read = reader()
    assert read.begin(["Ada"], ("seats",), "hand") is None and read.spoilt == {"position"}


def test_a_form_suggests_the_cards_that_may_lie_in_a_row():
    form = Form(SET, ZONES)
    form.row("The table", ("row",), "Row", "cards", "whole", hint="digits")
    form.number("Ada", ("seats", "Ada", "score"), "Score", 2, 0, 9)
    cards, number = form.rows
    assert cards["cards"] == ["One"] and cards["hint"] == "digits" and cards["default"] is None
    assert number["at"] == ("seats", "Ada", "score") and (number["default"], number["most"]) == (2, 9)
