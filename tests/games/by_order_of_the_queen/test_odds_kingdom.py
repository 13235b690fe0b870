"""Event Phases to come three ways: closed forms, the rules enumerated, and seeded phases really played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as F
from itertools import product
from math import prod, sqrt
from random import Random
from time import process_time
from typing import Any

import pytest
from games.by_order_of_the_queen.laying import keys, lay, reprinted
from games.by_order_of_the_queen.three_ways import agree, formula

from beastlab.bots import random_bot
from beastlab.core.deck import Deck
from beastlab.core.explore import TooManyWays, explore
from beastlab.core.requests import Choose, Move
from beastlab.games import beast_hunt as hunt
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen import Foe, Options, Table
from beastlab.games.by_order_of_the_queen.coming_phases import (
    STANDS,
    Kingdom,
    Play,
    Survival,
    pool_survival,
    survival,
    survival_in_play,
    survival_played,
)
from beastlab.games.by_order_of_the_queen.hordes import horde
from beastlab.games.by_order_of_the_queen.prompts import STANDARD, next_prompt, piles_of, prompts_in
from beastlab.games.by_order_of_the_queen.rules import kingdom, monsters, phase
from beastlab.games.by_order_of_the_queen.table import PROMPT
from beastlab.odds.distribution import Distribution

CARDS = queen.illustrative().by_code
PLAIN = [(30, 0)]
"""A Monster Deck without Prompts."""


# --- Prompts ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("queen.setup.prompt-position", "queen.setup.monster-piles")
@pytest.mark.example("queen.ex.prompt-timing")
def test_when_the_prompts_come():
    first, second = next_prompt(), next_prompt(nth=2)
    assert [first.cdf(n) for n in (14, 15, 20, 28)] == [0, F(1, 14), F(3, 7), 1]
    assert second.cdf(35) == F(1, 2) and second.cdf(28) == 0
    assert first == Distribution.uniform(range(15, 29)) and second == Distribution.uniform(range(29, 43))
    for above, size in ((14, 14), (20, 21), (21, 11)):
        law = next_prompt([(above, 0), (size, 1)])
        assert [law.cdf(n) for n in range(50)] == [
            formula("prompt-cdf", D=n, T=above, m=size) for n in range(50)
        ]
    for draws in range(43):
        met = prompts_in(draws)
        assert met.at_least(1) == first.cdf(draws) and met.at_least(2) == second.cdf(draws)


@pytest.mark.rule(
    "queen.setup.pile-remainder", "queen.variant.easy-one-nemesis", "queen.variant.hard-three-nemeses"
)
@pytest.mark.example("queen.ex.monster-deck-sizes")
def test_the_piles_of_every_deck():
    def sizes(**options: bool) -> list[int]:
        return [cards for cards, _ in piles_of(queen.lay(Options(**options)).monsters)]

    assert piles_of(queen.lay(Options()).monsters) == STANDARD and sizes() == [14, 14, 14]
    assert sizes(easy_one_nemesis=True) == [20, 21] and sizes(hard_three_nemeses=True) == [10, 11, 11, 11]
    assert sizes(hard_lieutenants=True) == [15, 16, 15]
    both = (
        sizes(hard_lieutenants=True, easy_one_nemesis=True),
        sizes(hard_lieutenants=True, hard_three_nemeses=True),
    )
    assert both == ([22, 23], [11, 12, 12, 12])


@pytest.mark.rule("queen.nemesis.prompt-on-turn")
def test_prompts_through_the_rules():
    table = lay(monsters=[])
    pool = list(table.monsters.pool)[:5]
    table.monsters = Deck(pool)
    table.monsters.segments = [(2, ()), (1, (PROMPT,)), (2, (PROMPT,))]
    table.prompts = Deck([CARDS["worm"], CARDS["hydra"]])

    def until_prompt(nth: int) -> Any:
        own, drawn = table.copy(), 0
        while len(own.drawn) < nth:
            yield from monsters.draw_monster(own, "queen.penalty.monster")
            drawn += 1
        return drawn

    for nth in (1, 2):
        assert Distribution(explore(lambda nth=nth: until_prompt(nth))) == next_prompt(table.monsters, nth)


@pytest.mark.rule("queen.setup.prompt-position")
def test_prompts_in_decks_really_drawn():
    seen: Counter[Any] = Counter()
    rng, deck = Random(3), queen.lay(Options()).monsters
    for _ in range(800):
        own, card, drawn = deck.copy(), None, 0
        while card is not PROMPT:
            cards = own.next_card().outcomes()
            (card,) = rng.choices(list(cards), list(cards.values()))
            own.take(card)
            drawn += 1
        seen[drawn] += 1
    agree(next_prompt(), seen)


# --- one Event Phase --------------------------------------------------------------------------------------------


def one_phase(**facts: Any) -> Survival:
    facts.setdefault("piles", PLAIN)
    return survival(Kingdom(**facts), 1)


@pytest.mark.rule("queen.event.villagers", "queen.event.six-cap", "queen.event.spawn-one-by-one")
@pytest.mark.parametrize("in_play", range(7))
@pytest.mark.parametrize("threat", range(7))
def test_villagers_lost_in_one_phase(in_play: int, threat: int):
    draws = formula("threat-default-enemy", t=threat)
    lost = one_phase(monsters=in_play, threat=(threat, 0, 0)).lost
    assert lost == Distribution.certain((formula("villagers-lost", m=in_play, s=int(draws)), 0, 0))


@pytest.mark.rule(
    "queen.event.regions", "queen.event.retire", "queen.threat.table-regions", "queen.threat.table-garden"
)
@pytest.mark.parametrize("threat", range(7))
def test_regions_and_heroes_lost_in_one_phase(threat: int):
    toll = formula("threat-default", t=threat)
    assert one_phase(threat=(0, threat, 6 - threat)).lost.marginal(1)[toll] == 1
    assert one_phase(threat=(0, 6 - threat, threat)).lost.marginal(2)[toll] == 1


@pytest.mark.rule(
    "queen.loss.villagers", "queen.loss.heroes", "queen.loss.zero-is-safe", "queen.loss.one-at-a-time"
)
def test_the_ledgers_phases():
    cap = one_phase(villagers=7, monsters=5, threat=(5, 0, 0))  # queen.ex.event-cap
    assert cap.chance == 1 and cap.lost[7, 0, 0] == 1
    assert one_phase(villagers=6, monsters=5, threat=(5, 0, 0)).ends["queen.loss.villagers", 1] == 1
    calm = one_phase(monsters=0, threat=(0, 0, 0))  # queen.ex.spawn-at-zero
    assert calm.lost[0, 0, 0] == 1
    # queen.ex.event-prompt-at-six
    six: dict[str, Any] = {"monsters": 6, "threat": (5, 0, 0), "unseen": (CARDS["hydra"],)}
    assert one_phase(**six, piles=[(3, 1)]).lost[8, 0, 0] == 1
    assert one_phase(villagers=1, monsters=1).chance == 1  # queen.ex.loss-boundary
    assert (
        one_phase(heroes=2, threat=(0, 0, 5)).ends["queen.loss.heroes", 1] == 1
    )  # queen.ex.loss-heroes-deck
    worm = (CARDS["worm"],)
    assert (
        one_phase(threat=(0, 0, 0), nemeses=worm).lost.marginal(1)[1] == 1
    )  # queen.ex.event-worm-spoils-gift
    assert one_phase(threat=(0, 5, 0), nemeses=worm).lost.marginal(1)[3] == 1  # queen.ex.threat-cap-worm
    assert one_phase(threat=(0, 1, 0), drawn=worm).lost.marginal(1)[1] == 1  # queen.ex.nemesis-new-arrival
    later = survival(Kingdom(threat=(0, 1, 0), drawn=worm, piles=PLAIN, events=(CARDS["event-01"],)), 2)
    assert later.lost.marginal(1)[1 + 2] == 1


@pytest.mark.rule("queen.nemesis.chimera")
@pytest.mark.example("queen.ex.chimera-expectation")
def test_the_chimera():
    lost = one_phase(monsters=0, threat=(0, 0, 0), nemeses=(CARDS["chimera"],)).lost
    assert lost == Distribution({(2, 0, 0): 1, (3, 0, 0): 1, (0, 1, 0): 1})
    assert lost.expect(lambda end: end.villagers) == F(5, 3)


@pytest.mark.rule("queen.threat.max-six", "queen.variant.hard-no-max", "queen.variant.hard-cascade")
def test_full_pools():
    """queen.ex.cascade: what finds its pool at six is lost, or falls, or stays."""

    def heroes(*threat: int, **options: bool) -> int:
        kingdom = Kingdom(
            threat=threat,
            monsters=0,
            piles=PLAIN,
            events=(CARDS["event-01"],),  # one Threat for the Growing Enemy
            villagers=99,
            regions=99,
            options=Options(**options),
        )
        (lost,) = survival(kingdom, 2).lost.weights
        return lost.heroes

    assert heroes(6, 6, 4) == 2 + 2 and heroes(6, 6, 4, hard_cascade=True) == 2 + 3
    assert heroes(6, 6, 6, hard_cascade=True) == heroes(6, 6, 6, hard_no_max=True) == 3 + 3


# --- several phases, by closed chains ------------------------------------------------------------------------------


@pytest.mark.rule("queen.loss.regions", "queen.threat.table-regions", "queen.event.new-event")
@pytest.mark.example("queen.ex.regions-chain")
def test_the_chain_of_the_regions():
    alone = pool_survival("regions", 2, 11, {0: 1, 1: 1, 2: 1})
    assert [alone.after(k) for k in (4, 5, 6, 9)] == [1, F(2, 3), F(5, 27), F(2, 2187)]
    assert alone.phases == F(347824, 59049)
    assert pool_survival("regions", 2, 11, Distribution({1: 1})).after(4) == 1
    steady = pool_survival("garden", 6, 7, {0: 1})  # three Heroes in every phase
    assert (steady.after(2), steady.after(3), steady.phases) == (1, 0, 3)


def pool_by_hand(threat: int, supply: int, adds: dict[int, int], phases: int, most: int) -> F:
    """P(not lost), over all ways in which the Threat can change; beyond six the default table is a formula."""
    chance, total = F(0), sum(adds.values())
    for way in product(adds, repeat=phases):
        tokens, left = threat, supply
        for added in way:
            left -= (tokens + 1) // 2
            tokens = max(0, min(most, tokens + added))
            if left < 0:
                break
        chance += (left >= 0) * prod((F(adds[added], total) for added in way), start=F(1))
    return chance


@pytest.mark.rule("queen.loss.regions", "queen.loss.zero-is-safe")
def test_a_pool_whose_threat_goes_is_never_lost():
    """Threat that never comes back: until it is gone it costs a Region in every phase, or two."""
    falling = {-1: 1, 0: 1}
    calm = pool_survival("regions", 2, 11, falling)
    assert calm.after(10) == 1 and all(calm.after(n) == pool_by_hand(2, 11, falling, n, 6) for n in range(13))
    assert calm.never == calm.after(200) == 1 - F(12, 2**11), (
        "lost if Threat goes down once at most in 11 phases"
    )
    few = pool_survival(threat=2, supply=3, adds=falling)
    assert few.after(40) == pool_by_hand(2, 3, falling, 12, 6) == few.never == F(1, 2)
    assert repr(few) == "<the game is lost by the Regions with a chance of 50.00 %>"
    with pytest.raises(ValueError, match="never lost by this with a chance of 50.00 %, so there is no mean"):
        assert few.phases
    none = pool_survival(threat=0, adds={0: 1})
    assert none.after(100) == none.never == 1 and repr(none) == "<the game is never lost by the Regions>"
    with pytest.raises(ValueError, match="the game is never lost by this, so there is no mean"):
        assert none.phases
    sure = pool_survival("garden", 2, 11, {0: 1, 1: 1})
    assert sure.never == 0 and "lost by the Heroes in Event Phase 6.8" in repr(sure)


@pytest.mark.rule("queen.loss.regions", "queen.threat.table-shape")
def test_a_table_without_a_toll():
    """Threat goes up and down for ever, and takes nothing: only a toll that is met at last loses the game."""
    idle = Options(cards=reprinted({"regions-ceil_half": {"numbers": "0 0 0 0 0 0 0", "beyond": ""}}))
    for options in (idle, replace(idle, hard_no_max=True)):
        assert pool_survival("regions", 1, 2, {-1: 1, 1: 1}, options).never == 1
        assert pool_survival("regions", 1, 2, {-1: 1, 1: 1}, options).after(9) == 1
    late = Options(cards=reprinted({"regions-ceil_half": {"numbers": "0 0 0 0 0 0 1", "beyond": ""}}))
    assert pool_survival("regions", 1, 2, {-1: 1, 1: 1}, late).never == 0
    assert pool_survival("regions", 1, 2, {-1: 1, 0: 1}, late).never == 1


@pytest.mark.rule("queen.variant.hard-no-max")
def test_a_pool_without_a_maximum():
    law = {20: 1, -20: 2}
    wild = pool_survival("regions", 40, 64, law, Options(hard_no_max=True))
    assert [wild.after(n) for n in range(5)] == [pool_by_hand(40, 64, law, n, 10**6) for n in range(5)]
    assert 0 < wild.after(3) < 1


@pytest.mark.rule("queen.loss.regions", "queen.event.new-event", "queen.event.deck-empty")
@pytest.mark.parametrize("phases", [3, 5, 6])
def test_survival_is_the_chain_where_the_events_are_one_kind(phases: int):
    event = (CARDS["event-02"],)  # one Threat for the Regions
    calm = Play(defeated=6)
    exact = survival(Kingdom(threat=(0, 2, 0), piles=PLAIN, events=event), phases, calm)
    assert exact.chance == pool_survival("regions", 2, 11, {1: 1}).after(phases)


@pytest.mark.rule("queen.event.new-event")
def test_events_come_without_replacement():
    events = tuple(CARDS[f"event-{n:02}"] for n in (1, 2, 3))  # one Threat for each pool
    law = survival(
        Kingdom(threat=(0, 1, 0), monsters=0, piles=PLAIN, events=events, regions=99), 4, Play(defeated=6)
    )
    tolls = Counter[Any]()
    for place in range(3):  # where the Regions' Event lies: Threat is two for the phases after it
        tolls[sum((tokens + 1) // 2 for tokens in [1 + (place < k) for k in range(4)])] += 1
    assert law.lost.marginal(1) == Distribution(tolls)


# --- several phases, through the rules ------------------------------------------------------------------------------


def position(**facts: Any) -> Table:
    """Few cards, so that all courses can be gone through: those in decks that matter are shuffled, others are not."""
    piles = facts.pop("piles", [(3, ()), (2, (PROMPT,))])
    foes = facts.pop("foes", ["worm", "chimera", "hydra"])
    facts.setdefault("event_deck", ["event-01", "event-05", "event-06"])
    facts.setdefault("hero_deck", [f"hero-{n:02}" for n in range(1, 9)])
    table = lay(phase="event", item_deck=[], trophy_table="nothing", **facts)
    spare = list(table.monsters.pool)[: sum(unknown for unknown, _ in piles)]
    table.monsters = Deck(spare)
    table.monsters.segments = list(piles)
    table.prompts = Deck([CARDS[code] for code in foes])
    stacked = list(table.heroes.pool)
    table.heroes.pool.clear()
    table.heroes.segments = [(0, (hero,)) for hero in stacked]
    return table


def first(request: Choose) -> Move:
    """Turn in all Trophies; else take what comes first."""
    return next(
        (move for move in request.options if move.key.startswith("trade:") and move.piece), request.options[0]
    )


def by_the_rules(
    table: Table, phases: int, play: Play | None = None
) -> tuple[Distribution[Any], Distribution[Any]]:
    """The law of the end, and that of what is lost, by going through the rules; the play comes before every phase."""

    def course() -> Any:
        own = table.copy()
        for number in range(1, phases + 1):
            yield from kingdom.until_over(round_(own))
            if own.result:
                return (own.result.rule, number), lost(own)
        return (STANDS, phases), lost(own)

    def round_(own: Table) -> Any:
        own.phase = "event"
        if play:
            yield from played(own, play)
        yield from phase.event_phase(own)

    def lost(own: Table) -> tuple[int, int, int]:
        heroes = [len(t.heroes) + len(t.hero_discard) for t in (table, own)]
        return table.villagers - own.villagers, table.regions - own.regions, heroes[0] - heroes[1]

    ends = Distribution(explore(course, first, limit=600_000))
    return ends.marginal(0), ends.marginal(1)


def played(table: Table, play: Play) -> Any:
    """The stated play by the rules' own means."""
    if play.nemesis and table.nemeses:
        yield from monsters.nemesis_falls(table, table.nemeses[0], "queen.nemesis.defeat")
    assert isinstance(play.defeated, int) and isinstance(play.calmed, tuple)
    for place in range(min(play.defeated, len(table.in_play))):
        table.in_play[place] = Foe(table.in_play[place].card, ())
    yield from monsters.fall(table, 0, "queen.horde.defeat")
    for pool, tokens in enumerate(play.calmed):
        yield from kingdom.remove_threat(table, pool, tokens, "queen.reward.remove-threat")
    for _ in range(play.retired):  # a Hero of a party, in whose place another one is drawn
        yield from kingdom.retire_from_deck(table, 1, "queen.horde.retire-one")


