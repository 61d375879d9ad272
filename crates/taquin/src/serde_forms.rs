//! What serde writes and reads, with the feature `serde`.
//!
//! | type | form |
//! |---|---|
//! | [`Board`] | its text, `"1 2 3/4 5 0"`; a single row has its shape in front, `"4x1: 1 2 3 0"` |
//! | [`Shape`], [`Direction`], [`NamedGoal`] | their text, `"4x3"`, `"north"`, `"blank-last"` |
//! | [`Tile`], [`Cell`] | their numbers |
//! | [`Problem`] | `start` and `goal`, checked when read |
//! | [`Solution`] | `start` and `moves`, the blank's letters, replayed when read |
//! | [`Iteration`], [`Stats`] | their fields; the time is `seconds` |
//! | [`StopReason`] | its name; written only |
//! | [`Outcome`], [`Answer`] | `solution`, `lower_bound`, `optimal`, `stopped_by`, and `stats`; written only, since reading cannot prove anything again |

use crate::board::{Board, Tile};
use crate::goal::NamedGoal;
use crate::notation::{Notation, parse_board};
use crate::problem::Problem;
use crate::search::{Answer, Iteration, Outcome, Stats, StopReason};
use crate::shape::{Cell, Direction, Shape};
use crate::solution::Solution;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::borrow::Cow;
use std::time::Duration;

/// Types that are written and read as their text.
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Shape, Direction, NamedGoal);

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shape = self.shape();
        if shape.is_flat() && shape.height() == 1 {
            serializer.collect_str(&format_args!("{shape}: {self}"))
        } else {
            serializer.collect_str(self)
        }
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Board, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        match text.split_once(':') {
            Some((shape, numbers)) => {
                let shape = shape.parse().map_err(D::Error::custom)?;
                parse_board(numbers, Some(shape)).map_err(D::Error::custom)
            }
            None => text.parse().map_err(D::Error::custom),
        }
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.number())
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tile, D::Error> {
        Tile::new(u16::deserialize(deserializer)?).ok_or_else(|| D::Error::custom("0 is not a tile"))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.number())
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        u16::deserialize(deserializer).map(Cell)
    }
}

/// A problem before it is checked.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ProblemForm {
    start: Board,
    goal: Board,
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut form = serializer.serialize_struct("Problem", 2)?;
        form.serialize_field("start", self.start())?;
        form.serialize_field("goal", self.goal())?;
        form.end()
    }
}

impl<'de> Deserialize<'de> for Problem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Problem, D::Error> {
        let form = ProblemForm::deserialize(deserializer)?;
        Problem::new(form.start, form.goal).map_err(D::Error::custom)
    }
}

/// A solution before it is replayed.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct SolutionForm<'a> {
    start: Board,
    #[serde(borrow)]
    moves: Cow<'a, str>,
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut form = serializer.serialize_struct("Solution", 2)?;
        form.serialize_field("start", self.start())?;
        form.serialize_field("moves", &self.to_string())?;
        form.end()
    }
}

impl<'de> Deserialize<'de> for Solution {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Solution, D::Error> {
        let form = SolutionForm::deserialize(deserializer)?;
        let moves = Notation::Blank.read(&form.start, &form.moves).map_err(D::Error::custom)?;
        let mut goal = form.start.clone();
        for &direction in &moves {
            goal.slide(direction).ok_or_else(|| D::Error::custom("a move leads out of the box"))?;
        }
        let problem = Problem::new(form.start, goal).map_err(D::Error::custom)?;
        Solution::replay(&problem, moves).map_err(D::Error::custom)
    }
}

impl Serialize for StopReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "Iteration")]
struct IterationForm {
    bound: u32,
    expanded: u64,
    generated: u64,
}

