"""Redeals of a match: nothing gives a hidden card away, and hidden cards lie as likely as they may."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from games.beast_hunt.laying import begin, lay, play
from games.beast_hunt.playing import check, replay, settings

from beastlab.core.knowledge import redeal
from beastlab.core.requests import Choose, Event, IllegalMove
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt.odds import explain
from beastlab.games.beast_hunt.rules import dice, hands, step, turn
from beastlab.games.beast_hunt.scene import scene

POOL = ["hero-shinobi-1", "hero-royal-1", "enchant-2", "malice-3", "lesser-beast-1", "lesser-beast-2"]


def at(*chance, seats=2, seed=0, **position):
    """A match on a small table; chance is what the test gives, then the seed."""
    return begin(*chance, ..., seed=seed, seats=seats, **position)


# --- nothing gives a hidden card away ---------------------------------------------------------------


def looks_the_same(match, seat, rng):
    """A redeal for `seat` that it can't tell from the match; AssertionError says what gives it away."""
    try:
        twin = redeal(match, seat, rng)
    except (LookupError, IllegalMove, ValueError, TypeError, StopIteration) as error:
        raise AssertionError(f"seat {seat}: no redeal fits: {error!r}") from error
    assert twin.view(seat) == match.view(seat), f"seat {seat}: the view"
    assert scene(twin, seat) == scene(match, seat), f"seat {seat}: the scene"
    asked, asked_too = match.request, twin.request
    assert (asked is None) == (asked_too is None), f"seat {seat}: the end"
    if asked is not None:
        for name in ("seat", "prompt", "window", "rule"):
            assert getattr(asked, name) == getattr(asked_too, name), f"seat {seat}: the request's {name}"
        if asked.seat == seat:
            assert [spelt(o) for o in asked.options] == [spelt(o) for o in asked_too.options]
            assert [(spelt(r.move), r.rule, r.why) for r in asked.refused] == [
                (spelt(r.move), r.rule, r.why) for r in asked_too.refused
            ], f"seat {seat}: the refusals"
    told, told_too = match.events(seat), twin.events(seat)
    assert list(map(spelt_event, told)) == list(map(spelt_event, told_too)), f"seat {seat}: what was told"
    assert all(event.seen(seat) for event in twin.past)
    return twin


def spelt(move):
    return move.key, move.label, repr(move.piece), move.cost


def spelt_event(event):
    return event.rule, event.text, event.cards, repr(sorted(event.data.items()))


def play_and_look(seed, share, look, moves=20_000, **options):
    match, rng = hunt.new_match(**options, seed=seed), Random(f"moves {seed}")
    for _ in range(moves):
        if rng.random() < share or match.request is None:
            look(match, rng)
        if match.request is None:
            return match
        match.play(rng.choice(match.request.options))
    return match


def all_seats_look(match, rng):
    before = match.to_text(), [match.view(seat) for seat in range(len(match.table.seats))]
    for seat in range(len(match.table.seats)):
        twin = looks_the_same(match, seat, rng)
        check(twin.table)
        other = rng.randrange(len(match.table.seats))
        check(looks_the_same(twin, other, rng).table)  # a bot may wonder what others believe
        for _ in range(3):
            if twin.request is not None:
                twin.play(rng.choice(twin.request.options))
                check(twin.table)
    assert before == (match.to_text(), [match.view(seat) for seat in range(len(match.table.seats))])


@pytest.mark.parametrize("seed", range(20))
def test_no_seat_can_tell_a_redeal_in_whole_games(seed):
    play_and_look(seed, 0.015, all_seats_look, **settings(seed))


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_no_seat_can_tell_a_redeal_in_hundreds_of_games(block):
    for seed in range(1_000 + block, 1_400, 20):
        play_and_look(seed, 0.02, all_seats_look, **settings(seed))


@pytest.mark.parametrize("seed", range(8))
def test_no_seat_can_tell_a_redeal_when_few_cards_are_left(seed):
    """A small deck: it is shuffled anew again and again, and hands are well known."""
    table = crowded(seed)
    match, rng = hunt.match_at(table, seed), Random(seed)
    for _ in range(120):
        if match.request is None:
            break
        if rng.random() < 0.2:
            for seat in range(len(table.seats)):
                check_small(looks_the_same(match, seat, rng), table)
        match.play(rng.choice(match.request.options))


