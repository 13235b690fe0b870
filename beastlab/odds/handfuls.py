"""A handful of dice or of cards: what falls once, has a name, and keeps its value wherever it appears.

A roll and a hand differ in two things only: the ways in which so many of the pieces left show a face, and
what is then left. All questions about them are the same, and one sweep over the faces answers them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb
from random import Random
from typing import Any

from beastlab.odds.arguments import number, shown, whole, wholes
from beastlab.odds.events import Event, Quantity, Read
from beastlab.odds.readings import (
    Alike,
    Cleared,
    Count,
    Covered,
    Distinct,
    Kept,
    Named,
    Reading,
    Total,
    bounds,
    listed,
    ordinal,
)

MOST_PIECES = 100_000
"""A handful is no larger than this."""
MOST_ICONS = 60
"""No more icons, groups or conditions at once."""


class Handful:
    """So many pieces, each of which shows a face. Made by `roll` and `hand`.

    What can be read off it are quantities (compare them with a number to get an event) and events. Everything
    that is read off one handful is about the same dice or cards.
    """

    size: int
    """How many pieces there are."""
    ways: int
    """In how many equally likely ways it can fall."""
    text: str
    assumes: str
    one: str
    pieces: str

    def __copy__(self) -> Handful:  # another one would be about other dice or cards
        return self

    def __deepcopy__(self, _: Any) -> Handful:
        return self

    # --- what can be read off it -----------------------------------------------------------

    def count(self, *faces: Any) -> Quantity:
        """How many pieces show one of these faces; a function (face -> true or false) picks faces too.

        >>> from beastlab.odds import P, d6, roll
        >>> P(roll(3 * d6).count(5, 6) >= 2).value
        Fraction(7, 27)
        """
        return Read(self, Count(*self._picked(faces)))

    def any(self, *faces: Any) -> Event:
        """At least one piece shows one of these faces.

        >>> from beastlab.odds import P, d6, roll
        >>> P(roll(4 * d6).any(6)).value
        Fraction(671, 1296)
        """
        return self.count(*faces) >= 1

    def all(self, *faces: Any) -> Event:
        """Every piece shows one of these faces."""
        return self.count(*faces) >= self.size

    def none(self, *faces: Any) -> Event:
        """No piece shows any of these faces."""
        return self.count(*faces) <= 0

    def count_at_least(self, value: Any) -> Quantity:
        """How many pieces show `value` or more: the successes of a pool.

        >>> from beastlab.odds import P, d6, roll
        >>> P(roll(3 * d6).count_at_least(5) == 0).value
        Fraction(8, 27)
        """
        self._numbers("count_at_least")
        value = number("value", value)
        return self._threshold(lambda face: face >= value, f"{value} or more")

    def any_at_least(self, value: Any) -> Event:
        """At least one piece shows `value` or more."""
        return self.count_at_least(value) >= 1

    def all_at_least(self, value: Any) -> Event:
        """Every piece shows `value` or more.

        >>> from beastlab.odds import P, d6, roll
        >>> P(roll(2 * d6).all_at_least(5)).value
        Fraction(1, 9)
        """
        return self.count_at_least(value) >= self.size

    def all_at_most(self, value: Any) -> Event:
        """Every piece shows `value` or less."""
        self._numbers("all_at_most")
        value = number("value", value)
        return self._threshold(lambda face: face <= value, f"{value} or less") >= self.size

    @property
    def total(self) -> Quantity:
        """The sum of all that is shown.

        >>> from beastlab.odds import P, d6, roll
        >>> P(roll(2 * d6).total >= 9).value
        Fraction(5, 18)
        """
        self._numbers("total")
        return Read(self, Total())

    def highest(self, pieces: int = 1) -> Quantity:
        """The sum of the so many highest: keep them, drop the rest.

        >>> from beastlab.odds import d6, law, roll
        >>> law(roll(4 * d6).highest(3)).mean
        Fraction(15869, 1296)
        """
        self._numbers("highest")
        k = whole("pieces", pieces, 0, self.size)
        text = "the highest" if k == 1 else f"the sum of the {k} highest"
        return Read(self, Kept(k, 0, text))

    def lowest(self, pieces: int = 1) -> Quantity:
        """The sum of the so many lowest: keep them, drop the rest."""
        self._numbers("lowest")
        k = whole("pieces", pieces, 0, self.size)
        text = "the lowest" if k == 1 else f"the sum of the {k} lowest"
        return Read(self, Kept(k, 0, text, upward=True))

    def rank(self, place: int) -> Quantity:
        """What the piece in this place shows when they are ordered from the highest, place 1, down.

        >>> from beastlab.odds import d6, law, roll
        >>> law(roll(3 * d6).rank(2)).mean
        Fraction(7, 2)
        """
        self._numbers("rank")
        place = whole("place", place, 1, self.size)
        if 2 * place > self.size + 1:
            up = self.size - place
            return Read(self, Kept(up + 1, up, f"the {ordinal(place)} highest", upward=True))
        return Read(self, Kept(place, place - 1, f"the {ordinal(place)} highest"))

    def covered(self, *icons: int) -> Quantity:
        """The most icons that can be covered at once, each by one die that shows its number or more.

        >>> from beastlab.odds import d6, law, roll
        >>> law(roll(2 * d6).covered(4, 5))
        Distribution(0: 1/4, 1: 19/36, 2: 2/9)
        """
        self._numbers("covered")
        return Read(self, Covered(wholes("the icons", icons, MOST_ICONS)))

    def covers(self, *icons: int) -> Event:
        """Every icon can be covered, each by a die of its own that shows its number or more.

        >>> from beastlab.odds import P, d6, roll
        >>> P(roll(3 * d6).covers(4, 5)).value
        Fraction(49, 108)
        """
        return self.covered(*icons) >= len(icons)

    def cleared(self, *groups: Iterable[int]) -> Quantity:
        """The most groups of icons (whole Monsters) that can be covered at once.

        >>> from beastlab.odds import P, d6, roll
        >>> P(roll(3 * d6).cleared((4, 5), (6,)) == 2).value == P(roll(3 * d6).covers(4, 5, 6)).value
        True
        """
        self._numbers("cleared")
        if len(groups) > 10:
            raise ValueError(f"{len(groups)} groups; give up to 10, for every set of them is looked at")
        return Read(self, Cleared(tuple(wholes("a group", group, MOST_ICONS) for group in groups)))

    @property
    def distinct(self) -> Quantity:
        """How many different faces are shown.

        >>> from beastlab.odds import P, d6, roll
        >>> P(roll(6 * d6).distinct == 6).value
        Fraction(5, 324)
        """
        return Read(self, Distinct())

    @property
    def alike(self) -> Quantity:
        """The largest number of pieces that show the same face: 2 for a pair, 1 for all different.

        >>> from beastlab.odds import P, d6, roll
        >>> P(roll(5 * d6).alike == 5).value
        Fraction(1, 1296)
        """
        return Read(self, Alike())

    # --- what the two kinds fill in --------------------------------------------------------

    @property
    def faces(self) -> tuple[Any, ...]:
        """All faces that can show, numbers from the lowest up."""
        raise NotImplementedError

    def law_of(self, reading: Reading) -> dict[Any, int] | None:
        """The ways to every value of the reading, where there is a shorter way than the sweep."""
        return None

    def ways_of(self, reading: Reading, low: Any, high: Any) -> int | None:
        """The ways to a value from `low` to `high` (None: no bound), where there is a shorter way than the sweep."""
        return None

    def formula_of(self, reading: Reading, low: Any, high: Any) -> Named | None:
        """The formula of the catalogue for a value from `low` to `high`, where there is one."""
        return None

    def said(self, reading: Reading, low: Any, high: Any, name: str = "") -> str:
        """The words of an event: this reading, from `low` to `high`; `name` tells which handful it is about."""
        of = f" of {name}" * bool(name)
        if not isinstance(reading, Count):
            return reading.said(low, high, of)
        low = low or None
        if low == 1 and high is None:
            return f"some {self.one}{of} shows {reading.what}"
        if low is not None and low == self.size > 1:
            return f"every {self.one}{of} shows {reading.what}"
        if low is None and high == 0:
            return f"no {self.one}{of} shows {reading.what}"
        one = high == 1 and low in (None, 1) or (low, high) == (1, None)
        return f"{bounds(low, high)} {self.one if one else self.pieces}{of} show{'s' * one} {reading.what}"

    def all_tex(self) -> str:
        """LaTeX of the number of all ways."""
        raise NotImplementedError

    def cases(self) -> Iterator[tuple[int, Handful]]:
        """Handfuls to be swept one by one, each with the factor of its ways."""
        yield 1, self

    def start(self) -> Hashable:
        raise NotImplementedError

    def sizes(self, classes: Sequence[Sequence[Any]]) -> list[Any]:
        """How much of each class there is, in the form that `split` and `rest` take."""
        raise NotImplementedError

    def split(self, size: Any, left: Any, last: bool) -> list[tuple[int, Any, int]]:
        """(how many show a face of the class, what is left, in how many ways) for each number."""
        raise NotImplementedError

    def spread(self, classes: int, most: int) -> tuple[int, int, int]:
        """For the cost of a sweep: hands of so many classes, numbers that may be left, splits of one of these.

        No more than `most` pieces are told apart.
        """
        return comb(most + classes, classes), most + 1, most // 2 + 1

    def rest(self, sizes: Sequence[Any], left: Any) -> int:
        """The ways in which what is left falls on the classes of these sizes."""
        raise NotImplementedError

    def unseen(self, later: Sequence[Any], left: Any) -> int:
        """How many pieces still come, with so much left and classes of these sizes to come."""
        raise NotImplementedError

    def separate_ways(self, kinds: list[tuple[Reading, Any, Any]]) -> int | None:
        """The ways in which the numbers of pieces of separate kinds lie between bounds, where a sum says it."""
        return None

    def kinds_formula(self, kinds: list[tuple[Reading, Any, Any]]) -> Named | None:
        """The formula of the catalogue for conditions on several kinds at once, where there is one."""
        return None

    def throw(self, rng: Random) -> list[Any]:
        """The faces of one random handful; the chances are exact."""
        raise NotImplementedError

    # --- parts -----------------------------------------------------------------------------

    def _picked(self, faces: tuple[Any, ...]) -> tuple[frozenset[Any], str]:
        """The faces that are meant, and words for them."""
        if not faces:
            raise ValueError("no face is named; give at least one, as in count(5, 6)")
        found: set[Any] = set()
        words = []
        for wanted in faces:
            if callable(wanted):
                found |= {face for face in self.faces if wanted(face)}
                words.append(getattr(wanted, "__name__", "such").replace("<lambda>", "such a face"))
            else:
                found |= self._meant(wanted)
                words.append(str(wanted))
        return frozenset(found), " or ".join(words)

    def _meant(self, wanted: Any) -> set[Any]:
        try:
            if wanted in self.faces or wanted in self.kinds:
                return {wanted}
        except TypeError:
            pass
        if self._numeric and isinstance(wanted, int | Fraction) and not isinstance(wanted, bool):
            return set()  # a number that can't show is shown by none
        raise ValueError(
            f"{shown(wanted)} is on none of the {self.pieces}; they show {shown_faces(self.faces)}"
        )

    def _threshold(self, meets: Callable[[Any], bool], words: str) -> Quantity:
        faces = frozenset(face for face in self.faces if meets(face))
        return Read(self, Count(faces, words))

    kinds: frozenset[Any] = frozenset()
    """Kinds of which there may be none left."""

    @cached_property
    def whole(self) -> bool:
        """Whether all faces are whole numbers."""
        return set(map(type, self.faces)) <= {int}

    @cached_property
    def _numeric(self) -> bool:
        return set(map(type, self.faces)) <= {int, Fraction}

    def _numbers(self, question: str) -> None:
        if not self._numeric:
            raise ValueError(
                f"{question} needs numbers, but {self.text} shows {shown_faces(self.faces)}; "
                "ask for count(...), or map the faces to numbers first"
            )


def apart(kinds: list[tuple[Reading, Any, Any]]) -> list[frozenset[Any]] | None:
    """The faces of each kind, where these are numbers of pieces of kinds that have no face in common."""
    faces = [reading.faces for reading, _, _ in kinds if isinstance(reading, Count)]
    together = [face for some in faces for face in some]
    return faces if len(faces) == len(kinds) and len(together) == len(set(together)) else None


def shown_faces(faces: Sequence[Any]) -> str:
    return listed([shown(face) for face in faces[:8]] + ["..."] * (len(faces) > 8))
