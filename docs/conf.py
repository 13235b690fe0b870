"""The site: `sphinx-build -W docs docs/_build`. It runs the notebooks, which are stored without outputs."""

import shutil
from pathlib import Path

import beastlab

HERE = Path(__file__).parent
shutil.rmtree(HERE / "notebooks", ignore_errors=True)
shutil.copytree(
    HERE.parent / "notebooks", HERE / "notebooks", ignore=shutil.ignore_patterns(".*", "play.ipynb")
)

project = "beastlab"
author = "The beastlab authors"
version = release = beastlab.__version__
extensions = ["myst_nb"]
exclude_patterns = ["_build"]
html_theme = "furo"
nb_execution_mode = "auto"
nb_execution_timeout = 120
nb_execution_raise_on_error = True
suppress_warnings = ["mystnb.unknown_mime_type"]  # a chart's live face; the page takes its SVG
nb_mime_priority_overrides = [("html", "text/html", 1)]  # a board's still, not a widget without its kernel
