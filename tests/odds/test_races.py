"""Races against every roll enumerated, chains, icepool, simulation and the ledgers' formulas."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from math import comb, factorial, perm, prod, sqrt
from random import Random

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beastlab.odds import Chain, Distribution, d6
from beastlab.odds.races import draws_to_see, duel, first_success, majority, roll_off, seen

HALF = Fraction(1, 2)
laws = st.dictionaries(st.integers(-2, 4), st.integers(1, 4), min_size=1, max_size=4).map(Distribution)
chances = st.builds(Fraction, st.integers(0, 4), st.just(4))

# --- duels ----------------------------------------------------------------------------------


@given(laws, laws, st.sampled_from(["first", "second", "both lose"]))
def test_a_duel_of_one_round_is_every_pair_of_rolls(first, second, tie):
    expected = Counter()
    for (x, p), (y, q) in product(first.items(), second.items()):
        expected["first" if x > y else "second" if x < y else tie] += p * q
    contest = duel(first, second, tie)
    assert contest.law.to_dict() == {outcome: p for outcome, p in expected.items() if p}
    assert (contest.again, contest.rounds, contest.rolls) == (0, 1, 2)


@given(laws, laws)
def test_a_duel_that_rolls_again_is_a_chain(first, second):
    row = Counter()
    for (x, p), (y, q) in product(first.items(), second.items()):
        row["first" if x > y else "second" if x < y else "again"] += p * q
    if row["again"] == 1:
        with pytest.raises(ValueError, match="always tie"):
            duel(first, second)
        return
    chain, contest = Chain({"again": row}), duel(first, second)
    assert contest.law == chain.ends("again") and contest.again == row["again"]
    assert contest.rounds == chain.steps("again") and contest.rolls == 2 * contest.rounds


def test_a_duel_against_icepool():
    peer = (2 @ icepool.d6 + 1 - 2 @ icepool.d6).reroll([0], depth="inf")
    contest = duel(2 * d6 + 1, 2 * d6)
    assert contest["first"] == peer.probability(">", 0) == Fraction(721, 1156)
    assert duel(2 * d6, 2 * d6).rounds == Fraction(648, 575)


def test_a_duel_with_half_numbers_and_one_that_is_always_won():
    assert duel(d6 + HALF, d6, "second")["first"] == Fraction(21, 36)
    assert duel(d6 + 6, d6).law == Distribution.certain("first")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((d6, 3), "second is 3; give a Distribution"),
        ((Distribution({"high": 1}), d6), "first can be 'high', which has no rank"),
        ((d6, d6, "reroll"), "tie is 'reroll'; it can be 'again', 'first'"),
    ],
)
def test_what_is_no_duel_is_refused(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        duel(*arguments)


# --- roll-offs ------------------------------------------------------------------------------

DICE = {2: Fraction(12, 5), 3: Fraction(144, 35), 4: Fraction(9144, 1505), 5: Fraction(91680, 11137)}
DICE[6] = Fraction(912867372, 86590175)


@pytest.mark.parametrize("n", range(2, 7))
def test_alike_players_have_the_ledgers_values(n):
    """bnd.f.order, bnd.f.no-reroll, bnd.f.expected-rolls."""
    contest = roll_off(n)
    assert set(contest.law.to_dict().values()) == {Fraction(1, factorial(n))} and len(
        contest.law
    ) == factorial(n)
    assert 1 - contest.again == Fraction(perm(6, n), 6**n)
    assert contest.rolls == DICE[n]


def test_the_ledgers_formula_for_three():
    assert roll_off(3).rolls == (3 + 6 * 3 * Fraction(1, 36) * Fraction(5, 6) * DICE[2]) / (
        1 - Fraction(1, 36)
    )


@pytest.mark.parametrize("n", range(2, 7))
def test_the_first_place_alone_has_the_ledgers_values(n):
    """bnd.f.family-tie, bnd.f.family-expected-rolls."""
    contest = roll_off(n, places=1)
    assert contest.again == 1 - Fraction(n * sum((r - 1) ** (n - 1) for r in range(1, 7)), 6**n)
    assert contest.rolls == Fraction(6 * n, 5)
    assert contest.law == Distribution.uniform((k,) for k in range(1, n + 1))


def test_ties_for_the_first_place_in_numbers():
    assert [roll_off(n, places=1).again for n in (2, 3, 6)] == [
        Fraction(1, 6),
        Fraction(17, 72),
        Fraction(1117, 2592),
    ]


def every_roll(players, places):
    """A roll-off by enumeration: (law of orders, expected rounds, expected rolls, P(a tie at first))."""

    @lru_cache(None)
    def solve(group, k):
        if k == 0 or len(group) == 1:
            return {group[:k]: Fraction(1)}, Fraction(0), Fraction(0), Fraction(0)
        orders, rounds, rolls, stays, tied = (
            Counter(),
            Fraction(1),
            Fraction(len(group)),
            Fraction(0),
            Fraction(0),
        )
        for faces in product(*(players[i].items() for i in group)):
            p = prod(q for _, q in faces)
            classes = {}
            for i, (face, _) in zip(group, faces, strict=True):
                classes.setdefault(face, []).append(i)
            if len(classes) == 1:
                stays += p
                continue
            heads, left, again = {(): Fraction(1)}, k, False
            for face in sorted(classes, reverse=True):
                if not left:
                    break
                members = tuple(classes[face])
                take = min(left, len(members))
                law, more_rounds, more_rolls, _ = solve(members, take)
                again |= len(members) > 1
                rounds, rolls = rounds + p * more_rounds, rolls + p * more_rolls
                heads = {h + o: q * r for h, q in heads.items() for o, r in law.items()}
                left -= take
            tied += p * again
            for order, q in heads.items():
                orders[order] += p * q
        out = 1 - stays
        return {o: q / out for o, q in orders.items()}, rounds / out, rolls / out, tied + stays

    return solve(tuple(range(len(players))), places)


short = st.dictionaries(st.integers(1, 4), st.integers(1, 3), min_size=2, max_size=3).map(Distribution)


@settings(max_examples=60, deadline=None)
@given(st.lists(short, min_size=1, max_size=4), st.data())
def test_unlike_players_against_every_roll(players, data):
    places = data.draw(st.integers(1, len(players)))
    orders, rounds, rolls, again = every_roll(players, places)
    contest = roll_off(players, places=places)
    assert contest.law.to_dict() == {tuple(i + 1 for i in order): p for order, p in orders.items() if p}
    assert (contest.rounds, contest.rolls, contest.again) == (rounds, rolls, again)


@pytest.mark.parametrize("places", [1, 2, 4])
def test_alike_players_against_every_roll(places):
    die = Distribution({1: 2, 2: 1, 5: 1})
    orders, rounds, rolls, again = every_roll([die] * 4, places)
    for contest in (roll_off(4, die, places), roll_off([die] * 4, places=places)):
        assert len(contest.law) == len(orders)
        assert (contest.rounds, contest.rolls, contest.again) == (rounds, rolls, again)


def test_three_with_a_modifier_against_every_roll():
    for places in (1, 3):
        orders, _, rolls, again = every_roll([d6, d6, d6 + 1], places)
        contest = roll_off([d6, d6, d6 + 1], places=places)
        assert contest.law.to_dict() == {tuple(i + 1 for i in order): p for order, p in orders.items()}
        assert (contest.rolls, contest.again) == (rolls, again)


def test_six_with_modifiers_against_simulation():
    modifiers = (0, 1, 0, 2, 0, 1)
    contest = roll_off([d6 + m for m in modifiers])
    rng, n, wins, dice = Random(3), 4000, Counter(), 0

    def order(group):
        nonlocal dice
        if len(group) == 1:
            return group
        dice += len(group)
        classes = {}
        for i in group:
            classes.setdefault(rng.randint(1, 6) + modifiers[i], []).append(i)
        return [i for face in sorted(classes, reverse=True) for i in order(classes[face])]

    for _ in range(n):
        wins[order(list(range(6)))[0] + 1] += 1
    first = contest.law.marginal(0)
    assert len(contest.law) == 720
    for player, p in first.items():
        assert abs(wins[player] - n * p) < 5 * sqrt(n * p * (1 - p))
    assert dice / n == pytest.approx(float(contest.rolls), rel=0.05)


def test_one_player_needs_no_roll():
    contest = roll_off(1)
    assert (contest.again, contest.rounds, contest.rolls) == (0, 0, 0) and contest[(1,)] == 1


def test_players_who_always_tie_are_refused_only_where_it_matters():
    always = Distribution.certain(3)
    with pytest.raises(ValueError, match="tie whatever they roll"):
        roll_off([always, always])
    with pytest.raises(ValueError, match="tie whatever they roll"):
        roll_off([d6, always, always])
    with pytest.raises(ValueError, match="tie whatever they roll"):
        roll_off(2, always)
    ahead = roll_off([d6 + 3, always, always], places=1)
    assert ahead.law == Distribution.certain((1,)) and ahead.rolls == 3 and ahead.again == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((0,), "players is 0; give a whole number from 1"),
        (("two",), "players is 'two'"),
        (([],), "no players"),
        (([d6, 6],), "the law of player 2 is 6; give a Distribution"),
        ((3, 6), "die is 6; give a Distribution"),
        ((3, d6, 4), "places is 4; give a whole number from 1 to 3"),
        ((12,), "12 players with 6 faces would take long"),
        (([d6 + k % 2 for k in range(9)],), "9 players with 7 faces would take long"),
        ((500, d6, 1), "500 players with 6 faces would take long"),
    ],
)
def test_what_is_no_roll_off_is_refused(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        roll_off(*arguments)


# --- taking turns ---------------------------------------------------------------------------


@given(st.lists(chances, min_size=1, max_size=5))
def test_taking_turns_is_a_chain(players):
    n = len(players)
    if not any(players):
        with pytest.raises(ValueError, match="nobody can ever succeed"):
            first_success(players)
        return
    rows = {k: {(k + 1) % n: 1 - p, f"player {k + 1}": p} for k, p in enumerate(players)}
    contest = first_success(players)
    if 1 not in players:  # else the chain has a state that is never left for the next
        chain = Chain(rows)
        assert contest.law.map("player {}".format) == chain.ends(0)
        assert contest.rolls == chain.steps(0) and contest.rounds == chain.visits(0)[0]
    assert contest.again == prod(1 - p for p in players)


@given(st.lists(chances, min_size=1, max_size=5).filter(any))
def test_taking_turns_is_a_geometric_series(players):
    q = prod(1 - p for p in players)
    wins = [p * prod(1 - other for other in players[:k]) / (1 - q) for k, p in enumerate(players)]
    contest = first_success(players)
    assert [contest[k] for k in range(1, len(players) + 1)] == wins
    assert contest.rolls == sum(prod(1 - p for p in players[:k]) for k in range(len(players))) / (1 - q)
    assert contest.rounds == 1 / (1 - q)


@pytest.mark.parametrize(
    ("m", "expected"), [(3, Fraction(243, 100)), (4, Fraction(6561, 2000)), (5, Fraction(59049, 12500))]
)
def test_turns_to_a_single_line(m, expected):
    """beest.formula.turns-to-single-line."""
    assert first_success([m * Fraction(4, 9) * Fraction(5, 9) ** (m - 1)]).rolls == expected


def test_chances_are_checked():
    for wrong, sentence in (
        ([0.5], "chance of player 1 is the float 0.5"),
        ([0, 2], "chance of player 2 is 2; a chance is a number from 0 to 1"),
        (HALF, "give a list of chances"),
        ([], "nobody can ever succeed"),
        ([Fraction(1, k + 10**9) for k in range(900)], "large denominators"),
    ):
        with pytest.raises(ValueError, match=sentence):
            first_success(wrong)


# --- votes ----------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(0, 3), chances), max_size=5), st.sampled_from(["tie", "yes", "no"]))
def test_a_vote_is_every_way_to_vote(voters, tie):
    expected = Counter()
    for answers in product((True, False), repeat=len(voters)):
        pairs = list(zip(answers, voters, strict=True))
        lead = sum(votes if yes else -votes for yes, (votes, _) in pairs)
        p = prod(p if yes else 1 - p for yes, (_, p) in pairs)
        expected["yes" if lead > 0 else "no" if lead < 0 else tie] += p
    law = majority(voters, tie)
    assert law.to_dict() == {outcome: p for outcome, p in expected.items() if p}


def test_single_votes_and_their_order():
    law = majority([HALF, HALF, HALF, HALF])
    assert list(law) == ["yes", "tie", "no"] and law["tie"] == Fraction(6, 16)
    assert majority([(1, HALF)] * 4) == law
    n, p = 101, Fraction(3, 5)
    assert majority([p] * n)["yes"] == sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(51, n + 1))


def test_votes_are_checked():
    for wrong, sentence in (
        ([(1, 2, 3)], r"voter 1 is \(1, 2, 3\); give a chance, or votes and a chance"),
        ([HALF, (-1, HALF)], "the votes of voter 2 is -1"),
        ([0.7], "chance of voter 1 is the float 0.7"),
        ([(3**k, HALF) for k in range(25)], "would take long from voter"),
    ):
        with pytest.raises(ValueError, match=sentence):
            majority(wrong)
    with pytest.raises(ValueError, match="tie is 'coin'"):
        majority([HALF], "coin")


# --- collecting -----------------------------------------------------------------------------

kinds = st.dictionaries(st.sampled_from("abcd"), st.integers(1, 3), min_size=1, max_size=4).map(Distribution)


@given(kinds, st.integers(0, 4))
def test_what_is_seen_is_every_sequence_of_draws(law, draws):
    expected = Counter()
    for sequence in product(law.items(), repeat=draws):
        expected[len({kind for kind, _ in sequence})] += prod(p for _, p in sequence)
    assert seen(law, draws).to_dict() == expected


@given(kinds)
def test_the_draws_to_see_are_a_chain_of_sets(law):
    for wanted in range(len(law) + 1):
        rows, open_sets = {}, [frozenset()]
        for got in open_sets:
            if len(got) < wanted and got not in rows:
                rows[got] = Counter()
                for kind, weight in law.weights.items():
                    rows[got][got | {kind}] += weight
                open_sets += rows[got]
        expected = Chain(rows).steps(frozenset()) if rows else 0
        assert draws_to_see(law, wanted) == expected
    assert draws_to_see(law) == expected


def test_alike_kinds_have_the_closed_forms():
    for n in (1, 4, 6):
        assert draws_to_see(n) == n * sum(Fraction(1, k) for k in range(1, n + 1))
        assert [draws_to_see(n, j + 1) - draws_to_see(n, j) for j in range(n)] == [
            Fraction(n, n - j) for j in range(n)
        ]
        assert seen(n, 5) == seen(Distribution.uniform(range(n)), 5)
    assert 1 - seen(365, 23)[23] == 1 - Fraction(perm(365, 23), 365**23)


@pytest.mark.parametrize(("t", "expected"), [(6, "5/324"), (7, "35/648"), (10, "38045/139968"), (5, "0")])
def test_all_tiers_of_the_automa(t, expected):
    """beyond.formula.automa-all-tiers."""
    formula = sum((-1) ** k * comb(6, k) * Fraction(6 - k, 6) ** t for k in range(7))
    assert seen(6, t)[6] == formula == Fraction(expected)


@pytest.mark.parametrize(("d", "expected"), [(1, "1"), (2, "11/6"), (3, "91/36")])
def test_guilds_blocked_by_the_automa(d, expected):
    """beyond.formula.automa-guilds-blocked."""
    assert seen(6, d).mean == 6 * (1 - Fraction(5, 6) ** d) == Fraction(expected)


def tier(t):
    """The law of the markers on one tier with two slots, as a chain of t rounds."""
    return Chain({0: {0: 5, 1: 1}, 1: {1: 5, 2: 1}}).after(0, t)


@pytest.mark.parametrize(("t", "expected"), [(2, "1/36"), (7, "7703/23328"), (10, "10389767/20155392")])
def test_a_full_tier_of_the_automa(t, expected):
    """beyond.formula.automa-tier-full."""
    q = Fraction(5, 6)
    assert tier(t)[2] == 1 - q**t - Fraction(t, 6) * q ** (t - 1) == Fraction(expected)


@pytest.mark.parametrize(("t", "expected"), [(1, "1"), (5, "2059/432"), (7, "294247/46656")])
def test_the_markers_of_the_automa(t, expected):
    """beyond.formula.automa-expected-markers."""
    q = Fraction(5, 6)
    assert 6 * tier(t).mean == 6 * (2 - 2 * q**t - Fraction(t, 6) * q ** (t - 1)) == Fraction(expected)


def test_collecting_is_checked():
    for ask, sentence in (
        (lambda: seen(0, 3), "kinds is 0; give a whole number from 1"),
        (lambda: seen(6, -1), "draws is -1"),
        (lambda: seen(1000, 10**9), "1000000000 draws make numbers too long"),
        (lambda: seen(1000, 10**4), "10000 draws make numbers too long"),
        (lambda: seen(6, 10**7), "10000000 draws make numbers too long"),
        (lambda: seen(100, 10**6), "1000000 draws make numbers too long"),
        (lambda: seen(Distribution({1: 1, 2: 3, 3: 5}), 10**7), "10000000 draws make numbers too long"),
        (lambda: duel(d6, d6.map(lambda x: x / 2)), "the outcome 0.5 is a float"),
        (lambda: draws_to_see(6, 7), "wanted is 7; give a whole number from 0 to 6"),
        (lambda: draws_to_see(Distribution({k: 3**k for k in range(30)})), "too many subsets"),
    ):
        with pytest.raises(ValueError, match=sentence):
            ask()


def test_a_contest_is_shown():
    contest = duel(d6, d6)
    assert "first: 1/2" in repr(contest) and "expected rounds 6/5, rolls 12/5" in repr(contest)
    assert "16.67 %" in contest._repr_html_() and "<table" in contest._repr_html_()


def test_orders_of_alike_players_come_in_order():
    assert list(roll_off(3).law) == list(permutations((1, 2, 3)))
