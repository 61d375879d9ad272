//! Beam search: level by level, the boards that look best are kept, as many as the beam is wide.
//!
//! A wider beam takes longer and finds shorter solutions. What a board looks like is said by its Manhattan distance and
//! by costs of pairs of tiles near each other ([`costs`]), learned from solutions of many boards.
//!
//! * [`frame`]: tiles called by the cells they belong to, so that goals look alike;
//! * [`kinds`], [`classes`]: what is alike on boards of all sizes; [`costs`]: what it costs;
//! * [`evaluation`]: the score of a board; [`slides`]: how a slide changes it;
//! * [`level`]: from one level to the next; [`shards`]: parts of a level that threads work on; [`candidates`]: children that
//!   compete for the next level; [`seen`]: boards that were kept before; [`trail`]: the way back;
//! * [`climb`]: level after level, until there is a solution or the beam is stuck; [`helpers`]: on several threads;
//! * [`ends`]: from the start or from the goal;
//! * [`shifts`]: where a move is a shift;
//! * [`around`]: boards that are too large; [`learn`]: how the costs were learned.
//!
//! One width gives one answer, whatever the number of threads.

mod around;
mod candidates;
mod classes;
mod climb;
mod costs;
mod ends;
mod evaluation;
mod frame;
mod helpers;
mod kinds;
pub mod learn;
mod level;
mod seen;
mod shards;
mod shifts;
mod slides;
mod trail;

use around::Around;
pub(crate) use costs::Costs;
pub(crate) use ends::End;
pub(crate) use evaluation::Evaluation;
pub(crate) use helpers::Helpers;
pub(crate) use kinds::{Family, Vector};
use level::Ladder;
pub(crate) use seen::Seen;
use shifts::ShiftBeams;
pub(crate) use slides::{Kinds, NO_KINDS, offsets_near};

use crate::board::Board;
use crate::metric::Metric;
use crate::platform::Instant;
use crate::search::StopReason;
use crate::shape::{Cell, Direction, Shape};

/// The most cells of a board for beams.
pub(crate) const MOST_CELLS: usize = 144;

/// Solves boards for one goal by beams.
pub(crate) trait Beams: Send + Sync {
    /// A solution with fewer moves than `below`, if a beam of this width finds one.
    ///
    /// # Errors
    /// If the watch or the bounds say why to stop, or memory does not suffice.
    fn search_within(
        &self,
        start: &Board,
        beam: Beam,
        bounds: &Bounds<'_>,
        watch: &mut dyn Watch,
    ) -> Result<Option<Vec<Direction>>, StopReason>;

    /// The same without bounds. `watch` is called on every level with the boards expanded so far.
    ///
    /// # Errors
    /// If `watch` says why to stop, or memory does not suffice.
    fn search(
        &self,
        start: &Board,
        beam: Beam,
        watch: &mut dyn FnMut(u64) -> Option<StopReason>,
    ) -> Result<Option<Vec<Direction>>, StopReason> {
        self.search_within(start, beam, &Bounds::default(), &mut OnLevels(watch))
    }

    /// What part of the time that a beam takes does not grow with its width.
    fn fixed_share(&self) -> f64 {
        0.0
    }

    /// Bytes that a beam holds at most.
    fn bytes(&self, width: usize, moves: u32) -> u64;
}

/// What one beam is to do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beam {
    pub(crate) width: usize,
    pub(crate) threads: usize,
    pub(crate) below: u32,
}

/// What a beam may use.
pub(crate) struct Bounds<'a> {
    /// Bytes it may hold.
    pub(crate) memory: u64,
    /// Boards it may expand.
    pub(crate) nodes: u64,
    /// When it should be done: levels are narrowed if they would take longer.
    pub(crate) deadline: Option<Instant>,
    /// Says why to stop. Asked by all threads, many times on a wide level.
    pub(crate) is_over: &'a (dyn Fn() -> Option<StopReason> + Sync),
}

impl Default for Bounds<'_> {
    fn default() -> Self {
        Bounds { memory: u64::MAX, nodes: u64::MAX, deadline: None, is_over: &|| None }
    }
}

/// Watches a beam.
pub(crate) trait Watch {
    /// A level is about to be expanded.
    fn level(&mut self, level: &Progress) -> Option<StopReason>;

    /// Whether it wants to see single children.
    fn wants_children(&self) -> bool {
        false
    }

