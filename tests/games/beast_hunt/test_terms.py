"""Classes and important terms, in the rulebook's order."""

from fractions import Fraction

import pytest
from games.beast_hunt.laying import (
    assert_refused,
    begin,
    chances,
    codes,
    conserved,
    discard,
    hand,
    hero,
    heroes,
    keys,
    lay,
    play,
    refused,
    reprinted,
    texts,
    told,
)

from beastlab.core.chance import ByHand
from beastlab.core.requests import Choose, Total
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt.rules import heroes as hero_rules

CARDS = hunt.illustrative()
CLASSES = {"Hunter", "Invoker", "Mercenary", "Nightmare", "Pirate", "Royal", "Shinobi"}
TWO = ["hero-hunter-1", "hero-royal-1"]


# --- classes ---------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.class.seven", "hunt.class.symbol")
def test_there_are_seven_classes_and_each_champion_and_hero_has_exactly_one():
    for card in CARDS.cards:
        if card.type in ("champion", "hero"):
            assert card.class_ in CLASSES
    assert {card.class_ for card in CARDS.main if card.type == "hero"} == CLASSES
    for code in ("hero-hunter-1", "champion-hunter-1"):
        reprinted({code: {"class": "Pirate"}})
        for class_ in ("", "Knight", "Hunter & Pirate", "any"):
            with pytest.raises(ValueError, match="class"):
                reprinted({code: {"class": class_}})


@pytest.mark.rule("hunt.class.seven")
@pytest.mark.parametrize("class_", sorted(CLASSES))
def test_a_beast_may_require_any_of_the_seven_classes(class_):
    cards = reprinted({"beast-01": {"requirement": class_}})
    for of in CLASSES:
        match = begin(cards=cards, heroes={0: [f"hero-{of.lower()}-1"]}, champions={0: "champion-hunter-2"})
        assert ("attack:beast-01" in keys(match)) == (class_ in (of, "Hunter"))  # the champion is a Hunter


@pytest.mark.rule("hunt.class.requirement")
@pytest.mark.parametrize(
    ("party", "met"),
    [
        (["hero-shinobi-1", "hero-nightmare-1", "hero-royal-1"], True),
        (["hero-shinobi-1", "hero-nightmare-1", "hero-nightmare-2"], True),
        (["hero-shinobi-1", "hero-shinobi-2", "hero-royal-1"], False),
        (["hero-hunter-1", "hero-nightmare-1", "hero-royal-1"], False),
    ],
)
def test_only_a_party_with_the_required_classes_may_attack(party, met):
    match = begin(heroes={0: party}, field=["beast-14"])  # Shinobi & Nightmare & any
    if met:
        assert "attack:beast-14" in keys(match)
    else:
        assert_refused(match, "attack:beast-14", "hunt.beast.requirement-needed")


@pytest.mark.rule("hunt.class.any-symbol")
@pytest.mark.parametrize("class_", sorted(CLASSES))
def test_an_any_symbol_takes_a_hero_of_any_class(class_):
    first, second = f"hero-{class_.lower()}-1", f"hero-{class_.lower()}-2"
    assert "attack:beast-01" in keys(begin(heroes={0: [first, second]}))  # any & any
    assert_refused(begin(heroes={0: [first]}), "attack:beast-01", "hunt.beast.requirement-matching")


# --- draw, discard, pull -----------------------------------------------------------------------------------


@pytest.mark.rule("hunt.term.draw")
def test_a_draw_takes_the_top_card_of_the_main_deck():
    table = lay(deck=["curse-1", "curse-2"])
    table.deck.put_on_top([CARDS.by_code["hero-royal-1"]])
    table.deck.put_on_bottom([CARDS.by_code["arcana-1"]])
    match = play(hunt.match_at(table), "draw", "draw", "draw")
    assert hand(match)[0] == "hero-royal-1"
    assert sorted(hand(match)[1:]) == ["curse-1", "curse-2"]
    assert len(match.table.deck) == 1


@pytest.mark.rule("hunt.term.draw")
def test_every_card_of_a_shuffled_deck_is_on_top_with_equal_chance():
    match = begin(deck=["curse-1", "curse-2", "enchant-1"])
    odds = chances(match, "draw", lambda table: table.seats[0].hand[0].code)
    assert odds == dict.fromkeys(["curse-1", "curse-2", "enchant-1"], Fraction(1, 3))


