"""Solutions: right by brute force on whole spaces, with their figures, limits and errors."""

from __future__ import annotations

import math
import pickle
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from brute import all_distances
from hypothesis import given, settings
from hypothesis import strategies as st

import taquin
from taquin import Board, Solution

HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
"""80 moves from the goal with the blank last: one of the deepest of the 15-puzzle, minutes of work for Manhattan."""


@pytest.mark.parametrize(("shape", "goal"), [("3x2", "blank-last"), ("2x2x2", "blank-first"), ("4x2", "snail")])
def test_every_board_of_a_small_space_is_solved_shortest(shape: str, goal: str) -> None:
    made = taquin.Shape(shape)
    end = Board.goal(shape, goal)
    truth = all_distances(end.numbers, made.width, made.height, made.depth)
    boards = [Board(state, shape) for state in truth]
    for board, solution in zip(boards, taquin.solve_many(boards, end), strict=True):
        assert solution.proved and len(solution) == truth[board.numbers]
        assert board.play(solution.moves) == end
    assert taquin.distances(boards, end).tolist() == list(truth.values())
    counts = [0] * (max(truth.values()) + 1)
    for distance in truth.values():
        counts[distance] += 1
    assert taquin.census(shape, end) == counts


def test_distances_of_all_8_puzzles() -> None:
    truth = all_distances(Board.goal(3).numbers, 3, 3)
    assert taquin.distances(list(truth)).tolist() == list(truth.values())
    for state in list(truth)[::997]:
        board = Board(state)
        nearer = [
            letter
            for letter, neighbour in zip(board.moves(), board.neighbours(), strict=True)
            if truth[neighbour.numbers] < truth[state]
        ]
        assert taquin.optimal_moves(board) == nearer


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**64 - 1), st.sampled_from(["astar", "idastar", "bfs", "bidirectional", "hybrid"]))
def test_algorithms_agree_and_solutions_replay(seed: int, algorithm: Any) -> None:
    board = taquin.random_boards("3x3", 1, seed)[0]
    solution = taquin.solve(board, algorithm=algorithm, heuristic="manhattan")
    assert solution.proved and len(solution) == taquin.distances([board])[0]
    assert board.play(solution.moves) == solution.goal == solution.boards()[-1]
    assert Solution(board, None, solution.moves) == solution
    assert Solution(board, None, solution.notation("numbers")) == solution


def test_a_solution_is_a_sequence_with_figures() -> None:
    solution = taquin.solve("8 1 3/4 0 2/7 6 5", algorithm="idastar", heuristic="manhattan")
    assert isinstance(solution, Sequence) and len(solution) == 14 == solution.cost
    assert list(solution) == list(solution.moves) and solution[0] == "R" and solution[-2:] == solution.moves[-2:]
    assert "U" in solution and "X" not in solution and solution.count("R") == solution.moves.count("R")
    with pytest.raises(IndexError):
        solution[14]
    assert (solution.lower_bound, solution.gap, solution.stopped_by) == (14, 0.0, None)
    assert (solution.algorithm, solution.heuristic) == ("idastar", "manhattan")
    assert solution.f_values is not None and solution.f_values[-1] == 14 and len(solution.f_values) == 15
    assert sum(expanded for _, expanded, _ in solution.stats["iterations"]) == solution.stats["expanded"]
    assert len(solution.boards()) == 15 and len(solution.tiles) == 14
    assert solution.notation("runs").startswith("R D L2 U2")
    with pytest.raises(taquin.BadArgument, match="no notation"):
        solution.notation("x")
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution and hash(again) == hash(solution)
    assert again.stats == solution.stats and again.f_values == solution.f_values
    assert solution != 3 and "14 moves, proved shortest" in repr(solution)
    assert taquin.solve(Board.goal(4)).moves == "" and taquin.solve(Board.goal(4))


def test_notebooks_show_a_slider() -> None:
    html = taquin.solve("1 2 3/4 5 6/0 7 8")._repr_html_()
    assert 'type="range" min="0" max="2"' in html and html.count("<svg") == 1
    assert taquin.solve(Board.goal("3x3x3"))._repr_html_().count("<svg") == 1


def test_unsolvable_boards_raise_with_the_reason() -> None:
    with pytest.raises(taquin.Unsolvable, match="1 inversion") as caught:
        taquin.solve("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0")
    error = caught.value
    assert isinstance(error, ValueError) and isinstance(error, taquin.TaquinError)
    assert (error.inversions, error.rows_apart, error.board.blank) == (1, 0, 15)
    assert pickle.loads(pickle.dumps(error)).reason == error.reason


