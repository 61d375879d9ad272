//! Ctrl-C: the bound proved so far, exit code 1.

#![cfg(unix)]

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const HARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

fn taquin(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Waits until the program has said what it does: then it listens for Ctrl-C.
fn wait_for_note(child: &mut Child) {
    let mut line = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("note:"), "{line}");
}

fn rest(mut out: ChildStdout) -> String {
    let mut text = String::new();
    out.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn an_interrupted_search_tells_the_bound_it_has_proved() {
    let mut child = taquin(&["solve", HARD, "--heuristic", "manhattan"]).spawn().unwrap();
    wait_for_note(&mut child);
    std::thread::sleep(Duration::from_millis(200));
    let interrupted = Instant::now();
    interrupt(&child);
    let out = rest(child.stdout.take().unwrap());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(out.starts_with("stopped by Ctrl-C: at least "), "{out}");
    assert!(interrupted.elapsed() < Duration::from_secs(5));
}

#[test]
fn an_interrupted_stream_keeps_its_answers_and_does_not_wait_for_more() {
    let mut child = taquin(&["solve", "--threads", "2"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "1 2/0 3\n1 2/0 3\n1 2/0 3").unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    for _ in 0..3 {
        line.clear();
        out.read_line(&mut line).unwrap();
        assert_eq!(line, "1 optimal R\n");
    }
    // The input stays open: the program is waiting for the next board.
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(1));
    drop(input);
}
