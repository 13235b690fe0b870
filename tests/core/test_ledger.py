"""Ledgers: reading them, finding rules, showing them."""

import os
import pickle
import re
import subprocess
import sys

import pytest

from beastlab.core.ledger import Ledger, Rule, UnknownRule, ledger, rule, rules

STATUSES = {"clear", "ambiguous", "silent", "contradictory", "missing-data"}
TINY = """
[game]
id = "tiny"
title = "Tiny <b>game</b>"
prefix = "tiny"

[[rule]]
id = "tiny.a"
section = "A & B"
kind = "turn"
text = "<script>alert('x')</script> & more."
status = "silent"
ruling = "plain: <i>as is</i>"
alternatives = ["loud: shout", "two words: whisper"]
why = "because"
switch = "voice"
illegal = "Refused: no."
not_modelled = "nobody can hear it"
"""


def test_a_rule_is_found_by_its_id_alone():
    found = rule("hunt.beast.orb")
    assert found.section == "Beasts" and found.status == "ambiguous" and found.switch == "orb_reading"
    assert found.readings == ("sum", "each", "best") and found.reading == "sum"
    assert rule("hunt.beast.orb") is found


def test_a_clear_rule_has_neither_ruling_nor_readings():
    clear = rule("hunt.hero.green")
    assert (clear.ruling, clear.alternatives, clear.switch, clear.readings) == (None, (), None, ())
    assert clear.reading is None


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("hunt.stager.who", "hunt.stagger.who"),
        ("hunt.king.conditon-five", "hunt.king.condition-five"),
        ("hnt.turn.pass", "hunt.turn.pass"),
        ("turn.pass", "hunt.turn.pass"),
    ],
)
def test_an_unknown_id_is_told_with_the_nearest(asked, near):
    with pytest.raises(UnknownRule, match=rf"no rule '{asked}'; near it: .*{near}"):
        rule(asked)


@pytest.mark.parametrize("asked", ["", "zzz", ".", "hunt", "hunt.", "\x00"])
def test_nonsense_is_a_lookup_error(asked):
    with pytest.raises(LookupError):
        rule(asked)


@pytest.mark.parametrize("asked", [None, 5, b"hunt", ["hunt.turn.pass"], "x" * 10**6, object], ids=type)
def test_what_is_no_id_gets_one_short_sentence(asked):
    for ask in (rule, rules):
        with pytest.raises(UnknownRule) as refused:
            ask(asked)
        assert len(str(refused.value)) < 150 and "\n" not in str(refused.value)
    with pytest.raises(ValueError, match="^about is a .*; give words"):
        rules("hunt", about=5)


def test_an_unknown_game_is_told_with_the_known():
    with pytest.raises(UnknownRule, match="beast_hunt"):
        rules("chess")


def test_rules_come_in_order_and_by_words():
    hunt = rules("beast_hunt")
    assert len(hunt) == 300 and hunt[0].id == "hunt.setup.sort-types"
    assert rules("hunt") == hunt
    about = rules("hunt", "Stagger KING")
    assert "hunt.stagger.king" in [rule.id for rule in about] and len(about) < 10
    assert rules("hunt", "no such words") == []


@pytest.fixture(params=["beast_hunt"])
def packaged(request):
    return ledger(request.param)


def test_packaged_ledgers_are_whole(packaged):
    for entry in packaged.rules.values():
        assert re.fullmatch(rf"{packaged.prefix}(\.[a-z0-9-]+)+", entry.id)
        assert entry.section and entry.kind and entry.text and entry.status in STATUSES
        assert (entry.status == "clear") == (entry.ruling is None)
        assert not entry.switch or len(entry.readings) == len(set(entry.readings)) >= 2, entry.id
        assert all(re.fullmatch(r"\w+", reading) for reading in entry.readings), entry.id
        assert entry.not_modelled is None or len(entry.not_modelled) > 20
    switched = [entry.switch for entry in packaged.rules.values() if entry.switch]
    assert len(switched) == len(set(switched)) == len(packaged.switches)


def test_what_is_not_modelled_is_a_short_list():
    assert [rule.id for rule in rules("hunt") if rule.not_modelled] == [
        "hunt.setup.sort-types",
        "hunt.setup.reference-card",
        "hunt.setup.king-place",
        "hunt.class.dark-symbol-picture",
        "hunt.beast.requirement-place",
        "hunt.shard.turn-lost",
    ]


def test_the_rest_of_the_file_is_plain_data(packaged):
    assert {"example", "formula", "deck", "invariant"} < set(packaged.data)
    assert all(entry["id"].startswith(packaged.prefix) for entry in packaged.data["example"])


def test_a_rule_reads_well():
    tiny = Ledger(TINY).rules["tiny.a"]
    assert repr(tiny) == "<tiny.a: <script>alert('x')</script> & more.>"
    assert str(tiny).splitlines() == [
        "tiny.a (A & B; turn, silent)",
        "  <script>alert('x')</script> & more.",
        "  Ruling: plain: <i>as is</i>",
        "  Or: loud: shout",
        "  Or: two words: whisper",
        "  Why: because",
        "  Switch: voice = plain (default) or loud or two words",
        "  Illegal: Refused: no.",
        "  Not modelled: nobody can hear it",
    ]
    assert all(len(line) <= 104 for entry in rules("hunt") for line in str(entry).splitlines())


def test_html_is_escaped_and_closed():
    html = Ledger(TINY).rules["tiny.a"]._repr_html_()
    assert "<script" not in html and "<i>" not in html and "&lt;script&gt;" in html
    for tag in ("div", "p", "dl", "code"):
        assert html.count(f"<{tag}") == html.count(f"</{tag}>")
    assert "<dl>" not in rule("hunt.hero.green")._repr_html_()


def test_rules_are_values():
    found = rule("hunt.turn.pass")
    assert pickle.loads(pickle.dumps(found)) == found and len({found, found}) == 1
    with pytest.raises(AttributeError):
        found.text = "other"


def test_mistakes_in_a_ledger_are_told():
    with pytest.raises(ValueError, match="rule tiny.a has unknown entries: rulling"):
        Ledger(TINY.replace("ruling =", "rulling ="))
    with pytest.raises(ValueError, match="an id twice"):
        Ledger(TINY + TINY[TINY.index("[[rule]]") :])


def test_readings_may_be_listed():
    listed = Rule("x", "s", "turn", "t", "silent", "Six.", ("four",), "w", "n", switch_values=("6", "4"))
    assert listed.readings == ("6", "4") and listed.reading == "6"


def test_nothing_is_read_or_imported_before_it_is_asked_for():
    program = (
        "import sys; from beastlab.core import ledger; assert ledger._ledger.cache_info().currsize == 0;"
        "late = {'tomllib', 'difflib', 'html'} & set(sys.modules); assert not late, late"
    )
    env = {"PYTHONPATH": os.pathsep.join(path or "." for path in sys.path)}
    subprocess.run([sys.executable, "-S", "-c", program], check=True, env=env)
