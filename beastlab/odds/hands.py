"""Cards in a hand, drawn without putting any back: from one deck, or from piles stacked on each other."""

# mypy: disable-error-code="override"
# Words are worked out when they are looked at.

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise, product
from math import comb, lcm, prod
from random import Random
from typing import Any, NoReturn

from beastlab.odds.arguments import several, shown, whole
from beastlab.odds.distribution import Distribution
from beastlab.odds.events import Event, every
from beastlab.odds.handfuls import MOST_ICONS, MOST_PIECES, Handful, apart
from beastlab.odds.readings import Count, Named, Reading, bounds
from beastlab.odds.sweep import ways as count_ways

MOST_CARDS = 10_000
"""No deck is larger than this."""
MOST_WAITING = 500
"""`draws_until` looks at every number of draws of a deck of up to so many cards."""


class Hand(Handful):
    """So many cards, drawn without putting any back; made by `hand`."""

    one, pieces = "card", "cards"

    def __init__(
        self, draws: int, deck: Mapping[Any, int], name: str | None, fixed: Mapping[Any, int]
    ) -> None:
        self.deck = {face: count for face, count in deck.items() if count}
        self.kinds = frozenset(deck)
        self.fixed = {face: count for face, count in fixed.items() if count}
        """Cards that are in the hand for certain."""
        self.draws = draws
        self.size = draws + sum(self.fixed.values())
        self.cards = sum(self.deck.values())
        self.ways = comb(self.cards, draws)
        self.name = name

    @property
    def text(self) -> str:
        return self.name or f"the hand of {self.size} of {self.cards + self.size - self.draws} cards"

    def __repr__(self) -> str:
        return f"<{self.text}, drawn once>"

    @property
    def assumes(self) -> str:
        return (
            f"Every set of {self.draws} of the {self.cards} cards is equally likely, and no card is put back."
        )

    @cached_property
    def faces(self) -> tuple[Any, ...]:
        found = tuple(dict.fromkeys([*self.deck, *self.fixed]))
        return tuple(sorted(found)) if all(isinstance(face, int | Fraction) for face in found) else found

    def has(self, *needs: Need) -> Event:
        """The hand meets every condition: `has(at_least(2, "healer"), exactly(1, "shield"))`.

        A card with two attributes (a deck's key that is a tuple or set of them) counts for both.

        >>> from beastlab.odds import P, at_least
        >>> P(hand(2, {"red": 3, "blue": 2, ("red", "blue"): 1}).has(at_least(1, "red"), at_least(1, "blue"))).value
        Fraction(11, 15)
        """
        if not needs:
            raise ValueError("no condition is given; write has(at_least(2, 'healer'))")
        return every([self._met(need) for need in several("the conditions", needs, MOST_ICONS, "conditions")])

    def _met(self, need: Any) -> Event:
        if not isinstance(need, Need):
            raise ValueError(f"{shown(need)} is no condition; write at_least(1, {shown(need)})")
        count = self.count(*need.faces)
        if need.high is None:
            return count >= need.low
        return count <= need.high if need.low == 0 else count.between(need.low, need.high)

    def _meant(self, wanted: Any) -> set[Any]:
        found = {kind for kind in self._compound if wanted == kind or wanted in kind}
        if found and wanted in self.kinds:
            found.add(wanted)
        return found or super()._meant(wanted)

    @cached_property
    def _compound(self) -> list[Any]:
        """The kinds that have several attributes."""
        return [kind for kind in self.kinds if isinstance(kind, tuple | frozenset)]

    def law_of(self, reading: Reading) -> dict[Any, int] | None:
        if self.fixed or not isinstance(reading, Count):
            return None
        wanted, other = self._divided(reading.faces)
        few, many = max(0, self.draws - other), min(wanted, self.draws)
        return dict(zip(range(few, many + 1), self._terms(wanted, other, few, many), strict=True))

    def ways_of(self, reading: Reading, low: Any, high: Any) -> int | None:
        if self.fixed or not isinstance(reading, Count):
            return None
        wanted, other = self._divided(reading.faces)
        low, most = max(low or 0, 0), min(wanted, self.draws)
        high = most if high is None else min(high, most)
        if low <= 1 and high == most:
            return self.ways - low * comb(other, self.draws)
        return sum(self._terms(wanted, other, max(low, self.draws - other), high))

    def _terms(self, wanted: int, other: int, first: int, last: int) -> Iterator[int]:
        """binomial(wanted, n) * binomial(other, draws - n) for n from `first` to `last`, each from the one before."""
        term = comb(wanted, first) * comb(other, self.draws - first) if first <= last else 0
        for n in range(first, last + 1):
            yield term
            term = term * (wanted - n) * (self.draws - n) // ((n + 1) * (other - self.draws + n + 1))

    def formula_of(self, reading: Reading, low: Any, high: Any) -> Named | None:
        if self.fixed or not isinstance(reading, Count):
            return None
        wanted, _ = self._divided(reading.faces)
        at = {"K": wanted, "N": self.cards, "n": self.draws}
        low, most = max(low or 0, 0), min(wanted, self.draws)
        high = most if high is None else min(high, most)
        if low > high:
            return None
        if low == high:
            return ("hypergeometric", {**at, "k": low}) if low else ("draw-none", at)
        if high == most:
            return ("draw-at-least-one", at) if low == 1 else ("draw-at-least", {**at, "k": low})
        return ("draw-at-most", {**at, "k": high}) if low == 0 else None

    def _divided(self, faces: frozenset[Any]) -> tuple[int, int]:
        """How many cards are of these kinds, and how many are not."""
        wanted = sum([self.deck.get(face, 0) for face in faces])
        return wanted, self.cards - wanted

    def all_tex(self) -> str:
        return rf"\binom{{{self.cards}}}{{{self.draws}}}"

    def start(self) -> Hashable:
        return self.draws

    def sizes(self, classes: Sequence[Sequence[Any]]) -> list[Any]:
        return [
            (sum(self.deck.get(face, 0) for face in faces), sum(self.fixed.get(face, 0) for face in faces))
            for faces in classes
        ]

    def split(self, size: Any, left: Any, last: bool) -> list[tuple[int, Any, int]]:
        cards, sure = size
        counts = (left,) if last else range(min(cards, left) + 1)
        return [(count + sure, left - count, comb(cards, count)) for count in counts if count <= cards]

    def rest(self, sizes: Sequence[Any], left: Any) -> int:
        return comb(sum(cards for cards, _ in sizes), left)

    def unseen(self, later: Sequence[Any], left: Any) -> int:
        return left + sum(sure for _, sure in later) if self.fixed else left

    def separate_ways(self, kinds: list[tuple[Reading, Any, Any]]) -> int | None:
        """A product of polynomials up to the number of draws; kinds without a condition are merged."""
        kinds_apart = apart(kinds)
        if self.fixed or kinds_apart is None:
            return None
        draws, others = self.draws, self.cards
        rows = []
        for faces, (_, low, high) in zip(kinds_apart, kinds, strict=True):
            held = sum([self.deck.get(face, 0) for face in faces])
            others -= held
            most = min(held, draws if high is None else high, draws)
            rows.append([(j, comb(held, j)) for j in range(max(low or 0, 0), most + 1)])
        met = [comb(others, drawn) for drawn in range(draws + 1)]
        for row in rows[:-1]:
            more = [0] * (draws + 1)
            for j, choose in row:
                for drawn, ways in enumerate(met[: draws + 1 - j], j):
                    more[drawn] += ways * choose
            met = more
        return sum([choose * met[draws - j] for j, choose in rows[-1]])

    def kinds_formula(self, kinds: list[tuple[Reading, Any, Any]]) -> Named | None:
        faces = apart(kinds)
        if faces is None or len(kinds) != 2 or self.fixed or any(high is not None for *_, high in kinds):
            return None
        first, second = (sum(self.deck.get(face, 0) for face in some) for some in faces)
        least = {"a": kinds[0][1], "b": kinds[1][1]}
        return "two-kinds-at-least", {"A": first, "B": second, "N": self.cards, "n": self.draws, **least}

    def throw(self, rng: Random) -> list[Any]:
        faces, counts = list(self.deck), list(self.deck.values())
        drawn = rng.sample(faces, self.draws, counts=counts) if self.draws else []
        return [*drawn, *(face for face, count in self.fixed.items() for _ in range(count))]


