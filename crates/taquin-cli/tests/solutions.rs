//! Solutions of any length: written in run lengths, to files, and replayed by `check --solution`.

use crate::common::{json, run, stdout, taquin, taquin_with};
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use std::fs;
use std::path::Path;

/// Solved by RDR.
const EASY: &str = "1 2 3/0 4 6/7 5 8";

fn check(board: &str, solution: &str) -> (i32, String, String) {
    run(taquin().args(["check", board, "--solution", "-"]).write_stdin(solution))
}

#[test]
fn a_solution_is_replayed_however_it_is_written() {
    for text in ["RDR", "r d, r", "R1 D1\nR1 # mine", "4 5 8", "4,5,8\n"] {
        let (code, out, err) = check(EASY, text);
        assert_eq!((code, out.as_str(), err.as_str()), (0, "3 moves solve the board\n", ""), "{text}");
    }
    assert_eq!(check(EASY, "LUL").1, "3 moves solve the board, read as moves of the tiles\n");
    assert_eq!(check("1 2 3/4 5 6/7 8 0", "0 moves: the board is the goal").0, 0);
    assert_eq!(check("1 2 3/4 5 6/7 0 8", "R").1, "1 move solves the board\n");
}

#[test]
fn the_first_wrong_move_is_told_by_its_number() {
    for (text, expected) in [
        ("R2 D U3 R", "not a solution: move 6 leads out of the box\n"),
        ("4 5 6", "not a solution: move 3: tile 6 is not beside the blank\n"),
        ("RD", "not a solution: the moves do not end at the goal\n"),
        ("{\"moves\":null}", "not a solution: it says that none was found\n"),
    ] {
        let (code, out, err) = check(EASY, text);
        assert_eq!((code, out.as_str(), err.as_str()), (1, expected, ""), "{text}");
    }
    let (code, out, _) = check("1 2 3/4 5 6/8 7 0", "UD");
    assert!(code == 1 && out.starts_with("not a solution: the board is unsolvable"), "{out}");
    let answer = stdout(taquin().args(["check", EASY, "--solution", "-", "--json"]).write_stdin("R2 D U3 R"));
    let answer = json(&answer);
    assert_eq!((&answer["solves"], &answer["wrong_move"]), (&false.into(), &6.into()));
    assert_eq!(answer["reason"], "move 6 leads out of the box");
}

#[test]
fn what_is_no_solution_at_all_is_bad_input() {
    for (text, expected) in [
        ("RDx", "standard input: move 3: `x` is not a move"),
        ("", "0 solutions for 1 board"),
        ("{\"moves\":7}", "line 1 is not an answer of solve --json"),
        ("{\"start\":\"1 2 3/4 0 6/7 5 8\",\"moves\":\"DR\"}", "this is the solution of another board"),
    ] {
        let (code, out, err) = check(EASY, text);
        assert_eq!((code, out.as_str()), (2, ""), "{text}");
        assert!(err.contains(expected), "{text}: {err}");
    }
    let mut both = taquin_with("check - --solution -");
    both.write_stdin(EASY).assert().code(2).stderr(contains("cannot both come from standard input"));
    taquin()
        .args(["check", EASY, "--solution", "/nowhere/moves"])
        .assert()
        .code(2)
        .stderr(contains("/nowhere/moves"));
}

#[test]
fn whatever_solve_writes_is_replayed() {
    let board = "8 1 3/4 0 2/7 6 5";
    for arguments in [
        "--json",
        "--show",
        "--notation runs",
        "--notation tile",
        "--notation numbers",
        "--notation boards",
        "--algorithm greedy --heuristic manhattan",
    ] {
        let solved = stdout(taquin().args(["solve", board]).args(arguments.split(' ')));
        let (code, out, err) = check(board, &solved);
        assert_eq!((code, err.as_str()), (0, ""), "{arguments}: {solved}");
        assert!(out.contains(" moves solve the board"), "{out}");
    }
}

#[test]
fn many_solutions_are_replayed_in_the_order_of_the_boards() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("boards");
    fs::write(&path, format!("{EASY}\n1 2 3/4 5 6/7 8 0\n8 1 3/4 0 2/7 6 5\n")).unwrap();
    for arguments in [&[][..], &["--json"], &["--show"], &["--notation", "boards"]] {
        let solved = stdout(taquin().arg("solve").arg(&path).args(arguments));
        let replayed =
            taquin().arg("check").arg(&path).args(["--solution", "-"]).write_stdin(solved).assert();
        replayed.code(0).stdout(
            "board 1: 3 moves solve the board\nboard 2: 0 moves: the board is the goal\n\
             board 3: 14 moves solve the board\n",
        );
    }
    let mut one_too_few = taquin();
    one_too_few.arg("check").arg(&path).args(["--solution", "-"]).write_stdin("RDR\n");
    one_too_few.assert().code(2).stderr(contains("1 solution for 3 boards"));
}

