"""The odds of a move on a live table: what can happen, how likely it is, and how that was computed.

All moves of one action are valued by one aim, with the best play after them: both Tests of a Location, enough
Success Tokens on the Order, no Monster left, the Nemesis defeated. All hands lie open [queen.turn.open-hands], so
every seat gets the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from beastlab.core.knowledge import redeal
from beastlab.core.match import Match
from beastlab.core.requests import Choose, Event, IllegalMove, Move, Unknowable
from beastlab.games.by_order_of_the_queen.cards import Card
from beastlab.games.by_order_of_the_queen.hordes import horde as horde_law
from beastlab.games.by_order_of_the_queen.hordes import horde_favor
from beastlab.games.by_order_of_the_queen.kingdoms import table_at
from beastlab.games.by_order_of_the_queen.nemeses import nemesis as nemesis_law
from beastlab.games.by_order_of_the_queen.nemeses import nemesis_favor
from beastlab.games.by_order_of_the_queen.parties import (
    Fight,
    Party,
    Visit,
    attributes_of,
    remaining,
    safe,
    sections,
)
from beastlab.games.by_order_of_the_queen.rules.locations import ENOUGH, open_locations
from beastlab.games.by_order_of_the_queen.rules.party import MOST
from beastlab.games.by_order_of_the_queen.standing import (
    ACTION,
    FAVOR,
    ITEM,
    LOCATION,
    PARTY,
    RETIRE,
    TESTED,
    Outlook,
    Standing,
    standing,
)
from beastlab.games.by_order_of_the_queen.table import Table
from beastlab.games.by_order_of_the_queen.teams import Team, aim_now, heading, ranked
from beastlab.games.by_order_of_the_queen.uses import Ends, Held, Stage
from beastlab.odds.answer import MoveAnswer
from beastlab.odds.distribution import Distribution
from beastlab.odds.texts import decimal_text, number_tex

ASKED = (ACTION, LOCATION, PARTY, ITEM, FAVOR, RETIRE)
"""The rules of the choices that need luck afterwards."""
TESTS = {"quest": 2, "order": 3}
NOT_KNOWN = (Unknowable, ValueError)
"""What can't be answered, and what would take long: a board says so, and goes on."""


def explain(match: Match, move: Move | str, seat: int | None = None) -> MoveAnswer:
    """What `move` can lead to, exactly, with best play of the asked seat after it.

    The value is the chance that the action does what it is for: both Tests of a Quest's Location are passed; the Order
    gets two Success Tokens, or all that it still lacks, if that are three or fewer; no Monster is left in play; the
    Nemesis falls. Once that is out of reach, it is for as many Tests as can still be passed. IllegalMove for a move
    that may not be made, with the rule that forbids it; ValueError for what is no match of this game.

    >>> from beastlab.games import by_order_of_the_queen as queen
    >>> match = queen.new_match(seats=2, seed=7)
    >>> found = explain(match, "horde")
    >>> found.question
    'The Horde of 3 Monsters: 2 Monsters defeated'
    """
    table, request = table_at(match), match.request
    if not isinstance(request, Choose):
        raise IllegalMove("nobody is asked: there is no move to explain")
    option = match.option(move, request.seat if seat is None else seat)
    try:
        found = _explained(match, request, option)
    except NOT_KNOWN as error:
        return MoveAnswer(option, option.label, method=f"Not computed: {error}.")
    if found is None:
        return MoveAnswer(option, option.label, method="No chance is involved in this move itself.")
    found.illustrative = table.options.cards.illustrative
    here = match.fork()
    found.compared = lambda: [(move.label, p) for move, p in compare(here) if move.key != option.key]
    return found


def compare(match: Match) -> list[tuple[Move, Fraction]]:
    """The legal moves that need luck, with the chance that the action then does what it is for, likeliest first.

    ValueError for what is no match of this game.
    """
    table_at(match)
    request = match.request
    if not isinstance(request, Choose) or request.rule not in ASKED:
        return []
    known: list[tuple[Move, Fraction]] = []
    if request.rule == PARTY:
        with suppress(*NOT_KNOWN):
            known = _parties_compared(match, request)
    for move in request.options if request.rule != PARTY else ():
        with suppress(*NOT_KNOWN):
            if outlook := _outlook(match, request, move):
                known.append((move, outlook.value))
    return sorted(known, key=lambda pair: -pair[1])


