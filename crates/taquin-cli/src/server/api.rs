//! The handlers, one file each: a place for the work, its limits and the way of its answer. What is asked and answered is in
//! `taquin-json`.

pub(super) mod analyse;
pub(super) mod check;
pub(super) mod compare;
pub(super) mod hint;
pub(super) mod jobs;
pub(super) mod scramble;
pub(super) mod solve;
pub(super) mod status;
pub(super) mod trace;

use super::error::ApiError;

/// Whether work lets other work go first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    Usual,
    /// It has only the processors that are not needed for work of the usual pace.
    Giving,
}

/// Runs work that takes longer than a moment on a thread of its own. A panic ends this work only.
pub(super) async fn on_a_thread<T: Send + 'static>(
    pace: Pace,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let failed = |error: &dyn std::fmt::Display| {
        tracing::error!(%error, "work failed");
        ApiError::failed()
    };
    if pace == Pace::Usual {
        return tokio::task::spawn_blocking(work).await.map_err(|error| failed(&error));
    }
    // Threads of the pool are for all work, and a thread cannot take back that it lets others go first.
    let (sender, done) = tokio::sync::oneshot::channel();
    let thread = std::thread::Builder::new().name("search".into()).spawn(move || {
        give_way();
        let _ = sender.send(work());
    });
    thread.map_err(|error| failed(&error))?;
    done.await.map_err(|error| failed(&error))
}

/// Gives this thread, and those that it starts, a lower priority. Elsewhere than on Linux that would be all of the process.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::debug!(%error, "a search runs at the usual priority");
    }
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
        let answer = on_a_thread(Pace::Usual, move || {
            let _job = job;
            panic!("on purpose");
        });
        let error: Result<(), ApiError> = answer.await;
        assert_eq!(error.unwrap_err().status(), 500);
        assert_eq!(jobs.count(), 0);
        for pace in [Pace::Usual, Pace::Giving] {
            assert!(on_a_thread(pace, || 7).await.is_ok_and(|seven| seven == 7));
        }
        let error: Result<(), ApiError> = on_a_thread(Pace::Giving, || panic!("on purpose")).await;
        assert_eq!(error.unwrap_err().status(), 500);
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
        let mut pieces = inlet.run(Pace::Usual, work, last);
        assert_eq!(
            (pieces.recv().await, pieces.recv().await, pieces.recv().await),
            (Some(1), Some(500), None)
        );
        assert_eq!(jobs.count(), 0);
    }
}
