//! One iteration over a kernel, on one thread or several, with counts that are exact to the node.
//!
//! The tree is cut into subtrees ([`super::frontier`]). Threads take them in order, one for each free
//! strand ([`SubtreeQueue`]): solution and counts are those of a plain depth-first search, whatever the
//! number of threads and strands, and whenever a thread joins.
//!
//! The thread that asked for the iteration works too, alone looks at the clock, and lets others join
//! ([`Team`]). A node limit ends it at the node at which a plain depth-first search would end ([`NodeLimit`]). Subtrees that a
//! ledger knows are not searched, and others may be searched by other processes meanwhile ([`UnitLedger`]).

mod part;
mod total;

use super::frontier::{Order, Root};
use super::interleave::{Event, INTERLEAVED};
use super::subtrees::{Engine, INTERLEAVED_AHEAD, Searcher, Subtrees};
use crate::platform;
use crate::search::common::node_budget::{Count, NodeBudget};
use crate::search::common::node_limit::NodeLimit;
use crate::search::common::outcome::StopReason;
use crate::search::common::spare_threads::Permit;
use crate::search::common::subtree_queue::SubtreeQueue;
use crate::search::common::team::{Crew, PATIENCE, Team};
use crate::search::common::unit_ledger::{Cut, Share, UnitLedger};
use std::cell::RefCell;

/// Subtrees for each thread: enough to share evenly, few enough to cost nothing.
const SUBTREES: usize = 2048;
/// Subtrees in all where look-ups are prefetched: the smaller they are, the closer are those that are searched side by
/// side, and the more of what one looks up is in a cache for the others.
const SUBTREES_PREFETCHED: usize = 1 << 16;
/// Smaller subtrees are not worth the cut.
const NODES_IN_SUBTREE: u64 = 512;
/// The same where they are put in order.
const NODES_IN_SORTED_SUBTREE: u64 = 256;
/// Nodes a strand expands between looks at the clock and the other threads.
const TURNS: u64 = 1 << 16;
/// The same at the end of a node limit.
const FEWEST_TURNS: u64 = 1 << 11;

/// More threads than this share the subtrees of so many.
const MOST_SHARES: usize = 8;

/// With a ledger a subtree has about so many nodes at most, so that thousands of processes have something to do, ...
const NODES_IN_UNIT: u64 = 1 << 18;
/// ... but there are never more of them than this.
const MOST_UNITS: u64 = 1 << 20;

/// What to search.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    /// The board, cell by cell.
    pub(crate) numbers: &'a [u8],
    pub(crate) bound: u32,
    pub(crate) crew: &'a Crew,
    /// Whether there is work for more than one thread from the beginning. Else others join once there is.
    pub(crate) is_large: bool,
    /// Nodes that may be expanded, if there is a limit.
    pub(crate) node_limit: Option<u64>,
    /// About how many nodes the iteration will have: a small one is not cut into many subtrees.
    pub(crate) expected: u64,
    /// In which order subtrees are searched. Nodes are counted in this order.
    pub(crate) order: Order<'a>,
    /// The number of this list of subtrees among those of the iteration.
    pub(crate) part: u32,
    pub(crate) ledger: Option<&'a dyn UnitLedger>,
}

/// How an iteration ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The cells the blank goes to.
    Found(Vec<usize>),
    /// There is no goal within the bound.
    Passed,
    /// There are more nodes than may be expanded, or the watcher said stop.
    Stopped,
    /// The ledger did.
    Refused(StopReason),
}

/// What an iteration did.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) ended: Ended,
    pub(crate) count: Count,
    pub(crate) bytes: usize,
    /// The most threads at a time that joined the first.
    pub(crate) helpers: usize,
    /// Whether it was told to stop before everything that comes before the goal was searched.
    pub(crate) timed: bool,
}

/// Asked now and then whether to go on, with the nodes of this iteration so far.
pub(crate) type Watcher<'a> = dyn FnMut(Count) -> bool + 'a;

