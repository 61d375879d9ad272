//! Bodies of requests: JSON that arrives in time.

use super::Server;
use super::connections::Seat;
use super::error::ApiError;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use std::sync::Arc;

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
