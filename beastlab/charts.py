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
from functools import cache
from itertools import pairwise, product
from math import hypot, inf
from numbers import Real
from typing import TYPE_CHECKING, Any

from beastlab.odds.distribution import Distribution
from beastlab.odds.texts import fraction_text, percent_text

if TYPE_CHECKING:
    import altair

V5 = "application/vnd.vegalite.v5+json"

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's palette without its yellow, which is too pale for marks on white."""

SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")
DASHES = ([1, 0], [6, 2], [2, 2], [8, 2, 2, 2], [4, 4], [1, 3], [10, 4])

PALE = "#A6CDE3"
"""Bars that do not count, where there is no room for outlines: a third of the contrast of the others."""

WORDS = 25
"""A description names so many outcomes one by one, and only counts the rest."""

MANY = 60
"""More outcomes than this, if they are numbers, stand on an axis of numbers, without their far tails."""
RARE = 10_000
"""A tail is far where outcomes are this much rarer than the likeliest, and than 1 in all."""


def bars(
    law: Distribution[Any],
    *,
    title: str = "",
    outcome: str = "outcome",
    good: Callable[[Any], bool] | None = None,
) -> altair.Chart:
    """A bar for each outcome of a distribution; `outcome` names the axis.

    `good` tells which outcomes count as favourable: their bars are filled, the others hollow, and a legend says so.
    More than 60 numbers get thin bars, dark or pale, without the far tails; the axis says how far they go.

    >>> from beastlab.odds import d6
    >>> bars(2 * d6, outcome="total of two dice").to_dict()["description"][:47]
    'Bar chart of probability by total of two dice. '
    """
    alt = _altair()
    numbers = _numbers(law)
    many = numbers and len(law) > MANY
    kept = _kept(law) if many else list(law)
    rows = [_row(x, law[x], numbers) for x in kept]
    note = ""
    if len(kept) < len(law):
        note = f"{_point(kept[0])} to {_point(kept[-1])} shown; the others have under 0.01 % together"
    said = f"Bar chart of probability by {outcome}. {f'Outcomes from {note}. ' * bool(note)}{_in_words(law)}"
    under = [outcome, note] if note else [outcome]  # each is a line below the axis
    tooltip = [_tip("outcome", outcome), *PROBABILITY]
    look: dict[str, Any] = {"color": COLOURS[0]}
    encoding: dict[str, Any] = {}
    if good:
        counts = "counts", "does not count"
        wanted = {x: str(x) for x in law if good(x)}
        for row, x in zip(rows, kept, strict=True):
            row["counts"] = counts[x not in wanted]
        told = ", ".join([*wanted.values()][:WORDS])
        if len(wanted) > WORDS:
            places = [place for place, x in enumerate(law) if x in wanted]
            gaps = not numbers or places[-1] - places[0] >= len(places)
            run = f"{_point(min(wanted))} to {_point(max(wanted))}" if not gaps else ""
            told = run or f"{told} and {len(wanted) - WORDS} more"
        said += f" What counts: {told or 'nothing'}."
        if wanted and wanted.keys().isdisjoint(kept):
            under += ["none of what counts is shown"]
            said += " None of that is shown."
        look = {} if many else {"stroke": COLOURS[0], "strokeWidth": 1.5}
        scale = alt.Scale(domain=counts, range=[COLOURS[0], PALE if many else "transparent"])
        encoding = {"fill": alt.Fill("counts:N", scale=scale, legend=alt.Legend(title=None, orient="top"))}
        tooltip.append(_tip("counts", "counts"))
    if many:
        across, gap = kept[-1] - kept[0], min(after - x for x, after in pairwise(kept))
        ends = [float(kept[0] - gap), float(kept[-1] + gap)]
        axis = alt.Axis(grid=False, **({"tickMinStep": 1} if all(x == int(x) for x in kept) else {}))
        x = alt.X(
            "outcome:Q",
            title=under,
            scale=alt.Scale(domain=ends, nice=False, zero=False),
            axis=axis,
        )
        look |= {"orient": "vertical", "size": max(1.5, 0.85 * WIDTH * float(gap / (across + 2 * gap)))}
        marks = _mark(rows, x=x, y=_scaled(alt.Y, stack=None), tooltip=tooltip, **encoding).mark_bar(**look)
        return _drawn(title, said, marks)
    if numbers:
        x = alt.X("outcome:O", title=outcome, sort=None, axis=alt.Axis(labelAngle=0, labelOverlap=True))
        marks = _mark(rows, x=x, y=_scaled(alt.Y), tooltip=tooltip, **encoding).mark_bar(**look)
        return _drawn(title, said, marks)
    base = _mark(rows, y=alt.Y("outcome:N", title=outcome, sort=None), x=_scaled(alt.X), tooltip=tooltip)
    words = base.mark_text(align="left", dx=4).encode(text="label:N")
    return _drawn(title, said, base.mark_bar(**look).encode(**encoding), words)


