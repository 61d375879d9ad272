"""Many boards: streams, arrays, random boards, counts."""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import taquin
from taquin import Board


def test_answers_come_in_the_order_of_the_boards() -> None:
    boards = taquin.random_boards("4x3", 60, seed=5)
    solutions = list(taquin.solve_many(boards, threads=4))
    assert [solution.start for solution in solutions] == boards
    assert [len(solution) for solution in solutions] == taquin.distances(boards).tolist()


def test_a_stream_that_never_ends_is_taken_bit_by_bit() -> None:
    taken = 0
    threads = set()

    def endless() -> Iterator[Board]:
        nonlocal taken
        for seed in itertools.count():
            taken += 1
            threads.add(threading.get_ident())
            yield taquin.random_boards(3, 1, seed)[0]

    with taquin.solve_many(endless(), threads=2) as stream:
        first = list(itertools.islice(stream, 100))
    assert len(first) == 100 and 100 <= taken <= 100 + 2 * 16
    assert threads == {threading.get_ident()}, "a generator runs on the thread that reads the solutions"
    assert list(stream) == []


def test_errors_are_raised_in_their_turn_or_handed_back() -> None:
    boards: list[Any] = ["1 2/0 3", "2 1/3 0", "1 2/3 x y", "1 2/3 0"]
    stream = taquin.solve_many(boards)
    assert len(next(stream)) == 1
    with pytest.raises(taquin.Unsolvable):
        next(stream)
    with pytest.raises(taquin.BadBoard):
        next(stream)
    assert len(next(stream)) == 0
    with pytest.raises(StopIteration):
        next(stream)
    kinds = [type(answer) for answer in taquin.solve_many(boards, errors="return")]
    assert kinds == [taquin.Solution, taquin.Unsolvable, taquin.BadBoard, taquin.Solution]


def test_an_iterator_that_fails_ends_the_stream_after_what_came_before() -> None:
    def failing() -> Iterator[str]:
        yield "1 2/0 3"
        raise LookupError("no more")

    stream = taquin.solve_many(failing())
    assert len(next(stream)) == 1
    with pytest.raises(LookupError, match="no more"):
        next(stream)
    assert list(stream) == []


def test_arguments_of_streams() -> None:
    with pytest.raises(taquin.BadArgument, match="one text is one board"):
        taquin.solve_many("1 2/0 3")
    with pytest.raises(taquin.BadArgument, match="'raise' or 'return'"):
        taquin.solve_many([], errors="x")  # type: ignore[call-overload]
    with pytest.raises(taquin.BadArgument, match="progress"):
        taquin.solve_many([], progress=True)  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        taquin.solve_many(3)  # type: ignore[call-overload]
    limited = taquin.solve_many(taquin.random_boards(4, 3), algorithm="idastar", node_limit=10)
    assert [solution.stopped_by for solution in limited] == ["nodes"] * 3
    own = taquin.solve_many(taquin.random_boards(3, 3), heuristic=lambda board: 0)
    assert [solution.heuristic for solution in own] == ["<lambda>"] * 3


def test_arrays_of_all_kinds() -> None:
    array = taquin.random_array(3, 500, seed=3)
    boards = taquin.random_boards(3, 500, seed=3)
    assert [tuple(row) for row in array.tolist()] == [board.numbers for board in boards]
    expected = taquin.distances(boards)
    assert expected.dtype == np.int32 and expected.flags.writeable
    for form in [
        array.astype(np.uint8),
        array.astype(">i8"),
        array.reshape(500, 3, 3),
        np.asfortranarray(array),
        np.repeat(array, 2, axis=1)[:, ::2],
    ]:
        assert (taquin.distances(form) == expected).all()
    frozen = array.copy()
    frozen.flags.writeable = False
    assert (taquin.distances(frozen) == expected).all()
    assert (taquin.distances(array[::-1]) == expected[::-1]).all()
    assert (taquin.distances(iter(boards)) == expected).all()
    swapped = array.copy()
    swapped[swapped == 1] = 99
    swapped[swapped == 2] = 1
    swapped[swapped == 99] = 2
    assert (taquin.distances(swapped) == -1).all()
    assert taquin.distances(array[:0]).tolist() == [] == taquin.distances([]).tolist()
    wide = taquin.random_array("4x2", 20)
    assert (taquin.distances(wide, shape="4x2") == taquin.distances(wide.reshape(20, 2, 4))).all()
    cubes = taquin.random_array("2x2x2", 50).reshape(50, 2, 2, 2)
    assert (taquin.distances(cubes, "blank-first") >= 0).all()


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        (np.zeros((2, 9)), "an array of float64 holds no boards"),
        (np.ones((2, 9), bool), "an array of bool holds no boards"),
        (np.zeros((2, 9), int), "board 0: 0 appears twice"),
        (np.array([[1, 2, 3, 0], [1, 2, 3, 4]]), "board 1: 4 is out of range: this board has the numbers 0 to 3"),
        (np.array([[1, 2, 3, -1]]), "board 0: -1 is out of range"),
        (np.array([[2**40, 2, 3, 0]]), "board 0: 1099511627776 is out of range"),
        (np.zeros((2, 8), int), "rows of 8 numbers do not tell the shape"),
        (np.zeros(9, int), "an array with 1 axes holds no boards"),
        (np.zeros((1, 1, 1, 1, 1), int), "an array with 5 axes"),
        (["1 2/3 0", "1 2/3 3"], "board 1: 3 appears twice"),
        (["1 2/3 0", "1 2 3/4 5 0"], "board 1 is 3x2, those before are 2x2"),
        ("1 2/3 0", "one board is no list of boards"),
    ],
)
def test_what_holds_no_boards_says_why(boards: Any, message: str) -> None:
    with pytest.raises((taquin.BadBoard, taquin.BadArgument), match=message):
        taquin.distances(boards)


