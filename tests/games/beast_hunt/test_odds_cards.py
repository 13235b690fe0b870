"""Shards, draws, Lesser Beasts: closed forms against every deck laid out and every hand counted."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest
from games.beast_hunt.counting import close, results
from hypothesis import given
from hypothesis import strategies as st

from beastlab.core.ledger import ledger
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import draws


@pytest.mark.parametrize(
    ("beasts", "shards", "shown"), [(6, 3, 0), (5, 4, 0), (4, 5, 1), (7, 2, 2), (3, 3, 0)]
)
@pytest.mark.parametrize("setup", [True, False])
def test_third_shard_by_laying_out_every_deck(beasts, shards, shown, setup):
    seen, laid_out, decks = Counter(), Counter(), 0
    for places in combinations(range(beasts + shards), shards):
        deck = ["shard" if i in places else "beast" for i in range(beasts + shards)]
        row, field, defeats, decks = shown, 0 if setup else 3, 0, decks + 1
        while deck and field < 3:
            drawn = deck.pop(0)
            field, row = field + (drawn == "beast"), row + (drawn == "shard")
        laid_out[row - shown] += 1
        while row < 3:
            field, defeats = field - 1, defeats + 1
            while deck and field < 3:
                drawn = deck.pop(0)
                field, row = field + (drawn == "beast"), row + (drawn == "shard")
        seen[defeats] += 1
    law = hunt.third_shard(beasts, shards, setup, shown)
    assert law.to_dict() == {d: Fraction(n, decks) for d, n in sorted(seen.items())}
    if setup:
        rows = {i: Fraction(n, decks) for i, n in sorted(laid_out.items())}
        assert hunt.shards_at_setup(beasts, shards).to_dict() == rows


def test_third_shard_with_shuffled_decks():
    rng, n, early = Random(11), 5_000, 0
    for _ in range(n):
        deck = ["beast"] * 18 + ["shard"] * 3
        rng.shuffle(deck)
        before = [i for i, card in enumerate(deck) if card == "shard"][2] - 2  # Beasts before the third Shard
        early += before - 2 <= 8
    assert close(early, n, hunt.third_shard().cdf(8))


def test_arms_from_any_start():
    for held in range(5):
        hands = list(combinations(range(9), 4))  # arms 0.. among nine unseen cards
        enough = sum(sum(card < 5 - held for card in hand) >= 3 - held for hand in hands)
        assert hunt.third_arm(held, unseen=9, draws=4, arms=5) == Fraction(enough, len(hands))


@given(st.integers(0, 8).flatmap(lambda u: st.tuples(st.just(u), *[st.integers(0, u)] * 3)))
def test_draw_chance_counts_hands(cards):
    unseen, wanted, draw, least = cards
    hands = list(combinations(range(unseen), draw))
    enough = sum(sum(card < wanted for card in hand) >= least for hand in hands)
    assert hunt.draw_chance(wanted, unseen, draw, least) == Fraction(enough, len(hands))
    assert hunt.pull_chance(wanted, unseen, draw) == hunt.draw_chance(wanted, unseen, draw)


@pytest.mark.parametrize(("defeats", "unseen", "draw"), [((7, 9), 5, 3), ((12, 2, 8), 6, 2), ((), 4, 2)])
def test_lesser_odds_counts_hands_and_rolls(defeats, unseen, draw):
    law, hands = Counter(), list(combinations(range(unseen), draw))
    for hand in hands:
        met = [defeats[card] for card in hand if card < len(defeats)]
        for rolls in product(results(1), repeat=len(met)):
            weight = Fraction(1, len(hands))
            for roll in rolls:
                weight *= Fraction(results(1)[roll], 36)
            law[sum(roll[0] >= defeat for roll, defeat in zip(rolls, met, strict=True))] += weight
    assert hunt.lesser_odds(defeats, unseen, draw).to_dict() == {k: law[k] for k in sorted(law) if law[k]}


def test_first_turn_of_the_illustrative_deck():
    """Printed in the ledger with hunt.decision.lesser-fight-order."""
    law = hunt.first_turn_actions()
    assert law.mean == Fraction(671, 216) and list(law) == [3, 4, 5, 6, 7, 8]


def test_the_defaults_are_the_illustrative_decks():
    decks = {deck["id"]: deck for deck in ledger("beast_hunt").data["deck"]}
    counts = next(deck["counts"] for deck in decks.values() if "counts" in deck)
    lesser = [card["defeat"] for card in decks["hunt.deck.lesser-beast"]["cards"]]
    assert sorted(draws.LESSER_DEFEATS) == sorted(lesser) and len(lesser) == counts["lesser_beast"]
    assert counts["total"] == draws.MAIN_DECK and counts["malice"] == draws.MALICE
    assert counts["ancient_arm"] == draws.ARMS
    assert len(decks["hunt.deck.beast"]["cards"]) == draws.BEASTS


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: hunt.third_shard(18, 2), "never shows a third; give at least 3"),
        (lambda: hunt.third_shard(shown=3), "shown is 3; give a whole number from 0 to 2"),
        (lambda: hunt.shards_at_setup(2, 3), "beasts is 2"),
        (lambda: hunt.third_arm(held=7), "held is 7; give a whole number from 0 to 6"),
        (lambda: hunt.lesser_odds((7, 8), unseen=1), "unseen is 1; give a whole number from 2 to 2000"),
    ],
)
def test_bad_arguments_are_refused_with_a_remedy(ask, words):
    with pytest.raises(ValueError, match=words):
        ask()
