//! How nodes are counted and ties broken: the library's way, and the ways of the programs whose
//! tables people know. `docs/counting.md` explains each.

use crate::trace::TEXTBOOK;
use clap::ValueEnum;
use taquin::heuristic::{Heuristic, HeuristicName};
use taquin::search::{Algorithm, Answer, Order, Rules, Stats, best_first, exhaust, mark_at_generation};
use taquin::solver::Prepared;
use taquin::{Board, Direction, Problem, SolverError};

/// A way of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Convention {
    /// Taquin's own counts, for any algorithms
    Standard,
    /// Boards marked when generated, root counted (26-puzzle with report files)
    R0,
    /// Descent by h alone, goal counted as expanded
    R1,
    /// Boards marked when generated, goal expanded too (any size, at a prompt)
    R2,
    /// Textbook A* with open and closed lists
    R3,
    /// A* with boards explored and expanded (three heuristics)
    R4,
}

impl Convention {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Convention::Standard => "standard",
            Convention::R0 => "r0",
            Convention::R1 => "r1",
            Convention::R2 => "r2",
            Convention::R3 => "r3",
            Convention::R4 => "r4",
        }
    }

    /// The one algorithm that the program in question has.
    pub(crate) fn algorithm(self) -> Option<Algorithm> {
        match self {
            Convention::Standard => None,
            Convention::R0 | Convention::R2 => Some(Algorithm::MarkAtGeneration),
            Convention::R1 => Some(Algorithm::Descent),
            Convention::R3 | Convention::R4 => Some(Algorithm::Astar),
        }
    }

    /// The heuristics that are compared unless others are asked for.
    pub(crate) fn heuristics(self) -> Vec<HeuristicName> {
        use HeuristicName::{Hamming, LinearConflict, Manhattan, OutOfPlace, WalkingDistance};
        match self {
            Convention::Standard => vec![Hamming, Manhattan, LinearConflict, WalkingDistance],
            Convention::R0 => vec![Manhattan],
            Convention::R1 => vec![Hamming, Manhattan],
            Convention::R2 => vec![OutOfPlace, Manhattan],
            Convention::R3 => vec![Hamming],
            Convention::R4 => vec![Hamming, Manhattan, LinearConflict],
        }
    }

    /// Searches as the program in question does.
    pub(crate) fn search(self, problem: &Problem, prepared: &Prepared) -> Result<Answer, SolverError> {
        let (heuristic, limits) = (&**prepared.heuristic(), prepared.limits());
        let answer = match self {
            Convention::R2 => mark_at_generation(problem, heuristic, true, &limits, &mut ()),
            Convention::R3 => best_first(problem, heuristic, &TEXTBOOK, &limits, &mut ()),
            _ => return Ok(prepared.solve(problem, &mut ())?.answer),
        };
        heuristic.contradiction().map_or(Ok(answer), |contradiction| Err(contradiction.into()))
    }

    /// Walks through everything that can be reached, if the algorithm can be made to.
    pub(crate) fn exhaust(self, start: &Board, prepared: &Prepared) -> Option<Answer> {
        let rules = self.rules(prepared.plan().method.algorithm)?;
        Some(exhaust(start, &**prepared.heuristic(), &rules, &prepared.limits(), &mut ()))
    }

    /// Whether `exhaust` can do it.
    pub(crate) fn can_exhaust(self, algorithm: Algorithm) -> bool {
        self.rules(algorithm).is_some()
    }

    fn rules(self, algorithm: Algorithm) -> Option<Rules> {
        let (order, improve) = match algorithm {
            Algorithm::Astar if self == Convention::R3 => return Some(TEXTBOOK),
            Algorithm::Astar => (Order::CheapestDeepest, true),
            Algorithm::MarkAtGeneration | Algorithm::Bfs => (Order::Cheapest, false),
            Algorithm::Greedy => (Order::Nearest, false),
            _ => return None,
        };
        Some(Rules { order, children: Direction::ALL, improve, expand_goal: self == Convention::R2 })
    }

    /// Generated and expanded nodes as the program in question counts them.
    pub(crate) fn counts(self, stats: &Stats, solved: bool) -> (u64, u64) {
        let goal = u64::from(solved);
        let reached = stats.reached.unwrap_or(stats.generated + 1);
        match self {
            Convention::Standard | Convention::R3 => (stats.generated, stats.expanded),
            Convention::R0 => (reached, stats.expanded),
            Convention::R1 => (stats.generated, stats.expanded + goal),
            Convention::R2 => (reached - 1, stats.expanded),
            Convention::R4 => (reached, stats.expanded + goal),
        }
    }
}
