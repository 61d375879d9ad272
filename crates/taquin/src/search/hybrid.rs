//! A*+IDA* (Bu and Korf 2019): A* until its memory is full, then depth-first searches from the
//! nodes it has left open, with a bound that is raised as in IDA*.
//!
//! Why it is right: as long as the goal has not come out of the open list, some open node lies on
//! a shortest way with its right g (with reopening this needs admissibility only), or the node
//! that was under expansion when memory ran out does. The rest of the way is found once the bound
//! reaches the length of the whole. It never leads back over the node's last move: then the
//! node before would lie on a way that is shorter by two. A pruning automaton starts afresh at
//! every open node, so that it is sound there for the same reason as at a root.
//!
//! Nodes are searched from the deepest up: the goal is likely to be below them, and then the last
//! iteration ends early.

use super::best_first::{self, Remains, Rules};
use super::common::limits::Limits;
use super::common::observer::{Chore, Observer};
use super::common::outcome::{Answer, Outcome, StopReason};
use super::common::team::Crew;
use super::idastar::choose_kernel::Chooser;
use super::idastar::plain::{Ended, Plain};
use super::idastar::pruning::automaton::{self, Automaton};
use super::idastar::run::{DepthFirst, Estimates, Run};
use super::idastar::team::frontier::{Order, Root};
use super::idastar::team::interleave;
use super::idastar::team::iteration::{self, Task};
use super::idastar::team::subtrees::Engine;
use super::idastar::{Deepening, KERNEL_BYTES, Prune, directions, found, idastar_with};
use crate::board::Board;
use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::shape::Direction;
use std::ops::ControlFlow;

/// What A* may hold if no limit is given.
const USUAL_BYTES: u64 = 1 << 30;
/// Open nodes handed to a kernel at a time, for each thread; ...
const ROOTS: usize = 4096;
/// ... with a ledger for so many of them, however many there are: its units do not depend on threads.
const SHARES: usize = 8;

/// What a kernel with its pruning automaton may take.
const KERNEL_AND_LEARNING: u64 = KERNEL_BYTES + automaton::LEARNING_BYTES;

/// Finds a shortest solution if the heuristic is admissible. Of a memory limit, most goes to A*;
/// without one A* stops at 1 GiB.
pub fn hybrid<H: Heuristic>(
    problem: &Problem,
    heuristic: &H,
    options: &Deepening,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    let reserved = kept_from_astar(limits.memory);
    let share = limits.memory.map_or(USUAL_BYTES, |most| most - reserved);
    let first = Limits { memory: Some(share), ..limits.clone() };
    let (answer, remains) = best_first::run(problem, heuristic, &Rules::ASTAR, &first, observer);
    if !matches!(answer.outcome, Outcome::Stopped { why: StopReason::Memory, .. }) {
        return answer.confronted(heuristic);
    }
    if remains.table.len() == 0 {
        return idastar_with(problem, heuristic, options, limits, observer);
    }
    let rest = Limits {
        time: limits.time.map(|time| time.saturating_sub(answer.stats.elapsed)),
        memory: limits.memory.map(|most| most.saturating_sub(answer.stats.peak_bytes)),
        ..limits.clone()
    };
    let mut plain = Plain::new(problem, heuristic, &rest, observer);
    plain.run().stats = answer.stats;
    go_on(heuristic, &mut plain, remains, options, &rest, reserved).confronted(heuristic)
}

