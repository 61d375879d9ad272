//! Iterative-deepening A\* in shifts. The bound grows by one from iteration to iteration: shifts know no parity.

use super::kernel::AnyShiftKernel;
use super::plain::Plain;
use crate::board::Board;
use crate::heuristic::axis_distance::LineOrders;
use crate::heuristic::{AnyHeuristic, Heuristic};
use crate::metric::Metric;
use crate::problem::Problem;
use crate::search::common::limits::Limits;
use crate::search::common::observer::Observer;
use crate::search::common::outcome::{Answer, Iteration, Outcome, StopReason};
use crate::search::common::team::Crew;
use crate::search::idastar::grid;
use crate::search::idastar::kernel::Kernel;
use crate::search::idastar::team::frontier::Order;
use crate::search::idastar::team::interleave;
use crate::search::idastar::team::iteration::{self, Ended, Task};
use crate::shape::{Cell, Direction};

/// Nodes to expand by the plain loop before the tables of the kernel are made.
const KERNEL_AFTER: u64 = 500;
/// The same for boards whose tables take more than a second.
const LARGE_KERNEL_AFTER: u64 = 200_000;
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
    let is_small = LineOrders::are_for::<u64>(problem.shape());
    let after = if is_small { KERNEL_AFTER } else { LARGE_KERNEL_AFTER };
    deepen(problem, heuristic, threads, after, limits, observer)
}

/// The same with the kernel after so many nodes.
fn deepen(
    problem: &Problem,
    heuristic: &AnyHeuristic,
    threads: usize,
    after: u64,
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
        if kernel.is_none() && allows && !plain.shows_nodes && plain.stats.expanded >= after {
            kernel = match AnyShiftKernel::new(heuristic, &|| plain.budget.is_over()) {
                Ok(made) => made,
                Err(why) => break Outcome::Stopped { best: None, lower_bound: plain.lower_bound, why },
            };
            // It may know more than the heuristic.
            let numbers = grid::numbers(problem.start());
            bound = kernel.as_ref().map_or(bound, |kernel| bound.max(kernel.estimate(&numbers)));
            plain.lower_bound = if admissible { bound } else { 0 };
        }
        let ended = match &kernel {
            Some(kernel) if (bound as usize) < interleave::DEEPEST => {
                let (ended, held) = by_any_kernel(kernel, &crew, &mut plain, problem, bound, limits);
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

/// One iteration by whichever kernel there is.
fn by_any_kernel(
    kernel: &AnyShiftKernel<'_>,
    crew: &Crew,
    plain: &mut Plain<'_>,
    problem: &Problem,
    bound: u32,
    limits: &Limits,
) -> (Result<Option<Vec<Direction>>, StopReason>, usize) {
    match kernel {
        AnyShiftKernel::FourByFour(kernel) => by_kernel(kernel, crew, plain, problem, bound, limits),
        AnyShiftKernel::Small(kernel) => by_kernel(kernel, crew, plain, problem, bound, limits),
        AnyShiftKernel::Large(kernel) => by_kernel(kernel, crew, plain, problem, bound, limits),
    }
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
        order: Order::DepthFirst,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::AxisDistance;
    use chacha20::ChaCha8Rng;
    use chacha20::rand_core::{Rng, SeedableRng};

    /// A board so many shifts from a goal, or fewer, along axes in turn.
    fn walked(goal: &Board, shifts: u32, random: &mut ChaCha8Rng) -> Board {
        let mut board = goal.clone();
        let mut last = None;
        for _ in 0..shifts {
            let mut moves = Metric::Shifts.moves_from(goal.shape(), board.blank());
            moves.retain(|shift| Some(shift.direction.axis()) != last);
            let shift = &moves[random.next_u32() as usize % moves.len()];
            last = Some(shift.direction.axis());
            board.shift_blank_to(shift.to);
        }
        board
    }

    #[test]
    fn the_kernel_of_large_boards_proves_what_the_plain_loop_proves() {
        let mut random = ChaCha8Rng::from_seed([4; 32]);
        for text in ["6x3", "4x5"] {
            let goal = Board::goal(text.parse().unwrap());
            let axes = AnyHeuristic::AxisDistance(AxisDistance::new(&goal));
            for _ in 0..8 {
                let problem = Problem::new(walked(&goal, 14, &mut random), goal.clone()).unwrap();
                let search =
                    |threads, after| deepen(&problem, &axes, threads, after, &Limits::default(), &mut ());
                let (plain, kernel) = (search(1, u64::MAX), search(1, 0));
                let costs = [&plain, &kernel].map(|answer| answer.solution().unwrap().cost());
                assert_eq!(costs[0], costs[1], "{}", problem.start());
                assert!(kernel.stats.expanded <= plain.stats.expanded, "{}", problem.start());
                let together = search(3, 0);
                assert_eq!(together.solution(), kernel.solution());
                assert_eq!(together.stats.iterations, kernel.stats.iterations);
            }
        }
    }

    #[test]
    fn estimates_of_the_kernel_of_24_puzzles_are_never_too_high() {
        let mut random = ChaCha8Rng::from_seed([5; 32]);
        let goal = Board::goal("5x5".parse().unwrap());
        let axes = AnyHeuristic::AxisDistance(AxisDistance::new(&goal));
        let kernel = AnyShiftKernel::new(&axes, &|| None).unwrap().unwrap();
        for walk in 0..2000 {
            let board = walked(&goal, walk % 40, &mut random);
            assert!(kernel.estimate(&grid::numbers(&board)) <= walk % 40, "{board}");
        }
        let is_over = || Some(StopReason::Cancelled);
        let others = AnyHeuristic::AxisDistance(AxisDistance::new(&goal));
        assert_eq!(AnyShiftKernel::new(&others, &is_over).err(), Some(StopReason::Cancelled));
    }
}
