//! Counts all boards of a small shape, three bits each: seen, in this level, in the next level.
//!
//! The bits of one cell of the blank lie together, in order of rank. A level is made cell by cell:
//! what arrives in a cell is gathered from its neighbours, so that threads working on different
//! cells never write to the same place. Ranks in one block of a window move together, so whole
//! stretches of bits are moved at once where blocks are long.

use super::ranking::{Arrival, Change, Ranking, Window};
use super::{Count, Ended};
use crate::board::Board;
use crate::search::{Limits, StopReason};
use crate::shape::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Blocks shorter than this are moved bit by bit.
const SHORT_BLOCK: u32 = 32;

/// The bits of one cell of the blank.
#[derive(Clone, Debug)]
struct Bits(Vec<u64>);

/// What is known of the boards with the blank in one cell.
struct Layer {
    seen: Bits,
    next: Bits,
    /// Boards in `next`.
    fresh: u64,
}

pub(super) fn count(
    goal: &Board,
    limits: &Limits,
    threads: usize,
    count: &mut Count<'_>,
) -> (Ended, u64, Vec<Board>) {
    let started = Instant::now();
    let shape = goal.shape();
    let ranks = (1..=shape.tiles() as u64).product::<u64>() / 2;
    let bytes = 3 * ranks.div_ceil(64) * 8 * shape.cells() as u64;
    if limits.memory.is_some_and(|most| bytes > most) {
        return (Ended::Stopped(StopReason::Memory), 0, Vec::new());
    }
    let ranking = Ranking::new(goal);
    let empty = Bits(vec![0; ranks.div_ceil(64) as usize]);
    let mut level = vec![empty.clone(); shape.cells()];
    let layers: Vec<Mutex<Layer>> = (0..shape.cells())
        .map(|_| Mutex::new(Layer { seen: empty.clone(), next: empty.clone(), fresh: 0 }))
        .collect();
    drop(empty);
    let home = ranking.rank(goal);
    level[goal.blank().index()].set(home);
    lock(&layers[goal.blank().index()]).seen.set(home);
    let mut boards = 1;
    let mut expanded = 0;
    let ended = loop {
        if let Some(ended) = count.add(boards) {
            break ended;
        }
        if let Some(why) = limit_hit(limits, started, expanded) {
            break Ended::Stopped(why);
        }
        gather(&ranking, &level, &layers, threads);
        expanded += boards;
        boards = layers.iter().map(|layer| lock(layer).fresh).sum();
        if boards == 0 {
            break Ended::Complete;
        }
        for (level, layer) in level.iter_mut().zip(&layers) {
            std::mem::swap(level, &mut lock(layer).next);
        }
    };
    let chosen = (count.choose)(ended, level.iter().map(Bits::count).sum());
    (ended, bytes, listed(&ranking, &level, &chosen))
}

fn lock(layer: &Mutex<Layer>) -> std::sync::MutexGuard<'_, Layer> {
    layer.lock().unwrap_or_else(PoisonError::into_inner)
}

fn limit_hit(limits: &Limits, started: Instant, expanded: u64) -> Option<StopReason> {
    if limits.nodes.is_some_and(|nodes| expanded >= nodes) {
        Some(StopReason::Nodes)
    } else if limits.time.is_some_and(|time| started.elapsed() >= time) {
        Some(StopReason::Time)
    } else if limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled()) {
        Some(StopReason::Cancelled)
    } else {
        None
    }
}

