//! One iteration over a kernel, on one thread or several, with counts that are exact to the node.
//!
//! The tree is cut into subtrees ([`Frontier`]). Threads take them in order, one for each free
//! lane. When a goal is found, subtrees after it are dropped at once and those before it, which
//! are few and under way already, are finished: so solution and counts are those of a plain
//! depth-first search, whatever the number of threads and lanes.
//!
//! The thread that asked for the iteration works too, and alone looks at the clock. A node limit
//! is kept by all: nodes are taken out of a common purse before they are expanded.

use super::frontier::{Frontier, Root};
use super::kernel::{Count, Kernel};
use super::lanes::{self, Event, LANES, Lane};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The same where look-ups are sent for ahead.
const LANES_AHEAD: usize = 4;
/// Subtrees for each thread: enough to share evenly, few enough to cost nothing.
const SUBTREES: usize = 2048;
/// The same where look-ups are sent for ahead: the smaller subtrees are, the closer are those that are searched side by
/// side, and the more of what one looks up is in a cache for the others.
const SUBTREES_AHEAD: usize = 1 << 16;
/// Smaller subtrees are not worth the cut.
const NODES_IN_SUBTREE: u64 = 512;
/// Nodes a lane expands between looks at the clock and the other threads.
const TURNS: u64 = 1 << 16;
/// How often a thread without work of its own looks at the clock.
const PATIENCE: Duration = Duration::from_millis(10);

/// More threads than this share the subtrees of so many.
const MOST_SHARES: usize = 8;

/// More nodes than this are never expanded before the purse is looked at.
pub(super) const LEAST_PURSE: u64 = 1 << 20;

/// Subtrees searched at a time by one thread with a kernel.
fn lanes_of<K: Kernel>() -> usize {
    if K::AHEAD { LANES_AHEAD } else { LANES }
}

/// What to search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    /// The board, cell by cell.
    pub(super) numbers: &'a [u8],
    pub(super) bound: u32,
    pub(super) threads: usize,
    /// Nodes that may be expanded, [`LEAST_PURSE`] at least.
    pub(super) purse: u64,
    /// About how many nodes the iteration will have: a small one is not cut into many subtrees.
    pub(super) expected: u64,
}

/// How an iteration ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The cells the blank goes to.
    Found(Vec<usize>),
    /// There is no goal within the bound.
    Passed,
    /// The purse is empty, or the watcher said stop.
    Stopped,
}

/// What an iteration did.
#[derive(Clone, Debug)]
pub(super) struct Report {
    pub(super) ended: Ended,
    pub(super) count: Count,
    pub(super) bytes: usize,
}

/// Asked now and then whether to go on, with the nodes of this iteration so far.
pub(super) type Watcher<'a> = dyn FnMut(Count) -> bool + 'a;

/// A kernel of whatever kind.
pub(super) trait Engine {
    /// Searches below one bound.
    fn iterate(&self, task: Task<'_>, watcher: &mut Watcher<'_>) -> Report;
    /// Searches below many roots, each with a bound of its own, in order. Also tells which root
    /// leads to the goal. The task's board and bound mean nothing here.
    fn iterate_from(&self, roots: &[Root], task: Task<'_>, watcher: &mut Watcher<'_>) -> (Report, usize);
}

impl<K: Kernel> Engine for K {
    fn iterate(&self, task: Task<'_>, watcher: &mut Watcher<'_>) -> Report {
        let root = self.root(task.numbers, task.bound);
        let most = if K::AHEAD { SUBTREES_AHEAD } else { SUBTREES * task.threads.min(MOST_SHARES) };
        let enough = (task.expected / NODES_IN_SUBTREE).clamp(lanes_of::<K>() as u64, most as u64) as usize;
        let search = Search::new(self, task, Frontier::new(self, root, enough));
        search.run_all(watcher, |_| root).0
    }

