//! The units of a list that are not done: which member gets which, and what is taken back from those who have too many.
//!
//! Units go out in order, in chunks ([`Chunks`]) that are small, and shrink at the end. The last ones go out by their weight, those with the most nodes by what is known of others with the same weight first, so that large ones do not come last.
//! Once all are out, a member without any gets half of those that the member with the most has not begun yet. If none has more
//! than it is at, units that members have been at for long, by the nodes that they tell of ([`Pool::grown`]), are searched in parts as
//! well ([`Pool::take_part`]), the longest first, so that a large one holds up nobody. A unit may then be searched twice; the
//! first result counts.

mod chunks;
mod parts;
mod weights;

use crate::search::{Count, Part};
use chunks::Chunks;
use parts::Parts;
use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;
use weights::Weights;

/// The last units go out by their weight: so many for each thread, ...
const LAST: usize = 128;

/// ... and not fewer than are expected to have so many nodes for each thread that there is: the more of them ask, the less often each
/// may.
const FEWEST_NODES: usize = 512;

/// What a member gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handed {
    /// These units.
    Units(Vec<Range<usize>>),
    /// These units, which another member had and need not search any more.
    Taken {
        /// The units.
        units: Vec<Range<usize>>,
        /// The member that had them.
        from: usize,
    },
    /// Nothing at the moment.
    Nothing,
}

/// Units that are not done, of a single list.
#[derive(Clone, Debug)]
pub struct Pool {
    /// The threads of every member, and of all.
    threads: Vec<usize>,
    all_threads: usize,
    /// Those that no member has, in the order in which they go out.
    fresh: VecDeque<Range<usize>>,
    left: usize,
    chunks: Chunks,
    weights: Option<Weights>,
    /// Whether those that are left are in the order of their weights.
    is_by_weight: bool,
    /// How many have gone out, those that went to another member later counted again.
    given: u64,
    /// Who has a unit, by number, and how many had gone out before; and how many are out.
    holders: Vec<Option<(u32, u64)>>,
    out: usize,
    /// Those of each member, in the order in which it got them.
    held: Vec<BTreeSet<(u64, usize)>>,
    /// The members by how many they have, once that is asked for.
    by_number: Option<BTreeSet<(usize, usize)>>,
    parts: Parts,
    /// Units that were given to another member although they had been begun, and went back.
    returned: BTreeSet<usize>,
}

impl Pool {
    /// These units, in the order in which they are to be searched, for members with so many threads each. A unit is expected to
    /// have so many nodes.
    pub fn new(units: impl IntoIterator<Item = Range<usize>>, threads: &[usize], nodes_in_unit: u64) -> Pool {
        let fresh: VecDeque<Range<usize>> = units.into_iter().filter(|units| !units.is_empty()).collect();
        let left = fresh.iter().map(ExactSizeIterator::len).sum();
        let end = fresh.iter().map(|units| units.end).max().unwrap_or(0);
        let all_threads = threads.iter().sum();
        Pool {
            threads: threads.to_vec(),
            all_threads,
            fresh,
            left,
            chunks: Chunks::new(all_threads, nodes_in_unit),
            weights: None,
            is_by_weight: false,
            given: 0,
            holders: vec![None; end],
            out: 0,
            held: vec![BTreeSet::new(); threads.len()],
            by_number: None,
            parts: Parts::default(),
            returned: BTreeSet::new(),
        }
    }

    /// Every unit of the list has a weight, which grows with the nodes that are expected of it; so many are expected of all.
    pub fn weigh(&mut self, weights: Vec<u8>, expected: u64) {
        self.weights = Some(Weights::new(weights, expected));
    }

    /// Units for a member, which has nothing to do or only wants to know early what is next.
    pub fn take(&mut self, member: usize, is_idle: bool) -> Handed {
        match self.fresh(self.threads[member]) {
            units if units.is_empty() && is_idle => self.steal(member),
            units if units.is_empty() => Handed::Nothing,
            units => {
                units.iter().flat_map(Clone::clone).for_each(|unit| self.give(unit, member));
                Handed::Units(units)
            }
        }
    }

    /// A member has been at a unit for so many nodes. If it was too late to give the unit to another member, it is its own again,
    /// and the other one, which is returned, need not search it.
    pub fn grown(&mut self, member: usize, unit: usize, nodes: u64) -> Option<usize> {
        let (holder, _) = self.holder(unit)?;
        self.parts.grown(unit, nodes);
        // Only once: what both say may cross what they are told, and each would be told to leave it to the other.
        if holder == member || !self.returned.insert(unit) {
            return None;
        }
        // It is before those that this member has not begun.
        self.assign(unit, member, 0);
        Some(holder)
    }

