"""Who may know what: what a seat remembers of other hands, redealt matches, and odds from where a seat sits."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from beastlab.core.chance import Seeded
from beastlab.core.requests import Draw, Event, Here, IllegalMove, Unknowable, name_of

if TYPE_CHECKING:
    from beastlab.core.match import Match

World: TypeAlias = frozenset[tuple[Any, int]]
"""Where the cards lie that a seat can follow: pairs of card and the seat that holds it."""


class Memory:
    """What one seat remembers of the cards in other hands: weighted worlds, every other card being unknown.

    Most of the time there is one world. A card that passes unseen between two other hands, one of which is
    known to hold certain cards, splits it: the card that passed was each of them with equal chance. Chosen
    plays and discards count as uninformative, but for the fact that they were possible. Immutable.

    >>> memory = Memory().placed("ace", 1).moved(1, 2, size=3)      # one of three cards passed from 1 to 2
    >>> sorted((holder, weight) for world, weight in memory.worlds.items() for _, holder in world)
    [(1, 2), (2, 1)]
    >>> memory.left("king", 2, size=4).certain()                     # a card that was not followed is played
    {}
    """

    __slots__ = ("worlds",)

    def __init__(self, worlds: Mapping[World, int] | None = None) -> None:
        self.worlds: Mapping[World, int] = worlds or {frozenset(): 1}

    def placed(self, card: Any, holder: int) -> Memory:
        """The seat saw `card` go to the hand of `holder`."""
        return Memory({world | {(card, holder)}: weight for world, weight in self.worlds.items()})

    def left(self, card: Any, holder: int, size: int) -> Memory:
        """The seat saw `card` leave the hand of `holder`, which held `size` cards till then."""
        if len(self.worlds) == 1 and not next(iter(self.worlds)):
            return self
        followed = {known for world in self.worlds for known, _ in world}
        after: dict[World, int] = {}
        for world, weight in self.worlds.items():
            if card not in followed:  # it was one of the unknown cards there
                weight *= size - sum(at == holder for _, at in world)
            elif (card, holder) not in world:
                continue
            if weight:
                world -= {(card, holder)}
                after[world] = after.get(world, 0) + weight
        return Memory(after)

    def moved(self, giver: int, taker: int, size: int) -> Memory:
        """A card passed at random, unseen, from a hand of `size` cards to another hand."""
        after: dict[World, int] = {}
        for world, weight in self.worlds.items():
            known = [card for card, at in world if at == giver]
            if len(known) < size:
                after[world] = after.get(world, 0) + weight * (size - len(known))
            for card in known:
                other = world - {(card, giver)} | {(card, taker)}
                after[other] = after.get(other, 0) + weight
        return Memory(after)

    def relabelled(self, faces: Mapping[Any, Any]) -> Memory:
        """The same knowledge of other faces: for redeals."""
        if len(self.worlds) == 1 and not next(iter(self.worlds)):
            return self
        return Memory(
            {frozenset((faces.get(card, card), at) for card, at in w): n for w, n in self.worlds.items()}
        )

    def certain(self) -> dict[Any, int]:
        """The cards whose holder the seat is sure of, with the holder."""
        return dict(sorted(frozenset.intersection(*self.worlds), key=lambda pair: (pair[1], str(pair[0]))))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memory) and self.worlds == other.worlds

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Hidden:
    """A place whose cards a seat can't see: its holder (None for a face-down deck) and the cards there.

    `barred` are cards that can't lie there, whatever else is unknown. Only places of one `kind` may have
    exchanged cards: cards kept in hands while the discards were shuffled are of another kind than those.
    """

    holder: int | None
    cards: tuple[Any, ...]
    barred: frozenset[Any] = frozenset()
    kind: Any = 0


def remember(memory: list[Memory], card: Any, holder: int, seen_by: Iterable[int]) -> None:
    """`card` came to the hand of `holder`, and the seats `seen_by` saw it."""
    for seat in seen_by:
        if seat != holder:
            memory[seat] = memory[seat].placed(card, holder)


def forget(memory: list[Memory], card: Any, holder: int, size: int) -> None:
    """Everybody saw `card` leave the hand of `holder`, which held `size` cards till then."""
    for seat, remembered in enumerate(memory):
        if seat != holder:
            memory[seat] = remembered.left(card, holder, size)


def pass_unseen(memory: list[Memory], card: Any, giver: int, taker: int, size: int) -> None:
    """`card` went at random from one hand to another, and only these two seats saw which."""
    for seat, remembered in enumerate(memory):
        if seat == taker:
            memory[seat] = remembered.left(card, giver, size)
        elif seat == giver:
            memory[seat] = remembered.placed(card, taker)
        else:
            memory[seat] = remembered.moved(giver, taker, size)


def redeal(match: Match, seat: int, rng: Random) -> Match:
    """Another match that `seat` can't tell from this one, drawn from what it may believe; with other dice to come.

    The cards hidden from the seat are permuted, in the table where the step began and in the answers since
    alike. Bots get redealt matches, so that nobody can play on what is hidden.
    """
    last_seen = _last_seen(match, seat)
    places = match.table.hidden_from(seat)
    kinds = {card: (place.kind, last_seen[card] >= 0) for place in places for card in place.cards}
    room = Counter((place.holder, kinds[card]) for place in places for card in place.cards)
    worlds = {
        world: weight  # the followed cards must find slots of their kinds
        for world, weight in match.table.memory[seat].worlds.items()
        if not Counter((holder, kinds[card]) for card, holder in world) - room
    }
    certain = match.origin.memory[seat].certain()
    begun = match._anchor()
    before = [event for place in begun.path()[:-1] for event in place.events] + begun.events[: begun.told]
    past = tuple(event for event in (*match.past, *before) if event.seen(seat))
    world: World = frozenset()
    for attempt in range(10_000):
        if attempt % 500 == 0:
            world = rng.choices(list(worlds), list(worlds.values()))[0]
        faces = _shuffled(places, world, kinds, rng)
        if faces is None:
            continue
        old = {card: face for card, face in faces.items() if last_seen[card] < 0}
        origin = match.origin.copy()
        origin.relabel(old)
        origin.memory = [m if other == seat else m.relabelled(old) for other, m in enumerate(origin.memory)]
        held = {card: place.holder for place in origin.hidden_from(seat) for card in place.cards}
        if any(held.get(card) != holder for card, holder in certain.items() if card in held):
            continue
        names = deque(
            {"draw": faces.get(place.answer, place.answer).code}
            if _unseen_draw(place, seat) and last_seen.get(place.answer, number + 1) < number + 1
            else name_of(place.request, place.answer)
            for number, place in enumerate(match.place.path()[begun.depth + 1 :])
        )
        twin = type(match).__new__(type(match))
        vars(twin).update(vars(match), _children={}, _picked={}, autosave=None, redealt=True, chance=Seeded())
        twin.past = past
        with suppress(IllegalMove):  # a deal that the answers since don't fit: draw another
            twin._restart(origin, rng.getrandbits(64), names)
            return twin
    raise LookupError(f"found no other deal that seat {seat} could not tell from this one")


def _unseen_draw(place: Any, seat: int) -> bool:
    request = place.request
    return isinstance(request, Draw) and request.seen_by is not None and seat not in request.seen_by


def _last_seen(match: Match, seat: int) -> dict[Any, int]:
    """For each card that is hidden from `seat` now: when it was last seen in this step, -1 for never.

    Moments are numbered by the answers given before them; 0 is the step's beginning.
    """
    hidden = {card for place in match.table.hidden_from(seat) for card in place.cards}
    last = dict.fromkeys(hidden, -1)
    trail = match.trail
    table = match.origin.copy()

    def look(moment: int) -> None:
        for card in hidden - {card for place in table.hidden_from(seat) for card in place.cards}:
            last[card] = moment

    look(0)
    if not trail:
        return last
    program = match.game.step(table)
    request: Any = next(program)
    with suppress(StopIteration):  # the game may be over
        for moment in range(len(trail) + 1):
            while isinstance(request, Event | Here):
                if isinstance(request, Event) and request.seen(seat):
                    last.update((card, moment) for card in request.cards if card in last)
                request = next(program)
            look(moment)
            if moment < len(trail):
                request = program.send(trail[moment])
    return last


def _shuffled(
    places: Sequence[Hidden], world: World, kinds: Mapping[Any, Any], rng: Random
) -> dict[Any, Any] | None:
    """A new face for each hidden card: the world's cards in their hands, the others anywhere of their kind.

    A kind is that of the place, and whether the seat has seen the card since the step began: those were
    shuffled back since, and what happened before must stay as it was seen.
    """
    faces: dict[Any, Any] = {}
    taken = {card for card, _ in world}
    slots: dict[Any, list[tuple[Any, frozenset[Any]]]] = {kind: [] for kind in kinds.values()}
    at_home = {card for place in places for card in place.cards if (card, place.holder) in world}
    faces.update((card, card) for card in at_home)
    followed = {card: holder for card, holder in world if card not in at_home}
    for place in rng.sample(list(places), len(places)):
        cards = [card for card in rng.sample(place.cards, len(place.cards)) if card not in at_home]
        for known in [card for card, holder in followed.items() if holder == place.holder]:
            slot = next((card for card in cards if kinds[card] == kinds[known]), None)
            if slot is not None:
                cards.remove(slot)
                faces[slot] = known
                del followed[known]
        for card in cards:
            slots[kinds[card]].append((card, place.barred))
    if followed:
        return None
    for kind, some in slots.items():
        rest = [card for card, its in kinds.items() if its == kind and card not in taken]
        some.sort(key=lambda slot: -len(slot[1]))  # places that can't hold every card choose first
        for card, barred in some:
            allowed = [face for face in rest if face not in barred] if barred else rest
            if not allowed:
                return None
            face = rng.choice(allowed)
            rest.remove(face)
            faces[card] = face
    return faces


def beliefs(match: Match, seat: int) -> list[tuple[Fraction, Any, tuple[Any, ...]]]:
    """The position as `seat` believes it: chance, the step's beginning, and the answers since, for each world.

    Other hands hold their known cards and pieces that stand for unseen ones; the pool holds every card that
    may be anywhere. Unknowable where a card that the seat was following changed hands unseen in this step.
    """
    worlds = match.table.memory[seat].worlds
    origin, unseen = match.origin, match.game.unseen
    last_seen = _last_seen(match, seat)
    before = {pair for world in origin.memory[seat].worlds for pair in world}
    moved = {pair for world in worlds for pair in world if last_seen[pair[0]] < 0} - before
    if moved or len(worlds) > len(origin.memory[seat].worlds):
        raise Unknowable("a card passed unseen between two hands just now; ask again after this action")
    total = sum(worlds.values())
    begun = match._anchor().depth + 1
    trail = tuple(
        unseen
        if _unseen_draw(place, seat) and last_seen.get(place.answer, number + 1) < number + 1
        else place.answer
        for number, place in enumerate(match.place.path()[begun:])
    )
    positions = []
    for world, weight in worlds.items():
        hands: dict[int, list[Any]] = {}
        for place in origin.hidden_from(seat):
            if place.holder is not None:
                shown = [card for card in place.cards if last_seen.get(card, 0) >= 0]
                hand = hands.setdefault(place.holder, [])
                hand += [*shown, *[unseen] * (len(place.cards) - len(shown))]
        for card, holder in world:
            if last_seen[card] < 0:
                hands[holder][hands[holder].index(unseen)] = card
        positions.append((Fraction(weight, total), origin.believed(seat, hands), trail))
    return positions
