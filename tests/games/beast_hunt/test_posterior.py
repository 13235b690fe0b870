"""Redeals come as often as the exact posterior says, and odds are those of all that a seat may believe."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from games.beast_hunt.laying import lay, play
from games.beast_hunt.test_redeal import POOL, at, looks_the_same, spelt_event
from scipy.stats import chisquare

from beastlab.bots import play_bots, random_bot
from beastlab.core.chance import Scripted
from beastlab.core.knowledge import redeal
from beastlab.core.requests import Choose, Event, Here
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt.rules import step


class Posterior:
    """Everything that may be hidden from `seat`, by first principles: the rules run on every placement.

    At first every placement of the hidden cards is as likely (with no forced card in a hand that is past its
    first turn); hidden draws branch; whatever the seat sees must be as it was. Choices of others are taken as
    uninformative, but for having been possible.
    """

    def __init__(self, match, seat):
        self.seat = seat
        self.path = match.place.path()[1:]
        self.told = [spelt_event(event) for event in match.events(seat)]
        self.ways = Counter()
        self.next = Counter()
        start = match.root.origin
        places = start.hidden_from(seat)
        for faces, weight in self.placements(places):
            self.weight = weight
            table = start.copy()
            table.relabel(faces)
            self.run(table)
        total = sum(self.ways.values())
        self.hands = {hands_: share / total for hands_, share in self.ways.items()}
        self.draw = {card: share / total for card, share in self.next.items()}

    def placements(self, places):
        """Each placement of the hidden cards as new faces; hands are sets, so each is met once."""
        cards = [card for place in places for card in place.cards]

        def fill(places, left, faces):
            place, *others = places
            if not others:
                yield {**faces, **dict(zip(place.cards, left, strict=True))}, Fraction(1)
                return
            for chosen in combinations(left, len(place.cards)):
                if not place.barred & set(chosen):
                    rest = [card for card in left if card not in chosen]
                    yield from fill(others, rest, {**faces, **dict(zip(place.cards, chosen, strict=True))})

        yield from fill(places, cards, {})

    def run(self, table):
        self.branches = [()]
        while self.branches:
            self.follow(table.copy(), self.branches.pop())

    def follow(self, table, chosen):
        """Replay the path with the hidden draws `chosen`; further ones branch."""
        share = self.weight
        told, drawn, path = iter(self.told), iter(chosen), iter(self.path)
        place = next(path, None)
        while table.result is None:
            program, answer = step(table), None
            try:
                while True:
                    request = program.send(answer)
                    answer = None
                    if isinstance(request, Here):
                        continue
                    if isinstance(request, Event):
                        if request.seen(self.seat) and spelt_event(request) != next(told, None):
                            return
                        continue
                    if place is None:
                        if next(told, None) is None:
                            self.found(table, share)
                        return
                    if type(request) is not type(place.request):
                        return
                    if isinstance(request, Choose):
                        if (request.seat, request.prompt) != (place.request.seat, place.request.prompt):
                            return
                        answer = next((o for o in request.options if o.key == place.answer.key), None)
                        if answer is None:
                            return
                    else:
                        outcomes = {card: weight for card, weight in request.outcomes().items() if weight}
                        if request.seen_by is None or self.seat in request.seen_by:
                            answer = place.answer
                            if answer not in outcomes:
                                return
                        elif (answer := next(drawn, None)) is None:
                            answer, *others = outcomes
                            self.branches += [(*chosen, other) for other in others]
                            chosen = (*chosen, answer)
                        share *= Fraction(outcomes[answer], sum(outcomes.values()))
                    place = next(path, None)
            except StopIteration:
                pass

    def found(self, table, share):
        self.ways[held(table, self.seat)] += share
        if table.deck.segments:
            weights = table.deck.next_card().outcomes()
            for card, weight in weights.items():
                self.next[card.code] += share * Fraction(weight, sum(weights.values()))


def held(table, seat):
    return tuple(
        frozenset(card.code for card in other.hand) for n, other in enumerate(table.seats) if n != seat
    )


def frequencies(match, seat, many):
    rng = Random(7)
    return Counter(held(redeal(match, seat, rng).table, seat) for _ in range(many))


def assert_exact(match, seat=0, many=2_000):
    """Redeals come as often as they are likely; none comes that can't be, and odds of a draw are exact."""
    truth = Posterior(match, seat)
    assert held(match.table, seat) in truth.hands
    seen = frequencies(match, seat, many)
    assert set(seen) <= set(truth.hands), f"can't be: {[h for h in seen if h not in truth.hands][:3]}"
    rare, common = 0.0, []
    for hands_, share in truth.hands.items():
        if share * many < 5:
            rare += float(share)
        else:
            common.append((seen[hands_], float(share) * many))
    if rare:
        common.append((many - sum(n for n, _ in common), rare * many))
    if len(common) > 1:
        observed, expected = zip(*common, strict=True)
        assert chisquare(observed, expected).pvalue > 1e-6
    return truth


