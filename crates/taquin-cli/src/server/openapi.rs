//! The API described, for people and for programs that write clients.

use super::{api, lan};
use axum::Json;
use serde_json::Value;
use std::sync::LazyLock;
use taquin::Metric;
use taquin::search::Algorithm;
use utoipa::openapi::schema::{Object, Schema};
use utoipa::openapi::{self, RefOr};
use utoipa::{Modify, OpenApi};

#[derive(OpenApi)]
#[openapi(
    info(title = "Taquin", description = "Sliding-tile puzzles: solve, check, compare, watch"),
    servers((url = "/api/v1")),
    modifiers(&Texts),
    paths(
        api::analyse::handle,
        api::check::handle,
        api::compare::handle,
        api::hint::handle,
        api::scramble::handle,
        api::solve::handle,
        api::status::cancel,
        api::status::handle,
        api::trace::handle,
        lan::handle,
    )
)]
struct Description;

/// It never changes.
static DESCRIPTION: LazyLock<openapi::OpenApi> = LazyLock::new(Description::openapi);

pub(super) async fn handle() -> Json<&'static openapi::OpenApi> {
    Json(&DESCRIPTION)
}

/// Says what the texts of all requests look like. A text of the right form may still be no board, no shape
/// that fits, or no table that is at hand: then the answer is 422.
struct Texts;

impl Modify for Texts {
    fn modify(&self, api: &mut openapi::OpenApi) {
        let schemas = api.components.iter_mut().flat_map(|components| &mut components.schemas);
        for (name, schema) in schemas {
            // A way to search is a part of a request.
            if let (true, RefOr::T(Schema::Object(object))) =
                (name.ends_with("Request") || name == "Way", schema)
            {
                object.properties.iter_mut().for_each(|(name, property)| describe(name, property));
            }
        }
    }
}

fn describe(name: &str, property: &mut RefOr<Schema>) {
    let RefOr::T(Schema::Object(text)) = property else { return };
    let form = |text: &mut Object, pattern: &str| text.pattern = Some(pattern.into());
    match name {
        "board" => form(text, r"^[0-9_.,;|/#\sA-Za-z-]+$"),
        "goal" => form(text, r"^[0-9_.,;|/\sa-z-]+$"),
        "shape" => form(text, "^[1-9][0-9]*(x[1-9][0-9]*){0,2}$"),
        "heuristic" => form(text, "^[a-z][a-z0-9:.,+-]*$"),
        "time_limit" => form(text, "^([0-9]+ *(ms|s|m|h) *)+$"),
        "memory_limit" => form(text, r"^[0-9]+(\.[0-9]+)? *([kKMGT]i?)?B?$"),
        "metric" => {
            let names = Metric::ALL.into_iter().map(|metric| Value::from(metric.name()));
            text.enum_values = Some(names.chain([Value::Null]).collect());
        }
        "algorithm" => {
            let names = Algorithm::ALL.into_iter().map(Algorithm::name);
            let names = ["auto"].into_iter().chain(names).map(Value::from);
            text.enum_values = Some(names.chain([Value::Null]).collect());
        }
        _ => {}
    }
}
