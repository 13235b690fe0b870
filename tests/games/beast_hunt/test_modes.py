"""Game modes: one or two champions, with and without Malevolent Shards."""

from collections import Counter

import pytest
from games.beast_hunt.laying import assert_refused, begin, chances, codes, keys, new, play, reprinted

from beastlab.games import beast_hunt as hunt

CHAMPIONS = codes(hunt.illustrative().champions)


@pytest.mark.rule("hunt.mode.one-champion", "hunt.mode.two-champion")
@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("each", [1, 2])
def test_each_player_has_one_champion_or_two(each, seats):
    match = new(..., seats=seats, champions=each)
    for _ in range(each * seats):
        assert match.table.phase == "champions"
        match.play(keys(match)[0])
    assert match.table.phase != "champions"
    assert [len(seat.champions) for seat in match.table.seats] == [each] * seats
    chosen = Counter(code for seat in match.table.seats for code in codes(seat.champions))
    assert set(chosen.values()) == {1}
    for champions in (0, 3, "two", True):
        with pytest.raises(ValueError, match="hunt.mode.two-champion"):
            hunt.Options(seats=seats, champions=champions)


@pytest.mark.rule("hunt.mode.snake", "hunt.mode.snake-first-turn")
@pytest.mark.parametrize(
    ("rolls", "order"),
    [
        ((12, 5, 5, 5), [0, 1, 2, 3, 3, 2, 1, 0]),  # the ledger's example
        ((5, 5, 12, 5), [2, 3, 0, 1, 1, 0, 3, 2]),
        ((3, 12), [1, 0, 0, 1]),
    ],
)
def test_two_champions_are_chosen_in_snake_order_and_the_first_chooser_begins(rolls, order):
    match, asked = new(*rolls, ..., seats=len(rolls), champions=2), []
    while match.table.phase == "champions":
        asked.append(match.request.seat)
        match.play(keys(match)[0])
    assert asked == order
    assert match.table.turn == match.table.first == order[0]
    began = next(event for event in match.events() if event.rule == "hunt.turn.clockwise")
    assert began.data["seat"] == order[0]


@pytest.mark.rule("hunt.mode.two-champion-classes")
def test_each_of_two_champions_fills_one_symbol_of_its_class():
    champions = {
        0: ["champion-shinobi-1", "champion-nightmare-1"],
        1: ["champion-royal-1", "champion-royal-2"],
    }
    match = begin(
        heroes={0: ["hero-pirate-1"]}, champions=champions, field=["beast-14"]
    )  # Shinobi & Nightmare & any
    assert "attack:beast-14" in keys(match)
    champions[0] = ["champion-shinobi-1", "champion-shinobi-2"]
    match = begin(heroes={0: ["hero-pirate-1"]}, champions=champions, field=["beast-14"])
    assert_refused(match, "attack:beast-14", "hunt.beast.requirement-needed")
    double = reprinted({"beast-14": {"requirement": "2x Shinobi & any"}})
    match = begin(heroes={0: ["hero-pirate-1"]}, champions=champions, field=["beast-14"], cards=double)
    assert "attack:beast-14" in keys(match)
    champions[0] = ["champion-shinobi-1", "champion-royal-1"]
    champions[1] = ["champion-hunter-1", "champion-royal-2"]
    match = begin(heroes={0: ["hero-pirate-1"]}, champions=champions, field=["beast-14"], cards=double)
    assert "attack:beast-14" not in keys(match)


@pytest.mark.rule("hunt.mode.two-champion-classes")
@pytest.mark.parametrize(
    ("own", "hunters", "five"),
    [
        (["champion-hunter-1", "champion-hunter-2"], 3, True),
        (["champion-hunter-1", "champion-hunter-2"], 2, False),
        (["champion-hunter-1", "champion-royal-1"], 4, True),
        (["champion-hunter-1", "champion-royal-1"], 3, False),
    ],
)
def test_each_of_two_champions_is_one_of_the_five_cards_of_its_class(own, hunters, five):
    champions = {0: own, 1: ["champion-pirate-1", "champion-pirate-2"]}
    party = {0: [f"hero-hunter-{n + 1}" for n in range(hunters)]}
    match = play(begin(..., heroes=party, champions=champions, hands={1: ["curse-1"]}), "end")
    assert (match.table.king is not None) == five


@pytest.mark.rule("hunt.mode.two-champion-supply")
@pytest.mark.parametrize(
    ("have", "seats", "legal"), [(8, 4, True), (7, 4, False), (4, 2, True), (3, 2, False)]
)
def test_two_champions_need_twice_as_many_as_players(have, seats, legal):
    cards = reprinted(dict.fromkeys(CHAMPIONS[have:]))
    if legal:
        hunt.new_match(seats=seats, champions=2, cards=cards)
    else:
        with pytest.raises(
            ValueError, match=f"need {2 * seats} champions; .* have {have} .*two-champion-supply"
        ):
            hunt.new_match(seats=seats, champions=2, cards=cards)
        hunt.new_match(seats=seats, champions=1, cards=cards)


@pytest.mark.rule("hunt.mode.shardless", "hunt.mode.combine")
@pytest.mark.parametrize("champions", [1, 2])
def test_shardless_leaves_the_shards_in_the_box_with_one_champion_or_two(champions):
    match = new(..., seats=2, champions=champions, shardless=True)
    while match.table.phase == "champions":
        match.play(keys(match)[0])
    beasts = [*codes(match.table.beast_deck.pool), *codes(match.table.field)]
    assert sorted(beasts) == codes(hunt.illustrative().beasts)
    assert match.view(0)["beasts_left"] == {"beast": 15}
    assert (match.table.shards, match.table.countdown) == ([], None)


@pytest.mark.rule("hunt.mode.shardless")
def test_without_shards_none_can_appear_and_nobody_shares_a_victory():
    five = {0: [f"hero-pirate-{n}" for n in range(1, 6)]}
    few = ["beast-10", "shard-1", "shard-2", "shard-3"]
    for shardless, beast_deck, possible in ((True, None, {0}), (False, few, {0, 1, 2, 3})):
        match = begin(heroes=five, shardless=shardless, beast_deck=beast_deck, deck=["curse-1"])
        assert set(chances(match, "attack:beast-01", lambda table: len(table.shards))) == possible
    match = begin(9, heroes=five, shardless=True, king="king-3")
    play(match, "attack:king-3")
    assert (match.result.winners, match.result.rule) == ((0,), "hunt.king.solo-win")


@pytest.mark.rule("hunt.mode.shardless")
def test_with_shards_they_are_in_the_beast_deck():
    match = new(..., seats=2)
    while match.table.phase == "champions":
        match.play(keys(match)[0])
    assert len(match.table.shards) + match.view(0)["beasts_left"]["shard"] == 3
    with pytest.raises(ValueError, match="hunt.mode.shardless"):
        hunt.new_match(shardless="yes")


@pytest.mark.rule("hunt.mode.default")
def test_one_champion_with_shards_is_the_default():
    options = hunt.Options()
    assert (options.champions, options.shardless) == (1, False)
    match = hunt.new_match()
    assert (match.options.champions, match.options.shardless) == (1, False)
    assert sum(card.type == "shard" for card in match.table.beast_deck.pool) == 3
