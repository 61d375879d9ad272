//! Which of the units that are not done a search is given.

use super::book::Book;
use super::record::{Key, Run};
use crate::fast_hash::FastHasher;
use crate::search::Count;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::Hasher;
use std::ops::Range;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Which units a search is given.
#[derive(Clone, Debug)]
pub(super) enum Policy {
    /// All that are not done.
    All,
    /// All until an iteration is expected to have so many nodes: its units are written down, and the search ends.
    Until(u64),
    /// Those of a shard of the first iteration that is not complete; then the search ends.
    Shard(Shard),
    /// Some that are done, once more.
    Audit(Arc<Audit>),
}

impl Policy {
    /// Whether answers are taken from the ledger, and written to it.
    pub(super) fn answers(&self) -> bool {
        matches!(self, Policy::All | Policy::Until(_))
    }
}

/// One of several equal parts of the units of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// Which one, counted from 1.
    pub fn number(self) -> u64 {
        self.number
    }

    /// How many there are.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Its share of some units. Blocks of neighbours go to the shards in turn, so that all have some of every region.
    pub(super) fn share(self, gaps: &[Range<u64>], block: u64) -> Vec<Range<u64>> {
        let mut share = Vec::new();
        for gap in gaps {
            let mut at = gap.start;
            while at < gap.end {
                let end = (at / block + 1).saturating_mul(block).min(gap.end);
                if (at / block) % self.of == self.number - 1 {
                    share.push(at..end);
                }
                at = end;
            }
        }
        share
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// A text that is no shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoShard;

impl fmt::Display for NoShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a shard is its number and how many there are, as 17/1000")
    }
}

impl std::error::Error for NoShard {}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Shard, NoShard> {
        let (number, of) = text.split_once('/').ok_or(NoShard)?;
        let number_of = |text: &str| text.trim().parse::<u64>().map_err(|_| NoShard);
        let (number, of) = (number_of(number)?, number_of(of)?);
        if (1..=of).contains(&number) { Ok(Shard { number, of }) } else { Err(NoShard) }
    }
}

/// Runs of units that are searched once more, and what came of them.
#[derive(Debug, Default)]
pub struct Audit {
    /// By search and list.
    chosen: BTreeMap<(u64, Key), Vec<Run>>,
    found: Mutex<BTreeMap<(u64, Key, u64), Count>>,
}

/// A run of units that was searched once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audited {
    /// The bound of its iteration.
    pub bound: u32,
    /// What is recorded.
    pub recorded: Run,
    /// The nodes that were found now; `None` if it was not come to, or units have a goal.
    pub found: Option<Count>,
}

impl Audited {
    /// Whether the record is right.
    pub fn is_right(&self) -> bool {
        self.found == Some(self.recorded.count)
    }
}

impl Audit {
    /// Chooses so many runs at random.
    pub(super) fn choose(book: &Book, sample: usize, seed: u64) -> Audit {
        let mut all = Vec::new();
        for (&number, search) in &book.searches {
            for (&key, list) in &search.lists {
                all.extend(list.runs.values().map(|&run| (number, key, run)));
            }
        }
        let order = |&(search, key, run): &(u64, Key, Run)| {
            let mut hasher = FastHasher::default();
            for number in [seed, search, key.0.into(), key.1.into(), run.first] {
                hasher.write_u64(number);
            }
            hasher.finish()
        };
        all.sort_by_key(order);
        all.truncate(sample);
        let mut chosen: BTreeMap<(u64, Key), Vec<Run>> = BTreeMap::new();
        for (search, key, run) in all {
            chosen.entry((search, key)).or_default().push(run);
        }
        chosen.values_mut().for_each(|runs| runs.sort_by_key(|run| run.first));
        Audit { chosen, found: Mutex::default() }
    }

    /// The runs of a list that are searched once more.
    pub(super) fn runs(&self, search: u64, key: Key) -> &[Run] {
        self.chosen.get(&(search, key)).map_or(&[], Vec::as_slice)
    }

    /// Whether there is nothing to do in a search after a list.
    pub(super) fn is_last(&self, search: u64, key: Key) -> bool {
        self.chosen.range((search, key)..).all(|(&(of, at), _)| of != search || at == key)
    }

    /// A unit has been searched.
    pub(super) fn add(&self, search: u64, key: Key, unit: u64, count: Count) {
        let runs = self.runs(search, key);
        let place = runs.partition_point(|run| run.first <= unit);
        if let Some(run) = place.checked_sub(1).map(|place| runs[place]) {
            *self.found().entry((search, key, run.first)).or_default() += count;
        }
    }

    /// What came of every run.
    pub fn results(&self) -> Vec<Audited> {
        let found = self.found();
        let result = |search: u64, key: Key, run: Run| Audited {
            bound: key.0,
            recorded: run,
            found: found.get(&(search, key, run.first)).copied(),
        };
        let runs = self.chosen.iter();
        runs.flat_map(|(&(search, key), runs)| runs.iter().map(move |&run| result(search, key, run)))
            .collect::<Vec<_>>()
    }

    fn found(&self) -> MutexGuard<'_, BTreeMap<(u64, Key, u64), Count>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_in_one_shard() {
        let gaps = [3..20, 31..32, 40..100];
        let mut seen = [0; 100];
        for number in 1..=7 {
            let shard: Shard = format!("{number}/7").parse().unwrap();
            for range in shard.share(&gaps, 4) {
                range.for_each(|unit| seen[unit as usize] += 1);
            }
        }
        for unit in 0..100u64 {
            let is_open = gaps.iter().any(|gap| gap.contains(&unit));
            assert_eq!(seen[unit as usize], usize::from(is_open), "{unit}");
        }
        assert!(["0/3", "4/3", "3", "a/b", "-1/3", ""].iter().all(|text| text.parse::<Shard>().is_err()));
    }
}
