"""Armament, Curse and Banner, in the rulebook's order."""

import pytest
from games.beast_hunt.laying import (
    assert_refused,
    begin,
    codes,
    conserved,
    discard,
    hand,
    hero,
    heroes,
    keys,
    play,
    refused,
    reprinted,
    told,
)

from beastlab.games import beast_hunt as hunt

BY_CODE = hunt.illustrative().by_code
TWO = ["hero-hunter-1", "hero-royal-1"]
EVERYWHERE = {"heroes": {0: ["hero-hunter-1"], 1: ["hero-royal-1"], 2: ["hero-pirate-1"]}, "seats": 3}
KINDS = ["armament-1", "curse-1", "banner-shinobi"]


def gear(match, code):
    """The code of what a Hero carries, or None."""
    carried = hero(match, code).gear
    return carried and carried.code


def rolled(match, rule="hunt.beast.orb"):
    """The totals of the attack rolls, modifiers included."""
    return [event.data["totals"][0] for event in match.events() if event.rule == rule]


# --- what goes on which Hero ---------------------------------------------------------------------------------


@pytest.mark.rule(
    "hunt.equip.armament-target",
    "hunt.equip.curse-target",
    "hunt.equip.banner-target",
    "hunt.equip.on-the-field",
)
@pytest.mark.parametrize("card", KINDS)
@pytest.mark.parametrize("target", ["hero-hunter-1", "hero-royal-1", "hero-pirate-1"])
def test_equipment_goes_on_any_hero_in_any_party(card, target):
    match = begin(hands={0: [card]}, **EVERYWHERE)
    wanted = [f"equip:{card}:{code}" for code in ("hero-hunter-1", "hero-royal-1", "hero-pirate-1")]
    assert [key for key in keys(match) if card in key] == wanted
    play(match, f"equip:{card}:{target}")
    assert gear(match, target) == card
    assert (hand(match), discard(match), match.table.actions) == ([], [], 2)
    kind = BY_CODE[card].type
    assert told(match)[-1] == f"hunt.equip.{'banner-class' if kind == 'banner' else f'{kind}-target'}"
    conserved(match)


@pytest.mark.rule("hunt.equip.on-the-field")
def test_heroes_in_hands_and_piles_are_not_on_the_field():
    match = begin(
        hands={0: ["curse-1", "hero-pirate-1"], 1: ["hero-pirate-2"]},
        heroes={1: TWO},
        discard=["hero-pirate-3"],
    )
    assert [key for key in keys(match) if "curse-1" in key] == [f"equip:curse-1:{code}" for code in TWO]


@pytest.mark.rule("hunt.equip.armament-target")
@pytest.mark.parametrize(
    ("card", "roll", "works"), [("armament-1", 7, True), ("armament-1", 6, False), ("armament-4", 6, True)]
)
def test_an_armament_gives_its_hero_an_additional_effect(card, roll, works):
    party = {0: ["hero-shinobi-2", "hero-royal-2"]}  # both need 8 or more
    match = begin(roll, ..., heroes=party, equipped={"hero-shinobi-2": card})
    assert len(hand(play(match, "use:hero-shinobi-2"))) == (2 if works else 0)
    match = begin(roll, heroes=party, equipped={"hero-shinobi-2": card})
    assert hand(play(match, "use:hero-royal-2")) == []  # and no other Hero


@pytest.mark.rule("hunt.equip.armament-target")
@pytest.mark.parametrize(
    ("card", "roll", "works"),
    [("armament-1", 8, True), ("armament-1", 9, False), ("curse-1", 6, False), ("curse-1", 5, True)],
)
def test_easier_and_harder_turn_round_for_a_red_roll(card, roll, works):
    chance = [roll, "curse-5"] if works else [roll]
    match = begin(
        *chance, heroes={0: ["hero-pirate-4"]}, hands={1: ["curse-5"]}, equipped={"hero-pirate-4": card}
    )
    assert hand(play(match, "use:hero-pirate-4")) == (["curse-5"] if works else [])  # 7 or less: pull a card


@pytest.mark.rule("hunt.equip.armament-target")
def test_a_guarded_hero_is_not_chosen_by_others_for_destroy_or_steal():
    party = {"heroes": {1: [*TWO, "hero-pirate-1"]}, "equipped": {"hero-hunter-1": "armament-8"}}
    for card, verb in (("arcana-3", "destroy"), ("arcana-5", "steal")):
        match = play(begin(hands={0: [card]}, **party), f"play:{card}")
        assert keys(match) == [f"{verb}:hero-royal-1", f"{verb}:hero-pirate-1"]
        assert_refused(match, f"{verb}:hero-hunter-1", "hunt.equip.armament-target")
    match = play(begin(hands={0: ["arcana-11"]}, **party), "play:arcana-11")
    assert "return:hero-hunter-1" in keys(match)


