"""The End of Turn, and the Event Phase step by step."""

from fractions import Fraction as F

import pytest
from games.by_order_of_the_queen.laying import (
    act,
    assert_refused,
    begin,
    codes,
    hand,
    keys,
    play,
    player,
    refused,
    texts,
    told,
)

from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen.rules.phase import STEPS

SEVEN = [f"hero-{n:02}" for n in range(1, 8)]
MORE = [f"hero-{n:02}" for n in range(8, 15)]


def phase(*chance, stop="", **position):
    """An Event Phase: at the first choice, or where the next turn begins. The turn was Ada's, the fourth."""
    position.setdefault("hands", {0: SEVEN, 1: MORE})
    position.setdefault("threat", (0, 1, 1))
    position.setdefault("monster_deck", [f"monster-{n:02}" for n in range(1, 20)])
    return begin(*chance, ..., phase="event", moon=1, **position)


def done(match, *moves):
    """Play on to the next turn: Trophies are kept, the first of every choice is taken."""
    play(match, *moves)
    while match.request is not None and match.table.phase == "event":
        play(match, keys(match)[0])
    return match


# --- the End of Turn ------------------------------------------------------------------------------------------


@pytest.mark.rule("queen.end.discard-party", "queen.hero.discard")
def test_the_party_is_discarded_never_kept():
    match = begin(
        [1],
        "hero-20",
        ...,
        hands={0: ["melee-str", *SEVEN[:5]], 1: MORE},
        monsters=["mon-1"],
        hero_deck=["hero-20", "hero-21"],
    )
    act(match, "horde", "melee-str")
    play(match, "cover:mon-1:1")
    assert codes(match.table.hero_discard)[:1] == ["melee-str"] and "melee-str" not in hand(match)


@pytest.mark.rule("queen.end.guild-bonus", "queen.end.guild-icon-heroes", "queen.end.guild-bonus-once")
@pytest.mark.parametrize(
    ("team", "favors"),
    [
        (["hero-01", "hero-09", "hero-17", "hero-25"], 1),
        (["hero-01", "hero-09"], 1),
        (["hero-01", "hero-02"], 0),
    ],
)
def test_the_guilds_bonus(team, favors):
    free = [1] * len({queen.illustrative().by_code[code].class_ for code in team})
    match = begin(
        free,
        ...,
        hands={0: team, 1: ["hero-43"]},
        guilds={0: "guild-semaphor"},
        monsters=["mon-1"],
        relics={0: "relic-semaphor"},
    )
    act(match, "horde", *team)
    play(match, "cover:mon-1:1")
    assert player(match).favors == favors, "once, and Items with the icon don't count"


@pytest.mark.rule("queen.end.guild-bonus")
@pytest.mark.parametrize(("retired", "favors"), [("hero-01", 0), ("hero-02", 1)])
def test_retired_heroes_do_not_count_for_the_bonus(retired, favors):
    team = ["hero-01", "hero-09", "hero-02"]
    match = begin(
        None,
        ...,
        hands={0: [*team, "hero-03"], 1: ["hero-43"]},
        guilds={0: "guild-semaphor"},
        monsters=["mon-6-6-6-6"],
    )
    act(match, "horde", *team)
    while not keys(match)[0].startswith("retire"):
        play(match, "leave")
    play(match, f"retire:{retired}")
    assert player(match).favors == favors


@pytest.mark.rule("queen.item.henchman-source", "queen.end.guild-data")
@pytest.mark.parametrize(
    ("guild", "told_"),
    [
        ("guild-hounds", "Ada gains a Henchman."), ("guild-skylancers", "Ada gains {item}"),
        ("guild-firemanes", "Threat leaves the Growing Enemy: 3 → 2."),
        ("guild-oromanos", "Threat leaves the Confidence of the Regions: 3 → 2."),
        ("guild-bridgewardens", "hero-40"), ("guild-pilgrims", "Threat leaves the Garden Sanctuary: 3 → 2."),
    ],
)  # fmt: skip
def test_the_bonus_of_each_guild(guild, told_):
    name = queen.illustrative().by_code[guild].guild
    team = [card.code for card in queen.illustrative().of("hero") if card.guild == name][:2]
    match = begin(
        None,
        ...,
        hands={0: team},
        guilds={0: guild, 1: "guild-whiteclaw" if guild != "guild-whiteclaw" else "guild-hounds"},
        monsters=["mon-1"],
        threat=(3, 3, 3),
        retired=["hero-40"],
    )
    act(match, "horde", *team)
    while match.table.turn == 0 and match.request:
        play(match, keys(match)[0])
    said = texts(match, "queen.end.guild-bonus")[1]
    gained = any(told_.format(item=item.name) in said for item in queen.illustrative().of("item"))
    assert gained or told_ == "hero-40" and "is Recovered" in said


