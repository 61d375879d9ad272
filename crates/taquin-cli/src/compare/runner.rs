//! Runs every combination of heuristic and algorithm on every board, on several threads, and hands
//! the rows back in order.

use super::counting::Convention;
use super::resume::Known;
use super::row::Row;
use crate::failure::Failure;
use crate::input::Posed;
use crate::pipeline;
use crate::tables::{Made, Tables};
use std::sync::Arc;
use taquin::Problem;
use taquin::heuristic::{AnyHeuristic, HeuristicName};
use taquin::search::{Cancel, Limits, Plan};

/// What is run on every board.
#[derive(Clone)]
pub(crate) struct Runs {
    pub(crate) plans: Vec<Plan>,
    pub(crate) convention: Convention,
    /// For each run.
    pub(crate) limits: Limits,
    /// Whether to walk through everything that can be reached from a board that cannot be solved.
    pub(crate) exhaustive: bool,
    pub(crate) threads: usize,
    pub(crate) tables: Arc<Tables>,
}

/// Runs them all. Rows that are known already are handed back as they are.
pub(crate) fn run(
    boards: Vec<Posed>,
    runs: &Runs,
    known: Known,
    cancel: &Cancel,
    mut finish: impl FnMut(Row, bool) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (runner, switch) = (runs.clone(), cancel.clone());
    let plans = runs.plans.clone();
    let items = boards.into_iter().enumerate().flat_map(move |(index, posed)| {
        plans.clone().into_iter().map(move |plan| (index + 1, posed.clone(), plan))
    });
    let work = move |(number, posed, plan): (usize, Posed, Plan)| {
        let (plan, heuristic) = runner.prepare(plan, &posed, &switch)?;
        let wanted = Row::unsolvable(number, &posed.start, &posed.goal, &plan, runner.convention);
        let wanted = Row { exhaustive: runner.exhaustive, ..wanted.within(&runner.limits) };
        match known.find(&wanted) {
            Some(row) => Ok((Row { number, ..row.clone() }, true)),
            None => Ok((runner.run(wanted, &posed, &plan, &heuristic), false)),
        }
    };
    pipeline::run(items, runs.threads, cancel, work, |result: Result<(Row, bool), Failure>| {
        let (row, was_known) = match result {
            Err(Failure::Stopped(_)) => return Ok(()),
            result => result?,
        };
        // A run that Ctrl-C cut short says nothing: it is left to be made again.
        if row.stopped_by.as_deref() == Some("cancelled") { Ok(()) } else { finish(row, was_known) }
    })
}

impl Runs {
    /// The heuristic of a plan, and the plan with its full name: `pdb` is another set when other tables are
    /// at hand.
    fn prepare(
        &self,
        plan: Plan,
        posed: &Posed,
        cancel: &Cancel,
    ) -> Result<(Plan, Arc<AnyHeuristic>), Failure> {
        let name = if plan.algorithm.uses_heuristic() { &plan.heuristic } else { &HeuristicName::Zero };
        let Made { name, heuristic } = self.tables.heuristic(name, &posed.goal, cancel)?;
        Ok((Plan { heuristic: name, ..plan }, heuristic))
    }

    fn run(&self, row: Row, posed: &Posed, plan: &Plan, heuristic: &AnyHeuristic) -> Row {
        let Runs { convention, limits, exhaustive, .. } = self;
        match Problem::new(posed.start.clone(), posed.goal.clone()) {
            Ok(problem) => {
                let answer = convention.search(&problem, plan, heuristic, limits);
                row.searched(&answer, true, *convention)
            }
            Err(_) if *exhaustive => {
                match convention.exhaust(&posed.start, plan.algorithm, heuristic, limits) {
                    Some(answer) => row.searched(&answer, false, *convention),
                    None => row,
                }
            }
            Err(_) => row,
        }
    }
}
