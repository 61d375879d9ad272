//! Finds the distances of all entries of an axis, level by level from the goal.
//!
//! An entry is a matrix with demands; its distance is the length of a shortest walk to the goal's matrix in which at least so
//! many moves take a tile of each line out of that line. A move on this walk that takes a tile out of its line leads to an
//! entry with a demand less by 1, or still 0, any other move to one with the same demands. Backwards, from an entry to
//! those a move before it: a move that brings a tile *into* its line is, walked forwards, one that takes it out.
//!
//! A level is shared out to threads in pieces. Entries of one matrix lie side by side in it, so what depends on the
//! matrix alone is computed once for them.

use super::numbering::{Lines, MOST_LINES, Numbering};
use crate::platform;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Entries that a thread takes at a time.
const PIECE: usize = 1 << 13;

/// An entry with the line of its blank, eight bytes of ids and demands: levels hold millions.
type Packed = u64;

/// Bits of a multiset.
const ID_BITS: u32 = 8;

/// How every other bit of a word is put beside the next: by how far bits go down, and which ones then count.
const TOGETHER: [(u32, u64); 5] = [
    (1, 0x3333_3333_3333_3333),
    (2, 0x0f0f_0f0f_0f0f_0f0f),
    (4, 0x00ff_00ff_00ff_00ff),
    (8, 0x0000_ffff_0000_ffff),
    (16, 0x0000_0000_ffff_ffff),
];

/// The second lowest bits of all distances, or nothing if `watch`, which is told how many are known, breaks off.
pub(super) fn distances(
    numbering: &Numbering,
    threads: usize,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Option<Box<[u64]>> {
    let seen: Vec<AtomicU64> = (0..numbering.entries.div_ceil(32)).map(|_| AtomicU64::new(0)).collect();
    let packing = Packing::of(numbering);
    let start = packing.pack(&numbering.goal(), numbering.blank_line);
    let level = Level { numbering, packing, seen: &seen, distance: 0 };
    level.reach(numbering.number(&numbering.goal()), 0);
    let mut levels = vec![vec![start]];
    let (mut known, mut distance) = (1, 0);
    while levels.iter().any(|part| !part.is_empty()) {
        if watch(known).is_break() {
            return None;
        }
        distance += 1;
        levels = Level { distance, ..level }.next(&levels, threads);
        known += levels.iter().map(|part| part.len() as u64).sum::<u64>();
    }
    assert_eq!(known, numbering.entries, "every entry leads to the goal");
    let bits_of = |word: &AtomicU64| {
        // The upper bits of 32 pairs.
        let mut word = word.load(Relaxed) >> 1 & 0x5555_5555_5555_5555;
        for (shift, kept) in TOGETHER {
            word = (word | word >> shift) & kept;
        }
        word
    };
    Some(seen.chunks(2).map(|pair| bits_of(&pair[0]) | pair.get(1).map_or(0, bits_of) << 32).collect())
}

/// How entries are packed into words.
#[derive(Clone, Copy)]
struct Packing {
    lines: usize,
    demand_bits: u32,
}

impl Packing {
    fn of(numbering: &Numbering) -> Packing {
        // With more lines than 5 there are at most 3 cells in a line, and so on: what has few enough entries fits.
        let demand_bits = (61 - ID_BITS * numbering.lines as u32) / numbering.lines as u32;
        Packing { lines: numbering.lines, demand_bits: demand_bits.min(8) }
    }

    fn matrix(self, lines: &Lines, blank: usize) -> Packed {
        lines.ids[..self.lines].iter().fold(blank as u64, |word, &id| word << ID_BITS | u64::from(id))
    }

    fn add_demands(self, matrix: Packed, demands: &[u8; MOST_LINES]) -> Packed {
        demands[..self.lines]
            .iter()
            .fold(matrix, |word, &demand| word << self.demand_bits | u64::from(demand))
    }

    fn pack(self, lines: &Lines, blank: usize) -> Packed {
        self.add_demands(self.matrix(lines, blank), &lines.demands)
    }

    fn matrix_of(self, entry: Packed) -> Packed {
        entry >> (self.demand_bits * self.lines as u32)
    }

    fn demands(self, mut entry: Packed) -> [u8; MOST_LINES] {
        let mut demands = [0; MOST_LINES];
        for demand in demands[..self.lines].iter_mut().rev() {
            *demand = (entry & ((1 << self.demand_bits) - 1)) as u8;
            entry >>= self.demand_bits;
        }
        demands
    }

    fn ids(self, mut matrix: Packed) -> ([u8; MOST_LINES], usize) {
        let mut ids = [0; MOST_LINES];
        for id in ids[..self.lines].iter_mut().rev() {
            *id = matrix as u8;
            matrix >>= ID_BITS;
        }
        (ids, matrix as usize)
    }
}

/// A move back from a matrix.
struct Back {
    before: Lines,
    /// Where the demands of that matrix begin.
    begin: u32,
    matrix: Packed,
    way: Way,
}

/// What a move back means for demands.
#[derive(Clone, Copy)]
enum Way {
    /// Nothing.
    Past,
    /// Walked forwards a tile leaves its line.
    Leaves(usize),
    /// Walked forwards a tile comes to its line: there is one less of them before.
    Comes(usize),
}

#[derive(Clone, Copy)]
struct Level<'a> {
    numbering: &'a Numbering,
    packing: Packing,
    /// Two bits for each entry: whether its distance is known, and the second lowest bit of it.
    seen: &'a [AtomicU64],
    distance: u32,
}

