//! Times, sizes and whole numbers as people and JSON write them.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Number;
use std::time::Duration;

/// A time; a number without a unit is seconds.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let seconds = text.trim().parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds
        .or_else(|| humantime::parse_duration(text).ok())
        .ok_or_else(|| "a time is a number of seconds, or has a unit, e.g. 90, 90s, 500ms or 1h30m".into())
}

/// A size; it needs a unit, as bytes are never meant.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let size: Result<bytesize::ByteSize, _> = text.parse();
    match size {
        Ok(size) if text.trim() == "0" || text.contains(char::is_alphabetic) => Ok(size.as_u64()),
        Ok(_) => Err(format!("a size needs a unit: {0}MB or {0}GB", text.trim())),
        Err(_) => Err("a size is a number with a unit, e.g. 500MB, 2GB or 4GiB".into()),
    }
}

/// Reads a whole number, which JSON may also write as 3.0 or 3e2.
pub(crate) fn whole_number<'de, D: Deserializer<'de>>(number: D) -> Result<Option<u64>, D::Error> {
    let Some(number) = Option::<Number>::deserialize(number)? else { return Ok(None) };
    let whole = |float: &f64| float.fract() == 0.0 && (0.0..u64::MAX as f64).contains(float);
    let exact = number.as_u64().or_else(|| number.as_f64().filter(whole).map(|float| float as u64));
    exact
        .map(Some)
        .ok_or_else(|| D::Error::custom(format_args!("{number} is not a whole number from 0 to 2^64 - 1")))
}
