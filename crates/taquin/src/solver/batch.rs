//! Many problems on all threads, with answers in the order of the problems ([`in_order`]).
//!
//! Each problem is begun by one thread. Threads that find no more problems, or have to wait for one, join the searches
//! that are still under way ([`SpareThreads`]). They change neither answers nor node counts.

mod in_order;

pub use in_order::InOrder;

use super::{Solved, Solver, SolverError};
use crate::problem::Problem;
use crate::search::{Limits, SpareThreads};

impl Solver {
    /// Solves many problems on all threads of the solver, and gives the answers in the order of the problems, each as
    /// soon as it and those before it are there.
    ///
    /// Problems may be an endless stream: they are taken one by one, never more than 16 for each thread ahead of the
    /// answer read last. Limits hold for each problem, and as many problems as there are threads are searched at a time.
    /// [`Solver::cancel`] ends the whole stream; so does dropping the iterator.
    ///
    /// ```
    /// use taquin::{Board, Problem, Scrambler, Shape, Solver};
    ///
    /// let goal = Board::goal(Shape::PUZZLE_8);
    /// let mut scrambler = Scrambler::new(goal.clone(), 1);
    /// let problems: Vec<Problem> =
    ///     (0..100).map(|_| Problem::new(scrambler.uniform(), goal.clone())).collect::<Result<_, _>>()?;
    ///
    /// let mut longest = 0;
    /// for answer in Solver::new().threads(4).solve_all(problems) {
    ///     longest = longest.max(answer?.lower_bound());
    /// }
    /// assert_eq!(longest, 28);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Each answer may be an error, as of [`Solver::solve`]. The others come all the same.
    pub fn solve_all<I>(&self, problems: I) -> InOrder<Result<Solved, SolverError>>
    where
        I: IntoIterator<Item = Problem>,
        I::IntoIter: Send + 'static,
    {
        self.map_all(problems, |solver, problem| solver.solve(&problem))
    }

    /// The same for items of any kind, say boards with their names or lines that may not be boards. `work` gets a
    /// solver for one problem at a time, whose searches are joined by threads without an item.
    ///
    /// ```
    /// use taquin::{Board, Problem, Solver, SolverError};
    ///
    /// let lines = ["8 1 3/4 0 2/7 6 5", "1 2 3/4 5 6/8 7 0", "1 2 3/4 5 6/7 0 8"];
    /// let answers = Solver::new().threads(2).map_all(lines, |solver, line| {
    ///     let start: Board = line.parse().expect("boards");
    ///     let goal = Board::goal(start.shape());
    ///     let cost = solver.solve(&Problem::new(start, goal)?)?.cost();
    ///     Ok::<_, SolverError>(format!("{line}: {}", cost.expect("no limits")))
    /// });
    /// let texts: Vec<String> = answers.map(|answer| answer.unwrap_or_else(|error| error.to_string())).collect();
    /// assert_eq!(texts[0], "8 1 3/4 0 2/7 6 5: 14");
    /// assert!(texts[1].starts_with("unsolvable"));
    /// assert_eq!(texts[2], "1 2 3/4 5 6/7 0 8: 1");
    /// ```
    pub fn map_all<I, R>(
        &self,
        items: I,
        work: impl Fn(&Solver, I::Item) -> R + Send + Sync + 'static,
    ) -> InOrder<R>
    where
        I: IntoIterator,
        I::IntoIter: Send + 'static,
        R: Send + 'static,
    {
        let spare = SpareThreads::default();
        let cancel = self.limits.cancel.clone().unwrap_or_default().child();
        // A single thread has none to spare.
        let joined_by = (self.threads > 1).then(|| spare.clone());
        let limits = Limits { cancel: Some(cancel.clone()), spare: joined_by, ..self.limits.clone() };
        let each = self.clone().limits(limits).threads(1).build_threads(self.building_threads());
        InOrder::new(items.into_iter(), self.threads, spare, cancel, move |item| work(&each, item))
    }
}
