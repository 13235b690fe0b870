"""The odds of a move: closed forms equal to the rules' own enumeration, the same on every redeal, refused honestly."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from games.beast_hunt.laying import begin, play

from beastlab.core.knowledge import redeal
from beastlab.core.requests import IllegalMove, Unknowable
from beastlab.games import beast_hunt as hunt

PARTY = {0: ["hero-hunter-1", "hero-royal-1"]}


def positions(games=3, moves=160, every=4):
    """Positions met in random play, with a generator for choices."""
    for seed in range(games):
        rng, match = Random(seed), hunt.new_match(seats=2 + seed % 5, seed=seed)
        for number in range(moves):
            if match.request is None:
                break
            if number % every == 0:
                yield match, rng
            match.play(rng.choice(match.request.options))


def test_closed_forms_are_what_the_rules_enumerate():
    kinds = Counter()
    for match, _ in positions():
        for move in match.request.options:
            verb = move.key.partition(":")[0]
            if verb in ("attack", "use", "now", "defy") and kinds[verb] < 25:
                found = hunt.explain(match, move)
                if found.law is None:
                    continue
                enumerated = hunt.measured(match, move).to_dict()
                expected = {name: p for name, p in found.law.items() if p}
                if verb == "defy":
                    enumerated = {"duel won": enumerated.get(f"won by {match.request.seat}", 0)}
                    expected.pop("duel lost")
                assert enumerated == expected, move
                kinds[verb] += 1
    assert min(kinds[verb] for verb in ("attack", "use", "now", "defy")) >= 5, kinds


def told(found):
    """All that an answer says."""
    law = found.law and list(found.law.items())
    return found.question, law, found.value, found.formula, found.method, found.notes, found.illustrative


def test_odds_are_the_same_on_every_redeal():
    asked = 0
    for match, rng in positions(games=4):
        move = rng.choice(match.request.options)
        found = hunt.explain(match, move)
        for _ in range(3):
            again = hunt.explain(redeal(match, match.request.seat, rng), move.key)
            assert told(again) == told(found)
        asked += found.law is not None
    assert asked > 20


def test_the_order_of_odds_tells_nothing():
    """The cards that may be drawn come in one order, whichever of them a rival holds."""
    unseen = ["hero-pirate-1", "enchant-1", "arcana-1", "hero-pirate-2"]
    orders = set()
    for held in unseen:
        match = begin(deck=[code for code in unseen if code != held], hands={1: [held]})
        orders.add(tuple(match.odds("draw", lambda table, events: table.seats[0].hand[-1].code)))
    assert len(orders) == 1


def test_a_rivals_hand_changes_no_odds_and_the_policy_is_said():
    """Whatever the rival holds, Enchants too: the answer is what the seat can know."""
    answers = set()
    for held in (["enchant-1", "enchant-8"], ["hero-pirate-1", "hero-pirate-2"]):
        match = begin(heroes=PARTY, hands={1: held})
        for move in ("attack:beast-02", "draw", "use:hero-hunter-1"):
            found = hunt.explain(match, move)
            answers.add((move, found.law, found.method))
        assert "nobody responds" in hunt.explain(match, "attack:beast-02").method
    assert len(answers) == 3


def test_the_explanation_of_an_attack():
    match = begin(heroes=PARTY, hands={0: ["enchant-5"]}, field=["beast-02"])
    found = hunt.explain(match, "attack:beast-02")
    assert found.question == "2 dice: 9 or more"
    assert found.value == found.law["defeat"] == Fraction(5, 18)
    assert found.law["stagger"] == Fraction(11, 36)
    assert found.formula == r"P(S_{2}\ge 9)=\frac{10}{6^{2}}=\frac{5}{18}"
    assert found.notes == ("All your Enchants together add +3: 72.2 % with every one of them.",)
    assert found.illustrative


@pytest.mark.parametrize(
    ("reading", "chance", "formula"),
    [
        ("sum", Fraction(575, 1296), r"P(S_{4}\ge 15)=\frac{575}{6^{4}}=\frac{575}{1296}"),
        ("each", Fraction(169, 324), r"P(\min\ge 6)=\left(\frac{13}{18}\right)^{2}=\frac{169}{324}"),
        ("best", Fraction(155, 324), r"P(\max\ge 9)=1-\left(1-\frac{5}{18}\right)^{2}=\frac{155}{324}"),
    ],
)
def test_the_formula_of_each_orb_reading(reading, chance, formula):
    match = begin(heroes=PARTY, field=["beast-03"], orb_reading=reading)
    found = hunt.explain(match, "attack:beast-03")
    assert (found.value, found.formula) == (chance, formula)
    assert hunt.measured(match, "attack:beast-03")["defeat"] == chance


def test_a_staggered_beast_needs_less_and_says_so():
    match = begin(heroes=PARTY, field=["beast-02"], marks={"beast-02": 1})
    found = hunt.explain(match, "attack:beast-02")
    assert "staggered: 7 is enough" in found.question
    assert found.law.to_dict() == {"defeat": Fraction(7, 12), "miss": Fraction(5, 12)}
    other = begin(heroes=PARTY, field=["beast-02"], marks={"beast-02": 0}, stagger_who="next_other")
    found = hunt.explain(other, "attack:beast-02")
    assert found.value == Fraction(5, 18)
    assert found.notes == ("The Stagger of this Beast does not help you [hunt.stagger.who].",)


def test_the_next_card_is_what_the_seat_has_not_seen():
    """A card that must be played when drawn is in no hand: the other hand takes one of the other two."""
    match = begin(deck=["hero-pirate-1", "lesser-beast-1"], hands={1: ["hero-pirate-2"]})
    found = hunt.explain(match, "draw")
    assert found.law.to_dict() == {"Hero": Fraction(1, 2), "Lesser Beast": Fraction(1, 2)}
    two = begin(deck=["hero-pirate-1", "lesser-beast-1"], hands={1: ["enchant-1"]})
    assert hunt.explain(two, "draw").law.to_dict() == {
        "Hero": Fraction(1, 4),
        "Enchant": Fraction(1, 4),
        "Lesser Beast": Fraction(1, 2),
    }


def test_four_cards_are_two_hypergeometric_draws():
    """Against every deck that the seat can't tell apart, enumerated."""
    from itertools import combinations

    deck = ["hero-pirate-1", "hero-pirate-2", "hero-pirate-3", "enchant-1", "malice-1"]
    match = begin(deck=deck, hands={1: ["enchant-2"]})
    unseen = [*deck, "enchant-2"]
    counted = Counter(
        sum(card.startswith("hero") for card in drawn)
        for held in unseen
        if not held.startswith("malice")
        for drawn in combinations([card for card in unseen if card != held], 4)
    )
    found = hunt.explain(match, "refresh").law
    for heroes, ways in counted.items():
        assert found[f"{heroes} Hero{'es' * (heroes != 1)}"] == Fraction(ways, counted.total())


