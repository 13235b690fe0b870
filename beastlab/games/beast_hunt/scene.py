"""What a seat may know of the table, as plain data: `view` for bots and saved pictures, `scene` for boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from beastlab.core.match import Match
from beastlab.core.requests import Move
from beastlab.games.beast_hunt.cards import Card
from beastlab.games.beast_hunt.rules import beasts, heroes
from beastlab.games.beast_hunt.rules.turn import HAND_LIMIT
from beastlab.games.beast_hunt.table import Hero, Table


def view(table: Table, seat: int) -> dict[str, Any]:
    """Everything that `seat` may know, as JSON data; cards by their codes.

    Built from what lies open, the seat's own hand, and the cards in other hands that it can follow
    [hunt.invariant.hidden-information]. `unseen` counts the types of all cards that it has not seen.
    """
    known = table.memory[seat].certain()
    hidden = [card for place in table.hidden_from(seat) for card in place.cards if card not in known]
    return {
        "seat": seat,
        "phase": table.phase,
        "turn": table.turn,
        "round": table.round,
        "actions": table.actions,
        "attack_bonus": table.attack_bonus,
        "roll_bonus": table.roll_bonus,
        "seats": [_seat_view(table, other, other == seat, known) for other in range(len(table.seats))],
        "field": [{"card": beast.code, "staggered_by": table.marks.get(beast)} for beast in table.field],
        "king": table.king and {"card": table.king.code, "staggered_by": table.marks.get(table.king)},
        "shards": len(table.shards),
        "countdown": table.countdown,
        "main_deck": len(table.deck),
        "beast_deck": len(table.beast_deck),
        "beasts_left": Counter(card.type for card in table.beast_deck.pool),
        "discard": [card.code for card in table.discard],
        "resolving": [card.code for card in table.resolving],
        "champions": [card.code for card in table.champions],
        "unseen": dict(sorted(Counter(card.type for card in hidden).items())),
        "result": table.result and {"winners": list(table.result.winners), "text": table.result.text},
    }


def _seat_view(table: Table, seat: int, own: bool, known: dict[Any, int]) -> dict[str, Any]:
    party = table.seats[seat]
    limit = HAND_LIMIT + sum(amount for name, amount in heroes.lasting(table, seat) if name == "hand_limit")
    shown = party.hand if own else [card for card, holder in known.items() if holder == seat]
    return {
        "name": party.name,
        "champions": [{"card": card.code, "used": card in table.used} for card in party.champions],
        "heroes": [
            {
                "card": hero.card.code,
                "class": hero.class_,
                "up": hero.up,
                "gear": hero.gear and hero.gear.code,
                "used": hero.card in table.used,
            }
            for hero in party.heroes
        ],
        "beasts": [card.code for card in party.beasts],
        "lesser": [card.code for card in party.lesser],
        "hand": [card.code for card in shown],
        "hand_size": len(party.hand),
        "hand_limit": limit,
        "may_challenge": beasts.may_challenge(table, seat),
    }


# --- the scene ---------------------------------------------------------------------------------------

STEPS = {"champions": 0, "deal": 0, "start": 1, "actions": 2, "end": 3}
STEP_NAMES = ("Getting started", "Starting hand", "Actions", "End of turn")
_GROUPS = {
    "attack": "Attack",
    "arms": "Attack",
    "use": "Use a Hero",
    "skill": "Champion's skill",
    "play": "Play a card",
    "draw": "Draw",
    "refresh": "Draw",
    "end": "End",
}
_READINGS = {
    "sum": ("defeat", "stagger"),
    "each": ("each roll", "stagger"),
    "best": ("best roll", "stagger"),
}


def scene(match: Match, seat: int, all_open: bool = False) -> dict[str, Any]:
    """What `seat` sees of the table, in the words and order that a board draws: plain JSON data.

    Zones of cards; `boards` says what a zone and a card may hold. Made of the view and of what lies open,
    so it is the same on every redeal. With `all_open` the hands of the others lie open too.

    >>> from beastlab.games import beast_hunt as hunt
    >>> drawn = scene(hunt.new_match(seats=2, seed=7), 0)
    >>> drawn["title"], [zone["title"] for zone in drawn["zones"]]
    ('Beast Hunt', ['Champions to choose from', "Ada's Party"])
    """
    seen, table = match.view(seat), match.table
    draw = _Drawing(seen, table)
    return {
        "title": match.game.title,
        "facts": list(_facts(seen)),
        "illustrative": table.options.cards.illustrative,
        "steps": list(STEP_NAMES),
        "step": None if seen["result"] else STEPS[seen["phase"]],
        "turn": seen["turn"],
        "names": [party["name"] for party in seen["seats"]],
        "zones": list(draw.zones(all_open)),
    }


def concerns(move: Move) -> list[str]:
    """The codes of the cards that a move concerns, the one that is played or chosen first."""
    return [card.code for card in _pieces(move.piece)]


def group(move: Move) -> str:
    """The heading under which a board lists a move; blank for moves that need none."""
    verb = move.key.partition(":")[0]
    return f"Equip {next(_pieces(move.piece)).name}" if verb == "equip" else _GROUPS.get(verb, "")


GROUP_ORDER = tuple(dict.fromkeys(_GROUPS.values()))
"""The headings in the order of a list of moves; equipment comes after `Play a card`."""


def _pieces(piece: Any) -> Iterator[Card]:
    if isinstance(piece, Card):
        yield piece
    elif isinstance(piece, Hero):
        yield piece.card
    elif isinstance(piece, tuple):
        for part in piece:
            yield from _pieces(part)


def _facts(seen: dict[str, Any]) -> Iterator[list[list[Any]]]:
    """The header's facts, each in parts: words, and whether they weigh most."""
    whose = seen["seats"][seen["turn"]]["name"]
    if seen["result"]:
        yield [["the game is over", True]]
        return
    if seen["phase"] in ("champions", "deal"):
        yield [["getting started", False]]
        return
    yield [[f"round {seen['round']}", False]]
    yield [[whose, True], ["'s turn", False]]
    if seen["phase"] in ("start", "actions"):
        yield [[f"{seen['actions']} action{'s' * (seen['actions'] != 1)}", True], [" left", False]]
    if seen["attack_bonus"]:
        yield [[f"{seen['attack_bonus']:+d} on the next attack", False]]
    if bonus := seen["roll_bonus"]:
        yield [[f"Heroes {abs(bonus)} {'easier' if bonus > 0 else 'harder'} to roll", False]]


