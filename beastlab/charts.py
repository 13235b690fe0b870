"""Altair charts of exact distributions, drawn without any network.

Every chart carries a description (its alternative text), plain floats for the marks and exact
fractions for the tooltips, and tells series apart by shape, dash or label as well as by colour.
`enable` registers a renderer that sends one bundle: the spec for JupyterLab's own Vega-Lite, and an
SVG for every place without it. It is enabled with the first chart, unless another renderer was chosen.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import islice
from numbers import Real
from typing import TYPE_CHECKING, Any

from beastlab.odds.distribution import Distribution, fraction_text, percent_text

if TYPE_CHECKING:
    import altair

V5 = "application/vnd.vegalite.v5+json"

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's palette without its yellow, which is too pale for marks on white."""

SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")
DASHES = ([1, 0], [6, 2], [2, 2], [8, 2, 2, 2], [4, 4], [1, 3], [10, 4])

WORDS = 25
"""A description names so many outcomes one by one, and only counts the rest."""


def bars(
    distribution: Distribution[Any],
    *,
    title: str = "",
    outcome: str = "outcome",
    description: str = "",
) -> altair.Chart:
    """A bar for each outcome; `outcome` names the axis, `description` replaces the text made from the data.

    >>> from beastlab.odds import total
    >>> bars(total(2), outcome="total of two dice").to_dict()["description"][:47]
    'Bar chart of probability by total of two dice. '
    """
    alt = _altair()
    numbers = _numbers(distribution)
    rows = _rows(distribution, numbers, distribution)
    said = f"Bar chart of probability by {outcome}. {_in_words(distribution)}"
    chart = _chart(rows, description or said, title).properties(width=420)
    tooltip = [_tip("outcome", outcome), _tip("exact", "probability"), _tip("percent", "percent")]
    if numbers:
        return chart.mark_bar(color=COLOURS[0]).encode(
            x=alt.X("outcome:O", title=outcome, sort=None, axis=alt.Axis(labelAngle=0, labelOverlap=True)),
            y=_probability(),
            tooltip=tooltip,
        )
    base = chart.encode(y=alt.Y("outcome:N", title=outcome, sort=None), tooltip=tooltip)
    marks = base.mark_bar(color=COLOURS[0]).encode(x=_probability(alt.X))
    words = base.mark_text(align="left", dx=4).encode(x=alt.X("probability:Q"), text="label:N")
    return _layered(marks, words, chart)


def compare(
    distributions: Mapping[str, Distribution[Any]],
    *,
    title: str = "",
    outcome: str = "outcome",
    description: str = "",
) -> altair.Chart:
    """Several distributions over the same outcomes, one series each with its label.

    Numbers make lines with a mark at every outcome; other outcomes make groups of bars with their
    labels beside them. At most seven series.

    >>> from beastlab.games.beast_hunt.stagger import READINGS, fight
    >>> chart = compare({reading: fight(9, 7, orbs=2, reading=reading) for reading in READINGS})
    >>> chart.to_dict()["description"][:58]
    'Bar chart of probability by outcome, for sum, each, best. '
    """
    if not 1 <= len(distributions) <= len(COLOURS):
        raise ValueError(f"{len(distributions)} series; a chart compares 1 to {len(COLOURS)} of them")
    alt = _altair()
    numbers = all(map(_numbers, distributions.values()))
    order = list(dict.fromkeys(x for law in distributions.values() for x in law))
    rows = [
        {"series": name, **row, "label": f"{name}: {row['label']}"}
        for name, law in distributions.items()
        for row in _rows(law, numbers, law if numbers else order)
    ]
    names = list(distributions)
    kind = "Line chart" if numbers else "Bar chart"
    said = f"{kind} of probability by {outcome}, for {', '.join(names)}. " + " ".join(
        f"{name}: {_in_words(law)}" for name, law in distributions.items()
    )
    chart = _chart(rows, description or said, title)
    tooltip = [
        _tip("series", "series"),
        _tip("outcome", outcome),
        _tip("exact", "probability"),
        _tip("percent", "percent"),
    ]
    colour = alt.Color("series:N", title=None, sort=None, scale=_scale(names, COLOURS))
    if numbers:
        return _lines(chart, names, colour, alt.X("outcome:Q", title=outcome), tooltip)
    base = chart.encode(
        y=alt.Y("outcome:N", title=outcome, sort=None),
        yOffset=alt.YOffset("series:N", sort=None),
        tooltip=tooltip,
    )
    marks = base.mark_bar().encode(x=_probability(alt.X), color=colour.legend(None))
    words = base.mark_text(align="left", dx=4).encode(x=alt.X("probability:Q"), text="label:N")
    return _layered(marks, words, chart).properties(height=alt.Step(20))


