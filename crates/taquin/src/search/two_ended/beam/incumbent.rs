//! A solution that need not be shortest, looked for while the proof goes on.

use super::plain_beam::Beam;
use crate::problem::Problem;
use crate::solution::Solution;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Widths tried one after the other.
const WIDTHS: [usize; 2] = [1000, 10_000];

/// Widths for a search that is stopped before it has any solution: a matter of milliseconds. The second
/// is for boards on which the first goes round in circles.
const LAST_WIDTHS: [usize; 2] = [200, 1000];

/// Bytes a beam may hold if there is no limit.
const USUAL_MEMORY: u64 = 200_000_000;

/// Beams find solutions with hardly more moves than Manhattan says and these.
const SLACK: u32 = 40;

/// The best solution so far.
pub(crate) struct Incumbent<'a> {
    problem: &'a Problem,
    /// Bytes that the beam and the search may hold together.
    memory: u64,
    stop: AtomicBool,
    best: Mutex<Option<Solution>>,
    /// Its length, `u32::MAX` if there is none.
    length: AtomicU32,
    peak_bytes: AtomicU64,
}

impl<'a> Incumbent<'a> {
    pub(crate) fn new(problem: &'a Problem, memory: Option<u64>) -> Incumbent<'a> {
        Incumbent {
            problem,
            memory: memory.unwrap_or(USUAL_MEMORY),
            stop: AtomicBool::new(false),
            best: Mutex::new(None),
            length: AtomicU32::new(u32::MAX),
            peak_bytes: AtomicU64::new(0),
        }
    }

    /// Looks for better and better solutions until it is stopped or has tried enough, while the search
    /// holds `held` bytes and may want more.
    pub(crate) fn widen(&self, manhattan: u32, held: u64) {
        let memory = (self.memory.saturating_sub(held) / 2).min(USUAL_MEMORY);
        let widest = Beam::width_for(memory, self.problem.shape().cells(), manhattan + SLACK);
        for width in WIDTHS {
            if !self.stop.load(Ordering::Relaxed) {
                self.try_width(width.min(widest), memory, &self.stop);
            }
        }
    }

    /// The best solution, found in a hurry if there is none yet. For a search that has stopped, and
    /// has held `held` bytes.
    pub(crate) fn at_last(&self, held: u64) -> Option<Solution> {
        self.stop();
        for width in LAST_WIDTHS {
            if self.length() == u32::MAX {
                self.try_width(width, self.memory.saturating_sub(held), &AtomicBool::new(false));
            }
        }
        self.best()
    }

    fn try_width(&self, width: usize, memory: u64, stop: &AtomicBool) {
        let beam = Beam { width, memory, below: self.length(), stop, peak_bytes: &self.peak_bytes };
        let Some(moves) = beam.search(self.problem) else { return };
        let solution = Solution::replay(self.problem, moves).expect("a beam search plays legal moves");
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if solution.cost() < self.length() {
            let length = solution.cost();
            *best = Some(solution);
            self.length.store(length, Ordering::Release);
        }
    }

    /// Ends the search for better ones.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The length of the best solution so far, `u32::MAX` if there is none.
    pub(crate) fn length(&self) -> u32 {
        self.length.load(Ordering::Acquire)
    }

    /// The best solution so far.
    pub(crate) fn best(&self) -> Option<Solution> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The most bytes that a beam has held.
    pub(crate) fn peak_bytes(&self) -> u64 {
        self.peak_bytes.load(Ordering::Relaxed)
    }
}
