"""What boards draw: the scene in words, and that it draws on what boards understand."""

import json
from random import Random

import pytest
from games.by_order_of_the_queen.laying import begin, keys, new, play
from games.by_order_of_the_queen.playing import keen, settings

from beastlab.boards import still
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen.scene import concerns, scene

ZONE = {"id", "kind", "room", "title", "note", "alert", "cards", "empty"}
ZONE |= {"piles", "pips", "tokens", "track", "turn"}
CARD = {"down", "id", "name", "kind", "class", "numbers", "text", "tags", "label"}


@pytest.mark.parametrize("seed", range(6))
def test_scenes_of_whole_games(seed):
    rng, match = Random(seed), new(..., seed=seed, **settings(seed))
    while not match.over:
        if rng.random() < 0.15:
            drawn = [scene(match, seat) for seat in range(len(match.table.seats))]
            sound(drawn[0])
            assert [one["facts"] for one in drawn] == [drawn[0]["facts"]] * len(drawn)
            places = {card["id"] for zone in drawn[0]["zones"] for card in zone["cards"]}
            for move in match.request.options:
                if (
                    move.key.split(":")[0] not in ("keep", "scout")
                    or match.request.rule == "queen.favor.reroll"
                ):
                    assert set(concerns(move)) <= places, move
        match.play(keen(match, rng))
    sound(scene(match, 0))


def sound(drawn):
    assert json.loads(json.dumps(drawn)) == drawn
    assert 0 <= drawn["step"] < len(drawn["steps"])
    ids = [zone["id"] for zone in drawn["zones"]]
    assert len(ids) == len(set(ids))
    for zone in drawn["zones"]:
        assert set(zone) <= ZONE and zone["kind"] in ("big", "cards", "small")
        codes = [card["id"] for card in zone["cards"]]
        assert len(codes) == len(set(codes))
        for card in zone["cards"]:
            assert set(card) <= CARD and card["name"] in card["label"]
        for token in zone.get("tokens", ()):
            assert token["count"] >= 0 and token["word"]
        if track := zone.get("track"):
            labels = track.get("labels", range(track["of"]))
            first = 0 if len(labels) > track["of"] else 1
            assert 0 <= track["at"] <= track["of"] and len(labels) == track["of"] + 1 - first


def zones(match, seat=0):
    return {zone["id"]: zone for zone in scene(match, seat)["zones"]}


def test_the_pools_stand_beside_what_they_threaten():
    match = begin(hands={0: ["melee-str"]}, threat=(3, 0, 6), villagers=9, regions=4)
    drawn = zones(match)
    enemy, regions, garden = (drawn[f"pool-{name}"] for name in ("enemy", "regions", "garden"))
    assert enemy["track"] == {
        "at": 3,
        "of": 6,
        "word": "Threat",
        "labels": ["1", "1", "2", "2", "3", "3", "4"],
    }
    assert enemy["note"] == "next: 2 Monsters to come" and enemy["tokens"][0]["count"] == 9
    assert regions["note"] == "next: one player gains a Favor" and regions["tokens"][0]["count"] == 4
    assert garden["note"] == "next: 3 Heroes to Retire" and garden["tokens"][0]["count"] == 64
    over = zones(begin(hands={0: ["melee-str"]}, threat=(9, 0, 0), hard_no_max=True))["pool-enemy"]["track"]
    assert (over["at"], over["of"], len(over["labels"]), over["labels"][9]) == (9, 9, 10, "5")


def test_foes_show_the_icons_that_are_free():
    match = begin(
        hands={0: ["melee-str"]},
        monsters=["mon-2-5"],
        free={"mon-2-5": (5,)},
        nemeses=["worm"],
        drawn=["hydra"],
        seal=True,
        tokens=4,
    )
    drawn = zones(match)
    monster, waiting = drawn["horde"]["cards"]
    assert (
        monster["numbers"] == [{"value": 5, "word": "icon"}]
        and "Dice Icons 5, 1 of 2 covered" in monster["label"]
    )
    assert waiting["id"] == "hydra" and "comes in the Event Phase" in waiting["label"]
    assert [card["id"] for card in drawn["order"]["cards"]] == ["order-01", "worm"]
    assert drawn["order"]["note"] == "sealed until the Event Phase" and drawn["order"]["track"]["at"] == 4


def test_all_hands_lie_open_and_the_own_comes_first():
    match = new(..., seats=3)
    drawn = zones(match, 1)
    assert [name for name in drawn if name.startswith("hand")] == ["hand", "hand-2", "hand-0"]
    assert drawn["hand"]["title"] == "Bo's hand" and all(
        len(drawn[f"hand{n}"]["cards"]) == 7 for n in ("", "-2", "-0")
    )


def test_a_location_deck_is_a_piece_to_choose():
    match = play(begin(hands={0: ["melee-str"]}, quests={0: "quest-01"}), "quest")
    assert [concerns(move) for move in match.request.options] == [
        ["deck-emerald-valley"],
        ["deck-ironstone-crags"],
    ]
    valley = zones(match)["locations"]["cards"][0]
    assert valley["id"] == "deck-emerald-valley" and valley["text"] == "Dexterity, wisdom, charisma."


def test_a_location_and_a_party_are_shown_while_they_are_there():
    loc = {"loc-a": "strength / retire | strength / favor / villager | strength / item / villager"}
    match = begin("loc-a", [1, 1], ..., hands={0: ["melee-str", "ranged-str"]}, locations=loc)
    play(match, "order", "send:melee-str")
    assert "party" in zones(match) and "location" not in zones(match)
    play(match, "send:ranged-str")
    assert keys(match) == ["retire:melee-str", "retire:ranged-str"]
    assert zones(match)["location"]["cards"][0]["id"] == "loc-a" and len(zones(match)["party"]["cards"]) == 2


def test_names_are_data_and_stills_escape_them():
    names = ("<b>Ada</b>", "Bo")
    match = queen.new_match(seats=2, seed=1, names=names)
    assert scene(match, 0)["names"] == list(names)
    assert "<b>Ada</b>" not in still(match)._repr_html_()


def test_the_step_of_the_event_phase_is_marked():
    match = begin(..., hands={0: ["melee-str"], 1: ["ranged-str"]}, phase="event", threat=(0, 0, 0))
    drawn = scene(match, 0)
    assert drawn["steps"][drawn["step"]] == "Remove Regions" and drawn["facts"][1] == [["Event Phase", True]]
    play(match, "give:0")
    assert scene(match, 0)["steps"][scene(match, 0)["step"]] == "Retire Heroes"
