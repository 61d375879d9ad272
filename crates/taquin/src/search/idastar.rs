//! Iterative-deepening A* (Korf 1985): depth-first searches that turn back where f = g + h passes
//! a bound, with the bound raised each time to the smallest f that passed it. It stores nothing
//! but the current path.
//!
//! Children are made in the order up, left, right, down of the blank, and unless an automaton is
//! asked for the only pruning is not to take back the last move: so node counts are those of the
//! published tables.
//!
//! Every search begins with the plain loop ([`plain`]). Once it has expanded enough nodes to be
//! worth the tables, and nobody watches single nodes, it goes on with a *kernel*: a search made
//! for one kind of estimate and boards that fit into a word or three. Kernels visit the same
//! nodes in the same order and count them alike, some twenty times as fast. From the bottom up:
//!
//! * [`grid`]: cells and neighbours as plain numbers; [`moves`]: the moves of the blank as bits of a
//!   word; [`around`]: the moves after a move.
//! * [`pruning`]: which moves may follow which; [`automaton`] learns it for any shape of up to 32
//!   cells, [`packed_automaton`] is the same for up to 16.
//! * [`kernel`]: what a search needs from a board and its estimate. [`manhattan`] for up to 16 cells,
//!   [`wide`] for up to 32; [`local`] for estimates that look at each neighbour of the blank:
//!   [`conflict`] (with [`lines`]), [`walking`], their maximum, and pattern databases ([`patterns`]).
//! * [`wide_patterns`]: pattern databases on boards of 17 to 32 cells; [`choice`]: which of their sums are worth
//!   asking on one board. With more than two sums it leaves some out, and its nodes are those of the sums that stay.
//! * [`lanes`]: the depth-first search without jumps, over several subtrees at a time.
//! * [`frontier`], [`iteration`]: subtrees, threads, exact counts, stopping.
//! * [`hybrid`]: the same from the nodes that an A* has left open.

mod around;
mod automaton;
mod choice;
mod conflict;
mod fold;
mod frontier;
mod grid;
mod hybrid;
mod iteration;
mod kernel;
mod lanes;
mod lines;
mod local;
mod manhattan;
mod moves;
mod packed_automaton;
mod patterns;
mod plain;
mod pruning;
mod walking;
mod wide;
mod wide_patterns;

use super::limits::Limits;
use super::observer::Observer;
use super::outcome::{Answer, Iteration, Outcome, StopReason};
use crate::board::Board;
use crate::heuristic::{Heuristic, HeuristicName, PatternDatabases};
use crate::problem::Problem;
use crate::shape::{Cell, Direction};
use crate::solution::Solution;
use automaton::Machine;
use conflict::LinearConflict;
use grid::Grid;
pub use hybrid::hybrid;
use iteration::{Engine, LEAST_PURSE, Task};
use local::Local;
use manhattan::Manhattan;
use packed_automaton::Automaton;
use patterns::Patterns;
use plain::{Ended, Plain};
use pruning::{NoUndo, Pruning};
use std::borrow::Cow;
use std::fmt;
use walking::WalkingDistance;
use wide::Wide;
use wide_patterns::{Sample, WidePatterns};

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
/// solution, and only [`Deepening::prune`] and [`Deepening::learn_after`] change node counts.
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
}

impl Default for Deepening {
    fn default() -> Deepening {
        Deepening { prune: Prune::Undo, threads: 1, kernel_after: 20_000, learn_after: 2_000_000 }
    }
}

/// Nodes to expand with pattern databases before a longer automaton is learned.
const LEARN_MORE_AFTER: u64 = 40_000_000;
/// Iterations after one with fewer nodes than this are not worth starting threads for.
const WORTH_THREADS: u64 = 1 << 16;
/// Memory that a kernel with its tables and subtrees may take.
const KERNEL_BYTES: u64 = 64 << 20;

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
/// A node limit is kept exactly by one thread; several may stop up to 131,072 nodes each short of
/// it. Which nodes are the last ones depends on the kernel.
pub fn idastar_with<H: Heuristic>(
    problem: &Problem,
    heuristic: &H,
    options: &Deepening,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    let admissible = heuristic.guarantees().admissible;
    let mut bound = heuristic.of(problem.start());
    let mut plain = Plain::new(problem, heuristic, limits, observer);
    let mut search = Search::new(options, limits);
    let outcome = loop {
        if admissible {
            plain.lower_bound = bound;
        }
        match search.iterate(&mut plain, problem, heuristic, bound) {
            Ok(Ended::Found(moves)) if is_misled(problem, heuristic, &moves) => {
                break Outcome::Stopped { best: None, lower_bound: 0, why: StopReason::DeadEnd };
            }
            Ok(Ended::Found(moves)) => {
                let lower_bound = if admissible { moves.len() as u32 } else { 0 };
                break Outcome::solved(problem, moves, lower_bound, admissible);
            }
            Ok(Ended::Passed(next)) => bound = next,
            Err(why) => break Outcome::Stopped { best: None, lower_bound: plain.lower_bound, why },
        }
    };
    let machine_bytes = plain.machine.as_ref().map_or(0, |machine| machine.bytes());
    let mut stats = plain.stats.clone();
    stats.peak_bytes = (plain.bytes() + search.bytes + machine_bytes) as u64;
    stats.elapsed = plain.budget.elapsed();
    Answer { outcome, stats }
}

