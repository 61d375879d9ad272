//! What answers mean: boards in every form, sizes, rows, names.

use super::rows::Rows;
use crate::commands::scramble::system_seed;
use crate::input::mistaken_shape;
use taquin::heuristic::HeuristicName;
use taquin::notation::source::{ProblemText, ReadError, Source};
use taquin::{Board, NamedGoal, Scrambler, Shape};

/// What the first question is answered with.
pub(super) enum First {
    Shape(Shape),
    Board { start: Board, goal: Option<Board> },
    Rows(Rows),
}

/// The board that an answer is, or `None` if it was rows, which are added.
pub(super) fn typed(
    answer: &str,
    rows: &mut Rows,
    shape: Shape,
    usual: Option<&Board>,
    remark: &mut Option<String>,
) -> Result<Option<Board>, String> {
    if answer.is_empty() {
        return match (usual, rows.is_empty()) {
            (Some(usual), true) => Ok(Some(usual.clone())),
            (None, true) => Err("a row of numbers, or ? for what else".into()),
            // Between layers; or the end of a board that is no square.
            (_, false) => Ok(rows.as_it_is()),
        };
    }
    if !rows.is_empty() {
        return rows.add(answer).map(|()| None);
    }
    if let (Ok(named), Some(_)) = (answer.parse::<NamedGoal>(), usual) {
        return named.board(shape).map(Some).map_err(|error| error.to_string());
    }
    if answer.eq_ignore_ascii_case("random") {
        let board = random(shape);
        *remark = Some(board.to_string());
        return Ok(Some(board));
    }
    match whole(answer, Some(shape)) {
        Ok(ProblemText { start, goal: None, .. }) => Ok(Some(start)),
        Ok(_) => Err("this is more than one board".into()),
        Err(why) => {
            rows.add(answer).map(|()| None).map_err(|of_row| match answer.contains(['/', ';', '\n']) {
                true => why,
                false => of_row,
            })
        }
    }
}

/// The one problem that a text is.
fn whole(text: &str, shape: Option<Shape>) -> Result<ProblemText, String> {
    let problems: Vec<Result<ProblemText, ReadError>> = Source::new(text.as_bytes(), shape).take(2).collect();
    match <[_; 1]>::try_from(problems) {
        Ok([problem]) => problem.map_err(|error| error.to_string()),
        Err(_) => Err("these are several boards, and one is asked for".into()),
    }
}

/// What an answer to the first question means, and how it was understood.
pub(super) fn first_answer(answer: &str, remarks: &mut Vec<String>) -> Result<First, String> {
    let mut words = answer.split_whitespace();
    if let (Some(word), size, None) = (words.next(), words.next(), words.next())
        && word.eq_ignore_ascii_case("random")
    {
        let start = random(size.map_or(Ok(Shape::PUZZLE_8), |size| self::size(size, remarks))?);
        remarks.push(format!("start: {start}"));
        return Ok(First::Board { start, goal: None });
    }
    // A number such as 123 is a row, one such as 100 or 12 a size, and so is 4x3, although x may be the blank.
    let mut rows = Rows::new(None);
    let as_rows = rows.add(answer);
    let is_row = as_rows.is_ok() && !rows.is_single_number();
    let is_product = answer.contains(['x', 'X', '×']);
    let as_size = size(answer, &mut Vec::new());
    if as_size.is_ok() && (is_product || !is_row) {
        let shape = size(answer, remarks)?;
        if is_row && answer.contains(' ') {
            remarks.push(format!("this is the size {shape}; in a row, write the blank as 0"));
        }
        return Ok(First::Shape(shape));
    }
    match (whole(answer, None), as_size) {
        (Ok(ProblemText { start, goal, remark, .. }), _) => {
            remarks.extend(remark.map(|remark| remark.to_string()));
            remarks.push(format!("start: {start} ({})", start.shape()));
            Ok(First::Board { start, goal })
        }
        (Err(why), _) if rows.looks_like_a_list() => Err(why),
        (Err(_), _) if is_row => Ok(First::Rows(rows)),
        (Err(why), _) if answer.contains(|c: char| c.is_ascii_digit()) => Err(why),
        (Err(_), Err(why)) => Err(format!("{why}; ? shows what can be answered")),
        (Err(why), Ok(_)) => Err(why),
    }
}