def compare(
    laws: Mapping[str, Distribution[Any]], *, title: str = "", outcome: str = "outcome"
) -> altair.Chart:
    """Several distributions over the same outcomes, each with its name; at most seven.

    Numbers make lines with a mark at every outcome; other outcomes make groups of bars.

    >>> from beastlab.games.beast_hunt.stagger import READINGS, fight
    >>> chart = compare({reading: fight(9, 7, orbs=2, reading=reading) for reading in READINGS})
    >>> chart.to_dict()["description"][:58]
    'Bar chart of probability by outcome, for sum, each, best. '
    """
    alt = _altair()
    if all(map(_numbers, laws.values())):
        points = {name: dict(law.items()) for name, law in laws.items()}
        return _lines(points, title, outcome, "probability")
    order = list(dict.fromkeys(x for law in laws.values() for x in law))
    rows = [
        {"series": name, **row, "label": f"{name}: {row['label']}"}
        for name, law in laws.items()
        for row in (_row(x, law[x], False) for x in order)
    ]
    said = f"Bar chart of probability by {outcome}, for {', '.join(laws)}. " + " ".join(
        f"{name}: {_in_words(law)}" for name, law in laws.items()
    )
    base = _mark(
        rows,
        y=alt.Y("outcome:N", title=outcome, sort=None),
        yOffset=alt.YOffset("series:N", sort=None),
        x=_scaled(alt.X),
        tooltip=[_tip("series", "series"), _tip("outcome", outcome), *PROBABILITY],
    )
    marks = base.mark_bar().encode(color=alt.Color("series:N", scale=_scale(laws, COLOURS), legend=None))
    words = base.mark_text(align="left", dx=4).encode(text="label:N")
    return _drawn(title, said, marks, words).properties(height=alt.Step(20))


def curves(
    chances: Mapping[str, Callable[[int], Fraction]],
    over: Iterable[int],
    *,
    title: str = "",
    x: str = "number",
    y: str = "probability",
) -> altair.Chart:
    """Chances that depend on a whole number, each a line with its name; at most seven.

    >>> from beastlab.games.beast_hunt.stagger import race
    >>> standing = {"two players": race(9, 6).survival}
    >>> chart = curves(standing, range(4), x="attacks", y="P(it still stands)")
    >>> chart.to_dict()["description"]  # doctest: +ELLIPSIS
    'Line chart of P(it still stands) by attacks. two players: 0: 100 %, 1: 72.22 %, 2: ...'
    """
    _altair()
    over = list(over)
    return _lines({name: {n: law(n) for n in over} for name, law in chances.items()}, title, x, y)


def played(
    law: Distribution[Any], counts: Mapping[Any, int], *, title: str = "", outcome: str = "outcome"
) -> altair.Chart:
    """What was counted in so many plays, each share with its error, beside the exact distribution.

    The error is two standard deviations of the share: about 19 of 20 such counts lie within it.

    >>> from beastlab.odds import Distribution
    >>> chart = played(Distribution({"hit": 1, "miss": 3}), {"hit": 22, "miss": 78})
    >>> chart.to_dict()["description"]
    'Bar chart of probability by outcome, exact and in 100 plays. hit: 25.00 %, played 22.0 ± 8.7 %; \
miss: 75.00 %, played 78.0 ± 8.7 %.'
    """
    alt = _altair()
    n = sum(counts.values())
    rows = []
    for x, p in law.items():
        share, error = counts.get(x, 0) / n, 2 * float(p * (1 - p) / n) ** 0.5
        label = f"{percent_text(p)}, played {share * 100:.1f} ± {error * 100:.1f} %"
        bounds = {"share": share, "low": max(0.0, share - error), "high": min(1.0, share + error)}
        rows.append(_row(x, p, False) | bounds | {"label": label, "end": max(float(p), share + error)})
    told = "; ".join(f"{row['outcome']}: {row['label']}" for row in rows)
    said = f"Bar chart of probability by {outcome}, exact and in {n} plays. {told}."
    base = _mark(rows, y=alt.Y("outcome:N", title=outcome, sort=None), tooltip=[_tip("label", "exact")])
    return _drawn(
        title,
        said,
        base.mark_bar(color=COLOURS[0], opacity=0.5).encode(x=_scaled(alt.X)),
        base.mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q"),
        base.mark_point(filled=True, size=60, color="black", opacity=1).encode(x="share:Q"),
        base.mark_text(align="left", dx=6).encode(x="end:Q", text="label:N"),
    )


# --- parts ------------------------------------------------------------------------------------


