"""What can go wrong, as exceptions.

Everything that taquin raises of its own accord is a `TaquinError`, except for `Interrupted`, which is a
``KeyboardInterrupt`` and must not be caught with the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._taquin import Board, Solution, Solvability


class TaquinError(Exception):
    """Whatever goes wrong in taquin."""


class BadBoard(TaquinError, ValueError):
    """What was given is not a board; the message says where and why."""


class BadMove(TaquinError, ValueError):
    """A move that cannot be read or made, or moves that do not lead to the goal."""


class BadArgument(TaquinError, ValueError):
    """An argument that means nothing: an unknown name, a number out of range, two shapes that differ."""


class Unsolvable(TaquinError, ValueError):
    """The board cannot be slid into the goal.

    >>> import taquin
    >>> try:
    ...     taquin.solve("1 2 3/4 5 6/8 7 0")
    ... except taquin.Unsolvable as error:
    ...     print(error.inversions, "inversion")
    1 inversion
    """

    def __init__(self, message: str, solvability: Solvability) -> None:
        super().__init__(message, solvability)
        self.solvability = solvability

    def __str__(self) -> str:
        return str(self.args[0])

    @property
    def reason(self) -> str:
        """Why, in a sentence or two."""
        return self.solvability.reason

    @property
    def inversions(self) -> int | None:
        """Pairs of tiles in the opposite order to the goal's, on flat boards."""
        return self.solvability.inversions

    @property
    def rows_apart(self) -> int | None:
        """Rows between the blank and its goal, on flat boards of even width."""
        return self.solvability.rows_apart

    @property
    def board(self) -> Board:
        """The board."""
        return self.solvability.board

    @property
    def goal(self) -> Board:
        """The goal."""
        return self.solvability.goal


class LimitReached(TaquinError):
    """A limit was reached and ``raise_on_limit`` was asked for, or there is nothing to give without a solution.

    ``solution`` is the best that was found, with its gap; None where there is nothing to tell.
    """

    def __init__(self, message: str, solution: Solution | None = None) -> None:
        super().__init__(message, solution)
        self.solution = solution

    def __str__(self) -> str:
        return str(self.args[0])


class TableError(TaquinError):
    """Tables on disk are missing, damaged, or could not be built."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a search. ``solution`` says what was found and proved by then; None if nothing was."""

    def __init__(self, message: str = "", solution: Solution | None = None) -> None:
        super().__init__(message, solution)
        self.solution = solution

    def __str__(self) -> str:
        return str(self.args[0])
