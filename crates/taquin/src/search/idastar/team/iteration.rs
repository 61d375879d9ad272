//! One iteration over a kernel, on one thread or several, with counts that are exact to the node.
//!
//! The tree is cut into subtrees ([`Frontier`]). Threads take them in order, one for each free
//! strand. When a goal is found, subtrees after it are dropped at once and those before it, which
//! are few and under way already, are finished: so solution and counts are those of a plain
//! depth-first search, whatever the number of threads and strands.
//!
//! The thread that asked for the iteration works too, and alone looks at the clock. A node limit
//! is kept by all: nodes are taken out of a common budget before they are expanded.

use super::frontier::Root;
use super::interleave::{Event, INTERLEAVED};
use super::subtrees::{Engine, INTERLEAVED_AHEAD, Searcher, Subtrees};
use crate::platform;
use crate::search::idastar::kernel::Count;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Subtrees for each thread: enough to share evenly, few enough to cost nothing.
const SUBTREES: usize = 2048;
/// Subtrees in all where look-ups are prefetched: the smaller they are, the closer are those that are searched side by
/// side, and the more of what one looks up is in a cache for the others.
const SUBTREES_PREFETCHED: usize = 1 << 16;
/// Smaller subtrees are not worth the cut.
const NODES_IN_SUBTREE: u64 = 512;
/// Nodes a strand expands between looks at the clock and the other threads.
const TURNS: u64 = 1 << 16;
/// How often a thread without work of its own looks at the clock.
const PATIENCE: Duration = Duration::from_millis(10);

/// More threads than this share the subtrees of so many.
const MOST_SHARES: usize = 8;

/// More nodes than this are never expanded before the budget is looked at.
pub(crate) const LEAST_NODE_BUDGET: u64 = 1 << 20;

/// What to search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task<'a> {
    /// The board, cell by cell.
    pub(crate) numbers: &'a [u8],
    pub(crate) bound: u32,
    pub(crate) threads: usize,
    /// Nodes that may be expanded, [`LEAST_NODE_BUDGET`] at least.
    pub(crate) node_budget: u64,
    /// About how many nodes the iteration will have: a small one is not cut into many subtrees.
    pub(crate) expected: u64,
}

/// How an iteration ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The cells the blank goes to.
    Found(Vec<usize>),
    /// There is no goal within the bound.
    Passed,
    /// The node budget is used up, or the watcher said stop.
    Stopped,
}

/// What an iteration did.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) ended: Ended,
    pub(crate) count: Count,
    pub(crate) bytes: usize,
}

/// Asked now and then whether to go on, with the nodes of this iteration so far.
pub(crate) type Watcher<'a> = dyn FnMut(Count) -> bool + 'a;

/// Searches below one bound.
pub(crate) fn iterate(engine: &dyn Engine, task: Task<'_>, watcher: &mut Watcher<'_>) -> Report {
    let most =
        if engine.prefetches() { SUBTREES_PREFETCHED } else { SUBTREES * task.threads.min(MOST_SHARES) };
    let fewest = if engine.prefetches() { INTERLEAVED_AHEAD } else { INTERLEAVED };
    let enough = (task.expected / NODES_IN_SUBTREE).clamp(fewest as u64, most as u64) as usize;
    let subtrees = engine.cut(task.numbers, task.bound, enough);
    Search::new(&*subtrees, task).run_all(watcher).0
}

/// Searches below many roots, each with a bound of its own, in order. Also tells which root leads to the goal. The
/// task's board and bound mean nothing here.
pub(crate) fn iterate_from(
    engine: &dyn Engine,
    roots: &[Root],
    task: Task<'_>,
    watcher: &mut Watcher<'_>,
) -> (Report, usize) {
    let subtrees = engine.cut_below(roots);
    let (report, subtree) = Search::new(&*subtrees, task).run_all(watcher);
    (report, subtree.map_or(0, |subtree| subtrees.root_of(subtree)))
}