def test_a_limit_gives_the_best_found_and_raises_if_asked() -> None:
    solution = taquin.solve(HARD, heuristic="manhattan", algorithm="idastar", node_limit=1000)
    assert not solution and solution.cost is None and solution.gap is None
    assert solution.stopped_by == "nodes" and 0 < solution.lower_bound <= 80
    with pytest.raises(taquin.LimitReached, match="no solution found, at least"):
        len(solution)
    for attempt in [lambda: solution.moves, lambda: list(solution), solution.boards]:
        with pytest.raises(taquin.LimitReached):
            attempt()
    assert "no solution" in solution._repr_html_() and "no solution" in str(solution)
    assert pickle.loads(pickle.dumps(solution)).stopped_by == "nodes"
    with pytest.raises(taquin.LimitReached, match=r"stopped \(nodes\)") as caught:
        taquin.solve(HARD, heuristic="manhattan", algorithm="idastar", node_limit=1000, raise_on_limit=True)
    known = caught.value.solution
    assert known is not None and known.lower_bound == solution.lower_bound
    assert pickle.loads(pickle.dumps(caught.value)).solution == known


@pytest.mark.parametrize("limit", [0.05, "50ms", timedelta(milliseconds=50)])
def test_time_limits(limit: Any) -> None:
    solution = taquin.solve(HARD, heuristic="manhattan", algorithm="idastar", time_limit=limit)
    assert solution.stopped_by == "time"


def test_memory_limits_and_large_boards() -> None:
    assert taquin.solve(HARD, algorithm="astar", memory_limit="10MB").stopped_by == "memory"
    large = taquin.random_boards(8, 1, seed=1)[0]
    solution = taquin.solve(large, first=True)
    assert solution and not solution.proved and solution.gap is not None and solution.gap > 0
    assert large.play(solution.moves) == Board.goal(8)
    assert math.isclose(solution.gap, len(solution) / solution.lower_bound - 1)
    assert solution.algorithm == "any-time" and solution.improvements


def test_progress_is_told_and_may_stop_the_search() -> None:
    told: list[taquin.Progress] = []
    taquin.solve(HARD, heuristic="manhattan", algorithm="idastar", time_limit=1.0, progress=told.append)
    assert told and told[-1].expanded > 0 and told[-1].lower_bound > 0 and "expanded" in repr(told[-1])

    def stop(_: taquin.Progress) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        taquin.solve(HARD, heuristic="manhattan", algorithm="idastar", progress=stop)


def test_a_bar_with_and_without_tqdm(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    options: Any = {"heuristic": "manhattan", "algorithm": "idastar", "time_limit": 0.5, "progress": True}
    taquin.solve(HARD, **options)
    assert "at least" in capfd.readouterr().err
    monkeypatch.setitem(__import__("sys").modules, "tqdm.auto", None)
    taquin.solve(HARD, **options)
    assert "no solution yet, at least" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithm": "x"}, "no algorithm is called"),
        ({"heuristic": "x"}, "no heuristic is called"),
        ({"heuristic": 3}, "a name was expected, not int"),
        ({"metric": "hops"}, "no metric is called `hops`; there are slides and shifts"),
        ({"metric": 2}, "a name was expected, not int"),
        ({"metric": "shifts", "heuristic": "manhattan"}, "manhattan counts slides"),
        ({"metric": "shifts", "algorithm": "two-ended"}, "two-ended counts slides"),
        ({"time_limit": -1}, "give seconds"),
        ({"time_limit": float("nan")}, "give seconds"),
        ({"memory_limit": "much"}, "no size"),
        ({"node_limit": 1.5}, "not a whole number"),
        ({"node_limit": 2**64}, "not a whole number"),
        ({"threads": -1}, "not a whole number"),
        ({"within": -0.1}, "not a share"),
        ({"weight": 0}, "a weight is"),
        ({"width": 0}, "a width is"),
        ({"prune": "x"}, "no rule"),
        ({"progress": 3}, "give a callable"),
        ({"algorithm": "two-ended", "heuristic": None}, "too large for two-ended"),
    ],
)
def test_arguments_that_mean_nothing(options: dict[str, Any], message: str) -> None:
    board = Board.goal(10) if options.get("algorithm") == "two-ended" else "8 1 3/4 0 2/7 6 5"
    with pytest.raises(taquin.BadArgument, match=message):
        taquin.solve(board, **options)


def test_unknown_keywords_are_type_errors() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'speed'"):
        taquin.solve("1 2/3 0", speed=3)  # type: ignore[call-arg]


def test_tables_that_are_not_there(tmp_path: Any) -> None:
    with pytest.raises(taquin.TableError, match="taquin pdb build"):
        taquin.solve(HARD, heuristic="pdb:7-8", cache_dir=tmp_path)


def test_moves_of_ones_own_are_replayed() -> None:
    start = "1 2 3/0 4 6/7 5 8"
    assert Solution(start, None, "RDR").cost == 3
    assert Solution(start, None, "R L R D R").gap is not None
    with pytest.raises(taquin.BadMove, match="do not end at the goal"):
        Solution(start, None, "RD")
    with pytest.raises(taquin.BadMove, match="move 1 leads out of the box"):
        Solution(start, None, "L")


def test_first_moves_of_larger_boards() -> None:
    board = Board.goal(4).play("ULLDRRUULDLU")
    distance = taquin.distances([board])[0]
    nearer = [
        letter
        for letter, neighbour in zip(board.moves(), board.neighbours(), strict=True)
        if taquin.distances([neighbour])[0] < distance
    ]
    assert taquin.optimal_moves(board) == nearer
    assert taquin.optimal_moves(Board.goal(4)) == []
