"""Redeals: no seat can tell one from the match, planted leaks are caught, and deals come as likely as they are."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from games.beest.laying import begin, lay_all, pass_on, play
from games.beest.playing import careful, check, honest, settings
from scipy.stats import chi2

from beastlab.core.knowledge import redeal
from beastlab.core.requests import Choose, Event, IllegalMove
from beastlab.games import beest
from beastlab.games.beest.rules import step
from beastlab.games.beest.table import BLACK, COLOURS


def looks_the_same(match, seat, rng):
    """A redeal for `seat` that it can't tell from the match; AssertionError says what gives it away."""
    try:
        twin = redeal(match, seat, rng)
    except (LookupError, IllegalMove, ValueError, TypeError, StopIteration) as error:
        raise AssertionError(f"seat {seat}: no redeal fits: {error!r}") from error
    assert twin.view(seat) == match.view(seat), f"seat {seat}: the view"
    asked, asked_too = match.request, twin.request
    assert (asked is None) == (asked_too is None), f"seat {seat}: the end"
    if asked is not None:
        for name in ("seat", "prompt", "window", "always", "forced", "rule"):
            assert getattr(asked, name) == getattr(asked_too, name), f"seat {seat}: the request's {name}"
        if asked.seat == seat:
            assert list(map(spelt, asked.options)) == list(map(spelt, asked_too.options))
            refused = [[(spelt(r.move), r.rule, r.why) for r in ask.refused] for ask in (asked, asked_too)]
            assert refused[0] == refused[1], f"seat {seat}: the refusals"
    told, told_too = ([spelt_event(event) for event in m.events(seat)] for m in (match, twin))
    assert told == told_too, f"seat {seat}: what was told"
    assert twin.table.suspects(seat) == match.table.suspects(seat)
    return twin


def spelt(move):
    return move.key, move.label, repr(move.piece), move.cost


def spelt_event(event):
    return event.rule, event.text, event.cards, repr(sorted(event.data.items()))


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


def play_and_look(seed, share, look, moves=20_000, policy=careful, **options):
    match, rng = beest.GAME.new_match(**options, seed=seed), Random(f"moves {seed}")
    for _ in range(moves):
        if rng.random() < share or match.request is None:
            look(match, rng)
        if match.request is None:
            break
        match.play(policy(match, rng))
    return match


@pytest.mark.rule("beest.info.outgoing-hidden", "beest.info.incoming-hidden", "beest.info.silent-hidden")
@pytest.mark.rule("beest.comp.marker-backs", "beest.setup.colour-down", "beest.info.stock-hidden")
@pytest.mark.parametrize("seed", range(20))
def test_no_seat_can_tell_a_redeal_in_whole_matches(seed):
    play_and_look(seed, 0.03, all_seats_look, policy=honest if seed % 2 else careful, **settings(seed))


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_no_seat_can_tell_a_redeal_in_hundreds_of_matches(block):
    for seed in range(1_000 + block, 1_400, 20):
        play_and_look(seed, 0.03, all_seats_look, **settings(seed))


@pytest.fixture
def one_step(monkeypatch):
    """From the first turn on: the deal stays a step of its own, for it is what a redeal changes."""

    def expedition(table):
        if table.phase == "prepare":
            yield from step(table)
        else:
            number = len(table.points)
            while table.result is None and len(table.points) == number:
                yield from step(table)

    monkeypatch.setattr(beest, "GAME", replace(beest.GAME, step=expedition))


@pytest.mark.rule("beest.infect.secret", "beest.exch.silent-receives", "beest.info.no-showing")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_nothing_that_was_told_gives_the_beest_away(one_step, seats):
    """Every event since the deal is told anew, by the redealt table."""
    told_anew(seats, seeds=6)


def told_anew(seats, seeds):
    for seed in range(seeds):
        play_and_look(seed, 0.03, one_seat_looks, moves=250, seats=seats, expeditions=1)


def one_seat_looks(match, rng):
    looks_the_same(match, rng.randrange(len(match.table.seats)), rng)


# --- planted leaks are caught ------------------------------------------------------------------------------


def looked_at(games=6):
    with pytest.raises(AssertionError, match="seat \\d: "):
        for seed in range(games):
            play_and_look(seed, 0.1, one_seat_looks, moves=300, seats=3)


