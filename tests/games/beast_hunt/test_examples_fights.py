"""The ledger's examples of fights: what the orb means, Stagger, races for a Beast, the King in the countdown."""

from __future__ import annotations

import re
from fractions import Fraction as F
from typing import Any

import pytest
from games.beast_hunt.laying import assert_refused, begin, codes, play
from games.beast_hunt.test_examples_ledger import READINGS, WHO, cards, choosing, fought, played_out

from beastlab.core.match import Match
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import SWITCHES


def against(*chance: Any, beast: str, **position: Any) -> Match:
    """A match with one Beast on the field, that needs no class and gives nothing."""
    return begin(*chance, **{"cards": cards(beast), "field": [beast], "beast_deck": []} | position)


def law(*chances: str) -> dict[str, F]:
    """Defeated, staggered, neither."""
    return dict(zip(("defeat", "stagger", "miss"), map(F, chances), strict=True))


def attack(match: Match, then: str = "end") -> str:
    """Attack the only Beast, or else the King, and end the turn; what came of it."""
    beast = (match.table.field or [match.table.king])[0]
    play(match, f"attack:{beast.code}", "*", *[then] * (match.table.actions > 0))
    return str(next(event.data["outcome"] for event in match.events()[::-1] if "outcome" in event.data))


def marked(match: Match) -> int | None:
    """Who staggered the Beast."""
    return next(iter(match.table.marks.values()), None)


# --- what the orb means ------------------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.orb-three-readings")
@pytest.mark.rule("hunt.beast.orb", "hunt.stagger.orb")
def test_orb_three_readings() -> None:
    stated = {
        "sum": law("613/648", "55/1296", "5/432"),
        "each": law("25/324", "341/1296", "95/144"),
        "best": law("155/324", "451/1296", "25/144"),
    }
    for reading in READINGS:
        assert hunt.fight(9, 7, orbs=2, reading=reading).to_dict() == stated[reading]
        assert fought(against(beast="orb2-9-7", orb_reading=reading), "attack:orb2-9-7") == stated[reading]


@pytest.mark.example("hunt.ex.orb-three-dice-pairs")
@pytest.mark.rule("hunt.beast.orb")
def test_orb_three_dice_pairs() -> None:
    stated = {
        "sum": law("7699/7776", "7/864", "7/3888"),
        "each": law("1/46656", "215/46656", "215/216"),
        "best": law("3781/46656", "15875/46656", "125/216"),
    }
    for reading in READINGS:
        assert hunt.fight(12, 10, orbs=3, reading=reading).to_dict() == stated[reading]
        assert (
            fought(against(beast="orb3-12-10", orb_reading=reading), "attack:orb3-12-10") == stated[reading]
        )
    assert stated["sum"]["defeat"] / stated["each"]["defeat"] > 46_000


@pytest.mark.example("hunt.ex.orb-one-identical")
@pytest.mark.rule("hunt.beast.orb", "hunt.beast.orb-range")
@pytest.mark.parametrize("reading", READINGS)
def test_orb_one_identical(reading: str) -> None:
    stated = law("5/12", "11/36", "5/18")
    assert hunt.fight(8, 6, reading=reading).to_dict() == stated
    made = cards("orb1-8-6", "orb-8-6")  # the other has no orb
    match = begin(cards=made, field=["orb1-8-6", "orb-8-6"], beast_deck=[], orb_reading=reading)
    assert fought(match, "attack:orb1-8-6") == fought(match, "attack:orb-8-6") == stated


@pytest.mark.example("hunt.ex.orb-above-twelve")
@pytest.mark.rule("hunt.beast.orb", "hunt.beast.defeat-value")
def test_orb_above_twelve() -> None:
    stated = {
        "sum": law("575/1296", "137/432", "155/648"),
        "each": law("0", "1/1296", "1295/1296"),
        "best": law("0", "71/1296", "1225/1296"),
    }
    for reading in READINGS:
        assert (
            fought(against(beast="orb2-15-12", orb_reading=reading), "attack:orb2-15-12") == stated[reading]
        )
    assert any("only it makes sense" in note for note in cards("orb2-15-12").notes())


