"""Beasts: class requirements, attacks, Stagger, what a defeat brings, Shards, the Beast King, Lesser Beasts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from beastlab.core.match import Result
from beastlab.core.requests import Choose, Event, Move, Refused, Rule, Total, Totals
from beastlab.games.beast_hunt.cards import Card
from beastlab.games.beast_hunt.rules import dice, effects, hands, heroes
from beastlab.games.beast_hunt.table import Table

# --- may it be attacked? --------------------------------------------------------------------------


def missing(table: Table, seat: int, requirement: tuple[str, ...]) -> list[str]:
    """The symbols of a class requirement that the Party of `seat` can't fill; empty when it is met.

    Each face-up Hero and each champion fills at most one symbol.
    hunt.beast.requirement-champion, hunt.beast.requirement-matching, hunt.beast.symbol-is-hero
    """
    party, reading = table.seats[seat], table.options.requirement_champion
    of_heroes = party.classes()
    of_champions = party.champion_classes() if reading != "never" else Counter()
    classes = Counter(requirement)
    anyone = classes.pop("any", 0)
    lacking: list[str] = []
    if reading in ("class_symbol_only", "never"):  # champions first, so that Heroes are free for any class
        idle = of_heroes.total()
        for class_, symbols in classes.items():
            by_heroes = max(0, symbols - of_champions[class_])
            short = max(0, by_heroes - of_heroes[class_])
            lacking += [class_] * short
            idle -= by_heroes - short
        return lacking + ["any"] * max(0, anyone - idle)
    bodies = of_heroes.total() + (of_champions.total() if reading == "full_body" else 0)
    for class_, symbols in classes.items():
        lacking += [class_] * max(0, symbols - of_heroes[class_] - of_champions[class_])
    return lacking + ["any"] * max(0, len(requirement) - bodies - len(lacking))


def may_challenge(table: Table, seat: int) -> bool:
    """Three defeated Beasts, or five cards of one class in the Party.

    hunt.king.condition-three, hunt.king.condition-five, hunt.king.five-which-cards, hunt.king.three-lesser
    """
    party = table.seats[seat]
    if len(party.beasts) >= 3:
        return True
    if len(party.heroes) + len(party.champions) < 5:
        return False
    return max((party.classes() + party.champion_classes()).values(), default=0) >= 5


def why_no_attack(table: Table, seat: int, beast: Card) -> tuple[str, str] | None:
    """The rule that forbids this attack, and a sentence; None if only the actions could."""
    if beast is table.king and table.options.king_access == "personal" and not may_challenge(table, seat):
        return "hunt.king.each-challenger", "You need five cards of one class or three defeated Beasts."
    if lacking := missing(table, seat, beast.requirement):
        rule = "hunt.stagger.requirement" if beast in table.marks else "hunt.beast.requirement-needed"
        needs, lacks = ", ".join(beast.requirement), ", ".join(lacking)
        if set(lacking) == {"any"}:
            rule = "hunt.beast.requirement-matching" if rule.startswith("hunt.beast") else rule
            return (
                rule,
                f"It needs {needs}, each filled by another Hero; your Party lacks {len(lacking)} more.",
            )
        return rule, f"It needs {needs}; your Party lacks {lacks}."
    return None


# --- the fight ---------------------------------------------------------------------------------------


def attack(table: Table, seat: int, beast: Card) -> Rule:
    """Roll against a Beast of the field or the King; True if it is defeated. A near miss staggers it.

    hunt.term.attack, hunt.stagger.trigger, hunt.stagger.effect, hunt.stagger.who, hunt.stagger.after-miss
    """
    name, stagger, setter = table.name(seat), table.stagger(beast), table.marks.get(beast)
    yield Event("hunt.term.attack", f"{name} attacks {beast.name}.", (beast,), seat=seat)
    if (
        setter is not None
        and table.options.stagger_who == "left_neighbour"
        and not entitled(table, seat, setter)
    ):
        del table.marks[beast]
        setter = None
        yield Event(
            "hunt.stagger.who", f"{name} is not next to the left: {beast.name} stands firm again.", (beast,)
        )
    weakened = setter is not None and entitled(table, seat, setter)
    needed = stagger if weakened else table.defeat(beast)
    assert needed is not None
    result = yield from fight(table, seat, beast, needed, beast is table.king)
    if result >= needed:
        rule = "hunt.stagger.effect" if weakened else "hunt.beast.defeat-value"
        yield Event(
            rule,
            f"{result} reaches {needed}: {beast.name} is defeated.",
            (beast,),
            result=result,
            outcome="defeat",
        )
        return True
    if weakened:
        del table.marks[beast]
        text = f"{result}, not {needed}: {beast.name} recovers from its Stagger."
        yield Event("hunt.stagger.after-miss", text, (beast,), result=result, outcome="miss")
    elif setter is None and stagger is not None and result >= stagger:
        table.marks[beast] = seat
        text = f"{result}, not {needed}: {beast.name} is staggered, {stagger} is enough for the next fight."
        yield Event("hunt.stagger.trigger", text, (beast,), result=result, outcome="stagger")
    else:
        yield Event(
            "hunt.beast.fail-stays",
            f"{result}, not {needed}: {beast.name} stays.",
            (beast,),
            result=result,
            outcome="miss",
        )
    if beast.on_fail:
        yield from effects.carry_out(table, seat, beast.on_fail)
    yield from effects.happens(table, (seat, "on_attack_failed"))
    return False


def entitled(table: Table, seat: int, setter: int) -> bool:
    """Whether `seat` may use the Stagger that `setter` brought about [hunt.stagger.who]."""
    match table.options.stagger_who:
        case "next_other":
            return seat != setter
        case "left_neighbour":
            return seat == (setter + 1) % len(table.seats)
    return True


def fight(table: Table, seat: int, beast: Card, needed: int, king: bool) -> Rule:
    """The result of a fight: as many totals of two dice as the card has orbs, modifiers, Enchants.

    hunt.beast.orb, hunt.beast.orb-rolls-all, hunt.beast.orb-standing-modifier, hunt.beast.orb-enchant-window,
    hunt.beast.no-natural-rule
    """
    reading, plus = table.options.orb_reading, attack_modifier(table, seat, king)
    if seat == table.turn:
        table.attack_bonus = 0
    if reading == "sum" or beast.orbs == 1:
        totals = [(yield Total(2 * beast.orbs)) + plus]
        rolls: tuple[str, ...] = ("",)
    else:
        totals = [total + plus for total in (yield Totals(beast.orbs))]
        rolls = tuple(f"total {n}" for n in range(1, beast.orbs + 1))
    dice_words = f"{2 * beast.orbs} dice{f' and {plus:+d}' if plus else ''}"
    shown = " and ".join(map(str, totals))
    yield Event(
        "hunt.beast.orb",
        f"{table.name(seat)} rolls {shown} with {dice_words}.",
        seat=seat,
        totals=tuple(totals),
    )
    asked = [seat, *table.clockwise(seat)]
    yield from dice.enchanting(table, asked, totals, rolls, f"attack on {beast.name}, {needed} needed")
    return min(totals) if reading == "each" else max(totals) if reading == "best" else sum(totals)


def attack_modifier(table: Table, seat: int, king: bool = False) -> int:
    """What is added to an attack roll: lasting effects, equipment, this turn's bonus, Lesser Beasts for the King.

    hunt.lesser.king-bonus, hunt.lesser.bonus-only-king
    """
    party = table.seats[seat]
    plus = sum(amount for name, amount in heroes.lasting(table, seat) if name == "attack_bonus")
    for hero in party.heroes:
        if hero.up and hero.carries("attack_bonus_while_equipped"):
            plus += hero.gear.effect.amount  # type: ignore[union-attr, operator]
    if seat == table.turn:
        plus += table.attack_bonus
    return plus + len(party.lesser) * king


def attack_now(table: Table, seat: int) -> Rule:
    """Immediately attack a Beast of the field, without an action; never the King.

    hunt.action.immediate-free, hunt.action.immediate-attack-not-king, hunt.action.immediate-attack-requirement
    """
    legal = [beast for beast in table.field if not missing(table, seat, beast.requirement)]
    if not legal:
        yield Event("hunt.term.no-target", f"{table.name(seat)} finds no Beast to attack.")
        return

    def refuse() -> Iterator[Refused]:
        for beast in table.field:
            if reason := why_no_attack(table, seat, beast):
                yield Refused(attacking(beast), *reason)
        if table.king:
            why = "An immediate attack never goes against the Beast King."
            yield Refused(attacking(table.king), "hunt.action.immediate-attack-not-king", why)

    options = (*map(attacking, legal), effects.DECLINE)
    prompt = f"{table.name(seat)}: attack a Beast now, without an action?"
    move = yield Choose(seat, prompt, options, refuse, rule="hunt.action.immediate-window")
    if move is not effects.DECLINE:
        yield from attack_beast(table, seat, move.piece)


def attacking(beast: Card) -> Move:
    return Move(f"attack:{beast.code}", f"Attack {beast.name}", beast, "2 actions")


# --- Beasts of the field ----------------------------------------------------------------------------------


def attack_beast(table: Table, seat: int, beast: Card) -> Rule:
    """Attack a Beast of the field, and take what its defeat brings."""
    if (yield from attack(table, seat, beast)):
        yield from defeated(table, seat, beast)


def defeated(table: Table, seat: int, beast: Card) -> Rule:
    """The Beast joins the Party, its effect is gained, and a new card is revealed.

    hunt.beast.gain, hunt.beast.gain-order, hunt.beast.reveal-replacement
    """
    table.field.remove(beast)
    table.marks.pop(beast, None)
    table.seats[seat].beasts.append(beast)
    yield Event(
        "hunt.beast.gain", f"{beast.name} joins the Party of {table.name(seat)}.", (beast,), seat=seat
    )
    if beast.effect:
        yield from effects.carry_out(table, seat, beast.effect)
    yield from effects.happens(table, (seat, "on_beast_defeated"))
    yield from reveal_beast(table)
    yield from reveal_king(table)


def reveal_beast(table: Table) -> Rule:
    """Turn up the top card of the Beast Deck; a Shard goes to the row and is followed by another card.

    hunt.beast.reveal-replacement, hunt.shard.row, hunt.shard.chain, hunt.beast.deck-empty
    """
    while table.beast_deck.segments:
        card = yield table.beast_deck.next_card()
        table.beast_deck.take(card)
        if card.type == "beast":
            table.field.append(card)
            yield Event("hunt.beast.reveal-replacement", f"{card.name} appears.", (card,))
            return
        table.shards.append(card)
        yield Event("hunt.shard.row", f"A Malevolent Shard appears: {len(table.shards)} in the row.", (card,))
        if len(table.shards) == 3:
            yield from start_countdown(table)
    yield Event("hunt.beast.deck-empty", "The Beast Deck is empty: no new Beast appears.")


def start_countdown(table: Table) -> Rule:
    """Three Shards: every player has one turn left in which the King must fall.

    hunt.shard.third, hunt.shard.countdown-turns, hunt.shard.countdown-at-setup
    """
    turns = len(table.seats)
    if table.phase != "deal":
        table.trigger_turn = True
        turns -= table.options.countdown_current_turn == "current_turn_counts"
    table.countdown = turns
    yield Event(
        "hunt.shard.third",
        f"The countdown begins: {turns} turn{'s' * (turns != 1)} to defeat the King together.",
        turns=turns,
    )


# --- the Beast King -----------------------------------------------------------------------------------------


def reveal_king(table: Table) -> Rule:
    """The King is turned face up as soon as a player may challenge it [hunt.king.flip-moment]."""
    if table.king is None and any(may_challenge(table, seat) for seat in range(len(table.seats))):
        table.king = king = yield table.kings.next_card()
        yield Event("hunt.king.flip-moment", f"The Beast King is turned face up: {king.name}.", (king,))


def attack_king(table: Table, seat: int) -> Rule:
    """Attack the King; who defeats it wins, alone or, once three Shards are out, with everybody.

    hunt.king.same-procedure, hunt.king.solo-win, hunt.shard.coop-win, hunt.king.no-replacement
    """
    assert table.king
    if (yield from attack(table, seat, table.king)):
        together = len(table.shards) >= 3
        everyone = range(len(table.seats))
        winners = tuple(everyone) if together else (seat,)
        who = "everybody wins" if together else f"{table.name(seat)} wins"
        rule = "hunt.shard.coop-win" if together else "hunt.king.solo-win"
        text = f"{table.name(seat)} defeats {table.king.name}: {who}."
        table.result = Result(winners, tuple(int(s in winners) for s in everyone), rule, text)
        yield Event(rule, text, (table.king,))


# --- Lesser Beasts -----------------------------------------------------------------------------------------------


def fight_lesser(table: Table, seat: int, beast: Card) -> Rule:
    """A Lesser Beast is revealed, played and fought at once, for no action.

    Defeated it joins the Party (+1 against the King) and gives an action; else it is discarded.
    hunt.lesser.on-draw, hunt.lesser.must-attack, hunt.lesser.win-party, hunt.lesser.extra-action,
    hunt.lesser.fail-discard, hunt.lesser.requirement
    """
    table.resolving.append(beast)
    yield Event("hunt.lesser.on-draw", f"{table.name(seat)} must fight {beast.name}.", (beast,), seat=seat)
    needed, won = table.defeat(beast), False
    if missing(table, seat, beast.requirement):
        yield Event(
            "hunt.lesser.requirement", "Its requirement is not met: the fight is lost without a roll."
        )
    else:
        result = yield from fight(table, seat, beast, needed, king=False)
        won = result >= needed
        yield Event("hunt.beast.defeat-value", f"{result}, and {needed} is needed.", (beast,), result=result)
    table.resolving.remove(beast)
    if won:
        table.seats[seat].lesser.append(beast)
        text = f"{beast.name} is defeated and joins the Party of {table.name(seat)}."
        yield Event("hunt.lesser.win-party", text, (beast,), seat=seat, outcome="defeat")
        yield from effects.gain_actions(table, seat, 1, "hunt.lesser.extra-action")
        yield from effects.happens(table, (seat, "on_lesser_defeated"))
    else:
        table.discard.append(beast)
        text = f"{beast.name} is not defeated and goes to the Discard Pile."
        yield Event("hunt.lesser.fail-discard", text, (beast,), seat=seat, outcome="miss")
        yield from effects.happens(table, (seat, "on_attack_failed"))


# --- Ancient Arms ----------------------------------------------------------------------------------------------------


def use_arms(table: Table, seat: int, beast: Card) -> Rule:
    """Three Ancient Arms defeat a Beast of the field without a roll, a requirement or a Defiance.

    hunt.arms.three, hunt.arms.no-roll, hunt.arms.requirement, hunt.arms.as-defeat, hunt.arms.discard
    """
    arms = [card for card in table.seats[seat].hand if card.type == "ancient_arm"][:3]
    for card in arms:
        hands.leaves_hand(table, seat, card)
        table.discard.append(card)
    text = f"{table.name(seat)} plays three Ancient Arms: {beast.name} is defeated."
    yield Event("hunt.arms.three", text, (*arms, beast), seat=seat)
    yield from defeated(table, seat, beast)
