//! Searches beside the interpreter. A search has a thread of its own and the interpreter is free; the thread that called
//! looks at signals and tells of progress meanwhile, so that Ctrl-C ends what it waits for, tables that are built included.

use crate::solve::Progress;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use taquin::Solution;
use taquin::search::{Cancel, Observer, Stats};

/// How often the thread that waits looks at signals.
pub(crate) const PATIENCE: Duration = Duration::from_millis(10);
/// How often progress is told.
const PROGRESS: Duration = Duration::from_millis(100);

/// What is known of a search under way.
#[derive(Clone, Default)]
pub(crate) struct Known(Arc<Mutex<Option<Progress>>>);

/// Watches a search for the thread that waits for it.
pub(crate) struct Watcher {
    known: Known,
    cost: Option<u32>,
}

impl Known {
    pub(crate) fn watcher(&self) -> Watcher {
        Watcher { known: self.clone(), cost: None }
    }

    fn take(&self) -> Option<Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Observer for Watcher {
    fn solution(&mut self, solution: &Solution) {
        self.cost = Some(solution.cost());
    }

    fn progress(&mut self, stats: &Stats, lower_bound: u32) -> ControlFlow<()> {
        let known = Progress::new(stats, lower_bound, self.cost);
        *self.known.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
        ControlFlow::Continue(())
    }
}

/// Tells a callable of progress, not too often.
pub(crate) struct Teller {
    callable: Option<Py<PyAny>>,
    last: Instant,
}

impl Teller {
    pub(crate) fn new(callable: Option<Bound<'_, PyAny>>) -> Teller {
        Teller { callable: callable.map(Bound::unbind), last: Instant::now() }
    }

    /// Whether it is time to tell something.
    fn is_due(&self) -> bool {
        self.callable.is_some() && self.last.elapsed() >= PROGRESS
    }

    pub(crate) fn tell(&mut self, py: Python<'_>, known: Option<Progress>) -> PyResult<()> {
        if let (Some(callable), Some(known)) = (&self.callable, known) {
            self.last = Instant::now();
            callable.bind(py).call1((known,))?;
        }
        Ok(())
    }

    /// The search is over: a bar can be taken away.
    pub(crate) fn end(&self, py: Python<'_>) -> PyResult<()> {
        match &self.callable {
            Some(callable) => match callable.bind(py).getattr_opt("close")? {
                Some(close) => close.call0().map(drop),
                None => Ok(()),
            },
            None => Ok(()),
        }
    }
}

/// Does work on another thread while this one waits, and cancels it on Ctrl-C or if telling of progress fails. Gives
/// what came of the work, and the exception that ended it early.
pub(crate) fn beside<R: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    known: &Known,
    teller: &mut Teller,
    work: impl FnOnce() -> R + Send,
) -> (R, Option<PyErr>) {
    let mut error = None;
    let result = py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(1);
            let worker = scope.spawn(move || {
                // The receiver waits until it has come.
                let _ = sender.send(work());
            });
            loop {
                match receiver.recv_timeout(PATIENCE) {
                    Ok(result) => return result,
                    Err(RecvTimeoutError::Disconnected) => match worker.join() {
                        Err(panic) => std::panic::resume_unwind(panic),
                        Ok(()) => unreachable!("a worker that ends well has sent its result"),
                    },
                    Err(RecvTimeoutError::Timeout) if error.is_some() => {}
                    Err(RecvTimeoutError::Timeout) => {
                        let told = Python::attach(|py| {
                            py.check_signals()?;
                            if teller.is_due() { teller.tell(py, known.take()) } else { Ok(()) }
                        });
                        if let Err(stop) = told {
                            error = Some(stop);
                            cancel.cancel();
                        }
                    }
                }
            }
        })
    });
    (result, error)
}

/// Watches a search that runs in the interpreter, on the thread that called it.
pub(crate) struct Inside<'a> {
    pub(crate) teller: &'a mut Teller,
    pub(crate) cost: Option<u32>,
    pub(crate) error: Option<PyErr>,
}

impl Observer for Inside<'_> {
    fn solution(&mut self, solution: &Solution) {
        self.cost = Some(solution.cost());
    }

    fn progress(&mut self, stats: &Stats, lower_bound: u32) -> ControlFlow<()> {
        let told = Python::attach(|py| {
            py.check_signals()?;
            let due = self.teller.is_due();
            if due {
                self.teller.tell(py, Some(Progress::new(stats, lower_bound, self.cost)))
            } else {
                Ok(())
            }
        });
        match told {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}
