//! The boards on shortest solutions by a kernel, one way at a time.
//!
//! All boards of a shortest solution lead to the goal. Of each of them every other move is looked at: if it leads to a board
//! that is stored, what is known of that holds; else the kernel says whether there is a way from there to the goal in time. If
//! there is, all boards on it lead to the goal, too, and their moves are looked at in turn. So the kernel searches the subtrees
//! beside solutions, each about once, and meets a board on solutions once, however many there are.
//!
//! The kernel may leave out moves that its pruning rule knows to be no better than others: it has to find one way, not all.

use super::search::{Search, is_pointless};
use crate::board::Board;
use crate::heuristic::Heuristic;
use crate::metric::Metric;
use crate::search::idastar::probe::Probe;
use crate::search::idastar::team::interleave::{DEEPEST, Event};
use crate::search::idastar::team::subtrees::Engine;
use crate::search::idastar::{self, KERNEL_BYTES};
use crate::search::{StopReason, shifts};
use crate::shape::{Cell, Direction, Shape};
use crate::solution::Solution;

/// Turns of each strand between two looks at limits: a few milliseconds.
const TURNS: u64 = 1 << 14;

/// A kernel for the search, if there is one and it may take the memory.
pub(super) fn engine<'a>(search: &Search<'a>) -> Result<Option<Box<dyn Engine + 'a>>, StopReason> {
    let (problem, heuristic) = (search.problem, search.heuristic);
    if search.cost as usize >= DEEPEST || search.limits.memory.is_some_and(|most| most < KERNEL_BYTES) {
        return Ok(None);
    }
    let is_over = || search.budget.is_over();
    match search.metric {
        Metric::Slides => idastar::engine(problem, heuristic, &is_over),
        Metric::Shifts => shifts::engine(heuristic, &is_over),
    }
}

/// Finds the rest of the graph, beginning with a shortest solution and what is stored.
pub(super) fn search(
    search: &mut Search<'_>,
    engine: &dyn Engine,
    solution: &Solution,
) -> Result<(), StopReason> {
    let mut probing = Probing { probe: engine.probe(), asked: Vec::new(), questions: Vec::new() };
    let mut pending = Pending::default();
    let start = search.problem.start().clone();
    mark(search, &mut pending, start, None, &turning_points(search, solution))?;
    loop {
        while probing.asked.len() < probing.probe.most() {
            if let Some(question) = probing.questions.pop() {
                probing.ask(search.metric, question);
            } else if let Some(id) = pending.next() {
                look_around(search, &mut probing.questions, &mut pending, id)?;
            } else {
                break;
            }
        }
        if probing.asked.is_empty() {
            return Ok(());
        }
        let Some((question, cells)) = probing.run(search)? else { continue };
        mark(search, &mut pending, question.board, Some(question.via), &cells)?;
    }
}

/// Does a board lead to the goal in so many moves?
struct Question {
    board: Board,
    /// The move that led to it.
    via: Direction,
    left: u32,
}

/// A kernel at work.
struct Probing<'a> {
    probe: Box<dyn Probe + 'a>,
    /// The question on each strand.
    asked: Vec<Question>,
    /// Those that have not been asked.
    questions: Vec<Question>,
}

impl Probing<'_> {
    /// Asks a question on the strand after the last, unless the answer is no at once.
    fn ask(&mut self, metric: Metric, question: Question) {
        let strand = self.asked.len();
        let Question { board, via, left } = &question;
        let is_back = |cell| {
            is_pointless(metric, Some(*via), direction(board.shape(), board.blank(), Cell::from_index(cell)))
        };
        if self.probe.put(strand, board, *left, &is_back) {
            self.asked.push(question);
        }
    }

    /// Searches for a moment. A question with the answer yes, and the way.
    fn run(&mut self, search: &mut Search<'_>) -> Result<Option<(Question, Vec<usize>)>, StopReason> {
        search.budget.check(&mut search.stats, search.cost, search.observer)?;
        let nodes = search.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(search.stats.expanded));
        let strands = self.asked.len() as u64;
        // The last nodes below a limit are searched on one strand, so that it is kept exactly.
        let (strands, turns) = if nodes < strands { (1, nodes.max(1)) } else { (strands, nodes / strands) };
        let (event, count) = self.probe.run(strands as usize, turns.min(TURNS) as u32);
        search.stats.expanded += count.expanded;
        search.stats.generated += count.generated;
        Ok(match event {
            Event::Busy => None,
            Event::Finished(strand) => {
                self.remove(strand);
                None
            }
            Event::Goal(strand) => {
                let cells = self.probe.way(strand);
                Some((self.remove(strand), cells))
            }
        })
    }

    fn remove(&mut self, strand: usize) -> Question {
        self.probe.remove(strand);
        self.asked.remove(strand)
    }
}

