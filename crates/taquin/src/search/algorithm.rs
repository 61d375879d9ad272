//! Algorithms by name, and the one place where a name becomes a search.

use super::{
    Answer, Deepening, Limits, Observer, Prune, Rules, Weight, best_first, bfs, bidirectional, descent,
    hybrid, idastar_with, two_ended, two_ended_fits,
};
use crate::exact::DistanceTable;
use crate::heuristic::{AnyHeuristic, Heuristic, HeuristicName, with_heuristic};
use crate::pdb::Pattern;
use crate::problem::Problem;
use crate::shape::Shape;
use std::fmt;
use std::str::FromStr;

/// The name of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// `bfs`
    Bfs,
    /// `bidirectional`
    Bidirectional,
    /// `astar`
    Astar,
    /// `idastar`
    Idastar,
    /// `weighted-astar`
    WeightedAstar,
    /// `greedy`
    Greedy,
    /// `descent`
    Descent,
    /// `mark-at-generation`
    MarkAtGeneration,
    /// `hybrid`
    Hybrid,
    /// `two-ended`
    TwoEnded,
}

impl Algorithm {
    /// Every algorithm.
    pub const ALL: [Algorithm; 10] = [
        Algorithm::Bfs,
        Algorithm::Bidirectional,
        Algorithm::Astar,
        Algorithm::Idastar,
        Algorithm::WeightedAstar,
        Algorithm::Greedy,
        Algorithm::Descent,
        Algorithm::MarkAtGeneration,
        Algorithm::Hybrid,
        Algorithm::TwoEnded,
    ];

    /// Its name in text.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Bfs => "bfs",
            Algorithm::Bidirectional => "bidirectional",
            Algorithm::Astar => "astar",
            Algorithm::Idastar => "idastar",
            Algorithm::WeightedAstar => "weighted-astar",
            Algorithm::Greedy => "greedy",
            Algorithm::Descent => "descent",
            Algorithm::MarkAtGeneration => "mark-at-generation",
            Algorithm::Hybrid => "hybrid",
            Algorithm::TwoEnded => "two-ended",
        }
    }

    /// Whether it looks at the estimate at all. `two-ended` has its own, see
    /// [`Algorithm::own_heuristic`].
    pub fn uses_heuristic(self) -> bool {
        !matches!(self, Algorithm::Bfs | Algorithm::Bidirectional | Algorithm::TwoEnded)
    }

    /// The heuristic that is built into an algorithm that lets nobody choose.
    pub fn own_heuristic(self) -> Option<HeuristicName> {
        match self {
            Algorithm::Bfs | Algorithm::Bidirectional => Some(HeuristicName::Zero),
            Algorithm::TwoEnded => Some(HeuristicName::FirstEntry),
            _ => None,
        }
    }

    /// Whether observers see its single nodes.
    pub fn shows_nodes(self) -> bool {
        self != Algorithm::TwoEnded
    }

    /// Whether it can work on boards of a shape. All can but `two-ended`, whose boxes must be small.
    pub fn fits(self, shape: Shape) -> bool {
        self != Algorithm::TwoEnded || two_ended_fits(shape)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no algorithm has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAlgorithm {
    name: String,
}

impl fmt::Display for UnknownAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = Algorithm::ALL.into_iter().map(Algorithm::name).collect();
        write!(f, "no algorithm is called `{}`; there are {}", self.name.escape_debug(), known.join(", "))
    }
}

impl std::error::Error for UnknownAlgorithm {}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Algorithm, UnknownAlgorithm> {
        Algorithm::ALL
            .into_iter()
            .find(|algorithm| algorithm.name() == name)
            .ok_or_else(|| UnknownAlgorithm { name: name.chars().take(40).collect() })
    }
}

/// An algorithm with everything it needs to know besides the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic it uses, if it uses one.
    pub heuristic: HeuristicName,
    /// The heuristic to begin again with if the board turns out to be hard; see
    /// [`solve_in_stages`](super::solve_in_stages). [`solve`] does not look at it.
    pub then: Option<HeuristicName>,
    /// How much `weighted-astar` trusts the estimate.
    pub weight: Weight,
    /// Which moves `idastar` and `hybrid` leave out.
    pub prune: Prune,
    /// Threads that share the work on one problem in `idastar`, `hybrid` and `two-ended`.
    pub threads: usize,
}