MON = [f"monster-{n:02}" for n in range(20, 26)]
FEW = [(2, ()), (1, (PROMPT,))]
LATE = [f"hero-{n}" for n in range(10, 30)]
NO_CALM = (0, 0, 0)
EFFECTS = {
    "event-01": {"immediate": "monster:2, region, remove_threat_garden"},
    "event-02": {"immediate": "villager:2, threat_enemy, retire_from_deck"},
}


def case(phases: int, play: Play | None = None, **facts: Any) -> tuple[dict[str, Any], int, Play | None]:
    return facts, phases, play


COURSES = {
    "a full board": case(2, monsters=MON[:5], threat=(4, 3, 2), villagers=14, regions=3),
    "a Nemesis in play": case(
        2, monsters=MON[:2], nemeses=["chimera"], foes=["worm", "hydra"], threat=(2, 3, 0), piles=FEW
    ),
    "Heroes run out": case(2, threat=(0, 0, 5), hero_deck=LATE[:1], hero_discard=LATE[1:3]),
    "a Nemesis waits": case(3, monsters=MON[:3], drawn=["worm"], foes=["chimera"], piles=[(2, (PROMPT,))]),
    "the deck runs out": case(
        4,
        Play(defeated=1, calmed=NO_CALM),
        monsters=MON[:4],
        threat=(2, 0, 0),
        piles=[(2, ())],
        foes=[],
        event_deck=["event-01"],
        monster_discard=MON[4:],
    ),
    "stated play": case(2, Play(defeated=2, calmed=(1, 1, 0), retired=1), monsters=MON[:3], threat=(4, 4, 3)),
    "a Nemesis falls": case(
        2,
        Play(defeated=4, calmed=NO_CALM, nemesis=1),
        monsters=MON[:3],
        nemeses=["worm", "commander"],
        foes=["chimera"],
        threat=(3, 4, 4),
    ),
    "no maximum": case(
        2, monsters=MON[:1], threat=(6, 5, 6), villagers=30, hard_no_max=True, hero_deck=LATE, piles=FEW
    ),
    "cascade": case(
        2, monsters=MON[:1], threat=(6, 5, 6), villagers=30, hard_cascade=True, hero_deck=LATE, piles=FEW
    ),
    "six steps": case(3, monsters=MON[:2], threat=(2, 2, 2), event_steps="six"),
    "effects of Events": case(
        2,
        monsters=MON[:4],
        threat=(0, 1, 1),
        villagers=6,
        foes=["worm"],
        piles=[(3, (PROMPT,))],
        event_deck=["event-01", "event-02"],
        rows=EFFECTS,
    ),
}


