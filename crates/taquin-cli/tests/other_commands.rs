//! `check`, `scramble`, `census`, `bench`, `completions`, and the help of them all.

use crate::common::{json, run, stdout, taquin, taquin_with};
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};
use serde_json::Value;
use std::fs;

#[test]
fn check_explains_an_unsolvable_board_and_still_estimates_it() {
    let (code, out, err) = run(taquin().args(["check", "7 2 4/6 0 5/8 3 1"]));
    assert_eq!((code, err.as_str()), (1, ""));
    insta::assert_snapshot!("check_odd_width", out);
}

#[test]
fn check_counts_rows_on_boards_of_even_width() {
    let (code, out, _) = run(taquin().args(["check", "1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12"]));
    assert_eq!(code, 0);
    insta::assert_snapshot!("check_even_width", out);
}

#[test]
fn check_compares_parities_in_boxes_and_order_in_strips() {
    let (code, out, err) = run(taquin().args(["check", "1 2/3 4//5 0/7 6"]));
    assert_eq!((code, err.as_str()), (0, ""));
    insta::assert_snapshot!("check_box", out);
    let (code, out, err) = run(taquin().args(["check", "2 1 0 3", "--shape", "4x1"]));
    assert_eq!((code, err.as_str()), (1, ""));
    insta::assert_snapshot!("check_strip", out);
}

#[test]
fn check_speaks_json_for_many_boards() {
    let (code, out, _) = run(taquin().args(["check", "--json"]).write_stdin("7 2 4/6 0 5/8 3 1\n1 2/3 0\n"));
    assert_eq!(code, 1);
    let answers: Vec<Value> = out.lines().map(json).collect();
    assert_eq!((&answers[0]["solvable"], &answers[0]["inversions"]), (&false.into(), &17.into()));
    let estimates = answers[0]["estimates"].as_array().unwrap();
    let value = |name: &str| estimates.iter().find(|one| one["heuristic"] == name).unwrap()["value"].clone();
    assert_eq!(
        (value("hamming"), value("manhattan"), value("linear-conflict")),
        (7.into(), 16.into(), 18.into())
    );
    let out_of_place = estimates.iter().find(|one| one["heuristic"] == "out-of-place").unwrap();
    assert_eq!(out_of_place["admissible"], false);
    assert_eq!(answers[1]["solvable"], true);
}

#[test]
fn scrambles_are_the_same_for_the_same_seed() {
    let boards = stdout(&mut taquin_with("scramble --shape 4x4 --count 3 --seed 42"));
    assert_eq!(boards, stdout(&mut taquin_with("scramble --shape 4x4 --count 3 --seed 42")));
    assert_ne!(boards, stdout(&mut taquin_with("scramble --shape 4x4 --count 3 --seed 43")));
    insta::assert_snapshot!("scramble_seed_42", boards);
}

#[test]
fn a_scramble_without_a_seed_names_the_one_it_drew() {
    let (code, out, err) = run(&mut taquin_with("scramble --shape 3x3"));
    assert_eq!(code, 0);
    let seed = err.split_once("--seed ").unwrap().1.split(' ').next().unwrap();
    assert_eq!(out, stdout(&mut taquin_with(&format!("scramble --shape 3x3 --seed {seed}"))));
}

#[test]
fn scrambles_for_any_goal_are_read_back_by_solve() {
    for goal in ["blank-last", "blank-first", "snail", "3 1 2/0 4 5"] {
        let shape: &[&str] = if goal.contains('/') { &[] } else { &["--shape", "3x3"] };
        let boards =
            stdout(taquin().args(["scramble", "--count", "20", "--seed", "1", "--goal", goal]).args(shape));
        taquin().arg("solve").write_stdin(boards).assert().code(0).stdout(predicate::function(
            |out: &str| out.lines().filter(|line| line.contains("optimal")).count() == 20,
        ));
    }
}

#[test]
fn a_walk_ends_within_its_moves() {
    let boards = stdout(&mut taquin_with("scramble --shape 4x4 --count 10 --seed 3 --walk 12"));
    for line in stdout(taquin().args(["solve", "--json"]).write_stdin(boards)).lines() {
        assert!(json(line)["cost"].as_u64().unwrap() <= 12);
    }
    let board = json(&stdout(&mut taquin_with("scramble --shape 4x4 --seed 3 --walk 12 --json")));
    assert_eq!((&board["walk"], &board["seed"], &board["shape"]), (&12.into(), &3.into(), &"4x4".into()));
}

