//! Answers sent while the work goes on: server-sent events for whoever asks for them, and lines.
//!
//! The work sends into a channel from its own thread. If the client goes away the stream is
//! dropped, and with it the leash that keeps the search alive.

use super::jobs::Leash;
use axum::body::Body;
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::mpsc::Receiver;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// A named piece of news.
pub(super) trait News: Serialize + Send + 'static {
    /// The name of the event.
    fn name(&self) -> &'static str;
}

/// Whether the client asked for events rather than for one answer at the end.
pub(super) fn wanted(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepts.is_some_and(|accepts| accepts.contains("text/event-stream"))
}

/// Sends the news on as it comes.
pub(super) fn events<N: News>(news: Receiver<N>, leash: Leash) -> Response {
    let events = ReceiverStream::new(news).map(move |news| {
        let _held = &leash;
        Event::default().event(news.name()).json_data(&news)
    });
    let keep_alive = KeepAlive::new().interval(Duration::from_secs(1));
    Sse::new(events).keep_alive(keep_alive).into_response()
}

/// Sends pieces of JSON lines on as they come.
pub(super) fn lines(pieces: Receiver<Vec<u8>>, leash: Leash) -> Response {
    let pieces = ReceiverStream::new(pieces).map(move |piece| {
        let _held = &leash;
        Ok::<_, Infallible>(piece)
    });
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(pieces)).into_response()
}
