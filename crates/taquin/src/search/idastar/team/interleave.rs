//! Depth-first search below one bound, without unpredictable branches.
//!
//! A frame of the stack is a node and the moves to children not yet searched. One turn of the loop takes the lowest
//! such move of the top frame, makes the child, and puts it on the stack; frames with nothing left are overwritten by
//! moving the stack pointer by a comparison's result, not by a jump. So one turn is one expanded node, and the only
//! jumps are the loop itself and the rare events: goal, subtree finished. What remains is latency, hidden by searching
//! several subtrees (*strands*) in turn.

use crate::search::common::node_budget::Count;
use crate::search::idastar::kernel::{Frame, Kernel};

/// Subtrees searched at a time by one thread.
pub(crate) const INTERLEAVED: usize = 2;

/// Frames a strand holds. A search never goes deeper.
pub(crate) const DEEPEST: usize = 256;

/// One subtree under search.
pub(crate) struct Strand<K: Kernel> {
    frames: Box<[Frame<K::Node>; DEEPEST]>,
    /// The top frame is `frames[top - 1]`.
    top: usize,
    /// Moves on the path, by how many moves are left after them.
    path: Box<[u8; DEEPEST]>,
    depth: u32,
    root: K::Node,
    /// Of the child that is begun, in the frame after those it comes from, where children are begun ahead.
    prefetched: K::Prefetched,
    /// Nodes of the subtree so far.
    pub(crate) count: Count,
}

/// What became of a strand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// Nothing special: the turns given are used up.
    Busy,
    /// This strand's subtree is searched and has no goal.
    Finished(usize),
    /// This strand stands on the goal.
    Goal(usize),
}

impl<K: Kernel> Strand<K> {
    /// A strand with room for nodes like this one.
    pub(crate) fn new(node: K::Node) -> Strand<K> {
        let frame = Frame { node, rest: 0 };
        Strand {
            frames: vec![frame; DEEPEST].into_boxed_slice().try_into().ok().expect("length is DEEPEST"),
            top: 0,
            path: vec![0; DEEPEST].into_boxed_slice().try_into().expect("length is DEEPEST"),
            depth: 0,
            root: node,
            prefetched: K::Prefetched::default(),
            count: Count::default(),
        }
    }

    /// The root of the subtree.
    pub(crate) fn root(&self) -> &K::Node {
        &self.root
    }

    /// Bytes it holds.
    pub(crate) fn bytes() -> usize {
        DEEPEST * (size_of::<Frame<K::Node>>() + 1)
    }

    /// Starts on a subtree. True if there is anything to search below its root.
    pub(crate) fn load(&mut self, kernel: &K, root: K::Node) -> bool {
        self.load_part(kernel, root, kernel.survivors(&root))
    }

    /// The same for some of the children within the bound.
    pub(crate) fn load_part(&mut self, kernel: &K, root: K::Node, rest: u64) -> bool {
        self.root = root;
        self.depth = kernel.left(&root);
        self.count = Count { expanded: 1, generated: kernel.children(&root) };
        self.frames[0] = Frame { node: root, rest };
        self.top = (rest != 0) as usize;
        if K::AHEAD && rest != 0 {
            self.begin(kernel, 0);
        }
        rest != 0
    }

    /// The moves from the subtree's root to the goal, once it is found.
    pub(crate) fn path(&self) -> Vec<u8> {
        self.path[..self.depth as usize].iter().rev().copied().collect()
    }

    /// The nodes of a strand that stands on the goal. The goal was counted as expanded and its children as made: a search
    /// that stops here has not come to them.
    pub(crate) fn count_to_goal(&self, kernel: &K) -> Count {
        let (Count { expanded, generated }, goal) = self.count_along(kernel, &self.path());
        Count { expanded: expanded - 1, generated: generated - kernel.children(&goal) }
    }

    /// The nodes up to the moment when the next is made that would be expanded.
    pub(crate) fn count_to_next(&self, kernel: &K) -> Count {
        // Where children are begun ahead the next one is, and its move is on the path.
        let (left, next) = if K::AHEAD {
            (kernel.left(&self.frames[self.top % DEEPEST].node), None)
        } else {
            let Frame { node, rest } = &self.frames[(self.top - 1) % DEEPEST];
            (kernel.left(node), Some(rest.trailing_zeros() as u8))
        };
        let path = self.path[left as usize..self.depth as usize].iter().rev().copied();
        self.count_along(kernel, &path.chain(next).collect::<Vec<u8>>()).0
    }

    /// The nodes without those that a search which is at the end of this path from the root has not come to: all later
    /// children along the path. Also the node at its end.
    fn count_along(&self, kernel: &K, path: &[u8]) -> (Count, K::Node) {
        let Count { expanded, mut generated } = self.count;
        let mut node = self.root;
        for &step in path {
            generated -= kernel.later_children(&node, step) as u64;
            node = kernel.child_of(&node, step);
        }
        (Count { expanded, generated }, node)
    }
}