@pytest.mark.rule("hunt.term.draw-empty")
def test_the_discard_pile_is_shuffled_when_a_draw_is_due_and_the_deck_is_empty():
    match = begin("curse-1", "enchant-2", deck=["curse-1"], discard=["enchant-1", "enchant-2", "arcana-2"])
    play(match, "draw")
    assert len(discard(match)) == 3  # not before a draw is due
    odds = chances(match, "draw", lambda table: table.seats[0].hand[-1].code)
    assert odds == dict.fromkeys(["enchant-1", "enchant-2", "arcana-2"], Fraction(1, 3))
    play(match, "draw")
    assert (hand(match), discard(match), len(match.table.deck)) == (["curse-1", "enchant-2"], [], 2)
    assert told(match).count("hunt.term.draw-empty") == 1
    conserved(match)


@pytest.mark.rule("hunt.term.draw-empty", "hunt.action.refresh-order")
def test_a_refresh_may_draw_again_what_it_discarded():
    chance = "curse-1", "arcana-1", "hero-royal-1", "arcana-2"
    old = ["hero-royal-1", "hero-royal-2", "arcana-1"]
    match = begin(*chance, hands={0: old}, deck=["curse-1"], discard=["arcana-2", "arcana-3"])
    play(match, "refresh")
    assert (hand(match, 0), len(match.table.deck), discard(match)) == (list(chance), 2, [])
    conserved(match)


@pytest.mark.rule("hunt.term.draw-empty", "hunt.term.draw-both-empty", "hunt.arcana.own-turn")
def test_a_card_being_resolved_is_not_shuffled_in():
    match = begin("curse-1", "curse-2", hands={0: ["arcana-1"]}, deck=["curse-1"], discard=["curse-2"])
    play(match, "play:arcana-1")  # draw 3 cards
    assert (hand(match), discard(match)) == (["curse-1", "curse-2"], ["arcana-1"])
    assert told(match)[-2:] == ["hunt.term.draw-both-empty", "hunt.arcana.discard"]
    assert match.table.actions == 2


@pytest.mark.rule("hunt.term.draw-both-empty")
def test_no_draw_where_deck_and_discard_pile_are_empty():
    match = begin(deck=[])
    assert_refused(match, "draw", "hunt.term.draw-both-empty")
    play(match, "refresh")  # it is legal, and draws nothing
    assert (match.request.seat, hand(match, 0)) == (1, [])
    assert "draw" in keys(begin(deck=[], discard=["curse-1"]))


@pytest.mark.rule("hunt.term.discard")
def test_a_discard_places_a_card_of_the_hand_into_the_discard_pile():
    match = begin(6, heroes={0: ["hero-nightmare-6"]}, hands={1: ["curse-1", "curse-2", "curse-3"]})
    play(match, "use:hero-nightmare-6", "discard:curse-2")
    assert (hand(match, 1), discard(match)) == (["curse-1", "curse-3"], ["curse-2"])
    conserved(match)


@pytest.mark.rule("hunt.term.discard-choice")
def test_the_owner_of_the_hand_chooses_what_is_discarded():
    hands = {0: ["enchant-1"], 1: ["curse-1", "curse-2"], 2: ["curse-3", "curse-4"]}
    match = begin(6, heroes={0: ["hero-nightmare-6"]}, hands=hands, seats=4)
    play(match, "use:hero-nightmare-6", "*")
    assert (match.request.seat, keys(match)) == (0, ["victim:1", "victim:2"])
    play(match, "victim:2")
    assert (match.request.seat, keys(match)) == (2, ["discard:curse-3", "discard:curse-4"])
    play(match, "discard:curse-4")
    assert [hand(match, seat) for seat in (0, 1, 2)] == [["enchant-1"], ["curse-1", "curse-2"], ["curse-3"]]


