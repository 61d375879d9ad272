//! `taquin solve` on boards of any size: an answer at once, how far it may be from the best, and how to go on.

use crate::common::{json, run, stdout, taquin, taquin_with};
use predicates::prelude::*;
use predicates::str::{contains, starts_with};

fn random(shape: &str) -> String {
    stdout(&mut taquin_with(&format!("scramble --shape {shape} --seed 4"))).trim().to_string()
}

#[test]
fn the_first_answer_of_any_board_is_a_solution_with_its_gap() {
    for shape in ["5x5", "10x10", "2x30", "3x3x5"] {
        let (code, out, _) =
            run(taquin().args(["solve", &random(shape), "--shape", shape, "--first", "--json"]));
        let answer = json(&out);
        assert_eq!(
            (code, &answer["solved"], &answer["optimal"]),
            (0, &true.into(), &false.into()),
            "{shape}"
        );
        assert_eq!(
            (&answer["algorithm"], answer["improvements"].as_array().unwrap().len()),
            (&"any-time".into(), 1)
        );
        let [cost, bound] = ["cost", "lower_bound"].map(|field| answer[field].as_f64().unwrap());
        assert!((answer["gap"].as_f64().unwrap() - (cost / bound - 1.0)).abs() < 1e-9);
        assert_eq!(answer["moves"].as_str().unwrap().len() as f64, cost);
    }
}

#[test]
fn a_time_limit_leaves_a_solution_and_says_what_stopped_it() {
    taquin()
        .args(["solve", &random("6x6"), "--time-limit", "50ms"])
        .assert()
        .code(0)
        .stdout(contains("moves, not proved optimal (at least ").and(contains("gap ")))
        .stdout(contains("stopped by the time limit"));
}

#[test]
fn a_gap_that_is_reached_is_no_stop() {
    let answer = json(&stdout(taquin().args(["solve", &random("6x6"), "--within", "80%", "--json"])));
    assert!(answer["gap"].as_f64().unwrap() <= 0.8);
    assert_eq!(answer["stopped_by"], serde_json::Value::Null);
}

#[test]
fn several_boards_get_a_line_each() {
    let boards = stdout(&mut taquin_with("scramble --shape 7x7 --seed 4 --count 3"));
    let lines = stdout(taquin().args(["solve", "--first"]).write_stdin(boards));
    assert_eq!(lines.lines().count(), 3);
    assert!(lines.lines().all(|line| line.contains(" unproved ")), "{lines}");
}

#[test]
fn what_does_not_go_together_is_said() {
    let board = random("5x5");
    for arguments in [
        ["--first", "--algorithm=astar"],
        ["--within=5%", "--algorithm=idastar"],
        ["--first", "--heuristic=manhattan"],
    ] {
        taquin()
            .args(["solve", &board])
            .args(arguments)
            .assert()
            .code(2)
            .stderr(contains("--algorithm auto only"));
    }
    taquin()
        .args(["solve", &board, "--within", "much"])
        .assert()
        .code(2)
        .stderr(contains("number of percent"));
    taquin().args(["solve", &board, "--within", "-3"]).assert().code(2);
    taquin()
        .args(["solve", "1 2 3/4 5 6/7 0 8", "--within", "0"])
        .assert()
        .code(0)
        .stdout(starts_with("1 move, proved"));
}
