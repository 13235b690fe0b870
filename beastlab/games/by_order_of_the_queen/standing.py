"""Where a seat stands in its action on a live table, and what a move of it leads to."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from beastlab.core.match import Match
from beastlab.core.requests import Choose, Draw, Roll
from beastlab.games.by_order_of_the_queen.cards import Card
from beastlab.games.by_order_of_the_queen.parties import (
    Fight,
    Party,
    Visit,
)
from beastlab.odds.distribution import Distribution

ACTION, PARTY, ITEM, FAVOR = (
    "queen.turn.one-action",
    "queen.turn.party-size",
    "queen.item.use",
    "queen.favor.reroll",
)
LOCATION, RETIRE = "queen.quest.outstanding-type", "queen.penalty.retire"
TESTED = ("queen.test.success", "queen.test.failure", "queen.test.ability-zero")


@dataclass(frozen=True)
class Outlook:
    """What a move leads to: the law of what is counted, and how much of it is enough."""

    aim: Visit | Fight
    law: Distribution[int]
    enough: int
    most: int
    question: str
    party: Party = ()
    retired: Fraction = Fraction(0)

    @property
    def value(self) -> Fraction:
        return self.law.P(self.enough.__le__)

    def word(self, count: int) -> str:
        """An outcome in words."""
        if isinstance(self.aim, Visit):
            thing = "Success Token" if self.aim.order else "Test passed"
            if count == 1:
                return f"1 {thing}"
            return f"{count or 'no'} {thing}s" if self.aim.order else f"{count or 'no'} Tests passed"
        if count == self.most:
            return "it falls" if self.aim.nemesis else "no Monster is left"
        if self.aim.nemesis:
            return f"{count or 'no'} Success Token{'s' * (count != 1)}"
        return f"{count or 'no'} Monster{'s' * (count != 1)} defeated"


@dataclass
class Standing:
    """How far the action in hand has come: results of Tests, and dice and Items of the Test that is going on."""

    card: Card | None = None
    results: list[bool] = field(default_factory=list)
    retired: int = 0
    used: int = 0
    kept: bool = False  # the Item that is not discarded was used in this Test,
    again: bool = False  # or, if it is one that rerolls a die, was used for that
    fresh: list[int] = field(default_factory=list)
    spent: list[int] = field(default_factory=list)

    def settle(self, success: bool) -> None:
        """A Test has its result."""
        self.results.append(success)
        self.used, self.kept, self.again, self.fresh, self.spent = 0, False, False, [], []


def standing(match: Match) -> Standing:
    """Read off the answers and events since the action was chosen."""
    places, place = [], match.place
    while place.request is not None and getattr(place.request, "rule", "") != ACTION:
        places.append(place)
        place = place.parent
    found, rerolling = Standing(), False
    for place in reversed(places):
        request, answer = place.request, place.answer
        if isinstance(request, Draw) and getattr(answer, "type", "") == "location":
            found.card = answer
        elif isinstance(request, Roll):
            (found.spent if rerolling else found.fresh).extend(answer)
            rerolling = False
        elif isinstance(request, Choose) and answer.key.startswith("use:"):
            found.used += 1
            found.kept = found.kept or answer.piece is match.table.seats[request.seat].relic
        elif isinstance(request, Choose) and answer.key.startswith("reroll:"):
            found.fresh.remove(answer.piece[0])
            item = answer.piece[1]
            found.again |= item is not None and item is match.table.seats[request.seat].relic
            rerolling = True
        for event in place.events:
            if event.rule in TESTED:
                found.settle(bool(event.data["success"]))
            found.retired += event.rule == RETIRE and bool(event.cards)
    return found
