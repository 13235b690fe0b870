"""A reader's own numbers: fields with names and bounds, what is shown for them, and refusals in words."""

import pytest

from beastlab import charts
from beastlab.forms import form
from beastlab.games import beast_hunt as hunt


def fight(defeat=9, stagger=6, reading="sum"):
    law = hunt.fight(defeat, stagger or None, reading=reading)
    return f"{law['defeat']} <defeat>", law.chart()


@pytest.fixture
def asked():
    return form(fight, defeat=range(2, 13), stagger=range(13), reading=("sum", "each", "best"))


def test_every_field_has_a_name_a_start_and_bounds(asked):
    fields = asked.fields
    assert [(f.description, f.value) for f in fields.values()] == [
        ("defeat", 9),
        ("stagger", 6),
        ("reading", "sum"),
    ]
    fields["defeat"].value = 99
    assert fields["defeat"].value == 12
    assert fields["reading"].options == ("sum", "each", "best")


def test_it_shows_what_the_function_gives_now_and_after_a_change(asked):
    assert asked.said.value == '<p role="status">5/18 &lt;defeat&gt;</p>'
    asked.fields["defeat"].value = 8
    assert "5/12" in asked.said.value
    (chart,) = asked.drawn.outputs
    assert chart["data"]["text/plain"].startswith("Bar chart") and charts.V5 in chart["data"]


def test_what_cannot_be_is_told_in_words_and_nothing_is_drawn(asked):
    asked.fields["stagger"].value = 12
    assert "no help against defeat 9; give a smaller one, or None." in asked.said.value
    assert asked.drawn.outputs == ()
    asked.fields["stagger"].value = 0
    assert "5/18" in asked.said.value and len(asked.drawn.outputs) == 1


def test_a_field_without_a_default_starts_at_its_first_value():
    assert form(lambda dice: str(dice), dice=range(3, 9)).fields["dice"].value == 3