class Need:
    """A condition on a hand; made by `at_least`, `at_most`, `exactly`."""

    def __init__(self, low: int, high: int | None, faces: tuple[Any, ...]) -> None:
        if not faces:
            raise ValueError("no kind of card is named; write at_least(2, 'healer')")
        self.low, self.high, self.faces = low, high, faces

    def __bool__(self) -> NoReturn:
        raise TypeError("a condition is neither true nor false; give all of them with commas: has(a, b)")

    def __and__(self, other: Any) -> NoReturn:
        raise TypeError(
            "conditions on one hand are given with commas: has(a, b); events of hands join with &"
        )

    __or__ = __and__

    def __repr__(self) -> str:
        return f"{bounds(self.low or None, self.high)} {' or '.join(map(str, self.faces))}"


def at_least(number: int, *kinds: Any) -> Need:
    """At least so many cards that are of any of these kinds: a condition for `hand(...).has`.

    >>> at_least(2, "healer", "shield")
    at least 2 healer or shield
    """
    return Need(whole("number", number, 0), None, kinds)


def at_most(number: int, *kinds: Any) -> Need:
    """At most so many cards that are of any of these kinds: a condition for `hand(...).has`."""
    return Need(0, whole("number", number, 0), kinds)


def exactly(number: int, *kinds: Any) -> Need:
    """Exactly so many cards that are of any of these kinds: a condition for `hand(...).has`."""
    return Need(number, whole("number", number, 0), kinds)


