"""The ledger's examples of the Event Phase and of the decks that it draws from."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest
from games.by_order_of_the_queen.laying import (
    act,
    begin,
    codes,
    hand,
    keys,
    lay,
    play,
    player,
)
from games.by_order_of_the_queen.test_examples_ledger import (
    FIRST,
    SECOND,
)

from beastlab.core.explore import explore
from beastlab.core.requests import Rule
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen import Options
from beastlab.games.by_order_of_the_queen.rules import kingdom, phase
from beastlab.games.by_order_of_the_queen.table import PROMPT

# --- the Event Phase ------------------------------------------------------------------------------


def event_phase(*chance: Any, **position: Any) -> Any:
    position.setdefault("hands", {0: ["hero-30"], 1: ["hero-31"]})
    position.setdefault("monster_deck", [f"monster-{n:02}" for n in range(20, 30)])
    position.setdefault("hard_no_pass", True)
    return begin(*chance, ..., phase="event", **position)


@pytest.mark.example("queen.ex.nemesis-new-arrival")
@pytest.mark.rule("queen.event.nemesis-ability", "queen.event.spawn-nemesis", "queen.nemesis.worm")
def test_nemesis_new_arrival() -> None:
    quiet = {"event-01": {"threat": ""}}
    match = event_phase(
        "prompt", "worm", None, "event-01", threat=(0, 1, 1), monster_deck=["prompt"], rows=quiet
    )
    assert match.table.regions == 10 and match.table.threat[1] == 1 and codes(match.table.nemeses) == ["worm"]
    table = match.table.copy()
    table.phase = "event"
    again = queen.match_at(table)
    assert again.table.regions == 10 - 2, "the Worm adds two before step 5"


@pytest.mark.example("queen.ex.event-worm-spoils-gift")
@pytest.mark.rule("queen.event.nemesis-ability", "queen.event.regions", "queen.threat.table-regions")
def test_event_worm_spoils_gift() -> None:
    match = event_phase(nemeses=["worm"], threat=(0, 0, 1))
    assert match.table.regions == 10 and all(player.favors == 0 for player in match.table.seats)


@pytest.mark.example("queen.ex.event-cap")
@pytest.mark.rule("queen.event.villagers", "queen.event.six-cap", "queen.threat.table-enemy")
def test_event_cap() -> None:
    five = [f"mon-6-{n}" for n in "abcde"]
    match = event_phase(monsters=five, threat=(5, 1, 1), villagers=7)
    assert match.table.villagers == 0 and not match.over and len(match.table.in_play) == 6
    match = event_phase(monsters=five, threat=(5, 1, 1), villagers=6)
    assert match.result.rule == "queen.loss.villagers"


@pytest.mark.example("queen.ex.spawn-at-zero")
@pytest.mark.rule("queen.threat.table-enemy", "queen.event.spawn", "queen.event.villagers-before-spawn")
def test_spawn_at_zero() -> None:
    for table, come in (("at_least_one", 1), ("ceil_half", 0)):
        match = event_phase(threat=(0, 0, 0), threat_table_enemy=table)
        play(match, "give:0", "give:1")
        assert len(match.table.in_play) == come and match.table.villagers == 15
        assert player(match).favors == 1 and len(player(match, 1).items) == 1


@pytest.mark.example("queen.ex.event-prompt-at-six")
@pytest.mark.rule("queen.nemesis.prompt-at-six", "queen.nemesis.prompt-in-spawn")
def test_event_prompt_at_six() -> None:
    six = [f"mon-6-{n}" for n in "abcdef"]
    deck = ["monster-20", "prompt", "monster-21", "monster-22"]
    match = event_phase(None, None, "dragon", monsters=six, threat=(5, 1, 1), monster_deck=deck)
    assert match.table.villagers == 15 - 8 and codes(match.table.nemeses) == ["dragon"]
    assert codes(match.table.monster_discard) == ["monster-20", "monster-21"]


@pytest.mark.example("queen.ex.loss-boundary")
@pytest.mark.rule("queen.loss.villagers", "queen.loss.zero-is-safe")
def test_loss_boundary() -> None:
    match = event_phase(monsters=["mon-6"], villagers=1, threat=(0, 1, 1), threat_table_enemy="linear")
    assert match.table.villagers == 0 and not match.over
    table = match.table.copy()
    table.phase = "event"
    assert queen.match_at(table).result.rule == "queen.loss.villagers"


@pytest.mark.example("queen.ex.loss-heroes-deck")
@pytest.mark.rule("queen.loss.heroes", "queen.event.retire", "queen.end.reshuffle")
def test_loss_heroes_deck() -> None:
    match = event_phase(threat=(0, 1, 5), hero_deck=["hero-01"], hero_discard=["hero-02"])
    assert match.result.rule == "queen.loss.heroes" and codes(match.table.retired) == ["hero-01", "hero-02"]


@pytest.mark.example("queen.ex.loss-heroes-party-literal")
@pytest.mark.rule("queen.loss.heroes", "queen.horde.retire-one")
def test_loss_heroes_party_literal() -> None:
    for scope, over in (("literal", True), ("deck_only", False)):
        match = begin(
            [1], ..., hands={0: ["melee-str"]}, monsters=["mon-6"], hero_deck=[], hero_loss_scope=scope
        )
        act(match, "horde", "melee-str")
        assert match.over == over and codes(match.table.retired) == ([] if over else ["melee-str"])


@pytest.mark.example("queen.ex.moon-cycle")
@pytest.mark.rule("queen.end.moon")
def test_moon_cycle() -> None:
    for cycle, moons in (("four_turns", [2, 3, 4, 1]), ("literal", [2, 3, 1])):
        match = begin(..., hands={0: FIRST, 1: SECOND}, threat=(0, 1, 1), moon_cycle=cycle, hard_no_pass=True)
        while len(found := [e.data["moon"] for e in match.events() if e.rule == "queen.end.moon"]) < len(
            moons
        ):
            play(match, keys(match)[0])
        assert found[: len(moons)] == moons
        full = [e.text for e in match.events() if e.rule == "queen.end.moon"][len(moons) - 1]
        assert full == "Full moon: the Event Phase begins."


@pytest.mark.example("queen.ex.rotation-round-two")
@pytest.mark.rule("queen.turn.round-rotation", "queen.end.moon")
def test_rotation_round_two() -> None:
    match = begin(
        ..., seats=3, hands={0: FIRST, 1: SECOND, 2: ["hero-20"]}, threat=(0, 1, 1), hard_no_pass=True
    )
    while match.table.round == 1:
        play(match, keys(match)[0])
    assert [e.data["seat"] for e in match.events() if e.rule == "queen.turn.clockwise"] == [0, 1, 2, 0, 1]


@pytest.mark.example("queen.ex.pass-hero-two-players")
@pytest.mark.rule("queen.event.pass-hero")
def test_pass_hero_two_players() -> None:
    match = event_phase(threat=(0, 1, 1), hands={0: FIRST, 1: SECOND}, hard_no_pass=False)
    play(match, f"pass:{SECOND[0]}")
    assert_keys = [f"pass:{code}" for code in FIRST]
    assert keys(match) == assert_keys, "the Hero just received is not among them"
    play(match, f"pass:{FIRST[0]}")
    assert hand(match) == [*FIRST[1:], SECOND[0]] and hand(match, 1) == [*SECOND[1:], FIRST[0]]


@pytest.mark.example("queen.ex.hand-after-forced-discard")
@pytest.mark.rule("queen.nemesis.forced-discard-refill", "queen.event.pass-hero")
def test_hand_after_forced_discard() -> None:
    wise = [f"melee-wis-{n}" for n in range(1, 6)]
    match = event_phase(
        threat=(0, 1, 1),
        hands={0: [*wise, "ranged-str", "shield-str"], 1: ["healing-str", "healing-dex"]},
        drawn=["doomsayer"],
        hard_no_pass=False,
    )
    play(match, "pass:healing-str")
    assert keys(match) == ["pass:ranged-str", "pass:shield-str"]
    play(match, "pass:shield-str")
    assert hand(match) == ["ranged-str", "healing-str"], "and the next party has two Heroes at most"


@pytest.mark.example("queen.ex.threat-cap-worm")
@pytest.mark.rule("queen.threat.max-six", "queen.nemesis.worm")
def test_threat_cap_worm() -> None:
    match = event_phase(None, None, None, None, "event-01", threat=(0, 5, 1), nemeses=["worm"])
    assert match.table.threat[1] == 6 and match.table.regions == 11 - 3


@pytest.mark.example("queen.ex.chimera-expectation")
@pytest.mark.rule("queen.nemesis.chimera")
def test_chimera_expectation() -> None:
    table = lay(nemeses=["chimera"], phase="event")

    def rule() -> Rule:
        own = table.copy()
        yield from phase.nemesis_abilities(own)
        return 15 - own.villagers, own.threat[1]

    law = explore(rule)
    assert sum(lost * chance for (lost, _), chance in law.items()) == F("5/3") == 2 * F("1/3") + 3 * F("1/3")
    assert law[0, 2] == F("1/3")


@pytest.mark.example("queen.ex.cascade")
@pytest.mark.rule("queen.variant.hard-cascade", "queen.variant.hard-cascade-bottom", "queen.threat.max-six")
def test_cascade() -> None:
    for cascade, after in ((True, [6, 6, 6]), (False, [6, 6, 5])):
        table = lay(threat=(6, 6, 5), hard_cascade=cascade)
        list(kingdom.add_threat(table, 0, 2, "queen.penalty.threat"))
        assert table.threat == after


@pytest.mark.example("queen.ex.regions-chain")
@pytest.mark.rule(
    "queen.threat.table-regions", "queen.threat.max-six", "queen.event.new-event", "queen.loss.regions"
)
def test_regions_chain() -> None:
    """The example's Events are independent: a chain of the rules' own steps, a third each for what they add."""
    law: dict[tuple[int, int], F] = {(2, 11): F(1)}
    alive, lost_at = {}, {}
    for k in range(1, 40):
        after: dict[tuple[int, int], F] = {}
        for (threat, regions), chance in law.items():
            table = lay(threat=(0, threat, 1), regions=regions)
            list(kingdom.until_over(phase.remove_regions(table)))
            if table.result:
                lost_at[k] = lost_at.get(k, F(0)) + chance
                continue
            for more in range(3):
                own = table.copy()
                list(kingdom.add_threat(own, 1, more, "queen.event.new-event"))
                key = own.threat[1], own.regions
                after[key] = after.get(key, F(0)) + chance / 3
        law = after
        alive[k] = sum(law.values(), F(0))
    assert [alive[k] for k in (4, 5, 6, 9)] == [1, F("2/3"), F("5/27"), F("2/2187")]
    assert (
        sum(k * chance for k, chance in lost_at.items()) == F("347824/59049") and sum(lost_at.values()) == 1
    )


# --- decks ------------------------------------------------------------------------------


@pytest.mark.example("queen.ex.monster-deck-sizes")
@pytest.mark.rule(
    "queen.setup.monster-piles",
    "queen.setup.pile-remainder",
    "queen.variant.easy-one-nemesis",
    "queen.variant.hard-three-nemeses",
    "queen.variant.hard-lieutenants",
)
def test_monster_deck_sizes() -> None:
    wanted = {
        (False, ""): "14/14/14", (False, "easy_one_nemesis"): "20/21", (False, "hard_three_nemeses"): "10/11/11/11",
        (True, ""): "15/16/15", (True, "easy_one_nemesis"): "22/23", (True, "hard_three_nemeses"): "11/12/12/12",
    }  # fmt: skip
    for (leaders, mode), piles in wanted.items():
        deck = queen.lay(
            Options(seats=2, hard_lieutenants=leaders, **({mode: True} if mode else {}))
        ).monsters
        assert "/".join(str(unknown + len(known)) for unknown, known in deck.segments) == piles


def within(deck: Any, drawn: int) -> F:
    """The chance that no Prompt is among so many cards."""
    deck, none = deck.copy(), F(1)
    for _ in range(drawn):
        weights = deck.next_card().outcomes()
        none *= F(sum(w for card, w in weights.items() if card is not PROMPT), sum(weights.values()))
        if none:
            deck.take(next(card for card in weights if card is not PROMPT))
        else:
            return none
    return none


@pytest.mark.example("queen.ex.prompt-timing")
@pytest.mark.rule("queen.setup.prompt-position", "queen.setup.monster-piles")
def test_prompt_timing() -> None:
    deck = queen.lay(Options(seats=2)).monsters
    assert [1 - within(deck, drawn) for drawn in (14, 15, 20, 28)] == [0, F("1/14"), F("3/7"), 1]
    second = deck.copy()
    second.segments = second.segments[2:]
    assert 1 - within(second, 35 - 28) == F("1/2")


@pytest.mark.example("queen.ex.lieutenants-in-start")
@pytest.mark.rule("queen.setup.lieutenants", "queen.variant.hard-lieutenants")
def test_lieutenants_in_start() -> None:
    deck, chance = queen.lay(Options(seats=2, hard_lieutenants=True)).monsters, F(1)
    for _ in range(3):
        weights = deck.next_card().outcomes()
        plain = [card for card in weights if not card.lieutenant]
        chance *= F(sum(weights[card] for card in plain), sum(weights.values()))
        deck.take(plain[0])
    assert chance == F("2470/3311")


@pytest.mark.example("queen.ex.nemesis-identity")
@pytest.mark.rule("queen.setup.prompt-position")
def test_nemesis_identity() -> None:
    for mode, chance in (("", F("2/8")), ("hard_three_nemeses", F("3/8")), ("easy_one_nemesis", F("1/8"))):
        table = queen.lay(Options(seats=2, **({mode: True} if mode else {})))
        prompts = sum(known.count(PROMPT) for _, known in table.monsters.segments)
        weights = table.prompts.next_card().outcomes()
        assert set(weights.values()) == {1} and F(prompts, len(weights)) == chance
    assert F("2/8") == F("1/4")


@pytest.mark.example("queen.ex.weak-monsters-out")
@pytest.mark.rule("queen.variant.hard-best", "queen.setup.pile-remainder")
def test_weak_monsters_out() -> None:
    deck = queen.lay(Options(seats=2, hard_best=True)).monsters
    assert [unknown + len(known) for unknown, known in deck.segments] == [12, 12, 12] and len(deck.pool) == 34
    assert within(deck, 12) == 1 and within(deck, 24) == 0