@pytest.mark.rule("queen.end.draw", "queen.end.reshuffle")
def test_the_hand_is_filled_to_seven():
    match = begin(
        [1], "hero-20", "hero-30", ..., hands={0: ["melee-str", *SEVEN[:5]], 1: MORE}, monsters=["mon-1"],
        hero_deck=["hero-20"], hero_discard=["hero-30", "hero-31"],
    )  # fmt: skip
    act(match, "horde", "melee-str")
    play(match, "cover:mon-1:1")
    assert hand(match) == [*SEVEN[:5], "hero-20", "hero-30"], "cards kept are never discarded to draw more"
    assert {*codes(match.table.heroes.pool)} == {"hero-31", "melee-str"}, "the party was shuffled in too"
    assert match.table.hero_discard == []


@pytest.mark.rule("queen.end.draw-short", "queen.loss.zero-is-safe", "queen.hero.retire")
def test_fewer_than_seven_when_no_hero_is_left():
    match = begin(
        [1], "melee-str", ..., hands={0: ["melee-str", "hero-01"], 1: MORE}, monsters=["mon-1"], hero_deck=[],
        retired=["hero-40"],
    )  # fmt: skip
    act(match, "horde", "melee-str")
    play(match, "cover:mon-1:1")
    assert hand(match) == ["hero-01", "melee-str"] and not match.over
    assert texts(match, "queen.end.draw-short") and codes(match.table.retired) == ["hero-40"]


@pytest.mark.rule("queen.end.moon", "queen.turn.round-rotation", "queen.event.next-player")
@pytest.mark.parametrize(
    ("seats", "cycle", "turns"),
    [
        (2, "four_turns", [0, 1, 0, 1, "E", 0, 1, 0, 1, "E", 0]),
        (3, "four_turns", [0, 1, 2, 0, "E", 1, 2, 0, 1, "E", 2]),
        (4, "four_turns", [0, 1, 2, 3, "E", 0, 1, 2, 3, "E", 0]),
        (3, "literal", [0, 1, 2, "E", 0, 1, 2, "E", 0]),
        (2, "literal", [0, 1, 0, "E", 1, 0, 1, "E", 0]),
    ],
)
def test_who_plays_when_and_when_the_event_phase_comes(seats, cycle, turns):
    match = begin(..., seats=seats, hands={0: SEVEN, 1: MORE}, moon_cycle=cycle)
    seen = []
    while len(seen) < len(turns):
        play(match, keys(match)[0])
        news = [
            e for e in match.events() if e.rule == "queen.turn.clockwise" or e.text.startswith("Full moon")
        ]
        seen = [e.data.get("seat", "E") for e in news]
    assert seen[: len(turns)] == turns


# --- the Event Phase --------------------------------------------------------------------------------------------


@pytest.mark.rule("queen.event.steps")
def test_the_steps_in_their_order():
    names = [name for name, _ in STEPS]
    assert names[:4] == ["Nemesis Ability", "Remove Villagers", "Spawn Monsters", "Spawn Nemesis"]
    assert names[4:] == ["Remove Regions", "Retire Heroes", "Queen's Order Advancement", "Turn in Trophies",
                         "New Event", "Pass a Hero"]  # fmt: skip
    match = done(
        phase(
            ...,
            monsters=["mon-5"],
            nemeses=["worm"],
            drawn=["hydra"],
            tokens=8,
            seal=True,
            trophies={0: ["mon-1"]},
        )
    )
    order = [
        "queen.event.nemesis-ability",
        "queen.event.villagers",
        "queen.event.spawn",
        "queen.event.spawn-nemesis",
    ]
    order += [
        "queen.event.regions",
        "queen.event.retire",
        "queen.order.complete-at-eight",
        "queen.order.seal-removed",
    ]
    order += ["queen.event.new-event", "queen.event.pass-hero", "queen.turn.clockwise"]
    places = [told(match).index(rule) for rule in order]
    assert places == sorted(places) and match.table.turn == 1 and match.table.round == 2


