//! One iteration over a kernel, on one thread or several, with counts that are exact to the node.
//!
//! The tree is cut into subtrees ([`super::frontier`]). Threads take them in order, one for each free
//! strand ([`SubtreeQueue`]): solution and counts are those of a plain depth-first search, whatever the
//! number of threads and strands, and whenever a thread joins.
//!
//! The thread that asked for the iteration works too, alone looks at the clock, and lets others join
//! ([`Team`]). A node limit is kept by all: nodes are taken out of a common budget before they are
//! expanded ([`NodeBudget`]).

use super::frontier::Root;
use super::interleave::{Event, INTERLEAVED};
use super::subtrees::{Engine, INTERLEAVED_AHEAD, Searcher, Subtrees};
use crate::search::common::node_budget::{Count, NodeBudget};
use crate::search::common::spare_threads::Place;
use crate::search::common::subtree_queue::{SubtreeQueue, sum_up_to};
use crate::search::common::team::{Crew, Results, Team};
use std::cell::RefCell;

/// Subtrees for each thread: enough to share evenly, few enough to cost nothing.
const SUBTREES: usize = 2048;
/// Subtrees in all where look-ups are prefetched: the smaller they are, the closer are those that are searched side by
/// side, and the more of what one looks up is in a cache for the others.
const SUBTREES_PREFETCHED: usize = 1 << 16;
/// Smaller subtrees are not worth the cut.
const NODES_IN_SUBTREE: u64 = 512;
/// Nodes a strand expands between looks at the clock and the other threads.
const TURNS: u64 = 1 << 16;

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
    pub(crate) crew: &'a Crew,
    /// Whether there is work for more than one thread from the beginning. Else others join once there is.
    pub(crate) is_large: bool,
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
    /// The most threads at a time that joined the first.
    pub(crate) helpers: usize,
}

/// Asked now and then whether to go on, with the nodes of this iteration so far.
pub(crate) type Watcher<'a> = dyn FnMut(Count) -> bool + 'a;

/// Searches below one bound.
pub(crate) fn iterate(engine: &dyn Engine, task: Task<'_>, watcher: &mut Watcher<'_>) -> Report {
    let shares = if task.is_large { task.crew.own().min(MOST_SHARES) } else { 1 };
    let most = if engine.prefetches() { SUBTREES_PREFETCHED } else { SUBTREES * shares };
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
    queue: SubtreeQueue<Vec<u8>>,
    nodes: NodeBudget,
}

/// What one thread has under search.
struct Hand<'a> {
    searcher: Box<dyn Searcher + 'a>,
    /// The subtree on every strand.
    at: Vec<usize>,
    /// The nodes of subtrees that are done with.
    counted: Vec<(usize, Count)>,
    /// Of a thread that has joined.
    place: Option<Place>,
}

