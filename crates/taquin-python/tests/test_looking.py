"""Heuristics of one's own, traces, comparisons, and proofs that a heuristic is admissible."""

from __future__ import annotations

import itertools
import json
import threading
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pandas
import pytest

import taquin
from taquin import Board

BOARD = "8 1 3/4 0 2/7 6 5"
GOAL = Board.goal(3)


def manhattan(board: Board) -> int:
    """Manhattan distance as people write it in Python."""
    return sum(
        abs(cell // 3 - (tile - 1) // 3) + abs(cell % 3 - (tile - 1) % 3) for cell, tile in enumerate(board) if tile
    )


claimed = taquin.heuristic(admissible=True, consistent=True)(lambda board: manhattan(board))


@pytest.mark.parametrize("algorithm", ["astar", "idastar", "weighted-astar", "greedy", "hybrid", "mark-at-generation"])
def test_a_callable_searches_as_the_library_does(algorithm: Any) -> None:
    for board in taquin.random_boards(3, 5, seed=8, depth=18):
        own = taquin.solve(board, algorithm=algorithm, heuristic=claimed)
        ours = taquin.solve(board, algorithm=algorithm, heuristic="manhattan")
        assert own.moves == ours.moves and own.proved == ours.proved
        assert own.stats["expanded"] == ours.stats["expanded"]
        assert own.f_values == ours.f_values


def test_nothing_is_called_proved_that_is_not_claimed() -> None:
    solution = taquin.solve(BOARD, heuristic=manhattan)
    assert len(solution) == 14 and not solution.proved and solution.heuristic == "manhattan"
    assert taquin.solve(BOARD, heuristic=claimed).proved


def test_what_a_callable_raises_comes_through() -> None:
    calls = itertools.count()

    def failing(board: Board) -> int:
        if next(calls) == 20:
            raise LookupError("in the heuristic")
        return 0

    with pytest.raises(LookupError, match="in the heuristic"):
        taquin.solve(BOARD, heuristic=failing)
    with pytest.raises(LookupError, match="in the heuristic"):
        calls = itertools.count()
        list(taquin.trace(BOARD, heuristic=failing))


@pytest.mark.parametrize("value", [-1, 1.5, "3", None, 2**40])
def test_what_is_no_estimate_says_so(value: Any) -> None:
    with pytest.raises(TypeError, match="an estimate is a whole number"):
        taquin.solve(BOARD, heuristic=lambda board: value)
    with pytest.raises(TypeError, match="an estimate is a whole number"):
        Board(BOARD).estimate(lambda board: value)


def test_huge_estimates_do_no_harm() -> None:
    assert len(taquin.solve(BOARD, algorithm="astar", heuristic=lambda board: 0 if board == GOAL else 2**24)) >= 14


def test_a_heuristic_may_use_taquin_itself() -> None:
    def exact(board: Board) -> int:
        return len(taquin.solve(board))

    solution = taquin.solve(BOARD, algorithm="astar", heuristic=exact)
    assert len(solution) == 14 and solution.stats["expanded"] == 14


def test_estimates() -> None:
    board = Board(BOARD)
    assert board.estimate("manhattan") == board.estimate(manhattan) == 10
    assert board.estimate("pdb:full") == 14 and board.estimate("max:hamming,manhattan", "snail") >= 0
    with pytest.raises(taquin.BadArgument, match="no heuristic is called"):
        board.estimate("x")
    with pytest.raises(taquin.BadArgument, match="a heuristic is a name"):
        board.estimate(3)  # type: ignore[arg-type]


def test_events_tell_the_search() -> None:
    events = list(taquin.trace(BOARD))
    assert events[0]["event"] == "start" and events[-1]["event"] == "end"
    assert events[-1]["cost"] == 14 and events[-1]["optimal"]
    expanded = [event for event in events if event["event"] == "expand"]
    assert len(expanded) == events[-1]["expanded"]
    assert all(event["f"] == event["g"] + event["h"] for event in expanded)
    assert all(Board(event["board"]).estimate("manhattan") == event["h"] for event in expanded)
    json.dumps(events)
    assert len(list(taquin.trace(BOARD, max_steps=3))) < len(events)
    assert [e["bound"] for e in taquin.trace(BOARD, "idastar") if e["event"] == "iteration"][0] == 10
    unsolvable = list(taquin.trace("2 1 3/4 5 0", exhaustive=True))
    assert sum(event["event"] == "expand" for event in unsolvable) == 360
    assert not next(iter(taquin.trace("2 1 3/4 5 0")))["solvable"]
    with pytest.raises(taquin.BadArgument, match="shows no single nodes"):
        list(taquin.trace("1 2/3 4//5 6/0 7", "two-ended"))


def test_a_trace_that_is_left_ends_its_search() -> None:
    before = threading.active_count()
    events = iter(taquin.trace("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "idastar"))
    assert next(events)["event"] == "start"
    del events
    assert threading.active_count() == before


def test_trees() -> None:
    tree = taquin.trace(BOARD).tree()
    graph = tree.to_networkx()
    assert len(tree) == len(tree.nodes) == graph.number_of_nodes() == graph.number_of_edges() + 1
    assert sum(node["goal"] for node in tree.nodes.values()) == 15
    assert {parent for parent, _, _ in tree.edges} <= set(tree.nodes)
    assert graph.edges[tree.edges[0][:2]]["move"] == tree.edges[0][2]["move"]
    assert tree.to_dot().startswith("digraph search {")


def test_comparisons_are_rows() -> None:
    boards = taquin.random_boards(3, 6, seed=4)
    rows = taquin.compare(boards, ["hamming", "manhattan", claimed], ["astar", "idastar"])
    assert len(rows) == 36 and [row["number"] for row in rows[:7]] == [1] * 6 + [2]
    costs = {(row["number"], row["cost"]) for row in rows}
    assert len(costs) == 6, "all agree"
    by = {(row["algorithm"], row["heuristic"], row["number"]): row for row in rows}
    for number in range(1, 7):
        assert by["astar", "<lambda>", number]["expanded"] == by["astar", "manhattan", number]["expanded"]
        assert by["astar", "hamming", number]["expanded"] >= by["astar", "manhattan", number]["expanded"]
        assert by["astar", "hamming", number]["effective_branching"] > 1
    frame = pandas.DataFrame(rows)
    assert frame.groupby("heuristic")["cost"].mean().nunique() == 1
    summary = rows.summary()
    assert len(summary) == 6 and all(one["boards"] == one["solved"] == 6 for one in summary)
    assert rows._repr_html_().count("<tr>") == 7 and taquin.Comparison()._repr_html_() == "<p>no runs</p>"
    unsolvable = taquin.compare(["2 1/3 0"], ["manhattan"])[0]
    assert unsolvable["solvable"] is False and unsolvable["cost"] is None and set(unsolvable) == set(rows[0])
    stopped = taquin.compare(boards, ["manhattan"], node_limit=3)
    assert {row["stopped_by"] for row in stopped} == {"nodes"}
    for wrong in [{"heuristics": "manhattan"}, {"algorithms": "astar"}, {"progress": True}]:
        with pytest.raises(taquin.BadArgument):
            taquin.compare(boards, **wrong)  # type: ignore[arg-type]


# Expanded and generated, as docs/counting.md has them from the programs themselves.
CLASSIC = [
    ("classic-descent", "2 8 1/3 4 6/7 5 0", "3 2 1/8 0 4/7 5 6", [("hamming", 11, 29), ("manhattan", 7, 17)]),
    ("classic-descent", "5 0 8/4 2 1/7 3 6", None, [("hamming", 296, 786), ("manhattan", 44, 114)]),
    ("classic-prompt", "2 8 1/3 4 6/7 5 0", "3 2 1/8 0 4/7 5 6", [("out-of-place", 8, 17), ("manhattan", 7, 15)]),
    ("classic-prompt", "7 2 4/5 0 6/8 3 1", None, [("out-of-place", 3813, 5886), ("manhattan", 283, 452)]),
]


@pytest.mark.parametrize("convention, start, goal, figures", CLASSIC)
def test_comparisons_count_as_classic_programs_do(
    convention: str, start: str, goal: str | None, figures: list[tuple[str, int, int]]
) -> None:
    rows = taquin.compare(start, goal=goal, convention=convention)
    assert [(row["heuristic"], row["expanded"], row["generated"]) for row in rows] == figures
    assert {row["convention"] for row in rows} == {convention}


def test_conventions_have_names_algorithms_and_heuristics() -> None:
    assert list(taquin.CONVENTIONS)[0] == "standard" and len(taquin.CONVENTIONS) == 6
    (standard,) = taquin.compare(BOARD, ["manhattan"])
    (explored,) = taquin.compare(BOARD, ["manhattan"], convention="Classic_Explored")
    assert (standard["convention"], explored["convention"]) == ("standard", "classic-explored")
    assert explored["expanded"] == standard["expanded"] + 1, "the goal counts"
    assert explored["generated"] == standard["reached"], "boards, not nodes"
    (lists,) = taquin.compare(BOARD, convention="r3")
    assert (lists["convention"], lists["algorithm"], lists["heuristic"]) == ("classic-lists", "astar", "hamming")
    with pytest.raises(taquin.BadArgument, match="no convention is called `mine`; there are standard, classic-26"):
        taquin.compare(BOARD, convention="mine")
    with pytest.raises(taquin.BadArgument, match="classic-26 has an algorithm of its own: leave algorithms out"):
        taquin.compare(BOARD, algorithms=["astar"], convention="classic-26")


def test_one_call_draws_the_plot(tmp_path: Path) -> None:
    rows = taquin.compare(taquin.random_boards(3, 5), ["hamming", "manhattan"])
    plot = rows.plot(str(tmp_path / "plot.svg"), title="A < B")
    drawn = ElementTree.fromstring((tmp_path / "plot.svg").read_text())
    circles = drawn.findall("{http://www.w3.org/2000/svg}circle")
    assert len(circles) == 10 + 2 and str(plot) == plot._repr_svg_()
    ElementTree.fromstring(taquin.Comparison().plot()._repr_svg_())


def test_admissible_on_every_board_or_a_counterexample() -> None:
    assert taquin.check_admissible(manhattan, 3).boards == 181_440
    verdict = taquin.check_admissible(lambda board: manhattan(board) + 1, 3)
    found = verdict.counterexample
    assert not verdict and found is not None and found.distance == 0 and found.estimate == 1
    doubled = taquin.check_admissible(lambda board: 2 * manhattan(board), 3).counterexample
    assert doubled is not None and doubled.distance == 1 and doubled.solution is not None and len(doubled.solution) == 1
    assert "is estimated at 2 and 1 moves away" in str(doubled)
    assert taquin.check_admissible("walking-distance", "2x2x2", "blank-first").exhaustive


def test_admissible_on_random_boards_of_larger_shapes() -> None:
    verdict = taquin.check_admissible("manhattan", "4x3", samples=40)
    assert verdict and not verdict.exhaustive and "random boards" in str(verdict)
    wrong = taquin.check_admissible(lambda board: 2 * board.estimate("manhattan"), "4x3", samples=40)
    assert not wrong and wrong.counterexample is not None
    with pytest.raises(taquin.BadArgument, match="samples"):
        taquin.check_admissible("manhattan", 4, samples=0)


def test_consistent_on_every_pair_or_a_counterexample() -> None:
    assert taquin.check_consistent("manhattan", "4x2").boards == 20_160
    patchy = taquin.check_consistent(lambda board: manhattan(board) if board.blank % 2 else 0, 3)
    assert not patchy and patchy.counterexample is not None and patchy.counterexample.neighbour is not None
    assert "its neighbour" in str(patchy)
    at_goal = taquin.check_consistent(lambda board: 1, 3)
    assert not at_goal and at_goal.counterexample is not None and at_goal.counterexample.board == GOAL
    assert taquin.check_consistent("linear-conflict", 4, samples=50)
