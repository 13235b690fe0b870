"""The rules of Beest in the rulebook's own order: preparing an expedition, a turn, the ends of an expedition.

Every docstring names the ledger's rules that it carries out.
"""

from __future__ import annotations

from collections.abc import Iterator

from beastlab.core.deck import Deck
from beastlab.core.knowledge import Memory
from beastlab.core.match import Result
from beastlab.core.requests import Choose, Draw, Event, Move, Refused, Rule
from beastlab.games.beest import scoring
from beastlab.games.beest.cards import Card
from beastlab.games.beest.table import BLACK, COLOURS, SEQUENCE, Exchange, Table

KEPT = 2
"""So many cards of a hiding sequence stay when its owner's turn comes."""


def step(table: Table) -> Rule:
    """The rule of the next step: an expedition is prepared, or somebody has a turn.

    beest.turn.clockwise, beest.silent.no-cards
    """
    return prepare(table) if table.phase == "prepare" else turn(table)


# --- Preparing an Expedition -----------------------------------------------------------------------


def prepare(table: Table) -> Rule:
    """Everything is set up anew, and each seat gets a pile; only its owner looks at it.

    beest.match.reset, beest.setup.cards-mixed, beest.setup.no-cards, beest.setup.incoming-empty,
    beest.setup.pile-per-seat, beest.setup.uniform, beest.setup.silent-may-be-beest, beest.setup.look-own,
    beest.setup.silent-pile, beest.setup.start-player, beest.setup.start-player-later
    """
    options = table.options
    n = options.places
    table.stock = Deck(options.cards.of(options.cave_deck))
    for seat in table.everyone:
        table.at(seat).sequence.clear()
        table.at(seat).aside.clear()
    table.exchanges, table.cleared, table.hand, table.served, table.met = [], [], [], [], None
    table.turn, table.number = 0, 1
    yield Event("beest.setup.piles-mixed", f"Expedition {len(table.points) + 1}: {n} piles of DNA are mixed.")
    left, dealt = [BLACK, *COLOURS[: n - 1]], [BLACK] * n
    table.piles = []
    for seat in reversed(table.everyone):  # the silent guy's first: a black one may be kept from him
        kept_from = seat == len(table.seats) and not options.silent_may_be_beest
        piles = [pile for pile in left if not (kept_from and pile == BLACK)]
        pile = yield Draw(tuple((pile, 1) for pile in piles), frozenset({seat}))
        left.remove(pile)
        dealt[seat] = pile
    table.piles = dealt  # at once: while people deal real piles, nobody may see half of them
    for seat, player in enumerate(table.seats):
        yield Event("beest.setup.look-own", own_dna(table, seat), seen_by=frozenset({seat}), seat=seat)
        yield Event("beest.setup.outgoing-place", f"{player.name} looks at a pile and keeps it.", seat=seat)
    table.phase = "turn"
    table.remember()


def own_dna(table: Table, seat: int) -> str:
    """What a player finds in the pile of his own."""
    name = table.name(seat)
    if seat == table.beest:
        return f"{name} has the black pile, and is the original Beest."
    return f"{name}'s own DNA is {table.piles[seat].name}."


# --- Searching Through the Snow ----------------------------------------------------------------------


def turn(table: Table) -> Rule:
    """One human's turn, from top to bottom; whatever ends the expedition ends the turn too.

    beest.turn.order-in-turn, beest.end.order, beest.turn.clockwise, beest.silent.no-cards
    """
    options, seat = table.options, table.turn
    yield Event("beest.turn.clockwise", f"{table.name(seat)}'s turn.", seat=seat)
    if options.announce_window != "end_only" and (yield from announce(table, "start")):
        return
    yield from take(table)
    yield from draw(table)
    if options.announce_window == "any_step" and (yield from announce(table, "middle")):
        return
    if (yield from distribute(table)):
        return
    if options.evaluate_lines == "after_all" and (yield from meet(table)):
        return
    if options.announce_window != "start_only" and (yield from announce(table, "end")):
        return
    yield from end_of_turn(table)