    fn iterate_from(&self, roots: &[Root], task: Task<'_>, watcher: &mut Watcher<'_>) -> (Report, usize) {
        let (frontier, owners) = Frontier::of_roots(self, roots);
        let search = Search::new(self, task, frontier);
        let root_of = |subtree: usize| owners[subtree] as usize;
        let (report, subtree) = search.run_all(watcher, |subtree| {
            let root = &roots[root_of(subtree)];
            self.root(&root.numbers, root.left)
        });
        (report, subtree.map_or(0, root_of))
    }
}

/// One iteration, shared by all threads.
struct Search<'a, K: Kernel> {
    kernel: &'a K,
    task: Task<'a>,
    frontier: Frontier<K::Node>,
    /// The next subtree to take.
    next: AtomicUsize,
    /// The first subtree known to hold a goal.
    first_goal: AtomicUsize,
    goal: Mutex<Option<(usize, Vec<u8>)>>,
    stop: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
    purse: AtomicU64,
}

impl<'a, K: Kernel> Search<'a, K> {
    fn new(kernel: &'a K, task: Task<'a>, frontier: Frontier<K::Node>) -> Search<'a, K> {
        let above = frontier.above;
        Search {
            kernel,
            task,
            frontier,
            next: AtomicUsize::new(0),
            first_goal: AtomicUsize::new(usize::MAX),
            goal: Mutex::new(None),
            stop: AtomicBool::new(false),
            expanded: AtomicU64::new(above.expanded),
            generated: AtomicU64::new(above.generated),
            purse: AtomicU64::new(task.purse.saturating_sub(above.expanded)),
        }
    }

    /// Searches all subtrees; also tells the one with the goal. `root_of` gives a subtree's root.
    fn run_all(
        &self,
        watcher: &mut Watcher<'_>,
        root_of: impl Fn(usize) -> K::Node,
    ) -> (Report, Option<usize>) {
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
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            drop(sender);
            counted.extend(self.work(watcher));
            loop {
                match receiver.recv_timeout(PATIENCE) {
                    Ok(more) => counted.extend(more),
                    Err(RecvTimeoutError::Timeout) => self.report(watcher),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        self.finish(&counted, root_of)
    }

    /// Searches subtrees until none is left; returns what was counted in each.
    fn work(&self, watcher: &mut Watcher<'_>) -> Vec<(usize, Count)> {
        let mut counted = vec![];
        let mut lanes: Vec<Lane<K>> = vec![];
        let mut at = vec![];
        while lanes.len() < lanes_of::<K>() {
            let Some(first) = self.frontier.subtrees.first() else { break };
            let mut lane = Lane::new(first.node);
            let Some(subtree) = self.take(&mut lane, &mut counted) else { break };
            lanes.push(lane);
            at.push(subtree);
        }
        let mut since_report = 0;
        while !lanes.is_empty() {
            // All lanes at once while there is work and money for all of them, else one by one.
            let together = K::AHEAD || lanes.len() == LANES;
            let (event, expanded) = together
                .then(|| self.run(&mut lanes, lanes::run))
                .flatten()
                .or_else(|| self.run(&mut lanes[..1], lanes::run))
                .unwrap_or_else(|| self.broke());
            since_report += expanded;
            if since_report >= TURNS {
                since_report = 0;
                self.report(watcher);
            }
            self.attend(event, &mut lanes, &mut at, &mut counted);
        }
        counted
    }

    /// Runs lanes for as long as the purse pays for; nothing if it cannot pay a turn of each.
    fn run(
        &self,
        lanes: &mut [Lane<K>],
        run: impl FnOnce(&K, &mut [Lane<K>], u32) -> (Event, u64),
    ) -> Option<(Event, u64)> {
        let count = lanes.len() as u64;
        let paid = self.pay(TURNS * count);
        let turns = paid / count;
        if turns == 0 {
            self.purse.fetch_add(paid, Relaxed);
            return None;
        }
        let generated = |lanes: &[Lane<K>]| lanes.iter().map(|lane| lane.count.generated).sum::<u64>();
        let before = generated(lanes);
        let (event, expanded) = run(self.kernel, lanes, turns as u32);
        self.purse.fetch_add(paid - expanded, Relaxed);
        self.expanded.fetch_add(expanded, Relaxed);
        self.generated.fetch_add(generated(lanes) - before, Relaxed);
        Some((event, expanded))
    }

    /// Takes nodes out of the purse, fewer if there are not as many.
    fn pay(&self, nodes: u64) -> u64 {
        let take = |purse: u64| Some(purse - purse.min(nodes));
        let before = self.purse.fetch_update(Relaxed, Relaxed, take).unwrap_or_else(|purse| purse);
        before.min(nodes)
    }

    /// The purse is empty.
    fn broke(&self) -> (Event, u64) {
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

    /// Deals with what happened to a lane; drops lanes that have nothing left to do.
    fn attend(
        &self,
        event: Event,
        lanes: &mut Vec<Lane<K>>,
        at: &mut Vec<usize>,
        counted: &mut Vec<(usize, Count)>,
    ) {
        let number = match event {
            Event::Busy => {
                for number in (0..lanes.len()).rev() {
                    if self.is_moot(at[number]) {
                        counted.push((at[number], lanes[number].count));
                        lanes.remove(number);
                        at.remove(number);
                    }
                }
                return;
            }
            Event::Finished(number) => {
                counted.push((at[number], lanes[number].count));
                number
            }
            Event::Goal(number) => {
                counted.push((at[number], lanes[number].count_to_goal(self.kernel)));
                self.found(at[number], lanes[number].path());
                number
            }
        };
        match self.take(&mut lanes[number], counted) {
            Some(subtree) => at[number] = subtree,
            None => {
                lanes.remove(number);
                at.remove(number);
            }
        }
    }

    /// Puts the next subtree worth searching on the lane.
    fn take(&self, lane: &mut Lane<K>, counted: &mut Vec<(usize, Count)>) -> Option<usize> {
        loop {
            let number = self.next.fetch_add(1, Relaxed);
            let subtree = self.frontier.subtrees.get(number)?;
            if self.is_moot(number) {
                return None;
            }
            if self.kernel.left(&subtree.node) == 0 {
                self.found(number, vec![]);
                return None;
            }
            if self.pay(1) == 0 {
                self.broke();
                return None;
            }
            let something_below = lane.load(self.kernel, subtree.node);
            self.expanded.fetch_add(1, Relaxed);
            self.generated.fetch_add(lane.count.generated, Relaxed);
            if something_below {
                return Some(number);
            }
            counted.push((number, lane.count));
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
    fn finish(
        &self,
        counted: &[(usize, Count)],
        root_of: impl Fn(usize) -> K::Node,
    ) -> (Report, Option<usize>) {
        let lanes = lanes_of::<K>() * self.task.threads * Lane::<K>::bytes();
        let bytes = self.frontier.bytes() + size_of_val(counted) + lanes + self.kernel.bytes();
        let goal = self.goal.lock().unwrap_or_else(PoisonError::into_inner);
        let (ended, mut count, last) = match &*goal {
            // A goal found when others were told to stop need not be the first, but it is a goal.
            Some((first, tail)) => {
                let moves = self.frontier.path(*first).iter().chain(tail);
                let ended = Ended::Found(self.targets(root_of(*first), moves.copied()));
                (ended, self.frontier.subtrees[*first].before, *first)
            }
            None if self.stop.load(Relaxed) => (Ended::Stopped, self.frontier.above, usize::MAX),
            None => (Ended::Passed, self.frontier.above, usize::MAX),
        };
        for &(subtree, nodes) in counted {
            if subtree <= last {
                count += nodes;
            }
        }
        (Report { ended, count, bytes }, goal.as_ref().map(|&(first, _)| first))
    }

    /// The cells the blank goes to by these moves.
    fn targets(&self, mut node: K::Node, moves: impl Iterator<Item = u8>) -> Vec<usize> {
        moves
            .map(|step| {
                let target = self.kernel.target(&node, step);
                node = self.kernel.child(&node, step);
                target
            })
            .collect()
    }
}