def assert_draw_odds_exact(match, truth):
    """`match.odds` of a draw are those of the posterior."""
    seat = match.request.seat

    def card(table, events):
        return next(e.cards[0].code for e in events if e.rule == "hunt.term.draw" and e.cards)

    until = "hunt.term.draw"
    assert match.odds("draw", card, until=lambda event: event.rule == until and event.cards) == truth.draw
    assert seat == truth.seat


BUSY = [
    *("arcana-1", "arcana-6", "arcana-11", "arcana-12", "malice-1", "malice-2", "lesser-beast-1"),
    *("lesser-beast-3", "enchant-1", "enchant-5", "defiance-1", "hero-shinobi-1", "hero-shinobi-4"),
    *("hero-pirate-4", "hero-royal-6", "hero-mercenary-7", "hero-invoker-1"),
]


def small_game(seed):
    """A few random moves on a small table of cards that draw, pull, return and recover."""
    rng = Random(f"small {seed}")
    quiet = [code for code in BUSY if not code.startswith(("malice", "lesser"))]
    held = rng.sample(quiet, 5)
    rest = rng.sample([code for code in BUSY if code not in held], rng.randint(1, 6))
    few = rng.randint(1, 3)
    match = at(
        seed=seed,
        seats=3,
        hands={0: held[:1], 1: held[1:3], 2: held[3:]},
        heroes={0: ["hero-hunter-4"], 1: ["hero-nightmare-4"], 2: ["hero-mercenary-4"]},
        deck=rest[:few],
        discard=rest[few:],
        champions={0: "champion-shinobi-1", 1: "champion-pirate-2", 2: "champion-shinobi-2"},
        turn=rng.randrange(3),
    )
    for _ in range(rng.randint(1, 7)):
        if match.request is not None:
            match.play(rng.choice(match.request.options))
    return match


def is_limit(match, seat):
    """Known limit: after a shuffle, a secret pull between two others is taken for one of the kind that it was."""
    pulls = [e for e in match.events() if e.rule == "hunt.term.pull-secrecy" and not e.seen(seat)]
    return bool(match.table.shuffled and pulls)


def assert_exact_for_all(match):
    for seat in range(3):
        if match.request is not None and not is_limit(match, seat):
            truth = assert_exact(match, seat, many=200)
            asked = match.request.seat == seat and any(o.key == "draw" for o in match.request.options)
            if asked and match.table.deck.segments:
                assert_draw_odds_exact(match, truth)


@pytest.mark.parametrize("seed", range(20))
def test_hidden_cards_lie_as_likely_as_they_may_in_small_games(seed):
    assert_exact_for_all(small_game(seed))


@pytest.mark.long
@pytest.mark.parametrize("block", range(10))
def test_hidden_cards_lie_as_likely_as_they_may_in_hundreds_of_small_games(block):
    for seed in range(100 + block, 500, 10):
        assert_exact_for_all(small_game(seed))


def test_the_posterior_knows_the_simplest_case():
    """Seat 1 holds one of two Heroes, or of four cards of which two must be played when drawn."""
    match = at(hands={1: POOL[:1]}, deck=POOL[1:2])
    assert Posterior(match, 0).hands == {
        (frozenset({POOL[0]}),): Fraction(1, 2),
        (frozenset({POOL[1]}),): Fraction(1, 2),
    }
    truth = Posterior(at(hands={1: POOL[:1]}, deck=[POOL[1], *POOL[3:5]]), 0)
    assert set(truth.hands.values()) == {Fraction(1, 2)}
    assert truth.draw == {POOL[0]: Fraction(1, 6), POOL[1]: Fraction(1, 6)} | dict.fromkeys(
        POOL[3:5], Fraction(1, 3)
    )