def take(table: Table) -> Rule:
    """Take into hand all cards in excess of two, the oldest, of the own sequence and of the silent guy's.

    beest.turn.take-own, beest.turn.take-silent, beest.turn.take-silent-six, beest.turn.take-not-optional,
    beest.turn.take-none, beest.seq.remove-left, beest.seq.aside-owner, beest.seq.aside-order
    """
    own = table.at(table.turn)
    taken = [*own.aside, *own.sequence[:-KEPT]]
    own.aside, own.sequence = [], own.sequence[-KEPT:]
    if taken:
        text = f"{own.name} takes {_names(taken)} back."
        yield Event("beest.turn.take-own", text, tuple(taken), seat=table.turn)
    if table.silent and (more := table.silent.sequence[:-KEPT]):
        table.silent.sequence = table.silent.sequence[-KEPT:]
        text = f"{own.name} takes {_names(more)} of the silent guy."
        yield Event("beest.turn.take-silent", text, tuple(more), seat=table.turn)
        taken += more
    table.hand = taken


def draw(table: Table) -> Rule:
    """Draw what is lacking to a card for each other seat, never more: in the first two turns of each human.

    beest.turn.draw-shortfall, beest.turn.draw-may, beest.turn.draw-window, beest.turn.draw-blind,
    beest.turn.draw-after-taking, beest.turn.draw-open, beest.turn.exactly-enough, beest.turn.stock-rest
    """
    drawn: list[Card] = []
    while len(table.hand) < table.options.places - 1:
        card = yield table.stock.next_card()
        table.stock.take(card)
        table.hand.append(card)
        drawn.append(card)
    if drawn:
        text = f"{table.name(table.turn)} draws {_names(drawn)}."
        yield Event("beest.turn.draw-shortfall", text, tuple(drawn), seat=table.turn)


def distribute(table: Table) -> Rule:
    """Lay one card at each other seat, at the right; True when the expedition ended on the way.

    beest.turn.distribute-one-each, beest.turn.distribute-choice, beest.turn.distribute-mix, beest.seq.add-right,
    beest.turn.draw-before-placing, beest.turn.no-pass, beest.turn.evaluate-after-all
    """
    as_placed = table.options.evaluate_lines == "as_placed"
    table.served, table.met, seat = [], None, table.turn
    while table.hand:
        waiting = [other for other in table.others(seat) if other not in table.served]
        targets = waiting if as_placed else waiting[:1]
        moves = tuple(placement(table, card, other) for other in targets for card in table.hand)
        prompt = f"{table.name(seat)}: which card for {table.name(targets[0])}?"
        if len(targets) > 1:
            prompt = f"{table.name(seat)}: which card, and for whom?"
        move = moves[0]
        if len(moves) > 1:
            move = yield Choose(
                seat, prompt, moves, lambda: no_placement(table), rule="beest.turn.distribute-choice"
            )
        card, other = move.piece
        yield from lay_card(table, card, other)
        if as_placed and table.met is None and lines(table) == [other]:
            table.met = other
            if (yield from exchange(table, other)):
                return True
    return False


def placement(table: Table, card: Card, other: int) -> Move:
    """The move that lays a card at a seat."""
    return Move(f"lay:{card.code}:{other}", f"{card.name} to {table.name(other)}", (card, other))


def no_placement(table: Table) -> Iterator[Refused]:
    """Placements that one might expect."""
    seat = table.turn
    for card in table.hand:
        yield Refused(
            Move(f"lay:{card.code}:{seat}", f"{card.name} to yourself", (card, seat)),
            "beest.seq.others-add",
            "Nobody adds a card to a hiding sequence of one's own.",
        )
    for other in table.served:
        for card in table.hand:
            why = f"{table.name(other)} has a card already; each other seat gets exactly one."
            yield Refused(placement(table, card, other), "beest.turn.distribute-one-each", why)
    why = "A turn can't be passed: each other seat gets a card."
    yield Refused(Move("pass", "Lay no card"), "beest.turn.no-pass", why)
    why = "Cards are drawn only as far as they are lacking: there is one for each other seat already."
    yield Refused(Move("draw", "Draw one more card"), "beest.turn.draw-may", why)
    why = "An announcement waits for its moment: nothing is announced while cards are being laid."
    for other in table.others(seat):
        yield Refused(claim(table, other), "beest.end3.when", why)


def lay_card(table: Table, card: Card, other: int) -> Rule:
    """Add a card at the right of a sequence; what is more than three goes aside, the oldest first.

    beest.seq.max-three, beest.seq.trim-aside, beest.seq.remove-left, beest.seq.silent-never-four
    """
    table.hand.remove(card)
    table.served.append(other)
    at = table.at(other)
    at.sequence.append(card)
    text = f"{table.name(table.turn)} lays {card.name} at {at.name}."
    yield Event("beest.seq.add-right", text, (card,), seat=table.turn, target=other)
    if len(at.sequence) > SEQUENCE:
        at.aside.append(at.sequence.pop(0))


# --- Meeting Other People ------------------------------------------------------------------------------


