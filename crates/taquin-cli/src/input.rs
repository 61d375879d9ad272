//! Where boards come from: an argument that is a file, `-` or the board itself, and goals by name.
//!
//! [`Problems`] hands out one start and goal after the other and never holds a whole source.

use crate::args;
use crate::failure::Failure;
use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use taquin::notation::source::{ProblemText, ReadError, Source};
use taquin::notation::{ParseError, ParseErrorKind, parse_board};
use taquin::{Board, NamedGoal, Shape};
pub(crate) use taquin_json::{Goal, Posed};

/// The largest goal file that is read: two of the largest boards fit, written with some air.
const LARGEST_GOAL_FILE: u64 = 4 << 20;

/// Shown to people whose board cannot be read.
const EXAMPLE: &str = "  a board is written like \"1 2 3/4 0 6/7 5 8\", with 0 for the blank; `taquin help solve` shows other forms";

/// Where a text comes from, for messages.
#[derive(Clone, Debug)]
enum Origin {
    File(PathBuf),
    StandardInput,
    /// Text on the command line.
    Argument(String),
}

impl Origin {
    /// An argument that names an existing file is the file, `-` is standard input, the rest is text.
    fn of(argument: &OsStr) -> Result<Origin, Failure> {
        if argument == "-" {
            return Ok(Origin::StandardInput);
        }
        let path = Path::new(argument);
        if path.exists() {
            return Ok(Origin::File(path.to_path_buf()));
        }
        match argument.to_str() {
            Some(text) => Ok(Origin::Argument(text.to_string())),
            None => Err(Failure::new(format_args!("{}: no such file", path.display()))),
        }
    }

    fn open(&self) -> Result<Box<dyn BufRead + Send>, Failure> {
        Ok(match self {
            Origin::File(path) => {
                if path.is_dir() {
                    return Err(Failure::new(format_args!("{self}: this is a directory, not a file")));
                }
                let file = File::open(path).map_err(|error| Failure::new(format_args!("{self}: {error}")))?;
                Box::new(BufReader::new(file))
            }
            Origin::StandardInput => Box::new(BufReader::new(io::stdin())),
            Origin::Argument(text) => Box::new(io::Cursor::new(text.clone())),
        })
    }

    /// A failure that names the place. Text that looks like a file name is taken for a mistyped one.
    fn failure(&self, error: impl fmt::Display) -> Failure {
        match self {
            Origin::Argument(text) if looks_like_a_file(text) => {
                Failure::new(format_args!("{self}: no such file, and not a board: {error}\n{EXAMPLE}"))
            }
            Origin::Argument(_) => Failure::new(format_args!("{error}\n{EXAMPLE}")),
            _ => Failure::new(format_args!("{self}: {error}")),
        }
    }

    /// What is said of a file whose name could have been a board.
    fn remark(&self) -> Option<String> {
        match self {
            Origin::File(path) if path.to_str()?.parse::<Board>().is_ok() => {
                Some(format!("reading the file {self}, whose name could be a board"))
            }
            _ => None,
        }
    }
}

/// Whether a text that is no board was meant as the name of a file: it begins like a path, or is one word with letters in
/// it, or begins with a letter.
fn looks_like_a_file(text: &str) -> bool {
    let is_path = ["./", "../", "~", "/"].iter().any(|begin| text.starts_with(begin));
    let is_list = text.starts_with(['[', '(', '{']);
    let is_word = !text.contains(char::is_whitespace) && text.contains(char::is_alphabetic);
    is_path || !is_list && (is_word || text.starts_with(char::is_alphabetic))
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::File(path) => path.display().fmt(f),
            Origin::StandardInput => f.write_str("standard input"),
            Origin::Argument(text) => {
                let shown: String = text.chars().take(40).collect();
                write!(f, "`{}`", shown.escape_debug())
            }
        }
    }
}

/// The whole text of a file or of standard input, and its name for messages.
pub(crate) fn whole_text(argument: &OsStr, most: u64) -> Result<(String, String), Failure> {
    let origin = match argument == "-" {
        true => Origin::StandardInput,
        false => Origin::File(argument.into()),
    };
    let mut text = String::new();
    let length = io::Read::read_to_string(&mut io::Read::take(origin.open()?, most + 1), &mut text);
    if length.map_err(|error| origin.failure(error))? as u64 > most {
        return Err(origin.failure(format_args!("more than {} MB", most >> 20)));
    }
    Ok((text, origin.to_string()))
}

/// Reads a goal: a name, a file or a board.
pub(crate) fn read_goal(argument: &OsStr, shape: Option<Shape>) -> Result<Goal, Failure> {
    if let Some(named) = argument.to_str().and_then(|text| text.parse().ok()) {
        return Ok(Goal::Named(named));
    }
    let origin = Origin::of(argument)?;
    let mut text = String::new();
    io::Read::read_to_string(&mut io::Read::take(origin.open()?, LARGEST_GOAL_FILE), &mut text)
        .map_err(|error| origin.failure(error))?;
    Goal::of_text(&text, shape).map_err(|error| {
        let names = NamedGoal::ALL.map(NamedGoal::name).join(", ");
        match origin.failure(&error) {
            Failure::Message(text) if matches!(error.kind, ParseErrorKind::NotANumber(_)) => {
                Failure::new(format_args!("goal {text}; goals with a name are {names}"))
            }
            Failure::Message(text) => Failure::new(format_args!("goal: {text}")),
            other => other,
        }
    })
}

