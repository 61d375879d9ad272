//! The units of one iteration, or of a part of one: who has begun it, what is done, what it comes to.

use super::message::{Asks, Ended, Goal};
use super::pool::{Handed, Pool};
use crate::search::{Count, Cut, Part};
use std::collections::{BTreeMap, VecDeque};
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
    /// The members that have come to it, with their places among those of the search.
    begun: BTreeMap<usize, usize>,
    /// The places of those that have nothing to do.
    waiting: VecDeque<usize>,
    /// What it comes to, without beams.
    ended: Option<Ended>,
}

impl List {
    /// A list of which these units are left to do, and these nodes are known of the others.
    pub(super) fn new(cut: Cut, to_do: Vec<Range<usize>>, known: Count, threads: &[usize]) -> List {
        let nodes_in_unit = cut.expected / (cut.units as u64).max(1);
        List {
            cut,
            pool: Pool::new(to_do, threads, nodes_in_unit),
            counted: Vec::new(),
            by_member: vec![Count::default(); threads.len()],
            known,
            goal: None,
            begun: BTreeMap::new(),
            waiting: VecDeque::new(),
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
    pub(super) fn begin(&mut self, member: usize, participant: usize) {
        self.begun.insert(member, participant);
    }

    /// The participants that have come to it.
    pub(super) fn begun(&self) -> impl Iterator<Item = usize> + use<'_> {
        self.begun.values().copied()
    }

    /// The participant that a member is.
    pub(super) fn participant(&self, member: usize) -> Option<usize> {
        self.begun.get(&member).copied()
    }

    /// What its units weigh.
    pub(super) fn weigh(&mut self, weights: Vec<u8>) {
        self.pool.weigh(weights, self.cut.expected);
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
    pub(super) fn take(&mut self, member: usize, asks: Asks) -> Handed {
        self.pool.take(member, asks == Asks::Idle)
    }

    /// A part of a unit for a member that is idle.
    pub(super) fn take_part(&mut self, member: usize) -> Option<Part> {
        if self.cut.is_divisible { self.pool.take_part(member) } else { None }
    }

    /// A member has searched a part of a unit. The nodes of the unit if this was the last part.
    pub(super) fn part_done(&mut self, part: Part, count: Option<Count>) -> Option<Count> {
        self.pool.part_done(part, count)
    }

    /// The participants that may be at a unit that is searched in parts, too.
    pub(super) fn at(&self, unit: usize) -> Vec<usize> {
        self.pool.at(unit).into_iter().filter_map(|member| self.participant(member)).collect()
    }

    /// A member has been at a unit for so many nodes; the participant that need not search it, if another was given it.
    pub(super) fn grown(&mut self, member: usize, unit: usize, nodes: u64) -> Option<usize> {
        self.pool.grown(member, unit, nodes).and_then(|other| self.participant(other))
    }

    /// The participant that has waited for units for longest, which does no longer.
    pub(super) fn next_to_wait(&mut self) -> Option<usize> {
        self.waiting.pop_front()
    }

    /// A member has searched a unit; false if another had before.
    pub(super) fn done(&mut self, member: usize, unit: usize, count: Count) -> bool {
        let is_new = self.pool.done(unit, count.expanded);
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

    /// A participant has nothing to do, and there are no units: it is the first to get some.
    pub(super) fn wait(&mut self, participant: usize) {
        self.waiting.push_front(participant);
    }

    /// A participant is gone. Others can have its member's units.
    pub(super) fn leave(&mut self, member: usize, participant: usize) {
        self.begun.remove(&member);
        self.waiting.retain(|&other| other != participant);
        self.pool.leave(member);
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
