"""Charts: what the spec says, and that it draws without a network everywhere it is shown."""

import builtins
import json
from fractions import Fraction

import altair
import pytest

from beastlab import charts
from beastlab.games.beast_hunt.stagger import READINGS, fight, race
from beastlab.odds import Distribution, d6


def every_chart():
    return {
        "bars": charts.bars(2 * d6, title="Two dice", outcome="total"),
        "words": charts.bars(fight(15, 12, 2)),
        "groups": charts.compare({r: fight(9, 7, 2, reading=r) for r in READINGS}, title="Readings"),
        "lines": charts.compare({f"{n} dice": n * d6 for n in (2, 3, 4)}),
        "curves": charts.curves({"two": race(9, 6).survival, "plain": race(9).survival}, range(7)),
        "played": charts.played(fight(15, 12, 2), {"defeat": 44, "stagger": 30, "miss": 26}),
    }


def rows(chart):
    spec = chart.to_dict()
    found = spec.get("data", {}).get("values") or spec["layer"][0]["data"]["values"]
    return found if isinstance(found, list) else next(iter(spec["datasets"].values()))


@pytest.mark.parametrize("name", every_chart())
def test_every_chart_is_described_and_sends_two_faces(name, monkeypatch):
    monkeypatch.delenv("SERVER_SOFTWARE", raising=False)
    spec = every_chart()[name].to_dict()
    data, metadata = charts.bundle(spec)
    assert list(data) == ["text/plain", charts.V5, "image/svg+xml"]
    live = data[charts.V5]
    assert "$schema" not in live and live["usermeta"]["embedOptions"] == {"actions": False, "renderer": "svg"}
    assert live["description"] == data["text/plain"] == metadata["image/svg+xml"]["alt"]
    assert " chart of " in data["text/plain"] and " %" in data["text/plain"]
    assert data["image/svg+xml"].startswith("<svg") and "NaN" not in data["image/svg+xml"]
    json.dumps(data)  # no Fraction got in
    assert "http" not in json.dumps(live)


def test_rows_hold_floats_for_the_marks_and_exact_texts():
    row = rows(charts.bars(fight(15, 12, 2)))[0]
    assert row == {
        "outcome": "defeat",
        "probability": float(Fraction(575, 1296)),
        "exact": "575/1296",
        "percent": "44.37 %",
        "label": "575/1296 (44.37 %)",
    }


def test_series_are_told_apart_without_colour():
    lines = json.dumps(every_chart()["lines"].to_dict())
    assert '"strokeDash": {"field": "series"' in lines and '"shape": {"field": "series"' in lines
    grouped = rows(every_chart()["groups"])
    assert {row["label"].split(":")[0] for row in grouped} == set(READINGS) and len(grouped) == 9


def test_a_group_shows_impossible_outcomes_as_zero_bars():
    found = rows(charts.compare({"sum": fight(15, 12, 2), "each": fight(15, 12, 2, reading="each")}))
    assert [r["exact"] for r in found if r["outcome"] == "defeat"] == ["575/1296", "0"]


def test_labels_are_data_and_never_markup():
    data, _ = charts.bundle(charts.bars(Distribution({"<script>": 1, "b": 1})).to_dict())
    assert "<script>" not in data["image/svg+xml"] and "&lt;script&gt;" in data["image/svg+xml"]


def test_voila_gets_the_picture_alone(monkeypatch):
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5.13")
    assert list(charts.bundle(charts.bars(d6).to_dict())[0]) == ["text/plain", "image/svg+xml"]


@pytest.mark.parametrize("server", ["", "voila/0.5.13"])
def test_without_vl_convert_the_live_face_is_sent(monkeypatch, server):
    monkeypatch.setenv("SERVER_SOFTWARE", server)
    monkeypatch.setattr(charts, "_svg", lambda: None)
    data, metadata = charts.bundle(charts.bars(d6).to_dict())
    assert list(data) == ["text/plain", charts.V5] and metadata == {}


def missing(name, monkeypatch):
    real = builtins.__import__

    def refuse(wanted, *args, **kwargs):
        if wanted == name:
            raise ImportError(wanted)
        return real(wanted, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refuse)


def test_a_missing_vl_convert_is_noticed(monkeypatch):
    assert charts._svg() is not None
    missing("vl_convert", monkeypatch)
    assert charts._svg() is None


def test_a_missing_altair_is_named(monkeypatch):
    missing("altair", monkeypatch)
    with pytest.raises(ImportError, match="pip install altair"):
        charts.bars(d6)


def test_a_chart_without_words_is_refused():
    with pytest.raises(ValueError, match="no description"):
        charts.bundle({"mark": "bar"})


def test_the_method_of_distributions():
    assert d6.chart(title="A die").to_dict() == charts.bars(d6, title="A die").to_dict()


def names(chart):
    """The name beside each line: at which point, and how far to the right and below it begins."""
    layers = chart.to_dict()["layer"][2:]
    return {
        row["series"]: (row["outcome"], layer["mark"]["dx"], layer["mark"]["dy"])
        for layer in layers
        for row in layer["data"]["values"]
    }


def test_lines_carry_their_names_where_there_is_room_and_need_no_legend():
    chart = charts.curves({"a": lambda n: Fraction(n, 10), "b": lambda n: Fraction(n * n, 100)}, range(11))
    assert names(chart)["a"][1:] == (-8, -8) and names(chart)["b"][1:] == (8, 10), "outside the two lines"
    same = charts.curves({"a": lambda n: Fraction(1, 2), "b": lambda n: Fraction(1, 2)}, range(11))
    assert len(set(names(same).values())) == 2, "names do not cover one another"
    assert names(charts.curves({"alone": lambda n: Fraction(1)}, range(1)))["alone"][0] == 0
    assert '"legend": {' not in json.dumps(chart.to_dict())


