"""A scatter plot as SVG: nodes expanded, on a logarithmic axis, against the length of solutions."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable
from typing import Any

_WIDTH, _HEIGHT = 640, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 170, 34, 46
# Okabe and Ito's colours, which colour-blind people can tell apart.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")


def scatter_svg(rows: Iterable[dict[str, Any]], title: str) -> str:
    """The plot of the rows that have a solution."""
    points = [row for row in rows if row["cost"] is not None]
    series: dict[str, list[tuple[int, int]]] = {}
    several = len({row["algorithm"] for row in points}) > 1
    for row in points:
        name = row["heuristic"] or row["algorithm"]
        if several and row["heuristic"]:
            name = f"{row['algorithm']} {name}"
        series.setdefault(name, []).append((row["cost"], max(1, row["expanded"])))
    costs: list[int] = [row["cost"] for row in points] or [0]
    low, high = min(costs), max(max(costs), min(costs) + 1)
    most: int = max([max(1, row["expanded"]) for row in points], default=1)
    decades = max(1, math.ceil(math.log10(most)))
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM

    def x(cost: float) -> float:
        return _LEFT + (cost - low) / (high - low) * (right - _LEFT)

    def y(expanded: float) -> float:
        return bottom - math.log10(expanded) / decades * (bottom - _TOP)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="20" font-size="14">{html.escape(title)}</text>',
    ]
    for decade in range(decades + 1):
        level = y(10**decade)
        parts.append(f'<line x1="{_LEFT}" x2="{right}" y1="{level:.1f}" y2="{level:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{level + 4:.1f}" text-anchor="end">{10**decade:,}</text>')
    step = max(1, math.ceil((high - low) / 10))
    for cost in range(low, high + 1, step):
        parts.append(f'<text x="{x(cost):.1f}" y="{bottom + 18}" text-anchor="middle">{cost}</text>')
    parts.append(f'<text x="{(_LEFT + right) / 2}" y="{_HEIGHT - 8}" text-anchor="middle">moves of the solution</text>')
    parts.append(f'<text transform="translate(14 {(_TOP + bottom) / 2}) rotate(-90)" text-anchor="middle">nodes expanded</text>')
    for number, (name, found) in enumerate(series.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        parts.extend(
            f'<circle cx="{x(cost):.1f}" cy="{y(expanded):.1f}" r="3" fill="{colour}" fill-opacity="0.65"/>'
            for cost, expanded in found
        )
        line = _TOP + 10 + 20 * number
        parts.append(f'<circle cx="{right + 16}" cy="{line - 4}" r="4" fill="{colour}"/>')
        parts.append(f'<text x="{right + 26}" y="{line}">{html.escape(name)}</text>')
    parts.append("</svg>")
    return "".join(parts)
