//! How the values of flags are read: names, times, sizes.

use crate::commands::bench::set_names;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use taquin::Metric;
use taquin::heuristic::HeuristicName;
use taquin::notation::Notation;
use taquin::search::{Algorithm, Prune};
use taquin::solver::Convention;

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

/// Reads names in any spelling, and offers those that there are, each with its meaning, to help and shells.
#[derive(Clone)]
pub(super) struct NameParser<T> {
    read: fn(&str) -> Result<T, String>,
    names: fn() -> Vec<(String, &'static str)>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for NameParser<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let read = self.read;
        StringValueParser::new().try_map(move |name| read(&name)).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |(name, meaning): (String, &'static str)| PossibleValue::new(name).help(meaning);
        Some(Box::new((self.names)().into_iter().map(value)))
    }
}

fn algorithm_names() -> Vec<(String, &'static str)> {
    Algorithm::ALL.map(|algorithm| (algorithm.name().into(), algorithm.meaning())).to_vec()
}

pub(super) fn algorithm_parser() -> NameParser<AlgorithmChoice> {
    NameParser {
        read: |name| match name.eq_ignore_ascii_case("auto") {
            true => Ok(AlgorithmChoice::Auto),
            false => name.parse().map(AlgorithmChoice::Named).map_err(|error| format!("{error}")),
        },
        names: || {
            let auto = ("auto".to_string(), "the best for the shape");
            std::iter::once(auto).chain(algorithm_names()).collect()
        },
    }
}

pub(super) fn named_algorithm_parser() -> NameParser<Algorithm> {
    NameParser { read: |name| name.parse().map_err(|error| format!("{error}")), names: algorithm_names }
}

/// Reads any heuristic's name and offers those that need no list.
pub(super) fn heuristic_parser() -> NameParser<HeuristicName> {
    NameParser {
        read: |name| name.parse().map_err(|error| format!("{error}")),
        names: || {
            let tables = [
                HeuristicName::WalkingConflict,
                HeuristicName::AxisDistance,
                HeuristicName::Pdb(None),
                HeuristicName::Full,
            ];
            let names = HeuristicName::SIMPLE.into_iter().chain(tables);
            names.map(|name| (name.to_string(), name.meaning())).collect()
        },
    }
}

pub(super) fn metric_parser() -> NameParser<Metric> {
    NameParser {
        read: |name| name.parse().map_err(|error| format!("{error}")),
        names: || Metric::ALL.map(|metric| (metric.name().into(), metric.meaning())).to_vec(),
    }
}

pub(super) fn convention_parser() -> NameParser<Convention> {
    NameParser {
        read: |name| name.parse().map_err(|error| format!("{error}")),
        names: || Convention::ALL.map(|convention| (convention.name().into(), convention.meaning())).to_vec(),
    }
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

/// A number of nodes, as 500000, 10M, 2G or 3T.
pub(crate) fn parse_nodes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let units = [('k', 1_000), ('M', 1_000_000), ('G', 1_000_000_000), ('T', 1_000_000_000_000)];
    let unit = units.into_iter().find_map(|(letter, size)| Some((text.strip_suffix(letter)?, size)));
    let (number, size) = unit.unwrap_or((text, 1));
    let nodes = number.trim().parse::<u64>().ok().and_then(|number| number.checked_mul(size));
    nodes.ok_or_else(|| "a number of nodes is a whole number, e.g. 500000, 10M, 2G or 3T".into())
}

/// As many as one at least.
pub(crate) fn parse_count(text: &str) -> Result<NonZeroUsize, String> {
    text.trim().parse().map_err(|_| "this is a whole number from 1".into())
}

/// A share of the whole: `5%`, or `5` for the same.
pub(super) fn parse_share(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim_end().parse::<f64>();
    match number {
        Ok(percent) if percent >= 0.0 && percent.is_finite() => Ok(percent / 100.0),
        _ => Err("a share is a number of percent, e.g. 5% or 0".into()),
    }
}