@pytest.mark.rule("hunt.term.discard-choice")
def test_each_other_player_chooses_own_discards():
    hands = {0: ["enchant-1"], 1: ["curse-1", "curse-2"], 2: ["curse-3", "curse-4"]}
    match = begin(8, heroes={0: ["hero-nightmare-7"]}, hands=hands, seats=3)
    play(match, "use:hero-nightmare-7", "*")
    for seat, code in ((1, "curse-1"), (2, "curse-4")):
        assert match.request.seat == seat
        play(match, f"discard:{code}")
    assert [hand(match, seat) for seat in (0, 1, 2)] == [["enchant-1"], ["curse-2"], ["curse-3"]]


@pytest.mark.rule("hunt.term.pull")
def test_a_pull_takes_a_random_card_of_another_hand():
    match = begin(
        "curse-2", champions={0: "champion-pirate-2"}, hands={1: ["curse-1", "curse-2", "enchant-1"]}
    )
    odds = chances(match, "skill:champion-pirate-2", lambda t: t.seats[0].hand[-1].code, seat=1)
    assert odds == dict.fromkeys(["curse-1", "curse-2", "enchant-1"], Fraction(1, 3))
    play(match, "skill:champion-pirate-2")
    assert (hand(match, 0), hand(match, 1)) == (["curse-2"], ["curse-1", "enchant-1"])
    conserved(match)


@pytest.mark.rule("hunt.term.pull-target")
def test_the_pulling_player_chooses_another_player_with_cards():
    hands = {0: ["arcana-8"], 2: ["curse-1"], 3: ["curse-2"]}
    match = begin("curse-2", champions={0: "champion-pirate-2"}, hands=hands, seats=4)
    play(match, "skill:champion-pirate-2")
    assert (match.request.seat, keys(match)) == (0, ["pull:2", "pull:3"])
    assert_refused(match, "pull:0", "hunt.term.pull-target")
    assert_refused(match, "pull:1", "hunt.term.pull-target")
    play(match, "pull:3")
    assert hand(match, 0) == ["arcana-8", "curse-2"]


@pytest.mark.rule("hunt.term.pull-target", "hunt.term.no-target")
def test_a_pull_without_anybody_to_pull_from_has_no_effect():
    match = play(begin(champions={0: "champion-pirate-2"}, hands={0: ["curse-1"]}), "skill:champion-pirate-2")
    assert (hand(match), match.table.actions) == (["curse-1"], 2)
    assert told(match)[-1] == "hunt.term.no-target"


@pytest.mark.rule("hunt.term.pull-target")
def test_several_pulls_are_made_one_after_another():
    match = begin(
        "curse-1", "curse-3", hands={0: ["arcana-6"], 1: ["curse-1"], 2: ["curse-2", "curse-3"]}, seats=3
    )
    play(match, "play:arcana-6", "pull:1")  # whose hand is empty now: the second goes to Cleo
    assert (hand(match, 0), hand(match, 1), hand(match, 2)) == (["curse-1", "curse-3"], [], ["curse-2"])
    table = lay(hands={0: ["arcana-6"], 1: ["curse-1", "curse-2", "curse-3"]})
    match = hunt.match_at(table, chance=ByHand())
    play(match, "play:arcana-6")
    assert codes(match.request.outcomes()) == ["curse-1", "curse-2", "curse-3"]
    play(match, "curse-2")
    assert {card.code: weight for card, weight in match.request.outcomes().items()} == {
        "curse-1": 1,
        "curse-3": 1,
    }


@pytest.mark.rule("hunt.term.pull-secrecy")
def test_a_pulled_card_is_seen_by_the_two_players_concerned():
    match = begin("curse-4", champions={0: "champion-pirate-2"}, hands={1: ["curse-4", "curse-1"]}, seats=3)
    play(match, "skill:champion-pirate-2", "*")
    for seat, sees in ((0, True), (1, True), (2, False)):
        cards = {card.code for event in match.events(seat) for card in event.cards}
        assert ("curse-4" in cards) == sees
        assert any("Sewn Lips" in event.text for event in match.events(seat)) == sees
        assert "Ada pulls a card from Bo." in texts(match, "hunt.term.pull", seat)
    shown = [match.view(seat)["seats"][0] for seat in range(3)]
    assert [view["hand"] for view in shown] == [["curse-4"], ["curse-4"], []]  # Bo can follow it, Cleo can't
    assert [view["hand_size"] for view in shown] == [1, 1, 1]


