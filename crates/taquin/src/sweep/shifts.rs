//! Levels of boards where a move is a shift.
//!
//! A shift may lead to a board of the same level, so three sets are kept: a level, the one before it, and what arrives
//! next. Shifts straight on through a line are gathered step by step: what arrives in a cell, and what was in it, goes on
//! together to the next one. So a line takes as many single steps as it does for slides, whatever the length of shifts.

use super::bits::Bits;
use super::windows::Arrival;
use crate::platform;
use crate::shape::{Axis, Cell, Line, Shape};
use std::sync::{Mutex, PoisonError};

/// Two levels, by the blank's cell.
#[derive(Debug)]
pub(super) struct Levels {
    pub(super) level: Vec<Bits>,
    before: Vec<Bits>,
    /// Room for the level after.
    next: Vec<Mutex<Bits>>,
}

impl Levels {
    /// How many sets of all boards it holds, and how many each thread has besides, of one cell.
    pub(super) const SETS: usize = 3;
    pub(super) const SETS_OF_A_THREAD: usize = 2;

    /// The level of one board.
    pub(super) fn new(shape: Shape, ranks: u32, home: Cell, rank: u32) -> Levels {
        let empty = || -> Vec<Bits> { shape.all_cells().map(|_| Bits::empty(ranks)).collect() };
        let mut level = empty();
        level[home.index()].set(rank);
        Levels { level, before: empty(), next: empty().into_iter().map(Mutex::new).collect() }
    }

    /// Goes on to the next level and tells how many boards it has. If there are none, all stays as it is.
    pub(super) fn advance(
        &mut self,
        shape: Shape,
        ranks: u32,
        arrivals: &[Vec<Arrival>],
        threads: usize,
    ) -> u64 {
        for axis in shape.long_axes() {
            self.shift_along(shape, axis, ranks, arrivals, threads);
        }
        let boards = Mutex::new(0);
        in_parallel(
            threads,
            self.next.iter().enumerate(),
            || (),
            |(), (cell, next)| {
                let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
                next.subtract(&self.level[cell]);
                let left = next.subtract(&self.before[cell]);
                *boards.lock().unwrap_or_else(PoisonError::into_inner) += left;
            },
        );
        let boards = boards.into_inner().unwrap_or_else(PoisonError::into_inner);
        if boards > 0 {
            std::mem::swap(&mut self.before, &mut self.level);
            for (level, next) in self.level.iter_mut().zip(&mut self.next) {
                let next = next.get_mut().unwrap_or_else(PoisonError::into_inner);
                std::mem::swap(level, next);
                next.clear();
            }
        }
        boards
    }

    /// Adds what shifts along an axis make of the level. Lines of one axis have no cell in common.
    fn shift_along(&self, shape: Shape, axis: Axis, ranks: u32, arrivals: &[Vec<Arrival>], threads: usize) {
        let room = || (Bits::empty(ranks), Bits::empty(ranks));
        in_parallel(threads, shape.lines(axis), room, |(going, gone), line: Line| {
            let mut cells: Vec<Cell> = line.cells().collect();
            for _ in 0..2 {
                going.clear();
                for step in cells.windows(2) {
                    let (from, to) = (step[0], step[1]);
                    going.add(&self.level[from.index()]);
                    gone.clear();
                    let arrival = arrivals[to.index()].iter().find(|arrival| arrival.from == from);
                    arrival.expect("neighbours in a line").arrive(going, gone);
                    self.next[to.index()].lock().unwrap_or_else(PoisonError::into_inner).add(gone);
                    std::mem::swap(going, gone);
                }
                cells.reverse();
            }
        });
    }
}

/// Does work on every item, each thread with room of its own.
fn in_parallel<I: Send, R>(
    threads: usize,
    items: impl Iterator<Item = I> + Send,
    room: impl Fn() -> R + Sync,
    work: impl Fn(&mut R, I) + Sync,
) {
    let items = Mutex::new(items);
    let take_all = || {
        let mut room = room();
        loop {
            let next = items.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(item) = next else { return };
            work(&mut room, item);
        }
    };
    std::thread::scope(|scope| {
        // Where the system gives no more threads, those there are do the work.
        let helper = |_| platform::spawn_scoped(scope, take_all).ok();
        (1..threads).map_while(helper).for_each(drop);
        take_all();
    });
}
