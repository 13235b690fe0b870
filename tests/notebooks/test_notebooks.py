"""Every notebook runs from top to bottom, headless and within its budget."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(p for p in FOLDER.rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)
BUDGET = 30  # seconds, kernel start included


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))  # nobody's own start-up files
    copies = shutil.copytree(FOLDER, tmp_path / "notebooks")  # a notebook may save a game beside itself
    monkeypatch.chdir((copies / path.relative_to(FOLDER)).parent)
    notebook = nbformat.read(path, as_version=4)
    began = time.monotonic()
    NotebookClient(notebook, timeout=4 * BUDGET, kernel_name="python3").execute()
    took = time.monotonic() - began
    assert took < BUDGET, f"{took:.0f} s"