/// Makes the next level in every layer.
fn gather(ranking: &Ranking, level: &[Bits], layers: &[Mutex<Layer>], threads: usize) {
    let next_cell = AtomicUsize::new(0);
    let work = || loop {
        let index = next_cell.fetch_add(1, Ordering::Relaxed);
        let Some(layer) = layers.get(index) else { return };
        let layer = &mut *lock(layer);
        layer.next.0.fill(0);
        for arrival in ranking.arrivals(Cell::from_index(index)) {
            arrive(arrival, &level[arrival.from.index()], &mut layer.next);
        }
        layer.fresh = 0;
        for (next, seen) in layer.next.0.iter_mut().zip(&mut layer.seen.0) {
            *next &= !*seen;
            *seen |= *next;
            layer.fresh += u64::from(next.count_ones());
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}

/// Adds the boards that one move makes of a level.
fn arrive(arrival: &Arrival, from: &Bits, to: &mut Bits) {
    match &arrival.change {
        Change::Nothing => {
            for (to, from) in to.0.iter_mut().zip(&from.0) {
                *to |= from;
            }
        }
        Change::Window(window) if window.low_size < SHORT_BLOCK => {
            for rank in from.ranks() {
                let (block, low) = (rank / window.low_size, rank % window.low_size);
                to.set(after(window, block) * window.low_size + low);
            }
        }
        Change::Window(window) => {
            let blocks = from.0.len() as u64 * 64 / u64::from(window.low_size);
            for block in 0..blocks as u32 {
                let bits = from.words(block * window.low_size, window.low_size);
                to.or(after(window, block) * window.low_size, bits);
            }
        }
    }
}

#[inline]
fn after(window: &Window, block: u32) -> u32 {
    let (high, digits) = (block / window.size, block % window.size);
    high * window.size + window.after(high, digits)
}

impl Bits {
    #[inline]
    fn set(&mut self, rank: u32) {
        self.0[rank as usize / 64] |= 1 << (rank % 64);
    }

    /// How many bits are set.
    fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The rank whose bit is the n-th that is set, from 0.
    fn nth(&self, mut n: u64) -> u32 {
        for (&word, index) in self.0.iter().zip(0u32..) {
            let ones = u64::from(word.count_ones());
            if n < ones {
                let last = (0..n).fold(word, |left, _| left & (left - 1));
                return index * 64 + last.trailing_zeros();
            }
            n -= ones;
        }
        unreachable!("fewer bits are set than were counted")
    }

    /// The ranks whose bit is set.
    fn ranks(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().zip(0u32..).flat_map(|(&word, index)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(index * 64 + bit)
            })
        })
    }

    /// `length` bits from `start` as words, with the offset of the first bit of each.
    #[inline]
    fn words(&self, start: u32, length: u32) -> impl Iterator<Item = (u32, u64)> + '_ {
        (0..length).step_by(64).map(move |offset| {
            let (index, shift) = ((start + offset) as usize / 64, (start + offset) % 64);
            let mut word = self.0[index] >> shift;
            if shift > 0
                && let Some(next) = self.0.get(index + 1)
            {
                word |= next << (64 - shift);
            }
            let valid = length - offset;
            (offset, if valid < 64 { word & ((1 << valid) - 1) } else { word })
        })
    }

    /// Adds words whose offsets count from `start`.
    #[inline]
    fn or(&mut self, start: u32, words: impl Iterator<Item = (u32, u64)>) {
        for (offset, word) in words {
            if word != 0 {
                let (index, shift) = ((start + offset) as usize / 64, (start + offset) % 64);
                self.0[index] |= word << shift;
                if shift > 0 && word >> (64 - shift) != 0 {
                    self.0[index + 1] |= word >> (64 - shift);
                }
            }
        }
    }
}

/// The chosen boards of a level, numbered by cell of the blank and then by rank.
fn listed(ranking: &Ranking, level: &[Bits], chosen: &[u64]) -> Vec<Board> {
    let in_cell: Vec<u64> = level.iter().map(Bits::count).collect();
    let board = |&number: &u64| {
        let mut left = number;
        let cell = in_cell.iter().position(|&boards| {
            let here = left < boards;
            left -= if here { 0 } else { boards };
            here
        });
        let cell = cell.expect("a number below the number of boards");
        ranking.board(Cell::from_index(cell), level[cell].nth(left))
    };
    chosen.iter().map(board).collect()
}
