//! How nodes are counted and ties broken: the library's way, and the ways of five classic programs, so that their
//! tables can be reproduced. `docs/counting.md` explains each.

use clap::ValueEnum;
use taquin::heuristic::HeuristicName;
use taquin::search::{Algorithm, Answer, Observer, Order, Outcome, Rules, Stats, exhaust};
use taquin::solver::{Prepared, Solved};
use taquin::{Board, Direction, Problem, SolverError};

/// A way of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Convention {
    /// Taquin's own counts, for any algorithm
    Standard,
    /// 26-puzzle with report files: boards marked when generated, root counted
    #[value(name = "classic-26", alias = "r0")]
    Classic26,
    /// 8-puzzle by descent in h alone: goal counted as expanded
    #[value(name = "classic-descent", alias = "r1")]
    Descent,
    /// Any size, asked at a prompt: boards marked when generated, goal expanded too
    #[value(name = "classic-prompt", alias = "r2")]
    Prompt,
    /// Open and closed lists on paper: textbook A*, goal not expanded
    #[value(name = "classic-lists", alias = "r3")]
    Lists,
    /// Three heuristics compared: A*, boards explored and expanded
    #[value(name = "classic-explored", alias = "r4")]
    Explored,
}

impl Convention {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Convention::Standard => "standard",
            Convention::Classic26 => "classic-26",
            Convention::Descent => "classic-descent",
            Convention::Prompt => "classic-prompt",
            Convention::Lists => "classic-lists",
            Convention::Explored => "classic-explored",
        }
    }

    /// The one algorithm that the program in question has.
    pub(crate) fn algorithm(self) -> Option<Algorithm> {
        match self {
            Convention::Standard => None,
            Convention::Classic26 | Convention::Prompt => Some(Algorithm::MarkAtGeneration),
            Convention::Descent => Some(Algorithm::Descent),
            Convention::Lists | Convention::Explored => Some(Algorithm::Astar),
        }
    }

    /// The heuristics that are compared unless others are asked for, the best of a classic program last.
    pub(crate) fn heuristics(self) -> Vec<HeuristicName> {
        use HeuristicName::{Hamming, LinearConflict, Manhattan, OutOfPlace, WalkingDistance};
        match self {
            Convention::Standard => vec![Hamming, Manhattan, LinearConflict, WalkingDistance],
            Convention::Classic26 => vec![Manhattan],
            Convention::Descent => vec![Hamming, Manhattan],
            Convention::Prompt => vec![OutOfPlace, Manhattan],
            Convention::Lists => vec![Hamming],
            Convention::Explored => vec![Hamming, Manhattan, LinearConflict],
        }
    }

    /// The heuristic of a single search, and the others that the program in question has.
    pub(crate) fn main_heuristic(self) -> (Option<HeuristicName>, Vec<HeuristicName>) {
        match self {
            Convention::Standard => (None, Vec::new()),
            classic => {
                let mut all = classic.heuristics();
                (all.pop(), all)
            }
        }
    }

    /// Searches as the program in question does, and counts nodes as it does.
    pub(crate) fn search(
        self,
        problem: &Problem,
        prepared: &Prepared,
        observer: &mut dyn Observer,
    ) -> Result<Solved, SolverError> {
        let mut solved = match self {
            Convention::Prompt => {
                let rules = Rules { expand_goal: true, ..Rules::MARK_AT_GENERATION };
                prepared.solve_by_rules(problem, &rules, observer)
            }
            Convention::Lists => prepared.solve_by_rules(problem, &Rules::TEXTBOOK, observer),
            _ => prepared.solve(problem, observer),
        }?;
        let is_solved = matches!(solved.answer.outcome, Outcome::Solved { .. });
        let stats = &mut solved.answer.stats;
        (stats.generated, stats.expanded) = self.counts(stats, is_solved);
        let (generated, expanded) = (stats.generated, stats.expanded);
        for phase in solved.phases.iter_mut().filter(|phase| phase.work.is_search()) {
            (phase.generated, phase.expanded) = (generated, expanded);
        }
        Ok(solved)
    }

    /// Walks through everything that can be reached, if the algorithm can be made to, and counts nodes likewise.
    pub(crate) fn exhaust(self, start: &Board, prepared: &Prepared) -> Option<Answer> {
        let rules = self.rules(prepared.plan().method.algorithm)?;
        let mut answer = exhaust(start, &**prepared.heuristic(), &rules, &prepared.limits(), &mut ());
        (answer.stats.generated, answer.stats.expanded) = self.counts(&answer.stats, false);
        Some(answer)
    }

    /// Whether `exhaust` can do it.
    pub(crate) fn can_exhaust(self, algorithm: Algorithm) -> bool {
        self.rules(algorithm).is_some()
    }

    fn rules(self, algorithm: Algorithm) -> Option<Rules> {
        let (order, improve) = match algorithm {
            Algorithm::Astar if self == Convention::Lists => return Some(Rules::TEXTBOOK),
            Algorithm::Astar => (Order::CheapestDeepest, true),
            Algorithm::MarkAtGeneration | Algorithm::Bfs => (Order::Cheapest, false),
            Algorithm::Greedy => (Order::Nearest, false),
            _ => return None,
        };
        Some(Rules { order, children: Direction::ALL, improve, expand_goal: self == Convention::Prompt })
    }

    /// Generated and expanded nodes as the program in question counts them.
    fn counts(self, stats: &Stats, solved: bool) -> (u64, u64) {
        let goal = u64::from(solved);
        let reached = stats.reached.unwrap_or(stats.generated + 1);
        match self {
            Convention::Standard | Convention::Lists => (stats.generated, stats.expanded),
            Convention::Classic26 => (reached, stats.expanded),
            Convention::Descent => (stats.generated, stats.expanded + goal),
            Convention::Prompt => (reached - 1, stats.expanded),
            Convention::Explored => (reached, stats.expanded + goal),
        }
    }
}