@pytest.mark.rule("hunt.term.pull-secrecy")
@pytest.mark.parametrize("code", ["malice-3", "lesser-beast-1"])
def test_a_pulled_malice_or_lesser_beast_is_revealed(code):
    chance = (code, 12) if code == "lesser-beast-1" else (code,)
    match = begin(
        *chance, champions={0: "champion-pirate-2"}, hands={1: [code, "curse-1"]}, dealt={1: 2, 2: 2}, seats=3
    )
    play(match, "skill:champion-pirate-2", "*")
    assert code in {card.code for event in match.events(2) for card in event.cards}
    assert hand(match, 0) == []
    assert code in [*discard(match), *codes(match.table.seats[0].lesser)]


# --- attack, defeat ------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.term.attack", "hunt.term.defeat")
@pytest.mark.parametrize(("roll", "defeated"), [(12, True), (9, True), (8, False), (2, False)])
def test_an_attack_rolls_dice_and_a_defeated_beast_joins_the_party(roll, defeated):
    match = hunt.match_at(
        lay(heroes={0: ["hero-shinobi-1", "hero-royal-1"]}, field=["beast-07"], beast_deck=[]),
        chance=ByHand(),
    )
    play(match, "attack:beast-07")
    assert match.request == Total(2)
    assert told(match)[-1] == "hunt.term.attack"
    match.play(roll)  # defeat 9
    assert codes(match.table.seats[0].beasts) == (["beast-07"] if defeated else [])
    assert codes(match.table.field) == ([] if defeated else ["beast-07"])
    assert (match.request.seat, match.table.actions) == (0, 1)
    conserved(match)


# --- face down --------------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.term.facedown-no-effect")
def test_the_effect_of_a_face_down_hero_cannot_be_used():
    match = begin(heroes={0: TWO}, down=["hero-hunter-1"])
    assert "use:hero-royal-1" in keys(match)
    assert_refused(match, "use:hero-hunter-1", "hunt.term.facedown-no-effect")


@pytest.mark.rule("hunt.term.facedown-no-effect")
def test_a_face_down_hero_whose_effect_lasts_has_none():
    cards = reprinted({"hero-hunter-1": {"mode": "continuous", "roll": "", "effect": "attack_bonus:3"}})
    for down in ([], ["hero-hunter-1"]):
        match = begin(2, cards=cards, heroes={0: [*TWO, "hero-pirate-1"]}, down=down)
        play(match, "attack:beast-01")
        rolled = next(event.data["totals"] for event in match.events() if event.rule == "hunt.beast.orb")
        assert rolled == ((2,) if down else (5,))


@pytest.mark.rule("hunt.term.facedown-no-attack")
def test_the_face_down_king_cannot_be_attacked():
    match = begin(heroes={0: [*TWO, "hero-pirate-1", "hero-pirate-2"]}, beasts={0: ["beast-04", "beast-05"]})
    assert_refused(match, "attack:king", "hunt.term.facedown-no-attack")
    assert not any("king" in key for key in keys(match))


DOWN = {"heroes": {0: ["hero-hunter-2"], 1: ["hero-royal-1", "hero-pirate-1", "hero-pirate-2"]}}


@pytest.mark.rule("hunt.term.facedown-immunity")
@pytest.mark.parametrize(
    ("card", "verb"), [("arcana-3", "destroy"), ("arcana-5", "steal"), ("arcana-11", "return")]
)
def test_a_face_down_hero_is_no_target_of_destroy_steal_or_return(card, verb):
    match = play(begin(hands={0: [card]}, down=["hero-royal-1"], **DOWN), f"play:{card}")
    assert keys(match) == [f"{verb}:hero-pirate-1", f"{verb}:hero-pirate-2"]
    assert_refused(match, f"{verb}:hero-royal-1", "hunt.term.facedown-immunity")


@pytest.mark.rule("hunt.term.facedown-assassinate")
def test_a_face_down_hero_may_be_assassinated():
    match = begin(9, heroes={0: ["hero-shinobi-5"], 1: TWO}, down=["hero-hunter-1"])
    play(match, "use:hero-shinobi-5", "assassinate:hero-hunter-1")
    assert (heroes(match, 1), discard(match)) == (["hero-royal-1"], ["hero-hunter-1"])


