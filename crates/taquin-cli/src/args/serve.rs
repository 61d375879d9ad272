//! What `taquin serve` can be asked.

use super::{CacheArguments, parse_size, parse_time};
use clap::Args;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Open a web page to play, solve, compare and watch searches think
#[derive(Debug, Args)]
#[command(after_help = "\
The address is printed on standard output. TAQUIN_LOG=debug logs more, TAQUIN_LOG=off nothing.

Examples:
  taquin serve
  taquin serve --port 0 --max-solves 2 --time-limit 30s
  taquin serve --bind 0.0.0.0 --allow-host lab.example")]
pub(crate) struct Serve {
    /// Listen on this port; 0 takes any that is free
    #[arg(long, short, value_name = "PORT", default_value_t = 8015)]
    pub(crate) port: u16,
    /// Listen on this address; any other than a loopback address lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,
    /// Answer to this host name too, besides localhost and addresses
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
    /// Search for this many requests at a time (default: one for each processor); short questions are
    /// answered beside them, and the rest wait for their turn
    #[arg(long, value_name = "N")]
    pub(crate) max_solves: Option<NonZeroUsize>,
    /// Let this many requests wait and refuse more (default: three quarters of the connections)
    #[arg(long, value_name = "N")]
    pub(crate) max_waiting: Option<usize>,
    /// Keep this many connections open (default: 1000, or fewer if the system allows fewer files)
    #[arg(long, value_name = "N")]
    pub(crate) max_connections: Option<NonZeroUsize>,
    /// Give up clients that take longer than this to send a request or to read what is sent to them
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    pub(crate) client_timeout: Duration,
    /// Give no search, and no comparison as a whole, more time than this
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = parse_time)]
    pub(crate) time_limit: Duration,
    /// Give all requests together no more memory than this
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = parse_size)]
    pub(crate) memory_limit: u64,
    /// Let no search expand more nodes than this (default: no limit)
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}
