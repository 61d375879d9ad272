//! What a class needs of the server: an address, frames, questions that never wait, searches seen from their first step.

use crate::common::serve::Serve;
use serde_json::json;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

const JSON: (&str, &str) = ("Content-Type", "application/json");

#[test]
fn a_class_gets_an_address_and_its_code() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["serve", "--port", "0", "--class"])
        .env("TAQUIN_LOG", "off")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let mut notes = BufReader::new(child.stderr.take().unwrap());
    let mut said = String::new();
    while !said.contains("or scan:") {
        assert!(notes.read_line(&mut said).unwrap() > 0, "{said}");
    }
    assert!(said.contains("other machines can reach 0.0.0.0") && said.contains(address.trim()), "{said}");
    let mut code = String::new();
    for _ in 0..14 {
        notes.read_line(&mut code).unwrap();
    }
    assert!(code.contains('█') && code.contains('▄'), "{code}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn frames_are_for_sites_that_are_named_and_files_are_sent_compressed() {
    let server = Serve::start(&["--allow-embed", "https://moodle.example"]);
    let zipped = server.send("HEAD", "/", &[("Accept-Encoding", "gzip")], "");
    assert_eq!(zipped.header("content-encoding"), Some("gzip"));
    let policy = zipped.header("content-security-policy").unwrap().to_string();
    assert!(policy.ends_with("frame-ancestors https://moodle.example"), "{policy}");
    let plain = Serve::start(&[]).get("/");
    assert_eq!(plain.header("content-encoding"), None);
    assert!(plain.header("content-security-policy").unwrap().ends_with("frame-ancestors 'none'"));
    let refused = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["serve", "--allow-embed", "https://x; script-src *"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let code = server.post("qr", &json!({"text": "http://10.0.0.7:8015/"})).json();
    assert!(code["svg"].as_str().unwrap().contains("<svg"));
    assert!(server.post("qr", &json!({"text": "x".repeat(4000)})).problem(422).contains("too long"));
    assert_eq!(server.get("/api/v1/status").json()["address"], json!(null), "on loopback there is none");
}

#[test]
fn hints_of_a_moment_are_answered_while_long_searches_hold_all_places() {
    let server = Serve::start(&["--max-solves", "1"]);
    let board = "24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 0";
    let long = json!({"board": board, "time_limit": "100s"}).to_string();
    let events = ("Accept", "text/event-stream");
    let searching = server.open("POST", "/api/v1/solve", &[JSON, events], &long);
    server.wait_until_busy();
    let hint = server.post("hint", &json!({"board": board, "time_limit": "250ms"})).json();
    assert!(hint["tile"].is_u64() && hint["found"].as_u64() >= hint["lower_bound"].as_u64(), "{hint}");
    assert_eq!(server.running(), 1, "the search goes on");
    drop(searching);
}

#[test]
fn a_trace_begins_before_its_search_ends_and_counts_as_others_do() {
    let server = Serve::start(&[]);
    // A 15-puzzle that takes this search longer than any test waits.
    let body = json!({"board": "15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 0", "algorithm": "idastar", "heuristic": "hamming", "max_steps": 50});
    let mut stream = BufReader::new(server.open("POST", "/api/v1/trace", &[JSON], &body.to_string()));
    let mut seen = String::new();
    while seen.matches("\"expand\"").count() < 50 {
        let mut line = String::new();
        assert!(stream.read_line(&mut line).unwrap() > 0, "{seen}");
        seen += &line;
    }
    assert!(!seen.contains("\"end\"") && server.running() == 1, "the search goes on");
    drop(stream);
    server.wait_until_idle();
    let board = "8 6 7/2 5 4/3 0 1";
    let way = json!({"algorithm": "astar", "heuristic": "manhattan"});
    let rows = server.post("compare", &json!({"board": board, "ways": [way]})).json();
    let expanded = |ties: &str| {
        let asked = json!({"board": board, "algorithm": "astar", "heuristic": "manhattan", "ties": ties});
        server.post("trace", &asked).events().last().unwrap()["expanded"].clone()
    };
    assert_eq!(expanded("deepest"), rows[0]["expanded"], "one rule for Watch, Solve and Compare");
    assert_ne!(expanded("oldest"), rows[0]["expanded"], "the textbook's is another one");
    let mut rest = String::new();
    let wrong = json!({"board": board, "ties": "newest"}).to_string();
    server.open("POST", "/api/v1/trace", &[JSON], &wrong).read_to_string(&mut rest).unwrap();
    assert!(rest.contains("oldest"), "{rest}");
}
