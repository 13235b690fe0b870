"""What an answer shows on demand: a simulation beside the exact value, its steps, a table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import sqrt
from statistics import NormalDist
from typing import Any

from beastlab.odds.texts import bar, fraction_text, percent_text, whole_text

ROWS = 40
"""A table shows so many outcomes, the likeliest, and counts the rest."""

Z95 = NormalDist().inv_cdf(0.975)


def wilson(hits: int, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share: it stays within 0 and 1, and is right for few hits too.

    >>> [round(x, 4) for x in wilson(0, 100)], wilson(60, 60)[1]  # a sure thing lies within, whatever rounding does
    ([0.0, 0.037], 1.0)
    """
    share, spread = hits / n, Z95 * Z95 / n
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 * sqrt(share * (1 - share) / n + spread / (4 * n)) / (1 + spread)
    return middle - half if hits else 0.0, middle + half if hits < n else 1.0


@dataclass(frozen=True)
class Check:
    """An exact value beside a simulation: what `n` plays gave, with a 95 % interval.

    About 1 in 20 honest checks falls outside its interval: try another seed, or more plays, before you doubt the
    number.
    """

    exact: Fraction
    played: Fraction
    interval: tuple[float, float]
    n: int
    seed: int
    chance: bool = True

    @property
    def agrees(self) -> bool:
        """Whether the exact value lies within the interval."""
        return self.interval[0] <= self.exact <= self.interval[1]

    @property
    def _far(self) -> bool:
        """Whether it lies farther out than chance explains, three intervals and more."""
        low, high = self.interval
        return abs(float(self.exact - self.played)) > 3 * max(
            high - float(self.played), float(self.played) - low, 1e-9
        )

    def __repr__(self) -> str:
        low, high = self.interval
        if self.chance:
            found = f"{float(self.played):.2%}, from {low:.2%} to {high:.2%}"
            exact = percent_text(self.exact)
        else:
            found, exact = (
                f"{float(self.played):.4f}, from {low:.4f} to {high:.4f}",
                f"{float(self.exact):.4f}",
            )
        verdict = "the exact value lies within"
        if not self.agrees:
            chance = "as it does in 1 of 20 honest checks: try another seed, or more plays"
            verdict = f"the exact value lies outside, {chance}"
        if self._far:
            verdict = "the exact value lies far outside: one of the two is wrong"
        return f"exact {exact}; {self.n:,} plays (seed {self.seed}): {found} (95 % interval): {verdict}"


class Lines(list[str]):
    """Steps of an explanation, one to a line."""

    def __repr__(self) -> str:
        return "\n".join(f"{place}. {line}" for place, line in enumerate(self, 1))

    def _repr_html_(self) -> str:
        return f"<ol>{''.join(f'<li>{escape(line)}</li>' for line in self)}</ol>"


Row = tuple[Any, int | None, Fraction, bool]
"""An outcome, its ways (None where single ways aren't counted), its probability, whether it counts."""


class Table:
    """Outcomes with their ways and chances; `rows` are (outcome, ways, probability, whether it counts)."""

    def __init__(self, title: str, rows: list[Row], marked: bool) -> None:
        self.title, self.rows, self.marked = title, rows, marked

    def __repr__(self) -> str:
        width = max((len(str(outcome)) for outcome, *_ in self.rows), default=0)
        lines = [
            f"{str(outcome):>{width}}  "
            + ("" if ways is None else f"{whole_text(ways):>12}  ")
            + f"{percent_text(p):>12}  {fraction_text(p)}"
            + "  counts" * (self.marked and good)
            for outcome, ways, p, good in self._shown()
        ]
        return "\n".join([self.title, *lines, *self._rest()])

    def _shown(self) -> list[Row]:
        likely = sorted(range(len(self.rows)), key=lambda i: -self.rows[i][2])[:ROWS]
        return [self.rows[i] for i in sorted(likely)]

    def _rest(self) -> list[str]:
        missing = len(self.rows) - ROWS
        return [f"and {missing} less likely outcomes"] if missing > 0 else []

    def _repr_html_(self) -> str:
        most = max((p for _, _, p, _ in self.rows), default=Fraction(1)) or 1
        rows = "".join(
            f"<tr><th scope='row' style='text-align:left'>{escape(str(outcome))}</th>"
            + ("" if ways is None else f"<td style='text-align:right'>{whole_text(ways)}</td>")
            + f"<td style='text-align:right'>{fraction_text(p)}</td>"
            f"<td style='text-align:left;white-space:nowrap'>{percent_text(p)}{bar(p / most, 10)}</td>"
            + (f"<td style='text-align:left'>{'counts' if good else ''}</td>" if self.marked else "")
            + "</tr>"
            for outcome, ways, p, good in self._shown()
        )
        ways = ["ways"] if any(row[1] is not None for row in self.rows) else []
        head = "".join(
            f"<th scope='col'>{name}</th>"
            for name in ("outcome", *ways, "fraction", "percent", *([""] if self.marked else []))
        )
        rest = "".join(f"<div>{line}</div>" for line in self._rest())
        caption = f"<caption style='caption-side:top;text-align:left'>{escape(self.title)}</caption>"
        return (
            f"<table class='beastlab-table tex2jax_ignore mathjax_ignore'>{caption}<thead><tr>{head}</tr></thead>"
            f"<tbody>{rows}</tbody></table>{rest}"
        )
