"""Boards: every form in and out, and everything that is not a board."""

from __future__ import annotations

import copy
import pickle
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import taquin
from taquin import Board, Shape

SIDES = st.tuples(st.integers(1, 5), st.integers(1, 5), st.integers(1, 3))


@st.composite
def boards(draw: Any) -> Board:
    width, height, depth = draw(SIDES)
    numbers = draw(st.permutations(range(width * height * depth)))
    return Board(numbers, (width, height, depth))


@given(boards())
def test_all_forms_lead_back_to_the_board(board: Board) -> None:
    shape = board.shape
    assert Board(board) is not board and Board(board) == board
    assert Board(board.text, shape) == board
    assert Board(str(board), shape) == board
    assert Board(list(board.numbers), shape) == board
    assert Board(board.tolist()) == board
    assert Board(np.asarray(board)) == board
    assert eval(repr(board)) == board
    assert pickle.loads(pickle.dumps(board)) == board
    assert copy.copy(board) is board and copy.deepcopy(board) is board
    assert hash(Board(board.numbers, shape)) == hash(board)
    assert tuple(board) == board.numbers and len(board) == shape.cells
    assert board[board.blank] == 0 == board[board.blank - len(board)]


@given(boards())
def test_slides_can_be_taken_back(board: Board) -> None:
    opposite = dict(zip("RLUDEWNS", "LRDUWESN", strict=True))
    assert len(board.neighbours()) == len(board.moves())
    for letter, neighbour in zip(board.moves(), board.neighbours(), strict=True):
        assert board.slide(letter) == neighbour == board.play(letter) == board.slide(letter.lower())
        assert neighbour.slide(opposite[letter]) == board
        moved = board[neighbour.blank]
        assert board.play(str(moved)) == neighbour


@given(boards())
def test_symmetries_keep_the_numbers(board: Board) -> None:
    images = board.symmetries()
    assert images[0] == board
    assert all(sorted(image) == sorted(board) and image.shape == board.shape for image in images)


def test_text_in_the_forms_that_people_have() -> None:
    board = Board("1 2 3/4 0 6/7 5 8")
    for text in ["[[1,2,3],[4,0,6],[7,5,8]]", "123406758", "1 2 3\n4 _ 6\n7 5 8", '{"start": "1 2 3/4 0 6/7 5 8"}']:
        assert Board(text) == board
    rows: list[list[int | None]] = [[1, 2, 3], [4, None, 6], [7, 5, 8]]
    assert Board(rows) == board
    assert Board("012345", shape="3x2").shape == Shape("3x2")


def test_arrays_of_all_kinds_are_read() -> None:
    board = Board("1 2 3/4 0 6/7 5 8")
    array = np.asarray(board)
    assert array.dtype == np.int64 and array.shape == (3, 3)
    assert np.asarray(board, dtype=np.uint8).dtype == np.uint8
    for dtype in ["uint8", "int8", ">i4", "int64", "uint64"]:
        assert Board(array.astype(dtype)) == board
    assert Board(np.asfortranarray(array)) == board
    wide = np.zeros((3, 6), int)
    wide[:, ::2] = array
    assert Board(wide[:, ::2]) == board
    frozen = array.copy()
    frozen.flags.writeable = False
    assert Board(frozen) == board
    assert np.asarray(Board.goal("3x2x4")).shape == (4, 2, 3)
    with pytest.raises(ValueError, match="copy"):
        np.array(board, copy=False)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ([[1, 2], [3]], "row 2 has 1 numbers, expected 2 like the first row"),
        ([[[1, 2], [3, 4]], [[5, 0]]], "layer 2 has 1 rows, expected 2 like the first layer"),
        ([[1, 2.0], [3, 0]], r"2.0 is a float: tiles are integers \(row 1, column 2\)"),
        ([[1, True], [3, 0]], r"True is not a number \(row 1, column 2\)"),
        ([1, -2, 3, 0], r"-2 is negative: .* \(place 2\)"),
        ([[1, 10**30], [3, 0]], "is too large: tiles go up to 65535"),
        ([[1, "a"], [3, 0]], r"'a' is not a number \(row 1, column 2\)"),
        ([[1, [2]], [3, 0]], "numbers and lists are mixed"),
        ([[[[0]]]], "nested more than three deep"),
        ([[1, 1], [2, 0]], "1 appears twice"),
        ([[1, 2], [4, 0]], "4 is out of range: this board has the numbers 0 to 3"),
        ([1, 2, 3], "3 numbers do not tell the shape: give rows, or shape="),
        ([], "0 numbers do not tell the shape"),
        ([[]], "a side of 0 is out of range"),
        ("1 2 3/4 5 5", r"5 appears twice, 0 is missing \(line 1, column 11"),
        ("", "no board here"),
        (5, "5 is not a board: give text"),
        (None, "None is not a board"),
        (b"1230", "is not a board"),
        ({1: 2}, "is not a board"),
        (np.array([[1.0, 2], [3, 0]]), "an array of float64 is not a board"),
        (np.array([[True, False]]), "an array of bool is not a board"),
        (np.array(3), "is not a board"),
        (np.array([[1, -2], [3, 0]]), "-2 is negative"),
        (range(10**12), "is too large|more than 65536 numbers"),
        (iter(lambda: 1, 0), "more than 65536 numbers"),
    ],
)
def test_what_is_not_a_board_says_why(source: Any, message: str) -> None:
    with pytest.raises(taquin.BadBoard, match=message):
        Board(source)