# --- what a move leads to ------------------------------------------------------------------------------


def _outlook(match: Match, request: Choose, move: Move, worth: str | None = None) -> Outlook | None:
    """What a move leads to, with play for the action's aim, or for another `worth`; None where chance has no say."""
    table: Table = match.table
    verb, seat = move.key.partition(":")[0], request.seat
    action = move.key if request.rule == ACTION else table.action
    if request.rule not in ASKED or action in ("pass", ""):
        return None
    if not action.startswith(("quest", "order")):
        return None if verb == "retire" else _fight_outlook(match, request, move, action)
    if request.rule == ACTION and action == "quest":
        player = table.seats[seat]
        if player.quest is None:
            raise Unknowable("two Quest Cards are drawn first, and one of them is kept")
        types = open_locations(table, player.outstanding())
        found = [_party_outlook(match, seat, action, type_, (), worth) for type_ in types]
        return max(found, key=lambda outlook: outlook.value)
    if request.rule == ACTION:
        return _party_outlook(match, seat, action, None, (), worth)
    if verb == "to":
        return _party_outlook(match, seat, action, move.piece, (), worth)
    if request.rule == PARTY:
        sent = (*table.party, move.piece) if verb == "send" else tuple(table.party)
        return _party_outlook(match, seat, action, heading(match), sent, worth, verb == "go")
    return _test_outlook(match, request, move, worth)


def _aim(
    match: Match, seat: int, action: str, location: str | None, worth: str | None, standing: Standing
) -> tuple[Visit, str, int]:
    """The aim of a Quest or an Order, what it is called, and how many successes are enough."""
    table: Table = match.table
    passed, options = sum(standing.results), table.options
    at_once = action == "order" and options.order_completion == "immediate"
    if at_once and passed > table.tokens:
        raise Unknowable("the Order was completed by this action")
    lack = ENOUGH - table.tokens + passed
    enough = lack if action == "order" and 0 < lack <= 3 else 2
    enough = min(enough, passed + TESTS[action] - len(standing.results))
    if standing.card and not table.location:  # it is in the box, and the Order's own Test is left
        table = table.copy()
        table.location = standing.card
    aim, question = aim_now(table, seat, action, location, worth or enough)
    assert isinstance(aim, Visit)
    changes: dict[str, Any] = {"room": lack} if at_once else {}
    if standing.results == [False] and not aim.after_both and aim.over is not safe:
        over = aim.over
        changes["over"] = lambda penalties: over(penalties[1:])  # the first was suffered
    return replace(aim, **changes) if changes else aim, question, enough


def _party_outlook(
    match: Match,
    seat: int,
    action: str,
    location: str | None,
    sent: Party,
    worth: str | None,
    go: bool = False,
) -> Outlook:
    aim, question, enough = _aim(match, seat, action, location, worth, Standing())
    hand = [] if go else [hero for hero in match.table.seats[seat].hand if hero not in sent]
    party = sent if go or len(sent) == MOST else ranked(aim, hand, question, sent).best.heroes
    return _counted(aim, enough, question, aim.course(party).law.to_dict().items(), party)


def _counted(
    aim: Visit, enough: int, question: str, ends: Iterable[tuple[Any, Fraction]], party: Party = ()
) -> Outlook:
    law: dict[int, Fraction] = {}
    for results, chance in ends:
        count = sum(results) if aim.room is None else min(sum(results), aim.room)
        law[count] = law.get(count, Fraction(0)) + chance
    most = 3 if aim.order else 2
    thing = "Success Tokens" if aim.order else "Tests passed"
    if aim.room is not None and enough >= aim.room or aim.order and enough == 1:
        goal = "the Order is completed" if aim.room is not None and enough >= aim.room else "a Success Token"
    else:
        goal = "both Tests passed" if (enough, most) == (2, 2) else f"{enough} {thing} or more"
        goal = "the Test passed" if enough == 1 and not aim.order else goal
    return Outlook(aim, Distribution(law), enough, most, f"{question}: {goal}", party)


