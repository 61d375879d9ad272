//! What is known, in memory: searches, their iterations, and which units are done.

use super::record::{Key, Record, Recorded, Run};
use crate::search::Count;
use std::collections::BTreeMap;
use std::ops::Range;

/// All that a ledger says.
#[derive(Clone, Debug, Default)]
pub(super) struct Book {
    pub(super) program: Option<String>,
    pub(super) purpose: String,
    pub(super) searches: BTreeMap<u64, Search>,
}

/// A search and what is known of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    pub(super) start: String,
    pub(super) goal: String,
    pub(super) plan: String,
    pub(super) beams: BTreeMap<u32, Count>,
    pub(super) lists: BTreeMap<Key, List>,
    pub(super) answer: Option<Recorded>,
}

/// The units of an iteration.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    pub(super) units: u64,
    pub(super) above: Count,
    /// By the number of their first unit.
    pub(super) runs: BTreeMap<u64, Run>,
    /// The first unit with a goal.
    pub(super) goal: Option<u64>,
    /// For how long it has been searched.
    pub(super) milliseconds: u64,
}

impl List {
    /// Notes that units are done; false if some of them are already, or do not exist.
    pub(super) fn add(&mut self, run: Run) -> bool {
        let end = run.first + run.units;
        let before = self.runs.range(..end).next_back();
        let is_new = before.is_none_or(|(_, before)| before.first + before.units <= run.first);
        if is_new && end <= self.units {
            self.runs.insert(run.first, run);
            return true;
        }
        false
    }

    /// The units that are not done.
    pub(super) fn gaps(&self) -> Vec<Range<u64>> {
        let mut gaps = Vec::new();
        let mut at = 0;
        for run in self.runs.values() {
            if run.first > at {
                gaps.push(at..run.first);
            }
            at = run.first + run.units;
        }
        if at < self.units {
            gaps.push(at..self.units);
        }
        gaps
    }

    /// How many units are done.
    pub(super) fn done(&self) -> u64 {
        self.runs.values().map(|run| run.units).sum()
    }

    /// The nodes of the units that are done.
    pub(super) fn count(&self) -> Count {
        self.runs.values().fold(Count::default(), |sum, run| sum + run.count)
    }

    /// Units that are recorded together at most, and handed to a shard together: a 2048th of all.
    pub(super) fn block(&self) -> u64 {
        (self.units / 2048).max(1)
    }
}

impl Book {
    /// Takes a record over; false if it does not go with those before it.
    pub(super) fn apply(&mut self, record: Record) -> bool {
        match record {
            Record::Header { program, purpose } => {
                let is_first = self.program.is_none();
                (self.program, self.purpose) = (Some(program), purpose);
                is_first
            }
            Record::Search { search, start, goal, plan } => {
                let new = Search { start, goal, plan, ..Search::default() };
                self.searches.insert(search, new).is_none()
            }
            Record::Beams { search, bound, count } => {
                self.searches.get_mut(&search).map(|search| search.beams.insert(bound, count)).is_some()
            }
            Record::Cut { search, key, units, above } => {
                let Some(search) = self.searches.get_mut(&search) else { return false };
                let new = List { units, above, ..List::default() };
                search.lists.insert(key, new).is_none()
            }
            Record::Runs { search, key, milliseconds, runs } => {
                let Some(list) = self.list(search, key) else { return false };
                list.milliseconds += milliseconds;
                let refused = runs.into_iter().filter(|&run| !list.add(run)).count();
                refused == 0
            }
            Record::Goal { search, key, unit } => {
                let Some(list) = self.list(search, key).filter(|list| unit < list.units) else {
                    return false;
                };
                list.goal = Some(list.goal.map_or(unit, |goal| goal.min(unit)));
                true
            }
            Record::Answer { search, recorded } => {
                self.searches.get_mut(&search).map(|search| search.answer = Some(recorded)).is_some()
            }
        }
    }

    fn list(&mut self, search: u64, key: Key) -> Option<&mut List> {
        self.searches.get_mut(&search)?.lists.get_mut(&key)
    }

    /// A checksum of all that it says.
    pub(super) fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        self.records().iter().for_each(|record| hasher.update(&record.encode()));
        hasher.finalize()
    }

    /// All of it as records.
    pub(super) fn records(&self) -> Vec<Record> {
        let program = self.program.clone().unwrap_or_default();
        let mut records = vec![Record::Header { program, purpose: self.purpose.clone() }];
        for (&number, search) in &self.searches {
            let Search { start, goal, plan, beams, lists, answer } = search.clone();
            records.push(Record::Search { search: number, start, goal, plan });
            let beams =
                beams.into_iter().map(|(bound, count)| Record::Beams { search: number, bound, count });
            records.extend(beams);
            for (key, list) in lists {
                let List { units, above, runs, goal, milliseconds } = list;
                records.push(Record::Cut { search: number, key, units, above });
                let runs: Vec<Run> = runs.into_values().collect();
                if !runs.is_empty() {
                    records.push(Record::Runs { search: number, key, milliseconds, runs });
                }
                records.extend(goal.map(|unit| Record::Goal { search: number, key, unit }));
            }
            records.extend(answer.map(|recorded| Record::Answer { search: number, recorded }));
        }
        records
    }
}

/// Units with their nodes, neighbours put together as far as they are in one block.
pub(super) fn join(mut done: Vec<(u64, Count)>, block: u64) -> Vec<Run> {
    done.sort_unstable_by_key(|&(unit, _)| unit);
    let mut runs: Vec<Run> = Vec::new();
    for (unit, count) in done {
        match runs.last_mut() {
            Some(run) if run.first + run.units == unit && run.first / block == unit / block => {
                run.units += 1;
                run.count += count;
            }
            _ => runs.push(Run { first: unit, units: 1, count }),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(expanded: u64) -> Count {
        Count { expanded, generated: 2 * expanded }
    }

    #[test]
    fn nothing_is_counted_twice() {
        let mut list = List { units: 100, ..List::default() };
        let run = |first, units| Run { first, units, count: nodes(units) };
        assert!(list.add(run(10, 5)) && list.add(run(0, 3)) && list.add(run(15, 85)));
        for again in [run(12, 1), run(9, 2), run(0, 4), run(99, 1), run(100, 1), run(2, 20)] {
            assert!(!list.add(again), "{again:?}");
        }
        assert_eq!(list.gaps().first(), Some(&(3..10)));
        assert_eq!((list.done(), list.count()), (93, nodes(93)));
    }

    #[test]
    fn neighbours_are_joined_within_their_block() {
        let done = [7, 3, 4, 5, 8, 9].map(|unit| (unit, nodes(1)));
        let runs = join(done.to_vec(), 4);
        let ends: Vec<(u64, u64)> = runs.iter().map(|run| (run.first, run.units)).collect();
        assert_eq!(ends, [(3, 1), (4, 2), (7, 1), (8, 2)]);
    }
}
