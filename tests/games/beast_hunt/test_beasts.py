"""Beasts: who may attack which, what the orb means, and what a defeat brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import pytest
from games.beast_hunt.laying import (
    FIELD,
    assert_refused,
    begin,
    codes,
    conserved,
    discard,
    hand,
    heroes,
    keys,
    play,
    refused,
    reprinted,
    settle,
    texts,
    told,
)

from beastlab.core.cardfile import CardFileError
from beastlab.core.chance import Scripted
from beastlab.core.match import Match
from beastlab.core.requests import IllegalMove
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import illustrative

ORBS = ("sum", "each", "best")
CHAMPION = ("class_symbol_only", "class_lent", "full_body", "never")


def beast(defeat: int | str = 9, **cells: Any) -> dict[str, str]:
    """A Beast without a requirement, a Stagger value or an effect, but for what `cells` say."""
    return {"type": "beast", "defeat": str(defeat)} | {name: str(cell) for name, cell in cells.items()}


def against(*chance: Any, straw: dict[str, Any] | None = None, **position: Any) -> Match:
    """A match with one made-up Beast `straw` on the field."""
    made = reprinted({"straw": beast(**(straw or {}))})
    return begin(*chance, **{"cards": made, "field": ["straw"], "beast_deck": FIELD} | position)


def result_of(match: Match) -> tuple[int, str]:
    """The result of the last attack, and what came of it."""
    return next((e.data["result"], e.data["outcome"]) for e in match.events()[::-1] if "outcome" in e.data)


# --- on the field -------------------------------------------------------------------------------------------


def start(*beast_deck: str, seats: int = 2) -> Match:
    """A new game up to the first turn: highest roll by seat 0, any hands, the Beast Deck as named."""
    rolls = [12, *[2] * (seats - 1)]
    match = hunt.new_match(seats, chance=Scripted([*rolls, *[None] * 5 * seats, *beast_deck]))
    while match.table.phase in ("champions", "deal"):
        match.play(match.request.options[0])
    return match


@pytest.mark.rule("hunt.beast.field-three")
@pytest.mark.parametrize("shards", [[], ["shard-2"], ["shard-2", "shard-1"]])
def test_three_beasts_lie_on_the_field_at_the_start(shards: list[str]) -> None:
    match = start("beast-04", *shards, "beast-09", "beast-18")
    assert codes(match.table.field) == ["beast-04", "beast-09", "beast-18"]
    assert [place["staggered_by"] for place in match.view(0)["field"]] == [None] * 3
    assert len(match.table.beast_deck) == 21 - 3 - len(shards)


@pytest.mark.rule("hunt.beast.own-turn")
def test_an_attack_costs_two_actions_of_ones_own_turn() -> None:
    match = against(5, 5, actions=4, heroes={1: ["hero-royal-1"]}, hands={1: ["enchant-1"]})
    assert "attack:straw" in keys(match)
    play(match, "attack:straw")
    assert match.request.seat == 1 and all(not key.startswith("attack") for key in keys(match))
    play(settle(match), "attack:straw", "*")
    assert match.request.seat == 1 and match.table.turn == 1, "four actions are two attacks"
    assert "attack:straw" in keys(match)


@pytest.mark.rule("hunt.beast.own-turn")
def test_nobody_attacks_in_another_players_turn() -> None:
    match = against()
    with pytest.raises(IllegalMove, match="hunt.beast.own-turn"):
        match.play("attack:straw", seat=1)
    assert match.table.actions == 3 and match.events() == []


@pytest.mark.rule("hunt.beast.own-turn")
def test_an_attack_with_less_than_two_actions_is_refused() -> None:
    match = play(against(5), "attack:straw")
    assert match.table.actions == 1
    assert_refused(match, "attack:straw", "hunt.action.insufficient")


# --- class requirements ---------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.beast.requirement-needed")
def test_a_beast_is_attacked_only_by_a_party_that_meets_its_requirement() -> None:
    position = {"field": ["beast-10"]}  # Hunter & any
    without = begin(heroes={0: ["hero-royal-1", "hero-pirate-1"]}, **position)
    assert_refused(without, "attack:beast-10", "hunt.beast.requirement-needed")
    assert "Hunter" in refused(without)["attack:beast-10"].why.partition("lacks")[2]
    assert "attack:beast-10" in keys(begin(heroes={0: ["hero-royal-1", "hero-hunter-1"]}, **position))
    others = begin(heroes={0: ["hero-royal-1"], 1: ["hero-hunter-1"]}, **position)
    assert "attack:beast-10" not in keys(others), "another player's Heroes are no help"


@pytest.mark.rule("hunt.beast.symbol-is-hero")
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
def test_each_symbol_stands_for_one_hero(count: int) -> None:
    match = begin(field=["beast-04"], heroes={0: [f"hero-pirate-{n + 1}" for n in range(count)]})  # 3x any
    assert ("attack:beast-04" in keys(match)) == (count >= 3)


EXAMPLES = [  # champion, Heroes, requirement, and whether each reading lets it pass (the ledger's examples)
    ("Hunter", "Pirate Royal", "Hunter any any", (True, False, True, False)),
    ("Hunter", "Hunter", "Hunter any", (True, False, True, False)),
    ("Hunter", "Pirate", "any any", (False, False, True, False)),
    ("Pirate", "Pirate", "Pirate Pirate", (True, False, True, False)),
    ("Pirate", "Pirate", "Pirate Pirate Pirate", (False, False, False, False)),
    ("Hunter", "Pirate Royal", "Hunter Pirate", (True, True, True, False)),
    ("Hunter", "Royal Royal", "Hunter Hunter", (False, False, False, False)),
    ("Hunter", "", "Hunter", (True, False, True, False)),
    ("Hunter", "Royal", "Hunter", (True, True, True, False)),
    ("Hunter", "Royal", "any", (True, True, True, True)),
    ("Hunter", "", "any", (False, False, True, False)),
]


@pytest.mark.rule("hunt.beast.requirement-champion")
@pytest.mark.parametrize(("champion", "party", "needs", "met"), EXAMPLES)
@pytest.mark.parametrize("reading", CHAMPION)
def test_what_a_champion_does_for_a_requirement(
    reading: str, champion: str, party: str, needs: str, met: tuple[bool, ...]
) -> None:
    match = against(
        straw={"requirement": needs.replace(" ", " & ")},
        heroes={0: _of_classes(party.split())},
        champions={0: f"champion-{champion.lower()}-1"},
        requirement_champion=reading,
    )
    assert ("attack:straw" in keys(match)) == met[CHAMPION.index(reading)]


def _of_classes(classes: list[str]) -> list[str]:
    seen: Counter[str] = Counter()
    seen_codes = []
    for class_ in classes:
        seen[class_] += 1
        seen_codes.append(f"hero-{class_.lower()}-{seen[class_]}")
    return seen_codes


def matched(reading: str, needs: tuple[str, ...], party: tuple[str, ...], champions: tuple[str, ...]) -> bool:
    """Whether some way to give every symbol its own card meets the requirement: by trying them all."""
    if reading == "class_lent":  # a Hero for every symbol; each champion lends one of them its class
        return any(
            all(symbol in ("any", of, lent) for symbol, of, lent in zip(needs, chosen, lents, strict=True))
            for chosen in permutations(party, len(needs))
            for lents in _lents(champions, len(needs))
        )
    fills = [{class_, "any"} for class_ in party]
    fills += [
        {class_, "any"} if reading == "full_body" else {class_} for class_ in champions if reading != "never"
    ]
    ways = permutations(fills, len(needs))
    return any(all(symbol in filled for symbol, filled in zip(needs, way, strict=True)) for way in ways)


def _lents(champions: tuple[str, ...], symbols: int) -> Iterator[list[str | None]]:
    """Each way in which the champions lend their classes to symbols."""
    for places in permutations(range(symbols), min(symbols, len(champions))):
        for who in combinations(champions, len(places)):
            lents: list[str | None] = [None] * symbols
            for place, class_ in zip(places, who, strict=True):
                lents[place] = class_
            yield lents


@pytest.mark.rule("hunt.beast.requirement-champion", "hunt.beast.requirement-matching")
@pytest.mark.parametrize("champions", [("Hunter",), ("Hunter", "Royal"), ("Hunter", "Hunter")])
@pytest.mark.parametrize("reading", CHAMPION)
def test_a_requirement_is_met_exactly_if_symbols_can_be_given_different_cards(
    reading: str, champions: tuple[str, ...]
) -> None:
    words = ("Hunter", "Royal", "any")
    ways = [way for size in (1, 2, 3) for way in combinations_with_replacement(words, size)]
    needs = {f"b{n}": way for n, way in enumerate(ways)}
    made = reprinted({code: beast(requirement=" & ".join(way)) for code, way in needs.items()})
    chosen = _of_classes(list(champions))
    for size in range(4):
        for party in combinations_with_replacement(("Hunter", "Royal", "Pirate"), size):
            match = begin(
                cards=made,
                field=needs,
                heroes={0: _of_classes(list(party))},
                champions={0: [code.replace("hero", "champion") for code in chosen]},
                requirement_champion=reading,
            )
            legal = {key.partition(":")[2] for key in keys(match) if key.startswith("attack")}
            assert legal == {
                code for code, way in needs.items() if matched(reading, way, party, champions)
            }, party


@pytest.mark.rule("hunt.beast.requirement-matching")
def test_no_hero_fills_two_symbols() -> None:
    match = begin(field=["beast-01"], heroes={0: ["hero-pirate-1"]})  # 2x any
    assert_refused(match, "attack:beast-01", "hunt.beast.requirement-matching")
    assert "lacks 1 more" in refused(match)["attack:beast-01"].why


@pytest.mark.rule("hunt.beast.requirement-matching")
def test_a_hero_with_a_banner_fills_a_symbol_of_the_banners_class_only() -> None:
    party = {"heroes": {0: ["hero-hunter-1", "hero-hunter-2"]}, "champions": {0: "champion-royal-1"}}
    position = {**party, "equipped": {"hero-hunter-1": "banner-pirate"}}
    assert "attack:straw" not in keys(against(straw={"requirement": "2x Hunter"}, **position))
    assert "attack:straw" in keys(against(straw={"requirement": "Hunter & Pirate"}, **position))


@pytest.mark.rule("hunt.beast.requirement-moment")
def test_heroes_that_meet_a_requirement_are_not_used_up() -> None:
    party = ["hero-hunter-1", "hero-royal-1"]
    match = begin(7, 3, 3, field=["beast-10", "beast-01"], heroes={0: party}, actions=5)
    play(match, "attack:beast-10", "attack:beast-01")  # each needs both Heroes
    assert told(match).count("hunt.term.attack") == 2
    assert heroes(match) == party and {"use:hero-hunter-1", "use:hero-royal-1"} <= set(keys(match))


@pytest.mark.rule("hunt.beast.requirement-moment")
def test_a_requirement_is_not_tested_again_when_the_dice_lie() -> None:
    imp = {"requirement": "any", "on_fail": "each_sacrifice:1"}
    match = play(against(2, straw=imp, heroes={0: ["hero-hunter-1"]}, actions=4), "attack:straw")
    assert heroes(match) == [] and match.table.actions == 2
    assert_refused(match, "attack:straw", "hunt.beast.requirement-matching")  # the next attack is judged anew


# --- the dice -----------------------------------------------------------------------------------------------


@pytest.mark.rule("hunt.beast.defeat-value")
@pytest.mark.parametrize("result", range(2, 13))
def test_a_beast_falls_to_a_result_of_at_least_its_defeat_value(result: int) -> None:
    match = play(against(result, "beast-01", straw={"defeat": 8}), "attack:straw")
    assert result_of(match) == (result, "defeat" if result >= 8 else "miss")
    assert codes(match.table.seats[0].beasts) == (["straw"] if result >= 8 else [])


@pytest.mark.rule("hunt.beast.defeat-value")
def test_every_beast_lesser_beast_and_king_needs_a_defeat_value() -> None:
    for card in illustrative().cards:
        if card.type in ("beast", "lesser_beast", "king"):
            assert all(type(card.defeat[reading]) is int for reading in ORBS)
    for type_ in ("beast", "lesser_beast", "king"):
        with pytest.raises(CardFileError, match="defeat"):
            reprinted({"x": {"type": type_}})


ONE_AND_TWO = {"sum": 14, "each": 4, "best": 10}  # two steps with the totals 4 and 10


@pytest.mark.rule("hunt.beast.orb")
@pytest.mark.parametrize("defeat", [4, 5, 9, 10, 11, 14, 15])
@pytest.mark.parametrize("reading", ORBS)
def test_how_the_totals_of_an_orb_decide(reading: str, defeat: int) -> None:
    rolled = 14 if reading == "sum" else [4, 10]
    straw = {"defeat": defeat, "orbs": 2}
    match = play(against(rolled, None, straw=straw, orb_reading=reading), "attack:straw")
    result = ONE_AND_TWO[reading]
    assert result_of(match) == (result, "defeat" if result >= defeat else "miss")


@pytest.mark.rule("hunt.beast.orb")
def test_each_reading_of_the_orb_has_its_own_numbers_on_the_card() -> None:
    straw = {"defeat": "sum 15, each 6, best 9", "stagger": "sum 13, each 5, best 8", "orbs": 2}
    for reading, low, high in (("sum", 14, 15), ("each", [5, 12], [6, 6]), ("best", [8, 8], [2, 9])):
        for rolled, outcome in ((low, "stagger"), (high, "defeat")):
            match = play(against(rolled, None, straw=straw, orb_reading=reading), "attack:straw")
            assert result_of(match)[1] == outcome


@pytest.mark.rule("hunt.beast.orb-range")
def test_a_card_without_an_orb_rolls_once() -> None:
    for reading in ORBS:
        match = play(against(12, straw={"defeat": 13}, orb_reading=reading), "attack:straw")
        assert result_of(match) == (12, "miss")
        with pytest.raises(IllegalMove, match="2 dice"):
            play(against(13, orb_reading=reading), "attack:straw")


@pytest.mark.rule("hunt.beast.orb-range")
@pytest.mark.parametrize("orbs", ["0", "-1", "1.5"])
def test_an_orb_is_a_whole_number_from_one(orbs: str) -> None:
    with pytest.raises(CardFileError, match="orbs"):
        reprinted({"straw": beast(orbs=orbs)})


@pytest.mark.rule("hunt.beast.orb-rolls-all")
@pytest.mark.parametrize("orbs", [2, 3, 4])
def test_all_steps_are_rolled_even_if_the_first_decides(orbs: int) -> None:
    # the first total loses every fight under `each`, and wins every one under `best`
    for reading, rolled in (("sum", 2 * orbs), ("each", [2] * orbs), ("best", [12] * orbs)):
        straw = {"defeat": 8, "orbs": orbs}
        match = play(against(rolled, None, straw=straw, orb_reading=reading), "attack:straw")
        (event,) = (e for e in match.events() if e.rule == "hunt.beast.orb")
        assert event.data["totals"] == (tuple(rolled) if isinstance(rolled, list) else (rolled,))
        assert f"{2 * orbs} dice" in event.text
        with pytest.raises(IllegalMove):  # one step less than the orb asks for can't be what was rolled
            fewer = rolled[1:] if isinstance(rolled, list) else rolled - 2
            play(against(fewer, None, straw=straw, orb_reading=reading), "attack:straw")


@pytest.mark.rule("hunt.beast.orb-enchant-window")
def test_enchants_come_once_all_steps_are_rolled() -> None:
    straw = {"defeat": 99, "orbs": 3}
    for reading, rolled in (("sum", 21), ("each", [4, 7, 10]), ("best", [4, 7, 10])):
        position = {"hands": {0: ["enchant-5"]}, "orb_reading": reading}
        match = play(against(rolled, straw=straw, **position), "attack:straw")
        assert match.request.window and told(match)[-1] == "hunt.beast.orb"
        values = (
            ["enchant:enchant-5:+3"] if reading == "sum" else [f"enchant:enchant-5:+3:{n}" for n in range(3)]
        )
        assert keys(match) == ["pass", *values]
        assert not play(match, "pass").request.window, "one window only"


@pytest.mark.rule("hunt.beast.orb-enchant-window")
@pytest.mark.parametrize(
    ("reading", "which", "result"), [("each", 0, 7), ("each", 1, 4), ("best", 0, 10), ("best", 1, 13)]
)
def test_an_enchant_changes_the_one_total_that_is_named(reading: str, which: int, result: int) -> None:
    straw = {"defeat": 20, "orbs": 2}
    match = against([4, 10], straw=straw, hands={0: ["enchant-5"]}, orb_reading=reading)
    play(match, "attack:straw", f"enchant:enchant-5:+3:{which}", "*")
    assert result_of(match) == (result, "miss")


@pytest.mark.rule("hunt.beast.orb-standing-modifier")
@pytest.mark.parametrize(
    ("reading", "rolled", "result"), [("sum", 14, 16), ("each", [4, 10], 6), ("best", [4, 10], 12)]
)
def test_a_standing_modifier_counts_once_for_the_sum_and_on_each_total_else(
    reading: str, rolled: Any, result: int
) -> None:
    straw = {"defeat": 20, "orbs": 2}
    match = against(
        rolled, straw=straw, beasts={0: ["beast-08", "beast-10"]}, orb_reading=reading
    )  # +1 and +1
    assert result_of(play(match, "attack:straw")) == (result, "miss")
    totals = next(e.data["totals"] for e in match.events() if e.rule == "hunt.beast.orb")
    assert totals == ((16,) if reading == "sum" else (6, 12))


@pytest.mark.rule("hunt.beast.no-natural-rule")
def test_double_six_and_double_one_decide_nothing_by_themselves() -> None:
    assert result_of(play(against(12, straw={"defeat": 13}), "attack:straw")) == (12, "miss")
    assert result_of(play(against(2, None, straw={"defeat": 2}), "attack:straw")) == (2, "defeat")


@pytest.mark.rule("hunt.beast.no-natural-rule")
def test_a_result_may_leave_the_range_of_the_dice() -> None:
    high = against(11, None, straw={"defeat": 17}, hands={0: ["enchant-13", "enchant-1"]})
    play(high, "attack:straw", "enchant:enchant-13:+4", "enchant:enchant-1:+2", "*")
    assert result_of(high) == (17, "defeat")
    low = against(3, hands={1: ["enchant-11"]})
    assert result_of(play(low, "attack:straw", "enchant:enchant-11:-4", "*")) == (-1, "miss")


# --- what is attacked, and what comes of it ---------------------------------------------------------------------


@pytest.mark.rule("hunt.beast.one-target")
def test_an_attack_names_one_beast_before_the_dice_are_rolled() -> None:
    made = reprinted({"straw": beast(), "reed": beast()})
    match = begin(12, "beast-01", cards=made, field=["straw", "reed"], beast_deck=["beast-01"])
    assert_refused(match, "attack:all", "hunt.beast.one-target")
    play(match, "attack:reed")
    assert told(match).index("hunt.term.attack") < told(match).index("hunt.beast.orb")
    assert codes(match.table.seats[0].beasts) == ["reed"] and "straw" in codes(match.table.field)


@pytest.mark.rule("hunt.beast.no-class")
def test_beasts_in_a_party_are_of_no_class() -> None:
    two = {"beasts": {0: ["beast-10", "beast-16"]}, "lesser": {0: ["lesser-beast-1"]}}  # both need a Hunter
    match = begin(
        field=["beast-01"], heroes={0: ["hero-hunter-1"]}, champions={0: "champion-hunter-1"}, **two
    )
    assert_refused(match, "attack:beast-01", "hunt.beast.requirement-matching")  # one Hero for 2x any
    party = [f"hero-hunter-{n}" for n in (1, 2, 3)]
    match = play(begin(..., heroes={0: party}, champions={0: "champion-hunter-1"}, **two), "draw")
    assert match.table.king is None, "four Hunters, two Beasts and a Lesser Beast are not five Hunters"


@pytest.mark.rule("hunt.beast.fail-stays")
def test_a_beast_that_is_not_defeated_stays_and_may_be_attacked_again_at_once() -> None:
    match = against(5, 5, 9, None, actions=4, hands={0: ["hero-royal-1"]}, heroes={0: ["hero-pirate-1"]})
    play(match, "attack:straw")
    assert codes(match.table.field) == ["straw"] and hand(match) == ["hero-royal-1"]
    assert heroes(match) == ["hero-pirate-1"] and match.table.actions == 2, "no penalty"
    play(match, "attack:straw")
    assert match.table.turn == 1 and play(match, "attack:straw").table.seats[1].beasts, "anybody may try"
    conserved(match)


@pytest.mark.rule("hunt.beast.fail-stays")
def test_a_failed_attack_sets_off_what_the_card_says_of_it() -> None:
    straw = {"on_fail": "each_discard:1"}
    hands = {0: ["hero-royal-1"], 1: ["hero-royal-2"]}
    match = play(against(8, straw=straw, hands=hands), "attack:straw")
    assert hand(match, 0) == hand(match, 1) == [] and discard(match) == ["hero-royal-1", "hero-royal-2"]
    match = play(against(9, None, straw=straw, hands=hands), "attack:straw")
    assert hand(match, 0) and hand(match, 1), "only a failed one"


@pytest.mark.rule("hunt.beast.gain")
def test_a_defeated_beast_joins_the_party_and_its_effect_is_gained() -> None:
    match = play(against(9, "arcana-1", "arcana-3", None, straw={"effect": "draw:2"}), "attack:straw")
    assert codes(match.table.seats[0].beasts) == ["straw"] and match.table.seats[1].beasts == []
    assert hand(match) == ["arcana-1", "arcana-3"] and "straw" not in codes(match.table.field)
    assert "hunt.beast.gain" in told(match)


@pytest.mark.rule("hunt.beast.gain")
def test_a_lasting_effect_is_gained_with_the_beast() -> None:
    made = reprinted({"straw": beast(continuous="attack_bonus:2"), "reed": beast()})
    match = begin(9, None, 6, cards=made, field=["straw", "reed"], actions=4)
    play(match, "attack:straw", "attack:reed")
    assert result_of(match) == (8, "miss")


ORDER = ("hunt.beast.gain", "hunt.term.draw", "hunt.beast.reveal-replacement", "hunt.king.flip-moment")


def third_beast(**straw: str) -> list[str]:
    """What is told when a player who has two Beasts defeats a third one."""
    two = {"beasts": {0: ["beast-02", "beast-03"]}, "deck": ["arcana-1"], "beast_deck": ["beast-04"]}
    order = told(play(against(9, ..., straw=straw, **two), "attack:straw"))
    return sorted({rule for rule in order if rule in ORDER}, key=order.index)


@pytest.mark.rule("hunt.beast.gain-order")
def test_the_beast_comes_first_then_its_effect_then_the_next_beast() -> None:
    order = third_beast(effect="draw:1")
    assert [rule for rule in order if not rule.startswith("hunt.king")] == list(ORDER[:3])
    assert third_beast() == [ORDER[0], *ORDER[2:]], "without an effect"


@pytest.mark.rule("hunt.beast.gain-order")
def test_the_king_turns_face_up_last() -> None:
    assert third_beast(effect="draw:1") == list(ORDER)


@pytest.mark.rule("hunt.beast.reveal-replacement")
def test_a_new_beast_takes_the_place_of_a_defeated_one() -> None:
    made = reprinted({"straw": beast()})
    match = begin(9, "beast-07", cards=made, field=["straw", *FIELD[:2]], beast_deck=["beast-07", "beast-08"])
    play(match, "attack:straw")
    assert sorted(codes(match.table.field)) == ["beast-01", "beast-02", "beast-07"]
    assert len(match.table.beast_deck) == 1
    conserved(match)


@pytest.mark.rule("hunt.beast.reveal-replacement")
def test_a_failed_attack_reveals_nothing() -> None:
    match = play(against(8), "attack:straw")
    assert codes(match.table.field) == ["straw"] and len(match.table.beast_deck) == 3


@pytest.mark.rule("hunt.beast.deck-empty")
def test_an_empty_beast_deck_leaves_fewer_beasts() -> None:
    made = reprinted({"straw": beast(), "reed": beast()})
    match = begin(9, 9, cards=made, field=["straw", "reed"], beast_deck=[], actions=5)
    assert codes(play(match, "attack:straw").table.field) == ["reed"]
    assert codes(play(match, "attack:reed").table.field) == [] and len(match.table.beast_deck) == 0
    assert codes(match.table.seats[0].beasts) == ["straw", "reed"]


@pytest.mark.rule("hunt.beast.only-field")
def test_beasts_in_parties_cannot_be_attacked() -> None:
    party = ["hero-hunter-1", "hero-royal-1"]
    match = begin(
        heroes={0: party}, beasts={0: ["beast-04"], 1: ["beast-05"]}, lesser={1: ["lesser-beast-1"]}
    )
    for code in ("beast-04", "beast-05", "lesser-beast-1"):
        assert_refused(match, f"attack:{code}", "hunt.beast.only-field")
    attacks = [key for key in keys(match) if key.startswith("attack")]
    assert attacks == [f"attack:{code}" for code in FIELD]


DEFIANT = {1: ["defiance-1", "enchant-1"]}


@pytest.mark.rule("hunt.beast.attack-not-defiable")
def test_an_attack_cannot_be_defied() -> None:
    match = play(against(9, None, hands=DEFIANT), "attack:straw")
    assert match.request.seat == 1
    assert_refused(match, "defy:defiance-1", "hunt.beast.attack-not-defiable")
    assert settle(match).table.seats[0].beasts and "defiance-1" in hand(match, 1)


@pytest.mark.rule("hunt.beast.attack-not-defiable")
def test_hero_rolls_draws_and_the_refresh_cannot_be_defied() -> None:
    match = begin(9, "arcana-1", heroes={0: ["hero-hunter-1"]}, hands=DEFIANT)
    play(match, "use:hero-hunter-1")  # 5 or more: draw a card
    assert match.request.seat == 1
    assert_refused(match, "defy:defiance-1", "hunt.defiance.not-others")
    assert hand(settle(match)) == ["arcana-1"]
    for move, drawn in (("draw", 1), ("refresh", 4)):
        match = play(begin(*[f"arcana-{n + 1}" for n in range(drawn)], hands=DEFIANT), move)
        assert len(hand(match)) == drawn and not match.request.window, "nobody is asked for a Defiance"
        assert texts(match, "hunt.defiance.targets") == []