@pytest.mark.parametrize(
    "leak",
    [
        lambda table, seat: table.beest,
        lambda table, seat: [pile.code for pile in table.piles],
        lambda table, seat: [table.black(other) for other in table.everyone],
        lambda table, seat: [table.clean(other) for other in table.everyone],
        lambda table, seat: table.suspects((seat + 1) % len(table.seats)),
        lambda table, seat: table.knows_beest((seat + 1) % len(table.seats)),
    ],
    ids=["the Beest", "piles", "black markers", "who is clean", "what others suspect", "who knows the Beest"],
)
def test_a_view_that_shows_too_much_is_caught(monkeypatch, leak):
    def view(table, seat):
        return {**beest.view(table, seat), "leak": leak(table, seat) if table.phase == "turn" else None}

    monkeypatch.setattr(beest, "GAME", replace(beest.GAME, view=view))
    looked_at()


def rewritten(change):
    """The rules with each request changed: change(table, request) gives the request to yield instead."""

    def leaky(table):
        program, answer = step(table), None
        try:
            while True:
                answer = yield change(table, program.send(answer))
        except StopIteration as end:
            return end.value

    return leaky


def test_a_prompt_that_tells_the_beest_is_caught(monkeypatch):
    def change(table, request):
        if isinstance(request, Choose) and request.seat == table.beest:
            prompt = f"{request.prompt} (you may only pass)"
            return Choose(
                request.seat, prompt, request.options, window=request.window, always=True, rule=request.rule
            )
        return request

    monkeypatch.setattr(beest, "GAME", replace(beest.GAME, step=rewritten(change)))
    looked_at()


def test_a_window_that_the_beest_answers_by_itself_is_caught(monkeypatch):
    """A pass that comes without a question would tell who it is."""

    def change(table, request):
        if isinstance(request, Choose) and request.window:
            return Choose(request.seat, request.prompt, request.options, window=True, rule=request.rule)
        return request

    monkeypatch.setattr(beest, "GAME", replace(beest.GAME, step=rewritten(change)))
    looked_at()


def test_an_event_that_tells_too_much_is_caught(monkeypatch, one_step):
    told = beest.GAME.step

    def leaky(table):
        program, answer = told(table), None
        try:
            while True:
                answer = yield program.send(answer)
                if table.exchanges and table.phase == "turn" and not table.hand:
                    yield Event("beest.infect.turns", f"Infected: {sorted(table.partners(table.beest))}.")
        except StopIteration as end:
            return end.value

    monkeypatch.setattr(beest, "GAME", replace(beest.GAME, step=leaky))
    with pytest.raises(AssertionError, match="seat \\d: what was told"):
        told_anew(3, seeds=4)


# --- redeals are as likely as the deals ----------------------------------------------------------------------

# Positions in which something is known: the Beest and the exchanges, turns that are then played with nobody met.
# Humans, Beest, exchanges, turn, options.
POSITIONS = {
    "nobody met": (3, 1, "", 0, {}),
    "one clean": (4, 2, "0-3, 1-silent", 1, {}),
    "quiet end": (4, 3, "0-1, 2-silent, 3-1, 0-silent, 1-silent", 1, {}),
    "two quiet ends": (4, 0, "0-1, 1-2, 1-3, 0-2, 2-3", 1, {}),
    "no silent Beest": (4, 2, "0-3, 1-silent", 0, {"silent_may_be_beest": False}),
    "declared": (4, 3, "0-1, 2-silent, 3-1, 0-silent, 1-silent", 1, {"self_win": "declared"}),
    "clean only": (3, 1, "1-2, 2-silent", 0, {"winner_partners": "clean_only"}),
    "six": (6, 4, "0-1, 2-3, 4-5, 0-2", 0, {}),
}


def consistent(match, seat, quiet):
    """All deals of the piles that `seat` may believe in, found one by one.

    Its own pile and the markers that it has are as they are, no seat has given all the black markers away, and
    nobody of `quiet`, pairs of a turn's player and the exchanges by then, would have won. The rules of winning are
    worked out here anew.
    """
    options, table = match.options, match.table
    n = options.places
    met = {pair.other if pair.active == seat else pair.active for pair in table.exchanges if seat in pair}
    for deal in permutations([BLACK, *COLOURS[: n - 1]]):
        black = deal.index(BLACK)
        if any(deal[other] != table.piles[other] for other in {seat, *met}):
            continue
        if not options.silent_may_be_beest and black == n - 1:
            continue
        if all(
            any({black, other} == {*pair} for pair in table.exchanges) for other in range(n) if other != black
        ):
            continue
        if options.self_win == "automatic" and any(
            won(options, black, player, past) for player, past in quiet
        ):
            continue
        yield deal


