"""The ledger's examples, every one of them replayed in a `test_examples_*.py`; and what those tests share.

A test names its example with `@pytest.mark.example`. Halves of an example that hang on switches which the
package doesn't have are left out, with a comment that names the switch.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from beastlab.core.explore import explore
from beastlab.core.ledger import ledger
from beastlab.core.match import Match
from beastlab.core.requests import Choose, Here, Move, Rule
from beastlab.games import beast_hunt as hunt
from beastlab.games.beast_hunt import SWITCHES, CardSet, Table, illustrative

WHO = SWITCHES["stagger_who"]
READINGS = SWITCHES["orb_reading"]
LEFT_OUT = {  # standing_modifier_scope once, stagger_after_miss kept
    "hunt.ex.orb-standing-modifier": {"49/108"},
    "hunt.ex.stagger-kept-variant": {"270/529"},
}
EXAMPLES = {entry["id"]: entry for entry in ledger("beast_hunt").data["example"]}


@cache
def cards(*codes: str, needs: str = "", **more: tuple[str, int]) -> CardSet:
    """The illustrative cards, and cards whose codes say what they are.

    `orb2-9-7` is a Beast with orb 2, defeat 9 and Stagger 7 (whatever the reading of the orb), `king2-16-14`
    such a King; `needs` is the requirement of all of them. `more` are cards of other types with a count:
    `lesser_beast=("8", 5)` are five of defeat 8, `more-lesser-beast-1` to `-5`.
    """
    rows = []
    for code in codes:
        kind, *numbers = code.split("-")
        row = {"code": code, "name": code.title(), "type": "king" if kind.startswith("king") else "beast"}
        row |= {"orbs": kind.strip("abcdefghijklmnopqrstuvwxyz"), "requirement": needs}
        rows.append(row | dict(zip(("defeat", "stagger"), numbers, strict=False)))
    for type_, (value, count) in more.items():
        kind = type_.replace("_", "-")
        row = {"code": f"more-{kind}", "name": f"More {kind}", "type": type_, "count": str(count)}
        rows.append(row | {"enchant": {"values": value}, "lesser_beast": {"defeat": value}}.get(type_, {}))
    data = illustrative().to_json()
    return CardSet.from_json({**data, "cards": [*data["cards"], *rows]})


def fought(match: Match, move: str) -> dict[str, Fraction]:
    """What an attack comes to, enumerated through the rules; `explain` has to give the same."""
    measured = hunt.measured(match, move)
    assert hunt.explain(match, move).law == measured
    return {outcome: measured[outcome] for outcome in ("defeat", "stagger", "miss")}


def choosing(*keys: str) -> Callable[[Choose], Move]:
    """A policy: the first of these moves that is legal; else to pass, or to end the turn."""

    def choose(request: Choose) -> Move:
        legal = {option.key: option for option in request.options}
        return next(legal[key] for key in (*keys, "pass", "decline", "later", "none", "end") if key in legal)

    return choose


def played_out(
    table: Table,
    choose: Callable[[Choose], Move],
    key: Callable[[Table], Any],
    result: Callable[[Table], Any],
) -> dict[Any, Fraction]:
    """The exact law of `result`, which is None as long as the game goes on, when all choices follow a policy.

    Whole turns are enumerated through the rules, step by step; positions with the same `key` are one.
    """

    def program() -> Rule:
        now = table.copy()
        while (end := result(now)) is None:
            yield Here((now.phase, now.turn, now.actions, key(now)))
            yield from hunt.GAME.step(now)
        return end

    return explore(program, choose)


# --- no example without a test -----------------------------------------------------------------------------


def cited() -> Iterator[tuple[str, Any, set[str], set[str]]]:
    """Every test of an example: its name, the function, the examples and the rules that it cites."""
    for path in sorted(Path(__file__).parent.glob("test_examples_*.py")):
        module = import_module(f"games.beast_hunt.{path.stem}")
        for name, test in vars(module).items():
            marks = getattr(test, "pytestmark", []) if name.startswith("test_") else []
            examples = {arg for mark in marks if mark.name == "example" for arg in mark.args}
            if examples:
                yield name, test, examples, {a for mark in marks if mark.name == "rule" for a in mark.args}


def test_every_example_of_the_ledger_is_replayed() -> None:
    replayed = {example for _, _, examples, _ in cited() for example in examples}
    assert sorted(EXAMPLES.keys() - replayed) == [], "these examples have no test"
    assert sorted(replayed - EXAMPLES.keys()) == [], "these are no examples of the ledger"


def test_every_number_of_an_example_stands_in_its_test() -> None:
    """Fractions are asserted as the ledger prints them."""
    sources: dict[str, str] = dict.fromkeys(EXAMPLES, "")
    for _, test, examples, _ in cited():
        for example in examples:
            sources[example] += re.sub("#.*", "", inspect.getsource(test))
    for example, entry in EXAMPLES.items():
        for number in {*re.findall(r"\d+/\d+", entry["expect"])} - LEFT_OUT.get(example, set()):
            assert re.search(rf"\b{number}\b", sources[example]), f"{example}: {number} is asserted nowhere"


def test_tests_of_examples_cite_rules_of_their_examples() -> None:
    for name, _, examples, rules in cited():
        known = {rule for example in examples for rule in EXAMPLES[example]["rules"]}
        assert rules and rules <= known, f"{name} cites {sorted(rules - known) or 'no rule'}"
