//! The names of heuristics.

use super::{
    AnyHeuristic, AxisDistance, ExactDistance, FirstEntry, Hamming, LinearConflict, Manhattan, Maximum,
    OutOfPlace, PatternDatabases, TablesError, WalkingConflict, WalkingDistance, Zero,
};
use crate::board::Board;
use crate::metric::Metric;
use crate::names;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

/// The name of a heuristic, before it is made for a goal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HeuristicName {
    /// `zero`
    Zero,
    /// `hamming`
    Hamming,
    /// `out-of-place`
    OutOfPlace,
    /// `manhattan`
    Manhattan,
    /// `linear-conflict`
    LinearConflict,
    /// `walking-distance`
    WalkingDistance,
    /// `walking-conflict`, whose tables are large on 5×5
    WalkingConflict,
    /// `first-entry`
    FirstEntry,
    /// `axis-distance`, in shifts alone
    AxisDistance,
    /// `pdb`, the best pattern databases at hand, or `pdb:NAME`, a set of a catalogue
    Pdb(Option<Box<str>>),
    /// `pdb:full`
    Full,
    /// `max:a,b,…`
    Max(Vec<HeuristicName>),
}

impl HeuristicName {
    /// Every heuristic that has a name of its own and no large tables.
    pub const SIMPLE: [HeuristicName; 7] = [
        HeuristicName::Zero,
        HeuristicName::Hamming,
        HeuristicName::OutOfPlace,
        HeuristicName::Manhattan,
        HeuristicName::LinearConflict,
        HeuristicName::WalkingDistance,
        HeuristicName::FirstEntry,
    ];

    /// Every heuristic without large tables that estimates distances in a metric.
    pub fn simple_in(metric: Metric) -> Vec<HeuristicName> {
        let all = HeuristicName::SIMPLE.into_iter().chain([HeuristicName::AxisDistance]);
        all.filter(|name| name.is_for(metric)).collect()
    }

    /// Whether it estimates distances in a metric. Sums over tiles are for slides: a shift moves several tiles at once.
    pub fn is_for(&self, metric: Metric) -> bool {
        match self {
            HeuristicName::Zero => true,
            HeuristicName::AxisDistance => metric == Metric::Shifts,
            HeuristicName::Max(parts) => parts.iter().all(|part| part.is_for(metric)),
            HeuristicName::Hamming
            | HeuristicName::OutOfPlace
            | HeuristicName::Manhattan
            | HeuristicName::LinearConflict
            | HeuristicName::WalkingDistance
            | HeuristicName::WalkingConflict
            | HeuristicName::FirstEntry
            | HeuristicName::Pdb(_)
            | HeuristicName::Full => metric == Metric::Slides,
        }
    }

    /// What it counts, in a line.
    pub fn meaning(&self) -> &'static str {
        match self {
            HeuristicName::Zero => "nothing: 0 for every board",
            HeuristicName::Hamming => "tiles that are not in their place (misplaced tiles)",
            HeuristicName::OutOfPlace => {
                "cells that are not as in the goal, the blank's too: may be too high"
            }
            HeuristicName::Manhattan => "steps of every tile to its place, added up",
            HeuristicName::LinearConflict => {
                "manhattan, and 2 for every tile that must leave its line to let others pass"
            }
            HeuristicName::WalkingDistance => {
                "moves between rows, and between columns, each solved by itself"
            }
            HeuristicName::WalkingConflict => {
                "walking-distance, and tiles that must leave their line do leave it"
            }
            HeuristicName::AxisDistance => {
                "shifts along rows, and along columns, each solved by itself, with the order of tiles in lines"
            }
            HeuristicName::FirstEntry => "manhattan, and moves that tiles must make out of the way first",
            HeuristicName::Pdb(_) => "pattern databases: exact moves of groups of tiles, added up",
            HeuristicName::Full => "the exact number of moves, from a table of all boards",
            HeuristicName::Max(_) => "the largest of several estimates",
        }
    }

    /// The heuristic of this name for a goal, with pattern databases built in memory by so many threads.
    /// [`Solver`](crate::Solver) also finds tables on disk, keeps what it has built and stops in time.
    ///
    /// # Errors
    /// If the shape has no such set of pattern databases, or memory does not suffice.
    pub fn build(&self, goal: &Board, threads: usize) -> Result<AnyHeuristic, TablesError> {
        self.build_with(goal, &mut |set| {
            let watch = &mut |_| ControlFlow::Continue(());
            PatternDatabases::in_memory(goal, set, threads, watch).map(AnyHeuristic::Pdb)
        })
    }

    /// The heuristic of this name for a goal, with pattern databases from elsewhere: `databases` is asked for
    /// a set by name, or for the best there is.
    pub fn build_with<E>(
        &self,
        goal: &Board,
        databases: &mut dyn FnMut(Option<&str>) -> Result<AnyHeuristic, E>,
    ) -> Result<AnyHeuristic, E> {
        Ok(match self {
            HeuristicName::Zero => AnyHeuristic::Zero(Zero::new(goal)),
            HeuristicName::Hamming => AnyHeuristic::Hamming(Hamming::new(goal)),
            HeuristicName::OutOfPlace => AnyHeuristic::OutOfPlace(OutOfPlace::new(goal)),
            HeuristicName::Manhattan => AnyHeuristic::Manhattan(Manhattan::new(goal)),
            HeuristicName::LinearConflict => AnyHeuristic::LinearConflict(LinearConflict::new(goal)),
            HeuristicName::WalkingDistance => AnyHeuristic::WalkingDistance(WalkingDistance::new(goal)),
            HeuristicName::WalkingConflict => AnyHeuristic::WalkingConflict(WalkingConflict::new(goal, 1)),
            HeuristicName::FirstEntry => AnyHeuristic::FirstEntry(FirstEntry::new(goal)),
            HeuristicName::AxisDistance => AnyHeuristic::AxisDistance(AxisDistance::new(goal)),
            HeuristicName::Pdb(set) => return databases(set.as_deref()),
            HeuristicName::Full => AnyHeuristic::Exact(ExactDistance::new(goal)),
            HeuristicName::Max(parts) => {
                let parts: Result<Vec<_>, E> =
                    parts.iter().map(|part| part.build_with(goal, databases)).collect();
                AnyHeuristic::Maximum(Maximum::new(parts?))
            }
        })
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            HeuristicName::Zero => "zero",
            HeuristicName::Hamming => "hamming",
            HeuristicName::OutOfPlace => "out-of-place",
            HeuristicName::Manhattan => "manhattan",
            HeuristicName::LinearConflict => "linear-conflict",
            HeuristicName::WalkingDistance => "walking-distance",
            HeuristicName::WalkingConflict => "walking-conflict",
            HeuristicName::FirstEntry => "first-entry",
            HeuristicName::AxisDistance => "axis-distance",
            HeuristicName::Pdb(None) => "pdb",
            HeuristicName::Pdb(Some(set)) => return f.pad(&format!("pdb:{set}")),
            HeuristicName::Full => "pdb:full",
            HeuristicName::Max(parts) => {
                let parts: Vec<String> = parts.iter().map(HeuristicName::to_string).collect();
                return f.pad(&format!("max:{}", parts.join(",")));
            }
        };
        f.pad(name)
    }
}

