//! Weighted A*: the node with the smallest g + w·h first. The solution is at most w times as long
//! as a shortest one (Pohl 1970), and is found sooner the larger w is.

use super::best_first::{Rules, best_first};
use super::common::limits::Limits;
use super::common::observer::Observer;
use super::common::outcome::Answer;
use crate::heuristic::Heuristic;
use crate::problem::Problem;
use std::fmt;
use std::str::FromStr;

/// How much more the estimate counts than the moves already made: 1.000 to 1000, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight(u32);

impl Weight {
    /// 1.5: a solution at most half as long again as a shortest one.
    pub const DEFAULT: Weight = Weight(1500);

    /// The weight in thousandths.
    pub(super) fn thousandths(self) -> u32 {
        self.0
    }

    /// A weight from 1 to 1000, rounded to thousandths.
    ///
    /// ```
    /// use taquin::search::Weight;
    ///
    /// assert_eq!(Weight::new(1.5), Ok(Weight::DEFAULT));
    /// assert!(Weight::new(0.5).is_err());
    /// assert!(Weight::new(f64::NAN).is_err());
    /// ```
    ///
    /// # Errors
    /// [`BadWeight`] if the value is out of range.
    pub fn new(value: f64) -> Result<Weight, BadWeight> {
        if (1.0..=1000.0).contains(&value) {
            Ok(Weight((value * 1000.0).round() as u32))
        } else {
            Err(BadWeight)
        }
    }

    /// The weight as a number.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

impl Default for Weight {
    fn default() -> Weight {
        Weight::DEFAULT
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

/// A text that is not a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadWeight;

impl fmt::Display for BadWeight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a weight is a number from 1 to 1000, e.g. 1.5")
    }
}

impl std::error::Error for BadWeight {}

impl FromStr for Weight {
    type Err = BadWeight;

    fn from_str(text: &str) -> Result<Weight, BadWeight> {
        text.parse().map_err(|_| BadWeight).and_then(Weight::new)
    }
}

/// Finds a solution and a lower bound that shows how good it is: with an admissible heuristic the
/// cost is at most the weight times the bound, rounded up.
pub fn weighted_astar<H: Heuristic>(
    problem: &Problem,
    heuristic: &H,
    weight: Weight,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    best_first(problem, heuristic, &Rules::weighted(weight), limits, observer)
}
