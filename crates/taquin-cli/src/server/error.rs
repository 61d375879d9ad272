//! What went wrong, as `application/problem+json` (RFC 9457).

use super::queue::Refused;
use crate::failure::Failure;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::fmt;
use utoipa::{IntoResponses, ToSchema};

/// What every address that takes a body may answer instead of what was asked for.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it is read by the description of the API only")]
pub(super) enum Refusals {
    /// Not JSON
    #[response(status = 400, content_type = "application/problem+json")]
    NotJson(#[to_schema] ApiError),
    /// The request comes from a page of another site
    #[response(status = 403, content_type = "application/problem+json")]
    OtherSite(#[to_schema] ApiError),
    /// The body did not arrive in time
    #[response(status = 408, content_type = "application/problem+json")]
    TooSlow(#[to_schema] ApiError),
    /// The body is too large
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(#[to_schema] ApiError),
    /// The body is not said to be JSON
    #[response(status = 415, content_type = "application/problem+json")]
    NotSaidToBeJson(#[to_schema] ApiError),
    /// The `Host` is not this server
    #[response(status = 421, content_type = "application/problem+json")]
    OtherHost(#[to_schema] ApiError),
    /// Not a question that can be answered: the detail says what is wrong and where
    #[response(status = 422, content_type = "application/problem+json")]
    Unprocessable(#[to_schema] ApiError),
    /// The work failed; other requests are not affected
    #[response(status = 500, content_type = "application/problem+json")]
    Failed(#[to_schema] ApiError),
    /// Too many requests wait already; `Retry-After` says when to try again
    #[response(status = 503, content_type = "application/problem+json")]
    Busy(#[to_schema] ApiError),
}

/// An answer that is a refusal.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ApiError {
    /// Always `about:blank`: the status says what kind of problem it is.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The status in words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// What is wrong here and what to do about it.
    detail: String,
}

impl ApiError {
    pub(super) fn new(status: StatusCode, detail: impl fmt::Display) -> ApiError {
        ApiError {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: detail.to_string(),
        }
    }

    /// The request is well-formed but asks for something that is not there.
    pub(super) fn unprocessable(detail: impl fmt::Display) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
    }

    /// There is no place for the work.
    pub(super) fn refused(refused: Refused) -> ApiError {
        let detail = match refused {
            Refused::Full => "too many requests wait already: try again in a moment",
            Refused::TooLate => "the server has been busy with other requests for too long: try again later",
            Refused::Closing => "the server is about to stop",
        };
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }

    #[cfg(test)]
    pub(super) fn status(&self) -> u16 {
        self.status
    }

    /// The work ended in a way it never should.
    pub(super) fn failed() -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "the work failed; the server's log says how")
    }
}

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> ApiError {
        match failure {
            Failure::Message(detail) => ApiError::unprocessable(detail),
            Failure::Stopped(detail) => ApiError::new(StatusCode::SERVICE_UNAVAILABLE, detail),
            Failure::ReaderGone => ApiError::new(StatusCode::BAD_REQUEST, "the client is gone"),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
