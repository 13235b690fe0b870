"""The README's lines work as written, and the numbers beside them are the numbers they give."""

import re
from fractions import Fraction
from pathlib import Path

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
LINES = [line for block in re.findall(r"```python\n(.*?)```", README, re.S) for line in block.splitlines()]


def test_the_tour_works_as_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict = {"Fraction": Fraction}
    promised = 0
    for line in LINES:
        exec(line, names)
        if value := re.search(r"# (Fraction\(\d+, \d+\))$", line):
            promised += 1
            assert eval(line, names) == eval(value[1], names), line
    assert promised == 9
    match, again, twin = names["match"], names["again"], names["twin"]
    assert again.request.options == match.request.options == twin.request.options
    assert again.view(0) == match.view(0)
    assert (tmp_path / "game.json").exists()
    assert match.over is False
    assert match.result is None
