//! The units of a list that are not done: which member gets which, and what is taken back from those who have too many.
//!
//! Units go out in chunks that shrink: a member gets its share of a fourth of what is left. Once all are out, a member without
//! any gets the later half of those that the member with the most has not begun yet, so that a chunk of large units holds up
//! nobody for long. If none has more than it is at, the units that are left are searched in parts as well ([`Pool::take_part`]), so
//! that a large one holds up nobody either. A unit may then be searched twice; the first result counts.

use crate::search::{Count, Part};
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// Every member gets its share of a part of what is left: one of so many.
const CHUNKS: usize = 4;

/// A unit that is searched in parts has so many.
const PARTS: usize = 64;

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
    /// The threads of every member.
    threads: Vec<usize>,
    /// Those that no member has.
    fresh: VecDeque<Range<usize>>,
    left: usize,
    /// Those that members have, and who.
    out: BTreeMap<usize, usize>,
    /// How many each member has.
    held: BTreeMap<usize, usize>,
    /// Units that are searched in parts, too.
    divided: BTreeMap<usize, Divided>,
}

/// A unit in parts.
#[derive(Clone, Debug, Default)]
struct Divided {
    handed_out: usize,
    done: usize,
    count: Count,
}

impl Pool {
    /// These units, in the order in which they are to be searched, for members with so many threads each.
    pub fn new(units: impl IntoIterator<Item = Range<usize>>, threads: &[usize]) -> Pool {
        let fresh: VecDeque<Range<usize>> = units.into_iter().filter(|units| !units.is_empty()).collect();
        let left = fresh.iter().map(ExactSizeIterator::len).sum();
        Pool {
            threads: threads.to_vec(),
            fresh,
            left,
            out: BTreeMap::new(),
            held: BTreeMap::new(),
            divided: BTreeMap::new(),
        }
    }

    /// Units for a member.
    pub fn take(&mut self, member: usize) -> Handed {
        let (threads, all) = (self.threads[member], self.threads.iter().sum::<usize>());
        let share = self.left * threads / (CHUNKS * all);
        match self.fresh(share.max(threads)) {
            units if units.is_empty() && self.is_idle(member) => self.steal(member),
            units if units.is_empty() => Handed::Nothing,
            units => {
                units.iter().flat_map(Clone::clone).for_each(|unit| self.give(unit, member));
                Handed::Units(units)
            }
        }
    }

    /// Whether a member has a thread without a unit.
    pub fn is_idle(&self, member: usize) -> bool {
        self.held.get(&member).copied().unwrap_or(0) < self.threads[member]
    }

    /// A part of a unit that some member is at, for one that is idle when no units are left.
    pub fn take_part(&mut self, member: usize) -> Option<Part> {
        if self.left > 0 || !self.is_idle(member) {
            return None;
        }
        let begun = self.divided.iter().find(|(_, divided)| divided.handed_out < PARTS);
        let unit = begun.map(|(&unit, _)| unit);
        let unit = unit.or_else(|| self.out.keys().find(|unit| !self.divided.contains_key(unit)).copied())?;
        let divided = self.divided.entry(unit).or_default();
        divided.handed_out += 1;
        Some(Part { unit, number: divided.handed_out - 1, of: PARTS })
    }

    /// A part has been searched, or has a goal if it has no count. The nodes of the unit if this was its last part.
    pub fn part_done(&mut self, part: Part, count: Option<Count>) -> Option<Count> {
        let divided = self.divided.get_mut(&part.unit)?;
        let Some(count) = count else {
            // The one that has the unit finds the goal, and the nodes up to it.
            divided.handed_out = PARTS;
            return None;
        };
        divided.done += 1;
        divided.count += count;
        (divided.done == PARTS).then_some(divided.count)
    }

    /// Whether a unit is searched in parts, too.
    pub fn is_divided(&self, unit: usize) -> bool {
        self.divided.contains_key(&unit)
    }

    /// So many of the units that no member has.
    fn fresh(&mut self, most: usize) -> Vec<Range<usize>> {
        let (mut units, mut wanted) = (Vec::new(), most);
        while wanted > 0
            && let Some(first) = self.fresh.front_mut()
        {
            let end = first.start + first.len().min(wanted);
            wanted -= end - first.start;
            units.push(first.start..end);
            first.start = end;
            if first.start == first.end {
                self.fresh.pop_front();
            }
        }
        self.left -= most - wanted;
        units
    }

    /// The later half of what the member with the most units has not begun.
    fn steal(&mut self, member: usize) -> Handed {
        let others = self.held.iter().filter(|&(&other, _)| other != member);
        let Some((&from, &held)) = others.max_by_key(|&(_, &held)| held) else { return Handed::Nothing };
        // As many as it has threads are taken to have been begun.
        let most = held.saturating_sub(self.threads[from]).div_ceil(2);
        let of_other = self.out.iter().rev().filter(|&(_, &other)| other == from);
        let mut units: Vec<usize> = of_other.map(|(&unit, _)| unit).take(most).collect();
        if units.is_empty() {
            return Handed::Nothing;
        }
        units.reverse();
        units.iter().for_each(|&unit| self.give(unit, member));
        Handed::Taken { units: ranges(units), from }
    }

