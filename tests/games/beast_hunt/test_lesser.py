"""Lesser Beasts: revealed and fought at once, +1 against the King and an action for who wins."""

from __future__ import annotations

from typing import Any

import pytest
from games.beast_hunt.laying import (
    assert_refused,
    begin,
    codes,
    conserved,
    discard,
    hand,
    keys,
    play,
    reprinted,
    settle,
    texts,
    told,
)

from beastlab.core.match import Match
from beastlab.core.requests import IllegalMove
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import illustrative

IMP = "lesser-beast-1"  # defeat 7, as lesser-beast-2; 3 and 4 have 8
IMPS = ["lesser-beast-1", "lesser-beast-2", "lesser-beast-3", "lesser-beast-4"]
ROYALS = [f"hero-royal-{n}" for n in range(1, 6)]


def lesser(**cells: str) -> dict[str, Any]:
    """A position with a made-up Lesser Beast as the top card."""
    made = {"type": "lesser_beast", "defeat": "7"} | cells
    return {"cards": reprinted({"imp": made}), "deck": ["imp"]}


def party(match: Match, seat: int = 0) -> list[str]:
    return codes(match.table.seats[seat].lesser)


@pytest.mark.rule("hunt.lesser.main-deck")
def test_lesser_beasts_are_cards_of_the_main_deck() -> None:
    table = hunt.new_match(2).table
    lesser_beasts = {card for card in table.deck.pool if card.type == "lesser_beast"}
    assert lesser_beasts == {card for card in illustrative().cards if card.type == "lesser_beast"} != set()
    assert all(card.type in ("beast", "shard") for card in table.beast_deck.pool)


@pytest.mark.rule("hunt.lesser.on-draw")
def test_a_lesser_beast_is_revealed_and_played_when_drawn() -> None:
    match = play(begin(IMP, 7, seats=3), "draw")
    assert IMP not in hand(match) and party(match) == [IMP]
    for seat in range(3):
        (shown,) = [event for event in match.events(seat) if event.rule == "hunt.lesser.on-draw"]
        assert codes(shown.cards) == [IMP]
    conserved(match)


@pytest.mark.rule("hunt.lesser.on-draw")
def test_it_is_fought_before_the_next_card_is_drawn() -> None:
    match = play(begin("arcana-1", IMP, 7, "arcana-2", "arcana-3"), "refresh")
    drawn_or_fought = [rule for rule in told(match) if rule in ("hunt.term.draw", "hunt.beast.orb")]
    draws = ["hunt.term.draw"] * 2  # one that its player sees, one for everybody
    assert drawn_or_fought == [*draws, *draws, "hunt.beast.orb", *draws, *draws]


@pytest.mark.rule("hunt.lesser.must-attack")
def test_the_fight_cannot_be_declined() -> None:
    match = play(begin(IMP, 2), "draw")  # no choice before the dice: they are rolled already
    assert "hunt.lesser.fail-discard" in told(match) and not match.request.window
    start = begin(phase="start", dealt=2, hands={0: IMPS[:2]})
    assert keys(start) == [f"reveal:{code}" for code in IMPS[:2]], "each first, but not none"
    with pytest.raises(IllegalMove):
        start.play("none")
    assert hand(start) == IMPS[:2]


@pytest.mark.rule("hunt.lesser.must-attack")
def test_that_it_must_be_fought_first_is_said_where_somebody_might_pass() -> None:
    start = begin(phase="start", dealt=2, hands={0: IMPS[:2]})
    assert_refused(start, "none", "hunt.lesser.must-attack")


@pytest.mark.rule("hunt.lesser.no-action")
def test_the_fight_costs_no_action() -> None:
    match = play(begin(IMP, 6, actions=2), "draw")
    assert match.table.actions == 1, "only the draw has been paid"
    last = play(begin(IMP, 6, actions=1), "draw")
    assert discard(last) == [IMP], "fought with no action left"