#[test]
fn boards_of_an_exact_depth() {
    for (shape, depth) in [("3x3", 22), ("2x2x2", 17), ("4x4", 9), ("5x1", 3)] {
        let boards = stdout(&mut taquin_with(&format!(
            "scramble --shape {shape} --count 2 --seed 3 --depth {depth} --json"
        )));
        assert!((1..=2).contains(&boards.lines().count()), "{shape}");
        for line in boards.lines().map(json) {
            assert_eq!((&line["depth"], &line["walk"]), (&depth.into(), &Value::Null));
            let board = line["start"].as_str().unwrap();
            let answer = json(&stdout(taquin().args(["solve", board, "--shape", shape, "--json"])));
            assert_eq!((&answer["cost"], &answer["optimal"]), (&depth.into(), &true.into()), "{shape}");
        }
    }
    let (code, out, err) = run(&mut taquin_with("scramble --shape 3x3 --count 5 --seed 3 --depth 31"));
    assert_eq!((code, out.lines().count()), (0, 2));
    assert!(err.contains("no more than 2 boards at exactly 31 moves"), "{err}");
    taquin_with("scramble --shape 3x3 --seed 3 --depth 32").assert().code(2).stderr(contains("exactly 32"));
    taquin_with("scramble --shape 3x3 --seed 3 --depth 2 --walk 2").assert().code(2);
}

#[test]
fn drawing_boards_of_a_depth_keeps_its_limits() {
    for (shape, depth, limit, why) in [
        ("4x3", 30, "--time-limit 0s", "time"),
        ("4x3", 20, "--memory-limit 1MB", "memory"),
        ("3x3", 20, "--memory-limit 300kB --count 9000", "memory"),
        ("4x4", 40, "--time-limit 100ms", "time"),
    ] {
        let (code, out, err) =
            run(&mut taquin_with(&format!("scramble --shape {shape} --seed 3 --depth {depth} {limit}")));
        assert_eq!((code, out.as_str()), (1, ""), "{shape} {limit}");
        assert!(err.contains(&format!("stopped while boards were drawn ({why})")), "{err}");
    }
    taquin_with("scramble --shape 3x3 --time-limit 1s").assert().code(2).stderr(contains("--depth"));
}

#[test]
fn check_tells_how_far_the_goal_is_where_that_costs_nothing() {
    let solvable = stdout(taquin().args(["check", "8 1 3/4 0 2/7 6 5"]));
    assert!(solvable.contains("\nsolvable: exactly 14 moves from the goal\n"), "{solvable}");
    let distance = |board: &str| json(&run(taquin().args(["check", board, "--json"])).1)["distance"].clone();
    assert_eq!(distance("8 1 3/4 0 2/7 6 5"), 14);
    assert_eq!(distance("1 2 3/4 5 6/7 8 0"), 0);
    assert_eq!(distance("2 1 3/4 5 6/7 8 0"), Value::Null);
    assert_eq!(distance("1 2 3 4/5 6 7 8/9 10 0 11"), Value::Null);
}

#[test]
fn the_census_of_a_small_board() {
    let (code, out, err) = run(&mut taquin_with("census --shape 2x2"));
    assert_eq!((code, err.as_str()), (0, ""));
    // The last line has the time and the memory, which vary.
    let table: Vec<&str> = out.lines().collect();
    insta::assert_snapshot!("census_2x2", table[..table.len() - 1].join("\n"));
}

#[test]
fn the_census_of_the_8_puzzle_ends_at_31() {
    let report = json(&stdout(&mut taquin_with("census --shape 3x3 --json")));
    assert_eq!((&report["total"], &report["depth"]), (&181_440.into(), &31.into()));
    assert_eq!((&report["complete"], &report["stopped_by"]), (&true.into(), &Value::Null));
    assert_eq!(report["levels"][31], 2);
    assert_eq!(report["deepest"].as_array().unwrap().len(), 2);
}

#[test]
fn a_census_can_be_bounded() {
    let report = json(&stdout(&mut taquin_with("census --shape 4x4 --depth 6 --json")));
    assert_eq!(report["levels"].to_string(), "[1,2,4,10,24,54,107]");
    assert_eq!(report["complete"], false);
    taquin_with("census --shape 4x4 --depth 6 --list 3")
        .assert()
        .code(0)
        .stdout(contains("107 boards at distance 6, 3 of them:"));
    let (code, out, _) = run(&mut taquin_with("census --shape 4x4 --memory-limit 10MB"));
    assert_eq!(code, 1);
    assert!(out.contains("stopped by the memory limit"), "{out}");
}

