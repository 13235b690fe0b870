"""The exact questions of Beast Hunt: the ledger's examples, and enumeration of the rules beside each."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beastlab.core.explore import explore
from beastlab.core.ledger import ledger
from beastlab.games.beast_hunt import Options, draws, illustrative, lay
from beastlab.games.beast_hunt.questions import (
    READINGS,
    attack_or_draw,
    break_even_enchants,
    clean_start,
    countdown,
    draw_chance,
    duel,
    duel_rounds,
    duel_with_enchants,
    enchant_worth,
    fight,
    first_roll,
    first_roll_unique,
    first_turn_actions,
    hero_retries,
    hero_roll,
    lesser_odds,
    pull_chance,
    race,
    reach,
    shards_at_setup,
    third_arm,
    third_shard,
)
from beastlab.games.beast_hunt.rules.beasts import attack as rule_of_attack
from beastlab.games.beast_hunt.rules.dice import duel as rule_of_duel
from beastlab.odds import Distribution

LEDGER = ledger("beast_hunt").data
EXAMPLES = {entry["id"]: entry for entry in LEDGER["example"]}
COUNTS = next(deck["counts"] for deck in LEDGER["deck"] if "counts" in deck)


def expected(example):
    """All fractions that the ledger prints for an example."""
    return {Fraction(text) for text in re.findall(r"\d+/\d+", EXAMPLES[f"hunt.ex.{example}"]["expect"])}


def fractions(*laws):
    """The probabilities strictly between 0 and 1 of some distributions."""
    return {p for law in laws for _, p in law.items() if p != 1}


def close(count, n, p):
    """Whether a simulated count is within five standard deviations."""
    return abs(count - n * p) <= 5 * sqrt(n * p * (1 - p)) + 1e-9


# --- fights -----------------------------------------------------------------------------------


@cache
def results(orbs):
    """Every way for the dice of so many steps to fall, as a count of tuples of totals."""
    rolls = product(range(1, 7), repeat=2 * orbs)
    return Counter(tuple(roll[i] + roll[i + 1] for i in range(0, 2 * orbs, 2)) for roll in rolls)


COMBINE = {"sum": sum, "each": min, "best": max}


def outcome(totals, reading, modifier, scope):
    """The result of one fight, in the words of the ledger."""
    if reading == "sum":
        return sum(totals) + modifier * (len(totals) if scope == "per_step" else 1)
    if scope == "once":
        return max(
            COMBINE[reading]([t + modifier * (i == chosen) for i, t in enumerate(totals)])
            for chosen in range(len(totals))
        )
    return COMBINE[reading]([t + modifier for t in totals])


@pytest.mark.parametrize("scope", ["per_result", "once", "per_step"])
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("orbs", [1, 2, 3])
def test_reach_counts_every_roll(orbs, reading, scope):
    for modifier in (-3, -1, 0, 1, 4):
        by_result = Counter()
        for totals, ways in results(orbs).items():
            by_result[outcome(totals, reading, modifier, scope)] += ways
        for value in range(-2, 12 * orbs + 6):
            ways = sum(n for result, n in by_result.items() if result >= value)
            assert reach(value, orbs, modifier, reading, scope) == Fraction(ways, 36**orbs)


@given(
    st.integers(2, 30), st.integers(1, 12), st.integers(1, 5), st.integers(-4, 4), st.sampled_from(READINGS)
)
def test_fights_split_what_the_dice_reach(defeat, gap, orbs, modifier, reading):
    stagger = defeat - gap
    law = fight(defeat, stagger, orbs, modifier, reading)
    assert sum(p for _, p in law.items()) == 1
    assert law["defeat"] == reach(defeat, orbs, modifier, reading)
    assert law["defeat"] + law["stagger"] == reach(stagger, orbs, modifier, reading)
    assert law["defeat"] <= fight(defeat, stagger, orbs, modifier + 1, reading)["defeat"]
    assert fight(defeat, None, orbs, modifier, reading)["stagger"] == 0
    second = fight(defeat, stagger, orbs, modifier, reading, staggered=True)
    assert second["defeat"] == law["defeat"] + law["stagger"] and second["stagger"] == 0


@pytest.mark.rule("hunt.beast.orb", "hunt.stagger.orb")
def test_ex_orb_three_readings():
    laws = {reading: fight(9, 7, orbs=2, reading=reading) for reading in READINGS}
    assert expected("orb-three-readings") == fractions(*laws.values())
    assert laws["sum"]["defeat"] == Fraction(613, 648) and laws["best"]["miss"] == Fraction(25, 144)
    assert laws["each"].to_dict() == {
        "defeat": Fraction(25, 324),
        "stagger": Fraction(341, 1296),
        "miss": Fraction(95, 144),
    }


@pytest.mark.rule("hunt.beast.orb")
def test_ex_orb_three_dice_pairs():
    laws = [fight(12, 10, orbs=3, reading=reading) for reading in READINGS]
    assert expected("orb-three-dice-pairs") == fractions(*laws)
    assert laws[0]["defeat"] / laws[1]["defeat"] > 46_000


@pytest.mark.rule("hunt.beast.orb", "hunt.beast.orb-range")
def test_ex_orb_one_identical():
    laws = {fight(8, 6, reading=reading) for reading in READINGS}
    assert len(laws) == 1 and expected("orb-one-identical") == fractions(*laws)


@pytest.mark.rule("hunt.beast.orb", "hunt.beast.defeat-value")
def test_ex_orb_above_twelve():
    laws = [fight(15, 12, orbs=2, reading=reading) for reading in READINGS]
    assert expected("orb-above-twelve") == fractions(*laws)
    assert fight(15, 12, 2)["defeat"] == Fraction(575, 1296)
    assert [law["defeat"] for law in laws[1:]] == [0, 0]


@pytest.mark.rule("hunt.beast.orb", "hunt.beast.defeat-value")
def test_ex_orb_odds_table():
    text = EXAMPLES["hunt.ex.orb-odds-table"]["expect"]
    rows = re.findall(r"(each|best|sum), orb (\d): ((?:\d+: \d+/\d+(?:, |\.))+)", text)
    cells = [
        (reading, int(orbs), int(value), Fraction(p))
        for reading, orbs, row in rows
        for value, p in re.findall(r"(\d+): (\d+/\d+)", row)
    ]
    assert len(cells) == 42
    for reading, orbs, value, p in cells:
        assert fight(value, orbs=orbs, reading=reading)["defeat"] == p


@pytest.mark.rule("hunt.beast.orb-standing-modifier", "hunt.stagger.orb")
def test_ex_orb_standing_modifier():
    first = fight(22, 19, orbs=3, modifier=2)
    second = fight(7, 5, orbs=3, modifier=2, reading="each")
    third = fight(7, 5, orbs=3, modifier=2, reading="each", scope="once")
    assert (first["defeat"], first["stagger"]) == (Fraction(9905, 15552), Fraction(10193, 46656))
    assert (second["defeat"], second["stagger"]) == (Fraction(125, 216), Fraction(15875, 46656))
    assert third["defeat"] == Fraction(49, 108)
    shown = {first["defeat"], first["stagger"], second["defeat"], second["stagger"], third["defeat"]}
    assert shown == expected("orb-standing-modifier")


@pytest.mark.rule("hunt.lesser.king-bonus", "hunt.lesser.bonus-only-king")
def test_ex_lesser_king_bonus():
    king = [fight(16, orbs=2, modifier=lesser)["defeat"] for lesser in range(4)]
    assert king == [Fraction(145, 432), Fraction(575, 1296), Fraction(721, 1296), Fraction(287, 432)]
    assert expected("lesser-king-bonus") == {*king, fight(8)["defeat"]}


# --- races ------------------------------------------------------------------------------------


def follow(defeat, stagger, modifiers, who, after_miss, attacks):
    """Shares so far and what is left after so many attacks, by the words of the rules."""
    count = len(modifiers)
    shares, at = [Fraction(0)] * count, {(None, False): Fraction(1)}  # (owner of the mark, is there one)
    for attack in range(attacks):
        player, following = attack % count, Counter()
        for (owner, marked), p in at.items():
            if who == "next_fight":
                may = marked
            elif who == "next_other":
                may = marked and owner != player
            else:
                may = marked and owner != player and (owner + 1) % count == player
            for (total,), ways in results(1).items():
                q = p * Fraction(ways, 36)
                result = total + modifiers[player]
                if result >= (stagger if may else defeat):
                    shares[player] += q
                elif marked and (after_miss == "kept" or (who == "next_other" and owner == player)):
                    following[owner, True] += q
                elif stagger is not None and not may and result >= stagger:
                    following[player, True] += q
                else:
                    following[None, False] += q
        at = following
    return shares, sum(at.values())


WHO = ["next_fight", "next_other", "left_neighbour"]


@pytest.mark.parametrize("after_miss", ["cleared", "kept"])
@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("modifiers", [(0,), (0, 0), (1, -1, 0), (0, 2, 0, 1)])
def test_races_follow_the_rules_attack_by_attack(modifiers, who, after_miss):
    for defeat, stagger in [(9, 6), (12, 5), (10, None)]:
        result = race(defeat, stagger, 1, modifiers, None, "sum", who, after_miss)
        shares, left = follow(defeat, stagger, modifiers, who, after_miss, 24)
        assert result.survival(24) == left
        assert all(low <= share <= low + left for low, share in zip(shares, result, strict=True))
        assert sum(result) == 1


@given(st.integers(2, 12), st.integers(1, 6))
def test_races_without_stagger_are_geometric(defeat, players):
    q = fight(defeat)["defeat"]
    result = race(defeat, players=players)
    rounds = 1 - (1 - q) ** players
    assert list(result) == [q * (1 - q) ** k / rounds for k in range(players)]
    assert result.expected_attacks == 1 / q


@given(st.integers(9, 12), st.integers(4, 8), st.integers(1, 5), st.sampled_from(READINGS), st.integers(1, 2))
def test_shares_are_sums_of_survival(defeat, stagger, players, reading, orbs):
    """The k-th of N equal players defeats the Beast with the attacks k, k + N, k + 2N, ..."""
    result = race(defeat, stagger, orbs, players=players, reading=reading)
    standing = [result.survival(n) for n in range(5 * players + 1)]
    for k, share in enumerate(result):
        sofar = sum(standing[n] - standing[n + 1] for n in range(k, 5 * players, players))
        assert sofar <= share <= sofar + standing[-1]


def test_a_race_with_dice():
    rng, n, wins, attacks = Random(7), 20_000, Counter(), 0
    for _ in range(n):
        marked, player = False, 0
        while True:
            attacks += 1
            result = rng.randint(1, 6) + rng.randint(1, 6) + (player == 2)
            if result >= (6 if marked else 9):
                break
            marked, player = not marked and result >= 6, (player + 1) % 3
        wins[player] += 1
    exact = race(9, 6, modifiers=(0, 0, 1))
    assert all(close(wins[k], n, share) for k, share in enumerate(exact))
    assert attacks / n == pytest.approx(float(exact.expected_attacks), rel=0.03)


@pytest.mark.rule("hunt.stagger.who", "hunt.beast.fail-stays")
def test_ex_stagger_same_player():
    alone = {who: 1 - race(9, 6, players=1, stagger_who=who).survival(2) for who in WHO}
    assert alone["next_fight"] == Fraction(73, 108) and alone["next_other"] == Fraction(155, 324)
    assert expected("stagger-same-player") == {alone["next_fight"], alone["next_other"]}


@pytest.mark.rule("hunt.stagger.who", "hunt.stagger.after-miss")
def test_ex_stagger_race_two():
    result, plain = race(9, 6), race(9)
    assert list(result) == [Fraction(90, 187), Fraction(97, 187)] and plain[0] == Fraction(18, 31)
    assert result.expected_attacks == Fraction(234, 97)
    assert expected("stagger-race-two") == {*result, plain[0], result.expected_attacks}


@pytest.mark.rule("hunt.stagger.who", "hunt.stagger.after-miss")
def test_ex_stagger_race_three():
    shares = race(9, 6, players=3).shares
    assert shares == (Fraction(14580, 38299), Fraction(17154, 38299), Fraction(6565, 38299))
    assert expected("stagger-race-three") == set(shares)


@pytest.mark.rule("hunt.stagger.who", "hunt.stagger.effect")
def test_ex_stagger_extreme():
    assert race(defeat=12, stagger=5, players=2)[0] == Fraction(42, 223)
    assert expected("stagger-extreme") == {*race(12, 5), *race(12, 5, players=3)}


@pytest.mark.rule("hunt.stagger.after-miss")
def test_ex_stagger_kept_variant():
    kept = race(9, 6, stagger_after_miss="kept")
    assert kept[0] == Fraction(270, 529)
    assert expected("stagger-kept-variant") == {kept[0], race(9, 6)[0]}


# --- countdown --------------------------------------------------------------------------------


@given(
    st.lists(st.integers(-2, 3), max_size=5),
    st.integers(8, 18),
    st.integers(1, 5),
    st.integers(1, 2),
    st.sampled_from(READINGS),
)
def test_countdown_is_the_race_that_is_stopped_and_runs_both_ways(modifiers, defeat, gap, orbs, reading):
    chance = countdown(defeat, defeat - gap, orbs, modifiers, reading)
    assert chance == countdown(defeat, defeat - gap, orbs, modifiers[::-1], reading)
    if modifiers and fight(defeat, None, orbs, max(modifiers), reading)["defeat"]:
        assert chance == 1 - race(defeat, defeat - gap, orbs, modifiers, None, reading).survival(
            len(modifiers)
        )


@pytest.mark.parametrize("after_miss", ["cleared", "kept"])
@pytest.mark.parametrize("staggered", [False, True])
def test_countdown_counts_every_sequence(staggered, after_miss):
    modifiers, won, grand = (0, 2, 1), 0, Counter()
    for totals, ways in results(2).items():
        grand[sum(totals)] += ways
    for rolls in product(grand, repeat=3):
        marked = staggered
        for rolled, modifier in zip(rolls, modifiers, strict=True):
            result = rolled + modifier
            if result >= (14 if marked else 16):
                won += grand[rolls[0]] * grand[rolls[1]] * grand[rolls[2]]
                break
            marked = result >= 14 if not marked else after_miss == "kept"
    exact = countdown(16, 14, 2, modifiers, staggered=staggered, stagger_after_miss=after_miss)
    assert exact == Fraction(won, 1296**3)


@pytest.mark.rule("hunt.shard.third", "hunt.stagger.king", "hunt.stagger.effect")
def test_ex_countdown_chain():
    chances = [countdown(16, stagger, 2, (0,) * n) for n in (2, 3, 4, 6) for stagger in (14, None)]
    assert chances[0] == Fraction(1020091, 1679616) and len(set(chances)) == 8
    assert expected("countdown-chain") == set(chances)


@pytest.mark.rule("hunt.shard.third", "hunt.stagger.king", "hunt.lesser.king-bonus")
def test_ex_countdown_order_reversal():
    forth, back, other = (countdown(16, 14, 2, order) for order in [(0, 2, 1), (1, 2, 0), (2, 0, 1)])
    assert forth == back == Fraction(639352367, 725594112) > other
    assert expected("countdown-order-reversal") == {forth, other}


# --- Shards and cards ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("beasts", "shards", "shown"), [(6, 3, 0), (5, 4, 0), (4, 5, 1), (7, 2, 2), (3, 3, 0)]
)
@pytest.mark.parametrize("setup", [True, False])
def test_third_shard_by_laying_out_every_deck(beasts, shards, shown, setup):
    seen, laid_out, decks = Counter(), Counter(), 0
    for places in combinations(range(beasts + shards), shards):
        deck = ["shard" if i in places else "beast" for i in range(beasts + shards)]
        row, field, defeats, decks = shown, 0 if setup else 3, 0, decks + 1
        while deck and field < 3:
            drawn = deck.pop(0)
            field, row = field + (drawn == "beast"), row + (drawn == "shard")
        laid_out[row - shown] += 1
        while row < 3:
            field, defeats = field - 1, defeats + 1
            while deck and field < 3:
                drawn = deck.pop(0)
                field, row = field + (drawn == "beast"), row + (drawn == "shard")
        seen[defeats] += 1
    law = third_shard(beasts, shards, setup, shown)
    assert law.to_dict() == {d: Fraction(n, decks) for d, n in sorted(seen.items())}
    if setup:
        rows = {i: Fraction(n, decks) for i, n in sorted(laid_out.items())}
        assert shards_at_setup(beasts, shards).to_dict() == rows


@pytest.mark.rule("hunt.shard.third", "hunt.setup.shards-in-first-reveal")
def test_ex_third_shard_distribution():
    law = third_shard()
    assert law[0] == Fraction(1, 133) and law.cdf(16) == 1 and law.cdf(15) < 1
    assert expected("third-shard-distribution") == {law[0], *map(law.cdf, (4, 8, 12)), Fraction(33, 2)}
    assert draws.position(3, 21, 3).mean == Fraction(33, 2)


def test_third_shard_with_shuffled_decks():
    rng, n, early = Random(11), 5_000, 0
    for _ in range(n):
        deck = ["beast"] * 18 + ["shard"] * 3
        rng.shuffle(deck)
        before = [i for i, card in enumerate(deck) if card == "shard"][2] - 2  # Beasts before the third Shard
        early += before - 2 <= 8
    assert close(early, n, third_shard().cdf(8))


@pytest.mark.rule("hunt.malice.start-before-lesser", "hunt.lesser.start-hand")
def test_ex_starting_hand_clean():
    assert {clean_start()} == expected("starting-hand-clean") == {Fraction(6799529, 10587668)}


@pytest.mark.rule("hunt.setup.main-deck-types")
def test_ex_malice_switch():
    ten, nine = clean_start(), clean_start(deck=116, malice=0)
    assert {ten, nine} == expected("malice-switch") and nine == Fraction(61195761, 80194744)


@pytest.mark.rule("hunt.arms.three")
def test_ex_arms_third():
    assert {third_arm()} == expected("arms-third") == {Fraction(1350089, 6913340)}


def test_arms_from_any_start():
    for held in range(5):
        hands = list(combinations(range(9), 4))  # arms 0.. among nine unseen cards
        enough = sum(sum(card < 5 - held for card in hand) >= 3 - held for hand in hands)
        assert third_arm(held, unseen=9, draws=4, arms=5) == Fraction(enough, len(hands))


@given(st.integers(0, 8).flatmap(lambda u: st.tuples(st.just(u), *[st.integers(0, u)] * 3)))
def test_draw_chance_counts_hands(cards):
    unseen, wanted, draw, least = cards
    hands = list(combinations(range(unseen), draw))
    enough = sum(sum(card < wanted for card in hand) >= least for hand in hands)
    assert draw_chance(wanted, unseen, draw, least) == Fraction(enough, len(hands))
    assert pull_chance(wanted, unseen, draw) == draw_chance(wanted, unseen, draw)


@pytest.mark.parametrize(("defeats", "unseen", "draw"), [((7, 9), 5, 3), ((12, 2, 8), 6, 2), ((), 4, 2)])
def test_lesser_odds_counts_hands_and_rolls(defeats, unseen, draw):
    law, hands = Counter(), list(combinations(range(unseen), draw))
    for hand in hands:
        met = [defeats[card] for card in hand if card < len(defeats)]
        for rolls in product(results(1), repeat=len(met)):
            weight = Fraction(1, len(hands))
            for roll in rolls:
                weight *= Fraction(results(1)[roll], 36)
            law[sum(roll[0] >= defeat for roll, defeat in zip(rolls, met, strict=True))] += weight
    assert lesser_odds(defeats, unseen, draw).to_dict() == {k: law[k] for k in sorted(law) if law[k]}


@pytest.mark.rule("hunt.lesser.start-extra-action", "hunt.lesser.start-hand")
def test_first_turn_of_the_illustrative_deck():
    """Printed in the ledger with hunt.decision.lesser-fight-order."""
    law = first_turn_actions()
    assert law.mean == Fraction(671, 216) and list(law) == [3, 4, 5, 6, 7, 8]


def test_the_defaults_are_the_illustrative_decks():
    decks = {deck["id"]: deck for deck in LEDGER["deck"]}
    lesser = [card["defeat"] for card in decks["hunt.deck.lesser-beast"]["cards"]]
    assert sorted(draws.LESSER_DEFEATS) == sorted(lesser) and len(lesser) == COUNTS["lesser_beast"]
    assert COUNTS["total"] == draws.MAIN_DECK and COUNTS["malice"] == draws.MALICE
    assert COUNTS["ancient_arm"] == draws.ARMS
    assert len(decks["hunt.deck.beast"]["cards"]) == draws.BEASTS


# --- Heroes and the first roll ------------------------------------------------------------------


@given(st.integers(-1, 15), st.integers(-4, 4))
def test_hero_rolls_count_totals(value, modifier):
    above = sum(ways for (t,), ways in results(1).items() if t + modifier >= value)
    below = sum(ways for (t,), ways in results(1).items() if t + modifier <= value)
    assert hero_roll(value, "green", modifier) == Fraction(above, 36)
    assert hero_roll(value, "red", modifier) == Fraction(below, 36)


@pytest.mark.rule("hunt.hero.limit-counts")
def test_ex_hero_limit_success():
    q = hero_roll(8)
    tries = hero_retries(q, 3)
    assert tries == (Fraction(1385, 1728), Fraction(277, 144))
    assert expected("hero-limit-success") == {q, *tries}


@pytest.mark.rule("hunt.hero.red", "hunt.hero.final-result", "hunt.enchant.own-and-others")
def test_ex_hero_red_enchant():
    chances = [hero_roll(7, "red", modifier) for modifier in (0, 1, -2)]
    assert chances == [Fraction(7, 12), Fraction(5, 12), Fraction(5, 6)]
    assert expected("hero-red-enchant") == set(chances)


@given(st.fractions(0, 1), st.integers(0, 6))
def test_retries_stop_at_the_first_success(q, actions):
    success, spent, left = Fraction(0), Fraction(0), Fraction(1)
    for _ in range(actions):
        spent, success, left = spent + left, success + left * q, left * (1 - q)
    assert hero_retries(q, actions) == (success, spent)


@pytest.mark.parametrize(("players", "dice"), [(1, 2), (2, 2), (3, 2), (4, 1), (6, 1)])
def test_first_roll_counts_every_roll(players, dice):
    one = [sum(roll) for roll in product(range(1, 7), repeat=dice)]
    rolls = list(product(Counter(one).items(), repeat=players))
    leaders = Counter()
    for roll in rolls:
        ways = 1
        for _, n in roll:
            ways *= n
        shown = [t for t, _ in roll]
        leaders[shown.count(max(shown))] += ways
    assert dict(first_roll(players, dice).weights) == {k: n for k, n in sorted(leaders.items()) if n}


@pytest.mark.rule("hunt.setup.first-chooser", "hunt.setup.first-roll-tie")
def test_ex_first_player():
    assert {1 - first_roll_unique(4)} == expected("first-player") == {Fraction(81349, 419904)}


# --- duels --------------------------------------------------------------------------------------


def two_dice(rng):
    return rng.randint(1, 6) + rng.randint(1, 6)


@pytest.mark.parametrize("tie_enchants", ["spent", "carry"])
@pytest.mark.parametrize("duel_tie", ["final", "natural_first"])
def test_duels_with_dice(tie_enchants, duel_tie):
    rng, n, wins, pairs = Random(3), 20_000, 0, 0
    for _ in range(n):
        standing, card = 1, 2
        while True:
            pairs += 1
            difference = two_dice(rng) + standing - two_dice(rng)
            if difference == 0 and duel_tie == "natural_first":
                continue
            difference += card
            if difference:
                break
            standing, card = standing + (card if tie_enchants == "carry" else 0), 0
        wins += difference > 0
    readings = {"modifier": 1, "enchant": 2, "tie_enchants": tie_enchants, "duel_tie": duel_tie}
    assert close(wins, n, duel(**readings))
    assert pairs / n == pytest.approx(float(duel_rounds(**readings)), rel=0.02)


@given(st.integers(-12, 12), st.integers(-4, 4))
def test_duels_are_symmetric(modifier, enchant):
    for tie_enchants in ("spent", "carry"):
        for duel_tie in ("final", "natural_first"):
            forth = duel(modifier, enchant, tie_enchants, duel_tie)
            assert forth + duel(-modifier, -enchant, tie_enchants, duel_tie) == 1
            rounds = duel_rounds(modifier, enchant, tie_enchants, duel_tie)
            assert rounds == duel_rounds(-modifier, -enchant, tie_enchants, duel_tie) >= 1
    assert duel(modifier, duel_tie="final") == duel(modifier, duel_tie="natural_first")


@pytest.mark.rule("hunt.defiance.higher-wins", "hunt.defiance.tie")
def test_ex_duel_even():
    tie = sum(
        Fraction(m * n, 1296) for ((a,), m), ((b,), n) in product(results(1).items(), repeat=2) if a == b
    )
    assert duel() == Fraction(1, 2)
    assert (
        expected("duel-even")
        == {duel(), tie, duel_rounds()}
        == {
            Fraction(1, 2),
            Fraction(73, 648),
            Fraction(648, 575),
        }
    )


@pytest.mark.rule("hunt.defiance.tie-enchants")
def test_ex_duel_standing_bonus():
    assert duel(modifier=1) == Fraction(721, 1156) and duel(modifier=-2) == Fraction(310, 1171)
    assert expected("duel-standing-bonus") == {duel(modifier=1), duel(modifier=-2)}


@pytest.mark.rule("hunt.defiance.tie-enchants", "hunt.defiance.tie-when")
def test_ex_duel_one_enchant_first_roll():
    spent, carry = duel(enchant=2), duel(enchant=2, tie_enchants="carry")
    assert (spent, carry) == (Fraction(1847, 2592), Fraction(861, 1171))
    assert expected("duel-one-enchant-first-roll") == {spent, carry}


@pytest.mark.rule("hunt.defiance.tie-when", "hunt.defiance.tie-enchants")
def test_ex_duel_tie_values():
    final = 1 - duel_with_enchants(target=[1])
    natural = 1 - duel_with_enchants(target=[1], duel_tie="natural_first")
    assert expected("duel-tie-values") == {final, natural} == {Fraction(791, 1296), Fraction(129, 230)}
    assert duel_with_enchants(target=[1], difference=0) == 0  # both roll 7: the card wins 8 to 7
    assert duel_with_enchants(target=[1], difference=0, duel_tie="natural_first") == 1 - natural


def play_out(user, target, modifier, tie_enchants, duel_tie, enchant_target, first):
    """The value of a duel by recursion over every window and repeated improvement over ties, in floats."""
    law = Counter()
    for ((a,), m), ((b,), n) in product(results(1).items(), repeat=2):
        law[a - b] += m * n / 1296

    values = {}

    def before(u, t, m):
        key = u, t, m
        if key not in values:
            values[key] = 0.5
            for _ in range(14):  # each tie comes with at most 73/648: the error shrinks ninefold or more
                value = 0.0
                for d, p in law.items():
                    if d + m == 0 and duel_tie == "natural_first":
                        value += p * values[key]
                    else:
                        value += p * window(u, t, m, d + m, first, 0)
                values[key] = value
        return values[key]

    def window(u, t, m, result, asked, passes):
        if passes == 2:
            return before(u, t, m) if result == 0 else float(result > 0)
        other = "target" if asked == "user" else "user"
        found = [window(u, t, m, result, other, passes + 1)]
        hand = u if asked == "user" else t
        own = 1 if asked == "user" else -1
        for i, card in enumerate(hand):
            left = hand[:i] + hand[i + 1 :]
            for value in card if isinstance(card, tuple) else (card,):
                for sign in (own,) if enchant_target == "own_only" else (1, -1):
                    change = sign * value
                    standing = m + change if tie_enchants == "carry" else m
                    hands = (left, t) if asked == "user" else (u, left)
                    found.append(window(*hands, standing, result + change, other, 0))
        return max(found) if asked == "user" else min(found)

    return before(tuple(user), tuple(target), modifier)


DUELS = [
    ((), (), 0),
    ((1,), (), 0),
    ((2,), (1,), 0),
    (((2, -2),), (3,), -1),
    ((-3,), ((1, -4),), 0),
    ((1, 1), (2,), 1),
    ((1,), ((4, -1), 1), -2),
    ((), (2, -1), 3),
]


@pytest.mark.parametrize("duel_tie", ["final", "natural_first"])
@pytest.mark.parametrize("tie_enchants", ["spent", "carry"])
@pytest.mark.parametrize(("user", "target", "modifier"), DUELS)
def test_duels_with_enchants_played_out(user, target, modifier, tie_enchants, duel_tie):
    for enchant_target, first in (("either", "user"), ("own_only", "target")):
        readings = {"tie_enchants": tie_enchants, "duel_tie": duel_tie}
        readings |= {"enchant_target": enchant_target, "first": first}
        exact = duel_with_enchants(user, target, modifier, **readings)
        assert float(exact) == pytest.approx(play_out(user, target, modifier, **readings), abs=1e-9)


def test_enchants_never_hurt_their_owner():
    for hand in ([1], [(2, -2)], [-3, 1]):
        assert duel_with_enchants(user=hand, target=[1]) >= duel_with_enchants(target=[1])


# --- drawing, attacking, Enchants -----------------------------------------------------------------


def best_turn(defeat, actions, cards, value, lesser_defeat, stagger, held, orbs):
    """(attack first, draw first) by plain recursion over cards, totals and Enchants played."""
    rolls = [(sum(totals), Fraction(ways, 36**orbs)) for totals, ways in results(orbs).items()]
    beaten = sum((Fraction(w, 36) for (t,), w in results(1).items() if t >= lesser_defeat), Fraction(0))

    @cache
    def best(cards, actions, held, marked):
        return max(0, attack(cards, actions, held, marked), draw(cards, actions, held, marked))

    @cache
    def attack(cards, actions, held, marked):
        if actions < 2:
            return Fraction(0)
        chance = Fraction(0)
        for total, p in rolls:
            options = []
            for played in range(held + 1):
                result = total + value * played
                if result >= (stagger if marked else defeat):
                    options.append(1)
                else:
                    mark = stagger is not None and not marked and result >= stagger
                    options.append(best(cards, actions - 2, held - played, mark))
            chance += p * max(options)
        return chance

    @cache
    def draw(cards, actions, held, marked):
        if not actions or not sum(cards):
            return Fraction(0)
        chance = Fraction(0)
        for kind, count in enumerate(cards):
            if count:
                left = tuple(n - (i == kind) for i, n in enumerate(cards))
                if kind == 0:
                    value = best(left, actions - 1, held + 1, marked)
                elif kind == 1:
                    won, lost = best(left, actions, held, marked), best(left, actions - 1, held, marked)
                    value = beaten * won + (1 - beaten) * lost
                else:
                    value = best(left, actions - 1, held, marked)
                chance += Fraction(count, sum(cards)) * value
        return chance

    return attack(cards, actions, held, False), draw(cards, actions, held, False)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(8, 14),
    st.integers(0, 5),
    st.tuples(st.integers(0, 4), st.integers(0, 2), st.integers(0, 4)),
    st.integers(1, 3),
    st.sampled_from([None, 1, 3, 4]),
    st.integers(0, 2),
    st.integers(1, 2),
)
def test_attack_or_draw_by_plain_recursion(defeat, actions, cards, value, gap, held, orbs):
    stagger = None if gap is None else defeat - gap
    odds = attack_or_draw(defeat, actions, cards[0], value, cards[1], 8, cards[2], stagger, held, orbs)
    assert (odds.attack, odds.draw) == best_turn(defeat, actions, cards, value, 8, stagger, held, orbs)
    assert odds.best == (
        "either" if odds.attack == odds.draw else max(("attack", "draw"), key=vars(odds).get)
    )


@pytest.mark.rule("hunt.action.attack", "hunt.action.draw", "hunt.lesser.extra-action")
def test_ex_draw_or_attack_three():
    odds = attack_or_draw(defeat=9, actions=3)
    assert {odds.attack, odds.draw} == expected("draw-or-attack-three") and odds.best == "draw"
    assert odds.draw == Fraction(3122568345017, 9905703321600)


@pytest.mark.rule("hunt.action.attack", "hunt.action.extra-actions")
def test_ex_draw_or_attack_four():
    odds = attack_or_draw(defeat=9, actions=4)
    assert {odds.attack, odds.draw} == expected("draw-or-attack-four") and odds.best == "attack"
    assert odds.attack == Fraction(155, 324)


def test_a_staggered_beast_is_attacked_at_its_stagger_value():
    assert attack_or_draw(9, 2, stagger=6, staggered=True).attack == fight(9, 6, staggered=True)["defeat"]
    assert attack_or_draw(9, 2, stagger=6, held=1, modifier=1).attack == fight(9, modifier=3)["defeat"]


def test_break_even_is_where_the_better_action_changes():
    fewest = break_even_enchants(defeat=9, actions=4)
    at = {n: attack_or_draw(9, 4, enchants=n, blanks=95 - n) for n in (fewest - 1, fewest)}
    assert at[fewest - 1].draw < at[fewest - 1].attack and at[fewest].draw >= at[fewest].attack
    assert break_even_enchants(defeat=7, actions=4, unseen=20, lesser=2, enchant_value=1) is None


def may_pass(total, defeat, mine, theirs, rivals_first):
    """Whether the roller succeeds in a window where each in turn plays a card or passes, by recursion."""

    @cache
    def succeeds(mine, theirs, total, roller, passes):
        if passes == 2:
            return total >= defeat
        hand = mine if roller else theirs
        found = [succeeds(mine, theirs, total, not roller, passes + 1)]
        for i, card in enumerate(hand):
            left = hand[:i] + hand[i + 1 :]
            for value in card:
                after = (left, theirs) if roller else (mine, left)
                found.append(succeeds(*after, total + value, not roller, 0))
        return max(found) if roller else min(found)

    return succeeds(mine, theirs, total, not rivals_first, 0)


cards = st.lists(
    st.one_of(
        st.integers(-4, 4).filter(bool).map(lambda v: (v,)),
        st.tuples(st.integers(1, 4), st.integers(-4, -1)),
    ),
    max_size=3,
).map(tuple)


@given(st.integers(2, 12), st.integers(4, 12), cards, cards)
def test_enchant_windows_come_down_to_one_sum(total, defeat, mine, theirs):
    worth = enchant_worth(total, defeat, held=mine, against=theirs)
    assert worth.defeats == (worth.margin >= 0)
    for rivals_first in (False, True):
        assert may_pass(total, defeat, mine, theirs, rivals_first) == worth.defeats


@given(st.integers(2, 12), st.integers(4, 16), cards)
def test_the_cheapest_enchants(total, defeat, mine):
    enough = [
        (len(taken), sum(values))
        for size in range(len(mine) + 1)
        for taken in combinations(mine, size)
        for values in product(*taken)
        if total + sum(values) >= defeat
    ]
    cheapest = enchant_worth(total, defeat, held=mine).cheapest
    assert (None if cheapest is None else (len(cheapest), sum(cheapest))) == min(enough, default=None)


@pytest.mark.rule("hunt.enchant.stack", "hunt.enchant.order")
def test_ex_enchant_all_in():
    six = enchant_worth(6, 9, held=[3, (2, -2)], against=[-3])
    assert (six.defeats, six.margin) == (False, -1)
    assert enchant_worth(7, 9, held=[3, (2, -2)], against=[-3]).defeats


@pytest.mark.rule("hunt.enchant.declare", "hunt.enchant.single-value")
def test_ex_enchant_declare():
    assert [play.outcome for play in enchant_worth(10, 7, held=[(1, -4), 3]).plays] == [
        "defeat",
        "defeat",
        "miss",
    ]
    assert not enchant_worth(10, 7, against=[(1, -4), 3]).defeats
    assert enchant_worth(10, 7, against=[3]).defeats


@pytest.mark.rule("hunt.stagger.final-result", "hunt.enchant.sum")
def test_ex_stagger_enchant():
    assert enchant_worth(8, 9, 6, held=[-3]).plays == ((-3, 5, "miss"),)
    assert enchant_worth(8, 9, 6, held=[-2]).plays == ((-2, 6, "stagger"),)


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: fight(9, 9), "Stagger value of 9 is no help against defeat 9"),
        (lambda: fight(9, staggered=True), "never staggered; give its Stagger value"),
        (lambda: fight(9, orbs=0), "orbs is 0; give a whole number of at least 1"),
        (lambda: fight(9, reading="most"), "it can be 'sum', 'each' or 'best'"),
        (lambda: fight(9, scope="twice"), "'per_result', 'once' or 'per_step'"),
        (lambda: fight(9.5), "defeat is 9.5; give a whole number"),
        (lambda: race(13), "nobody here can ever defeat a Beast with defeat 13 and orb 1"),
        (lambda: race(13, players=1), "nobody here can ever defeat"),
        (lambda: race(9, players=0), "players is 0"),
        (lambda: race(9, modifiers=()), "0 modifiers do not fit"),
        (lambda: race(9, modifiers=(0, 1), players=3), "2 modifiers do not fit 3 players"),
        (lambda: race(9, 6, stagger_who="me"), "'next_fight', 'next_other' or 'left_neighbour'"),
        (lambda: race(9, 6, stagger_after_miss="x"), "'cleared' or 'kept'"),
        (lambda: race(9, 6).survival(-1), "attacks is -1"),
        (lambda: countdown(9, staggered=True), "give his Stagger value"),
        (lambda: third_shard(18, 2), "never shows a third; give at least 3"),
        (lambda: third_shard(shown=3), "shown is 3; give a whole number from 0 to 2"),
        (lambda: shards_at_setup(2, 3), "beasts is 2"),
        (lambda: third_arm(held=7), "held is 7; give a whole number from 0 to 6"),
        (lambda: lesser_odds((7, 8), unseen=1), "unseen is 1; give a whole number of at least 2"),
        (lambda: hero_roll(8, "blue"), "'green' or 'red'"),
        (lambda: hero_retries(0.5, 2), r"write Fraction\(1, 2\)"),
        (lambda: hero_retries(2, 2), "between 0 and 1"),
        (lambda: first_roll(0), "players is 0"),
        (lambda: duel(tie_enchants="lost"), "'spent' or 'carry'"),
        (lambda: duel(duel_tie="never"), "'final' or 'natural_first'"),
        (lambda: duel_with_enchants(user=[0]), "is no Enchant"),
        (lambda: duel_with_enchants(user=[(1, 2, 3)]), "is no Enchant"),
        (lambda: duel_with_enchants(difference=11), "difference is 11"),
        (lambda: duel_with_enchants([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6, 7]), "too many to solve at once"),
        (lambda: attack_or_draw(9, 3, stagger=9), "no help against defeat 9"),
        (lambda: attack_or_draw(9, 3, staggered=True), "give its Stagger value"),
        (lambda: attack_or_draw(9, 99), "actions is 99; give a whole number from 0 to 12"),
        (lambda: attack_or_draw(9, 3, enchant_value=0), "enchant_value is 0"),
        (lambda: break_even_enchants(9, 3, unseen=3, lesser=5), "lesser is 5"),
        (lambda: enchant_worth(7, 9, held=[()]), "is no Enchant"),
    ],
)
def test_bad_arguments_are_refused_with_a_remedy(ask, words):
    with pytest.raises(ValueError, match=words):
        ask()


def test_a_race_shows_its_shares():
    page = race(9, 6)._repr_html_()
    assert "player 1" in page and "90/187" in page and len(race(9, players=3)) == 3


# --- the rules themselves, enumerated -------------------------------------------------------------


def one_attack(table, beast):
    """One attack of seat 0 by the rules that are played: "defeat", "stagger" or "miss"."""
    table = table.copy()
    if (yield from rule_of_attack(table, 0, beast)):
        return "defeat"
    return "stagger" if beast in table.marks else "miss"


@pytest.mark.parametrize("reading", READINGS)
def test_attacks_as_the_rules_play_them(reading):
    table = lay(Options(seats=2, orb_reading=reading))
    for beast in illustrative().beasts:
        law = fight(table.defeat(beast), table.stagger(beast), beast.orbs, reading=reading)
        assert Distribution(explore(lambda beast=beast: one_attack(table, beast))) == law


@pytest.mark.parametrize("bonus", [-2, 0, 1])
def test_duels_as_the_rules_play_them(bonus):
    table = lay(Options(seats=2))
    assert explore(lambda: rule_of_duel(table.copy(), 0, 1, bonus))[True] == duel(bonus)
