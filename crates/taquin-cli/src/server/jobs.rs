//! Work under way: each has a place in the [`Queue`] and can be cancelled, for instance by dropping the [`Leash`] that the
//! answer holds.
//!
//! A search keeps its place until it has really ended, not until its client is gone: so cancelled work that
//! is still winding down is counted.

use super::error::ApiError;
use super::queue::{Entry, Errand, Length, Place, Queue};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use taquin::search::Cancel;

/// The work under way.
pub(super) struct Jobs {
    queue: Arc<Queue>,
    running: Mutex<HashMap<String, Cancel>>,
    begun: AtomicU64,
    /// Makes names that cannot be guessed, so that no client cancels what another asked for.
    names: RandomState,
}

impl Jobs {
    pub(super) fn new(queue: Queue) -> Jobs {
        Jobs {
            queue: Arc::new(queue),
            running: Mutex::default(),
            begun: AtomicU64::new(0),
            names: RandomState::new(),
        }
    }

    /// Waits for a place, or says why there is none.
    pub(super) async fn begin(self: &Arc<Jobs>, errand: Errand) -> Result<Job, ApiError> {
        let place = self.ask(errand)?.place(&mut |_| {}).await.map_err(ApiError::refused)?;
        Ok(self.job(self.name(), Cancel::new(), place))
    }

    /// A place, or a turn to wait for.
    pub(super) fn ask(&self, errand: Errand) -> Result<Entry, ApiError> {
        self.queue.ask(errand).map_err(ApiError::refused)
    }

    /// A new name.
    pub(super) fn name(&self) -> String {
        format!("{:016x}", self.names.hash_one(self.begun.fetch_add(1, Ordering::Relaxed)))
    }

    /// Work that has got its place.
    pub(super) fn job(self: &Arc<Jobs>, name: String, cancel: Cancel, place: Place) -> Job {
        self.running().insert(name.clone(), cancel.clone());
        Job { name, cancel, jobs: self.clone(), place }
    }

    /// Whether others wait for a place of a kind.
    pub(super) fn is_wanted(&self, length: Length) -> bool {
        self.queue.is_wanted(length)
    }

    /// Cancels everything and lets nothing begin any more.
    pub(super) fn close(&self) {
        self.queue.close();
        for cancel in self.running().values() {
            cancel.cancel();
        }
    }

    /// How many are under way.
    pub(super) fn count(&self) -> usize {
        self.running().len()
    }

    /// How many wait for a place.
    pub(super) fn waiting(&self) -> usize {
        self.queue.waiting()
    }

    fn running(&self) -> MutexGuard<'_, HashMap<String, Cancel>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Work that has its place, which it gives back when it is dropped.
pub(super) struct Job {
    pub(super) name: String,
    pub(super) cancel: Cancel,
    jobs: Arc<Jobs>,
    place: Place,
}

impl Job {
    /// What the answer holds.
    pub(super) fn leash(&self) -> Leash {
        Leash(self.cancel.clone())
    }

    /// Whether others wait for the place.
    pub(super) fn is_in_the_way(&self) -> bool {
        self.place.is_wanted()
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.jobs.running().remove(&self.name);
    }
}

/// Cancels the work when it is dropped: its client is gone.
pub(super) struct Leash(Cancel);

impl Drop for Leash {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::client::Client;
    use crate::server::queue::Kind;
    use std::net::{IpAddr, Ipv4Addr};
    use taquin::Shape;

    fn jobs(places: usize) -> Arc<Jobs> {
        Arc::new(Jobs::new(Queue::new(1, places, 0)))
    }

    fn errand() -> Errand {
        let client = Client::from(IpAddr::V4(Ipv4Addr::LOCALHOST));
        Errand::new(client, Kind::Solve, Shape::new(5, 5, 1).unwrap())
    }

    #[tokio::test]
    async fn there_are_never_more_than_allowed_and_places_come_back() {
        let jobs = jobs(2);
        let first = jobs.begin(errand()).await.ok().unwrap();
        let second = jobs.begin(errand()).await.ok().unwrap();
        assert!(jobs.begin(errand()).await.is_err());
        assert_ne!(first.name, second.name);
        drop(first);
        assert_eq!(jobs.count(), 1);
        assert!(jobs.begin(errand()).await.is_ok());
    }

    #[tokio::test]
    async fn a_search_is_cancelled_by_its_leash_and_at_the_end() {
        let jobs = jobs(2);
        let by_leash = jobs.begin(errand()).await.ok().unwrap();
        drop(by_leash.leash());
        assert!(by_leash.cancel.is_cancelled());
        let at_the_end = jobs.begin(errand()).await.ok().unwrap();
        jobs.close();
        assert!(at_the_end.cancel.is_cancelled() && jobs.begin(errand()).await.is_err());
    }
}
