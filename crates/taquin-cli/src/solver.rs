//! The library's solver with the program's directory of tables, and its errors in the program's words.

mod advice;

pub(crate) use advice::to_build;

use crate::args::CacheArguments;
use crate::failure::Failure;
use taquin::solver::Note;
use taquin::{Board, Solver, SolverError};

/// A solver that finds tables where the program keeps them, and works and builds on so many threads.
pub(crate) fn solver(cache: &CacheArguments, threads: usize) -> Solver {
    // A system that knows no directory for tables has none; commands that need one say so.
    Solver::new().store(cache.store().ok()).threads(threads).build_threads(threads)
}

/// How many moves a board is from a goal, where that is known without a search. A table on disk that cannot be used is
/// told to `warn` and done without.
pub(crate) fn distance(
    solver: &Solver,
    start: &Board,
    goal: &Board,
    warn: &dyn Fn(Note),
) -> Result<Option<u32>, Failure> {
    let distance = match solver.distance(start, goal) {
        Err(SolverError::File(error)) => {
            warn(Note::Unusable(error.to_string()));
            solver.clone().store(None).distance(start, goal)
        }
        distance => distance,
    };
    distance.map_err(|error| failure(error, goal))
}

/// Why there is no answer for a goal, and what to do about it.
pub(crate) fn failure(error: SolverError, goal: &Board) -> Failure {
    match error {
        SolverError::NotThere(set) => Failure::new(format_args!(
            "the tables of pdb:{} are not there: `{}` builds them, {}",
            set.name(),
            advice::command(goal, Some(set.name())),
            advice::cost(&set, crate::commands::threads(None))
        )),
        SolverError::Contradiction(contradiction) => Failure::new(format_args!(
            "the table {} is damaged, {}: no answer found with it counts; `taquin pdb verify` tells what is wrong, \
             `taquin pdb remove {}` removes it",
            contradiction.table(),
            contradiction.kind(),
            contradiction.table()
        )),
        SolverError::Stopped(why) => {
            Failure::Stopped(format!("stopped ({why}) while tables were read or built"))
        }
        error => Failure::new(error),
    }
}
