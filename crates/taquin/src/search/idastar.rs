//! Iterative-deepening A* (Korf 1985): depth-first searches that turn back where f = g + h passes
//! a bound, with the bound raised each time to the smallest f that passed it. It stores nothing
//! but the current path.
//!
//! Children are made in the order up, left, right, down of the blank, and unless an automaton is
//! asked for the only pruning is not to take back the last move: so node counts are those of the
//! published tables.
//!
//! Every search begins with the plain loop ([`plain`]). Once it has expanded enough nodes to be
//! worth the tables, and no observer wants single nodes, it goes on with a *kernel*: a search made
//! for one kind of estimate and boards that fit into a word or three. Kernels visit the same
//! nodes in the same order and count them alike, some twenty times as fast. From the bottom up:
//!
//! * [`grid`]: cells and neighbours as plain numbers.
//! * [`kernel`]: what a search needs from a board and its estimate.
//! * [`kernels16`], [`kernels32`]: the kernels, for boards of up to 16 and up to 32 cells; [`choose_kernel`] says which is
//!   used when.
//! * [`pruning`]: which moves may follow which; its automaton learns it for any shape of up to 32 cells.
//! * [`probe`]: whether a board leads to the goal in so many moves, asked of a kernel again and again.
//! * [`bulk`]: very many boards by one kernel, for their lengths alone.
//! * [`run`]: what all this may use and has done, and the plain loop as an object.
//! * [`team`]: subtrees, interleaved and divided among threads, with exact counts.
//!
//! [`super::hybrid`] searches with the same kernels from the nodes that an A* has left open.

pub(crate) mod bulk;
pub(crate) mod choose_kernel;
pub(crate) mod foresight;
pub(super) mod grid;
pub(super) mod kernel;
mod kernels16;
mod kernels32;
pub(super) mod plain;
pub(crate) mod probe;
pub(crate) mod pruning;
pub(super) mod run;
pub(crate) mod team;

use super::common::limits::Limits;
use super::common::observer::{Chore, Observer};
use super::common::outcome::{Answer, Outcome, StopReason};
use super::common::team::Crew;
use crate::board::Board;
use crate::heuristic::{AnyHeuristic, Heuristic, KernelHint, KnownValues, assert_same_goal};
use crate::problem::Problem;
use crate::shape::{Cell, Direction};
use crate::solution::Solution;
use choose_kernel::Chooser;
use foresight::Foresight;
use plain::{Ended, Plain};
use pruning::automaton::{self, Automaton};
use run::{DepthFirst, Estimates, Run};
use std::fmt;
use team::frontier::Order;
use team::iteration::{self, Task};
use team::{interleave, subtrees::Engine};

/// Which moves a depth-first search leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Prune {
    /// The one that takes back the last: the rule of the published node counts.
    #[default]
    Undo,
    /// Those that a learned automaton knows to have an equal or better sibling (Taylor and Korf
    /// 1993): fewer nodes, the same lengths.
    Automaton,
}

impl Prune {
    /// Every rule.
    pub const ALL: [Prune; 2] = [Prune::Undo, Prune::Automaton];

    /// Its name in text.
    pub fn name(self) -> &'static str {
        match self {
            Prune::Undo => "undo",
            Prune::Automaton => "automaton",
        }
    }
}

impl fmt::Display for Prune {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How an iterative-deepening search goes about its work. Nothing of this changes the length of a
/// solution, and only [`Deepening::prune`], [`Deepening::learn_after`] and [`Deepening::nearest_first`] change node counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deepening {
    /// Which moves it leaves out.
    pub prune: Prune,
    /// Threads that share the work. Kernels use them; the plain loop is always one thread.
    pub threads: usize,
    /// Nodes to expand by the plain loop before the tables of a kernel are made.
    pub kernel_after: u64,
    /// Nodes to expand before an automaton is learned: easy boards are solved sooner than that.
    pub learn_after: u64,
    /// Whether kernels search subtrees with the least estimates first: the goal is found sooner, after other nodes than by a
    /// plain depth-first search.
    pub nearest_first: bool,
}