/// The goal of `scramble` and `census` and its shape: as asked for, else the goal's own, else usual.
pub(crate) fn goal_board(goal: &OsStr, shape: Option<Shape>, usual: Shape) -> Result<Board, Failure> {
    let goal = read_goal(goal, shape)?;
    if let Goal::List(text) = &goal
        && let Err(error) = parse_board(text, shape)
    {
        return Err(Failure::new(format_args!("goal: {}", with_flag(&error))));
    }
    goal.board(shape.or(goal.shape()).unwrap_or(usual)).map_err(Failure::new)
}

/// What is said of a shape that has the name of a puzzle: `15` is 15x15, and the 15-puzzle is 4x4.
pub(crate) fn mistaken_shape(shape: Shape) -> Option<String> {
    let side = shape.width();
    let meant = (side + 1).isqrt();
    let is_puzzle = shape.is_flat() && side == shape.height() && side > 3 && meant * meant == side + 1;
    is_puzzle.then(|| format!("{shape} has {} tiles; the {side}-puzzle is {meant}x{meant}", shape.tiles()))
}

/// What is wrong with a shape, and what may have been meant instead.
pub(crate) fn failure_of_shape(why: impl fmt::Display, shape: Shape) -> Failure {
    let meant = mistaken_shape(shape).map_or(String::new(), |meant| format!("; {meant}"));
    Failure::new(format_args!("{why}{meant}"))
}

/// What is wrong with a text, and the flag that helps where there is one.
fn with_flag(error: &ParseError) -> String {
    match error.kind {
        ParseErrorKind::ShapeUnknown { .. } => format!("{error}; --shape names it"),
        _ => error.to_string(),
    }
}

/// A problem of a source, or why there is none at its place.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Which problem of the source it is, from 1.
    pub(crate) number: usize,
    /// The line it begins on, from 1.
    pub(crate) line: usize,
    pub(crate) posed: Result<Posed, Failure>,
    /// How the text was understood, where it could have been understood in another way.
    pub(crate) remark: Option<String>,
}

/// The problems of a source, one after the other. What cannot be read is an entry like any other.
pub(crate) struct Problems {
    source: Source<Box<dyn BufRead + Send>>,
    origin: Origin,
    goal: Option<Goal>,
    /// What is said of the shape that was asked for, if it has the name of a puzzle.
    mistake: Option<String>,
    /// How many entries have come out of the source.
    count: usize,
}

impl Problems {
    /// Opens what the command line names.
    pub(crate) fn open(arguments: &args::Problems) -> Result<Problems, Failure> {
        let origin = match &arguments.board {
            Some(argument) => Origin::of(argument)?,
            None if io::stdin().is_terminal() => {
                return Err(Failure::new(
                    "no board given: write one, e.g. \"8 1 3/4 0 2/7 6 5\", name a file, or pipe boards in",
                ));
            }
            None => Origin::StandardInput,
        };
        let from_standard_input = |argument: &OsStr| argument == "-";
        if matches!(origin, Origin::StandardInput) && arguments.goal().is_some_and(from_standard_input) {
            return Err(Failure::new("board and goal cannot both come from standard input"));
        }
        let goal = arguments.goal().map(|goal| read_goal(goal, arguments.shape)).transpose()?;
        let source = Source::new(origin.open()?, arguments.shape);
        let mistake = arguments.shape.and_then(mistaken_shape);
        Ok(Problems { source, origin, goal, mistake, count: 0 })
    }

    /// Adds the goal to a start. A goal on the command line is stronger than one in the text.
    fn pose(&self, line: usize, start: Board, written: Option<Board>) -> Result<Posed, Failure> {
        let goal = match (&self.goal, written) {
            (Some(goal), _) => goal.board(start.shape()),
            (None, Some(goal)) => Ok(goal),
            (None, None) => Goal::Named(NamedGoal::BlankLast).board(start.shape()),
        };
        let goal = goal.map_err(Failure::new)?;
        if start.shape() != goal.shape() {
            return Err(self.origin.failure(format_args!(
                "the start is {} but the goal is {}: both must have one shape (line {line})",
                start.shape(),
                goal.shape()
            )));
        }
        Ok(Posed { start, goal })
    }

    fn entry(&self, read: Result<ProblemText, ReadError>) -> Entry {
        let number = self.count;
        let mut remark = if number == 1 { self.origin.remark() } else { None };
        let (line, posed) = match read {
            Ok(text) => {
                let place = |remark| match &self.origin {
                    Origin::Argument(_) => format!("{remark}"),
                    origin => format!("{origin}: {remark}"),
                };
                remark = text.remark.map(place).or(remark);
                (text.line, self.pose(text.line, text.start, text.goal))
            }
            Err(ReadError::Parse(error)) => {
                let mistake = self.mistake.iter().map(|mistake| format!("; {mistake}"));
                let why = mistake.fold(with_flag(&error), |why, mistake| why + &mistake);
                (error.line, Err(self.origin.failure(why)))
            }
            Err(error) => (0, Err(self.origin.failure(error))),
        };
        Entry { number, line, posed, remark }
    }
}

impl Iterator for Problems {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        let read = self.source.next();
        if read.is_none() && self.count > 0 {
            return None;
        }
        self.count += 1;
        let empty = || Err(ParseError::new(1, 1, ParseErrorKind::Empty).into());
        Some(self.entry(read.unwrap_or_else(empty)))
    }
}
