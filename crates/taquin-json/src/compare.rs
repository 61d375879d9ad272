//! `compare`: several ways to search on the same boards, one result after the other.

use crate::request::{self, Asked, goal_board, read_shape};
use crate::status::Queued;
use crate::values::whole_number;
use crate::{Posed, Refusal, Row};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use taquin::platform::Instant;
use taquin::search::{Limits, StopReason};
use taquin::solver::{Choice, Convention, Prepared};
use taquin::{Board, Scrambler, Solver, SolverError};

/// More boards than this belong on the command line.
const MOST_BOARDS: u64 = 100;
const MOST_WAYS: usize = 12;
/// Longer walks mix no better.
const LONGEST_WALK: u64 = 10_000;

/// The boards and the ways to search.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CompareRequest {
    /// Board text; either this or `random`.
    board: Option<String>,
    /// A goal's name or board text (default: `blank-last`).
    goal: Option<String>,
    /// The shape of random boards, or of a board written without rows.
    shape: Option<String>,
    /// So many random boards instead of `board`, up to 100.
    #[cfg_attr(feature = "openapi", schema(maximum = 100))]
    #[serde(default, deserialize_with = "whole_number")]
    random: Option<u64>,
    /// The seed of the random boards (default: a new one).
    #[serde(default, deserialize_with = "whole_number")]
    seed: Option<u64>,
    /// Random moves from the goal (default: any solvable board, all alike).
    #[serde(default, deserialize_with = "whole_number")]
    walk: Option<u64>,
    /// What moves are counted in: `slides` (default) or `shifts`.
    metric: Option<String>,
    /// The ways to search, up to 12.
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 12))]
    ways: Vec<Way>,
    /// Time for each search, e.g. `10s`.
    time_limit: Option<String>,
    /// Memory for each search, e.g. `500MB`.
    memory_limit: Option<String>,
    /// Nodes each search may expand.
    #[serde(default, deserialize_with = "whole_number")]
    node_limit: Option<u64>,
}

/// An algorithm and its heuristic.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct Way {
    /// An algorithm's name (default: `auto`).
    #[cfg_attr(feature = "openapi", schema(example = "astar"))]
    algorithm: Option<String>,
    /// A heuristic's name (default: the best for the shape).
    #[cfg_attr(feature = "openapi", schema(example = "manhattan"))]
    heuristic: Option<String>,
    /// How much `weighted-astar` trusts the estimate (default: 1.5).
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 1000))]
    weight: Option<f64>,
    /// How many boards of a level `beam` keeps (default: 1000).
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 100_000_000))]
    #[serde(default, deserialize_with = "whole_number")]
    width: Option<u64>,
}

/// News of a comparison, as server-sent events named by `event`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum CompareNews {
    /// There is no place for it yet.
    Queued(Queued),
    /// What is going to be compared.
    Started(CompareStarted),
    /// What came of one search.
    Row(Box<CompareRow>),
    /// The comparison is over.
    Done(Done),
    /// Why there is nothing more.
    Failed(Refusal),
}

/// What is going to be compared.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CompareStarted {
    /// Its name, for `DELETE /jobs/{name}`.
    job: String,
    boards: Vec<String>,
    goal: String,
    seed: Option<u64>,
}

/// The comparison is over.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Done {
    /// Why the rest of the searches are missing, if some are: `time` or `cancelled`.
    stopped_by: Option<&'static str>,
}

/// One search of a comparison.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CompareRow {
    /// Which way, from 0.
    way: usize,
    #[serde(flatten)]
    row: Row,
}

impl CompareNews {
    /// The name of the event.
    pub fn name(&self) -> &'static str {
        match self {
            CompareNews::Queued(_) => "queued",
            CompareNews::Started(_) => "started",
            CompareNews::Row(_) => "row",
            CompareNews::Done(_) => "done",
            CompareNews::Failed(_) => "failed",
        }
    }
}

/// The boards to search.
#[derive(Clone, Debug)]
enum Boards {
    Given(Board),
    Random { count: u64, seed: u64, walk: Option<u64> },
}

impl Boards {
    fn seed(&self) -> Option<u64> {
        match *self {
            Boards::Given(_) => None,
            Boards::Random { seed, .. } => Some(seed),
        }
    }

    fn all(&self, goal: &Board) -> Vec<Board> {
        match *self {
            Boards::Given(ref board) => vec![board.clone()],
            Boards::Random { count, seed, walk } => {
                let mut scrambler = Scrambler::new(goal.clone(), seed);
                let board = |_| match walk {
                    Some(moves) => scrambler.walk(moves.min(LONGEST_WALK)),
                    None => scrambler.uniform(),
                };
                (0..count).map(board).collect()
            }
        }
    }
}

impl CompareRequest {
    /// The comparison that is asked for, or what is wrong with it; `new_seed` is the seed if the request has none.
    pub fn read(&self, new_seed: u64) -> Result<Comparison, Refusal> {
        let (boards, goal) = self.boards(new_seed)?;
        Ok(Comparison { choices: self.choices(goal.shape())?, boards, goal })
    }

    /// The limits of each search.
    pub fn asked(&self) -> Result<Asked, Refusal> {
        request::asked(self.time_limit.as_deref(), self.memory_limit.as_deref(), self.node_limit)
    }

