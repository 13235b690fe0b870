"""Parties: the best team and what it achieves, held to the rules solved exactly, to formulas, and to real play."""

from collections import Counter
from fractions import Fraction as F
from itertools import combinations
from math import sqrt
from random import Random
from time import perf_counter

import pytest
from games.by_order_of_the_queen.laying import begin, codes, lay, play, reprinted, send

from beastlab.bots import play_bots, random_bot
from beastlab.core.explore import solve
from beastlab.core.requests import Unknowable
from beastlab.games import beast_hunt
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen.hordes import horde
from beastlab.games.by_order_of_the_queen.nemeses import nemesis
from beastlab.games.by_order_of_the_queen.rules import fights, locations, tests
from beastlab.games.by_order_of_the_queen.rules.kingdom import until_over
from beastlab.games.by_order_of_the_queen.teams import aim_now
from beastlab.games.by_order_of_the_queen.uses import Use

VALLEY = "Emerald Valley"
HAND = {
    "A": "healing-wis-cha", "B": "melee-str-con", "C": "ranged-dex-wis", "D": "shield-con-cha",
    "E": "healing-int-cha", "F": "melee-str-dex", "G": "ranged-wis-int",
}  # fmt: skip
THREE = {
    "loc-a": "charisma / monster | melee / item / villager | combat / item / villager",
    "loc-b": "wisdom / monster | combat / item / villager | healing / item / villager",
    "loc-c": "dexterity / monster | charisma / item / villager | shield / item / villager",
}
ONE = {"loc-a": "strength / retire | wisdom / favor / villager | melee / item / villager"}
PAIR = ["melee-str", "ranged-wis"]


@pytest.fixture
def counted(monkeypatch):
    """Tests passed are counted on the table (`stage` has no meaning in an action)."""
    real = tests.test

    def test(table, seat, attribute):
        passed = yield from real(table, seat, attribute)
        table.stage += passed
        return passed

    monkeypatch.setattr(tests, "test", test)


def solved(table, action, score):
    """The value of best play of a whole action by the party that is there, through the rules themselves."""

    def rule():
        own = table.copy()
        order = own.order
        if action == "order":
            yield from until_over(locations.fulfil_order(own, 0))
        else:
            yield from until_over(locations.complete(own, 0, VALLEY))
        if action == "order" and own.options.order_completion == "immediate":
            return min(own.stage, locations.ENOUGH - table.tokens)
        assert action != "order" or own.order is order and own.tokens == table.tokens + own.stage
        return own.stage

    return solve(rule, 0, lambda count: int(score(count)))[0]


HELP = [{}, {"favors": {0: 1}}, {"favors": {0: 1}, "items": {0: ["item-01"]}}, {"items": {0: ["item-35", "item-26"]}},
        {"relics": {0: "relic-semaphor"}, "items": {0: ["item-08"]}}, {"event": "event-01"}]  # fmt: skip
RISK = [
    {"location_timing": "after_both", "favors": {0: 1}},
    {"villagers": 0},
    {"villagers": 0, "location_timing": "after_both"},
    {"hero_deck": [], "favors": {0: 1}},
    {"order_completion": "immediate", "tokens": 7},
    {"order_completion": "immediate", "tokens": 7, "completed": 2},
]


@pytest.mark.rule("queen.location.reward-penalty-timing", "queen.order.final-party", "queen.penalty.retire")
@pytest.mark.parametrize(
    ("action", "position"),
    [*(("quest", p) for p in (*HELP, *RISK[:4])), *(("order", p) for p in (*HELP, *RISK))], ids=str,
)  # fmt: skip
@pytest.mark.parametrize("worth", ["successes", "all", 1])
def test_a_visit_is_worth_what_the_rules_allow(counted, action, worth, position):
    rows = {"event-01": {"bonus": "melee 1"}}
    table = lay(party=PAIR, locations=ONE, action=action, rows=rows, **position)
    aim, _ = aim_now(table, 0, action, VALLEY, worth)
    score = {"successes": int, "all": (3 if action == "order" else 2).__eq__}.get(worth) or (
        lambda n: n >= worth
    )
    course = aim.course(tuple(table.party))
    assert course.worth == aim.worth(tuple(table.party)) == solved(table, action, score)
    assert sum(course.law.to_dict().values()) == 1


