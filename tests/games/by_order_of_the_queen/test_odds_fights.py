"""Fights three ways: closed forms, the rules enumerated with best play, and seeded fights really played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction as F
from itertools import product
from random import Random
from time import process_time
from typing import Any

import pytest
from games.by_order_of_the_queen.laying import act, begin, keys, lay
from games.by_order_of_the_queen.three_ways import agree, by_counting, formula
from hypothesis import given
from hypothesis import strategies as st

from beastlab.core.explore import explore, solve
from beastlab.core.match import Match
from beastlab.core.requests import Choose, Move, Unknowable
from beastlab.games import beast_hunt
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen import Table
from beastlab.games.by_order_of_the_queen import faces as fits
from beastlab.games.by_order_of_the_queen.hordes import (
    board_cleared,
    horde,
    horde_favor,
    horde_fight,
    horde_left,
    icons_of,
    place_dice,
    placing_now,
)
from beastlab.games.by_order_of_the_queen.nemeses import (
    fight_dice,
    forced_discard,
    free_icons,
    nemesis,
    nemesis_defeated,
    nemesis_favor,
    nemesis_fights,
    nemesis_retired,
)
from beastlab.games.by_order_of_the_queen.rules import fights
from beastlab.games.by_order_of_the_queen.rules.kingdom import until_over
from beastlab.odds import E, P, best, d6, roll
from beastlab.odds.choices import cover
from beastlab.odds.distribution import Distribution

TEAM = ["melee-str", "ranged-str", "healing-str", "shield-str"]
GAMES = 600


def codes(monsters: Iterable[Iterable[int]]) -> list[str]:
    """Codes of Monsters with these icons, each with letters that no other has."""
    return [f"mon-{'-'.join(map(str, icons))}-{'abcdef'[n]}" for n, icons in enumerate(monsters)]


def against_horde(dice: int, monsters: list[list[int]], favors: int = 0) -> Table:
    """A table on which Ada's party of so many Classes (the others are Items) has met the Horde."""
    items = ["item-11", "item-22"][: max(0, dice - 4)]
    return lay(
        party=TEAM[:dice], items={0: items}, favors={0: favors}, monsters=codes(monsters), action="horde"
    )


# --- the Horde: closed forms ------------------------------------------------------------------------------


@pytest.mark.rule("queen.horde.cover", "queen.horde.defeat")
@pytest.mark.example("queen.ex.horde-distribution")
def test_the_printed_numbers():
    assert horde(dice=6, monsters=[[1], [2], [3], [4], [5], [6]])[6] == F(16807, 46656)
    assert horde(3, [[2], [3, 4]]) == Distribution({0: F(1, 216), 1: F(107, 216), 2: F(1, 2)})
    assert board_cleared(2, [[1], [1]]) == 1  # queen.ex.commander-horde-clear
    assert board_cleared(2, [[2]]) == F(35, 36)  # queen.ex.horde-partial-tokens: 5 and 6 are covered already


