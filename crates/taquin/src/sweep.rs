//! Walks through all boards of a small shape, level by level from a goal, with one bit for each.
//!
//! Colour the cells like a chessboard: every move takes the blank to the other colour. So the boards
//! of a level have the blank on one colour, and those of the levels before and after it on the
//! other. The bits of one colour hold a level, the bits of the other the level before; what moves
//! make of the level, less the level before, is the level after, and takes its place.
//!
//! The bits of one cell of the blank lie together, in order of rank. What arrives in a cell is
//! gathered from its neighbours, so that threads working on different cells never write to the same
//! place. Ranks in one block of a window move together, so whole stretches of bits are moved at once
//! where blocks are long.
//!
//! All this is for slides. Shifts know no colours: `shifts` keeps their levels.
//!
//! * `ranking.rs`: numbers of boards; `windows.rs`: how moves change them; `bits.rs`: sets of them.
//! * `cursor.rs`: the boards of a level in order; `shifts.rs`: the levels of shifts.

mod bits;
mod cursor;
mod ranking;
mod shifts;
mod windows;

pub(crate) use bits::Bits;
pub(crate) use cursor::Cursor;
pub(crate) use ranking::{Ranking, parity, ranks};

use crate::board::Board;
use crate::metric::Metric;
use crate::platform;
use crate::shape::{Cell, Shape};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use windows::{Arrival, arrivals};

/// The largest shapes that are swept.
pub(crate) const MOST_CELLS: usize = 12;

/// Whether the boards of a shape can be swept: tiles can pass each other, and there are not too
/// many.
pub(crate) fn fits(shape: Shape) -> bool {
    !shape.is_strip() && shape.cells() <= MOST_CELLS
}

/// A walk that has come to some level.
#[derive(Debug)]
pub(crate) struct Sweep {
    ranking: Ranking,
    /// For each cell, the moves of the blank into it.
    arrivals: Vec<Vec<Arrival>>,
    levels: Levels,
    depth: u32,
    boards: u64,
}

/// The boards of some levels.
#[derive(Debug)]
enum Levels {
    /// The bits of each cell of the goal's colour and of the other; none for the rest.
    OfSlides([Vec<Bits>; 2]),
    OfShifts(shifts::Levels),
}

impl Sweep {
    /// The memory that a walk on so many threads takes.
    pub(crate) fn bytes(shape: Shape, metric: Metric, threads: usize) -> u64 {
        let sets = match metric {
            Metric::Slides => shape.cells() + threads,
            Metric::Shifts => {
                shifts::Levels::SETS * shape.cells() + shifts::Levels::SETS_OF_A_THREAD * threads
            }
        };
        u64::from(ranks(shape).div_ceil(64)) * 8 * sets as u64
    }

    /// The memory that it holds, without what threads add for a moment.
    pub(crate) fn bytes_held(&self) -> u64 {
        let metric = match self.levels {
            Levels::OfSlides(_) => Metric::Slides,
            Levels::OfShifts(_) => Metric::Shifts,
        };
        Sweep::bytes(self.ranking.shape(), metric, 1)
    }

    /// Begins at the goal, level 0. Its shape must be one that fits.
    pub(crate) fn new(goal: &Board, metric: Metric) -> Sweep {
        let ranking = Ranking::new(goal);
        let levels = match metric {
            Metric::Slides => Levels::OfSlides(Sweep::colours(goal, &ranking)),
            Metric::Shifts => {
                let (home, rank) = ranking.locate(goal).expect("the goal is the goal");
                Levels::OfShifts(shifts::Levels::new(goal.shape(), ranking.ranks(), home, rank))
            }
        };
        Sweep { arrivals: arrivals(&ranking), ranking, levels, depth: 0, boards: 1 }
    }

    /// The goal alone, among the bits of both colours.
    fn colours(goal: &Board, ranking: &Ranking) -> [Vec<Bits>; 2] {
        let shape = goal.shape();
        let (home, rank) = ranking.locate(goal).expect("the goal is the goal");
        let colour = |colour: u32| {
            let bits = |cell: Cell| {
                let here = shape.distance(home, cell) % 2 == colour;
                Bits::empty(if here { ranking.ranks() } else { 0 })
            };
            shape.all_cells().map(bits).collect()
        };
        let mut colours: [Vec<Bits>; 2] = [colour(0), colour(1)];
        colours[0][home.index()].set(rank);
        colours
    }

    /// The level: boards are this many moves from the goal.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// How many boards it has.
    pub(crate) fn boards(&self) -> u64 {
        self.boards
    }

    /// Its boards by the blank's cell; nothing for cells that the blank cannot be in.
    pub(crate) fn level(&self) -> &[Bits] {
        match &self.levels {
            Levels::OfSlides(colours) => &colours[self.depth as usize % 2],
            Levels::OfShifts(levels) => &levels.level,
        }
    }

    /// Goes on to the next level; `false`, and the walk is over, if there is none.
    pub(crate) fn advance(&mut self, threads: usize) -> bool {
        let boards = match &mut self.levels {
            Levels::OfSlides(_) => self.slide(threads),
            Levels::OfShifts(levels) => {
                levels.advance(self.ranking.shape(), self.ranking.ranks(), &self.arrivals, threads)
            }
        };
        if boards > 0 {
            self.depth += 1;
            self.boards = boards;
        }
        boards > 0
    }

    /// Puts the boards one slide on into the place of the level before, and tells how many there are.
    fn slide(&mut self, threads: usize) -> u64 {
        let Levels::OfSlides([even, odd]) = &mut self.levels else { unreachable!("levels of slides") };
        let (level, before) = if self.depth.is_multiple_of(2) { (&*even, odd) } else { (&*odd, even) };
        let cells = Mutex::new(before.iter_mut().enumerate().filter(|(_, before)| !before.is_nowhere()));
        let boards = AtomicU64::new(0);
        let work = || {
            let mut arrived = Bits::empty(self.ranking.ranks());
            loop {
                let next_cell = cells.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((index, before)) = next_cell else { return };
                arrived.clear();
                for arrival in &self.arrivals[index] {
                    arrival.arrive(&level[arrival.from.index()], &mut arrived);
                }
                boards.fetch_add(arrived.subtract(before), Ordering::Relaxed);
                std::mem::swap(&mut arrived, before);
            }
        };
        std::thread::scope(|scope| {
            // Where the system gives no more threads, those there are do the work.
            let helper = |_| platform::spawn_scoped(scope, work).ok();
            (1..threads).map_while(helper).for_each(drop);
            work();
        });
        boards.into_inner()
    }

    /// Goes through the boards of the level by cell of the blank and then by rank.
    pub(crate) fn cursor(&self) -> Cursor<'_> {
        Cursor::new(self)
    }

    /// The numbering of the boards.
    pub(crate) fn ranking(&self) -> &Ranking {
        &self.ranking
    }
}
