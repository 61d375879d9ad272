//! The positions after one move, after two and so on: a level at a time.
//!
//! Each position is expanded as the depth-first search would, at the end with fewer children and with the same
//! tests. A beam keeps the most promising positions of every level ([`super::probe`]); an iteration keeps all of
//! them until there are enough to share among threads ([`crate::search::two_ended::iteration`]). Levels are the same on any number of threads.

use super::score::score;
use crate::first_entry::cells::WAYS;
use crate::first_entry::flood::Word;
use crate::platform;
use crate::search::common::node_budget::NodeBudget;
use crate::search::two_ended::iteration::Iteration;
use crate::search::two_ended::kernel::{Kernel, Meter, Step};
use crate::search::two_ended::monitor;
use crate::search::two_ended::position::{Packed, Pair, Question};
use crate::zobrist::key;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Levels with fewer positions for each thread are expanded by one.
const WORTH_THREADS: usize = 500;

/// Children of a position that survive, about.
const CHILDREN: usize = 3;

/// What a bad move left adds to the size of a subtree, in units of the score.
const SIZE: u32 = 850;

/// A position of a level.
#[derive(Clone)]
pub(crate) struct Node<W> {
    pub(crate) position: Packed,
    pub(crate) hash: u64,
    /// Moves that need not be tried; once it has been expanded, those of its children.
    pub(crate) dead: W,
    /// Bad moves left.
    pub(crate) bad: u32,
}

/// A position of the next level, if there is room for it.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    score: i32,
    /// Bad moves left.
    bad: u32,
    parent: u32,
    step: Step,
}

/// How the positions of a level were made from those of the level before.
#[derive(Default)]
struct Trail {
    parents: Vec<u32>,
    steps: Vec<Step>,
}

/// The positions of a level, and how they were reached.
pub(crate) struct Levels<'a, W, const CUBE: bool> {
    iteration: &'a Iteration<'a, W, CUBE>,
    node_budget: &'a NodeBudget,
    level: Vec<Node<W>>,
    next: Vec<Node<W>>,
    trails: Vec<Trail>,
    /// Positions that may still be expanded.
    left: u64,
}

impl<'a, W: Word, const CUBE: bool> Levels<'a, W, CUBE> {
    /// The position in which an iteration begins.
    pub(crate) fn new(
        iteration: &'a Iteration<'a, W, CUBE>,
        node_budget: &'a NodeBudget,
    ) -> Levels<'a, W, CUBE> {
        let position = iteration.root.clone();
        let hash = hash(position.pairs(iteration.layout.cells()));
        let root = Node { position, hash, dead: W::ZERO, bad: iteration.bad };
        let (next, trails) = (Vec::new(), Vec::new());
        Levels { iteration, node_budget, level: vec![root], next, trails, left: node_budget.left() }
    }

    /// The bytes held for each position of levels that are equally wide, as many as an iteration may have.
    pub(crate) fn bytes(levels: u32) -> usize {
        let trail = levels as usize * (size_of::<u32>() + size_of::<Step>());
        // Two levels; the children of one, once more while those of all threads are put together; their order.
        trail + 2 * size_of::<Node<W>>() + CHILDREN * (2 * size_of::<Candidate>() + size_of::<u64>())
    }

    /// The positions.
    pub(crate) fn level(&self) -> &[Node<W>] {
        &self.level
    }

    /// Moves that have been made.
    pub(crate) fn depth(&self) -> u32 {
        self.trails.len() as u32
    }

    /// The way to a position.
    pub(crate) fn steps_to(&self, position: usize) -> Vec<Step> {
        let mut at = position;
        let mut steps: Vec<Step> = Vec::with_capacity(self.trails.len());
        for trail in self.trails.iter().rev() {
            steps.push(trail.steps[at]);
            at = trail.parents[at] as usize;
        }
        steps.reverse();
        steps
    }

    /// Goes on with those children that are wanted. If one of them is solved, it becomes the last of its level.
    pub(crate) fn advance<'c>(
        &mut self,
        children: impl Iterator<Item = &'c Candidate>,
        mut wanted: impl FnMut(&Node<W>) -> bool,
    ) {
        self.next.clear();
        let mut trail = Trail::default();
        for child in children {
            let node = self.level[child.parent as usize].after(child);
            if !wanted(&node) {
                continue;
            }
            trail.parents.push(child.parent);
            trail.steps.push(child.step);
            let solved = self.depth() + 1 + 2 * node.bad == self.iteration.bound;
            self.next.push(node);
            if solved {
                break;
            }
        }
        self.trails.push(trail);
        std::mem::swap(&mut self.level, &mut self.next);
    }

    /// The last position of the level, if it is solved.
    pub(crate) fn solved(&self) -> Option<usize> {
        let last = self.level.last()?;
        (self.depth() + 2 * last.bad == self.iteration.bound).then(|| self.level.len() - 1)
    }

    /// The children of the level, in its order. Their score is 0 unless it is asked for. If the level has more positions
    /// than may be expanded, the first so many are, and all is over: these are the same on any number of threads.
    pub(crate) fn expand(&mut self, kernel: &mut Kernel<'_, W, CUBE>, promising: bool) -> Vec<Candidate> {
        let is_last = self.level.len() as u64 > self.left;
        if is_last {
            self.level.truncate(self.left as usize);
        }
        self.left -= self.level.len() as u64;
        let children = self.expand_all(kernel, promising);
        if is_last {
            self.node_budget.stop();
        }
        children
    }

    fn expand_all(&mut self, kernel: &mut Kernel<'_, W, CUBE>, promising: bool) -> Vec<Candidate> {
        let (iteration, node_budget) = (self.iteration, self.node_budget);
        let threads = iteration.crew.own().min(self.level.len() / WORTH_THREADS).max(1);
        let share = self.level.len().div_ceil(threads).max(1);
        let parts = Mutex::new(self.level.chunks_mut(share).zip((0..).step_by(share)));
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let expanded = Mutex::new(Vec::new());
        let work = |kernel: &mut Kernel<'_, W, CUBE>| {
            while let Some((part, number)) = next() {
                let candidates = expand_part(kernel, part, number, promising);
                expanded.lock().unwrap_or_else(PoisonError::into_inner).push((number, candidates));
            }
        };
        let help = || {
            let mut meter = |spent| monitor::meter(node_budget, spent);
            let mut kernel = iteration.shallow_kernel(&mut meter);
            work(&mut kernel);
            kernel.finish(node_budget);
        };
        thread::scope(|scope| {
            // Where the system gives no more threads, those there are do the work.
            let helper = |_| platform::spawn_scoped(scope, help).ok();
            (1..threads).map_while(helper).for_each(drop);
            work(kernel);
        });
        let mut expanded = expanded.into_inner().unwrap_or_else(PoisonError::into_inner);
        expanded.sort_unstable_by_key(|&(number, _)| number);
        expanded.into_iter().flat_map(|(_, candidates)| candidates).collect()
    }
}

