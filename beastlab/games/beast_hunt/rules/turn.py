"""A turn: its start, its actions one by one, its end."""

from __future__ import annotations

from collections.abc import Iterator

from beastlab.core.match import Result
from beastlab.core.requests import Choose, Event, Move, Refused, Rule
from beastlab.games.beast_hunt.cards import PLAYABLE, Card
from beastlab.games.beast_hunt.rules import beasts, dice, effects, hands, heroes, plays
from beastlab.games.beast_hunt.table import Table

DRAW = Move("draw", "Draw a card", None, "1 action")
REFRESH = Move("refresh", "Discard the hand and draw 4 cards", None, "3 actions")
END = Move("end", "End the turn", None, "free")
HAND_LIMIT = 7


def start_of_turn(table: Table) -> Rule:
    """Three actions; on the first turn the Malice and then the Lesser Beasts of the starting hand.

    hunt.turn.three-actions, hunt.malice.start-before-lesser, hunt.lesser.start-hand
    """
    seat, table.actions = table.turn, 3
    yield Event("hunt.turn.clockwise", f"{table.name(seat)}'s turn.", seat=seat, round=table.round)
    if table.seats[seat].dealt:
        for dealt, type_ in ((1, "malice"), (0, "lesser_beast")):
            yield from starting_cards(table, seat, type_)
            table.seats[seat].dealt = dealt
    if not table.seats[seat].hand:
        yield from effects.happens(table, (seat, "on_turn_start_empty_hand"))
    yield from beasts.reveal_king(table)
    table.phase = "actions"


NO_MORE = Move("none", "No more such cards")


def starting_cards(table: Table, seat: int, type_: str) -> Rule:
    """Resolve the Malice, or fight the Lesser Beasts, of a starting hand, in an order of the holder's choice.

    Whoever holds none is asked alike, so that being asked tells nothing.
    hunt.malice.start-order, hunt.lesser.start-order
    """
    word = type_.replace("_", " ").title()
    while True:
        cards = [card for card in table.seats[seat].hand if card.type == type_]
        options = tuple(Move(f"reveal:{card.code}", f"Reveal {card.name}", card) for card in cards)
        prompt = f"{table.name(seat)}: which {word} of the starting hand comes first?"

        def refuse(cards: list[Card] = cards) -> list[Refused]:
            rule = "hunt.malice.on-draw" if type_ == "malice" else "hunt.lesser.must-attack"
            return [Refused(NO_MORE, rule, f"{card.name} must be played first.") for card in cards[:1]]

        rule = "hunt.malice.start-order" if type_ == "malice" else "hunt.lesser.start-order"
        move = yield Choose(seat, prompt, options or (NO_MORE,), refuse, window=True, rule=rule)
        if move is NO_MORE:
            return
        hands.leaves_hand(table, seat, move.piece)
        yield from hands.forced(table, seat, move.piece)


# --- actions -------------------------------------------------------------------------------------------


def take_action(table: Table) -> Rule:
    """One action of the player whose turn it is, paid when it is declared.

    hunt.turn.any-order, hunt.turn.repeat, hunt.action.pay-first, hunt.turn.end-no-actions, hunt.turn.pass
    """
    seat = table.turn
    plural = "s" if table.actions != 1 else ""
    prompt = f"{table.name(seat)}: {table.actions} action{plural} left"
    options = tuple(legal_actions(table, seat))
    move = yield Choose(
        seat, prompt, options, lambda: refused_actions(table, seat), rule="hunt.beast.own-turn"
    )
    verb = move.key.partition(":")[0]
    match verb:
        case "draw":
            table.actions -= 1
            yield from hands.draw(table, seat)
        case "play" | "equip":
            table.actions -= 1
            yield from plays.play_card(table, seat, *move.piece)
        case "use":
            table.actions -= 1
            hero = heroes.still_there(table, seat, move.piece)
            assert hero
            yield from heroes.use_hero(table, seat, hero)
        case "skill":
            table.actions -= move.piece.cost
            yield from use_skill(table, seat, move.piece)
        case "attack":
            table.actions -= 2
            if move.piece is table.king:
                yield from beasts.attack_king(table, seat)
            else:
                yield from beasts.attack_beast(table, seat, move.piece)
        case "arms":
            table.actions -= 2
            yield from beasts.use_arms(table, seat, move.piece)
        case "refresh":
            table.actions -= 3
            yield from refresh(table, seat)
        case "end":
            lost = f", {table.actions} unused" if table.actions else ""
            yield Event("hunt.turn.no-carry-over", f"{table.name(seat)} ends the turn{lost}.", seat=seat)
            table.actions = 0
    if table.result is None:
        yield from beasts.reveal_king(table)
        if not table.actions:
            table.phase = "end"