def _lines(series: Mapping[str, Mapping[Any, Fraction]], title: str, x: str, y: str) -> Any:
    """Lines with marks, told apart by colour, dash, shape and a name beside each."""
    import altair as alt

    rows = [{"series": s, **_row(at, p, True)} for s, line in series.items() for at, p in line.items()]
    said = f"Line chart of {y} by {x}. " + " ".join(f"{s}: {_in_words(line)}" for s, line in series.items())
    colour = alt.Color("series:N", scale=_scale(series, COLOURS), legend=None)
    at = [row["outcome"] for row in rows]
    first, last = min(at), max(at)
    axis = alt.Axis()
    if all(map(float.is_integer, at)):  # on a short axis a least step of one would still be halved
        short = last - first <= 12
        few = {"values": [*range(int(first), int(last) + 1)]} if short else {"tickMinStep": 1}
        axis = alt.Axis(format="d", **few)
    base = _mark(
        rows,
        x=alt.X("outcome:Q", title=x, axis=axis),
        y=_scaled(alt.Y, y),
        color=colour,
        tooltip=[_tip("series", "series"), _tip("outcome", x), _tip("exact", y), _tip("percent", "percent")],
    )
    dash = alt.StrokeDash("series:N", scale=_scale(series, DASHES), legend=None)
    shape = alt.Shape("series:N", scale=_scale(series, SHAPES), legend=None)
    points = base.mark_point(filled=True, size=60, opacity=1).encode(shape=shape)
    names = [
        _mark(rows, x="outcome:Q", y="probability:Q", color=colour, text="series:N").mark_text(
            fontWeight="bold", fontSize=12, dx=dx, dy=dy, align="left" if dx > 0 else "right"
        )
        for (dx, dy), rows in _named(series).items()
    ]
    return _drawn(title, said, base.mark_line().encode(strokeDash=dash), points, *names)


WIDTH, HEIGHT = 420, 300


def _named(series: Mapping[str, Mapping[Any, Fraction]]) -> dict[tuple[int, int], list[dict[str, Any]]]:
    """Where the name of each line stands: beside one of its points, with the most room to everything else."""
    left, right = min(map(min, series.values())), max(map(max, series.values()))
    top = max(float(p) for line in series.values() for p in line.values()) or 1

    def seen(line: Mapping[Any, Fraction]) -> list[tuple[float, float]]:
        """The points of a line in pixels, with some more between them."""
        across, up = WIDTH / float(right - left or 1), HEIGHT / top
        marks = [(float(x - left) * across, float(p) * up) for x, p in line.items()]
        between = [
            (x + (x2 - x) * n / 4, y + (y2 - y) * n / 4)
            for (x, y), (x2, y2) in pairwise(marks)
            for n in range(4)
        ]
        return [*between, marks[-1]]

    lines = {name: seen(line) for name, line in series.items()}
    words: list[tuple[float, float]] = []  # where names stand already
    found: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for name, line in series.items():
        own, others = lines[name], [*words, *(p for other in lines if other != name for p in lines[other])]
        rooms = []
        for n, dx, dy in product(range(len(line))[1:-1] or range(len(line)), (8, -8), (-8, 10)):
            x, y = own[4 * n][0] + dx, own[4 * n][1] - dy
            far = x + 8 * len(name) * (1 if dx > 0 else -1)
            box = min(x, far), y - 7, max(x, far), y + 7
            rooms.append((min(_gap(box, others), 10 * _gap(box, own)), (n, dx, dy), box))
        _, (n, dx, dy), (x0, y0, x1, y1) = max(rooms)
        words += [(x0 + (x1 - x0) * part / 4, (y0 + y1) / 2) for part in range(5)]
        at = list(line)[n]
        found.setdefault((dx, dy), []).append({"series": name, **_row(at, line[at], True)})
    return found


def _gap(box: tuple[float, float, float, float], points: list[tuple[float, float]]) -> float:
    """How far the nearest point is from a box."""
    x0, y0, x1, y1 = box
    return min((hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1)) for x, y in points), default=inf)


def _mark(rows: list[dict[str, Any]], **encoding: Any) -> Any:
    import altair as alt

    return alt.Chart(alt.Data(values=rows)).encode(**encoding)


def _drawn(title: str, description: str, *layers: Any) -> Any:
    import altair as alt

    chart = alt.layer(*layers) if len(layers) > 1 else layers[0]
    return chart.properties(width=WIDTH, description=description, **{"title": title} if title else {})


def _scaled(channel: Any, title: str = "probability", **options: Any) -> Any:
    import altair as alt

    return channel("probability:Q", title=title, axis=alt.Axis(format="%"), **options)


