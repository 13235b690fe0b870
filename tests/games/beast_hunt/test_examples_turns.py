"""The ledger's examples of turns: actions, draws, the refresh, starting hands, draw first or attack."""

from __future__ import annotations

import re
from fractions import Fraction as F
from functools import cache
from typing import Any

import pytest
from games.beast_hunt.laying import assert_refused, begin, codes, discard, hand, keys, play, told
from games.beast_hunt.test_examples_ledger import cards

from beastlab.core.chance import Scripted
from beastlab.core.explore import explore
from beastlab.core.requests import Choose, Here, Move, Rule
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import Options, Table

# --- actions -----------------------------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.actions-left")
@pytest.mark.rule("hunt.action.insufficient", "hunt.turn.no-carry-over")
def test_actions_left() -> None:
    playable = ["hero-pirate-1", "arcana-1", "armament-1", "curse-1", "banner-royal"]
    arms = ["ancient-arm-1", "ancient-arm-2", "ancient-arm-3"]
    match = begin(
        2,
        hands={0: [*playable, *arms]},
        heroes={0: ["hero-royal-1", "hero-royal-2"]},
        champions={0: "champion-hunter-2"},  # its skill is free
        field=["beast-01", "beast-02"],
    )
    assert {"arms:beast-01", "attack:beast-02", "refresh"} <= {*keys(match)}, "with 3 actions"
    play(match, "attack:beast-01", "*")
    assert match.table.actions == 1
    gear = [f"equip:{card}:hero-royal-{n}" for card in playable[2:] for n in (1, 2)]
    uses = ["use:hero-royal-1", "use:hero-royal-2", "skill:champion-hunter-2"]
    assert keys(match) == ["draw", "play:hero-pirate-1", "play:arcana-1", *gear, *uses, "end"]
    for move in ("attack:beast-01", "attack:beast-02", "arms:beast-01", "arms:beast-02", "refresh"):
        assert_refused(match, move, "hunt.action.insufficient")
    play(match, "end", "discard:arcana-1", "end")
    assert (match.table.turn, match.table.actions) == (0, 3), "the action is lost"


@pytest.mark.example("hunt.ex.four-actions")
@pytest.mark.rule("hunt.action.extra-actions", "hunt.lesser.extra-action")
def test_four_actions() -> None:
    starting = {"hands": {0: ["lesser-beast-1"]}, "dealt": 2, "phase": "start"}
    match = begin(7, 2, 2, cards=cards("orb1-9"), field=["orb1-9"], **starting)
    assert match.table.actions == 4 and codes(match.table.seats[0].lesser) == ["lesser-beast-1"]
    play(match, "attack:orb1-9", "*", "attack:orb1-9", "*")
    assert match.table.turn == 1


@pytest.mark.example("hunt.ex.draw-lesser-net-zero")
@pytest.mark.rule("hunt.lesser.extra-action", "hunt.lesser.no-action", "hunt.action.draw")
def test_draw_lesser_net_zero() -> None:
    match = play(begin("lesser-beast-1", 7), "draw", "*")
    assert match.table.actions == 3 and codes(match.table.seats[0].lesser) == ["lesser-beast-1"]
    match = play(begin("lesser-beast-1", 6), "draw", "*")
    assert match.table.actions == 2, "so the draw costs 1, the fight nothing"


@pytest.mark.example("hunt.ex.last-action-closes")
@pytest.mark.rule(
    "hunt.turn.end-no-actions", "hunt.turn.free-effects-after-last-action", "hunt.lesser.extra-action"
)
def test_last_action_closes() -> None:
    free: dict[str, Any] = {"champions": {0: "champion-hunter-2"}, "actions": 1}
    match = begin(2, hands={0: ["hero-royal-1"]}, **free)
    assert "skill:champion-hunter-2" in keys(match)
    play(match, "play:hero-royal-1", "*")
    assert keys(match) == ["now", "later"]
    play(match, "now", "*")
    assert match.table.turn == match.request.seat == 1

    match = play(begin("lesser-beast-1", 7, **free), "draw", "*")
    assert match.table.turn == 0 and match.table.actions == 1
    assert {"draw", "skill:champion-hunter-2"} <= {*keys(match)}
    # free_after_last_action: default half only


