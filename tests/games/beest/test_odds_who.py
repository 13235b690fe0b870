"""Who is the Beest, three ways: what the functions say, every deal replayed by the rules, and games that are played."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction as F
from functools import partial
from itertools import permutations
from math import log2, sqrt
from random import Random
from typing import Any, cast

import pytest
from games.beest.laying import begin, distribute, keys, lay, lay_all

from beastlab.core.knowledge import redeal
from beastlab.core.match import Match
from beastlab.core.requests import Event
from beastlab.games import beest
from beastlab.games.beest import Exchange, Options, Table, rules
from beastlab.games.beest import lay as lay_out
from beastlab.games.beest.posteriors import eager, meeting_teaches, meetings, posterior, turns, who
from beastlab.games.beest.scoring import has_won
from beastlab.games.beest.table import BLACK, COLOURS
from beastlab.odds import Distribution

SILENT = 4  # with four humans


def at_random(match: Match, rng: Random) -> None:
    """One answer: nothing is announced, and cards lie anywhere."""
    match.play("pass" if keys(match)[0] == "pass" else rng.choice(match.request.options))


def played(seats: int, seed: int, until: Callable[[Match], bool], **options: Any) -> Match | None:
    """A game at random, stopped in its first expedition; None where that is over before."""
    match, rng = beest.new_match(seats, seed, **options), Random(seed)
    while not until(match):
        at_random(match, rng)
        if match.table.points:
            return None
    return match


def exchanged(most: int, match: Match) -> bool:
    return len(match.table.exchanges) >= most


def positions(seats: int, count: int, **options: Any) -> list[Match]:
    """Games stopped after some exchanges: half of all possible pairs and fewer come round."""
    found: list[Match] = []
    for seed in range(1000):
        most = 1 + seed % (seats * (seats + 1) // 4 + 1)
        match = played(seats, seed, partial(exchanged, most), **options)
        found += [match] if match else []
        if len(found) == count:
            return found
    raise AssertionError("too few games last so long")


# --- every deal, replayed by the rules ---------------------------------------------------------------------


def course(match: Match) -> list[tuple[int, int | None, bool]]:
    """The turns of the expedition as everybody saw them: who, whom he exchanged with, whether his turn ended."""
    found: list[list[Any]] = []
    for event in match.events():
        if event.rule == "beest.turn.clockwise":
            if found:
                found[-1][2] = True
            found.append([event.data["seat"], None, False])
        elif event.rule == "beest.meet.exactly-one":
            found[-1][1] = event.data["lines"][0]
    return [tuple(turn) for turn in found]


def replayed(table: Table, turns: list[tuple[int, int | None, bool]], seat: int | None) -> Any:
    """What the seat would have seen in this deal; None where the expedition would have ended by now."""
    seen: list[Any] = [table.piles[seat]] if seat is not None else []
    for turn, other, ended in turns:
        table.turn = turn
        programs: list[Any] = [rules.exchange(table, other)] if other is not None else []
        for program in [*programs, rules.end_of_turn(table)][: len(programs) + ended]:
            answer = None
            with suppress(StopIteration):
                while True:
                    asked = program.send(answer)
                    answer = None if isinstance(asked, Event) else asked.options[0]
                    if seat is not None and answer is None and asked.seen_by and asked.seen(seat):
                        seen.append(asked.text)
        if table.points:
            return None
    return seen


def deals(match: Match, seat: int | None) -> list[Table]:
    """All deals of the n! that the seat can't tell from the true one, each as a table after the same turns."""
    options, turns = match.options, course(match)
    n = options.places

    def at(piles: Any) -> tuple[Table, Any]:
        table = lay_out(options)
        table.phase, table.piles = "turn", list(piles)
        return table, replayed(table, turns, seat)

    truth = at(match.table.piles)[1]
    every = [
        p
        for p in permutations((BLACK, *COLOURS[: n - 1]))
        if options.silent_may_be_beest or p[-1] != BLACK or n == options.seats
    ]
    return [table for table, seen in map(at, every) if seen is not None and seen == truth]


