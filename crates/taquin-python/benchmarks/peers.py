"""The same 8-puzzles by A* with Manhattan distance in several packages, in one run: a table for BENCHMARKS.md.

``pip install slidingpuzzle aima3`` first; aima3 is the code of aima-python as PyPI has it. Seconds are of the processor, and
every solution is compared with the exact distance. Give the number of boards and their depth as arguments.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import slidingpuzzle
from aima3.search import Problem, astar_search

import taquin
from taquin import Board
from taquin.aima import TileProblem

BOARDS = int(sys.argv[1]) if len(sys.argv) > 1 else 10
DEPTH = int(sys.argv[2]) if len(sys.argv) > 2 else 20
MOVES = {
    cell: [other for other in range(9) if abs(cell // 3 - other // 3) + abs(cell % 3 - other % 3) == 1] for cell in range(9)
}


def manhattan(tiles: Any) -> int:
    """Manhattan distance in plain Python."""
    return sum(abs(cell // 3 - (tile - 1) // 3) + abs(cell % 3 - (tile - 1) % 3) for cell, tile in enumerate(tiles) if tile)


class Tiles(Problem):  # type: ignore[misc]
    """The 8-puzzle as users of aima-python write it."""

    def actions(self, state: tuple[int, ...]) -> list[int]:
        return MOVES[state.index(0)]

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        tiles = list(state)
        blank = tiles.index(0)
        tiles[blank], tiles[action] = tiles[action], 0
        return tuple(tiles)

    def h(self, node: Any) -> int:
        return manhattan(node.state)


def measured(name: str, boards: list[Board], solve: Callable[[Board], int]) -> float:
    """Prints a row; gives the seconds for a board."""
    solve(boards[0])
    before = time.process_time()
    lengths = [solve(board) for board in boards]
    seconds = (time.process_time() - before) / len(boards)
    assert lengths == taquin.distances(boards).tolist(), name
    print(f"| {name} | {1e3 * seconds:.3f} |", end="")
    return seconds


def aima(board: Board) -> int:
    return int(astar_search(Tiles(board.numbers, Board.goal(3).numbers)).path_cost)


def adapted(board: Board) -> int:
    return int(astar_search(TileProblem(board)).path_cost)


def sliding(board: Board) -> int:
    given = slidingpuzzle.from_rows(*board.tolist())
    return len(slidingpuzzle.search(given, alg="a*", heuristic=slidingpuzzle.manhattan_distance).solution)


def main() -> None:
    boards = taquin.random_boards(3, BOARDS, seed=1, depth=DEPTH)
    goal = Board.goal(3).numbers
    rows: list[tuple[str, Callable[[Board], int]]] = [
        ("taquin", lambda board: len(taquin.solve(board, algorithm="astar", heuristic="manhattan", threads=1))),
        ("taquin, Manhattan in Python", lambda board: len(taquin.solve(board, algorithm="astar", heuristic=manhattan))),
        ("taquin's problem in aima's `astar_search`", adapted),
        ("aima3", aima),
        ("slidingpuzzle", sliding),
    ]
    assert goal == tuple(np.asarray(slidingpuzzle.new_board(3, 3)).ravel()), "one goal for all"
    print(f"A\\* with Manhattan distance on {BOARDS} 8-puzzles at depth {DEPTH}\n")
    print("| package | milliseconds a board | against taquin |\n|---|---|---|")
    first = 0.0
    for name, solve in rows:
        seconds = measured(name, boards, solve)
        first = first or seconds
        print(f" {seconds / first:.1f} |")


if __name__ == "__main__":
    main()
