//! Which boards an experiment is about: given ones, a set with a name, or random ones.

use crate::failure::Failure;
use crate::input::Posed;
use crate::solver;
use clap::ValueEnum;
use std::time::Instant;
use taquin::census::MOST_RANKED_CELLS;
use taquin::notation::source::Source;
use taquin::published::PublishedSet;
use taquin::search::{Limits, Outcome, StopReason};
use taquin::{Board, Metric, Problem, Scrambler, Solver};

/// A set of boards that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SetName {
    /// Korf's 100 random 15-puzzles of 1985
    Korf100,
    /// Korf and Felner's 50 random 24-puzzles of 2002
    Korf50,
    /// 100 random 26-puzzles
    Cube100,
    /// 26-puzzles of a program that writes report files
    #[value(name = "classic-26", alias = "r0")]
    Classic26,
    /// 8-puzzles of a program that only walks downhill
    #[value(name = "classic-descent", alias = "r1")]
    Descent,
    /// 8-puzzles of a program that asks at a prompt, the last one unsolvable
    #[value(name = "classic-prompt", alias = "r2")]
    Prompt,
    /// 8-puzzles of a program that prints its open and closed lists
    #[value(name = "classic-lists", alias = "r3")]
    Lists,
    /// Boards of a program with three heuristics, the first one unsolvable
    #[value(name = "classic-explored", alias = "r4")]
    Explored,
}

impl SetName {
    /// The boards in order.
    pub(crate) fn boards(self) -> Vec<Posed> {
        match self {
            SetName::Korf100 => published(PublishedSet::Korf100),
            SetName::Korf50 => published(PublishedSet::Korf50),
            SetName::Cube100 => published(PublishedSet::Cube100),
            SetName::Classic26 => reference(include_str!("../../data/classic-26.txt")),
            SetName::Descent => reference(include_str!("../../data/classic-descent.txt")),
            SetName::Prompt => reference(include_str!("../../data/classic-prompt.txt")),
            SetName::Lists => reference(include_str!("../../data/classic-lists.txt")),
            SetName::Explored => reference(include_str!("../../data/classic-explored.txt")),
        }
    }
}

fn published(set: PublishedSet) -> Vec<Posed> {
    let posed = |problem: &Problem| Posed { start: problem.start().clone(), goal: problem.goal().clone() };
    set.boards().iter().map(|board| posed(&board.problem)).collect()
}

fn reference(text: &str) -> Vec<Posed> {
    let posed = |text: taquin::notation::source::ProblemText| Posed {
        start: text.start,
        goal: text.goal.expect("sets name their goals"),
    };
    Source::new(text.as_bytes(), None).map(|text| posed(text.expect("sets can be read"))).collect()
}

/// How random boards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Draw {
    /// From all solvable boards alike.
    Uniform,
    /// By a walk of this many moves from the goal.
    Walk(u64),
    /// From the boards at exactly this distance.
    Depth(Metric, u32),
}

/// Draws boards for a goal, the same for the same seed.
pub(crate) fn random(
    goal: &Board,
    count: usize,
    seed: u64,
    draw: Draw,
    limits: &Limits,
    threads: usize,
) -> Result<Vec<Posed>, Failure> {
    let mut scrambler = Scrambler::new(goal.clone(), seed);
    let starts = match draw {
        Draw::Uniform => (0..count).map(|_| scrambler.uniform()).collect(),
        Draw::Walk(moves) => (0..count).map(|_| scrambler.walk(moves)).collect(),
        Draw::Depth(metric, depth) => {
            // The time is for the search of each board, not for drawing them all.
            let drawing = Limits { time: None, ..limits.clone() };
            at_depth(&mut scrambler, goal, metric, depth, count, &drawing, threads)?
        }
    };
    Ok(starts.into_iter().map(|start| Posed { start, goal: goal.clone() }).collect())
}

/// Shapes that are too large for a whole census are walked through up to this many boards.
const MOST_WALKED: u64 = 3_000_000;
/// Boards tried for each one that is wanted, and nodes spent on solving one.
const MOST_TRIES: usize = 400;
const MOST_NODES: u64 = 30_000_000;