def test_a_count_is_shown_with_its_error():
    row = rows(charts.played(Distribution({"hit": 1, "miss": 3}), {"miss": 75, "hit": 25}))[0]
    assert (row["outcome"], row["share"], row["label"]) == ("hit", 0.25, "25.00 %, played 25.0 ± 8.7 %")
    assert row["high"] - row["low"] == pytest.approx(4 * (3 / 16 / 100) ** 0.5)


@pytest.mark.parametrize("count", [0, 8])
def test_too_many_series_are_refused(count):
    with pytest.raises(ValueError, match="1 to 7"):
        charts.compare({str(n): d6 for n in range(count)})
    with pytest.raises(ValueError, match="1 to 7"):
        charts.curves({str(n): race(9).survival for n in range(count)}, range(3))


def test_a_long_law_is_described_in_short():
    words = charts.bars(20 * d6).to_dict()["description"]
    assert words.endswith("and 76 less likely outcomes.") and "70: 5.18 %" in words and len(words) < 600


def test_the_renderer_is_ours_unless_another_was_chosen():
    before = altair.renderers.active
    try:
        altair.renderers.enable("default")
        charts.bars(d6)
        assert altair.renderers.active == "beastlab"
        assert charts.V5 in charts.bars(d6)._repr_mimebundle_(None, None)[0]
        altair.renderers.enable("json")
        charts.bars(d6)
        assert altair.renderers.active == "json"
    finally:
        altair.renderers.enable(before)


def bar_axis(chart):
    return chart.to_dict()["encoding"]["x"]


def test_many_numbers_are_thin_bars_without_the_far_tails():
    law = 1000 * d6
    chart = charts.bars(law, outcome="total", good=lambda total: total >= 3500)
    spec, shown = chart.to_dict(), {int(row["outcome"]): row["counts"] for row in rows(chart)}
    assert list(shown) == list(range(3269, 3732)), "the tails go, nothing within"
    peak, left_out = max(law.weights.values()), [x for x in law if x not in shown]
    assert all(law.weights[x] * 10_000 < peak for x in left_out)
    assert sum(law[x] for x in left_out) < Fraction(1, 10_000)
    assert all((counts == "counts") == (x >= 3500) for x, counts in shown.items())
    axis = bar_axis(chart)
    assert axis["type"] == "quantitative" and axis["scale"]["domain"] == [3268, 3732]
    assert axis["title"] == ["total", "3,269 to 3,731 shown; the others have under 0.01 % together"]
    assert "Outcomes from 3,269 to 3,731 shown; the others have under 0.01 % together." in spec["description"]
    assert spec["description"].endswith("What counts: 3,500 to 6,000.")
    assert "stroke" not in spec["mark"] and spec["mark"]["orient"] == "vertical"
    fill = spec["encoding"]["fill"]
    assert fill["scale"] == {
        "domain": ["counts", "does not count"],
        "range": [charts.COLOURS[0], charts.PALE],
    }
    assert fill["legend"]["orient"] == "top"


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_pale_bars_are_clearly_paler():
    dark, pale = luminance(charts.COLOURS[0]), luminance(charts.PALE)
    assert (pale + 0.05) / (dark + 0.05) >= 3 and (1.05) / (pale + 0.05) > 1.5


def test_sixty_numbers_and_what_is_no_number_keep_their_own_bars():
    assert bar_axis(charts.bars(Distribution.uniform(range(60))))["type"] == "ordinal"
    many = charts.bars(Distribution.uniform(range(61)))
    assert bar_axis(many)["type"] == "quantitative" and bar_axis(many)["title"] == ["outcome"]
    assert len(rows(many)) == 61 and "shown" not in many.to_dict()["description"]
    assert len(rows(charts.bars(Distribution.uniform(map(str, range(61)))))) == 61


def test_tails_that_weigh_something_together_stay():
    flat = Distribution({x: 10**7 // 2 if x == 0 else 1 for x in range(4000)})
    left_out = flat.total - sum(flat.weights[int(row["outcome"])] for row in rows(charts.bars(flat)))
    assert 0 < left_out < flat.total / 10_000


def test_a_chart_says_if_all_that_counts_is_left_out():
    chart = charts.bars(1000 * d6, good=lambda total: total > 5000)
    assert bar_axis(chart)["title"][-1] == "none of what counts is shown"
    assert chart.to_dict()["description"].endswith("What counts: 5,001 to 6,000. None of that is shown.")
    odd = charts.bars(20 * d6, good=lambda total: total % 2)
    assert odd.to_dict()["description"].endswith("67, 69 and 25 more.")
    assert (
        charts.bars(20 * d6, good=lambda total: False).to_dict()["description"].endswith("counts: nothing.")
    )


def test_fractions_stand_at_their_places():
    chart = charts.bars((30 * d6).map(lambda total: Fraction(total, 3)))
    found = [row["outcome"] for row in rows(chart)]
    assert found == sorted(found) and bar_axis(chart)["scale"]["domain"][0] == pytest.approx(found[0] - 1 / 3)
    assert "tickMinStep" not in bar_axis(chart)["axis"]


def test_numbers_without_a_place_on_an_axis_are_labels():
    for odd in (float("nan"), float("inf"), 10**400):
        spec = charts.bars(Distribution({odd: 1, 2: 1})).to_dict()
        assert "NaN" not in json.dumps(spec) and spec["layer"][0]["encoding"]["y"]["type"] == "nominal"
