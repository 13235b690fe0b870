"""Getting started: decks, champions, the first hands and the first Beasts, in the rulebook's order."""

import json
from collections import Counter

import pytest
from games.beast_hunt.laying import (
    assert_refused,
    begin,
    codes,
    conserved,
    discard,
    hand,
    keys,
    lay,
    new,
    play,
    reprinted,
    told,
)

from beastlab.core.chance import ByHand
from beastlab.core.requests import Draw, IllegalMove, Total
from beastlab.games import beast_hunt as hunt

BY_CODE = hunt.illustrative().by_code
HANDS = (  # Ada's five cards and Bo's
    *("hero-hunter-1", "hero-hunter-2", "arcana-1", "enchant-1", "curse-1"),
    *("malice-3", "lesser-beast-1", "hero-royal-1", "enchant-5", "defiance-1"),
)
CHAMPIONS = "champion:champion-hunter-2", "champion:champion-royal-2"
BEASTS = "beast-01", "beast-02", "beast-03"


def started(*beasts, **options):
    """Two players, Ada first, with the hands of HANDS and these cards of the Beast Deck."""
    return play(new(9, 5, *HANDS, *(beasts or BEASTS), ..., seats=2, **options), *CHAMPIONS)


def by_hand(*answers, **options):
    """A new match of two whose chance is asked for: the request after these answers."""
    match = hunt.new_match(seats=2, chance=ByHand(), **options)
    for answer in answers:
        match.play(answer)
    return match


def equally_likely(match):
    """The codes of the cards that may be drawn now, if all weigh the same."""
    assert isinstance(match.request, Draw)
    outcomes = match.request.outcomes()
    assert len(set(outcomes.values())) == 1
    return codes(outcomes)


# --- decks -----------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.setup.main-deck")
def test_all_players_draw_from_one_shuffled_main_deck():
    match = by_hand(9, 5, *CHAMPIONS)
    pile = equally_likely(match)
    assert sorted(pile) == sorted(codes(hunt.illustrative().main))
    for code in HANDS:  # Ada's hand, then Bo's
        match.play(code)
        pile.remove(code)
        if code != HANDS[-1]:
            assert equally_likely(match) == pile


@pytest.mark.rule("hunt.setup.main-deck-types")
@pytest.mark.parametrize(
    ("malice_in_deck", "types", "size"), [("ten_types", 10, 120), ("nine_types", 9, 116)]
)
def test_malice_is_in_the_main_deck_unless_the_reading_leaves_it_out(malice_in_deck, types, size):
    match = by_hand(9, 5, *CHAMPIONS, malice_in_deck=malice_in_deck)
    pile = Counter(BY_CODE[code].type for code in equally_likely(match))
    assert (len(pile), sum(pile.values())) == (types, size)
    assert not set(pile) & {"champion", "king", "beast", "shard"}
    assert pile["malice"] == (4 if types == 10 else 0)
    whole = Counter(card.type for card in hunt.illustrative().main)
    assert all(count == whole[type_] for type_, count in pile.items())


@pytest.mark.rule("hunt.setup.main-deck-types")
def test_nine_types_has_no_malice_to_meet():
    match = play(new(9, 5, ..., seats=2, malice_in_deck="nine_types"), *CHAMPIONS)
    assert "malice" not in match.view(0)["unseen"]
    with pytest.raises(IllegalMove):
        play(new(9, 5, "malice-1", seats=2, malice_in_deck="nine_types"), *CHAMPIONS)


@pytest.mark.rule("hunt.setup.beast-deck")
def test_the_beast_deck_is_all_beasts_and_shards_in_one_shuffled_pile():
    pile = equally_likely(by_hand(9, 5, *CHAMPIONS, *HANDS))
    assert sorted(pile) == sorted(codes([*hunt.illustrative().beasts, *hunt.illustrative().shards]))
    assert (len(pile), sum(code.startswith("shard") for code in pile)) == (21, 3)


@pytest.mark.rule("hunt.setup.kings-apart", "hunt.setup.king-random", "hunt.setup.other-kings")
def test_one_king_comes_at_random_from_a_pile_of_its_own():
    match = hunt.match_at(lay(beasts={0: ["beast-04", "beast-05", "beast-06"]}), chance=ByHand())
    assert match.table.king is None
    match.play("end")  # three Beasts: the King is turned face up
    assert equally_likely(match) == ["king-1", "king-2", "king-3"]
    match.play("king-2")
    for seat in (0, 1):
        assert match.view(seat)["king"]["card"] == "king-2"
        assert not {"king-1", "king-3"} & set(json.dumps(match.view(seat)).split('"'))
    play(match, "end", "end", "end")  # and no other King ever follows: nobody is asked for a card
    assert match.table.king is BY_CODE["king-2"]


