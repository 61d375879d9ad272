//! Searches that outlive a connection: they are listed by their owner, listened to again, told their place in the queue,
//! and end when nobody comes back.

use crate::common::serve::Serve;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;

const EVENTS: (&str, &str) = ("Accept", "text/event-stream");
const JSON: (&str, &str) = ("Content-Type", "application/json");
const OWNER: (&str, &str) = ("Taquin-Owner", "0123456789abcdef0123456789abcdef");
/// A 24-puzzle that no search here solves within a test.
const ENDLESS: &str = "24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 0";

fn endless() -> Value {
    json!({"board": ENDLESS, "algorithm": "idastar", "heuristic": "manhattan"})
}

/// Begins a search of the owner; its name and the stream of its events.
fn begin(server: &Serve, question: &str, body: &Value) -> (String, BufReader<TcpStream>) {
    let headers = [JSON, EVENTS, OWNER];
    let mut stream =
        BufReader::new(server.open("POST", &format!("/api/v1/{question}"), &headers, &body.to_string()));
    let name = read_until(&mut stream, "taquin-job: ");
    (name.trim().to_string(), stream)
}

/// What follows a text in the first line that has it.
fn read_until(stream: &mut impl BufRead, text: &str) -> String {
    let mut line = String::new();
    loop {
        line.clear();
        assert!(stream.read_line(&mut line).unwrap() > 0, "the stream ends before `{text}`");
        if let Some((_, rest)) = line.split_once(text) {
            return rest.to_string();
        }
    }
}

fn listed(server: &Serve) -> Value {
    server.send("GET", "/api/v1/jobs", &[OWNER], "").json()
}

#[test]
fn a_search_goes_on_for_who_comes_back_and_tells_what_was_missed() {
    let server = Serve::start(&["--linger", "1h"]);
    let (name, mut stream) = begin(&server, "solve", &endless());
    read_until(&mut stream, "event: started");
    drop(stream);
    let jobs = listed(&server);
    let [job] = jobs.as_array().unwrap().as_slice() else { panic!("{jobs}") };
    assert_eq!(
        (&job["job"], &job["question"], &job["phase"]),
        (&json!(name), &json!("solve"), &json!("running"))
    );
    assert_eq!(
        (&job["request"]["board"], &job["request"]["algorithm"]),
        (&json!(ENDLESS), &json!("idastar"))
    );
    let path = format!("/api/v1/jobs/{name}");
    let mut again = BufReader::new(server.open("GET", &path, &[], ""));
    read_until(&mut again, "event: started");
    read_until(&mut again, "event: progress");
    assert_eq!(server.send("DELETE", &path, &[], "").status, 204);
    let mut rest = String::new();
    again.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("\"stopped_by\":\"cancelled\""), "{rest}");
    server.wait_until_idle();
    // The answer stays until it is fetched and forgotten.
    assert_eq!(listed(&server)[0]["phase"], "over");
    let answer = server.send("GET", &path, &[], "").events();
    assert_eq!((&answer.last().unwrap()["event"], answer.len() > 1), (&json!("result"), true));
    let number = answer.len() * 1_000_000;
    let nothing = server.send("GET", &path, &[("Last-Event-ID", &number.to_string())], "").events();
    assert_eq!(nothing, Vec::<Value>::new(), "what the client has is not sent again");
    assert_eq!(server.send("DELETE", &path, &[], "").status, 204);
    server.send("GET", &path, &[], "").problem(404);
    assert_eq!(listed(&server), json!([]));
}

#[test]
fn a_search_that_nobody_comes_back_to_ends_and_sooner_if_others_wait() {
    let server = Serve::start(&["--linger", "300ms"]);
    drop(begin(&server, "solve", &endless()));
    server.wait_until_idle();
    let server = Serve::start(&["--linger", "1h", "--max-solves", "1", "--time-limit", "1h"]);
    let (_, stream) =
        begin(&server, "compare", &json!({"random": 9, "shape": "6x6", "ways": [{"algorithm": "idastar"}]}));
    server.wait_until_busy();
    drop(stream);
    let question = json!({"board": "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15"});
    assert_eq!(server.post("solve", &question).json()["cost"], 2, "the place is given to who waits");
}

#[test]
fn who_waits_is_told_the_own_place_and_can_leave_it() {
    let server = Serve::start(&["--max-solves", "1", "--time-limit", "1h"]);
    let (first, running) = begin(&server, "solve", &endless());
    server.wait_until_busy();
    let (second, mut waiting) = begin(&server, "solve", &endless());
    let told = format!("{{{}", read_until(&mut waiting, "data: {"));
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told, json!({"event": "queued", "job": second, "ahead": 0}));
    let (third, mut last) = begin(&server, "solve", &endless());
    assert!(read_until(&mut last, "data: {").contains("\"ahead\":1"));
    assert_eq!(listed(&server)[2]["phase"], "waiting");
    assert_eq!(server.send("DELETE", &format!("/api/v1/jobs/{third}"), &[], "").status, 204);
    assert!(read_until(&mut last, "\"detail\":").contains("before there was a place"));
    assert_eq!(server.send("DELETE", &format!("/api/v1/jobs/{first}"), &[], "").status, 204);
    read_until(&mut waiting, "event: started");
    drop((running, waiting, last));
}

#[test]
fn owners_are_told_apart_and_have_to_be_hard_to_guess() {
    let server = Serve::start(&[]);
    let (_, stream) = begin(&server, "solve", &endless());
    let other = server.send("GET", "/api/v1/jobs", &[("Taquin-Owner", "another0another0")], "");
    assert_eq!(other.json(), json!([]));
    assert!(server.get("/api/v1/jobs").problem(422).contains("Taquin-Owner"));
    let weak = [JSON, EVENTS, ("Taquin-Owner", "me")];
    let refused = server.send("POST", "/api/v1/solve", &weak, &endless().to_string());
    assert!(refused.problem(422).contains("16 to 64"));
    drop(stream);
}
