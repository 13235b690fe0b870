"""One JupyterLab for all tests of this folder; no game that an earlier test kept is offered to a later one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import kit


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server stands: `kit.write` puts notebooks there."""
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="session")
def lab(folder: Path, chromium: Path) -> Iterator[str]:
    with kit.jupyterlab(folder) as base:
        yield base


@pytest.fixture(autouse=True)
def nothing_kept(folder: Path) -> None:
    for kept in [*folder.rglob(".beastlab")]:
        shutil.rmtree(kept)