@pytest.mark.rule("queen.horde.no-retire-when-clear")
@pytest.mark.parametrize("dice", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("icon", range(1, 7))
def test_one_icon_and_equal_icons_have_closed_forms(dice: int, icon: int):
    assert board_cleared(dice, [[icon]]) == formula("single-icon", v=icon, n=dice)
    for count in range(1, min(dice, 6) + 1):
        equal = formula("equal-icons", v=icon, n=dice, k=count)
        assert board_cleared(dice, [[icon]] * count) == equal == nemesis_defeated(dice, [icon] * count)
        assert horde(dice, [[icon]] * count).at_least(count) == equal
        assert 1 - equal == formula("horde-retired", P=equal)


@pytest.mark.rule("queen.horde.one-token-per-icon")
@pytest.mark.parametrize("low", range(1, 7))
def test_two_icons_have_a_closed_form(low: int):
    for high in range(low, 7):
        assert board_cleared(2, [[low], [high]]) == formula("two-icons-two-dice", a=low, b=high)
        for dice in (3, 5, 8) if low > 1 else ():
            assert board_cleared(dice, [[low, high]]) == formula("two-icons-n-dice", a=low, b=high, n=dice)


# --- the Horde: every roll, and the rules -------------------------------------------------------------------

HORDES = [
    [[2], [5, 6]],
    [[3], [5]],
    [[1], [2, 3], [3, 3, 5]],
    [[4, 4], [4], [2, 6], [5]],
    [[1, 2, 3, 4, 5, 6], [6]],
]


def by_hand(faces: tuple[int, ...], monsters: list[list[int]]) -> tuple[int, int]:
    """The most Monsters and the most icons, by trying every set of Monsters."""
    clear = [
        chosen
        for chosen in product((False, True), repeat=len(monsters))
        for icons in [[icon for take, own in zip(chosen, monsters, strict=True) if take for icon in own]]
        if cover(faces, icons).value == len(icons)
    ]
    return max(map(sum, clear)), int(cover(faces, [icon for own in monsters for icon in own]).value)


@pytest.mark.rule("queen.horde.choice")
@pytest.mark.parametrize("monsters", HORDES, ids=str)
@pytest.mark.parametrize("dice", [1, 2, 4])
def test_the_horde_is_as_likely_as_all_rolls_say(dice: int, monsters: list[list[int]]):
    assert horde_fight(dice, monsters) == by_counting(dice, lambda faces: by_hand(faces, monsters))
    assert horde(dice, monsters) == horde_fight(dice, monsters).marginal(0)


@pytest.mark.rule("queen.horde.dice", "queen.horde.cover", "queen.horde.retire-one")
@pytest.mark.parametrize(
    ("dice", "monsters"), [(3, HORDES[0]), (3, HORDES[1]), (2, HORDES[2]), (2, HORDES[3])]
)
def test_best_play_through_the_rules_defeats_as_many(dice: int, monsters: list[list[int]]):
    table = against_horde(dice, monsters)

    def fought() -> Any:
        own = table.copy()
        yield from until_over(fights.fight_horde(own, 0))
        return len(own.seats[0].trophies), len(own.retired)

    law = horde(dice, monsters)
    for least in range(1, len(monsters) + 1):
        value, _ = solve(fought, 0, lambda end, least=least: int(end[0] >= least))
        assert value == law.at_least(least)
    kept, _ = solve(fought, 0, lambda end: 1 - end[1])
    assert kept == board_cleared(dice, monsters)


@pytest.mark.rule(
    "queen.favor.reroll", "queen.favor.once-per-die", "queen.favor.window", "queen.favor.sequential"
)
@pytest.mark.parametrize("favors", [1, 2])
@pytest.mark.example("queen.ex.horde-favor-value")
def test_best_use_of_favors_through_the_rules(favors: int):
    monsters = [[4], [5]]
    table = against_horde(2, monsters, favors)

    def fought() -> Any:
        own = table.copy()
        yield from until_over(fights.fight_horde(own, 0))
        return len(own.seats[0].trophies)

    cleared, _ = solve(fought, 0, lambda fallen: int(fallen == 2))
    assert cleared == board_cleared(2, monsters, favors) == {1: F(49, 108), 2: F(337, 648)}[favors]
    assert horde(2, monsters, favors)[2] == cleared
    defeated, _ = solve(fought, 0, lambda fallen: fallen)
    assert defeated == horde(2, monsters, favors, aim="monsters").mean


@pytest.mark.rule("queen.favor.reroll")
@pytest.mark.parametrize("monsters", [HORDES[0], HORDES[2]], ids=str)
@pytest.mark.parametrize(("dice", "favors"), [(3, 1), (4, 2), (5, 3)])
def test_favors_agree_with_the_laboratory(dice: int, favors: int, monsters: list[list[int]]):
    icons = [icon for own in monsters for icon in own]
    thrown = roll(dice * d6)
    tokens = best(E(thrown.covered(*icons)), favors, each_once=True)
    assert horde_fight(dice, monsters, favors, "tokens").expect(lambda end: end.tokens) == tokens.value
    assert horde(dice, monsters, favors)[len(monsters)] == board_cleared(dice, monsters, favors)
    assert (
        board_cleared(dice, monsters, favors) == best(P(thrown.covers(*icons)), favors, each_once=True).value
    )


# --- the roll that lies there ----------------------------------------------------------------------------------


@pytest.mark.rule("queen.horde.choice", "queen.horde.tokens-stay")
@given(
    st.lists(st.integers(1, 6), max_size=6),
    st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=3), min_size=1, max_size=4),
)
def test_a_roll_is_placed_for_monsters_then_tokens_then_high_numbers(
    faces: list[int], monsters: list[list[int]]
):
    placed = place_dice(faces, monsters)
    assert sorted(die for die, _, _ in placed.dice) == sorted(faces)
    assert all(icon is None or die >= icon for die, _, icon in placed.dice)
    assert (len(placed.defeated), placed.tokens) == by_hand(tuple(faces), monsters)
    assert placed.cleared == (not placed.left) == (len(placed.defeated) == len(monsters))
    sums = [
        sum(icon for _, _, icon in way if icon)
        for way in ways_to_place(placed.icons, sorted(faces), ())
        if worth(placed.icons, way) == (len(placed.defeated), placed.tokens)
    ]
    assert sum(icon for _, _, icon in placed.dice if icon) == max(sums)


