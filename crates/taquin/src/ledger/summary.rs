//! What a ledger says to people: what is proved, what is left, and how long that may take.

use super::book::{Book, List, Search};
use super::file::Dropped;
use super::record::{Key, Run};
use crate::search::Count;
use std::time::Duration;

/// What a ledger says.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// The program that wrote it.
    pub program: String,
    /// What it is for.
    pub purpose: String,
    /// Its searches.
    pub searches: Vec<SearchSummary>,
    /// What had to be dropped when it was read.
    pub dropped: Dropped,
}

/// A search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchSummary {
    /// The board it begins with.
    pub start: String,
    /// The board it is to reach.
    pub goal: String,
    /// How it is done.
    pub plan: String,
    /// Its iterations that are recorded: small ones are not.
    pub iterations: Vec<IterationSummary>,
    /// The moves of its solution and whether they are proved to be as few as can be, if it is over.
    pub answer: Option<(u32, bool)>,
}

/// An iteration, or a part of one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct IterationSummary {
    /// Its bound.
    pub bound: u32,
    /// Units in all.
    pub units: u64,
    /// Units that are done.
    pub done: u64,
    /// The nodes of beams, above the cut, and of the units that are done.
    pub count: Count,
    /// How long it has been searched.
    pub elapsed: Duration,
    /// The first unit that is known to have a goal.
    pub goal: Option<u64>,
    /// The units that are done, neighbours together.
    pub runs: Vec<Run>,
}

/// What is left of an iteration, if what is left is like what is done.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Forecast {
    /// Nodes left.
    pub nodes: f64,
    /// In two of three cases they are so many more or less at most.
    pub spread: f64,
    /// The time that as many take at the pace so far, if it is known.
    pub time: Option<Duration>,
}

impl Summary {
    pub(super) fn of(book: &Book, dropped: Dropped) -> Summary {
        let searches = book.searches.values().map(|search| SearchSummary {
            start: search.start.clone(),
            goal: search.goal.clone(),
            plan: search.plan.clone(),
            iterations: search
                .lists
                .iter()
                .map(|(&key, list)| IterationSummary::of(search, key, list))
                .collect(),
            answer: search.answer.as_ref().map(|answer| (answer.moves.len() as u32, answer.optimal)),
        });
        let program = book.program.clone().unwrap_or_default();
        Summary { program, purpose: book.purpose.clone(), searches: searches.collect(), dropped }
    }
}

impl IterationSummary {
    fn of(search: &Search, (bound, part): Key, list: &List) -> IterationSummary {
        let beams = search.beams.get(&bound).filter(|_| part == 0).copied().unwrap_or_default();
        IterationSummary {
            bound,
            units: list.units,
            done: list.done(),
            count: beams + list.above + list.count(),
            elapsed: Duration::from_millis(list.milliseconds),
            goal: list.goal,
            runs: list.runs.values().copied().collect(),
        }
    }

    /// Whether all its units are done.
    pub fn is_complete(&self) -> bool {
        self.done == self.units
    }

    /// What is left, by the mean of the units that are done; the spread is that of a ratio of sums. `None` if fewer than two
    /// runs are done.
    pub fn forecast(&self) -> Option<Forecast> {
        let runs = self.runs.len() as f64;
        if self.runs.len() < 2 {
            return None;
        }
        let nodes: u64 = self.runs.iter().map(|run| run.count.expanded).sum();
        let mean = nodes as f64 / self.done as f64;
        let square = |run: &Run| (run.count.expanded as f64 - mean * run.units as f64).powi(2);
        let variance = self.runs.iter().map(square).sum::<f64>() / (runs - 1.0);
        let left = (self.units - self.done) as f64;
        // Of the mean, by all that is done; and of what is left, which is made of runs like them.
        let units_in_run = self.done as f64 / runs;
        let of_mean = left.powi(2) * variance * runs / (self.done as f64).powi(2);
        let of_rest = left / units_in_run * variance;
        let seconds = self.elapsed.as_secs_f64();
        let pace = nodes as f64 / seconds;
        let time = (seconds > 0.0 && nodes > 0).then(|| Duration::from_secs_f64(left * mean / pace));
        Some(Forecast { nodes: left * mean, spread: (of_mean + of_rest).sqrt(), time })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_taken_to_be_like_what_is_done() {
        let run = |first, expanded| Run { first, units: 10, count: Count { expanded, generated: 0 } };
        let summary = |runs: Vec<Run>| IterationSummary {
            bound: 50,
            units: 100,
            done: 10 * runs.len() as u64,
            count: Count::default(),
            elapsed: Duration::from_secs(4),
            goal: None,
            runs,
        };
        assert_eq!(summary(vec![run(0, 7)]).forecast(), None);
        let even = summary(vec![run(0, 100), run(10, 100)]).forecast().unwrap();
        assert_eq!((even.nodes, even.spread, even.time), (800.0, 0.0, Some(Duration::from_secs(16))));
        let uneven = summary(vec![run(0, 150), run(10, 50)]).forecast().unwrap();
        assert!(uneven.nodes == 800.0 && (400.0..600.0).contains(&uneven.spread), "{uneven:?}");
    }
}