@pytest.mark.rule("queen.penalty.monster", "queen.event.six-cap-on-turn")
def test_a_drawn_monster_may_end_the_game(counted):
    """Without a Villager a seventh Monster ends it, a Nemesis Prompt does not: two thirds here."""
    loc = {"loc-a": "strength / monster | wisdom / favor / villager | melee / item / villager"}
    six = [f"mon-6-{n}" for n in (1, 2, 3, 4, 5, 6)]
    table = lay(party=PAIR, locations=loc, villagers=0, action="quest", monsters=six)
    table.monsters = type(table.monsters)(
        [table.options.cards.by_code[code] for code in ("monster-30", "monster-31")]
    )
    table.monsters.segments = [(2, (queen.table.PROMPT,))]
    aim, _ = aim_now(table, 0, "quest", VALLEY, "successes")
    top, middle, bottom = F(1, 3), F(1, 3), F(19, 27)
    assert aim.worth(tuple(table.party)) == top * (1 + middle) + F(2, 3) * F(1, 3) * bottom
    assert aim.worth(tuple(table.party)) == solved(table, "quest", int)


# --- plain arguments ---------------------------------------------------------------------------------------------


@pytest.mark.example("queen.ex.best-team")
@pytest.mark.rule("queen.turn.party-first", "queen.test.class-dice", "queen.test.combat-dice")
def test_the_best_team_of_the_ledger():
    cards = lay(hands={0: HAND.values()}, locations=THREE).options.cards
    three = [cards.by_code[code] for code in THREE]
    hand = [cards.by_code[code] for code in HAND.values()]
    acdf = [cards.by_code[HAND[letter]] for letter in "ACDF"]
    for worth, value in (("successes", F(922, 729)), ("all", F(835, 2187))):
        teams = queen.best_team(hand, location=VALLEY, cards=three, worth=worth)
        assert len(teams) == 98 and teams.best.worth == value and set(teams.best.heroes) == set(acdf)
        assert teams[1].worth < value, "it is the only best"
        assert teams.of(*HAND["A"].split(), *acdf[1:]) == teams.best
        by_card = [max(team.worth for team in queen.best_team(hand, card, worth=worth)) for card in three]
        assert teams.informed == sum(by_card) / 3 > value


@pytest.mark.rule("queen.location.two-tests", "queen.quest.draw-location")
def test_all_teams_are_the_mean_of_their_cards():
    """98 teams, the 25 illustrative cards: against formulas, for nobody is Retired before the second Test matters."""
    cards = queen.illustrative()
    hand = cards.of("hero")[:7]
    teams = queen.best_team(hand, VALLEY)
    assert {len(team.heroes): 0 for team in teams} == {1: 0, 2: 0, 3: 0, 4: 0} and teams.illustrative
    deck = [card for card in cards.of("location") if card.location == VALLEY]

    def chance(party, attribute):
        return queen.test(tests.party_dice(list(party), attribute))

    for team in (*teams[:5], *teams[40:45], teams[97]):
        worth = F(0)
        for card in deck:
            t, m = chance(team.heroes, card.top.test), chance(team.heroes, card.middle.test)
            left = combinations(team.heroes, len(team.heroes) - (card.top.penalty.name == "retire"))
            b = max(chance(party, card.bottom.test) for party in left)
            formula = queen.formulas()["queen.formula.order-expected-tokens"]
            worth += formula.at(t=t, m=m, b=b, o=0)
        assert team.worth == worth / 25 == queen.visit(team.heroes, VALLEY).worth


def test_weights_are_what_cards_give_and_take():
    card = "Unending Growth"  # charisma: else Threat; wisdom: Item, else Monster; healing: Favor, else Retire
    team = ["Griswold Gremaine", "Stewart Hoppyr", "Atook", "Grynn Burrowfist"]
    law = queen.visit(team, card).law
    weights = {"favor": 3, "item": 2, "threat_regions": F(-1, 2), "retire": -4, "monster": -1}
    each = {(True, True): 2, (True, False): -1, (False, True): F(5, 2), (False, False): F(-9, 2)}
    assert queen.visit(team, card, worth=weights).worth == law.expect(each.__getitem__)
    order = queen.visit(team, card, order="order-01", worth={"success": 1, "retire": -1, "favor": 9})
    plain = queen.visit(team, card, order="order-01")
    assert order.worth == plain.worth - plain.law.P(lambda r: r[:2] == (False, False)), (
        "no Reward for the Order"
    )


