//! A heuristic of whatever kind: what a name chosen at run time becomes.

use super::linear_conflict::Parts;
use super::{
    AxisDistance, AxisMemo, Contradiction, ExactDistance, FirstEntry, Guarantees, Hamming, Heuristic,
    KernelHint, LinearConflict, Manhattan, Maximum, OutOfPlace, Own, PatternDatabases, PatternMemo,
    WalkingConflict, WalkingDistance, WalkingMemo, Zero,
};
use crate::board::{Board, Slide};
use crate::metric::Metric;
use crate::solution::Solution;

/// A heuristic chosen at run time. Searches unwrap it once and run on what is inside.
#[derive(Clone, Debug)]
pub enum AnyHeuristic {
    /// See [`Zero`].
    Zero(Zero),
    /// See [`Hamming`].
    Hamming(Hamming),
    /// See [`OutOfPlace`].
    OutOfPlace(OutOfPlace),
    /// See [`Manhattan`].
    Manhattan(Manhattan),
    /// See [`LinearConflict`].
    LinearConflict(LinearConflict),
    /// See [`WalkingDistance`].
    WalkingDistance(WalkingDistance),
    /// See [`WalkingConflict`].
    WalkingConflict(WalkingConflict),
    /// See [`FirstEntry`].
    FirstEntry(FirstEntry),
    /// See [`AxisDistance`].
    AxisDistance(AxisDistance),
    /// See [`PatternDatabases`].
    Pdb(PatternDatabases),
    /// See [`ExactDistance`].
    Exact(ExactDistance),
    /// See [`Maximum`].
    Maximum(Maximum),
    /// See [`Own`].
    Own(Own),
}

impl AnyHeuristic {
    /// Whether it is all that its name promises. Walking distance counts as Manhattan along an axis
    /// whose table would be too large, first entry as Manhattan in boxes of more than 64 cells, the
    /// exact distance as Manhattan in strips and on boards of more than 12 cells, and so do pattern
    /// databases where there are none.
    pub fn is_complete(&self) -> bool {
        match self {
            AnyHeuristic::WalkingDistance(walking) => walking.is_complete(),
            AnyHeuristic::WalkingConflict(walking) => walking.is_complete(),
            AnyHeuristic::AxisDistance(axes) => axes.is_complete(),
            AnyHeuristic::FirstEntry(first_entry) => first_entry.is_complete(),
            AnyHeuristic::Pdb(databases) => databases.is_complete(),
            AnyHeuristic::Exact(exact) => exact.is_complete(),
            AnyHeuristic::Maximum(maximum) => maximum.parts().iter().all(AnyHeuristic::is_complete),
            _ => true,
        }
    }

    /// Bytes of tables that it holds in memory of its own. Files that are mapped cost nothing to keep.
    pub fn own_bytes(&self) -> u64 {
        match self {
            AnyHeuristic::Pdb(databases) => databases.tables().iter().map(|table| table.own_bytes()).sum(),
            AnyHeuristic::Exact(exact) => exact.table().map_or(0, |table| table.own_bytes()),
            AnyHeuristic::WalkingDistance(walking) => walking.bytes(),
            AnyHeuristic::WalkingConflict(walking) => walking.bytes(),
            AnyHeuristic::AxisDistance(axes) => axes.bytes(),
            AnyHeuristic::Maximum(maximum) => maximum.parts().iter().map(AnyHeuristic::own_bytes).sum(),
            _ => 0,
        }
    }

    /// Whether the checksums of all its tables have been computed since they were opened.
    pub(crate) fn is_checked(&self) -> bool {
        match self {
            AnyHeuristic::Pdb(databases) => databases.tables().iter().all(|table| table.is_checked()),
            AnyHeuristic::Maximum(maximum) => maximum.parts().iter().all(AnyHeuristic::is_checked),
            _ => true,
        }
    }

    /// Computes those that have not been. What is wrong is noted as a [contradiction](Heuristic::contradiction).
    pub(crate) fn recheck(&self, stop: &dyn Fn() -> bool) {
        match self {
            AnyHeuristic::Pdb(databases) => {
                let _ = databases.recheck(stop);
            }
            AnyHeuristic::Maximum(maximum) => maximum.parts().iter().for_each(|part| part.recheck(stop)),
            _ => {}
        }
    }
}

/// The memo of one part of a [`Maximum`].
#[derive(Clone, Copy, Debug)]
pub enum AnyMemo {
    /// Of [`Zero`].
    Nothing,
    /// Of the heuristics that remember their value.
    Value(u32),
    /// Of [`LinearConflict`].
    Parts(Parts),
    /// Of [`WalkingDistance`].
    Walk([u32; 3]),
    /// Of [`WalkingConflict`].
    Walks(WalkingMemo),
    /// Of [`AxisDistance`].
    Axes(AxisMemo),
    /// Of [`PatternDatabases`].
    Patterns(PatternMemo),
    /// Of a [`Maximum`] inside another: its parts are looked at afresh.
    Fresh(u32),
}

