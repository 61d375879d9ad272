"""The oracle: exact distances by the million, boards at an exact depth, all optimal actions."""

from __future__ import annotations

import numpy as np

import taquin

boards = taquin.random_array(3, 100_000, seed=1)
distances = taquin.distances(boards)
print("mean distance of random 8-puzzles:", distances.mean().round(2), "deepest:", distances.max())

for depth in (10, 20, 30):
    drawn = taquin.random_boards(3, 3, seed=1, depth=depth)
    print(depth, [board.text for board in drawn])

board = drawn[0]
while board != taquin.Board.goal(3):
    board = board.slide(taquin.optimal_moves(board)[0])
print("solved by following optimal moves; tiles:", np.asarray(board).ravel())
