"""What all tests share: Hypothesis without a clock, the browser or a word why not, the rules that tests cite."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
CITED = pytest.StashKey[set[str]]()

settings.register_profile("beastlab", deadline=None, print_blob=True, derandomize="CI" in os.environ)
settings.load_profile("beastlab")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[CITED] = set()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Note what a test cites as it is collected: later, `-m` and `-k` take tests away."""
    for mark in item.iter_markers("rule"):
        item.config.stash[CITED].update(mark.args)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser") and not CHROMIUM.exists():
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse(f"no Chromium at {CHROMIUM}; name one in the variable CHROMIUM")


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The browser that tests marked `browser` start."""
    return CHROMIUM


@pytest.fixture(scope="session")
def rules_cited(request: pytest.FixtureRequest) -> set[str]:
    """The rule ids that the whole suite's tests cite; skips where only a part was collected."""
    config = request.config
    tests = Path(__file__).parent
    asked = [(config.invocation_params.dir / arg.split("::")[0]).resolve() for arg in config.args]
    whole = any(path == tests or path in tests.parents for path in asked)
    if (
        not whole
        or config.getoption("lf", False)
        or config.getoption("ignore")
        or config.getoption("ignore_glob")
    ):
        pytest.skip("only part of the suite was collected, so the rules without a test aren't known")
    return config.stash[CITED]