@pytest.mark.example("hunt.ex.orb-odds-table")
@pytest.mark.rule("hunt.beast.orb", "hunt.beast.defeat-value")
def test_orb_odds_table() -> None:
    table = """
        each, orb 2: 5: 25/36, 6: 169/324, 7: 49/144, 8: 25/144, 9: 25/324, 10: 1/36, 11: 1/144
        each, orb 3: 5: 125/216, 6: 2197/5832, 7: 343/1728, 8: 125/1728, 9: 125/5832, 10: 1/216, 11: 1/1728
        best, orb 2: 5: 35/36, 6: 299/324, 7: 119/144, 8: 95/144, 9: 155/324, 10: 11/36, 11: 23/144
        best, orb 3: 5: 215/216, 6: 5707/5832, 7: 1603/1728, 8: 1385/1728, 9: 3635/5832, 10: 91/216, 11: 397/1728
        sum, orb 2: 12: 493/648, 13: 287/432, 14: 721/1296, 15: 575/1296, 16: 145/432, 17: 155/648, 18: 103/648
        sum, orb 3: 19: 11207/15552, 20: 9905/15552, 21: 4249/7776, 22: 3527/7776, 23: 5647/15552,
            24: 4345/15552, 25: 2401/11664
    """
    rows = re.findall(r"(each|best|sum), orb (\d): ((?:\d+: \d+/\d+,?\s+)+)", table)
    assert len(rows) == 6
    for reading, orbs, row in rows:
        cells = re.findall(r"(\d+): (\d+/\d+)", row)
        codes = [f"orb{orbs}-{value}" for value, _ in cells]
        match = begin(cards=cards(*codes), field=codes, beast_deck=[], orb_reading=reading)
        assert len(cells) == 7
        for code, (value, chance) in zip(codes, cells, strict=True):
            assert hunt.reach(int(value), int(orbs), reading=reading) == F(chance)
            assert fought(match, f"attack:{code}")["defeat"] == F(chance)


@pytest.mark.example("hunt.ex.orb-concrete-roll")
@pytest.mark.rule("hunt.beast.orb", "hunt.beast.orb-rolls-all")
@pytest.mark.parametrize("reading", READINGS)
def test_orb_concrete_roll(reading: str) -> None:
    result = {"sum": 14, "each": 4, "best": 10}[reading]
    defeated = {"sum": {14, 9, 4}, "each": {4}, "best": {9, 4}}[reading]
    for defeat in (15, 14, 9, 4):
        rolled = 4 + 10 if reading == "sum" else [4, 10]
        match = against(rolled, beast=f"orb2-{defeat}", orb_reading=reading)
        assert (attack(match) == "defeat") == (defeat in defeated)
        told = {event.rule: event.data for event in match.events()}
        assert told["hunt.beast.orb"]["totals"] == ((14,) if reading == "sum" else (4, 10))
        assert [data["result"] for data in told.values() if "outcome" in data] == [result]


@pytest.mark.example("hunt.ex.orb-standing-modifier")
@pytest.mark.rule("hunt.beast.orb-standing-modifier", "hunt.stagger.orb")
def test_orb_standing_modifier() -> None:
    two_more = {0: ["beast-08", "beast-10"]}  # each of these Beasts adds 1
    first = fought(against(beast="orb3-22-19", beasts=two_more), "attack:orb3-22-19")
    assert (first["defeat"], first["stagger"]) == (F("9905/15552"), F("10193/46656"))
    second = fought(against(beast="orb3-7-5", beasts=two_more, orb_reading="each"), "attack:orb3-7-5")
    assert (second["defeat"], second["stagger"]) == (F("125/216"), F("15875/46656"))
    # standing_modifier_scope: default half only


