"""Every rule of a game's ledger is cited by a test: `@pytest.mark.rule("hunt.stagger.trigger")`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import beastlab

UNTESTED = Path(__file__).with_name("untested.txt")
LEDGERS = sorted((Path(beastlab.__file__).parent / "games").glob("*/ledger.toml"))
RULES = [rule for path in LEDGERS for rule in tomllib.loads(path.read_text("utf-8"))["rule"]]
IDS = {rule["id"] for rule in RULES}
TO_TEST = {rule["id"] for rule in RULES if "not_modelled" not in rule}


@pytest.fixture(scope="module")
def untested() -> set[str]:
    """The rules that may go without a test as yet."""
    lines = (line.partition("#")[0].strip() for line in UNTESTED.read_text("utf-8").splitlines())
    return {line for line in lines if line}


def test_every_rule_has_a_test(rules_cited: set[str], untested: set[str]) -> None:
    assert sorted(TO_TEST - rules_cited - untested) == []


def test_every_cited_rule_stands_in_a_ledger(rules_cited: set[str]) -> None:
    assert sorted(rules_cited - IDS) == []


def test_the_list_of_untested_rules_only_shrinks(rules_cited: set[str], untested: set[str]) -> None:
    assert sorted(untested & rules_cited) == [], "these have a test now: take them off the list"
    assert sorted(untested - TO_TEST) == [], "these are no rules to test: take them off the list"
