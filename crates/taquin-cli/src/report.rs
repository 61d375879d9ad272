//! The JSON objects that commands print besides those of `taquin-json`. Field names are part of the contract: scripts
//! read them.
//!
//! Every field is always there; what is not known is `null`.

mod numbered;
mod table;

pub(crate) use numbered::{Numbered, UnreadReport};
pub(crate) use table::TableReport;

use crate::failure::Failure;
use crate::ui::Ui;
use serde::Serialize;
use std::io::{self, Write};
use std::time::Duration;
use taquin::published::{PublishedBoard, PublishedSet};
use taquin::search::Outcome;
use taquin::shortest::{SolutionCounts, SolutionLevel};
use taquin::solver::Solved;
use taquin::{Board, Metric, Problem};
use taquin_json::report::PhaseReport;

/// What `bench` measured on one board.
#[derive(Debug, Serialize)]
pub(crate) struct BenchReport {
    set: String,
    board: u32,
    start: String,
    goal: String,
    solved: bool,
    optimal: bool,
    cost: Option<u32>,
    /// The length that the set gives.
    published_cost: Option<u32>,
    lower_bound: u32,
    /// By what share the solution may be longer than a shortest one: cost / lower_bound - 1.
    gap: Option<f64>,
    /// Nodes as papers count them: all that were generated, and the root.
    nodes: u64,
    published_nodes: Option<u64>,
    expanded: u64,
    generated: u64,
    algorithm: &'static str,
    heuristic: Option<String>,
    metric: &'static str,
    prune: &'static str,
    threads: usize,
    seconds: f64,
    peak_bytes: u64,
    stopped_by: Option<&'static str>,
    /// What was done, one thing after the other.
    phases: Vec<PhaseReport>,
    /// Whether the same request on the same tables gives the same counts.
    counts_repeat: bool,
}

impl BenchReport {
    /// For a board of a published set.
    pub(crate) fn published(set: PublishedSet, board: &PublishedBoard, solved: &Solved) -> BenchReport {
        BenchReport {
            published_cost: Some(board.length),
            published_nodes: board.nodes,
            ..BenchReport::new(set.name(), board.number, &board.problem, solved)
        }
    }

    /// For any board, whose length need not be known.
    pub(crate) fn measured(
        set: &str,
        number: u32,
        problem: &Problem,
        length: Option<u32>,
        solved: &Solved,
    ) -> BenchReport {
        BenchReport { published_cost: length, ..BenchReport::new(set, number, problem, solved) }
    }

    fn new(set: &str, number: u32, problem: &Problem, solved: &Solved) -> BenchReport {
        let Solved { answer, plan, .. } = solved;
        BenchReport {
            set: set.into(),
            board: number,
            start: problem.start().to_string(),
            goal: problem.goal().to_string(),
            solved: answer.outcome.solution().is_some(),
            optimal: answer.outcome.is_optimal(),
            cost: answer.cost(),
            published_cost: None,
            lower_bound: answer.outcome.lower_bound(),
            gap: solved.gap(),
            nodes: answer.stats.generated + 1,
            published_nodes: None,
            expanded: answer.stats.expanded,
            generated: answer.stats.generated,
            algorithm: plan.name(),
            heuristic: solved.heuristic_name(),
            metric: plan.method.metric.name(),
            prune: plan.method.prune.name(),
            threads: plan.method.threads,
            seconds: answer.stats.elapsed.as_secs_f64(),
            peak_bytes: answer.stats.peak_bytes,
            stopped_by: match answer.outcome {
                Outcome::Solved { .. } => None,
                Outcome::Stopped { why, .. } => Some(why.name()),
            },
            phases: PhaseReport::of(solved),
            counts_repeat: solved.counts_repeat(),
        }
    }
}

/// What `check --solution` says about one solution.
#[derive(Debug, Serialize)]
pub(crate) struct ReplayReport {
    pub(crate) shape: String,
    pub(crate) start: String,
    pub(crate) goal: String,
    pub(crate) solves: bool,
    pub(crate) cost: Option<u32>,
    /// What moves are counted in: `slides` or `shifts`.
    pub(crate) metric: &'static str,
    /// The first move that cannot be made, from 1.
    pub(crate) wrong_move: Option<usize>,
    /// Why it is no solution.
    pub(crate) reason: Option<String>,
}