def won(options, black, player, exchanges):
    pairs = {frozenset(pair) for pair in exchanges}
    if player == black or frozenset((player, black)) in pairs:
        return False
    wanted = {*range(options.places)} - {player, black}
    if options.winner_partners == "clean_only":
        wanted -= {other for other in wanted if frozenset((other, black)) in pairs}
    return all(frozenset((player, other)) in pairs for other in wanted)


@pytest.mark.rule("beest.setup.uniform", "beest.infect.receiver-knows", "beest.info.colour-meaning")
@pytest.mark.rule("beest.end2.automatic", "beest.setup.silent-may-be-beest")
@pytest.mark.parametrize("name", POSITIONS)
def test_deals_come_as_often_as_they_are_likely(name):
    humans, black, exchanges, turn, options = POSITIONS[name]
    match, quiet = begin(humans=humans, beest=black, exchanges=exchanges, turn=turn, **options), []
    for _ in range(2):
        player, past = match.table.turn, match.table.exchanges[:]
        pass_on(lay_all(match))
        assert match.table.points == []
        if match.table.exchanges == past:
            quiet.append((player, past))
        else:
            quiet.append((player, match.table.exchanges[:]))
    play(match, "pass")
    for seat in range(humans):
        deals = list(consistent(match, seat, quiet))
        suspects = {deal.index(BLACK) for deal in deals}
        assert tuple(match.table.piles) in deals
        assert suspects == {*match.table.suspects(seat)}
        shares = Counter(deal.index(BLACK) for deal in deals)
        assert len(set(shares.values())) == 1, "each suspect is as likely"
        if len(deals) == 1:
            assert redeal(match, seat, Random(1)).table.piles == list(deals[0])
            continue
        many, rng = max(12 * len(deals), 400), Random(f"{name} {seat}")
        found = Counter(tuple(redeal(match, seat, rng).table.piles) for _ in range(min(many, 2_000)))
        assert set(found) <= set(deals)
        fits(found, deals)
        fits(Counter(deal.index(BLACK) for deal in found.elements()), suspects)


def fits(found, outcomes):
    """A chi-square test that all outcomes are equally likely, at one in a million."""
    expected = sum(found.values()) / len(outcomes)
    if expected < 4 or len(outcomes) < 2:
        return
    statistic = sum((found[outcome] - expected) ** 2 / expected for outcome in outcomes)
    assert chi2.sf(statistic, len(outcomes) - 1) > 1e-6, (statistic, len(outcomes))


def test_deals_that_come_too_often_are_caught():
    lopsided = Counter({0: 150, 1: 100, 2: 100, 3: 50})
    with pytest.raises(AssertionError):
        fits(lopsided, range(4))
    fits(Counter({0: 104, 1: 99, 2: 107, 3: 90}), range(4))


def test_a_redeal_meets_other_cards():
    match, drawn = begin(humans=3, beest=1), set()
    for n in range(60):
        twin = redeal(match, 0, Random(n))
        twin.play("pass")
        drawn.add(twin.table.hand[0].code)
    assert len(drawn) > 10


def test_a_redeal_after_the_last_expedition_is_the_match_itself():
    match = play(begin(humans=3, beest=1, expeditions=1), "announce:2")
    for seat in range(3):
        assert looks_the_same(match, seat, Random(1)).table.piles == match.table.piles


@pytest.mark.parametrize("seed", range(4))
def test_odds_are_the_same_on_every_redeal(seed):
    """What an announcement brings, and whom a card lets meet, from where a seat sits."""

    def look(match, rng):
        if isinstance(match.request, Choose):
            seat, move = match.request.seat, rng.choice(match.request.options).key
            assert odds(match, move) == odds(redeal(match, seat, rng), move)

    play_and_look(seed, 0.1, look, moves=250, seats=3 + seed % 3, expeditions=2)


def odds(match, move):
    def measure(table, events):
        return tuple(tuple(event.data["scores"]) for event in events if "scores" in event.data)

    try:
        law = match.odds(move, measure, limit=200)
    except LookupError as error:
        return str(error)
    assert sum(law.values()) == 1
    return law
