"""What boards draw of Beest: the scene in words, what it tells to whom, and that it draws on what boards understand."""

import json
from random import Random

import pytest
from games.beest.laying import begin, lay_all, play
from games.beest.playing import careful, settings

from beastlab.boards import still
from beastlab.core.chance import ByHand
from beastlab.core.knowledge import redeal
from beastlab.games import beest
from beastlab.games.beest.scene import concerns, group, scene

ZONE = {"id", "kind", "room", "title", "note", "alert", "cards", "empty", "piles", "tokens", "turn", "secret"}
CARD = {"id", "name", "kind", "text", "label", "tunnel"}


def zones(match, seat=0, **more):
    return {zone["id"]: zone for zone in scene(match, seat, **more)["zones"]}


@pytest.mark.parametrize("seed", range(8))
def test_scenes_of_whole_matches(seed):
    match, rng = beest.GAME.new_match(**settings(seed), seed=seed), Random(seed)
    while not match.over:
        if rng.random() < 0.1:
            drawn = [scene(match, seat) for seat in range(len(match.table.seats))]
            sound(drawn[0])
            public = [[z for z in one["zones"] if z["id"][:3] != "dna"] for one in drawn]
            for some in public[1:]:  # each in the order of whoever looks
                assert sorted(some, key=str) == sorted(public[0], key=str)
            assert [one["facts"] for one in drawn] == [drawn[0]["facts"]] * len(drawn)
            places = {card["id"] for zone in drawn[0]["zones"] for card in zone["cards"]}
            for move in match.request.options:
                assert set(concerns(move)) <= places
                assert bool(concerns(move)) == bool(group(move)) == move.key.startswith("lay:")
        match.play(careful(match, rng))
    sound(scene(match, 0))


def sound(drawn):
    assert json.loads(json.dumps(drawn)) == drawn
    assert drawn["step"] is None or 0 <= drawn["step"] < len(drawn["steps"])
    ids = [card["id"] for zone in drawn["zones"] for card in zone["cards"]]
    assert len(ids) == len(set(ids))
    for zone in drawn["zones"]:
        assert set(zone) <= ZONE and len(zone["cards"]) < 28
        for card in zone["cards"]:
            assert set(card) <= CARD and {"id", "name", "label"} <= set(card)
            if "tunnel" in card:
                entry, exits, of = (card["tunnel"][name] for name in ("entry", "exits", "of"))
                assert of >= 3 and {entry, *exits} <= {*range(of)} and len({*exits}) == 2


@pytest.mark.rule("beest.info.outgoing-hidden", "beest.info.incoming-hidden", "beest.info.silent-hidden")
@pytest.mark.parametrize("seed", range(8))
def test_a_scene_is_the_same_on_every_twin(seed):
    match, rng = beest.GAME.new_match(**settings(seed), seed=seed), Random(seed)
    while match.request is not None:
        if rng.random() < 0.05:
            for seat in range(len(match.table.seats)):
                assert scene(redeal(match, seat, rng), seat) == scene(match, seat)
        match.play(careful(match, rng))


@pytest.mark.rule("beest.setup.look-own-when", "beest.exch.look", "beest.info.reinspect")
def test_a_seat_sees_its_own_dna_as_a_secret():
    match = begin(humans=3, beest=1, exchanges="0-1, 0-2")
    drawn = zones(match)
    assert [name for name in drawn if name.startswith("dna")] == ["dna-0"] and drawn["dna-0"]["secret"]
    own, black, colour = drawn["dna-0"]["cards"]
    assert own["text"] == "Not the Beest. 1 left." and own["kind"] == "own pile"
    assert (black["name"], black["kind"]) == ("Black 3", "from Bo")
    assert black["text"] == "Infected: on the Beest's side."
    assert colour["kind"] == "from Cleo" and colour["text"] == "The giver is not the Beest."
    mine = zones(match, 1)["dna-1"]["cards"]
    assert mine[0]["name"] == "Black DNA" and mine[0]["text"] == "The original Beest. 2 left, on top 2."
    open_ = zones(match, 0, all_open=True)
    assert {"dna-0", "dna-1", "dna-2", "dna-3"} <= set(open_)
    assert not any(zone.get("secret") for zone in open_.values())


