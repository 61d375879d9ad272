"""Signals, threads, processes and memory."""

from __future__ import annotations

import concurrent.futures
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import taquin

HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"


def lengths(seed: int) -> list[int]:
    """Work for a thread or a process."""
    return [len(solution) for solution in map(taquin.solve, taquin.random_boards("4x2", 20, seed))]


INTERRUPTED = {
    "a search": "taquin.solve(HARD, algorithm='idastar', heuristic='manhattan')",
    "a search with a heuristic of Python's": "taquin.solve(HARD, algorithm='idastar', heuristic=abs_blank)",
    "a search with a heuristic in C": "taquin.solve(HARD, algorithm='astar', heuristic=BLANK)",
    "the building of tables": "taquin.solve(taquin.random_boards(5, 1)[0], heuristic='pdb', within=0.0)",
    "a stream": "list(taquin.solve_many([HARD] * 9, algorithm='idastar', heuristic='manhattan'))",
    "distances": "taquin.distances(taquin.random_boards(6, 9))",
    "a census": "taquin.census(4, time_limit=600)",
    "boards at a depth": "taquin.random_boards(4, 1, depth=60)",
    "random boards": "taquin.random_boards(8, 10**7)",
    "a comparison": "taquin.compare([HARD], ['manhattan'], ['idastar'])",
    "optimal moves": "taquin.optimal_moves(taquin.random_boards(6, 1)[0])",
}


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals of Unix")
@pytest.mark.parametrize("what", INTERRUPTED)
def test_ctrl_c_ends(what: str) -> None:
    """The signal goes to a real process in a long search, which says what was proved by then."""
    script = f"""
import operator, taquin
HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
def abs_blank(board):
    return abs(board.blank - 15)
# Runs no bytecode, in which Python itself would look at signals.
BLANK = operator.attrgetter("blank")
print("ready", flush=True)
try:
    {INTERRUPTED[what]}
except KeyboardInterrupt as error:
    known = getattr(error, "solution", None)
    print("interrupted", known.lower_bound if known is not None else None, flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    assert out.startswith("interrupted"), out
    assert process.returncode == 0
    if what == "a search":
        assert int(out.split()[1]) > 30, "what was proved is left"


def test_threads_solve_side_by_side() -> None:
    expected = [lengths(seed) for seed in range(8)]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lengths, range(8))) == expected


def test_the_interpreter_is_free_while_a_search_runs() -> None:
    ticks = 0
    stop = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    taquin.solve(HARD, algorithm="idastar", heuristic="manhattan", threads=1, time_limit=1.0)
    stop.set()
    thread.join()
    assert ticks >= 10


@pytest.mark.parametrize("method", [m for m in multiprocessing.get_all_start_methods() if m != "forkserver"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_processes_solve_side_by_side(method: str) -> None:
    expected = [lengths(seed) for seed in range(4)]
    boards = taquin.random_boards(3, 8)
    context = multiprocessing.get_context(method)
    with context.Pool(2) as pool:
        assert pool.map(lengths, range(4)) == expected
        solutions = pool.map(taquin.solve, boards)
    assert [solution.start for solution in solutions] == boards
    assert solutions == [taquin.solve(board) for board in boards]


def resident() -> int:
    """Bytes of memory that this process has."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs Linux's /proc")
def test_a_million_calls_do_not_grow() -> None:
    board = taquin.Board("1 2 3/4 5 6/7 0 8")
    goal = taquin.Board.goal(3)
    far = taquin.Board("8 1 3/4 0 2/7 6 5")

    def work(calls: int) -> None:
        for _ in range(calls):
            board.slide("R").neighbours()
        for _ in range(calls // 50):
            taquin.solve(far, goal)
            with pytest.raises(taquin.BadBoard):
                taquin.Board([1, 1, 2, 0])
            taquin.solve(board, heuristic=lambda board: 0)
        gc.collect()

    work(50_000)
    before = resident()
    work(500_000)
    assert resident() - before < 8_000_000