def crowded(seed):
    """Three seats and some forty cards, most of them that draw, pull, return or recover others."""
    busy = [
        *("arcana-1", "arcana-6", "arcana-7", "arcana-11", "arcana-12", "malice-1", "lesser-beast-1"),
        *("lesser-beast-3", "enchant-1", "enchant-5", "defiance-1", "hero-shinobi-1", "hero-shinobi-4"),
        *("hero-pirate-4", "hero-pirate-5", "hero-royal-6", "hero-mercenary-7", "hero-invoker-1"),
    ]
    rng = Random(f"crowded {seed}")
    rng.shuffle(busy)
    quiet = [code for code in busy if not code.startswith(("malice", "lesser"))]
    held = {0: quiet[:2], 1: quiet[2:4], 2: quiet[4:6]}
    rest = [code for code in busy if code not in quiet[:6]]
    return lay(
        3,
        hands=held,
        heroes={0: ["hero-hunter-4"], 1: ["hero-nightmare-4"], 2: ["hero-mercenary-4"]},
        deck=rest[:3],
        discard=rest[3:],
        champions={0: "champion-shinobi-1", 1: "champion-pirate-2", 2: "champion-mercenary-2"},
        turn=seed % 3,
    )


def check_small(match, first):
    table = match.table
    cards = [*table.deck.pool, *table.discard, *table.resolving]
    for seat in table.seats:
        cards += [*seat.hand, *seat.lesser, *(h.card for h in seat.heroes), *(h.gear for h in seat.heroes)]
    here = Counter(card.code for card in cards if card)
    assert set(here.values()) == {1}, [code for code, many in here.items() if many > 1]
    holder = {card: n for n, seat in enumerate(table.seats) for card in seat.hand}
    for memory in table.memory:
        followed = {card for world in memory.worlds for card, _ in world}
        assert memory.worlds.get(frozenset((card, holder.get(card)) for card in followed), 0) > 0


def in_one_step(table):
    """The whole game as one step, so that a redeal goes back to its beginning and tells everything anew."""
    while table.result is None:
        yield from step(table)


@pytest.fixture
def one_step(monkeypatch):
    monkeypatch.setattr(hunt, "new_match", replace(hunt.GAME, step=in_one_step).new_match)


def told_anew(games=6):
    for seed in range(games):
        play_and_look(seed, 0.15, one_seat_looks, moves=40, seats=3)


def test_nothing_that_was_told_gives_a_hidden_card_away(one_step):
    told_anew()


# --- planted leaks are caught ------------------------------------------------------------------------


def looked_at(games=6):
    with pytest.raises(AssertionError, match="seat \\d: "):
        for seed in range(games):
            play_and_look(seed, 0.1, one_seat_looks, moves=300, seats=3)


def one_seat_looks(match, rng):
    looks_the_same(match, rng.randrange(3), rng)


def rewritten(rule, change):
    """`rule` with each request changed: change(table, request) gives the request to yield instead."""

    def leaky(table, *rest, **named):
        program, answer = rule(table, *rest, **named), None
        try:
            while True:
                answer = yield change(table, program.send(answer))
        except StopIteration as end:
            return end.value

    return leaky


def leak_in_view(monkeypatch, leak):
    def view(table, seat):
        return {**hunt.view(table, seat), "leak": leak(table, seat)}

    monkeypatch.setattr(hunt, "new_match", replace(hunt.GAME, view=view).new_match)
    looked_at()


def test_a_view_of_another_hand_is_caught(monkeypatch):
    leak_in_view(monkeypatch, lambda table, seat: [card.code for card in table.seats[seat - 1].hand])


def test_a_view_of_the_next_card_is_caught(monkeypatch):
    leak_in_view(monkeypatch, lambda table, seat: next((card.code for card in table.deck.pool), None))


def test_a_view_of_what_others_remember_is_caught(monkeypatch):
    leak_in_view(monkeypatch, lambda table, seat: [c.code for c in table.memory[seat - 1].certain()])


def test_a_prompt_that_names_a_hidden_card_is_caught(monkeypatch):
    def change(table, request):
        if isinstance(request, Choose) and (hand := table.seats[request.seat].hand):
            prompt = f"{request.prompt} (you hold {hand[0].name})"
            return Choose(request.seat, prompt, request.options, window=request.window, rule=request.rule)
        return request

    monkeypatch.setattr(turn, "take_action", rewritten(turn.take_action, change))
    looked_at()


@pytest.mark.parametrize("what", ["text", "data"])
def test_a_hidden_card_told_to_all_is_caught(monkeypatch, one_step, what):
    def draw(table, seat, count=1, draw=hands.draw):
        yield from draw(table, seat, count)
        last = table.seats[seat].hand[-1:]
        if what == "text":
            yield Event("hunt.term.draw", f"Now {last}.")
        else:
            yield Event("hunt.term.draw", "Now.", types=[card.type for card in last])

    monkeypatch.setattr(hands, "draw", draw)
    with pytest.raises(AssertionError, match="seat \\d: what was told"):
        told_anew()


def test_a_card_shown_to_all_that_they_do_not_remember_is_caught(monkeypatch):
    """What an event shows counts as seen: the check of whole games catches that nobody remembers it."""

    def draw(table, seat, count=1, draw=hands.draw):
        yield from draw(table, seat, count)
        yield Event("hunt.term.draw", "Now.", tuple(table.seats[seat].hand[-1:]))

    monkeypatch.setattr(hands, "draw", draw)
    with pytest.raises(AssertionError, match="shows .* to seat"):
        replay(1, seats=3)