def survival(
    races: Mapping[str, Callable[[int], Fraction]],
    attacks: int = 10,
    *,
    title: str = "",
    step: str = "attack",
    description: str = "",
) -> altair.Chart:
    """P(still going on) after 0, 1, ... steps: one line for each survival function.

    >>> from beastlab.games.beast_hunt.stagger import race
    >>> survival({"two players": race(9, 6).survival}, 3).to_dict()["description"][:44]
    'Line chart of survival by number of attacks,'
    """
    if not 1 <= len(races) <= len(COLOURS):
        raise ValueError(f"{len(races)} series; a chart compares 1 to {len(COLOURS)} of them")
    alt = _altair()
    values = {name: [law(n) for n in range(attacks + 1)] for name, law in races.items()}
    rows = [
        {"series": name, "outcome": n, **_faces(p)} for name, row in values.items() for n, p in enumerate(row)
    ]
    said = f"Line chart of survival by number of {step}s, for {', '.join(values)}. " + " ".join(
        f"{name}: " + ", ".join(f"{percent_text(p)} after {n}" for n, p in enumerate(row)) + "."
        for name, row in values.items()
    )
    chart = _chart(rows, description or said, title)
    tooltip = [_tip("series", "series"), _tip("outcome", f"{step}s"), _tip("exact", "survival")]
    colour = alt.Color("series:N", title=None, sort=None, scale=_scale(list(values), COLOURS))
    axis = alt.X("outcome:Q", title=f"{step}s", axis=alt.Axis(tickMinStep=1, format="d"))
    return _lines(chart, list(values), colour, axis, tooltip)


# --- parts ------------------------------------------------------------------------------------


def _chart(rows: list[dict[str, Any]], description: str, title: str) -> Any:
    import altair as alt

    return alt.Chart(alt.Data(values=rows), description=description, title=title or alt.Undefined)


def _lines(chart: Any, names: list[str], colour: Any, x: Any, tooltip: list[Any]) -> Any:
    import altair as alt

    base = chart.encode(x=x, y=_probability(), color=colour, tooltip=tooltip)
    dash = alt.StrokeDash("series:N", title=None, sort=None, scale=_scale(names, DASHES))
    shape = alt.Shape("series:N", title=None, sort=None, scale=_scale(names, SHAPES))
    line = base.mark_line().encode(strokeDash=dash)
    points = base.mark_point(filled=True, size=60).encode(shape=shape)
    return _layered(line, points, chart).properties(width=420)


def _layered(first: Any, second: Any, whole: Any) -> Any:
    """Two layers as one chart, with the words of `whole`."""
    import altair as alt

    for layer in (first, second):
        layer.description = layer.title = alt.Undefined
    return alt.layer(first, second, title=whole.title, description=whole.description)


def _probability(channel: Any = None) -> Any:
    import altair as alt

    return (channel or alt.Y)("probability:Q", title="probability", axis=alt.Axis(format="%"))


def _scale(names: list[str], values: tuple[Any, ...]) -> Any:
    import altair as alt

    return alt.Scale(domain=names, range=list(values[: len(names)]))


def _tip(name: str, title: str) -> Any:
    import altair as alt

    return alt.Tooltip(f"{name}:N", title=title)


def _rows(law: Distribution[Any], numbers: bool, order: Iterable[Any]) -> list[dict[str, Any]]:
    """What Vega-Lite gets: one row for each outcome of `order`, numbers as floats and others as texts."""
    return [{"outcome": float(x) if numbers else str(x), **_faces(law[x])} for x in order]


def _faces(p: Fraction) -> dict[str, Any]:
    """The float that is drawn, and the texts that are read."""
    exact, percent = fraction_text(p), percent_text(p)
    label = percent if p in (0, 1) or exact.startswith("about") else f"{exact} ({percent})"
    return {"probability": float(p), "exact": exact, "percent": percent, "label": label}


def _numbers(law: Distribution[Any]) -> bool:
    return all(isinstance(x, Real) and not isinstance(x, bool) for x in law)


def _in_words(law: Distribution[Any]) -> str:
    said = ", ".join(f"{x}: {percent_text(p)}" for x, p in islice(law.items(), WORDS))
    return said + (f", and {len(law) - WORDS} more outcomes." if len(law) > WORDS else ".")


# --- showing them ------------------------------------------------------------------------------


def _altair() -> Any:
    try:
        import altair
    except ImportError:
        raise ImportError("charts need Altair; install it with: pip install altair") from None
    if altair.renderers.active == "default":
        enable()
    return altair


def enable() -> None:
    """Show charts with `bundle`, the renderer that needs no network."""
    import altair

    altair.renderers.register("beastlab", lambda spec, **_: bundle(spec))
    altair.renderers.enable("beastlab")


def bundle(spec: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The MIME bundle and metadata of a chart: Vega-Lite for JupyterLab, SVG for the rest.

    JupyterLab gets no `$schema` (it would warn about a newer number) and no nameless menu, and draws
    SVG, whose bars a screen reader finds. Voila gets the SVG alone, for it stumbles over the first.
    Without vl-convert (Pyodide) the first is all there is.
    """
    words = spec.get("description")
    if not words:
        raise ValueError(
            "the chart has no description; give it one, in a sentence, for those who can't see it"
        )
    data: dict[str, Any] = {"text/plain": words}
    metadata: dict[str, Any] = {}
    draw = _svg()
    if draw is None or not os.environ.get("SERVER_SOFTWARE", "").startswith("voila"):
        live = {key: value for key, value in spec.items() if key != "$schema"}
        options = {"actions": False, "renderer": "svg"}
        live["usermeta"] = {**live.get("usermeta", {}), "embedOptions": options}
        data[V5] = live
    if draw is not None:
        data["image/svg+xml"] = draw(dict(spec))
        metadata["image/svg+xml"] = {"alt": words}
    return data, metadata


def _svg() -> Callable[[dict[str, Any]], str] | None:
    """What draws a spec as SVG here, if anything does."""
    try:
        from vl_convert import vegalite_to_svg
    except ImportError:
        return None
    return vegalite_to_svg