@pytest.mark.rule(
    "queen.event.steps", "queen.event.nemesis-ability", "queen.event.spawn", "queen.event.spawn-nemesis",
    "queen.event.monster-reshuffle", "queen.nemesis.prompt-in-spawn", "queen.nemesis.prompt-at-six",
    "queen.nemesis.worm", "queen.nemesis.chimera", "queen.nemesis.reward", "queen.nemesis.commander-defeat",
    "queen.variant.hard-no-max", "queen.variant.hard-cascade", "queen.event.within-loss",
)  # fmt: skip
@pytest.mark.parametrize("name", COURSES)
def test_survival_is_what_the_rules_enumerate(name: str):
    facts, phases, play = COURSES[name]
    table = position(**facts)
    ends, lost = by_the_rules(table, phases, play)
    exact = survival(Kingdom.of(table), phases, play)
    assert exact.ends == ends and exact.lost == lost
    assert exact.chance == ends[STANDS, phases] and exact.after[0] == 1
    assert all(
        exact.after[k] == ends.P(lambda end, k=k: end[0] == STANDS or end[1] > k) for k in range(1, phases)
    )


@pytest.mark.rule("queen.setup.prompt-position")
@pytest.mark.example("queen.ex.nemesis-identity")
def test_which_nemesis_comes():
    """Each of those unseen with the same chance: here the Worm's mark is a Region in the phase after."""
    unseen = tuple(CARDS[code] for code in ("worm", "hydra", "dragon", "doomsayer"))
    calm = Kingdom(
        monsters=0, threat=(0, 0, 0), events=(CARDS["event-01"],), unseen=unseen, piles=((1, 1), (9, 0))
    )
    lost = survival(calm, 2).lost
    assert lost.marginal(1) == Distribution({1: 1, 0: 3})