def legal_actions(table: Table, seat: int) -> Iterator[Move]:
    """What may be done with the actions left.

    hunt.action.draw, hunt.action.play-card, hunt.action.hero-effect, hunt.action.attack,
    hunt.action.ancient-arm, hunt.action.refresh
    """
    party, actions = table.seats[seat], table.actions
    if table.deck.segments or table.discard:
        yield DRAW
    for card in party.hand:
        if card.type in PLAYABLE:
            yield from plays.playing(table, seat, card)
    for hero in party.heroes:
        if (
            hero.card not in table.used
            and hero.up
            and hero.card.mode != "continuous"
            and not hero.carries("seal")
        ):
            yield heroes.using(hero.card)
    for champion in party.champions:
        if champion not in table.used and champion.cost <= actions:
            yield skilled(champion)
    if actions >= 2:
        for beast in table.field:
            if not beasts.missing(table, seat, beast.requirement):
                yield beasts.attacking(beast)
        if table.king and not beasts.why_no_attack(table, seat, table.king):
            yield beasts.attacking(table.king)
        if sum(card.type == "ancient_arm" for card in party.hand) >= 3:
            for beast in table.field:
                yield arming(beast)
    if actions >= 3:
        yield REFRESH
    yield END


def skilled(card: Card) -> Move:
    cost = f"{card.cost} action{'s' * (card.cost != 1)}" if card.cost else "free"
    return Move(f"skill:{card.code}", f"Use the skill of {card.name}", card, cost)


def arming(beast: Card) -> Move:
    return Move(f"arms:{beast.code}", f"Defeat {beast.name} with three Ancient Arms", beast, "2 actions")


def use_skill(table: Table, seat: int, champion: Card) -> Rule:
    """The active skill of a champion, once in one's own turn.

    hunt.champion.active-time, hunt.champion.active-cost, hunt.champion.active-limit
    """
    table.used.add(champion)
    assert champion.effect
    yield Event(
        "hunt.champion.active-time", f"{champion.name}: {champion.effect.words()}", (champion,), seat=seat
    )
    yield from effects.carry_out(table, seat, champion.effect)


def refresh(table: Table, seat: int) -> Rule:
    """Discard the entire hand, then draw four cards [hunt.action.refresh, hunt.action.refresh-all]."""
    cards = tuple(table.seats[seat].hand)
    for card in cards:
        hands.leaves_hand(table, seat, card)
        table.discard.append(card)
    shown = ", ".join(card.name for card in cards) or "nothing"
    yield Event(
        "hunt.action.refresh", f"{table.name(seat)} discards {shown} and draws four cards.", cards, seat=seat
    )
    yield from hands.draw(table, seat, 4)


def refused_actions(table: Table, seat: int) -> Iterator[Refused]:
    """The moves that somebody might expect and may not make now, each with its rule."""
    party, actions = table.seats[seat], table.actions

    def short(move: Move, cost: int) -> Refused:
        left = f"you have {actions}"
        return Refused(move, "hunt.action.insufficient", f"It costs {cost} actions; {left}.")

    if not table.deck.segments and not table.discard:
        yield Refused(
            DRAW, "hunt.term.draw-both-empty", "Main Deck and Discard Pile are empty: no card can be drawn."
        )
    for card in party.hand:
        yield from refused_card(table, seat, card)
    for hero in party.heroes:
        move = heroes.using(hero.card)
        if not hero.up:
            yield Refused(move, "hunt.term.facedown-no-effect", f"{hero.card.name} is face down: no effect.")
        elif hero.carries("seal"):
            assert hero.gear
            yield Refused(
                move, "hunt.equip.curse-target", f"{hero.gear.name} seals the effect of {hero.card.name}."
            )
        elif hero.card in table.used:
            why = f"{hero.card.name} has been used this turn."
            yield Refused(move, "hunt.hero.once-per-turn", why)
        elif hero.card.mode == "continuous":
            yield Refused(move, "hunt.hero.no-roll-effects", f"{hero.card.name} works all the time.")
    for champion in party.champions:
        if champion in table.used:
            why = f"{champion.name} has used its skill this turn."
            yield Refused(skilled(champion), "hunt.champion.active-limit", why)
        elif champion.cost > actions:
            yield short(skilled(champion), champion.cost)
        if champion in table.missed:
            move = Move(f"passive:{champion.code}", f"Use the passive skill of {champion.name}", champion)
            yield Refused(move, "hunt.champion.passive-missed", "Its moment has passed; it must happen anew.")
    yield from refused_attacks(table, seat)
    if actions < 3:
        yield short(REFRESH, 3)
    elif party.hand:
        keep = Move("refresh:keep", "Draw 4 cards and keep some of the hand")
        yield Refused(
            keep, "hunt.action.refresh-all", "The entire hand is discarded; no card can be kept back."
        )


