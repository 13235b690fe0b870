"""The command `beastlab`, with a JupyterLab and a Voila that only note how they were started."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from beastlab import cli


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The flags of each start of a server, which isn't started."""
    from jupyterlab.labapp import LabApp
    from voila.app import Voila

    starts: list[list[str]] = []
    monkeypatch.setattr(LabApp, "launch_instance", starts.append)
    monkeypatch.setattr(Voila, "launch_instance", starts.append)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "elsewhere")  # put back after the test
    monkeypatch.delenv("JUPYTER_PATH", raising=False)
    monkeypatch.setattr(cli, "is_root", lambda: False)
    return starts


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package with three notebooks, and an empty folder to stand in."""
    package = tmp_path / "site-packages" / "beastlab"
    for name in ("00-start-here.ipynb", "learn/one.ipynb", "play.ipynb", ".ipynb_checkpoints/x.ipynb"):
        path = package / "_notebooks" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"as shipped: {name}")
    monkeypatch.setattr(cli, "HERE", package)
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    return package


def checkout(folder: Path, name: str = "beastlab") -> Path:
    """A checkout of a project of that name; returns its notebooks."""
    (folder / "notebooks").mkdir(parents=True)
    (folder / "notebooks" / cli.FIRST).write_text("in place")
    (folder / "pyproject.toml").write_text(f'[project]\nname = "{name}"\n')
    return folder / "notebooks"


def test_lab_copies_the_notebooks_of_a_wheel(
    wheel: Path, started: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["lab"]) == 0
    folder = Path.cwd() / "beastlab-notebooks"
    assert sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*.ipynb")) == [
        "00-start-here.ipynb",
        "learn/one.ipynb",
        "play.ipynb",
    ]
    assert capsys.readouterr().out == f"Files copied to {folder}: 3; there already, left as they are: 0.\n"
    assert started == [
        [f"--ServerApp.root_dir={folder}", "--LabApp.default_url=/lab/tree/00-start-here.ipynb"]
    ]
    settings, others = os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert (settings, others) == (str(wheel / "lab_settings"), "elsewhere")


def test_lab_never_writes_over_a_file(
    wheel: Path, started: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    mine = Path("mine", "learn", "one.ipynb")
    mine.parent.mkdir(parents=True)
    mine.write_text("my answers")
    Path("mine", cli.FIRST).symlink_to("gone")  # writing to it would make a file elsewhere
    assert cli.main(["lab", "mine"]) == 0
    assert mine.read_text() == "my answers" and not Path("mine", "gone").exists()
    assert capsys.readouterr().out.endswith("mine: 1; there already, left as they are: 2.\n")


def test_lab_opens_a_checkout_in_place(
    wheel: Path, started: list[list[str]], tmp_path: Path, monkeypatch
) -> None:
    notebooks = checkout(tmp_path / "checkout")
    for place in (notebooks.parent, notebooks):
        monkeypatch.chdir(place)
        assert cli.main(["lab"]) == 0
        assert started.pop()[0] == f"--ServerApp.root_dir={notebooks}"
    monkeypatch.setattr(
        cli, "HERE", notebooks.parent / "beastlab"
    )  # an editable install, seen from elsewhere
    monkeypatch.chdir(tmp_path / "empty")
    assert cli.main(["lab"]) == 0
    assert started.pop()[0] == f"--ServerApp.root_dir={notebooks}"
    assert cli.main(["lab", "here"]) == 0  # a folder that is named gets a copy all the same
    assert Path("here", cli.FIRST).read_text() == "in place"


def test_lab_takes_no_other_project_for_a_checkout(wheel: Path, started: list[list[str]]) -> None:
    checkout(Path.cwd(), name="lecture")
    assert cli.main(["lab"]) == 0
    assert Path("beastlab-notebooks", cli.FIRST).read_text().startswith("as shipped")


def test_flags_of_jupyter_pass_through(wheel: Path, started: list[list[str]]) -> None:
    assert cli.main(["lab", "--no-browser", "--port", "8899"]) == 0
    assert started.pop()[2:] == ["--no-browser", "--port", "8899"]
    assert cli.main(["lab", "mine", "--ServerApp.root_dir=x"]) == 0  # said twice, Jupyter refuses
    assert started.pop() == ["--LabApp.default_url=/lab/tree/00-start-here.ipynb", "--ServerApp.root_dir=x"]


def test_lab_starts_as_root_on_loopback(
    wheel: Path, started: list[list[str]], monkeypatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "is_root", lambda: True)
    assert cli.main(["lab"]) == 0
    assert started.pop()[2:] == ["--allow-root", "--ServerApp.ip=127.0.0.1"]
    said = "Running as root, so adding --allow-root --ServerApp.ip=127.0.0.1; the token is asked as ever.\n"
    assert capsys.readouterr().out.endswith(said)
    assert cli.main(["lab", "--ip=0.0.0.0"]) == 0
    assert started.pop()[2:] == ["--allow-root", "--ip=0.0.0.0"]


def test_app_opens_the_page_in_place_and_saves_where_one_stands(
    wheel: Path, started: list[list[str]], tmp_path: Path, monkeypatch
) -> None:
    assert cli.main(["app", "--theme=dark", "--port", "8899"]) == 0
    page = wheel / "_notebooks" / "play.ipynb"
    here = f"--MappingKernelManager.root_dir={Path.cwd()}"
    assert started.pop() == [str(page), here, "--theme=dark", "--port", "8899"]
    assert list(Path.cwd().iterdir()) == []
    assert os.environ["JUPYTER_PATH"] == str(wheel / "jupyter_data")
    assert os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep) == [str(wheel / "lab_settings"), "elsewhere"]
    notebooks = checkout(tmp_path / "checkout")
    (notebooks / "play.ipynb").touch()
    monkeypatch.chdir(notebooks.parent)
    assert cli.main(["app"]) == 0
    here = f"--MappingKernelManager.root_dir={notebooks.parent}"
    assert started.pop() == [str(notebooks / "play.ipynb"), here]


def test_app_says_that_its_page_is_missing(
    wheel: Path, started: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    (wheel / "_notebooks" / "play.ipynb").unlink()
    assert cli.main(["app"]) == 1
    assert capsys.readouterr().err.endswith("play.ipynb: No such file or directory.\n") and started == []


def test_the_settings_are_those_that_ask_no_cdn() -> None:
    template = cli.HERE / "jupyter_data" / "nbconvert" / "templates" / "beastlab"
    settings = json.loads((cli.HERE / "lab_settings" / "voila.json").read_text("utf-8"))
    assert settings["VoilaConfiguration"]["template"] == template.name
    assert json.loads((template / "conf.json").read_text("utf-8")) == {"base_template": "lab"}
    lab = json.loads((cli.HERE / "lab_settings" / "jupyter_lab_config.json").read_text("utf-8"))
    assert lab["ServerApp"]["tornado_settings"]["mathjax_url"] is None
    assert "http" not in (template / "page.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "beastlab: the following arguments are required: COMMAND (see beastlab --help).\n"),
        (["lob"], "invalid choice: 'lob' (choose from"),
        (["lab", "a", "b"], "beastlab: unrecognized arguments: b (see beastlab --help).\n"),
        (["lab", "file"], "beastlab lab: argument FOLDER: file is a file, not a folder (see"),
        (["app", "a"], "beastlab: unrecognized arguments: a (see beastlab --help).\n"),
        (["check-cards"], "beastlab check-cards: the following arguments are required: FILE (see"),
        (["check-cards", "--game", "go", "x"], "argument --game: invalid choice: 'go'"),
    ],
)
def test_a_mistake_gets_one_sentence(
    words: list[str], said: str, wheel: Path, started: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("file").touch()
    with pytest.raises(SystemExit) as end:
        cli.main(words)
    err = capsys.readouterr().err
    assert (end.value.code, err.count("\n"), started) == (2, 1, [])
    assert said in err


def test_a_folder_that_cannot_be_made_gets_one_sentence(
    wheel: Path, started: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("file").touch()
    assert cli.main(["lab", "file/under"]) == 1
    assert capsys.readouterr().err.endswith("file/under: Not a directory.\n") and started == []


def test_help_of_lab_is_ours(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["lab", "--help"])
    assert end.value.code == 0 and "[FOLDER]" in capsys.readouterr().out


def test_help_of_app_is_ours(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["app", "--help"])
    assert end.value.code == 0 and "[VOILA FLAGS ...]" in capsys.readouterr().out


@pytest.mark.parametrize("game", cli.games())
def test_check_cards_finds_no_fault_in_what_is_shipped(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    cards = sorted((cli.HERE / "games" / game / "cards").glob("*.csv"))
    assert cli.main(["check-cards", *map(str, cards)]) == 0
    said, taken = capsys.readouterr().out.splitlines()
    count, words = said.split(" ", 1)
    assert int(count) >= 27 and words == "cards, no faults"
    assert taken == f"Taken for cards of {game}; --game chooses another game."
    assert cli.main(["check-cards", "--game", game, *map(str, cards)]) == 0
    assert capsys.readouterr().out == f"{said}\n"


def test_check_cards_lists_every_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "mine.csv"
    bad.write_text("kind,nonsense\nhero,1\nghost,2\n")
    assert cli.main(["check-cards", str(bad), str(tmp_path / "none.csv")]) == 1
    out = capsys.readouterr().out
    assert "mine.csv" in out and "none.csv" in out


def test_check_cards_on_a_part_of_a_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "my-cards.csv"
    row = "my-hero,Brave Hen,hero,Hunter,8+,draw:1\n"
    mine.write_text(f"code,name,type,class,roll,effect\n{row}")
    assert cli.main(["check-cards", str(mine)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "1 card, no faults"
    assert said[1:-1] == [
        f"  To be played, a set needs at least {least} {kind}; here: {held}."
        for least, kind, held in [
            (3, "beast cards", 0), (3, "shard cards", 0), (1, "king card", 0), (2, "champion cards", 0),
            (11, "Main Deck cards", 1),
        ]
    ]  # fmt: skip
    mine.write_text(f"code,name,type,class,roll,effect\n{row}{row.replace('my-hero,Brave Hen', 'two,')}")
    assert cli.main(["check-cards", str(mine)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("1 fault") and len(said) == 3 and "row 3, column name" in said[1]


def test_check_cards_names_a_missing_file_as_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check-cards", "nope/x.csv"]) == 1
    said = capsys.readouterr().out.splitlines()[1]
    assert said == f"  {Path('nope/x.csv')}: found no such file; allowed: a CSV file"
