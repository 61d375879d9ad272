//! Headers that keep the page to itself, and who may ask.
//!
//! A page on another site may make a browser send requests to this server. It cannot read the
//! answers, unless its own host name is made to point here (DNS rebinding): so the `Host` must be
//! an address or a name that is known to be ours, and an `Origin`, where there is one, must be the
//! server itself.

use super::error::ApiError;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// Everything comes from the server itself, nothing is written into the page, nobody frames it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Host names besides `localhost` that are ours.
pub(super) type Names = Arc<[String]>;

/// Turns strangers away and puts the headers on every answer.
pub(super) async fn guard(State(names): State<Names>, request: Request, next: Next) -> Response {
    let mut response = match admit(request.headers(), &names) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn admit(headers: &HeaderMap, names: &[String]) -> Result<(), ApiError> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    if !is_ours(host, names) {
        return Err(ApiError::new(
            StatusCode::MISDIRECTED_REQUEST,
            "this server answers to localhost, to addresses and to names given with --allow-host",
        ));
    }
    match text(header::ORIGIN) {
        Some(origin) if origin.split_once("://").is_none_or(|(_, from)| from != host) => {
            Err(ApiError::new(StatusCode::FORBIDDEN, "requests from other sites are not answered"))
        }
        _ => Ok(()),
    }
}

/// Whether a `Host` header names this server: rebinding needs a name, so every address will do.
fn is_ours(host: &str, names: &[String]) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_localhost_and_known_names_are_ours() {
        let names = ["lab.example".to_string()];
        for host in
            ["localhost", "localhost:8015", "127.0.0.1:80", "[::1]:8015", "10.0.0.7:1", "Lab.example:1"]
        {
            assert!(is_ours(host, &names), "{host}");
        }
        for host in
            ["", "evil.example", "evil.example:8015", "localhost.evil.example", "127.0.0.1.evil.example"]
        {
            assert!(!is_ours(host, &names), "{host}");
        }
    }
}
