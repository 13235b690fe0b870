"""Every rule that the code names stands in the ledger, in its text and in play."""

import re
from pathlib import Path
from random import Random

import pytest
from games.beest.laying import keys, refused
from games.beest.playing import careful, settings

from beastlab.core.ledger import ledger
from beastlab.games import beest

PACKAGE = Path(beest.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
LEDGER = ledger("beest").rules
KNOWN = {
    *LEDGER,
    *(row["id"] for part in ledger("beest").data.values() if type(part) is list for row in part),
}
ID = re.compile(r"\bbeest\.(?:comp|role|setup|info|seq|silent|turn|meet|exch|infect|end|end1|end2|end3|score|match)"
                r"\.[a-z0-9]+(?:-[a-z0-9]+)*")  # fmt: skip
ASKED_AND_REFUSED = {
    "beest.seq.others-add",
    "beest.turn.distribute-one-each",
    "beest.turn.no-pass",
    "beest.turn.draw-may",
    "beest.end3.when",
    "beest.end3.who",
    "beest.end3.not-self",
}
NOT_TO_BE_ASKED = {
    "beest.setup.player-count": "options refuse it",
    "beest.setup.box-stays-out": "no option",
    "beest.setup.pile-order-fixed": "markers are given by themselves",
    "beest.info.no-showing": "markers are told to their taker alone",
    "beest.seq.dot-up": "cards have no other way up",
    "beest.seq.max-three": "sequences are trimmed by themselves",
    "beest.seq.add-right": "cards go to the right by themselves",
    "beest.seq.remove-left": "cards are taken by themselves",
    "beest.turn.take-own": "cards are taken by themselves",
    "beest.meet.must": "exchanges come by themselves",
    "beest.exch.top": "markers are given by themselves",
    "beest.exch.pair-once": "exchanges come by themselves",
    "beest.exch.no-forwarding": "markers are given by themselves",
    "beest.end1.last-announce": "the expedition ends by itself",
}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_rule_that_the_code_names_stands_in_the_ledger(path):
    named = set(ID.findall(path.read_text("utf-8")))
    assert sorted(named - KNOWN) == []


def test_every_illegal_act_of_the_ledger_is_refused_or_can_not_be_tried():
    illegal = {rule.id for rule in LEDGER.values() if rule.illegal and not rule.not_modelled}
    assert illegal == ASKED_AND_REFUSED | set(NOT_TO_BE_ASKED)


@pytest.mark.rule("beest.setup.pile-order-fixed", "beest.meet.must", "beest.exch.top", "beest.exch.pair-once")
@pytest.mark.rule(
    "beest.exch.no-forwarding", "beest.seq.add-right", "beest.seq.remove-left", "beest.exch.marker-once"
)
@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_told_asked_or_refused_stands_in_the_ledger_and_no_other_act_is_possible(seed):
    """No move touches a marker, turns a card, takes one away or lays it elsewhere: they are as few as these."""
    rng, match, kinds, refusals = Random(seed), beest.new_match(seed=seed, **settings(seed)), set(), set()
    while not match.over:
        assert match.request.rule in LEDGER
        for key, entry in refused(match).items():
            assert entry.rule in LEDGER and entry.why.endswith("."), key
            assert key not in keys(match)
            refusals.add(entry.rule)
        kinds |= {key.partition(":")[0] for key in keys(match)}
        match.play(careful(match, rng))
    assert kinds - {"declare"} == {"lay", "pass", "announce"}
    assert refusals - {"beest.end2.clean"} >= ASKED_AND_REFUSED - {"beest.end3.who"}
    if match.options.seats == 6:  # the Beest is somebody who is asked
        assert "beest.end3.who" in refusals
    assert not {event.rule for event in match.events()} - set(LEDGER)
    assert match.result.rule in LEDGER
