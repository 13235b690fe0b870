"""Set up: the King's Funeral, the decks in their piles, Guilds and hands, the first Order, the options."""

import json
from collections import Counter

import pytest
from games.by_order_of_the_queen.laying import assert_refused, codes, keys, new, play, reprinted, texts, told

from beastlab.core.chance import ByHand
from beastlab.core.ledger import ledger
from beastlab.core.requests import Draw
from beastlab.games import by_order_of_the_queen as queen
from beastlab.games.by_order_of_the_queen import MODES, SWITCHES, Options
from beastlab.games.by_order_of_the_queen.table import PROMPT
from beastlab.games.by_order_of_the_queen.vocabulary import ABILITIES, LOCATIONS


def start(seats=2, **options):
    return new(..., seats=seats, **options)


# --- decks ------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "queen.setup.kings-funeral",
    "queen.setup.current-event",
    "queen.setup.event-deck",
    "queen.reward.king-funeral-return",
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_kings_funeral_of_the_player_count_is_the_first_event(seats):
    table = start(seats).table
    assert table.event.code == f"funeral-{seats}" and table.event.players == seats
    others = {card.code for card in table.box if card.type == "funeral"}
    assert len(others) == 2 and f"funeral-{seats}" not in others
    assert {card.code for card in table.events.pool} == {f"event-{n:02}" for n in range(1, 19)}


@pytest.mark.rule(
    "queen.setup.kf-threat",
    "queen.setup.kf-monsters",
    "queen.setup.kf-retire",
    "queen.setup.hero-deck-size",
    "queen.setup.hand",
    "queen.setup.favor",
    "queen.setup.villagers",
    "queen.setup.regions",
    "queen.setup.moon",
    "queen.goal.players",
)
@pytest.mark.parametrize(
    ("seats", "garden", "retired", "deck", "favors"), [(2, 2, 12, 38, 0), (3, 1, 6, 37, 1), (4, 0, 0, 36, 1)]
)
def test_set_up_by_player_count(seats, garden, retired, deck, favors):
    table = start(seats).table
    assert table.threat == [2, 2, garden] and len(table.in_play) == 3
    assert len(table.retired) == retired and len(table.heroes) == deck == 40 - seats
    assert [len(player.hand) for player in table.seats] == [7] * seats
    assert [player.favors for player in table.seats] == [favors] * seats
    assert (table.villagers, table.regions, table.moon, table.round) == (15, 11, 1, 1)


@pytest.mark.rule("queen.setup.retire-before-deal", "queen.hero.setup-retired")
def test_heroes_are_retired_before_hands_are_dealt():
    match = start(2)
    rules = told(match)
    retired = next(event for event in match.events() if event.text.startswith("Retired from the Hero Deck"))
    assert (
        rules.index("queen.setup.kings-funeral")
        < rules.index("queen.setup.guilds")
        < rules.index("queen.setup.hand")
    )
    assert match.events().index(retired) < rules.index("queen.setup.guilds")
    assert set(match.table.retired) == set(retired.cards), "ordinary Retired Heroes, who can be Recovered"


@pytest.mark.rule("queen.setup.decks", "queen.setup.locations", "queen.component.locations")
def test_every_deck_is_shuffled_by_itself():
    table = queen.lay(Options(seats=4))
    for deck, size in (
        (table.heroes, 64),
        (table.items, 38),
        (table.quests, 24),
        (table.orders, 12),
        *((d, 25) for d in table.locations),
    ):
        weights = deck.next_card().outcomes()
        assert len(weights) == size and set(weights.values()) == {1}
    for name, deck in zip(LOCATIONS, table.locations, strict=True):
        assert {card.location for card in deck.pool} == {name}


@pytest.mark.rule("queen.setup.alt-back-items", "queen.component.items", "queen.component.graveyard")
def test_items_with_the_alternate_back_are_set_aside():
    table = queen.lay(Options(seats=2))
    assert Counter(card.type for card in table.aside) == {"relic": 7, "henchman": 4}
    assert all(card.type == "item" for card in table.items.pool)
    assert table.item_discard == table.monster_discard == table.retired == table.hero_discard == []


