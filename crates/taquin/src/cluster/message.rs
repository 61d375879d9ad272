//! What members and the coordinator say to each other. Members name a search by a *ticket*, a number of their own; lists of
//! units go by the bound of their iteration and their number in it.

use crate::problem::Problem;
use crate::search::{Count, Cut, Part};
use std::ops::Range;

/// The bound of an iteration, and the number of a list of units in it.
pub(super) type Key = (u32, u32);

/// A unit with a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Goal {
    /// The unit.
    pub unit: usize,
    /// Its nodes up to the goal.
    pub count: Count,
    /// The path below it.
    pub path: Vec<u8>,
}

/// What a list of units comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ended {
    /// The nodes of all units up to the one with the goal, and of beams that this member has not counted.
    pub total: Count,
    /// The first unit with a goal.
    pub goal: Option<Goal>,
}

/// When a member asks for units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Asks {
    /// It has only few left.
    Early,
    /// It has a thread without any.
    Idle,
}

/// What a member says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Request {
    /// A search is about to begin, in a way that is told by a text.
    Open {
        /// The number that the member gives it.
        ticket: u32,
        /// What is searched.
        problem: Problem,
        /// A [`RecordedMethod`](crate::solver::RecordedMethod) as text.
        method: String,
        /// Whether the member only takes part in the search of another, and waits until that has begun.
        joins: bool,
    },
    /// Whether beams before an iteration have to be searched.
    AskBeams {
        /// The search.
        ticket: u32,
        /// The bound of the iteration.
        bound: u32,
    },
    /// Beams before an iteration have found nothing.
    NoBeam {
        /// The search.
        ticket: u32,
        /// The bound of the iteration.
        bound: u32,
        /// Their nodes.
        count: Count,
    },
    /// An iteration has been cut.
    Begin {
        /// The search.
        ticket: u32,
        /// The iteration and its units.
        cut: Cut,
    },
    /// Units that have been searched, and whether more are wanted.
    Report {
        /// The search.
        ticket: u32,
        /// The list.
        list: Key,
        /// Units without a goal.
        done: Vec<(usize, Count)>,
        /// Units with one.
        goals: Vec<Goal>,
        /// Units that it has been at for long, and their nodes so far.
        grown: Vec<(usize, u64)>,
        /// Whether the member wants more units.
        asks: Option<Asks>,
    },
    /// What the units of a list weigh, by number. From the member that has begun the search.
    Weights {
        /// The search.
        ticket: u32,
        /// The list.
        list: Key,
        /// Weights that grow with the nodes that are expected.
        weights: Vec<u8>,
    },
    /// A part of a unit has been searched; it has a goal if there is no count.
    PartDone {
        /// The search.
        ticket: u32,
        /// The list.
        list: Key,
        /// The part.
        part: Part,
        /// Its nodes.
        count: Option<Count>,
    },
    /// A search is over.
    Close {
        /// The search.
        ticket: u32,
        /// Its answer, if it has one, in the form of ledgers.
        answer: Option<Vec<u8>>,
    },
}

impl Request {
    /// An iteration of a bound has been cut into so many units, with no nodes above them.
    pub fn begin(ticket: u32, bound: u32, units: usize) -> Request {
        let cut =
            Cut { bound, part: 0, units, above: Count::default(), expected: u64::MAX, is_divisible: true };
        Request::Begin { ticket, cut }
    }
}

/// What the coordinator says to one member.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reply {
    /// A search may begin.
    Opened {
        /// The search.
        ticket: u32,
        /// Its answer, if it is known.
        answer: Option<Vec<u8>>,
    },
    /// A search may not go on.
    Refused {
        /// The search.
        ticket: u32,
        /// Why.
        why: String,
    },
    /// What is known of the beams before an iteration: their nodes, or nothing if they have to be searched.
    Beams {
        /// The search.
        ticket: u32,
        /// The bound of the iteration.
        bound: u32,
        /// The nodes to count for them.
        known: Option<Count>,
    },
    /// An iteration may begin.
    Begun {
        /// The search.
        ticket: u32,
        /// The list.
        list: Key,
        /// Nodes that are known already.
        elsewhere: Count,
        /// The first unit that is known to have a goal.
        first_goal: Option<usize>,
    },
    /// Units to search.
    Units {
        /// The search.
        ticket: u32,
        /// The list.
        list: Key,
        /// The units.
        units: Vec<Range<usize>>,
    },
    /// A part of a unit to search.
    Part {
        /// The search.
        ticket: u32,
        /// The list.
        list: Key,
        /// The part.
        part: Part,
    },
    /// A unit is done or under search elsewhere, whole or in parts: whatever is under way of it can be left.
    DoneElsewhere {
        /// The search.
        ticket: u32,
        /// The list.
        list: Key,
        /// The unit.
        unit: usize,
    },
    /// Units that another member has got: they need not be searched unless they have been begun.
    Recall {
        /// The search.
        ticket: u32,
        /// The list.
        list: Key,
        /// The units.
        units: Vec<Range<usize>>,
    },
    /// A unit has a goal: those after it need not be searched.
    FirstGoal {
        /// The search.
        ticket: u32,
        /// The list.
        list: Key,
        /// The unit.
        unit: usize,
    },
    /// The nodes that are known of a list, but for those of this member.
    Elsewhere {
        /// The search.
        ticket: u32,
        /// The list.
        list: Key,
        /// The nodes.
        count: Count,
    },
    /// All units of a list that matter are done.
    Ended {
        /// The search.
        ticket: u32,
        /// The list.
        list: Key,
        /// What they come to.
        ended: Ended,
    },
    /// The search is over elsewhere.
    Over {
        /// The search.
        ticket: u32,
    },
}