/// What `census` counted.
#[derive(Debug, Serialize)]
pub(crate) struct CensusReport {
    pub(crate) shape: String,
    pub(crate) goal: String,
    /// What moves are counted in: `slides` or `shifts`.
    pub(crate) metric: &'static str,
    /// Boards at distance 0, 1, 2 …
    pub(crate) levels: Vec<u64>,
    pub(crate) total: u64,
    pub(crate) depth: usize,
    /// Whether every board was counted.
    pub(crate) complete: bool,
    /// Boards of the last level, as many as were asked for.
    pub(crate) deepest: Vec<String>,
    pub(crate) seconds: f64,
    pub(crate) peak_bytes: u64,
    pub(crate) stopped_by: Option<&'static str>,
}

/// What `census --solutions` counted.
#[derive(Debug, Serialize)]
pub(crate) struct SolutionCensusReport {
    pub(crate) shape: String,
    pub(crate) goal: String,
    /// What moves are counted in: `slides` or `shifts`.
    pub(crate) metric: &'static str,
    /// By distance.
    pub(crate) levels: Vec<SolutionLevelReport>,
    /// Numbers of shortest solutions, each with the boards that have so many.
    pub(crate) boards_by_solutions: Vec<[u64; 2]>,
    pub(crate) seconds: f64,
}

/// The boards at one distance.
#[derive(Debug, Serialize)]
pub(crate) struct SolutionLevelReport {
    pub(crate) boards: u64,
    /// Boards with a single shortest solution.
    pub(crate) single: u64,
    /// The shortest solutions of all of them together.
    pub(crate) solutions: u64,
    /// The largest number that one has, and a board that has it.
    pub(crate) most: u64,
    pub(crate) richest: String,
}

impl SolutionCensusReport {
    pub(crate) fn new(goal: &Board, metric: Metric, counts: &SolutionCounts, elapsed: Duration) -> Self {
        let level = |level: &SolutionLevel| SolutionLevelReport {
            boards: level.boards,
            single: level.single,
            solutions: level.solutions,
            most: level.most,
            richest: level.richest.to_string(),
        };
        SolutionCensusReport {
            shape: goal.shape().to_string(),
            goal: goal.to_string(),
            metric: metric.name(),
            levels: counts.levels.iter().map(level).collect(),
            boards_by_solutions: counts.boards.iter().map(|(&number, &boards)| [number, boards]).collect(),
            seconds: elapsed.as_secs_f64(),
        }
    }
}

/// What `survey` says of one heuristic.
#[derive(Debug, Serialize)]
pub(crate) struct SurveyReport {
    pub(crate) shape: String,
    pub(crate) goal: String,
    pub(crate) heuristic: String,
    /// What is promised of it, for every board of every shape.
    pub(crate) admissible: bool,
    pub(crate) consistent: bool,
    pub(crate) boards: u64,
    pub(crate) mean_distance: f64,
    pub(crate) mean_estimate: f64,
    /// Boards whose estimate is their distance.
    pub(crate) exact: u64,
    /// Boards whose estimate is above their distance, and by how much at most.
    pub(crate) too_high: u64,
    pub(crate) largest_excess: u32,
    pub(crate) first_too_high: Option<String>,
    /// Pairs of neighbouring boards, and those whose estimates differ by more than 1.
    pub(crate) pairs: u64,
    pub(crate) steps_over_1: u64,
    pub(crate) first_step_over_1: Option<[String; 2]>,
    /// By distance, then by estimate: how many boards there are.
    pub(crate) counts: Vec<Vec<u64>>,
}

/// Says what is wrong with a problem: to people, and with `json` in its place among the answers.
pub(crate) fn write_unread(
    out: &mut dyn Write,
    (number, line): (usize, usize),
    failure: &Failure,
    json: bool,
    ui: &Ui,
) -> io::Result<()> {
    ui.failure(failure);
    if json {
        let report = UnreadReport { error: failure.to_string() };
        write_line(out, &Numbered { number, line, convention: None, report })?;
    }
    Ok(())
}

/// Writes an object on a line of its own.
pub(crate) fn write_line(out: &mut (impl Write + ?Sized), report: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, report)?;
    writeln!(out)
}
