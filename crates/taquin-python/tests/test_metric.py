"""Moves counted in slides and in shifts, against brute force, in every function that takes a metric."""

from __future__ import annotations

import pickle
from itertools import groupby

import pytest

import taquin
from taquin import Board

GOAL = Board.goal("3x2")


def shifted(board: Board) -> list[Board]:
    """The boards one shift away."""
    found = []
    for letter in board.moves():
        at = board
        while letter in at.moves():
            at = at.slide(letter)
            found.append(at)
    return found


def levels() -> list[list[Board]]:
    """All boards by their distance in shifts, breadth first."""
    seen = {GOAL}
    found = [[GOAL]]
    while found[-1]:
        fresh = {near for board in found[-1] for near in shifted(board)} - seen
        seen |= fresh
        found.append(sorted(fresh))
    return found[:-1]


LEVELS = levels()


def test_census_counts_what_brute_force_counts() -> None:
    assert taquin.census("3x2", metric="shifts") == [len(level) for level in LEVELS]


def test_every_board_has_the_distance_of_brute_force() -> None:
    boards = [board for level in LEVELS for board in level]
    expected = [distance for distance, level in enumerate(LEVELS) for _ in level]
    assert taquin.distances(boards, metric="shifts").tolist() == expected
    solutions = list(taquin.solve_many(boards, metric="shifts"))
    assert [solution.cost for solution in solutions] == expected
    assert all(solution.proved and solution.metric == "shifts" for solution in solutions)


def test_a_solution_in_shifts_counts_lines_of_steps() -> None:
    solution = taquin.solve("1 2 3/4 5 6/0 7 8", metric="shifts")
    assert (solution.moves, len(solution), solution.cost, len(solution.boards())) == ("RR", 2, 1, 2)
    deep = taquin.solve(LEVELS[-1][0], metric="shifts")
    assert deep.cost == len(list(groupby(deep.moves))) == len(LEVELS) - 1
    copy = pickle.loads(pickle.dumps(deep))
    assert (copy, copy.cost, copy.metric) == (deep, deep.cost, "shifts")
    assert "shifts" not in taquin.solve(LEVELS[-1][0]).metric


def test_first_moves_hints_and_numbers_of_solutions_are_those_of_brute_force() -> None:
    distance = {board: number for number, level in enumerate(LEVELS) for board in level}
    ways: dict[Board, int] = {GOAL: 1}
    for level in LEVELS[1:]:
        for board in level:
            ways[board] = sum(ways[near] for near in shifted(board) if distance[near] < distance[board])
    for board in LEVELS[-1] + LEVELS[5]:
        hints = taquin.hint(board, metric="shifts")
        assert sorted(left for _, _, left in hints) == sorted(distance[near] for near in shifted(board))
        best = {letter for letter, _, left in hints if left < distance[board]}
        assert set(taquin.optimal_moves(board, metric="shifts")) == best
        assert taquin.count_solutions(board, metric="shifts") == ways[board]
    assert taquin.random_boards("3x2", 1000, metric="shifts", depth=5) != []
    assert sorted(taquin.random_boards("3x2", 1000, metric="shifts", depth=5)) == LEVELS[5]


def test_slides_are_counted_too() -> None:
    assert [left for _, _, left in taquin.hint("1 2 3/4 5 6/7 0 8")] == [0, 2, 2]
    assert taquin.count_solutions(GOAL) == 1
    with pytest.raises(taquin.BadArgument, match="progress: hint has none"):
        taquin.hint(GOAL, progress=True)  # type: ignore[call-arg]
    with pytest.raises(taquin.LimitReached):
        taquin.count_solutions(taquin.random_boards(4, seed=1)[0], time_limit=0)


def test_searches_to_look_at_count_shifts() -> None:
    board = LEVELS[6][0]
    rows = taquin.compare([board], metric="shifts")
    assert {(row["cost"], row["metric"]) for row in rows} == {(6, "shifts")}
    assert "axis-distance" in [row["heuristic"] for row in rows]
    last = list(taquin.trace(board, metric="shifts"))[-1]
    assert (last["event"], last["cost"], last["optimal"]) == ("end", 6, True)
    report = taquin.check(board, metric="shifts")
    assert report["metric"] == "shifts"
    assert all(estimate["value"] <= 6 for estimate in report["estimates"])


def test_a_heuristic_of_ones_own_is_of_the_metric_that_is_asked_for() -> None:
    @taquin.heuristic(admissible=True)
    def is_away(board: Board) -> int:
        return int(board != GOAL)

    solution = taquin.solve(LEVELS[7][0], algorithm="astar", heuristic=is_away, metric="shifts")
    assert (solution.cost, solution.proved) == (7, True)
