//! Signals that end the program: Ctrl-C, a polite kill (SIGTERM), a terminal that is closed (SIGHUP).
//!
//! The first one asks the searches to stop and say what they have proved, and unfinished files are removed; then the program
//! dies by the signal, so that a shell ends its loops. The second one ends the program at once.

use crate::failure::Failure;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use taquin::search::Cancel;

/// The signal that was received, 0 if none was.
static RECEIVED: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// The switch that the signals throw. Call it once, and only after input that may have to be waited
/// for has arrived: until then signals end the program as they do any other.
pub(crate) fn cancel_on_interrupt() -> Result<Cancel, Failure> {
    let flag = Arc::default();
    listen(&flag)?;
    Ok(Cancel::from(flag))
}

/// Makes the signals raise a flag that exists already.
pub(crate) fn listen(raised: &Arc<AtomicBool>) -> Result<(), Failure> {
    for signal in signals() {
        // Actions run in the order in which they are registered: the first signal finds the flag down.
        flag::register_conditional_default(signal, raised.clone())
            .and_then(|_| flag::register(signal, raised.clone()))
            .and_then(|_| flag::register_usize(signal, RECEIVED.clone(), signal as usize))
            .map_err(|error| Failure::new(format_args!("cannot listen for Ctrl-C: {error}")))?;
    }
    Ok(())
}

/// Ctrl-C was typed where the terminal does not turn it into a signal.
pub(crate) fn typed() {
    RECEIVED.store(SIGINT as usize, Ordering::Relaxed);
}

/// Dies by the signal that told the program to end, if one did. Everything has been said and written by now.
pub(crate) fn end_as_told() {
    let signal = RECEIVED.load(Ordering::Relaxed);
    if signal > 0 {
        // A signal that cannot be passed on leaves the exit code of the verdict.
        let _ = signal_hook::low_level::emulate_default_handler(signal as i32);
    }
}

#[cfg(unix)]
fn signals() -> Vec<i32> {
    use signal_hook::consts::SIGHUP;
    let mut signals = vec![SIGINT, SIGTERM];
    // `nohup` starts programs that go on when their terminal is closed.
    if !is_ignored(SIGHUP) {
        signals.push(SIGHUP);
    }
    signals
}

#[cfg(not(unix))]
fn signals() -> Vec<i32> {
    vec![SIGINT, SIGTERM]
}

/// Whether the program was started with a signal ignored, as far as the system tells (Linux does).
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