# --- simulation ------------------------------------------------------------------------------------------------


@pytest.mark.rule("queen.event.steps")
@pytest.mark.parametrize("seats", [2, 4])
def test_phases_really_played_cost_as_much(seats: int):
    """Two Event Phases of seeded games, nothing done between them."""
    table = lay(seats, phase="event", monsters=MON[:4], nemeses=["chimera"], threat=(3, 4, 3), villagers=13)
    exact = survival(Kingdom.of(table), 2, at_once=True)
    seen: Counter[Any] = Counter()
    heroes = len(table.heroes)
    for seed in range(400):
        own = table
        for _ in range(2):
            match = queen.match_at(own, seed)
            while match.request is not None and match.table.phase == "event":
                match.play(keys(match)[0])
            own = match.table.copy()
            if own.result:
                break
            own.phase, own.turn, seed = "event", 0, seed + 10_000
        gone = heroes - len(own.heroes) - len(own.hero_discard)
        seen[table.villagers - own.villagers, table.regions - own.regions, gone] += 1
    agree(exact.lost, seen)


@pytest.mark.rule("queen.event.steps")
@pytest.mark.parametrize(
    "play",
    [Play(defeated=2, calmed=1), Play(defeated=horde(4, [[3], [2, 5]]), calmed=(0, 1, 0), nemesis=F(1, 2))],
)
def test_simulated_courses_agree(play: Play):
    exact, n = survival(Kingdom(regions=5), 4, play), 2_000
    simulated = survival_played(Kingdom(regions=5), 4, play, games=n)
    for k, stood in enumerate(simulated.stood):
        p = float(exact.after[k])
        assert abs(stood / n - p) <= 4 * sqrt(p * (1 - p) / n)
    low, high = simulated.interval()
    assert low - 1e-9 <= stood / n <= high + 1e-9 and "95 % interval" in repr(simulated)
    assert simulated == survival_played(Kingdom(regions=5), 4, play, games=n)


