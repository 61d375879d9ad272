"""Boards by the million: arrays in, arrays out. numpy is used if it is there, and never imported before it is needed."""

from __future__ import annotations

import array
import sys
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any

from ._errors import BadArgument, BadBoard
from ._taquin import Board, Shape, _distances, _goal, _random_array, _rows

if TYPE_CHECKING:
    import os

    import numpy as np
    import numpy.typing as npt

    from ._types import BoardLike, MetricName, ShapeLike

# Boards of an iterable are taken in such portions, so that boards of any number need little memory at a time.
_PORTION = 65_536


def distances(
    boards: Iterable[BoardLike] | npt.NDArray[np.integer[Any]],
    goal: BoardLike | None = None,
    *,
    shape: ShapeLike | None = None,
    metric: MetricName = "slides",
    threads: int | None = None,
    cache_dir: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
) -> npt.NDArray[np.int32]:
    """The fewest moves from each board to the goal, exactly; -1 for boards that cannot be solved.

    ``boards`` is an array of integers of shape (n, cells), (n, height, width) or (n, depth, height, width), or any
    iterable of boards of one shape. Rows of flat arrays that are no squares need ``shape``. The result is an array of
    numpy, in the order of the boards, or an ``array.array`` where numpy is not installed.

    Boards of up to 10 cells are looked up in a list of all boards; larger ones are searched on all threads, as all are if
    ``metric`` is ``"shifts"``.
    ``time_limit`` is for each board, in seconds: one that takes longer raises ``LimitReached``.

    >>> import taquin
    >>> taquin.distances(["8 1 3/4 0 2/7 6 5", "1 2 3/4 5 6/8 7 0"]).tolist()
    [14, -1]
    """
    options = {"metric": metric, "threads": threads, "cache_dir": cache_dir, "time_limit": time_limit}
    if hasattr(boards, "dtype") and hasattr(boards, "tobytes"):
        found, rows = _array_rows(boards, shape)
        results = [_distances(found, rows, _goal(goal, found), options)]
    else:
        results = _of_iterable(boards, goal, shape, options)
    found_distances: npt.NDArray[np.int32] = _as_array(b"".join(results))
    return found_distances


def _of_iterable(
    boards: Iterable[BoardLike], goal: BoardLike | None, shape: ShapeLike | None, options: dict[str, Any]
) -> list[bytes]:
    if isinstance(boards, (str, Board)):
        raise BadArgument("boards: one board is no list of boards; put it into a list")
    results: list[bytes] = []
    found: Shape | None = None if shape is None else Shape(shape)
    stream = iter(boards)
    taken = 0
    while portion := list(islice(stream, _PORTION)):
        made = []
        for board in portion:
            try:
                made.append(board if isinstance(board, Board) else Board(board, shape))
            except BadBoard as error:
                raise BadBoard(f"board {taken}: {error}") from None
            found = found or made[-1].shape
            if made[-1].shape != found:
                raise BadArgument(f"board {taken} is {made[-1].shape}, those before are {found}: give boards of one shape")
            taken += 1
        assert found is not None
        results.append(_distances(found, _rows(made), _goal(goal, found), options))
    return results


def _array_rows(boards: Any, shape: ShapeLike | None) -> tuple[Shape, bytes]:
    """The shape of an array's boards, and their numbers as bytes."""
    import numpy as np

    if boards.dtype.kind not in "iu":
        raise BadBoard(f"an array of {boards.dtype} holds no boards: tiles are integers; convert it with .astype(int)")
    found = _array_shape(boards.shape, shape)
    if boards.size and (boards.min() < 0 or boards.max() >= found.cells):
        wrong = np.argwhere((boards < 0) | (boards >= found.cells))[0]
        number = boards[tuple(wrong)]
        raise BadBoard(f"board {wrong[0]}: {number} is out of range: this board has the numbers 0 to {found.cells - 1}")
    return found, np.ascontiguousarray(boards, dtype="<u2").tobytes()


def _array_shape(sides: tuple[int, ...], shape: ShapeLike | None) -> Shape:
    if len(sides) == 2:
        cells = sides[1]
        side = round(cells**0.5)
        if shape is not None:
            found = Shape(shape)
        elif side * side == cells and cells > 0:
            found = Shape(side)
        elif cells == 27:
            found = Shape("3x3x3")
        else:
            raise BadBoard(f"rows of {cells} numbers do not tell the shape: give shape='4x3'")
        if found.cells != cells:
            raise BadBoard(f"rows of {cells} numbers are no boards of shape {found}, which has {found.cells} cells")
        return found
    if len(sides) in (3, 4):
        found = Shape(*reversed(sides[1:]))
        if shape is not None and Shape(shape) != found:
            raise BadBoard(f"the boards are {found} but the shape asked for is {Shape(shape)}")
        return found
    raise BadBoard(
        f"an array with {len(sides)} axes holds no boards: (n, cells), (n, height, width) or (n, depth, height, width)"
    )


def _as_array(numbers: bytes) -> Any:
    try:
        import numpy as np
    except ImportError:
        result = array.array("i", numbers)
        if sys.byteorder == "big":
            result.byteswap()
        return result
    return np.frombuffer(numbers, dtype="<i4").astype(np.int32)


def random_array(
    shape: ShapeLike, n: int, seed: int = 0, *, goal: BoardLike | None = None
) -> npt.NDArray[np.uint16]:
    """The boards that ``random_boards(shape, n, seed)`` draws, as an array of shape (n, cells); needs numpy.

    >>> import taquin
    >>> taquin.random_array(3, 1, seed=1).tolist()
    [[1, 3, 5, 2, 7, 4, 0, 8, 6]]
    """
    try:
        import numpy as np
    except ImportError as missing:
        raise ImportError("random_array needs numpy (pip install numpy); random_boards gives the same boards without") from missing

    made = Shape(shape)
    rows = _random_array(_goal(goal, made), n, seed)
    return np.frombuffer(rows, dtype="<u2").astype(np.uint16).reshape(n, made.cells)
