//! What is going to be done: what was left open is filled in here, and for searches in shifts in `shifts.rs`.

use super::any_time::{self, USUAL_TIME};
use super::choice::{Aim, Choice, HeuristicChoice};
use super::error::SolverError;
use super::phase::Work;
use crate::board::Board;
use crate::heuristic::{
    AnyHeuristic, AxisDistance, FirstEntry, Heuristic, HeuristicName, LinearConflict, WalkingDistance,
};
use crate::metric::Metric;
use crate::pdb::Pattern;
use crate::problem::Problem;
use crate::search::{Algorithm, Method, Prune, two_ended_fits};
use crate::shape::Shape;
use std::fmt;
use std::sync::Arc;

/// How a board is going to be searched, or has been.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// The algorithm with its options.
    pub method: Method,
    /// Whether it is no search at all: a table of all boards tells the exact distances, and A* goes straight to the goal.
    pub look_up: bool,
    /// The heuristic that the search begins with, by its full name: for `pdb` the set that is used. `None` if the
    /// algorithm uses none, or one that was made by the caller.
    pub heuristic: Option<HeuristicName>,
    /// The heuristic to begin again with if the board turns out to be hard.
    pub then: Option<HeuristicName>,
    /// Whether a solution is found at once and then improved, with this search for the proof beside.
    pub any_time: bool,
    /// What a person who asked for something else should know.
    pub notes: Vec<Note>,
}

/// Something that is not as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The algorithm uses no heuristic, or only its own.
    HeuristicIgnored {
        /// The algorithm.
        algorithm: Algorithm,
        /// The heuristic that was asked for.
        heuristic: HeuristicName,
    },
    /// The shape is too large for some of the heuristic's tables.
    PartlyManhattan {
        /// The shape.
        shape: Shape,
        /// The heuristic.
        heuristic: HeuristicName,
    },
    /// A file of tables that would have been used cannot be. The text says which and why.
    Unusable(String),
    /// The solution may not be a shortest one: it was improved for [`USUAL_TIME`](super::USUAL_TIME) and no longer.
    UsualTime,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::HeuristicIgnored { algorithm: Algorithm::Beam, heuristic } => {
                write!(f, "beam goes by scores of its own: {heuristic} is ignored")
            }
            Note::HeuristicIgnored { algorithm, heuristic } => match algorithm.own_heuristic() {
                Some(own) => write!(f, "{algorithm} always uses {own}: {heuristic} is ignored"),
                None => write!(f, "{algorithm} uses no heuristic: {heuristic} is ignored"),
            },
            Note::PartlyManhattan { shape, heuristic } => {
                write!(
                    f,
                    "{shape} is too large for {heuristic}: where it has no tables it counts as manhattan"
                )
            }
            Note::Unusable(why) => write!(f, "searching without a table that cannot be used: {why}"),
            Note::UsualTime => {
                write!(
                    f,
                    "stopped after {} s; a longer time limit may find a shorter solution",
                    USUAL_TIME.as_secs()
                )
            }
        }
    }
}

impl Plan {
    /// The name of the search: that of its algorithm, or `any-time`, or `look-up`.
    pub fn name(&self) -> &'static str {
        if self.any_time { "any-time" } else { self.work().name() }
    }

    /// What the search is as a phase of the whole.
    pub(super) fn work(&self) -> Work {
        if self.look_up { Work::LookUp } else { Work::Search(self.method.algorithm) }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.look_up {
            return write!(f, "looking up exact distances");
        }
        if self.any_time {
            write!(f, "any-time, proving by ")?;
        }
        write!(f, "{}", self.method.algorithm)?;
        if self.method.metric == Metric::Shifts {
            write!(f, " in shifts")?;
        }
        if self.method.algorithm == Algorithm::Beam {
            write!(f, " of width {}", self.method.width)?;
        }
        if let Some(heuristic) = &self.heuristic {
            write!(f, " with {heuristic}")?;
        }
        match &self.then {
            Some(then) if !self.any_time => write!(f, ", then with {then} if the board is hard"),
            _ => Ok(()),
        }
    }
}

/// The heuristic that a search begins with.
#[derive(Clone, Debug)]
pub(super) enum Begin {
    /// One that the algorithm has built in, or none.
    None,
    /// The one of this name.
    Named(HeuristicName),
    /// One that was made by the caller.
    Made(Arc<AnyHeuristic>),
}

impl Begin {
    /// The heuristic that was chosen, else the usual one, unless the algorithm uses none.
    pub(super) fn new(
        choice: &Choice,
        algorithm: Algorithm,
        usual: HeuristicName,
        notes: &mut Vec<Note>,
    ) -> Begin {
        match &choice.heuristic {
            HeuristicChoice::Named(heuristic) if !algorithm.uses_heuristic() => {
                notes.push(Note::HeuristicIgnored { algorithm, heuristic: heuristic.clone() });
                Begin::None
            }
            _ if !algorithm.uses_heuristic() => Begin::None,
            HeuristicChoice::Named(name) => Begin::Named(name.clone()),
            HeuristicChoice::Made(heuristic) => Begin::Made(heuristic.clone()),
            _ => Begin::Named(usual),
        }
    }
}