/// Searches below one bound.
pub(crate) fn iterate(engine: &dyn Engine, task: Task<'_>, watcher: &mut Watcher<'_>) -> Report {
    // The units of a ledger are the same for any number of threads.
    let shares = match task.ledger {
        Some(_) => MOST_SHARES,
        None if task.is_large => task.crew.own().min(MOST_SHARES),
        None => 1,
    };
    let mut most = if engine.prefetches() { SUBTREES_PREFETCHED } else { SUBTREES * shares };
    if task.ledger.is_some() {
        most = most.max((task.expected / NODES_IN_UNIT).min(MOST_UNITS) as usize);
    }
    let fewest = if engine.prefetches() { INTERLEAVED_AHEAD } else { INTERLEAVED };
    let (expected, nodes) = match task.order {
        // Wherever it is cut, a search that ends at a limit has come to the same nodes.
        Order::DepthFirst => {
            (task.node_limit.map_or(task.expected, |most| task.expected.min(most)), NODES_IN_SUBTREE)
        }
        Order::Promise(_) => (task.expected, NODES_IN_SUBTREE),
        Order::NearestFirst => (task.expected, NODES_IN_SORTED_SUBTREE),
    };
    let enough = (expected / nodes).clamp(fewest as u64, most as u64) as usize;
    let subtrees = engine.cut(task.numbers, task.bound, enough, task.order);
    search(&*subtrees, task, watcher).0
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
    let (report, subtree) = search(&*subtrees, task, watcher);
    (report, subtree.map_or(0, |subtree| subtrees.root_of(subtree)))
}

/// Searches all subtrees but those that a ledger knows; also tells the one with the goal.
fn search(subtrees: &dyn Subtrees, mut task: Task<'_>, watcher: &mut Watcher<'_>) -> (Report, Option<usize>) {
    if let Some(ledger) = task.ledger {
        let (units, above) = (subtrees.len(), subtrees.above());
        let Task { bound, part, expected, .. } = task;
        let cut = Cut { bound, part, units, above, expected, is_divisible: true };
        match ledger.begin(&cut) {
            Ok(Share::Units) => ledger.weigh(&|unit| subtrees.weight(unit)),
            Ok(Share::Alone) => task.ledger = None,
            Err(why) => return (Report::refused(why), None),
        }
    }
    Search::new(subtrees, task).run_all(watcher)
}

impl Report {
    fn refused(why: StopReason) -> Report {
        Report { ended: Ended::Refused(why), count: Count::default(), bytes: 0, helpers: 0, timed: false }
    }
}

/// One iteration, shared by all threads.
struct Search<'a> {
    subtrees: &'a dyn Subtrees,
    task: Task<'a>,
    queue: SubtreeQueue<'a, Vec<u8>>,
    nodes: NodeBudget,
    limit: NodeLimit,
}

/// What one thread has under search.
struct Hand<'a> {
    searcher: Box<dyn Searcher + 'a>,
    /// The subtree on every strand.
    at: Vec<usize>,
    /// The nodes of subtrees that are done with.
    counted: Vec<(usize, Count)>,
    /// Of a thread that has joined.
    permit: Option<Permit>,
}

