//! `taquin serve`: the web page and its HTTP API.
//!
//! The page is in `web/` and compiled into the program. It holds no puzzle logic but
//! sliding tiles, counting moves, swapping two tiles and sorting the nodes of a trace: everything else it asks the API for, which answers with the types of `--json` and of the
//! trace. `docs/web.md` tells how the two are used.
//!
//! | file | idea |
//! |---|---|
//! | `router.rs` | which address is answered by what, and the layers all requests pass |
//! | `api/` | the handlers, one file each |
//! | `request.rs` | JSON bodies into boards, plans and limits that can be trusted |
//! | `listen.rs` | accepts connections, with time-outs for clients that neither send nor read |
//! | `connections.rs`, `paced.rs` | at most so many connections; how long sending may wait for a client |
//! | `queue.rs`, `client.rs` | who may work now and who is next; who counts as one client |
//! | `lan.rs` | how other machines reach the page, and QR codes |
//! | `jobs.rs` | work under way, each can be cancelled |
//! | `searches.rs` | searches that tell how they get on, also to a page that comes back |
//! | `caps.rs` | what one request and the whole server may use |
//! | `stream.rs` | lines that are sent while the work goes on |
//! | `security.rs` | headers, and who may ask |
//! | `error.rs` | what went wrong, as problem+json |
//! | `openapi.rs`, `assets.rs`, `browser.rs` | the API described; the page itself, and how it is opened |

mod api;
mod assets;
mod browser;
mod caps;
mod client;
mod connections;
mod error;
mod jobs;
mod lan;
mod listen;
mod openapi;
mod paced;
mod queue;
mod request;
mod router;
mod searches;
mod security;
mod stream;

use crate::args::Serve;
use crate::commands;
use crate::failure::{Failure, Verdict};
use crate::solver;
use crate::ui::{Answers, Ui};
use caps::Caps;
use connections::Connections;
use jobs::Jobs;
use queue::Queue;
use searches::Searches;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use taquin::Solver;
use tokio::net::TcpListener;

/// How long answers under way may take to end when the server is told to stop.
const FAREWELL: Duration = Duration::from_secs(3);

/// What all handlers share.
struct Server {
    caps: Caps,
    jobs: Arc<Jobs>,
    searches: Searches,
    connections: Arc<Connections>,
    solver: Solver,
    /// The page's address for other machines.
    lan: Option<String>,
}

/// Serves until it is told to stop.
pub(crate) fn run(arguments: &Serve, ui: &Ui) -> Result<Verdict, Failure> {
    log_to_standard_error();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::new(format_args!("cannot start threads: {error}")))?;
    let served = runtime.block_on(serve(arguments, ui));
    runtime.shutdown_timeout(FAREWELL);
    served.map(|()| Verdict::Answered)
}

async fn serve(arguments: &Serve, ui: &Ui) -> Result<(), Failure> {
    let wanted = SocketAddr::new(arguments.address(), arguments.port);
    let cannot_listen = |error: std::io::Error| {
        let advice = match error.kind() {
            std::io::ErrorKind::AddrInUse => "; another program uses the port: --port 0 picks a free one",
            std::io::ErrorKind::PermissionDenied => "; ports from 1024 need no permission",
            _ => "",
        };
        Failure::new(format_args!("cannot listen on {wanted}: {error}{advice}"))
    };
    let listener = TcpListener::bind(wanted).await.map_err(cannot_listen)?;
    let address = listener.local_addr().map_err(cannot_listen)?;
    if !address.ip().is_loopback() {
        ui.note(format_args!(
            "other machines can reach {}: anyone who can use it can use this machine's CPU and memory",
            address.ip()
        ));
    }
    let server = Arc::new(Server::new(arguments, address));
    let guard = security::Guard::new(&arguments.allow_host, &arguments.allow_embed);
    let router = router::router(server.clone(), guard);
    let page = say_where(address, server.lan.as_deref())?;
    if arguments.class {
        invite(&page, ui);
    }
    if arguments.open {
        browser::open(&page, ui);
    }
    tracing::info!(%address, "listening");
    let told_to_stop = Arc::new(tokio::sync::Notify::new());
    let farewell = told_to_stop.clone();
    let jobs = server.jobs.clone();
    let stop = async move {
        stop_signal().await;
        tracing::info!("stopping");
        jobs.close();
        farewell.notify_one();
    };
    let too_late = async {
        told_to_stop.notified().await;
        tokio::time::sleep(FAREWELL).await;
    };
    let serving = listen::listen(listener, router, server.connections.clone(), server.caps.patience, stop);
    tokio::select! {
        () = serving => {}
        () = too_late => {}
    }
    Ok(())
}

impl Server {
    fn new(arguments: &Serve, address: SocketAddr) -> Server {
        let caps = Caps::new(arguments);
        let connections = connections::most(arguments.max_connections);
        // Some connections are left for requests that need not wait.
        let waiting = arguments.max_waiting.unwrap_or(connections / 4 * 3);
        let solver = solver::solver(&arguments.cache, commands::threads(None));
        let solver = solver.threads(1).table_memory(caps.tables);
        Server {
            caps,
            jobs: Arc::new(Jobs::new(Queue::new(caps.short, caps.solves, waiting))),
            searches: Searches::new(arguments.linger),
            connections: Arc::new(Connections::new(connections)),
            solver,
            lan: lan::address(address),
        }
    }
}

/// The address is the command's answer: a script that asked for any free port reads it here.
fn say_where(address: SocketAddr, lan: Option<&str>) -> Result<String, Failure> {
    let mut out = Answers::new();
    let page = match (lan, address.ip()) {
        (Some(lan), _) => lan.to_string(),
        (None, ip) if ip.is_unspecified() => format!("http://localhost:{}/", address.port()),
        (None, _) => format!("http://{address}/"),
    };
    writeln!(out, "{page}")?;
    out.flush()?;
    Ok(page)
}

/// Shows a class the way to the page.
fn invite(page: &str, ui: &Ui) {
    if let Some(code) = lan::in_terminal(page) {
        ui.note(format_args!("open {page} on any device in this network, or scan:\n\n{code}\n"));
    }
}

async fn stop_signal() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

/// One line for each request and each search; `TAQUIN_LOG=debug` says more, `off` nothing.
fn log_to_standard_error() {
    use tracing_subscriber::filter::{LevelFilter, Targets};
    use tracing_subscriber::{Layer, layer::SubscriberExt, util::SubscriberInitExt};

    let wanted = std::env::var("TAQUIN_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let filter = wanted.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
    let ansi = std::io::IsTerminal::is_terminal(&std::io::stderr()) && std::env::var_os("NO_COLOR").is_none();
    let logs =
        tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_target(false).with_ansi(ansi);
    // A logger that is set already is as good.
    let _ = tracing_subscriber::registry().with(logs.with_filter(filter)).try_init();
}
