//! Looks for the solution of an iteration before the iteration is searched through.
//!
//! Most of a search is its last iteration, and most of that is what happens to lie before the first
//! solution. So a beam search goes first: the positions after one move, after two and so on, of which
//! only the most promising are kept ([`super::promise`]). Each is expanded as the depth-first search
//! would, at the end with fewer children, with the same tests. What the beam finds has as many moves as
//! the iteration allows, so it is a shortest solution; if it finds nothing, nothing is proved, and the
//! iteration is searched through.
//!
//! Beams get wider until they have cost about a tenth of what the iteration is expected to take.
//! They see the same positions on any number of threads.
//!
//! Positions are told apart by 64 bits of hash. Two that agree would cost one of them its place, no more.

use super::clock::{Clock, Purse};
use super::demand::family;
use super::kernel::{Kernel, Meter, Step};
use super::position::{Packed, Pair};
use super::promise::promise;
use super::team::Team;
use crate::heuristic::first_entry::flood::Word;
use crate::heuristic::first_entry::grid::WAYS;
use crate::search::hashes::{Hashes, key};
use crate::search::observer::Observer;
use std::cell::RefCell;
use std::thread;

/// Nodes that the widest beam may cost for each node of the iteration before. Of the iteration to come,
/// which takes some forty times as many and cheaper ones, this is about a tenth of the time.
const SHARE: u64 = 1;

/// Each beam is so many times as wide as the one before.
const WIDER: u64 = 4;

/// Beams before an iteration, at most.
const BEAMS: u32 = 3;

/// A narrower beam is not worth its while.
const NARROWEST: u64 = 16;

/// Levels with fewer positions for each thread are expanded by one.
const WORTH_THREADS: usize = 500;

/// Bytes a beam may hold, if a limit does not say less.
const MOST_BYTES: u64 = 256_000_000;

/// Children of a position that survive, about.
const CHILDREN: usize = 3;

/// A position of a level.
#[derive(Clone)]
struct State<W> {
    position: Packed,
    hash: u64,
    /// Moves that need not be tried; once it has been expanded, those of its children.
    dead: W,
    bad: u32,
}

/// A position of the next level, if there is room for it.
#[derive(Clone, Copy)]
struct Candidate {
    promise: i32,
    parent: u32,
    step: Step,
    bad: bool,
}

/// What is left of a level: how its positions were made from those of the level before.
struct Trace {
    parents: Vec<u32>,
    steps: Vec<Step>,
}

/// A beam before an iteration.
struct Beam<'a, W, const CUBE: bool> {
    team: &'a Team<'a, W, CUBE>,
    purse: &'a Purse,
    width: usize,
}

impl<W: Word, const CUBE: bool> Team<'_, W, CUBE> {
    /// The steps of a solution, if beams find one.
    pub(super) fn probe<O: Observer>(
        &self,
        clock: &RefCell<&mut Clock<'_, '_, O>>,
        purse: &Purse,
    ) -> Option<Vec<Step>> {
        let before = clock.borrow().nodes_of_last();
        let room = clock.borrow().room().min(MOST_BYTES) / Beam::<W, CUBE>::bytes(1, self.bound);
        let widest = (before * SHARE / u64::from(self.bound).max(1)).min(room);
        for smaller in (0..BEAMS).rev() {
            let width = widest / WIDER.pow(smaller);
            if width < NARROWEST || purse.is_stopped() {
                continue;
            }
            let beam = Beam { team: self, purse, width: width as usize };
            let kernels = self.threads * Kernel::<W, CUBE>::bytes(&self.root);
            let bytes = Beam::<W, CUBE>::bytes(width, self.bound) + kernels as u64;
            if clock.borrow_mut().allow(bytes).is_ok()
                && let Some(steps) = beam.search(clock)
            {
                return Some(steps);
            }
        }
        None
    }
}

