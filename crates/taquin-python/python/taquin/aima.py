"""A bridge to aima-python, the code of *Artificial Intelligence: A Modern Approach*.

`TileProblem` has the interface of its ``Problem``, so that its searches run on our boards::

    from search import astar_search            # aima-python
    node = astar_search(TileProblem("8 1 3/4 0 2/7 6 5"))
    node.solution()

and `solve` runs our searches on its problems of tiles, ``EightPuzzle`` and ``NPuzzle``. aima-python need not be installed:
it is not on PyPI, and nothing of it is imported here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ._errors import BadArgument
from ._taquin import Board, Solution, _goal
from ._taquin import solve as _solve

if TYPE_CHECKING:
    from ._types import BoardLike, HeuristicLike

_WORDS = {"U": "UP", "D": "DOWN", "L": "LEFT", "R": "RIGHT"}


class TileProblem:
    """A board and a goal as a ``Problem`` of aima-python: states are tuples of numbers, actions are words.

    On flat boards the words are aima-python's, ``UP DOWN LEFT RIGHT``, for the moves of the blank; in boxes they are the
    letters ``E W N S U D``. ``heuristic`` is a name or a callable that takes a `Board`.

    >>> from taquin.aima import TileProblem
    >>> problem = TileProblem("1 2 3/4 5 6/0 7 8")
    >>> sorted(problem.actions(problem.initial))
    ['RIGHT', 'UP']
    >>> problem.result(problem.initial, "RIGHT")
    (1, 2, 3, 4, 5, 6, 7, 0, 8)
    """

    def __init__(
        self, initial: BoardLike, goal: BoardLike | None = None, heuristic: HeuristicLike = "manhattan"
    ) -> None:
        board = initial if isinstance(initial, Board) else Board(initial)
        self.shape = board.shape
        self._goal = _goal(goal, board.shape)
        self._heuristic = heuristic
        self.initial: tuple[int, ...] = board.numbers
        self.goal: tuple[int, ...] = self._goal.numbers

    def board(self, state: Iterable[int]) -> Board:
        """The board of a state."""
        return Board(list(state), self.shape)

    def actions(self, state: tuple[int, ...]) -> list[str]:
        """The moves that are possible in a state."""
        return [_WORDS[letter] if self.shape.is_flat else letter for letter in self.board(state).moves()]

    def result(self, state: tuple[int, ...], action: str) -> tuple[int, ...]:
        """The state after a move."""
        letter = action[0] if self.shape.is_flat else action
        return self.board(state).slide(letter).numbers

    def goal_test(self, state: tuple[int, ...]) -> bool:
        """Whether a state is the goal."""
        return state == self.goal

    def path_cost(self, c: float, state1: object, action: object, state2: object) -> float:
        """Every move costs one."""
        return c + 1

    def value(self, state: tuple[int, ...]) -> int:
        """For hill climbing: the nearer to the goal the better."""
        return -self.board(state).estimate(self._heuristic, self._goal)

    def h(self, node: Any) -> int:
        """The estimate for a node of aima-python, which has a ``state``."""
        return self.board(node.state).estimate(self._heuristic, self._goal)

    def check_solvability(self, state: tuple[int, ...]) -> bool:
        """Whether a state can be slid into the goal."""
        return bool(self.board(state).is_solvable(self._goal))


def solve(problem: Any, **options: Any) -> Solution:
    """Solves a problem of tiles of aima-python: anything with ``initial`` and ``goal`` that are sequences of numbers, 0 for
    the blank. Options are those of `taquin.solve`.

    >>> import taquin.aima
    >>> len(taquin.aima.solve(taquin.aima.TileProblem("8 1 3/4 0 2/7 6 5")))
    14
    """
    initial, goal = getattr(problem, "initial", None), getattr(problem, "goal", None)
    if not isinstance(initial, Iterable) or not isinstance(goal, Iterable):
        raise BadArgument("a problem of tiles has `initial` and `goal`, sequences of numbers with 0 for the blank")
    shape = getattr(problem, "shape", None)
    start = Board(list(initial), shape)
    return _solve(start, Board(list(goal), start.shape), **options)


def actions(solution: Solution) -> list[str]:
    """The moves of a solution in aima-python's words.

    >>> import taquin
    >>> from taquin.aima import actions
    >>> actions(taquin.solve("1 2 3/4 5 6/0 7 8"))
    ['RIGHT', 'RIGHT']
    """
    flat = solution.start.shape.is_flat
    return [_WORDS[letter] if flat else letter for letter in solution]
