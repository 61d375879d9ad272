//! The HTTP API of `taquin serve`, asked politely and rudely.

use crate::common::serve::Serve;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};

const EVENTS: (&str, &str) = ("Accept", "text/event-stream");
const JSON: (&str, &str) = ("Content-Type", "application/json");

/// A 24-puzzle that no search here solves within a test.
const ENDLESS: &str = "24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 0";

fn endless() -> Value {
    json!({"board": ENDLESS, "algorithm": "idastar", "heuristic": "manhattan"})
}

#[test]
fn check_answers_what_the_command_prints_and_the_inversions() {
    let server = Serve::start(&[]);
    let answer = server.post("check", &json!({"board": "2 1 3/4 5 6/7 8 0"}));
    assert_eq!(answer.status, 200);
    let report = answer.json();
    assert_eq!(report["solvable"], false);
    assert_eq!(report["inversions"], 1);
    assert_eq!(report["inversion_pairs"], json!([[2, 1]]));
    let printed = std::process::Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["check", "2 1 3/4 5 6/7 8 0", "--json"])
        .output()
        .unwrap();
    let printed: Value = serde_json::from_slice(&printed.stdout).unwrap();
    // One of a request is not one of many.
    let is_told = |field: &str| !["number", "line"].contains(&field);
    for (field, value) in printed.as_object().unwrap().iter().filter(|(field, _)| is_told(field)) {
        assert_eq!(&report[field], value, "{field}");
    }
}

#[test]
fn check_reads_every_text_the_command_line_reads_but_no_file() {
    let server = Serve::start(&[]);
    let shape = |body: Value| server.post("check", &body).json()["shape"].clone();
    assert_eq!(shape(json!({"board": "# eight\n1 2 3\n4 5 6\n7 8 _\n"})), "3x3");
    assert_eq!(shape(json!({"board": "1 2 3 4 5 0", "shape": "3x2"})), "3x2");
    assert_eq!(shape(json!({"board": "1 2/3 4//5 6/7 0", "goal": "blank-first"})), "2x2x2");
    let with_goal = server.post("check", &json!({"board": "1 2/3 0 | 0 1/2 3"})).json();
    assert_eq!(with_goal["goal"], "0 1/2 3");
    server.post("check", &json!({"board": "/etc/hostname"})).problem(422);
    let goal = server.post("check", &json!({"board": "1 2/3 0", "goal": "/etc/hostname"}));
    assert!(goal.problem(422).starts_with("goal:"));
}

#[test]
fn solve_answers_once_or_in_events() {
    let server = Serve::start(&[]);
    let question = json!({"board": "8 1 3/4 0 2/7 6 5", "algorithm": "astar", "heuristic": "manhattan"});
    let report = server.post("solve", &question).json();
    assert_eq!((&report["cost"], &report["optimal"]), (&json!(14), &json!(true)));
    assert_eq!(report["moves"].as_str().unwrap().len(), 14);
    assert_eq!(report["notations"]["blank"], report["moves"]);
    assert!(report["notations"]["runs"].as_str().unwrap().contains(' '));
    assert_eq!(report["notations"]["boards"].as_str().unwrap().lines().count(), 15);
    assert_eq!(report["phases"][0]["algorithm"], "astar");
    assert_eq!(report["phases"][0]["expanded"], report["expanded"]);
    assert!(report["threads"].is_u64() && report["counts_repeat"] == true, "{report}");
    let streamed = server.send("POST", "/api/v1/solve", &[JSON, EVENTS], &question.to_string());
    assert_eq!(streamed.header("content-type"), Some("text/event-stream"));
    let events = streamed.events();
    assert_eq!(events.first().unwrap()["event"], "started");
    assert_eq!(events.last().unwrap()["event"], "result");
    assert_eq!(events.last().unwrap()["moves"], report["moves"]);
    let unsolvable = server.post("solve", &json!({"board": "2 1 3/4 5 6/7 8 0"})).json();
    assert_eq!((&unsolvable["solvable"], &unsolvable["moves"]), (&json!(false), &Value::Null));
    let looked_up = server.post("solve", &json!({"board": "8 1 3/4 0 2/7 6 5"})).json();
    assert_eq!((&looked_up["algorithm"], &looked_up["heuristic"]), (&json!("look-up"), &json!("pdb:full")));
}

