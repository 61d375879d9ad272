//! What went wrong, as `application/problem+json` (RFC 9457).

use super::queue::Refused;
use crate::failure::Failure;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::fmt;
use taquin_json::Refusal;

/// A refusal as an answer.
#[derive(Debug)]
pub(super) struct ApiError(Refusal);

impl ApiError {
    pub(super) fn new(status: StatusCode, detail: impl fmt::Display) -> ApiError {
        ApiError(Refusal::new(status.as_u16(), status.canonical_reason().unwrap_or("Error"), detail))
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

    /// It was told to stop, or its client had gone, before there was a place for it.
    pub(super) fn not_begun() -> ApiError {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "stopped before there was a place for it")
    }

    /// The work ended in a way it never should.
    pub(super) fn failed() -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "the work failed; the server's log says how")
    }

    #[cfg(test)]
    pub(super) fn status(&self) -> u16 {
        self.0.status()
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        ApiError(refusal)
    }
}

/// As the last event of a stream.
impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Refusal {
        error.0
    }
}

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> ApiError {
        match failure {
            Failure::Message(detail) => Refusal::unprocessable(detail).into(),
            Failure::Stopped(detail) => Refusal::stopped(detail).into(),
            Failure::ReaderGone => ApiError::new(StatusCode::BAD_REQUEST, "the client is gone"),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self.0)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