impl<W: Word, const CUBE: bool> Beam<'_, W, CUBE> {
    /// What a beam holds.
    fn bytes(width: u64, levels: u32) -> u64 {
        let trace = levels as usize * (size_of::<u32>() + size_of::<Step>());
        // Two levels; the children of one, once more while those of all threads are put together; their order.
        let level = 2 * size_of::<State<W>>() + CHILDREN * (2 * size_of::<Candidate>() + size_of::<u64>());
        width * (trace + level) as u64 + Hashes::bytes(width as usize) as u64
    }

    fn search<O: Observer>(&self, clock: &RefCell<&mut Clock<'_, '_, O>>) -> Option<Vec<Step>> {
        let mut meter = |spent| clock.borrow_mut().meter(self.purse, spent);
        let mut kernel = self.kernel(&mut meter);
        let found = self.levels(&mut kernel);
        self.purse.settle(kernel.finish());
        found
    }

    fn kernel<'k>(&'k self, meter: Meter<'k>) -> Kernel<'k, W, CUBE> {
        Kernel::new(self.team.space, self.team.instructions, &self.team.root, meter)
    }

    /// Level after level.
    fn levels(&self, kernel: &mut Kernel<'_, W, CUBE>) -> Option<Vec<Step>> {
        let root = &self.team.root;
        let position = root.position.pack();
        let mut level = vec![State {
            hash: hash(position.pairs(self.team.space.cells())),
            position,
            dead: W::ZERO,
            bad: root.bad,
        }];
        let mut next = Vec::with_capacity(self.width);
        let mut known = Hashes::new(self.width);
        let mut traces: Vec<Trace> = Vec::new();
        for depth in 1..=self.team.bound {
            let candidates = self.expand(&mut level, kernel);
            if self.purse.is_stopped() {
                return None;
            }
            let mut order: Vec<u64> = candidates
                .iter()
                .zip(0..)
                .map(|(candidate, number)| candidate.rank() << 32 | number)
                .collect();
            order.sort_unstable();
            known.clear();
            next.clear();
            let mut trace = Trace { parents: Vec::new(), steps: Vec::new() };
            for number in order {
                let candidate = &candidates[number as u32 as usize];
                let state = level[candidate.parent as usize].after(candidate);
                if !known.insert(state.hash) {
                    continue;
                }
                trace.parents.push(candidate.parent);
                trace.steps.push(candidate.step);
                let solved = depth + 2 * state.bad == self.team.bound;
                next.push(state);
                if solved {
                    traces.push(trace);
                    return Some(steps(&traces));
                }
                if next.len() == self.width {
                    break;
                }
            }
            if next.is_empty() {
                return None;
            }
            traces.push(trace);
            std::mem::swap(&mut level, &mut next);
        }
        None
    }

    /// The children of a level, in its order.
    fn expand(&self, level: &mut [State<W>], kernel: &mut Kernel<'_, W, CUBE>) -> Vec<Candidate> {
        let threads = self.team.threads.min(level.len() / WORTH_THREADS).max(1);
        let share = level.len().div_ceil(threads);
        let mut parts = level.chunks_mut(share).zip((0..).step_by(share));
        let (first, number) = parts.next().expect("a level is not empty");
        thread::scope(|scope| {
            let help = |(part, number)| {
                scope.spawn(move || {
                    let mut meter = |spent| {
                        self.purse.add(spent);
                        self.purse.take()
                    };
                    let mut kernel = self.kernel(&mut meter);
                    let candidates = expand_part(&mut kernel, part, number);
                    self.purse.settle(kernel.finish());
                    candidates
                })
            };
            let others: Vec<_> = parts.map(help).collect();
            let mut candidates = expand_part(kernel, first, number);
            for other in others {
                candidates.extend(other.join().expect("a thread of the search does not panic"));
            }
            candidates
        })
    }
}

/// The children of a part of a level, whose first position has this number.
fn expand_part<W: Word, const CUBE: bool>(
    kernel: &mut Kernel<'_, W, CUBE>,
    part: &mut [State<W>],
    number: u32,
) -> Vec<Candidate> {
    let space = kernel.space;
    let mut candidates = Vec::with_capacity(part.len() * CHILDREN);
    for (state, parent) in part.iter_mut().zip(number..) {
        let Some(children) = kernel.unfold(&state.position, state.bad, state.dead) else {
            if kernel.stopped() {
                break;
            }
            continue;
        };
        state.dead = children.dead;
        for (child, cell, good) in children.each() {
            let view = kernel.arena[1 + children.end * WAYS + child];
            let left = state.bad - u32::from(!good);
            let undo = kernel.position.play(children.end, usize::from(cell));
            let demanded = match left {
                _ if left == 0 || !view.demanding() => 0,
                1 => 1,
                _ => {
                    family(space, &view, &kernel.position, &mut kernel.family);
                    kernel.family.demand(|tile| kernel.versatile(tile))
                }
            };
            let promise = promise(space, &view.masks, space.blanks(&kernel.position), left, demanded);
            kernel.position.undo(children.end, undo);
            let step = (children.end as u8, cell);
            candidates.push(Candidate { promise, parent, step, bad: !good });
        }
    }
    candidates
}

impl<W: Word> State<W> {
    fn after(&self, candidate: &Candidate) -> State<W> {
        let mut position = self.position.clone();
        let change = position.play(usize::from(candidate.step.0), candidate.step.1);
        let hash = self.hash ^ hash(change.into_iter());
        State { position, hash, dead: self.dead, bad: self.bad - u32::from(candidate.bad) }
    }
}

impl Candidate {
    /// Smaller for those with more promise.
    fn rank(&self) -> u64 {
        u64::from(i32::MAX.abs_diff(self.promise))
    }
}

fn hash(pairs: impl Iterator<Item = Pair>) -> u64 {
    pairs.fold(0, |hash, (cell, mate)| hash ^ key(cell, mate))
}

/// The way to the last position of the last level.
fn steps(traces: &[Trace]) -> Vec<Step> {
    let mut steps = Vec::with_capacity(traces.len());
    let mut at = traces.last().map_or(0, |trace| trace.steps.len() - 1);
    for trace in traces.iter().rev() {
        steps.push(trace.steps[at]);
        at = trace.parents[at] as usize;
    }
    steps.reverse();
    steps
}