struct Search<'a> {
    options: &'a Deepening,
    limits: &'a Limits,
    engine: Option<Box<dyn Engine + 'a>>,
    /// Whether an engine has been looked for.
    tried: bool,
    /// Whether the pruning rule is a longer one.
    learned_more: bool,
    /// The sums of pattern databases that are worth asking.
    asked: Option<Vec<usize>>,
    /// The most that a kernel held.
    bytes: usize,
}

impl<'a> Search<'a> {
    fn new(options: &'a Deepening, limits: &'a Limits) -> Search<'a> {
        Search { options, limits, engine: None, tried: false, learned_more: false, asked: None, bytes: 0 }
    }

    /// One iteration by whatever is best by now.
    fn iterate<H: Heuristic>(
        &mut self,
        plain: &mut Plain<'_, H>,
        problem: &Problem,
        heuristic: &'a H,
        bound: u32,
    ) -> Result<Ended, StopReason> {
        let so_far = plain.stats.expanded;
        let allows = |bytes| self.limits.memory.is_none_or(|most| bytes <= most);
        let learns = self.options.prune == Prune::Automaton && plain.machine.is_none();
        let goal = problem.goal();
        if learns && so_far >= self.options.learn_after && allows(automaton::LEARNING_BYTES) {
            plain.machine = Machine::of(goal.shape());
            self.tried &= plain.machine.is_none();
        }
        let databases = heuristic.pattern_databases();
        let learns_more = plain.machine.is_some() && databases.is_some() && !self.learned_more;
        if learns_more && so_far >= LEARN_MORE_AFTER && allows(automaton::LONGER_BYTES) {
            self.learned_more = true;
            if let Some(machine) = Machine::longer(goal.shape()) {
                plain.machine = Some(machine);
                self.tried = false;
            }
        }
        if !plain.shows_nodes && !self.tried && allows(KERNEL_BYTES) {
            let name = heuristic.known_as();
            // Manhattan's tables are made in a moment, and pattern databases are there, while the plain loop is at
            // its slowest with them.
            let after = match name {
                _ if databases.is_some() => self.options.kernel_after / 1000,
                Some(HeuristicName::Manhattan) => self.options.kernel_after / 20,
                _ => self.options.kernel_after,
            };
            if so_far >= after {
                self.tried = true;
                let machine = plain.machine.as_deref();
                self.engine = match databases {
                    Some(databases) => self.with_databases(databases, problem, machine),
                    None => name.and_then(|name| engine(&name, goal, machine)),
                };
            }
        }
        let purse = self.limits.nodes.map_or(u64::MAX >> 1, |nodes| nodes.saturating_sub(so_far));
        match &self.engine {
            Some(engine) if purse >= LEAST_PURSE && (bound as usize) < lanes::DEEPEST => {
                let last = plain.stats.iterations.last().map_or(0, |last| last.expanded);
                let threads = if last < WORTH_THREADS { 1 } else { self.options.threads.max(1) };
                let numbers = grid::numbers(problem.start());
                let task = Task { numbers: &numbers, bound, threads, purse, expected: 4 * last };
                let (ended, bytes) = by_kernel(&**engine, task, plain, problem);
                self.bytes = self.bytes.max(bytes);
                ended
            }
            _ => plain.iterate(bound),
        }
    }

    /// The kernel for pattern databases, if there is one.
    fn with_databases(
        &mut self,
        databases: &'a PatternDatabases,
        problem: &Problem,
        machine: Option<&Machine>,
    ) -> Option<Box<dyn Engine + 'a>> {
        if databases.sums() == 0 {
            return None;
        }
        let grid = Grid::new(problem.shape());
        match machine {
            _ if grid.cells() > 16 => {
                // The shortest words forbid just the undoing of moves.
                let no_undo = || Machine::learn(&grid, 2, usize::MAX);
                let machine = machine.map_or_else(|| Cow::Owned(no_undo()), Cow::Borrowed);
                let numbers = grid::numbers(problem.start());
                let asked =
                    self.asked.get_or_insert_with(|| worth_asking(databases, &grid, &numbers, &machine));
                wide_patterns(databases, asked, &grid, &machine)
            }
            Some(machine) => packed_patterns(databases, &grid, Automaton::new(&grid, machine)),
            None => packed_patterns(databases, &grid, NoUndo::new(&grid)),
        }
    }
}

