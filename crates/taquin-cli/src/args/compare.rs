//! The arguments of `taquin compare`.

use super::values::{convention_parser, metric_parser};
use super::{CacheArguments, Problems, parse_count, parse_size, parse_time};
use crate::compare::boards::SetName;
use crate::compare::plot::PlotKind;
use crate::compare::summary;
use clap::{ArgAction, Args, ValueEnum};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;
use taquin::Metric;
use taquin::heuristic::HeuristicName;
use taquin::search::{Algorithm, Weight, Width};
use taquin::solver::Convention;

/// Compare heuristics and algorithms on the same boards
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin compare \"8 1 3/4 0 2/7 6 5\"
  taquin compare --random 100 --shape 3x3 --seed 7 --heuristics all --plot nodes.svg
  taquin compare --random 20 --shape 4x4 --depth 30 --algorithms astar,idastar
  taquin compare boards.txt --export-csv rows.csv --resume
  taquin compare --algorithms weighted-astar --weight 1,2,5 --random 50 --plot weights.svg
  taquin compare --convention classic-descent    reproduce the table of a classic program
  taquin compare --experiment n8 --output report")]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) problems: Problems,
    /// The rest of a board that is not in quotes
    #[arg(value_name = "WORDS", hide = true)]
    pub(crate) more_words: Vec<OsString>,
    /// Take the boards of this set
    #[arg(long, value_name = "NAME", conflicts_with_all = ["board", "random"])]
    pub(crate) set: Option<SetName>,
    /// Take this many random boards of --shape (default: 3x3)
    #[arg(long, value_name = "N", conflicts_with = "board")]
    pub(crate) random: Option<NonZeroUsize>,
    /// Draw random boards with this seed; the same seed always gives the same boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Walk this many random moves from the goal (default: draw uniformly from all solvable
    /// boards)
    #[arg(long, value_name = "MOVES", requires = "random", conflicts_with = "depth")]
    pub(crate) walk: Option<u64>,
    /// Take boards whose shortest solution has exactly this many moves
    #[arg(long, value_name = "MOVES", requires = "random")]
    pub(crate) depth: Option<u32>,
    /// Count moves in slides of one tile or in shifts of a line of tiles
    #[arg(long, value_name = "METRIC", default_value = "slides", value_parser = metric_parser())]
    pub(crate) metric: Metric,
    /// Compare these heuristics, comma-separated, or all (default: those of the convention, in shifts zero and
    /// axis-distance)
    #[arg(long, short = 'H', alias = "heuristic", value_name = "NAMES", value_parser = parse_heuristics)]
    #[arg(action = ArgAction::Append)]
    pub(crate) heuristics: Vec<NameList<HeuristicName>>,
    /// Compare these algorithms, comma-separated (default: astar)
    #[arg(long, short, alias = "algorithm", value_name = "NAMES", value_parser = parse_algorithms)]
    #[arg(action = ArgAction::Append)]
    pub(crate) algorithms: Vec<NameList<Algorithm>>,
    /// Multiply the estimate by these weights in weighted-astar, comma-separated, 1 to 1000 (default: 1.5)
    #[arg(long, alias = "weights", value_name = "W", value_delimiter = ',')]
    pub(crate) weight: Vec<Weight>,
    /// Keep this many boards on each level in beam (default: 1000)
    #[arg(long, value_name = "N")]
    pub(crate) width: Option<Width>,
    /// Search, break ties and count nodes as this program does; a classic one brings its own boards if
    /// none are given
    #[arg(long, value_name = "NAME", default_value = "standard", value_parser = convention_parser())]
    pub(crate) convention: Convention,
    /// Search every board that can be reached from an unsolvable one
    #[arg(long)]
    pub(crate) exhaustive: bool,
    /// Stop a run after this long, e.g. 90s or 5m
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = parse_time)]
    pub(crate) time_limit: Duration,
    /// Stop runs when all of them together would need more memory than this; each thread has an equal
    /// share
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = parse_size)]
    pub(crate) memory_limit: u64,
    /// Stop a run after expanding this many nodes (default: never)
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,
    /// Make this many runs at a time (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Write a row for each run as CSV as it ends; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) export_csv: Option<PathBuf>,
    /// Write a row for each run as JSON lines as it ends; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) export_json: Option<PathBuf>,
    /// Write a row for each run as Markdown as it ends, and the summary; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) export_markdown: Option<PathBuf>,
    /// Print a row for each run as JSON lines, as --export-json - does
    #[arg(long, conflicts_with = "export_json")]
    pub(crate) json: bool,
    /// Print a row for each run as CSV, as --export-csv - does
    #[arg(long, conflicts_with_all = ["export_csv", "json"])]
    pub(crate) csv: bool,
    /// Show these columns of the tables, comma-separated: solved, cost, expanded, expanded-median, generated,
    /// generated-median, reached, branching, time, time-median, memory, best-on (default: all that fit)
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parse_column)]
    pub(crate) columns: Vec<String>,
    /// Keep the rows that the CSV or JSON file already has and run only what is missing
    #[arg(long)]
    pub(crate) resume: bool,
    /// Overwrite export files that have rows already (default: refuse to)
    #[arg(long, conflicts_with = "resume")]
    pub(crate) force: bool,
    /// Plot the expanded nodes to this file, .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Draw this kind of plot
    #[arg(long, value_name = "KIND", default_value = "auto", requires = "plot")]
    pub(crate) plot_kind: PlotKind,
    /// Run a whole experiment and write a report with tables and plots
    #[arg(long, value_name = "NAME", conflicts_with_all = ["board", "set", "random", "plot", "resume"])]
    #[arg(conflicts_with_all = ["export_csv", "export_json", "json", "csv", "export_markdown", "goal", "shape", "algorithms"])]
    pub(crate) experiment: Option<Experiment>,
    /// Write the report of --experiment into this directory (default: experiment-n8 or -n15)
    #[arg(long, value_name = "DIRECTORY", requires = "experiment")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

