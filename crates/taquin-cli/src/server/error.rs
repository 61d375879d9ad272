//! What went wrong, as `application/problem+json` (RFC 9457).

use crate::failure::Failure;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::fmt;
use utoipa::ToSchema;

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

    /// All places are taken.
    pub(super) fn busy() -> ApiError {
        let detail = "all searches the server allows are under way: try again in a moment";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, detail)
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