def test_items_favors_and_bonuses_add_dice():
    team = ["Griswold Gremaine", "Stewart Hoppyr", "Atook", "Grynn Burrowfist"]
    card = "valley-12"
    bare = queen.visit(team, card).worth
    better = [
        {"favors": 1}, {"items": ["reroll"]}, {"items": ["charisma"]}, {"relic": "wisdom & charisma"},
        {"bonus": {"charisma": 1}}, {"relic": "reroll"},
    ]  # fmt: skip
    for help_ in better:
        assert queen.visit(team, card, **help_).worth > bare, help_
    assert queen.visit(team, card, favors=1).worth == queen.visit(team, card, items=["reroll"]).worth
    assert queen.visit(team, card, items=["strength"]).worth == bare, "it fits no Test"
    assert queen.visit(team, card, relic="reroll").worth >= queen.visit(team, card, favors=1).worth


@pytest.mark.rule("queen.horde.no-retire-when-clear", "queen.nemesis.crag-giant-dice", "queen.horde.dice")
def test_teams_for_a_fight():
    hand = queen.illustrative().of("hero")[:7]
    teams = queen.best_team(hand, horde=[[2], [3, 4]])
    assert teams.best.worth == horde(4, [[2], [3, 4]]).mean
    assert teams.best.worth == max(team.worth for team in teams) and len(teams) == 98
    clear = queen.best_team(hand, horde=[[2], [3, 4]], worth="all")
    three = [team for team in clear if len({hero.class_ for hero in team.heroes}) == 3]
    assert {team.worth for team in three} == {F(1, 2)}, "the ledger's example of three dice"
    priced = queen.best_team(hand, horde=[[2], [3, 4]], worth={"success": 1, "retire": -1})
    assert priced.best.worth == teams.best.worth - 1 + clear.best.worth
    worm = queen.best_team(hand, nemesis=[3, 3], worth="all", items=["combat", "wisdom"])
    assert [team.worth for team in worm if len(team.heroes) == 1][:1] == [F(4, 9)], (
        "two dice, for a Combat Item"
    )
    giant = queen.best_team(hand, nemesis="crag-giant")
    most = max(
        tests.party_dice(list(t.heroes), "combat") + tests.party_dice(list(t.heroes), "charisma")
        for t in giant
    )
    assert giant.best.worth == nemesis(most, [4] * 5).expect(lambda struck: struck.tokens)
    retired = queen.best_team(hand, nemesis=[3, 3, 3], worth={"retire": 1})
    assert retired.best.worth == queen.formulas()["queen.formula.nemesis-retired"].at(n=4, q=4)


def test_what_can_not_be_sent_is_refused_with_a_remedy():
    hero = queen.illustrative().of("hero")[0]
    cases = [
        (lambda: queen.best_team([], VALLEY), "at least one Hero"),
        (lambda: queen.best_team([hero, hero], VALLEY), "give each once"),
        (lambda: queen.best_team(["Nobody"], VALLEY), "give a hero card"),
        (lambda: queen.best_team([hero]), "give one of location"),
        (lambda: queen.best_team([hero], VALLEY, horde=[[1]]), "give one of location"),
        (lambda: queen.best_team([hero], "Atlantis"), "give a type of Location, or a location card"),
        (lambda: queen.best_team([hero], "Emerald Vally"), "such as 'Emerald Valley'"),
        (lambda: queen.best_team([hero], "Unendng Growth"), "such as 'Unending Growth'"),
        (
            lambda: queen.best_team([hero], order="Rase the Millstone"),
            "give an order card.*'Raise the Millstone'",
        ),
        (lambda: queen.best_team(-1, VALLEY), "the list of Heroes is -1; give a list"),
        (lambda: queen.best_team([hero], horde=[[1]], items=["combat"] * 20), "up to 15 are weighed"),
        (lambda: queen.visit([hero], "Silver Coast", order="Raise the Millstone"), "queen.order.location"),
        (lambda: queen.visit([hero], "coast-01", order="Raise the Millstone"), "Order of the Emerald Valley"),
        (lambda: queen.best_team([hero], VALLEY, cards=["coast-01"]), "queen.location.empty-deck"),
        (lambda: queen.best_team([hero], VALLEY, items=["luck"]), "strength & healing"),
        (lambda: queen.best_team([hero], VALLEY, bonus={"luck": 1}), "it can be"),
        (lambda: queen.best_team([hero], VALLEY, worth={"luck": 1}), "it can be"),
        (lambda: queen.best_team([hero], VALLEY, worth="most"), "give 'successes'"),
        (lambda: queen.best_team([hero], horde=[[1]], favors=1, worth={"clear": 1}), "favors=0"),
        (lambda: queen.best_team([f"hero-{n:02}" for n in range(1, 15)], VALLEY), "up to 12"),
        (lambda: queen.visit([f"hero-{n:02}" for n in range(1, 6)], VALLEY), "queen.turn.party-size"),
        (lambda: queen.best_team([hero], VALLEY).of("hero-02"), "give up to 4"),
    ]
    for call, said in cases:
        with pytest.raises(ValueError, match=said):
            call()