/// The cells that the blank goes to by each move of a solution.
fn turning_points(search: &Search<'_>, solution: &Solution) -> Vec<usize> {
    let (shape, mut blank) = (search.problem.shape(), search.problem.start().blank());
    let mut cells = Vec::new();
    for steps in search.metric.moves(solution.moves()) {
        for &step in steps {
            blank = shape.neighbour(blank, step).expect("a solution stays in the box");
        }
        cells.push(blank.index());
    }
    cells
}

/// Boards that lead to the goal and whose moves have not been looked at.
#[derive(Default)]
struct Pending {
    boards: Vec<u32>,
    /// By the number of a board: whether it is pending or was.
    seen: Vec<bool>,
}

impl Pending {
    fn add(&mut self, id: u32) {
        let id = id as usize;
        if self.seen.len() <= id {
            self.seen.resize(id + 1, false);
        }
        if !std::mem::replace(&mut self.seen[id], true) {
            self.boards.push(id as u32);
        }
    }

    fn next(&mut self) -> Option<u32> {
        self.boards.pop()
    }
}

/// Stores a board and those that the blank's way to these cells leads through: they lead to the goal.
fn mark(
    search: &mut Search<'_>,
    pending: &mut Pending,
    mut board: Board,
    via: Option<Direction>,
    cells: &[usize],
) -> Result<(), StopReason> {
    let (shape, mut via) = (board.shape(), via);
    for (made, &cell) in cells.iter().enumerate() {
        pending.add(search.store(&board, via, (cells.len() - made) as u32, true)?);
        let (from, to) = (board.blank(), Cell::from_index(cell));
        via = Direction::ALL.into_iter().find(|&way| {
            std::iter::successors(shape.neighbour(from, way), |&at| shape.neighbour(at, way))
                .any(|at| at == to)
        });
        board.shift_blank_to(to);
    }
    search.store(&board, via, 0, true).map(drop)
}

/// The direction of a cell from another on a line with it.
fn direction(shape: Shape, from: Cell, to: Cell) -> Direction {
    let cells = |way| std::iter::successors(shape.neighbour(from, way), move |&at| shape.neighbour(at, way));
    let leads = |&way: &Direction| cells(way).any(|at| at == to);
    Direction::ALL.into_iter().find(leads).expect("the blank moves along lines")
}