/// A name that no heuristic has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownHeuristic {
    name: String,
}

impl fmt::Display for UnknownHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<String> = HeuristicName::SIMPLE.iter().map(HeuristicName::to_string).collect();
        write!(
            f,
            "no heuristic is called `{}`; there are {}, walking-conflict, axis-distance (in shifts), pdb, pdb:NAME, pdb:full, and max:A,B for the largest of \
             up to {}",
            self.name.escape_debug(),
            known.join(", "),
            Maximum::MOST_PARTS
        )
    }
}

impl std::error::Error for UnknownHeuristic {}

impl FromStr for HeuristicName {
    type Err = UnknownHeuristic;

    /// Reads a name. Case, `-` and `_` do not matter, except in the name of a set; `misplaced`, `misplaced-tiles` and `h1` are
    /// `hamming`, `h2` is `manhattan`.
    fn from_str(text: &str) -> Result<HeuristicName, UnknownHeuristic> {
        let unknown = |name: &str| UnknownHeuristic { name: name.chars().take(40).collect() };
        let Some(list) = prefixed(text, "max") else {
            return single(text).ok_or_else(|| unknown(text));
        };
        let part = |name: &str| single(name.trim()).ok_or_else(|| unknown(name.trim()));
        let parts = list.split(',').map(part).collect::<Result<Vec<_>, _>>()?;
        if parts.len() > Maximum::MOST_PARTS {
            return Err(unknown(text));
        }
        Ok(HeuristicName::Max(parts))
    }
}

/// What stands behind a word and a colon.
fn prefixed<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.split_once(':').filter(|(first, _)| first.trim().eq_ignore_ascii_case(word)).map(|(_, rest)| rest)
}

/// A heuristic that is no maximum of others.
fn single(name: &str) -> Option<HeuristicName> {
    if let Some(set) = prefixed(name, "pdb") {
        return match set.trim() {
            "" => None,
            "full" => Some(HeuristicName::Full),
            set => Some(HeuristicName::Pdb(Some(set.into()))),
        };
    }
    match names::key(name).as_str() {
        "pdb" => Some(HeuristicName::Pdb(None)),
        "misplaced" | "misplacedtiles" | "h1" => Some(HeuristicName::Hamming),
        "h2" => Some(HeuristicName::Manhattan),
        "walkingconflict" => Some(HeuristicName::WalkingConflict),
        "axisdistance" => Some(HeuristicName::AxisDistance),
        key => HeuristicName::SIMPLE.into_iter().find(|known| names::key(&known.to_string()) == key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for text in [
            "zero",
            "manhattan",
            "pdb",
            "pdb:7-8",
            "pdb:full",
            "walking-conflict",
            "max:linear-conflict,walking-distance",
            "max:pdb,zero",
        ] {
            assert_eq!(text.parse::<HeuristicName>().unwrap().to_string(), text);
        }
        let error = "euclid".parse::<HeuristicName>().unwrap_err().to_string();
        assert!(error.contains("`euclid`") && error.contains("linear-conflict"), "{error}");
        assert!("max:".parse::<HeuristicName>().is_err());
        assert!("pdb:".parse::<HeuristicName>().is_err());
        assert!("max:manhattan,nothing".parse::<HeuristicName>().is_err());
    }
}