impl Default for Deepening {
    fn default() -> Deepening {
        Deepening {
            prune: Prune::Undo,
            threads: 1,
            kernel_after: 20_000,
            learn_after: 2_000_000,
            nearest_first: false,
        }
    }
}

/// Nodes to expand with pattern databases before a longer automaton is learned.
const LEARN_MORE_AFTER: u64 = 40_000_000;
/// Iterations that are expected to have fewer nodes than this begin on one thread.
const WORTH_THREADS: u64 = 4 << 16;
/// Memory that a kernel with its tables and subtrees may take.
pub(crate) const KERNEL_BYTES: u64 = 64 << 20;

/// Finds a shortest solution if the heuristic is admissible: on one thread, pruning nothing but
/// the move that takes back the last.
pub fn idastar<H: Heuristic>(
    problem: &Problem,
    heuristic: &H,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    idastar_with(problem, heuristic, &Deepening::default(), limits, observer)
}

/// Finds a shortest solution if the heuristic is admissible, in the given way.
///
/// A node limit is kept exactly: the last node is the same on any number of threads, with a kernel and without.
pub fn idastar_with<H: Heuristic>(
    problem: &Problem,
    heuristic: &H,
    options: &Deepening,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    assert_same_goal(heuristic, problem);
    let mut plain = Plain::new(problem, heuristic, limits, observer);
    deepen(heuristic, &mut plain, options, limits).confronted(heuristic)
}

/// Iteration after iteration.
fn deepen(
    heuristic: &dyn Estimates,
    plain: &mut dyn DepthFirst<'_>,
    options: &Deepening,
    limits: &Limits,
) -> Answer {
    let admissible = heuristic.is_admissible();
    let mut bound = heuristic.of(plain.run().problem.start());
    let mut search = Search::new(options, limits);
    let outcome = loop {
        if admissible {
            plain.run().lower_bound = bound;
        }
        match search.iterate(plain, heuristic, bound) {
            Ok(Ended::Found(moves)) => break found(plain.run().problem, heuristic, moves),
            // Bounds would be raised for ever by tables that never lead to the goal.
            Ok(Ended::Passed(_)) if heuristic.contradiction().is_some() => break Outcome::CONTRADICTED,
            Ok(Ended::Passed(next)) => {
                bound = next;
                // The observer may know that the next iteration, which may take hours, is not needed.
                let Run { budget, stats, observer, lower_bound, .. } = plain.run();
                let proved = if admissible { bound } else { *lower_bound };
                if let Err(why) = budget.look(stats, proved, *observer) {
                    break Outcome::Stopped { best: None, lower_bound: proved, why };
                }
            }
            Err(why) => {
                break Outcome::Stopped { best: None, lower_bound: plain.run().lower_bound, why };
            }
        }
    };
    let path_bytes = plain.bytes();
    let run = plain.run();
    let mut stats = run.stats.clone();
    stats.peak_bytes = (path_bytes + search.bytes + run.automaton_bytes()) as u64;
    stats.elapsed = run.budget.elapsed();
    Answer { outcome, stats }
}

/// The kernel for a heuristic with the longest pruning rule that is learned at once, if there is one.
///
/// # Errors
/// If `is_over` says so while the rule is learned.
pub(crate) fn engine<'a>(
    problem: &Problem,
    heuristic: &'a AnyHeuristic,
    is_over: &dyn Fn() -> Option<StopReason>,
) -> Result<Option<Box<dyn Engine + 'a>>, StopReason> {
    let Some(hint) = Heuristic::kernel_hint(heuristic) else { return Ok(None) };
    let automaton = Automaton::of(problem.shape(), is_over)?;
    let stop = || is_over().is_some();
    let chooser = Chooser { problem, automaton: automaton.as_deref(), stop: &stop };
    Ok(chooser.kernel(hint, &mut None))
}

struct Search<'a> {
    options: &'a Deepening,
    limits: &'a Limits,
    crew: Crew,
    engine: Option<Box<dyn Engine + 'a>>,
    /// Whether an engine has been looked for.
    tried: bool,
    /// Whether the pruning rule is a longer one.
    learned_more: bool,
    /// The sums of pattern databases that are worth asking.
    asked: Option<Vec<usize>>,
    /// Looks for the solution before an iteration, where that pays.
    foresight: Option<Foresight>,
    /// The most that a kernel held.
    bytes: usize,
}