@pytest.mark.rule(
    "queen.setup.monster-piles",
    "queen.setup.pile-remainder",
    "queen.setup.prompt-position",
    "queen.setup.lieutenants",
    "queen.variant.easy-one-nemesis",
    "queen.variant.hard-three-nemeses",
    "queen.variant.hard-lieutenants",
    "queen.variant.hard-best",
    "queen.variant.first-game",
    "queen.component.spelling",
)
@pytest.mark.parametrize(
    ("options", "piles"),
    [
        ({}, [14, 14, 14]),
        ({"easy_one_nemesis": True}, [20, 21]),
        ({"hard_three_nemeses": True}, [10, 11, 11, 11]),
        ({"hard_lieutenants": True}, [15, 16, 15]),
        ({"lieutenants": "included"}, [15, 16, 15]),
        ({"lieutenants": "included", "first_game": True}, [14, 14, 14]),
        ({"hard_lieutenants": True, "easy_one_nemesis": True}, [22, 23]),
        ({"lieutenants": "included", "hard_three_nemeses": True}, [11, 12, 12, 12]),
        ({"hard_best": True}, [12, 12, 12]),
        ({"hard_best": True, "hard_lieutenants": True}, [13, 14, 13]),
        ({"first_game": True}, [14, 14, 14]),
    ],
)
def test_the_monster_deck_in_its_piles(options, piles):
    table = queen.lay(Options(seats=2, **options))
    segments = table.monsters.segments
    assert [unknown + len(known) for unknown, known in segments] == piles and len(table.monsters) == sum(
        piles
    )
    assert [known for _, known in segments] == [()] + [(PROMPT,)] * (len(piles) - 1)
    leaders = {card.name for card in table.monsters.pool if card.lieutenant}
    included = options.get("hard_lieutenants") or options.get("lieutenants") and not options.get("first_game")
    assert len(leaders) == (4 if included else 0)
    assert all(set(card.icons) != {1} for card in table.monsters.pool) == bool(options.get("hard_best"))


@pytest.mark.rule("queen.setup.prompts-unseen", "queen.component.nemeses", "queen.component.prompt-card")
def test_nobody_knows_which_nemeses_are_in_the_deck():
    table = queen.lay(Options(seats=2))
    assert len(table.prompts.pool) == 8 and set(table.prompts.next_card().outcomes().values()) == {1}
    match = start(2)
    for seat in (0, 1):
        view = match.view(seat)
        assert view["prompts_left"] == 2
        assert not {card.code for card in queen.illustrative().of("nemesis")} & set(
            json.dumps(view).split('"')
        )


@pytest.mark.rule("queen.setup.no-nemesis-at-setup")
def test_a_prompt_drawn_at_setup_is_set_aside():
    few = [f"monster-{n:02}" for n in range(7, 41) if n not in range(7, 13)]
    cards = reprinted(dict.fromkeys(few)).of("monster")
    assert len([card for card in cards if not card.lieutenant]) == 12
    # twelve Monsters in four piles: three on top, so that a fourth draw may meet a Prompt
    table = queen.lay(Options(seats=2))
    assert table.monsters.segments[0] == (14, ())
    thin = reprinted({**dict.fromkeys(few), "funeral-2": {"immediate": "monster:4"}})
    found = set()
    for seed in range(40):
        match = new(..., seed=seed, cards=thin, seats=2, hard_three_nemeses=True)
        found.add((len(match.table.drawn), len(match.table.in_play)))
    assert found == {(0, 4), (1, 3)}


# --- players -------------------------------------------------------------------------------------------------


@pytest.mark.rule("queen.setup.guilds", "queen.component.guilds", "queen.item.henchman-source")
def test_every_player_gets_a_guild_and_its_starting_item():
    for seed in range(12):
        table = start(4, seed=seed).table
        assert len({player.guild for player in table.seats}) == 4
        for player in table.seats:
            assert player.items == [player.relic] and player.relic.guild == player.guild.guild
            hounds = player.guild.name == "Hounds of Salvere"
            assert (player.relic.type == "henchman") == hounds
        assert sum(card.type == "guild" for card in table.box) == 4


