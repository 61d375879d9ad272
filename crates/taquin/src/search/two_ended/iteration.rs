//! One iteration on one thread or several.
//!
//! Its upper part is expanded level by level ([`super::beam::levels`]); then the threads take one subtree after the
//! other, the most promising first ([`SubtreeQueue`]): an iteration with a solution ends when there is none before it.
//! Other threads join when there is work enough for them ([`Team`]). Subtrees that a ledger knows are not searched
//! ([`UnitLedger`]).

use super::Ended;
use super::beam::levels::{Candidate, Levels};
use super::kernel::{Kernel, Step};
use super::layout::Layout;
use super::monitor::{self, Monitor};
use super::position::{Packed, Question};
use super::simd::Instructions;
use crate::first_entry::flood::Word;
use crate::platform;
use crate::search::common::node_budget::{Count, NodeBudget};
use crate::search::common::node_limit::{End, NodeLimit};
use crate::search::common::spare_threads::Permit;
use crate::search::common::subtree_queue::{SubtreeQueue, sum_up_to};
use crate::search::common::team::{Crew, PATIENCE, Team};
use crate::search::common::unit_ledger::{Cut, Elsewhere, Share, UnitLedger};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Subtrees that an iteration is split into, at least, if it has that many, after one with so many nodes.
fn subtrees_after(nodes: u64) -> usize {
    (nodes / 4).clamp(64, 2000).max(nodes / 50).min(50_000) as usize
}

/// Bytes for each position of a level to be told from the others: it has two or three children, and tables are not full.
const KNOWN_BYTES: usize = 4 * size_of::<(u64, Question)>();

/// Iterations with fewer nodes are over before other threads have begun.
const WORTH_THREADS: u64 = 8_000;

/// What is searched, and by which threads.
pub(crate) struct Iteration<'a, W, const CUBE: bool> {
    pub(crate) layout: &'a Layout<W, CUBE>,
    pub(crate) instructions: Instructions,
    pub(crate) crew: &'a Crew,
    /// The position in which the iteration begins.
    pub(crate) root: Packed,
    /// The moves, and the bad ones among them, that a solution may have.
    pub(crate) bound: u32,
    pub(crate) bad: u32,
    pub(crate) ledger: Option<&'a dyn UnitLedger>,
}

/// What the threads share.
struct Task<'a, W, const CUBE: bool> {
    levels: &'a Levels<'a, W, CUBE>,
    queue: SubtreeQueue<'a, Vec<Step>>,
    node_budget: &'a NodeBudget,
    limit: NodeLimit,
    ledger: Option<&'a dyn UnitLedger>,
}

impl<W, const CUBE: bool> Task<'_, W, CUBE> {
    /// Whether a subtree need not be searched any more.
    fn is_moot(&self, subtree: usize) -> bool {
        self.queue.is_moot(subtree) || self.limit.is_behind(subtree)
    }
}