@pytest.mark.rule("queen.loss.villagers")
def test_real_games_with_a_policy():
    """Nobody can lose, and nobody can win, before the first Event Phase: with no Threat and no Monster all stand."""
    calm = lay(hands={0: ["melee-str"] + [f"hero-{n:02}" for n in range(1, 7)]}, threat=(0, 0, 0))
    easy = survival_in_play(queen.match_at(calm), random_bot(), 1, games=8)
    assert easy.stood[0] == 8 and easy.stood[1] >= 7
    lost = lay(hands={0: ["melee-str"]}, villagers=0, monsters=[f"mon-6-6-6-{x}" for x in "abcdef"])
    assert survival_in_play(queen.match_at(lost), random_bot(), 2, games=8).stood == (8, 0, 0)


@pytest.mark.rule("queen.event.steps")
def test_the_kingdom_on_a_table():
    match = queen.new_match(seats=3, seed=2)
    found = Kingdom.of(match.table)
    assert (found.villagers, found.regions, found.heroes, found.threat, found.monsters) == (
        15,
        11,
        37,
        (2, 2, 1),
        3,
    )
    assert found.piles == ((11, 0), (14, 1), (14, 1)) and len(found.events) == 18 and len(found.unseen) == 8
    assert Kingdom.of(queen.new_match(seats=4, seed=2).table).piles == Kingdom().piles
    assert survival(Kingdom.of(queen.new_match(seats=4).table), 3).after == survival(Kingdom(), 3).after