def test_names_are_escaped_where_they_are_drawn():
    cards = reprinted({"hero-01": {"name": "<b>Gris</b>"}})
    html = queen.best_team([cards.by_code["hero-01"]], VALLEY)._repr_html_()
    assert "<b>Gris" not in html and "&lt;b&gt;Gris" in html


def test_it_is_quick_enough():
    """The issue asks for 100 ms; four times that is allowed for, since machines that test are busy."""
    hand, times = queen.illustrative().of("hero")[:7], []
    for _ in range(4):
        start = perf_counter()
        queen.best_team(hand, VALLEY, favors=2)
        times.append(perf_counter() - start)
    assert min(times) < 0.4


def test_the_units_are_never_too_few():
    """Whole numbers stay whole: the same worths with a unit that is much finer."""
    table = lay(
        party=PAIR, locations=ONE, action="order", favors={0: 3}, items={0: ["item-01", "item-26", "item-08"]}
    )
    aim, _ = aim_now(table, 0, "order", None, "all")
    (card,), party = aim.cards, tuple(table.party)
    fine = Use(aim.aids, 60, 7)
    tree = aim.tree(card, party)
    assert F(fine.value(tree, aim.aids.items, aim.aids.favors), fine.unit) == aim.worth(party)


# --- a live table ---------------------------------------------------------------------------------------------


def test_the_team_of_a_live_table_knows_what_the_seat_has():
    hands = {0: HAND.values(), 1: ["melee-str-con-2"]}
    match = begin(
        hands=hands, locations=THREE, favors={0: 1}, items={0: ["item-06"]}, monsters=["mon-2", "mon-3-4"]
    )
    cards = match.table.options.cards
    three = [cards.by_code[code] for code in THREE]
    hand = match.table.seats[0].hand
    plain = queen.best_team(hand, order=match.table.order, cards=three, favors=1, items=["charisma"])
    teams = queen.team_now(match, "order")
    assert teams.teams == plain.teams and teams.informed == plain.informed
    assert queen.team_now(match, "horde").teams == queen.best_team(hand, horde=[[2], [3, 4]], favors=1).teams
    assert queen.team_now(match, "order", seat=1).best.heroes == tuple(match.table.seats[1].hand)
    play(match, "order", f"send:{HAND['A']}")
    after = queen.team_now(match)
    assert all(team.heroes[0].code == HAND["A"] for team in after) and len(after) == 1 + 6 + 15 + 20
    assert after.best.worth == max(t.worth for t in teams if HAND["A"] in codes(t.heroes))


def test_where_no_party_can_be_sent_it_says_why():
    match = begin("loc-a", [1], ..., hands={0: PAIR}, locations=ONE, quests={0: "quest-02"})
    for action, said in (("horde", "no Monster"), ("nemesis", "there are: none"), (None, "name one"),
                         ("quest", "leaves 2 types of Location; name one: Ironstone Crags")):  # fmt: skip
        with pytest.raises(Unknowable, match=said):
            queen.team_now(match, action)
    with pytest.raises(Unknowable, match="no Heroes"):
        queen.team_now(match, "order", seat=1)
    with pytest.raises(ValueError, match="it can be"):
        queen.team_now(match, "dance")
    play(match, "order")
    send(match, *PAIR)
    assert match.table.location, "which Hero is Retired is being asked"
    with pytest.raises(Unknowable, match="party is fixed"):
        queen.team_now(match)


