//! `taquin serve` among clients that are slow, rude, many or gone: each costs only itself.

use crate::common::serve::{Answer, Serve};
use serde_json::{Value, json};
use socket2::{Domain, Socket, Type};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

const EVENTS: (&str, &str) = ("Accept", "text/event-stream");
const JSON: (&str, &str) = ("Content-Type", "application/json");

/// A 24-puzzle that no search here solves within a test.
const ENDLESS: &str = "24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 0";
const SMALL: &str = "8 1 3/4 0 2/7 6 5";

fn endless() -> Value {
    json!({"board": ENDLESS, "algorithm": "idastar", "heuristic": "manhattan"})
}

/// Asks for a long trace and does not read it.
fn ask_without_reading(server: &Serve) -> Socket {
    let address: SocketAddr = server.address.parse().unwrap();
    let mut socket = Socket::new(Domain::for_address(address), Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(&address.into()).unwrap();
    let mut question = endless();
    question["max_steps"] = json!(20_000);
    let body = question.to_string();
    let head = format!("POST /api/v1/trace HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json");
    write!(socket, "{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    socket
}

/// Sends what is given and reads until the server closes the connection.
fn exchange(server: &Serve, text: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(300))).unwrap();
    stream.write_all(text).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("the server closes the connection");
    Answer::read(&bytes)
}

#[test]
fn a_client_that_does_not_read_is_given_up() {
    let server = Serve::start(&["--client-timeout", "1s", "--time-limit", "1h"]);
    let reader = ask_without_reading(&server);
    server.wait_until_busy();
    server.wait_until_idle();
    drop(reader);
}

#[test]
fn the_time_limit_holds_while_a_client_does_not_read() {
    let server = Serve::start(&["--client-timeout", "1h", "--time-limit", "3s"]);
    let reader = ask_without_reading(&server);
    server.wait_until_busy();
    server.wait_until_idle();
    drop(reader);
}

#[test]
fn a_client_that_does_not_read_gives_its_place_to_those_who_wait() {
    let server = Serve::start(&["--max-solves", "1", "--client-timeout", "1h", "--time-limit", "1h"]);
    let reader = ask_without_reading(&server);
    server.wait_until_busy();
    let question = json!({"board": "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15"});
    assert_eq!(server.post("solve", &question).json()["cost"], 2);
    drop(reader);
}

#[test]
fn short_questions_do_not_wait_for_long_searches() {
    let server = Serve::start(&["--max-solves", "1", "--time-limit", "1h"]);
    let search = server.open("POST", "/api/v1/solve", &[JSON, EVENTS], &endless().to_string());
    server.wait_until_busy();
    assert_eq!(server.post("solve", &json!({"board": SMALL})).json()["cost"], 14);
    assert_eq!(server.post("hint", &json!({"board": SMALL})).json()["distance"], 14);
    assert_eq!(server.post("check", &json!({"board": ENDLESS})).status, 200);
    assert_eq!(server.post("scramble", &json!({"shape": "5x5"})).status, 200);
    drop(search);
}

#[test]
fn checks_take_their_turns_like_everything_else() {
    let server = Serve::start(&["--max-solves", "1"]);
    // Every goal needs tables of its own.
    let check = |first: usize| {
        let numbers: Vec<String> = (0..36).map(|index| ((index + first) % 36).to_string()).collect();
        let board = numbers.chunks(6).map(|row| row.join(" ")).collect::<Vec<_>>().join("/");
        server.post("check", &json!({"board": board, "goal": board})).status
    };
    let most = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..4).map(|first| scope.spawn(move || check(first))).collect();
        let mut most = 0;
        while asked.iter().any(|thread| !thread.is_finished()) {
            most = most.max(server.running());
        }
        assert!(asked.into_iter().all(|thread| thread.join().unwrap() == 200));
        most
    });
    assert_eq!(most, 1);
}

