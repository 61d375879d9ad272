//! A plain file server, as any web host is: it knows nothing of Taquin, compresses nothing and keeps count of nothing.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Serves a folder until it is dropped or goes away.
pub(crate) struct Files {
    address: String,
    gone: Arc<AtomicBool>,
}

impl Files {
    pub(crate) fn serve(folder: PathBuf) -> Files {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let gone = Arc::new(AtomicBool::new(false));
        let is_gone = gone.clone();
        std::thread::spawn(move || {
            for connection in listener.incoming().map_while(Result::ok) {
                if is_gone.load(Ordering::Relaxed) {
                    return;
                }
                let folder = folder.clone();
                std::thread::spawn(move || answer(&connection, &folder));
            }
        });
        Files { address, gone }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// From now on nobody answers.
    pub(crate) fn go_away(&self) {
        self.gone.store(true, Ordering::Relaxed);
        // The listener looks up when somebody comes, and closes.
        let _ = TcpStream::connect(&self.address);
        while TcpStream::connect(&self.address).is_ok() {
            std::thread::yield_now();
        }
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        self.go_away();
    }
}

/// Answers one request and closes the connection.
fn answer(mut connection: &TcpStream, folder: &Path) {
    let mut lines = BufReader::new(connection).lines().map_while(Result::ok);
    let Some(request) = lines.next() else { return };
    // The rest of the head is read and means nothing here.
    while lines.next().is_some_and(|line| !line.is_empty()) {}
    let path = request.split(' ').nth(1).unwrap_or("/");
    let path = path.split(['?', '#']).next().unwrap_or("/").trim_start_matches('/');
    let name = if path.is_empty() { "index.html" } else { path };
    let head = |status: &str, kind: &str, length: usize| {
        format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
        )
    };
    let found = (!name.contains("..")).then(|| std::fs::read(folder.join(name)).ok()).flatten();
    let _ = match found {
        Some(content) => connection
            .write_all(head("200 OK", kind(name), content.len()).as_bytes())
            .and_then(|()| connection.write_all(&content)),
        None => connection.write_all(head("404 Not Found", "text/plain", 0).as_bytes()),
    };
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
