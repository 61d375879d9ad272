//! Whatever is thrown at the program, it says what is wrong, where, and ends with exit code 2.

use crate::common::{run, taquin};
use predicates::str::contains;
use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

fn refused(arguments: &[&str], message: &str) {
    let (code, out, err) = run(taquin().args(arguments));
    assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
    assert!(err.contains(message), "{arguments:?}: {err}");
    assert!(!err.contains("panicked"), "{err}");
}

#[test]
fn boards_that_are_none() {
    for command in ["solve", "check"] {
        refused(&[command, ""], "no board here");
        refused(&[command, "1 2 3/4 5 6/7 8"], "row 3 has 2 numbers, expected 3");
        refused(&[command, "1 2 ?/4 5 6/7 8 0"], "`?` is not a number (line 1, column 5)");
        refused(&[command, "1 2 3/4 0 5/6 0 8"], "0 appears twice");
        refused(&[command, "1 2 3/4 5 6/7 9 0"], "9 is out of range");
        refused(&[command, "1 2 3/4 5/6 7 0"], "row 2 has 2 numbers");
        refused(&[command, "1 2 3/4 5 6/7 8 100000000000000000000"], "too large");
        refused(&[command, "1 2 3/4 5 6/7 8 0", "1 2/3 0"], "both must have one shape");
        refused(&[command, "missing.txt"], "no such file");
        refused(&[command, "/"], "directory");
        refused(&[command, "1 2/3 0 | 1 2/0 3 | 0 1/2 3"], "a second `|`");
        refused(&[command, "0 1 2", "--shape", "banana"], "is not a shape");
        refused(&[command, "0 1 2", "--shape", "4x4"], "3 numbers, expected 16");
    }
}

#[test]
fn files_that_hold_no_board() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("boards.txt");
    let path = file.to_str().unwrap();
    for (bytes, message) in [
        (&b""[..], "boards.txt: no board here"),
        (b"# nothing\n\n", "boards.txt: no board here"),
        (b"\x7fELF\x02\x01\x00\xff\xfe", "boards.txt: "),
        (b"1 2\n3 0\n\n1 2 3\n4 5 0\n", "boards.txt: "),
        (
            b"1 2 3\n4 0 5\n6 0 8\n",
            "0 appears twice, 7 is missing (line 3, column 3; first at line 2, column 3)",
        ),
    ] {
        fs::write(&file, bytes).unwrap();
        refused(&["solve", path], message);
        refused(&["check", path], message);
    }
    fs::write(&file, b"\xff\x00\x80/1 2\n").unwrap();
    refused(&["solve", "1 2/3 0", "--goal", path], "boards.txt");
}

#[test]
fn a_million_lines_of_junk_are_refused_at_once() {
    for line in ["junk\n", "7 7 7\n", "////\n", "||||\n", "0\n1\n"] {
        let (code, _, err) = run(taquin().arg("solve").write_stdin(line.repeat(1_000_000)));
        assert_eq!(code, 2, "{line:?}: {err}");
        assert!(err.len() < 1000 && !err.contains("panicked"), "{line:?}: {err}");
    }
    let (code, _, err) = run(taquin().arg("solve").write_stdin(vec![b'1'; 8 << 20]));
    assert_eq!(code, 2);
    assert!(err.contains("longer than any board"), "{err}");
}

#[test]
fn an_unknown_heuristic_lists_the_known_ones() {
    for name in ["euclid", "max:", "max:manhattan,euclid", "pdb:"] {
        taquin()
            .args(["solve", "1 2/3 0", "--heuristic", name])
            .assert()
            .code(2)
            .stderr(contains("zero, hamming, out-of-place, manhattan, linear-conflict, walking-distance"));
    }
}

#[test]
fn board_and_goal_cannot_both_be_standard_input() {
    refused(&["solve", "-", "-"], "standard input");
}

#[test]
fn words_that_are_no_command() {
    refused(&["slove", "1 2/3 0"], "solve");
    refused(&["solve", "1 2/3 0", "--frobnicate"], "--frobnicate");
    refused(&["scramble", "--count", "many"], "--count");
    refused(&["scramble", "--seed", "-1"], "");
    refused(&["scramble", "--shape", "999x999"], "is not a shape");
    refused(&["census", "--goal", "1 2/3 3"], "3 appears twice");
    refused(&["census", "--shape", "3x3", "--goal", "1 2/3 0"], "shape");
    refused(&["completions", "tcsh"], "bash");
    refused(&["completions", "man", "slove"], "no command is called");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for arguments in [
        &["scramble", "--shape", "3x3", "--count", "1000000", "--seed", "1"][..],
        &["completions", "bash"],
        &["--help"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut few = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut few).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn a_reader_of_many_answers_that_goes_away_is_no_error() {
    let boards = "1 2 3/4 5 6/0 7 8\n".repeat(20_000);
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("boards.txt");
    fs::write(&file, boards).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["solve", "--algorithm", "astar"])
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut few = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut few).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["solve", "1 2/0 3"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write"));
}

#[cfg(unix)]
#[test]
fn a_closed_stdout_is_quiet() {
    let output = Command::new("sh")
        .args(["-c", "\"$0\" solve '1 2/0 3' --algorithm astar >&-", env!("CARGO_BIN_EXE_taquin")])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}
