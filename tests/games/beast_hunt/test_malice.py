"""Malice and Arcana, in the rulebook's order."""

from itertools import permutations

import pytest
from games.beast_hunt.laying import (
    begin,
    codes,
    conserved,
    discard,
    hand,
    hero,
    heroes,
    keys,
    play,
    reprinted,
    told,
)

TWO = ["hero-hunter-1", "hero-royal-1"]
FIRST_TURN = {"phase": "start", "dealt": 2}


# --- Malice ------------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.malice.on-draw")
def test_a_malice_is_played_at_once_when_drawn():
    match = begin("malice-2", heroes={0: TWO})
    play(match, "draw")
    assert codes(match.table.resolving) == ["malice-2"]
    assert hand(match) == []
    assert keys(match) == [f"sacrifice:{code}" for code in TWO]
    for seat in (0, 1):
        assert "malice-2" in {card.code for event in match.events(seat) for card in event.cards}


@pytest.mark.rule("hunt.malice.on-draw")
@pytest.mark.parametrize("move", ["draw", "refresh", "play:arcana-1", "use:hero-shinobi-1"])
def test_so_it_is_by_whatever_it_comes(move):
    roll = [5] if move.startswith("use") else []
    rest = ["curse-1", "curse-2", "curse-3"]
    match = play(
        begin(*roll, "malice-3", *rest, hands={0: ["arcana-1"]}, heroes={0: ["hero-shinobi-1"]}), move
    )
    assert "hunt.malice.on-draw" in told(match)
    assert "malice-3" in discard(match)
    conserved(match)


@pytest.mark.rule("hunt.malice.everyone")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_malice_affects_every_player(seats):
    hands = {seat: [f"curse-{seat + 1}"] for seat in range(seats)}
    match = play(begin("malice-1", hands=hands, seats=seats), "draw")
    assert [hand(match, seat) for seat in range(seats)] == [[]] * seats
    party = {seat: [f"hero-pirate-{seat + 1}"] for seat in range(seats)}
    match = play(begin("malice-2", heroes=party, seats=seats), "draw", "*")
    assert [heroes(match, seat) for seat in range(seats)] == [[]] * seats
    gear = {f"hero-pirate-{seat + 1}": f"armament-{seat + 1}" for seat in range(seats)}
    match = play(begin("malice-3", heroes=party, equipped=gear, seats=seats), "draw")
    assert [hero(match, code).gear for code in gear] == [None] * seats
    match = play(begin("malice-4", heroes=party, seats=seats), "draw")
    assert [hero(match, code).up for code in gear] == [False] * seats