def ways_to_place(icons: Any, faces: list[int], way: tuple[Any, ...]) -> Iterable[tuple[Any, ...]]:
    """All ways to place dice: each on a free icon that it reaches, or nowhere."""
    if not faces:
        yield way
        return
    *others, die = faces
    yield from ways_to_place(icons, others, (*way, (die, None, None)))
    for place, own in enumerate(icons):
        for icon in set(own):
            taken = sum(w[1:] == (place, icon) for w in way)
            if icon <= die and taken < own.count(icon):
                yield from ways_to_place(icons, others, (*way, (die, place, icon)))


def worth(icons: Any, way: tuple[Any, ...]) -> tuple[int, int]:
    taken = Counter(w[1] for w in way if w[1] is not None)
    return sum(taken[place] == len(own) for place, own in enumerate(icons)), taken.total()


@pytest.mark.rule("queen.horde.tokens-stay")
def test_what_is_left_of_the_horde():
    monsters = [[2], [3, 5], [4]]
    assert horde_left(3, monsters) == by_counting(
        3, lambda faces: tuple(sorted(place_dice(faces, monsters).left))
    )
    assert horde_left(3, monsters)[()] == 0 and horde_left(4, monsters)[()] == board_cleared(4, monsters)


def place_all(match: Match) -> Match:
    """Place every die as the advice says, and go on with the first of other options."""
    while isinstance(match.request, Choose) and match.request.rule == "queen.horde.cover":
        match.play(placing_now(match))
    return match


@pytest.mark.rule("queen.horde.choice")
@pytest.mark.example("queen.ex.horde-greedy-trap")
def test_the_advice_at_the_table_sees_the_trap():
    match = act(begin([3, 5], ..., hands={0: TEAM}, monsters=["mon-3", "mon-5"]), "horde", *TEAM[:2])
    assert placing_now(match).key == "cover:mon-5:5"
    assert place_all(match).table.in_play == []
    with pytest.raises(Unknowable, match="no die of a fight"):
        placing_now(match)


@pytest.mark.rule("queen.horde.choice")
def test_the_advice_leaves_a_die_where_that_is_best():
    match = act(begin([1, 6], ..., hands={0: TEAM}, monsters=["mon-2-6", "mon-6"]), "horde", *TEAM[:2])
    assert placing_now(match).key == "cover:mon-6:6"


