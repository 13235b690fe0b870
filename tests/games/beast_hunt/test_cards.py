"""The cards of Beast Hunt: the illustrative set against the ledger's recipe, and files of one's own."""

import copy
import csv
import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beastlab.core.cardfile import CardFileError
from beastlab.core.ledger import ledger
from beastlab.games.beast_hunt import cards as module
from beastlab.games.beast_hunt import vocabulary
from beastlab.games.beast_hunt.cards import (
    CLASSES,
    EFFECTS,
    MAIN_TYPES,
    READINGS,
    TRIGGERS,
    TYPES,
    Card,
    CardSet,
    Condition,
    Effect,
    check_cards,
    illustrative,
    load_cards,
)

FOLDER = Path(module.__file__).with_name("cards")
HUNT = ledger("beast_hunt")
DECKS = {deck["id"].removeprefix("hunt.deck."): deck for deck in HUNT.data["deck"]}
CODES = DECKS.pop("effect-codes")["cards"]
RECIPES = {recipe["id"]: recipe for deck in DECKS.values() for recipe in deck.get("cards", ())}
CARDS = illustrative()


def effect(code):
    """`draw:2` of the ledger as an effect."""
    name, amount = code.split(":")
    return Effect(name, int(amount) if amount.lstrip("-").isdigit() else amount)


def by_reading(numbers):
    return dict.fromkeys(READINGS, numbers) if isinstance(numbers, int) else numbers


# The illustrative set.


def test_the_illustrative_cards_are_those_of_the_ledger():
    assert set(CARDS.by_code) == set(RECIPES)
    assert CARDS.illustrative and all(recipe["illustrative"] for recipe in RECIPES.values())


@pytest.mark.parametrize("code", RECIPES)
def test_each_illustrative_card_field_by_field(code):
    card, recipe = CARDS.by_code[code], RECIPES[code]
    active = recipe.get("active", {})
    trigger, _, passive = recipe.get("passive", "").partition(" ")
    when, _, gained = recipe.get("effect", "").rpartition(" ")
    once = active.get("effect") or (gained if when != "continuous" else "")
    lasting = gained if when == "continuous" else ""
    roll = recipe.get("roll")
    assert card.type == recipe["type"]
    assert card.class_ == recipe.get("class")
    assert card.mode == recipe.get("mode", "rolled")
    assert card.roll == (Condition(roll["colour"], roll["value"]) if roll else None)
    assert card.effect == (effect(once) if once else None)
    assert card.continuous == (effect(lasting) if lasting else None)
    assert card.on_fail is None
    assert card.cost == active.get("cost", 0)
    assert card.trigger == (trigger or None)
    assert card.passive == (effect(passive) if passive else None)
    assert card.values == tuple(recipe.get("values", ()))
    assert card.duel_bonus == recipe.get("duel_bonus", 0)
    assert card.requirement == tuple(recipe.get("requirement", ()))
    assert card.orbs == recipe.get("orb", 1)
    assert card.defeat == by_reading(recipe.get("defeat", {}))
    assert card.stagger == by_reading(recipe.get("stagger", {}))


@pytest.mark.rule("hunt.setup.main-deck-types", "hunt.lesser.main-deck")
def test_counts_of_the_main_deck():
    counts = dict(DECKS["main"]["counts"])
    assert len(CARDS.main) == counts.pop("total") == 120
    assert Counter(card.type for card in CARDS.main) == counts
    assert set(counts) == set(MAIN_TYPES)


@pytest.mark.rule("hunt.shard.count", "hunt.arms.count", "hunt.setup.kings-apart", "hunt.king.varies")
def test_counts_beside_the_main_deck():
    assert len(CARDS.beasts) == 18 and len(CARDS.shards) == 3 and len(CARDS.champions) == 14
    assert len(CARDS.kings) == 3 and len({king.face for king in CARDS.kings}) == 3
    assert sum(card.type == "ancient_arm" for card in CARDS.main) == 6
    assert len(CARDS) == len(CARDS.cards) == len(CARDS.by_code) == 158


