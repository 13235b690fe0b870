"""Ledgers: a game's rules, numbered, with rulings on what its rulebook leaves open.

Refusals, events, settings and tests name a rule by its id; `rule(id)` tells what it says, and how it is read.

>>> print(rule("hunt.turn.pass"))
hunt.turn.pass (How to Play; turn, ambiguous)
  Whether a player may stop voluntarily while actions remain is not said outright.
  Ruling: free: A player may end the turn at any moment at which no roll or effect is pending; remaining
    actions are lost.
  Or: forced: a player has to spend every action that can legally be spent
  Why: Unused actions are said to be lost, which presupposes that actions can be left unused.
  Switch: may_pass = free (default) or forced

A ledger takes some 50 ms to read: it is read when first asked for, and only that of the game in question.
What reading and showing take from the standard library is imported then too: `import beastlab` stays quick.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import Any

__all__ = ["Ledger", "Rule", "UnknownRule", "ledger", "rule", "rules"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what the rulebook says and, where that isn't enough, how the package reads it.

    >>> rule("hunt.hero.green")
    <hunt.hero.green: A green condition is met by a total at or above its number.>
    """

    id: str
    section: str  # the heading of the rulebook
    kind: str  # setup, turn, action, combat, ...
    text: str
    status: str  # clear, ambiguous, silent, contradictory, missing-data
    ruling: str | None = None
    alternatives: tuple[str, ...] = ()
    why: str | None = None
    switch: str | None = None  # the option that selects a reading
    illegal: str | None = None  # what is refused, in the words of the refusal
    not_modelled: str | None = None  # why the package has nothing to hold to this rule
    switch_values: tuple[str, ...] = ()  # the readings, where they aren't the words before the colons

    @property
    def readings(self) -> tuple[str, ...]:
        """The values of the switch, the default first; empty without a switch.

        >>> rule("hunt.beast.orb").readings
        ('sum', 'each', 'best')
        """
        if self.switch is None:
            return ()
        return self.switch_values or tuple(_word(words) for words in (self.ruling or "", *self.alternatives))

    @property
    def reading(self) -> str | None:
        """The reading that holds unless another is chosen; None without a switch.

        >>> rule("hunt.beast.orb").reading
        'sum'
        """
        return self.readings[0] if self.readings else None

    def _parts(self) -> Iterator[tuple[str, str]]:
        """The parts below the text, each with its heading."""
        if self.ruling:
            yield "Ruling", self.ruling
        for other in self.alternatives:
            yield "Or", other
        if self.why:
            yield "Why", self.why
        if self.switch:
            first, *others = self.readings
            yield "Switch", f"{self.switch} = {' or '.join([f'{first} (default)', *others])}"
        if self.illegal:
            yield "Illegal", self.illegal
        if self.not_modelled:
            yield "Not modelled", self.not_modelled

    def __repr__(self) -> str:
        return f"<{self.id}: {self.text}>"

    def __str__(self) -> str:
        lines = [f"{self.id} ({self.section}; {self.kind}, {self.status})", *_folded(self.text)]
        for heading, words in self._parts():
            lines += _folded(f"{heading}: {words}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from html import escape

        parts = "".join(f"<dt>{head}</dt><dd>{escape(words)}</dd>" for head, words in self._parts())
        about = escape(f"{self.section}; {self.kind}, {self.status}")
        return (
            f'<div class="beastlab-rule"><b><code>{escape(self.id)}</code></b> <small>({about})</small>'
            f"<p>{escape(self.text)}</p>{parts and f'<dl>{parts}</dl>'}</div>"
        )


def _word(words: str) -> str:
    return words.partition(":")[0].strip()


def _folded(words: str) -> list[str]:
    from textwrap import wrap

    return wrap(words, 104, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)


def _shown(value: object) -> str:
    if isinstance(value, str):
        return repr(value if len(value) <= 60 else f"{value[:57]}...")
    return f"a {type(value).__name__}"


class UnknownRule(LookupError):
    """No ledger has a rule of that id; the message names the nearest ones."""


class Ledger:
    """The ledger of one game: its rules by id, and what else its file holds, as plain data.

    >>> hunt = ledger("beast_hunt")
    >>> hunt
    <ledger of Beast Hunt: 300 rules>
    >>> hunt.rules["hunt.class.seven"].status
    'clear'
    >>> hunt.invariants["hunt.invariant.one-equipment"].text
    'Every Hero carries at most one equipped card.'
    """

    def __init__(self, text: str):
        import tomllib

        self.data: Mapping[str, Any] = MappingProxyType(tomllib.loads(text))
        game = self.data["game"]
        self.game: str = game["id"]
        self.title: str = game["title"]
        self.prefix: str = game["prefix"]
        self.rules: Mapping[str, Rule] = MappingProxyType(
            {row["id"]: _rule(row) for row in self.data["rule"]}
        )
        if len(self.rules) < len(self.data["rule"]):
            raise ValueError(f"the ledger of {self.title} has an id twice")

    def __repr__(self) -> str:
        return f"<ledger of {self.title}: {len(self.rules)} rules>"

    @property
    def invariants(self) -> dict[str, Rule]:
        """What follows from the rules for every position, by id: faults of a position name it."""
        rows = self.data.get("invariant", ())
        about = ("What always holds", "invariant")
        return {row["id"]: Rule(row["id"], *about, row["text"], "clear") for row in rows}

    @property
    def switches(self) -> dict[str, Rule]:
        """The rules whose reading can be chosen, by the name of the option."""
        return {rule.switch: rule for rule in self.rules.values() if rule.switch is not None}


_FIELDS = frozenset(field.name for field in fields(Rule))


def _rule(row: Mapping[str, Any]) -> Rule:
    if unknown := row.keys() - _FIELDS:
        raise ValueError(f"rule {row.get('id')} has unknown entries: {', '.join(sorted(unknown))}")
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
    return Rule(**values)


def rule(id: str) -> Rule:
    """The rule (or the invariant) of that id, in whatever game; `UnknownRule` if there is none.

    >>> rule("hunt.stager.who")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    beastlab.core.ledger.UnknownRule: no rule 'hunt.stager.who'; near it: hunt.stagger.who, ...
    """
    if not isinstance(id, str) or len(id) > 60:
        raise UnknownRule(f"no rule has the id {_shown(id)}; give a text such as 'hunt.stagger.who'")
    games = _games()
    asked = [game] if (game := games.get(id.partition(".")[0])) else games.values()
    books = [ledger(game) for game in asked]
    known = {key: rule for book in books for key, rule in {**book.rules, **book.invariants}.items()}
    if id in known:
        return known[id]
    from difflib import get_close_matches

    near = get_close_matches(id, known, cutoff=0.5)
    raise UnknownRule(f"no rule {id!r}" + (f"; near it: {', '.join(near)}" if near else ""))


def rules(game: str, about: str = "") -> list[Rule]:
    """The rules of a game in the order of its rulebook; with `about`, those whose id or text has these words.

    >>> len(rules("beast_hunt"))
    300
    >>> [rule.id for rule in rules("hunt", "snake")]
    ['hunt.mode.snake', 'hunt.mode.snake-first-turn']
    """
    if not isinstance(about, str):
        raise ValueError(f"about is {_shown(about)}; give words, as in rules('beast_hunt', 'stagger king')")
    words = about.casefold().split()
    return [
        rule
        for rule in ledger(game).rules.values()
        if all(word in f"{rule.id} {rule.text}".casefold() for word in words)
    ]


def ledger(game: str) -> Ledger:
    """The ledger of a game, by the name of its package or the prefix of its rules' ids.

    >>> ledger("hunt") is ledger("beast_hunt")
    True
    """
    games = _games()
    name = games.get(game, game) if isinstance(game, str) else ""
    if name not in games.values():
        raise UnknownRule(f"no ledger of {_shown(game)}; there are those of {', '.join(games.values())}")
    return _ledger(name)


@cache
def _ledger(name: str) -> Ledger:
    from importlib.resources import files

    return Ledger(files("beastlab.games").joinpath(name, "ledger.toml").read_text("utf-8"))


@cache
def _games() -> dict[str, str]:
    """The games that have a ledger, by the prefix of their rules' ids: found without parsing the files."""
    from importlib.resources import files

    games = {}
    for folder in sorted(files("beastlab.games").iterdir(), key=lambda folder: folder.name):
        file = folder.joinpath("ledger.toml")
        if file.is_file():
            prefix = re.search(r'^prefix\s*=\s*"(.*?)"', file.read_text("utf-8"), re.MULTILINE)
            games[prefix[1] if prefix else folder.name] = folder.name
    return games