@pytest.mark.rule("queen.event.steps")
def test_only_the_first_six_steps():
    match = phase(
        ...,
        event_steps="six",
        tokens=9,
        seal=True,
        trophies={0: ["mon-1"], 1: ["mon-2", "mon-3"]},
        order="order-01",
    )
    assert keys(match) == ["give:0", "give:1"], "the Order's Reward, an Item"
    done(match)
    table = match.table
    assert len(table.completed) == 1 and table.tokens == 0 and not table.seal
    assert table.event.type == "funeral" and len(player(match, 1).trophies) == 2
    assert "queen.event.pass-hero" not in told(match) and hand(match, 1) == MORE


@pytest.mark.rule(
    "queen.event.nemesis-ability", "queen.nemesis.worm", "queen.nemesis.crag-giant-threat", "queen.nemesis.several",
    "queen.nemesis.when-drawn-once",
)  # fmt: skip
def test_abilities_of_the_nemeses_in_play():
    match = done(phase(..., nemeses=["crag-giant", "mockatrice", "worm"], threat=(0, 1, 1)))
    assert match.table.threat[1] >= 5 and len(texts(match, "queen.event.nemesis-ability")) == 4
    assert "queen.nemesis.mockatrice" not in told(match), "what it does when drawn, it did"


@pytest.mark.rule("queen.nemesis.chimera", "queen.component.nemesis-card")
@pytest.mark.parametrize(
    ("face", "villagers", "threat"), [(1, 13, 1), (2, 13, 1), (3, 12, 1), (4, 12, 1), (5, 15, 3), (6, 15, 3)]
)
def test_the_chimera_rolls(face, villagers, threat):
    match = phase([face], event_deck=["event-01"], nemeses=["chimera"])
    assert match.table.villagers == villagers and match.table.threat[1] == threat


@pytest.mark.rule("queen.nemesis.chimera")
def test_another_table_for_the_chimera():
    table = "1-3 villager:2; 4-5 villager:3; 6 threat_regions:2"
    for face, villagers in ((3, 13), (5, 12), (6, 15)):
        match = phase([face], nemeses=["chimera"], rows={"chimera": {"event_phase": table}})
        assert match.table.villagers == villagers


@pytest.mark.rule("queen.favor.no-event-phase", "queen.favor.own-turn")
def test_no_favors_in_the_event_phase():
    match = phase([1], nemeses=["chimera"], favors={0: 3})
    assert match.table.villagers == 13 and "queen.favor.reroll" not in told(match)
    assert keys(match)[0].startswith("pass:")
    assert_refused(match, "favor", "queen.favor.no-event-phase", "No Favors in the Event Phase.")
    assert not [key for key in refused(phase()) if key == "favor"], "nobody has any"


@pytest.mark.rule(
    "queen.event.villagers", "queen.event.villagers-before-spawn", "queen.nemesis.not-a-monster"
)
def test_a_villager_for_every_monster():
    match = phase(monsters=["mon-5", "mon-6"], nemeses=["hydra"], threat=(6, 1, 1))
    assert match.table.villagers == 13 and len(match.table.in_play) == 2 + 4


@pytest.mark.rule("queen.event.spawn", "queen.threat.table-enemy", "queen.threat.stays")
@pytest.mark.parametrize("table", ["at_least_one", "ceil_half", "steep", "linear"])
@pytest.mark.parametrize("tokens", [0, 1, 4, 6])
def test_monsters_by_the_growing_enemy(table, tokens):
    wanted = {
        "at_least_one": tokens // 2 + 1,
        "ceil_half": (tokens + 1) // 2,
        "steep": (tokens + 1) // 2 + 1,
        "linear": tokens,
    }
    match = phase(threat=(tokens, 1, 1), threat_table_enemy=table)
    assert len(match.table.in_play) == wanted[table] and match.table.threat[0] >= tokens


