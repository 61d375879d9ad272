//! The plainest HTTP client there is: it sends bytes as told, so that it can be rude, and waits only so long.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// Time enough for any answer on a machine with far too much to do.
pub(super) const PATIENCE: Duration = Duration::from_secs(40);

/// What came back. Status 0 means: no answer.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: String,
}

/// Opens a connection that gives up waiting in the end.
pub(super) fn connect(address: SocketAddr) -> std::io::Result<TcpStream> {
    let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// Asks and reads the answer to its end.
pub(super) fn ask(address: SocketAddr, method: &str, path: &str, body: &str) -> Answer {
    send(address, request(address, method, path, body).as_bytes(), false)
}

/// A request as text.
pub(super) fn request(address: SocketAddr, method: &str, path: &str, body: &str) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Sends bytes, says that no more will come, and reads what comes back.
pub(super) fn raw(address: SocketAddr, bytes: &[u8]) -> Answer {
    send(address, bytes, true)
}

/// Reads until the other side closes or patience is over. A server may take the end of what is sent for the
/// end of a client who waits for nothing, so well-behaved clients leave it open.
fn send(address: SocketAddr, bytes: &[u8], end: bool) -> Answer {
    let mut received = Vec::new();
    if let Ok(mut stream) = connect(address) {
        let started = Instant::now();
        // A server that refuses may close before it has read all.
        let _ = stream.write_all(bytes);
        if end {
            let _ = stream.shutdown(std::net::Shutdown::Write);
        }
        let mut piece = [0; 16 << 10];
        while started.elapsed() < PATIENCE
            && let Ok(length @ 1..) = stream.read(&mut piece)
        {
            received.extend_from_slice(&piece[..length]);
        }
    }
    let text = String::from_utf8_lossy(&received);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    Answer { status, body: body.to_string() }
}
