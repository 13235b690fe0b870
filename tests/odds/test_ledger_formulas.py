"""The closed formulas of the games to come: the ledgers' exact values, and outcomes counted one by one.

What counts here knows only the rule in words: it walks through every roll, hand or order with itertools.
"""

import tomllib
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import prod
from pathlib import Path

import pytest

from beastlab.odds.formulas import Formula

ENTRIES = tomllib.loads(Path(__file__).with_name("ledger_formulas.toml").read_text("utf-8"))["formula"]
FORMULAS = {
    entry["id"]: Formula(entry["id"], entry["expr"], entry.get("symbols", ""), entry["domain"])
    for entry in ENTRIES
}
VALUES = [
    pytest.param(entry["id"], value["at"], Fraction(value["value"]), id=f"{entry['id']}-{i}")
    for entry in ENTRIES
    for i, value in enumerate(entry["values"], 1)
]


def test_the_formulas_of_four_ledgers_are_there():
    games = [name.split(".")[0] for name in FORMULAS]
    assert [games.count(game) for game in ("beest", "bnd", "queen", "beyond")] == [35, 28, 25, 24]
    assert len(FORMULAS) == len(ENTRIES)


@pytest.mark.parametrize(("name", "at", "value"), VALUES)
def test_ledger_value(name, at, value):
    assert set(at) == set(FORMULAS[name].letters)
    assert FORMULAS[name].at(**at) == value
    sign, over, under = "-" * (value < 0), abs(value.numerator), value.denominator
    end = f"{sign}{over}" if under == 1 else rf"{sign}\frac{{{over}}}{{{under}}}"
    shown = FORMULAS[name].show(**at)
    assert shown.endswith(f"= {end}") or shown == end
    assert FORMULAS[name].show(value, **at) == shown


def test_two_icons_are_two_icons_of_two_dice():
    both = FORMULAS["queen.formula.two-icons-n-dice"]
    two = FORMULAS["queen.formula.two-icons-two-dice"]
    pairs = [{"a": a, "b": b} for b in range(1, 7) for a in range(1, b + 1)]
    assert two.check(lambda a, b: both.at(n=2, a=a, b=b), pairs) == []


def test_rolls_to_order_more_knights():
    """The ledger's general recursion and its values, which are no formula of plain numbers."""
    three = FORMULAS["bnd.f.expected-rolls"].at(T2=rolls_to_order(2))
    assert three == rolls_to_order(3) and rolls_to_order(2) == Fraction(12, 5)
    assert rolls_to_order(4) == Fraction(9144, 1505)
    assert rolls_to_order(5) == Fraction(91680, 11137)
    assert rolls_to_order(6) == Fraction(912867372, 86590175)


# Counting: dice, cards, orders.
def rolls(n, s=6):
    return product(range(1, s + 1), repeat=n)


def chance(outcomes, holds):
    found = [bool(holds(outcome)) for outcome in outcomes]
    return Fraction(sum(found), len(found))


def mean(outcomes, value):
    found = [value(outcome) for outcome in outcomes]
    return Fraction(sum(found), len(found))


def over(**ranges):
    """All cases of so many letters, each with its range."""
    return [dict(zip(ranges, values, strict=True)) for values in product(*ranges.values())]


def hands(unseen, drawn):
    return combinations(range(unseen), drawn)


CARDS = [
    case for case in over(u=range(1, 8), k=range(8), d=range(8)) if max(case["k"], case["d"]) <= case["u"]
]


def renamed(cases, **names):
    return [{name: case[letter] for letter, name in names.items()} for case in cases]


def some_wanted(unseen, wanted, drawn):
    return chance(hands(unseen, drawn), lambda hand: any(card < wanted for card in hand))


# Beest: a face is an entry and two exits; two cards fit if an exit of the left is the entry of the right.
def faces(heights=3):
    return [(entry, exits) for entry in range(heights) for exits in combinations(range(heights), 2)]


def a_line(cards):
    return all(right[0] in left[1] for left, right in zip(cards, cards[1:], strict=False))


def cave(copies):
    """The balanced deck, each physical card apart."""
    return [face for face in faces() for _ in range(copies)]


