//! Threads that help with the phases of a level: they wait between phases instead of being started anew for each.
//!
//! A phase is work that any number of threads can share by taking its units one by one. The thread that leads works too
//! and waits only for those that have begun: a helper that wakes up late finds nothing to do and delays no phase. Phases may
//! be shorter than a thread takes to wake up, so all threads look for what comes next a little while before they sleep.

use crate::platform;
use std::hint;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// How often a thread looks before it sleeps: some hundred microseconds, about what lies between two phases of a narrow level.
const LOOKS: usize = 8000;

/// The threads beside the one that leads.
pub(crate) struct Helpers<'a, P> {
    help: &'a (dyn Fn(P) + Sync),
    shared: Mutex<Shared<P>>,
    /// The number of the phase and of helpers at work, to be looked at without the lock that changes are made with.
    number: AtomicU64,
    running: AtomicUsize,
    /// A phase begins, or all is over.
    begins: Condvar,
    /// The last helper has left the phase.
    ends: Condvar,
}

struct Shared<P> {
    /// The phase that helpers may join.
    phase: Option<P>,
    is_over: bool,
}

impl<'a, P: Copy + Send> Helpers<'a, P> {
    /// Runs `lead`, which may share phases with so many threads less one. `help` takes part in a phase until it has no
    /// units left.
    pub(crate) fn run<R>(
        threads: usize,
        help: &'a (dyn Fn(P) + Sync),
        lead: impl FnOnce(&Helpers<'a, P>) -> R,
    ) -> R {
        let helpers = Helpers {
            help,
            shared: Mutex::new(Shared { phase: None, is_over: false }),
            number: AtomicU64::new(0),
            running: AtomicUsize::new(0),
            begins: Condvar::new(),
            ends: Condvar::new(),
        };
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
    pub(crate) fn share(&self, phase: P) {
        {
            let mut shared = self.shared();
            shared.phase = Some(phase);
            self.number.fetch_add(1, SeqCst);
        }
        self.begins.notify_all();
        (self.help)(phase);
        // Those who come now find nothing to do.
        self.shared().phase = None;
        look_for(|| self.running.load(SeqCst) == 0);
        let mut shared = self.shared();
        while self.running.load(SeqCst) > 0 {
            shared = self.ends.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn wait_and_help(&self) {
        let mut done = 0;
        loop {
            look_for(|| self.number.load(SeqCst) != done);
            let mut shared = self.shared();
            let phase = loop {
                match shared.phase {
                    _ if shared.is_over => return,
                    Some(phase) if self.number.load(SeqCst) != done => break phase,
                    _ => shared = self.begins.wait(shared).unwrap_or_else(PoisonError::into_inner),
                }
            };
            done = self.number.load(SeqCst);
            self.running.fetch_add(1, SeqCst);
            drop(shared);
            let _leaving = Leaving(self);
            (self.help)(phase);
        }
    }

    fn shared(&self) -> MutexGuard<'_, Shared<P>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks for something a little while.
fn look_for(is_so: impl Fn() -> bool) {
    for _ in 0..LOOKS {
        if is_so() {
            return;
        }
        hint::spin_loop();
    }
}

/// A helper at work; it leaves the phase even if it panics.
struct Leaving<'h, 'a, P: Copy + Send>(&'h Helpers<'a, P>);

impl<P: Copy + Send> Drop for Leaving<'_, '_, P> {
    fn drop(&mut self) {
        let _shared = self.0.shared();
        if self.0.running.fetch_sub(1, SeqCst) == 1 {
            self.0.ends.notify_one();
        }
    }
}

/// Lets all helpers go when the lead is done, even if it panics.
struct Dismissal<'h, 'a, P: Copy + Send>(&'h Helpers<'a, P>);

impl<P: Copy + Send> Drop for Dismissal<'_, '_, P> {
    fn drop(&mut self) {
        self.0.shared().is_over = true;
        self.0.number.fetch_add(1, SeqCst);
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