@pytest.mark.rule("hunt.term.facedown-assassinate", "hunt.term.sacrifice")
def test_a_face_down_hero_may_be_sacrificed_by_its_owner():
    match = play(begin("malice-2", heroes={0: TWO}, down=["hero-hunter-1"]), "draw")
    assert keys(match) == ["sacrifice:hero-hunter-1", "sacrifice:hero-royal-1"]
    play(match, "sacrifice:hero-hunter-1")
    assert heroes(match) == ["hero-royal-1"]


@pytest.mark.rule("hunt.term.facedown-stolen", "hunt.term.facedown-immunity")
def test_a_steal_finds_no_face_down_hero():
    match = begin(hands={0: ["arcana-5"]}, heroes={1: TWO}, down=TWO)
    play(match, "play:arcana-5")
    assert (heroes(match, 0), heroes(match, 1)) == ([], TWO)
    assert "hunt.term.no-target" in told(match)


@pytest.mark.rule("hunt.term.facedown-stolen")
def test_a_hero_turned_face_down_after_it_was_named_is_not_stolen():
    cards = reprinted({"champion-invoker-2": {"trigger": "on_duel_won", "passive": "flip:1"}})
    match = begin(
        *(3, 9),  # Bo's Defiance loses, and Ada, who won, turns the named Hero face down
        cards=cards,
        hands={0: ["arcana-5"], 1: ["defiance-1"]},
        heroes={1: TWO},
        champions={0: "champion-invoker-2", 1: "champion-hunter-2"},
    )
    play(match, "play:arcana-5", "steal:hero-hunter-1", "defy:defiance-1")
    play(match, "passive:champion-invoker-2", "flip:hero-hunter-1")
    assert (heroes(match, 0), heroes(match, 1)) == ([], TWO)
    assert told(match)[-2:] == ["hunt.term.no-target", "hunt.arcana.discard"]


@pytest.mark.rule("hunt.term.facedown-stolen")
def test_a_face_down_hero_that_changes_its_party_anyway_turns_face_up():
    # no effect of the vocabulary does this, so the rule is run by itself
    table = lay(heroes={1: TWO}, down=["hero-hunter-1"])
    requests = list(hero_rules.steal(table, 0, 1, table.seats[1].heroes[0]))
    assert not any(isinstance(request, Choose) for request in requests)
    assert [(one.card.code, one.up) for one in table.seats[0].heroes] == [("hero-hunter-1", True)]
    assert codes(table.seats[1].heroes) == ["hero-royal-1"]


@pytest.mark.rule("hunt.term.facedown-class")
def test_a_face_down_hero_counts_for_no_requirement():
    party = {0: ["hero-shinobi-1", "hero-royal-1"]}
    field = ["beast-01", "beast-07"]  # any & any; Shinobi & any
    assert {"attack:beast-01", "attack:beast-07"} <= set(keys(begin(heroes=party, field=field)))
    match = begin(heroes=party, field=field, down=["hero-shinobi-1"])
    assert_refused(match, "attack:beast-01", "hunt.beast.requirement-matching")
    assert_refused(match, "attack:beast-07", "hunt.beast.requirement-needed")


@pytest.mark.rule("hunt.term.facedown-class")
@pytest.mark.parametrize("down", [[], ["hero-hunter-4"]])
def test_nor_is_it_among_five_cards_of_a_class(down):
    match = begin(..., heroes={0: [f"hero-hunter-{n}" for n in range(1, 6)]}, down=down)
    play(match, "end")
    assert (match.table.king is None) == bool(down)


@pytest.mark.rule("hunt.term.facedown-causes")
def test_only_an_effect_turns_a_hero_down_and_up_again():
    match = begin(
        *(6, 6), heroes={0: ["hero-shinobi-6", "hero-royal-1"]}, equipped={"hero-royal-1": "armament-1"}
    )
    play(match, "use:hero-shinobi-6", "flip:hero-royal-1")
    for _ in range(4):  # it stays so, with its card, through everybody's turns
        assert not hero(match, "hero-royal-1").up
        assert hero(match, "hero-royal-1").gear is CARDS.by_code["armament-1"]
        play(match, "end")
    play(match, "use:hero-shinobi-6", "flip:hero-royal-1")
    assert hero(match, "hero-royal-1").up
    assert hero(match, "hero-royal-1").gear is CARDS.by_code["armament-1"]
    assert heroes(match) == ["hero-shinobi-6", "hero-royal-1"]


