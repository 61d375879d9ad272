"""Searches as something to look at: events, and the tree that they make."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ._taquin import Board, _dot, _goal, _trace

if TYPE_CHECKING:
    from ._types import BoardLike, HeuristicLike


class Trace:
    """A search as a stream of events: what `trace` gives.

    Iterating runs the search, each time anew, and stops it when the loop is left.
    """

    def __init__(
        self, board: Board, goal: Board, options: dict[str, Any], max_steps: int | None, exhaustive: bool
    ) -> None:
        self.board = board
        self.goal = goal
        self._options = options
        self._max_steps = max_steps
        self._exhaustive = exhaustive

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(_trace(self.board, self.goal, self._options, self._max_steps, self._exhaustive))

    def tree(self) -> Tree:
        """Runs the search and gives its tree: nodes with g, h, f and the order in which they were expanded."""
        return Tree(self)

    def to_dot(self) -> str:
        """The tree as text for Graphviz, as ``taquin trace`` writes it."""
        return _dot(self.board, self.goal, self._options, self._max_steps, self._exhaustive)


class Tree:
    """The tree of a search.

    ``nodes`` maps the number of each node to a dict: board, g, h, f, the number in the order of expansion (``expanded``,
    None if it never was) and ``goal``, whether it is on the way to the goal. ``edges`` are triples of parent, child and
    a dict with the move: ``networkx.DiGraph(tree.edges)`` takes them as they are.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self.nodes: dict[int, dict[str, Any]] = {}
        self.events: list[dict[str, Any]] = list(trace)
        order = 0
        last: int | None = None
        for event in self.events:
            if event["event"] in ("start", "iteration", "end", "duplicate"):
                continue
            node = self.nodes.setdefault(event["id"], {"expanded": None, "goal": False})
            node.update({key: event[key] for key in ("board", "parent", "move", "g", "h", "f")})
            if event["event"] == "expand":
                order += 1
                node["expanded"] = order
            elif event["event"] == "goal":
                last = event["id"]
        while last is not None:
            self.nodes[last]["goal"] = True
            last = self.nodes[last]["parent"]

    @property
    def edges(self) -> list[tuple[int, int, dict[str, Any]]]:
        """Parent, child and the move between them, in the order in which the children were first reached."""
        return [
            (node["parent"], number, {"move": node["move"]})
            for number, node in self.nodes.items()
            if node["parent"] is not None
        ]

    def to_networkx(self) -> Any:
        """The tree as a ``networkx.DiGraph``; needs networkx."""
        import networkx

        graph = networkx.DiGraph()
        graph.add_nodes_from(self.nodes.items())
        graph.add_edges_from(self.edges)
        return graph

    def to_dot(self) -> str:
        """The tree as text for Graphviz."""
        return self._trace.to_dot()

    def __len__(self) -> int:
        return len(self.nodes)


def trace(
    board: BoardLike,
    algorithm: str = "astar",
    heuristic: HeuristicLike | None = None,
    goal: BoardLike | None = None,
    *,
    max_steps: int | None = None,
    exhaustive: bool = False,
    **options: Any,
) -> Trace:
    """The events of a search: the dicts of ``taquin trace --format json``, as the search goes on.

    The first event is ``start``, the last ``end``; between them nodes are taken up (``expand``) and children made
    (``generate``, ``duplicate``, ``improve``, ``reopen``, ``prune``). ``max_steps`` ends the events, not the search.
    The usual heuristic is ``manhattan``, and ``axis-distance`` with ``metric="shifts"``. Options are those of `solve`. A
    board that cannot be solved has a short trace, or with ``exhaustive`` one of all that can be reached.

    >>> import taquin
    >>> [event["event"] for event in taquin.trace("1 2/0 3")]
    ['start', 'expand', 'generate', 'generate', 'goal', 'end']
    >>> len(taquin.trace("8 1 3/4 0 2/7 6 5").tree())
    128
    """
    start = board if isinstance(board, Board) else Board(board)
    usual = "axis-distance" if options.get("metric") == "shifts" else "manhattan"
    given = {**options, "algorithm": algorithm, "heuristic": usual if heuristic is None else heuristic}
    return Trace(start, _goal(goal, start.shape), given, max_steps, exhaustive)