def test_a_goal_of_another_shape() -> None:
    with pytest.raises(taquin.BadArgument, match="one shape"):
        taquin.distances(["1 2/3 0"], Board.goal(3))
    with pytest.raises(taquin.BadBoard, match="no boards of shape 4x4"):
        taquin.distances(np.zeros((1, 9), int), shape=4)


def test_distances_stop_at_a_time_limit() -> None:
    with pytest.raises(taquin.LimitReached, match="time"):
        taquin.distances(taquin.random_boards(6, 2), time_limit=0.2)


def test_numpy_is_not_needed() -> None:
    """In a process where numpy cannot be imported, everything else works."""
    script = """
import sys
sys.modules["numpy"] = None
import taquin
found = taquin.distances(["8 1 3/4 0 2/7 6 5", "1 2 3/4 5 6/8 7 0"])
assert type(found).__name__ == "array" and found.tolist() == [14, -1]
assert len(taquin.solve(taquin.Board([[8, 1, 3], [4, 0, 2], [7, 6, 5]]))) == 14
try:
    taquin.random_array(3, 1)
except ImportError as error:
    assert "needs numpy" in str(error)
else:
    raise AssertionError("an array without numpy")
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_random_boards_are_those_of_the_program() -> None:
    # As the library's own documentation pins them.
    assert taquin.random_boards(4, 1, 42)[0].text == "1 2 15 12/8 4 14 5/0 3 10 13/11 6 9 7"
    assert {board.text for board in taquin.random_boards(3, 9, depth=31)} == {"6 4 7/8 5 0/3 2 1", "8 6 7/2 5 4/3 0 1"}
    assert taquin.random_boards(3, 9, depth=32) == []
    boards = taquin.random_boards(4, 50, seed=2, depth=14, goal="snail")
    assert len(set(boards)) == 50 and set(taquin.distances(boards, "snail")) == {14}
    with pytest.raises(OverflowError):
        taquin.random_boards(3, -1)


def test_counts() -> None:
    levels = taquin.census(3)
    assert sum(levels) == 181_440 and len(levels) == 32
    assert taquin.census(4, depth=5) == [1, 2, 4, 10, 24, 54]
    assert taquin.census("5x1") == [1, 1, 1, 1, 1]
    assert taquin.census(4, memory_limit="1MB")[:4] == [1, 2, 4, 10]
    with pytest.raises(taquin.BadArgument, match="too many boards to count them all"):
        taquin.census(4)


def test_checks_are_the_programs() -> None:
    report = taquin.check("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0")
    assert report["solvable"] is False and report["distance"] is None
    assert (report["inversions"], report["blank_rows_apart"], report["blank_distance"]) == (1, 0, 0)
    assert {one["heuristic"]: one["value"] for one in report["estimates"]}["manhattan"] == 2
    assert list(report["manhattan_by_tile"]) == [0] * 13 + [1, 1]
    assert report["conflicts"] == [{"line": "row 4", "pairs": [(15, 14)], "leaving": report["conflicts"][0]["leaving"]}]
    assert report["pair_counting"] == 4 and len(report["conflicts"][0]["leaving"]) == 1
    fields = "shape start goal metric solvable distance reason inversions blank_rows_apart blank_distance estimates"
    assert set(report) == {*fields.split(), "manhattan_by_tile", "conflicts", "pair_counting"}