@pytest.mark.rule("hunt.class.seven", "hunt.class.symbol", "hunt.hero.class-effect", "hunt.champion.parts")
def test_classes():
    assert len(CLASSES) == 7
    for kind, times in (("hero", 7), ("champion", 2), ("banner", 1)):
        cards = [card for card in CARDS.cards if card.type == kind]
        assert Counter(card.class_ for card in cards) == dict.fromkeys(CLASSES, times)
        assert kind == "banner" or all(card.effect for card in cards)
    assert all(card.trigger in TRIGGERS and card.passive for card in CARDS.champions)
    assert all(card.class_ is None for card in CARDS.cards if card.type not in ("hero", "champion", "banner"))


@pytest.mark.rule("hunt.stagger.value")
def test_some_beasts_have_a_stagger_value_below_defeat():
    fought = CARDS.beasts + CARDS.kings
    assert {bool(card.stagger) for card in fought} == {True, False}
    assert all(
        card.stagger[reading] < card.defeat[reading]
        for card in fought
        if card.stagger
        for reading in READINGS
    )
    assert not any(card.stagger for card in CARDS.cards if card not in fought)


def test_the_vocabulary_is_the_ledgers():
    codes = [entry["code"] for entry in CODES]
    assert set(EFFECTS) == {code.partition(":")[0] for code in codes if ":" in code}
    assert set(TRIGGERS) == {code for code in codes if ":" not in code}


def test_names_are_ours_and_short():
    names = {card.name for card in CARDS.cards}
    assert all(0 < len(name) <= 18 for name in names)
    faces = {(card.name, card.face) for card in CARDS.cards}
    assert len(faces) == len(names) == len({name.casefold() for name in names})


@pytest.mark.parametrize("name", ["main", "beasts", "kings", "champions"])
def test_packaged_files_are_tidy(name):
    header, *rows = csv.reader((FOLDER / f"{name}.csv").read_text("utf-8").splitlines())
    assert all(len(row) == len(header) for row in rows)
    assert all(any(row[column] for row in rows) for column in range(len(header))), "no column without use"


# Cards.


def test_a_card_is_a_piece():
    one, other = CARDS.by_code["arcana-1"], CARDS.by_code["arcana-2"]
    assert one != other and one.face == other.face and len({one, other, one}) == 2
    assert copy.deepcopy([one])[0] is one
    assert repr(one) == "Card('arcana-1')"
    with pytest.raises(AttributeError):
        one.name = "other"
    with pytest.raises(TypeError):
        CARDS.beasts[0].defeat["sum"] = 2


def test_cards_made_by_hand():
    numbers = {"sum": 15, "each": 6, "best": 9}
    beast = Card("b", "Beast", "beast", defeat=numbers, orbs=2)
    numbers["sum"] = 2
    assert beast.defeat["sum"] == 15
    hidden = Card("unseen", "an unseen card", "unseen")
    assert hidden.words() == "" and pickle.loads(pickle.dumps(hidden)).type == "unseen"


def test_pickled_cards_and_sets_come_back_as_themselves():
    table = [CARDS, CARDS.by_code["king-1"], CARDS.by_code["ancient-arm-2"], Effect("draw", 2)]
    again = pickle.loads(pickle.dumps(table))
    assert again == table and again[0] is CARDS


