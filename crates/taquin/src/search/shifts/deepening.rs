//! Iterative-deepening A\* in shifts. The bound grows by one from iteration to iteration: shifts know no parity.

use super::kernel::AnyShiftKernel;
use super::plain::Plain;
use crate::board::Board;
use crate::heuristic::{AnyHeuristic, Heuristic};
use crate::metric::Metric;
use crate::problem::Problem;
use crate::search::common::limits::Limits;
use crate::search::common::observer::Observer;
use crate::search::common::outcome::{Answer, Iteration, Outcome, StopReason};
use crate::search::common::team::Crew;
use crate::search::idastar::grid;
use crate::search::idastar::kernel::Kernel;
use crate::search::idastar::team::interleave;
use crate::search::idastar::team::iteration::{self, Ended, Task};
use crate::shape::{Cell, Direction};

/// Nodes to expand by the plain loop before the tables of the kernel are made.
const KERNEL_AFTER: u64 = 500;
/// Memory that the kernel with its tables and subtrees may take.
const KERNEL_BYTES: u64 = 64 << 20;
/// Iterations after one with fewer nodes than this begin on one thread.
const WORTH_THREADS: u64 = 1 << 16;

/// Finds a shortest solution if the heuristic is admissible.
pub(super) fn idastar(
    problem: &Problem,
    heuristic: &AnyHeuristic,
    threads: usize,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    let admissible = heuristic.guarantees().admissible;
    let mut plain = Plain::new(problem, heuristic, limits, observer);
    let crew = Crew::new(threads, limits);
    let mut kernel: Option<AnyShiftKernel<'_>> = None;
    let mut bytes = 0;
    let mut bound = heuristic.of(problem.start());
    let outcome = loop {
        plain.lower_bound = if admissible { bound } else { 0 };
        let allows = limits.memory.is_none_or(|most| KERNEL_BYTES <= most);
        if kernel.is_none() && allows && !plain.shows_nodes && plain.stats.expanded >= KERNEL_AFTER {
            kernel = AnyShiftKernel::new(heuristic);
        }
        let ended = match &kernel {
            Some(kernel) if (bound as usize) < interleave::DEEPEST => {
                let (ended, held) = match kernel {
                    AnyShiftKernel::FourByFour(kernel) => {
                        by_kernel(kernel, &crew, &mut plain, problem, bound, limits)
                    }
                    AnyShiftKernel::Other(kernel) => {
                        by_kernel(kernel, &crew, &mut plain, problem, bound, limits)
                    }
                };
                bytes = bytes.max(held);
                ended
            }
            _ => plain.iterate(bound),
        };
        match ended {
            Ok(Some(steps)) => {
                let lower_bound = if admissible { Metric::Shifts.cost(&steps) } else { 0 };
                break Outcome::solved_in(Metric::Shifts, problem, steps, lower_bound, admissible);
            }
            Ok(None) => {
                bound += 1;
                // The observer may know that the next iteration is not needed.
                let proved = if admissible { bound } else { 0 };
                if let Err(why) = plain.budget.look(&mut plain.stats, proved, plain.observer) {
                    break Outcome::Stopped { best: None, lower_bound: proved, why };
                }
            }
            Err(why) => break Outcome::Stopped { best: None, lower_bound: plain.lower_bound, why },
        }
    };
    let mut stats = plain.stats.clone();
    stats.peak_bytes = (plain.bytes() + bytes) as u64;
    stats.elapsed = plain.budget.elapsed();
    Answer { outcome, stats }
}

/// One iteration by the kernel, with its line in the figures; also the bytes it held.
fn by_kernel(
    kernel: &impl Kernel,
    crew: &Crew,
    plain: &mut Plain<'_>,
    problem: &Problem,
    bound: u32,
    limits: &Limits,
) -> (Result<Option<Vec<Direction>>, StopReason>, usize) {
    let Plain { observer, budget, stats, lower_bound, .. } = plain;
    let last = stats.iterations.last().map_or(0, |last| last.expanded);
    observer.iteration(bound);
    stats.iterations.push(Iteration { bound, expanded: 0, generated: 0 });
    if let Err(why) = budget.check(stats, *lower_bound, *observer) {
        return (Err(why), 0);
    }
    let (expanded, generated) = (stats.expanded, stats.generated);
    let task = Task {
        numbers: &grid::numbers(problem.start()),
        bound,
        crew,
        is_large: last >= WORTH_THREADS,
        node_limit: limits.nodes.map(|nodes| nodes.saturating_sub(expanded)),
        expected: 4 * last,
        nearest_first: false,
        part: 0,
        ledger: None,
    };
    let mut stopped_by = StopReason::Nodes;
    let report = iteration::iterate(kernel, task, &mut |count| {
        stats.generated = generated + count.generated;
        let done = expanded + count.expanded;
        budget.check_but_nodes(done, stats, *lower_bound, *observer).map_err(|why| stopped_by = why).is_ok()
    });
    stats.expanded = expanded + report.count.expanded;
    stats.generated = generated + report.count.generated;
    stats.helpers = stats.helpers.max(report.helpers);
    let iteration = stats.iterations.last_mut().expect("just pushed");
    iteration.expanded = report.count.expanded;
    iteration.generated = report.count.generated;
    let ended = match report.ended {
        Ended::Found(cells) => Ok(Some(steps(problem.start(), &cells))),
        Ended::Passed => Ok(None),
        Ended::Stopped => Err(stopped_by),
        Ended::Refused(why) => Err(why),
    };
    (ended, report.bytes)
}

/// The steps of a blank that goes to these cells, each on a line with the one before.
fn steps(start: &Board, cells: &[usize]) -> Vec<Direction> {
    let (shape, mut blank) = (start.shape(), start.blank());
    let mut steps = Vec::new();
    for &cell in cells {
        let to = Cell::from_index(cell);
        let moves = Metric::Shifts.moves_from(shape, blank);
        let shift = moves.iter().find(|shift| shift.to == to).expect("a kernel moves along lines");
        steps.extend(std::iter::repeat_n(shift.direction, shift.tiles.into()));
        blank = to;
    }
    steps
}
