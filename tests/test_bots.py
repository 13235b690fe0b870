"""Players that are programs: who sits on the other side."""

from types import SimpleNamespace

import pytest

from beastlab import bots
from beastlab.core.requests import Move
from beastlab.games import beast_hunt as hunt


def a_match_of(game):
    request = SimpleNamespace(options=(Move("this", "This"),))
    return SimpleNamespace(game=SimpleNamespace(id=game), seed=1, request=request)


def test_the_opponent_is_the_sensible_bot_of_the_game():
    assert bots.opponent(hunt.new_match(seats=2), 5) == hunt.sensible_bot(5)


def test_a_game_without_a_bot_has_random_opponents():
    match = a_match_of("a_game_that_is_not_there")
    assert bots.opponent(match, 5)(match).key == "this"


def test_a_bot_that_lacks_a_module_says_so(monkeypatch):
    def broken(name):
        raise ModuleNotFoundError("No module named 'numbers_of_old'", name="numbers_of_old")

    monkeypatch.setattr(bots.importlib, "import_module", broken)
    with pytest.raises(ModuleNotFoundError, match="numbers_of_old"):
        bots.opponent(a_match_of("beast_hunt"))