# --- destroy, sacrifice, steal, assassinate, return -----------------------------------------------------------

PARTIES = {"heroes": {0: ["hero-shinobi-2", "hero-shinobi-3"], 1: TWO, 2: ["hero-pirate-1"]}, "seats": 3}


@pytest.mark.rule("hunt.term.destroy")
def test_destroy_puts_a_hero_of_another_party_into_the_discard_pile():
    match = play(begin(hands={0: ["arcana-3"]}, **PARTIES), "play:arcana-3")
    assert keys(match) == ["destroy:hero-hunter-1", "destroy:hero-royal-1", "destroy:hero-pirate-1"]
    assert_refused(match, "destroy:hero-shinobi-2", "hunt.term.destroy")
    play(match, "destroy:hero-pirate-1")
    assert (heroes(match, 2), discard(match)) == ([], ["hero-pirate-1", "arcana-3"])
    conserved(match)


@pytest.mark.rule("hunt.term.sacrifice")
def test_sacrifice_puts_a_hero_of_ones_own_choice_and_party_into_the_discard_pile():
    match = play(begin("malice-2", **PARTIES), "draw")
    assert (match.request.seat, keys(match)) == (0, ["sacrifice:hero-shinobi-2", "sacrifice:hero-shinobi-3"])
    assert_refused(match, "sacrifice:hero-pirate-1", "hunt.term.sacrifice")
    play(match, "sacrifice:hero-shinobi-3")
    assert (match.request.seat, keys(match)) == (1, ["sacrifice:hero-hunter-1", "sacrifice:hero-royal-1"])
    play(match, "sacrifice:hero-hunter-1")
    assert discard(match) == ["hero-shinobi-3", "hero-hunter-1", "hero-pirate-1", "malice-2"]
    assert [heroes(match, seat) for seat in range(3)] == [["hero-shinobi-2"], ["hero-royal-1"], []]


@pytest.mark.rule("hunt.term.steal")
def test_steal_moves_a_hero_of_another_party_to_ones_own():
    match = play(begin(hands={0: ["arcana-5"]}, **PARTIES), "play:arcana-5")
    assert keys(match) == ["steal:hero-hunter-1", "steal:hero-royal-1", "steal:hero-pirate-1"]
    assert_refused(match, "steal:hero-shinobi-2", "hunt.term.steal")
    play(match, "steal:hero-royal-1")
    assert heroes(match, 0) == ["hero-shinobi-2", "hero-shinobi-3", "hero-royal-1"]
    assert (heroes(match, 1), discard(match)) == (["hero-hunter-1"], ["arcana-5"])
    assert "use:hero-royal-1" in keys(match)
    conserved(match)


@pytest.mark.rule("hunt.term.assassinate")
@pytest.mark.parametrize(
    ("code", "owner"), [("hero-shinobi-3", 0), ("hero-royal-1", 1), ("hero-shinobi-5", 0)]
)
def test_assassinate_puts_any_hero_into_the_discard_pile(code, owner):
    parties = {0: ["hero-shinobi-5", "hero-shinobi-3"], 1: TWO}
    match = play(begin(9, heroes=parties), "use:hero-shinobi-5")
    assert keys(match) == [f"assassinate:{one}" for one in [*parties[0], *TWO]]
    play(match, f"assassinate:{code}")
    assert discard(match) == [code]
    assert heroes(match, owner) == [one for one in parties[owner] if one != code]


@pytest.mark.rule("hunt.term.return")
def test_return_moves_a_hero_to_the_hand_of_the_player_whose_party_it_was_in():
    match = begin(hands={0: ["arcana-11"], 1: ["curse-1"]}, **PARTIES)
    play(match, "play:arcana-11")
    assert_refused(match, "return:hero-shinobi-2", "hunt.term.return")
    play(match, "return:hero-royal-1")
    assert (heroes(match, 1), hand(match, 1), hand(match, 0)) == (
        ["hero-hunter-1"],
        ["curse-1", "hero-royal-1"],
        [],
    )
    assert discard(match) == ["arcana-11"]
    conserved(match)