DRAWS_FOR_A_LOST_HERO = {  # seat 1 may draw a card in the turn of seat 0
    "champions": {1: "champion-mercenary-1"},
    "hands": {0: ["arcana-3"]},  # destroy a Hero
    "heroes": {1: ["hero-royal-1"]},
}


@pytest.mark.rule("hunt.lesser.no-action")
def test_the_fight_costs_no_action_in_another_players_turn() -> None:
    match = begin(IMP, 7, **DRAWS_FOR_A_LOST_HERO)
    play(match, "play:arcana-3", "passive:champion-mercenary-1")
    assert party(match, 1) == [IMP] and match.table.actions == 2, "seat 0 has paid for the Arcana alone"


@pytest.mark.rule("hunt.lesser.win-party", "hunt.lesser.fail-discard")
@pytest.mark.parametrize("result", range(2, 13))
def test_defeated_it_joins_the_party_else_it_is_discarded(result: int) -> None:
    match = play(begin("lesser-beast-3", result), "draw")  # defeat 8
    won = result >= 8
    assert party(match) == (["lesser-beast-3"] if won else [])
    assert discard(match) == ([] if won else ["lesser-beast-3"])
    conserved(match)


KING = {"orbs": "2", "type": "king", "defeat": "sum 20, each 10, best 12"}


@pytest.mark.rule("hunt.lesser.king-bonus")
@pytest.mark.parametrize("count", [0, 1, 3])
@pytest.mark.parametrize(("reading", "rolled"), [("sum", 14), ("each", [4, 10]), ("best", [4, 10])])
def test_each_lesser_beast_in_the_party_is_one_more_against_the_king(
    count: int, reading: str, rolled: Any
) -> None:
    made = reprinted({"straw-king": KING})
    position = {"heroes": {0: ROYALS}, "lesser": {0: IMPS[:count], 1: IMPS[count:]}, "orb_reading": reading}
    match = play(begin(rolled, cards=made, king="straw-king", **position), "attack:straw-king")
    natural = {"sum": 14, "each": 4, "best": 10}[reading]
    won = natural + count >= {"sum": 20, "each": 10, "best": 12}[reading]
    assert match.over == won
    if not won:
        assert next(e.data["result"] for e in match.events()[::-1] if "result" in e.data) == natural + count


@pytest.mark.rule("hunt.lesser.bonus-only-king")
def test_the_bonus_does_not_count_elsewhere() -> None:
    three = {"lesser": {0: IMPS[:3], 1: IMPS[3:]}}
    party = {"heroes": {0: ["hero-royal-1", "hero-royal-2"]}}
    beast = play(begin(7, **party, **three), "attack:beast-01")  # defeat 8
    assert texts(beast, "hunt.beast.fail-stays") == ["7, not 8: Mud Lurker stays."]
    hero = play(begin(7, **party, **three), "use:hero-royal-2")  # 8 or more
    assert "hunt.hero.fail-no-refund" in told(hero)
    another = play(begin("lesser-beast-5", 8, **party, **three), "draw")  # defeat 9
    assert discard(another) == ["lesser-beast-5"]
    duel = begin(
        7,
        7,
        6,
        7,
        hands={0: ["hero-royal-3"], 1: ["defiance-1"]},
        champions={0: "champion-royal-2", 1: "champion-mercenary-1"},
        **three,
    )
    play(duel, "play:hero-royal-3", "defy:defiance-1")
    assert texts(duel, "hunt.defiance.roll-order") == ["Bo rolls 7, Ada 7.", "Bo rolls 6, Ada 7."]


@pytest.mark.rule("hunt.lesser.extra-action")
def test_a_victory_gives_an_action_in_the_same_turn() -> None:
    match = begin(IMP, 7, "lesser-beast-2", 6, "arcana-1")
    assert play(match, "draw").table.actions == 3
    assert play(match, "draw").table.actions == 2, "a defeat gives none"
    assert play(match, "end").table.actions == 3 and match.table.turn == 1, "nor does it last"
    last = play(begin(IMP, 7, actions=1), "draw")
    assert last.table.turn == 0 and last.table.actions == 1, "the turn goes on"