#[test]
fn solve_tells_of_its_progress_and_keeps_the_caps() {
    let server = Serve::start(&["--time-limit", "600ms"]);
    let mut question = endless();
    question["time_limit"] = json!("1h");
    let events = server.send("POST", "/api/v1/solve", &[JSON, EVENTS], &question.to_string()).events();
    let progress: Vec<&Value> = events.iter().filter(|event| event["event"] == "progress").collect();
    assert!(progress.len() >= 2, "{events:?}");
    assert!(progress.iter().all(|event| event["bound"].as_u64() >= event["lower_bound"].as_u64()));
    assert_eq!(events.last().unwrap()["stopped_by"], "time");
    let capped = Serve::start(&["--node-limit", "1000", "--memory-limit", "1MB"]);
    let question = json!({"board": ENDLESS, "algorithm": "idastar", "node_limit": 1_000_000});
    assert_eq!(capped.post("solve", &question).json()["expanded"], 1000);
    let question = json!({"board": "15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 0", "algorithm": "bfs"});
    let stopped_by = capped.post("solve", &question).json()["stopped_by"].clone();
    assert!(stopped_by == "memory" || stopped_by == "nodes", "{stopped_by}");
}

#[test]
fn progress_carries_every_better_solution_once() {
    let server = Serve::start(&[]);
    let question = json!({"board": ENDLESS, "time_limit": "3s"});
    let events = server.send("POST", "/api/v1/solve", &[JSON, EVENTS], &question.to_string()).events();
    let progress: Vec<&Value> = events.iter().filter(|event| event["event"] == "progress").collect();
    let incumbents: Vec<&Value> =
        progress.iter().map(|event| &event["incumbent"]).filter(|one| !one.is_null()).collect();
    assert!(!incumbents.is_empty() && incumbents.len() < progress.len(), "{progress:?}");
    let costs: Vec<u64> = incumbents.iter().map(|one| one["cost"].as_u64().unwrap()).collect();
    assert!(costs.windows(2).all(|pair| pair[1] < pair[0]), "{costs:?}");
    for one in incumbents {
        let length = one["cost"].as_u64().unwrap() as usize;
        assert_eq!(one["moves"].as_str().unwrap().len(), length);
        assert_eq!(one["tiles"].as_array().unwrap().len(), length);
    }
    let last = progress.last().unwrap();
    let [found, bound] = ["found", "lower_bound"].map(|field| last[field].as_f64().unwrap());
    assert!((last["gap"].as_f64().unwrap() - (found / bound - 1.0)).abs() < 1e-9);
    assert!(events.last().unwrap()["cost"].as_f64().unwrap() <= found);
}

#[test]
fn hint_tells_the_distance_and_the_next_move() {
    let server = Serve::start(&[]);
    let hint = server.post("hint", &json!({"board": "1 2 3/4 5 6/0 7 8"})).json();
    assert_eq!((&hint["distance"], &hint["move"], &hint["tile"]), (&json!(2), &json!("R"), &json!(7)));
    let home = server.post("hint", &json!({"board": "1 2 3/4 5 6/7 8 0"})).json();
    assert_eq!((&home["distance"], &home["move"]), (&json!(0), &Value::Null));
    let far = server.post("hint", &json!({"board": ENDLESS, "time_limit": "100ms"})).json();
    assert!(far["distance"].is_null() && far["lower_bound"].as_u64() > Some(50), "{far}");
}

