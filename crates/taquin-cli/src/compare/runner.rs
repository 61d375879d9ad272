//! Runs every combination of heuristic and algorithm on every board, on several threads, and hands
//! the rows back in order.

use super::resume::Known;
use crate::failure::Failure;
use crate::input::Posed;
use crate::solver;
use taquin::search::{Cancel, Limits};
use taquin::solver::{Choice, Convention, Plan, Prepared};
use taquin::{Problem, Solvability, Solver, SolverError};
use taquin_json::Row;

/// What is run on every board.
#[derive(Clone)]
pub(crate) struct Runs {
    pub(crate) choices: Vec<Choice>,
    pub(crate) convention: Convention,
    /// For each run.
    pub(crate) limits: Limits,
    /// Whether to walk through everything that can be reached from a board that cannot be solved.
    pub(crate) exhaustive: bool,
    pub(crate) threads: usize,
    pub(crate) solver: Solver,
}

/// Runs them all. Rows that are known already are handed back as they are.
pub(crate) fn run(
    boards: Vec<Posed>,
    runs: &Runs,
    known: Known,
    cancel: &Cancel,
    mut finish: impl FnMut(Row, bool) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let runner = runs.clone();
    let choices = runs.choices.clone();
    let items = boards.into_iter().enumerate().flat_map(move |(index, posed)| {
        choices.clone().into_iter().map(move |choice| (index + 1, posed.clone(), choice))
    });
    // Each run has the solver of the experiment, which no other thread joins: its time is that of one thread.
    let work = move |_: &Solver, (number, posed, choice): (usize, Posed, Choice)| {
        let solver = runner.solver.clone().choice(choice).limits(runner.limits.clone());
        let wanted = |plan: &Plan| {
            let row = Row::unsolvable(number, &posed.start, &posed.goal, plan, runner.convention);
            Row { exhaustive: runner.exhaustive, ..row.within(&runner.limits) }
        };
        let failed = |error| solver::failure(error, &posed.goal);
        // The plan gets full names: `pdb` is another set when other tables are at hand.
        let prepared = match solver.prepare(&posed.goal) {
            Ok(prepared) => prepared.single(),
            // A limit was reached while tables were read or built: a row like any other that was stopped.
            Err(SolverError::Stopped(why)) => {
                let plan = solver.plan(&posed.goal).map_err(failed)?;
                let solvable = Solvability::of(&posed.start, &posed.goal).is_solvable();
                return Ok((wanted(&plan).stopped(why, solvable), false));
            }
            Err(error) => return Err(failed(error)),
        };
        let wanted = wanted(prepared.plan());
        match known.find(&wanted) {
            Some(row) => Ok((Row { number, ..row.clone() }, true)),
            None => Ok((runner.run(wanted, &posed, &prepared)?, false)),
        }
    };
    for result in runs.solver.clone().threads(runs.threads).cancel(cancel).map_all(items, work) {
        let (row, was_known) = result?;
        // A run that Ctrl-C cut short says nothing: it is left to be made again.
        if row.stopped_by.as_deref() != Some("cancelled") {
            finish(row, was_known)?;
        }
    }
    Ok(())
}

impl Runs {
    fn run(&self, row: Row, posed: &Posed, prepared: &Prepared) -> Result<Row, Failure> {
        let Runs { convention, exhaustive, .. } = self;
        Ok(match Problem::new(posed.start.clone(), posed.goal.clone()) {
            Ok(problem) => {
                let solved = convention.search(&problem, prepared, &mut ());
                let solved = solved.map_err(|error| solver::failure(error, &posed.goal))?;
                row.searched(&solved.answer, true)
            }
            Err(_) if *exhaustive => match convention.exhaust(&posed.start, prepared) {
                Some(answer) => row.searched(&answer, false),
                None => row,
            },
            Err(_) => row,
        })
    }
}