/// Runs a generic function on whatever heuristic is inside.
macro_rules! with_heuristic {
    ($any:expr, $heuristic:ident => $body:expr) => {
        match $any {
            $crate::heuristic::AnyHeuristic::Zero($heuristic) => $body,
            $crate::heuristic::AnyHeuristic::Hamming($heuristic) => $body,
            $crate::heuristic::AnyHeuristic::OutOfPlace($heuristic) => $body,
            $crate::heuristic::AnyHeuristic::Manhattan($heuristic) => $body,
            $crate::heuristic::AnyHeuristic::LinearConflict($heuristic) => $body,
            $crate::heuristic::AnyHeuristic::WalkingDistance($heuristic) => $body,
            $crate::heuristic::AnyHeuristic::WalkingConflict($heuristic) => $body,
            $crate::heuristic::AnyHeuristic::FirstEntry($heuristic) => $body,
            $crate::heuristic::AnyHeuristic::AxisDistance($heuristic) => $body,
            $crate::heuristic::AnyHeuristic::Pdb($heuristic) => $body,
            $crate::heuristic::AnyHeuristic::Exact($heuristic) => $body,
            $crate::heuristic::AnyHeuristic::Maximum($heuristic) => $body,
            $crate::heuristic::AnyHeuristic::Own($heuristic) => $body,
        }
    };
}

impl Heuristic for AnyHeuristic {
    type Memo = AnyMemo;

    fn goal(&self) -> &Board {
        with_heuristic!(self, heuristic => heuristic.goal())
    }

    fn guarantees(&self) -> Guarantees {
        with_heuristic!(self, heuristic => heuristic.guarantees())
    }

    fn is_for(&self, metric: Metric) -> bool {
        with_heuristic!(self, heuristic => heuristic.is_for(metric))
    }

    fn into_any(self) -> AnyHeuristic {
        self
    }

    fn kernel_hint(&self) -> Option<KernelHint<'_>> {
        with_heuristic!(self, heuristic => heuristic.kernel_hint())
    }

    fn contradiction(&self) -> Option<Contradiction> {
        with_heuristic!(self, heuristic => heuristic.contradiction())
    }

    fn confront(&self, solution: &Solution, optimal: bool) -> Result<(), Contradiction> {
        with_heuristic!(self, heuristic => heuristic.confront(solution, optimal))
    }

    fn remember(&self, board: &Board) -> AnyMemo {
        match self {
            AnyHeuristic::Zero(_) => AnyMemo::Nothing,
            AnyHeuristic::Hamming(h) => AnyMemo::Value(h.remember(board)),
            AnyHeuristic::OutOfPlace(h) => AnyMemo::Value(h.remember(board)),
            AnyHeuristic::Manhattan(h) => AnyMemo::Value(h.remember(board)),
            AnyHeuristic::LinearConflict(h) => AnyMemo::Parts(h.remember(board)),
            AnyHeuristic::WalkingDistance(h) => AnyMemo::Walk(h.remember(board)),
            AnyHeuristic::WalkingConflict(h) => AnyMemo::Walks(h.remember(board)),
            AnyHeuristic::FirstEntry(h) => AnyMemo::Value(h.remember(board)),
            AnyHeuristic::AxisDistance(h) => AnyMemo::Axes(h.remember(board)),
            AnyHeuristic::Pdb(h) => AnyMemo::Patterns(h.remember(board)),
            AnyHeuristic::Exact(h) => AnyMemo::Value(h.remember(board)),
            AnyHeuristic::Own(h) => AnyMemo::Value(h.remember(board)),
            AnyHeuristic::Maximum(h) => AnyMemo::Fresh(h.of(board)),
        }
    }

    fn after(&self, memo: AnyMemo, board: &Board, slide: Slide) -> AnyMemo {
        match (self, memo) {
            (AnyHeuristic::Hamming(h), AnyMemo::Value(memo)) => AnyMemo::Value(h.after(memo, board, slide)),
            (AnyHeuristic::OutOfPlace(h), AnyMemo::Value(memo)) => {
                AnyMemo::Value(h.after(memo, board, slide))
            }
            (AnyHeuristic::Manhattan(h), AnyMemo::Value(memo)) => AnyMemo::Value(h.after(memo, board, slide)),
            (AnyHeuristic::LinearConflict(h), AnyMemo::Parts(memo)) => {
                AnyMemo::Parts(h.after(memo, board, slide))
            }
            (AnyHeuristic::WalkingDistance(h), AnyMemo::Walk(memo)) => {
                AnyMemo::Walk(h.after(memo, board, slide))
            }
            (AnyHeuristic::WalkingConflict(h), AnyMemo::Walks(memo)) => {
                AnyMemo::Walks(h.after(memo, board, slide))
            }
            (AnyHeuristic::AxisDistance(h), AnyMemo::Axes(memo)) => {
                AnyMemo::Axes(h.after(memo, board, slide))
            }
            (AnyHeuristic::Pdb(h), AnyMemo::Patterns(memo)) => AnyMemo::Patterns(h.after(memo, board, slide)),
            (AnyHeuristic::Exact(h), AnyMemo::Value(memo)) => AnyMemo::Value(h.after(memo, board, slide)),
            _ => self.remember(board),
        }
    }

    fn estimate(&self, memo: AnyMemo) -> u32 {
        match (self, memo) {
            (AnyHeuristic::LinearConflict(h), AnyMemo::Parts(memo)) => h.estimate(memo),
            (AnyHeuristic::WalkingDistance(h), AnyMemo::Walk(memo)) => h.estimate(memo),
            (AnyHeuristic::WalkingConflict(h), AnyMemo::Walks(memo)) => h.estimate(memo),
            (AnyHeuristic::AxisDistance(h), AnyMemo::Axes(memo)) => h.estimate(memo),
            (AnyHeuristic::Pdb(h), AnyMemo::Patterns(memo)) => h.estimate(memo),
            (_, AnyMemo::Value(value) | AnyMemo::Fresh(value)) => value,
            (_, AnyMemo::Nothing) => 0,
            _ => unreachable!("a memo is read by the heuristic that wrote it"),
        }
    }
}
