"""Distances found without the extension: breadth-first search in plain Python, for boards of every shape."""

from __future__ import annotations

from collections import deque

State = tuple[int, ...]


def neighbours_of_cells(width: int, height: int, depth: int) -> list[list[int]]:
    """For each cell in reading order, the cells beside it."""
    strides = [(width, 1), (height, width), (depth, width * height)]
    result: list[list[int]] = []
    for cell in range(width * height * depth):
        beside = []
        for side, stride in strides:
            place = cell // stride % side
            if place > 0:
                beside.append(cell - stride)
            if place + 1 < side:
                beside.append(cell + stride)
        result.append(beside)
    return result


def all_distances(goal: State, width: int, height: int, depth: int = 1) -> dict[State, int]:
    """Every board that can be slid into the goal, with the fewest moves it takes."""
    beside = neighbours_of_cells(width, height, depth)
    found = {goal: 0}
    queue = deque([goal])
    while queue:
        state = queue.popleft()
        blank = state.index(0)
        for cell in beside[blank]:
            tiles = list(state)
            tiles[blank], tiles[cell] = tiles[cell], 0
            child = tuple(tiles)
            if child not in found:
                found[child] = found[state] + 1
                queue.append(child)
    return found
