//! `trace`: a search event by event, as `taquin trace --format json` writes it.

use crate::request::{self, Asked};
use crate::values::whole_number;
use crate::{Posed, Refusal};
use serde::Deserialize;
use std::io;
use std::ops::ControlFlow;
use taquin::Shape;
use taquin::search::Rules;
use taquin::solver::{Choice, Prepared};
use taquin::trace::{Event, Format, Json, Recording};

/// Expansions written down if the request does not say.
const USUAL_STEPS: u64 = 1000;
/// Expansions that are written down at most.
const MOST_STEPS: u64 = 20_000;
/// Bytes told at a time.
const PIECE: usize = 16 << 10;
/// Steps that are told at once.
const FIRST_STEPS: u64 = 20;

/// A board, a goal, how to search and how much of it to write down.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TraceRequest {
    /// Board text; may hold the goal too, as `start | goal`.
    #[cfg_attr(feature = "openapi", schema(example = "8 1 3/4 0 2/7 6 5"))]
    board: String,
    /// A goal's name or board text (default: the one written with the board, else `blank-last`).
    goal: Option<String>,
    /// Shape of boards written without rows, e.g. `4x3`.
    shape: Option<String>,
    /// An algorithm's name (default: `auto`).
    algorithm: Option<String>,
    /// A heuristic's name (default: the best for the shape).
    heuristic: Option<String>,
    /// What moves are counted in: `slides` (default) or `shifts`.
    metric: Option<String>,
    /// How many boards of a level `beam` keeps (default: 1000).
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 100_000_000))]
    #[serde(default, deserialize_with = "whole_number")]
    width: Option<u64>,
    /// Which of equal nodes `astar` takes: the `oldest`, as textbooks do, or the `deepest`, as `solve` does (default:
    /// `oldest`).
    ties: Option<Ties>,
    /// Expansions to write down, up to 20,000 (default: 1000). The search goes on after them.
    #[serde(default, deserialize_with = "whole_number")]
    max_steps: Option<u64>,
    /// Time, e.g. `10s`; never more than is granted.
    time_limit: Option<String>,
    /// Memory, e.g. `500MB`; never more than is granted.
    memory_limit: Option<String>,
    /// Nodes to expand; never more than is granted.
    #[serde(default, deserialize_with = "whole_number")]
    node_limit: Option<u64>,
}

/// Which of the nodes with the smallest f comes next.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
enum Ties {
    Oldest,
    Deepest,
}

impl Ties {
    fn rules(self) -> Rules {
        match self {
            Ties::Oldest => Rules::TEXTBOOK,
            Ties::Deepest => Rules::ASTAR,
        }
    }
}

impl TraceRequest {
    /// Start and goal.
    pub fn posed(&self) -> Result<Posed, Refusal> {
        request::posed(&self.board, self.goal.as_deref(), self.shape.as_deref())
    }

    /// How to search.
    pub fn choice(&self, shape: Shape) -> Result<Choice, Refusal> {
        let (algorithm, heuristic) = (self.algorithm.as_deref(), self.heuristic.as_deref());
        let choice = request::choice(shape, algorithm, heuristic, None, self.width)?;
        Ok(choice.metric(request::metric(self.metric.as_deref())?))
    }

    /// What the search may use.
    pub fn asked(&self) -> Result<Asked, Refusal> {
        request::asked(self.time_limit.as_deref(), self.memory_limit.as_deref(), self.node_limit)
    }

    /// The search, prepared to be watched, with as much of it written down as is asked for.
    pub fn recording(&self, posed: Posed, prepared: Prepared) -> Result<Recording, Refusal> {
        let recording = Recording::new(posed.start, prepared).map_err(Refusal::unprocessable)?;
        let rules = self.ties.unwrap_or(Ties::Oldest).rules();
        Ok(recording.max_steps(self.max_steps.unwrap_or(USUAL_STEPS).min(MOST_STEPS)).astar(rules))
    }
}

/// Searches, tells the events in pieces of whole lines and returns the rest, which is still to be told. The first steps are
/// told at once, and the last one to be written down does not wait for the end of the search. `tell` says whether the
/// piece was taken; the search ends if one is not.
pub fn write(recording: &Recording, tell: &mut dyn FnMut(Vec<u8>) -> bool) -> io::Result<Vec<u8>> {
    let mut lines = Json(Vec::with_capacity(PIECE));
    let mut is_whole = true;
    let mut steps = 0;
    recording.run(&mut |event: &Event| {
        is_whole &= lines.event(event).is_ok();
        steps += u64::from(matches!(event, Event::Expand(_)));
        if lines.0.len() >= PIECE || steps <= FIRST_STEPS || steps >= recording.most_steps() {
            is_whole &= tell(std::mem::take(&mut lines.0));
        }
        if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if is_whole {
        Ok(lines.0)
    } else {
        Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read"))
    }
}