    fn boards(&self, new_seed: u64) -> Result<(Boards, Board), Refusal> {
        let goal = self.goal.as_deref();
        match (&self.board, self.random) {
            (Some(board), None) => {
                let Posed { start, goal } = request::posed(board, goal, self.shape.as_deref())?;
                Ok((Boards::Given(start), goal))
            }
            (None, Some(count)) if count <= MOST_BOARDS => {
                let goal = goal_board(goal, read_shape(self.shape.as_deref().unwrap_or("3x3"))?)?;
                let seed = self.seed.unwrap_or(new_seed);
                Ok((Boards::Random { count, seed, walk: self.walk }, goal))
            }
            (None, Some(_)) => {
                Err(Refusal::unprocessable(format_args!("at most {MOST_BOARDS} random boards at a time")))
            }
            _ => Err(Refusal::unprocessable("give either a board or a number of random boards")),
        }
    }

    fn choices(&self, shape: taquin::Shape) -> Result<Vec<Choice>, Refusal> {
        if self.ways.is_empty() || self.ways.len() > MOST_WAYS {
            return Err(Refusal::unprocessable(format_args!("give 1 to {MOST_WAYS} ways to compare")));
        }
        let metric = request::metric(self.metric.as_deref())?;
        let choice = |way: &Way| {
            let (algorithm, heuristic) = (way.algorithm.as_deref(), way.heuristic.as_deref());
            Ok(request::choice(shape, algorithm, heuristic, way.weight, way.width)?.metric(metric))
        };
        self.ways.iter().map(choice).collect()
    }
}

/// A comparison that can be made.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What all boards are to become.
    pub goal: Board,
    boards: Boards,
    choices: Vec<Choice>,
}

impl Comparison {
    /// Says what cannot be searched at all, without making anything for it.
    pub fn plan(&self, solver: &Solver) -> Result<(), SolverError> {
        let plan = |choice: &Choice| solver.clone().choice(choice.clone()).plan(&self.goal).map(drop);
        self.choices.iter().try_for_each(plan)
    }

    /// Makes what the searches need, or says why that cannot be had. `limits` are those of each search, `time` is for all
    /// of it, from now on.
    pub fn prepare(self, solver: &Solver, limits: Limits, time: Duration) -> Result<Race, SolverError> {
        let Comparison { goal, boards, choices } = self;
        let begun = Instant::now();
        let solver = solver.clone().limits(limits.clone());
        // A comparison is of single searches.
        let prepare = |choice: Choice| Ok(solver.clone().choice(choice).prepare(&goal)?.single());
        let ways = choices.into_iter().map(prepare).collect::<Result<Vec<_>, SolverError>>()?;
        Ok(Race { goal, boards, ways, limits, begun, time })
    }
}

/// A comparison that has begun.
pub struct Race {
    goal: Board,
    boards: Boards,
    ways: Vec<Prepared>,
    /// The limits of each search.
    limits: Limits,
    begun: Instant,
    /// The time for all searches.
    time: Duration,
}

impl Race {
    /// Runs the searches. `tell` takes each piece of news and says whether anybody still wants to know.
    pub fn run(&self, job: &str, tell: &mut dyn FnMut(CompareNews) -> bool) -> Result<Done, SolverError> {
        let starts = self.boards.all(&self.goal);
        tell(CompareNews::Started(CompareStarted {
            job: job.into(),
            boards: starts.iter().map(Board::to_string).collect(),
            goal: self.goal.to_string(),
            seed: self.boards.seed(),
        }));
        for (index, start) in starts.into_iter().enumerate() {
            let posed = Posed { start, goal: self.goal.clone() };
            for (way, prepared) in self.ways.iter().enumerate() {
                let limits = match self.next_limits() {
                    Ok(limits) => limits,
                    Err(why) => return Ok(Done { stopped_by: Some(why.name()) }),
                };
                let row = self.row(index + 1, &posed, prepared, limits)?;
                if !tell(CompareNews::Row(Box::new(CompareRow { way, row }))) {
                    return Ok(Done { stopped_by: Some(StopReason::Cancelled.name()) });
                }
            }
        }
        Ok(Done { stopped_by: None })
    }

    fn row(&self, number: usize, posed: &Posed, way: &Prepared, limits: Limits) -> Result<Row, SolverError> {
        let row = Row::unsolvable(number, &posed.start, &posed.goal, way.plan(), Convention::Standard);
        let row = row.within(&self.limits);
        let Ok(problem) = posed.problem() else { return Ok(row) };
        let solved = way.clone().within(limits).solve(&problem, &mut ())?;
        Ok(row.searched(&solved.answer, true))
    }

    /// The limits of the next search, or why there is none.
    fn next_limits(&self) -> Result<Limits, StopReason> {
        if self.limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled()) {
            return Err(StopReason::Cancelled);
        }
        let left = self.time.saturating_sub(self.begun.elapsed());
        if left == Duration::ZERO {
            return Err(StopReason::Time);
        }
        let time = self.limits.time.map_or(left, |time| time.min(left));
        Ok(Limits { time: Some(time), ..self.limits.clone() })
    }
}