/// One turn of one strand: expands one node and returns how many moves are left below it.
#[inline(always)]
fn turn<K: Kernel>(
    kernel: &K,
    frames: &mut [Frame<K::Node>; DEEPEST],
    path: &mut [u8; DEEPEST],
    top: &mut usize,
    generated: &mut u64,
) -> u32 {
    let at = (*top).wrapping_sub(1) % DEEPEST;
    let Frame { node, rest } = frames[at];
    // The highest bit is never a move (the last cell is a corner); with it the word is known not to be zero.
    let step = (rest | 1 << 63).trailing_zeros() as u8;
    let rest = rest & rest.wrapping_sub(1);
    frames[at].rest = rest;
    let child = kernel.child(&node, step);
    let left = kernel.left(&child);
    path[left as usize % DEEPEST] = step;
    let survivors = kernel.survivors(&child);
    *generated += kernel.children(&child);
    let next = at + (rest != 0) as usize;
    frames[next % DEEPEST] = Frame { node: child, rest: survivors };
    *top = next + (survivors != 0) as usize;
    left
}

impl<K: Kernel> Strand<K> {
    /// Begins the next child of the node in a frame. If it is the last one, it takes the place of its parent.
    #[inline(always)]
    fn begin(&mut self, kernel: &K, at: usize) {
        let at = at % DEEPEST;
        let Frame { node, rest } = &mut self.frames[at];
        let step = (*rest | 1 << 63).trailing_zeros() as u8;
        *rest &= rest.wrapping_sub(1);
        let to = (at + usize::from(*rest != 0)) % DEEPEST;
        self.path[kernel.left(node).wrapping_sub(1) as usize % DEEPEST] = step;
        kernel.begin_in(&mut self.frames[..], at, to, step, &mut self.prefetched);
        self.top = to;
    }
}

/// Gives every strand up to `turns` turns, for kernels that begin children ahead: a turn finishes the child that was
/// begun in the turn before and begins the next, and what that one needs from memory comes while the other strands have
/// their turns. All strands must have something to search. The child that is begun is in the frame `top`.
#[inline(always)]
fn run_ahead<K: Kernel>(kernel: &K, strands: &mut [Strand<K>], turns: u32) -> (Event, u64) {
    let mut done = 0;
    for _ in 0..turns {
        for (number, strand) in strands.iter_mut().enumerate() {
            let top = strand.top % DEEPEST;
            let frame = &mut strand.frames[top];
            kernel.finish(&mut frame.node, &strand.prefetched);
            frame.rest = kernel.survivors(&frame.node);
            done += 1;
            strand.count.expanded += 1;
            strand.count.generated += kernel.children(&frame.node);
            if kernel.left(&frame.node) == 0 {
                return (Event::Goal(number), done);
            }
            let nothing = usize::from(frame.rest == 0);
            if top < nothing {
                return (Event::Finished(number), done);
            }
            strand.begin(kernel, top - nothing);
        }
    }
    (Event::Busy, done)
}

/// [`run_ahead`] with the instructions that every processor has.
#[inline(never)]
fn run_ahead_plainly<K: Kernel>(kernel: &K, strands: &mut [Strand<K>], turns: u32) -> (Event, u64) {
    run_ahead(kernel, strands, turns)
}

/// [`run_ahead`] compiled for newer processors: 3 to 5 per cent faster.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn run_ahead_avx2<K: Kernel>(kernel: &K, strands: &mut [Strand<K>], turns: u32) -> (Event, u64) {
    run_ahead(kernel, strands, turns)
}

/// [`run_ahead`] in the best way that this processor knows.
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "a function compiled for features that are detected when the program runs")
)]
fn run_ahead_at_best<K: Kernel>(kernel: &K, strands: &mut [Strand<K>], turns: u32) -> (Event, u64) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
    {
        // SAFETY: the processor has the features, as was just seen.
        return unsafe { run_ahead_avx2(kernel, strands, turns) };
    }
    run_ahead_plainly(kernel, strands, turns)
}

/// Gives every strand up to `turns` turns; returns early at the first event. Returns it and the number of nodes
/// expanded. All strands must have something to search. They are one or [`INTERLEAVED`], or any number for kernels that
/// begin children ahead.
pub(crate) fn run<K: Kernel>(kernel: &K, strands: &mut [Strand<K>], turns: u32) -> (Event, u64) {
    if K::AHEAD {
        run_ahead_at_best(kernel, strands, turns)
    } else if let [strand] = strands {
        run_alone(kernel, strand, turns)
    } else {
        run_in_turn(kernel, strands.try_into().expect("one strand or all"), turns)
    }
}

