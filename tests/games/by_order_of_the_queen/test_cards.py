"""The cards of By Order of the Queen: the illustrative set against the ledger's recipes, and files of one's own."""

import copy
import csv
import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beastlab.core.cardfile import CardFileError
from beastlab.core.ledger import ledger
from beastlab.games.by_order_of_the_queen import cards as module
from beastlab.games.by_order_of_the_queen import vocabulary
from beastlab.games.by_order_of_the_queen.cards import CardSet, check_cards, illustrative, load_cards
from beastlab.games.by_order_of_the_queen.faces import COLUMNS, TABLES, TYPES, Card
from beastlab.games.by_order_of_the_queen.vocabulary import (
    ABILITIES,
    ATTRIBUTES,
    CLASSES,
    EFFECTS,
    GUILDS,
    LIEUTENANTS,
    LOCATIONS,
    POOL_NAMES,
    Effect,
)

FOLDER = Path(module.__file__).with_name("cards")
CARDS = illustrative()
PRINTED = {card["name"]: card for card in ledger("queen").data["card"]}


def of(type_):
    return CARDS.of(type_)


def named(name):
    (card,) = (card for card in CARDS.cards if card.name == name)
    return card


# --- the illustrative set, by the recipes ---------------------------------------------------------------


@pytest.mark.rule("queen.component.heroes", "queen.component.hero-card", "queen.end.guild-data")
def test_heroes():
    triples = list(combinations(range(6), 3))
    last = [(0, 1, 2), (0, 3, 4), (1, 3, 5), (2, 4, 5)]
    assert len(of("hero")) == len({card.code for card in of("hero")}) == 64
    for h, card in enumerate(of("hero")):
        r, t = divmod(h, 20)
        abilities = triples[t] if h < 60 else last[h - 60]
        assert card.attributes == tuple(ABILITIES[n] for n in abilities)
        assert card.class_ == CLASSES[(t + r) % 4 if h < 60 else h - 60]
        assert card.guild == GUILDS[h % 8] and card.code == f"hero-{h + 1:02}"
    assert set(Counter(card.class_ for card in of("hero")).values()) == {16}
    assert set(Counter(word for card in of("hero") for word in card.attributes).values()) == {32}
    assert set(Counter(card.guild for card in of("hero")).values()) == {8}


def test_the_facts_about_the_printed_heroes_hold():
    first = [named(n) for n in ("Griswold Gremaine", "Atook", "Grynn Burrowfist", "Stewart Hoppyr")]
    assert sum("charisma" in card.attributes for card in first) == 2
    assert sum(card.class_ == "healing" for card in first) == 1
    second = [named(n) for n in ("Gilbert Bonde", "Baldric Boomrock", "Vanlamir Lumaris", "Lula Rubrick")]
    assert len({card.class_ for card in second}) == 3


@pytest.mark.rule("queen.component.monsters", "queen.component.monster-card", "queen.component.spelling")
def test_monsters():
    ordinary = [card for card in of("monster") if not card.lieutenant]
    icons = [(1,)] * 6 + [(2,)] * 6 + [(3,)] * 5 + [(4,)] * 5 + [(5,)] * 3 + [(2, 3)] * 4 + [(3, 4)] * 4
    icons += [(4, 5)] * 2 + [(2, 3, 4)] * 3 + [(3, 3, 5)] * 2
    assert [card.icons for card in ordinary] == icons and len(icons) == 40 and sum(map(len, icons)) == 60
    leaders = {card.name: card.icons for card in of("monster") if card.lieutenant}
    assert set(leaders) == set(LIEUTENANTS) and "Vulpen Tactician" in leaders
    assert leaders == {
        "Koblin King": (4, 5), "Jorant Wolves": (3, 4, 4), "Vulpen Tactician": (4, 4, 5), "Vemen Seer": (5, 6)
    }  # fmt: skip
    assert named("Koblin Conscript").icons == (3,) and named("Coast Lurkling").icons[0] <= 5
    assert len(named("Shadow Lurker").icons) == 3 and min(named("Shadow Lurker").icons) <= 3
    with pytest.raises(CardFileError, match="yes, for Koblin King"):
        changed("koblin-king", lieutenant="")
    with pytest.raises(CardFileError, match="alone"):
        changed("monster-01", lieutenant="yes")