    /// A part of a unit that some member has been at for long, for one that has nothing to do.
    pub fn take_part(&mut self, member: usize) -> Option<Part> {
        self.parts.take(member)
    }

    /// A part has been searched, or has a goal if it has no count. The nodes of the unit if this was its last part.
    pub fn part_done(&mut self, part: Part, count: Option<Count>) -> Option<Count> {
        self.parts.done(part, count)
    }

    /// Those who may be at a unit that is searched in parts, too: the one that has it, and those who have parts.
    pub fn at(&self, unit: usize) -> BTreeSet<usize> {
        let mut members = self.parts.members(unit);
        if let (false, Some((holder, _))) = (members.is_empty(), self.holder(unit)) {
            members.insert(holder);
        }
        members
    }

    fn holder(&self, unit: usize) -> Option<(usize, u64)> {
        self.holders.get(unit).copied().flatten().map(|(member, order)| (member as usize, order))
    }

    /// The next of the units that no member has, for so many threads.
    fn fresh(&mut self, threads: usize) -> Vec<Range<usize>> {
        let is_last = self.left <= LAST * self.all_threads;
        if let (true, false, Some(weights)) = (is_last, self.is_by_weight, &mut self.weights) {
            let mut units: Vec<usize> = self.fresh.drain(..).flatten().collect();
            weights.sort(&mut units);
            self.fresh = ranges(units).into();
            self.is_by_weight = true;
        }
        let units = match &mut self.weights {
            Some(weights) if self.is_by_weight => {
                let share = weights.expected_of_rest() / (chunks::SHARES * self.all_threads) as f64;
                let share = share.max((FEWEST_NODES * self.all_threads) as f64) * threads as f64;
                let mut sum = 0.0;
                take(&mut self.fresh, |unit| {
                    let is_enough = sum > 0.0 && sum >= share;
                    sum += if is_enough { 0.0 } else { weights.hand_out(unit) };
                    is_enough
                })
            }
            _ => {
                let mut wanted = self.chunks.units(self.left, threads);
                take(&mut self.fresh, |_| {
                    let is_enough = wanted == 0;
                    wanted = wanted.saturating_sub(1);
                    is_enough
                })
            }
        };
        self.left -= units.iter().map(ExactSizeIterator::len).sum::<usize>();
        units
    }

    /// The later half of what the member with the most units has not begun.
    fn steal(&mut self, member: usize) -> Handed {
        let numbers = || self.held.iter().enumerate().map(|(member, units)| (units.len(), member)).collect();
        let by_number: &BTreeSet<_> = self.by_number.get_or_insert_with(numbers);
        let mut others = by_number.iter().rev().filter(|&&(_, other)| other != member);
        let Some(&(held, from)) = others.next() else { return Handed::Nothing };
        // As many as it has threads are taken to have been begun.
        let most = held.saturating_sub(self.threads[from]).div_ceil(2);
        let mut units: Vec<usize> = self.held[from].iter().rev().map(|&(_, unit)| unit).take(most).collect();
        if units.is_empty() {
            return Handed::Nothing;
        }
        units.reverse();
        units.iter().for_each(|&unit| self.give(unit, member));
        Handed::Taken { units: ranges(units), from }
    }

    fn give(&mut self, unit: usize, member: usize) {
        self.given += 1;
        self.assign(unit, member, self.given);
    }

    fn assign(&mut self, unit: usize, member: usize, order: u64) {
        if let Some((before, of_it)) = self.holder(unit) {
            self.hold(before, |units| units.remove(&(of_it, unit)));
            self.out -= 1;
        }
        self.holders[unit] = Some((member as u32, order));
        self.out += 1;
        self.hold(member, |units| units.insert((order, unit)));
    }

    /// No member has a unit any more; the one that had it.
    fn release(&mut self, unit: usize) -> Option<usize> {
        let (member, order) = self.holder(unit)?;
        self.holders[unit] = None;
        self.out -= 1;
        self.hold(member, |units| units.remove(&(order, unit)));
        Some(member)
    }

