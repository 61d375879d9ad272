//! How a solver is set up: each setter gives the solver back.

use super::Solver;
use super::choice::{Aim, Choice, HeuristicChoice};
#[cfg(feature = "store")]
use super::files::Files;
use super::recorded::Ledgers;
#[cfg(feature = "store")]
use super::tables::Tables;
use crate::metric::Metric;
#[cfg(feature = "store")]
use crate::pdb::Store;
use crate::search::{Algorithm, Cancel, Limits, Prune, Weight, Width};
use std::sync::Arc;
use std::time::Duration;

impl Solver {
    /// Uses the tables of a directory. No table is ever written to it, only a small file beside each
    /// large one that has been checked.
    ///
    /// Tables found or built before are forgotten.
    #[cfg(feature = "store")]
    #[must_use]
    pub fn store(self, store: impl Into<Option<Store>>) -> Solver {
        Solver { tables: Arc::new(Tables::in_files(Files::in_store(store.into()))), ..self }
    }

    /// Works on so many threads.
    #[must_use]
    pub fn threads(self, threads: usize) -> Solver {
        Solver { threads: threads.max(1), ..self }
    }

    /// Builds tables on so many threads, if those are others than it searches on.
    #[must_use]
    pub fn build_threads(self, threads: usize) -> Solver {
        Solver { build_threads: Some(threads.max(1)), ..self }
    }

    /// Gives up on a problem after this long, tables included.
    #[must_use]
    pub fn time_limit(mut self, time: impl Into<Option<Duration>>) -> Solver {
        self.limits.time = time.into();
        self
    }

    /// Gives up on a problem rather than expand more nodes.
    #[must_use]
    pub fn node_limit(mut self, nodes: impl Into<Option<u64>>) -> Solver {
        self.limits.nodes = nodes.into();
        self
    }

    /// Gives up on a problem rather than hold more bytes, tables included.
    #[must_use]
    pub fn memory_limit(mut self, bytes: impl Into<Option<u64>>) -> Solver {
        self.limits.memory = bytes.into();
        self
    }

    /// Gives tables an account of their own, for searches that share them: then they do not count against the memory
    /// limit of each search.
    #[must_use]
    pub fn table_memory(self, bytes: impl Into<Option<u64>>) -> Solver {
        Solver { table_memory: bytes.into(), ..self }
    }

    /// Whether large tables that were checked a short time ago, and not when they were opened, are checked beside searches that take
    /// long. They are if it is not said; of several processes of a machine that search with the same files one is enough.
    #[must_use]
    pub fn recheck(self, rechecks: bool) -> Solver {
        Solver { rechecks, ..self }
    }

    /// Can be stopped from another thread.
    #[must_use]
    pub fn cancel(mut self, cancel: &Cancel) -> Solver {
        self.limits.cancel = Some(cancel.clone());
        self
    }

    /// Records searches, and goes on where they were: in a `ledger::Ledger`, for instance. If a proof is out of reach in a time
    /// that people wait, it is sought all the same unless another [`Aim`] is set.
    #[must_use]
    pub fn ledger(self, ledgers: Option<Arc<dyn Ledgers>>) -> Solver {
        let solver = if ledgers.is_some() { self.until_proved() } else { self };
        Solver { ledgers, ..solver }
    }

    /// All limits at once.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Solver {
        Solver { limits, ..self }
    }

    /// All choices at once.
    #[must_use]
    pub fn choice(self, choice: Choice) -> Solver {
        Solver { choice, ..self }
    }

    /// Uses this algorithm, or with `None` the one that is best for the board.
    #[must_use]
    pub fn algorithm(self, algorithm: impl Into<Option<Algorithm>>) -> Solver {
        Solver { choice: self.choice.algorithm(algorithm), ..self }
    }

    /// Counts moves in this metric.
    ///
    /// ```
    /// use taquin::{Board, Metric, Problem, Solver};
    ///
    /// let start: Board = "0 1 2 3/5 6 7 4/9 10 11 8/13 14 15 12".parse()?;
    /// let problem = Problem::new(start.clone(), Board::goal(start.shape()))?;
    /// let answer = Solver::new().metric(Metric::Shifts).solve(&problem)?;
    /// assert_eq!(answer.solution().unwrap().to_string(), "R3 D3");
    /// assert_eq!(answer.cost(), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn metric(self, metric: Metric) -> Solver {
        Solver { choice: self.choice.metric(metric), ..self }
    }

    /// Uses this heuristic: a [`HeuristicName`](crate::heuristic::HeuristicName), a text such as `"pdb:5-5-5"`, or a heuristic that has been made,
    /// built in or your own. `"auto"` leaves the choice open.
    #[must_use]
    pub fn heuristic(self, heuristic: impl Into<HeuristicChoice>) -> Solver {
        Solver { choice: self.choice.heuristic(heuristic), ..self }
    }

    /// Leaves out these moves in depth-first searches.
    #[must_use]
    pub fn prune(self, prune: impl Into<Option<Prune>>) -> Solver {
        Solver { choice: self.choice.prune(prune), ..self }
    }

    /// Trusts the estimate so much in `weighted-astar`.
    #[must_use]
    pub fn weight(self, weight: impl Into<Option<Weight>>) -> Solver {
        Solver { choice: self.choice.weight(weight), ..self }
    }

    /// Keeps so many boards on each level in `beam`.
    #[must_use]
    pub fn width(self, width: impl Into<Option<Width>>) -> Solver {
        Solver { choice: self.choice.width(width), ..self }
    }

    /// Stops as soon as the solution is proved to be at most this share longer than a shortest one: 0.05 for 5 %; 0 proves
    /// it shortest, however long that takes.
    #[must_use]
    pub fn within(self, share: f64) -> Solver {
        self.aim(Aim::Within(share))
    }

    /// Stops at a proof and nothing less, whatever the size of the board, unless another aim has been set.
    pub(super) fn until_proved(self) -> Solver {
        if self.choice.aim == Aim::Auto { self.within(0.0) } else { self }
    }

    /// Stops when it knows what is asked for: a proof, a gap, any solution.
    #[must_use]
    pub fn aim(self, aim: Aim) -> Solver {
        Solver { choice: self.choice.aim(aim), ..self }
    }
}
