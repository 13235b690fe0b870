"""What a seat remembers of other hands, against an enumeration of everything that may have happened."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beastlab.core.knowledge import Hidden, Memory, forget, pass_unseen, remember

HOLDERS = (1, 2, 3)


def shares(memory):
    total = sum(memory.worlds.values())
    return {world: Fraction(weight, total) for world, weight in memory.worlds.items()}


class Everything:
    """All hands that may be, as seat 0 sees the table, with their chances: cards are dealt and passed at random.

    Hands are those of the other seats, each a set of cards; what is in none of them lies in the deck.
    """

    def __init__(self, sizes, unseen):
        self.ways = Counter({(frozenset(),) * len(HOLDERS): Fraction(1)})
        for hand, size in enumerate(sizes):
            for _ in range(size):
                self.each(
                    lambda hands, hand=hand: [
                        _with(hands, hand, add=card) for card in unseen if not any(card in h for h in hands)
                    ]
                )

    def each(self, change):
        after = Counter()
        for hands, weight in self.ways.items():
            for way in (ways := change(hands)):
                after[way] += weight / len(ways)
        self.ways = after

    def placed(self, card, holder):
        self.each(lambda hands: [_with(hands, holder - 1, add=card)])

    def left(self, card, holder):
        kept = Counter({h: w for h, w in self.ways.items() if card in h[holder - 1]})
        self.ways = kept
        self.each(lambda hands: [_with(hands, holder - 1, lose=card)])

    def moved(self, giver, taker):
        self.each(
            lambda hands: [
                _with(_with(hands, giver - 1, lose=card), taker - 1, add=card) for card in hands[giver - 1]
            ]
        )

    def following(self, cards):
        """The chances of where `cards` lie."""
        worlds = Counter()
        for hands, weight in self.ways.items():
            world = frozenset((card, n) for n, hand in enumerate(hands, 1) for card in hand if card in cards)
            worlds[world] += weight
        total = sum(worlds.values())
        return {world: weight / total for world, weight in worlds.items()}


def _with(hands, n, add=None, lose=None):
    hand = hands[n] | {add} if add else hands[n] - {lose}
    return (*hands[:n], hand, *hands[n + 1 :])


@given(st.data())
def test_worlds_are_those_of_everything_that_may_have_happened(data):
    sizes = [data.draw(st.integers(0, 2)) for _ in HOLDERS]
    while sum(sizes) > 4:
        sizes[sizes.index(max(sizes))] -= 1
    truth = Everything(sizes, [f"unseen-{n}" for n in range(sum(sizes) + 1)])
    memory, followed = Memory(), []
    sizes = dict(zip(HOLDERS, sizes, strict=True))
    for n in range(data.draw(st.integers(1, 6))):
        full = [holder for holder in HOLDERS if sizes[holder]]
        what = data.draw(st.sampled_from(["placed", "left", "moved", "moved"]))
        if what == "placed" or not full:
            card, holder = f"shown-{n}", data.draw(st.sampled_from(HOLDERS))
            memory = memory.placed(card, holder)
            truth.placed(card, holder)
            followed.append(card)
            sizes[holder] += 1
        elif what == "moved":
            giver = data.draw(st.sampled_from(full))
            taker = data.draw(st.sampled_from([holder for holder in HOLDERS if holder != giver]))
            memory = memory.moved(giver, taker, sizes[giver])
            truth.moved(giver, taker)
            sizes[giver] -= 1
            sizes[taker] += 1
        else:
            holder = data.draw(st.sampled_from(full))
            cards = sorted({card for hands in truth.ways for card in hands[holder - 1]})
            card = data.draw(st.sampled_from(cards))
            memory = memory.left(card, holder, sizes[holder])
            truth.left(card, holder)
            sizes[holder] -= 1
            followed = [other for other in followed if other != card]
        assert shares(memory) == truth.following(followed)
        sure = {card: {h for world in memory.worlds for c, h in world if c == card} for card in followed}
        assert memory.certain() == {card: h.pop() for card, h in sure.items() if len(h) == 1}


def test_a_card_that_was_not_followed_tells_which_card_passed():
    """One of the three cards of 1, among them the ace, passed to 2, which held none: then 2 plays a card."""
    memory = Memory().placed("ace", 1).moved(1, 2, size=3)
    assert memory.left("king", 2, size=1).certain() == {"ace": 1}
    assert memory.left("ace", 2, size=1).certain() == {}
    assert memory.left("ace", 2, size=1) == Memory()


def test_the_last_card_of_a_hand_is_followed_though_nobody_showed_it():
    memory = Memory().placed("ace", 1).moved(1, 2, size=1)
    assert memory.certain() == {"ace": 2} and len(memory.worlds) == 1


def test_cards_are_told_holder_by_holder_whatever_the_order_they_came_in():
    one = Memory().placed("b", 2).placed("a", 2).placed("c", 1)
    other = Memory().placed("c", 1).placed("a", 2).placed("b", 2)
    assert list(one.certain().items()) == list(other.certain().items()) == [("c", 1), ("a", 2), ("b", 2)]
    assert one == other and one != Memory() and one != "c"


def test_a_memory_never_changes():
    memory = Memory().placed("ace", 1)
    before = dict(memory.worlds)
    memory.placed("king", 2)
    memory.moved(1, 2, 3)
    memory.left("ace", 1, 3)
    assert dict(memory.worlds) == before
    with pytest.raises(TypeError, match="unhashable"):
        hash(memory)


def test_a_card_that_some_see_come_to_a_hand_is_remembered_by_them_alone():
    memory = [Memory() for _ in range(4)]
    remember(memory, "ace", 1, (0, 1, 3))
    assert [seat.certain() for seat in memory] == [{"ace": 1}, {}, {}, {"ace": 1}]
    forget(memory, "ace", 1, 5)
    assert memory == [Memory()] * 4


def test_a_card_that_passes_unseen_is_known_to_the_two_it_passed_between():
    memory = [Memory() for _ in range(4)]
    remember(memory, "ace", 1, (0, 1, 2, 3))
    pass_unseen(memory, "ace", 1, 2, size=4)
    assert memory[1].certain() == {"ace": 2} and memory[2].certain() == {}
    for other in (0, 3):
        assert shares(memory[other]) == {
            frozenset({("ace", 1)}): Fraction(3, 4),
            frozenset({("ace", 2)}): Fraction(1, 4),
        }


def test_a_giver_knows_a_card_that_nobody_had_followed():
    memory = [Memory() for _ in range(3)]
    pass_unseen(memory, "king", 1, 2, size=2)
    assert [seat.certain() for seat in memory] == [{}, {"king": 2}, {}]


def test_a_card_pulled_back_is_forgotten_by_its_taker():
    memory = [Memory() for _ in range(3)]
    pass_unseen(memory, "king", 1, 2, size=2)
    pass_unseen(memory, "king", 2, 1, size=3)
    assert [seat.certain() for seat in memory] == [{}, {}, {"king": 1}]


def test_a_hidden_place_bars_nothing_by_itself():
    assert Hidden(None, ()).barred == frozenset()