    /// A member has other units than before.
    fn hold<T>(&mut self, member: usize, change: impl FnOnce(&mut BTreeSet<(u64, usize)>) -> T) {
        let before = self.held[member].len();
        change(&mut self.held[member]);
        if let Some(by_number) = &mut self.by_number {
            by_number.remove(&(before, member));
            by_number.insert((self.held[member].len(), member));
        }
    }

    /// A unit has been searched, and has so many nodes; false if it had been before, or is of no interest any more.
    pub fn done(&mut self, unit: usize, nodes: u64) -> bool {
        if self.release(unit).is_none() {
            return false;
        }
        self.parts.forget(unit);
        self.chunks.learn(nodes);
        self.weights.iter_mut().for_each(|weights| weights.learn(unit, nodes));
        true
    }

    /// Units after this one are of no interest any more.
    pub fn end_after(&mut self, unit: usize) {
        for units in &mut self.fresh {
            units.end = units.end.min(unit + 1).max(units.start);
        }
        self.fresh.retain(|units| !units.is_empty());
        self.left = self.fresh.iter().map(ExactSizeIterator::len).sum();
        // What is expected of them is to be found anew.
        self.is_by_weight = false;
        for unit in unit + 1..self.holders.len() {
            if self.release(unit).is_some() {
                self.parts.forget(unit);
            }
        }
    }

    /// A member is gone: others get its units.
    pub fn leave(&mut self, member: usize) {
        let mut units: Vec<usize> = self.held[member].iter().map(|&(_, unit)| unit).collect();
        units.iter().for_each(|&unit| {
            self.release(unit);
        });
        // It may have had parts of any.
        self.parts = Parts::default();
        self.left += units.len();
        units.sort_unstable();
        ranges(units).into_iter().rev().for_each(|units| self.fresh.push_front(units));
        self.is_by_weight = false;
    }

    /// How many units no member has.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Whether all units are done that are of any interest.
    pub fn is_done(&self) -> bool {
        self.left == 0 && self.out == 0
    }
}

/// Takes units off the front, until it is enough.
fn take(
    fresh: &mut VecDeque<Range<usize>>,
    mut is_enough_before: impl FnMut(usize) -> bool,
) -> Vec<Range<usize>> {
    let mut units = Vec::new();
    while let Some(first) = fresh.front_mut() {
        if is_enough_before(first.start) {
            break;
        }
        units.push(first.start);
        first.start += 1;
        if first.start == first.end {
            fresh.pop_front();
        }
    }
    ranges(units)
}