def test_a_kingdom_left_alone_falls_by_its_villagers():
    """As the ledger says of those who never fight: by the fourth round."""
    alone = survival(Kingdom(), 4)
    assert alone.after[:3] == (1, 1, 1) and alone.after[4] == 0
    assert {end.rule for end in alone.ends.weights} == {"queen.loss.villagers"}
    assert survival(Kingdom(), 4, Play(defeated=6)).chance == 1


def test_cards_of_a_kingdom_by_name():
    named = Kingdom(nemeses=["The Worm"], drawn=["chimera"], events=["event-01"])
    assert named == Kingdom(nemeses=(CARDS["worm"],), drawn=(CARDS["chimera"],), events=(CARDS["event-01"],))
    assert survival(named).lost == survival(Kingdom(nemeses=(CARDS["worm"],), events=named.events)).lost
    assert survival(named, play=Play(calmed=[0, 1, 0])) == survival(named, play=Play(calmed=(0, 1, 0)))


# --- refusals ---------------------------------------------------------------------------------------------------


def a_match() -> Any:
    return queen.new_match(seats=2, seed=7)


def another() -> Any:
    return hunt.new_match(seats=2, seed=7)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: next_prompt([(14, 0)]), "0 Prompts are left in these piles, so no 1st one comes"),
        (lambda: next_prompt([14]), "pile 1 is 14; give its cards and how many Prompts are among them"),
        (lambda: prompts_in(43), "draws is 43; give a whole number from 0 to 42"),
        (lambda: Kingdom(monsters=7), "monsters is 7; give a whole number from 0 to 6"),
        (lambda: Kingdom(threat=(1, 2)), r"threat is \(1, 2\); give the tokens of all three pools"),
        (lambda: Kingdom(events=()), "there is no Event; give the cards"),
        (lambda: Kingdom(unseen=()), "the piles hold more Prompts than there are unseen Nemeses"),
        (lambda: Play(calmed=(1, 1)), r"calmed is \(1, 1\); give a whole number, or the tokens of all three"),
        (lambda: Play(calmed=2.0), r"calmed is 2.0; give a whole number, or the tokens of all three"),
        (lambda: Play(calmed=(0, 1, "a")), "number 3 of calmed is 'a'; give a whole number from 0 to 60"),
        (lambda: Options(seats=2.0), r"seats: 2.0; give a whole number from 2 to 4 \[queen.goal.players\]"),
        (lambda: next_prompt(3), "piles is 3; give a list of pairs"),
        (lambda: Kingdom(unseen=1), "unseen is 1; give a list of Nemesis Cards"),
        (lambda: Kingdom(nemeses="worm"), "nemeses is 'worm'; give a list of Nemesis Cards"),
        (lambda: Kingdom(nemeses=("hero-01",)), "a card of nemeses is 'hero-01'; give a"),
        (lambda: Kingdom(nemeses=(CARDS["hero-01"],)), r"a card of nemeses is Card\('hero-01'\); give a"),
        (lambda: Kingdom(drawn=[2]), "a card of drawn is 2; give a"),
        (lambda: Kingdom(events=[1, 2]), "a card of events is 1; give a"),
        (lambda: Kingdom(options=1), "options is 1; give the options of a game"),
        (lambda: Kingdom(options=[]), r"options is \[\]; give the options of a game"),
        (lambda: Kingdom.of(a_match()), r"table is <match.*; give a table, as in Kingdom.of\(match.table\)"),
        (lambda: survival(a_match()), r"kingdom is <match.*; give a Kingdom, as in Kingdom.of\(match.table\)"),
        (lambda: survival(Kingdom(), play=3), "play is 3; give what the players do, as in Play"),
        (lambda: survival(Kingdom(), play=""), "play is ''; give what the players do, as in Play"),
        (lambda: survival(Kingdom(), at_once=float("nan")), "at_once is nan; give True or False"),
        (lambda: survival_played(Kingdom(), at_once="no"), "at_once is 'no'; give True or False"),
        (lambda: survival_played(Kingdom(), seed=[]), r"seed is \[\]; give a whole number"),
        (lambda: survival_played(Kingdom(), 40, games=10**6), "games is 1000000; give .* from 1 to 10000"),
        (lambda: survival_played(Kingdom(), games=3).interval(2), "phases is 2; give a whole number from 0 to 1"),
        (lambda: survival_in_play(a_match(), 3), "policy is 3; give a program that plays"),
        (lambda: survival_in_play(3, random_bot()), "match is 3; give a match of By Order of the Queen"),
        (lambda: survival_in_play(another(), random_bot()), "match is <match of Beast Hunt.*; give a match of By"),
        (lambda: survival_in_play(a_match(), random_bot(), seed=[]), r"seed is \[\]; give a whole number"),
        (lambda: pool_survival(adds={"a": 1}), "a change of Threat in adds is 'a'; give a whole number from -20"),
        (lambda: pool_survival(adds=3), "adds is 3; give how often the Threat changes by how much"),
        (lambda: pool_survival(options=3), "options is 3; give the options of a game"),
        (lambda: pool_survival(options=[]), r"options is \[\]; give the options of a game"),
        (lambda: pool_survival().after("x"), "phases is 'x'; give a whole number from 0"),
        (lambda: Play(nemesis=2), "nemesis is 2; give a chance from 0 to 1"),
        (lambda: Play(defeated=-1), "defeated is -1"),
        (lambda: survival(Kingdom(), 99), "phases is 99; give a whole number from 0 to 40"),
        (lambda: pool_survival("enemy"), "pool is 'enemy'; it can be 'regions' or 'garden'"),
    ],
)  # fmt: skip
def test_refusals_say_what_to_give(ask: Callable[[], Any], says: str):
    with pytest.raises(ValueError, match=says):
        ask()


def test_too_many_courses_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("beastlab.games.by_order_of_the_queen.coming_phases.MOST_BRANCHES", 50)
    with pytest.raises(
        TooManyWays, match="more than 50 courses .* fewer phases, or simulate with survival_played"
    ):
        survival(Kingdom(), 6, Play(defeated=2))


WILD = Play(defeated=horde(4, [[3], [2, 5]]), calmed=1, nemesis=F(1, 3))


def test_what_matters_no_more_is_not_held_apart():
    """In the last phase the courses are as many as the losses, the Monsters, the deck and the pools tell apart."""
    assert survival(Kingdom(), 4, WILD).states < 1_000


@pytest.mark.long
def test_long_looks_ahead_are_quick_or_refused():
    begun = process_time()
    assert survival(Kingdom(), 12, Play(defeated=3, calmed=2)).chance == 1
    with pytest.raises(TooManyWays):
        survival(Kingdom(), 9, WILD)
    assert process_time() - begun < 20
