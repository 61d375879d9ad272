//! What a table said that cannot be right.
//!
//! Files are checked when they are opened, yet memory, disks and forgers can still change entries. So whatever reads
//! a table is prepared for any entries: walks are bounded, values that cannot be kept are replaced by ones that
//! are never too large, and the first contradiction is noted in the table. Searches ask for it, and a solution is
//! *confronted* with the tables that it was found by
//! ([`Heuristic::confront`](crate::heuristic::Heuristic::confront)).

use std::fmt;
use std::sync::OnceLock;

/// A table that contradicts itself or a solution. Nothing that was found with it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    table: String,
    kind: ContradictionKind,
}

/// What cannot be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContradictionKind {
    /// No slide leads nearer to the goal from something that is not the goal.
    NoWayDown,
    /// The way down to the goal is longer than the largest distance of the table.
    Endless,
    /// Entries that follow each other give a distance below 0, or one that is above the largest.
    OutOfRange,
    /// The distances of two neighbours do not differ by 1.
    Neighbours,
    /// Entries that must be alike are not: the blank has gone about without moving a tile of the pattern.
    Region,
    /// Which slides raise the distance is said otherwise beside the table.
    Rises,
    /// Entries that follow a solution give this distance at its end, where it is 0.
    NotHome(u32),
    /// A solution that is called shortest has so many moves, and the table says so many.
    NotShortest {
        /// The moves of the solution.
        moves: u32,
        /// The table's distance of the board that it begins with.
        distance: u32,
    },
    /// The entries led a search to a board that is not the goal.
    WrongGoal,
    /// The entries no longer have the checksum that they had.
    Checksum,
    /// The file that the entries are in was written to while it was in use.
    Changed,
}

impl Contradiction {
    pub(crate) fn new(table: impl fmt::Display, kind: ContradictionKind) -> Contradiction {
        Contradiction { table: table.to_string(), kind }
    }

    /// The name of the table, as its file would be called, e.g. `4x4-b0-1.2.3`.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// What cannot be right.
    pub fn kind(&self) -> ContradictionKind {
        self.kind
    }
}

impl fmt::Display for ContradictionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContradictionKind::NoWayDown => f.write_str("its entries end before the goal"),
            ContradictionKind::Endless => f.write_str("its entries lead past its largest distance"),
            ContradictionKind::OutOfRange => f.write_str("its entries give a distance that there is not"),
            ContradictionKind::Neighbours => {
                f.write_str("neighbours have distances that do not differ by one")
            }
            ContradictionKind::Region => f.write_str("its entries differ where they have to be alike"),
            ContradictionKind::Rises => {
                f.write_str("its companion says otherwise which slides raise the distance")
            }
            ContradictionKind::NotHome(distance) => {
                write!(f, "its entries give the distance {distance} at the end of a solution")
            }
            ContradictionKind::NotShortest { moves, distance } => {
                write!(f, "it has the distance {distance} for a board that is solved in {moves} moves")
            }
            ContradictionKind::WrongGoal => f.write_str("its entries lead to a board that is not the goal"),
            ContradictionKind::Checksum => f.write_str("its entries do not have the checksum of its header"),
            ContradictionKind::Changed => f.write_str("its file was written to while it was in use"),
        }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the table {} is damaged, {}: nothing found with it counts; remove it and build it again",
            self.table, self.kind
        )
    }
}

impl std::error::Error for Contradiction {}

/// The first contradiction of a table, noted by whatever search meets it and read by all.
#[derive(Debug, Default)]
pub(crate) struct Noted(OnceLock<Contradiction>);

impl Noted {
    /// Notes a contradiction unless there is one already.
    #[cold]
    pub(crate) fn note(&self, table: impl fmt::Display, kind: ContradictionKind) -> Contradiction {
        self.0.get_or_init(|| Contradiction::new(table, kind)).clone()
    }

    /// The one noted first.
    pub(crate) fn first(&self) -> Option<Contradiction> {
        self.0.get().cloned()
    }
}