def test_cards_from_another_process_fit_the_set_here():
    program = (
        "import pickle, sys; from beastlab.games.beast_hunt.cards import illustrative;"
        "cards = illustrative(); sys.stdout.buffer.write(pickle.dumps((cards.by_code['beast-03'], cards)))"
    )
    env = {"PYTHONPATH": os.pathsep.join(path or "." for path in sys.path), "PYTHONHASHSEED": "7"}
    sent = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, env=env).stdout
    card, cards = pickle.loads(sent)
    assert cards is CARDS and card is CARDS.by_code["beast-03"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("hero-shinobi-1", "Roll 5 or more: draw a card."),
        ("hero-pirate-7", "Roll 7 or less: destroy a card that a Hero carries."),
        ("hero-invoker-5", "Roll 7 or more: take an Arcana card from the Discard Pile into your hand."),
        ("arcana-8", "+2 on your next attack roll this turn."),
        ("armament-4", "This Hero's effect is 2 easier to roll."),
        ("armament-6", "+1 on all attack rolls of this Hero's player."),
        ("curse-1", "This Hero's effect is 2 harder to roll."),
        ("curse-6", "-1 on all attack rolls of this Hero's player."),
        ("banner-pirate", "The Hero that carries it is of the class Pirate."),
        ("enchant-5", "+3"),
        ("enchant-11", "+1 or -4"),
        ("defiance-1", "Stop another player's card if you win the duel."),
        ("defiance-7", "Stop another player's card if you win the duel, with +1 on your roll."),
        ("malice-3", "All cards that Heroes carry go to the Discard Pile."),
        ("lesser-beast-5", "1 orb · defeat 9"),
        ("ancient-arm-6", "Three in hand defeat a Beast of your choice."),
        ("shard-1", "Three face up start the countdown."),
        (
            "beast-15",
            "Needs Royal, Pirate, any · 2 orbs · defeat sum 15, each 6, best 9 · "
            "stagger sum 13, each 5, best 8 · Gained: pull 2 cards, each from a hand you choose.",
        ),
        ("beast-08", "Needs Nightmare, any · 1 orb · defeat 8 · In your Party: +1 on all your attack rolls."),
        ("king-3", "Needs 4x any · 1 orb · defeat 9"),
        (
            "champion-royal-1",
            "Active (2 actions): draw 2 cards. · Passive: when a Hero enters your Party, "
            "all your Heroes' effects are 1 easier to roll this turn.",
        ),
        (
            "champion-hunter-2",
            "Active: +1 on your next attack roll this turn. · "
            "Passive: when you defeat a Lesser Beast, draw a card.",
        ),
    ],
)  # fmt: skip
def test_faces_in_words(code, words):
    assert CARDS.by_code[code].words() == words


def test_words_of_one_reading():
    beast = CARDS.by_code["beast-03"]
    assert beast.words("best") == "Needs 2x any · 2 orbs · defeat 9 · stagger 8 · Gained: draw 2 cards."


def test_every_effect_has_words_and_a_cell():
    for name in EFFECTS:
        for amount in (1, 2, -1, 20, -20, "all", *MAIN_TYPES):
            try:
                read = vocabulary.effect(f"{name}:{amount}")
            except ValueError:
                continue
            assert read == vocabulary.effect(str(read)) == Effect(name, amount)
            for words in (read.words(), read.words(lasting=True)):
                assert words.endswith((".", ")")) and "{" not in words and "|" not in words
                assert words[0].isupper() or words[0] in "+-"


# Files of one's own.


@pytest.fixture
def own(tmp_path):
    """The illustrative set, written out to be edited."""
    CARDS.write(tmp_path)
    return tmp_path


def edit(folder, file, old, new):
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def add(folder, **cells):
    """A file with one more card; the errors that it makes."""
    (folder / "more.csv").write_text(
        ",".join(cells) + "\n" + ",".join(f'"{x}"' for x in cells.values()) + "\n"
    )
    try:
        load_cards(folder)
    except CardFileError as error:
        return [str(fault) for fault in error.faults]
    return []


def test_a_set_that_was_written_is_the_same_set(own):
    assert load_cards(own) is CARDS


def test_the_same_cards_in_other_files_are_the_same_set(own):
    parts = [own / name for name in ("set.csv", "kings.csv", "champions.csv", "beasts.csv", "main.csv")]
    assert load_cards(*parts) is CARDS
    edit(own, "main.csv", ",5+,", ",5 or more,")
    assert load_cards(str(own)) is CARDS


def test_own_name_and_edition(own):
    mine = load_cards(own, name="Mine", edition="2nd", illustrative=False)
    assert (mine.name, mine.edition, mine.illustrative) == ("Mine", "2nd", False)
    assert mine is not CARDS and mine.fingerprint != CARDS.fingerprint
    assert repr(mine) == "CardSet('Mine', edition '2nd', 158 cards)"
    (own / "set.csv").unlink()
    plain = load_cards(own)
    assert (plain.name, plain.edition, plain.illustrative) == (own.name, "", False)


def test_an_edited_card_changes_the_fingerprint_and_little_else(own):
    edit(own, "main.csv", "Reed Stalker", "Reed Walker")
    mine = load_cards(own)
    assert mine.fingerprint != CARDS.fingerprint
    changed = [code for code, card in CARDS.by_code.items() if mine.by_code[code].face != card.face]
    assert changed == ["hero-shinobi-1"] and mine.by_code["king-1"] is CARDS.by_code["king-1"]