class _Drawing:
    """One scene in the making."""

    def __init__(self, seen: dict[str, Any], table: Table) -> None:
        self.seen, self.table, self.seat = seen, table, seen["seat"]
        self.by_code = table.options.cards.by_code
        self.reading = table.options.orb_reading

    def zones(self, all_open: bool) -> Iterator[dict[str, Any]]:
        seen, seat = self.seen, self.seat
        if seen["champions"] and seen["phase"] == "champions":
            cards = [self.face(self.by_code[code]) for code in seen["champions"]]
            yield {"id": "champions", "kind": "cards", "title": "Champions to choose from", "cards": cards}
        if seen["phase"] not in ("champions", "deal"):
            yield self.field()
            if seen["resolving"]:
                cards = [self.face(self.by_code[code]) for code in seen["resolving"]]
                yield {"id": "resolving", "kind": "cards", "title": "Being played", "cards": cards}
        yield self.party(seat)
        if (own := seen["seats"][seat])["hand_size"] or seen["phase"] not in ("champions", "deal"):
            yield {
                "id": "hand",
                "kind": "cards",
                "title": f"{own['name']}'s hand",
                "note": f"{own['hand_size']} card{'s' * (own['hand_size'] != 1)}, limit {own['hand_limit']}",
                "cards": [self.face(self.by_code[code]) for code in own["hand"]],
                "empty": "no card in hand",
            }
        for other in self.table.clockwise(seat):
            if seen["seats"][other]["champions"] or seen["phase"] != "champions":
                party = self.party(other)
                if all_open and party.pop("backs", None):
                    hand = [self.face(card) for card in self.table.seats[other].hand]
                    title = f"{self.table.name(other)}'s hand"
                    shown = {"id": f"hand-{other}", "kind": "small", "title": title, "cards": hand}
                    yield party
                    yield {**shown, "note": "open to all", "empty": "no card in hand"}
                else:
                    yield party

    def field(self) -> dict[str, Any]:
        seen, shards = self.seen, self.seen["shards"]
        cards = [self.beast(self.by_code[b["card"]], b["staggered_by"]) for b in seen["field"]]
        king = seen["king"]
        cards.append(
            self.beast(self.by_code[king["card"]], king["staggered_by"])
            if king
            else {
                "id": "king",
                "name": "Beast King",
                "down": True,
                "text": "face down until somebody has 3 Beasts or 5 cards of a class",
                "label": "Beast King, face down until somebody has 3 Beasts or 5 cards of a class",
            }
        )
        discard = [self.by_code[code].name for code in seen["discard"]]
        hidden = ", ".join(f"{n} {_kind(type_)}" for type_, n in seen["unseen"].items())
        left = ", ".join(f"{n} {_kind(type_)}" for type_, n in sorted(seen["beasts_left"].items()))
        piles = [
            {
                "name": "Main Deck",
                "count": seen["main_deck"],
                "hint": f"Cards that you have not seen: {hidden}",
            },
            {
                "name": "Discard",
                "count": len(discard),
                "text": f"top: {discard[-1]}" if discard else "",
                "hint": f"Discard Pile, top first: {', '.join(discard[::-1]) or 'empty'}",
            },
            {"name": "Beast Deck", "count": seen["beast_deck"], "hint": f"Face down: {left or 'empty'}"},
        ]
        turns = seen["countdown"]
        return {
            "id": "field",
            "kind": "big",
            "title": "Beasts",
            "pips": {"full": shards, "of": 3, "word": f"Shards: {shards} of 3"}
            if not self.table.options.shardless
            else None,
            "alert": ""
            if turns is None
            else f"Countdown: {turns} turn{'s' * (turns != 1)} left to defeat the King together",
            "cards": cards,
            "piles": piles,
        }

    def party(self, seat: int) -> dict[str, Any]:
        party, own = self.seen["seats"][seat], seat == self.seat
        cards = []
        for champion in party["champions"]:
            card = self.face(self.by_code[champion["card"]])
            cards.append(self.marked(card, [("used this turn", "soft")] if champion["used"] else []))
        cards += [self.hero(hero) for hero in party["heroes"]]
        for code in party["beasts"]:
            beast = self.by_code[code]
            lasting = beast.continuous.words(lasting=True) if beast.continuous else ""
            cards.append(
                _labelled({"id": code, "name": beast.name, "kind": "defeated Beast", "text": lasting})
            )
        for code in party["lesser"]:
            cards.append(
                _labelled(
                    {
                        "id": code,
                        "name": self.by_code[code].name,
                        "kind": "Lesser Beast",
                        "text": "+1 against the King",
                    }
                )
            )
        zone: dict[str, Any] = {
            "id": f"party-{seat}",
            "kind": "cards" if own else "small",
            "title": f"{party['name']}'s Party",
            "cards": cards,
            "empty": "nobody yet",
            "turn": seat == self.seen["turn"] and self.seen["phase"] not in ("champions", "deal"),
        }
        if party["may_challenge"]:
            zone["note"] = "may challenge the King"
        if not own:
            known = [self.by_code[code].name for code in party["hand"]]
            if self.seen["phase"] != "champions":
                zone["backs"] = {"count": party["hand_size"], "known": known}
        return zone

    def hero(self, hero: dict[str, Any]) -> dict[str, Any]:
        card = self.by_code[hero["card"]]
        face = self.face(card)
        gear = self.by_code[hero["gear"]] if hero["gear"] else None
        if hero["class"] != card.class_:
            face["class"] = hero["class"]
        if gear:
            face["gear"] = {"name": gear.name, "kind": _kind(gear.type), "text": gear.words()}
        if not hero["up"]:
            return self.marked({**face, "down": True, "text": "no effect, no class"}, [("face down", "soft")])
        return self.marked(face, [("used this turn", "soft")] if hero["used"] else [])

    def beast(self, beast: Card, staggered_by: int | None) -> dict[str, Any]:
        face = self.face(beast)
        face["needs"] = self.needs(beast)
        tags: list[tuple[str, str]] = []
        if staggered_by is not None:
            helps = beasts.entitled(self.table, self.seat, staggered_by)
            enough = f"{self.table.stagger(beast)} is enough" if helps else "not for you"
            tags.append((f"staggered: {enough}", "warn"))
        return self.marked(face, tags)

    def needs(self, beast: Card) -> list[dict[str, Any]]:
        """The requirement, symbol by symbol; `lacking` those that the seat's Party can't fill."""
        lacking = Counter(beasts.missing(self.table, self.seat, beast.requirement))
        symbols = []
        for class_ in reversed(beast.requirement):
            lacks = lacking[class_] > 0
            lacking[class_] -= lacks
            symbols.append({"class": class_, "lacking": lacks})
        return symbols[::-1]

    def face(self, card: Card) -> dict[str, Any]:
        face: dict[str, Any] = {"id": card.code, "name": card.name, "kind": _kind(card.type)}
        if card.class_:
            face["class"] = card.class_
        if card.defeat:
            words = _READINGS[self.reading] if card.orbs > 1 else _READINGS["sum"]
            face["numbers"] = [{"value": self.table.defeat(card), "word": words[0]}]
            if (stagger := self.table.stagger(card)) is not None:
                face["numbers"].append({"value": stagger, "word": words[1], "tone": "warn"})
            face["numbers"].append({"value": card.orbs, "word": "orb" if card.orbs == 1 else "orbs"})
            parts = [card.effect.words()] if card.effect else []
            if card.continuous:
                parts.append(f"In your Party: {card.continuous.words(lasting=True)}")
            if card.on_fail:
                parts.append(f"If you fail: {card.on_fail.words()}")
            face["text"] = " ".join([*parts, card.text]).strip()
        elif card.type == "champion" and card.passive and self.seen["phase"] != "champions":
            face["more"] = card.words(self.reading)
            face["text"] = face["more"].partition(" · ")[0]
        else:
            face["text"] = card.words(self.reading)
        return _labelled(face)

    def marked(self, face: dict[str, Any], tags: list[tuple[str, str]]) -> dict[str, Any]:
        return _labelled({**face, "tags": [{"text": text, "tone": tone} for text, tone in tags]})


def _labelled(face: dict[str, Any]) -> dict[str, Any]:
    """With the words that a screen reader says, and that a board shows as a hint."""
    needs = Counter((need["class"], need["lacking"]) for need in face.get("needs", ()))
    gear = face.get("gear")
    said = [
        face["name"],
        f"{face['kind']} {face.get('class', '')}".strip(),
        *(f"needs {n} {class_}{' (lacking)' * lacks}" for (class_, lacks), n in needs.items()),
        *(f"{number['word']} {number['value']}" for number in face.get("numbers", ())),
        *(tag["text"] for tag in face.get("tags", ())),
        f"carries {gear['name']}: {gear['text']}" if gear else "",
        face.get("more") or face.get("text", ""),
    ]
    return {**face, "label": ", ".join(part.removesuffix(".") for part in said if part)}


def _kind(type_: str) -> str:
    return "Beast King" if type_ == "king" else type_.replace("_", " ").title()
