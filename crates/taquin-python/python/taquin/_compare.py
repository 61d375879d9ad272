"""Heuristics and algorithms compared on boards: rows with the columns of the program's ``taquin compare``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ._errors import BadArgument
from ._taquin import Board, _convention, _goal, _run

if TYPE_CHECKING:
    from ._types import BoardLike, HeuristicLike

_EMPTY: dict[str, Any] = {
    "solved": False,
    "optimal": False,
    "cost": None,
    "lower_bound": None,
    "expanded": 0,
    "generated": 0,
    "reached": None,
    "effective_branching": None,
    "seconds": 0.0,
    "peak_bytes": 0,
    "stopped_by": None,
}


class Comparison(list[dict[str, Any]]):
    """Rows of a comparison, one for each run: a list of dicts, as pandas and polars take them.

    In notebooks it is shown as a table of means.
    """

    def summary(self) -> list[dict[str, Any]]:
        """For each algorithm and heuristic the number of boards, how many were solved, and means."""
        groups: dict[tuple[str, str | None], list[dict[str, Any]]] = {}
        for row in self:
            groups.setdefault((row["algorithm"], row["heuristic"]), []).append(row)
        return [_summary(algorithm, heuristic, rows) for (algorithm, heuristic), rows in groups.items()]

    def plot(self, path: str | None = None, *, title: str = "") -> Plot:
        """Draws expanded nodes against the length of solutions, a colour for each heuristic.

        The plot shows itself in notebooks; with a path it is written there too, as SVG.
        """
        from ._plot import scatter_svg

        plot = Plot(scatter_svg(self, title))
        if path is not None:
            plot.save(path)
        return plot

    def _repr_html_(self) -> str:
        from html import escape

        rows = self.summary()
        if not rows:
            return "<p>no runs</p>"
        head = "".join(f"<th>{escape(name)}</th>" for name in rows[0])
        body = "".join("<tr>" + "".join(f"<td>{escape(_cell(value))}</td>" for value in row.values()) + "</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Plot:
    """A drawing that shows itself in notebooks; its text is SVG."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: str) -> None:
        """Writes the drawing to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.4g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _summary(algorithm: str, heuristic: str | None, rows: list[dict[str, Any]]) -> dict[str, Any]:
    def mean(column: str) -> float | None:
        values = [row[column] for row in rows if row[column] is not None]
        return sum(values) / len(values) if values else None

    return {
        "algorithm": algorithm,
        "heuristic": heuristic,
        "boards": len(rows),
        "solved": sum(row["solved"] for row in rows),
        "mean_cost": mean("cost"),
        "mean_expanded": mean("expanded"),
        "mean_generated": mean("generated"),
        "mean_effective_branching": mean("effective_branching"),
        "seconds": sum(row["seconds"] for row in rows),
    }


def compare(
    boards: BoardLike | Iterable[BoardLike],
    heuristics: Sequence[HeuristicLike] | None = None,
    algorithms: Sequence[str] | None = None,
    goal: BoardLike | None = None,
    *,
    convention: str = "standard",
    **options: Any,
) -> Comparison:
    """Runs every heuristic with every algorithm on every board, one after the other, and gives a row for each run.

    Columns and counts are those of the program's ``taquin compare``. By the usual convention ``expanded`` nodes had their
    children made, the root is not ``generated``, ``reached`` counts distinct boards, the root included. Others search, break
    ties and count as five classic programs do, each with an algorithm of its own: ``taquin.CONVENTIONS`` has their names, and
    the project's docs/counting.md explains them.

    Heuristics are names or callables; unless others are given they are those of the convention. The usual algorithm is
    ``astar``. Options are those of `solve`, limits among them; ``threads`` is 1 unless another number is given.

    >>> import taquin
    >>> rows = taquin.compare(["8 1 3/4 0 2/7 6 5"], heuristics=["hamming", "manhattan"])
    >>> [(row["heuristic"], row["cost"], row["expanded"]) for row in rows]
    [('hamming', 14, 223), ('manhattan', 14, 33)]
    >>> rows = taquin.compare(["5 0 8/4 2 1/7 3 6"], convention="classic-descent")
    >>> [(row["heuristic"], row["expanded"], row["generated"]) for row in rows]
    [('hamming', 296, 786), ('manhattan', 44, 114)]
    """
    if isinstance(heuristics, str):
        raise BadArgument("heuristics: give a list, e.g. ['manhattan']")
    if isinstance(algorithms, str):
        raise BadArgument("algorithms: give a list, e.g. ['astar']")
    for name in ("progress", "raise_on_limit", "heuristic", "algorithm"):
        if name in options:
            raise BadArgument(f"{name}: compare has none")
    counted, own_algorithm, own_heuristics = _convention(convention, options.get("metric") or "slides")
    if own_algorithm is not None and algorithms is not None:
        raise BadArgument(f"convention {counted} has an algorithm of its own: leave algorithms out")
    with_algorithms = [own_algorithm or "astar"] if algorithms is None else algorithms
    with_heuristics = own_heuristics if heuristics is None else heuristics
    options.setdefault("threads", 1)
    given: Iterable[Any] = [boards] if isinstance(boards, (str, Board)) else boards
    rows = Comparison()
    for number, one in enumerate(given, 1):
        board = one if isinstance(one, Board) else Board(one)
        end = _goal(goal, board.shape)
        for algorithm in with_algorithms:
            for heuristic in with_heuristics:
                found = _run(board, end, counted, {**options, "algorithm": algorithm, "heuristic": heuristic})
                rows.append(_row(number, board, end, counted, found))
    return rows


def _row(number: int, board: Board, goal: Board, convention: str, found: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = {
        "number": number,
        "shape": str(board.shape),
        "start": board.text,
        "goal": goal.text,
        "convention": convention,
        "metric": found["metric"],
        "algorithm": found["algorithm"],
        "heuristic": found["heuristic"],
        "solvable": found["solvable"],
    }
    for column, empty in _EMPTY.items():
        row[column] = found.get(column, empty)
    return row
