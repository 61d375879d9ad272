//! What is asked of a solver, before anything is filled in.

use crate::board::Board;
use crate::heuristic::{AnyHeuristic, Heuristic, HeuristicName, UnknownHeuristic};
use crate::metric::Metric;
use crate::search::{Algorithm, Prune, Weight, Width};
use std::sync::Arc;

/// How to solve: what is left out is chosen for the board. See [`Solver`](crate::Solver), whose setters fill it in.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Choice {
    /// The algorithm; the best one for the shape if it is left open.
    pub algorithm: Option<Algorithm>,
    /// What counts as a move.
    pub metric: Metric,
    /// The heuristic.
    pub heuristic: HeuristicChoice,
    /// Which moves `idastar` and `hybrid` leave out.
    pub prune: Option<Prune>,
    /// How much `weighted-astar` trusts the estimate.
    pub weight: Option<Weight>,
    /// How many boards `beam` keeps on each level.
    pub width: Option<Width>,
    /// When a solution is good enough, if the algorithm is left open.
    pub aim: Aim,
}

impl Choice {
    /// Leaves everything open.
    pub fn new() -> Choice {
        Choice::default()
    }

    /// With this algorithm, or with the one that is best for the board.
    #[must_use]
    pub fn algorithm(self, algorithm: impl Into<Option<Algorithm>>) -> Choice {
        Choice { algorithm: algorithm.into(), ..self }
    }

    /// With moves counted in this metric.
    #[must_use]
    pub fn metric(self, metric: Metric) -> Choice {
        Choice { metric, ..self }
    }

    /// With this heuristic: a name, a text that names one, or a heuristic that has been made.
    #[must_use]
    pub fn heuristic(self, heuristic: impl Into<HeuristicChoice>) -> Choice {
        Choice { heuristic: heuristic.into(), ..self }
    }

    /// With this pruning rule, or with the usual one.
    #[must_use]
    pub fn prune(self, prune: impl Into<Option<Prune>>) -> Choice {
        Choice { prune: prune.into(), ..self }
    }

    /// With this weight for `weighted-astar`, or with the usual one.
    #[must_use]
    pub fn weight(self, weight: impl Into<Option<Weight>>) -> Choice {
        Choice { weight: weight.into(), ..self }
    }

    /// With beams of this width for `beam`, or of the usual one.
    #[must_use]
    pub fn width(self, width: impl Into<Option<Width>>) -> Choice {
        Choice { width: width.into(), ..self }
    }

    /// With this aim.
    #[must_use]
    pub fn aim(self, aim: Aim) -> Choice {
        Choice { aim, ..self }
    }
}

/// Which heuristic: the best for the board, one with a name, or one that has been made.
///
/// Made from a [`HeuristicName`], from a text such as `"pdb:5-5-5"`, or from any [`Heuristic`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum HeuristicChoice {
    /// The best for the board, with tables where they pay.
    #[default]
    Auto,
    /// The one of this name, made for the problem's goal when it is needed.
    Named(HeuristicName),
    /// One that has been made; problems with another goal than its are refused.
    Made(Arc<AnyHeuristic>),
    /// A text that names none.
    Unknown(UnknownHeuristic),
}

impl HeuristicChoice {
    /// The name, if it was chosen by name.
    pub fn name(&self) -> Option<&HeuristicName> {
        match self {
            HeuristicChoice::Named(name) => Some(name),
            _ => None,
        }
    }

    /// Whether the choice is left open.
    pub fn is_auto(&self) -> bool {
        matches!(self, HeuristicChoice::Auto)
    }

    /// The goal that it is bound to.
    pub(super) fn goal(&self) -> Option<&Board> {
        match self {
            HeuristicChoice::Made(heuristic) => Some(heuristic.goal()),
            _ => None,
        }
    }
}

impl From<HeuristicName> for HeuristicChoice {
    fn from(name: HeuristicName) -> HeuristicChoice {
        HeuristicChoice::Named(name)
    }
}

impl From<Option<HeuristicName>> for HeuristicChoice {
    fn from(name: Option<HeuristicName>) -> HeuristicChoice {
        name.map_or(HeuristicChoice::Auto, HeuristicChoice::Named)
    }
}

impl From<&str> for HeuristicChoice {
    /// `auto` leaves the choice open.
    fn from(text: &str) -> HeuristicChoice {
        match text.parse() {
            _ if text == "auto" => HeuristicChoice::Auto,
            Ok(name) => HeuristicChoice::Named(name),
            Err(unknown) => HeuristicChoice::Unknown(unknown),
        }
    }
}

impl<H: Heuristic + Send + 'static> From<H> for HeuristicChoice {
    fn from(heuristic: H) -> HeuristicChoice {
        HeuristicChoice::Made(Arc::new(heuristic.into_any()))
    }
}

/// When a solution is good enough.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Aim {
    /// When it is proved shortest, where that can be had in a time that people wait (flat boards of up to 20 cells, boxes of
    /// up to 27); elsewhere when the time is up, which is [`USUAL_TIME`](super::USUAL_TIME) if no limit is given.
    #[default]
    Auto,
    /// When it is proved to be at most this share longer than a shortest one.
    Within(f64),
    /// At once, whatever its length.
    First,
}
