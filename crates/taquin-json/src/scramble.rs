//! `scramble`: random boards that can be solved.

use crate::Refusal;
use crate::request::{goal_board, read_shape};
use crate::values::whole_number;
use serde::{Deserialize, Serialize};
use taquin::{Board, Scrambler};

/// More boards than this are refused.
const MOST_BOARDS: u64 = 1000;
/// Longer walks mix no better.
const LONGEST_WALK: u64 = 100_000;

/// Which boards.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ScrambleRequest {
    /// Width x height or width x height x depth.
    #[cfg_attr(feature = "openapi", schema(example = "4x4"))]
    shape: String,
    /// A goal's name or board text (default: `blank-last`).
    goal: Option<String>,
    /// How many, up to 1000 (default: 1).
    #[cfg_attr(feature = "openapi", schema(maximum = 1000))]
    #[serde(default, deserialize_with = "whole_number")]
    count: Option<u64>,
    /// The same boards for the same seed (default: a new one).
    #[serde(default, deserialize_with = "whole_number")]
    seed: Option<u64>,
    /// Random moves from the goal, up to 100,000 for all boards together (default: any solvable board, all
    /// alike).
    #[cfg_attr(feature = "openapi", schema(maximum = 100_000))]
    #[serde(default, deserialize_with = "whole_number")]
    walk: Option<u64>,
}

/// One board of `scramble`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScrambleReport {
    /// The shape.
    pub shape: String,
    /// The board.
    pub start: String,
    /// What it is to become.
    pub goal: String,
    /// The seed of the random boards.
    pub seed: u64,
    /// Which board of the seed it is, from 0.
    pub index: u64,
    /// Random moves from the goal, if it was asked for.
    pub walk: Option<u64>,
    /// The exact number of moves to the goal, if it was asked for.
    pub depth: Option<u32>,
    /// What these moves are counted in: `slides` or `shifts`.
    pub metric: &'static str,
}

/// A request that can be met.
#[derive(Clone, Debug)]
pub struct Scramble {
    /// What all boards can be turned into.
    pub goal: Board,
    count: u64,
    seed: Option<u64>,
    walk: Option<u64>,
}

impl ScrambleRequest {
    /// What is asked for, or what is wrong with it.
    pub fn read(&self) -> Result<Scramble, Refusal> {
        let goal = goal_board(self.goal.as_deref(), read_shape(&self.shape)?)?;
        let count = self.count.unwrap_or(1);
        if count > MOST_BOARDS {
            return Err(Refusal::unprocessable(format_args!("at most {MOST_BOARDS} boards at a time")));
        }
        if self.walk.is_some_and(|moves| moves.saturating_mul(count.max(1)) > LONGEST_WALK) {
            return Err(Refusal::unprocessable(format_args!(
                "at most {LONGEST_WALK} random moves at a time"
            )));
        }
        Ok(Scramble { goal, count, seed: self.seed, walk: self.walk })
    }
}

impl Scramble {
    /// The boards; `new_seed` is the seed if the request has none.
    pub fn boards(&self, new_seed: u64) -> Vec<ScrambleReport> {
        let Scramble { ref goal, count, seed, walk } = *self;
        let seed = seed.unwrap_or(new_seed);
        let mut scrambler = Scrambler::new(goal.clone(), seed);
        let board = |index| ScrambleReport {
            shape: goal.shape().to_string(),
            start: match walk {
                Some(moves) => scrambler.walk(moves),
                None => scrambler.uniform(),
            }
            .to_string(),
            goal: goal.to_string(),
            seed,
            index,
            walk,
            depth: None,
            metric: taquin::Metric::Slides.name(),
        };
        (0..count).map(board).collect()
    }
}
