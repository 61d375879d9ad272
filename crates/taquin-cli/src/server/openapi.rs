//! The API described, for people and for programs that write clients.

use super::api;
use axum::Json;
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(title = "Taquin", description = "Sliding-tile puzzles: solve, check, compare, watch"),
    servers((url = "/api/v1")),
    paths(
        api::check::handle,
        api::compare::handle,
        api::hint::handle,
        api::scramble::handle,
        api::solve::handle,
        api::status::cancel,
        api::status::handle,
        api::trace::handle,
    )
)]
struct Description;

pub(super) async fn handle() -> Json<utoipa::openapi::OpenApi> {
    Json(Description::openapi())
}