def _test_outlook(match: Match, request: Choose, move: Move, worth: str | None) -> Outlook | None:
    """From within a Test, or between two."""
    table: Table = match.table
    here, seat = standing(match), request.seat
    if here.card is None or len(here.results) > TESTS[table.action] - (move.key[:7] != "retire:"):
        return None
    aim, question, enough = _aim(match, seat, table.action, here.card.location, worth, here)
    party, use = tuple(table.party), aim.use
    held, favors = aim.aids.items, aim.aids.favors
    if request.rule == RETIRE:
        left = tuple(hero for hero in party if hero is not move.piece)
        stages = _after_retiring(aim, here, left)
        if not stages:
            return None
        stage = max(stages, key=lambda stage: use.value(stage, held, favors))
        ends = use.follow(stage, held, favors)
        return _counted(aim, enough, question, _results(ends))
    stage = _stage(aim, here, party)
    stage = stage._replace(dice=stage.dice + here.used, kept=0 if here.kept else stage.kept)
    relic = table.seats[seat].relic
    again = aim.aids.again - here.again
    if move.key == "roll":
        ends = use.follow_rolled(stage, stage.dice, held, favors)
    elif move.key.startswith("use:"):
        own = move.piece is relic
        left_over = held if own else _less(aim, held, move.piece)
        ends = use.follow(
            stage._replace(dice=stage.dice + 1, kept=0 if own else stage.kept), left_over, favors
        )
    elif move.key == "keep":
        ends = use.follow_after(stage.failed, held, favors)
    else:
        own = move.piece[1] is not None and move.piece[1] is relic
        ends = use.follow_rerolled(stage, len(here.fresh), held, favors - (not own), again - own)
    return _counted(aim, enough, question, _results(ends))


def _results(ends: Ends) -> Iterable[tuple[Any, Fraction]]:
    return [(results, chance) for (results, _, _), chance in ends.items()]


def _less(aim: Visit, held: Held, item: Card) -> Held:
    """The Items without this one."""
    kind = aim.kinds.index(attributes_of(item) - {"reroll"})
    return (*held[:kind], held[kind] - 1, *held[kind + 1 :])


def _stage(aim: Visit, here: Standing, party: Party) -> Stage:
    """The Test that is going on, or comes next."""
    assert here.card
    if not here.results:
        return aim.tree(here.card, party)
    if len(here.results) == 1:
        return aim.second(here.card, party, here.results[0])
    top, middle, bottom = sections(here.card)
    return aim.third(
        party, ((top, here.results[0]), (middle if here.results[0] else bottom, here.results[1]))
    )


def _after_retiring(aim: Visit, here: Standing, party: Party) -> Sequence[Stage]:
    """The Tests that may come next once this party is left: empty if none does."""
    assert here.card
    if len(here.results) == 2 and not aim.order:
        return ()
    top, middle, bottom = sections(here.card)
    second = middle if here.results[0] else bottom
    failed = [s.penalty for s, ok in zip((top, second), here.results, strict=False) if not ok]
    more = tuple(p for p in failed if p.name == "retire")[here.retired + 1 :]
    return [_stage(aim, here, left) for left in remaining(party, more if aim.after_both else ())]


# --- fights ------------------------------------------------------------------------------------------------


def _fight_aim(match: Match, seat: int, action: str) -> tuple[Fight, str]:
    if action == "nemesis":  # under way: which one is in the choice that began it
        place = match.place
        while getattr(place.request, "rule", "") != ACTION:
            place = place.parent
        action = place.answer.key
    aim, question = aim_now(match.table, seat, action, None, "all")
    assert isinstance(aim, Fight)
    question = question.removeprefix("against ")
    return aim, question[:1].upper() + question[1:]


def _fight_outlook(match: Match, request: Choose, move: Move, action: str) -> Outlook:
    """What a move leads to in a fight; where all can't fall, the aim is the most that can."""
    table: Table = match.table
    aim, question = _fight_aim(match, request.seat, action)
    party = tuple(table.party)
    if request.rule in (ITEM, FAVOR):
        laws = _fight_laws(match, request, aim, party)
        if move.key not in laws:
            raise Unknowable(f"{move.label!r} is not among what is weighed here")
        return _fought(aim, question, laws[move.key], laws.values(), party)
    every = ranked(aim, table.seats[request.seat].hand, question, party).teams
    reached = [aim.law(team.heroes) for team in every]
    if request.rule == PARTY:
        every = _following(move, party, every)
    heroes = _best(aim, every).heroes
    return _fought(aim, question, aim.law(heroes), reached, heroes)