@pytest.mark.rule("hunt.setup.king-random")
def test_nobody_sees_the_king_before_it_is_turned_up():
    match = started()
    assert match.table.king is None
    assert not any(card.type == "king" for event in match.events() for card in event.cards)
    for seat in (0, 1):
        assert match.view(seat)["king"] is None
        assert "king-" not in json.dumps(match.view(seat))


# --- champions -------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.setup.one-champion")
@pytest.mark.parametrize("seats", [2, 6])
def test_each_player_picks_exactly_one_champion(seats):
    match = new(12, *[5] * (seats - 1), ..., seats=seats)
    for chosen in range(seats):
        assert sum(len(seat.champions) for seat in match.table.seats) == chosen
        match.play(keys(match)[0])
    assert [len(seat.champions) for seat in match.table.seats] == [1] * seats
    assert match.table.phase != "champions"


@pytest.mark.rule("hunt.setup.party-area")
def test_the_champion_lies_face_up_in_its_players_party():
    match = play(new(5, 9, seats=2), "champion:champion-pirate-1")
    assert codes(match.table.seats[1].champions) == ["champion-pirate-1"]
    assert not match.table.seats[0].champions
    for seat in (0, 1):
        assert match.view(seat)["seats"][1]["champions"] == [{"card": "champion-pirate-1", "used": False}]


@pytest.mark.rule("hunt.setup.first-chooser")
@pytest.mark.parametrize(("rolls", "first"), [((9, 5, 3), 0), ((3, 9, 5), 1), ((2, 11, 12), 2)])
def test_the_highest_roll_chooses_a_champion_first(rolls, first):
    assert new(*rolls, seats=3).request.seat == first


@pytest.mark.rule("hunt.setup.first-roll-dice", "hunt.setup.dice")
def test_each_player_rolls_two_dice_for_the_first_choice():
    match = hunt.new_match(seats=3, chance=ByHand())
    for roll in (2, 12, 7):
        assert match.request == Total(count=2, sides=6)
        match.play(roll)
    assert match.request.seat == 1


@pytest.mark.rule("hunt.setup.first-roll-tie")
@pytest.mark.parametrize(
    ("rolls", "first"),
    [
        ((9, 11, 11, 4, 5, 8), 2),  # the ledger's example: only Bo and Cleo roll again
        ((9, 11, 11, 4, 8, 5), 1),
        ((7, 2, 7, 7, 6, 3, 6, 12, 11), 0),  # three, then two of them, then one
        ((7, 7, 7, 7, 2, 2, 2, 3), 3),
    ],
)
def test_only_tied_leaders_roll_again(rolls, first):
    assert new(*rolls, seats=4).request.seat == first  # every roll was used, and no other


@pytest.mark.rule("hunt.setup.choosing-order")
@pytest.mark.parametrize(("rolls", "order"), [((2, 12, 3, 11), [1, 2, 3, 0]), ((2, 3, 4, 5), [3, 0, 1, 2])])
def test_the_others_choose_clockwise_from_the_highest_roller(rolls, order):
    match, asked = new(*rolls, ..., seats=4), []
    for _ in order:
        asked.append(match.request.seat)
        match.play(keys(match)[0])
    assert asked == order
    assert match.table.phase != "champions"


@pytest.mark.rule("hunt.setup.champion-unique")
def test_a_champion_is_chosen_once_but_its_class_may_be_chosen_again():
    match = play(new(9, 5, 3, seats=3), "champion:champion-hunter-2")
    assert_refused(match, "champion:champion-hunter-2", "hunt.setup.champion-unique")
    play(match, "champion:champion-hunter-1")
    assert_refused(match, "champion:champion-hunter-1", "hunt.setup.champion-unique")
    assert_refused(match, "champion:champion-hunter-2", "hunt.setup.champion-unique")
    assert len(keys(match)) == 12


@pytest.mark.rule("hunt.setup.champion-unique")
def test_there_must_be_a_champion_for_each_player():
    few = dict.fromkeys(codes(hunt.illustrative().champions)[:12])
    hunt.new_match(seats=2, cards=reprinted(few))
    with pytest.raises(ValueError, match="hunt.setup.champion-unique"):
        hunt.new_match(seats=3, cards=reprinted(few))


@pytest.mark.rule("hunt.setup.return-unused")
def test_champions_that_nobody_chose_are_out_of_the_game():
    match = started()
    assert codes(match.table.champions) == [
        code
        for code in codes(hunt.illustrative().champions)
        if code not in ("champion-hunter-2", "champion-royal-2")
    ]
    assert "champion" not in match.view(0)["unseen"]
    assert not any("champion" in key and "hunter-2" not in key for key in keys(match))