# --- the refresh -------------------------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.refresh-lesser")
@pytest.mark.rule("hunt.action.refresh-order", "hunt.lesser.extra-action")
def test_refresh_lesser() -> None:
    old = ["arcana-1", "arcana-2", "enchant-2", "defiance-1", "hero-royal-1"]
    new = ["hero-pirate-1", "lesser-beast-1", "malice-1", "enchant-1"]
    match = begin(*new[:2], 7, *new[2:], hands={0: old, 1: ["arcana-3"]}, deck=new)
    play(match, "refresh", "*")
    assert discard(match) == [*old, "hero-pirate-1", "arcana-3", "malice-1"]
    assert codes(match.table.seats[0].lesser) == ["lesser-beast-1"]
    assert match.table.actions == 1 and hand(match) == ["enchant-1"]


@pytest.mark.example("hunt.ex.refresh-empty-hand")
@pytest.mark.rule("hunt.action.refresh-empty")
def test_refresh_empty_hand() -> None:
    new = ["enchant-1", "enchant-2", "hero-royal-1", "arcana-1"]
    match = play(begin(*new), "refresh")
    assert discard(match) == [] and hand(match) == new


@pytest.mark.example("hunt.ex.refresh-two-actions")
@pytest.mark.rule("hunt.action.refresh", "hunt.action.insufficient")
def test_refresh_two_actions() -> None:
    match = play(begin("enchant-1", "enchant-2", actions=4), "draw")
    assert match.table.actions == 3 and "refresh" in keys(match)
    play(match, "draw")
    assert match.table.actions == 2
    assert_refused(match, "refresh", "hunt.action.insufficient")


@pytest.mark.example("hunt.ex.deck-empty-refresh")
@pytest.mark.rule("hunt.term.draw-empty", "hunt.action.refresh-order")
def test_deck_empty_refresh() -> None:
    old = ["hero-royal-1", "arcana-1", "enchant-1"]
    match = begin(
        "enchant-2", *old, deck=["enchant-2"], discard=["hero-pirate-1", "arcana-2"], hands={0: old}
    )
    play(match, "refresh")
    assert hand(match) == ["enchant-2", *old], "the old hand has come back"
    assert discard(match) == [] and {card.code for card in match.table.deck.pool} == {
        "hero-pirate-1",
        "arcana-2",
    }
    steps = [rule for rule in told(match, 1) if rule.startswith(("hunt.action", "hunt.term"))]
    draws = ["hunt.term.draw"] * 3
    assert steps == ["hunt.action.refresh", "hunt.term.draw", "hunt.term.draw-empty", *draws]


@pytest.mark.example("hunt.ex.deck-both-empty")
@pytest.mark.rule("hunt.term.draw-both-empty")
def test_deck_both_empty() -> None:
    match = begin(deck=[])
    assert_refused(match, "draw", "hunt.term.draw-both-empty")
    play(match, "refresh")
    assert hand(match) == [] and match.table.turn == 1, "the 3 actions are spent"


# --- Heroes, the end of a turn -----------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.hero-arrival-limit")
@pytest.mark.rule("hunt.hero.limit-includes-arrival", "hunt.hero.once-per-turn")
def test_hero_arrival_limit() -> None:
    match = begin(7, hands={0: ["hero-royal-6"]})  # 8 or more
    later = play(match, "play:hero-royal-6", "*").fork()
    play(match, "now", "*")
    assert match.table.actions == 2
    assert_refused(match, "use:hero-royal-6", "hunt.hero.once-per-turn")
    play(later, "later", "use:hero-royal-6", "*")
    assert later.table.actions == 1


@pytest.mark.example("hunt.ex.hand-limit")
@pytest.mark.rule("hunt.turn.hand-limit", "hunt.turn.hand-limit-timing")
def test_hand_limit() -> None:
    nine = [f"hero-hunter-{n}" for n in range(1, 8)] + ["hero-pirate-1", "hero-pirate-2"]
    match = begin("arcana-1", hands={0: nine}, turn=1)
    play(match, "end")
    assert hand(match) == nine and discard(match) == []
    play(match, "draw", "end")
    assert len(hand(match)) == 10 and keys(match) == [f"discard:{code}" for code in [*nine, "arcana-1"]]
    chosen = ["hero-pirate-1", "arcana-1", "hero-hunter-1"]
    play(match, *[f"discard:{code}" for code in chosen])
    assert discard(match) == chosen and len(hand(match)) == 7 and match.table.turn == 1