/// Goes on with depth-first searches where A* had to stop.
fn go_on(
    heuristic: &dyn Estimates,
    plain: &mut dyn DepthFirst<'_>,
    remains: Remains,
    options: &Deepening,
    limits: &Limits,
    reserved: u64,
) -> Answer {
    let run = plain.run();
    let (problem, by_astar) = (run.problem, run.stats.clone());
    if options.prune == Prune::Automaton
        && reserved >= KERNEL_AND_LEARNING
        && run.begin_chore(Chore::Pruning).is_ok()
    {
        // A limit that ends the learning ends the search at its first node.
        run.automaton = Automaton::of(problem.shape(), &|| run.budget.is_over()).unwrap_or_default();
    }
    let hint = heuristic.kernel_hint().filter(|_| !run.shows_nodes && reserved >= KERNEL_BYTES);
    let stop = || run.budget.is_over().is_some();
    let chooser = Chooser { problem, automaton: run.automaton.as_deref(), stop: &stop };
    let engine = hint.and_then(|hint| chooser.kernel(hint, &mut None));
    let crew = Crew::new(options.threads, limits);
    let mut search = Search { problem, heuristic, crew, remains, engine, bytes: 0 };
    let mut bound = search.next_bound(0);
    let outcome = loop {
        if heuristic.is_admissible() {
            plain.run().lower_bound = bound;
        }
        let before = plain.run().begin_iteration(bound);
        let ended = search.iterate(plain, limits, bound);
        plain.run().end_iteration(before);
        match ended {
            Ok(Ended::Found(moves)) => break found(problem, heuristic, moves),
            Ok(Ended::Passed(_)) if heuristic.contradiction().is_some() => break Outcome::CONTRADICTED,
            Ok(Ended::Passed(next)) => bound = next,
            Err(why) => {
                break Outcome::Stopped { best: None, lower_bound: plain.run().lower_bound, why };
            }
        }
    };
    let path_bytes = plain.bytes();
    let run = plain.run();
    let mut stats = run.stats.clone();
    stats.peak_bytes = by_astar.peak_bytes + (path_bytes + search.bytes + run.automaton_bytes()) as u64;
    stats.elapsed = by_astar.elapsed + run.budget.elapsed();
    Answer { outcome, stats }
}

/// Bytes of a memory limit that A* leaves to the searches after it.
fn kept_from_astar(memory: Option<u64>) -> u64 {
    match memory {
        None => KERNEL_AND_LEARNING,
        Some(most) if most >= 4 * KERNEL_AND_LEARNING => KERNEL_AND_LEARNING,
        Some(most) if most >= 4 * KERNEL_BYTES => KERNEL_BYTES,
        Some(most) => most / 8,
    }
}

struct Search<'a> {
    problem: &'a Problem,
    heuristic: &'a dyn Estimates,
    crew: Crew,
    remains: Remains,
    engine: Option<Box<dyn Engine + 'a>>,
    /// The most that a kernel held.
    bytes: usize,
}

/// The open nodes handed to a kernel in an iteration, some at a time.
#[derive(Default)]
struct Batches {
    count: u32,
    /// The most that the kernel held.
    bytes: usize,
}

/// An open node to search from.
struct Open {
    id: u32,
    g: u32,
    came_by: Option<Direction>,
    board: Board,
}

