"""Decks: segments, known cards in them, and beliefs against an enumeration of every placement."""

from collections import Counter
from itertools import count, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beastlab.core.deck import Deck


def shares(deck):
    """The chances of the next card, as a Counter of its weights over their greatest common divisor."""
    return reduced(deck.next_card().outcomes())


def reduced(weights):
    from math import gcd

    common = gcd(*weights.values()) or 1
    return {card: weight // common for card, weight in weights.items() if weight}


class Placements:
    """All placements of the cards that may be, with their weights: the deck's order and the unseen held ones."""

    def __init__(self, cards, never_held=frozenset()):
        self.never_held = frozenset(never_held)
        self.ways = Counter({(order, ()): 1 for order in permutations(cards)})

    def each(self, change):
        after = Counter()
        for (order, held), weight in self.ways.items():
            for way in change(order, held):
                after[way] += weight
        self.ways = after

    def next_card(self):
        seen = Counter()
        for (order, _), weight in self.ways.items():
            seen[order[0]] += weight
        return reduced(seen)

    def take(self, card):
        self.each(lambda order, held: [(order[1:], held)] if order[0] == card else [])

    def take_unseen(self):
        self.each(
            lambda order, held: [(order[1:], (*held, order[0]))] if order[0] not in self.never_held else []
        )

    def put_on_top(self, cards):
        self.each(lambda order, held: [((*cards, *order), held)])

    def put_on_bottom(self, cards):
        self.each(lambda order, held: [((*order, *cards), held)])

    def shuffle_in(self, cards):
        self.each(lambda order, held: [(new, held) for new in permutations((*order, *cards))])


@given(st.data())
def test_beliefs_are_those_of_all_placements(data):
    cards = "abcde"[: data.draw(st.integers(1, 5))]
    never_held = data.draw(st.sets(st.sampled_from(cards)))
    deck, truth, fresh = Deck(cards), Placements(cards, never_held), map(str, count())
    deck.never_held = frozenset(never_held)
    for _ in range(data.draw(st.integers(1, 7))):
        if not len(deck):
            with pytest.raises(LookupError, match="the deck is empty"):
                deck.next_card()
            doing = ["put_on_top", "put_on_bottom", "shuffle_in"]
        else:
            assert shares(deck) == truth.next_card()
            doing = ["take", "put_on_top", "put_on_bottom", "shuffle_in"]
            open_pile = not deck.segments[0][1]
            if open_pile and deck.held + 1 <= len(deck.pool.keys() - never_held):
                doing += ["take_unseen"] * 2
        what = data.draw(st.sampled_from(doing))
        if what == "take":
            card = data.draw(st.sampled_from(sorted(shares(deck))))
            deck.take(card)
            truth.take(card)
        elif what == "take_unseen":
            deck.take_unseen()
            truth.take_unseen()
        else:
            room = 5 - len(deck) - deck.held
            new = [next(fresh) for _ in range(data.draw(st.integers(0, max(0, min(2, room)))))]
            getattr(deck, what)(new)
            getattr(truth, what)(new)
        assert len(deck) == len(next(iter(truth.ways))[0])


def test_cards_in_other_hands_are_believed_as_drawn_unseen():
    """The pool of a belief: two of five cards lie in hands, which can't hold c or d."""
    believed = Deck("abcde")
    believed.segments, believed.held, believed.never_held = [(3, ())], 2, frozenset("cd")
    truth = Placements("abcde", "cd")
    truth.take_unseen()
    truth.take_unseen()
    assert shares(believed) == truth.next_card() == {"a": 1, "b": 1, "c": 3, "d": 3, "e": 1}


def test_a_hand_that_holds_all_it_can_leaves_the_rest_for_the_deck():
    deck = Deck("ab")
    deck.segments, deck.held, deck.never_held = [(1, ())], 1, frozenset("b")
    assert shares(deck) == {"b": 1}


def test_a_fresh_deck_is_one_open_pile():
    deck = Deck("abc")
    assert deck.segments == [(3, ())] and len(deck) == 3
    assert deck.next_card(seen_by=frozenset((1,))).seen_by == frozenset((1,))
    assert Deck().segments == [] and len(Deck()) == 0


def test_tops_and_bottoms_lie_in_the_order_given():
    deck = Deck("c")
    deck.put_on_top("ab")
    deck.put_on_bottom("de")
    drawn = []
    while len(deck):
        (card,) = deck.next_card().outcomes()
        deck.take(card)
        drawn.append(card)
    assert drawn == list("abcde") and deck.segments == [] and not deck.pool


def test_known_cards_keep_their_segment_until_a_shuffle():
    deck = Deck("ab")
    deck.put_on_bottom("z")
    assert shares(deck) == {"a": 1, "b": 1}
    deck.take("a")
    deck.take("b")
    assert shares(deck) == {"z": 1}
    deck.shuffle_in("yx")
    assert shares(deck) == {"x": 1, "y": 1, "z": 1} and deck.segments == [(3, ())]


def test_a_shuffle_of_an_empty_deck_makes_a_deck_of_the_cards_put_in():
    deck = Deck()
    deck.shuffle_in("ab")
    assert shares(deck) == {"a": 1, "b": 1}
    empty = Deck()
    empty.shuffle_in()
    assert empty.segments == []


def test_a_card_that_can_not_be_on_top_is_not_taken():
    deck = Deck("ab")
    deck.put_on_top("z")
    for card in "ab?":
        with pytest.raises(LookupError, match="can't be on top"):
            deck.take(card)
    with pytest.raises(LookupError, match="is not worked out"):
        deck.take_unseen()
    assert deck.segments == [(0, ("z",)), (2, ())] and list(deck.pool) == ["a", "b"]


@pytest.mark.parametrize("put", ["put_on_top", "put_on_bottom", "shuffle_in"])
def test_a_piece_lies_in_one_place(put):
    deck = Deck("ab")
    deck.put_on_bottom("z")
    for twice in "az":
        with pytest.raises(ValueError, match="already in the deck"):
            getattr(deck, put)(twice)


@pytest.mark.parametrize("put", ["put_on_top", "put_on_bottom", "shuffle_in"])
def test_a_piece_is_not_put_in_twice_at_once(put):
    with pytest.raises(ValueError, match="already in the deck"):
        getattr(Deck("ab"), put)("zz")


def test_a_copy_lives_by_itself():
    deck = Deck("abc")
    deck.put_on_bottom("z")
    deck.take_unseen()
    deck.never_held = frozenset("a")
    twin = deck.copy()
    assert [getattr(twin, slot) for slot in Deck.__slots__] == [
        getattr(deck, slot) for slot in Deck.__slots__
    ]
    before = (dict(deck.pool), list(deck.segments), deck.held)
    twin.take("b")
    twin.put_on_top("y")
    twin.take("y")
    twin.shuffle_in("x")
    twin.take_unseen()
    assert (deck.pool, deck.segments, deck.held) == before
    with pytest.raises(LookupError):
        deck.take("y")
