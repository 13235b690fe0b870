"""The ledger's examples, every one of them in a `test_examples_*.py`; and what those tests share."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from fractions import Fraction as F
from importlib import import_module
from pathlib import Path
from typing import Any

from games.by_order_of_the_queen.laying import (
    lay,
)

from beastlab.core.explore import explore, nobody, solve
from beastlab.core.ledger import ledger
from beastlab.core.requests import Choose, Move, Rule
from beastlab.games.by_order_of_the_queen import Table
from beastlab.games.by_order_of_the_queen.rules import fights, kingdom, tests

EXAMPLES = {entry["id"]: entry for entry in ledger("queen").data["example"]}
FIRST = [
    "hero-01",
    "hero-04",
    "hero-07",
    "hero-02",
]  # Griswold Gremaine, Atook, Grynn Burrowfist, Stewart Hoppyr
SECOND = [
    "hero-05",
    "hero-06",
    "hero-08",
    "hero-09",
]  # Gilbert Bonde, Baldric Boomrock, Vanlamir Lumaris, Lula Rubrick
Q = {"q-one": {"type": "quest", "requires": "2x Emerald Valley", "reward": "favor"}}
LONG = "strength / threat_garden | strength / favor / threat_garden | strength / favor / threat_garden"


def rolling(party: list[str], attribute: str, favors: int = 0, items: tuple[str, ...] = ()) -> Table:
    """A table on which this party makes a Test."""
    return lay(party=party, favors={0: favors}, items={0: items}, action="quest")


def law_of(table: Table, attribute: str, choose: Callable[[Choose], Move] = nobody) -> dict[Any, F]:
    """The law of (success, Favors spent) of a Test."""

    def rule() -> Rule:
        own = table.copy()
        success = yield from tests.test(own, 0, attribute)
        return success, table.seats[0].favors - own.seats[0].favors

    return explore(rule, choose)


def freely(request: Choose) -> Move:
    """Spends all Items, and Favors while the Test fails."""
    return request.options[-1] if request.options[0].key == "roll" else request.options[1]


def success(law: dict[Any, F]) -> F:
    return sum((chance for (won, _), chance in law.items() if won), F(0))


def spent(law: dict[Any, F]) -> F:
    return sum((chance * favors for (_, favors), chance in law.items()), F(0))


def horde(table: Table, worth: Callable[[Table], Any]) -> F:
    """The greatest expectation of what a Horde fight comes to."""

    def rule() -> Rule:
        own = table.copy()
        yield from kingdom.until_over(fights.fight_horde(own, 0))
        return worth(own)

    return solve(rule, 0, lambda result: result)[0]


def cleared(table: Table) -> int:
    return not table.in_play


# --- no example without a test ------------------------------------------------------------------------------


def cited() -> dict[str, list[Any]]:
    """The tests of each example."""
    found: dict[str, list[Any]] = {}
    for path in sorted(Path(__file__).parent.glob("test_examples_*.py")):
        module = vars(import_module(f"games.by_order_of_the_queen.{path.stem}"))
        for test in (test for name, test in module.items() if name.startswith("test_")):
            for mark in getattr(test, "pytestmark", []):
                for example in mark.args if mark.name == "example" else ():
                    found.setdefault(example, []).append(test)
    return found


def test_every_example_of_the_ledger_is_replayed() -> None:
    assert cited().keys() == EXAMPLES.keys()


def test_every_number_of_an_example_stands_in_its_test() -> None:
    """Fractions are asserted as the ledger prints them; what stands in a formula or counts piles is not one."""
    for example, some in cited().items():
        source = "".join(re.sub("#.*", "", inspect.getsource(test)) for test in some)
        for number in {*re.findall(r"(?<![(/\d])\d+/\d+(?![/\d)])", EXAMPLES[example]["expect"])}:
            assert re.search(rf"\b{number}\b", source), f"{example}: {number} is asserted nowhere"


def test_tests_of_examples_cite_rules_of_their_examples() -> None:
    for example, some in cited().items():
        for test in some:
            rules = {arg for mark in test.pytestmark if mark.name == "rule" for arg in mark.args}
            assert rules and rules <= set(EXAMPLES[example]["rules"]), test