#[test]
fn scramble_makes_the_boards_the_command_makes() {
    let server = Serve::start(&[]);
    let boards = server.post("scramble", &json!({"shape": "3x3", "count": 3, "seed": 7})).json();
    let printed = std::process::Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["scramble", "--shape", "3x3", "--count", "3", "--seed", "7", "--json"])
        .output()
        .unwrap();
    let printed = String::from_utf8(printed.stdout).unwrap();
    let printed: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(boards, json!(printed));
    assert!(server.post("scramble", &json!({"shape": "3x3", "count": 5000})).problem(422).contains("1000"));
    let floats = server.post("scramble", &json!({"shape": "3x3", "count": 3.0, "seed": 7e0}));
    assert_eq!(floats.json(), boards, "a whole number is one however it is written");
    for count in [json!(-1), json!(1.5), json!(1e30), json!("3")] {
        server.post("scramble", &json!({"shape": "3x3", "count": count})).problem(422);
    }
}

#[test]
fn compare_hands_out_rows_as_they_come() {
    let server = Serve::start(&[]);
    let ways = json!([{"algorithm": "astar", "heuristic": "hamming"}, {"algorithm": "astar", "heuristic": "manhattan"}]);
    let question = json!({"random": 3, "shape": "3x3", "seed": 1, "ways": ways});
    let events = server.send("POST", "/api/v1/compare", &[JSON, EVENTS], &question.to_string()).events();
    let names: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(names, ["started", "row", "row", "row", "row", "row", "row", "done"]);
    for pair in events[1..7].chunks(2) {
        assert_eq!(pair[0]["cost"], pair[1]["cost"]);
        assert!(pair[0]["expanded"].as_u64() >= pair[1]["expanded"].as_u64());
    }
    let rows = server.post("compare", &question).json();
    assert_eq!(rows.as_array().unwrap().len(), 6);
    assert!(server.post("compare", &json!({"random": 3, "ways": []})).problem(422).contains("ways"));
    assert!(server.post("compare", &json!({"ways": ways})).problem(422).contains("either"));
}

#[test]
fn trace_writes_the_lines_the_command_writes() {
    let server = Serve::start(&[]);
    let question = json!({"board": "1 2 3/0 4 6/7 5 8", "algorithm": "astar", "heuristic": "manhattan"});
    let answer = server.post("trace", &question);
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let printed = std::process::Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["trace", "1 2 3/0 4 6/7 5 8", "--format", "json", "--algorithm", "astar", "-H", "manhattan"])
        .output()
        .unwrap();
    assert_eq!(answer.body, String::from_utf8(printed.stdout).unwrap());
    let question = json!({"board": "8 6 7/2 5 4/3 0 1", "algorithm": "bfs", "max_steps": 50});
    let events = server.post("trace", &question).events();
    assert_eq!(events.iter().filter(|event| event["event"] == "expand").count(), 50);
    assert_eq!(events.last().unwrap()["truncated"], true);
    // Left open, the search is one that has something to show.
    let events = server.post("trace", &json!({"board": "8 6 7/2 5 4/3 0 1"})).events();
    assert_eq!(
        (&events[0]["algorithm"], &events[0]["heuristic"]),
        (&json!("astar"), &json!("walking-distance"))
    );
}

#[test]
fn a_beam_is_as_wide_as_asked() {
    let server = Serve::start(&[]);
    let board = "8 1 3/4 0 2/7 6 5";
    let expanded = |width: Value| {
        let body = json!({"board": board, "algorithm": "beam", "width": width});
        let answer = server.post("solve", &body).json();
        assert!(answer["cost"].as_u64().is_some(), "{answer}");
        answer["expanded"].as_u64().unwrap()
    };
    assert!(expanded(json!(20)) < expanded(json!(200)));
    assert_eq!(expanded(json!(1000)), expanded(Value::Null));
    let refused = |body: Value| server.post("solve", &body).problem(422);
    assert!(refused(json!({"board": board, "width": 20})).contains("beam"));
    for width in [json!(0), json!(100_000_001), json!(1e18)] {
        let body = json!({"board": board, "algorithm": "beam", "width": width});
        assert!(refused(body).contains("1 to 100000000"));
    }
    assert!(refused(json!({"board": board, "algorithm": "beam", "width": 1.5})).contains("1.5"));
    let ways = json!([{"algorithm": "beam", "width": 0}]);
    server.post("compare", &json!({"board": board, "ways": ways})).problem(422);
    server.post("trace", &json!({"board": board, "algorithm": "beam", "width": 0})).problem(422);
}

