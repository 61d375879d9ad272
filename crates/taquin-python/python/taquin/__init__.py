"""Sliding-tile puzzles: the 8-, 15- and 24-puzzle, any m x n board, boxes such as 3x3x3.

>>> import taquin
>>> solution = taquin.solve("8 1 3/4 0 2/7 6 5")
>>> len(solution), solution.proved
(14, True)

Boards are `Board`, answers `Solution`. Exact distances in bulk come from `distances`, boards at an exact depth from
`random_boards`. `trace`, `compare` and `check_admissible` are for looking at searches and heuristics. ``taquin.gym`` has an
environment for Gymnasium, ``taquin.aima`` an adapter for aima-python.
"""

from __future__ import annotations

from collections.abc import Sequence

from ._admissible import Counterexample, Verdict, check_admissible, check_consistent, heuristic
from ._arrays import distances, random_array
from ._check import check
from ._compare import Comparison, Plot, compare
from ._errors import (
    BadArgument,
    BadBoard,
    BadMove,
    Interrupted,
    LimitReached,
    TableError,
    TaquinError,
    Unsolvable,
)
from ._register import register_when_imported
from ._taquin import (
    ALGORITHMS,
    CONVENTIONS,
    HEURISTICS,
    Board,
    Progress,
    Shape,
    Solution,
    SolutionStream,
    Solvability,
    __version__,
    census,
    count_solutions,
    hint,
    optimal_moves,
    random_boards,
    solve,
    solve_many,
)
from ._trace import Trace, Tree, trace

Sequence.register(Solution)
register_when_imported()

__all__ = [
    "ALGORITHMS",
    "CONVENTIONS",
    "HEURISTICS",
    "BadArgument",
    "BadBoard",
    "BadMove",
    "Board",
    "Comparison",
    "Counterexample",
    "Interrupted",
    "LimitReached",
    "Plot",
    "Progress",
    "Shape",
    "Solution",
    "SolutionStream",
    "Solvability",
    "TableError",
    "TaquinError",
    "Trace",
    "Tree",
    "Unsolvable",
    "Verdict",
    "__version__",
    "census",
    "check",
    "check_admissible",
    "check_consistent",
    "compare",
    "count_solutions",
    "distances",
    "heuristic",
    "hint",
    "optimal_moves",
    "random_array",
    "random_boards",
    "solve",
    "solve_many",
    "trace",
]
