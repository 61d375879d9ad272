//! Two-ended search: single-frontier bidirectional iterative deepening, without any table.
//!
//! A solution has Manhattan + 2k moves, k of them bad (a tile goes away from its goal cell).
//! Iteration k looks for a solution with at most k bad moves, beginning with the k that first entries
//! and linear conflicts prove ([`bound`]); so the first solution found is a shortest one. Within an
//! iteration ([`kernel`]) the search keeps one [`position`], the start board relative to the goal
//! board, and moves the blank at whichever end leaves fewer children. This takes no memory to speak of.
//!
//! **The last iteration** is most of the work, and ends at its first solution. Beam searches look for
//! one before an iteration is searched through ([`beam`]).
//!
//! **Threads.** The upper part of an iteration is expanded breadth first into some thousand subtrees,
//! the same ones for any number of threads, and the threads take them in order of score ([`iteration`]). The
//! solution that counts is the one in the first subtree that has any, so neither it nor the node count depends
//! on threads.
//!
//! **Meanwhile** a beam search looks for a solution that need not be shortest ([`beam::incumbent`]), so that a
//! search which is stopped has something to show. If it happens to be as short as the bound that is
//! proved, it ends the search. A search with a ledger does without: what it finds and counts does not depend on the clock.
//!
//! Beside these: [`layout`], two boards in a word; [`nodes`], the children of the three kinds of nodes; [`transpositions`],
//! positions met twice; [`simd`], the vector code; [`monitor`], limits.
//!
//! Estimate and search are described in docs/26-puzzle.md, with figures.

mod beam;
mod bound;
mod iteration;
mod kernel;
mod layout;
mod monitor;
mod nodes;
mod position;
mod simd;
#[cfg(test)]
mod tests;
mod transpositions;

use super::common::limits::Limits;
use super::common::observer::Observer;
use super::common::outcome::{Answer, Outcome, StopReason};
use super::common::team::Crew;
use crate::first_entry::flood::Word;
use crate::first_entry::hitting_set::Family;
use crate::heuristic::{Heuristic, Manhattan};
use crate::problem::Problem;
use crate::shape::{Cell, Direction, Shape};
use beam::incumbent::Incumbent;
use bound::demanded_sets::family;
use bound::reach::Reach;
use iteration::Iteration;
use kernel::Step;
use layout::Layout;
use monitor::Monitor;
use position::Position;
use simd::Instructions;

/// Whether [`two_ended`] can hold boards of this shape: two of them, and as many bits between
/// them as the largest stride, have to fit in 128 bits. All boxes of up to 42 cells do.
pub fn two_ended_fits(shape: Shape) -> bool {
    layout::fits_in(shape, u128::BITS)
}

/// Finds a shortest solution. Uses the estimate of [`crate::heuristic::FirstEntry`] and nothing else,
/// works on `threads` threads, and holds a few megabytes; for hard boards beams of up to 256 MB, or half
/// of a memory limit.
///
/// The observer sees iterations and progress, but no single nodes; the nodes of the beam search are not
/// counted.
///
/// # Panics
/// If the box is too large, see [`two_ended_fits`].
pub fn two_ended(problem: &Problem, threads: usize, limits: &Limits, observer: &mut dyn Observer) -> Answer {
    two_ended_by(Instructions::best(), problem, threads, limits, observer)
}

fn two_ended_by(
    instructions: Instructions,
    problem: &Problem,
    threads: usize,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    let shape = problem.shape();
    let setting = Setting { problem, instructions, threads, limits };
    if let Some(layout) = Layout::<u64, true>::new(shape) {
        setting.search(&layout, observer)
    } else if let Some(layout) = Layout::<u64>::new(shape) {
        setting.search(&layout, observer)
    } else if let Some(layout) = Layout::<u128>::new(shape) {
        setting.search(&layout, observer)
    } else {
        panic!("{shape} is too large for a two-ended search")
    }
}

/// What is given.
struct Setting<'a> {
    problem: &'a Problem,
    instructions: Instructions,
    threads: usize,
    limits: &'a Limits,
}