impl<'a> Search<'a> {
    fn new(options: &'a Deepening, limits: &'a Limits) -> Search<'a> {
        Search {
            options,
            limits,
            crew: Crew::new(options.threads, limits),
            engine: None,
            tried: false,
            learned_more: false,
            asked: None,
            foresight: None,
            bytes: 0,
        }
    }

    /// One iteration by whatever is best by now.
    fn iterate(
        &mut self,
        plain: &mut dyn DepthFirst<'_>,
        heuristic: &'a dyn Estimates,
        bound: u32,
    ) -> Result<Ended, StopReason> {
        let run = plain.run();
        let hint = heuristic.kernel_hint();
        let has_databases = matches!(hint, Some(KernelHint(KnownValues::Databases(_))));
        let has_walks = matches!(hint, Some(KernelHint(KnownValues::Walks(_))));
        self.learn(run, has_databases, has_walks)?;
        self.look_for_kernel(run, hint, has_databases)?;
        match &self.engine {
            Some(engine) if (bound as usize) < interleave::DEEPEST => {
                let expected = 4 * run.stats.iterations.last().map_or(0, |last| last.expanded);
                // Where a solution is known already, others look for shorter ones.
                let looks_ahead = !self.options.nearest_first && !run.observer.has_solution();
                if self.foresight.is_none() && looks_ahead {
                    self.foresight = Foresight::of(run.problem, self.options.prune, expected);
                }
                let order = match &self.foresight {
                    _ if self.options.nearest_first => Order::NearestFirst,
                    Some(foresight) => Order::Promise(foresight),
                    None => Order::DepthFirst,
                };
                let task = Task {
                    numbers: &grid::numbers(run.problem.start()),
                    bound,
                    crew: &self.crew,
                    is_large: expected >= WORTH_THREADS,
                    node_limit: self.limits.nodes,
                    expected,
                    order,
                    part: 0,
                    ledger: self.limits.ledger(),
                };
                let begun = run.begin_iteration(bound);
                let foresight = self.foresight.as_ref();
                let (ended, bytes) = by_kernel(&**engine, foresight, task, self.limits, run);
                run.end_iteration(begun);
                self.bytes = self.bytes.max(bytes);
                ended
            }
            _ => plain.iterate(bound),
        }
    }

    fn allows(&self, bytes: u64) -> bool {
        self.limits.memory.is_none_or(|most| bytes <= most)
    }

    /// Learns a pruning rule, or a longer one, if one is asked for and the search has become long enough.
    /// Where walks are known, the first iteration may be a long one.
    fn learn(&mut self, run: &mut Run<'_>, has_databases: bool, has_walks: bool) -> Result<(), StopReason> {
        let (shape, so_far) = (run.problem.shape(), run.stats.expanded);
        let learns = self.options.prune == Prune::Automaton && run.automaton.is_none();
        let at_once = has_walks && shape.cells() > 16;
        let learn_after = if at_once { 0 } else { self.options.learn_after };
        if learns && so_far >= learn_after && self.allows(automaton::LEARNING_BYTES) {
            run.begin_chore(Chore::Pruning)?;
            let machine = Automaton::of(shape, &|| run.budget.is_over())?;
            run.automaton = machine.map(|machine| machine.for_start(run.problem));
            self.tried &= run.automaton.is_none();
        }
        let learns_more = run.automaton.is_some() && (has_databases || has_walks) && !self.learned_more;
        if learns_more && so_far >= LEARN_MORE_AFTER && self.allows(automaton::LONGER_BYTES) {
            self.learned_more = true;
            run.begin_chore(Chore::Pruning)?;
            if let Some(machine) = Automaton::longer(shape, &|| run.budget.is_over())? {
                run.automaton = Some(machine.for_start(run.problem));
                self.tried = false;
            }
        }
        Ok(())
    }

    /// Looks for a kernel, unless that was done with this pruning rule, once the search is long enough for one.
    fn look_for_kernel(
        &mut self,
        run: &mut Run<'_>,
        hint: Option<KernelHint<'a>>,
        has_databases: bool,
    ) -> Result<(), StopReason> {
        let shape = run.problem.shape();
        let after = choose_kernel::nodes_before(hint.as_ref(), shape, self.options.kernel_after);
        if run.shows_nodes || self.tried || !self.allows(KERNEL_BYTES) || run.stats.expanded < after {
            return Ok(());
        }
        self.tried = true;
        if has_databases && shape.cells() > 16 && self.asked.is_none() {
            run.begin_chore(Chore::Choice)?;
        }
        let stop = || run.budget.is_over().is_some();
        let chooser = Chooser { problem: run.problem, automaton: run.automaton.as_deref(), stop: &stop };
        self.engine = hint.and_then(|hint| chooser.kernel(hint, &mut self.asked));
        Ok(())
    }
}