/// A size; a number that is the name of a puzzle is that puzzle.
fn size(text: &str, remarks: &mut Vec<String>) -> Result<Shape, String> {
    let shape: Shape = text.parse().map_err(|error| format!("{error}"))?;
    let is_number = text.trim().bytes().all(|byte| byte.is_ascii_digit());
    match mistaken_shape(shape).filter(|_| is_number) {
        Some(_) => {
            let side = (shape.width() + 1).isqrt();
            remarks.push(format!(
                "the {}-puzzle is {side}x{side}; write {shape} for a board of {} cells",
                shape.width(),
                shape.cells()
            ));
            Shape::flat(side, side).map_err(|error| error.to_string())
        }
        None => Ok(shape),
    }
}

/// Another random board each time, that can be slid to the usual goal.
fn random(shape: Shape) -> Board {
    Scrambler::new(Board::goal(shape), system_seed()).uniform()
}

/// A heuristic by its number in the list or by its name.
pub(super) fn heuristic(word: &str) -> Result<HeuristicName, String> {
    match word.parse::<usize>() {
        Ok(number) => {
            let last = HeuristicName::SIMPLE.len();
            let index = number.checked_sub(1).filter(|&index| index < last);
            index
                .map(|index| HeuristicName::SIMPLE[index].clone())
                .ok_or_else(|| format!("there is no heuristic {number}: the numbers are 1 to {last}"))
        }
        Err(_) => word.parse().map_err(|error| format!("{error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heuristics_by_number_or_name() {
        assert_eq!(heuristic("4"), Ok(HeuristicName::Manhattan));
        assert_eq!(heuristic("hamming"), Ok(HeuristicName::Hamming));
        assert!(heuristic("8").unwrap_err().contains("1 to 7"));
        assert!(heuristic("0").is_err());
    }

    fn understood(answer: &str) -> String {
        let mut remarks = Vec::new();
        let meaning = match first_answer(answer, &mut remarks) {
            Ok(First::Shape(shape)) => format!("size {shape}"),
            Ok(First::Board { start, goal: None }) => format!("board {start}"),
            Ok(First::Board { start, goal: Some(goal) }) => format!("board {start} to {goal}"),
            Ok(First::Rows(rows)) => format!("then {}", rows.place()),
            Err(why) => format!("error {why}"),
        };
        [meaning].into_iter().chain(remarks).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn the_first_answer_is_a_board_a_size_or_rows() {
        for (answer, meaning) in [
            ("3", "size 3x3"),
            ("4x10", "size 4x10"),
            ("4x3", "size 4x3"),
            ("8 x 3", "size 8x3; this is the size 8x3; in a row, write the blank as 0"),
            ("8 _ 3", "then row 2 of 3"),
            ("100", "size 100x100"),
            ("8", "size 3x3; the 8-puzzle is 3x3; write 8x8 for a board of 64 cells"),
            ("15", "size 4x4; the 15-puzzle is 4x4; write 15x15 for a board of 225 cells"),
            ("8x8", "size 8x8"),
            ("8 1 3/4 0 2/7 6 5", "board 8 1 3/4 0 2/7 6 5; start: 8 1 3/4 0 2/7 6 5 (3x3)"),
            ("813402765", "board 8 1 3/4 0 2/7 6 5; start: 8 1 3/4 0 2/7 6 5 (3x3)"),
            ("8 1 3\n4 0 2\n7 6 5", "board 8 1 3/4 0 2/7 6 5; start: 8 1 3/4 0 2/7 6 5 (3x3)"),
            ("1 2/0 3 | 1 2/3 0", "board 1 2/0 3 to 1 2/3 0; start: 1 2/0 3 (2x2)"),
            ("8 1 3", "then row 2 of 3"),
            ("813", "then row 2 of 3"),
            ("[[8, 1, 3],", "then row 2 of 3"),
            ("| 8 | 1 | 3 |", "then row 2 of 3"),
            ("1 2 3 4", "then row 2 of 4"),
            ("8 1 3\n4 0 2", "then row 3 of 3"),
        ] {
            assert_eq!(understood(answer), meaning, "{answer:?}");
        }
        for (answer, why) in [
            ("three", "`three` is not a shape"),
            ("8 1 3/4 0 2/7 6 6", "6 appears twice, 5 is missing"),
            ("1 2 3 4 5 6 7 8 9", "is the blank missing?"),
            ("random sample", "`sample` is not a shape"),
        ] {
            assert!(understood(answer).contains(why), "{answer}: {}", understood(answer));
        }
        assert!(understood("random 2x3").contains("board "));
    }
}