def test_a_window_that_skips_those_who_hold_nothing_is_caught(monkeypatch):
    def enchanting(table, asked, totals, rolls, what, enchanting=dice.enchanting):
        holders = [s for s in asked if any(card.type == "enchant" for card in table.seats[s].hand)]
        return (yield from enchanting(table, holders, totals, rolls, what))

    monkeypatch.setattr(dice, "enchanting", enchanting)
    looked_at()


def test_a_rule_that_tells_who_holds_something_is_caught(monkeypatch):

    def step_(table):
        program = step(table)
        for seat in table.seats:
            if any(card.type == "enchant" for card in seat.hand):
                yield Event("hunt.term.draw", f"{seat.name} looks confident.")
        return (yield from program)

    monkeypatch.setattr(hunt, "new_match", replace(hunt.GAME, step=step_).new_match)
    looked_at()


# --- odds from where a seat sits ----------------------------------------------------------------------


def same_odds(match, rng):
    """The odds of a move are the same fractions on every redeal for the asked seat."""
    request = match.request
    if not isinstance(request, Choose):
        return
    seat = request.seat
    wanted = [
        m for m in request.options if m.key.partition(":")[0] in ("attack", "draw", "use", "pull", "pass")
    ]
    wanted += [m for m in request.options if m.key.startswith(("enchant:", "defy:"))]
    for move in rng.sample(wanted, min(1, len(wanted))):
        found = [odds(m, move.key) for m in (match, redeal(match, seat, rng), redeal(match, seat, rng))]
        assert found[0] == found[1] == found[2], (move, found)
        if isinstance(found[0], dict):
            assert sum(found[0].values()) == 1


def odds(match, key):
    def measure(table, events):
        hand = table.seats[match.request.seat].hand
        fought = tuple(event.data["outcome"] for event in events if "outcome" in event.data)
        return fought, tuple(sorted(card.code for card in hand)), len(table.discard)

    try:
        return match.odds(key, measure, limit=500)
    except LookupError as error:
        return str(error)


@pytest.mark.parametrize("seed", range(10))
def test_odds_are_the_same_on_every_redeal(seed):
    play_and_look(seed, 0.03, same_odds, **settings(seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
def test_odds_are_the_same_on_every_redeal_in_many_games(seed):
    play_and_look(seed, 0.1, same_odds, **settings(seed))


def test_odds_where_the_only_card_of_a_hand_was_pulled_a_moment_ago():
    """Everybody knows which card passed: odds are answered or refused in words."""
    match = begin(
        "hero-pirate-1",
        seats=4,
        turn=1,
        hands={0: ["enchant-9", "enchant-1"], 1: ["arcana-11", "arcana-6"], 3: ["hero-hunter-1"]},
        heroes={2: ["hero-pirate-1"]},
        deck=["hero-royal-1", "hero-invoker-1"],
    )
    play(match, "play:arcana-11", "play:arcana-6", "pull:2")
    assert match.table.memory[0].certain() and match.trail
    for seat in (0, 3):
        try:
            law = match.odds("pull:3", lambda table, events: len(table.seats[1].hand), seat=seat)
        except LookupError:
            continue
        assert law == {2: 1}
        looks_the_same(match, seat, Random(1))


def explained(match, key, seat):
    try:
        found = explain(match, key, seat)
    except LookupError as error:
        return str(error)
    return found.question, found.law, found.value, found.formula, found.method, found.notes


def same_explanations(match, rng):
    if isinstance(match.request, Choose):
        seat = match.request.seat
        twin = redeal(match, seat, rng)
        for move in match.request.options:
            assert explained(match, move.key, seat) == explained(twin, move.key, seat), move


@pytest.mark.parametrize("seed", range(6))
def test_explanations_are_the_same_on_every_redeal(seed):
    play_and_look(seed, 0.05, same_explanations, **settings(seed))


def test_what_is_explained_to_another_seat_does_not_tell_of_the_hand():
    match = at(hands={0: ["enchant-5"]}, heroes={0: ["hero-hunter-1", "hero-pirate-1"]}, deck=POOL)
    seen = {explained(redeal(match, 1, Random(n)), "attack:beast-01", 1) for n in range(20)}
    assert len(seen) == 1


def test_a_response_that_another_seat_does_not_know_of_is_refused_in_words():
    match = at(7, hands={0: ["enchant-5"]}, heroes={0: ["hero-hunter-1", "hero-pirate-1"]}, deck=POOL)
    play(match, "attack:beast-01")
    try:
        explain(match, "enchant:enchant-5:+3", seat=1)
    except (LookupError, IllegalMove) as refusal:
        assert len(str(refusal)) > 10