/// An experiment with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Experiment {
    /// All heuristics on 100 random 8-puzzles
    N8,
    /// 15-puzzles of growing depth, as far as each heuristic goes
    N15,
}

/// Several names in one argument.
#[derive(Clone, Debug)]
pub(crate) struct NameList<T>(pub(crate) Vec<T>);

impl<T: Clone + PartialEq> NameList<T> {
    /// The names of all lists, each once; `None` if there is no list.
    pub(crate) fn all(lists: &[NameList<T>]) -> Option<Vec<T>> {
        let names = lists.iter().flat_map(|list| list.0.iter().cloned()).collect();
        distinct(names).ok().map(|list| list.0)
    }
}

/// Commas separate names, and the parts of `max:A,B`: so a maximum comes last, or `;` separates.
pub(super) fn parse_heuristics(text: &str) -> Result<NameList<HeuristicName>, String> {
    if text.trim().eq_ignore_ascii_case("all") {
        return Ok(NameList(HeuristicName::SIMPLE.to_vec()));
    }
    let mut names: Vec<&str> = Vec::new();
    for part in text.split(';') {
        let (simple, maximum) = match part.find("max:") {
            Some(place) => (&part[..place], Some(&part[place..])),
            None => (part, None),
        };
        names.extend(simple.split(',').map(str::trim).filter(|name| !name.is_empty()));
        names.extend(maximum.map(str::trim));
    }
    let names = names.into_iter().map(|name| name.parse().map_err(|error| format!("{error}")));
    distinct(names.collect::<Result<_, String>>()?)
}

fn parse_algorithms(text: &str) -> Result<NameList<Algorithm>, String> {
    let names = text.split(',').map(str::trim).map(|name| name.parse().map_err(|error| format!("{error}")));
    distinct(names.collect::<Result<_, String>>()?)
}

/// The name of a column in any spelling.
fn parse_column(text: &str) -> Result<String, String> {
    let name = text.trim().to_lowercase().replace(['_', ' '], "-");
    let names = summary::column_names();
    match names.contains(&name) {
        true => Ok(name),
        false => Err(format!("no column is called `{name}`: there are {}", names.join(", "))),
    }
}

fn distinct<T: PartialEq>(names: Vec<T>) -> Result<NameList<T>, String> {
    let mut list = Vec::new();
    for name in names {
        if !list.contains(&name) {
            list.push(name);
        }
    }
    if list.is_empty() { Err("name at least one".into()) } else { Ok(NameList(list)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_heuristics() {
        let names = |text: &str| {
            parse_heuristics(text).unwrap().0.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(names("hamming, manhattan,hamming"), ["hamming", "manhattan"]);
        assert_eq!(names("zero,max:manhattan,hamming"), ["zero", "max:manhattan,hamming"]);
        assert_eq!(names("max:manhattan,hamming;zero"), ["max:manhattan,hamming", "zero"]);
        assert_eq!(names("all").len(), HeuristicName::SIMPLE.len());
        assert!(parse_heuristics("").is_err());
        assert!(parse_heuristics("hamming,hamburg").unwrap_err().contains("manhattan"));
    }
}
