"""A stand-in for aima-python, which is not on PyPI: the interface that its ``search.py`` asks of a problem, and A* as it
searches with it. Written for these tests after its documented behaviour; not its code.
"""

from __future__ import annotations

import heapq
import itertools
from typing import Any


class Node:
    """A node: state, parent, action, path cost."""

    def __init__(self, state: Any, parent: Node | None = None, action: Any = None, path_cost: float = 0) -> None:
        self.state = state
        self.parent = parent
        self.action = action
        self.path_cost = path_cost

    def expand(self, problem: Any) -> list[Node]:
        """The children."""
        children = []
        for action in problem.actions(self.state):
            state = problem.result(self.state, action)
            cost = problem.path_cost(self.path_cost, self.state, action, state)
            children.append(Node(state, self, action, cost))
        return children

    def solution(self) -> list[Any]:
        """The actions from the root to here."""
        actions = []
        node: Node | None = self
        while node is not None and node.parent is not None:
            actions.append(node.action)
            node = node.parent
        return actions[::-1]


def astar_search(problem: Any) -> Node | None:
    """A* with the problem's h."""
    order = itertools.count()
    root = Node(problem.initial)
    frontier = [(problem.h(root), next(order), root)]
    best = {root.state: 0.0}
    explored = set()
    while frontier:
        _, _, node = heapq.heappop(frontier)
        if problem.goal_test(node.state):
            return node
        if node.state in explored:
            continue
        explored.add(node.state)
        for child in node.expand(problem):
            if child.state not in explored and child.path_cost < best.get(child.state, float("inf")):
                best[child.state] = child.path_cost
                heapq.heappush(frontier, (child.path_cost + problem.h(child), next(order), child))
    return None


class EightPuzzle:
    """A problem of tiles as aima-python has it: tuples of nine numbers, 0 for the blank, in the lower right corner."""

    def __init__(self, initial: tuple[int, ...], goal: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 0)) -> None:
        self.initial = initial
        self.goal = goal