@pytest.mark.rule("queen.event.six-cap", "queen.event.spawn-one-by-one")
def test_at_most_six_monsters():
    five = [f"mon-6-{n}" for n in "abcde"]
    match = phase("monster-01", "monster-02", "monster-03", monsters=five, threat=(4, 1, 1))
    assert len(match.table.in_play) == 6 and codes(match.table.in_play)[5] == "monster-01"
    assert (
        codes(match.table.monster_discard) == ["monster-02", "monster-03"]
        and match.table.villagers == 15 - 5 - 2
    )


@pytest.mark.rule("queen.nemesis.prompt-in-spawn", "queen.event.spawn-nemesis", "queen.nemesis.prompt-to-box")
def test_a_prompt_uses_up_a_draw_and_its_nemesis_arrives():
    match = phase(
        "monster-01", "prompt", "hydra", "monster-02", threat=(4, 1, 1), tokens=3, seal=True,
        monster_deck=["monster-01", "prompt", "monster-02", "monster-03"],
    )  # fmt: skip
    table = match.table
    assert codes(table.in_play) == ["monster-01", "monster-02"] and codes(table.nemeses) == ["hydra"]
    assert table.drawn == [] and len(table.monsters) == 1 and match.view(0)["prompts_left"] == 0
    assert table.tokens == 3, "the Order beneath keeps its tokens"


@pytest.mark.rule("queen.event.several-prompts", "queen.event.spawn-nemesis")
def test_nemeses_arrive_in_the_order_in_which_they_were_drawn():
    match = phase(drawn=["hydra", "dragon"])
    assert codes(match.table.nemeses) == ["hydra", "dragon"]


@pytest.mark.rule(
    "queen.nemesis.mockatrice", "queen.nemesis.doomsayer", "queen.nemesis.when-drawn-once",
    "queen.nemesis.forced-discard-refill",
)  # fmt: skip
@pytest.mark.parametrize(("foe", "word"), [("mockatrice", "str"), ("doomsayer", "wis")])
def test_heroes_are_discarded_when_it_arrives(foe, word):
    hands = {0: [f"melee-{word}", "ranged-con"], 1: [f"shield-{word}-cha", f"healing-{word}"]}
    match = phase(drawn=[foe], hands=hands, hard_no_pass=True, hero_deck=["hero-01", "hero-02", "hero-03"])
    assert hand(match) == ["ranged-con"] and hand(match, 1) == []
    assert {f"melee-{word}", f"shield-{word}-cha", f"healing-{word}"} <= {*codes(match.table.hero_discard)}
    assert match.table.phase == "action" and match.table.turn == 1, (
        "hands stay as they are until the End of Turn"
    )
    assert len(texts(match, f"queen.nemesis.{foe}")) == 2


@pytest.mark.rule("queen.nemesis.prompt-on-turn")
def test_a_prompt_drawn_after_step_four_comes_a_phase_later():
    match = phase(
        "monster-01", None, "event-01", "prompt", "hydra", event_deck=["event-01"],
        rows={"event-01": {"immediate": "monster"}}, monster_deck=["monster-01", "prompt"],
    )  # fmt: skip
    assert match.table.nemeses == [] and codes(match.table.drawn) == ["hydra"]


