//! News as server-sent events, numbered, so that a client can say which it has.

use super::Search;
use super::told::{Phase, Piece};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::channel;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// The header that names the search, before there is any news of it.
const JOB: &str = "taquin-job";
/// Streams show this often that they are alive, and find out whether their client is.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// Sends the news after one of a number, until the answer.
pub(super) fn stream(search: &Arc<Search>, after: u64) -> Response {
    let mut told = search.told.subscribe();
    // A client that reads slowly misses what is out of date by then.
    let (sender, pieces) = channel::<Piece>(1);
    tokio::spawn(async move {
        let mut sent = after;
        loop {
            let (fresh, phase) = {
                let told = told.borrow_and_update();
                (told.after(sent), told.phase)
            };
            for piece in fresh {
                sent = piece.number;
                if sender.send(piece).await.is_err() {
                    return;
                }
            }
            if phase == Phase::Over {
                return;
            }
            tokio::select! {
                changed = told.changed() => if changed.is_err() { return },
                () = sender.closed() => return,
            }
        }
    });
    let events = ReceiverStream::new(pieces).map(|Piece { number, name, json, .. }| {
        Ok::<_, Infallible>(Event::default().id(number.to_string()).event(name).data(&*json))
    });
    let stream = Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT));
    ([(JOB, search.name.clone())], stream).into_response()
}