    fn give(&mut self, unit: usize, member: usize) {
        if let Some(before) = self.out.insert(unit, member) {
            self.release(before);
        }
        *self.held.entry(member).or_default() += 1;
    }

    fn release(&mut self, member: usize) {
        if let Some(held) = self.held.get_mut(&member) {
            *held -= 1;
        }
    }

    /// A unit has been searched; false if it had been before, or is of no interest any more.
    pub fn done(&mut self, unit: usize) -> bool {
        let holder = self.out.remove(&unit);
        self.divided.remove(&unit);
        holder.inspect(|&member| self.release(member)).is_some()
    }

    /// Units after this one are of no interest any more.
    pub fn end_after(&mut self, unit: usize) {
        for units in &mut self.fresh {
            units.end = units.end.min(unit + 1).max(units.start);
        }
        self.fresh.retain(|units| !units.is_empty());
        self.left = self.fresh.iter().map(ExactSizeIterator::len).sum();
        self.divided.split_off(&(unit + 1));
        for member in self.out.split_off(&(unit + 1)).into_values() {
            self.release(member);
        }
    }

    /// A member is gone: others get its units.
    pub fn leave(&mut self, member: usize) {
        let units: Vec<usize> =
            self.out.iter().filter(|&(_, &holder)| holder == member).map(|(&unit, _)| unit).collect();
        self.out.retain(|_, &mut holder| holder != member);
        // It may have had parts of any.
        self.divided.clear();
        self.held.remove(&member);
        self.left += units.len();
        ranges(units).into_iter().rev().for_each(|units| self.fresh.push_front(units));
    }

    /// How many units no member has.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Whether all units are done that are of any interest.
    pub fn is_done(&self) -> bool {
        self.left == 0 && self.out.is_empty()
    }
}

/// Numbers in ascending order, neighbours together.
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
        let mut pool = Pool::new([0..500, 600..1000], &[1; 3]);
        let (mut seen, mut sizes) = (vec![], vec![]);
        while pool.left() > 0 {
            let handed = units(&pool.take(sizes.len() % 3));
            sizes.push(handed.len());
            seen.extend(handed);
        }
        assert!(seen.into_iter().eq((0..500).chain(600..1000)));
        assert!(sizes[0] == 75 && sizes.is_sorted_by(|a, b| a >= b) && sizes.ends_with(&[1, 1]), "{sizes:?}");
    }

    #[test]
    fn members_with_threads_get_more() {
        let mut pool = Pool::new([0..1000], &[8, 2]);
        assert_eq!((units(&pool.take(0)).len(), units(&pool.take(1)).len()), (200, 40));
    }

    #[test]
    fn who_has_nothing_gets_half_of_what_another_has() {
        let mut pool = Pool::new([0..16], &[1, 1]);
        while pool.left() > 0 {
            pool.take(0);
        }
        assert_eq!(pool.take(1), Handed::Taken { units: vec![8..16], from: 0 });
        assert!(pool.done(15) && !pool.done(15));
        assert_eq!(pool.take(1), Handed::Nothing, "it still has some");
        (8..15).for_each(|unit| assert!(pool.done(unit)));
        assert_eq!(pool.take(1), Handed::Taken { units: vec![4..8], from: 0 });
        assert!(!pool.is_done());
        (0..8).for_each(|unit| assert!(pool.done(unit)));
        assert!(pool.is_done() && pool.take(1) == Handed::Nothing);
    }

    #[test]
    fn units_of_a_member_that_is_gone_go_to_others_and_those_after_a_goal_to_none() {
        let mut pool = Pool::new([0..100], &[1, 1]);
        let gone = units(&pool.take(1));
        pool.leave(1);
        assert_eq!(pool.left(), 100);
        assert_eq!(units(&pool.take(0)), gone);
        pool.end_after(5);
        assert_eq!((pool.left(), pool.done(6), pool.done(5)), (0, false, true));
        (0..5).for_each(|unit| assert!(pool.done(unit)));
        assert!(pool.is_done());
    }

    #[test]
    fn the_last_units_are_searched_in_parts() {
        let mut pool = Pool::new([0..2], &[1, 1, 1]);
        pool.take(0);
        pool.take(1);
        assert_eq!((pool.take(2), pool.take_part(0)), (Handed::Nothing, None));
        let parts: Vec<Part> = (0..PARTS).map(|_| pool.take_part(2).unwrap()).collect();
        assert!(parts.iter().enumerate().all(|(number, part)| *part == Part { unit: 0, number, of: PARTS }));
        assert_eq!(pool.take_part(2).unwrap(), Part { unit: 1, number: 0, of: PARTS });
        let one = Count { expanded: 1, generated: 2 };
        for &part in &parts[1..] {
            assert_eq!(pool.part_done(part, Some(one)), None);
        }
        let all = Count { expanded: PARTS as u64, generated: 2 * PARTS as u64 };
        assert_eq!(pool.part_done(parts[0], Some(one)), Some(all));
        assert!(pool.is_divided(0) && pool.done(0) && !pool.is_divided(0) && !pool.done(0));
        // One with a goal is left to the one that has it.
        assert_eq!(pool.part_done(Part { unit: 1, number: 0, of: PARTS }, None), None);
        assert_eq!(pool.take_part(2), None);
    }
}
