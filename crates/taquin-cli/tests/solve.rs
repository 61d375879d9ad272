//! `taquin solve` as people and scripts use it.

use crate::common::{json, run, stdout, taquin, taquin_with};
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};
use serde_json::Value;
use std::fs;

pub(crate) const EASY: &str = "8 1 3/4 0 2/7 6 5";
pub(crate) const UNSOLVABLE: &str = "7 2 4/6 0 5/8 3 1";
/// One of the boards that take 80 moves: too hard for any limit of these tests.
const HARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

#[test]
fn the_answer_is_on_stdout_and_the_choice_on_stderr() {
    taquin()
        .args(["solve", EASY])
        .assert()
        .code(0)
        .stdout(starts_with("14 moves, proved optimal\n").and(contains("expanded, ")))
        .stderr("note: 3x3: looking up exact distances; name --algorithm or --heuristic to search instead\n");
}

/// Along exact distances no board is expanded in vain, for whatever goal; a named algorithm searches.
#[test]
fn small_boards_are_solved_along_exact_distances() {
    let boards = format!("{EASY}\n{EASY} | 1 2 3/8 0 4/7 6 5\n{EASY} | 0 1 2/3 4 5/6 7 8\n");
    for line in stdout(taquin().args(["solve", "--json"]).write_stdin(boards)).lines() {
        let answer = json(line);
        if answer["solvable"] == true {
            assert_eq!((&answer["optimal"], &answer["heuristic"]), (&true.into(), &"pdb:full".into()));
            assert_eq!(answer["expanded"], answer["cost"], "{answer}");
        }
    }
    let answer = json(&stdout(taquin().args(["solve", EASY, "--json", "--algorithm", "astar"])));
    assert_eq!(answer["heuristic"], "walking-distance");
}

/// A board that walking distance does not solve within its first stage.
const STAGED: &str = "2 5 15 0/11 13 14 6/1 7 3 10/4 9 8 12";

#[test]
fn an_answer_says_what_was_done() {
    let looked_up = json(&stdout(taquin().args(["solve", EASY, "--json"])));
    assert_eq!((&looked_up["algorithm"], &looked_up["counts_repeat"]), (&"look-up".into(), &true.into()));
    assert_eq!(done(&looked_up), ["build-tables pdb:full", "look-up pdb:full"]);
    let staged = json(&stdout(taquin().args(["solve", STAGED, "--json", "--threads", "2"])));
    assert_eq!((&staged["heuristic"], &staged["threads"]), (&"walking-distance+pdb:6-6-3".into(), &2.into()));
    let expected = [
        "build-tables walking-distance",
        "idastar walking-distance",
        "build-tables pdb:6-6-3",
        "idastar pdb:6-6-3",
    ];
    assert_eq!(done(&staged), expected);
    let sum: u64 = phases(&staged).iter().map(|phase| phase["expanded"].as_u64().unwrap()).sum();
    assert_eq!(staged["expanded"], sum);
    let unsolvable = json(&stdout(taquin().args(["solve", UNSOLVABLE, "--json"])));
    assert_eq!((phases(&unsolvable).len(), &unsolvable["threads"]), (0, &Value::Null));
}

fn phases(answer: &Value) -> &Vec<Value> {
    answer["phases"].as_array().unwrap()
}

fn done(answer: &Value) -> Vec<String> {
    let name = |phase: &Value| {
        assert!(phase["generated"].is_u64() && phase["seconds"].is_f64(), "{phase}");
        format!("{} {}", phase["algorithm"].as_str().unwrap(), phase["heuristic"].as_str().unwrap())
    };
    phases(answer).iter().map(name).collect()
}

#[test]
fn counts_are_the_same_on_any_number_of_threads() {
    for limit in [
        &[][..],
        &["--node-limit", "3000000"],
        &["-a", "idastar", "-H", "manhattan", "--node-limit", "2000001"],
    ] {
        let counts = |threads: &str| {
            let command = [&["solve", STAGED, "--json", "--threads", threads], limit].concat();
            let answer = json(&stdout(taquin().args(command)));
            ["expanded", "generated", "iterations", "lower_bound", "stopped_by"]
                .map(|field| answer[field].clone())
        };
        let alone = counts("1");
        for threads in ["2", "3", "8"] {
            assert_eq!(counts(threads), alone, "{limit:?} on {threads} threads");
        }
    }
}