CASES = [
    (3, {}),
    (3, {"silent_may_be_beest": False}),
    (3, {"winner_partners": "clean_only"}),
    (3, {"self_win": "declared", "winner_must_be_clean": False}),
    (4, {}),
    (4, {"winner_partners": "clean_only", "silent_may_be_beest": False}),
]


def claimed(deal: Table, other: int) -> bool:
    return has_won(deal, other, deal.beest, deal.options.winner_must_be_clean)


@pytest.mark.rule("beest.setup.uniform", "beest.infect.receiver-knows", "beest.info.colour-meaning")
@pytest.mark.parametrize(("seats", "options"), CASES)
def test_who_is_every_deal_that_fits(seats: int, options: dict[str, Any]) -> None:
    for number, match in enumerate(positions(seats, 12 if seats == 3 else 4, **options)):
        table = match.table
        for seat in [None, *range(seats)] if seats == 3 else [None, number % seats]:
            some = deals(match, seat)
            known = who(match, seat)
            assert known.beest == Distribution(Counter(deal.beest for deal in some))
            assert list(known.beest) == table.suspects(seat) == sorted({deal.beest for deal in some})
            for other in table.everyone:
                assert known.infected[other] == F(sum(deal.black(other) > 0 for deal in some), len(some))
                assert known.won[other] == F(sum(claimed(deal, other) for deal in some), len(some))
            pairs = [pair for a, b in table.exchanges for pair in ((a, b), (b, a)) if seat not in pair]
            assert set(known.markers) == set(pairs)
            for giver, taker in pairs:
                law = Counter(deal.marker(giver, taker)[1] for deal in some)
                assert known.markers[giver, taker] == Distribution(law)
            assert known.beest[table.beest] > 0  # beest.inv.truth-has-weight
            assert known.bits == pytest.approx(log2(len(table.suspects(seat))))


@pytest.mark.rule("beest.info.outgoing-hidden", "beest.info.incoming-hidden")
@pytest.mark.parametrize("seats", [3, 5, 6])
def test_nothing_hidden_is_used(seats: int) -> None:
    """Another deal that the seat can't tell from the true one gives the same answers."""
    rng, changed = Random(seats), 0
    for match in positions(seats, 6):
        for seat in range(seats):
            twin = redeal(match, seat, rng)
            known, other = who(match, seat), who(twin, seat)
            assert (known.beest, known.won, known.markers) == (other.beest, other.won, other.markers)
            changed += twin.table.piles != match.table.piles
    assert changed > 3


def test_an_answer_stays_when_play_goes_on() -> None:
    match = lay_all(begin(humans=3, beest=3, exchanges="1-2"))
    known = who(match)
    while len(match.table.exchanges) < 3:
        at_random(match, Random(7))
    assert known.infected == dict.fromkeys(range(4), F(0)) | {1: F(1, 4), 2: F(1, 4)}


@pytest.mark.rule("beest.info.outgoing-hidden")
def test_unseen_colours_are_all_as_likely() -> None:
    """The law of the markers tells no colour, for none is likelier than another: each deal of them fits as well."""
    match = positions(3, 3)[2]
    seat = next(s for s in range(3) if not match.table.knows_beest(s))
    hidden = [other for other in match.table.everyone if other not in match.table.partners(seat) | {seat}]
    for other in hidden:
        colours = Counter(deal.piles[other] for deal in deals(match, seat) if deal.beest != other)
        assert len(set(colours.values())) == 1


@pytest.mark.long
@pytest.mark.parametrize("seats", [5, 6])
def test_who_is_every_deal_that_fits_of_six_seats(seats: int) -> None:
    for match in positions(seats, 3):
        for seat in (None, *range(seats)):
            some = deals(match, seat)
            assert who(match, seat).beest == Distribution(Counter(deal.beest for deal in some))


@pytest.mark.rule("beest.info.history-public")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_plain_numbers_are_the_same_as_a_match(seats: int) -> None:
    for match in positions(seats, 6):
        history: list[Any] = []
        for turn, other, ended in course(match):
            history += [(turn, other)] if other is not None else []
            history += [turn] if ended else []
        for seat in (None, *range(seats)):
            knows = seat is not None and match.table.knows_beest(seat)
            plain = posterior(history, seat, match.table.beest if knows else None, seats=seats)
            known = who(match, seat)
            assert (plain.beest, plain.infected, plain.won) == (known.beest, known.infected, known.won)
            assert plain.markers == known.markers


