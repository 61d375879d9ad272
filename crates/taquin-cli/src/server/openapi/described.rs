//! The description as the code has it: utoipa reads it off the handlers and off what they take and answer.

use crate::server::{api, lan};
use serde_json::Value;
use taquin::Metric;
use taquin::search::Algorithm;
use taquin_json::Refusal;
use utoipa::openapi::schema::{Object, Schema};
use utoipa::openapi::{self, RefOr};
use utoipa::{Modify, OpenApi};

#[test]
fn the_description_is_what_the_code_says() {
    let described = Description::openapi().to_pretty_json().unwrap();
    // After a change of the API: SNAPSHOTS=overwrite cargo test --package taquin-cli openapi
    snapbox::assert_data_eq!(described + "\n", snapbox::file!["openapi.json"].raw());
}

/// What every address that takes a body may answer instead of what was asked for.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "it is read by the description only")]
pub(in crate::server) enum Refusals {
    /// Not JSON
    #[response(status = 400, content_type = "application/problem+json")]
    NotJson(#[to_schema] Refusal),
    /// The request comes from a page of another site
    #[response(status = 403, content_type = "application/problem+json")]
    OtherSite(#[to_schema] Refusal),
    /// The body did not arrive in time
    #[response(status = 408, content_type = "application/problem+json")]
    TooSlow(#[to_schema] Refusal),
    /// The body is too large
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(#[to_schema] Refusal),
    /// The body is not said to be JSON
    #[response(status = 415, content_type = "application/problem+json")]
    NotSaidToBeJson(#[to_schema] Refusal),
    /// The `Host` is not this server
    #[response(status = 421, content_type = "application/problem+json")]
    OtherHost(#[to_schema] Refusal),
    /// Not a question that can be answered: the detail says what is wrong and where
    #[response(status = 422, content_type = "application/problem+json")]
    Unprocessable(#[to_schema] Refusal),
    /// The work failed; other requests are not affected
    #[response(status = 500, content_type = "application/problem+json")]
    Failed(#[to_schema] Refusal),
    /// Too many requests wait already; `Retry-After` says when to try again
    #[response(status = 503, content_type = "application/problem+json")]
    Busy(#[to_schema] Refusal),
}

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
        api::jobs::list,
        api::jobs::listen,
        api::jobs::stop,
        api::scramble::handle,
        api::solve::handle,
        api::status::handle,
        api::trace::handle,
        lan::handle,
    )
)]
struct Description;

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