@pytest.mark.rule("hunt.malice.player-order")
@pytest.mark.parametrize(("drawer", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
@pytest.mark.parametrize("code", ["malice-1", "malice-2", "malice-4"])
def test_players_suffer_clockwise_from_the_drawer_each_by_own_choice(drawer, order, code):
    match = begin(
        code,
        hands={seat: [f"curse-{seat + 1}", f"enchant-{seat + 1}"] for seat in range(3)},
        heroes={seat: [f"hero-pirate-{seat + 1}", f"hero-royal-{seat + 1}"] for seat in range(3)},
        seats=3,
        turn=drawer,
    )
    play(match, "draw")
    for seat in order:
        assert match.request.seat == seat
        own = hand(match, seat) if code == "malice-1" else heroes(match, seat)
        assert [key.partition(":")[2] for key in keys(match)] == own
        play(match, keys(match)[1])
    assert (match.request.seat, codes(match.table.resolving)) == (drawer, [])


@pytest.mark.rule("hunt.malice.start-before-lesser", "hunt.malice.start-when")
def test_malice_of_a_starting_hand_comes_on_the_first_turn_before_its_lesser_beasts():
    dealt = ["lesser-beast-1", "malice-3", "hero-royal-1", "lesser-beast-3", "curse-1"]
    match = begin(7, 2, hands={0: dealt}, **FIRST_TURN)
    assert keys(match) == ["reveal:lesser-beast-1", "reveal:lesser-beast-3"]
    assert discard(match) == ["malice-3"]
    assert match.table.phase == "start"
    play(match, "reveal:lesser-beast-1", "*")
    assert (match.request.seat, match.table.actions) == (0, 4)  # and then the normal turn
    assert [seat.dealt for seat in match.table.seats] == [0, 2]  # Bo's hand may still hold such cards
    rules = told(match)
    assert rules.index("hunt.malice.on-draw") < rules.index("hunt.lesser.on-draw")
    assert hand(match) == ["hero-royal-1", "curse-1"]
    conserved(match)


@pytest.mark.rule("hunt.malice.start-before-lesser")
def test_a_lesser_beast_of_the_hand_may_be_lost_to_its_malice():
    dealt = ["lesser-beast-1", "malice-1", "hero-royal-1"]
    match = begin(hands={0: dealt}, **FIRST_TURN)  # each player discards a card
    assert keys(match) == ["discard:lesser-beast-1", "discard:hero-royal-1"]
    play(match, "discard:lesser-beast-1")
    assert (match.table.phase, hand(match), discard(match)) == (
        "actions",
        ["hero-royal-1"],
        ["lesser-beast-1", "malice-1"],
    )


@pytest.mark.rule("hunt.malice.start-when")
def test_malice_of_a_starting_hand_waits_for_the_holders_first_turn():
    match = begin(hands={1: ["malice-3", "curse-1"]}, **FIRST_TURN)
    assert match.request.seat == 0
    assert "hunt.malice.on-draw" not in told(match)
    assert hand(match, 1) == ["malice-3", "curse-1"]
    play(match, "end")
    assert match.request.seat == 1
    assert (hand(match, 1), discard(match)) == (["curse-1"], ["malice-3"])


@pytest.mark.rule("hunt.malice.start-order")
@pytest.mark.parametrize("order", [*permutations(["malice-1", "malice-3", "malice-4"])])
def test_the_holder_chooses_the_order_of_several_malice_cards(order):
    match = begin(hands={0: ["malice-1", "malice-3", "malice-4"]}, deck=["curse-1"], **FIRST_TURN)
    left = ["malice-1", "malice-3", "malice-4"]
    assert (match.request.seat, keys(match)) == (0, [f"reveal:{code}" for code in left])
    play(match, f"reveal:{order[0]}")
    if order[0] == "malice-1":  # the holder discards a card, which may be another Malice
        play(match, f"discard:{order[1]}")
        assert discard(match) == [order[1], "malice-1", order[2]]
        return
    assert keys(match) == [f"reveal:{code}" for code in left if code != order[0]]
    play(match, f"reveal:{order[1]}")
    assert discard(match)[:2] == ([*order[:2]] if order[1] != "malice-1" else [order[0], order[2]])


@pytest.mark.rule("hunt.malice.discard-after")
def test_a_resolved_malice_goes_to_the_discard_pile():
    match = play(begin("malice-2", heroes={0: TWO}), "draw")
    assert (codes(match.table.resolving), discard(match)) == (["malice-2"], [])
    play(match, "sacrifice:hero-hunter-1")
    assert (codes(match.table.resolving), discard(match)) == ([], ["hero-hunter-1", "malice-2"])
    conserved(match)


@pytest.mark.rule("hunt.malice.not-defiable")
def test_a_malice_is_not_answered_by_defiance():
    match = begin("malice-2", hands={1: ["defiance-1"]}, heroes={0: TWO})
    play(match, "draw")
    assert (match.request.seat, match.request.window) == (0, False)  # Bo is not asked
    play(match, "sacrifice:hero-hunter-1")
    assert (match.request.seat, hand(match, 1)) == (0, ["defiance-1"])
    assert match.request.prompt.endswith("2 actions left")


@pytest.mark.rule("hunt.malice.no-action")
@pytest.mark.parametrize("code", ["malice-1", "malice-2", "malice-3", "malice-4"])
def test_a_drawn_malice_costs_no_action_beyond_the_draw(code):
    match = play(begin(code), "draw")
    assert (match.request.seat, match.table.actions) == (0, 2)


@pytest.mark.rule("hunt.malice.no-replacement")
def test_a_malice_was_the_drawn_card_and_no_other_replaces_it():
    match = play(begin("malice-3", deck=["malice-3", "curse-1"]), "draw")
    assert (hand(match), len(match.table.deck)) == ([], 1)
    match = play(begin("malice-3", "curse-1", "curse-2", hands={0: ["arcana-1"]}), "play:arcana-1")
    assert hand(match) == ["curse-1", "curse-2"]  # three were drawn


@pytest.mark.rule("hunt.malice.nested")
def test_a_forced_card_is_resolved_completely_before_what_it_interrupts():
    champions = {0: "champion-royal-2"}  # draws a card when a Hero leaves the Party
    match = begin(
        *("malice-2", "lesser-beast-1", 7),
        champions=champions,
        hands={0: ["enchant-1"]},
        heroes={0: TWO, 1: ["hero-pirate-1", "hero-pirate-2"]},
    )
    play(match, "draw", "sacrifice:hero-hunter-1", "passive:champion-royal-2")
    assert codes(match.table.resolving) == ["malice-2", "lesser-beast-1"]  # the fight comes first
    assert match.request.window
    play(match, "*")
    assert codes(match.table.seats[0].lesser) == ["lesser-beast-1"]
    assert (match.request.seat, codes(match.table.resolving)) == (1, ["malice-2"])  # and then Bo sacrifices
    play(match, "sacrifice:hero-pirate-1")
    assert discard(match) == ["hero-hunter-1", "hero-pirate-1", "malice-2"]
    conserved(match)


@pytest.mark.rule("hunt.malice.nested")
def test_a_malice_being_resolved_is_not_drawn_by_its_own_effect():
    champions = {0: "champion-royal-2"}
    match = begin(
        *("malice-2", "hero-hunter-1"),
        champions=champions,
        heroes={0: ["hero-hunter-1"]},
        deck=["malice-2"],
    )
    play(match, "draw", "passive:champion-royal-2")  # the Discard Pile is shuffled: only the Hero lies there
    assert (hand(match), discard(match)) == (["hero-hunter-1"], ["malice-2"])


@pytest.mark.rule("hunt.malice.champions")
@pytest.mark.parametrize(("code", "verb"), [("malice-2", "sacrifice"), ("malice-4", "flip_down")])
def test_champions_are_not_heroes_that_a_malice_takes(code, verb):
    champions = {0: "champion-hunter-1", 1: "champion-royal-1"}
    match = play(begin(code, heroes={1: TWO}, champions=champions), "draw")
    assert (match.request.seat, keys(match)) == (1, [f"{verb}:{one}" for one in TWO])  # Ada loses nothing
    play(match, keys(match)[0])
    assert [codes(seat.champions) for seat in match.table.seats] == [
        ["champion-hunter-1"],
        ["champion-royal-1"],
    ]
    assert told(match).count("hunt.term.no-target") == 1


# --- Arcana ------------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.arcana.once", "hunt.arcana.discard")
def test_an_arcana_works_once_and_goes_to_the_discard_pile():
    match = begin("curse-1", "curse-2", "curse-3", hands={0: ["arcana-1"]})
    play(match, "play:arcana-1")  # draw 3 cards
    assert (hand(match), discard(match)) == (["curse-1", "curse-2", "curse-3"], ["arcana-1"])
    assert "hunt.arcana.discard" in told(match)
    conserved(match)


@pytest.mark.rule("hunt.arcana.once")
def test_its_bonus_is_used_up_by_one_attack():
    match = begin(2, 2, hands={0: ["arcana-8"]}, heroes={0: TWO}, actions=5)
    play(match, "play:arcana-8", "attack:beast-01", "attack:beast-02")  # +2 on the next attack roll
    rolled = [event.data["totals"] for event in match.events() if event.rule == "hunt.beast.orb"]
    assert rolled == [(4,), (2,)]


@pytest.mark.rule("hunt.arcana.own-turn")
def test_an_arcana_is_played_in_ones_own_turn_for_an_action():
    match = begin(hands={0: ["arcana-8"], 1: ["arcana-9"]})
    assert "play:arcana-8" in keys(match)
    assert "play:arcana-9" not in keys(match)
    play(match, "play:arcana-8")
    assert match.table.actions == 2


@pytest.mark.rule("hunt.arcana.own-turn")
def test_it_lies_in_the_resolving_zone_till_its_effect_is_carried_out():
    cards = reprinted({"arcana-1": {"effect": "discard_other:1"}})
    match = begin(cards=cards, hands={0: ["arcana-1"], 1: ["curse-1", "curse-2"]})
    play(match, "play:arcana-1")
    assert (codes(match.table.resolving), discard(match)) == (["arcana-1"], [])
    play(match, "discard:curse-1")
    assert (codes(match.table.resolving), discard(match)) == ([], ["curse-1", "arcana-1"])
