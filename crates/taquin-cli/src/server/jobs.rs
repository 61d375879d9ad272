//! Searches under way: never more than the server allows, and each can be cancelled, by name or by
//! dropping the [`Leash`] that whoever waits for the answer holds.
//!
//! A search keeps its place until it has really ended, not until nobody waits for it any more: so
//! cancelled work that is still winding down is counted.

use super::error::ApiError;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use taquin::search::Cancel;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The places of the server and who has them.
pub(super) struct Jobs {
    places: Arc<Semaphore>,
    most: usize,
    running: Mutex<HashMap<String, Cancel>>,
    begun: AtomicU64,
    /// Makes names that cannot be guessed, so that nobody cancels what others asked for.
    names: RandomState,
}

impl Jobs {
    pub(super) fn new(most: usize) -> Jobs {
        Jobs {
            places: Arc::new(Semaphore::new(most)),
            most,
            running: Mutex::default(),
            begun: AtomicU64::new(0),
            names: RandomState::new(),
        }
    }

    /// Takes a place, or refuses.
    pub(super) fn begin(self: &Arc<Jobs>) -> Result<Job, ApiError> {
        let place = self.places.clone().try_acquire_owned().map_err(|_| ApiError::busy())?;
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        let name = format!("{:016x}", self.names.hash_one(number));
        let cancel = Cancel::new();
        self.running().insert(name.clone(), cancel.clone());
        Ok(Job { name, cancel, jobs: self.clone(), _place: place })
    }

    /// Cancels a search; false if there is none of this name.
    pub(super) fn cancel(&self, name: &str) -> bool {
        let running = self.running();
        let found = running.get(name);
        if let Some(cancel) = found {
            cancel.cancel();
        }
        found.is_some()
    }

    /// Cancels everything and lets nothing begin any more.
    pub(super) fn close(&self) {
        self.places.close();
        for cancel in self.running().values() {
            cancel.cancel();
        }
    }

    /// How many searches are under way.
    pub(super) fn count(&self) -> usize {
        self.running().len()
    }

    /// How many there may be.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    fn running(&self) -> MutexGuard<'_, HashMap<String, Cancel>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place that is taken, given back when it is dropped.
pub(super) struct Job {
    pub(super) name: String,
    pub(super) cancel: Cancel,
    jobs: Arc<Jobs>,
    _place: OwnedSemaphorePermit,
}

impl Job {
    /// What whoever waits for the answer holds.
    pub(super) fn leash(&self) -> Leash {
        Leash(self.cancel.clone())
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.jobs.running().remove(&self.name);
    }
}

/// Cancels the search when it is dropped: nobody waits any more.
pub(super) struct Leash(Cancel);

impl Drop for Leash {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_never_more_than_allowed_and_places_come_back() {
        let jobs = Arc::new(Jobs::new(2));
        let first = jobs.begin().ok().unwrap();
        let second = jobs.begin().ok().unwrap();
        assert!(jobs.begin().is_err());
        assert_ne!(first.name, second.name);
        drop(first);
        assert_eq!(jobs.count(), 1);
        assert!(jobs.begin().is_ok());
    }

    #[test]
    fn a_search_is_cancelled_by_name_by_its_leash_and_at_the_end() {
        let jobs = Arc::new(Jobs::new(3));
        let by_name = jobs.begin().ok().unwrap();
        assert!(jobs.cancel(&by_name.name) && by_name.cancel.is_cancelled());
        assert!(!jobs.cancel("nobody"));
        let by_leash = jobs.begin().ok().unwrap();
        drop(by_leash.leash());
        assert!(by_leash.cancel.is_cancelled());
        let at_the_end = jobs.begin().ok().unwrap();
        jobs.close();
        assert!(at_the_end.cancel.is_cancelled() && jobs.begin().is_err());
    }
}