# --- starting hands, Lesser Beasts -------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.starting-hand-order")
@pytest.mark.rule("hunt.malice.start-before-lesser", "hunt.lesser.start-hand", "hunt.setup.no-mulligan")
def test_starting_hand_order() -> None:
    starting = ["lesser-beast-1", "malice-1", "hero-royal-1", "enchant-1", "lesser-beast-2"]
    match = begin(7, hands={0: starting, 1: ["arcana-1"]}, dealt=2, phase="start")
    assert [card.code for card in match.table.resolving] == ["malice-1"], "first the Malice"
    assert keys(match) == [f"discard:{code}" for code in starting if code != "malice-1"]
    play(match, "discard:lesser-beast-1", "*")
    assert discard(match) == ["lesser-beast-1", "arcana-1", "malice-1"], "without a fight"
    assert codes(match.table.seats[0].lesser) == ["lesser-beast-2"]
    assert match.table.actions == 3 + 1 and hand(match) == ["hero-royal-1", "enchant-1"]

    three = ["lesser-beast-1", "malice-1", "lesser-beast-2", "lesser-beast-3"]
    match = begin(7, 6, hands={0: three, 1: ["arcana-1"]}, dealt=2, phase="start")
    play(match, "discard:lesser-beast-3")
    assert keys(match) == ["reveal:lesser-beast-1", "reveal:lesser-beast-2"], "one at a time"
    play(match, "reveal:lesser-beast-2", "*")
    assert codes(match.table.seats[0].lesser) == ["lesser-beast-2"] and match.table.actions == 4
    # starting_replacement: default half only


def clean(malice_in_deck: str) -> tuple[int, F]:
    """The Main Deck's size, and the chance that five cards of it are neither Malice nor Lesser Beasts."""
    table = hunt.lay(Options(seats=2, malice_in_deck=malice_in_deck))

    def program() -> Rule:
        deck = table.deck.copy()
        for dealt in range(5):
            yield Here(dealt)
            card = yield deck.next_card()
            deck.take(card)
            if card.type in ("malice", "lesser_beast"):
                return False
        return True

    return len(table.deck), explore(program)[True]


@pytest.mark.example("hunt.ex.starting-hand-clean")
@pytest.mark.rule("hunt.malice.start-before-lesser", "hunt.lesser.start-hand")
def test_starting_hand_clean() -> None:
    assert clean("ten_types")[1] == hunt.clean_start(deck=120, malice=4, lesser=6) == F("6799529/10587668")
    hands = {0: ["enchant-1", "hero-royal-1"], 1: ["lesser-beast-1", "malice-3"]}
    match = begin(7, hands=hands, dealt=2, phase="start")
    assert match.table.actions == 3 and hand(match) == hands[0], "nothing comes before the turn"
    play(match, "end")
    assert [rule for rule in told(match) if "on-draw" in rule] == [
        "hunt.malice.on-draw",
        "hunt.lesser.on-draw",
    ]


@pytest.mark.example("hunt.ex.malice-switch")
@pytest.mark.rule("hunt.setup.main-deck-types")
@pytest.mark.parametrize(
    ("types", "size", "stated"),
    [("ten_types", 120, "6799529/10587668"), ("nine_types", 116, "61195761/80194744")],
)
def test_malice_switch(types: str, size: int, stated: str) -> None:
    assert clean(types) == (size, F(stated))
    assert hunt.clean_start(deck=size, malice=size - 116) == F(stated)


@pytest.mark.example("hunt.ex.pulled-lesser")
@pytest.mark.rule("hunt.lesser.enters-otherwise", "hunt.term.pull", "hunt.lesser.extra-action")
def test_pulled_lesser() -> None:
    theirs = ["lesser-beast-1", "enchant-1", "malice-1"]
    match = begin("lesser-beast-1", 7, hands={1: theirs}, dealt={1: 2}, champions={0: "champion-pirate-2"})
    play(match, "skill:champion-pirate-2", "*")  # for an action: pull a card
    assert codes(match.table.seats[0].lesser) == ["lesser-beast-1"] and hand(match) == []
    assert hand(match, 1) == theirs[1:]
    assert match.table.actions == 3 - 1 + 1
    # forced_card_entry: default half only