/// Numbers, each of them with those after it that are one more.
fn ranges(numbers: impl IntoIterator<Item = usize>) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some(last) if last.end == number => last.end += 1,
            _ => ranges.push(number..number + 1),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(handed: &Handed) -> Vec<usize> {
        match handed {
            Handed::Units(units) | Handed::Taken { units, .. } => {
                units.iter().flat_map(Clone::clone).collect()
            }
            Handed::Nothing => vec![],
        }
    }

    #[test]
    fn chunks_shrink_and_every_unit_goes_out_once() {
        let mut pool = Pool::new([0..500, 600..1000], &[1; 3], 1);
        let (mut seen, mut sizes) = (vec![], vec![]);
        while pool.left() > 0 {
            let handed = units(&pool.take(sizes.len() % 3, false));
            sizes.push(handed.len());
            seen.extend(handed);
        }
        assert!(seen.into_iter().eq((0..500).chain(600..1000)));
        assert!(sizes[0] == 75 && sizes.is_sorted_by(|a, b| a >= b) && sizes.ends_with(&[8, 3]), "{sizes:?}");
    }

    #[test]
    fn members_with_threads_get_more() {
        let mut pool = Pool::new([0..1000], &[8, 2], 1);
        assert_eq!((units(&pool.take(0, false)).len(), units(&pool.take(1, false)).len()), (200, 40));
    }

    #[test]
    fn who_has_nothing_gets_half_of_what_another_has() {
        let mut pool = Pool::new([0..16], &[1, 1], 1);
        while pool.left() > 0 {
            pool.take(0, false);
        }
        assert_eq!(pool.take(1, false), Handed::Nothing, "it asks early");
        assert_eq!(pool.take(1, true), Handed::Taken { units: vec![8..16], from: 0 });
        assert!(pool.done(15, 1) && !pool.done(15, 1));
        (8..15).for_each(|unit| assert!(pool.done(unit, 1)));
        assert_eq!(pool.take(1, true), Handed::Taken { units: vec![4..8], from: 0 });
        assert!(!pool.is_done());
        (0..8).for_each(|unit| assert!(pool.done(unit, 1)));
        assert!(pool.is_done() && pool.take(1, true) == Handed::Nothing);
    }

    #[test]
    fn a_unit_that_was_begun_before_it_was_taken_goes_back() {
        let mut pool = Pool::new([0..3], &[1, 1], 1);
        pool.take(0, true);
        assert_eq!(pool.take(1, true), Handed::Taken { units: vec![2..3], from: 0 });
        assert_eq!((pool.grown(0, 2, 100), pool.grown(0, 2, 200)), (Some(1), None));
        // What the other says late changes nothing.
        assert_eq!(pool.grown(1, 2, 100), None);
        // It is taken to be the one that is under search.
        assert_eq!(pool.take(1, true), Handed::Taken { units: vec![1..2], from: 0 });
    }

    #[test]
    fn units_of_a_member_that_is_gone_go_to_others_and_those_after_a_goal_to_none() {
        let mut pool = Pool::new([0..100], &[1, 1], 1);
        let gone = units(&pool.take(1, true));
        pool.leave(1);
        assert_eq!(pool.left(), 100);
        assert_eq!(units(&pool.take(0, true)), gone);
        pool.end_after(5);
        assert_eq!((pool.left(), pool.done(6, 1), pool.done(5, 1)), (0, false, true));
        (0..5).for_each(|unit| assert!(pool.done(unit, 1)));
        assert!(pool.is_done());
    }

    #[test]
    fn the_last_units_go_out_by_what_is_expected_of_them() {
        let mut pool = Pool::new([0..1000], &[1, 1], 1);
        // Every tenth weighs one more, and is found to have a hundred times as many nodes.
        pool.weigh((0..1000).map(|unit| u8::from(unit % 10 == 0)).collect(), 10_000);
        while pool.left() > LAST * 2 {
            for unit in units(&pool.take(0, false)) {
                assert!(pool.done(unit, if unit % 10 == 0 { 100_000 } else { 1000 }));
            }
        }
        let first = 1000 - pool.left();
        let expected = |units: &[usize]| {
            units.iter().map(|unit| if unit % 10 == 0 { 100_000 } else { 1000 }).sum::<u32>()
        };
        let (mut seen, mut shares) = (Vec::new(), Vec::new());
        while pool.left() > 0 {
            let handed = units(&pool.take(1, false));
            shares.push(expected(&handed));
            seen.extend(handed);
        }
        let large = seen.iter().filter(|&unit| unit % 10 == 0).count();
        assert!(large > 2 && seen[..large].iter().all(|unit| unit % 10 == 0), "{seen:?}");
        assert!(shares.is_sorted_by(|a, b| a >= b), "{shares:?}");
        seen.sort_unstable();
        assert!(seen.into_iter().eq(first..1000));
    }

    #[test]
    fn units_that_have_grown_long_are_searched_in_parts_the_longest_first() {
        let mut pool = Pool::new([0..2], &[1, 1, 1], 1);
        let _ = (pool.take(0, true), pool.take(1, true));
        assert_eq!((pool.take(2, true), pool.take_part(2)), (Handed::Nothing, None));
        let _ = (pool.grown(0, 0, 100), pool.grown(1, 1, 50), pool.grown(1, 1, 200));
        let parts: Vec<Part> = (0..64).map(|_| pool.take_part(2).unwrap()).collect();
        assert!(parts.iter().enumerate().all(|(number, part)| *part == Part { unit: 1, number, of: 64 }));
        assert_eq!(pool.take_part(2).unwrap(), Part { unit: 0, number: 0, of: 64 });
        assert_eq!(pool.at(1), BTreeSet::from([1, 2]));
        let one = Count { expanded: 1, generated: 2 };
        for &part in &parts[1..] {
            // One that comes twice counts once.
            assert_eq!((pool.part_done(part, Some(one)), pool.part_done(part, Some(one))), (None, None));
        }
        assert_eq!(pool.part_done(parts[0], Some(one)), Some(Count { expanded: 64, generated: 128 }));
        assert!(pool.done(1, 64) && pool.at(1).is_empty() && !pool.done(1, 64));
        // One with a goal is left to the one that has it.
        assert_eq!(pool.part_done(Part { unit: 0, number: 0, of: 64 }, None), None);
        assert_eq!(pool.take_part(2), None);
    }
}
