"""axe-core's serious and critical findings about an element of a page."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from browser.kit import ROOT

AXE = Path(os.environ.get("AXE", ROOT / "node_modules" / "axe-core" / "axe.min.js"))


def serious(page: Any, target: Any) -> list[str]:
    """The findings as lines, each with the rule and the HTML that breaks it; skips where axe-core is missing."""
    if not AXE.exists():
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse(f"no axe-core at {AXE}: `npm install axe-core`, or name its axe.min.js in the variable AXE")
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    found = target.evaluate(
        "part => axe.run(part, {resultTypes: ['violations'], preload: false, rules: {'target-size': {enabled: true}}})"
    )
    return [
        f"{fault['id']}: {node['html'][:200]} {node['failureSummary']}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]
