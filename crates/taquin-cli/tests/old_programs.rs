//! What the five classic programs print, by the commands that docs/old-programs.md gives.

use crate::common::{data, json, run, stdout, taquin, taquin_with};
use predicates::str::contains;
use std::fs;

#[test]
fn the_reports_of_the_26_puzzle_program_come_out_byte_for_byte() {
    for name in ["classic-26", "r0"] {
        for number in 1..=3 {
            let directory = tempfile::tempdir().unwrap();
            let report = directory.path().join("out");
            let (code, _, err) = run(taquin()
                .arg("solve")
                .arg(data(&format!("classic-26_input{number}.txt")))
                .args(["--convention", name, "--report"])
                .arg(&report));
            assert_eq!(code, 0, "{err}");
            assert!(!err.contains("the number of nodes"), "{err}");
            let expected = fs::read(data(&format!("classic-26_output{number}.txt"))).unwrap();
            assert_eq!(fs::read(&report).unwrap(), expected, "{number}");
        }
    }
}

#[test]
fn a_report_with_the_nodes_of_another_search_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let report = directory.path().join("out");
    let solve = || {
        let mut command = taquin();
        command.arg("solve").arg(data("classic-26_input1.txt")).arg("--report").arg(&report);
        command
    };
    let (_, _, err) = run(&mut solve());
    assert!(err.contains("is that of two-ended with first-entry; --convention classic-26 counts"), "{err}");
    let (_, _, err) = run(solve().args(["-a", "mark-at-generation", "-H", "manhattan"]));
    assert!(!err.contains("the number of nodes"), "this is the original's search: {err}");
    let (_, _, err) = run(solve().args(["--convention", "classic-26", "-H", "hamming"]));
    assert!(err.contains("is that of mark-at-generation with hamming"), "{err}");
}

#[test]
fn the_figures_of_every_program_by_solve() {
    let figures = |convention: &str, heuristic: &str, board: &str, goal: &str| {
        let mut command = taquin();
        command.args(["solve", board, goal, "--json", "--convention", convention, "-H", heuristic]);
        let row = json(&stdout(&mut command));
        assert_eq!(row["heuristic"], heuristic);
        let last = row["phases"].as_array().unwrap().last().unwrap();
        assert_eq!((&last["expanded"], &last["generated"]), (&row["expanded"], &row["generated"]), "{row}");
        assert!(row["convention"].as_str().unwrap().starts_with("classic-"), "{row}");
        (row["generated"].as_u64().unwrap(), row["expanded"].as_u64().unwrap(), row["cost"].as_u64().unwrap())
    };
    let fifth = "5 0 8/4 2 1/7 3 6";
    assert_eq!(figures("classic-descent", "hamming", fifth, "blank-last"), (786, 296, 295));
    assert_eq!(figures("r1", "manhattan", fifth, "blank-last"), (114, 44, 43));
    let (prompt, goal) = ("1 2 3/7 4 5/6 8 0", "1 2 3/8 6 4/7 5 0");
    assert_eq!(figures("classic-prompt", "out-of-place", prompt, goal).0, 44);
    assert_eq!(figures("r2", "manhattan", prompt, goal), (19, 10, 8));
    assert_eq!(figures("classic-lists", "hamming", "1 2 3/0 4 6/7 5 8", "blank-last"), (8, 3, 3));
    assert_eq!(figures("r4", "manhattan", "1 2 3/0 4 6/7 5 8", "blank-last"), (9, 4, 3));
}

#[test]
fn a_convention_brings_its_search_and_names_its_other_heuristics() {
    let (code, out, err) =
        run(taquin().args(["solve", "5 0 8/4 2 1/7 3 6", "--convention", "classic-descent"]));
    assert_eq!(code, 0);
    assert!(out.contains("descent with manhattan: 44 expanded, 114 generated"), "{out}");
    assert!(out.contains("counted as by classic-descent"), "{out}");
    assert!(err.contains("this is manhattan, others are --heuristic hamming"), "{err}");
    let fails = |more: &str, message: &str| {
        taquin_with(&format!("solve --convention r4 {more}"))
            .arg("1 2/0 3")
            .assert()
            .code(2)
            .stderr(contains(message));
    };
    fails("-a astar", "has an algorithm of its own");
    fails("--prune undo", "has an algorithm of its own");
    fails("--first", "without --heuristic and --convention");
}

#[test]
fn a_batch_is_counted_by_a_convention_too() {
    let boards = "1 2 3/0 4 6/7 5 8\n2 8 1/3 4 6/7 5 0 | 3 2 1/8 0 4/7 5 6\n2 1 3/4 5 6/7 8 0\n";
    let (code, out, _) =
        run(taquin().args(["solve", "--json", "--convention", "classic-prompt"]).write_stdin(boards));
    assert_eq!(code, 1, "the last one cannot be solved");
    let counts: Vec<_> = out.lines().map(|line| json(line)["generated"].as_u64()).collect();
    assert_eq!(counts, [Some(9), Some(15), Some(0)]);
}