    /// The children of a level in the order of their parents. `direction` translates the move of a blank.
    fn children(&mut self, _children: &[Child], _direction: &dyn Fn(Cell, u8) -> Direction) {}
}

/// How far a beam has come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    /// Boards expanded so far, and children made.
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// Bytes held at most so far.
    pub(crate) bytes: u64,
    /// The best score on the level, in moves.
    pub(crate) best: u32,
}

/// A child as a watch sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    /// The place of its parent on the level.
    pub(crate) parent: usize,
    /// Where the blank goes, for the translation of moves.
    pub(crate) blank: u8,
    /// Its score in moves.
    pub(crate) score: u32,
    pub(crate) fate: ChildFate,
}

/// What becomes of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChildFate {
    /// It has this place on the next level.
    Kept(usize),
    /// Its board is kept already, or was on a level before.
    Duplicate,
    /// Others look better.
    LeftOut,
}

/// A watch that wants to hear of levels only.
struct OnLevels<'a>(&'a mut dyn FnMut(u64) -> Option<StopReason>);

impl Watch for OnLevels<'_> {
    fn level(&mut self, level: &Progress) -> Option<StopReason> {
        (self.0)(level.expanded)
    }
}

/// Whether boards of a shape are not too large for beams.
pub(crate) fn fits(shape: Shape) -> bool {
    shape.cells() <= MOST_CELLS
}

/// Beams for a goal whose moves are counted in a metric, if there are any.
pub(crate) fn beams_in(metric: Metric, goal: &Board) -> Option<Box<dyn Beams>> {
    match metric {
        Metric::Slides => Some(beams(goal)),
        Metric::Shifts if ShiftBeams::fits(goal.shape()) => Some(Box::new(ShiftBeams::new(goal))),
        Metric::Shifts => None,
    }
}

/// Beams for a goal. Of boards that are too large they solve what is left when others have been placed.
pub(crate) fn beams(goal: &Board) -> Box<dyn Beams> {
    let shape = goal.shape();
    if fits(shape) { with(goal, Costs::best_for(shape)) } else { Box::new(Around::new(goal)) }
}

/// Beams with these costs.
fn with(goal: &Board, costs: Costs) -> Box<dyn Beams> {
    Box::new(Evaluation::new(goal, costs))
}

impl Beams for Evaluation {
    fn search_within(
        &self,
        start: &Board,
        beam: Beam,
        bounds: &Bounds<'_>,
        watch: &mut dyn Watch,
    ) -> Result<Option<Vec<Direction>>, StopReason> {
        let board = self.frame.labels(start);
        if self.distances(&board) == 0 {
            return Ok(Some(Vec::new()));
        }
        let way = climb::climb(self, &board, beam, bounds, watch)?;
        Ok(way.map(|way| self.frame.moves(start.blank(), &way)))
    }

