//! How nodes are counted and ties broken: the library's way, and the ways of five classic programs, so that their
//! tables can be reproduced. `docs/counting.md` of the project explains each.

use super::{Prepared, Solved, SolverError};
use crate::board::Board;
use crate::heuristic::HeuristicName;
use crate::names;
use crate::problem::Problem;
use crate::search::{Algorithm, Answer, Observer, Order, Outcome, Rules, Stats, exhaust};
use crate::shape::Direction;
use std::fmt;
use std::str::FromStr;

/// A way of searching, breaking ties and counting nodes.
///
/// ```
/// use taquin::solver::{Choice, Convention};
/// use taquin::{Board, Problem, Solver};
///
/// let start: Board = "8 1 3/4 0 2/7 6 5".parse()?;
/// let problem = Problem::new(start, Board::goal("3x3".parse()?))?;
/// let convention: Convention = "classic-explored".parse()?;
/// let choice = Choice::new().algorithm(convention.algorithm()).heuristic("manhattan");
/// let prepared = Solver::new().choice(choice).prepare(problem.goal())?;
///
/// let counted = convention.search(&problem, &prepared, &mut ())?;
/// let standard = Convention::Standard.search(&problem, &prepared, &mut ())?;
/// assert_eq!(counted.stats().expanded, standard.stats().expanded + 1, "the goal counts");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Convention {
    /// Taquin's own counts, for any algorithm.
    #[default]
    Standard,
    /// 26-puzzle with report files: boards marked when generated, root counted.
    Classic26,
    /// 8-puzzle by descent in h alone: goal counted as expanded.
    Descent,
    /// Any size, asked at a prompt: boards marked when generated, goal expanded too.
    Prompt,
    /// Open and closed lists on paper: textbook A\*, goal not expanded.
    Lists,
    /// Three heuristics compared: A\*, boards explored and expanded.
    Explored,
}

impl Convention {
    /// All conventions, the library's own first.
    pub const ALL: [Convention; 6] = [
        Convention::Standard,
        Convention::Classic26,
        Convention::Descent,
        Convention::Prompt,
        Convention::Lists,
        Convention::Explored,
    ];

    /// Its name, e.g. `classic-lists`.
    pub fn name(self) -> &'static str {
        match self {
            Convention::Standard => "standard",
            Convention::Classic26 => "classic-26",
            Convention::Descent => "classic-descent",
            Convention::Prompt => "classic-prompt",
            Convention::Lists => "classic-lists",
            Convention::Explored => "classic-explored",
        }
    }

    /// What it is in a few words.
    pub fn meaning(self) -> &'static str {
        match self {
            Convention::Standard => "Taquin's own counts, for any algorithm",
            Convention::Classic26 => {
                "26-puzzle with report files: boards marked when generated, root counted"
            }
            Convention::Descent => "8-puzzle by descent in h alone: goal counted as expanded",
            Convention::Prompt => {
                "Any size, asked at a prompt: boards marked when generated, goal expanded too"
            }
            Convention::Lists => "Open and closed lists on paper: textbook A*, goal not expanded",
            Convention::Explored => "Three heuristics compared: A*, boards explored and expanded",
        }
    }

    /// The one algorithm that the program in question has.
    pub fn algorithm(self) -> Option<Algorithm> {
        match self {
            Convention::Standard => None,
            Convention::Classic26 | Convention::Prompt => Some(Algorithm::MarkAtGeneration),
            Convention::Descent => Some(Algorithm::Descent),
            Convention::Lists | Convention::Explored => Some(Algorithm::Astar),
        }
    }

    /// The heuristics that are compared unless others are asked for, the best of a classic program last.
    pub fn heuristics(self) -> Vec<HeuristicName> {
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
    pub fn main_heuristic(self) -> (Option<HeuristicName>, Vec<HeuristicName>) {
        match self {
            Convention::Standard => (None, Vec::new()),
            classic => {
                let mut all = classic.heuristics();
                (all.pop(), all)
            }
        }
    }

    /// Searches as the program in question does, and counts nodes as it does. What is [prepared](Prepared) should have its
    /// [algorithm](Self::algorithm).
    ///
    /// # Errors
    /// As [`Prepared::solve`].
    pub fn search(
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
    pub fn exhaust(self, start: &Board, prepared: &Prepared) -> Option<Answer> {
        let rules = self.rules(prepared.plan().method.algorithm)?;
        let mut answer = exhaust(start, &**prepared.heuristic(), &rules, &prepared.limits(), &mut ());
        (answer.stats.generated, answer.stats.expanded) = self.counts(&answer.stats, false);
        Some(answer)
    }

    /// Whether `exhaust` can do it.
    pub fn can_exhaust(self, algorithm: Algorithm) -> bool {
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

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no convention has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownConvention {
    name: String,
}

impl fmt::Display for UnknownConvention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Convention::ALL.map(Convention::name).join(", ");
        write!(f, "no convention is called `{}`; there are {known}", self.name.escape_debug())
    }
}

impl std::error::Error for UnknownConvention {}

impl FromStr for Convention {
    type Err = UnknownConvention;

    /// Reads a name. Case, `-` and `_` do not matter; `r0` to `r4` are what exports of early versions call the classic ones.
    fn from_str(name: &str) -> Result<Convention, UnknownConvention> {
        let key = names::key(name);
        let key = match key.as_str() {
            "r0" => "classic26",
            "r1" => "classicdescent",
            "r2" => "classicprompt",
            "r3" => "classiclists",
            "r4" => "classicexplored",
            key => key,
        };
        let found = Convention::ALL.into_iter().find(|convention| names::key(convention.name()) == key);
        found.ok_or_else(|| UnknownConvention { name: name.chars().take(40).collect() })
    }
}