def test_unknown_hands_next_to_a_deck_with_forced_cards():
    match = at(seats=3, hands={1: [POOL[0], POOL[2]], 2: [POOL[1]]}, deck=POOL[3:])
    truth = assert_exact(match)
    assert len(truth.hands) == 3
    assert_draw_odds_exact(match, truth)


@pytest.mark.parametrize(
    "dealt",
    [
        {1: 2, 2: 0},
        {1: 0, 2: 2},
        {1: 2, 2: 2},
    ],
    ids=str,
)
def test_starting_hands_may_hold_what_must_be_played_when_drawn(dealt):
    match = at(seats=3, hands={1: [POOL[0], POOL[2]], 2: [POOL[1]]}, deck=POOL[3:], dealt=dealt)
    truth = assert_exact(match)
    assert len(truth.hands) > 3
    assert_draw_odds_exact(match, truth)


def test_a_returned_hero_is_known_and_the_rest_of_the_hand_is_not():
    match = at(
        seats=3,
        hands={0: ["arcana-11"], 1: [POOL[0]], 2: [POOL[1]]},
        heroes={2: ["hero-pirate-1"]},
        deck=POOL[2:],
    )
    match.play("play:arcana-11")
    assert match.request.seat == 0 and match.view(0)["seats"][2]["hand"] == ["hero-pirate-1"]
    truth = assert_exact(match)
    assert all("hero-pirate-1" in two for _, two in truth.hands)
    assert_draw_odds_exact(match, truth)


def test_a_recovered_card_is_known():
    match = at(
        seats=3,
        turn=1,
        hands={1: ["arcana-12", POOL[0]], 2: [POOL[1]]},
        discard=["hero-pirate-1"],
        deck=POOL[2:],
    )
    match.play("play:arcana-12")
    truth = assert_exact(match)
    assert all("hero-pirate-1" in one for one, _ in truth.hands)
    for other in (1, 2):
        assert_exact(match, other)


def pulling(pulled, *own, hand=(POOL[1], "hero-hunter-1")):
    """Seat 1, with a champion that pulls, holds `own`; seat 2 has a Hero out; seat 0 looks on."""
    return at(
        pulled,
        seats=3,
        turn=1,
        champions={1: "champion-shinobi-1"},
        hands={0: ["enchant-9", "enchant-10"], 1: own, 2: hand},
        heroes={2: ["hero-pirate-1"]},
        deck=[*POOL[2:4], "hero-invoker-1"],
    )


def returned_and_pulled(pulled):
    """Seat 1 returns the Hero of 2 to its hand, then pulls one of the three cards there."""
    match = pulling(pulled, POOL[0], "arcana-11")
    return play(match, "play:arcana-11", "skill:champion-shinobi-1", "pull:2")


@pytest.mark.parametrize("pulled", ["hero-pirate-1", "hero-hunter-1"])
def test_a_secret_pull_from_a_hand_with_a_known_card(pulled):
    """Seat 1 returns a Hero of 2 to its hand, then pulls one of the three cards there: seat 0 sees neither."""
    match = returned_and_pulled(pulled)
    assert len(match.table.memory[0].worlds) == 2
    truth = assert_exact(match)
    with_1 = sum(share for (one, _), share in truth.hands.items() if "hero-pirate-1" in one)
    assert with_1 == Fraction(1, 3)
    for other in (1, 2):
        assert_exact(match, other)
    match.play("end")
    assert_exact(match)


def test_a_play_after_a_secret_pull_tells_of_what_was_pulled():
    """Then seat 1 plays a Hero that may have been pulled, or not: seat 0 weighs both."""
    match = returned_and_pulled("hero-hunter-1")
    match.play("play:hero-hunter-1")
    match.play("later")
    truth = assert_exact(match)
    assert len(truth.hands) > 3


def test_the_odds_of_a_draw_weigh_every_world():
    match = returned_and_pulled("hero-hunter-1")
    for _ in range(2):
        match.play("end")
        while match.request.rule == "hunt.lesser.start-order":
            match.play("none")
    assert match.request.seat == 0
    truth = assert_exact(match)
    assert_draw_odds_exact(match, truth)


def test_between_two_pulls_of_one_action():
    """In the middle of a step: the first pull is in the trail."""
    match = play(pulling("hero-hunter-1", POOL[0], "arcana-6"), "play:arcana-6", "pull:2")
    assert match.request.options[0].key.startswith("pull:") and match.trail
    for seat in range(3):
        assert_exact(match, seat)