@pytest.mark.rule("queen.horde.defeat", "queen.horde.retire-one", "queen.horde.no-retire-when-clear")
@pytest.mark.parametrize("monsters", [HORDES[2], HORDES[3]], ids=str)
def test_fights_really_played_come_out_as_often(monsters: list[list[int]]):
    table = lay(hands={0: TEAM}, monsters=codes(monsters))
    seen: Counter[Any] = Counter()
    for seed in range(GAMES):
        match = place_all(act(queen.match_at(table, seed), "horde", *TEAM))
        left = tuple(sorted(tuple(sorted(foe.free)) for foe in match.table.in_play))
        seen[left] += 1
        assert (match.request is not None and match.request.rule == "queen.horde.retire-one") == bool(left)
    agree(horde_left(4, monsters), seen)
    agree(horde(4, monsters), _by(seen, lambda left: len(monsters) - len(left)))


def _by(seen: Counter[Any], what: Callable[[Any], Any]) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for end, count in seen.items():
        found[what(end)] += count
    return found


@pytest.mark.rule("queen.favor.reroll", "queen.favor.once-per-die")
def test_which_die_to_reroll():
    options = horde_favor([6, 3, 2], [[2], [4, 5]])
    assert [(option.face, option.means[0]) for option in options] == [
        (2, F(1, 2)),
        (3, F(1, 2)),
        (None, 0),
        (6, 0),
    ]
    assert options[0].law == Distribution({(2, 3): F(1, 2), (1, 2): F(1, 2)})
    kept = horde_favor([6, 5], [[5], [6]], favors=2)
    assert kept[0].face is None and kept[0].means == (1, 2, 2)  # nothing to be gained: the Favors are kept
    spent = horde_favor([4, 2], [[2], [5]], favors=1, spent=[2])
    assert [option.face for option in spent] == [4, None] and spent[0].means[0] == F(1, 3)  # the 2 stays a 2


@pytest.mark.rule("queen.favor.reroll")
def test_a_reroll_for_a_monster_may_cost_tokens():
    """Unlike the placing of a roll [queen.ex.horde-matroid]."""
    position = [3, 3], [[2, 3, 4], [5]]
    assert horde_favor(*position, aim="monsters")[0].face == 3  # for the chance of a 5
    assert horde_favor(*position, aim="tokens")[0].face is None


@pytest.mark.rule("queen.favor.reroll")
@pytest.mark.parametrize("favors", [1, 2])
def test_a_fight_with_favors_as_advised_comes_out_as_often(favors: int):
    monsters, rng, seen = [[3], [4, 6]], Random(favors), Counter[Any]()
    for _ in range(1_500):
        fresh, spent = [rng.randint(1, 6) for _ in range(3)], list[int]()
        for left in range(favors, 0, -1):
            face = horde_favor([*fresh, *spent], monsters, left, spent)[0].face
            if face is None:
                break
            fresh.remove(face)
            spent.append(rng.randint(1, 6))
        placed = place_dice([*fresh, *spent], monsters)
        seen[len(placed.defeated), placed.tokens] += 1
    agree(horde_fight(3, monsters, favors), seen)


# --- the Nemesis ---------------------------------------------------------------------------------------------


@pytest.mark.rule("queen.nemesis.hit", "queen.nemesis.ones", "queen.nemesis.excess")
@pytest.mark.example("queen.ex.nemesis-joint")
def test_the_joint_law_of_the_ledger():
    law = nemesis(3, [3, 3], party=4)
    defeated = law.map(lambda struck: (struck.tokens == 2, struck.retired))
    assert defeated == Distribution(
        {(False, 0): F(13, 216), (False, 1): F(1, 8), (False, 2): F(5, 72), (False, 3): F(1, 216),
         (True, 0): F(14, 27), (True, 1): F(2, 9)}
    )  # fmt: skip
    assert nemesis_defeated(3, [3, 3]) == F(20, 27)