@pytest.mark.rule("hunt.equip.curse-target")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_curse_gives_its_hero_an_unfavourable_effect(owner):
    party = {owner: ["hero-hunter-1", "hero-royal-1"]}  # both need 5 or more
    match = begin(6, hands={0: ["curse-1"]}, heroes=party)
    play(match, "equip:curse-1:hero-hunter-1")
    if owner:
        play(match, "end")
    play(match, "use:hero-hunter-1")  # 6 is 4 with the Curse
    assert (hand(match, owner), "hunt.hero.fail-no-refund" in told(match)) == ([], True)


@pytest.mark.rule("hunt.equip.curse-target")
def test_a_sealed_hero_cannot_use_its_effect():
    match = begin(hands={0: ["hero-pirate-1"]}, heroes={0: TWO}, equipped={"hero-hunter-1": "curse-4"})
    assert "use:hero-royal-1" in keys(match)
    assert_refused(match, "use:hero-hunter-1", "hunt.equip.curse-target")


# --- one card per Hero ----------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.equip.limit-one", "hunt.equip.occupied")
@pytest.mark.parametrize("carried", KINDS)
@pytest.mark.parametrize("card", ["armament-2", "curse-2", "banner-pirate"])
def test_a_hero_that_carries_a_card_takes_no_other(carried, card):
    match = begin(
        hands={0: [card]},
        heroes={0: ["hero-hunter-1"], 1: ["hero-royal-1"]},
        equipped={"hero-royal-1": carried},
    )
    assert [key for key in keys(match) if card in key] == [f"equip:{card}:hero-hunter-1"]
    assert_refused(match, f"equip:{card}:hero-royal-1", "hunt.equip.occupied")
    play(match, f"equip:{card}:hero-hunter-1")
    assert (gear(match, "hero-hunter-1"), gear(match, "hero-royal-1")) == (card, carried)


@pytest.mark.rule("hunt.equip.no-hero", "hunt.equip.occupied")
@pytest.mark.parametrize("card", ["armament-2", "curse-2", "banner-pirate"])
@pytest.mark.parametrize("party", [{}, {0: ["hero-hunter-1"], 1: ["hero-royal-1"]}])
def test_without_a_hero_to_carry_it_a_card_is_not_played(card, party):
    equipped = {"hero-hunter-1": "armament-1", "hero-royal-1": "curse-1"} if party else {}
    match = begin(hands={0: [card]}, heroes=party, equipped=equipped)
    assert not any(card in key for key in keys(match))
    assert_refused(match, f"play:{card}", "hunt.equip.no-hero")
    assert (match.table.actions, hand(match)) == (3, [card])  # before an action is paid
    assert sum(entry.rule == "hunt.equip.occupied" for entry in refused(match).values()) == len(equipped)


# --- Banners -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.equip.banner-class", "hunt.equip.banner-replaces")
def test_a_banner_changes_the_class_of_its_hero_and_keeps_nothing_of_the_old_one():
    field = ["beast-07", "beast-10"]  # Shinobi & any; Hunter & any
    match = begin(hands={0: ["banner-shinobi"]}, heroes={0: TWO}, field=field)
    assert_refused(match, "attack:beast-07", "hunt.beast.requirement-needed")
    assert "attack:beast-10" in keys(match)
    play(match, "equip:banner-shinobi:hero-hunter-1")
    assert "attack:beast-07" in keys(match)
    assert_refused(match, "attack:beast-10", "hunt.beast.requirement-needed")
    assert hero(match, "hero-hunter-1").class_ == "Shinobi"


@pytest.mark.rule("hunt.equip.banner-class", "hunt.equip.banner-replaces")
@pytest.mark.parametrize(("target", "king"), [("hero-royal-1", True), ("hero-hunter-2", False)])
def test_it_counts_among_five_cards_of_a_class(target, king):
    party = {0: [*(f"hero-hunter-{n}" for n in range(1, 5)), "hero-royal-1"]}
    card = "banner-hunter" if king else "banner-royal"
    match = begin(..., hands={0: [card]}, heroes=party)
    assert match.table.king is None
    play(match, f"equip:{card}:{target}")
    assert (match.table.king is not None) == king


@pytest.mark.rule("hunt.equip.banner-replaces")
def test_a_banner_of_another_class_takes_a_hero_from_the_five():
    party = {0: [f"hero-hunter-{n}" for n in range(1, 6)]}
    match = begin(..., heroes=party, equipped={"hero-hunter-1": "banner-royal"})
    assert play(match, "end").table.king is None


# --- where equipment goes ---------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.equip.banner-to-discard")
@pytest.mark.parametrize("card", KINDS)
def test_a_destroyed_equipped_card_goes_to_the_discard_pile(card):
    match = begin(7, heroes={0: ["hero-pirate-7"], 1: TWO}, equipped={"hero-royal-1": card})
    play(match, "use:hero-pirate-7")  # destroy a card that a Hero carries: there is one
    assert (gear(match, "hero-royal-1"), discard(match), heroes(match, 1)) == (None, [card], TWO)
    assert hero(match, "hero-royal-1").class_ == "Royal"
    conserved(match)