#[test]
fn the_bound_of_estimates_that_may_be_too_large_is_that_of_others() {
    taquin()
        .args(["solve", EASY, "--heuristic", "out-of-place"])
        .assert()
        .code(0)
        .stdout(contains("not proved optimal (at least 12 are needed, gap 16.7 %)"));
    let answer = json(&stdout(taquin().args(["solve", EASY, "--json", "-H", "out-of-place"])));
    assert_eq!((&answer["lower_bound"], &answer["optimal"]), (&12.into(), &false.into()));
}

#[test]
fn exact_distances_of_large_boards_count_as_manhattan_and_it_is_said() {
    taquin()
        .args(["solve", "1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12", "--heuristic", "pdb:full"])
        .assert()
        .code(0)
        .stdout(starts_with("2 moves, proved optimal\n"))
        .stderr(contains("4x4 is too large for pdb:full").and(contains("counts as manhattan")));
}

#[test]
fn an_explicit_algorithm_needs_no_note() {
    taquin().args(["solve", EASY, "--algorithm", "idastar"]).assert().code(0).stderr(is_empty());
}

#[test]
fn every_algorithm_solves_an_easy_board() {
    for algorithm in [
        "auto",
        "bfs",
        "bidirectional",
        "astar",
        "idastar",
        "weighted-astar",
        "greedy",
        "mark-at-generation",
        "two-ended",
        "hybrid",
        "beam",
    ] {
        let answer = json(&stdout(taquin().args(["solve", EASY, "--json", "--algorithm", algorithm])));
        assert_eq!(answer["solved"], true, "{algorithm}");
        let optimal = ["auto", "bfs", "bidirectional", "astar", "idastar", "hybrid"].contains(&algorithm);
        assert!(!optimal || answer["optimal"] == true && answer["cost"] == 14, "{algorithm}: {answer}");
    }
}

#[test]
fn algorithms_that_do_not_exist_are_not_offered() {
    taquin()
        .args(["solve", EASY, "--algorithm", "clairvoyance"])
        .assert()
        .code(2)
        .stderr(contains("mark-at-generation"));
}

#[test]
fn a_board_that_is_its_goal_takes_no_moves() {
    taquin().args(["solve", "1 2 3/4 5 6/7 8 0"]).assert().code(0).stdout(starts_with("0 moves"));
    taquin().args(["solve", "0"]).assert().code(0).stdout(starts_with("0 moves"));
    let answer = json(&stdout(taquin().args(["solve", "1 2 3/4 5 6/7 8 0", "--json"])));
    assert_eq!((&answer["cost"], &answer["moves"]), (&0.into(), &"".into()));
}

#[test]
fn an_unsolvable_board_is_an_answer_with_its_reason() {
    taquin().args(["solve", UNSOLVABLE]).assert().code(1).stdout(starts_with("unsolvable: 17 inversions"));
    let (code, out, _) = run(taquin().args(["solve", UNSOLVABLE, "--json"]));
    assert_eq!(code, 1);
    assert_eq!((&json(&out)["solvable"], &json(&out)["moves"]), (&false.into(), &Value::Null));
}

