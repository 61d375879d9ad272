//! Accepts connections and gives each to the router, with the time-outs that keep a client from costing
//! more than its own connection.
//!
//! | a client that … | is given up |
//! |---|---|
//! | does not finish a request's head, or asks nothing more | after the patience (`header_read_timeout`) |
//! | does not finish a body | after the patience (`request.rs`) |
//! | does not read, or hardly | when sending has waited for the patience in all (`paced.rs`) |
//! | vanishes without a word | when the system finds that nothing is acknowledged (`probe`) |

use super::client::Client;
use super::connections::{Connections, Seat};
use super::paced::Paced;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use http_body_util::BodyExt;
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use socket2::{SockRef, TcpKeepalive};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

/// After an error of the system, e.g. no file left, accepting pauses.
const PAUSE: Duration = Duration::from_millis(100);

/// What a connection needs to be served.
struct Serving {
    router: Router,
    http: http1::Builder,
    patience: Duration,
}

/// Serves until it is told to stop, then lets the answers under way end.
pub(super) async fn listen(
    listener: TcpListener,
    router: Router,
    connections: Arc<Connections>,
    patience: Duration,
    stop: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience);
    let serving = Arc::new(Serving { router, http, patience });
    let shutdown = GracefulShutdown::new();
    let accepting = async {
        loop {
            connections.room().await;
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let client = Client::from(peer.ip());
                    let seat = Arc::new(connections.seat(client));
                    tokio::spawn(serve(serving.clone(), stream, client, seat, shutdown.watcher()));
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    };
    tokio::select! {
        () = accepting => {}
        () = stop => {}
    }
    drop(listener);
    shutdown.shutdown().await;
}

async fn serve(
    serving: Arc<Serving>,
    stream: TcpStream,
    client: Client,
    seat: Arc<Seat>,
    watcher: hyper_util::server::graceful::Watcher,
) {
    if let Err(error) = probe(&stream, serving.patience) {
        tracing::debug!(%error, "a client that vanishes will be noticed late");
    }
    let io = TokioIo::new(Paced::new(stream, serving.patience));
    let own = seat.clone();
    let service =
        service_fn(|request: hyper::Request<Incoming>| answer(&serving.router, request, client, &own));
    let connection = serving.http.serve_connection(io, service);
    tokio::select! {
        ended = watcher.watch(connection) => {
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended early");
            }
        }
        () = seat.wanted() => tracing::debug!("a quiet connection made room"),
    }
}

/// Answers one request. The seat goes with it, to be told when its body has arrived.
async fn answer(
    router: &Router,
    request: hyper::Request<Incoming>,
    client: Client,
    seat: &Arc<Seat>,
) -> Result<Response, Infallible> {
    let answering = seat.answering();
    if request.body().is_end_stream() {
        seat.asked();
    }
    let mut request: Request = request.map(Body::new);
    request.extensions_mut().insert(client);
    request.extensions_mut().insert(seat.clone());
    let response = router.clone().oneshot(request).await?;
    Ok(response.map(|body| {
        Body::new(body.map_frame(move |frame| {
            let _held = &answering;
            frame
        }))
    }))
}

/// Lets the system look now and then whether the other end is still there.
fn probe(stream: &TcpStream, patience: Duration) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let socket = SockRef::from(stream);
    socket.set_tcp_keepalive(&TcpKeepalive::new().with_time(patience).with_interval(patience / 4))?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(patience))?;
    Ok(())
}