def lines(table: Table) -> list[int]:
    """The other seats that have a line of entry now.

    beest.turn.established, beest.turn.own-line-ignored, beest.meet.count-scope, beest.meet.silent-counts
    """
    return [other for other in table.others(table.turn) if table.at(other).line]


def meet(table: Table) -> Rule:
    """Who has the only line of entry is met; True when that ended the expedition.

    beest.meet.exactly-one, beest.meet.more-than-one, beest.meet.none, beest.meet.bystanders, beest.meet.one-a-turn
    """
    found = lines(table)
    if len(found) == 1:
        table.met = found[0]
        return (yield from exchange(table, found[0]))
    if found:
        names = " and ".join(table.name(other) for other in found)
        text = f"{len(found)} lines of entry, at {names}: nobody is met."
        yield Event("beest.meet.more-than-one", text, lines=tuple(found))
    else:
        yield Event("beest.meet.none", "No line of entry: nobody is met.", lines=())
    return False


def exchange(table: Table, other: int) -> Rule:
    """Both give the top marker of their piles, unless they did before; True when it was the last black one.

    beest.meet.must, beest.meet.repeat, beest.meet.repeat-effect, beest.silent.exchange-must, beest.silent.exchange,
    beest.exch.top, beest.exch.mutual, beest.exch.simultaneous, beest.exch.look, beest.exch.silent-receives,
    beest.exch.pair-once, beest.infect.turns, beest.infect.secret, beest.infect.own-colour, beest.info.no-showing
    """
    seat = table.turn
    names = f"{table.name(seat)} meets {table.name(other)}"
    if other in table.partners(seat):
        yield Event("beest.meet.repeat", f"{names}, but they have exchanged before.", lines=(other,))
        return False
    table.exchanges.append(Exchange(seat, other))
    yield Event("beest.meet.exactly-one", f"{names}: they exchange DNA samples.", lines=(other,))
    for giver, taker in ((other, seat), (seat, other)):
        if taker < len(table.seats):
            pile, value = table.marker(giver, taker)
            black = f"black {value}: {table.name(taker)} is infected"
            text = f"{table.name(giver)}'s marker is {black if value else pile.name}."
            rule = "beest.infect.turns" if value else "beest.exch.look"
            yield Event(rule, text, seen_by=frozenset({taker}), giver=giver, taker=taker, value=value)
    table.remember()
    return (yield from last_black_marker(table))


def last_black_marker(table: Table) -> Rule:
    """Ending 1: the original Beest has given all its markers, and everybody is on its side.

    beest.end1.trigger, beest.end1.immediate, beest.end1.last-announce, beest.end1.last-value, beest.end1.any-turn,
    beest.end1.silent-gives, beest.end1.silent-receives, beest.silent.as-beest
    """
    if len(table.partners(table.beest)) < table.options.places - 1:
        return False
    text = f"The last black marker: {table.name(table.beest)} was the Beest, and all are infected."
    yield from finish(table, "beest.end1.trigger", scoring.all_infected(table), text)
    return True


# --- Light at the End of the Tunnel? ---------------------------------------------------------------------


def announce(table: Table, moment: str) -> Rule:
    """Ending 3: in the own turn a human may announce that another seat has won; True when somebody did.

    The original Beest may not, and is asked all the same: a question that does not come would tell who it is.

    beest.end3.who, beest.end3.infected-may, beest.end3.when, beest.end3.names-one, beest.end3.not-self,
    beest.end3.deliberately-wrong, beest.end3.winner-himself, beest.end3.any-turns-later, beest.silent.announceable,
    beest.silent.never-announces, beest.end3.checked
    """
    seat = table.turn
    claims = [claim(table, other) for other in table.others(seat)]
    options = [Move("pass", "Announce nothing")]
    if seat != table.beest:
        options += claims

    def refused() -> Iterator[Refused]:
        if seat == table.beest:
            for each in claims:
                yield Refused(each, "beest.end3.who", "The original Beest may not announce anybody's win.")
        why = "An announcement names another seat; your own win counts at the end of your turn."
        yield Refused(Move(f"announce:{seat}", "Announce that you have won"), "beest.end3.not-self", why)

    when = {"start": "before your turn", "middle": "before you lay the cards", "end": "after your turn"}
    prompt = f"{table.name(seat)}: has anybody won? ({when[moment]})"
    move = yield Choose(
        seat, prompt, tuple(options), refused, window=True, always=True, rule="beest.end3.when"
    )
    if move.key == "pass":
        return False
    yield from check(table, move.piece)
    return True