def _scale(names: Iterable[str], values: tuple[Any, ...]) -> Any:
    import altair as alt

    names = list(names)
    if not 1 <= len(names) <= len(values):
        raise ValueError(f"{len(names)} series; a chart compares 1 to {len(values)} of them")
    return alt.Scale(domain=names, range=list(values[: len(names)]))


def _tip(name: str, title: str) -> dict[str, str]:
    return {"field": name, "type": "nominal", "title": title}


PROBABILITY = _tip("exact", "probability"), _tip("percent", "percent")


def _row(x: Any, p: Fraction, number: bool) -> dict[str, Any]:
    """What Vega-Lite gets: floats that are drawn, and texts that are read."""
    exact, percent = fraction_text(p), percent_text(p)
    label = percent if p in (0, 1) or exact.startswith("about") else f"{exact} ({percent})"
    told = {"probability": float(p), "exact": exact, "percent": percent, "label": label}
    return {"outcome": float(x) if number else str(x), **told}


def _numbers(law: Distribution[Any]) -> bool:
    """Whether all outcomes have a place on an axis."""
    real = all(isinstance(x, Real) and not isinstance(x, bool) for x in law)
    return real and all(abs(x) < 1e300 for x in law)


def _kept(law: Distribution[Any]) -> list[Any]:
    """Numbers in order without the far tails, which are rarer than 1 in `RARE` all together too."""
    kept, ways = list(law), list(law.weights.values())
    low, high, rare, left = 0, len(kept), max(ways) // RARE, law.total // RARE
    while high - low > 2:
        first = ways[low] <= ways[high - 1]
        way = ways[low if first else high - 1]
        left -= way
        if way >= rare or left <= 0:
            break
        low, high = low + first, high - (not first)
    return kept[low:high]


def _point(x: Any) -> str:
    """A number with commas, for reading."""
    return f"{x:,}" if isinstance(x, int | float) else str(x)


def _in_words(law: Any) -> str:
    """The outcomes with their chances, of many the likeliest."""
    likely = set(sorted(law, key=lambda x: law[x], reverse=True)[:WORDS])
    said = ", ".join(f"{x}: {percent_text(p)}" for x, p in law.items() if x in likely)
    return said + (f", and {len(law) - WORDS} less likely outcomes." if len(law) > WORDS else ".")


@cache
def shares(rows: tuple[tuple[str, Fraction, bool], ...]) -> dict[str, Any]:
    """The spec of a small chart for a panel: a labelled bar for each (outcome, probability, whether it is wanted).

    Bars of what is wanted are filled, the others hollow. Without a ground of its own, for light and dark.

    >>> spec = shares((("defeat", Fraction(7, 12), True), ("miss", Fraction(5, 12), False)))
    >>> spec["description"]
    'What can happen. defeat: 7/12 (58.33 %), miss: 5/12 (41.67 %).'
    """
    alt = _altair()
    values = [{**_row(word, chance, False), "wanted": wanted} for word, chance, wanted in rows]
    said = ", ".join(f"{row['outcome']}: {row['label']}" for row in values)
    y = alt.Y(
        "outcome:N",
        sort=None,
        title=None,
        axis=alt.Axis(domain=False, ticks=False, labelLimit=110, labelPadding=6),
    )
    x = alt.X("probability:Q", title=None, axis=None, scale=alt.Scale(domain=[0, 1.75], clamp=True))
    base = _mark(values, y=y, x=x, tooltip=[_tip("outcome", "outcome"), *PROBABILITY])
    fill = alt.Fill(
        "wanted:N", legend=None, scale=alt.Scale(domain=[True, False], range=[COLOURS[0], "transparent"])
    )
    marks = base.mark_bar(stroke=COLOURS[0], strokeWidth=1.5, height=12).encode(fill=fill)
    words = base.mark_text(align="left", dx=6).encode(text="label:N")
    chart = _drawn("", f"What can happen. {said}.", marks, words)
    chart = chart.properties(width=310, height=alt.Step(22), background="transparent", padding=2)
    return live(chart.configure_view(stroke=None).configure_axis(labelFontSize=12).to_dict())


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


def live(spec: Mapping[str, Any]) -> dict[str, Any]:
    """A spec for JupyterLab's own Vega-Lite: no `$schema`, which it would warn about, no nameless menu, and an SVG
    whose bars a screen reader finds. In an Output widget it draws in Voila too.
    """
    options = {"actions": False, "renderer": "svg"}
    kept = {key: value for key, value in spec.items() if key != "$schema"}
    return {**kept, "usermeta": {**kept.get("usermeta", {}), "embedOptions": options}}


def bundle(spec: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The MIME bundle and metadata of a chart: Vega-Lite for JupyterLab, SVG for the rest.

    Voila gets the SVG alone, for it stumbles over the first where a chart is a cell's own output.
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
        data[V5] = live(spec)
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