impl Level<'_> {
    /// Notes the distance of an entry; whether it was not known.
    fn reach(&self, number: u32, distance: u32) -> bool {
        let (word, shift) = (&self.seen[(number >> 5) as usize], 2 * (number & 31));
        let known = 1 << shift;
        word.load(Relaxed) & known == 0
            && word.fetch_or(known | u64::from(distance >> 1 & 1) << (shift + 1), Relaxed) & known == 0
    }

    /// The entries of this level, found from those of the one before.
    fn next(&self, before: &[Vec<Packed>], threads: usize) -> Vec<Vec<Packed>> {
        let pieces: Vec<&[Packed]> = before.iter().flat_map(|part| part.chunks(PIECE)).collect();
        let (taken, all) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            let mut found = Vec::new();
            while let Some(piece) = pieces.get(taken.fetch_add(1, Relaxed)) {
                self.expand(piece, &mut found);
            }
            all.lock().unwrap_or_else(PoisonError::into_inner).push(found);
        };
        let helpers = threads.min(pieces.len()).saturating_sub(1);
        std::thread::scope(|scope| {
            // Where no thread can be had, this one does the work.
            let _helpers: Vec<_> =
                (0..helpers).filter_map(|_| platform::spawn_scoped(scope, work).ok()).collect();
            work();
        });
        all.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn expand(&self, piece: &[Packed], found: &mut Vec<Packed>) {
        let mut moves = Vec::new();
        for group in piece.chunk_by(|a, b| self.packing.matrix_of(*a) == self.packing.matrix_of(*b)) {
            let (ids, blank) = self.packing.ids(self.packing.matrix_of(group[0]));
            let mut lines = Lines { ids, demands: [0; MOST_LINES] };
            moves.clear();
            self.list_moves(&lines, blank, &mut moves);
            for &entry in group {
                lines.demands = self.packing.demands(entry);
                let (_, same) = self.numbering.place(&lines);
                moves.iter_mut().for_each(|back| self.go_back(&lines.demands, same, back, found));
            }
        }
    }

    fn list_moves(&self, lines: &Lines, blank: usize, moves: &mut Vec<Back>) {
        for other in [blank.wrapping_sub(1), blank + 1] {
            if other >= self.numbering.lines {
                continue;
            }
            for goal_line in 0..self.numbering.lines {
                let Some(before) = self.numbering.moved(lines, blank, other, goal_line) else { continue };
                let way = match goal_line {
                    _ if goal_line == blank => Way::Leaves(blank),
                    _ if goal_line == other => Way::Comes(other),
                    _ => Way::Past,
                };
                let (begin, _) = self.numbering.place(&before);
                moves.push(Back { matrix: self.packing.matrix(&before, other), before, begin, way });
            }
        }
    }

    /// Reaches the entries of the matrix before a move from which it leads to one with these demands, whose place in a matrix
    /// with the same radices is `same`.
    fn go_back(&self, demands: &[u8; MOST_LINES], same: u32, back: &mut Back, found: &mut Vec<Packed>) {
        let mut reach = |number: u32, demands: &[u8; MOST_LINES]| {
            if self.reach(number, self.distance) {
                found.push(self.packing.add_demands(back.matrix, demands));
            }
        };
        let mut before = back.before;
        before.demands = *demands;
        match back.way {
            Way::Past => reach(back.begin + same, demands),
            Way::Leaves(line) => {
                if demands[line] == 0 {
                    reach(self.numbering.number(&before), &before.demands);
                }
                before.demands[line] += 1;
                if u32::from(before.demands[line]) < self.radix(&before, line) {
                    reach(self.numbering.number(&before), &before.demands);
                }
            }
            Way::Comes(line) => {
                if u32::from(demands[line]) < self.radix(&before, line) {
                    reach(self.numbering.number(&before), &before.demands);
                }
            }
        }
    }

    fn radix(&self, lines: &Lines, line: usize) -> u32 {
        u32::from(self.numbering.own[usize::from(lines.ids[line])][line].max(1))
    }
}
