//! Solutions as people and programs write them, taken out of a text one after the other:
//!
//! 1. lines of `solve --json`: the field `moves`;
//! 2. what `solve` prints for one board: the moves stand between the headline and the figures;
//! 3. what `solve` prints for many: a line each, the moves behind `optimal` or `unproved`;
//! 4. moves alone, on as many lines as it takes, or on a line for each board if there are several boards.
//!
//! What letters and numbers mean is up to [`Notation`].

use serde::Deserialize;
use std::borrow::Cow;
use taquin::notation::{MovesError, Notation, parse_board};
use taquin::{Board, Problem, Solution};

/// The moves of one solution, not yet replayed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SolutionText<'a> {
    /// The line it begins on, from 1.
    pub(crate) line: usize,
    /// The board that it says it begins with.
    pub(crate) start: Option<String>,
    /// `None` where the text says that there is no solution.
    pub(crate) moves: Option<Cow<'a, str>>,
}

impl SolutionText<'_> {
    /// Complains about a solution that says that it begins with another board.
    pub(crate) fn belongs_to(&self, board: &Board) -> Result<(), String> {
        let Some(start) = &self.start else { return Ok(()) };
        match parse_board(start, Some(board.shape())) {
            Ok(start) if start == *board => Ok(()),
            Ok(_) => Err("this is the solution of another board".into()),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// What is read of an object of `solve --json`.
#[derive(Deserialize)]
struct Object<'a> {
    start: Option<String>,
    #[serde(borrow)]
    moves: Option<Cow<'a, str>>,
}

/// What becomes of a line of moves.
#[derive(Clone, Copy)]
enum Expected {
    /// It is a solution of its own.
    Solution,
    /// It goes on with the moves before it.
    MoreMoves,
    /// It goes on if it is a board.
    MoreBoards,
    /// It is no move but a part of a drawing.
    Nothing,
}

/// The solutions of a text. `line_each` says that moves alone are one solution for each line.
pub(crate) fn solutions(text: &str, line_each: bool) -> Result<Vec<SolutionText<'_>>, String> {
    let mut found: Vec<SolutionText<'_>> = Vec::new();
    let mut expected = Expected::Solution;
    let after = |moves: &str| match moves.contains('/') {
        true => Expected::MoreBoards,
        false => Expected::Nothing,
    };
    for (content, line) in text.lines().map(without_comment).zip(1..) {
        let solution = |moves| SolutionText { line, start: None, moves };
        match (Line::of(content), expected) {
            (Line::Nothing, _) | (Line::Moves(_), Expected::Nothing) => {}
            (Line::Object, _) => {
                let object: Object<'_> = serde_json::from_str(content)
                    .map_err(|error| format!("line {line} is not an answer of solve --json: {error}"))?;
                found.push(SolutionText { line, start: object.start, moves: object.moves });
                expected = Expected::Nothing;
            }
            (Line::Headline, _) => {
                found.push(solution(Some("".into())));
                expected = Expected::MoreMoves;
            }
            (Line::Answer(moves), _) => {
                found.push(solution(Some(moves.into())));
                expected = after(moves);
            }
            (Line::Figures, _) => expected = Expected::Nothing,
            (Line::NoSolution, _) => {
                found.push(solution(None));
                expected = Expected::Nothing;
            }
            (Line::Moves(moves), Expected::Solution) => {
                found.push(solution(Some(moves.into())));
                expected = match (line_each, after(moves)) {
                    (false, _) => Expected::MoreMoves,
                    (true, Expected::MoreBoards) => Expected::MoreBoards,
                    (true, _) => Expected::Solution,
                };
            }
            (Line::Moves(moves), Expected::MoreBoards) if !moves.contains('/') => {}
            (Line::Moves(moves), _) => {
                if let Some(before) = found.last_mut().and_then(|last| last.moves.as_mut()) {
                    append(before, moves);
                }
            }
        }
    }
    Ok(found)
}

fn append<'a>(before: &mut Cow<'a, str>, moves: &'a str) {
    if before.is_empty() {
        *before = moves.into();
    } else {
        let before = before.to_mut();
        before.push('\n');
        before.push_str(moves);
    }
}

fn without_comment(line: &str) -> &str {
    line.find('#').map_or(line, |comment| &line[..comment]).trim()
}

