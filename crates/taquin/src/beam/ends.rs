//! Beams from either end of a problem: a way from the goal to the start, walked backwards, is a solution.
//!
//! The two hardly ever miss the same solutions, so beams from both ends find more than one that is twice as wide; and on
//! large boards those from the goal are the better ones (docs/experiments.md).

use super::{Beam, Beams, Bounds, Watch};
use crate::board::Board;
use crate::problem::Problem;
use crate::search::StopReason;
use crate::shape::{Direction, Shape};

/// Where a beam begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Start,
    Goal,
}

/// Boards with fewer cells are searched from both ends.
const LARGE: usize = 49;

/// On boards with more cells narrow beams from the goal get stuck.
const HUGE: usize = 100;

impl End {
    /// The ends that beams begin at, one after the other, on boards of a shape.
    pub(crate) fn worth_trying(shape: Shape) -> &'static [End] {
        match shape.cells() {
            ..LARGE => &[End::Start, End::Goal],
            LARGE..=HUGE => &[End::Goal],
            _ => &[End::Start],
        }
    }

    /// The board that a beam from this end leads to.
    pub(crate) fn aim(self, problem: &Problem) -> &Board {
        match self {
            End::Start => problem.goal(),
            End::Goal => problem.start(),
        }
    }

    /// A solution, if a beam from this end finds one. `beams` are those for its [aim](End::aim).
    ///
    /// # Errors
    /// If the watch or the bounds say why to stop, or memory does not suffice.
    pub(crate) fn search(
        self,
        problem: &Problem,
        beams: &dyn Beams,
        beam: Beam,
        bounds: &Bounds<'_>,
        watch: &mut dyn Watch,
    ) -> Result<Option<Vec<Direction>>, StopReason> {
        match self {
            End::Start => beams.search_within(problem.start(), beam, bounds, watch),
            End::Goal => {
                let way = beams.search_within(problem.goal(), beam, bounds, watch)?;
                Ok(way.map(|way| way.into_iter().rev().map(Direction::opposite).collect()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beam::beams_in;
    use crate::{Metric, NamedGoal, Scrambler, Solution};

    #[test]
    fn beams_from_both_ends_lead_from_the_start_to_the_goal() {
        for (shape, metric) in [
            ("3x3", Metric::Slides),
            ("5x5", Metric::Slides),
            ("5x5", Metric::Shifts),
            ("3x3x4", Metric::Slides),
        ] {
            let goal = NamedGoal::BlankFirst.board(shape.parse().unwrap()).unwrap();
            let problem = Problem::new(Scrambler::new(goal.clone(), 6).uniform(), goal).unwrap();
            let ways = [End::Start, End::Goal].map(|end| {
                let beams = beams_in(metric, end.aim(&problem)).unwrap();
                let beam = Beam { width: 1000, threads: 2, below: u32::MAX };
                let found = end.search(&problem, &*beams, beam, &Bounds::default(), &mut Quiet);
                found.unwrap().unwrap_or_else(|| panic!("{shape} by {metric} from {end:?}: stuck"))
            });
            assert_ne!(ways[0], ways[1], "{shape}");
            for way in ways {
                Solution::replay(&problem, way).unwrap();
            }
        }
    }

    struct Quiet;

    impl Watch for Quiet {
        fn level(&mut self, _level: &crate::beam::Progress) -> Option<StopReason> {
            None
        }
    }
}