def first_hand(a, b, d):
    entries = [face[0] for face in cave(3)]
    return chance(
        combinations(entries, a + b + d),
        lambda hand: [hand.count(height) for height in range(3)] == [a, b, d],
    )


def boards(m):
    """Seats by blocked height (None: dead) and cards by entry height, m of either."""
    for seats in over(a0=range(m + 1), a1=range(m + 1), a2=range(m + 1)):
        for cards in over(e0=range(m + 1), e1=range(m + 1), e2=range(m + 1)):
            if sum(seats.values()) <= m and sum(cards.values()) == m:
                yield {**seats, "d": m - sum(seats.values()), **cards}


def lines_of_all_distributions(a0, a1, a2, d, e0, e1, e2):
    """For each way to hand the cards out the seats that get a line: not with the one blocked height."""
    seats = [0] * a0 + [1] * a1 + [2] * a2 + [None] * d
    for cards in permutations([0] * e0 + [1] * e1 + [2] * e2):
        yield [
            seat
            for seat, (blocked, entry) in enumerate(zip(seats, cards, strict=True))
            if blocked is not None and blocked != entry
        ]


def no_line(**board):
    return sum(not lines for lines in lines_of_all_distributions(**board))


def only_the_first_seat(**board):
    return sum(lines == [0] for lines in lines_of_all_distributions(**board))


def expected_lines(A, m, **board):
    return mean(lines_of_all_distributions(d=m - A, **board), len)


BOARDS = [*boards(2), *boards(3), *list(boards(4))[::7]]


def blocks(a, e, i):
    """Ways to put i of e cards on i of a seats: sets of pairs without a common card or seat."""
    pairs = combinations(product(range(a), range(e)), i)
    return sum(len({x for x, _ in chosen}) == len({y for _, y in chosen}) == i for chosen in pairs)


@cache
def line_chance():
    return chance(product(faces(), repeat=3), a_line)


def lines_among(m, L):
    found = Fraction(0)
    for pattern in product((True, False), repeat=m):
        if sum(pattern) == L:
            found += prod(line_chance() if line else 1 - line_chance() for line in pattern)
    return found


def beest_first(n):
    """Seat 0 is the Beest; pairs exchange in random order until the Beest or a clean seat is done."""
    pairs = list(combinations(range(n), 2))

    @cache
    def win(met):
        if all((0, seat) in met for seat in range(1, n)):
            return Fraction(1)
        for seat in range(1, n):
            others = {pair for pair in pairs if seat in pair and 0 not in pair}
            if (0, seat) not in met and others <= met:
                return Fraction(0)
        left = [pair for pair in pairs if pair not in met]
        return sum((win(met | {pair}) for pair in left), Fraction(0)) / len(left)

    return win(frozenset())


# Beasts and Diplomacy.
@cache
def one_order(n):
    """P(n Knights end in one given order): ties roll again among themselves."""
    settled, again = Fraction(0), Fraction(0)
    for faces_ in rolls(n):
        groups = [faces_.count(face) for face in sorted(set(faces_), reverse=True)]
        if len(groups) == 1 and n > 1:
            again += Fraction(1, 6**n)
        elif list(faces_) == sorted(faces_, reverse=True):  # each group inside its slot
            settled += Fraction(1, 6**n) * prod(one_order(size) for size in groups if size > 1)
    return settled / (1 - again)


@cache
def rolls_to_order(n):
    """Every group of tied Knights rolls again for itself."""
    if n < 2:
        return Fraction(0)
    again, onward = Fraction(0), Fraction(0)
    for roll in rolls(n):
        for size in map(roll.count, set(roll)):
            if size == n:
                again += Fraction(1, 6**n)
            elif size > 1:
                onward += Fraction(1, 6**n) * rolls_to_order(size)
    return (n + onward) / (1 - again)


def rolls_of_three(T2):
    """m = 3 + P(all tied) m + P(two tied) T2, with the chances counted."""
    all_tied = chance(rolls(3), lambda roll: len(set(roll)) == 1)
    two_tied = chance(rolls(3), lambda roll: len(set(roll)) == 2)
    return (3 + two_tied * T2) / (1 - all_tied)