def _counted(deck: Any, name: str) -> dict[Any, int]:
    """How often each card is in the deck."""
    if isinstance(deck, Mapping):
        if set(map(type, deck.values())) <= {int} and min(deck.values(), default=0) >= 0:
            return dict(deck)
        return {
            card: whole(f"the number of {shown(card)} in {name}", n, 0, MOST_PIECES)
            for card, n in deck.items()
        }
    found: dict[Any, int] = {}
    for card in several(
        name, deck, MOST_PIECES, "cards, or a dict of kinds and numbers, as in {'healer': 16}"
    ):
        found[card] = found.get(card, 0) + 1
    return found


def hand(draws: int, deck: Any, *, seen: Any = (), name: str | None = None) -> Hand:
    """Draw cards once, without putting any back: `hand(7, {"healer": 16, "shield": 16})`.

    The deck is a dict of kinds and numbers, a list of cards, or `stacked` piles. A kind that is a tuple or
    frozenset has each of its members as an attribute: `("healer", "melee")` is a card of both. `seen` are cards
    (a list, or a dict with numbers) that lie elsewhere, so that they can't come: given what has been seen, each
    set of the others is equally likely.

    >>> from beastlab.odds import P, at_least
    >>> P(hand(4, {"Shard": 3, "other": 9}).has(at_least(1, "Shard"))).value
    Fraction(41, 55)
    >>> P(hand(4, {"Shard": 3, "other": 9}, seen=["Shard", "Shard"]).any("Shard")).value
    Fraction(2, 5)
    """
    if isinstance(deck, Stack):
        if seen:
            raise ValueError(
                "cards were seen; take them out of the pool and the piles before they are stacked"
            )
        return StackedHand(whole("draws", draws, 0, deck.size), deck, name)
    cards = _counted(deck, "the deck")
    for card, count in _counted(seen, "the cards seen").items():
        if count > cards.get(card, 0):
            raise ValueError(f"{count} of {shown(card)} were seen, but the deck has {cards.get(card, 0)}")
        cards[card] -= count
    left = sum(cards.values())
    if whole("draws", draws, 0) > left:
        raise ValueError(f"{draws} cards can't be drawn from {left}; draw up to {left}")
    whole("the number of cards in the deck", left, 0, MOST_CARDS)
    return Hand(draws, cards, name, {})


def draws_until(deck: Any, *needs: Need, seen: Any = ()) -> Distribution[int]:
    """The law of the number of draws until the hand meets all these conditions, each of which is an `at_least`.

    >>> deck = {"Shard": 3, "other": 18}
    >>> draws_until(deck, at_least(3, "Shard")).mean
    Fraction(33, 2)
    >>> draws_until({"red": 2, "blue": 2}, at_least(1, "red"), at_least(1, "blue"))
    Distribution(2: 2/3, 3: 1/3)

    ValueError where the deck can't meet them, and for a condition with an upper bound, which more draws may break.
    """
    if not needs:
        raise ValueError("nothing is waited for; write draws_until(deck, at_least(2, 'healer'))")
    for need in needs:
        if isinstance(need, Need) and need.high is not None:
            raise ValueError(
                f"{need!r} may be met and then broken by more draws; wait for at_least conditions"
            )
    none = hand(0, deck, seen=seen)
    size = deck.size if isinstance(deck, Stack) else none.cards
    whole("the number of cards left", size, 0, MOST_WAITING)
    met = [Fraction(0)]
    for draws in range(size + 1):
        drawn = hand(draws, deck, seen=seen)
        met.append(Fraction(count_ways(drawn.has(*needs)), drawn.ways))
    if met[-1] != 1:
        raise ValueError("even the whole deck does not always meet these conditions; ask for fewer cards")
    return Distribution({draws: now - before for draws, (before, now) in enumerate(pairwise(met))})


