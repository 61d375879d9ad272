//! `POST /compare`: several ways to search on the same boards, one result after the other.

use crate::commands::scramble::system_seed;
use crate::server::Server;
use crate::server::client::Client;
use crate::server::error::ApiError;
use crate::server::jobs::Job;
use crate::server::queue::{Errand, Kind};
use crate::server::request::Body;
use crate::server::searches::{self, Question, Search};
use crate::solver;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use std::sync::Arc;
use taquin_json::compare::{CompareNews, CompareRequest};

/// Runs several searches on the same boards.
///
/// With `Accept: text/event-stream` the answer is a stream of events: `queued` while there is no place for it, `started`,
/// `row` …, `done` or `failed`.
/// Otherwise it is all rows at the end. All searches together get the time the server grants to one request;
/// those that are left out then have no row. A header `Taquin-Owner` lets a client come back to it, see `/jobs`.
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
    let solver = server.solver.clone();
    // What cannot be done at all is refused before anything is streamed.
    comparison.plan(&solver).map_err(|error| solver::failure(error, &goal))?;
    let own = server.clone();
    let work = move |job: &Job, tell: &mut dyn FnMut(CompareNews) -> bool| {
        let limits = own.caps.grant(asked, errand.length, job.cancel.clone());
        let race = comparison.prepare(&solver, limits, own.caps.time);
        let done = race.and_then(|race| race.run(&job.name, tell));
        done.map_err(|error| ApiError::from(solver::failure(error, &goal)))
    };
    if searches::wanted(&headers) {
        let question = Question::new("compare", &request, &headers)?;
        let work = move |job: &Job, search: &Search| {
            let done = work(job, &mut |news| {
                search.tell(&news);
                true
            });
            done.map(CompareNews::Done)
        };
        return searches::begin(&server, question, errand, work);
    }
    let job = server.jobs.begin(errand).await?;
    let _leash = job.leash();
    let rows = super::on_a_thread(server.caps.pace(errand.length), move || {
        let mut rows = Vec::new();
        let mut keep = |news| {
            if let CompareNews::Row(row) = news {
                rows.push(row);
            }
            true
        };
        work(&job, &mut keep).map(|_| rows)
    });
    Ok(Json(rows.await??).into_response())
}