#[test]
fn small_boards_are_answered_from_a_table() {
    let server = Serve::start(&[]);
    let question = json!({"board": "8 6 7/2 5 4/3 0 1"});
    let solved = server.post("solve", &question).json();
    assert_eq!(
        (&solved["cost"], &solved["expanded"], &solved["optimal"]),
        (&json!(31), &json!(31), &json!(true))
    );
    assert_eq!(server.post("hint", &question).json()["distance"], 31);
    assert_eq!(server.post("check", &question).json()["distance"], 31);
}

#[test]
fn the_api_describes_every_address_it_answers() {
    let server = Serve::start(&[]);
    let description = server.get("/api/v1/openapi.json").json();
    let mut paths: Vec<&String> = description["paths"].as_object().unwrap().keys().collect();
    paths.sort();
    let expected = [
        "/analyse",
        "/check",
        "/compare",
        "/hint",
        "/jobs",
        "/jobs/{name}",
        "/qr",
        "/scramble",
        "/solve",
        "/status",
        "/trace",
    ];
    assert_eq!(paths, expected);
    let schemas = description["components"]["schemas"].as_object().unwrap();
    for schema in ["SolveReport", "CheckReport", "TraceEvent", "ApiError"] {
        assert!(schemas.contains_key(schema), "{schema} in {:?}", schemas.keys());
    }
}

#[test]
fn what_is_wrong_is_said_as_a_problem() {
    let server = Serve::start(&[]);
    let send = |headers: &[(&str, &str)], body: &str| server.send("POST", "/api/v1/solve", headers, body);
    assert!(send(&[JSON], "{\"board\":").problem(400).contains("line 1"));
    send(&[JSON], "not json").problem(400);
    send(&[JSON], "").problem(400);
    send(&[], "{}").problem(415);
    assert!(send(&[JSON], "{}").problem(422).contains("board"));
    assert!(send(&[JSON], "{\"board\": 7}").problem(422).contains("string"));
    assert!(send(&[JSON], "{\"board\": \"1 0\", \"speed\": 1}").problem(422).contains("speed"));
    let refused = |body: Value| server.post("solve", &body).problem(422);
    assert!(refused(json!({"board": "1 2 3/4 5 5/7 8 0"})).contains('5'));
    assert!(refused(json!({"board": "1 2 ?/4 5 6/7 8 0"})).contains("line 1, column 5"));
    assert!(refused(json!({"board": "1 2/3 0", "algorithm": "magic"})).contains("magic"));
    assert!(refused(json!({"board": "1 2/3 0", "heuristic": "magic"})).contains("magic"));
    for name in ["pdb:full", "max:manhattan,pdb:full"] {
        let body = json!({"board": "1 2 3 4/5 6 7 8/9 10 11 0", "heuristic": name});
        assert!(refused(body).contains("up to 10 cells"), "{name}");
    }
    assert!(refused(json!({"board": "1 2/3 0", "time_limit": "soon"})).contains("90s"));
    assert!(refused(json!({"board": "1 2/3 0", "goal": "1 2 3/4 5 6/7 8 0"})).contains("one shape"));
    assert!(refused(json!({"board": "0", "shape": "200x200"})).contains("too large"));
    server.get("/nowhere").problem(404);
    server.get("/api/v1/nowhere").problem(404);
    server.get("/api/v1/solve").problem(405);
    server.send("DELETE", "/api/v1/jobs/nobody", &[], "").problem(404);
    let unsafe_text = refused(json!({"board": "<img src=x onerror=alert(1)>"}));
    assert!(unsafe_text.contains("img"), "it is text, and stays text: {unsafe_text}");
}

#[test]
fn a_body_that_is_too_large_is_refused() {
    let server = Serve::start(&[]);
    let body = json!({"board": "1 ".repeat(60_000)});
    server.post("solve", &body).problem(413);
    assert_eq!(server.running(), 0);
}