@pytest.mark.rule("hunt.equip.hero-leaves")
@pytest.mark.parametrize("card", KINDS)
@pytest.mark.parametrize("verb", ["destroy", "steal", "return", "assassinate", "each_sacrifice"])
def test_a_card_goes_to_the_discard_pile_when_its_hero_leaves_the_party(verb, card):
    match = begin(
        cards=reprinted({"arcana-3": {"effect": f"{verb}:1"}}),
        hands={0: ["arcana-3"]},
        heroes={1: ["hero-royal-1"]},
        equipped={"hero-royal-1": card},
    )
    play(match, "play:arcana-3")
    lost = [] if verb in ("steal", "return") else ["hero-royal-1"]
    assert (heroes(match, 1), sorted(discard(match))) == ([], sorted([card, *lost, "arcana-3"]))
    assert "hunt.equip.hero-leaves" in told(match)
    conserved(match)


@pytest.mark.rule("hunt.equip.steal-drops")
@pytest.mark.parametrize("card", ["banner-pirate", "armament-4", "curse-4"])
def test_a_stolen_hero_arrives_with_nothing_but_its_printed_class(card):
    match = begin(hands={0: ["arcana-5"]}, heroes={1: ["hero-royal-1"]}, equipped={"hero-royal-1": card})
    play(match, "play:arcana-5")
    stolen = hero(match, "hero-royal-1")
    assert (heroes(match, 0), stolen.gear, stolen.class_) == (["hero-royal-1"], None, "Royal")
    assert match.request.prompt.endswith("2 actions left")  # and without a free roll
    assert "use:hero-royal-1" in keys(match)


@pytest.mark.rule("hunt.equip.facedown-hero")
def test_a_face_down_hero_keeps_its_card_and_may_receive_one():
    match = begin(hands={0: ["curse-1"]}, heroes={1: TWO}, equipped={"hero-hunter-1": "armament-1"}, down=TWO)
    assert [key for key in keys(match) if "curse-1" in key] == ["equip:curse-1:hero-royal-1"]
    play(match, "equip:curse-1:hero-royal-1")
    assert (gear(match, "hero-hunter-1"), gear(match, "hero-royal-1")) == ("armament-1", "curse-1")
    assert not hero(match, "hero-royal-1").up


@pytest.mark.rule("hunt.equip.facedown-hero")
@pytest.mark.parametrize(("down", "total"), [([], 4), (["hero-pirate-1"], 3)])
def test_the_card_of_a_face_down_hero_has_no_effect(down, total):
    match = begin(3, heroes={0: [*TWO, "hero-pirate-1"]}, equipped={"hero-pirate-1": "armament-6"}, down=down)
    assert rolled(play(match, "attack:beast-01")) == [total]  # +1 on attack rolls
    banner = {"hero-pirate-1": "banner-shinobi"}
    match = begin(heroes={0: [*TWO, "hero-pirate-1"]}, equipped=banner, down=down, field=["beast-07"])
    assert ("attack:beast-07" in keys(match)) == (not down)


@pytest.mark.rule("hunt.equip.beneficiary")
def test_the_player_of_the_hero_has_what_its_card_gives():
    match = begin(3, 3, hands={0: ["armament-6"]}, heroes={0: TWO, 1: ["hero-pirate-1", "hero-pirate-2"]})
    play(match, "equip:armament-6:hero-pirate-1", "attack:beast-01")
    play(match, "attack:beast-01")
    assert rolled(match) == [3, 4]  # Ada played the Armament; Bo attacks with it


@pytest.mark.rule("hunt.equip.beneficiary")
def test_the_player_of_the_hero_has_its_new_class():
    match = begin(
        hands={0: ["banner-shinobi"]},
        heroes={0: TWO, 1: ["hero-pirate-1", "hero-pirate-2"]},
        field=["beast-07"],
        champions={0: "champion-hunter-1", 1: "champion-hunter-2"},
    )
    play(match, "equip:banner-shinobi:hero-pirate-1")
    assert "attack:beast-07" not in keys(match)
    play(match, "end")
    assert "attack:beast-07" in keys(match)


@pytest.mark.rule("hunt.equip.defied")
@pytest.mark.parametrize("card", KINDS)
def test_a_defied_card_goes_to_the_discard_pile_and_its_hero_stays_free(card):
    match = begin(
        9,
        3,
        hands={0: [card, "armament-2"], 1: ["defiance-1"]},
        heroes={1: ["hero-royal-1"]},
        champions={0: "champion-hunter-1", 1: "champion-hunter-2"},
    )
    play(match, f"equip:{card}:hero-royal-1", "defy:defiance-1")
    assert (gear(match, "hero-royal-1"), discard(match)) == (None, ["defiance-1", card])
    play(match, "equip:armament-2:hero-royal-1")
    assert gear(match, "hero-royal-1") == "armament-2"
    assert codes(match.table.resolving) == []
    conserved(match)
