"""Every rule that the code names stands in the ledger, in its text and in play."""

import re
from pathlib import Path
from random import Random

import pytest
from games.beast_hunt.laying import keys, new, refused

from beastlab.core.ledger import ledger
from beastlab.games import beast_hunt as hunt

PACKAGE = Path(hunt.__file__).parent
SOURCES = sorted([*(PACKAGE / "rules").glob("*.py"), PACKAGE / "table.py", PACKAGE / "cards.py"])
CHECKS = [PACKAGE / "invariants.py", PACKAGE / "positions.py"]
INVARIANTS = {row["id"] for row in ledger("beast_hunt").data["invariant"]}
LEDGER = ledger("beast_hunt").rules
ID = re.compile(r"\bhunt\.[a-z]+\.[a-z0-9]+(?:-[a-z0-9]+)*")


@pytest.mark.parametrize("path", SOURCES + CHECKS, ids=lambda path: path.stem)
def test_every_rule_that_the_code_names_stands_in_the_ledger(path):
    named = set(ID.findall(path.read_text("utf-8")))
    assert sorted(named - set(LEDGER) - (INVARIANTS if path in CHECKS else set())) == []


REFUSALS = {rule.id for rule in LEDGER.values() if rule.illegal and not rule.not_modelled}


@pytest.mark.parametrize("id_", sorted(REFUSALS))
def test_every_refusal_of_the_ledger_is_made_by_the_code(id_):
    literal = re.compile(rf'["\[]{re.escape(id_)}["\]]')
    assert any(literal.search(path.read_text("utf-8")) for path in SOURCES)


@pytest.mark.parametrize("seed", range(4))
def test_every_rule_that_is_told_asked_or_refused_in_play_stands_in_the_ledger(seed):
    rng, match = Random(seed), new(..., seed=seed, seats=2 + seed, champions=1 + seed % 2)
    for _ in range(250):
        if match.over:
            break
        assert match.request.rule in LEDGER
        for key, entry in refused(match).items():
            assert entry.rule in LEDGER, key
            assert entry.why.endswith("."), key
            assert key not in keys(match)
        match.play(rng.choice(keys(match)))
    unknown = {event.rule for event in match.events()} - set(LEDGER)
    assert not unknown
