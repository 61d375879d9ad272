"""Solutions as notebooks show them: the board with a slider through the moves. Boards alone are drawn by the library."""

from __future__ import annotations

import html
import itertools
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._taquin import Solution

_CELL = 44
_GAP = 18
# Longer solutions would make notebooks of megabytes.
_MOST_MOVES = 5000
# Tiles of larger boards could not be read.
_MOST_CELLS = 400

_numbers = itertools.count()


def _layers(rows: Sequence[Sequence[int]] | Sequence[Sequence[Sequence[int]]]) -> list[list[list[int]]]:
    first = rows[0][0]
    nested = [rows] if isinstance(first, int) else rows
    return [[list(row) for row in layer] for layer in nested]  # type: ignore[arg-type]


def board_svg(rows: Sequence[Sequence[int]] | Sequence[Sequence[Sequence[int]]]) -> str:
    """A drawing of a board, given as its nested lists; layers stand side by side, the top one first."""
    layers = _layers(rows)
    height, width = len(layers[0]), len(layers[0][0])
    layer_width = width * _CELL
    total = len(layers) * layer_width + (len(layers) - 1) * _GAP
    size = 17 if width * height * len(layers) <= 100 else 13
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{total + 8}" height="{height * _CELL + 8}" '
        f'viewBox="-4 -4 {total + 8} {height * _CELL + 8}" font-family="sans-serif" font-size="{size}">'
    ]
    for number, layer in enumerate(layers):
        left = number * (layer_width + _GAP)
        parts.append(
            f'<rect x="{left - 2}" y="-2" width="{layer_width + 4}" height="{height * _CELL + 4}" rx="5" '
            'fill="#d9d4c7"/>'
        )
        for y, row in enumerate(layer):
            for x, tile in enumerate(row):
                if tile:
                    parts.append(_tile(left + x * _CELL, y * _CELL, tile))
    parts.append("</svg>")
    return "".join(parts)


def _tile(x: int, y: int, number: int) -> str:
    return (
        f'<g class="t{number}" transform="translate({x} {y})"><rect x="1.5" y="1.5" width="{_CELL - 3}" '
        f'height="{_CELL - 3}" rx="4" fill="#fffdf7" stroke="#b8b09c"/><text x="{_CELL / 2}" y="{_CELL / 2 + 6}" '
        f'text-anchor="middle" fill="#222">{number}</text></g>'
    )


_SCRIPT = """
(function () {
  const root = document.currentScript.parentElement;
  const data = JSON.parse(root.dataset.way);
  const svg = root.querySelector("svg"), slider = root.querySelector("input"), label = root.querySelector("output");
  const place = (cell) => {
    const layer = Math.floor(cell / (data.width * data.height)), rest = cell % (data.width * data.height);
    const x = layer * (data.width * data.cell + data.gap) + (rest % data.width) * data.cell;
    return `translate(${x} ${Math.floor(rest / data.width) * data.cell})`;
  };
  slider.addEventListener("input", () => {
    const cells = data.start.slice();
    const step = Number(slider.value);
    for (let i = 0; i < step; i++) {
      const from = cells.indexOf(data.tiles[i]), to = cells.indexOf(0);
      cells[to] = data.tiles[i]; cells[from] = 0;
    }
    cells.forEach((tile, cell) => {
      if (tile) { svg.querySelector(".t" + tile).setAttribute("transform", place(cell)); }
    });
    label.textContent = step + " of " + data.tiles.length + (step ? ": " + data.moves[step - 1] : "");
  });
})();
"""


def solution_html(solution: Solution) -> str:
    """The start with a slider through the moves; where scripts are not run, the start and the moves as text."""
    known = repr(solution).removeprefix("<").removesuffix(">")
    cells = len(solution.start)
    if not solution or len(solution) > _MOST_MOVES or cells > _MOST_CELLS:
        return f"<pre>{html.escape(known)}</pre>"
    shape = solution.start.shape
    way = {
        "start": list(solution.start.numbers),
        "tiles": solution.tiles,
        "moves": solution.moves,
        "width": shape.width,
        "height": shape.height,
        "cell": _CELL,
        "gap": _GAP,
    }
    data = html.escape(json.dumps(way, separators=(",", ":")), quote=True)
    steps = len(solution)
    return (
        f'<div id="taquin-{next(_numbers)}" data-way="{data}">{board_svg(solution.start.tolist())}<div>'
        f'<input type="range" min="0" max="{steps}" value="0" aria-label="Move"> <output>0 of {steps}</output></div>'
        f"<small>{html.escape(known)}: <code>{html.escape(solution.moves)}</code></small>"
        f"<script>{_SCRIPT}</script></div>"
    )
