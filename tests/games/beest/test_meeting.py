"""Meeting other people: who is met, what is exchanged, who is infected, who learns of it."""

from itertools import combinations

import pytest
from games.beest.laying import begin, distribute, full_turn, keys, lay, lay_all, play, refused, told, ways

from beastlab.games import beest
from beastlab.games.beest.table import BLACK


def around(match):
    """All distributions from here, played, and the lines that each made."""
    play(match, "pass")
    for way in ways(match):
        other = distribute(match.fork(), way)
        table = other.table
        yield other, [seat for seat in table.others(match.table.turn) if table.at(seat).line]


@pytest.mark.rule("beest.meet.exactly-one", "beest.meet.more-than-one", "beest.meet.none", "beest.meet.must")
@pytest.mark.rule("beest.silent.exchange-must", "beest.meet.silent-counts", "beest.meet.one-a-turn")
@pytest.mark.parametrize("humans", [3, 4])
def test_the_only_line_is_met_and_two_or_none_are_not(humans):
    caves = {1: "T/TM T/TM", 2: "M/TM M/TB", humans: "B/TB B/MB"}
    seen = set()
    for match, lines in around(begin("T/TB M/MB M/TB", humans=humans, beest=1, caves=caves)):
        seen.add(len(lines))
        if len(lines) == 1:
            assert match.table.exchanges == [(0, lines[0])] and match.table.met == lines[0]
            assert told(match)[-3 if lines[0] < humans else -2] == "beest.meet.exactly-one"
        else:
            assert not match.table.exchanges and match.table.met is None
            assert told(match)[-1] == ("beest.meet.more-than-one" if lines else "beest.meet.none")
        assert "decline" not in str([*keys(match), *refused(match)])
    assert seen >= {1, 2, 3}


@pytest.mark.rule("beest.meet.none")
def test_without_a_line_the_turn_goes_on_to_its_end():
    match = begin(humans=4)
    full_turn(match)
    assert "beest.meet.none" in told(match) and match.table.turn == 1 and not match.table.exchanges


@pytest.mark.rule("beest.meet.bystanders", "beest.meet.exactly-one")
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_only_the_player_whose_turn_it_is_meets_somebody(turn):
    for other in [seat for seat in range(5) if seat != turn]:
        match = lay_all(begin(humans=4, beest=turn, turn=turn, meets=other))
        assert match.table.exchanges == [(turn, other)]


@pytest.mark.rule("beest.meet.repeat", "beest.meet.repeat-effect", "beest.exch.pair-once")
def test_a_second_meeting_of_two_is_without_effect():
    for exchanges in ("0-1", "1-0"):
        match = begin(humans=4, beest=1, exchanges=exchanges, meets=1)
        before = match.table.exchanges[:]
        lay_all(match)
        assert match.table.exchanges == before and told(match)[-1] == "beest.meet.repeat"


@pytest.mark.rule("beest.meet.count-scope", "beest.meet.more-than-one")
def test_a_line_of_somebody_who_was_met_before_counts():
    caves = {1: "T/TM T/TM", 2: "M/TM T/TM"}
    hand = "T/TB T/TB T/MB M/TB"
    match = lay_all(begin(hand, humans=4, caves=caves, exchanges="0-1"))
    assert told(match)[-1] == "beest.meet.more-than-one" and len(match.table.exchanges) == 1


@pytest.mark.rule(
    "beest.meet.impossible-exchange", "beest.exch.marker-once", "beest.comp.south-pole-sections"
)
def test_a_pile_lasts_for_everybody_else_once():
    table = lay(5, beest=2, exchanges=", ".join(f"{a}-{b}" for a, b in combinations(range(6), 2)))
    for seat in table.everyone:
        assert len(table.partners(seat)) == 5
        given = [table.marker(seat, taker) for taker in table.everyone if taker != seat]
        assert sorted(value for _, value in given) == ([1, 2, 3, 4, 5] if seat == 2 else [0] * 5)


# --- the markers --------------------------------------------------------------------------------------------------


@pytest.mark.rule("beest.exch.top", "beest.exch.mutual", "beest.exch.simultaneous", "beest.exch.look")
@pytest.mark.rule("beest.silent.exchange", "beest.exch.no-forwarding")
@pytest.mark.parametrize("other", [1, 2, 3, 4])
def test_both_give_one_marker_of_their_own(other):
    match = lay_all(
        begin(humans=4, beest=0, exchanges="1-2, 3-silent, 0-3" if other != 3 else "1-2", meets=other)
    )
    table = match.table
    assert table.marker(0, other) == (BLACK, 3 if other != 3 else 4)
    assert table.marker(other, 0) == (table.piles[other], 0)
    assert table.coloured(0) == (2 if other != 3 else 1) and table.black(0) == 0
    assert table.black(other) == (3 if other != 3 else 4)


@pytest.mark.rule("beest.exch.black-order", "beest.infect.at-most-one-black", "beest.end1.everyone")
@pytest.mark.parametrize(("humans", "places"), [(3, 4), (4, 5), (5, 6), (6, 6)])
def test_the_kth_infected_gets_the_value_n_minus_k(humans, places):
    for beest_ in range(places):
        order = [seat for seat in range(places) if seat != beest_][::-1]
        table = lay(humans, beest=beest_, exchanges=", ".join(f"{beest_}-{seat}" for seat in order))
        assert [table.black(seat) for seat in order] == [places - k for k in range(1, places)]