/// Looks at all moves of a board that leads to the goal. What has to be asked is taken for no until the answer is there.
fn look_around(
    search: &mut Search<'_>,
    questions: &mut Vec<Question>,
    pending: &mut Pending,
    id: u32,
) -> Result<(), StopReason> {
    let label = search.table.label(id);
    let Some(left) = label.g().checked_sub(1) else { return Ok(()) };
    let mut board = search.problem.start().clone();
    search.table.load(id, &mut board);
    let from = board.blank();
    search.budget.check(&mut search.stats, search.cost, search.observer)?;
    search.stats.expanded += 1;
    for place in 0..search.moves[from.index()].len() {
        let shift = search.moves[from.index()][place];
        let via = shift.direction;
        if is_pointless(search.metric, label.via(), via) {
            continue;
        }
        search.stats.generated += 1;
        board.shift_blank_to(shift.to);
        match search.table.find(&board).map(|id| (id, search.table.label(id))) {
            Some((id, known)) if known.g() >= left => {
                if known.is_closed() && known.g() == left {
                    pending.add(id);
                }
            }
            // The goal itself is stored.
            _ if left == 0 => {}
            _ if search.estimate(search.heuristic.remember(&board), via.axis()) > left => {}
            _ => {
                search.store(&board, Some(via), left, false)?;
                questions.push(Question { board: board.clone(), via, left });
            }
        }
        board.shift_blank_to(from);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::{AnyHeuristic, AxisDistance, LinearConflict, PatternDatabases, WalkingDistance};
    use crate::problem::Problem;
    use crate::scramble::Scrambler;
    use crate::search::Limits;
    use crate::shortest::ShortestGraph;
    use crate::solver::Solver;
    use std::ops::ControlFlow;

    /// The graph that a kernel finds from the first board on is that of the plain search.
    fn compare(metric: Metric, heuristic: &AnyHeuristic, walk: u64, boards: u64) {
        let goal = heuristic.goal();
        let limits = Limits::default();
        let mut probed = 0;
        for seed in 0..boards {
            let problem = Problem::new(Scrambler::new(goal.clone(), seed).walk(walk), goal.clone()).unwrap();
            let solved = Solver::new().metric(metric).within(0.0).solve(&problem).unwrap();
            let solution = solved.solution().unwrap().clone().in_metric(metric);
            let [plain, kernel] = [u64::MAX, 0].map(|look_after| {
                let observer = &mut ();
                let mut search = Search::new(&problem, &solution, heuristic, &limits, observer);
                search.look_after = look_after;
                ShortestGraph::of(search, &solution)
            });
            assert_eq!(plain.count(), kernel.count(), "{}", problem.start());
            assert_eq!(plain.first_moves(), kernel.first_moves(), "{}", problem.start());
            let set = |graph: &ShortestGraph| {
                let (boards, edges) = graph.boards_and_edges();
                let boards: std::collections::HashSet<_> = boards.into_iter().collect();
                (boards, edges.len())
            };
            assert_eq!(set(&plain), set(&kernel), "{}", problem.start());
            assert!(plain.solutions().take(100).eq(kernel.solutions().take(100)), "{}", problem.start());
            probed += kernel.stats().expanded;
        }
        assert!(probed > 1000, "the kernel had nothing to do");
    }

    #[test]
    fn a_kernel_finds_the_graph_of_the_plain_search() {
        let goal = |text: &str| Board::goal(text.parse().unwrap());
        let go_on = &mut |_| ControlFlow::Continue(());
        let databases = PatternDatabases::in_memory(&goal("4x4"), Some("5-5-5"), 2, go_on).unwrap();
        compare(Metric::Slides, &databases.into_any(), 60, 3);
        compare(Metric::Slides, &WalkingDistance::new(&goal("4x4")).into_any(), 50, 3);
        compare(Metric::Slides, &LinearConflict::new(&goal("5x3")).into_any(), 50, 3);
        compare(Metric::Slides, &crate::heuristic::Manhattan::new(&goal("5x5")).into_any(), 30, 3);
        compare(Metric::Shifts, &AxisDistance::new(&goal("4x4")).into_any(), 50, 3);
        compare(Metric::Shifts, &AxisDistance::new(&goal("3x5")).into_any(), 50, 3);
    }

    #[test]
    fn a_node_limit_is_kept_exactly() {
        let goal = Board::goal("4x4".parse().unwrap());
        let heuristic = WalkingDistance::new(&goal).into_any();
        let problem = Problem::new(Scrambler::new(goal.clone(), 3).walk(60), goal).unwrap();
        let solution = Solver::new().solve(&problem).unwrap().solution().unwrap().clone();
        let search = |nodes| {
            let limits = Limits { nodes, ..Limits::default() };
            let observer = &mut ();
            let mut search = Search::new(&problem, &solution, &heuristic, &limits, observer);
            search.look_after = 0;
            ShortestGraph::of(search, &solution)
        };
        let all = search(None);
        let most = all.stats().expanded;
        for nodes in [most / 3, most / 2, most - 1] {
            let part = search(Some(nodes));
            assert_eq!((part.stopped_by(), part.stats().expanded), (Some(StopReason::Nodes), nodes));
        }
    }
}
