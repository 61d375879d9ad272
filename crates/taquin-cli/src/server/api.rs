//! The handlers, one file each: a place for the work, its limits and the way of its answer. What is asked and answered is in
//! `taquin-json`.

pub(super) mod analyse;
pub(super) mod check;
pub(super) mod compare;
pub(super) mod hint;
pub(super) mod scramble;
pub(super) mod solve;
pub(super) mod status;
pub(super) mod trace;

use super::error::ApiError;

/// Runs work that takes longer than a moment on a thread of its own. A panic ends this work only.
pub(super) async fn on_a_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "work failed");
        ApiError::failed()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::client::Client;
    use crate::server::jobs::{Job, Jobs};
    use crate::server::queue::{Errand, Kind, Queue};
    use crate::server::stream;
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::Arc;
    use std::time::Duration;
    use taquin::Shape;

    async fn begin(jobs: &Arc<Jobs>) -> Job {
        let client = Client::from(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let errand = Errand::new(client, Kind::Solve, Shape::new(5, 5, 1).unwrap());
        jobs.begin(errand).await.expect("the place is free")
    }

    #[tokio::test]
    async fn a_panic_ends_its_own_work_with_a_problem_and_gives_the_place_back() {
        let jobs = Arc::new(Jobs::new(Queue::new(1, 1, 0)));
        let job = begin(&jobs).await;
        let answer = on_a_thread(move || {
            let _job = job;
            panic!("on purpose");
        });
        let error: Result<(), ApiError> = answer.await;
        assert_eq!(error.unwrap_err().status(), 500);
        assert_eq!(jobs.count(), 0);
        assert!(on_a_thread(|| 7).await.is_ok_and(|seven| seven == 7));
    }

    #[tokio::test]
    async fn a_panic_of_work_that_sends_as_it_goes_is_the_last_thing_sent() {
        let jobs = Arc::new(Jobs::new(Queue::new(1, 1, 0)));
        let (mut outlet, inlet) = stream::outlet(begin(&jobs).await, Duration::from_secs(60));
        let work = move || -> u16 {
            outlet.send(1).expect("there is room");
            panic!("on purpose");
        };
        let last = |answer: Result<u16, ApiError>| answer.unwrap_or_else(|error| error.status());
        let mut pieces = inlet.run(work, last);
        assert_eq!(
            (pieces.recv().await, pieces.recv().await, pieces.recv().await),
            (Some(1), Some(500), None)
        );
        assert_eq!(jobs.count(), 0);
    }
}
