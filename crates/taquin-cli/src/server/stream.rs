//! Lines sent while the work goes on.
//!
//! The work sends through an [`Outlet`] from its own thread. If the client goes away the stream is dropped, and
//! with it the leash that keeps the search alive. If the client reads slowly the work waits for it, but not
//! beyond its time, nor for long while others wait for its place.

use super::api::{Pace, on_a_thread};
use super::error::ApiError;
use super::jobs::{Job, Leash};
use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use std::io;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{OwnedPermit, Receiver, Sender, channel};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// Pieces that wait for the client before the work does.
const AHEAD: usize = 32;
/// While it waits for its client, work looks this often whether it should go on waiting.
const GLANCE: Duration = Duration::from_millis(50);
/// How long work may wait for its client, all in all, while others wait for its place.
const COURTESY: Duration = Duration::from_secs(2);

/// The client does not take what the work sends.
#[derive(Debug)]
pub(super) struct NotTaken;

/// A place, and the way for its work to the client.
pub(super) struct Outlet<T> {
    pub(super) job: Job,
    sender: Sender<T>,
    runtime: Handle,
    deadline: Instant,
    waited: Duration,
}

/// What work sends, and room for one last thing whatever the client does.
pub(super) struct Inlet<T> {
    pub(super) pieces: Receiver<T>,
    last: OwnedPermit<T>,
}

/// A way from work to its client. The work waits for the client until its time is over.
pub(super) fn outlet<T>(job: Job, time: Duration) -> (Outlet<T>, Inlet<T>) {
    let (sender, pieces) = channel(AHEAD + 1);
    let last = sender.clone().try_reserve_owned();
    let last = last.unwrap_or_else(|_| unreachable!("the channel is new, open and empty"));
    let deadline = Instant::now() + time;
    (
        Outlet { job, sender, runtime: Handle::current(), deadline, waited: Duration::ZERO },
        Inlet { pieces, last },
    )
}

impl<T> Outlet<T> {
    /// Sends, and waits for the client if it has not yet read what was sent before.
    pub(super) fn send(&mut self, piece: T) -> Result<(), NotTaken> {
        let piece = match self.sender.try_send(piece) {
            Ok(()) => return Ok(()),
            Err(TrySendError::Closed(_)) => return Err(NotTaken),
            Err(TrySendError::Full(piece)) => piece,
        };
        let began = Instant::now();
        loop {
            match self.runtime.block_on(async { tokio::time::timeout(GLANCE, self.sender.reserve()).await }) {
                Ok(Ok(room)) => {
                    room.send(piece);
                    self.waited += began.elapsed();
                    return Ok(());
                }
                Ok(Err(_)) => return Err(NotTaken),
                Err(_) if self.is_over(self.waited + began.elapsed()) => return Err(NotTaken),
                Err(_) => {}
            }
        }
    }

    fn is_over(&self, waited: Duration) -> bool {
        self.job.cancel.is_cancelled()
            || Instant::now() >= self.deadline
            || waited >= COURTESY && self.job.is_in_the_way()
    }
}

impl<T: Send + 'static> Inlet<T> {
    /// Runs the work, and sends what is made of its result, or of its failure, as the last piece.
    pub(super) fn run<R: Send + 'static>(
        self,
        pace: Pace,
        work: impl FnOnce() -> R + Send + 'static,
        last: impl FnOnce(Result<R, ApiError>) -> T + Send + 'static,
    ) -> Receiver<T> {
        let Inlet { pieces, last: room } = self;
        tokio::spawn(async move { room.send(last(on_a_thread(pace, work).await)) });
        pieces
    }
}

/// Sends pieces of JSON lines on as they come; an error ends the connection, so that what is not whole does
/// not look whole.
pub(super) fn lines(pieces: Receiver<io::Result<Vec<u8>>>, leash: Leash) -> Response {
    let pieces = ReceiverStream::new(pieces).map(move |piece| {
        let _held = &leash;
        piece
    });
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(pieces)).into_response()
}