@cache
def rolls_to_the_first(n):
    """Only those tied for the highest roll again."""
    if n == 1:
        return Fraction(0)
    tied = [chance(rolls(n), lambda roll, k=k: roll.count(max(roll)) == k) for k in range(n + 1)]
    return (n + sum(tied[k] * rolls_to_the_first(k) for k in range(2, n))) / (1 - tied[n])


def two_wishes(U, a, b, c, k):
    """Two different Beasts are needed, one for each wish."""

    def pleased(hand):
        first = {beast for beast in hand if beast < a or a + b <= beast < a + b + c}
        second = {beast for beast in hand if a <= beast < a + b + c}
        return any(x != y for x in first for y in second)

    return chance(hands(U, k), pleased)


def invalid_before_two_valid(x, valid=35, invalid=13, needed=2):
    if not needed:
        return Fraction(x == 0)
    cards, found = valid + invalid, Fraction(0)
    if valid:
        found += Fraction(valid, cards) * invalid_before_two_valid(x, valid - 1, invalid, needed - 1)
    if x:
        found += Fraction(invalid, cards) * invalid_before_two_valid(x - 1, valid, invalid - 1, needed)
    return found


def quest_by(d):
    missed = prod((Fraction(cards - 1, cards) for cards in range(48, 48 - 2 * d, -1)), start=Fraction(1))
    return 1 - missed


def trader_pays(w, b1, b2, n0, n1, n2, U):
    """The cards with the second bonus are the last of those with the main Criterion: they may have both."""
    return mean(range(U), lambda i: w * (i < n0) + b1 * (i < n1) + b2 * (n0 - n2 <= i < n0))


# By Order of the Queen.
@cache
def class_test(dice, favors):
    """P(success) and Favors spent: a Favor rolls one failed die again, each die once, while none succeeds."""
    success, spent = Fraction(0), Fraction(0)
    for roll in rolls(dice, 3):
        weight = Fraction(1, 3**dice)
        if 3 in roll:
            success += weight
            continue
        for _ in range(min(favors, dice)):
            spent += weight
            success += weight / 3
            weight *= Fraction(2, 3)
    return success, spent


def order_action(chances, value):
    """The mean of value(tokens) over top, middle, bottom and Order Test."""
    found = Fraction(0)
    for top, middle, bottom, order in product((True, False), repeat=4):
        weight = prod(
            p if passed else 1 - p for p, passed in zip(chances, (top, middle, bottom, order), strict=True)
        )
        found += weight * value(top + (middle if top else bottom) + order)
    return found


def icons(wanted):
    """Whether dice cover the icons, the highest die on the highest icon."""
    return lambda roll: all(
        die >= icon for die, icon in zip(sorted(roll)[::-1], sorted(wanted)[::-1], strict=False)
    )


@cache
def classes_seen(cards_of_each, drawn):
    """The number of hands by the set of Classes that they show, card by card."""
    hands_by = {(frozenset(), 0): 1}
    for class_ in "abcd":
        for _ in range(cards_of_each):
            onward = dict(hands_by)
            for (seen, size), ways in hands_by.items():
                if size < drawn:
                    key = (seen | {class_}, size + 1)
                    onward[key] = onward.get(key, 0) + ways
            hands_by = onward
    return {seen: ways for (seen, size), ways in hands_by.items() if size == drawn}


def mean_of_classes(cards_of_each, drawn, value):
    law = classes_seen(cards_of_each, drawn)
    return Fraction(sum(ways * value(len(seen)) for seen, ways in law.items()), sum(law.values()))


# Beyond.
def markers(roll):
    return sum(min(roll.count(tier), 2) for tier in range(1, 7))


