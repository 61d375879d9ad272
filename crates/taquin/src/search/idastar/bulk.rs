//! Shortest solutions of very many boards with one goal, where no figures but the solutions matter.
//!
//! A search of one board cuts its tree anew for every bound, so that there are several subtrees to search in turn. With many
//! boards there is no need to: every strand has a board of its own, goes on with the next bound when there is nothing
//! left below one, and with the next board when the goal is found. What the tables say of a board is found out once and
//! not for every bound.

use super::directions;
use super::grid;
use super::kernel::Kernel;
use super::team::interleave::{self, DEEPEST, Event, Strand};
use super::team::subtrees::Engine;
use crate::board::Board;
use crate::platform;
use crate::search::common::limits::Cancel;
use crate::shape::Direction;
use crate::solvability::Solvability;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Boards that a thread searches in turn.
const INTERLEAVED: usize = 6;
/// Turns of each between two looks at the switch: a few milliseconds.
const TURNS: u32 = 1 << 12;
/// More moves than a board of up to 16 cells needs, and an even number.
const PLENTY: u32 = 240;

/// A kernel whose roots can be searched with another bound as they are.
pub(crate) trait Deepens: Kernel {
    /// A root with another number of moves left, as even or odd as before.
    fn with_left(&self, root: &Self::Node, left: u32) -> Self::Node;
    /// The cells that the blank goes to from a root by these moves.
    fn cells(&self, root: &Self::Node, path: &[u8]) -> Vec<usize>;
}

/// A kernel of whatever kind that can do so.
pub(crate) trait BulkEngine: Engine + Sync {
    /// What a thread searches with.
    fn boards(&self) -> Box<dyn Boards + '_>;
}

/// A thread's boards under search, each on a strand.
pub(crate) trait Boards {
    /// Puts a board on a strand, on a new one if there is none of the number, with the first bound that is of the same
    /// parity as `moves`. False if there is nothing to search below the bound.
    fn put(&mut self, strand: usize, numbers: &[u8], moves: u32) -> bool;
    /// Gives a board two moves more. False if there is nothing to search below that bound.
    fn deepen(&mut self, strand: usize) -> bool;
    /// Whether a board can be given more moves at all.
    fn can_deepen(&self, strand: usize) -> bool;
    /// Gives a strand up; those after it move up.
    fn remove(&mut self, strand: usize);
    /// Gives every strand up to `turns` turns; ends early at the first event.
    fn run(&mut self, turns: u32) -> Event;
    /// The cells that the blank goes to on the way to the goal, on a strand that stands on it.
    fn cells(&self, strand: usize) -> Vec<usize>;
}

impl<K: Deepens> BulkEngine for K {
    fn boards(&self) -> Box<dyn Boards + '_> {
        Box::new(Lanes { kernel: self, strands: Vec::new() })
    }
}

struct Lanes<'a, K: Deepens> {
    kernel: &'a K,
    strands: Vec<Strand<K>>,
}

impl<K: Deepens> Boards for Lanes<'_, K> {
    fn put(&mut self, strand: usize, numbers: &[u8], moves: u32) -> bool {
        let most = PLENTY + moves % 2;
        let root = self.kernel.root(numbers, most);
        let bound = most - 2 * self.kernel.slack(&root);
        if strand == self.strands.len() {
            self.strands.push(Strand::new(root));
        }
        self.strands[strand].load(self.kernel, self.kernel.with_left(&root, bound))
    }

    fn deepen(&mut self, strand: usize) -> bool {
        let root = *self.strands[strand].root();
        let root = self.kernel.with_left(&root, self.kernel.left(&root) + 2);
        self.strands[strand].load(self.kernel, root)
    }

    fn can_deepen(&self, strand: usize) -> bool {
        self.kernel.left(self.strands[strand].root()) + 2 < DEEPEST as u32
    }

    fn remove(&mut self, strand: usize) {
        self.strands.remove(strand);
    }

    fn run(&mut self, turns: u32) -> Event {
        interleave::run(self.kernel, &mut self.strands, turns).0
    }

    fn cells(&self, strand: usize) -> Vec<usize> {
        let strand = &self.strands[strand];
        self.kernel.cells(strand.root(), &strand.path())
    }
}

/// Boards to search.
pub(crate) struct Bulk<'a> {
    pub(crate) engine: &'a dyn BulkEngine,
    pub(crate) boards: &'a [Board],
    pub(crate) goal: &'a Board,
    pub(crate) cancel: Option<&'a Cancel>,
    /// Is told the number of a board and the moves of a shortest solution.
    pub(crate) found: &'a (dyn Fn(usize, Vec<Direction>) + Sync),
}

impl Bulk<'_> {
    /// Searches all boards on so many threads. Of boards that cannot be solved nothing is told, nor of those that tables
    /// lead nowhere from, because they are damaged; and nothing more once the switch is thrown.
    pub(crate) fn search(&self, threads: usize) {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 1..threads.min(self.boards.len()) {
                // The others do the work of a thread that the system does not give.
                let _ = platform::spawn_scoped(scope, || self.work(&next));
            }
            self.work(&next);
        });
    }

    /// What each thread does.
    fn work(&self, next: &AtomicUsize) {
        let mut boards = self.engine.boards();
        // The number of the board on each strand.
        let mut at: Vec<usize> = Vec::with_capacity(INTERLEAVED);
        while at.len() < INTERLEAVED
            && let Some(board) = self.take(next, &mut *boards, at.len())
        {
            at.push(board);
        }
        while !at.is_empty() && !self.cancel.is_some_and(Cancel::is_cancelled) {
            let strand = match boards.run(TURNS) {
                Event::Busy => continue,
                Event::Finished(strand) if go_deeper(&mut *boards, strand) => continue,
                Event::Finished(strand) => strand,
                Event::Goal(strand) => {
                    let start = &self.boards[at[strand]];
                    (self.found)(at[strand], directions(start, &boards.cells(strand)));
                    strand
                }
            };
            match self.take(next, &mut *boards, strand) {
                Some(board) => at[strand] = board,
                None => {
                    at.remove(strand);
                    boards.remove(strand);
                }
            }
        }
    }

    /// Puts the next board with anything to search on a strand; gives its number.
    fn take(&self, next: &AtomicUsize, boards: &mut dyn Boards, strand: usize) -> Option<usize> {
        loop {
            let number = next.fetch_add(1, Relaxed);
            let board = self.boards.get(number)?;
            if board == self.goal {
                (self.found)(number, Vec::new());
                continue;
            }
            if !Solvability::of(board, self.goal).is_solvable() {
                continue;
            }
            let apart = board.shape().distance(board.blank(), self.goal.blank());
            if boards.put(strand, &grid::numbers(board), apart) || go_deeper(boards, strand) {
                return Some(number);
            }
        }
    }
}

/// Goes on with the next bound below which there is something to search. False if there is none: tables that are right
/// lead to the goal before.
fn go_deeper(boards: &mut dyn Boards, strand: usize) -> bool {
    while boards.can_deepen(strand) {
        if boards.deepen(strand) {
            return true;
        }
    }
    false
}
