"""Gymnasium and aima-python."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from aima_stand_in import EightPuzzle, astar_search
from gymnasium.utils.env_checker import check_env

import taquin
import taquin.aima
from taquin.gym import TaquinEnv


@pytest.mark.parametrize("options", [{}, {"shape": "2x2x2", "reward": "distance"}, {"shape": 4, "depth": 6}])
def test_gymnasium_accepts_the_environment(options: dict[str, Any]) -> None:
    env = gymnasium.make("Taquin-v0", **options)
    with warnings.catch_warnings():
        # That rewards have no bound and that Box is not symmetric is no fault.
        warnings.simplefilter("ignore")
        check_env(env.unwrapped, skip_render_check=False)


@pytest.mark.parametrize("order", ["gymnasium, taquin", "taquin, gymnasium"])
def test_the_environment_is_known_in_whatever_order_modules_are_imported(order: str) -> None:
    script = f"import {order}; gymnasium.make('Taquin-v0').reset(seed=1)"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_rewards_by_exact_distance_lead_to_the_goal() -> None:
    env = TaquinEnv(3, depth=20, reward="distance", optimal=True)
    observation, info = env.reset(seed=7)
    assert info["distance"] == 20 and env.observation_space.contains(observation)
    total = 0.0
    for _ in range(20):
        action = np.int64(np.argmax(info["optimal_actions"]))
        assert info["action_mask"][action]
        observation, reward, terminated, truncated, info = env.step(action)
        assert reward == 1 and not truncated
        total += reward
    assert terminated and total == 20 and info["distance"] == 0
    assert tuple(observation) == taquin.Board.goal(3).numbers


def test_moves_that_are_not_possible_change_nothing() -> None:
    env = TaquinEnv(3, reward="distance", max_steps=3)
    _, info = env.reset(options={"board": "1 2 3/4 5 6/7 0 8"})
    assert info["distance"] == 1 and list(env.action_masks()) == [True, True, True, False]
    _, reward, terminated, truncated, info = env.step(np.int64(3))
    assert (reward, terminated, truncated, info["board"].blank) == (0, False, False, 7)
    env.step(np.int64(3))
    assert env.step(np.int64(3))[3], "truncated after three steps"


def test_the_same_seed_gives_the_same_episodes() -> None:
    def episodes(seed: int) -> list[taquin.Board]:
        env = TaquinEnv(3, depth=lambda episode: 5 + episode)
        boards = [env.reset(seed=seed)[1]["board"]]
        return boards + [env.reset()[1]["board"] for _ in range(5)]

    first = episodes(1)
    assert first == episodes(1) != episodes(2)
    assert taquin.distances(first).tolist() == [5, 6, 7, 8, 9, 10], "a curriculum by exact depth"


def test_other_rewards_and_wrong_arguments() -> None:
    env = TaquinEnv(3, reward="sparse", render_mode="ansi")
    env.reset(options={"board": "1 2 3/4 5 6/7 0 8"})
    assert env.step(np.int64(1))[1:3] == (0.0, False)
    env.reset(options={"board": "1 2 3/4 5 6/7 0 8"})
    assert env.step(np.int64(0))[1:3] == (1.0, True)
    assert env.render() == str(taquin.Board.goal(3))
    with pytest.raises(taquin.BadArgument, match="reward"):
        TaquinEnv(3, reward="x")
    with pytest.raises(taquin.BadArgument, match="no board of 3x3 is 40 moves"):
        TaquinEnv(3, depth=40).reset()
    with pytest.raises(taquin.BadArgument, match="cannot be slid"):
        env.reset(options={"board": "1 2 3/4 5 6/8 7 0"})


@pytest.mark.parametrize("shape", ["3x3", "3x2", "2x2x2"])
def test_aimas_search_runs_our_boards(shape: str) -> None:
    for board in taquin.random_boards(shape, 3, seed=6, depth=12):
        problem = taquin.aima.TileProblem(board)
        node = astar_search(problem)
        assert node is not None and node.path_cost == 12 and problem.check_solvability(node.state)
        moves = node.solution()
        letters = "".join(move[0] for move in moves)
        assert board.play(letters) == taquin.Board.goal(shape)
        assert problem.value(problem.goal) == 0 >= problem.value(problem.initial)
        own = taquin.aima.TileProblem(board, heuristic=lambda board: 0)
        assert len(taquin.aima.actions(taquin.aima.solve(own))) == 12


def test_our_searches_run_aimas_problems() -> None:
    problem = EightPuzzle((8, 1, 3, 4, 0, 2, 7, 6, 5))
    solution = taquin.aima.solve(problem, algorithm="astar", heuristic="manhattan")
    assert len(solution) == 14 and set(taquin.aima.actions(solution)) <= {"UP", "DOWN", "LEFT", "RIGHT"}
    other = EightPuzzle((0, 1, 2, 3, 4, 5, 6, 8, 7), (0, 1, 2, 3, 4, 5, 6, 7, 8))
    with pytest.raises(taquin.Unsolvable):
        taquin.aima.solve(other)
    with pytest.raises(taquin.BadArgument, match="a problem of tiles"):
        taquin.aima.solve(3)