/// One iteration by a kernel, with its line in the figures; also the bytes it held.
fn by_kernel<H: Heuristic>(
    engine: &dyn Engine,
    task: Task<'_>,
    plain: &mut Plain<'_, H>,
    problem: &Problem,
) -> (Result<Ended, StopReason>, usize) {
    let Plain { observer, budget, stats, lower_bound, .. } = plain;
    observer.iteration(task.bound);
    stats.iterations.push(Iteration { bound: task.bound, expanded: 0, generated: 0 });
    if let Err(why) = budget.check(stats, *lower_bound, *observer) {
        return (Err(why), 0);
    }
    let (expanded, generated) = (stats.expanded, stats.generated);
    let mut stopped_by = StopReason::Nodes;
    let report = engine.iterate(task, &mut |count| {
        stats.expanded = expanded + count.expanded;
        stats.generated = generated + count.generated;
        budget.check(stats, *lower_bound, *observer).map_err(|why| stopped_by = why).is_ok()
    });
    stats.expanded = expanded + report.count.expanded;
    stats.generated = generated + report.count.generated;
    let iteration = stats.iterations.last_mut().expect("just pushed");
    iteration.expanded = report.count.expanded;
    iteration.generated = report.count.generated;
    let ended = match report.ended {
        iteration::Ended::Found(cells) => Ok(Ended::Found(directions(problem.start(), &cells))),
        iteration::Ended::Passed => Ok(Ended::Passed(task.bound + 2)),
        iteration::Ended::Stopped => Err(stopped_by),
    };
    (ended, report.bytes)
}

/// Whether moves end elsewhere than at the goal because of a damaged table, which notes that: kernels take a board for
/// the goal when its estimate is 0.
fn is_misled<H: Heuristic>(problem: &Problem, heuristic: &H, moves: &[Direction]) -> bool {
    let misled = |databases: &PatternDatabases| {
        Solution::replay(problem, moves.to_vec()).is_err()
            && databases.blame(problem.start(), moves).is_some()
    };
    heuristic.pattern_databases().is_some_and(misled)
}

/// The moves of a blank that goes through these cells.
fn directions(start: &Board, cells: &[usize]) -> Vec<Direction> {
    let mut blank = start.blank();
    let step = |&cell: &usize| {
        let from = std::mem::replace(&mut blank, Cell::from_index(cell));
        start.shape().direction_between(from, blank).expect("a kernel moves to neighbours")
    };
    cells.iter().map(step).collect()
}

/// The kernel for an estimate of boards of this goal's shape, if there is one.
fn engine(name: &HeuristicName, goal: &Board, machine: Option<&Machine>) -> Option<Box<dyn Engine>> {
    let shape = goal.shape();
    // Strips are solved without a choice to make, and larger boards do not fit.
    if shape.is_strip() || shape.cells() > 32 {
        return None;
    }
    let (grid, goal) = (Grid::new(shape), grid::numbers(goal));
    match machine {
        Some(machine) if shape.cells() <= 16 => packed(name, &grid, &goal, Automaton::new(&grid, machine)),
        None if shape.cells() <= 16 => packed(name, &grid, &goal, NoUndo::new(&grid)),
        _ if *name != HeuristicName::Manhattan => None,
        Some(machine) => Some(wide(&grid, &goal, machine)),
        // The shortest words forbid just the undoing of moves.
        None => Some(wide(&grid, &goal, &Machine::learn(&grid, 2, usize::MAX))),
    }
}

/// The sums worth asking on a board of more than 16 cells.
fn worth_asking(databases: &PatternDatabases, grid: &Grid, numbers: &[u8], machine: &Machine) -> Vec<usize> {
    fn choose<const PARTS: usize, const DEGREE: usize>(
        databases: &PatternDatabases,
        grid: &Grid,
        numbers: &[u8],
        machine: &Machine,
    ) -> Vec<usize> {
        choice::worth_asking(&Sample::<PARTS, DEGREE>::new(grid, databases, numbers, machine))
    }
    let parts = databases.all_sums().iter().map(|sum| sum.parts.len()).max();
    match (databases.sums(), parts, grid.most_neighbours()) {
        (sums @ ..=2, ..) => (0..sums).collect(),
        (_, Some(..=4), ..=4) => choose::<4, 4>(databases, grid, numbers, machine),
        (_, Some(..=4), _) => choose::<4, 6>(databases, grid, numbers, machine),
        (_, _, ..=4) => choose::<8, 4>(databases, grid, numbers, machine),
        _ => choose::<8, 6>(databases, grid, numbers, machine),
    }
}