@pytest.mark.rule("hunt.lesser.extra-action-off-turn")
def test_an_action_won_in_another_players_turn_is_lost() -> None:
    match = begin(IMP, 7, **DRAWS_FOR_A_LOST_HERO)
    play(match, "play:arcana-3", "passive:champion-mercenary-1")
    assert party(match, 1) == [IMP], "the card and its bonus are kept"
    assert match.table.turn == 0 and match.table.actions == 2
    assert play(match, "end").table.actions == 3


# --- in a starting hand -------------------------------------------------------------------------------------


def starting(*results: int, **position: Any) -> Match:
    return begin(*results, **{"phase": "start", "dealt": 2, "actions": 0} | position)


@pytest.mark.rule("hunt.lesser.start-hand")
def test_lesser_beasts_of_a_starting_hand_are_fought_when_the_first_turn_comes() -> None:
    match = starting(2, 2, 2, hands={0: ["arcana-1"], 1: ["arcana-2", *IMPS[:3]]})
    assert hand(match, 1) == ["arcana-2", *IMPS[:3]] and match.request.seat == 0, "not in others' turns"
    play(match, "end")
    assert match.request.seat == 1 and keys(match) == [f"reveal:{code}" for code in IMPS[:3]]
    play(match, f"reveal:{IMPS[1]}")
    assert discard(match) == [IMPS[1]], "one at a time"
    assert keys(match) == [f"reveal:{code}" for code in (IMPS[0], IMPS[2])]
    play(match, f"reveal:{IMPS[2]}")  # the last one needs no choice
    assert discard(match) == [IMPS[1], IMPS[2], IMPS[0]] and hand(match, 1) == ["arcana-2"]
    assert "draw" in keys(match) and match.table.actions == 3, "then comes the normal turn"


@pytest.mark.rule("hunt.lesser.start-order")
def test_the_holder_chooses_the_order_and_each_fight_is_finished_first() -> None:
    match = starting(5, hands={0: [*IMPS[:3], "enchant-5"]})
    assert keys(match) == [f"reveal:{code}" for code in IMPS[:3]]
    play(match, f"reveal:{IMPS[2]}")  # defeat 8
    assert match.request.window and "enchant:enchant-5:+3" in keys(match), (
        "its Enchants come before the next card"
    )
    assert hand(match) == [*IMPS[:2], "enchant-5"]
    play(match, "enchant:enchant-5:+3")
    assert party(match) == [IMPS[2]] and keys(match) == [f"reveal:{code}" for code in IMPS[:2]]


@pytest.mark.rule("hunt.lesser.start-extra-action")
@pytest.mark.parametrize(("results", "actions"), [((2, 2, 2), 3), ((7, 2, 2), 4), ((7, 7, 8), 6)])
def test_each_victory_before_the_first_turn_gives_it_an_action(
    results: tuple[int, ...], actions: int
) -> None:
    match = starting(*results, hands={0: IMPS[:3]})
    play(match, *[f"reveal:{code}" for code in IMPS[:2]])  # the third follows by itself
    assert match.table.actions == actions and "end" in keys(match)


# --- the rest ------------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.lesser.requirement")
def test_a_fight_without_the_required_classes_is_lost_without_a_roll() -> None:
    match = play(begin("imp", **lesser(requirement="Pirate"), heroes={0: ["hero-royal-1"]}), "draw")
    assert discard(match) == ["imp"] and "hunt.beast.orb" not in told(match)
    match = play(begin("imp", 7, **lesser(requirement="Pirate"), heroes={0: ["hero-pirate-1"]}), "draw")
    assert party(match) == ["imp"]
    assert all(card.requirement == () for card in illustrative().cards if card.type == "lesser_beast")


@pytest.mark.rule("hunt.lesser.orb")
@pytest.mark.parametrize(
    ("reading", "rolled", "won"), [("sum", 14, True), ("each", [4, 10], False), ("best", [4, 10], True)]
)
def test_the_dice_are_rolled_as_often_as_its_orb_says(reading: str, rolled: Any, won: bool) -> None:
    match = play(begin("imp", rolled, **lesser(orbs="2", defeat="9"), orb_reading=reading), "draw")
    assert bool(party(match)) == won
    with pytest.raises(IllegalMove, match="2 dice"):
        play(begin(IMP, 13), "draw")  # without an orb once