@pytest.mark.rule("hunt.term.return")
def test_a_stolen_hero_returns_to_the_hand_of_the_thief():
    match = begin(8, hands={0: ["arcana-5"]}, heroes={1: ["hero-royal-1", "hero-mercenary-7"]})
    play(match, "play:arcana-5", "steal:hero-royal-1", "end", "use:hero-mercenary-7")
    assert (heroes(match, 0), hand(match, 0), hand(match, 1)) == ([], ["hero-royal-1"], [])


@pytest.mark.rule("hunt.term.no-target")
@pytest.mark.parametrize("card", ["arcana-3", "arcana-5", "arcana-6", "arcana-10", "arcana-11", "arcana-12"])
def test_without_a_target_an_effect_does_nothing_and_the_card_is_used_up(card):
    match = begin(hands={0: [card]}, heroes={0: TWO})
    play(match, f"play:{card}")
    assert (match.request.seat, match.table.actions) == (0, 2)
    assert (hand(match), heroes(match), discard(match)) == ([], TWO, [card])
    assert "hunt.term.no-target" in told(match)


@pytest.mark.rule("hunt.term.no-target")
@pytest.mark.parametrize("card", ["arcana-3", "arcana-5", "arcana-6", "arcana-10", "arcana-11", "arcana-12"])
def test_with_a_target_a_choice_must_be_made(card):
    match = begin(
        hands={0: [card], 1: ["curse-1"], 2: ["curse-2"]},
        heroes={0: ["hero-shinobi-2"], 1: TWO},
        equipped={"hero-hunter-1": "armament-1", "hero-royal-1": "armament-2"},
        discard=["hero-pirate-1", "hero-pirate-2"],
        seats=3,
    )
    play(match, f"play:{card}")
    assert match.request.seat == 0
    assert not match.request.window
    assert len(keys(match)) == 2
    assert not {"decline", "pass", "end"} & set(keys(match))


@pytest.mark.rule("hunt.term.destroy-equipment")
def test_a_plain_destroy_chooses_heroes_and_not_what_they_carry():
    equipped = {"hero-hunter-1": "armament-1", "hero-royal-1": "curse-1"}
    match = play(begin(hands={0: ["arcana-3"]}, heroes={1: TWO}, equipped=equipped), "play:arcana-3")
    assert keys(match) == ["destroy:hero-hunter-1", "destroy:hero-royal-1"]
    match = play(begin(hands={0: ["arcana-10"]}, heroes={1: TWO}, equipped=equipped), "play:arcana-10")
    play(match, "unequip:hero-royal-1")  # an effect that names equipped cards
    assert (heroes(match, 1), discard(match)) == (TWO, ["curse-1", "arcana-10"])


@pytest.mark.rule("hunt.term.party-beasts-safe")
@pytest.mark.parametrize("verb", ["destroy", "steal", "return", "assassinate", "flip", "each_sacrifice"])
def test_beasts_in_a_party_are_never_a_target(verb):
    cards = reprinted({"arcana-3": {"effect": f"{verb}:1"}})
    match = begin(
        cards=cards,
        hands={0: ["arcana-3"]},
        heroes={0: ["hero-pirate-1", "hero-pirate-2"], 1: TWO},
        beasts={0: ["beast-04"], 1: ["beast-05"]},
        lesser={0: ["lesser-beast-1"], 1: ["lesser-beast-2"]},
    )
    play(match, "play:arcana-3")
    assert match.request.seat == 0
    for key in [*keys(match), *refused(match)]:
        assert "beast" not in key
    while not match.request.prompt.startswith("Ada: 2 actions"):
        match.play(keys(match)[0])
    assert codes(match.table.seats[0].beasts + match.table.seats[1].beasts) == ["beast-04", "beast-05"]
    assert codes(match.table.seats[0].lesser + match.table.seats[1].lesser) == [
        "lesser-beast-1",
        "lesser-beast-2",
    ]