impl<'a> Search<'a> {
    fn new(subtrees: &'a dyn Subtrees, task: Task<'a>) -> Search<'a> {
        let nodes = NodeBudget::new(task.node_limit);
        nodes.add(subtrees.above());
        let before = (0..subtrees.len()).map(|subtree| subtrees.before(subtree).expanded);
        let limit = NodeLimit::new(task.node_limit, before);
        Search { subtrees, task, queue: SubtreeQueue::new(subtrees.len(), task.ledger), nodes, limit }
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
        let help = |permit| self.work(Some(permit), &mut || {});
        let results = Team::run(self.task.crew, lead, &help, report);
        self.finish(results, &report)
    }

    /// Searches subtrees until none is left; returns what was counted in each. Now and then calls `look`.
    fn work(&self, permit: Option<Permit>, look: &mut dyn FnMut()) -> Vec<(usize, Count)> {
        let mut hand = Hand { searcher: self.subtrees.searcher(), at: vec![], counted: vec![], permit };
        let mut split = None;
        let (mut since_look, mut since_narrowed) = (0, 0);
        loop {
            self.fill(&mut hand);
            if hand.searcher.strands() == 0 {
                if self.nodes.is_stopped() || hand.is_recalled() || !self.queue.may_get_more() {
                    return hand.counted;
                }
                if !self.search_part(&mut split, look) {
                    platform::sleep(PATIENCE);
                }
                look();
                continue;
            }
            // All strands at once while there is work for all of them, else one by one.
            let strands = if hand.searcher.runs_together() { hand.searcher.strands() } else { 1 };
            let turns = self.nodes.stretch(FEWEST_TURNS, TURNS, (strands * self.task.crew.own()) as u64);
            let (event, count) = hand.searcher.run(strands, turns as u32);
            self.nodes.add(count);
            since_look += count.expanded;
            if since_look >= TURNS {
                since_look = 0;
                look();
            }
            if self.nodes.is_overrun() {
                since_narrowed += count.expanded;
                if since_narrowed >= FEWEST_TURNS {
                    since_narrowed = 0;
                    self.narrow(&hand);
                }
            }
            self.attend(event, &mut hand);
        }
    }

    /// Puts subtrees on all strands, as far as there are any.
    fn fill(&self, hand: &mut Hand<'_>) {
        while hand.at.len() < self.subtrees.interleaved() && self.queue.is_any_left() {
            let strand = hand.searcher.add();
            match self.take(hand, strand) {
                Some(subtree) => hand.at.push(subtree),
                None => {
                    hand.searcher.remove(strand);
                    break;
                }
            }
        }
    }

    /// Finds out which subtrees lie behind the node limit.
    fn narrow(&self, hand: &Hand<'_>) {
        for (strand, &subtree) in hand.at.iter().enumerate() {
            self.limit.note(subtree, hand.searcher.count(strand).expanded);
        }
        self.limit.narrow();
    }

    /// A subtree is done with.
    fn count(&self, hand: &mut Hand<'_>, subtree: usize, count: Count) {
        self.limit.note(subtree, count.expanded);
        hand.counted.push((subtree, count));
    }

    /// Asks the watcher, unless it has said stop before.
    fn report(&self, watcher: &mut Watcher<'_>) {
        let elsewhere = self.task.ledger.map_or(Count::default(), |ledger| ledger.elsewhere());
        if !self.nodes.is_stopped() && !watcher(self.nodes.count() + elsewhere) {
            self.nodes.stop();
        }
    }

    /// Deals with what happened to a strand; drops strands that have nothing left to do.
    fn attend(&self, event: Event, hand: &mut Hand<'_>) {
        let strand = match event {
            Event::Busy => {
                for strand in (0..hand.at.len()).rev() {
                    if self.queue.is_done_elsewhere(hand.at[strand]) {
                        hand.drop_strand(strand);
                    } else if self.is_moot(hand.at[strand]) {
                        self.count(hand, hand.at[strand], hand.searcher.count(strand));
                        hand.drop_strand(strand);
                    } else {
                        self.queue.grown(hand.at[strand], hand.searcher.count(strand).expanded);
                    }
                }
                return;
            }
            Event::Finished(strand) => {
                let count = hand.searcher.count(strand);
                self.count(hand, hand.at[strand], count);
                self.queue.done(hand.at[strand], count, None);
                strand
            }
            Event::Goal(strand) => {
                let (count, path) = (hand.searcher.count_to_goal(strand), hand.searcher.path(strand));
                self.count(hand, hand.at[strand], count);
                self.queue.done(hand.at[strand], count, Some(&path));
                self.queue.found(hand.at[strand], path);
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
            let number = self.queue.take().filter(|&number| !self.limit.is_behind(number))?;
            if self.subtrees.is_goal(number) {
                self.queue.done(number, Count::default(), Some(&[]));
                self.queue.found(number, vec![]);
                return None;
            }
            let something_below = hand.searcher.load(strand, number);
            let count = hand.searcher.count(strand);
            self.nodes.add(Count { expanded: 1, ..count });
            if something_below {
                return Some(number);
            }
            self.count(hand, number, count);
            self.queue.done(number, count, None);
        }
        None
    }

    /// Whether a subtree need not be searched any more.
    fn is_moot(&self, subtree: usize) -> bool {
        self.nodes.is_stopped() || self.queue.is_moot(subtree) || self.limit.is_behind(subtree)
    }
}

impl Hand<'_> {
    /// Whether the thread has to leave once its subtrees are searched.
    fn is_recalled(&mut self) -> bool {
        self.permit.as_mut().is_some_and(Permit::is_recalled)
    }

    fn drop_strand(&mut self, strand: usize) {
        self.searcher.remove(strand);
        self.at.remove(strand);
    }
}
