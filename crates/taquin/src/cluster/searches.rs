//! A search that several members take part in, as the coordinator sees it.

use super::list::List;
use super::message::{Ended, Key, Reply};
use crate::problem::Problem;
use crate::search::{Count, Cut, Share, StopReason, Taken, UnitLedger};
use crate::solver::RecordedMethod;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// A search that several members take part in.
#[derive(Debug)]
pub(super) struct Search {
    pub(super) problem: Problem,
    pub(super) method: RecordedMethod,
    pub(super) units: Option<Arc<dyn UnitLedger>>,
    pub(super) answer: Option<Vec<u8>>,
    /// Those who take part, the one that began it first.
    pub(super) participants: Vec<Participant>,
    pub(super) lists: BTreeMap<Key, List>,
    /// The nodes of beams that have found nothing.
    pub(super) beams: BTreeMap<u32, Count>,
}

#[derive(Debug)]
pub(super) struct Participant {
    pub(super) member: usize,
    pub(super) ticket: u32,
    /// The bounds whose beams it counts itself.
    pub(super) counts_beams: Vec<u32>,
}

impl Search {
    /// Whether the units of a list are all done that matter, and beams before it are over.
    pub(super) fn is_over(&self, key: Key) -> bool {
        let list = &self.lists[&key];
        list.is_over() && (!self.method.has_beams() || list.begun().any(|place| place == 0))
    }

    /// What a list comes to for a participant, if that is known.
    pub(super) fn ended(&self, key: Key, place: usize) -> Option<Reply> {
        let Ended { total, goal } = self.lists[&key].ended()?.clone();
        let Participant { ticket, counts_beams, .. } = &self.participants[place];
        let beams = self.beams.get(&key.0).filter(|_| !counts_beams.contains(&key.0) && key.1 == 0);
        let total = total + beams.copied().unwrap_or_default();
        Some(Reply::Ended { ticket: *ticket, list: key, ended: Ended { total, goal } })
    }
}

/// The units of an iteration that a ledger does not know, and the nodes of the others.
pub(super) fn recorded(units: &dyn UnitLedger, cut: &Cut) -> Result<(Vec<Range<usize>>, Count), StopReason> {
    if units.begin(cut)? == Share::Alone {
        return Ok((vec![0..cut.units], Count::default()));
    }
    let mut to_do = Vec::new();
    while let Taken::Units(units) = units.take() {
        to_do.push(units);
    }
    Ok((to_do, units.elsewhere()))
}