impl Setting<'_> {
    fn search<W: Word, const CUBE: bool>(
        &self,
        layout: &Layout<W, CUBE>,
        observer: &mut dyn Observer,
    ) -> Answer {
        let incumbent = Incumbent::new(self.problem, self.limits.memory);
        std::thread::scope(|scope| {
            let mut monitor = Monitor::new(self.limits, observer, &incumbent, scope);
            let outcome = self.deepen(layout, &incumbent, &mut monitor);
            incumbent.stop();
            let mut stats = monitor.into_stats();
            stats.peak_bytes += incumbent.peak_bytes();
            Answer { outcome, stats }
        })
    }

    /// Iteration after iteration, until there is a solution.
    fn deepen<W: Word, const CUBE: bool>(
        &self,
        layout: &Layout<W, CUBE>,
        incumbent: &Incumbent<'_>,
        monitor: &mut Monitor<'_, '_>,
    ) -> Outcome {
        let position = Position::new(self.problem.start(), self.problem.goal());
        let manhattan = Manhattan::new(self.problem.goal()).of(self.problem.start());
        let crew = Crew::new(self.threads, self.limits);
        for bad in fewest_bad_moves(layout, &position).. {
            let bound = manhattan + 2 * bad;
            let (instructions, crew, root) = (self.instructions, &crew, position.pack());
            let ledger = self.limits.ledger();
            let iteration = Iteration { layout, instructions, crew, root, bound, bad, ledger };
            match iteration.run(monitor) {
                Ok(Some(steps)) => {
                    let moves = moves(self.problem, &position, &steps);
                    return Outcome::solved(self.problem, moves, bound, true);
                }
                Ok(None) => {}
                Err(ended) => {
                    let best = match monitor.has_solution() {
                        true => incumbent.best(),
                        false => incumbent.at_last(monitor.held()),
                    };
                    return match (ended, best) {
                        // A solution as short as the bound is a shortest one, whichever thread found it.
                        (_, Some(best)) if best.cost() <= bound => {
                            Outcome::solved(self.problem, best.moves().to_vec(), bound, true)
                        }
                        (Ended::Stopped(why), best) => Outcome::Stopped { best, lower_bound: bound, why },
                        (Ended::Overtaken, _) => unreachable!("the beam search has a solution"),
                    };
                }
            }
        }
        unreachable!("a problem has a solution with finitely many bad moves")
    }
}

/// Why an iteration ended before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// A limit, the observer or its `Cancel` stopped it.
    Stopped(StopReason),
    /// The beam search has found a solution as short as the bound.
    Overtaken,
}

/// The bad moves that first entries and linear conflicts prove.
fn fewest_bad_moves<W: Word, const CUBE: bool>(layout: &Layout<W, CUBE>, position: &Position) -> u32 {
    let view = Reach::new(layout, &layout.masks(position), position);
    let mut sets = Family::default();
    family(layout, &view, position, &mut sets);
    sets.demand(|tile| layout.versatile(tile as usize, position.mate(0, tile as usize)))
}

/// The moves of the blank from start to goal: those of the start end, then those of the goal end
/// backwards.
fn moves(problem: &Problem, position: &Position, steps: &[Step]) -> Vec<Direction> {
    let of = |end: u8| steps.iter().filter(move |step| step.0 == end).map(|step| Cell(step.1.into()));
    let from = |end| std::iter::once(Cell(position.blank(end) as u16));
    let forwards: Vec<Cell> = from(0).chain(of(0)).collect();
    let backwards: Vec<Cell> = from(1).chain(of(1)).collect();
    let between = |from: Cell, to: Cell| {
        problem.shape().direction_between(from, to).expect("the blank goes to a neighbour")
    };
    let start_end = forwards.windows(2).map(|pair| between(pair[0], pair[1]));
    let goal_end = backwards.windows(2).rev().map(|pair| between(pair[1], pair[0]));
    start_end.chain(goal_end).collect()
}