impl<W: Word, const CUBE: bool> Iteration<'_, W, CUBE> {
    /// A kernel that looks no further than the children of a position.
    pub(crate) fn shallow_kernel<'k>(&'k self, meter: Meter<'k>) -> Kernel<'k, W, CUBE> {
        Kernel::new(self.layout, self.instructions, 0, meter)
    }
}

/// The children of a part of a level, whose first position has this number.
fn expand_part<W: Word, const CUBE: bool>(
    kernel: &mut Kernel<'_, W, CUBE>,
    part: &mut [Node<W>],
    number: u32,
    promising: bool,
) -> Vec<Candidate> {
    let mut candidates = Vec::with_capacity(part.len() * CHILDREN);
    for (node, parent) in part.iter_mut().zip(number..) {
        let Some(children) = kernel.unfold(node) else {
            if kernel.stopped() {
                break;
            }
            continue;
        };
        node.dead = children.dead;
        for (child, cell, good) in children.each() {
            let bad = node.bad - u32::from(!good);
            let step = (children.end as u8, cell);
            let score = if promising { kernel.score(child, step, bad) } else { 0 };
            candidates.push(Candidate { score, bad, parent, step });
        }
    }
    candidates
}

impl<W: Word, const CUBE: bool> Kernel<'_, W, CUBE> {
    /// How promising a child of the position is that was unfolded.
    fn score(&mut self, child: usize, (end, cell): Step, bad: u32) -> i32 {
        let end = usize::from(end);
        let slot = 1 + end * WAYS + child;
        let view = &self.arena[slot];
        let undo = self.position.play(end, usize::from(cell));
        let demanded = match bad {
            _ if bad == 0 || !view.demanding() => 0,
            1 => 1,
            _ => self.families[slot].demand(|tile| self.versatile(tile)),
        };
        let score = score(self.layout, &view.masks, self.layout.blanks(&self.position), bad, demanded);
        self.position.undo(end, undo);
        score
    }
}

impl Candidate {
    /// Smaller for those with a higher score.
    pub(crate) fn rank(&self) -> u32 {
        i32::MAX.abs_diff(self.score)
    }

    /// The same if all that is below has to be searched through: the more bad moves are left, the more that is.
    pub(crate) fn rank_of_subtree(&self) -> u32 {
        self.rank() + SIZE * self.bad
    }
}

impl<W: Word> Node<W> {
    /// What a search from here is asked.
    pub(crate) fn question(&self) -> Question {
        self.position.clone().question(self.bad)
    }

    fn after(&self, child: &Candidate) -> Node<W> {
        let mut position = self.position.clone();
        let change = position.play(usize::from(child.step.0), child.step.1);
        Node { position, hash: self.hash ^ hash(change.into_iter()), dead: self.dead, bad: child.bad }
    }
}

fn hash(pairs: impl Iterator<Item = Pair>) -> u64 {
    pairs.fold(0, |hash, (cell, mate)| hash ^ key(cell, mate))
}
