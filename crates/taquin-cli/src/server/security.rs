//! Headers that keep the page to itself, and who may ask.
//!
//! A page on another site may make a browser send requests to this server. It cannot read the
//! answers, unless its own host name is made to point here (DNS rebinding): so the `Host` must be
//! an address or a name that is known to be ours, and an `Origin`, where there is one, must be the
//! server itself.

use super::error::ApiError;
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

/// Everything comes from the server itself, nothing is written into the page; who may frame it follows.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Who may ask, and who may frame the page.
#[derive(Clone)]
pub(super) struct Guard {
    names: Names,
    policy: HeaderValue,
}

impl Guard {
    /// Names besides `localhost` that are ours, and sites that may show the page in a frame.
    pub(super) fn new(names: &[String], embedders: &[String]) -> Guard {
        let frames = if embedders.is_empty() { "'none'".to_string() } else { embedders.join(" ") };
        let policy = HeaderValue::from_str(&format!("{POLICY} {frames}"));
        Guard { names: names.into(), policy: policy.expect("origins are plain ASCII") }
    }
}

/// Host names besides `localhost` that are ours.
type Names = Arc<[String]>;

/// Rejects foreign Host and Origin headers and puts the security headers on every answer.
pub(super) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match admit(&request, &guard.names) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, guard.policy);
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn admit(request: &Request, names: &[String]) -> Result<(), ApiError> {
    let host = only(request.headers(), header::HOST).filter(|host| is_ours(host, names));
    // A request may name its host twice, in the address and in the header: both must agree.
    let in_address = request.uri().authority().map(Authority::as_str);
    let Some(host) = host.filter(|&host| in_address.is_none_or(|named| named == host)) else {
        return Err(ApiError::new(
            StatusCode::MISDIRECTED_REQUEST,
            "this server answers to localhost, to addresses and to names given with --allow-host",
        ));
    };
    if request.headers().contains_key(header::ORIGIN) {
        let origin = only(request.headers(), header::ORIGIN).and_then(|origin| origin.split_once("://"));
        if !origin.is_some_and(|(scheme, from)| matches!(scheme, "http" | "https") && from == host) {
            return Err(ApiError::new(StatusCode::FORBIDDEN, "requests from other sites are not answered"));
        }
    }
    Ok(())
}

/// The text of a header that is there exactly once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Whether a `Host` header names this server: rebinding needs a name, so every address will do.
fn is_ours(host: &str, names: &[String]) -> bool {
    let (name, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, port)) if address.parse::<Ipv6Addr>().is_ok() => return is_port(port),
        Some(_) => return false,
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let known = name.parse::<Ipv4Addr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || names.iter().any(|known| known.eq_ignore_ascii_case(name));
    known && is_port(port)
}

/// Whether this is what may follow a host: nothing, or a colon and a port.
fn is_port(text: &str) -> bool {
    let digits = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    text.is_empty() || text.strip_prefix(':').is_some_and(digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    #[test]
    fn addresses_localhost_and_known_names_are_ours() {
        let names = ["lab.example".to_string()];
        for host in [
            "localhost",
            "localhost:8015",
            "127.0.0.1:80",
            "[::1]:8015",
            "[::1]",
            "10.0.0.7:1",
            "Lab.example:1",
        ] {
            assert!(is_ours(host, &names), "{host}");
        }
        for host in [
            "",
            ":80",
            "evil.example",
            "evil.example:8015",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "[::1]evil.example",
            "[::1]:80.evil.example",
            "[evil.example]",
            "[127.0.0.1]",
            "[::1",
            "::1",
            "localhost:",
            "localhost:+80",
            "localhost:80:80",
            "localhost:99999",
            "user@localhost",
        ] {
            assert!(!is_ours(host, &names), "{host}");
        }
    }

    #[test]
    fn hosts_and_origins_must_be_plain() {
        let status = |address: &str, headers: &[(HeaderName, &[u8])]| {
            let request =
                headers.iter().fold(Request::builder().uri(address), |request, &(ref name, value)| {
                    request.header(name, HeaderValue::from_bytes(value).unwrap())
                });
            admit(&request.body(Body::empty()).unwrap(), &[]).err().map(|error| error.status())
        };
        let host = || (header::HOST, &b"localhost:8015"[..]);
        let origin = |value| (header::ORIGIN, value);
        assert_eq!(status("/", &[host()]), None);
        assert_eq!(status("http://localhost:8015/", &[host()]), None);
        assert_eq!(status("http://evil.example/", &[host()]), Some(421));
        assert_eq!(status("/", &[]), Some(421));
        assert_eq!(status("/", &[host(), host()]), Some(421));
        assert_eq!(status("/", &[host(), (header::HOST, b"evil.example")]), Some(421));
        for good in [&b"http://localhost:8015"[..], b"https://localhost:8015"] {
            assert_eq!(status("/", &[host(), origin(good)]), None);
        }
        for bad in [&b"http://evil.example"[..], b"null", b"", b"http://\xffevil", b"x://localhost:8015"] {
            assert_eq!(status("/", &[host(), origin(bad)]), Some(403), "{bad:?}");
        }
        let both = [host(), origin(b"http://localhost:8015"), origin(b"http://evil.example")];
        assert_eq!(status("/", &both), Some(403));
    }
}
