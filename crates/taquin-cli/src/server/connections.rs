//! The open connections: never more than the server can afford.
//!
//! When all are taken, a connection on which nothing has been asked makes room: of the client with the most
//! connections, the one that has been quiet the longest. A request is asked when all of it has arrived, so
//! neither half-open connections nor unfinished requests nor idle clients keep others out. Only when every
//! connection waits for an answer do newcomers wait.

use super::client::Client;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// Files that are no connections: tables, pipes, what the runtime needs.
const OTHER_FILES: u64 = 64;
/// Connections if the system would allow any number.
const USUAL_MOST: u64 = 1000;
/// That all connections are taken is logged this often.
const LOG_PACE: Duration = Duration::from_secs(10);

/// How many connections there may be: as many as asked for, but no more than the system has files for.
pub(super) fn most(asked: Option<NonZeroUsize>) -> usize {
    let affordable = file_limit().map_or(u64::MAX, |files| files.saturating_sub(OTHER_FILES).max(1));
    let wanted = asked.map_or(USUAL_MOST, |asked| asked.get() as u64);
    if asked.is_some() && wanted > affordable {
        tracing::warn!(wanted, affordable, "fewer connections than asked for: raise the limit of open files");
    }
    wanted.min(affordable) as usize
}

#[cfg(unix)]
fn file_limit() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

#[cfg(not(unix))]
fn file_limit() -> Option<u64> {
    None
}

/// The connections there are.
pub(super) struct Connections {
    most: usize,
    state: Mutex<State>,
    /// Told when a connection has ended or gone quiet.
    changed: Notify,
}

#[derive(Default)]
struct State {
    open: HashMap<u64, Open>,
    accepted: u64,
    logged: Option<Instant>,
}

struct Open {
    client: Client,
    /// Since when nothing has been asked; nothing while an answer is on its way.
    quiet: Option<Instant>,
    close: Arc<Notify>,
}

impl Connections {
    pub(super) fn new(most: usize) -> Connections {
        Connections { most, state: Mutex::default(), changed: Notify::new() }
    }

    /// Waits until another connection may be accepted.
    pub(super) async fn room(&self) {
        loop {
            let changed = self.changed.notified();
            if self.make_room() {
                return;
            }
            changed.await;
        }
    }

    /// Whether there is room; if not, tells a quiet connection to make some.
    fn make_room(&self) -> bool {
        let mut state = self.lock();
        if state.open.len() < self.most {
            return true;
        }
        let now = Instant::now();
        if state.logged.is_none_or(|logged| now - logged >= LOG_PACE) {
            state.logged = Some(now);
            tracing::warn!(connections = self.most, "all connections are taken: quiet ones are closed");
        }
        if let Some(quiet) = state.quietest() {
            quiet.close.notify_one();
        }
        false
    }

    /// Counts a connection that has been accepted.
    pub(super) fn seat(self: &Arc<Connections>, client: Client) -> Seat {
        let mut state = self.lock();
        state.accepted += 1;
        let number = state.accepted;
        let close = Arc::new(Notify::new());
        state.open.insert(number, Open { client, quiet: Some(Instant::now()), close: close.clone() });
        Seat { connections: self.clone(), number, close }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.lock().open.len()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Of the client with the most connections that has a quiet one, the one that has been quiet the longest.
    fn quietest(&self) -> Option<&Open> {
        let mut counts = HashMap::new();
        for open in self.open.values() {
            *counts.entry(open.client).or_insert(0) += 1;
        }
        let quiet = self.open.values().filter_map(|open| Some((open, open.quiet?)));
        quiet
            .min_by_key(|&(open, since)| (std::cmp::Reverse(counts[&open.client]), since))
            .map(|(open, _)| open)
    }
}

/// A connection that is counted until this is dropped.
pub(super) struct Seat {
    connections: Arc<Connections>,
    number: u64,
    close: Arc<Notify>,
}

impl Seat {
    /// Waits until the connection has to make room for others.
    pub(super) async fn wanted(&self) {
        self.close.notified().await;
    }

    /// A request has arrived to its end: the connection is not quiet until the answer has been sent.
    pub(super) fn asked(&self) {
        self.set_quiet(None);
    }

    /// What an answer holds until it has been sent.
    pub(super) fn answering(self: &Arc<Seat>) -> Answering {
        Answering(self.clone())
    }

    fn set_quiet(&self, quiet: Option<Instant>) {
        if let Some(open) = self.connections.lock().open.get_mut(&self.number) {
            open.quiet = quiet;
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.connections.lock().open.remove(&self.number);
        self.connections.changed.notify_waiters();
    }
}

/// An answer on its way.
pub(super) struct Answering(Arc<Seat>);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.set_quiet(Some(Instant::now()));
        self.0.connections.changed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn client(last: u8) -> Client {
        Client::from(IpAddr::from([192, 0, 2, last]))
    }

    #[tokio::test]
    async fn the_longest_quiet_connection_of_the_client_with_the_most_makes_room() {
        let connections = Arc::new(Connections::new(4));
        let alone = Arc::new(connections.seat(client(1)));
        let [busy, quiet, newer] = std::array::from_fn(|_| Arc::new(connections.seat(client(2))));
        let answering = busy.answering();
        busy.asked();
        assert!(!connections.make_room());
        quiet.wanted().await;
        drop(quiet);
        connections.room().await;
        assert_eq!(connections.count(), 3);
        drop((alone, newer, answering));
    }

    #[tokio::test]
    async fn newcomers_wait_while_every_connection_waits_for_an_answer() {
        let connections = Arc::new(Connections::new(1));
        let seat = Arc::new(connections.seat(client(1)));
        let answering = seat.answering();
        seat.asked();
        let waiting = tokio::spawn({
            let connections = connections.clone();
            async move { connections.room().await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(answering);
        seat.wanted().await;
        drop(seat);
        waiting.await.unwrap();
    }
}
