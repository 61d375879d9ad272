//! JSON bodies into boards, choices and limits that can be trusted.
//!
//! Texts are read by the same functions as the command line's, but nothing here ever opens a file.

use super::Server;
use super::caps::Asked;
use super::connections::Seat;
use super::error::ApiError;
use crate::args::{parse_size, parse_time};
use crate::failure::Failure;
use crate::input::{Goal, Posed};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Number;
use std::io::Cursor;
use std::sync::Arc;
use taquin::exact::DistanceTable;
use taquin::heuristic::HeuristicName;
use taquin::notation::source::Source;
use taquin::search::{Algorithm, BadWidth, Weight, Width};
use taquin::solver::Choice;
use taquin::{Board, NamedGoal, Shape};
use utoipa::ToSchema;

/// The largest board the API takes: 10x10, or 4x4x4 with room to spare.
const MOST_CELLS: usize = 100;

/// A JSON body; anything else is refused with problem+json.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<Server>> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, server: &Arc<Server>) -> Result<Body<T>, ApiError> {
        let seat = request.extensions().get::<Arc<Seat>>().cloned();
        let body = Json::from_request(request, server);
        let body = async { body.await.inspect(|_| seat.iter().for_each(|seat| seat.asked())) };
        match tokio::time::timeout(server.caps.patience, body).await {
            Ok(Ok(Json(body))) => Ok(Body(body)),
            Err(_) => Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time")),
            Ok(Err(rejection)) => {
                let detail = match &rejection {
                    JsonRejection::MissingJsonContentType(_) => "send Content-Type: application/json".into(),
                    _ if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                        "the body is larger than any question needs to be".into()
                    }
                    _ => rejection.body_text(),
                };
                Err(ApiError::new(rejection.status(), detail))
            }
        }
    }
}

/// A board and a goal, written as for the command line.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckRequest {
    /// Board text; may hold the goal too, as `start | goal`.
    #[schema(example = "8 1 3/4 0 2/7 6 5")]
    pub(super) board: String,
    /// A goal's name or board text (default: the one written with the board, else `blank-last`).
    pub(super) goal: Option<String>,
    /// Shape of boards written without rows, e.g. `4x3`.
    pub(super) shape: Option<String>,
}

/// A board, a goal and how to search.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SolveRequest {
    /// Board text; may hold the goal too, as `start | goal`.
    #[schema(example = "8 1 3/4 0 2/7 6 5")]
    pub(super) board: String,
    /// A goal's name or board text (default: the one written with the board, else `blank-last`).
    pub(super) goal: Option<String>,
    /// Shape of boards written without rows, e.g. `4x3`.
    pub(super) shape: Option<String>,
    /// An algorithm's name (default: `auto`).
    pub(super) algorithm: Option<String>,
    /// A heuristic's name (default: the best for the shape).
    pub(super) heuristic: Option<String>,
    /// How much `weighted-astar` trusts the estimate (default: 1.5).
    #[schema(minimum = 1, maximum = 1000)]
    pub(super) weight: Option<f64>,
    /// How many boards of a level `beam` keeps (default: 1000).
    #[schema(minimum = 1, maximum = 100_000_000)]
    #[serde(default, deserialize_with = "whole_number")]
    pub(super) width: Option<u64>,
    /// Time, e.g. `90s`; never more than the server grants.
    pub(super) time_limit: Option<String>,
    /// Memory, e.g. `500MB`; never more than the server grants.
    pub(super) memory_limit: Option<String>,
    /// Nodes to expand; never more than the server grants.
    #[serde(default, deserialize_with = "whole_number")]
    pub(super) node_limit: Option<u64>,
}

/// Reads a whole number, which JSON may also write as 3.0 or 3e2.
pub(super) fn whole_number<'de, D: Deserializer<'de>>(number: D) -> Result<Option<u64>, D::Error> {
    let Some(number) = Option::<Number>::deserialize(number)? else { return Ok(None) };
    let whole = |float: &f64| float.fract() == 0.0 && (0.0..u64::MAX as f64).contains(float);
    let exact = number.as_u64().or_else(|| number.as_f64().filter(whole).map(|float| float as u64));
    exact
        .map(Some)
        .ok_or_else(|| D::Error::custom(format_args!("{number} is not a whole number from 0 to 2^64 - 1")))
}

impl CheckRequest {
    pub(super) fn posed(&self) -> Result<Posed, ApiError> {
        posed(&self.board, self.goal.as_deref(), self.shape.as_deref())
    }
}

impl SolveRequest {
    pub(super) fn posed(&self) -> Result<Posed, ApiError> {
        posed(&self.board, self.goal.as_deref(), self.shape.as_deref())
    }

