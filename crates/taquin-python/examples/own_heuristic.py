"""A heuristic of one's own: written in Python, proved admissible on every board, used in A*."""

from __future__ import annotations

import taquin
from taquin import Board

GOAL = Board.goal(3)


@taquin.heuristic(admissible=True, consistent=True)
def misplaced(board: Board) -> int:
    """Tiles that are not in their place."""
    return sum(tile != home for tile, home in zip(board, GOAL, strict=True) if tile)


def doubled(board: Board) -> int:
    """Too much of a good thing."""
    return 2 * board.estimate("manhattan")


print(taquin.check_admissible(misplaced, 3))
print(taquin.check_consistent(misplaced, 3))
verdict = taquin.check_admissible(doubled, 3)
print(verdict)
if verdict.counterexample is not None:
    print("its solution:", verdict.counterexample.solution)

rows = taquin.compare(taquin.random_boards(3, 10, seed=1, depth=18), [misplaced, "manhattan", "linear-conflict"])
for line in rows.summary():
    print(f"{line['heuristic']:<16}{line['mean_expanded']:>10.1f} nodes expanded")
