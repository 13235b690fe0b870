"""A form for numbers of one's own: a field for each argument of a function, and below them what it gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from inspect import signature
from typing import Any


def form(show: Callable[..., Any], **fields: range | Sequence[str]) -> Any:
    """A field for each argument of `show`, and below them what it gives for these values.

    A range makes a field for whole numbers, a list of words a menu; each starts at the default of `show`, or at
    the first value. `show` gives one thing or a tuple of things: texts, which are spoken too when they change,
    and anything else that a notebook can draw. A ValueError is told in its own words, so that bounds that hang
    on each other need no second check. (Loads ipywidgets; fields and no sliders, which have no name to speak.)

    >>> asked = form(lambda dice=2, sides=6: f"{dice * sides} at most", dice=range(1, 9), sides=range(2, 21))
    >>> asked.fields["dice"].value = 3
    >>> asked.said.value
    '<p role="status">18 at most</p>'
    """
    import ipywidgets as w

    starts = signature(show).parameters
    controls: dict[str, Any] = {}
    for name, values in fields.items():
        default = starts[name].default
        start = values[0] if default is starts[name].empty else default
        look = {"description": name.replace("_", " "), "value": start}
        if isinstance(values, range):
            control = w.BoundedIntText(**look, min=values[0], max=values[-1], step=values.step)
        else:
            control = w.Dropdown(**look, options=list(values))
        control.style = {"description_width": "initial"}
        control.layout = w.Layout(width="11em")
        controls[name] = control
    said, drawn = w.HTML(), w.Output()

    def change(_: Any = None) -> None:
        try:
            shown = show(**{name: control.value for name, control in controls.items()})
        except ValueError as why:
            shown = f"{why}."
        parts = shown if isinstance(shown, tuple) else (shown,)
        texts = " ".join(part for part in parts if isinstance(part, str))
        said.value = f'<p role="status">{escape(texts)}</p>'
        drawn.outputs = tuple(_output(part) for part in parts if not isinstance(part, str))

    for control in controls.values():
        control.observe(change, "value")
    change()
    box = w.VBox([w.HBox([*controls.values()], layout=w.Layout(flex_flow="row wrap")), said, drawn])
    box.fields, box.said, box.drawn = controls, said, drawn
    return box


def _output(thing: Any) -> dict[str, Any]:
    """What a cell would send to draw it."""
    from IPython.core.interactiveshell import InteractiveShell

    formatter = InteractiveShell.instance().display_formatter
    assert formatter
    data, metadata = formatter.format(thing)
    return {"output_type": "display_data", "data": data, "metadata": metadata}