impl<W: Word, const CUBE: bool> Iteration<'_, W, CUBE> {
    /// Searches through it: the steps of a solution, if there is one.
    pub(crate) fn run(&self, monitor: &mut Monitor<'_, '_>) -> Result<Option<Vec<Step>>, Ended> {
        let node_budget = monitor.begin(self.bound);
        let monitor = RefCell::new(monitor);
        let probed = self.probe_unless_known(&monitor, &node_budget);
        let beams = node_budget.count();
        let (found, count) = match probed {
            Some(steps) => (Ok(Some(steps)), beams),
            None => match self.split(&monitor, &node_budget) {
                Ok(levels) => self.share(&monitor, &node_budget, &levels, beams),
                Err(ended) => (Err(ended), node_budget.count()),
            },
        };
        let ended = monitor.borrow_mut().end(&node_budget, count);
        match (found?, ended) {
            (Some(steps), ended) => {
                ended.iter().for_each(|_| monitor.borrow_mut().found_in_haste());
                Ok(Some(steps))
            }
            (None, Some(ended)) => Err(ended),
            (None, None) => Ok(None),
        }
    }

    /// The steps of a solution, if beams find one. If it is known that they do not, their nodes are counted all the same.
    fn probe_unless_known(
        &self,
        monitor: &RefCell<&mut Monitor<'_, '_>>,
        node_budget: &NodeBudget,
    ) -> Option<Vec<Step>> {
        let expected = monitor.borrow().expected();
        if let Some(count) = self.ledger.and_then(|ledger| ledger.beams(self.bound, expected)) {
            node_budget.add(count);
            return None;
        }
        let steps = self.probe(monitor, node_budget);
        if let (Some(ledger), None, false) = (self.ledger, &steps, node_budget.is_stopped()) {
            ledger.no_beam(self.bound, node_budget.count());
        }
        steps
    }

    /// The subtrees of the iteration, the most promising first.
    fn split<'f>(
        &'f self,
        monitor: &RefCell<&mut Monitor<'_, '_>>,
        node_budget: &'f NodeBudget,
    ) -> Result<Levels<'f, W, CUBE>, Ended> {
        let kernel_bytes = Kernel::<W, CUBE>::bytes(self.bound);
        monitor.borrow_mut().allow(kernel_bytes as u64)?;
        let enough = subtrees_after(monitor.borrow().nodes_of_last());
        let mut meter = |spent| monitor.borrow_mut().meter(node_budget, spent);
        let mut kernel = self.shallow_kernel(&mut meter);
        let mut levels = Levels::new(self, node_budget);
        let mut known = HashMap::new();
        while !levels.level().is_empty() && levels.level().len() < enough && levels.solved().is_none() {
            let bytes = levels.level().len() * (Levels::<W, CUBE>::bytes(levels.depth() + 1) + KNOWN_BYTES);
            if monitor.borrow_mut().allow((kernel_bytes + bytes) as u64).is_err() {
                break;
            }
            // A position has three children at most, but for a few.
            let last = levels.level().len() >= enough / 3;
            let mut children = levels.expand(&mut kernel, last);
            if node_budget.is_stopped() {
                break;
            }
            if children.len() >= enough {
                children.sort_by_key(Candidate::rank_of_subtree);
            }
            known.clear();
            levels.advance(children.iter(), |node| match known.entry(node.hash) {
                Entry::Vacant(place) => {
                    place.insert(node.question());
                    true
                }
                // Positions are compared: two may have one hash.
                Entry::Occupied(other) => *other.get() != node.question(),
            });
        }
        kernel.finish(node_budget);
        Ok(levels)
    }

    /// Searches the subtrees: the steps of a solution, and the nodes of the whole iteration. So many nodes were those of beams.
    fn share(
        &self,
        monitor: &RefCell<&mut Monitor<'_, '_>>,
        node_budget: &NodeBudget,
        levels: &Levels<'_, W, CUBE>,
        beams: Count,
    ) -> (Result<Option<Vec<Step>>, Ended>, Count) {
        let count = node_budget.count();
        if let Some(solved) = levels.solved() {
            return (Ok(Some(levels.steps_to(solved))), count);
        }
        let subtrees = levels.level().len();
        let ledger = match self.begin(monitor, node_budget, subtrees, count - beams) {
            Ok(ledger) => ledger,
            Err(ended) => return (Err(ended), count),
        };
        let before = std::iter::repeat_n(count.expanded, subtrees);
        let limit = NodeLimit::new(node_budget.limit(), before);
        let task = Task { levels, queue: SubtreeQueue::new(subtrees, ledger), node_budget, limit, ledger };
        // Those who watch see what is found elsewhere too.
        let elsewhere = Cell::new(Count::default());
        let note_elsewhere = || {
            let now = ledger.map_or(Count::default(), UnitLedger::elsewhere);
            node_budget.add(now - elsewhere.replace(now));
        };
        let lead = |team: &Team<'_, '_, _>| {
            let can_grow = || {
                let is_worth_it = node_budget.count().expanded >= WORTH_THREADS && task.queue.is_any_left();
                is_worth_it && team.can_grow() && self.has_room_for(team.size() + 1, monitor, levels)
            };
            let mut meter = |spent| {
                note_elsewhere();
                let more = monitor.borrow_mut().meter(node_budget, spent);
                while more > 0 && can_grow() && team.grow() {
                    monitor.borrow_mut().joined(team.size() - 1);
                }
                more
            };
            self.work(&task, None, &mut meter)
        };
        let look = || {
            note_elsewhere();
            monitor.borrow_mut().look(node_budget);
        };
        let help = |permit| self.work(&task, Some(permit), &mut |spent| monitor::meter(node_budget, spent));
        let results = Team::run(self.crew, lead, &help, look);
        monitor.borrow_mut().joined(results.largest - 1);
        match self.elsewhere(&task, &look) {
            Ok(elsewhere) => self.add_up(&task, count, results.of_each.concat(), elsewhere, monitor),
            Err(ended) => (Err(ended), count),
        }
    }

    /// Asks the ledger, if there is one, which of so many subtrees are to be searched.
    fn begin(
        &self,
        monitor: &RefCell<&mut Monitor<'_, '_>>,
        node_budget: &NodeBudget,
        subtrees: usize,
        above: Count,
    ) -> Result<Option<&dyn UnitLedger>, Ended> {
        let Some(ledger) = self.ledger.filter(|_| !node_budget.is_stopped()) else { return Ok(None) };
        let expected = monitor.borrow().expected();
        // Positions met twice are known within a subtree, whose nodes are others in parts.
        let is_divisible = false;
        let cut = Cut { bound: self.bound, part: 0, units: subtrees, above, expected, is_divisible };
        match ledger.begin(&cut).map_err(Ended::Stopped)? {
            Share::Alone => Ok(None),
            Share::Units => Ok(Some(ledger)),
        }
    }

    /// What a ledger knows of other subtrees, once it knows all.
    fn elsewhere(&self, task: &Task<'_, W, CUBE>, look: &dyn Fn()) -> Result<Elsewhere, Ended> {
        let Some(ledger) = task.ledger else { return Ok(Elsewhere::default()) };
        loop {
            if task.node_budget.is_stopped() {
                return Ok(Elsewhere { counted: vec![(0, ledger.elsewhere())], goal: None });
            }
            if let Some(elsewhere) = ledger.end().map_err(Ended::Stopped)? {
                return Ok(elsewhere);
            }
            platform::sleep(PATIENCE);
            look();
        }
    }

    /// The steps of a solution, and the nodes up to it or to the end of a node limit.
    fn add_up(
        &self,
        task: &Task<'_, W, CUBE>,
        mut count: Count,
        mut counted: Vec<(usize, Count)>,
        elsewhere: Elsewhere,
        monitor: &RefCell<&mut Monitor<'_, '_>>,
    ) -> (Result<Option<Vec<Step>>, Ended>, Count) {
        counted.extend(elsewhere.counted);
        if let Some((subtree, count, path)) = elsewhere.goal {
            counted.push((subtree, count));
            task.queue.found(subtree, steps_of(&path));
        }
        let goal = task.queue.goal();
        let first = goal.as_ref().map(|goal| goal.0);
        let end = match task.node_budget.is_stopped() {
            true => End::Within,
            false => task.limit.end(count.expanded, first, &mut counted),
        };
        match end {
            End::Within => count += sum_up_to(first, counted),
            End::Outside { subtrees } => count += subtrees,
            End::Inside { subtree, subtrees, nodes } => {
                count += subtrees;
                count += self.first_nodes(task, subtree, nodes, monitor);
            }
        }
        if end != End::Within {
            task.node_budget.stop();
            return (Ok(None), count);
        }
        (Ok(goal.map(|(subtree, steps)| [task.levels.steps_to(subtree), steps].concat())), count)
    }

    /// The first so many nodes of a subtree, which is searched again to count them.
    fn first_nodes(
        &self,
        task: &Task<'_, W, CUBE>,
        subtree: usize,
        nodes: u64,
        monitor: &RefCell<&mut Monitor<'_, '_>>,
    ) -> Count {
        let mut left = nodes;
        let mut meter = |_| {
            monitor.borrow_mut().look(task.node_budget);
            let more = left.min(monitor::GRAIN);
            left -= more;
            if task.node_budget.is_stopped() { 0 } else { more }
        };
        let mut kernel = Kernel::new(self.layout, self.instructions, self.bound, &mut meter);
        kernel.search(&task.levels.level()[subtree], self.bound - task.levels.depth());
        kernel.count()
    }

    /// Whether there is memory for so many threads.
    fn has_room_for(
        &self,
        threads: usize,
        monitor: &RefCell<&mut Monitor<'_, '_>>,
        levels: &Levels<'_, W, CUBE>,
    ) -> bool {
        let kernels = threads * Kernel::<W, CUBE>::bytes(self.bound);
        let each = Levels::<W, CUBE>::bytes(levels.depth()) + size_of::<(usize, Count)>();
        let others = levels.level().len() * each;
        monitor.borrow_mut().allow((others + kernels) as u64).is_ok()
    }

    /// Takes one subtree after the other; returns the nodes of each.
    fn work(
        &self,
        task: &Task<'_, W, CUBE>,
        mut permit: Option<Permit>,
        meter: &mut dyn FnMut(u64) -> u64,
    ) -> Vec<(usize, Count)> {
        let at = Cell::new(0);
        // Nodes up to the subtree at which the kernel is, and all that it has expanded.
        let (before, spent_in_all) = (Cell::new(0), Cell::new(0));
        let mut meter = |spent| {
            spent_in_all.set(spent_in_all.get() + spent);
            if task.node_budget.is_overrun() {
                task.limit.note(at.get(), spent_in_all.get() - before.get());
                task.limit.narrow();
            }
            match task.is_moot(at.get()) {
                true => {
                    task.node_budget.add(Count { expanded: spent, generated: 0 });
                    0
                }
                false => meter(spent),
            }
        };
        let mut kernel = Kernel::new(self.layout, self.instructions, self.bound, &mut meter);
        let left = self.bound - task.levels.depth();
        let mut counted = Vec::new();
        while !task.node_budget.is_stopped() && !permit.as_mut().is_some_and(Permit::is_recalled) {
            let Some(number) = task.queue.take().filter(|&number| !task.limit.is_behind(number)) else {
                if !task.queue.may_get_more() {
                    break;
                }
                // There are no parts of units here, but whoever hands out units learns that this thread has nothing to do.
                task.queue.take_part();
                platform::sleep(PATIENCE);
                kernel.refill();
                continue;
            };
            at.set(number);
            // A subtree after a goal has stopped it, and with a ledger one that comes before the goal may follow.
            kernel.go_on();
            let begun = kernel.count();
            before.set(begun.expanded);
            let found = kernel.search(&task.levels.level()[number], left);
            let Count { expanded, generated } = kernel.count();
            let count = Count { expanded: expanded - begun.expanded, generated: generated - begun.generated };
            task.limit.note(number, count.expanded);
            counted.push((number, count));
            match found {
                Some(steps) => {
                    task.queue.done(number, count, Some(&bytes_of(&steps)));
                    task.queue.found(number, steps);
                }
                None if kernel.stopped() => {}
                None => task.queue.done(number, count, None),
            }
        }
        kernel.finish(task.node_budget);
        counted
    }
}

/// Steps as a ledger has them.
fn bytes_of(steps: &[Step]) -> Vec<u8> {
    steps.iter().flat_map(|&(end, cell)| [end, cell]).collect()
}

/// Steps out of a ledger.
fn steps_of(bytes: &[u8]) -> Vec<Step> {
    bytes.chunks_exact(2).map(|step| (step[0], step[1])).collect()
}
