//! The arguments of `taquin serve`.

use super::{CacheArguments, parse_count, parse_size, parse_time};
use clap::Args;
use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroUsize;
use std::time::Duration;

/// Serve a web page to play, solve, compare and watch searches, with an HTTP API
#[derive(Debug, Args)]
#[command(after_long_help = "\
The address is printed on standard output. TAQUIN_LOG=debug logs more, TAQUIN_LOG=off nothing.

Examples:
  taquin serve --open
  taquin serve --class
  taquin serve --port 0 --max-solves 2 --time-limit 30s
  taquin serve --bind 0.0.0.0 --allow-host lab.example")]
pub(crate) struct Serve {
    /// Listen on this port; 0 picks any free one
    #[arg(long, short, value_name = "PORT", default_value_t = 8015)]
    pub(crate) port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Listen on this address; any but a loopback address is reachable from other machines (default: 127.0.0.1, with
    /// --class 0.0.0.0)
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) bind: Option<IpAddr>,
    /// Serve a class: other machines can reach the page, and its address is shown as a QR code
    #[arg(long)]
    pub(crate) class: bool,
    /// Accept this host name as well as localhost and IP addresses; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
    // No documentation comment: rustdoc wants links where people type addresses.
    #[arg(help = "Let this site show the page in a frame, e.g. https://moodle.example; may be repeated", long, value_name = "ORIGIN", value_parser = parse_origin)]
    pub(crate) allow_embed: Vec<String>,
    /// Run this many searches at a time; short requests run beside them, others queue (default: one for
    /// each processor)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) max_solves: Option<NonZeroUsize>,
    /// Queue this many requests and refuse further ones (default: three quarters of the connections)
    #[arg(long, value_name = "N")]
    pub(crate) max_waiting: Option<usize>,
    /// Keep at most this many connections open (default: 1000, or fewer if the system allows fewer files)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) max_connections: Option<NonZeroUsize>,
    /// Disconnect clients that take longer than this to send a request or to read its answer
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    pub(crate) client_timeout: Duration,
    /// Let a search go on for this long after its page has gone, for a reload to come back to; less if others wait for
    /// its place
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = parse_time)]
    pub(crate) linger: Duration,
    /// Stop a search, or a comparison as a whole, after this long
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = parse_time)]
    pub(crate) time_limit: Duration,
    /// Use at most this much memory for all requests together
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = parse_size)]
    pub(crate) memory_limit: u64,
    /// Stop a search after expanding this many nodes (default: no limit)
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

impl Serve {
    /// The address to listen on.
    pub(crate) fn address(&self) -> IpAddr {
        let usual = if self.class { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        self.bind.unwrap_or(IpAddr::V4(usual))
    }
}

/// Reads a scheme, a host and perhaps a port, and nothing that could mean more in a header.
fn parse_origin(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_host = |host: &str| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':');
        !host.is_empty() && host.bytes().all(plain)
    };
    match host {
        Some(host) if is_host(host) => Ok(text.to_string()),
        _ => Err("an origin is a scheme and a host, such as https://moodle.example".into()),
    }
}