/// What a line of a text of solutions is.
enum Line<'a> {
    /// Empty, a comment or a note.
    Nothing,
    /// An object of `solve --json`.
    Object,
    /// `14 moves, proved optimal`: moves follow, if there are any.
    Headline,
    /// `14 optimal RDLU…`, with the moves behind it.
    Answer(&'a str),
    /// `stopped by the time limit`, `astar with manhattan: 7 expanded, …`: the moves are over.
    Figures,
    /// The board cannot be solved, or the search was stopped.
    NoSolution,
    /// Anything else.
    Moves(&'a str),
}

impl Line<'_> {
    fn of(line: &str) -> Line<'_> {
        if line.is_empty() || line.starts_with("note:") {
            return Line::Nothing;
        }
        if let Some(moves) = line.strip_prefix("blank:") {
            return Line::Moves(moves.trim_start());
        }
        if line.starts_with("tiles:") {
            return Line::Figures;
        }
        if line.starts_with('{') {
            return Line::Object;
        }
        if line.starts_with("unsolvable")
            || line.starts_with("not a board")
            || line.starts_with("stopped") && line.contains(": at least ")
        {
            return Line::NoSolution;
        }
        if line.contains(" expanded, ") || line.starts_with("stopped") {
            return Line::Figures;
        }
        let (number, rest) = line.split_once(' ').unwrap_or((line, ""));
        let is_number = number.chars().all(|c| c.is_ascii_digit() || c == ',');
        let word = rest.split(' ').next().unwrap_or_default();
        match word {
            "move," | "moves," | "move:" | "moves:" if is_number => Line::Headline,
            "optimal" | "unproved" if is_number => Line::Answer(rest[word.len()..].trim_start()),
            _ => Line::Moves(line),
        }
    }
}

/// How letters were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    OfTheBlank,
    OfTheTiles,
}

/// Replays moves in any notation. Letters are the blank's moves, or the tiles' if the board is solved by these only.
pub(crate) fn replay(problem: &Problem, moves: &str) -> Result<(Solution, Letters), MovesError> {
    let read = |notation: Notation| Ok(Solution::replay(problem, notation.read(problem.start(), moves)?)?);
    if moves.contains('/') {
        return Ok((read(Notation::Boards)?, Letters::OfTheBlank));
    }
    let error = match Solution::from_text(problem, moves) {
        Ok(solution) => return Ok((solution, Letters::OfTheBlank)),
        Err(error) => error,
    };
    let as_tiles: Result<Solution, MovesError> = read(Notation::Tile);
    as_tiles.map(|solution| (solution, Letters::OfTheTiles)).map_err(|_| error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of each solution, on one line, `-` where there are none.
    fn read(text: &str, line_each: bool) -> Vec<String> {
        let solutions = solutions(text, line_each).unwrap();
        let moves = |one: SolutionText<'_>| one.moves.map_or("-".into(), |moves| moves.replace('\n', "|"));
        solutions.into_iter().map(moves).collect()
    }

    #[test]
    fn moves_alone_are_one_solution_or_one_for_each_line() {
        assert_eq!(read("# mine\nRDR\nU2 # and more\n", false), ["RDR|U2"]);
        assert_eq!(read("RDR\n\n4 5 8\n", true), ["RDR", "4 5 8"]);
        assert_eq!(read("1 2/0 3\n1 2/3 0\n", true), ["1 2/0 3|1 2/3 0"]);
        assert_eq!(read("\n# nothing\n", false), [""; 0]);
    }

    #[test]
    fn answers_of_solve_are_found_among_what_else_it_prints() {
        let one = "note: 3x3: searching by astar\n3 moves, proved optimal\nRDR\nastar: 3 expanded, 9 generated\n\n\
                   Step 0   g*=0\n| 1 | 2 |\n";
        assert_eq!(read(one, false), ["RDR"]);
        let stopped =
            "2,031 moves, not proved optimal\nR2 D\nstopped by the time limit\nany: 3 expanded, 9\n";
        assert_eq!(read(stopped, false), ["R2 D"]);
        assert_eq!(read("0 moves: the board is the goal\nastar: 1 expanded, 0 generated\n", false), [""]);
        let labelled =
            "7 moves, proved optimal\nblank: RDRUL UR\ntiles: 4 5 8 6 1 2 3\nastar: 3 expanded, 9\n";
        assert_eq!(read(labelled, false), ["RDRUL UR"]);
        let many = "3 optimal RDR\n0 optimal\nunsolvable: 1 inversion\nstopped by Ctrl-C: at least 4\n2 unproved 1 2/0 3\n1 2/3 0\n";
        assert_eq!(read(many, true), ["RDR", "", "-", "-", "1 2/0 3|1 2/3 0"]);
        let objects =
            "{\"start\":\"1 2/0 3\",\"moves\":\"R\",\"tiles\":[3]}\n{\"start\":\"2 1/0 3\",\"moves\":null}\n";
        assert_eq!(read(objects, true), ["R", "-"]);
        assert!(solutions("{\"moves\":3}", false).unwrap_err().starts_with("line 1 is not an answer"));
    }
}