def test_a_pull_knows_the_cards_that_were_seen():
    match = begin(
        deck=["hero-pirate-1", "malice-1"],
        hands={1: ["enchant-1"], 2: ["arcana-1"]},
        seats=3,
        champions={0: "champion-shinobi-1"},
    )
    play(match, "skill:champion-shinobi-1")
    found = hunt.explain(match, "pull:1").law
    assert found.to_dict() == {"Hero": Fraction(1, 3), "Enchant": Fraction(1, 3), "Arcana": Fraction(1, 3)}
    assert found == hunt.explain(match, "pull:2").law


def test_an_enchant_after_the_roll():
    match = begin(8, heroes=PARTY, hands={0: ["enchant-1"]}, field=["beast-02"])
    play(match, "attack:beast-02")
    assert hunt.explain(match, "pass").law.to_dict() == {"stagger": 1}
    assert hunt.explain(match, "enchant:enchant-1:+2").value == 1
    assert hunt.compare(match)[0][0].key == "enchant:enchant-1:+2"


def test_two_windows_of_one_step_are_told_apart():
    """Two Lesser Beasts in one refresh: two Enchant windows with equal totals are two places, not one."""
    match = begin(deck=["lesser-beast-1", "lesser-beast-3", "arcana-1", "arcana-2"], field=[], beast_deck=[])
    found = match.odds("refresh", lambda table, events: len(table.seats[0].lesser), limit=200_000)
    first, second = hunt.fight(7)["defeat"], hunt.fight(8)["defeat"]
    assert found == {2: first * second, 1: first + second - 2 * first * second, 0: (1 - first) * (1 - second)}


def test_certain_and_luckless_moves_say_so():
    match = begin(hands={0: ["ancient-arm-1", "ancient-arm-2", "ancient-arm-3"]})
    assert hunt.explain(match, "arms:beast-01").value == 1
    found = hunt.explain(match, "end")
    assert (found.law, found.value) == (None, None)
    assert "No chance" in found.method


def test_a_refused_move_has_no_odds_but_a_reason():
    match = begin(field=["beast-02"])
    with pytest.raises(IllegalMove, match=r"hunt\.beast\.requirement"):
        hunt.explain(match, "attack:beast-02")
    with pytest.raises(IllegalMove, match="not an answer"):
        match.odds("fly away", lambda table, events: 0)


def test_what_can_not_be_known_exactly_is_not_computed():
    table = begin(hands={1: ["hero-pirate-1"]}, dealt={1: 2}).table
    table.seats[1].early = table.seats[1].hand[:1]
    assert "Not computed" in hunt.explain(hunt.match_at(table), "draw").method


def test_the_note_on_defiance_is_hypergeometric():
    deck = ["defiance-1", "hero-pirate-1", "hero-pirate-2", "malice-1"]
    match = begin(deck=deck, hands={0: ["hero-royal-1"], 1: ["hero-pirate-3", "hero-pirate-4"]})
    (note,) = hunt.explain(match, "play:hero-royal-1").notes
    assert note.startswith(
        f"Somebody else holds a Defiance with {float(Fraction(2, 5)):.1%}".replace("%", " %")
    )