def test_games_at_random_come_out_as_often_as_said() -> None:
    """Over games that are still on after 14 turns: how often seats are infected, and are the Beest."""
    games, hits, said, spread = 0, Counter[str](), defaultdict[str, F](F), defaultdict[str, F](F)
    for seed in range(260):
        match = played(3, seed, lambda match: match.table.number > 14)
        if match is None or match.table.knows_beest(0):
            continue
        games += 1
        known, table = who(match, 0), match.table
        for name, p, came in (
            ("seat 1 is the Beest", known.beest[1], table.beest == 1),
            ("the silent guy is infected", known.infected[3], table.black(3) > 0),
            ("seat 2 is infected", known.infected[2], table.black(2) > 0),
        ):
            hits[name] += came
            said[name] += p
            spread[name] += p * (1 - p)
    assert games > 40
    for name in hits:
        assert abs(hits[name] - said[name]) < 4 * sqrt(spread[name]), name


# --- models of the others' play -------------------------------------------------------------------------------


def tally(match: Match) -> dict[tuple[Any, ...], bool]:
    """For each placement of the hand, by the rules: whether it brings an exchange."""
    made = len(match.table.exchanges)
    found = {}
    for cards in permutations(match.table.hand):
        twin = distribute(match.fork(), cards)
        found[cards] = len(twin.table.exchanges) > made or bool(twin.table.points)
    return found


def chance(ways: dict[tuple[Any, ...], bool], laid: tuple[Any, ...], side: str, share: F) -> F:
    """How likely these first cards are for the Beest, an infected or a clean seat, with this eagerness."""
    so = [cards for cards in ways if cards[: len(laid)] == laid]
    plain = F(len(so), len(ways))
    wanted = [cards for cards in ways if ways[cards] == (side == "Beest")]
    if side == "clean" or not wanted:
        return plain
    return share * F(sum(cards in wanted for cards in so), len(wanted)) + (1 - share) * plain


def sides(table: Table, suspect: int) -> str:
    if table.turn == suspect:
        return "Beest"
    return "infected" if suspect in table.partners(table.turn) else "clean"


@pytest.mark.rule("beest.turn.distribute-choice")
@pytest.mark.parametrize("seed", range(4))
def test_a_model_weighs_every_turn(seed: int) -> None:
    """Against products over turns of placements that the rules counted, in the middle of turns too."""
    share, rng = F(2, 3), Random(seed)
    match = beest.new_match(3, seed, expeditions=2)
    weights: list[tuple[int, list[F]]] = []
    looks = 0
    while not match.table.points and match.table.number < 30 and match.request:
        while keys(match) and not keys(match)[0].startswith("lay:"):
            match.play("pass")
            if match.table.points:
                break
        if match.table.points:
            break
        table, ways = match.table.copy(), tally(match)
        weights.append((table.turn, []))
        cards = rng.choice(list(ways))
        others = table.others(table.turn)
        for laid in range(1, 3):
            match.play(f"lay:{cards[laid - 1].code}:{others[laid - 1]}")
            if match.table.points:
                break
            whole = 3 if laid == 2 else laid
            each = [chance(ways, cards[:whole], sides(table, b), share) for b in range(4)]
            weights[-1] = (table.turn, each)
            if match.table.number % 5 == laid:
                for seat in (None, 0, 1, 2):
                    law = {b: F(1) for b in match.table.suspects(seat)}
                    for turn, each in weights:
                        if turn != seat:
                            law = {b: p * each[b] for b, p in law.items()}
                    total = sum(law.values())
                    wanted = Distribution({b: p / total for b, p in law.items()})
                    assert who(match, seat, eager(share)).beest == wanted
                    looks += len(wanted) > 1
    assert looks > 3


def test_all_turns_of_a_model_sum_to_one() -> None:
    match = begin(
        "T/TM M/TB B/TM",
        humans=3,
        beest=0,
        exchanges="0-2",
        caves={1: "T/MB M/TB", 2: "B/TM T/MB", 3: "T/TB B/TM"},
    )
    match.play("pass")
    model = eager("1/3")
    for suspect in range(4):
        total = F(0)
        for cards in permutations(match.table.hand):
            (turn,) = turns(distribute(match.fork(), cards))
            total += model(turn, suspect)
            assert turn.table.piles == turn.table.memory == [], "a model sees what is hidden"
        assert total == 1


