//! `POST /trace`: a search event by event, as `taquin trace --format json` writes it.

use crate::server::Server;
use crate::server::client::Client;
use crate::server::error::ApiError;
use crate::server::queue::{Errand, Kind};
use crate::server::request::Body;
use crate::server::stream;
use crate::solver;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use std::io;
use std::sync::Arc;
use taquin_json::trace::{TraceRequest, write};

/// Searches and writes down every event, a line of JSON each.
#[cfg_attr(test, utoipa::path(post, path = "/trace", request_body = TraceRequest, responses(
    (status = 200, body = taquin::trace::Event, content_type = "application/x-ndjson", description = "Lines of events"),
    crate::server::openapi::Refusals,
)))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    Extension(client): Extension<Client>,
    Body(request): Body<TraceRequest>,
) -> Result<Response, ApiError> {
    let posed = request.posed()?;
    let shape = posed.start.shape();
    let choice = request.choice(shape)?;
    let asked = request.asked()?;
    let errand = Errand::new(client, Kind::Trace, shape);
    let job = server.jobs.begin(errand).await?;
    let leash = job.leash();
    let pace = server.caps.pace(errand.length);
    let limits = server.caps.grant(asked, errand.length, job.cancel.clone());
    let time = limits.time.unwrap_or(server.caps.time);
    let solver = server.solver.clone().choice(choice).limits(limits);
    let goal = posed.goal.clone();
    let prepared = super::on_a_thread(pace, move || {
        solver.prepare_watched(&goal).map_err(|error| solver::failure(error, &goal))
    });
    let recording = request.recording(posed, prepared.await??)?;
    let (mut outlet, inlet) = stream::outlet(job, time);
    let work = move || write(&recording, &mut |piece| outlet.send(Ok(piece)).is_ok());
    let last = |rest: Result<io::Result<Vec<u8>>, ApiError>| {
        rest.unwrap_or_else(|_| Err(io::Error::other("failed")))
    };
    Ok(stream::lines(inlet.run(pace, work, last), leash))
}
