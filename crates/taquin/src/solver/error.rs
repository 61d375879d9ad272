//! Why a solver gives no answer.

use crate::beam::MOST_CELLS;
use crate::heuristic::{Contradiction, HeuristicName, TablesError, UnknownHeuristic};
use crate::metric::Metric;
use crate::pdb::{BuildError, Catalogue, CatalogueError, FileError};
use crate::problem::ProblemError;
use crate::search::{Algorithm, StopReason};
use crate::shape::Shape;
use crate::solution::WrongMoves;
use std::fmt;

/// Why there is no answer. A limit that is reached is an answer, not an error.
#[derive(Debug)]
#[non_exhaustive]
pub enum SolverError {
    /// The board cannot be slid into the goal, or the two have different shapes.
    Problem(ProblemError),
    /// Moves that cannot be made.
    Moves(WrongMoves),
    /// The heuristic was made for another goal than the problem's.
    OtherGoal,
    /// No heuristic has this name.
    UnknownHeuristic(UnknownHeuristic),
    /// The shape has no such pattern databases.
    Set(CatalogueError),
    /// The pattern databases that were asked for are not on disk, and take too long to build on the way.
    NotThere(Box<Catalogue>),
    /// A file of tables that were asked for cannot be used.
    File(FileError),
    /// A table could not be built.
    Build(BuildError),
    /// A table contradicts itself or the solution: nothing that was found with it counts.
    Contradiction(Contradiction),
    /// The algorithm cannot work on boards of this shape.
    TooLarge {
        /// The algorithm.
        algorithm: Algorithm,
        /// The shape.
        shape: Shape,
    },
    /// The search is not the one that is recorded, or cannot be. The text says why, and what to do.
    Ledger(String),
    /// The heuristic estimates distances in another metric. `None` if it was made by the caller.
    OtherMetric {
        /// The heuristic.
        heuristic: Option<HeuristicName>,
        /// The metric that was asked for.
        metric: Metric,
    },
    /// The algorithm cannot count shifts.
    CountsSlides(Algorithm),
    /// Rules of one's own, such as those of classic programs, count slides.
    RulesCountSlides,
    /// The algorithm shows no single nodes.
    NotWatchable(Algorithm),
    /// A limit was reached while tables were read or built. [`Solver::solve`](crate::Solver::solve) makes an answer
    /// of it.
    Stopped(StopReason),
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolverError::Problem(error) => error.fmt(f),
            SolverError::Moves(error) => error.fmt(f),
            SolverError::OtherGoal => {
                f.write_str("the heuristic was made for another goal than the problem's")
            }
            SolverError::UnknownHeuristic(error) => error.fmt(f),
            SolverError::Set(error) => error.fmt(f),
            SolverError::NotThere(set) => write!(
                f,
                "the tables of pdb:{} are not there, and with {} bytes they take too long to build on the way",
                set.name(),
                set.bytes()
            ),
            SolverError::File(error) => error.fmt(f),
            SolverError::Build(error) => error.fmt(f),
            SolverError::Contradiction(error) => error.fmt(f),
            SolverError::TooLarge { algorithm: Algorithm::Beam, shape } => {
                write!(
                    f,
                    "{shape} is too large for beam, which takes up to {MOST_CELLS} cells: auto takes boards of any size"
                )
            }
            SolverError::TooLarge { algorithm, shape } => {
                write!(f, "{shape} is too large for {algorithm}: idastar takes boards of any size")
            }
            SolverError::Ledger(why) => f.write_str(why),
            SolverError::OtherMetric { heuristic, metric } => {
                let what = heuristic.as_ref().map_or_else(|| "the heuristic".into(), ToString::to_string);
                match metric {
                    Metric::Slides => write!(f, "{what} counts shifts: in slides there is walking-distance"),
                    _ => write!(
                        f,
                        "{what} counts slides: a shift moves several tiles at once, so in shifts it may be too high; \
                         there are axis-distance and zero"
                    ),
                }
            }
            SolverError::CountsSlides(algorithm) => {
                let others = Algorithm::ALL.into_iter().filter(|other| other.counts_in(Metric::Shifts));
                let others: Vec<&str> = others.map(Algorithm::name).collect();
                write!(f, "{algorithm} counts slides: in shifts there are {}", others.join(", "))
            }
            SolverError::RulesCountSlides => {
                f.write_str("these rules count slides: leave the metric at slides")
            }
            SolverError::NotWatchable(algorithm) => {
                write!(f, "{algorithm} shows no single nodes: idastar does")
            }
            SolverError::Stopped(why) => write!(f, "stopped ({why}) while tables were read or built"),
        }
    }
}

impl std::error::Error for SolverError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SolverError::Problem(error) => Some(error),
            SolverError::Moves(error) => Some(error),
            SolverError::UnknownHeuristic(error) => Some(error),
            SolverError::Set(error) => Some(error),
            SolverError::File(error) => Some(error),
            SolverError::Build(error) => Some(error),
            SolverError::Contradiction(error) => Some(error),
            _ => None,
        }
    }
}

impl From<TablesError> for SolverError {
    fn from(error: TablesError) -> SolverError {
        match error {
            TablesError::Set(error) => SolverError::Set(error),
            TablesError::Build(error) => SolverError::Build(error),
            TablesError::File(error) => SolverError::File(error),
        }
    }
}

impl From<ProblemError> for SolverError {
    fn from(error: ProblemError) -> SolverError {
        SolverError::Problem(error)
    }
}

impl From<FileError> for SolverError {
    fn from(error: FileError) -> SolverError {
        SolverError::File(error)
    }
}

impl From<Contradiction> for SolverError {
    fn from(error: Contradiction) -> SolverError {
        SolverError::Contradiction(error)
    }
}
