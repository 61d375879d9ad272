//! All shortest solutions, once the length is proved.

use super::plan::admissible_heuristic;
use super::{Solved, Solver, SolverError};
use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::search::{Limits, Observer};
use crate::shortest::ShortestGraph;

/// What came of a problem, and its shortest solutions.
#[derive(Debug)]
#[non_exhaustive]
pub struct Shortest {
    /// The proof of the length, with one solution.
    pub solved: Solved,
    /// All shortest solutions, or as many as were found; nothing if the length could not be proved.
    pub graph: Option<ShortestGraph>,
}

impl Solver {
    /// All shortest solutions of a problem, each board on them found once. Limits hold for the proof of the length and the
    /// search for all solutions together; if one is reached the graph holds what was found by then.
    ///
    /// ```
    /// use taquin::{Board, Problem, Solver};
    ///
    /// let start: Board = "8 6 7/2 5 4/3 0 1".parse()?;
    /// let problem = Problem::new(start.clone(), Board::goal(start.shape()))?;
    /// let graph = Solver::new().shortest(&problem)?.graph.expect("the length is proved");
    /// assert_eq!(graph.cost(), 31);
    /// assert_eq!(graph.count().to_u64(), Some(graph.solutions().count() as u64));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn shortest(&self, problem: &Problem) -> Result<Shortest, SolverError> {
        self.shortest_with(problem, &mut ())
    }

    /// The same while an observer watches.
    ///
    /// # Errors
    /// As [`Solver::solve_with`].
    pub fn shortest_with(
        &self,
        problem: &Problem,
        observer: &mut dyn Observer,
    ) -> Result<Shortest, SolverError> {
        // Whatever the size of the board: nothing less than a proof will do.
        let solved = self.clone().until_proved().solve_with(problem, observer)?;
        let metric = self.choice.metric;
        let proved = solved.solution().filter(|_| solved.proved());
        let Some(solution) = proved.map(|solution| solution.clone().in_metric(metric)) else {
            return Ok(Shortest { solved, graph: None });
        };
        let spent = solved.stats();
        let limits = Limits {
            time: self.limits.time.map(|time| time.saturating_sub(spent.elapsed)),
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(spent.expanded)),
            ..self.limits.clone()
        };
        let found_with = &*solved.heuristic;
        let is_fit = found_with.guarantees().admissible && found_with.is_for(metric);
        let other = (!is_fit).then(|| admissible_heuristic(problem.goal(), metric));
        let heuristic = other.as_ref().unwrap_or(found_with);
        let graph = ShortestGraph::search(problem, &solution, heuristic, &limits, observer);
        match heuristic.contradiction() {
            Some(contradiction) => Err(SolverError::Contradiction(contradiction)),
            None => Ok(Shortest { solved, graph: Some(graph) }),
        }
    }
}
