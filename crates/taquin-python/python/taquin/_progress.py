"""The bar of ``progress=True``: tqdm's if it is installed, else one line on standard error."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._taquin import Progress


def _line(known: Progress) -> str:
    best = "no solution yet" if known.cost is None else f"{known.cost} moves"
    return f"{best}, at least {known.lower_bound}; {known.expanded:,} expanded"


class _Plain:
    """One line on standard error that is written over."""

    def __init__(self) -> None:
        self._width = 0

    def __call__(self, known: Progress) -> None:
        line = f"{_line(known)} in {known.seconds:.1f} s"
        sys.stderr.write("\r" + line.ljust(self._width))
        sys.stderr.flush()
        self._width = len(line)

    def close(self) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()


class _Tqdm:
    """A bar without an end, since nobody knows how long a search takes."""

    def __init__(self, tqdm: Any) -> None:
        self._bar = tqdm(unit=" nodes", unit_scale=True, leave=False)

    def __call__(self, known: Progress) -> None:
        self._bar.update(known.expanded - self._bar.n)
        best = "" if known.cost is None else f"{known.cost} moves, "
        self._bar.set_postfix_str(f"{best}at least {known.lower_bound}")

    def close(self) -> None:
        self._bar.close()


def bar() -> _Plain | _Tqdm:
    """A callable that shows progress."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Plain()
    return _Tqdm(tqdm)