class Stack:
    """A face-down deck of piles over one pool of cards; made by `stacked`."""

    def __init__(self, pool: dict[Any, int], piles: list[tuple[int, dict[Any, int]]]) -> None:
        self.pool, self.piles = pool, piles
        self.size = sum(size for size, _ in piles)

    def __repr__(self) -> str:
        return f"<{self.size} cards in {len(self.piles)} piles>"


def stacked(pool: Any, *piles: tuple[int, Mapping[Any, int]]) -> Stack:
    """A deck made of shuffled piles, the first on top: `stacked(monsters, (14, {"Prompt": 1}), (14, {"Prompt": 1}))`.

    A pile is its size and the known cards that were shuffled into it; its other cards come from the pool of
    unseen cards, and which ones nobody knows.

    >>> from beastlab.odds import P
    >>> deck = stacked({"Monster": 40}, (14, {}), (14, {"Prompt": 1}), (14, {"Prompt": 1}))
    >>> P(hand(20, deck).any("Prompt")).value
    Fraction(3, 7)
    """
    cards = _counted(pool, "the pool")
    checked = []
    for place, pile in enumerate(several("the piles", piles, 1000, "piles"), 1):
        if not (isinstance(pile, tuple) and len(pile) == 2 and isinstance(pile[1], Mapping)):
            raise ValueError(
                f"pile {place} is {shown(pile)}; give its size and its known cards: (14, {{'Prompt': 1}})"
            )
        known = _counted(pile[1], f"pile {place}")
        checked.append((whole(f"the size of pile {place}", pile[0], sum(known.values()), MOST_PIECES), known))
    blanks = sum(size - sum(known.values()) for size, known in checked)
    if blanks > sum(cards.values()):
        raise ValueError(
            f"the piles take {blanks} cards of the pool, which has {sum(cards.values())}; add the others"
        )
    return Stack(cards, checked)


class StackedHand(Hand):
    """The top cards of stacked piles: whole piles, and a part of one of which the number of known cards varies."""

    def __init__(self, draws: int, stack: Stack, name: str | None) -> None:
        sure: dict[Any, int] = {}
        above = 0
        part: tuple[int, int, dict[Any, int]] = (0, 0, {})  # drawn in part: cards drawn, size, known cards
        for size, known in stack.piles:
            if above + size > draws:
                part = (draws - above, size, known)
                break
            above += size
            for card, count in known.items():
                sure[card] = sure.get(card, 0) + count
        drawn, size, known = part
        unknown = size - sum(known.values())
        self._cases = []
        for counts in product(*(range(count + 1) for count in known.values())):
            ways = prod(comb(n, c) for n, c in zip(known.values(), counts, strict=True))
            ways *= comb(unknown, drawn - sum(counts)) if sum(counts) <= drawn else 0
            if ways:
                held = dict(sure)
                for card, count in zip(known, counts, strict=True):
                    held[card] = held.get(card, 0) + count
                self._cases.append((ways, Hand(draws - sum(held.values()), stack.pool, name, held)))
        every_ = {**sure, **dict.fromkeys(known, 1)}
        super().__init__(draws - sum(sure.values()), stack.pool, name, sure)
        self._all = tuple(dict.fromkeys([*self.deck, *every_]))
        common = lcm(*(case.ways for _, case in self._cases))
        self.ways = common * comb(size, drawn)
        self._cases = [(ways * common // case.ways, case) for ways, case in self._cases]
        self.size, self.stack = draws, stack
        self.kinds = frozenset([*stack.pool, *(card for _, known in stack.piles for card in known)])

    @cached_property
    def faces(self) -> tuple[Any, ...]:
        return (
            tuple(sorted(self._all))
            if all(isinstance(face, int | Fraction) for face in self._all)
            else self._all
        )

    @property
    def text(self) -> str:
        return self.name or f"the top {self.size} of {self.stack.size} stacked cards"

    @property
    def assumes(self) -> str:
        return "Each pile is shuffled, and every set of the unseen cards is equally likely to fill the piles."

    # The short ways of a hand from one deck are not its ways.
    law_of, ways_of, formula_of = Handful.law_of, Handful.ways_of, Handful.formula_of
    kinds_formula, separate_ways = Handful.kinds_formula, Handful.separate_ways

    def all_tex(self) -> str:
        return str(self.ways)

    def cases(self) -> Iterator[tuple[int, Handful]]:
        yield from self._cases

    def throw(self, rng: Random) -> list[Any]:
        steps = list(accumulate(factor * case.ways for factor, case in self._cases))
        at = rng.randrange(steps[-1])
        return next(case for step, (_, case) in zip(steps, self._cases, strict=True) if at < step).throw(rng)