@pytest.mark.rule("queen.nemesis.hit", "queen.nemesis.ones")
@pytest.mark.parametrize(("dice", "icon"), [(3, 3), (4, 5), (5, 2), (4, 6)])
def test_tokens_and_ones_are_multinomial(dice: int, icon: int):
    law = nemesis(dice, [icon] * 6)  # no hit is lost, and there are Heroes enough for four 1s
    for hits in range(dice + 1):
        for ones in range(min(dice - hits, 3) + 1):
            if icon > 2 or hits + ones == dice:  # else 0**0 of the formula
                assert law[hits, ones] == formula("nemesis-joint", n=dice, h=hits, r=ones, v=icon)


@pytest.mark.rule("queen.nemesis.ones-cap")
@pytest.mark.parametrize(("dice", "party"), [(7, 4), (3, 4), (4, 1), (8, 2), (5, 0)])
def test_heroes_retired_on_average(dice: int, party: int):
    mean = formula("nemesis-retired", n=dice, q=party)
    assert (
        nemesis_retired(dice, party) == nemesis(dice, [4, 4], party).expect(lambda end: end.retired) == mean
    )


@pytest.mark.rule("queen.nemesis.icon-values", "queen.nemesis.ones-before-defeat", "queen.nemesis.ones-cap")
@pytest.mark.parametrize("icons", [[3, 3], [2, 5], [1, 4, 6]], ids=str)
@pytest.mark.parametrize("dice", [1, 3])
def test_a_nemesis_through_the_rules(dice: int, icons: list[int]):
    code = f"nem-{'-'.join(map(str, icons))}"
    table = lay(party=TEAM[:dice], nemeses=[code], action="nemesis")

    def highest(request: Choose) -> Move:
        """Cover the highest icon that the die reaches; Retire whoever comes first."""
        covers = [move for move in request.options if move.key.startswith("cover")]
        return (
            max(covers, key=lambda move: int(move.key.rpartition(":")[2])) if covers else request.options[0]
        )

    def fought() -> Any:
        own = table.copy()
        yield from until_over(fights.fight_nemesis(own, 0, own.nemeses[0]))
        left = own.nemeses[0].tokens if own.nemeses else len(icons)
        return left, len(own.retired)

    assert Distribution(explore(fought, highest)) == nemesis(dice, icons, party=dice)
    counted = by_counting(dice, lambda faces: (int(cover(faces, icons).value), min(faces.count(1), dice)))
    assert nemesis(dice, icons, party=dice) == counted


@pytest.mark.rule("queen.favor.reroll", "queen.nemesis.ones")
@pytest.mark.parametrize("favors", [1, 2])
def test_favors_against_a_nemesis_through_the_rules(favors: int):
    table = lay(party=TEAM[:2], nemeses=["nem-3-3"], favors={0: favors}, action="nemesis")

    def fought() -> Any:
        own = table.copy()
        yield from until_over(fights.fight_nemesis(own, 0, own.nemeses[0]))
        return not own.nemeses, len(own.retired)

    won, _ = solve(fought, 0, lambda end: int(end[0]))
    assert (
        won
        == nemesis_defeated(2, [3, 3], favors)
        == nemesis(2, [3, 3], 2, favors).P(lambda end: end.tokens == 2)
    )
    kept, _ = solve(fought, 0, lambda end: -end[1])
    assert -kept == nemesis(2, [3, 3], 2, favors, aim="heroes").expect(lambda end: end.retired)
    both, _ = solve(fought, 0, lambda end: 1000 * end[0] - end[1])  # first to defeat it, then to keep Heroes
    law = nemesis(2, [3, 3], 2, favors)
    assert both == law.expect(lambda end: 1000 * (end.tokens == 2) - end.retired)


