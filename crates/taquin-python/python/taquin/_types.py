"""What is taken as a shape, a board, a heuristic: names for annotations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._taquin import Board, Shape

ShapeLike: TypeAlias = "Shape | str | int | tuple[int, int] | tuple[int, int, int]"
BoardLike: TypeAlias = (
    "Board | str | Sequence[int] | Sequence[Sequence[int | None]] | Sequence[Sequence[Sequence[int | None]]] "
    "| npt.NDArray[np.integer[Any]]"
)
HeuristicLike: TypeAlias = "str | Callable[[Board], int]"
MetricName: TypeAlias = Literal["slides", "shifts"]
AlgorithmName: TypeAlias = Literal[
    "auto",
    "bfs",
    "bidirectional",
    "astar",
    "idastar",
    "weighted-astar",
    "greedy",
    "descent",
    "mark-at-generation",
    "hybrid",
    "two-ended",
    "beam",
]


class Stats(TypedDict):
    """What a search took: ``Solution.stats``."""

    expanded: int
    generated: int
    reached: int | None
    seconds: float
    peak_bytes: int
    iterations: list[tuple[int, int, int]]