impl Search<'_> {
    /// The smallest f above a bound among the open nodes.
    fn next_bound(&self, bound: u32) -> u32 {
        let mut next = self.remains.open.next_key(u64::from(bound) + 1).map_or(u32::MAX, |key| key as u32);
        if let Some(open) = self.interrupted() {
            let f = open.g + self.heuristic.of(&open.board);
            if f > bound {
                next = next.min(f);
            }
        }
        next
    }

    fn interrupted(&self) -> Option<Open> {
        self.remains.interrupted.map(|id| self.open_node(id))
    }

    fn open_node(&self, id: u32) -> Open {
        let label = self.remains.table.label(id);
        let mut board = self.problem.start().clone();
        self.remains.table.load(id, &mut board);
        Open { id, g: label.g(), came_by: label.via(), board }
    }

    /// Searches below every open node whose f is within the bound.
    fn iterate(
        &mut self,
        plain: &mut dyn DepthFirst<'_>,
        limits: &Limits,
        bound: u32,
    ) -> Result<Ended, StopReason> {
        let mut next = self.next_bound(bound);
        let shares = if limits.ledger().is_some() { SHARES } else { self.crew.own() };
        let enough = if self.engine.is_some() { ROOTS * shares } else { 1 };
        let mut waiting: Vec<Open> = self.interrupted().into_iter().collect();
        waiting.retain(|open| open.g + self.heuristic.of(&open.board) <= bound);
        let mut batches = Batches::default();
        let walked = self.remains.open.walk(u64::from(bound), |priority, id| {
            let label = self.remains.table.label(id);
            // Others were taken up since, or have come closer to the start.
            if !label.is_closed() && label.g() == priority.depth {
                waiting.push(self.open_node(id));
            }
            if waiting.len() < enough {
                return ControlFlow::Continue(());
            }
            self.search(&mut waiting, plain, limits, bound, &mut next, &mut batches)
        });
        let walked = match walked {
            ControlFlow::Continue(()) => {
                self.search(&mut waiting, plain, limits, bound, &mut next, &mut batches)
            }
            stopped => stopped,
        };
        self.bytes = self.bytes.max(batches.bytes);
        match walked {
            ControlFlow::Continue(()) => Ok(Ended::Passed(next)),
            ControlFlow::Break(ended) => ended,
        }
    }

    /// Searches below some open nodes, and empties the list.
    fn search(
        &self,
        nodes: &mut Vec<Open>,
        plain: &mut dyn DepthFirst<'_>,
        limits: &Limits,
        bound: u32,
        next: &mut u32,
        batches: &mut Batches,
    ) -> ControlFlow<Result<Ended, StopReason>> {
        let found = match &self.engine {
            Some(engine) if (bound as usize) < interleave::DEEPEST => {
                *next = bound + 2;
                self.by_kernel(&**engine, nodes, plain.run(), limits, bound, batches)
            }
            _ => self.by_plain(nodes, plain, bound, next),
        };
        nodes.clear();
        match found {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some((id, tail))) => {
                let mut moves = self.remains.table.path(id, &mut self.problem.start().clone());
                moves.extend(tail);
                ControlFlow::Break(Ok(Ended::Found(moves)))
            }
            Err(why) => ControlFlow::Break(Err(why)),
        }
    }

    fn by_plain(
        &self,
        nodes: &[Open],
        plain: &mut dyn DepthFirst<'_>,
        bound: u32,
        next: &mut u32,
    ) -> Result<Option<(u32, Vec<Direction>)>, StopReason> {
        for open in nodes {
            match plain.search_from(&open.board, open.came_by, bound - open.g)? {
                Ended::Found(tail) => return Ok(Some((open.id, tail))),
                Ended::Passed(above) => *next = above.saturating_add(open.g).min(*next),
            }
        }
        Ok(None)
    }

    fn by_kernel(
        &self,
        engine: &dyn Engine,
        nodes: &[Open],
        run: &mut Run<'_>,
        limits: &Limits,
        bound: u32,
        batches: &mut Batches,
    ) -> Result<Option<(u32, Vec<Direction>)>, StopReason> {
        let shape = self.problem.shape();
        let root = |open: &Open| {
            let back = open.came_by.and_then(|via| shape.neighbour(open.board.blank(), via.opposite()));
            Root {
                numbers: super::idastar::grid::numbers(&open.board),
                left: bound - open.g,
                back: back.map(|cell| cell.index()),
            }
        };
        let roots: Vec<Root> = nodes.iter().map(root).collect();
        let Run { observer, budget, stats, lower_bound, .. } = run;
        budget.check(stats, *lower_bound, *observer)?;
        let (expanded, generated) = (stats.expanded, stats.generated);
        let node_limit = limits.nodes.map(|most| most.saturating_sub(expanded));
        let mut stopped_by = StopReason::Nodes;
        let task = Task {
            numbers: &[],
            bound,
            crew: &self.crew,
            is_large: true,
            node_limit,
            expected: expanded,
            order: Order::DepthFirst,
            part: batches.count,
            ledger: limits.ledger(),
        };
        let (report, number) = iteration::iterate_from(engine, &roots, task, &mut |count| {
            stats.generated = generated + count.generated;
            let done = expanded + count.expanded;
            budget
                .check_but_nodes(done, stats, *lower_bound, *observer)
                .map_err(|why| stopped_by = why)
                .is_ok()
        });
        stats.expanded = expanded + report.count.expanded;
        stats.generated = generated + report.count.generated;
        stats.helpers = stats.helpers.max(report.helpers);
        stats.timed |= report.timed;
        batches.bytes = report.bytes.max(batches.bytes);
        batches.count += 1;
        match report.ended {
            iteration::Ended::Found(cells) => {
                Ok(Some((nodes[number].id, directions(&nodes[number].board, &cells))))
            }
            iteration::Ended::Passed => Ok(None),
            iteration::Ended::Stopped => Err(stopped_by),
            iteration::Ended::Refused(why) => Err(why),
        }
    }
}