def _fought(
    aim: Fight, question: str, law: Distribution[Any], reached: Iterable[Distribution[Any]], party: Party
) -> Outlook:
    counts = _count(aim, law)
    most = len(aim.icons[0]) if aim.nemesis else len(aim.icons)
    enough = max(max(_count(aim, other)) for other in reached)
    if enough == most:
        goal = "it falls" if aim.nemesis else "no Monster is left in play"
    else:
        goal = f"{enough} {'Success Token' if aim.nemesis else 'Monster'}{'s' * (enough != 1)}"
        goal += "" if aim.nemesis else " defeated"
    retired = law.marginal(1).mean if aim.nemesis else 1 - counts[most]
    return Outlook(aim, counts, enough, most, f"{question}: {goal}", party, retired)


def _best(aim: Visit | Fight, teams: Sequence[Team]) -> Team:
    """The best team; in a fight in which all can't fall, the one that comes nearest."""
    if isinstance(aim, Visit):
        return teams[0]
    return max(teams, key=lambda team: (team.worth, _count(aim, aim.law(team.heroes)).mean))


def _following(move: Move, sent: Party, teams: Sequence[Team]) -> tuple[Team, ...]:
    """The teams that may set out after this move: with the Hero who is sent, or as it stands."""
    if move.key == "go":
        return tuple(team for team in teams if len(team.heroes) == len(sent))
    return tuple(team for team in teams if move.piece in team.heroes)


def _parties_compared(match: Match, request: Choose) -> list[tuple[Move, Fraction]]:
    """What each Hero who may be sent leads to, with the best companions: all teams are valued once."""
    table: Table = match.table
    aim: Visit | Fight
    if table.action in TESTS:
        aim, question, _ = _aim(match, request.seat, table.action, heading(match), None, Standing())
    else:
        aim, question = _fight_aim(match, request.seat, table.action)
    sent, hand = tuple(table.party), table.seats[request.seat].hand
    teams = ranked(aim, hand, question, sent).teams
    best = [(move, _best(aim, _following(move, sent, teams))) for move in request.options]
    if isinstance(aim, Visit):
        return [(move, team.worth) for move, team in best]
    laws = [aim.law(team.heroes) for team in teams]
    return [(move, _fought(aim, question, aim.law(team.heroes), laws, ()).value) for move, team in best]


def _count(aim: Fight, law: Distribution[Any]) -> Distribution[int]:
    return law.marginal(0) if aim.nemesis else law


def _fight_laws(match: Match, request: Choose, aim: Fight, party: Party) -> dict[str, Distribution[Any]]:
    """What each move leads to while Items are being used, or once the dice lie there."""
    table: Table = match.table
    here, player = standing(match), table.seats[request.seat]
    if request.rule == ITEM:
        fits = sum(item in (move.piece for move in request.options) for item in player.items)
        full = aim.rolled(party) + here.used - here.kept  # with every Item that still may be used

        def law(dice: int) -> Distribution[Any]:
            if aim.nemesis:
                return nemesis_law(dice, aim.icons[0], len(party), aim.favors, "defeat")
            return horde_law(dice, aim.icons, aim.favors, "clear")

        return {move.key: law(full - fits if move.key == "roll" else full) for move in request.options}
    faces, favors = here.fresh + here.spent, aim.favors - here.again
    found: dict[int | None, Distribution[Any]] = {}
    if aim.nemesis:
        for hit in nemesis_favor(faces, aim.icons[0], len(party), favors, here.spent):
            found[hit.face] = hit.law
    else:
        for fought in horde_favor(faces, table.in_play, favors, here.spent):
            found[fought.face] = fought.law.marginal(0)
    wanted = {move.key: None if move.key == "keep" else move.piece[0] for move in request.options}
    return {key: found[face] for key, face in wanted.items() if face in found}