#[test]
fn json_has_the_fields_of_the_contract_in_their_order() {
    let fields = |text: &str| -> Vec<String> {
        // Object keys in the order in which they are written, found by parsing field by field.
        let names: Vec<&str> =
            "shape start goal solvable solved optimal cost lower_bound moves tiles f_values \
             algorithm heuristic expanded generated reached iterations seconds peak_bytes stopped_by \
             gap improvements phases threads counts_repeat metric shortest_solutions shortest_complete solutions \
             number line"
                .split_whitespace()
                .collect();
        let object = json(text);
        assert_eq!(object.as_object().unwrap().len(), names.len());
        let place = |name: &&str| text.find(&format!("\"{name}\":")).unwrap_or_else(|| panic!("no {name}"));
        let mut sorted = names.clone();
        sorted.sort_by_key(place);
        assert_eq!(sorted, names);
        names.iter().map(|name| object[name].to_string()).collect()
    };
    let solved = fields(&stdout(taquin().args(["solve", "1 2 3/4 5 6/0 7 8", "--json", "-a", "idastar"])));
    assert_eq!(
        solved[..13],
        [
            "\"3x3\"",
            "\"1 2 3/4 5 6/0 7 8\"",
            "\"1 2 3/4 5 6/7 8 0\"",
            "true",
            "true",
            "true",
            "2",
            "2",
            "\"RR\"",
            "[7,8]",
            "[2,2,2]",
            "\"idastar\"",
            "\"walking-distance\""
        ]
    );
    assert_eq!(solved[16], "[{\"bound\":2,\"nodes\":2}]");
    assert_eq!(solved[24..], ["true", "\"slides\"", "null", "null", "null", "1", "1"]);
    fields(&stdout(taquin().args(["solve", UNSOLVABLE, "--json"])));
    fields(&stdout(taquin().args(["solve", HARD, "--json", "--node-limit", "10"])));
}

#[test]
fn a_limit_is_an_answer_with_the_bound_proved() {
    for (limit, name) in
        [("--time-limit 200ms", "time"), ("--memory-limit 3MB", "memory"), ("--node-limit 5000", "nodes")]
    {
        let mut command = taquin_with(&format!("solve --algorithm astar --heuristic manhattan {limit}"));
        command
            .arg(HARD)
            .assert()
            .code(1)
            .stdout(starts_with(format!("stopped by the {} limit: at least ", name.trim_end_matches('s'))));
        let (code, out, _) = run(command.arg("--json"));
        assert_eq!((code, &json(&out)["stopped_by"]), (1, &name.into()));
        assert!(json(&out)["lower_bound"].as_u64().unwrap() >= 40, "{out}");
        assert_eq!(json(&out)["solved"], false);
    }
}

#[test]
fn a_memory_limit_tells_the_way_out() {
    taquin()
        .args(["solve", HARD, "--algorithm", "astar", "--memory-limit", "1MB"])
        .assert()
        .code(1)
        .stderr(contains("--algorithm idastar"));
}

#[test]
fn notations_write_the_same_solution_in_five_ways() {
    for (notation, expected) in [
        ("blank", "RR\n"),
        ("runs", "R2\n"),
        ("tile", "LL\n"),
        ("numbers", "4 5\n"),
        ("boards", "1 2 3/0 4 5\n1 2 3/4 0 5\n1 2 3/4 5 0\n"),
    ] {
        taquin()
            .args(["solve", "1 2 3/0 4 5", "--notation", notation])
            .assert()
            .code(0)
            .stdout(starts_with(format!("2 moves, proved optimal\n{expected}")));
    }
}

#[test]
fn show_draws_every_board_side_by_side() {
    let out = stdout(taquin().args(["solve", "1 2/0 3", "--show", "--heuristic", "manhattan"]));
    let drawing = out.split_once("\n\n").unwrap().1;
    assert_eq!(
        drawing,
        "Step 0: start   Step 1: 3 left\ng=0 h=1 f=1     g=1 h=0 f=1\n+---+---+       +---+---+\n\
         | 1 | 2 |       | 1 | 2 |\n+---+---+       +---+---+\n|   | 3 |       | 3 |   |\n+---+---+       +---+---+\n"
    );
}

