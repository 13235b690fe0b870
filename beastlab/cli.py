"""The command `beastlab`: open the notebooks in JupyterLab, open the page to play at, and check card files.

Only the standard library is imported here; JupyterLab, Voila and the games load when a command needs them.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import os
import shutil
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from beastlab import __version__

FIRST = "00-start-here.ipynb"
PAGE = "play.ipynb"
HERE = Path(__file__).resolve().parent
COPY_TO = "beastlab-notebooks"


class Parser(argparse.ArgumentParser):
    """An argument parser that answers a mistake with one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help).\n")


def parser() -> Parser:
    """Everything that can be typed after `beastlab`."""
    top = Parser(prog="beastlab", description="Board games in notebooks, with exact odds.")
    top.add_argument("--version", action="version", version=__version__)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    lab_ = commands.add_parser(
        "lab",
        help="open the notebooks in JupyterLab",
        usage="beastlab lab [-h] [FOLDER] [JUPYTER FLAGS ...]",
        description="Open the first notebook in JupyterLab. Jupyter's own flags follow FOLDER, "
        "for example: beastlab lab --no-browser --port=8899",
    )
    lab_.add_argument(
        "folder",
        nargs="?",
        type=a_folder,
        metavar="FOLDER",
        help="copy the notebooks here first, over no file that is there already; without it, "
        f"a checkout's notebooks open in place, and others are copied to ./{COPY_TO}",
    )

    commands.add_parser(
        "app",
        help="open the page to play at, without code",
        usage="beastlab app [-h] [VOILA FLAGS ...]",
        description="Open the page to play at in the browser; games are saved in the folder you stand in. "
        "Voila's own flags may follow, for example: beastlab app --theme=dark --no-browser --port=8899",
    )

    check = commands.add_parser("check-cards", help="list every fault of some card files")
    check.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a CSV of cards, or a folder of them"
    )
    check.add_argument("--game", choices=games(), help="whose cards (default: those they fit best)")
    return top


def a_folder(text: str) -> Path:
    """The path of a folder that is there, or can be made."""
    path = Path(text).expanduser().absolute()
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is a file, not a folder")
    return path


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    flags: list[str] = []
    if words[:1] in (["lab"], ["app"]):  # from the first flag on, all is Jupyter's
        cut = next((i for i, word in enumerate(words) if word.startswith("-")), len(words))
        if words[cut : cut + 1] not in (["-h"], ["--help"]):
            words, flags = words[:cut], words[cut:]
    asked = parser().parse_args(words)
    try:
        if asked.command == "lab":
            return lab(asked.folder, flags)
        if asked.command == "app":
            return app(flags)
        return check_cards(asked.files, asked.game)
    except OSError as fault:
        print(f"beastlab: {fault.filename or asked.command}: {fault.strerror}.", file=sys.stderr)
        return 1


def games() -> list[str]:
    """The games whose cards can be checked: those with a folder of cards."""
    return sorted(path.parent.name for path in (HERE / "games").glob("*/cards"))


def lab(folder: Path | None, flags: Sequence[str]) -> int:
    """Open JupyterLab on the first notebook, copied to `folder` where one is needed or named."""
    root = open_folder(folder)
    ours = [f"--ServerApp.root_dir={root}", f"--LabApp.default_url=/lab/tree/{FIRST}"]
    as_root = ["--allow-root", "--ServerApp.ip=127.0.0.1"] if is_root() else []
    given = {trait(flag) for flag in flags}
    ours, as_root = ([flag for flag in some if trait(flag) not in given] for some in (ours, as_root))
    if as_root:
        print(f"Running as root, so adding {' '.join(as_root)}; the token is asked as ever.", flush=True)
    use_settings()
    from jupyterlab.labapp import LabApp

    LabApp.launch_instance([*ours, *as_root, *flags])
    return 0


def app(flags: Sequence[str]) -> int:
    """Open Voila on the page to play at: a checkout's own, else the package's."""
    page = (checkout() or HERE / "_notebooks") / PAGE
    if not page.is_file():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(page))
    use_settings()
    from voila.app import Voila

    # the kernel stands where the command was typed, so that saves land there
    Voila.launch_instance([str(page), f"--MappingKernelManager.root_dir={Path.cwd()}", *flags])
    return 0


def use_settings() -> None:
    """Defaults that a reader's own settings win over: no news, no update check, no hidden cells, no CDN."""
    for variable, folder in {"JUPYTER_CONFIG_PATH": "lab_settings", "JUPYTER_PATH": "jupyter_data"}.items():
        ours, others = str(HERE / folder), os.environ.get(variable)
        os.environ[variable] = f"{ours}{os.pathsep}{others}" if others else ours


def is_root() -> bool:
    """Whether JupyterLab would refuse to start without a word."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def trait(flag: str) -> str:
    """What a Jupyter flag sets: "ip" for `--ip=...` and for `--ServerApp.ip`."""
    return flag.partition("=")[0].rpartition(".")[2].lstrip("-")


def open_folder(folder: Path | None) -> Path:
    """The folder that JupyterLab is to show; what had to be copied is copied and told."""
    there = checkout()
    if folder is None and there is not None:
        return there
    source = there or HERE / "_notebooks"
    target = folder or Path(COPY_TO).absolute()
    if target != source:
        copied, left = copy_new(source, target)
        print(f"Files copied to {target}: {copied}; there already, left as they are: {left}.", flush=True)
    return target


def checkout() -> Path | None:
    """The notebooks of a checkout: the one we stand in, else the one this package runs from."""
    for root in (Path.cwd(), *Path.cwd().parents, HERE.parent):
        project, notebooks = root / "pyproject.toml", root / "notebooks"
        if project.is_file() and (notebooks / FIRST).is_file():
            with project.open("rb") as file:
                if tomllib.load(file).get("project", {}).get("name") == "beastlab":
                    return notebooks
    return None


def copy_new(source: Path, target: Path) -> tuple[int, int]:
    """Copy a tree over nothing that exists: how many files were copied, how many left alone."""
    copied = left = 0
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source)
        if path.is_dir() or any(part.startswith((".", "__")) for part in name.parts):
            continue
        to = target / name
        if os.path.lexists(to):
            left += 1
        else:
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)
            copied += 1
    return copied, left


def check_cards(paths: Sequence[Path], game: str | None) -> int:
    """Print every fault of the card files, one a line; if there is none, what they lack to be played alone.

    Without a game they are taken for cards of the one in which they have the fewest faults.
    """
    found = []
    for name in [game] if game else games():
        try:
            cards, notes = importlib.import_module(f"beastlab.games.{name}.cards").check_cards(*paths)
        except ValueError as error:
            found.append((len(getattr(error, "faults", "?")), name, str(error)))
        else:
            found.append((0, name, "\n  ".join([f"{cards} card{'s' * (cards != 1)}, no faults", *notes])))
    faults, name, said = min(found, key=lambda one: one[0])
    print(said)
    if not game:
        print(f"Taken for cards of {name}; --game chooses another game.")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