/// A choice filled in for a goal of some shape, before any table is looked for.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub(super) method: Method,
    /// Whether exact distances are looked up instead.
    pub(super) look_up: bool,
    pub(super) begin: Begin,
    /// Whether to go on with tables if the board is hard.
    pub(super) tables_pay: bool,
    /// Whether to answer at once and improve.
    pub(super) any_time: bool,
    pub(super) notes: Vec<Note>,
}

impl Outline {
    /// Fills in what is left open. `exact_at_hand` says whether exact distances are on disk or built in a moment,
    /// `watched` whether single nodes are to be seen.
    pub(super) fn new(
        choice: &Choice,
        shape: Shape,
        threads: usize,
        exact_at_hand: bool,
        watched: bool,
    ) -> Result<Outline, SolverError> {
        if let HeuristicChoice::Unknown(unknown) = &choice.heuristic {
            return Err(SolverError::UnknownHeuristic(unknown.clone()));
        }
        super::shifts::check_metric(choice)?;
        if choice.metric == Metric::Shifts {
            return super::shifts::outline(choice, shape, threads, watched);
        }
        // Exact distances lead straight to the goal: there would be nothing to watch.
        let exact = exact_at_hand && choice.heuristic.is_auto() && !watched;
        let look_up = exact && choice.algorithm.is_none();
        let (algorithm, prune) = match choice.algorithm {
            None if look_up => (Algorithm::Astar, Prune::Undo),
            None if shape.cells() <= 10 => (Algorithm::Astar, Prune::Undo),
            None if choice.heuristic.is_auto() && !watched && is_best_two_ended(shape, choice.aim) => {
                (Algorithm::TwoEnded, Prune::Undo)
            }
            None => (Algorithm::Idastar, Prune::Automaton),
            // Asked for by name, node counts are the published ones.
            Some(algorithm) => (algorithm, Prune::Undo),
        };
        if !algorithm.fits(shape) {
            return Err(SolverError::TooLarge { algorithm, shape });
        }
        if watched && !algorithm.shows_nodes() {
            return Err(SolverError::NotWatchable(algorithm));
        }
        let mut notes = Vec::new();
        let usual = if look_up { HeuristicName::Full } else { automatic_heuristic(shape) };
        let begin = Begin::new(choice, algorithm, usual, &mut notes);
        let left_open = choice.algorithm.is_none() && choice.heuristic.is_auto() && !watched && !exact;
        let tables_pay =
            left_open && algorithm == Algorithm::Idastar && shape.is_flat() && Pattern::has_patterns(shape);
        let any_time = left_open && (choice.aim == Aim::First || !any_time::is_proof_the_rule(shape));
        let method = Method {
            algorithm,
            metric: Metric::Slides,
            weight: choice.weight.unwrap_or_default(),
            prune: choice.prune.unwrap_or(prune),
            width: choice.width.unwrap_or_default(),
            threads: threads.max(1),
            in_bulk: false,
        };
        Ok(Outline { method, look_up, begin, tables_pay, any_time, notes })
    }
}

/// Whether two-ended search is the best for a shape larger than those for A*, if no heuristic is asked for: in boxes with
/// three long sides; and elsewhere if a proof is out of reach, since no other search raises the lower bound as fast. With
/// tables IDA* is better in the long run.
fn is_best_two_ended(shape: Shape, aim: Aim) -> bool {
    let is_box = shape.long_axes().count() == 3;
    let goes_on = matches!(aim, Aim::Within(_)) && Pattern::has_patterns(shape);
    two_ended_fits(shape) && (is_box || !any_time::is_proof_the_rule(shape) && !goes_on)
}

/// The best heuristic for a search on a shape: walking distance where its tables are small, since it is
/// both stronger and cheaper than linear conflict there.
fn automatic_heuristic(shape: Shape) -> HeuristicName {
    if shape.is_flat() && shape.cells() <= 16 {
        HeuristicName::WalkingDistance
    } else {
        HeuristicName::LinearConflict
    }
}

/// The heuristic without tables that is used where memory does not suffice for others.
pub(super) fn smallest_heuristic(metric: Metric) -> HeuristicName {
    match metric {
        Metric::Slides => HeuristicName::Manhattan,
        _ => HeuristicName::Zero,
    }
}

/// An admissible heuristic, where the one that a solution was found with is not.
pub(super) fn admissible_heuristic(goal: &Board, metric: Metric) -> AnyHeuristic {
    match metric {
        Metric::Slides => LinearConflict::new(goal).into_any(),
        _ => AxisDistance::new(goal).into_any(),
    }
}

/// The largest estimate of a problem's start that is never above the true distance, of those that cost next to nothing.
pub(super) fn best_estimate(problem: &Problem, metric: Metric) -> u32 {
    let (start, goal) = (problem.start(), problem.goal());
    if metric == Metric::Shifts {
        return WalkingDistance::in_metric(metric, goal).of(start);
    }
    let first_entry = FirstEntry::new(goal).of(start).max(LinearConflict::new(goal).of(start));
    match automatic_heuristic(problem.shape()) {
        HeuristicName::WalkingDistance => WalkingDistance::new(goal).of(start).max(first_entry),
        _ => first_entry,
    }
}