@pytest.mark.rule("queen.setup.first-order", "queen.setup.first-player")
def test_the_first_order_and_the_first_player():
    match = queen.new_match(seats=3, chance=ByHand())
    asked = []
    while isinstance(match.request, Draw):
        asked.append(match.request.outcomes())
        match.play(next(iter(match.request.outcomes())))
    assert asked[-1] == {"Ada": 1, "Bo": 1, "Cleo": 1}
    assert len(asked[-2]) == 12 and set(asked[-2].values()) == {1}
    assert match.table.order and match.table.tokens == 0 and not match.table.seal
    assert match.request.seat == match.table.turn == match.table.first == 0
    firsts = {new(..., seats=3, seed=seed).table.first for seed in range(20)}
    assert firsts == {0, 1, 2}


@pytest.mark.rule("queen.goal.players")
@pytest.mark.parametrize("seats", [1, 5, "2", True])
def test_other_player_counts_are_refused(seats):
    words = "is for 2 to 4 players" if type(seats) is int else "give a whole number from 2 to 4"
    with pytest.raises(ValueError, match=rf"{words} \[queen.goal.players\]"):
        queen.new_match(seats=seats)


# --- options ---------------------------------------------------------------------------------------------------


def test_the_switches_are_those_of_the_ledger():
    known = ledger("queen").switches
    for switch, readings in SWITCHES.items():
        assert known[switch].readings == readings, switch
        default = getattr(Options(), switch)
        assert default == readings[0]
        with pytest.raises(ValueError, match=f"{switch}: 'other'; its readings are"):
            Options(**{switch: "other"})


@pytest.mark.rule("queen.variant.mix")
def test_any_mix_of_options_may_be_played():
    assert set(MODES.values()) <= set(ledger("queen").rules)
    for apart in (
        "easy_one_nemesis hard_no_max first_game",
        "hard_three_nemeses hard_cascade hard_lieutenants",
    ):
        modes = {mode: True for mode in MODES if mode != "crossover"}
        both = {
            "easy_one_nemesis",
            "hard_three_nemeses",
            "hard_no_max",
            "hard_cascade",
            "first_game",
            "hard_lieutenants",
        }
        mix = {mode: on for mode, on in modes.items() if mode not in both or mode in apart.split()}
        match = new(..., **mix)
        while match.request.rule == "queen.variant.easy-scouts":
            match.play(keys(match)[0])
        assert match.table.phase == "action"


@pytest.mark.rule(
    "queen.variant.conflict-piles", "queen.variant.conflict-cascade", "queen.variant.conflict-lieutenants"
)
@pytest.mark.parametrize(
    ("together", "rule"),
    [
        (("easy_one_nemesis", "hard_three_nemeses"), "queen.variant.conflict-piles"),
        (("hard_no_max", "hard_cascade"), "queen.variant.conflict-cascade"),
        (("first_game", "hard_lieutenants"), "queen.variant.conflict-lieutenants"),
    ],
)
def test_options_that_exclude_each_other(together, rule):
    for mode in together:
        Options(**{mode: True})
    with pytest.raises(ValueError, match=rule):
        Options(**dict.fromkeys(together, True))


def test_options_that_are_none():
    for wrong in (
        {"hard_late": "yes"}, {"names": ("Ada",)}, {"names": ("Ada", "Ada", "Bo", "Cleo")}, {"cards": "mine"},
        {"easy_item": 1},
    ):  # fmt: skip
        with pytest.raises(ValueError):
            Options(**wrong)
    with pytest.raises(ValueError, match="no option is called 'nightmare'"):
        queen.new_match(nightmare=True)


@pytest.mark.rule("queen.variant.crossover")
def test_crossover_needs_its_events():
    with pytest.raises(ValueError, match="queen.variant.crossover"):
        Options(crossover=True)
    event = {"type": "event", "reward": "favor", "crossover": "yes"}
    cards = reprinted({"implands-1": event, "implands-2": event})
    assert {card.code for card in queen.lay(Options(cards=cards, crossover=True)).events.pool} == {
        "implands-1",
        "implands-2",
    }
    assert len(queen.lay(Options(cards=cards)).events) == 18


@pytest.mark.rule("queen.variant.easy-henchman", "queen.item.henchman-source")
@pytest.mark.parametrize("seats", [2, 3])
def test_everybody_starts_with_a_henchman(seats):
    table = start(seats, easy_henchman=True).table
    for player in table.seats:
        own = player.relic is not None and player.relic.type == "henchman"
        assert sum(item.type == "henchman" for item in player.items) == 1 + own


