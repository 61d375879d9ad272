//! When a search has to give up.

use super::spare_threads::SpareThreads;
use super::unit_ledger::UnitLedger;
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
    /// Threads that may join the search while it runs. `idastar`, `hybrid` and `two-ended` have work for them. They
    /// change no node counts.
    pub spare: Option<SpareThreads>,
    /// What is known of the units of this search, and is told of more. `idastar`, `hybrid` and `two-ended` have units, unless
    /// there is a limit of nodes.
    pub ledger: Option<Arc<dyn UnitLedger>>,
}

impl Limits {
    /// The ledger, if the search may use it.
    pub(crate) fn ledger(&self) -> Option<&dyn UnitLedger> {
        self.ledger.as_deref().filter(|_| self.nodes.is_none())
    }
}

/// A switch that stops every search holding a clone of it.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    thrown: Arc<AtomicBool>,
    /// A switch that counts as this one too.
    above: Option<Arc<Cancel>>,
}

impl Cancel {
    /// A switch that has not been thrown.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Throws the switch.
    pub fn cancel(&self) {
        self.thrown.store(true, Ordering::Relaxed);
    }

    /// Whether it has been thrown.
    pub fn is_cancelled(&self) -> bool {
        self.thrown.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|above| above.is_cancelled())
    }

    /// A switch that is also thrown when this one is, but not the other way round.
    #[must_use]
    pub fn child(&self) -> Cancel {
        Cancel { thrown: Arc::default(), above: Some(Arc::new(self.clone())) }
    }
}

/// A switch that is thrown when the flag is raised, in a signal handler for instance.
impl From<Arc<AtomicBool>> for Cancel {
    fn from(flag: Arc<AtomicBool>) -> Cancel {
        Cancel { thrown: flag, above: None }
    }
}