def refused_card(table: Table, seat: int, card: Card) -> Iterator[Refused]:
    """Why a card of the hand can't be played as an action."""
    move = plays.playing_alone(card)
    if card.type == "enchant":
        yield Refused(
            move, "hunt.enchant.not-as-action", "An Enchant is not played as an action, only on a roll."
        )
        for enchant in dice.enchants(card, ("",)):
            yield Refused(enchant, "hunt.enchant.after-roll", "There is no completed roll to modify.")
    elif card.type == "defiance":
        yield Refused(move, "hunt.action.not-playable", "Defiance is not played as an action.")
        defy = plays.defying(card)
        yield Refused(
            defy, "hunt.defiance.not-self", "You can't defy yourself: it answers the play of another player."
        )
    elif card.type == "ancient_arm":
        arms = sum(held.type == "ancient_arm" for held in table.seats[seat].hand)
        if arms < 3:
            yield Refused(move, "hunt.arms.three", f"Three Ancient Arms are needed; you have {arms}.")
        else:
            yield Refused(
                move, "hunt.action.not-playable", "One alone has no use: three together defeat a Beast."
            )
    elif card.type in plays.EQUIPMENT:
        on_the_field = [(owner, hero) for owner, p in enumerate(table.seats) for hero in p.heroes]
        if not any(hero.gear is None for _, hero in on_the_field):
            yield Refused(move, "hunt.equip.no-hero", f"No Hero in play can carry {card.name}.")
        for owner, hero in on_the_field:
            if hero.gear:
                equip = plays.equipping(card, owner, hero, table.name(owner))
                yield Refused(
                    equip, "hunt.equip.occupied", f"{hero.card.name} already carries {hero.gear.name}."
                )
        for champion in (champion for party in table.seats for champion in party.champions):
            equip = Move(f"equip:{card.code}:{champion.code}", f"Equip {card.name} to {champion.name}", card)
            yield Refused(equip, "hunt.champion.no-equipment", "Cards can't be equipped to a champion.")


def refused_attacks(table: Table, seat: int) -> Iterator[Refused]:
    """Why a Beast, the King or a card in a Party can't be attacked now."""
    armed = sum(card.type == "ancient_arm" for card in table.seats[seat].hand) >= 3
    king = table.king
    for beast in [*table.field, *([king] if king else [])]:
        if reason := beasts.why_no_attack(table, seat, beast):
            yield Refused(beasts.attacking(beast), *reason)
        elif table.actions < 2:
            why = f"An attack costs 2 actions; you have {table.actions}."
            yield Refused(beasts.attacking(beast), "hunt.action.insufficient", why)
    if armed and table.actions < 2:
        for beast in table.field:
            why = f"Ancient Arms cost 2 actions; you have {table.actions}."
            yield Refused(arming(beast), "hunt.action.insufficient", why)
    if king is None:
        move = Move("attack:king", "Attack the Beast King", None, "2 actions")
        why = "The Beast King lies face down until somebody has 3 Beasts or 5 cards of a class."
        yield Refused(move, "hunt.term.facedown-no-attack", why)
    if armed:
        move = Move(
            f"arms:{king.code if king else 'king'}",
            "Defeat the Beast King with three Ancient Arms",
            king,
            "2 actions",
        )
        yield Refused(move, "hunt.arms.not-king", "Ancient Arms do not work on the Beast King.")
    for owner, party in enumerate(table.seats):
        for beast in (*party.beasts, *party.lesser):
            why = f"{beast.name} is in the Party of {table.name(owner)}: only face-up Beasts of the field are attacked."
            yield Refused(beasts.attacking(beast), "hunt.beast.only-field", why)
    if len(table.field) > 1:
        move = Move("attack:all", "Attack several Beasts at once", None, "2 actions")
        yield Refused(move, "hunt.beast.one-target", "Each attack names exactly one Beast.")


# --- the end of a turn ----------------------------------------------------------------------------------------


def end_of_turn(table: Table) -> Rule:
    """Discard down to the hand limit; the countdown falls; the next player clockwise is on.

    hunt.turn.hand-limit, hunt.turn.hand-limit-choice, hunt.shard.fail, hunt.shard.fail-moment, hunt.turn.clockwise
    """
    seat = table.turn
    limit = HAND_LIMIT + sum(amount for name, amount in heroes.lasting(table, seat) if name == "hand_limit")
    surplus = len(table.seats[seat].hand) - limit
    if surplus > 0:
        yield Event(
            "hunt.turn.hand-limit", f"{table.name(seat)} holds {surplus} more than {limit} cards.", seat=seat
        )
        yield from hands.discard(table, seat, surplus, "hunt.turn.hand-limit-choice")
    table.attack_bonus = table.roll_bonus = 0
    table.used.clear()
    table.missed.clear()
    if table.countdown is not None:
        table.countdown -= not table.trigger_turn
        table.trigger_turn = False
        if not table.countdown:
            text = "The countdown is over and the Beast King stands: everybody loses."
            table.result = Result((), (0,) * len(table.seats), "hunt.shard.fail", text)
            yield Event("hunt.shard.fail", text)
            return
        turns = "1 turn is" if table.countdown == 1 else f"{table.countdown} turns are"
        yield Event("hunt.shard.countdown-turns", f"{turns} left to defeat the King.")
    table.turn = (seat + 1) % len(table.seats)
    table.round += table.turn == table.first
    table.phase = "start"