#[test]
fn two_hundred_at_once_all_get_their_turn_and_nothing_leaks() {
    let server = Serve::start(&["--max-solves", "3"]);
    let long = json!({"board": ENDLESS, "algorithm": "idastar", "time_limit": "50ms"});
    let short = json!({"board": SMALL});
    let (answers, most) = std::thread::scope(|scope| {
        let ask = |index| server.post("solve", if index % 2 == 0 { &long } else { &short });
        let asked: Vec<_> = (0..200).map(|index| scope.spawn(move || ask(index))).collect();
        let mut most = 0;
        while asked.iter().any(|thread| !thread.is_finished()) {
            most = most.max(server.running());
        }
        (asked.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<Answer>>(), most)
    });
    assert!(most <= 6, "{most} at a time");
    assert!(answers.iter().all(|answer| answer.status == 200));
    server.wait_until_idle();
    assert_eq!(server.waiting(), 0);
}

#[test]
fn more_than_may_wait_are_refused_and_told_to_come_back() {
    let server = Serve::start(&["--max-solves", "1", "--max-waiting", "1", "--time-limit", "1h"]);
    let open = || server.open("POST", "/api/v1/solve", &[JSON, EVENTS], &endless().to_string());
    let search = open();
    server.wait_until_busy();
    let next = open();
    server.wait_until_full();
    let refused = server.post("solve", &endless());
    assert!(refused.problem(503).contains("try again"));
    assert_eq!(refused.header("retry-after"), Some("1"));
    drop((search, next));
    server.wait_until_idle();
    assert_eq!(server.waiting(), 0);
}

#[test]
fn a_comparison_has_one_time_limit_for_all_its_searches() {
    let server = Serve::start(&["--time-limit", "1s"]);
    let way = json!({"algorithm": "idastar", "heuristic": "manhattan"});
    let question = json!({"random": 100, "shape": "6x6", "ways": [way]});
    let events = server.send("POST", "/api/v1/compare", &[JSON, EVENTS], &question.to_string()).events();
    assert_eq!(events.last().unwrap()["stopped_by"], "time");
    assert!(events.len() < 100, "{} events", events.len());
}

#[cfg(unix)]
#[test]
fn half_open_connections_keep_others_out_neither_with_few_files_nor_in_silence() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("log");
    let server = Serve::start_with_files(128, std::fs::File::create(&path).unwrap());
    let head = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json";
    let unfinished = [head.to_string(), format!("{head}\r\nContent-Length: 100\r\n\r\n{{\"board\"")];
    let half = |index: usize| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.write_all(unfinished[index % 2].as_bytes()).unwrap();
        stream
    };
    let half: Vec<TcpStream> = (0..200).map(half).collect();
    assert_eq!(server.get("/api/v1/status").status, 200);
    assert_eq!(server.post("solve", &json!({"board": SMALL})).json()["cost"], 14);
    drop(half);
    let log = std::fs::read_to_string(&path).unwrap();
    assert!(log.contains("all connections are taken"), "{log}");
}

#[test]
fn clients_that_do_not_finish_what_they_say_are_given_up() {
    let server = Serve::start(&["--client-timeout", "1s"]);
    exchange(&server, b"");
    exchange(&server, b"GET /api/v1/status HTTP/1.1\r\nHost: loc");
    let head = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json";
    let late = exchange(&server, format!("{head}\r\nContent-Length: 100\r\n\r\n{{\"board\"").as_bytes());
    assert!(late.problem(408).contains("in time"));
    let answered = exchange(&server, b"GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!(answered.status, 200, "a connection that is kept open for more is closed too");
}

#[test]
fn hosts_and_origins_that_are_not_plain_are_turned_away() {
    let server = Serve::start(&["--client-timeout", "1s"]);
    let status = |lines: &[u8]| {
        let request = [b"GET /api/v1/status HTTP/1.1\r\nConnection: close\r\n", lines, b"\r\n\r\n"];
        exchange(&server, &request.concat()).status
    };
    assert_eq!(status(b"Host: localhost"), 200);
    assert_eq!(status(b"Host: [::1]evil.example"), 421);
    assert_eq!(status(b"Host: localhost\r\nHost: evil.example"), 421);
    assert_eq!(status(b"Host: localhost\r\nOrigin: http://localhost"), 200);
    assert_eq!(status(b"Host: localhost\r\nOrigin: http://\xff"), 403);
    assert_eq!(status(b"Host: localhost\r\nOrigin: http://localhost\r\nOrigin: http://evil.example"), 403);
}

#[test]
fn a_name_that_is_no_text_is_refused_as_every_other() {
    let server = Serve::start(&[]);
    server.send("DELETE", "/api/v1/jobs/%ff", &[], "").problem(404);
}