# --- Stagger -----------------------------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.stagger-basic")
@pytest.mark.rule(
    "hunt.stagger.trigger", "hunt.stagger.effect", "hunt.stagger.after-miss", "hunt.stagger.needs-failure"
)
@pytest.mark.parametrize("who", WHO)
def test_stagger_basic(who: str) -> None:
    for second in (6, 5, 9):
        match = against(7, second, 8, beast="orb1-9-6", stagger_who=who)
        assert (attack(match), marked(match)) == ("stagger", 0)
        assert attack(match) == ("miss" if second == 5 else "defeat")
        assert marked(match) is None
        if second == 5:
            assert attack(match) == "stagger", "8 is not enough: the following attacker needs 9 again"
            assert codes(match.table.field) == ["orb1-9-6"]
    match = against(9, beast="orb1-9-6", stagger_who=who)
    assert attack(match) == "defeat" and marked(match) is None
    assert "hunt.stagger.trigger" not in [event.rule for event in match.events()]


@pytest.mark.example("hunt.ex.stagger-boundary")
@pytest.mark.rule("hunt.stagger.trigger")
@pytest.mark.parametrize(("result", "outcome"), [(5, "miss"), (6, "stagger"), (8, "stagger"), (9, "defeat")])
def test_stagger_boundary(result: int, outcome: str) -> None:
    match = against(result, beast="orb1-9-6")
    assert attack(match) == outcome
    assert marked(match) == (0 if outcome == "stagger" else None)


@pytest.mark.example("hunt.ex.stagger-enchant")
@pytest.mark.rule("hunt.stagger.final-result", "hunt.enchant.sum")
def test_stagger_enchant() -> None:
    match = against(8, beast="orb1-9-6", hands={1: ["enchant-8"]})
    play(match, "attack:orb1-9-6", "enchant:enchant-8:-3", "*")
    outcome = next(event.data for event in match.events()[::-1] if "outcome" in event.data)
    assert outcome == {"result": 5, "outcome": "miss"} and marked(match) is None
    # stagger_result: default half only


@pytest.mark.example("hunt.ex.stagger-same-player")
@pytest.mark.rule("hunt.stagger.who", "hunt.beast.fail-stays", "hunt.action.extra-actions")
@pytest.mark.parametrize(("who", "stated"), [("next_fight", "73/108"), ("next_other", "155/324")])
def test_stagger_same_player(who: str, stated: str) -> None:
    match = against(beast="orb1-9-6", actions=4, stagger_who=who)
    beaten = played_out(
        match.table,
        choosing("attack:orb1-9-6"),
        lambda now: tuple(now.marks.values()),
        lambda now: True if not now.field else False if now.phase == "end" else None,
    )
    assert beaten[True] == F(stated)
    if who == "next_other":
        for second in (6, 7, 8):
            match = against(7, second, 6, beast="orb1-9-6", actions=4, stagger_who=who)
            play(match, "attack:orb1-9-6", "attack:orb1-9-6")
            assert match.table.turn == 1 and marked(match) == 0, "the others still have the mark"
            assert attack(match) == "defeat"


@pytest.mark.example("hunt.ex.stagger-not-fought")
@pytest.mark.rule("hunt.stagger.expiry", "hunt.stagger.who")
@pytest.mark.parametrize("who", ["next_fight", "next_other"])
def test_stagger_not_fought(who: str) -> None:
    match = against(7, 6, beast="orb1-9-6", seats=3, stagger_who=who)
    assert attack(match) == "stagger"
    variant = play(match.fork(), "end", "end")
    assert attack(play(match, "end")) == "defeat" and match.table.seats[2].beasts

    assert (variant.table.turn, variant.table.round) == (0, 2)
    attack(variant)
    assert bool(variant.table.seats[0].beasts) == (who == "next_fight")
    # stagger_expiry: default half only


@pytest.mark.example("hunt.ex.stagger-left-neighbour")
@pytest.mark.rule("hunt.stagger.who", "hunt.stagger.trigger")
@pytest.mark.parametrize("who", WHO)
def test_stagger_left_neighbour(who: str) -> None:
    match = against(7, 7, 6, beast="orb1-9-6", seats=4, stagger_who=who)
    assert attack(match) == "stagger" and marked(match) == 0
    play(match, "end")
    if who != "left_neighbour":
        assert attack(match) == "defeat" and match.table.seats[2].beasts
    else:
        assert attack(match) == "stagger" and marked(match) == 2, "A's mark goes, C's comes"
        assert attack(match) == "defeat" and match.table.seats[3].beasts


