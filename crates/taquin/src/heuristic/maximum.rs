//! The largest of several estimates, which is admissible if all of them are.

use super::{AnyHeuristic, AnyMemo, Contradiction, Guarantees, Heuristic, HeuristicName};
use crate::board::{Board, Slide};
use crate::solution::Solution;

/// The maximum of some heuristics.
#[derive(Clone, Debug)]
pub struct Maximum {
    parts: Vec<AnyHeuristic>,
}

impl Maximum {
    /// How many heuristics can be combined.
    pub const MOST_PARTS: usize = 8;

    /// The maximum of these.
    ///
    /// # Panics
    /// If there are more than [`Maximum::MOST_PARTS`].
    pub fn new(parts: Vec<AnyHeuristic>) -> Maximum {
        assert!(parts.len() <= Self::MOST_PARTS);
        Maximum { parts }
    }

    /// The heuristics it is the maximum of.
    pub fn parts(&self) -> &[AnyHeuristic] {
        &self.parts
    }
}

impl Heuristic for Maximum {
    type Memo = [AnyMemo; Maximum::MOST_PARTS];

    fn guarantees(&self) -> Guarantees {
        let of_all = |claim: fn(Guarantees) -> bool| self.parts.iter().all(|part| claim(part.guarantees()));
        Guarantees { admissible: of_all(|g| g.admissible), consistent: of_all(|g| g.consistent) }
    }

    fn known_as(&self) -> Option<HeuristicName> {
        self.parts.iter().map(AnyHeuristic::known_as).collect::<Option<_>>().map(HeuristicName::Max)
    }

    fn contradiction(&self) -> Option<Contradiction> {
        self.parts.iter().find_map(AnyHeuristic::contradiction)
    }

    fn confront(&self, solution: &Solution, optimal: bool) -> Result<(), Contradiction> {
        self.parts.iter().try_for_each(|part| part.confront(solution, optimal))
    }

    fn remember(&self, board: &Board) -> Self::Memo {
        let mut memos = [AnyMemo::Nothing; Self::MOST_PARTS];
        for (memo, part) in memos.iter_mut().zip(&self.parts) {
            *memo = part.remember(board);
        }
        memos
    }

    fn after(&self, mut memos: Self::Memo, board: &Board, slide: Slide) -> Self::Memo {
        for (memo, part) in memos.iter_mut().zip(&self.parts) {
            *memo = part.after(*memo, board, slide);
        }
        memos
    }

    fn estimate(&self, memos: Self::Memo) -> u32 {
        self.parts.iter().zip(memos).map(|(part, memo)| part.estimate(memo)).max().unwrap_or(0)
    }
}