@pytest.mark.rule("hunt.setup.champions-before-cards")
def test_champions_are_chosen_before_hands_and_beasts_are_known():
    match = new(9, 5, ..., seats=2)
    for key in CHAMPIONS:
        assert [seat.hand for seat in match.table.seats] == [[], []]
        assert (match.table.field, match.table.shards, match.table.king) == ([], [], None)
        assert len(match.table.deck) == 120
        assert len(match.table.beast_deck) == 21
        match.play(key)
    assert told(match).index("hunt.setup.deal-five") > max(
        n for n, rule in enumerate(told(match)) if rule == "hunt.setup.party-area"
    )


# --- hands -----------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.setup.deal-five")
@pytest.mark.parametrize("seats", [2, 6])
def test_each_player_is_dealt_five_cards(seats):
    match = new(12, *[5] * (seats - 1), ..., seats=seats)
    for _ in range(seats):
        match.play(keys(match)[0])
    hands = [event.cards for event in match.events() if event.rule == "hunt.setup.deal-five" and event.cards]
    assert [len(cards) for cards in hands] == [5] * seats
    assert len({card for cards in hands for card in cards}) == 5 * seats
    assert len(match.root.origin.deck) == 120
    conserved(match)


@pytest.mark.rule("hunt.setup.deal-five")
def test_hands_are_dealt_from_the_top_and_too_small_a_deck_is_refused():
    match = started()
    assert (hand(match, 0), hand(match, 1)) == (list(HANDS[:5]), list(HANDS[5:]))
    few = dict.fromkeys(codes(hunt.illustrative().main)[15:])
    with pytest.raises(ValueError, match="hunt.setup.deal-five"):
        hunt.new_match(seats=3, cards=reprinted(few))


@pytest.mark.rule("hunt.setup.deal-five", "hunt.setup.main-deck-types")
def test_a_main_deck_that_is_too_small_without_malice_is_refused():
    rest = [card for card in hunt.illustrative().main if card.type not in ("malice", "hero")][9:]
    few = dict.fromkeys(codes([*rest, *(c for c in hunt.illustrative().main if c.type == "hero")]))
    assert Counter(card.type == "malice" for card in reprinted(few).main) == {False: 9, True: 4}
    with pytest.raises(ValueError, match="hunt.setup.deal-five"):
        hunt.new_match(seats=2, cards=reprinted(few), malice_in_deck="nine_types")


@pytest.mark.rule("hunt.setup.no-mulligan")
def test_malice_and_lesser_beasts_of_a_starting_hand_are_not_replaced():
    match = started()  # Bo was dealt a Malice and a Lesser Beast
    play(match, "end", "*")
    assert match.request.seat == 1
    assert hand(match, 1) == list(HANDS[7:])  # both were resolved as Bo's first turn began, and nothing drawn
    conserved(match)


@pytest.mark.rule("hunt.setup.no-mulligan")
def test_nobody_may_exchange_a_starting_hand():
    match = started()
    assert match.request.seat == 0
    assert hand(match, 0) == list(HANDS[:5])
    assert hand(match, 1) == list(HANDS[5:])  # Bo's Malice stays hidden till Bo's first turn
    assert "hunt.malice.on-draw" not in told(match)


@pytest.mark.rule("hunt.setup.hand-hidden")
def test_a_hand_is_seen_by_its_owner_alone_and_counted_by_all():
    match = started()
    for seat, other in ((0, 1), (1, 0)):
        shown = match.view(seat)["seats"]
        assert shown[seat]["hand"] == hand(match, seat)
        assert (shown[other]["hand"], shown[other]["hand_size"]) == ([], 5)
        seen = {card.code for event in match.events(seat) for card in event.cards}
        assert seen >= set(hand(match, seat))
        assert not seen & set(hand(match, other))
        names = [BY_CODE[code].name for code in hand(match, other)]
        assert not any(name in event.text for event in match.events(seat) for name in names)


@pytest.mark.rule("hunt.setup.main-deck-facedown")
def test_the_main_deck_lies_face_down():
    match = started()
    for seat in (0, 1):
        words = set(json.dumps(match.view(seat)).split('"'))
        assert match.view(seat)["main_deck"] == 110
        assert not words & set(codes(match.table.deck.pool))


