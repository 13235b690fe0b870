"""The package as a whole: what its files promise each other, and what an import costs."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import beastlab

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NEEDS = {need.name: need for need in map(Requirement, PROJECT["dependencies"])}
NOTEBOOKS = sorted(p for p in (ROOT / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)
COMMANDS = [
    "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/beastlab lab",
    'python3 -m venv .venv && .venv/bin/pip install -e ".[test]" && .venv/bin/pytest',
]


def test_there_is_one_version() -> None:
    assert beastlab.__version__ == PROJECT["version"]
    assert f"## {PROJECT['version']}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"/v{PROJECT['version']}?" in (ROOT / "README.md").read_text("utf-8"), (
        "Binder's link names the tag"
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_readme_shows_the_commands_that_ci_runs(command: str) -> None:
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    assert command in lines
    assert command in (ROOT / ".ci" / "run").read_text("utf-8")


def test_binder_pins_what_the_project_allows() -> None:
    lines = (ROOT / "binder" / "requirements.txt").read_text("utf-8").splitlines()
    *pins, last = [line for line in lines if line and not line.startswith("#")]
    assert last == ".", "the package itself comes last, with its needs met"
    pinned = {}
    for pin in map(Requirement, pins):
        ((operator, pinned[pin.name]),) = [(s.operator, s.version) for s in pin.specifier]
        assert operator == "=="
    assert pinned.keys() == NEEDS.keys()
    assert [name for name, version in pinned.items() if version not in NEEDS[name].specifier] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks_are_stored_without_outputs(path: Path) -> None:
    notebook = json.loads(path.read_text("utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell for cell in code if cell["outputs"] or cell["execution_count"] is not None] == []
    assert "widgets" not in notebook["metadata"], "saved widget state holds the widgets' whole scripts"


def test_every_dependency_is_explained() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    extras = [Requirement(need) for extra in PROJECT["optional-dependencies"].values() for need in extra]
    names = NEEDS.keys() | {need.name for need in extras} - {"beastlab"}
    assert sorted(name for name in names if f"`{name}`" not in text) == []


def test_every_import_is_declared() -> None:
    # vl_convert is the extra `static`: looked for, and done without; ipywidgets brings the two that it is made of
    declared = {*sys.stdlib_module_names, *NEEDS, "beastlab", "vl_convert", "IPython", "traitlets"}
    imported = set()
    for path in (ROOT / "beastlab").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module.partition(".")[0])
    assert sorted(imported - declared) == []


@pytest.mark.parametrize("module", ["beastlab", "beastlab.games.beast_hunt", "beastlab.odds", "beastlab.cli"])
def test_import_is_light(module: str) -> None:
    heavy = ["IPython", "altair", "anywidget", "ipywidgets", "jupyterlab", "numpy", "scipy", "sympy", "voila"]
    code = f"import sys, {module}; print(*[name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_nothing_under_the_rules_imports_a_widget() -> None:
    pattern = re.compile(r"^\s*(?:from|import) (?:ipywidgets|anywidget|IPython|beastlab\.boards)\b", re.M)
    below = [p for part in ("core", "odds", "games") for p in (ROOT / "beastlab" / part).rglob("*.py")]
    assert [p.name for p in below if pattern.search(p.read_text("utf-8"))] == []