@pytest.mark.rule(
    "queen.component.nemeses",
    "queen.component.nemesis-names",
    "queen.component.nemesis-card",
    "queen.component.prompt-card",
    "queen.nemesis.hydra-dragon",
)
def test_nemeses():
    icons = {card.name.removeprefix("The "): card.icons for card in of("nemesis")}
    assert icons == {
        "Worm": (3,) * 3, "Crag Giant": (4,) * 5, "Commander": (), "Mockatrice": (4,) * 3,
        "Doomsayer": (4,) * 3, "Chimera": (4,) * 4, "Hydra": (4,) * 6, "Dragon": (5,) * 4,
    }  # fmt: skip
    by = {card.code: card for card in of("nemesis")}
    two = (Effect("threat_regions", 2),)
    assert by["worm"].event_phase == by["crag-giant"].event_phase == two
    assert by["crag-giant"].extra_dice == "charisma" and by["commander"].falls
    assert (by["mockatrice"].discards, by["doomsayer"].discards) == ("strength", "wisdom")
    assert by["chimera"].event_phase == (*[Effect("villager", 2)] * 2, *[Effect("villager", 3)] * 2, *two * 2)
    assert not by["hydra"].event_phase and not by["dragon"].event_phase


@pytest.mark.rule(
    "queen.component.locations", "queen.component.location-card", "queen.location.top-no-reward"
)
def test_locations():
    backs = {
        LOCATIONS[0]: ("dexterity", "charisma", "wisdom"), LOCATIONS[1]: ("strength", "constitution", "intelligence"),
        LOCATIONS[2]: ("strength", "wisdom", "intelligence"), LOCATIONS[3]: ("dexterity", "constitution", "charisma"),
    }  # fmt: skip
    rewards = ["favor", "item", "recover", "event", "monster_success"]
    penalties = ["monster", "villager", "retire", "threat_enemy", "threat_regions", "threat_garden"]
    for place, back in backs.items():
        off = [word for word in ABILITIES if word not in back]

        def attribute(j, back=back, off=off):
            q, g = j % 5, j // 5
            if q < 3:
                return back[q]
            return CLASSES[g % 4] if q == 3 else "combat" if g % 2 == 0 else off[g % 3]

        deck = [card for card in of("location") if card.location == place]
        assert len(deck) == 25
        for i, card in enumerate(deck):
            assert set(card.attributes) == set(back)
            assert (card.top.test, card.middle.test, card.bottom.test) == tuple(
                attribute((i + step) % 25) for step in (0, 6, 12)
            )
            assert card.top.reward is None
            assert card.middle.reward.name == rewards[i % 5]
            assert card.bottom.reward.name == rewards[(i + 4) % 5]
            found = [section.penalty.name for section in (card.top, card.middle, card.bottom)]
            assert found == [penalties[(i + step) % 6] for step in (5, 1, 3)]
        tested = Counter(section.test for card in deck for section in (card.top, card.middle, card.bottom))
        common = sorted((word for word in tested if word in ABILITIES), key=tested.get)[-3:]
        assert set(common) == set(back), "the back shows the Abilities that are tested most"
    growth, printed = named("Unending Growth"), PRINTED["Unending Growth"]
    assert growth.location == printed["location_type"]
    assert (growth.top.test, growth.top.penalty.name) == (printed["top_test"], printed["top_penalty"])
    assert (growth.bottom.test, growth.bottom.reward.name) == ("healing", printed["bottom_reward"])


@pytest.mark.rule("queen.component.events", "queen.component.event-card", "queen.setup.kf-threat")
def test_events():
    added = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1)]
    assert len(of("event")) == 18 and len(of("funeral")) == 3
    for e, card in enumerate(of("event")):
        assert card.threat == added[e % 6] and card.reward == (Effect(["item", "favor", "recover"][e % 3]),)
        assert not card.immediate and card.bonus is None
    for card, printed in zip(
        of("funeral"), [card for card in PRINTED.values() if card["type"] == "event"], strict=True
    ):
        assert card.players == printed["players"] and card.reward == (Effect("item"),)
        assert card.threat == tuple(printed[f"threat_{pool}"] for pool in ("enemy", "regions", "garden"))
        does = dict(card.immediate)
        assert does.pop("monster") == printed["draw_monsters"] == 3
        assert does.get("retire_from_deck", 0) == printed["retire_heroes"]