@pytest.mark.rule("queen.quest.outstanding-type")
def test_the_location_of_a_quest_is_the_one_that_was_chosen():
    match = begin(..., hands={0: PAIR}, quests={0: "quest-02"})
    to_crags = queen.team_now(match, "quest", "Ironstone Crags")
    play(match, "quest", "to:ironstone-crags")
    assert queen.team_now(match).teams == to_crags.teams


def test_real_play_agrees():
    """The Order of the ledger's best team played 600 times with other cards and dice: the tokens it brings."""
    table = lay(hands={0: HAND.values()}, locations=THREE)
    party = [HAND[letter] for letter in "ACDF"]
    aim, _ = aim_now(table, 0, "order", None, "successes")
    law = aim.course(tuple(table.options.cards.by_code[code] for code in party)).passed
    seen, rng = Counter(), Random(3)
    for _ in range(600):
        match = queen.match_at(table, rng.randrange(10**9))
        play(match, "order")
        send(match, *party)
        seen[match.table.tokens] += 1
    for tokens, chance in law.items():
        assert abs(seen[tokens] / 600 - chance) <= 4 * sqrt(chance * (1 - chance) / 600)


def test_fights_of_a_live_table_are_solved_alike():
    table = lay(party=["melee", "ranged", "shield"], monsters=["mon-2", "mon-3-4"], action="horde")
    aim, _ = aim_now(table, 0, "horde", None, "successes")

    def rule():
        own = table.copy()
        yield from fights.fight_horde(own, 0)
        return len(own.seats[0].trophies)

    assert aim.worth(tuple(table.party)) == solve(rule, 0, int)[0] == F(107, 216) + 2 * F(1, 2)


@pytest.mark.rule("queen.order.location", "queen.quest.outstanding-type")
def test_a_location_that_contradicts_the_action_is_refused():
    match = begin(hands={0: PAIR}, quests={0: "quest-02"}, monsters=["mon-2"], nemeses=["worm"])
    assert queen.team_now(match, "order", VALLEY).teams == queen.team_now(match, "order").teams
    for action, location, said in (
        ("order", "Narnia", "it can be"), ("order", "Silver Coast", "the Order is of the Emerald Valley"),
        ("order", 3, "it can be"), ("order", float("nan"), "it can be"), ("order", "", "it can be"),
        ("horde", 3, "a fight has none"), ("nemesis:worm", VALLEY, "a fight has none"),
        ("quest", "Silver Coast", "that the Quest still requires"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=said):
            queen.team_now(match, action, location)


def test_a_quest_that_is_not_there_yet_is_said():
    match = begin(hands={0: PAIR})
    with pytest.raises(Unknowable, match=r"Ada has no Quest as yet.*one of Emerald Valley"):
        queen.team_now(match, "quest")
    assert queen.team_now(match, "quest", VALLEY).best.worth > 0


def test_only_a_match_of_this_game_that_goes_on_has_teams():
    for wrong in (3, None, beast_hunt.new_match()):
        with pytest.raises(ValueError, match="give a match of By Order of the Queen"):
            queen.team_now(wrong, "horde")
    match = begin(hands={0: PAIR}, monsters=["mon-2"])
    for wrong in (3, ["horde"]):
        with pytest.raises(ValueError, match="give 'quest', 'order', 'horde' or 'nemesis'"):
            queen.team_now(match, wrong)
    over = queen.new_match(seats=2, seed=1)
    play_bots(over, {seat: random_bot(seat) for seat in range(2)})
    assert over.over
    with pytest.raises(Unknowable, match="the game is over"):
        queen.team_now(over, "horde")


def test_any_number_of_favors_and_all_items_are_weighed():
    """Favors beyond all dice are of no use, and Items that fit the same Tests are alike."""
    items = queen.illustrative().of("item")
    hand = queen.illustrative().of("hero")[:7]
    start = perf_counter()
    teams = queen.best_team(hand, order="order-09", items=items, favors=8)
    assert perf_counter() - start < 8 and teams.best.worth > 2
    many = queen.visit(hand[:4], VALLEY, favors=10**12)
    assert many.worth == queen.visit(hand[:4], VALLEY, favors=60).worth