    fn bytes(&self, width: usize, moves: u32) -> u64 {
        Evaluation::bytes(self)
            + Ladder::bytes(self.cells, width)
            + trail::Trail::bytes(width) * u64::from(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::DistanceTable;
    use crate::{NamedGoal, Problem, Ranking, Scrambler, Solution};
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    fn search(problem: &Problem, width: usize, threads: usize, below: u32) -> Option<Vec<Direction>> {
        let beams = beams(problem.goal());
        beams.search(problem.start(), Beam { width, threads, below }, &mut |_| None).unwrap()
    }

    #[test]
    fn boards_of_many_shapes_are_solved_alike_by_any_number_of_threads() {
        for (text, width) in
            [("3x3", 100), ("5x3", 300), ("5x5", 5000), ("3x3x3", 400), ("2x2x7", 3000), ("6x7", 5000)]
        {
            let shape: Shape = text.parse().unwrap();
            for named in [NamedGoal::BlankFirst, NamedGoal::BlankLast] {
                let goal = named.board(shape).unwrap();
                let start = Scrambler::new(goal.clone(), 8).uniform();
                let problem = Problem::new(start, goal).unwrap();
                let moves = search(&problem, width, 1, u32::MAX).unwrap();
                assert_eq!(search(&problem, width, 3, u32::MAX).unwrap(), moves);
                assert!(search(&problem, width, 1, moves.len() as u32 - 20).is_none());
                Solution::replay(&problem, moves).unwrap();
            }
        }
    }

    #[test]
    fn no_solution_of_small_boards_is_shorter_than_a_shortest_one() {
        compare_with_shortest(23);
    }

    #[test]
    #[ignore = "long: run with cargo xtask test --long"]
    fn no_solution_of_any_small_board_is_shorter_than_a_shortest_one() {
        compare_with_shortest(1);
    }

    /// Compares what a narrow beam finds for every so many boards of two small shapes.
    fn compare_with_shortest(every: usize) {
        for text in ["3x3", "2x2x2"] {
            let goal = Board::goal(text.parse().unwrap());
            let beams = beams(&goal);
            let ranking = Ranking::new(&goal).unwrap();
            let go_on = &mut |_, _| std::ops::ControlFlow::Continue(());
            let table = DistanceTable::build(goal.shape(), goal.blank(), 1, go_on).unwrap();
            let mut longer = 0;
            for rank in (0..ranking.boards()).step_by(every) {
                let start = ranking.board(rank).unwrap();
                let shortest = table.distance(&start, &goal).unwrap().unwrap();
                let beam = Beam { width: 8, threads: 1, below: u32::MAX };
                let Some(moves) = beams.search(&start, beam, &mut |_| None).unwrap() else { continue };
                let problem = Problem::new(start, goal.clone()).unwrap();
                let cost = Solution::replay(&problem, moves).unwrap().cost();
                assert!(cost >= shortest, "{}: {cost} < {shortest}", problem.start());
                longer += u32::from(cost > shortest);
            }
            assert!(longer > 0, "{text}: the beam is too wide to show anything");
        }
    }

    #[test]
    fn a_beam_is_stopped_in_the_middle_of_a_level() {
        let goal = Board::goal("5x5".parse().unwrap());
        let start = Scrambler::new(goal.clone(), 2).uniform();
        let beam = Beam { width: 1 << 16, threads: 2, below: u32::MAX };
        let asked = AtomicU32::new(0);
        let is_over = || (asked.fetch_add(1, Relaxed) > 400).then_some(StopReason::Cancelled);
        let bounds = Bounds { is_over: &is_over, ..Bounds::default() };
        let mut levels = 0;
        let mut count = |_| {
            levels += 1;
            None
        };
        let stopped = beams(&goal).search_within(&start, beam, &bounds, &mut OnLevels(&mut count));
        assert_eq!(stopped, Err(StopReason::Cancelled));
        assert!(levels < 60, "{levels}");
    }

    #[test]
    fn levels_get_narrower_when_time_runs_out() {
        let goal = Board::goal("5x5".parse().unwrap());
        let problem = Problem::new(Scrambler::new(goal.clone(), 2).uniform(), goal).unwrap();
        let beams = beams(problem.goal());
        let expanded = |deadline: Option<Instant>| {
            let beam = Beam { width: 8192, threads: 1, below: u32::MAX };
            let bounds = Bounds { deadline, ..Bounds::default() };
            let mut expanded = 0;
            let mut count = |boards| {
                expanded = boards;
                None
            };
            let found =
                beams.search_within(problem.start(), beam, &bounds, &mut OnLevels(&mut count)).unwrap();
            if let Some(moves) = found {
                Solution::replay(&problem, moves).unwrap();
            }
            expanded
        };
        assert!(4 * expanded(Some(Instant::now())) < expanded(None));
    }

    #[test]
    fn nodes_and_bytes_are_limited() {
        let goal = Board::goal("5x5".parse().unwrap());
        let start = Scrambler::new(goal.clone(), 2).uniform();
        let beam = Beam { width: 100, threads: 1, below: u32::MAX };
        let beams = beams(&goal);
        let mut expanded = 0;
        let mut count = |boards| {
            expanded = boards;
            None
        };
        let nodes = Bounds { nodes: 1000, ..Bounds::default() };
        let stopped = beams.search_within(&start, beam, &nodes, &mut OnLevels(&mut count));
        assert_eq!(stopped, Err(StopReason::Nodes));
        assert!((800..=1000).contains(&expanded), "{expanded}");
        for (memory, expected) in
            [(beams.bytes(100, 10), Some(StopReason::Memory)), (beams.bytes(100, 400), None)]
        {
            let bytes = Bounds { memory, ..Bounds::default() };
            let found = beams.search_within(&start, beam, &bytes, &mut OnLevels(&mut |_| None));
            assert_eq!(found.err(), expected);
        }
    }
}
