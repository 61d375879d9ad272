//! A search at work on a ledger: it asks which units to search, and tells of those that it has searched.

use super::book::{List, join};
use super::error::LedgerError;
use super::policy::Policy;
use super::record::{Key, Record};
use super::{Inner, Shared};
use crate::search::{Count, Cut, Elsewhere, Share, StopReason, Taken, UnitLedger};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Iterations that are expected to have fewer nodes are searched again: that is sooner done than noted.
const LEAST_NODES: u64 = 1 << 18;

/// One search.
#[derive(Debug)]
pub(super) struct Recorder {
    shared: Arc<Shared>,
    search: u64,
    now: Mutex<Now>,
}

/// The iteration under way.
#[derive(Debug)]
struct Now {
    key: Option<Key>,
    block: u64,
    to_do: VecDeque<Range<usize>>,
    /// Runs of units that are not searched, and their nodes together.
    known: Vec<(usize, Count)>,
    elsewhere: Count,
    /// Units that are not written yet.
    done: Vec<(u64, Count)>,
    since: Instant,
    /// Whether the search ends with this iteration, though not all of it is known.
    is_last: bool,
}

impl Recorder {
    pub(super) fn new(shared: Arc<Shared>, search: u64) -> Recorder {
        let now = Now {
            key: None,
            block: 1,
            to_do: VecDeque::new(),
            known: Vec::new(),
            elsewhere: Count::default(),
            done: Vec::new(),
            since: Instant::now(),
            is_last: false,
        };
        Recorder { shared, search, now: Mutex::new(now) }
    }

    /// The number of the search.
    pub(super) fn search(&self) -> u64 {
        self.search
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands what was found over to be written.
    pub(super) fn flush(&self) {
        let mut now = self.now();
        self.flush_now(&mut now);
    }

    fn flush_now(&self, now: &mut Now) {
        let Some(key) = now.key.filter(|_| !now.done.is_empty()) else { return };
        let runs = join(std::mem::take(&mut now.done), now.block);
        let milliseconds = now.since.elapsed().as_millis() as u64;
        now.since = Instant::now();
        self.shared.lock().record(Record::Runs { search: self.search, key, milliseconds, runs });
    }

    /// The list of a cut: known, or noted now.
    ///
    /// # Errors
    /// If another one is known, or none and there ought to be one.
    fn list<'a>(&self, inner: &'a mut Inner, key: Key, cut: &Cut) -> Result<&'a List, StopReason> {
        let search = self.search;
        let is_known = inner.book.searches[&search].lists.contains_key(&key);
        if !is_known {
            if matches!(self.shared.policy, Policy::Shard(_) | Policy::Audit(_)) {
                return Err(StopReason::Ledger);
            }
            inner.record(Record::Cut { search, key, units: cut.units as u64, above: cut.above });
        }
        let list = &inner.book.searches[&search].lists[&key];
        if (list.units, list.above) != (cut.units as u64, cut.above) {
            let why = format!(
                "has {} units with {} nodes above them for the bound {}, and this search has {} and {}: it is of another search",
                list.units, list.above.expanded, cut.bound, cut.units, cut.above.expanded
            );
            let path = inner.writer.path().to_path_buf();
            inner.refusal = Some(LedgerError::Foreign { path, why });
            return Err(StopReason::Ledger);
        }
        Ok(list)
    }
}

impl UnitLedger for Recorder {
    fn begin(&self, cut: &Cut) -> Result<Share, StopReason> {
        let mut now = self.now();
        self.flush_now(&mut now);
        if cut.expected < LEAST_NODES {
            now.key = None;
            return Ok(Share::Alone);
        }
        let key = (cut.bound, cut.part);
        let mut inner = self.shared.lock();
        let is_known = inner.book.searches[&self.search].lists.contains_key(&key);
        if let (Policy::Audit(audit), false) = (&self.shared.policy, is_known)
            && !audit.is_last(self.search, key)
        {
            // Processes that share a search do not record all iterations that one process would.
            now.key = None;
            return Ok(Share::Alone);
        }
        let list = self.list(&mut inner, key, cut)?;
        let gaps = list.gaps();
        let mut known = list.runs.clone();
        now.is_last = false;
        let to_do = match &self.shared.policy {
            Policy::All => gaps,
            // A unit that is known to have a goal is searched at once.
            Policy::Until(nodes) if cut.expected >= *nodes && !gaps.is_empty() && list.goal.is_none() => {
                return Err(StopReason::Ledger);
            }
            Policy::Until(_) => gaps,
            Policy::Shard(shard) => {
                now.is_last = !gaps.is_empty();
                shard.share(&gaps, list.block())
            }
            Policy::Audit(audit) => {
                let runs = audit.runs(self.search, key);
                now.is_last = !gaps.is_empty() || audit.is_last(self.search, key);
                known.retain(|&first, _| runs.iter().all(|run| run.first != first));
                runs.iter().map(|run| run.first..run.first + run.units).collect()
            }
        };
        (now.key, now.block, now.since) = (Some(key), list.block(), Instant::now());
        now.to_do = to_do.into_iter().map(|units| units.start as usize..units.end as usize).collect();
        now.elsewhere = known.values().fold(Count::default(), |sum, run| sum + run.count);
        now.known = known.into_values().map(|run| (run.first as usize, run.count)).collect();
        Ok(Share::Units)
    }

    fn take(&self) -> Taken {
        self.now().to_do.pop_front().map_or(Taken::Nothing, Taken::Units)
    }

    fn done(&self, unit: usize, count: Count, goal: Option<&[u8]>) {
        let mut now = self.now();
        let Some(key) = now.key else { return };
        let (search, unit) = (self.search, unit as u64);
        match (&self.shared.policy, goal) {
            // A unit with a goal has no count that could be compared.
            (Policy::Audit(_), Some(_)) => {}
            (Policy::Audit(audit), None) => audit.add(search, key, unit, count),
            (_, Some(_)) => self.shared.lock().record(Record::Goal { search, key, unit }),
            (_, None) => now.done.push((unit, count)),
        }
    }

    fn elsewhere(&self) -> Count {
        self.now().elsewhere
    }

    fn end(&self) -> Result<Option<Elsewhere>, StopReason> {
        let mut now = self.now();
        self.flush_now(&mut now);
        if now.is_last {
            return Err(StopReason::Ledger);
        }
        Ok(Some(Elsewhere { counted: std::mem::take(&mut now.known), goal: None }))
    }

    fn beams(&self, bound: u32, _expected: u64) -> Option<Count> {
        self.shared.lock().book.searches[&self.search].beams.get(&bound).copied()
    }

    fn no_beam(&self, bound: u32, count: Count) {
        if count != Count::default() {
            self.shared.lock().record(Record::Beams { search: self.search, bound, count });
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.flush();
    }
}