@pytest.mark.rule("beest.exch.colour-check", "beest.infect.beest-immune")
def test_nobody_gets_two_markers_of_a_colour_nor_the_beest_a_black_one():
    table = lay(6, beest=3, exchanges=", ".join(f"{a}-{b}" for a, b in combinations(range(6), 2)))
    for seat in table.everyone:
        piles = [marker["pile"] for marker in beest.view(table, seat)["markers"]]
        assert len(set(piles)) == len(piles) == 5
        assert ("black" in piles) == (seat != 3)


@pytest.mark.rule("beest.infect.turns", "beest.role.three-states", "beest.infect.own-colour")
@pytest.mark.rule("beest.role.infection-source", "beest.infect.permanent", "beest.silent.infectable")
def test_only_the_original_beest_infects():
    table = lay(4, beest=1, exchanges="2-1, 0-2, 1-silent, 3-silent")
    states = ["clean" if table.clean(seat) else "beest" if seat == 1 else "infected" for seat in range(5)]
    assert states == ["clean", "beest", "infected", "clean", "infected"]
    assert table.marker(2, 0) == (table.piles[2], 0) and table.marker(4, 3) == (table.piles[4], 0)
    assert [table.black(seat) for seat in range(5)] == [0, 0, 4, 0, 3]
    table.exchanges += lay(4, beest=1, exchanges="0-3, 2-3").exchanges
    assert table.black(2) == 4 and not table.clean(2), "there is no cure"


@pytest.mark.rule("beest.infect.goal", "beest.role.teams-advice")
def test_nobody_is_made_to_play_for_a_side():
    """An infected seat, a clean one: the same moves, at every moment of a turn."""
    asked = []
    for exchanges in ("1-0", "2-0"):
        match, seen = begin(humans=4, beest=1, exchanges=exchanges, seed=3), []
        while match.table.turn == 0:
            seen.append(keys(match))
            match.play(keys(match)[0])
        asked.append(seen)
    assert asked[0] == asked[1]


# --- who learns of it ------------------------------------------------------------------------------------------------


def secrets(match, seat):
    return [event for event in match.events(seat) if event.seen_by is not None]


@pytest.mark.rule(
    "beest.infect.secret", "beest.info.no-showing", "beest.exch.look", "beest.info.incoming-hidden"
)
def test_only_the_taker_is_told_what_a_marker_shows():
    match = lay_all(begin(humans=4, beest=1, meets=1))
    (mine,), (theirs,) = secrets(match, 0), secrets(match, 1)
    assert mine.text == "Bo's marker is black 4: Ada is infected." and mine.data["value"] == 4
    assert theirs.text == f"Ada's marker is {match.table.piles[0].name}." and theirs.data["value"] == 0
    assert secrets(match, 2) == secrets(match, 3) == []
    public = [event for event in match.events(2) if event.rule == "beest.meet.exactly-one"]
    assert [event.text for event in public] == ["Ada meets Bo: they exchange DNA samples."]


@pytest.mark.rule("beest.exch.silent-receives", "beest.info.silent-hidden", "beest.infect.secret")
@pytest.mark.parametrize("beest_", [0, 4])
def test_nobody_looks_at_what_the_silent_guy_received_or_owns(beest_):
    match = lay_all(begin(humans=4, beest=beest_, meets=4))
    assert len(secrets(match, 0)) == 1 and not any(secrets(match, seat) for seat in (1, 2, 3))
    for seat in (1, 2, 3):
        view = match.view(seat)
        assert view["piles"][4] is None and view["exchanges"] == [[0, 4]] and view["markers"] == []
    assert match.view(0)["piles"][4] == match.table.piles[4].code


@pytest.mark.rule("beest.silent.as-beest")
def test_the_silent_guy_as_the_beest_infects_whoever_meets_him_and_all_may_announce():
    match = begin(humans=3, beest=3, meets=3)
    assert "announce:3" in keys(match)
    lay_all(match)
    assert match.table.black(0) == 3 and "announce:1" in keys(match)


@pytest.mark.rule("beest.infect.receiver-knows")
def test_who_was_infected_knows_the_beest_and_how_many_came_before():
    table = lay(5, beest=4, exchanges="4-2, 1-4")
    assert table.suspects(1) == table.suspects(2) == [4] and table.suspects(0) == [1, 2, 3, 4, 5]
    assert [table.options.places - 1 - table.black(seat) for seat in (2, 1)] == [0, 1]


@pytest.mark.rule("beest.info.colour-meaning")
def test_a_colour_clears_its_giver_but_says_nothing_about_an_infection():
    clean, infected = lay(4, beest=1, exchanges="0-2"), lay(4, beest=1, exchanges="1-2, 0-2")
    assert clean.suspects(0) == infected.suspects(0) == [1, 3, 4]
    assert clean.marker(2, 0) == infected.marker(2, 0)


@pytest.mark.rule("beest.score.table-met")
def test_the_first_meeting_of_two_always_is_an_exchange():
    for other in (1, 2, 3, 4):
        match = lay_all(begin(humans=4, exchanges="", meets=other))
        assert other in match.table.partners(0)