/// From the whole level where it can be walked to; else random walks are solved and those of the
/// right length kept, which prefers boards that many walks lead to.
pub(crate) fn at_depth(
    scrambler: &mut Scrambler,
    goal: &Board,
    metric: Metric,
    depth: u32,
    count: usize,
    limits: &Limits,
    threads: usize,
) -> Result<Vec<Board>, Failure> {
    let started = Instant::now();
    let whole = goal.shape().cells() <= MOST_RANKED_CELLS;
    let within = Limits { nodes: (!whole).then_some(MOST_WALKED), ..limits.clone() };
    match scrambler.at_depth_in(metric, depth, count, &within, threads) {
        Ok(boards) if boards.is_empty() => Err(Failure::new(format_args!(
            "no {} board is exactly {depth} moves from the goal",
            goal.shape()
        ))),
        Ok(boards) => Ok(boards),
        Err(StopReason::Nodes) if metric == Metric::Slides => {
            let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
            by_rejection(scrambler, goal, depth, count, &Limits { time, ..limits.clone() })
        }
        Err(why) => Err(stopped(why)),
    }
}

fn by_rejection(
    scrambler: &mut Scrambler,
    goal: &Board,
    depth: u32,
    count: usize,
    limits: &Limits,
) -> Result<Vec<Board>, Failure> {
    let started = Instant::now();
    let solver = Solver::new().limits(Limits { nodes: Some(MOST_NODES), ..limits.clone() });
    let prepared = solver.prepare(goal).map_err(|error| solver::failure(error, goal))?.single();
    let mut boards = Vec::new();
    let mut walk = u64::from(depth);
    let tries = MOST_TRIES.saturating_mul(count);
    for _ in 0..tries {
        let start = scrambler.walk(walk);
        let problem = Problem::new(start.clone(), goal.clone()).expect("a walk can be walked back");
        let solved = prepared.solve(&problem, &mut ()).map_err(|error| solver::failure(error, goal))?;
        match solved.answer.outcome {
            Outcome::Solved { solution, optimal: true, .. } if solution.cost() == depth => {
                boards.push(start);
                if boards.len() == count {
                    return Ok(boards);
                }
            }
            // The walk's length keeps its parity, and with it the parity of the distance.
            Outcome::Solved { solution, .. } if solution.cost() < depth => walk += 2,
            Outcome::Stopped { why: StopReason::Cancelled, .. } => {
                return Err(stopped(StopReason::Cancelled));
            }
            _ => walk = walk.saturating_sub(2).max(depth.into()),
        }
        if limits.time.is_some_and(|time| started.elapsed() >= time) {
            return Err(stopped(StopReason::Time));
        }
    }
    Err(Failure::new(format_args!(
        "only {} of {count} boards at exactly {depth} moves were found in {tries} tries: ask for fewer, for \
         a smaller --depth, or for a --walk",
        boards.len()
    )))
}

fn stopped(why: StopReason) -> Failure {
    Failure::Stopped(format!("stopped while boards were drawn ({why})"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::NamedGoal;

    #[test]
    fn sets_are_complete() {
        let count = |set: SetName| set.boards().len();
        assert_eq!(count(SetName::Korf100), 100);
        assert_eq!(
            [SetName::Descent, SetName::Prompt, SetName::Lists, SetName::Explored].map(count),
            [5, 7, 2, 4]
        );
        assert!(count(SetName::Classic26) > 3);
    }

    #[test]
    fn walks_of_the_right_length_are_kept() {
        let goal = NamedGoal::BlankLast.board("4x4".parse().unwrap()).unwrap();
        let mut scrambler = Scrambler::new(goal.clone(), 5);
        let boards = by_rejection(&mut scrambler, &goal, 24, 3, &Limits::default()).unwrap();
        for board in boards {
            let problem = Problem::new(board, goal.clone()).unwrap();
            assert_eq!(Solver::new().solve(&problem).unwrap().cost(), Some(24));
        }
    }
}
