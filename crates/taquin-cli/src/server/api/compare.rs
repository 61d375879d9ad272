//! `POST /compare`: several ways to search on the same boards, one result after the other.

use crate::commands::scramble::system_seed;
use crate::failure::Failure;
use crate::server::Server;
use crate::server::client::Client;
use crate::server::error::ApiError;
use crate::server::queue::{Errand, Kind};
use crate::server::request::Body;
use crate::server::stream;
use crate::solver;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use std::sync::Arc;
use taquin_json::compare::{CompareNews, CompareRequest, Done};

/// Runs several searches on the same boards.
///
/// With `Accept: text/event-stream` the answer is a stream of events: `started`, `row` …, `done` or `failed`.
/// Otherwise it is all rows at the end. All searches together get the time the server grants to one request;
/// those that are left out then have no row.
#[cfg_attr(test, utoipa::path(post, path = "/compare", request_body = CompareRequest, responses(
    (status = 200, description = "The rows",
     content((Vec<taquin_json::compare::CompareRow> = "application/json"), (CompareNews = "text/event-stream"))),
    crate::server::openapi::Refusals,
)))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Body(request): Body<CompareRequest>,
) -> Result<Response, ApiError> {
    let comparison = request.read(system_seed())?;
    let asked = request.asked()?;
    let goal = comparison.goal.clone();
    let errand = Errand::new(client, Kind::Compare, goal.shape());
    let job = server.jobs.begin(errand).await?;
    let leash = job.leash();
    let limits = server.caps.grant(asked, errand.length, job.cancel.clone());
    let (solver, time) = (server.solver.clone(), server.caps.time);
    let race = super::on_a_thread(move || comparison.prepare(&solver, limits, time)).await?;
    let race = race.map_err(|error| solver::failure(error, &goal))?;
    let (mut outlet, inlet) = stream::outlet(job, server.caps.time);
    let work = move || {
        let name = outlet.job.name.clone();
        let done = race.run(&name, &mut |news| outlet.send(news).is_ok());
        done.map_err(|error| solver::failure(error, &goal))
    };
    let last = |done: Result<Result<Done, Failure>, ApiError>| match done.and_then(|done| Ok(done?)) {
        Ok(done) => CompareNews::Done(done),
        Err(error) => CompareNews::Failed(error.into()),
    };
    let mut news = inlet.run(work, last);
    if stream::wanted(&headers) {
        return Ok(stream::events(news, leash));
    }
    let mut rows = Vec::new();
    while let Some(news) = news.recv().await {
        match news {
            CompareNews::Row(row) => rows.push(row),
            CompareNews::Failed(refusal) => return Err(refusal.into()),
            CompareNews::Started(_) | CompareNews::Done(_) => {}
        }
    }
    drop(leash);
    Ok(Json(rows).into_response())
}