#[test]
fn large_boards_get_run_lengths_and_others_when_asked() {
    let board = |shape: &str| stdout(&mut taquin_with(&format!("scramble --shape {shape} --seed 4")));
    let moves = |shape: &str, arguments: &[&str]| {
        let out = stdout(taquin().args(["solve", "--first"]).args(arguments).write_stdin(board(shape)));
        out.lines().nth(1).unwrap().to_string()
    };
    assert!(moves("10x10", &[]).strip_prefix("blank: ").unwrap().chars().all(|c| "UDLR ".contains(c)));
    let runs = moves("11x10", &[]);
    assert!(runs.contains(' ') && runs.contains(|c: char| c.is_ascii_digit()), "{runs}");
    assert!(moves("11x10", &["--notation", "blank"]).chars().all(|c| "UDLR".contains(c)));
    assert!(moves("10x10", &["--notation", "runs"]).contains(' '));
    let in_json = stdout(taquin().args(["solve", "--first", "--json"]).write_stdin(board("11x10")));
    assert!(json(&in_json)["moves"].as_str().unwrap().chars().all(|c| "UDLR".contains(c)));
}

fn output(path: &Path, arguments: &[&str]) -> assert_cmd::Command {
    let mut command = taquin();
    command.args(["solve", EASY, "--output"]).arg(path).args(arguments);
    command
}

#[test]
fn answers_go_to_a_file_that_is_not_overwritten_unawares() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("answer");
    output(&path, &[])
        .assert()
        .code(0)
        .stdout(is_empty())
        .stderr(contains("3 moves, proved optimal: written to"));
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("3 moves, proved optimal\nblank: RDR\n") && !text.contains('\u{1b}'), "{text}");
    output(&path, &["--json"]).assert().code(2).stderr(contains("is not empty: --force writes it anew"));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    output(&path, &["--json", "--force"]).env("CLICOLOR_FORCE", "1").assert().code(0);
    assert_eq!(json(&fs::read_to_string(&path).unwrap())["moves"], "RDR");
    output(Path::new("/nowhere/answer"), &[]).assert().code(2).stderr(contains("no directory /nowhere"));
    taquin().args(["solve", EASY, "--force"]).assert().code(2).stderr(contains("--output"));
}

#[test]
fn answers_before_and_after_a_bad_line_are_in_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("answers");
    let mut command = taquin();
    command
        .args(["solve", "--output"])
        .arg(&path)
        .write_stdin(format!("{EASY}\n1 2 ?/4 5 6/7 8 0\n{EASY}\n"));
    let written = contains("note: 3 answers written to").and(contains("`?` is not a number"));
    command.assert().code(2).stdout(is_empty()).stderr(written);
    assert_eq!(fs::read_to_string(&path).unwrap(), "3 optimal RDR\nnot a board (line 2)\n3 optimal RDR\n");
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_of_an_answer() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("answer");
    fs::write(&path, "precious").unwrap();
    let line = "ulimit -f 0; trap '' XFSZ; exec \"$0\" \"$@\"";
    let mut command = assert_cmd::Command::new("sh");
    command.args(["-c", line, env!("CARGO_BIN_EXE_taquin"), "solve", EASY, "--force", "--output"]).arg(&path);
    command.assert().code(2).stderr(contains("answer: "));
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
}

#[test]
fn a_board_of_100x100_is_solved_written_and_replayed() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name);
    fs::write(file("board"), stdout(&mut taquin_with("scramble --shape 100x100 --seed 4"))).unwrap();
    for (name, arguments) in [("runs", &[][..]), ("json", &["--json"])] {
        let mut solve = taquin();
        solve.arg("solve").arg(file("board")).args(["--first", "--output"]).arg(file(name)).args(arguments);
        solve.assert().code(0);
        let mut check = taquin();
        check.arg("check").arg(file("board")).arg("--solution").arg(file(name));
        check.assert().code(0).stdout(contains(",").and(contains(" moves solve the board")));
    }
    let text = fs::read_to_string(file("runs")).unwrap();
    let headline = text.lines().next().unwrap();
    assert!(headline.matches(',').count() >= 4, "digits are grouped: {headline}");
    let answer = json(&fs::read_to_string(file("json")).unwrap());
    let cost = answer["cost"].as_u64().unwrap() as usize;
    assert_eq!(
        (answer["moves"].as_str().unwrap().len(), &answer["f_values"]),
        (cost, &serde_json::Value::Null)
    );
    assert_eq!(answer["tiles"].as_array().unwrap().len(), cost);
}
