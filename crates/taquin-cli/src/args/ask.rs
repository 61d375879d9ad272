//! What `taquin ask` can be asked before it asks.

use super::{CacheArguments, parse_size, parse_time};
use crate::compare::counting::Convention;
use clap::Args;
use std::time::Duration;

/// Answer questions about size, boards and heuristics, and see the path
#[derive(Debug, Args)]
#[command(after_help = "\
The same questions are answered from a pipe, a line each:
  printf '%s\\n' 3 '1 2 3' '0 4 6' '7 5 8' '' all | taquin ask")]
pub(crate) struct Ask {
    /// Count nodes and break ties like this: standard, or r0 to r4 as docs/counting.md explains
    #[arg(long, value_name = "NAME", default_value = "standard", hide_possible_values = true)]
    pub(crate) convention: Convention,
    /// Walk through every board that can be reached if the goal cannot
    #[arg(long)]
    pub(crate) exhaustive: bool,
    /// Give up on a heuristic after this long, e.g. 90s or 5m (default: never)
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time_limit: Option<Duration>,
    /// Give up on a heuristic rather than hold more than this, e.g. 2GB
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
            exhaustive: false,
            time_limit: None,
            memory_limit: 1_000_000_000,
            cache: CacheArguments::default(),
        }
    }
}