@pytest.mark.rule("queen.favor.reroll", "queen.nemesis.ones")
def test_which_die_to_reroll_against_a_nemesis():
    options = nemesis_favor([5, 2, 1], [3, 3])
    assert [option.face for option in options] == [1, 2, None, 5]  # both may hit, the 1 costs a Hero besides
    assert options[0].means == (F(2, 3), 4 - F(1, 6), F(5, 3)) and options[2].means == (0, 3, 1)
    assert nemesis_favor([5, 2, 1], [3, 3], spent=[1])[0].face == 2
    assert nemesis_favor([6, 2, 1], [3, 6], aim="tokens", party=0)[0].law.total in (1, 6)
    assert nemesis_favor([4, 4], [3, 3])[0].face is None


@pytest.mark.rule("queen.nemesis.mockatrice", "queen.nemesis.doomsayer")
def test_heroes_who_are_sent_home():
    cards = queen.illustrative()
    law = forced_discard(cards.by_code["doomsayer"])
    assert 1 - law[0] == formula("hand-has", pop=64, k=32, n=7) and law.mean == F(7, 2)
    hand = [cards.by_code[f"hero-{n:02}"] for n in range(1, 8)]
    known = forced_discard(cards.by_code["mockatrice"], hand)
    assert known == Distribution.certain(sum("strength" in hero.attributes for hero in hand))
    assert forced_discard(cards.by_code["worm"])[0] == 1
    table = lay(
        hands={0: ["hero-01", "hero-02", "hero-11"]},
        drawn=["mockatrice"],
        phase="event",
        threat=(0, 1, 1),
        hard_no_pass=True,
    )
    match = queen.match_at(table)
    assert len(match.table.seats[0].hand) == 1  # two of the three have Strength, as the rules and the law say
    assert forced_discard(table.drawn[0], table.seats[0].hand)[2] == 1


@pytest.mark.rule("queen.nemesis.defeat")
def test_a_nemesis_really_fought():
    table = lay(hands={0: TEAM}, nemeses=["worm"])
    seen: Counter[Any] = Counter()
    for seed in range(GAMES):
        match = act(queen.match_at(table, seed), "nemesis:worm", *TEAM)
        while match.request is not None and match.request.rule == "queen.nemesis.ones":
            match.play(keys(match)[0])
        table_ = match.table
        seen[table_.nemeses[0].tokens if table_.nemeses else 3, len(table_.retired)] += 1
    agree(nemesis(4, [3, 3, 3]), seen)


@pytest.mark.rule("queen.nemesis.crag-giant-dice", "queen.nemesis.crag-giant-items", "queen.nemesis.dice")
@pytest.mark.example("queen.ex.printed.crag-giant-over-eight")
def test_dice_against_the_crag_giant():
    cards = queen.illustrative().by_code
    party = [cards[f"hero-{n}"] for n in ("04", "07", "09", "10")]
    for items in (0, 1):
        assert fight_dice(party, cards["crag-giant"], items) == formula("crag-giant-dice", u=4, c=4, i=items)
    assert fight_dice(party, cards["worm"]) == fight_dice(party) == 4
    assert fight_dice([], cards["crag-giant"]) == 0


@pytest.mark.rule("queen.nemesis.tokens-persist", "queen.nemesis.excess")
def test_fights_until_a_nemesis_falls():
    equal = nemesis_fights([4, 4, 4, 4, 4], dice=4, party=4)
    stands = [
        1 - formula("equal-icons", v=4, n=4 * fights, k=5) if fights > 1 else F(1) for fights in range(60)
    ]
    assert [equal.stands(n) for n in range(12)] == stands[:12]
    assert abs(equal.fights - sum(stands)) < F(1, 10**9)  # the mean is the sum of all chances to go on
    assert equal.retired == equal.fights * nemesis_retired(4)
    assert nemesis_fights([3, 3], dice=3).stands(1) == 1 - F(20, 27)
    mixed = nemesis_fights([2, 5, 6], dice=(3, 2))
    assert mixed.stands(1) == 1 - nemesis_defeated(3, [2, 5, 6]) and mixed.rounds(1)[1] == 1 - mixed.stands(2)
    two = by_counting(5, lambda faces: left_after(faces, (3, 2), [2, 5, 6]))
    assert mixed.stands(2) == 1 - two[()]


