//! Ctrl-C and other signals that end the program: the bound proved so far, then death by the signal.

use crate::common;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdout, Command, Stdio};

const HARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

fn taquin(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap();
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

fn tells_its_bound_when_it_gets(name: &str, mut command: Command) {
    let mut child = command.args(["solve", HARD, "--heuristic", "manhattan"]).spawn().unwrap();
    wait_for_note(&mut child);
    signal(&child, name);
    let out = rest(child.stdout.take().unwrap());
    let number = match name {
        "HUP" => 1,
        "INT" => 2,
        _ => 15,
    };
    assert_eq!(child.wait().unwrap().signal(), Some(number), "{name}");
    assert!(out.starts_with("stopped by Ctrl-C: at least "), "{name}: {out}");
}

#[test]
fn an_interrupted_search_tells_the_bound_it_has_proved() {
    for name in ["INT", "TERM"] {
        tells_its_bound_when_it_gets(name, taquin(&[]));
    }
}

/// The program under `env`, which starts it with SIGHUP as usual or ignored, whatever the tests run under.
#[cfg(target_os = "linux")]
fn under_env(option: &str) -> Command {
    let mut command = Command::new("env");
    command.args([option, env!("CARGO_BIN_EXE_taquin")]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_is_closed_is_like_ctrl_c() {
    tells_its_bound_when_it_gets("HUP", under_env("--default-signal=HUP"));
}

#[cfg(target_os = "linux")]
#[test]
fn under_nohup_the_program_goes_on_when_its_terminal_is_closed() {
    let mut command = under_env("--ignore-signal=HUP");
    let mut child = command.args(["solve", HARD, "--heuristic", "manhattan"]).spawn().unwrap();
    wait_for_note(&mut child);
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap().trim();
    assert_eq!(u64::from_str_radix(ignored, 16).unwrap() & 1, 1, "SIGHUP is the first signal: {ignored}");
    child.kill().unwrap();
    child.wait().unwrap();
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
    signal(&child, "INT");
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    drop(input);
}

#[test]
fn a_long_answer_ends_when_ctrl_c_comes() {
    let board = common::stdout(&mut common::taquin_with("scramble --shape 20x20 --seed 1"));
    let mut child = taquin(&["solve", board.trim(), "--first", "--notation", "boards"]).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut headline = String::new();
    out.read_line(&mut headline).unwrap();
    // The pipe holds a few of the boards, and the program waits for its reader.
    signal(&child, "INT");
    let boards = out.lines().map_while(Result::ok).filter(|line| line.contains('/')).count();
    let moves: usize = headline.split(' ').next().unwrap().replace(',', "").parse().unwrap();
    assert!(boards < moves, "{boards} boards, {headline}");
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("stopped by Ctrl-C while the answer was written"), "{said}");
}

#[test]
fn a_loop_of_the_shell_ends_with_the_program() {
    let program = env!("CARGO_BIN_EXE_taquin");
    let script = format!("for i in 1 2 3; do {program} solve '{HARD}' --heuristic manhattan; done");
    let mut shell = Command::new("bash");
    shell.args(["-ic", &script]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // The signal goes to the shell and to what it runs, as a terminal sends it.
    let mut child = std::os::unix::process::CommandExt::process_group(&mut shell, 0).spawn().unwrap();
    let mut line = String::new();
    let mut err = BufReader::new(child.stderr.take().unwrap());
    while !line.contains("note:") {
        line.clear();
        assert!(err.read_line(&mut line).unwrap() > 0, "the program says what it does");
    }
    let status =
        Command::new("kill").args(["-s", "INT", "--", &format!("-{}", child.id())]).status().unwrap();
    assert!(status.success());
    let out = rest(child.stdout.take().unwrap());
    child.wait().unwrap();
    assert_eq!(out.matches("stopped by Ctrl-C").count(), 1, "{out}");
}

#[test]
fn an_interrupted_trace_is_written_to_its_end_and_says_what_is_known() {
    let mut child = taquin(&["trace", HARD, "-H", "manhattan", "-f", "json"]).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    // Something has been written: the search is under way.
    out.read_line(&mut line).unwrap();
    assert!(line.starts_with("{\"event\":\"start\""), "{line}");
    signal(&child, "INT");
    let last = out.lines().map_while(Result::ok).last().unwrap();
    assert!(last.contains("\"stopped_by\":\"cancelled\""), "{last}");
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("stopped by Ctrl-C after ") && said.contains(" moves are needed"), "{said}");
}