#[test]
fn goals_are_names_boards_or_files() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("goal.txt");
    fs::write(&file, "1 2 3\n8 0 4\n7 6 5\n").unwrap();
    for goal in ["snail", "1 2 3/8 0 4/7 6 5", file.to_str().unwrap()] {
        for arguments in
            [vec!["solve", "1 2 3/8 4 0/7 6 5", goal], vec!["solve", "1 2 3/8 4 0/7 6 5", "--goal", goal]]
        {
            taquin()
                .args(arguments)
                .assert()
                .code(0)
                .stdout(starts_with("1 move, proved optimal\nblank: L\n"));
        }
    }
    taquin()
        .args(["solve", "1 2 3 0/4 5 6 7", "--goal", "1 2 0 3 4 5 6 7"])
        .assert()
        .code(0)
        .stdout(starts_with("1 move,"));
}

#[test]
fn an_unknown_goal_lists_the_names() {
    taquin()
        .args(["solve", EASY, "--goal", "snale"])
        .assert()
        .code(2)
        .stderr(contains("`snale`").and(contains("blank-last, blank-first, snail")));
}

#[test]
fn the_snail_of_a_box_is_refused() {
    taquin()
        .args(["solve", "0 1/2 3//4 5/6 7", "--goal", "snail"])
        .assert()
        .code(2)
        .stderr(contains("snail"));
}

#[test]
fn a_list_takes_the_shape_asked_for() {
    taquin().args(["solve", "0 1 2 3 4 5"]).assert().code(2).stderr(contains("--shape"));
    taquin().args(["solve", "1 2 3 4 0 5", "--shape", "3x2"]).assert().code(0).stdout(starts_with("1 move,"));
}

#[test]
fn boards_come_from_a_file_or_from_standard_input() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("board.txt");
    fs::write(&file, "1 2 3\n4 5 6\n7 0 8\n").unwrap();
    taquin().arg("solve").arg(&file).assert().code(0).stdout(starts_with("1 move,"));
    taquin()
        .arg("solve")
        .write_stdin("1 2 3\n4 5 6\n7 0 8\n")
        .assert()
        .code(0)
        .stdout(starts_with("1 move,"));
    taquin()
        .args(["solve", "-"])
        .write_stdin("1 2 3/4 5 6/7 0 8")
        .assert()
        .code(0)
        .stdout(starts_with("1 move,"));
}

#[test]
fn many_boards_are_answered_a_line_each_in_order_whatever_the_threads() {
    let boards = stdout(&mut taquin_with("scramble --shape 3x3 --count 200 --seed 5"));
    let answers = |threads: &str| {
        stdout(taquin().args(["solve", "--json", "--threads", threads]).write_stdin(boards.clone()))
            .lines()
            .map(|line| {
                (json(line)["start"].clone(), json(line)["moves"].clone(), json(line)["expanded"].clone())
            })
            .collect::<Vec<_>>()
    };
    let alone = answers("1");
    assert_eq!(alone.len(), 200);
    assert!(alone.iter().map(|(start, ..)| start.as_str().unwrap()).eq(boards.lines()));
    assert_eq!(alone, answers("4"));
    taquin().arg("solve").write_stdin(boards).assert().code(0).stdout(predicate::function(|out: &str| {
        out.lines().count() == 200 && out.lines().all(|line| line.contains(" optimal "))
    }));
}

#[test]
fn the_worst_of_many_answers_is_the_exit_code() {
    let (code, out, _) = run(taquin().arg("solve").write_stdin("1 2/0 3\n2 1/3 0\n0 1/3 2 | 1 0/3 2\n"));
    assert_eq!(code, 1);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines[0], lines[2]), ("1 optimal R", "1 optimal R"));
    assert!(lines[1].starts_with("unsolvable: 1 inversion"), "{out}");
}

#[test]
fn a_bad_line_is_named_and_keeps_its_place_among_the_answers() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("boards.txt");
    fs::write(&file, "1 2/0 3\n1 2/3 0\n1 2/? 3\n1 2/0 3\n").unwrap();
    let (code, out, err) = run(taquin().arg("solve").arg(&file));
    assert_eq!((code, out.as_str()), (2, "1 optimal R\n0 optimal\nnot a board (line 3)\n1 optimal R\n"));
    assert!(err.contains("boards.txt: `?` is not a number (line 3, column 5)"), "{err}");
}