def test_a_card_pulled_from_me_is_followed():
    match = play(pulling("enchant-9", POOL[0], hand=[POOL[1]]), "skill:champion-shinobi-1", "pull:0")
    truth = assert_exact(match)
    assert all("enchant-9" in one for one, _ in truth.hands)
    assert_exact(match, 2)


def test_an_unlikely_world_that_is_true_is_found():
    """A followed card of before the shuffle passed from a hand whose other cards came after it."""
    hand = ["hero-shinobi-1", "hero-royal-1", "hero-invoker-1", "hero-hunter-1", "enchant-2", "enchant-3"]
    table = lay(
        3,
        turn=1,
        champions={1: "champion-shinobi-1"},
        hands={0: ["enchant-9"], 1: ["arcana-11"], 2: hand},
        heroes={2: ["hero-pirate-1"]},
        deck=["hero-mercenary-1", "malice-3"],
    )
    table.shuffled = dict.fromkeys([*table.deck.pool, *table.seats[2].hand], 1)
    match = hunt.match_at(table, chance=Scripted(["hero-pirate-1"]))
    play(match, "play:arcana-11", "skill:champion-shinobi-1", "pull:2")
    assert sorted(match.table.memory[0].worlds.values()) == [1, 6]
    rng = Random(1)
    for _ in range(120):
        looks_the_same(match, 0, rng)


@pytest.mark.parametrize("stop", [1, 2, 3])
def test_draws_of_another_seat_in_the_middle_of_an_action(stop):
    """Seat 1 draws three cards, the second or third of them a Lesser Beast: seat 0 is asked for Enchants."""
    drawn = ["hero-shinobi-1", "hero-royal-1"][: stop - 1] + ["lesser-beast-1"]
    match = at(
        *drawn,
        7,
        seats=3,
        turn=1,
        hands={0: ["enchant-1"], 1: ["arcana-1", "hero-pirate-1"], 2: ["hero-hunter-1"]},
        deck=["hero-shinobi-1", "hero-royal-1", "hero-invoker-1", "lesser-beast-1", "malice-3"],
    )
    match.play("play:arcana-1")
    assert match.request.seat == 0 and match.request.window
    assert_exact(match)


def reshuffled(stop):
    """Seat 1 draws three: the last card of the deck, then two of the Discard Pile, shuffled, one a Lesser Beast."""
    match = at(
        "hero-shinobi-1",
        "hero-royal-1",
        "lesser-beast-1",
        7,
        seats=3,
        turn=1,
        hands={0: ["enchant-1"], 1: ["arcana-1", "hero-pirate-1"], 2: ["hero-hunter-1"]},
        deck=["hero-shinobi-1"],
        discard=["hero-royal-1", "hero-invoker-1", "lesser-beast-1", "hero-mercenary-1"],
    )
    match.play("play:arcana-1")
    while stop == "later" and match.request.window:
        match.play("pass")
    return match


def test_a_reshuffled_discard_pile_in_the_middle_of_an_action():
    match = reshuffled("now")
    assert match.request.seat == 0 and match.request.window
    assert_exact(match)


def test_a_reshuffled_discard_pile_after_the_action():
    """Whoever saw the Discard Pile shuffled knows that the hands of before are not in the deck."""
    match = reshuffled("later")
    assert match.request.seat == 1 and not match.request.window
    assert_exact(match)


@pytest.mark.xfail(
    strict=True, reason="the pulled card is kept among those seen, or those unseen, in this step"
)
def test_a_secret_pull_after_a_reshuffle_in_one_action():
    """Seat 1 draws a card of the shuffled pile, then a Malice; seat 2 pulls one of the two cards of 1."""
    match = at(
        "hero-royal-1",
        "malice-2",
        "hero-royal-1",
        "lesser-beast-1",
        7,
        seats=3,
        turn=1,
        champions={2: "champion-shinobi-2"},
        hands={0: ["enchant-1"], 1: ["arcana-1", "hero-pirate-1"], 2: ["hero-shinobi-1"]},
        heroes={2: ["hero-hunter-1"]},
        deck=[],
        discard=["hero-royal-1", "malice-2", "lesser-beast-1", "hero-invoker-1"],
    )
    play(match, "play:arcana-1", "passive:champion-shinobi-2", "pull:1")
    assert match.request.seat == 0 and match.request.window
    assert_exact(match)


