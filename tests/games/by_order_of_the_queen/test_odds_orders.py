"""When Orders are completed: the chain of tokens against a sum over all ways, real play, and the fewest rounds."""

from fractions import Fraction as F
from itertools import product
from math import prod, sqrt
from random import Random

import pytest
from games.by_order_of_the_queen.laying import begin, lay, play, send

from beastlab.core.requests import Unknowable
from beastlab.games import beast_hunt as hunt
from beastlab.games import by_order_of_the_queen as queen
from beastlab.odds.distribution import Distribution

LAW = queen.location_tree(2, 2, 3, order=1).passed
ONE = {"loc-a": "strength / monster | wisdom / favor / villager | melee / item / villager"}
MANY = {f"loc-{n}": ONE["loc-a"] for n in "abcdefghijklmnopqrst"}
PAIR = ["melee-str", "ranged-wis"]


def counted(rounds, tokens, orders=1):
    """P(done by then), over all ways in which the tokens of so many rounds can come."""
    chance = F(0)
    for way in product(LAW, repeat=rounds):
        had, done = tokens, 0
        for more in way:
            had += more
            if had >= 8:
                had, done = 0, done + 1
        chance += (done >= orders) * prod((LAW[more] for more in way), start=F(1))
    return chance


@pytest.mark.rule("queen.order.complete-at-eight", "queen.order.excess", "queen.order.max-three")
@pytest.mark.parametrize(("tokens", "orders"), [(0, 1), (5, 1), (7, 2)])
def test_the_chain_is_the_sum_over_all_ways(tokens, orders):
    found = queen.order_rounds(LAW, tokens, orders)
    assert [found.by(n) for n in range(7)] == [counted(n, tokens, orders) for n in range(7)]
    law = found.when(6)
    assert law["later"] == 1 - found.by(6) and law[3] == found.by(3) - found.by(2)
    far = found.when(200)
    mean = sum((n * p for n, p in far.items() if n != "later"), F(0))
    assert 0 <= found.mean - mean < F(1, 10**6)


@pytest.mark.example("queen.ex.order-minimum")
@pytest.mark.rule("queen.order.minimum-rounds")
def test_the_fewest_rounds():
    sure = queen.order_rounds(Distribution({3: 1}), orders=3)
    fewest = queen.formulas()["queen.formula.rounds-minimum"].at(k=3)
    assert sure.mean == fewest == 9 and (sure.by(8), sure.by(9)) == (0, 1)
    every = queen.order_rounds(LAW, orders=3)
    assert every.by(8) == 0 < every.by(9)


def test_each_order_has_its_law():
    other = queen.location_tree(0, 0, 1, order=0).passed
    both = queen.order_rounds([LAW, other], orders=2)
    assert both.mean == queen.order_rounds(LAW).mean + queen.order_rounds(other).mean
    for wrong in ([LAW], [LAW, {1: 1}], [Distribution({4: 1})] * 2):
        with pytest.raises(ValueError, match="give"):
            queen.order_rounds(wrong, orders=2)
    with pytest.raises(ValueError, match="from 0 to 7"):
        queen.order_rounds(LAW, tokens=8)


NONE, THREE = Distribution({0: 1}), Distribution({3: 1})


@pytest.mark.rule("queen.order.complete-at-eight")
def test_an_order_that_never_gets_a_token_is_never_done():
    for found in (queen.order_rounds(NONE), queen.order_rounds([THREE, NONE], orders=2)):
        assert found.never == 1 and [found.by(n) for n in (0, 3, 10)] == [0, 0, 0]
        assert found.when(4) == Distribution({"later": 1}) and repr(found) == "<never done>"
        with pytest.raises(
            ValueError, match=r"it is never done, so there is no mean round; ask by\(...\) or never"
        ):
            assert found.mean
    assert (
        queen.order_rounds(LAW).never == 0
        and repr(queen.order_rounds(THREE)) == "<done in round 3 on average>"
    )


