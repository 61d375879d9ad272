//! The units of one iteration, or of a part of one: who has begun it, what is done, what it comes to.

use super::message::{Ended, Goal};
use super::pool::{Handed, Pool};
use crate::search::{Count, Cut, Part};
use std::ops::Range;

/// A list of units under way or done.
#[derive(Debug)]
pub(super) struct List {
    cut: Cut,
    pool: Pool,
    /// The nodes of units that are done.
    counted: Vec<(usize, Count)>,
    /// Their sum for each member, and that of what was known before.
    by_member: Vec<Count>,
    known: Count,
    goal: Option<Goal>,
    /// Those who have come to it, by their place among those of the search.
    begun: Vec<usize>,
    /// Those of them that have asked for units when there were none.
    waiting: Vec<usize>,
    /// What it comes to, without beams.
    ended: Option<Ended>,
}

impl List {
    /// A list of which these units are left to do, and these nodes are known of the others.
    pub(super) fn new(cut: Cut, to_do: Vec<Range<usize>>, known: Count, threads: &[usize]) -> List {
        List {
            cut,
            pool: Pool::new(to_do, threads),
            counted: Vec::new(),
            by_member: vec![Count::default(); threads.len()],
            known,
            goal: None,
            begun: Vec::new(),
            waiting: Vec::new(),
            ended: None,
        }
    }

    /// Why a member that has cut the iteration in this way cannot take part, if it cannot.
    pub(super) fn contradicts(&self, cut: &Cut) -> Option<String> {
        let own = &self.cut;
        ((own.units, own.above) != (cut.units, cut.above)).then(|| {
            format!(
                "processes cut the bound {} differently: into {} units with {} nodes above them, and into {} with {}. \
                 All need the same program and the same tables",
                cut.bound, own.units, own.above.expanded, cut.units, cut.above.expanded
            )
        })
    }

    /// A participant has come to it.
    pub(super) fn begin(&mut self, participant: usize) {
        self.begun.push(participant);
    }

    /// Those who have come to it.
    pub(super) fn begun(&self) -> &[usize] {
        &self.begun
    }

    /// All nodes that are known, but for those of a member.
    pub(super) fn elsewhere(&self, member: usize) -> Count {
        let others = self.by_member.iter().enumerate().filter(|&(other, _)| other != member);
        others.fold(self.known, |sum, (_, &count)| sum + count)
    }

    /// The first unit that is known to have a goal.
    pub(super) fn first_goal(&self) -> Option<usize> {
        self.goal.as_ref().map(|goal| goal.unit)
    }

    /// Units for a member.
    pub(super) fn take(&mut self, member: usize) -> Handed {
        self.pool.take(member)
    }

    /// A part of a unit for a member that is idle.
    pub(super) fn take_part(&mut self, member: usize) -> Option<Part> {
        if self.cut.is_divisible { self.pool.take_part(member) } else { None }
    }

    /// A member has searched a part of a unit. The nodes of the unit if this was the last part.
    pub(super) fn part_done(&mut self, part: Part, count: Option<Count>) -> Option<Count> {
        self.pool.part_done(part, count)
    }

    /// Whether a unit is searched in parts, too.
    pub(super) fn is_divided(&self, unit: usize) -> bool {
        self.pool.is_divided(unit)
    }

    /// A participant that has asked for units in vain, if its member is idle by now.
    pub(super) fn asks_again(&mut self, participant: usize, member: usize) -> bool {
        let place = self.waiting.iter().position(|&other| other == participant);
        let is_idle = self.pool.is_idle(member);
        place.filter(|_| is_idle).map(|place| self.waiting.swap_remove(place)).is_some()
    }

    /// A member has searched a unit; false if another had before.
    pub(super) fn done(&mut self, member: usize, unit: usize, count: Count) -> bool {
        let is_new = self.pool.done(unit);
        if is_new {
            self.counted.push((unit, count));
            self.by_member[member] += count;
        }
        is_new
    }

    /// A member has found a goal; false if an earlier one is known.
    pub(super) fn found(&mut self, member: usize, goal: Goal) -> bool {
        let is_first = self.first_goal().is_none_or(|first| goal.unit < first);
        if is_first && self.done(member, goal.unit, goal.count) {
            self.pool.end_after(goal.unit);
            self.goal = Some(goal);
            return true;
        }
        false
    }

    /// A participant has asked for units, and there are none.
    pub(super) fn wait(&mut self, participant: usize) {
        self.waiting.push(participant);
    }

    /// A participant is gone. Those who wait can have its member's units.
    pub(super) fn leave(&mut self, member: usize, participant: usize) -> Vec<usize> {
        self.begun.retain(|&other| other != participant);
        self.waiting.retain(|&other| other != participant);
        self.pool.leave(member);
        if self.pool.left() > 0 { std::mem::take(&mut self.waiting) } else { Vec::new() }
    }

    /// Whether all units are done that matter, and what they come to has not been told.
    pub(super) fn is_over(&self) -> bool {
        self.ended.is_none() && self.pool.is_done()
    }

    /// All units are done that matter, and this is known of the others.
    pub(super) fn end(&mut self, known: Vec<(usize, Count)>) {
        let goal = self.first_goal();
        let all = std::mem::take(&mut self.counted).into_iter().chain(known);
        let counts = all.filter(|&(unit, _)| goal.is_none_or(|goal| unit <= goal));
        let total = counts.fold(Count::default(), |sum, (_, count)| sum + count);
        self.ended = Some(Ended { total, goal: self.goal.take() });
    }

    /// What it comes to, once all is known.
    pub(super) fn ended(&self) -> Option<&Ended> {
        self.ended.as_ref()
    }
}
