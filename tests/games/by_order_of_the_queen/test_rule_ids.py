"""Every rule that the code names stands in the ledger, in its text and in play."""

import re
from pathlib import Path
from random import Random

import pytest
from games.by_order_of_the_queen.laying import keys, new, refused
from games.by_order_of_the_queen.playing import keen, settings

from beastlab.core.ledger import ledger
from beastlab.games import by_order_of_the_queen as queen

PACKAGE = Path(queen.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
LEDGER = ledger("queen").rules
ID = re.compile(r"\bqueen\.(?:component|goal|loss|setup|turn|quest|order|location|reward|penalty|test|item|favor|horde"
                r"|nemesis|end|event|threat|hero|variant)\.[a-z0-9]+(?:-[a-z0-9]+)*")  # fmt: skip


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_rule_that_the_code_names_stands_in_the_ledger(path):
    named = set(ID.findall(path.read_text("utf-8")))
    assert sorted(named - set(LEDGER)) == []


@pytest.mark.parametrize("id_", sorted(rule.id for rule in LEDGER.values() if rule.illegal))
def test_every_refusal_of_the_ledger_is_made_by_the_code(id_):
    literal = re.compile(rf'["\[]{re.escape(id_)}["\]]')
    assert any(literal.search(path.read_text("utf-8")) for path in SOURCES)


@pytest.mark.parametrize("seed", range(8))
def test_every_rule_that_is_told_asked_or_refused_in_play_stands_in_the_ledger(seed):
    rng, match = Random(seed), new(..., seed=seed, **settings(seed))
    while not match.over:
        assert match.request.rule in LEDGER
        for key, entry in refused(match).items():
            assert entry.rule in LEDGER, key
            assert entry.why.endswith("."), key
            assert key not in keys(match)
        match.play(keen(match, rng) if seed % 2 else rng.choice(match.request.options))
    assert not {event.rule for event in match.events()} - set(LEDGER)
    assert match.result.rule in LEDGER