@pytest.mark.rule("queen.order.complete-at-eight", "queen.order.seal")
def test_an_order_that_only_this_round_can_complete():
    hands = {0: PAIR, 1: ["shield"]}
    match = begin(..., hands=hands, locations=ONE, tokens=5)
    found, law = queen.order_now(match, NONE), queen.order_now(match).by(1)
    assert 0 < law < 1 and found.by(1) == found.by(500) == law == 1 - found.never
    assert found.when(3) == Distribution({1: law, "later": 1 - law})
    with pytest.raises(ValueError, match="it is never done with a chance of"):
        assert found.mean
    assert queen.order_now(begin(..., hands=hands, locations=ONE), NONE).by(9) == 0
    assert queen.order_now(begin(..., hands=hands, locations=ONE, tokens=9, seal=True), NONE).mean == 1


def a_match():
    return queen.new_match(seats=2, seed=7)


def another():
    return hunt.new_match(seats=2, seed=7)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: queen.order_rounds(3), "a_round is 3; give the law of the tokens of a round"),
        (lambda: queen.order_rounds([3]), "number 1 of a_round is 3; give the law of the tokens of a round"),
        (lambda: queen.order_rounds([]), "a_round has 0 laws and orders is 1; give one law for each"),
        (lambda: queen.order_now(a_match(), 3), "later is 3; give the law of the tokens of a round"),
        (lambda: queen.order_now(a_match(), all_three="no"), "all_three is 'no'; give True or False"),
        (lambda: queen.order_now(3), "match is 3; give a match of By Order of the Queen"),
        (lambda: queen.order_now(another()), "match is <match of Beast Hunt.*; give a match of By Order of the Queen"),
    ],
)  # fmt: skip
def test_refusals_say_what_to_give(ask, says):
    with pytest.raises(ValueError, match=says):
        ask()


def test_a_finished_game_has_no_order_to_come():
    match = begin(hands={0: PAIR}, villagers=0, monsters=["mon-3"], phase="event")
    assert match.over
    with pytest.raises(Unknowable, match="the game is over"):
        queen.order_now(match)


@pytest.mark.rule("queen.order.seal", "queen.order.any-player")
def test_the_order_of_a_live_table():
    hands = {0: PAIR, 1: ["shield"]}
    match = begin(..., hands=hands, locations=ONE, tokens=5)
    law = queen.visit(
        match.table.seats[0].hand, order="order-01", cards=[*match.table.locations[0].pool]
    ).passed
    found = queen.order_now(match)
    second = law[2] * (1 - law[0]) + law[1] * law.at_least(2) + law[0] * law[3]
    assert found.by(1) == law[3] and found.by(2) == law[3] + second
    assert found.by(0) == 0 and found.mean == queen.order_rounds(law, 5).mean and len(found.assumes) == 2
    assert queen.order_now(match, later=Distribution({3: 1})).by(2) == 1
    last = begin(..., hands=hands, locations=ONE, tokens=5, moon=4, turn=1)
    weak = queen.visit(
        last.table.seats[1].hand, order="order-01", cards=[*last.table.locations[0].pool]
    ).passed
    assert queen.order_now(last).by(1) == weak[3], "nobody but Bo has a turn in this round"
    sealed = queen.order_now(begin(..., hands=hands, locations=ONE, tokens=5, seal=True))
    assert sealed.by(1) == 0 and sealed.by(2) == found.by(1) and "sealed" in sealed.assumes[0]
    full = queen.order_now(begin(..., hands=hands, locations=ONE, tokens=9, seal=True))
    assert full.by(1) == 1
    with pytest.raises(Unknowable, match="can never be completed"):
        queen.order_now(begin(..., hands=hands, location_decks={"Emerald Valley": []}))
    with pytest.raises(Unknowable, match="going on"):
        queen.order_now(play(match, "order"))


def test_rounds_really_played():
    """One Order with the same pair of Heroes, 300 times: in which round it is completed."""
    table = lay(hands={0: PAIR}, hero_deck=[], locations=MANY)
    cards = [*table.locations[0].pool]
    law = queen.visit([*table.seats[0].hand], order="order-01", cards=cards).passed
    found, rng, done = queen.order_rounds(law), Random(2), 0
    for _ in range(300):
        tokens = 0
        for _ in range(5):
            match = queen.match_at(table, rng.randrange(10**9))
            send(play(match, "order"), *PAIR)
            tokens += match.table.tokens
        done += tokens >= 8
    p = found.by(5)
    assert abs(done / 300 - p) <= 4 * sqrt(p * (1 - p) / 300)