@pytest.mark.rule("hunt.lesser.not-on-field")
def test_it_takes_no_place_on_the_field_and_its_defeat_reveals_nothing() -> None:
    match = begin(IMP, 6, "lesser-beast-2", 7)
    field, left = codes(match.table.field), len(match.table.beast_deck)
    play(match, "draw")
    assert codes(match.table.field) == field and f"attack:{IMP}" not in keys(match)
    play(match, "draw")
    assert party(match) == ["lesser-beast-2"] and match.table.seats[0].beasts == []
    assert codes(match.table.field) == field and len(match.table.beast_deck) == left
    assert "hunt.beast.reveal-replacement" not in told(match)


@pytest.mark.rule("hunt.lesser.not-defiable")
def test_nobody_can_defy_a_lesser_beast() -> None:
    match = play(begin(IMP, 7, hands={1: ["defiance-1", "enchant-1"]}), "draw")
    assert match.request.seat == 1 and [key.partition(":")[0] for key in keys(match)] == [
        "pass",
        "enchant",
        "enchant",
    ]
    assert_refused(match, "defy:defiance-1", "hunt.beast.attack-not-defiable")
    assert party(settle(match)) == [IMP]
    alone = play(begin(IMP, 7, hands={1: ["defiance-1"]}), "draw")
    assert party(alone) == [IMP] and not alone.request.window


@pytest.mark.rule("hunt.lesser.enters-otherwise")
def test_a_pulled_lesser_beast_is_fought_at_once_by_who_pulled_it() -> None:
    match = begin(IMP, 7, "arcana-1", hands={0: ["arcana-6"], 1: [IMP, "arcana-1"]}, dealt={1: 2})
    match.play("play:arcana-6")
    assert party(match, 0) == [IMP] and match.table.actions == 3, "3 - 1 for the Arcana + 1 won"
    assert "arcana-1" in hand(match, 0)


@pytest.mark.rule("hunt.lesser.enters-otherwise")
def test_a_pulled_malice_is_resolved_at_once_by_who_pulled_it() -> None:
    malice = ["malice-1", "arcana-1"]  # each player discards a card
    match = begin("malice-1", ..., hands={0: ["arcana-6", "arcana-2"], 1: malice}, dealt={1: 2})
    match.play("play:arcana-6")
    assert discard(match) == ["arcana-2", "arcana-1", "malice-1", "arcana-6"]


@pytest.mark.rule("hunt.lesser.enters-otherwise")
@pytest.mark.parametrize("code", [IMP, "malice-1"])
def test_one_taken_from_the_discard_pile_is_resolved_at_once(code: str) -> None:
    row = {
        "type": "arcana",
        "effect": f"recover:{code[:-2].replace('-', '_')}",
    }
    hands = {0: ["rake", "arcana-1"], 1: ["arcana-2"]}
    match = begin(7, cards=reprinted({"rake": row}), hands=hands, discard=[code])
    match.play("play:rake")
    assert "rake" in discard(match) and code not in hand(match)
    assert party(match) == [IMP] if code == IMP else hand(match, 0) == hand(match, 1) == []


@pytest.mark.rule("hunt.lesser.discarded-unresolved")
def test_discarded_from_a_starting_hand_it_has_no_effect() -> None:
    match = begin("malice-1", hands={0: ["arcana-2"], 1: [IMP, "arcana-1"]}, dealt={1: 2})
    play(match, "draw", f"discard:{IMP}")  # the Malice: each player discards a card
    assert discard(match) == ["arcana-2", IMP, "malice-1"] and party(match, 1) == []
    assert "hunt.lesser.on-draw" not in told(match)
    play(match, "end")
    assert match.request.seat == 1 and "draw" in keys(match), "nothing is left to fight"
