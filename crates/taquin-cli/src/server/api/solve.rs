//! `POST /solve`: a search with its progress, or its answer alone.

use crate::failure::Failure;
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
use taquin::{Problem, Solver};
use taquin_json::request::SolveRequest;
use taquin_json::solve::{SolveAnswer, SolveNews, Watch};

/// Solves a board.
///
/// With `Accept: text/event-stream` the answer is a stream of events: `queued` while there is no place for it, `started`,
/// `progress` …, `result`, or `failed` if there is none; while tables are built `progress` comes before `started`.
/// Otherwise it is the result alone. The search is cancelled when the client goes away, unless a header `Taquin-Owner`
/// says who may come back to it, see `/jobs`.
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
    // What cannot be done at all is refused before anything is streamed.
    let solver = server.solver.clone().choice(choice);
    solver.plan(&posed.goal).map_err(|error| solver::failure(error, &posed.goal))?;
    let question = Question::new("solve", &request, &headers)?;
    let own = server.clone();
    let work = move |job: &Job, tell: &mut dyn FnMut(SolveNews) -> bool| match posed.problem() {
        Ok(problem) => {
            let limits = own.caps.grant(asked, errand.length, job.cancel.clone());
            search(&request, &job.name, &problem, &solver.limits(limits), tell).map_err(ApiError::from)
        }
        Err(_) => Ok(SolveAnswer::unsolvable(&posed, metric)),
    };
    if searches::wanted(&headers) {
        let work = move |job: &Job, search: &Search| {
            let answer = work(job, &mut |news| {
                search.tell(&news);
                true
            });
            answer.map(|answer| SolveNews::Result(Box::new(answer)))
        };
        return searches::begin(&server, question, errand, work);
    }
    let job = server.jobs.begin(errand).await?;
    let _leash = job.leash();
    let answer = super::on_a_thread(server.caps.pace(errand.length), move || work(&job, &mut |_| true));
    Ok(Json(answer.await??).into_response())
}

fn search(
    request: &SolveRequest,
    job: &str,
    problem: &Problem,
    solver: &Solver,
    tell: &mut dyn FnMut(SolveNews) -> bool,
) -> Result<SolveAnswer, Failure> {
    let mut watch = Watch::new(job, tell);
    let searched = SolveAnswer::search(request, solver, problem, &mut watch);
    let (answer, solved) = searched.map_err(|error| solver::failure(error, problem.goal()))?;
    tracing::info!(
        job,
        search = solved.described(),
        expanded = solved.stats().expanded,
        seconds = solved.stats().elapsed.as_secs_f64(),
        solved = solved.solution().is_some(),
        "search ended"
    );
    Ok(answer)
}