@pytest.mark.example("hunt.ex.stagger-requirement")
@pytest.mark.rule("hunt.stagger.requirement", "hunt.beast.requirement-needed")
@pytest.mark.parametrize("reading", SWITCHES["requirement_champion"])
def test_stagger_requirement(reading: str) -> None:
    match = begin(
        5,
        field=["beast-12"],  # Pirate, any
        marks={"beast-12": 0},
        turn=1,
        heroes={0: ["hero-pirate-1", "hero-pirate-2"], 1: ["hero-royal-1", "hero-shinobi-1"]},
        champions={1: "champion-hunter-2"},
        requirement_champion=reading,
    )
    assert_refused(match, "attack:beast-12", "hunt.stagger.requirement")
    play(match, "end")
    assert marked(match) == 0, "nobody has attacked it"
    attack(match)
    assert marked(match) is None


@pytest.mark.example("hunt.ex.stagger-immediate")
@pytest.mark.rule("hunt.stagger.any-attack", "hunt.action.immediate-attack-requirement")
def test_stagger_immediate() -> None:
    match = begin(
        10,
        5,
        cards=cards("orb1-9-6", needs="Hunter"),
        field=["orb1-9-6", "beast-01"],  # the other needs two Heroes
        marks={"orb1-9-6": 1},
        heroes={0: ["hero-hunter-5"]},  # 10 or more: immediately attack a Beast
    )
    play(match, "use:hero-hunter-5", "*")
    assert match.table.actions == 2
    assert_refused(match, "attack:beast-01", "hunt.beast.requirement-matching")
    play(match, "attack:orb1-9-6", "*")
    assert match.table.actions == 2, "no action is spent"
    assert codes(match.table.field) == ["orb1-9-6", "beast-01"] and not match.table.marks


# --- races for one Beast -----------------------------------------------------------------------------------


def raced(beast: str, seats: int) -> tuple[F, ...]:
    """The shares of players who attack a fresh Beast once in each turn until it falls, turn by turn."""
    table = against(beast=beast, seats=seats).table
    shares = played_out(
        table,
        choosing(f"attack:{beast}"),
        lambda now: tuple(now.marks.values()),
        lambda now: None if now.field else next(n for n, seat in enumerate(now.seats) if seat.beasts),
    )
    return tuple(shares[seat] for seat in range(seats))


@pytest.mark.example("hunt.ex.stagger-race-two")
@pytest.mark.rule("hunt.stagger.who", "hunt.stagger.after-miss")
def test_stagger_race_two() -> None:
    fresh = fought(against(beast="orb1-9-6"), "attack:orb1-9-6")
    weakened = fought(against(beast="orb1-9-6", marks={"orb1-9-6": 1}), "attack:orb1-9-6")
    assert fresh == law("5/18", "4/9", "5/18")
    race = hunt.race(9, 6)
    assert raced("orb1-9-6", 2) == race.shares == (F("90/187"), F("97/187"))
    assert raced("orb1-9", 2)[0] == hunt.race(9)[0] == F("18/31")
    assert race.expected_attacks == F("234/97")
    # e = 1 + stagger * f + miss * e attacks on a fresh Beast, f = 1 + miss' * e on a staggered one
    around = fresh["stagger"] * weakened["miss"] + fresh["miss"]
    assert (1 + fresh["stagger"]) / (1 - around) == race.expected_attacks


@pytest.mark.example("hunt.ex.stagger-race-three")
@pytest.mark.rule("hunt.stagger.who", "hunt.stagger.after-miss")
def test_stagger_race_three() -> None:
    stated = (F("14580/38299"), F("17154/38299"), F("6565/38299"))
    assert raced("orb1-9-6", 3) == hunt.race(9, 6, players=3).shares == stated


@pytest.mark.example("hunt.ex.stagger-extreme")
@pytest.mark.rule("hunt.stagger.who", "hunt.stagger.effect")
def test_stagger_extreme() -> None:
    two, three = (F("42/223"), F("181/223")), (F("1296/8827"), F("6306/8827"), F("175/1261"))
    assert raced("orb1-12-5", 2) == hunt.race(12, 5).shares == two
    assert raced("orb1-12-5", 3) == hunt.race(12, 5, players=3).shares == three