@pytest.mark.rule("queen.variant.easy-henchman-hounds", "queen.item.henchman-limit")
def test_the_last_player_gets_no_fifth_henchman():
    for seed in range(30):
        match = start(4, seed=seed, easy_henchman=True)
        table = match.table
        order = [table.first, *table.clockwise(table.first)]
        extra = [
            sum(
                item.type == "henchman" and item is not table.seats[seat].relic
                for item in table.seats[seat].items
            )
            for seat in order
        ]
        hounds = any(player.guild.name == "Hounds of Salvere" for player in table.seats)
        assert extra == ([1, 1, 1, 0] if hounds else [1, 1, 1, 1])
        if hounds:
            assert texts(match, "queen.item.henchman-limit") == [
                f"All Henchmen are in play: {table.name(order[3])} receives nothing."
            ]


@pytest.mark.rule("queen.variant.easy-favor", "queen.variant.easy-item")
def test_more_favors_and_items_to_start_with():
    assert [player.favors for player in start(2, easy_favor=True).table.seats] == [1, 1]
    table = start(3, easy_favor=True, easy_item=True).table
    assert [player.favors for player in table.seats] == [2, 2, 2]
    assert all(
        [item.type for item in player.items if item is not player.relic] == ["item"] for player in table.seats
    )
    assert len(table.items) == 35


@pytest.mark.rule("queen.variant.easy-scouts")
def test_the_scouts_discard_one_of_the_first_three_monsters():
    match = start(2, easy_scouts=True)
    foes = codes(match.table.in_play)
    assert keys(match) == [f"scout:{code}" for code in foes] and len(foes) == 3
    play(match, f"scout:{foes[1]}")
    assert codes(match.table.in_play) == [foes[0], foes[2]]
    assert codes(match.table.monster_discard) == [foes[1]]
    assert not any(player.trophies for player in match.table.seats)


@pytest.mark.rule("queen.variant.hard-no-guild-item")
def test_lost_relics():
    table = start(4, hard_no_guild_item=True).table
    assert all(player.relic is None and not player.items for player in table.seats) and len(table.aside) == 11


@pytest.mark.rule("queen.variant.hard-late")
def test_it_may_already_be_too_late():
    table = start(4, hard_late=True).table
    assert (table.villagers, table.regions) == (13, 10)


@pytest.mark.rule("queen.variant.hard-sealed-start")
def test_the_queen_needs_more_time():
    match = start(4, hard_sealed_start=True)
    assert match.table.seal
    assert_refused(match, "order", "queen.order.available", "The Order is sealed for this round.")


@pytest.mark.rule("queen.variant.hard-best")
def test_only_monsters_with_nothing_but_ones_are_left_out():
    cards = reprinted({"mon-1-1": {}, "mon-1-2": {}})
    played = {card.code for card in queen.lay(Options(cards=cards, hard_best=True)).monsters.pool}
    assert "mon-1-2" in played and "mon-1-1" not in played and "monster-01" not in played


# --- the board ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("queen.component.tokens", "queen.favor.unlimited-holding", "queen.item.no-limit")
def test_favors_and_items_are_not_limited():
    table = start(2).table
    table.seats[0].favors = 40
    match = queen.match_at(table)
    assert match.view(0)["seats"][0]["favors"] == 40


@pytest.mark.rule("queen.turn.open-hands")
def test_hands_lie_open_to_all():
    match = start(4)
    views = [match.view(seat) for seat in range(4)]
    assert [{**view, "seat": 0} for view in views] == [views[0]] * 4
    assert all(len(player["hand"]) == 7 for player in views[0]["seats"])


@pytest.mark.rule("queen.setup.hero-deck-size", "queen.component.heroes")
def test_which_cards_are_left_is_known_but_not_their_order():
    table = start(3).table
    weights = table.heroes.next_card().outcomes()
    seen = {*table.retired, *(hero for player in table.seats for hero in player.hand)}
    assert set(weights) == set(queen.illustrative().of("hero")) - seen and set(weights.values()) == {1}
    assert {word for hero in weights for word in hero.attributes} == set(ABILITIES)
