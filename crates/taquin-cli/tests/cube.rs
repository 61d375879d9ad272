//! The 26-puzzle as people solve it.

use crate::common::{data, json, run, stdout, taquin};
use predicates::prelude::*;
use predicates::str::contains;

/// Too hard for the limits of these tests: 89 moves, 795 million nodes.
const HARD: &str = "26 25 13/18 11 14/9 21 20//3 5 7/22 23 1/16 24 12//4 2 17/6 15 0/19 8 10";
/// Board 14 of cube100.
const EASY_INDEX: usize = 14;

#[test]
fn boxes_are_searched_from_both_ends_unless_told_otherwise() {
    let board = taquin::published::PublishedSet::Cube100.boards().swap_remove(EASY_INDEX - 1);
    let arguments = ["solve", &board.problem.start().to_string(), "--goal", "blank-first", "--json"];
    let (code, out, notes) = run(taquin().args(arguments));
    assert_eq!(code, 0);
    assert_eq!(notes, "note: 3x3x3: searching by two-ended with first-entry\n");
    let answer = json(&out);
    assert_eq!((&answer["cost"], &answer["optimal"]), (&board.length.into(), &true.into()));
    assert_eq!((&answer["algorithm"], &answer["heuristic"]), (&"two-ended".into(), &"first-entry".into()));
    let small = stdout(taquin().args(["solve", "1 2/3 4//5 6/0 7", "--json"]));
    assert_eq!(json(&small)["algorithm"], "look-up");
}

#[test]
fn files_with_two_boards_go_through_the_same_door() {
    for (number, cost) in [(1, 6), (2, 13), (3, 16)] {
        let file = data(&format!("classic-26_input{number}.txt"));
        for algorithm in ["auto", "two-ended"] {
            let answer = json(&stdout(taquin().arg("solve").arg(&file).args(["--json", "-a", algorithm])));
            assert_eq!((&answer["cost"], &answer["optimal"]), (&cost.into(), &true.into()));
            assert_eq!(answer["algorithm"], "two-ended");
        }
    }
}

#[test]
fn a_limit_gives_a_solution_and_a_bound() {
    for limit in [["--node-limit", "20000"], ["--time-limit", "100ms"], ["--time-limit", "1500ms"]] {
        let arguments = ["solve", HARD, "--json", "--memory-limit", "64MB", "--threads", "2"];
        let (code, out, _) = run(taquin().args(arguments).args(limit));
        let answer = json(&out);
        assert_eq!(code, 0, "{out}");
        assert_eq!((&answer["solved"], &answer["optimal"]), (&true.into(), &false.into()));
        let (cost, bound) = (answer["cost"].as_u64().unwrap(), answer["lower_bound"].as_u64().unwrap());
        assert!((79..=89).contains(&bound) && (89..150).contains(&cost), "{bound} {cost}");
        assert!(answer["peak_bytes"].as_u64().unwrap() <= 64_000_000);
    }
    taquin()
        .args(["solve", HARD, "--node-limit", "2000"])
        .assert()
        .code(0)
        .stdout(contains("not proved optimal (at least").and(contains("stopped by the node limit")));
}

#[test]
fn what_does_not_fit_or_apply_is_said() {
    let large: Vec<String> = (1..64).map(|number| number.to_string()).collect();
    taquin()
        .args(["solve", &format!("{} 0 63", large[..62].join(" ")), "-a", "two-ended"])
        .assert()
        .code(2)
        .stderr(contains("error: 8x8 is too large for two-ended: idastar takes boards of any size\n"));
    taquin()
        .args(["solve", "1 2 3/4 5 6/7 0 8", "-a", "two-ended", "--heuristic", "manhattan"])
        .assert()
        .code(0)
        .stderr("note: two-ended always uses first-entry: manhattan is ignored\n");
    let wide: Vec<String> = (1..80).map(|number| number.to_string()).collect();
    taquin()
        .args([
            "solve",
            &format!("{} 0 79", wide[..78].join(" ")),
            "--shape",
            "8x10",
            "-H",
            "max:zero,first-entry",
        ])
        .assert()
        .code(0)
        .stderr(contains("8x10 is too large for max:zero,first-entry"));
}

#[test]
fn first_entry_goes_with_every_search_that_takes_a_heuristic() {
    for algorithm in ["astar", "idastar", "weighted-astar", "greedy", "mark-at-generation"] {
        let arguments =
            ["solve", "8 1 3/4 0 2/7 6 5", "--json", "-H", "max:first-entry,linear-conflict", "-a"];
        let answer = json(&stdout(taquin().args(arguments).arg(algorithm)));
        assert_eq!(answer["solved"], true, "{algorithm}");
        assert!(answer["optimal"] == false || answer["cost"] == 14, "{algorithm}");
    }
}

#[test]
fn the_bench_has_the_26_puzzle() {
    let arguments = ["bench", "cube100", "--first", "2", "--time-limit", "20ms", "--threads", "2"];
    let (_, out, _) = run(taquin().args(arguments));
    assert!(out.starts_with("cube100 by two-ended with first-entry, 2 threads\n"), "{out}");
    assert!(out.contains("median"), "{out}");
}