# --- in words, and played --------------------------------------------------------------------------------


def _explained(match: Match, request: Choose, move: Move) -> MoveAnswer | None:
    outlook = _outlook(match, request, move)
    if outlook is None:
        return None
    chances = outlook.law.map(outlook.word)
    wanted = {outlook.word(count) for count in outlook.law if count >= outlook.enough}
    aim, p = outlook.aim, outlook.value
    notes = []
    if outlook.party and request.rule in (ACTION, LOCATION, PARTY) and move.key != "go":
        notes.append(f"With the best team: {', '.join(hero.name for hero in outlook.party)}.")
    mean = decimal_text(outlook.law.mean)
    if isinstance(aim, Visit):
        cards = len(aim.cards)
        formula = ""
        if cards > 1:
            formula = rf"P=\frac{{1}}{{{cards}}}\sum_{{\text{{cards}}}}P(\text{{card}})={number_tex(p)}"
            method = f"Exact: the Tests of {cards} cards that may come, all as likely"
        else:
            method = f"Exact: the Tests of {next(iter(aim.cards)).name} that are still to come"
        helps = aim.aids.favors or aim.aids.items
        method += ", with the best use of Items and Favors" * bool(helps) + "."
        notes.append(f"On average: {mean} {'Success Tokens' if aim.order else 'Tests passed'}.")
        if request.rule in (ITEM, FAVOR, RETIRE) and (other := _outlook(match, request, move, "successes")):
            notes.append(f"Played for the most on average: {decimal_text(other.law.mean)}.")
    else:
        what = "Success Tokens" if aim.nemesis else "Monsters defeated"
        method = "Exact: every roll of the dice, placed as well as can be"
        method += ", with the best use of Favors" * bool(aim.favors) + "."
        notes.append(f"On average: {mean} {what}, {decimal_text(outlook.retired)} Heroes Retired.")
        formula = rf"P={number_tex(p)}"
    found = MoveAnswer(
        move, outlook.question, chances, p, formula, method, notes, wanted=wanted, size=len(chances)
    )
    if isinstance(aim, Visit) or not aim.favors:
        here, seat = match.fork(), request.seat
        found.played = lambda rng: outlook.word(_once(here, move, seat, outlook, rng))
    return found


def _once(match: Match, move: Move, seat: int, outlook: Outlook, rng: Random) -> int:
    """How many successes came of `move`, with other dice and best play, on a match that nobody can tell from this."""
    twin = redeal(match, seat, rng)
    before = len(twin.events())
    had = sum(standing(match).results) if match.table.action else 0
    action = match.table.action or move.key.partition(":")[0]
    twin.play(move.key)
    while True:
        told = twin.events()[before:]
        ended = next((n for n, event in enumerate(told) if event.rule.startswith("queen.end.")), None)
        request = twin.request
        if ended is not None or not isinstance(request, Choose) or twin.table.action not in ("", action):
            count = had + _successes(told[:ended], outlook)
            room = outlook.aim.room if isinstance(outlook.aim, Visit) else None
            return count if room is None else min(count, room)
        twin.play(_next(twin, request, outlook.party).key)


def _successes(told: Sequence[Event], outlook: Outlook) -> int:
    if isinstance(outlook.aim, Visit):
        return sum(event.rule == TESTED[0] for event in told)
    if outlook.aim.nemesis:
        hits = [event for event in told if event.rule == "queen.nemesis.hit"]
        return hits[0].data["tokens"] - len(hits[0].cards[0].icons) + outlook.most if hits else 0
    return sum(event.rule == "queen.horde.defeat" for event in told)


def _next(match: Match, request: Choose, party: Party) -> Move:
    """The next move of best play: the team that was found, then what is likeliest to do what the action is for."""
    options = {move.key: move for move in request.options}
    if request.rule == PARTY:
        gone = match.table.party
        waiting = (f"send:{hero.code}" for hero in party if hero not in gone)
        return options[next(waiting, "go")]
    if request.rule in ASKED and (weighed := compare(match)):
        return weighed[0][0]
    covers = [move for move in request.options if move.key.startswith("cover:")]
    return max(covers, key=lambda move: int(move.key.rpartition(":")[2]), default=request.options[0])