def test_a_shape_that_does_not_fit() -> None:
    with pytest.raises(taquin.BadBoard, match="the board is 2x2 but the shape asked for is 4x1"):
        Board([[1, 2], [3, 0]], shape="4x1")
    with pytest.raises(taquin.BadBoard, match="4 numbers, expected 6"):
        Board([1, 2, 3, 0], shape="3x2")
    with pytest.raises(taquin.BadBoard, match="asked for"):
        Board(Board.goal(3), shape=4)


def test_moves_that_cannot_be_made() -> None:
    board = Board("1 2/3 0")
    with pytest.raises(taquin.BadMove, match="R leads out of the box: the moves are L, U"):
        board.slide("R")
    for wrong in ["", "UU", "E", "?"]:
        with pytest.raises(taquin.BadMove, match="is not a move"):
            board.slide(wrong)
    with pytest.raises(taquin.BadMove, match="move 3"):
        board.play("ULU")
    with pytest.raises(IndexError):
        board[4]


def test_boards_are_ordered_and_cannot_be_changed() -> None:
    assert Board("0 1/2 3") < Board("1 0/2 3") <= Board("1 0/2 3")
    assert sorted([Board("1 0/2 3"), Board("0 1/2 3")])[0].blank == 0
    assert Board("0 1/2 3") != "0 1/2 3"
    with pytest.raises(TypeError):
        Board("0 1/2 3") < 3  # type: ignore[operator]
    with pytest.raises((AttributeError, TypeError)):
        Board("0 1/2 3").text = "x"  # type: ignore[misc]


def test_shapes() -> None:
    assert Shape("4x3") == Shape(4, 3) == Shape((4, 3)) and str(Shape(4, 3)) == "4x3"
    assert Shape(3) == Shape("3x3") and Shape(3).letters == "RLUD" and Shape("2x2x2").letters == "EWNSUD"
    assert eval(repr(Shape("3x3x2"))) == Shape(3, 3, 2) == pickle.loads(pickle.dumps(Shape(3, 3, 2)))
    for wrong in [0, -1, "x", "0x3", (1,), (1, 2, 3, 4), True, 2.5, None, (300, 2), [3, 3]]:
        with pytest.raises(taquin.BadArgument):
            Shape(wrong)  # type: ignore[arg-type]


def test_goals() -> None:
    assert Board.goal(3, "blank-first").text == "0 1 2/3 4 5/6 7 8"
    with pytest.raises(taquin.BadArgument, match="no such goal"):
        Board.goal(3, "nowhere")
    with pytest.raises(taquin.BadArgument, match="no snail"):
        Board.goal("2x2x2", "snail")
    with pytest.raises(taquin.BadArgument, match="no such goal"):
        taquin.solve("1 2/3 0", "nowhere")
    with pytest.raises(taquin.BadArgument, match="one shape"):
        taquin.solve("1 2/3 0", Board.goal(3))


def test_solvability_has_the_numbers() -> None:
    verdict = Board("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0").is_solvable()
    assert not verdict and (verdict.inversions, verdict.rows_apart, verdict.blank_distance) == (1, 0, 0)
    assert "1 inversion against the goal" in verdict.reason
    assert pickle.loads(pickle.dumps(verdict)).reason == verdict.reason
    assert Board("0 1/2 3").is_solvable("blank-first")
    assert Board("1 2/3 4//5 6/7 0").is_solvable().inversions is None


class Named(Board):
    """A board with a name."""

    name = "named"


def test_a_subclass_is_a_board() -> None:
    board = Named("8 1 3/4 0 2/7 6 5")
    assert board == Board("8 1 3/4 0 2/7 6 5") and hash(board) == hash(Board(board))
    assert len(taquin.solve(board)) == 14
    assert repr(board) == "Named('8 1 3/4 0 2/7 6 5')"
    again = pickle.loads(pickle.dumps(board))
    assert type(again) is Named and again == board and again.name == "named"
    assert type(board.slide("U")) is Board


def test_drawings() -> None:
    svg = Board("1 2/3 0")._repr_svg_()
    assert svg is not None
    assert {element.text for element in ElementTree.fromstring(svg).iter() if element.text and element.text.isdigit()} == set("123")
    assert Board.goal(200)._repr_svg_() is None, "too large to be drawn"