#[test]
fn completions_and_manual_pages() {
    for (kind, expected) in
        [("bash", "_taquin()"), ("zsh", "#compdef taquin"), ("fish", "complete -c taquin"), ("man", ".TH")]
    {
        taquin().args(["completions", kind]).assert().code(0).stdout(contains(expected)).stderr(is_empty());
    }
    taquin().args(["completions", "bash"]).assert().stdout(contains("walking-distance"));
    taquin().args(["completions", "man", "solve"]).assert().code(0).stdout(contains("time\\-limit"));
}

#[test]
fn a_census_can_be_drawn() {
    let directory = tempfile::tempdir().unwrap();
    let draw = |arguments: &[&str], name: &str| {
        let path = directory.path().join(name);
        taquin()
            .arg("census")
            .args(arguments)
            .arg("--plot")
            .arg(&path)
            .assert()
            .success()
            .stdout(contains("total"));
        fs::read(path).unwrap()
    };
    let text = String::from_utf8(draw(&["3x3"], "a.svg")).unwrap();
    for words in ["3x3: 181,440 boards, the farthest at 31, mean 21.97", "distance from the goal in moves"] {
        assert!(text.lines().any(|line| line.trim() == words), "{words}: {text}");
    }
    // The mesh and the paper are no bars.
    assert!(text.matches("<rect").count() > 32, "a bar for each distance: {text}");
    assert!(draw(&["3x2"], "b.png").starts_with(b"\x89PNG"));
    let growing = String::from_utf8(draw(&["4x4", "--depth", "8"], "c.svg")).unwrap();
    assert!(growing.contains("boards up to distance 8"), "{growing}");
    taquin()
        .args(["census", "3x2", "--plot", "a.pdf"])
        .assert()
        .code(2)
        .stderr(contains("an .svg or a .png file"));
}

#[test]
fn a_small_space_can_be_drawn_as_a_graph() {
    let directory = tempfile::tempdir().unwrap();
    let draw = |arguments: &[&str], name: &str| {
        let path = directory.path().join(name);
        taquin().args(["census", "--graph"]).arg(&path).args(arguments).assert().code(0);
        fs::read_to_string(path).unwrap()
    };
    assert_eq!(draw(&["2x2"], "a.svg").matches("<line").count(), 12);
    assert_eq!(draw(&["2x2"], "a.dot").matches(" -- ").count(), 12);
    assert!(draw(&["3x3", "--depth", "3"], "b.svg").contains("3x3: 15 boards, 14 slides"));
    for (arguments, complaint) in [
        (&["3x3", "--graph", "c.svg"][..], "--depth N draws those near the goal"),
        (&["2x2", "--graph", "c.png"], "an .svg or a .dot file"),
        (&["2x2", "--graph", "c.svg", "--metric", "shifts"], "--graph draws slides"),
    ] {
        taquin()
            .arg("census")
            .args(arguments)
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(contains(complaint));
    }
}

#[test]
fn a_survey_holds_heuristics_against_true_distances() {
    let rows = stdout(&mut taquin_with("survey 3x3 -H manhattan,out-of-place --json"));
    let rows: Vec<Value> = rows.lines().map(json).collect();
    assert_eq!(
        (&rows[0]["boards"], &rows[0]["too_high"], &rows[0]["mean_estimate"]),
        (&181_440.into(), &0.into(), &14.0.into())
    );
    assert_eq!((&rows[1]["too_high"], &rows[1]["largest_excess"]), (&78.into(), &1.into()));
    assert_eq!(rows[1]["first_too_high"], "1 2 3/4 5 0/7 8 6");
    let table = stdout(&mut taquin_with("survey 2x2 --heuristics zero"));
    assert!(
        table.starts_with("2x2: 12 boards, the farthest 6 moves from 1 2/3 0, 3.00 on average\n"),
        "{table}"
    );
    let csv = stdout(&mut taquin_with("survey 2x2 --heuristics max:zero,hamming --csv"));
    assert!(csv.starts_with("heuristic,distance,estimate,boards\n\"max:zero,hamming\",0,0,1\n"), "{csv}");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("fields.svg");
    taquin().args(["survey", "3x2", "--plot"]).arg(&path).assert().code(0);
    let picture = fs::read_to_string(path).unwrap();
    assert!(HEURISTICS.iter().all(|name| picture.contains(name)), "a field for each heuristic");
    taquin().args(["survey", "4x4"]).assert().code(2).stderr(contains("only shapes of up to 10 cells"));
    taquin().args(["survey", "2x2", "-H", "pdb:9-9"]).assert().code(2).stderr(contains("pdb:9-9"));
}