impl Serialize for Iteration {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        IterationForm::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Iteration {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Iteration, D::Error> {
        IterationForm::deserialize(deserializer)
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "Stats")]
struct StatsForm {
    expanded: u64,
    generated: u64,
    reached: Option<u64>,
    iterations: Vec<Iteration>,
    peak_bytes: u64,
    helpers: usize,
    #[serde(rename = "seconds", with = "seconds")]
    elapsed: Duration,
    #[serde(default)]
    timed: bool,
}

impl Serialize for Stats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        StatsForm::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Stats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stats, D::Error> {
        StatsForm::deserialize(deserializer)
    }
}

/// A time as seconds.
mod seconds {
    use super::{Deserialize, Deserializer, Duration, Error, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(time.as_secs_f64())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stopped_by = match self {
            Outcome::Stopped { why, .. } => Some(why),
            _ => None,
        };
        let mut form = serializer.serialize_struct("Outcome", 4)?;
        form.serialize_field("solution", &self.solution())?;
        form.serialize_field("lower_bound", &self.lower_bound())?;
        form.serialize_field("optimal", &self.is_optimal())?;
        form.serialize_field("stopped_by", &stopped_by)?;
        form.end()
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut form = serializer.serialize_struct("Answer", 2)?;
        form.serialize_field("outcome", &self.outcome)?;
        form.serialize_field("stats", &self.stats)?;
        form.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_str, json, to_string, to_value};

    fn solution() -> Solution {
        let start: Board = "1 2 3/0 4 6/7 5 8".parse().unwrap();
        let problem = Problem::new(start.clone(), Board::goal(start.shape())).unwrap();
        Solution::from_text(&problem, "RDR").unwrap()
    }

    #[test]
    fn boards_are_read_back_whatever_their_shape() {
        for text in ["1x1", "4x1", "5x1", "1x4", "1x1x4", "3x1x2", "2x2", "3x3", "3x3x3", "10x2"] {
            let board = Board::goal(text.parse().unwrap());
            let written = to_string(&board).unwrap();
            assert_eq!(from_str::<Board>(&written).unwrap(), board, "{written}");
            let shape = to_string(&board.shape()).unwrap();
            assert_eq!(from_str::<Shape>(&shape).unwrap(), board.shape());
        }
        assert_eq!(to_string(&Board::goal("4x1".parse().unwrap())).unwrap(), "\"4x1: 1 2 3 0\"");
    }

    #[test]
    fn what_is_wrong_is_refused_with_its_reason() {
        let error = |error: serde_json::Error| error.to_string();
        assert!(from_str::<Board>("\"1 2/2 0\"").map_err(error).unwrap_err().contains("2 appears twice"));
        let unsolvable = r#"{"start": "2 1/3 0", "goal": "1 2/3 0"}"#;
        assert!(from_str::<Problem>(unsolvable).map_err(error).unwrap_err().contains("unsolvable"));
        let outside = r#"{"start": "1 2/3 0", "moves": "LL"}"#;
        assert!(from_str::<Solution>(outside).map_err(error).unwrap_err().contains("out of the box"));
        assert!(from_str::<Tile>("0").is_err());
        assert!(from_str::<Direction>("\"sideways\"").map_err(error).unwrap_err().contains("north"));
    }

    #[test]
    fn solutions_and_figures_as_json() {
        let solution = solution();
        let written = to_value(&solution).unwrap();
        assert_eq!(written, json!({"start": "1 2 3/0 4 6/7 5 8", "moves": "RDR"}));
        assert_eq!(from_str::<Solution>(&written.to_string()).unwrap(), solution);
        let stats = Stats { expanded: 7, elapsed: Duration::from_millis(1500), ..Stats::default() };
        let written = to_value(&stats).unwrap();
        assert_eq!((&written["expanded"], &written["seconds"]), (&json!(7), &json!(1.5)));
        assert_eq!(from_str::<Stats>(&written.to_string()).unwrap().elapsed, stats.elapsed);
        let outcome = Outcome::Stopped { best: Some(solution), lower_bound: 3, why: StopReason::Time };
        let written = to_value(&outcome).unwrap();
        assert_eq!((&written["stopped_by"], &written["solution"]["moves"]), (&json!("time"), &json!("RDR")));
    }
}