def test_the_odds_of_a_draw_after_a_reshuffle():
    match = reshuffled("later")
    match.play("end")
    match.play("end")
    assert match.request.seat == 0
    assert_draw_odds_exact(match, Posterior(match, 0))


def test_a_hand_in_the_middle_of_its_first_turn_next_to_one_that_is_past_it():
    """Seat 1 fights a Lesser Beast of its starting hand, and may hold another, but no Malice."""
    match = at(
        7,
        seats=3,
        turn=1,
        phase="start",
        dealt={1: 2},
        hands={0: ["enchant-1"], 1: ["lesser-beast-1", "hero-pirate-1"], 2: ["hero-hunter-1"]},
        deck=["hero-royal-1", "lesser-beast-2", "lesser-beast-3", "malice-3"],
    )
    assert match.request.seat == 0 and match.table.seats[1].dealt == 1
    assert_exact(match, many=3_000)


def test_hands_after_a_refresh_and_a_discard():
    match = at(
        *POOL[:2],
        "hero-hunter-1",
        "hero-invoker-1",
        seats=3,
        turn=1,
        hands={1: ["hero-pirate-1", "enchant-5"], 2: ["hero-nightmare-1"]},
        deck=[*POOL[:3], "hero-hunter-1", "hero-invoker-1", "malice-3"],
    )
    match.play("refresh")
    truth = assert_exact(match)
    assert len(truth.hands) > 20


def test_a_card_drawn_before_the_first_turn_is_no_forced_card():
    """It was kept when it was drawn, unlike those of the starting hand."""
    match = at(
        "hero-shinobi-1",
        seats=3,
        dealt={2: 2},
        turn=1,
        champions={1: "champion-mercenary-2", 2: "champion-mercenary-1"},
        hands={1: ["arcana-3"], 2: ["hero-hunter-1"]},
        heroes={2: ["hero-pirate-1"]},
        deck=["hero-shinobi-1", "lesser-beast-1", "malice-3", "hero-royal-1"],
    )
    match.play("play:arcana-3")
    match.play("passive:champion-mercenary-1")
    assert len(match.table.seats[2].hand) == 2
    assert_exact(match)


@pytest.mark.parametrize("dealt", [0, 2])
def test_a_hero_returned_to_a_hand_is_known_apart_from_the_starting_hand(dealt):
    """Seat 2 may hold a Malice in its starting hand, and holds the Hero that came back besides."""
    match = at(
        seats=3,
        dealt={2: dealt},
        hands={0: ["arcana-11"], 1: [POOL[0]], 2: [POOL[1]]},
        heroes={2: ["hero-pirate-1"]},
        deck=POOL[2:],
    )
    match.play("play:arcana-11")
    assert_exact(match)


@pytest.mark.xfail(strict=True, reason="known limit: worlds do not tell which card of a starting hand passed")
@pytest.mark.parametrize("pulled", ["hero-pirate-1", "hero-hunter-1"])
def test_a_pull_from_a_starting_hand_with_a_known_card(pulled):
    """That the pulled card was not revealed speaks for the known one."""
    match = at(
        pulled,
        seats=3,
        dealt={2: 2},
        turn=1,
        champions={1: "champion-shinobi-1"},
        hands={0: ["enchant-9"], 1: ["arcana-11"], 2: ["hero-hunter-1"]},
        heroes={2: ["hero-pirate-1"]},
        deck=["lesser-beast-1", "malice-3", "hero-royal-1"],
    )
    play(match, "play:arcana-11", "skill:champion-shinobi-1", "pull:2")
    assert_exact(match)


def test_a_card_pulled_from_a_starting_hand_is_no_forced_card():
    match = at(
        "hero-hunter-1",
        seats=3,
        dealt={1: 2, 2: 2},
        turn=1,
        champions={1: "champion-shinobi-1"},
        hands={1: ["hero-nightmare-1"], 2: ["hero-hunter-1", "hero-pirate-1"]},
        deck=["lesser-beast-1", "malice-3", "hero-royal-1"],
    )
    match.play("skill:champion-shinobi-1")
    assert_exact(match)


@pytest.mark.parametrize("seed", [1436, 2850, 4884, 4896, 5453])
def test_redeals_in_first_rounds_with_duels(seed):
    """Somebody draws out of turn before the first own turn: that card is no Malice and no Lesser Beast."""
    match = hunt.new_match(seats=4, seed=seed)
    play_bots(match, {seat: random_bot(seat) for seat in range(4)}, most=60)
    assert match.place.depth > 100
