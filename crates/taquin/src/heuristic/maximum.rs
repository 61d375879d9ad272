//! The largest of several estimates, which is admissible if all of them are.

use super::{
    AnyHeuristic, AnyMemo, Contradiction, Guarantees, Heuristic, HeuristicName, KernelHint, KnownValues,
};
use crate::board::{Board, Slide};
use crate::metric::Metric;
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
    /// If there are none or more than [`Maximum::MOST_PARTS`], or if they are not all for one goal.
    pub fn new(parts: Vec<AnyHeuristic>) -> Maximum {
        assert!(
            (1..=Self::MOST_PARTS).contains(&parts.len()),
            "a maximum has 1 to {} parts",
            Self::MOST_PARTS
        );
        let one_goal = parts.iter().all(|part| part.goal() == parts[0].goal());
        assert!(one_goal, "the parts of a maximum are for one goal");
        Maximum { parts }
    }

    /// The heuristics it is the maximum of.
    pub fn parts(&self) -> &[AnyHeuristic] {
        &self.parts
    }
}

impl Heuristic for Maximum {
    type Memo = [AnyMemo; Maximum::MOST_PARTS];

    fn into_any(self) -> AnyHeuristic {
        AnyHeuristic::Maximum(self)
    }

    fn goal(&self) -> &Board {
        self.parts[0].goal()
    }

    fn guarantees(&self) -> Guarantees {
        let of_all = |claim: fn(Guarantees) -> bool| self.parts.iter().all(|part| claim(part.guarantees()));
        Guarantees { admissible: of_all(|g| g.admissible), consistent: of_all(|g| g.consistent) }
    }

    fn is_for(&self, metric: Metric) -> bool {
        self.parts.iter().all(|part| part.is_for(metric))
    }

    fn kernel_hint(&self) -> Option<KernelHint<'_>> {
        let name = |part: &AnyHeuristic| match part.kernel_hint() {
            Some(KernelHint(KnownValues::Of(name))) => Some(name),
            _ => None,
        };
        let names = self.parts.iter().map(name).collect::<Option<_>>()?;
        KernelHint::named(HeuristicName::Max(names))
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
