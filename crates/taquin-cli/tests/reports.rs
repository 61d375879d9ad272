//! `taquin solve --report`: the files of the classic program for 26-puzzles.

use crate::common::{data, json, stdout, taquin};
use crate::solve::{EASY, UNSOLVABLE};
use predicates::str::contains;
use std::fs;

#[test]
fn the_reports_of_the_26_puzzle_are_equal_byte_for_byte() {
    let directory = tempfile::tempdir().unwrap();
    for number in 1..=3 {
        let out = directory.path().join(format!("out{number}"));
        taquin()
            .arg("solve")
            .arg(data(&format!("classic-26_input{number}.txt")))
            .args(["--algorithm", "mark-at-generation", "--heuristic", "manhattan", "--report"])
            .arg(&out)
            .assert()
            .code(0);
        assert_eq!(
            fs::read(&out).unwrap(),
            fs::read(data(&format!("classic-26_output{number}.txt"))).unwrap()
        );
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 3, "no temporary files stay behind");
}

#[test]
fn marking_at_generation_finds_13_moves_where_astar_finds_11() {
    let rest = "//9 10 11/12 13 14/15 16 17//18 19 20/21 22 23/24 25 26";
    let (start, goal) = (format!("1 2 3/4 0 5/6 7 8{rest}"), format!("1 2 3/0 8 6/7 4 5{rest}"));
    let answer = |algorithm: &str| {
        let arguments =
            ["solve", &start, &goal, "--json", "--heuristic", "manhattan", "--algorithm", algorithm];
        json(&stdout(taquin().args(arguments)))
    };
    let marked = answer("mark-at-generation");
    assert_eq!(
        (&marked["cost"], &marked["reached"], &marked["optimal"]),
        (&13.into(), &415.into(), &false.into())
    );
    assert_eq!((&answer("astar")["cost"], &answer("astar")["optimal"]), (&11.into(), &true.into()));
}

#[test]
fn a_report_of_a_flat_board_has_the_same_layout() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("report");
    taquin()
        .args([
            "solve",
            "1 2/0 3",
            "--algorithm",
            "mark-at-generation",
            "--heuristic",
            "manhattan",
            "--report",
        ])
        .arg(&out)
        .assert()
        .code(0);
    assert_eq!(fs::read_to_string(&out).unwrap(), "1 2 \n0 3 \n\n1 2 \n3 0 \n\n1\n3\nR \n1 1 \n");
}

#[test]
fn a_report_is_for_one_solved_problem_in_a_place_that_exists() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("report");
    let refused = |arguments: &[&str], message: &str| {
        taquin().arg("solve").args(arguments).assert().code(2).stderr(contains(message));
    };
    refused(&[EASY, "--report", "/nowhere/at/all"], "there is no directory");
    refused(&[EASY, "--report", directory.path().to_str().unwrap()], "this is a directory");
    taquin().args(["solve", "--report"]).arg(&out).write_stdin("1 2/0 3\n1 2/0 3").assert().code(2);
    taquin()
        .args(["solve", UNSOLVABLE, "--report"])
        .arg(&out)
        .assert()
        .code(1)
        .stderr(contains("was not written"));
    assert!(!out.exists());
}
