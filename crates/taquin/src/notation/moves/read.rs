//! Moves out of text, each tried on the board: the first that cannot be made is told by its number.

use super::MovesError;
use crate::board::{Board, Tile};
use crate::metric::Metric;
use crate::notation::parse_board;
use crate::shape::{Direction, Shape};
use crate::solution::WrongMoves;
use std::str::FromStr;

/// The letters that moves on a shape are written with.
pub(super) fn letters_of(shape: Shape) -> impl Iterator<Item = char> {
    let directions = if shape.is_flat() { &Direction::ALL[..4] } else { &Direction::ALL[..] };
    directions.iter().map(move |&direction| shape.letter(direction))
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// Letters, each with a number behind it if it is repeated. A run is no longer than the box, so a text is never worth many
/// more moves than it has letters.
pub(super) fn letters(
    start: &Board,
    text: &str,
    of_the_blank: impl Fn(Direction) -> Direction,
) -> Result<Vec<Direction>, MovesError> {
    let mut board = start.clone();
    let shape = start.shape();
    let mut moves = Vec::new();
    let mut rest = text.trim_start_matches(is_separator);
    while let Some(letter) = rest.chars().next() {
        let index = moves.len();
        let not_a_move = |word: &str| MovesError::NotAMove { index, word: word.to_string(), shape };
        let direction = shape.direction(letter.to_ascii_uppercase()).map(&of_the_blank);
        let direction = direction.ok_or_else(|| not_a_move(&rest[..letter.len_utf8()]))?;
        rest = &rest[letter.len_utf8()..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let times = match &rest[..digits] {
            "" => 1,
            digits => {
                digits.parse::<u32>().ok().filter(|&times| times > 0).ok_or_else(|| not_a_move(digits))?
            }
        };
        for _ in 0..times {
            board.slide(direction).ok_or(WrongMoves::Illegal { index: moves.len() })?;
            moves.push(direction);
        }
        rest = rest[digits..].trim_start_matches(is_separator);
    }
    Ok(moves)
}

pub(super) fn numbers(start: &Board, text: &str) -> Result<Vec<Direction>, MovesError> {
    let mut board = start.clone();
    let words = text.split(is_separator).filter(|word| !word.is_empty());
    let direction = |(index, word): (usize, &str)| {
        let not_a_move = || MovesError::NotAMove { index, word: word.to_string(), shape: start.shape() };
        let tile = Tile::new(u16::from_str(word).map_err(|_| not_a_move())?).ok_or_else(not_a_move)?;
        let slide = board.slide_tile(tile).ok_or(MovesError::NotBeside { index, tile: tile.number() })?;
        Ok(slide.direction())
    };
    words.enumerate().map(direction).collect()
}

pub(super) fn boards(start: &Board, text: &str) -> Result<Vec<Direction>, MovesError> {
    let mut before = start.clone();
    let mut moves = Vec::new();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    for (index, line) in lines.enumerate() {
        let board =
            parse_board(line, Some(start.shape())).map_err(|error| MovesError::NotABoard { index, error })?;
        // Boards that a shift lies between differ in a whole line.
        let shape = start.shape();
        let moves_there = Metric::Shifts.moves_from(shape, before.blank());
        if let Some(shift) = moves_there.iter().find(|shift| index > 0 && shift.to == board.blank()) {
            before.shift_blank_to(shift.to);
            moves.extend(std::iter::repeat_n(shift.direction, shift.tiles.into()));
        }
        if before != board {
            return Err(MovesError::NotANeighbour { index });
        }
    }
    Ok(moves)
}
