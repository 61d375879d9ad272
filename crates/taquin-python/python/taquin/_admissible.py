"""Is a heuristic of one's own admissible, is it consistent? Tested against exact distances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ._arrays import distances
from ._errors import BadArgument
from ._taquin import Board, Shape, Solution, _all_boards, _goal, random_boards, solve

if TYPE_CHECKING:
    from ._types import BoardLike, HeuristicLike, ShapeLike

# Larger shapes are sampled.
_MOST_CELLS = 10

F = TypeVar("F", bound=Callable[[Board], int])


def heuristic(*, admissible: bool = False, consistent: bool = False) -> Callable[[F], F]:
    """Says of a heuristic of your own that it never estimates too much (admissible), or that a slide changes it by at
    most one (consistent). Searches believe it: only then are solutions called proved.

    >>> import taquin
    >>> goal = taquin.Board.goal(3)
    >>> @taquin.heuristic(admissible=True)
    ... def misplaced(board):
    ...     return sum(tile != home for tile, home in zip(board, goal) if tile)
    >>> taquin.solve("8 1 3/4 0 2/7 6 5", heuristic=misplaced).proved
    True
    """

    def claim(function: F) -> F:
        function.admissible = admissible  # type: ignore[attr-defined]
        function.consistent = consistent  # type: ignore[attr-defined]
        return function

    return claim


class Counterexample(NamedTuple):
    """A board on which a heuristic fails.

    For admissibility: the estimate is above ``distance``, which ``solution`` shows. For consistency: a slide to
    ``neighbour`` changes the estimate by more than one, to ``neighbour_estimate``.
    """

    board: Board
    estimate: int
    distance: int | None = None
    solution: Solution | None = None
    neighbour: Board | None = None
    neighbour_estimate: int | None = None

    def __str__(self) -> str:
        if self.neighbour is not None:
            return (
                f"{self.board.text} is estimated at {self.estimate}, its neighbour {self.neighbour.text} "
                f"at {self.neighbour_estimate}"
            )
        return f"{self.board.text} is estimated at {self.estimate} and {self.distance} moves away"


class Verdict(NamedTuple):
    """What was tested of a heuristic and what came of it. True if no counterexample was found.

    ``exhaustive`` says whether every board of the shape was tested: only then it is a proof.
    """

    claim: str
    shape: Shape
    goal: Board
    boards: int
    exhaustive: bool
    counterexample: Counterexample | None = None

    def __bool__(self) -> bool:
        return self.counterexample is None

    def __str__(self) -> str:
        if self.counterexample is not None:
            return f"not {self.claim}: {self.counterexample}"
        tested = f"all {self.boards:,} boards" if self.exhaustive else f"{self.boards:,} random boards"
        word = "proved" if self.exhaustive else "no counterexample"
        return f"{self.claim} on {self.shape}: {word}, tested on {tested}"


def _estimator(heuristic: HeuristicLike, goal: Board) -> Callable[[Board], int]:
    # A callable is asked by way of `Board.estimate` as well, which says clearly what is no estimate.
    return lambda board: board.estimate(heuristic, goal)


def _sample(shape: Shape, goal: Board, samples: int, seed: int) -> Iterator[Board]:
    """Random boards, and as many near the goal, where estimates that are too high are often found."""
    yield from random_boards(shape, samples - samples // 2, seed, goal=goal)
    near = samples // 2
    depths = (4, 8, 12, 16)
    for depth in depths:
        yield from random_boards(shape, -(-near // len(depths)), seed, depth=depth, goal=goal)


def check_admissible(
    heuristic: HeuristicLike,
    shape: ShapeLike,
    goal: BoardLike | None = None,
    *,
    samples: int = 200,
    seed: int = 0,
) -> Verdict:
    """Tests that a heuristic, a callable or a name, never estimates more than the true distance.

    On shapes of up to 10 cells every board is tested, nearest first; on larger ones random boards, half of them near the
    goal, each solved exactly. A counterexample has the board, the estimate, the distance and a shortest solution.

    >>> import taquin
    >>> print(taquin.check_admissible("manhattan", 3))
    admissible on 3x3: proved, tested on all 181,440 boards
    >>> verdict = taquin.check_admissible("out-of-place", 3)
    >>> bool(verdict), verdict.counterexample.board.text, verdict.counterexample.estimate
    (False, '1 2 3/4 5 0/7 8 6', 2)
    """
    made = Shape(shape)
    end = _goal(goal, made)
    estimate = _estimator(heuristic, end)
    exhaustive = _is_small(made)
    pairs: Iterable[tuple[Board, int]]
    if exhaustive:
        pairs = _all_boards(end)
    else:
        if samples < 1:
            raise BadArgument("samples: at least one board must be tested")
        boards = list(_sample(made, end, samples, seed))
        pairs = zip(boards, distances(boards, end).tolist(), strict=True)
    tested = 0
    for board, distance in pairs:
        tested += 1
        value = estimate(board)
        if value > distance:
            found = Counterexample(board, value, distance, solve(board, end))
            return Verdict("admissible", made, end, tested, exhaustive, found)
    return Verdict("admissible", made, end, tested, exhaustive)


def check_consistent(
    heuristic: HeuristicLike,
    shape: ShapeLike,
    goal: BoardLike | None = None,
    *,
    samples: int = 2000,
    seed: int = 0,
) -> Verdict:
    """Tests that a slide changes a heuristic by at most one, and that it is 0 at the goal.

    On shapes of up to 10 cells every pair of neighbours is tested; on larger ones random boards with all their neighbours.

    >>> import taquin
    >>> print(taquin.check_consistent("linear-conflict", "3x2"))
    consistent on 3x2: proved, tested on all 360 boards
    """
    made = Shape(shape)
    end = _goal(goal, made)
    estimate = _estimator(heuristic, end)
    exhaustive = _is_small(made)
    known: dict[Board, int] = {}

    def value(board: Board) -> int:
        found = known.get(board)
        if found is None:
            found = known[board] = estimate(board)
        return found

    at_goal = value(end)
    if at_goal:
        found = Counterexample(end, at_goal, 0, solve(end, end))
        return Verdict("consistent", made, end, 1, exhaustive, found)
    boards = (board for board, _ in _all_boards(end)) if exhaustive else _sample(made, end, samples, seed)
    tested = 0
    for board in boards:
        tested += 1
        here = value(board)
        for neighbour in board.neighbours():
            if abs(value(neighbour) - here) > 1:
                found = Counterexample(board, here, neighbour=neighbour, neighbour_estimate=value(neighbour))
                return Verdict("consistent", made, end, tested, exhaustive, found)
    return Verdict("consistent", made, end, tested, exhaustive)


def _is_small(shape: Shape) -> bool:
    """Whether all boards can be gone through: few cells, and more than one column and row."""
    sides = sorted((shape.width, shape.height, shape.depth))
    return shape.cells <= _MOST_CELLS and sides[1] > 1