def claim(table: Table, named: int) -> Move:
    """The move that announces the win of a seat."""
    return Move(f"announce:{named}", f"Announce that {table.name(named)} has won", named)


def check(table: Table, named: int) -> Rule:
    """An announcement is checked, and ends the expedition either way.

    beest.end3.claim, beest.end3.claim-clean, beest.end3.checked, beest.end3.claim-not-own-gap, beest.end3.several
    """
    seat = table.turn
    said = f"{table.name(seat)} announces that {table.name(named)} has won"
    if scoring.has_won(table, named, table.beest, clean=table.options.winner_must_be_clean):
        scores = scoring.right_announcement(table, seat)
        yield from finish(table, "beest.end3.right-announcer", scores, f"{said}, and is right.")
    else:
        scores = scoring.wrong_announcement(table, seat)
        yield from finish(table, "beest.end3.wrong-announcer", scores, f"{said}, and is wrong.")


def end_of_turn(table: Table) -> Rule:
    """Ending 2: whoever has exchanged with all but the Beest, and is clean, wins; else the next human's turn comes.

    A turn that ends quietly proves to all that who would have won with some seat as the Beest does not have it so.

    beest.end2.trigger, beest.end2.end-of-turn, beest.end2.automatic, beest.end2.lost-before, beest.end3.self-only-end,
    beest.silent.no-ending-2, beest.turn.distribute-hand-empty
    """
    seat = table.turn
    won = scoring.has_won(table, seat, table.beest)
    if table.options.self_win == "declared":
        if (yield from declare(table, won)):
            return
    elif won:
        yield from own_win(table)
        return
    else:
        cleared = {other for other in table.everyone if scoring.has_won(table, seat, other)}
        if new := cleared - {*table.cleared}:
            table.cleared += sorted(new)
            table.remember()
    table.met, table.served = None, []
    table.turn, table.number = (seat + 1) % len(table.seats), table.number + 1


def own_win(table: Table) -> Rule:
    """The player whose turn ends has met everybody but the Beest [beest.end2.score]."""
    text = f"{table.name(table.turn)} has exchanged with everybody but the Beest, and wins."
    yield from finish(table, "beest.end2.trigger", scoring.clean_seats(table), text)


def declare(table: Table, won: bool) -> Rule:
    """Where a win has to be declared: True when somebody did, rightly or wrongly [beest.end2.automatic]."""
    seat = table.turn
    options = [Move("pass", "Declare nothing")]
    mine = Move("declare", "Declare that you have won")
    if seat != table.beest:
        options.append(mine)

    def refused() -> Iterator[Refused]:
        if seat == table.beest:
            yield Refused(mine, "beest.end2.clean", "The original Beest can't win in this way.")

    prompt = f"{table.name(seat)}: have you won?"
    move = yield Choose(
        seat, prompt, tuple(options), refused, window=True, always=True, rule="beest.end2.automatic"
    )
    if move.key == "pass":
        return False
    if won:
        yield from own_win(table)
    else:
        text = f"{table.name(seat)} declares a win, and is wrong."
        scores = scoring.wrong_announcement(table, seat)
        yield from finish(table, "beest.end3.wrong-announcer", scores, text)
    return True


# --- That's All? -----------------------------------------------------------------------------------------


def finish(table: Table, rule: str, scores: list[int], text: str) -> Rule:
    """The expedition is over: all is shown and scored; after the last one the highest total wins.

    beest.info.end-reveal, beest.match.sum, beest.match.expeditions, beest.match.tie, beest.match.negative,
    beest.silent.standings
    """
    yield Event(rule, text, scores=tuple(scores))
    told = ", ".join(f"{table.name(seat)} {scores[seat]}" for seat in table.everyone)
    yield Event("beest.info.end-reveal", f"{table.name(table.beest)} was the original Beest. {told}.")
    table.points.append(tuple(scores))
    table.phase, table.memory = "prepare", [Memory() for _ in table.seats]
    if len(table.points) < table.options.expeditions:
        return
    totals = tuple(map(sum, zip(*table.points, strict=True)))
    winners = tuple(seat for seat in table.everyone if totals[seat] == max(totals))
    names = " and ".join(table.name(seat) for seat in winners)
    text = f"{names} {'win' if len(winners) > 1 else 'wins'} with {max(totals)} points."
    table.result = Result(winners, totals, "beest.match.sum", text)
    yield Event("beest.match.sum", text, scores=totals)


def _names(cards: list[Card]) -> str:
    return ", ".join(card.name for card in cards)