@pytest.mark.rule("queen.component.orders", "queen.component.order-card")
def test_orders():
    assert len(of("order")) == 12
    for k, card in enumerate(of("order")):
        assert card.location == LOCATIONS[k % 4] and card.attributes == (ATTRIBUTES[k % 11],)
        assert card.reward == (Effect(["item", "favor", "recover"][k % 3]),)


@pytest.mark.rule("queen.component.quests", "queen.component.quest-card")
def test_quests():
    assert len(of("quest")) == 24
    for q, card in enumerate(of("quest")):
        types = [q % 4, (q + 1 + q // 4) % 4] if q < 12 else [q % 4, (q + 1) % 4, (q + 1 + q // 4) % 4]
        assert card.requires == tuple(LOCATIONS[n] for n in sorted(types))
        assert card.reward == (
            Effect("remove_threat", 3 if q < 12 else 4), Effect(["favor", "item", "recover"][q % 3])
        )  # fmt: skip
        assert (card.bonus is not None) == (q in (5, 11, 17, 23))
    bonus = [(card.bonus.attribute, card.bonus.dice) for card in of("quest") if card.bonus]
    assert bonus == [("strength", 1), ("dexterity", 1), ("strength", 1), ("dexterity", 1)]


@pytest.mark.rule(
    "queen.component.items",
    "queen.component.item-card",
    "queen.item.text-items",
    "queen.setup.alt-back-items",
)
def test_items():
    for i, card in enumerate(of("item")):
        wanted = (ATTRIBUTES[i % 11],)
        if i >= 22:
            wanted = (ABILITIES[(i - 22) % 6], CLASSES[(i - 22) % 4]) if i < 34 else ()
        assert card.attributes == wanted and card.effect == ("reroll" if i >= 34 else None)
    assert (len(of("item")), len(of("relic")), len(of("henchman"))) == (38, 7, 4)
    relics = {card.guild: card.attributes for card in of("relic")}
    wanted = {guild: (ATTRIBUTES[g],) for g, guild in enumerate(GUILDS) if guild != "Hounds of Salvere"}
    assert relics == wanted
    assert {(card.guild, card.attributes) for card in of("henchman")} == {(GUILDS[1], ("combat",))}


@pytest.mark.rule("queen.component.guilds", "queen.component.guild-card", "queen.end.guild-data")
def test_guilds():
    assert [card.name for card in of("guild")] == list(GUILDS)
    assert {card.needs for card in of("guild")} == {2}
    assert [str(effect) for card in of("guild") for effect in card.reward] == [
        "favor", "henchman", "item", "remove_threat_enemy", "remove_threat_regions", "monster_success", "recover",
        "remove_threat_garden",
    ]  # fmt: skip


@pytest.mark.rule("queen.component.attributes", "queen.threat.three-pools")
def test_words_of_the_rulebook():
    assert (len(ABILITIES), len(CLASSES), len(ATTRIBUTES)) == (6, 4, 11)
    assert POOL_NAMES == ("Growing Enemy", "Confidence of the Regions", "Garden Sanctuary")


@pytest.mark.rule(
    "queen.threat.table-enemy",
    "queen.threat.table-regions",
    "queen.threat.table-garden",
    "queen.event.trophies",
    "queen.threat.table-shape",
)
def test_tables():
    tables = {type_: {card.name: card for card in of(type_)} for type_ in TABLES}
    enemy, regions, garden, trophies = tables.values()
    assert enemy["at_least_one"].numbers == tuple(t // 2 + 1 for t in range(7))
    assert enemy["ceil_half"].numbers == regions["ceil_half"].numbers == garden["ceil_half"].numbers
    assert enemy["ceil_half"].numbers == tuple((t + 1) // 2 for t in range(7))
    assert enemy["steep"].numbers == tuple((t + 1) // 2 + 1 for t in range(7))
    for table in (enemy["linear"], regions["linear"], garden["linear"]):
        assert table.numbers == tuple(range(7))
    assert regions["mild"].numbers == (0, 1, 1, 1, 2, 2, 2)
    assert garden["steep"].numbers == (0, 1, 2, 2, 3, 3, 4)
    for t in range(7, 30):
        assert enemy["at_least_one"].threat_effect(t) == t // 2 + 1
        assert regions["ceil_half"].threat_effect(t) == (t + 1) // 2
        assert enemy["steep"].threat_effect(t) == (t + 1) // 2 + 1
        assert garden["linear"].threat_effect(t) == t
        assert regions["mild"].threat_effect(t) == 2
        assert garden["steep"].threat_effect(t) == 4 + (t - 6)
    gains = trophies["sets_2_3"].gains
    assert gains == ((2, Effect("favor")), (3, Effect("item")))
    assert trophies["nothing"].gains == () and trophies["favor_each"].gains == ((1, Effect("favor")),)


def test_packaged_files_are_tidy():
    for path in FOLDER.glob("*.csv"):
        header, *rows = csv.reader(path.read_text("utf-8").splitlines())
        assert all(len(row) == len(header) for row in rows)
        assert all(any(row[column] for row in rows) for column in range(len(header))), path
    assert CARDS.illustrative and len(CARDS) == 330 and len(CARDS.by_code) == 330 + 13
    assert CARDS.notes() == ()


# --- cards ------------------------------------------------------------------------------------------------


def test_a_card_is_a_piece():
    one, other = of("henchman")[:2]
    assert one != other and one.face == other.face
    assert copy.deepcopy([one])[0] is one and repr(one) == "Card('henchman-1')"
    with pytest.raises(AttributeError):
        one.name = "other"
    assert pickle.loads(pickle.dumps([CARDS, one])) == [CARDS, one]


def test_cards_from_another_process_fit_the_set_here():
    program = (
        "import pickle, sys; from beastlab.games.by_order_of_the_queen.cards import illustrative;"
        "cards = illustrative(); sys.stdout.buffer.write(pickle.dumps((cards.by_code['worm'], cards)))"
    )
    env = {"PYTHONPATH": os.pathsep.join(path or "." for path in sys.path), "PYTHONHASHSEED": "7"}
    sent = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, env=env).stdout
    card, cards = pickle.loads(sent)
    assert cards is CARDS and card is CARDS.by_code["worm"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("hero-01", "Strength, dexterity, constitution."),
        ("monster-38", "Dice Icons 2, 3, 4."),
        ("worm", "Dice Icons 3, 3, 3. Event Phase: add 2 Threat to the Confidence of the Regions."),
        ("commander", "It can't be fought. It falls when the last Monster in play is defeated."),
        (
            "chimera",
            "Dice Icons 4, 4, 4, 4. Event Phase, by a die: 1-2: lose 2 Villagers. 3-4: lose 3 Villagers. "
            "5-6: add 2 Threat to the Confidence of the Regions.",
        ),
        ("mockatrice", "Dice Icons 4, 4, 4. Drawn: everybody discards the Heroes with strength."),
        ("event-04", "Threat: 1 on the Growing Enemy, 1 on the Confidence of the Regions. Event Reward: gain an Item."),
        ("order-07", "Obsidian Wastes, then a Healing Class Test. Reward: gain an Item."),
        (
            "quest-06",
            "Needs Ironstone Crags, Silver Coast. Reward: remove 3 Threat, each from any pool. Recover a Hero. "
            "Questing: one die more for every Strength Test.",
        ),
        ("item-23", "One die more for strength or healing."),
        ("item-35", "After a Test in your turn: reroll one die."),
        ("guild-hounds", "Discard 2 own Heroes: gain a Henchman."),
        ("trophies-sets_2_3", "Trophies turned in: 2 favor, 3 item."),
        ("regions-mild", "For 0 to 6 Threat: 0, 1, 1, 1, 2, 2, 2."),
    ],
)  # fmt: skip
def test_faces_in_words(code, words):
    assert CARDS.by_code[code].words() == words


def test_every_effect_has_words_and_a_cell():
    for name in EFFECTS:
        for amount in (1, 2, 20):
            try:
                read = vocabulary.effect(f"{name}:{amount}")
            except ValueError:
                continue
            assert read == vocabulary.effect(str(read)) == Effect(name, amount)
            assert read.words().endswith(".") and "{" not in read.words() and "|" not in read.words()


# --- files of one's own -------------------------------------------------------------------------------------


def changed(code, **cells):
    """The illustrative set with other cells in one row."""
    data = CARDS.to_json()
    for row in data["cards"]:
        if row["code"] == code:
            row.update(cells)
    return CardSet.from_json(data | {"cards": [{k: v for k, v in row.items() if v} for row in data["cards"]]})


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


def faults(folder):
    with pytest.raises(CardFileError) as raised:
        load_cards(folder)
    return [str(fault) for fault in raised.value.faults]


def test_a_set_that_was_written_is_the_same_set(own):
    assert load_cards(own) is CARDS
    assert load_cards(*sorted(own.glob("*.csv"), reverse=True)).fingerprint != ""
    mine = load_cards(own, name="Mine", edition="2nd", illustrative=False)
    assert repr(mine) == "CardSet('Mine', edition '2nd', 330 cards)"
    assert CardSet.from_json(json.loads(json.dumps(mine.to_json()))) is mine


def test_names_are_kept_as_they_are(own):
    edit(own, "heroes.csv", "Griswold Gremaine", "=1+1 <img src=x>")
    mine = load_cards(own)
    assert mine.by_code["hero-01"].name == "=1+1 <img src=x>" and mine.fingerprint != CARDS.fingerprint


@pytest.mark.rule("queen.threat.table-shape")
def test_a_replaced_table_with_faults_is_refused_with_all_of_them(own):
    (own / "tables.csv").write_text(
        "code,name,type,numbers,gains\n"
        "a,mine,threat_enemy,1 1 2 2 3 3,\n"
        "b,mine,threat_regions,1 1 2 2 3 3 3,\n"
        "c,mine,threat_garden,0 1 2 1 3 3 3,\n"
        "d,mine,trophies,,2 villager\n"
        "e,mine,trophies,,2 favor\n"
        "f,more,threat_enemy,1 1 2 2 x 3 3,\n"
    )
    told = faults(own)
    assert told == [
        "tables.csv row 2, column numbers: found '1 1 2 2 3 3'; allowed: seven numbers from 0 to 20, never falling",
        "tables.csv row 3, column numbers: found '1 1 2 2 3 3 3'; "
        "allowed: 0 first: with no Threat there is a gift instead",
        "tables.csv row 4, column numbers: found '0 1 2 1 3 3 3'; allowed: seven numbers from 0 to 20, never falling",
        told[3],
        "tables.csv row 7, column numbers: found '1 1 2 2 x 3 3'; allowed: seven numbers from 0 to 20, never falling",
        "tables.csv row 6, column name: found 'mine'; allowed: one trophies for each name; "
        "the other is in tables.csv row 5",
    ]
    assert told[3].startswith(
        "tables.csv row 5, column gains: found '2 villager'; allowed: one of favor, item"
    )


def test_a_replaced_table_is_played(own):
    (own / "tables.csv").write_text(
        "code,name,type,numbers,gains\na,mine,threat_enemy,0 0 0 0 0 0 9,\nb,mine,threat_regions,0 1 1 1 1 1 1,\n"
        "c,mine,threat_garden,0 2 2 2 2 2 2,\nd,mine,trophies,,1 item\n"
    )
    from beastlab.games.by_order_of_the_queen import Options

    options = Options(cards=load_cards(own))
    assert options.threat_table_enemy == options.trophy_table == "mine"
    assert options.board_table("threat_table_enemy").threat_effect(6) == 9
    with pytest.raises(ValueError, match="threat_table_regions: 'mild'; its readings are mine"):
        Options(cards=load_cards(own), threat_table_regions="mild")


LOCATION = {
    "code": "l",
    "name": "L",
    "type": "location",
    "location": "Silver Coast",
    "attributes": "strength & wisdom & charisma",
    "top": "wisdom / monster",
    "middle": "wisdom / favor / monster",
    "bottom": "wisdom / favor / monster",
}
QUEST = {"code": "q", "name": "Q", "type": "quest", "requires": "Silver Coast", "reward": "favor"}
NEMESIS = {"code": "n", "name": "N", "type": "nemesis", "icons": "3 3", "event_phase": "villager"}
EVENT = {"code": "e", "name": "E", "type": "event", "reward": "favor", "threat": "1/0/0"}
HERO = {"code": "h", "name": "H", "type": "hero", "guild": GUILDS[0], "class": "melee"}
ORDER = {
    "code": "o",
    "name": "O",
    "type": "order",
    "location": "Silver Coast",
    "attributes": "combat",
    "reward": "item",
}


@pytest.mark.parametrize(
    "card", [LOCATION, QUEST, NEMESIS, EVENT, HERO, ORDER], ids=lambda card: card["type"]
)
def test_rows_to_be_spoiled_are_sound(own, card):
    (own / "more.csv").write_text(",".join(card) + "\n" + ",".join(f'"{x}"' for x in card.values()) + "\n")
    mine = load_cards(own)
    assert mine.by_code[card["code"]].name and CardSet.from_json(mine.to_json()) is mine


@pytest.mark.parametrize(
    ("card", "column", "cell", "allowed"),
    [
        (LOCATION, "top", "wisdom / favor / monster", "no Reward on top"),
        (LOCATION, "middle", "wisdom / monster", "a Test, a Reward (not on top) and a Penalty"),
        (LOCATION, "middle", "wisdom / henchman / monster", "as Reward, one of favor"),
        (LOCATION, "bottom", "wisdom / favor:2 / monster", "as Reward, one of favor"),
        (LOCATION, "bottom", "wisdom / favor / region", "as Penalty, one of monster"),
        (LOCATION, "bottom", "luck / favor / monster", "a Test, a Reward"),
        (LOCATION, "attributes", "strength & wisdom", "three Abilities"),
        (LOCATION, "attributes", "strength & wisdom & combat", "different ones of strength"),
        (LOCATION, "location", "Moon", "one of Emerald Valley"),
        (QUEST, "requires", "13x Silver Coast", "up to 12 Locations"),
        (QUEST, "reward", "favor, monster", "for this quest, one of favor"),
        (QUEST, "bonus", "luck 1", "an Attribute and a number of dice"),
        (QUEST, "icons", "1", "nothing: this column is not for quest cards"),
        (NEMESIS, "icons", "0", "up to 6 numbers from 1 to 6"),
        (NEMESIS, "icons", "2 2 2 2 2 2 2", "up to 6 numbers from 1 to 6"),
        (NEMESIS, "event_phase", "1-2 villager; 4-6 region", "an effect, or one for each face"),
        (NEMESIS, "event_phase", "favor", "for this nemesis, one of"),
        (NEMESIS, "discards", "combat", "one of strength"),
        (NEMESIS, "extra_dice", "melee", "one of strength"),
        (NEMESIS, "falls", "perhaps", "yes or no"),
        (EVENT, "reward", "event", "for this event, one of favor"),
        (EVENT, "threat", "1/0", "what is added to the three pools"),
        (EVENT, "immediate", "favor", "for this event, one of"),
        (EVENT, "immediate", "monster:99", "effects such as"),
        (HERO, "class", "rogue", "one of healing"),
        (HERO, "attributes", "strength & strength", "different ones of strength"),
        (HERO, "attributes", "melee", "different ones of strength"),
        (HERO, "guild", "", "one of Semaphor Collegium"),
        (ORDER, "attributes", "combat & melee", "one Attribute"),
        (ORDER, "reward", "", "effects such as"),
    ],
)  # fmt: skip
def test_faults_name_file_row_column_what_was_found_and_what_is_allowed(own, card, column, cell, allowed):
    row = card | {column: cell}
    (own / "more.csv").write_text(",".join(row) + "\n" + ",".join(f'"{x}"' for x in row.values()) + "\n")
    (told,) = faults(own)
    found = f"'{cell}'" if cell else "an empty cell"
    assert told.startswith(f"more.csv row 2, column {column}: found {found}; allowed: {allowed}"), told


def test_all_faults_are_named_at_once(own):
    edit(own, "heroes.csv", "healing", "healer")
    edit(own, "monsters.csv", ",1,", ",7,")
    edit(own, "items.csv", "Henchman,henchman,Hounds of Salvere", "Henchman,henchman,Nobody")
    assert len(faults(own)) == 3


@pytest.mark.rule("queen.item.henchman-limit")
def test_faults_between_rows(own):
    (own / "more.csv").write_text(
        "code,name,type,count,guild,attributes,needs,reward,players\n"
        "h,H,henchman,2,The Firemanes,combat,,,\n"
        "r,R,relic,,The Firemanes,combat,,,\n"
        "g,G,guild,,The Firemanes,,2,favor,\n"
        "f,F,funeral,,,,,favor,3\n"
    )
    told = faults(own)
    assert any("at most four Henchmen in all" in fault for fault in told)
    assert any("one Guild's for all Henchmen" in fault for fault in told)
    for type_ in ("relic", "guild", "funeral"):
        assert any(f"allowed: one {type_} for each" in fault for fault in told), told


def test_too_few_of_a_kind(own):
    for file in ("orders", "tables", "guilds"):
        (own / f"{file}.csv").unlink()
    edit(own, "events.csv", "funeral,2/2/2,2", "funeral,2/2/2,3")
    told = faults(own)
    assert any("one funeral for each players" in fault for fault in told)
    assert "all files, column type: found 0 order cards; allowed: at least 3" in told
    assert "all files, column type: found 0 threat_garden cards; allowed: at least 1" in told
    assert "all files, column type: found 0 2-player funeral cards; allowed: at least 1" in told


def test_a_part_of_a_set_is_checked_alone_and_played_never():
    cards, notes = check_cards(FOLDER / "heroes.csv")
    assert cards == 64 and "To be played, a set needs at least 1 Silver Coast card; here: 0." in notes
    with pytest.raises(CardFileError):
        load_cards(FOLDER / "heroes.csv")
    assert check_cards(FOLDER) == (330 + 13, ())


def test_paths_that_are_none(tmp_path):
    for paths in ((None,), (5, FOLDER), (), (tmp_path,)):
        with pytest.raises(CardFileError, match="allowed: "):
            load_cards(*paths)


def test_enough_heroes_to_deal(own):
    text = (own / "heroes.csv").read_text("utf-8").splitlines(keepends=True)
    (own / "heroes.csv").write_text("".join(text[:27]))
    mine = load_cards(own)
    mine.check_seats(2)
    with pytest.raises(
        ValueError, match=r"4 players need 28 Heroes; these cards have 26 \[queen.setup.hand\]"
    ):
        mine.check_seats(4)


def test_notes_on_what_may_be_an_oversight(own):
    edit(own, "items.csv", "relic-semaphor,Relic of the Semaphor Collegium,relic", "spare,Spare,item")
    edit(own, "items.csv", "spare,Spare,item,Semaphor Collegium", "spare,Spare,item,")
    edit(
        own, "nemeses.csv", "commander,The Commander,nemesis,,,,,yes", "commander,The Commander,nemesis,,,,,"
    )
    notes = load_cards(own).notes()
    assert notes == (
        "Semaphor Collegium has no starting Item.",
        "The Commander has no Dice Icons and does not fall: it stays for ever.",
    )


@pytest.mark.parametrize(
    "data",
    [
        None, [], "x", {}, {"name": 1, "edition": "", "illustrative": True, "cards": []},
        CARDS.to_json() | {"cards": [1]}, CARDS.to_json() | {"cards": []},
        CARDS.to_json() | {"cards": [{"code": "a", "made": "up"}]},
    ],
)  # fmt: skip
def test_damaged_saved_sets(data):
    with pytest.raises(CardFileError):
        CardSet.from_json(data)


GARBAGE = st.one_of(
    st.text(max_size=10),
    st.sampled_from(["", "0", "-1", "1 2", "favor", "monster:2", "melee", "wisdom / monster", "yes", *TYPES]),
)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.dictionaries(st.sampled_from([*COLUMNS, "count"]), GARBAGE, max_size=6), max_size=4))
def test_garbage_in_cells_gives_a_set_or_the_faults(changes):
    data = CARDS.to_json()
    rows = [dict(row) for row in data["cards"]]
    for place, change in enumerate(changes):
        rows[place * 83].update(change)
    try:
        mine = CardSet.from_json(data | {"cards": rows})
    except CardFileError as error:
        assert error.faults and all(fault.allowed for fault in error.faults)
    else:
        assert CardSet.from_json(mine.to_json()) is mine
        assert all(isinstance(card.words(), str) for card in mine.cards)


@settings(deadline=None, max_examples=40)
@given(st.binary(max_size=300))
def test_garbage_in_files_gives_the_faults(tmp_path_factory, content):
    file = tmp_path_factory.getbasetemp() / "garbage.csv"
    file.write_bytes(content)
    with pytest.raises(CardFileError):
        load_cards(file)


def test_a_card_made_by_hand():
    assert Card("x", "X", "hero", class_="melee").words() == ""
