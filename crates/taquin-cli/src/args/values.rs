//! How the values of flags are read: names, times, sizes.

use crate::commands::bench::set_names;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use std::ffi::{OsStr, OsString};
use std::time::Duration;
use taquin::heuristic::HeuristicName;
use taquin::notation::Notation;
use taquin::search::{Algorithm, Prune};

/// An algorithm, or leave it to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AlgorithmChoice {
    Auto,
    Named(Algorithm),
}

impl AlgorithmChoice {
    /// The algorithm, if one was named.
    pub(crate) fn named(self) -> Option<Algorithm> {
        match self {
            AlgorithmChoice::Auto => None,
            AlgorithmChoice::Named(algorithm) => Some(algorithm),
        }
    }
}

pub(super) fn algorithm_parser() -> impl TypedValueParser<Value = AlgorithmChoice> {
    let names = std::iter::once("auto").chain(Algorithm::ALL.into_iter().map(Algorithm::name));
    PossibleValuesParser::new(names)
        .map(|name| name.parse().map_or(AlgorithmChoice::Auto, AlgorithmChoice::Named))
}

pub(super) fn named_algorithm_parser() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name)).try_map(|name| name.parse::<Algorithm>())
}

/// Takes the name of a set or of a file, and offers the sets to shells for completion.
#[derive(Clone, Debug)]
pub(super) struct SetParser;

impl TypedValueParser for SetParser {
    type Value = OsString;

    fn parse_ref(
        &self,
        _: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<OsString, clap::Error> {
        Ok(value.into())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(set_names().map(PossibleValue::new)))
    }
}

pub(super) fn prune_parser() -> impl TypedValueParser<Value = Prune> {
    PossibleValuesParser::new(Prune::ALL.map(Prune::name)).map(|name| {
        let named = Prune::ALL.into_iter().find(|prune| prune.name() == name);
        named.expect("only these names are possible")
    })
}

pub(super) fn notation_parser() -> impl TypedValueParser<Value = Notation> {
    PossibleValuesParser::new(Notation::ALL.map(Notation::name)).map(|name| {
        let named = Notation::ALL.into_iter().find(|notation| notation.name() == name);
        named.expect("only these names are possible")
    })
}

/// Reads any heuristic's name and offers those that need no list to shells for completion.
#[derive(Clone, Debug)]
pub(super) struct HeuristicParser;

impl TypedValueParser for HeuristicParser {
    type Value = HeuristicName;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<HeuristicName, clap::Error> {
        StringValueParser::new()
            .try_map(|name| name.parse::<HeuristicName>())
            .parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = HeuristicName::SIMPLE.into_iter().chain([HeuristicName::Pdb(None), HeuristicName::Full]);
        Some(Box::new(names.map(|name| PossibleValue::new(name.to_string()))))
    }
}

/// What `completions` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompletionsKind {
    Shell(clap_complete::Shell),
    Man,
}

pub(super) fn completions_parser() -> impl TypedValueParser<Value = CompletionsKind> {
    PossibleValuesParser::new(["bash", "elvish", "fish", "powershell", "zsh", "man"])
        .map(|name| name.parse().map_or(CompletionsKind::Man, CompletionsKind::Shell))
}

pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text)
        .map_err(|_| "a time is a number with a unit, e.g. 90s, 500ms or 1h30m".into())
}

pub(crate) fn parse_size(text: &str) -> Result<u64, String> {
    let size: Result<bytesize::ByteSize, _> = text.parse();
    size.map(|size| size.as_u64())
        .map_err(|_| "a size is a number with a unit, e.g. 500MB, 2GB or 4GiB".into())
}

/// A share of the whole: `5%`, or `5` for the same.
pub(super) fn parse_share(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim_end().parse::<f64>();
    match number {
        Ok(percent) if percent >= 0.0 && percent.is_finite() => Ok(percent / 100.0),
        _ => Err("a share is a number of percent, e.g. 5% or 0".into()),
    }
}
