//! The threads of one iteration: the one that asked for it, and others that join while it runs.
//!
//! The first thread begins at once and lets others join when it finds that there is work for them ([`Team::grow`]): its
//! own other threads, and those that other searches have no use for ([`SpareThreads`]). It alone looks at limits, so it
//! stays until all are done.

use super::limits::Limits;
use super::spare_threads::{Permit, SpareThreads};
use crate::platform;
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, Scope};
use std::time::Duration;

/// How often the first thread looks at its limits when only others have work left.
pub(crate) const PATIENCE: Duration = Duration::from_millis(2);

/// The threads that a search may use.
#[derive(Clone, Debug)]
pub(crate) struct Crew {
    /// How many it has of its own.
    threads: usize,
    /// Its own but for the first, as far as they are not at work.
    own: SpareThreads,
    lent: Option<SpareThreads>,
}

impl Crew {
    /// This many threads, and those that are lent.
    pub(crate) fn new(threads: usize, limits: &Limits) -> Crew {
        let threads = threads.max(1);
        Crew { threads, own: SpareThreads::new(threads - 1), lent: limits.spare.clone() }
    }

    /// How many it has of its own.
    pub(crate) fn own(&self) -> usize {
        self.threads
    }

    fn sources(&self) -> impl Iterator<Item = &SpareThreads> {
        std::iter::once(&self.own).chain(&self.lent)
    }
}

/// The threads at work on an iteration, as the first of them sees them. `R` is what each leaves behind.
pub(crate) struct Team<'scope, 'env, R> {
    crew: &'env Crew,
    help: &'env (dyn Fn(Permit) -> R + Sync),
    size: &'env AtomicUsize,
    largest: Cell<usize>,
    sender: Sender<R>,
    scope: &'scope Scope<'scope, 'env>,
}

/// What the threads of a team have left behind.
pub(crate) struct Results<R> {
    pub(crate) of_each: Vec<R>,
    /// The most threads that were at work at a time.
    pub(crate) largest: usize,
}

impl<'scope, R: Send + 'scope> Team<'scope, '_, R> {
    /// Runs `lead` on this thread and `help` on those that it lets join, until all are done. Threads that joined leave
    /// when their permit is recalled. While it has nothing to do but to wait for them, the first calls `wait` now and
    /// then.
    pub(crate) fn run(
        crew: &Crew,
        lead: impl FnOnce(&Team<'_, '_, R>) -> R,
        help: &(dyn Fn(Permit) -> R + Sync),
        mut wait: impl FnMut(),
    ) -> Results<R> {
        let size = AtomicUsize::new(1);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let team = Team { crew, help, size: &size, largest: Cell::new(1), sender, scope };
            let mut of_each = vec![lead(&team)];
            let largest = team.largest.get();
            drop(team);
            loop {
                match platform::recv_timeout(&receiver, PATIENCE) {
                    Ok(result) => of_each.push(result),
                    Err(RecvTimeoutError::Timeout) => wait(),
                    Err(RecvTimeoutError::Disconnected) => return Results { of_each, largest },
                }
            }
        })
    }

    /// How many threads are at work.
    pub(crate) fn size(&self) -> usize {
        self.size.load(Relaxed)
    }

    /// Whether another thread could join.
    pub(crate) fn can_grow(&self) -> bool {
        self.crew.sources().any(SpareThreads::is_any)
    }

    /// Another thread joins; false if there is none.
    pub(crate) fn grow(&self) -> bool {
        let Some(permit) = self.crew.sources().find_map(SpareThreads::take) else { return false };
        let (help, size, sender) = (self.help, self.size, self.sender.clone());
        let work = move || {
            let result = help(permit);
            size.fetch_sub(1, Relaxed);
            // The receiver waits for all.
            let _ = sender.send(result);
        };
        let larger = size.fetch_add(1, Relaxed) + 1;
        if platform::spawn_scoped(self.scope, work).is_err() {
            // Where the system gives no more threads, those there are do the work.
            size.fetch_sub(1, Relaxed);
            return false;
        }
        self.largest.set(self.largest.get().max(larger));
        true
    }
}