def test_the_right_model_is_right_on_average() -> None:
    """Seats that lay eagerly: the chances that the model gives come out, and beat the flat ones."""
    model, rng = eager("3/4"), Random(5)
    hits, said, spread, gain = 0, F(0), F(0), 0.0
    for seed in range(120):
        match = beest.new_match(3, seed)
        while match.table.number < 16 and not match.table.points:
            if keys(match)[0] == "pass":
                match.play("pass")
                continue
            if match.table.number < 7:
                at_random(match, rng)
                continue
            ways, side = tally(match), sides(match.table, match.table.beest)
            wanted = [cards for cards in ways if ways[cards] == (side == "Beest")]
            free = side == "clean" or not wanted or rng.random() > 0.75
            distribute(match, rng.choice(list(ways) if free else wanted))
        if match.table.points:
            continue
        p = who(match, None, later(model)).beest
        hits, said, spread = hits + (match.table.beest == 1), said + p[1], spread + p[1] * (1 - p[1])
        gain += log2(p[match.table.beest] / who(match).beest[match.table.beest])
    assert abs(hits - said) < 4 * sqrt(spread)
    assert gain > 0


def later(model: Any) -> Any:
    """The model from round 3 on; before that everybody lays at random, whoever he is."""
    return lambda turn, suspect: model(turn, suspect) if turn.table.number >= 7 else F(1)


def test_a_model_looks_at_the_others_and_at_this_expedition() -> None:
    """What a seat did itself teaches it nothing; turns of an expedition before are over."""
    match = lay_all(begin(humans=3, beest=3, meets=1))
    assert match.table.turn == 0

    def knowing(turn: Any, suspect: int) -> F:
        return F(1, 1 + suspect)

    assert who(match, 0, knowing).beest == who(match, 0).beest != who(match, 1, knowing).beest
    match = begin(humans=3, beest=2, exchanges="2-0, 2-1", meets=3, turn=2)
    lay_all(match)
    assert len(match.table.points) == 1 and list(turns(match)) == []
    while match.table.number < 3:
        at_random(match, Random(1))
    assert [turn.table.number for turn in turns(match)] == [1, 2]


def test_models_that_are_refused() -> None:
    match = lay_all(begin(humans=3, meets=1))
    with pytest.raises(ValueError, match="give the match, not its table"):
        who(match.table, None, eager(1))
    with pytest.raises(ValueError, match="no chance, whoever is the Beest"):
        who(match, None, lambda turn, suspect: 0)
    with pytest.raises(ValueError, match=r"chance of a turn is 2; give a number from 0 to 1"):
        who(match, None, lambda turn, suspect: 2)
    placed = lay_all(begin("T/TM T/TB T/MB", humans=3, evaluate_lines="as_placed"))
    with pytest.raises(ValueError, match="evaluate_lines is as_placed"):
        who(placed, None, eager(1))
    assert len(list(turns(placed))[0].laid) == 3


# --- one more meeting ------------------------------------------------------------------------------------------


@pytest.mark.rule("beest.exch.look", "beest.exch.black-order")
def test_what_a_meeting_teaches() -> None:
    """Against who() after the exchange itself, in every deal that may be."""
    looks = 0
    for match in positions(3, 8):
        for seat in range(3):
            for taught in meetings(match, seat):
                before, other = who(match, seat), taught.other
                law, left, bits = defaultdict[int, F](F), F(0), 0.0
                for suspect, p in before.beest.items():
                    table = match.table.copy()
                    table.piles = [*COLOURS[:suspect], BLACK, *COLOURS[suspect : len(table.piles) - 1]]
                    table.turn = seat
                    table.exchanges.append(Exchange(seat, other))
                    after = who(table, seat)
                    law[table.marker(other, seat)[1]] += p
                    left += p * len(after.beest)
                    bits += float(p) * (before.bits - after.bits)
                assert taught.law == Distribution(law)
                assert taught.suspects == left
                assert taught.bits == pytest.approx(bits)
                assert taught.bits == pytest.approx(eval(taught.expression, {"log2": log2}))
                looks += taught.bits > 0
    assert looks > 10


