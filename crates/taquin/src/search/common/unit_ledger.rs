//! Iterations as lists of *units*, whose results add up wherever and in whatever order they are found.
//!
//! A kernel's iteration is cut into subtrees, the same ones for any number of threads, and each has its own count of nodes.
//! A unit is a subtree by its number. A [`UnitLedger`] knows results that need not be found again: of an earlier run that was
//! ended by anything at all, or of other processes. It is asked which units to search and told of every one that is searched
//! through. Solution and counts are then those of a single run.

use super::node_budget::Count;
use super::outcome::StopReason;
use std::fmt;
use std::ops::Range;

/// An iteration that has been cut into units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Cut {
    /// The bound of the iteration.
    pub bound: u32,
    /// The number of this list among those of the iteration: `hybrid` has several, the others have one.
    pub part: u32,
    /// How many units there are.
    pub units: usize,
    /// The nodes above the cut.
    pub above: Count,
    /// About how many nodes the units have together.
    pub expected: u64,
    /// Whether a unit can be searched in parts.
    pub is_divisible: bool,
}

/// A part of a unit: one of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Part {
    /// The unit.
    pub unit: usize,
    /// Which part, from 0.
    pub number: usize,
    /// How many parts it has.
    pub of: usize,
}

/// How an iteration is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// As without a ledger: it is so small that a record would be larger than the work.
    Alone,
    /// The units that the ledger hands out.
    Units,
}

/// What there is to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// These units.
    Units(Range<usize>),
    /// Nothing at the moment: others may have units to give.
    Later,
    /// Nothing more in this iteration.
    Nothing,
}

/// What is known of an iteration besides what this search has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elsewhere {
    /// Units without a goal, neighbours together under the number of the first, and their nodes.
    pub counted: Vec<(usize, Count)>,
    /// The first unit with a goal that another process has found, its nodes up to the goal, and the path below it.
    pub goal: Option<(usize, Count, Vec<u8>)>,
}

/// Knows units that need not be searched, and is told of those that have been.
///
/// One search uses it at a time: [`UnitLedger::begin`], then the units on all threads, then [`UnitLedger::end`], iteration
/// after iteration. Searches with a node limit use none.
pub trait UnitLedger: fmt::Debug + Send + Sync {
    /// An iteration has been cut.
    ///
    /// # Errors
    /// If the search may not go on: the units are not those that are recorded, or another process does the rest.
    fn begin(&self, cut: &Cut) -> Result<Share, StopReason>;

    /// What units weigh, which grows with the nodes that are expected of them. Told once their iteration has begun.
    fn weigh(&self, _weight: &dyn Fn(usize) -> u8) {}

    /// Units to search, the first ones first.
    fn take(&self) -> Taken;

    /// A unit has been searched through, or has a goal at the end of a path.
    fn done(&self, unit: usize, count: Count, goal: Option<&[u8]>);

    /// A unit that is being searched has so many nodes so far.
    fn grown(&self, _unit: usize, _nodes: u64) {}

    /// A part of a unit that another process has been at for too long, for a thread that has nothing to search: it asks whenever
    /// [`UnitLedger::take`] had nothing at the moment.
    fn take_part(&self) -> Option<Part> {
        None
    }

    /// A part has been searched through; without a count if it has a goal, which is then left to the one that has the unit.
    fn part_done(&self, _part: Part, _count: Option<Count>) {}

    /// Whether a unit that is being searched has been searched in parts elsewhere, or a part of it is needed no more.
    fn is_done_elsewhere(&self, _unit: usize) -> bool {
        false
    }

    /// The first unit that is known elsewhere to have a goal: those after it need not be searched.
    fn first_goal(&self) -> usize {
        usize::MAX
    }

    /// Nodes that are known elsewhere, for those who watch.
    fn elsewhere(&self) -> Count;

    /// All units that were handed out have been searched: what is known of the others. `None` while others are at work.
    ///
    /// # Errors
    /// If the search may not go on.
    fn end(&self) -> Result<Option<Elsewhere>, StopReason>;

    /// Beams before an iteration that is expected to have so many nodes have found nothing: their nodes, if that is known. If
    /// it is another process that searches them, none, and the nodes come with those of the units.
    fn beams(&self, _bound: u32, _expected: u64) -> Option<Count> {
        None
    }

    /// Beams before an iteration have found nothing.
    fn no_beam(&self, _bound: u32, _count: Count) {}
}