# --- the exact questions on a live table -------------------------------------------------------------


def test_the_race_on_the_table_is_that_of_those_who_may_attack():
    heroes = {0: PARTY[0], 1: ["hero-pirate-1"], 2: ["hero-pirate-2", "hero-pirate-3"]}
    match = begin(seats=3, heroes=heroes, field=["beast-02"], turn=2)
    assert hunt.racers(match, "beast-02") == [2, 0]
    assert hunt.race_now(match, "beast-02").shares == hunt.race(9, 7, players=2).shares
    marked = begin(seats=3, heroes=heroes, field=["beast-02"], turn=2, marks={"beast-02": 1})
    first = hunt.race_now(marked, "beast-02")[0]
    cleared = hunt.race(9, 7, players=2)  # after a miss the other begins on a fresh Beast
    assert first == hunt.reach(7) + (1 - hunt.reach(7)) * cleared[1]
    with pytest.raises(ValueError, match="there are beast-02"):
        hunt.race_now(match, "beast-99")


def test_the_countdown_on_the_table_is_that_of_the_turns_left():
    beasts = {0: ["beast-04", "beast-07", "beast-10"], 1: ["beast-05", "beast-08", "beast-11"]}
    three = {seat: [f"hero-{name}-{n}" for n in (1, 2, 3)] for seat, name in ((0, "hunter"), (1, "royal"))}
    match = begin(
        beasts=beasts, heroes=three, lesser={1: ["lesser-beast-1"]}, king="king-1", shards=3, countdown=2
    )
    plus = [1, 2]  # one lasting +1 each, and a Lesser Beast
    assert hunt.countdown_now(match) == hunt.countdown(16, 14, 2, plus)
    late = begin(beasts=beasts, heroes=three, king="king-1", shards=3, countdown=2, actions=1)
    assert hunt.countdown_now(late) == hunt.countdown(16, 14, 2, [1])
    with pytest.raises(Unknowable, match="no countdown"):
        hunt.countdown_now(begin())


def test_the_third_shard_on_the_table():
    match = begin(shards=2, field=["beast-01"], beast_deck=["beast-02", "beast-03", "shard-3"])
    assert hunt.third_shard_now(match).to_dict() == {1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)}
    with pytest.raises(Unknowable, match="never comes"):
        hunt.third_shard_now(begin(shards=3))


def test_the_third_arm_on_the_table_is_what_all_deals_give():
    from itertools import combinations

    deck = ["ancient-arm-3", "hero-pirate-1", "malice-1", "hero-pirate-2"]
    match = begin(deck=deck, hands={0: ["ancient-arm-1", "ancient-arm-2"], 1: ["ancient-arm-4"]})
    unseen = [*deck, "ancient-arm-4"]
    deals = [
        any(card.startswith("ancient-arm") for card in drawn)
        for held in unseen
        if not held.startswith("malice")
        for drawn in combinations([card for card in unseen if card != held], 2)
    ]
    assert hunt.third_arm_now(match, 2) == Fraction(sum(deals), len(deals))
    with pytest.raises(Unknowable, match="beyond the 4 cards"):
        hunt.third_arm_now(match, 5)


def test_an_answer_agrees_with_moves_that_are_played():
    """The third way: the move played on redealt matches with other dice, its share within five standard errors."""
    kinds = Counter()
    for match, _ in positions(games=5, every=7):
        for move in match.request.options:
            verb, found = move.key.partition(":")[0], hunt.explain(match, move)
            if found.value is None or kinds[verb] >= 4:
                continue
            check = found.check(150, seed=len(kinds))
            error = float(found.value * (1 - found.value) / 150) ** 0.5
            assert abs(float(check.played - check.exact)) <= 5 * error, (move, check)
            kinds[verb] += 1
    assert set(kinds) >= {"attack", "use", "play", "pass"}, kinds


def test_an_answer_compares_with_the_other_moves_and_shows_itself():
    match = begin(heroes=PARTY, field=["beast-02", "beast-01"])
    found = hunt.explain(match, "attack:beast-02")
    compared = {move.label: p for move, p in hunt.compare(match)}
    assert (
        dict(found.others) == {label: p for label, p in compared.items() if label != found.move.label} != {}
    )
    assert (found.ways, found.all, found.size) == (10, 36, 11)
    assert found.why()[0] == found.method and "nobody responds" in found.method
    assert [row[0] for row in found.table().rows if row[3]] == ["defeat"]
    page = found._repr_html_()
    for words in (
        "2 dice: 9 or more",
        "10 of 36 ways = 5/18 = 27.78 %",
        "counts",
        "In comparison",
        "Illustrative",
    ):
        assert words in page
    with pytest.raises(TypeError, match="answers are not compared by =="):
        found == hunt.explain(match, "attack:beast-02")  # noqa: B015
    with pytest.raises(ValueError, match="no number was asked for here"):
        hunt.explain(match, "draw").check()