def test_the_meeting_that_teaches_most() -> None:
    """With a model the likeliest suspect near one half teaches most, and one who is cleared nothing."""
    match = lay_all(begin(humans=4, beest=1, turn=1, meets=SILENT))
    taught = meetings(match, 0, lambda turn, suspect: F(1, 2) if suspect == 1 else F(1, 4))
    assert [(one.other, one.law[0]) for one in taught][0] == (1, F(3, 5))
    cleared = posterior([(1, 0), (1, 2), (1, SILENT), 1], seat=2)
    assert [one.bits for one in meetings(cleared.table, 2) if one.other == 3] == [0.0]
    infected = posterior([(0, 1)], seat=0, black=1)
    assert {one.bits for one in meetings(infected.table, 0)} == {0.0}
    assert meeting_teaches(infected.table, 0, 2).expression == "0"


# --- what can't be asked, and how it looks ------------------------------------------------------------------------


def test_questions_that_are_refused() -> None:
    table, text, half = lay(exchanges="0-1"), cast(Any, "the table"), cast(Any, 0.5)
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: who(table, 4), "seat is 4; give a human's number from 0 to 3, or None"),
        (lambda: who(lay_out(Options())), "no DNA is dealt yet"),
        (lambda: who(text), "give a match of Beest, or its table"),
        (lambda: meeting_teaches(table, 0, 1), r"have exchanged; they do so once \[beest.exch.pair-once\]"),
        (lambda: meeting_teaches(table, 0, 0), "give the number of another seat"),
        (lambda: posterior([(0, 0)]), "an exchange is between two seats"),
        (lambda: posterior([(0, 5)]), "a seat of entry 1 of the history is 5"),
        (lambda: posterior([4]), "entry 1 of the history is 4"),
        (lambda: posterior([(0, 1)], seat=0, black=2), "name a seat that the observer has exchanged with"),
        (lambda: posterior([(0, 1), (0, 2), (0, 3), (0, 4)], seat=0), "no seat can be the Beest"),
        (lambda: posterior([], wolves=2), "no option is called 'wolves'"),
        (lambda: eager(half), "not exact"),
    ]
    for ask, why in cases:
        with pytest.raises(ValueError, match=why):
            ask()


@pytest.mark.rule("beest.info.end-reveal")
def test_when_an_expedition_is_over_all_is_known() -> None:
    match = begin(humans=3, beest=2, exchanges="2-0, 2-1", meets=3, turn=2, expeditions=1)
    lay_all(match)
    assert match.over and who(match).beest == who(match, 0).beest == Distribution({2: 1})


def test_names_are_escaped() -> None:
    match = begin(humans=3, names=("<b>", "Bo", "Cleo"))
    assert "&lt;b&gt;" in who(match, 1)._repr_html_() and "<b>" not in who(match, 1)._repr_html_()
    assert repr(who(match, 1)) == "<Who, as Bo sees it: <b> 1/3, Cleo 1/3, The silent guy 1/3>"


def test_an_outsider_meets_nobody_and_announces_nothing():
    match = beest.new_match(seats=3, seed=7)
    for ask in (
        lambda: beest.meetings(match, None),
        lambda: beest.meeting_teaches(match, None, 0),
        lambda: beest.announce_now(match, None),
    ):
        with pytest.raises(ValueError, match="an outsider .*give a human's number"):
            ask()
    with pytest.raises(ValueError, match="other is True; give the number of another seat"):
        beest.meeting_teaches(match, 0, True)
    with pytest.raises(ValueError, match="a redealt one holds none but the last"):
        beest.who(redeal(match, 0, Random(1)), 0, beest.eager("1/2"))


def test_a_deck_without_caves_and_exchanges_that_are_none_are_refused():
    with pytest.raises(ValueError, match="the deck has no caves"):
        beest.random_turn(3, [])
    with pytest.raises(ValueError, match="exchanged is None; give a list of seats out of Bo"):
        beest.lines(["T/TM"], {"Bo": ["T/MB", "M/TB"]}, exchanged=None)