#[test]
fn strangers_are_turned_away() {
    let server = Serve::start(&["--allow-host", "lab.example"]);
    let status = |host: &str| server.send("GET", "/api/v1/status", &[("Host", host)], "").status;
    assert_eq!(status("localhost:1"), 200);
    assert_eq!(status("lab.example"), 200);
    assert_eq!(status("evil.example"), 421);
    assert_eq!(status("localhost.evil.example:80"), 421);
    let origin = |from: &str| server.send("GET", "/api/v1/status", &[("Origin", from)], "").status;
    assert_eq!(origin(&format!("http://{}", server.address)), 200);
    assert_eq!(origin("http://evil.example"), 403);
    assert_eq!(origin("null"), 403);
}

#[test]
fn every_answer_carries_the_security_headers() {
    let server = Serve::start(&[]);
    let stranger = server.send("GET", "/", &[("Host", "evil.example")], "");
    for answer in [server.get("/"), server.get("/js/main.js"), server.get("/nowhere"), stranger] {
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    }
}

#[test]
fn the_page_is_all_there_and_browsers_keep_it() {
    let server = Serve::start(&[]);
    let page = server.get("/");
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/web/js")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    // These go with the module that `cargo xtask web` makes.
    let with_the_module = ["load.js", "lzma.js", "worker.js"];
    for name in names.filter(|name| !with_the_module.contains(&&**name)) {
        let script = server.get(&format!("/js/{name}"));
        assert_eq!(script.status, 200, "{name} is not served");
        let tag = script.header("etag").unwrap().to_string();
        let again = server.send("GET", &format!("/js/{name}"), &[("If-None-Match", &tag)], "");
        assert_eq!((again.status, again.body.as_str()), (304, ""));
    }
}

#[test]
fn a_client_that_goes_away_ends_its_search() {
    let server = Serve::start(&["--max-solves", "4"]);
    for (path, headers) in [
        ("solve", &[JSON, EVENTS][..]),
        ("solve", &[JSON][..]),
        ("hint", &[JSON][..]),
        ("trace", &[JSON][..]),
    ] {
        let stream = server.open("POST", &format!("/api/v1/{path}"), headers, &endless().to_string());
        server.wait_until_busy();
        drop(stream);
        server.wait_until_idle();
    }
}

#[test]
fn a_search_can_be_cancelled_by_its_name() {
    let server = Serve::start(&[]);
    let mut stream = server.open("POST", "/api/v1/solve", &[JSON, EVENTS], &endless().to_string());
    let mut text = String::new();
    while !text.contains("\"job\":\"") {
        let mut piece = [0; 512];
        let length = stream.read(&mut piece).unwrap();
        text += &String::from_utf8_lossy(&piece[..length]);
    }
    let name = text.split("\"job\":\"").nth(1).unwrap().split('"').next().unwrap();
    let cancelled = server.send("DELETE", &format!("/api/v1/jobs/{name}"), &[], "");
    assert_eq!(cancelled.status, 204);
    stream.read_to_string(&mut text).unwrap();
    assert!(text.contains("\"stopped_by\":\"cancelled\""), "{text}");
    server.wait_until_idle();
}

#[cfg(unix)]
#[test]
fn told_to_stop_the_server_ends_its_searches_and_goes() {
    let server = Serve::start(&[]);
    let mut stream = server.open("POST", "/api/v1/solve", &[JSON, EVENTS], &endless().to_string());
    server.wait_until_busy();
    assert_eq!(server.terminate(), Some(0));
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("\"stopped_by\":\"cancelled\""), "the last answer still arrives: {rest}");
}

#[test]
fn other_machines_are_let_in_only_with_a_warning() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["serve", "--port", "0", "--bind", "0.0.0.0"])
        .env("TAQUIN_LOG", "off")
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut warning = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut warning).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(warning.contains("other machines can reach 0.0.0.0"), "{warning}");
}
