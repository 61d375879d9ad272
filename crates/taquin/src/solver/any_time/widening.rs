//! Beams from the ends of a problem, and how they are watched.

use crate::beam::{Beams, End, Progress, Watch, beams_in};
use crate::metric::Metric;
use crate::problem::Problem;
use crate::search::{Budget, Stats, StopReason};
use crate::solver::staged::After;

/// Beams from one end.
pub(super) struct FromEnd {
    pub(super) end: End,
    pub(super) beams: Box<dyn Beams>,
}

/// Beams from every end that is worth trying; none if there are none for the metric.
pub(super) fn from_ends(problem: &Problem, metric: Metric) -> Vec<FromEnd> {
    let beams = |&end: &End| Some(FromEnd { end, beams: beams_in(metric, end.aim(problem))? });
    End::worth_trying(problem.shape()).iter().filter_map(beams).collect()
}

/// Watches a beam.
pub(super) struct Widening<'a> {
    pub(super) observer: After<'a>,
    pub(super) budget: Budget<'a>,
    pub(super) lower_bound: u32,
    pub(super) stats: Stats,
}

impl Watch for Widening<'_> {
    fn level(&mut self, level: &Progress) -> Option<StopReason> {
        self.stats.expanded = level.expanded;
        self.stats.generated = level.generated;
        self.stats.peak_bytes = level.bytes;
        self.budget.check(&mut self.stats, self.lower_bound, &mut self.observer).err()
    }
}
