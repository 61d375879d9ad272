//! Units that are searched in parts by those who have nothing else to do, while the member that has them goes on.

use crate::search::{Count, Part};
use std::collections::{BTreeMap, BTreeSet};

/// A unit that is searched in parts has so many.
const PARTS: usize = 64;

/// Units that are searched in parts, and those that could be.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// Units that members have been at for long: the nodes that are known, and the unit. None of them is divided.
    long: BTreeSet<(u64, usize)>,
    nodes: BTreeMap<usize, u64>,
    divided: BTreeMap<usize, Divided>,
    /// That of them which has parts that no member has.
    open: Option<usize>,
}

/// A unit in parts.
#[derive(Clone, Debug, Default)]
struct Divided {
    handed_out: usize,
    /// Parts by number: one may come from two members if a third is gone.
    done: BTreeSet<usize>,
    count: Count,
    /// Those who have parts of it.
    members: BTreeSet<usize>,
}

impl Parts {
    /// A unit has at least so many nodes.
    pub(super) fn grown(&mut self, unit: usize, nodes: u64) {
        if self.divided.contains_key(&unit) {
            return;
        }
        if let Some(before) = self.nodes.insert(unit, nodes) {
            self.long.remove(&(before, unit));
        }
        self.long.insert((nodes, unit));
    }

    /// A part for a member.
    pub(super) fn take(&mut self, member: usize) -> Option<Part> {
        let unit = self.open.or_else(|| self.long.pop_last().map(|(_, longest)| longest))?;
        let divided = self.divided.entry(unit).or_default();
        let number = divided.handed_out;
        divided.handed_out += 1;
        divided.members.insert(member);
        self.open = Some(unit).filter(|_| divided.handed_out < PARTS);
        Some(Part { unit, number, of: PARTS })
    }

    /// A part has been searched, or has a goal if it has no count. The nodes of the unit if this was its last part.
    pub(super) fn done(&mut self, part: Part, count: Option<Count>) -> Option<Count> {
        let divided = self.divided.get_mut(&part.unit)?;
        let Some(count) = count else {
            // The one that has the unit finds the goal, and the nodes up to it.
            self.open = self.open.filter(|&unit| unit != part.unit);
            return None;
        };
        if divided.done.insert(part.number) {
            divided.count += count;
        }
        (divided.done.len() == PARTS).then_some(divided.count)
    }

    /// Those who have got parts of a unit.
    pub(super) fn members(&self, unit: usize) -> BTreeSet<usize> {
        self.divided.get(&unit).map(|divided| divided.members.clone()).unwrap_or_default()
    }

    /// A unit is of no interest any more.
    pub(super) fn forget(&mut self, unit: usize) {
        self.divided.remove(&unit);
        self.open = self.open.filter(|&open| open != unit);
        if let Some(nodes) = self.nodes.remove(&unit) {
            self.long.remove(&(nodes, unit));
        }
    }
}
