//! Algorithms by name, and the one place where a name becomes a search.

use super::{
    Answer, Deepening, Limits, Observer, Prune, Rules, Weight, Width, beam, best_first, bfs, bidirectional,
    descent, hybrid, idastar_with, shifts, two_ended, two_ended_fits,
};
use crate::heuristic::{AnyHeuristic, Heuristic, HeuristicName};
use crate::metric::Metric;
use crate::names;
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
    /// `beam`
    Beam,
}

impl Algorithm {
    /// Every algorithm.
    pub const ALL: [Algorithm; 11] = [
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
        Algorithm::Beam,
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
            Algorithm::Beam => "beam",
        }
    }

    /// What it does, in a line.
    pub fn meaning(self) -> &'static str {
        match self {
            Algorithm::Bfs => "breadth-first search: level by level, without an estimate",
            Algorithm::Bidirectional => "breadth-first search from both ends",
            Algorithm::Astar => "A*: the board with the least f = g + h comes next; remembers all",
            Algorithm::Idastar => {
                "iterative-deepening A*: depth-first below a growing bound; hardly any memory"
            }
            Algorithm::WeightedAstar => "A* that trusts the estimate more: faster, longer solutions",
            Algorithm::Greedy => "the board with the least estimate comes next, however far it is",
            Algorithm::Descent => "goes to the best neighbour and never looks back; may find nothing",
            Algorithm::MarkAtGeneration => {
                "A* that closes boards when it meets them; solutions may be longer"
            }
            Algorithm::Hybrid => "A* until memory is full, then depth-first from there",
            Algorithm::Beam => "keeps the boards that look best on every level",
            Algorithm::TwoEnded => "small boxes such as 3x3x3: depth-first from both ends at a time",
        }
    }

    /// Whether it looks at the estimate at all. `two-ended` has its own, see [`Algorithm::own_heuristic`]; `beam` goes by
    /// scores that are no estimates of that kind.
    pub fn uses_heuristic(self) -> bool {
        use Algorithm::*;
        !matches!(self, Bfs | Bidirectional | TwoEnded | Beam)
    }

    /// The heuristic that is built into an algorithm, if it has one of its own.
    pub fn own_heuristic(self) -> Option<HeuristicName> {
        match self {
            Algorithm::TwoEnded => Some(HeuristicName::FirstEntry),
            _ => None,
        }
    }

    /// Whether observers see its single nodes.
    pub fn shows_nodes(self) -> bool {
        self != Algorithm::TwoEnded
    }

    /// Whether it can look for solutions in a metric. All count slides; `bfs`, `idastar` and those that keep an open list
    /// count shifts too.
    pub fn counts_in(self, metric: Metric) -> bool {
        use Algorithm::*;
        metric == Metric::Slides
            || matches!(self, Bfs | Astar | Idastar | WeightedAstar | Greedy | MarkAtGeneration)
    }

    /// Whether it can work on boards of a shape. All can but `two-ended`, whose boxes must be small, and `beam`, which takes
    /// up to 64 cells.
    pub fn fits(self, shape: Shape) -> bool {
        match self {
            Algorithm::TwoEnded => two_ended_fits(shape),
            Algorithm::Beam => crate::beam::fits(shape),
            _ => true,
        }
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

    /// Reads a name. Case, `-` and `_` do not matter, and `A*` is `astar`.
    fn from_str(name: &str) -> Result<Algorithm, UnknownAlgorithm> {
        let key = names::key(name);
        let key = match key.as_str() {
            "breadthfirst" | "breadthfirstsearch" => "bfs",
            "wastar" => "weightedastar",
            key => key,
        };
        Algorithm::ALL
            .into_iter()
            .find(|algorithm| names::key(algorithm.name()) == key)
            .ok_or_else(|| UnknownAlgorithm { name: name.chars().take(40).collect() })
    }
}

/// An algorithm with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Method {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// What counts as a move.
    pub metric: Metric,
    /// How much `weighted-astar` trusts the estimate.
    pub weight: Weight,
    /// Which moves `idastar` and `hybrid` leave out.
    pub prune: Prune,
    /// How many boards `beam` keeps on each level.
    pub width: Width,
    /// Threads that share the work on one problem in `idastar`, `hybrid`, `two-ended` and `beam`.
    pub threads: usize,
    /// Whether it is one of very many searches whose lengths alone matter: `idastar` learns its pruning rule at once and
    /// looks first where the goal is more likely. Its counts are not those that are published.
    pub in_bulk: bool,
}

