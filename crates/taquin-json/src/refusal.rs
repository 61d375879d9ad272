//! Why there is no answer, as `application/problem+json` (RFC 9457).

use serde::Serialize;
use std::fmt;

/// An answer that is a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ApiError))]
pub struct Refusal {
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

impl Refusal {
    /// A refusal with an HTTP status, which has a usual name.
    pub fn new(status: u16, title: &'static str, detail: impl fmt::Display) -> Refusal {
        Refusal { kind: "about:blank", title, status, detail: detail.to_string() }
    }

    /// The request is well-formed but asks for something that is not there.
    pub fn unprocessable(detail: impl fmt::Display) -> Refusal {
        Refusal::new(422, "Unprocessable Entity", detail)
    }

    /// The work was stopped before there was anything to say.
    pub fn stopped(detail: impl fmt::Display) -> Refusal {
        Refusal::new(503, "Service Unavailable", detail)
    }

    /// The HTTP status.
    pub fn status(&self) -> u16 {
        self.status
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Refusal {}
