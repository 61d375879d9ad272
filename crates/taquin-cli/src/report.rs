//! The JSON objects that commands print. Field names are part of the contract: scripts read them.
//!
//! Every field is always there; what is not known is `null`.

mod numbered;
mod phase;
mod table;

pub(crate) use numbered::{Numbered, UnreadReport};
pub(crate) use table::TableReport;

use phase::PhaseReport;
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use std::sync::Arc;
use taquin::heuristic::LineConflict;
use taquin::notation::Notation;
use taquin::published::{PublishedBoard, PublishedSet};
use taquin::search::Outcome;
use taquin::solver::{Improvement, Solved};
use taquin::{Board, Problem, Solution, Tile};
use utoipa::ToSchema;

/// What `solve` says about one problem.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SolveReport {
    shape: String,
    start: String,
    goal: String,
    solvable: bool,
    solved: bool,
    optimal: bool,
    cost: Option<u32>,
    lower_bound: Option<u32>,
    /// The blank's moves without spaces.
    #[schema(value_type = Option<String>)]
    moves: Option<Moves>,
    /// The numbers moved.
    #[schema(value_type = Option<Vec<u16>>)]
    tiles: Option<Tiles>,
    /// g + h of every board of the solution; left out of solutions that are too long to look at.
    f_values: Option<Vec<u32>>,
    algorithm: Option<&'static str>,
    heuristic: Option<String>,
    expanded: u64,
    generated: u64,
    reached: Option<u64>,
    iterations: Option<Vec<IterationReport>>,
    seconds: f64,
    peak_bytes: u64,
    stopped_by: Option<&'static str>,
    /// By what share the solution may be longer than a shortest one: cost / lower_bound - 1.
    gap: Option<f64>,
    /// Solutions that were found one after the other, each shorter than those before.
    improvements: Option<Vec<ImprovementReport>>,
    /// What was done, one thing after the other: tables built, searches, look-ups.
    phases: Vec<PhaseReport>,
    /// Threads that the search had; in a batch those without a board join the last ones.
    threads: Option<usize>,
    /// Whether the same request on the same tables gives the same counts, on any number of threads.
    counts_repeat: bool,
}

/// The blank's moves. They are written with the object and never make a text of their own.
#[derive(Debug)]
struct Moves(Arc<Solution>);

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Notation::Blank.written(&self.0))
    }
}

/// The numbers moved, found by sliding as they are written.
#[derive(Debug)]
struct Tiles(Arc<Solution>);

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.slides().map(|slide| slide.tile().number()))
    }
}

/// A solution alone.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SolutionReport {
    cost: u32,
    /// The blank's moves without spaces.
    #[schema(value_type = String)]
    moves: Moves,
    /// The numbers moved.
    #[schema(value_type = Vec<u16>)]
    tiles: Tiles,
}

impl SolutionReport {
    pub(crate) fn new(solution: Arc<Solution>) -> SolutionReport {
        SolutionReport { cost: solution.cost(), moves: Moves(solution.clone()), tiles: Tiles(solution) }
    }
}

/// A solution that was shorter than all before.
#[derive(Debug, Serialize, ToSchema)]
struct ImprovementReport {
    /// When it was found.
    seconds: f64,
    cost: u32,
}

/// One iteration of an iterative-deepening search.
#[derive(Debug, Serialize, ToSchema)]
struct IterationReport {
    bound: u32,
    nodes: u64,
}

impl SolveReport {
    /// For a problem known to have no solution.
    pub(crate) fn unsolvable(start: &Board, goal: &Board) -> SolveReport {
        SolveReport {
            shape: start.shape().to_string(),
            start: start.to_string(),
            goal: goal.to_string(),
            solvable: false,
            solved: false,
            optimal: false,
            cost: None,
            lower_bound: None,
            gap: None,
            improvements: None,
            moves: None,
            tiles: None,
            f_values: None,
            algorithm: None,
            heuristic: None,
            expanded: 0,
            generated: 0,
            reached: None,
            iterations: None,
            seconds: 0.0,
            peak_bytes: 0,
            stopped_by: None,
            phases: Vec::new(),
            threads: None,
            counts_repeat: true,
        }
    }

