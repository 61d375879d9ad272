//! Which address is answered by what, and the layers all requests pass.

use super::error::ApiError;
use super::{Server, api, assets, lan, openapi, security};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use std::any::Any;
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::trace::{DefaultMakeSpan, DefaultOnResponse, TraceLayer};
use tracing::Level;

/// No board the API takes needs more.
const LARGEST_BODY: usize = 64 << 10;

pub(super) fn router(server: Arc<Server>, guard: security::Guard) -> Router {
    let log = TraceLayer::new_for_http()
        .make_span_with(DefaultMakeSpan::new().level(Level::INFO))
        .on_response(DefaultOnResponse::new().level(Level::INFO))
        .on_failure(());
    let api = Router::new()
        .route("/solve", post(api::solve::handle))
        .route("/check", post(api::check::handle))
        .route("/compare", post(api::compare::handle))
        .route("/scramble", post(api::scramble::handle))
        .route("/trace", post(api::trace::handle))
        .route("/hint", post(api::hint::handle))
        .route("/qr", post(lan::handle))
        .route("/analyse", post(api::analyse::handle))
        .route("/jobs", get(api::jobs::list))
        .route("/jobs/{name}", get(api::jobs::listen).delete(api::jobs::stop))
        .route("/status", get(api::status::handle))
        .route("/openapi.json", get(openapi::handle))
        .method_not_allowed_fallback(wrong_method)
        .fallback(nothing_here);
    assets::routes()
        .layer(CompressionLayer::new())
        .nest("/api/v1", api)
        .fallback(nothing_here)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(guard, security::guard))
        .layer(log)
        .layer(CatchPanicLayer::custom(|_: Box<dyn Any + Send>| ApiError::failed().into_response()))
        .with_state(server)
}

async fn nothing_here(uri: Uri) -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, format_args!("there is nothing at {}", uri.path()))
}

async fn wrong_method(method: Method, uri: Uri) -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, format_args!("{} does not take {method}", uri.path()))
}