@pytest.mark.rule("queen.event.regions", "queen.threat.table-regions", "queen.threat.stays")
@pytest.mark.parametrize("table", ["ceil_half", "linear", "mild"])
def test_regions_by_their_confidence(table):
    for tokens in (1, 4, 6):
        wanted = {"ceil_half": (tokens + 1) // 2, "linear": tokens, "mild": [0, 1, 1, 1, 2, 2, 2][tokens]}
        match = phase(threat=(0, tokens, 1), threat_table_regions=table)
        assert match.table.regions == 11 - wanted[table]


@pytest.mark.rule("queen.event.retire", "queen.threat.table-garden", "queen.event.retire-wording")
@pytest.mark.parametrize("table", ["ceil_half", "linear", "steep"])
def test_heroes_by_the_garden(table):
    for tokens in (1, 4, 6):
        wanted = {"ceil_half": (tokens + 1) // 2, "linear": tokens, "steep": [0, 1, 2, 2, 3, 3, 4][tokens]}
        match = phase(threat=(0, 1, tokens), threat_table_garden=table)
        assert len(match.table.retired) == wanted[table], "Retired, and so to be Recovered"
        assert len(match.table.heroes) == 64 - 14 - wanted[table]


@pytest.mark.rule("queen.event.regions", "queen.event.retire", "queen.event.gift-recipient")
def test_gifts_where_there_is_no_threat():
    match = phase(threat=(0, 0, 0))
    assert keys(match) == ["give:0", "give:1"] and "Queen's Favor" in match.request.prompt
    play(match, "give:1")
    assert player(match, 1).favors == 1 and "an Item" in match.request.prompt
    play(match, "give:0")
    assert len(player(match).items) == 1 and match.table.regions == 11 and match.table.retired == []


@pytest.mark.rule(
    "queen.order.complete-at-eight", "queen.order.excess", "queen.event.order-advance", "queen.order.seal-removed",
    "queen.order.reward-recipient",
)  # fmt: skip
@pytest.mark.parametrize(("tokens", "completed"), [(7, 0), (8, 1), (10, 1)])
def test_the_order_advances(tokens, completed):
    match = done(phase(tokens=tokens, seal=True, order="order-02"))
    table = match.table
    assert len(table.completed) == completed and not table.seal
    assert table.tokens == (0 if completed else tokens) and table.order.code != "order-02" or not completed
    assert player(match).favors == completed, "the players chose Ada"
    assert ("queen.order.excess" in told(match)) == (tokens > 8)


@pytest.mark.rule("queen.order.under-nemesis")
def test_an_order_under_a_nemesis_is_completed():
    match = done(phase(tokens=8, nemeses=["hydra"]))
    assert len(match.table.completed) == 1 and codes(match.table.nemeses) == ["hydra"]


@pytest.mark.rule("queen.order.seal-removed")
@pytest.mark.parametrize("when", ["step_7", "end_of_phase", "no_nemesis"])
def test_when_the_seal_comes_off(when):
    assert not done(phase(seal=True, seal_removed=when)).table.seal
    match = done(phase(seal=True, seal_removed=when, nemeses=["hydra"]))
    assert match.table.seal == (when == "no_nemesis")
    during = phase(seal=True, seal_removed=when)
    assert during.table.seal == (when == "end_of_phase") and during.table.phase == "event"
    match = done(phase(seal=True, seal_removed=when, event_steps="six"))
    assert not match.table.seal


@pytest.mark.rule("queen.goal.three-orders", "queen.goal.win-moment", "queen.goal.coop", "queen.loss.others")
def test_the_third_order_wins_in_step_seven():
    match = phase(tokens=8, completed=2)
    assert match.over and match.result.winners == (0, 1) and match.result.scores == (1, 1)
    assert match.table.stage == 7 and "queen.event.new-event" not in told(match)


@pytest.mark.rule("queen.event.trophies", "queen.event.trophies-optional")
def test_trophies_are_turned_in_by_choice():
    mine = ["monster-30", "monster-31", "monster-32", "monster-33"]
    match = phase(trophies={0: mine, 1: ["monster-34"]}, monster_deck=["monster-01"])
    assert keys(match) == ["trade:none", "trade:2:favor", "trade:3:item"] and match.request.seat == 0
    play(match, "trade:3:item")
    assert len(player(match).items) == 1 and codes(player(match).trophies) == ["monster-33"]
    assert codes(match.table.monster_discard) == mine[:3] and match.request.rule == "queen.event.pass-hero"
    match = play(phase(trophies={0: mine}), "trade:none")
    assert codes(player(match).trophies) == mine
    match = play(phase(trophies={0: mine}), "trade:2:favor", "trade:2:favor")
    assert player(match).favors == 2 and player(match).trophies == []


@pytest.mark.rule("queen.event.trophies")
def test_other_trophy_tables():
    match = phase(trophies={1: ["monster-30", "monster-31"]}, trophy_table="favor_each")
    play(match, "trade:1:favor", "trade:1:favor")
    assert player(match, 1).favors == 2
    match = phase(trophies={1: ["monster-30", "monster-31"]}, trophy_table="nothing")
    assert keys(match) == ["trade:none", "trade:2:nothing"]
    play(match, "trade:2:nothing")
    assert player(match, 1).favors == 0 and len(match.table.monster_discard) == 2


@pytest.mark.rule("queen.event.new-event")
def test_a_new_event_adds_its_threat_once():
    match = phase("monster-01", None, "event-04", threat=(1, 1, 1), event_deck=["event-04", "event-05"])
    assert match.table.event.code == "event-04" and match.table.threat == [2, 2, 1]
    assert codes(match.table.event_discard) == ["funeral-2", "event-04"]
    rows = {"event-04": {"immediate": "villager:2, region, retire_from_deck:2"}}
    match = phase("monster-01", None, "event-04", event_deck=["event-04"], rows=rows)
    assert (
        match.table.villagers == 13
        and match.table.regions == 11 - 1 - 1
        and len(match.table.retired) == 1 + 2
    )


@pytest.mark.rule("queen.event.deck-empty", "queen.reward.king-funeral-return")
def test_the_events_are_shuffled_without_the_kings_funeral():
    match = phase("monster-01", None, "event-07", event="event-07", event_deck=[])
    assert codes(match.table.event_discard) == ["funeral-2", "event-07"] and len(match.table.events) == 0


@pytest.mark.rule("queen.event.pass-hero", "queen.threat.pool-order")
@pytest.mark.parametrize("seats", [2, 3])
def test_everybody_passes_a_hero_to_the_left(seats):
    hands = {0: ["hero-01", "hero-02"], 1: ["hero-03", "hero-04"], 2: ["hero-05", "hero-06"]}
    match = phase(seats=seats, hands={seat: hands[seat] for seat in range(seats)})
    assert match.request.seat == 1
    for seat in [*range(1, seats), 0]:
        assert keys(match) == [f"pass:{code}" for code in hands[seat]], (
            "a Hero just received can't be passed on"
        )
        play(match, f"pass:{hands[seat][1]}")
    assert hand(match, 1) == ["hero-03", "hero-02"] and hand(match, 0) == ["hero-01", hands[seats - 1][1]]


@pytest.mark.rule("queen.event.pass-hero")
def test_an_empty_hand_passes_nothing():
    match = phase(hands={0: ["hero-01"], 1: []})
    assert hand(match, 1) == ["hero-01"] and hand(match) == [], "the only Hero goes without a choice"


@pytest.mark.rule("queen.variant.hard-no-pass")
def test_no_trust_between_the_guilds():
    match = phase(hard_no_pass=True)
    assert match.table.phase == "action" and hand(match) == SEVEN


@pytest.mark.rule("queen.event.next-player", "queen.turn.clockwise")
def test_the_next_player_clockwise_is_on():
    match = phase(seats=3, hard_no_pass=True, turn=1)
    assert match.table.turn == match.request.seat == 2


@pytest.mark.rule("queen.event.within-loss", "queen.loss.villagers", "queen.goal.win-moment")
def test_a_loss_ends_the_phase_before_a_win_that_would_follow():
    match = phase(monsters=["mon-1", "mon-2"], villagers=1, tokens=8, completed=2)
    assert match.result.rule == "queen.loss.villagers" and match.table.stage == 2
    assert len(match.table.completed) == 2 and match.request is None


@pytest.mark.rule("queen.event.retire", "queen.setup.prompt-position")
def test_what_the_phase_costs_can_be_enumerated():
    """The chance that the Event brings Threat to the regions: half of the illustrative Events do."""
    match = phase(hard_no_pass=True, trophies={0: ["monster-30", "monster-31"]})
    law = match.odds("trade:none", lambda table, events: table.threat[1])
    assert law == {1: F(1, 2), 2: F(1, 2)}
