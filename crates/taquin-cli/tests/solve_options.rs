//! Options of `taquin solve` that go with some searches and not with others.

use crate::common::{json, run, stdout, taquin};
use crate::solve::EASY;
use predicates::str::{contains, is_empty, starts_with};
use serde_json::Value;

#[test]
fn a_heuristic_that_does_not_apply_fully_says_so() {
    let strip: Vec<String> = (1..40).map(|n| n.to_string()).collect();
    let board = format!("{} 0 39/{}", strip[..18].join(" "), strip[18..38].join(" "));
    taquin()
        .args(["solve", &board, "--goal", &board, "--heuristic", "walking-distance"])
        .assert()
        .code(0)
        .stderr(contains("20x2 is too large for walking-distance"));
}

#[test]
fn a_heuristic_that_is_not_used_is_said_to_be_ignored() {
    taquin()
        .args(["solve", EASY, "--algorithm", "bfs", "--heuristic", "manhattan"])
        .assert()
        .code(0)
        .stderr(contains("bfs uses no heuristic"));
}

#[test]
fn a_beam_is_as_wide_as_asked_for() {
    let answer = json(&stdout(taquin().args(["solve", EASY, "-a", "beam", "--width", "50", "--json"])));
    assert_eq!((&answer["algorithm"], &answer["heuristic"]), (&"beam".into(), &Value::Null));
    assert!(answer["cost"].as_u64() >= Some(14) && answer["lower_bound"].as_u64() <= Some(14), "{answer}");
    assert_eq!(answer["optimal"], answer["cost"] == answer["lower_bound"]);
    taquin()
        .args(["solve", EASY, "-a", "beam", "-H", "manhattan"])
        .assert()
        .code(0)
        .stdout(contains("beam of width 1000: "))
        .stderr("note: beam goes by scores of its own: manhattan is ignored\n");
    taquin().args(["solve", EASY, "--width", "9"]).assert().code(2).stderr(contains("--algorithm beam only"));
    for width in ["0", "-1", "1e3", "9999999999", "wide"] {
        let width = format!("--width={width}");
        taquin()
            .args(["solve", EASY, "-a", "beam", &width])
            .assert()
            .code(2)
            .stderr(contains("whole number from 1"));
    }
}

#[test]
fn a_beam_that_is_stuck_says_so_and_a_board_too_large_for_one_is_refused() {
    let hard = "4 6 5/3 0 7/1 2 8";
    taquin()
        .args(["solve", hard, "-a", "beam", "--width", "1"])
        .assert()
        .code(1)
        .stdout(starts_with("no solution found by a beam of width 1; try a wider one (--width)\n"))
        .stderr(is_empty());
    let answer = json(&run(taquin().args(["solve", hard, "-a", "beam", "--width", "1", "--json"])).1);
    assert_eq!((&answer["solvable"], &answer["stopped_by"]), (&true.into(), &"dead-end".into()));
    let large = stdout(taquin().args(["scramble", "--shape", "13x13", "--seed", "1"]));
    taquin().args(["solve", large.trim(), "-a", "beam"]).assert().code(2).stderr(
        "error: 13x13 is too large for beam, which takes up to 144 cells: auto takes boards of any size\n",
    );
}

#[test]
fn a_weight_goes_with_weighted_astar_only() {
    taquin().args(["solve", EASY, "--weight", "2"]).assert().code(2).stderr(contains("weighted-astar"));
    taquin().args(["solve", EASY, "--weight", "2", "-a", "weighted-astar"]).assert().code(0);
    taquin()
        .args(["solve", EASY, "--weight", "0.5", "-a", "weighted-astar"])
        .assert()
        .code(2)
        .stderr(contains("1 to 1000"));
}

#[test]
fn sizes_and_times_are_written_as_people_write_them() {
    for (option, value) in
        [("--time-limit", "1h 30m"), ("--memory-limit", "1.5 GiB"), ("--memory-limit", "64kB")]
    {
        taquin().args(["solve", "1 2/0 3", option, value]).assert().code(0);
    }
    for (option, value) in [
        ("--time-limit", "soon"),
        ("--memory-limit", "100"),
        ("--memory-limit", "much"),
        ("--memory-limit", "-1GB"),
        ("--node-limit", "-3"),
        ("--threads", "0"),
    ] {
        taquin().args(["solve", EASY, &format!("{option}={value}")]).assert().code(2);
    }
}

#[test]
fn pruning_changes_nodes_but_not_lengths() {
    let board = "13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6";
    let solve = |more: &[&str]| {
        let mut command = taquin();
        command.args(["solve", board, "--goal", "blank-first", "-H", "manhattan", "--json"]).args(more);
        let report = json(&stdout(&mut command));
        (report["cost"].as_u64().unwrap(), report["generated"].as_u64().unwrap())
    };
    // Asked for by name, the counts are the published ones, on any number of threads.
    assert_eq!(solve(&["--algorithm", "idastar", "--threads", "2"]), (55, 15_300_441));
    let (cost, generated) = solve(&[]);
    assert_eq!(cost, 55);
    assert!(generated < 15_000_000, "{generated}");
    assert_eq!(
        solve(&["--prune", "automaton", "--algorithm", "idastar", "--threads", "1"]),
        (cost, generated)
    );
}

#[test]
fn prune_is_for_searches_that_deepen() {
    taquin()
        .args(["solve", "1 2/0 3", "--algorithm", "bfs", "--prune", "undo"])
        .assert()
        .code(2)
        .stderr(contains("--prune goes with"));
}
