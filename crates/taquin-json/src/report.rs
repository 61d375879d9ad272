//! What `solve --json` says about one problem. Field names are part of the contract: scripts read them.
//!
//! Every field is always there; what is not known is `null`.

use crate::Posed;
use crate::solve::StoppedSearch;
use serde::{Serialize, Serializer};
use std::fmt::{self, Write};
use std::sync::Arc;
use taquin::heuristic::HeuristicName;
use taquin::notation::Notation;
use taquin::search::{Algorithm, Outcome, StopReason};
use taquin::shortest::ShortestGraph;
use taquin::solver::{Improvement, Phase, Solved};
use taquin::{Board, Metric, Solution};

/// What `solve` says about one problem.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolveReport {
    shape: String,
    start: String,
    goal: String,
    solvable: bool,
    solved: bool,
    optimal: bool,
    cost: Option<u32>,
    lower_bound: Option<u32>,
    /// The blank's moves without spaces.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    moves: Option<Moves>,
    /// The numbers moved.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<u16>>))]
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
    /// What moves are counted in: `slides` or `shifts`. The letters of `moves` are single steps in both.
    metric: &'static str,
    /// The number of shortest solutions in decimal digits, if it was asked for.
    shortest_solutions: Option<String>,
    /// Whether these are all; not if a limit ended the count.
    shortest_complete: Option<bool>,
    /// All shortest solutions, or as many as were asked for.
    solutions: Option<Vec<String>>,
}

/// The blank's moves. They are written with the object and never make a text of their own.
#[derive(Debug)]
struct Moves(Arc<Solution>);

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shape = self.0.start().shape();
        let letters = self.0.moves().iter().map(|&direction| shape.letter(direction));
        serializer.collect_str(&Letters(letters))
    }
}

/// Letters one after the other.
struct Letters<I>(I);

impl<I: Iterator<Item = char> + Clone> fmt::Display for Letters<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.clone().try_for_each(|letter| f.write_char(letter))
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
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolutionReport {
    cost: u32,
    /// The blank's moves without spaces.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    moves: Moves,
    /// The numbers moved.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u16>))]
    tiles: Tiles,
}

impl SolutionReport {
    /// The solution as it is written.
    pub fn new(solution: Arc<Solution>) -> SolutionReport {
        SolutionReport { cost: solution.cost(), moves: Moves(solution.clone()), tiles: Tiles(solution) }
    }
}

/// A solution that was shorter than all before.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct ImprovementReport {
    /// When it was found.
    seconds: f64,
    cost: u32,
}

/// One iteration of an iterative-deepening search.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct IterationReport {
    bound: u32,
    nodes: u64,
}

impl SolveReport {
    /// For a problem known to have no solution.
    pub fn unsolvable(start: &Board, goal: &Board, metric: Metric) -> SolveReport {
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
            metric: metric.name(),
            shortest_solutions: None,
            shortest_complete: None,
            solutions: None,
        }
    }

    /// For a problem that was searched.
    pub fn searched(start: &Board, goal: &Board, solved: &Solved) -> SolveReport {
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
            ..SolveReport::unsolvable(start, goal, plan.method.metric)
        }
    }

    /// With the number of shortest solutions, and so many of them.
    #[must_use]
    pub fn with_shortest(self, graph: &ShortestGraph, listed: usize) -> SolveReport {
        let solutions = graph.solutions().take(listed).map(|solution| Notation::Blank.write(&solution));
        SolveReport {
            shortest_solutions: Some(graph.count().to_string()),
            shortest_complete: Some(graph.stopped_by().is_none()),
            solutions: (listed > 0).then(|| solutions.collect()),
            ..self
        }
    }

    /// For a search that was ended from outside.
    pub(crate) fn ended(posed: &Posed, search: &StoppedSearch, solution: Option<Solution>) -> SolveReport {
        let cost = solution.as_ref().map(Solution::cost);
        let gap = |cost: u32| f64::from(cost) / f64::from(search.lower_bound) - 1.0;
        let algorithm = search.algorithm.as_deref().and_then(|name| name.parse().ok());
        let solution = solution.map(Arc::new);
        SolveReport {
            solvable: true,
            solved: solution.is_some(),
            cost,
            lower_bound: Some(search.lower_bound),
            gap: cost.filter(|_| search.lower_bound > 0).map(gap),
            moves: solution.clone().map(Moves),
            tiles: solution.map(Tiles),
            algorithm: algorithm.map(Algorithm::name),
            heuristic: search.heuristic.clone(),
            expanded: search.expanded,
            generated: search.generated,
            seconds: search.seconds,
            stopped_by: Some(StopReason::Cancelled.name()),
            threads: Some(1),
            counts_repeat: false,
            ..SolveReport::unsolvable(&posed.start, &posed.goal, search.metric())
        }
    }
}

/// One thing that was done: a search, a look-up, the building of tables.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PhaseReport {
    /// The algorithm, or `build-tables`, `read-tables`, `look-up`, `construct`.
    algorithm: &'static str,
    /// The heuristic that was searched by, or whose tables were made.
    heuristic: Option<String>,
    expanded: u64,
    generated: u64,
    seconds: f64,
}

impl PhaseReport {
    /// All that was done, in order.
    pub fn of(solved: &Solved) -> Vec<PhaseReport> {
        let report = |phase: &Phase| PhaseReport {
            algorithm: phase.work.name(),
            heuristic: phase.heuristic.as_ref().map(HeuristicName::to_string),
            expanded: phase.expanded,
            generated: phase.generated,
            seconds: phase.elapsed.as_secs_f64(),
        };
        solved.phases.iter().map(report).collect()
    }
}