impl<'a> Search<'a> {
    fn new(subtrees: &'a dyn Subtrees, task: Task<'a>) -> Search<'a> {
        let above = subtrees.above();
        let nodes = NodeBudget::new(task.node_budget.saturating_sub(above.expanded), 1);
        nodes.add(above);
        Search { subtrees, task, queue: SubtreeQueue::new(subtrees.len()), nodes }
    }

    /// Searches all subtrees; also tells the one with the goal.
    fn run_all(self, watcher: &mut Watcher<'_>) -> (Report, Option<usize>) {
        let watcher = RefCell::new(watcher);
        let report = || self.report(&mut **watcher.borrow_mut());
        let lead = |team: &Team<'_, '_, _>| {
            let grow = || while self.queue.is_any_left() && !self.nodes.is_stopped() && team.grow() {};
            if self.task.is_large {
                grow();
            }
            self.work(None, &mut || {
                report();
                grow();
            })
        };
        let help = |place| self.work(Some(place), &mut || {});
        let results = Team::run(self.task.crew, lead, &help, report);
        self.finish(results)
    }

    /// Searches subtrees until none is left; returns what was counted in each. Now and then calls `look`.
    fn work(&self, place: Option<Place>, look: &mut dyn FnMut()) -> Vec<(usize, Count)> {
        let mut hand = Hand { searcher: self.subtrees.searcher(), at: vec![], counted: vec![], place };
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
        let mut since_look = 0;
        while hand.searcher.strands() > 0 {
            // All strands at once while there is work and node budget for all of them, else one by one.
            let together = hand.searcher.runs_together();
            let (event, expanded) = together
                .then(|| self.run(&mut hand, usize::MAX))
                .flatten()
                .or_else(|| self.run(&mut hand, 1))
                .unwrap_or_else(|| self.out_of_nodes());
            since_look += expanded;
            if since_look >= TURNS {
                since_look = 0;
                look();
            }
            self.attend(event, &mut hand);
        }
        hand.counted
    }

    /// Runs strands for as long as the node budget allows; nothing if it does not allow a turn of each.
    fn run(&self, hand: &mut Hand<'_>, most_strands: usize) -> Option<(Event, u64)> {
        let strands = hand.searcher.strands().min(most_strands);
        let taken = self.nodes.take(TURNS * strands as u64);
        let turns = taken / strands as u64;
        if turns == 0 {
            self.nodes.give_back(taken);
            return None;
        }
        let (event, count) = hand.searcher.run(strands, turns as u32);
        self.nodes.give_back(taken - count.expanded);
        self.nodes.add(count);
        Some((event, count.expanded))
    }

    /// The node budget is used up.
    fn out_of_nodes(&self) -> (Event, u64) {
        self.nodes.stop();
        (Event::Busy, 0)
    }

    /// Asks the watcher, unless it has said stop before.
    fn report(&self, watcher: &mut Watcher<'_>) {
        if !self.nodes.is_stopped() && !watcher(self.nodes.count()) {
            self.nodes.stop();
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
                self.queue.found(hand.at[strand], hand.searcher.path(strand));
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
        while !self.nodes.is_stopped() && !hand.is_recalled() {
            let number = self.queue.take()?;
            if self.subtrees.is_goal(number) {
                self.queue.found(number, vec![]);
                return None;
            }
            if self.nodes.take(1) == 0 {
                self.out_of_nodes();
                return None;
            }
            let something_below = hand.searcher.load(strand, number);
            let count = hand.searcher.count(strand);
            self.nodes.add(Count { expanded: 1, ..count });
            if something_below {
                return Some(number);
            }
            hand.counted.push((number, count));
        }
        None
    }

    /// Whether a subtree need not be searched any more.
    fn is_moot(&self, subtree: usize) -> bool {
        self.nodes.is_stopped() || self.queue.is_moot(subtree)
    }

    /// Adds up the nodes, and puts the moves to the goal together.
    fn finish(self, results: Results<Vec<(usize, Count)>>) -> (Report, Option<usize>) {
        let counted = results.of_each.concat();
        let bytes = self.subtrees.bytes(results.largest) + size_of_val(&*counted);
        let goal = self.queue.into_goal();
        let (ended, mut count) = match &goal {
            // A goal found when others were told to stop need not be the first, but it is a goal.
            Some((first, tail)) => {
                (Ended::Found(self.subtrees.targets(*first, tail)), self.subtrees.before(*first))
            }
            None if self.nodes.is_stopped() => (Ended::Stopped, self.subtrees.above()),
            None => (Ended::Passed, self.subtrees.above()),
        };
        let goal = goal.map(|(first, _)| first);
        count += sum_up_to(goal, counted);
        (Report { ended, count, bytes, helpers: results.largest - 1 }, goal)
    }
}

impl Hand<'_> {
    /// Whether the thread has to leave once its subtrees are searched.
    fn is_recalled(&mut self) -> bool {
        self.place.as_mut().is_some_and(Place::is_recalled)
    }

    fn drop_strand(&mut self, strand: usize) {
        self.searcher.remove(strand);
        self.at.remove(strand);
    }
}