#[inline(never)]
fn run_in_turn<K: Kernel>(kernel: &K, strands: &mut [Strand<K>; INTERLEAVED], turns: u32) -> (Event, u64) {
    let mut tops = [0; INTERLEAVED];
    let mut generated = [0; INTERLEAVED];
    for (strand, top) in strands.iter().zip(&mut tops) {
        *top = strand.top;
    }
    let mut event = Event::Busy;
    let mut number_of_turns = 0;
    'turns: while number_of_turns < turns {
        for number in 0..INTERLEAVED {
            let strand = &mut strands[number];
            let left =
                turn(kernel, &mut strand.frames, &mut strand.path, &mut tops[number], &mut generated[number]);
            if left == 0 {
                event = Event::Goal(number);
                break 'turns;
            }
            if tops[number] == 0 {
                event = Event::Finished(number);
                break 'turns;
            }
        }
        number_of_turns += 1;
    }
    // Strands up to the one with the event have had one turn more than the others.
    let ahead = match event {
        Event::Busy => 0,
        Event::Finished(number) | Event::Goal(number) => number + 1,
    };
    for (number, strand) in strands.iter_mut().enumerate() {
        strand.top = tops[number];
        strand.count.generated += generated[number];
        strand.count.expanded += number_of_turns as u64 + (number < ahead) as u64;
    }
    (event, INTERLEAVED as u64 * number_of_turns as u64 + ahead as u64)
}

/// The same for a single strand: the top frame stays in registers, and jumps let the processor run ahead of it.
fn run_alone<K: Kernel>(kernel: &K, strand: &mut Strand<K>, turns: u32) -> (Event, u64) {
    let mut top = strand.top - 1;
    let Frame { mut node, mut rest } = strand.frames[top % DEEPEST];
    let mut generated = 0;
    let mut done = 0;
    let mut event = Event::Busy;
    while done < turns {
        done += 1;
        let step = (rest | 1 << 63).trailing_zeros() as u8;
        rest &= rest.wrapping_sub(1);
        let child = kernel.child(&node, step);
        let left = kernel.left(&child);
        strand.path[left as usize % DEEPEST] = step;
        let survivors = kernel.survivors(&child);
        generated += kernel.children(&child);
        if left == 0 {
            event = Event::Goal(0);
            break;
        }
        if survivors != 0 {
            if rest != 0 {
                strand.frames[top % DEEPEST] = Frame { node, rest };
                top += 1;
            }
            node = child;
            rest = survivors;
        } else if rest == 0 {
            if top == 0 {
                event = Event::Finished(0);
                break;
            }
            top -= 1;
            Frame { node, rest } = strand.frames[top % DEEPEST];
        }
    }
    strand.frames[top % DEEPEST] = Frame { node, rest };
    strand.top = if event == Event::Busy { top + 1 } else { 0 };
    strand.count.generated += generated;
    strand.count.expanded += done as u64;
    (event, done as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::{Heuristic, PatternDatabases};
    use crate::search::idastar::grid::{Grid, numbers};
    use crate::search::idastar::kernels32::patterns::WidePatterns;
    use crate::search::idastar::pruning::automaton::Automaton;
    use crate::{NamedGoal, Scrambler};

    #[test]
    fn the_best_instructions_do_what_plain_ones_do() {
        let goal = NamedGoal::BlankFirst.board("5x4".parse().unwrap()).unwrap();
        let go_on = &mut |_| std::ops::ControlFlow::Continue(());
        let databases = PatternDatabases::in_memory(&goal, Some("5-5-5-4"), 2, go_on).unwrap();
        let grid = Grid::new(goal.shape());
        let machine = Automaton::learn(&grid, 8, usize::MAX, &|| None).unwrap();
        let kernel = WidePatterns::<1, 1, 4, 4>::new(&grid, &databases, &[0], &machine);
        let mut scrambler = Scrambler::new(goal, 5);
        for _ in 0..20 {
            let board = scrambler.uniform();
            let root = kernel.root(&numbers(&board), databases.of(&board) + 4);
            let mut strands = [Strand::new(root), Strand::new(root)];
            if !strands.iter_mut().all(|strand| strand.load(&kernel, root)) {
                continue;
            }
            let [plain, best] = &mut strands;
            let [plain, best] = [std::slice::from_mut(plain), std::slice::from_mut(best)];
            for turns in [1, 10, 100_000] {
                let happened = run_ahead_plainly(&kernel, plain, turns);
                assert_eq!(run_ahead_at_best(&kernel, best, turns), happened);
                assert_eq!(best[0].count, plain[0].count);
                if happened.0 != Event::Busy {
                    break;
                }
            }
        }
    }
}