impl Method {
    /// An algorithm, and for the rest what makes figures comparable: one thread, and the pruning rule of the
    /// published node counts.
    pub fn new(algorithm: Algorithm) -> Method {
        Method {
            algorithm,
            metric: Metric::Slides,
            weight: Weight::DEFAULT,
            prune: Prune::Undo,
            width: Width::DEFAULT,
            threads: 1,
            in_bulk: false,
        }
    }

    fn deepening(&self) -> Deepening {
        let usual = Deepening::default();
        Deepening {
            prune: self.prune,
            threads: self.threads,
            learn_after: if self.in_bulk { 0 } else { usual.learn_after },
            nearest_first: self.in_bulk,
            ..usual
        }
    }
}

/// Searches by an algorithm that is chosen at run time, with a heuristic that is. Algorithms that use none may be given
/// any. [`Solver`](crate::Solver) also chooses, and finds the heuristic's tables.
///
/// # Panics
/// If the heuristic was made for another goal than the problem's, if the shape does not [fit](Algorithm::fits), or if the
/// algorithm does not [count in](Algorithm::counts_in) the metric or the heuristic is not [for](Heuristic::is_for) it.
pub fn search_by(
    problem: &Problem,
    method: &Method,
    heuristic: &AnyHeuristic,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    let uses_it = method.algorithm.uses_heuristic();
    assert!(!uses_it || heuristic.is_for(method.metric), "the heuristic is for another metric");
    if method.metric == Metric::Shifts {
        return shifts::search(problem, method, heuristic, limits, observer);
    }
    match method.algorithm {
        Algorithm::Bfs => bfs(problem, limits, observer),
        Algorithm::Bidirectional => bidirectional(problem, limits, observer),
        Algorithm::TwoEnded => two_ended(problem, method.threads, limits, observer),
        Algorithm::Beam => beam(problem, method.width, method.threads, limits, observer),
        // A walk of a few hundred boards is not compiled for every heuristic.
        Algorithm::Descent => descent(problem, heuristic, limits, observer),
        _ => by_heuristic(problem, method, heuristic, limits, observer),
    }
}

/// The searches that use the heuristic, compiled for each whose values cost less than a choice at every node.
fn by_heuristic(
    problem: &Problem,
    method: &Method,
    heuristic: &AnyHeuristic,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    match heuristic {
        AnyHeuristic::Zero(zero) => solve_with(problem, method, zero, limits, observer),
        AnyHeuristic::Hamming(hamming) => solve_with(problem, method, hamming, limits, observer),
        AnyHeuristic::Manhattan(manhattan) => solve_with(problem, method, manhattan, limits, observer),
        AnyHeuristic::LinearConflict(conflict) => solve_with(problem, method, conflict, limits, observer),
        AnyHeuristic::WalkingDistance(walking) => solve_with(problem, method, walking, limits, observer),
        AnyHeuristic::WalkingConflict(walking) => solve_with(problem, method, walking, limits, observer),
        AnyHeuristic::Pdb(databases) => solve_with(problem, method, databases, limits, observer),
        AnyHeuristic::Exact(exact) => solve_with(problem, method, exact, limits, observer),
        AnyHeuristic::Maximum(maximum) => solve_with(problem, method, maximum, limits, observer),
        AnyHeuristic::Own(own) => solve_with(problem, method, own, limits, observer),
        AnyHeuristic::OutOfPlace(_) | AnyHeuristic::FirstEntry(_) | AnyHeuristic::AxisDistance(_) => {
            solve_with(problem, method, heuristic, limits, observer)
        }
    }
}

/// The same, compiled for one heuristic.
fn solve_with<H: Heuristic>(
    problem: &Problem,
    method: &Method,
    heuristic: &H,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    let rules = match method.algorithm {
        Algorithm::Astar => Rules::ASTAR,
        Algorithm::WeightedAstar => Rules::weighted(method.weight),
        Algorithm::Greedy => Rules::GREEDY,
        Algorithm::MarkAtGeneration => Rules::MARK_AT_GENERATION,
        Algorithm::Idastar => {
            return idastar_with(problem, heuristic, &method.deepening(), limits, observer);
        }
        Algorithm::Hybrid => return hybrid(problem, heuristic, &method.deepening(), limits, observer),
        Algorithm::Bfs
        | Algorithm::Bidirectional
        | Algorithm::TwoEnded
        | Algorithm::Beam
        | Algorithm::Descent => unreachable!("{} is not compiled for a heuristic", method.algorithm),
    };
    best_first(problem, heuristic, &rules, limits, observer)
}