    /// For a problem that was searched.
    pub(crate) fn searched(start: &Board, goal: &Board, solved: &Solved) -> SolveReport {
        let Solved { answer, plan, .. } = solved;
        let solution = answer.outcome.solution().map(|solution| Arc::new(solution.clone()));
        let stats = &answer.stats;
        let iterations = stats.iterations.iter();
        let iterations = iterations.map(|one| IterationReport { bound: one.bound, nodes: one.expanded });
        let improvement =
            |one: &Improvement| ImprovementReport { seconds: one.elapsed.as_secs_f64(), cost: one.cost };
        let improvements: Vec<ImprovementReport> = solved.improvements.iter().map(improvement).collect();
        SolveReport {
            solvable: true,
            solved: solution.is_some(),
            optimal: answer.outcome.is_optimal(),
            cost: solved.cost(),
            lower_bound: Some(answer.outcome.lower_bound()),
            gap: solved.gap(),
            improvements: (!improvements.is_empty()).then_some(improvements),
            moves: solution.clone().map(Moves),
            tiles: solution.map(Tiles),
            f_values: solved.f_values(),
            algorithm: Some(plan.name()),
            heuristic: solved.heuristic_name(),
            expanded: stats.expanded,
            generated: stats.generated,
            reached: stats.reached,
            iterations: (!stats.iterations.is_empty()).then(|| iterations.collect()),
            seconds: stats.elapsed.as_secs_f64(),
            peak_bytes: stats.peak_bytes,
            stopped_by: match answer.outcome {
                Outcome::Solved { .. } => None,
                Outcome::Stopped { why, .. } => Some(why.name()),
            },
            phases: PhaseReport::of(solved),
            threads: Some(plan.method.threads),
            counts_repeat: solved.counts_repeat(),
            ..SolveReport::unsolvable(start, goal)
        }
    }
}

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
    /// The first move that cannot be made, from 1.
    pub(crate) wrong_move: Option<usize>,
    /// Why it is no solution.
    pub(crate) reason: Option<String>,
}

/// What `check` says about one problem.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CheckReport {
    pub(crate) shape: String,
    pub(crate) start: String,
    pub(crate) goal: String,
    pub(crate) solvable: bool,
    /// The fewest moves to the goal, where a table of all boards is made in a moment.
    pub(crate) distance: Option<u32>,
    pub(crate) reason: String,
    pub(crate) inversions: Option<u64>,
    pub(crate) blank_rows_apart: Option<u32>,
    pub(crate) blank_distance: u32,
    pub(crate) estimates: Vec<Estimate>,
    /// How far tile 1, 2, 3 … is from its place.
    pub(crate) manhattan_by_tile: Vec<u32>,
    pub(crate) conflicts: Vec<Conflict>,
    /// Manhattan plus 2 for every conflicting pair, which is not admissible; flat boards only.
    pub(crate) pair_counting: Option<u32>,
}

/// A line in which tiles stand in each other's way.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Conflict {
    /// `row 1`, `column 2` …
    pub(crate) line: String,
    /// Tiles in the wrong order, two and two.
    pub(crate) pairs: Vec<[u16; 2]>,
    /// The tiles that have to leave the line.
    pub(crate) leaving: Vec<u16>,
}

impl From<&LineConflict> for Conflict {
    fn from(conflict: &LineConflict) -> Conflict {
        Conflict {
            line: conflict.line(),
            pairs: conflict.pairs.iter().map(|pair| pair.map(Tile::number)).collect(),
            leaving: conflict.leaving.iter().map(|tile| tile.number()).collect(),
        }
    }
}

/// What a heuristic makes of a board.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Estimate {
    pub(crate) heuristic: String,
    pub(crate) value: u32,
    pub(crate) admissible: bool,
    pub(crate) consistent: bool,
}

/// One board of `scramble`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScrambleReport {
    pub(crate) shape: String,
    pub(crate) start: String,
    pub(crate) goal: String,
    pub(crate) seed: u64,
    /// Which board of the seed it is, from 0.
    pub(crate) index: u64,
    pub(crate) walk: Option<u64>,
    /// The exact number of moves to the goal, if it was asked for.
    pub(crate) depth: Option<u32>,
}

/// What `census` counted.
#[derive(Debug, Serialize)]
pub(crate) struct CensusReport {
    pub(crate) shape: String,
    pub(crate) goal: String,
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

/// Writes an object on a line of its own.
pub(crate) fn write_line(out: &mut (impl Write + ?Sized), report: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, report)?;
    writeln!(out)
}
