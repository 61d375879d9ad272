//! `POST /solve`: a search with its progress, or its answer alone.

use crate::failure::Failure;
use crate::server::Server;
use crate::server::client::Client;
use crate::server::error::ApiError;
use crate::server::queue::{Errand, Kind};
use crate::server::request::Body;
use crate::server::stream::{self, Outlet};
use crate::solver;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use std::sync::Arc;
use taquin::{Problem, Solver};
use taquin_json::request::SolveRequest;
use taquin_json::solve::{SolveAnswer, SolveNews, Watch};

/// Solves a board.
///
/// With `Accept: text/event-stream` the answer is a stream of events: `started`, `progress` …,
/// `result`, or `failed` if there is none; while tables are built `progress` comes before `started`. Otherwise it is
/// the result alone. The search is cancelled
/// when the client goes away.
#[cfg_attr(test, utoipa::path(post, path = "/solve", request_body = SolveRequest, responses(
    (status = 200, description = "What was found, or that there is no solution",
     content((SolveAnswer = "application/json"), (SolveNews = "text/event-stream"))),
    crate::server::openapi::Refusals,
)))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Body(request): Body<SolveRequest>,
) -> Result<Response, ApiError> {
    let posed = request.posed()?;
    let choice = request.choice(posed.start.shape())?;
    let metric = choice.metric;
    let asked = request.asked()?;
    let errand = Errand::new(client, Kind::Solve, posed.start.shape());
    let job = server.jobs.begin(errand).await?;
    let leash = job.leash();
    let limits = server.caps.grant(asked, errand.length, job.cancel.clone());
    let solver = server.solver.clone().choice(choice).limits(limits);
    // What cannot be done at all is refused before anything is streamed.
    solver.plan(&posed.goal).map_err(|error| solver::failure(error, &posed.goal))?;
    let (outlet, inlet) = stream::outlet(job, server.caps.time);
    let work = move || match posed.problem() {
        Ok(problem) => search(&request, &outlet, &problem, &solver),
        Err(_) => Ok(SolveAnswer::unsolvable(&posed, metric)),
    };
    if stream::wanted(&headers) {
        let last = |answer: Result<Result<SolveAnswer, Failure>, ApiError>| match answer
            .and_then(|answer| Ok(answer?))
        {
            Ok(answer) => SolveNews::Result(Box::new(answer)),
            Err(error) => SolveNews::Failed(error.into()),
        };
        return Ok(stream::events(inlet.run(work, last), leash));
    }
    let answer = super::on_a_thread(work).await??;
    drop(leash);
    Ok(Json(answer).into_response())
}

fn search(
    request: &SolveRequest,
    outlet: &Outlet<SolveNews>,
    problem: &Problem,
    solver: &Solver,
) -> Result<SolveAnswer, Failure> {
    // What the client is too slow to take is dropped.
    let mut watch = Watch::new(&outlet.job.name, |news| outlet.mention(news));
    let searched = SolveAnswer::search(request, solver, problem, &mut watch);
    let (answer, solved) = searched.map_err(|error| solver::failure(error, problem.goal()))?;
    tracing::info!(
        job = outlet.job.name,
        search = solved.described(),
        expanded = solved.stats().expanded,
        seconds = solved.stats().elapsed.as_secs_f64(),
        solved = solved.solution().is_some(),
        "search ended"
    );
    Ok(answer)
}