def left_after(faces: tuple[int, ...], fights: tuple[int, ...], icons: list[int]) -> tuple[int, ...]:
    """The icons left after these fights, each die from the highest on the highest icon it reaches."""
    left = list(icons)
    for dice in fights:
        now, faces = faces[:dice], faces[dice:]
        for die in sorted(now, reverse=True):
            if reached := [icon for icon in left if icon <= die]:
                left.remove(max(reached))
    return tuple(sorted(left))


@pytest.mark.rule("queen.nemesis.tokens-persist")
def test_a_nemesis_fought_again_and_again():
    rng, icons, seen = Random(4), [3, 4, 4, 6], Counter[Any]()
    law = nemesis_fights(icons, dice=(3, 4))
    for _ in range(4_000):
        left, rounds = icons, 0
        while left:
            rounds += 1
            left = list(left_after(tuple(rng.randint(1, 6) for _ in range(7)), (3, 4), left))
        seen[rounds if rounds <= 4 else "later"] += 1
    agree(law.rounds(4), seen)


# --- refusals, monotone, fast ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: horde(3, [1, 2]), r"Monster 1 is 1; give the list of its uncovered Dice Icons, as in \[2, 5\]"),
        (lambda: horde(3, [[7]]), "an icon of Monster 1 is 7; give a whole number from 1 to 6"),
        (lambda: horde(3, [[2], []]), "Monster 2 has no uncovered Dice Icon: it is defeated already"),
        (lambda: horde(3, [[1]] * 7), "monsters has more than 6 entries"),
        (lambda: horde(-1, [[1]]), "dice is -1"),
        (lambda: horde(3, [[1]], aim="win"), "aim is 'win'; it can be 'clear', 'monsters' or 'tokens'"),
        (lambda: place_dice([7], [[1]]), "a die of the roll is 7"),
        (lambda: horde_favor([3], [[1]], spent=[4]), "a 4 was spent, and no die of the roll shows it"),
        (lambda: horde(15, [[1, 2], [3, 4], [5, 6]], favors=9), "different rolls, which would take long"),
        (lambda: horde_favor([1, 2, 3, 4, 5] * 3, [[1, 2], [3, 4], [5, 6]], 15), "give fewer dice or Favors"),
        (lambda: nemesis(3, 4), "the Nemesis is 4; give the list of its uncovered Dice Icons"),
        (lambda: nemesis(3, queen.illustrative().by_code["commander"]), "queen.nemesis.commander-unfightable"),
        (lambda: nemesis(3, [3], party=5), "party is 5; give a whole number from 0 to 4"),
        (lambda: nemesis_fights([3], dice=0), "no fight has a die"),
        (lambda: nemesis_fights([3], dice=(3, 4), party=(4,)), "1 parties do not fit 2 fights"),
    ],
)  # fmt: skip
def test_refusals_say_what_to_give(ask: Callable[[], Any], says: str):
    with pytest.raises(ValueError, match=says):
        ask()


@pytest.mark.rule("queen.horde.cover")
@given(
    st.integers(1, 5),
    st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=2), min_size=1, max_size=3),
)
def test_more_dice_and_favors_never_hurt(dice: int, monsters: list[list[int]]):
    """queen.invariant.monotone-dice, queen.invariant.matroid, queen.invariant.probability"""
    plain, more = horde_fight(dice, monsters), horde_fight(dice + 1, monsters)
    helped = horde_fight(dice, monsters, favors=1, aim="monsters")
    assert sum(plain[end] for end in plain.weights) == 1
    for law in (more, helped):
        assert law.expect(lambda end: end.monsters) >= plain.expect(lambda end: end.monsters)
    assert more.expect(lambda end: end.tokens) >= plain.expect(lambda end: end.tokens)
    assert board_cleared(dice, monsters, 1) >= board_cleared(dice, monsters)


