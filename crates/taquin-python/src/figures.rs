//! What a search took, as dicts of Python have it.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use taquin::search::Stats;

/// What a search took.
#[derive(Clone, Default)]
pub(crate) struct Figures {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) reached: Option<u64>,
    /// Bound, expanded and generated of each iteration.
    pub(crate) iterations: Vec<(u32, u64, u64)>,
    pub(crate) peak_bytes: u64,
    pub(crate) seconds: f64,
}

impl Figures {
    pub(crate) fn of(stats: &Stats) -> Figures {
        let iteration = |one: &taquin::search::Iteration| (one.bound, one.expanded, one.generated);
        Figures {
            expanded: stats.expanded,
            generated: stats.generated,
            reached: stats.reached,
            iterations: stats.iterations.iter().map(iteration).collect(),
            peak_bytes: stats.peak_bytes,
            seconds: stats.elapsed.as_secs_f64(),
        }
    }

    /// Writes all but the iterations into a dict, by the names that the program's JSON has.
    pub(crate) fn fill(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        dict.set_item("expanded", self.expanded)?;
        dict.set_item("generated", self.generated)?;
        dict.set_item("reached", self.reached)?;
        dict.set_item("seconds", self.seconds)?;
        dict.set_item("peak_bytes", self.peak_bytes)
    }
}