    pub(super) fn choice(&self, shape: Shape) -> Result<Choice, ApiError> {
        choice(shape, self.algorithm.as_deref(), self.heuristic.as_deref(), self.weight, self.width)
    }

    pub(super) fn asked(&self) -> Result<Asked, ApiError> {
        asked(self.time_limit.as_deref(), self.memory_limit.as_deref(), self.node_limit)
    }
}

/// Reads start and goal. A goal of its own is stronger than one written with the board.
pub(super) fn posed(board: &str, goal: Option<&str>, shape: Option<&str>) -> Result<Posed, ApiError> {
    let shape = shape.map(read_shape).transpose()?;
    let mut source = Source::new(Cursor::new(board), shape);
    let text = match source.next() {
        Some(text) => text.map_err(ApiError::unprocessable)?,
        None => return Err(ApiError::unprocessable("there is no board in the text")),
    };
    if source.next().is_some() {
        return Err(ApiError::unprocessable(
            "there are several boards in the text: send one, or `start | goal`",
        ));
    }
    check_size(text.start.shape())?;
    let goal = match (goal, text.goal) {
        (None, Some(goal)) => goal,
        (goal, _) => goal_board(goal, text.start.shape())?,
    };
    if goal.shape() != text.start.shape() {
        return Err(ApiError::unprocessable(format_args!(
            "the start is {} but the goal is {}: both must have one shape",
            text.start.shape(),
            goal.shape()
        )));
    }
    Ok(Posed { start: text.start, goal })
}

/// Reads a goal for a shape: a name, a board or a list of numbers.
pub(super) fn goal_board(goal: Option<&str>, shape: Shape) -> Result<Board, ApiError> {
    let goal = match goal {
        Some(text) => Goal::of_text(text, None)
            .map_err(|error| ApiError::unprocessable(format_args!("goal: {error}")))?,
        None => Goal::Named(NamedGoal::BlankLast),
    };
    Ok(goal.board(shape)?)
}

/// Reads a shape the API takes.
pub(super) fn read_shape(text: &str) -> Result<Shape, ApiError> {
    let shape = text.parse().map_err(ApiError::unprocessable)?;
    check_size(shape)?;
    Ok(shape)
}

fn check_size(shape: Shape) -> Result<(), ApiError> {
    if shape.cells() > MOST_CELLS {
        return Err(ApiError::unprocessable(format_args!(
            "{shape} is too large for the server, which takes boards of up to {MOST_CELLS} cells"
        )));
    }
    Ok(())
}

/// What is asked for; the solver fills in what is left open.
pub(super) fn choice(
    shape: Shape,
    algorithm: Option<&str>,
    heuristic: Option<&str>,
    weight: Option<f64>,
    width: Option<u64>,
) -> Result<Choice, ApiError> {
    let algorithm = algorithm.filter(|&name| name != "auto");
    let algorithm = algorithm.map(str::parse::<Algorithm>).transpose().map_err(ApiError::unprocessable)?;
    let heuristic = heuristic.filter(|&name| name != "auto");
    let heuristic =
        heuristic.map(str::parse::<HeuristicName>).transpose().map_err(ApiError::unprocessable)?;
    if let Some(name) = &heuristic {
        check_table(name, shape)?;
    }
    let weight = weight.map(|weight| weight.to_string().parse::<Weight>()).transpose();
    let weight = weight.map_err(ApiError::unprocessable)?;
    if width.is_some() && algorithm != Some(Algorithm::Beam) {
        return Err(ApiError::unprocessable("width goes with the algorithm beam only"));
    }
    let width =
        width.map(|width| u32::try_from(width).map_err(|_| BadWidth).and_then(Width::new)).transpose();
    let width = width.map_err(ApiError::unprocessable)?;
    Ok(Choice::new().algorithm(algorithm).heuristic(heuristic).weight(weight).width(width))
}

/// Remote clients may not request tables that take long to build or much memory to keep.
fn check_table(name: &HeuristicName, shape: Shape) -> Result<(), ApiError> {
    match name {
        HeuristicName::Full if DistanceTable::fits(shape) && !DistanceTable::is_quick(shape) => {
            Err(ApiError::unprocessable(format_args!(
                "{shape} is too large for {name} on the server, which builds tables for boards of up to {} cells",
                DistanceTable::MOST_CELLS_AT_ONCE
            )))
        }
        HeuristicName::Max(parts) => parts.iter().try_for_each(|part| check_table(part, shape)),
        _ => Ok(()),
    }
}

pub(super) fn asked(time: Option<&str>, memory: Option<&str>, nodes: Option<u64>) -> Result<Asked, ApiError> {
    let time = time.map(parse_time).transpose().map_err(Failure::new)?;
    let memory = memory.map(parse_size).transpose().map_err(Failure::new)?;
    Ok(Asked { time, memory, nodes })
}