def glade_slots(roll):
    return len({(die + 1) // 2 for die in roll})


def deck_3(G, r):
    return max(min(10, G + t, r - 3 * t) for t in range(r // 3 + 1))


def income(h, d, o, U):
    for source in (2 * d, o, U // 3):
        h = min(10, h + source)
    return h


N6 = over(n=range(1, 5))
COUNTED = {
    "beest.formula.fit-independent": (
        over(H=range(2, 5)),
        lambda H: chance(product(faces(H), repeat=2), a_line),
    ),
    "beest.formula.line-independent": (
        over(H=range(2, 5)),
        lambda H: chance(product(faces(H), repeat=3), a_line),
    ),
    "beest.formula.fit-deck": (over(c=range(1, 5)), lambda c: chance(permutations(cave(c), 2), a_line)),
    "beest.formula.line-deck": (over(c=range(1, 4)), lambda c: chance(permutations(cave(c), 3), a_line)),
    "beest.formula.hand-heights": (
        [case for case in over(a=range(4), b=range(4), d=range(3)) if sum(case.values()) <= 3],
        first_hand,
    ),
    "beest.formula.distributions": (over(n=range(1, 6)), lambda n: len(list(permutations(range(n - 1))))),
    "beest.formula.deals": (over(n=range(6)), lambda n: len(list(permutations(range(n))))),
    "beest.formula.no-line-count": (BOARDS, no_line),
    "beest.formula.single-target-count": ([case for case in BOARDS if case["a0"]], only_the_first_seat),
    "beest.formula.expected-lines": (
        [
            {**{name: count for name, count in case.items() if name != "d"}, "A": m - case["d"], "m": m}
            for case in BOARDS
            for m in [case["e0"] + case["e1"] + case["e2"]]
        ],
        expected_lines,
    ),
    "beest.formula.rook-coefficient": (over(a=range(4), e=range(4), i=range(4)), blocks),
    "beest.formula.lines-random": (
        [case for case in over(m=range(6), L=range(6)) if case["L"] <= case["m"]],
        lines_among,
    ),
    "beest.formula.turns-to-single-line": (over(m=range(1, 6)), lambda m: 1 / lines_among(m, 1)),
    "beest.formula.draw-at-least-one": (
        renamed(CARDS, u="u", k="g", d="d"),
        lambda u, g, d: some_wanted(u, g, d),
    ),
    "beest.formula.beest-some-time": (
        over(n=range(2, 7), q=range(5)),
        lambda n, q: chance(rolls(q, n), lambda seats: 1 in seats),
    ),
    "beest.formula.outsider-infected": (
        [case for case in over(g=range(6), n=range(2, 7)) if case["g"] < case["n"]],
        lambda g, n: chance(range(n), lambda beest: 1 <= beest <= g),
    ),
    "beest.formula.exchange-graphs": (
        over(n=range(2, 6)),
        lambda n: sum(1 for _ in product((0, 1), repeat=len(list(combinations(range(n), 2))))),
    ),
    "beest.formula.race": (over(n=range(3, 6)), beest_first),
    "bnd.f.no-reroll": (N6, lambda n: chance(rolls(n), lambda roll: len(set(roll)) == n)),
    "bnd.f.order": (N6, one_order),
    "bnd.f.expected-rolls": (over(T2=[0, 1, Fraction(12, 5)]), rolls_of_three),
    "bnd.f.at-least-one": (renamed(CARDS, u="U", k="K", d="d"), lambda U, K, d: some_wanted(U, K, d)),
    "bnd.f.exactly-j": (
        [{**case, "j": j} for case in renamed(CARDS, u="U", k="K", d="d") for j in range(3)],
        lambda U, K, d, j: chance(hands(U, d), lambda hand: sum(card < K for card in hand) == j),
    ),
    "bnd.f.royal": (
        [
            case
            for case in over(U=[3, 6], a=range(4), b=range(3), c=range(4), k=range(1, 5))
            if case["a"] + case["b"] + case["c"] <= case["U"] >= case["k"]
        ],
        two_wishes,
    ),
    "bnd.f.distinct-values": (
        [
            case
            for case in over(v=range(1, 5), r=range(1, 4), k=range(6))
            if case["k"] <= case["v"] * case["r"]
        ],
        lambda v, r, k: mean(hands(v * r, k), lambda hand: len({card // r for card in hand})),
    ),
    "bnd.f.pairs": (
        renamed(CARDS, u="U", k="K", d="k"),
        lambda U, K, k: mean(hands(U, k), lambda hand: sum(card < K for card in hand) // 2),
    ),
    "bnd.f.trader-mean": (
        [
            case
            for case in over(w=[2, 4], b1=[3], b2=[3, 4], n0=range(5), n1=range(5), n2=range(5), U=[4, 9])
            if max(case["n1"], case["n2"]) <= case["n0"]
        ],
        trader_pays,
    ),
    "bnd.f.quest-seen": (over(d=range(1, 4)), quest_by),
    "bnd.f.family-invalid": (over(x=range(14)), invalid_before_two_valid),
    "bnd.f.family-tie": (
        over(n=range(2, 6)),
        lambda n: chance(rolls(n), lambda roll: roll.count(max(roll)) > 1),
    ),
    "bnd.f.family-expected-rolls": (over(n=range(2, 6)), rolls_to_the_first),
    "bnd.f.dawn-options": (
        over(h=range(5), m=range(4), d=range(4)),
        lambda h, m, d: len(list(combinations(range(h + m), d))),
    ),
    "bnd.f.max-of-class": (
        [case for case in renamed(CARDS, u="U", k="L", d="d") if case["d"]],
        lambda U, L, d: chance(hands(U, d), lambda hand: max(hand) < L),
    ),
    "queen.formula.test-success": (over(n=range(1, 6), f=range(4)), lambda n, f: class_test(n, f)[0]),
    "queen.formula.favors-spent": (over(n=range(1, 6), f=range(4)), lambda n, f: class_test(n, f)[1]),
    "queen.formula.favor-marginal": (
        [case for case in over(n=range(1, 6), f=range(4)) if case["f"] < case["n"]],
        lambda n, f: class_test(n, f + 1)[0] - class_test(n, f)[0],
    ),
    "queen.formula.order-expected-tokens": (
        over(t=[0, Fraction(5, 9)], m=[Fraction(1, 3), 1], b=[0, Fraction(19, 27)], o=[Fraction(1, 3)]),
        lambda t, m, b, o: order_action((t, m, b, o), lambda tokens: tokens),
    ),
    "queen.formula.order-three-tokens": (
        over(t=[0, Fraction(5, 9)], m=[Fraction(1, 3), 1], o=[Fraction(1, 3), Fraction(5, 9)]),
        lambda t, m, o: order_action((t, m, Fraction(1, 2), o), lambda tokens: tokens == 3),
    ),
    "queen.formula.single-icon": (
        over(v=range(1, 7), n=range(1, 5)),
        lambda v, n: chance(rolls(n), icons([v])),
    ),
    "queen.formula.two-icons-two-dice": (
        [case for case in over(a=range(1, 7), b=range(1, 7)) if case["a"] <= case["b"]],
        lambda a, b: chance(rolls(2), icons([a, b])),
    ),
    "queen.formula.two-icons-n-dice": (
        [case for case in over(n=range(2, 5), a=range(1, 7), b=range(1, 7)) if case["a"] <= case["b"]],
        lambda n, a, b: chance(rolls(n), icons([a, b])),
    ),
    "queen.formula.equal-icons": (
        [case for case in over(n=range(1, 5), v=range(1, 7), k=range(5)) if case["k"] <= case["n"]],
        lambda n, v, k: chance(rolls(n), icons([v] * k)),
    ),
    "queen.formula.nemesis-joint": (
        [
            case
            for case in over(n=range(5), h=range(4), r=range(4), v=range(2, 7))
            if case["h"] + case["r"] <= case["n"]
        ],
        lambda n, h, r, v: chance(
            rolls(n), lambda roll: sum(die >= v for die in roll) == h and roll.count(1) == r
        ),
    ),
    "queen.formula.nemesis-retired": (
        over(n=range(6), q=range(5)),
        lambda n, q: mean(rolls(n), lambda roll: min(roll.count(1), q)),
    ),
    "queen.formula.prompt-cdf": (
        over(D=range(0, 30, 3), T=range(0, 22, 3), m=range(1, 15, 2)),
        lambda D, T, m: chance(range(T + 1, T + m + 1), lambda place: place <= D),
    ),
    "queen.formula.dice-multisets": (
        over(n=range(6)),
        lambda n: len({tuple(sorted(roll)) for roll in rolls(n)}),
    ),
    "queen.formula.hand-has": (
        renamed(CARDS, u="pop", k="k", d="n"),
        lambda pop, k, n: some_wanted(pop, k, n),
    ),
    "queen.formula.expected-classes": (
        [{"pop": 4 * k, "k": k, "n": n} for k in (1, 2, 3, 16) for n in range(min(4 * k, 7) + 1)],
        lambda pop, k, n: mean_of_classes(k, n, lambda seen: seen),
    ),
    "queen.formula.all-four-classes": (
        over(n=range(11)),
        lambda n: mean_of_classes(16, n, lambda seen: seen == 4),
    ),
    "queen.formula.lieutenant-free-start": (
        over(n=range(4)),
        lambda n: chance(hands(44, n), lambda hand: all(card >= 4 for card in hand)),
    ),
    "beyond.formula.income-capped": (
        over(h=range(0, 11, 2), d=range(0, 7, 2), o=range(0, 9, 2), U=range(0, 31, 4)),
        income,
    ),
    "beyond.formula.expected-unused-income": (
        over(u=range(1, 6)),
        lambda u: mean(rolls(u), lambda roll: sum(roll) // 3),
    ),
    "beyond.formula.temple-match": (
        over(n=range(1, 5), m=range(6), v=range(1, 7)),
        lambda n, m, v: chance(rolls(n), lambda roll: any(die <= v <= die + m for die in roll)),
    ),
    "beyond.formula.all-dice-playable": (
        [{"n": n, "R": R} for n in range(1, 5) for R in range(n, 6 * n + 1)],
        lambda n, R: chance(rolls(n), lambda roll: sum(roll) <= R),
    ),
    "beyond.formula.offering-third": (over(T=range(49)), lambda T: ((T + 1) // 2 + 1) // 2),
    "beyond.formula.symbol-in-draw": (
        renamed(CARDS, u="D", k="K", d="r"),
        lambda D, K, r: some_wanted(D, K, r),
    ),
    "beyond.formula.automa-tier-full": (
        over(t=range(1, 6)),
        lambda t: chance(rolls(t), lambda roll: roll.count(3) >= 2),
    ),
    "beyond.formula.automa-all-tiers": (
        over(t=range(1, 8)),
        lambda t: chance(rolls(t), lambda roll: len(set(roll)) == 6),
    ),
    "beyond.formula.automa-expected-markers": (over(t=range(1, 6)), lambda t: mean(rolls(t), markers)),
    "beyond.formula.deck3-best": (over(G=range(16), r=range(11)), deck_3),
    "beyond.formula.no-duplicate-effect": (
        over(r=range(1, 4)),
        lambda r: chance(hands(108, r), lambda hand: len({card // 2 for card in hand}) == r),
    ),
    "beyond.formula.some-equal-dice": (
        over(n=range(1, 7)),
        lambda n: chance(rolls(n), lambda roll: len(set(roll)) < n),
    ),
    "beyond.formula.glade-all-classes": (
        over(n=range(1, 6)),
        lambda n: chance(rolls(n), lambda roll: glade_slots(roll) == 3),
    ),
    "beyond.formula.glade-free-slot": (
        over(n=range(1, 6)),
        lambda n: chance(rolls(n), lambda roll: max(roll) >= 5),
    ),
    "beyond.formula.automa-guilds-blocked": (
        over(d=range(1, 6)),
        lambda d: mean(rolls(d), lambda roll: len(set(roll))),
    ),
    "beyond.formula.orders-of-relics": (
        over(k0=range(7)),
        lambda k0: sum(1 for size in range(k0 + 1) for _ in permutations(range(k0), size)),
    ),
    "beyond.formula.temple-some-opponent": (
        [case for case in over(n=range(1, 6), q=range(1, 6)) if case["n"] * case["q"] <= 6],
        lambda n, q: chance(rolls(n * q), lambda roll: 4 in roll),
    ),
}


@pytest.mark.parametrize("name", COUNTED)
def test_beside_a_count_of_all_outcomes(name):
    cases, count = COUNTED[name]
    assert FORMULAS[name].check(count, cases) == []