@pytest.mark.example("hunt.ex.stagger-kept-variant")
@pytest.mark.rule("hunt.stagger.after-miss")
def test_stagger_kept_variant() -> None:
    # stagger_after_miss: default half only
    assert raced("orb1-9-6", 2)[0] == hunt.race(9, 6)[0] == F("90/187")


# --- the King ----------------------------------------------------------------------------------------------


CLASSES = ("shinobi", "nightmare", "royal", "hunter", "invoker", "pirate")


def countdown(king: str, lesser: tuple[int, ...]) -> F:
    """The chance of a shared win: each player in turn may attack the King, and does, with so many Lesser Beasts."""
    seats = len(lesser)
    beaten = iter(range(1, 7))
    table = begin(
        seats=seats,
        champions={seat: f"champion-{CLASSES[seat]}-2" for seat in range(seats)},
        heroes={seat: [f"hero-{CLASSES[seat]}-{n}" for n in (1, 2, 4, 5)] for seat in range(seats)},
        lesser={seat: [f"lesser-beast-{next(beaten)}" for _ in range(n)] for seat, n in enumerate(lesser)},
        cards=cards(king),
        king=king,
        field=[],
        beast_deck=[],
        shards=3,
    ).table
    won = played_out(
        table,
        choosing(f"attack:{king}"),
        lambda now: (now.countdown, *now.marks.values()),
        lambda now: now.result and now.result.winners,
    )
    assert won.keys() == {(), tuple(range(seats))}
    return won[tuple(range(seats))]


@pytest.mark.example("hunt.ex.countdown-chain")
@pytest.mark.rule("hunt.shard.third", "hunt.stagger.king", "hunt.stagger.effect")
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_countdown_chain(seats: int) -> None:
    with_stagger, without = {
        2: ("1020091/1679616", "104255/186624"),
        3: ("1655964011/2176782336", "56981665/80621568"),
        4: ("804393494777/940369969152", "28043865215/34828517376"),
        6: ("4487177749378913771/4738381338321616896", "5940992212929215/6499837226778624"),
    }[seats]
    assert (
        countdown("king2-16-14", (0,) * seats) == hunt.countdown(16, 14, 2, (0,) * seats) == F(with_stagger)
    )
    assert countdown("king2-16", (0,) * seats) == hunt.countdown(16, None, 2, (0,) * seats) == F(without)


@pytest.mark.example("hunt.ex.countdown-order-reversal")
@pytest.mark.rule("hunt.shard.third", "hunt.stagger.king", "hunt.lesser.king-bonus")
@pytest.mark.parametrize(
    ("order", "stated"),
    [
        ((0, 2, 1), "639352367/725594112"),
        ((1, 2, 0), "639352367/725594112"),
        ((2, 0, 1), "1899834611/2176782336"),
    ],
)
def test_countdown_order_reversal(order: tuple[int, ...], stated: str) -> None:
    assert countdown("king2-16-14", order) == hunt.countdown(16, 14, 2, order) == F(stated)


@pytest.mark.example("hunt.ex.lesser-king-bonus")
@pytest.mark.rule("hunt.lesser.king-bonus", "hunt.lesser.bonus-only-king")
@pytest.mark.parametrize(
    ("lesser", "stated"), [(0, "145/432"), (1, "575/1296"), (2, "721/1296"), (3, "287/432")]
)
def test_lesser_king_bonus(lesser: int, stated: str) -> None:
    match = begin(
        cards=cards("king2-16", "orb1-8"),
        king="king2-16",
        field=["orb1-8"],
        beasts={0: ["beast-01", "beast-02", "beast-03"]},
        lesser={0: [f"lesser-beast-{n}" for n in range(1, lesser + 1)]},
    )
    assert fought(match, "attack:king2-16")["defeat"] == F(stated)
    assert fought(match, "attack:orb1-8")["defeat"] == F("5/12")
