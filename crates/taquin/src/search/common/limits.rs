//! When a search has to give up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a search may use. The default is no limit at all.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Bytes held by the search's own tables and lists.
    pub memory: Option<u64>,
    /// Nodes expanded.
    pub nodes: Option<u64>,
    /// A switch that another thread can throw.
    pub cancel: Option<Cancel>,
}

/// A switch that stops every search holding a clone of it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A switch that has not been thrown.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Throws the switch.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been thrown.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A switch that is thrown when the flag is raised, in a signal handler for instance.
impl From<Arc<AtomicBool>> for Cancel {
    fn from(flag: Arc<AtomicBool>) -> Cancel {
        Cancel(flag)
    }
}