/// One iteration by a kernel, unless a solution is foreseen; also the bytes it held.
fn by_kernel(
    engine: &dyn Engine,
    foresight: Option<&Foresight>,
    task: Task<'_>,
    limits: &Limits,
    run: &mut Run<'_>,
) -> (Result<Ended, StopReason>, usize) {
    if let Some(foresight) = foresight {
        match foresight.look(run, &task, limits) {
            Ok(None) => {}
            Ok(Some(moves)) => return (Ok(Ended::Found(moves)), foresight.peak_bytes()),
            Err(why) => return (Err(why), foresight.peak_bytes()),
        }
    }
    let (expanded, generated) = (run.stats.expanded, run.stats.generated);
    let Run { observer, budget, stats, lower_bound, .. } = run;
    if let Err(why) = budget.check(stats, *lower_bound, *observer) {
        return (Err(why), 0);
    }
    let mut stopped_by = StopReason::Nodes;
    let node_limit = limits.nodes.map(|most| most.saturating_sub(expanded));
    let report = iteration::iterate(engine, Task { node_limit, ..task }, &mut |count| {
        stats.generated = generated + count.generated;
        let done = expanded + count.expanded;
        budget.check_but_nodes(done, stats, *lower_bound, *observer).map_err(|why| stopped_by = why).is_ok()
    });
    stats.expanded = expanded + report.count.expanded;
    stats.generated = generated + report.count.generated;
    stats.helpers = stats.helpers.max(report.helpers);
    let ended = match report.ended {
        iteration::Ended::Found(cells) => Ok(Ended::Found(directions(run.problem.start(), &cells))),
        iteration::Ended::Passed => Ok(Ended::Passed(task.bound + 2)),
        iteration::Ended::Stopped => Err(stopped_by),
        iteration::Ended::Refused(why) => Err(why),
    };
    (ended, report.bytes.max(foresight.map_or(0, Foresight::peak_bytes)))
}

/// The solution that a depth-first search has found. Kernels take a board for the goal when its estimate is 0, which
/// it may be elsewhere if a table is damaged; then the table notes that.
pub(super) fn found(problem: &Problem, heuristic: &dyn Estimates, moves: Vec<Direction>) -> Outcome {
    if let Some(KernelHint(KnownValues::Databases(databases))) = heuristic.kernel_hint()
        && Solution::replay(problem, moves.clone()).is_err()
        && databases.blame(problem.start(), &moves).is_some()
    {
        return Outcome::CONTRADICTED;
    }
    let admissible = heuristic.is_admissible();
    let lower_bound = if admissible { moves.len() as u32 } else { 0 };
    Outcome::solved(problem, moves, lower_bound, admissible)
}

/// The moves of a blank that goes through these cells.
pub(super) fn directions(start: &Board, cells: &[usize]) -> Vec<Direction> {
    let mut blank = start.blank();
    let step = |&cell: &usize| {
        let from = std::mem::replace(&mut blank, Cell::from_index(cell));
        start.shape().direction_between(from, blank).expect("a kernel moves to neighbours")
    };
    cells.iter().map(step).collect()
}
