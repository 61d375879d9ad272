//! What a report says of its place among others.

use serde::Serialize;

/// What is said of one of many problems, with its place among them.
#[derive(Debug, Serialize)]
pub(crate) struct Numbered<T> {
    #[serde(flatten)]
    pub(crate) report: T,
    /// Which problem it is, from 1.
    pub(crate) number: usize,
    /// The line on which it begins, from 1.
    pub(crate) line: usize,
    /// The classic program that nodes are counted like, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) convention: Option<&'static str>,
}

/// Instead of a report: what is wrong with the problem.
#[derive(Debug, Serialize)]
pub(crate) struct UnreadReport {
    pub(crate) error: String,
}
