"""A Gymnasium environment with exact distances, which it knows as ``Taquin-v0`` once taquin is imported.

>>> import gymnasium, taquin
>>> env = gymnasium.make("Taquin-v0", shape=3, depth=5)
>>> observation, info = env.reset(seed=1)
>>> info["distance"]
5
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ._arrays import distances
from ._errors import BadArgument
from ._taquin import Board, Shape, _goal, optimal_moves, random_boards
from ._types import BoardLike, ShapeLike

Observation = npt.NDArray[np.int64]
# Boards at one depth are drawn in portions: walking to the depth takes far longer than drawing.
_PORTION = 64


class TaquinEnv(gymnasium.Env[Observation, np.int64]):
    """Slide the blank until the board is the goal.

    * **Observation**: the numbers of the cells in reading order, 0 for the blank.
    * **Action**: the number of a direction, in the order of ``Shape.letters`` (``R L U D`` on flat boards). A move that
      leads out of the box changes nothing and costs the same; ``info["action_mask"]`` says which are possible.
    * **Reward**: ``reward="goal"`` gives -1 for each step; ``reward="distance"`` gives the change of the exact distance,
      +1 for a step nearer to the goal and -1 for a step away; ``reward="sparse"`` gives 1 at the goal and 0 elsewhere.
    * **Start**: with ``depth`` a board whose shortest solution has exactly that many moves, drawn from all there are; a
      callable ``episode -> depth`` makes a curriculum. Without, any board that can be solved.
    * **End**: terminated at the goal, truncated after ``max_steps``.

    ``info`` has ``distance`` (if ``reward="distance"``, if the depth is given, or with ``distance=True``), ``board``,
    ``action_mask`` and, with ``optimal=True``, ``optimal_actions``, a mask of all moves that shortest solutions begin with.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        shape: ShapeLike = 3,
        goal: BoardLike | None = None,
        *,
        depth: int | Callable[[int], int] | None = None,
        reward: str = "goal",
        distance: bool = False,
        optimal: bool = False,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if reward not in ("goal", "distance", "sparse"):
            raise BadArgument(f"reward: 'goal', 'distance' or 'sparse', not {reward!r}")
        self.shape = Shape(shape)
        self.goal = _goal(goal, self.shape)
        self.render_mode = render_mode
        self._depth = depth
        self._reward = reward
        self._tells_distance = distance or reward == "distance"
        self._tells_optimal = optimal
        self._max_steps = max_steps
        self._letters = self.shape.letters
        cells = self.shape.cells
        self.observation_space = spaces.Box(0, cells - 1, (cells,), np.int64)
        self.action_space = spaces.Discrete(len(self._letters))
        self.board = self.goal
        self._steps = 0
        self._episode = 0
        self._distance: int | None = None
        self._drawn: dict[int, list[Board]] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins anew. ``options={"board": …}`` begins with this board, ``{"depth": d}`` at this depth."""
        super().reset(seed=seed)
        if seed is not None:
            self._drawn.clear()
            self._episode = 0
        options = options or {}
        known = self._start(options)
        self._episode += 1
        self._steps = 0
        self._distance = known if known is not None or not self._tells_distance else self._exact()
        return self._observation(), self._info()

    def _start(self, options: dict[str, Any]) -> int | None:
        """Chooses the first board; gives its distance if it is known."""
        if "board" in options:
            given = options["board"]
            self.board = given if isinstance(given, Board) else Board(given, self.shape)
            if not self.board.is_solvable(self.goal):
                raise BadArgument(f"board: {self.board.text} cannot be slid into the goal")
            return None
        depth = options.get("depth", self._depth)
        if callable(depth):
            depth = depth(self._episode)
        if depth is None:
            self.board = random_boards(self.shape, 1, self._draw_seed(), goal=self.goal)[0]
            return None
        drawn = self._drawn.setdefault(depth, [])
        if not drawn:
            drawn.extend(random_boards(self.shape, _PORTION, self._draw_seed(), depth=depth, goal=self.goal))
            if not drawn:
                raise BadArgument(f"depth: no board of {self.shape} is {depth} moves from the goal")
        self.board = drawn.pop()
        return int(depth)

    def _draw_seed(self) -> int:
        return int(self.np_random.integers(2**63))

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Moves the blank."""
        letter = self._letters[int(action)]
        before = self._distance
        if letter in self.board.moves():
            self.board = self.board.slide(letter)
            if self._distance is not None:
                self._distance = self._exact() if self._tells_distance else None
        self._steps += 1
        done = self.board == self.goal
        if self._reward == "goal":
            reward = -1.0
        elif self._reward == "sparse":
            reward = float(done)
        else:
            assert before is not None and self._distance is not None
            reward = float(before - self._distance)
        truncated = self._max_steps is not None and self._steps >= self._max_steps and not done
        return self._observation(), reward, done, truncated, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are possible, as sb3-contrib's MaskablePPO asks for them."""
        possible = self.board.moves()
        return np.array([letter in possible for letter in self._letters])

    def render(self) -> str | None:
        """The board drawn, with ``render_mode="ansi"``."""
        return str(self.board) if self.render_mode == "ansi" else None

    def _exact(self) -> int:
        return int(distances([self.board], self.goal)[0])

    def _observation(self) -> Observation:
        return np.array(self.board.numbers, dtype=np.int64)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {
            "board": self.board,
            "action_mask": self.action_masks().astype(np.int8),
        }
        if self._distance is not None:
            info["distance"] = self._distance
        if self._tells_optimal:
            best = optimal_moves(self.board, self.goal)
            info["optimal_actions"] = np.array([letter in best for letter in self._letters], dtype=np.int8)
        return info
