"""The kingdom: Villagers, Regions, Threat, the Heroes that defend it, and how the game is won or lost."""

from __future__ import annotations

from collections.abc import Iterator

from beastlab.core.match import Result
from beastlab.core.requests import Choose, Draw, Event, Move, Refused, Rule
from beastlab.games.by_order_of_the_queen.cards import Card
from beastlab.games.by_order_of_the_queen.table import Table
from beastlab.games.by_order_of_the_queen.vocabulary import POOL_NAMES

HAND, MOST_THREAT = 7, 6


class Over(Exception):
    """The game has ended: whatever was going on is not finished [queen.event.within-loss]."""


def until_over(rule: Rule) -> Rule:
    """`rule`, as far as the game lets it go."""
    try:
        return (yield from rule)
    except Over:
        return None


def end(table: Table, won: bool, rule: str, text: str) -> Rule:
    """The game is over for all players alike [queen.goal.coop]."""
    everyone = tuple(range(len(table.seats)))
    table.result = Result(everyone if won else (), (int(won),) * len(everyone), rule, text)
    yield Event(rule, text, won=won)
    raise Over


def lost(count: int, thing: str) -> str:
    return f"{count} {thing}{'s are' if count != 1 else ' is'} lost"


# --- tokens ------------------------------------------------------------------------------------------


def remove_villagers(table: Table, count: int, rule: str) -> Rule:
    """Remove Villagers one by one; the first that is not there loses the game.

    queen.loss.villagers, queen.loss.zero-is-safe, queen.loss.one-at-a-time
    """
    for _ in range(count):
        if not table.villagers:
            text = "A Villager must be removed and none is left: the kingdom has no citizens."
            yield from end(table, False, "queen.loss.villagers", text)
        table.villagers -= 1
    if count:
        yield Event(rule, f"{lost(count, 'Villager')}, {table.villagers} left.", villagers=count)


def remove_regions(table: Table, count: int, rule: str) -> Rule:
    """Remove Regions one by one; the first that is not there loses the game.

    queen.loss.regions, queen.loss.zero-is-safe, queen.loss.one-at-a-time
    """
    for _ in range(count):
        if not table.regions:
            text = "A Region must be removed and none is left: the Queen has lost their confidence."
            yield from end(table, False, "queen.loss.regions", text)
        table.regions -= 1
    if count:
        yield Event(rule, f"{lost(count, 'Region')}, {table.regions} left.", regions=count)


def add_threat(table: Table, pool: int, count: int, rule: str) -> Rule:
    """Put Threat Tokens on a pool: what is above six is lost, or falls to the next pools below.

    queen.threat.max-six, queen.variant.hard-no-max, queen.variant.hard-cascade,
    queen.variant.hard-cascade-bottom
    """
    before, options = table.threat[:], table.options
    for _ in range(count):
        into = pool
        if not options.hard_no_max:
            while into < 3 and table.threat[into] >= MOST_THREAT:
                into = into + 1 if options.hard_cascade else 3
        if into < 3:
            table.threat[into] += 1
    pools = zip(POOL_NAMES, before, table.threat, strict=True)
    changes = [f"{name} {old} → {new}" for name, old, new in pools if old != new]
    text = (
        f"Threat: {', '.join(changes)}."
        if changes
        else f"The {POOL_NAMES[pool]} is full: no Threat is added."
    )
    yield Event(rule, text, pool=pool, before=before)


def remove_threat(table: Table, pool: int, count: int, rule: str) -> Rule:
    """Take Threat Tokens off a pool, as far as there are any."""
    before = table.threat[pool]
    table.threat[pool] = max(0, before - count)
    if before:
        yield Event(
            rule, f"Threat leaves the {POOL_NAMES[pool]}: {before} → {table.threat[pool]}.", pool=pool
        )


# --- Heroes ------------------------------------------------------------------------------------------


def draw_hero(table: Table) -> Rule:
    """The top Hero of the Hero Deck; None when Deck and discard pile are empty.

    queen.end.reshuffle, queen.hero.discard, queen.hero.retire
    """
    if not table.heroes.segments:
        if not table.hero_discard:
            return None
        table.heroes.shuffle_in(table.hero_discard)
        table.hero_discard.clear()
        yield Event("queen.end.reshuffle", "The Hero Discard pile is shuffled and becomes the Hero Deck.")
    hero = yield table.heroes.next_card()
    table.heroes.take(hero)
    return hero


NO_HEROES = "A Hero must be Retired, and Hero Deck and Hero Discard pile are empty: no defender is left."


def retire_from_deck(table: Table, count: int, rule: str) -> Rule:
    """Retire Heroes from the top of the Hero Deck, one by one [queen.loss.heroes]."""
    retired: list[Card] = []
    for _ in range(count):
        hero = yield from draw_hero(table)
        if hero is None:
            yield from end(table, False, "queen.loss.heroes", NO_HEROES)
        table.retired.append(hero)
        retired.append(hero)
    if retired:
        names = ", ".join(hero.name for hero in retired)
        yield Event(rule, f"Retired from the Hero Deck: {names}.", tuple(retired))


def retire(table: Table, seat: int, count: int, rule: str) -> Rule:
    """Retire Heroes of the party, of the player's own choice; each is a demand of the Hero Deck too.

    queen.loss.heroes, queen.horde.choose-retiree, queen.hero.retire-party-member, queen.nemesis.empty-party,
    queen.nemesis.ones-cap
    """
    literal = table.options.hero_loss_scope == "literal"
    if count and literal and not table.heroes.segments and not table.hero_discard:
        yield from end(table, False, "queen.loss.heroes", NO_HEROES)
    for left in range(count, 0, -1):
        if not table.party:
            yield Event("queen.nemesis.empty-party", "The party is empty: nobody else is Retired.")
            return
        hero = table.party[0]
        if len(table.party) > 1:
            many = f" ({left} to go)" if left > 1 else ""
            prompt = f"{table.name(seat)}: which Hero of the party is Retired?{many}"
            options = tuple(map(retiring, table.party))
            move = yield Choose(seat, prompt, options, lambda: _not_retired(table), rule=rule)
            hero = move.piece
        table.party.remove(hero)
        table.retired.append(hero)
        yield Event(rule, f"{hero.name} is Retired.", (hero,), seat=seat)


def retiring(hero: Card) -> Move:
    return Move(f"retire:{hero.code}", f"Retire {hero.name}", hero)


def _not_retired(table: Table) -> Iterator[Refused]:
    for hero in table.seats[table.turn].hand:
        why = f"{hero.name} is in your hand: only a Hero of the party is Retired."
        yield Refused(retiring(hero), "queen.hero.retire-party-member", why)


def recover(table: Table, rule: str) -> Rule:
    """A random Retired Hero goes to the Hero Discard pile.

    queen.hero.recover, queen.reward.recover, queen.reward.impossible
    """
    if not table.retired:
        yield Event("queen.reward.impossible", "No Hero is Retired: nobody is Recovered.")
        return
    hero = yield Draw(tuple((card, 1) for card in table.retired))
    table.retired.remove(hero)
    table.hero_discard.append(hero)
    yield Event(rule, f"{hero.name} is Recovered and goes to the Hero Discard pile.", (hero,))
