//! How other machines on the network reach the page: its address, and a QR code of it.

use super::error::ApiError;
use super::request::Body;
use axum::Json;
use qrcode::render::{svg, unicode};
use qrcode::{EcLevel, QrCode};
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use taquin_json::Refusal;

/// An address of no machine (RFC 5737). Connecting a datagram socket to it sends nothing, but tells the way out.
const NOWHERE: &str = "192.0.2.1:9";
/// The side of a picture in pixels, at least.
const SIDE: u32 = 240;

/// The page's address for other machines, if they can reach it.
pub(super) fn address(listening: SocketAddr) -> Option<String> {
    let ip = match listening.ip() {
        ip if ip.is_loopback() => return None,
        ip if ip.is_unspecified() => own_address()?,
        ip => ip,
    };
    Some(format!("http://{}/", SocketAddr::new(ip, listening.port())))
}

/// This machine's address on the network it uses.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect(NOWHERE).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

/// A QR code for a terminal, two cells in a character, light on dark as most terminals are.
pub(super) fn in_terminal(text: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let mut drawing = code.render::<unicode::Dense1x2>();
    Some(drawing.dark_color(unicode::Dense1x2::Light).light_color(unicode::Dense1x2::Dark).build())
}

/// A text to be drawn as a QR code.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(in crate::server) struct QrRequest {
    /// At most 2,900 bytes.
    #[cfg_attr(test, schema(example = "http://192.168.1.20:8015/"))]
    text: String,
}

/// A QR code.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(in crate::server) struct QrAnswer {
    /// The picture as the text of an SVG file.
    svg: String,
}

/// Draws a text, a link for instance, as a QR code.
#[cfg_attr(test, utoipa::path(post, path = "/qr", request_body = QrRequest, responses(
    (status = 200, body = QrAnswer, description = "The code as a picture"),
    crate::server::openapi::Refusals,
)))]
pub(in crate::server) async fn handle(Body(request): Body<QrRequest>) -> Result<Json<QrAnswer>, ApiError> {
    let code = QrCode::with_error_correction_level(&request.text, EcLevel::L)
        .map_err(|_| Refusal::unprocessable("the text is too long for a QR code"))?;
    let svg = code.render::<svg::Color<'_>>().min_dimensions(SIDE, SIDE).build();
    Ok(Json(QrAnswer { svg }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_others_can_reach_has_an_address_for_them() {
        assert_eq!(address("127.0.0.1:8015".parse().unwrap()), None);
        let given = address("10.1.2.3:8015".parse().unwrap());
        assert_eq!(given.as_deref(), Some("http://10.1.2.3:8015/"));
        assert_eq!(address("[fd00::1]:80".parse().unwrap()).as_deref(), Some("http://[fd00::1]:80/"));
    }

    #[test]
    fn a_code_has_as_many_lines_as_it_needs() {
        let code = in_terminal("http://10.1.2.3:8015/").unwrap();
        let widths: Vec<usize> = code.lines().map(|line| line.chars().count()).collect();
        assert!(widths.len() > 10 && widths.iter().all(|&width| width == widths[0]), "{code}");
    }
}
