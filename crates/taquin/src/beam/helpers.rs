//! Threads that help with the phases of a level: they wait between phases instead of being started anew for each.
//!
//! A phase is work that any number of threads can share by taking its units one by one. The thread that leads works too
//! and waits only for those that have begun: a helper that wakes up late finds nothing to do and delays no phase.

use crate::platform;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The threads beside the one that leads.
pub(super) struct Helpers<'a, P> {
    help: &'a (dyn Fn(P) + Sync),
    state: Mutex<State<P>>,
    /// A phase begins, or all is over.
    begins: Condvar,
    /// The last helper has left the phase.
    ends: Condvar,
}

struct State<P> {
    /// The phase that helpers may join, with its number.
    phase: Option<P>,
    number: u64,
    /// Helpers at work.
    running: usize,
    is_over: bool,
}

impl<'a, P: Copy + Send> Helpers<'a, P> {
    /// Runs `lead`, which may share phases with so many threads less one. `help` takes part in a phase until it has no
    /// units left.
    pub(super) fn run<R>(
        threads: usize,
        help: &'a (dyn Fn(P) + Sync),
        lead: impl FnOnce(&Helpers<'a, P>) -> R,
    ) -> R {
        let state = State { phase: None, number: 0, running: 0, is_over: false };
        let helpers =
            Helpers { help, state: Mutex::new(state), begins: Condvar::new(), ends: Condvar::new() };
        thread::scope(|scope| {
            // Where the system gives no more threads, those there are do the work.
            let _dismissed = Dismissal(&helpers);
            for _ in 1..threads {
                if platform::spawn_scoped(scope, || helpers.wait_and_help()).is_err() {
                    break;
                }
            }
            lead(&helpers)
        })
    }

    /// Goes through a phase with all threads.
    pub(super) fn share(&self, phase: P) {
        {
            let mut state = self.state();
            state.phase = Some(phase);
            state.number += 1;
        }
        self.begins.notify_all();
        (self.help)(phase);
        let mut state = self.state();
        state.phase = None;
        while state.running > 0 {
            state = self.ends.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn wait_and_help(&self) {
        let mut done = 0;
        loop {
            let mut state = self.state();
            let phase = loop {
                match state.phase {
                    _ if state.is_over => return,
                    Some(phase) if state.number != done => break phase,
                    _ => state = self.begins.wait(state).unwrap_or_else(PoisonError::into_inner),
                }
            };
            done = state.number;
            state.running += 1;
            drop(state);
            let _leaving = Leaving(self);
            (self.help)(phase);
        }
    }

    fn state(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A helper at work; it leaves the phase even if it panics.
struct Leaving<'h, 'a, P: Copy + Send>(&'h Helpers<'a, P>);

impl<P: Copy + Send> Drop for Leaving<'_, '_, P> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.running -= 1;
        if state.running == 0 {
            self.0.ends.notify_one();
        }
    }
}

/// Lets all helpers go when the lead is done, even if it panics.
struct Dismissal<'h, 'a, P: Copy + Send>(&'h Helpers<'a, P>);

impl<P: Copy + Send> Drop for Dismissal<'_, '_, P> {
    fn drop(&mut self) {
        self.0.state().is_over = true;
        self.0.begins.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn every_unit_of_every_phase_is_done_once_by_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let next = AtomicUsize::new(0);
            let sum = AtomicUsize::new(0);
            let help = |phase: usize| {
                while next.fetch_add(1, Relaxed) < 100 {
                    sum.fetch_add(phase, Relaxed);
                }
            };
            let phases = Helpers::run(threads, &help, |helpers| {
                for phase in 1..=50 {
                    next.store(0, Relaxed);
                    helpers.share(phase);
                    assert_eq!(sum.swap(0, Relaxed), 100 * phase);
                }
                50
            });
            assert_eq!(phases, 50);
        }
    }
}
