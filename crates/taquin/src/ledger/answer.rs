//! Answers as they are kept, and back.

use super::record::Recorded;
use crate::problem::Problem;
use crate::search::{Answer, Count, Outcome, Stats};
use crate::shape::Direction;
use crate::solution::Solution;

impl Recorded {
    /// An answer as bytes, if it has a solution.
    pub(crate) fn bytes_of(answer: &Answer) -> Option<Vec<u8>> {
        let Outcome::Solved { solution, lower_bound, optimal } = &answer.outcome else { return None };
        let mut bytes = Vec::new();
        Recorded::new(answer, solution, *lower_bound, *optimal).encode(&mut bytes);
        Some(bytes)
    }

    /// What those bytes say.
    pub(crate) fn from_bytes(mut bytes: &[u8]) -> Option<Recorded> {
        Recorded::decode(&mut bytes)
    }

    pub(super) fn new(answer: &Answer, solution: &Solution, lower_bound: u32, optimal: bool) -> Recorded {
        let shape = solution.start().shape();
        let stats = &answer.stats;
        Recorded {
            moves: solution.moves().iter().map(|&direction| shape.letter(direction)).collect(),
            lower_bound,
            optimal,
            count: Count { expanded: stats.expanded, generated: stats.generated },
            reached: stats.reached.map_or(0, |reached| reached + 1),
            peak_bytes: stats.peak_bytes,
            elapsed: stats.elapsed,
            iterations: stats.iterations.clone(),
        }
    }

    /// The answer, unless its moves do not solve the problem or are fewer than is said to be proved.
    pub(crate) fn answer(&self, problem: &Problem) -> Option<Answer> {
        let shape = problem.shape();
        let direction = |letter| Direction::ALL.into_iter().find(|&each| shape.letter(each) == letter);
        let moves: Option<Vec<Direction>> = self.moves.chars().map(direction).collect();
        let solution = Solution::replay(problem, moves?).ok()?;
        let is_sound = match self.optimal {
            true => solution.cost() == self.lower_bound,
            false => solution.cost() >= self.lower_bound,
        };
        let (lower_bound, optimal) = (self.lower_bound, self.optimal);
        is_sound.then(|| Answer {
            outcome: Outcome::Solved { solution, lower_bound, optimal },
            stats: Stats {
                expanded: self.count.expanded,
                generated: self.count.generated,
                reached: self.reached.checked_sub(1),
                iterations: self.iterations.clone(),
                peak_bytes: self.peak_bytes,
                elapsed: self.elapsed,
                ..Stats::default()
            },
        })
    }
}