@pytest.mark.rule("beest.info.end-reveal")
def test_the_end_shows_everything_and_nothing_is_a_secret():
    match = play(begin(humans=3, beest=1, expeditions=1), "announce:2")
    drawn = scene(match, 2)
    assert drawn["facts"] == [[["the match is over", True]]] and drawn["step"] is None
    dna = [zone for zone in drawn["zones"] if zone["id"].startswith("dna")]
    assert [zone["secret"] for zone in dna] == [False] * 4
    assert zones(match)["points"]["tokens"][0] == {"shape": "round", "count": -4, "word": "Ada"}


@pytest.mark.rule("beest.info.history-public", "beest.info.cards-open", "beest.seq.aside-owner")
def test_caves_and_exchanges_lie_open():
    caves = {0: "T/TM | M/TB M/MB B/TM", 1: "T/MB M/TB", 2: "M/TB M/TM", 3: "T/TM"}
    match = begin(humans=3, beest=1, exchanges="0-2, 2-silent", caves=caves)
    drawn = zones(match, 1)
    assert [zone for zone in drawn if zone.startswith("caves")] == [
        "caves-2",
        "caves-0",
        "caves-3",
        "caves-1",
    ]
    own = drawn["caves-0"]
    assert own["turn"] and own["note"] == "" and own["piles"][0]["text"] == "T/TM"
    assert [card["name"] for card in own["cards"]] == ["M/TB", "M/MB", "B/TM"]
    assert drawn["caves-1"]["note"] == "a line with entry T or B"
    assert drawn["caves-2"]["note"] == "no card makes a line now" and drawn["caves-3"]["note"] == ""
    assert drawn["caves-2"]["tokens"][0]["word"] == "exchanged with Ada, The silent guy"
    assert [card["name"] for card in drawn["exchanges"]["cards"]] == [
        "Ada and Cleo",
        "Cleo and The silent guy",
    ]


@pytest.mark.rule("beest.seq.local", "beest.turn.established")
def test_what_would_make_a_line_is_told_until_the_card_lies():
    caves = {1: "T/MB M/TB", 2: "M/TB B/TM M/TM", 3: "T/TM B/TM"}
    match = play(begin("T/TM T/MB B/TM", humans=3, beest=1, caves=caves, expeditions=1), "pass")
    assert zones(match)["caves-1"]["note"] == "a line with entry T or B"
    assert scene(match, 0)["steps"][scene(match, 0)["step"]] == "Lay the cards"
    match.play(match.request.options[0])
    drawn = zones(match)
    assert drawn["caves-2"]["alert"] == "", "an old line, to which a card is still to come"
    assert drawn["caves-1"]["alert"] == "A line of entry" and drawn["caves-1"]["note"] == ""
    assert drawn["hand"]["title"] == "Ada lays these" and len(drawn["hand"]["cards"]) == 2
    lay_all(match)
    assert "hand" not in zones(match)
    assert scene(match, 0)["steps"][scene(match, 0)["step"]] == "After the turn"
    play(match, "pass")
    assert scene(match, 0)["steps"][scene(match, 0)["step"]] == "Before the turn"


def test_other_heights_are_drawn_and_told_as_numbers():
    match, rng = beest.new_match(3, 4, cave_deck="four_heights"), Random(4)
    for _ in range(40):
        match.play(careful(match, rng))
    cards = [card for zone in zones(match).values() for card in zone["cards"] if "tunnel" in card]
    assert {card["tunnel"]["of"] for card in cards} == {4}
    assert "counted from 0 at the top" in cards[0]["label"]
    notes = " ".join(zone.get("note", "") for zone in zones(match).values())
    assert not set("TMB") & set(notes.replace("Entry", ""))


def test_names_are_data_and_stills_escape_them():
    names = ("<b>Ada</b>", "Bo", "Cleo")
    match = beest.new_match(seats=3, seed=1, names=names)
    assert scene(match, 0)["names"] == list(names)
    assert "<b>Ada</b>" not in still(match)._repr_html_()


def test_while_real_piles_are_dealt_nothing_of_them_is_shown():
    match = beest.new_match(seats=3, seed=1, chance=ByHand())
    match.play("black")
    drawn = scene(match, 0, all_open=True)
    assert [zone["id"] for zone in drawn["zones"]] == ["exchanges", "points"] and drawn["step"] is None