def test_cards_and_foes_stand_for_their_icons():
    table = against_horde(3, [[2], [3, 4]])
    assert horde(3, table.in_play) == horde(3, [[2], [3, 4]])
    card = queen.illustrative().by_code["monster-36"]
    assert icons_of([card, table.in_play[1].covered(3)]) == ((2, 3, 4), (4,))
    worm = queen.illustrative().by_code["worm"]
    assert free_icons(worm) == (3, 3, 3) and free_icons(queen.Foe(worm, (3,))) == (3,)


def test_eight_dice_against_any_six_monsters_within_a_tenth_of_a_second():
    rng = Random(7)
    for _ in range(12):
        monsters = [[rng.randint(1, 6) for _ in range(rng.randint(1, 6))] for _ in range(6)]
        times = []
        for _ in range(3):
            start = process_time()
            horde(8, monsters)
            times.append(process_time() - start)
        assert min(times) < 0.1, monsters


# --- what is given -----------------------------------------------------------------------------------------


def test_eight_favors_on_eight_dice_take_a_second():
    """They took eleven."""
    start = process_time()
    law = nemesis(8, [1, 2, 3, 4, 5, 6], favors=8)
    assert process_time() - start < 6
    assert law.marginal(0)[6] == nemesis_defeated(8, [1, 2, 3, 4, 5, 6], favors=8)


@pytest.mark.rule("queen.nemesis.crag-giant-dice", "queen.nemesis.doomsayer")
def test_cards_may_be_given_by_name_or_code():
    cards = queen.illustrative().by_code
    party = [cards[f"hero-{n}"] for n in ("04", "07", "09")]
    assert fight_dice(party, cards["crag-giant"]) == fight_dice(
        ["hero-04", party[1].name, party[2]], "crag-giant"
    )
    assert forced_discard("doomsayer") == forced_discard(cards["doomsayer"])
    assert forced_discard("doomsayer", ["hero-01"]) == forced_discard(cards["doomsayer"], [cards["hero-01"]])


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: fight_dice(3), "party is 3; give a list of Heroes"),
        (lambda: fight_dice(["hero-01", "hero-01"]), "give each once"),
        (lambda: fight_dice(["hero-99"]), "give a hero card"),
        (lambda: fight_dice([f"hero-{n:02}" for n in range(1, 6)]), "up to 4"),
        (lambda: fight_dice(["hero-01"], "hero-02"), "give a nemesis card"),
        (lambda: forced_discard("doom"), "give a nemesis card"),
        (lambda: forced_discard("doomsayer", 3), "heroes is 3; give a list of Heroes"),
        (lambda: horde_favor([1, 2], [[2]], spent=1), "spent is 1; give a list"),
        (lambda: nemesis_favor([1, 2], [2], spent=1), "spent is 1; give a list"),
        (lambda: nemesis(3, -1), "the Nemesis is -1; give the list"),
        (lambda: nemesis(3, [1] * 7), "the list of icons has more than 6"),
        (lambda: placing_now(3), "give a match of By Order of the Queen"),
        (lambda: placing_now(beast_hunt.new_match()), "give a match of By Order of the Queen"),
    ],
)
def test_what_is_no_answer_is_refused_in_a_sentence(call: Callable[[], Any], said: str):
    with pytest.raises(ValueError, match=said):
        call()


@pytest.mark.rule("queen.component.monster-card")
def test_cards_have_as_many_icons_as_can_be_counted():
    assert fits.MOST_ICONS == 6 and "up to 6 numbers" in next(
        column.allowed for column in fits.SCHEMA.columns if column.name == "icons"
    )
    assert horde(4, [[1] * 6] * 6).mean == 0