/// One iteration, shared by all threads.
struct Search<'a> {
    subtrees: &'a dyn Subtrees,
    task: Task<'a>,
    /// The next subtree to take.
    next: AtomicUsize,
    /// The first subtree known to hold a goal.
    first_goal: AtomicUsize,
    goal: Mutex<Option<(usize, Vec<u8>)>>,
    stop: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
    /// Nodes that may still be expanded.
    node_budget: AtomicU64,
}

/// What one thread has under search.
struct Hand<'a> {
    searcher: Box<dyn Searcher + 'a>,
    /// The subtree on every strand.
    at: Vec<usize>,
    /// The nodes of subtrees that are done with.
    counted: Vec<(usize, Count)>,
}

impl<'a> Search<'a> {
    fn new(subtrees: &'a dyn Subtrees, task: Task<'a>) -> Search<'a> {
        let above = subtrees.above();
        Search {
            subtrees,
            task,
            next: AtomicUsize::new(0),
            first_goal: AtomicUsize::new(usize::MAX),
            goal: Mutex::new(None),
            stop: AtomicBool::new(false),
            expanded: AtomicU64::new(above.expanded),
            generated: AtomicU64::new(above.generated),
            node_budget: AtomicU64::new(task.node_budget.saturating_sub(above.expanded)),
        }
    }

    /// Searches all subtrees; also tells the one with the goal.
    fn run_all(&self, watcher: &mut Watcher<'_>) -> (Report, Option<usize>) {
        let mut counted = vec![];
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 1..self.task.threads {
                let sender = sender.clone();
                let help = move || {
                    // The receiver waits for all.
                    let _ = sender.send(self.work(&mut |_| true));
                };
                // Where the system gives no more threads, those there are do the work.
                if platform::spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            drop(sender);
            counted.extend(self.work(watcher));
            loop {
                match platform::recv_timeout(&receiver, PATIENCE) {
                    Ok(more) => counted.extend(more),
                    Err(RecvTimeoutError::Timeout) => self.report(watcher),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        self.finish(&counted)
    }

    /// Searches subtrees until none is left; returns what was counted in each.
    fn work(&self, watcher: &mut Watcher<'_>) -> Vec<(usize, Count)> {
        let mut hand = Hand { searcher: self.subtrees.searcher(), at: vec![], counted: vec![] };
        while hand.at.len() < self.subtrees.interleaved() && self.subtrees.len() > 0 {
            let strand = hand.searcher.add();
            match self.take(&mut hand, strand) {
                Some(subtree) => hand.at.push(subtree),
                None => {
                    hand.searcher.remove(strand);
                    break;
                }
            }
        }
        let mut since_report = 0;
        while hand.searcher.strands() > 0 {
            // All strands at once while there is work and node budget for all of them, else one by one.
            let together = hand.searcher.runs_together();
            let (event, expanded) = together
                .then(|| self.run(&mut hand, usize::MAX))
                .flatten()
                .or_else(|| self.run(&mut hand, 1))
                .unwrap_or_else(|| self.out_of_nodes());
            since_report += expanded;
            if since_report >= TURNS {
                since_report = 0;
                self.report(watcher);
            }
            self.attend(event, &mut hand);
        }
        hand.counted
    }

    /// Runs strands for as long as the node budget allows; nothing if it does not allow a turn of each.
    fn run(&self, hand: &mut Hand<'_>, most_strands: usize) -> Option<(Event, u64)> {
        let strands = hand.searcher.strands().min(most_strands);
        let taken = self.take_nodes(TURNS * strands as u64);
        let turns = taken / strands as u64;
        if turns == 0 {
            self.node_budget.fetch_add(taken, Relaxed);
            return None;
        }
        let (event, Count { expanded, generated }) = hand.searcher.run(strands, turns as u32);
        self.node_budget.fetch_add(taken - expanded, Relaxed);
        self.expanded.fetch_add(expanded, Relaxed);
        self.generated.fetch_add(generated, Relaxed);
        Some((event, expanded))
    }

    /// Takes nodes out of the budget, fewer if there are not as many.
    fn take_nodes(&self, nodes: u64) -> u64 {
        let take = |node_budget: u64| Some(node_budget - node_budget.min(nodes));
        let before =
            self.node_budget.fetch_update(Relaxed, Relaxed, take).unwrap_or_else(|node_budget| node_budget);
        before.min(nodes)
    }

    /// The node budget is used up.
    fn out_of_nodes(&self) -> (Event, u64) {
        self.stop.store(true, Relaxed);
        (Event::Busy, 0)
    }

    /// Asks the watcher, unless it has said stop before.
    fn report(&self, watcher: &mut Watcher<'_>) {
        if self.stop.load(Relaxed) {
            return;
        }
        let (expanded, generated) = (self.expanded.load(Relaxed), self.generated.load(Relaxed));
        if !watcher(Count { expanded, generated }) {
            self.stop.store(true, Relaxed);
        }
    }

    /// Deals with what happened to a strand; drops strands that have nothing left to do.
    fn attend(&self, event: Event, hand: &mut Hand<'_>) {
        let strand = match event {
            Event::Busy => {
                for strand in (0..hand.at.len()).rev() {
                    if self.is_moot(hand.at[strand]) {
                        hand.counted.push((hand.at[strand], hand.searcher.count(strand)));
                        hand.drop_strand(strand);
                    }
                }
                return;
            }
            Event::Finished(strand) => {
                hand.counted.push((hand.at[strand], hand.searcher.count(strand)));
                strand
            }
            Event::Goal(strand) => {
                hand.counted.push((hand.at[strand], hand.searcher.count_to_goal(strand)));
                self.found(hand.at[strand], hand.searcher.path(strand));
                strand
            }
        };
        match self.take(hand, strand) {
            Some(subtree) => hand.at[strand] = subtree,
            None => hand.drop_strand(strand),
        }
    }

    /// Puts the next subtree worth searching on a strand.
    fn take(&self, hand: &mut Hand<'_>, strand: usize) -> Option<usize> {
        loop {
            let number = self.next.fetch_add(1, Relaxed);
            if number >= self.subtrees.len() || self.is_moot(number) {
                return None;
            }
            if self.subtrees.is_goal(number) {
                self.found(number, vec![]);
                return None;
            }
            if self.take_nodes(1) == 0 {
                self.out_of_nodes();
                return None;
            }
            let something_below = hand.searcher.load(strand, number);
            let count = hand.searcher.count(strand);
            self.expanded.fetch_add(1, Relaxed);
            self.generated.fetch_add(count.generated, Relaxed);
            if something_below {
                return Some(number);
            }
            hand.counted.push((number, count));
        }
    }

    /// Whether a subtree need not be searched any more.
    fn is_moot(&self, subtree: usize) -> bool {
        self.stop.load(Relaxed) || subtree > self.first_goal.load(Relaxed)
    }

    fn found(&self, subtree: usize, tail: Vec<u8>) {
        let mut goal = self.goal.lock().unwrap_or_else(PoisonError::into_inner);
        if goal.as_ref().is_none_or(|(first, _)| subtree < *first) {
            *goal = Some((subtree, tail));
            self.first_goal.fetch_min(subtree, Relaxed);
        }
    }

    /// Adds up the nodes, and puts the moves to the goal together.
    fn finish(&self, counted: &[(usize, Count)]) -> (Report, Option<usize>) {
        let bytes = self.subtrees.bytes(self.task.threads) + size_of_val(counted);
        let goal = self.goal.lock().unwrap_or_else(PoisonError::into_inner);
        let (ended, mut count, last) = match &*goal {
            // A goal found when others were told to stop need not be the first, but it is a goal.
            Some((first, tail)) => {
                let ended = Ended::Found(self.subtrees.targets(*first, tail));
                (ended, self.subtrees.before(*first), *first)
            }
            None if self.stop.load(Relaxed) => (Ended::Stopped, self.subtrees.above(), usize::MAX),
            None => (Ended::Passed, self.subtrees.above(), usize::MAX),
        };
        for &(subtree, nodes) in counted {
            if subtree <= last {
                count += nodes;
            }
        }
        (Report { ended, count, bytes }, goal.as_ref().map(|&(first, _)| first))
    }
}

impl Hand<'_> {
    fn drop_strand(&mut self, strand: usize) {
        self.searcher.remove(strand);
        self.at.remove(strand);
    }
}