/// What a survey has unless heuristics are named.
const HEURISTICS: [&str; 7] =
    ["zero", "hamming", "out-of-place", "manhattan", "linear-conflict", "walking-distance", "first-entry"];

#[test]
fn help_fits_a_screen_and_shows_examples() {
    let commands = [
        "",
        "solve ",
        "check ",
        "scramble ",
        "census ",
        "survey ",
        "draw ",
        "bench ",
        "serve ",
        "completions ",
    ];
    for command in commands.into_iter().chain([
        "pdb ",
        "pdb build ",
        "pdb info ",
        "pdb remove ",
        "units ",
        "work ",
        "merge ",
    ]) {
        let short = stdout(&mut taquin_with(&format!("{command}-h")));
        assert!((10..=60).contains(&short.lines().count()), "{command}: {} lines", short.lines().count());
        let help = stdout(&mut taquin_with(&format!("{command}--help")));
        assert!(short.lines().chain(help.lines()).all(|line| line.chars().count() <= 100), "{command}");
        assert!(help.contains("Examples:"), "{command}");
        let name =
            if command.is_empty() { "help" } else { &format!("help_{}", command.trim().replace(' ', "_")) };
        insta::assert_snapshot!(name, help);
    }
}

#[test]
fn the_examples_of_the_help_work() {
    taquin().args(["solve", "8 1 3/4 0 2/7 6 5"]).assert().code(0);
    taquin().args(["check", "7 2 4/6 0 5/8 3 1"]).assert().code(1);
    taquin()
        .args(["check", "1 2/3 0//4 5/6 7", "--goal", "blank-first"])
        .assert()
        .code(predicate::in_iter([0, 1]));
    taquin_with("scramble --shape 3x3x3 --goal blank-first --json").assert().code(0);
}

#[test]
fn plain_taquin_prints_the_help() {
    taquin().assert().code(2).stderr(contains("Usage: taquin").and(contains("Examples:")));
}

#[test]
fn the_version_is_told() {
    taquin().arg("--version").assert().code(0).stdout(starts_with("taquin 0."));
}

#[test]
fn there_is_no_colour_outside_a_terminal() {
    for arguments in [&["solve", "8 1 3/4 0 2/7 6 5"][..], &["check", "7 2 4/6 0 5/8 3 1"], &["--help"]] {
        let (_, out, err) = run(taquin().args(arguments));
        assert!(!out.contains('\u{1b}') && !err.contains('\u{1b}'), "{arguments:?}");
    }
}

#[test]
fn no_color_is_respected_even_where_colour_is_forced() {
    taquin()
        .args(["solve", "1 2/0 3"])
        .env("CLICOLOR_FORCE", "1")
        .assert()
        .stdout(contains("\u{1b}["))
        .stderr(contains("\u{1b}["));
    taquin().args(["solve", "1 2/0 3"]).env("NO_COLOR", "1").assert().stdout(contains("\u{1b}[").not());
}

#[test]
fn bench_prints_published_figures_beside_measured_ones() {
    let heuristic = "max:linear-conflict,walking-distance";
    let table = stdout(&mut taquin_with(&format!("bench korf100 --first 2 --heuristic {heuristic}")));
    let row = table.lines().nth(3).unwrap();
    let fields: Vec<&str> = row.split_whitespace().collect();
    assert_eq!((&fields[..3], fields[4]), (&["2", "55", "55"][..], "15,300,442"), "{table}");
    assert!(table.contains("2 of 2 boards solved"), "{table}");
    let arguments = "bench korf100 --first 1 --algorithm auto --threads 2 --json --heuristic";
    let report = json(&stdout(&mut taquin_with(&format!("{arguments} {heuristic}"))));
    assert_eq!((&report["cost"], &report["published_cost"]), (&57.into(), &57.into()));
    assert_eq!((&report["prune"], &report["threads"]), (&"automaton".into(), &2.into()));
    assert_eq!(report["published_nodes"], 276_361_933);
    assert!(report["nodes"].as_u64() < Some(276_361_933));
    // A limit that comes first is an answer of no.
    taquin_with("bench korf50 --first 1 --time-limit 50ms").assert().code(1);
}