impl Plan {
    /// The best choice for a shortest solution of any board of a shape: exact distances where their
    /// table is built in a moment, A* in short strips, two-ended search in boxes with three long
    /// sides, IDA* elsewhere, on flat boards with pattern databases for the hard ones.
    pub fn automatic(shape: Shape) -> Plan {
        if DistanceTable::is_quick(shape) {
            return Plan::exact();
        }
        let algorithm = if shape.cells() <= 10 {
            Algorithm::Astar
        } else if shape.long_axes().count() == 3 && two_ended_fits(shape) {
            Algorithm::TwoEnded
        } else {
            Algorithm::Idastar
        };
        let heuristic = algorithm.own_heuristic().unwrap_or_else(|| Plan::automatic_heuristic(shape));
        let tables_pay = algorithm == Algorithm::Idastar && shape.is_flat() && Pattern::has_patterns(shape);
        let then = tables_pay.then_some(HeuristicName::Pdb(None));
        Plan { prune: Prune::Automaton, then, ..Plan::new(algorithm, heuristic) }
    }

    /// A* along exact distances, which goes straight to the goal and expands nothing else. For
    /// shapes that [`Plan::automatic`] does not choose it for, if their table is there already.
    pub fn exact() -> Plan {
        Plan::new(Algorithm::Astar, HeuristicName::Full)
    }

    /// An algorithm and a heuristic, and for the rest what makes figures comparable: one thread,
    /// and the pruning rule of the published node counts.
    pub fn new(algorithm: Algorithm, heuristic: HeuristicName) -> Plan {
        let (weight, prune) = (Weight::DEFAULT, Prune::Undo);
        Plan { algorithm, heuristic, then: None, weight, prune, threads: 1 }
    }

    fn deepening(&self) -> Deepening {
        Deepening { prune: self.prune, threads: self.threads, ..Deepening::default() }
    }

    /// The best heuristic for a search on a shape: walking distance where its tables are small, since it is
    /// both stronger and cheaper than linear conflict there.
    pub fn automatic_heuristic(shape: Shape) -> HeuristicName {
        if shape.is_flat() && shape.cells() <= 16 {
            HeuristicName::WalkingDistance
        } else {
            HeuristicName::LinearConflict
        }
    }
}

/// Solves a problem by plan. The heuristic must have been made for the problem's goal.
pub fn solve(
    problem: &Problem,
    plan: &Plan,
    heuristic: &AnyHeuristic,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    match plan.algorithm {
        Algorithm::Bfs => bfs(problem, limits, observer),
        Algorithm::Bidirectional => bidirectional(problem, limits, observer),
        Algorithm::TwoEnded => two_ended(problem, plan.threads, limits, observer),
        _ => with_heuristic!(heuristic, heuristic => solve_with(problem, plan, heuristic, limits, observer)),
    }
}

/// The searches that use the heuristic, compiled for each.
fn solve_with<H: Heuristic>(
    problem: &Problem,
    plan: &Plan,
    heuristic: &H,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    let rules = match plan.algorithm {
        Algorithm::Astar => Rules::ASTAR,
        Algorithm::WeightedAstar => Rules::weighted(plan.weight),
        Algorithm::Greedy => Rules::GREEDY,
        Algorithm::MarkAtGeneration => Rules::MARK_AT_GENERATION,
        Algorithm::Idastar => {
            return idastar_with(problem, heuristic, &plan.deepening(), limits, observer);
        }
        Algorithm::Hybrid => return hybrid(problem, heuristic, &plan.deepening(), limits, observer),
        Algorithm::Descent => return descent(problem, heuristic, limits, observer),
        Algorithm::Bfs | Algorithm::Bidirectional | Algorithm::TwoEnded => {
            unreachable!("{} uses no heuristic that could be chosen", plan.algorithm)
        }
    };
    best_first(problem, heuristic, &rules, limits, observer)
}
