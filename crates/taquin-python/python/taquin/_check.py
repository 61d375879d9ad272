"""What the program's ``taquin check`` tells of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._taquin import Board, _check, _goal

if TYPE_CHECKING:
    from ._types import BoardLike, MetricName


def check(board: BoardLike, goal: BoardLike | None = None, *, metric: MetricName = "slides") -> dict[str, Any]:
    """Whether a board can be solved, why, how far it is where that is known at once, the estimate of every heuristic, how
    far each tile is from its place, and which tiles stand in each other's way.

    The fields are those of ``taquin check --json``.

    >>> import taquin
    >>> report = taquin.check("8 1 3/4 0 2/7 6 5")
    >>> report["solvable"], report["distance"], report["inversions"]
    (True, 14, 12)
    """
    start = board if isinstance(board, Board) else Board(board)
    return _check(start, _goal(goal, start.shape), metric)
