//! What a command of the first process asks of the others.

use super::message::{Sent, Share};
use super::stream;
use crate::commands::{Row, Work};
use crate::failure::Failure;
use crate::input::Entry;
use crate::recording::Recording;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use taquin::cluster::{Link, Member, Request};
use taquin::ledger::Ledger;
use taquin::search::{Algorithm, Cancel};
use taquin::solver::{InOrder, Plan, Prepared};
use taquin::{Metric, Problem, Solver, SolverError};

/// The way back for the rows of boards that another process solves, or for why there are none.
pub(super) type SendsRows = Sender<Result<Vec<Row>, String>>;

/// What the threads of the first process tell its main thread.
#[derive(Debug)]
pub(super) enum Order {
    Units(Request),
    Record(Ledger),
    Join(Share),
    Over {
        share: u64,
    },
    Solve {
        process: usize,
        entries: Vec<Sent>,
        rows: SendsRows,
    },
    /// All boards have been handed out.
    NoMoreBoards,
}

/// The way to the main thread.
#[derive(Clone, Debug)]
pub(super) struct Orders(Arc<Mutex<Sender<Order>>>);

impl Orders {
    pub(super) fn new(sender: Sender<Order>) -> Orders {
        Orders(Arc::new(Mutex::new(sender)))
    }

    pub(super) fn give(&self, order: Order) {
        // The main thread is there for as long as anything can be asked.
        let _ = self.0.lock().unwrap_or_else(PoisonError::into_inner).send(order);
    }
}

impl Link for Orders {
    fn send(&self, request: Request) {
        self.give(Order::Units(request));
    }
}

/// The other processes, for a command.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    member: Arc<Member>,
    orders: Orders,
    /// The threads of every process.
    threads: Vec<usize>,
    shares: Arc<AtomicU64>,
}

/// A search that others take part in, for as long as this is kept.
pub(crate) struct Shared<'a> {
    cluster: &'a Cluster,
    number: u64,
}

impl Drop for Shared<'_> {
    fn drop(&mut self) {
        self.cluster.orders.give(Order::Over { share: self.number });
    }
}

impl Cluster {
    pub(super) fn new(member: Arc<Member>, orders: Orders, threads: Vec<usize>) -> Cluster {
        Cluster { member, orders, threads, shares: Arc::default() }
    }

    /// The threads of this process.
    pub(crate) fn own_threads(&self) -> usize {
        self.threads[0]
    }

    /// A solver that shares its searches, and records them if that is asked for.
    pub(crate) fn of_solver(&self, solver: Solver, recording: &Recording) -> Solver {
        if let Some(ledger) = recording.ledger() {
            self.orders.give(Order::Record(ledger.clone()));
        }
        solver.ledger(Some(self.member.clone()))
    }

    /// Lets all others take part in a search that is about to begin, if it has units.
    ///
    /// # Errors
    /// If it cannot be searched in the way that is asked for.
    pub(crate) fn share(
        &self,
        solver: &Solver,
        problem: &Problem,
    ) -> Result<Option<Shared<'_>>, SolverError> {
        Ok(self.share_by(&solver.plan(problem.goal())?, problem, false))
    }

    /// The same for a single search.
    pub(crate) fn share_single(&self, prepared: &Prepared, problem: &Problem) -> Option<Shared<'_>> {
        self.share_by(prepared.plan(), problem, true)
    }

    fn share_by(&self, plan: &Plan, problem: &Problem, is_single: bool) -> Option<Shared<'_>> {
        let has_units =
            matches!(plan.method.algorithm, Algorithm::Idastar | Algorithm::Hybrid | Algorithm::TwoEnded);
        (has_units && !plan.look_up && plan.method.metric == Metric::Slides).then(|| {
            let number = self.shares.fetch_add(1, Ordering::Relaxed);
            let share = Share { number, problem: problem.clone(), is_single, memory: None };
            self.orders.give(Order::Join(share));
            Shared { cluster: self, number }
        })
    }

    /// Solves many boards, with the answers in their order.
    pub(crate) fn solve_all(
        &self,
        solver: &Solver,
        work: &Arc<Work>,
        cancel: &Cancel,
        entries: impl Iterator<Item = Entry> + Send + 'static,
    ) -> InOrder<Result<Vec<Row>, Failure>> {
        stream::solve_all(self, solver, work, cancel, entries)
    }

    /// How many processes there are.
    pub(super) fn processes(&self) -> usize {
        self.threads.len()
    }

    /// There are no more boards to hand out.
    pub(super) fn no_more_boards(&self) {
        self.orders.give(Order::NoMoreBoards);
    }

    /// What another process makes of some boards.
    pub(super) fn solve_by(&self, process: usize, entries: Vec<Entry>) -> Result<Vec<Row>, Failure> {
        let (rows, answer) = mpsc::channel();
        let entries = entries.into_iter().map(Sent::from).collect();
        self.orders.give(Order::Solve { process, entries, rows });
        match answer.recv() {
            Ok(rows) => rows.map_err(Failure::Message),
            Err(_) => Err(Failure::Stopped("the other processes are gone".into())),
        }
    }
}
