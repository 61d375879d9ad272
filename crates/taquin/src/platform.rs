//! What an operating system gives and a browser does not: a clock and threads. Apart from files, which the feature `store`
//! adds, the rest of the library is plain computing.
//!
//! | target | clock | threads |
//! |---|---|---|
//! | `wasm32-unknown-unknown` | the one given with [`set_clock`]; until then time stands still | none: searches work on the thread that calls them, however many they are told to use |
//! | all others | the system's | the system's |
//!
//! While time stands still a time limit is never reached and every search takes no time at all. Limits of nodes and of
//! memory, [`Cancel`](crate::search::Cancel) and an [`Observer`](crate::search::Observer) work as everywhere.

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
#[cfg_attr(test, allow(unreachable_pub, reason = "public in browsers alone"))]
mod given_clock;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use given_clock::Instant;
/// A moment by the clock that searches go by.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

/// Tells the time, as the time since any moment that stays the same.
pub type Clock = fn() -> Duration;

/// Gives the library a clock where the system has none; the first one given stays. In a browser it would ask
/// `performance.now()`. Where the system has a clock this does nothing.
///
/// ```
/// use std::time::Duration;
///
/// // Stands for a call of JavaScript.
/// fn milliseconds() -> f64 {
///     1234.5
/// }
///
/// taquin::platform::set_clock(|| Duration::from_secs_f64(milliseconds() / 1000.0));
/// ```
pub fn set_clock(clock: Clock) {
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    given_clock::set(clock);
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    let _ = clock;
}

/// Whether time passes.
pub(crate) fn is_ticking() -> bool {
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    return given_clock::is_set();
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    true
}

/// Does some work on a thread of its own, unless the system gives none.
pub(crate) fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    // As an object: what starts a thread is compiled for every kind of result, not for every kind of work.
    let work: Box<dyn FnOnce() -> T + Send + 'scope> = Box::new(work);
    // Where there are no threads this is an error, never a panic.
    thread::Builder::new().spawn_scoped(scope, work)
}

/// Waits for another thread. Where there is none, there is nothing to wait for.
pub(crate) fn sleep(time: Duration) {
    if cfg!(not(all(target_family = "wasm", target_os = "unknown"))) {
        thread::sleep(time);
    }
}

/// What another thread sends, if it does within a time. Where there are no threads it is not waited for.
pub(crate) fn recv_timeout<T>(receiver: &Receiver<T>, time: Duration) -> Result<T, RecvTimeoutError> {
    if cfg!(not(all(target_family = "wasm", target_os = "unknown"))) {
        return receiver.recv_timeout(time);
    }
    receiver.try_recv().map_err(|error| match error {
        TryRecvError::Empty => RecvTimeoutError::Timeout,
        TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
    })
}
