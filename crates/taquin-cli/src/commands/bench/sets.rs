//! Which boards are measured: published ones, random ones that are always the same, or those of a file.

use super::file;
use crate::args::Bench;
use crate::failure::Failure;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use taquin::published::PublishedSet;
use taquin::{Board, Problem, Scrambler, Shape};

/// Shapes with a set of random boards, and how many there are.
const RANDOM: [(&str, usize); 8] = [
    ("5x5", 20),
    ("6x6", 100),
    ("8x8", 20),
    ("10x10", 20),
    ("20x20", 10),
    ("100x100", 3),
    ("3x3x4", 20),
    ("4x4x4", 20),
];
/// What all random sets are drawn with.
const SEED: u64 = 1;
const PREFIX: &str = "random-";

/// A set of boards.
pub(super) enum Set {
    Published(PublishedSet),
    Random(Shape, usize),
    File(PathBuf),
}

/// A board of any set, and what is known of it.
#[derive(Clone)]
pub(super) struct SetBoard {
    /// From 1.
    pub(super) number: u32,
    pub(super) problem: Problem,
    /// The length to compare with.
    pub(super) length: Option<u32>,
}

/// The names of all sets.
pub(crate) fn set_names() -> impl Iterator<Item = String> {
    let published = PublishedSet::ALL.into_iter().map(|set| set.name().to_string());
    published.chain(RANDOM.iter().map(|(shape, _)| format!("{PREFIX}{shape}")))
}

impl Set {
    /// The set of a name, else a file.
    pub(super) fn of(argument: &OsStr) -> Result<Set, Failure> {
        let name = argument.to_str().unwrap_or_default();
        if let Ok(set) = name.parse() {
            return Ok(Set::Published(set));
        }
        let random = name.strip_prefix(PREFIX);
        let random = random.and_then(|shape| RANDOM.iter().find(|(of, _)| *of == shape));
        if let Some((shape, count)) = random {
            return Ok(Set::Random(shape.parse().map_err(Failure::new)?, *count));
        }
        let path = Path::new(argument);
        if path.exists() {
            return Ok(Set::File(path.into()));
        }
        let names: Vec<String> = set_names().collect();
        Err(Failure::new(format_args!(
            "{}: no such file, and no set of this name: the sets are {}",
            path.display(),
            names.join(", ")
        )))
    }

    /// The boards in order.
    pub(super) fn boards(&self, arguments: &Bench) -> Result<Vec<SetBoard>, Failure> {
        match self {
            Set::Published(set) => Ok(set
                .boards()
                .into_iter()
                .map(|board| SetBoard {
                    number: board.number,
                    problem: board.problem,
                    length: Some(board.length),
                })
                .collect()),
            Set::Random(shape, count) => {
                let goal = Board::goal(*shape);
                let starts = Scrambler::new(goal.clone(), SEED).take(*count);
                let board = |(start, number)| {
                    let problem = Problem::new(start, goal.clone()).map_err(Failure::new)?;
                    Ok(SetBoard { number, problem, length: None })
                };
                starts.zip(1..).map(board).collect()
            }
            Set::File(path) => file::read(path, arguments),
        }
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Set::Published(set) => set.fmt(f),
            Set::Random(shape, _) => write!(f, "{PREFIX}{shape}"),
            Set::File(path) => path.display().fmt(f),
        }
    }
}