def test_sets_survive_json(own):
    edit(own, "main.csv", "Reed Stalker", "=1+1;é")
    mine = load_cards(own, name="Mine")
    text = json.dumps(mine.to_json())
    assert CardSet.from_json(json.loads(text)) is mine
    assert CardSet.from_json(json.loads(json.dumps(CARDS.to_json()))) is CARDS
    fingerprint = mine.fingerprint
    del mine
    assert CardSet.from_json(json.loads(text)).fingerprint == fingerprint


def test_the_fingerprint_is_the_same_in_every_process():
    program = "from beastlab.games.beast_hunt.cards import illustrative as i; print(i().fingerprint)"
    for seed in ("1", "2"):
        env = {"PYTHONPATH": os.pathsep.join(path or "." for path in sys.path), "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, env=env)
        assert run.stdout.decode().strip() == CARDS.fingerprint


@pytest.mark.rule(
    "hunt.hero.no-roll-effects", "hunt.beast.orb-range", "hunt.lesser.orb", "hunt.beast.defeat-value"
)
def test_what_the_illustrative_cards_do_not_use(own):
    (own / "more.csv").write_text(
        "code,name,type,count,class,mode,effect,continuous,on_fail,requirement,orbs,defeat,text\n"
        "auto,Auto,hero,2,pirate,automatic,draw:1,,,,,,Yo ho!\n"
        "always,Always,hero,,Royal,continuous,attack_bonus:-1,,,,,,\n"
        "bird,Bird,beast,,,,draw 1,hand_limit:2,each_discard:1,Hunter & 2x any,,8,\n"
        "imp,Imp,Lesser Beast,,,,,,,Royal,,\"sum 9, each 9, best 9\",\n"
    )  # fmt: skip
    mine = load_cards(own)
    auto, always, bird, imp = (mine.by_code[code] for code in ("auto-2", "always", "bird", "imp"))
    assert (auto.mode, auto.roll, auto.class_) == ("automatic", None, "Pirate")
    assert auto.words() == "Without a roll: draw a card. Yo ho!"
    assert always.words() == "Always: -1 on all your attack rolls."
    assert (bird.orbs, bird.requirement) == (1, ("Hunter", "any", "any"))
    assert bird.words() == (
        "Needs Hunter, 2x any · 1 orb · defeat 8 · Gained: draw a card. · "
        "In your Party: your hand limit is 2 cards higher. · Failed: each player discards a card."
    )
    assert (imp.orbs, imp.requirement, imp.words()) == (1, ("Royal",), "Needs Royal · 1 orb · defeat 9")
    assert CardSet.from_json(mine.to_json()) is mine


ROLL = "a number from 2 to 12 followed by + (or more) or - (or less)"
HERO = {"code": "h", "name": "H", "type": "hero", "class": "Royal", "roll": "8+", "effect": "draw:1"}
ALWAYS = HERO | {"mode": "continuous", "roll": ""}
BEAST = {"code": "b", "name": "B", "type": "beast", "defeat": "9", "stagger": "7", "requirement": "any"}
KING = {"code": "k", "name": "K", "type": "king", "defeat": "9"}
CHAMPION = {
    "code": "c", "name": "C", "type": "champion", "class": "Royal", "effect": "draw:1", "cost": "1",
    "trigger": "on_duel_won", "passive": "pull:1",
}  # fmt: skip
ENCHANT = {"code": "e", "name": "E", "type": "enchant", "values": "2/-2"}
CURSE = {"code": "q", "name": "Q", "type": "curse", "effect": "seal"}
MALICE = {"code": "m", "name": "M", "type": "malice", "effect": "each_discard:1"}


@pytest.mark.parametrize(
    "card", [HERO, BEAST, KING, CHAMPION, ENCHANT, CURSE, MALICE], ids=lambda card: card["type"]
)
def test_good_cards_are_good(own, card):
    assert add(own, **card) == []


@pytest.mark.parametrize(
    ("card", "column", "cell", "allowed"),
    [
        (HERO, "type", "wizard", "one of hero, arcana,"),
        (HERO, "type", "unseen", "one of hero,"),
        (HERO, "class", "Wizard", "one of Hunter, Invoker, Mercenary, Nightmare, Pirate, Royal, Shinobi"),
        (HERO, "class", "", "one of Hunter,"),
        (HERO, "roll", "8", ROLL),
        (HERO, "roll", "13+", "a number from 2 to 12"),
        (HERO, "roll", "1-", "a number from 2 to 12"),
        (HERO, "roll", "-8", "a number from 2 to 12"),
        (HERO, "roll", "", f"{ROLL}, for a hero whose mode is rolled"),
        (HERO | {"mode": "automatic"}, "roll", "8+", "nothing: a hero whose mode is automatic does not roll"),
        (HERO, "mode", "sometimes", "one of rolled, automatic, continuous"),
        (HERO, "effect", "dance:1", "an effect such as draw:2; one of draw, pull,"),
        (HERO, "effect", "draw", "draw: and a number from 1 to 20"),
        (HERO, "effect", "draw:0", "draw: and a number from 1 to 20"),
        (HERO, "effect", "draw:-1", "draw: and a number from 1 to 20"),
        (HERO, "effect", "draw:hero", "draw: and a number from 1 to 20"),
        (HERO, "effect", "draw:1:2", "draw: and a number from 1 to 20"),
        (HERO, "effect", "attack_now:2", "attack_now: and 1"),
        (HERO, "effect", "attack_bonus:0", "attack_bonus: and a number from -20 to 20 other than 0"),
        (HERO, "effect", "recover:beast", "recover: and one of hero,"),
        (HERO, "effect", "play_now:malice", "play_now: and one of hero, arcana, armament, curse, banner"),
        (HERO, "effect", "each_unequip:1", "each_unequip: and all"),
        (HERO, "effect", "seal:1", "for this hero, one of draw,"),
        (HERO, "effect", "__import__('os').system('true')", "an effect such as draw:2"),
        (ALWAYS, "effect", "draw:1", "for this hero, one of attack_bonus, roll_bonus, hand_limit"),
        (HERO, "defeat", "8", "nothing: this column is not for hero cards"),
        (CURSE, "effect", "draw:1", "for this curse, one of attack_bonus_while_equipped, roll_bonus,"),
        (MALICE, "effect", "draw:1", "for this malice, one of each_discard,"),
        (ENCHANT, "values", "0", "a number up to 20 other than 0, or one above and one below 0: 2/-2"),
        (ENCHANT, "values", "2/3", "a number up to 20"),
        (ENCHANT, "values", "-2/-3", "a number up to 20"),
        (ENCHANT, "values", "2/0", "a number up to 20"),
        (ENCHANT, "values", "1/-2/3", "a number up to 20"),
        (ENCHANT, "values", "21", "a number up to 20"),
        (ENCHANT, "values", "", "a number up to 20"),
        (BEAST, "class", "Royal", "nothing: this column is not for beast cards"),
        (BEAST, "stagger", "9", "numbers below defeat (9)"),
        (BEAST, "stagger", "sum 7, each 9, best 8", "numbers below defeat (9)"),
        (BEAST, "defeat", "", "a number from 1 to 99"),
        (BEAST, "defeat", "0", "a number from 1 to 99"),
        (BEAST, "defeat", "sum 15, best 9", "a number from 1 to 99, or all three as in: sum"),
        (BEAST, "defeat", "sum 15, each 6, sum 9", "a number from 1 to 99, or all three"),
        (BEAST, "orbs", "0", "a number from 1 to 9"),
        (BEAST, "requirement", "!Royal", "up to 12 classes or any, as in: Hunter & 2x any; one of Hunter,"),
        (BEAST, "requirement", "dark", "up to 12 classes or any"),
        (BEAST, "requirement", "13x any", "up to 12 classes or any"),
        (BEAST, "continuous", "draw:1", "for this beast, one of attack_bonus, roll_bonus, hand_limit"),
        (BEAST, "on_fail", "guard", "for this beast, one of draw,"),
        (KING, "effect", "draw:1", "nothing: this column is not for king cards"),
        (CHAMPION, "trigger", "on_birthday", "one of on_duel_won,"),
        (CHAMPION, "trigger", "", "one of on_duel_won,"),
        (CHAMPION, "passive", "hand_limit:1", "for this champion, one of draw,"),
        (CHAMPION, "cost", "-1", "a number of actions from 0 to 9"),
        (CHAMPION, "count", "100", "the number of copies, from 1 to 99"),
        (CHAMPION, "code", "champion-royal-1", "a code not used in champions.csv row 6"),
    ],
)  # fmt: skip
def test_faulty_cells(own, card, column, cell, allowed):
    (told,) = add(own, **(card | {column: cell}))
    row = f"more.csv row 2, column {column}: found "
    assert told.startswith(row), told
    shown = "an empty cell" if not cell else f"'{cell}'"
    assert told.removeprefix(row).startswith(shown) and f"allowed: {allowed}" in told


def test_ten_faults_in_two_files_are_told_at_once(own):
    edit(own, "main.csv", ",5+,", ",5,")
    edit(own, "main.csv", "draw:2", "draw:x")
    edit(own, "main.csv", "Royal", "Rural")
    edit(own, "main.csv", "2/-2", "2/2")
    edit(own, "main.csv", "hero-pirate-2", "hero-pirate-1")
    edit(own, "main.csv", "banner-royal", "banner royal")
    edit(own, "beasts.csv", "3x any", "3x all")
    edit(own, "beasts.csv", "Twin Mouth", "")
    edit(own, "kings.csv", "sum 16", "some 16")
    edit(own, "champions.csv", "on_duel_won", "on_duel_one")
    with pytest.raises(CardFileError) as raised:
        load_cards(own)
    told = Counter(fault.file for fault in raised.value.faults)
    assert told == {"main.csv": 6, "beasts.csv": 2, "kings.csv": 1, "champions.csv": 1}
    assert str(raised.value).startswith("10 faults in the cards, nothing was loaded:\n")


def test_too_few_of_a_kind(own):
    (own / "kings.csv").write_text("code,name,type\n")
    (own / "main.csv").write_text("code,name,type,count\narm,Arm,ancient_arm,10\n")
    edit(own, "beasts.csv", "shard-3,", "shard-4,")
    edit(own, "beasts.csv", "shard-1,Malevolent Shard,shard", "more,More,beast")
    with pytest.raises(CardFileError) as raised:
        load_cards(own)
    told = [str(fault) for fault in raised.value.faults]
    assert "all files, column type: found 2 shard cards; allowed: at least 3" in told
    assert "all files, column type: found 0 king cards; allowed: at least 1" in told
    assert "all files, column type: found 10 Main Deck cards; allowed: at least 11" in told


def test_counts_are_not_told_when_a_file_is_missing():
    with pytest.raises(CardFileError) as raised:
        load_cards(FOLDER / "main.csv", "nowhere.csv")
    assert [str(fault) for fault in raised.value.faults] == [
        "nowhere.csv: found no such file; allowed: a CSV file"
    ]


def test_a_part_of_a_set_is_checked_alone_and_played_never():
    cards, notes = check_cards(FOLDER / "main.csv")
    assert cards == len(CARDS.main) and len(notes) == 4
    assert notes[0] == "To be played, a set needs at least 3 beast cards; here: 0."
    with pytest.raises(CardFileError, match="4 faults"):
        load_cards(FOLDER / "main.csv")
    assert check_cards(FOLDER) == (len(CARDS), ())


def test_paths_that_are_none():
    for paths in ((None,), (5, FOLDER), (object(),)):
        with pytest.raises(CardFileError, match="allowed: the path of a CSV file or a folder"):
            load_cards(*paths)


def test_nothing_to_read(tmp_path):
    for paths in ((), (tmp_path,)):
        with pytest.raises(CardFileError, match="allowed: (at least one CSV file, or )?a folder of"):
            load_cards(*paths)


def test_faults_of_the_set_file(own):
    (own / "set.csv").write_text("name,illustrative,year\n,perhaps,2020\nTwo,no,\n")
    with pytest.raises(CardFileError) as raised:
        load_cards(own)
    assert [(fault.row, fault.column) for fault in raised.value.faults] == [
        (1, "year"), (2, "name"), (2, "illustrative"), (3, "name")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("seats", "champions", "told"),
    [
        (2, 1, None),
        (6, 2, None),
        (7, 2, None),
        (8, 2, "hunt.mode.two-champion-supply"),
        (15, 1, "hunt.setup.champion-unique"),
    ],
)
@pytest.mark.rule("hunt.mode.two-champion-supply")
def test_enough_champions(seats, champions, told):
    if told is None:
        CARDS.check_seats(seats, champions)
    else:
        with pytest.raises(ValueError, match=rf"{seats} players need .* these cards have 14 \[{told}\]"):
            CARDS.check_seats(seats, champions)


def test_enough_cards_to_deal(own):
    (own / "main.csv").write_text(
        "code,name,type,count,effect\narm,Arm,ancient_arm,20,\nwoe,Woe,malice,1,each_discard:1\n"
    )
    mine = load_cards(own)
    mine.check_seats(4)
    told = r"4 players need 21 cards in the Main Deck; these have 20 \[hunt.setup.deal-five\]"
    with pytest.raises(ValueError, match=told):
        mine.check_seats(4, malice=False)
    assert mine.notes()[0] == "No Hero is of the class Hunter."
    assert "No card of the Main Deck is of the type banner." in mine.notes()


def test_notes_diagnose_the_reading_of_the_orb(own):
    edit(own, "beasts.csv", '"sum 15, each 6, best 9"', "11")
    edit(own, "beasts.csv", '"sum 13, each 5, best 8"', "10")
    assert load_cards(own).notes() == (
        "No defeat numbers of several orbs are above 12: for the reading sum, it is implausible.",
    )


# Saved sets, and garbage.


@pytest.mark.parametrize(
    "data",
    [
        None, [], "x", {}, {"name": 1, "edition": "", "illustrative": True, "cards": []},
        CARDS.to_json() | {"cards": [1]}, CARDS.to_json() | {"cards": [{"code": 1}]},
        CARDS.to_json() | {"cards": []},
        CARDS.to_json() | {"illustrative": 1}, CARDS.to_json() | {"cards": [{"code": "a", "made": "up"}]},
        CARDS.to_json() | {"cards": CARDS.to_json()["cards"] * 2},
    ],
)  # fmt: skip
def test_damaged_saved_sets(data):
    with pytest.raises(CardFileError):
        CardSet.from_json(data)


relaxed = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
GARBAGE = st.one_of(
    st.text(max_size=10),
    st.sampled_from(
        ["", "0", "-1", "3/-3", "8+", "draw:1", "seal", "Royal", "2x any", "sum 1, each 1, best 1", *TYPES]
    ),
)
COLUMNS = [
    "code",
    "name",
    "type",
    "count",
    "class",
    "mode",
    "roll",
    "effect",
    "continuous",
    "on_fail",
    "cost",
]
COLUMNS += ["trigger", "passive", "values", "duel_bonus", "requirement", "orbs", "defeat", "stagger", "text"]


@relaxed
@given(st.lists(st.dictionaries(st.sampled_from(COLUMNS), GARBAGE, max_size=6), max_size=4))
def test_garbage_in_cells_gives_a_set_or_the_faults(changes):
    data = CARDS.to_json()
    rows = [dict(row) for row in data["cards"]]
    for place, change in enumerate(changes):
        rows[place * 37].update(change)
    try:
        mine = CardSet.from_json(data | {"cards": rows})
    except CardFileError as error:
        assert error.faults and all(fault.allowed for fault in error.faults)
    else:
        assert CardSet.from_json(mine.to_json()) is mine
        assert all(isinstance(card.words(), str) for card in mine.cards)


@relaxed
@given(st.binary(max_size=300))
def test_garbage_in_files_gives_the_faults(tmp_path_factory, content):
    file = tmp_path_factory.getbasetemp() / "garbage.csv"
    file.write_bytes(content)
    with pytest.raises(CardFileError):
        load_cards(file)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@relaxed
@given(JSON, st.sampled_from(["name", "edition", "illustrative", "cards"]))
def test_garbage_in_json_gives_the_faults(value, key):
    for data in (value, CARDS.to_json() | {key: value}):
        try:
            assert CardSet.from_json(data).to_json()["cards"]
        except CardFileError as error:
            assert error.faults
