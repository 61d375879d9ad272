//! A real `taquin serve` on a port of its own, and the plainest HTTP client there is: it sends bytes
//! as they are told, so that it can be rude.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything takes on a loaded machine, shorter than the searches that tests want ended early.
const PATIENCE: Duration = Duration::from_secs(100);
/// An answer that does not come at all.
const HANG: Duration = Duration::from_secs(300);

/// A server that is killed when the test is over.
pub(crate) struct Serve {
    child: Child,
    /// Host and port.
    pub(crate) address: String,
}

impl Serve {
    /// Starts the program on any free port and waits until it says where.
    pub(crate) fn start(arguments: &[&str]) -> Serve {
        let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
        command.args(["serve", "--port", "0"]).args(arguments).env("TAQUIN_LOG", "off");
        Serve::run(&mut command)
    }

    /// Starts the program with no more than so many files, and its warnings in a file.
    #[cfg(unix)]
    pub(crate) fn start_with_files(files: usize, log: std::fs::File) -> Serve {
        let program = env!("CARGO_BIN_EXE_taquin");
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("ulimit -n {files}; exec '{program}' serve --port 0"));
        Serve::run(command.env("TAQUIN_LOG", "warn").stderr(log))
    }

    fn run(command: &mut Command) -> Serve {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("standard output is a pipe");
        BufReader::new(out).read_line(&mut line).expect("the server says where it is");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_string();
        assert!(!address.is_empty(), "the server did not start");
        Serve { child, address }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Sends a request and reads the answer to its end.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        send(&self.address, method, path, headers, body)
    }

    /// Sends a request and leaves the answer to the caller.
    pub(crate) fn open(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> TcpStream {
        open(&self.address, method, path, headers, body)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], "")
    }

    /// Posts JSON to the API.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let json = [("Content-Type", "application/json")];
        self.send("POST", &format!("/api/v1/{path}"), &json, &body.to_string())
    }

    /// How many searches are under way.
    pub(crate) fn running(&self) -> u64 {
        self.get("/api/v1/status").json()["running"].as_u64().unwrap()
    }

    /// How many requests wait for their turn.
    pub(crate) fn waiting(&self) -> u64 {
        self.get("/api/v1/status").json()["waiting"].as_u64().unwrap()
    }

    /// Waits until a search is under way.
    pub(crate) fn wait_until_busy(&self) {
        self.wait("still idle", || self.running() > 0);
    }

    /// Waits until nothing is under way any more.
    pub(crate) fn wait_until_idle(&self) {
        self.wait("still busy", || self.running() == 0);
    }

    /// Waits until a request waits for its turn.
    pub(crate) fn wait_until_full(&self) {
        self.wait("not full yet", || self.waiting() > 0);
    }

    fn wait(&self, otherwise: &str, wanted: impl Fn() -> bool) {
        let started = Instant::now();
        while !wanted() {
            assert!(started.elapsed() < PATIENCE, "the server is {otherwise}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Asks the server to stop, as a service manager does, and waits for its end.
    #[cfg(unix)]
    pub(crate) fn terminate(mut self) -> Option<i32> {
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(sent.expect("kill is there").success());
        self.child.wait().expect("the server ends").code()
    }
}

/// Sends a request and reads the answer to its end.
pub(crate) fn send(address: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    let mut stream = open(address, method, path, headers, body);
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    // A server that refuses a body may close before it has read all of it; others keep the
    // connection open after the answer.
    while !is_whole(&bytes)
        && let Ok(length @ 1..) = stream.read(&mut piece)
    {
        bytes.extend_from_slice(&piece[..length]);
    }
    Answer::read(&bytes)
}

/// Whether everything that the head promises has arrived.
fn is_whole(bytes: &[u8]) -> bool {
    let answer = Answer::read(bytes);
    let length = answer.header("content-length").and_then(|length| length.parse().ok());
    length.is_some_and(|length: usize| answer.body.len() >= length)
}

fn open(address: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(HANG)).unwrap();
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        head += &format!("Host: {}\r\n", address);
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += &format!("Content-Length: {}\r\n\r\n", body.len());
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
    stream
}

impl Drop for Serve {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn read(bytes: &[u8]) -> Answer {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        let head = head.to_ascii_lowercase();
        let chunked = head.contains("transfer-encoding: chunked");
        let body = if chunked { unchunk(body) } else { body.to_string() };
        Answer { status, head, body }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let headers = self.head.lines().filter_map(|line| line.split_once(':'));
        headers.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.head, self.body))
    }

    /// The objects of server-sent events or of JSON lines.
    pub(crate) fn events(&self) -> Vec<Value> {
        let data = self.body.lines().map(|line| line.strip_prefix("data: ").unwrap_or(line));
        data.filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Checks that this is a refusal in the form all refusals have, and returns what it says.
    pub(crate) fn problem(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{} {}", self.head, self.body);
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        let problem = self.json();
        assert_eq!(problem["status"], status);
        problem["detail"].as_str().unwrap().to_string()
    }
}

/// Puts the pieces of a chunked body together.
fn unchunk(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || after.len() < size {
            break;
        }
        body += &after[..size];
        rest = after[size..].trim_start_matches("\r\n");
    }
    body
}
