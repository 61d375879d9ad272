"""What the package takes: the figures of BENCHMARKS.md, each with its answers checked.

    python figures.py                          # all but the rows that need something else
    python figures.py --tables DIRECTORY       # 15-puzzles with the tables of `taquin pdb build 4x4 7-8` too
    python figures.py --program taquin         # 26-puzzles against the program too

Install the wheel that is shipped (`cargo xtask python --release`) and numpy into an environment of its own first. `--part` makes every row
smaller by that factor, to see that it works.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np

import taquin

# The sums of distances of random_array(3, 1,000,000, seed=1) and random_array(4, 10,000, seed=1), as first computed.
SUMS = {(3, 1_000_000): 21_973_694, (4, 10_000): 526_438}


def cpu_seconds() -> float:
    """Of this process and of those that it has waited for."""
    return sum(os.times()[:4])


def timed(what: str, work: Callable[[], object]) -> float:
    wall, cpu = time.perf_counter(), cpu_seconds()
    work()
    wall, cpu = time.perf_counter() - wall, cpu_seconds() - cpu
    print(f"{what}: {wall:.3f} s, {cpu:.3f} s of CPU", flush=True)
    return wall


def bulk(what: str, side: int, boards: int, cache_dir: str | None = None) -> None:
    array = taquin.random_array(side, boards, seed=1)
    found: list[int] = []
    timed(what, lambda: found.append(int(taquin.distances(array, cache_dir=cache_dir).sum(dtype=np.int64))))
    print(f"  sum of distances {found[0]:,}")
    known = SUMS.get((side, boards))
    assert known in (None, found[0]), f"the sum was {known}"


def calls() -> None:
    """Microseconds for a call of `solve` on 8-puzzles."""
    boards = {"at the goal": "1 2 3/4 5 6/7 8 0", "14 moves away": "8 1 3/4 0 2/7 6 5", "31 moves away": "8 6 7/2 5 4/3 0 1"}
    for name, text in boards.items():
        board = taquin.Board(text)
        rounds = []
        for _ in range(5):
            before = time.perf_counter()
            for _ in range(2000):
                taquin.solve(board)
            rounds.append((time.perf_counter() - before) / 2000)
        print(f"a call of solve {name}: {1e6 * min(rounds):.1f} µs, least of five rounds of 2,000")


def imports() -> None:
    script = "import time; t = time.perf_counter(); import taquin; print(time.perf_counter() - t)"
    seconds = [float(subprocess.check_output([sys.executable, "-c", script])) for _ in range(11)]
    print(f"import taquin: {1e3 * sorted(seconds)[5]:.1f} ms, median of eleven processes")


def heuristic() -> None:
    """Calls in a second of a heuristic that does nothing: A* to the farthest 8-puzzle, breadth first."""
    called = 0

    def nothing(_board: taquin.Board) -> int:
        nonlocal called
        called += 1
        return 0

    wall = timed("a heuristic that gives 0, in A*", lambda: taquin.solve("8 6 7/2 5 4/3 0 1", algorithm="astar", heuristic=nothing))
    print(f"  {called / wall:,.0f} calls a second")


def cubes(program: str, boards: int) -> None:
    """The same 26-puzzles by the program and by the package, in turn."""
    made = taquin.random_boards("3x3x3", boards, seed=5)
    text = "".join(f"{board.text}\n" for board in made)
    lengths: list[list[int]] = []

    def by_program() -> None:
        done = subprocess.run([program, "solve", "-", "--json", "--quiet"], input=text, capture_output=True, text=True, check=True)
        lengths.append([int(line.split('"cost":')[1].split(",")[0]) for line in done.stdout.splitlines()])

    ways = {"the program": by_program, "solve_many": lambda: lengths.append([len(each) for each in taquin.solve_many(made)])}
    for name, way in ways.items():
        timed(f"{boards} random 26-puzzles (seed 5) by {name}", way)
    assert lengths[0] == lengths[1], "one set of lengths"


def main() -> None:
    parser = argparse.ArgumentParser(description="What the package takes.")
    parser.add_argument("--tables")
    parser.add_argument("--program")
    parser.add_argument("--part", type=int, default=1)
    asked = parser.parse_args()
    bulk("distances of random 8-puzzles, the list of all boards included", 3, 1_000_000 // asked.part)
    calls()
    imports()
    heuristic()
    with tempfile.TemporaryDirectory() as empty:
        bulk("distances of random 15-puzzles, nothing on disk", 4, 10_000 // asked.part, empty)
    if asked.tables:
        bulk("distances of random 15-puzzles, with tables", 4, 10_000 // asked.part, asked.tables)
    if asked.program:
        cubes(asked.program, 100 // asked.part)


if __name__ == "__main__":
    main()
