"""Who answers chance: a seed, a script with a seed behind it, or people with real dice and cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Protocol

from beastlab.core.requests import Chance, IllegalMove, answer_named

BY_HAND = object()
"""What a resolver returns when a person has to give the real roll or card."""


class Resolver(Protocol):
    """Answers chance requests of a match, and can be named in a save."""

    def answer(self, request: Chance, stream: str, chances: int) -> Any:
        """An outcome of `request`, or BY_HAND. `stream` names the dice, `chances` counts earlier answers."""

    def to_json(self) -> Any:
        """What a save holds of it."""


@dataclass(frozen=True)
class Seeded:
    """Chance from the seed of the match and the number of answers before it: the default.

    So undo, replay and load meet the same dice, and so does another move with as many answers before it.
    """

    def answer(self, request: Chance, stream: str, chances: int) -> Any:
        outcomes = request.outcomes()
        total = sum(outcomes.values())
        if not total:
            raise LookupError(f"nothing can happen: {request!r}")
        # 128 bits over totals below 10**6: the bias is under 10**-32, and no generator has to be set up
        point = int.from_bytes(blake2b(stream.encode(), digest_size=16).digest()) % total
        for outcome, weight in outcomes.items():
            point -= weight
            if point < 0:
                return outcome
        raise AssertionError("weights are not negative")

    def to_json(self) -> Any:
        return "seeded"


@dataclass(frozen=True)
class Scripted:
    """A list of chance answers in order (None leaves one to the seed), then the seed: lessons and tests.

    Answers are written as a save holds them: a total, a list of faces, the code of a card.
    """

    script: Sequence[Any]

    def answer(self, request: Chance, stream: str, chances: int) -> Any:
        name = self.script[chances] if chances < len(self.script) else None
        if name is None:
            return Seeded().answer(request, stream, chances)
        try:
            return answer_named(request, name)
        except IllegalMove as error:
            raise IllegalMove(f"the script, at {chances} (counted from 0): {error}") from None

    def to_json(self) -> Any:
        return {"script": [getattr(name, "code", name) for name in self.script]}


@dataclass(frozen=True)
class ByHand:
    """People roll real dice and draw real cards, and type in what came: the match asks for each."""

    def answer(self, request: Chance, stream: str, chances: int) -> Any:
        return BY_HAND

    def to_json(self) -> Any:
        return "by hand"


def from_json(value: Any) -> Resolver:
    """The resolver that a save names; ValueError for any other value."""
    if value == "seeded":
        return Seeded()
    if value == "by hand":
        return ByHand()
    if isinstance(value, dict) and isinstance(value.get("script"), list):
        return Scripted(value["script"])
    raise ValueError(f"unknown way to answer chance: {value!r}; known are 'seeded', 'by hand' and a script")
