"""The first minutes: a board, its solution, what is proved."""

from __future__ import annotations

import taquin

board = taquin.Board("8 1 3/4 0 2/7 6 5")
print(board)

solution = taquin.solve(board)
print(f"{len(solution)} moves, proved shortest: {solution.proved}")
print("the blank goes", solution.moves)
print("tiles that move:", solution.tiles)

verdict = taquin.Board("1 2 3/4 5 6/8 7 0").is_solvable()
if not verdict:
    print("unsolvable:", verdict.reason)

hard = taquin.random_boards(5, 1, seed=1)[0]
best = taquin.solve(hard, time_limit=2)
if best:
    print(f"24-puzzle: {len(best)} moves in two seconds, at least {best.lower_bound} are needed, gap {best.gap:.1%}")
