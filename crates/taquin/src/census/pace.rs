//! Keeps a count of all boards within its limits. The clock is read only if the time is limited.

use crate::platform::Instant;
use crate::search::{Limits, StopReason};

/// The limits of one call, with the moment at which its time is up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace<'a> {
    limits: &'a Limits,
    deadline: Option<Instant>,
}

impl<'a> Pace<'a> {
    /// The time begins now.
    pub(crate) fn new(limits: &'a Limits) -> Pace<'a> {
        // A time too long for the clock is no limit.
        Pace { limits, deadline: limits.time.and_then(|time| Instant::now().checked_add(time)) }
    }

    /// What forbids to go on after so many boards were expanded.
    pub(crate) fn check(&self, expanded: u64) -> Result<(), StopReason> {
        if self.limits.nodes.is_some_and(|nodes| expanded >= nodes) {
            return Err(StopReason::Nodes);
        }
        self.check_time()
    }

    /// Whether the time is up or the work was cancelled.
    pub(crate) fn check_time(&self) -> Result<(), StopReason> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(StopReason::Time);
        }
        if self.limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled()) {
            return Err(StopReason::Cancelled);
        }
        Ok(())
    }

    /// Whether this many bytes may be held.
    pub(crate) fn allow(&self, bytes: u64) -> Result<(), StopReason> {
        if self.limits.memory.is_some_and(|most| bytes > most) { Err(StopReason::Memory) } else { Ok(()) }
    }
}