@pytest.mark.rule("hunt.setup.discard-pile")
@pytest.mark.parametrize(
    ("chance", "moves", "gone"),
    [
        ((), ("play:arcana-3", "*", "destroy:hero-royal-1"), "hero-royal-1"),
        ((9,), ("use:hero-shinobi-5", "*", "assassinate:hero-royal-1"), "hero-royal-1"),
        (("malice-2",), ("draw", "sacrifice:hero-hunter-1", "sacrifice:hero-royal-1"), "hero-royal-1"),
        (("malice-2",), ("draw", "sacrifice:hero-hunter-1", "sacrifice:hero-royal-2"), "hero-hunter-1"),
        ((None,) * 4, ("refresh",), "curse-1"),
    ],
    ids=["destroyed", "assassinated", "sacrificed", "sacrificed-own", "discarded"],
)
def test_lost_cards_go_to_the_discard_pile(chance, moves, gone):
    match = begin(
        *chance,
        hands={0: ["arcana-3", "curse-1"]},
        heroes={0: ["hero-shinobi-5", "hero-hunter-1"], 1: ["hero-royal-1", "hero-royal-2"]},
        deck=["malice-2"]
        if "malice-2" in chance
        else ["hero-pirate-1", "enchant-1", "enchant-2", "enchant-3"],
    )
    assert gone not in discard(match)
    play(match, *moves)
    assert gone in discard(match)
    assert gone not in [*codes(h for seat in match.table.seats for h in seat.heroes), *hand(match)]
    conserved(match)


@pytest.mark.rule("hunt.setup.discard-public")
def test_everybody_may_look_through_the_discard_pile_in_its_order():
    pile = ["hero-royal-2", "curse-1", "arcana-2"]
    match = begin(hands={0: ["arcana-3"]}, heroes={1: ["hero-royal-1"]}, discard=pile, seats=3)
    play(match, "play:arcana-3")
    for seat in range(3):
        assert match.view(seat)["discard"] == [*pile, "hero-royal-1", "arcana-3"]


# --- Beasts ----------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.setup.reveal-three")
def test_three_beasts_are_revealed_from_the_top():
    match = started("beast-18", "beast-04", "beast-07")
    assert codes(match.table.field) == ["beast-18", "beast-04", "beast-07"]
    assert (len(match.table.beast_deck), match.table.shards) == (18, [])
    assert [beast["card"] for beast in match.view(1)["field"]] == ["beast-18", "beast-04", "beast-07"]
    assert told(match).index("hunt.beast.reveal-replacement") > told(match).index("hunt.setup.deal-five")


@pytest.mark.rule("hunt.setup.shards-in-first-reveal")
@pytest.mark.parametrize(
    "reveal",
    [
        ("shard-1", "beast-01", "beast-02", "beast-03"),
        ("beast-01", "shard-2", "beast-02", "shard-1", "beast-03"),
        ("shard-3", "shard-2", "shard-1", "beast-01", "beast-02", "beast-03"),
        ("beast-01", "beast-02", "beast-03"),
    ],
)
def test_a_shard_at_setup_goes_to_the_row_and_another_card_is_revealed(reveal):
    match = started(*reveal)
    shards = [code for code in reveal if code.startswith("shard")]
    assert codes(match.table.field) == ["beast-01", "beast-02", "beast-03"]
    assert codes(match.table.shards) == shards
    assert len(match.table.beast_deck) == 21 - len(reveal)
    assert (match.table.countdown is None) == (len(shards) < 3)


# --- players and dice ---------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.setup.player-count")
@pytest.mark.parametrize("champions", [1, 2])
def test_two_to_six_may_play_and_four_do_unless_told(champions):
    for seats in range(2, 7):
        assert len(hunt.Options(seats=seats, champions=champions).names) == seats
    for seats in (0, 1, 7, 8):
        with pytest.raises(ValueError, match="hunt.setup.player-count"):
            hunt.new_match(seats=seats, champions=champions)
    assert len(hunt.new_match().table.seats) == hunt.Options().seats == 4


@pytest.mark.rule("hunt.setup.dice")
@pytest.mark.parametrize(
    "moves",
    [
        ("use:hero-hunter-1",),
        ("attack:beast-01",),
        ("draw", "lesser-beast-1"),
        ("play:hero-royal-1", "defy:defiance-1"),
    ],
    ids=["hero", "attack", "lesser", "duel"],
)
def test_every_roll_is_the_total_of_two_six_sided_dice(moves):
    table = lay(
        heroes={0: ["hero-hunter-1", "hero-hunter-2"]}, hands={0: ["hero-royal-1"], 1: ["defiance-1"]}
    )
    match = hunt.match_at(table, chance=ByHand())
    for move in moves:
        match.play(move)
    assert match.request == Total(count=2, sides=6)
    for wrong in (1, 13):
        with pytest.raises(IllegalMove):
            match.play(wrong)


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(ValueError, match="no option is called 'open_hands'"):
        hunt.new_match(open_hands=True)