fn wide_patterns<'a>(
    databases: &'a PatternDatabases,
    asked: &[usize],
    grid: &Grid,
    machine: &Machine,
) -> Option<Box<dyn Engine + 'a>> {
    fn engine<'a, const SUMS: usize, const WORDS: usize, const PARTS: usize>(
        databases: &'a PatternDatabases,
        asked: &[usize],
        grid: &Grid,
        machine: &Machine,
    ) -> Option<Box<dyn Engine + 'a>> {
        Some(if grid.most_neighbours() <= 4 {
            Box::new(WidePatterns::<SUMS, WORDS, PARTS, 4>::new(grid, databases, asked, machine))
        } else {
            Box::new(WidePatterns::<SUMS, WORDS, PARTS, 6>::new(grid, databases, asked, machine))
        })
    }
    let parts = databases.all_sums().iter().map(|sum| sum.parts.len()).max()?;
    let make = match (asked.len(), parts) {
        (1, ..=4) => engine::<1, 1, 4>,
        (2, ..=4) => engine::<2, 1, 4>,
        (3, ..=4) => engine::<3, 1, 4>,
        (4, ..=4) => engine::<4, 1, 4>,
        (5, ..=4) => engine::<5, 2, 4>,
        (6, ..=4) => engine::<6, 2, 4>,
        (7..=8, ..=4) => engine::<8, 2, 4>,
        (9..=16, ..=4) => engine::<16, 4, 4>,
        (1..=2, ..=8) => engine::<2, 1, 8>,
        (3..=16, ..=8) => engine::<16, 4, 8>,
        _ => return None,
    };
    make(databases, asked, grid, machine)
}

fn packed_patterns<P: Pruning + 'static>(
    databases: &PatternDatabases,
    grid: &Grid,
    pruning: P,
) -> Option<Box<dyn Engine>> {
    fn local<const SUMS: usize, P: Pruning + 'static>(
        databases: &PatternDatabases,
        grid: &Grid,
        pruning: P,
    ) -> Box<dyn Engine> {
        if databases.tables().iter().any(|table| table.index.is_dense()) {
            Box::new(Local::new(grid, Patterns::<SUMS, true>::new(grid, databases), pruning))
        } else {
            Box::new(Local::new(grid, Patterns::<SUMS, false>::new(grid, databases), pruning))
        }
    }
    match databases.sums() {
        1 => Some(local::<1, P>(databases, grid, pruning)),
        2 => Some(local::<2, P>(databases, grid, pruning)),
        4 => Some(local::<4, P>(databases, grid, pruning)),
        _ => None,
    }
}

fn packed<P: Pruning + 'static>(
    name: &HeuristicName,
    grid: &Grid,
    goal: &[u8],
    pruning: P,
) -> Option<Box<dyn Engine>> {
    use HeuristicName as Name;
    let fits = LinearConflict::fits(grid.shape) && WalkingDistance::fits(grid.shape);
    match name {
        Name::Manhattan => Some(Box::new(Manhattan::new(grid, goal, pruning))),
        Name::LinearConflict if fits => {
            Some(Box::new(Local::new(grid, LinearConflict::new(grid, goal), pruning)))
        }
        Name::WalkingDistance if fits => {
            Some(Box::new(Local::new(grid, WalkingDistance::new(grid, goal), pruning)))
        }
        Name::Max(parts) if fits && is_conflict_and_walking(parts) => {
            let both = (LinearConflict::new(grid, goal), WalkingDistance::new(grid, goal));
            Some(Box::new(Local::new(grid, both, pruning)))
        }
        _ => None,
    }
}

fn is_conflict_and_walking(parts: &[HeuristicName]) -> bool {
    use HeuristicName::{LinearConflict, WalkingDistance};
    matches!(parts, [LinearConflict, WalkingDistance] | [WalkingDistance, LinearConflict])
}

fn wide(grid: &Grid, goal: &[u8], machine: &Machine) -> Box<dyn Engine> {
    if grid.most_neighbours() <= 4 {
        Box::new(Wide::<4>::new(grid, goal, machine))
    } else {
        Box::new(Wide::<6>::new(grid, goal, machine))
    }
}
