//! The arguments of `taquin ask`.

use super::values::{convention_parser, metric_parser};
use super::{CacheArguments, parse_size, parse_time};
use clap::Args;
use std::time::Duration;
use taquin::Metric;
use taquin::solver::Convention;

/// Enter a board at a prompt, choose heuristics, and see the path of each
#[derive(Debug, Args)]
#[command(after_long_help = "\
The first question takes a board in any form, pasted too, a size (3, 4x3, 15 for the 15-puzzle) or random;
? explains every question, back returns to the one before.

Answers can also come from a pipe, one per line.

Examples:
  taquin ask
  printf '%s\\n' '1 2 3/0 4 6/7 5 8' '' all | taquin ask
  printf '%s\\n' 3 '1 2 3' '0 4 6' '7 5 8' '' all | taquin ask")]
pub(crate) struct Ask {
    /// Count nodes and break ties as this program does
    #[arg(long, value_name = "NAME", default_value = "standard", value_parser = convention_parser())]
    pub(crate) convention: Convention,
    /// Count moves in slides of one tile or in shifts of a line of tiles
    #[arg(long, value_name = "METRIC", default_value = "slides", value_parser = metric_parser())]
    pub(crate) metric: Metric,
    /// Search every reachable board if the goal is not among them
    #[arg(long)]
    pub(crate) exhaustive: bool,
    /// Give up on a heuristic after this long, e.g. 90s or 5m (default: never)
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time_limit: Option<Duration>,
    /// Give up on a heuristic when its search would need more memory than this, e.g. 2GB
    #[arg(long, value_name = "SIZE", default_value = "1GB", value_parser = parse_size)]
    pub(crate) memory_limit: u64,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

/// As without any argument.
impl Default for Ask {
    fn default() -> Ask {
        Ask {
            convention: Convention::Standard,
            metric: Metric::Slides,
            exhaustive: false,
            time_limit: None,
            memory_limit: 1_000_000_000,
            cache: CacheArguments::default(),
        }
    }
}
