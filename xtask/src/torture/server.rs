//! The server among slow, rude and many clients: each costs only itself, and others are answered meanwhile.

use super::Round;
use super::boards::Geometry;
use super::http::{self, Answer};
use super::program::{End, Running, Usage};
use super::random::Random;
use crate::arguments::Stop;
use serde_json::{Value, json};
use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// What other clients may have to wait, on a machine with far too much to do.
const SOON: Duration = Duration::from_secs(15);
const MEMORY_LIMIT: u64 = 300_000_000;
/// The files that the server may have open.
const OPEN_FILES: usize = 256;

/// A 24-puzzle that no search here solves within a test.
const ENDLESS: &str = "24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 0";

/// One server, all torments.
pub(super) fn round(round: &mut Round) -> Result<(), Stop> {
    let server = Server::start(round)?;
    half_requests(round, &server);
    silent_readers(round, &server);
    crowd(round, &server);
    flood(round, &server);
    odd_requests(round, &server);
    disconnects(round, &server);
    terminated(round, server)
}

struct Server {
    running: Running,
    address: SocketAddr,
}

impl Server {
    fn start(round: &Round) -> Result<Server, Stop> {
        let port = free_port()?;
        let words = format!(
            "serve --port {port} --max-solves 2 --time-limit 4s --memory-limit {}MB",
            MEMORY_LIMIT / 1_000_000
        );
        let call = round.program.words(&round.directory, &words).ulimit(format!("-n {OPEN_FILES}"));
        let running = call.patience(Duration::from_secs(3600)).start()?;
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let started = Instant::now();
        while TcpStream::connect(address).is_err() {
            if started.elapsed() > Duration::from_secs(60) {
                return Err(Stop::Failed(format!("{}: the server does not listen", running.command)));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(Server { running, address })
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        http::ask(self.address, "POST", &format!("/api/v1/{path}"), &body.to_string())
    }

    /// What is wrong if it does not tell its state soon.
    fn is_well(&self) -> Option<String> {
        let started = Instant::now();
        let answer = http::ask(self.address, "GET", "/api/v1/status", "");
        if answer.status != 200 {
            return Some(format!(
                "/status answers {} after {:.1} s",
                answer.status,
                started.elapsed().as_secs_f64()
            ));
        }
        (started.elapsed() > SOON).then(|| format!("/status took {:.1} s", started.elapsed().as_secs_f64()))
    }

    /// What is wrong if a small puzzle is not solved soon.
    fn solves(&self) -> Option<String> {
        let started = Instant::now();
        let answer = self.post("solve", &json!({"board": "8 1 3/4 0 2/7 6 5"}));
        let cost = serde_json::from_str::<Value>(&answer.body).unwrap_or_default()["cost"].clone();
        let right = answer.status == 200 && cost == 14 && started.elapsed() < SOON;
        (!right)
            .then(|| format!("an 8-puzzle: {} after {:.1} s", answer.status, started.elapsed().as_secs_f64()))
    }

    /// How many searches are under way.
    fn busy(&self) -> Option<u64> {
        let answer = http::ask(self.address, "GET", "/api/v1/status", "");
        serde_json::from_str::<Value>(&answer.body).ok()?["running"].as_u64()
    }

    fn wait_until_idle(&self) -> Option<String> {
        let started = Instant::now();
        while self.busy() != Some(0) {
            if started.elapsed() > SOON {
                return Some(format!("still busy with {:?} searches after {SOON:?}", self.busy()));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        None
    }
}

/// A port that nothing listens on now.
fn free_port() -> Result<u16, Stop> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    listener
        .map(|address| address.port())
        .map_err(|error| Stop::Failed(format!("no port on loopback: {error}")))
}

/// More connections with half a request than the server may have files.
fn half_requests(round: &mut Round, server: &Server) {
    const TEST: &str = "more half requests than open files";
    let beginnings = [
        "",
        "GET /api/v1/sta",
        "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{",
    ];
    let mut held = Vec::new();
    for _ in 0..OPEN_FILES + 40 {
        let Ok(mut stream) = TcpStream::connect_timeout(&server.address, Duration::from_secs(2)) else {
            break;
        };
        let _ = stream.write_all(round.random.pick(&beginnings).as_bytes());
        held.push(stream);
    }
    let complaint = server.is_well().or_else(|| server.solves());
    round.ledger.tried(TEST, &server.running.command, complaint);
    drop(held);
    round.ledger.tried(TEST, &server.running.command, server.is_well());
}

/// Clients that ask for much and read nothing, as many as there are places and more.
fn silent_readers(round: &mut Round, server: &Server) {
    const TEST: &str = "clients that do not read";
    let trace = json!({"board": ENDLESS, "algorithm": "astar", "heuristic": "zero", "max_steps": 20000});
    let ways = json!([{"algorithm": "astar", "heuristic": "zero"}]);
    let compare = json!({"random": 100, "shape": "3x3", "ways": ways});
    let mut held = Vec::new();
    for i in 0..6 {
        let (path, body) = if i % 3 == 2 { ("compare", &compare) } else { ("trace", &trace) };
        let request = http::request(server.address, "POST", &format!("/api/v1/{path}"), &body.to_string());
        if let Ok(mut stream) = http::connect(server.address) {
            let _ = stream.write_all(request.as_bytes());
            held.push(stream);
        }
    }
    // They may hold places for as long as a search is granted, and no longer.
    let started = Instant::now();
    let mut complaint = server.solves();
    while complaint.is_some() && started.elapsed() < Duration::from_secs(40) {
        std::thread::sleep(Duration::from_millis(200));
        complaint = server.solves();
    }
    round.ledger.measured(TEST, "others waited s", started.elapsed().as_secs_f64());
    round.ledger.tried(TEST, &server.running.command, complaint);
    drop(held);
    round.ledger.tried(TEST, &server.running.command, server.wait_until_idle());
}

/// Many clients at once, each with a small puzzle: all are answered.
fn crowd(round: &mut Round, server: &Server) {
    const TEST: &str = "100 clients with 8-puzzles at once";
    let geometry = Geometry::flat(3, 3);
    let goal = geometry.blank_last();
    let boards: Vec<String> =
        (0..100).map(|_| geometry.text(&geometry.scrambled(&goal, &mut round.random))).collect();
    let statuses = at_once(&boards, |board| server.post("solve", &json!({"board": board})).status);
    for (board, status) in boards.iter().zip(statuses) {
        let complaint = (status != 200).then(|| format!("{board}: {status}"));
        round.ledger.tried(TEST, &server.running.command, complaint);
    }
}

/// All endpoints at once with boards that need large tables: memory stays within the limit.
fn flood(round: &mut Round, server: &Server) {
    const TEST: &str = "flood of all endpoints";
    let questions: Vec<(&str, Value)> = (0..60).map(|_| question(&mut round.random)).collect();
    let statuses = at_once(&questions, |(path, body)| server.post(path, body).status);
    for ((path, body), status) in questions.iter().zip(statuses) {
        let complaint =
            (!matches!(status, 200 | 422 | 429 | 503)).then(|| format!("{path} {body}: {status}"));
        round.ledger.tried(TEST, &server.running.command, complaint);
    }
    let Some(bytes) = Usage::of(server.running.id()).peak_bytes else { return };
    let most = MEMORY_LIMIT * 12 / 10;
    round.ledger.measured(TEST, "resident / limit", bytes as f64 / MEMORY_LIMIT as f64);
    let complaint = (bytes > most).then(|| format!("{} MB resident", bytes / 1_000_000));
    round.ledger.tried(TEST, &server.running.command, complaint.or_else(|| server.wait_until_idle()));
}

/// A question with a goal of its own, so that no table serves two.
fn question(random: &mut Random) -> (&'static str, Value) {
    let geometry = *random.pick(&[Geometry::flat(4, 4), Geometry::flat(5, 5), Geometry::flat(6, 6)]);
    let goal = geometry.shuffled(random);
    let board = geometry.text(&geometry.walked(&goal, 30, random));
    let goal = geometry.text(&goal);
    match random.below(4) {
        0 => ("check", json!({"board": board, "goal": goal})),
        1 => ("solve", json!({"board": board, "goal": goal, "time_limit": "500ms"})),
        2 => ("solve", json!({"board": board, "goal": goal, "heuristic": "pdb", "time_limit": "500ms"})),
        _ => ("hint", json!({"board": board, "goal": goal})),
    }
}

/// Requests that no browser sends: a refusal or no answer, never the end of the server.
fn odd_requests(round: &mut Round, server: &Server) {
    const TEST: &str = "odd requests";
    let deep = "[".repeat(50_000);
    let long = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "y".repeat(100_000));
    let body = |body: &str| http::request(server.address, "POST", "/api/v1/solve", body);
    let mut requests: Vec<Vec<u8>> = vec![
        b"\0\0\0\0".to_vec(),
        b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".to_vec(),
        b"GET /api/v1/status HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".to_vec(),
        b"GET /api/v1/status HTTP/1.1\r\nHost: [::1]evil.example\r\nConnection: close\r\n\r\n".to_vec(),
        b"POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
            .to_vec(),
        long.into_bytes(),
        body(&deep).into_bytes(),
        body("{\"board\": \"\u{0}\"}").into_bytes(),
        body(&json!({"board": "9".repeat(60_000)}).to_string()).into_bytes(),
        body(&json!({"board": ENDLESS, "time_limit": "999999999999h"}).to_string()).into_bytes(),
        body(&json!({"board": ENDLESS, "weight": -1e300, "algorithm": "weighted-astar"}).to_string())
            .into_bytes(),
    ];
    for _ in 0..20 {
        let mut request =
            body(&json!({"board": "1 2 3/4 0 5/7 8 6", "goal": "snail"}).to_string()).into_bytes();
        for _ in 0..=round.random.below(4) {
            let place = round.random.index(request.len());
            request[place] = round.random.next() as u8;
        }
        requests.push(request);
    }
    for request in &requests {
        let answer = http::raw(server.address, request);
        let shown = String::from_utf8_lossy(&request[..request.len().min(300)]).escape_debug().to_string();
        let complaint = (matches!(answer.status, 500..=599) && answer.status != 503)
            .then(|| format!("{}: {shown}", answer.status));
        round.ledger.tried(TEST, &server.running.command, complaint);
    }
    round.ledger.tried(TEST, &server.running.command, server.is_well());
}

/// A client that goes away takes its search with it.
fn disconnects(round: &mut Round, server: &Server) {
    const TEST: &str = "clients that go away";
    for _ in 0..4 {
        let body = json!({"board": ENDLESS, "algorithm": "idastar", "heuristic": "manhattan"}).to_string();
        let request = http::request(server.address, "POST", "/api/v1/solve", &body);
        if let Ok(mut stream) = http::connect(server.address) {
            let _ = stream.write_all(request.as_bytes());
            std::thread::sleep(Duration::from_millis(round.random.below(200)));
        }
    }
    round.ledger.tried(TEST, &server.running.command, server.wait_until_idle());
}

/// A service manager's signal in the middle of a search ends the server well.
fn terminated(round: &mut Round, server: Server) -> Result<(), Stop> {
    const TEST: &str = "SIGTERM during a search";
    let body = json!({"board": ENDLESS, "algorithm": "idastar", "heuristic": "manhattan"}).to_string();
    let request = http::request(server.address, "POST", "/api/v1/solve", &body);
    let held =
        http::connect(server.address).map(|mut stream| stream.write_all(request.as_bytes()).map(|()| stream));
    std::thread::sleep(Duration::from_millis(round.random.below(300)));
    server.running.signal("TERM");
    let mut running = server.running;
    let ended = !running.let_run(SOON);
    let run = running.kill()?;
    drop(held);
    let complaint =
        (!ended || run.end != End::Code(0)).then(|| format!("{:?} after {:?}", run.end, run.took));
    round.ledger.tried(TEST, &run.command, complaint);
    Ok(())
}

/// The statuses of questions that are all asked at the same time; 0 where there is no answer.
fn at_once<T: Sync>(questions: &[T], ask: impl Fn(&T) -> u16 + Sync) -> Vec<u16> {
    let ask = &ask;
    std::thread::scope(|scope| {
        let asked: Vec<_> = questions.iter().map(|question| scope.spawn(move || ask(question))).collect();
        asked.into_iter().map(|asked| asked.join().unwrap_or(0)).collect()
    })
}