@pytest.mark.example("hunt.ex.lesser-off-turn")
@pytest.mark.rule("hunt.lesser.extra-action-off-turn")
def test_lesser_off_turn() -> None:
    match = begin(
        "lesser-beast-1",
        7,
        hands={0: ["arcana-3"]},  # destroy a Hero
        heroes={1: [f"hero-royal-{n}" for n in range(1, 5)]},
        beasts={1: ["beast-01", "beast-02", "beast-03"]},
        field=["beast-04"],
        king="king-1",
        champions={1: "champion-royal-2"},  # when a Hero leaves the Party: draw a card
    )
    play(match, "play:arcana-3", "destroy:hero-royal-1", "passive:champion-royal-2", "*")
    assert codes(match.table.seats[1].lesser) == ["lesser-beast-1"]
    assert (match.table.turn, match.table.actions) == (0, 2)
    play(match, "end")
    assert (match.table.turn, match.table.actions) == (1, 3), "no action for anybody"
    assert hunt.explain(match, "attack:king-1").value == hunt.reach(16, orbs=2, modifier=1)
    # lesser_off_turn_action: default half only


# --- two champions -----------------------------------------------------------------------------------------


@pytest.mark.example("hunt.ex.snake")
@pytest.mark.rule("hunt.mode.snake", "hunt.mode.snake-first-turn")
def test_snake() -> None:
    match = hunt.new_match(4, champions=2, chance=Scripted([12, 11, 3, 8]))
    asked = []
    while match.table.phase == "champions":
        asked.append(match.request.seat)
        play(match, keys(match)[0])
    assert asked == [0, 1, 2, 3, 3, 2, 1, 0]
    assert match.table.turn == match.table.first == 0


# --- draw first, or attack? --------------------------------------------------------------------------------

State = tuple[int, int, int, int, int]
"""Actions left; Enchants, Lesser Beasts and useless cards in the deck; Enchants in hand."""


def as_needed(request: Choose) -> Move:
    """Play Enchants if all of them together defeat the Beast, as many as it takes."""
    needed, total = map(int, re.findall(r"(\d+) needed; the roll is (\d+)", request.prompt)[0])
    _, *enchants = request.options
    return request.options[total < needed <= total + 2 * len(enchants)]


@cache
def after(state: State, move: str) -> dict[State | None, F]:
    """The exact law of where a move leads, through the rules; None is the defeat of the Beast."""
    actions, enchants, lesser, blanks, held = state
    made = cards("orb1-9", enchant=("2", 12), lesser_beast=("8", 5), defiance=("", 83))

    def copies(kind: str, first: int, last: int) -> list[str]:
        return [f"more-{kind}-{n}" for n in range(first, last + 1)]

    deck = copies("enchant", 1, enchants) + copies("lesser-beast", 1, lesser) + copies("defiance", 1, blanks)
    match = begin(
        cards=made,
        field=["orb1-9"],
        beast_deck=[],
        deck=deck,
        hands={0: copies("enchant", 13 - held, 12)},
        actions=actions,
    )

    def now(table: Table, _: Any) -> State | None:
        if not table.field:
            return None
        left = [card.type for card in table.deck.pool]
        enchants = sum(card.type == "enchant" for card in table.seats[0].hand)
        return (
            table.actions,
            left.count("enchant"),
            left.count("lesser_beast"),
            left.count("defiance"),
            enchants,
        )

    lesser_fights = move == "draw"  # without Enchants
    return match.odds(move, now, (lambda request: request.options[0]) if lesser_fights else as_needed)


def chance(state: State, *moves: str) -> F:
    """The chance to defeat the Beast this turn by the best of these first moves, and best play after it."""
    if state[0] < 2:
        return F(0)  # an action that a draw may win back only makes up for the draw
    return max(
        sum(p * (1 if then is None else best(then)) for then, p in after(state, move).items())
        for move in moves
    )


@cache
def best(state: State) -> F:
    return chance(state, "draw", "attack:orb1-9")


@pytest.mark.example("hunt.ex.draw-or-attack-three")
@pytest.mark.rule("hunt.action.attack", "hunt.action.draw", "hunt.lesser.extra-action")
def test_draw_or_attack_three() -> None:
    odds, state = hunt.attack_or_draw(defeat=9, actions=3), (3, 12, 5, 83, 0)
    assert chance(state, "attack:orb1-9") == odds.attack == F("5/18")
    assert chance(state, "draw") == odds.draw == F("3122568345017/9905703321600")
    assert odds.best == "draw"


@pytest.mark.example("hunt.ex.draw-or-attack-four")
@pytest.mark.rule("hunt.action.attack", "hunt.action.extra-actions")
def test_draw_or_attack_four() -> None:
    odds, state = hunt.attack_or_draw(defeat=9, actions=4), (4, 12, 5, 83, 0)
    assert chance(state, "attack:orb1-9") == odds.attack == F("155/324")
    assert chance(state, "draw") == odds.draw == F("165059647456771/465568056115200")
    assert odds.best == "attack"
