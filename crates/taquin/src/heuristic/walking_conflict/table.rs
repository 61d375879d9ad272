//! The distances of all entries of one axis: a bit each.
//!
//! A move changes the distance by exactly 1, and its parity follows from the line of the blank. So two bits tell a distance
//! from the one before, and one of them need not be kept: what is kept is the second lowest bit. A distance itself is found
//! by walking to the goal, each time to an entry that is nearer by 1.

use super::build;
use super::numbering::{Lines, Numbering};
use std::ops::ControlFlow;

/// The distances of an axis.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) numbering: Numbering,
    pub(crate) bits: Box<[u64]>,
}

impl Table {
    /// Searches from the goal. `watch` is told how many entries are done, and may break off: then there is no table.
    pub(crate) fn build(
        numbering: Numbering,
        threads: usize,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Option<Table> {
        let bits = build::distances(&numbering, threads, watch)?;
        Some(Table { numbering, bits })
    }

    /// The second lowest bit of the distance of an entry.
    #[inline(always)]
    pub(crate) fn bit(&self, number: u32) -> u32 {
        (self.bits[(number >> 6) as usize] >> (number & 63)) as u32 & 1
    }

    /// The distance of an entry one move from one with a known distance.
    #[inline(always)]
    pub(crate) fn beside(&self, distance: u32, number: u32) -> u32 {
        if (distance + 1) >> 1 & 1 == self.bit(number) { distance + 1 } else { distance.wrapping_sub(1) }
    }

    /// The distance of an entry.
    pub(crate) fn distance(&self, mut lines: Lines, mut blank: usize) -> u32 {
        let modulo_4 = |lines: &Lines, blank: usize| {
            self.bit(self.numbering.number(lines)) << 1 | (blank ^ self.numbering.blank_line) as u32 & 1
        };
        let mut now = modulo_4(&lines, blank);
        let mut distance = 0;
        while lines != self.numbering.goal() {
            let is_nearer = |(next, blank): &(Lines, usize)| modulo_4(next, *blank) == (now + 3) % 4;
            let nearer = self.moves(&lines, blank).find(is_nearer);
            (lines, blank) = nearer.expect("from everywhere but the goal a move leads nearer to it");
            now = (now + 3) % 4;
            distance += 1;
        }
        distance
    }

    /// The entries one move on, each with the line of the blank.
    fn moves(&self, lines: &Lines, blank: usize) -> impl Iterator<Item = (Lines, usize)> {
        let numbering = &self.numbering;
        let others = [blank.wrapping_sub(1), blank + 1].into_iter().filter(|&other| other < numbering.lines);
        others.flat_map(move |other| {
            (0..numbering.lines).filter_map(move |goal_line| {
                let mut moved = numbering.moved(lines, blank, other, goal_line)?;
                if goal_line == other {
                    moved.demands[other] = moved.demands[other].saturating_sub(1);
                }
                Some((moved, other))
            })
        })
    }

    /// Bytes it holds.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&self.bits[..]) as u64 + self.numbering.bytes()
    }
}
