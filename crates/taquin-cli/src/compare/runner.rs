//! Runs every combination of heuristic and algorithm on every board, on several threads, and hands
//! the rows back in order.

use super::counting::Convention;
use super::row::Row;
use crate::failure::Failure;
use crate::input::Posed;
use crate::pipeline;
use crate::tables::Tables;
use std::collections::HashMap;
use std::sync::Arc;
use taquin::Problem;
use taquin::heuristic::HeuristicName;
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
    known: Vec<Row>,
    cancel: &Cancel,
    mut finish: impl FnMut(Row, bool) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (runner, switch) = (runs.clone(), cancel.clone());
    let known: HashMap<String, Row> = known.into_iter().map(|row| (row.key(), row)).collect();
    let plans = runs.plans.clone();
    let items = boards.into_iter().enumerate().flat_map(move |(index, posed)| {
        plans.clone().into_iter().map(move |plan| (index + 1, posed.clone(), plan))
    });
    let work = move |(number, posed, plan): (usize, Posed, Plan)| {
        let empty = Row::unsolvable(number, &posed.start, &posed.goal, &plan, runner.convention);
        match known.get(&empty.key()) {
            Some(row) => Ok((Row { number, ..row.clone() }, true)),
            None => runner.run(empty, &posed, &plan, &switch).map(|row| (row, false)),
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
    fn run(&self, row: Row, posed: &Posed, plan: &Plan, cancel: &Cancel) -> Result<Row, Failure> {
        let Runs { convention, limits, exhaustive, .. } = self;
        let name = if plan.algorithm.uses_heuristic() { &plan.heuristic } else { &HeuristicName::Zero };
        let heuristic = self.tables.heuristic(name, &posed.goal, cancel)?.heuristic;
        Ok(match Problem::new(posed.start.clone(), posed.goal.clone()) {
            Ok(problem) => {
                let answer = convention.search(&problem, plan, &heuristic, limits);
                row.searched(&answer, true, *convention)
            }
            Err(_) if *exhaustive => {
                match convention.exhaust(&posed.start, plan.algorithm, &heuristic, limits) {
                    Some(answer) => row.searched(&answer, false, *convention),
                    None => row,
                }
            }
            Err(_) => row,
        })
    }
}
