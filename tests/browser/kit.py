"""A JupyterLab or a Voila on a free loopback port, and a Chromium that refuses and records what leaves loopback."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "screenshots"
TOKEN = "test"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
FLAGS += ["--disable-background-networking", "--disable-component-update"]
LOOPBACK = re.compile(r"^(https?|wss?)://(127\.0\.0\.1|localhost)[:/]|^(data|blob|about|file|chrome):")


@contextmanager
def jupyterlab(folder: Path) -> Iterator[str]:
    """A server on a copy of the notebooks, with settings of its own; gives its address."""
    shutil.copytree(ROOT / "notebooks", folder / "notebooks")
    settings = folder / "settings" / "@jupyterlab"
    for name, text in {
        # all cells in the page, so that a test finds an output below the fold; no question about news
        "notebook-extension/tracker": '{"windowingMode": "none", "autoStartDefaultKernel": true}',
        "apputils-extension/notification": '{"fetchNews": "false", "checkForUpdates": false}',
    }.items():
        (settings / name).parent.mkdir(parents=True, exist_ok=True)
        (settings / f"{name}.jupyterlab-settings").write_text(text)
    command = ["jupyterlab", "--allow-root", "--ip=127.0.0.1", f"--ServerApp.root_dir={folder / 'notebooks'}"]
    command += ["--LabApp.expose_app_in_browser=True", "--LabApp.extension_manager=readonly"]
    command += ["--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    with _served(folder, [*command, *SERVER], "api") as base:
        yield base


@contextmanager
def voila(folder: Path, *flags: str, extension: bool = False) -> Iterator[str]:
    """`beastlab app`, typed in `folder`, where its games are saved; gives the address of the page.

    As an `extension`, the page is one of the server of `beastlab lab`: so it is on Binder.
    """
    if extension:
        command = ["beastlab.cli", "lab", str(folder / "notebooks"), "--ip=127.0.0.1", *SERVER, *flags]
        with _served(folder, command, "api") as base:
            yield f"{base}/voila/render/play.ipynb?token={TOKEN}"
    else:
        command = ["beastlab.cli", "app", "--Voila.ip=127.0.0.1", "--Voila.port_retries=0", *flags]
        with _served(folder, command, "voila/static/voila.js") as base:
            yield base


SERVER = ["--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}"]


@contextmanager
def _served(folder: Path, module: list[str], ready: str) -> Iterator[str]:
    """A server with a free port and files of its own, from when it answers for `ready`; gives its address."""
    own = {"CONFIG_DIR": "config", "RUNTIME_DIR": "runtime"}
    environment = {**os.environ, **{f"JUPYTER_{name}": str(folder / place) for name, place in own.items()}}
    environment |= {
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])),
    }
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", *module, "--no-browser", f"--port={port}"]
    log = folder / "server.log"
    with log.open("wb") as written:
        server = subprocess.Popen(
            command,
            stdout=written,
            stderr=subprocess.STDOUT,
            env=environment,
            cwd=folder,
            start_new_session=True,
        )
        try:
            _wait(f"http://127.0.0.1:{port}/{ready}", server, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(server.pid, signal.SIGTERM)  # only the group that was started here
            try:
                server.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(server.pid, signal.SIGKILL)
                server.wait()


def _wait(url: str, server: subprocess.Popen[bytes], log: Path, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=2)
            return
        except urllib.error.HTTPError as error:
            if error.code < 500:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise TimeoutError(f"{url} does not answer\n{log.read_text()[-2000:]}")


@contextmanager
def page(
    chromium: Path, size: tuple[int, int] = (1280, 1000), theme: str = "light", scale: float = 1
) -> Iterator[Any]:
    """A page whose `refused` lists the requests off loopback, and `errors` what it wrote to the console."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, headless=True, args=FLAGS)
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            color_scheme="dark" if theme == "dark" else "light",
            device_scale_factor=scale,
        )
        opened: Any = context.new_page()
        opened.refused, opened.errors = [], []

        def gate(route: Any) -> None:
            if LOOPBACK.match(route.request.url):
                route.continue_()
            else:
                opened.refused.append(route.request.url)
                route.abort()

        context.route("**/*", gate)
        opened.on("pageerror", lambda error: opened.errors.append(str(error)))
        opened.on("console", lambda said: opened.errors.append(said.text) if said.type == "error" else None)
        try:
            yield opened
        finally:
            context.close()
            browser.close()


def write(folder: Path, name: str, *cells: str) -> None:
    """A notebook of code cells, beside the copies that a server shows."""
    code = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    notebook = {
        "cells": [{**code, "id": f"cell-{n}", "source": cell} for n, cell in enumerate(cells)],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (folder / "notebooks" / name).write_text(json.dumps(notebook))


def run_all(page: Any, base: str, notebook: str, seconds: float = 90) -> None:
    """Open a notebook and run its cells; gives back when the last one has run."""
    page.goto(f"{base}/doc/tree/{notebook}?token={TOKEN}&reset", wait_until="domcontentloaded")
    page.set_default_timeout(seconds * 1000)
    page.wait_for_function("window.jupyterapp !== undefined")
    page.evaluate("window.jupyterapp.restored")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    page.wait_for_function(
        "() => window.jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.connectionStatus"
        " === 'connected'"
    )
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")


def board(page: Any, game: str = "Beast Hunt") -> Any:
    """The board on the page."""
    return page.get_by_role("region", name=f"{game} board")


def expect(target: Any) -> Any:
    """Playwright's expectation, which waits until it holds."""
    from playwright.sync_api import expect

    expect.set_options(timeout=20_000)
    return expect(target)


def picture(page: Any, name: str, target: Any = None) -> Path:
    """A screenshot of the page, or of one element, in `screenshots/`."""
    SHOTS.mkdir(exist_ok=True)
    path = SHOTS / f"{name}.png"
    (target or page).screenshot(path=path)
    return path
